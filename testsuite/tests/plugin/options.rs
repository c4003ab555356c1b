//! Levels, `-g`, `-fopenmp`, and the options that say what becomes of a warning.

use lockstep_testsuite::annotation::Language;

use crate::bench::{Bench, CALLS, FAULTY_FORTRAN, assert_silent, only_warning, warnings};

const WARNING: &str = "warning: MPI_Barrier is not called by all ranks of MPI_COMM_WORLD [lockstep::collective_divergence]";

#[test]
fn every_level_warns_at_the_call_and_notes_the_condition() {
    let bench = Bench::faulty("levels");
    for level in ["-O0", "-O1", "-O2", "-O3", "-Os", "-Og"] {
        for openmp in [&[][..], &["-fopenmp"]] {
            let outcome = bench.c(&[&["-g", level, "-c", "faulty.c"], openmp].concat());
            let warning = only_warning(&outcome);
            assert!(warning.starts_with(&format!("faulty.c:8:5: {WARNING}")), "{warning}");
            assert!(outcome.stderr.contains("faulty.c:7:12: note: "), "{}", outcome.stderr);
            assert!(outcome.stderr.contains("if (rank == 0)"), "{}", outcome.stderr);
            assert_eq!(bench.announced("faulty.o"), CALLS);
        }
    }
}

#[test]
fn every_level_of_fortran_warns_at_the_call_and_notes_the_condition() {
    let bench = Bench::new("levels_fortran");
    bench.write("faulty.f90", FAULTY_FORTRAN);
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        for openmp in [&[][..], &["-fopenmp"]] {
            let arguments = [&["-g", level, "-c", "faulty.f90"], openmp].concat();
            let outcome = bench.fortran(&arguments);
            let warning = only_warning(&outcome);
            assert!(warning.starts_with(&format!("faulty.f90:7:5: {WARNING}")), "{warning}");
            assert!(outcome.stderr.contains("faulty.f90:6:3: note: "), "{}", outcome.stderr);
            assert_eq!(bench.announced("faulty.o"), CALLS);
        }
    }
}

#[test]
fn without_lines_the_message_names_the_function_and_the_remedy() {
    let bench = Bench::faulty("no_lines");
    bench.write("faulty.f90", FAULTY_FORTRAN);
    for level in ["-O0", "-O2"] {
        let outcome = bench.c(&[level, "-c", "faulty.c"]);
        let warning = only_warning(&outcome);
        assert!(warning.starts_with("warning: in main: MPI_Barrier is not called"), "{warning}");
        assert!(warning.contains("compile with -g"), "{warning}");
        assert_eq!(bench.announced("faulty.o"), CALLS);
        let outcome = bench.fortran(&[level, "-c", "faulty.f90"]);
        let warning = only_warning(&outcome);
        assert!(warning.starts_with("warning: in the main program: MPI_Barrier"), "{warning}");
        assert!(warning.contains("compile with -g"), "{warning}");
    }
}

#[test]
fn without_lines_each_function_has_its_warning() {
    let bench = Bench::new("no_lines_functions");
    let body = "{ int r; MPI_Comm_rank(MPI_COMM_WORLD, &r); if (r) MPI_Barrier(MPI_COMM_WORLD); }";
    bench.write("f.c", format!("#include <mpi.h>\nvoid a(void) {body}\nvoid b(void) {body}\n"));
    for flags in [&["-g", "-c", "f.c"][..], &["-c", "f.c"]] {
        let outcome = bench.c(flags);
        assert_eq!(warnings(&outcome).len(), 2, "{flags:?}: {}", outcome.stderr);
    }
}

#[test]
fn w_silences_but_the_run_is_still_checked() {
    let bench = Bench::faulty("w");
    bench.write("faulty.f90", FAULTY_FORTRAN);
    assert_silent(&bench.c(&["-g", "-w", "-c", "faulty.c"]));
    assert_eq!(bench.announced("faulty.o"), CALLS);
    assert_silent(&bench.fortran(&["-g", "-w", "-c", "faulty.f90"]));
    assert_eq!(bench.announced("faulty.o"), CALLS);
}

