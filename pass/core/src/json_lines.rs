//! Findings as lines of JSON, one object a line.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use crate::finding::Finding;

/// Appends findings to a file, each line in one write: compilers run at once.
///
/// # Errors
/// When the file cannot be written, with a sentence that names it.
pub fn append(path: &Path, findings: &[Finding]) -> Result<(), String> {
    let problem =
        |error: &dyn Display| format!("LOCKSTEP_JSON={path:?} cannot be written: {error}");
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
