//! From a function's blocks to its [`Behaviour`].

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::agreed::decide_by_agreement;
use super::budget::Budget;
use super::checks;
use super::thread::{Known, Threads};
use super::{
    Behaviour, CallsOn, Cause, Chain, CollectiveCall, Decision, Ending, Guard, Leaving, Step,
    StepId, UnseenCall,
};
use crate::components::strongly_connected;
use crate::finding::Location;
use crate::graph::{Block as GraphBlock, FlowGraph, PostDominators, iterated_frontier_of_nodes};
use crate::mpi::{self, Scope};
use crate::program::{BlockId, CallSite, Callee, Event, Function, FunctionId, Terminator};
use crate::value::Context;
use crate::value::counted::Counted;
use crate::value::expression::{Anew, Binding, Expression, ExpressionId, Expressions, Input};
use crate::value::function::{FunctionValues, Site, Target};
use crate::value::library::{self, Departure};
use crate::value::memory::NodeId;
use crate::value::pointed_to::{chosen_functions, is_of_exception};

/// What a call that is not looked into is said to depend on at most.
const DEPENDENCE_LIMIT: usize = 64;

/// Steps of a function that only checks whether to end the job; one with more is taken to return.
const GUARD_LIMIT: usize = 16;

/// Conditions by which a loop is left that are told beside one that may end it.
const CAUSES: usize = 8;

/// Copies of a block, by what is known of earlier decisions where control comes to it.
const COPY_LIMIT: usize = 8;

/// What stands at a node of the function's step graph.
enum Node {
    /// A block's start; nothing happens.
    Pass,
    /// The end of a block with several ways on, and the nodes they lead to.
    Decide(BlockId, Vec<usize>),
    /// A collective call: the index of its site.
    Collective(usize),
    /// A call of a function that matters: the index of its site.
    Call(usize, FunctionId),
    /// A call of a function that only checks whether to end the job: the index of its site.
    Guard(usize, FunctionId),
    /// One of several functions, through a pointer.
    Choice(usize),
    /// An end.
    End(Ending, Location),
}

/// Builds the behaviour of `id`; `behaviours` has those of its callees. A callee for which `matters`
/// holds without a behaviour (recursion) stays a call.
pub fn build(
    context: &mut Context<'_>,
    id: FunctionId,
    values: &FunctionValues,
    behaviours: &[Option<Rc<Behaviour>>],
    matters: &[bool],
    budget: &mut Budget,
) -> Behaviour {
    let function = context.program.function(id);
    let step_limit = budget.steps(context.is_frugal());
    let begins = |call: &CallSite| matches!(call.callee, Callee::Direct(callee) if context.begins_collectives[callee.index()]);
    let threads = Threads::new(function, &begins);
    let mut builder = Builder {
        context,
        id,
        function,
        values,
        behaviours,
        matters,
        step_limit,
        nodes: Vec::new(),
        successors: Vec::new(),
        threads,
        starts: FxHashMap::default(),
        copies: vec![0; function.blocks.len()],
        unread: Vec::new(),
        ends: FxHashMap::default(),
        dead: Vec::new(),
        hides: FxHashSet::default(),
    };
    builder.split_blocks();
    builder.drop_ends_of_job();
    let mut behaviour = builder.reduce();
    budget.spend(behaviour.steps.len());
    behaviour.end_at_finalize();
    decide_by_agreement(&mut behaviour, &context.expressions, &values.learned);
    behaviour.simplify(&context.expressions, &tells);
    let returns = behaviour.can_end(Ending::Return);
    if behaviour.steps.len() > GUARD_LIMIT && behaviour.only_guards() && returns {
        let end = Step::End(Ending::Return, function.location.clone());
        let calls_unknown = behaviour.calls_unknown;
        return Behaviour { calls_unknown, ..Behaviour::new(vec![end], StepId(0)) };
    }
    behaviour
}

struct Builder<'c, 'p> {
    context: &'c mut Context<'p>,
    id: FunctionId,
    function: &'p Function,
    values: &'c FunctionValues,
    behaviours: &'c [Option<Rc<Behaviour>>],
    matters: &'c [bool],
    step_limit: usize,
    nodes: Vec<Node>,
    successors: Vec<Vec<GraphBlock>>,
    threads: Threads,
    /// The first node of each block, by what is known there.
    starts: FxHashMap<(BlockId, Known), usize>,
    /// By block: how many first nodes it has.
    copies: Vec<usize>,
    /// Blocks whose nodes are still to be made.
    unread: Vec<(BlockId, Known, usize)>,
    ends: FxHashMap<Ending, usize>,
    /// Nodes from which every way ends the job.
    dead: Vec<bool>,
    /// Nodes behind which functions are called of which nothing is known.
    hides: FxHashSet<usize>,
}

