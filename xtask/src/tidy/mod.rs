//! `cargo xtask tidy`: the style, as far as a program can check it.

mod architecture;
mod rules;
mod rust;

use std::fmt;
use std::path::{Path, PathBuf};

use crate::Problem;
use crate::workspace::Workspace;

/// The largest file a reader is asked to open.
const FILE_LIMIT: usize = 60_000;

/// Files nobody reads from top to bottom, each with the reason why it may be larger.
const LARGE_FILES: &[(&str, &str)] = &[
    ("Cargo.lock", "written by cargo"),
    ("pass/core/src/mpi/generated.rs", "written by cargo xtask mpi-table"),
];

/// Beginnings of paths that exist on one machine only.
const MACHINE_PATHS: &[&str] =
    &[concat!("/ro", "ot/"), concat!("/wo", "rk/"), concat!("/ho", "me/")];

/// A breach of the style.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Breach {
    file: PathBuf,
    /// 0: the file as a whole.
    line: usize,
    what: String,
}

impl Breach {
    fn new(file: impl Into<PathBuf>, line: usize, what: impl Into<String>) -> Self {
        Self { file: file.into(), line, what: what.into() }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file.display(), self.what),
            line => write!(f, "{}:{line}: {}", self.file.display(), self.what),
        }
    }
}

/// Checks all files; prints what breaches the style.
pub fn tidy(workspace: &Workspace) -> Result<(), Problem> {
    let files = workspace.files()?;
    let mut breaches = Vec::new();
    for file in &files {
        if let Some(text) = workspace.text(file) {
            breaches.extend(size(file, &text));
            breaches.extend(machine_paths(file, &text));
            if file.extension().is_some_and(|extension| extension == "rs") {
                breaches.extend(rust::check(file, &text));
            }
        }
    }
    breaches.extend(rules::check(workspace, &files));
    breaches.extend(architecture::check(workspace, &files));
    breaches.sort();
    for breach in &breaches {
        eprintln!("{breach}");
    }
    match breaches.len() {
        0 => Ok(()),
        count => Err(format!("breaches of the style: {count}")),
    }
}

fn size(file: &Path, text: &str) -> Option<Breach> {
    let large = LARGE_FILES.iter().any(|(name, _)| Path::new(name) == file);
    (text.len() > FILE_LIMIT && !large).then(|| {
        Breach::new(file, 0, format!("{} bytes; the limit is {FILE_LIMIT}: split it", text.len()))
    })
}

fn machine_paths(file: &Path, text: &str) -> Vec<Breach> {
    let lines = (1..).zip(text.lines());
    let found = lines.filter_map(|(line, content)| {
        let path = MACHINE_PATHS.iter().find(|path| content.contains(**path))?;
        Some(Breach::new(file, line, format!("a path of one machine ({path}…)")))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_one_machine_are_found() {
        let text = format!("first\nsee {}/someone\n", concat!("/ho", "me"));
        assert_eq!(machine_paths(Path::new("a.md"), &text)[0].line, 2);
        assert!(machine_paths(Path::new("a.md"), "/usr/lib and /opt").is_empty());
    }

    #[test]
    fn large_files_are_found() {
        let text = "x".repeat(FILE_LIMIT + 1);
        assert!(size(Path::new("a.rs"), &text).is_some());
        assert!(size(Path::new("Cargo.lock"), &text).is_none());
    }
}
