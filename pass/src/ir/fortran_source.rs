//! Where OpenMP's directives stand in Fortran sources: flang does not tell.

use std::collections::HashMap;

/// The directives of a source file by line.
type Lines = Vec<Line>;

/// What stands in a line.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    /// A directive, in small letters, without what marks it as one.
    Directive(String),
    /// Nothing that is run: a comment, an empty line.
    Nothing,
    /// A statement.
    Statement,
}

/// How many lines behind the place it is told at a directive is looked for.
const REACH: usize = 4;

/// Fortran sources that were looked at.
#[derive(Debug, Default)]
pub struct FortranSources {
    files: HashMap<String, Option<Lines>>,
}

impl FortranSources {
    /// The line of the directive that a call of `__kmpc_<openmp>` was made of, near a line of a file:
    /// between the statements around it. `None`: not known, or no Fortran.
    pub fn directive(&mut self, file: &str, line: u32, openmp: &str) -> Option<u32> {
        let words = words_of(openmp)?;
        let lines = self.files.entry(file.to_owned()).or_insert_with(|| read(file)).as_ref()?;
        let line = usize::try_from(line).ok()?.checked_sub(1)?;
        let is_it = |at: &usize| match lines.get(*at) {
            Some(Line::Directive(text)) => is_one_of(text, words),
            _ => false,
        };
        let no_statement = |at: &usize| !matches!(lines.get(*at), Some(Line::Statement));
        let found = if is_it(&line) {
            Some(line)
        } else {
            let mut behind = (line + 1..lines.len()).take_while(no_statement);
            let near = behind.find(is_it).or_else(|| {
                let mut before = (0..line).rev().take_while(no_statement);
                before.find(is_it)
            });
            // The statement told of may have others between it and the directive, which leave no code.
            near.or_else(|| (line + 1..lines.len().min(line + REACH)).find(is_it))
        };
        // An array assignment that the team shares is a statement of the construct around it.
        let around = || {
            let mut before = (0..=line).rev();
            let nearest = before.find(|at| matches!(lines.get(*at), Some(Line::Directive(_))))?;
            let Line::Directive(text) = &lines[nearest] else { return None };
            is_one_of(text, &["workshare"]).then_some(nearest)
        };
        u32::try_from(found.or_else(around)? + 1).ok()
    }
}

/// The words that name the construct in a directive.
fn words_of(openmp: &str) -> Option<&'static [&'static str]> {
    Some(match openmp {
        "barrier" => &["barrier"],
        "single" => &["single", "workshare"],
        "critical" | "critical_with_hint" => &["critical"],
        "master" | "masked" => &["master", "masked"],
        "ordered" => &["ordered"],
        "fork_call" | "fork_call_if" => &["parallel"],
        "fork_teams" => &["teams"],
        "omp_task" | "omp_task_with_deps" => &["task"],
        "taskloop" => &["taskloop"],
        "omp_taskwait" => &["taskwait"],
        _ if openmp.starts_with("for_static_init") => &["do", "sections", "workshare"],
        _ if openmp.starts_with("dispatch_init") => &["do"],
        _ => return None,
    })
}

/// Does a directive begin a construct of one of these names?
fn is_one_of(text: &str, names: &[&str]) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut words = words.by_ref().take_while(|word| *word != "end").peekable();
    // Clauses follow the names: a directive's names are its first words.
    words.by_ref().take(5).any(|word| names.contains(&word))
}

/// Is it, by its name, a Fortran source?
pub fn is_fortran(file: &str) -> bool {
    is_fixed(file).is_some()
}

/// Is a Fortran source in fixed form, by its name? `None`: it is none.
fn is_fixed(file: &str) -> Option<bool> {
    match file.rsplit('.').next()?.to_ascii_lowercase().as_str() {
        "f" | "for" | "ftn" | "f77" => Some(true),
        "f90" | "f95" | "f03" | "f08" | "f18" => Some(false),
        _ => None,
    }
}

fn read(file: &str) -> Option<Lines> {
    let fixed = is_fixed(file)?;
    let text = std::fs::read(file).ok()?;
    let text = String::from_utf8_lossy(&text);
    Some(text.lines().map(|line| classify(line, fixed)).collect())
}

/// What stands in a line of a source in fixed or free form.
fn classify(line: &str, fixed: bool) -> Line {
    let trimmed = line.trim_start().to_ascii_lowercase();
    let comment = match fixed {
        true => line.starts_with(['c', 'C', '*', '!', 'd', 'D']) || trimmed.starts_with('!'),
        false => trimmed.starts_with('!'),
    };
    if !comment {
        return if trimmed.is_empty() { Line::Nothing } else { Line::Statement };
    }
    match trimmed.get(1..5) {
        Some("$omp") => Line::Directive(trimmed[5..].trim_start().to_owned()),
        _ => Line::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_both_forms() {
        assert_eq!(classify("  !$OMP Barrier", false), Line::Directive("barrier".to_owned()));
        assert_eq!(classify("C$omp parallel do", true), Line::Directive("parallel do".to_owned()));
        assert_eq!(classify("      call f(x)", true), Line::Statement);
        assert_eq!(classify("call f(x)", false), Line::Statement);
        assert_eq!(classify("! a comment", false), Line::Nothing);
        assert_eq!(classify("", false), Line::Nothing);
        assert_eq!(classify("!\u{e4}\u{f6}", false), Line::Nothing);
    }

    #[test]
    fn ends_begin_nothing() {
        assert!(is_one_of("parallel do private(i)", &["do"]));
        assert!(!is_one_of("end do", &["do"]));
        assert!(is_one_of("critical (name)", &["critical"]));
    }
}
