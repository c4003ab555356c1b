//! The values and blocks of one function in a record.
//!
//! Values are described where they are first used, within the description of what uses them; those
//! that are used again are referred to by how many others there are since. Loads that follow each
//! other see the same memory, so that their order is free: one that is used at once is described
//! there as well.

use rustc_hash::FxHashMap;

use super::body::Body;
use super::coder::Coder;
use super::plan::{Item, Plan};
use super::stream::{Field, mix};
use super::targets::Targets;
use crate::finding::Location;
use crate::program::{
    BinaryOperator, Block, BlockId, CallSite, Callee, Cast, Comparison, Elements, Event, Function,
    Terminator, Value, ValueId,
};

/// How values may be nested in each other.
pub(super) const DEPTH: usize = 48;
/// Tags from here on are numbers of calls within their function.
const UNTAGGED: u32 = 1 << 24;

/// How an operand is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    Parameter,
    Integer,
    Null,
    Undefined,
    Global,
    Function,
    KnownStack,
    Stack,
    Offset,
    Element,
    Binary,
    Compare,
    Cast,
    Select,
    Load,
    /// A load that is no event.
    Unread,
    Opaque,
    /// The line of the call that is handed it, as by C's `assert`.
    Line,
    // One that was told before.
    ToPhi,
    ToLoad,
    ToResult,
    ToOffset,
    ToElement,
    ToBinary,
    ToCompare,
    ToCast,
    ToSelect,
    ToOpaque,
}

impl Kind {
    const ALL: [Self; 28] = [
        Self::Parameter,
        Self::Integer,
        Self::Null,
        Self::Undefined,
        Self::Global,
        Self::Function,
        Self::KnownStack,
        Self::Stack,
        Self::Offset,
        Self::Element,
        Self::Binary,
        Self::Compare,
        Self::Cast,
        Self::Select,
        Self::Load,
        Self::Unread,
        Self::Opaque,
        Self::Line,
        Self::ToPhi,
        Self::ToLoad,
        Self::ToResult,
        Self::ToOffset,
        Self::ToElement,
        Self::ToBinary,
        Self::ToCompare,
        Self::ToCast,
        Self::ToSelect,
        Self::ToOpaque,
    ];

    /// How a value that was told before is told again.
    const fn again(value: &Value) -> Self {
        match value {
            Value::Phi { .. } => Self::ToPhi,
            Value::Load { .. } => Self::ToLoad,
            Value::Result { .. } => Self::ToResult,
            Value::Offset { .. } => Self::ToOffset,
            Value::Element { .. } => Self::ToElement,
            Value::Binary { .. } => Self::ToBinary,
            Value::Compare { .. } => Self::ToCompare,
            Value::Cast { .. } => Self::ToCast,
            Value::Select { .. } => Self::ToSelect,
            _ => Self::ToOpaque,
        }
    }
}

/// Writes or reads one function.
pub(super) struct FunctionCoder<'b, 'u, C> {
    body: &'b mut Body<'u, C>,
    source: &'u Function,
    plan: Plan<'u>,
    values: Vec<Value>,
    blocks: Vec<Block>,
    /// By value of the source: the value in what is written.
    known: Vec<Option<ValueId>>,
    /// Constants and addresses, each once.
    leaves: FxHashMap<Leaf, ValueId>,
    stacks: Vec<ValueId>,
    /// By how they are told again: computed values, each whenever it was made or used.
    computed: [Vec<ValueId>; Kind::ALL.len()],
    /// By value: where it stands there the last time.
    position: FxHashMap<ValueId, usize>,
    targets: Targets,
    /// The kinds told last.
    history: u32,
    depth: usize,
    location: Location,
    /// Of the call whose arguments are told; 0: of none.
    line: u32,
    next_tag: u32,
}

/// A value without operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Leaf {
    Integer(i64),
    Null,
    Undefined,
    Global(crate::program::GlobalId),
    Function(crate::program::FunctionId),
}

