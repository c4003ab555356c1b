//! Findings as SARIF 2.1.0.

use lockstep_core::finding::{self, Finding, Verdict};
use lockstep_core::rules;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_sarif::sarif::{
    ArtifactLocation, Location, Message, MultiformatMessageString, PhysicalLocation, Region,
    ReportingDescriptor, Result as Entry, ResultLevel, Run, SCHEMA_URL, Sarif, Tool, ToolComponent,
    Version,
};

use super::unwritten;
use crate::failure::Failure;

/// Bytes of a path that stand for themselves in a URI.
const PATH: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b'~').remove(b'+');

/// The log.
pub fn render(findings: &[Finding]) -> Result<String, Failure> {
    let driver = ToolComponent::builder()
        .name("Lockstep")
        .version(env!("CARGO_PKG_VERSION"))
        .rules(rules::ALL.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>())
        .build();
    let results = findings.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
    let run = Run::builder().tool(Tool::builder().driver(driver).build()).results(results).build();
    let log = Sarif::builder()
        .schema(SCHEMA_URL)
        .version(serde_json::to_value(Version::V2_1_0).map_err(unwritten)?)
        .runs(vec![run])
        .build();
    let mut text = serde_json::to_string_pretty(&log).map_err(unwritten)?;
    text.push('\n');
    Ok(text)
}

fn descriptor(rule: &rules::Rule) -> ReportingDescriptor {
    ReportingDescriptor::builder()
        .id(rule.id)
        .short_description(MultiformatMessageString::builder().text(rule.summary).build())
        .help(MultiformatMessageString::builder().text(rule.page).markdown(rule.page).build())
        .build()
}

fn entry(finding: &Finding) -> Result<Entry, Failure> {
    let level = match finding.verdict {
        Verdict::Proven => ResultLevel::Error,
        Verdict::Possible => ResultLevel::Warning,
    };
    let mut text = finding.message.clone();
    if !finding.help.is_empty() {
        text = format!("{text}. {}", finding.help);
    }
    let notes = finding.notes.iter().map(|note| place(&note.location, Some(&note.text)));
    Ok(Entry::builder()
        .rule_id(&finding.rule)
        .level(level)
        .message(Message::builder().text(text).build())
        .locations(vec![place(&finding.location, None)])
        .related_locations(notes.collect::<Vec<_>>())
        .build())
}

fn place(location: &finding::Location, text: Option<&str>) -> Location {
    let path = utf8_percent_encode(&location.file, PATH);
    let scheme = if location.file.starts_with('/') { "file://" } else { "" };
    let artifact = ArtifactLocation::builder().uri(format!("{scheme}{path}")).build();
    // SARIF counts from 1 and has no word for a place that is not known.
    let line = i64::from(location.line.max(1));
    let region =
        Region::builder().start_line(line).start_column(i64::from(location.column.max(1))).build();
    let physical = PhysicalLocation::builder().artifact_location(artifact).region(region).build();
    let place = Location::builder().physical_location(physical);
    match text {
        Some(text) => place.message(Message::builder().text(text).build()).build(),
        None => place.build(),
    }
}
