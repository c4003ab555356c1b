//! The programs of real size in `apps/`: correct ones are left alone, their mutants are found.
//!
//! `cargo test --workspace --test apps [FILTER]`; with `-- --ignored`, that the mutants
//! really go wrong without Lockstep. With `LOCKSTEP_SUITE_PLAIN=1` only the programs themselves
//! are run, without Lockstep.

mod mutant;
mod program;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use libtest_mimic::{Arguments, Trial};
use lockstep_core::finding::Finding;
use lockstep_testsuite::annotation::Language;
use lockstep_testsuite::check::read_findings;
use lockstep_testsuite::process::Outcome;
use lockstep_testsuite::toolchain::{self, Compiler, Mpi};

use mutant::{Finder, Mutant};
use program::{Builds, PROGRAMS, Program};

/// A program keeps several ranks busy, so more at once would only slow each other down.
const TRIALS_AT_ONCE: usize = 2;

/// Far above what a run takes; only a hang gets there.
const RUN_LIMIT: Duration = Duration::from_secs(60);

/// How long a mutant without Lockstep is waited for. Correct runs take a second.
const HANG_LIMIT: Duration = Duration::from_secs(15);

/// The file of the findings of a build, in its folder.
const FINDINGS: &str = "findings.jsonl";

/// The status a run that Lockstep ends exits with.
const ABORT_STATUS: i32 = lockstep_core::abi::EXIT_STATUS;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(TRIALS_AT_ONCE);
    match trials() {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn trials() -> Result<Vec<Trial>, String> {
    let plain_only = std::env::var("LOCKSTEP_SUITE_PLAIN").is_ok_and(|value| value == "1");
    let workshop = Arc::new(Workshop {
        lockstep: if plain_only { "lockstep".into() } else { toolchain::find_lockstep()? },
        scratch: Path::new(env!("CARGO_TARGET_TMPDIR")).join("apps"),
        builds: Builds::default(),
        plain_runs: Mutex::default(),
    });
    let mut trials = Vec::new();
    for program in PROGRAMS {
        for mpi in Mpi::ALL {
            let place = Arc::clone(&workshop);
            let name = format!("{}@{}", program.name, mpi.name());
            trials.push(Trial::test(format!("plain:{name}"), move || {
                Ok(place.check_plain(program, mpi)?)
            }));
            if !plain_only {
                let place = Arc::clone(&workshop);
                trials.push(Trial::test(name, move || Ok(place.check_correct(program, mpi)?)));
            }
        }
        for mutant in mutant::read_all(&program.folder())?.into_iter().map(Arc::new) {
            for mpi in Mpi::ALL {
                let name = format!("{}/{}@{}", program.name, mutant.name, mpi.name());
                let (place, this) = (Arc::clone(&workshop), Arc::clone(&mutant));
                let wrong = move || Ok(place.check_goes_wrong(program, &this, mpi)?);
                trials.push(Trial::test(format!("wrong:{name}"), wrong).with_ignored_flag(true));
                if !plain_only {
                    let (place, this) = (Arc::clone(&workshop), Arc::clone(&mutant));
                    let found = move || Ok(place.check_mutant(program, &this, mpi)?);
                    trials.push(Trial::test(name, found));
                }
            }
        }
    }
    Ok(trials)
}

/// What all trials share.
struct Workshop {
    lockstep: PathBuf,
    /// The programs without Lockstep are run by several trials, in one folder and with files of one
    /// name: one at a time.
    plain_runs: Mutex<()>,
    scratch: PathBuf,
    builds: Builds,
}

impl Workshop {
    fn plain(&self) -> Compiler {
        Compiler::Plain { shared: self.scratch.join("fortran") }
    }

    fn with_lockstep(&self, json: PathBuf) -> Compiler {
        Compiler::Lockstep { command: self.lockstep.clone(), json }
    }

    fn plain_build(&self, program: &Program, mpi: Mpi) -> Result<(PathBuf, String), String> {
        self.builds.get(program, "plain", &self.plain(), mpi, &self.scratch)
    }

    fn correct_build(&self, program: &Program, mpi: Mpi) -> Result<(PathBuf, String), String> {
        // A name without a folder: every compilation runs in the folder of its build.
        let compiler = self.with_lockstep(FINDINGS.into());
        self.builds.get(program, "with", &compiler, mpi, &self.scratch)
    }

    /// No compiler warning, and the same output on 1, 2, 3 and 4 ranks.
    fn check_plain(&self, program: &Program, mpi: Mpi) -> Result<(), String> {
        let (folder, written) = self.plain_build(program, mpi)?;
        // flang has its own opinion of an `mpif.h`, which is not the program's.
        if !written.is_empty() && program.language != Language::Fortran {
            return Err(format!("the compiler warns:\n{written}"));
        }
        for arguments in program.runs.iter().map(|run| words(run)) {
            let expected = self.reference(program, &arguments, mpi)?;
            for ranks in 2..=4 {
                let outcome = self.run_plain(program, &arguments, ranks, mpi, &folder)?;
                same_output(&expected, &outcome, &arguments, ranks)?;
            }
        }
        Ok(())
    }

    fn run_plain(
        &self,
        program: &Program,
        arguments: &[String],
        ranks: u32,
        mpi: Mpi,
        folder: &Path,
    ) -> Result<Outcome, String> {
        let _one_at_a_time = self.plain_runs.lock().unwrap_or_else(PoisonError::into_inner);
        program.run(arguments, ranks, mpi, folder, RUN_LIMIT)
    }

    /// Nothing is found, nothing is printed, and the output is that of the program without
    /// Lockstep.
    fn check_correct(&self, program: &Program, mpi: Mpi) -> Result<(), String> {
        let (folder, written) = self.correct_build(program, mpi)?;
        let findings = read_findings(&folder.join(FINDINGS))?;
        if !findings.is_empty() || !written.is_empty() {
            return Err(format!("the build of a correct program is not silent:\n{written}"));
        }
        for arguments in program.runs.iter().map(|run| words(run)) {
            let expected = self.reference(program, &arguments, mpi)?;
            for ranks in 1..=4 {
                let outcome = program.run(&arguments, ranks, mpi, &folder, RUN_LIMIT)?;
                same_output(&expected, &outcome, &arguments, ranks)?;
            }
        }
        Ok(())
    }

    /// What the program prints on one rank without Lockstep.
    fn reference(&self, program: &Program, args: &[String], mpi: Mpi) -> Result<Outcome, String> {
        let (folder, _) = self.plain_build(program, mpi)?;
        let outcome = self.run_plain(program, args, 1, mpi, &folder)?;
        match outcome.succeeded() {
            true => Ok(outcome),
            false => Err(format!("{args:?} on 1 rank fails: {}", describe(&outcome))),
        }
    }

    /// A copy of the build in `base`, with the mutation in its sources.
    fn mutate(&self, base: &Path, mutant: &Mutant, name: &str) -> Result<PathBuf, String> {
        let folder = self.scratch.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        program::copy_files(base, &folder)?;
        mutant.apply(&folder)?;
        Ok(folder)
    }

    /// The mutant is found by those it is said to be found by, and by nobody else.
    fn check_mutant(&self, program: &Program, mutant: &Mutant, mpi: Mpi) -> Result<(), String> {
        let (base, _) = self.correct_build(program, mpi)?;
        let name = format!("{}-{}@{}", program.name, mutant.name, mpi.name());
        let folder = self.mutate(&base, mutant, &name)?;
        let json = folder.join("mutant.jsonl");
        let compiler = self.with_lockstep(json.clone());
        let sources = program.sources_after(&mutant.file);
        let written = program.compile(&sources, &compiler, &[], mpi, &folder)?;
        let findings = read_findings(&json)?;
        let mut problems = Vec::new();
        problems.extend(compare_findings(mutant, &findings).err().map(|p| p + &written));
        program.link(&compiler, mpi, &folder)?;
        if mutant.is_found_by(Finder::Runtime) {
            let outcome = program.run(&mutant.arguments, mutant.ranks, mpi, &folder, RUN_LIMIT)?;
            problems.extend(check_abort(mutant, &outcome).err());
        }
        if mutant.is_found_by(Finder::PerFile) {
            let json = folder.join("per_file.jsonl");
            let compiler = self.with_lockstep(json.clone());
            let environment = [("LOCKSTEP_PER_FILE", "1")];
            program.compile(&sources, &compiler, &environment, mpi, &folder)?;
            problems.extend(check_per_file(mutant, &read_findings(&json)?).err());
        }
        if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
    }

    /// Without Lockstep the mutant hangs, fails or prints something else than the program.
    fn check_goes_wrong(&self, program: &Program, mutant: &Mutant, mpi: Mpi) -> Result<(), String> {
        let (base, _) = self.plain_build(program, mpi)?;
        let name = format!("{}-{}@{}-plain", program.name, mutant.name, mpi.name());
        let folder = self.mutate(&base, mutant, &name)?;
        let right = program.run(&mutant.arguments, mutant.ranks, mpi, &base, HANG_LIMIT)?;
        let sources = program.sources_after(&mutant.file);
        program.compile(&sources, &self.plain(), &[], mpi, &folder)?;
        program.link(&self.plain(), mpi, &folder)?;
        let wrong = program.run(&mutant.arguments, mutant.ranks, mpi, &folder, HANG_LIMIT)?;
        if right.hung {
            return Err(format!("the program itself hangs: {}", describe(&right)));
        }
        match wrong.hung || wrong.status != right.status || wrong.stdout != right.stdout {
            true => Ok(()),
            false => Err("the mutant runs as if nothing were wrong".to_owned()),
        }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Silence beside the same lines.
fn same_output(
    expected: &Outcome,
    got: &Outcome,
    arguments: &[String],
    ranks: u32,
) -> Result<(), String> {
    match got.succeeded() && got.stdout == expected.stdout && got.stderr.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{arguments:?} on {ranks} ranks is not as on one without Lockstep:\n{}\nexpected:\n{}",
            describe(got),
            expected.stdout
        )),
    }
}

