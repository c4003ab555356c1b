//! A thread that takes a lock, or enters a critical region, it is inside of already waits for itself. One
//! that comes to a barrier with a lock waits for those that wait for the lock, and they for it. And threads of which
//! each waits for a lock that the next one holds wait for ever if the last one waits for the first.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Release};

use crate::job::lock;
use crate::threads::calls;
use crate::threads::ompt;
use crate::threads::task::{Held, Kind, Task};
use crate::threads::team::{State, Team};

/// Locks that one task took and another gave back. The standard has no such use of them, but what we know
/// of their holder would be wrong.
static SHARED: Mutex<Vec<u64>> = Mutex::new(Vec::new());

/// There are such locks.
static ANY_SHARED: AtomicBool = AtomicBool::new(false);

/// The task is about to wait for a lock. Where it holds it already, how it does.
#[must_use]
pub fn held_by(task: &Task, wanted: u64) -> Option<Held> {
    let mut next = Some(task);
    while let Some(task) = next {
        if let Some(held) = task.locks.iter().find(|held| held.lock == wanted) {
            return is_owned(wanted).then_some(held);
        }
        // Those that wait for this one to end cannot give their locks back before. Of other tasks the
        // thread has begun nothing is said: they may be untied and go on elsewhere.
        next = task.outer();
    }
    None
}

/// A thread that waits for a lock another keeps while that waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The number of the thread that waits for the lock.
    pub waiter: u32,
    /// Where it does.
    pub wanted_at: usize,
    /// The number of the thread that keeps it.
    pub keeper: u32,
    /// Where that took it.
    pub taken_at: usize,
    /// What it waits for.
    pub waits_for: WaitsFor,
}

/// What who keeps a lock waits for, and so for the one that waits for the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitsFor {
    /// Its team, in a barrier or at the end of the region.
    Team,
    /// The tasks it has made.
    Tasks,
}

/// How many barriers a thread has come to, the end of the region counted as one.
fn barriers(team: &Team, task: &Task) -> u64 {
    let (state, progress, _) = team.told_by(task);
    u64::from(progress.barriers) + u64::from(state == State::Ended)
}

/// A thread of a team is about to wait for a lock. Another that keeps it in a barrier this one has not come
/// to waits for it in turn.
///
/// The thread that waits says so before it looks at what others keep, and one that keeps a lock says so
/// before it looks at what others wait for: of two that do this at the same time, one sees the other.
#[must_use]
pub fn waits_for_keeper(task: &Task, wanted: u64, address: usize) -> Option<Kept> {
    let team = task.team().filter(|team| team.is_parallel())?;
    if task.kind.get() != Kind::Implicit || task.is_untied.get() {
        return None;
    }
    task.lock_wait.want(wanted, address);
    team.members().find_map(|other| {
        let taken_at = other.lock_wait.kept(wanted)?;
        let kept = barriers(team, other) > barriers(team, task) && is_owned(wanted);
        kept.then_some(Kept {
            waiter: task.index.get(),
            wanted_at: address,
            keeper: other.index.get(),
            taken_at,
            waits_for: WaitsFor::Team,
        })
    })
}

/// A thread of a team comes to a barrier, or to the end of the region, which it has told already. Somebody
/// who has not come there may wait for a lock that it keeps.
#[must_use]
pub fn keeps_from_waiter(task: &Task, team: &Team) -> Option<Kept> {
    let own = |held: &Held| !held.is_region && held.lock & FOREIGN == 0;
    task.locks.iter().find(own)?;
    task.lock_wait.keep(task.locks.iter().filter(own));
    team.members().find_map(|other| {
        let (wanted, wanted_at) = other.lock_wait.wanted()?;
        let held = task.locks.iter().find(|held| held.lock == wanted && own(held))?;
        let kept = barriers(team, task) > barriers(team, other) && is_owned(wanted);
        kept.then_some(Kept {
            waiter: other.index.get(),
            wanted_at,
            keeper: task.index.get(),
            taken_at: held.address,
            waits_for: WaitsFor::Team,
        })
    })
}

/// A thread that waits for a lock, and where it took the one that another waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiter {
    /// Its number.
    pub thread: u32,
    /// Where it waits.
    pub wanted_at: usize,
    /// Where it took what the one before it waits for.
    pub taken_at: usize,
}

