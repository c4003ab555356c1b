//! Which calls of MPI may run at the same time, told from the regions they stand in: what one run did by
//! chance does not count, but what every run has to do in order does.

use crate::mpi::Word as Handle;
use crate::threads::word::Word;

/// Where a call stands in a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// Directly in the region, or in `masked`: always executed by this thread.
    Thread {
        /// The thread's number.
        index: u32,
        /// Its task.
        task: u64,
        /// Times it had waited for tasks.
        waits: u32,
        /// Tasks it had made.
        children: u32,
    },
    /// A `single`, by the number of the worksharing construct: any thread.
    Single(u32),
    /// A section, executed by the thread `index`, which is one of the thread's own sections.
    Sections {
        /// Number of the worksharing construct.
        number: u32,
        /// The thread.
        index: u32,
    },
    /// A loop whose iterations are given to certain threads.
    Loop {
        /// Number of the worksharing construct.
        number: u32,
        /// The thread.
        index: u32,
    },
    /// A chunk of a loop that goes to whichever thread asks.
    Chunk {
        /// Number of the worksharing construct.
        number: u32,
        /// The thread that got it.
        index: u32,
        /// The how-many-th chunk of this thread.
        chunk: u32,
    },
    /// A task.
    Task {
        /// The task.
        task: u64,
        /// Who made it.
        creator: u64,
        /// Times the creator had waited for tasks.
        waits: u32,
        /// Tasks the creator had made before.
        child: u32,
        /// Thread number of the implicit task it comes from.
        index: u32,
        /// It has dependences.
        is_ordered: bool,
    },
}

impl Region {
    /// What it is called in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Thread { .. } => "directly in the parallel region",
            Self::Single(_) => "in a single region",
            Self::Sections { .. } => "in a section",
            Self::Loop { .. } | Self::Chunk { .. } => "in an iteration of a worksharing loop",
            Self::Task { .. } => "in a task",
        }
    }

    /// Several threads of the team execute the same code here.
    #[must_use]
    pub fn is_shared(self) -> bool {
        matches!(self, Self::Thread { .. } | Self::Loop { .. } | Self::Chunk { .. })
    }

    /// Whether nothing orders what stands in two regions of one team between two barriers, whichever
    /// thread executes them. When it is not known, the answer is `false`.
    #[must_use]
    pub fn may_overlap(self, other: Self) -> bool {
        use Region::{Chunk, Loop, Sections, Single, Task, Thread};
        match (self, other) {
            (Task { .. }, Task { .. }) => are_unordered_siblings(self, other),
            (Task { creator, waits, child, index, is_ordered, .. }, beside)
            | (beside, Task { creator, waits, child, index, is_ordered, .. }) => match beside {
                Thread { task, waits: now, children, .. } if task == creator => {
                    // Behind the task in its creator's text, and not waited for.
                    waits == now && children > child && !is_ordered
                }
                Thread { index: beside, .. }
                | Sections { index: beside, .. }
                | Loop { index: beside, .. }
                | Chunk { index: beside, .. } => beside != index,
                Single(_) | Task { .. } => false,
            },
            (Single(first), Single(second)) => first != second,
            (Single(_), _) | (_, Single(_)) => true,
            (
                Chunk { number: first, index, chunk },
                Chunk { number: second, index: beside, chunk: other },
            ) => first != second || index != beside || chunk != other,
            (Sections { number: first, index }, Sections { number: second, index: beside }) => {
                first != second || index != beside
            }
            (Chunk { .. } | Sections { .. }, _) | (_, Chunk { .. } | Sections { .. }) => true,
            (
                Thread { index, .. } | Loop { index, .. },
                Thread { index: beside, .. } | Loop { index: beside, .. },
            ) => index != beside,
        }
    }
}

/// Tasks one task made without waiting between, none of them with dependences.
fn are_unordered_siblings(one: Region, other: Region) -> bool {
    let (
        Region::Task { task, creator, waits, is_ordered, .. },
        Region::Task { task: other, creator: parent, waits: then, is_ordered: ordered, .. },
    ) = (one, other)
    else {
        return false;
    };
    task != other && creator == parent && waits == then && !is_ordered && !ordered
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
        self.count += 1;
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// The team's barriers before.
    pub phase: u32,
    /// Where it stands.
    pub region: Region,
    /// The locks that were held.
    pub locks: Locks,
    /// The operation called.
    pub operation: u16,
    /// The communicator, window or file of a collective.
    pub collective_on: Option<(Handle, u8)>,
    /// A [`lockstep_core::abi::Site`], or a return address.
    pub address: usize,
    /// It is a site.
    pub is_site: bool,
    /// The thread's number in the team.
    pub thread: u32,
    /// Its word.
    pub word: Word,
}

