//! Who can never go on: ranks that wait for each other, in collectives and for messages.
//!
//! A rank inside a collective cannot go on without each of the members that have not come to it. One that
//! waits for a message of a certain rank cannot without that rank, unless the message is under
//! way; and one that receives from anybody cannot without at least one other member.
//!
//! Whether a message is under way is known by counting, as MPI's messages do not overtake each other (MPI
//! 4.0, section 3.5): each rank counts on the board, before it sends, what it sends to whom on which
//! communicator with which tag, and for itself what it has begun to receive from whom. Where a rank is about to
//! wait for its n-th message of a kind and no n have been sent, it will wait until another one is.
//! No receive begun earlier leaves its message to a later one that matches as well.
//!
//! A synchronous send (`MPI_Ssend`, or who waits for `MPI_Issend`) does not return before a receive that takes its
//! message was begun. So receives are counted on the board too, before they are begun. Of a message before which `n`
//! like it were sent, each takes a receive of its own: where no more than `n` were begun that could take one of them,
//! those for any rank or with any tag among them, nothing has taken this one.
//!
//! Whether a send of standard mode (`MPI_Send`) does so is up to the MPI library. What would be a deadlock if those that
//! ranks are in did is looked at apart ([`Board::if_standard_sends_wait`], `standard_sends.rs`).
//!
//! All that is counted errs to one side. A message that is sent is counted (or the rank says that it does not
//! count), and so is a receive. Of receives a rank counts for what it waits for itself, some may be missing.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicU32, AtomicU64, fence};

use crate::beginnings::Beginning;
use crate::board::{
    Board, CallRecord, Conflict, EntryIndex, MAX_RANKS, Place, RankIndex, Recent, State, Wait,
};
use crate::counts::{self, Counter};

/// Kinds of messages each rank can count on the board: by communicator, destination or source, and tag.
const KINDS: usize = 1024;
/// Messages a rank says it waits for at a time. Where it needs each of them some are enough.
pub const AWAITED: usize = 16;

/// Where a kind has its communicator's place, and how often that was set free before.
const ENTRY_SHIFT: u32 = 52;
const GENERATION_SHIFT: u32 = 46;
const GENERATIONS: u64 = 0x3f;

/// What a rank sends and receives, and the messages it waits for.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Mail {
    /// How many of `awaited` are valid, with `IS_AWAITING` and `IS_ANY`.
    awaiting: AtomicU32,
    /// Not everything this rank sends or receives is counted.
    uncounted: AtomicU32,
    /// A kind that is sent had no room.
    refused: AtomicU32,
    /// Starts of a communicator that is gone may have made room for other kinds.
    forgotten: AtomicU32,
    /// This rank's last start of a persistent collective; before the first one all is zero.
    start: Recent,
    /// A kind that is received had no room.
    refused_receive: AtomicU32,
    /// How often it has said that it waits.
    waits: AtomicU64,
    awaited: [AwaitedSlot; AWAITED],
    /// The call it waits in.
    call: Recent,
    sent: [Counter; KINDS],
    /// Receives that were begun, by communicator, source and tag; those for any source or with any tag, of which is
    /// known what they got, by what they got.
    begun: [Counter; KINDS],
}

#[derive(Debug)]
#[repr(C)]
struct AwaitedSlot {
    /// 1 + the rank, 0: anybody; with `IS_SENT` and `IS_STANDARD`.
    from: AtomicU32,
    entry: AtomicU32,
    generation: AtomicU32,
    /// 1 + the tag, 0: any.
    tag: AtomicU32,
    begun: AtomicU64,
    complete: AtomicU64,
}

impl Mail {
    /// How often the rank has said that it waits for messages.
    pub(crate) fn waits(&self) -> u64 {
        self.waits.load(SeqCst)
    }
}

/// A message that has not come, or that nobody has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Awaited {
    /// It is this rank that sends, and waits for `from` to begin a receive.
    pub is_sent: bool,
    /// It is sent in standard mode: whether this rank waits is up to the MPI library.
    pub is_standard: bool,
    /// Who has to send it; `None`: any member of the communicator.
    pub from: Option<RankIndex>,
    /// The communicator. Nothing is claimed of one that has been freed by all its members.
    pub place: Place,
    /// The tag; `None`: any.
    pub tag: Option<u32>,
    /// How many messages of this sender and tag go to receives that were begun earlier, at least; from
    /// anybody, how many of this tag have been received. Of what is sent: how many like it were sent before, at least
    /// one receive for each of which has to come first.
    pub begun: u64,
    /// How many messages of this sender (or of anybody), with whatever tag, have been received, at least.
    pub complete: u64,
}

