//! What ranks begin together although no step of a communicator tells so: persistent collectives, which
//! `MPI_Start` begins, `MPI_Comm_create_group`, which the members of a group call alone, and
//! `MPI_Intercomm_create`, in which the leaders of two groups meet.
//!
//! Persistent collectives may be started in different orders (MPI 4.0, section 6.13), so they are no steps. Each start
//! counts like a message from the rank that starts to each other member, with a tag of the request's own,
//! and who waits for the request waits for those messages ([`crate::deadlock`]). The same goes for the members
//! of a group and for two leaders: the tag that tells their calls apart is theirs.

use std::ffi::c_int;
use std::time::Duration;

use lockstep_core::abi;

use crate::board::{CallRecord, Place, RankIndex, Signature, Wait};
use crate::call::{Call, Handle};
use crate::deadlock::AWAITED;
use crate::dispatch::Origin;
use crate::job::Job;
use crate::location;
use crate::point_to_point::Receive;
use crate::report;

/// Tags of MPI are below.
const STARTS: u32 = 1 << 31;
const GROUPS: u32 = 6 << 29;
const LEADERS: u32 = 7 << 29;
const OF_STARTS: u64 = 0x3fff_ffff;
const OF_CALLS: u32 = 0x1fff_ffff;
/// With more members nothing is counted: each start takes a counter for each of them.
pub const MEMBERS: usize = 64;

/// What a number in a tag's place stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// A message with this tag.
    Message(u32),
    /// The start of what was made at this step of the communicator.
    Start(u64),
    /// A call of `MPI_Comm_create_group` with this tag.
    Group(u32),
    /// A call of `MPI_Intercomm_create` by a leader, with this tag.
    Leader(u32),
}

impl Beginning {
    /// What the number stands for.
    #[must_use]
    pub fn of(tag: u32) -> Self {
        match tag {
            ..STARTS => Self::Message(tag),
            STARTS..GROUPS => Self::Start(u64::from(tag) & OF_STARTS),
            GROUPS..LEADERS => Self::Group(tag & OF_CALLS),
            LEADERS.. => Self::Leader(tag & OF_CALLS),
        }
    }

    /// It is a message, with this tag or any.
    #[must_use]
    pub fn is_message(tag: Option<u32>) -> bool {
        tag.is_none_or(|tag| tag < STARTS)
    }
}

/// A persistent collective.
#[derive(Clone, Copy, Debug)]
pub struct Prepared {
    /// Its communicator.
    pub place: Place,
    /// Stands for it where messages have tags.
    tag: u32,
    /// How often this rank has started it.
    starts: u64,
    /// Whom it cannot be completed without.
    wait: Wait,
}

impl Prepared {
    /// What was made at a step of a communicator.
    #[must_use]
    pub fn new(place: Place, step: u64, wait: Wait) -> Self {
        Self { place, tag: STARTS | (step & OF_STARTS) as u32, starts: 0, wait }
    }

    /// The same after one more start.
    #[must_use]
    pub fn started(self) -> Self {
        Self { starts: self.starts + 1, ..self }
    }
}

impl Job {
    /// This rank starts a persistent collective; `before`: as it was until now.
    pub(crate) fn start_collective(&self, before: &Prepared, call: &Call, origin: Origin) {
        let Prepared { place, tag, .. } = *before;
        let operation = call.symbol.operation;
        location::publish(&self.board, self.me, origin.address);
        self.board.remember_start(
            self.me,
            &CallRecord {
                location: origin.address as u64,
                is_site: origin.is_site,
                entry: place.entry,
                step: u64::from(tag) & OF_STARTS,
                signature: Signature { operation, operator: 0, root: None, bytes: None },
            },
        );
        for member in self.board.members(place.entry).filter(|member| *member != self.me) {
            self.board.count_beginning(self.me, place, member, tag);
        }
    }

    /// All ranks have come to `MPI_Finalize`: ends the job if a persistent collective was not started by all of its
    /// ranks equally often. All of them see that; the one that has started it most reports it.
    pub(crate) fn compare_starts(&self) {
        let Some(starts) = self.board.unequal_starts() else { return };
        let most = starts.ranks.iter().rev().max_by_key(|(_, count)| *count);
        if most.is_some_and(|(rank, _)| *rank == self.me) && self.board.take_report(self.me) {
            report::write_starts(self, &starts);
            self.abort(abi::EXIT_STATUS);
        }
        while !self.board.is_ending() {
            self.progress();
            std::thread::sleep(Duration::from_millis(1));
        }
        self.stay_if_ending();
    }

