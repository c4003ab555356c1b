//! Conditions of which only the run knows for how many threads they hold.
//!
//! `if (me->leader) MPI_Barrier(…);`: one thread may come to the call, or several. Nothing is claimed of it
//! then; the run sees who comes.

use rustc_hash::FxHashSet;

use crate::program::{
    BinaryOperator, BlockId, Callee, Comparison, Event, Function, Value, ValueId,
};
use crate::threads::dependence::Dependence;
use crate::threads::divergence;
use crate::threads::execution::Execution;
use crate::threads::team::{InstanceId, NodeId, NodeKind};

impl Execution<'_, '_, '_> {
    /// The nodes to which such a condition decides whether a thread comes.
    pub fn chosen_at_run_time(&self, nodes: &[NodeId]) -> FxHashSet<NodeId> {
        if nodes.is_empty() {
            return FxHashSet::default();
        }
        let sets: Vec<&[NodeId]> = nodes.iter().map(std::slice::from_ref).collect();
        let deciders = divergence::deciders_of_each(self.team, &sets);
        let is_chosen = |(node, deciders): &(&NodeId, Vec<NodeId>)| {
            self.is_beyond_sizes(**node)
                || deciders.iter().any(|branch| self.chooses(*branch, **node))
        };
        nodes.iter().zip(deciders).filter(is_chosen).map(|(node, _)| *node).collect()
    }

    /// Is it left to the run whether a function that runs again in a task it made comes to a node? Of what a task is
    /// handed nothing is known: `if (depth == 0)`. Where one way makes no further tasks, every task comes to it in the
    /// end, or one that it makes.
    pub fn is_chosen_in_recursion(&self, node: NodeId) -> bool {
        let at = self.team.node(node);
        let mut places = vec![(at.instance, at.block)];
        let mut instance = at.instance;
        while !self.team.instances[instance.index()].again {
            let Some(call) = self.team.instances[instance.index()].parent else { return false };
            places.push((call.instance, call.block));
            instance = call.instance;
        }
        places.into_iter().any(|(instance, block)| {
            self.values.deciders(instance, block).iter().any(|decider| {
                self.branches_at(instance, *decider).any(|branch| {
                    self.dependence(branch) == Some(Dependence::Unknown)
                        && !self.is_last_of_recursion(branch, node)
                })
            })
        })
    }

    fn branches_at(&self, instance: InstanceId, block: BlockId) -> impl Iterator<Item = NodeId> {
        let is_it = move |node: &NodeId| {
            let node = self.team.node(*node);
            let is_branch = matches!(node.kind, NodeKind::Branch { .. });
            is_branch && (node.instance, node.block) == (instance, block)
        };
        self.team.ids().filter(is_it)
    }

    /// Does the way from a branch to a node make no further tasks that call the function, but another way does?
    fn is_last_of_recursion(&self, branch: NodeId, node: NodeId) -> bool {
        let goes_on = |way: NodeId| {
            let reached = self.team.reached(vec![way], |at| at == branch);
            reached.iter().any(|at| {
                matches!(self.team.node(NodeId::new(at.index())).kind, NodeKind::Recursion(_))
            })
        };
        let ways = &self.team.successors[branch.index()];
        let (there, elsewhere): (Vec<NodeId>, Vec<NodeId>) =
            ways.iter().partition(|way| self.reaches(**way, node, branch));
        !there.iter().any(|way| goes_on(*way)) && elsewhere.iter().any(|way| goes_on(*way))
    }

    fn chooses(&self, branch: NodeId, node: NodeId) -> bool {
        let NodeKind::Branch { condition, cases } = &self.team.node(branch).kind else {
            return false;
        };
        let Some(dependence) = self.dependence(branch) else { return false };
        let instance = self.team.node(branch).instance;
        let function = self.values.function_of(instance);
        // The last way is the one of what is not equal, or of no case.
        let tested = match cases.as_deref() {
            None => tested(function, *condition),
            Some(_) => Tested::Equality(*condition, *condition),
        };
        let holds_for_few = match (dependence, &tested) {
            // `i == last` holds for one of them, `i % 10 == 0` for many.
            (Dependence::PerThread, Tested::Equality(value, other)) => {
                let is_class = |value| self.is_class(instance, value);
                !is_class(*value) && !is_class(*other) && !self.is_on_last_way(branch, node)
            }
            (Dependence::PerThread, Tested::Flag(value)) => {
                matches!(function.value(*value), Value::Load { .. } | Value::Phi { .. })
            }
            (Dependence::Unknown, Tested::Equality(value, _) | Tested::Flag(value)) => {
                !self.is_answer_from_outside(function, *value)
            }
            _ => false,
        };
        holds_for_few && !self.leaves_loop(branch, node)
    }

    /// Is it a class of what tells threads apart, which many of them are in?
    fn is_class(&self, instance: InstanceId, value: ValueId) -> bool {
        use BinaryOperator::{And, Remainder, RemainderUnsigned};
        let function = self.values.function_of(instance);
        let makes_classes = matches!(
            function.value(value),
            Value::Binary { operator: And | Remainder | RemainderUnsigned, .. }
        );
        makes_classes && self.values.for_any(instance, value) == Dependence::PerThread
    }

    /// Does the last way of a branch lead to the node, not by way of the branch again?
    fn is_on_last_way(&self, branch: NodeId, node: NodeId) -> bool {
        let last = self.team.successors[branch.index()].last().copied();
        last.is_some_and(|last| self.reaches(last, node, branch))
    }

    fn reaches(&self, start: NodeId, node: NodeId, without: NodeId) -> bool {
        let reached = self.team.reached(vec![start], |at| at == without);
        reached.contains(crate::graph::Block::new(node.index()))
    }

    /// Does the branch decide whether a loop about the node goes on? How often it does is another question.
    fn leaves_loop(&self, branch: NodeId, node: NodeId) -> bool {
        let nowhere = NodeId::new(self.team.nodes.len());
        let back = |from: NodeId| self.reaches(from, branch, nowhere);
        back(node) && self.team.successors[branch.index()].iter().any(|next| !back(*next))
    }

    /// Is it what a function answers that is not seen? Mostly that is a code, the same for all threads
    /// where nothing fails. One that is handed nothing may answer which thread calls it.
    fn is_answer_from_outside(&self, function: &Function, value: ValueId) -> bool {
        let Value::Result { block, event } = function.value(value) else { return false };
        let event = function.blocks.get(block.index()).and_then(|b| b.events.get(*event as usize));
        match event {
            Some(Event::Call(call)) => match call.callee {
                Callee::Direct(callee) => {
                    let is_seen = self.values.program().function(callee).is_defined();
                    !is_seen && !call.arguments.is_empty()
                }
                _ => true,
            },
            _ => false,
        }
    }
}

