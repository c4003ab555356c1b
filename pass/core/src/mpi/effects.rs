//! What the results of MPI procedures say about ranks: which may differ between the ranks of the
//! call's communicator, and which cannot. Chapters are those of MPI 4.0.
//!
//! Said of intracommunicators. On an intercommunicator "the same on all ranks" holds for each of the
//! two groups by itself (`MPI_Comm_size` answers the size of the caller's own group).

use super::{Direction, Param, ParamKind, Procedure, collectives};
use Output::{FromInputs, FromState, Handle, RankDependent, Uniform, Unknown};

/// How what a procedure writes relates to the ranks of the call's communicator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// The same on all ranks, whatever they had before: `MPI_Bcast`'s buffer, `MPI_Comm_size`'s size.
    Uniform,
    /// Differs between ranks by the procedure's nature, also when all inputs are the same:
    /// `MPI_Comm_rank`, what is received, what has arrived by now.
    RankDependent,
    /// The same if the inputs are, what an `InOut` parameter held before among them.
    FromInputs,
    /// As [`FromInputs`](Self::FromInputs), and what the library was told before counts as well, which may be another
    /// thing on each rank: names, attributes, attached buffers, whether two handles stand for the same ranks.
    FromState,
    /// Nothing can be said: the contents of a file, an address, what was installed. Not proven to
    /// differ, not proven to be the same.
    Unknown,
    /// A new handle or new memory. Its value says nothing about ranks, but that it may be the null
    /// handle on some: `MPI_Comm_split` with `MPI_UNDEFINED`.
    Handle,
}

/// A value that is known exactly. Positions are those of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RankSource {
    /// The caller's rank in the communicator given as this parameter.
    RankIn(u8),
    /// The number of ranks in the communicator given as this parameter.
    SizeOf(u8),
}

/// What is known of the value the procedure leaves in parameter `param`; `None`: it leaves the
/// parameter alone. Of a non-blocking or persistent procedure it is the value that is there once
/// the request is completed: the call that completes it does not name the memory.
#[must_use]
pub fn output(procedure: &Procedure, param: usize) -> Option<Output> {
    let written = procedure.params.get(param)?;
    if !writes(procedure, written) {
        return None;
    }
    let name = procedure.name;
    let exception = EXCEPTIONS
        .iter()
        .find(|(procedure, param, _)| *procedure == name && *param == written.name);
    Some(match exception {
        Some(&(_, _, output)) => output,
        None => handle(procedure, written).or_else(|| listed(name)).unwrap_or(Unknown),
    })
}

/// The parameter that names who sends what the procedure receives or learns of (3.2.4, 3.8).
#[must_use]
pub fn source(procedure: &Procedure) -> Option<usize> {
    procedure.param("source").filter(|source| procedure.params[*source].kind == ParamKind::Rank)
}

/// The parameters that say whose memory the procedure gets data from, and where in it (12.3.2).
#[must_use]
pub fn got_from(procedure: &Procedure) -> Option<[usize; 2]> {
    if !matches!(procedure.name, "MPI_Get" | "MPI_Rget") {
        return None;
    }
    Some([procedure.param("target_rank")?, procedure.param("target_disp")?])
}

/// The buffer of which each rank gets another part (6.6, 6.8, 6.10).
#[must_use]
pub fn dealt(procedure: &Procedure) -> Option<usize> {
    const DEALING: [&str; 6] =
        ["Alltoall", "Alltoallv", "Reduce_scatter", "Reduce_scatter_block", "Scatter", "Scatterv"];
    let family = collectives::family(procedure.name)?;
    DEALING.contains(&family).then(|| procedure.param("sendbuf"))?
}

/// Does it follow from the procedure's arguments, whatever else it follows from?
#[must_use]
pub fn follows_from_inputs(output: Output) -> bool {
    matches!(output, FromInputs | FromState)
}

/// What is known of the value the C function, or the Fortran function or `ierror`, returns.
///
/// An error code is taken for the same on all ranks: with the error handlers that are the default
/// (`MPI_ERRORS_ARE_FATAL`, 9.3) an error ends the job, but for [those of files](errors_return).
#[must_use]
pub fn result(procedure: &Procedure) -> Output {
    match procedure.name {
        "MPI_Wtime" => RankDependent,
        "MPI_Wtick" => Uniform,
        _ if procedure.returns_value => FromInputs,
        _ => Uniform,
    }
}