/// Rule and place of a finding, as a mutant's head says it.
fn summary(finding: &Finding) -> (String, String) {
    (short(&finding.location.file, finding.location.line), finding.rule.clone())
}

fn short(file: &str, line: u32) -> String {
    let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
    format!("{name}:{line}")
}

/// Exactly what is expected of the compilation of single files.
fn compare_findings(mutant: &Mutant, findings: &[Finding]) -> Result<(), String> {
    let mut expected = BTreeSet::new();
    if mutant.is_found_by(Finder::Static) {
        expected.insert((mutant.at.short(), mutant.rule.clone()));
    }
    let found: BTreeSet<_> = findings.iter().map(summary).collect();
    if found != expected || found.len() != findings.len() {
        return Err(format!("expected while compiling: {expected:?}\nfound: {findings:#?}\n"));
    }
    findings.iter().try_for_each(|finding| names_condition(mutant, finding))
}

fn names_condition(mutant: &Mutant, finding: &Finding) -> Result<(), String> {
    let noted = |place: &mutant::Place| {
        let mut notes = finding.notes.iter().map(|note| &note.location);
        notes.any(|location| short(&location.file, location.line) == place.short())
    };
    match mutant.conditions.is_empty() || mutant.conditions.iter().any(noted) {
        true => Ok(()),
        false => Err(format!("no note at any of {:?}: {:#?}\n", mutant.conditions, finding.notes)),
    }
}

