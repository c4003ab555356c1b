//! One call of the program as the wrappers hand it over, and what ranks have to agree on in it.

use std::ffi::{c_char, c_int, c_void};

use crate::board::{Signature, Wait};
use crate::communicators::Communicator;
use crate::mpi::{ANY_TAG, Mpi, Word};
use crate::symbols::{NONE, Object, Position, Symbol};

/// What files are opened for, in MPICH and Open MPI.
const READ_ONLY: c_int = 2;
const WRITE_ONLY: c_int = 4;
const SEQUENTIAL: c_int = 256;
/// No buffer is so near to address 0, on either side.
const SMALL: usize = 4096;
/// Set in an amount of data that is two: what is sent and what is received.
const TWO_NUMBERS: u64 = 1 << 62;
const HALF_BITS: u32 = 31;
const HALF: u64 = (1 << HALF_BITS) - 1;
/// A tag all MPI libraries allow.
const EVERY_TAG: i64 = 32_767;

/// How many arguments are passed on: more than any procedure has, with Fortran's hidden lengths.
pub const ARGUMENTS: usize = 20;

/// One call of the program.
#[derive(Debug)]
pub struct Call<'a> {
    /// What was called.
    pub symbol: &'static Symbol,
    /// The arguments; those the procedure does not have are whatever was there.
    pub arguments: &'a [Word; ARGUMENTS],
    /// The MPI library.
    pub mpi: &'static Mpi,
}

