//! The communicators, windows and files of this process, and their places on the board.
//!
//! A communicator gets its place when it is made: making one is collective, so its members are all
//! inside MPI at that moment, and one of them can tell the others the place with a small broadcast on
//! the new communicator itself. What is made without blocking (`MPI_Comm_idup`) or has the same
//! members as what it is made from (windows, files) gets it from the parent's step on the board, without
//! a message. The place hangs on the communicator as an attribute, so that it goes when MPI lets go
//! of the communicator, and is not copied by `MPI_Comm_dup`.

use std::collections::VecDeque;
use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64};

use crate::board::{Board, EntryIndex, Place, RankIndex, Signature};
use crate::call::Handle;
use crate::job::Job;
use crate::mpi::{MAX, UNDEFINED, Word};

/// A communicator, window or file with at least two members that are all on this board.
#[derive(Debug)]
pub struct Communicator {
    /// Its place on the board; [`BY_MESSAGES`]: it has none, its ranks compare by messages.
    pub entry: EntryIndex,
    /// Which of those that have this entry one after the other.
    pub generation: u32,
    /// A duplicate the comparisons by messages go over, so that they neither mix with the program's own
    /// collectives nor end with its communicator.
    pub channel: Word,
    /// It is this rank that speaks for the communicator.
    pub leads: bool,
    /// The handle, of a communicator; of a window or file, that of the communicator it is made from.
    pub handle: Word,
    /// This process's rank in it.
    pub rank: u32,
    /// Its size: of an intercommunicator, that of the local group.
    pub size: u32,
    /// It is an intercommunicator.
    pub inter: bool,
    /// The members' places on the board by their rank in it; empty for an intercommunicator.
    pub members: Vec<RankIndex>,
    /// Of an intercommunicator, the places of the other group's processes by their rank in that.
    pub remote: Vec<RankIndex>,
    /// Collectives so far.
    pub steps: AtomicU64,
    /// The first step there may be no room for on the board.
    pub room_until: AtomicU64,
    /// Non-blocking collectives that were begun while there was no room.
    pub deferred: Mutex<VecDeque<(u64, Signature)>>,
    /// `deferred` is not empty.
    pub has_deferred: AtomicBool,
}

/// The place of a communicator whose ranks are on several boards, or on none.
pub const BY_MESSAGES: EntryIndex = 0xffff_ffff;

impl Communicator {
    fn new(place: Place, handle: Word, group: Group) -> Self {
        Self {
            entry: place.entry,
            generation: place.generation,
            channel: 0,
            leads: group.leads && group.rank == 0,
            handle,
            rank: group.rank,
            size: group.size,
            inter: group.inter,
            members: group.members,
            remote: group.remote,
            steps: AtomicU64::new(0),
            room_until: AtomicU64::new(crate::board::RING),
            deferred: Mutex::new(VecDeque::new()),
            has_deferred: AtomicBool::new(false),
        }
    }

    /// A window or file made from this communicator, or a duplicate of it.
    #[must_use]
    pub fn same_group(&self, board: &Board, entry: EntryIndex, handle: Word) -> Self {
        let group = Group {
            rank: self.rank,
            size: self.size,
            inter: self.inter,
            leads: self.leads,
            on_board: true,
            members: self.members.clone(),
            remote: self.remote.clone(),
            all: Vec::new(),
        };
        Self::new(board.place(entry), handle, group)
    }

    /// Its place on the board.
    #[must_use]
    pub fn place(&self) -> Place {
        Place { entry: self.entry, generation: self.generation }
    }

    /// Its ranks compare by messages.
    #[must_use]
    pub fn is_by_messages(&self) -> bool {
        self.entry == BY_MESSAGES
    }
}

/// The processes of a communicator.
struct Group {
    rank: u32,
    size: u32,
    inter: bool,
    /// It is the group of an intercommunicator that speaks for both.
    leads: bool,
    /// All are on this board.
    on_board: bool,
    /// Places on the board by local rank; empty for an intercommunicator.
    members: Vec<RankIndex>,
    /// Places on the board of the other group, by rank there.
    remote: Vec<RankIndex>,
    /// Places on the board of both groups.
    all: Vec<RankIndex>,
}

impl Job {
    /// Gives a new communicator its place. All members call it.
    ///
    /// A communicator of one process, or of processes that are not in this `MPI_COMM_WORLD`, gets
    /// none.
    #[must_use]
    pub fn place(&self, handle: Word) -> Option<Communicator> {
        let group = self.group(handle)?;
        if !group.on_board {
            let mut communicator =
                Communicator::new(Place { entry: BY_MESSAGES, generation: 0 }, handle, group);
            // SAFETY: all members of the communicator are here.
            unsafe { (self.mpi.functions.comm_dup)(handle, &raw mut communicator.channel) };
            communicator.channel = self.mpi.handle(communicator.channel, Handle::Communicator);
            return Some(communicator);
        }
        let board = &self.board;
        let claim = || {
            let Some(entry) = board.claim(&group.all, None) else { return 0 };
            board.part(entry, &group.remote);
            u64::from(entry) + 1
        };
        let mut place = if group.leads && group.rank == 0 { claim() } else { 0 };
        let constants = &self.mpi.constants;
        let functions = &self.mpi.functions;
        // SAFETY: all members of the communicator are here, each with one word of its own.
        unsafe {
            if group.inter {
                let mut theirs = 0u64;
                let max = constants.operators[MAX];
                for _ in 0..2 {
                    // First the leading group's place goes over, then it comes back.
                    (functions.allreduce)(
                        (&raw const place).cast(),
                        (&raw mut theirs).cast(),
                        1,
                        constants.uint64,
                        max,
                        handle,
                    );
                    place = place.max(theirs);
                }
            } else {
                (functions.bcast)((&raw mut place).cast(), 1, constants.uint64, 0, handle);
            }
        }
        let entry = u32::try_from(place.checked_sub(1)?).ok()?;
        Some(Communicator::new(board.place(entry), handle, group))
    }

