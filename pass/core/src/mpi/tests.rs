//! The table against what the standard says, written down a second time: the lists of names below
//! are from the chapters of MPI 4.0 and from nothing in this crate, so that a hole is found.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

/// Chapter 6: collective communication, with the persistent forms of 6.13.
const CHAPTER_6: &str = "
    MPI_Barrier MPI_Bcast MPI_Gather MPI_Gatherv MPI_Scatter MPI_Scatterv MPI_Allgather
    MPI_Allgatherv MPI_Alltoall MPI_Alltoallv MPI_Alltoallw MPI_Reduce MPI_Allreduce
    MPI_Reduce_scatter_block MPI_Reduce_scatter MPI_Scan MPI_Exscan";
const CHAPTER_6_NONBLOCKING: &str = "
    MPI_Ibarrier MPI_Ibcast MPI_Igather MPI_Igatherv MPI_Iscatter MPI_Iscatterv MPI_Iallgather
    MPI_Iallgatherv MPI_Ialltoall MPI_Ialltoallv MPI_Ialltoallw MPI_Ireduce MPI_Iallreduce
    MPI_Ireduce_scatter_block MPI_Ireduce_scatter MPI_Iscan MPI_Iexscan";
const CHAPTER_6_PERSISTENT: &str = "
    MPI_Barrier_init MPI_Bcast_init MPI_Gather_init MPI_Gatherv_init MPI_Scatter_init
    MPI_Scatterv_init MPI_Allgather_init MPI_Allgatherv_init MPI_Alltoall_init MPI_Alltoallv_init
    MPI_Alltoallw_init MPI_Reduce_init MPI_Allreduce_init MPI_Reduce_scatter_block_init
    MPI_Reduce_scatter_init MPI_Scan_init MPI_Exscan_init";

/// Chapter 7: groups, contexts, communicators.
const CHAPTER_7: &str = "
    MPI_Comm_dup MPI_Comm_dup_with_info MPI_Comm_create MPI_Comm_create_group MPI_Comm_split
    MPI_Comm_split_type MPI_Comm_create_from_group MPI_Comm_free MPI_Comm_set_info
    MPI_Intercomm_create MPI_Intercomm_create_from_groups MPI_Intercomm_merge";
const CHAPTER_7_NONBLOCKING: &str = "MPI_Comm_idup MPI_Comm_idup_with_info";

/// Chapter 8: topologies and their neighborhood collectives.
const CHAPTER_8: &str = "
    MPI_Cart_create MPI_Graph_create MPI_Dist_graph_create_adjacent MPI_Dist_graph_create
    MPI_Cart_sub MPI_Neighbor_allgather MPI_Neighbor_allgatherv MPI_Neighbor_alltoall
    MPI_Neighbor_alltoallv MPI_Neighbor_alltoallw";
const CHAPTER_8_NONBLOCKING: &str = "
    MPI_Ineighbor_allgather MPI_Ineighbor_allgatherv MPI_Ineighbor_alltoall
    MPI_Ineighbor_alltoallv MPI_Ineighbor_alltoallw";
const CHAPTER_8_PERSISTENT: &str = "
    MPI_Neighbor_allgather_init MPI_Neighbor_allgatherv_init MPI_Neighbor_alltoall_init
    MPI_Neighbor_alltoallv_init MPI_Neighbor_alltoallw_init";

/// Chapter 11: process initialization, creation, and management.
const CHAPTER_11: &str = "
    MPI_Init MPI_Init_thread MPI_Finalize MPI_Comm_spawn MPI_Comm_spawn_multiple MPI_Comm_accept
    MPI_Comm_connect MPI_Comm_disconnect";

/// Chapter 12: one-sided communications.
const CHAPTER_12: &str = "
    MPI_Win_create MPI_Win_allocate MPI_Win_allocate_shared MPI_Win_create_dynamic MPI_Win_free
    MPI_Win_fence MPI_Win_set_info";

