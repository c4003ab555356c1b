//! Lockstep's runtime, linked into every rank: it stands in front of MPI's collectives and ends the
//! job cleanly before they deadlock, saying who is where and why.
//!
//! The wrappers of the `MPI_*` symbols ([`wrappers`]) lead to [`dispatch`], which asks [`job`] before and
//! after each call. Ranks of a node compare on the [`board`]; what they find is told by [`report`].
//! `docs/runtime.md` explains the protocol.

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
compile_error!("the wrappers are written for x86-64 and aarch64");

use std::ffi::{c_char, c_void};

use lockstep_core::abi::{self, Site, UnitMark};

pub mod agreement;
pub mod beginnings;
pub mod board;
pub mod call;
pub mod communicators;
pub mod counts;
pub mod deadlock;
pub mod dispatch;
pub mod imports;
pub mod instance;
pub mod job;
pub mod launcher;
pub mod location;
pub mod messages;
pub mod mpi;
pub mod names;
pub mod point_to_point;
pub mod report;
pub mod settings;
pub mod shared_memory;
pub mod standard_sends;
pub mod symbols;
pub mod threads;
pub mod wrappers;

/// The next MPI call of this thread is the one `site` describes.
#[unsafe(no_mangle)]
pub extern "C" fn __lockstep_v2_enter(site: *const Site) {
    dispatch::set_site(site);
}

/// Turns on the checks the unit asks for. Called before `main` by every instrumented object.
///
/// # Safety
/// `unit` is null or a mark of the program's image.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __lockstep_v2_activate(unit: *const UnitMark) {
    // SAFETY: the caller's promise.
    let checked = unsafe { unit.as_ref() }.map_or(abi::CHECKED, |unit| unit.checked);
    if checked == 0 {
        return;
    }
    if let Some(other) = instance::other() {
        // SAFETY: the caller's promise.
        unsafe { other.activate(unit) };
        return;
    }
    if checked & abi::CHECKED_THREADS != 0 {
        threads::want();
    }
    if checked & !abi::CHECKED_THREADS != 0 {
        job::want();
    }
}

/// This thread has taken a lock that is not OpenMP's.
#[unsafe(no_mangle)]
pub extern "C" fn __lockstep_v2_locked(lock: *const c_void) {
    threads::locks::taken(lock as u64);
}

/// This thread is about to give such a lock back.
#[unsafe(no_mangle)]
pub extern "C" fn __lockstep_v2_unlocking(lock: *const c_void) {
    threads::locks::given_back(lock as u64);
}

/// What every instrumented object refers to; being in the same object as the wrappers, it brings them
/// along out of the static library.
#[unsafe(no_mangle)]
pub static __lockstep_v2_runtime_is_missing_add_the_output_of__lockstep_flags_link: c_char = 1;

/// Runs after what the program itself does at its end: `exit` calls the functions of `atexit` and the
/// destructors of C++ objects first, then this list from its end.
#[used]
#[unsafe(link_section = ".fini_array.00101")]
static AT_EXIT: extern "C" fn() = job::at_exit;
