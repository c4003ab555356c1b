//! The team's protocol: random programs of barriers and worksharing constructs on real threads, against
//! a brute-force oracle. No false alarm, no miss, and nobody waits for ever.

use std::sync::Mutex;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicUsize};

use lockstep_runtime::threads::task::Task;
use lockstep_runtime::threads::team::{Construct, Disagreement, Progress, Site, State, Team};
use proptest::prelude::*;

/// What a thread does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Barrier,
    /// A construct of a kind, at a place.
    Work(Construct, usize),
}

/// A thread tells that it has come to its next step, or to the end.
fn come_to(
    team: &Team,
    task: &Task,
    progress: &mut Progress,
    step: Option<Step>,
) -> Result<(), Disagreement> {
    match step {
        Some(Step::Work(construct, address)) => {
            progress.works += 1;
            let site = Site { construct, address };
            task.published.set(State::Running, *progress, site);
            team.at_work(*progress, site, |one, other| one == other)
        }
        Some(Step::Barrier) => {
            progress.barriers += 1;
            let site = Site { construct: Construct::Barrier, address: 1 };
            task.published.set(State::Waiting, *progress, site);
            team.at_barrier(*progress)
        }
        None => {
            let site = Site { construct: Construct::End, address: 0 };
            task.published.set(State::Ended, *progress, site);
            team.at_end(*progress)
        }
    }
}

/// One thread's part of a region. It waits in barriers as OpenMP's library does: until all have come.
fn act(
    team: &Team,
    index: usize,
    program: &[Step],
    arrived: &[AtomicUsize],
    stop: &AtomicBool,
) -> Result<(), Disagreement> {
    let task = team.task(index).expect("a thread of the team");
    team.enter(task, arrived[0].load(SeqCst) as u64, 0);
    let mut progress = Progress::default();
    for &step in program {
        come_to(team, task, &mut progress, Some(step))?;
        if step == Step::Barrier {
            let count = &arrived[progress.barriers as usize];
            count.fetch_add(1, SeqCst);
            while count.load(SeqCst) < arrived[0].load(SeqCst) {
                if stop.load(SeqCst) {
                    return Ok(());
                }
                std::thread::yield_now();
            }
        }
    }
    come_to(team, task, &mut progress, None)
}

/// Runs a region; what was found.
fn run(team: &Team, programs: &[Vec<Step>]) -> Vec<Disagreement> {
    team.start(std::ptr::null(), 0);
    let longest = programs.iter().map(Vec::len).max().unwrap_or(0);
    let arrived: Vec<_> = (0..longest + 2).map(|_| AtomicUsize::new(0)).collect();
    // The first one holds the team's size.
    arrived[0].store(programs.len(), SeqCst);
    let stop = AtomicBool::new(false);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for (index, program) in programs.iter().enumerate() {
            let (arrived, stop, found) = (&arrived, &stop, &found);
            scope.spawn(move || {
                if let Err(disagreement) = act(team, index, program, arrived, stop) {
                    found.lock().expect("no panic").push(disagreement);
                    stop.store(true, SeqCst);
                }
            });
        }
    });
    found.into_inner().expect("no panic")
}

/// By definition: all threads come to the same constructs and barriers in the same order.
fn is_correct(programs: &[Vec<Step>]) -> bool {
    programs.windows(2).all(|pair| pair[0] == pair[1])
}

fn step() -> impl Strategy<Value = Step> {
    let construct = prop_oneof![
        Just(Construct::Loop),
        Just(Construct::Single),
        Just(Construct::Sections),
        Just(Construct::Workshare),
    ];
    let work =
        (construct, 1..3usize).prop_map(|(construct, address)| Step::Work(construct, address));
    prop_oneof![1 => Just(Step::Barrier), 2 => work]
}

fn correct() -> impl Strategy<Value = Vec<Vec<Step>>> {
    (2..5usize, prop::collection::vec(step(), 0..30))
        .prop_map(|(threads, program)| vec![program; threads])
}