impl Call<'_> {
    /// The argument at a position; 0 if there is none.
    fn argument(&self, position: Position) -> Word {
        self.arguments.get(usize::from(position)).copied().unwrap_or(0)
    }

    /// The argument of a C call as it came; 0 if there is none.
    #[must_use]
    pub fn word(&self, position: Position) -> Word {
        self.argument(position)
    }

    /// The communicator at a position.
    #[must_use]
    pub fn communicator_at(&self, position: Position) -> Option<Word> {
        (usize::from(position) < ARGUMENTS).then(|| self.handle(position, Handle::Communicator))
    }

    /// An `int`, or a count of 64 bits.
    pub(crate) fn integer(&self, position: Position, wide: bool) -> i64 {
        let argument = self.argument(position);
        match (self.symbol.fortran, wide) {
            (false, true) => argument as i64,
            (false, false) => i64::from(argument as c_int),
            (true, _) if argument == 0 => 0,
            // SAFETY: Fortran passes the address of an integer; it may be part of a larger object, so
            // it is not taken to be aligned.
            (true, true) => unsafe { (argument as *const i64).read_unaligned() },
            // SAFETY: as above.
            (true, false) => i64::from(unsafe { (argument as *const c_int).read_unaligned() }),
        }
    }

    /// A handle that is read, `kind` is its name in the conversion functions.
    fn handle(&self, position: Position, kind: Handle) -> Word {
        if self.symbol.fortran {
            self.mpi.from_fortran(kind, self.integer(position, false) as c_int)
        } else {
            self.mpi.handle(self.argument(position), kind)
        }
    }

    /// A handle at an address the caller gave, for a result or for something to be freed.
    #[must_use]
    pub fn handle_at(&self, position: Position, kind: Handle) -> Option<Word> {
        if self.argument(position) == 0 {
            return None;
        }
        if self.symbol.fortran {
            return Some(self.handle(position, kind));
        }
        // SAFETY: the standard has the caller pass the address of a handle here.
        Some(unsafe { self.mpi.handle_at(self.argument(position) as *const Word, kind) })
    }

    /// The handle of the processes that have to make the call.
    #[must_use]
    pub fn scope(&self) -> Option<(Word, Handle)> {
        let (position, kind) = match self.symbol.scope {
            Object::None | Object::Group => return None,
            Object::Communicator(position) => (position, Handle::Communicator),
            Object::Window(position) => (position, Handle::Window),
            Object::File(position) => (position, Handle::File),
        };
        if self.symbol.frees == self.symbol.scope {
            self.handle_at(position, kind).map(|handle| (handle, kind))
        } else {
            Some((self.handle(position, kind), kind))
        }
    }

    /// The communicator of a message.
    #[must_use]
    pub fn communicator(&self) -> Option<Word> {
        let position = self.symbol.communicator;
        (position != NONE).then(|| self.handle(position, Handle::Communicator))
    }

    /// The rank a message is sent to, and its tag.
    #[must_use]
    pub fn destination(&self) -> Option<(i64, i64)> {
        self.rank_and_tag(self.symbol.destination)
    }

    /// The rank a message is received from, and its tag.
    #[must_use]
    pub fn source(&self) -> Option<(i64, i64)> {
        self.rank_and_tag(self.symbol.source)
    }

    fn rank_and_tag(&self, [rank, tag]: [Position; 2]) -> Option<(i64, i64)> {
        (rank != NONE && tag != NONE).then(|| (self.integer(rank, false), self.integer(tag, false)))
    }

    /// Whether a call that need not have found something has.
    #[must_use]
    pub fn has_found(&self) -> bool {
        let address = self.argument(self.symbol.flag);
        // SAFETY: the standard has the caller pass the address of an int, or of a logical, which is 0 if false.
        address != 0 && unsafe { (address as *const c_int).read_unaligned() } != 0
    }

    /// The call makes, starts or completes requests.
    #[must_use]
    pub fn has_request(&self) -> bool {
        self.symbol.requests[1] != NONE
    }

    /// The request a call has made.
    #[must_use]
    pub fn request(&self) -> Option<Word> {
        let [count, position] = self.symbol.requests;
        let address = self.argument(position);
        // SAFETY: the standard has the caller pass the address of a request.
        (count == NONE && position != NONE && address != 0)
            .then(|| unsafe { self.request_at(address, 0) })
    }

    /// Whether a request is `MPI_REQUEST_NULL`.
    #[must_use]
    pub fn is_null(&self, request: Word) -> bool {
        let constants = &self.mpi.constants;
        // Open MPI's Fortran handles are indices, and the first is that of the null request.
        let indices = self.symbol.fortran && constants.handles_are_addresses;
        request == if indices { 0 } else { constants.request_null }
    }

    /// Whether a request is complete; it stays what it is.
    #[must_use]
    pub fn is_complete(&self, request: Word) -> bool {
        self.completes(request, self.mpi.constants.status_ignore)
    }

    /// Whether a request is complete, and with which status; it stays what it is.
    #[must_use]
    pub(crate) fn completes(&self, request: Word, status: *mut c_void) -> bool {
        let handle = if self.symbol.fortran {
            self.mpi.from_fortran(Handle::Request, request as c_int)
        } else {
            request
        };
        let mut flag = 0;
        // SAFETY: a request the program passes to MPI itself.
        let error =
            unsafe { (self.mpi.functions.request_get_status)(handle, &raw mut flag, status) };
        error == 0 && flag != 0
    }

    /// The requests a call is about.
    pub fn requests(&self) -> impl Iterator<Item = Word> + '_ {
        let [count, position] = self.symbol.requests;
        let address = self.argument(position);
        let count = match count {
            _ if position == NONE || address == 0 => 0,
            NONE => 1,
            count => usize::try_from(self.integer(count, false)).unwrap_or(0),
        };
        // SAFETY: the standard has the caller pass so many requests.
        (0..count).map(move |index| unsafe { self.request_at(address, index) })
    }

    /// One of an array of requests.
    ///
    /// # Safety
    /// There is such an array.
    unsafe fn request_at(&self, address: usize, index: usize) -> Word {
        // SAFETY: the caller's promise.
        unsafe {
            if !self.symbol.fortran && self.mpi.constants.handles_are_addresses {
                (address as *const Word).add(index).read_unaligned()
            } else {
                (address as *const u32).add(index).read_unaligned() as Word
            }
        }
    }

    /// Whether MPI finds nothing wrong with the arguments of a receive, whatever the communicator. False: not
    /// known.
    #[must_use]
    pub fn is_plainly_valid(&self) -> bool {
        let symbol = self.symbol;
        let counts = symbol.counts.iter().filter(|&&position| position != NONE);
        let mut counts = counts.map(|&position| self.integer(position, symbol.large));
        let mut buffers = symbol.buffers.iter().filter(|&&position| position != NONE);
        let mut datatypes = symbol.datatypes.iter().filter(|&&position| position != NONE);
        let tag_in = |[_, tag]: [Position; 2], least: i64| {
            tag == NONE || (least..=EVERY_TAG).contains(&self.integer(tag, false))
        };
        counts.all(|count| count >= 0)
            && buffers.all(|&position| self.argument(position) != 0)
            && datatypes.all(|&position| {
                self.mpi.is_predefined_datatype(self.handle(position, Handle::Datatype))
            })
            && tag_in(symbol.source, i64::from(ANY_TAG))
            && tag_in(symbol.destination, 0)
    }

    /// Whether the caller does not want to know the status. Fortran's names for that are not known.
    #[must_use]
    pub fn ignores_status(&self) -> bool {
        let symbol = self.symbol;
        !symbol.fortran
            && symbol.status != NONE
            && !symbol.has_statuses
            && self.argument(symbol.status) == self.mpi.constants.status_ignore as Word
    }

    /// From which rank and with which tag the message came that a request at this position has received, or the
    /// call itself.
    #[must_use]
    pub fn came(&self, position: usize) -> Option<(i64, i64)> {
        let (symbol, constants) = (self.symbol, &self.mpi.constants);
        let status = self.argument(symbol.status);
        if symbol.fortran || symbol.status == NONE {
            return None;
        }
        if status == 0 || status == constants.status_ignore as Word {
            return None;
        }
        let position = if symbol.has_statuses { position } else { 0 };
        // SAFETY: the standard has the caller pass a status, or one for each request.
        Some(unsafe { self.mpi.source_and_tag((status + position * constants.status_size) as _) })
    }

    /// Whether the call succeeded, `result` being what it returned.
    #[must_use]
    pub fn succeeded(&self, result: usize) -> bool {
        if !self.symbol.fortran {
            return result as c_int == 0;
        }
        // The argument is optional with mpi_f08; without it errors end the program.
        self.symbol.error == NONE || self.integer(self.symbol.error, false) == 0
    }

    /// What the ranks of `communicator` have to agree on.
    #[must_use]
    pub fn signature(&self, communicator: &Communicator) -> Signature {
        let symbol = self.symbol;
        let root = (symbol.root != NONE && !communicator.inter)
            .then(|| self.integer(symbol.root, false))
            .and_then(|root| u32::try_from(root).ok());
        let operator = if symbol.operator == NONE {
            0
        } else {
            let handle = self.handle(symbol.operator, Handle::Operator);
            let known = self.mpi.constants.operators.iter().position(|&known| known == handle);
            known.map_or(crate::mpi::USER_DEFINED, |index| index as u8 + 1)
        };
        let bytes = if communicator.inter { None } else { self.bytes(communicator, root) };
        Signature { operation: symbol.operation, operator, root, bytes }
    }

    /// The bytes that have to be the same on all ranks; `None`: there is no such number.
    fn bytes(&self, communicator: &Communicator, root: Option<u32>) -> Option<u64> {
        let is_root = root == Some(communicator.rank);
        let base = base(self.symbol.operation_name());
        if let Some(both) = self.sent_and_received(base, is_root) {
            return Some(both);
        }
        let (datatype, count) = match base {
            Base::Bcast | Base::Reduce | Base::Allreduce | Base::Scan => (0, self.count(0)?),
            Base::ReduceScatter => (0, self.sum_of_counts(0, communicator)?),
            Base::Gather => {
                let side = usize::from(is_root);
                (side, self.count(side)?)
            }
            Base::Scatter => {
                let side = usize::from(!is_root);
                (side, self.count(side)?)
            }
            Base::Allgather => (1, self.count(1)?),
            Base::Allgatherv => (1, self.sum_of_counts(1, communicator)?),
            Base::Barrier
            | Base::Split
            | Base::Making
            | Base::Alltoallv
            | Base::Gatherv
            | Base::Scatterv
            | Base::Fence
            | Base::WindowFree
            | Base::FileData
            | Base::Other => return None,
        };
        count.checked_mul(self.type_size(datatype)?)
    }

    /// Where a rank both sends to itself and receives from itself, both numbers if they differ: then it does not agree with
    /// the others, or all of them are wrong.
    fn sent_and_received(&self, base: Base, is_root: bool) -> Option<u64> {
        let has_both = match base {
            Base::Allgather => true,
            Base::Gather | Base::Scatter => is_root,
            _ => false,
        };
        // In C MPI_IN_PLACE is a constant next to 0, on either side; in Fortran it is a variable.
        let is_buffer =
            |at: &Position| *at == NONE || self.argument(*at).wrapping_add(SMALL) > 2 * SMALL;
        if !has_both || self.symbol.fortran || !self.symbol.buffers.iter().all(is_buffer) {
            return None;
        }
        let bytes = |side| self.count(side)?.checked_mul(self.type_size(side)?);
        let (sent, received) = (bytes(0)?, bytes(1)?);
        let has_room = sent <= HALF && received <= HALF;
        (sent != received && has_room).then_some(TWO_NUMBERS | sent << HALF_BITS | received)
    }

    /// The size of the message that is sent, where it has but one count and datatype; `None`: not known.
    #[must_use]
    pub fn bytes_sent(&self) -> Option<u64> {
        let count = self.count(0).filter(|count| *count > 0)?;
        count.checked_mul(self.type_size(0)?)
    }

    /// Lets a call in Fortran's spelling tell its error.
    pub fn tell_error(&self, error: Word) {
        let address = self.argument(self.symbol.error);
        if self.symbol.fortran && self.symbol.error != NONE && address != 0 {
            // SAFETY: the caller passes the address of an integer here.
            unsafe { (address as *mut c_int).write_unaligned(error as c_int) };
        }
    }

    fn count(&self, which: usize) -> Option<u64> {
        let position = *self.symbol.counts.get(which)?;
        u64::try_from(self.integer(position, self.symbol.large)).ok()
    }

    /// The sum of an array of counts, one for each rank.
    fn sum_of_counts(&self, which: usize, communicator: &Communicator) -> Option<u64> {
        let address = self.argument(*self.symbol.counts.get(which)?);
        if address == 0 {
            return None;
        }
        let mut sum = 0u64;
        for rank in 0..communicator.size as usize {
            // SAFETY: the standard has the caller pass an array of one count for each rank.
            let count = unsafe {
                if self.symbol.large {
                    (address as *const i64).add(rank).read_unaligned()
                } else {
                    i64::from((address as *const c_int).add(rank).read_unaligned())
                }
            };
            sum = sum.checked_add(u64::try_from(count).ok()?)?;
        }
        Some(sum)
    }

    /// The size of a datatype; `None`: not to be compared.
    fn type_size(&self, which: usize) -> Option<u64> {
        let position = *self.symbol.datatypes.get(which)?;
        let datatype = self.handle(position, Handle::Datatype);
        let constants = &self.mpi.constants;
        // Packed data may be received as what it was packed from.
        if datatype == constants.packed || datatype == constants.datatype_null || datatype == 0 {
            return None;
        }
        let mut size = 0;
        // SAFETY: a datatype the caller passes to MPI itself.
        let error = unsafe { (self.mpi.functions.type_size)(datatype, &raw mut size) };
        (error == 0).then(|| u64::try_from(size).ok()).flatten()
    }

    /// Whom the call cannot return without, whatever the implementation does.
    #[must_use]
    pub fn wait(&self, communicator: &Communicator, signature: &Signature) -> Wait {
        let is_root = signature.root == Some(communicator.rank);
        let root = signature.root.and_then(|root| communicator.members.get(root as usize).copied());
        let from_root = root.map_or(Wait::Nobody, Wait::For);
        let has_data = signature.bytes.is_some_and(|bytes| bytes > 0);
        match base(self.symbol.operation_name()) {
            Base::Barrier | Base::Split | Base::Making => Wait::All,
            base if communicator.inter => self.wait_between_groups(base, communicator),
            Base::Allreduce | Base::Allgather if has_data => Wait::All,
            Base::Bcast | Base::Scatter if has_data && !is_root => from_root,
            Base::Reduce | Base::Gather if has_data && is_root => Wait::All,
            Base::Scatterv if !is_root && self.count(1).is_some_and(|count| count > 0) => from_root,
            // Its part of the result, if it has one, is made of everybody's data.
            Base::ReduceScatter if has_data && self.count_of(0, communicator.rank) > 0 => Wait::All,
            Base::Allgatherv | Base::Alltoallv if self.receives_from_all(communicator) => Wait::All,
            Base::Gatherv if is_root && self.receives_from_all(communicator) => Wait::All,
            // The data need those before it only. But MPICH exchanges them in pairs.
            Base::Scan if has_data => Wait::All,
            Base::FileData if self.moves_data() => Wait::All,
            Base::Fence if self.ends_epoch() => Wait::All,
            Base::WindowFree if !self.has_no_locks() => Wait::All,
            _ => Wait::Nobody,
        }
    }

    /// As [`Self::wait`], of a collective of an intercommunicator: what a process receives is made of the data of the other
    /// group (MPI 4.0, 6.2.3); its own group it may do without.
    fn wait_between_groups(&self, base: Base, communicator: &Communicator) -> Wait {
        let receives = |side: usize| {
            let bytes = self.count(side).zip(self.type_size(side));
            bytes.is_some_and(|(count, size)| count > 0 && size > 0)
        };
        let root = (self.symbol.root != NONE).then(|| self.integer(self.symbol.root, false));
        // The root calls itself MPI_ROOT (-3, -4), others of its group say MPI_PROC_NULL (-1, -2).
        let is_root = root.is_some_and(|root| root < -2);
        let remote = root.and_then(|root| usize::try_from(root).ok());
        let from_root = remote.and_then(|root| communicator.remote.get(root).copied());
        let from_root = from_root.map_or(Wait::Nobody, Wait::For);
        match base {
            Base::Allreduce if receives(0) => Wait::OtherGroup,
            Base::Allgather if receives(1) => Wait::OtherGroup,
            Base::ReduceScatter if self.count_of(0, communicator.rank) > 0 => Wait::OtherGroup,
            Base::Bcast if receives(0) => from_root,
            Base::Scatter if remote.is_some() && receives(1) => from_root,
            Base::Reduce if is_root && receives(0) => Wait::OtherGroup,
            Base::Gather if is_root && receives(1) => Wait::OtherGroup,
            _ => Wait::Nobody,
        }
    }

    /// One of an array of counts, that of a rank; zero if it cannot be read.
    fn count_of(&self, which: usize, rank: u32) -> i64 {
        let Some(position) = self.symbol.counts.get(which) else { return 0 };
        let address = self.argument(*position);
        if address == 0 {
            return 0;
        }
        // SAFETY: the standard has the caller pass an array of one count for each rank.
        unsafe {
            if self.symbol.large {
                (address as *const i64).add(rank as usize).read_unaligned()
            } else {
                i64::from((address as *const c_int).add(rank as usize).read_unaligned())
            }
        }
    }

    /// Does the rank receive something from every other one, by an array of counts to receive?
    fn receives_from_all(&self, communicator: &Communicator) -> bool {
        self.type_size(1).is_some_and(|size| size > 0)
            && (0..communicator.size)
                .filter(|rank| *rank != communicator.rank)
                .all(|rank| self.count_of(1, rank) > 0)
    }

    /// Whether a collective read or write comes as far as to its data: errors of files do not end the program, and a
    /// rank whose arguments are wrong returns at once.
    fn moves_data(&self) -> bool {
        let Some((file, Handle::File)) = self.scope() else { return false };
        let Some(get_amode) = crate::mpi::find(c"PMPI_File_get_amode") else { return false };
        // SAFETY: the standard fixes the signature of the function of this name.
        let get_amode = unsafe {
            std::mem::transmute::<*mut c_void, unsafe extern "C" fn(Word, *mut c_int) -> c_int>(
                get_amode,
            )
        };
        let mut mode = 0;
        // SAFETY: the caller's file.
        let is_open = unsafe { get_amode(file, &raw mut mode) } == 0;
        let name = self.symbol.operation_name();
        let forbids = if name.starts_with("MPI_File_write") { READ_ONLY } else { WRITE_ONLY };
        is_open
            && mode & (forbids | SEQUENTIAL) == 0
            && self.type_size(0).is_some()
            && self.symbol.buffers.iter().all(|&at| at == NONE || self.argument(at) != 0)
            && self.count(0).is_some()
    }

    /// Whether an `MPI_Win_free` need not wait for all: only then (MPI 4.0, section 12.2.5) when the window
    /// was made with the info key `no_locks`.
    fn has_no_locks(&self) -> bool {
        let Some((window, Handle::Window)) = self.scope() else { return true };
        let functions = &self.mpi.functions;
        let (mut info, mut found): (Word, c_int) = (0, 0);
        let mut value = [0; 8];
        // SAFETY: the caller's window, which lives, and room for what is asked for.
        unsafe {
            if (functions.win_get_info)(window, &raw mut info) != 0 {
                return true;
            }
            let (key, length) = (c"no_locks".as_ptr(), value.len() as c_int - 1);
            let error = (functions.info_get)(info, key, length, value.as_mut_ptr(), &raw mut found);
            (functions.info_free)(&raw mut info);
            error != 0 || (found != 0 && value.starts_with(&[b't' as c_char]))
        }
    }

    /// Whether no rank leaves an `MPI_Win_fence` before all have entered it: so it is unless the caller says that it ends
    /// nothing (`MPI_MODE_NOPRECEDE`). One that begins the first epoch need not be a barrier (MPI 4.0, section 12.5.1), but is
    /// in all implementations.
    fn ends_epoch(&self) -> bool {
        let no_precede = if self.mpi.constants.handles_are_addresses { 2 } else { 8192 };
        self.integer(0, false) & no_precede == 0
    }
}