    /// The processes of a communicator; `None`: one only, or some are not of this job.
    fn group(&self, handle: Word) -> Option<Group> {
        let functions = &self.mpi.functions;
        let (mut rank, mut inter) = (0, 0);
        let (mut group, mut size) = (0, 0);
        // SAFETY: a communicator that was just made.
        unsafe {
            (functions.comm_rank)(handle, &raw mut rank);
            (functions.comm_test_inter)(handle, &raw mut inter);
            (functions.comm_group)(handle, &raw mut group);
            (functions.comm_size)(handle, &raw mut size);
        }
        let inter = inter != 0;
        let local = self.world_ranks(group, size);
        let mut all = local.clone();
        if inter {
            // SAFETY: as above, and it is an intercommunicator.
            unsafe {
                (functions.comm_remote_group)(handle, &raw mut group);
                (functions.comm_remote_size)(handle, &raw mut size);
            }
            all.extend(self.world_ranks(group, size));
        }
        if all.len() < 2 || all.iter().any(|&rank| rank < 0) {
            return None;
        }
        let place = |&rank: &c_int| -> Option<RankIndex> {
            self.place_of_world_rank.get(usize::try_from(rank).ok()?).copied().flatten()
        };
        let places = |ranks: &[c_int]| ranks.iter().map(place).collect::<Option<Vec<_>>>();
        let all_places = places(&all);
        Some(Group {
            rank: rank.unsigned_abs(),
            size: u32::try_from(local.len()).ok()?,
            inter,
            // The group with the first process of all.
            leads: local.iter().min() == all.iter().min(),
            on_board: all_places.is_some(),
            members: if inter { Vec::new() } else { places(&local).unwrap_or_default() },
            remote: places(&all[local.len()..]).unwrap_or_default(),
            all: all_places.unwrap_or_default(),
        })
    }

    /// The ranks in `MPI_COMM_WORLD` of a group's members. Frees the group.
    fn world_ranks(&self, mut group: Word, size: c_int) -> Vec<c_int> {
        let ranks: Vec<c_int> = (0..size).collect();
        let mut world_ranks = vec![UNDEFINED; ranks.len()];
        let functions = &self.mpi.functions;
        // SAFETY: both arrays have `size` entries.
        unsafe {
            (functions.group_translate_ranks)(
                group,
                size,
                ranks.as_ptr(),
                self.world_group,
                world_ranks.as_mut_ptr(),
            );
            (functions.group_free)(&raw mut group);
        }
        world_ranks
    }

    /// Hangs a communicator's place on it.
    pub fn attach(&self, communicator: Communicator) {
        let handle = communicator.handle;
        let communicator = Box::into_raw(Box::new(communicator));
        self.with_live(|live| live.push(communicator as usize));
        // SAFETY: the key value is ours, and `forget` takes the box back.
        unsafe { (self.mpi.functions.comm_set_attr)(handle, self.keyval, communicator.cast()) };
        self.forget_cached();
    }
}

/// Called by MPI when a communicator goes.
///
/// # Safety
/// MPI calls it with the attribute [`Job::attach`] set.
pub unsafe extern "C" fn forget(
    _handle: Word,
    _keyval: c_int,
    attribute: *mut c_void,
    _extra: *mut c_void,
) -> c_int {
    if let Some(job) = Job::get() {
        job.drop_communicator(attribute as usize);
    }
    0
}

/// Called by MPI at the end of what `MPI_Finalize` begins with, where all of MPI can still be used.
///
/// # Safety
/// MPI calls it for an attribute of `MPI_COMM_SELF`.
pub unsafe extern "C" fn finalize(
    _handle: Word,
    _keyval: c_int,
    _attribute: *mut c_void,
    _extra: *mut c_void,
) -> c_int {
    let work = || {
        if let Some(job) = Job::get() {
            job.finalize_now();
        }
    };
    let _ = catch_unwind(AssertUnwindSafe(work));
    0
}

/// Called by MPI when a communicator is duplicated: the copy gets a place of its own.
///
/// # Safety
/// MPI calls it with the address of an `int` as the last argument.
pub unsafe extern "C" fn do_not_copy(
    _handle: Word,
    _keyval: c_int,
    _extra: *mut c_void,
    _attribute: *mut c_void,
    _copy: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    if !flag.is_null() {
        // SAFETY: the protocol of attributes.
        unsafe { flag.write(0) };
    }
    0
}
