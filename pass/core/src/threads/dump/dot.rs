//! Graphs in Graphviz's language.

use std::fmt::Write;

use super::{Edge, EdgeKind, Graph, Mark, Shape, Shown, place};
use crate::graph::dot::quote;

/// Graphs in Graphviz's language, a cluster each. What a whole team or all ranks come to is a double
/// octagon, filled by kind; where threads part is red, what depends on the rank is blue; a dashed edge leads
/// from where a team is made to its cluster.
#[must_use]
pub fn dot(name: &str, graphs: &[Graph]) -> String {
    let mut text = String::new();
    let mut line = |content: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{content}");
    };
    line(format_args!("digraph {} {{", quote(name)));
    line(format_args!("  compound=true;"));
    line(format_args!("  node [shape=box, fontname=\"monospace\"];"));
    line(format_args!("  edge [fontname=\"monospace\"];"));
    for (number, graph) in graphs.iter().enumerate() {
        let cut = if graph.cut { "\nnot all of it: it is too large" } else { "" };
        line(format_args!("  subgraph cluster_{number} {{"));
        line(format_args!("    label={};", quote(&format!("{}{cut}", graph.title))));
        for (node, shown) in graph.nodes.iter().enumerate() {
            let (label, style) = (quote(&label(shown)), style(shown));
            line(format_args!("    {} [label={label}{style}];", id((number, node))));
        }
        for (node, shown) in graph.nodes.iter().enumerate() {
            for edge in shown.edges.iter().filter(|edge| edge.kind != EdgeKind::Team) {
                line(format_args!("    {}", drawn((number, node), edge)));
            }
        }
        line(format_args!("  }}"));
    }
    // An edge between clusters belongs to neither.
    for (number, graph) in graphs.iter().enumerate() {
        for (node, shown) in graph.nodes.iter().enumerate() {
            for edge in shown.edges.iter().filter(|edge| edge.kind == EdgeKind::Team) {
                line(format_args!("  {}", drawn((number, node), edge)));
            }
        }
    }
    line(format_args!("}}"));
    text
}

fn id((graph, node): (usize, usize)) -> String {
    format!("n{graph}_{node}")
}

fn label(shown: &Shown) -> String {
    let place = place(&shown.location);
    let mark = shown.mark.map(Mark::words).unwrap_or_default();
    let parts = [shown.name.as_str(), mark, &place, &shown.word];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

fn style(shown: &Shown) -> String {
    let shape = match shown.shape {
        Shape::End => ", shape=ellipse",
        Shape::Branch => ", shape=diamond",
        Shape::MpiCollective => ", shape=doubleoctagon, style=filled, fillcolor=lightblue",
        Shape::Barrier => ", shape=doubleoctagon, style=filled, fillcolor=khaki",
        Shape::Work => ", shape=doubleoctagon, style=filled, fillcolor=palegreen",
        Shape::Mpi => ", style=filled, fillcolor=aliceblue",
        Shape::Fork => ", shape=box3d",
        Shape::Construct => "",
        Shape::Unknown => ", style=dotted",
    };
    let mark = match shown.mark {
        Some(Mark::Parts) => ", color=red, fontcolor=red, penwidth=3",
        Some(Mark::Decides | Mark::Missed) => ", color=red, penwidth=2",
        Some(Mark::ByRank) => ", color=blue, fontcolor=blue, penwidth=3",
        None => "",
    };
    format!("{shape}{mark}")
}

fn drawn(from: (usize, usize), edge: &Edge) -> String {
    let style = match edge.kind {
        EdgeKind::Team => format!(" [style=dashed, lhead=cluster_{}]", edge.to.0),
        EdgeKind::Task => " [style=dotted, label=\"task\"]".to_owned(),
        EdgeKind::Next if edge.answer.is_empty() => String::new(),
        EdgeKind::Next => format!(" [label={}]", quote(&edge.answer)),
    };
    format!("{} -> {}{style};", id(from), id(edge.to))
}
