//! The tool LLVM's OpenMP library calls (OMPT, chapter 19 of OpenMP 5.2), with the few types it needs.
//!
//! The library asks every program for `ompt_start_tool`. Ours answers with nothing unless threads are
//! to be checked, and then the library has no tool, and takes no time for one. It is a weak symbol: a
//! program that is a tool itself keeps its own.

use std::cell::Cell;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr::NonNull;
use std::sync::atomic::Ordering::Relaxed;

use crate::instance;
use crate::job::lock;
use crate::mpi;
use crate::threads::dependences::{self, Dependence};
use crate::threads::task::{Held, Kind, Open, Task};
use crate::threads::team::{Construct, Disagreement, Site, State, Team};
use crate::threads::{self, company, locks, report};

/// `ompt_data_t`: what a tool keeps with a team or a task.
type Data = *mut *mut c_void;

/// `ompt_function_lookup_t`
type Lookup = unsafe extern "C" fn(*const c_char) -> Option<unsafe extern "C" fn()>;

/// `ompt_set_callback_t`
type SetCallback = unsafe extern "C" fn(c_int, *const c_void) -> c_int;

/// `ompt_start_tool_result_t`
#[repr(C)]
#[derive(Debug)]
pub struct StartToolResult {
    initialize: unsafe extern "C" fn(Lookup, c_int, *mut c_void) -> c_int,
    finalize: unsafe extern "C" fn(*mut c_void),
    tool_data: u64,
}

const SCOPE_BEGIN: c_int = 1;
const SCOPE_END: c_int = 2;

/// `ompt_task_flag_t`
const TASK_INITIAL: c_int = 1;
const TASK_TASKWAIT: c_int = 0x10;
const TASK_UNDEFERRED: c_int = 0x0800_0000;
const TASK_UNTIED: c_int = 0x1000_0000;
const TASK_MERGED: c_int = c_int::MIN;

/// `ompt_task_status_t`
const TASK_DETACHED: c_int = 4;
const TASK_EARLY_FULFILL: c_int = 5;
const TASK_LATE_FULFILL: c_int = 6;
const TASK_SWITCH: c_int = 7;
const TASK_YIELD: c_int = 2;

/// `ompt_dependence_type_t`
const DEPENDENCE_IN: c_int = 1;
const DEPENDENCE_MUTEXINOUTSET: c_int = 4;
const DEPENDENCE_SOURCE: c_int = 5;
const DEPENDENCE_SINK: c_int = 6;
const DEPENDENCE_INOUTSET: c_int = 7;
const DEPENDENCE_OUT_ALL_MEMORY: c_int = 34;
const DEPENDENCE_INOUT_ALL_MEMORY: c_int = 35;

/// `ompt_thread_t`
const THREAD_WORKER: c_int = 2;

/// `ompt_sync_region_t`
const BARRIER: c_int = 3;
const TASKWAIT: c_int = 5;
const TASKGROUP: c_int = 6;
const REDUCTION: c_int = 7;
const BARRIER_PARALLEL: c_int = 9;
const BARRIER_TEAMS: c_int = 10;

/// `ompt_mutex_t`
const MUTEX_LOCK: c_int = 1;
const MUTEX_CRITICAL: c_int = 5;
const MUTEX_ATOMIC: c_int = 6;
const MUTEX_ORDERED: c_int = 7;

/// `ompt_cancel_flag_t`
const CANCEL_PARALLEL: c_int = 1;
const CANCEL_SECTIONS: c_int = 2;
const CANCEL_LOOP: c_int = 4;

thread_local! {
    /// The task the thread executes; null: none that is known.
    static CURRENT: Cell<*const Task> = const { Cell::new(std::ptr::null()) };
    /// Teams the thread has made, to be used again.
    static TEAMS: Teams = const { Teams(Cell::new([std::ptr::null_mut(); 4])) };
}

/// A few teams that are not in use, given back to the memory when the thread ends.
struct Teams(Cell<[*mut Team; 4]>);

impl Teams {
    /// A team with room for so many threads.
    fn take(&self, capacity: usize) -> *mut Team {
        let mut all = self.0.get();
        for slot in &mut all {
            // SAFETY: what is in the list is a box nobody else uses.
            if unsafe { slot.as_ref() }.is_some_and(|team| team.capacity() >= capacity) {
                let team = std::mem::replace(slot, std::ptr::null_mut());
                self.0.set(all);
                return team;
            }
        }
        Box::into_raw(Team::new(capacity))
    }

