//! `collective_divergence`: a collective that not all ranks of its communicator call.

use super::Rule;
use crate::behaviour::difference::{Divergence, Elsewhere, RankSplit};
use crate::behaviour::{Chain, Ending};
use crate::finding::{Finding, Location, Note, Verdict};
use crate::threads::openmp;
use crate::value::expression::{Dependence, Derivation, Expression, ExpressionId};
use crate::value::{Context, Origin};

/// A collective that not all ranks of its communicator call.
pub const RULE: Rule = Rule {
    id: "collective_divergence",
    summary: "a collective that not all ranks of its communicator call",
    page: include_str!("../../../../docs/rules/collective_divergence.md"),
};

/// Words a divergence.
#[must_use]
pub fn finding(context: &Context<'_>, divergence: &Divergence) -> Finding {
    let call = &divergence.collective;
    let name = call.call.procedure.name;
    let who = if call.whole_job {
        String::new()
    } else {
        format!(" of {}", communicator_name(context, call.communicator))
    };
    let message = match divergence.verdict {
        Verdict::Proven => format!("{name} is not called by all ranks{who}"),
        Verdict::Possible => format!("{name} may not be called by all ranks{who}"),
    };
    let mut notes = vec![Note {
        location: divergence.decision.users_location(context.program).clone(),
        text: condition_text(context, divergence),
    }];
    notes.extend(source_note(context, divergence));
    notes.extend(elsewhere_note(context, divergence));
    notes.extend(chain_notes(context, call.chain.as_deref()));
    Finding {
        location: call.location.clone(),
        rule: RULE.id.to_owned(),
        verdict: divergence.verdict,
        message,
        function: function_name(context, call.function),
        decided_in: decided_in(context, divergence),
        notes,
        help: "make every rank reach the same collective calls in the same order, or end the job \
               with MPI_Abort"
            .to_owned(),
    }
}

/// The function of the condition, if the call stands in another.
fn decided_in(context: &Context<'_>, divergence: &Divergence) -> Option<Location> {
    let function = divergence.decision.function;
    let location = &context.program.function(function).location;
    (function != divergence.collective.function && location.line > 0).then(|| location.clone())
}

/// What is said about the condition at which the ranks part.
#[must_use]
pub fn condition_text(context: &Context<'_>, divergence: &Divergence) -> String {
    match &divergence.ranks {
        Some(RankSplit { size, with, without, uncertain }) => {
            let name = divergence.collective.call.procedure.name;
            let (with_verb, without_verb) = match (*uncertain, with.len(), without.len()) {
                (true, ..) => ("may come", "may not"),
                (false, 1, 1) => ("comes", "does not"),
                (false, 1, _) => ("comes", "do not"),
                (false, _, 1) => ("come", "does not"),
                (false, ..) => ("come", "do not"),
            };
            format!(
                "ranks part here: of {size} ranks, {} {with_verb} to {name}, {} {without_verb}",
                rank_list(with),
                rank_list(without),
            )
        }
        None => {
            format!(
                "ranks may part here: {}",
                condition_reason(context, divergence.decision.condition)
            )
        }
    }
}

/// Why ranks may part at the condition, for the runtime, which names the place itself.
#[must_use]
pub fn condition_reason(context: &Context<'_>, condition: ExpressionId) -> String {
    match cause(context, condition) {
        Cause::Rank(communicator) => {
            let name = communicator_name(context, communicator);
            format!("the condition depends on the rank in {name}")
        }
        Cause::Origin(origin) => format!("the condition depends on {}", origin.text),
        Cause::Unknown(Some(origin)) => {
            format!("the condition depends on {}, of which nothing is known", origin.text)
        }
        Cause::Unknown(None) => "the condition is not known to be the same on all ranks".to_owned(),
    }
}

/// Where that comes from which makes the condition differ, if it is not the condition's own line.
fn source_note(context: &Context<'_>, divergence: &Divergence) -> Option<Note> {
    let decision = &divergence.decision;
    if divergence.ranks.is_some() {
        return None;
    }
    let location = match cause(context, decision.condition) {
        Cause::Origin(origin) | Cause::Unknown(Some(origin)) => &origin.location,
        Cause::Rank(_) | Cause::Unknown(None) => return None,
    };
    let here = decision.users_location(context.program);
    let here = (&here.file, here.line);
    let is_elsewhere = location.line > 0 && (&location.file, location.line) != here;
    is_elsewhere.then(|| Note {
        location: location.clone(),
        text: "what the condition depends on comes from here".to_owned(),
    })
}

