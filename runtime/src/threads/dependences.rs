//! The order `depend` clauses put the tasks of one maker into (OpenMP 5.2, 15.9.5), whatever order one run
//! happens to execute them in.

use std::collections::{HashMap, VecDeque};

/// How a task uses an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `in`
    In,
    /// `out`, `inout`, and what is not known.
    Out,
    /// `mutexinoutset`: one at a time, in any order.
    Mutex,
    /// `inoutset`
    Set,
}

/// An entry of a `depend` clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// The object's address; `None`: `omp_all_memory`.
    pub object: Option<usize>,
    /// How the task uses it.
    pub kind: Kind,
}

/// A task with dependences.
#[derive(Debug)]
struct Node {
    task: u64,
    maker: u64,
    all: Box<[Dependence]>,
}

/// How many tasks of a team are kept. Those made before the last so many count as ordered with all.
const WINDOW: usize = 256;

/// The latest tasks of a team that have dependences, in the order each maker made its own in.
#[derive(Debug, Default)]
pub struct Dependences(VecDeque<Node>);

impl Dependences {
    /// A task was made.
    pub fn add(&mut self, maker: u64, task: u64, all: impl Iterator<Item = Dependence>) {
        if self.0.len() == WINDOW {
            self.0.pop_front();
        }
        self.0.push_back(Node { task, maker, all: all.collect() });
    }

    /// There is no task.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The tasks of the same maker which nothing orders with a task.
    #[must_use]
    pub fn unordered_with(&self, task: u64) -> Vec<u64> {
        let found = self.0.iter().enumerate().find(|(_, node)| node.task == task);
        let Some((at, start)) = found else { return Vec::new() };
        let mut unordered = unordered(start, self.0.range(..at).rev());
        unordered.extend(self::unordered(start, self.0.range(at + 1..)));
        unordered
    }
}

/// Which of the tasks, going away from `start` in the order they were made in, no chain of dependences
/// joins with it.
fn unordered<'a>(start: &Node, others: impl Iterator<Item = &'a Node>) -> Vec<u64> {
    let mut joined = Uses::default();
    joined.add(&start.all);
    let mut unordered = Vec::new();
    for other in others.filter(|other| other.maker == start.maker) {
        if joined.order(&other.all) {
            joined.add(&other.all);
        } else {
            unordered.push(other.task);
        }
    }
    unordered
}

/// What several tasks do with objects.
#[derive(Default)]
struct Uses {
    /// The kinds by object; `None`: of different kinds.
    objects: HashMap<usize, Option<Kind>>,
    has_all_memory: bool,
}

impl Uses {
    fn add(&mut self, all: &[Dependence]) {
        for one in all {
            let Some(object) = one.object else {
                self.has_all_memory = true;
                continue;
            };
            let kind = self.objects.entry(object).or_insert(Some(one.kind));
            *kind = kind.filter(|&known| known == one.kind);
        }
    }

    /// Whether a task waits for one of these, or one of these for it.
    fn order(&self, all: &[Dependence]) -> bool {
        self.has_all_memory || all.iter().any(|one| self.orders(*one))
    }

    fn orders(&self, one: Dependence) -> bool {
        let Some(object) = one.object else { return true };
        let alike = matches!(one.kind, Kind::In | Kind::Set);
        self.objects.get(&object).is_some_and(|&known| !alike || known != Some(one.kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::random;

    fn on(object: usize, kind: Kind) -> Dependence {
        Dependence { object: Some(object), kind }
    }

    /// The definition: two tasks of a maker are ordered directly when they name the same object and do
    /// not both only read it, or both only add to it; and what is ordered with what lies between is.
    fn is_ordered(tasks: &[(u64, Vec<Dependence>)], one: usize, two: usize) -> bool {
        let direct = |one: usize, two: usize| {
            let same = |a: &Dependence, b: &Dependence| match (a.object, b.object) {
                (Some(x), Some(y)) => {
                    x == y && !(a.kind == b.kind && matches!(a.kind, Kind::In | Kind::Set))
                }
                _ => true,
            };
            tasks[one].0 == tasks[two].0
                && tasks[one].1.iter().any(|a| tasks[two].1.iter().any(|b| same(a, b)))
        };
        direct(one, two)
            || (one + 1..two).any(|middle| direct(one, middle) && is_ordered(tasks, middle, two))
    }

    #[test]
    fn chains_are_those_of_the_definition() {
        let mut next = random(99);
        let kinds = [Kind::In, Kind::In, Kind::Out, Kind::Mutex, Kind::Set];
        for _ in 0..400 {
            let mut tasks = Vec::new();
            for _ in 0..10 {
                let maker = u64::from(next(2));
                let mut all = Vec::new();
                for _ in 0..=next(2) {
                    let object = (next(20) > 0).then(|| next(6) as usize);
                    all.push(Dependence { object, kind: kinds[next(5) as usize] });
                }
                tasks.push((maker, all));
            }
            let mut known = Dependences::default();
            for (number, (maker, all)) in tasks.iter().enumerate() {
                known.add(*maker, number as u64, all.iter().copied());
            }
            for one in 0..tasks.len() {
                let found = known.unordered_with(one as u64);
                for two in (0..tasks.len()).filter(|&two| two != one) {
                    let same_maker = tasks[one].0 == tasks[two].0;
                    let ordered = is_ordered(&tasks, one.min(two), one.max(two));
                    let is_found = found.contains(&(two as u64));
                    assert_eq!(is_found, same_maker && !ordered, "{one} {two} {tasks:?}");
                }
            }
        }
    }

    #[test]
    fn what_was_forgotten_counts_as_ordered() {
        let mut known = Dependences::default();
        for task in 0..=WINDOW as u64 {
            known.add(1, task, std::iter::once(on(task as usize, Kind::Out)));
        }
        assert!(known.unordered_with(0).is_empty(), "it is not known any more");
        let last = known.unordered_with(WINDOW as u64);
        assert_eq!(last.len(), WINDOW - 1);
        assert!(!last.contains(&0));
    }
}