impl<'b, 'u, C: Coder> FunctionCoder<'b, 'u, C> {
    pub fn new(
        body: &'b mut Body<'u, C>,
        source: &'u Function,
        parameters: u32,
        location: Location,
    ) -> Self {
        let mut known = vec![None; source.values.len()];
        for (index, known) in known.iter_mut().enumerate().take(parameters as usize) {
            *known = Some(ValueId::new(index));
        }
        Self {
            body,
            source,
            plan: Plan::new(source),
            values: (0..parameters).map(Value::Parameter).collect(),
            blocks: Vec::new(),
            known,
            leaves: FxHashMap::default(),
            stacks: Vec::new(),
            computed: Default::default(),
            position: FxHashMap::default(),
            targets: Targets::default(),
            history: 0,
            depth: 0,
            location,
            line: 0,
            next_tag: UNTAGGED,
        }
    }

    pub fn finish(self) -> (Vec<Value>, Vec<Block>) {
        (self.values, self.blocks)
    }

    pub fn code(&mut self) {
        let count = self.body.stream.count(Field::Count, &[2], self.source.blocks.len());
        self.targets = Targets::new(count);
        let mut before = 0;
        for index in 0..count {
            if !self.body.stream.element() {
                return;
            }
            let block = self.source.blocks.get(index);
            let terminator = self.ways(index, block.map(|block| &block.terminator), &mut before);
            let location = Location::default();
            self.blocks.push(Block { events: Vec::new(), terminator, location });
        }
        let phis: Vec<(ValueId, Option<ValueId>)> =
            (0..count).flat_map(|index| self.block(BlockId::new(index))).collect();
        self.join(&phis);
    }

    // ---- control flow ---------------------------------------------------------------------------

    fn target(&mut self, from: usize, source: Option<BlockId>) -> BlockId {
        let first_new = self.targets.first_new(from);
        let since = source.and_then(|to| self.targets.since(to));
        let how = match source {
            Some(to) if to == first_new => 0,
            Some(_) if since.is_some() => 1,
            _ => 2,
        };
        let (way, ways, told) = (self.history & 0xff, self.history & 0xffff, self.targets.history);
        let stream = &mut self.body.stream;
        let contexts = [way, ways, mix(way, told & 0xf), mix(way, told & 0xfff)];
        let how = stream.choice(Field::TargetKind, &contexts, 2, how);
        self.targets.history = told << 2 | how;
        let to = match how {
            0 => Some(first_new),
            1 => {
                let contexts = [way, mix(way, self.targets.history & 0xff)];
                let since = stream.index(Field::Target, &contexts, since.unwrap_or(0));
                self.targets.told.iter().rev().nth(since).copied()
            }
            _ => {
                let moved = source.map_or(0, |to| to.index() as i64 - from as i64 - 1);
                let moved = stream.signed(Field::TargetFar, &[way, ways], moved);
                u32::try_from((from as i64 + 1).wrapping_add(moved)).ok().map(BlockId)
            }
        };
        if to.is_none() {
            stream.fail();
        }
        let to = to.unwrap_or(BlockId(0));
        self.targets.push(to);
        to
    }

