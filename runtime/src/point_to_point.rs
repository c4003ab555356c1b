//! Messages between two ranks, as far as a rank that waits for one may wait for ever: what this rank sends
//! and begins to receive is counted on the board, what it has received in here, and where a receive or an `MPI_Wait` may wait, it is
//! said for what ([`crate::deadlock`]).
//!
//! Only ranks whose calls come one after the other are looked at: with `MPI_THREAD_MULTIPLE` another
//! thread may send what one thread makes others wait for.

use std::cell::Cell;
use std::collections::HashMap;
use std::ffi::c_int;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use crate::beginnings::{MEMBERS, Prepared};
use crate::board::{Board, CallRecord, Conflict, Place, RankIndex, Signature, State, Wait};
use crate::call::{Call, Handle};
use crate::communicators::Communicator;
use crate::counts::{self, Counter};
use crate::deadlock::{AWAITED, Awaited, kind_of_receive};
use crate::dispatch::Origin;
use crate::imports;
use crate::job::{Job, lock};
use crate::location;
use crate::mpi::Word;
use crate::standard_sends;
use crate::symbols::{NONE, Position, Role};

/// Kinds of messages a rank counts that it receives.
const KINDS: usize = 1024;
/// Requests that are known at a time; a power of two.
const REQUESTS: usize = 2048;
/// How often requests are looked at before others are told that this rank waits.
const PATIENCE: u32 = 16;
/// Bytes of a message in standard mode, at least, whose sender may wait.
const LARGE: u64 = 4096;
/// How often the board is looked at before that, for all messages of a call together.
const LOOKS: u32 = 64;
/// Requests of one `MPI_Waitall` that are looked at.
const LOOKED_AT: usize = 256;

/// What a receive asks for.
#[derive(Clone, Copy, Debug)]
pub struct Receive {
    place: Place,
    /// `None`: from anybody.
    from: Option<RankIndex>,
    /// `None`: with any tag.
    tag: Option<u32>,
    /// How many like it were begun before.
    begun: u64,
    /// Its request is persistent.
    is_persistent: bool,
}

impl Receive {
    /// Something that is no message but begun together with `from`.
    pub(crate) fn of(place: Place, from: RankIndex, tag: u32, begun: u64) -> Self {
        Self { place, from: Some(from), tag: Some(tag), begun, is_persistent: false }
    }

    /// It is for one sender and tag.
    fn is_exact(&self) -> bool {
        self.from.is_some() && self.tag.is_some()
    }

    /// A key for all messages of a sender (or of anybody) with a tag (or with any).
    fn key_of_all(&self, from: Option<RankIndex>, tag: Option<u32>) -> u64 {
        kind_of_receive(self.place, from, tag)
    }
}

/// A message that is sent so that the sender waits for its receive.
#[derive(Clone, Copy, Debug)]
pub struct Handover {
    place: Place,
    to: RankIndex,
    tag: u32,
    /// How many like it were sent before.
    before: u64,
    /// It is sent in standard mode: the sender may wait, or not.
    is_standard: bool,
}

impl Handover {
    /// The receive that is waited for.
    fn awaited(&self) -> Awaited {
        let Self { place, to, tag, before, is_standard } = *self;
        Awaited {
            is_sent: true,
            is_standard,
            from: Some(to),
            place,
            tag: Some(tag),
            begun: before,
            complete: 0,
        }
    }
}

/// A receive that a call completes.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    receive: Receive,
    /// Where its request stands in the call.
    position: usize,
    /// From which rank of the communicator the message came, and with which tag, if that was seen before.
    came: Option<(i64, i64)>,
}

/// A collective that was begun: its communicator, its step, and whom it cannot do without.
type Begun = (Place, u64, Wait);

/// Room for a status of any MPI library.
type StatusRoom = [c_int; 16];

thread_local! {
    /// What stands where a call does not want to know the status.
    static STATUS: Cell<StatusRoom> = const { Cell::new([0; 16]) };
}

/// What a request stands for.
#[derive(Clone, Copy, Debug)]
enum Request {
    Receive(Receive),
    /// A synchronous send.
    Handover(Handover),
    /// A collective: its communicator, its step, and whom it cannot do without.
    Collective(Place, u64, Wait),
    /// A persistent collective that was started, as it was before.
    Started(Prepared),
}

impl Request {
    /// The board tells when it is no wait any more.
    fn is_told_by_board(&self) -> bool {
        match self {
            Self::Receive(receive) => receive.is_exact(),
            Self::Handover(_) => true,
            Self::Collective(..) | Self::Started(_) => false,
        }
    }