impl Builder<'_, '_> {
    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.successors.push(Vec::new());
        self.nodes.len() - 1
    }

    fn link(&mut self, from: usize, to: usize) {
        self.successors[from].push(GraphBlock(u32::try_from(to).unwrap_or(u32::MAX)));
    }

    /// One node per way to end, so that ways that end alike join.
    fn end(&mut self, ending: Ending, location: &Location) -> usize {
        if let Some(&known) = self.ends.get(&ending) {
            return known;
        }
        let node = self.push(Node::End(ending, location.clone()));
        self.ends.insert(ending, node);
        node
    }

    /// The first node of a block where this is known.
    fn start(&mut self, block: BlockId, mut known: Known) -> usize {
        if let Some(&node) = self.starts.get(&(block, known.clone())) {
            return node;
        }
        if self.copies[block.index()] >= COPY_LIMIT && !known.is_empty() {
            known.clear();
            return self.start(block, known);
        }
        let node = self.push(Node::Pass);
        self.copies[block.index()] += 1;
        self.starts.insert((block, known.clone()), node);
        self.unread.push((block, known, node));
        node
    }

    /// The first node behind an edge between two blocks.
    fn start_after(&mut self, from: BlockId, to: BlockId, known: &Known) -> usize {
        let after = self.threads.after(self.function, (from, to), known);
        self.start(to, after)
    }

    fn split_blocks(&mut self) {
        self.start(BlockId(0), Known::new());
        while let Some((block, known, node)) = self.unread.pop() {
            self.split_block(block, &known, node);
        }
    }

    fn split_block(&mut self, id: BlockId, known: &Known, mut at: usize) {
        let function = self.function;
        let block = &function.blocks[id.index()];
        for (index, event) in block.events.iter().enumerate() {
            let Event::Call(call) = event else { continue };
            let unwind = block.unwind_of(index);
            match self.step_of_call(id, index, call) {
                None => {
                    if self.hides_calls(id, index, call) {
                        self.hides.insert(at);
                    }
                }
                Some(Node::End(ending, location)) => {
                    let to = match (ending, unwind) {
                        (Ending::Throw, Some(unwind)) => self.start_after(id, unwind, known),
                        _ => self.end(ending, &location),
                    };
                    self.link(at, to);
                    return;
                }
                Some(node) => {
                    let (returns, throws) = self.ways_out(&node);
                    let next = self.push(node);
                    self.link(at, next);
                    at = next;
                    if throws {
                        let to = match unwind {
                            Some(unwind) => self.start_after(id, unwind, known),
                            None => self.end(Ending::Throw, &call.location),
                        };
                        // The second successor of a call is where its exception goes.
                        let pass = self.push(Node::Pass);
                        self.link(at, pass);
                        self.link(at, to);
                        at = pass;
                    }
                    if !returns {
                        // Ends inside the callee: what it does there is in its behaviour.
                        let end = self.end(Ending::EndOfJob, &call.location);
                        self.link(at, end);
                        return;
                    }
                }
            }
        }
        self.finish_block(id, known, at);
    }

    fn finish_block(&mut self, id: BlockId, known: &Known, at: usize) {
        let block = &self.function.blocks[id.index()];
        if let Some(only) = self.threads.way(self.function, &block.terminator, known) {
            let to = self.start_after(id, only, known);
            self.link(at, to);
            return;
        }
        match &block.terminator {
            Terminator::Jump(target) | Terminator::Invoke { normal: target, .. } => {
                let to = self.start_after(id, *target, known);
                self.link(at, to);
            }
            Terminator::Return(_) => {
                let to = self.end(Ending::Return, &block.location);
                self.link(at, to);
            }
            Terminator::Resume => {
                let to = self.end(Ending::Throw, &block.location);
                self.link(at, to);
            }
            Terminator::Unreachable => {
                let to = self.end(Ending::EndOfJob, &block.location);
                self.link(at, to);
            }
            Terminator::Branch { .. } | Terminator::Switch { .. } | Terminator::Indirect { .. } => {
                let ways: Vec<usize> = block
                    .terminator
                    .successors()
                    .into_iter()
                    .map(|target| self.start_after(id, target, known))
                    .collect();
                let decide = self.push(Node::Decide(id, ways.clone()));
                self.link(at, decide);
                ways.into_iter().for_each(|to| self.link(decide, to));
            }
        }
    }

    /// Can the callee return; can it throw?
    fn ways_out(&self, node: &Node) -> (bool, bool) {
        match node {
            Node::Call(_, callee) => match &self.behaviours[callee.index()] {
                Some(behaviour) => {
                    (behaviour.can_end(Ending::Return), behaviour.can_end(Ending::Throw))
                }
                None => (true, false),
            },
            Node::Choice(site) => {
                let Target::Candidates(candidates) = &self.values.sites[*site].target else {
                    return (true, false);
                };
                let ends = |callee: &FunctionId, ending| {
                    let behaviour = self.behaviours[callee.index()].as_ref();
                    behaviour.filter(|_| self.may_be_chosen(*callee)).map(|b| b.can_end(ending))
                };
                (
                    candidates.iter().any(|id| ends(id, Ending::Return).unwrap_or(true)),
                    candidates.iter().any(|id| ends(id, Ending::Throw).unwrap_or(false)),
                )
            }
            _ => (true, false),
        }
    }

    /// May a function call others of which nothing is known, which may make MPI calls?
    fn calls_unknown(&self, callee: FunctionId) -> bool {
        let behaviour = self.behaviours[callee.index()].as_ref();
        behaviour.is_some_and(|behaviour| behaviour.calls_unknown)
            && !library::is_of_a_language(&self.context.program.function(callee).name)
    }

    /// May a call that shows nothing lead to functions of which nothing is known?
    fn hides_calls(&self, block: BlockId, event: usize, call: &CallSite) -> bool {
        let Some(site) = self.values.site_at.get(&(block, event)) else { return false };
        match &self.values.sites[*site].target {
            Target::Mpi(_) | Target::Library(_) => false,
            Target::Known(callee) => self.calls_unknown(*callee),
            Target::Candidates(candidates) => {
                candidates.iter().any(|callee| self.calls_unknown(*callee))
            }
            Target::Unknown => match call.callee {
                Callee::Direct(callee) => {
                    !self.context.complete
                        && library::is_unseen(self.context.program.function(callee))
                }
                Callee::Indirect { pointer, .. } => {
                    !is_of_exception(self.context.program, self.function, pointer)
                }
                Callee::Assembly => false,
            },
        }
    }

    /// What a call is to other ranks; `None`: nothing.
    fn step_of_call(&mut self, block: BlockId, event: usize, call: &CallSite) -> Option<Node> {
        let site = *self.values.site_at.get(&(block, event))?;
        let end = |ending| Some(Node::End(ending, call.location.clone()));
        let values = self.values;
        match &values.sites[site].target {
            Target::Mpi(procedure) => {
                if mpi::ends_job(procedure.procedure) {
                    return end(Ending::EndOfJob);
                }
                procedure.procedure.collective().map(|_| Node::Collective(site))
            }
            Target::Known(callee) => self.call_that_matters(site, *callee, call),
            Target::Candidates(candidates) => {
                let any = candidates.iter().any(|callee| self.may_be_chosen(*callee));
                any.then_some(Node::Choice(site))
            }
            Target::Library(_) | Target::Unknown => {
                let Callee::Direct(callee) = call.callee else { return None };
                if self.matters[callee.index()] {
                    return self.call_that_matters(site, callee, call);
                }
                let callee = self.context.program.function(callee);
                match library::departure(&callee.name) {
                    Some(Departure::EndsJob) => end(Ending::EndOfJob),
                    Some(Departure::Leaves) => end(Ending::Leave),
                    Some(Departure::Throws) => end(Ending::Throw),
                    // Somebody else's `die()`: it is not known how it ends, only that it does.
                    None if callee.never_returns => end(Ending::EndOfJob),
                    None => None,
                }
            }
        }
    }

    fn call_that_matters(
        &mut self,
        site: usize,
        callee: FunctionId,
        call: &CallSite,
    ) -> Option<Node> {
        if !self.matters[callee.index()] {
            return None;
        }
        let Some(behaviour) = self.behaviours[callee.index()].clone() else {
            return Some(Node::Call(site, callee));
        };
        match behaviour.step(behaviour.entry) {
            Step::End(Ending::Return, _) => None,
            Step::End(ending, _) => Some(Node::End(*ending, call.location.clone())),
            _ if behaviour.only_guards() => {
                self.guard_tells(site, &behaviour).then_some(Node::Guard(site, callee))
            }
            _ => Some(Node::Call(site, callee)),
        }
    }

    /// May a check whether to end the job be decided by what this site hands over?
    fn guard_tells(&mut self, site: usize, behaviour: &Behaviour) -> bool {
        let guards = behaviour.steps.iter().filter(|step| behaviour.is_guard(step));
        let conditions: Vec<ExpressionId> = guards
            .filter_map(|step| match step {
                Step::Decide(decision) => Some(decision.condition),
                _ => None,
            })
            .collect();
        let mut binder = Binder::new(self, site);
        conditions.into_iter().any(|condition| {
            let bound = binder.expression(condition);
            tells(&binder.builder.context.expressions, bound)
        })
    }

    /// Does a function that a pointer may lead to do what other ranks may notice?
    fn may_be_chosen(&self, callee: FunctionId) -> bool {
        let behaviour = self.behaviours[callee.index()].as_ref();
        self.matters[callee.index()] && !behaviour.is_some_and(|b| b.only_guards())
    }

    /// Is the node something other ranks may notice?
    fn shows(&self, node: usize) -> bool {
        matches!(self.nodes[node], Node::Collective(_) | Node::Call(..) | Node::Choice(_))
    }

    /// Takes away the edges into parts that inevitably end the job. Loops on the way there, as one that writes a message,
    /// end; one in which messages are waited for may not.
    fn drop_ends_of_job(&mut self) {
        let edges: Vec<Vec<usize>> = self
            .successors
            .iter()
            .map(|targets| targets.iter().map(|target| target.index()).collect())
            .collect();
        let end = self.ends.get(&Ending::EndOfJob).copied();
        let waits = self.waiting_nodes();
        let mut dead = vec![false; self.nodes.len()];
        let mut component_of = vec![usize::MAX; self.nodes.len()];
        for (number, component) in strongly_connected(&edges).iter().enumerate() {
            component.iter().for_each(|node| component_of[*node] = number);
            let goes_round = component.len() > 1;
            let mut ways = component
                .iter()
                .flat_map(|node| &edges[*node])
                .filter(|to| component_of[**to] != number)
                .peekable();
            let leads_there = ways.peek().is_some() && ways.all(|to| dead[*to]);
            // Before the end others may wait for what is called here, or it for them.
            let is_noticed = |node: &usize| self.shows(*node) || goes_round && waits[*node];
            let is_dead = leads_there && !component.iter().any(is_noticed)
                || component.iter().any(|node| Some(*node) == end);
            component.iter().for_each(|node| dead[*node] = is_dead);
        }
        for (from, targets) in self.successors.iter_mut().enumerate() {
            if !dead[from]
                && !matches!(
                    self.nodes[from],
                    Node::Collective(_) | Node::Call(..) | Node::Choice(_)
                )
            {
                targets.retain(|to| !dead[to.index()]);
            }
        }
        self.dead = dead;
    }

    /// By node: is it the first one of a block that calls MPI to communicate, or a function that does?
    fn waiting_nodes(&self) -> Vec<bool> {
        let communicates = |(event, what): (usize, &Event), block: BlockId| {
            let Event::Call(_) = what else { return false };
            let site = self.values.site_at.get(&(block, event));
            site.is_some_and(|site| match &self.values.sites[*site].target {
                Target::Mpi(mpi) => mpi.procedure.communicates(),
                Target::Known(callee) => self.context.communicates[callee.index()],
                _ => false,
            })
        };
        let mut waits = vec![false; self.nodes.len()];
        for ((block, _), node) in &self.starts {
            let events = &self.function.blocks[block.index()].events;
            waits[*node] = events.iter().enumerate().any(|event| communicates(event, *block));
        }
        waits
    }

    /// By node: does it check, by what may be known of ranks and sizes, or of a number that is to be a multiple,
    /// whether to end the job? What is checked in a loop is left out: the loop would be one that others notice.
    fn guards(&self) -> Vec<bool> {
        let expressions = &self.context.expressions;
        let mut guards: Vec<bool> = (0..self.nodes.len())
            .map(|node| match &self.nodes[node] {
                Node::Guard(..) => !self.dead[node],
                Node::Decide(block, ways) if !self.dead[node] => {
                    let terminator = &self.function.blocks[block.index()].terminator;
                    let condition = self.values.condition_of(*block, terminator);
                    ways.iter().any(|way| self.dead[*way])
                        && condition.is_some_and(|condition| tells(expressions, condition))
                }
                _ => false,
            })
            .collect();
        if guards.iter().any(|guard| *guard) {
            let edges: Vec<Vec<usize>> = self
                .successors
                .iter()
                .map(|targets| targets.iter().map(|target| target.index()).collect())
                .collect();
            for component in strongly_connected(&edges).iter().filter(|c| c.len() > 1) {
                component.iter().for_each(|node| guards[*node] = false);
            }
        }
        guards
    }

    /// Keeps the steps that matter, with edges to the next one that does.
    fn reduce(&mut self) -> Behaviour {
        let graph = FlowGraph::new(GraphBlock(0), &self.successors);
        let post_dominators = PostDominators::new(&graph);
        let reached_ends: Vec<usize> = self
            .ends
            .values()
            .copied()
            .filter(|end| graph.is_reachable(graph_block(*end)))
            .collect();
        let mut visible: Vec<GraphBlock> = Vec::new();
        let guards = self.guards();
        for (index, node) in self.nodes.iter().enumerate() {
            let shows = match node {
                Node::Collective(_) | Node::Call(..) | Node::Choice(_) => true,
                Node::End(..) => reached_ends.len() > 1,
                Node::Guard(..) | Node::Decide(..) => guards[index],
                Node::Pass => false,
            };
            if shows && graph.is_reachable(graph_block(index)) {
                visible.push(graph_block(index));
            }
        }
        let mut relevant = vec![false; self.nodes.len()];
        for block in iterated_frontier_of_nodes(&graph, &post_dominators, &visible) {
            relevant[block.index()] = true;
        }
        for block in &visible {
            relevant[block.index()] = true;
        }
        let calling = self.calling_unknown(&graph);
        let calls_unknown = !calling.is_empty();
        let hides = self.hiding_ways(&graph, &post_dominators, &calling);
        let next = |mut block: GraphBlock| loop {
            if relevant[block.index()] {
                return Some(block.index());
            }
            block = post_dominators.immediate(block)?;
        };
        let mut emitter = Emitter::new(self, &relevant, &reached_ends);
        emitter.hides = hides;
        Behaviour { calls_unknown, ..emitter.emit(&next) }
    }

    /// Nodes that call functions of which nothing is known.
    fn calling_unknown(&self, graph: &FlowGraph) -> Vec<GraphBlock> {
        let hides = |node: &usize| match &self.nodes[*node] {
            Node::Call(_, callee) | Node::Guard(_, callee) => self.calls_unknown(*callee),
            _ => self.hides.contains(node),
        };
        (0..self.nodes.len())
            .filter(|node| !self.dead[*node] && hides(node))
            .map(graph_block)
            .filter(|node| graph.is_reachable(*node))
            .collect()
    }

    /// By decision: on which of its ways, before they join again, functions of which nothing is known
    /// may be called. Those are the ways on which such a call, or a decision about one, depends.
    fn hiding_ways(
        &self,
        graph: &FlowGraph,
        post_dominators: &PostDominators,
        calling: &[GraphBlock],
    ) -> FxHashMap<usize, Vec<bool>> {
        let mut found = FxHashMap::default();
        if calling.is_empty() {
            return found;
        }
        let deciding = iterated_frontier_of_nodes(graph, post_dominators, calling);
        let depends: FxHashSet<GraphBlock> = deciding.iter().chain(calling).copied().collect();
        for node in deciding {
            let Node::Decide(_, ways) = &self.nodes[node.index()] else { continue };
            let join = post_dominators.immediate(node);
            let hides = |way: &usize| {
                let mut at = Some(graph_block(*way)).filter(|at| !self.dead[at.index()]);
                while at != join {
                    let Some(on_way) = at else { break };
                    if depends.contains(&on_way) {
                        return true;
                    }
                    at = post_dominators.immediate(on_way);
                }
                false
            };
            found.insert(node.index(), ways.iter().map(hides).collect());
        }
        found
    }
}