    /// Where control goes from a block. What decides is told with the block's values.
    // tidy: long because it is one match over all kinds of ends.
    fn ways(
        &mut self,
        index: usize,
        source: Option<&'u Terminator>,
        before: &mut u32,
    ) -> Terminator {
        use Terminator as T;
        let kind = match source {
            None | Some(T::Jump(_)) => 0,
            Some(T::Branch { .. }) => 1,
            Some(T::Switch { .. }) => 2,
            Some(T::Invoke { .. }) => 3,
            Some(T::Indirect { .. }) => 4,
            Some(T::Return(None)) => 5,
            Some(T::Return(Some(_))) => 6,
            Some(T::Resume) => 7,
            Some(T::Unreachable) => 8,
        };
        let kind = self.body.stream.choice(Field::Terminator, &[*before & 0xf, *before], 4, kind);
        *before = (*before << 4 | kind) & 0xff;
        self.history = kind << 4;
        let to = |coder: &mut Self, number: u32, source: Option<BlockId>| {
            coder.history = coder.history & 0xf0 | number.min(15);
            coder.target(index, source)
        };
        let none = ValueId(0);
        match kind {
            1 => {
                let ways = source.map(Terminator::successors).unwrap_or_default();
                Terminator::Branch {
                    condition: none,
                    then: to(self, 0, ways.first().copied()),
                    otherwise: to(self, 1, ways.get(1).copied()),
                }
            }
            2 => {
                let (cases, default) = match source {
                    Some(T::Switch { cases, default, .. }) => (cases.as_slice(), Some(*default)),
                    _ => (&[][..], None),
                };
                let default = to(self, 0, default);
                let count = self.body.stream.count(Field::Cases, &[], cases.len());
                let mut read = Vec::new();
                let mut last = -1;
                for index in 0..count {
                    if !self.body.stream.element() {
                        break;
                    }
                    let (value, target) = cases.get(index).copied().unwrap_or((0, BlockId(0)));
                    let moved = self.body.stream.signed(
                        Field::Case,
                        &[],
                        value.wrapping_sub(last).wrapping_sub(1),
                    );
                    last = last.wrapping_add(1).wrapping_add(moved);
                    read.push((last, to(self, 1, Some(target))));
                }
                Terminator::Switch { value: none, cases: read, default }
            }
            3 => {
                let ways = source.map(Terminator::successors).unwrap_or_default();
                Terminator::Invoke {
                    normal: to(self, 0, ways.first().copied()),
                    unwind: to(self, 1, ways.get(1).copied()),
                }
            }
            4 => {
                let ways = source.map(Terminator::successors).unwrap_or_default();
                let count = self.body.stream.count(Field::Cases, &[1], ways.len());
                let targets = (0..count).map(|at| to(self, 0, ways.get(at).copied())).collect();
                Terminator::Indirect { value: none, targets }
            }
            5 => Terminator::Return(None),
            6 => Terminator::Return(Some(none)),
            7 => Terminator::Resume,
            8 => Terminator::Unreachable,
            _ => Terminator::Jump(match source {
                Some(T::Jump(target)) => to(self, 0, Some(*target)),
                _ => to(self, 0, None),
            }),
        }
    }

    // ---- blocks ---------------------------------------------------------------------------------

    /// Codes a block and answers its joins, with those of the source.
    fn block(&mut self, id: BlockId) -> Vec<(ValueId, Option<ValueId>)> {
        let source_phis = self.plan.phis(id);
        let count = self.body.stream.count(Field::Phis, &[], source_phis.len());
        let mut phis = Vec::new();
        for index in 0..count {
            if !self.body.stream.element() {
                return phis;
            }
            let source = source_phis.get(index).copied();
            let value = self.computed(Value::Phi { block: id, incoming: Vec::new() }, source);
            phis.push((value, source));
        }
        let mut before = 0;
        loop {
            let item = self.plan.next(id, &self.known);
            let kind = match &item {
                Item::End => 0,
                Item::Load(_) => 1,
                Item::Value(_) => 2,
                Item::Event(Event::Store { .. }) => 3,
                Item::Event(Event::Copy { .. }) => 4,
                Item::Event(Event::Call(_)) | Item::Event(Event::Load(_)) => 5,
            };
            let last = self.blocks[id.index()].events.is_empty();
            let named = self.body.last_called();
            let contexts = [
                before & 7,
                before & 63,
                before & 7 | u32::from(last) << 8,
                before & 0x1ff,
                mix(named, before & 7),
            ];
            let kind = self.body.stream.choice(Field::Item, &contexts, 3, kind);
            before = before << 3 | kind;
            if kind == 0 || !self.body.stream.element() {
                break;
            }
            self.item(id, kind, item);
        }
        self.terminator(id);
        phis
    }

    fn item(&mut self, block: BlockId, kind: u32, item: Item<'u>) {
        match kind {
            1 => {
                let source = match item {
                    Item::Load(value) => Some(value),
                    _ => None,
                };
                self.load(block, source, 1);
            }
            2 => {
                let source = match item {
                    Item::Value(value) => Some(value),
                    _ => None,
                };
                self.operand(block, source, 2);
            }
            3 => {
                let (to, what) = match item {
                    Item::Event(Event::Store { address, value }) => (Some(*address), Some(*value)),
                    _ => (None, None),
                };
                let address = self.operand(block, to, 3);
                let value = self.operand(block, what, 4);
                self.push(block, Event::Store { address, value });
            }
            4 => self.copy(block, item),
            5 => {
                let call = match item {
                    Item::Event(Event::Call(call)) => Some(call),
                    _ => None,
                };
                self.call(block, call);
            }
            _ => self.body.stream.fail(),
        }
    }

