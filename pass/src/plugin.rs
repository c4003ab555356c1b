//! What LLVM asks a plugin for.

use std::ffi::{c_char, c_void};

/// `llvm::PassPluginLibraryInfo`, by value.
#[repr(C)]
pub struct PassPluginLibraryInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    register: Option<unsafe extern "C" fn(*mut c_void)>,
    /// LLVM 22 asks for a callback before code generation as well.
    #[cfg(not(feature = "llvm19"))]
    before_code_generation: *const c_void,
}

/// The version of the plugin interface of the LLVM this plugin is built for.
const API_VERSION: u32 = if cfg!(feature = "llvm19") { 1 } else { 2 };

unsafe extern "C" {
    fn lockstep_register(builder: *mut c_void);
}

unsafe extern "C" fn register(builder: *mut c_void) {
    // SAFETY: the host is of the LLVM the shim was compiled for and passes its PassBuilder.
    unsafe { lockstep_register(builder) }
}

/// Ends a compiler of another version with a sentence: its structures may be laid out differently,
/// already the one the plugin is asked for.
fn check_host() {
    if let Err(found) = crate::ir::host_version() {
        eprintln!(
            "error: this Lockstep plugin is for LLVM {}, and the compiler that loads it is LLVM \
             {found}; use clang-{0}, or a plugin built for LLVM {found}",
            crate::ir::LLVM_MAJOR
        );
        std::process::exit(2);
    }
}

/// The entry point of an LLVM pass plugin.
#[unsafe(no_mangle)]
pub extern "C" fn llvmGetPassPluginInfo() -> PassPluginLibraryInfo {
    check_host();
    PassPluginLibraryInfo {
        api_version: API_VERSION,
        name: c"lockstep".as_ptr(),
        version: concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast(),
        register: Some(register),
        #[cfg(not(feature = "llvm19"))]
        before_code_generation: std::ptr::null(),
    }
}
