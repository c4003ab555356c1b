//! LLVM, and nothing but: reading a module into a [`lockstep_core::program::Program`], reporting
//! through the compiler, inserting calls.
//!
//! All pointers come from the host compiler and live as long as the module it passes in; none is kept
//! after [`crate::run`] returns.

mod aggregates;
mod aliases;
mod attributes;
mod coerced;
mod constants;
mod constructors;
mod descriptors;
mod diagnostics;
mod expanded;
mod fortran_source;
mod instrument;
mod moved;
mod mutexes;
mod reader;
mod record;
mod tables;
mod types;

use std::ffi::{CStr, CString, c_char};

use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use lockstep_core::mpi;
use lockstep_core::record::display;
use lockstep_core::threads::openmp;

pub use aliases::add as add_aliases;
pub use diagnostics::{Diagnostics, Severity};
pub use instrument::instrument;
pub use mutexes::announce as announce_mutexes;
pub use reader::read;
pub use record::{embed as embed_record, source_of};

/// The compiler's module.
pub type ModuleRef = LLVMModuleRef;

/// A call in it.
pub type CallRef = LLVMValueRef;

/// The LLVM the plugin is built for.
pub const LLVM_MAJOR: u32 = if cfg!(feature = "llvm19") { 19 } else { 22 };

/// Named metadata that says a module went through the plugin already.
const MARK: &CStr = c"lockstep.done";
/// Metadata of a call while it is read: its number.
const TAG: &str = "lockstep.tag";
/// Numbers of calls that carry no tag begin here.
const UNTAGGED: u32 = 1 << 24;

unsafe extern "C" {
    fn lockstep_promoted_copy(function: LLVMValueRef) -> LLVMValueRef;
    fn lockstep_erase(function: LLVMValueRef);
    fn lockstep_append_constructor(module: LLVMModuleRef, function: LLVMValueRef);
    fn lockstep_append_used(module: LLVMModuleRef, global: LLVMValueRef);
    fn lockstep_case_value(instruction: LLVMValueRef, index: u32) -> i64;
    fn lockstep_demangle(symbol: *const c_char) -> *mut c_char;
    fn free(memory: *mut c_char);
}

/// Is the host of the version we are built for?
///
/// # Errors
/// The host's major version.
pub fn host_version() -> Result<(), u32> {
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    // SAFETY: writes three integers.
    unsafe { llvm::LLVMGetVersion(&raw mut major, &raw mut minor, &raw mut patch) };
    if major == LLVM_MAJOR { Ok(()) } else { Err(major) }
}

fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}

/// Marks the module as done; false when it was already (the plugin given twice, or LTO after it).
#[must_use]
pub fn mark(module: LLVMModuleRef) -> bool {
    let name = MARK.to_bytes();
    // SAFETY: the module is the host's; the name has its length.
    unsafe {
        if !llvm::LLVMGetNamedMetadata(module, MARK.as_ptr(), name.len()).is_null() {
            return false;
        }
        llvm::LLVMGetOrInsertNamedMetadata(module, MARK.as_ptr(), name.len());
    }
    true
}

/// The module's variables; lists for the linker are none.
fn variables(module: LLVMModuleRef) -> Vec<LLVMValueRef> {
    let mut found = Vec::new();
    // SAFETY: walks the module's own list.
    unsafe {
        let mut global = llvm::LLVMGetFirstGlobal(module);
        while !global.is_null() {
            let is_list = llvm::LLVMGetLinkage(global) == LLVMLinkage::LLVMAppendingLinkage;
            found.extend((!is_list).then_some(global));
            global = llvm::LLVMGetNextGlobal(global);
        }
    }
    found
}

/// The functions of a module.
fn functions(module: LLVMModuleRef) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: walks the module's own list.
    let first = unsafe { llvm::LLVMGetFirstFunction(module) };
    std::iter::successors((!first.is_null()).then_some(first), |function| {
        // SAFETY: as above.
        let next = unsafe { llvm::LLVMGetNextFunction(*function) };
        (!next.is_null()).then_some(next)
    })
}

/// The instructions of a function, block by block.
fn instructions(function: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut all = Vec::new();
    // SAFETY: walks the function's own lists.
    unsafe {
        let mut block = llvm::LLVMGetFirstBasicBlock(function);
        while !block.is_null() {
            let mut instruction = llvm::LLVMGetFirstInstruction(block);
            while !instruction.is_null() {
                all.push(instruction);
                instruction = llvm::LLVMGetNextInstruction(instruction);
            }
            block = llvm::LLVMGetNextBasicBlock(block);
        }
    }
    all
}

/// The calls of functions that are declared, of the kinds `kind` finds by name. They are found from the
/// declarations: these are few, where the instructions of a module are many.
fn calls_of<T: Copy>(
    module: LLVMModuleRef,
    kind: impl Fn(&str) -> Option<T>,
) -> Vec<(LLVMValueRef, T)> {
    let mut calls = Vec::new();
    // SAFETY: walks the uses of the module's functions.
    unsafe {
        for function in functions(module).filter(|f| llvm::LLVMIsDeclaration(*f) != 0) {
            let Some(kind) = kind(&name_of(function)) else { continue };
            let mut used = llvm::LLVMGetFirstUse(function);
            while !used.is_null() {
                let user = llvm::LLVMGetUser(used);
                used = llvm::LLVMGetNextUse(used);
                let is_call = !llvm::LLVMIsAInstruction(user).is_null() && types::is_call(user);
                if is_call && types::called_function(user) == Some(function) {
                    calls.push((user, kind));
                }
            }
        }
    }
    calls
}

