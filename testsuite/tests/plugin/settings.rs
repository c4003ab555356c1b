//! The environment variables, and the file of findings.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};

use lockstep_testsuite::annotation::Language;

use crate::bench::{
    Bench, CALLS, FAULTY, FAULTY_FORTRAN, assert_silent, forget_settings, plugin, warnings,
};

/// Compilers that write to one file at the same time.
const AT_ONCE: usize = 16;

#[test]
fn findings_are_appended_as_json_lines() {
    let bench = Bench::faulty("json");
    bench.write("faulty.f90", FAULTY_FORTRAN);
    for (language, file) in [(Language::C, "faulty.c"), (Language::Fortran, "faulty.f90")] {
        let mut command = bench.compiler(language);
        command.args(["-g", "-c", file]).env("LOCKSTEP_JSON", "findings.jsonl");
        assert_eq!(warnings(&bench.run(&mut command)).len(), 1);
    }
    let findings = bench.findings("findings.jsonl");
    let places: Vec<_> =
        findings.iter().map(|finding| (&*finding.location.file, finding.location.line)).collect();
    assert_eq!(places, [("faulty.c", 8), ("faulty.f90", 7)]);
    for finding in &findings {
        assert_eq!(finding.rule, "collective_divergence");
        assert!(!finding.notes.is_empty() && !finding.help.is_empty(), "{finding:?}");
    }
    assert_eq!(findings[0].function, "main");
}

#[test]
fn many_compilers_append_whole_lines_to_one_file() {
    let bench = Bench::new("json_many");
    let functions = 40;
    let mut source = "#include <mpi.h>\nint rank;\n".to_owned();
    for number in 0..functions {
        let body = "MPI_Comm_rank(MPI_COMM_WORLD, &rank); if (rank) MPI_Barrier(MPI_COMM_WORLD);";
        source += &format!("void f{number}(void) {{ {body} }}\n");
    }
    bench.write("many.c", source);
    let start = |number: usize| {
        let mut command = bench.compiler(Language::C);
        forget_settings(&mut command);
        command.args(["-g", "-c", "-o"]).arg(bench.join(&format!("{number}.o")));
        command.arg(bench.join("many.c")).env("LOCKSTEP_JSON", bench.join("findings.jsonl"));
        command.stderr(Stdio::null()).spawn().expect("clang starts")
    };
    let compilers: Vec<_> = (0..AT_ONCE).map(start).collect();
    for mut compiler in compilers {
        assert!(compiler.wait().expect("clang ends").success());
    }
    assert_eq!(bench.findings("findings.jsonl").len(), AT_ONCE * functions);
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let bench = Bench::faulty("json_unwritable");
    bench.write("faulty.f90", FAULTY_FORTRAN);
    for (language, file) in [(Language::C, "faulty.c"), (Language::Fortran, "faulty.f90")] {
        for path in ["missing/findings.jsonl", "."] {
            let mut command = bench.compiler(language);
            let outcome = bench.run(command.args(["-g", "-c", file]).env("LOCKSTEP_JSON", path));
            let said = format!("error: LOCKSTEP_JSON=\"{path}\" cannot be written");
            assert!(outcome.stderr.contains(&said), "{}", outcome.stderr);
            assert!(!outcome.succeeded(), "{file} {path}");
        }
    }
}

#[test]
fn a_setting_that_is_not_understood_fails_every_compiler() {
    let bench = Bench::faulty("settings");
    bench.write("faulty.f90", FAULTY_FORTRAN);
    let mut module = bench.plain(Language::C);
    assert_silent(&bench.run(module.args(["-S", "-emit-llvm", "faulty.c", "-o", "faulty.ll"])));
    for variable in ["LOCKSTEP_PER_FILE", "LOCKSTEP_INSTRUMENT", "LOCKSTEP_WARNINGS"] {
        let mut c = bench.compiler(Language::C);
        c.args(["-c", "faulty.c"]);
        let mut fortran = bench.compiler(Language::Fortran);
        fortran.args(["-c", "faulty.f90"]);
        let mut opt = Command::new("opt-22");
        opt.arg(format!("-load-pass-plugin={}", plugin()));
        opt.args(["-passes=lockstep", "faulty.ll", "-disable-output"]);
        for mut command in [c, fortran, opt] {
            let outcome = bench.run(command.env(variable, "maybe"));
            let said = format!("error: {variable}=\"maybe\" is not understood; it takes ");
            assert!(outcome.stderr.contains(&said), "{}", outcome.stderr);
            assert!(!outcome.succeeded(), "{command:?}");
        }
    }
}

#[test]
fn a_setting_that_is_not_utf8_is_not_ignored() {
    let bench = Bench::faulty("settings_bytes");
    let bytes = OsStr::from_bytes(b"\xff");
    let mut command = bench.compiler(Language::C);
    let outcome = bench.run(command.args(["-c", "faulty.c"]).env("LOCKSTEP_PER_FILE", bytes));
    assert!(outcome.stderr.contains("error: LOCKSTEP_PER_FILE="), "{}", outcome.stderr);
    assert!(!outcome.succeeded());
}

#[test]
fn warnings_can_be_switched_off_while_findings_are_kept() {
    let bench = Bench::faulty("quiet");
    let mut command = bench.compiler(Language::C);
    command.args(["-g", "-c", "faulty.c"]);
    command.env("LOCKSTEP_WARNINGS", "0").env("LOCKSTEP_JSON", "findings.jsonl");
    assert_silent(&bench.run(&mut command));
    assert_eq!(bench.findings("findings.jsonl").len(), 1);
    assert_eq!(bench.announced("faulty.o"), CALLS);
}

#[test]
fn what_is_checked_can_be_set() {
    let bench = Bench::faulty("instrument");
    bench.write("clean.c", FAULTY.replace("  if (rank == 0)\n", ""));
    for (setting, in_faulty, in_clean) in
        [("none", 0, 0), ("selected", CALLS, 0), ("all", CALLS, CALLS)]
    {
        for (file, object, expected) in
            [("faulty.c", "faulty.o", in_faulty), ("clean.c", "clean.o", in_clean)]
        {
            let mut command = bench.compiler(Language::C);
            command.args(["-O2", "-c", file]).env("LOCKSTEP_INSTRUMENT", setting);
            assert!(bench.run(&mut command).succeeded());
            assert_eq!(bench.announced(object), expected, "{file} {setting}");
        }
    }
}

#[test]
fn conditions_that_are_merely_unknown_are_told_on_request() {
    let bench = Bench::new("per_file");
    bench.write(
        "unknown.c",
        "#include <mpi.h>\nvoid step(int last) {\n  if (last)\n    MPI_Barrier(MPI_COMM_WORLD);\n}\n",
    );
    assert_silent(&bench.c(&["-g", "-c", "unknown.c"]));
    assert_eq!(bench.announced("unknown.o"), 1);
    let mut command = bench.compiler(Language::C);
    command.args(["-g", "-c", "unknown.c"]).env("LOCKSTEP_PER_FILE", "1");
    let outcome = bench.run(&mut command);
    assert_eq!(warnings(&outcome).len(), 1, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("unknown.c:4:5: warning: "), "{}", outcome.stderr);
}
