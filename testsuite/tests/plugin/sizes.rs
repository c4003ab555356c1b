//! Large inputs. Each is either analysed or checked while it runs; none may take the machine down:
//! the bench limits memory, and a compilation that does not end is a failure.

use std::fmt::Write;

use crate::bench::{Bench, assert_silent, warnings};

const HEAD: &str = "#include <mpi.h>\nint rank;\n";

/// A `main` that calls `calls` with the rank known.
fn main_with(calls: &str) -> String {
    format!(
        "int main(int argc, char **argv) {{\n  MPI_Init(&argc, &argv);\n  \
         MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n{calls}  MPI_Finalize();\n  return 0;\n}}\n"
    )
}

/// Compiles a program that is faulty: warned of, or at least checked while it runs.
fn assert_warned_or_checked(name: &str, body: &str, calls: &str) {
    let bench = Bench::new(&format!("size_{name}"));
    bench.write("large.c", format!("{HEAD}{body}{}", main_with(calls)));
    // Without optimisation: what is measured here is Lockstep, not LLVM's inliner.
    let outcome = bench.c(&["-g", "-w", "-fbracket-depth=10000", "-c", "large.c"]);
    assert!(outcome.succeeded(), "{name}: {outcome:?}");
    assert!(bench.announced("large.o") > 0, "{name} is faulty and nothing is checked");
}

fn cases(count: usize) -> String {
    let mut text = "int f(int x) {\n  switch (x) {\n".to_owned();
    for case in 0..count {
        let action = if case % 10 == 0 { "MPI_Barrier(MPI_COMM_WORLD)" } else { "x += 7" };
        let _ = writeln!(text, "  case {}: {action}; break;", case * 3);
    }
    text + "  }\n  return x;\n}\n"
}

#[test]
fn a_switch_of_a_thousand_cases_is_analysed() {
    let bench = Bench::new("size_switch_1000");
    bench.write("large.c", format!("{HEAD}{}{}", cases(1000), main_with("  f(rank);\n")));
    let outcome = bench.c(&["-g", "-c", "large.c"]);
    assert_eq!(warnings(&outcome).len(), 1, "{}", outcome.stderr);
    assert!(warnings(&outcome)[0].starts_with("large.c:5:11: "), "{}", outcome.stderr);
}

#[test]
fn a_switch_of_ten_thousand_cases() {
    assert_warned_or_checked("switch", &cases(10_000), "  f(rank);\n");
}

#[test]
fn a_thousand_conditions_in_each_other() {
    let mut text = "int f(int x) {\n".to_owned();
    for depth in 0..1000 {
        let _ = writeln!(text, "if (x == {depth}) {{ MPI_Barrier(MPI_COMM_WORLD);");
    }
    text += &"}".repeat(1000);
    assert_warned_or_checked("conditions", &(text + "return x; }\n"), "  f(rank);\n");
}

#[test]
fn two_hundred_loops_in_each_other() {
    let mut text = "int f(int n) {\n  int s = 0;\n".to_owned();
    for depth in 0..200 {
        let _ = writeln!(text, "for (int i{depth} = 0; i{depth} < n; i{depth}++) {{");
    }
    text += "if (s == rank) MPI_Barrier(MPI_COMM_WORLD);\ns++;\n";
    for depth in (0..200).rev() {
        let _ = writeln!(text, "if (i{depth} == s) break; }}");
    }
    assert_warned_or_checked("loops", &(text + "return s; }\n"), "  f(3);\n");
}

#[test]
fn jumps_into_loops_everywhere() {
    let count = 400;
    let mut text = "int f(int x) {\n".to_owned();
    for label in 0..count {
        let (divisor, target) = (label + 2, label * 7919 % count);
        let _ = writeln!(
            text,
            "L{label}: x = x * 7 + {label}; if (x % {divisor} == 0) goto L{target};"
        );
        text += "if (x == rank) MPI_Barrier(MPI_COMM_WORLD);\n";
    }
    assert_warned_or_checked("jumps", &(text + "return x; }\n"), "  f(rank);\n");
}

