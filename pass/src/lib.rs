//! The LLVM pass plugin: reads each module into lockstep-core's program, has it analysed, warns, and
//! inserts what the runtime needs.
//!
//! `ir` is the only place that names LLVM. Nothing in here may unwind into the compiler: a panic is
//! caught and becomes a warning that the file was not analysed.

mod ir;
mod plugin;
mod report;
mod run;
