//! This process as one of the job's ranks: from `MPI_Init` to the moment it leaves, what is done
//! before and after each of its collectives.

use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::ptr::NonNull;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_core::abi;

use crate::agreement;
use crate::board::{
    Board, CallRecord, Conflict, EntryIndex, Place, RankIndex, Signature, State, Wait,
};
use crate::call::{Call, Handle};
use crate::communicators::{self, Communicator};
use crate::dispatch::Origin;
use crate::imports;
use crate::launcher;
use crate::location;
use crate::messages::{How, Pending};
use crate::mpi::{ANY_TAG, MIN, Mpi, THREAD_MULTIPLE, Word};
use crate::point_to_point::{self, Traffic};
use crate::report;
use crate::settings::{Check, Settings};
use crate::shared_memory;
use crate::standard_sends::{self, Doubt};
use crate::symbols::{Mode, Object, Position, Role, Symbol};
use crate::threads;
use crate::wrappers::{ACTIVE, WATCHED};

/// What lives from `MPI_Init` to `MPI_Finalize` while checks are on.
#[derive(Debug)]
pub struct Job {
    /// The MPI library.
    pub mpi: &'static Mpi,
    /// The settings.
    pub settings: Settings,
    /// The node's board; one of its own if that is off or this rank is alone on its node.
    pub board: Board,
    /// This rank's place on the board.
    pub me: RankIndex,
    /// This rank in `MPI_COMM_WORLD`.
    pub world_rank: u32,
    /// Size of `MPI_COMM_WORLD`.
    pub world_size: u32,
    /// Group of `MPI_COMM_WORLD`.
    pub world_group: Word,
    /// Places on the board by rank in `MPI_COMM_WORLD`.
    pub place_of_world_rank: Vec<Option<RankIndex>>,
    /// The attribute places hang on.
    pub keyval: c_int,
    /// Several threads may call MPI at a time: what one waits for, another may bring.
    multiple: bool,
    /// The messages of this rank; `None`: they are not looked at.
    pub traffic: Option<Traffic>,
    /// The process; a forked child is not a rank.
    process: u32,
    /// Addresses of the [`Communicator`]s that live.
    live: Mutex<Vec<usize>>,
    /// Windows and files by handle, and communicators whose making has not ended.
    handles: Mutex<HashMap<(u8, Word), usize>>,
    /// Duplicates that this rank began to make when it had no room to ask the board for their places.
    unplaced: Mutex<Vec<Unplaced>>,
    /// The program has hung something on `MPI_COMM_SELF`: `MPI_Finalize` may begin with code of its own.
    acts_at_end: AtomicBool,
    /// A call of `MPI_Finalize` that has not come to the end of that.
    leaving: Mutex<Option<Leaving>>,
    /// Comparisons by messages that are under way.
    pub pending: Mutex<Vec<Pending>>,
    /// Counts what makes cached addresses of communicators stale.
    generation: AtomicU64,
}

/// The job, while checks are on.
static JOB: AtomicPtr<Job> = AtomicPtr::new(std::ptr::null_mut());

/// Objects of the program ask for checks.
static WANTED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// The communicator of the thread's last call: handle, generation, address.
    static CACHED: Cell<(Word, u64, usize)> = const { Cell::new((0, 0, 0)) };
}

/// What `before` tells `after`.
#[derive(Debug)]
pub enum Token {
    /// The call is a collective.
    Collective(Entered),
    /// It cannot return until others have begun the same, and may be a collective.
    Begun(Option<Entered>),
    /// It is about messages or requests.
    Messages(point_to_point::Token),
}

/// A collective that was entered.
#[derive(Clone, Copy, Debug)]
pub struct Entered {
    communicator: usize,
    step: u64,
    /// The place of what the call creates, for windows, files and duplicates.
    child: Option<u32>,
    /// There was no room to ask for that.
    has_no_room: bool,
    blocking: bool,
    /// Whom the rank waits for in it, or behind it where the request is completed.
    wait: Wait,
}

/// A duplicate without a place: those that had room have claimed one, which this rank finds when it uses it first, as
/// then all have made the call.
#[derive(Debug)]
struct Unplaced {
    handle: Word,
    parent: Place,
    step: u64,
    /// Its place is yet to be filled in.
    communicator: Communicator,
}

/// A call of `MPI_Finalize`.
#[derive(Debug)]
struct Leaving {
    symbol: &'static Symbol,
    origin: Origin,
    /// `MPI_COMM_WORLD`.
    world: Option<&'static Communicator>,
}

/// Turns checks on, at `MPI_Init`.
pub fn want() {
    WANTED.store(true, Release);
}

/// Calls that are looked at even while checks are off.
#[must_use]
pub fn is_always(symbol: &Symbol) -> bool {
    matches!(symbol.operation_name(), "MPI_Init" | "MPI_Finalize" | "MPI_Abort")
}