/// An amount of data in words.
#[must_use]
pub fn amount(bytes: u64) -> String {
    if bytes & TWO_NUMBERS == 0 {
        return bytes.to_string();
    }
    format!("{} sent and {} received", bytes >> HALF_BITS & HALF, bytes & HALF)
}

/// The kinds of handles that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// `MPI_Comm`
    Communicator,
    /// `MPI_Win`
    Window,
    /// `MPI_File`
    File,
    /// `MPI_Datatype`
    Datatype,
    /// `MPI_Op`
    Operator,
    /// `MPI_Request`
    Request,
    /// `MPI_Group`, in C only.
    Group,
}

/// How data goes in an operation, of whatever mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Barrier,
    /// Splits of communicators: each rank's result depends on every other's arguments.
    Split,
    /// What makes something of all ranks: MPICH and Open MPI agree on a number for it among all of them; and the end
    /// of a file, which they wait with for all.
    Making,
    Bcast,
    Reduce,
    /// Everybody's result depends on everybody's data.
    Allreduce,
    Scan,
    ReduceScatter,
    Gather,
    Gatherv,
    Scatter,
    Scatterv,
    Allgather,
    Allgatherv,
    Alltoallv,
    Fence,
    WindowFree,
    /// Reads and writes of files: MPICH and Open MPI first tell all ranks what each of them wants.
    FileData,
    Other,
}

