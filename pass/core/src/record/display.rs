//! Names as users write them, from linker symbols.

use crate::threads::openmp;

/// The name as the user wrote it; of an unknown mangling, the symbol itself.
#[must_use]
pub fn of(symbol: &str) -> String {
    if let Some(fortran) = of_fortran(symbol) {
        return fortran;
    }
    // Without the hash rustc ends its names with.
    if let Ok(rust) = rustc_demangle::try_demangle(symbol) {
        return format!("{rust:#}");
    }
    if !symbol.starts_with("_Z") {
        return symbol.to_owned();
    }
    let demangled = cpp_demangle::Symbol::new(symbol).ok().and_then(|name| name.demangle().ok());
    demangled.unwrap_or_else(|| symbol.to_owned())
}

/// flang's names: `_QPsolve`, `_QMgridPsetup`, `_QMgridFsetupPinner`, `_QQmain`; `None`: it is none of them.
#[must_use]
pub fn of_fortran(symbol: &str) -> Option<String> {
    // A region of threads stands in the function that it was made of.
    let mangled = openmp::without_outlining(symbol.strip_prefix("_Q")?);
    if mangled == "Qmain" {
        return Some("the main program".to_owned());
    }
    let parts: Vec<&str> =
        mangled.split(|c: char| c.is_ascii_uppercase()).filter(|part| !part.is_empty()).collect();
    Some(parts.join("::"))
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn each_language_has_its_own() {
        assert_eq!(of("solve"), "solve");
        assert_eq!(of("_QMgridPsetup"), "grid::setup");
        assert_eq!(of("_QQmain"), "the main program");
        assert_eq!(of("_QQmain..omp_par"), "the main program");
        assert_eq!(of("_ZN4grid5setupEi"), "grid::setup(int)");
        assert_eq!(of("_ZN4core3ptr4read17h0123456789abcdefE"), "core::ptr::read");
        assert_eq!(of("_Z"), "_Z");
    }
}
