//! A finding: what a rule says about a program, as plain data. Worded late, printed by renderers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A place in the user's source.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Location {
    /// Path as the compiler was given it, joined with the compilation directory when relative
    /// and needed to be found.
    pub file: Arc<str>,
    /// Line, counted from 1. 0: not known (compiled without `-g`).
    pub line: u32,
    /// Column, counted from 1. 0: not known.
    pub column: u32,
}

/// How sure a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// There is a number of ranks for which the ranks part.
    Proven,
    /// The ranks may part; whether they do depends on values only the run knows.
    Possible,
}

/// A second place that explains a finding, with the sentence said about it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Note {
    /// Where.
    pub location: Location,
    /// What is said about it, one sentence without a full stop.
    pub text: String,
}

/// What a rule says about one place of a program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Finding {
    /// The line to look at first: the collective call.
    pub location: Location,
    /// The id of the rule, `snake_case`: the name of its file, its page and its test folder.
    pub rule: String,
    /// How sure it is.
    pub verdict: Verdict,
    /// What is wrong, one sentence without a full stop.
    pub message: String,
    /// The function the primary location stands in, as a user would write it (demangled).
    pub function: String,
    /// Where the function starts in which it is decided whether the call is made, if that is another one: a
    /// call that is wrapped in a function may be wrong for many that call this, each a finding of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_in: Option<Location>,
    /// The deciding condition first, then the chain of calls, then what the other ranks do.
    pub notes: Vec<Note>,
    /// One sentence of what to do.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub help: String,
}
