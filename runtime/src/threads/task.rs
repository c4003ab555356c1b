//! A task, implicit or explicit: the constructs its thread is inside of, and from them its place in the
//! teams around it.
//!
//! A task's own part is written by the thread that executes it, and read by others only while that
//! thread waits for them (the encountering task of a region by the region's threads). What threads read
//! of each other at any time is in [`Published`].

use std::cell::Cell;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};

use crate::threads::overlap::{Locks, Region, Spot, Unlocked};
use crate::threads::team::{Progress, Published, Team};
use crate::threads::word::{Letter, Word};

/// How deep constructs of one task are followed. Only worksharing regions, `masked` and locks count,
/// and of the same team hardly two can be open.
const DEPTH: usize = 8;

/// What a task is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The code outside of all regions.
    #[default]
    Initial,
    /// A thread's part of a parallel region.
    Implicit,
    /// A `task` that may be executed later, by any thread of the team.
    Deferred,
    /// A `task` that is executed at once by the thread that came to it, which waits for it.
    Undeferred,
}

/// A construct a task is inside of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// A `single`, by the number of the worksharing construct.
    Single(u32),
    /// `sections`, by number.
    Sections(u32),
    /// A loop, by number; `true`: its chunks go to whichever thread comes.
    Loop(u32, bool),
    /// `master`, `masked`
    Masked,
}

/// How a thread holds a lock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// The lock, as OMPT names it.
    pub lock: u64,
    /// Where it was taken.
    pub address: usize,
    /// It is a `critical` or `ordered` region, not a lock.
    pub is_region: bool,
}

/// A list of a few.
#[derive(Debug)]
pub struct Few<T: Copy> {
    items: [Cell<T>; DEPTH],
    length: Cell<usize>,
    /// Those that did not fit, which are only counted.
    unknown: Cell<usize>,
}

impl<T: Copy + Default> Default for Few<T> {
    fn default() -> Self {
        let items = std::array::from_fn(|_| Cell::default());
        Self { items, length: Cell::new(0), unknown: Cell::new(0) }
    }
}

impl<T: Copy + Default> Few<T> {
    /// Adds one.
    pub fn push(&self, item: T) {
        let length = self.length.get();
        match self.items.get(length) {
            Some(slot) => {
                slot.set(item);
                self.length.set(length + 1);
            }
            None => self.unknown.set(self.unknown.get() + 1),
        }
    }

    /// Takes the last one away if `is_it` holds of it, or it is not known.
    pub fn pop_if(&self, is_it: impl Fn(&T) -> bool) {
        if let Some(unknown) = self.unknown.get().checked_sub(1) {
            self.unknown.set(unknown);
        } else if let Some(last) = self.length.get().checked_sub(1)
            && self.items.get(last).is_some_and(|item| is_it(&item.get()))
        {
            self.length.set(last);
        }
    }

    /// The last one that is known.
    pub fn last(&self) -> Option<T> {
        self.items.get(self.length.get().checked_sub(1)?).map(Cell::get)
    }

    /// All that are known.
    pub fn iter(&self) -> impl Iterator<Item = T> {
        self.items.iter().take(self.length.get()).map(Cell::get)
    }

    /// There are more than are known.
    pub fn has_unknown(&self) -> bool {
        self.unknown.get() > 0
    }

    /// Removes the latest one of which `is_it` holds, or one that is not known; `false`: there is none.
    pub fn remove(&self, is_it: impl Fn(&T) -> bool) -> bool {
        let all = self.items.get(..self.length.get()).unwrap_or_default();
        if let Some(at) = all.iter().rposition(|item| is_it(&item.get())) {
            for (to, from) in all.iter().skip(at).zip(all.iter().skip(at + 1)) {
                to.set(from.get());
            }
            self.length.set(self.length.get() - 1);
            return true;
        }
        let unknown = self.unknown.get().checked_sub(1);
        unknown.is_some_and(|unknown| {
            self.unknown.set(unknown);
            true
        })
    }

    fn clear(&self) {
        self.length.set(0);
        self.unknown.set(0);
    }
}

/// Locks kept into a barrier that others may read.
const KEPT: usize = 4;

/// What a thread tells the others about its locks.
#[derive(Debug, Default)]
pub struct LockWait {
    /// The lock it is about to wait for, 0: none; and where in the code.
    wanted: AtomicU64,
    wanted_at: AtomicU64,
    /// The locks it holds where it waits, in a barrier, at the end of the region or for a lock, and where it took
    /// them.
    kept: [AtomicU64; KEPT],
    kept_at: [AtomicU64; KEPT],
}

