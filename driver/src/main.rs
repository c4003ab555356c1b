//! The `lockstep` command.

mod cache;
mod compiler;
mod failure;
mod installation;
mod mpi;
mod search_path;

use std::ffi::OsString;
use std::process::ExitCode;

use compiler::Language;
use failure::Failure;

fn main() -> ExitCode {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let outcome = match compiler_called(&mut arguments) {
        Some(language) => compiler::run(language, &arguments),
        None => Err(Failure::new("not yet", "later")),
    };
    outcome.unwrap_or_else(|failure| failure.report())
}

/// The language when the command stands for a compiler: called by a name like `lockstep-cc`, or
/// with the subcommand. What is then left in `arguments` belongs to the compiler; nothing else may
/// read it before.
fn compiler_called(arguments: &mut Vec<OsString>) -> Option<Language> {
    let name = arguments.first().map(std::path::PathBuf::from)?;
    let name = name.file_name()?.to_str()?;
    let by_name = name.strip_prefix("lockstep-").and_then(Language::of_subcommand);
    if by_name.is_some() {
        arguments.drain(..1);
        return by_name;
    }
    let language = Language::of_subcommand(arguments.get(1)?.to_str()?)?;
    arguments.drain(..2);
    Some(language)
}
