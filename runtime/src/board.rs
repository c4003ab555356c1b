//! The board: memory shared by the ranks of one node, on which each says what it is about to do
//! before it does it. The later of two that disagree sees it before it enters MPI.
//!
//! Nothing in here knows MPI: ranks are indices on the board, communicators are entries of it, and
//! everything is an atomic in memory that other processes write. No operation waits for another
//! rank; the only loop that lasts is a caller's, while `has_room` says no.
//!
//! For each communicator there is a ring of steps. The k-th collective of a communicator is step
//! k. The first rank to come stores what it calls with one compare-and-swap, the others compare.
//! Every word carries the lap of the ring it belongs to, so that a word of an earlier lap is seen as
//! free. A slot is taken again only when all members have compared in it
//! (`Position::compared`), which is what `has_room` tells.

use std::mem::size_of;
use std::ptr::NonNull;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicU32, AtomicU64, fence};

use crate::deadlock::Mail;

/// Steps a rank can be ahead of the slowest member of a communicator.
pub const RING: u64 = 128;
/// Calls of each rank that are kept for the report.
pub const RECENT: usize = 16;
/// Communicators, windows and files that can exist at a time.
pub const ENTRIES: u32 = 4095;
/// Ranks one board can hold.
pub const MAX_RANKS: u32 = 16_000;
/// Loaded libraries of each rank whose addresses can be told to others.
pub const MODULES: usize = 64;

const MAGIC: u64 = 0x4c6f_636b_7374_6570;
const LAP_BITS: u32 = 20;
const LAPS: u64 = (1 << LAP_BITS) - 1;
const VALUE_BITS: u32 = 64 - LAP_BITS;
const VALUE_MASK: u64 = (1 << VALUE_BITS) - 1;

/// A rank's index on the board.
pub type RankIndex = u32;
/// A communicator's, window's or file's index on the board.
pub type EntryIndex = u32;

/// A communicator's entry, told apart from what had it before and will have it later: what was begun on a
/// communicator may end when that is freed long since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The entry.
    pub entry: EntryIndex,
    /// How often it was set free before.
    pub generation: u32,
}

/// What became of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum State {
    /// It runs.
    Running = 0,
    /// It has called `MPI_Finalize`.
    Finalized = 1,
    /// Its process ends without `MPI_Finalize`.
    Exited = 2,
}

impl State {
    fn from_word(word: u32) -> Self {
        match word {
            0 => Self::Running,
            1 => Self::Finalized,
            _ => Self::Exited,
        }
    }
}

/// Whom a rank inside a collective cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Nobody for sure.
    Nobody,
    /// All other members.
    All,
    /// All members of the other group of an intercommunicator.
    OtherGroup,
    /// This rank.
    For(RankIndex),
}

/// What a rank calls, as far as ranks must agree on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The operation's index.
    pub operation: u16,
    /// The reduction's operator, 0: none.
    pub operator: u8,
    /// The root; `None`: none, or not to be compared.
    pub root: Option<u32>,
    /// The bytes that have to be the same on all ranks; `None`: none, or not known.
    pub bytes: Option<u64>,
}

impl Signature {
    /// Operation, operator and root in `VALUE_BITS`.
    #[must_use]
    pub fn first_word(&self) -> u64 {
        let root = self.root.map_or(0, |root| u64::from(root) + 1) & 0xff_ffff;
        u64::from(self.operation & 0xfff) << 32 | u64::from(self.operator) << 24 | root
    }

    /// The bytes in `VALUE_BITS`, never 0; 0: not known.
    #[must_use]
    pub fn second_word(&self) -> u64 {
        self.bytes.map_or(0, |bytes| {
            let folded = if bytes < VALUE_MASK { bytes } else { bytes ^ bytes >> 40 };
            (folded + 1) & VALUE_MASK
        })
    }
}

/// One call of a rank as it is kept for the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallRecord {
    /// Address of the site (if `is_site`) or of the code after the call, in the rank's own memory.
    pub location: u64,
    /// `location` is that of a site.
    pub is_site: bool,
    /// The communicator.
    pub entry: EntryIndex,
    /// The how-many-th collective on it.
    pub step: u64,
    /// What was called.
    pub signature: Signature,
}

