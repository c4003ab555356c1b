//! A failure of the tool itself: one sentence of what is wrong and one of what to do.

use std::fmt;
use std::process::ExitCode;

/// The exit status when the tool, not the program it looks at, failed.
pub const STATUS: u8 = 2;

/// What went wrong and the remedy.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    what: String,
    remedy: String,
}

impl Failure {
    /// A failure; both are sentences without a full stop.
    pub fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { what: what.into(), remedy: remedy.into() }
    }

    /// The failure of something that is not all that was asked for.
    pub fn as_warning(&self, consequence: &str) -> String {
        format!("lockstep: warning: {}; {consequence}\nlockstep: help: {}", self.what, self.remedy)
    }

    /// Prints the failure and answers the tool's exit status for it.
    pub fn report(&self) -> ExitCode {
        eprintln!("{self}");
        ExitCode::from(STATUS)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lockstep: error: {}\nlockstep: help: {}", self.what, self.remedy)
    }
}

impl std::error::Error for Failure {}
