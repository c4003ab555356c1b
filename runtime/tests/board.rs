//! The board's protocol with threads for ranks: random programs of collectives on random
//! communicators, against a brute-force oracle. No false alarm and no miss.

mod memory;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

use lockstep_runtime::board::{Board, CallRecord, Conflict, RING, Signature, State, Wait};
use memory::Memory;
use proptest::prelude::*;

fn signature(operation: u16) -> Signature {
    Signature { operation, operator: 0, root: None, bytes: None }
}

/// One call of a rank: the communicator's index and the operation.
type Step = (usize, u16);

/// What one thread does as a rank: publish, compare, then really wait, as inside of a blocking MPI call,
/// until all members have come (or somebody found a conflict).
fn act(
    board: Board,
    rank: u32,
    entries: &[u32],
    program: &[Step],
    stop: &AtomicBool,
) -> Result<(), Conflict> {
    let mut steps = vec![0u64; entries.len()];
    for &(which, operation) in program {
        let (entry, step) = (entries[which], steps[which]);
        let signature = signature(operation);
        steps[which] += 1;
        let call = CallRecord { location: 0, is_site: false, entry, step, signature };
        board.record(rank, &call);
        while step >= board.room_until(entry) {
            board.wait(entry, rank, step - RING, Wait::All)?;
            if stop.load(SeqCst) {
                return Ok(());
            }
            std::thread::yield_now();
        }
        board.enter(entry, rank, step, true);
        board.compare(entry, rank, step, &signature)?;
        board.wait(entry, rank, step, Wait::All)?;
        let all_here = || board.members(entry).all(|member| board.progress(entry, member).0 > step);
        while !all_here() {
            if stop.load(SeqCst) {
                return Ok(());
            }
            std::thread::yield_now();
        }
        board.leave_step(entry, rank, step);
    }
    board.depart(rank, State::Exited);
    for &entry in entries {
        if board.members(entry).any(|member| member == rank) {
            board.check_left_behind(entry, rank)?;
        }
    }
    Ok(())
}

/// Runs the programs, one thread each; the conflicts that were found. Ends without one only if all
/// programs ran to their end. A deadlock nobody finds would be seen as one here: it is the oracle's
/// word against a run that does not end, so the run is ended when all threads are idle for good.
fn run(communicators: &[BTreeSet<u32>], programs: &[Vec<Step>]) -> Vec<Conflict> {
    let memory = Memory::new(u32::try_from(programs.len()).expect("few"));
    let board = memory.board;
    let entries: Vec<u32> = communicators
        .iter()
        .map(|members| {
            board.claim(&members.iter().copied().collect::<Vec<_>>(), None).expect("room")
        })
        .collect();
    let stop = AtomicBool::new(false);
    let conflicts = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for (rank, program) in (0..).zip(programs) {
            let (entries, stop, conflicts) = (&entries, &stop, &conflicts);
            scope.spawn(move || {
                if let Err(conflict) = act(board, rank, entries, program, stop) {
                    conflicts.lock().expect("no panic").push(conflict);
                    stop.store(true, SeqCst);
                }
            });
        }
    });
    conflicts.into_inner().expect("no panic")
}

/// Brute force: lets ranks go on together as long as any collective has all its members at it with the same
/// operation. True if all programs come to their ends.
fn is_correct(communicators: &[BTreeSet<u32>], programs: &[Vec<Step>]) -> bool {
    let mut at = vec![0; programs.len()];
    loop {
        let next = |rank: u32| programs[rank as usize].get(at[rank as usize]).copied();
        let ready = communicators.iter().enumerate().find(|(which, members)| {
            let mut calls = members.iter().map(|&rank| next(rank));
            let first = calls.next().flatten();
            first.is_some_and(|(on, _)| on == *which) && calls.all(|call| call == first)
        });
        let Some((_, members)) = ready else { break };
        for &rank in members {
            at[rank as usize] += 1;
        }
    }
    at.iter().zip(programs).all(|(&at, program)| at == program.len())
}

/// Communicators of 2 to 4 ranks and a global order of collectives, which is a correct program.
fn correct() -> impl Strategy<Value = (Vec<BTreeSet<u32>>, Vec<Vec<Step>>)> {
    let members = prop::collection::btree_set(0..4u32, 2..=4);
    (prop::collection::vec(members, 1..4), prop::collection::vec((0..3usize, 1..3u16), 0..40))
        .prop_map(|(communicators, order)| {
            let mut programs = vec![Vec::new(); 4];
            for (which, operation) in order {
                let which = which % communicators.len();
                for &rank in &communicators[which] {
                    programs[rank as usize].push((which, operation));
                }
            }
            (communicators, programs)
        })
}

