//! Every rule has a file, a page, and cases of both kinds; and nothing is left of one that is gone.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lockstep_core::rules;

use super::Breach;
use crate::workspace::Workspace;

/// What a rule's page tells, by its headings.
const SECTIONS: &[&str] = &[
    "## What it finds",
    "## Why it is wrong",
    "## Example",
    "## How to fix it",
    "## What it can miss",
];

const CASES: &str = "testsuite/cases";

/// Checks the rules against the files.
pub fn check(workspace: &Workspace, files: &[PathBuf]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for rule in rules::ALL {
        let source = PathBuf::from(format!("pass/core/src/rules/{}.rs", rule.id));
        if !files.contains(&source) {
            breaches.push(Breach::new(source, 0, "the rule's file is not there"));
        }
        let page = PathBuf::from(format!("docs/rules/{}.md", rule.id));
        breaches.extend(check_page(&page, workspace.text(&page).as_deref()));
        breaches.extend(check_cases(rule.id, files));
    }
    for (folder, depth) in [("docs/rules", 2), (CASES, 2)] {
        let named = files.iter().filter(|file| file.starts_with(folder));
        let names: BTreeSet<_> = named.filter_map(|file| file.components().nth(depth)).collect();
        for name in names {
            let name = Path::new(&name);
            let id = name.file_stem().unwrap_or_default().to_string_lossy();
            if rules::find(&id).is_none() {
                let place = Path::new(folder).join(name);
                breaches.push(Breach::new(place, 0, "belongs to no rule in the list"));
            }
        }
    }
    breaches
}

fn check_page(page: &Path, text: Option<&str>) -> Vec<Breach> {
    let Some(text) = text else {
        return vec![Breach::new(page, 0, "the rule's page is not there")];
    };
    let missing = SECTIONS.iter().filter(|section| !text.lines().any(|line| line == **section));
    missing
        .map(|section| Breach::new(page, 0, format!("the section {section:?} is missing")))
        .collect()
}

fn check_cases(rule: &str, files: &[PathBuf]) -> Vec<Breach> {
    let names = |kind: &str| cases(&Path::new(CASES).join(rule).join(kind), files);
    let (faulty, clean) = (names("faulty"), names("clean"));
    let mut breaches = Vec::new();
    for (kind, names) in [("faulty", &faulty), ("clean", &clean)] {
        if names.is_empty() {
            let folder = Path::new(CASES).join(rule).join(kind);
            breaches.push(Breach::new(folder, 0, "the rule has no cases of this kind"));
        }
    }
    for name in &faulty {
        if !clean.contains(name) && !clean.contains(&format!("{name}_ok")) {
            let case = Path::new(CASES).join(rule).join("faulty").join(name);
            breaches.push(Breach::new(case, 0, "the case has no clean twin of its name"));
        }
    }
    breaches
}

/// The names of the cases in a folder: files without their suffix, and folders of several files.
fn cases(folder: &Path, files: &[PathBuf]) -> BTreeSet<String> {
    let inside = files.iter().filter_map(|file| file.strip_prefix(folder).ok());
    let first = inside.filter_map(|file| file.components().next());
    let stem = |name: std::path::Component<'_>| {
        let stem = Path::new(&name).file_stem()?.to_string_lossy().into_owned();
        Some(stem)
    };
    first.filter_map(stem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_faulty_case_needs_a_clean_twin() {
        let file = |name: &str| PathBuf::from(format!("{CASES}/r/{name}"));
        let both =
            [file("faulty/a.c"), file("clean/a.f90"), file("faulty/b.c"), file("clean/b_ok.c")];
        assert_eq!(check_cases("r", &both), []);
        assert_eq!(check_cases("r", &both[..3]).len(), 1);
        assert_eq!(check_cases("s", &both).len(), 2);
    }

    #[test]
    fn a_page_needs_all_sections() {
        let page = Path::new("p.md");
        assert_eq!(check_page(page, Some(&SECTIONS.join("\n"))), []);
        assert_eq!(check_page(page, Some("## Example\n")).len(), SECTIONS.len() - 1);
        assert_eq!(check_page(page, None).len(), 1);
    }
}
