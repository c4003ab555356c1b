//! The one place that knows OpenMP's runtime library: what compilers call for each construct.
//!
//! The names are those of LLVM's `libomp`, which clang and flang call alike. References are to the
//! sections of the OpenMP 5.2 specification.

use std::borrow::Cow;

use crate::program::{Function, Program, Value, ValueId};
use crate::threads::mutex;

/// Flags of an `ident_t` that say what a barrier or a static loop stands for.
mod ident {
    pub const BARRIER_EXPLICIT: i64 = 0x20;
    pub const WORK_LOOP: i64 = 0x200;
    pub const WORK_SECTIONS: i64 = 0x400;
    pub const WORK_DISTRIBUTE: i64 = 0x800;
}

/// A lock's kind (18.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LockKind {
    /// A thread that holds it must not take it again.
    Plain,
    /// A thread may take it again.
    Nestable,
    /// A lock of another library (pthreads, C11): it may be of either kind.
    Foreign,
}

/// What a call of OpenMP's runtime library does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construct {
    /// A team is made (10.1); the call of its region follows as an event of its own.
    Fork,
    /// The next team has so many threads (`num_threads`).
    NumberOfThreads,
    /// A region is run by a team of one thread from here on ([`Construct::EndAlone`]).
    BeginAlone,
    /// The team of one thread ends.
    EndAlone,
    /// A barrier (15.3); `explicit`: the user wrote it.
    Barrier {
        /// The user wrote it; else it ends a construct.
        explicit: bool,
    },
    /// As [`Construct::Barrier`]; answers whether the region was cancelled.
    CancelBarrier {
        /// The user wrote it; else it ends a construct.
        explicit: bool,
    },
    /// Answers whether the region is cancelled (16.1).
    Cancel,
    /// Answers whether this thread runs the single region (11.1).
    Single,
    /// The thread leaves the single region.
    EndSingle,
    /// Values are handed from the single region's thread to the others: all of them meet.
    CopyPrivate,
    /// Answers whether this thread runs the masked region (10.5).
    Masked,
    /// The thread leaves the masked region.
    EndMasked,
    /// A loop whose iterations are shared out at once (11.5).
    StaticLoop,
    /// Sections (11.3): a static loop around a `switch`.
    Sections,
    /// A loop shared out among teams, not among threads (11.6).
    Distribute,
    /// The thread has done its part of a static loop or of sections.
    EndStatic,
    /// A loop whose iterations are shared out one by one.
    DynamicLoop,
    /// Answers whether there is a further part of a dynamic loop.
    NextPart,
    /// A critical region (15.2); the name is an argument.
    Critical,
    /// The end of a critical region.
    EndCritical,
    /// An ordered region (15.10).
    Ordered,
    /// The end of an ordered region.
    EndOrdered,
    /// Iterations of so many nested loops wait for others (`doacross`, 15.9.7); how many is an argument.
    Doacross,
    /// Waits for an earlier iteration to let others go on.
    AwaitIteration,
    /// Lets later iterations go on.
    PostIteration,
    /// A task is made (12.5); its code is an argument.
    NewTask,
    /// A task may run from here on.
    SpawnTask,
    /// A task that others have to end before it begins, or that others wait for, may run.
    SpawnOrderedTask,
    /// The iterations of a loop may run as tasks (12.6).
    TaskLoop,
    /// A task is run here and now.
    BeginTask,
    /// Its end.
    EndTask,
    /// All child tasks have ended (15.5).
    TaskWait,
    /// Those child tasks have ended that something depends on.
    TaskWaitDepend,
    /// A taskgroup (15.4) begins.
    BeginTaskGroup,
    /// All tasks made since have ended.
    EndTaskGroup,
    /// A lock is taken (18.9.6).
    Lock(LockKind),
    /// Answers whether a lock could be taken.
    TestLock(LockKind),
    /// A lock is given back.
    Unlock(LockKind),
    /// A lock may be taken: the run knows whether, or which.
    MayLock,
    /// The number of the thread in its team (18.2.4).
    ThreadNumber,
    /// How many threads the team has (18.2.2).
    TeamSize,
    /// Of the threads of a team, each may get another answer.
    ThreadSource,
    /// The same for all threads of a team.
    TeamQuery,
    /// Has the team several threads? (OpenMP 5.2, 18.2.6)
    InParallel,
    /// Storage each thread has for itself (5.2).
    ThreadPrivate,
}

/// Answers which are the same for all threads of a team.
const TEAM_QUERIES: &[&str] = &[
    "omp_get_active_level",
    "omp_get_cancellation",
    "omp_get_dynamic",
    "omp_get_initial_device",
    "omp_get_level",
    "omp_get_max_active_levels",
    "omp_get_max_threads",
    "omp_get_nested",
    "omp_get_num_devices",
    "omp_get_num_places",
    "omp_get_num_procs",
    "omp_get_num_teams",
    "omp_get_supported_active_levels",
    "omp_get_team_num",
    "omp_get_team_size",
    "omp_get_thread_limit",
    "omp_in_final",
    "omp_is_initial_device",
];

