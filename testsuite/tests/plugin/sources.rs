//! Where the source comes from, and what it looks like.

use std::process::Command;

use lockstep_testsuite::annotation::Language;

use crate::bench::{Bench, CALLS, FAULTY, assert_silent, only_warning, plugin, warnings};

#[test]
fn standard_input_is_compiled() {
    let bench = Bench::faulty("stdin");
    let mut command = bench.compiler(Language::C);
    command.args(["-g", "-x", "c", "-c", "-", "-o", "out.o"]);
    let outcome = bench.run_with_input(&mut command, "faulty.c");
    let warning = only_warning(&outcome);
    assert!(warning.contains("<stdin>:8:5: warning: MPI_Barrier"), "{warning}");
    assert_eq!(bench.announced("out.o"), CALLS);
}

#[test]
fn line_directives_decide_on_the_place_even_if_there_is_no_such_file() {
    let bench = Bench::new("line_directive");
    bench.write("generated.c", format!("#line 1000 \"grammar.y\"\n{FAULTY}"));
    let outcome = bench.c(&["-g", "-c", "generated.c"]);
    let warning = only_warning(&outcome);
    assert!(warning.contains("grammar.y:1007:5: warning: MPI_Barrier"), "{warning}");
    // A line behind the end of a file that is there.
    bench.write("behind.c", FAULTY.replace("  if (rank", "#line 4000\n  if (rank"));
    let outcome = bench.c(&["-g", "-c", "behind.c"]);
    let warning = only_warning(&outcome);
    assert!(warning.contains("behind.c:4001:5: warning: MPI_Barrier"), "{warning}");
    bench.write("far.c", FAULTY.replace("  if (rank", "#line 2147483000\n  if (rank"));
    let outcome = bench.c(&["-g", "-c", "far.c"]);
    let warning = only_warning(&outcome);
    assert!(warning.contains("far.c:2147483001:5: "), "{warning}");
}

#[test]
fn line_directives_that_name_devices_and_pipes_are_not_read() {
    let bench = Bench::new("line_directive_device");
    assert_silent(&bench.run(Command::new("mkfifo").arg("pipe")));
    for name in ["/dev/zero", "/dev/tty", "pipe", ".", ""] {
        bench.write("device.c", format!("#line 1 \"{name}\"\n{FAULTY}"));
        only_warning(&bench.c(&["-g", "-c", "device.c"]));
    }
}

