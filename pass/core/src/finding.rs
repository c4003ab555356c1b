//! A finding: what a rule says about a program, as plain data. Worded late, printed by renderers.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
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

impl Finding {
    /// Takes up what is said of the same call for another condition: what is proven leads, and the other one's
    /// condition is added.
    pub fn absorb(&mut self, mut other: Self) {
        if (self.verdict, other.verdict) == (Verdict::Possible, Verdict::Proven) {
            std::mem::swap(self, &mut other);
        }
        if let Some(note) = other.notes.into_iter().next()
            && other.location.line > 0
            && !self.notes.iter().any(|n| n.location == note.location)
        {
            self.notes.push(note);
        }
    }
}

/// By place, rule, the function that decides, and where there is no line the function's name.
type Key = (Location, String, Option<Location>, String);

/// Findings, one for each call and rule.
#[derive(Debug, Default)]
pub struct Findings(BTreeMap<Key, Finding>);

impl Findings {
    /// Adds a finding, or to that of the same call what is said of it for another condition.
    pub fn add(&mut self, finding: Finding) {
        // Without a line the function tells findings apart.
        let function = match finding.location.line {
            0 => finding.function.clone(),
            _ => String::new(),
        };
        let Finding { location, rule, decided_in, .. } = &finding;
        let key = (location.clone(), rule.clone(), decided_in.clone(), function);
        match self.0.entry(key) {
            Entry::Vacant(entry) => drop(entry.insert(finding)),
            Entry::Occupied(entry) => entry.into_mut().absorb(finding),
        }
    }

    /// All of them, by place.
    #[must_use]
    pub fn into_sorted(self) -> Vec<Finding> {
        self.0.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32) -> Location {
        Location { file: "a.c".into(), line, column: 1 }
    }

    /// A finding about the call in line 9, because of a condition.
    fn decided(condition: u32, verdict: Verdict) -> Finding {
        Finding {
            location: at(9),
            rule: "collective_divergence".to_owned(),
            verdict,
            message: format!("{verdict:?}"),
            function: String::new(),
            decided_in: None,
            notes: vec![Note { location: at(condition), text: String::new() }],
            help: String::new(),
        }
    }

    #[test]
    fn the_proven_condition_of_a_call_leads() {
        let (maybe, sure) = (Verdict::Possible, Verdict::Proven);
        for conditions in [[(3, maybe), (5, sure), (3, maybe)], [(5, sure), (3, maybe), (5, sure)]]
        {
            let mut findings = Findings::default();
            for (line, verdict) in conditions {
                findings.add(decided(line, verdict));
            }
            let found = findings.into_sorted();
            let [only] = found.as_slice() else { panic!("{found:?}") };
            let lines: Vec<u32> = only.notes.iter().map(|note| note.location.line).collect();
            assert_eq!((only.message.as_str(), lines), ("Proven", vec![5, 3]));
        }
    }
}
