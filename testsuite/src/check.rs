//! Checks one case: compiles it, compares the warnings with its marks, runs it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use lockstep_core::finding::Finding;

use crate::annotation::{Mark, Run};
use crate::case::{Case, Source};
use crate::process::{self, Outcome};
use crate::toolchain::{Compiler, Mpi};

/// The exit status of a program that Lockstep ends.
const ABORT_STATUS: i32 = 86;

/// Far above what a program of the suite takes; only a hang gets there.
const RUN_LIMIT: Duration = Duration::from_secs(60);

/// The same for one compilation on a loaded machine.
const COMPILE_LIMIT: Duration = Duration::from_secs(180);

/// What a clean case does without Lockstep: run once, under one MPI, for the trials of all.
#[derive(Debug, Default)]
pub struct Expected(OnceLock<Result<Outcome, String>>);

/// The places a check works in and with.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// The `lockstep` command.
    pub lockstep: PathBuf,
    /// A folder for everything that is made.
    pub scratch: PathBuf,
}

impl Workshop {
    fn plain(&self) -> Compiler {
        Compiler::Plain { shared: self.scratch.join("fortran") }
    }

    /// Runs `check` in an empty folder of its own, which is removed if it succeeds.
    fn in_folder(
        &self,
        name: &str,
        check: impl FnOnce(&Path) -> Result<(), String>,
    ) -> Result<(), String> {
        let folder = self.scratch.join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| format!("{name}: {error}"))?;
        }
        fs::create_dir_all(&folder).map_err(|error| format!("{name}: {error}"))?;
        check(&folder).map_err(|problem| format!("{problem}\n(kept: {})", folder.display()))?;
        fs::remove_dir_all(&folder).map_err(|error| format!("{name}: {error}"))
    }

    /// The program without Lockstep under one MPI: it compiles, and a clean one runs right. Holds
    /// the suite's own programs to what is said of them.
    ///
    /// # Errors
    /// What went wrong, for a person to read.
    pub fn check_plain(&self, case: &Case, mpi: Mpi) -> Result<(), String> {
        self.in_folder(&format!("{}@plain-{}", case.name, mpi.name()), |folder| match case.run() {
            Run::Clean => self.run_plain(case, mpi, folder).map(drop),
            Run::Abort | Run::None => {
                build(case, &self.plain(), mpi, "-O0", folder, true).map(drop)
            }
        })
    }

    /// Warnings and run under one MPI. Wrong warnings do not keep the run from being checked.
    ///
    /// # Errors
    /// What went wrong, for a person to read.
    pub fn check_run(&self, case: &Case, mpi: Mpi, expected: &Expected) -> Result<(), String> {
        self.in_folder(&format!("{}@{}", case.name, mpi.name()), |folder| {
            let level = case.levels().swap_remove(0);
            let warnings = self.warn(case, mpi, &level, folder, case.run() != Run::None)?;
            let problems: Vec<String> = [
                warnings.compare(case),
                self.check_proven(case, folder),
                self.run_with(case, mpi, folder, expected)
                    .and_then(|abort| says(case, &format!("{}{abort}", warnings.stderr))),
            ]
            .into_iter()
            .filter_map(Result::err)
            .collect();
            if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
        })
    }

    /// A case that says so leaves nothing to check while it runs.
    fn check_proven(&self, case: &Case, folder: &Path) -> Result<(), String> {
        if !case.annotations().proven {
            return Ok(());
        }
        let mut command = Command::new(&self.lockstep);
        command.args(["check", "--unproven", "program"]);
        let outcome = process::run(&mut command, &folder.join("with"), COMPILE_LIMIT)?;
        match outcome.stderr.contains("nothing has to be checked at run time") {
            true => Ok(()),
            false => Err(format!("not everything is proven: {}", describe(&outcome))),
        }
    }

    /// The run of `folder/with/program`. Answers the text of the abort, if there is one.
    fn run_with(
        &self,
        case: &Case,
        mpi: Mpi,
        folder: &Path,
        expected: &Expected,
    ) -> Result<String, String> {
        match case.run() {
            Run::None => Ok(String::new()),
            Run::Abort => {
                let check = |outcome: &Outcome| check_abort(case, mpi, outcome);
                Ok(repeat(case, mpi, &folder.join("with"), folder, check)?.stderr)
            }
            Run::Clean => {
                let run = || self.run_plain(case, case.quickest_mpi(), folder);
                let expected = expected.0.get_or_init(run).as_ref().map_err(String::clone)?;
                repeat(case, mpi, &folder.join("with"), folder, |outcome| {
                    check_silence(outcome)?;
                    compare_output(case, expected, outcome)
                })?;
                Ok(String::new())
            }
        }
    }

    /// Warnings at one further optimisation level, without a run.
    ///
    /// # Errors
    /// What went wrong, for a person to read.
    pub fn check_level(&self, case: &Case, level: &str) -> Result<(), String> {
        let mpi = case.mpis().swap_remove(0);
        self.in_folder(&format!("{}@{level}", case.name), |folder| {
            // What several files say together is told when they are linked.
            let link = case.compiled().count() > 1;
            self.warn(case, mpi, level, folder, link)?.compare(case)
        })
    }

    fn run_plain(&self, case: &Case, mpi: Mpi, folder: &Path) -> Result<Outcome, String> {
        let folder = folder.join("plain");
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        build(case, &self.plain(), mpi, "-O0", &folder, true)?;
        repeat(case, mpi, &folder, &folder, |outcome| match outcome.succeeded() {
            true => Ok(()),
            false => Err(format!("the program is not correct by itself: {}", describe(outcome))),
        })
    }

    /// Compiles with Lockstep into `folder/with`.
    fn warn(
        &self,
        case: &Case,
        mpi: Mpi,
        level: &str,
        folder: &Path,
        link: bool,
    ) -> Result<Warnings, String> {
        let folder = folder.join("with");
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let json = folder.join("findings.jsonl");
        let compiler = Compiler::Lockstep { command: self.lockstep.clone(), json: json.clone() };
        let stderr = build(case, &compiler, mpi, level, &folder, link)?;
        Ok(Warnings { findings: read_findings(&json)?, stderr })
    }
}

