//! `cargo xtask`: one command per wish.

mod bench;
mod build;
mod demo;
mod docs;
mod failures;
mod install;
mod mpi_table;
mod prelink;
mod setup;
mod teach;
mod test;
mod tidy;
mod workspace;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use mpi_table::{Mode, Outcome};
use workspace::Workspace;

/// What went wrong: one sentence, with the remedy where there is one.
type Problem = String;

/// The commands of this project.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Install what building and testing needs, with apt.
    Setup,
    /// Build the plugin, the runtime and the command (release).
    Build,
    /// Build, then show a warning, an abort and a corrected program that stays silent.
    Demo,
    /// Run everything that is tested; the last line is the test runner's own.
    Test,
    /// Check the style that is a program's business.
    Tidy,
    /// Record the expected output of the tests anew.
    Bless,
    /// Measure (benchmarks/); arguments go to the benchmarks.
    Bench {
        /// For the benchmarks.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Build the documentation and check the links of the Markdown files.
    Docs,
    /// Write the generated rows of the MPI table from the MPI Forum's data.
    MpiTable {
        /// Change nothing; fail if the rows are not what the data says.
        #[arg(long)]
        check: bool,
        /// An `apis.json` to read instead of downloading the release.
        data: Option<PathBuf>,
    },
    /// Teach the model that records begin with, from the records of the test suite's programs.
    TeachRecords,
    /// Build and install: PREFIX/bin and PREFIX/lib/lockstep.
    Install {
        /// Where to.
        #[arg(long, default_value = "/usr/local")]
        prefix: PathBuf,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = Workspace::find().and_then(|workspace| match arguments.command {
        Command::Setup => setup::setup(&workspace),
        Command::Build => build::build(&workspace),
        Command::Demo => demo::demo(&workspace),
        Command::Test => test::test(&workspace),
        Command::Tidy => tidy::tidy(&workspace),
        Command::Bless => bless(&workspace),
        Command::Bench { arguments } => bench::bench(&workspace, &arguments),
        Command::Docs => docs::docs(&workspace),
        Command::MpiTable { check, data } => mpi_table(&workspace, check, data),
        Command::TeachRecords => teach::teach(&workspace),
        Command::Install { prefix } => install::install(&workspace, &prefix),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            // 2: not the project is at fault but the machine, which lacks something.
            ExitCode::from(if problem.starts_with(setup::MISSING) { 2 } else { 1 })
        }
    }
}

fn mpi_table(workspace: &Workspace, check: bool, data: Option<PathBuf>) -> Result<(), Problem> {
    let mode = if check { Mode::Check } else { Mode::Write };
    match mpi_table::generate(&workspace.root, data.as_deref(), mode)? {
        Outcome::Unchanged => println!("the MPI table is what the MPI Forum's data says"),
        Outcome::Written => println!("the MPI table has changed: look at the difference"),
    }
    Ok(())
}

/// The expectations of the test suite stand in its programs, on their lines, where only a person
/// can write them. What is recorded is the generated part of the MPI table.
fn bless(workspace: &Workspace) -> Result<(), Problem> {
    mpi_table(workspace, false, None)
}