/// Why a rank must not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Members call different things as their step `step`.
    Different {
        /// The communicator.
        entry: EntryIndex,
        /// The step.
        step: u64,
    },
    /// A member left without entering `step`, which another has entered.
    Left {
        /// The communicator.
        entry: EntryIndex,
        /// The step.
        step: u64,
        /// Who left.
        rank: RankIndex,
    },
    /// Each of these ranks has left, or is inside a call that cannot return without others of them.
    Deadlock {
        /// The ranks, the one that found it first.
        ranks: Vec<RankIndex>,
    },
}

#[repr(C, align(64))]
struct Header {
    magic: AtomicU64,
    nonce: AtomicU64,
    ranks: AtomicU32,
    /// 1 + the rank that reports, 0: none.
    reporter: AtomicU32,
    /// It has reported.
    reported: AtomicU32,
    /// Ranks that left.
    departures: AtomicU32,
    /// Where the search for a free entry starts.
    hint: AtomicU32,
    /// More than one communicator has been used, or a message been waited for: ranks can wait for each
    /// other.
    several: AtomicU32,
    /// A rank has waited in a send of standard mode.
    standard_sends: AtomicU32,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct Recent {
    location: AtomicU64,
    what: AtomicU64,
    step: AtomicU64,
    root: AtomicU64,
    bytes: AtomicU64,
}

impl Recent {
    pub(crate) fn store(&self, call: &CallRecord) {
        let what = u64::from(call.entry) << 32
            | u64::from(call.signature.operator) << 24
            | u64::from(call.is_site) << 16
            | u64::from(call.signature.operation);
        self.location.store(call.location, Relaxed);
        self.what.store(what, Relaxed);
        self.step.store(call.step, Relaxed);
        self.root.store(call.signature.root.map_or(0, |root| u64::from(root) + 1), Relaxed);
        self.bytes.store(call.signature.bytes.map_or(0, |bytes| bytes.wrapping_add(1)), Relaxed);
    }

    pub(crate) fn load(&self) -> CallRecord {
        let what = self.what.load(Relaxed);
        let root = self.root.load(Relaxed).checked_sub(1);
        CallRecord {
            location: self.location.load(Relaxed),
            is_site: what >> 16 & 1 == 1,
            entry: u32::try_from(what >> 32).unwrap_or(0),
            step: self.step.load(Relaxed),
            signature: Signature {
                operation: (what & 0xffff) as u16,
                operator: (what >> 24 & 0xff) as u8,
                root: root.and_then(|root| u32::try_from(root).ok()),
                bytes: self.bytes.load(Relaxed).checked_sub(1),
            },
        }
    }
}

/// A loaded library, or the program: where it is in a rank's memory, and which it is.
#[repr(C)]
struct Module {
    start: AtomicU64,
    end: AtomicU64,
    identity: AtomicU64,
}

#[repr(C, align(64))]
struct RankSlot {
    world_rank: AtomicU32,
    process: AtomicU32,
    state: AtomicU32,
    module_count: AtomicU32,
    /// It goes nowhere any more, as another rank reports.
    stays: AtomicU32,
    /// [`Waiting`], 0: not inside a call that waits for a collective.
    waiting: AtomicU64,
    /// Calls so far; the last is in `recent[(calls - 1) % RECENT]`.
    calls: AtomicU64,
    mail: Mail,
    recent: [Recent; RECENT],
    modules: [Module; MODULES],
}

#[repr(C, align(64))]
struct EntryHead {
    used: AtomicU32,
    size: AtomicU32,
    detached: AtomicU32,
    /// 1 + the entry of the communicator a window or file was made from; 0: a communicator.
    made_from: AtomicU32,
    /// How often the entry was set free.
    generation: AtomicU32,
    /// By which step of which communicator it was made; 0: not by one.
    made_at: AtomicU64,
}

/// How far a member is on a communicator. Written by the member only.
#[repr(C, align(64))]
struct Position {
    /// 2 k: k steps entered, none of them still blocks; 2 k - 1: it is inside the k-th.
    entered: AtomicU64,
    /// Steps whose words this member no longer needs.
    compared: AtomicU64,
}

#[repr(C)]
struct Step {
    first: AtomicU64,
    second: AtomicU64,
    /// 1 + the entry of what the step creates.
    child: AtomicU64,
}

/// How much memory a board for so many ranks takes.
#[must_use]
pub fn bytes_for(ranks: u32) -> usize {
    entries_offset(ranks) + (ENTRIES as usize) * entry_bytes(ranks)
}

fn entries_offset(ranks: u32) -> usize {
    size_of::<Header>() + (ranks as usize) * size_of::<RankSlot>()
}

fn member_words(ranks: u32) -> usize {
    (ranks as usize).div_ceil(64)
}

fn entry_bytes(ranks: u32) -> usize {
    let ring = (RING as usize) * size_of::<Step>();
    // Those of all members, and those of one group.
    let members = (2 * member_words(ranks) * size_of::<AtomicU64>()).next_multiple_of(64);
    size_of::<EntryHead>() + (ranks as usize) * size_of::<Position>() + ring + members
}

/// How many bits of a [`Waiting`] the step has, behind them those of the generation. A step that is cut
/// has been entered by everybody.
const STEP_BITS: u32 = 32;
const STEP_MASK: u64 = (1 << STEP_BITS) - 1;
const GENERATION_MASK: u32 = 0x3f;

/// What a blocked rank waits for, in one word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) entry: EntryIndex,
    /// [`Place::generation`], its last bits.
    generation: u32,
    /// For whom.
    pub(crate) wait: Wait,
    /// For those that have not entered this step.
    pub(crate) step: u64,
}

