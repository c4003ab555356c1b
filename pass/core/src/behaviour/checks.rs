//! What C++'s library checks of its caller: that `at` and `substr` are given a place there is, that an
//! `optional` holds something, that text is not made of a null pointer.
//!
//! A program that checks the same of itself throws what the library throws then: `std::out_of_range` from the accessor
//! of a grid, or another `std::logic_error`.
//!
//! A program that asks for what is there never sees these checks fail, and hardly any says so to a compiler:
//! `line.substr(line.find('=') + 1)` on the one rank that reads a file is no way for it to leave the others. So
//! such a check counts as a choice between two ways only where the ranks are known to differ in what it looks at; one of
//! the program's own, which mostly looks at what a loop counts, only where it is known how. What the program catches by
//! its name, it reckons with: no check. A conversion of text (`stoi`)
//! fails by what a user writes: it is no check of the caller.

use super::thread::{Known, Threads};
use super::{Behaviour, Guard, Step};
use crate::program::{Block, BlockId, Callee, Event, Function, Terminator, Value};
use crate::value::expression::ExpressionId;
use crate::value::{Context, exception_types, library};

/// Blocks in a row between a check and what it throws: what hands on what several parts of it found, and what makes the
/// message.
const BLOCKS: usize = 16;

/// What somebody checks who throws where it does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The way on which it holds.
    pub holds: usize,
    /// Who checks it.
    pub by: Checker,
}

/// Who checks what is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checker {
    /// C++'s library.
    Library,
    /// The program, which throws what the library throws.
    Program,
}

/// Of a block's branch: the check that the branch is, or is a part of.
#[must_use]
pub fn passed(
    context: &Context<'_>,
    function: &Function,
    threads: &Threads,
    id: BlockId,
) -> Option<Check> {
    let Terminator::Branch { then, otherwise, .. } = function.blocks[id.index()].terminator else {
        return None;
    };
    if is_conversion(&function.name) {
        return None;
    }
    let fails = |way: BlockId| {
        let mut edge = (id, way);
        let mut known = Known::new();
        for _ in 0..BLOCKS {
            let block = &function.blocks[edge.1.index()];
            if let Some(checker) = complains(context, function, block) {
                return Some(checker);
            }
            known = threads.after(function, edge, &known);
            let next = match block.terminator {
                Terminator::Jump(next) | Terminator::Invoke { normal: next, .. } => Some(next),
                ref other => threads.way(function, other, &known),
            };
            edge = (edge.1, next?);
        }
        None
    };
    match (fails(then), fails(otherwise)) {
        (Some(by), None) => Some(Check { holds: 1, by }),
        (None, Some(by)) => Some(Check { holds: 0, by }),
        _ => None,
    }
}

/// Who throws in the block, if it is what C++'s library throws by itself, or the program as that does.
fn complains(context: &Context<'_>, function: &Function, block: &Block) -> Option<Checker> {
    let program = context.program;
    let is_check = |of_type| {
        exception_types::is_logic_error(program, of_type)
            && !exception_types::is_expected(program, function, of_type, &context.caught_by_name)
    };
    block.events.iter().find_map(|event| {
        let Event::Call(call) = event else { return None };
        let Callee::Direct(callee) = call.callee else { return None };
        match program.function(callee).name.as_str() {
            exception_types::THROW => match *function.value(*call.arguments.get(1)?) {
                Value::Global(of_type) if is_check(of_type) => Some(Checker::Program),
                _ => None,
            },
            name => library::is_complaint(name).then_some(Checker::Library),
        }
    })
}

/// `__gnu_cxx::__stoa`, which `std::stoi` and its kin are made of.
fn is_conversion(symbol: &str) -> bool {
    symbol.starts_with("_ZN9__gnu_cxx6__stoa")
}

impl Behaviour {
    /// The behaviour where the checks hold whose conditions `is_open` holds of. `None`: there is no such check.
    #[must_use]
    pub fn with_passed_checks(
        &self,
        is_open: &dyn Fn(ExpressionId, Checker) -> bool,
    ) -> Option<Self> {
        let passed = |step: &Step| match step {
            Step::Decide(decision) => {
                let Check { holds, by } = decision.passed?;
                let target = decision.targets.get(holds).copied();
                target.filter(|_| is_open(decision.condition, by))
            }
            _ => None,
        };
        if !self.steps.iter().any(|step| passed(step).is_some()) {
            return None;
        }
        let mut others = self.clone();
        for step in &mut others.steps {
            if let (Some(target), Step::Decide(decision)) = (passed(step), step) {
                decision.guard = Guard::Free;
                decision.targets = vec![target];
                decision.hides.clear();
                decision.passed = None;
            }
        }
        Some(others)
    }
}
