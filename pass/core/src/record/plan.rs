//! In which order a function's values are described when it is written: what nothing uses is left
//! out, and what would be nested too deeply is described before it is used.

use rustc_hash::FxHashMap;

use crate::program::{BlockId, Callee, Event, Function, Terminator, Value, ValueId};

use super::function::DEPTH;

/// The next thing of a block.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item<'f> {
    /// Nothing but how it ends.
    End,
    /// A load that is not described where it is used.
    Load(ValueId),
    /// A value that is not described where it is used.
    Value(ValueId),
    /// An event that is no load.
    Event(&'f Event),
}

/// The order of one function. Of a function without values, as there is when reading, nothing.
pub(super) struct Plan<'f> {
    function: &'f Function,
    used: Vec<bool>,
    /// By value: it is what an event loads.
    event: Vec<bool>,
    /// Loads that may be described now, and those that were.
    pending: Vec<bool>,
    phis: Vec<Vec<ValueId>>,
    /// The block looked at, and its next event.
    block: Option<BlockId>,
    at: usize,
    /// Items found for the event at `at`, the last one first.
    ready: Vec<Item<'f>>,
    prepared: bool,
}

impl<'f> Plan<'f> {
    pub fn new(function: &'f Function) -> Self {
        let used = used(function);
        let mut event = vec![false; function.values.len()];
        for what in function.blocks.iter().flat_map(|block| &block.events) {
            if let Event::Load(value) = what {
                event[value.index()] = true;
            }
        }
        let mut phis = vec![Vec::new(); function.blocks.len()];
        for (index, value) in function.values.iter().enumerate() {
            if let Value::Phi { block, .. } = value
                && used[index]
            {
                phis[block.index()].push(ValueId::new(index));
            }
        }
        Self {
            function,
            pending: vec![false; used.len()],
            used,
            event,
            phis,
            block: None,
            at: 0,
            ready: Vec::new(),
            prepared: false,
        }
    }

    pub fn phis(&self, block: BlockId) -> Vec<ValueId> {
        self.phis.get(block.index()).cloned().unwrap_or_default()
    }

    pub fn is_used(&self, value: ValueId) -> bool {
        self.used[value.index()]
    }

    /// Is the value of this load what an event reads?
    pub fn is_event(&self, load: ValueId) -> bool {
        self.event[load.index()]
    }

    /// May a value that was not described yet be described here?
    pub fn may_describe(&self, value: ValueId, depth: usize) -> bool {
        let there = !self.is_event(value) || self.pending[value.index()];
        there && depth < DEPTH
    }

    /// The load is being described.
    pub fn done(&mut self, load: Option<ValueId>) {
        if let Some(load) = load {
            self.pending[load.index()] = false;
        }
    }

    /// What comes next in a block.
    pub fn next(&mut self, block: BlockId, known: &[Option<ValueId>]) -> Item<'f> {
        let function = self.function;
        let Some(source) = function.blocks.get(block.index()) else { return Item::End };
        if self.block != Some(block) {
            (self.block, self.at, self.prepared) = (Some(block), 0, false);
        }
        if !self.prepared {
            self.prepare(block, known);
        }
        loop {
            match self.ready.pop() {
                // Described in the meantime.
                Some(Item::Load(value) | Item::Value(value)) if known[value.index()].is_some() => {}
                Some(item) => return item,
                None => break,
            }
        }
        self.prepared = false;
        match source.events.get(self.at) {
            Some(event) => {
                self.at += 1;
                Item::Event(event)
            }
            None => Item::End,
        }
    }

    /// Looks at the loads up to the next other event, and at what this event uses.
    fn prepare(&mut self, block: BlockId, known: &[Option<ValueId>]) {
        let source = &self.function.blocks[block.index()];
        let mut loads: Vec<ValueId> = Vec::new();
        while let Some(Event::Load(value)) = source.events.get(self.at) {
            self.at += 1;
            if self.used[value.index()] {
                self.pending[value.index()] = true;
                loads.push(*value);
            }
        }
        let roots = match source.events.get(self.at) {
            Some(event) => operands_of_event(event),
            None => operand_of_terminator(&source.terminator),
        };
        let mut walk = Walk { plan: self, known, heights: FxHashMap::default(), early: Vec::new() };
        for root in roots {
            walk.visit(root);
        }
        let is_seen = |load: &ValueId| walk.heights.contains_key(load);
        let reached: Vec<ValueId> = loads.into_iter().filter(|load| !is_seen(load)).collect();
        for load in &reached {
            walk.visit(*load);
        }
        let early = walk.early;
        let item = |value: ValueId| match self.event[value.index()] {
            true => Item::Load(value),
            false => Item::Value(value),
        };
        self.ready = early.into_iter().chain(reached).map(item).collect();
        self.ready.reverse();
        self.prepared = true;
    }
}

