//! `cargo xtask test`: everything that is tested.

use std::time::Instant;

use xshell::{Cmd, cmd};

use crate::failures::run;
use crate::workspace::Workspace;
use crate::{Problem, build, docs, mpi_table, setup, tidy};

/// The test that runs the programs of known faults: the last of all, so that its runner's closing line is the last of
/// the output.
const LAST: &str = "cases";

/// A step: its name and what it does.
type Step<'a> = (String, Box<dyn FnOnce() -> Result<(), Problem> + 'a>);

fn command<'a>(name: &str, command: Cmd<'a>) -> Step<'a> {
    (name.to_owned(), Box::new(move || run(command)))
}

/// Runs every step, whatever became of the ones before; fails if one of them did.
pub fn test(workspace: &Workspace) -> Result<(), Problem> {
    // Without these two nothing else can be run.
    setup::setup(workspace)?;
    build::build(workspace)?;
    let mut failed = Vec::new();
    for (name, step) in steps(workspace)? {
        eprintln!("== {name}");
        let start = Instant::now();
        let outcome = step();
        if let Err(problem) = outcome {
            eprintln!("{problem}");
            failed.push((name, problem));
        } else if !name.ends_with(LAST) {
            eprintln!("== {name}: {} s", start.elapsed().as_secs());
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    // Once more, at the end: the steps behind them have printed thousands of lines.
    for (name, problem) in &failed {
        eprintln!("\n== {name}: {problem}");
    }
    let names: Vec<String> = failed.into_iter().map(|(name, _)| name).collect();
    Err(format!("failed: {}", names.join(", ")))
}

fn steps(workspace: &Workspace) -> Result<Vec<Step<'_>>, Problem> {
    let shell = &workspace.shell;
    let mut steps: Vec<Step<'_>> = vec![
        command("format", cmd!(shell, "cargo fmt --all --check")),
        command(
            "clippy",
            cmd!(shell, "cargo clippy --quiet --release --workspace --all-targets -- -D warnings"),
        ),
        ("tidy".to_owned(), Box::new(|| tidy::tidy(workspace))),
        ("documentation".to_owned(), Box::new(|| docs::docs(workspace))),
        ("MPI table".to_owned(), Box::new(|| mpi_table_is_current(workspace))),
        // All but the suite's programs, which are no tests by default. Always the whole workspace: a part of it asks for
        // other features of what it depends on, and everything would be compiled again.
        command("unit tests", cmd!(shell, "cargo test --release --no-fail-fast --workspace")),
    ];
    for name in suite_tests(workspace)? {
        let line = cmd!(shell, "cargo test --release --no-fail-fast --workspace --test {name}");
        if name == LAST {
            steps.push(command("large program", large_program(workspace)));
        }
        steps.push(command(&format!("test suite: {name}"), line));
    }
    Ok(steps)
}

/// In a program of this size there is less room for each function than in any case.
fn large_program(workspace: &Workspace) -> Cmd<'_> {
    const FILES: &str = "500";
    let script = workspace.root.join("benchmarks/whole_program.py");
    let command = workspace.release("lockstep");
    cmd!(workspace.shell, "python3 {script} {command} --files {FILES} --parts 1")
}

fn mpi_table_is_current(workspace: &Workspace) -> Result<(), Problem> {
    mpi_table::generate(&workspace.root, None, mpi_table::Mode::Check).map(|_| ())
}

/// The test programs of the suite by name, [`LAST`] at the end.
fn suite_tests(workspace: &Workspace) -> Result<Vec<String>, Problem> {
    let folder = workspace.root.join("testsuite/tests");
    let entries = folder.read_dir().map_err(|error| format!("{}: {error}", folder.display()))?;
    // A test program is a file, or a folder with a main.rs.
    let files = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let programs = files.filter(|file| {
        file.extension().is_some_and(|extension| extension == "rs")
            || file.join("main.rs").is_file()
    });
    let mut names: Vec<String> = programs
        .filter_map(|file| file.file_stem().map(|stem| stem.to_string_lossy().into_owned()))
        .collect();
    if !names.iter().any(|name| name == LAST) {
        return Err(format!(
            "{}/{LAST}.rs is not there: the cases would not run",
            folder.display()
        ));
    }
    names.sort_by_key(|name| (name == LAST, name.clone()));
    Ok(names)
}
