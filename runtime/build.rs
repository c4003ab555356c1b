//! Writes the symbols the runtime interposes, from the table of MPI procedures: what each of them
//! forwards to, and where among its arguments stands what the checks read.

use std::fmt::Write as _;
use std::path::PathBuf;

use lockstep_core::mpi::{self, Binding, Call, Collective, Mode, Object, Procedure, Scope};

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

/// Calls that are no collectives, but that say a rank is about to end the job.
const NOT_COLLECTIVE: [&str; 1] = ["MPI_Abort"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut operations: Vec<&'static str> = Vec::new();
    let mut operation_rows = String::new();
    let mut symbol_rows = String::new();
    let mut wrappers = String::new();
    let mut symbols = 0;
    for procedure in mpi::procedures() {
        let collective = procedure.collective();
        if collective.is_none() && !NOT_COLLECTIVE.contains(&procedure.name) {
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
            let _ = writeln!(symbol_rows, "{}", row(&symbol, index, &call, collective));
            let always = matches!(
                procedure.name,
                "MPI_Init" | "MPI_Init_thread" | "MPI_Finalize" | "MPI_Abort"
            );
            let kind = if always { "always" } else { "checked" };
            let _ = writeln!(wrappers, "interpose!({kind} {symbol:?} {symbols});");
            symbols += 1;
        }
    }
    let text = format!(
        "/// The operations, in C's spelling without `_c`.\n\
         pub static OPERATIONS: &[&str] = &[\n{operation_rows}];\n\
         /// How many symbols are interposed.\n\
         pub const SYMBOL_COUNT: usize = {symbols};\n\
         /// The interposed symbols.\n\
         pub static SYMBOLS: [Symbol; SYMBOL_COUNT] = [\n{symbol_rows}];\n"
    );
    // rustc exports from the shared library what Rust defines, and the wrappers are defined in
    // assembly (see src/wrappers.rs).
    let exports = "{ global: MPI_*; mpi_*; };\n".to_owned();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    println!(
        "cargo::rustc-cdylib-link-arg=-Wl,--version-script={}",
        out.join("exports.map").display()
    );
    // Without a name of its own, a program linked with it would look for it at the path it was linked
    // from.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,liblockstep_runtime.so");
    for (name, text) in [("symbols.rs", text), ("wrappers.rs", wrappers), ("exports.map", exports)]
    {
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

/// One row of the table of symbols.
fn row(name: &str, operation: usize, call: &Call, collective: Option<&Collective>) -> String {
    let at = |param: u8| call.argument(usize::from(param)).unwrap_or(usize::from(NONE));
    let optional = |param: Option<u8>| param.map_or(usize::from(NONE), at);
    let list = |params: &[u8]| {
        let mut all = [usize::from(NONE); 4];
        for (slot, &param) in all.iter_mut().zip(params) {
            *slot = at(param);
        }
        format!("{all:?}")
    };
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
    let empty: &[u8] = &[];
    let (datatypes, counts) =
        collective.map_or((empty, empty), |collective| (&collective.datatypes, &collective.counts));
    let real = match call.binding {
        Binding::C => format!("P{name}"),
        _ if name.starts_with('M') => format!("P{name}"),
        _ => format!("p{name}"),
    };
    format!(
        "    Symbol {{ name: c{name:?}, real: c{real:?}, operation: {operation}, \
         fortran: {}, large: {}, mode: Mode::{mode}, scope: {scope}, creates: {}, frees: {}, \
         root: {}, operator: {}, datatypes: {}, counts: {}, error: {} }},",
        call.binding != Binding::C,
        call.large,
        object(collective.and_then(|collective| collective.creates)),
        object(collective.and_then(|collective| collective.frees)),
        optional(collective.and_then(|collective| collective.root)),
        optional(collective.and_then(|collective| collective.operator)),
        list(datatypes),
        list(counts),
        call.ierror().unwrap_or(usize::from(NONE)),
    )
}

/// "There is no such argument."
const NONE: u8 = u8::MAX;
