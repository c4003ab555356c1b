//! The `lockstep` command.

mod cache;
mod check;
mod compiler;
mod elf;
mod explain;
mod failure;
mod flags;
mod installation;
mod mpi;
mod report;
mod run;
mod search_path;
mod settings;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use compiler::Language;
use failure::Failure;
use installation::Installation;

/// Finds the mistakes that hang MPI programs: as warnings while they are compiled, and as a clean
/// abort before the deadlock while they run.
#[derive(Parser)]
#[command(version, name = "lockstep", after_help = settings::help())]
struct Arguments {
    #[command(subcommand)]
    subcommand: Subcommand,
}

/// Options of the compiler wrappers, for the help; they are read where the compiler's own
/// arguments are known to be left alone.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
struct CompilerArguments {
    /// Which MPI to add where the command line names none: openmpi, mpich, none or the path of an
    /// mpicc [LOCKSTEP_MPI, else what `mpicc` is].
    #[arg(long, value_name = "MPI")]
    mpi: Option<String>,
    /// How the runtime is linked: static, shared or none.
    #[arg(long, value_name = "KIND")]
    runtime: Option<String>,
    /// Warn about every condition that is not proven to be the same on all ranks.
    #[arg(long)]
    per_file: bool,
    /// Append the findings to this file, as JSON lines.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
    /// Functions whose answers differ between ranks, with commas between them; `input`: what is read
    /// from files does.
    #[arg(long, value_name = "NAMES")]
    rank_dependent: Option<String>,
    /// OpenMP's rules: `strict`, by the letter, or `lenient`, only what would hang or compute wrongly.
    #[arg(long, value_name = "HOW")]
    openmp: Option<String>,
    /// How functions are called of which no caller is seen: by one thread (serial), by all threads of a
    /// team (parallel), or of a team inside of a team (nested).
    #[arg(long, value_name = "CONTEXT")]
    initial_context: Option<String>,
    /// Any command line of the compiler.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMPILER ARGUMENTS")]
    arguments: Vec<OsString>,
}

#[derive(clap::Subcommand)]
enum Subcommand {
    /// Compile or link C with clang-22 (another: LOCKSTEP_CC).
    Cc(CompilerArguments),
    /// Compile or link C++ with clang++-22 (another: LOCKSTEP_CXX).
    #[command(name = "c++", alias = "cxx")]
    Cxx(CompilerArguments),
    /// Compile or link Fortran with flang-22 (another: LOCKSTEP_FC).
    Fc(CompilerArguments),
    Run(run::Run),
    Check(check::Check),
    /// Print the page of a rule, or the list of rules.
    Explain {
        /// The rule's id, as messages have it in brackets.
        rule: Option<String>,
    },
    Report(report::Report),
    Flags(flags::Flags),
    /// Print the path of the plugin, for `-fpass-plugin=` of every compilation.
    ///
    /// Other ways to load it do nothing: `-fplugin=` and `-Xclang -load` load the file without running
    /// it, and at the link of a program in LLVM's bitcode (`-flto`) it is too late.
    Plugin,
}

fn main() -> ExitCode {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    settings::warn_of_mistyped(std::env::vars_os().map(|(name, _)| name));
    let outcome = if let Some(language) = compiler_called(&mut arguments) {
        compiler::run(language, &arguments)
    } else if let Some(words) = run_called(&arguments) {
        run::run(words)
    } else {
        subcommand(Arguments::parse().subcommand)
    };
    outcome.unwrap_or_else(|failure| failure.report())
}

/// The words behind `lockstep run`, most of which belong to the launcher and the program.
fn run_called(arguments: &[OsString]) -> Option<&[OsString]> {
    let [_, name, words @ ..] = arguments else { return None };
    let asks_for_help = words.first().is_some_and(|word| word == "--help" || word == "-h");
    (name == "run" && !asks_for_help).then_some(words)
}

/// The language when the command stands for a compiler: called by a name like `lockstep-cc`, or
/// with the subcommand. What is then left in `arguments` belongs to the compiler; nothing else may
/// read it before.
fn compiler_called(arguments: &mut Vec<OsString>) -> Option<Language> {
    let name = Path::new(arguments.first()?).file_name()?.to_str()?;
    let by_name = name.strip_prefix("lockstep-").and_then(Language::of_subcommand);
    if by_name.is_some() {
        arguments.drain(..1);
        return by_name;
    }
    let language = Language::of_subcommand(arguments.get(1)?.to_str()?)?;
    arguments.drain(..2);
    Some(language)
}

fn subcommand(subcommand: Subcommand) -> Result<ExitCode, Failure> {
    match subcommand {
        Subcommand::Cc(given) => compiler::run(Language::C, &given.arguments),
        Subcommand::Cxx(given) => compiler::run(Language::Cxx, &given.arguments),
        Subcommand::Fc(given) => compiler::run(Language::Fortran, &given.arguments),
        Subcommand::Run(given) => run::run(&given.rest),
        Subcommand::Check(given) => check::check(&given),
        Subcommand::Report(given) => report::report(&given),
        Subcommand::Explain { rule } => {
            explain::explain(rule.as_deref()).map(|()| ExitCode::SUCCESS)
        }
        Subcommand::Flags(given) => {
            println!("{}", given.line()?);
            Ok(ExitCode::SUCCESS)
        }
        Subcommand::Plugin => {
            println!("{}", Installation::of_this_command().plugin()?.display());
            Ok(ExitCode::SUCCESS)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn compilers_are_called_by_subcommand_and_by_name() {
        for (line, language, rest) in [
            ("lockstep cc --help a", Some(Language::C), "--help a"),
            ("/x/lockstep c++ -c", Some(Language::Cxx), "-c"),
            ("/x/lockstep-fc fc", Some(Language::Fortran), "fc"),
            ("lockstep run cc", None, "lockstep run cc"),
            ("lockstep", None, "lockstep"),
        ] {
            let mut words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(compiler_called(&mut words), language, "{line}");
            assert_eq!(words.join("".as_ref()), rest.replace(' ', "").as_str(), "{line}");
        }
    }
}
