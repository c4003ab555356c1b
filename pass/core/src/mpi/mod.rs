//! The table of MPI procedures: every procedure of the standard with its parameters, found by the
//! symbol a linker sees ([`lookup`]); which of them are collective and over whom
//! ([`Procedure::collective`]); and what their results say about ranks ([`effects`]).
//!
//! The rows are generated from the MPI Forum's own data (`cargo xtask mpi-table`). Written by hand
//! is only what that data does not say: [`collectives`], [`messages`] and [`effects`]. References are to the
//! chapters of MPI 4.0.

use std::cmp::Ordering;

pub mod collectives;
pub mod effects;
mod generated;
pub mod messages;
#[cfg(test)]
mod tests;

pub use collectives::{Collective, Mode, Object, Scope, family};
pub use effects::{Output, RankSource, dealt, got_from, output, rank_source, result, source};

/// What a parameter is, in the standard's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParamKind {
    /// Memory with the program's data, `void *`.
    Buffer,
    /// A number of elements, bytes, processes or array entries.
    Count,
    /// A distance: of elements, of bytes, of a file offset.
    Displacement,
    /// `MPI_Datatype`.
    Datatype,
    /// `MPI_Comm`.
    Communicator,
    /// `MPI_Group`.
    Group,
    /// `MPI_Win`.
    Window,
    /// `MPI_File`.
    File,
    /// `MPI_Request`.
    Request,
    /// `MPI_Message`.
    Message,
    /// `MPI_Session`.
    Session,
    /// `MPI_Status`.
    Status,
    /// `MPI_Op`.
    Operation,
    /// `MPI_Info`.
    Info,
    /// `MPI_Errhandler`.
    Errhandler,
    /// The rank of a process, but for roots.
    Rank,
    /// The rank that is the root of a collective.
    Root,
    /// A message's tag.
    Tag,
    /// What a communicator is split by: a color, or a split type.
    Color,
    /// What orders the ranks of a split.
    Key,
    /// A level of thread support.
    ThreadLevel,
    /// The key of an attribute.
    Keyval,
    /// A number that is none of the others.
    Integer,
    /// A truth value.
    Logical,
    /// Text.
    String,
    /// An absolute address.
    Address,
    /// A callback.
    Function,
    /// What is kept for callbacks and attributes, passed through unread.
    State,
    /// An error code or class.
    ErrorCode,
    /// The `...` of `MPI_Pcontrol`.
    Varargs,
    /// Handles and numbers of the tool information interface, `MPI_T_*`.
    Other,
}

/// Which way a parameter's data goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The procedure reads it.
    In,
    /// The procedure writes it.
    Out,
    /// The procedure reads and writes it.
    InOut,
}

/// In which calls a parameter is there at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Presence {
    /// In all of them.
    Always,
    /// Only in C: `argc` and `argv`, and the `...` of `MPI_Pcontrol`.
    OnlyC,
    /// Only in the large count variant.
    OnlyLarge,
}

/// One parameter of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// The standard's name for it.
    pub name: &'static str,
    /// What it is.
    pub kind: ParamKind,
    /// Which way its data goes.
    pub direction: Direction,
    /// An array of what `kind` says. A buffer or a text is not an array in this sense.
    pub array: bool,
    /// C passes an address: arrays, buffers, texts, and everything that is written. Fortran always
    /// does.
    pub by_address: bool,
    /// In which calls it is there.
    pub presence: Presence,
}

impl Param {
    /// The procedure may write it.
    #[must_use]
    pub fn is_written(&self) -> bool {
        self.direction != Direction::In
    }
}

/// One procedure of the standard.
#[derive(Debug, PartialEq, Eq)]
pub struct Procedure {
    /// The name in C's spelling, `MPI_Bcast`.
    pub name: &'static str,
    /// The parameters in C's order, without Fortran's `ierror`.
    pub params: &'static [Param],
    /// It exists in C.
    pub in_c: bool,
    /// It exists in Fortran.
    pub in_fortran: bool,
    /// It has a large count variant, `MPI_Bcast_c`.
    pub large_count: bool,
    /// What the C function returns is not an error code but the result itself: `MPI_Wtime`,
    /// `MPI_Aint_add`, the conversions of handles.
    pub returns_value: bool,
    /// The Fortran form has `ierror` as its last argument.
    pub ierror: bool,
}

