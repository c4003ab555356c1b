//! What is known when a function returns, and what its callers are told of it.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::budget::Budget;
use super::consensus::{self, Reduction};
use super::containers;
use super::elements::ReturnedElement;
use super::expression::{Dependence, Expression, ExpressionId, Input};
use super::fortran::Extent;
use super::function::{Builder, FunctionValues};
use super::memory::{Node, NodeId};
use super::place::{Place, PlaceId, Root};
use super::solver::Solved;
use super::written::Told;
use super::{Context, ElementOf, Origin, ValueSummary, Whole};
use crate::program::{BlockId, Elements, Terminator, ValueId};

/// What is known when the function returns.
pub(super) struct Exits {
    result: Option<NodeId>,
    /// 1 where an exception leaves the function, else 0.
    thrown: Option<NodeId>,
    returned: Option<ValueId>,
    /// The element of an array that its result is the address of.
    element: Option<ReturnedElement>,
    /// By place: what stands there when the function returns, and when an exception leaves it.
    outputs: Vec<(PlaceId, [NodeId; 2])>,
}

/// What callers find in memory behind the function.
#[derive(Default)]
struct Outputs {
    /// Where it returns.
    outputs: Vec<(PlaceId, ExpressionId)>,
    /// Where it throws, if that is something else.
    thrown_outputs: Vec<(PlaceId, ExpressionId)>,
    /// By array: where the elements lie that it writes.
    elements: Vec<(PlaceId, Elements)>,
}

impl Builder<'_, '_> {
    pub(super) fn exits(&mut self) -> Exits {
        let exit = BlockId::new(self.function.blocks.len());
        let mut returns = Vec::new();
        for (index, block) in self.function.blocks.iter().enumerate() {
            let reached = self.predecessors[exit.index()].contains(&BlockId::new(index));
            if let (Terminator::Return(Some(value)), true) = (&block.terminator, reached) {
                let value = *value;
                returns.push((BlockId::new(index), NodeId::new(value.index())));
            }
        }
        let returned = match returns.as_slice() {
            [(_, first), rest @ ..] if rest.iter().all(|(_, node)| node == first) => {
                Some(ValueId(first.0))
            }
            _ => None,
        };
        let result = match returns.as_slice() {
            [] => None,
            [(_, only)] => Some(*only),
            _ => Some(self.memory.push(Node::Phi { block: exit, incoming: returns })),
        };
        let thrown = self.thrown_at_exit(exit);
        let element = returned.and_then(|returned| self.returned_element(returned));
        let mut outputs = Vec::new();
        if !self.predecessors[exit.index()].is_empty() {
            for place in self.memory.defined_places() {
                if self.is_copy(self.context.places.get(place).root) {
                    continue;
                }
                if outputs.len() >= self.context.budget.outputs() {
                    self.leave_unknown(place);
                    continue;
                }
                let root = self.context.places.get(place).root;
                let fresh = matches!(root, Root::Heap(v) | Root::Stack(v) if Some(v) == returned)
                    || self.addresses.holder(self.context, root).is_some();
                if fresh || !self.context.places.is_local(place) {
                    outputs.push((place, self.left_in(place, exit)));
                }
            }
        }
        Exits { result, thrown, returned, element, outputs }
    }

    /// What the function leaves in a place, and behind it, is not told its callers.
    fn leave_unknown(&mut self, place: PlaceId) {
        let at = self.context.places.get(place);
        if !self.context.places.is_local(place) {
            let place_of_all = Place::start(at.root);
            let known = |told: &Told| told.place == place_of_all && told.extent == Extent::Object;
            if !self.wholes.iter().any(|told| !told.behind && known(told)) {
                let node = self.memory.push(Node::Unfollowed(place));
                let (extent, behind) = (Extent::Object, false);
                self.tell(Told { place: place_of_all, extent, behind, roughly: false, node });
            }
        }
    }

