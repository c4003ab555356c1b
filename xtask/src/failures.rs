//! What a test runner says of the tests that failed, kept for the end: there are thousands of
//! lines behind it, and of a log that is long only the end may be seen.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use xshell::Cmd;

use crate::Problem;

/// Of one test program's section on failures: enough for the names and a panic or two.
const KEPT_LINES: usize = 60;

/// Runs a command, passing on what it prints. Its failure is a problem, told with what test
/// runners among it said of failed tests.
pub fn run(command: Cmd<'_>) -> Result<(), Problem> {
    let line = command.to_string();
    eprintln!("$ {line}");
    let mut child = Command::from(command)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("`{line}` cannot be run: {error}"))?;
    let mut kept = Kept::default();
    if let Some(output) = child.stdout.take() {
        let mut reader = BufReader::new(output);
        let mut bytes = Vec::new();
        // Tests may print what is not text.
        while reader.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
            let text = String::from_utf8_lossy(&bytes);
            print!("{text}");
            kept.line(text.trim_end());
            bytes.clear();
        }
    }
    let status = child.wait().map_err(|error| format!("`{line}`: {error}"))?;
    if status.success() {
        return Ok(());
    }
    Err(kept
        .lines
        .into_iter()
        .fold(format!("`{line}` failed: {status}"), |told, line| told + "\n" + &line))
}

/// The sections on failures of test runners that print as Rust's own does: from `failures:` to
/// `test result:`.
#[derive(Default)]
struct Kept {
    lines: Vec<String>,
    /// Inside of a section: how much of it has been kept.
    section: Option<usize>,
}

impl Kept {
    fn line(&mut self, line: &str) {
        if line.starts_with("test result:") {
            if self.section.take().is_some() {
                self.lines.push(line.to_owned());
            }
        } else if line == "failures:" && self.section.is_none() {
            self.section = Some(0);
        } else if let Some(kept) = &mut self.section {
            *kept += 1;
            let is_name = line.starts_with("---- ");
            if is_name || *kept <= KEPT_LINES {
                self.lines.push(line.to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Kept;

    #[test]
    fn of_failures_the_names_and_the_first_lines_are_kept() {
        let mut kept = Kept::default();
        for line in ["test a ... ok", "failures:", "---- b stdout ----"] {
            kept.line(line);
        }
        for number in 0..100 {
            kept.line(&format!("line {number}"));
        }
        for line in ["---- c stdout ----", "failures:", "test result: FAILED.", "test d ... ok"] {
            kept.line(line);
        }
        let kept: Vec<&str> = kept.lines.iter().map(String::as_str).collect();
        assert_eq!(kept[..2], ["---- b stdout ----", "line 0"]);
        assert_eq!(kept[kept.len() - 2..], ["---- c stdout ----", "test result: FAILED."]);
        assert_eq!(kept.len(), 62);
    }

    #[test]
    fn where_nothing_failed_nothing_is_kept() {
        let mut kept = Kept::default();
        for line in ["test a ... ok", "", "test result: ok. 1 passed"] {
            kept.line(line);
        }
        assert!(kept.lines.is_empty());
    }
}
