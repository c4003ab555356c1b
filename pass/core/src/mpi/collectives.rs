//! Which procedures are collective, over whom, and who waits for whom: what the Forum's data does
//! not say. Chapters are those of MPI 4.0.
//!
//! Left out, because the call itself does not show it: `MPI_Start` and `MPI_Startall` of a
//! persistent collective (chapter 6.13; which request it is, only the run knows). Left out, because
//! they are not collective: `MPI_Session_init` and `MPI_Session_finalize` (11.3; local, though the
//! latter may wait), `MPI_Comm_join` (11.10.5; two processes that share a socket and no communicator),
//! `MPI_Cart_map` and `MPI_Graph_map` (8.5.8; each rank asks for itself),
//! `MPI_Win_post`, `_start`, `_complete`, `_wait`, `_lock`, `_attach` (chapter 12; some ranks only).

use std::sync::{LazyLock, OnceLock};

use super::{Direction, Param, ParamKind, Procedure};

/// Which processes have to make the call. Positions are those of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// All processes of the job: `MPI_Init`, `MPI_Init_thread`, `MPI_Finalize`.
    World,
    /// Those of the communicator; of an intercommunicator, both groups.
    Communicator(u8),
    /// Those of the communicator the window was made from.
    Window(u8),
    /// Those of the communicator the file was opened with.
    File(u8),
    /// The members of the group, and nobody else.
    Group(u8),
}

/// A handle a collective makes or frees. Positions are those of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Object {
    /// A communicator.
    Communicator(u8),
    /// A window.
    Window(u8),
    /// A file.
    File(u8),
}

/// When the call returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// When this rank's part is done.
    Blocking,
    /// At once; the operation is completed by its request.
    Nonblocking,
    /// At once, and nothing has begun: `MPI_Start` begins it. All ranks have to make the call, in
    /// the same order as other collectives of the communicator (6.13).
    Persistent,
}

/// A collective procedure. Positions are those of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collective {
    /// What has to be the same on all ranks: the procedure's name, `MPI_Barrier`. `PMPI_` names and
    /// large counts do not matter; `MPI_Ibarrier` and `MPI_Barrier_init` are operations of their own.
    /// `MPI_Init_thread` counts as `MPI_Init`: ranks may differ in it (11.6.2).
    pub operation: &'static str,
    /// Who has to make the call.
    pub scope: Scope,
    /// The other processes it involves: the peer communicator of `MPI_Intercomm_create` (only the two
    /// leaders' matters), the parent of `MPI_Comm_create_group`, the remote group of
    /// `MPI_Intercomm_create_from_groups`.
    pub also: Option<Scope>,
    /// When the call returns.
    pub mode: Mode,
    /// The root, which has to be the same on all ranks of an intracommunicator.
    pub root: Option<u8>,
    /// The reduction's operator, which has to be the same on all ranks.
    pub operator: Option<u8>,
    /// The datatypes of what is sent and received, arrays of them included.
    pub datatypes: Vec<u8>,
    /// The numbers of elements that go with the datatypes, arrays of them included.
    pub counts: Vec<u8>,
    /// The request that completes or starts it.
    pub request: Option<u8>,
    /// The handle it makes.
    pub creates: Option<Object>,
    /// The handle it frees.
    pub frees: Option<Object>,
    /// No rank can leave the call before all have entered it, whatever the implementation does: its
    /// result depends on every rank, or the standard says so. (Counts of zero aside: then nothing
    /// depends on anybody.) False where it is so for some arguments only, and for all calls that
    /// return at once.
    pub synchronizes: bool,
}

/// The collectives of chapters 6 and 8.6. Each has a blocking, a non-blocking (`MPI_I…`) and a
/// persistent (`MPI_…_init`) form. With it: whether the blocking form synchronizes. The forms with
/// a count per rank do not, as a rank may have nothing to do with another.
const IN_THREE_MODES: &[(&str, bool)] = &[
    ("Allgather", true),
    ("Allgatherv", false),
    ("Allreduce", true),
    ("Alltoall", true),
    ("Alltoallv", false),
    ("Alltoallw", false),
    ("Barrier", true),
    ("Bcast", false),
    ("Exscan", false),
    ("Gather", false),
    ("Gatherv", false),
    ("Neighbor_allgather", false),
    ("Neighbor_allgatherv", false),
    ("Neighbor_alltoall", false),
    ("Neighbor_alltoallv", false),
    ("Neighbor_alltoallw", false),
    ("Reduce", false),
    ("Reduce_scatter", false),
    ("Reduce_scatter_block", true),
    ("Scan", false),
    ("Scatter", false),
    ("Scatterv", false),
];