/// A correct program with up to three random changes.
fn changed() -> impl Strategy<Value = (Vec<BTreeSet<u32>>, Vec<Vec<Step>>)> {
    let change = (0..4usize, any::<prop::sample::Index>(), 0..3u8);
    (correct(), prop::collection::vec(change, 1..4)).prop_map(
        |((communicators, mut programs), all)| {
            for (rank, index, kind) in all {
                let program = &mut programs[rank];
                if program.is_empty() {
                    continue;
                }
                let index = index.index(program.len());
                match kind {
                    0 => {
                        program.remove(index);
                    }
                    1 => program[index].1 ^= 3,
                    _ => {
                        let other = (index + 1) % program.len();
                        program.swap(index, other);
                    }
                }
            }
            (communicators, programs)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn correct_programs_run_to_their_end((communicators, programs) in correct()) {
        prop_assert!(is_correct(&communicators, &programs));
        prop_assert_eq!(run(&communicators, &programs), vec![]);
    }

    #[test]
    fn exactly_the_incorrect_programs_are_found((communicators, programs) in changed()) {
        let conflicts = run(&communicators, &programs);
        prop_assert_eq!(conflicts.is_empty(), is_correct(&communicators, &programs), "{:?}", conflicts);
    }
}

#[test]
fn the_ring_is_used_again_and_again() {
    let all: BTreeSet<u32> = (0..3).collect();
    let program: Vec<Step> =
        (0..10 * u16::try_from(RING).expect("small")).map(|step| (0, 1 + step % 7)).collect();
    let mut programs = vec![program; 3];
    assert_eq!(run(std::slice::from_ref(&all), &programs), vec![]);
    programs[1][1000].1 = 9;
    let conflicts = run(&[all], &programs);
    assert_eq!(conflicts.first(), Some(&Conflict::Different { entry: 0, step: 1000 }));
}

#[test]
fn unknown_amounts_agree_with_all_and_known_ones_among_each_other_only() {
    let memory = Memory::new(4);
    let board = memory.board;
    let entry = board.claim(&[0, 1, 2, 3], None).expect("room");
    let bytes = |bytes| Signature { operation: 3, operator: 0, root: Some(0), bytes };
    assert_eq!(board.compare(entry, 0, 0, &bytes(None)), Ok(()));
    assert_eq!(board.compare(entry, 1, 0, &bytes(Some(8))), Ok(()));
    assert_eq!(board.compare(entry, 2, 0, &bytes(None)), Ok(()));
    let conflict = Conflict::Different { entry, step: 0 };
    assert_eq!(board.compare(entry, 3, 0, &bytes(Some(0))), Err(conflict));
}

#[test]
fn entries_are_set_free_by_the_last_member() {
    let memory = Memory::new(3);
    let board = memory.board;
    let world = board.claim(&[0, 1, 2], None).expect("room");
    let first = board.claim(&[0, 2], None).expect("room");
    assert_ne!(world, first);
    board.enter(first, 0, 0, true);
    assert_eq!(board.compare(first, 0, 0, &signature(4)), Ok(()));
    board.detach(first);
    assert_eq!(board.members(first).collect::<Vec<_>>(), [0, 2]);
    board.detach(first);
    let mut claimed = BTreeSet::new();
    while let Some(entry) = board.claim(&[1, 2], None) {
        assert!(claimed.insert(entry), "{entry} is given out twice");
    }
    assert!(claimed.contains(&first), "the entry that was set free is used again");
    assert_eq!(board.members(first).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(board.compare(first, 1, 0, &signature(5)), Ok(()), "nothing is left in it");
}

#[test]
fn all_members_get_the_same_child() {
    for _ in 0..200 {
        let memory = Memory::new(4);
        let board = memory.board;
        let entry = board.claim(&[0, 1, 2, 3], None).expect("room");
        let children: Mutex<BTreeSet<Option<u32>>> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    children.lock().expect("no panic").insert(board.child(entry, 0, true));
                });
            }
        });
        let children = children.into_inner().expect("no panic");
        assert_eq!(children.len(), 1, "{children:?}");
        let child = children.first().copied().flatten().expect("there was room");
        assert_eq!(board.made_from(child), Some(entry));
    }
}

#[test]
fn a_rank_that_left_is_seen_by_one_of_the_two() {
    for _ in 0..500 {
        let memory = Memory::new(2);
        let board = memory.board;
        let entry = board.claim(&[0, 1], None).expect("room");
        let found = Mutex::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                board.enter(entry, 0, 0, true);
                if board.wait(entry, 0, 0, Wait::All).is_err() {
                    *found.lock().expect("no panic") += 1;
                }
            });
            scope.spawn(|| {
                board.depart(1, State::Finalized);
                if board.check_left_behind(entry, 1).is_err() {
                    *found.lock().expect("no panic") += 1;
                }
            });
        });
        assert_ne!(found.into_inner().expect("no panic"), 0, "nobody saw it");
    }
}

#[test]
fn one_rank_reports() {
    let memory = Memory::new(3);
    let reporters = (0..3).filter(|&rank| memory.board.take_report(rank)).count();
    assert_eq!(reporters, 1);
}

#[test]
fn a_board_of_another_job_is_not_taken_for_ours() {
    let memory = Memory::new(2);
    // SAFETY: the memory of a board for two ranks.
    unsafe {
        assert!(Board::open(memory.base, 2, 1).is_some());
        assert!(Board::open(memory.base, 2, 7).is_none());
    }
}
