//! What the launcher of this process says about the job, where it contradicts the MPI library.
//!
//! Started by the launcher of another MPI, every process of a program is alone in an
//! `MPI_COMM_WORLD` of its own: nothing fails, and nothing is parallel. Only the two together show it.

use std::ffi::c_int;

use crate::mpi::find;

/// A launcher, by the variables it gives every process of a job.
struct Launcher {
    name: &'static str,
    /// The library it belongs to is Open MPI.
    is_openmpi: bool,
    /// How many processes it started.
    size: &'static str,
    /// Which of them this is.
    rank: &'static str,
    /// How to start a program that does not belong to it.
    other: &'static str,
}

const LAUNCHERS: [Launcher; 2] = [
    Launcher {
        name: "Open MPI's launcher",
        is_openmpi: true,
        size: "OMPI_COMM_WORLD_SIZE",
        rank: "OMPI_COMM_WORLD_RANK",
        other: "mpirun.mpich",
    },
    Launcher {
        name: "Hydra, the launcher of MPICH,",
        is_openmpi: false,
        size: "PMI_SIZE",
        rank: "PMI_RANK",
        other: "mpirun.openmpi",
    },
];

/// Warns, once for all the processes, if a launcher of another MPI started them. `size`: of
/// `MPI_COMM_WORLD`. A warning only: one process of a job may well run an MPI program by itself.
pub fn warn_if_foreign(size: c_int) {
    if size != 1 {
        return;
    }
    let is_openmpi = find(c"ompi_mpi_comm_world").is_some();
    if let Some(text) = foreign(is_openmpi, |name| std::env::var(name).ok()) {
        eprintln!("{text}");
    }
}

/// The warning of the first process of a job of the other launcher; `None`: all is well, or another
/// process says it. `get` answers an environment variable's value.
fn foreign(is_openmpi: bool, get: impl Fn(&str) -> Option<String>) -> Option<String> {
    let [own, other] = if LAUNCHERS[0].is_openmpi == is_openmpi { [0, 1] } else { [1, 0] };
    let (own, other) = (&LAUNCHERS[own], &LAUNCHERS[other]);
    let started: u32 = get(other.size)?.parse().ok()?;
    if started < 2 || get(own.size).is_some() || get(other.rank)? != "0" {
        return None;
    }
    let library = if is_openmpi { "Open MPI" } else { "MPICH" };
    Some(format!(
        "lockstep: warning: {} started {started} processes, and each is alone: the program is linked \
         with {library}\nlockstep: help: start it with `lockstep run` or {}",
        other.name, other.other
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(is_openmpi: bool, variables: &[(&str, &str)]) -> Option<String> {
        foreign(is_openmpi, |name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn only_the_first_process_of_a_foreign_launcher_speaks() {
        let hydra = |rank| [("PMI_SIZE", "4"), ("PMI_RANK", rank)];
        let text = said(true, &hydra("0")).expect("Open MPI under Hydra");
        assert!(text.contains("4 processes") && text.contains("mpirun.openmpi"), "{text}");
        assert_eq!(said(true, &hydra("1")), None);
        assert_eq!(said(false, &hydra("0")), None);
        let orte = [("OMPI_COMM_WORLD_SIZE", "2"), ("OMPI_COMM_WORLD_RANK", "0")];
        assert!(said(false, &orte).is_some_and(|text| text.contains("mpirun.mpich")));
        assert_eq!(said(true, &orte), None);
    }

    #[test]
    fn a_job_in_a_job_is_not_foreign() {
        let both = [("PMI_SIZE", "2"), ("PMI_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "1")];
        assert_eq!(said(true, &both), None);
        assert_eq!(said(true, &[("PMI_SIZE", "1"), ("PMI_RANK", "0")]), None);
        assert_eq!(said(false, &[]), None);
    }
}
