//! The definitions of the `MPI_*` symbols, in assembly because a wrapper must pass on whatever
//! arguments the caller gave, without knowing how many there are.
//!
//! All arguments of all these procedures are integers or addresses, so they are in the integer
//! registers and, from the 7th (aarch64: the 9th) on, on the stack. While checks are off a wrapper is
//! one load, one branch and a jump to `PMPI_*` with everything in its place; calls that are no
//! collectives have a flag of their own, as only the checks of threads and messages look at them. Otherwise it hands the
//! registers and the address of the stack's arguments to `dispatch`.
//!
//! The symbols are weak: a program that brings its own `MPI_Barrier` (a profiling layer) or its own
//! function `mpi_init_` keeps it, instead of failing to link.

use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, AtomicU8};

use crate::symbols::SYMBOL_COUNT;

/// 0: a wrapper passes its call on; 1: calls are to be looked at; [`UNDECIDED`] until the first call.
pub static ACTIVE: AtomicU8 = AtomicU8::new(UNDECIDED);

/// As [`ACTIVE`], for the calls that are looked at only where threads or messages are checked.
pub static WATCHED: AtomicU8 = AtomicU8::new(UNDECIDED);

/// It has not been seen yet whether another copy of the runtime acts. A copy that does not act stays
/// so, and every call of it goes over to the one that does.
pub const UNDECIDED: u8 = 2;

/// Where each symbol's wrapper jumps to; null until the first call found it.
pub static REAL: [AtomicPtr<c_void>; SYMBOL_COUNT] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; SYMBOL_COUNT];

#[cfg(target_arch = "x86_64")]
macro_rules! interpose {
    (checked $name:literal $index:literal) => {
        interpose!(@look $name $index ACTIVE);
    };
    (watched $name:literal $index:literal) => {
        interpose!(@look $name $index WATCHED);
    };
    (@look $name:literal $index:literal $flag:ident) => {
        core::arch::global_asm!(
            concat!(".pushsection .text.", $name, ",\"ax\",@progbits"),
            concat!(".weak ", $name),
            concat!(".type ", $name, ",@function"),
            concat!($name, ":"),
            ".cfi_startproc",
            concat!("mov eax, ", $index),
            "cmp byte ptr [rip + {active}], 0",
            "jne {common}",
            concat!("mov r11, qword ptr [rip + {real} + 8*", $index, "]"),
            "test r11, r11",
            "jz {common}",
            "jmp r11",
            ".cfi_endproc",
            concat!(".size ", $name, ", . - ", $name),
            ".popsection",
            active = sym $flag,
            real = sym REAL,
            common = sym common,
        );
    };
    (always $name:literal $index:literal) => {
        core::arch::global_asm!(
            concat!(".pushsection .text.", $name, ",\"ax\",@progbits"),
            concat!(".weak ", $name),
            concat!(".type ", $name, ",@function"),
            concat!($name, ":"),
            ".cfi_startproc",
            concat!("mov eax, ", $index),
            "jmp {common}",
            ".cfi_endproc",
            concat!(".size ", $name, ", . - ", $name),
            ".popsection",
            common = sym common,
        );
    };
}

#[cfg(target_arch = "aarch64")]
macro_rules! interpose {
    ($kind:ident $name:literal $index:literal) => {
        core::arch::global_asm!(
            concat!(".pushsection .text.", $name, ",\"ax\",@progbits"),
            concat!(".weak ", $name),
            concat!(".type ", $name, ",@function"),
            concat!($name, ":"),
            ".cfi_startproc",
            concat!("mov x16, #", $index),
            "b {common}",
            ".cfi_endproc",
            concat!(".size ", $name, ", . - ", $name),
            ".popsection",
            common = sym common,
        );
    };
}

/// How many arguments travel in registers.
#[cfg(target_arch = "x86_64")]
pub const IN_REGISTERS: usize = 6;
/// How many arguments travel in registers.
#[cfg(target_arch = "aarch64")]
pub const IN_REGISTERS: usize = 8;

/// Saves the argument registers and calls `dispatch`. The symbol's index is in `eax`.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
unsafe extern "C" fn common() {
    core::arch::naked_asm!(
        ".cfi_startproc",
        "push rbp",
        ".cfi_def_cfa_offset 16",
        ".cfi_offset rbp, -16",
        "mov rbp, rsp",
        ".cfi_def_cfa_register rbp",
        "sub rsp, 48",
        "mov [rsp], rdi",
        "mov [rsp + 8], rsi",
        "mov [rsp + 16], rdx",
        "mov [rsp + 24], rcx",
        "mov [rsp + 32], r8",
        "mov [rsp + 40], r9",
        "mov edi, eax",
        "mov rsi, rsp",
        "lea rdx, [rbp + 16]",
        "mov rcx, [rbp + 8]",
        "call {dispatch}",
        "leave",
        ".cfi_def_cfa rsp, 8",
        "ret",
        ".cfi_endproc",
        dispatch = sym crate::dispatch::dispatch,
    )
}

/// Saves the argument registers and calls `dispatch`. The symbol's index is in `x16`.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
unsafe extern "C" fn common() {
    core::arch::naked_asm!(
        ".cfi_startproc",
        "stp x29, x30, [sp, #-80]!",
        ".cfi_def_cfa_offset 80",
        ".cfi_offset x29, -80",
        ".cfi_offset x30, -72",
        "mov x29, sp",
        "stp x0, x1, [sp, #16]",
        "stp x2, x3, [sp, #32]",
        "stp x4, x5, [sp, #48]",
        "stp x6, x7, [sp, #64]",
        "mov x0, x16",
        "add x1, sp, #16",
        "add x2, sp, #80",
        "mov x3, x30",
        "bl {dispatch}",
        "ldp x29, x30, [sp], #80",
        "ret",
        ".cfi_endproc",
        dispatch = sym crate::dispatch::dispatch,
    )
}

include!(concat!(env!("OUT_DIR"), "/wrappers.rs"));
