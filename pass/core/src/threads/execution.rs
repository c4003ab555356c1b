//! Which threads of a team come to a point, and which points they may be at together.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::graph::{Block, BlockSet};
use crate::threads::dependence::{Dependence, Evaluator, Thread, threads_of};
use crate::threads::locks;
use crate::threads::openmp::LockKind;
use crate::threads::team::{NodeId, NodeKind, Team};
use crate::threads::word::{Letter, LockName, RegionId};

/// Which threads of a process run a piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Who {
    /// The thread that started the program, and no other.
    Main,
    /// One thread at a time and once, whichever it is.
    One,
    /// Several threads.
    Many,
}

/// What is known of a team's nodes.
pub struct Execution<'t, 'f, 'p> {
    /// The team.
    pub team: &'t Team,
    /// Its values.
    pub values: Evaluator<'t, 'f, 'p>,
    /// Who makes the team.
    pub maker: Who,
    /// By size of [`Team::sizes`] and thread: the nodes it may come to.
    reached: OnceCell<Vec<(Thread, BlockSet)>>,
    /// The nodes that the one thread of a team of one may come to.
    reached_alone: OnceCell<BlockSet>,
    without_barrier: RefCell<FxHashMap<(NodeId, bool), Rc<BlockSet>>>,
    held: OnceCell<Vec<Option<Vec<LockName>>>>,
    perhaps_held: OnceCell<BlockSet>,
    partings: OnceCell<Vec<NodeId>>,
}

fn index(node: NodeId) -> Block {
    Block::new(node.index())
}

/// Which way a branch takes for the value of its condition: the index among its successors.
pub(super) fn chosen(cases: Option<&[i64]>, value: i64) -> Option<usize> {
    match cases {
        None => Some(usize::from(value == 0)),
        Some([]) => None,
        Some(cases) => Some(cases.iter().position(|case| *case == value).unwrap_or(cases.len())),
    }
}

impl<'t, 'f, 'p> Execution<'t, 'f, 'p> {
    /// Of a team made by `maker`.
    pub fn new(team: &'t Team, values: Evaluator<'t, 'f, 'p>, maker: Who) -> Self {
        Self {
            team,
            values,
            maker,
            reached: OnceCell::new(),
            reached_alone: OnceCell::new(),
            without_barrier: RefCell::default(),
            held: OnceCell::new(),
            perhaps_held: OnceCell::new(),
            partings: OnceCell::new(),
        }
    }

    // ---- single threads -------------------------------------------------------------------------

    /// The way a thread takes at a branch, if that is known: the index among its successors.
    pub fn way(&self, node: NodeId, thread: Thread) -> Option<usize> {
        let NodeKind::Branch { condition, cases } = &self.team.node(node).kind else { return None };
        let instance = self.team.node(node).instance;
        let Dependence::Known { value, .. } = self.values.evaluate(instance, *condition, thread)
        else {
            return None;
        };
        chosen(cases.as_deref(), value)
    }

    /// How many threads the largest team has that questions are asked of.
    pub fn size(&self) -> i64 {
        self.team.sizes()[0]
    }

    /// The first thread of that team.
    pub fn first_thread(&self) -> Thread {
        Thread { number: 0, of: self.size() }
    }

    /// How the condition of a branch differs between threads.
    pub fn dependence(&self, node: NodeId) -> Option<Dependence> {
        let NodeKind::Branch { condition, .. } = &self.team.node(node).kind else { return None };
        let instance = self.team.node(node).instance;
        Some(self.values.evaluate(instance, *condition, self.first_thread()))
    }

    /// The branches at which threads of a team part.
    pub fn partings(&self) -> &[NodeId] {
        self.partings.get_or_init(|| {
            let parts = |node: &NodeId| match self.dependence(*node) {
                Some(Dependence::PerThread) => true,
                Some(Dependence::Known { varies: true, .. }) => self.parts_at(*node),
                _ => false,
            };
            self.team.ids().filter(parts).collect()
        })
    }

    /// Do threads of a team of some size take different ways?
    fn parts_at(&self, node: NodeId) -> bool {
        self.team.sizes().iter().copied().any(|of| {
            let way = |number| self.way(node, Thread { number, of });
            (1..of).any(|number| way(number) != way(0))
        })
    }

