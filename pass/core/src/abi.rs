//! The line between the pass and the runtime: one versioned table of symbols and the layout of the
//! data handed over it. The pass declares from it, the runtime defines from it, and a test of the
//! runtime compares the two.

use std::ffi::c_char;

/// Version of everything in this file. It is part of every symbol's name, so objects of two
/// versions cannot be linked into one program without the linker naming the symbol.
pub const VERSION: u32 = 2;

/// `void __lockstep_v2_enter(const struct lockstep_site *)`: the next MPI call of this thread is
/// the one the site describes. One thread-local store.
pub const ENTER: &str = "__lockstep_v2_enter";

/// `void __lockstep_v2_activate(const struct lockstep_unit *)`: called before `main` by a constructor of
/// every unit that its own file does not prove safe; turns the checks on, on every rank alike, if the
/// unit's mark still asks for them.
pub const ACTIVATE: &str = "__lockstep_v2_activate";

/// `void __lockstep_v2_locked(const void *)`: this thread has taken a lock that is not OpenMP's (a mutex of
/// pthreads or C++). Only the checks of threads look at it: what stands under one lock is in order.
/// Units refer to it weakly, and call it if it is there.
pub const LOCKED: &str = "__lockstep_v2_locked";

/// `void __lockstep_v2_unlocking(const void *)`: this thread is about to give such a lock back.
pub const UNLOCKING: &str = "__lockstep_v2_unlocking";

/// A byte of the runtime every instrumented object refers to. Its name is what a user reads in the
/// linker's error when the runtime is missing.
pub const ANCHOR: &str = "__lockstep_v2_runtime_is_missing_add_the_output_of__lockstep_flags_link";

/// The section of an object file that holds the [`UnitMark`]s of instrumented units. It is loaded with
/// the program, so `strip` keeps it.
pub const UNITS_SECTION: &str = "lockstep_units";

/// [`UnitMark::checked`]: the unit asks for checks as long as the whole program is not proven safe.
pub const CHECKED: u32 = 1;

/// [`UnitMark::checked`]: the user asks for checks, whatever is proven.
pub const CHECKED_ALWAYS: u32 = 2;

/// [`UnitMark::checked`]: the unit asks for the checks of threads, besides or instead of those of
/// collectives.
pub const CHECKED_THREADS: u32 = 4;

/// [`UnitMark::checked`]: the unit waits for messages, or begins what is waited for. Which message meets which
/// receive is not proven, so the run looks who waits for whom.
pub const CHECKED_MESSAGES: u32 = 8;

/// What an instrumented unit says about itself (`struct lockstep_unit`). The analysis of the whole
/// program changes it in the finished executable.
#[repr(C)]
#[derive(Debug)]
pub struct UnitMark {
    /// [`VERSION`].
    pub abi: u32,
    /// What is to be checked, the sum of [`CHECKED`], [`CHECKED_ALWAYS`], [`CHECKED_THREADS`] and
    /// [`CHECKED_MESSAGES`]; 0: the whole program was proven safe.
    pub checked: u32,
    /// The number of the unit's record, 0: it has none.
    pub record: u64,
}

/// [`Site::flags`]: the analysis could not prove this call safe.
pub const SITE_CHECKED: u32 = 1;

/// One collective call of the program, a constant in the object file (`struct lockstep_site`).
///
/// All strings are NUL-terminated UTF-8 and never null unless said.
#[repr(C)]
#[derive(Debug)]
pub struct Site {
    /// [`VERSION`].
    pub abi: u32,
    /// [`SITE_CHECKED`] or 0.
    pub flags: u32,
    /// The MPI call in C spelling, `MPI_Barrier`.
    pub call: *const c_char,
    /// Source file of the call; empty when not known.
    pub file: *const c_char,
    /// Function the call stands in, demangled.
    pub function: *const c_char,
    /// The conditions that decide whether the call is reached; null: none.
    pub conditions: *const SiteCondition,
    /// Line of the call, 0: not known.
    pub line: u32,
    /// Column of the call, 0: not known.
    pub column: u32,
    /// How many conditions there are.
    pub condition_count: u32,
}

// SAFETY: a site is immutable data of the program's image.
unsafe impl Sync for Site {}

/// One condition of a [`Site`] (`struct lockstep_condition`).
#[repr(C)]
#[derive(Debug)]
pub struct SiteCondition {
    /// Source file of the condition; empty when not known.
    pub file: *const c_char,
    /// What is said about it, one sentence.
    pub text: *const c_char,
    /// Line of the condition, 0: not known.
    pub line: u32,
    /// Column of the condition, 0: not known.
    pub column: u32,
}

// SAFETY: immutable data of the program's image.
unsafe impl Sync for SiteCondition {}

/// The status a job is ended with when the runtime proves that it would hang.
pub const EXIT_STATUS: i32 = 86;
