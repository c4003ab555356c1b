//! `lockstep check` and the link of `lockstep cc`: what several files say together.

use std::fs;
use std::process::Command;

use lockstep_testsuite::process::Outcome;
use lockstep_testsuite::toolchain::Mpi;

use crate::bench::{Bench, assert_silent, lockstep, only_warning, warnings};

/// Rank 0 asks another file for work.
const MAIN: &str = "#include <mpi.h>
void work(int rank);
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    work(rank);
  MPI_Finalize();
  return 0;
}
";
const FAULTY: &str = "#include <mpi.h>\nvoid work(int rank) {\n  MPI_Barrier(MPI_COMM_WORLD);\n}\n";
const CORRECT: &str = "#include <mpi.h>\nvoid work(int rank) {\n  MPI_Barrier(MPI_COMM_SELF);\n}\n";

impl Bench {
    /// Runs a program of the folder on two ranks.
    fn launch(&self, program: &str) -> Outcome {
        self.run(&mut Mpi::Mpich.launch(2, &self.join(program)))
    }

    /// A folder with both objects, compiled without a word.
    fn of_two_files(name: &str, work: &str) -> Self {
        let bench = Self::new(name);
        for (file, text) in [("main.c", MAIN), ("work.c", work)] {
            bench.write(file, text);
            assert_silent(&bench.lockstep(&["cc", "--mpi=mpich", "-g", "-c", file]));
        }
        bench
    }

    fn link(&self, options: &[&str]) -> Outcome {
        let words = ["cc", "--mpi=mpich", "main.o", "work.o", "-o", "app"];
        self.lockstep(&[&words, options].concat())
    }

    /// What the marks of a program's units say.
    fn marks(&self, program: &str) -> Vec<u32> {
        let dump = self.join("marks");
        let mut command = Command::new("llvm-objcopy-22");
        command.arg(format!("--dump-section=lockstep_units={}", dump.display()));
        assert_silent(&self.run(command.args([program, "/dev/null"])));
        let bytes = fs::read(dump).expect("the section was written");
        let checked = |mark: &[u8]| u32::from_le_bytes(mark[4..8].try_into().expect("four bytes"));
        bytes.chunks_exact(16).map(checked).collect()
    }
}

#[test]
fn what_two_files_say_together_is_told_once_at_the_link() {
    let bench = Bench::of_two_files("whole_faulty", FAULTY);
    let warning = only_warning(&bench.link(&[])).to_owned();
    assert!(warning.starts_with("work.c:3:3: warning: MPI_Barrier is not called"), "{warning}");
    assert!(bench.marks("app").iter().all(|checked| *checked == 1));
    let run = bench.launch("app");
    assert!(run.stderr.contains("[lockstep::collective_divergence]"), "{run:?}");
    assert!(!run.succeeded());
}

/// A flag behind the last object that a function hands on, after so many others, to one that is not seen.
fn hands_on(others: usize) -> String {
    let each = |text: &dyn Fn(usize) -> String| (0..others).map(text).collect::<String>();
    format!(
        "#include <mpi.h>
struct inner {{ int flag; }};
struct outer {{ struct inner *inner; }};
{}
void touch(struct outer *object);
void hand_on(struct outer *last) {{
{}  touch(last);
}}
int main(int argc, char **argv) {{
  struct inner inner = {{ 0 }};
  struct outer outer = {{ &inner }};
  MPI_Init(&argc, &argv);
  hand_on(&outer);
  if (inner.flag)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}}
",
        each(&|number| format!("struct outer other_{number};\n")),
        each(&|number| format!("  touch(&other_{number});\n")),
    )
}

#[test]
fn what_a_function_that_is_not_seen_may_write_is_remembered_among_much() {
    let bench = Bench::new("whole_much_written");
    for others in [3, 70, 1000] {
        bench.write("main.c", hands_on(others));
        assert_silent(&bench.lockstep(&["cc", "--mpi=mpich", "-g", "-c", "main.c"]));
        let checked = bench.lockstep(&["check", "main.o"]);
        assert!(checked.stderr.contains("2 not proven"), "{others}: {checked:?}");
    }
}

