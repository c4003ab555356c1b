//! `docs/ARCHITECTURE.md` names only files and tests that exist.

use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Parser};

use super::Breach;
use crate::workspace::Workspace;

const FILE: &str = "docs/ARCHITECTURE.md";

/// How many words make a name in snake case that of a test rather than of a function or a field.
const WORDS_OF_A_TEST: usize = 4;

/// Checks every word in backquotes that is a path or the name of a test.
pub fn check(workspace: &Workspace, files: &[PathBuf]) -> Vec<Breach> {
    let Some(text) = workspace.text(Path::new(FILE)) else {
        return vec![Breach::new(FILE, 0, "is not there")];
    };
    let sources: Vec<String> = files
        .iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "rs"))
        .filter_map(|file| workspace.text(file))
        .collect();
    let exists = |name: &str| match kind(name) {
        Kind::Path(path) => files.iter().any(|file| file.starts_with(path) || file.ends_with(path)),
        Kind::Test(test) => {
            let function = format!("fn {test}(");
            let case = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem == test);
            sources.iter().any(|source| source.contains(&function)) || files.iter().any(case)
        }
        Kind::Other => true,
    };
    let lines = Parser::new(&text).into_offset_iter().filter_map(|(event, range)| match event {
        Event::Code(name) => Some((1 + text[..range.start].matches('\n').count(), name)),
        _ => None,
    });
    let missing = lines.filter(|(_, name)| !exists(name));
    missing.map(|(line, name)| Breach::new(FILE, line, format!("{name} does not exist"))).collect()
}

/// What a word in backquotes names.
#[derive(Debug, PartialEq, Eq)]
enum Kind<'a> {
    Path(&'a Path),
    Test(&'a str),
    Other,
}

fn kind(name: &str) -> Kind<'_> {
    let last = name.rsplit("::").next().unwrap_or(name);
    let snake = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let suffixes = [".rs", ".cpp", ".md", ".toml", ".c", ".f90", ".sh"];
    let path_letters = |c: char| c.is_ascii_alphanumeric() || "_-./+".contains(c);
    if name.chars().all(path_letters)
        && !name.starts_with(['/', '-', '.'])
        && (name.ends_with('/') || suffixes.iter().any(|suffix| name.ends_with(suffix)))
    {
        Kind::Path(Path::new(name))
    } else if last.chars().all(snake)
        && !last.starts_with('_')
        && last.split('_').count() >= WORDS_OF_A_TEST
    {
        Kind::Test(last)
    } else {
        Kind::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_tests_are_told_from_other_words() {
        assert_eq!(kind("pass/src/ir/"), Kind::Path(Path::new("pass/src/ir/")));
        assert_eq!(kind("shim.cpp"), Kind::Path(Path::new("shim.cpp")));
        assert_eq!(
            kind("graph::agrees_with_its_definition"),
            Kind::Test("agrees_with_its_definition")
        );
        for other in [
            "MPI_Barrier",
            "lockstep cc",
            "llvm.used",
            "&AugmentedCfg",
            "a/b",
            "__lockstep_v2_enter",
        ] {
            assert_eq!(kind(other), Kind::Other, "{other}");
        }
    }
}
