//! Compilers and options that cannot run the pass.

use std::process::Command;

use lockstep_testsuite::annotation::Language;

use crate::bench::{Bench, FAULTY, plugin};

/// Needs `clang-19`, the oldest compiler Lockstep knows.
#[test]
fn a_compiler_of_another_version_is_told_so() {
    let bench = Bench::new("other_version");
    bench.write("empty.c", "int f(void) { return 0; }\n");
    let mut command = Command::new("clang-19");
    command.arg(format!("-fpass-plugin={}", plugin())).args(["-c", "empty.c"]);
    let outcome = bench.run(&mut command);
    let missing = outcome.status == Some(127);
    assert!(!missing, "this test needs another LLVM than 22: apt-get install clang-19");
    assert!(!outcome.succeeded());
    for part in ["error: ", "Lockstep", "LLVM 22", "LLVM 19"] {
        assert!(outcome.stderr.contains(part), "{part} is missing in: {}", outcome.stderr);
    }
    assert!(!outcome.stderr.contains("undefined symbol"), "{}", outcome.stderr);
}

/// Clang loads the file for these options but runs no pass of it.
#[test]
fn options_that_load_but_do_not_run_a_pass_do_no_harm() {
    let bench = Bench::new("load_only");
    bench.write("faulty.c", FAULTY);
    let load = format!("-fplugin={}", plugin());
    for flags in [&[load.as_str()][..], &["-Xclang", "-load", "-Xclang", plugin()]] {
        let mut command = bench.plain(Language::C);
        let outcome = bench.run(command.args(flags).args(["-g", "-c", "faulty.c"]));
        assert!(outcome.succeeded(), "{outcome:?}");
        assert_eq!(bench.announced("faulty.o"), 0);
    }
    // Together with the right option it works.
    let outcome = bench.c(&[&load, "-g", "-c", "faulty.c"]);
    crate::bench::only_warning(&outcome);
}
