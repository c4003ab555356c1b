//! What is left of a function when all is taken away that nothing others notice depends on: values,
//! loads, stores to its own memory, calls for their results, and the branches between them.
//!
//! After Cytron et al., "Efficiently Computing Static Single Assignment Form and the Control
//! Dependence Graph" (1991), section 7.1: what matters is marked, then what that depends on.

use rustc_hash::FxHashMap;

use super::edit::flow;
use super::needs::{Callees, Need};
use crate::graph::{Block as GraphBlock, ControlDependence, PostDominators};
use crate::program::{BlockId, Callee, Event, Function, Terminator, Value, ValueId};
use crate::record::plan;
use crate::value::library::{self, Effect};

/// Takes away what does not matter.
pub fn keep(function: &mut Function, callees: &Callees<'_>) {
    forget_arguments(function, callees);
    match stop_throwing(function, callees) {
        true => super::edit::tidy(function),
        // Events may be fewer than they were.
        false => super::edit::place_results(function),
    }
    let live = Marker::new(function, callees).mark();
    sweep(function, &live);
    super::edit::tidy(function);
    super::promote::copies(function);
}

/// Arguments nobody looks at.
fn forget_arguments(function: &mut Function, callees: &Callees<'_>) {
    let mut undefined = None;
    for block in 0..function.blocks.len() {
        for event in 0..function.blocks[block].events.len() {
            let Event::Call(call) = &function.blocks[block].events[event] else { continue };
            let needed = callees.arguments(call, function);
            if needed.iter().all(|needed| *needed) {
                continue;
            }
            let nothing = *undefined.get_or_insert_with(|| {
                function.values.push(Value::Undefined);
                ValueId::new(function.values.len() - 1)
            });
            if let Event::Call(call) = &mut function.blocks[block].events[event] {
                for (argument, _) in
                    call.arguments.iter_mut().zip(needed).filter(|(_, needed)| !needed)
                {
                    *argument = nothing;
                }
            }
        }
    }
}

/// What is called for its result alone does not throw. False: nothing is.
fn stop_throwing(function: &mut Function, callees: &Callees<'_>) -> bool {
    let mut is_changed = false;
    for index in 0..function.blocks.len() {
        let block = &function.blocks[index];
        if let (Terminator::Invoke { normal, .. }, Some(Event::Call(call))) =
            (&block.terminator, block.events.last())
            && callees.need(call, function) == Need::Result
        {
            function.blocks[index].terminator = Terminator::Jump(*normal);
            is_changed = true;
        }
    }
    is_changed
}

/// What matters of a function.
struct Live {
    values: Vec<bool>,
    /// By block and event.
    events: Vec<Vec<bool>>,
    /// By block: which way is taken at its end.
    branches: Vec<bool>,
    /// By block with a branch that does not matter: where its ways meet.
    ways_meet: Vec<Option<BlockId>>,
}

struct Marker<'f, 'p> {
    function: &'f Function,
    callees: &'f Callees<'p>,
    live: Live,
    /// Blocks in which something matters.
    blocks: Vec<bool>,
    /// By value: the event it is the value of.
    event_of: FxHashMap<ValueId, (usize, usize)>,
    /// By object of the function's own: what is written to it.
    writes: FxHashMap<ValueId, Vec<(usize, usize)>>,
    work: Vec<ValueId>,
    new_blocks: Vec<GraphBlock>,
}

impl<'f, 'p> Marker<'f, 'p> {
    fn new(function: &'f Function, callees: &'f Callees<'p>) -> Self {
        let count = function.blocks.len();
        Self {
            function,
            callees,
            live: Live {
                values: vec![false; function.values.len()],
                events: function.blocks.iter().map(|b| vec![false; b.events.len()]).collect(),
                branches: vec![false; count],
                ways_meet: vec![None; count],
            },
            blocks: vec![false; count],
            event_of: FxHashMap::default(),
            writes: FxHashMap::default(),
            work: Vec::new(),
            new_blocks: Vec::new(),
        }
    }

    fn mark(mut self) -> Live {
        let graph = flow(self.function);
        let post_dominators = PostDominators::new(&graph);
        let mut control = ControlDependence::new(&graph, &post_dominators);
        self.start();
        for (index, block) in self.function.blocks.iter().enumerate() {
            let ends = matches!(
                block.terminator,
                Terminator::Return(_) | Terminator::Resume | Terminator::Unreachable
            );
            let meet = post_dominators.immediate(GraphBlock::new(index));
            self.live.ways_meet[index] = meet.map(|block| BlockId(block.0));
            let way_out = block.terminator.successors().len() > 1 && meet.is_none();
            if ends || way_out {
                self.mark_block(index);
            }
            if way_out || matches!(block.terminator, Terminator::Invoke { .. }) {
                self.mark_branch(index);
            }
        }
        // Whether a loop without an end is entered, and goes on, matters.
        for header in graph.endless_headers() {
            self.mark_block(header.index());
        }
        loop {
            while let Some(value) = self.work.pop() {
                self.mark_operands(value);
            }
            if self.new_blocks.is_empty() {
                return self.live;
            }
            let blocks = std::mem::take(&mut self.new_blocks);
            for branch in control.iterated_frontier_of_nodes(&blocks) {
                self.mark_branch(branch.index());
            }
        }
    }