    fn reached(&self) -> &[(Thread, BlockSet)] {
        self.reached.get_or_init(|| {
            let reached = |thread| (thread, self.reached_by(thread));
            threads_of(self.team.sizes()).map(reached).collect()
        })
    }

    fn reached_by(&self, thread: Thread) -> BlockSet {
        let mut seen = BlockSet::new(self.team.nodes.len());
        let mut work = vec![self.team.entry];
        while let Some(node) = work.pop() {
            let region = self.team.node(node).region;
            let masked = region
                .is_some_and(|region| self.team.regions[region.index()].letter == Letter::Masked);
            if (masked && thread.number != 0) || !seen.insert(index(node)) {
                continue;
            }
            if let NodeKind::Spawn { body, .. } = self.team.node(node).kind {
                work.push(body);
            }
            let successors = &self.team.successors[node.index()];
            match self.way(node, thread).and_then(|way| successors.get(way)) {
                Some(only) => work.push(*only),
                None => work.extend(successors.iter().copied()),
            }
        }
        seen
    }

    /// The threads of a team of the largest size that may come to a node.
    pub fn threads_at(&self, node: NodeId) -> Vec<i64> {
        let reached = self.reached().iter().filter(|(thread, _)| thread.of == self.size());
        let come = reached.filter(|(_, nodes)| nodes.contains(index(node)));
        come.map(|(thread, _)| thread.number).collect()
    }

    /// Is it run in teams of one thread only?
    fn is_for_one_thread(&self, node: NodeId) -> bool {
        let alone = || self.reached_by(Thread { number: 0, of: 1 });
        self.is_reached_by_none(node) && self.reached_alone.get_or_init(alone).contains(index(node))
    }

    /// Do threads come to it in teams of other sizes than those of [`Team::sizes`] only?
    pub(super) fn is_beyond_sizes(&self, node: NodeId) -> bool {
        self.is_reached_by_none(node) && !self.is_for_one_thread(node)
    }

    fn is_reached_by_none(&self, node: NodeId) -> bool {
        !self.reached().iter().any(|(_, nodes)| nodes.contains(index(node)))
    }

