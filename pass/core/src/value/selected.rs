//! Which element of an array, or which of several objects, is read: all of them are one place, and what stands there
//! follows from which one it is as well. `blocks[rank]->steps`, `advance(&blocks[rank])`.

use rustc_hash::FxHashSet;

use super::address::pointer_in;
use super::expression::{Dependence, Expression, ExpressionId, Input, operands};
use super::function::Builder;
use super::library;
use super::memory::{Node, NodeId, Selected};
use super::place::{Place, PlaceId, Root};
use super::solver::Solver;
use crate::components::{Component, strongly_connected};
use crate::program::{BlockId, CallSite, Callee, Value, ValueId};

/// Writes that are looked at to find what all elements are filled with, and parts of that.
const WRITES: usize = 32;

impl Builder<'_, '_> {
    /// Does a place lie in one of several objects that have one name: what a loop allocates, or elements of an array of
    /// pointers lead to?
    pub(super) fn is_one_of_several(&self, place: Place) -> bool {
        match place.root {
            Root::Heap(made) => self.is_made_in_loop(made),
            Root::Pointee(pointer) => {
                let pointer = self.context.places.get(pointer);
                pointer.array || self.is_one_of_several(pointer)
            }
            _ => false,
        }
    }

    /// Does memory that nobody has written to hold nothing anybody may read? A local variable, or what `malloc` gives.
    pub(super) fn is_undefined_before(&self, place: Place) -> bool {
        match place.root {
            Root::Stack(_) => true,
            Root::Heap(made) => {
                let Value::Result { block, event } = self.function.value(made) else {
                    return false;
                };
                let Callee::Direct(callee) = self.call(*block, *event as usize).callee else {
                    return false;
                };
                library::leaves_undefined(&self.context.program.function(callee).name)
            }
            _ => false,
        }
    }

    fn is_made_in_loop(&self, made: ValueId) -> bool {
        let Value::Result { block, .. } = self.function.value(made) else { return false };
        let in_loops = self.in_loops.get_or_init(|| blocks_in_loops(&self.predecessors));
        in_loops.contains(block)
    }

    /// What tells which of several elements or objects an address leads to.
    pub(super) fn selects(&mut self, address: ValueId) -> Vec<NodeId> {
        let is_element = self.resolve(address).is_some_and(|place| place.array);
        let mut found = if is_element { self.indices(address) } else { Vec::new() };
        let pointer = pointer_in(self.function, address);
        let is_moved = |place: &Place| place.array || self.is_one_of_several(*place);
        if self.addresses.resolved(pointer).as_ref().is_some_and(is_moved) {
            found.push(NodeId::new(pointer.index()));
        }
        found
    }

    /// What stands in a place of the callee's that is one of several elements or objects here: what that has in all, and
    /// which of them was handed on.
    pub(super) fn read_selected(
        &mut self,
        at: (BlockId, usize),
        call: &CallSite,
        (place, here): (Place, Place),
        content: NodeId,
    ) -> NodeId {
        let by = self.selecting(at, call, place, Self::read);
        let to = match place.root {
            Root::Parameter(index) => call.arguments.get(index as usize).copied(),
            _ => None,
        };
        self.select((content, here), &by, to)
    }

    /// What stands in one of several elements or objects.
    pub(super) fn select(
        &mut self,
        (content, place): (NodeId, Place),
        by: &[NodeId],
        to: Option<ValueId>,
    ) -> NodeId {
        if by.is_empty() {
            return content;
        }
        let (by, others) = (by.to_vec(), Vec::new());
        let selected = Selected { content, place, by, others, to };
        self.memory.push(Node::Selected(Box::new(selected)))
    }

    /// What tells which of several elements or objects a place of the callee's is that pointers there lead to,
    /// while not all that is written is known.
    pub(super) fn selecting_behind(
        &mut self,
        at: (BlockId, usize),
        call: &CallSite,
        place: Place,
    ) -> Vec<NodeId> {
        match place.root {
            Root::Pointee(_) => self.selecting(at, call, place, Self::read_lazily),
            _ => Vec::new(),
        }
    }

    fn selecting(
        &mut self,
        at: (BlockId, usize),
        call: &CallSite,
        place: Place,
        read: fn(&mut Self, PlaceId, BlockId, usize) -> NodeId,
    ) -> Vec<NodeId> {
        match place.root {
            Root::Parameter(index) => {
                let argument = call.arguments.get(index as usize).copied();
                argument.map_or_else(Vec::new, |argument| self.selects(argument))
            }
            Root::Pointee(pointer) => {
                let callees = self.context.places.get(pointer);
                let mut by = self.selecting(at, call, callees, read);
                let here = self.addresses.translate(self.context, self.function, call, callees);
                if let Some(here) = here
                    && let Some(target) = self.addresses.pointee(self.context, here)
                    && (target.array || self.is_one_of_several(target))
                {
                    let here = self.note_place(here);
                    by.push(read(self, here, at.0, at.1));
                }
                by
            }
            _ => Vec::new(),
        }
    }