impl Procedure {
    /// The position of the parameter named `name`.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|param| param.name == name)
    }

    /// It sends, receives, starts, completes or waits for something, or all processes take part in it: what
    /// the levels of thread support are about (MPI 4.0, 11.6). What only asks or computes in the process
    /// itself does not count.
    #[must_use]
    pub fn communicates(&self) -> bool {
        /// Local procedures with handles of communication or with buffers.
        const LOCAL: &[&str] = &[
            "MPI_Buffer_attach",
            "MPI_Buffer_detach",
            "MPI_Free_mem",
            "MPI_Get_address",
            "MPI_Pack",
            "MPI_Pack_external",
            "MPI_Reduce_local",
            "MPI_Request_get_status",
            "MPI_Status_set_elements",
            "MPI_Status_set_elements_x",
            "MPI_Unpack",
            "MPI_Unpack_external",
        ];
        /// How the names of procedures begin that only ask or set attributes.
        const ASKING: &[&str] = &[
            "MPI_Comm_",
            "MPI_File_get_",
            "MPI_File_set_",
            "MPI_File_call_",
            "MPI_File_create_errhandler",
            "MPI_Win_call_",
            "MPI_Win_create_errhandler",
            "MPI_Win_create_keyval",
            "MPI_Win_delete_attr",
            "MPI_Win_free_keyval",
            "MPI_Win_get_",
            "MPI_Win_set_",
            "MPI_T_",
        ];
        if matches!(self.name, "MPI_Init" | "MPI_Init_thread" | "MPI_Abort") {
            return false;
        }
        let local = LOCAL.contains(&self.name)
            || self.returns_value
            || ASKING.iter().any(|start| self.name.starts_with(start));
        let handled = self.params.iter().any(|param| {
            matches!(
                param.kind,
                ParamKind::Buffer
                    | ParamKind::Request
                    | ParamKind::Message
                    | ParamKind::Window
                    | ParamKind::File
            ) || param.name == "status" && param.kind == ParamKind::Status
        });
        self.collective().is_some() || handled && !local
    }

    /// What is known of it as a collective; `None`: it is local or point-to-point.
    #[must_use]
    pub fn collective(&self) -> Option<&'static Collective> {
        collectives::of(self)
    }
}

/// Which of MPI's interfaces a call goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// C, and with it C++ and Rust.
    C,
    /// Fortran with `mpif.h` or `use mpi`: everything by address, handles are `INTEGER`s.
    Fortran,
    /// Fortran with `use mpi_f08`: everything by address, handles are derived types that hold one
    /// `INTEGER`; `ierror` is optional, so its argument may be a null pointer.
    FortranF08,
}

/// What a symbol says about the call of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// What is called.
    pub procedure: &'static Procedure,
    /// Through which interface.
    pub binding: Binding,
    /// By its `PMPI_` name: a tool's call, that no tool sees.
    pub profiling: bool,
    /// The large count variant.
    pub large: bool,
    /// Buffers are passed as the address of a Fortran descriptor (`CFI_cdesc_t`), not of the data:
    /// the `_f08ts` and `_fts` symbols.
    pub descriptors: bool,
}

impl Call {
    /// At which position of the call the parameter `param` stands, counted from 0; `None`: this
    /// call does not have it. `ierror` and Fortran's hidden lengths of texts come after them all.
    #[must_use]
    pub fn argument(&self, param: usize) -> Option<usize> {
        let params = self.procedure.params;
        let present = params.get(param).is_some_and(|param| self.has(param));
        present.then(|| params[..param].iter().filter(|param| self.has(param)).count())
    }

    /// Which parameter stands at position `argument` of the call; `None`: none, or `ierror`.
    #[must_use]
    pub fn param_of_argument(&self, argument: usize) -> Option<usize> {
        let params = self.procedure.params.iter().enumerate();
        params.filter(|(_, param)| self.has(param)).nth(argument).map(|(index, _)| index)
    }

    /// The position of Fortran's `ierror`; `None`: in C, and of the procedures without one.
    #[must_use]
    pub fn ierror(&self) -> Option<usize> {
        let has = self.binding != Binding::C && self.procedure.ierror;
        has.then(|| self.procedure.params.iter().filter(|param| self.has(param)).count())
    }

    /// The call hands over the address of what `param` is, not its value.
    #[must_use]
    pub fn by_address(&self, param: usize) -> bool {
        let params = self.procedure.params;
        self.binding != Binding::C || params.get(param).is_some_and(|param| param.by_address)
    }

    fn has(&self, param: &Param) -> bool {
        match param.presence {
            Presence::Always => true,
            Presence::OnlyC => self.binding == Binding::C,
            Presence::OnlyLarge => self.large,
        }
    }
}

/// All procedures, sorted by name without regard to case.
#[must_use]
pub fn procedures() -> &'static [Procedure] {
    generated::PROCEDURES
}