#[test]
fn warnings_of_the_link_obey_the_compilers_options() {
    let bench = Bench::of_two_files("whole_options", FAULTY);
    assert_silent(&bench.link(&["-w"]));
    let refused = bench.link(&["-Werror"]);
    assert!(!refused.succeeded() && refused.stderr.contains(" error: "), "{refused:?}");
    assert!(!bench.join("app").exists(), "a program that is refused is not left behind");
    let json = bench.link(&["-w", "-fdiagnostics-color=always"]);
    assert_silent(&json);
    let mut command = Command::new(lockstep());
    command.args(["cc", "--mpi=mpich", "--json", "all.jsonl", "main.o", "work.o", "-o", "app"]);
    only_warning(&bench.run(&mut command));
    assert_eq!(bench.findings("all.jsonl").len(), 1);
    let mut command = Command::new(lockstep());
    command.args(["cc", "--mpi=mpich", "main.o", "work.o", "-o", "app"]);
    assert_silent(&bench.run(command.env("LOCKSTEP_LINK", "0")));
}

#[test]
fn a_program_that_is_proven_is_not_checked_while_it_runs() {
    let bench = Bench::of_two_files("whole_proven", CORRECT);
    assert_silent(&bench.link(&[]));
    assert_eq!(bench.marks("app"), [0], "main.c alone is not proven, both files are");
    let first = bench.read("app");
    assert_silent(&bench.link(&[]));
    assert!(first == bench.read("app"), "a link gives the same program again");
    assert_silent(&bench.run(Command::new("llvm-strip-22").arg("app")));
    assert_eq!(bench.marks("app"), [0], "strip keeps the marks");
    assert_silent(&bench.launch("app"));
}

#[test]
fn what_the_user_wants_checked_stays_checked() {
    let bench = Bench::of_two_files("whole_all", CORRECT);
    for file in ["main.c", "work.c"] {
        let mut command = Command::new(lockstep());
        command.args(["cc", "--mpi=mpich", "-c", file]).env("LOCKSTEP_INSTRUMENT", "all");
        assert_silent(&bench.run(&mut command));
    }
    assert_silent(&bench.link(&[]));
    assert_eq!(bench.marks("app"), [2, 2]);
}

#[test]
fn a_program_is_checked_though_each_file_is_proven() {
    let bench = Bench::new("whole_callback");
    bench.write("hooks.c", "void (*hook)(void);\nvoid raise(int i) { if (i < 1) hook(); }\n");
    bench.write(
        "main.c",
        "#include <mpi.h>
extern void (*hook)(void);
void raise(int i);
static void everybody(void) { MPI_Barrier(MPI_COMM_WORLD); }
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  hook = everybody;
  raise(rank);
  MPI_Finalize();
  return 0;
}
",
    );
    for file in ["main.c", "hooks.c"] {
        assert_silent(&bench.lockstep(&["cc", "--mpi=mpich", "-g", "-c", file]));
    }
    only_warning(&bench.lockstep(&["cc", "--mpi=mpich", "main.o", "hooks.o", "-o", "app"]));
    assert!(bench.marks("app").contains(&1));
    let run = bench.launch("app");
    assert!(run.stderr.contains("[lockstep::collective_divergence]"), "{run:?}");
}

#[test]
fn check_reads_programs_libraries_and_objects() {
    let bench = Bench::of_two_files("whole_check", FAULTY);
    assert!(bench.link(&["-w"]).succeeded());
    assert_silent(&bench.run(Command::new("llvm-ar-22").args(["rcs", "libwork.a", "work.o"])));
    assert_silent(&bench.run(Command::new("llvm-ar-22").args(["rcsT", "thin.a", "work.o"])));
    for files in
        [&["app"][..], &["main.o", "work.o"], &["main.o", "libwork.a"], &["main.o", "thin.a"]]
    {
        let outcome = bench.lockstep(&[&["check"], files].concat());
        assert_eq!(outcome.status, Some(1), "{files:?}: {outcome:?}");
        assert!(outcome.stdout.contains("is not called by all ranks"), "{files:?}: {outcome:?}");
        assert!(outcome.stderr.contains("2 files, 2 functions"), "{files:?}: {outcome:?}");
    }
    let json = bench.lockstep(&["check", "--format", "json", "app"]);
    assert_eq!(json.stdout.lines().count(), 1, "{json:?}");
    // Without the other file nothing is known of it, which is said.
    let alone = bench.lockstep(&["check", "main.o"]);
    assert_eq!(alone.status, Some(0), "{alone:?}");
    assert!(alone.stderr.contains("not seen: 1 function without a record: work"), "{alone:?}");
}

