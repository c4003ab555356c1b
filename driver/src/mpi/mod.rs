//! Which MPI a command means, and what compiling and linking with it takes.

mod wrapper;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

pub use wrapper::Flags;

use crate::compiler::Language;
use crate::failure::Failure;
use crate::search_path;

/// An implementation of MPI, as far as launching differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Implementation {
    /// Open MPI.
    OpenMpi,
    /// MPICH and what shares its binary interface and launcher (Intel MPI, MVAPICH).
    Mpich,
}

impl Implementation {
    /// The suffix Debian gives this implementation's commands.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::OpenMpi => "openmpi",
            Self::Mpich => "mpich",
        }
    }

    /// Debian's package with its launcher.
    pub fn package(self) -> &'static str {
        match self {
            Self::OpenMpi => "openmpi-bin",
            Self::Mpich => "mpich",
        }
    }

    /// Debian's package with its headers and compiler wrappers.
    pub fn development_package(self) -> &'static str {
        match self {
            Self::OpenMpi => "libopenmpi-dev",
            Self::Mpich => "libmpich-dev",
        }
    }
}

impl fmt::Display for Implementation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpenMpi => "Open MPI",
            Self::Mpich => "MPICH",
        })
    }
}

/// Which MPI the user wants (`--mpi`, `LOCKSTEP_MPI`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// What plain `mpicc` is, else Open MPI, else MPICH, else none.
    #[default]
    Default,
    /// This implementation.
    Implementation(Implementation),
    /// The one of this compiler wrapper.
    Wrapper(PathBuf),
    /// Nothing is added.
    None,
}

impl FromStr for Choice {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        match text {
            "" => Ok(Self::Default),
            "openmpi" => Ok(Self::Implementation(Implementation::OpenMpi)),
            "mpich" => Ok(Self::Implementation(Implementation::Mpich)),
            "none" => Ok(Self::None),
            path if path.contains('/') => Ok(Self::Wrapper(path.into())),
            other => Err(Failure::new(
                format!("{other:?} is not a choice of MPI"),
                "use openmpi, mpich, none or the path of an mpicc (--mpi=…, LOCKSTEP_MPI)",
            )),
        }
    }
}

impl Choice {
    /// The choice of `LOCKSTEP_MPI`.
    pub fn from_environment() -> Result<Self, Failure> {
        match std::env::var_os("LOCKSTEP_MPI") {
            None => Ok(Self::Default),
            Some(value) => value.to_string_lossy().parse(),
        }
    }

    /// What compiling and linking this language with the chosen MPI takes; `None`: no MPI was
    /// asked for, and none was found.
    pub fn flags(&self, language: Language) -> Result<Option<Flags>, Failure> {
        let wrapper = match self {
            Self::None => return Ok(None),
            Self::Wrapper(path) => Some(of_language(path, language)?),
            Self::Default => default_wrapper(language),
            Self::Implementation(implementation) => Some(
                wrapper_of(*implementation, language).ok_or_else(|| missing(*implementation))?,
            ),
        };
        wrapper.map(|wrapper| wrapper::flags(&wrapper)).transpose()
    }
}

fn missing(implementation: Implementation) -> Failure {
    Failure::new(
        format!("the compiler wrappers of {implementation} are not installed"),
        format!("apt-get install {}, or use --mpi=none", implementation.development_package()),
    )
}

fn default_wrapper(language: Language) -> Option<PathBuf> {
    let plain = language.mpi_wrappers().iter().find_map(search_path::find);
    plain
        .or_else(|| wrapper_of(Implementation::OpenMpi, language))
        .or_else(|| wrapper_of(Implementation::Mpich, language))
}

/// The wrapper of this implementation: with its suffix, or without where that is the one meant.
fn wrapper_of(implementation: Implementation, language: Language) -> Option<PathBuf> {
    let names = language.mpi_wrappers().iter();
    let suffixed = names.map(|name| format!("{name}.{}", implementation.suffix()));
    suffixed.filter_map(search_path::find).next().or_else(|| {
        let plain = language.mpi_wrappers().iter().find_map(search_path::find)?;
        (implementation_of_wrapper(&plain) == implementation).then_some(plain)
    })
}

/// Only Open MPI's wrappers answer `--showme:version`.
fn implementation_of_wrapper(wrapper: &Path) -> Implementation {
    let answer = Command::new(wrapper).arg("--showme:version").output();
    match answer {
        Ok(output) if String::from_utf8_lossy(&output.stdout).contains("Open MPI") => {
            Implementation::OpenMpi
        }
        _ => Implementation::Mpich,
    }
}

/// The sibling for a language of the wrapper the user named (`/opt/mpi/bin/mpicc`). The wrapper
/// itself where it has no siblings by the usual names.
fn of_language(wrapper: &Path, language: Language) -> Result<PathBuf, Failure> {
    if !search_path::is_executable(wrapper) {
        return Err(Failure::new(
            format!("{} is not an executable file", wrapper.display()),
            "name the mpicc of your MPI (--mpi=/path/to/mpicc, LOCKSTEP_MPI)",
        ));
    }
    let name = wrapper.file_name().unwrap_or_default().to_string_lossy();
    let sibling = language.mpi_wrappers().iter().find_map(|wanted| {
        let file = wrapper.with_file_name(name.replacen("mpicc", wanted, 1));
        search_path::is_executable(&file).then_some(file)
    });
    Ok(sibling.unwrap_or_else(|| wrapper.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read() {
        assert_eq!("".parse(), Ok(Choice::Default));
        assert_eq!("none".parse(), Ok(Choice::None));
        assert_eq!("openmpi".parse(), Ok(Choice::Implementation(Implementation::OpenMpi)));
        assert_eq!("/opt/mpi/bin/mpicc".parse(), Ok(Choice::Wrapper("/opt/mpi/bin/mpicc".into())));
        let failure = "lam".parse::<Choice>().unwrap_err().to_string();
        assert!(failure.contains("LOCKSTEP_MPI"), "{failure}");
    }

    #[test]
    fn a_wrapper_that_is_not_there_is_a_failure() {
        let failure = Choice::Wrapper("/nowhere/mpicc".into()).flags(Language::C).unwrap_err();
        assert!(failure.to_string().contains("/nowhere/mpicc"));
    }
}