    /// Marks what matters by itself.
    fn start(&mut self) {
        for (index, block) in self.function.blocks.iter().enumerate() {
            for (event, what) in block.events.iter().enumerate() {
                match what {
                    Event::Load(value) => {
                        self.event_of.insert(*value, (index, event));
                    }
                    Event::Call(call) => {
                        if let Some(result) = call.result {
                            self.event_of.insert(result, (index, event));
                        }
                        if self.callees.need(call, self.function) == Need::Always {
                            self.mark_event(index, event);
                        }
                    }
                    Event::Store { address, .. } | Event::Copy { to: address, .. } => {
                        match self.own_object(*address) {
                            Some(object) => {
                                self.writes.entry(object).or_default().push((index, event));
                            }
                            None => self.mark_event(index, event),
                        }
                    }
                }
            }
        }
    }

    /// The object of the function's own that an address lies in.
    fn own_object(&self, mut address: ValueId) -> Option<ValueId> {
        /// Offsets on offsets.
        const LIMIT: usize = 64;
        for _ in 0..LIMIT {
            match self.function.value(address) {
                Value::Stack => return Some(address),
                Value::Offset { base, .. } | Value::Element { base, .. } => address = *base,
                Value::Result { block, event } => {
                    let event = &self.function.blocks[block.index()].events[*event as usize];
                    return self.is_allocation(event).then_some(address);
                }
                _ => return None,
            }
        }
        None
    }

    fn is_allocation(&self, event: &Event) -> bool {
        let Event::Call(call) = event else { return false };
        let Callee::Direct(callee) = call.callee else { return false };
        let callee = self.callees.function(callee);
        !callee.is_defined() && library::effect(&callee.name) == Some(Effect::Allocates)
    }

    fn mark_value(&mut self, value: ValueId) {
        if !std::mem::replace(&mut self.live.values[value.index()], true) {
            self.work.push(value);
        }
    }

    fn mark_operands(&mut self, value: ValueId) {
        match self.function.value(value) {
            Value::Phi { block, incoming } => {
                self.mark_block(block.index());
                for (from, value) in incoming {
                    self.mark_block(from.index());
                    if self.function.blocks[from.index()].terminator.successors().len() > 1 {
                        self.mark_branch(from.index());
                    }
                    self.mark_value(*value);
                }
            }
            other => {
                for operand in plan::operands(other) {
                    self.mark_value(operand);
                }
            }
        }
        if let Some((block, event)) = self.event_of.get(&value).copied() {
            self.mark_event(block, event);
        }
        // Somebody may read what is written to it.
        for (block, event) in self.writes.remove(&value).unwrap_or_default() {
            self.mark_event(block, event);
        }
    }

    fn mark_event(&mut self, block: usize, event: usize) {
        if std::mem::replace(&mut self.live.events[block][event], true) {
            return;
        }
        self.mark_block(block);
        let what = &self.function.blocks[block].events[event];
        if let Event::Load(value) = what {
            self.mark_value(*value);
        }
        for operand in plan::operands_of_event(what) {
            self.mark_value(operand);
        }
    }

    fn mark_block(&mut self, block: usize) {
        if !std::mem::replace(&mut self.blocks[block], true) {
            self.new_blocks.push(GraphBlock::new(block));
            if let Terminator::Return(Some(value)) = self.function.blocks[block].terminator {
                self.mark_value(value);
            }
        }
    }

    fn mark_branch(&mut self, block: usize) {
        if !std::mem::replace(&mut self.live.branches[block], true) {
            self.mark_block(block);
            if let Some(condition) = self.function.blocks[block].terminator.condition() {
                self.mark_value(condition);
            }
        }
    }
}

fn sweep(function: &mut Function, live: &Live) {
    for (index, block) in function.blocks.iter_mut().enumerate() {
        let mut kept = live.events[index].iter();
        block.events.retain(|_| kept.next().copied().unwrap_or(true));
        for event in &mut block.events {
            if let Event::Call(call) = event {
                call.result = call.result.filter(|result| live.values[result.index()]);
            }
        }
        if block.terminator.successors().len() > 1
            && !live.branches[index]
            && let Some(meet) = live.ways_meet[index]
        {
            block.terminator = Terminator::Jump(meet);
            block.location = crate::finding::Location::default();
        }
    }
    for (value, live) in function.values.iter_mut().zip(&live.values) {
        if !live && !matches!(value, Value::Parameter(_)) {
            *value = Value::Undefined;
        }
    }
}