/// May it be known, for a number of ranks and a rank, how this decides? Or does it tell something of a number, that it
/// is a multiple?
fn tells(expressions: &Expressions, condition: ExpressionId) -> bool {
    expressions.is_telling(condition)
        || expressions.as_integer(condition).is_some()
        || expressions.asks_for_multiple(condition)
}

fn graph_block(index: usize) -> GraphBlock {
    GraphBlock(u32::try_from(index).unwrap_or(u32::MAX))
}

/// Writes the relevant nodes as steps, with callees' steps in place of their calls.
struct Emitter<'b, 'c, 'p> {
    builder: &'b mut Builder<'c, 'p>,
    steps: Vec<Step>,
    /// The step each relevant node begins with.
    of_node: FxHashMap<usize, StepId>,
    /// By decision: the ways on which something unknown is called.
    hides: FxHashMap<usize, Vec<bool>>,
    /// What a function leaves by when nothing more matters.
    silent_end: Step,
}

impl<'b, 'c, 'p> Emitter<'b, 'c, 'p> {
    fn new(builder: &'b mut Builder<'c, 'p>, relevant: &[bool], reached_ends: &[usize]) -> Self {
        let mut steps = Vec::new();
        let mut of_node = FxHashMap::default();
        let placeholder = || Step::End(Ending::Return, Location::default());
        for (index, _) in relevant.iter().enumerate().filter(|(_, relevant)| **relevant) {
            of_node.insert(index, StepId::new(steps.len()));
            steps.push(placeholder());
        }
        // A function that always ends one way, and nothing else matters.
        let ends = [Ending::Return, Ending::Throw, Ending::Leave, Ending::EndOfJob];
        let silent_end = ends
            .iter()
            .find_map(|ending| {
                let node = *builder.ends.get(ending).filter(|end| reached_ends.contains(end))?;
                match &builder.nodes[node] {
                    Node::End(ending, location) => Some(Step::End(*ending, location.clone())),
                    _ => None,
                }
            })
            .unwrap_or_else(placeholder);
        Self { builder, steps, of_node, hides: FxHashMap::default(), silent_end }
    }