/// The finding is among those of the single files taken for themselves. There may be others: so
/// much is only possible there.
fn check_per_file(mutant: &Mutant, findings: &[Finding]) -> Result<(), String> {
    let wanted = (mutant.at.short(), mutant.rule.clone());
    match findings.iter().map(summary).any(|found| found == wanted) {
        true => Ok(()),
        false => Err(format!("LOCKSTEP_PER_FILE=1 does not find {wanted:?}: {findings:#?}")),
    }
}

/// The run was ended with one report that names rule and collective.
fn check_abort(mutant: &Mutant, outcome: &Outcome) -> Result<(), String> {
    let heading = format!("[lockstep::{}]", mutant.runtime_rule);
    let problem = if outcome.hung {
        "HANG".to_owned()
    } else if outcome.status != Some(ABORT_STATUS) {
        format!("the run does not end with status {ABORT_STATUS}")
    } else if outcome.stderr.matches(&heading).count() != 1 {
        format!("{heading} is not said once")
    } else if !outcome.stderr.contains(&mutant.reported_at().short()) {
        format!("the report does not name {}", mutant.reported_at().short())
    } else {
        return Ok(());
    };
    Err(format!("{problem}: {}", describe(outcome)))
}

fn describe(outcome: &Outcome) -> String {
    let status = match (outcome.hung, outcome.status) {
        (true, _) => "killed".to_owned(),
        (false, Some(status)) => format!("status {status}"),
        (false, None) => "a signal".to_owned(),
    };
    format!("{status}\nstdout:\n{}\nstderr:\n{}", outcome.stdout, outcome.stderr)
}