#[test]
fn what_was_told_while_compiling_is_told_again_only_when_asked_for() {
    let bench = Bench::faulty("whole_told");
    only_warning(&bench.lockstep(&["cc", "--mpi=mpich", "-g", "faulty.c", "-o", "app"]));
    let check = bench.lockstep(&["check", "app"]);
    assert_eq!(check.status, Some(0), "{check:?}");
    assert!(check.stderr.contains("1 finding was told while compiling"), "{check:?}");
    let all = bench.lockstep(&["check", "--all", "app"]);
    assert_eq!(all.status, Some(1), "{all:?}");
    assert!(all.stdout.contains("lockstep::collective_divergence"), "{all:?}");
}

#[test]
fn a_program_of_bare_clang_is_marked_when_asked_for() {
    let bench = Bench::of_two_files("whole_apply", CORRECT);
    let mut command = Command::new(lockstep());
    command.args(["cc", "--mpi=mpich", "main.o", "work.o", "-o", "app"]);
    assert_silent(&bench.run(command.env("LOCKSTEP_LINK", "0")));
    assert_eq!(bench.marks("app"), [1], "nobody looked at the whole program");
    let check = bench.lockstep(&["check", "--apply", "app"]);
    assert!(check.succeeded(), "{check:?}");
    assert_eq!(bench.marks("app"), [0]);
    assert_silent(&bench.launch("app"));
}

#[test]
fn files_that_cannot_be_checked_are_named_with_the_remedy() {
    let bench = Bench::of_two_files("whole_bad", FAULTY);
    let object = bench.read("work.o");
    bench.write("cut.o", &object[..object.len() / 2]);
    bench.write("text.o", "int main(void);\n");
    bench.write("plain.c", "int main(void) { return 0; }\n");
    assert_silent(&bench.run(Command::new("clang-22").args(["plain.c", "-o", "plain"])));
    assert_silent(&bench.lockstep(&["cc", "--mpi=mpich", "-flto", "-c", "work.c", "-o", "lto.o"]));
    for (file, said) in [
        ("cut.o", "is damaged"),
        ("text.o", "is no program, library or object"),
        ("missing.o", "cannot be read"),
        ("plain", "has no record of Lockstep"),
        ("lto.o", "bitcode"),
    ] {
        let outcome = bench.lockstep(&["check", file]);
        assert_eq!(outcome.status, Some(2), "{outcome:?}");
        assert!(outcome.stderr.contains(file) && outcome.stderr.contains(said), "{outcome:?}");
        assert!(outcome.stderr.contains("lockstep: help: "), "{outcome:?}");
        assert!(warnings(&outcome).is_empty());
    }
}

#[test]
fn an_object_whose_record_is_of_another_version_is_not_linked() {
    let bench = Bench::of_two_files("record_version", CORRECT);
    let mut object = bench.read("work.o");
    let record = object.windows(4).position(|bytes| bytes == b"LKSP").expect("it has a record");
    object[record + 4] = 99;
    bench.write("work.o", &object);
    let archive = bench.run(Command::new("llvm-ar-22").args(["rcs", "libwork.a", "work.o"]));
    assert!(archive.succeeded(), "{archive:?}");
    for input in ["work.o", "libwork.a"] {
        let words = ["cc", "--mpi=mpich", "main.o", input, "-o", "app"];
        let outcome = bench.lockstep(&words);
        assert_eq!(outcome.status, Some(2), "{outcome:?}");
        for said in [input, "version 99", "compile"] {
            assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
        }
        assert!(!bench.join("app").exists(), "nothing was linked");
        let mut link = Command::new(lockstep());
        let outcome = bench.run(link.args(words).env("LOCKSTEP_LINK", "0"));
        assert!(outcome.succeeded(), "{outcome:?}");
        fs::remove_file(bench.join("app")).expect("it was linked");
    }
}