/// What Lockstep said while a case was compiled.
struct Warnings {
    findings: Vec<Finding>,
    stderr: String,
}

impl Warnings {
    fn compare(&self, case: &Case) -> Result<(), String> {
        compare_findings(case, &self.findings)
            .map_err(|problem| format!("{problem}{}", self.stderr))?;
        check_rendering(&self.findings, &self.stderr)
    }
}

/// Compiles a case in `folder`, to `folder/program` if `link`. Answers what the compiler wrote.
fn build(
    case: &Case,
    compiler: &Compiler,
    mpi: Mpi,
    level: &str,
    folder: &Path,
    link: bool,
) -> Result<String, String> {
    let sources: Vec<&Source> = case.compiled().collect();
    if let ([source], true) = (sources.as_slice(), link) {
        let mut command = compiler.command(source.language, mpi)?;
        command.arg(level).args(&case.annotations().flags).arg(&source.path);
        command.args(["-o", "program"]).args(compiler.link_flags(source.language, mpi)?);
        return compile(case, &mut command, folder);
    }
    let mut stderr = String::new();
    let mut objects = Vec::new();
    // The first source is the main program and may use Fortran modules of the others.
    for (index, source) in sources.into_iter().enumerate().rev() {
        let object = format!("object{index}.o");
        let mut command = compile_one(case, source, compiler, mpi, level)?;
        stderr += &compile(case, command.args(["-o", &object]), folder)?;
        objects.push(object);
    }
    if link {
        let language = case.link_language();
        let mut command = compiler.command(language, mpi)?;
        command.args(&case.annotations().flags).args(objects).args(["-o", "program"]);
        stderr += &compile(case, command.args(compiler.link_flags(language, mpi)?), folder)?;
    }
    Ok(stderr)
}