    fn push(&mut self, block: BlockId, event: Event) -> u32 {
        let events = &mut self.blocks[block.index()].events;
        events.push(event);
        (events.len() - 1) as u32
    }

    fn copy(&mut self, block: BlockId, item: Item<'u>) {
        let (to, from, bytes) = match item {
            Item::Event(Event::Copy { to, from, bytes }) => (Some(*to), Some(*from), *bytes),
            _ => (None, None, None),
        };
        let to = self.operand(block, to, 5);
        let from = self.operand(block, from, 6);
        let stream = &mut self.body.stream;
        let known = stream.flag(Field::CopyBytes, &[0], bytes.is_some());
        let bytes = known.then(|| stream.signed(Field::CopyBytes, &[1], bytes.unwrap_or_default()));
        self.push(block, Event::Copy { to, from, bytes });
    }

    fn call(&mut self, block: BlockId, source: Option<&'u CallSite>) {
        let kind = match source.map(|call| &call.callee) {
            None | Some(Callee::Direct(_)) => 0,
            Some(Callee::Indirect { .. }) => 1,
            Some(Callee::Assembly) => 2,
        };
        let kind = self.body.stream.choice(Field::Callee, &[self.body.last_called()], 2, kind);
        let (callee, named) = match kind {
            0 => {
                let source = match source.map(|call| &call.callee) {
                    Some(Callee::Direct(callee)) => Some(*callee),
                    _ => None,
                };
                let callee = self.body.function(source, 0);
                (Callee::Direct(callee), self.body.called(callee))
            }
            1 => {
                let (pointer, signature) = match source.map(|call| &call.callee) {
                    Some(Callee::Indirect { pointer, signature }) => (Some(*pointer), *signature),
                    _ => (None, 0),
                };
                let pointer = self.operand(block, pointer, 7);
                let signature = self.body.signature(signature);
                (Callee::Indirect { pointer, signature }, u32::MAX)
            }
            _ => (Callee::Assembly, u32::MAX - 1),
        };
        let before = self.location.clone();
        let nowhere = Location::default();
        let location =
            self.body.location(source.map_or(&nowhere, |call| &call.location), &before, 2);
        if location.line > 0 {
            self.location = location.clone();
        }
        self.line = location.line;
        let given = source.map_or(&[][..], |call| call.arguments.as_slice());
        let count = self.body.stream.count(Field::Arguments, &[named], given.len());
        let mut arguments = Vec::new();
        for index in 0..count {
            if !self.body.stream.element() {
                break;
            }
            let place = mix(named, index as u32) | 1 << 31;
            arguments.push(self.operand(block, given.get(index).copied(), place));
        }
        self.line = 0;
        let result = source.and_then(|call| call.result);
        let result = result.filter(|result| self.plan.is_used(*result));
        let has_result = self.body.stream.flag(Field::HasResult, &[named], result.is_some());
        let tag = self.tag(source.map_or(0, |call| call.tag), named);
        let event = self.blocks[block.index()].events.len() as u32;
        let result = has_result.then(|| self.computed(Value::Result { block, event }, result));
        self.push(block, Event::Call(CallSite { callee, arguments, result, location, tag }));
    }

    /// The number of a call: of a collective the next one of the unit, of others of the function.
    fn tag(&mut self, source: u32, callee: u32) -> u32 {
        let next = self.body.last_tag.wrapping_add(1);
        let kind = match source {
            _ if source == next => 0,
            UNTAGGED.. => 1,
            _ => 2,
        };
        let kind = self.body.stream.choice(Field::Tag, &[callee], 2, kind);
        match kind {
            1 => {
                self.next_tag += 1;
                self.next_tag
            }
            _ => {
                let moved = match kind {
                    0 => 0,
                    _ => self.body.stream.signed(
                        Field::TagNumber,
                        &[],
                        i64::from(source) - i64::from(next),
                    ),
                };
                let tag = u32::try_from(i64::from(next).wrapping_add(moved)).unwrap_or(0);
                self.body.last_tag = tag;
                tag
            }
        }
    }

