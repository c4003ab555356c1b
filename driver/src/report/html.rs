//! Findings as one page that needs nothing but a browser.

use lockstep_core::finding::{Finding, Location, Verdict};
use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::Serialize;

use super::{source, unwritten};
use crate::failure::Failure;

const PAGE: &str = include_str!("report.html");

/// Lines shown before and after the one that is meant.
const AROUND: u32 = 2;

/// A line of a source.
#[derive(Serialize)]
struct Line {
    number: u32,
    text: String,
    meant: bool,
}

/// A place with the lines around it; none where the source cannot be read.
#[derive(Serialize)]
struct Place {
    name: String,
    text: String,
    lines: Vec<Line>,
}

#[derive(Serialize)]
struct Entry {
    rule: String,
    message: String,
    function: String,
    proven: bool,
    help: String,
    places: Vec<Place>,
}

/// The page.
pub fn render(findings: &[Finding]) -> Result<String, Failure> {
    let entries: Vec<_> = findings.iter().map(entry).collect();
    let mut environment = Environment::new();
    // The name's suffix turns escaping on: sources and messages are text, not markup.
    environment.add_template("report.html", PAGE).map_err(unwritten)?;
    let page = environment.get_template("report.html").map_err(unwritten)?;
    page.render(context! { entries => Serde(&entries) }).map_err(unwritten)
}

fn entry(finding: &Finding) -> Entry {
    let mut places = vec![place(&finding.location, "")];
    places.extend(finding.notes.iter().map(|note| place(&note.location, &note.text)));
    Entry {
        rule: finding.rule.clone(),
        message: finding.message.clone(),
        function: finding.function.clone(),
        proven: finding.verdict == Verdict::Proven,
        help: finding.help.clone(),
        places,
    }
}

fn place(location: &Location, text: &str) -> Place {
    let content = source(&location.file).filter(|_| location.line > 0).unwrap_or_default();
    let first = location.line.saturating_sub(AROUND).max(1);
    let last = location.line.saturating_add(AROUND);
    let lines = (1..).zip(content.lines()).filter(|(number, _)| (first..=last).contains(number));
    Place {
        name: format!("{}:{}:{}", location.file, location.line, location.column),
        text: text.to_owned(),
        lines: lines
            .map(|(number, text)| Line {
                number,
                text: text.to_owned(),
                meant: number == location.line,
            })
            .collect(),
    }
}