    /// Keeps a team.
    fn give(&self, team: *mut Team) {
        let mut all = self.0.get();
        let old = match all.iter_mut().find(|slot| slot.is_null()) {
            Some(free) => std::mem::replace(free, team),
            None => all.first_mut().map_or(team, |first| std::mem::replace(first, team)),
        };
        self.0.set(all);
        discard(old);
    }
}

impl Drop for Teams {
    fn drop(&mut self) {
        self.0.get().into_iter().for_each(discard);
    }
}

fn discard(team: *mut Team) {
    if let Some(team) = NonNull::new(team) {
        // SAFETY: a box nobody uses.
        drop(unsafe { Box::from_raw(team.as_ptr()) });
    }
}

/// The task this thread executes; `None`: it is no thread of OpenMP's, as far as is known.
#[must_use]
pub fn current() -> Option<&'static Task> {
    let task = CURRENT.try_with(Cell::get).unwrap_or(std::ptr::null());
    // SAFETY: a task lives as long as a thread executes it.
    unsafe { task.as_ref() }
}

fn set_current(task: *const Task) {
    let _ = CURRENT.try_with(|current| current.set(task));
}

// The symbol, weak as those of MPI are.
#[cfg(target_arch = "x86_64")]
core::arch::global_asm!(
    ".pushsection .text.ompt_start_tool,\"ax\",@progbits",
    ".weak ompt_start_tool",
    ".type ompt_start_tool,@function",
    "ompt_start_tool:",
    "jmp {start}",
    ".size ompt_start_tool, . - ompt_start_tool",
    ".popsection",
    start = sym start_tool,
);

#[cfg(target_arch = "aarch64")]
core::arch::global_asm!(
    ".pushsection .text.ompt_start_tool,\"ax\",@progbits",
    ".weak ompt_start_tool",
    ".type ompt_start_tool,@function",
    "ompt_start_tool:",
    "b {start}",
    ".size ompt_start_tool, . - ompt_start_tool",
    ".popsection",
    start = sym start_tool,
);

/// What the OpenMP library calls before anything else.
unsafe extern "C" fn start_tool(version: c_uint, name: *const c_char) -> *mut StartToolResult {
    type Start = unsafe extern "C" fn(c_uint, *const c_char) -> *mut StartToolResult;
    let ours = || {
        if !threads::are_checked() || instance::other().is_some() {
            return None;
        }
        // Not a static: the library writes into it.
        Some(Box::into_raw(Box::new(StartToolResult { initialize, finalize, tool_data: 0 })))
    };
    if let Ok(Some(result)) = std::panic::catch_unwind(ours) {
        return result;
    }
    // A tool in a library behind this one; that of the OpenMP library looks for one behind itself.
    let next = mpi::find_next_tool(start_tool_address());
    // SAFETY: OpenMP fixes the signature of the function of this name.
    next.map_or(std::ptr::null_mut(), |next| unsafe {
        std::mem::transmute::<*mut c_void, Start>(next)(version, name)
    })
}

unsafe extern "C" {
    #[link_name = "ompt_start_tool"]
    fn own_symbol();
}

fn start_tool_address() -> *mut c_void {
    own_symbol as *mut c_void
}

unsafe extern "C" fn finalize(_tool: *mut c_void) {}

unsafe extern "C" fn initialize(lookup: Lookup, _device: c_int, _tool: *mut c_void) -> c_int {
    // SAFETY: the library's own function, which has this signature.
    let set = unsafe {
        match lookup(c"ompt_set_callback".as_ptr()) {
            Some(set) => std::mem::transmute::<unsafe extern "C" fn(), SetCallback>(set),
            None => return 0,
        }
    };
    let callbacks: [(c_int, *const c_void); 15] = [
        (1, thread_begin as *const c_void),
        (2, thread_end as *const c_void),
        (3, parallel_begin as *const c_void),
        (4, parallel_end as *const c_void),
        (5, task_create as *const c_void),
        (6, task_schedule as *const c_void),
        (7, implicit_task as *const c_void),
        (17, mutex_released as *const c_void),
        (18, dependences as *const c_void),
        (20, work as *const c_void),
        (21, masked as *const c_void),
        (23, sync_region as *const c_void),
        (26, mutex_acquire as *const c_void),
        (27, mutex_acquired as *const c_void),
        (30, cancel as *const c_void),
    ];
    for (event, callback) in callbacks {
        // SAFETY: each has the signature of its event.
        unsafe { set(event, callback) };
    }
    // SAFETY: as above. The chunks of loops matter only to what is told of calls of MPI.
    unsafe { set(32, dispatch as *const c_void) };
    silence();
    1
}

