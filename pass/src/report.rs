//! Findings as the compiler's own diagnostics.

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