    /// What stands in an element of an array whose address is handed to a call that looks at it alone.
    pub(super) fn read_element(
        &mut self,
        (block, event): (BlockId, usize),
        address: ValueId,
        place: Place,
    ) -> NodeId {
        let id = self.note_place(place);
        let content = self.read(id, block, event);
        let by = self.selects(address);
        if by.is_empty() {
            return content;
        }
        let elements = self.elements(address);
        let others = match place.array {
            true => self.other_elements(id, elements, (block, event)),
            false => Vec::new(),
        };
        let selected = Selected { content, place, by, others, to: Some(address) };
        self.memory.push(Node::Selected(Box::new(selected)))
    }
}

/// The blocks from which there is a way back to them.
fn blocks_in_loops(predecessors: &[Vec<BlockId>]) -> FxHashSet<BlockId> {
    let edges: Vec<Vec<usize>> =
        predecessors.iter().map(|from| from.iter().map(|block| block.index()).collect()).collect();
    let is_loop =
        |component: &Component| component.len() > 1 || edges[component[0]].contains(&component[0]);
    let loops = strongly_connected(&edges).into_iter().filter(is_loop);
    loops.flatten().map(BlockId::new).collect()
}

impl Solver<'_, '_, '_> {
    /// What tells which of several elements or objects is read through an address, besides the indices in it.
    pub(super) fn selecting_pointer(&self, address: ValueId) -> Vec<ExpressionId> {
        let pointer = pointer_in(self.builder.function, address);
        let Some(place) = self.builder.addresses.resolved(pointer) else { return Vec::new() };
        if !place.array && !self.builder.is_one_of_several(place) {
            return Vec::new();
        }
        self.known(NodeId::new(pointer.index()))
            .map_or_else(Vec::new, |pointer| self.selecting_leaves(pointer, &self.named_in(place)))
    }

    /// The pointers that lead to where a place lies: those who name them know where that is.
    fn named_in(&self, place: Place) -> Vec<Input> {
        let mut named = Vec::new();
        let mut at = place;
        loop {
            at = match at.root {
                Root::Parameter(index) => {
                    named.push(Input::Parameter(index));
                    break;
                }
                Root::Pointee(pointer) => {
                    named.push(Input::Memory(pointer));
                    self.builder.context.places.get(pointer)
                }
                _ => break,
            };
        }
        named
    }

    /// What of an address or index tells ranks apart, or may to the callers, but for what is `named`.
    fn selecting_leaves(&self, address: ExpressionId, named: &[Input]) -> Vec<ExpressionId> {
        let context = &self.builder.context;
        let mut leaves = Vec::new();
        context.expressions.leaves(address, &mut leaves);
        leaves.retain(|leaf| match context.expressions.get(*leaf) {
            Expression::Input(input) => !named.contains(input),
            _ => self.severity(*leaf) == Dependence::RankDependent,
        });
        leaves
    }

    /// What an element or object that is handed on is told by.
    pub(super) fn selected_operands(&mut self, node: NodeId, selected: Selected) -> Vec<NodeId> {
        if let Some(written) = self.written_at(&selected) {
            return vec![written];
        }
        if let Some((block, written)) = self.written_there_on_all_ways(&selected) {
            return self.join_operands(node, block, &written);
        }
        let Selected { content, by, others, .. } = selected;
        by.into_iter().chain(others).chain([content]).collect()
    }

    /// What stands in the element or object that is handed on.
    pub(super) fn selected(&mut self, node: NodeId, selected: &Selected) -> ExpressionId {
        if let Some(written) = self.written_at(selected) {
            return self.get(written);
        }
        if let Some((block, written)) = self.written_there_on_all_ways(selected) {
            return self.join(node, block, &written);
        }
        let known = self.get(selected.content);
        let others: Vec<ExpressionId> =
            selected.others.iter().filter_map(|other| self.known(*other)).collect();
        let selecting = selected.by.iter().filter_map(|node| self.known(*node));
        let mut which: Vec<ExpressionId> =
            selecting.flat_map(|selecting| self.selecting_leaves(selecting, &[])).collect();
        if which.is_empty() && others.iter().all(|other| *other == known) {
            return known;
        }
        if let Some(alike) = self.alike(selected.content, selected.place)
            && others.iter().all(|other| *other == alike)
        {
            return alike;
        }
        if !self.are_apart(&others) && !self.follows_index(selected.content) {
            which = self.perhaps(which);
        }
        let key = self.key(node);
        let all = which.into_iter().chain([known]).chain(others);
        self.builder.context.expressions.opaque(key, all)
    }

    /// What tells elements apart that may all hold the same.
    pub(super) fn perhaps(&mut self, which: Vec<ExpressionId>) -> Vec<ExpressionId> {
        let all = &mut self.builder.context.expressions;
        which.into_iter().map(|leaf| all.doubtful(leaf)).collect()
    }

    /// Are there two elements that certainly hold different numbers?
    fn are_apart(&self, elements: &[ExpressionId]) -> bool {
        let all = &self.builder.context.expressions;
        let mut numbers = elements.iter().filter_map(|element| all.as_integer(*element));
        numbers.next().is_some_and(|first| numbers.any(|other| other != first))
    }

    /// Was each element filled with something that follows from its number, and with nothing else? Then others hold
    /// something else.
    fn follows_index(&self, elements: NodeId) -> bool {
        let mut is_written = false;
        let all_follow = self.each_write(elements, |solver, node| {
            match &solver.builder.memory.nodes[node.index()] {
                Node::Written { new, indices, .. } => {
                    is_written = true;
                    let new = solver.known(*new);
                    let index = indices.iter().filter_map(|index| solver.known(*index));
                    let mut numbers = index.map(|index| solver.number_of(index));
                    new.is_some_and(|new| numbers.any(|number| solver.is_part(number, new)))
                }
                Node::Phi { .. } | Node::Value(_) => true,
                // What they were before.
                Node::Entry(_) | Node::Undefined | Node::New => true,
                _ => false,
            }
        });
        is_written && all_follow
    }

    /// The number that an index is, in whatever width.
    fn number_of(&self, mut index: ExpressionId) -> ExpressionId {
        while let Expression::Cast(_, _, _, inner) = self.builder.context.expressions.get(index) {
            index = *inner;
        }
        index
    }

    /// Is a value that is no constant part of another one?
    fn is_part(&self, part: ExpressionId, whole: ExpressionId) -> bool {
        let all = &self.builder.context.expressions;
        let mut work = vec![whole];
        for _ in 0..WRITES {
            let Some(at) = work.pop() else { return false };
            if at == part {
                return !matches!(all.get(at), Expression::Integer(_));
            }
            match all.get(at) {
                Expression::Opaque { leaves, .. } => work.extend_from_slice(leaves),
                other => work.extend(operands(other)),
            }
        }
        false
    }

    /// What was written last, if it was to the address that is handed on.
    fn written_at(&self, selected: &Selected) -> Option<NodeId> {
        self.just_written(selected.content, selected.to?)
    }

    /// What was written last on each way to a block, if it was to the address that is handed on.
    fn written_there_on_all_ways(
        &self,
        selected: &Selected,
    ) -> Option<(BlockId, Vec<(BlockId, NodeId)>)> {
        self.written_on_all_ways(selected.content, selected.to?)
    }

    /// What stands in each element of an array, if all were filled with the same.
    pub(super) fn alike(&self, elements: NodeId, place: Place) -> Option<ExpressionId> {
        // Of several objects under one name it is not known which one was written last.
        if !place.array {
            return None;
        }
        let is_undefined = self.builder.is_undefined_before(place);
        let mut found = None;
        let is_alike = self.each_write(elements, |solver, node| {
            let stands = match solver.builder.memory.nodes[node.index()] {
                Node::Phi { .. } | Node::Written { .. } | Node::Either(..) => return true,
                Node::Undefined | Node::New => return is_undefined,
                Node::Value(_) | Node::Number(_) => solver.known(node),
                // What stood there before, or was written as a whole, is another thing in each.
                _ => None,
            };
            let is_same = found.is_none_or(|found| Some(found) == stands);
            found = found.or(stands);
            is_same && stands.is_some_and(|stands| solver.is_fixed(stands))
        });
        found.filter(|_| is_alike)
    }

    /// Looks at all that was written to elements, and at what they were before, until `look` is not interested. `false`:
    /// not at all of it.
    fn each_write(&self, elements: NodeId, mut look: impl FnMut(&Self, NodeId) -> bool) -> bool {
        let mut work = vec![self.alias(elements)];
        let mut seen = FxHashSet::default();
        while let Some(node) = work.pop() {
            if !seen.insert(node) {
                continue;
            }
            if seen.len() > WRITES || !look(self, node) {
                return false;
            }
            match &self.builder.memory.nodes[node.index()] {
                Node::Phi { incoming, .. } => {
                    work.extend(incoming.iter().map(|(_, node)| self.alias(*node)));
                }
                Node::Written { old, new, .. } | Node::Either(old, new) => {
                    work.extend([self.alias(*old), self.alias(*new)]);
                }
                _ => {}
            }
        }
        true
    }

    /// Is it one number while the function runs?
    fn is_fixed(&self, value: ExpressionId) -> bool {
        let all = &self.builder.context.expressions;
        let mut work = vec![value];
        for _ in 0..WRITES {
            let Some(part) = work.pop() else { return true };
            match all.get(part) {
                Expression::Integer(_)
                | Expression::Input(Input::Parameter(_))
                | Expression::World
                | Expression::Size(_) => {}
                Expression::Binary(_, _, a, b) | Expression::Compare(_, _, a, b) => {
                    work.extend([*a, *b]);
                }
                Expression::Cast(_, _, _, a) => work.push(*a),
                _ => return false,
            }
        }
        false
    }
}
