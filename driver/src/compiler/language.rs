//! The three languages, each with its compiler and its MPI wrapper.

use std::ffi::OsString;

/// A language the wrapper compiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Language {
    /// C: `lockstep cc`.
    C,
    /// C++: `lockstep c++`.
    #[value(name = "c++", alias = "cxx")]
    Cxx,
    /// Fortran: `lockstep fc`.
    #[value(alias = "fc")]
    Fortran,
}

impl Language {
    /// The language of a subcommand's name.
    pub fn of_subcommand(name: &str) -> Option<Self> {
        match name {
            "cc" => Some(Self::C),
            "c++" | "cxx" => Some(Self::Cxx),
            "fc" => Some(Self::Fortran),
            _ => None,
        }
    }

    /// The variable that names another compiler.
    pub fn variable(self) -> &'static str {
        match self {
            Self::C => "LOCKSTEP_CC",
            Self::Cxx => "LOCKSTEP_CXX",
            Self::Fortran => "LOCKSTEP_FC",
        }
    }

    /// The compiler the plugin is built for.
    pub fn default_compiler(self) -> &'static str {
        match self {
            Self::C => "clang-22",
            Self::Cxx => "clang++-22",
            Self::Fortran => "flang-22",
        }
    }

    /// Debian's package with that compiler.
    pub fn package(self) -> &'static str {
        match self {
            Self::C | Self::Cxx => "clang-22",
            Self::Fortran => "flang-22",
        }
    }

    /// Names of the MPI wrapper for this language, the best first.
    pub fn mpi_wrappers(self) -> &'static [&'static str] {
        match self {
            Self::C => &["mpicc"],
            Self::Cxx => &["mpicxx", "mpic++"],
            Self::Fortran => &["mpifort", "mpif90"],
        }
    }

    /// The compiler and the first arguments the user's choice begins with. A choice of several
    /// words (`ccache clang-22`) is split, unless it is the name of a file.
    pub fn compiler(self) -> Vec<OsString> {
        let chosen = std::env::var_os(self.variable()).filter(|value| !value.is_empty());
        let Some(chosen) = chosen else { return vec![self.default_compiler().into()] };
        if crate::search_path::find(&chosen).is_some() {
            return vec![chosen];
        }
        let words = chosen.to_str().and_then(shlex::split).filter(|words| !words.is_empty());
        words.map_or_else(|| vec![chosen], |words| words.into_iter().map(OsString::from).collect())
    }
}
