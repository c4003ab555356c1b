//! What the comparison of ranks finds: calls that not all of them make, and arguments that differ.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::{CollectiveCall, Decision, Ending};
use crate::finding::{Location, Verdict};
use crate::program::FunctionId;

/// Where ranks go that do not make the call.
#[derive(Clone, Debug)]
pub enum Elsewhere {
    /// To another collective call.
    Collective(Box<CollectiveCall>),
    /// To an end.
    End(Ending, Location),
}

/// Ranks of a sample, for messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RankSplit {
    /// Number of ranks of the communicator.
    pub size: i64,
    /// Ranks that come to the call.
    pub with: Vec<i64>,
    /// Ranks that do not.
    pub without: Vec<i64>,
    /// For some of them that depends on more than their rank.
    pub uncertain: bool,
}

/// A collective that not all ranks of its communicator call.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// The call.
    pub collective: CollectiveCall,
    /// What the others do.
    pub elsewhere: Option<Elsewhere>,
    /// The condition at which the ranks part.
    pub decision: Decision,
    /// Which ranks, when the condition could be evaluated.
    pub ranks: Option<RankSplit>,
    /// How sure.
    pub verdict: Verdict,
    /// Those who come to it go round in a loop until one of those who do not tells them, by a broadcast, to leave it.
    pub awaits_others: bool,
    /// All collectives that some ranks may be in while others are not.
    pub involved: Vec<CollectiveCall>,
}

/// Which argument of a collective differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Argument {
    /// The root.
    Root,
    /// The reduction's operator.
    Operator,
    /// A datatype.
    Datatype,
    /// The number of elements.
    Count,
}

/// A collective whose argument differs between ranks.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The call.
    pub collective: CollectiveCall,
    /// Another call that meets it, if it is not the same one.
    pub other: Option<CollectiveCall>,
    /// Which argument.
    pub argument: Argument,
    /// Two ranks with different values, the number of ranks, and the values.
    pub example: Option<(i64, [i64; 2], [i64; 2])>,
    /// How sure.
    pub verdict: Verdict,
}

/// What was found in one behaviour.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Collectives not all ranks call.
    pub divergences: Vec<Divergence>,
    /// Arguments that differ.
    pub mismatches: Vec<Mismatch>,
    /// Functions not looked into whose behaviour may differ between ranks that call them.
    pub unproven_calls: BTreeSet<FunctionId>,
    /// There was too much to compare.
    pub gave_up: bool,
}

impl Comparison {
    /// Adds a mismatch, unless one of this argument is known of one of its calls.
    pub fn add_mismatch(&mut self, found: Mismatch) {
        let calls = [Some(&found.collective), found.other.as_ref()];
        let is_of = |known: &Mismatch| {
            known.argument == found.argument
                && calls.iter().flatten().any(|call| call.location == known.collective.location)
        };
        if !self.mismatches.iter().any(is_of) {
            self.mismatches.push(found);
        }
    }

    /// Keeps what another comparison found as well.
    pub fn keep_common(&mut self, other: &Self) {
        let at = |call: &CollectiveCall| (call.function, call.tag);
        let diverging: FxHashSet<_> =
            other.divergences.iter().map(|found| at(&found.collective)).collect();
        let differing: FxHashSet<_> =
            other.mismatches.iter().map(|found| (at(&found.collective), found.argument)).collect();
        self.divergences.retain(|found| diverging.contains(&at(&found.collective)));
        self.mismatches
            .retain(|found| differing.contains(&(at(&found.collective), found.argument)));
    }

    /// Adds what another comparison found of the same behaviour.
    pub fn append(&mut self, other: Self) {
        self.divergences.extend(other.divergences);
        self.mismatches.extend(other.mismatches);
    }

    /// Was nothing found?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.divergences.is_empty() && self.mismatches.is_empty()
    }
}
