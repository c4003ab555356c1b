//! Graphs as lines: a node each.

use std::fmt::Write;

use super::{Edge, EdgeKind, Graph, Shown, place};

/// Graphs as text: of each node its id, what it is, where it stands, its word, and where control may go.
/// Columns stand two spaces apart.
#[must_use]
pub fn text(graphs: &[Graph]) -> String {
    let mut text = String::new();
    for (number, graph) in graphs.iter().enumerate() {
        let cut = if graph.cut { " (not all of it: it is too large)" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "graph {number}: {}{cut}", graph.title);
        let rows: Vec<[String; 5]> = graph
            .nodes
            .iter()
            .enumerate()
            .map(|(node, shown)| row((number, node), shown))
            .collect();
        let width = |column: usize| {
            rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
        };
        let widths = [0, 1, 2, 3].map(width);
        for row in &rows {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(widths) {
                let _ = write!(line, "  {cell:width$}");
            }
            let _ = writeln!(text, "{line}  {}", row[4]);
        }
    }
    text
}

fn row(id: (usize, usize), shown: &Shown) -> [String; 5] {
    let place = place(&shown.location);
    let mark = shown.mark.map_or_else(String::new, |mark| format!(" [{}]", mark.words()));
    let next: Vec<String> = shown.edges.iter().map(successor).collect();
    [
        name(id),
        format!("{}{mark}", shown.name),
        if place.is_empty() { "-".to_owned() } else { place },
        shown.word.clone(),
        if next.is_empty() { "-> -".to_owned() } else { format!("-> {}", next.join(", ")) },
    ]
}

fn successor(edge: &Edge) -> String {
    let to = name(edge.to);
    match edge.kind {
        EdgeKind::Task => format!("{to} (task)"),
        EdgeKind::Team => format!("{to} (team)"),
        EdgeKind::Next if edge.answer.is_empty() => to,
        EdgeKind::Next => format!("{to} ({})", edge.answer),
    }
}

fn name((graph, node): (usize, usize)) -> String {
    format!("{graph}.{node}")
}
