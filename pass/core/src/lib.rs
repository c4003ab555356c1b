//! What Lockstep knows about MPI programs, as plain data: the table of MPI procedures, the
//! program's graph, the analyses on it, the rules and the findings.
//!
//! No LLVM, no MPI and no terminal in here: `pass` fills the graph, `driver` renders the findings,
//! `runtime` shares the line it is called on ([`abi`]).

pub mod abi;
pub mod analysis;
pub mod behaviour;
pub mod called_parameters;
mod components;
mod exceptions;
pub mod finding;
pub mod graph;
mod ids;
pub mod json_lines;
pub mod jump_threading;
mod marks;
pub mod mpi;
pub mod program;
pub mod record;
pub mod rules;
pub mod settings;
pub mod threads;
pub mod value;
