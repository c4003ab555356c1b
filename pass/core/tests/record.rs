//! Records: what is read is what was written, as far as any analysis can tell, and whatever else is
//! read is told to be damaged or can be analysed.

mod support;

use lockstep_core::analysis::{Analysis, Options, analyze};
use lockstep_core::program::{Callee, Event, Program};
use lockstep_core::record::{RecordError, Unit, decode, encode, link};
use proptest::prelude::*;
use support::Random;
use support::assemble::{Style, assemble};
use support::generate::{Kind, program};

/// Length of a record's header, and where the checksum of the body stands in it.
const HEADER: usize = 18;
const CHECKSUM: std::ops::Range<usize> = 10..18;
const LENGTH: std::ops::Range<usize> = 6..10;

fn unit(program: Program) -> Unit {
    let (source, directory) = ("source.c".to_owned(), "/folder".to_owned());
    Unit { source, directory, told: Vec::new(), program }
}

/// What was written and read again.
fn again(program: &Program) -> Program {
    let (record, id) = encode(&unit(program.clone()));
    let mut units = decode(&record).expect("what was written can be read");
    assert_eq!(units.len(), 1);
    let (read_id, unit) = units.remove(0);
    assert_eq!(read_id, id);
    assert_eq!((unit.source.as_str(), unit.directory.as_str()), ("source.c", "/folder"));
    unit.program
}

/// What an analysis says, without what depends on how values are numbered.
fn told(analysis: &Analysis) -> (Vec<String>, Vec<String>) {
    let place = |location: &lockstep_core::finding::Location| {
        // A file that is found from where the unit was compiled is named so.
        (location.file.trim_start_matches("/folder/").to_owned(), location.line, location.column)
    };
    let finding = |finding: &lockstep_core::finding::Finding| {
        let notes: Vec<_> =
            finding.notes.iter().map(|note| (place(&note.location), &note.text)).collect();
        let (at, verdict) = (place(&finding.location), finding.verdict);
        format!("{at:?} {} {verdict:?} {} {notes:?}", finding.rule, finding.message)
    };
    let mut findings: Vec<String> = analysis.findings.iter().map(finding).collect();
    findings.sort();
    let calls = analysis.unproven.iter().map(|call| {
        let conditions: Vec<_> =
            call.conditions.iter().map(|(at, text)| (place(at), text)).collect();
        format!("{} {conditions:?}", call.tag)
    });
    let mut calls: Vec<String> = calls.collect();
    calls.sort();
    (findings, calls)
}

/// Is something called in a block that is never reached? It is called nowhere in the record, and then
/// looked at as something that others call.
fn calls_unreached(program: &Program) -> bool {
    program.functions.iter().filter(|function| function.is_defined()).any(|function| {
        let mut reached = vec![false; function.blocks.len()];
        let mut work = vec![0];
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut reached[block], true) {
                let targets = function.blocks[block].terminator.successors();
                work.extend(targets.into_iter().map(|target| target.index()));
            }
        }
        let unreached = function.blocks.iter().zip(reached).filter(|(_, reached)| !reached);
        unreached
            .into_iter()
            .any(|(block, _)| block.events.iter().any(|event| matches!(event, Event::Call(_))))
    })
}

fn check_generated(kind: Kind, seeds: std::ops::Range<u64>) {
    let none = Style::default();
    let styles = [
        none,
        Style { split: true, ..none },
        Style { spill: true, ..none },
        Style { wrap: true, ..none },
    ];
    let (mut compared, all) = (0, (seeds.end - seeds.start) * 4);
    for seed in seeds {
        let procedures = program(&mut Random::new(seed), kind);
        for style in styles {
            let full = assemble(&procedures, style);
            if calls_unreached(&full) {
                continue;
            }
            compared += 1;
            let read = again(&full);
            for per_function in [false, true] {
                let options = Options { per_function, ..Options::default() };
                let expected = told(&analyze(&full, options));
                assert_eq!(expected, told(&analyze(&read, options)), "seed {seed}, {style:?}");
            }
            // As one unit of a program of one.
            let (record, _) = encode(&unit(full));
            let linked = link(decode(&record).expect("it was read before"));
            let _ = analyze(&linked.program, Options::default());
        }
    }
    assert!(compared > all / 2, "{compared} of {all}");
}

#[test]
fn programs_over_ranks_are_told_alike() {
    check_generated(Kind::Ranks, 0..400);
}

#[test]
fn programs_over_data_are_told_alike() {
    check_generated(Kind::Data, 1_000_000..1_000_400);
}

#[test]
fn programs_over_loop_counters_are_told_alike() {
    check_generated(Kind::Mixed, 2_000_000..2_000_400);
}

/// Collective calls by name and tag.
fn tagged(program: &Program) -> Vec<(String, u32)> {
    let events = program
        .functions
        .iter()
        .flat_map(|function| &function.blocks)
        .flat_map(|block| &block.events);
    let named = events.filter_map(|event| match event {
        Event::Call(call) => match call.callee {
            Callee::Direct(callee) => Some((program.function(callee).name.clone(), call.tag)),
            _ => None,
        },
        _ => None,
    });
    let mut all: Vec<_> = named.filter(|(name, _)| name == "MPI_Barrier").collect();
    all.sort();
    all
}

