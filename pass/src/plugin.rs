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

/// Registers the pass, if the compiler is of the version the plugin is built for.
unsafe extern "C" fn register(builder: *mut c_void) {
    if let Err(found) = crate::ir::host_version() {
        // The compiler's own structures may be laid out differently: nothing else may be touched.
        eprintln!(
            "error: this Lockstep plugin is for LLVM {}, and the compiler that loads it is LLVM \
             {found}; use clang-{0}, or a plugin built for LLVM {found}",
            crate::ir::LLVM_MAJOR
        );
        std::process::exit(2);
    }
    // SAFETY: the host is of the LLVM the shim was compiled for and passes its PassBuilder.
    unsafe { lockstep_register(builder) }
}

/// The entry point of an LLVM pass plugin.
#[unsafe(no_mangle)]
pub extern "C" fn llvmGetPassPluginInfo() -> PassPluginLibraryInfo {
    PassPluginLibraryInfo {
        api_version: API_VERSION,
        name: c"lockstep".as_ptr(),
        version: concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast(),
        register: Some(register),
        #[cfg(not(feature = "llvm19"))]
        before_code_generation: std::ptr::null(),
    }
}