/// Whether errors come back to a program that has set no error handler: so they do of files (14.7), also on one rank
/// alone.
#[must_use]
pub fn errors_return(procedure: &Procedure) -> bool {
    procedure.name.starts_with("MPI_File_")
}

/// Whether the procedure leaves exactly the caller's rank, or the size of a communicator, in
/// parameter `param`.
#[must_use]
pub fn rank_source(procedure: &Procedure, param: usize) -> Option<RankSource> {
    match (procedure.name, procedure.params.get(param)?.name) {
        ("MPI_Comm_rank", "rank") => Some(RankSource::RankIn(0)),
        ("MPI_Comm_size", "size") => Some(RankSource::SizeOf(0)),
        _ => None,
    }
}

fn writes(procedure: &Procedure, param: &Param) -> bool {
    // The Forum's data calls the buffer of MPI_Precv_init an input (4.2.1 receives into it).
    param.is_written() || procedure.name == "MPI_Precv_init" && param.kind == ParamKind::Buffer
}

/// What is known of a handle the procedure writes; `None`: it is no handle, or one that says
/// something about ranks.
fn handle(procedure: &Procedure, param: &Param) -> Option<Output> {
    use ParamKind::{
        Communicator, Datatype, Errhandler, File, Group, Info, Keyval, Message, Operation, Request,
        Session, Window,
    };
    match param.kind {
        // Opaque, but made of the inputs alone.
        Datatype | Group if !frees(procedure) => Some(FromInputs),
        // Whether a request is still there after a test says what has arrived by now.
        Request if param.direction == Direction::InOut && listed(procedure.name).is_some() => None,
        Communicator | Datatype | Errhandler | File | Group | Info | Keyval | Message
        | Operation | Request | Session | Window => {
            // A freed handle is the null handle from then on.
            let freed = param.direction == Direction::InOut && frees(procedure);
            Some(if freed { Uniform } else { Handle })
        }
        _ => None,
    }
}

fn frees(procedure: &Procedure) -> bool {
    let ends = ["_free", "_free_keyval", "_disconnect", "_close", "_finalize"];
    ends.iter().any(|end| procedure.name.ends_with(end))
}

/// What the lists say of all that the procedure writes, handles aside.
fn listed(name: &str) -> Option<Output> {
    let name = collectives::family(name).unwrap_or(name.strip_prefix("MPI_")?);
    let lists = [
        (UNIFORM, Uniform),
        (RANK_DEPENDENT, RankDependent),
        (FROM_INPUTS, FromInputs),
        (FROM_STATE, FromState),
        (UNKNOWN, Unknown),
    ];
    lists.into_iter().find(|(list, _)| list.contains(&name)).map(|(_, output)| output)
}

/// Single parameters that differ from the rest of their procedure's.
const EXCEPTIONS: &[(&str, &str, Output)] = &[
    // 8.5.5: the dimensions are the topology's, the coordinates the caller's own.
    ("MPI_Cart_get", "coords", RankDependent),
    // 8.5.5: all ranks gave weights, or none did.
    ("MPI_Dist_graph_neighbors_count", "weighted", Uniform),
    // 14.3: every rank has a displacement and filetype of its own, etype and datarep are one.
    ("MPI_File_get_view", "disp", Unknown),
    ("MPI_File_get_view", "filetype", Unknown),
    ("MPI_File_get_view", "etype", Uniform),
    // The level of thread support is the library's; argc and argv stay what they were.
    ("MPI_Init_thread", "provided", Uniform),
    // 3.7.3: completed for sure, so a request is null afterwards if it was not persistent.
    ("MPI_Wait", "request", FromInputs),
    ("MPI_Waitall", "array_of_requests", FromInputs),
    // Memory that is new, or handed back.
    ("MPI_Alloc_mem", "baseptr", Handle),
    ("MPI_Buffer_detach", "buffer_addr", Handle),
    ("MPI_Comm_detach_buffer", "buffer_addr", Handle),
    ("MPI_Session_detach_buffer", "buffer_addr", Handle),
    ("MPI_Win_allocate", "baseptr", Handle),
    ("MPI_Win_allocate_shared", "baseptr", Handle),
    ("MPI_Win_shared_query", "baseptr", Handle),
    // MPI_Type_get_contents gives back handles; none of them says more than the datatype.
    ("MPI_Type_get_contents", "array_of_datatypes", FromInputs),
];