impl Awaited {
    fn need(&self) -> Need {
        self.from.map_or(Need::AnyOf(self.place.entry), Need::One)
    }
}

/// How often each of its ranks has started a persistent collective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starts {
    /// Its communicator; of how often the place was set free before, the lower bits.
    pub place: Place,
    /// The step at which it was made.
    pub step: u64,
    /// The ranks, each with how often it has.
    pub ranks: Vec<(RankIndex, u64)>,
}

/// Without what a rank cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// This rank.
    One(RankIndex),
    /// Any other member of the communicator.
    AnyOf(EntryIndex),
    /// Any one of the messages it waits for.
    AnyAwaited,
}

/// Whether something holds for what each message needs that a rank waits for.
type All<'a> = dyn Fn(&dyn Fn(Need) -> bool) -> bool + 'a;

/// What is known of a rank while others are looked at.
struct Seen {
    moment: (u64, u64),
    left: bool,
    needs: Vec<Need>,
    /// What each message it waits for needs, if one of them is enough.
    awaited: Vec<Need>,
}

impl Board {
    /// Counts a message before it is sent.
    pub fn count_message(&self, from: RankIndex, place: Place, to: RankIndex, tag: u32) {
        let mail = self.mail(from);
        // Once a kind was refused none may take a place any more: it would be counted from there on.
        let is_dead = |kind| mail.refused.load(Relaxed) == 0 && self.may_forget(from, kind);
        // The kind with its tag may have no room; then what is sent with any tag may still tell.
        if !counts::add(&mail.sent, kind(place, to, Some(tag)), is_dead) {
            mail.refused.store(1, Relaxed);
        }
        if !counts::add(&mail.sent, kind(place, to, None), is_dead) {
            self.stop_counting(from);
        }
    }

    /// Counts what is begun together with `to`; where it has no room nothing is claimed of it.
    pub fn count_beginning(&self, from: RankIndex, place: Place, to: RankIndex, tag: u32) {
        let mail = self.mail(from);
        let is_dead = |kind| mail.refused.load(Relaxed) == 0 && self.may_forget(from, kind);
        if !counts::add(&mail.sent, kind(place, to, Some(tag)), is_dead) {
            mail.refused.store(1, Relaxed);
        }
    }

    /// Whether a kind that `rank` has counted may make room for another.
    fn may_forget(&self, rank: RankIndex, kind: u64) -> bool {
        let is_dead = self.is_dead(kind);
        if is_dead && matches!(Beginning::of(tag_of(kind)), Beginning::Start(_)) {
            self.mail(rank).forgotten.store(1, Release);
        }
        is_dead
    }

    /// Keeps where `rank` has started a persistent collective.
    pub fn remember_start(&self, rank: RankIndex, call: &CallRecord) {
        self.mail(rank).start.store(call);
    }

    /// Where `rank` has started a persistent collective the last time, if it was this one.
    #[must_use]
    pub fn last_start(&self, rank: RankIndex, starts: &Starts) -> Option<CallRecord> {
        let start = self.mail(rank).start.load();
        let is_this = start.entry == starts.place.entry && start.step == starts.step;
        (is_this && start.location != 0).then_some(start)
    }

    /// A persistent collective that not all its ranks have started equally often: the first of them, the same one
    /// whoever asks. To be asked when no rank can start anything any more.
    #[must_use]
    pub fn unequal_starts(&self) -> Option<Starts> {
        let mut found: BTreeMap<(u64, u32), BTreeMap<RankIndex, u64>> = BTreeMap::new();
        let starting = |&rank: &RankIndex| self.mail(rank).start.load().location != 0;
        for rank in (0..self.ranks()).filter(starting) {
            for (kind, count) in counts::all(&self.mail(rank).sent) {
                if !matches!(Beginning::of(tag_of(kind)), Beginning::Start(_)) {
                    continue;
                }
                let starts = found.entry((kind >> GENERATION_SHIFT, tag_of(kind))).or_default();
                let mine = starts.entry(rank).or_default();
                *mine = count.max(*mine);
                starts.entry((kind >> 32) as RankIndex & 0x3fff).or_default();
            }
        }
        let is_exact = |rank: &RankIndex| {
            let mail = self.mail(*rank);
            self.counts(*rank)
                && mail.refused.load(Acquire) == 0
                && mail.forgotten.load(Acquire) == 0
        };
        found.into_iter().find_map(|((place, tag), ranks)| {
            let most = ranks.values().max()?;
            let Beginning::Start(step) = Beginning::of(tag) else { return None };
            let differs = ranks.values().any(|count| count != most);
            let entry = (place >> (ENTRY_SHIFT - GENERATION_SHIFT)).checked_sub(1)? as EntryIndex;
            let place = Place { entry, generation: (place & GENERATIONS) as u32 };
            (differs && ranks.keys().all(is_exact)).then(|| Starts {
                place,
                step,
                ranks: ranks.into_iter().collect(),
            })
        })
    }

