//! What C++'s library checks of its caller: that `at` and `substr` are given a place there is, that an
//! `optional` holds something, that text is not made of a null pointer.
//!
//! A program that asks for what is there never sees these checks fail, and hardly any says so to a compiler:
//! `line.substr(line.find('=') + 1)` on the one rank that reads a file is no way for it to leave the others. So
//! such a check counts as a choice between two ways only where the ranks are known to differ in what it
//! looks at. A conversion of text (`stoi`) fails by what a user writes: it is no check of the caller.

use super::thread::{Known, Threads};
use super::{Behaviour, Guard, Step};
use crate::program::{Block, BlockId, Callee, Event, Function, Program, Terminator};
use crate::value::expression::ExpressionId;
use crate::value::library;

/// Blocks in a row that only hand on what a check of several parts found.
const PARTS: usize = 4;

/// Of a block's branch: the way on which the check of C++'s library holds that the branch is, or is a part of.
#[must_use]
pub fn passed(
    program: &Program,
    function: &Function,
    threads: &Threads,
    id: BlockId,
) -> Option<usize> {
    let Terminator::Branch { then, otherwise, .. } = function.blocks[id.index()].terminator else {
        return None;
    };
    if is_conversion(&function.name) {
        return None;
    }
    let fails = |way: BlockId| {
        let mut edge = (id, way);
        let mut known = Known::new();
        for _ in 0..PARTS {
            let block = &function.blocks[edge.1.index()];
            if complains(program, block) {
                return true;
            }
            known = threads.after(function, edge, &known);
            let Some(next) = threads.way(&block.terminator, &known) else { return false };
            edge = (edge.1, next);
        }
        false
    };
    match (fails(then), fails(otherwise)) {
        (true, false) => Some(1),
        (false, true) => Some(0),
        _ => None,
    }
}

/// Does the block throw what C++'s library throws by itself?
fn complains(program: &Program, block: &Block) -> bool {
    block.events.iter().any(|event| {
        let Event::Call(call) = event else { return false };
        let Callee::Direct(callee) = call.callee else { return false };
        library::is_complaint(&program.function(callee).name)
    })
}

/// `__gnu_cxx::__stoa`, which `std::stoi` and its kin are made of.
fn is_conversion(symbol: &str) -> bool {
    symbol.starts_with("_ZN9__gnu_cxx6__stoa")
}

impl Behaviour {
    /// The behaviour where the checks of C++'s library hold whose conditions `is_open` holds of. `None`: there is
    /// no such check.
    #[must_use]
    pub fn with_passed_checks(&self, is_open: &dyn Fn(ExpressionId) -> bool) -> Option<Self> {
        let passed = |step: &Step| match step {
            Step::Decide(decision) => {
                let target = decision.targets.get(decision.passed?).copied();
                target.filter(|_| is_open(decision.condition))
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