    fn terminator(&mut self, id: BlockId) {
        let source = self.source.blocks.get(id.index());
        let decides = source.and_then(|block| match &block.terminator {
            Terminator::Return(value) => *value,
            other => other.condition(),
        });
        let mut terminator =
            std::mem::replace(&mut self.blocks[id.index()].terminator, Terminator::Unreachable);
        let kind = match &mut terminator {
            Terminator::Branch { condition: value, .. } => {
                *value = self.operand(id, decides, 8);
                3
            }
            Terminator::Switch { value, .. } => {
                *value = self.operand(id, decides, 9);
                3
            }
            Terminator::Indirect { value, .. } => {
                *value = self.operand(id, decides, 10);
                3
            }
            Terminator::Return(value) => {
                if let Some(value) = value {
                    *value = self.operand(id, decides, 11);
                }
                4
            }
            Terminator::Resume | Terminator::Unreachable => 5,
            Terminator::Jump(_) | Terminator::Invoke { .. } => 0,
        };
        self.blocks[id.index()].terminator = terminator;
        if kind > 0 {
            let nowhere = Location::default();
            let given = source.map_or(&nowhere, |block| &block.location);
            let before = self.location.clone();
            let location = self.body.location(given, &before, kind);
            if location.line > 0 {
                self.location = location.clone();
            }
            self.blocks[id.index()].location = location;
        }
    }

    // ---- joins ----------------------------------------------------------------------------------

    fn join(&mut self, phis: &[(ValueId, Option<ValueId>)]) {
        let mut predecessors: Vec<Vec<BlockId>> = vec![Vec::new(); self.blocks.len()];
        for (index, block) in self.blocks.iter().enumerate() {
            for target in block.terminator.successors() {
                let Some(from) = predecessors.get_mut(target.index()) else {
                    self.body.stream.fail();
                    return;
                };
                if from.last() != Some(&BlockId::new(index)) {
                    from.push(BlockId::new(index));
                }
            }
        }
        for (value, source) in phis {
            let given = match source.map(|source| self.source.value(source)) {
                Some(Value::Phi { incoming, .. }) => incoming.as_slice(),
                _ => &[],
            };
            let Value::Phi { block, .. } = self.values[value.index()] else { continue };
            let expected = &predecessors[block.index()];
            let regular = given.len() == expected.len()
                && given.iter().zip(expected).all(|((from, _), expected)| from == expected);
            let regular = self.body.stream.flag(Field::Regular, &[], regular);
            let mut incoming = Vec::new();
            let count = match regular {
                true => expected.len(),
                false => self.body.stream.count(Field::Count, &[3], given.len()),
            };
            for index in 0..count {
                if !self.body.stream.element() {
                    return;
                }
                let (from, operand) = given.get(index).copied().unzip();
                let from = match expected.get(index).filter(|_| regular) {
                    Some(from) => *from,
                    None => {
                        let from = from.map_or(0, |from: BlockId| from.index());
                        let from = self.body.stream.index(Field::Target, &[u32::MAX], from);
                        BlockId(u32::try_from(from).unwrap_or(u32::MAX))
                    }
                };
                let operand = self.operand(block, operand, 12 + (index as u32).min(2));
                incoming.push((from, operand));
            }
            self.values[value.index()] = Value::Phi { block, incoming };
        }
    }

    // ---- values ---------------------------------------------------------------------------------

    fn new_value(&mut self, value: Value, source: Option<ValueId>) -> ValueId {
        let id = ValueId::new(self.values.len());
        self.values.push(value);
        if let Some(source) = source {
            self.known[source.index()] = Some(id);
        }
        id
    }

    fn computed(&mut self, value: Value, source: Option<ValueId>) -> ValueId {
        let again = Kind::again(&value);
        let id = self.new_value(value, source);
        self.note_use(again, id);
        id
    }

    /// A computed value is made or used.
    fn note_use(&mut self, kind: Kind, id: ValueId) {
        let of_kind = &mut self.computed[kind as usize];
        self.position.insert(id, of_kind.len());
        of_kind.push(id);
    }

