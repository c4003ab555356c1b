//! The first thing all ranks do together, at the end of `MPI_Init`: agree on whether checks are on.

use std::ffi::c_int;
use std::time::{Duration, Instant};

use crate::mpi::{MAX, Mpi, Word};

/// How long a rank waits before it says for what. Nothing follows from it but the words.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often it looks before it rests between two looks.
const LOOKS: u32 = 10_000;

/// The largest of what the ranks say, word by word.
///
/// Without blocking, as a rank may never come: one whose program (a job may have several) was built
/// without this library. Its own collectives are not taken for this one, and somebody tells the user.
pub fn largest<const WORDS: usize>(
    mpi: &Mpi,
    mine: [u64; WORDS],
    rank: c_int,
    size: c_int,
) -> [u64; WORDS] {
    let mut all = mine;
    if size < 2 {
        return all;
    }
    let mut request: Word = 0;
    // SAFETY: MPI is initialised, and the buffers live until the request is complete.
    unsafe {
        (mpi.functions.iallreduce)(
            mine.as_ptr().cast(),
            all.as_mut_ptr().cast(),
            WORDS as c_int,
            mpi.constants.uint64,
            mpi.constants.operators[MAX],
            mpi.constants.comm_world,
            &raw mut request,
        );
    }
    let start = Instant::now();
    let mut looks = 0;
    let mut is_told = false;
    while !is_complete(mpi, &mut request) {
        looks += 1;
        if looks < LOOKS {
            std::thread::yield_now();
            continue;
        }
        std::thread::sleep(Duration::from_micros(100));
        // The programs of a job have their ranks one after the other: the first and the last rank
        // are never both of a program without this library, unless all are.
        if !is_told && start.elapsed() > PATIENCE && (rank == 0 || rank == size - 1) {
            is_told = true;
            eprintln!(
                "lockstep: warning: rank {rank} waits for all ranks to come out of MPI_Init\n\
                 lockstep: help: if another program of this job was built without Lockstep, build it \
                 with `lockstep cc` too, or this one without"
            );
        }
    }
    all
}

fn is_complete(mpi: &Mpi, request: &mut Word) -> bool {
    let mut flag = 0;
    // SAFETY: a request of ours.
    unsafe { (mpi.functions.test)(request, &raw mut flag, mpi.constants.status_ignore) };
    flag != 0
}
