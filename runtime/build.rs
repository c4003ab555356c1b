//! Writes the symbols the runtime interposes, from the table of MPI procedures: what each of them
//! forwards to, and where among its arguments stands what the checks read.

use std::fmt::Write as _;
use std::path::PathBuf;

use lockstep_core::mpi::{self, Binding, Call, Direction, Mode, Object, Procedure, Scope};

/// The ways Fortran compilers spell the external name of `MPI_Barrier`, those of the module
/// `mpi_f08` after the others. `mpi_barrier` without an underscore is left out on purpose: C
/// programs have functions of their own with such names.
const FORTRAN_SPELLINGS: [fn(&str) -> String; 5] = [
    |name| format!("{}_", name.to_lowercase()),
    |name| format!("{}__", name.to_lowercase()),
    |name| name.to_uppercase(),
    |name| format!("{}_f08_", name.to_lowercase()),
    |name| format!("{}_f08ts_", name.to_lowercase()),
];

/// Calls that are no collectives, but that say a rank is about to end the job, or may do something at its end.
const NOT_COLLECTIVE: [&str; 3] = ["MPI_Abort", "MPI_Attr_put", "MPI_Comm_set_attr"];

/// Calls that are no collectives and communicate, or complete what communicates: what threads may not do
/// beside each other, or at all, without the level of thread support for it. `*` stands for any end.
const COMMUNICATES: &[&str] = &[
    "MPI_Accumulate",
    "MPI_Bsend",
    "MPI_Buffer_detach",
    "MPI_Buffer_flush",
    "MPI_Buffer_iflush",
    "MPI_Cancel",
    "MPI_Comm_detach_buffer",
    "MPI_Comm_flush_buffer",
    "MPI_Comm_iflush_buffer",
    "MPI_Compare_and_swap",
    "MPI_Fetch_and_op",
    "MPI_File_iread*",
    "MPI_File_iwrite*",
    "MPI_File_read*",
    "MPI_File_write*",
    "MPI_Get",
    "MPI_Get_accumulate",
    "MPI_Ibsend",
    "MPI_Improbe",
    "MPI_Imrecv",
    "MPI_Iprobe",
    "MPI_Irecv",
    "MPI_Irsend",
    "MPI_Isend",
    "MPI_Isendrecv",
    "MPI_Isendrecv_replace",
    "MPI_Issend",
    "MPI_Mprobe",
    "MPI_Mrecv",
    "MPI_Parrived",
    "MPI_Pready*",
    "MPI_Probe",
    "MPI_Put",
    "MPI_Raccumulate",
    "MPI_Recv",
    "MPI_Request_free",
    "MPI_Request_get_status*",
    "MPI_Rget",
    "MPI_Rget_accumulate",
    "MPI_Rput",
    "MPI_Rsend",
    "MPI_Send",
    "MPI_Sendrecv",
    "MPI_Sendrecv_replace",
    "MPI_Ssend",
    "MPI_Start",
    "MPI_Startall",
    "MPI_Test",
    "MPI_Testall",
    "MPI_Testany",
    "MPI_Testsome",
    "MPI_Wait",
    "MPI_Waitall",
    "MPI_Waitany",
    "MPI_Waitsome",
    "MPI_Win_complete",
    "MPI_Win_flush*",
    "MPI_Win_lock*",
    "MPI_Win_post",
    "MPI_Win_start",
    "MPI_Win_sync",
    "MPI_Win_test",
    "MPI_Win_unlock*",
    "MPI_Win_wait",
];

/// Calls that do not communicate themselves, but make requests that are known by what they are for.
const MAKES_REQUESTS: &[&str] = &[
    "MPI_Bsend_init",
    "MPI_Grequest_start",
    "MPI_Precv_init",
    "MPI_Psend_init",
    "MPI_Recv_init",
    "MPI_Rsend_init",
    "MPI_Send_init",
    "MPI_Ssend_init",
];

/// Whether a procedure writes a request. One that only reads it gets it by value.
fn makes_request(procedure: &Procedure) -> bool {
    let writes = |name: &str| {
        let param = procedure.param(name).and_then(|param| procedure.params.get(param));
        param.is_some_and(|param| param.direction != Direction::In)
    };
    writes("request") || writes("array_of_requests")
}

/// What a procedure does with messages and requests, as a name of the runtime's `Role`.
fn role(procedure: &Procedure) -> &'static str {
    let has = |name: &str| procedure.param(name).is_some();
    match procedure.name {
        "MPI_Attr_put" | "MPI_Comm_set_attr" => "Attribute",
        "MPI_Cancel" => "Cancel",
        "MPI_Wait" | "MPI_Waitall" => "Wait",
        "MPI_Waitany" | "MPI_Waitsome" => "WaitAny",
        "MPI_Test" | "MPI_Testall" | "MPI_Testany" | "MPI_Testsome" => "Test",
        "MPI_Start" | "MPI_Startall" => "Start",
        "MPI_Probe" => "Probe",
        "MPI_Psend_init" | "MPI_Precv_init" => "OtherInit",
        "MPI_Improbe" => "Take",
        "MPI_Iprobe" => "None",
        name if name.ends_with("_init") && has("dest") => "SendInit",
        name if name.ends_with("_init") && has("source") => "ReceiveInit",
        name if name.ends_with("_init") && has("request") => "OtherInit",
        _ if procedure.collective().is_some() => "None",
        _ if has("dest") && has("source") => "SendReceive",
        _ if has("dest") => "Send",
        _ if has("source") => "Receive",
        _ if makes_request(procedure) && procedure.name != "MPI_Request_free" => "Request",
        _ => "None",
    }
}