    fn leaf(&mut self, leaf: Leaf) -> ValueId {
        if let Some(known) = self.leaves.get(&leaf) {
            return *known;
        }
        let value = match leaf {
            Leaf::Integer(number) => Value::Integer(number),
            Leaf::Null => Value::Null,
            Leaf::Undefined => Value::Undefined,
            Leaf::Global(global) => Value::Global(global),
            Leaf::Function(function) => Value::Function(function),
        };
        let id = self.new_value(value, None);
        self.leaves.insert(leaf, id);
        id
    }

    /// How the operand is told, when writing.
    fn kind_of(&self, source: ValueId) -> Kind {
        let value = self.source.value(source);
        let known = self.known[source.index()];
        match value {
            Value::Parameter(_) => Kind::Parameter,
            Value::Integer(number) if *number > 0 && *number == i64::from(self.line) => Kind::Line,
            Value::Integer(_) => Kind::Integer,
            Value::Null => Kind::Null,
            Value::Undefined => Kind::Undefined,
            Value::Global(_) => Kind::Global,
            Value::Function(_) => Kind::Function,
            Value::Stack if known.is_some() => Kind::KnownStack,
            Value::Stack => Kind::Stack,
            _ if known.is_some() => Kind::again(value),
            _ if !self.plan.may_describe(source, self.depth) => Kind::Undefined,
            Value::Offset { .. } => Kind::Offset,
            Value::Element { .. } => Kind::Element,
            Value::Binary { .. } => Kind::Binary,
            Value::Compare { .. } => Kind::Compare,
            Value::Cast { .. } => Kind::Cast,
            Value::Select { .. } => Kind::Select,
            Value::Load { .. } if self.plan.is_event(source) => Kind::Load,
            Value::Load { .. } => Kind::Unread,
            Value::Opaque(_) => Kind::Opaque,
            // Used before it is there.
            Value::Phi { .. } | Value::Result { .. } => Kind::Undefined,
        }
    }

    /// A value something uses. `place`: as what.
    fn operand(&mut self, block: BlockId, source: Option<ValueId>, place: u32) -> ValueId {
        let kind = source.map_or(Kind::Undefined, |source| self.kind_of(source));
        let contexts = [
            place,
            mix(place, self.history & 0xff),
            mix(place, self.history & 0xffff),
            mix(place, self.history & 0xff_ffff),
        ];
        let kind = self.body.stream.choice(Field::Kind, &contexts, 5, kind as u32);
        self.history = self.history << 8 | (kind << 3) & 0xff ^ place & 7;
        if !self.body.stream.element() || self.depth > DEPTH {
            self.body.stream.fail();
            return self.leaf(Leaf::Undefined);
        }
        let Some(kind) = Kind::ALL.get(kind as usize) else {
            self.body.stream.fail();
            return self.leaf(Leaf::Undefined);
        };
        self.depth += 1;
        let id = self.described(block, *kind, source, place);
        self.depth -= 1;
        id
    }

    fn described(
        &mut self,
        block: BlockId,
        kind: Kind,
        source: Option<ValueId>,
        place: u32,
    ) -> ValueId {
        let nothing = Value::Undefined;
        let value = source.map_or(&nothing, |source| self.source.value(source));
        let stream = &mut self.body.stream;
        match kind {
            Kind::KnownStack | Kind::Parameter => self.named_again(kind, source, place),
            Kind::Null => self.leaf(Leaf::Null),
            Kind::Undefined => self.leaf(Leaf::Undefined),
            Kind::Line => self.leaf(Leaf::Integer(self.line.into())),
            Kind::Integer => {
                let given = if let Value::Integer(number) = value { *number } else { 0 };
                let contexts = [place, mix(place, self.history & 0xffff), self.history & 0xff_ffff];
                let number = stream.signed(Field::Integer, &contexts, given);
                self.leaf(Leaf::Integer(number))
            }
            Kind::Global => {
                let given = if let Value::Global(global) = value { Some(*global) } else { None };
                let global = self.body.global(given, place);
                self.leaf(Leaf::Global(global))
            }
            Kind::Function => {
                let given = if let Value::Function(id) = value { Some(*id) } else { None };
                let function = self.body.function(given, place | 1);
                self.leaf(Leaf::Function(function))
            }
            Kind::Stack => {
                let id = self.new_value(Value::Stack, source);
                self.stacks.push(id);
                id
            }
            Kind::Load => self.load(block, source, place),
            Kind::Offset
            | Kind::Element
            | Kind::Binary
            | Kind::Compare
            | Kind::Cast
            | Kind::Select
            | Kind::Unread
            | Kind::Opaque => {
                let made = self.operation(block, kind, value);
                self.computed(made, source)
            }
            _ => self.again(kind, source, place),
        }
    }

