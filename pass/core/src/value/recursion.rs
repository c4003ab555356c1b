//! What functions write that call each other in a circle.
//!
//! What a function writes is known from what those write that it calls; in a circle that is a least fixed
//! point. It starts from the assumption that their calls of each other write nothing. Where it is not
//! reached in a few rounds, such a call may write all it is handed, as one of an unknown function may.

use rustc_hash::{FxHashMap, FxHashSet};

use super::expression::Input;
use super::function::written;
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
        // By function: which of the others it asked for, and has one of those grown since?
        let mut asked: FxHashMap<FunctionId, FxHashSet<FunctionId>> = FxHashMap::default();
        let mut stale: FxHashSet<FunctionId> = circle.iter().copied().collect();
        for _ in 0..ROUNDS {
            for id in circle {
                if !stale.remove(id) {
                    continue;
                }
                self.asked_in_circle.take();
                let summary = written(self, *id, extra_inputs);
                asked.insert(*id, self.asked_in_circle.take());
                let known = self.written_in_circle[id.index()].replace(summary.clone());
                if known.is_none_or(|known| !covers(&known, &summary)) {
                    let asks = asked.iter().filter(|(_, others)| others.contains(id));
                    stale.extend(asks.map(|(asking, _)| *asking));
                }
            }
            if stale.is_empty() {
                return;
            }
        }
        for id in circle {
            self.written_in_circle[id.index()] = None;
        }
    }
}

/// Is all that is written by a function, as it is known now, among what was known of it before?
fn covers(before: &ValueSummary, now: &ValueSummary) -> bool {
    let places: FxHashSet<_> = before.places_written().collect();
    let objects: FxHashSet<_> = before.objects_written().collect();
    (before.writes_anything || !now.writes_anything)
        && (before.writes_lent || !now.writes_lent)
        && now.lends.iter().all(|lent| before.lends.contains(lent))
        && before.variables.cover(&now.variables)
        && now.places_written().all(|place| places.contains(&place))
        && now.objects_written().all(|object| objects.contains(&object))
}