/// Whether a procedure is one of [`COMMUNICATES`].
fn communicates(name: &str) -> bool {
    COMMUNICATES.iter().any(|known| match known.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == *known,
    })
}

/// Stops the build if [`COMMUNICATES`] names what there is not.
fn check_names() {
    for known in COMMUNICATES {
        let name = known.trim_end_matches('*');
        if !mpi::procedures().iter().any(|procedure| procedure.name.starts_with(name)) {
            panic!("the table of MPI procedures does not know {known}");
        }
    }
}

/// How the wrapper of a procedure decides whether to look at a call.
fn wrapper_kind(procedure: &Procedure, watched: bool) -> &'static str {
    let always = ["MPI_Init", "MPI_Init_thread", "MPI_Finalize", "MPI_Abort"];
    match (always.contains(&procedure.name), watched) {
        (true, _) => "always",
        (false, true) => "watched",
        (false, false) => "checked",
    }
}

fn main() {
    check_names();
    println!("cargo::rerun-if-changed=build.rs");
    let mut operations: Vec<&'static str> = Vec::new();
    let mut operation_rows = String::new();
    let (mut symbol_rows, mut names) = (String::new(), String::new());
    let mut wrappers = String::new();
    let mut symbols = 0;
    for procedure in mpi::procedures() {
        let collective = procedure.collective();
        let watched = collective.is_none()
            && (communicates(procedure.name) || MAKES_REQUESTS.contains(&procedure.name));
        if collective.is_none() && !watched && !NOT_COLLECTIVE.contains(&procedure.name) {
            continue;
        }
        let operation = collective.map_or(procedure.name, |collective| collective.operation);
        let index = operations.iter().position(|&known| known == operation).unwrap_or_else(|| {
            let _ = writeln!(operation_rows, "    {operation:?},");
            operations.push(operation);
            operations.len() - 1
        });
        for symbol in spellings(procedure) {
            let Some(call) = mpi::lookup(&symbol) else {
                panic!("the table of MPI procedures does not know {symbol}, a form of its own");
            };
            let _ = writeln!(symbol_rows, "{}", row(names.len(), index, &call));
            names += &real_name(&symbol, &call);
            names.push('\0');
            let kind = wrapper_kind(procedure, watched);
            let _ = writeln!(wrappers, "interpose!({kind} {symbol:?} {symbols});");
            symbols += 1;
        }
    }
    let text = format!(
        "/// The operations, in C's spelling without `_c`.\n\
         pub static OPERATIONS: &[&str] = &[\n{operation_rows}];\n\
         /// The names of what the symbols forward to, each with a zero behind it.\n\
         static NAMES: &str = {names:?};\n\
         /// How many symbols are interposed.\n\
         pub const SYMBOL_COUNT: usize = {symbols};\n\
         /// The interposed symbols.\n\
         pub static SYMBOLS: [Symbol; SYMBOL_COUNT] = [\n{symbol_rows}];\n"
    );
    write_files(text, wrappers);
}

/// Writes what the runtime includes, and tells the linker of the shared library.
fn write_files(symbols: String, wrappers: String) {
    // rustc exports from the shared library what Rust defines, and the wrappers are defined in
    // assembly (see src/wrappers.rs).
    let exports = "{ global: MPI_*; mpi_*; ompt_start_tool; };\n".to_owned();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    println!(
        "cargo::rustc-cdylib-link-arg=-Wl,--version-script={}",
        out.join("exports.map").display()
    );
    // Without a name of its own, a program linked with it would look for it at the path it was linked
    // from.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,liblockstep_runtime.so");
    let files = [("symbols.rs", symbols), ("wrappers.rs", wrappers), ("exports.map", exports)];
    for (name, text) in files {
        if let Err(error) = std::fs::write(out.join(name), text) {
            panic!("{name} cannot be written: {error}");
        }
    }
}

/// Every symbol a call of the procedure can have.
fn spellings(procedure: &Procedure) -> Vec<String> {
    let mut names = Vec::new();
    if procedure.in_c {
        names.push(procedure.name.to_owned());
        if procedure.large_count {
            names.push(format!("{}_c", procedure.name));
        }
    }
    if procedure.in_fortran {
        names.extend(FORTRAN_SPELLINGS.iter().map(|spell| spell(procedure.name)));
    }
    names
}

/// What a symbol forwards to: its name with a P before it, in the case of the rest.
fn real_name(name: &str, call: &Call) -> String {
    let is_upper = call.binding == Binding::C || name.starts_with('M');
    format!("{}{name}", if is_upper { 'P' } else { 'p' })
}