    fn push(&mut self, step: Step) -> StepId {
        self.steps.push(step);
        StepId::new(self.steps.len() - 1)
    }

    fn emit(&mut self, next: &dyn Fn(GraphBlock) -> Option<usize>) -> Behaviour {
        let end = self.silent_end.clone();
        let end = self.push(end);
        let mut nodes: Vec<(usize, StepId)> = self.of_node.iter().map(|(n, s)| (*n, *s)).collect();
        nodes.sort_unstable();
        let after = |emitter: &Self, block: GraphBlock| {
            next(block).map_or(end, |node| emitter.of_node[&node])
        };
        for (node, step) in nodes {
            let targets: Vec<StepId> =
                self.builder.successors[node].iter().map(|block| after(self, *block)).collect();
            let first = targets.first().copied().unwrap_or(end);
            let made = match &self.builder.nodes[node] {
                Node::Decide(block, ways) => {
                    let dead = ways.iter().map(|way| self.builder.dead[*way]).collect();
                    let hides = self.hides.remove(&node).unwrap_or_default();
                    self.decision(*block, dead, hides, targets)
                }
                Node::Collective(site) => Step::Collective(Box::new(self.collective(*site)), first),
                Node::Call(site, callee) => {
                    let (site, callee) = (*site, *callee);
                    let unwind = targets.get(1).copied().unwrap_or(first);
                    self.inline(site, callee, first, unwind)
                }
                Node::Guard(site, callee) => {
                    let (site, callee) = (*site, *callee);
                    self.inline(site, callee, first, first)
                }
                Node::Choice(site) => {
                    let unwind = targets.get(1).copied().unwrap_or(first);
                    self.choice(*site, first, unwind)
                }
                Node::End(ending, location) => Step::End(*ending, location.clone()),
                Node::Pass => continue,
            };
            self.steps[step.index()] = made;
        }
        let entry = after(self, GraphBlock(0));
        Behaviour::new(std::mem::take(&mut self.steps), entry)
    }