/// How data goes in the operation of this name.
fn base(name: &str) -> Base {
    match name {
        "MPI_Barrier" | "MPI_Ibarrier" | "MPI_Barrier_init" => Base::Barrier,
        "MPI_Comm_split" | "MPI_Comm_split_type" => Base::Split,
        "MPI_Comm_dup"
        | "MPI_Comm_dup_with_info"
        | "MPI_Comm_create"
        | "MPI_Win_create"
        | "MPI_Win_allocate"
        | "MPI_Win_allocate_shared"
        | "MPI_Win_create_dynamic"
        | "MPI_Intercomm_create"
        | "MPI_Intercomm_merge"
        | "MPI_Cart_create"
        | "MPI_Cart_sub"
        | "MPI_Graph_create"
        | "MPI_Dist_graph_create"
        | "MPI_Dist_graph_create_adjacent"
        | "MPI_File_open"
        | "MPI_File_close" => Base::Making,
        "MPI_File_read_all"
        | "MPI_File_read_at_all"
        | "MPI_File_read_ordered"
        | "MPI_File_write_all"
        | "MPI_File_write_at_all"
        | "MPI_File_write_ordered" => Base::FileData,
        "MPI_Bcast" | "MPI_Ibcast" | "MPI_Bcast_init" => Base::Bcast,
        "MPI_Reduce" | "MPI_Ireduce" | "MPI_Reduce_init" => Base::Reduce,
        "MPI_Allreduce"
        | "MPI_Iallreduce"
        | "MPI_Allreduce_init"
        | "MPI_Reduce_scatter_block"
        | "MPI_Ireduce_scatter_block"
        | "MPI_Reduce_scatter_block_init" => Base::Allreduce,
        "MPI_Scan" | "MPI_Iscan" | "MPI_Scan_init" | "MPI_Exscan" | "MPI_Iexscan"
        | "MPI_Exscan_init" => Base::Scan,
        "MPI_Reduce_scatter" | "MPI_Ireduce_scatter" | "MPI_Reduce_scatter_init" => {
            Base::ReduceScatter
        }
        "MPI_Gather" | "MPI_Igather" | "MPI_Gather_init" => Base::Gather,
        "MPI_Gatherv" | "MPI_Igatherv" | "MPI_Gatherv_init" => Base::Gatherv,
        "MPI_Scatter" | "MPI_Iscatter" | "MPI_Scatter_init" => Base::Scatter,
        "MPI_Scatterv" | "MPI_Iscatterv" | "MPI_Scatterv_init" => Base::Scatterv,
        "MPI_Allgather" | "MPI_Iallgather" | "MPI_Allgather_init" | "MPI_Alltoall"
        | "MPI_Ialltoall" | "MPI_Alltoall_init" => Base::Allgather,
        "MPI_Allgatherv" | "MPI_Iallgatherv" | "MPI_Allgatherv_init" => Base::Allgatherv,
        "MPI_Alltoallv" | "MPI_Ialltoallv" | "MPI_Alltoallv_init" => Base::Alltoallv,
        "MPI_Win_fence" => Base::Fence,
        "MPI_Win_free" => Base::WindowFree,
        _ => Base::Other,
    }
}