/// Chapter 14: I/O.
const CHAPTER_14: &str = "
    MPI_File_open MPI_File_close MPI_File_set_size MPI_File_preallocate MPI_File_set_info
    MPI_File_set_view MPI_File_read_at_all MPI_File_write_at_all MPI_File_read_all
    MPI_File_write_all MPI_File_read_ordered MPI_File_write_ordered MPI_File_seek_shared
    MPI_File_read_at_all_begin MPI_File_read_at_all_end MPI_File_write_at_all_begin
    MPI_File_write_at_all_end MPI_File_read_all_begin MPI_File_read_all_end
    MPI_File_write_all_begin MPI_File_write_all_end MPI_File_read_ordered_begin
    MPI_File_read_ordered_end MPI_File_write_ordered_begin MPI_File_write_ordered_end
    MPI_File_set_atomicity MPI_File_sync";
const CHAPTER_14_NONBLOCKING: &str = "
    MPI_File_iread_at_all MPI_File_iwrite_at_all MPI_File_iread_all MPI_File_iwrite_all";

fn names(lists: &[&'static str]) -> BTreeSet<&'static str> {
    lists.iter().flat_map(|list| list.split_whitespace()).collect()
}

fn in_the_table(mode: Mode) -> BTreeSet<&'static str> {
    let collective =
        |procedure: &&Procedure| procedure.collective().is_some_and(|found| found.mode == mode);
    procedures().iter().filter(collective).map(|procedure| procedure.name).collect()
}

fn by_name(name: &str) -> &'static Procedure {
    procedure(name).unwrap_or_else(|| panic!("{name} is not in the table"))
}

fn collective(name: &str) -> &'static Collective {
    by_name(name).collective().unwrap_or_else(|| panic!("{name} is not collective"))
}

#[test]
fn the_collectives_are_those_of_the_standard() {
    let blocking = [CHAPTER_6, CHAPTER_7, CHAPTER_8, CHAPTER_11, CHAPTER_12, CHAPTER_14];
    let nonblocking = [
        CHAPTER_6_NONBLOCKING,
        CHAPTER_7_NONBLOCKING,
        CHAPTER_8_NONBLOCKING,
        CHAPTER_14_NONBLOCKING,
    ];
    assert_eq!(in_the_table(Mode::Blocking), names(&blocking));
    assert_eq!(in_the_table(Mode::Nonblocking), names(&nonblocking));
    assert_eq!(
        in_the_table(Mode::Persistent),
        names(&[CHAPTER_6_PERSISTENT, CHAPTER_8_PERSISTENT])
    );
}

#[test]
fn what_is_local_or_for_some_ranks_only_is_not_collective() {
    let local = "
        MPI_Comm_rank MPI_Comm_size MPI_Comm_compare MPI_Comm_get_attr MPI_Comm_set_attr
        MPI_Comm_group MPI_Comm_set_name MPI_Comm_set_errhandler MPI_Session_init
        MPI_Session_finalize MPI_Comm_join MPI_Abort MPI_Start MPI_Startall MPI_Wait MPI_Win_lock
        MPI_Win_post MPI_Win_start MPI_Win_complete MPI_Win_wait MPI_Win_attach MPI_Win_detach
        MPI_File_delete MPI_File_get_size MPI_File_read_at MPI_File_iread MPI_File_read_shared
        MPI_Psend_init MPI_Precv_init MPI_Send_init MPI_Cart_rank MPI_Dims_create MPI_Initialized";
    for name in local.split_whitespace() {
        assert!(by_name(name).collective().is_none(), "{name}");
    }
    let ending: Vec<_> = procedures().iter().filter(|procedure| ends_job(procedure)).collect();
    assert_eq!(ending, [by_name("MPI_Abort")]);
}