impl LockWait {
    /// It is about to wait for a lock.
    pub fn want(&self, lock: u64, address: usize) {
        self.wanted_at.store(address as u64, Relaxed);
        self.wanted.store(lock, SeqCst);
    }

    /// It got it.
    pub fn got(&self) {
        if self.wanted.load(Relaxed) != 0 {
            self.wanted.store(0, SeqCst);
            self.go_on();
        }
    }

    /// The lock it is about to wait for, and where.
    #[must_use]
    pub fn wanted(&self) -> Option<(u64, usize)> {
        let wanted = self.wanted.load(SeqCst);
        (wanted != 0).then(|| (wanted, self.wanted_at.load(Relaxed) as usize))
    }

    /// It is about to wait and holds these locks.
    pub fn keep(&self, locks: impl Iterator<Item = Held>) {
        for (held, (lock, at)) in locks.zip(self.kept.iter().zip(&self.kept_at)) {
            at.store(held.address as u64, Relaxed);
            lock.store(held.lock, SeqCst);
        }
    }

    /// It waits no longer.
    pub fn go_on(&self) {
        for lock in &self.kept {
            if lock.load(Relaxed) != 0 {
                lock.store(0, SeqCst);
            }
        }
    }

    /// Where a lock was taken that it holds where it waits.
    #[must_use]
    pub fn kept(&self, wanted: u64) -> Option<usize> {
        let index = self.kept.iter().position(|lock| lock.load(SeqCst) == wanted)?;
        Some(self.kept_at.get(index)?.load(Relaxed) as usize)
    }

    fn clear(&self) {
        self.wanted.store(0, Relaxed);
        self.kept.iter().for_each(|lock| lock.store(0, Relaxed));
    }
}

/// A task.
#[derive(Debug)]
pub struct Task {
    /// What others may read.
    pub published: Published,
    /// What it is.
    pub kind: Cell<Kind>,
    /// A number no other task has.
    pub serial: Cell<u64>,
    /// The team it belongs to; null outside of all regions.
    pub team: Cell<*const Team>,
    /// The task that waits while this one is executed: of an undeferred one.
    pub parent: Cell<*const Task>,
    /// The number of its thread in the team; of an explicit task, of the implicit task it comes from.
    pub index: Cell<u32>,
    /// How far it has come. Of an explicit task: the team's barriers when it was made.
    pub progress: Cell<Progress>,
    /// Chunks of the present loop it has got.
    pub chunk: Cell<u32>,
    /// The last iteration of its loop it has waited for, since it let others go on.
    pub awaited: Cell<Option<usize>>,
    /// The constructs it is inside of, the innermost last.
    pub open: Few<Open>,
    /// The locks it holds.
    pub locks: Few<Held>,
    /// What others may read about its locks.
    pub lock_wait: LockWait,
    /// Times it has waited for tasks.
    pub waits: Cell<u32>,
    /// Tasks it has made.
    pub children: Cell<u32>,
    /// Of an explicit task: its creator's serial, waits and children when it was made.
    pub creation: Cell<(u64, u32, u32)>,
    /// It has dependences, which order it among its siblings.
    pub is_dependent: Cell<bool>,
    /// It may go on with another thread.
    pub is_untied: Cell<bool>,
    /// Its maker held a lock, and may have waited for it before giving that back.
    pub is_under_lock: Cell<bool>,
    /// It has made tasks under locks it still holds, and has not waited for them.
    pub has_tasks_under_lock: Cell<bool>,
}

// SAFETY: the cells are written by the thread that executes the task, and read by others only while that
// thread waits for them; the rest is atomic.
unsafe impl Sync for Task {}
// SAFETY: as above; the addresses in it belong to the team, not to a thread.
unsafe impl Send for Task {}

impl Default for Task {
    fn default() -> Self {
        Self {
            published: Published::default(),
            kind: Cell::default(),
            serial: Cell::new(0),
            team: Cell::new(std::ptr::null()),
            parent: Cell::new(std::ptr::null()),
            index: Cell::new(0),
            progress: Cell::default(),
            chunk: Cell::new(0),
            awaited: Cell::new(None),
            open: Few::default(),
            locks: Few::default(),
            lock_wait: LockWait::default(),
            waits: Cell::new(0),
            children: Cell::new(0),
            creation: Cell::default(),
            is_dependent: Cell::new(false),
            is_untied: Cell::new(false),
            is_under_lock: Cell::new(false),
            has_tasks_under_lock: Cell::new(false),
        }
    }
}