#[test]
fn functions_the_user_names_differ_between_ranks() {
    let bench = Bench::new("rank_dependent");
    bench.write(
        "sources.c",
        "#include <mpi.h>\n#include <stdio.h>\nint node_number(void);\n\
         static int first_line(const char *path) {\n    FILE *file = fopen(path, \"r\");\n    \
         int line = 0;\n    if (file) { if (fscanf(file, \"%d\", &line) != 1) line = 0; fclose(file); }\n    \
         return line;\n}\n\
         void by_node(void) { if (node_number() == 0) MPI_Barrier(MPI_COMM_WORLD); }\n\
         void by_file(void) { if (first_line(\"start\") > 3) MPI_Barrier(MPI_COMM_WORLD); }\n",
    );
    let arguments = ["-g", "-c", "sources.c"];
    assert_silent(&bench.c(&arguments));
    for (names, line) in [("node_number", 10), ("input", 11), ("first_line", 11)] {
        let mut command = bench.compiler(Language::C);
        command.args(arguments).env("LOCKSTEP_RANK_DEPENDENT", names);
        let outcome = bench.run(&mut command);
        assert!(only_warning(&outcome).starts_with(&format!("sources.c:{line}:")), "{outcome:?}");
    }
    let mut command = bench.compiler(Language::C);
    command.args(arguments).env("LOCKSTEP_RANK_DEPENDENT", "a,,b");
    let outcome = bench.run(&mut command);
    assert!(
        !outcome.succeeded() && outcome.stderr.contains("LOCKSTEP_RANK_DEPENDENT"),
        "{outcome:?}"
    );
}

#[test]
fn werror_fails_the_compilation_and_leaves_no_object() {
    let bench = Bench::faulty("werror");
    bench.write("faulty.f90", FAULTY_FORTRAN);
    let outcomes = [
        bench.c(&["-g", "-Werror", "-c", "faulty.c"]),
        bench.fortran(&["-g", "-Werror", "-c", "faulty.f90"]),
    ];
    for outcome in outcomes {
        assert!(!outcome.succeeded(), "{outcome:?}");
        assert!(outcome.stderr.contains("[lockstep::collective_divergence]"), "{outcome:?}");
        assert!(!bench.join("faulty.o").exists());
    }
}

#[test]
fn colour_can_be_forced_and_is_not_there_otherwise() {
    let bench = Bench::faulty("colour");
    bench.write("faulty.f90", FAULTY_FORTRAN);
    for (language, file) in [(Language::C, "faulty.c"), (Language::Fortran, "faulty.f90")] {
        let compile = |flags: &[&str]| {
            bench.run(bench.compiler(language).args(["-g", "-c", file]).args(flags)).stderr
        };
        assert!(compile(&["-fdiagnostics-color=always"]).contains("\x1b["), "{file}");
        assert!(!compile(&[]).contains('\x1b'), "{file}");
    }
}

#[test]
fn a_file_without_mpi_and_record_is_left_byte_identical() {
    let bench = Bench::new("no_mpi");
    let code = "#include <stdio.h>\nint f(int n, char **v) { while (n--) puts(v[n]); return n; }\n";
    bench.write("none.c", code);
    bench.write("header.c", format!("#include <mpi.h>\n{code}"));
    let levels: [&[&str]; 6] =
        [&["-O0"], &["-O2", "-g"], &["-O3", "-fopenmp"], &["-flto"], &["-flto=thin"], &["-Os"]];
    for file in ["none.c", "header.c"] {
        for flags in levels {
            let plain =
                bench.run(bench.plain(Language::C).args(flags).args(["-c", file, "-o", "plain.o"]));
            assert_silent(&plain);
            let mut plugin = bench.compiler(Language::C);
            plugin.args(flags).args(["-c", file, "-o", "plugin.o"]).env("LOCKSTEP_RECORD", "0");
            assert_silent(&bench.run(&mut plugin));
            assert!(bench.read("plain.o") == bench.read("plugin.o"), "{file} {flags:?}");
        }
    }
}

#[test]
fn a_clean_file_is_silent_and_its_code_is_the_same() {
    let bench = Bench::new("clean");
    bench.write(
        "clean.c",
        "#include <mpi.h>
int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < size; i++)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
",
    );
    for flags in [&["-O0"][..], &["-O2", "-g"], &["-O3", "-fopenmp"], &["-g3"]] {
        let mut plain = bench.plain(Language::C);
        assert_silent(&bench.run(plain.args(flags).args(["-c", "clean.c", "-o", "plain.o"])));
        assert_silent(&bench.c(&[flags, &["-c", "clean.c", "-o", "plugin.o"]].concat()));
        bench.assert_same_but_for_the_record("plain.o", "plugin.o", &format!("{flags:?}"));
    }
}