fn compile_one(
    case: &Case,
    source: &Source,
    compiler: &Compiler,
    mpi: Mpi,
    level: &str,
) -> Result<Command, String> {
    let mut command = compiler.command(source.language, mpi)?;
    command.arg(level).args(&case.annotations().flags).arg("-c").arg(&source.path);
    Ok(command)
}

fn compile(case: &Case, command: &mut Command, folder: &Path) -> Result<String, String> {
    if case.annotations().checks_all {
        command.env("LOCKSTEP_INSTRUMENT", "all");
    }
    let outcome = process::run(command, folder, COMPILE_LIMIT)?;
    match outcome.succeeded() {
        true => Ok(outcome.stderr),
        false => Err(format!("{command:?} fails: {}", describe(&outcome))),
    }
}

/// Runs `built/program` in `folder` as often as the case says, and holds every run to `check`.
/// Answers the last.
fn repeat(
    case: &Case,
    mpi: Mpi,
    built: &Path,
    folder: &Path,
    check: impl Fn(&Outcome) -> Result<(), String>,
) -> Result<Outcome, String> {
    let mut outcome = launch(case, mpi, built, folder)?;
    check(&outcome)?;
    for time in 2..=case.repeat() {
        outcome = launch(case, mpi, built, folder)?;
        check(&outcome).map_err(|problem| format!("run {time}: {problem}"))?;
    }
    Ok(outcome)
}

/// Runs `built/program` in `folder`.
fn launch(case: &Case, mpi: Mpi, built: &Path, folder: &Path) -> Result<Outcome, String> {
    let mut command = mpi.launch(case.ranks(), &built.join("program"));
    command.env("OMP_NUM_THREADS", case.threads().to_string());
    if case.annotations().checks_all {
        command.env("LOCKSTEP_CHECK", "full");
    }
    if case.annotations().synchronous_sends {
        command.env("LOCKSTEP_SENDS", "synchronous");
    }
    process::run(command.args(&case.annotations().args), folder, RUN_LIMIT)
}

/// The findings in a file of JSON lines; no file: none.
///
/// # Errors
/// A line that is not a finding.
pub fn read_findings(json: &Path) -> Result<Vec<Finding>, String> {
    let text = fs::read_to_string(json).unwrap_or_default();
    text.lines()
        .map(|line| serde_json::from_str(line).map_err(|error| format!("{error} in {line}")))
        .collect()
}

/// Both directions: what is marked is found, what is found is marked.
fn compare_findings(case: &Case, findings: &[Finding]) -> Result<(), String> {
    let mut expected = BTreeSet::new();
    for source in &case.sources {
        expected.extend(source.annotations.marks.iter().map(|mark| (&source.path, mark.clone())));
    }
    let mut problems = String::new();
    let mut found = BTreeSet::new();
    for finding in findings {
        let path = fs::canonicalize(&*finding.location.file).unwrap_or_default();
        let mark = Mark { line: finding.location.line, rule: finding.rule.clone() };
        match case.sources.iter().find(|source| source.path == path) {
            Some(source) => drop(found.insert((&source.path, mark))),
            None => {
                problems += &format!(
                    "found in a file that is not the case's: {}:{} {}\n",
                    finding.location.file, mark.line, mark.rule
                )
            }
        }
    }
    let mut list = |what: &str, (path, mark): &(&PathBuf, Mark)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        problems += &format!("{what}: {name}:{} {}\n", mark.line, mark.rule);
    };
    expected.difference(&found).for_each(|missing| list("marked and not found", missing));
    found.difference(&expected).for_each(|surplus| list("found and not marked", surplus));
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// What stands in the JSON lines is printed, once each, and nothing else is.
fn check_rendering(findings: &[Finding], stderr: &str) -> Result<(), String> {
    let printed = stderr.matches("[lockstep::").count();
    if printed == findings.len() {
        return Ok(());
    }
    Err(format!("{printed} warnings are printed for {} findings:\n{stderr}", findings.len()))
}