/// The procedure of exactly this name in C's spelling, `MPI_Bcast`.
#[must_use]
pub fn procedure(name: &str) -> Option<&'static Procedure> {
    find(name.strip_prefix("MPI_")?).filter(|procedure| procedure.name == name)
}

/// What a linker's symbol calls; `None`: nothing of MPI.
///
/// C: `MPI_Barrier`, `PMPI_Barrier`, `MPI_Allreduce_c`. Fortran, all in lower or all in upper case:
/// `mpi_barrier` with up to two underscores at its end, `pmpi_barrier_`, the suffixes of MPI 4.0
/// section 19.1.5 (`_f08`, `_f08ts`, `_fts`), `_f90`, `_cptr`, and `_large` or `_c` for large counts.
/// `MPI_Barrier_f08` is one too. A name in mixed case that is not C's own, `Mpi_Barrier`, is a
/// procedure of the program.
#[must_use]
pub fn lookup(symbol: &str) -> Option<Call> {
    let (profiling, name) = match symbol.as_bytes().first()? {
        b'p' | b'P' => (true, symbol.get(1..)?),
        _ => (false, symbol),
    };
    let rest = strip_prefix(name, "mpi_")?;
    let call = if name.starts_with("MPI_") { c_call(rest) } else { None };
    let call = call.or_else(|| fortran_call(rest).filter(|call| has_one_spelling(symbol, call)))?;
    // `pMPI_Barrier` is nobody's spelling: the P has the case of the rest.
    let wrong_prefix = symbol.starts_with('p') && name.starts_with("MPI_");
    (!wrong_prefix).then_some(Call { profiling, ..call })
}

/// Fortran's symbols are in one case, or, where a library has the `_f08` procedures for C as well,
/// start with C's own spelling.
fn has_one_spelling(symbol: &str, call: &Call) -> bool {
    let bytes = symbol.as_bytes();
    let one_case =
        !bytes.iter().any(u8::is_ascii_uppercase) || !bytes.iter().any(u8::is_ascii_lowercase);
    let as_c = || symbol.strip_prefix('P').unwrap_or(symbol).strip_prefix(call.procedure.name);
    one_case || call.binding == Binding::FortranF08 && as_c().is_some()
}

/// Some procedures end the whole job: `MPI_Abort` does not return, and no rank waits for another.
#[must_use]
pub fn ends_job(procedure: &Procedure) -> bool {
    procedure.name == "MPI_Abort"
}

/// Procedures that make intercommunicators, or are asked about them (MPI 4.0, 7.6 and 11.8).
const OF_INTERCOMMUNICATORS: [&str; 10] = [
    "MPI_Comm_accept",
    "MPI_Comm_connect",
    "MPI_Comm_get_parent",
    "MPI_Comm_join",
    "MPI_Comm_spawn",
    "MPI_Comm_spawn_multiple",
    "MPI_Intercomm_create",
    "MPI_Intercomm_create_from_groups",
    "MPI_Comm_remote_group",
    "MPI_Comm_test_inter",
];

/// Does this linker symbol stand for a procedure whose caller has intercommunicators?
#[must_use]
pub fn handles_intercommunicators(symbol: &str) -> bool {
    lookup(symbol).is_some_and(|call| OF_INTERCOMMUNICATORS.contains(&call.procedure.name))
}

fn c_call(rest: &str) -> Option<Call> {
    let exact = |rest: &str| {
        find(rest).filter(|procedure| procedure.in_c && &procedure.name[PREFIX..] == rest)
    };
    let small = exact(rest).map(|procedure| (procedure, false));
    let (procedure, large) = small.or_else(|| {
        let procedure = exact(rest.strip_suffix("_c")?)?;
        procedure.large_count.then_some((procedure, true))
    })?;
    Some(Call { procedure, binding: Binding::C, profiling: false, large, descriptors: false })
}

fn fortran_call(rest: &str) -> Option<Call> {
    let rest = rest.strip_suffix('_').unwrap_or(rest);
    let rest = rest.strip_suffix('_').unwrap_or(rest);
    let (rest, mut large) = cut(rest, "_large");
    let (rest, f08ts) = cut(rest, "_f08ts");
    let (rest, f08) = cut(rest, "_f08");
    let (rest, fts) = cut(rest, "_fts");
    // What some libraries call the functions of `use mpi`, `mpi_wtime_f90_`.
    let (rest, _) = cut(rest, "_f90");
    // The forms that give back a `TYPE(C_PTR)`, MPI_Alloc_mem_cptr.
    let (rest, _) = cut(rest, "_cptr");
    let procedure = find(rest).or_else(|| {
        let (rest, suffix) = cut(rest, "_c");
        large |= suffix;
        // One specific procedure for each type and rank, `mpi_sizeof_real32_r2_`.
        let sizeof = || strip_prefix(rest, "sizeof_").and_then(|_| find("sizeof"));
        if suffix { find(rest) } else { sizeof() }
    })?;
    let exists = procedure.in_fortran && (procedure.large_count || !large);
    let binding = if f08 || f08ts { Binding::FortranF08 } else { Binding::Fortran };
    let descriptors = f08ts || fts;
    exists.then_some(Call { procedure, binding, profiling: false, large, descriptors })
}

