//! Findings in the form of clang's messages, for those that a link brings.

use std::fmt::Write as _;

use lockstep_core::finding::{Finding, Location};

use super::source;

/// How a finding is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The build goes on.
    Warning,
    /// It does not (`-Werror`).
    Error,
}

/// Escape sequences of a terminal, or nothing.
struct Palette {
    bold: &'static str,
    severity: &'static str,
    note: &'static str,
    caret: &'static str,
    end: &'static str,
}

const COLOURED: [Palette; 2] = [
    Palette {
        bold: "\x1b[1m",
        severity: "\x1b[35m",
        note: "\x1b[36m",
        caret: "\x1b[32m",
        end: "\x1b[0m",
    },
    Palette {
        bold: "\x1b[1m",
        severity: "\x1b[31m",
        note: "\x1b[36m",
        caret: "\x1b[32m",
        end: "\x1b[0m",
    },
];
const PLAIN: Palette = Palette { bold: "", severity: "", note: "", caret: "", end: "" };

/// The findings as a compiler would print them.
pub fn render(findings: &[Finding], severity: Severity, coloured: bool) -> String {
    let palette = match (coloured, severity) {
        (false, _) => &PLAIN,
        (true, Severity::Warning) => &COLOURED[0],
        (true, Severity::Error) => &COLOURED[1],
    };
    let word = if severity == Severity::Error { "error" } else { "warning" };
    let mut text = String::new();
    for finding in findings {
        let mut message = format!("{} [lockstep::{}]", finding.message, finding.rule);
        if finding.location.line == 0 {
            message = format!("in {}: {message} (compile with -g for its line)", finding.function);
        }
        let message = format!("{}{message}{}", palette.bold, palette.end);
        text += &entry(&finding.location, palette.severity, word, &message, palette);
        let notes = finding.notes.iter().filter(|note| note.location.line > 0);
        for note in notes {
            text += &entry(&note.location, palette.note, "note", &note.text, palette);
        }
    }
    text
}

/// A message with its place, and the line of the source if that is there.
fn entry(at: &Location, colour: &str, word: &str, message: &str, palette: &Palette) -> String {
    let Palette { bold, caret, end, .. } = palette;
    let place = match at.line {
        0 => String::new(),
        line => format!("{}:{line}:{}: ", at.file, at.column.max(1)),
    };
    let mut text = format!("{bold}{place}{end}{colour}{word}: {end}{message}\n");
    let line = source(&at.file).and_then(|source| {
        let index = usize::try_from(at.line).ok()?.checked_sub(1)?;
        source.lines().nth(index).map(|line| line.replace('\t', " "))
    });
    if let Some(line) = line {
        let blanks = usize::try_from(at.column.saturating_sub(1)).unwrap_or(0).min(line.len());
        let blanks = " ".repeat(blanks);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{:5} | {line}\n      | {blanks}{caret}^{end}", at.line);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::tests::finding;
    use super::*;

    #[test]
    fn a_message_looks_like_the_compilers() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        std::fs::write(&file, "if (rank < 1)\n  MPI_Barrier(w);\n").unwrap();
        let name = file.to_str().unwrap();
        let text = render(&[finding(name)], Severity::Warning, false);
        let expected = format!(
            "{name}:2:3: warning: 'MPI_Barrier' is not called by all ranks \
             [lockstep::collective_divergence]\n    2 |   MPI_Barrier(w);\n      |   ^\n\
             {name}:1:5: note: ranks part here\n    1 | if (rank < 1)\n      |     ^\n"
        );
        assert_eq!(text, expected);
        let text = render(&[finding(name)], Severity::Error, true);
        assert!(text.contains("\x1b[31merror: "), "{text}");
    }

    #[test]
    fn without_a_source_the_message_stands_alone() {
        let text = render(&[finding("/no/such/file.c")], Severity::Warning, false);
        assert_eq!(text.lines().count(), 2, "{text}");
    }
}
