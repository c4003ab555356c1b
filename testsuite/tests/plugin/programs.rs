//! The plugin never changes what a correct program computes.

use std::process::Command;

use lockstep_testsuite::annotation::Language;
use lockstep_testsuite::toolchain::Mpi;

use crate::bench::{Bench, assert_silent, lockstep, warnings};

/// Compiles and runs a program without Lockstep and with all its collectives checked, and compares
/// what they print.
fn compare(name: &str, file: &str, text: &str, language: Language, flags: &[&str]) {
    let bench = Bench::new(name);
    bench.write(file, text);
    let subcommand = match language {
        Language::C => "cc",
        Language::Cpp => "c++",
        Language::Fortran => "fc",
    };
    for mpi in Mpi::ALL {
        let mut outputs = Vec::new();
        for (level, instrument) in
            [("-O0", "all"), ("-O2", "all"), ("-O2", "selected"), ("-O2", "none")]
        {
            let mut command = Command::new(lockstep());
            command.arg(subcommand).arg(format!("--mpi={}", mpi.name()));
            command.args(flags).args([level, file, "-o", "program"]);
            let compiled = bench.run(command.env("LOCKSTEP_INSTRUMENT", instrument));
            assert!(compiled.succeeded() && warnings(&compiled).is_empty(), "{compiled:?}");
            let run = bench.run(&mut mpi.launch(2, &bench.join("program")));
            assert!(run.succeeded(), "{mpi:?} {level} {instrument}: {run:?}");
            assert!(!run.stdout.is_empty());
            outputs.push(run.stdout);
        }
        outputs.dedup();
        assert_eq!(outputs.len(), 1, "{outputs:?}");
    }
}

#[test]
fn c_computes_the_same() {
    let text = include_str!("inputs/constructs.c");
    compare("program_c", "constructs.c", text, Language::C, &["-g"]);
}

#[test]
fn cpp_computes_the_same() {
    let text = include_str!("inputs/constructs.cpp");
    compare("program_cpp", "constructs.cpp", text, Language::Cpp, &["-g", "-std=c++20"]);
}

#[test]
fn fortran_computes_the_same() {
    let text = include_str!("inputs/constructs.f90");
    compare("program_fortran", "constructs.f90", text, Language::Fortran, &["-g"]);
}

#[test]
fn without_instrumentation_the_object_is_the_plain_one() {
    let bench = Bench::new("program_none");
    bench.write("constructs.c", include_str!("inputs/constructs.c"));
    for level in ["-O0", "-O2"] {
        let mut plain = bench.plain(Language::C);
        assert_silent(&bench.run(plain.args(["-g", level, "-c", "constructs.c", "-o", "plain.o"])));
        let mut command = bench.compiler(Language::C);
        command.args(["-g", level, "-c", "constructs.c", "-o", "plugin.o"]);
        assert_silent(&bench.run(command.env("LOCKSTEP_INSTRUMENT", "none")));
        bench.assert_same_but_for_the_record("plain.o", "plugin.o", level);
    }
}