    /// Edges into parts that end the job lead to a step of that kind, so the guard fits the targets.
    fn decision(
        &mut self,
        id: BlockId,
        dead: Vec<bool>,
        hides: Vec<bool>,
        targets: Vec<StepId>,
    ) -> Step {
        let block = &self.builder.function.blocks[id.index()];
        let mut targets = targets.into_iter();
        let mut all = Vec::new();
        for dead in dead {
            let target = if dead {
                self.push(Step::End(Ending::EndOfJob, block.location.clone()))
            } else {
                targets.next().unwrap_or(StepId(0))
            };
            all.push(target);
        }
        let condition = self.builder.values.condition_of(id, &block.terminator);
        let condition = condition.unwrap_or_else(|| self.builder.context.expressions.integer(0));
        let guard = match &block.terminator {
            Terminator::Branch { .. } => Guard::Truth,
            Terminator::Switch { cases, .. } => {
                Guard::Cases(cases.iter().map(|(value, _)| *value).collect())
            }
            _ => Guard::Free,
        };
        let Builder { function, ref context, ref threads, .. } = *self.builder;
        Step::Decide(Box::new(Decision {
            condition,
            guard,
            targets: all,
            hides,
            function: self.builder.id,
            block: id.0,
            location: self.place_of(id),
            chain: None,
            leaving: self.leaving(id),
            counted: self.counted(id, condition),
            passed: checks::passed(context, function, threads, id),
        }))
    }

