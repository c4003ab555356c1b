//! What the languages allow. The programs in `inputs/` are correct, so they are compiled twice:
//! as they are, and with a fault in the function all their constructs share.

use lockstep_testsuite::annotation::Language;
use lockstep_testsuite::process::Outcome;

use crate::bench::{Bench, only_warning, warnings};

const CONSTRUCTS_C: &str = include_str!("inputs/constructs.c");
const CONSTRUCTS_CPP: &str = include_str!("inputs/constructs.cpp");
const CONSTRUCTS_FORTRAN: &str = include_str!("inputs/constructs.f90");

/// Compiles to text, with everything checked, and has the result verified; at several levels.
fn compile_everywhere(bench: &Bench, language: Language, file: &str, flags: &[&str]) {
    let modes: [&[&str]; 6] = [
        &["-O0"],
        &["-O2", "-g"],
        &["-O3", "-fopenmp"],
        &["-O1", "-g", "-fPIC"],
        &["-O2", "-flto", "-g"],
        &["-O2", "-march=native"],
    ];
    for mode in modes {
        let mut command = bench.compiler(language);
        command.args(flags).args(mode).args(["-S", "-emit-llvm", file, "-o", "out.ll"]);
        let outcome = bench.run(command.env("LOCKSTEP_INSTRUMENT", "all"));
        assert!(outcome.succeeded(), "{file} {mode:?}: {outcome:?}");
        assert!(!outcome.stderr.contains("not analysed"), "{}", outcome.stderr);
        bench.verify("out.ll");
    }
}

fn assert_warns_at(outcome: &Outcome, place: &str) {
    assert!(outcome.succeeded(), "{outcome:?}");
    let found = warnings(outcome).iter().any(|warning| warning.starts_with(place));
    assert!(found, "no warning at {place}: {}", outcome.stderr);
}

/// The line of the first occurrence.
fn line_of(text: &str, part: &str) -> usize {
    1 + text.lines().position(|line| line.contains(part)).expect("the text has the part")
}

#[test]
fn c_with_all_its_extensions() {
    let bench = Bench::new("constructs_c");
    bench.write("constructs.c", CONSTRUCTS_C);
    compile_everywhere(&bench, Language::C, "constructs.c", &[]);
    for flags in
        [&["-fsanitize=address,undefined"][..], &["-fprofile-instr-generate", "-fcoverage-mapping"]]
    {
        compile_everywhere(&bench, Language::C, "constructs.c", flags);
    }
    let fault = CONSTRUCTS_C.replace("  if (total == 6)", "  if (total == 6 && rank == 1)");
    bench.write("faulty.c", &fault);
    compile_everywhere(&bench, Language::C, "faulty.c", &[]);
}

#[test]
fn cpp_with_coroutines_exceptions_and_lambdas() {
    let bench = Bench::new("constructs_cpp");
    bench.write("constructs.cpp", CONSTRUCTS_CPP);
    compile_everywhere(&bench, Language::Cpp, "constructs.cpp", &["-std=c++20"]);
    let fault = CONSTRUCTS_CPP.replace(
        "  barriers++;\n",
        "  barriers++;\n  int r;\n  MPI_Comm_rank(MPI_COMM_WORLD, &r);\n  if (r == 1)\n",
    );
    bench.write("faulty.cpp", &fault);
    compile_everywhere(&bench, Language::Cpp, "faulty.cpp", &["-std=c++20"]);
    let outcome = bench.cpp(&["-std=c++20", "-g", "-c", "faulty.cpp"]);
    let place = format!("faulty.cpp:{}:", line_of(&fault, "  MPI_Barrier(MPI_COMM_WORLD);"));
    assert_warns_at(&outcome, &place);
}

#[test]
fn an_exception_on_one_rank_is_found_where_the_others_wait() {
    let bench = Bench::new("exception");
    let text = "\
#include <mpi.h>
#include <stdexcept>
static void check(int rank) {
  if (rank == 1)
    throw std::runtime_error(\"one rank\");
}
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    check(rank);
    MPI_Barrier(MPI_COMM_WORLD);
  } catch (const std::exception &) {
  }
  MPI_Finalize();
}
";
    bench.write("exception.cpp", text);
    for level in ["-O0", "-O2"] {
        let outcome = bench.cpp(&["-g", level, "-c", "exception.cpp"]);
        assert!(only_warning(&outcome).starts_with("exception.cpp:13:5: "), "{}", outcome.stderr);
        assert!(outcome.stderr.contains("exception.cpp:4:"), "{}", outcome.stderr);
    }
}

