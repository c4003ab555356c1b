//! Which calls of MPI may run at the same time, told from the regions they stand in: what one run did by
//! chance does not count, but what every run has to do in order does.

use crate::threads::calls::Observed;

/// What a thread of a team is inside of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// Directly in the region, or in `masked`: always executed by this thread.
    Thread,
    /// A `single`, by the number of the worksharing construct: any thread.
    Single(u32),
    /// `sections`, by number; what this thread has of them.
    Sections(u32),
    /// A loop, by number, whose iterations are given to certain threads.
    Loop(u32),
    /// A chunk of a loop that goes to whichever thread asks: the loop, and the how-many-th of the thread.
    Chunk(u32, u32),
    /// A task.
    Task {
        /// Who made it.
        creator: u64,
        /// Times the creator had waited for tasks.
        waits: u32,
        /// Tasks the creator had made before.
        child: u32,
        /// It has dependences, which order it among its siblings.
        is_dependent: bool,
    },
}

impl Region {
    /// What it is called in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Thread => "directly in the parallel region",
            Self::Single(_) => "in a single region",
            Self::Sections(_) => "in a section",
            Self::Loop(_) | Self::Chunk(..) => "in an iteration of a worksharing loop",
            Self::Task { .. } => "in a task",
        }
    }

    /// Several threads of the team execute the same code here.
    #[must_use]
    pub fn is_shared(self) -> bool {
        matches!(self, Self::Thread | Self::Loop(_) | Self::Chunk(..))
    }
}

/// Where something stands in a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The thread's number; of a task, that of the implicit task it comes from.
    pub index: u32,
    /// The task.
    pub task: u64,
    /// Times it had waited for tasks.
    pub waits: u32,
    /// Tasks it had made.
    pub children: u32,
    /// What it is inside of.
    pub region: Region,
}

impl Spot {
    /// Whether nothing orders what stands in two spots of one team between two barriers, whichever
    /// thread executes them; `unordered` tells of a task whether no dependence orders it with that of this
    /// spot.
    /// When it is not known, the answer is `false`.
    #[must_use]
    pub fn may_overlap(&self, other: &Self, unordered: &dyn Fn(u64) -> bool) -> bool {
        use Region::{Chunk, Loop, Sections, Single, Task, Thread};
        let same_thread = self.index == other.index;
        match (self.region, other.region) {
            (Task { .. }, Task { .. }) => self.is_unordered_task(other, unordered),
            (Task { .. }, _) => self.is_task_beside(other),
            (_, Task { .. }) => other.is_task_beside(self),
            (Single(one), Single(two)) => one != two,
            (Sections(one), Sections(two)) => one != two || !same_thread,
            (Chunk(..), Chunk(..)) => !same_thread || self.region != other.region,
            // Any thread may come to these, also one that is not the other's.
            (Single(_) | Sections(_) | Chunk(..), _) | (_, Single(_) | Sections(_) | Chunk(..)) => {
                true
            }
            (Thread | Loop(_), Thread | Loop(_)) => !same_thread,
        }
    }

    /// Both are tasks that no barrier is between, and either they come from different threads of the
    /// team, or one task made both without waiting between, and no dependences order them.
    fn is_unordered_task(&self, other: &Self, unordered: &dyn Fn(u64) -> bool) -> bool {
        let origin = |spot: &Self| match spot.region {
            Region::Task { creator, waits, is_dependent, .. } => {
                Some(((creator, waits), is_dependent))
            }
            _ => None,
        };
        let (Some((mine, my)), Some((theirs, their))) = (origin(self), origin(other)) else {
            return false;
        };
        let sibling = self.task != other.task && mine == theirs;
        self.index != other.index || sibling && (!my || !their || unordered(other.task))
    }

    /// This is a task, and the other, which is none, is not ordered with it.
    fn is_task_beside(&self, other: &Self) -> bool {
        let Region::Task { creator, waits, child, .. } = self.region else { return false };
        if other.task == creator {
            // Behind the task in its creator's text, and not waited for.
            return other.waits == waits && other.children > child;
        }
        other.index != self.index
    }
}

/// How many locks of a thread are compared.
const LOCKS: usize = 8;

/// Locks a thread holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Locks {
    all: [u64; LOCKS],
    count: usize,
}

impl Locks {
    /// Adds a lock. What does not fit could be one both hold.
    pub fn add(&mut self, lock: u64) {
        if let Some(slot) = self.all.get_mut(self.count) {
            *slot = lock;
        }
        self.count = self.count.saturating_add(1).min(LOCKS + 1);
    }

    /// There are others, which are not known.
    pub fn add_unknown(&mut self) {
        self.count = LOCKS + 1;
    }

