#!/usr/bin/env python3
"""A generated MPI program of many files, checked as a whole: time, memory, and what is found.

    benchmarks/whole_program.py LOCKSTEP [--files 1000] [--parts 4,2,1] [--work FOLDER]

writes the program, compiles it with `LOCKSTEP cc -c`, and runs `LOCKSTEP check` on its objects at a
quarter, at half and at full size. Each file has 100 functions: numeric helpers, data structures,
exchanges with neighbours, wrappers of collectives, drivers, callbacks in a table, and an entry that
calls the entries of files of the next layer. The program is correct but for one function in every
fiftieth file; exactly these faults must be found. Exit status 1: they are not.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

# The last line of `lockstep check`.
CALLS = re.compile(r"(\d+) collective calls; (\d+|all)")

LAYERS = 8
# Seconds after which a check that goes on and on is killed.
HANG = 600
FAULT_EVERY = 50

HEADER = """\
#ifndef SHARED_H
#define SHARED_H
#include <mpi.h>
#include <stdlib.h>
#include <stdio.h>
typedef struct Context {
    MPI_Comm comm;
    int rank, size, steps, verbose;
    double tolerance;
} Context;
typedef struct Field {
    int count, width;
    double *values, *old;
    double minimum, maximum;
} Field;
typedef int (*Callback)(Field *, int);
double context_maximum(Context *context, double value);
long context_sum(Context *context, long value);
"""

COMMON = """\
#include "shared.h"
double context_maximum(Context *context, double value)
{
    double result;
    MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_MAX, context->comm);
    return result;
}
long context_sum(Context *context, long value)
{
    long result;
    MPI_Allreduce(&value, &result, 1, MPI_LONG, MPI_SUM, context->comm);
    return result;
}
"""


class File:
    """One source file of the program."""

    def __init__(self, number, files):
        self.number = number
        self.random = random.Random(number)
        self.layer = number * LAYERS // files
        self.files = files
        self.lines = ['#include "shared.h"', f"static long calls_{number};", ""]
        self.fault = None

    def add(self, text):
        self.lines += text.rstrip("\n").split("\n")

    def helper(self, k):
        a, b = self.random.randint(2, 9), self.random.randint(1, 5)
        self.add(f"""\
static double helper_{self.number}_{k}(const double *values, int count, double factor)
{{
    double sum = 0.0;
    for (int i = 0; i < count; i++) {{
        if (values[i] > factor * {a}.0)
            sum += values[i] * {b}.0;
        else
            sum -= values[i] / ({a}.0 + factor);
    }}
    return sum;
}}
""")

    def structure(self, k):
        n = self.number
        if k % 2 == 0:
            self.add(f"""\
static int fill_{n}_{k}(Field *field, int count)
{{
    field->values = malloc(count * sizeof *field->values);
    if (field->values == NULL)
        return {k + 1};
    field->count = count;
    for (int i = 0; i < count; i++)
        field->values[i] = i * {self.random.randint(1, 9)}.5;
    calls_{n}++;
    return 0;
}}
""")
        else:
            self.add(f"""\
static void bounds_{n}_{k}(Field *field)
{{
    field->minimum = field->maximum = field->count > 0 ? field->values[0] : 0.0;
    for (int i = 1; i < field->count; i++) {{
        if (field->values[i] < field->minimum)
            field->minimum = field->values[i];
        if (field->values[i] > field->maximum)
            field->maximum = field->values[i];
    }}
}}
""")

    def exchange(self, k):
        self.add(f"""\
static void exchange_{self.number}_{k}(Context *context, Field *field)
{{
    double edge = 0.0;
    int tag = {self.random.randint(1, 99)};
    if (context->rank > 0)
        MPI_Send(field->values, 1, MPI_DOUBLE, context->rank - 1, tag, context->comm);
    if (context->rank < context->size - 1) {{
        MPI_Recv(&edge, 1, MPI_DOUBLE, context->rank + 1, tag, context->comm, MPI_STATUS_IGNORE);
        field->values[field->count - 1] = edge;
    }}
    if (context->verbose && context->rank == 0)
        printf("exchange %d\\n", tag);
}}
""")

    def wrapper(self, k):
        name = f"agree_{self.number}_{k}"
        body = [
            "    double largest = context_maximum(context, field->maximum);\n"
            "    return largest > context->tolerance;",
            "    long all = context_sum(context, field->count);\n    return all > 0;",
            "    int steps = context->steps;\n"
            "    MPI_Bcast(&steps, 1, MPI_INT, 0, context->comm);\n    return steps > 0;",
            "    if (context->size > 1)\n        MPI_Barrier(context->comm);\n    return 1;",
        ][k % 4]
        self.add(f"static int {name}(Context *context, Field *field)\n{{\n{body}\n}}\n")

    def driver(self, k):
        n, draw = self.number, self.random
        h = [4 * k + i for i in range(4)]
        self.add(f"""\