/// A value's name (its linker symbol, for functions and globals).
fn name_of(value: LLVMValueRef) -> String {
    let mut length = 0;
    // SAFETY: the name lives as long as the value and has the length answered.
    unsafe {
        let name = llvm::LLVMGetValueName2(value, &raw mut length);
        if name.is_null() {
            return String::new();
        }
        String::from_utf8_lossy(std::slice::from_raw_parts(name.cast(), length)).into_owned()
    }
}

/// A symbol as the user wrote it.
fn demangled(symbol: &str) -> String {
    if let Some(fortran) = display::of_fortran(symbol) {
        return fortran;
    }
    // Without the hash rustc ends its names with.
    if let Ok(rust) = rustc_demangle::try_demangle(symbol) {
        return format!("{rust:#}");
    }
    if !symbol.starts_with("_Z") {
        return symbol.to_owned();
    }
    let symbol = c_string(symbol);
    // SAFETY: the answer is a C string that is ours to free.
    unsafe {
        let text = lockstep_demangle(symbol.as_ptr());
        let name = CStr::from_ptr(text).to_string_lossy().into_owned();
        free(text);
        name
    }
}

/// Does the module declare or define anything of MPI?
#[must_use]
pub fn mentions_mpi(module: LLVMModuleRef) -> bool {
    functions(module).any(|function| mpi::lookup(&name_of(function)).is_some())
}

/// Does the module call OpenMP's runtime?
#[must_use]
pub fn mentions_openmp(module: LLVMModuleRef) -> bool {
    functions(module).any(|function| openmp::is_of_library(&name_of(function)))
}

/// Gives every call of a collective in the module a number, as metadata that survives cloning.
/// Answers the calls by number.
#[must_use]
pub fn tag_calls(module: LLVMModuleRef) -> Vec<LLVMValueRef> {
    let mut calls = Vec::new();
    // SAFETY: instructions are the module's; metadata is made in its context.
    unsafe {
        let context = llvm::LLVMGetModuleContext(module);
        let kind = llvm::LLVMGetMDKindIDInContext(context, TAG.as_ptr().cast(), TAG.len() as u32);
        let integer = llvm::LLVMInt32TypeInContext(context);
        for function in functions(module) {
            for instruction in instructions(function) {
                if types::is_call(instruction)
                    && let Some(callee) = types::called_function(instruction)
                    && mpi::lookup(&name_of(callee))
                        .is_some_and(|call| call.procedure.collective().is_some())
                {
                    let number = llvm::LLVMConstInt(integer, calls.len() as u64, 0);
                    let node = llvm::LLVMMDNodeInContext2(
                        context,
                        &mut llvm::LLVMValueAsMetadata(number),
                        1,
                    );
                    llvm::LLVMSetMetadata(
                        instruction,
                        kind,
                        llvm::LLVMMetadataAsValue(context, node),
                    );
                    calls.push(instruction);
                }
            }
        }
    }
    calls
}

/// The number of a tagged call.
fn tag_of(instruction: LLVMValueRef, kind: u32) -> Option<u32> {
    // SAFETY: the node was made by `tag_calls` and holds one integer.
    unsafe {
        let node = llvm::LLVMGetMetadata(instruction, kind);
        if node.is_null() || llvm::LLVMGetMDNodeNumOperands(node) != 1 {
            return None;
        }
        let mut number = std::ptr::null_mut();
        llvm::LLVMGetMDNodeOperands(node, &raw mut number);
        u32::try_from(llvm::LLVMConstIntGetZExtValue(number)).ok()
    }
}

/// Takes the numbers away again.
pub fn remove_tags(calls: &[LLVMValueRef]) {
    for call in calls {
        // SAFETY: the calls are the module's.
        unsafe {
            let context = llvm::LLVMGetModuleContext(llvm::LLVMGetGlobalParent(
                llvm::LLVMGetBasicBlockParent(llvm::LLVMGetInstructionParent(*call)),
            ));
            let kind =
                llvm::LLVMGetMDKindIDInContext(context, TAG.as_ptr().cast(), TAG.len() as u32);
            llvm::LLVMSetMetadata(*call, kind, std::ptr::null_mut());
        }
    }
}

/// A copy of a function's code with local variables in registers. It stands in the function's module
/// while this lives, and is gone before the host goes on.
struct Promoted(LLVMValueRef);

impl Promoted {
    fn of(function: LLVMValueRef) -> Self {
        // SAFETY: a function with a body; what is made is removed where this ends.
        Self(unsafe { lockstep_promoted_copy(function) })
    }
}

impl Drop for Promoted {
    fn drop(&mut self) {
        // SAFETY: it is ours, and nothing refers to it.
        unsafe { lockstep_erase(self.0) }
    }
}
