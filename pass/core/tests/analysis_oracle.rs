//! The analysis against its definition: programs are run rank by rank, and ranks of a communicator
//! either make the same sequence of collective calls, or they do not.

mod support;

use lockstep_core::analysis::{Analysis, Options, analyze, analyze_as_large};
use support::Random;
use support::assemble::{Style, assemble, print};
use support::generate::{Kind, program};
use support::oracle::Truth;

fn tells(analysis: &Analysis, rule: &str) -> bool {
    analysis.findings.iter().any(|finding| finding.rule == rule)
}

#[derive(Debug, Default)]
struct Tally {
    judged: usize,
    faulty: usize,
    wrong_roots: usize,
    misses: Vec<u64>,
    false_alarms: Vec<u64>,
    missed_roots: Vec<u64>,
    false_roots: Vec<u64>,
}

fn look(kind: Kind, seeds: std::ops::Range<u64>, data: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let procedures = program(&mut Random::new(seed), kind);
        let text = assemble(&procedures, Style::default());
        let truth = Truth::of(&text, 2..=5, data);
        if truth.inconclusive {
            continue;
        }
        tally.judged += 1;
        tally.faulty += usize::from(truth.diverges);
        let analysis = analyze(&text, Options::default());
        let told = tells(&analysis, "collective_divergence");
        let told_root = tells(&analysis, "collective_argument_mismatch");
        if truth.diverges && !told {
            tally.misses.push(seed);
        }
        let more = || Truth::of(&text, 2..=10, if data > 1 { 100 } else { 1 });
        // What cannot be evaluated may be told too often.
        let judges_alarms = kind != Kind::Mixed;
        if told && judges_alarms && !truth.may_diverge && !more().may_diverge {
            tally.false_alarms.push(seed);
        }
        if told || truth.may_diverge {
            continue;
        }
        tally.wrong_roots += usize::from(truth.roots_differ);
        if truth.roots_differ && !told_root {
            tally.missed_roots.push(seed);
        }
        if told_root && judges_alarms && !truth.roots_may_differ && !more().roots_may_differ {
            tally.false_roots.push(seed);
        }
    }
    tally
}

fn show(kind: Kind, seed: u64) -> String {
    let procedures = program(&mut Random::new(seed), kind);
    let text = assemble(&procedures, Style::default());
    let analysis = analyze(&text, Options::default());
    format!("seed {seed}\n{}{:#?}", print(&procedures), analysis.findings)
}

/// Fails with the shortest of the programs; all kinds of mistakes are counted in its message.
fn exact(kind: Kind, tally: &Tally, all: &[(&str, &[u64])]) {
    let counts: Vec<_> =
        all.iter().map(|(what, seeds)| format!("{} {what}", seeds.len())).collect();
    let summary = format!(
        "{} judged, {} faulty, {} with roots that differ: {}",
        tally.judged,
        tally.faulty,
        tally.wrong_roots,
        counts.join(", ")
    );
    eprintln!("{summary}");
    for (what, seeds) in all {
        if let Some(first) = seeds.iter().min_by_key(|seed| show(kind, **seed).len()) {
            let some = &seeds[..seeds.len().min(12)];
            panic!("{what} {some:?}; {summary}\n{}", show(kind, *first));
        }
    }
}

fn is_exact(kind: Kind, seeds: std::ops::Range<u64>, data: u64) {
    let tally = look(kind, seeds, data);
    exact(
        kind,
        &tally,
        &[
            ("misses", &tally.misses),
            ("false alarms", &tally.false_alarms),
            ("missed roots", &tally.missed_roots),
            ("false roots", &tally.false_roots),
        ],
    );
}

/// No false alarm, no miss: whether some number of ranks makes ranks part is exactly what is said.
#[test]
fn conditions_on_ranks_and_sizes_are_decided_exactly() {
    is_exact(Kind::Ranks, 0..8_000, 1);
}

/// The same where broadcast data decides, and how often loops run. Where ranks have parted nothing
/// depends on data here: two ranks that meet different conditions on data are not followed together
/// while compiling (they are checked while the program runs).
#[test]
fn conditions_on_broadcast_data_part_nobody() {
    is_exact(Kind::Data, 1_000_000..1_004_000, 4);
}

/// Where loop counters meet ranks the analysis may warn too often, but it misses nothing.
#[test]
fn loop_counters_and_ranks_hide_nothing() {
    let tally = look(Kind::Mixed, 2_000_000..2_003_000, 4);
    let kinds: [(&str, &[u64]); 2] =
        [("misses", &tally.misses), ("missed roots", &tally.missed_roots)];
    exact(Kind::Mixed, &tally, &kinds);
}

/// Where functions are too large to be put in their calls' place, what is told is still true, and what
/// is wrong is at least left to be checked while the program runs.
#[test]
fn calls_that_are_not_looked_into_are_proven_or_checked() {
    for kind in [Kind::Ranks, Kind::Data] {
        let (mut faulty, mut calls) = (0, 0);
        for seed in 3_000_000..3_003_000 {
            let procedures = program(&mut Random::new(seed), kind);
            let text = assemble(&procedures, Style::default());
            if procedures.len() < 2 {
                continue;
            }
            let truth = Truth::of(&text, 2..=5, if kind == Kind::Data { 4 } else { 1 });
            if truth.inconclusive {
                continue;
            }
            calls += 1;
            let analysis = analyze_as_large(&text, Options::default(), 8);
            let told = tells(&analysis, "collective_divergence");
            let checked = !analysis.unproven.is_empty() || analysis.unknown_calls_may_part;
            faulty += usize::from(truth.diverges);
            assert!(told || checked || !truth.diverges, "missed: {}", show(kind, seed));
            let more = || Truth::of(&text, 2..=10, 100);
            // A function by itself is taken to be called, and by any number of ranks.
            let by_main = analysis.findings.iter().any(|finding| {
                finding.rule == "collective_divergence" && finding.function == "main"
            });
            // That the job ends in a function not looked into is not seen.
            let judged = by_main
                && !print(&procedures).contains("Abort")
                && !tells(&analyze(&text, Options::default()), "collective_divergence");
            let true_alarm = !judged || truth.may_diverge || more().may_diverge;
            assert!(true_alarm, "false alarm: {:#?}{}", analysis.findings, show(kind, seed));
        }
        assert!(faulty > 200 && calls > 1000, "{faulty} of {calls}");
    }
}
