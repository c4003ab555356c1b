//! The command line of `lockstep run`, which ends in another program's command line.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::failure::Failure;

/// Run a program with the launcher of the MPI it is linked with.
///
/// Options that are not Lockstep's own go to the launcher; everything behind the program goes to
/// the program. A launcher's option with a value Lockstep does not know is written
/// `--option=value`, or all of them are followed by `--`.
// This is for the help; `Job::read` reads the words.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Run {
    /// How many ranks [launcher's default].
    #[arg(short = 'n', value_name = "N")]
    ranks: Option<String>,
    /// Check every collective of the program, also of parts that were not compiled with Lockstep.
    #[arg(long)]
    full: bool,
    /// Leave the findings of each rank in this folder, as JSON lines.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// The launcher to use [the one of the program's MPI in PATH].
    #[arg(long, value_name = "PATH")]
    mpirun: Option<PathBuf>,
    /// Options of the launcher, the program and its arguments.
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "[LAUNCHER OPTIONS] PROGRAM [ARGS]"
    )]
    pub rest: Vec<OsString>,
}

/// A job: what the launcher is told and what it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Job {
    /// The number of ranks, as the user wrote it.
    pub ranks: Option<String>,
    /// `--full`.
    pub full: bool,
    /// `--report`.
    pub report: Option<PathBuf>,
    /// `--mpirun`.
    pub mpirun: Option<PathBuf>,
    /// The launcher's options.
    pub launcher_options: Vec<OsString>,
    /// The program and everything behind it; never empty.
    pub program: Vec<OsString>,
}

/// Options of Open MPI's and Hydra's launchers that take the next word.
const TAKE_ONE: &[&str] = &[
    "-H",
    "-N",
    "-am",
    "-app",
    "-bind-to",
    "-configfile",
    "-cpu-set",
    "-cpus-per-proc",
    "-cpus-per-rank",
    "-envlist",
    "-envnone",
    "-errfile-pattern",
    "-f",
    "-genvlist",
    "-host",
    "-hostfile",
    "-hosts",
    "-iface",
    "-launcher",
    "-launcher-exec",
    "-machinefile",
    "-map-by",
    "-max-restarts",
    "-membind",
    "-mem-bind",
    "-npernode",
    "-npersocket",
    "-ordered-output",
    "-outfile-pattern",
    "-output-filename",
    "-path",
    "-personality",
    "-ppn",
    "-prefix",
    "-prepend-pattern",
    "-rank-by",
    "-rankfile",
    "-rmk",
    "-slot-list",
    "-stdin",
    "-timeout",
    "-tune",
    "-umask",
    "-usize",
    "-wd",
    "-wdir",
    "-x",
    "-xterm",
];

/// Options that take the next two words.
const TAKE_TWO: &[&str] = &["-env", "-genv", "-gmca", "-gpmixmca", "-mca", "-omca", "-pmixmca"];

/// Options for the number of ranks.
const RANKS: &[&str] = &["-n", "-np", "-c"];

/// Lockstep's own options with a value.
const OWN: &[&str] = &["-report", "-mpirun"];

/// How many of the next words belong to a launcher's option.
fn values(option: &str) -> usize {
    if TAKE_ONE.contains(&option) {
        1
    } else if TAKE_TWO.contains(&option) {
        2
    } else {
        0
    }
}

/// The program in one part of a command line that names several.
fn program_of(part: &[OsString]) -> Option<&OsString> {
    let mut words = part.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if text == "--" {
            return words.next();
        } else if !text.starts_with('-') {
            return Some(word);
        }
        let option = if text.starts_with("--") { &text[1..] } else { &text[..] };
        let taken = if RANKS.contains(&option) { 1 } else { values(option) };
        words.by_ref().take(taken).for_each(drop);
    }
    None
}

/// The option of Lockstep's own this one was meant to be. No launcher has one so like them.
fn mistyped(option: &str) -> Option<&'static str> {
    let own = OWN.iter().copied().chain(["-full"]);
    own.into_iter().find(|own| option != *own && strsim::osa_distance(option, own) == 1)
}

fn no_value(option: &str) -> Failure {
    Failure::new(format!("{option} needs a value"), "see `lockstep run --help`")
}

