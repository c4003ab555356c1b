//! The compilers, the two MPIs and the Lockstep under test.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use std::{env, fs};

use crate::annotation::Language;
use crate::{process, yielding};

/// Major version of the compilers the suite uses.
const LLVM: u32 = 22;

/// An MPI the suite runs under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mpi {
    /// Open MPI 4.1
    OpenMpi,
    /// MPICH 4.0
    Mpich,
    /// No MPI: a program of one process, started as it is.
    None,
}

impl Mpi {
    /// Both that there are.
    pub const ALL: [Self; 2] = [Self::OpenMpi, Self::Mpich];

    /// The name `lockstep cc --mpi=` takes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenMpi => "openmpi",
            Self::Mpich => "mpich",
            Self::None => "none",
        }
    }

    /// `mpirun -n ranks program`, with the settings that make small jobs on one machine start
    /// fast: no remote launcher, shared memory only, more ranks than cores, which yield. Without an MPI,
    /// the program alone.
    ///
    /// # Panics
    /// The library that makes MPICH's ranks yield cannot be made.
    #[must_use]
    pub fn launch(self, ranks: u32, program: &Path) -> Command {
        if self == Self::None {
            let mut command = Command::new(program);
            self.set_environment(&mut command);
            return command;
        }
        let mut command = Command::new(format!("mpirun.{}", self.name()));
        command.arg("-n").arg(ranks.to_string()).arg(program);
        self.set_environment(&mut command);
        // Launchers of Open MPI that run at once share a folder below /tmp, which the first to end takes away while
        // another makes one in it.
        if let Some(folder) = program.parent().filter(|_| self == Self::OpenMpi) {
            command.env("OMPI_MCA_orte_tmpdir_base", folder);
        }
        command
    }

    fn set_environment(self, command: &mut Command) {
        let settings: &[(&str, &str)] = match self {
            Self::OpenMpi => &[
                ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
                ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
                ("OMPI_MCA_plm", "isolated"),
                // Without it UCX is asked first for networks, 0.2 s of each run.
                ("OMPI_MCA_pml", "ob1"),
                ("OMPI_MCA_btl", "self,vader"),
                ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
                ("OMPI_MCA_mpi_yield_when_idle", "1"),
                ("OMPI_MCA_orte_base_help_aggregate", "0"),
            ],
            Self::Mpich => &[("HYDRA_LAUNCHER", "fork")],
            Self::None => &[],
        };
        command.envs(settings.iter().copied());
        if self == Self::Mpich {
            let test = env::current_exe().expect("a test program has a path");
            let folder = test.parent().expect("it is in a folder");
            command.env("LD_PRELOAD", yielding::library(folder));
        }
        command.env("OMP_NUM_THREADS", "2");
    }

    /// Flags that find this MPI's headers, as its own compiler wrapper tells them.
    fn compile_flags(self) -> Result<Vec<String>, String> {
        let flags = self.ask("mpicc", "--showme:compile", "-compile-info")?;
        Ok(flags.into_iter().filter(|flag| flag.starts_with("-I")).collect())
    }

    fn link_flags(self, language: Language) -> Result<Vec<String>, String> {
        let keep = |flag: &String| flag.starts_with("-L") || flag.starts_with("-l");
        let mut flags = Vec::new();
        if language == Language::Fortran {
            flags.push(match self {
                Self::OpenMpi => "-lmpi_mpifh".to_owned(),
                Self::Mpich => "-lmpichfort".to_owned(),
                Self::None => return Ok(flags),
            });
        }
        // Open MPI has a library of its own for the C++ bindings its header declares.
        let wrapper = if language == Language::Cpp { "mpicxx" } else { "mpicc" };
        flags.extend(self.ask(wrapper, "--showme:link", "-link-info")?.into_iter().filter(keep));
        // The Fortran library is found by the same -L.
        flags.sort_by_key(|flag| !flag.starts_with("-L"));
        Ok(flags)
    }

    /// The words a compiler wrapper answers; none without an MPI.
    fn ask(self, tool: &str, openmpi: &str, mpich: &str) -> Result<Vec<String>, String> {
        let program = format!("{tool}.{}", self.name());
        let option = match self {
            Self::OpenMpi => openmpi,
            Self::Mpich => mpich,
            Self::None => return Ok(Vec::new()),
        };
        let output = Command::new(&program)
            .arg(option)
            .output()
            .map_err(|error| format!("{program} does not start: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.split_whitespace().map(str::to_owned).collect())
    }
}

/// The compiler of a language, without Lockstep.
fn compiler(language: Language) -> String {
    match language {
        Language::C => format!("clang-{LLVM}"),
        Language::Cpp => format!("clang++-{LLVM}"),
        Language::Fortran => format!("flang-{LLVM}"),
    }
}

/// Who compiles: the plain compiler with an MPI's flags, or Lockstep.
#[derive(Clone, Debug)]
pub enum Compiler {
    /// clang or flang, and an own translation of the MPI's Fortran headers. `shared` is a folder
    /// for what all cases use.
    Plain {
        /// Where the Fortran module and headers are put.
        shared: PathBuf,
    },
    /// `lockstep cc`, `c++` and `fc`.
    Lockstep {
        /// The command.
        command: PathBuf,
        /// The file findings are appended to.
        json: PathBuf,
    },
}

impl Compiler {
    /// The command that compiles (or links, as `linking` says) one language for one MPI, up to
    /// the user's own arguments.
    ///
    /// # Errors
    /// The MPI's wrapper is missing or its Fortran headers cannot be made ready.
    pub fn command(&self, language: Language, mpi: Mpi) -> Result<Command, String> {
        match self {
            Self::Plain { shared } => {
                let mut command = Command::new(compiler(language));
                if language == Language::Fortran && mpi != Mpi::None {
                    let folder = fortran_headers(mpi, shared)?;
                    command.arg("-I").arg(&folder);
                }
                command.args(mpi.compile_flags()?);
                Ok(command)
            }
            Self::Lockstep { command: lockstep, json } => {
                let mut command = Command::new(lockstep);
                command.arg(match language {
                    Language::C => "cc",
                    Language::Cpp => "c++",
                    Language::Fortran => "fc",
                });
                command.arg(format!("--mpi={}", mpi.name())).arg("--json").arg(json);
                // The suite decides; what the developer has set for himself must not.
                for (name, _) in env::vars_os() {
                    if name.to_string_lossy().starts_with("LOCKSTEP_") {
                        command.env_remove(name);
                    }
                }
                Ok(command)
            }
        }
    }

    /// What a link needs beside the objects.
    ///
    /// # Errors
    /// The MPI's wrapper is missing.
    pub fn link_flags(&self, language: Language, mpi: Mpi) -> Result<Vec<String>, String> {
        match self {
            Self::Plain { .. } => mpi.link_flags(language),
            Self::Lockstep { .. } => Ok(Vec::new()),
        }
    }
}

/// A folder with `mpif.h` and the module `mpi` as flang reads them. Open MPI's `mpif.h` includes
/// gfortran's `MPI_Sizeof`, which flang does not need and cannot read; the module is a wrapper
/// around `mpif.h` for both.
fn fortran_headers(mpi: Mpi, shared: &Path) -> Result<PathBuf, String> {
    static OPENMPI: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    static MPICH: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let made = match mpi {
        Mpi::OpenMpi => &OPENMPI,
        Mpi::Mpich => &MPICH,
        Mpi::None => return Err("without an MPI there are no headers of it".to_owned()),
    };
    made.get_or_init(|| make_fortran_headers(mpi, &shared.join(mpi.name()))).clone()
}

fn make_fortran_headers(mpi: Mpi, folder: &Path) -> Result<PathBuf, String> {
    let complete = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(complete)?;
    for flag in mpi.compile_flags()? {
        let Ok(entries) = fs::read_dir(&flag["-I".len()..]) else { continue };
        for entry in entries.flatten() {
            let name = entry.file_name();
            if name.to_string_lossy().starts_with("mpif") {
                fs::copy(entry.path(), folder.join(name)).map_err(complete)?;
            }
        }
    }
    if mpi == Mpi::OpenMpi {
        fs::write(folder.join("mpif-sizeof.h"), "").map_err(complete)?;
    }
    let module = folder.join("mpi.f90");
    fs::write(&module, "module mpi\n  include 'mpif.h'\nend module mpi\n").map_err(complete)?;
    let mut command = Command::new(compiler(Language::Fortran));
    command.arg("-fsyntax-only").arg("-I").arg(folder).arg("-module-dir").arg(folder).arg(&module);
    let outcome = process::run(&mut command, folder, Duration::from_secs(120))?;
    match outcome.succeeded() {
        true => Ok(folder.to_owned()),
        false => Err(format!("the module mpi for {} fails:\n{}", mpi.name(), outcome.stderr)),
    }
}

/// Finds the `lockstep` command: `LOCKSTEP_BIN`, or the build beside this executable.
///
/// # Errors
/// One sentence that says how to build it. A suite without its subject must not look green.
pub fn find_lockstep() -> Result<PathBuf, String> {
    let advice = "build them with `cargo build --release -p lockstep -p lockstep-pass \
                  -p lockstep-runtime`, or set LOCKSTEP_BIN to the command";
    if let Some(path) = env::var_os("LOCKSTEP_BIN").map(PathBuf::from) {
        return match path.is_file() {
            true => Ok(path),
            false => Err(format!("LOCKSTEP_BIN={} is not a file; {advice}", path.display())),
        };
    }
    let executable = env::current_exe().map_err(|error| error.to_string())?;
    // target/<profile>/deps/cases-<hash>
    let profile = executable.ancestors().nth(2).unwrap_or(Path::new("."));
    let target = profile.parent().unwrap_or(Path::new("."));
    let folders = [profile.to_owned(), target.join("release"), target.join("debug")];
    let wanted = ["lockstep", "liblockstep_pass.so", "liblockstep_runtime.a"].map(OsString::from);
    folders
        .iter()
        .find(|folder| wanted.iter().all(|file| folder.join(file).is_file()))
        .map(|folder| folder.join("lockstep"))
        .ok_or_else(|| {
            format!(
                "the lockstep command, plugin and runtime are not in {}; {advice}",
                profile.display()
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_mpi_nothing_is_asked_and_nothing_launches() {
        for language in [Language::C, Language::Cpp, Language::Fortran] {
            let plain = Compiler::Plain { shared: PathBuf::from("/nowhere") };
            let command = plain.command(language, Mpi::None).expect("no wrapper is needed");
            assert_eq!(command.get_args().count(), 0, "{language:?}");
            assert_eq!(plain.link_flags(language, Mpi::None), Ok(Vec::new()), "{language:?}");
        }
        let command = Mpi::None.launch(1, Path::new("/bin/true"));
        assert_eq!((command.get_program(), command.get_args().count()), ("/bin/true".as_ref(), 0));
    }

    #[test]
    fn lockstep_is_told_that_there_is_no_mpi() {
        let compiler = Compiler::Lockstep { command: "lockstep".into(), json: "j".into() };
        let command = compiler.command(Language::C, Mpi::None).expect("a command");
        assert!(command.get_args().any(|argument| argument == "--mpi=none"));
    }
}
