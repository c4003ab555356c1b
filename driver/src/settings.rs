//! The environment variables of Lockstep: what the help says about them, and names nobody reads.

use std::ffi::OsString;

/// Every variable the command, the plugin or the runtime reads, with what it takes and means.
pub const VARIABLES: &[(&str, &str)] = &[
    ("LOCKSTEP_CC", "the C compiler, instead of clang-22"),
    ("LOCKSTEP_CXX", "the C++ compiler, instead of clang++-22"),
    ("LOCKSTEP_FC", "the Fortran compiler, instead of flang-22"),
    ("LOCKSTEP_MPI", "openmpi, mpich, none or the path of an mpicc (--mpi)"),
    (
        "LOCKSTEP_LIB",
        "the folder of the plugin and the runtime, if they are not beside the command",
    ),
    ("LOCKSTEP_JSON", "a file findings are appended to while compiling (--json)"),
    ("LOCKSTEP_PER_FILE", "1: warn about all that one file does not prove (--per-file)"),
    ("LOCKSTEP_WARNINGS", "0: print no warnings while compiling"),
    (
        "LOCKSTEP_INSTRUMENT",
        "none, selected or all: the collectives that are announced at run time",
    ),
    (
        "LOCKSTEP_RANK_DEPENDENT",
        "functions whose answers differ between ranks, with commas; input: files do (--rank-dependent)",
    ),
    ("LOCKSTEP_OPENMP", "strict or lenient: OpenMP's rules by the letter or not (--openmp)"),
    (
        "LOCKSTEP_INITIAL_CONTEXT",
        "serial, parallel or nested: how functions of unknown callers are called (--initial-context)",
    ),
    ("LOCKSTEP_RECORD", "0: leave no record for the analysis of the whole program"),
    ("LOCKSTEP_LINK", "0: do not analyse the whole program when it is linked"),
    ("LOCKSTEP_DUMP", "a file for the program as the analysis sees it"),
    (
        "LOCKSTEP_CHECK",
        "selected, full or off: what is checked at run time, if the program has the runtime",
    ),
    ("LOCKSTEP_BOARD", "off: ranks of a node compare by messages, not in shared memory"),
    (
        "LOCKSTEP_SENDS",
        "synchronous: MPI_Send and MPI_Isend wait for their receives, as they may for large messages",
    ),
    ("LOCKSTEP_REPORT", "a folder for the findings of a run (run --report)"),
];

const PREFIX: &str = "LOCKSTEP_";

/// The part of the help about them.
pub fn help() -> String {
    let width = VARIABLES.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines = VARIABLES.iter().map(|(name, meaning)| format!("\n  {name:width$}  {meaning}"));
    format!("Environment variables:{}", lines.collect::<String>())
}

/// Warns about variables that look like a mistyped setting of Lockstep. Others with its prefix
/// (`LOCKSTEP_HOME`) may belong to the user.
pub fn warn_of_mistyped(variables: impl Iterator<Item = OsString>) {
    for name in variables {
        let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX)) else { continue };
        if let Some(meant) = meant(name) {
            eprintln!(
                "lockstep: warning: {name} is no setting of Lockstep\nlockstep: help: did you mean \
                 {meant}?"
            );
        }
    }
}

/// The setting a name was meant to be; `None`: it is one, or nothing like one.
fn meant(name: &str) -> Option<&'static str> {
    if VARIABLES.iter().any(|(known, _)| *known == name) {
        return None;
    }
    let bare = |name: &str| name.trim_start_matches(PREFIX).replace('_', "");
    let given = bare(name);
    let (distance, nearest) = VARIABLES
        .iter()
        .map(|(known, _)| (strsim::osa_distance(&given, &bare(known)), *known))
        .min()?;
    // Of three letters, two others make another word.
    let allowed = if given.len() < 6 { 1 } else { 2 };
    (distance <= allowed).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use lockstep_core::settings::PassSettings;

    use super::*;

    #[test]
    fn what_the_plugin_reads_is_listed() {
        for variable in PassSettings::VARIABLES {
            assert!(VARIABLES.iter().any(|(known, _)| *known == variable), "{variable}");
        }
    }

    #[test]
    fn mistyped_names_are_told_from_foreign_ones() {
        assert_eq!(meant("LOCKSTEP_PERFILE"), Some("LOCKSTEP_PER_FILE"));
        assert_eq!(meant("LOCKSTEP_CHEKC"), Some("LOCKSTEP_CHECK"));
        assert_eq!(meant("LOCKSTEP_INSTRUMNT"), Some("LOCKSTEP_INSTRUMENT"));
        for other in ["LOCKSTEP_HOME", "LOCKSTEP_BIN", "LOCKSTEP_SUITE_PLAIN", "LOCKSTEP_ROOT"] {
            assert_eq!(meant(other), None, "{other}");
        }
        for (known, _) in VARIABLES {
            assert_eq!(meant(known), None, "{known}");
        }
    }
}