static int driver_{n}_{k}(Context *context, Field *field)
{{
    double change = helper_{n}_{h[0]}(field->values, field->count, 0.5);
    int error = fill_{n}_{2 * k}(field, {draw.randint(8, 64)});
    if (context_sum(context, error) != 0)
        return error;
    for (int step = 0; step < context->steps; step++) {{
        exchange_{n}_{k}(context, field);
        bounds_{n}_{2 * k + 1}(field);
        exchange_{n}_{10 + k % 5}(context, field);
        change += helper_{n}_{h[1]}(field->values, field->count, change);
        change -= helper_{n}_{h[2]}(field->values, field->count, change);
        if (!agree_{n}_{k % 8}(context, field))
            break;
    }}
    if (context->rank == 0)
        field->minimum = helper_{n}_{h[3]}(field->values, 1, change);
    return 0;
}}
""")

    def callbacks(self):
        n = self.number
        for k in range(5):
            self.add(f"""\
static int callback_{n}_{k}(Field *field, int more)
{{
    field->old = field->values;
    return field->count > {self.random.randint(1, 9)} ? more : 0;
}}
""")
        names = ", ".join(f"callback_{n}_{k}" for k in range(5))
        self.add(f"""\
static const Callback table_{n}[] = {{ {names} }};
static int dispatch_{n}(Field *field, int which)
{{
    return table_{n}[which % 5](field, which);
}}
""")

    def faulty(self):
        self.add(f"static int faulty_{self.number}(Context *context, Field *field)\n{{")
        kind = self.number // FAULT_EVERY % 3
        if kind == 0:
            self.add("    if (context->rank == 0)")
            condition = len(self.lines)
            self.add("        MPI_Barrier(context->comm);\n    return field->count;\n}\n")
        elif kind == 1:
            self.add("    if (context->rank % 2 == 1)")
            condition = len(self.lines)
            self.add("        return field->count;\n    return agree_%d_1(context, field);\n}\n"
                     % self.number)
        else:
            self.add("    for (int i = 0; i < context->rank; i++)")
            condition = len(self.lines)
            self.add("        context_maximum(context, field->maximum);\n    return 0;\n}\n")
        self.fault = condition

    def entry(self):
        n = self.number
        per_layer = max(1, self.files // LAYERS)
        below = []
        if self.layer < LAYERS - 1:
            first = -(-(self.layer + 1) * self.files // LAYERS)
            last = min(self.files, -(-(self.layer + 2) * self.files // LAYERS))
            width = last - first
            at = n % per_layer
            below = sorted({first + at % width, first + (at * 7 + 3) % width})
        calls = "\n".join(f"    if (error == 0)\n        error = entry_{b}(context);" for b in below)
        drivers = "\n".join(
            f"    if (error == 0)\n        error = driver_{n}_{k}(context, &field);"
            for k in range(10))
        fault = f"    faulty_{n}(context, &field);" if self.fault else ""
        self.lines[1:1] = [f"int entry_{b}(Context *context);" for b in below]
        if self.fault:
            self.fault += len(below)
        self.add(f"""\
