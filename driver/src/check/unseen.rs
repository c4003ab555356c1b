//! What the analysis of a whole program did not see, counted and named.

use std::collections::BTreeSet;

use lockstep_core::analysis::UnseenCall;
use lockstep_core::finding::Location;
use lockstep_core::program::{FunctionId, Program};

/// How many names a line has.
const NAMES: usize = 6;

/// What was not seen.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Unseen {
    /// Libraries that use MPI, without records.
    pub libraries: BTreeSet<String>,
    /// Libraries that were not found.
    pub missing: BTreeSet<String>,
    /// Functions of the program that are called, without a record.
    pub functions: BTreeSet<String>,
    /// Calls through pointers of which is not known where they lead.
    pub pointers: BTreeSet<String>,
    /// Inline assembly.
    pub assembly: BTreeSet<String>,
}

impl Unseen {
    /// Adds what the analysis did not see, but for functions of libraries (`is_of_library` by symbol).
    pub fn add(
        &mut self,
        program: &Program,
        calls: &BTreeSet<UnseenCall>,
        is_of_library: &dyn Fn(&str) -> bool,
    ) {
        for call in calls {
            match call {
                UnseenCall::Function(id) if is_of_library(&program.function(*id).name) => {}
                UnseenCall::Function(id) => {
                    self.functions.insert(name(program, *id));
                }
                UnseenCall::Pointer(id, at) => {
                    self.pointers.insert(place(program, *id, at));
                }
                UnseenCall::Assembly(id, at) => {
                    self.assembly.insert(place(program, *id, at));
                }
            }
        }
    }

    /// One line for each kind of thing; none: all was seen.
    pub fn lines(&self) -> Vec<String> {
        [
            (
                &self.libraries,
                "library that uses MPI",
                "libraries that use MPI",
                "without a record",
            ),
            (&self.missing, "library", "libraries", "not found"),
            (&self.functions, "function", "functions", "without a record"),
            (
                &self.pointers,
                "call through a pointer",
                "calls through pointers",
                "that may lead anywhere",
            ),
            (&self.assembly, "piece of inline assembly", "pieces of inline assembly", ""),
        ]
        .into_iter()
        .filter(|(names, ..)| !names.is_empty())
        .map(|(names, one, many, what)| {
            let noun = if names.len() == 1 { one } else { many };
            let shown: Vec<&str> = names.iter().take(NAMES).map(String::as_str).collect();
            let rest = match names.len() - shown.len() {
                0 => String::new(),
                rest => format!(" and {rest} more"),
            };
            let what = if what.is_empty() { String::new() } else { format!(" {what}") };
            format!("{} {noun}{what}: {}{rest}", names.len(), shown.join(", "))
        })
        .collect()
    }
}

fn name(program: &Program, id: FunctionId) -> String {
    let function = program.function(id);
    let name = if function.display.is_empty() { &function.name } else { &function.display };
    name.clone()
}

fn place(program: &Program, id: FunctionId, at: &Location) -> String {
    match at.line {
        0 => format!("in {}", name(program, id)),
        line => format!("{}:{line}", at.file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_counted_and_a_few_named() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let unseen = Unseen {
            functions: set(&["a", "b", "c", "d", "e", "f", "g", "h"]),
            assembly: set(&["a.c:3"]),
            ..Unseen::default()
        };
        assert_eq!(
            unseen.lines(),
            [
                "8 functions without a record: a, b, c, d, e, f and 2 more",
                "1 piece of inline assembly: a.c:3"
            ]
        );
        assert!(Unseen::default().lines().is_empty());
    }
}