#[test]
fn fortran_with_entries_commons_and_contained_procedures() {
    let bench = Bench::new("constructs_fortran");
    bench.write("constructs.f90", CONSTRUCTS_FORTRAN);
    let modes: [&[&str]; 4] = [&["-O0"], &["-O2", "-g"], &["-O3", "-fopenmp", "-g"], &["-flto"]];
    let fault =
        CONSTRUCTS_FORTRAN.replace("if (n > 0) call inner()", "if (rank == 0) call inner()");
    bench.write("faulty.f90", &fault);
    for mode in modes {
        for file in ["constructs.f90", "faulty.f90"] {
            let mut command = bench.compiler(Language::Fortran);
            command.args(mode).args(["-S", "-emit-llvm", file, "-o", "out.ll"]);
            let outcome = bench.run(command.env("LOCKSTEP_INSTRUMENT", "all"));
            assert!(outcome.succeeded(), "{file} {mode:?}: {outcome:?}");
            assert_eq!(warnings(&outcome).is_empty(), file == "constructs.f90", "{outcome:?}");
            bench.verify("out.ll");
        }
    }
    let outcome = bench.fortran(&["-g", "-c", "faulty.f90"]);
    assert_warns_at(&outcome, &format!("faulty.f90:{}:", line_of(&fault, "call MPI_Barrier")));
}

#[test]
fn fixed_form_fortran() {
    let bench = Bench::new("fixed_form");
    bench.write(
        "fixed.f",
        "      SUBROUTINE S(N)
      INCLUDE 'mpif.h'
      INTEGER N,R,IE
      CALL MPI_COMM_RANK(MPI_COMM_WORLD,R,IE)
      IF (R.EQ.0)
     &   CALL MPI_BARRIER(MPI_COMM_WORLD,IE)
      END
",
    );
    let outcome = bench.fortran(&["-g", "-c", "fixed.f"]);
    assert!(only_warning(&outcome).starts_with("fixed.f:6:"), "{}", outcome.stderr);
}

/// Debian's MPIs are built with gfortran.
#[test]
fn a_module_flang_cannot_read_is_refused_in_few_words() {
    let bench = Bench::new("mpi_f08");
    bench.write("new.f90", "program new\n  use mpi_f08\n  call MPI_Init()\nend program\n");
    let outcome = bench.lockstep(&["fc", "--mpi=mpich", "-c", "new.f90"]);
    assert!(!outcome.succeeded(), "{outcome:?}");
    assert!(outcome.stderr.contains("the module mpi_f08 is not offered"), "{}", outcome.stderr);
    assert!(outcome.stderr.lines().count() < 12, "{}", outcome.stderr);
}

#[test]
fn old_c_without_prototypes() {
    let bench = Bench::new("old_c");
    bench.write(
        "old.c",
        "main() {
  int r;
  MPI_Init();
  MPI_Comm_rank(91, &r);
  if (r)
    MPI_Barrier(91);
  MPI_Allreduce();
  MPI_Bcast(1);
  MPI_Comm_split();
  MPI_Comm_rank();
  MPI_Finalize(1, 2, 3);
}
f(r, c) int r; char *c; { return g(&r) ? MPI_Reduce(r, c, 1.5, f) : 0; }
",
    );
    for level in ["-O0", "-O2"] {
        let mut command = bench.compiler(Language::C);
        command.args([
            "-std=c89",
            "-g",
            level,
            "-c",
            "old.c",
            "-Wno-implicit-function-declaration",
        ]);
        command.args(["-Wno-implicit-int", "-Wno-deprecated-non-prototype", "-Wno-return-type"]);
        assert_warns_at(&bench.run(&mut command), "old.c:6:5: ");
    }
}

/// Whatever a program calls by MPI's names.
#[test]
fn functions_with_mpis_names_and_other_types() {
    let bench = Bench::new("other_types");
    bench.write(
        "other.c",
        "struct large { char bytes[100]; };
int MPI_Barrier(int c) { return c; }
int MPI_Comm_rank;
static float MPI_Bcast(double x) { return x; }
struct large MPI_Allreduce(struct large y, ...);
void MPI_Init(void) { MPI_Barrier(3); }
double MPI_Comm_split(void);
int main(void) {
  struct large z = {{1}};
  MPI_Init();
  MPI_Comm_rank = 3;
  if (MPI_Comm_rank) MPI_Bcast(3);
  z = MPI_Allreduce(z);
  z = MPI_Allreduce(z, 1, MPI_Comm_split());
  return z.bytes[0];
}
",
    );
    for setting in ["selected", "all"] {
        for level in ["-O0", "-O2"] {
            let mut command = bench.compiler(Language::C);
            command.args(["-g", level, "-S", "-emit-llvm", "other.c"]);
            command.env("LOCKSTEP_INSTRUMENT", setting).env("LOCKSTEP_PER_FILE", "1");
            let outcome = bench.run(&mut command);
            assert!(outcome.succeeded(), "{outcome:?}");
            assert!(!outcome.stderr.contains("not analysed"), "{}", outcome.stderr);
            bench.verify("other.ll");
        }
    }
}

#[test]
fn blocks_are_read() {
    let bench = Bench::new("blocks");
    bench.write(
        "blocks.c",
        "#include <mpi.h>
int go(MPI_Comm communicator) {
  int rank;
  MPI_Comm_rank(communicator, &rank);
  void (^late)(void) = ^{
    if (rank)
      MPI_Barrier(communicator);
  };
  late();
  return 0;
}
",
    );
    let outcome = bench.c(&["-fblocks", "-g", "-c", "blocks.c"]);
    assert!(outcome.succeeded(), "{outcome:?}");
    // Warned of or not, the run is checked.
    assert_eq!(bench.announced("blocks.o"), 1);
}
