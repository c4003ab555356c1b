//! The three languages, each with its compiler and its MPI wrapper.

use std::ffi::OsString;
use std::path::Path;

use crate::search_path;

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
        if search_path::find(&chosen).is_some() {
            return vec![chosen];
        }
        let words = chosen.to_str().and_then(shlex::split).filter(|words| !words.is_empty());
        words.map_or_else(|| vec![chosen], |words| words.into_iter().map(OsString::from).collect())
    }
}

/// Compilers that are not LLVM's, by a part of their names (`x86_64-linux-gnu-gcc-12`).
const OTHERS: &[&str] =
    &["gcc", "g++", "gfortran", "icc", "icpc", "ifort", "nvc", "nvc++", "nvfortran"];

/// The name in this choice of a compiler that cannot load the plugin; `None`: there is none that
/// is known. `cc` is what it stands for.
pub fn without_plugins(words: &[OsString]) -> Option<String> {
    words.iter().find_map(|word| {
        let file = search_path::find(word)?;
        let target = file.canonicalize().unwrap_or(file);
        let is_other = |file: &Path| {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name.split('-').any(|part| OTHERS.contains(&part))
        };
        // A link of that name may lead to a program that runs any compiler (`ccache`).
        is_other(&target).then(|| word.to_string_lossy().into_owned())
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn compilers_that_cannot_load_the_plugin_are_known_by_their_files() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["x86_64-linux-gnu-gcc-12", "clang-22", "ccache"] {
            let file = folder.path().join(name);
            std::fs::write(&file, "").unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        symlink("x86_64-linux-gnu-gcc-12", folder.path().join("cc")).unwrap();
        symlink("ccache", folder.path().join("gcc")).unwrap();
        let word = |name: &str| folder.path().join(name).into_os_string();
        assert!(without_plugins(&[word("cc")]).is_some());
        assert!(without_plugins(&[word("ccache"), word("cc")]).is_some());
        assert_eq!(without_plugins(&[word("ccache"), word("clang-22")]), None);
        assert_eq!(without_plugins(&[word("gcc")]), None);
        assert_eq!(without_plugins(&[word("no-gcc")]), None);
        assert_eq!(without_plugins(&[]), None);
    }
}