    /// Whether both surely have a lock in common, or could have.
    #[must_use]
    pub fn may_share(&self, other: &Self) -> bool {
        let known = |locks: &Self| locks.count.min(LOCKS);
        let mine = self.all.get(..known(self)).unwrap_or_default();
        let theirs = other.all.get(..known(other)).unwrap_or_default();
        let both = self.count > 0 && other.count > 0;
        both && (self.count > LOCKS || other.count > LOCKS)
            || mine.iter().any(|lock| theirs.contains(lock))
    }
}

/// A call of MPI in a team.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// The team's barriers before.
    pub phase: u32,
    /// Where it stands.
    pub spot: Spot,
    /// The locks that were held.
    pub locks: Locks,
    /// A task, made under locks: its maker may wait for it before it gives them back.
    pub is_under_lock: bool,
    /// The call.
    pub call: Observed,
}

impl Record {
    /// Whether two calls of a team may run at the same time; `unordered` as for [`Spot::may_overlap`].
    #[must_use]
    pub fn may_overlap(&self, other: &Self, unordered: &dyn Fn(u64) -> bool) -> bool {
        self.phase == other.phase
            && self.spot.may_overlap(&other.spot, unordered)
            && !self.all_locks().may_share(&other.all_locks())
    }

    /// With those of the maker, which could be any.
    fn all_locks(&self) -> Locks {
        let mut locks = self.locks;
        if self.is_under_lock {
            locks.add_unknown();
        }
        locks
    }

    /// Both are collectives of one communicator.
    #[must_use]
    pub fn is_collective_with(&self, other: &Self) -> bool {
        self.call.collective_on.is_some() && self.call.collective_on == other.call.collective_on
    }
}

/// Tasks made under locks that their maker gave back without having waited for them: what it did under
/// the locks is not what they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unlocked {
    /// The barriers of the team before.
    pub phase: u32,
    /// Who made them.
    pub creator: u64,
    /// Times the creator had waited for tasks.
    pub waits: u32,
    /// Tasks the creator had made when it gave the last lock back.
    pub children: u32,
}

impl Unlocked {
    fn covers(&self, record: &Record) -> bool {
        let Region::Task { creator, waits, child, .. } = record.spot.region else { return false };
        (self.phase, self.creator, self.waits) == (record.phase, creator, waits)
            && child < self.children
    }
}

/// How many calls a team keeps.
const KEPT: usize = 64;

/// The calls of a team in the threads' present phases.
#[derive(Debug, Default)]
pub struct Calls {
    known: Vec<Record>,
    unlocked: Vec<Unlocked>,
    /// Loops, by number, whose iterations wait for others; `true`: each for the one before it.
    chained: Vec<(u32, bool)>,
}

impl Calls {
    /// Compares a call with those of its team, and keeps it. Gives the first one it may overlap with of
    /// which `is_wrong` holds. `unordered` as for [`Spot::may_overlap`].
    pub fn compare(
        &mut self,
        call: &Record,
        unordered: &dyn Fn(u64) -> bool,
        is_wrong: impl Fn(&Record) -> bool,
    ) -> Option<Record> {
        // Tasks run up to the barrier after the one they were made behind, and no further.
        self.known.retain(|known| known.phase + 1 >= call.phase);
        self.unlocked.retain(|tasks| tasks.phase + 1 >= call.phase);
        let is_unlocked = self.unlocked.iter().any(|tasks| tasks.covers(call));
        let call = Record { is_under_lock: call.is_under_lock && !is_unlocked, ..*call };
        let overlaps = |known: &&Record| {
            is_wrong(known) && call.may_overlap(known, unordered) && !self.are_chained(&call, known)
        };
        let found = self.known.iter().find(overlaps).copied();
        let same = |known: &Record| {
            let told = |of: &Record| (of.phase, of.spot, of.call.collective_on, of.call.operation);
            told(known) == told(&call) && known.all_locks() == call.all_locks()
        };
        if found.is_none() && !self.known.iter().any(same) {
            if self.known.len() >= KEPT {
                self.known.remove(0);
            }
            self.known.push(call);
        }
        found
    }

    /// Nothing orders these tasks but what they do themselves. Gives those of the known calls that they
    /// made: they have to be compared again.
    pub fn unlock(&mut self, tasks: Unlocked) -> Vec<Record> {
        let mut calls = Vec::new();
        for known in self.known.iter_mut().filter(|known| tasks.covers(known)) {
            if std::mem::take(&mut known.is_under_lock) {
                calls.push(*known);
            }
        }
        let maker = |of: &Unlocked| (of.phase, of.creator, of.waits);
        self.unlocked.retain(|older| maker(older) != maker(&tasks));
        if self.unlocked.len() >= KEPT {
            self.unlocked.remove(0);
        }
        self.unlocked.push(tasks);
        calls
    }

