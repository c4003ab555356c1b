#!/usr/bin/env python3
"""Runs PETSc's own example programs, built without Lockstep and with it, and compares what they print.

    petsc_examples.py SOURCE SCRATCH --lockstep COMMAND [--mpi mpich] [--count N] [--ranks 1 2 4] [EXAMPLE...]

SOURCE is PETSc's folder with the finished builds `plain` and `lockstep`. What to run is read from the
`/*TEST ... TEST*/` block at the end of each example: its arguments, and how many ranks it asks for.
Tests that need another package, a data file or a loop over arguments are left out. Without EXAMPLE (a path
below SOURCE), N of them are drawn, always the same ones.

Each test runs three times: plain, with the checks the analysis asked for, and with LOCKSTEP_CHECK=full. If the
outputs differ, the plain program runs again: one that disagrees with itself is counted as unsteady.
Prints Markdown. Exit status 1: a program built with Lockstep does something else.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys

Test = collections.namedtuple("Test", "example name ranks arguments")

# Seconds. Nothing is judged by time: what the plain program does not finish is left out.
LIMIT = 120
# Keys of a test that stand for nothing this script would have to do.
HARMLESS = {"suffix", "args", "nsize", "output_file", "filter", "diff_args", "test", "testset", "build"}


def tests_of(source, example):
    """The tests an example describes that can be run as they are."""
    text = (source / example).read_text(errors="replace")
    match = re.search(r"/\*TEST\n(.*?)TEST\*/", text, re.DOTALL)
    if not match:
        return
    for block in re.split(r"\n(?=   (?:test|testset|build):)", "\n" + match.group(1)):
        lines = [line.strip() for line in block.strip().splitlines() if line.strip()]
        if not lines:
            continue
        kind = lines[0].rstrip(":")
        entries = [line.partition(":") for line in lines[1:]]
        keys = {key.strip() for key, colon, _ in entries if colon and " " not in key.strip()}
        if kind == "build":
            if "requires" in keys or "depends" in keys:
                values = [value for key, _, value in entries if key.strip() == "requires"]
                if "depends" in keys or not all(harmless_requirement(value) for value in values):
                    return
            continue
        # A `testset` shares arguments between the tests inside it: not worth a parser of our own.
        if kind != "test" or keys - HARMLESS:
            continue
        values = {key.strip(): value.strip() for key, colon, value in entries if colon}
        arguments = values.get("args", "")
        if any(mark in arguments for mark in ("{{", "$", "datafiles", "wPETSC_DIR", "\\")):
            continue
        if not values.get("nsize", "1").isdigit():
            continue
        name = values.get("suffix", "1")
        yield Test(example, name, int(values.get("nsize", "1")), shlex.split(arguments))


def harmless_requirement(value):
    """Whether every word of a `requires:` line holds for a C build in real double precision."""
    return set(value.split()) <= {"!single", "!complex", "double", "c99", "!__float128", "defined(PETSC_USE_LOG)"}


def build(options, example, kind):
    """Compiles and links an example; the program's path and the compiler's messages."""
    program = options.scratch / kind / example.replace("/", "_").removesuffix(".c")
    program.parent.mkdir(parents=True, exist_ok=True)
    compiler = {
        "plain": [f"mpicc.{options.mpi}"],
        "lockstep": [options.lockstep, "cc", f"--mpi={options.mpi}"],
    }[kind]
    command = compiler + ["-O2", "-g", "-Wno-unused-result", f"-I{options.source}/include"]
    command += [f"-I{options.source}/{kind}/include", f"-I{(options.source / example).parent}"]
    command += [str(options.source / example), "-o", str(program)]
    command += [f"-L{options.source}/{kind}/lib", "-lpetsc", "-llapack", "-lblas", "-lm"]
    environment = dict(os.environ, LOCKSTEP_JSON=str(options.scratch / "findings.jsonl"))
    result = subprocess.run(command, capture_output=True, text=True, env=environment)
    (program.with_suffix(".log")).write_text(result.stderr)
    return program if result.returncode == 0 else None


def run(options, program, test, ranks, **environment):
    """Exit status and output of one run; no status if it did not end."""
    command = ["timeout", "-k", "2", str(LIMIT), f"mpirun.{options.mpi}", "-n", str(ranks), str(program)]
    # PETSc's own arguments: no start-up files, and no hints that depend on the machine.
    command += test.arguments + ["-skip_petscrc", "-malloc_dump", "no"]
    scratch = options.scratch / "run" / program.parent.name / f"{program.name}.{test.name}"
    scratch.mkdir(parents=True, exist_ok=True)
    result = subprocess.run(
        command, capture_output=True, text=True, errors="replace", cwd=scratch, stdin=subprocess.DEVNULL,
        env=dict(os.environ, PETSC_OPTIONS="", **environment),
    )
    # Ranks may write in any order; the program's own name is in PETSc's messages.
    lines = (result.stdout + result.stderr).replace(str(program), "PROGRAM").splitlines()
    return (None if result.returncode == 124 else result.returncode), sorted(lines)


def judge(options, programs, test, ranks):
    """(what happened, the first lines of a report)."""
    plain = run(options, programs["plain"], test, ranks)
    if plain[0] is None:
        return "too long", None
    wrong = []
    for name, environment in (("selected", {}), ("full", {"LOCKSTEP_CHECK": "full"})):
        other = run(options, programs["lockstep"], test, ranks, **environment)
        if other == plain:
            continue
        stopped = [line for line in other[1] if "lockstep:" in line or "[lockstep::" in line]
        again = run(options, programs["plain"], test, ranks)
        if not stopped and again[0] == other[0] and again != plain:
            return "unsteady", None
        wrong.append({"check": name, "plain": plain, "lockstep": other, "stopped": stopped})
    if wrong:
        return "differs", wrong
    return ("same" if plain[0] == 0 else "same, fails"), None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("scratch", type=pathlib.Path)
    parser.add_argument("--lockstep", required=True)
    parser.add_argument("--mpi", default="mpich")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--tests", type=int, default=2, help="tests of one example [2]")
    parser.add_argument("--ranks", type=int, nargs="*", default=[], help="besides what the test asks for")
    parser.add_argument("examples", nargs="*")
    options = parser.parse_args()
    options.source = options.source.resolve()
    options.scratch.mkdir(parents=True, exist_ok=True)
    options.scratch = options.scratch.resolve()

    examples = options.examples
    if not examples:
        every = sorted(
            str(path.relative_to(options.source))
            for path in options.source.glob("src/**/*.c")
            if path.parent.name in ("tutorials", "tests") and any(tests_of(options.source, path.relative_to(options.source)))
        )
        examples = random.Random(1).sample(every, min(options.count, len(every)))

    counts = collections.Counter()
    report = (options.scratch / "runs.jsonl").open("w")

    def one(example):
        programs = {kind: build(options, example, kind) for kind in ("plain", "lockstep")}
        if not programs["plain"]:
            return [("does not build", example, None, None, None)]
        if not programs["lockstep"]:
            return [("builds only without Lockstep", example, None, None, None)]
        answers = []
        for test in list(tests_of(options.source, example))[: options.tests]:
            for ranks in sorted({test.ranks, *options.ranks}):
                answers.append((*judge(options, programs, test, ranks), example, test.name, ranks))
        for program in programs.values():
            program.unlink()
        return [(what, example, name, ranks, wrong) for what, wrong, example, name, ranks in answers]

    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        for answers in pool.map(one, examples):
            for what, example, name, ranks, wrong in answers:
                counts[what] += 1
                print(f"{what}: {example} {name} on {ranks} ranks", file=sys.stderr, flush=True)
                report.write(json.dumps({"what": what, "example": example, "test": name, "ranks": ranks, "wrong": wrong}) + "\n")
                report.flush()

    print(f"| PETSc's example programs ({len(examples)}) | runs |")
    print("| --- | --- |")
    for what, count in counts.most_common():
        print(f"| {what} | {count} |")
    bad = counts["differs"] + counts["builds only without Lockstep"]
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