    /// What stands in a place when the function returns, and when an exception leaves it.
    fn left_in(&mut self, place: PlaceId, exit: BlockId) -> [NodeId; 2] {
        let (returning, throwing): (Vec<BlockId>, Vec<BlockId>) =
            self.predecessors[exit.index()].iter().partition(|from| !self.is_thrown_from(**from));
        if returning.is_empty() || throwing.is_empty() {
            let node = self.read(place, exit, 0);
            return [node, node];
        }
        [returning, throwing].map(|ends| {
            let incoming: Vec<(BlockId, NodeId)> =
                ends.into_iter().map(|end| (end, self.read(place, end, usize::MAX))).collect();
            match incoming.as_slice() {
                [(_, first), rest @ ..] if rest.iter().all(|(_, node)| node == first) => *first,
                _ => self.memory.push(Node::Phi { block: exit, incoming }),
            }
        })
    }

    /// Does a block that leaves the function throw an exception?
    fn is_thrown_from(&self, block: BlockId) -> bool {
        let block = &self.function.blocks[block.index()];
        !matches!(block.terminator, Terminator::Return(_))
            || self.context.departure_of(block).is_some()
    }

    /// Whether an exception leaves the function, as a value joined at its exit.
    fn thrown_at_exit(&mut self, exit: BlockId) -> Option<NodeId> {
        let ways: Vec<(BlockId, bool)> = self.predecessors[exit.index()]
            .iter()
            .map(|from| (*from, self.is_thrown_from(*from)))
            .collect();
        if !ways.iter().any(|(_, throws)| *throws) {
            return None;
        }
        let [no, yes] = [0, 1].map(|number| self.memory.push(Node::Number(number)));
        let incoming =
            ways.into_iter().map(|(from, throws)| (from, if throws { yes } else { no })).collect();
        Some(self.memory.push(Node::Phi { block: exit, incoming }))
    }

    /// The element a result is the address of, by its expressions.
    fn element_of(&mut self, element: ReturnedElement, known: &[ExpressionId]) -> ElementOf {
        let ReturnedElement { elements, indices, is_exact } = element;
        let index = match indices.as_slice() {
            [only] if is_exact => known[only.index()],
            several => {
                let key = Context::site_key(self.id, u32::MAX);
                let from = several.iter().map(|node| known[node.index()]);
                self.context.expressions.opaque(key, from)
            }
        };
        ElementOf { elements, index, is_exact }
    }

    /// The place as callers name it: one in an object the function made is one behind a pointer.
    fn seen_by_callers(&mut self, place: PlaceId, new_object: Option<Place>) -> PlaceId {
        let at = self.context.places.get(place);
        let root = at.root;
        if !matches!(root, Root::Heap(_) | Root::Stack(_)) {
            return place;
        }
        let (root, start) = match self.addresses.holder(self.context, root) {
            Some((pointer, start)) => (Root::Pointee(pointer), start),
            None => (Root::Returned, new_object.map_or(0, |object| object.offset)),
        };
        self.context.places.intern(Place { root, offset: at.offset.wrapping_sub(start), ..at })
    }

    /// What is left in objects of which the parts are not known. In large programs callers are told less where what is
    /// left says nothing.
    fn wholes_left(&mut self, expressions: &[ExpressionId]) -> Vec<Whole> {
        let (mut left, mut roughly) = (Vec::new(), BTreeSet::new());
        let Budget { is_large, is_frugal, .. } = self.context.budget;
        let is_brief = self.context.budget.is_brief();
        for Told { place, extent, behind, roughly: is_rough, node } in
            std::mem::take(&mut self.wholes)
        {
            let (content, all) = (expressions[node.index()], &self.context.expressions);
            let is_unknown =
                !all.is_telling(content) && all.severity(content) == Dependence::Unknown;
            let says_nothing = is_brief || (is_large && is_unknown);
            let root = self.context.places.outermost(place);
            let is_behind = behind || root != place.root;
            match root {
                Root::Global(variable) if says_nothing => {
                    self.variables.insert(variable, is_behind);
                }
                Root::Parameter(_) if says_nothing && (is_frugal || is_brief) => {
                    roughly.insert((root, is_behind));
                }
                _ => {
                    let place = self.context.places.intern(place);
                    left.push(Whole { place, extent, behind, roughly: is_rough, content });
                }
            }
        }
        let site = Context::site_key(self.id, u32::MAX) | (1 << 62);
        let content = Origin::memory(Dependence::Unknown, "one of many objects written", site);
        let content = self.context.origin(content);
        left.extend(roughly.into_iter().map(|(root, behind)| {
            let place = self.context.places.intern(Place::start(root));
            Whole { place, extent: Extent::Object, behind, roughly: true, content }
        }));
        left
    }