    /// What a rank waits for that waits for a collective it has started; `before`: as that was until then.
    pub(crate) fn starts_of_others(&self, before: &Prepared) -> Vec<Receive> {
        let Prepared { place, tag, starts, wait } = *before;
        let needed = self.board.needed(place.entry, self.me, wait);
        needed.map(|from| Receive::of(place, from, tag, starts)).take(MEMBERS).collect()
    }

    /// Before `MPI_Comm_create_group`. False: nothing is known of it.
    pub fn enter_group(&self, call: &Call, origin: Origin) -> bool {
        if self.traffic.is_none() || call.symbol.fortran {
            return false;
        }
        let Some(members) = self.members_of_group(call.word(1)) else { return false };
        let parent = call.communicator_at(0).and_then(|it| self.find(it, Handle::Communicator));
        let Some(place) =
            parent.filter(|it| !it.is_by_messages() && !it.inter).map(|it| it.place())
        else {
            return false;
        };
        let tag = GROUPS | call.word(2) as u32 & OF_CALLS;
        let others = members.into_iter().filter(|member| *member != self.me);
        let others: Vec<RankIndex> = others.collect();
        for member in &others {
            self.board.count_beginning(self.me, place, *member, tag);
        }
        let awaited = others.into_iter().map(|from| Receive::of(place, from, tag, 0));
        self.await_beginnings(awaited.take(AWAITED).collect(), call, origin)
    }

    /// Before `MPI_Intercomm_create` (MPI 4.0, section 7.6.2): the leader of a group meets the other one in the
    /// communicator that both are in. False: the rank is no leader, or nothing is known of it.
    pub fn meet_leader(&self, call: &Call, origin: Origin) -> bool {
        let Some(group) = call.communicator_at(0).filter(|_| self.traffic.is_some()) else {
            return false;
        };
        let number = |position| u32::try_from(call.integer(position, false)).ok();
        // A group may be one rank alone, of whose communicator nothing is kept.
        let mut rank = -1;
        // SAFETY: a communicator the program passes to MPI itself.
        let error = unsafe { (self.mpi.functions.comm_rank)(group, &raw mut rank) };
        if error != 0 || number(1) != u32::try_from(rank).ok() {
            return false;
        }
        let peers = call.communicator_at(2).and_then(|it| self.find(it, Handle::Communicator));
        let peers = peers.filter(|it| !it.is_by_messages() && !it.inter);
        let (Some(peers), Some(other), Some(tag)) = (peers, number(3), number(4)) else {
            return false;
        };
        let Some(&other) = peers.members.get(other as usize) else { return false };
        let (place, tag) = (peers.place(), LEADERS | tag & OF_CALLS);
        self.board.count_beginning(self.me, place, other, tag);
        self.await_beginnings(vec![Receive::of(place, other, tag, 0)], call, origin)
    }

    /// The places of a group's members; `None`: not all are on this board, or they are many.
    fn members_of_group(&self, group: usize) -> Option<Vec<RankIndex>> {
        let functions = &self.mpi.functions;
        let group = self.mpi.handle(group, Handle::Group);
        let mut size = 0;
        // SAFETY: a group the program passes to MPI itself.
        let error = unsafe { (functions.group_size)(group, &raw mut size) };
        let count = usize::try_from(size).ok().filter(|count| error == 0 && *count <= MEMBERS)?;
        let ranks: Vec<c_int> = (0..size).collect();
        let mut in_world = vec![-1; count];
        // SAFETY: so many ranks of the group, and room for as many.
        let error = unsafe {
            let to = in_world.as_mut_ptr();
            (functions.group_translate_ranks)(group, size, ranks.as_ptr(), self.world_group, to)
        };
        let place = |rank: &c_int| -> Option<RankIndex> {
            self.place_of_world_rank.get(usize::try_from(*rank).ok()?).copied().flatten()
        };
        (error == 0).then(|| in_world.iter().map(place).collect())?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_and_groups_are_told_from_messages() {
        let place = Place { entry: 1, generation: 0 };
        assert_eq!(Beginning::of(i32::MAX as u32), Beginning::Message(i32::MAX as u32));
        let start = Prepared::new(place, 77, Wait::All);
        assert_eq!(Beginning::of(start.tag), Beginning::Start(77));
        assert_eq!(Beginning::of(GROUPS | 5), Beginning::Group(5));
        assert_eq!(Beginning::of(LEADERS | OF_CALLS), Beginning::Leader(OF_CALLS));
        assert!(!Beginning::is_message(Some(start.tag)) && Beginning::is_message(None));
    }
}
