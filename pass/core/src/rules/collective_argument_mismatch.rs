//! `collective_argument_mismatch`: a collective whose root, operator, datatype or count differs
//! between ranks.

use super::Rule;
use super::collective_divergence::{chain_notes, function_name};
use crate::behaviour::difference::{Argument, Mismatch};
use crate::finding::{Finding, Note, Verdict};
use crate::value::Context;

/// A collective whose root, operator, datatype or count differs between ranks.
pub const RULE: Rule = Rule {
    id: "collective_argument_mismatch",
    summary: "a collective whose root, operator, datatype or count differs between ranks",
    page: include_str!("../../../../docs/rules/collective_argument_mismatch.md"),
};

/// Words a mismatch.
#[must_use]
pub fn finding(context: &Context<'_>, mismatch: &Mismatch) -> Finding {
    let call = &mismatch.collective;
    let name = call.call.procedure.name;
    let what = match mismatch.argument {
        Argument::Root => "root",
        Argument::Operator => "operator",
        Argument::Datatype => "datatype",
        Argument::Count => "number of elements",
    };
    let message = match mismatch.verdict {
        Verdict::Proven => format!("the {what} of {name} differs between ranks"),
        Verdict::Possible => format!("the {what} of {name} may differ between ranks"),
    };
    let mut notes = Vec::new();
    if let Some((size, [one, other], [first, second])) = mismatch.example {
        let text = match mismatch.argument {
            Argument::Root => {
                format!("rank {one} names root {first}, rank {other} root {second}")
            }
            Argument::Count => format!("rank {one} names {first}, rank {other} {second}"),
            Argument::Operator | Argument::Datatype => String::new(),
        };
        if !text.is_empty() {
            let text = format!("of {size} ranks, {text}");
            notes.push(Note { location: call.location.clone(), text });
        }
    }
    if let Some(other) = &mismatch.other {
        notes.push(Note {
            location: other.location.clone(),
            text: format!("it meets {} here, with another {what}", other.call.procedure.name),
        });
    }
    notes.extend(chain_notes(context, call.chain.as_deref()));
    Finding {
        location: call.location.clone(),
        rule: RULE.id.to_owned(),
        verdict: mismatch.verdict,
        message,
        function: function_name(context, call.function),
        decided_in: None,
        notes,
        help: format!("give the same {what} on all ranks"),
    }
}
