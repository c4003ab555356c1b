//! Ranks that wait for each other in collectives and for messages, with threads for ranks: exactly the
//! programs that cannot come to their end are found, whoever comes first.

mod memory;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

use lockstep_runtime::board::{Board, CallRecord, Conflict, Signature, State, Wait};
use lockstep_runtime::deadlock::Awaited;
use memory::Memory;
use proptest::prelude::*;

const RANKS: u32 = 4;

/// What a rank does next. Messages are sent without waiting, but for those that are handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// A barrier of a communicator.
    Barrier(usize),
    /// A message of the first communicator: to whom, with which tag.
    Send(u32, u32),
    /// The same, and it waits until a receive takes the message.
    HandOver(u32, u32),
    /// It waits for such a message.
    Receive(u32, u32),
    /// It waits for a message with a tag of each of two ranks, and takes them as they come.
    ReceiveBoth([u32; 2], u32),
    /// A message of the last communicator, whose messages anybody may be waited for.
    SendAny(u32),
    /// It waits for such a message from anybody.
    ReceiveAny,
}

/// A kind of message: of the last communicator, or the first; its sender, where that counts; its receiver; its tag.
type Kind = (bool, u32, u32, u32);

/// Communicators, each with all ranks or some; the last one has all of them.
struct Scene {
    board: Board,
    entries: Vec<u32>,
    /// How many messages are on their way.
    mail: Mutex<BTreeMap<Kind, u32>>,
    stop: AtomicBool,
}

impl Scene {
    fn new(board: Board, communicators: &[BTreeSet<u32>]) -> Self {
        let claim = |members: &BTreeSet<u32>| {
            board.claim(&members.iter().copied().collect::<Vec<_>>(), None).expect("room")
        };
        let entries = communicators.iter().map(claim).collect();
        Self { board, entries, mail: Mutex::default(), stop: AtomicBool::new(false) }
    }

    fn put(&self, kind: Kind) {
        *self.mail.lock().expect("no panic").entry(kind).or_default() += 1;
    }

    fn take(&self, kind: Kind) -> bool {
        take(&mut self.mail.lock().expect("no panic"), kind)
    }

    fn is_gone(&self, kind: Kind) -> bool {
        self.mail.lock().expect("no panic").get(&kind).is_none_or(|count| *count == 0)
    }

    /// Waits until `is_over`; false: somebody has found a conflict.
    fn wait_until(&self, mut is_over: impl FnMut() -> bool) -> bool {
        while !is_over() {
            if self.stop.load(SeqCst) {
                return false;
            }
            std::thread::yield_now();
        }
        true
    }
}

fn take(mail: &mut BTreeMap<Kind, u32>, kind: Kind) -> bool {
    mail.get_mut(&kind).filter(|count| **count > 0).map(|count| *count -= 1).is_some()
}

/// What one rank has counted for itself.
#[derive(Default)]
struct Counts {
    steps: BTreeMap<usize, u64>,
    begun: BTreeMap<(u32, u32), u64>,
    complete: BTreeMap<u32, u64>,
    complete_any: u64,
}

fn call(entry: u32, step: u64) -> CallRecord {
    let signature = Signature { operation: 1, operator: 0, root: None, bytes: None };
    CallRecord { location: 0, is_site: false, entry, step, signature }
}

/// One rank's program. `Ok(false)`: another rank has found a conflict.
fn act(scene: &Scene, rank: u32, program: &[Step]) -> Result<bool, Conflict> {
    let mut counts = Counts::default();
    for &step in program {
        if !act_once(scene, rank, step, &mut counts)? {
            return Ok(false);
        }
    }
    let board = scene.board;
    board.depart(rank, State::Exited);
    for &entry in &scene.entries {
        if board.members(entry).any(|member| member == rank) {
            board.check_left_behind(entry, rank)?;
        }
    }
    board.check_awaiting(rank)?;
    Ok(true)
}