/// Keeps the OpenMP library from telling the user, because a tool listens, that flang does not say which
/// of its loops are `sections`. Its other warnings at run time go with this one, unless they are asked for.
fn silence() {
    if std::env::var_os("KMP_WARNINGS").is_some() {
        return;
    }
    // SAFETY: a plain look-up by name, of a function of LLVM's library that sets a flag.
    unsafe {
        let found = libc::dlsym(libc::RTLD_DEFAULT, c"kmp_set_warnings_off".as_ptr());
        if !found.is_null() {
            std::mem::transmute::<*mut c_void, unsafe extern "C" fn()>(found)();
        }
    }
}

/// # Safety
/// All of these are called by the OpenMP library, with addresses that are null or valid.
unsafe fn stored<T>(data: Data) -> *const T {
    // SAFETY: the caller's promise.
    unsafe { data.as_ref() }.map_or(std::ptr::null(), |&stored| stored.cast_const().cast())
}

unsafe extern "C" fn thread_begin(kind: c_int, thread: Data) {
    if kind != THREAD_WORKER {
        return;
    }
    // SAFETY: the library's address; what is kept there is ours, and is no address.
    if let Some(kept) = unsafe { thread.as_mut() } {
        *kept = std::ptr::without_provenance_mut(1);
        company::worker_begins();
    }
}

unsafe extern "C" fn thread_end(thread: Data) {
    // SAFETY: what `thread_begin` has kept.
    if unsafe { thread.as_ref() }.is_some_and(|kept| !kept.is_null()) {
        company::worker_ends();
    }
}

unsafe extern "C" fn parallel_begin(
    _encountering: Data,
    _frame: *const c_void,
    parallel: Data,
    requested: c_uint,
    _flags: c_int,
    address: *const c_void,
) {
    let capacity = usize::try_from(requested).unwrap_or(1).max(1);
    let Ok(team) = TEAMS.try_with(|teams| teams.take(capacity)) else { return };
    let parent = CURRENT.try_with(Cell::get).unwrap_or(std::ptr::null());
    // SAFETY: a team of this thread's that nobody uses.
    unsafe {
        (*team).start(parent, address as usize);
        if let Some(parallel) = parallel.as_mut() {
            *parallel = team.cast();
        }
    }
}

unsafe extern "C" fn parallel_end(
    parallel: Data,
    _encountering: Data,
    _flags: c_int,
    _address: *const c_void,
) {
    // SAFETY: what `parallel_begin` stored; all threads have left the region.
    unsafe {
        let team = stored::<Team>(parallel).cast_mut();
        let Some(known) = team.as_ref() else { return };
        set_current(known.parent.load(Relaxed));
        *parallel = std::ptr::null_mut();
        if TEAMS.try_with(|teams| teams.give(team)).is_err() {
            discard(team);
        }
    }
}

unsafe extern "C" fn implicit_task(
    endpoint: c_int,
    parallel: Data,
    task: Data,
    size: c_uint,
    index: c_uint,
    flags: c_int,
) {
    // SAFETY: the library's addresses; what is in `parallel` is a team.
    let team = unsafe { stored::<Team>(parallel) };
    if endpoint != SCOPE_BEGIN {
        // A worker comes here when it is woken for the next region: the team may be another's by now.
        let current = CURRENT.try_with(Cell::get).unwrap_or(std::ptr::null());
        if flags & TASK_INITIAL != 0 && team.is_null() {
            // SAFETY: an initial task is a box of its thread's.
            unsafe { discard_task(current, &[Kind::Initial]) };
        }
        set_current(std::ptr::null());
        return;
    }
    // SAFETY: a team lives as long as its threads are in it.
    let own = match unsafe { team.as_ref() } {
        Some(team) => {
            let found = usize::try_from(index).ok().and_then(|index| team.task(index));
            if let Some(task) = found {
                task.start(Kind::Implicit, team, index);
                team.enter(task, u64::from(size), region_address(team));
            }
            found.map_or(std::ptr::null(), std::ptr::from_ref)
        }
        None => {
            let task = Box::new(Task::default());
            task.start(Kind::Initial, std::ptr::null(), 0);
            Box::into_raw(task).cast_const()
        }
    };
    set_current(own);
    // SAFETY: the library's address.
    if let Some(task) = unsafe { task.as_mut() } {
        *task = own.cast_mut().cast();
    }
}

