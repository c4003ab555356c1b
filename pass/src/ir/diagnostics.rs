//! Reporting through the compiler that hosts the plugin, or for it.

use std::cell::Cell;
use std::ffi::{OsStr, c_char};
use std::os::unix::ffi::OsStrExt;

use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::LLVMModuleRef;
use lockstep_core::finding::Location;

use super::c_string;

unsafe extern "C" {
    fn lockstep_diagnose(
        module: LLVMModuleRef,
        severity: u32,
        file: *const c_char,
        line: u32,
        column: u32,
        message: *const c_char,
        print: u32,
    );
}

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Fails the compilation.
    Error,
    /// A finding.
    Warning,
    /// Belongs to the diagnostic before it.
    Note,
}

/// Who prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Printer {
    /// clang: its own options decide on colour, `-w` and `-Werror`.
    Host,
    /// We do: flang drops diagnostics with a source line, clang spoils them for LLVM IR as input.
    Own {
        /// `-w`.
        silent: bool,
        /// `-Werror`.
        warnings_are_errors: bool,
        /// `-fdiagnostics-color`.
        color: bool,
    },
}

/// The compiler's diagnostics.
#[derive(Debug)]
pub struct Diagnostics {
    module: LLVMModuleRef,
    printer: Printer,
    /// Something that fails the compilation was printed by us, not counted by the host.
    failed: Cell<bool>,
}

impl Diagnostics {
    /// Of the compiler that compiles `module`.
    #[must_use]
    pub fn new(module: LLVMModuleRef) -> Self {
        let host = std::env::current_exe().unwrap_or_default();
        let host = host.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let printer = if host.contains("clang") && is_from_source(module) {
            Printer::Host
        } else {
            let words = command_line();
            let given = |word: &str| words.iter().any(|given| given == word);
            // Of other hosts' options nothing is known: `-w` may be anything to them.
            let flang = host.contains("flang");
            Printer::Own {
                silent: flang && given("-w"),
                warnings_are_errors: flang && given("-Werror"),
                color: given("-fcolor-diagnostics") || given("-fdiagnostics-color=always"),
            }
        };
        Self { module, printer, failed: Cell::new(false) }
    }

    /// Reports one.
    pub fn emit(&self, severity: Severity, location: &Location, message: &str) {
        let (severity, print) = match self.printer {
            Printer::Host => (severity, 0),
            Printer::Own { silent: true, .. } if severity != Severity::Error => return,
            Printer::Own { warnings_are_errors, color, .. } => {
                let graver = warnings_are_errors && severity == Severity::Warning;
                let severity = if graver { Severity::Error } else { severity };
                self.failed.set(self.failed.get() || severity == Severity::Error);
                (severity, if color { 2 } else { 1 })
            }
        };
        let (file, message) = (c_string(&location.file), c_string(message));
        let severity = match severity {
            Severity::Error => 0,
            Severity::Warning => 1,
            Severity::Note => 2,
        };
        // SAFETY: the strings live through the call.
        unsafe {
            lockstep_diagnose(
                self.module,
                severity,
                file.as_ptr(),
                location.line,
                location.column,
                message.as_ptr(),
                print,
            );
        }
    }

    /// Ends a host that does not know that the compilation failed.
    pub fn finish(&self) {
        if self.failed.get() {
            std::process::exit(1);
        }
    }
}

/// Was the module made from source text, not read as LLVM IR?
fn is_from_source(module: LLVMModuleRef) -> bool {
    let text = |get: unsafe extern "C" fn(_, *mut usize) -> *const c_char| {
        let mut length = 0;
        // SAFETY: the text lives as long as the module and has the length answered.
        unsafe {
            let start = get(module, &raw mut length);
            if start.is_null() {
                return Vec::new();
            }
            std::slice::from_raw_parts(start.cast::<u8>(), length).to_vec()
        }
    };
    text(llvm::LLVMGetModuleIdentifier) == text(llvm::LLVMGetSourceFileName)
}

/// The words the process was started with.
fn command_line() -> Vec<String> {
    let bytes = std::fs::read("/proc/self/cmdline").unwrap_or_default();
    let words = bytes.split(|byte| *byte == 0);
    words.map(|word| OsStr::from_bytes(word).to_string_lossy().into_owned()).collect()
}