/// Functions of any library whose answer tells threads apart.
const THREAD_SOURCES: &[&str] = &[
    "gettid",
    "omp_get_ancestor_thread_num",
    "omp_get_place_num",
    "pthread_self",
    "sched_getcpu",
    "thrd_current",
];

/// What the function of this symbol does; `None`: it is none of OpenMP's that matters here.
/// `flags` are those of the call's `ident_t`.
#[must_use]
pub fn construct(symbol: &str, flags: i64) -> Option<Construct> {
    use Construct as C;
    if let Some(name) = symbol.strip_prefix("__kmpc_") {
        return compiled(name, flags);
    }
    if symbol.starts_with("llvm.threadlocal.address") {
        return Some(C::ThreadPrivate);
    }
    let name = in_c(symbol);
    Some(match &*name {
        "omp_get_thread_num" => C::ThreadNumber,
        "omp_get_num_threads" => C::TeamSize,
        "omp_in_parallel" => C::InParallel,
        "omp_set_lock" | "omp_set_lock_with_hint" => C::Lock(LockKind::Plain),
        "omp_set_nest_lock" => C::Lock(LockKind::Nestable),
        "omp_test_lock" => C::TestLock(LockKind::Plain),
        "omp_test_nest_lock" => C::TestLock(LockKind::Nestable),
        "omp_unset_lock" => C::Unlock(LockKind::Plain),
        "omp_unset_nest_lock" => C::Unlock(LockKind::Nestable),
        name if TEAM_QUERIES.contains(&name) => C::TeamQuery,
        name if THREAD_SOURCES.contains(&name) => C::ThreadSource,
        name => return foreign_lock(name),
    })
}

/// What functions of other libraries do to locks, and those that are not seen and have the name of a lock.
fn foreign_lock(name: &str) -> Option<Construct> {
    match mutex::effect(name) {
        Some(mutex::Effect::Takes) => Some(Construct::Lock(LockKind::Foreign)),
        Some(mutex::Effect::TakesIfZero) => Some(Construct::MayLock),
        Some(mutex::Effect::GivesBack) => Some(Construct::Unlock(LockKind::Foreign)),
        None => mutex::is_named_as_lock(name).then_some(Construct::MayLock),
    }
}

/// Fortran's spelling of the user's functions is C's with an underscore.
fn in_c(symbol: &str) -> Cow<'_, str> {
    match symbol.strip_suffix('_') {
        Some(name) if symbol.starts_with("omp_") => name.trim_end_matches('_').into(),
        _ => symbol.into(),
    }
}

/// What compilers call for directives.
fn compiled(name: &str, flags: i64) -> Option<Construct> {
    use Construct as C;
    let explicit = flags & ident::BARRIER_EXPLICIT != 0;
    Some(match name {
        "fork_call" | "fork_call_if" | "fork_teams" => C::Fork,
        "push_num_threads" => C::NumberOfThreads,
        "serialized_parallel" => C::BeginAlone,
        "end_serialized_parallel" => C::EndAlone,
        "barrier" => C::Barrier { explicit },
        "cancel_barrier" => C::CancelBarrier { explicit },
        "cancel" | "cancellationpoint" => C::Cancel,
        "single" => C::Single,
        "end_single" => C::EndSingle,
        "copyprivate" => C::CopyPrivate,
        "master" | "masked" => C::Masked,
        "end_master" | "end_masked" => C::EndMasked,
        "critical" | "critical_with_hint" => C::Critical,
        "end_critical" => C::EndCritical,
        "ordered" => C::Ordered,
        "end_ordered" => C::EndOrdered,
        "doacross_init" => C::Doacross,
        "doacross_wait" => C::AwaitIteration,
        "doacross_post" => C::PostIteration,
        "omp_task_alloc" => C::NewTask,
        "omp_task" => C::SpawnTask,
        "omp_task_with_deps" => C::SpawnOrderedTask,
        "taskloop" | "taskloop_5" => C::TaskLoop,
        "omp_task_begin_if0" => C::BeginTask,
        "omp_task_complete_if0" => C::EndTask,
        "omp_taskwait" => C::TaskWait,
        "omp_taskwait_deps_51" | "omp_wait_deps" => C::TaskWaitDepend,
        "taskgroup" => C::BeginTaskGroup,
        "end_taskgroup" => C::EndTaskGroup,
        "global_thread_num" | "bound_thread_num" => C::ThreadSource,
        "bound_num_threads" => C::TeamSize,
        "threadprivate_cached" => C::ThreadPrivate,
        _ if name.starts_with("for_static_init") || name.starts_with("dist_for_static_init") => {
            match flags {
                flags if flags & ident::WORK_SECTIONS != 0 => C::Sections,
                flags if flags & ident::WORK_LOOP != 0 => C::StaticLoop,
                flags if flags & ident::WORK_DISTRIBUTE != 0 => C::Distribute,
                _ => C::StaticLoop,
            }
        }
        _ if name.starts_with("distribute_static_init") => C::Distribute,
        "for_static_fini" | "distribute_static_fini" => C::EndStatic,
        _ if name.starts_with("dispatch_init") => C::DynamicLoop,
        _ if name.starts_with("dispatch_next") => C::NextPart,
        _ => return None,
    })
}