    /// What the function's values are, and what its callers are told of them.
    pub(super) fn finish(
        mut self,
        Solved { expressions, learned, reductions, counted, inside }: Solved,
        exits: Exits,
    ) -> (FunctionValues, ValueSummary) {
        let result = exits.result.map(|node| expressions[node.index()]);
        let new_object = exits.returned.and_then(|value| {
            let object = |place: &Place| matches!(place.root, Root::Heap(_) | Root::Stack(_));
            self.addresses.resolved(value).filter(object)
        });
        let Outputs { outputs, thrown_outputs, elements } =
            self.outputs_left(exits.outputs, new_object, &expressions);
        let thrown = exits.thrown.map(|node| expressions[node.index()]);
        let wholes = self.wholes_left(&expressions);
        let copies = self.copies_left();
        let made = self.made_left();
        let returns_untouched = new_object.is_some_and(|object| self.is_untouched(object.root));
        let result_element = exits.element.map(|element| self.element_of(element, &expressions));
        let left = outputs.iter().chain(&thrown_outputs).map(|(_, expression)| *expression);
        let left = left.chain(wholes.iter().map(|whole| whole.content));
        let index = result_element.map(|element| element.index);
        let told = result.into_iter().chain(thrown).chain(index).chain(left);
        let reductions = consensus::told_with(&self.context.expressions, told.clone(), reductions);
        let reduced = reductions.iter().flat_map(Reduction::expressions);
        let told = told.chain(reduced);
        let all = &self.context.expressions;
        let mut inputs = all.inputs_of_all(told, &mut FxHashSet::default());
        inputs.sort_unstable();
        inputs.dedup();
        let summary = ValueSummary {
            inputs,
            result,
            thrown,
            returns_new_object: new_object.is_some(),
            returns_untouched,
            writes_by_name: self.writes_by_name && !self.writes_anything,
            made,
            outputs,
            thrown_outputs,
            wholes,
            variables: self.variables,
            copies,
            elements,
            result_element,
            reductions,
            writes_anything: self.writes_anything,
            lends: self.lends,
            writes_lent: self.writes_lent,
        };
        let values = FunctionValues {
            sites: self.sites,
            site_at: self.site_at,
            expressions,
            inside,
            learned,
            counted,
        };
        (values, summary)
    }

    /// What callers find in memory behind the function.
    fn outputs_left(
        &mut self,
        exits: Vec<(PlaceId, [NodeId; 2])>,
        new_object: Option<Place>,
        expressions: &[ExpressionId],
    ) -> Outputs {
        let mut left = Outputs::default();
        for (place, nodes) in exits {
            let seen = self.seen_by_callers(place, new_object);
            left.elements.extend(self.elements_at.get(&place).map(|elements| (seen, *elements)));
            let [returned, thrown] = nodes.map(|node| expressions[node.index()]);
            let unchanged =
                self.context.expressions.get(returned) == &Expression::Input(Input::Memory(place));
            if !unchanged {
                left.outputs.push((seen, returned));
            }
            if thrown != returned {
                left.thrown_outputs.push((seen, thrown));
            }
        }
        for (place, content) in containers::left_by(self.context, self.id) {
            left.outputs.retain(|(known, _)| *known != place);
            left.outputs.push((place, content));
        }
        left
    }
}