/// What happens before a call is passed on.
pub fn before(call: &Call, origin: Origin) -> Option<Token> {
    if call.symbol.watched {
        return Job::get()?.before_messages(call, origin).map(Token::Messages);
    }
    if call.symbol.operation_name() == "MPI_Abort" {
        threads::calls::stop();
    }
    let job = Job::get()?;
    match call.symbol.operation_name() {
        "MPI_Init" => None,
        "MPI_Abort" => {
            WATCHED.store(0, Release);
            // The program ends the job itself; nothing about it is an accident any more.
            ACTIVE.store(0, Release);
            JOB.store(std::ptr::null_mut(), Release);
            None
        }
        "MPI_Finalize" => {
            let world = job.find(job.mpi.constants.comm_world, Handle::Communicator);
            let leaving = Leaving { symbol: call.symbol, origin, world };
            if job.acts_at_end.load(Relaxed) {
                *lock(&job.leaving) = Some(leaving);
            } else {
                job.finalize(&leaving);
            }
            None
        }
        "MPI_Attr_put" | "MPI_Comm_set_attr" => {
            if call.communicator() == Some(job.mpi.constants.comm_self) {
                job.acts_at_end.store(true, Relaxed);
            }
            None
        }
        "MPI_Comm_create_group" => job.enter_group(call, origin).then_some(Token::Begun(None)),
        "MPI_Intercomm_create" => {
            let awaits = job.meet_leader(call, origin);
            let entered = job.enter(call, origin);
            if awaits { Some(Token::Begun(entered)) } else { entered.map(Token::Collective) }
        }
        _ => job.enter(call, origin).map(Token::Collective),
    }
}

/// Where a call is to write a status of ours instead of none.
#[must_use]
pub fn status_in_place(call: &Call, token: &Token) -> Option<(Position, Word)> {
    match token {
        Token::Messages(token) => point_to_point::status_in_place(call, token),
        Token::Collective(_) | Token::Begun(_) => None,
    }
}

/// What a call returns that need not be passed on.
#[must_use]
pub fn result_of(token: &Token) -> Option<Word> {
    match token {
        Token::Messages(point_to_point::Token::Over(result)) => Some(*result),
        _ => None,
    }
}

/// What happens after a call returned.
pub fn after(call: &Call, token: Option<Token>, result: usize) {
    if matches!(call.symbol.role, Role::Send | Role::Start) && !call.succeeded(result) {
        failed_to_send();
    }
    let entered = match token {
        Some(Token::Messages(token)) => {
            if let Some(job) = Job::get() {
                job.after_messages(call, token, call.succeeded(result));
            }
            return;
        }
        None if call.symbol.watched => return,
        Some(Token::Collective(entered)) => Some(entered),
        Some(Token::Begun(entered)) => {
            if let Some(job) = Job::get() {
                job.board.end_awaiting(job.me);
            }
            entered
        }
        None => None,
    };
    match call.symbol.operation_name() {
        "MPI_Init" if call.succeeded(result) => {
            start(call.mpi);
            threads::calls::start(call.mpi);
        }
        "MPI_Finalize" => {
            stop();
            threads::calls::stop();
        }
        _ => {
            if let Some(job) = Job::get() {
                job.leave(call, entered, call.succeeded(result));
            }
        }
    }
}

/// A call inside of another one. MPI's own are part of that. Where MPI calls the program back (an error
/// handler, the function of an attribute that is deleted), what the program sends and receives there is not
/// counted.
pub fn within(symbol: &Symbol, return_address: usize) {
    if matches!(symbol.role, Role::None | Role::Probe | Role::Attribute)
        || imports::is_in_mpi(return_address)
    {
        return;
    }
    if let Some(job) = Job::get() {
        // Before it is sent.
        job.board.stop_counting(job.me);
        left_early();
    }
}

/// An exception or a `longjmp` has left a call: the rank waits for nothing any more, and what it has received is
/// not known.
pub fn left_early() {
    if let Some(job) = Job::get() {
        job.board.end_awaiting(job.me);
        if let Some(traffic) = &job.traffic {
            traffic.stop();
        }
    }
}

/// A call has failed that was to send: it is counted, and may not be under way.
fn failed_to_send() {
    if let Some(traffic) = Job::get().and_then(|job| job.traffic.as_ref()) {
        traffic.stop_sending();
    }
}