/// `text` without `suffix` (of any case), and whether it was there.
fn cut<'a>(text: &'a str, suffix: &str) -> (&'a str, bool) {
    let split = text.len().checked_sub(suffix.len());
    match split.and_then(|at| text.split_at_checked(at)) {
        Some((rest, end)) if end.eq_ignore_ascii_case(suffix) => (rest, true),
        _ => (text, false),
    }
}

/// The rest of `text` after `prefix` of any case.
fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// The length of `MPI_`, with which every name in the table starts.
const PREFIX: usize = "MPI_".len();

/// The procedure whose name after `MPI_` is `rest`, without regard to case.
fn find(rest: &str) -> Option<&'static Procedure> {
    procedures().get(position(rest)?)
}

/// The place in the table of the procedure with this name after `MPI_`, in any case.
fn position(rest: &str) -> Option<usize> {
    procedures().binary_search_by(|procedure| compare(&procedure.name[PREFIX..], rest)).ok()
}

/// The order of the table: bytes, without regard to case.
fn compare(left: &str, right: &str) -> Ordering {
    let left = left.bytes().map(|byte| byte.to_ascii_lowercase());
    left.cmp(right.bytes().map(|byte| byte.to_ascii_lowercase()))
}

/// What a row of the generated table can say is not usual.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trait {
    /// Of a procedure: not in Fortran. Of a parameter: only in C's form.
    OnlyC,
    /// Of a procedure: not in C.
    OnlyFortran,
    /// Of a procedure: it has a large count variant.
    Large,
    /// Of a procedure: C's function returns the result, not an error code.
    ReturnsValue,
    /// Of a procedure: no `ierror` in Fortran.
    NoIerror,
    /// Of a parameter: only in the large count variant.
    OnlyLarge,
    /// Of a parameter: an array.
    Array,
    /// Of a parameter: C passes an address, though it is read only.
    ByAddress,
    /// Of a parameter: C passes a value, though it is written.
    ByValue,
}

/// Whether a row says `wanted`.
const fn says(traits: &[Trait], wanted: Trait) -> bool {
    let mut index = 0;
    while index < traits.len() {
        if traits[index] as u8 == wanted as u8 {
            return true;
        }
        index += 1;
    }
    false
}

/// A parameter from its row.
const fn param(
    name: &'static str,
    direction: Direction,
    kind: ParamKind,
    traits: &[Trait],
) -> Param {
    use ParamKind::{Buffer, Function, State, Status, String};
    let array = says(traits, Trait::Array);
    let usual = matches!(kind, Buffer | String | Status | Function | State)
        || !matches!(direction, Direction::In);
    let by_address =
        array || says(traits, Trait::ByAddress) || usual && !says(traits, Trait::ByValue);
    let presence = if says(traits, Trait::OnlyC) {
        Presence::OnlyC
    } else if says(traits, Trait::OnlyLarge) {
        Presence::OnlyLarge
    } else {
        Presence::Always
    };
    Param { name, kind, direction, array, by_address, presence }
}

/// Turns the rows of the generated table into [`Procedure`]s.
macro_rules! rows {
    ($($name:ident $([$($trait:ident)*])? (
        $($param:ident $direction:ident $kind:ident $($more:ident)*),*
    ))*) => {
        &[$(Procedure {
            name: stringify!($name),
            params: &[$(param(
                stringify!($param),
                Direction::$direction,
                ParamKind::$kind,
                &[$(Trait::$more),*],
            )),*],
            in_c: !says(&[$($(Trait::$trait),*)?], Trait::OnlyFortran),
            in_fortran: !says(&[$($(Trait::$trait),*)?], Trait::OnlyC),
            large_count: says(&[$($(Trait::$trait),*)?], Trait::Large),
            returns_value: says(&[$($(Trait::$trait),*)?], Trait::ReturnsValue),
            ierror: !says(&[$($(Trait::$trait),*)?], Trait::OnlyC)
                && !says(&[$($(Trait::$trait),*)?], Trait::NoIerror),
        }),*]
    };
}
use rows;