    fn is_persistent(&self) -> bool {
        match self {
            Self::Receive(receive) => receive.is_persistent,
            Self::Started(_) => true,
            Self::Handover(_) | Self::Collective(..) => false,
        }
    }

    /// The communicator it was begun on.
    fn place(&self) -> Place {
        match self {
            Self::Receive(receive) => receive.place,
            Self::Handover(handover) => handover.place,
            Self::Collective(place, ..) => *place,
            Self::Started(prepared) => prepared.place,
        }
    }
}

/// What a persistent request does when it is started.
#[derive(Clone, Copy, Debug)]
enum Persistent {
    /// To whom, with which tag, and whether it is synchronous.
    Send(Place, RankIndex, u32, bool),
    Receive(Receive),
    Collective(Prepared),
    /// Nothing that is looked at.
    Other,
}

/// What this rank receives, and its requests.
#[derive(Debug)]
pub struct Traffic {
    /// Messages that were received: by communicator, by sender, and by tag.
    complete: Vec<Counter>,
    /// What is counted may be too much: a receive was cancelled, or failed.
    unreliable: AtomicBool,
    /// The same of what is sent.
    oversent: AtomicBool,
    /// Requests were made for what is neither a message nor a collective.
    has_others: AtomicBool,
    /// How often objects had been loaded when their imports were looked at.
    loads: u64,
    requests: Mutex<Requests>,
    /// The handles of the requests that are known, each in its place, to be looked at without the lock.
    handles: Vec<AtomicUsize>,
    persistent: Mutex<HashMap<Word, Persistent>>,
}

/// Requests that are known, and those of the call that is under way, kept from call to call so that none of
/// them needs memory.
#[derive(Debug)]
struct Requests {
    /// By [`Traffic::place`].
    known: Vec<Option<Request>>,
    /// Where a request stands in the call, and which it is.
    waiting: Vec<(usize, Word, Request)>,
    receives: Vec<Arrival>,
    /// Receives of which some may be completed: their positions in the call, and their handles.
    polled: Vec<(usize, Word)>,
}

impl Default for Traffic {
    fn default() -> Self {
        Self {
            complete: std::iter::repeat_with(Counter::default).take(KINDS).collect(),
            unreliable: AtomicBool::new(false),
            oversent: AtomicBool::new(false),
            has_others: AtomicBool::new(false),
            loads: imports::loads(),
            requests: Mutex::new(Requests {
                known: vec![None; REQUESTS],
                waiting: Vec::new(),
                receives: Vec::new(),
                polled: Vec::new(),
            }),
            handles: std::iter::repeat_with(AtomicUsize::default).take(REQUESTS).collect(),
            persistent: Mutex::new(HashMap::new()),
        }
    }
}

impl Traffic {
    /// What is counted may be too much from now on.
    pub fn stop(&self) {
        self.unreliable.store(true, Relaxed);
        self.stop_sending();
    }

    /// What is counted of what is sent may be too much from now on: a send failed.
    pub fn stop_sending(&self) {
        self.oversent.store(true, Relaxed);
    }

    /// A receive has its message, which `came` from this rank and with this tag, if that is known of one that was
    /// not begun for one rank and tag only.
    ///
    /// Such a message is one that no receive begun later gets: it counts for them like a receive of its rank and
    /// tag that was begun before. For those begun earlier it does not count, and need not.
    fn complete(
        &self,
        board: &Board,
        me: RankIndex,
        receive: &Receive,
        came: Option<(RankIndex, u32)>,
    ) {
        let is_dead = |known| board.is_dead(known);
        let count = |from, tag| {
            let _ = counts::add(&self.complete, receive.key_of_all(from, tag), is_dead);
        };
        let from = receive.from.or(came.map(|(from, _)| from));
        let tag = receive.tag.or(came.map(|(_, tag)| tag));
        count(None, None);
        if tag.is_some() {
            count(None, tag);
        }
        if from.is_some() {
            count(from, None);
        }
        if let (false, Some(from), Some(tag)) = (receive.is_exact(), from, tag) {
            board.settle_receive(me, receive.place, (receive.from, receive.tag), (from, tag));
        }
    }

    /// The message a receive that waits now waits for.
    fn awaited(&self, receive: &Receive) -> Awaited {
        let complete = |tag| {
            let key = receive.key_of_all(receive.from, tag);
            counts::get(&self.complete, key).unwrap_or(0)
        };
        let Receive { place, from, tag, begun, .. } = *receive;
        let begun = if from.is_some() || tag.is_none() { begun } else { complete(tag) };
        let complete = complete(None);
        Awaited { is_sent: false, is_standard: false, from, place, tag, begun, complete }
    }