/// Why a condition may differ between ranks.
enum Cause<'c> {
    /// It depends on the rank in a communicator.
    Rank(ExpressionId),
    /// It depends on something that differs from rank to rank.
    Origin(&'c Origin),
    /// It depends on something of which nothing is known, if that can be named.
    Unknown(Option<&'c Origin>),
}

fn cause<'c>(context: &'c Context<'_>, condition: ExpressionId) -> Cause<'c> {
    let mut leaves = Vec::new();
    context.expressions.leaves(condition, &mut leaves);
    let (mut unknown, mut doubtful) = (None, None);
    for leaf in leaves {
        match context.expressions.get(leaf) {
            Expression::Rank(communicator) => return Cause::Rank(*communicator),
            Expression::Origin(origin) | Expression::Content(origin, _) => {
                let origin = context.origin_of(*origin);
                match origin.dependence {
                    Dependence::RankDependent => return Cause::Origin(origin),
                    Dependence::Unknown => unknown = Some(origin),
                    Dependence::Uniform => {}
                }
            }
            Expression::Doubtful(part) => doubtful = Some(*part),
            _ => {}
        }
    }
    match (unknown, doubtful) {
        (None, Some(part)) => cause(context, part),
        _ => Cause::Unknown(unknown),
    }
}

fn elsewhere_note(context: &Context<'_>, divergence: &Divergence) -> Option<Note> {
    let others = match &divergence.ranks {
        Some(split) if !split.without.is_empty() => rank_list(&split.without),
        _ => "other ranks".to_owned(),
    };
    match divergence.elsewhere.as_ref()? {
        Elsewhere::Collective(call) => {
            let name = call.call.procedure.name;
            let is_on_another = call.communicator != divergence.collective.communicator;
            let who = match is_on_another && !call.whole_job {
                true => format!(" of {}", communicator_name(context, call.communicator)),
                false => String::new(),
            };
            let text = format!("{others} may go on to {name}{who} here");
            Some(Note { location: call.location.clone(), text })
        }
        Elsewhere::End(ending, location) => {
            let how = match ending {
                // The end of `main`, and what ends the process as that does.
                Ending::Return => "leave here",
                Ending::Throw => "leave by an exception here",
                Ending::Leave => "leave the program here",
                Ending::EndOfJob => return None,
            };
            (location.line > 0)
                .then(|| Note { location: location.clone(), text: format!("{others} may {how}") })
        }
    }
}

/// How symbols of C++'s library begin: users change nothing there.
const OF_CPP_LIBRARY: [&str; 5] = ["_ZSt", "_ZNSt", "_ZNKSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"];

/// The chain of calls that leads to a place, without those that C++'s library makes.
#[must_use]
pub fn chain_notes(context: &Context<'_>, mut chain: Option<&Chain>) -> Vec<Note> {
    let mut notes = Vec::new();
    let program = context.program;
    // flang writes a `main` of its own about the main program.
    let is_fortran = program.functions.iter().any(|function| function.name == "_QQmain");
    while let Some(link) = chain {
        let caller = &program.function(link.caller).name;
        let is_of_users = !OF_CPP_LIBRARY.iter().any(|prefix| caller.starts_with(prefix));
        if is_of_users && !(is_fortran && caller == "main") {
            notes.push(Note {
                location: link.location.clone(),
                text: format!("called from {} here", function_name(context, link.caller)),
            });
        }
        chain = link.inner.as_deref();
    }
    notes.reverse();
    // What a compiler makes (a second name of a function, a thunk) is nothing the user wrote; without `-g` nothing has a line.
    if notes.iter().any(|note| note.location.line > 0) {
        notes.retain(|note| note.location.line > 0);
    }
    // A function that calls itself, or a template of which several copies are one line.
    notes.dedup();
    notes
}

/// A function as the user wrote it.
#[must_use]
pub fn function_name(context: &Context<'_>, id: crate::program::FunctionId) -> String {
    let function = context.program.function(id);
    let name = if function.display.is_empty() { &function.name } else { &function.display };
    match openmp::without_outlining(name) {
        "" if !name.is_empty() => "a task".to_owned(),
        written => written.to_owned(),
    }
}

/// A communicator, in words.
#[must_use]
pub fn communicator_name(context: &Context<'_>, communicator: ExpressionId) -> String {
    match context.expressions.get(communicator) {
        Expression::World => "MPI_COMM_WORLD".to_owned(),
        Expression::OwnCommunicator => "MPI_COMM_SELF".to_owned(),
        Expression::NullCommunicator => "MPI_COMM_NULL".to_owned(),
        Expression::Communicator { derivation, origin, .. } => {
            let origin = context.origin_of(*origin);
            let line = match origin.location.line {
                0 => String::new(),
                line => format!(" in line {line}"),
            };
            let made = match &*origin.text {
                maker if maker.starts_with("MPI_Win_") => "window",
                maker if maker.starts_with("MPI_File_") => "file",
                _ => "communicator",
            };
            match derivation {
                Derivation::Copy => format!("the {made} made by {}{line}", origin.text),
                _ => format!("each {made} made by {}{line}", origin.text),
            }
        }
        _ => "its communicator".to_owned(),
    }
}

/// `rank 0`, `ranks 1-3`, `ranks 0, 2-3`.
#[must_use]
pub fn rank_list(ranks: &[i64]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut at = 0;
    while at < ranks.len() {
        let mut end = at;
        while end + 1 < ranks.len() && ranks[end + 1] == ranks[end] + 1 {
            end += 1;
        }
        parts.push(match end - at {
            0 => ranks[at].to_string(),
            _ => format!("{}-{}", ranks[at], ranks[end]),
        });
        at = end + 1;
    }
    let noun = if ranks.len() == 1 { "rank" } else { "ranks" };
    format!("{noun} {}", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::rank_list;

    #[test]
    fn rank_lists_name_runs() {
        assert_eq!(rank_list(&[0]), "rank 0");
        assert_eq!(rank_list(&[1, 2, 3]), "ranks 1-3");
        assert_eq!(rank_list(&[0, 2, 3, 7]), "ranks 0, 2-3, 7");
    }
}