/// All other collectives that block, and whether they synchronize.
const BLOCKING: &[(&str, bool)] = &[
    // Chapter 7: groups, contexts, communicators. A new communicator needs an agreement, but the
    // standard promises no synchronization where the result does not depend on all ranks.
    ("Comm_create", false),
    ("Comm_create_from_group", false),
    ("Comm_create_group", false),
    ("Comm_dup", false),
    ("Comm_dup_with_info", false),
    ("Comm_free", false),
    ("Comm_set_info", false),
    ("Comm_split", true),
    ("Comm_split_type", true),
    ("Intercomm_create", false),
    ("Intercomm_create_from_groups", false),
    ("Intercomm_merge", false),
    // Chapter 8: topologies.
    ("Cart_create", false),
    ("Cart_sub", false),
    ("Dist_graph_create", true),
    ("Dist_graph_create_adjacent", false),
    ("Graph_create", false),
    // Chapter 11: start, end, dynamic processes.
    ("Comm_accept", false),
    ("Comm_connect", false),
    ("Comm_disconnect", false),
    ("Comm_spawn", false),
    ("Comm_spawn_multiple", false),
    ("Finalize", false),
    ("Init", false),
    ("Init_thread", false),
    // Chapter 12: one-sided. MPI_Win_free is a barrier unless the window has the info key no_locks,
    // MPI_Win_fence unless an assertion says otherwise.
    ("Win_allocate", false),
    ("Win_allocate_shared", false),
    ("Win_create", false),
    ("Win_create_dynamic", false),
    ("Win_fence", false),
    ("Win_free", false),
    ("Win_set_info", false),
    // Chapter 14: files.
    ("File_close", false),
    ("File_open", false),
    ("File_preallocate", false),
    ("File_read_all", false),
    ("File_read_all_begin", false),
    ("File_read_all_end", false),
    ("File_read_at_all", false),
    ("File_read_at_all_begin", false),
    ("File_read_at_all_end", false),
    ("File_read_ordered", false),
    ("File_read_ordered_begin", false),
    ("File_read_ordered_end", false),
    ("File_seek_shared", false),
    ("File_set_atomicity", false),
    ("File_set_info", false),
    ("File_set_size", false),
    ("File_set_view", false),
    ("File_sync", false),
    ("File_write_all", false),
    ("File_write_all_begin", false),
    ("File_write_all_end", false),
    ("File_write_at_all", false),
    ("File_write_at_all_begin", false),
    ("File_write_at_all_end", false),
    ("File_write_ordered", false),
    ("File_write_ordered_begin", false),
    ("File_write_ordered_end", false),
];

/// The collectives that exist only in a non-blocking form, or in one with a name of its own.
const NONBLOCKING: &[&str] = &[
    "Comm_idup",
    "Comm_idup_with_info",
    "File_iread_all",
    "File_iread_at_all",
    "File_iwrite_all",
    "File_iwrite_at_all",
];

/// By procedure: what it is as a collective. Put together where it is first asked for, from the lists
/// above and the positions that follow from the kinds of the parameters.
static COLLECTIVES: LazyLock<Vec<OnceLock<Option<Collective>>>> =
    LazyLock::new(|| super::procedures().iter().map(|_| OnceLock::new()).collect());

/// What a procedure of the table is as a collective.
pub(super) fn of(procedure: &Procedure) -> Option<&'static Collective> {
    let table = super::procedures();
    let index = table.element_offset(procedure)?;
    let procedure = &table[index];
    let known = COLLECTIVES.get(index)?.get_or_init(|| {
        let (mode, synchronizes) = classify(procedure.name)?;
        Some(describe(procedure, mode, synchronizes))
    });
    known.as_ref()
}

/// The name after `MPI_` of the blocking form, if `name` is one of the three forms of a collective
/// of chapters 6 and 8.6: `Allreduce` for `MPI_Iallreduce`.
#[must_use]
pub fn family(name: &str) -> Option<&'static str> {
    three_modes(name.strip_prefix("MPI_")?).map(|(base, _, _)| base)
}

