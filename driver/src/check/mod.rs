//! `lockstep check`: the analysis of a whole program from the records in its files.

mod binary;
mod drawing;
mod link;
mod marks;
mod unseen;
mod whole;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub use link::{AfterLink, LinkedProgram, after_link, settings};

use crate::failure::Failure;
use crate::report::{self, Format};
use drawing::Drawing;
use marks::Marks;
use whole::{Checked, Gathered};

/// Analyse a whole program and print what its single files could not say.
///
/// Give the program, or the libraries and objects it will be made of; all compiled with `lockstep cc`
/// or the plugin. Shared libraries the program needs are read with it.
///
/// The exit status is 0 when nothing is found, 1 when something is.
#[derive(Clone, Debug, clap::Args)]
pub struct Check {
    /// Program, static or shared library, object.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The form.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Print what was told while the files were compiled, too.
    #[arg(long)]
    all: bool,
    /// Name the collective calls that are not proven, and why.
    #[arg(long)]
    unproven: bool,
    /// Functions whose answers differ between ranks; `input`: what is read from files does
    /// (also `LOCKSTEP_RANK_DEPENDENT`).
    #[arg(long, value_name = "NAMES")]
    rank_dependent: Option<String>,
    /// Write into the program whether it has to be checked while it runs.
    #[arg(long)]
    apply: bool,
    /// Print the control flow of a function instead: its constructs, MPI calls and branches with their
    /// parallelism words, and each team of threads it makes as a graph of its own. FORM is `dot` (for
    /// Graphviz) or `text` (a node a line); FUNCTION is the name in the source or the linker symbol, and may
    /// also stand before the files: `--dump-graph=dot solve ./solver`.
    #[arg(
        long,
        value_name = "FORM[:FUNCTION]",
        conflicts_with_all = ["format", "all", "unproven", "apply"]
    )]
    dump_graph: Option<Drawing>,
}

/// Checks the program of these files.
pub fn check(arguments: &Check) -> Result<ExitCode, Failure> {
    let drawing = arguments.dump_graph.as_ref();
    let (function, files) = match drawing.map(|drawing| drawing.split(&arguments.files)) {
        Some(named) => named?,
        None => ("".into(), &*arguments.files),
    };
    let gathered = Gathered::from_files(files)?;
    if gathered.is_empty() {
        return Err(without_records(files));
    }
    let settings = settings()?;
    let sources = link::sources(arguments.rank_dependent.as_deref())?;
    if let Some(drawing) = drawing {
        report::write(&gathered.draw(drawing, &function, &sources, settings.strict)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let checked = gathered.check(&sources, settings.strict)?;
    let findings = if arguments.all { checked.findings.clone() } else { checked.news() };
    report::print(&findings, arguments.format)?;
    summarize(&checked, findings.len(), arguments.unproven);
    if arguments.apply {
        apply(&arguments.files, &checked)?;
    }
    Ok(ExitCode::from(u8::from(!findings.is_empty())))
}

fn without_records(files: &[PathBuf]) -> Failure {
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let have = if names.len() == 1 { "has" } else { "have" };
    Failure::new(
        format!("{} {have} no record of Lockstep", names.join(", ")),
        "compile the sources with `lockstep cc`, `c++` or `fc`",
    )
}

/// What was seen, what was not, and what is left for the run, on the standard error.
fn summarize(checked: &Checked, shown: usize, unproven: bool) {
    let known = checked.findings.len() - shown.min(checked.findings.len());
    if known > 0 {
        let them = if known == 1 { "1 finding was" } else { &format!("{known} findings were") };
        eprintln!("lockstep: {them} told while compiling (--all prints them again)");
    }
    for line in checked.unseen.lines() {
        eprintln!("lockstep: not seen: {line}");
    }
    if let Some(line) = checked.limit() {
        eprintln!("lockstep: {line}");
    }
    for line in checked.unproven.iter().filter(|_| unproven) {
        eprintln!("lockstep: not proven: {line}");
    }
    if let Some(threads) = &checked.threads {
        eprintln!("lockstep: {threads}");
    }
    let count = checked.unproven.len();
    let mut rest = if checked.proven && checked.awaits_messages {
        "all of it is proven, but for the messages that ranks wait for: they are looked at while it runs"
            .to_owned()
    } else if checked.proven {
        "nothing has to be checked at run time".to_owned()
    } else if checked.doubtful && count == 0 {
        "what may be called that was not seen leaves it open: the program is checked at run time"
            .to_owned()
    } else if checked.doubtful {
        format!("{count} not proven: the program is checked at run time")
    } else {
        "what was seen of the program is proven".to_owned()
    };
    if checked.threads_unproven {
        rest += "; its threads are checked at run time";
    }
    eprintln!(
        "lockstep: {} files, {} functions, {} collective calls; {rest}",
        checked.units, checked.functions, checked.collectives
    );
}

/// Marks the one program among the files.
fn apply(files: &[PathBuf], checked: &Checked) -> Result<(), Failure> {
    let [file] = files else {
        return Err(Failure::new("--apply changes one program", "give the program alone"));
    };
    let data = read(file)?;
    let marks = Marks::find(&file.display().to_string(), &data)?;
    if marks.is_empty() && checked.needs_checks() != 0 {
        return Err(Failure::new(
            format!("{} has no unit that can ask for checks", file.display()),
            "link it with `lockstep cc`",
        ));
    }
    marks.apply(file, &data, checked.wanted())
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(file).map_err(|error| {
        Failure::new(format!("{} cannot be read: {error}", file.display()), "check its path")
    })
}
