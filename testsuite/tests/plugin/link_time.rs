//! The plugin given more than once: on one command line, to `opt`, and again when linking.

use std::process::Command;

use lockstep_core::abi;
use lockstep_testsuite::annotation::Language;
use lockstep_testsuite::process::Outcome;

use crate::bench::{Bench, CALLS, FAULTY_FORTRAN, assert_silent, only_warning, plugin, warnings};

fn again() -> String {
    format!("-fpass-plugin={}", plugin())
}

#[test]
fn given_twice_it_works_once() {
    let bench = Bench::faulty("twice");
    bench.write("faulty.f90", FAULTY_FORTRAN);
    only_warning(&bench.c(&["-g", &again(), "-O2", "-c", "faulty.c"]));
    assert_eq!(bench.announced("faulty.o"), CALLS);
    only_warning(&bench.fortran(&["-g", &again(), "-O2", "-c", "faulty.f90"]));
    assert_eq!(bench.announced("faulty.o"), CALLS);
}

#[test]
fn opt_runs_it_by_name_and_in_its_pipelines_once() {
    let bench = Bench::faulty("opt");
    let mut command = bench.plain(Language::C);
    assert_silent(&bench.run(command.args(["-g", "-S", "-emit-llvm", "faulty.c", "-o", "0.ll"])));
    let opt = |passes: &str, from: &str, to: &str| -> Outcome {
        let mut command = Command::new("opt-22");
        command.arg(format!("-load-pass-plugin={}", plugin())).arg(format!("-passes={passes}"));
        bench.run(command.args(["-S", from, "-o", to]))
    };
    only_warning(&opt("lockstep,verify", "0.ll", "1.ll"));
    assert_silent(&opt("lockstep,lockstep", "1.ll", "2.ll"));
    assert_silent(&opt("default<O2>", "2.ll", "3.ll"));
    only_warning(&opt("lockstep,default<O3>", "0.ll", "4.ll"));
    for module in ["1.ll", "2.ll", "3.ll", "4.ll"] {
        let text = String::from_utf8_lossy(&bench.read(module)).into_owned();
        let calls = text.matches("call void @__lockstep_v2_enter(").count();
        assert_eq!(calls, CALLS, "{module}");
    }
}

#[test]
fn link_time_optimisation_does_not_check_twice() {
    for kind in ["-flto=full", "-flto=thin"] {
        let bench = Bench::faulty(&format!("lto{}", &kind["-flto=".len()..]));
        only_warning(&bench.c(&["-g", "-O2", kind, "-c", "faulty.c"]));
        // What the runtime defines, and no MPI: the program is linked, not run.
        bench.write(
            "runtime.c",
            format!(
                "void {}(void *site) {{ (void)site; }}\nvoid {}(void) {{}}\nint {};\n\
                 int MPI_Init(void *a, void *b) {{ return !a + !b; }}\n\
                 int MPI_Comm_rank(int c, int *r) {{ return *r = c; }}\n\
                 int MPI_Barrier(int c) {{ return c; }}\nint MPI_Finalize(void) {{ return 0; }}\n",
                abi::ENTER,
                abi::ACTIVATE,
                abi::ANCHOR
            ),
        );
        assert_silent(&bench.run(Command::new("clang-22").args(["-c", "runtime.c"])));
        let mut link = Command::new("clang-22");
        link.args(["-O2", kind, "-fuse-ld=lld-22", "faulty.o", "runtime.o", "-o", "program"]);
        link.arg(format!("-Wl,--load-pass-plugin={}", plugin()));
        let outcome = bench.run(&mut link);
        assert!(outcome.succeeded(), "{outcome:?}");
        assert_eq!(warnings(&outcome).len(), 0, "{}", outcome.stderr);
        assert_eq!(bench.announced("program"), CALLS, "{kind}");
    }
}