/// A launcher may put its own status in the place of ours; a program alone ends with ours.
fn check_abort(case: &Case, mpi: Mpi, outcome: &Outcome) -> Result<(), String> {
    if outcome.hung {
        return Err(format!("HANG: not ended after {RUN_LIMIT:?}: {}", describe(outcome)));
    }
    let count = |rule: &&str| outcome.stderr.matches(&format!("[lockstep::{rule}]")).count();
    let heading = format!("[lockstep::{}]", case.rule);
    let alike = seen_at_run_time(&case.rule);
    match alike.iter().map(count).sum::<usize>() {
        _ if outcome.status == Some(0) => {
            Err(format!("the run of a faulty program succeeds: {}", describe(outcome)))
        }
        1 if mpi == Mpi::None && outcome.status != Some(ABORT_STATUS) => {
            Err(format!("the abort has not status {ABORT_STATUS}: {}", describe(outcome)))
        }
        1 => Ok(()),
        // One rank may see its threads, another the ranks.
        2 if alike.len() > 2 => Ok(()),
        times => Err(format!("{heading} is said {times} times: {}", describe(outcome))),
    }
}

/// The rules a run may name for a fault of this one: it sees threads at two places, and the level that was
/// asked for, and cannot always tell which of two constructs is the wrong one.
fn seen_at_run_time(rule: &str) -> Vec<&str> {
    const ALIKE: [&[&str]; 2] = [
        &["omp_barrier_divergence", "omp_worksharing_divergence"],
        &[
            "collective_in_parallel",
            "concurrent_collectives",
            "thread_level_exceeded",
            // Ranks whose threads came in different orders differ.
            "collective_argument_mismatch",
            "collective_divergence",
        ],
    ];
    let of_threads = !rule.starts_with("collective_a") && rule != "collective_divergence";
    let alike = ALIKE.iter().find(|rules| of_threads && rules.contains(&rule));
    alike.map_or_else(|| vec![rule], |rules| rules.to_vec())
}

fn check_silence(outcome: &Outcome) -> Result<(), String> {
    if outcome.hung {
        return Err(format!("HANG of a correct program: {}", describe(outcome)));
    }
    match outcome.succeeded() && !outcome.stderr.contains("lockstep") {
        true => Ok(()),
        false => Err(format!("a correct program is not left alone: {}", describe(outcome))),
    }
}

/// The same characters in any order: ranks write as they come, and a line in as many pieces as its
/// program makes of it (MPICH turns the buffer of the standard output off).
fn compare_output(case: &Case, expected: &Outcome, got: &Outcome) -> Result<(), String> {
    let sorted = |text: &str| {
        let mut characters: Vec<char> = text.chars().collect();
        characters.sort_unstable();
        characters
    };
    let same = sorted(&expected.stdout) == sorted(&got.stdout);
    match same || case.annotations().output_varies {
        true => Ok(()),
        false => Err(format!("without Lockstep:\n{}with:\n{}", expected.stdout, got.stdout)),
    }
}

fn says(case: &Case, text: &str) -> Result<(), String> {
    match case.annotations().says.iter().find(|wanted| !text.contains(wanted.as_str())) {
        None => Ok(()),
        Some(missing) => Err(format!("nothing says `{missing}`:\n{text}")),
    }
}

fn describe(outcome: &Outcome) -> String {
    let status = match (outcome.hung, outcome.status) {
        (true, _) => "killed".to_owned(),
        (false, Some(status)) => format!("status {status}"),
        (false, None) => "a signal".to_owned(),
    };
    format!("{status}\nstdout:\n{}\nstderr:\n{}", outcome.stdout, outcome.stderr)
}