#[test]
fn calls_keep_their_numbers() {
    for seed in 0..200 {
        let procedures = program(&mut Random::new(seed), Kind::Mixed);
        let mut full = assemble(&procedures, Style::default());
        let mut next = 0;
        for function in &mut full.functions {
            for event in function.blocks.iter_mut().flat_map(|block| &mut block.events) {
                if let Event::Call(call) = event {
                    call.tag = next;
                    next += 1;
                }
            }
        }
        let (before, after) = (tagged(&full), tagged(&again(&full)));
        // Those that are never reached may be left out.
        assert!(after.iter().all(|call| before.contains(call)), "seed {seed}");
        let reached = analyze(&full, Options { per_function: true, ..Options::default() }).unproven;
        for call in reached {
            let kept = before.iter().filter(|(_, tag)| *tag == call.tag).all(|c| after.contains(c));
            assert!(kept, "seed {seed}: call {} is gone", call.tag);
        }
    }
}

#[test]
fn what_was_read_is_written_alike() {
    for seed in 0..200 {
        let procedures = program(&mut Random::new(seed), Kind::Mixed);
        let (first, _) = encode(&unit(assemble(&procedures, Style::default())));
        assert_eq!(first, encode(&unit(assemble(&procedures, Style::default()))).0);
        let (_, read) = decode(&first).expect("it was written").remove(0);
        let (second, _) = encode(&read);
        // Nothing comes back that was left out.
        assert!(second.len() <= first.len() + 64, "seed {seed}: {}, {}", first.len(), second.len());
    }
}

#[test]
fn programs_of_any_shape_can_be_read() {
    for seed in 0..3000 {
        let most_blocks = if seed % 10 == 0 { 40 } else { 6 };
        let odd = support::odd::program(&mut Random::new(seed), most_blocks);
        let read = again(&odd);
        let _ = analyze(&read, Options::default());
    }
}

// ---- damage -------------------------------------------------------------------------------------

/// A record with this body, whatever that is.
fn with_body(body: &[u8]) -> Vec<u8> {
    let (mut record, _) = encode(&Unit::default());
    record.truncate(HEADER);
    let length = u32::try_from(body.len()).expect("a small body");
    record[LENGTH].copy_from_slice(&length.to_le_bytes());
    record[CHECKSUM].copy_from_slice(&xxhash_rust::xxh3::xxh3_64(body).to_le_bytes());
    record.extend(body);
    record
}

/// Reads, and does with what was read what is done with programs.
fn use_all(section: &[u8]) -> Result<(), RecordError> {
    let units = decode(section)?;
    let linked = link(units);
    // What nobody wrote may nest as it likes.
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let done = thread.spawn(move || {
        let _ = analyze(&linked.program, Options::default());
    });
    done.expect("a thread can be started").join().expect("the analysis ends");
    Ok(())
}

fn some_record(seed: u64) -> Vec<u8> {
    let procedures = program(&mut Random::new(seed), Kind::Mixed);
    encode(&unit(assemble(&procedures, Style::default()))).0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = use_all(&bytes);
    }

    #[test]
    fn any_body(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = use_all(&with_body(&bytes));
    }

    #[test]
    fn a_body_with_changed_bytes(
        seed in 0_u64..200,
        changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..4),
    ) {
        let record = some_record(seed);
        let mut body = record[HEADER..].to_vec();
        for (at, value) in changes {
            let at = at % body.len();
            body[at] = value;
        }
        let _ = use_all(&with_body(&body));
    }

    #[test]
    fn a_shortened_body(seed in 0_u64..200, length in any::<usize>()) {
        let record = some_record(seed);
        let body = &record[HEADER..];
        let _ = use_all(&with_body(&body[..length % body.len()]));
    }

    #[test]
    fn a_record_cut_short(seed in 0_u64..200, length in any::<usize>()) {
        let record = some_record(seed);
        let length = 1 + length % (record.len() - 1);
        prop_assert_eq!(use_all(&record[..length]), Err(RecordError::Truncated));
    }

    #[test]
    fn a_record_with_one_changed_bit(seed in 0_u64..200, at in any::<usize>(), bit in 0_u8..8) {
        let mut record = some_record(seed);
        let at = at % record.len();
        record[at] ^= 1 << bit;
        prop_assert!(use_all(&record).is_err());
    }
}

#[test]
fn a_body_of_zeroes_or_ones_does_not_fill_memory() {
    for byte in [0, 0xff, 0x55] {
        for length in [0, 1, 100, 1000] {
            let _ = decode(&with_body(&vec![byte; length]));
        }
    }
}

#[test]
fn records_of_several_units_stand_one_behind_the_other() {
    let (first, second) = (some_record(1), some_record(2));
    let padding = [0; 5];
    let section = [&padding[..], &first, &padding, &second, &first, &padding].concat();
    assert_eq!(decode(&section).map(|units| units.len()), Ok(2));
    assert_eq!(decode(&[&first[..], b"else"].concat()).map(|_| ()), Err(RecordError::Foreign));
    let mut older = first;
    older[4] = 1;
    assert_eq!(decode(&older).map(|_| ()), Err(RecordError::Version(1)));
}