fn region_address(team: &Team) -> usize {
    usize::try_from(team.address.load(Relaxed)).unwrap_or(0)
}

unsafe extern "C" fn task_create(
    creator: Data,
    _frame: *const c_void,
    new: Data,
    flags: c_int,
    has_dependences: c_int,
    _address: *const c_void,
) {
    let _ = creator;
    let Some(creator) = current() else { return };
    if flags & TASK_TASKWAIT != 0 {
        creator.wait_for_tasks();
    }
    let deferred = flags & (TASK_UNDEFERRED | TASK_MERGED) == 0;
    let task = Task::made_by(creator, deferred, has_dependences != 0, flags & TASK_UNTIED != 0);
    // SAFETY: the library's address.
    if let Some(new) = unsafe { new.as_mut() } {
        *new = Box::into_raw(Box::new(task)).cast();
    }
}

/// `ompt_dependence_t`
#[repr(C)]
#[derive(Clone, Copy)]
struct OmptDependence {
    variable: *const c_void,
    kind: c_int,
}

/// In the thread that makes the task, before it can be executed.
unsafe extern "C" fn dependences(new: Data, all: *const OmptDependence, count: c_int) {
    // SAFETY: what `task_create` stored; the library's list.
    let (task, all) = unsafe {
        let count = usize::try_from(count).unwrap_or(0);
        let all = if all.is_null() { &[] } else { std::slice::from_raw_parts(all, count) };
        (stored::<Task>(new).as_ref(), all)
    };
    // Of several loops nested, iterations may run at the same time in spite of what they wait for.
    if let [only] = all
        && matches!(only.kind, DEPENDENCE_SOURCE | DEPENDENCE_SINK)
    {
        chain(only.variable.addr(), only.kind == DEPENDENCE_SOURCE);
        return;
    }
    let Some(task) = task.filter(|task| task.kind.get() == Kind::Deferred) else { return };
    let Some(team) = task.team() else { return };
    let (maker, ..) = task.creation.get();
    team.has_dependences.store(true, Relaxed);
    lock(&team.dependences).add(maker, task.serial.get(), all.iter().map(OmptDependence::read));
}

/// The thread has waited for an iteration of the loop it is in, or has `done` one and lets others go on.
fn chain(iteration: usize, done: bool) {
    let Some(task) = current() else { return };
    let Some(team) = task.team().filter(|team| team.is_parallel()) else { return };
    let number = task.open.iter().filter_map(|open| match open {
        Open::Loop(number, _) => Some(number),
        _ => None,
    });
    let Some(number) = number.last() else { return };
    team.has_calls.store(true, Relaxed);
    if !done {
        task.awaited.set(task.awaited.get().max(Some(iteration)));
        lock(&team.calls).chain(number);
    } else if let Some(awaited) = task.awaited.take()
        && iteration.saturating_sub(awaited) > 1
    {
        lock(&team.calls).loosen(number);
    }
}

impl OmptDependence {
    fn read(&self) -> Dependence {
        let kind = match self.kind {
            DEPENDENCE_IN => dependences::Kind::In,
            DEPENDENCE_MUTEXINOUTSET => dependences::Kind::Mutex,
            DEPENDENCE_INOUTSET => dependences::Kind::Set,
            _ => dependences::Kind::Out,
        };
        let all = matches!(self.kind, DEPENDENCE_OUT_ALL_MEMORY | DEPENDENCE_INOUT_ALL_MEMORY);
        Dependence { object: (!all).then_some(self.variable as usize), kind }
    }
}

unsafe extern "C" fn task_schedule(prior: Data, status: c_int, next: Data) {
    // SAFETY: what `task_create` or `implicit_task` stored.
    unsafe {
        let (before, after) = (stored::<Task>(prior), stored::<Task>(next));
        if !after.is_null() {
            set_current(after);
        }
        if !matches!(status, TASK_SWITCH | TASK_YIELD | TASK_DETACHED | TASK_EARLY_FULFILL) {
            discard_task(before, &[Kind::Deferred, Kind::Undeferred]);
            if let Some(prior) = prior.as_mut()
                && (status == TASK_LATE_FULFILL || before != after)
            {
                *prior = std::ptr::null_mut();
            }
        }
    }
}