#[test]
fn every_position_points_to_a_parameter_of_its_kind() {
    for procedure in procedures() {
        let Some(found) = procedure.collective() else { continue };
        let is = |index: u8, kinds: &[ParamKind]| {
            let param = procedure.params.get(usize::from(index));
            let fits = param.is_some_and(|param| kinds.contains(&param.kind));
            assert!(fits, "{} {index} is not {kinds:?}", procedure.name);
        };
        for scope in [Some(found.scope), found.also].into_iter().flatten() {
            match scope {
                Scope::World => assert!(procedure.params.iter().all(|param| {
                    !matches!(
                        param.kind,
                        ParamKind::Communicator | ParamKind::Window | ParamKind::File
                    )
                })),
                Scope::Communicator(index) => is(index, &[ParamKind::Communicator]),
                Scope::Window(index) => is(index, &[ParamKind::Window]),
                Scope::File(index) => is(index, &[ParamKind::File]),
                Scope::Group(index) => is(index, &[ParamKind::Group]),
            }
        }
        for object in [found.creates, found.frees].into_iter().flatten() {
            match object {
                Object::Communicator(index) => is(index, &[ParamKind::Communicator]),
                Object::Window(index) => is(index, &[ParamKind::Window]),
                Object::File(index) => is(index, &[ParamKind::File]),
            }
        }
        found.root.into_iter().for_each(|index| is(index, &[ParamKind::Root]));
        found.operator.into_iter().for_each(|index| is(index, &[ParamKind::Operation]));
        found.request.into_iter().for_each(|index| is(index, &[ParamKind::Request]));
        found.datatypes.iter().for_each(|&index| is(index, &[ParamKind::Datatype]));
        found.counts.iter().for_each(|&index| is(index, &[ParamKind::Count]));
        let by_request = found.mode != Mode::Blocking;
        assert_eq!(found.request.is_some(), by_request, "{}", procedure.name);
        assert!(!(found.synchronizes && by_request), "{}", procedure.name);
    }
}

#[test]
fn collectives_with_a_root_or_an_operator_are_those_of_the_standard() {
    let with = |has: fn(&Collective) -> bool| -> BTreeSet<&str> {
        let blocking = |found: &Collective| found.mode == Mode::Blocking && has(found);
        let all = procedures().iter();
        all.filter(|procedure| procedure.collective().is_some_and(blocking))
            .map(|procedure| procedure.name)
            .collect()
    };
    let rooted = "MPI_Bcast MPI_Gather MPI_Gatherv MPI_Scatter MPI_Scatterv MPI_Reduce
        MPI_Comm_spawn MPI_Comm_spawn_multiple MPI_Comm_accept MPI_Comm_connect";
    assert_eq!(with(|found| found.root.is_some()), names(&[rooted]));
    let reductions = "MPI_Reduce MPI_Allreduce MPI_Reduce_scatter MPI_Reduce_scatter_block
        MPI_Scan MPI_Exscan";
    assert_eq!(with(|found| found.operator.is_some()), names(&[reductions]));
    let makers = "MPI_Comm_dup MPI_Comm_dup_with_info MPI_Comm_create MPI_Comm_create_group
        MPI_Comm_split MPI_Comm_split_type MPI_Comm_create_from_group MPI_Intercomm_create
        MPI_Intercomm_create_from_groups MPI_Intercomm_merge MPI_Cart_create MPI_Graph_create
        MPI_Dist_graph_create_adjacent MPI_Dist_graph_create MPI_Cart_sub MPI_Comm_spawn
        MPI_Comm_spawn_multiple MPI_Comm_accept MPI_Comm_connect MPI_Win_create MPI_Win_allocate
        MPI_Win_allocate_shared MPI_Win_create_dynamic MPI_File_open";
    assert_eq!(with(|found| found.creates.is_some()), names(&[makers]));
    let enders = "MPI_Comm_free MPI_Comm_disconnect MPI_Win_free MPI_File_close";
    assert_eq!(with(|found| found.frees.is_some()), names(&[enders]));
}

