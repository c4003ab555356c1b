//! What functions write that call each other in a circle.
//!
//! What a function writes is known from what those write that it calls; in a circle that is a least fixed
//! point. It starts from the assumption that their calls of each other write nothing. Where it is not
//! reached in a few rounds, such a call may write all it is handed, as one of an unknown function may.

use rustc_hash::FxHashSet;

use super::expression::Input;
use super::fortran::Extent;
use super::function::analyze;
use super::place::PlaceId;
use super::{Context, ValueSummary};
use crate::program::FunctionId;

/// Rounds until nothing new is written.
const ROUNDS: usize = 4;
/// Larger circles are not looked at: functions, and all their values.
const LIMITS: (usize, usize) = (64, 100_000);

impl Context<'_> {
    /// Finds what the functions of a circle write, for their calls of each other.
    pub fn find_written_in_circle(
        &mut self,
        circle: &[FunctionId],
        extra_inputs: &dyn Fn(FunctionId) -> Vec<Input>,
    ) {
        let values: usize = circle.iter().map(|id| self.program.function(*id).values.len()).sum();
        if circle.len() > LIMITS.0 || values > LIMITS.1 {
            return;
        }
        for id in circle {
            self.written_in_circle[id.index()] = Some(ValueSummary::default());
        }
        for _ in 0..ROUNDS {
            let mut grows = false;
            for id in circle {
                let (_, summary) = analyze(self, *id, extra_inputs);
                let known = self.written_in_circle[id.index()].replace(summary);
                let (known, summary) =
                    (known.as_ref(), self.written_in_circle[id.index()].as_ref());
                grows |= !summary.map(written).is_some_and(|new| {
                    known.map(written).is_some_and(|known| new.is_subset(&known))
                });
            }
            if !grows {
                return;
            }
        }
        for id in circle {
            self.written_in_circle[id.index()] = None;
        }
    }
}

/// What a function writes: a place, how much of it, and whether it is what pointers there lead to.
/// Without a place it is anything.
fn written(summary: &ValueSummary) -> FxHashSet<Option<(PlaceId, Extent, bool)>> {
    let outputs = summary.outputs.iter().chain(&summary.thrown_outputs);
    let mut found: FxHashSet<_> =
        outputs.map(|(place, _)| Some((*place, Extent::Bytes(0), false))).collect();
    found.extend(summary.wholes.iter().map(|told| Some((told.place, told.extent, told.behind))));
    found.extend(
        summary
            .copies
            .iter()
            .map(|(to, _, bytes)| Some((*to, bytes.map_or(Extent::Object, Extent::Bytes), false))),
    );
    if summary.writes_anything {
        found.insert(None);
    }
    found
}
