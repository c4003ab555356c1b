//! Calls of MPI, looked at for which thread makes them, and which others could make calls beside it.

use std::cell::{Cell, LazyCell};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicUsize};

use crate::call::{Call, Handle};
use crate::dispatch::Origin;
use crate::job::lock;
use crate::mpi::{Mpi, Word as HandleWord};
use crate::symbols::{Object, Role};
use crate::threads::overlap::Record;
use crate::threads::task::{Stay, Task};
use crate::threads::team::Team;
use crate::threads::word::{Level, Word};
use crate::threads::{self, company, ompt, report};
use crate::wrappers::{ACTIVE, WATCHED};

/// The level MPI provides.
static PROVIDED: AtomicI32 = AtomicI32::new(0);
/// The thread that initialised MPI, by [`thread_number`].
static MAIN: AtomicU32 = AtomicU32::new(0);
/// This process in `MPI_COMM_WORLD`, -1: MPI is not running.
static RANK: AtomicI32 = AtomicI32::new(-1);
/// Threads are checked, and MPI runs.
static LISTENS: AtomicBool = AtomicBool::new(false);
/// How many threads are inside calls.
static INSIDE: AtomicUsize = AtomicUsize::new(0);

/// How many threads inside calls are known at a time.
const SLOTS: usize = 256;

/// A thread that is inside a call.
struct Slot {
    taken: AtomicBool,
    thread: AtomicU32,
    /// The operation plus 1, 0: the thread is on its way in or out.
    operation: AtomicU32,
    /// The communicator, window or file of a collective, 0: none.
    handle: AtomicUsize,
    address: AtomicUsize,
    is_site: AtomicBool,
}

static CALLS: [Slot; SLOTS] = [const {
    Slot {
        taken: AtomicBool::new(false),
        thread: AtomicU32::new(0),
        operation: AtomicU32::new(0),
        handle: AtomicUsize::new(0),
        address: AtomicUsize::new(0),
        is_site: AtomicBool::new(false),
    }
}; SLOTS];

/// A number for each thread of the process, from 1.
fn thread_number() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    thread_local! {
        static MINE: Cell<u32> = const { Cell::new(0) };
    }
    let number = |mine: &Cell<u32>| {
        if mine.get() == 0 {
            mine.set(NEXT.fetch_add(1, Relaxed));
        }
        mine.get()
    };
    MINE.try_with(number).unwrap_or(0)
}

/// MPI is initialised, by this thread.
pub fn start(mpi: &Mpi) {
    if !threads::are_checked() {
        return;
    }
    let (mut level, mut rank) = (0, 0);
    // SAFETY: MPI is initialised.
    unsafe {
        (mpi.functions.query_thread)(&raw mut level);
        (mpi.functions.comm_rank)(mpi.constants.comm_world, &raw mut rank);
    }
    PROVIDED.store(level, Relaxed);
    MAIN.store(thread_number(), Relaxed);
    RANK.store(rank, Release);
    company::start();
    LISTENS.store(true, Release);
    WATCHED.store(1, Release);
    ACTIVE.store(1, Release);
}

/// MPI is over, or the program ends the job.
pub fn stop() {
    LISTENS.store(false, Release);
    WATCHED.store(0, Release);
    RANK.store(-1, Release);
}

/// This process in `MPI_COMM_WORLD` while MPI runs and threads are checked.
#[must_use]
pub fn rank() -> Option<u32> {
    u32::try_from(RANK.load(Acquire)).ok()
}

/// A call that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Observed {
    /// The operation.
    pub operation: u16,
    /// Where it stands.
    pub origin: Origin,
    /// The communicator, window or file of a collective.
    pub collective_on: Option<(usize, u8)>,
    /// The thread is the one that initialised MPI.
    pub on_main: bool,
    /// What MPI provides.
    pub provided: Level,
    /// The word of the place.
    pub word: Word,
}

/// A thread is inside a call until this is dropped.
#[derive(Debug)]
pub struct Presence(usize);

impl Drop for Presence {
    fn drop(&mut self) {
        if let Some(slot) = CALLS.get(self.0) {
            slot.operation.store(0, Release);
            slot.taken.store(false, Release);
        }
        INSIDE.fetch_sub(1, SeqCst);
    }
}

/// This thread has left a call by `longjmp`: it is inside of none.
pub fn left_early() {
    let me = thread_number();
    // A slot without an operation may be on its way to another thread.
    let is_mine =
        |slot: &&Slot| slot.operation.load(Acquire) != 0 && slot.thread.load(Relaxed) == me;
    for slot in CALLS.iter().filter(is_mine) {
        slot.operation.store(0, Release);
        slot.taken.store(false, Release);
        INSIDE.fetch_sub(1, SeqCst);
    }
}

/// Before a call is passed on.
pub fn before(call: &Call, origin: Origin) -> Option<Presence> {
    let symbol = call.symbol;
    let is_of_no_matter =
        symbol.role == Role::Attribute || (symbol.watched && !symbol.communicates);
    if !LISTENS.load(Relaxed) || is_of_no_matter {
        return None;
    }
    let provided = Level::from_number(PROVIDED.load(Relaxed));
    let collective_on = processes(call).map(|(handle, kind)| (handle, kind as u8));
    let freed = collective_on.filter(|_| symbol.frees != Object::None);
    if provided == Level::Multiple && collective_on.is_none() {
        return None;
    }
    let task = ompt::current();
    let call = Observed {
        operation: call.symbol.operation,
        origin,
        collective_on,
        on_main: thread_number() == MAIN.load(Relaxed),
        provided,
        word: task.map(Task::word).unwrap_or_default(),
    };
    let stays = task.map(Task::stays).unwrap_or_default();
    let needed = needed(&call, task, !stays.is_empty());
    if needed > provided {
        report::level_exceeded(&call, task, needed, None);
        return None;
    }
    // Up to FUNNELED all calls are the same thread's, or have been reported.
    if provided >= Level::Serialized {
        for stay in &stays {
            compare(&call, task, stay);
        }
    }
    if let Some(freed) = freed {
        // Before MPI frees it, and may give it to another thread.
        stays.iter().for_each(|stay| lock(&stay.team.calls).forget_handle(freed));
    }
    let presence = enter(&call, freed.is_some());
    if INSIDE.load(SeqCst) > 1 {
        look_around(&call, task, presence.as_ref());
    } else if provided >= Level::Serialized && stays.is_empty() {
        company::wait();
    }
    presence
}