/// Locks; what a panicking thread left behind is still good.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Job {
    /// The job, while checks are on.
    #[must_use]
    pub fn get() -> Option<&'static Self> {
        let job = NonNull::new(JOB.load(Acquire))?;
        // SAFETY: what was stored is a box that is never freed: a process has one job in its life.
        Some(unsafe { job.as_ref() })
    }

    /// Ends the job.
    pub fn abort(&self, status: c_int) -> ! {
        // SAFETY: MPI is initialised, and this thread is inside a call of it.
        unsafe {
            libc::fflush(std::ptr::null_mut());
            self.mpi.abort(status);
        }
        // Not `exit`: this may be the end of the process already.
        // SAFETY: ends the process.
        unsafe { libc::_exit(status) }
    }

    /// Works with the list of the communicators that live.
    pub fn with_live<T>(&self, work: impl FnOnce(&mut Vec<usize>) -> T) -> T {
        work(&mut lock(&self.live))
    }

    /// The handle of the communicator at a place, or the one a window or file at it is made from.
    #[must_use]
    pub fn handle_of(&self, entry: EntryIndex) -> Option<Word> {
        self.with_live(|live| {
            live.iter()
                // SAFETY: in the list of those that live.
                .filter_map(|&address| unsafe { (address as *const Communicator).as_ref() })
                .find(|communicator| communicator.entry == entry)
                .map(|communicator| communicator.handle)
        })
    }

    /// Makes every thread look its communicator up again.
    pub fn forget_cached(&self) {
        self.generation.fetch_add(1, AcqRel);
    }

    /// The program will not use this communicator, window or file again.
    pub fn drop_communicator(&self, address: usize) {
        self.forget_cached();
        let known = self.with_live(|live| {
            let index = live.iter().position(|&known| known == address);
            index.map(|index| live.remove(index)).is_some()
        });
        if known {
            // SAFETY: it was in the list, so it is a box, and this call took it out.
            let communicator = unsafe { Box::from_raw(address as *mut Communicator) };
            if !communicator.is_by_messages() {
                self.board.detach(communicator.entry);
            }
        }
    }

    /// The communicator, window or file behind a handle.
    pub fn find(&self, handle: Word, kind: Handle) -> Option<&'static Communicator> {
        let generation = self.generation.load(Acquire);
        // Windows and files have small tables of their own; bits of the kind keep handles apart.
        let key = handle ^ (kind as usize) << 56;
        let (cached, at, mut address) = CACHED.try_with(Cell::get).unwrap_or_default();
        if cached != key || at != generation {
            address = self.look_up(handle, kind);
            let _ = CACHED.try_with(|cell| cell.set((key, generation, address)));
        }
        // SAFETY: in the list at this generation; a program that frees a communicator while another of
        // its threads uses it is not a correct one.
        unsafe { (address as *const Communicator).as_ref() }
    }

    fn look_up(&self, handle: Word, kind: Handle) -> usize {
        if kind == Handle::Communicator {
            if handle == self.mpi.constants.comm_null || handle == self.mpi.constants.comm_self {
                return 0;
            }
            let mut value: *mut c_void = std::ptr::null_mut();
            let mut flag = 0;
            // SAFETY: a communicator the program passes to MPI itself.
            unsafe {
                (self.mpi.functions.comm_get_attr)(
                    handle,
                    self.keyval,
                    (&raw mut value).cast(),
                    &raw mut flag,
                );
            }
            if flag != 0 {
                return value as usize;
            }
        }
        let known = lock(&self.handles).get(&(kind as u8, handle)).copied();
        known.or_else(|| self.place_late(handle, kind)).unwrap_or(0)
    }

    /// The place of a duplicate that is used for the first time, where there was no room to ask for it before.
    fn place_late(&self, handle: Word, kind: Handle) -> Option<usize> {
        let mut unplaced = lock(&self.unplaced);
        let at = unplaced.iter().position(|one| one.handle == handle)?;
        if kind != Handle::Communicator {
            return None;
        }
        let Unplaced { parent, step, communicator, .. } = unplaced.swap_remove(at);
        let entry = self.board.find_child(parent, step)?;
        let communicator = communicator.same_group(&self.board, entry, handle);
        Some(self.keep(communicator, handle, kind))
    }

    /// Takes up what hangs on no attribute.
    fn keep(&self, communicator: Communicator, handle: Word, kind: Handle) -> usize {
        let address = Box::into_raw(Box::new(communicator)) as usize;
        self.with_live(|live| live.push(address));
        lock(&self.handles).insert((kind as u8, handle), address);
        self.forget_cached();
        address
    }

    /// Before a collective.
    fn enter(&self, call: &Call, origin: Origin) -> Option<Entered> {
        let board = &self.board;
        let (handle, kind) = call.scope()?;
        let communicator = self.find(handle, kind)?;
        let signature = call.signature(communicator);
        let frees = matches!(call.symbol.frees, Object::Communicator(_));
        // MPI refuses to free it, and the program may go on.
        if frees && handle == self.mpi.constants.comm_world {
            return None;
        }
        let blocking = call.symbol.mode == Mode::Blocking;
        let step = communicator.steps.load(Relaxed);
        self.record(board, communicator, step, &signature, origin);
        if communicator.is_by_messages() {
            communicator.steps.store(step + 1, Relaxed);
            let how = match (frees, blocking) {
                (true, _) => How::Freeing,
                (false, true) => How::Blocking,
                (false, false) => How::Nonblocking,
            };
            self.compare_by_messages(communicator, &signature, how);
            return None;
        }
        if frees {
            self.enter_freeing(communicator, step, &signature);
            // One that was made without blocking has no attribute that MPI would take away.
            let unattached = lock(&self.handles).remove(&(kind as u8, handle));
            if let Some(address) = unattached {
                self.drop_communicator(address);
            }
            return None;
        }
        communicator.steps.store(step + 1, Relaxed);
        let wait = if self.multiple { Wait::Nobody } else { call.wait(communicator, &signature) };
        let room = self.make_room(board, communicator, step, blocking);
        board.enter(communicator.entry, self.me, step, blocking);
        let mut child = None;
        if room {
            if needs_child(call.symbol) {
                let is_handle = !matches!(call.symbol.creates, Object::Communicator(_));
                child = board.child(communicator.entry, step, is_handle);
            }
            self.check(board.compare(communicator.entry, self.me, step, &signature));
        } else {
            lock(&communicator.deferred).push_back((step, signature));
            communicator.has_deferred.store(true, Relaxed);
        }
        let now = if blocking { wait } else { Wait::Nobody };
        self.check(board.wait(communicator.entry, self.me, step, now));
        if now != Wait::Nobody {
            self.stay_out_in_doubt();
        }
        let communicator = std::ptr::from_ref(communicator) as usize;
        Some(Entered { communicator, step, child, has_no_room: !room, blocking, wait })
    }

    /// Freeing is not a step: a rank may end without it. But nothing else may come in its place.
    fn enter_freeing(&self, communicator: &Communicator, step: u64, signature: &Signature) {
        let board = &self.board;
        if self.has_room(board, communicator, step) {
            self.check(board.compare(communicator.entry, self.me, step, signature));
        }
    }

    /// Keeps the call for the report.
    fn record(
        &self,
        board: &Board,
        communicator: &Communicator,
        step: u64,
        signature: &Signature,
        origin: Origin,
    ) {
        location::publish(board, self.me, origin.address);
        let record = CallRecord {
            location: origin.address as u64,
            is_site: origin.is_site,
            entry: communicator.entry,
            step,
            signature: *signature,
        };
        board.record(self.me, &record);
    }

    /// Whether a step has room in the ring, without waiting.
    fn has_room(&self, board: &Board, communicator: &Communicator, step: u64) -> bool {
        self.flush(board, communicator);
        if communicator.has_deferred.load(Relaxed) {
            return false;
        }
        self.has_room_for(board, communicator, step)
    }

    fn has_room_for(&self, board: &Board, communicator: &Communicator, step: u64) -> bool {
        if step < communicator.room_until.load(Relaxed) {
            return true;
        }
        let until = board.room_until(communicator.entry);
        communicator.room_until.store(until, Relaxed);
        step < until
    }

    /// Compares what was put off, as far as there is room.
    fn flush(&self, board: &Board, communicator: &Communicator) {
        if !communicator.has_deferred.load(Relaxed) {
            return;
        }
        let mut deferred = lock(&communicator.deferred);
        while let Some(&(step, signature)) = deferred.front() {
            if !self.has_room_for(board, communicator, step) {
                return;
            }
            let compared = board.compare(communicator.entry, self.me, step, &signature);
            deferred.pop_front();
            self.check(compared);
        }
        communicator.has_deferred.store(false, Relaxed);
    }

    /// Waits until `step` has room, if the call may wait. A blocking collective may: a correct program
    /// allows for all members being waited for. Whoever waits here takes part in finding out that
    /// those it waits for never come, and lets MPI go on with what is under way.
    fn make_room(
        &self,
        board: &Board,
        communicator: &Communicator,
        step: u64,
        may_wait: bool,
    ) -> bool {
        let mut pause = Pause::default();
        while !self.has_room(board, communicator, step) {
            if !may_wait {
                return false;
            }
            let oldest = lock(&communicator.deferred).front().map_or(step, |&(step, _)| step);
            let needed = oldest.saturating_sub(crate::board::RING);
            let wait = if self.multiple { Wait::Nobody } else { Wait::All };
            self.check(board.wait(communicator.entry, self.me, needed, wait));
            // Whoever left without coming to this step does not make room either.
            self.check(board.check_departures(communicator.entry, step));
            self.progress();
            pause.rest();
        }
        true
    }

    /// Lets the MPI library work on what is under way.
    pub fn progress(&self) {
        let mut flag = 0;
        let constants = &self.mpi.constants;
        // SAFETY: this thread is inside a call of MPI. Nothing is received.
        unsafe {
            (self.mpi.functions.iprobe)(
                constants.any_source,
                ANY_TAG,
                constants.comm_self,
                &raw mut flag,
                constants.status_ignore,
            );
        }
    }

    /// From now on sends of standard mode wait for their receives, if it is seen where that is for ever.
    fn make_sends_synchronous(&self) {
        if self.traffic.is_some() && self.board.ranks() == self.world_size {
            standard_sends::make_synchronous();
        } else if self.world_rank == 0 {
            eprintln!(
                "lockstep: warning: LOCKSTEP_SENDS=synchronous has no effect: messages are looked at only where all \
                 ranks are on one node, and one thread at a time calls MPI"
            );
        }
    }

    /// Ends the job if there is a conflict.
    pub fn check(&self, result: Result<(), Conflict>) {
        self.check_on(&self.board, result);
    }

    /// Ends the job if there is a conflict on this board, which is that of the job but for what counts on it.
    pub(crate) fn check_on(&self, board: &Board, result: Result<(), Conflict>) {
        let Some(conflict) = result.err().and_then(|found| self.confirm(found)) else { return };
        if board.take_report(self.me) {
            report::settle(board, &conflict, self.me, || self.progress());
            report::write(self, board, &conflict);
            self.abort(abi::EXIT_STATUS);
        }
        self.stay_if_ending();
    }

    /// While another rank reports, this one does not go into `MPI_Finalize`: a launcher that ends a job
    /// while a rank of it is finalising may crash (that of OpenMPI 4.1 does).
    pub(crate) fn stay_if_ending(&self) {
        if self.board.is_ending() {
            self.board.stay(self.me);
            // Others may need this rank's part of an earlier call to come to where they are going.
            self.await_end(|| self.progress());
            self.abort(abi::EXIT_STATUS);
        }
    }

    /// Gives the rank that reports time to end the job: half a minute, and a moment when it has reported, as a launcher
    /// may not hear of its end (MPICH's does not if another thread is in `MPI_Finalize`).
    pub(crate) fn await_end(&self, progress: impl Fn()) {
        const LOOKS: usize = 6000;
        const LOOKS_AFTER: usize = 600;
        let mut after = 0;
        for _ in 0..LOOKS {
            after += usize::from(self.board.is_reported());
            if after > LOOKS_AFTER {
                return;
            }
            progress();
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// After a collective.
    fn leave(&self, call: &Call, entered: Option<Entered>, succeeded: bool) {
        let board = &self.board;
        // SAFETY: only the end of this call lets go of it.
        let communicator = entered
            .and_then(|entered| unsafe { (entered.communicator as *const Communicator).as_ref() });
        if let (Some(entered), Some(communicator)) =
            (entered.filter(|at| at.blocking), communicator)
        {
            board.leave_step(communicator.entry, self.me, entered.step);
        }
        if succeeded {
            self.remember_collective(
                call,
                communicator.zip(entered).map(|(communicator, entered)| {
                    (communicator.place(), entered.step, entered.wait)
                }),
            );
            self.register(call, entered);
        }
    }

    /// Takes up what the call made, and lets go of what it freed.
    fn register(&self, call: &Call, token: Option<Entered>) {
        // SAFETY: the token's communicator lives at least until this call is over.
        let parent =
            token.and_then(|token| unsafe { (token.communicator as *const Communicator).as_ref() });
        match call.symbol.creates {
            Object::None | Object::Group => {}
            Object::Communicator(position) => {
                let Some(handle) = call.handle_at(position, Handle::Communicator) else { return };
                if handle == self.mpi.constants.comm_null || handle == 0 {
                    return;
                }
                if needs_child(call.symbol) {
                    self.register_handle(handle, Handle::Communicator, parent, token);
                } else if joins_others(call.symbol) {
                    // Its other processes are of another job, or not all of this one's.
                } else if let Some(communicator) = self.place(handle) {
                    self.attach(communicator);
                }
            }
            Object::Window(position) => {
                if let Some(handle) = call.handle_at(position, Handle::Window) {
                    self.register_handle(handle, Handle::Window, parent, token);
                }
            }
            Object::File(position) => {
                if let Some(handle) = call.handle_at(position, Handle::File) {
                    self.register_handle(handle, Handle::File, parent, token);
                }
            }
        }
        if let (Object::Window(_) | Object::File(_), Some(token)) = (call.symbol.frees, token) {
            lock(&self.handles).retain(|_, &mut address| address != token.communicator);
            self.drop_communicator(token.communicator);
        }
    }

    /// Takes up a window, a file, or a communicator that is still being made.
    fn register_handle(
        &self,
        handle: Word,
        kind: Handle,
        parent: Option<&Communicator>,
        token: Option<Entered>,
    ) {
        let Some((parent, token)) = parent.zip(token) else { return };
        let own = if kind == Handle::Communicator { handle } else { parent.handle };
        if let Some(entry) = token.child {
            self.keep(parent.same_group(&self.board, entry, own), handle, kind);
        } else if token.has_no_room {
            let communicator = parent.same_group(&self.board, parent.entry, own);
            let (parent, step) = (parent.place(), token.step);
            lock(&self.unplaced).push(Unplaced { handle, parent, step, communicator });
            self.forget_cached();
        }
    }

    /// `MPI_Finalize` has called back all that the program has hung on `MPI_COMM_SELF`.
    pub fn finalize_now(&self) {
        let leaving = lock(&self.leaving).take();
        if let Some(leaving) = leaving {
            self.finalize(&leaving);
        }
    }

    /// This rank has come to `MPI_Finalize`.
    fn finalize(&self, leaving: &Leaving) {
        let board = &self.board;
        let Leaving { symbol, origin, world } = *leaving;
        let signature =
            Signature { operation: symbol.operation, operator: 0, root: None, bytes: None };
        self.look_at_loaded();
        if let Some(world) = world.filter(|world| !world.is_by_messages()) {
            let step = world.steps.load(Relaxed);
            self.record(board, world, step, &signature, origin);
            self.make_room(board, world, step, true);
            world.steps.store(step + 1, Relaxed);
            board.enter(world.entry, self.me, step, true);
            board.depart(self.me, State::Finalized);
            self.check(board.compare(world.entry, self.me, step, &signature));
            self.check(board.wait(world.entry, self.me, step, Wait::Nobody));
        } else {
            if let Some(world) = world {
                self.record(board, world, world.steps.load(Relaxed), &signature, origin);
            }
            board.depart(self.me, State::Finalized);
        }
        self.check_left_behind(board);
        self.leave_by_messages(&signature);
        if let Some(world) = world.filter(|world| !world.is_by_messages()) {
            self.gather_at_end(world);
            self.compare_starts();
        }
        self.stay_if_ending();
    }

    /// Waits until all ranks have come to `MPI_Finalize`, which is collective and may do so. A rank that
    /// is inside of it can neither be told of nor stopped, and launchers that have to end a job while one
    /// is may crash or hang (that of OpenMPI 4.1 does).
    fn gather_at_end(&self, world: &Communicator) {
        let step = world.steps.load(Relaxed) - 1;
        let missing = |member| self.board.progress(world.entry, member).0 <= step;
        let mut pause = Pause::default();
        let mut doubt = Doubt::default();
        while self.board.members(world.entry).any(missing) {
            self.stay_if_ending();
            self.look_at_those_left(&mut doubt);
            self.check(self.board.check_departures(world.entry, step));
            self.progress();
            pause.rest();
        }
    }

    /// This rank has left: does anybody stand where it will never come?
    fn check_left_behind(&self, board: &Board) {
        let live = self.with_live(|live| live.clone());
        for address in live {
            // SAFETY: in the list of those that live, and this thread is the one that ends MPI.
            let communicator = unsafe { (address as *const Communicator).as_ref() };
            if let Some(communicator) = communicator.filter(|found| !found.is_by_messages()) {
                self.check(board.check_left_behind(communicator.entry, self.me));
            }
        }
        self.check(board.check_awaiting(self.me));
    }
}

/// A rest between two looks: short at first.
#[derive(Default)]
pub(crate) struct Pause {
    looks: u32,
}

impl Pause {
    pub(crate) fn rest(&mut self) {
        self.looks += 1;
        if self.looks < 64 {
            std::thread::yield_now();
        } else {
            std::thread::sleep(Duration::from_micros(100));
        }
    }
}

/// What the call makes has the same members as what it is called on, and its place comes from the
/// board without a message.
fn needs_child(symbol: &Symbol) -> bool {
    match symbol.creates {
        Object::Window(_) | Object::File(_) => true,
        Object::Communicator(_) => symbol.mode == Mode::Nonblocking,
        Object::None | Object::Group => false,
    }
}

/// The new communicator has processes outside of this job, or of no job at all.
fn joins_others(symbol: &Symbol) -> bool {
    matches!(
        symbol.operation_name(),
        "MPI_Comm_spawn" | "MPI_Comm_spawn_multiple" | "MPI_Comm_accept" | "MPI_Comm_connect"
    )
}

/// `MPI_Init` is over: all ranks find out together whether checks are on, and set them up.
fn start(mpi: &'static Mpi) {
    if Job::get().is_some() {
        return;
    }
    let settings = Settings::of_environment();
    let (functions, constants) = (&mpi.functions, &mpi.constants);
    let (mut rank, mut size) = (0, 0);
    // SAFETY: MPI is initialised.
    unsafe {
        (functions.comm_rank)(constants.comm_world, &raw mut rank);
        (functions.comm_size)(constants.comm_world, &raw mut size);
    }
    // Wanted, not wanted at all, and whose settings are unreadable: the first such rank speaks. One
    // answer for all ranks, or they would compare with some that do not.
    let check = settings.as_ref().map_or(Check::Off, |settings| settings.check);
    let wanted = WANTED.load(Acquire) || check == Check::Full;
    let unreadable = if settings.is_err() { u64::from((size - rank).unsigned_abs()) } else { 0 };
    let mine = [u64::from(wanted), u64::from(check == Check::Off), unreadable];
    let [wanted, off, unreadable] = agreement::largest(mpi, mine, rank, size);
    match settings {
        Err(error) if unreadable == u64::from((size - rank).unsigned_abs()) => {
            eprintln!("lockstep: error: {error}");
            report::drain();
            // SAFETY: MPI is initialised.
            unsafe { mpi.abort(2) };
            std::process::exit(2)
        }
        _ if unreadable != 0 => {
            // The rank that speaks ends the job.
            std::thread::sleep(Duration::from_secs(30));
            std::process::exit(2)
        }
        Ok(settings) if wanted != 0 && off == 0 => {
            launcher::warn_if_foreign(size);
            if size > 1 {
                set_up(mpi, settings, rank, size);
            }
        }
        _ => {}
    }
}

/// All ranks have agreed that checks are on.
fn set_up(mpi: &'static Mpi, settings: Settings, rank: c_int, size: c_int) {
    let (functions, constants) = (&mpi.functions, &mpi.constants);
    let (mut level, mut world_group) = (0, 0);
    // SAFETY: MPI is initialised.
    unsafe {
        (functions.query_thread)(&raw mut level);
        (functions.comm_group)(constants.comm_world, &raw mut world_group);
    }
    let keyval = keyval_of(mpi, communicators::forget as *const c_void);
    let at_end = keyval_of(mpi, communicators::finalize as *const c_void);
    // What is hung on it first goes last (MPI 4.0, 11.2.4), so behind all that the program may do.
    // SAFETY: MPI is initialised.
    unsafe { (functions.comm_set_attr)(constants.comm_self, at_end, std::ptr::null_mut()) };
    let node = join_node(mpi, &settings, rank);
    let place_of_world_rank = places(node.as_ref(), size);
    let (board, me) = match node {
        Some(node) => (node.board, node.me),
        None => (board_for_one(mpi, rank), 0),
    };
    let job = Box::new(Job {
        mpi,
        settings,
        board,
        me,
        world_rank: rank.unsigned_abs(),
        world_size: size.unsigned_abs(),
        world_group,
        place_of_world_rank,
        keyval,
        multiple: level == THREAD_MULTIPLE,
        traffic: point_to_point::traffic(&board, me, level == THREAD_MULTIPLE),
        process: std::process::id(),
        live: Mutex::new(Vec::new()),
        handles: Mutex::new(HashMap::new()),
        unplaced: Mutex::new(Vec::new()),
        acts_at_end: AtomicBool::new(false),
        leaving: Mutex::new(None),
        pending: Mutex::new(Vec::new()),
        generation: AtomicU64::new(1),
    });
    let job: &'static Job = Box::leak(job);
    JOB.store(std::ptr::from_ref(job).cast_mut(), Release);
    // SAFETY: a function without arguments, as the C library wants it.
    unsafe { at_quick_exit(at_exit) };
    if let Some(world) = job.place(constants.comm_world) {
        job.attach(world);
    }
    ACTIVE.store(1, Release);
    if job.traffic.is_some() {
        WATCHED.store(1, Release);
    }
    if job.settings.synchronous_sends {
        job.make_sends_synchronous();
    }
}

/// An attribute of communicators that is not copied.
fn keyval_of(mpi: &'static Mpi, deletes: *const c_void) -> c_int {
    let mut keyval = 0;
    // SAFETY: MPI is initialised, and the functions are what it calls for attributes.
    unsafe {
        (mpi.functions.comm_create_keyval)(
            communicators::do_not_copy as *const c_void,
            deletes,
            &raw mut keyval,
            std::ptr::null_mut(),
        );
    }
    keyval
}

/// Places on the node's board by rank in `MPI_COMM_WORLD`; none for ranks of other nodes.
fn places(node: Option<&Node>, size: c_int) -> Vec<Option<RankIndex>> {
    let mut places = vec![None; usize::try_from(size).unwrap_or(0)];
    if let Some(node) = node {
        for (place, &world_rank) in (0..).zip(&node.world_ranks) {
            if let Some(slot) = places.get_mut(world_rank as usize) {
                *slot = Some(place);
            }
        }
    }
    places
}

/// A board for this rank alone, where it notes its calls for the report.
fn board_for_one(mpi: &'static Mpi, rank: c_int) -> Board {
    let Some(created) = shared_memory::create(1) else {
        // No memory at all. This rank cannot stay away from the comparisons of the others.
        eprintln!(
            "lockstep: error: rank {rank} has no memory for its calls; set LOCKSTEP_CHECK=off"
        );
        // SAFETY: MPI is initialised.
        unsafe { mpi.abort(2) };
        std::process::exit(2)
    };
    created.board.introduce(0, rank.unsigned_abs(), std::process::id());
    created.board
}

/// The ranks of one node and their board.
struct Node {
    board: Board,
    me: RankIndex,
    world_ranks: Vec<u32>,
}

/// Finds the ranks of this node and shares memory with them; `None` on all of them if that is
/// impossible for one.
fn join_node(mpi: &'static Mpi, settings: &Settings, rank: c_int) -> Option<Node> {
    let (functions, constants) = (&mpi.functions, &mpi.constants);
    let mut comm = constants.comm_null;
    let (mut me, mut size) = (0, 0);
    // SAFETY: all ranks are here.
    unsafe {
        (functions.comm_split_type)(
            constants.comm_world,
            constants.shared,
            rank,
            constants.info_null,
            &raw mut comm,
        );
        comm = mpi.handle(comm, Handle::Communicator);
        (functions.comm_rank)(comm, &raw mut me);
        (functions.comm_size)(comm, &raw mut size);
    }
    let (me, ranks) = (me.unsigned_abs(), u32::try_from(size).ok()?);
    let world_ranks = world_ranks_of(mpi, comm, ranks, rank);
    let usable = ranks > 1 && ranks <= crate::board::MAX_RANKS && !settings.no_board;
    let board = share_board(mpi, comm, me, usable.then_some(ranks));
    // SAFETY: all ranks of the node are here.
    unsafe { (functions.comm_free)(&raw mut comm) };
    let board = board?;
    board.introduce(me, rank.unsigned_abs(), std::process::id());
    Some(Node { board, me, world_ranks })
}

/// The ranks in `MPI_COMM_WORLD` of all ranks of the node.
fn world_ranks_of(mpi: &'static Mpi, comm: Word, ranks: u32, rank: c_int) -> Vec<u32> {
    let mine = [u64::from(rank.unsigned_abs())];
    let mut all = vec![0u64; ranks as usize];
    // SAFETY: all ranks of the node are here.
    unsafe {
        (mpi.functions.allgather)(
            mine.as_ptr().cast(),
            1,
            mpi.constants.uint64,
            all.as_mut_ptr().cast(),
            1,
            mpi.constants.uint64,
            comm,
        );
    }
    all.into_iter().map(|rank| u32::try_from(rank).unwrap_or(0)).collect()
}

/// The first rank of the node makes the memory and tells the others its name; all map it, or none
/// does. `ranks`: of how many, if memory can be shared at all.
fn share_board(mpi: &'static Mpi, comm: Word, me: RankIndex, ranks: Option<u32>) -> Option<Board> {
    let (functions, constants) = (&mpi.functions, &mpi.constants);
    let memory = ranks.filter(|_| me == 0).and_then(shared_memory::create);
    let mut name = memory.as_ref().map_or([0; 3], shared_memory::Created::name);
    // SAFETY: all ranks of the node are here.
    unsafe { (functions.bcast)(name.as_mut_ptr().cast(), 3, constants.uint64, 0, comm) };
    let board = match (&memory, ranks) {
        (Some(memory), _) => Some(memory.board),
        (None, Some(ranks)) if name[0] != 0 => shared_memory::open(name, ranks),
        (None, _) => None,
    };
    let mine = u64::from(board.is_some());
    let mut all = 0u64;
    // SAFETY: all ranks of the node are here.
    unsafe {
        (functions.allreduce)(
            (&raw const mine).cast(),
            (&raw mut all).cast(),
            1,
            constants.uint64,
            constants.operators[MIN],
            comm,
        );
    }
    // Everybody has mapped it by now; the file behind it goes with the last mapping.
    drop(memory);
    board.filter(|_| all != 0)
}

/// `MPI_Finalize` is over: nothing of ours is left.
fn stop() {
    ACTIVE.store(0, Release);
    WATCHED.store(0, Release);
    let job = JOB.swap(std::ptr::null_mut(), AcqRel);
    // SAFETY: as in `Job::get`.
    let Some(job) = (unsafe { job.as_ref() }) else { return };
    job.forget_cached();
    shared_memory::unmap(job.board);
}

/// The process ends. Runs after everything the program itself does at its end.
pub extern "C" fn at_exit() {
    let Some(job) = Job::get() else { return };
    // A forked child is not a rank; it shares the memory, but not the part in the job.
    if job.process != std::process::id() {
        return;
    }
    let board = &job.board;
    let work = || {
        job.look_at_loaded();
        board.depart(job.me, State::Exited);
        // Launchers kill the job when they see a rank end without MPI_Finalize, often before another
        // rank has come to the call it would hang in. So those that are still on their way get a
        // moment; what is reported is proven however long that is.
        for _ in 0..100 {
            job.check_left_behind(board);
            if board.nobody_else_runs(job.me) {
                return;
            }
            job.progress();
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
}

unsafe extern "C" {
    /// Registers what `quick_exit` calls.
    fn at_quick_exit(function: extern "C" fn()) -> c_int;
}
