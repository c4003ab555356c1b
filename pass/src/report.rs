//! Findings as the compiler's own diagnostics, and as JSON lines.

use std::io::Write;

use lockstep_core::finding::Finding;

use crate::ir::{Diagnostics, Severity};

/// Reports findings through the compiler, so that its options (`-w`, `-Werror`, colour) hold.
pub fn show(diagnostics: &Diagnostics, findings: &[Finding]) {
    for finding in findings {
        let mut message = format!("{} [lockstep::{}]", finding.message, finding.rule);
        if finding.location.line == 0 {
            message = format!("in {}: {message} (compile with -g for its line)", finding.function);
        }
        diagnostics.emit(Severity::Warning, &finding.location, &message);
        for note in &finding.notes {
            // Sources of a toolchain that are not on this machine say nothing to its user.
            let at_hand = note.location.file == finding.location.file
                || std::path::Path::new(&*note.location.file).exists();
            if note.location.line > 0 && at_hand {
                diagnostics.emit(Severity::Note, &note.location, &note.text);
            }
        }
    }
}

/// Appends findings to a file, one JSON object a line, each line in one write: compilers run at once.
///
/// # Errors
/// When the file cannot be written, with a sentence that names it.
pub fn append_json(path: &str, findings: &[Finding]) -> Result<(), String> {
    let problem = |error: &dyn std::fmt::Display| {
        format!("LOCKSTEP_JSON={path:?} cannot be written: {error}")
    };
    let mut file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(|error| problem(&error))?;
    for finding in findings {
        let mut line = serde_json::to_vec(finding).map_err(|error| problem(&error))?;
        line.push(b'\n');
        file.write_all(&line).map_err(|error| problem(&error))?;
    }
    Ok(())
}
