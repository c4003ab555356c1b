//! `lockstep run`: starts a job with the launcher that fits the program.

mod launcher;
mod options;

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use lockstep_core::abi;

pub use options::Run;

use crate::cache;
use crate::elf;
use crate::failure::Failure;
use crate::installation::Installation;
use crate::mpi::Implementation;
use crate::search_path;
use launcher::Launcher;
use options::Job;

/// Starts the job in this process's place, so that input, signals and the exit status are the
/// launcher's own and nothing of ours can outlive it.
pub fn run(words: &[OsString]) -> Result<ExitCode, Failure> {
    let job = Job::read(words)?;
    let program = Program::look_at(&job.program[0])?;
    let has_runtime = all_alike(&job, &program)?;
    let launcher = Launcher::find(job.mpirun.as_deref(), program.mpi, &program.name)?;
    let mut command = Command::new(&launcher.path);
    let variables = launcher.hand_on(&environment(&job, has_runtime)?, &mut command);
    command.args(&variables);
    if launcher.must_oversubscribe(&job) {
        command.arg("--oversubscribe");
    }
    if let Some(ranks) = &job.ranks {
        command.arg("-n").arg(ranks);
    }
    command.args(&job.launcher_options);
    for word in &job.program {
        command.arg(word);
        if word == ":" {
            command.args(&variables);
        }
    }
    launcher.allow_root(&mut command);
    let error = command.exec();
    Err(Failure::new(
        format!("{} could not be started: {error}", launcher.path.display()),
        "name another launcher with --mpirun",
    ))
}

/// Whether the runtime is linked into the programs of the job; an error if into some only: then some
/// ranks would wait for answers the others do not give. `--full` brings it to those that lack it.
fn all_alike(job: &Job, first: &Program) -> Result<bool, Failure> {
    let mut all = first.has_runtime;
    for word in job.further_programs() {
        let program = Program::look_at(word)?;
        // Of a script nobody knows what it runs.
        if program.has_runtime != first.has_runtime && !program.is_script && !first.is_script {
            if !job.full {
                let [with, without] =
                    if first.has_runtime { [first, &program] } else { [&program, first] };
                return Err(Failure::new(
                    format!(
                        "{} was built with Lockstep and {} without: the ranks of a job cannot agree on \
                         being checked",
                        with.name, without.name
                    ),
                    format!("build {} with `lockstep cc` too, or add --full", without.name),
                ));
            }
            all = false;
        }
    }
    Ok(all)
}

/// The variables every rank gets.
fn environment(job: &Job, has_runtime: bool) -> Result<Vec<(&'static str, OsString)>, Failure> {
    let mut variables = Vec::new();
    if let Some(folder) = &job.report {
        let failure = |error: std::io::Error| {
            Failure::new(
                format!("the folder {} cannot be made: {error}", folder.display()),
                "choose another with --report",
            )
        };
        std::fs::create_dir_all(folder).map_err(failure)?;
        variables.push(("LOCKSTEP_REPORT", folder.canonicalize().map_err(failure)?.into()));
    }
    if job.full {
        variables.push(("LOCKSTEP_CHECK", "full".into()));
        if !has_runtime {
            let runtime = Installation::of_this_command().shared_runtime()?;
            let mut preload = preloadable(runtime)?.into_os_string();
            if let Some(others) = std::env::var_os("LD_PRELOAD").filter(|value| !value.is_empty()) {
                preload.push(":");
                preload.push(others);
            }
            variables.push(("LD_PRELOAD", preload));
        }
    }
    Ok(variables)
}

/// A name of the library that the loader can read in `LD_PRELOAD`, where blanks and colons part
/// names and nothing quotes them: its own, or a link in the cache.
fn preloadable(library: PathBuf) -> Result<PathBuf, Failure> {
    let readable = |path: &Path| !path.as_os_str().as_bytes().iter().any(|b| b" \t\n:".contains(b));
    if readable(&library) {
        return Ok(library);
    }
    let name = format!("runtime-{}.so", cache::Key::new("preload").file(&library).name());
    let link = cache::folder().ok().map(|folder| folder.join(name)).filter(|link| readable(link));
    if let Some(link) = link {
        // An error because it is there already is none.
        let _ = symlink(&library, &link);
        if link.is_file() {
            return Ok(link);
        }
    }
    Err(Failure::new(
        format!("{} cannot be preloaded: its path has a blank or a colon", library.display()),
        "install Lockstep, or set XDG_CACHE_HOME, in a folder without one",
    ))
}

/// The program of the job.
struct Program {
    name: String,
    /// The implementation it is linked with. `None`: a script, or one that loads it later.
    mpi: Option<Implementation>,
    /// The runtime is linked in.
    has_runtime: bool,
    /// It is text for another program.
    is_script: bool,
}

impl Program {
    fn look_at(given: &OsStr) -> Result<Self, Failure> {
        let given = Path::new(given);
        let name = given.display().to_string();
        let Some(file) = search_path::find(given) else { return Err(not_a_program(given)) };
        let data = std::fs::read(&file).map_err(|error| {
            Failure::new(format!("{name} cannot be read: {error}"), "check its permissions")
        })?;
        if data.starts_with(b"#!") {
            return Ok(Self { name, mpi: None, has_runtime: false, is_script: true });
        }
        let Some(read) = elf::Program::read(&data) else {
            return Err(Failure::new(
                format!(
                    "{name} is not a program: neither an ELF file nor a script that begins with #!"
                ),
                "give the linked program, not a source or an object; a launcher's option that takes a \
                 value goes as --option=value or before `--`",
            ));
        };
        if let Some((flaw, remedy)) = elf::flaw(&data) {
            return Err(Failure::new(format!("{name} {flaw}"), remedy));
        }
        let mpi = elf::mpi_of(&file, &read);
        let has_runtime = elf::defines(&data, abi::ANCHOR)
            || read.needed.iter().any(|library| library.contains("liblockstep_runtime"));
        Ok(Self { name, mpi, has_runtime, is_script: false })
    }
}

fn not_a_program(given: &Path) -> Failure {
    let name = given.display();
    if given.is_dir() {
        Failure::new(format!("{name} is a folder"), "give the program in it")
    } else if given.exists() && given.components().count() > 1 {
        Failure::new(format!("{name} is not executable"), format!("chmod +x {name}"))
    } else if given.exists() {
        Failure::new(format!("{name} is not in PATH"), format!("write ./{name}"))
    } else {
        Failure::new(
            format!("the program {name} was not found"),
            "give its path, as in `lockstep run -n 4 ./solver`",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_in_a_folder_with_a_blank_is_preloaded_by_a_link() {
        let folder = tempfile::Builder::new().prefix("lock step").tempdir().unwrap();
        let library = folder.path().join("runtime.so");
        std::fs::write(&library, "").unwrap();
        let link = preloadable(library.clone()).unwrap();
        assert_eq!(link.canonicalize().unwrap(), library.canonicalize().unwrap());
        assert!(!link.to_str().unwrap().contains(' '));
        std::fs::remove_file(link).unwrap();
        assert_eq!(preloadable("/usr/lib/a.so".into()).unwrap(), Path::new("/usr/lib/a.so"));
    }
}