impl Record {
    /// Whether two calls of a team may run at the same time.
    #[must_use]
    pub fn may_overlap(&self, other: &Self) -> bool {
        self.phase == other.phase
            && self.region.may_overlap(other.region)
            && !self.locks.may_share(&other.locks)
    }

    /// Both are collectives of one communicator.
    #[must_use]
    pub fn is_collective_with(&self, other: &Self) -> bool {
        self.collective_on.is_some() && self.collective_on == other.collective_on
    }
}

/// How many calls a team keeps.
const KEPT: usize = 64;

/// Compares a call with those of its team, and keeps it. Gives the first one it may overlap with of
/// which `is_wrong` holds.
pub fn compare(
    calls: &mut Vec<Record>,
    call: &Record,
    is_wrong: impl Fn(&Record) -> bool,
) -> Option<Record> {
    // Tasks run up to the barrier after the one they were made behind, and no further.
    calls.retain(|known| known.phase + 1 >= call.phase);
    let found = calls.iter().find(|known| known.may_overlap(call) && is_wrong(known)).copied();
    let same = |known: &Record| {
        (known.phase, known.region, known.locks, known.collective_on, known.operation)
            == (call.phase, call.region, call.locks, call.collective_on, call.operation)
    };
    if found.is_none() && !calls.iter().any(same) {
        if calls.len() >= KEPT {
            calls.remove(0);
        }
        calls.push(*call);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thread(index: u32) -> Region {
        Region::Thread { index, task: u64::from(index) + 1, waits: 0, children: 0 }
    }

    fn task(task: u64, creator: u64, waits: u32, child: u32) -> Region {
        Region::Task { task, creator, waits, child, index: 0, is_ordered: false }
    }

    #[test]
    fn what_is_ordered_is_the_same_both_ways() {
        let regions = [
            thread(0),
            thread(1),
            Region::Single(1),
            Region::Single(2),
            Region::Sections { number: 1, index: 0 },
            Region::Sections { number: 1, index: 1 },
            Region::Loop { number: 1, index: 0 },
            Region::Loop { number: 2, index: 1 },
            Region::Chunk { number: 1, index: 0, chunk: 1 },
            Region::Chunk { number: 1, index: 0, chunk: 2 },
            task(7, 1, 0, 0),
            task(8, 1, 0, 1),
        ];
        for one in regions {
            assert!(!one.may_overlap(one), "{one:?} with itself");
            for other in regions {
                assert_eq!(one.may_overlap(other), other.may_overlap(one), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn regions_that_any_thread_may_execute_overlap_whoever_did() {
        assert!(Region::Single(1).may_overlap(Region::Single(2)));
        assert!(Region::Single(1).may_overlap(thread(0)));
        assert!(thread(0).may_overlap(thread(1)));
        assert!(!thread(0).may_overlap(thread(0)));
        let chunk = |chunk| Region::Chunk { number: 3, index: 1, chunk };
        assert!(chunk(1).may_overlap(chunk(2)));
        assert!(!Region::Loop { number: 1, index: 1 }.may_overlap(thread(1)));
    }

    #[test]
    fn tasks_overlap_unless_something_orders_them() {
        assert!(task(7, 1, 0, 0).may_overlap(task(8, 1, 0, 1)));
        assert!(!task(7, 1, 0, 0).may_overlap(task(8, 1, 1, 1)), "a taskwait is between");
        assert!(!task(7, 1, 0, 0).may_overlap(task(8, 2, 0, 0)), "not known");
        let creator = |waits, children| Region::Thread { index: 0, task: 1, waits, children };
        assert!(task(7, 1, 0, 0).may_overlap(creator(0, 1)));
        assert!(!task(7, 1, 0, 0).may_overlap(creator(0, 0)), "the call was before");
        assert!(!task(7, 1, 0, 0).may_overlap(creator(1, 1)), "waited for");
        assert!(task(7, 1, 0, 0).may_overlap(thread(1)));
        let dependent =
            Region::Task { task: 9, creator: 1, waits: 0, child: 2, index: 0, is_ordered: true };
        assert!(!task(7, 1, 0, 0).may_overlap(dependent));
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