    /// Iterations of the loop of this number wait for others (`ordered` with `doacross`, OpenMP 5.2, 15.9.7):
    /// its calls count as ordered, unless it is [loose](Self::loosen).
    pub fn chain(&mut self, number: u32) {
        if !self.chained.iter().any(|(known, _)| *known == number) {
            if self.chained.len() >= KEPT {
                self.chained.remove(0);
            }
            self.chained.push((number, true));
        }
    }

    /// An iteration of the loop has waited for one that is not the one before it: several go on at once.
    pub fn loosen(&mut self, number: u32) {
        self.chained.iter_mut().filter(|known| known.0 == number).for_each(|known| known.1 = false);
    }

    /// Are both calls in one loop whose iterations wait for each other?
    fn are_chained(&self, one: &Record, other: &Record) -> bool {
        let number = |record: &Record| match record.spot.region {
            Region::Loop(number) | Region::Chunk(number, _) => Some(number),
            _ => None,
        };
        number(one)
            .is_some_and(|own| number(other) == Some(own) && self.chained.contains(&(own, true)))
    }

    /// The handle is freed: what has it next is another communicator, window or file.
    pub fn forget_handle(&mut self, handle: (usize, u8)) {
        for known in &mut self.known {
            if known.call.collective_on == Some(handle) {
                known.call.collective_on = None;
            }
        }
    }

