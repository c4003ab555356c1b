//! What `lockstep cc` does with a program it has linked: the analysis of the whole program.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use lockstep_core::finding::Finding;
use lockstep_core::settings::{Instrument, PassSettings, rank_dependent};
use lockstep_core::value::sources::Sources;
use lockstep_core::{json_lines, record};
use object::{Object, ObjectKind};

use super::marks::Marks;
use super::whole::Gathered;
use crate::failure::Failure;
use crate::report::compiler::{Severity, render};

/// A program that was just linked, and what its user wants to be told.
#[derive(Clone, Debug)]
pub struct LinkedProgram<'a> {
    /// The file.
    pub file: &'a Path,
    /// Print no warnings (`-w`).
    pub quiet: bool,
    /// Warnings are errors (`-Werror`).
    pub warnings_are_errors: bool,
    /// In colour or not; `None`: as the terminal is.
    pub coloured: Option<bool>,
    /// A file for the findings, as JSON lines.
    pub json: Option<PathBuf>,
    /// Functions whose answers differ between ranks, as `LOCKSTEP_RANK_DEPENDENT` names them.
    pub rank_dependent: Option<String>,
    /// OpenMP's rules by the letter; `None`: as the environment says.
    pub strict: Option<bool>,
}

/// What is left to do with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterLink {
    /// Nothing.
    Done,
    /// It has to be checked while it runs, and no unit of it asks for that: what its mark has to say.
    NeedsChecks(u32),
    /// It is refused: warnings are errors.
    Refused,
}

/// Analyses a program that was just linked, tells what its single files could not say, and marks in it
/// whether it has to be checked while it runs.
///
/// # Errors
/// The program has records that cannot be read, or cannot be marked. It is as the linker made it.
pub fn after_link(linked: &LinkedProgram) -> Result<AfterLink, Failure> {
    let Ok(data) = std::fs::read(linked.file) else { return Ok(AfterLink::Done) };
    if !is_program_with_records(&data) {
        return Ok(AfterLink::Done);
    }
    let gathered = Gathered::from_program(linked.file, &data)?;
    if !gathered.calls_mpi() && !gathered.has_threads() {
        return Ok(AfterLink::Done);
    }
    let settings = settings()?;
    let strict = linked.strict.unwrap_or(settings.strict);
    let checked = gathered.check(&sources(linked.rank_dependent.as_deref())?, strict)?;
    let refused = tell(linked, &settings, &checked.news())?;
    if let Some(line) = checked.limit() {
        eprintln!("lockstep: note: {}: {line}", linked.file.display());
    }
    let marks = Marks::find(&linked.file.display().to_string(), &data)?;
    let without_mark = marks.is_empty() && settings.instrument != Instrument::None;
    marks.apply(linked.file, &data, checked.wanted())?;
    Ok(match () {
        () if refused => AfterLink::Refused,
        () if without_mark && checked.needs_checks() != 0 => {
            AfterLink::NeedsChecks(checked.needs_checks())
        }
        () => AfterLink::Done,
    })
}

/// The settings of this process.
///
/// # Errors
/// One of them cannot be read.
pub fn settings() -> Result<PassSettings, Failure> {
    PassSettings::from_environment()
        .map_err(|error| Failure::new(error.to_string(), "see `lockstep --help`"))
}

/// The functions the user names on the command line or else in the environment.
///
/// # Errors
/// They are no names.
pub fn sources(named: Option<&str>) -> Result<Sources, Failure> {
    let value = named.map(str::to_owned).or_else(|| std::env::var("LOCKSTEP_RANK_DEPENDENT").ok());
    rank_dependent(value.filter(|value| !value.is_empty() || named.is_some()))
        .map_err(|error| Failure::new(error.to_string(), "see `lockstep --help`"))
}

fn is_program_with_records(data: &[u8]) -> bool {
    object::File::parse(data).is_ok_and(|file| {
        matches!(file.kind(), ObjectKind::Executable | ObjectKind::Dynamic)
            && file.section_by_name(record::SECTION).is_some()
    })
}

/// Prints the findings and writes their lines. Answers whether the program is refused for them.
fn tell(
    linked: &LinkedProgram,
    settings: &PassSettings,
    findings: &[Finding],
) -> Result<bool, Failure> {
    if let Some(path) = linked.json.as_deref().or(settings.json.as_deref().map(Path::new)) {
        json_lines::append(path, findings)
            .map_err(|error| Failure::new(error, "name a file that can be written"))?;
    }
    if linked.quiet || settings.quiet || findings.is_empty() {
        return Ok(false);
    }
    let severity = if linked.warnings_are_errors { Severity::Error } else { Severity::Warning };
    let mut stderr = io::stderr().lock();
    let coloured = linked.coloured.unwrap_or_else(|| stderr.is_terminal());
    // Nobody is left to be told where this fails.
    let _ = stderr.write_all(render(findings, severity, coloured).as_bytes());
    Ok(linked.warnings_are_errors)
}
