//! What is said when a job is ended: a roll call of the communicator's ranks, as text for people
//! and as JSON lines for tools.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::beginnings::Beginning;
use crate::board::{Board, CallRecord, Conflict, EntryIndex, RankIndex, Signature, State};
use crate::call::amount;
use crate::deadlock::{Awaited, Starts};
use crate::job::Job;
use crate::location::{self, Condition, Place};
use crate::mpi::{NAME_ROOM, OPERATORS, USER_DEFINED, Word};
use crate::symbols::operation_name;

/// How many calls of a rank are told in the text.
const LAST_CALLS: usize = 3;

/// A call with its place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallText {
    /// The operation.
    pub call: String,
    /// Where it stands.
    pub place: Place,
    /// The how-many-th collective on its communicator, from 1.
    pub number: u64,
    /// What it was called with, as far as ranks must agree on it.
    pub arguments: Vec<(&'static str, String)>,
}

/// Where a rank is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presence {
    /// At the step in question, with this call.
    Here(CallText),
    /// Inside another collective, or in one on another communicator.
    Elsewhere(CallText, String),
    /// Inside a call that waits for messages or for a collective it began; what it waits for.
    Awaiting(CallText, String),
    /// How often it has started a persistent collective, the last time by this call.
    Started(Option<CallText>, u64),
    /// It called `MPI_Finalize`.
    Finalized(Option<CallText>),
    /// Its process ended.
    Exited(Option<CallText>),
    /// It has passed the step; its call is not known any more.
    Passed,
    /// It has not come to any collective since this one.
    Running(Option<CallText>),
}

/// One rank in the roll call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its rank in `MPI_COMM_WORLD`.
    pub rank: u32,
    /// Where it is.
    pub presence: Presence,
    /// Its calls before that, the latest last.
    pub last_calls: Vec<CallText>,
}

/// How ranks are stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// They part on one communicator.
    Parting,
    /// They wait for each other in collectives on different communicators.
    Cycle,
    /// Some of them wait for messages.
    Messages,
    /// Some of them wait until what they send is received, and others, if any, for messages.
    Sends,
    /// Some of them wait for others to begin what they began.
    Beginnings,
    /// They have not begun equally often what they made together.
    Starts,
}

/// What is wrong, in data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The rule's id.
    pub rule: &'static str,
    /// The communicator in words.
    pub communicator: String,
    /// Its size.
    pub size: u32,
    /// It is `MPI_COMM_WORLD`.
    pub is_world: bool,
    /// How they are stuck.
    pub kind: Kind,
    /// Its ranks, in the order of `MPI_COMM_WORLD`.
    pub members: Vec<Member>,
}

