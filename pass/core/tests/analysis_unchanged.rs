//! Changes of a program that change nothing about its collectives change nothing about what is found.

mod support;

use std::collections::BTreeMap;

use lockstep_core::analysis::{Options, analyze};
use lockstep_core::program::{Block, BlockId, Event, Function, Program, Terminator, Value};
use support::Random;
use support::assemble::{Style, assemble, print};
use support::generate::{Kind, program};

/// Number of findings by rule and collective.
type Found = BTreeMap<(String, String), usize>;

/// How many findings there are of which rule for which collective: what is left when locations,
/// and with them the examples of ranks, are taken away.
fn found(program: &Program) -> Found {
    let mut counts = BTreeMap::new();
    for finding in analyze(program, Options::default()).findings {
        let name = finding.message.split_whitespace().find(|word| word.starts_with("MPI_"));
        let key = (finding.rule.clone(), name.unwrap_or_default().to_owned());
        *counts.entry(key).or_default() += 1;
    }
    counts
}

const DIVERGENCE: &str = "collective_divergence";

/// Asserts that as much is found as before. Behind one divergence the ranks are nowhere in
/// particular: which of several is told, and what else differs there, may depend on the layout.
fn assert_same(what: &str, expected: &Found, changed: &Program, text: &dyn Fn() -> String) {
    let now = found(changed);
    let diverges = |found: &Found| found.keys().any(|(rule, _)| rule == DIVERGENCE);
    assert_eq!(diverges(expected), diverges(&now), "{what}: {expected:?}, {now:?}, {}", text());
    if !diverges(expected) {
        assert_eq!(*expected, now, "{what}, {}", text());
    }
}

/// The blocks after the first one in another order.
fn shuffle(random: &mut Random, function: &mut Function) {
    let count = function.blocks.len();
    if count < 3 {
        return;
    }
    let mut place: Vec<usize> = (0..count).collect();
    for at in (2..count).rev() {
        let other = 1 + random.below(at);
        place.swap(at, other);
    }
    let moved = |id: &mut BlockId| *id = BlockId::new(place[id.index()]);
    for block in &mut function.blocks {
        match &mut block.terminator {
            Terminator::Jump(target) => moved(target),
            Terminator::Branch { then, otherwise, .. } => {
                moved(then);
                moved(otherwise);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, target)| moved(target));
                moved(default);
            }
            Terminator::Return(_) | Terminator::Unreachable => {}
            other => panic!("not generated: {other:?}"),
        }
    }
    for value in &mut function.values {
        match value {
            Value::Phi { block, incoming } => {
                moved(block);
                incoming.iter_mut().for_each(|(from, _)| moved(from));
            }
            Value::Result { block, .. } => moved(block),
            _ => {}
        }
    }
    let mut blocks: Vec<Option<Block>> = vec![None; count];
    for (index, block) in std::mem::take(&mut function.blocks).into_iter().enumerate() {
        blocks[place[index]] = Some(block);
    }
    function.blocks = blocks.into_iter().flatten().collect();
}

/// Other names for the program's own functions and variables.
fn rename(program: &mut Program) {
    for function in program.functions.iter_mut().filter(|function| function.is_defined()) {
        if function.name != "main" {
            function.name = format!("renamed_{}", function.name);
        }
    }
    for global in program.globals.iter_mut().filter(|global| global.defined) {
        global.name = format!("renamed_{}", global.name);
    }
}

/// Equal functions and calls in another order of ids.
fn reverse_functions(program: &mut Program) {
    use lockstep_core::program::{Callee, FunctionId};
    let count = program.functions.len();
    let moved = |id: FunctionId| FunctionId::new(count - 1 - id.index());
    program.functions.reverse();
    for function in &mut program.functions {
        for event in function.blocks.iter_mut().flat_map(|block| &mut block.events) {
            if let Event::Call(call) = event
                && let Callee::Direct(callee) = &mut call.callee
            {
                *callee = moved(*callee);
            }
        }
    }
}

fn check(kind: Kind, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let procedures = program(&mut Random::new(seed), kind);
        let plain = assemble(&procedures, Style::default());
        let expected = found(&plain);
        let text = || format!("seed {seed}\n{}", print(&procedures));
        let same = |what: &str, changed: &Program| assert_same(what, &expected, changed, &text);
        let mut moved = plain.clone();
        let mut random = Random::new(seed ^ 0xABCD);
        moved.functions.iter_mut().for_each(|function| shuffle(&mut random, function));
        same("blocks in another order", &moved);
        let mut renamed = plain.clone();
        rename(&mut renamed);
        same("other names", &renamed);
        let mut reversed = plain.clone();
        reverse_functions(&mut reversed);
        same("functions in another order", &reversed);
        let none = Style::default();
        same("split blocks", &assemble(&procedures, Style { split: true, ..none }));
        same("parameters in memory", &assemble(&procedures, Style { spill: true, ..none }));
        // In a loop, an operation more may be one too many to evaluate.
        let kept = if kind == Kind::Mixed { none } else { Style { negate: true, ..none } };
        same("arms swapped", &assemble(&procedures, kept));
        same("calls in helpers", &assemble(&procedures, Style { wrap: true, ..none }));
    }
}

#[test]
fn programs_over_ranks() {
    check(Kind::Ranks, 0..600);
}

#[test]
fn programs_over_data() {
    check(Kind::Data, 1_000_000..1_000_600);
}

#[test]
fn programs_over_loop_counters() {
    check(Kind::Mixed, 2_000_000..2_000_600);
}