/// The handle of the processes a collective concerns: of `MPI_Finalize`, all of the job.
fn processes(call: &Call) -> Option<(HandleWord, Handle)> {
    if !call.symbol.watched && call.symbol.operation_name() == "MPI_Finalize" {
        return Some((call.mpi.constants.comm_world, Handle::Communicator));
    }
    call.scope()
}

/// The level the place of a call needs by itself, with nothing beside it.
fn needed(call: &Observed, task: Option<&Task>, in_teams: bool) -> Level {
    let main = call.on_main && task.is_none_or(Task::is_main_by_construction);
    match (in_teams, main) {
        (false, true) => Level::Single,
        // By the word, the first thread may be one of several that come here: then the others are seen.
        (true, true) => Level::Funneled,
        (_, false) => Level::Serialized,
    }
}

/// Compares a call with the others of a team's phase.
fn compare(call: &Observed, task: Option<&Task>, stay: &Stay) {
    let record = Record {
        phase: stay.phase,
        spot: stay.spot,
        locks: stay.locks,
        is_under_lock: stay.is_under_lock,
        call: *call,
    };
    stay.team.has_calls.store(true, Relaxed);
    compare_record(&record, task, stay.team);
}

fn compare_record(record: &Record, task: Option<&Task>, team: &Team) {
    // Asked for where another task with dependences is known.
    let unordered = LazyCell::new(|| lock(&team.dependences).unordered_with(record.spot.task));
    let serialized = record.call.provided < Level::Multiple;
    let found = lock(&team.calls).compare(record, &|task| unordered.contains(&task), |known| {
        serialized || known.is_collective_with(record)
    });
    let Some(other) = found else { return };
    if other.is_collective_with(record) {
        report::collectives(record, task, team, &other);
    } else {
        report::level_exceeded(&record.call, task, Level::Multiple, Some(&other));
    }
}

/// A task has given a lock back. Tasks it has made under it, and not waited for, have made their calls
/// under no lock.
pub fn unlocked(task: &Task) {
    let Some(tasks) = task.unlocked_tasks() else { return };
    let Some(team) = task.team().filter(|team| team.is_parallel()) else { return };
    if !LISTENS.load(Relaxed) {
        return;
    }
    team.has_calls.store(true, Relaxed);
    let made = lock(&team.calls).unlock(tasks);
    made.iter().for_each(|record| compare_record(record, None, team));
}

/// Says that the thread is inside a call. One that `frees` its communicator, window or file is not told apart by
/// it: another thread may have made one with the same handle before the call is over.
fn enter(call: &Observed, frees: bool) -> Option<Presence> {
    let me = thread_number();
    let start = me as usize % SLOTS;
    INSIDE.fetch_add(1, SeqCst);
    let mut order = (start..SLOTS).chain(0..start);
    let index = order.find(|&index| {
        CALLS
            .get(index)
            .is_some_and(|slot| slot.taken.compare_exchange(false, true, Acquire, Relaxed).is_ok())
    });
    if let Some(slot) = index.and_then(|index| CALLS.get(index)) {
        slot.thread.store(me, Relaxed);
        let handle = call.collective_on.filter(|_| !frees).map_or(0, |(handle, _)| handle);
        slot.handle.store(handle, Relaxed);
        slot.address.store(call.origin.address, Relaxed);
        slot.is_site.store(call.origin.is_site, Relaxed);
        // Who comes in at the same time looks at this after saying the same: one of the two sees it.
        slot.operation.store(u32::from(call.operation) + 1, SeqCst);
    }
    Some(Presence(index.unwrap_or(SLOTS)))
}

/// A call another thread is inside of at this moment.
#[derive(Clone, Copy, Debug)]
pub struct Other {
    /// The operation.
    pub operation: u16,
    /// Where it stands.
    pub origin: Origin,
    /// The thread is the one that initialised MPI.
    pub on_main: bool,
}

/// Other threads are inside calls: is that wrong?
fn look_around(call: &Observed, task: Option<&Task>, presence: Option<&Presence>) {
    let own = presence.map_or(SLOTS, |presence| presence.0);
    for (_, slot) in CALLS.iter().enumerate().filter(|&(index, _)| index != own) {
        let Some(operation) = slot.operation.load(SeqCst).checked_sub(1) else { continue };
        let other = Other {
            operation: u16::try_from(operation).unwrap_or(u16::MAX),
            origin: Origin {
                address: slot.address.load(Relaxed),
                is_site: slot.is_site.load(Relaxed),
            },
            on_main: slot.thread.load(Relaxed) == MAIN.load(Relaxed),
        };
        let handle = slot.handle.load(Relaxed);
        let same = call.collective_on.is_some_and(|(own, _)| own != 0 && own == handle);
        // It has to have been there all the time these were read.
        if slot.operation.load(SeqCst) != operation + 1 {
            continue;
        }
        if same {
            report::collectives_at_once(call, task, &other);
        } else if call.provided < Level::Multiple {
            report::two_at_once(call, task, &other);
        }
    }
}