/// One team on the way from a task to the start of the program.
#[derive(Clone, Copy, Debug)]
pub struct Stay<'a> {
    /// The team.
    pub team: &'a Team,
    /// Where the thread is in it.
    pub spot: Spot,
    /// Barriers the team had passed.
    pub phase: u32,
    /// The locks that are held from there on.
    pub locks: Locks,
    /// As of [`Task`].
    pub is_under_lock: bool,
}

impl Task {
    /// Starts as the implicit task of a thread.
    pub fn start(&self, kind: Kind, team: *const Team, index: u32) {
        self.kind.set(kind);
        self.serial.set(next_serial());
        self.team.set(team);
        self.parent.set(std::ptr::null());
        self.index.set(index);
        self.progress.set(Progress::default());
        self.chunk.set(0);
        self.awaited.set(None);
        self.open.clear();
        self.locks.clear();
        self.lock_wait.clear();
        self.waits.set(0);
        self.children.set(0);
        self.is_dependent.set(false);
        self.is_untied.set(false);
        self.is_under_lock.set(false);
        self.has_tasks_under_lock.set(false);
    }

    /// A task `creator` has come to.
    #[must_use]
    pub fn made_by(creator: &Self, deferred: bool, is_dependent: bool, is_untied: bool) -> Self {
        let task = Self::default();
        let deferred = deferred && creator.team().is_some_and(Team::is_parallel);
        task.start(
            if deferred { Kind::Deferred } else { Kind::Undeferred },
            creator.team.get(),
            creator.index.get(),
        );
        task.parent.set(if deferred { std::ptr::null() } else { creator });
        task.progress.set(creator.progress.get());
        task.creation.set((creator.serial.get(), creator.waits.get(), creator.children.get()));
        task.is_dependent.set(is_dependent);
        task.is_untied.set(is_untied);
        if deferred && creator.is_locked() {
            task.is_under_lock.set(true);
            creator.has_tasks_under_lock.set(true);
        }
        creator.children.set(creator.children.get() + 1);
        task
    }

    /// Its team.
    #[must_use]
    pub fn team(&self) -> Option<&Team> {
        // SAFETY: a team lives as long as its tasks.
        unsafe { self.team.get().as_ref() }
    }

    /// The task that cannot go on before this one is over: the one that started the team's region, or
    /// that executes this one at once. `None`: there is none.
    #[must_use]
    pub fn outer(&self) -> Option<&Self> {
        let task = match self.kind.get() {
            Kind::Initial => std::ptr::null(),
            Kind::Undeferred => self.parent.get(),
            Kind::Implicit | Kind::Deferred => {
                self.team().map_or(std::ptr::null(), |team| team.parent.load(Relaxed).cast_const())
            }
        };
        // SAFETY: both wait for this one.
        unsafe { task.as_ref() }
    }

    /// It waits for the tasks it has made.
    pub fn wait_for_tasks(&self) {
        self.waits.set(self.waits.get() + 1);
        self.has_tasks_under_lock.set(false);
    }

    /// It has given a lock back. If that was the last one, gives the tasks made under its locks that it has
    /// not waited for.
    pub fn unlocked_tasks(&self) -> Option<Unlocked> {
        if !self.has_tasks_under_lock.get() || self.is_locked() {
            return None;
        }
        self.has_tasks_under_lock.set(false);
        Some(Unlocked {
            phase: self.progress.get().barriers,
            creator: self.serial.get(),
            waits: self.waits.get(),
            children: self.children.get(),
        })
    }

    /// It holds a lock, or one does who waits for it, or who made it did.
    fn is_locked(&self) -> bool {
        let holds = self.locks.iter().next().is_some() || self.locks.has_unknown();
        let waits =
            || self.kind.get() == Kind::Undeferred && self.outer().is_some_and(Self::is_locked);
        holds || self.is_under_lock.get() || waits()
    }

    /// Where it is within its team.
    fn spot(&self) -> Spot {
        Spot {
            index: self.index.get(),
            task: self.serial.get(),
            waits: self.waits.get(),
            children: self.children.get(),
            region: self.region(),
        }
    }