    /// A computed value that was told before.
    fn again(&mut self, kind: Kind, source: Option<ValueId>, place: u32) -> ValueId {
        let known = source.and_then(|source| self.known[source.index()]);
        let at = known.and_then(|known| self.position.get(&known));
        let of_kind = &self.computed[kind as usize];
        let since = at.map_or(0, |at| of_kind.len() - 1 - at);
        let contexts = [place, mix(place, self.history & 0xffff)];
        let since = self.body.stream.index(Field::Reference, &contexts, since);
        let Some(id) = of_kind.iter().rev().nth(since).copied() else {
            self.body.stream.fail();
            return self.leaf(Leaf::Undefined);
        };
        self.note_use(kind, id);
        id
    }

    /// A variable of the function or a parameter.
    fn named_again(&mut self, kind: Kind, source: Option<ValueId>, place: u32) -> ValueId {
        let known = source.and_then(|source| self.known[source.index()]);
        let contexts = [place, self.history & 0xff, mix(place, self.history & 0xffff)];
        let (id, stream) = (known.unwrap_or(ValueId(0)), &mut self.body.stream);
        let found = if kind == Kind::KnownStack {
            let at = self.stacks.iter().position(|stack| *stack == id).unwrap_or(0);
            let at = stream.index(Field::Stack, &contexts, at);
            self.stacks.get(at).copied()
        } else {
            let at = stream.index(Field::Parameter, &contexts, id.index());
            matches!(self.values.get(at), Some(Value::Parameter(_))).then(|| ValueId::new(at))
        };
        found.unwrap_or_else(|| {
            self.body.stream.fail();
            self.leaf(Leaf::Undefined)
        })
    }

    fn load(&mut self, block: BlockId, source: Option<ValueId>, place: u32) -> ValueId {
        let address = match source.map(|source| self.source.value(source)) {
            Some(Value::Load { address }) => Some(*address),
            _ => None,
        };
        self.plan.done(source);
        let address = self.operand(block, address, 0x100 | place & 15);
        let id = self.computed(Value::Load { address }, source);
        self.push(block, Event::Load(id));
        id
    }

    fn inputs(&mut self, block: BlockId, given: &[ValueId], place: u32) -> Vec<ValueId> {
        let count = self.body.stream.count(Field::Inputs, &[place], given.len());
        (0..count).map(|at| self.operand(block, given.get(at).copied(), place)).collect()
    }

    fn length(&mut self, field: Field, context: u32, bytes: u32) -> u32 {
        let told = self.body.stream.number(field, &[context], u64::from(bytes));
        u32::try_from(told).unwrap_or_else(|_| {
            self.body.stream.fail();
            0
        })
    }