/// # Safety
/// `task` is null or a task; one of `kinds` is a box nobody uses any more.
unsafe fn discard_task(task: *const Task, kinds: &[Kind]) {
    // SAFETY: the caller's promise.
    unsafe {
        if task.as_ref().is_some_and(|task| kinds.contains(&task.kind.get())) {
            drop(Box::from_raw(task.cast_mut()));
        }
    }
}

unsafe extern "C" fn sync_region(
    kind: c_int,
    endpoint: c_int,
    _parallel: Data,
    _task: Data,
    address: *const c_void,
) {
    let Some(task) = current() else { return };
    match (kind, endpoint) {
        (TASKWAIT, SCOPE_BEGIN) => {
            task.wait_for_tasks();
            if let Some(kept) = locks::awaits_tasks(task) {
                report::lock_kept(task, kept);
            }
        }
        (TASKWAIT, SCOPE_END) => locks::goes_on_without_tasks(task),
        (TASKGROUP, SCOPE_END) => task.wait_for_tasks(),
        (BARRIER_PARALLEL, SCOPE_BEGIN) => at_end(task, address as usize),
        (TASKWAIT | TASKGROUP | REDUCTION | BARRIER_PARALLEL | BARRIER_TEAMS, _) => {}
        (_, SCOPE_BEGIN) => at_barrier(task, kind, address as usize),
        _ => {
            task.lock_wait.go_on();
            task.published.run_on();
        }
    }
}

fn at_barrier(task: &Task, kind: c_int, address: usize) {
    let Some(team) = task.team().filter(|team| team.is_parallel()) else { return };
    let explicit = kind == BARRIER;
    let construct = if explicit { Construct::Barrier } else { Construct::ImplicitBarrier };
    let site = Site { construct, address };
    if (explicit && is_nested(task, team)) || task.kind.get() != Kind::Implicit {
        report::invalid_nesting(task, team, site);
    }
    if task.kind.get() != Kind::Implicit {
        return;
    }
    let mut progress = task.progress.get();
    progress.barriers += 1;
    task.progress.set(progress);
    task.published.set(State::Waiting, progress, site);
    look_for_waiters(task, team);
    tell(team, task, site, team.at_barrier(progress));
}

fn look_for_waiters(task: &Task, team: &Team) {
    if let Some(kept) = locks::keeps_from_waiter(task, team) {
        report::lock_kept(task, kept);
    }
}

fn at_end(task: &Task, address: usize) {
    let Some(team) = task.team().filter(|team| team.is_parallel()) else { return };
    if task.kind.get() != Kind::Implicit {
        return;
    }
    let address = if address == 0 { region_address(team) } else { address };
    let site = Site { construct: Construct::End, address };
    let progress = task.progress.get();
    task.published.set(State::Ended, progress, site);
    look_for_waiters(task, team);
    tell(team, task, site, team.at_end(progress));
}

fn tell(team: &Team, task: &Task, site: Site, result: Result<(), Disagreement>) {
    if let Err(disagreement) = result {
        report::disagreement(team, task, site, disagreement);
    }
}

/// Whether a construct of the whole team stands in a place of one thread, or of one after the other.
fn is_nested(task: &Task, team: &Team) -> bool {
    let cancelled = team.cancelled.load(Relaxed);
    // A thread that left a cancelled loop says nothing at its end.
    let loops_count = !team.loop_cancelled.load(Relaxed);
    let inside = |open: Open| match open {
        Open::Single(_) | Open::Masked => true,
        Open::Loop(..) | Open::Sections(_) => loops_count,
        Open::Nothing => false,
    };
    !cancelled && (task.open.iter().any(inside) || task.locks.iter().any(|held| held.is_region))
}

