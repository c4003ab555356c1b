//! Findings as a compiler prints them, with their source lines.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::SimpleFiles;
use codespan_reporting::term::{self, Config};
use lockstep_core::finding::{Finding, Location, Verdict};

use super::{source, unwritten};
use crate::failure::Failure;

/// The sources that could be read; `None`: one that could not.
#[derive(Default)]
struct Sources {
    files: SimpleFiles<String, String>,
    ids: HashMap<String, Option<usize>>,
}

/// The findings and their number.
pub fn render(findings: &[Finding]) -> Result<String, Failure> {
    let mut sources = Sources::default();
    let mut text = String::new();
    for finding in findings {
        let diagnostic = diagnostic(finding, &mut sources);
        let config = Config::default();
        text += &term::emit_into_string(&config, &sources.files, &diagnostic).map_err(unwritten)?;
    }
    match findings.len() {
        0 => text += "no findings\n",
        1 => text += "1 finding\n",
        count => writeln!(text, "{count} findings").map_err(unwritten)?,
    }
    Ok(text)
}

fn diagnostic(finding: &Finding, sources: &mut Sources) -> Diagnostic<usize> {
    let mut labels = Vec::new();
    let mut notes = Vec::new();
    match sources.place(&finding.location) {
        Some((file, range)) => {
            labels.push(Label::primary(file, range).with_message(in_function(finding)));
        }
        None => notes.push(format!("at {}, {}", place(&finding.location), in_function(finding))),
    }
    for note in &finding.notes {
        match sources.place(&note.location) {
            Some((file, range)) => {
                labels.push(Label::secondary(file, range).with_message(&note.text));
            }
            None => notes.push(format!("{}: {}", place(&note.location), note.text)),
        }
    }
    if finding.verdict == Verdict::Possible {
        notes.push("whether ranks part here depends on values only the run knows".to_owned());
    }
    if !finding.help.is_empty() {
        notes.push(format!("help: {}", finding.help));
    }
    Diagnostic::warning()
        .with_code(format!("lockstep::{}", finding.rule))
        .with_message(&finding.message)
        .with_labels(labels)
        .with_notes(notes)
}

fn in_function(finding: &Finding) -> String {
    if finding.function.is_empty() { String::new() } else { format!("in {}", finding.function) }
}

fn place(location: &Location) -> String {
    format!("{}:{}:{}", location.file, location.line, location.column)
}

impl Sources {
    /// The file and the bytes of the word a location points at. `None`: the source is not there,
    /// or no longer has such a line.
    fn place(&mut self, location: &Location) -> Option<(usize, Range<usize>)> {
        let Self { files, ids } = self;
        let id = ids.entry(location.file.to_string()).or_insert_with(|| {
            source(&location.file).map(|text| files.add(location.file.to_string(), text))
        });
        let id = (*id)?;
        let text = files.get(id).ok()?.source();
        Some((id, word_at(text, location.line, location.column)?))
    }
}

/// The bytes of the word at a line and column counted from 1; columns count bytes, as clang does.
fn word_at(text: &str, line: u32, column: u32) -> Option<Range<usize>> {
    let index = usize::try_from(line.checked_sub(1)?).ok()?;
    let content = text.split_inclusive('\n').nth(index)?;
    let start: usize = text.split_inclusive('\n').take(index).map(str::len).sum();
    let content = content.trim_end_matches(['\n', '\r']);
    let column = usize::try_from(column.saturating_sub(1)).ok()?;
    let tail = content.get(column..).unwrap_or_default();
    let column = content.len() - tail.len();
    let word = tail.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(tail.len());
    let first = tail.chars().next().map_or(0, char::len_utf8);
    Some(start + column..start + column + word.max(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_where_they_stand() {
        let text = "int x;\r\n  MPI_Barrier(w);\n";
        assert_eq!(word_at(text, 2, 3).map(|range| &text[range]), Some("MPI_Barrier"));
        assert_eq!(word_at(text, 2, 14).map(|range| &text[range]), Some("("));
        assert_eq!(word_at(text, 1, 99).map(|range| &text[range]), Some(""));
        assert_eq!(word_at(text, 0, 1), None);
        assert_eq!(word_at(text, 3, 1), None);
    }
}
