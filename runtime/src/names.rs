//! Functions' names as users write them, from the symbols of the program.

use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr::null_mut;

use lockstep_core::record::display;

/// The name of the function that a symbol stands for, or that a compiler made it for.
#[must_use]
pub fn as_written(symbol: &str) -> String {
    let own = own_function(symbol);
    let fortran = || display::of_fortran(own);
    let cpp = || own.starts_with("_Z").then(|| of_cpp(own)).flatten();
    fortran().or_else(cpp).unwrap_or_else(|| own.to_owned())
}

/// The function a compiler made a region's function of: `main.omp_outlined`, `.omp_outlined._debug__`,
/// `_QQmain..omp_par`, `.omp_task_entry.`.
fn own_function(name: &str) -> &str {
    let cut = [".omp_outlined", "..omp_par", ".omp_task", ".omp.", ".omp_"];
    cut.iter().filter_map(|mark| name.find(mark)).min().map_or(name, |at| &name[..at])
}

/// A program in C++ has a library that knows how its names are made (Itanium C++ ABI, 3.4: `__cxa_demangle`); a
/// demangler of our own would be in every program. `None`: it has none, or does not know this one.
fn of_cpp(symbol: &str) -> Option<String> {
    type Demangle =
        unsafe extern "C" fn(*const c_char, *mut c_char, *mut usize, *mut c_int) -> *mut c_char;
    // SAFETY: looks a name up.
    let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"__cxa_demangle".as_ptr()) };
    if found.is_null() {
        return None;
    }
    // SAFETY: the ABI says what is of this name.
    let demangle: Demangle = unsafe { std::mem::transmute(found) };
    let symbol = CString::new(symbol).ok()?;
    let mut status = 0;
    // SAFETY: the symbol ends with NUL; the result is null, or a text that is ours to free.
    unsafe {
        let text = demangle(symbol.as_ptr(), null_mut(), null_mut(), &raw mut status);
        if text.is_null() {
            return None;
        }
        let name = CStr::from_ptr(text).to_string_lossy().into_owned();
        libc::free(text.cast());
        Some(name)
    }
}

#[cfg(test)]
mod tests {
    use super::{as_written, own_function};

    #[test]
    fn regions_are_named_by_the_function_they_stand_in() {
        for (symbol, function) in [
            ("main.omp_outlined", "main"),
            ("main.omp_outlined_debug__", "main"),
            (".omp_outlined._debug__", ""),
            ("_QQmain..omp_par", "_QQmain"),
            ("solve", "solve"),
            (".omp_task_entry.", ""),
        ] {
            assert_eq!(own_function(symbol), function);
        }
        assert_eq!(as_written("_QQmain..omp_par"), "the main program");
    }
}