unsafe extern "C" fn work(
    kind: c_int,
    endpoint: c_int,
    _parallel: Data,
    _task: Data,
    _count: u64,
    address: *const c_void,
) {
    let Some(task) = current() else { return };
    let (construct, is_dynamic) = match kind {
        1 | 10 | 13 => (Construct::Loop, false),
        11 | 12 => (Construct::Loop, true),
        2 => (Construct::Sections, false),
        3 | 4 => (Construct::Single, false),
        5 => (Construct::Workshare, false),
        // taskloop, distribute, scope
        _ => return,
    };
    let is_executor = kind != 4;
    if endpoint != SCOPE_BEGIN {
        if is_executor {
            task.open.pop_if(|open| match open {
                Open::Single(_) => construct == Construct::Single,
                Open::Loop(..) => construct == Construct::Loop,
                Open::Sections(_) => construct == Construct::Sections,
                Open::Masked | Open::Nothing => false,
            });
        }
        return;
    }
    let Some(team) = task.team().filter(|team| team.is_parallel()) else {
        // Serial code, or a team of one: nobody to part from. Ends are matched all the same.
        open(task, construct, 0, is_dynamic);
        return;
    };
    at_work(task, team, Site { construct, address: address as usize });
    if is_executor {
        open(task, construct, task.progress.get().works, is_dynamic);
    }
}

/// The task goes into the construct.
fn open(task: &Task, construct: Construct, number: u32, is_dynamic: bool) {
    task.chunk.set(0);
    task.open.push(match construct {
        Construct::Single => Open::Single(number),
        Construct::Sections => Open::Sections(number),
        Construct::Loop => Open::Loop(number, is_dynamic),
        _ => return,
    });
}

fn at_work(task: &Task, team: &Team, site: Site) {
    if task.kind.get() != Kind::Implicit || is_nested(task, team) {
        report::invalid_nesting(task, team, site);
        return;
    }
    // What is still open here was cancelled.
    task.open.pop_if(|open| matches!(open, Open::Loop(..) | Open::Sections(_)));
    let mut progress = task.progress.get();
    progress.works += 1;
    task.progress.set(progress);
    task.published.set(State::Running, progress, site);
    tell(team, task, site, team.at_work(progress, site, report::is_same_construct));
}

unsafe extern "C" fn masked(
    endpoint: c_int,
    _parallel: Data,
    _task: Data,
    _address: *const c_void,
) {
    let Some(task) = current() else { return };
    if endpoint == SCOPE_BEGIN {
        task.open.push(Open::Masked);
    } else {
        task.open.pop_if(|&open| open == Open::Masked);
    }
}

unsafe extern "C" fn dispatch(_parallel: Data, _task: Data, _kind: c_int, _instance: u64) {
    if let Some(task) = current() {
        task.chunk.set(task.chunk.get().wrapping_add(1));
    }
}

unsafe extern "C" fn mutex_acquire(
    kind: c_int,
    _hint: c_uint,
    _implementation: c_uint,
    wanted: u64,
    address: *const c_void,
) {
    if !matches!(kind, MUTEX_LOCK | MUTEX_CRITICAL) {
        return;
    }
    let Some(task) = current() else { return };
    if let Some(held) = locks::held_by(task, wanted) {
        report::lock_deadlock(task, held, address as usize);
    }
    if let Some(kept) = locks::waits_for_maker(task, wanted, address as usize) {
        report::lock_kept(task, kept);
    }
    if let Some(circle) = locks::waits_in_circle(task, wanted, address as usize) {
        report::lock_circle(task, &circle);
    }
    if kind == MUTEX_LOCK
        && let Some(kept) = locks::waits_for_keeper(task, wanted, address as usize)
    {
        report::lock_kept(task, kept);
    }
}

/// Of nestable locks only the first time a thread takes one, and the last time it gives it back, come here.
unsafe extern "C" fn mutex_acquired(kind: c_int, lock: u64, address: *const c_void) {
    if kind == MUTEX_ATOMIC {
        return;
    }
    if let Some(task) = current() {
        let is_region = matches!(kind, MUTEX_CRITICAL | MUTEX_ORDERED);
        locks::acquired(task, Held { lock, address: address as usize, is_region });
    }
}

unsafe extern "C" fn mutex_released(kind: c_int, lock: u64, _address: *const c_void) {
    if kind == MUTEX_ATOMIC {
        return;
    }
    if let Some(task) = current() {
        locks::released(task, lock);
    }
}

unsafe extern "C" fn cancel(_task: Data, flags: c_int, _address: *const c_void) {
    let Some(team) = current().and_then(|task| task.team()) else { return };
    if flags & CANCEL_PARALLEL != 0 {
        team.cancelled.store(true, Relaxed);
    }
    if flags & (CANCEL_LOOP | CANCEL_SECTIONS) != 0 {
        team.loop_cancelled.store(true, Relaxed);
    }
}