/// One row of the table of symbols. `real`: where the name of what it forwards to begins.
fn row(real: usize, operation: usize, call: &Call) -> String {
    let collective = call.procedure.collective();
    let at = |param: u8| call.argument(usize::from(param)).unwrap_or(usize::from(NONE));
    let optional = |param: Option<u8>| param.map_or(usize::from(NONE), at);
    let object = |object: Option<Object>| match object {
        None => "Object::None".to_owned(),
        Some(Object::Communicator(param)) => format!("Object::Communicator({})", at(param)),
        Some(Object::Window(param)) => format!("Object::Window({})", at(param)),
        Some(Object::File(param)) => format!("Object::File({})", at(param)),
    };
    let scope = match collective.map(|collective| collective.scope) {
        None | Some(Scope::World) => "Object::None".to_owned(),
        Some(Scope::Communicator(param)) => format!("Object::Communicator({})", at(param)),
        Some(Scope::Window(param)) => format!("Object::Window({})", at(param)),
        Some(Scope::File(param)) => format!("Object::File({})", at(param)),
        Some(Scope::Group(_)) => "Object::Group".to_owned(),
    };
    let mode = match collective.map(|collective| collective.mode) {
        None | Some(Mode::Blocking) => "Blocking",
        Some(Mode::Nonblocking) => "Nonblocking",
        Some(Mode::Persistent) => "Persistent",
    };
    let (datatypes, counts) = datatypes_and_counts(call);
    format!(
        "    Symbol {{ real: {real}, operation: {operation}, \
         fortran: {}, large: {}, watched: {}, {}, mode: Mode::{mode}, scope: {scope}, \
         creates: {}, frees: {}, \
         root: {}, operator: {}, datatypes: {}, counts: {}, error: {} }},",
        call.binding != Binding::C,
        call.large,
        collective.is_none() && !NOT_COLLECTIVE.contains(&call.procedure.name),
        columns_of_messages(call),
        object(collective.and_then(|collective| collective.creates)),
        object(collective.and_then(|collective| collective.frees)),
        optional(collective.and_then(|collective| collective.root)),
        optional(collective.and_then(|collective| collective.operator)),
        datatypes,
        counts,
        call.ierror().unwrap_or(usize::from(NONE)),
    )
}

/// Where the datatypes and the counts stand; of a message, those of what is received first.
fn datatypes_and_counts(call: &Call) -> (String, String) {
    let none = usize::from(NONE);
    let list = |positions: &mut dyn Iterator<Item = usize>| {
        let found = positions.filter(|&position| position != none);
        format!("{:?}", found.chain(std::iter::repeat(none)).take(4).collect::<Vec<_>>())
    };
    let Some(collective) = call.procedure.collective() else {
        let named =
            |names: [&str; 3]| list(&mut names.map(|it| argument_named(call, it)).into_iter());
        return (
            named(["recvtype", "sendtype", "datatype"]),
            named(["recvcount", "sendcount", "count"]),
        );
    };
    let at = |&param: &u8| call.argument(usize::from(param)).unwrap_or(none);
    (list(&mut collective.datatypes.iter().map(at)), list(&mut collective.counts.iter().map(at)))
}

/// The position of an argument.
fn argument_named(call: &Call, name: &str) -> usize {
    let at = call.procedure.param(name).and_then(|param| call.argument(param));
    at.unwrap_or(usize::from(NONE))
}

/// The part of a row that is about messages between two ranks.
fn columns_of_messages(call: &Call) -> String {
    let named = |param: &str| argument_named(call, param);
    let either = |first: &str, second: &str| named(first).min(named(second));
    let requests = [either("count", "incount"), either("request", "array_of_requests")];
    let requests = match requests {
        _ if !makes_request(call.procedure) => [usize::from(NONE); 2],
        _ if call.procedure.param("array_of_requests").is_some() => requests,
        [_, one] => [usize::from(NONE), one],
    };
    // Those of MPI_Waitsome and MPI_Testsome are in another order than the requests.
    let has_statuses = matches!(call.procedure.name, "MPI_Waitall" | "MPI_Testall");
    format!(
        "communicates: {}, role: Role::{}, destination: {:?}, source: {:?}, communicator: {}, \
         requests: {requests:?}, buffers: {:?}, status: {}, has_statuses: {}, \
         flag: {}, synchronous: {}, standard: {}",
        communicates(call.procedure.name),
        role(call.procedure),
        [named("dest"), either("sendtag", "tag")],
        [named("source"), either("recvtag", "tag")],
        named("comm"),
        [either("recvbuf", "buf"), named("sendbuf")],
        if has_statuses { named("array_of_statuses") } else { named("status") },
        has_statuses,
        named("flag"),
        matches!(call.procedure.name, "MPI_Ssend" | "MPI_Issend" | "MPI_Ssend_init"),
        matches!(call.procedure.name, "MPI_Send" | "MPI_Isend" | "MPI_Send_init"),
    )
}

/// "There is no such argument."
const NONE: u8 = u8::MAX;