#[test]
fn some_collectives_in_full() {
    let reduce = collective("MPI_Reduce");
    assert_eq!((reduce.root, reduce.operator), (Some(5), Some(4)));
    assert_eq!((&reduce.counts[..], &reduce.datatypes[..]), (&[2][..], &[3][..]));
    assert_eq!((reduce.scope, reduce.also), (Scope::Communicator(6), None));
    let all_to_all = collective("MPI_Ialltoallw");
    assert_eq!((&all_to_all.counts[..], &all_to_all.datatypes[..]), (&[1, 5][..], &[3, 7][..]));
    assert_eq!((all_to_all.operation, all_to_all.request), ("MPI_Ialltoallw", Some(9)));
    let group = collective("MPI_Comm_create_group");
    assert_eq!((group.scope, group.also), (Scope::Group(1), Some(Scope::Communicator(0))));
    let bridge = collective("MPI_Intercomm_create");
    assert_eq!(
        (bridge.scope, bridge.also, bridge.creates),
        (Scope::Communicator(0), Some(Scope::Communicator(2)), Some(Object::Communicator(5)))
    );
    assert_eq!(collective("MPI_Win_fence").scope, Scope::Window(1));
    assert_eq!(collective("MPI_Win_allocate").scope, Scope::Communicator(3));
    assert_eq!(collective("MPI_File_open").creates, Some(Object::File(4)));
    assert_eq!(collective("MPI_File_close").scope, Scope::File(0));
    assert_eq!(collective("MPI_Init_thread").operation, collective("MPI_Init").operation);
    assert_eq!(collective("MPI_Finalize").scope, Scope::World);
    assert!(collective("MPI_Dist_graph_create").counts.is_empty());
}

#[test]
fn the_table_is_sorted_and_every_name_finds_its_row() {
    let names: Vec<_> = procedures().iter().map(|procedure| procedure.name).collect();
    assert!(names.iter().all(|name| name.starts_with("MPI_")));
    assert!(names.windows(2).all(|pair| compare(&pair[0][PREFIX..], &pair[1][PREFIX..]).is_lt()));
    for procedure in procedures() {
        assert!(std::ptr::eq(by_name(procedure.name), procedure));
        assert!(procedure.params.len() < 16 && (procedure.in_c || procedure.in_fortran));
    }
}

#[test]
fn no_name_ends_in_what_a_lookup_cuts_off() {
    for procedure in procedures() {
        for suffix in ["_", "_c", "_large", "_f08", "_f08ts", "_fts", "_f90", "_cptr"] {
            let lower = procedure.name.to_ascii_lowercase();
            assert!(!lower.ends_with(suffix), "{} {suffix}", procedure.name);
        }
    }
}

#[test]
fn every_procedure_is_found_by_every_spelling() {
    for procedure in procedures() {
        for prefix in ["", "P"] {
            let name = format!("{prefix}{}", procedure.name);
            let small = name.to_ascii_lowercase();
            let expect = |symbol: &str, binding, exists: bool, large| {
                let found = lookup(symbol).filter(|call| call.binding == binding);
                let wanted = exists.then_some((procedure.name, binding, !prefix.is_empty(), large));
                let found = found
                    .map(|call| (call.procedure.name, call.binding, call.profiling, call.large));
                assert_eq!(found, wanted, "{symbol}");
            };
            let large = procedure.large_count;
            expect(&name, Binding::C, procedure.in_c, false);
            expect(&format!("{name}_c"), Binding::C, procedure.in_c && large, true);
            let fortran = procedure.in_fortran;
            for end in ["", "_", "__"] {
                expect(&format!("{small}{end}"), Binding::Fortran, fortran, false);
                let f08 = format!("{small}_f08{end}");
                expect(&f08, Binding::FortranF08, fortran, false);
                let f08ts = format!("{small}_f08ts{end}").to_ascii_uppercase();
                expect(&f08ts, Binding::FortranF08, fortran, false);
                let f08_large = format!("{small}_f08_large{end}");
                expect(&f08_large, Binding::FortranF08, fortran && large, true);
                let f08 = format!("{name}_f08{end}");
                expect(&f08, Binding::FortranF08, fortran, false);
                let c_f08ts = format!("{small}_c_f08ts{end}");
                expect(&c_f08ts, Binding::FortranF08, fortran && large, true);
            }
        }
    }
}