    /// Counts a receive before it is begun, and tells how many like it there were; 0, where that is not known.
    pub fn count_receive(
        &self,
        rank: RankIndex,
        place: Place,
        from: Option<RankIndex>,
        tag: Option<u32>,
    ) -> u64 {
        let mail = self.mail(rank);
        let key = kind_of_receive(place, from, tag);
        let before = counts::get(&mail.begun, key).unwrap_or(0);
        let is_dead = |kind| mail.refused_receive.load(Relaxed) == 0 && self.is_dead(kind);
        if !counts::add(&mail.begun, key, is_dead) {
            mail.refused_receive.store(1, Relaxed);
        }
        before
    }

    /// How many receives like this one were begun; 0, where that is not known.
    #[must_use]
    pub fn receives(&self, rank: RankIndex, place: Place, from: RankIndex, tag: u32) -> u64 {
        let key = kind_of_receive(place, Some(from), Some(tag));
        counts::get(&self.mail(rank).begun, key).unwrap_or(0)
    }

    /// A receive was not begun after all.
    pub fn take_back_receive(
        &self,
        rank: RankIndex,
        place: Place,
        from: Option<RankIndex>,
        tag: Option<u32>,
    ) {
        counts::take_back(&self.mail(rank).begun, kind_of_receive(place, from, tag));
    }

    /// A receive for anybody or with any tag has this message: it counts as one for it.
    pub fn settle_receive(
        &self,
        rank: RankIndex,
        place: Place,
        (from, tag): (Option<RankIndex>, Option<u32>),
        came: (RankIndex, u32),
    ) {
        // In this order, as another rank that sees the second sees the first as well.
        self.count_receive(rank, place, Some(came.0), Some(came.1));
        self.take_back_receive(rank, place, from, tag);
    }

    /// How many messages like this one `rank` has sent; `None`: not known.
    #[must_use]
    pub fn sent_by(&self, rank: RankIndex, place: Place, to: RankIndex, tag: u32) -> Option<u64> {
        counts::get(&self.mail(rank).sent, kind(place, to, Some(tag)))
    }

    /// Whether a kind's communicator is gone.
    #[must_use]
    pub fn is_dead(&self, kind: u64) -> bool {
        let entry = (kind >> ENTRY_SHIFT).saturating_sub(1) as EntryIndex;
        kind >> GENERATION_SHIFT & GENERATIONS != u64::from(self.generation(entry)) & GENERATIONS
    }

    /// Whether all that this rank sends and receives is counted.
    #[must_use]
    pub fn counts(&self, rank: RankIndex) -> bool {
        self.mail(rank).uncounted.load(SeqCst) == 0
    }

    /// What this rank sends and receives is not all counted from now on.
    pub fn stop_counting(&self, rank: RankIndex) {
        self.mail(rank).uncounted.store(1, SeqCst);
    }

    /// How many messages of a kind `from` has sent; `None`: not known.
    fn sent(&self, from: RankIndex, place: Place, to: RankIndex, tag: Option<u32>) -> Option<u64> {
        let mail = self.mail(from);
        let count = counts::get(&mail.sent, kind(place, to, tag));
        // Looked at last: who stops counting says so before it sends.
        count.filter(|_| self.counts(from))
    }

    /// Whether what `rank` waits for has not been sent, or not been taken, for certain.
    #[must_use]
    pub fn is_unsent(&self, rank: RankIndex, awaited: &Awaited) -> bool {
        let is_missing = || match awaited.is_sent {
            false => self.is_all_received(rank, awaited),
            true => self.is_untaken(rank, awaited),
        };
        // Keys do not tell that many communicators at one place apart.
        u64::from(awaited.place.generation) < GENERATIONS
            && is_missing()
            // When all members have freed a communicator, what they have counted may be gone.
            && self.is_current(awaited.place)
    }

