//! Changes of one function: values in each other's place, blocks that are not needed.

use crate::graph::{Block as GraphBlock, FlowGraph};
use crate::program::{Block, BlockId, Callee, Event, Function, Terminator, Value, ValueId};

/// Values that stand for others.
#[derive(Debug)]
pub struct Replacements {
    by: Vec<ValueId>,
}

impl Replacements {
    pub fn new(function: &Function) -> Self {
        Self { by: (0..function.values.len()).map(ValueId::new).collect() }
    }

    pub fn replace(&mut self, value: ValueId, by: ValueId) {
        self.by[value.index()] = by;
    }

    /// What stands for the value in the end. Values that stand for each other stand for themselves.
    pub fn find(&self, value: ValueId) -> ValueId {
        let mut at = value;
        for _ in 0..self.by.len() {
            let next = self.by.get(at.index()).copied().unwrap_or(at);
            if next == at {
                return at;
            }
            at = next;
        }
        value
    }

    pub fn apply(&self, function: &mut Function) {
        each_operand(function, &mut |operand| *operand = self.find(*operand));
    }
}

/// Visits every use of a value; what is loaded, and where results stand, are no uses.
pub fn each_operand(function: &mut Function, visit: &mut dyn FnMut(&mut ValueId)) {
    for value in &mut function.values {
        each_operand_of(value, visit);
    }
    for block in &mut function.blocks {
        for event in &mut block.events {
            match event {
                Event::Load(_) => {}
                Event::Store { address, value } => {
                    [address, value].into_iter().for_each(&mut *visit)
                }
                Event::Copy { to, from, .. } => [to, from].into_iter().for_each(&mut *visit),
                Event::Call(call) => {
                    if let Callee::Indirect { pointer, .. } = &mut call.callee {
                        visit(pointer);
                    }
                    call.arguments.iter_mut().for_each(&mut *visit);
                }
            }
        }
        match &mut block.terminator {
            Terminator::Branch { condition: value, .. }
            | Terminator::Switch { value, .. }
            | Terminator::Indirect { value, .. }
            | Terminator::Return(Some(value)) => visit(value),
            _ => {}
        }
    }
}

fn each_operand_of(value: &mut Value, visit: &mut dyn FnMut(&mut ValueId)) {
    match value {
        Value::Offset { base, .. } => visit(base),
        Value::Element { base, indices, .. } => {
            visit(base);
            indices.iter_mut().for_each(visit);
        }
        Value::Binary { operands, .. } | Value::Compare { operands, .. } => {
            operands.iter_mut().for_each(visit);
        }
        Value::Cast { operand, .. } => visit(operand),
        Value::Select { condition, then, otherwise } => {
            [condition, then, otherwise].into_iter().for_each(visit);
        }
        Value::Phi { incoming, .. } => incoming.iter_mut().for_each(|(_, value)| visit(value)),
        Value::Load { address } => visit(address),
        Value::Opaque(inputs) => inputs.iter_mut().for_each(visit),
        Value::Parameter(_)
        | Value::Integer(_)
        | Value::Null
        | Value::Undefined
        | Value::Global(_)
        | Value::Function(_)
        | Value::Stack
        | Value::Result { .. } => {}
    }
}

pub fn flow(function: &Function) -> FlowGraph {
    let blocks = function.blocks.iter();
    let successors: Vec<_> = blocks.map(|block| block.terminator.successors()).collect();
    FlowGraph::new(GraphBlock(0), &successors)
}

/// By block: where control comes from, each once, in order.
pub fn predecessors(function: &Function) -> Vec<Vec<BlockId>> {
    let mut all: Vec<Vec<BlockId>> = vec![Vec::new(); function.blocks.len()];
    for (index, block) in function.blocks.iter().enumerate() {
        for target in block.terminator.successors() {
            let from = &mut all[target.index()];
            if from.last() != Some(&BlockId::new(index)) {
                from.push(BlockId::new(index));
            }
        }
    }
    all
}

/// Visits every block a terminator leads to.
pub fn each_target(terminator: &mut Terminator, visit: &mut dyn FnMut(&mut BlockId)) {
    match terminator {
        Terminator::Jump(target) => visit(target),
        Terminator::Branch { then, otherwise, .. } => {
            visit(then);
            visit(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, target)| visit(target));
            visit(default);
        }
        Terminator::Invoke { normal, unwind } => {
            visit(normal);
            visit(unwind);
        }
        Terminator::Indirect { targets, .. } => targets.iter_mut().for_each(visit),
        Terminator::Return(_) | Terminator::Resume | Terminator::Unreachable => {}
    }
}

/// Leaves out blocks that are not reached or do nothing, joins those that always follow each other,
/// and puts them in an order in which what is used comes first.
pub fn tidy(function: &mut Function) {
    if !matches!(function.blocks.as_slice(), [only] if only.terminator.successors().is_empty()) {
        skip_empty(function);
        join_chains(function);
        order(function);
    }
    place_results(function);
}

/// The blocks that are reached: every block before its successors, but for the edges that close a cycle.
fn reverse_postorder(function: &Function) -> Vec<BlockId> {
    let successors = |block: BlockId| function.blocks[block.index()].terminator.successors();
    let mut order = Vec::with_capacity(function.blocks.len());
    let mut seen = vec![false; function.blocks.len()];
    let mut stack = vec![(BlockId(0), successors(BlockId(0)), 0)];
    seen[0] = true;
    while let Some((block, targets, next)) = stack.last_mut() {
        let Some(target) = targets.get(*next).copied() else {
            order.push(*block);
            stack.pop();
            continue;
        };
        *next += 1;
        if !std::mem::replace(&mut seen[target.index()], true) {
            stack.push((target, successors(target), 0));
        }
    }
    order.reverse();
    order
}