/// How a [`Waiting`] says [`Wait::OtherGroup`]: no rank is that large.
const OTHER_GROUP: u64 = 0x3fff;

impl Waiting {
    fn pack(self) -> u64 {
        let whom = match self.wait {
            Wait::Nobody => return 0,
            Wait::All => 0,
            Wait::OtherGroup => OTHER_GROUP,
            Wait::For(rank) => u64::from(rank) + 1,
        };
        (u64::from(self.entry) + 1) << 52
            | (whom & OTHER_GROUP) << 38
            | u64::from(self.generation) << STEP_BITS
            | self.step & STEP_MASK
    }

    fn unpack(word: u64) -> Option<Self> {
        let entry = u32::try_from(word >> 52).ok()?.checked_sub(1)?;
        let wait = match word >> 38 & OTHER_GROUP {
            0 => Wait::All,
            OTHER_GROUP => Wait::OtherGroup,
            rank => Wait::For(u32::try_from(rank).ok()? - 1),
        };
        let generation = (word >> STEP_BITS) as u32 & GENERATION_MASK;
        Some(Self { entry, generation, wait, step: word & STEP_MASK })
    }
}

/// A board in memory that is mapped for as long as this value is used.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    base: NonNull<u8>,
    ranks: u32,
    /// Sends of standard mode are taken to wait for their receives.
    waits_in_standard_sends: bool,
}

// SAFETY: everything behind `base` is an atomic.
unsafe impl Send for Board {}
// SAFETY: as above.
unsafe impl Sync for Board {}

impl Board {
    /// Prepares zeroed memory as a board.
    ///
    /// # Safety
    /// `base` is the start of [`bytes_for`] bytes of zeroed memory, aligned to 64, that stay mapped
    /// while the board is used.
    #[must_use]
    pub unsafe fn create(base: NonNull<u8>, ranks: u32, nonce: u64) -> Self {
        let board = Self { base, ranks, waits_in_standard_sends: false };
        board.header().ranks.store(ranks, Relaxed);
        board.header().nonce.store(nonce, Relaxed);
        board.header().magic.store(MAGIC, Release);
        board
    }

    /// Uses memory another process prepared; `None`: it is not what that process described.
    ///
    /// # Safety
    /// As for [`Board::create`], but for being zeroed.
    #[must_use]
    pub unsafe fn open(base: NonNull<u8>, ranks: u32, nonce: u64) -> Option<Self> {
        let board = Self { base, ranks, waits_in_standard_sends: false };
        let header = board.header();
        let same = header.magic.load(Acquire) == MAGIC
            && header.ranks.load(Relaxed) == ranks
            && header.nonce.load(Relaxed) == nonce;
        same.then_some(board)
    }

    /// The board as it would be if no send of standard mode returned before its receive was begun; `None`: nobody has
    /// waited in one.
    #[must_use]
    pub fn if_standard_sends_wait(&self) -> Option<Self> {
        let has_any = self.header().standard_sends.load(Relaxed) != 0;
        has_any.then_some(Self { waits_in_standard_sends: true, ..*self })
    }