    /// Whether other receives take all the messages of this kind that were sent.
    fn is_all_received(&self, rank: RankIndex, awaited: &Awaited) -> bool {
        let Awaited { from, place, tag, begun, complete, .. } = *awaited;
        let Some(from) = from else {
            let sent_by_all = |tag| {
                let mut members = self.members(place.entry);
                members.try_fold(0, |sum, from| Some(sum + self.sent(from, place, rank, tag)?))
            };
            return match tag.and_then(|tag| sent_by_all(Some(tag))) {
                Some(sent) => sent <= begun,
                None => sent_by_all(None).is_some_and(|sent| sent <= complete),
            };
        };
        let of_tag = tag.and_then(|tag| self.sent(from, place, rank, Some(tag)));
        match of_tag {
            Some(sent) => sent <= begun,
            None if !Beginning::is_message(tag) => false,
            None => self.sent(from, place, rank, None).is_some_and(|sent| sent <= complete),
        }
    }

    /// Whether all receives that could take what `rank` sends take what was sent before.
    fn is_untaken(&self, rank: RankIndex, awaited: &Awaited) -> bool {
        let Awaited { from: Some(to), place, tag: Some(tag), begun: before, .. } = *awaited else {
            return false;
        };
        let mail = self.mail(to);
        // What may take anything first, as one of those may turn into the last.
        let forms = [(None, None), (None, Some(tag)), (Some(rank), None), (Some(rank), Some(tag))];
        let mut forms = forms.into_iter().map(|(from, tag)| kind_of_receive(place, from, tag));
        let begun = forms.try_fold(0, |sum, key| Some(sum + counts::get(&mail.begun, key)?));
        // Looked at last: who stops counting says so before it receives.
        begun.is_some_and(|begun| begun <= before) && self.counts(to)
    }

    /// Whether a receive for it alone was begun for what `rank` sends and waits to be taken.
    #[must_use]
    pub fn is_taken(&self, rank: RankIndex, awaited: &Awaited) -> bool {
        let Awaited { from: Some(to), place, tag: Some(tag), begun: before, .. } = *awaited else {
            return false;
        };
        self.receives(to, place, rank, tag) > before
    }

    /// Says for which messages (for all of them, or for `any`) and which collective `rank` waits in `call`,
    /// and looks whether they can ever come.
    ///
    /// # Errors
    /// They cannot.
    pub fn await_messages(
        &self,
        rank: RankIndex,
        call: &CallRecord,
        awaited: &[Awaited],
        any: bool,
        collective: Option<(Place, u64, Wait)>,
    ) -> Result<(), Conflict> {
        let mail = self.mail(rank);
        // Who sees any of what follows sees that what was awaited before is over, and that this is another wait.
        mail.waits.store(mail.waits.load(Relaxed) + 1, Release);
        fence(Release);
        mail.call.store(call);
        for (slot, awaited) in mail.awaited.iter().zip(awaited) {
            let is_sent = if awaited.is_sent { IS_SENT } else { 0 };
            let is_standard = if awaited.is_standard { IS_STANDARD } else { 0 };
            let from = awaited.from.map_or(0, |from| from + 1);
            slot.from.store(from | is_sent | is_standard, Relaxed);
            slot.entry.store(awaited.place.entry, Relaxed);
            slot.generation.store(awaited.place.generation, Relaxed);
            slot.tag.store(awaited.tag.map_or(0, |tag| tag + 1), Relaxed);
            slot.begun.store(awaited.begun, Relaxed);
            slot.complete.store(awaited.complete, Relaxed);
        }
        let count = awaited.len().min(AWAITED) as u32;
        // Also for a collective's sake: the bit tells that the call is this one.
        let any = if any { IS_ANY } else { 0 };
        mail.awaiting.store(count | any | IS_AWAITING, Release);
        if let Some((place, step, wait)) = collective {
            self.say_waiting(rank, place, step, wait);
        }
        self.expect_deadlocks();
        if awaited.iter().any(|awaited| awaited.is_standard) {
            self.expect_standard_sends();
        }
        // As in `Board::wait`: of two ranks that wait for each other, at least one sees the other.
        fence(SeqCst);
        self.check_deadlock(rank)
    }

