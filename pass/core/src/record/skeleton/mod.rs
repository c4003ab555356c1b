//! A program without what no analysis of it asks for. What is found in the skeleton is what is found
//! in the program.

mod address;
mod edit;
mod initial;
mod live;
mod needs;
mod opaque;
mod promote;

use rustc_hash::FxHashSet;

use super::plan;
use crate::components::strongly_connected;
use crate::finding::Location;
use crate::program::{Callee, Event, Function, FunctionId, Program, Value};
use needs::Callees;

/// What `<iostream>` has every file do: make an object, and note how to end it.
const OPENS_STREAMS: [&str; 2] = ["_ZNSt8ios_base4InitC1Ev", "__cxa_atexit"];

/// The part of a program a record keeps. Functions and variables have the ids they had; those that
/// do not matter are declarations.
#[must_use]
pub fn of(program: &Program) -> Program {
    let mut skeleton = program.clone();
    let mut callees = Callees::new(program);
    let calls: Vec<Vec<usize>> = program.functions.iter().map(called).collect();
    for index in strongly_connected(&calls).into_iter().flatten() {
        let function = &mut skeleton.functions[index];
        if function.is_defined() {
            shrink(function, &callees);
            callees.note(FunctionId::new(index), function);
            if callees.is_quiet(FunctionId::new(index)) {
                forget_locations(function);
            }
        }
    }
    drop_unused(&mut skeleton);
    initial::trim(&mut skeleton);
    skeleton
}

fn shrink(function: &mut Function, callees: &Callees<'_>) {
    edit::tidy(function);
    promote::locals(function);
    live::keep(function, callees);
    // What is no longer called shows no addresses: more is a value then.
    if promote::locals(function) {
        live::keep(function, callees);
    }
    address::fold(function);
    opaque::merge(function);
    function.never_throws = false;
}

/// Nobody is told of a function that only computes.
fn forget_locations(function: &mut Function) {
    function.location = Location::default();
    for block in &mut function.blocks {
        block.location = Location::default();
        for event in &mut block.events {
            if let Event::Call(call) = event {
                call.location = Location::default();
            }
        }
    }
}

/// Functions called by name.
fn called(function: &Function) -> Vec<usize> {
    let events = function.blocks.iter().flat_map(|block| &block.events);
    let mut called: Vec<usize> = events
        .filter_map(|event| match event {
            Event::Call(call) => match call.callee {
                Callee::Direct(callee) => Some(callee.index()),
                _ => None,
            },
            _ => None,
        })
        .collect();
    called.sort_unstable();
    called.dedup();
    called
}

/// Takes away the bodies of functions that only this unit can call, and does not. Those with MPI
/// calls stay: they are told of by themselves.
fn drop_unused(program: &mut Program) {
    let mut kept: FxHashSet<FunctionId> = FxHashSet::default();
    let all = program.function_ids();
    let mut work: Vec<FunctionId> = all
        .filter(|id| {
            let function = program.function(*id);
            function.is_defined()
                && (function.linkage.is_for_others()
                    || function.address_taken
                    || function.before_main && sets_something(program, *id)
                    || calls_mpi(program, function))
        })
        .collect();
    while let Some(id) = work.pop() {
        if !kept.insert(id) {
            continue;
        }
        let function = program.function(id);
        work.extend(called(function).into_iter().map(FunctionId::new));
        let used = plan::used(function);
        work.extend(function.values.iter().zip(used).filter_map(|(value, used)| match value {
            Value::Function(named) if used => Some(*named),
            _ => None,
        }));
    }
    for (index, function) in program.functions.iter_mut().enumerate() {
        if !kept.contains(&FunctionId::new(index)) {
            function.blocks.clear();
            function.values.clear();
        }
    }
}

/// Does a function that runs before `main` do more than to open the standard streams?
fn sets_something(program: &Program, id: FunctionId) -> bool {
    let mut seen: FxHashSet<FunctionId> = FxHashSet::default();
    let mut work = vec![id];
    while let Some(id) = work.pop() {
        let function = program.function(id);
        if !seen.insert(id) || OPENS_STREAMS.contains(&function.name.as_str()) {
            continue;
        }
        let events = function.blocks.iter().flat_map(|block| &block.events);
        let acts = |event: &Event| match event {
            Event::Call(call) => !matches!(call.callee, Callee::Direct(_)),
            Event::Store { .. } | Event::Copy { .. } => true,
            Event::Load(_) => false,
        };
        if !function.is_defined() || events.clone().any(acts) {
            return true;
        }
        work.extend(called(function).into_iter().map(FunctionId::new));
    }
    false
}

fn calls_mpi(program: &Program, function: &Function) -> bool {
    called(function).into_iter().any(|callee| {
        let callee = &program.functions[callee];
        !callee.is_defined() && crate::mpi::lookup(&callee.name).is_some()
    })
}