int entry_{n}(Context *context)
{{
    Field field = {{ 0 }};
    int error = 0;
{drivers}
    error += dispatch_{n}(&field, context->steps);
    error = (int)context_sum(context, error);
{fault}
{calls}
    free(field.values);
    return error;
}}
""")

    def text(self):
        for k in range(40):
            self.helper(k)
        for k in range(20):
            self.structure(k)
        for k in range(15):
            self.exchange(k)
        for k in range(8):
            self.wrapper(k)
        for k in range(10):
            self.driver(k)
        self.callbacks()
        if self.number % FAULT_EVERY == FAULT_EVERY // 2:
            self.faulty()
        self.entry()
        return "\n".join(self.lines) + "\n"


def main_text(files):
    top = -(-files // LAYERS)
    entries = [f"int entry_{n}(Context *context);" for n in range(top)]
    calls = [f"    if (error == 0)\n        error = entry_{n}(&context);" for n in range(top)]
    return "\n".join(['#include "shared.h"', *entries, "int main(int argc, char **argv)", "{",
                      "    Context context;", "    int error = 0;", "    MPI_Init(&argc, &argv);",
                      "    context.comm = MPI_COMM_WORLD;", "    context.verbose = argc > 2;",
                      "    context.tolerance = 1e-6;",
                      "    MPI_Comm_rank(context.comm, &context.rank);",
                      "    MPI_Comm_size(context.comm, &context.size);",
                      "    context.steps = argc > 1 ? atoi(argv[1]) : 10;",
                      *calls, "    MPI_Finalize();", "    return error;", "}", ""])


def write(folder, files):
    """Writes the program; answers its sources and the lines ranks part at."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "shared.h").write_text(HEADER + "#endif\n")
    sources, faults = [], set()
    for number in range(files):
        file = File(number, files)
        path = folder / f"file_{number}.c"
        path.write_text(file.text())
        sources.append(path)
        if file.fault:
            faults.add((path.name, file.fault))
    for name, text in (("common.c", COMMON), ("main.c", main_text(files))):
        (folder / name).write_text(text)
        sources.append(folder / name)
    return sources, faults


def compile_all(lockstep, sources):
    def one(source):
        command = [lockstep, "cc", "-O0", "-g", "-c", source.name, "-o", source.stem + ".o"]
        done = subprocess.run(command, cwd=source.parent, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{source}: {done.stderr}")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(one, sources))


def check(lockstep, folder, objects):
    """Seconds, megabytes at most, the conditions found, and the calls: all, and those not proven."""
    start = time.monotonic()
    with (folder / "check.err").open("w") as errors:
        process = subprocess.Popen([lockstep, "check", "--all", "--format", "json", *objects],
                                   cwd=folder, stdout=subprocess.PIPE, stderr=errors, text=True)
        timer = threading.Timer(HANG, process.kill)
        timer.daemon = True
        timer.start()
        output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    if os.WIFSIGNALED(status):
        sys.exit(f"{len(objects)} objects: the check was ended by signal {os.WTERMSIG(status)} after "
                 f"{time.monotonic() - start:.0f} s; it is killed after {HANG} s")
    seconds = time.monotonic() - start
    (folder / "check.json").write_text(output)
    found = set()
    for finding in map(json.loads, output.splitlines()):
        # Of several conditions before the same call each has a note.
        told = ("ranks part here", "ranks may part here")
        parts = [note for note in finding["notes"] if note["text"].startswith(told)]
        for place in [note["location"] for note in parts] or [finding["location"]]:
            found.add((os.path.basename(place["file"]), place["line"]))
    calls = CALLS.search((folder / "check.err").read_text())
    calls, unproven = calls.groups() if calls else ("?", "?")
    return seconds, usage.ru_maxrss / 1024, found, calls, unproven.replace("all", "0")


def measure(lockstep, work, sizes):
    """Prints a row for each number of files; fails behind the last one if other faults are found."""
    print("| files | functions | objects (MB) | compiled in (s) | checked in (s) | memory (MB) "
          "| faults | found | others | calls | not proven |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    exact = True
    for files in sizes:
        folder = work / str(files)
        sources, faults = write(folder, files)
        start = time.monotonic()
        compile_all(lockstep, sources)
        compiled = time.monotonic() - start
        objects = [source.stem + ".o" for source in sources]
        size = sum((folder / name).stat().st_size for name in objects) / 1e6
        seconds, memory, found, calls, unproven = check(lockstep, folder, objects)
        print(f"| {files} | {files * 100} | {size:.0f} | {compiled:.0f} | {seconds:.1f} "
              f"| {memory:.0f} | {len(faults)} | {len(faults & found)} | {len(found - faults)} "
              f"| {calls} | {unproven} |", flush=True)
        exact &= found == faults
    if not exact:
        sys.exit("not exactly the faults of the program were found")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lockstep")
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--parts", default="4,2,1")
    parser.add_argument("--work", type=pathlib.Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as own:
        measure(os.path.abspath(arguments.lockstep), arguments.work or pathlib.Path(own),
                [arguments.files // int(part) for part in arguments.parts.split(",")])


if __name__ == "__main__":
    main()