    /// `rank` has what it waited for.
    pub fn end_awaiting(&self, rank: RankIndex) {
        self.mail(rank).awaiting.store(0, Release);
        self.end_waiting(rank);
    }

    /// The call in which `rank` waits for messages or for a collective that it began, the messages, and whether
    /// one of them is enough.
    #[must_use]
    pub fn awaits(&self, rank: RankIndex) -> Option<(CallRecord, Vec<Awaited>, bool)> {
        let mail = self.mail(rank);
        let awaiting = mail.awaiting.load(Acquire);
        if awaiting == 0 {
            return None;
        }
        let awaited = self.awaited(rank).filter(|awaited| self.is_unsent(rank, awaited)).collect();
        Some((mail.call.load(), awaited, awaiting & IS_ANY != 0))
    }

    fn awaited(&self, rank: RankIndex) -> impl Iterator<Item = Awaited> + '_ {
        self.awaited_of(rank, self.mail(rank).awaiting.load(SeqCst))
    }

    /// The messages that `rank` waits for in a wait of which `awaiting` was read.
    fn awaited_of(&self, rank: RankIndex, awaiting: u32) -> impl Iterator<Item = Awaited> + '_ {
        let counts = |awaited: &Awaited| !awaited.is_standard || self.waits_in_standard_sends();
        self.all_awaited_of(rank, awaiting).filter(counts)
    }

    /// Whether `rank` is in a send of standard mode that has not been taken.
    #[must_use]
    pub fn may_wait_in_send(&self, rank: RankIndex) -> bool {
        self.all_awaited(rank).any(|awaited| awaited.is_standard && self.is_unsent(rank, &awaited))
    }

    fn all_awaited(&self, rank: RankIndex) -> impl Iterator<Item = Awaited> + '_ {
        self.all_awaited_of(rank, self.mail(rank).awaiting.load(SeqCst))
    }

    fn all_awaited_of(&self, rank: RankIndex, awaiting: u32) -> impl Iterator<Item = Awaited> + '_ {
        let mail = self.mail(rank);
        let count = (awaiting & !(IS_AWAITING | IS_ANY)) as usize;
        mail.awaited.iter().take(count).map(|slot| {
            let from = slot.from.load(Relaxed);
            Awaited {
                is_sent: from & IS_SENT != 0,
                is_standard: from & IS_STANDARD != 0,
                from: (from & !(IS_SENT | IS_STANDARD)).checked_sub(1),
                place: Place {
                    entry: slot.entry.load(Relaxed),
                    generation: slot.generation.load(Relaxed),
                },
                tag: slot.tag.load(Relaxed).checked_sub(1),
                begun: slot.begun.load(Relaxed),
                complete: slot.complete.load(Relaxed),
            }
        })
    }

    /// What a rank cannot go on without; empty: it runs, or can go on.
    fn needs(&self, rank: RankIndex) -> impl Iterator<Item = Need> + '_ {
        // Once: the wait may be over, or another one, the next time.
        let awaiting = self.mail(rank).awaiting.load(SeqCst);
        let any = awaiting & IS_ANY != 0;
        let awaited = move || self.awaited_of(rank, awaiting);
        let each = awaited()
            .filter(move |awaited| !any && self.is_unsent(rank, awaited))
            .map(|awaited| awaited.need());
        let all_unsent = || awaited().all(|awaited| self.is_unsent(rank, &awaited));
        let one = (any && all_unsent()).then_some(Need::AnyAwaited);
        self.needs_in_collective(rank).chain(each).chain(one)
    }

    /// Whether one of the messages is enough that `rank` waits for.
    fn awaits_any(&self, rank: RankIndex) -> bool {
        self.mail(rank).awaiting.load(SeqCst) & IS_ANY != 0
    }

    /// Those that a rank waits for in a collective, and that have not come.
    fn needs_in_collective(&self, rank: RankIndex) -> impl Iterator<Item = Need> + '_ {
        self.waiting(rank).into_iter().flat_map(move |waiting| {
            self.needed(waiting.entry, rank, waiting.wait)
                .filter(move |&member| {
                    self.progress(waiting.entry, member).0 <= waiting.step
                        // All members may have freed the communicator, and left the call that made the request.
                        && self.is_current_wait(&waiting)
                })
                .map(Need::One)
        })
    }

    /// Whether what a rank needs fails, if all for which `is_stuck` holds never go on. Any of the `awaited` may be enough.
    fn fails(
        &self,
        rank: RankIndex,
        need: Need,
        awaited: &All<'_>,
        is_stuck: &dyn Fn(RankIndex) -> bool,
    ) -> bool {
        match need {
            Need::One(other) => is_stuck(other),
            Need::AnyOf(entry) => {
                self.members(entry).all(|member| member == rank || is_stuck(member))
            }
            Need::AnyAwaited => awaited(&|one| self.fails(rank, one, awaited, is_stuck)),
        }
    }

    /// Whether what a rank that was seen needs fails.
    fn fails_as_seen(
        &self,
        rank: RankIndex,
        seen: &Seen,
        need: Need,
        is_stuck: &dyn Fn(RankIndex) -> bool,
    ) -> bool {
        let awaited = |fails: &dyn Fn(Need) -> bool| seen.awaited.iter().all(|one| fails(*one));
        self.fails(rank, need, &awaited, is_stuck)
    }

    /// All who could bring what a rank needs that waits for one of `awaited`.
    fn others(&self, rank: RankIndex, need: Need, awaited: &[Need]) -> Vec<RankIndex> {
        match need {
            Need::One(other) => vec![other],
            Need::AnyOf(entry) => self.members(entry).filter(|&member| member != rank).collect(),
            Need::AnyAwaited => {
                awaited.iter().flat_map(|one| self.others(rank, *one, awaited)).collect()
            }
        }
    }

    /// Whether `rank` waits for what has not come.
    #[must_use]
    pub fn is_stuck(&self, rank: RankIndex) -> bool {
        self.needs(rank).next().is_some()
    }

    /// Looks whether `rank`, inside a call that waits, can never go on.
    ///
    /// The answer is exact: it is believed only if, after all of it was seen, every rank of it is still inside the
    /// same call (its count of calls has not changed) and still lacks what it lacked. Then there was
    /// a moment at which all of that held, and none of these ranks can go on after it.
    ///
    /// # Errors
    /// It cannot.
    pub fn check_deadlock(&self, rank: RankIndex) -> Result<(), Conflict> {
        // Nearly always nobody this rank waits for waits itself; no allocation then.
        let may_be_stuck = |other: RankIndex| {
            self.waiting(other).is_some()
                || self.awaited(other).any(|awaited| self.is_unsent(other, &awaited))
                || self.state(other) != State::Running
        };
        let awaited =
            |fails: &dyn Fn(Need) -> bool| self.awaited(rank).all(|awaited| fails(awaited.need()));
        let fails = |need: Need| self.fails(rank, need, &awaited, &may_be_stuck);
        // Whether a message was sent by anybody is asked last: there may be many members.
        let may_be_deadlock = self.needs_in_collective(rank).any(fails)
            || if self.awaits_any(rank) {
                fails(Need::AnyAwaited) && self.needs(rank).next().is_some()
            } else {
                self.awaited(rank)
                    .any(|awaited| fails(awaited.need()) && self.is_unsent(rank, &awaited))
            };
        if !may_be_deadlock {
            return Ok(());
        }
        let mut seen = self.look_around(rank);
        remove_those_that_go_on(self, &mut seen);
        if !seen.contains_key(&rank) {
            return Ok(());
        }
        let core = self.core(rank, &seen);
        // The second look comes behind the first.
        fence(SeqCst);
        let holds = |&(rank, need): &(RankIndex, Option<Need>)| {
            seen.get(&rank).is_some_and(|seen| match need {
                None => seen.left,
                Some(need) => {
                    let lacks = self.needs(rank).any(|now| now == need);
                    // What was read of another wait shows its number, too.
                    fence(Acquire);
                    lacks && seen.moment == self.moment(rank)
                }
            })
        };
        if !core.iter().all(holds) {
            return Ok(());
        }
        Err(Conflict::Deadlock { ranks: core.into_iter().map(|(rank, _)| rank).collect() })
    }

    /// Those that can never go on, one of them waiting for what others will never do.
    #[must_use]
    pub fn any_deadlock(&self) -> Option<Conflict> {
        (0..self.ranks())
            .filter(|&rank| self.mail(rank).awaiting.load(SeqCst) != 0)
            .find_map(|rank| self.check_deadlock(rank).err())
    }

    /// Looks whether anybody waits for what `rank`, which has left, will never bring.
    ///
    /// # Errors
    /// Somebody does.
    pub fn check_awaiting(&self, rank: RankIndex) -> Result<(), Conflict> {
        (0..self.ranks())
            .filter(|&other| other != rank && self.mail(other).awaiting.load(SeqCst) != 0)
            .try_for_each(|other| self.check_deadlock(other))
    }

    /// This rank and all that it needs, by way of others: those that wait, or have left.
    fn look_around(&self, rank: RankIndex) -> BTreeMap<RankIndex, Seen> {
        let mut seen = BTreeMap::new();
        let mut open = vec![rank];
        while let Some(at) = open.pop() {
            if seen.contains_key(&at) {
                continue;
            }
            let moment = self.moment(at);
            let left = self.state(at) != State::Running;
            let needs: Vec<Need> = if left { Vec::new() } else { self.needs(at).collect() };
            let awaited: Vec<Need> = match needs.contains(&Need::AnyAwaited) {
                true => self.awaited(at).map(|awaited| awaited.need()).collect(),
                false => Vec::new(),
            };
            open.extend(needs.iter().flat_map(|&need| self.others(at, need, &awaited)));
            seen.insert(at, Seen { moment, left, needs, awaited });
        }
        seen.retain(|_, seen| seen.left || !seen.needs.is_empty());
        seen
    }

    /// Of ranks that can never go on, those that show it for `rank`, each with what it lacks.
    fn core(
        &self,
        rank: RankIndex,
        stuck: &BTreeMap<RankIndex, Seen>,
    ) -> Vec<(RankIndex, Option<Need>)> {
        let mut core: Vec<(RankIndex, Option<Need>)> = Vec::new();
        let mut open = vec![rank];
        while let Some(at) = open.pop() {
            if core.iter().any(|&(known, _)| known == at) {
                continue;
            }
            let seen = stuck.get(&at);
            let lacks = seen.and_then(|seen| {
                let is_stuck = |other: RankIndex| stuck.contains_key(&other);
                let fails = |need: &&Need| self.fails_as_seen(at, seen, **need, &is_stuck);
                // What leads back to the first shows a circle, which is the shortest story.
                let closes = seen.needs.iter().find(|need| **need == Need::One(rank));
                closes.or_else(|| seen.needs.iter().find(fails)).copied()
            });
            let awaited = seen.map_or(&[][..], |seen| &seen.awaited);
            open.extend(lacks.into_iter().flat_map(|need| self.others(at, need, awaited)));
            core.push((at, lacks));
        }
        core
    }
}