fn act_once(scene: &Scene, rank: u32, step: Step, counts: &mut Counts) -> Result<bool, Conflict> {
    let board = scene.board;
    let (first, last) = (scene.entries[0], scene.entries[scene.entries.len() - 1]);
    match step {
        Step::Barrier(which) => {
            let (entry, step) = (scene.entries[which], counts.steps.entry(which).or_default());
            let record = call(entry, *step);
            board.record(rank, &record);
            board.enter(entry, rank, *step, true);
            board.compare(entry, rank, *step, &record.signature)?;
            board.wait(entry, rank, *step, Wait::All)?;
            let all_here =
                || board.members(entry).all(|member| board.progress(entry, member).0 > *step);
            if !scene.wait_until(all_here) {
                return Ok(false);
            }
            board.leave_step(entry, rank, *step);
            *step += 1;
        }
        Step::Send(to, tag) => {
            board.count_message(rank, board.place(first), to, tag);
            scene.put((false, rank, to, tag));
        }
        Step::HandOver(to, tag) => return hand_over(scene, rank, to, tag),
        Step::SendAny(to) => {
            board.count_message(rank, board.place(last), to, 0);
            scene.put((true, 0, to, 0));
        }
        Step::Receive(from, tag) => {
            let awaited = begin(scene, rank, counts, from, tag);
            return receive(scene, rank, awaited, (false, from, rank, tag));
        }
        Step::ReceiveBoth(both, tag) => {
            let awaited = both.map(|from| begin(scene, rank, counts, from, tag));
            return receive_both(scene, rank, awaited, both.map(|from| (false, from, rank, tag)));
        }
        Step::ReceiveAny => {
            let complete = counts.complete_any;
            counts.complete_any += 1;
            let place = board.place(last);
            let awaited = Awaited {
                is_sent: false,
                is_standard: false,
                from: None,
                place,
                tag: None,
                begun: 0,
                complete,
            };
            return receive(scene, rank, awaited, (true, 0, rank, 0));
        }
    }
    Ok(true)
}

/// Begins a receive of the first communicator.
fn begin(scene: &Scene, rank: u32, counts: &mut Counts, from: u32, tag: u32) -> Awaited {
    let place = scene.board.place(scene.entries[0]);
    scene.board.count_receive(rank, place, Some(from), Some(tag));
    let begun = counts.begun.entry((from, tag)).or_default();
    let complete = counts.complete.entry(from).or_default();
    let awaited = Awaited {
        is_sent: false,
        is_standard: false,
        from: Some(from),
        place,
        tag: Some(tag),
        begun: *begun,
        complete: *complete,
    };
    (*begun, *complete) = (*begun + 1, *complete + 1);
    awaited
}

/// Sends a message of the first communicator and waits until it is taken.
fn hand_over(scene: &Scene, rank: u32, to: u32, tag: u32) -> Result<bool, Conflict> {
    let board = scene.board;
    let place = board.place(scene.entries[0]);
    let begun = board.sent_by(rank, place, to, tag).expect("room");
    board.count_message(rank, place, to, tag);
    let kind = (false, rank, to, tag);
    scene.put(kind);
    let (from, tag) = (Some(to), Some(tag));
    let awaited =
        Awaited { is_sent: true, is_standard: false, from, place, tag, begun, complete: 0 };
    if !board.is_taken(rank, &awaited) {
        board.await_messages(rank, &call(place.entry, 0), &[awaited], false, None)?;
    }
    let is_taken = scene.wait_until(|| scene.is_gone(kind));
    if is_taken {
        board.end_awaiting(rank);
    }
    Ok(is_taken)
}

/// Waits for two messages, each time for the one that comes first.
fn receive_both(
    scene: &Scene,
    rank: u32,
    awaited: [Awaited; 2],
    kinds: [Kind; 2],
) -> Result<bool, Conflict> {
    let board = scene.board;
    let mut left = vec![0, 1];
    while !left.is_empty() {
        let still: Vec<Awaited> = left.iter().map(|&index| awaited[index]).collect();
        if still.iter().all(|awaited| board.is_unsent(rank, awaited)) {
            board.await_messages(rank, &call(still[0].place.entry, 0), &still, true, None)?;
        }
        let mut taken = None;
        let received = scene.wait_until(|| {
            taken = left.iter().position(|&index| scene.take(kinds[index]));
            taken.is_some()
        });
        if !received {
            return Ok(false);
        }
        board.end_awaiting(rank);
        if let Some(taken) = taken {
            left.remove(taken);
        }
    }
    Ok(true)
}