/// A thread of a team is about to wait for a lock or a critical region. If threads wait for each other in a circle
/// then, those of the circle, this one first.
///
/// Each says what it holds, and then what it waits for, before it looks at the others: the one that closes the circle
/// sees it. What was seen is looked at again from its end: the last one waits for what this thread holds, so it
/// stays where it is and keeps what it has, and so does the one before it.
#[must_use]
pub fn waits_in_circle(task: &Task, wanted: u64, address: usize) -> Option<Vec<Waiter>> {
    let team = task.team().filter(|team| team.is_parallel())?;
    if task.kind.get() != Kind::Implicit || task.is_untied.get() {
        return None;
    }
    let own = |held: &Held| held.lock & FOREIGN == 0;
    if task.locks.iter().any(|held| own(&held)) {
        task.lock_wait.keep(task.locks.iter().filter(own));
    }
    task.lock_wait.want(wanted, address);
    let mut circle: Vec<(&Task, u64, u64)> = Vec::new();
    let mut lock = wanted;
    let first = loop {
        let keeper = team.members().find(|other| {
            !std::ptr::eq(*other, task) && other.lock_wait.kept(lock).is_some() && is_owned(lock)
        })?;
        let (next, _) = keeper.lock_wait.wanted()?;
        if circle.iter().any(|(known, ..)| std::ptr::eq(*known, keeper)) {
            return None;
        }
        circle.push((keeper, lock, next));
        if let Some(held) = task.locks.iter().find(|held| held.lock == next) {
            break Waiter { thread: task.index.get(), wanted_at: address, taken_at: held.address };
        }
        lock = next;
    };
    let mut waiters = vec![first];
    for (keeper, kept, wanted) in circle.iter().rev() {
        let (now, wanted_at) = keeper.lock_wait.wanted()?;
        let taken_at = keeper.lock_wait.kept(*kept)?;
        if now != *wanted || !is_owned(*wanted) {
            return None;
        }
        waiters.push(Waiter { thread: keeper.index.get(), wanted_at, taken_at });
    }
    Some(waiters)
}

/// Only who took the lock gives it back.
fn is_owned(wanted: u64) -> bool {
    !ANY_SHARED.load(Acquire) || !lock(&SHARED).contains(&wanted)
}

/// Explicit tasks that wait for locks, and tasks that wait for those they have made, with locks. Who made a task and
/// waits for it does not go on before it ends.
static TASKS: Mutex<Waits> = Mutex::new(Waits { wanting: Vec::new(), awaiting: Vec::new() });

struct Waits {
    wanting: Vec<Wanting>,
    awaiting: Vec<Awaiting>,
}

/// An explicit task is about to wait for a lock, or does.
struct Wanting {
    task: u64,
    maker: u64,
    thread: u32,
    lock: u64,
    address: usize,
}

/// A task waits for those it has made, and holds locks.
struct Awaiting {
    task: u64,
    thread: u32,
    locks: Vec<Held>,
}

impl Awaiting {
    fn keeps_from(&self, wanting: &Wanting) -> Option<Kept> {
        let held = self.locks.iter().find(|held| held.lock == wanting.lock)?;
        (wanting.maker == self.task && is_owned(held.lock)).then_some(Kept {
            waiter: wanting.thread,
            wanted_at: wanting.address,
            keeper: self.thread,
            taken_at: held.address,
            waits_for: WaitsFor::Tasks,
        })
    }
}

/// An explicit task is about to wait for a lock. Who made it may keep that until it ends.
#[must_use]
pub fn waits_for_maker(task: &Task, wanted: u64, address: usize) -> Option<Kept> {
    if task.kind.get() != Kind::Deferred {
        return None;
    }
    let wanting = Wanting {
        task: task.serial.get(),
        maker: task.creation.get().0,
        thread: task.index.get(),
        lock: wanted,
        address,
    };
    let mut waits = lock(&TASKS);
    let kept = waits.awaiting.iter().find_map(|awaiting| awaiting.keeps_from(&wanting));
    waits.wanting.push(wanting);
    kept
}

/// A task comes to where it waits for those it has made. One of them may wait for a lock that it keeps.
#[must_use]
pub fn awaits_tasks(task: &Task) -> Option<Kept> {
    let own = |held: &Held| held.lock & FOREIGN == 0;
    let locks: Vec<Held> = task.locks.iter().filter(own).collect();
    if locks.is_empty() {
        return None;
    }
    let awaiting = Awaiting { task: task.serial.get(), thread: task.index.get(), locks };
    let mut waits = lock(&TASKS);
    let kept = waits.wanting.iter().find_map(|wanting| awaiting.keeps_from(wanting));
    waits.awaiting.push(awaiting);
    kept
}

/// The tasks it has made have ended.
pub fn goes_on_without_tasks(task: &Task) {
    if task.locks.iter().next().is_some() {
        lock(&TASKS).awaiting.retain(|awaiting| awaiting.task != task.serial.get());
    }
}

/// The task got a lock.
pub fn acquired(task: &Task, held: Held) {
    task.lock_wait.got();
    if task.kind.get() == Kind::Deferred {
        lock(&TASKS).wanting.retain(|wanting| wanting.task != task.serial.get());
    }
    task.locks.push(held);
}

/// The task gave a lock back.
pub fn released(task: &Task, released: u64) {
    if !task.locks.remove(|held| held.lock == released) {
        let mut shared = lock(&SHARED);
        if !shared.contains(&released) {
            shared.push(released);
        }
        ANY_SHARED.store(true, Release);
    }
    calls::unlocked(task);
}

/// What keeps locks that are not OpenMP's apart from those that are: no address has the bit.
const FOREIGN: u64 = 1 << 63;

/// The thread took a lock that is not OpenMP's. It may be recursive, so it is no deadlock to take it
/// twice, but what stands under it is in order.
pub fn taken(lock: u64) {
    if let Some(task) = ompt::current() {
        task.locks.push(Held { lock: lock | FOREIGN, address: 0, is_region: false });
    }
}

/// The thread gives a lock back that is not OpenMP's.
pub fn given_back(lock: u64) {
    if let Some(task) = ompt::current() {
        task.locks.remove(|held| held.lock == lock | FOREIGN);
        calls::unlocked(task);
    }
}
