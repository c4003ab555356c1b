//! Programs no compiler writes: the analysis ends, and soon, whatever it is given.

mod support;

use std::time::{Duration, Instant};

use lockstep_core::analysis::{Options, analyze};
use support::Random;
use support::odd::program;

fn all_end(seeds: std::ops::Range<u64>, most_blocks: usize) {
    for seed in seeds {
        let program = program(&mut Random::new(seed), most_blocks);
        for per_function in [false, true] {
            let start = Instant::now();
            let told = std::panic::catch_unwind(|| {
                let _ = analyze(
                    &program,
                    Options { per_function, complete: per_function, ..Options::default() },
                );
            });
            assert!(told.is_ok(), "seed {seed} with up to {most_blocks} blocks");
            // Far above what any of them takes, even on a machine that does much else.
            let limit = Duration::from_secs(60);
            assert!(start.elapsed() < limit, "seed {seed} with up to {most_blocks} blocks");
        }
    }
}

#[test]
fn small_programs_of_any_shape_end() {
    all_end(0..10_000, 6);
}

#[test]
fn larger_programs_of_any_shape_end() {
    all_end(0..800, 40);
}
