//! Local variables that only the function itself reads and writes, as values: what the analysis makes
//! of them anyway, in fewer events.

use rustc_hash::{FxHashMap, FxHashSet};

use super::edit::{Replacements, flow, predecessors};
use crate::components::strongly_connected;
use crate::graph::Dominators;
use crate::program::{BlockId, Event, Function, Value, ValueId};
use crate::record::plan;
use crate::value::memory::{Memory, Node, NodeId};
use crate::value::place::PlaceId;

/// A part of a local variable: the variable and an offset.
type Part = (ValueId, i64);

/// Memory joins one function may have: beyond, what is written where would be looked for too long.
const JOIN_LIMIT: usize = 1_000_000;

/// Puts what is stored in local variables in the place of what is loaded from them. False: nothing is.
pub fn locals(function: &mut Function) -> bool {
    let own = own_variables(function);
    if own.is_empty() {
        return false;
    }
    let mut parts: FxHashMap<Part, PlaceId> = FxHashMap::default();
    let graph = flow(function);
    let mut sources = predecessors(function);
    sources.push(Vec::new());
    let joins = sources.iter().filter(|from| from.len() > 1).count();
    if joins.saturating_mul(own.len()) > JOIN_LIMIT {
        return false;
    }
    let dominators = Dominators::new(&graph);
    let mut memory = Memory::new(function, sources);
    let all = Parts::new(function);
    let part_of = |address: ValueId| all.of(address).filter(|(variable, _)| own.contains(variable));
    let mut loads: Vec<(ValueId, PlaceId, BlockId, usize)> = Vec::new();
    for (index, block) in function.blocks.iter().enumerate() {
        for (event, what) in block.events.iter().enumerate() {
            let Some(part) = accessed(&function.values, what).and_then(part_of) else { continue };
            let next = PlaceId::new(parts.len());
            let place = *parts.entry(part).or_insert(next);
            let block = BlockId::new(index);
            match what {
                Event::Store { value, .. } => {
                    memory.define(block, event, place, NodeId::new(value.index()));
                }
                Event::Load(value) => loads.push((*value, place, block, event)),
                _ => {}
            }
        }
    }
    let read: Vec<(ValueId, NodeId)> = loads
        .into_iter()
        .map(|(value, place, block, event)| {
            (value, memory.read(place, block, event, true, &dominators))
        })
        .collect();
    for block in &mut function.blocks {
        block.events.retain(|event| accessed(&function.values, event).and_then(part_of).is_none());
    }
    put(function, &memory, &read);
    true
}

/// The address an event loads from or stores to.
fn accessed(values: &[Value], event: &Event) -> Option<ValueId> {
    match event {
        Event::Load(value) => match values[value.index()] {
            Value::Load { address } => Some(address),
            _ => None,
        },
        Event::Store { address, .. } => Some(*address),
        _ => None,
    }
}

/// Replaces the loads by what they read.
fn put(function: &mut Function, memory: &Memory, read: &[(ValueId, NodeId)]) {
    let first = function.values.len();
    for node in &memory.nodes[first..] {
        function.values.push(match node {
            Node::Phi { block, incoming } => Value::Phi {
                block: *block,
                incoming: incoming.iter().map(|(from, node)| (*from, ValueId(node.0))).collect(),
            },
            _ => Value::Undefined,
        });
    }
    let mut replacements = Replacements::new(function);
    for (load, node) in read {
        replacements.replace(*load, ValueId(node.0));
        function.values[load.index()] = Value::Undefined;
    }
    replacements.apply(function);
    copies(function);
}

/// Takes away joins of one value, also around loops.
pub fn copies(function: &mut Function) {
    if !function.values.iter().any(|value| matches!(value, Value::Phi { .. })) {
        return;
    }
    let mut replacements = Replacements::new(function);
    let joined = |value: &Value| match value {
        Value::Phi { incoming, .. } => incoming.iter().map(|(_, value)| value.index()).collect(),
        _ => Vec::new(),
    };
    let edges: Vec<Vec<usize>> = function.values.iter().map(joined).collect();
    let is_phi = |index: &usize| matches!(function.values[*index], Value::Phi { .. });
    for component in strongly_connected(&edges) {
        if !component.iter().all(is_phi) {
            continue;
        }
        let inside: FxHashSet<usize> = component.iter().copied().collect();
        let operands = component.iter().flat_map(|index| &edges[*index]);
        let mut outside: Vec<ValueId> = operands
            .filter(|operand| !inside.contains(operand))
            .map(|operand| replacements.find(ValueId::new(*operand)))
            .collect();
        outside.sort_unstable();
        outside.dedup();
        if let [only] = outside.as_slice() {
            component.iter().for_each(|index| replacements.replace(ValueId::new(*index), *only));
        }
    }
    replacements.apply(function);
}

/// Variables of which no address is used but to load and store.
fn own_variables(function: &Function) -> FxHashSet<ValueId> {
    let all = function.values.iter().enumerate();
    let mut own: FxHashSet<ValueId> = all
        .filter(|(_, value)| **value == Value::Stack)
        .map(|(index, _)| ValueId::new(index))
        .collect();
    if own.is_empty() {
        return own;
    }
    let (used, parts) = (plan::used(function), Parts::new(function));
    let mut is_read = vec![false; function.values.len()];
    let shown = |own: &mut FxHashSet<ValueId>, value: ValueId| {
        if let Some((variable, _)) = parts.of(value) {
            own.remove(&variable);
        }
    };
    for event in function.blocks.iter().flat_map(|block| &block.events) {
        match event {
            Event::Load(value) => is_read[value.index()] = true,
            Event::Store { value, .. } => shown(&mut own, *value),
            other => {
                let operands = plan::operands_of_event(other);
                operands.into_iter().for_each(|value| shown(&mut own, value));
            }
        }
    }
    for block in &function.blocks {
        let operand = plan::operand_of_terminator(&block.terminator);
        operand.into_iter().for_each(|value| shown(&mut own, value));
    }
    for (index, value) in function.values.iter().enumerate() {
        match value {
            _ if !used[index] => {}
            Value::Offset { .. } => {}
            Value::Load { .. } if is_read[index] => {}
            other => {
                let operands = plan::operands(other);
                operands.into_iter().for_each(|value| shown(&mut own, value));
            }
        }
    }
    own
}

/// By value: the variable, and the offset in it, that it is the address of.
struct Parts(Vec<Option<Part>>);

impl Parts {
    fn new(function: &Function) -> Self {
        let mut all: Vec<Option<Part>> = vec![None; function.values.len()];
        let mut seen = vec![false; function.values.len()];
        for start in 0..function.values.len() {
            let mut way = Vec::new();
            let mut at = start;
            while !std::mem::replace(&mut seen[at], true) {
                match &function.values[at] {
                    Value::Stack => all[at] = Some((ValueId::new(at), 0)),
                    Value::Offset { base, bytes } => {
                        way.push((at, *bytes));
                        at = base.index();
                    }
                    _ => {}
                }
            }
            let mut part = all[at];
            for (value, bytes) in way.into_iter().rev() {
                part = part.map(|(variable, offset)| (variable, offset.wrapping_add(bytes)));
                all[value] = part;
            }
        }
        Self(all)
    }

    fn of(&self, address: ValueId) -> Option<Part> {
        self.0[address.index()]
    }
}
