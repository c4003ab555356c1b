#!/usr/bin/env bash
# Builds mpi4py with Lockstep and without, and compares what they do.
#
# mpi4py is one enormous C file written by Cython that calls nearly all of MPI: it shows that the
# plugin takes real code of any size, and what it costs. The sdist comes from PyPI.
#
#   benchmarks/mpi4py.sh [FOLDER]      FOLDER is kept and used again; default: a new one
#
#   LOCKSTEP         the command               [the release build beside this script]
#   MPI              openmpi or mpich          [openmpi]
#   MPI4PY_VERSION   a release on PyPI         [4.1.2]
#   RUNS             compilations of each kind [2]
#
# Prints Markdown. Exit status 1: the output of the two differs, or a faulty Python program is not
# stopped.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-$here/../target}
lockstep=$(realpath "${LOCKSTEP:-$target/release/lockstep}")
mpi=${MPI:-openmpi}
version=${MPI4PY_VERSION:-4.1.2}
runs=${RUNS:-2}
folder=$(realpath "${1:-$(mktemp -d)}")
source=mpi4py-$version

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_CC=clang-22 MPICH_CC=clang-22 LOCKSTEP_MPI=$mpi
export OMPI_CXX=clang++-22 MPICH_CXX=clang++-22

say() { echo "mpi4py.sh: $*" >&2; }

prepare() {
    mkdir -p "$folder"
    cd "$folder"
    [ -d venv ] || python3 -m venv venv
    venv/bin/pip --quiet install cython setuptools wheel
    [ -f "$source.tar.gz" ] || venv/bin/pip --quiet download --no-deps --no-binary mpi4py "mpi4py==$version"
    # mpi4py looks for a compiler by its file name.
    ln -sf "$lockstep" lockstep-cc
}

# build NAME COMPILER: into $folder/NAME, with the log in $folder/NAME.log
build() {
    [ -d "$folder/$1" ] && return
    say "building with $2"
    mkdir "$folder/$1.new"
    tar -xf "$folder/$source.tar.gz" -C "$folder/$1.new" --strip-components=1
    # Cython's work is the same for both: done once.
    [ ! -f "$folder/plain/src/mpi4py/MPI.c" ] || cp "$folder/plain/src/mpi4py/MPI.c" "$folder/$1.new/src/mpi4py/"
    (cd "$folder/$1.new" && MPICC=$2 ../venv/bin/python setup.py build) > "$folder/$1.log" 2>&1 ||
        { say "the build fails, see $folder/$1.log"; return 1; }
    mv "$folder/$1.new" "$folder/$1"
}

# bench NAME PROGRAM: what python -m mpi4py.bench PROGRAM says on 4 ranks, sorted, without times
bench() {
    local library
    library=$(echo "$folder/$1"/build/lib.*)
    PYTHONPATH=$library timeout -k 5 120 "mpirun.$mpi" -n 4 "$folder/venv/bin/python" -m mpi4py.bench "$2" 2>&1 |
        sed -E 's/= *[0-9.e+-]+ seconds/= T seconds/' | sort
}

# compile NAME COMPILER: the compilation of MPI.c alone
compile_command() {
    local line
    line=$(grep -m 1 -- '-c src/mpi4py/MPI.c' "$folder/plain.log")
    echo "$2 ${line#* }" | sed "s#-o [^ ]*#-o $folder/$1.o#"
}

prepare
build plain "mpicc.$mpi"
build lockstep "$folder/lockstep-cc"

status=0
for program in helloworld ringtest; do
    without=$(bench plain $program)
    with=$(bench lockstep $program)
    if [ "$without" = "$with" ]; then
        say "$program on 4 ranks: the same output"
    else
        say "$program on 4 ranks differs"
        diff <(echo "$without") <(echo "$with") >&2 || true
        status=1
    fi
done

# The same library sees a mistake in a Python program that was never compiled.
cat > "$folder/faulty.py" <<'PYTHON'
from mpi4py import MPI

world = MPI.COMM_WORLD
if world.rank == 1:
    world.Barrier()
else:
    world.bcast("everybody?", root=0)
PYTHON
report=$(PYTHONPATH=$(echo "$folder"/lockstep/build/lib.*) timeout -k 5 60 "mpirun.$mpi" -n 3 \
    "$folder/venv/bin/python" "$folder/faulty.py" 2>&1) && report="it ended with status 0: $report"
if [[ $report == *"[lockstep::collective_divergence]"* ]]; then
    say "a faulty Python program is ended before it hangs"
else
    say "a faulty Python program is not ended: $report"
    status=1
fi

cd "$folder/plain"
hyperfine --style none --runs "$runs" --export-json "$folder/times.json" \
    --command-name without "$(compile_command plain "mpicc.$mpi")" \
    --command-name with "$(compile_command lockstep "$folder/lockstep-cc")" >&2
python3 - "$folder/times.json" "$folder/lockstep.log" "$(wc -l < src/mpi4py/MPI.c)" "$version" <<'PYTHON'
import json
import sys

times, log, lines, version = sys.argv[1:]
without, with_plugin = (result["user"] + result["system"] for result in json.load(open(times))["results"])
warnings = open(log, errors="replace").read().count("[lockstep::")
print(f"| mpi4py {version} | lines of `MPI.c` | without, CPU s | with, CPU s | ratio | warnings |")
print("| --- | --- | --- | --- | --- | --- |")
print(f"| `MPI.c` -O3 | {lines} | {without:.1f} | {with_plugin:.1f} | {with_plugin / without:.3f} | {warnings} |")
PYTHON
exit $status