#[test]
fn spellings_that_are_special() {
    let found = |symbol: &str| {
        lookup(symbol).map(|call| (call.procedure.name, call.binding, call.descriptors))
    };
    assert_eq!(found("MPI_BARRIER"), Some(("MPI_Barrier", Binding::Fortran, false)));
    assert_eq!(found("MPI_Barrier"), Some(("MPI_Barrier", Binding::C, false)));
    assert_eq!(found("mpi_bcast_f08ts_"), Some(("MPI_Bcast", Binding::FortranF08, true)));
    assert_eq!(found("mpi_bcast_fts_"), Some(("MPI_Bcast", Binding::Fortran, true)));
    assert_eq!(
        found("mpi_win_allocate_cptr_"),
        Some(("MPI_Win_allocate", Binding::Fortran, false))
    );
    assert_eq!(found("mpi_sizeof_real32_r2_"), Some(("MPI_Sizeof", Binding::Fortran, false)));
    assert_eq!(found("mpi_wtime_f90_"), Some(("MPI_Wtime", Binding::Fortran, false)));
    let nobody = [
        "Mpi_barrier_f08_",
        "",
        "p",
        "P",
        "mpi",
        "MPI_",
        "PMPI_",
        "mpi__",
        "mpi___",
        "pmpi",
        "MPI_Barrier_",
        "Mpi_Barrier",
        "mpi_Barrier",
        "pMPI_Barrier",
        "Pmpi_barrier_",
        "MPI_Barrier_c",
        "mpi_barrier___",
        "mpi_barrier_large_",
        "MPI_Barriers",
        "xMPI_Barrier",
        "mpi_comm_c2f_",
        "MPI_Sizeof",
        "mpi_t_init_thread_",
        "MPI_COMM_WORLD",
        "ompi_mpi_comm_world",
        "MPIX_Barrier",
        "MPI_Bcast\u{e9}",
        "mpi_bcast_\u{e9}_",
        "p\u{e9}mpi_",
    ];
    for symbol in nobody {
        assert_eq!(found(symbol), None, "{symbol}");
    }
}

#[test]
fn arguments_stand_where_the_binding_has_them() {
    let call = |symbol: &str| lookup(symbol).expect(symbol);
    let c = call("MPI_Init_thread");
    assert_eq!(
        (0..5).map(|param| c.argument(param)).collect::<Vec<_>>(),
        [Some(0), Some(1), Some(2), Some(3), None]
    );
    let fortran = call("mpi_init_thread_");
    assert_eq!(
        (0..4).map(|param| fortran.argument(param)).collect::<Vec<_>>(),
        [None, None, Some(0), Some(1)]
    );
    assert_eq!(fortran.param_of_argument(1), Some(3));
    assert_eq!((fortran.param_of_argument(2), fortran.ierror()), (None, Some(2)));
    assert_eq!(c.ierror(), None);
    assert_eq!(call("mpi_wtime_").ierror(), None);
    assert_eq!(call("mpi_pcontrol_").ierror(), None);
    assert_eq!(call("mpi_finalize_").ierror(), Some(0));
    // The large variant of this one has two parameters more.
    let small = call("MPI_Type_get_envelope");
    assert_eq!((small.argument(3), small.argument(4)), (None, Some(3)));
    assert_eq!(call("MPI_Type_get_envelope_c").argument(4), Some(4));
    assert!(call("mpi_bcast_").by_address(1) && !call("MPI_Bcast").by_address(1));
    assert!(call("MPI_Bcast").by_address(0));
}