    /// Does every team of several threads have at most one that may come to a node, and which?
    fn only_thread(&self, node: NodeId) -> Option<i64> {
        match self.threads_at(node)[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    // ---- who runs it ----------------------------------------------------------------------------

    /// The outermost region of this team that one thread runs.
    fn single_region(&self, node: NodeId) -> Option<(RegionId, &Letter)> {
        self.team.letters(node).into_iter().find(|(_, letter)| letter.is_single())
    }

    /// Which threads of the process run a node.
    pub fn who(&self, node: NodeId) -> Who {
        let inside = self.who_of_team(node);
        match self.maker {
            Who::Many => Who::Many,
            Who::One if inside == Who::Main => Who::One,
            _ => inside,
        }
    }

    /// As [`Self::who`], as if the team were made by the thread that started the program.
    fn who_of_team(&self, node: NodeId) -> Who {
        let mut who = match self.only_thread(node) {
            Some(0) => Who::Main,
            Some(_) => Who::One,
            None if self.is_for_one_thread(node) => Who::Main,
            None => Who::Many,
        };
        for (region, letter) in self.team.letters(node) {
            who = match letter {
                Letter::Masked if who == Who::Many => Who::Main,
                Letter::Single | Letter::Section(_) => Who::One,
                Letter::Task => self.who_of_task(region, who),
                _ => who,
            };
        }
        who
    }

    /// Which threads run a task of this region: any one if it is made by one thread, and not many of them by
    /// one construct. A task that is not deferred is run here and now by whoever comes.
    fn who_of_task(&self, task: RegionId, spawner: Who) -> Who {
        let spawn = self.team.regions[task.index()].enter;
        match self.team.node(spawn).kind {
            NodeKind::Spawn { many, .. } if spawner != Who::Many && !many => Who::One,
            NodeKind::Spawn { .. } => Who::Many,
            _ => spawner,
        }
    }

    // ---- together -------------------------------------------------------------------------------

    /// What is reached from behind a node without a barrier; for a task, also without waiting for it.
    fn without_barrier(&self, from: NodeId, is_task: bool) -> Rc<BlockSet> {
        if let Some(known) = self.without_barrier.borrow().get(&(from, is_task)) {
            return Rc::clone(known);
        }
        let behind = self.team.successors[from.index()].clone();
        let seen = Rc::new(self.team.reached(behind, |node| match self.team.node(node).kind {
            NodeKind::Barrier { .. } => !self.team.is_alone(node),
            NodeKind::TaskWait { .. } => is_task,
            _ => false,
        }));
        self.without_barrier.borrow_mut().insert((from, is_task), Rc::clone(&seen));
        seen
    }

    /// Where threads choose who runs the node, and whether it is a task.
    fn anchor(&self, node: NodeId) -> (NodeId, bool) {
        match self.single_region(node) {
            None => (node, false),
            Some((region, Letter::Masked)) => match self.task_in(node, region) {
                Some((_, spawn)) => (spawn, true),
                None => (node, false),
            },
            Some((region, Letter::Section(_))) => {
                let outer = self.team.regions[region.index()].outer;
                let work = outer.map_or(node, |outer| self.team.regions[outer.index()].enter);
                (work, false)
            }
            Some((region, Letter::Task)) => {
                let enter = self.team.regions[region.index()].enter;
                (enter, matches!(self.team.node(enter).kind, NodeKind::Spawn { .. }))
            }
            Some((region, _)) => {
                let enter = self.team.regions[region.index()].enter;
                // The construct asks before the region is entered.
                (self.construct_before(enter), false)
            }
        }
    }

    /// The node of the construct whose region is entered here.
    fn construct_before(&self, enter: NodeId) -> NodeId {
        let before = |node: &NodeId| self.team.successors[node.index()].contains(&enter);
        let asks = |node: &NodeId| matches!(self.team.node(*node).kind, NodeKind::Work(_));
        let near = NodeId::new(enter.index().saturating_sub(1));
        let mut found = self.team.ids().filter(before);
        let direct = found.next().unwrap_or(near);
        if asks(&direct) { direct } else { enter }
    }

    /// May two threads be at these two nodes (or at the same one) at the same time?
    pub fn may_overlap(&self, one: NodeId, other: NodeId) -> bool {
        if one == other {
            return self.repeats(one);
        }
        if self.same_thread(one, other) {
            return false;
        }
        let (first, second) = (self.single_region(one), self.single_region(other));
        if let (Some((a, letter_a)), Some((b, letter_b))) = (first, second) {
            if a == b {
                return self.inner_tasks_overlap(one, other, a);
            }
            let outer = |region: RegionId| self.team.regions[region.index()].outer;
            let sections = |letter: &Letter| matches!(letter, Letter::Section(_));
            if sections(letter_a) && sections(letter_b) && outer(a) == outer(b) {
                return true;
            }
        }
        self.meet(self.anchor(one), self.anchor(other))
    }

    /// Is there a way from one anchor to the other, or to both from where threads part, without anything
    /// in between that all wait at?
    fn meet(&self, (a, a_is_task): (NodeId, bool), (b, b_is_task): (NodeId, bool)) -> bool {
        if a_is_task && b_is_task && self.are_ordered(a, b) {
            return false;
        }
        // One thread comes to both in order, whoever runs the tasks that it makes.
        let only = self.only_thread(a);
        let by_one = only.is_some() && only == self.only_thread(b);
        self.without_barrier(a, a_is_task).contains(index(b))
            || self.without_barrier(b, b_is_task).contains(index(a))
            || !by_one
                && self.partings().iter().any(|parting| {
                    let behind = self.without_barrier(*parting, false);
                    behind.contains(index(a)) && behind.contains(index(b))
                })
    }

    /// Two points of one region that one thread runs: tasks made there may run beside it.
    fn inner_tasks_overlap(&self, one: NodeId, other: NodeId, within: RegionId) -> bool {
        match (self.task_in(one, within), self.task_in(other, within)) {
            (None, None) => false,
            (Some((a, _)), Some((b, _))) if a == b => false,
            (a, b) => {
                let a = a.map_or((one, false), |(_, enter)| (enter, true));
                let b = b.map_or((other, false), |(_, enter)| (enter, true));
                match (a.1, b.1) {
                    (true, true) => self.meet(a, b),
                    (true, false) => self.without_barrier(a.0, true).contains(index(b.0)),
                    _ => self.without_barrier(b.0, true).contains(index(a.0)),
                }
            }
        }
    }

    /// The outermost task that is made in a region and has the node in it: its region, and where it is made.
    fn task_in(&self, node: NodeId, within: RegionId) -> Option<(RegionId, NodeId)> {
        let inside = self.team.regions_around(node).take_while(|(id, _)| *id != within);
        let tasks = inside.filter(|(_, region)| {
            region.letter == Letter::Task
                && matches!(self.team.node(region.enter).kind, NodeKind::Spawn { .. })
        });
        tasks.last().map(|(id, region)| (id, region.enter))
    }

    /// Do the dependences of two tasks keep them apart, or those of others that are made between them?
    fn are_ordered(&self, one: NodeId, other: NodeId) -> bool {
        let depend = self.depend_on_same(one, other);
        if depend || one == other {
            return depend;
        }
        let comes_to =
            |from: NodeId, to: NodeId| self.without_barrier(from, true).contains(index(to));
        let (first, last) = if comes_to(one, other) { (one, other) } else { (other, one) };
        let is_known = |node: &NodeId| {
            matches!(self.team.node(*node).kind, NodeKind::Spawn { dependences: Some(_), .. })
                && !comes_to(*node, *node)
        };
        let mut others: Vec<NodeId> =
            self.team.ids().filter(is_known).filter(|node| comes_to(*node, last)).collect();
        let mut work = vec![first];
        while let Some(at) = work.pop() {
            if at != first && self.depend_on_same(at, last) {
                return true;
            }
            let (next, rest) = others
                .into_iter()
                .partition(|node| comes_to(at, *node) && self.depend_on_same(at, *node));
            others = rest;
            work.extend::<Vec<NodeId>>(next);
        }
        false
    }

    /// Do the dependences of two tasks keep them apart?
    fn depend_on_same(&self, one: NodeId, other: NodeId) -> bool {
        let of = |spawn: NodeId| match &self.team.node(spawn).kind {
            NodeKind::Spawn { dependences, .. } => dependences.as_ref(),
            _ => None,
        };
        let (Some(first), Some(second)) = (of(one), of(other)) else { return true };
        // Of an element only the run knows, each round of a loop has another.
        let rounds = |node: NodeId| self.without_barrier(node, true).contains(index(node));
        let in_loop = rounds(one) || rounds(other);
        first.iter().any(|a| {
            second.iter().any(|b| {
                let fixed = a.fixed && b.fixed || !in_loop;
                a.object == b.object && fixed && (a.writes || b.writes) && !(a.adds && b.adds)
            })
        })
    }

    fn same_thread(&self, one: NodeId, other: NodeId) -> bool {
        let mains = [one, other].map(|node| self.who_of_team(node) == Who::Main);
        let [only, other] = [one, other].map(|node| self.only_runner(node));
        mains == [true, true] || only.is_some() && only == other
    }

    /// As [`Self::only_thread`]; a task is run by any, whoever makes it.
    fn only_runner(&self, node: NodeId) -> Option<i64> {
        let is_deferred = self.deferred_task(node).is_some();
        self.only_thread(node).filter(|_| !is_deferred)
    }

    /// The innermost task around a node that need not be run where it is made: where that is.
    fn deferred_task(&self, node: NodeId) -> Option<NodeId> {
        let mut regions = self.team.regions_around(node);
        let task = regions.find(|(_, region)| {
            region.letter == Letter::Task
                && matches!(self.team.node(region.enter).kind, NodeKind::Spawn { .. })
        });
        task.map(|(_, region)| region.enter)
    }

    /// May the region around a node that one thread runs be run again by another before the first is
    /// through?
    fn repeats(&self, node: NodeId) -> bool {
        if self.who_of_team(node) == Who::Main || self.only_runner(node).is_some() {
            return false;
        }
        // A task inside of what one thread runs: the innermost one is what repeats.
        if let Some(spawn) = self.deferred_task(node) {
            let again = self.without_barrier(spawn, true).contains(index(spawn));
            return again && !self.are_ordered(spawn, spawn);
        }
        let Some((_, letter)) = self.single_region(node) else { return false };
        if *letter == Letter::Masked {
            return false;
        }
        let (anchor, is_task) = self.anchor(node);
        self.without_barrier(anchor, is_task).contains(index(anchor))
    }

    // ---- locks ----------------------------------------------------------------------------------

    /// Locks and critical regions that are held whenever a thread is at the node.
    pub fn held(&self, node: NodeId) -> Vec<LockName> {
        let held = self.held.get_or_init(|| self.compute_held());
        let mut held = held[node.index()].clone().unwrap_or_default();
        let ordered = self.team.regions_around(node).find(|(_, r)| r.letter == Letter::Ordered);
        held.extend(ordered.map(|_| LockName::Order));
        held
    }

    fn compute_held(&self) -> Vec<Option<Vec<LockName>>> {
        let mut held: Vec<Option<Vec<LockName>>> = vec![None; self.team.nodes.len()];
        let mut work: Vec<(NodeId, Vec<LockName>)> = vec![(self.team.entry, Vec::new())];
        while let Some((node, arriving)) = work.pop() {
            let kept = match &held[node.index()] {
                None => arriving,
                Some(known) => {
                    let kept: Vec<_> =
                        known.iter().filter(|lock| arriving.contains(*lock)).cloned().collect();
                    if kept.len() == known.len() {
                        continue;
                    }
                    kept
                }
            };
            held[node.index()] = Some(kept.clone());
            let mut after = kept;
            match &self.team.node(node).kind {
                NodeKind::Acquire(lock, _) => after.push(lock.clone()),
                // However many earlier iterations were waited for.
                NodeKind::Release(LockName::Order) => after.retain(|held| *held != LockName::Order),
                // What was taken twice is given back twice.
                NodeKind::Release(lock) => {
                    let last = after.iter().rposition(|held| held == lock);
                    last.map(|last| after.remove(last));
                }
                NodeKind::Spawn { body, .. } => {
                    let mut kept = after.clone();
                    kept.retain(|lock| self.waits_under(node, lock));
                    work.push((*body, kept));
                }
                _ => {}
            }
            for next in &self.team.successors[node.index()] {
                work.push((*next, after.clone()));
            }
        }
        held
    }

    /// Is a task always waited for before a lock is given back that its maker holds?
    fn waits_under(&self, spawn: NodeId, lock: &LockName) -> bool {
        self.without_barrier(spawn, true).iter().all(|behind| {
            let kind = &self.team.node(NodeId::new(behind.index())).kind;
            !matches!(kind, NodeKind::Release(other) if other == lock)
        })
    }

    /// Does the run tell whether a thread at the node holds a lock that is not OpenMP's, or which?
    pub fn may_be_guarded(&self, node: NodeId) -> bool {
        self.perhaps_held.get_or_init(|| self.compute_perhaps_held()).contains(index(node))
    }

    fn compute_perhaps_held(&self) -> BlockSet {
        // All that may take one lock are looked at together: a program may have thousands of them.
        let mut taken: FxHashMap<Option<&LockName>, Vec<NodeId>> = FxHashMap::default();
        for node in self.team.ids() {
            let lock = match &self.team.node(node).kind {
                NodeKind::Acquire(lock, LockKind::Foreign) => Some(lock),
                NodeKind::MayAcquire(lock) => lock.as_ref(),
                _ => continue,
            };
            taken.entry(lock).or_default().push(node);
        }
        let mut found = BlockSet::new(self.team.nodes.len());
        for (lock, nodes) in taken {
            for reached in locks::without_release(self.team, &nodes, lock) {
                let sure =
                    lock.is_some_and(|lock| lock.is_fixed() && self.held(reached).contains(lock));
                if !sure {
                    found.insert(index(reached));
                }
            }
        }
        found
    }

    /// Can two nodes not be run at once because both need the same lock, as far as is known which they need?
    pub fn may_exclude_each_other(&self, one: NodeId, other: NodeId) -> bool {
        let (mine, theirs) = (self.held(one), self.held(other));
        if mine.iter().any(|lock| theirs.contains(lock)) {
            return true;
        }
        let loose = |node: NodeId, held: &[LockName]| {
            self.may_be_guarded(node) || held.iter().any(|lock| !lock.is_fixed())
        };
        let (one_is_loose, other_is_loose) = (loose(one, &mine), loose(other, &theirs));
        one_is_loose && (other_is_loose || !theirs.is_empty()) || other_is_loose && !mine.is_empty()
    }
}