    /// Whether what ranks wait for in sends of standard mode counts.
    pub(crate) fn waits_in_standard_sends(&self) -> bool {
        self.waits_in_standard_sends
    }

    /// From now on ranks can wait in sends of standard mode.
    pub(crate) fn expect_standard_sends(&self) {
        let known = &self.header().standard_sends;
        if known.load(Relaxed) == 0 {
            known.store(1, SeqCst);
        }
    }

    /// How many ranks it is for.
    #[must_use]
    pub fn ranks(&self) -> u32 {
        self.ranks
    }

    /// Where it is in memory, and how long.
    #[must_use]
    pub fn memory(&self) -> (NonNull<u8>, usize) {
        (self.base, bytes_for(self.ranks))
    }

    fn at<T>(&self, offset: usize) -> &T {
        debug_assert!(offset + size_of::<T>() <= bytes_for(self.ranks), "outside of the board");
        // SAFETY: offsets are computed from the layout; the memory is mapped and holds atomics only,
        // for which every bit pattern is valid.
        unsafe { self.base.add(offset).cast::<T>().as_ref() }
    }

    fn header(&self) -> &Header {
        self.at(0)
    }

    fn rank(&self, rank: RankIndex) -> &RankSlot {
        let rank = rank.min(self.ranks - 1) as usize;
        self.at(size_of::<Header>() + rank * size_of::<RankSlot>())
    }

    fn entry_offset(&self, entry: EntryIndex) -> usize {
        let entry = entry.min(ENTRIES - 1) as usize;
        entries_offset(self.ranks) + entry * entry_bytes(self.ranks)
    }

    fn head(&self, entry: EntryIndex) -> &EntryHead {
        self.at(self.entry_offset(entry))
    }

    fn position(&self, entry: EntryIndex, rank: RankIndex) -> &Position {
        let rank = rank.min(self.ranks - 1) as usize;
        self.at(self.entry_offset(entry) + size_of::<EntryHead>() + rank * size_of::<Position>())
    }

    fn step(&self, entry: EntryIndex, step: u64) -> &Step {
        let positions = (self.ranks as usize) * size_of::<Position>();
        let slot = (step % RING) as usize * size_of::<Step>();
        self.at(self.entry_offset(entry) + size_of::<EntryHead>() + positions + slot)
    }

    /// Of an intercommunicator, which members are in one of its groups.
    fn group_word(&self, entry: EntryIndex, word: usize) -> &AtomicU64 {
        self.member_word(entry, member_words(self.ranks) + word)
    }

    fn member_word(&self, entry: EntryIndex, word: usize) -> &AtomicU64 {
        let positions = (self.ranks as usize) * size_of::<Position>();
        let ring = (RING as usize) * size_of::<Step>();
        let start = self.entry_offset(entry) + size_of::<EntryHead>() + positions + ring;
        self.at(start + word * size_of::<AtomicU64>())
    }

