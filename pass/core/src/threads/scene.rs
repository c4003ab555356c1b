//! What the rules say about a place in a team: where it stands, how it is come to, and why threads part.

use crate::finding::{Finding, Location, Note, Verdict};
use crate::program::{FunctionId, Program};
use crate::threads::calls;
use crate::threads::dependence::Dependence;
use crate::threads::execution::{Execution, Who};
use crate::threads::openmp;
use crate::threads::team::{NodeId, NodeKind};
use crate::threads::word::{Letter, Word};

/// A team with how it comes to be.
pub struct Scene<'a, 't, 'f, 'p> {
    /// Its threads.
    pub execution: &'a Execution<'t, 'f, 'p>,
    /// The program.
    pub program: &'p Program,
    /// Where it is made; `None`: a function is taken to be called by a team.
    pub made: Option<Location>,
    /// The word of the place where it is made.
    pub word: Word,
}

/// A function as the user wrote it.
#[must_use]
pub fn function_name(program: &Program, id: FunctionId) -> String {
    let function = program.function(id);
    let name = if function.display.is_empty() { &function.name } else { &function.display };
    let name = openmp::without_outlining(name).to_owned();
    if name == "_QQmain" { "the main program".to_owned() } else { name }
}

impl Scene<'_, '_, '_, '_> {
    /// Where a node stands.
    #[must_use]
    pub fn location(&self, node: NodeId) -> Location {
        self.execution.team.node(node).location.clone()
    }

    /// The function a node stands in.
    #[must_use]
    pub fn function(&self, node: NodeId) -> FunctionId {
        let team = self.execution.team;
        team.instances[team.node(node).instance.index()].function
    }

    /// A note at a node.
    #[must_use]
    pub fn note(&self, node: NodeId, text: impl Into<String>) -> Note {
        Note { location: self.location(node), text: text.into() }
    }

    /// A finding at a node, with the calls that lead to it behind its own notes.
    #[must_use]
    pub fn finding(
        &self,
        rule: &crate::rules::Rule,
        node: NodeId,
        verdict: Verdict,
        message: String,
        mut notes: Vec<Note>,
        help: String,
    ) -> Finding {
        let team = self.execution.team;
        for call in team.calls_to(node) {
            let caller = team.instances[call.instance.index()].function;
            let block = &self.program.function(caller).blocks[call.block.index()];
            let Some(crate::program::Event::Call(site)) = block.events.get(call.event as usize)
            else {
                continue;
            };
            // What a compiler made of a region is called by what it made of it before.
            let outlined = site.location == Location::default()
                || self.made.as_ref().is_some_and(|made| made.line == site.location.line);
            // A task's body, too, is called where a note tells of the task already.
            let is_told = notes.iter().any(|note| note.location == site.location);
            if !outlined && !is_told && site.location != self.location(node) {
                // A task's function has no name of its own.
                let text = match function_name(self.program, caller) {
                    name if name.is_empty() => "called here".to_owned(),
                    name => format!("called from {name} here"),
                };
                notes.push(Note { location: site.location.clone(), text });
            }
        }
        if let Some(made) = &self.made
            && made.line > 0
        {
            let text =
                format!("the team of threads is made here, the word is {}", self.word_at(node));
            notes.push(Note { location: made.clone(), text });
        }
        notes.retain(|note| note.location.line > 0);
        Finding {
            location: self.location(node),
            rule: rule.id.to_owned(),
            verdict,
            message,
            function: function_name(self.program, self.function(node)),
            decided_in: None,
            notes,
            help,
        }
    }

    /// The parallelism word of a node, that of the team's maker in front.
    #[must_use]
    pub fn word_at(&self, node: NodeId) -> Word {
        let team = self.execution.team;
        let mut word = self.word.clone();
        word.0.push((Letter::Parallel.symbol(), line_of(self.made.as_ref())));
        for (region, letter) in team.letters(node) {
            let enter = team.regions[region.index()].enter;
            word.0.push((letter.symbol(), team.node(enter).location.line));
        }
        word
    }

    /// Who comes to a node, one sentence.
    #[must_use]
    pub fn who(&self, node: NodeId) -> Note {
        let execution = self.execution;
        let outer = execution.maker == Who::Many;
        match calls::innermost(execution, node) {
            _ if outer => {
                let text = "every thread of the outer team makes a team of its own";
                Note { location: self.made.clone().unwrap_or_default(), text: text.to_owned() }
            }
            Some((letter, enter)) => {
                let text = match letter {
                    Letter::Single => "a single region is run by any one thread of the team",
                    Letter::Masked => "a masked region is run by the first thread of the team",
                    Letter::Section(_) => "a section is run by any one thread of the team",
                    Letter::Task => "a task is run by any thread of the team",
                    Letter::Loop => "the iterations of the loop are shared out among the threads",
                    Letter::Critical(_) => {
                        "each thread comes to the critical region, one at a time"
                    }
                    _ => "each thread comes to the ordered region, one at a time",
                };
                self.note(enter, text)
            }
            None => {
                let threads = execution.threads_at(node);
                let size = execution.size();
                let text = match threads.len() {
                    count if count < size as usize && count > 0 => {
                        format!("of {size} threads, {} may come here", thread_list(&threads))
                    }
                    _ => "all threads of the team may come here".to_owned(),
                };
                self.note(node, text)
            }
        }
    }

    /// Why threads part at a branch.
    #[must_use]
    pub fn parting(&self, branch: NodeId, missed: NodeId, threads: Option<&[i64]>) -> Note {
        let what = self.construct(missed);
        let size = self.execution.size();
        let text = match threads {
            Some(come) if !come.is_empty() && come.len() < size as usize => {
                let others: Vec<i64> = (0..size).filter(|n| !come.contains(n)).collect();
                let verbs =
                    |count: usize| if count == 1 { ["comes", "does"] } else { ["come", "do"] };
                format!(
                    "threads part here: of {size} threads, {} {} to the {what}, {} {} not",
                    thread_list(come),
                    verbs(come.len())[0],
                    thread_list(&others),
                    verbs(others.len())[1],
                )
            }
            _ => match self.execution.dependence(branch) {
                Some(Dependence::Known { .. }) => {
                    "threads part here: the condition depends on the thread's number".to_owned()
                }
                _ => "threads may part here: the condition derives from what tells threads apart"
                    .to_owned(),
            },
        };
        self.note(branch, text)
    }

    /// The MPI procedure a node calls.
    #[must_use]
    pub fn mpi_name(&self, node: NodeId) -> &'static str {
        match &self.execution.team.node(node).kind {
            NodeKind::Mpi(call) => call.procedure.name,
            _ => "MPI",
        }
    }

    /// A node in the words of the OpenMP specification.
    #[must_use]
    pub fn construct(&self, node: NodeId) -> &'static str {
        match &self.execution.team.node(node).kind {
            NodeKind::Work(work) => work.name(),
            _ => "barrier",
        }
    }
}

fn line_of(location: Option<&Location>) -> u32 {
    location.map_or(0, |location| location.line)
}

/// `thread 0`, `threads 1-3`.
#[must_use]
pub fn thread_list(threads: &[i64]) -> String {
    crate::rules::collective_divergence::rank_list(threads).replacen("rank", "thread", 1)
}