    fn operation(&mut self, block: BlockId, kind: Kind, source: &Value) -> Value {
        match kind {
            Kind::Offset => {
                let (base, bytes) = match source {
                    Value::Offset { base, bytes } => (Some(*base), *bytes),
                    _ => (None, 0),
                };
                let base = self.operand(block, base, 0x201);
                let bytes = self.body.stream.signed(
                    Field::Bytes,
                    &[self.history & 0xff, self.history & 0xffff, self.history],
                    bytes,
                );
                Value::Offset { base, bytes }
            }
            Kind::Element => {
                let (base, indices, elements) = match source {
                    Value::Element { base, indices, elements } => {
                        (Some(*base), indices.as_slice(), *elements)
                    }
                    _ => (None, &[][..], Elements::default()),
                };
                let base = self.operand(block, base, 0x202);
                let indices = self.inputs(block, indices, 0x203);
                let stride = self.length(Field::Stride, self.history & 0xff, elements.stride);
                let bytes = self.length(Field::Extent, stride, elements.bytes);
                Value::Element { base, indices, elements: Elements { stride, bytes } }
            }
            Kind::Unread => {
                let address = match source {
                    Value::Load { address } => Some(*address),
                    _ => None,
                };
                Value::Load { address: self.operand(block, address, 0x204) }
            }
            Kind::Select => {
                let given = match source {
                    Value::Select { condition, then, otherwise } => {
                        [*condition, *then, *otherwise].map(Some)
                    }
                    _ => [None; 3],
                };
                let [condition, then, otherwise] =
                    [0, 1, 2].map(|at| self.operand(block, given[at], 0x205 + at as u32));
                Value::Select { condition, then, otherwise }
            }
            Kind::Opaque => {
                let given = match source {
                    Value::Opaque(inputs) => inputs.as_slice(),
                    _ => &[],
                };
                Value::Opaque(self.inputs(block, given, 0x208))
            }
            _ => self.arithmetic(block, kind, source),
        }
    }

    fn arithmetic(&mut self, block: BlockId, kind: Kind, source: &Value) -> Value {
        let (operator, widths, operands) = match source {
            Value::Binary { operator, bits, operands: [a, b] } => {
                (*operator as u32, [*bits, 0], [Some(*a), Some(*b)])
            }
            Value::Compare { comparison, bits, operands: [a, b] } => {
                (*comparison as u32, [*bits, 0], [Some(*a), Some(*b)])
            }
            Value::Cast { cast, from, to, operand } => {
                (*cast as u32, [*from, *to], [Some(*operand), None])
            }
            _ => (0, [0; 2], [None; 2]),
        };
        let what = kind as u32;
        let stream = &mut self.body.stream;
        let operator = stream.choice(Field::Operator, &[what], 4, operator);
        let contexts = [what, what << 8 | operator];
        let bits = stream.choice(Field::Width, &contexts, 8, u32::from(widths[0])) as u8;
        let operand = |coder: &mut Self, at: usize| {
            let place = 0x300 | what << 5 | operator << 1 | at as u32;
            coder.operand(block, operands[at], place)
        };
        if kind == Kind::Cast {
            let contexts = [u32::from(bits) | 1 << 16 | operator << 17];
            let to = stream.choice(Field::Width, &contexts, 8, u32::from(widths[1])) as u8;
            let cast = pick(&[Cast::Truncate, Cast::SignExtend, Cast::ZeroExtend], operator);
            return Value::Cast { cast, from: bits, to, operand: operand(self, 0) };
        }
        let operands = [operand(self, 0), operand(self, 1)];
        match kind {
            Kind::Binary => Value::Binary { operator: pick(&OPERATORS, operator), bits, operands },
            _ => Value::Compare { comparison: pick(&COMPARISONS, operator), bits, operands },
        }
    }
}

fn pick<T: Copy>(all: &[T], number: u32) -> T {
    all.get(number as usize).copied().unwrap_or(all[0])
}

const OPERATORS: [BinaryOperator; 15] = [
    BinaryOperator::Add,
    BinaryOperator::Subtract,
    BinaryOperator::Multiply,
    BinaryOperator::Divide,
    BinaryOperator::DivideUnsigned,
    BinaryOperator::Remainder,
    BinaryOperator::RemainderUnsigned,
    BinaryOperator::ShiftLeft,
    BinaryOperator::ShiftRight,
    BinaryOperator::ShiftRightUnsigned,
    BinaryOperator::And,
    BinaryOperator::Or,
    BinaryOperator::Xor,
    BinaryOperator::Minimum,
    BinaryOperator::Maximum,
];

const COMPARISONS: [Comparison; 10] = [
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::Less,
    Comparison::LessEqual,
    Comparison::Greater,
    Comparison::GreaterEqual,
    Comparison::LessUnsigned,
    Comparison::LessEqualUnsigned,
    Comparison::GreaterUnsigned,
    Comparison::GreaterEqualUnsigned,
];