impl Job {
    /// Reads the words behind `lockstep run`.
    pub fn read(words: &[OsString]) -> Result<Self, Failure> {
        let mut job = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.as_slice().first() {
            let text = word.to_string_lossy();
            if !text.starts_with('-') {
                break;
            }
            words.next();
            if text == "--" {
                break;
            }
            // Both launchers take one dash and two alike.
            let option = if text.starts_with("--") { &text[1..] } else { &text[..] };
            let (name, joined) = match option.split_once('=') {
                Some((name, value)) => (name, Some(OsString::from(value))),
                None => (option, None),
            };
            if RANKS.contains(&name) || OWN.contains(&name) {
                let value = joined.or_else(|| words.next().cloned());
                job.set(name, value.ok_or_else(|| no_value(&text))?);
            } else if option == "-full" {
                job.full = true;
            } else if let Some(own) = mistyped(name) {
                return Err(Failure::new(
                    format!("{text} is no option of `lockstep run`"),
                    format!("did you mean -{own}?"),
                ));
            } else {
                job.launcher_options.push(word.clone());
                job.launcher_options.extend(words.by_ref().take(values(option)).cloned());
            }
        }
        job.program = words.cloned().collect();
        if job.program.is_empty() {
            return Err(Failure::new(
                "no program to run was given",
                "give it behind the options, as in `lockstep run -n 4 ./solver`",
            ));
        }
        Ok(job)
    }

    fn set(&mut self, name: &str, value: OsString) {
        match name {
            "-report" => self.report = Some(value.into()),
            "-mpirun" => self.mpirun = Some(value.into()),
            _ => self.ranks = Some(value.to_string_lossy().into_owned()),
        }
    }

    /// The further programs of the job, those behind each `:`, as the launcher reads them.
    pub fn further_programs(&self) -> Vec<&OsString> {
        let parts = self.program.split(|word| word == ":").skip(1);
        parts.filter_map(program_of).collect()
    }

    /// Whether the launcher is told where to run, so that this machine's size says nothing.
    pub fn names_hosts(&self) -> bool {
        let names = ["host", "hosts", "hostfile", "machinefile", "H", "f", "rankfile", "app"];
        self.launcher_options.iter().any(|word| {
            let text = word.to_string_lossy();
            let option = text.split('=').next().unwrap_or_default().trim_start_matches('-');
            text.starts_with('-') && names.contains(&option)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn job(line: &str) -> Job {
        let words: Vec<_> = shlex::split(line).unwrap().into_iter().map(OsString::from).collect();
        Job::read(&words).unwrap()
    }

    #[test]
    fn the_program_is_found_behind_the_launchers_options() {
        let job =
            job("-np 4 --mca btl self,vader -x A=1 --oversubscribe --bind-to core ./a -n 7 -- -x");
        assert_eq!(job.ranks.as_deref(), Some("4"));
        assert_eq!(job.launcher_options.len(), 8);
        assert_eq!(job.program, ["./a", "-n", "7", "--", "-x"]);
        assert!(!job.names_hosts());
    }

    #[test]
    fn a_double_dash_ends_the_launchers_options() {
        let job = job("--strange value=1 -- ./a").program;
        // A value of an option nobody knows is taken for the program, as the failure then says.
        assert_eq!(job, ["value=1", "--", "./a"]);
        let job = self::job("--strange=1 --hostfile=h -- ./a -b");
        assert_eq!(job.program, ["./a", "-b"]);
        assert!(job.names_hosts());
    }

    #[test]
    fn own_options_stand_anywhere_before_the_program() {
        let job = job("--bind-to core --full -np=3 --report 'a b' --mpirun=/x/mpirun ./a --full");
        assert!(job.full);
        assert_eq!(job.ranks.as_deref(), Some("3"));
        assert_eq!(job.report, Some("a b".into()));
        assert_eq!(job.mpirun, Some("/x/mpirun".into()));
        assert_eq!(job.launcher_options, ["--bind-to", "core"]);
        assert_eq!(job.program, ["./a", "--full"]);
        assert!(Job::read(&["-n".into()]).unwrap_err().to_string().contains("-n needs a value"));
    }

    #[test]
    fn further_programs_stand_behind_colons() {
        let job = job("-n 1 ./a -x : -n 2 --bind-to core ./b -n : -- ./c : --bind-to");
        assert_eq!(job.further_programs(), ["./b", "./c"]);
        assert!(self::job("-n 1 ./a a:b").further_programs().is_empty());
    }

    #[test]
    fn no_program_is_a_failure() {
        assert!(
            Job::read(&["--oversubscribe".into()])
                .unwrap_err()
                .to_string()
                .contains("lockstep run -n 4")
        );
    }

    proptest! {
        #[test]
        fn the_programs_arguments_stay_as_they_are(words in prop::collection::vec("[-a-z=:]{0,6}", 0..8)) {
            let mut rest: Vec<OsString> = vec!["-n".into(), "2".into(), "./program".into()];
            rest.extend(words.into_iter().map(OsString::from));
            let job = Job::read(&rest).unwrap();
            prop_assert_eq!(&job.program[..], &rest[2..]);
        }
    }
}