/// Jumps over blocks in which nothing happens.
fn skip_empty(function: &mut Function) {
    let mut has_phis = vec![false; function.blocks.len()];
    for value in &function.values {
        if let Value::Phi { block, .. } = value {
            has_phis[block.index()] = true;
        }
    }
    let next: Vec<Option<BlockId>> = function
        .blocks
        .iter()
        .enumerate()
        .map(|(index, block)| match block.terminator {
            Terminator::Jump(to)
                if block.events.is_empty() && !has_phis[index] && !has_phis[to.index()] =>
            {
                Some(to)
            }
            _ => None,
        })
        .collect();
    let end_of = |mut at: BlockId| {
        for _ in 0..next.len() {
            match next[at.index()] {
                Some(to) => at = to,
                None => return at,
            }
        }
        at
    };
    for block in &mut function.blocks {
        let before = block.terminator.clone();
        each_target(&mut block.terminator, &mut |target| *target = end_of(*target));
        // What a call leaves is told apart for those it returns to and those it throws to: its two ways are kept.
        if let (Terminator::Invoke { normal, unwind }, Terminator::Invoke { unwind: handler, .. }) =
            (&block.terminator, &before)
            && normal == unwind
        {
            block.terminator = match handler == normal {
                true => before,
                false => Terminator::Invoke { normal: *normal, unwind: *handler },
            };
        }
        if let Terminator::Branch { then, otherwise, .. } = block.terminator
            && then == otherwise
        {
            block.terminator = Terminator::Jump(then);
        }
    }
}

/// Appends to a block the one that always and only follows it.
fn join_chains(function: &mut Function) {
    let mut reached = reverse_postorder(function);
    reached.sort_unstable();
    let mut sources = vec![0_u32; function.blocks.len()];
    for block in &reached {
        let block = &function.blocks[block.index()];
        block.terminator.successors().iter().for_each(|to| sources[to.index()] += 1);
    }
    let mut joined_to: Vec<BlockId> = (0..function.blocks.len()).map(BlockId::new).collect();
    for index in reached.into_iter().map(|block| block.index()) {
        if joined_to[index].index() != index {
            continue;
        }
        while let Terminator::Jump(to) = function.blocks[index].terminator
            && to.index() != index
            && to.index() != 0
            && sources[to.index()] == 1
            && joined_to[to.index()] == to
        {
            let nothing = Block {
                events: Vec::new(),
                terminator: Terminator::Unreachable,
                location: crate::finding::Location::default(),
            };
            let mut follower = std::mem::replace(&mut function.blocks[to.index()], nothing);
            let block = &mut function.blocks[index];
            block.events.append(&mut follower.events);
            (block.terminator, block.location) = (follower.terminator, follower.location);
            joined_to[to.index()] = BlockId::new(index);
        }
    }
    let end_of = |mut at: BlockId| {
        while joined_to[at.index()] != at {
            at = joined_to[at.index()];
        }
        at
    };
    let mut replacements = Replacements::new(function);
    for index in 0..function.values.len() {
        if let Value::Phi { block, incoming } = &mut function.values[index] {
            incoming.iter_mut().for_each(|(from, _)| *from = end_of(*from));
            if joined_to[block.index()] != *block {
                // Of one way in, the joined value is the one that comes.
                *block = end_of(*block);
                match incoming.first() {
                    Some((_, only)) => replacements.replace(ValueId::new(index), *only),
                    None => function.values[index] = Value::Undefined,
                }
            }
        }
    }
    replacements.apply(function);
}

/// Numbers the blocks that are reached in reverse postorder, and drops the others.
fn order(function: &mut Function) {
    let order = reverse_postorder(function);
    let mut number: Vec<Option<BlockId>> = vec![None; function.blocks.len()];
    for (index, block) in order.iter().enumerate() {
        number[block.index()] = Some(BlockId::new(index));
    }
    let mut blocks: Vec<Option<Block>> =
        std::mem::take(&mut function.blocks).into_iter().map(Some).collect();
    function.blocks = order.iter().filter_map(|block| blocks[block.index()].take()).collect();
    for block in &mut function.blocks {
        each_target(&mut block.terminator, &mut |target| {
            *target = number[target.index()].unwrap_or(*target);
        });
    }
    let predecessors = predecessors(function);
    for value in &mut function.values {
        if let Value::Phi { block, incoming } = value {
            let Some(new) = number[block.index()] else {
                // In a block that is not reached.
                *value = Value::Undefined;
                continue;
            };
            *block = new;
            let from = &predecessors[new.index()];
            let mut kept: Vec<(BlockId, ValueId)> = incoming
                .iter()
                .filter_map(|(edge, value)| Some((number[edge.index()]?, *value)))
                .filter(|(edge, _)| from.binary_search(edge).is_ok())
                .collect();
            kept.sort_by_key(|(edge, _)| *edge);
            kept.dedup_by_key(|(edge, _)| *edge);
            *incoming = kept;
        }
    }
}

/// Puts right where results and loads stand.
pub fn place_results(function: &mut Function) {
    let mut here = vec![false; function.values.len()];
    for (index, block) in function.blocks.iter().enumerate() {
        for (event, what) in block.events.iter().enumerate() {
            if let Event::Call(call) = what
                && let Some(result) = call.result
            {
                let event = u32::try_from(event).unwrap_or(u32::MAX);
                function.values[result.index()] =
                    Value::Result { block: BlockId::new(index), event };
                here[result.index()] = true;
            }
        }
    }
    for (value, here) in function.values.iter_mut().zip(here) {
        // Of a call that is never made.
        if !here && matches!(value, Value::Result { .. }) {
            *value = Value::Undefined;
        }
    }
}