    /// Forgets them all.
    pub fn clear(&mut self) {
        self.known.clear();
        self.unlocked.clear();
        self.chained.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dispatch::Origin;
    use crate::threads::word::{Level, Word};

    fn spot(index: u32, region: Region) -> Spot {
        Spot { index, task: u64::from(index) + 1, waits: 0, children: 0, region }
    }

    fn thread(index: u32) -> Spot {
        spot(index, Region::Thread)
    }

    fn task(task: u64, creator: u64, waits: u32, child: u32) -> Spot {
        let region = Region::Task { creator, waits, child, is_dependent: false };
        Spot { task, ..spot(0, region) }
    }

    #[test]
    fn what_is_ordered_is_the_same_both_ways() {
        let mut spots = vec![task(7, 1, 0, 0), task(8, 1, 0, 1), task(9, 2, 0, 0)];
        for index in 0..2 {
            let regions = [
                Region::Thread,
                Region::Single(1),
                Region::Single(2),
                Region::Sections(1),
                Region::Loop(1),
                Region::Loop(2),
                Region::Chunk(1, 1),
                Region::Chunk(1, 2),
            ];
            spots.extend(regions.map(|region| spot(index, region)));
        }
        for one in &spots {
            assert!(!one.may_overlap(one, &|_| false), "{one:?} with itself");
            for other in &spots {
                assert_eq!(
                    one.may_overlap(other, &|_| false),
                    other.may_overlap(one, &|_| false),
                    "{one:?} {other:?}"
                );
            }
        }
    }

    #[test]
    fn regions_that_any_thread_may_execute_overlap_whoever_did() {
        let by = |region| spot(1, region);
        assert!(by(Region::Single(1)).may_overlap(&by(Region::Single(2)), &|_| false));
        assert!(!by(Region::Single(1)).may_overlap(&spot(0, Region::Single(1)), &|_| false));
        assert!(by(Region::Single(1)).may_overlap(&thread(1), &|_| false));
        assert!(thread(0).may_overlap(&thread(1), &|_| false));
        assert!(!thread(0).may_overlap(&thread(0), &|_| false));
        assert!(by(Region::Chunk(3, 1)).may_overlap(&by(Region::Chunk(3, 2)), &|_| false));
        assert!(!by(Region::Loop(1)).may_overlap(&thread(1), &|_| false));
        assert!(by(Region::Loop(1)).may_overlap(&spot(0, Region::Loop(1)), &|_| false));
    }

    #[test]
    fn tasks_overlap_unless_something_orders_them() {
        assert!(task(7, 1, 0, 0).may_overlap(&task(8, 1, 0, 1), &|_| false));
        assert!(
            !task(7, 1, 0, 0).may_overlap(&task(8, 1, 1, 1), &|_| false),
            "a taskwait is between"
        );
        assert!(!task(7, 1, 0, 0).may_overlap(&task(8, 2, 0, 0), &|_| false), "not known");
        let elsewhere = Spot { index: 1, ..task(8, 2, 3, 0) };
        assert!(task(7, 1, 0, 0).may_overlap(&elsewhere, &|_| false), "other threads made them");
        for region in [Region::Thread, Region::Single(1), Region::Loop(2)] {
            let creator = |waits, children| Spot { waits, children, ..spot(0, region) };
            assert!(task(7, 1, 0, 0).may_overlap(&creator(0, 1), &|_| false));
            assert!(
                !task(7, 1, 0, 0).may_overlap(&creator(0, 0), &|_| false),
                "the call was before"
            );
            assert!(!task(7, 1, 0, 0).may_overlap(&creator(1, 1), &|_| false), "waited for");
            assert!(task(7, 1, 0, 0).may_overlap(&spot(1, region), &|_| false));
        }
        let dependent = |task, child| {
            let region = Region::Task { creator: 1, waits: 0, child, is_dependent: true };
            Spot { task, ..spot(0, region) }
        };
        let (one, two) = (dependent(9, 2), dependent(10, 3));
        assert!(!one.may_overlap(&two, &|_| false), "ordered, or not known");
        assert!(one.may_overlap(&two, &|task| task == 10));
        assert!(one.may_overlap(&task(7, 1, 0, 0), &|_| false), "that one depends on nothing");
    }

    #[test]
    fn a_task_made_under_a_lock_is_ordered_by_it_if_it_was_waited_for() {
        let call = Observed {
            operation: 1,
            origin: Origin { address: 0, is_site: false },
            collective_on: Some((1, 0)),
            on_main: false,
            provided: Level::Serialized,
            word: Word::default(),
        };
        let made = |maker: u32, child| {
            let spot = Spot {
                index: maker,
                ..task(u64::from(10 * maker + child), u64::from(maker), 3, child)
            };
            Record { phase: 2, spot, locks: Locks::default(), is_under_lock: true, call }
        };
        let given_back = |creator, waits, children| Unlocked { phase: 2, creator, waits, children };
        let compare = |calls: &mut Calls, record: &Record| {
            calls.compare(record, &|_| false, |_| true).map(|other| other.spot)
        };
        let (one, two) = (made(1, 4), made(2, 0));

        let mut calls = Calls::default();
        assert_eq!(compare(&mut calls, &one), None);
        assert_eq!(compare(&mut calls, &two), None, "their makers may wait for them");
        assert!(calls.unlock(given_back(1, 4, 5)).is_empty(), "it has waited");
        assert!(calls.unlock(given_back(1, 3, 4)).is_empty(), "it was not made yet");
        // The calls come first. The other may stand under the lock: this one does not.
        let again = calls.unlock(given_back(1, 3, 5));
        assert_eq!(again.len(), 1);
        assert_eq!(again.iter().find_map(|record| compare(&mut calls, record)), Some(two.spot));
        // The locks are given back first.
        let mut calls = Calls::default();
        assert!(
            calls.unlock(given_back(1, 3, 5)).is_empty()
                && calls.unlock(given_back(2, 3, 1)).is_empty()
        );
        assert_eq!(compare(&mut calls, &one), None);
        assert_eq!(compare(&mut calls, &two), Some(one.spot));
    }

    #[test]
    fn a_handle_that_was_freed_is_not_the_next_one_with_its_number() {
        let call = |handle| Observed {
            operation: 1,
            origin: Origin { address: 0, is_site: false },
            collective_on: Some((handle, 0)),
            on_main: false,
            provided: Level::Multiple,
            word: Word::default(),
        };
        let of_thread = |index, handle| Record {
            phase: 2,
            spot: thread(index),
            locks: Locks::default(),
            is_under_lock: false,
            call: call(handle),
        };
        let mut calls = Calls::default();
        let compare = |calls: &mut Calls, index| {
            let record = of_thread(index, 5);
            calls.compare(&record, &|_| false, |known| known.is_collective_with(&record)).is_some()
        };
        assert!(!compare(&mut calls, 0));
        calls.forget_handle((6, 0));
        assert!(compare(&mut calls, 1), "that was another one");
        calls.forget_handle((5, 0));
        assert!(!compare(&mut calls, 1));
    }

    #[test]
    fn a_common_lock_orders() {
        let locks = |all: &[u64]| {
            let mut locks = Locks::default();
            all.iter().for_each(|&lock| locks.add(lock));
            locks
        };
        assert!(locks(&[1, 2]).may_share(&locks(&[2])));
        assert!(!locks(&[1]).may_share(&locks(&[2])));
        assert!(!locks(&[]).may_share(&locks(&[2])));
        let many: Vec<u64> = (10..30).collect();
        assert!(locks(&many).may_share(&locks(&[2])), "it could be among those that are not kept");
    }
}