    /// The loop that a block's condition ends, if that is another one inside of it.
    fn leaving(&self, id: BlockId) -> Option<Box<Leaving>> {
        let Builder { function, values, .. } = *self.builder;
        let terminator = |block: BlockId| &function.blocks[block.index()].terminator;
        let (inside, left_from) = values.condition_inside(id, terminator(id))?;
        let Builder { ref context, ref threads, .. } = *self.builder;
        let is_check = |block| checks::passed(context, function, threads, block).is_some();
        let others = left_from.iter().copied().filter(|block| *block != id && !is_check(*block));
        let cause = |block: BlockId| {
            let condition = values.condition_of(block, terminator(block))?;
            Some(Cause { condition, block: block.0, location: self.place_of(block) })
        };
        let causes = others.filter_map(cause).take(CAUSES).collect();
        Some(Box::new(Leaving { inside, causes }))
    }

    fn counted(&self, head: BlockId, condition: ExpressionId) -> Option<Box<Counted>> {
        let counted = self.builder.values.counted.get(&condition)?;
        (counted.head == head).then(|| Box::new(counted.clone()))
    }

    /// Where a block's decision stands; of one that a compiler made, what stands before it.
    fn place_of(&self, id: BlockId) -> Location {
        let function = self.builder.function;
        let known = |location: &&Location| location.line > 0;
        let own = Some(&function.blocks[id.index()].location).filter(known);
        let before = || {
            let calls = function.blocks[..=id.index()].iter().rev().flat_map(|block| {
                let calls = block.events.iter().rev().filter_map(|event| match event {
                    Event::Call(call) => Some(&call.location),
                    _ => None,
                });
                std::iter::once(&block.location).chain(calls)
            });
            calls.into_iter().find(known)
        };
        if function.location.line == 0 {
            // Compiled without lines.
            return Location::default();
        }
        own.or_else(before).unwrap_or(&function.location).clone()
    }