/// Values nested so deeply are described by themselves.
const HEIGHT: usize = DEPTH - 8;

/// Looks at what would be described with an event, without recursion.
struct Walk<'p, 'f> {
    plan: &'p Plan<'f>,
    known: &'p [Option<ValueId>],
    /// How deeply what is described with a value is nested. `None`: it is being looked at.
    heights: FxHashMap<ValueId, Option<usize>>,
    /// Values to be described before, in order.
    early: Vec<ValueId>,
}

impl Walk<'_, '_> {
    fn visit(&mut self, root: ValueId) {
        let mut work = vec![(root, false)];
        while let Some((value, seen)) = work.pop() {
            if seen {
                let operands = operands(self.plan.function.value(value));
                let heights =
                    operands.iter().filter_map(|o| self.heights.get(o).copied().flatten());
                let mut height = heights.max().map_or(0, |height| height + 1);
                if height >= HEIGHT {
                    self.early.push(value);
                    height = 0;
                }
                self.heights.insert(value, Some(height));
                continue;
            }
            if !self.is_described(value) || self.heights.contains_key(&value) {
                continue;
            }
            self.heights.insert(value, None);
            work.push((value, true));
            let operands = operands(self.plan.function.value(value));
            work.extend(operands.into_iter().rev().map(|operand| (operand, false)));
        }
    }

    fn is_described(&self, value: ValueId) -> bool {
        let describable = match self.plan.function.value(value) {
            Value::Phi { .. } | Value::Result { .. } => false,
            Value::Load { .. } => !self.plan.is_event(value) || self.plan.pending[value.index()],
            _ => true,
        };
        describable && self.known[value.index()].is_none()
    }
}

/// The values a value is computed from; of a phi what it joins.
pub(super) fn operands(value: &Value) -> Vec<ValueId> {
    match value {
        Value::Offset { base, .. } => vec![*base],
        Value::Element { base, indices, .. } => {
            std::iter::once(*base).chain(indices.iter().copied()).collect()
        }
        Value::Binary { operands, .. } | Value::Compare { operands, .. } => operands.to_vec(),
        Value::Cast { operand, .. } => vec![*operand],
        Value::Select { condition, then, otherwise } => vec![*condition, *then, *otherwise],
        Value::Phi { incoming, .. } => incoming.iter().map(|(_, value)| *value).collect(),
        Value::Load { address } => vec![*address],
        Value::Opaque(inputs) => inputs.clone(),
        Value::Parameter(_)
        | Value::Integer(_)
        | Value::Null
        | Value::Undefined
        | Value::Global(_)
        | Value::Function(_)
        | Value::Stack
        | Value::Result { .. } => Vec::new(),
    }
}

/// The values an event uses, in the order in which they are described; of a load none.
pub(super) fn operands_of_event(event: &Event) -> Vec<ValueId> {
    match event {
        Event::Load(_) => Vec::new(),
        Event::Store { address, value } => vec![*address, *value],
        Event::Copy { to, from, .. } => vec![*to, *from],
        Event::Call(call) => {
            let pointer = match &call.callee {
                Callee::Indirect { pointer, .. } => Some(*pointer),
                Callee::Direct(_) | Callee::Assembly => None,
            };
            pointer.into_iter().chain(call.arguments.iter().copied()).collect()
        }
    }
}

/// The value a block's end uses.
pub(super) fn operand_of_terminator(terminator: &Terminator) -> Vec<ValueId> {
    let value = match terminator {
        Terminator::Return(value) => *value,
        other => other.condition(),
    };
    value.into_iter().collect()
}

/// By value: does anything that happens depend on it?
pub(super) fn used(function: &Function) -> Vec<bool> {
    let mut used = vec![false; function.values.len()];
    let mut work: Vec<ValueId> = Vec::new();
    for block in &function.blocks {
        work.extend(block.events.iter().flat_map(operands_of_event));
        work.extend(operand_of_terminator(&block.terminator));
    }
    while let Some(value) = work.pop() {
        if !std::mem::replace(&mut used[value.index()], true) {
            work.extend(operands(function.value(value)));
        }
    }
    used
}
