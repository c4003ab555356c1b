//! The expression of every node of a function's value graph.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::hash::BuildHasher;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Origin;
use super::address::pointer_in;
use super::consensus::{Learned, Reduction};
use super::counted::Counted;
use super::expression::{Dependence, Expression, ExpressionId, Input};
use super::function::{Builder, Target};
use super::inside::Inside;
use super::library::Effect;
use super::memory::{ElementWrite, Node, NodeId};
use super::operands::Operands;
use super::place::{Place, PlaceId, Root};
use super::sent::Sent;
use super::{Context, HANDED_ON};
use crate::components::strongly_connected;
use crate::mpi::{self, Direction, ParamKind};
use crate::program::{BinaryOperator, BlockId, Comparison, FunctionId, Value, ValueId};

/// The key of how far an address is behind the start of its object.
const BEHIND: u64 = 1 << 58;

/// What is known of a function's values.
#[derive(Default)]
pub(super) struct Solved {
    /// The expression of each node.
    pub(super) expressions: Vec<ExpressionId>,
    /// What all ranks have learned of what each had.
    pub(super) learned: Vec<Learned>,
    /// The numbers that were reduced for that.
    pub(super) reductions: Vec<Reduction>,
    /// By condition: the loop that it ends.
    pub(super) counted: FxHashMap<ExpressionId, Counted>,
    /// What nodes are inside of loops.
    pub(super) inside: Vec<Inside>,
}

/// By expression: the one in its place.
type Replaced = FxHashMap<ExpressionId, ExpressionId>;

/// Gives every node its expression, strongly connected components of the value graph first to last.
pub(super) struct Solver<'b, 'c, 'p> {
    pub(super) builder: &'b mut Builder<'c, 'p>,
    /// By node: the node it is a copy of, or itself.
    aliases: Vec<NodeId>,
    pub(super) expressions: Vec<Option<ExpressionId>>,
    /// What stands for values of the cycle looked at that are not known yet.
    pub(super) fed_back: Option<ExpressionId>,
    /// Steps that may still be taken.
    steps: usize,
    /// Joins that were too much: what they join, and what decides it, is not known.
    pub(super) cut: FxHashSet<NodeId>,
    /// By the join at the head of a loop that overwrites elements: what they may still be of what they were.
    pub(super) stood_there: FxHashMap<NodeId, ExpressionId>,
    /// Edges to joins that no rank takes.
    pub(super) not_taken: FxHashSet<(BlockId, BlockId)>,
    /// By expression of a callee's: the inputs it mentions.
    pub(super) inputs: RefCell<FxHashMap<ExpressionId, Rc<[Input]>>>,
    /// By site: callee's expressions with the site's values in place of the inputs.
    pub(super) bound: FxHashMap<usize, FxHashMap<ExpressionId, ExpressionId>>,
    /// What expressions are under conditions.
    pub(super) assumed: super::assumed::Cache,
    /// What broadcasts sent, as far as they were looked at.
    pub(super) known_sent: Vec<Sent>,
    /// By function called here and output: may it overwrite all of that?
    pub(super) overwriting: FxHashMap<(FunctionId, usize), bool>,
    /// By a choice and how many broadcasts were known: what was answered.
    pub(super) kept: FxHashMap<([ExpressionId; 3], usize), Option<ExpressionId>>,
    /// By what is known of two conditions: expressions where that holds.
    pub(super) known_where: FxHashMap<[(ExpressionId, bool); 2], Replaced>,
    /// By site: numbers that the function called there reduces for all, in its own terms.
    pub(super) reducing: Vec<(usize, Reduction)>,
    /// By block that asks what the caller had, where what all know has just told: where control goes on.
    pub(super) agreed_ways: FxHashMap<BlockId, BlockId>,
    /// See [`Self::compared_with_zero`].
    pub(super) compared_with_zero: OnceCell<FxHashMap<NodeId, Vec<(ValueId, bool)>>>,
    /// By condition: the loop that it ends.
    pub(super) counted: FxHashMap<ExpressionId, Counted>,
}

impl<'b, 'c, 'p> Solver<'b, 'c, 'p> {
    pub(super) fn new(builder: &'b mut Builder<'c, 'p>) -> Self {
        let count = builder.memory.nodes.len();
        let aliases = (0..count).map(NodeId::new).collect();
        let steps = builder.steps;
        let reducing = builder.reducing_sites();
        Self {
            builder,
            aliases,
            expressions: vec![None; count],
            fed_back: None,
            steps,
            cut: FxHashSet::default(),
            stood_there: FxHashMap::default(),
            not_taken: FxHashSet::default(),
            inputs: RefCell::default(),
            bound: FxHashMap::default(),
            assumed: FxHashMap::default(),
            known_sent: Vec::new(),
            overwriting: FxHashMap::default(),
            kept: FxHashMap::default(),
            known_where: FxHashMap::default(),
            reducing,
            agreed_ways: FxHashMap::default(),
            compared_with_zero: OnceCell::new(),
            counted: FxHashMap::default(),
        }
    }

    /// Takes so many steps of those the function may take; false: there are not as many left.
    pub(super) fn spend(&mut self, steps: usize) -> bool {
        let left = self.steps.checked_sub(steps);
        self.steps = left.unwrap_or(0);
        left.is_some()
    }