#[test]
fn outputs_that_decide_what_is_found() {
    let of = |name: &str, param: &str| {
        let procedure = by_name(name);
        output(procedure, procedure.param(param).expect(param))
    };
    for (name, param, expected) in [
        ("MPI_Comm_rank", "rank", Output::RankDependent),
        ("MPI_Comm_size", "size", Output::Uniform),
        ("MPI_Bcast", "buffer", Output::Uniform),
        ("MPI_Bcast_init", "buffer", Output::Uniform),
        ("MPI_Iallreduce", "recvbuf", Output::Uniform),
        ("MPI_Allreduce_init", "recvbuf", Output::Uniform),
        ("MPI_Reduce", "recvbuf", Output::RankDependent),
        ("MPI_Ireduce", "recvbuf", Output::RankDependent),
        ("MPI_Scatterv", "recvbuf", Output::RankDependent),
        ("MPI_Recv", "buf", Output::RankDependent),
        ("MPI_Recv", "status", Output::RankDependent),
        ("MPI_Precv_init", "buf", Output::RankDependent),
        ("MPI_Test", "flag", Output::RankDependent),
        ("MPI_Waitany", "index", Output::RankDependent),
        ("MPI_Waitany", "array_of_requests", Output::RankDependent),
        ("MPI_Waitall", "array_of_requests", Output::FromInputs),
        ("MPI_Get", "origin_addr", Output::RankDependent),
        ("MPI_Cart_get", "dims", Output::Uniform),
        ("MPI_Cart_get", "coords", Output::RankDependent),
        ("MPI_Cart_rank", "rank", Output::FromInputs),
        ("MPI_Cart_coords", "coords", Output::FromInputs),
        ("MPI_Get_count", "count", Output::FromInputs),
        ("MPI_Dims_create", "dims", Output::FromInputs),
        ("MPI_Type_contiguous", "newtype", Output::FromInputs),
        ("MPI_Comm_compare", "result", Output::FromState),
        ("MPI_Comm_split", "newcomm", Output::Handle),
        ("MPI_Isend", "request", Output::Handle),
        ("MPI_Irecv", "request", Output::Handle),
        ("MPI_Comm_free", "comm", Output::Uniform),
        ("MPI_Type_free", "datatype", Output::Uniform),
        ("MPI_Init_thread", "provided", Output::Uniform),
        ("MPI_Init", "argv", Output::FromInputs),
        ("MPI_File_read_all", "buf", Output::Unknown),
    ] {
        assert_eq!(of(name, param), Some(expected), "{name} {param}");
    }
    assert_eq!(of("MPI_Bcast", "root"), None);
    assert_eq!(result(by_name("MPI_Wtime")), Output::RankDependent);
    assert_eq!(result(by_name("MPI_Wtick")), Output::Uniform);
    assert_eq!(result(by_name("MPI_Aint_add")), Output::FromInputs);
    assert_eq!(result(by_name("MPI_Recv")), Output::Uniform);
}

#[test]
fn exact_sources_are_the_rank_and_the_size() {
    let all = procedures().iter().flat_map(|procedure| {
        let params = 0..procedure.params.len();
        params.filter_map(|param| Some((procedure.name, rank_source(procedure, param)?)))
    });
    let expected =
        [("MPI_Comm_rank", RankSource::RankIn(0)), ("MPI_Comm_size", RankSource::SizeOf(0))];
    assert_eq!(all.collect::<Vec<_>>(), expected);
}

proptest! {
    #[test]
    fn lookup_never_panics(symbol in any::<String>()) {
        let _ = lookup(&symbol);
    }

    #[test]
    fn a_symbol_that_looks_like_mpi_is_found_only_by_its_own_name(
        symbol in "[pP]?(mpi|MPI)_[a-zA-Z_é0-9]{0,12}(_c|_f08|_f08ts|_large|_cptr|_fts){0,2}_{0,3}",
    ) {
        if let Some(call) = lookup(&symbol) {
            let name = call.procedure.name.to_ascii_lowercase();
            prop_assert!(symbol.to_ascii_lowercase().contains(&name));
            for param in 0..call.procedure.params.len() {
                if let Some(argument) = call.argument(param) {
                    prop_assert_eq!(call.param_of_argument(argument), Some(param));
                }
            }
        }
    }
}
