#!/usr/bin/env python3
"""Compiles every file of a configured PETSc plainly and with Lockstep, in turns, and compares.

    petsc_build.py SOURCE LOG --lockstep COMMAND [--mpi mpich] [--jobs N]

SOURCE is PETSc's folder, configured as `plain` and as `lockstep`. The commands are those of PETSc's own `make`;
the objects land where that `make` expects them, so that it goes on from there and makes the libraries. What the
compilers say is written to LOG/plain and LOG/lockstep, the findings to LOG/findings.jsonl, the times to
LOG/times.jsonl. Prints Markdown. Exit status 1: a file does not compile, or is not analysed.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import threading

NOT_ANALYSED = re.compile(r"not analysed|panicked|PLEASE submit a bug report")


def commands(source, mpi):
    """The compilations of the plain build as (source file, arguments after the compiler)."""
    # What lies there from an earlier run `make` would not compile, so not name.
    shutil.rmtree(source / "plain" / "obj", ignore_errors=True)
    dry_run = subprocess.run(
        ["make", "-n", "V=1", "PETSC_ARCH=plain", f"PETSC_DIR={source}", "all"],
        cwd=source, capture_output=True, text=True, check=True,
    ).stdout
    compiler = f"mpicc.{mpi}"
    for line in dry_run.splitlines():
        words = shlex.split(line) if line.startswith(f"{compiler} ") and " -c " in line else []
        files = [word for word in words if word.endswith(".c")]
        if files:
            yield files[0], words[1:]


def include_options(mpi):
    """What `mpicc` adds to a compilation: called directly, the compiler's time is compared, not the script's."""
    shown = subprocess.run([f"mpicc.{mpi}", "-show"], capture_output=True, text=True, check=True).stdout
    return [word for word in shlex.split(shown) if word.startswith("-I")]


def compile_file(command, output, log, source, environment):
    """(exit status, CPU seconds, resident megabytes) of one compilation."""
    output.parent.mkdir(parents=True, exist_ok=True)
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as messages:
        process = subprocess.Popen(command, cwd=source, stdout=messages, stderr=messages, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
    return status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Builder:
    """Compiles files one after the other, each both ways."""

    def __init__(self, options):
        self.options = options
        self.includes = include_options(options.mpi)
        self.lock = threading.Lock()
        self.times = (options.log / "times.jsonl").open("w")
        self.environment = dict(os.environ, LOCKSTEP_JSON=str(options.log / "findings.jsonl"))

    def both(self, file, words):
        """The figures of one file."""
        options = self.options
        name = os.path.relpath(file, options.source)
        # The two builds differ in the folder of their objects and of petscconf.h only.
        other = [word if word.endswith(".c") else word.replace("plain/", "lockstep/", 1) for word in words]
        compilers = {
            "plain": ["clang-22", *self.includes, *words],
            "lockstep": [options.lockstep, "cc", f"--mpi={options.mpi}", *other],
        }
        result = {"file": name, "bytes": os.path.getsize(file)}
        for kind, command in compilers.items():
            output = options.source / command[command.index("-o") + 1]
            log = options.log / kind / (name + ".log")
            status, seconds, megabytes = compile_file(command, output, log, options.source, self.environment)
            result[kind] = {"status": status, "cpu": seconds, "megabytes": megabytes}
            if status == 0:
                result[kind]["object"] = output.stat().st_size
        log = options.log / "lockstep" / (name + ".log")
        result["not analysed"] = bool(NOT_ANALYSED.search(log.read_text(errors="replace")))
        if result["lockstep"]["status"] == 0:
            result.update(object_facts(output))
        with self.lock:
            self.times.write(json.dumps(result) + "\n")
            self.times.flush()
        return result


def object_facts(output):
    """Whether an object calls MPI, whether it is checked at run time, and the size of its record."""
    symbols = subprocess.run(["nm", output], capture_output=True, text=True, check=True).stdout
    sections = subprocess.run(["size", "-A", output], capture_output=True, text=True, check=True).stdout
    record = re.search(r"^lockstep\s+(\d+)", sections, re.MULTILINE)
    return {
        "calls MPI": bool(re.search(r" U MPI_", symbols)),
        "checked": "__lockstep_v2_enter" in symbols or bool(re.search(r" U __lockstep_", symbols)),
        "record": int(record.group(1)) if record else 0,
    }


def describe(results, source):
    """The tables."""
    plain, lockstep = ([result[kind] for result in results] for kind in ("plain", "lockstep"))
    cpu = [sum(part["cpu"] for part in parts) for parts in (plain, lockstep)]
    sizes = [sum(part.get("object", 0) for part in parts) for parts in (plain, lockstep)]
    lines = sum(open(source / result["file"], "rb").read().count(b"\n") for result in results)
    ratios = [result["lockstep"]["cpu"] / result["plain"]["cpu"] for result in results]
    with_mpi = [result for result in results if result.get("calls MPI")]
    records = sum(result.get("record", 0) for result in results)
    rows = [
        ("files, lines", f"{len(results)}, {lines}"),
        ("CPU s plain, with Lockstep, ratio", f"{cpu[0]:.0f}, {cpu[1]:.0f}, {cpu[1] / cpu[0]:.3f}"),
        ("ratio of one file: median, 95 of 100 below, worst",
         f"{statistics.median(ratios):.2f}, {sorted(ratios)[int(len(ratios) * 0.95)]:.2f}, {max(ratios):.2f}"),
        ("memory of the largest compilation, MB",
         f"{max(part['megabytes'] for part in plain):.0f}, {max(part['megabytes'] for part in lockstep):.0f}"),
        ("objects, bytes plain, with Lockstep", f"{sizes[0]}, {sizes[1]} ({100 * (sizes[1] / sizes[0] - 1):.2f} % more)"),
        ("records, bytes", f"{records} ({100 * records / sizes[1]:.2f} %)"),
        ("files that call MPI, of them checked at run time",
         f"{len(with_mpi)}, {sum(result['checked'] for result in with_mpi)}"),
        ("files that do not compile, that are not analysed",
         f"{sum(result['lockstep']['status'] != 0 for result in results)}, "
         f"{sum(result['not analysed'] for result in results)}"),
    ]
    yield "| compiling PETSc | |"
    yield "| --- | --- |"
    yield from (f"| {name} | {value} |" for name, value in rows)
    yield ""
    yield "| the files that cost most | plain, CPU s | with Lockstep | ratio | MB |"
    yield "| --- | --- | --- | --- | --- |"
    costly = sorted(results, key=lambda result: result["plain"]["cpu"] - result["lockstep"]["cpu"])[:10]
    for result in costly:
        one, other = result["plain"], result["lockstep"]
        yield (f"| {result['file']} | {one['cpu']:.2f} | {other['cpu']:.2f} | {other['cpu'] / one['cpu']:.2f} "
               f"| {one['megabytes']:.0f}, {other['megabytes']:.0f} |")


def describe_findings(log):
    """Findings by rule, and each one's place in a line."""
    path = log / "findings.jsonl"
    findings = [json.loads(line) for line in path.open()] if path.exists() else []
    counts = collections.Counter(finding["rule"] for finding in findings)
    yield ""
    yield "| rule | findings |"
    yield "| --- | --- |"
    yield from (f"| {rule} | {count} |" for rule, count in sorted(counts.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("log", type=pathlib.Path)
    parser.add_argument("--lockstep", required=True)
    parser.add_argument("--mpi", default="mpich")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    options.source = options.source.resolve()
    options.log = options.log.resolve()
    options.log.mkdir(parents=True, exist_ok=True)
    (options.log / "findings.jsonl").unlink(missing_ok=True)

    builder = Builder(options)
    # The largest first, so that no long one is left for the end.
    work = sorted(commands(options.source, options.mpi), key=lambda item: -os.path.getsize(item[0]))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda item: builder.both(*item), work))
    for line in (*describe(results, options.source), *describe_findings(options.log)):
        print(line)
    failed = [result["file"] for result in results if result["lockstep"]["status"] or result["not analysed"]]
    for file in failed:
        print(f"petsc_build.py: {file} fails or is not analysed, see {options.log}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
