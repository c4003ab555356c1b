//! `lockstep report`: the findings of a build or a run, gathered from their JSON lines.

pub mod compiler;
mod html;
mod sarif;
mod text;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lockstep_core::finding::Finding;

use crate::failure::Failure;

/// Print the findings of builds (LOCKSTEP_JSON, `lockstep cc --json`) in a form for people or tools.
///
/// The exit status is 0 when there are none, 1 when there are some.
#[derive(Clone, Debug, clap::Args)]
pub struct Report {
    /// Files of JSON lines, one finding a line.
    #[arg(required = true, value_name = "FILE.jsonl")]
    files: Vec<PathBuf>,
    /// The form.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// A form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Messages with their source lines.
    Text,
    /// SARIF 2.1.0, as code scanners of forges and editors read it.
    Sarif,
    /// One page.
    Html,
    /// JSON lines, sorted, each finding once.
    Json,
}

/// Prints the findings of all files, sorted, each once.
pub fn report(arguments: &Report) -> Result<ExitCode, Failure> {
    let mut findings = Vec::new();
    for file in &arguments.files {
        findings.extend(read(file)?);
    }
    findings.sort();
    findings.dedup();
    print(&findings, arguments.format)?;
    Ok(ExitCode::from(u8::from(!findings.is_empty())))
}

/// Prints findings on the standard output.
///
/// # Errors
/// They cannot be written.
pub fn print(findings: &[Finding], format: Format) -> Result<(), Failure> {
    let text = match format {
        Format::Text => text::render(findings)?,
        Format::Sarif => sarif::render(findings)?,
        Format::Html => html::render(findings)?,
        Format::Json => json(findings)?,
    };
    write(&text)
}

/// Writes to the standard output, as far as somebody reads it.
///
/// # Errors
/// It cannot be written.
pub fn write(text: &str) -> Result<(), Failure> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(unwritten(error)),
        _ => Ok(()),
    }
}

fn read(file: &Path) -> Result<Vec<Finding>, Failure> {
    let content = std::fs::read_to_string(file).map_err(|error| {
        Failure::new(
            format!("{} cannot be read: {error}", file.display()),
            "give the file that LOCKSTEP_JSON or `lockstep cc --json` named",
        )
    })?;
    parse(&content).map_err(|(line, error)| {
        Failure::new(
            format!("{}:{line} is not a finding: {error}", file.display()),
            "give files of JSON lines written by this version of Lockstep",
        )
    })
}

/// The findings of JSON lines, or the number of the first line that is none.
fn parse(content: &str) -> Result<Vec<Finding>, (usize, serde_json::Error)> {
    let lines = content.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(i, line)| serde_json::from_str(line).map_err(|error| (i + 1, error))).collect()
}

fn json(findings: &[Finding]) -> Result<String, Failure> {
    let mut text = String::new();
    for finding in findings {
        text += &serde_json::to_string(finding).map_err(unwritten)?;
        text.push('\n');
    }
    Ok(text)
}

fn unwritten(error: impl std::fmt::Display) -> Failure {
    Failure::new(format!("the report could not be written: {error}"), "check where it goes")
}

/// The lines of a source, where it can still be read.
fn source(file: &str) -> Option<String> {
    std::fs::read(file).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use lockstep_core::finding::{Location, Note, Verdict};
    use proptest::prelude::*;

    use super::*;

    /// A finding in a file of this name.
    pub fn finding(file: &str) -> Finding {
        let location = |line, column| Location { file: file.into(), line, column };
        Finding {
            location: location(2, 3),
            rule: "collective_divergence".to_owned(),
            verdict: Verdict::Proven,
            message: "'MPI_Barrier' is not called by all ranks".to_owned(),
            function: "solve<int>".to_owned(),
            decided_in: Some(location(7, 1)),
            notes: vec![Note { location: location(1, 5), text: "ranks part here".to_owned() }],
            help: "call it on every rank".to_owned(),
        }
    }

    #[test]
    fn findings_survive_their_lines_and_are_told_once() {
        let line = serde_json::to_string(&finding("a.c")).unwrap();
        let findings = parse(&format!("{line}\n\n{line}\n")).unwrap();
        assert_eq!(findings, [finding("a.c"), finding("a.c")]);
        assert_eq!(json(&findings[..1]).unwrap(), format!("{line}\n"));
        assert_eq!(parse(&format!("{line}\n{{}}")).unwrap_err().0, 2);
    }

    #[test]
    fn every_form_tells_place_rule_and_condition() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        std::fs::write(&file, "if (rank < 1)\n  MPI_Barrier(w);\n").unwrap();
        let findings = [finding(file.to_str().unwrap())];
        for (form, text) in [
            ("text", text::render(&findings).unwrap()),
            ("sarif", sarif::render(&findings).unwrap()),
            ("html", html::render(&findings).unwrap()),
        ] {
            for told in ["collective_divergence", "is not called by all ranks", "ranks part here"] {
                assert!(text.replace("&#x27;", "'").contains(told), "{form}: {told}\n{text}");
            }
        }
    }

    #[test]
    fn a_page_shows_sources_as_text() {
        let page = html::render(&[finding("a.c")]).unwrap();
        assert!(page.contains("solve&lt;int&gt;") && !page.contains("solve<int>"), "{page}");
    }

    #[test]
    fn sarif_can_be_read_back() {
        let text = sarif::render(&[finding("a b.c")]).unwrap();
        let log: serde_sarif::sarif::Sarif = serde_json::from_str(&text).unwrap();
        let results = log.runs[0].results.as_ref().unwrap();
        assert_eq!(results[0].rule_id.as_deref(), Some("collective_divergence"));
        assert!(text.contains("a%20b.c"), "{text}");
    }

    proptest! {
        #[test]
        fn places_that_are_not_in_the_file_are_survived(line in any::<u32>(), column in any::<u32>(), content in ".{0,40}\n?.{0,40}") {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("a.c");
            std::fs::write(&file, content).unwrap();
            let mut finding = finding(file.to_str().unwrap());
            finding.location.line = line;
            finding.location.column = column;
            for render in [text::render, sarif::render, html::render] {
                prop_assert!(render(&[finding.clone()]).is_ok());
            }
        }
    }
}
