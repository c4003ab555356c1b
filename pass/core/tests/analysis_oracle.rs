//! The analysis against its definition: programs are run rank by rank, and ranks of a communicator
//! either make the same sequence of collective calls, or they do not.

mod support;

use lockstep_core::analysis::{Analysis, Options, analyze};
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
        let more = || Truth::of(&text, 2..=12, if data > 1 { 200 } else { 1 });
        if told && !truth.may_diverge && !more().may_diverge {
            tally.false_alarms.push(seed);
        }
        if told || truth.may_diverge {
            continue;
        }
        tally.wrong_roots += usize::from(truth.roots_differ);
        if truth.roots_differ && !told_root {
            tally.missed_roots.push(seed);
        }
        if told_root && !truth.roots_differ && !more().roots_differ {
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

fn none(kind: Kind, what: &str, seeds: &[u64]) {
    if let Some(first) = seeds.iter().min_by_key(|seed| show(kind, **seed).len()) {
        panic!("{}: {} {:?}\n{}", what, seeds.len(), seeds, show(kind, *first));
    }
}

/// No false alarm, no miss: whether some number of ranks makes ranks part is exactly what is said.
#[test]
fn conditions_on_ranks_and_sizes_are_decided_exactly() {
    let tally = look(Kind::Ranks, 0..COUNT, 1);
    eprintln!("{} judged, {} faulty, {} roots", tally.judged, tally.faulty, tally.wrong_roots);
    none(Kind::Ranks, "misses", &tally.misses);
    none(Kind::Ranks, "false alarms", &tally.false_alarms);
    none(Kind::Ranks, "missed roots", &tally.missed_roots);
    none(Kind::Ranks, "false roots", &tally.false_roots);
}

/// The same where broadcast data decides, and how often loops run.
#[test]
fn conditions_on_broadcast_data_part_nobody() {
    let tally = look(Kind::Data, 0..COUNT, 6);
    eprintln!("{} judged, {} faulty, {} roots", tally.judged, tally.faulty, tally.wrong_roots);
    none(Kind::Data, "misses", &tally.misses);
    none(Kind::Data, "false alarms", &tally.false_alarms);
    none(Kind::Data, "missed roots", &tally.missed_roots);
    none(Kind::Data, "false roots", &tally.false_roots);
}

/// Where loop counters meet ranks the analysis may warn too often, but it misses nothing.
#[test]
fn loop_counters_and_ranks_hide_nothing() {
    let tally = look(Kind::Mixed, 0..COUNT, 6);
    eprintln!("{} judged, {} faulty, {} roots", tally.judged, tally.faulty, tally.wrong_roots);
    eprintln!("{} false alarms, {} false roots", tally.false_alarms.len(), tally.false_roots.len());
    none(Kind::Mixed, "misses", &tally.misses);
    none(Kind::Mixed, "missed roots", &tally.missed_roots);
}

const COUNT: u64 = 20_000;