/// What the call of `callee` with these arguments does.
#[must_use]
pub fn construct_of(
    callee: &Function,
    caller: &Function,
    arguments: &[ValueId],
) -> Option<Construct> {
    if callee.is_defined() {
        return None;
    }
    let flags = match arguments.first().map(|first| caller.value(*first)) {
        Some(Value::Integer(flags)) => *flags,
        _ => 0,
    };
    construct(&callee.name, flags)
}

/// Is a function of this symbol one of OpenMP's runtime library?
#[must_use]
pub fn is_of_library(symbol: &str) -> bool {
    symbol.starts_with("__kmpc_") || symbol.starts_with("omp_")
}

/// The function whose region or task a compiler made a function of: `solve.omp_outlined`, `_QPsolve..omp_par`,
/// `solve(int) [clone .omp_outlined]`, `void solve<int>(int) (.omp_outlined)`. Empty: the name does not tell.
#[must_use]
pub fn without_outlining(name: &str) -> &str {
    let marks = [".omp_outlined", "..omp_par", ".omp_task_entry.", " (.omp_", " [clone"];
    let end = marks.into_iter().filter_map(|mark| name.find(mark)).min();
    &name[..end.unwrap_or(name.len())]
}

/// What is known of the answer of a function that the user did not write, in words.
#[must_use]
pub fn answer_in_words(symbol: &str) -> Option<&'static str> {
    if symbol.starts_with(STARTS_THREAD) {
        return Some("a thread that the program starts");
    }
    if symbol.contains("static_init") {
        return Some("the iterations of a loop that threads share out");
    }
    match construct(symbol, 0)? {
        Construct::NextPart => Some("the iterations of a loop that threads share out"),
        Construct::Single => Some("which thread runs a single region"),
        Construct::Masked => Some("which thread runs a masked region"),
        Construct::Cancel | Construct::CancelBarrier { .. } => {
            Some("whether a region of threads is cancelled")
        }
        _ => None,
    }
}

/// What C++'s library calls to start a thread.
const STARTS_THREAD: &str = "_ZNSt6thread15_M_start_thread";

/// Does the program use OpenMP at all?
#[must_use]
pub fn is_used(program: &Program) -> bool {
    program.functions.iter().any(|function| !function.is_defined() && is_of_library(&function.name))
}

/// Does the program make threads by other means?
#[must_use]
pub fn makes_threads(program: &Program) -> bool {
    let makers = ["pthread_create", "thrd_create", STARTS_THREAD];
    program.functions.iter().any(|function| {
        !function.is_defined() && makers.iter().any(|maker| function.name.starts_with(maker))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barriers_and_loops_are_told_apart_by_their_flags() {
        assert_eq!(construct("__kmpc_barrier", 0x22), Some(Construct::Barrier { explicit: true }));
        for implicit in [0x42, 0xc2, 0x142] {
            let barrier = Some(Construct::Barrier { explicit: false });
            assert_eq!(construct("__kmpc_barrier", implicit), barrier);
        }
        assert_eq!(construct("__kmpc_for_static_init_4", 0x202), Some(Construct::StaticLoop));
        assert_eq!(construct("__kmpc_for_static_init_8u", 0x402), Some(Construct::Sections));
        assert_eq!(construct("__kmpc_for_static_init_4", 0x802), Some(Construct::Distribute));
    }

    #[test]
    fn regions_are_named_by_their_function() {
        for name in ["solve", "solve.omp_outlined_debug__", "solve..omp_par.2"] {
            assert_eq!(without_outlining(name), "solve");
        }
        assert_eq!(without_outlining("solve(int) [clone .omp_outlined]"), "solve(int)");
        let name = "void team<main::$_0>(main::$_0) (.omp_outlined_debug__)";
        assert_eq!(without_outlining(name), "void team<main::$_0>(main::$_0)");
        assert_eq!(without_outlining(".omp_outlined."), "");
    }

    #[test]
    fn fortran_spells_the_user_s_functions_with_an_underscore() {
        for name in ["omp_get_thread_num", "omp_get_thread_num_"] {
            assert_eq!(construct(name, 0), Some(Construct::ThreadNumber));
        }
        assert_eq!(construct("omp_get_wtime", 0), None);
        assert_eq!(construct("my_omp_get_thread_num_", 0), None);
    }
}