    /// Where a request is kept; what is kept there for another is not known any more.
    fn place(handle: Word) -> usize {
        ((handle as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % REQUESTS
    }

    fn is_known(&self, handle: Word) -> bool {
        let known = self.handles.get(Self::place(handle));
        known.is_some_and(|known| known.load(Relaxed) == handle)
    }

    /// A call has made this request, for this or for something that is not looked at.
    fn remember(&self, handle: Word, request: Option<Request>) {
        if request.is_none() && !self.is_known(handle) {
            return;
        }
        let place = Self::place(handle);
        let mut requests = lock(&self.requests);
        if let (Some(known), Some(slot)) = (self.handles.get(place), requests.known.get_mut(place))
        {
            known.store(if request.is_some() { handle } else { 0 }, Relaxed);
            *slot = request;
        }
    }
}

/// What `before` tells `after`.
#[derive(Debug)]
pub enum Token {
    /// A receive that blocks: its message is here when the call is over.
    Received(Receive),
    /// A receive whose request the call makes.
    Begun(Receive),
    /// A receive that the call has begun if it has found a message.
    Taken(Receive),
    /// A synchronous send whose request the call makes.
    Sent(Handover),
    /// Requests the call completes, which are kept beside those that are known.
    Completed,
    /// Requests of which the call completes some, which are kept beside those that are known.
    Polled,
    /// What a persistent request will do.
    Prepared(PersistentToken),
    /// A request that is none of these.
    Unknown,
    /// Nothing but that this rank waits no longer.
    Waited,
    /// The call need not be passed on: this is what it returns.
    Over(Word),
}

/// See [`Token::Prepared`].
#[derive(Debug)]
pub struct PersistentToken(Persistent);

impl Job {
    /// Before a call that sends, receives, or completes a request.
    pub fn before_messages(&self, call: &Call, origin: Origin) -> Option<Token> {
        let traffic = self.traffic.as_ref()?;
        match call.symbol.role {
            Role::None | Role::Attribute => None,
            Role::Request => {
                traffic.has_others.store(true, Relaxed);
                Some(Token::Unknown)
            }
            Role::Send if self.is_synchronous(call) => self.hand_over(call, origin),
            Role::Send if call.symbol.standard && !call.has_request() => self.send(call, origin),
            Role::Send => {
                self.count_send(call);
                call.has_request().then_some(Token::Unknown)
            }
            Role::Receive => {
                let receive = self.receive(call).map(|receive| self.begin_to_receive(receive));
                self.begin_receive(call, receive, origin)
            }
            Role::SendReceive => {
                self.count_send(call);
                let receive = self.receive(call).map(|receive| self.begin_to_receive(receive));
                self.begin_receive(call, receive, origin)
            }
            Role::Take => {
                self.receive(call).map(|receive| Token::Taken(self.begin_to_receive(receive)))
            }
            Role::Probe => {
                let receive = self.receive(call)?;
                let exact = receive.from.zip(receive.tag);
                let begun = exact.map_or(0, |(from, tag)| {
                    self.board.receives(self.me, receive.place, from, tag)
                });
                self.await_all([Request::Receive(Receive { begun, ..receive })], call, origin)
                    .then_some(Token::Waited)
            }
            Role::SendInit | Role::ReceiveInit | Role::OtherInit => Some(self.prepare(call)),
            Role::Start => {
                self.start(call, origin);
                None
            }
            Role::Wait => self.complete_all(call, origin),
            Role::WaitAny => {
                let (token, all_known) = self.poll(call)?;
                if all_known {
                    self.await_any(call, origin);
                }
                Some(token)
            }
            Role::Test => self.poll(call).map(|(token, _)| token),
            Role::Cancel => {
                traffic.stop();
                None
            }
        }
    }

    /// After such a call.
    pub fn after_messages(&self, call: &Call, token: Token, succeeded: bool) {
        let Some(traffic) = &self.traffic else { return };
        let request = || call.request();
        match token {
            Token::Received(receive) => {
                self.board.end_awaiting(self.me);
                if succeeded {
                    self.has_received(&receive, self.came(call, &receive, 0));
                } else {
                    traffic.stop();
                }
            }
            Token::Taken(receive) => self.has_taken(call, &receive, succeeded),
            Token::Sent(handover) => match request().filter(|_| succeeded) {
                Some(handle) => traffic.remember(handle, Some(Request::Handover(handover))),
                None => traffic.stop_sending(),
            },
            Token::Begun(receive) => match request().filter(|_| succeeded) {
                Some(handle) => traffic.remember(handle, Some(Request::Receive(receive))),
                None => traffic.stop(),
            },
            Token::Completed => {
                self.board.end_awaiting(self.me);
                if succeeded {
                    let requests = lock(&traffic.requests);
                    for Arrival { receive, position, came } in &requests.receives {
                        let came = match came {
                            Some(came) => self.sender(receive, *came),
                            None => self.came(call, receive, *position),
                        };
                        self.has_received(receive, came);
                    }
                }
            }
            Token::Polled => {
                self.board.end_awaiting(self.me);
                if succeeded {
                    self.end_poll(call);
                } else {
                    traffic.stop();
                }
            }
            Token::Prepared(PersistentToken(persistent)) => {
                if let Some(handle) = request().filter(|_| succeeded) {
                    traffic.remember(handle, None);
                    lock(&traffic.persistent).insert(handle, persistent);
                }
            }
            Token::Unknown => {
                if let Some(handle) = request().filter(|_| succeeded) {
                    traffic.remember(handle, None);
                }
            }
            Token::Waited | Token::Over(_) => self.board.end_awaiting(self.me),
        }
    }

    /// A collective that does not block has made its request, or a persistent one is prepared.
    pub fn remember_collective(&self, call: &Call, collective: Option<(Place, u64, Wait)>) {
        let (Some(traffic), true) = (&self.traffic, call.has_request()) else { return };
        let Some(handle) = call.request() else { return };
        if call.symbol.role == Role::OtherInit {
            traffic.remember(handle, None);
            let prepared = collective
                .filter(|(place, ..)| self.board.members(place.entry).count() <= MEMBERS)
                .map(|(place, step, wait)| Prepared::new(place, step, wait));
            let prepared = prepared.map_or(Persistent::Other, Persistent::Collective);
            lock(&traffic.persistent).insert(handle, prepared);
            return;
        }
        let known = collective.filter(|(_, _, wait)| *wait != Wait::Nobody);
        traffic.remember(
            handle,
            known.map(|(place, step, wait)| Request::Collective(place, step, wait)),
        );
    }

    /// The communicator of a message, and a rank's place on the board; `None`: nothing is known of it.
    fn peer(&self, call: &Call, rank: i64) -> Option<(&'static Communicator, RankIndex)> {
        let communicator = self.find(call.communicator()?, Handle::Communicator)?;
        if communicator.is_by_messages() {
            return None;
        }
        let rank = usize::try_from(rank).ok()?;
        communicator.members.get(rank).map(|&place| (communicator, place))
    }

    /// Who sent the message of a receive, and with which tag, where it is not begun for one rank and tag only.
    fn came(&self, call: &Call, receive: &Receive, position: usize) -> Option<(RankIndex, u32)> {
        if receive.is_exact() {
            return None;
        }
        self.sender(receive, call.came(position)?)
    }

    /// The place of a rank of a receive's communicator.
    fn sender(&self, receive: &Receive, (source, tag): (i64, i64)) -> Option<(RankIndex, u32)> {
        if receive.is_exact() {
            return None;
        }
        let (source, tag) = (usize::try_from(source).ok()?, u32::try_from(tag).ok()?);
        let from = self.with_live(|live| {
            live.iter()
                // SAFETY: in the list of those that live.
                .filter_map(|&address| unsafe { (address as *const Communicator).as_ref() })
                .find(|communicator| communicator.place() == receive.place)
                .and_then(|communicator| communicator.members.get(source).copied())
        });
        from.map(|from| (from, tag))
    }

    /// Whether a receive waits at all: where an error does not end the program, one with a wrong argument returns
    /// at once.
    fn waits_for_sure(&self, call: &Call) -> bool {
        if !matches!(call.symbol.role, Role::Send | Role::Receive | Role::SendReceive | Role::Probe)
        {
            return true;
        }
        let sends_to_member = call.destination().is_none_or(|(to, _)| {
            to == i64::from(self.mpi.constants.proc_null) || self.peer(call, to).is_some()
        });
        // SAFETY: a communicator the program passes to MPI itself.
        let ends = |communicator| unsafe { self.mpi.ends_at_errors(communicator) };
        sends_to_member && call.is_plainly_valid() || call.communicator().is_some_and(ends)
    }

    fn count_send(&self, call: &Call) {
        if let Some((communicator, to, tag)) = self.destination(call) {
            self.board.count_message(self.me, communicator.place(), to, tag);
        }
    }

    /// A synchronous send.
    fn hand_over(&self, call: &Call, origin: Origin) -> Option<Token> {
        let Some(handover) = self.count_handover(self.destination_at(call)) else {
            return call.has_request().then_some(Token::Unknown);
        };
        if call.has_request() {
            return Some(Token::Sent(handover));
        }
        let waits = self.await_all([Request::Handover(handover)], call, origin);
        waits.then_some(Token::Waited)
    }

    /// Counts what is sent synchronously; `None`: nobody can tell whether it was taken.
    fn count_handover(&self, to: Option<(Place, RankIndex, u32)>) -> Option<Handover> {
        let (place, to, tag) = to?;
        let before = self.board.sent_by(self.me, place, to, tag);
        self.board.count_message(self.me, place, to, tag);
        before.map(|before| Handover { place, to, tag, before, is_standard: false })
    }

    /// Whether what a call sends waits for its receive.
    fn is_synchronous(&self, call: &Call) -> bool {
        call.symbol.synchronous || call.symbol.standard && standard_sends::are_synchronous()
    }

    /// A send of standard mode. One that is small is never waited in, or nobody would use it.
    fn send(&self, call: &Call, origin: Origin) -> Option<Token> {
        if call.bytes_sent().is_none_or(|bytes| bytes < LARGE) {
            self.count_send(call);
            return None;
        }
        let handover = self.count_handover(self.destination_at(call))?;
        let handover = Handover { is_standard: true, ..handover };
        if !self.await_all([Request::Handover(handover)], call, origin) {
            return None;
        }
        Some(self.send_in_doubt(call).map_or(Token::Waited, Token::Over))
    }

    fn destination_at(&self, call: &Call) -> Option<(Place, RankIndex, u32)> {
        let (communicator, to, tag) = self.destination(call)?;
        Some((communicator.place(), to, tag))
    }

    /// Begins a receive: it is told how many like it there were.
    fn begin_to_receive(&self, receive: Receive) -> Receive {
        let Receive { place, from, tag, .. } = receive;
        let begun = self.board.count_receive(self.me, place, from, tag);
        Receive { begun: if receive.is_exact() { begun } else { 0 }, ..receive }
    }

    /// After a call that has begun a receive if it has found a message.
    fn has_taken(&self, call: &Call, receive: &Receive, succeeded: bool) {
        if succeeded && call.has_found() {
            self.has_received(receive, self.came(call, receive, 0));
        } else {
            let Receive { place, from, tag, .. } = *receive;
            self.board.take_back_receive(self.me, place, from, tag);
        }
    }

    fn has_received(&self, receive: &Receive, came: Option<(RankIndex, u32)>) {
        if let Some(traffic) = &self.traffic {
            traffic.complete(&self.board, self.me, receive, came);
        }
    }

    fn destination(&self, call: &Call) -> Option<(&'static Communicator, RankIndex, u32)> {
        let (dest, tag) = call.destination()?;
        let (communicator, to) = self.peer(call, dest)?;
        Some((communicator, to, u32::try_from(tag).ok()?))
    }

    /// What a call receives, nothing of it counted yet.
    fn receive(&self, call: &Call) -> Option<Receive> {
        let (source, tag) = call.source()?;
        let anybody = source == i64::from(self.mpi.constants.any_source);
        let (communicator, from) = self.peer(call, if anybody { 0 } else { source })?;
        Some(Receive {
            place: communicator.place(),
            from: (!anybody).then_some(from),
            // A tag that is negative is MPI_ANY_TAG.
            tag: u32::try_from(tag).ok(),
            begun: 0,
            is_persistent: call.symbol.role == Role::ReceiveInit,
        })
    }

    fn begin_receive(
        &self,
        call: &Call,
        receive: Option<Receive>,
        origin: Origin,
    ) -> Option<Token> {
        if call.has_request() {
            return Some(receive.map_or(Token::Unknown, Token::Begun));
        }
        let receive = receive?;
        self.await_all([Request::Receive(receive)], call, origin);
        Some(Token::Received(receive))
    }

    /// What a persistent request will do.
    fn prepare(&self, call: &Call) -> Token {
        let persistent = match call.symbol.role {
            Role::SendInit => self.destination_at(call).map(|(place, to, tag)| {
                Persistent::Send(place, to, tag, self.is_synchronous(call))
            }),
            Role::ReceiveInit => self.receive(call).map(Persistent::Receive),
            _ => None,
        };
        Token::Prepared(PersistentToken(persistent.unwrap_or(Persistent::Other)))
    }

    /// Persistent requests are started.
    fn start(&self, call: &Call, origin: Origin) {
        let Some(traffic) = &self.traffic else { return };
        for handle in call.requests() {
            let known = lock(&traffic.persistent).get(&handle).copied();
            match known {
                Some(Persistent::Send(place, to, tag, true)) => {
                    let handover = self.count_handover(Some((place, to, tag)));
                    traffic.remember(handle, handover.map(Request::Handover));
                }
                Some(Persistent::Send(place, to, tag, false)) => {
                    self.board.count_message(self.me, place, to, tag);
                }
                Some(Persistent::Receive(receive)) => {
                    let receive = self.begin_to_receive(receive);
                    traffic.remember(handle, Some(Request::Receive(receive)));
                }
                Some(Persistent::Collective(prepared)) => {
                    self.start_collective(&prepared, call, origin);
                    traffic.remember(handle, Some(Request::Started(prepared)));
                    let started = Persistent::Collective(prepared.started());
                    lock(&traffic.persistent).insert(handle, started);
                }
                Some(Persistent::Other) => {}
                // It may send.
                None => self.board.stop_counting(self.me),
            }
        }
    }

    /// Before `MPI_Wait` and `MPI_Waitall`.
    fn complete_all(&self, call: &Call, origin: Origin) -> Option<Token> {
        let traffic = self.traffic.as_ref()?;
        let mut requests = lock(&traffic.requests);
        let Requests { known, waiting, receives, .. } = &mut *requests;
        waiting.clear();
        let of_call = call.requests().take(LOOKED_AT).enumerate();
        let of_call = of_call.filter(|&(_, handle)| traffic.is_known(handle));
        waiting.extend(of_call.filter_map(|(position, handle)| {
            let known = known.get_mut(Traffic::place(handle))?.take();
            known.map(|request| (position, handle, request))
        }));
        if waiting.is_empty() {
            return None;
        }
        receives.clear();
        let mut arrive = |position, request: &Request, came| {
            if let Request::Receive(receive) = *request {
                receives.push(Arrival { receive, position, came });
            }
        };
        // Nearly always what is waited for comes at once. To look for it costs nothing, as MPI would do the
        // same, and to tell the others does.
        let can_be_looked_at = self.can_be_looked_at(waiting.iter().map(|&(.., request)| request));
        let patience = if can_be_looked_at { PATIENCE } else { 0 };
        for _ in 0..patience {
            waiting.retain(|(position, handle, request)| {
                if request.is_told_by_board() {
                    return true;
                }
                let mut status: StatusRoom = [0; 16];
                let is_complete = call.completes(*handle, status.as_mut_ptr().cast());
                if is_complete {
                    // SAFETY: MPI has written it.
                    let came = unsafe { self.mpi.source_and_tag(status.as_ptr()) };
                    arrive(*position, request, Some(came));
                }
                !is_complete
            });
            if waiting.is_empty() {
                return Some(Token::Completed);
            }
            if waiting.iter().all(|(.., request)| request.is_told_by_board()) {
                break;
            }
        }
        waiting.iter().for_each(|(position, _, request)| arrive(*position, request, None));
        let begun_on = receives.iter().map(|arrival| arrival.receive.place);
        let begun_on = begun_on.chain(waiting.iter().map(|(.., request)| request.place()));
        if self.may_end_early(call, begun_on) {
            return Some(Token::Completed);
        }
        self.await_all(waiting.iter().map(|&(.., request)| request), call, origin);
        Some(Token::Completed)
    }

    /// Whether there is something to ask MPI for, and to ask has no consequences: where a request has failed,
    /// MPICH's `MPI_Request_get_status` fails as well, which is an error of `MPI_COMM_WORLD`, and not of the
    /// communicator of a persistent one.
    fn can_be_looked_at(&self, requests: impl Iterator<Item = Request>) -> bool {
        let mut requests = requests.filter(|request| !request.is_told_by_board()).peekable();
        let constants = &self.mpi.constants;
        requests.peek().is_some()
            && (constants.handles_are_addresses
                || requests.all(|request| !request.is_persistent())
                    // SAFETY: a communicator that lives.
                    && unsafe { self.mpi.ends_at_errors(constants.comm_world) })
    }

    /// Whether a call may end before all of its requests are complete, as one of them has failed: it may where errors
    /// do not end the program.
    fn may_end_early(&self, call: &Call, begun_on: impl Iterator<Item = Place>) -> bool {
        if call.requests().nth(1).is_none() {
            return false;
        }
        if self.traffic.as_ref().is_some_and(|traffic| traffic.has_others.load(Relaxed)) {
            return true;
        }
        let mut known = None;
        for place in begun_on {
            if known.replace(place) != Some(place) {
                let handle = self.handle_of(place.entry);
                // What is done at errors on one that was freed is not known.
                // SAFETY: a communicator that lives.
                if handle.is_none_or(|handle| unsafe { !self.mpi.ends_at_errors(handle) }) {
                    return true;
                }
            }
        }
        false
    }

    /// Before a call that completes some of its requests: which of them are receives. True: all are.
    fn poll(&self, call: &Call) -> Option<(Token, bool)> {
        let traffic = self.traffic.as_ref()?;
        let mut requests = lock(&traffic.requests);
        let Requests { known, polled, .. } = &mut *requests;
        polled.clear();
        let mut all_known = true;
        for (position, handle) in call.requests().enumerate() {
            let is_receive = position < LOOKED_AT
                && traffic.is_known(handle)
                && matches!(
                    known.get(Traffic::place(handle)),
                    Some(Some(Request::Receive(_) | Request::Handover(_)))
                );
            if is_receive {
                polled.push((position, handle));
            }
            all_known &= is_receive || call.is_null(handle);
        }
        (!polled.is_empty()).then_some((Token::Polled, all_known))
    }

    /// After such a call: those that it has completed are null now, but for persistent ones.
    fn end_poll(&self, call: &Call) {
        let Some(traffic) = &self.traffic else { return };
        let completes_all = call.symbol.has_statuses || call.symbol.requests[0] == NONE;
        let all_over = completes_all && call.has_found();
        let mut requests = lock(&traffic.requests);
        let Requests { known, polled, .. } = &mut *requests;
        let mut now = call.requests().enumerate();
        for &(position, handle) in polled.iter() {
            let is_over = now
                .find(|(at, _)| *at == position)
                .is_some_and(|(_, request)| all_over || call.is_null(request));
            let over = known.get_mut(Traffic::place(handle)).filter(|_| is_over);
            if let Some(Request::Receive(receive)) = over.and_then(Option::take) {
                let came = self.came(call, &receive, position);
                self.has_received(&receive, came);
            }
        }
    }

    /// Says that this rank waits for one of the receives of the call.
    fn await_any(&self, call: &Call, origin: Origin) {
        let Some(traffic) = &self.traffic else { return };
        let requests = lock(&traffic.requests);
        let Requests { known, polled, .. } = &*requests;
        // All of them have to be told, or one of the others may come.
        if polled.len() > AWAITED {
            return;
        }
        let receives = polled
            .iter()
            .filter_map(|&(_, handle)| known.get(Traffic::place(handle)).copied().flatten());
        let is_looked_at = |request: &Request| !request.is_told_by_board();
        let can_be_looked_at = self.can_be_looked_at(receives.clone());
        let patience = if can_be_looked_at { PATIENCE } else { 0 };
        for _ in 0..patience {
            let mut both = polled.iter().zip(receives.clone());
            if both
                .any(|(&(_, handle), request)| is_looked_at(&request) && call.is_complete(handle))
            {
                return;
            }
        }
        self.say_waiting(receives, true, call, origin);
    }

    /// Says that this rank waits for all of these, as far as they have not come, and ends the job if they never
    /// can. False: all of them have come.
    fn await_all(
        &self,
        requests: impl IntoIterator<Item = Request>,
        call: &Call,
        origin: Origin,
    ) -> bool {
        self.say_waiting(requests, false, call, origin)
    }

    /// Before a call that cannot return until others have begun the same. False: they have.
    pub(crate) fn await_beginnings(
        &self,
        others: Vec<Receive>,
        call: &Call,
        origin: Origin,
    ) -> bool {
        if self.traffic.is_none() {
            return false;
        }
        let begun = others.into_iter().map(|other| self.begin_to_receive(other));
        self.await_all(begun.map(Request::Receive), call, origin)
    }

    /// Before this rank has left: has the program loaded something that sends past the wrappers?
    pub fn look_at_loaded(&self) {
        let Some(traffic) = &self.traffic else { return };
        if traffic.loads != imports::loads() && sends_unseen() {
            self.board.stop_counting(self.me);
        }
    }

    /// Whether a deadlock stands when it is looked at what the programs of its ranks have loaded since they began: one
    /// that sends past the wrappers does not count all it sends. That costs time, and is asked of nobody who waits.
    pub(crate) fn confirm(&self, conflict: Conflict) -> Option<Conflict> {
        let Conflict::Deadlock { ranks } = &conflict else { return Some(conflict) };
        let board = &self.board;
        let (mut is_in_doubt, mut known) = (false, imports::Known::new());
        for &rank in ranks {
            // Those that have left have looked themselves.
            if board.state(rank) == State::Running
                && imports::any_in_process(board.process(rank), is_unseen, &mut known)
                    != Some(false)
            {
                is_in_doubt |= board.counts(rank);
                board.stop_counting(rank);
            }
        }
        if !is_in_doubt {
            return Some(conflict);
        }
        ranks.iter().find_map(|&rank| board.check_deadlock(rank).err())
    }

    /// What a rank waits for that waits for all of these, or for any of these. `None`: one of them has come, and is enough.
    fn gather_awaited(
        &self,
        traffic: &Traffic,
        requests: impl IntoIterator<Item = Request>,
        any: bool,
    ) -> Option<(Vec<Awaited>, Option<Begun>)> {
        let board = &self.board;
        let mut awaited: Vec<Awaited> = Vec::new();
        let mut looks = LOOKS;
        let mut collective = None;
        for request in requests {
            match request {
                Request::Receive(receive) if awaited.len() < AWAITED => {
                    let message = traffic.awaited(&receive);
                    // That nobody at all has sent it is not asked here: there may be many members.
                    if message.from.is_none()
                        || is_still(&mut looks, || board.is_unsent(self.me, &message))
                    {
                        awaited.push(message);
                    } else if any {
                        return None;
                    }
                }
                Request::Handover(handover) if awaited.len() < AWAITED => {
                    let message = handover.awaited();
                    // What may take anything need not take this one.
                    // Its message has to be under way soon.
                    let looks = if handover.is_standard { &mut 0 } else { &mut looks };
                    let is_open = is_still(looks, || !board.is_taken(self.me, &message));
                    if is_open && !traffic.oversent.load(Relaxed) {
                        awaited.push(message);
                    } else if any {
                        return None;
                    }
                }
                Request::Collective(place, step, wait) => collective = Some((place, step, wait)),
                Request::Started(prepared) => {
                    let starts = self.starts_of_others(&prepared);
                    let starts = starts.iter().map(|start| traffic.awaited(start));
                    let missing = starts.filter(|start| board.is_unsent(self.me, start));
                    awaited.extend(missing.take(AWAITED.saturating_sub(awaited.len())));
                }
                Request::Receive(_) | Request::Handover(_) => {}
            }
        }
        Some((awaited, collective))
    }

    /// Says that this rank waits for all of these, or for any. False: there is nothing to wait for.
    fn say_waiting(
        &self,
        requests: impl IntoIterator<Item = Request>,
        any: bool,
        call: &Call,
        origin: Origin,
    ) -> bool {
        let Some(traffic) = self.traffic.as_ref().filter(|found| !found.unreliable.load(Relaxed))
        else {
            return false;
        };
        let board = &self.board;
        let Some((awaited, collective)) = self.gather_awaited(traffic, requests, any) else {
            return false;
        };
        if !awaited.is_empty() && !self.waits_for_sure(call) {
            return false;
        }
        let place = awaited.first().map(|message| message.place);
        let Some(place) = place.or(collective.map(|(place, ..)| place)) else { return false };
        location::publish(board, self.me, origin.address);
        let operation = call.symbol.operation;
        let record = CallRecord {
            location: origin.address as u64,
            is_site: origin.is_site,
            entry: place.entry,
            step: 0,
            signature: Signature { operation, operator: 0, root: None, bytes: None },
        };
        self.check(board.await_messages(self.me, &record, &awaited, any, collective));
        // A send of standard mode is in doubt itself.
        if call.symbol.role != Role::Send || self.is_synchronous(call) {
            self.stay_out_in_doubt();
        }
        true
    }
}

/// Whether something still holds after so many looks: what is awaited is often sent, or taken, meanwhile.
fn is_still(looks: &mut u32, is_so: impl Fn() -> bool) -> bool {
    while is_so() {
        if *looks == 0 {
            return true;
        }
        *looks -= 1;
    }
    false
}

/// Where to put a status of our own, and which, if the call is told not to write one and it would tell from whom a
/// message comes.
#[must_use]
pub fn status_in_place(call: &Call, token: &Token) -> Option<(Position, Word)> {
    let is_wanted = match token {
        Token::Received(receive) | Token::Taken(receive) => !receive.is_exact(),
        Token::Completed => true,
        _ => false,
    };
    let is_used = is_wanted && call.ignores_status();
    let address = is_used.then(|| STATUS.try_with(Cell::as_ptr).ok()).flatten()?;
    Some((call.symbol.status, address as Word))
}

/// Whether the program or one of its libraries calls what sends or receives messages past the wrappers, by the
/// names with a `P`: then not all is counted.
#[must_use]
pub fn sends_unseen() -> bool {
    imports::any_outside_of_mpi(is_unseen)
}

/// Does a function of this name send or receive messages past the wrappers?
fn is_unseen(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.starts_with("pmpi_")
        && ["send", "recv", "mprobe", "pmpi_start"].iter().any(|part| name.contains(part))
        && !name.starts_with("pmpi_psend")
        && !name.starts_with("pmpi_precv")
}

/// What this process knows of messages, where that is exact: one thread at a time calls MPI, and no message
/// of its goes past the wrappers.
#[must_use]
pub fn traffic(board: &Board, me: RankIndex, multiple: bool) -> Option<Traffic> {
    if multiple || sends_unseen() {
        board.stop_counting(me);
        return None;
    }
    Some(Traffic::default())
}
