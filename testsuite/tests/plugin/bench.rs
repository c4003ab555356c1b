//! A folder of its own for each test, and the compilers with the plugin in it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use std::{env, fs};

use lockstep_core::abi;
use lockstep_core::finding::Finding;
use lockstep_testsuite::annotation::Language;
use lockstep_testsuite::process::{self, Outcome};
use lockstep_testsuite::toolchain::{self, Compiler, Mpi};

/// Far above what any compilation takes; only a hang gets there.
const LIMIT: Duration = Duration::from_secs(60);

/// Address space of a compiler, in KiB: a runaway analysis must not take the machine with it.
const ADDRESS_SPACE: u32 = 8 << 20;

/// One fault; three collective calls: `MPI_Init`, `MPI_Barrier` (line 8) and `MPI_Finalize`.
pub const FAULTY: &str = "\
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
";

/// Collective calls of [`FAULTY`] and [`FAULTY_FORTRAN`].
pub const CALLS: usize = 3;

/// [`FAULTY`] in Fortran; the barrier stands on line 7.
pub const FAULTY_FORTRAN: &str = "\
program faulty
  include 'mpif.h'
  integer :: rank, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program
";

/// The plugin under test, as `lockstep plugin` names it.
pub fn plugin() -> &'static str {
    static PLUGIN: OnceLock<String> = OnceLock::new();
    PLUGIN.get_or_init(|| {
        let output = Command::new(lockstep()).arg("plugin").output().expect("lockstep starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    })
}

/// The command under test.
pub fn lockstep() -> PathBuf {
    toolchain::find_lockstep().expect("lockstep is built")
}

/// The byte of an ELF file that says for which system it is (ELF specification, figure 1-4).
const EI_OSABI: usize = 7;

/// The folder all tests of this file share a parent with.
fn scratch() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("plugin")
}

/// A folder for the files of one test.
pub struct Bench {
    path: PathBuf,
}

impl Bench {
    /// An empty folder of that name.
    pub fn new(name: &str) -> Self {
        let path = scratch().join(name);
        if path.exists() {
            fs::remove_dir_all(&path).expect("the folder is ours");
        }
        fs::create_dir_all(&path).expect("a folder for the test");
        Self { path }
    }

    /// A folder with `faulty.c` in it.
    pub fn faulty(name: &str) -> Self {
        let bench = Self::new(name);
        bench.write("faulty.c", FAULTY);
        bench
    }

    /// The path of a file.
    pub fn join(&self, file: &str) -> PathBuf {
        self.path.join(file)
    }

    /// Writes a file.
    pub fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        let path = self.join(file);
        fs::create_dir_all(path.parent().expect("a file stands in a folder")).expect("a folder");
        fs::write(path, text).expect("a file of the test");
    }

    /// The bytes of a file.
    pub fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// The compiler of a language with MPI's headers, without the plugin.
    pub fn plain(&self, language: Language) -> Command {
        let compiler = Compiler::Plain { shared: scratch().join("headers") };
        compiler.command(language, Mpi::Mpich).expect("MPICH and its compilers are installed")
    }

    /// The compiler of a language with MPI's headers and the plugin.
    pub fn compiler(&self, language: Language) -> Command {
        let mut command = self.plain(language);
        command.arg(format!("-fpass-plugin={}", plugin()));
        command
    }

    /// Runs a command in the folder, without the developer's own settings.
    pub fn run(&self, command: &mut Command) -> Outcome {
        let shell = format!("ulimit -v {ADDRESS_SPACE}; exec \"$@\"");
        self.run_in_shell(&shell, command)
    }

    /// Runs the command under test in the folder.
    pub fn lockstep(&self, arguments: &[&str]) -> Outcome {
        self.run(Command::new(lockstep()).args(arguments))
    }

    /// Runs a command in the folder with a file as its standard input.
    pub fn run_with_input(&self, command: &mut Command, file: &str) -> Outcome {
        self.run_in_shell(&format!("exec \"$@\" < {file}"), command)
    }

    fn run_in_shell(&self, script: &str, command: &mut Command) -> Outcome {
        let mut shell = Command::new("sh");
        shell.args(["-c", script, "sh"]).arg(command.get_program()).args(command.get_args());
        forget_settings(&mut shell);
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        let outcome = process::run(&mut shell, &self.path, LIMIT).expect("sh starts");
        assert!(!outcome.hung, "{command:?} does not end");
        assert!(outcome.status.is_some_and(|status| status < 128), "{command:?}: {outcome:?}");
        outcome
    }

    /// Compiles C with the plugin.
    pub fn c(&self, arguments: &[&str]) -> Outcome {
        self.run(self.compiler(Language::C).args(arguments))
    }

    /// Compiles C++ with the plugin.
    pub fn cpp(&self, arguments: &[&str]) -> Outcome {
        self.run(self.compiler(Language::Cpp).args(arguments))
    }

    /// Compiles Fortran with the plugin.
    pub fn fortran(&self, arguments: &[&str]) -> Outcome {
        self.run(self.compiler(Language::Fortran).args(arguments))
    }

    /// Calls of a function in an object file or executable.
    pub fn calls(&self, object: &str, function: &str) -> usize {
        let outcome = self.run(Command::new("llvm-objdump-22").args(["-dr", object]));
        assert!(outcome.succeeded(), "{outcome:?}");
        // A line of code in an executable, a relocation in an object.
        let called = |line: &&str| {
            line.contains(&format!("\t{function}-"))
                || (line.contains("call") && line.contains(&format!("<{function}>")))
        };
        outcome.stdout.lines().filter(called).count()
    }

    /// How many collective calls an object or executable announces to the runtime.
    pub fn announced(&self, object: &str) -> usize {
        self.calls(object, abi::ENTER)
    }

    /// Asserts that an object is another one byte for byte, but for its record and the list of symbols
    /// whose addresses count, which names it. (The header of an object with a section the linker must
    /// keep, as a record is, says that it is for GNU's linker or LLVM's.)
    pub fn assert_same_but_for_the_record(&self, plain: &str, other: &str, what: &str) {
        let stripped = |object: &str| {
            let copy = format!("{object}.stripped");
            let mut command = Command::new("llvm-objcopy-22");
            let sections = ["--remove-section=lockstep", "--remove-section=.llvm_addrsig"];
            command.args(sections).args([object, &copy]);
            assert_silent(&self.run(&mut command));
            let mut bytes = self.read(&copy);
            bytes[EI_OSABI] = 0;
            bytes
        };
        assert!(stripped(plain) == stripped(other), "{what}: {other} is not {plain}");
    }

    /// Asserts that a textual module is well formed.
    pub fn verify(&self, module: &str) {
        let mut command = Command::new("opt-22");
        let outcome = self.run(command.args(["-passes=verify", "-disable-output", module]));
        assert!(outcome.succeeded(), "{outcome:?}");
    }

    /// The findings in a file of JSON lines.
    pub fn findings(&self, file: &str) -> Vec<Finding> {
        let text = String::from_utf8(self.read(file)).expect("JSON is UTF-8");
        assert!(text.ends_with('\n'), "the last line is complete");
        let parse = |line: &str| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
        };
        text.lines().map(parse).collect()
    }
}

/// What the developer has set for himself must not decide.
pub fn forget_settings(command: &mut Command) {
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("LOCKSTEP_") {
            command.env_remove(name);
        }
    }
}

/// The lines of Lockstep's warnings and errors.
pub fn warnings(outcome: &Outcome) -> Vec<&str> {
    outcome.stderr.lines().filter(|line| line.contains("[lockstep::")).collect()
}

/// Asserts success and that there is exactly one warning; answers it.
pub fn only_warning(outcome: &Outcome) -> &str {
    assert!(outcome.succeeded(), "{outcome:?}");
    match warnings(outcome)[..] {
        [warning] => warning,
        _ => panic!("one warning is expected: {}", outcome.stderr),
    }
}

/// Asserts success without a word.
pub fn assert_silent(outcome: &Outcome) {
    assert!(outcome.succeeded(), "{outcome:?}");
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("", ""));
}