/// All that these write is the same on all ranks of the communicator, window or file.
const UNIFORM: &[&str] = &[
    "Abi_get_fortran_booleans",
    "Abi_get_version",
    // Chapter 6: everybody gets the same result. The other modes of a collective count with it.
    "Allgather",
    "Allgatherv",
    "Allreduce",
    "Bcast",
    // Chapters 7 and 8: facts of the communicator.
    "Cart_get",
    "Cartdim_get",
    "Comm_remote_size",
    "Comm_size",
    "Comm_spawn",
    "Comm_spawn_multiple",
    "Comm_test_inter",
    "Graph_get",
    "Graphdims_get",
    "Topo_test",
    // Chapters 9 and 11: facts of the library and of the job.
    "Finalized",
    "Get_library_version",
    "Get_version",
    "Initialized",
    "Is_thread_main",
    "Query_thread",
    // Chapter 14: facts of the file, which is one.
    "File_get_amode",
    "File_get_atomicity",
    "File_get_size",
    "File_get_view",
];

/// All that these write differs between ranks by its nature.
const RANK_DEPENDENT: &[&str] = &[
    // Chapters 3 and 4: what is received, and what has arrived by now.
    "Improbe",
    "Imrecv",
    "Iprobe",
    "Irecv",
    "Isendrecv",
    "Isendrecv_replace",
    "Mprobe",
    "Mrecv",
    "Parrived",
    "Precv_init",
    "Probe",
    "Recv",
    "Recv_init",
    "Request_get_status",
    "Request_get_status_all",
    "Request_get_status_any",
    "Request_get_status_some",
    "Sendrecv",
    "Sendrecv_replace",
    "Test",
    "Testall",
    "Testany",
    "Testsome",
    "Wait",
    "Waitall",
    "Waitany",
    "Waitsome",
    // Chapters 6 and 8: the rank's part of a result, or one only the root gets.
    "Alltoall",
    "Alltoallv",
    "Alltoallw",
    "Exscan",
    "Gather",
    "Gatherv",
    "Neighbor_allgather",
    "Neighbor_allgatherv",
    "Neighbor_alltoall",
    "Neighbor_alltoallv",
    "Neighbor_alltoallw",
    "Reduce",
    "Reduce_scatter",
    "Reduce_scatter_block",
    "Scan",
    "Scatter",
    "Scatterv",
    // Chapters 7 and 8: the caller's own place.
    "Cart_map",
    "Cart_shift",
    "Comm_rank",
    "Dist_graph_neighbors",
    "Dist_graph_neighbors_count",
    "Graph_map",
    "Group_rank",
    // Chapters 9 and 11: the caller's own machine and ports.
    "Get_processor_name",
    "Open_port",
    // Chapter 12: the target's memory at this moment.
    "Compare_and_swap",
    "Fetch_and_op",
    "Get",
    "Get_accumulate",
    "Rget",
    "Rget_accumulate",
    "Win_test",
    // Chapter 14: through the shared file pointer every rank reads another part of the file.
    "File_get_position_shared",
    "File_iread_shared",
    "File_read_ordered",
    "File_read_ordered_begin",
    "File_read_ordered_end",
    "File_read_shared",
];

/// All that these write follows from what they are given, the same everywhere.
const FROM_INPUTS: &[&str] = &[
    "Cart_coords",
    "Cart_rank",
    "Dims_create",
    "Error_class",
    "Error_string",
    "F_sync_reg",
    "File_get_type_extent",
    "Get_count",
    "Get_elements",
    "Get_elements_x",
    "Graph_neighbors",
    "Graph_neighbors_count",
    "Group_size",
    "Info_create_env",
    "Init",
    "Init_thread",
    "Op_commutative",
    "Pack",
    "Pack_external",
    "Pack_external_size",
    "Pack_size",
    "Reduce_local",
    "Session_get_nth_pset",
    "Sizeof",
    "Status_c2f",
    "Status_c2f08",
    "Status_f082c",
    "Status_f082f",
    "Status_f2c",
    "Status_f2f08",
    "Status_get_error",
    "Status_get_source",
    "Status_get_tag",
    "Status_set_cancelled",
    "Status_set_elements",
    "Status_set_elements_x",
    "Status_set_error",
    "Status_set_source",
    "Status_set_tag",
    "Test_cancelled",
    "Type_extent",
    "Type_get_contents",
    "Type_get_envelope",
    "Type_get_extent",
    "Type_get_extent_x",
    "Type_get_true_extent",
    "Type_get_true_extent_x",
    "Type_lb",
    "Type_size",
    "Type_size_x",
    "Type_ub",
    "Unpack",
    "Unpack_external",
    "Win_shared_query",
];

