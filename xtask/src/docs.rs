//! `cargo xtask docs`: rustdoc without a warning, and no dead link in a Markdown file.

use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use xshell::cmd;

use crate::Problem;
use crate::workspace::{Workspace, run};

/// Builds the documentation, then checks the links.
pub fn docs(workspace: &Workspace) -> Result<(), Problem> {
    let shell = &workspace.shell;
    let rustdoc = cmd!(shell, "cargo doc --workspace --no-deps --document-private-items --release");
    run(rustdoc.env("RUSTDOCFLAGS", "-D warnings"))?;
    let dead = dead_links(workspace)?;
    for link in &dead {
        eprintln!("{link}");
    }
    match dead.len() {
        0 => Ok(()),
        count => Err(format!("dead links: {count}")),
    }
}

fn dead_links(workspace: &Workspace) -> Result<Vec<String>, Problem> {
    let mut dead = Vec::new();
    for file in workspace.files()? {
        if file.extension().is_some_and(|extension| extension == "md")
            && let Some(text) = workspace.text(&file)
        {
            let links = links(&text).into_iter();
            let targets = links.filter(|link| !leads_somewhere(workspace, &file, &text, link));
            dead.extend(targets.map(|link| format!("{}: {link} leads nowhere", file.display())));
        }
    }
    Ok(dead)
}

fn links(text: &str) -> Vec<String> {
    let events = Parser::new(text);
    let links = events.filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    });
    links.collect()
}

/// Links into the net are not followed: a test must not depend on it.
fn leads_somewhere(workspace: &Workspace, file: &Path, text: &str, link: &str) -> bool {
    if link.contains("://") || link.starts_with("mailto:") {
        return true;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = normal(&file.parent().unwrap_or(Path::new("")).join(path));
    let content = if path.is_empty() { Some(text.to_owned()) } else { workspace.text(&target) };
    match content {
        Some(content) => anchor.is_empty() || anchors(&content).iter().any(|a| a == anchor),
        None => anchor.is_empty() && workspace.root.join(&target).exists(),
    }
}

/// The path without `.` and `..`, which must not leave the project.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                normal.pop();
            }
            Component::Normal(name) => normal.push(name),
            _ => {}
        }
    }
    normal
}

/// The anchors of the headings, as the forges make them.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors = Vec::new();
    let mut heading: Option<String> = None;
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => anchors.extend(heading.take()),
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    let lower = part.to_lowercase();
                    let kept = lower.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
                    heading.extend(kept.map(|c| if c == ' ' { '-' } else { c }));
                }
            }
            _ => {}
        }
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_anchors_are_found() {
        let text = "# Two `words` here!\n[a](b.md#c) ![i](i.png)\n\n`[no](link)`\n";
        assert_eq!(links(text), ["b.md#c", "i.png"]);
        assert_eq!(anchors(text), ["two-words-here"]);
        assert_eq!(normal(Path::new("docs/rules/../a.md")), Path::new("docs/a.md"));
    }
}