#[test]
fn two_thousand_functions_called_in_turn() {
    let (mut text, mut calls) = (String::new(), String::new());
    for number in 0..2000 {
        let body = format!("if (x == {number}) MPI_Barrier(MPI_COMM_WORLD); return x + 1;");
        let _ = writeln!(text, "int f{number}(int x) {{ {body} }}");
        let _ = writeln!(calls, "  f{number}(rank & 1);");
    }
    // f0 and f1 cancel out; this one does not.
    calls += "  f0(rank);\n";
    assert_warned_or_checked("functions", &text, &calls);
}

#[test]
fn two_thousand_functions_that_call_each_other() {
    let mut text = "int f0(int x) { if (x) MPI_Barrier(MPI_COMM_WORLD); return x; }\n".to_owned();
    for number in 1..2000 {
        let before = number - 1;
        let _ = writeln!(text, "int f{number}(int x) {{ return f{before}(x) + {number}; }}");
    }
    assert_warned_or_checked("chain", &text, "  f1999(rank);\n");
}

#[test]
fn a_generated_file_of_three_megabytes() {
    let mut statements = String::new();
    for step in 0..60 {
        let (to, from, next) = (step % 64, step * 7 % 64, (step + 1) % 64);
        let _ = writeln!(statements, "  a[{to}] = a[{from}] * {step} + n;");
        let _ = writeln!(statements, "  if (a[{to}] > {step}) a[{next}]--;");
    }
    let (mut text, mut calls) = (String::new(), "  static int a[64];\n".to_owned());
    for number in 0..1000 {
        let _ = write!(text, "int g{number}(int *a, int n) {{\n{statements}  if (n)\n");
        text += "    MPI_Barrier(MPI_COMM_WORLD);\n  return a[0];\n}\n";
        let _ = writeln!(calls, "  g{number}(a, rank & 1);");
    }
    assert!(text.len() > 3_000_000);
    assert_warned_or_checked("file", &text, &calls);
}

#[test]
fn one_function_of_twenty_thousand_blocks() {
    let mut text = "double f(double *a, int n) {\n".to_owned();
    for step in 0..10_000 {
        let (to, from, next) = (step % 64, step * 7 % 64, (step + 1) % 64);
        let _ = writeln!(
            text,
            "  a[{to}] = a[{from}] * {step} + n; if (a[{to}] > {step}) a[{next}]--;"
        );
    }
    text += "  if (n) MPI_Barrier(MPI_COMM_WORLD);\n  return a[0];\n}\n";
    assert_warned_or_checked("function", &text, "  static double a[64];\n  f(a, rank);\n");
}

#[test]
fn tables_of_a_million_entries() {
    let bench = Bench::new("size_tables");
    let entries = "{1, \"x\", MPI_Barrier},\n".repeat(50_000);
    let text = format!(
        "int t[1000000] = {{1, 2, 3}};\n\
         struct {{ int a; const char *s; int (*f)(MPI_Comm); }} u[] = {{\n{entries}}};\n"
    );
    let calls = "  u[rank].f(MPI_COMM_WORLD);\n  if (t[rank])\n    MPI_Barrier(MPI_COMM_WORLD);\n";
    bench.write("large.c", format!("{HEAD}{text}{}", main_with(calls)));
    assert!(bench.c(&["-g", "-c", "large.c"]).succeeded());
    assert!(bench.announced("large.o") > 0);
}

#[test]
fn what_one_function_keeps_says_nothing_of_the_next() {
    let mut code = String::from(
        "#include <mpi.h>\nstruct pair { int low, high; };\nvoid keep(void *);\nstruct pair next(struct pair);\n",
    );
    for index in 0..100 {
        // The first variable has two fields of 4 bytes, the second is one number of 8.
        let _ = writeln!(
            code,
            "void of_pairs_{index}(struct pair p) {{
  struct pair q = next(p);
  keep(&q);
  if (q.low > {index}) keep(0);
}}
void agree_{index}(void) {{
  double used = MPI_Wtime();
  MPI_Allreduce(MPI_IN_PLACE, &used, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (used > {index}.0) MPI_Barrier(MPI_COMM_WORLD);
}}"
        );
    }
    let bench = Bench::new("one_after_another");
    bench.write("many.c", code);
    for level in ["-O0", "-O2"] {
        assert_silent(&bench.c(&[level, "-c", "many.c"]));
    }
}
