//! The Graphviz form of an augmented graph, for people.

use std::fmt::Write;

use super::augmented::{AugmentedCfg, Dependence, Ending, Event, EventKind};
use super::flow::Block;
use crate::finding::Location;

/// `graph` in Graphviz's language. Collectives are filled; the blocks of `conditions` (a frontier)
/// stand in a bold red diamond; conditions on which ranks can disagree are dashed otherwise.
#[must_use]
pub fn dot(graph: &AugmentedCfg, conditions: &[Block]) -> String {
    let mut text = String::new();
    let mut line = |content: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{content}");
    };
    line(format_args!("digraph {} {{", quote(&graph.name)));
    line(format_args!("  node [shape=box, fontname=\"monospace\"];"));
    for (number, row) in graph.blocks.iter().enumerate() {
        let block = Block::new(number);
        let mut label = block.to_string();
        if let Some(Event { kind, location }) = &row.event {
            label += &format!("\n{kind}{}", place(location));
        }
        let mut style = String::new();
        match &row.ending {
            Ending::Branch { condition, .. } => {
                label += &format!("\n{}{}", condition.text, place(&condition.location));
                if condition.dependence == Dependence::RankDependent {
                    style += ", style=dashed";
                }
            }
            Ending::Goto(_) => {}
            ending => label += &format!("\n{ending}"),
        }
        let event = row.event.as_ref().map(|event| &event.kind);
        if matches!(event, Some(EventKind::Collective { .. })) {
            style = ", style=filled, fillcolor=lightblue".to_owned();
        }
        if conditions.contains(&block) {
            style += ", shape=diamond, color=red, penwidth=2";
        }
        line(format_args!("  {block} [label={}{style}];", quote(&label)));
        for (outcome, target) in row.ending.targets().iter().enumerate() {
            let name = match (row.ending.targets().len(), outcome) {
                (1, _) => String::new(),
                (2, 0) => " [label=\"true\"]".to_owned(),
                (2, _) => " [label=\"false\"]".to_owned(),
                (_, outcome) => format!(" [label=\"{outcome}\"]"),
            };
            line(format_args!("  {block} -> {target}{name};"));
        }
    }
    line(format_args!("}}"));
    text
}

fn place(location: &Location) -> String {
    let Location { file, line, column } = location;
    match (line, column) {
        (0, _) => String::new(),
        (_, 0) => format!("\n{file}:{line}"),
        _ => format!("\n{file}:{line}:{column}"),
    }
}

/// A Graphviz string; lines in it are centred.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\0' => quoted.push('\u{fffd}'),
            _ => quoted.push(character),
        }
    }
    quoted + "\""
}
