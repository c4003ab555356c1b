//! What a function begins with, by communicator: enough to tell it from what other ranks call where it
//! is not put in its call's place.
//!
//! Two communicators of a function may be one where it is called. The first call on that one is the
//! first on one of the two, and there is none only if there is none on both: so what is known of each
//! is put together there.

use rustc_hash::FxHashSet;

use super::{Behaviour, CallsOn, CollectiveCall, Ending, Step};
use crate::value::expression::ExpressionId;

/// Communicators a function may call collectives on before it may be any.
const COMMUNICATOR_LIMIT: usize = 64;
/// Communicators on which the first calls are looked for.
const LOOKED_AT: usize = 8;
/// Operations a function may begin with on one communicator.
const FIRST_LIMIT: usize = 8;

/// What a behaviour calls, by communicator; `None`: it may be anything, or there are too many.
pub(super) fn opening(behaviour: &Behaviour) -> Option<Vec<CallsOn>> {
    let mut handles = Vec::new();
    for step in &behaviour.steps {
        match step {
            Step::Collective(call, _) => handles.push(call.communicator),
            Step::Call(call, _) => {
                let all = call.communicators.as_ref()?;
                handles.extend(all.iter().map(|calls| calls.communicator));
            }
            Step::Decide(_) | Step::End(..) => {}
        }
    }
    handles.sort_unstable();
    handles.dedup();
    if handles.len() > COMMUNICATOR_LIMIT {
        return None;
    }
    let looked_at = handles.len() <= LOOKED_AT;
    let calls_on = |communicator: ExpressionId| {
        let found = looked_at.then(|| first_on(behaviour, communicator)).flatten();
        let may_be_none = found.as_ref().is_none_or(|(_, may_be_none)| *may_be_none);
        CallsOn { communicator, first: found.map(|(first, _)| first), may_be_none }
    };
    Some(handles.into_iter().map(calls_on).collect())
}

/// The first calls on a communicator, and whether there may be none; `None`: too many, or not known.
fn first_on(
    behaviour: &Behaviour,
    communicator: ExpressionId,
) -> Option<(Vec<CollectiveCall>, bool)> {
    let mut first: Vec<CollectiveCall> = Vec::new();
    let mut may_be_none = false;
    let mut seen = FxHashSet::default();
    let mut work = vec![behaviour.entry];
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        match behaviour.step(id) {
            Step::Collective(call, _) if call.communicator == communicator => add(&mut first, call),
            Step::Collective(_, next) => work.push(*next),
            Step::Call(call, next) => {
                let all = call.communicators.as_ref()?;
                let on = all.iter().find(|calls| calls.communicator == communicator);
                if let Some(on) = on {
                    on.first.as_ref()?.iter().for_each(|call| add(&mut first, call));
                }
                if on.is_none_or(|on| on.may_be_none) {
                    work.push(*next);
                }
            }
            Step::Decide(decision) => work.extend(&decision.targets),
            Step::End(ending, _) => may_be_none |= *ending != Ending::EndOfJob,
        }
    }
    (first.len() <= FIRST_LIMIT).then_some((first, may_be_none))
}

/// Adds a call without its arguments; of one operation the one that stands first.
fn add(first: &mut Vec<CollectiveCall>, call: &CollectiveCall) {
    let same = first.iter_mut().find(|known| known.operation() == call.operation());
    let bare = CollectiveCall {
        root: None,
        operator: None,
        makes: None,
        datatypes: Vec::new(),
        counts: Vec::new(),
        ..call.clone()
    };
    match same {
        Some(known) if known.location <= call.location => {}
        Some(known) => *known = bare,
        None => first.push(bare),
    }
}