/// A key for the messages of a communicator to (or from) a rank with a tag, or with any.
#[must_use]
pub fn kind(place: Place, rank: RankIndex, tag: Option<u32>) -> u64 {
    let generation = u64::from(place.generation) & GENERATIONS;
    let tag = tag.map_or(u64::from(u32::MAX), u64::from);
    let rank = (u64::from(rank) & 0x3fff) << 32;
    (u64::from(place.entry) + 1) << ENTRY_SHIFT | generation << GENERATION_SHIFT | rank | tag
}

/// The tag of a kind.
fn tag_of(kind: u64) -> u32 {
    kind as u32
}

/// As [`kind`], of receives, also of those from anybody.
#[must_use]
pub fn kind_of_receive(place: Place, from: Option<RankIndex>, tag: Option<u32>) -> u64 {
    // No board has so many ranks.
    kind(place, from.unwrap_or(MAX_RANKS), tag)
}

/// Set beside the rank that has to receive what is sent.
const IS_SENT: u32 = 1 << 31;
/// Set beside it if it is sent in standard mode.
const IS_STANDARD: u32 = 1 << 30;
/// Set while a rank waits, beside the number of messages.
const IS_AWAITING: u32 = 1 << 31;
/// Set where one of the messages is enough.
const IS_ANY: u32 = 1 << 30;

/// Leaves the largest set of ranks each of which lacks what only others of the set could bring.
fn remove_those_that_go_on(board: &Board, seen: &mut BTreeMap<RankIndex, Seen>) {
    loop {
        let goes_on = |(&rank, at): (&RankIndex, &Seen)| {
            let is_stuck = |other| seen.contains_key(&other);
            let fails = at.left
                || at.needs.iter().any(|&need| board.fails_as_seen(rank, at, need, &is_stuck));
            (!fails).then_some(rank)
        };
        let going: Vec<RankIndex> = seen.iter().filter_map(goes_on).collect();
        if going.is_empty() {
            return;
        }
        for rank in going {
            seen.remove(&rank);
        }
    }
}