    fn region(&self) -> Region {
        if self.kind.get() == Kind::Deferred {
            let (creator, waits, child) = self.creation.get();
            let is_dependent = self.is_dependent.get();
            return Region::Task { creator, waits, child, is_dependent };
        }
        let region = self.open.iter().find_map(|open| match open {
            Open::Single(number) => Some(Region::Single(number)),
            Open::Sections(number) => Some(Region::Sections(number)),
            Open::Loop(number, false) => Some(Region::Loop(number)),
            Open::Loop(number, true) => Some(Region::Chunk(number, self.chunk.get())),
            Open::Masked | Open::Nothing => None,
        });
        region.unwrap_or(Region::Thread)
    }

    /// The teams of several threads around the task, the innermost first.
    pub fn stays(&self) -> Vec<Stay<'_>> {
        let mut stays = Vec::new();
        let mut locks = Locks::default();
        let mut next = Some(self);
        while let Some(task) = next {
            task.locks.iter().for_each(|held| locks.add(held.lock));
            if task.locks.has_unknown() {
                locks.add_unknown();
            }
            let is_under_lock = task.is_under_lock.get();
            let team = task.team().filter(|team| team.is_parallel());
            if let Some(team) = team.filter(|_| task.kind.get() != Kind::Undeferred) {
                let phase = task.progress.get().barriers;
                stays.push(Stay { team, spot: task.spot(), phase, locks, is_under_lock });
            }
            if is_under_lock {
                locks.add_unknown();
            }
            next = task.outer();
        }
        stays
    }

    /// The word of the task's present place.
    #[must_use]
    pub fn word(&self) -> Word {
        let mut way = vec![self];
        while let Some(outer) = way.last().and_then(|task| task.outer()) {
            way.push(outer);
        }
        let mut word = Word::default();
        for task in way.into_iter().rev() {
            if let Some(team) = task.team().filter(|_| task.kind.get() != Kind::Undeferred) {
                word.push(if team.is_parallel() { Letter::Parallel } else { Letter::Alone });
                word.push(Letter::Barriers(task.progress.get().barriers));
            }
            if task.kind.get() == Kind::Deferred {
                word.push(Letter::Single);
            }
            for open in task.open.iter() {
                match open {
                    Open::Single(_) | Open::Sections(_) => word.push(Letter::Single),
                    Open::Masked => word.push(Letter::Master),
                    Open::Loop(..) | Open::Nothing => {}
                }
            }
            if task.locks.iter().next().is_some() {
                word.push(Letter::Critical);
            }
        }
        word
    }

    /// Which thread of each team stands here is certain, and it is the first one: what is executed here
    /// is always executed by the thread the outermost region was started by.
    #[must_use]
    pub fn is_main_by_construction(&self) -> bool {
        let is_first = |spot: &Spot| match spot.region {
            Region::Thread | Region::Loop(_) | Region::Chunk(..) => spot.index == 0,
            Region::Single(_) | Region::Sections(_) | Region::Task { .. } => false,
        };
        self.stays().iter().all(|stay| is_first(&stay.spot))
    }
}

/// A number no other task has.
fn next_serial() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    thread_local! {
        /// The thread's next number, and the end of its supply.
        static MINE: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
    }
    const SUPPLY: u64 = 1024;
    let take = |mine: &Cell<(u64, u64)>| {
        let (mut next, mut end) = mine.get();
        if next == end {
            next = NEXT.fetch_add(SUPPLY, Relaxed);
            end = next + SUPPLY;
        }
        mine.set((next + 1, end));
        next
    };
    MINE.try_with(take).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::random;

    /// Random pushes and removals against a plain list, as long as the list is short enough to be known.
    #[test]
    fn a_few_are_kept_and_more_are_counted() {
        let mut next = random(12345);
        for _ in 0..2000 {
            let few = Few::default();
            let mut plain: Vec<u32> = Vec::new();
            for step in 0..60 {
                if next(2) == 0 {
                    few.push(step);
                    plain.push(step);
                } else if let Some(last) = plain.len().checked_sub(1) {
                    let taken = plain.remove(next(u32::try_from(last + 1).unwrap_or(1)) as usize);
                    assert!(few.remove(|&item| item == taken));
                }
                assert!(few.iter().all(|item| plain.contains(&item)), "nothing is made up");
                assert_eq!(few.iter().count() + few.unknown.get(), plain.len());
            }
        }
        assert!(!Few::<u32>::default().remove(|_| true));
    }
}
