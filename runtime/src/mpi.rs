//! The MPI library the program runs with: its `PMPI_*` functions found by name, and its constants.
//!
//! Handles are pointer-sized words. There are two families: `OpenMPI`'s handles are addresses of
//! objects, MPICH's (and Intel MPI's, MVAPICH's, Cray's) are fixed integers.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;

use crate::call::Handle;
use crate::imports::is_in_mpi;

/// A handle, or any other argument.
pub type Word = usize;

macro_rules! functions {
    ($($(#[$attribute:meta])* $name:ident $symbol:literal ($($argument:ty),*);)*) => {
        /// The functions the runtime itself calls.
        #[derive(Debug)]
        pub struct Functions {
            $($(#[$attribute])* pub $name: unsafe extern "C" fn($($argument),*) -> c_int,)*
        }

        impl Functions {
            /// Looks all of them up; the error is the name of the first that is missing.
            fn find() -> Result<Self, &'static CStr> {
                Ok(Self {$(
                    $name: {
                        let address = find($symbol).ok_or($symbol)?;
                        // SAFETY: the standard fixes the signature of the function of this name.
                        unsafe {
                            std::mem::transmute::<
                                *mut c_void,
                                unsafe extern "C" fn($($argument),*) -> c_int,
                            >(address)
                        }
                    },
                )*})
            }
        }
    };
}

functions! {
    /// `(comm, status)`
    abort c"PMPI_Abort" (Word, c_int);
    /// `(comm, rank)`
    comm_rank c"PMPI_Comm_rank" (Word, *mut c_int);
    /// `(comm, size)`
    comm_size c"PMPI_Comm_size" (Word, *mut c_int);
    /// `(comm, flag)`
    comm_test_inter c"PMPI_Comm_test_inter" (Word, *mut c_int);
    /// `(comm, size)`
    comm_remote_size c"PMPI_Comm_remote_size" (Word, *mut c_int);
    /// `(comm, group)`
    comm_group c"PMPI_Comm_group" (Word, *mut Word);
    /// `(comm, group)`
    comm_remote_group c"PMPI_Comm_remote_group" (Word, *mut Word);
    /// `(group)`
    group_free c"PMPI_Group_free" (*mut Word);
    /// `(group, size)`
    group_size c"PMPI_Group_size" (Word, *mut c_int);
    /// `(group, count, ranks, other group, its ranks)`
    group_translate_ranks c"PMPI_Group_translate_ranks"
        (Word, c_int, *const c_int, Word, *mut c_int);
    /// `(comm, type, key, info, new comm)`
    comm_split_type c"PMPI_Comm_split_type" (Word, c_int, c_int, Word, *mut Word);
    /// `(comm, new comm)`
    comm_dup c"PMPI_Comm_dup" (Word, *mut Word);
    /// `(comm)`
    comm_free c"PMPI_Comm_free" (*mut Word);
    /// `(comm, name, length)`
    comm_get_name c"PMPI_Comm_get_name" (Word, *mut c_char, *mut c_int);
    /// `(copies, deletes, keyval, extra state)`
    comm_create_keyval c"PMPI_Comm_create_keyval"
        (*const c_void, *const c_void, *mut c_int, *mut c_void);
    /// `(keyval)`
    comm_free_keyval c"PMPI_Comm_free_keyval" (*mut c_int);
    /// `(comm, keyval, value)`
    comm_set_attr c"PMPI_Comm_set_attr" (Word, c_int, *mut c_void);
    /// `(comm, keyval, value, flag)`
    comm_get_attr c"PMPI_Comm_get_attr" (Word, c_int, *mut *mut c_void, *mut c_int);
    /// `(comm, errhandler)`
    comm_get_errhandler c"PMPI_Comm_get_errhandler" (Word, *mut Word);
    /// `(errhandler)`
    errhandler_free c"PMPI_Errhandler_free" (*mut Word);
    /// `(comm)`
    barrier c"PMPI_Barrier" (Word);
    /// `(buffer, count, datatype, root, comm)`
    bcast c"PMPI_Bcast" (*mut c_void, c_int, Word, c_int, Word);
    /// `(send, receive, count, datatype, op, comm)`
    allreduce c"PMPI_Allreduce" (*const c_void, *mut c_void, c_int, Word, Word, Word);
    /// `(send, receive, count, datatype, op, comm, request)`
    iallreduce c"PMPI_Iallreduce"
        (*const c_void, *mut c_void, c_int, Word, Word, Word, *mut Word);
    /// `(send, count, datatype, receive, count, datatype, comm)`
    allgather c"PMPI_Allgather" (*const c_void, c_int, Word, *mut c_void, c_int, Word, Word);
    /// `(request, status)`
    wait c"PMPI_Wait" (*mut Word, *mut c_void);
    /// `(request, flag, status)`
    test c"PMPI_Test" (*mut Word, *mut c_int, *mut c_void);
    /// `(request, flag, status)`
    request_get_status c"PMPI_Request_get_status" (Word, *mut c_int, *mut c_void);
    /// `(source, tag, comm, flag, status)`
    iprobe c"PMPI_Iprobe" (c_int, c_int, Word, *mut c_int, *mut c_void);
    /// `(datatype, size)`
    type_size c"PMPI_Type_size" (Word, *mut c_int);
    /// `(window, info)`
    win_get_info c"PMPI_Win_get_info" (Word, *mut Word);
    /// `(info, key, length, value, flag)`
    info_get c"PMPI_Info_get" (Word, *const c_char, c_int, *mut c_char, *mut c_int);
    /// `(info)`
    info_free c"PMPI_Info_free" (*mut Word);
    /// `(level)`
    query_thread c"PMPI_Query_thread" (*mut c_int);
}

/// The constants of one implementation.
#[derive(Debug)]
pub struct Constants {
    /// `MPI_COMM_WORLD`
    pub comm_world: Word,
    /// `MPI_COMM_SELF`
    pub comm_self: Word,
    /// `MPI_COMM_NULL`
    pub comm_null: Word,
    /// `MPI_INFO_NULL`
    pub info_null: Word,
    /// `MPI_REQUEST_NULL`
    pub request_null: Word,
    /// `MPI_UINT64_T`
    pub uint64: Word,
    /// `MPI_PACKED`
    pub packed: Word,
    /// `MPI_DATATYPE_NULL`
    pub datatype_null: Word,
    /// The predefined operators, in the order of [`OPERATORS`].
    pub operators: [Word; OPERATORS.len()],
    /// `MPI_STATUS_IGNORE`
    pub status_ignore: *mut c_void,
    /// `MPI_COMM_TYPE_SHARED`
    pub shared: c_int,
    /// `MPI_ANY_SOURCE`
    pub any_source: c_int,
    /// `MPI_PROC_NULL`
    pub proc_null: c_int,
    /// `MPI_ERRORS_ARE_FATAL`
    pub errors_are_fatal: Word,
    /// Where `MPI_SOURCE` stands in a status, as an index of `int`s; `MPI_TAG` is the next.
    pub source_in_status: usize,
    /// The size of a status.
    pub status_size: usize,
    /// Handles are addresses, not integers of 32 bits.
    pub handles_are_addresses: bool,
}

/// The names of the predefined operators.
pub const OPERATORS: [&str; 14] = [
    "MPI_MAX",
    "MPI_MIN",
    "MPI_SUM",
    "MPI_PROD",
    "MPI_LAND",
    "MPI_BAND",
    "MPI_LOR",
    "MPI_BOR",
    "MPI_LXOR",
    "MPI_BXOR",
    "MPI_MINLOC",
    "MPI_MAXLOC",
    "MPI_REPLACE",
    "MPI_NO_OP",
];

/// The symbols of `OpenMPI`'s predefined operators, in the order of [`OPERATORS`].
const OPERATOR_SYMBOLS: [&CStr; 14] = [
    c"ompi_mpi_op_max",
    c"ompi_mpi_op_min",
    c"ompi_mpi_op_sum",
    c"ompi_mpi_op_prod",
    c"ompi_mpi_op_land",
    c"ompi_mpi_op_band",
    c"ompi_mpi_op_lor",
    c"ompi_mpi_op_bor",
    c"ompi_mpi_op_lxor",
    c"ompi_mpi_op_bxor",
    c"ompi_mpi_op_minloc",
    c"ompi_mpi_op_maxloc",
    c"ompi_mpi_op_replace",
    c"ompi_mpi_op_no_op",
];

/// The code of an operator the program defined, after those of the predefined ones, from 1.
pub const USER_DEFINED: u8 = 15;

/// Index of `MPI_MAX` in [`OPERATORS`].
pub const MAX: usize = 0;
/// Index of `MPI_MIN` in [`OPERATORS`].
pub const MIN: usize = 1;
/// Index of `MPI_BAND` in [`OPERATORS`].
pub const BAND: usize = 5;

/// `MPI_THREAD_MULTIPLE`, the same in both families.
pub const THREAD_MULTIPLE: c_int = 3;
/// `MPI_ANY_TAG`, the same in both families.
pub const ANY_TAG: c_int = -1;
/// `MPI_UNDEFINED`, the same in both families.
pub const UNDEFINED: c_int = -32766;
/// Room for `MPI_MAX_OBJECT_NAME` in both families, and more.
pub const NAME_ROOM: usize = 512;

// SAFETY: the constants are addresses and integers that nobody dereferences here.
unsafe impl Send for Constants {}
// SAFETY: as above.
unsafe impl Sync for Constants {}

impl Constants {
    fn openmpi() -> Option<Self> {
        let address = |name: &CStr| find_object(name).map(|address| address as Word);
        let mut operators = [0; OPERATORS.len()];
        for (operator, symbol) in operators.iter_mut().zip(OPERATOR_SYMBOLS) {
            *operator = address(symbol).unwrap_or(0);
        }
        Some(Self {
            comm_world: address(c"ompi_mpi_comm_world")?,
            comm_self: address(c"ompi_mpi_comm_self")?,
            comm_null: address(c"ompi_mpi_comm_null")?,
            request_null: address(c"ompi_request_null")?,
            info_null: address(c"ompi_mpi_info_null")?,
            uint64: address(c"ompi_mpi_uint64_t")?,
            packed: address(c"ompi_mpi_packed")?,
            datatype_null: address(c"ompi_mpi_datatype_null")?,
            operators,
            status_ignore: std::ptr::null_mut(),
            shared: 0,
            any_source: -1,
            proc_null: -2,
            errors_are_fatal: address(c"ompi_mpi_errors_are_fatal")?,
            source_in_status: 0,
            status_size: 24,
            handles_are_addresses: true,
        })
    }

    fn mpich() -> Self {
        Self {
            comm_world: 0x4400_0000,
            comm_self: 0x4400_0001,
            comm_null: 0x0400_0000,
            request_null: 0x2c00_0000,
            info_null: 0x1c00_0000,
            uint64: 0x4c00_083e,
            packed: 0x4c00_010f,
            datatype_null: 0x0c00_0000,
            operators: std::array::from_fn(|index| 0x5800_0001 + index),
            status_ignore: std::ptr::without_provenance_mut(1),
            shared: 1,
            any_source: -2,
            proc_null: -1,
            errors_are_fatal: 0x5400_0000,
            source_in_status: 2,
            status_size: 20,
            handles_are_addresses: false,
        }
    }
}

/// The MPI library of this process.
#[derive(Debug)]
pub struct Mpi {
    /// Its functions.
    pub functions: Functions,
    /// Its constants.
    pub constants: Constants,
}

impl Mpi {
    /// The library, looked up once; the error is the name of a function it lacks.
    pub fn get() -> Result<&'static Self, &'static CStr> {
        static MPI: OnceLock<Result<Mpi, &'static CStr>> = OnceLock::new();
        let found = MPI.get_or_init(|| {
            let functions = Functions::find()?;
            let constants = Constants::openmpi().unwrap_or_else(Constants::mpich);
            Ok(Self { functions, constants })
        });
        found.as_ref().map_err(|name| *name)
    }

    /// Source and tag in a status.
    ///
    /// # Safety
    /// `status` is the address of one.
    #[must_use]
    pub unsafe fn source_and_tag(&self, status: *const c_int) -> (i64, i64) {
        let at = self.constants.source_in_status;
        // SAFETY: the caller's promise.
        unsafe {
            let (source, tag) = (status.add(at), status.add(at + 1));
            (i64::from(source.read_unaligned()), i64::from(tag.read_unaligned()))
        }
    }

    /// Whether MPI has made this datatype itself. False: not known.
    #[must_use]
    pub fn is_predefined_datatype(&self, datatype: Word) -> bool {
        if self.constants.handles_are_addresses {
            datatype != self.constants.datatype_null && is_in_mpi(datatype)
        } else {
            // The kind of the handle, and of what it is one.
            datatype as u32 >> 26 == self.constants.uint64 as u32 >> 26
        }
    }

    /// Whether an error of this communicator ends the program.
    ///
    /// # Safety
    /// It is a communicator.
    #[must_use]
    pub unsafe fn ends_at_errors(&self, communicator: Word) -> bool {
        let constants = &self.constants;
        let mut handler: Word = 0;
        // SAFETY: the caller's promise. What is asked for is to be freed, but for MPICH's predefined handles,
        // which tell what they are.
        unsafe {
            if (self.functions.comm_get_errhandler)(communicator, &raw mut handler) != 0 {
                return false;
            }
            let found =
                if constants.handles_are_addresses { handler } else { handler & 0xffff_ffff };
            let is_predefined = found >> 30 == constants.errors_are_fatal >> 30;
            if constants.handles_are_addresses || !is_predefined {
                (self.functions.errhandler_free)(&raw mut handler);
            }
            found == constants.errors_are_fatal
        }
    }

    /// Ends the job.
    ///
    /// # Safety
    /// MPI is initialised.
    pub unsafe fn abort(&self, status: c_int) {
        // `PMPI_Abort` of OpenMPI first sends an explanation to the launcher, for the reader of our
        // report mere noise; and up to version 4.1 the launcher, when it gets explanations while
        // it ends a job, at times crashes and loses the status.
        if let Some(abort) = find(c"ompi_mpi_abort") {
            // SAFETY: `int ompi_mpi_abort(struct ompi_communicator_t *, int)`, since version 1.0.
            unsafe {
                let abort: unsafe extern "C" fn(Word, c_int) -> c_int = std::mem::transmute(abort);
                abort(self.constants.comm_world, status);
            }
        }
        // SAFETY: the caller's promise.
        unsafe { (self.functions.abort)(self.constants.comm_world, status) };
    }

    /// A handle from an argument: an integer handle's upper half is whatever was in the register.
    #[must_use]
    pub fn handle(&self, argument: Word, kind: Handle) -> Word {
        if self.is_wide(kind) { argument } else { argument & 0xffff_ffff }
    }

    /// The handle at an address a C caller passed for a result.
    ///
    /// # Safety
    /// `address` points to a handle.
    #[must_use]
    pub unsafe fn handle_at(&self, address: *const Word, kind: Handle) -> Word {
        // SAFETY: the caller's promise; an MPICH handle is 32 bits wide.
        unsafe {
            if self.is_wide(kind) {
                address.read_unaligned()
            } else {
                address.cast::<u32>().read_unaligned() as Word
            }
        }
    }

    /// MPICH's files are addresses, as ROMIO's are.
    fn is_wide(&self, kind: Handle) -> bool {
        self.constants.handles_are_addresses || kind == Handle::File
    }

    /// The handle a Fortran program has as an integer.
    #[must_use]
    pub fn from_fortran(&self, kind: Handle, handle: c_int) -> Word {
        static CONVERSIONS: OnceLock<[Option<usize>; 6]> = OnceLock::new();
        // Looked up once; MPICH has a function for files only, its other handles are the same.
        let conversions = CONVERSIONS.get_or_init(|| {
            [
                c"PMPI_Comm_f2c",
                c"PMPI_Win_f2c",
                c"PMPI_File_f2c",
                c"PMPI_Type_f2c",
                c"PMPI_Op_f2c",
                c"PMPI_Request_f2c",
            ]
            .map(|name| find(name).map(|address| address as usize))
        });
        let Some(address) = conversions.get(kind as usize).copied().flatten() else {
            return handle as u32 as Word;
        };
        // SAFETY: the standard fixes the signature of these functions but for the handle's width.
        let convert: unsafe extern "C" fn(c_int) -> Word = unsafe { std::mem::transmute(address) };
        // SAFETY: the caller passes the handle to MPI itself.
        self.handle(unsafe { convert(handle) }, kind)
    }
}

/// The address of a function or object of the MPI library.
#[must_use]
pub fn find(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: plain look-ups by name. RTLD_NEXT first: what stands behind this library or program in
    // the order of loading, so never a wrapper of ours. RTLD_DEFAULT next, for a library that comes
    // before a preloaded one, and for programs that hold MPI in themselves and export it.
    unsafe {
        let next = libc::dlsym(libc::RTLD_NEXT, name.as_ptr());
        if !next.is_null() {
            return Some(next);
        }
        if !is_interposed(name) {
            let anywhere = libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr());
            if !anywhere.is_null() {
                return Some(anywhere);
            }
        }
    }
    find_in_loaded_library(name)
}

/// The address of an object of the MPI library: of the copy that the program has of it, if it was not compiled to be
/// moved (x86-64's `R_X86_64_COPY`); the library then takes that too.
fn find_object(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: a plain look-up by name, of what is no function that this runtime has as well.
    let object = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    if object.is_null() { find(name) } else { Some(object) }
}

/// What stands behind this library or program under the same name.
#[must_use]
pub fn find_next(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: a plain look-up by name.
    let next = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
    if next.is_null() || is_in_runtime(next) { find_in_loaded_library(name) } else { Some(next) }
}

/// The function by which OpenMP asks for a tool, behind this library or program; `own` is ours.
#[must_use]
pub fn find_next_tool(own: *mut c_void) -> Option<*mut c_void> {
    // SAFETY: a plain look-up by name.
    let next = unsafe { libc::dlsym(libc::RTLD_NEXT, c"ompt_start_tool".as_ptr()) };
    (!next.is_null() && next != own && !is_in_runtime(next)).then_some(next)
}

/// Whether an address is in another copy of this runtime.
fn is_in_runtime(address: *mut c_void) -> bool {
    // SAFETY: the structure is plain data that `dladdr` fills.
    unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        libc::dladdr(address, &raw mut info) != 0
            && !info.dli_fname.is_null()
            && CStr::from_ptr(info.dli_fname).to_string_lossy().contains("lockstep_runtime")
    }
}

/// Whether we define a symbol of this name ourselves, so that a look-up may answer our own.
fn is_interposed(name: &CStr) -> bool {
    name.to_bytes().first().is_some_and(|first| !matches!(first, b'p' | b'P' | b'o'))
}

/// Looks in every loaded library by itself: one that was loaded by `dlopen` without `RTLD_GLOBAL`
/// (Python does so with its extension modules and what they need) is not in anybody's order.
fn find_in_loaded_library(name: &CStr) -> Option<*mut c_void> {
    struct Search<'a> {
        name: &'a CStr,
        found: *mut c_void,
    }
    unsafe extern "C" fn look(
        library: *mut libc::dl_phdr_info,
        _size: usize,
        search: *mut c_void,
    ) -> c_int {
        // SAFETY: `dl_iterate_phdr` hands over a valid entry and our own pointer.
        unsafe {
            let search = &mut *search.cast::<Search>();
            let path = (*library).dlpi_name;
            if path.is_null() || !looks_like_mpi(CStr::from_ptr(path)) {
                return 0;
            }
            let handle = libc::dlopen(path, libc::RTLD_LAZY | libc::RTLD_NOLOAD);
            if !handle.is_null() {
                search.found = libc::dlsym(handle, search.name.as_ptr());
                libc::dlclose(handle);
            }
            c_int::from(!search.found.is_null())
        }
    }
    let mut search = Search { name, found: std::ptr::null_mut() };
    // SAFETY: `look` keeps to the protocol and the search outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut search).cast()) };
    (!search.found.is_null()).then_some(search.found)
}

/// Libraries of MPI implementations have `mpi` in their file's name: `libmpi.so.40`,
/// `libmpich.so.12`, `libmpifort.so`, `libmpi_cray.so`.
#[must_use]
pub fn looks_like_mpi(path: &CStr) -> bool {
    let path = path.to_bytes();
    let start = path.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    path.get(start..).is_some_and(|file| {
        // Open MPI has components, and one of them is MPICH's ROMIO.
        let is_component = file.starts_with(b"mca_");
        is_component || file.starts_with(b"lib") && file.windows(3).any(|letters| letters == b"mpi")
    })
}