/// Waits for a message.
fn receive(scene: &Scene, rank: u32, awaited: Awaited, kind: Kind) -> Result<bool, Conflict> {
    let board = scene.board;
    if board.is_unsent(rank, &awaited) {
        board.await_messages(rank, &call(awaited.place.entry, 0), &[awaited], false, None)?;
    }
    let received = scene.wait_until(|| scene.take(kind));
    if received {
        board.end_awaiting(rank);
    }
    Ok(received)
}

/// Runs the programs, one thread each. A deadlock that nobody finds is a test that does not end.
fn run(communicators: &[BTreeSet<u32>], programs: &[Vec<Step>]) -> Vec<Conflict> {
    let memory = Memory::new(RANKS);
    let scene = Scene::new(memory.board, communicators);
    let conflicts = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for (rank, program) in (0..).zip(programs) {
            let (scene, conflicts) = (&scene, &conflicts);
            scope.spawn(move || {
                if let Err(conflict) = act(scene, rank, program) {
                    conflicts.lock().expect("no panic").push(conflict);
                    scene.stop.store(true, SeqCst);
                }
            });
        }
    });
    conflicts.into_inner().expect("no panic")
}

/// Brute force: every rank goes on as long as it can, which ends in the same state in whatever order. True if
/// all programs come to their ends.
fn ends(communicators: &[BTreeSet<u32>], programs: &[Vec<Step>]) -> bool {
    let mut at = vec![0; programs.len()];
    let mut mail: BTreeMap<Kind, u32> = BTreeMap::new();
    // What a rank has done of its step: put the message there, or taken one of two.
    let mut done = vec![[false; 2]; programs.len()];
    loop {
        let before = (at.clone(), done.clone());
        for (rank, program) in (0u32..).zip(programs) {
            let done = &mut done[rank as usize];
            let goes_on = match program.get(at[rank as usize]).copied() {
                None | Some(Step::Barrier(_)) => false,
                Some(Step::Send(to, tag)) => {
                    *mail.entry((false, rank, to, tag)).or_default() += 1;
                    true
                }
                Some(Step::SendAny(to)) => {
                    *mail.entry((true, 0, to, 0)).or_default() += 1;
                    true
                }
                Some(Step::Receive(from, tag)) => take(&mut mail, (false, from, rank, tag)),
                Some(Step::HandOver(to, tag)) => {
                    let count = mail.entry((false, rank, to, tag)).or_default();
                    if !std::mem::replace(&mut done[0], true) {
                        *count += 1;
                    }
                    *count == 0
                }
                Some(Step::ReceiveBoth(both, tag)) => {
                    for (done, from) in done.iter_mut().zip(both) {
                        *done = *done || take(&mut mail, (false, from, rank, tag));
                    }
                    *done == [true; 2]
                }
                Some(Step::ReceiveAny) => take(&mut mail, (true, 0, rank, 0)),
            };
            if goes_on {
                at[rank as usize] += 1;
                *done = [false; 2];
            }
        }
        for (which, members) in communicators.iter().enumerate() {
            let next = |rank: &u32| programs[*rank as usize].get(at[*rank as usize]).copied();
            if members.iter().all(|rank| next(rank) == Some(Step::Barrier(which))) {
                members.iter().for_each(|rank| at[*rank as usize] += 1);
            }
        }
        if (&at, &done) == (&before.0, &before.1) {
            return at.iter().zip(programs).all(|(&at, program)| at == program.len());
        }
    }
}

type Program = (Vec<BTreeSet<u32>>, Vec<Vec<Step>>);

