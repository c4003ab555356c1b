//! `thread_level_exceeded`: an MPI call needs a higher level of thread support than the program asks for.

use super::Rule;
use crate::finding::{Finding, Location, Note, Verdict};
use crate::threads::calls::TeamCall;
use crate::threads::levels::Level;
use crate::threads::scene::Scene;

/// An MPI call needs a higher level of thread support than the program asks for.
pub const RULE: Rule = Rule {
    id: "thread_level_exceeded",
    summary: "an MPI call needs a higher level of thread support than the program asks for",
    page: include_str!("../../../../docs/rules/thread_level_exceeded.md"),
};

/// What the program asks for.
#[derive(Clone, Debug)]
pub struct Request {
    /// The level.
    pub level: Level,
    /// Where.
    pub location: Location,
    /// By which procedure.
    pub procedure: &'static str,
    /// The program looks at the level that is provided.
    pub looks_at_provided: bool,
}

/// Words a call that exceeds what was asked for.
#[must_use]
pub fn finding(scene: &Scene<'_, '_, '_, '_>, call: &TeamCall, request: &Request) -> Finding {
    let name = call.call.procedure.name;
    let needed = call.level.name();
    let asked = request.level.name();
    let mut notes = vec![scene.who(call.node)];
    if let Some(other) = call.beside {
        let text = format!("it may run at the same time as {} here", scene.mpi_name(other));
        notes.push(scene.note(other, text));
    }
    let unread = match request.looks_at_provided {
        true => "",
        false => ", and the level that is provided is not looked at",
    };
    notes.push(Note {
        location: request.location.clone(),
        text: format!("{} asks for {asked} here{unread}", request.procedure),
    });
    let help = format!(
        "ask for {needed} with MPI_Init_thread and look at the level it provides, or let {}",
        match call.level {
            Level::Multiple => "one thread at a time call MPI",
            _ => "the thread that initialised MPI make the call",
        }
    );
    let message = format!("{name} needs {needed} here, but the program asks for {asked}");
    scene.finding(&RULE, call.node, Verdict::Proven, message, notes, help)
}