    /// Are there steps left?
    pub(super) const fn steps_left(&self) -> bool {
        self.steps > 0
    }

    /// Solves all nodes.
    pub(super) fn solve(mut self) -> Solved {
        self.find_aliases();
        let count = self.builder.memory.nodes.len();
        let operands: Vec<Vec<usize>> = (0..count)
            .map(|node| {
                let node = NodeId::new(node);
                let alias = self.alias(node);
                if alias != node {
                    return vec![alias.index()];
                }
                let mut operands = self.operands(node);
                operands.extend(self.builder.conditions_before(node));
                operands.into_iter().map(|operand| self.alias(operand).index()).collect()
            })
            .collect();
        // To find out what a value is made of is one half of the work, to put it together the other.
        let to_find = self.builder.steps - self.steps;
        self.steps = self.builder.steps;
        let components = strongly_connected(&operands);
        let operands = Operands::new(&operands);
        for component in components {
            self.solve_component(&component, &operands);
        }
        for site in 0..self.builder.sites.len() {
            self.builder.sites[site].makes = self.made_handle(site);
        }
        let to_put_together = self.builder.steps - self.steps;
        let taken = to_find.max(to_put_together).max(self.builder.memory.size());
        self.builder.context.budget.spend(self.builder.function, taken);
        let (mut learned, reductions) = (self.learned(None), self.all_reductions());
        let inside = self.solve_inside(&operands, &mut learned);
        let all = self.expressions.into_iter();
        let expressions = all.map(|found| found.expect("every node is in a component")).collect();
        Solved { expressions, learned, reductions, counted: self.counted, inside }
    }

    /// Tells what is as it was when the function was entered, of all other nodes nothing.
    pub(super) fn leave_unsolved(mut self) -> Solved {
        self.find_aliases();
        let unsolved = self.builder.context.expressions.integer(0);
        let mut expressions = vec![unsolved; self.aliases.len()];
        for (node, expression) in expressions.iter_mut().enumerate() {
            let node = self.aliases[node];
            if let Node::Entry(place) = self.builder.memory.nodes[node.index()] {
                let entered = Expression::Input(Input::Memory(place));
                *expression = self.builder.context.expressions.leaf(entered);
            }
        }
        Solved { expressions, ..Solved::default() }
    }

    /// Values that feed back into each other, or one that does not, when all others they are made of are known.
    pub(super) fn solve_component(&mut self, component: &[usize], operands: &Operands<'_>) {
        match component {
            [node] if !operands[*node].contains(node) => {
                let expression = self.compute(NodeId::new(*node));
                self.expressions[*node] = Some(expression);
            }
            cycle => self.solve_cycle(cycle, operands),
        }
    }

