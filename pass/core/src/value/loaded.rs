//! What a load reads: what stands where its address leads, of one of several elements or objects what follows from which
//! one it is.

use super::expression::{Dependence, Expression, ExpressionId};
use super::memory::{Node, NodeId};
use super::place::{Place, Root};
use super::solver::Solver;
use super::{Context, Origin};
use crate::program::{Value, ValueId};

impl Solver<'_, '_, '_> {
    pub(super) fn load(&mut self, value: ValueId, address: ValueId) -> ExpressionId {
        let place = self.builder.resolve(address);
        if let Some(&node) = self.builder.loads.get(&value)
            && let Some(place) = place
        {
            if self.may_be_in_table(node)
                && let Some(known) = self.in_table(address)
            {
                return known;
            }
            let node = self.before_others(node, address);
            if let Some(written) = self.just_written(node, address) {
                return self.get(written);
            }
            if let Some((block, written)) = self.written_on_all_ways(node, address) {
                return self.join(NodeId::new(value.index()), block, &written);
            }
            let content = match self.builder.memory.nodes[node.index()] {
                Node::Entry(entry) if self.is_content(node) => {
                    let place = self.builder.context.places.get(entry);
                    let pointer = self.of(address);
                    self.constant(place).unwrap_or_else(|| self.content(entry.0, pointer))
                }
                _ => self.get(node),
            };
            return self.element_loaded(value, (address, place), (node, content));
        }
        let pointer = self.of(address);
        self.content(value.0, pointer)
    }

    /// What a load reads where the memory it reads holds that: of one of several elements or objects what follows from
    /// which one it is.
    fn element_loaded(
        &mut self,
        value: ValueId,
        (address, place): (ValueId, Place),
        (node, content): (NodeId, ExpressionId),
    ) -> ExpressionId {
        let mut which = self.element_index(address);
        let others = self.other_elements(value);
        let pointer = self.selecting_pointer(address);
        let is_selected = !pointer.is_empty();
        which.extend(self.perhaps(pointer));
        if place.array && which.is_empty() && self.are_others(value, content) {
            // A loop moves the address from one to the next.
            which.push(self.of(address));
        }
        if (place.array && which.is_empty()) || (!place.array && others.is_none() && !is_selected) {
            return content;
        }
        if let Some(alike) = self.alike(node, place)
            && !self.are_others(value, alike)
        {
            return alike;
        }
        let key = self.key(NodeId::new(value.index()));
        let inputs: Vec<_> = which.into_iter().chain([content]).chain(others).collect();
        self.builder.context.expressions.opaque(key, inputs)
    }

    /// Is it what stood in memory of which no caller can say anything?
    pub(super) fn is_content(&self, node: NodeId) -> bool {
        let Node::Entry(place) = self.builder.memory.nodes[node.index()] else { return false };
        let root = self.builder.context.places.get(place).root;
        matches!(root, Root::Pointer(_))
            || (matches!(root, Root::Pointee(_)) && self.builder.context.places.is_local(place))
    }

    /// What a pointer leads to that the function has not written.
    pub(super) fn content(&mut self, tag: u32, pointer: ExpressionId) -> ExpressionId {
        let site = Context::site_key(self.builder.id, tag) | (1 << 62);
        let origin = Origin::memory(Dependence::Unknown, "memory reached through a pointer", site);
        let origin = self.builder.context.origin_id(origin);
        self.builder.context.expressions.content(origin, pointer)
    }

    /// Are there elements of an array that hold something else than the one with this content?
    fn are_others(&self, load: ValueId, content: ExpressionId) -> bool {
        let others = self.builder.elements.get(&load).into_iter().flatten();
        others.into_iter().any(|node| self.known(*node) != Some(content))
    }

    /// What other elements of an array add to what one of them may be. Whether they are elements is
    /// not known: one that may differ between ranks makes the element unknown, no more.
    fn other_elements(&mut self, load: ValueId) -> Option<ExpressionId> {
        let nodes = self.builder.elements.get(&load).cloned()?;
        let contents: Vec<_> = nodes.into_iter().filter_map(|node| self.known(node)).collect();
        let mut leaves = Vec::new();
        for content in contents {
            self.builder.context.expressions.leaves(content, &mut leaves);
        }
        let all = &self.builder.context.expressions;
        let same = |leaf: &ExpressionId| {
            matches!(all.get(*leaf), Expression::Size(_) | Expression::Agreed(..))
        };
        if leaves.iter().all(same) {
            return None;
        }
        Some(self.unknown(load.0, "an element of an array"))
    }

    /// The expressions an element's index is computed from.
    fn element_index(&mut self, address: ValueId) -> Vec<ExpressionId> {
        match self.builder.function.value(address) {
            Value::Offset { base, .. } => self.element_index(*base),
            Value::Element { base, indices, .. } => {
                let mut all: Vec<_> = indices.iter().map(|v| self.of(*v)).collect();
                all.extend(self.element_index(*base));
                all
            }
            _ => {
                let index = self.builder.result_indices.get(&address).copied();
                index.into_iter().map(|node| self.get(node)).collect()
            }
        }
    }
}