/// Base, mode, and whether that form synchronizes.
fn three_modes(name: &str) -> Option<(&'static str, Mode, bool)> {
    IN_THREE_MODES.iter().find_map(|&(base, synchronizes)| {
        if name == base {
            Some((base, Mode::Blocking, synchronizes))
        } else if name.strip_suffix("_init") == Some(base) {
            Some((base, Mode::Persistent, false))
        } else if name.strip_prefix('I').is_some_and(|rest| rest.eq_ignore_ascii_case(base)) {
            Some((base, Mode::Nonblocking, false))
        } else {
            None
        }
    })
}

/// The mode of a collective and whether it synchronizes; `None`: not a collective.
fn classify(name: &str) -> Option<(Mode, bool)> {
    let name = name.strip_prefix("MPI_")?;
    if let Some((_, mode, synchronizes)) = three_modes(name) {
        return Some((mode, synchronizes));
    }
    if NONBLOCKING.contains(&name) {
        return Some((Mode::Nonblocking, false));
    }
    let found = BLOCKING.iter().find(|(blocking, _)| *blocking == name);
    found.map(|&(_, synchronizes)| (Mode::Blocking, synchronizes))
}

fn describe(procedure: &'static Procedure, mode: Mode, synchronizes: bool) -> Collective {
    let params = procedure.params;
    let (scope, also) = scope(procedure);
    let datatypes = positions(params, |param| param.kind == ParamKind::Datatype);
    // The etype and filetype of a view have no counts; a topology's counts are no elements.
    let has_data = first(params, |param| param.kind == ParamKind::Buffer).is_some();
    let counts = if has_data && !datatypes.is_empty() {
        positions(params, |param| param.kind == ParamKind::Count)
    } else {
        Vec::new()
    };
    Collective {
        operation: if procedure.name == "MPI_Init_thread" { "MPI_Init" } else { procedure.name },
        scope,
        also,
        mode,
        root: first(params, |param| param.kind == ParamKind::Root),
        operator: first(params, |param| param.kind == ParamKind::Operation),
        datatypes,
        counts,
        request: first(params, |param| param.kind == ParamKind::Request),
        creates: object(params, Direction::Out),
        frees: object(params, Direction::InOut),
        synchronizes,
    }
}

/// Who has to make the call: the first handle of processes it is given, with the exceptions the
/// parameters' kinds do not show.
fn scope(procedure: &Procedure) -> (Scope, Option<Scope>) {
    match procedure.name {
        // 7.4.2: only the group's members call it; the parent is the context of their messages.
        "MPI_Comm_create_group" => (Scope::Group(1), Some(Scope::Communicator(0))),
        // 7.6.2: peer_comm is read by the leaders only.
        "MPI_Intercomm_create" => (Scope::Communicator(0), Some(Scope::Communicator(2))),
        "MPI_Intercomm_create_from_groups" => (Scope::Group(0), Some(Scope::Group(2))),
        _ => {
            let given = |kind| {
                first(procedure.params, |param| {
                    param.kind == kind && param.direction != Direction::Out
                })
            };
            let scope = given(ParamKind::Communicator)
                .map(Scope::Communicator)
                .or_else(|| given(ParamKind::Window).map(Scope::Window))
                .or_else(|| given(ParamKind::File).map(Scope::File))
                .or_else(|| given(ParamKind::Group).map(Scope::Group));
            (scope.unwrap_or(Scope::World), None)
        }
    }
}

/// The handle of processes that has this direction: made if `Out`, freed if `InOut`.
fn object(params: &[Param], direction: Direction) -> Option<Object> {
    let of = |kind| first(params, |param| param.kind == kind && param.direction == direction);
    of(ParamKind::Communicator)
        .map(Object::Communicator)
        .or_else(|| of(ParamKind::Window).map(Object::Window))
        .or_else(|| of(ParamKind::File).map(Object::File))
}

fn positions(params: &[Param], wanted: impl Fn(&Param) -> bool) -> Vec<u8> {
    // No procedure has more than 13 parameters.
    (0u8..).zip(params).filter(|(_, param)| wanted(param)).map(|(index, _)| index).collect()
}

fn first(params: &[Param], wanted: impl Fn(&Param) -> bool) -> Option<u8> {
    positions(params, wanted).first().copied()
}