    /// What a node depends on beyond its operands: the data of an MPI call, an unknown function.
    pub(super) fn own_leaf(&mut self, node: NodeId) -> Option<ExpressionId> {
        match self.builder.memory.nodes[node.index()].clone() {
            Node::Mpi { site, parameter } => Some(self.mpi_output(site, parameter)),
            Node::External { site, argument, behind } => {
                Some(self.left_by(node, site, argument, behind))
            }
            Node::Output { site, output } => Some(self.known_output(site, output)),
            Node::Allocated { site } => Some(self.allocated(site)),
            Node::Entry(place) => Some(self.entry(place)),
            Node::Disturbance { .. } => Some(self.disturbance(node)),
            Node::Chosen { .. } => Some(self.unknown(node.0, "memory reached through a pointer")),
            Node::Value(value) => match self.builder.function.value(value) {
                Value::Result { block, event } => Some(self.call_result(value, *block, *event)),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn key(&self, node: NodeId) -> u64 {
        (u64::from(self.builder.id.0) << 32) | u64::from(node.0) | (1 << 63)
    }

    /// The node of this function that has a key. One that the function had when it was solved before, with more of its
    /// callees known, is none.
    pub(super) fn node_of(&self, key: u64) -> Option<NodeId> {
        let node = NodeId(key as u32);
        (self.key(node) == key && node.index() < self.aliases.len()).then_some(node)
    }

    // ---- operands -------------------------------------------------------------------------------

    fn operands(&mut self, node: NodeId) -> Vec<NodeId> {
        match self.builder.memory.nodes[node.index()].clone() {
            Node::Value(value) => self.value_operands(value),
            Node::Phi { .. } if self.builder.handed_on.contains(&node) => Vec::new(),
            Node::Phi { block, incoming } => self.join_operands(node, block, &incoming),
            Node::Output { site, output } => self.output_operands(site, output),
            Node::Mpi { site, parameter } => {
                let mut operands = self.mpi_operands(site, parameter);
                operands.extend(self.builder.before_sent(node));
                operands
            }
            Node::Either(old, new) | Node::Partly { old, new } => vec![old, new],
            Node::Part { of } => [of].into_iter().chain(self.builder.before_sent(node)).collect(),
            Node::Disturbed { old, by, write } => {
                let write = write.map(|write| [write.index, write.new]);
                [old, by].into_iter().chain(write.into_iter().flatten()).collect()
            }
            Node::Chosen { pointer, contents, .. } => {
                let contents = contents.into_iter().map(|(_, node)| node);
                contents.chain([pointer]).collect()
            }
            Node::Disturbance { new, mut indices, .. } => {
                indices.push(new);
                indices
            }
            Node::Written { old, new, mut indices, to } => {
                if indices.is_empty() {
                    indices.push(NodeId::new(pointer_in(self.builder.function, to).index()));
                }
                indices.extend([self.before_written(old, to), new]);
                indices
            }
            Node::External { site, behind, .. } => self.external_operands(site, behind),
            Node::Selected(selected) => self.selected_operands(node, *selected),
            Node::Index { site } => match self.index_of(site) {
                Some(index) => self.bound_nodes(site, index),
                None => Vec::new(),
            },
            Node::Thrown { site } => self.thrown_operands(site),
            Node::Entry(place) => {
                let pointer = match self.builder.context.places.get(place).root {
                    Root::Pointer(value) => Some(NodeId::new(value.index())),
                    _ => self.table_pointer(place),
                };
                pointer.into_iter().collect()
            }
            Node::Undefined
            | Node::New
            | Node::Allocated { .. }
            | Node::Unfollowed(_)
            | Node::Unknown(_)
            | Node::Number(_) => Vec::new(),
        }
    }

    /// What a function that is not seen computes from what it leaves where its arguments point, or behind that.
    fn external_operands(&self, site: usize, behind: bool) -> Vec<NodeId> {
        if !matches!(self.builder.sites[site].target, Target::Library(Effect::Fills)) {
            return Vec::new();
        }
        let mut operands = self.result_operands(site);
        if behind {
            operands.extend(&self.builder.sites[site].behind);
        }
        operands
    }

    /// The joined values and what decides between them. An edge that is never taken joins nothing.
    pub(super) fn join_operands(
        &mut self,
        node: NodeId,
        block: BlockId,
        incoming: &[(BlockId, NodeId)],
    ) -> Vec<NodeId> {
        let incoming = self.taken_edges(block, incoming);
        let mut values: Vec<NodeId> = incoming.iter().map(|(_, node)| *node).collect();
        values.sort_unstable();
        values.dedup();
        let size = self.builder.region(block).blocks.len() + incoming.len();
        if values.len() > 1 && !self.spend(size) {
            self.cut.insert(node);
        } else if values.len() > 1 {
            let deciding = self.builder.deciding_nodes(block, &incoming);
            values.extend(deciding.into_iter().map(|node| self.alias(node)));
            let before = self.builder.conditions_of_edges(block, &incoming);
            values.extend(before.into_iter().map(|node| self.alias(node)));
        }
        values
    }

    /// The incoming values by edge, copies looked through.
    pub(super) fn taken_edges(
        &self,
        block: BlockId,
        incoming: &[(BlockId, NodeId)],
    ) -> Vec<(BlockId, NodeId)> {
        let from = &self.builder.predecessors[block.index()];
        let taken = incoming.iter().filter(|(edge, _)| {
            from.binary_search(edge).is_ok() && !self.not_taken.contains(&(*edge, block))
        });
        taken.map(|(edge, node)| (*edge, self.alias(*node))).collect()
    }

    pub(super) fn alias(&self, node: NodeId) -> NodeId {
        self.aliases[node.index()]
    }

    /// Nodes that only copy another: joins of one value, also around loops, and plain loads. (Braun
    /// et al., section 3.2: a component of joins with one operand from outside is that operand.)
    fn find_aliases(&mut self) {
        let count = self.builder.memory.nodes.len();
        let copies: Vec<Option<Vec<NodeId>>> =
            (0..count).map(|node| self.copied(NodeId::new(node))).collect();
        let edges: Vec<Vec<usize>> = copies
            .iter()
            .map(|copied| copied.iter().flatten().map(|node| node.index()).collect())
            .collect();
        let copying: Vec<usize> = (0..count).filter(|node| copies[*node].is_some()).collect();
        self.alias_components(&copying, &edges, 0);
    }

    /// Finds copies among nodes that copy. In a component with several operands from outside, those
    /// that copy nothing but others of the component may still be joins of one value: an inner loop's.
    fn alias_components(&mut self, nodes: &[usize], edges: &[Vec<usize>], depth: u32) {
        /// Loops in each other are looked into so far.
        const LOOPS: u32 = 16;
        let local: FxHashMap<usize, usize> =
            nodes.iter().enumerate().map(|(index, node)| (*node, index)).collect();
        let within = |node: &usize| {
            edges[*node].iter().filter_map(|operand| local.get(operand).copied()).collect()
        };
        let subgraph: Vec<Vec<usize>> = nodes.iter().map(within).collect();
        for component in strongly_connected(&subgraph) {
            let component: Vec<usize> = component.into_iter().map(|index| nodes[index]).collect();
            let inside: FxHashSet<usize> = component.iter().copied().collect();
            let mut outside: Vec<NodeId> = component
                .iter()
                .flat_map(|node| &edges[*node])
                .filter(|operand| !inside.contains(operand))
                .map(|operand| self.aliases[*operand])
                .collect();
            outside.sort_unstable();
            outside.dedup();
            if let [only] = outside.as_slice() {
                for node in component {
                    self.aliases[node] = *only;
                }
            } else if component.len() > 1 && depth < LOOPS {
                let copies_inside = |node: &usize| edges[*node].iter().all(|o| inside.contains(o));
                let inner: Vec<usize> = component.into_iter().filter(copies_inside).collect();
                self.alias_components(&inner, edges, depth + 1);
            }
        }
    }

    /// What a node may be a copy of; `None`: it is a value of its own.
    pub(super) fn copied(&mut self, node: NodeId) -> Option<Vec<NodeId>> {
        let taken = |solver: &Self, block: BlockId, incoming: Vec<(BlockId, NodeId)>| {
            let edges = solver.taken_edges(block, &incoming);
            Some(edges.into_iter().map(|(_, node)| node).collect::<Vec<_>>())
        };
        match self.builder.memory.nodes[node.index()].clone() {
            Node::Phi { .. } if self.builder.handed_on.contains(&node) => None,
            Node::Phi { block, incoming } => taken(self, block, incoming),
            Node::Either(old, new) => Some(vec![old, new]),
            Node::Value(value) => match self.builder.function.value(value) {
                Value::Phi { block, incoming } => {
                    let incoming =
                        incoming.iter().map(|(b, v)| (*b, NodeId::new(v.index()))).collect();
                    taken(self, *block, incoming)
                }
                Value::Load { address } => {
                    let place = self.builder.resolve(*address)?;
                    let content = self.builder.loads.get(&value).copied()?;
                    let alone = !place.array
                        && !self.builder.elements.contains_key(&value)
                        && !self.builder.is_one_of_several(place);
                    let copied =
                        alone && !self.may_be_in_table(content) && !self.is_content(content);
                    copied.then_some(vec![content])
                }
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn value_operands(&mut self, value: ValueId) -> Vec<NodeId> {
        let node = |v: &ValueId| NodeId::new(v.index());
        match self.builder.function.value(value) {
            Value::Parameter(_)
            | Value::Integer(_)
            | Value::Null
            | Value::Undefined
            | Value::Global(_)
            | Value::Function(_)
            | Value::Stack => Vec::new(),
            Value::Offset { base, .. } => vec![node(base)],
            Value::Element { base, indices, .. } => {
                indices.iter().map(node).chain([node(base)]).collect()
            }
            Value::Binary { operands, .. } | Value::Compare { operands, .. } => {
                operands.iter().map(node).collect()
            }
            Value::Cast { operand, .. } => vec![node(operand)],
            Value::Select { condition, then, otherwise } => {
                vec![node(condition), node(then), node(otherwise)]
            }
            Value::Phi { block, incoming } => {
                let incoming: Vec<_> = incoming.iter().map(|(b, v)| (*b, node(v))).collect();
                self.join_operands(NodeId::new(value.index()), *block, &incoming)
            }
            Value::Load { address } => {
                let read = self.builder.loads.get(&value).copied();
                let read = read.map(|read| self.before_others(read, *address));
                if let Some(written) = read.and_then(|read| self.just_written(read, *address)) {
                    return vec![written];
                }
                let ways = read.and_then(|read| self.written_on_all_ways(read, *address));
                if let Some((block, written)) = ways {
                    return self.join_operands(NodeId::new(value.index()), block, &written);
                }
                // The address decides which element of an array is read.
                let others = self.builder.elements.get(&value).into_iter().flatten().copied();
                read.into_iter().chain(others).chain([node(address)]).collect()
            }
            Value::Result { block, event } => {
                let site = self.builder.site_at[&(*block, *event as usize)];
                let index = self.builder.result_indices.get(&value).copied();
                index.into_iter().chain(self.result_operands(site)).collect()
            }
            Value::Opaque(inputs) => inputs.iter().map(node).collect(),
        }
    }

    pub(super) fn result_operands(&self, site: usize) -> Vec<NodeId> {
        let (block, event) = (self.builder.sites[site].block, self.builder.sites[site].event);
        let call = self.builder.call(block, event);
        let arguments = || call.arguments.iter().map(|v| NodeId::new(v.index())).collect();
        match self.builder.sites[site].target.clone() {
            Target::Known(callee) => {
                let summary = self.builder.context.summaries[callee.index()].as_ref();
                let result = summary.and_then(|summary| summary.result);
                result.map_or_else(Vec::new, |result| self.bound_nodes(site, result))
            }
            Target::Library(Effect::Numeric | Effect::Pure | Effect::Fills) => {
                let mut operands: Vec<NodeId> = arguments();
                operands.retain(|node| !self.builder.sites[site].followed.contains(node));
                operands.extend(&self.builder.sites[site].contents);
                if self.builder.reads_behind(call) {
                    operands.extend(&self.builder.sites[site].behind);
                }
                operands
            }
            Target::Mpi(mpi) if mpi.procedure.returns_value => {
                self.builder.sites[site].parameters.iter().flatten().copied().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The index of the element a known function answers the address of.
    fn index_of(&self, site: usize) -> Option<ExpressionId> {
        let Target::Known(callee) = self.builder.sites[site].target else { return None };
        let summary = self.builder.context.summaries[callee.index()].as_ref()?;
        Some(summary.result_element?.index)
    }

    fn bound_nodes(&self, site: usize, expression: ExpressionId) -> Vec<NodeId> {
        let inputs = self.inputs_of(expression);
        let bindings = &self.builder.sites[site].bindings;
        inputs.iter().filter_map(|input| bindings.get(input).copied()).collect()
    }

    /// The inputs a callee's expression mentions.
    pub(super) fn inputs_of(&self, expression: ExpressionId) -> Rc<[Input]> {
        let find = || self.builder.context.expressions.inputs(expression).into();
        self.inputs.borrow_mut().entry(expression).or_insert_with(find).clone()
    }

    /// Whether the known function called here throws, in terms of its inputs.
    fn thrown(&self, site: usize) -> Option<ExpressionId> {
        let Target::Known(callee) = self.builder.sites[site].target else { return None };
        self.builder.context.summaries[callee.index()].as_ref()?.thrown
    }

    fn thrown_operands(&self, site: usize) -> Vec<NodeId> {
        self.thrown(site).map_or_else(Vec::new, |thrown| self.bound_nodes(site, thrown))
    }

    fn output_operands(&self, site: usize, output: usize) -> Vec<NodeId> {
        let Target::Known(callee) = self.builder.sites[site].target else { return Vec::new() };
        let summary = self.builder.context.summaries[callee.index()].as_ref();
        summary.map_or_else(Vec::new, |s| self.bound_nodes(site, s.output(output)))
    }

    pub(super) fn mpi_operands(&self, site: usize, parameter: usize) -> Vec<NodeId> {
        let Target::Mpi(mpi) = self.builder.sites[site].target else { return Vec::new() };
        let parameters = &self.builder.sites[site].parameters;
        let output = mpi::output(mpi.procedure, parameter);
        let source = mpi::source(mpi.procedure);
        let got_from = mpi::got_from(mpi.procedure);
        let says_of_whom = |index: usize| {
            source == Some(index) || got_from.is_some_and(|named| named.contains(&index))
        };
        let follows = output.is_some_and(mpi::effects::follows_from_inputs);
        // A position in a buffer, the datatype that is committed. The command line stays what it is.
        let is_start = mpi.procedure.name.starts_with("MPI_Init");
        let holds_before = |param: &mpi::Param| {
            param.direction == Direction::InOut
                && !is_start
                && !matches!(param.kind, ParamKind::Request | ParamKind::Buffer | ParamKind::Status)
        };
        let wanted = |index: usize| {
            let param = &mpi.procedure.params[index];
            param.kind == ParamKind::Communicator
                || param.kind == ParamKind::Group
                || param.kind == ParamKind::Color
                || param.kind == ParamKind::Key
                || param.kind == ParamKind::Operation
                || (follows && (!param.is_written() || holds_before(param)))
                || (output == Some(mpi::Output::RankDependent) && says_of_whom(index))
        };
        let is_made =
            |index: usize| index == parameter && !holds_before(&mpi.procedure.params[index]);
        let indices = (0..parameters.len()).filter(|index| !is_made(*index) && wanted(*index));
        let contents = self.builder.sites[site].contents.iter().copied();
        let dealt = self.dealt_operands(site);
        indices.filter_map(|index| parameters[index]).chain(contents).chain(dealt).collect()
    }

    // ---- expressions ----------------------------------------------------------------------------

    pub(super) fn get(&self, node: NodeId) -> ExpressionId {
        self.known(node).expect("operands come first")
    }

    pub(super) fn known(&self, node: NodeId) -> Option<ExpressionId> {
        self.expressions[self.alias(node).index()]
    }

    pub(super) fn of(&self, value: ValueId) -> ExpressionId {
        self.get(NodeId::new(value.index()))
    }

    fn compute(&mut self, node: NodeId) -> ExpressionId {
        if self.alias(node) != node {
            return self.get(self.alias(node));
        }
        match self.builder.memory.nodes[node.index()].clone() {
            Node::Value(value) => self.compute_value(value),
            Node::Phi { .. } if self.builder.handed_on.contains(&node) => {
                self.unknown(node.0, format!("{HANDED_ON}messages"))
            }
            Node::Phi { block, incoming } => match self.stood_there.get(&node) {
                Some(before) => self.join_overwritten(node, *before, block, &incoming),
                None => self.join(node, block, &incoming),
            },
            Node::Entry(place) => self.entry(place),
            Node::Output { site, output } => self.known_output(site, output),
            Node::Mpi { site, parameter } => {
                let output = self.mpi_output(site, parameter);
                self.note_root(node, site, output);
                output
            }
            Node::External { site, argument, behind } => self.left_by(node, site, argument, behind),
            Node::Allocated { site } => self.allocated(site),
            Node::Selected(selected) => self.selected(node, &selected),
            Node::Index { site } => match self.index_of(site) {
                Some(index) => self.bound(site, index),
                None => self.builder.context.expressions.integer(0),
            },
            Node::Thrown { site } => match self.thrown(site) {
                Some(thrown) => self.bound(site, thrown),
                None => self.unknown(node.0, "what is thrown by one of several functions"),
            },
            Node::Either(old, new) => self.written(node, (old, new), Vec::new()),
            Node::Part { of } => self.part(node, of),
            Node::Partly { old, new } => self.partly(node, old, new),
            Node::Written { old, new, indices, to } => {
                let mut which: Vec<_> = indices.iter().map(|index| self.get(*index)).collect();
                if which.is_empty() {
                    let pointer = self.selecting_pointer(to);
                    which = self.perhaps(pointer);
                }
                self.written(node, (self.before_written(old, to), new), which)
            }
            Node::Chosen { pointer, offset, contents } => {
                let address = self.get(pointer);
                self.chosen(address, offset, &contents, 0)
                    .unwrap_or_else(|| self.unknown(node.0, "memory reached through a pointer"))
            }
            Node::Disturbed { old, by, write } => self.disturbed_perhaps(node, (old, by), write),
            Node::Disturbance { new, indices, .. } => self.compute_disturbance(node, new, indices),
            Node::Undefined => self.builder.context.expressions.integer(0),
            Node::New => {
                let key = self.key(node);
                self.builder.context.expressions.opaque(key, [])
            }
            // Read twice, it may be two values.
            Node::Unfollowed(_) => self.too_large(node),
            Node::Unknown(_) => self.unknown(node.0, "memory that is written in part"),
            Node::Number(number) => self.builder.context.expressions.integer(number),
        }
    }

    fn compute_value(&mut self, value: ValueId) -> ExpressionId {
        let function = self.builder.function;
        match function.value(value) {
            Value::Parameter(index) => {
                let input = Input::Parameter(*index);
                self.builder.context.expressions.leaf(Expression::Input(input))
            }
            Value::Integer(constant) => self.builder.context.expressions.integer(*constant),
            Value::Null | Value::Undefined => self.builder.context.expressions.integer(0),
            Value::Function(target) => {
                self.builder.context.expressions.leaf(Expression::Function(*target))
            }
            Value::Global(_) | Value::Stack | Value::Offset { .. } | Value::Element { .. } => {
                self.pointer(value)
            }
            Value::Binary { operator, bits, operands: [a, b] } => {
                let (a, b) = (self.of(*a), self.of(*b));
                let made = self.builder.context.expressions.binary(*operator, *bits, a, b);
                // Fortran's `own /= 0 .or. all /= 0`.
                if *bits == 1 { self.known_to_all(made) } else { made }
            }
            Value::Compare { comparison, bits, operands } => {
                if let Some(holds) = self.compared_answer(*comparison, *operands) {
                    return self.builder.context.expressions.integer(i64::from(holds));
                }
                let [a, b] = operands.map(|operand| self.of(operand));
                let compared = self.builder.context.expressions.compare(*comparison, *bits, a, b);
                self.known_to_all(compared)
            }
            Value::Cast { cast, from, to, operand } => {
                let operand = self.of(*operand);
                self.builder.context.expressions.cast(*cast, *from, *to, operand)
            }
            Value::Select { condition, then, otherwise } => {
                let (c, a, b) = (self.of(*condition), self.of(*then), self.of(*otherwise));
                self.choice(c, a, b)
            }
            Value::Phi { block, incoming } => {
                let incoming: Vec<_> =
                    incoming.iter().map(|(from, v)| (*from, NodeId::new(v.index()))).collect();
                self.join(NodeId::new(value.index()), *block, &incoming)
            }
            Value::Load { address } => self.load(value, *address),
            Value::Result { block, event } => self.call_result(value, *block, *event),
            Value::Opaque(inputs) => {
                let inputs: Vec<_> = inputs.iter().map(|v| self.of(*v)).collect();
                let key = self.key(NodeId::new(value.index()));
                self.builder.context.expressions.opaque(key, inputs)
            }
        }
    }

    pub(super) fn pointer(&mut self, value: ValueId) -> ExpressionId {
        // Another type, the same value: what it holds is known better than where it points to.
        if let Value::Offset { base, bytes: 0 } = self.builder.function.value(value)
            && !matches!(self.builder.function.value(*base), Value::Stack | Value::Global(_))
        {
            return self.of(*base);
        }
        let place = self.builder.resolve(value).filter(|at| !matches!(at.root, Root::Pointer(_)));
        match (place, self.builder.function.value(value)) {
            // What callers name is told by what they have there.
            (Some(place), Value::Offset { base, bytes })
                if !place.array && matches!(place.root, Root::Parameter(_) | Root::Pointee(_)) =>
            {
                let bytes = self.builder.context.expressions.integer(*bytes);
                self.behind(*base, Some(place), bytes)
            }
            (Some(place), _) if !place.array => {
                let id = self.builder.context.places.intern(place);
                self.builder.context.address(id)
            }
            (place, Value::Offset { base, bytes }) => {
                let bytes = self.builder.context.expressions.integer(*bytes);
                self.behind(*base, place, bytes)
            }
            (place, Value::Element { base, indices, elements }) => {
                let indices: Vec<_> = indices.iter().map(|index| self.of(*index)).collect();
                let all = &mut self.builder.context.expressions;
                let bytes = match (indices.as_slice(), elements.stride) {
                    ([index], stride) if stride > 0 => {
                        let stride = all.integer(i64::from(stride));
                        all.binary(BinaryOperator::Multiply, 64, *index, stride)
                    }
                    (several, stride) => {
                        let key = rustc_hash::FxBuildHasher.hash_one((several, stride));
                        all.opaque(key, several.iter().copied())
                    }
                };
                self.behind(*base, place, bytes)
            }
            _ => {
                let key = self.key(NodeId::new(value.index()));
                let operands = self.value_operands(value);
                let operands: Vec<_> = operands.into_iter().map(|node| self.get(node)).collect();
                self.builder.context.expressions.opaque(key, operands)
            }
        }
    }

    /// The address so many bytes behind `base`; `place`: what is known of where that is. Callers are told by
    /// what they can name.
    fn behind(&mut self, base: ValueId, place: Option<Place>, bytes: ExpressionId) -> ExpressionId {
        let known = self.of(base);
        let all = &self.builder.context.expressions;
        let named = |id| {
            matches!(all.get(id), Expression::Address(_) | Expression::Input(_)) || place.is_none()
        };
        let is_named = match all.get(known) {
            Expression::Offset(address, _) => named(*address),
            _ => named(known),
        };
        // Nobody else names what lies behind pointers that lead nobody knows where.
        let places = &self.builder.context.places;
        let is_behind_pointers = |place: &Place| {
            matches!(place.root, Root::Pointee(_))
                && matches!(places.outermost(*place), Root::Pointer(_))
        };
        let place = place.filter(|place| !is_named && !is_behind_pointers(place));
        let Some(place) = place else {
            return self.builder.context.expressions.offset(known, bytes);
        };
        let at = self.builder.resolve(base).unwrap_or(place);
        let start = self.builder.context.places.intern(Place { array: false, back: 0, ..at });
        let start = self.builder.context.address(start);
        let all = &mut self.builder.context.expressions;
        match at.array {
            true => {
                let between = all.opaque(BEHIND, [known]);
                let element = all.offset(start, between);
                all.offset(element, bytes)
            }
            false => all.offset(start, bytes),
        }
    }

    pub(super) fn unknown(&mut self, tag: u32, text: impl Into<Cow<'static, str>>) -> ExpressionId {
        let site = Context::site_key(self.builder.id, tag) | (1 << 62);
        self.builder.context.origin(Origin::memory(Dependence::Unknown, text, site))
    }

    pub(super) fn too_large(&mut self, node: NodeId) -> ExpressionId {
        self.unknown(node.0, "a value in a function too large to follow")
    }

    /// An element where perhaps another one was written.
    pub(super) fn disturbed(
        &mut self,
        node: NodeId,
        old: NodeId,
        by: NodeId,
        write: Option<ElementWrite>,
    ) -> ExpressionId {
        let disturbing = by;
        let (old, by) = (self.get(old), self.get(by));
        let all = &self.builder.context.expressions;
        // What stands where it leads need not be the same for two addresses of which all ranks have the same one.
        let tells = all.as_integer(old).is_some()
            || matches!(all.get(old), Expression::Address(_) | Expression::Offset(..));
        if !tells && !all.mentions_input(by) && self.severity(by) == Dependence::Uniform {
            // All ranks write the same one. What is neither, a handle most likely, stays what it was.
            return old;
        }
        if let Some(ElementWrite { index, number, new }) = write {
            let (index, new) = (self.get(index), self.get(new));
            let all = &mut self.builder.context.expressions;
            let number = all.integer(number);
            let is_this = all.compare(Comparison::Equal, 64, index, number);
            return all.select(is_this, new, old);
        }
        let key = self.key(node);
        let replaced = self.may_be_overwritten(disturbing);
        let all = &mut self.builder.context.expressions;
        let old = if replaced { all.doubtful(old) } else { old };
        all.opaque(key, [old, by])
    }

    /// What stands in a place at entry: constants are known, the rest is the callers' to say.
    fn entry(&mut self, place: PlaceId) -> ExpressionId {
        let at = self.builder.context.places.get(place);
        let known = self.constant(at).or_else(|| {
            let is_main = self.builder.function.is_main();
            is_main.then(|| self.builder.context.at_start(at)).flatten()
        });
        if let Some(known) = known {
            return known;
        }
        if self.builder.context.is_constant(at) {
            let site = u64::from(place.0) | (1 << 61);
            let constant = Origin::memory(Dependence::Uniform, "a constant", site);
            return self.builder.context.origin(constant);
        }
        match at.root {
            Root::Global(_) if self.builder.context.is_given(place) => {
                return self.builder.context.given();
            }
            Root::Pointer(value) => {
                return match self.known(NodeId::new(value.index())) {
                    Some(pointer) => self.content(place.0, pointer),
                    None => self.unknown(value.0, "memory reached through a pointer"),
                };
            }
            _ => {
                if self.builder.context.is_given(place) {
                    return self.builder.context.given();
                }
                if self.builder.context.places.is_local(place) {
                    return self.unknown(place.0, "memory reached through a pointer");
                }
            }
        }
        self.builder.context.expressions.leaf(Expression::Input(Input::Memory(place)))
    }

    /// What stands in constant memory: tables of functions, the objects that name them.
    pub(super) fn constant(&mut self, place: Place) -> Option<ExpressionId> {
        if place.array {
            return None;
        }
        match place.root {
            Root::Global(global) => {
                let constant = self.builder.context.program.globals[global.index()].constant;
                constant.then(|| self.builder.context.initial(global, place.offset)).flatten()
            }
            Root::Pointee(pointer) => {
                let pointer = self.builder.context.places.get(pointer);
                let address = self.constant(pointer)?;
                self.constant_behind(address, place.offset, 0)
            }
            Root::Pointer(value) if self.may_be_table(value) => {
                let address = self.known(NodeId::new(value.index()))?;
                self.constant_behind(address, place.offset, 0)
            }
            _ => None,
        }
    }

    /// What stands so many bytes behind an address of constant memory, or one of several.
    fn constant_behind(
        &mut self,
        address: ExpressionId,
        offset: i64,
        depth: u32,
    ) -> Option<ExpressionId> {
        const CHOICES: u32 = 5;
        match *self.builder.context.expressions.get(address) {
            Expression::Address(place) => {
                let place = self.builder.context.places.get(place);
                let at = Place { offset: place.offset.wrapping_add(offset), ..place };
                matches!(at.root, Root::Global(_)).then(|| self.constant(at)).flatten()
            }
            Expression::Offset(base, bytes) => {
                let bytes = self.builder.context.expressions.as_integer(bytes)?;
                self.constant_behind(base, offset.wrapping_add(bytes), depth)
            }
            Expression::Select(condition, then, otherwise) if depth < CHOICES => {
                let then = self.constant_behind(then, offset, depth + 1)?;
                let otherwise = self.constant_behind(otherwise, offset, depth + 1)?;
                Some(self.builder.context.expressions.select(condition, then, otherwise))
            }
            _ => None,
        }
    }

    /// What stands where one of several addresses leads.
    fn chosen(
        &mut self,
        address: ExpressionId,
        offset: i64,
        contents: &[(PlaceId, NodeId)],
        depth: u32,
    ) -> Option<ExpressionId> {
        const CHOICES: u32 = 5;
        let all = &self.builder.context.expressions;
        let (base, bytes) = match *all.get(address) {
            Expression::Offset(base, bytes) => (base, all.split_bytes(bytes)),
            _ => (address, (None, 0)),
        };
        let place = match *all.get(base) {
            Expression::Address(place) => Some(self.builder.context.places.get(place)),
            Expression::Input(Input::Parameter(at)) => Some(Place::start(Root::Parameter(at))),
            Expression::Input(Input::Memory(at)) => Some(Place::start(Root::Pointee(at))),
            _ => None,
        };
        match *all.get(base) {
            _ if let Some(place) = place => {
                let (variable, bytes) = bytes;
                let at = Place {
                    offset: place.offset.wrapping_add(bytes).wrapping_add(offset),
                    array: place.array || variable.is_some(),
                    ..place
                };
                let at = self.builder.context.places.intern(at);
                let (_, node) = contents.iter().find(|(place, _)| *place == at)?;
                self.known(*node)
            }
            Expression::Select(condition, then, otherwise) if depth < CHOICES => {
                let then = self.chosen(then, offset, contents, depth + 1)?;
                let otherwise = self.chosen(otherwise, offset, contents, depth + 1)?;
                Some(self.builder.context.expressions.select(condition, then, otherwise))
            }
            _ => None,
        }
    }

    /// Is it what a pointer leads to that stands in an object of this function: a table, perhaps?
    pub(super) fn may_be_in_table(&self, content: NodeId) -> bool {
        let Node::Entry(place) = self.builder.memory.nodes[content.index()] else { return false };
        let places = &self.builder.context.places;
        matches!(places.get(place).root, Root::Pointee(_)) && places.is_local(place)
    }

    /// What stands in constant memory where an address leads that is known by what it is computed from.
    pub(super) fn in_table(&mut self, mut address: ValueId) -> Option<ExpressionId> {
        const STEPS: usize = 16;
        let mut offset = 0_i64;
        for _ in 0..STEPS {
            let Value::Offset { base, bytes } = self.builder.function.value(address) else { break };
            (address, offset) = (*base, offset.wrapping_add(*bytes));
        }
        let known = self.known(NodeId::new(address.index()))?;
        self.constant_behind(known, offset, 0)
    }

    /// The node of a pointer through which a place is reached, if it may lead to constant memory.
    fn table_pointer(&self, place: PlaceId) -> Option<NodeId> {
        let places = &self.builder.context.places;
        let Root::Pointer(value) = places.outermost(places.get(place)) else { return None };
        self.may_be_table(value).then(|| NodeId::new(value.index()))
    }

    /// May a pointer lead to constant memory whatever happens?
    fn may_be_table(&self, value: ValueId) -> bool {
        const LIMIT: usize = 16;
        let mut work = vec![value];
        let mut seen = 0;
        while let Some(value) = work.pop() {
            seen += 1;
            if seen > LIMIT {
                return false;
            }
            match self.builder.function.value(value) {
                Value::Global(global) => {
                    if !self.builder.context.program.globals[global.index()].constant {
                        return false;
                    }
                }
                Value::Offset { base, .. } => work.push(*base),
                Value::Select { then, otherwise, .. } => work.extend([*then, *otherwise]),
                Value::Phi { incoming, .. } => work.extend(incoming.iter().map(|(_, v)| *v)),
                Value::Result { block, event } => {
                    let site = self.builder.site_at.get(&(*block, *event as usize));
                    let Some(Target::Known(callee)) = site.map(|s| &self.builder.sites[*s].target)
                    else {
                        return false;
                    };
                    let summary = self.builder.context.summaries[callee.index()].as_ref();
                    let result = summary.and_then(|summary| summary.result);
                    let all = &self.builder.context.expressions;
                    let is_address = |result| {
                        matches!(
                            all.get(result),
                            Expression::Address(_)
                                | Expression::Offset(..)
                                | Expression::Select(..)
                        )
                    };
                    if !result.is_some_and(is_address) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        true
    }

    /// The severest of what an expression depends on; inputs may be anything.
    pub(super) fn severity(&self, expression: ExpressionId) -> Dependence {
        self.builder.context.expressions.severity(expression)
    }
}
