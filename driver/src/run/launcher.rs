//! The launchers of the MPI implementations, and what each must be told.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::options::Job;
use crate::failure::Failure;
use crate::mpi::Implementation;
use crate::search_path;

/// A launcher.
#[derive(Debug)]
pub struct Launcher {
    /// The file.
    pub path: PathBuf,
    /// Whose it is; `None`: a foreign one (`srun`), which is told nothing but what the user says.
    kind: Option<Implementation>,
}

impl Launcher {
    /// The launcher the user names, if it fits; else the one that fits the program; else, where
    /// nothing is known about the program, the first there is.
    pub fn find(
        named: Option<&Path>,
        mpi: Option<Implementation>,
        program: &str,
    ) -> Result<Self, Failure> {
        if let Some(named) = named {
            return Self::named(named, mpi, program);
        }
        let kinds = match mpi {
            Some(kind) => vec![kind],
            None => {
                let plain = search_path::find("mpirun").or_else(|| search_path::find("mpiexec"));
                if let Some(path) = plain {
                    return Ok(Self { kind: kind_of(&path), path });
                }
                vec![Implementation::OpenMpi, Implementation::Mpich]
            }
        };
        kinds.into_iter().find_map(Self::of).ok_or_else(|| missing(mpi, program))
    }

    fn named(named: &Path, mpi: Option<Implementation>, program: &str) -> Result<Self, Failure> {
        let Some(path) = search_path::find(named) else {
            return Err(Failure::new(
                format!("the launcher {} was not found or is not executable", named.display()),
                "give its full path, or leave --mpirun out",
            ));
        };
        let kind = kind_of(&path);
        match (kind, mpi) {
            (Some(kind), Some(mpi)) if kind != mpi => Err(Failure::new(
                format!("{} belongs to {kind}, and {program} is linked with {mpi}", path.display()),
                format!("leave --mpirun out, or name the launcher of {mpi}"),
            )),
            _ => Ok(Self { path, kind }),
        }
    }

    /// The launcher of this implementation: by Debian's name, or a plain one that is its own.
    fn of(kind: Implementation) -> Option<Self> {
        let names: &[&str] = match kind {
            Implementation::OpenMpi => &["mpirun.openmpi", "orterun", "prterun"],
            Implementation::Mpich => &["mpirun.mpich", "mpiexec.hydra"],
        };
        let own = names.iter().find_map(search_path::find);
        let plain = || {
            let mut found = ["mpirun", "mpiexec"].iter().filter_map(search_path::find);
            found.find(|path| kind_of(path) == Some(kind))
        };
        own.or_else(plain).map(|path| Self { path, kind: Some(kind) })
    }

    /// Gives every rank these variables, on other machines too, and with them all settings of
    /// Lockstep: Hydra passes its whole environment on, Open MPI only what it is told. Answers the
    /// options for it, to be repeated for each program of the job, as Open MPI takes them for one.
    pub fn hand_on(
        &self,
        variables: &[(&'static str, OsString)],
        command: &mut Command,
    ) -> Vec<OsString> {
        let mut options = Vec::new();
        for (name, value) in variables {
            match self.kind {
                Some(Implementation::OpenMpi) => {
                    let mut assignment = OsString::from(format!("{name}="));
                    assignment.push(value);
                    options.extend(["-x".into(), assignment]);
                }
                Some(Implementation::Mpich) => {
                    options.extend(["-env".into(), (*name).into(), value.clone()]);
                }
                None => {
                    command.env(name, value);
                }
            }
        }
        if self.kind == Some(Implementation::OpenMpi) {
            for (name, _) in std::env::vars_os() {
                let text = name.to_string_lossy();
                let said = variables.iter().any(|(said, _)| *said == text);
                if text.starts_with("LOCKSTEP_") && !said {
                    options.extend(["-x".into(), name]);
                }
            }
        }
        options
    }

    /// Whether Open MPI must be told that more ranks than cores are meant.
    pub fn must_oversubscribe(&self, job: &Job) -> bool {
        let ranks = job.ranks.as_ref().and_then(|ranks| ranks.parse::<usize>().ok());
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.kind == Some(Implementation::OpenMpi)
            && ranks.is_some_and(|ranks| ranks > cores)
            && !job.names_hosts()
            && !under_a_scheduler()
    }

    /// Open MPI refuses to run as root, as everything in a container does, unless told twice.
    pub fn allow_root(&self, command: &mut Command) {
        if self.kind == Some(Implementation::OpenMpi) && rustix::process::geteuid().is_root() {
            command.env("OMPI_ALLOW_RUN_AS_ROOT", "1");
            command.env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        }
    }
}

/// A scheduler has said where the ranks go.
fn under_a_scheduler() -> bool {
    ["SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "PE_HOSTFILE"]
        .iter()
        .any(|variable| std::env::var_os(variable).is_some())
}

fn missing(mpi: Option<Implementation>, program: &str) -> Failure {
    match mpi {
        Some(mpi) => Failure::new(
            format!("{program} is linked with {mpi}, and no launcher of {mpi} is in PATH"),
            format!("apt-get install {}, or name it with --mpirun", mpi.package()),
        ),
        None => Failure::new(
            "no launcher of an MPI is in PATH",
            "apt-get install openmpi-bin (or mpich), or name one with --mpirun",
        ),
    }
}

/// What the launcher says it is.
fn kind_of(launcher: &Path) -> Option<Implementation> {
    let output = Command::new(launcher).arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).to_lowercase();
    if ["open mpi", "openrte", "prte"].iter().any(|name| text.contains(name)) {
        Some(Implementation::OpenMpi)
    } else if ["hydra", "mpich", "intel(r) mpi"].iter().any(|name| text.contains(name)) {
        Some(Implementation::Mpich)
    } else {
        None
    }
}