#[test]
fn a_source_that_is_gone_or_is_another_is_no_trouble() {
    let bench = Bench::faulty("gone");
    let mut command = bench.plain(Language::C);
    command.args(["-g", "-O1", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", "faulty.c"]);
    assert_silent(&bench.run(&mut command));
    let pass = || {
        let mut command = Command::new("clang-22");
        command.arg(format!("-fpass-plugin={}", plugin()));
        bench.run(command.args(["-O2", "-c", "faulty.bc", "-o", "out.o"]))
    };
    for text in [&b"short"[..], b"", b"\xff\x00\n\x01\n\n\n\n\n\n\n\xfe", FAULTY.as_bytes()] {
        bench.write("faulty.c", text);
        let outcome = pass();
        let warning = only_warning(&outcome);
        assert!(warning.contains("faulty.c:8:5: warning: MPI_Barrier"), "{warning}");
        assert!(!outcome.stderr.contains("inline asm"), "{}", outcome.stderr);
    }
    std::fs::remove_file(bench.join("faulty.c")).expect("it was there");
    let outcome = pass();
    let warning = only_warning(&outcome);
    assert!(warning.contains("faulty.c:8:5: warning: MPI_Barrier"), "{warning}");
    assert_eq!(bench.announced("out.o"), CALLS);
}

#[test]
fn any_path_is_carried_through_to_the_findings() {
    let bench = Bench::new("paths");
    for path in ["a b/c d.c", "dé ü/日本.c", "it's \"quoted\".c", "back\\slash.c", "%s%n{}.c"] {
        bench.write(path, FAULTY);
        let mut command = bench.compiler(Language::C);
        command.args(["-g", "-c", path, "-o", "out.o"]).env("LOCKSTEP_JSON", "findings.jsonl");
        let outcome = bench.run(&mut command);
        let warning = only_warning(&outcome);
        assert!(warning.starts_with(&format!("{path}:8:5: warning: ")), "{warning}");
        let findings = bench.findings("findings.jsonl");
        assert_eq!(findings.last().expect("a finding").location.file.as_ref(), path);
    }
}

#[test]
fn long_lines_line_ends_and_any_bytes_are_read() {
    let bench = Bench::new("bytes");
    let condition = format!("if (rank == 0 && {}1)", "1+".repeat(20_000));
    bench.write("condition.c", FAULTY.replace("if (rank == 0)", &condition));
    let outcome = bench.c(&["-g", "-fbracket-depth=50000", "-c", "condition.c"]);
    let warning = only_warning(&outcome);
    assert!(warning.starts_with("condition.c:8:5: warning: "), "{warning}");
    assert!(outcome.stderr.len() < 20_000, "no line is that interesting");

    // More columns than debug information can hold.
    let call = format!("{}MPI_Barrier", " ".repeat(70_000));
    bench.write("column.c", FAULTY.replace("MPI_Barrier", &call));
    let outcome = bench.c(&["-g", "-c", "column.c"]);
    assert!(only_warning(&outcome).starts_with("column.c:8:"), "{}", outcome.stderr);

    bench.write("windows.c", FAULTY.replace('\n', "\r\n"));
    let outcome = bench.c(&["-g", "-c", "windows.c"]);
    assert!(only_warning(&outcome).starts_with("windows.c:8:5: "), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains('\r'), "{:?}", outcome.stderr);

    let comment = b"/* \xe9\xff \x01\t */ MPI_Barrier";
    let mut latin = FAULTY.split("MPI_Barrier").map(|part| part.as_bytes().to_vec());
    let (before, after) = (latin.next().expect("two parts"), latin.next().expect("two parts"));
    bench.write("latin.c", [&before[..], comment, &after].concat());
    let outcome = bench.c(&["-g", "-c", "latin.c"]);
    assert!(only_warning(&outcome).starts_with("latin.c:8:"), "{}", outcome.stderr);
}

#[test]
fn preprocessed_source_has_the_places_of_the_original() {
    let bench = Bench::faulty("preprocessed");
    assert_silent(&bench.run(bench.plain(Language::C).args(["-E", "faulty.c", "-o", "faulty.i"])));
    let outcome = bench.c(&["-g", "-c", "faulty.i", "-Wno-unused-command-line-argument"]);
    assert!(only_warning(&outcome).starts_with("faulty.c:8:5: "), "{}", outcome.stderr);
}

#[test]
fn assembler_and_modes_that_generate_no_code_are_left_alone() {
    let bench = Bench::faulty("other_modes");
    assert_silent(&bench.run(bench.plain(Language::C).args(["-S", "faulty.c"])));
    bench.write("cpp.S", bench.read("faulty.s"));
    for file in ["faulty.s", "cpp.S"] {
        assert_silent(&bench.c(&["-c", file, "-o", "out.o", "-Wno-unused-command-line-argument"]));
        assert_eq!(bench.announced("out.o"), 0);
    }
    assert_silent(&bench.c(&["-fsyntax-only", "faulty.c"]));
    assert!(bench.c(&["-E", "faulty.c"]).stderr.is_empty());
    assert!(bench.c(&["-M", "faulty.c"]).stderr.is_empty());
}

#[test]
fn textual_output_carries_the_calls() {
    let bench = Bench::faulty("textual");
    only_warning(&bench.c(&["-g", "-O2", "-S", "-emit-llvm", "faulty.c"]));
    bench.verify("faulty.ll");
    let module = String::from_utf8_lossy(&bench.read("faulty.ll")).into_owned();
    assert_eq!(module.matches("call void @__lockstep_v2_enter(").count(), CALLS);
    assert!(!module.contains("lockstep.tag"), "the pass takes its marks away");
    only_warning(&bench.c(&["-g", "-S", "faulty.c"]));
    let assembler = String::from_utf8_lossy(&bench.read("faulty.s")).into_owned();
    let calls = assembler
        .lines()
        .filter(|line| line.contains("call") && line.contains("__lockstep_v2_enter"));
    assert_eq!(calls.count(), CALLS);
}

#[test]
fn several_files_in_one_command_have_their_own_warnings() {
    let bench = Bench::new("several");
    let files = ["a.c", "b.c", "c.c"];
    for file in files {
        bench.write(file, FAULTY);
    }
    let outcome = bench.c(&["-g", "-c", "a.c", "b.c", "c.c"]);
    let places: Vec<&str> = warnings(&outcome).iter().map(|warning| &warning[..3]).collect();
    assert_eq!(places, files);
}

#[test]
fn templates_and_headers_are_told_once() {
    let bench = Bench::new("templates");
    bench.write(
        "sync.hpp",
        "#include <mpi.h>
template <class T> void sync(T value, MPI_Comm communicator) {
  int rank;
  MPI_Comm_rank(communicator, &rank);
  if (rank == 0)
    MPI_Barrier(communicator);
}
",
    );
    let uses = "sync(1, c); sync(1.0, c); sync('c', c); sync(\"s\", c);";
    bench.write("uses.cpp", format!("#include \"sync.hpp\"\nvoid uses(MPI_Comm c) {{ {uses} }}\n"));
    for level in ["-O0", "-O2"] {
        let outcome = bench.cpp(&["-g", level, "-c", "uses.cpp"]);
        assert!(only_warning(&outcome).contains("sync.hpp:6:5: "), "{}", outcome.stderr);
    }
}