/// What a condition asks.
enum Tested {
    /// Are these two equal?
    Equality(ValueId, ValueId),
    /// Is this value set?
    Flag(ValueId),
    /// Something else: an order, whether a pointer is null.
    Other,
}

/// Operations inside of operations; broken input may have them in a circle.
const LIMIT: usize = 64;

fn tested(function: &Function, condition: ValueId) -> Tested {
    let mut at = condition;
    for _ in 0..LIMIT {
        match function.value(at) {
            Value::Cast { operand, .. } => at = *operand,
            Value::Compare { comparison, operands: [one, other], .. } => {
                let is_zero = |value| matches!(function.value(value), Value::Integer(0));
                let [one, other] = [*one, *other].map(|value| without_casts(function, value));
                if [one, other].iter().any(|value| matches!(function.value(*value), Value::Null)) {
                    return Tested::Other;
                }
                match comparison {
                    Comparison::NotEqual if is_zero(other) => at = one,
                    Comparison::NotEqual => return Tested::Flag(one),
                    Comparison::Equal => return Tested::Equality(one, other),
                    _ => return Tested::Other,
                }
            }
            _ => return Tested::Flag(at),
        }
    }
    Tested::Other
}

fn without_casts(function: &Function, value: ValueId) -> ValueId {
    let mut at = value;
    for _ in 0..LIMIT {
        let Value::Cast { operand, .. } = function.value(at) else { break };
        at = *operand;
    }
    at
}