/// A global order of barriers and messages, which is a correct program.
fn correct() -> impl Strategy<Value = Program> {
    let members = prop::collection::btree_set(0..RANKS, 2..=4);
    let events = prop::collection::vec((0..7usize, 0..RANKS, 0..RANKS, 0..3u32), 0..40);
    (prop::collection::vec(members, 0..3), events).prop_map(|(some, events)| {
        let all: BTreeSet<u32> = (0..RANKS).collect();
        let mut communicators = vec![all.clone()];
        communicators.extend(some);
        communicators.push(all);
        let mut programs = vec![Vec::new(); RANKS as usize];
        for (kind, from, to, tag) in events {
            match kind {
                0..2 => {
                    let which = (kind + from as usize) % communicators.len();
                    for &rank in &communicators[which] {
                        programs[rank as usize].push(Step::Barrier(which));
                    }
                }
                2..4 => {
                    // What is handed over is taken by somebody else.
                    let is_handed_over = kind == 3 && from != to;
                    let send = if is_handed_over { Step::HandOver } else { Step::Send };
                    programs[from as usize].push(send(to, tag));
                    programs[to as usize].push(Step::Receive(from, tag));
                }
                4 => {
                    let other = (from + 1) % RANKS;
                    for sender in [from, other] {
                        programs[sender as usize].push(Step::Send(to, tag));
                    }
                    programs[to as usize].push(Step::ReceiveBoth([from, other], tag));
                }
                // To itself is no matter of others.
                _ if from == to => {}
                _ => {
                    programs[from as usize].push(Step::SendAny(to));
                    programs[to as usize].push(Step::ReceiveAny);
                }
            }
        }
        (communicators, programs)
    })
}

