//! The plugin as users load it: bare `clang-22 -fpass-plugin=…`, `clang++-22`, `flang-22`, `opt-22`
//! and `lld-22`, with the options, settings and inputs that real builds have.
//!
//! `cargo test --workspace --test plugin [FILTER]`; each test asserts on what the
//! compiler printed and on the object it wrote.

mod bench;
mod dump_graph;
mod hosts;
mod languages;
mod link_time;
mod messages;
mod options;
mod programs;
mod settings;
mod sizes;
mod sources;
mod whole_program;
