//! The wrapper's own options, which stand before the compiler's arguments.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use lockstep_core::settings;

use crate::failure::Failure;
use crate::mpi::Choice;

/// How the runtime gets into what is linked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum RuntimeKind {
    /// The archive goes into the program; a shared library gets the shared runtime.
    #[default]
    Static,
    /// The shared library, found again by its full path.
    Shared,
    /// Not at all: whoever links or runs the program brings it.
    None,
}

/// The wrapper's own options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnOptions {
    /// `--mpi=`.
    pub mpi: Choice,
    /// `--runtime=`.
    pub runtime: RuntimeKind,
    /// `--per-file`.
    pub per_file: bool,
    /// `--json FILE`.
    pub json: Option<PathBuf>,
    /// `--rank-dependent NAMES`.
    pub rank_dependent: Option<String>,
    /// `--openmp=strict`, `--openmp=lenient`.
    pub strict: Option<bool>,
    /// `--initial-context=`.
    pub initial_context: Option<String>,
}

const VALUED: &[&str] =
    &["--mpi", "--runtime", "--json", "--rank-dependent", "--openmp", "--initial-context"];

impl OwnOptions {
    /// Takes the options at the front of the arguments and answers what is left for the compiler.
    /// What the options do not say comes from the environment.
    pub fn take(arguments: &[OsString]) -> Result<(Self, &[OsString]), Failure> {
        let mut options = Self { mpi: Choice::from_environment()?, ..Self::default() };
        let mut rest = arguments;
        while let [first, behind @ ..] = rest {
            let word = first.to_string_lossy();
            if word == "--per-file" {
                options.per_file = true;
                rest = behind;
                continue;
            }
            let (name, joined) = match word.split_once('=') {
                Some((name, value)) => (name, Some(OsString::from(value))),
                None => (&*word, None),
            };
            if !VALUED.contains(&name) {
                break;
            }
            let (value, behind) = match (joined, behind) {
                (Some(value), behind) => (value, behind),
                (None, [value, behind @ ..]) => (value.clone(), behind),
                (None, []) => {
                    return Err(Failure::new(
                        format!("{name} needs a value"),
                        "see `lockstep help cc`",
                    ));
                }
            };
            options.set(name, &value)?;
            rest = behind;
        }
        match rest.iter().take_while(|word| *word != "--").find(|word| is_own(word)) {
            Some(word) => Err(Failure::new(
                format!("{} is an option of Lockstep's, no compiler's", word.to_string_lossy()),
                "put it before the compiler's arguments, as in `lockstep cc --mpi=mpich -O2 -c solver.c`",
            )),
            None => Ok((options, rest)),
        }
    }

    fn set(&mut self, name: &str, value: &OsStr) -> Result<(), Failure> {
        match name {
            "--mpi" => self.mpi = value.to_string_lossy().parse()?,
            "--json" => self.json = Some(value.into()),
            "--openmp" => {
                let value = value.to_string_lossy().into_owned();
                self.strict = Some(settings::strict(Some(value)).map_err(|error| {
                    Failure::new(
                        format!("--openmp={} is not understood", error.value),
                        "use strict or lenient",
                    )
                })?);
            }
            "--initial-context" => {
                let value = value.to_string_lossy().into_owned();
                settings::initial_context(Some(value.clone())).map_err(|error| {
                    Failure::new(
                        format!("--initial-context={} is not understood", error.value),
                        "use serial, parallel or nested",
                    )
                })?;
                self.initial_context = Some(value);
            }
            "--rank-dependent" => self.rank_dependent = Some(value.to_string_lossy().into_owned()),
            _ => {
                self.runtime = match value.to_str() {
                    Some("static") => RuntimeKind::Static,
                    Some("shared") => RuntimeKind::Shared,
                    Some("none") => RuntimeKind::None,
                    _ => {
                        return Err(Failure::new(
                            format!("--runtime={} is not understood", value.to_string_lossy()),
                            "use static, shared or none",
                        ));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Is it an option that no compiler knows?
fn is_own(word: &OsStr) -> bool {
    let word = word.to_string_lossy();
    let valued = word.split_once('=').is_some_and(|(name, _)| VALUED.contains(&name));
    valued || word == "--per-file"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        shlex::split(line).unwrap().into_iter().map(OsString::from).collect()
    }

    #[test]
    fn own_options_end_where_the_compilers_begin() {
        let line = words(
            "--per-file --json out.jsonl --mpi=mpich --runtime shared --rank-dependent=f,g -O2 a.c",
        );
        let (options, rest) = OwnOptions::take(&line).unwrap();
        assert!(options.per_file);
        assert_eq!(options.json, Some("out.jsonl".into()));
        assert_eq!(options.rank_dependent.as_deref(), Some("f,g"));
        assert_eq!(options.mpi, "mpich".parse().unwrap());
        assert_eq!(options.runtime, RuntimeKind::Shared);
        assert_eq!(rest, words("-O2 a.c"));
    }

    #[test]
    fn the_compilers_arguments_are_left_alone() {
        for line in ["", "--version", "-- --per-file", "--jsonx a", "--param x=1 a.c"] {
            let line = words(line);
            assert_eq!(OwnOptions::take(&line).unwrap().1, line);
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (line, named) in [
            ("--json", "--json"),
            ("--runtime=x", "static"),
            ("--mpi=x", "mpich"),
            ("-O2 --mpi=mpich a.c", "before"),
            ("a.c --per-file", "before"),
        ] {
            let failure = OwnOptions::take(&words(line)).unwrap_err().to_string();
            assert!(failure.contains(named), "{failure}");
        }
    }
}