    /// The members of a communicator, in the order of the board.
    pub fn members(&self, entry: EntryIndex) -> impl Iterator<Item = RankIndex> + '_ {
        (0..member_words(self.ranks)).flat_map(move |word| {
            let mut bits = self.member_word(entry, word).load(Acquire);
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                u32::try_from(word * 64).ok().map(|base| base + bit)
            })
        })
    }

    /// Says who is in one of the groups of an intercommunicator, before anybody else knows its entry.
    pub fn part(&self, entry: EntryIndex, group: &[RankIndex]) {
        for &member in group {
            self.group_word(entry, member as usize / 64).fetch_or(1 << (member % 64), Release);
        }
    }

    /// In which group of an intercommunicator a member is.
    fn group_of(&self, entry: EntryIndex, member: RankIndex) -> bool {
        self.group_word(entry, member as usize / 64).load(Acquire) >> (member % 64) & 1 != 0
    }

    /// The members whom `rank` cannot do without, whether they have come or not.
    pub(crate) fn needed(
        &self,
        entry: EntryIndex,
        rank: RankIndex,
        wait: Wait,
    ) -> impl Iterator<Item = RankIndex> + '_ {
        let is_needed = move |&member: &RankIndex| match wait {
            Wait::Nobody => false,
            Wait::All => member != rank,
            Wait::OtherGroup => self.group_of(entry, member) != self.group_of(entry, rank),
            Wait::For(other) => member == other && member != rank,
        };
        self.members(entry).filter(is_needed)
    }

    /// How many members a communicator has.
    #[must_use]
    pub fn size(&self, entry: EntryIndex) -> u32 {
        self.head(entry).size.load(Relaxed)
    }

    /// The communicator a window or file was made from.
    #[must_use]
    pub fn made_from(&self, entry: EntryIndex) -> Option<EntryIndex> {
        self.head(entry).made_from.load(Relaxed).checked_sub(1)
    }

    /// Says who `rank` is.
    pub fn introduce(&self, rank: RankIndex, world_rank: u32, process: u32) {
        let slot = self.rank(rank);
        slot.world_rank.store(world_rank, Relaxed);
        slot.process.store(process, Release);
    }

    /// The rank in `MPI_COMM_WORLD`.
    #[must_use]
    pub fn world_rank(&self, rank: RankIndex) -> u32 {
        self.rank(rank).world_rank.load(Relaxed)
    }

    /// Its process.
    #[must_use]
    pub fn process(&self, rank: RankIndex) -> u32 {
        self.rank(rank).process.load(Acquire)
    }

    /// Adds a loaded library of `rank`; false: no room.
    pub fn add_module(&self, rank: RankIndex, start: u64, end: u64, identity: u64) -> bool {
        let slot = self.rank(rank);
        let count = slot.module_count.load(Relaxed);
        let Some(module) = slot.modules.get(count as usize) else {
            return false;
        };
        module.start.store(start, Relaxed);
        module.end.store(end, Relaxed);
        module.identity.store(identity, Relaxed);
        slot.module_count.store(count + 1, Release);
        true
    }

    /// Which library of `rank` an address is in, and how far from its start.
    #[must_use]
    pub fn find_module(&self, rank: RankIndex, address: u64) -> Option<(u64, u64)> {
        let slot = self.rank(rank);
        let count = slot.module_count.load(Acquire) as usize;
        slot.modules.iter().take(count).find_map(|module| {
            let start = module.start.load(Relaxed);
            (start <= address && address < module.end.load(Relaxed))
                .then(|| (module.identity.load(Relaxed), address - start))
        })
    }

    /// Takes a free entry; `None`: all are in use.
    #[must_use]
    pub fn claim(
        &self,
        members: &[RankIndex],
        made_from: Option<EntryIndex>,
    ) -> Option<EntryIndex> {
        let hint = self.header().hint.load(Relaxed);
        let entry = (0..ENTRIES)
            .map(|offset| (hint + offset) % ENTRIES)
            .find(|&entry| self.head(entry).used.compare_exchange(0, 1, AcqRel, Relaxed).is_ok())?;
        self.header().hint.store((entry + 1) % ENTRIES, Relaxed);
        if entry != 0 {
            self.header().several.store(1, Relaxed);
        }
        let head = self.head(entry);
        head.size.store(u32::try_from(members.len()).unwrap_or(u32::MAX), Relaxed);
        head.made_from.store(made_from.map_or(0, |from| from + 1), Relaxed);
        for &member in members {
            // Who sees the member sees as well that the entry is not what it was before.
            self.member_word(entry, member as usize / 64).fetch_or(1 << (member % 64), Release);
        }
        fence(Release);
        Some(entry)
    }

    /// `rank` will not use the entry again. The last member to say so sets it free.
    pub fn detach(&self, entry: EntryIndex) {
        let head = self.head(entry);
        if head.detached.fetch_add(1, AcqRel) + 1 == head.size.load(Relaxed) {
            self.release(entry);
        }
    }

    /// Clears an entry that no other rank uses and sets it free.
    fn release(&self, entry: EntryIndex) {
        // A rank may still look whether it can go on with what it began on the communicator: who sees
        // something cleared sees that it is.
        self.head(entry).generation.fetch_add(1, Relaxed);
        fence(Release);
        for rank in 0..self.ranks {
            let position = self.position(entry, rank);
            position.entered.store(0, Relaxed);
            position.compared.store(0, Relaxed);
        }
        for step in 0..RING {
            let step = self.step(entry, step);
            step.first.store(0, Relaxed);
            step.second.store(0, Relaxed);
            step.child.store(0, Relaxed);
        }
        for word in 0..member_words(self.ranks) {
            self.member_word(entry, word).store(0, Relaxed);
            self.group_word(entry, word).store(0, Relaxed);
        }
        let head = self.head(entry);
        head.made_at.store(0, Relaxed);
        head.detached.store(0, Relaxed);
        head.used.store(0, Release);
    }

    /// The first step for which there is no room in the ring now: some member has yet to compare in
    /// the slot it would take. A member that left compares nothing any more.
    #[must_use]
    pub fn room_until(&self, entry: EntryIndex) -> u64 {
        let compared = self
            .members(entry)
            .filter(|&member| self.state(member) == State::Running)
            .map(|member| self.position(entry, member).compared.load(Acquire));
        compared.min().map_or(u64::MAX, |compared| compared + RING)
    }

    /// Keeps a call for the report.
    pub fn record(&self, rank: RankIndex, call: &CallRecord) {
        let slot = self.rank(rank);
        let calls = slot.calls.load(Relaxed);
        if let Some(recent) = slot.recent.get((calls % RECENT as u64) as usize) {
            recent.store(call);
        }
        slot.calls.store(calls + 1, Release);
    }

    /// The last calls of a rank, the latest first.
    #[must_use]
    pub fn recent(&self, rank: RankIndex) -> Vec<CallRecord> {
        let slot = self.rank(rank);
        let calls = slot.calls.load(Acquire);
        let first = calls.saturating_sub(RECENT as u64);
        (first..calls)
            .rev()
            .filter_map(|call| slot.recent.get((call % RECENT as u64) as usize))
            .map(Recent::load)
            .collect()
    }

    /// How many steps of a communicator a rank has entered, and whether it is still inside the last.
    #[must_use]
    pub fn progress(&self, entry: EntryIndex, rank: RankIndex) -> (u64, bool) {
        let entered = self.position(entry, rank).entered.load(SeqCst);
        (entered.div_ceil(2), entered % 2 == 1)
    }

    /// What became of a rank.
    #[must_use]
    pub fn state(&self, rank: RankIndex) -> State {
        State::from_word(self.rank(rank).state.load(SeqCst))
    }

    /// `rank` enters `step`; a caller that waits in it says so to [`Board::wait`].
    pub fn enter(&self, entry: EntryIndex, rank: RankIndex, step: u64, blocking: bool) {
        let entered = if blocking { 2 * step + 1 } else { 2 * step + 2 };
        self.position(entry, rank).entered.store(entered, Release);
    }

    /// `rank` has returned from `step`.
    pub fn leave_step(&self, entry: EntryIndex, rank: RankIndex, step: u64) {
        self.rank(rank).waiting.store(0, Relaxed);
        self.position(entry, rank).entered.store(2 * step + 2, Release);
    }

    /// Compares what `rank` calls as `step` with what those before it called. There must be room.
    ///
    /// # Errors
    /// It is not the same.
    pub fn compare(
        &self,
        entry: EntryIndex,
        rank: RankIndex,
        step: u64,
        signature: &Signature,
    ) -> Result<(), Conflict> {
        let words = self.step(entry, step);
        let same = agree(&words.first, step, signature.first_word(), false)
            & agree(&words.second, step, signature.second_word(), true);
        if !same {
            return Err(Conflict::Different { entry, step });
        }
        self.position(entry, rank).compared.store(step + 1, Release);
        Ok(())
    }

    /// The entry of what `step` creates out of the communicator `entry`: the first to ask claims it.
    /// To be asked before [`Board::compare`], while the slot cannot be taken again. `None`: no
    /// entry was free, for all members alike.
    pub fn child(&self, entry: EntryIndex, step: u64, is_handle_of_it: bool) -> Option<EntryIndex> {
        let word = &self.step(entry, step).child;
        let lap = lap_of(step) << VALUE_BITS;
        let mut seen = word.load(Acquire);
        if seen & !VALUE_MASK != lap {
            let members: Vec<RankIndex> = self.members(entry).collect();
            let claimed = self.claim(&members, is_handle_of_it.then_some(entry));
            if let Some(claimed) = claimed {
                let in_group = |member: &RankIndex| self.group_of(entry, *member);
                self.part(claimed, &members.into_iter().filter(in_group).collect::<Vec<_>>());
            }
            // 1 + the entry, or `VALUE_MASK` for none, so that all members see the same.
            let mine = lap | claimed.map_or(VALUE_MASK, |claimed| u64::from(claimed) + 1);
            loop {
                match word.compare_exchange(seen, mine, AcqRel, Acquire) {
                    Ok(_) => {
                        if let Some(claimed) = claimed {
                            let made_at = made_at(self.place(entry), step);
                            self.head(claimed).made_at.store(made_at, SeqCst);
                        }
                        return claimed;
                    }
                    Err(now) if now & !VALUE_MASK == lap => {
                        seen = now;
                        break;
                    }
                    Err(now) => seen = now,
                }
            }
            if let Some(claimed) = claimed {
                self.release(claimed);
            }
        }
        let value = seen & VALUE_MASK;
        if value == VALUE_MASK { None } else { u32::try_from(value).ok()?.checked_sub(1) }
    }

    /// What others have claimed by [`Board::child`], for a rank that had no room to ask, once all have made
    /// the call. `None`: nobody had room.
    #[must_use]
    pub fn find_child(&self, parent: Place, step: u64) -> Option<EntryIndex> {
        let wanted = made_at(parent, step);
        (0..ENTRIES).find(|&entry| self.head(entry).made_at.load(SeqCst) == wanted)
    }

    /// Says whom `rank` waits for, and looks whether they can ever come. Called after
    /// [`Board::enter`], and while there is no room in the ring.
    ///
    /// # Errors
    /// A member left without entering `step`, or the wait closes a cycle.
    pub fn wait(
        &self,
        entry: EntryIndex,
        rank: RankIndex,
        step: u64,
        wait: Wait,
    ) -> Result<(), Conflict> {
        let several = self.header().several.load(Relaxed) != 0;
        let waits = self.say_waiting(rank, self.place(entry), step, wait);
        // What this rank said must be visible before it looks at what the others said: of two that
        // do so at the same time, at least one sees the other.
        fence(SeqCst);
        if self.header().departures.load(Relaxed) != 0 {
            self.check_departures(entry, step)?;
        }
        if several
            && waits
            && let Err(deadlock) = self.check_deadlock(rank)
        {
            // Where a member has left meanwhile, that is all there is to say.
            self.check_departures(entry, step)?;
            return Err(deadlock);
        }
        Ok(())
    }

    /// Says whom `rank` waits for in a collective; false: for nobody.
    pub(crate) fn say_waiting(&self, rank: RankIndex, place: Place, step: u64, wait: Wait) -> bool {
        let Place { entry, generation } = place;
        let generation = generation & GENERATION_MASK;
        if wait == Wait::Nobody {
            return false;
        }
        self.rank(rank).waiting.store(Waiting { entry, generation, wait, step }.pack(), Relaxed);
        true
    }

    /// What `rank` waits for in a collective.
    pub(crate) fn waiting(&self, rank: RankIndex) -> Option<Waiting> {
        Waiting::unpack(self.rank(rank).waiting.load(SeqCst))
    }

    /// `rank` waits for no collective any more.
    pub(crate) fn end_waiting(&self, rank: RankIndex) {
        self.rank(rank).waiting.store(0, Relaxed);
    }

    /// What `rank` sends and waits for in messages.
    pub(crate) fn mail(&self, rank: RankIndex) -> &Mail {
        &self.rank(rank).mail
    }

    /// Something that changes with every call of `rank` that may wait.
    pub(crate) fn moment(&self, rank: RankIndex) -> (u64, u64) {
        let slot = self.rank(rank);
        (slot.calls.load(SeqCst), slot.mail.waits())
    }

    /// Whether the communicator that `waiting` is about still has its entry.
    pub(crate) fn is_current_wait(&self, waiting: &Waiting) -> bool {
        self.generation(waiting.entry) & GENERATION_MASK == waiting.generation
    }

    /// The place of the communicator that uses an entry now.
    #[must_use]
    pub fn place(&self, entry: EntryIndex) -> Place {
        Place { entry, generation: self.generation(entry) }
    }

    /// Whether the communicator of this place still has it. To be asked after what was read of it.
    #[must_use]
    pub fn is_current(&self, place: Place) -> bool {
        self.generation(place.entry) == place.generation
    }

    /// How often an entry was set free before those that use it now.
    pub(crate) fn generation(&self, entry: EntryIndex) -> u32 {
        self.head(entry).generation.load(Acquire)
    }

    /// From now on ranks can wait for each other.
    pub(crate) fn expect_deadlocks(&self) {
        let several = &self.header().several;
        if several.load(Relaxed) == 0 {
            several.store(1, SeqCst);
        }
    }

    /// Looks whether a member left that has not entered `step`.
    ///
    /// # Errors
    /// One has.
    pub fn check_departures(&self, entry: EntryIndex, step: u64) -> Result<(), Conflict> {
        let gone = self.members(entry).find(|&member| {
            // A rank in MPI_Finalize has entered a step of world by that.
            self.state(member) != State::Running && self.progress(entry, member).0 <= step
        });
        gone.map_or(Ok(()), |rank| {
            // What it did not come to is the step after its last.
            let step = self.progress(entry, rank).0;
            Err(Conflict::Left { entry, step, rank })
        })
    }

    /// `rank` will enter no collective any more.
    pub fn depart(&self, rank: RankIndex, state: State) {
        self.rank(rank).state.store(state as u32, SeqCst);
        self.header().departures.fetch_add(1, SeqCst);
        fence(SeqCst);
    }

    /// Looks whether any member has entered a step that `rank`, which has left, has not.
    ///
    /// # Errors
    /// One has.
    pub fn check_left_behind(&self, entry: EntryIndex, rank: RankIndex) -> Result<(), Conflict> {
        let (mine, _) = self.progress(entry, rank);
        if self.members(entry).any(|member| self.progress(entry, member).0 > mine) {
            return Err(Conflict::Left { entry, step: mine, rank });
        }
        Ok(())
    }

    /// Whether all ranks but `me` have left.
    #[must_use]
    pub fn nobody_else_runs(&self, me: RankIndex) -> bool {
        (0..self.ranks).all(|rank| rank == me || self.state(rank) != State::Running)
    }

    /// What a rank waits for: the communicator and the step.
    #[must_use]
    pub fn waits_in(&self, rank: RankIndex) -> Option<(EntryIndex, u64)> {
        self.waiting(rank).map(|waiting| (waiting.entry, waiting.step))
    }

    /// Whether a rank is about to report and end the job.
    #[must_use]
    pub fn is_ending(&self) -> bool {
        self.header().reporter.load(Relaxed) != 0
    }

    /// Whether that rank has said all it has to say.
    pub(crate) fn is_reported(&self) -> bool {
        self.header().reported.load(Acquire) != 0
    }

    /// The rank that reports has done so, and ends the job now.
    pub(crate) fn set_reported(&self) {
        self.header().reported.store(1, Release);
    }

    /// `rank` waits for the end of the job, as another one reports.
    pub(crate) fn stay(&self, rank: RankIndex) {
        self.rank(rank).stays.store(1, Release);
    }

    /// Whether `rank` is where it will be at the end of the job: it waits for that, it has left, or can never go on.
    #[must_use]
    pub fn rests(&self, rank: RankIndex) -> bool {
        self.rank(rank).stays.load(Acquire) != 0
            || self.state(rank) != State::Running
            || self.is_stuck(rank)
    }

    /// Whether `rank` is the one that reports: true for one rank of the board only.
    #[must_use]
    pub fn take_report(&self, rank: RankIndex) -> bool {
        self.header().reporter.compare_exchange(0, rank + 1, AcqRel, Relaxed).is_ok()
    }
}

/// A step of a communicator in one word, never 0.
fn made_at(parent: Place, step: u64) -> u64 {
    (u64::from(parent.entry) + 1) << 52
        | u64::from(parent.generation & 0xfff) << 40
        | step & 0xff_ffff_ffff
}

/// The number of the ring's lap a step is in, never 0.
fn lap_of(step: u64) -> u64 {
    1 + step / RING % LAPS
}

/// Stores `value` as what the step's ranks say, if the word is of an earlier lap; otherwise tells
/// whether they said the same. With `may_be_unknown`, 0 agrees with everything and is replaced.
fn agree(word: &AtomicU64, step: u64, value: u64, may_be_unknown: bool) -> bool {
    let lap = lap_of(step) << VALUE_BITS;
    let mine = lap | value & VALUE_MASK;
    let mut seen = word.load(Acquire);
    loop {
        if seen & !VALUE_MASK == lap {
            let unknown = may_be_unknown && seen & VALUE_MASK == 0;
            if seen == mine || may_be_unknown && value == 0 {
                return true;
            }
            if !unknown {
                return false;
            }
        }
        match word.compare_exchange(seen, mine, AcqRel, Acquire) {
            Ok(_) => return true,
            Err(now) => seen = now,
        }
    }
}
