//! `lockstep cc`, `c++` and `fc`: the compiler as the user called it, with the plugin and, at
//! link, the runtime.

mod additions;
mod command_line;
mod fortran;
mod language;
mod link;
mod objects;
mod own_options;

use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitCode, ExitStatus};

pub use additions::{
    fortran_header_flags, header_flags, mpi_libraries, plugin_flags, shared_runtime, static_runtime,
};
pub use language::Language;
pub use own_options::RuntimeKind;

use crate::failure::Failure;
use crate::installation::Installation;
use additions::Additions;
use command_line::{Action, CommandLine};
use own_options::OwnOptions;

/// Runs the compiler; does not come back where nothing is left to do after it.
pub fn run(language: Language, arguments: &[OsString]) -> Result<ExitCode, Failure> {
    let (options, arguments) = OwnOptions::take(arguments)?;
    let arguments = understood(language, arguments);
    let line = CommandLine::read(&arguments);
    if line.action >= Action::Read {
        // The plugin would say it too, with the compiler's status.
        crate::check::settings()?;
    }
    let is_analysed = link::is_checked(&line, &options)?;
    if line.action == Action::Link {
        objects::check(&line.objects, is_analysed)?;
    }
    let additions = Additions::to(&line, language, &options, &Installation::of_this_command())?;
    let words = additions.around(&arguments, line.end_of_options);
    if is_analysed {
        return link::link(language, &options, &line, &words);
    }
    let mut command = command(language, &options)?;
    command.args(words);
    if line.action >= Action::Read
        && language == Language::Fortran
        && line.sources.iter().any(|source| fortran::mentions_mpi_f08(source))
    {
        return run_mpi_f08(command, language);
    }
    Err(not_started(language, &command.exec()))
}

/// The compiler with the settings the plugin reads.
fn command(language: Language, options: &OwnOptions) -> Result<Command, Failure> {
    let words = language.compiler();
    if let Some(name) = language::without_plugins(&words) {
        return Err(Failure::new(
            format!(
                "the compiler {name} cannot load Lockstep's plugin, which is for LLVM's compilers"
            ),
            format!(
                "let {} name {}, or leave it unset",
                language.variable(),
                language.default_compiler()
            ),
        ));
    }
    let mut words = words.into_iter();
    let mut command = Command::new(words.next().ok_or_else(|| missing(language))?);
    command.args(words);
    if options.per_file {
        command.env("LOCKSTEP_PER_FILE", "1");
    }
    if let Some(names) = &options.rank_dependent {
        command.env("LOCKSTEP_RANK_DEPENDENT", names);
    }
    if let Some(strict) = options.strict {
        command.env("LOCKSTEP_OPENMP", if strict { "strict" } else { "lenient" });
    }
    if let Some(context) = &options.initial_context {
        command.env("LOCKSTEP_INITIAL_CONTEXT", context);
    }
    if let Some(file) = &options.json {
        // A compiler may be told to work in another folder.
        command.env("LOCKSTEP_JSON", std::path::absolute(file).unwrap_or_else(|_| file.clone()));
    }
    Ok(command)
}

/// The user's arguments without those that only the compiler behind an MPI wrapper knows.
fn understood(language: Language, arguments: &[OsString]) -> Vec<OsString> {
    let dropped = |word: &&OsString| {
        language == Language::Fortran && fortran::is_for_gfortran_only(&word.to_string_lossy())
    };
    arguments.iter().filter(|word| !dropped(word)).cloned().collect()
}

/// Runs flang on a source with `use mpi_f08` and says why that cannot work, if it did not.
fn run_mpi_f08(mut command: Command, language: Language) -> Result<ExitCode, Failure> {
    let status = command.status().map_err(|error| not_started(language, &error))?;
    if !status.success() {
        eprintln!(
            "lockstep: note: the module mpi_f08 is not offered: that of this MPI is in the format of \
             the Fortran compiler it was built with\n\
             lockstep: help: `use mpi` or `include 'mpif.h'`, or an MPI built with flang-22 \
             (--mpi=/path/to/mpicc)"
        );
    }
    Ok(same_end(status))
}

/// Ends as the compiler ended: with its status, or by its signal.
fn same_end(status: ExitStatus) -> ExitCode {
    if let Some(signal) = status.signal().and_then(rustix::process::Signal::from_named_raw) {
        let _ = rustix::process::kill_process(rustix::process::getpid(), signal);
    }
    ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

fn not_started(language: Language, error: &std::io::Error) -> Failure {
    match error.kind() {
        std::io::ErrorKind::NotFound => missing(language),
        _ => {
            let name = language.compiler().swap_remove(0);
            Failure::new(
                format!("{} could not be started: {error}", name.display()),
                format!("name another compiler with {}", language.variable()),
            )
        }
    }
}

/// The compiler is not there.
fn missing(language: Language) -> Failure {
    let name = language.compiler().swap_remove(0);
    Failure::new(
        format!("the compiler {} was not found", name.display()),
        format!(
            "apt-get install {}, or name another with {}",
            language.package(),
            language.variable()
        ),
    )
}