    fn call_site(&self, site: usize) -> &'p CallSite {
        let site = &self.builder.values.sites[site];
        match &self.builder.function.blocks[site.block.index()].events[site.event] {
            Event::Call(call) => call,
            other => unreachable!("site at {other:?}"),
        }
    }

    fn collective(&mut self, site: usize) -> CollectiveCall {
        let call = self.call_site(site);
        let Target::Mpi(mpi) = self.builder.values.sites[site].target else {
            unreachable!("a collective's site is an MPI call")
        };
        let values = self.builder.values;
        let collective = mpi.procedure.collective();
        let scope = collective.map_or(Scope::World, |collective| collective.scope);
        let (communicator, whole_job) = match scope {
            Scope::World => (None, true),
            Scope::Communicator(index) | Scope::Window(index) | Scope::File(index) => {
                (values.parameter(site, usize::from(index)), false)
            }
            Scope::Group(index) => (values.parameter(site, usize::from(index)), false),
        };
        let communicator = match communicator {
            // MPI_Comm_create_group concerns the group's members alone.
            Some(handle) => match mpi.procedure.name {
                "MPI_Comm_create_group" => mpi
                    .procedure
                    .param("group")
                    .and_then(|p| values.parameter(site, p))
                    .unwrap_or(handle),
                _ => self.builder.context.expressions.communicator(handle),
            },
            None if whole_job => self.builder.context.expressions.leaf(Expression::World),
            None => {
                let key = Context::site_key(self.builder.id, call.tag);
                self.builder.context.expressions.opaque(key, [])
            }
        };
        let argument =
            |index: Option<u8>| index.and_then(|index| values.parameter(site, usize::from(index)));
        let counts = self.counts(site, mpi);
        CollectiveCall {
            chosen_from: None,
            call: mpi,
            communicator,
            whole_job,
            root: argument(collective.and_then(|c| c.root)),
            operator: argument(collective.and_then(|c| c.operator)),
            makes: values.sites[site].makes,
            datatypes: collective.map_or_else(Vec::new, |c| {
                // Not those of which there is one for each rank, and in a file every rank has a view and data of its own,
                // but for the etype (MPI 4.0, 14.3).
                let is_of_file = matches!(c.scope, mpi::Scope::File(_));
                let single = |index: &u8| {
                    let param = &mpi.procedure.params[usize::from(*index)];
                    !param.array && (!is_of_file || param.name == "etype")
                };
                let singles = c.datatypes.iter().copied().filter(single);
                singles.filter_map(|index| argument(Some(index))).collect()
            }),
            counts,
            function: self.builder.id,
            tag: call.tag,
            location: call.location.clone(),
            chain: None,
        }
    }

    /// The numbers of elements of a collective in which each rank has as many as the others.
    fn counts(&self, site: usize, mpi: mpi::Call) -> Vec<ExpressionId> {
        let Some(collective) = mpi.procedure.collective() else { return Vec::new() };
        let counts: Vec<ExpressionId> = collective
            .counts
            .iter()
            .filter(|index| !mpi.procedure.params[usize::from(**index)].array)
            .filter_map(|index| self.builder.values.parameter(site, usize::from(*index)))
            .collect();
        if counts.len() == collective.datatypes.len() { counts } else { Vec::new() }
    }

    /// What makes a call of a site's callee one of the function that is built.
    fn link(&self, site: usize) -> impl Fn(&Option<Rc<Chain>>) -> Option<Rc<Chain>> + use<> {
        let caller = self.builder.id;
        let location = self.call_site(site).location.clone();
        move |inner| {
            Some(Rc::new(Chain { caller, location: location.clone(), inner: inner.clone() }))
        }
    }

    /// The callee's steps, copied with the site's values in place of its inputs.
    fn inline(&mut self, site: usize, callee: FunctionId, next: StepId, unwind: StepId) -> Step {
        let Some(behaviour) = self.builder.behaviours[callee.index()].clone() else {
            // Recursion: what the callee does is not known here.
            self.builder.context.gave_up = true;
            let may_call = self.builder.context.may_make_collectives[callee.index()];
            let call = UnseenCall {
                function: callee,
                depends_on: Vec::new(),
                communicators: (!may_call).then(Vec::new),
                hands_over: None,
            };
            return Step::Call(Box::new(call), next);
        };
        let limit = self.builder.step_limit;
        if behaviour.steps.len() > limit / 4 || self.steps.len() + behaviour.steps.len() > limit {
            return self.unseen(site, callee, &behaviour, next);
        }
        let link = self.link(site);
        let mut copies = Vec::with_capacity(behaviour.steps.len());
        for step in &behaviour.steps {
            let mut copy = step.clone();
            match &mut copy {
                Step::Collective(collective, _) => collective.chain = link(&collective.chain),
                Step::Decide(decision) => decision.chain = link(&decision.chain),
                _ => {}
            }
            copies.push(copy);
        }
        let base = self.steps.len();
        let moved = |target: StepId| match behaviour.step(target) {
            Step::End(Ending::Return, _) => next,
            Step::End(Ending::Throw, _) => unwind,
            _ => StepId::new(base + target.index()),
        };
        let mut binder = Binder::new(self.builder, site);
        for copy in &mut copies {
            binder.bind(copy);
            for target in copy.targets_mut() {
                *target = moved(*target);
            }
        }
        self.steps.extend(copies);
        // A decision without a choice stands for the call and leads to the first step.
        let entry = moved(behaviour.entry);
        self.pass(entry)
    }

    /// A call that stays one: what the callee decides by its inputs is told by what the site hands over.
    fn unseen(
        &mut self,
        site: usize,
        callee: FunctionId,
        behaviour: &Behaviour,
        next: StepId,
    ) -> Step {
        // What the callee decides by itself is looked at there. Of a rank in a communicator that is handed
        // over, it is the communicator.
        let inputs = inputs(self.builder.context, behaviour);
        let leaves: Vec<ExpressionId> = inputs
            .iter()
            .map(|input| self.builder.context.expressions.leaf(Expression::Input(*input)))
            .collect();
        let mut communicators = behaviour.opening().map(<[CallsOn]>::to_vec);
        let link = self.link(site);
        let mut binder = Binder::new(self.builder, site);
        for calls in communicators.iter_mut().flatten() {
            let bound = binder.expression(calls.communicator);
            calls.set_communicator(bound);
            for call in calls.first.iter_mut().flatten() {
                call.chain = link(&call.chain);
            }
        }
        let mut depends_on: Vec<ExpressionId> =
            leaves.into_iter().map(|leaf| binder.expression(leaf)).collect();
        let hands_over = (inputs.len() <= DEPENDENCE_LIMIT)
            .then(|| inputs.into_iter().zip(depends_on.iter().copied()).collect());
        depends_on.sort_unstable();
        depends_on.dedup();
        // It may come back another way than by returning.
        let ends = [Ending::Throw, Ending::Leave].into_iter().any(|end| behaviour.can_end(end));
        if depends_on.len() > DEPENDENCE_LIMIT || ends {
            self.builder.context.gave_up = true;
        }
        depends_on.truncate(DEPENDENCE_LIMIT);
        let call = UnseenCall { function: callee, depends_on, communicators, hands_over };
        let mut step = Step::Call(Box::new(call), next);
        step.name_communicators(&mut self.builder.context.expressions);
        step
    }

    fn pass(&mut self, to: StepId) -> Step {
        Step::Decide(Box::new(Decision {
            condition: self.builder.context.expressions.integer(0),
            guard: Guard::Free,
            targets: vec![to],
            hides: Vec::new(),
            function: self.builder.id,
            block: 0,
            location: Location::default(),
            chain: None,
            leaving: None,
            counted: None,
            passed: None,
        }))
    }

    /// A call through a pointer: a decision, by the pointer, between the functions it may reach.
    fn choice(&mut self, site: usize, next: StepId, unwind: StepId) -> Step {
        let Target::Candidates(candidates) = self.builder.values.sites[site].target.clone() else {
            return self.pass(next);
        };
        let call = self.call_site(site);
        let is_of_type = match call.callee {
            Callee::Indirect { pointer, .. } => {
                let program = self.builder.context.program;
                chosen_functions(program, program.function(self.builder.id), pointer).is_none()
            }
            _ => false,
        };
        let shows_nothing = |callee: &FunctionId| !self.builder.may_be_chosen(*callee);
        let idle = candidates.iter().position(shows_nothing).filter(|_| is_of_type);
        let guard = Guard::Callee { functions: candidates.clone(), idle };
        let mut targets = Vec::new();
        let mut hides = Vec::new();
        for callee in candidates {
            let target = if self.builder.may_be_chosen(callee) {
                let step = self.inline(site, callee, next, unwind);
                self.push(step)
            } else {
                next
            };
            hides.push(self.builder.calls_unknown(callee));
            targets.push(target);
        }
        let condition = match &call.callee {
            Callee::Indirect { pointer, .. } => {
                let block = self.builder.values.sites[site].block;
                self.builder.values.in_block(block, NodeId::new(pointer.index()))
            }
            _ => self.builder.context.expressions.integer(0),
        };
        Step::Decide(Box::new(Decision {
            condition,
            guard,
            targets,
            hides,
            function: self.builder.id,
            block: self.builder.values.sites[site].block.0,
            location: call.location.clone(),
            chain: None,
            leaving: None,
            counted: None,
            passed: None,
        }))
    }
}