/// Gives the other members a moment to come where they are going, so that the roll call is complete.
/// The verdict stands already; nothing depends on how long this takes.
pub fn settle(board: &Board, conflict: &Conflict, me: RankIndex, progress: impl Fn()) {
    let (entry, step) = match conflict {
        Conflict::Different { entry, step } | Conflict::Left { entry, step, .. } => (*entry, *step),
        Conflict::Deadlock { .. } => {
            for _ in 0..200 {
                if (0..board.ranks()).all(|rank| rank == me || board.rests(rank)) {
                    return;
                }
                progress();
                std::thread::sleep(Duration::from_millis(5));
            }
            return;
        }
    };
    for _ in 0..2000 {
        let settled = board.members(entry).all(|member| {
            member == me || board.progress(entry, member).0 > step || board.rests(member)
        });
        if settled {
            return;
        }
        progress();
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Reports a conflict on stderr and, if asked for, in files.
pub fn write(job: &Job, board: &Board, conflict: &Conflict) {
    publish(job, &collect(job, board, conflict));
}

/// Says it on stderr and, if asked for, in files.
pub fn publish(job: &Job, report: &Report) {
    // SAFETY: flushes all streams of the program.
    unsafe { libc::fflush(std::ptr::null_mut()) };
    // One write, so that the launcher does not mix it with other ranks' output.
    let _ = std::io::stderr().write_all(text(report).as_bytes());
    if let Some(folder) = &job.settings.report {
        write_files(folder, job.world_rank, &job.board, report);
    }
    drain();
    job.board.set_reported();
}

/// Waits for the launcher to have read what this process wrote. When a rank ends the job, launchers
/// drop what is still in the pipes of their ranks.
pub fn drain() {
    for _ in 0..200 {
        let unread = [libc::STDOUT_FILENO, libc::STDERR_FILENO].into_iter().any(|descriptor| {
            let mut bytes: std::ffi::c_int = 0;
            // SAFETY: FIONREAD writes an int; on what is not a pipe it fails.
            let error = unsafe { libc::ioctl(descriptor, libc::FIONREAD, &raw mut bytes) };
            error == 0 && bytes > 0 && is_pipe(descriptor)
        });
        if !unread {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    // It has read it, and has yet to pass it on.
    std::thread::sleep(Duration::from_millis(50));
}

fn is_pipe(descriptor: std::ffi::c_int) -> bool {
    // SAFETY: the structure is plain data that `fstat` fills.
    unsafe {
        let mut status: libc::stat = std::mem::zeroed();
        libc::fstat(descriptor, &raw mut status) == 0
            && status.st_mode & libc::S_IFMT == libc::S_IFIFO
    }
}

/// Puts together what the board says about a conflict.
fn collect(job: &Job, board: &Board, conflict: &Conflict) -> Report {
    let (entry, step) = match conflict {
        Conflict::Different { entry, step } | Conflict::Left { entry, step, .. } => (*entry, *step),
        Conflict::Deadlock { ranks } => return collect_deadlock(job, board, ranks),
    };
    let differ = matches!(conflict, Conflict::Different { .. });
    let mut members: Vec<Member> =
        board.members(entry).map(|rank| member(job, board, rank, entry, step, differ)).collect();
    members.sort_by_key(|member| member.rank);
    let (communicator, is_world) = name(job, board, entry);
    let rule = rule(&members, differ);
    let size = board.size(entry);
    Report { rule, communicator, size, is_world, kind: Kind::Parting, members }
}

/// Puts together where the ranks are that wait for each other, and all others that wait as well.
fn collect_deadlock(job: &Job, board: &Board, ranks: &[RankIndex]) -> Report {
    let mut all = ranks.to_vec();
    all.extend((0..board.ranks()).filter(|rank| !ranks.contains(rank) && board.is_stuck(*rank)));
    let mut entries: Vec<EntryIndex> = Vec::new();
    let mut members: Vec<Member> = Vec::new();
    for &rank in &all {
        // Who waits for no collective, or has left, is at no step.
        let left = board.state(rank) != State::Running;
        let (entry, step) = board.waits_in(rank).filter(|_| !left).unwrap_or((0, u64::MAX));
        let mut member = member(job, board, rank, entry, step, false);
        if let Presence::Here(call) = &member.presence {
            member.presence = Presence::Elsewhere(call.clone(), name(job, board, entry).0);
        }
        if board.waits_in(rank).is_some() && !entries.contains(&entry) {
            entries.push(entry);
        }
        members.push(member);
    }
    members.sort_by_key(|member| member.rank);
    let in_messages =
        members.iter().any(|member| matches!(member.presence, Presence::Awaiting(..)));
    let in_beginnings = ranks
        .iter()
        .filter_map(|rank| board.awaits(*rank))
        .any(|(_, awaited, _)| awaited.iter().any(|awaited| !Beginning::is_message(awaited.tag)));
    let in_sends = ranks
        .iter()
        .filter_map(|rank| board.awaits(*rank))
        .any(|(_, awaited, _)| awaited.iter().any(|awaited| awaited.is_sent));
    let (kind, rule) = match entries.is_empty() {
        _ if in_beginnings => (Kind::Beginnings, "collective_divergence"),
        _ if !in_messages => (Kind::Cycle, "collective_divergence"),
        true if in_sends => (Kind::Sends, "message_deadlock"),
        true => (Kind::Messages, "message_deadlock"),
        false => (Kind::Messages, "collective_divergence"),
    };
    // Where all wait for collectives of one communicator, it is the one that is told of.
    let (entry, communicator, is_world) = match entries.as_slice() {
        &[entry] => {
            let (communicator, is_world) = name(job, board, entry);
            (entry, communicator, is_world)
        }
        _ => (0, String::new(), true),
    };
    Report { rule, communicator, size: board.size(entry), is_world, kind, members }
}

/// Reports that the ranks of a persistent collective have not started it equally often.
pub fn write_starts(job: &Job, starts: &Starts) {
    let board = &job.board;
    let crate::board::Place { entry, generation } = starts.place;
    let is_current = board.place(entry).generation & 0x3f == generation;
    let (communicator, is_world) = if is_current {
        name(job, board, entry)
    } else {
        ("a communicator that was freed".to_owned(), false)
    };
    let mut members: Vec<Member> = Vec::new();
    for &(rank, count) in &starts.ranks {
        let recent = board.recent(rank);
        let made = recent.iter().find(|call| call.entry == entry && call.step == starts.step);
        let started = board.last_start(rank, starts);
        let call = started.as_ref().or(made).map(|call| call_text(board, rank, call));
        let presence = Presence::Started(call, count);
        members.push(Member { rank: board.world_rank(rank), presence, last_calls: Vec::new() });
    }
    members.sort_by_key(|member| member.rank);
    let size = u32::try_from(members.len()).unwrap_or(u32::MAX);
    let (rule, kind) = ("collective_divergence", Kind::Starts);
    publish(job, &Report { rule, communicator, size, is_world, kind, members });
}

/// The rule: the calls are the same and their arguments are not, or ranks part. `differ`: what was
/// found is a difference between calls.
fn rule(members: &[Member], differ: bool) -> &'static str {
    let mut operations = members.iter().filter_map(|member| match &member.presence {
        Presence::Here(call) => Some(call.call.as_str()),
        _ => None,
    });
    let first = operations.next();
    let same = operations.all(|operation| Some(operation) == first);
    let nobody_left = members
        .iter()
        .all(|member| !matches!(member.presence, Presence::Finalized(_) | Presence::Exited(_)));
    // What a rank called that has passed the step may be forgotten.
    if differ && same && nobody_left && !differing(members).is_empty() {
        "collective_argument_mismatch"
    } else {
        "collective_divergence"
    }
}

/// What a rank waits for that waits for others to begin what it has begun.
fn waits_for_beginning(
    job: &Job,
    board: &Board,
    rank: RankIndex,
    awaited: &[Awaited],
    first: &Awaited,
) -> Option<String> {
    let others: Vec<u32> = awaited
        .iter()
        .filter(|other| other.tag == first.tag)
        .filter_map(|other| Some(board.world_rank(other.from?)))
        .collect();
    let word = if others.len() == 1 { "rank" } else { "ranks" };
    let others = format!("{word} {}", rank_set(&others));
    let on = name(job, board, first.place.entry).0;
    Some(match Beginning::of(first.tag?) {
        Beginning::Start(step) => {
            let recent = board.recent(rank);
            let made =
                recent.iter().find(|call| call.entry == first.place.entry && call.step == step);
            let made = made
                .map_or("a persistent collective", |made| operation_name(made.signature.operation));
            format!("waits for {others} to start what {made} has made on {on}")
        }
        Beginning::Message(tag) | Beginning::Group(tag) | Beginning::Leader(tag) => {
            format!("waits for {others} to call it on {on} with tag {tag}")
        }
    })
}

/// Where one rank is with respect to a step. `differ`: what it has called as that step is of interest, also where it
/// waits in another call meanwhile.
fn member(
    job: &Job,
    board: &Board,
    rank: RankIndex,
    entry: EntryIndex,
    step: u64,
    differ: bool,
) -> Member {
    let recent = board.recent(rank);
    let tell = |record: &CallRecord| call_text(board, rank, record);
    let at = recent.iter().position(|call| call.entry == entry && call.step == step);
    let state = board.state(rank);
    let passed = board.progress(entry, rank).0 > step;
    let latest = recent.first().map(tell);
    let is_final = |call: &CallText| call.call == "MPI_Finalize";
    let (presence, before) = match at.and_then(|at| recent.get(at).map(|call| (at, tell(call)))) {
        Some((at, call)) if is_final(&call) => (Presence::Finalized(Some(call)), at + 1),
        Some((at, call)) => (Presence::Here(call), at + 1),
        None if state == State::Finalized => (Presence::Finalized(latest.filter(is_final)), 1),
        None if state == State::Exited => (Presence::Exited(latest), 0),
        None if passed => (Presence::Passed, 0),
        None => match (board.waits_in(rank).filter(|_| board.is_stuck(rank)), latest) {
            (Some((other, _)), Some(call)) => {
                (Presence::Elsewhere(call, name(job, board, other).0), 1)
            }
            (_, latest) => (Presence::Running(latest), 0),
        },
    };
    let (presence, before) = match awaiting(job, board, rank) {
        Some(awaiting) if state == State::Running && !(differ && at.is_some()) => (awaiting, 0),
        _ => (presence, before),
    };
    let mut last_calls: Vec<CallText> =
        recent.iter().skip(before).take(LAST_CALLS).map(tell).collect();
    last_calls.reverse();
    Member { rank: board.world_rank(rank), presence, last_calls }
}

/// Where a rank waits for messages, or for a collective that it began; `None`: it does not, or they are on
/// their way.
fn awaiting(job: &Job, board: &Board, rank: RankIndex) -> Option<Presence> {
    let (record, awaited, any) = board.awaits(rank).filter(|_| board.is_stuck(rank))?;
    let call = call_text(board, rank, &record);
    let what = match awaited.as_slice() {
        [] => {
            let (entry, step) = board.waits_in(rank)?;
            let recent = board.recent(rank);
            let begun = recent.iter().find(|call| call.entry == entry && call.step == step);
            let begun =
                begun.map_or("a collective", |begun| operation_name(begun.signature.operation));
            format!("waits for {begun} on {}", name(job, board, entry).0)
        }
        [first, rest @ ..] if Beginning::is_message(first.tag) => {
            let from = first.from.map_or_else(
                || "anybody".to_owned(),
                |from| format!("rank {}", board.world_rank(from)),
            );
            let tag = first.tag.map(|tag| format!(" with tag {tag}")).unwrap_or_default();
            let more = match rest.len() {
                0 => String::new(),
                more if any => format!(", or for one of {more} others"),
                more => format!(", and {more} more"),
            };
            let on = name(job, board, first.place.entry).0;
            match first.is_sent {
                false => format!("waits for a message of {from}{tag} on {on}{more}"),
                true => format!("waits for {from} to receive what it sends{tag} on {on}{more}"),
            }
        }
        [first, ..] => waits_for_beginning(job, board, rank, &awaited, first)?,
    };
    Some(Presence::Awaiting(call, what))
}

fn call_text(board: &Board, rank: RankIndex, record: &CallRecord) -> CallText {
    let place = location::resolve(board, rank, record.location, record.is_site);
    CallText::new(&record.signature, place, record.step + 1)
}

impl CallText {
    /// A call in words.
    #[must_use]
    pub fn new(signature: &Signature, place: Place, number: u64) -> Self {
        let mut arguments = Vec::new();
        if let Some(root) = signature.root {
            arguments.push(("root", root.to_string()));
        }
        match signature.operator {
            0 => {}
            USER_DEFINED => arguments.push(("operator", "user-defined".to_owned())),
            code => {
                let name = OPERATORS.get(usize::from(code) - 1).copied().unwrap_or("unknown");
                arguments.push(("operator", name.to_owned()));
            }
        }
        if let Some(bytes) = signature.bytes {
            arguments.push(("bytes", amount(bytes)));
        }
        Self { call: operation_name(signature.operation).to_owned(), place, number, arguments }
    }
}

/// The report of a communicator whose ranks told each other by messages.
#[must_use]
pub fn by_messages(job: &Job, handle: Word, size: u32, members: Vec<Member>) -> Report {
    let (communicator, is_world) =
        (handle_name(job, handle), handle == job.mpi.constants.comm_world);
    let communicator = communicator.unwrap_or_else(|| "an unnamed communicator".to_owned());
    let rule = rule(&members, members.len() > 1);
    Report { rule, communicator, size, is_world, kind: Kind::Parting, members }
}

/// A communicator in words, and whether it is `MPI_COMM_WORLD`.
fn name(job: &Job, board: &Board, entry: EntryIndex) -> (String, bool) {
    let unnamed = || format!("unnamed communicator {entry}");
    let Some(handle) = job.handle_of(entry) else { return (unnamed(), false) };
    // A window outlives the communicator it was made from, which has no name then.
    let is_freed = |from: EntryIndex| job.handle_of(from) != Some(handle);
    if board.made_from(entry).is_some_and(is_freed) {
        return ("a window or file of a communicator that was freed".to_owned(), false);
    }
    let name = handle_name(job, handle).unwrap_or_else(unnamed);
    let is_world = handle == job.mpi.constants.comm_world;
    if board.made_from(entry).is_some() {
        (format!("a window or file of {name}"), false)
    } else {
        (name, is_world)
    }
}

/// The name of a communicator; `None`: it has none.
fn handle_name(job: &Job, handle: Word) -> Option<String> {
    let mut buffer = [0u8; NAME_ROOM];
    let mut length = 0;
    // SAFETY: the handle lives, and the buffer is larger than MPI_MAX_OBJECT_NAME.
    unsafe {
        (job.mpi.functions.comm_get_name)(handle, buffer.as_mut_ptr().cast(), &raw mut length);
    }
    let name = buffer.get(..usize::try_from(length).ok()?)?;
    (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned())
}

/// The report for people.
#[must_use]
pub fn text(report: &Report) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "lockstep: error: {} [lockstep::{}]", title(report), report.rule);
    let rows = rows(report);
    let widths: [usize; 3] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
    for [ranks, call, place, note] in &rows {
        let [first, second, third] = widths;
        let line = format!("  {ranks:first$}  {call:second$}  {place:third$}  {note}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
    if !report.is_world && report.kind != Kind::Cycle {
        let _ = writeln!(out, "  (ranks are those of MPI_COMM_WORLD)");
    }
    if report.members.len() == 1 {
        let _ = writeln!(out, "  other ranks call something else, but where is not known here");
    }
    for condition in conditions(report) {
        let _ = writeln!(out, "  {}", parting(condition));
    }
    for line in last_calls(report) {
        let _ = writeln!(out, "  {line}");
    }
    if lacks_lines(report) {
        let _ = writeln!(out, "  note: compile with -g, or -gline-tables-only, for file and line");
    }
    let _ = writeln!(out, "  help: {}", help(report));
    out
}

/// Where the ranks part, as far as the place is known.
fn parting(condition: &Condition) -> String {
    let at = location::position(&condition.file, condition.line, condition.column);
    let text = &condition.text;
    match (at.as_str(), text.as_str()) {
        ("", text) => format!("the ranks part where {text}"),
        (at, "") => format!("the ranks part at {at}"),
        (at, text) => format!("the ranks part at {at}: {text}"),
    }
}

fn title(report: &Report) -> String {
    if report.kind == Kind::Cycle {
        return "ranks wait for each other in collectives on different communicators".to_owned();
    }
    if report.kind == Kind::Beginnings {
        return "ranks wait for others to begin what they have begun".to_owned();
    }
    if report.kind == Kind::Starts {
        let on = format!("{} ({} ranks)", report.communicator, report.size);
        return format!(
            "a persistent collective is not started equally often by the ranks of {on}"
        );
    }
    if report.kind == Kind::Sends {
        return "ranks wait for sends or receives that nobody makes".to_owned();
    }
    if report.rule == "message_deadlock" {
        return "ranks wait for messages that nobody sends".to_owned();
    }
    let calls = calls_here(report);
    let on = format!("{} ({} ranks)", report.communicator, report.size);
    if report.kind == Kind::Messages {
        return match calls.as_slice() {
            [call] if !report.communicator.is_empty() => {
                format!("{call} is not called by all ranks of {on}: others wait for messages")
            }
            _ => "ranks wait for each other in collectives and for messages".to_owned(),
        };
    }
    if report.rule == "collective_argument_mismatch" {
        let what = differing(&report.members).join(" and ");
        let call = calls.first().copied().unwrap_or("a collective");
        return format!("{call} is called with different {what} by the ranks of {on}");
    }
    match calls.as_slice() {
        [] => format!("a collective is not called by all ranks of {on}"),
        [call] => format!("{call} is not called by all ranks of {on}"),
        calls => {
            format!("different collectives are called by the ranks of {on}: {}", calls.join(", "))
        }
    }
}

/// The different calls at the step, in the order of ranks.
fn calls_here(report: &Report) -> Vec<&str> {
    let mut calls = Vec::new();
    for member in &report.members {
        // Where ranks wait for messages, what others are in is told as elsewhere.
        let in_messages = report.kind == Kind::Messages;
        let call = match &member.presence {
            Presence::Here(call) => Some(call),
            Presence::Elsewhere(call, _) if in_messages => Some(call),
            _ => None,
        };
        if let Some(call) = call
            && call.call != "MPI_Comm_free"
            && !calls.contains(&call.call.as_str())
        {
            calls.push(call.call.as_str());
        }
    }
    calls
}

/// Which arguments differ.
fn differing(members: &[Member]) -> Vec<&'static str> {
    let names = [("root", "roots"), ("operator", "operators"), ("bytes", "amounts of data")];
    let value = |call: &CallText, name: &str| {
        call.arguments.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone())
    };
    names
        .into_iter()
        .filter(|(name, _)| {
            let mut values = members.iter().filter_map(|member| match &member.presence {
                Presence::Here(call) => value(call, name),
                _ => None,
            });
            let first = values.next();
            values.any(|other| Some(other) != first)
        })
        .map(|(_, plural)| plural)
        .collect()
}

/// The lines of the roll call: ranks, call, place, remark. Equal ones are one line.
fn rows(report: &Report) -> Vec<[String; 4]> {
    let mut groups: Vec<([String; 3], Vec<u32>)> = Vec::new();
    for member in &report.members {
        let row = row(report, &member.presence);
        match groups.iter_mut().find(|(known, _)| *known == row) {
            Some((_, ranks)) => ranks.push(member.rank),
            None => groups.push((row, vec![member.rank])),
        }
    }
    groups
        .into_iter()
        .map(|([call, place, note], ranks)| {
            let word = if ranks.len() == 1 { "rank " } else { "ranks" };
            [format!("{word} {}", rank_set(&ranks)), call, place, note]
        })
        .collect()
}

fn row(report: &Report, presence: &Presence) -> [String; 3] {
    let mismatch = report.rule == "collective_argument_mismatch";
    let arguments = |call: &CallText| {
        let told: Vec<String> =
            call.arguments.iter().map(|(name, value)| format!("{name} {value}")).collect();
        if mismatch && !told.is_empty() {
            format!("{}, with {}", number(call), told.join(", "))
        } else {
            number(call)
        }
    };
    match presence {
        Presence::Here(call) => [call.call.clone(), place(&call.place), arguments(call)],
        Presence::Elsewhere(call, on) => {
            [call.call.clone(), place(&call.place), format!("call {} on {on}", call.number)]
        }
        Presence::Awaiting(call, what) => [call.call.clone(), place(&call.place), what.clone()],
        Presence::Started(call, count) => {
            let name = call.as_ref().map(|call| call.call.clone()).unwrap_or_default();
            let times = if *count == 1 { "time" } else { "times" };
            [name, at(call.as_ref()), format!("started {count} {times}")]
        }
        Presence::Finalized(call) => {
            ["left by MPI_Finalize".to_owned(), at(call.as_ref()), String::new()]
        }
        Presence::Exited(call) => {
            let last = call.as_ref().map(|call| format!("after {}", call_at(call)));
            ["left without MPI_Finalize".to_owned(), String::new(), last.unwrap_or_default()]
        }
        Presence::Passed => ["has passed it".to_owned(), String::new(), String::new()],
        Presence::Running(call) => {
            let last = call.as_ref().map(|call| format!("last seen in {}", call_at(call)));
            let note = last.unwrap_or_else(|| "not seen in a collective yet".to_owned());
            ["still running".to_owned(), String::new(), note]
        }
    }
}

fn number(call: &CallText) -> String {
    format!("call {} on this communicator", call.number)
}

fn at(call: Option<&CallText>) -> String {
    call.map(|call| place(&call.place)).unwrap_or_default()
}

/// Whether there is a call here that was compiled without lines: the user can have them.
fn lacks_lines(report: &Report) -> bool {
    report.members.iter().any(|member| match &member.presence {
        Presence::Here(call) | Presence::Elsewhere(call, _) => call.place.line == 0,
        // One call in the program may stand for several in the source, and then has no line.
        Presence::Awaiting(call, _) => call.place.file.is_empty(),
        _ => false,
    })
}

/// `solver.c:42:5 in step()`.
#[must_use]
pub fn place(place: &Place) -> String {
    let at = location::position(&place.file, place.line, place.column);
    let function = match place.function.as_str() {
        "" => String::new(),
        // Words of the pass, not a name.
        name if name.starts_with("the ") => format!("in {name}"),
        name => format!("in {}()", without_parameters(name)),
    };
    [at, function].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A function's name without the parameters a demangled C++ name ends with: they make lines too long to
/// be read, and the line number tells overloads apart.
fn without_parameters(name: &str) -> &str {
    let end = name.trim_end_matches(['&', ' ']).trim_end_matches(" const");
    let Some(inner) = end.strip_suffix(')') else { return name };
    let mut open = 1;
    let start = inner.char_indices().rev().find(|(_, character)| {
        open += i32::from(*character == ')') - i32::from(*character == '(');
        open == 0
    });
    match start {
        // `(anonymous namespace)` is a name.
        Some((index, _)) if index > 0 && !inner[..index].ends_with("::") => &name[..index],
        _ => name,
    }
}

/// `MPI_Bcast (solver.c:30:3)`.
fn call_at(call: &CallText) -> String {
    match location::position(&call.place.file, call.place.line, call.place.column).as_str() {
        "" => call.call.clone(),
        at => format!("{} ({at})", call.call),
    }
}

/// The condition at which ranks part: one that all the sites in question name. If there is none, the first of each, each
/// once.
fn conditions(report: &Report) -> Vec<&Condition> {
    // They decide about collectives, and which of two calls is made; not what one call is made with.
    if report.rule == "message_deadlock"
        || report.rule == "collective_argument_mismatch" && one_place(report)
    {
        return Vec::new();
    }
    let mut sites: Vec<&Place> = Vec::new();
    for member in &report.members {
        if let Presence::Here(call) | Presence::Elsewhere(call, _) | Presence::Finalized(Some(call)) =
            &member.presence
            && !call.place.conditions.is_empty()
            && !sites.contains(&&call.place)
        {
            sites.push(&call.place);
        }
    }
    let in_all = |condition: &&Condition| {
        sites.iter().all(|place| place.conditions.iter().any(|other| other.is_at(condition)))
    };
    let first = sites.first().into_iter().flat_map(|place| &place.conditions).find(in_all);
    let firsts = sites.iter().filter_map(|place| place.conditions.first());
    let mut told: Vec<&Condition> = Vec::new();
    for condition in first.map_or_else(|| firsts.collect(), |first| vec![first]) {
        // Neither a place nor a sentence: nothing to tell.
        let says_nothing = condition.file.is_empty() && condition.text.is_empty();
        if !says_nothing && !told.contains(&condition) {
            told.push(condition);
        }
    }
    told
}

/// What the ranks did before, each story once.
fn last_calls(report: &Report) -> Vec<String> {
    let mut stories: Vec<(String, Vec<u32>)> = Vec::new();
    for member in &report.members {
        let story: Vec<String> = member.last_calls.iter().map(call_at).collect();
        let story = story.join(", ");
        if story.is_empty() {
            continue;
        }
        match stories.iter_mut().find(|(known, _)| *known == story) {
            Some((_, ranks)) => ranks.push(member.rank),
            None => stories.push((story, vec![member.rank])),
        }
    }
    stories
        .into_iter()
        .map(|(story, ranks)| {
            let word = if ranks.len() == 1 { "rank" } else { "ranks" };
            format!("last calls of {word} {}: {story}", rank_set(&ranks))
        })
        .collect()
}

/// Whether the ranks that are there are all at one place of the source.
fn one_place(report: &Report) -> bool {
    let mut places = report.members.iter().filter_map(|member| match &member.presence {
        Presence::Here(CallText { place, .. }) => Some((&place.file, place.line, place.column)),
        _ => None,
    });
    let first = places.next();
    places.all(|place| Some(place) == first)
}

fn help(report: &Report) -> String {
    let on = &report.communicator;
    if report.kind == Kind::Cycle {
        return "let all ranks call the collectives of different communicators in one order, and each \
                member of a communicator all of its collectives"
            .to_owned();
    }
    if report.kind == Kind::Beginnings {
        return "let all ranks of the communicator start what they have made together as often, and all \
                members of a group, or both groups of an intercommunicator, make it"
            .to_owned();
    }
    if report.kind == Kind::Starts {
        return "let all ranks that have made a persistent collective start it equally often"
            .to_owned();
    }
    if report.kind == Kind::Sends {
        return "MPI_Ssend and MPI_Issend are complete only when the receive was begun, as is MPI_Send of a large message: \
                let one side receive first, or begin its receive by MPI_Irecv before it sends"
            .to_owned();
    }
    if report.rule == "message_deadlock" {
        return "send each message that is waited for, to this rank, on this communicator and with this \
                tag, before its sender waits or leaves"
            .to_owned();
    }
    if report.kind == Kind::Messages {
        return "make every rank reach the same collective, or send what is waited for before it, or end \
                the job with MPI_Abort"
            .to_owned();
    }
    if report.rule == "collective_argument_mismatch" {
        let what = differing(&report.members)
            .join(" and ")
            .replace("roots", "root")
            .replace("operators", "operator");
        let what = what.replace("amounts", "amount");
        let pass = format!("pass the same {what}");
        return match one_place(report) {
            true => format!("let all ranks of {on} {pass}"),
            // Either the calls do not belong together, or they do and one of them is wrong.
            false => format!("let all ranks of {on} come to the same call, or {pass} in both"),
        };
    }
    format!("make every rank of {on} reach the same collective, or end the job with MPI_Abort")
}

/// `0, 2-7`.
#[must_use]
pub fn rank_set(ranks: &[u32]) -> String {
    let mut ranks = ranks.to_vec();
    ranks.sort_unstable();
    ranks.dedup();
    let mut out = String::new();
    let mut rest = ranks.as_slice();
    while let Some(&first) = rest.first() {
        let run = rest.iter().zip(first..).take_while(|(rank, next)| *rank == next).count();
        let last = rest.get(run - 1).copied().unwrap_or(first);
        let separator = if out.is_empty() { "" } else { ", " };
        let _ = match run {
            1 => write!(out, "{separator}{first}"),
            2 => write!(out, "{separator}{first}, {last}"),
            _ => write!(out, "{separator}{first}-{last}"),
        };
        rest = rest.get(run..).unwrap_or_default();
    }
    out
}

fn call_json(call: &CallText) -> Value {
    let arguments: serde_json::Map<String, Value> =
        call.arguments.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    json!({
        "call": call.call,
        "file": call.place.file,
        "line": call.place.line,
        "column": call.place.column,
        "function": call.place.function,
        "number": call.number,
        "arguments": arguments,
    })
}

/// The report for tools: one object.
#[must_use]
pub fn finding_json(report: &Report) -> Value {
    let members: Vec<Value> = report.members.iter().map(member_json).collect();
    let conditions: Vec<Value> = conditions(report)
        .into_iter()
        .map(|condition| {
            json!({
                "file": condition.file,
                "line": condition.line,
                "column": condition.column,
                "text": condition.text,
            })
        })
        .collect();
    json!({
        "kind": "finding",
        "rule": report.rule,
        "verdict": "proven",
        "message": title(report),
        "communicator": report.communicator,
        "size": report.size,
        "ranks": members,
        "conditions": conditions,
        "help": help(report),
    })
}

fn member_json(member: &Member) -> Value {
    let (state, call) = match &member.presence {
        Presence::Here(call) => ("here", Some(call)),
        Presence::Elsewhere(call, _) => ("elsewhere", Some(call)),
        Presence::Awaiting(call, _) => ("waiting", Some(call)),
        Presence::Started(call, _) => ("started", call.as_ref()),
        Presence::Finalized(call) => ("finalized", call.as_ref()),
        Presence::Exited(call) => ("exited", call.as_ref()),
        Presence::Passed => ("passed", None),
        Presence::Running(call) => ("running", call.as_ref()),
    };
    json!({ "rank": member.rank, "state": state, "call": call.map(call_json) })
}

/// Leaves `rank-N.jsonl` for every rank of the board: the last calls of each, and the finding with
/// the rank that saw it. The others are about to be killed, so one writes for all.
fn write_files(folder: &Path, reporting: u32, board: &Board, report: &Report) {
    for rank in 0..board.ranks() {
        let world_rank = board.world_rank(rank);
        let mut lines = String::new();
        for record in board.recent(rank).iter().rev() {
            let mut call = call_json(&call_text(board, rank, record));
            if let Some(call) = call.as_object_mut() {
                call.insert("kind".to_owned(), json!("call"));
                call.insert("rank".to_owned(), json!(world_rank));
            }
            let _ = writeln!(lines, "{call}");
        }
        if world_rank == reporting {
            let _ = writeln!(lines, "{}", finding_json(report));
        }
        let path = folder.join(format!("rank-{world_rank}.jsonl"));
        if let Err(error) = std::fs::write(&path, lines) {
            let _ = writeln!(
                std::io::stderr(),
                "lockstep: warning: {} cannot be written: {error}",
                path.display()
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(file: &str, text: &str) -> Condition {
        let (line, column) = if file.is_empty() { (0, 0) } else { (40, 7) };
        Condition { file: file.to_owned(), line, column, text: text.to_owned() }
    }

    #[test]
    fn where_ranks_part_reads_well_with_and_without_a_place() {
        let text = "the condition depends on the rank in MPI_COMM_WORLD";
        assert_eq!(
            parting(&condition("solver.c", text)),
            format!("the ranks part at solver.c:40:7: {text}")
        );
        assert_eq!(parting(&condition("", text)), format!("the ranks part where {text}"));
        assert_eq!(parting(&condition("solver.c", "")), "the ranks part at solver.c:40:7");
    }

    /// A report whose members are as given, by rank from 0.
    fn report_of(presences: Vec<Presence>) -> Report {
        let members: Vec<Member> = (0..)
            .zip(presences)
            .map(|(rank, presence)| Member { rank, presence, last_calls: Vec::new() })
            .collect();
        Report {
            rule: rule(&members, true),
            communicator: "MPI_COMM_WORLD".to_owned(),
            size: u32::try_from(members.len()).unwrap_or(0),
            is_world: true,
            kind: Kind::Parting,
            members,
        }
    }

    fn call(name: &str, line: u32) -> CallText {
        let place = Place { file: "solver.c".to_owned(), line, ..Place::default() };
        CallText { call: name.to_owned(), place, number: 2, arguments: Vec::new() }
    }

    #[test]
    fn ranks_that_left_or_have_not_arrived_are_told_apart() {
        let report = report_of(vec![
            Presence::Here(call("MPI_Barrier", 7)),
            Presence::Here(call("MPI_Allreduce", 9)),
            Presence::Finalized(Some(call("MPI_Finalize", 20))),
            Presence::Exited(Some(call("MPI_Bcast", 5))),
            Presence::Running(Some(call("MPI_Bcast", 5))),
            Presence::Running(None),
        ]);
        let lines: Vec<String> = text(&report)
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        let expected = [
            "lockstep: error: different collectives are called by the ranks of MPI_COMM_WORLD \
             (6 ranks): MPI_Barrier, MPI_Allreduce \
             [lockstep::collective_divergence]",
            "rank 0 MPI_Barrier solver.c:7 call 2 on this communicator",
            "rank 1 MPI_Allreduce solver.c:9 call 2 on this communicator",
            "rank 2 left by MPI_Finalize solver.c:20",
            "rank 3 left without MPI_Finalize after MPI_Bcast (solver.c:5)",
            "rank 4 still running last seen in MPI_Bcast (solver.c:5)",
            "rank 5 still running not seen in a collective yet",
        ];
        for (line, expected) in lines.iter().zip(expected) {
            assert_eq!(line, expected);
        }
    }

    /// What it called is forgotten where the rank has made many calls on other communicators since.
    #[test]
    fn a_rank_that_has_passed_is_no_difference_of_arguments() {
        let report = report_of(vec![Presence::Passed, Presence::Here(call("MPI_Comm_free", 20))]);
        assert_eq!(report.rule, "collective_divergence");
        assert!(text(&report).contains("a collective is not called by all ranks"));
        let rooted = |root: &str| {
            let arguments = vec![("root", root.to_owned())];
            Presence::Here(CallText { arguments, ..call("MPI_Bcast", 7) })
        };
        let report = report_of(vec![Presence::Passed, rooted("0"), rooted("1")]);
        assert_eq!(report.rule, "collective_argument_mismatch");
        assert!(text(&report).contains("with different roots"));
    }

    #[test]
    fn functions_are_told_without_parameters() {
        for (name, told) in [
            ("step", "step"),
            ("load(Grid const&, std::function<void (int)>)", "load"),
            ("Grid::mass() const", "Grid::mass"),
            ("Grid::take() const &", "Grid::take"),
            ("Sum::operator()(int) const", "Sum::operator()"),
            ("(anonymous namespace)::all(int)", "(anonymous namespace)::all"),
            (
                "run(int)::{lambda(double)#1}::operator()(double) const",
                "run(int)::{lambda(double)#1}::operator()",
            ),
            ("(anonymous namespace)", "(anonymous namespace)"),
            ("solver::(anonymous namespace)", "solver::(anonymous namespace)"),
            (")", ")"),
            ("", ""),
            ("ü(ß)", "ü"),
        ] {
            assert_eq!(without_parameters(name), told);
        }
    }

    #[test]
    fn missing_lines_are_told_with_the_remedy() {
        let with = report_of(vec![Presence::Here(call("MPI_Barrier", 7)), Presence::Exited(None)]);
        assert!(!text(&with).contains("-gline-tables-only"));
        let without =
            report_of(vec![Presence::Here(call("MPI_Barrier", 0)), Presence::Exited(None)]);
        assert!(text(&without).contains("-gline-tables-only"));
    }

    #[test]
    fn rank_sets_are_short() {
        assert_eq!(rank_set(&[]), "");
        assert_eq!(rank_set(&[3]), "3");
        assert_eq!(rank_set(&[0, 1]), "0, 1");
        assert_eq!(rank_set(&[7, 0, 2, 3, 4, 5, 6]), "0, 2-7");
        assert_eq!(rank_set(&[1, 2, 3, 5, 7, 8]), "1-3, 5, 7, 8");
    }
}