/// All that these write follows from what they are given, and from what the library was told before.
const FROM_STATE: &[&str] = &[
    "Attr_get",
    "Buffer_detach",
    "Comm_compare",
    "Comm_detach_buffer",
    "Comm_get_attr",
    "Comm_get_name",
    "Group_compare",
    "Group_translate_ranks",
    "Info_get",
    "Info_get_nkeys",
    "Info_get_nthkey",
    "Info_get_string",
    "Info_get_valuelen",
    "Lookup_name",
    "Session_detach_buffer",
    "Type_get_attr",
    "Type_get_name",
    "Win_get_attr",
    "Win_get_name",
];

/// Of what these write nothing can be said.
const UNKNOWN: &[&str] = &[
    // 9.5: local, so ranks may get different numbers, and mostly do not.
    "Add_error_class",
    "Add_error_code",
    // Addresses.
    "Address",
    "Get_address",
    // Chapter 14: the contents of files, and how much of them there is. Ranks that read at the same
    // offset get the same, ranks with a view of their own do not.
    "File_get_byte_offset",
    "File_get_position",
    "File_iread",
    "File_iread_all",
    "File_iread_at",
    "File_iread_at_all",
    "File_read",
    "File_read_all",
    "File_read_all_begin",
    "File_read_all_end",
    "File_read_at",
    "File_read_at_all",
    "File_read_at_all_begin",
    "File_read_at_all_end",
    "File_write",
    "File_write_all",
    "File_write_all_end",
    "File_write_at",
    "File_write_at_all",
    "File_write_at_all_end",
    "File_write_ordered",
    "File_write_ordered_end",
    "File_write_shared",
    "Session_get_num_psets",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mpi::{procedure, procedures};

    #[test]
    fn every_name_in_the_lists_is_a_procedure_that_writes_something_and_stands_once() {
        let all = [UNIFORM, RANK_DEPENDENT, FROM_INPUTS, FROM_STATE, UNKNOWN].concat();
        for (index, name) in all.iter().enumerate() {
            let found = procedure(&format!("MPI_{name}")).expect(name);
            assert!(found.params.iter().any(|param| writes(found, param)), "{name} writes nothing");
            assert!(!all[..index].contains(name), "{name} stands twice");
        }
        for list in [UNIFORM, RANK_DEPENDENT, FROM_INPUTS, FROM_STATE, UNKNOWN] {
            for name in list {
                let full = format!("MPI_{name}");
                assert!(collectives::family(&full).is_none_or(|family| family == *name), "{name}");
            }
        }
    }

    #[test]
    fn every_exception_is_a_written_parameter() {
        for (name, param, _) in EXCEPTIONS {
            let found = procedure(name).expect(name);
            let index = found.param(param).expect(param);
            assert!(output(found, index).is_some(), "{name} {param}");
        }
    }

    #[test]
    fn everything_a_procedure_writes_is_spoken_of() {
        let tools = |procedure: &Procedure| procedure.name.starts_with("MPI_T_");
        for procedure in procedures().iter().filter(|procedure| !tools(procedure)) {
            for param in procedure.params.iter().filter(|param| writes(procedure, param)) {
                let exception = |&(name, of, _): &(&str, &str, Output)| {
                    name == procedure.name && of == param.name
                };
                let spoken = EXCEPTIONS.iter().any(exception)
                    || handle(procedure, param).is_some()
                    || listed(procedure.name).is_some();
                assert!(spoken, "{} {}", procedure.name, param.name);
            }
        }
    }
}