/// Puts a call site's values in place of its callee's inputs.
struct Binder<'b, 'c, 'p> {
    builder: &'b mut Builder<'c, 'p>,
    site: usize,
    /// Names what the function called makes there, if it is called elsewhere too.
    call: Option<u64>,
    /// What stands for inputs that the site does not bind.
    unbound: FxHashMap<Input, ExpressionId>,
    /// Expressions whose inputs were looked for.
    named: FxHashSet<ExpressionId>,
    cache: FxHashMap<ExpressionId, ExpressionId>,
}

impl<'b, 'c, 'p> Binder<'b, 'c, 'p> {
    fn new(builder: &'b mut Builder<'c, 'p>, site: usize) -> Self {
        let call = builder.values.sites[site].name;
        Self {
            builder,
            site,
            call,
            unbound: FxHashMap::default(),
            named: FxHashSet::default(),
            cache: FxHashMap::default(),
        }
    }

    /// Names the inputs of an expression that the site does not bind.
    fn name_unbound(&mut self, expression: ExpressionId) {
        let number = u32::try_from(self.site).unwrap_or(u32::MAX);
        let call = Context::site_key(self.builder.id, number) | (1 << 61);
        let expressions = &self.builder.context.expressions;
        for input in expressions.inputs_of_all([expression], &mut self.named) {
            if !self.builder.values.sites[self.site].bindings.contains_key(&input) {
                let context = &mut self.builder.context;
                self.unbound.entry(input).or_insert_with(|| context.unbound(call, input));
            }
        }
    }

    fn expression(&mut self, expression: ExpressionId) -> ExpressionId {
        self.name_unbound(expression);
        let values = self.builder.values;
        let Site { block, bindings, .. } = &values.sites[self.site];
        let unbound = &self.unbound;
        let inputs = &mut |_: &mut Expressions, input| {
            bindings
                .get(&input)
                .map_or_else(|| unbound[&input], |node| values.in_block(*block, *node))
        };
        let Context { expressions, origins, .. } = &mut *self.builder.context;
        let anew = self.call.map(|call| Anew { origins, call });
        expressions.substitute(expression, &mut Binding { inputs, anew }, &mut self.cache)
    }

    fn bind(&mut self, step: &mut Step) {
        for expression in step.expressions_mut() {
            *expression = self.expression(*expression);
        }
        step.name_communicators(&mut self.builder.context.expressions);
    }
}

/// The inputs a behaviour's expressions mention, sorted.
#[must_use]
pub fn inputs(context: &Context<'_>, behaviour: &Behaviour) -> Vec<Input> {
    let all = behaviour.steps.iter().flat_map(Step::expressions);
    let mut inputs = context.expressions.inputs_of_all(all, &mut FxHashSet::default());
    inputs.sort_unstable();
    inputs.dedup();
    inputs
}