/// A correct program of which steps are left out, or change places.
fn changed() -> impl Strategy<Value = Program> {
    let change = (0..RANKS as usize, any::<prop::sample::Index>(), any::<bool>());
    (correct(), prop::collection::vec(change, 1..4)).prop_map(
        |((communicators, mut programs), all)| {
            for (rank, index, removed) in all {
                let program = &mut programs[rank];
                if program.is_empty() {
                    continue;
                }
                let index = index.index(program.len());
                if removed {
                    program.remove(index);
                } else {
                    let other = (index + 1) % program.len();
                    program.swap(index, other);
                }
            }
            (communicators, programs)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn correct_programs_run_to_their_end((communicators, programs) in correct()) {
        prop_assert!(ends(&communicators, &programs));
        prop_assert_eq!(run(&communicators, &programs), vec![]);
    }

    #[test]
    fn exactly_the_programs_that_hang_are_found((communicators, programs) in changed()) {
        let conflicts = run(&communicators, &programs);
        prop_assert_eq!(conflicts.is_empty(), ends(&communicators, &programs), "{:?}", conflicts);
    }
}

#[test]
fn a_message_that_was_sent_is_not_waited_for_whatever_came_between() {
    let memory = Memory::new(2);
    let board = memory.board;
    let entry = board.claim(&[0, 1], None).expect("room");
    let place = board.place(entry);
    let awaited = |tag, begun| Awaited {
        is_sent: false,
        is_standard: false,
        from: Some(1),
        place,
        tag,
        begun,
        complete: begun,
    };
    assert!(board.is_unsent(0, &awaited(Some(3), 0)));
    board.count_message(1, place, 0, 3);
    assert!(!board.is_unsent(0, &awaited(Some(3), 0)), "it has been sent");
    assert!(board.is_unsent(0, &awaited(Some(3), 1)), "an earlier receive takes it");
    assert!(board.is_unsent(0, &awaited(Some(4), 0)), "it has another tag");
    assert!(!board.is_unsent(0, &awaited(None, 0)), "it has any tag");
    board.stop_counting(1);
    assert!(!board.is_unsent(0, &awaited(Some(4), 0)), "not all is counted");
}

/// What is sent synchronously waits for a receive that can take it, whatever else was sent and received.
#[test]
fn what_is_handed_over_was_taken_if_a_receive_was_begun_for_it() {
    let memory = Memory::new(2);
    let board = memory.board;
    let place = board.place(board.claim(&[0, 1], None).expect("room"));
    let (to, tag) = (Some(1), Some(3));
    let awaited = |begun| Awaited {
        is_sent: true,
        is_standard: false,
        from: to,
        place,
        tag,
        begun,
        complete: 0,
    };
    assert!(board.is_unsent(0, &awaited(0)));
    board.count_receive(1, place, Some(0), Some(4));
    assert!(board.is_unsent(0, &awaited(0)), "it has another tag");
    board.count_receive(1, place, None, None);
    assert!(!board.is_unsent(0, &awaited(0)) && !board.is_taken(0, &awaited(0)), "it may take it");
    board.settle_receive(1, place, (None, None), (0, 4));
    assert!(board.is_unsent(0, &awaited(0)), "it has taken another");
    for (from, tag) in [(None, Some(3)), (Some(0), None)] {
        board.count_receive(1, place, from, tag);
        assert!(!board.is_unsent(0, &awaited(0)));
        board.take_back_receive(1, place, from, tag);
    }
    board.count_receive(1, place, Some(0), tag);
    assert!(board.is_taken(0, &awaited(0)) && !board.is_unsent(0, &awaited(0)));
    assert!(board.is_unsent(0, &awaited(1)), "one sent earlier is taken by it");
    board.stop_counting(1);
    assert!(!board.is_unsent(0, &awaited(1)), "not all is counted");
}

/// Two ranks that send to each other in standard mode wait for each other only if such sends wait.
#[test]
fn standard_sends_wait_only_where_that_is_asked() {
    let memory = Memory::new(2);
    let board = memory.board;
    let place = board.place(board.claim(&[0, 1], None).expect("room"));
    let signature = Signature { operation: 0, operator: 0, root: None, bytes: None };
    let call = CallRecord { location: 1, is_site: false, entry: place.entry, step: 0, signature };
    let sends = |to| Awaited {
        is_sent: true,
        is_standard: true,
        from: Some(to),
        place,
        tag: Some(3),
        begun: 0,
        complete: 0,
    };
    assert!(board.if_standard_sends_wait().is_none(), "nobody sends");
    for rank in [0, 1] {
        board.count_message(rank, place, 1 - rank, 3);
        assert_eq!(board.await_messages(rank, &call, &[sends(1 - rank)], false, None), Ok(()));
    }
    let doubtful = board.if_standard_sends_wait().expect("they send");
    let both = Conflict::Deadlock { ranks: vec![0, 1] };
    assert_eq!(doubtful.check_deadlock(0), Err(both.clone()));
    assert_eq!(doubtful.any_deadlock(), Some(both));
    assert_eq!(board.check_deadlock(0), Ok(()));
    assert!(!board.is_stuck(0) && doubtful.is_stuck(0));
    board.end_awaiting(1);
    assert_eq!(doubtful.check_deadlock(0), Ok(()), "MPI has kept the message");
    board.count_receive(1, place, Some(0), Some(3));
    assert!(!board.may_wait_in_send(0), "it is taken");
}

/// There is room for some kinds of messages; of others only the number with any tag is known.
#[test]
fn many_tags_are_told_by_their_sum() {
    let memory = Memory::new(2);
    let board = memory.board;
    let entry = board.claim(&[0, 1], None).expect("room");
    let place = board.place(entry);
    for tag in 0..5000 {
        board.count_message(1, place, 0, tag);
    }
    let awaited = |complete| Awaited {
        is_sent: false,
        is_standard: false,
        from: Some(1),
        place,
        tag: Some(9999),
        begun: 0,
        complete,
    };
    assert!(!board.is_unsent(0, &awaited(4999)), "one of those it has not got may have this tag");
    assert!(board.is_unsent(0, &awaited(5000)));
}

/// What was sent on a communicator that is gone is not on one that takes its place.
#[test]
fn an_entry_that_is_used_again_has_no_messages() {
    let memory = Memory::new(2);
    let board = memory.board;
    let first = board.claim(&[0, 1], None).expect("room");
    let before = Awaited {
        is_sent: false,
        is_standard: false,
        from: Some(1),
        place: board.place(first),
        tag: Some(3),
        begun: 0,
        complete: 0,
    };
    assert!(board.is_unsent(0, &before));
    board.count_message(1, before.place, 0, 3);
    board.detach(first);
    board.detach(first);
    let again = std::iter::repeat_with(|| board.claim(&[0, 1], None).expect("room"));
    let again = again.take(5000).find(|&entry| entry == first).expect("used again");
    let awaited = Awaited { place: board.place(again), ..before };
    assert!(board.is_unsent(0, &awaited));
    // A receive that was begun on the first one may still wait for what was sent there.
    assert!(!board.is_unsent(0, &Awaited { begun: 9, complete: 9, ..before }));
}