/// A correct region with up to three changes.
fn changed() -> impl Strategy<Value = Vec<Vec<Step>>> {
    let change = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), step(), 0..3u8);
    (correct(), prop::collection::vec(change, 1..4)).prop_map(|(mut programs, changes)| {
        for (thread, at, step, kind) in changes {
            let thread = thread.index(programs.len());
            let program = &mut programs[thread];
            let at = at.index(program.len() + 1);
            match kind {
                0 => program.insert(at, step),
                1 if at < program.len() => program[at] = step,
                _ if at < program.len() => {
                    program.remove(at);
                }
                _ => {}
            }
        }
        programs
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exactly_the_regions_whose_threads_part_are_found(regions in prop::collection::vec(
        prop_oneof![correct(), changed()], 1..4,
    )) {
        // The same team for one region after the other, as far as they are correct.
        let team = Team::new(4);
        for programs in regions {
            let found = run(&team, &programs);
            prop_assert_eq!(found.is_empty(), is_correct(&programs), "{:?} {:?}", found, programs);
            if !found.is_empty() {
                break;
            }
        }
    }
}

/// What is found if two threads come to their steps in this order (`true`: the second one's turn): by the
/// first that finds something, and by the other one if it takes one more step while that is told.
fn in_order(programs: &[Vec<Step>], turns: &[bool]) -> Vec<Disagreement> {
    let team = Team::new(2);
    team.start(std::ptr::null(), 0);
    let tasks: Vec<&Task> = (0..2).filter_map(|index| team.task(index)).collect();
    tasks.iter().for_each(|task| team.enter(task, 2, 0));
    let mut progress = [Progress::default(); 2];
    let mut done = [0; 2];
    let mut found: [Option<Disagreement>; 2] = [None; 2];
    // Who is in a barrier waits for the other one; who is at the end has no more turns.
    for turn in turns.iter().map(|&turn| usize::from(turn)) {
        for index in [turn, 1 - turn] {
            let program = &programs[index];
            let waits = done[index] > 0
                && program.get(done[index] - 1) == Some(&Step::Barrier)
                && progress[1 - index].barriers < progress[index].barriers;
            if waits || done[index] > program.len() || found[index].is_some() {
                continue;
            }
            let step = program.get(done[index]).copied();
            done[index] += 1;
            let is_last = found[1 - index].is_some();
            found[index] = come_to(&team, tasks[index], &mut progress[index], step).err();
            if is_last {
                return found.into_iter().flatten().collect();
            }
            break;
        }
    }
    found.into_iter().flatten().collect()
}

/// The kind of the first difference of two threads, whoever comes to it first.
fn first_difference(programs: &[Vec<Step>]) -> Option<&'static str> {
    let at = |thread: usize, index: usize| programs[thread].get(index);
    let longest = programs[0].len().max(programs[1].len());
    let differs = (0..longest).find(|&index| at(0, index) != at(1, index))?;
    Some(match (at(0, differs), at(1, differs)) {
        (Some(Step::Work(..)), Some(Step::Work(..))) => "work",
        (Some(Step::Work(..)), _) | (_, Some(Step::Work(..))) => "count",
        _ => "barrier",
    })
}

fn kind(disagreement: Disagreement) -> &'static str {
    match disagreement {
        Disagreement::Barrier => "barrier",
        Disagreement::WorkCount => "count",
        Disagreement::Work { .. } => "work",
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_told_does_not_depend_on_who_comes_first(
        programs in changed().prop_map(|mut programs| {
            programs.truncate(2);
            programs
        }),
        turns in prop::collection::vec(any::<bool>(), 140),
    ) {
        let found: Vec<_> = in_order(&programs, &turns).into_iter().map(kind).collect();
        let expected = first_difference(&programs);
        prop_assert_eq!(found.is_empty(), expected.is_none(), "{:?}", programs);
        prop_assert!(found.iter().all(|&kind| Some(kind) == expected), "{:?} {:?}", found, programs);
    }
}

#[test]
fn a_barrier_one_thread_does_not_come_to_is_told_as_such() {
    let work = Step::Work(Construct::Loop, 1);
    let team = Team::new(2);
    for (programs, expected) in [
        ([vec![Step::Barrier], vec![]], Disagreement::Barrier),
        ([vec![Step::Barrier, work], vec![]], Disagreement::Barrier),
        ([vec![work, Step::Barrier], vec![]], Disagreement::WorkCount),
        ([vec![work, Step::Barrier], vec![Step::Barrier]], Disagreement::WorkCount),
        ([vec![work], vec![]], Disagreement::WorkCount),
    ] {
        for _ in 0..50 {
            let found = run(&team, &programs);
            assert!(found.contains(&expected), "{found:?} {programs:?}");
        }
    }
}

#[test]
fn a_thread_far_ahead_is_not_compared_with_what_it_has_forgotten() {
    let team = Team::new(3);
    for laps in [1, 3, 200, 9000] {
        let program: Vec<Step> =
            (0..laps * 64).map(|step| Step::Work(Construct::Loop, 1 + step % 7)).collect();
        assert_eq!(run(&team, &vec![program; 3]), vec![], "{laps} laps");
    }
}

#[test]
fn cancellation_parts_threads_legitimately() {
    let team = Team::new(2);
    team.start(std::ptr::null(), 0);
    (0..team.capacity())
        .filter_map(|index| team.task(index))
        .for_each(|task| team.enter(task, 2, 0));
    team.cancelled.store(true, Relaxed);
    let at = |barriers, works| Progress { barriers, works };
    assert_eq!(team.at_barrier(at(1, 4)), Ok(()));
    assert_eq!(team.at_end(at(0, 0)), Ok(()));
}
