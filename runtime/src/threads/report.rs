//! What is said when threads make a mistake, and the end of the process or the job.

use std::fmt::Write as _;
use std::io::Write as _;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lockstep_core::abi;
use serde_json::{Value, json};

use crate::dispatch::Origin;
use crate::job::Job;
use crate::location::{self, Place};
use crate::mpi::Mpi;
use crate::report::{drain, place as place_text, rank_set};
use crate::settings::Settings;
use crate::symbols::operation_name;
use crate::threads::calls::{self, Observed, Other};
use crate::threads::locks::{Kept, Waiter, WaitsFor};
use crate::threads::overlap::Record;
use crate::threads::task::{Held, Kind, Task};
use crate::threads::team::{Construct, Disagreement, Progress, Site, State, Team};
use crate::threads::word::{Level, Word};

/// One line of the roll call.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    /// The threads' numbers in their team; none: `who` says it.
    threads: Vec<u32>,
    /// Who it is, where there are no numbers.
    who: &'static str,
    /// What they do.
    what: String,
    /// Where.
    place: Place,
    /// What else is known.
    note: String,
}

/// What is wrong, in data.
#[derive(Clone, Debug)]
struct Finding {
    rule: &'static str,
    title: String,
    rows: Vec<Row>,
    /// Where the parallel region starts.
    region: Option<Place>,
    word: Word,
    help: &'static str,
}

/// Where a site of a construct is, in the program's own function.
fn code(address: usize) -> Place {
    if address == 0 { Place::default() } else { location::code(address) }
}

fn origin_place(origin: Origin) -> Place {
    if origin.is_site { location::site(origin.address) } else { code(origin.address) }
}

/// Whether two places of the same kind are one construct, which the compiler may have made twice (by
/// inlining a function, or unrolling a loop). Only different lines tell them apart.
#[must_use]
pub fn is_same_construct(one: usize, other: usize) -> bool {
    /// Pairs that were found to be the same.
    static SAME: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());
    let pair = (one.min(other), one.max(other));
    if SAME.lock().unwrap_or_else(PoisonError::into_inner).contains(&pair) {
        return true;
    }
    let (first, second) = (location::code(one), location::code(other));
    let position = |place: &Place| (place.file.clone(), place.line, place.column);
    let same = first.line == 0 || second.line == 0 || position(&first) == position(&second);
    if same {
        SAME.lock().unwrap_or_else(PoisonError::into_inner).push(pair);
    }
    same
}

/// Threads of a team part at barriers or worksharing constructs.
pub fn disagreement(team: &Team, task: &Task, site: Site, disagreement: Disagreement) {
    tell(|| {
        settle(team, task);
        let (rule, title, help) = match disagreement {
            Disagreement::Barrier => (
                "omp_barrier_divergence",
                "a barrier is not reached by all threads of the team".to_owned(),
                "let all threads of the team come to the same number of barriers, or none of them",
            ),
            Disagreement::WorkCount => (
                "omp_worksharing_divergence",
                "a worksharing construct is not reached by all threads of the team".to_owned(),
                "let all threads of the team come to each worksharing construct, or none of them",
            ),
            Disagreement::Work { number, other } => (
                "omp_worksharing_divergence",
                format!(
                    "threads of the team come to different worksharing constructs: {} at {}, {} at \
                     {} (number {number} of the region)",
                    other.construct.name(),
                    place_text(&construct_place(team, other)),
                    site.construct.name(),
                    place_text(&construct_place(team, site)),
                ),
                "let all threads of the team come to the same worksharing constructs in the same order",
            ),
        };
        let title = format!("{title} ({} threads)", team.members().count());
        Finding {
            rule,
            title,
            rows: roll_call(team),
            region: region(team),
            word: task.word(),
            help,
        }
    });
}

/// A barrier or a worksharing construct stands where only one thread may be.
pub fn invalid_nesting(task: &Task, team: &Team, site: Site) {
    use std::sync::atomic::Ordering::Relaxed;
    if team.cancelled.load(Relaxed) {
        return;
    }
    tell(|| {
        let inside = if task.kind.get() == Kind::Implicit { open_name(task) } else { "a task" };
        let construct = match site.construct {
            Construct::Barrier => "a barrier".to_owned(),
            Construct::ImplicitBarrier => "an implicit barrier".to_owned(),
            other => format!("a worksharing construct ({})", other.name()),
        };
        let row = Row {
            threads: vec![task.index.get()],
            who: "",
            what: format!("{} inside {inside}", site.construct.name()),
            place: construct_place(team, site),
            note: String::new(),
        };
        Finding {
            rule: "omp_invalid_nesting",
            title: format!("{construct} stands inside {inside} of the same team"),
            rows: vec![row],
            region: region(team),
            word: task.word(),
            help: "move it out: all threads of the team have to come to it, and here they cannot",
        }
    });
}

/// What a task is inside of, innermost first.
fn open_name(task: &Task) -> &'static str {
    use crate::threads::task::Open;
    if task.locks.iter().any(|held| held.is_region) {
        return "a critical or ordered region";
    }
    match task.open.last() {
        Some(Open::Single(_)) => "a single region",
        Some(Open::Sections(_)) => "a section",
        Some(Open::Loop(..)) => "a worksharing loop",
        Some(Open::Masked) => "a master or masked region",
        _ => "a task",
    }
}

/// A task waits for a lock it holds.
pub fn lock_deadlock(task: &Task, held: Held, address: usize) {
    tell(|| {
        let (what, help) = if held.is_region {
            (
                "critical region",
                "give the inner region another name, or call what it calls without entering it again",
            )
        } else {
            ("lock", "give the lock back first, or use a lock of type omp_nest_lock_t")
        };
        let row = |what: String, address: usize| Row {
            threads: vec![task.index.get()],
            who: "",
            what,
            place: code(address),
            note: String::new(),
        };
        let rows = vec![
            row(format!("is about to wait for the {what}"), address),
            row("holds it since".to_owned(), held.address),
        ];
        let title = format!("a thread waits for a {what} that cannot be free before it goes on");
        let region = task.team().and_then(region);
        Finding { rule: "omp_lock_deadlock", title, rows, region, word: task.word(), help }
    });
}

/// A thread waits for a lock that another keeps in a barrier, or while it waits for the tasks it has made.
pub fn lock_kept(task: &Task, kept: Kept) {
    tell(|| {
        let row = |thread: u32, what: &str, address: usize| Row {
            threads: vec![thread],
            who: "",
            what: what.to_owned(),
            place: code(address),
            note: String::new(),
        };
        let (keeps, help) = match kept.waits_for {
            WaitsFor::Team => (
                "took it, and waits for the team in a barrier since",
                "give the lock back on every way, before the barrier or the end of the region",
            ),
            WaitsFor::Tasks => (
                "took it, and waits for the tasks it has made since",
                "give the lock back before waiting for the task",
            ),
        };
        let rows = vec![
            row(kept.waiter, "waits for the lock", kept.wanted_at),
            row(kept.keeper, keeps, kept.taken_at),
        ];
        Finding {
            rule: "omp_lock_deadlock",
            title: "a lock is kept by a thread that waits for those that wait for the lock"
                .to_owned(),
            rows,
            region: task.team().and_then(region),
            word: task.word(),
            help,
        }
    });
}

/// Threads wait for locks of each other in a circle.
pub fn lock_circle(task: &Task, circle: &[Waiter]) {
    tell(|| {
        let rows = circle.iter().flat_map(|waiter| {
            let row = |what: &str, address: usize| Row {
                threads: vec![waiter.thread],
                who: "",
                what: what.to_owned(),
                place: code(address),
                note: String::new(),
            };
            [
                row("is about to wait for a lock", waiter.wanted_at),
                row("holds what another waits for since", waiter.taken_at),
            ]
        });
        Finding {
            rule: "omp_lock_deadlock",
            title: "threads wait for locks that the others of them hold".to_owned(),
            rows: rows.collect(),
            region: task.team().and_then(region),
            word: task.word(),
            help: "let all threads take the locks, and enter the critical regions, in one order",
        }
    });
}

/// The row of a call of MPI.
fn call_row(call: &Observed, task: Option<&Task>, note: String) -> Row {
    let numbered = task.filter(|task| task.team().is_some_and(Team::is_parallel));
    Row {
        threads: numbered.map(|task| task.index.get()).into_iter().collect(),
        who: who(call.on_main),
        what: operation_name(call.operation).to_owned(),
        place: origin_place(call.origin),
        note,
    }
}

fn who(on_main: bool) -> &'static str {
    if on_main { "the thread that initialised MPI" } else { "a thread that did not initialise MPI" }
}

fn record_row(record: &Record) -> Row {
    Row {
        threads: vec![record.spot.index],
        who: "",
        what: operation_name(record.call.operation).to_owned(),
        place: origin_place(record.call.origin),
        note: record.spot.region.name().to_owned(),
    }
}

fn other_row(other: &Other) -> Row {
    Row {
        threads: Vec::new(),
        who: who(other.on_main),
        what: operation_name(other.operation).to_owned(),
        place: origin_place(other.origin),
        note: "at the same time".to_owned(),
    }
}

const ASK_FOR_MORE: &str = "ask MPI_Init_thread for the level that is needed and look at what it provides, \
                            or let fewer threads call MPI";

/// A call needs a higher level of thread support than MPI provides. `beside`: the call of the team it
/// may run at the same time as.
pub fn level_exceeded(
    call: &Observed,
    task: Option<&Task>,
    needed: Level,
    beside: Option<&Record>,
) {
    tell(|| {
        let name = operation_name(call.operation);
        let why = match beside {
            Some(_) => "may run at the same time as another call of MPI",
            None if needed == Level::Funneled => "stands in a parallel region",
            None if call.on_main => "may be executed by any thread of the team",
            None => "is executed by a thread that did not initialise MPI",
        };
        let stays = task.map(Task::stays).unwrap_or_default();
        let note = stays.first().map(|stay| stay.spot.region.name().to_owned()).unwrap_or_default();
        let mut rows = vec![call_row(call, task, note)];
        rows.extend(beside.map(record_row));
        Finding {
            rule: "thread_level_exceeded",
            title: level_title(name, why, needed, call.provided),
            rows,
            region: stays.first().and_then(|stay| region(stay.team)),
            word: call.word,
            help: ASK_FOR_MORE,
        }
    });
}

fn level_title(name: &str, why: &str, needed: Level, provided: Level) -> String {
    format!("{name} {why}: {} is needed, MPI provides {}", needed.name(), provided.name())
}

/// Two threads are inside calls of MPI.
pub fn two_at_once(call: &Observed, task: Option<&Task>, other: &Other) {
    tell(|| {
        let name = operation_name(call.operation);
        let why = "is called while another thread is in a call of MPI";
        Finding {
            rule: "thread_level_exceeded",
            title: level_title(name, why, Level::Multiple, call.provided),
            rows: vec![call_row(call, task, String::new()), other_row(other)],
            region: task.and_then(Task::team).and_then(region),
            word: call.word,
            help: ASK_FOR_MORE,
        }
    });
}

const ONE_AT_A_TIME: &str = "let one thread make the collective calls on a communicator, or give each \
                             thread a communicator of its own";

/// Two collectives of one communicator may run at the same time.
pub fn collectives(record: &Record, task: Option<&Task>, team: &Team, other: &Record) {
    tell(|| {
        let call = &record.call;
        let name = operation_name(call.operation);
        let by_all = record.spot.region.is_shared()
            && other.spot.region.is_shared()
            && call.operation == other.call.operation
            && call.origin.address == other.call.origin.address;
        let (rule, title) = if by_all {
            let title =
                format!("{name} is called by several threads of a team on one communicator");
            ("collective_in_parallel", title)
        } else {
            let beside = operation_name(other.call.operation);
            let title = format!(
                "{name} and {beside} on one communicator may run at the same time, in either order"
            );
            ("concurrent_collectives", title)
        };
        let note = record.spot.region.name().to_owned();
        let mut row = call_row(call, task, note);
        row.threads = vec![record.spot.index];
        Finding {
            rule,
            title,
            rows: vec![row, record_row(other)],
            region: region(team),
            word: call.word,
            help: ONE_AT_A_TIME,
        }
    });
}

/// Two threads are inside collectives of one communicator.
pub fn collectives_at_once(call: &Observed, task: Option<&Task>, other: &Other) {
    tell(|| {
        let name = operation_name(call.operation);
        let beside = operation_name(other.operation);
        Finding {
            rule: "concurrent_collectives",
            title: format!(
                "{name} is called while another thread is in {beside} on the same communicator"
            ),
            rows: vec![call_row(call, task, String::new()), other_row(other)],
            region: task.and_then(Task::team).and_then(region),
            word: call.word,
            help: ONE_AT_A_TIME,
        }
    });
}

fn region(team: &Team) -> Option<Place> {
    let address = team.address.load(std::sync::atomic::Ordering::Relaxed);
    usize::try_from(address).ok().filter(|&address| address != 0).map(code)
}

/// Where a construct stands. The last call of a function may be a jump, and then the address is that of the
/// code in OpenMP's library that called the function: it is one of the region's, as far as is known.
fn construct_place(team: &Team, site: Site) -> Place {
    let place = code(site.address);
    let region = region(team).unwrap_or_default();
    match (place.line, site.address) {
        (0, 0) => region,
        (0, _) if place.function.is_empty() || place.function.starts_with("__kmp") => {
            Place { file: region.file, function: region.function, ..Place::default() }
        }
        _ => place,
    }
}

/// Gives the other threads of a team a moment to come where they are going, so that the roll call is
/// complete. The verdict stands; nothing depends on how long this takes.
fn settle(team: &Team, reporting: &Task) {
    // Threads are started one after the other; those that run may do so for long.
    const MOST: u32 = 2000;
    const RUNNING: u32 = 200;
    let waited_for = |task: &Task, round: u32| match team.told_by(task).0 {
        State::Waiting | State::Ended => false,
        State::Running => round < RUNNING && !std::ptr::eq(task, reporting),
        State::Absent => true,
    };
    for round in 0..MOST {
        if !team.members().any(|task| waited_for(task, round)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Where each thread of a team is; those at the same place are one line.
fn roll_call(team: &Team) -> Vec<Row> {
    let mut groups: Vec<((State, Site, Progress), Vec<u32>)> = Vec::new();
    for (number, task) in (0..).zip(team.members()) {
        let (state, progress, site) = team.told_by(task);
        let key = (state, site, progress);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, threads)) => threads.push(number),
            None => groups.push((key, vec![number])),
        }
    }
    groups
        .into_iter()
        .map(|((state, site, progress), threads)| Row {
            threads,
            who: "",
            what: standing(state, site.construct),
            place: construct_place(team, site),
            note: history(state, progress),
        })
        .collect()
}

fn standing(state: State, construct: Construct) -> String {
    match (state, construct) {
        (State::Absent, _) => "not started yet".to_owned(),
        (_, Construct::End) => "at the end of the parallel region".to_owned(),
        (_, Construct::Start) => "running since the start of the region".to_owned(),
        (State::Waiting, construct) => format!("in a {}", construct.name()).replace("a i", "an i"),
        (_, construct) => format!("last seen at a {}", construct.name()).replace("a i", "an i"),
    }
}

/// What a thread has met in the region.
fn history(state: State, progress: Progress) -> String {
    let before = if state == State::Waiting { 1 } else { 0 };
    let barriers = progress.barriers.saturating_sub(before);
    let count = |number: u32, one: &str, many: &str| match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    };
    format!(
        "after {} and {}",
        count(barriers, "barrier", "barriers"),
        count(progress.works, "worksharing construct", "worksharing constructs")
    )
}

/// Says what was found, once, and ends everything. Never returns.
fn tell(collect: impl FnOnce() -> Finding) {
    static TOLD: AtomicBool = AtomicBool::new(false);
    if TOLD.swap(true, SeqCst) {
        // Another thread of this process is saying it.
        stay(|| std::thread::sleep(Duration::from_secs(30)));
    }
    // Whatever of this process is stuck (a stream's lock, MPI's own), it ends.
    let _ = std::thread::Builder::new().spawn(|| {
        std::thread::sleep(Duration::from_secs(30));
        // SAFETY: ends the process.
        unsafe { libc::_exit(abi::EXIT_STATUS) }
    });
    let work = || {
        let claim = Claim::take();
        if claim.is_some() {
            publish(&collect());
        } else {
            stay(await_other_process);
        }
        claim
    };
    // Other ranks may find the same until the job has ended.
    let _claim = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    end()
}

/// Another thread or rank is saying it, and ends this one, too; `await_end`: how that is waited for without a board.
fn stay(await_end: fn()) -> ! {
    match Job::get() {
        Some(job) => job.await_end(|| {}),
        None => await_end(),
    }
    // SAFETY: ends the process.
    unsafe { libc::_exit(abi::EXIT_STATUS) }
}

/// As [`Job::await_end`], where there is no board: the name is free again when the process has ended that took it.
fn await_other_process() {
    for _ in 0..30 {
        std::thread::sleep(Duration::from_secs(1));
        if Claim::take_name().is_some() {
            return;
        }
    }
}

fn end() -> ! {
    if calls::rank().is_some()
        && let Ok(mpi) = Mpi::get()
    {
        // SAFETY: MPI is initialised, and has not been finalised.
        unsafe { mpi.abort(abi::EXIT_STATUS) };
    }
    // SAFETY: ends the process.
    unsafe { libc::_exit(abi::EXIT_STATUS) }
}

/// The right to report for the job. Held until the process ends.
enum Claim {
    /// The board knows it, or there is nobody else.
    Granted,
    /// A name in the kernel that one process of a node can have.
    Name { _listener: UnixListener },
}

impl Claim {
    /// `None`: another rank reports.
    fn take() -> Option<Self> {
        if calls::rank().is_none() {
            return Some(Self::Granted);
        }
        if let Some(job) = Job::get().filter(|job| job.board.ranks() > 1) {
            return job.board.take_report(job.me).then_some(Self::Granted);
        }
        Self::take_name()
    }

    /// Without a board: a socket's name that is no file and is gone with the process.
    fn take_name() -> Option<Self> {
        let name = format!("lockstep-report-{}", job_name());
        let Ok(address) = SocketAddr::from_abstract_name(name) else { return Some(Self::Granted) };
        match UnixListener::bind_addr(&address) {
            Ok(listener) => Some(Self::Name { _listener: listener }),
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => None,
            Err(_) => Some(Self::Granted),
        }
    }
}

/// What all ranks of a job on this node have in common, and other jobs have not.
fn job_name() -> String {
    let variables = ["PMIX_NAMESPACE", "PMI_JOBID", "SLURM_JOB_ID", "SLURM_STEP_ID"];
    let known: Vec<String> = variables.iter().filter_map(|name| std::env::var(name).ok()).collect();
    // SAFETY: these ask for numbers.
    let (user, parent) = unsafe { (libc::getuid(), libc::getppid()) };
    let parent = if known.is_empty() { parent.to_string() } else { known.join("-") };
    format!("{user}-{parent}")
}

fn publish(finding: &Finding) {
    // SAFETY: flushes all streams of the program.
    unsafe { libc::fflush(std::ptr::null_mut()) };
    let _ = std::io::stderr().write_all(text(finding).as_bytes());
    let settings = Settings::of_environment();
    if let Some(folder) = settings.ok().and_then(|settings| settings.report) {
        let path = folder.join(format!("rank-{}.jsonl", calls::rank().unwrap_or(0)));
        let mut options = std::fs::OpenOptions::new();
        let file = options.create(true).append(true).open(&path);
        let line = format!("{}\n", finding_json(finding));
        if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
            let _ = writeln!(
                std::io::stderr(),
                "lockstep: warning: {} cannot be written: {error}",
                path.display()
            );
        }
    }
    if calls::rank().is_some() {
        drain();
    }
    if let Some(job) = Job::get() {
        job.board.set_reported();
    }
}

fn threads_text(row: &Row) -> String {
    match row.threads.as_slice() {
        [] => row.who.to_owned(),
        [thread] => format!("thread  {thread}"),
        threads => format!("threads {}", rank_set(threads)),
    }
}

/// The report for people.
fn text(finding: &Finding) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "lockstep: error: {} [lockstep::{}]", finding.title, finding.rule);
    let rows: Vec<[String; 4]> = finding
        .rows
        .iter()
        .map(|row| [threads_text(row), row.what.clone(), place_text(&row.place), row.note.clone()])
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let (first, second, third) = (width(0), width(1), width(2));
    for [threads, what, place, note] in &rows {
        let line = format!("  {threads:first$}  {what:second$}  {place:third$}  {note}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
    if let Some(region) = finding.region.as_ref().map(place_text).filter(|text| !text.is_empty()) {
        let _ = writeln!(out, "  the parallel region starts at {region}");
    }
    if !finding.word.letters().is_empty() {
        let _ = writeln!(out, "  parallelism word of the reporting thread: {}", finding.word);
    }
    if let Some(rank) = calls::rank() {
        let _ = writeln!(out, "  on rank {rank}");
    }
    if finding.rows.iter().any(|row| row.place.file.is_empty()) {
        let _ = writeln!(out, "  note: compile with -g, or -gline-tables-only, for file and line");
    }
    let _ = writeln!(out, "  help: {}", finding.help);
    out
}

fn place_json(place: &Place) -> Value {
    json!({
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "function": place.function,
    })
}

/// The report for tools: one object.
fn finding_json(finding: &Finding) -> Value {
    let rows: Vec<Value> = finding
        .rows
        .iter()
        .map(|row| {
            json!({
                "threads": row.threads,
                "who": row.who,
                "state": row.what,
                "place": place_json(&row.place),
                "note": row.note,
            })
        })
        .collect();
    json!({
        "kind": "finding",
        "rule": finding.rule,
        "verdict": "proven",
        "message": finding.title,
        "rank": calls::rank(),
        "threads": rows,
        "region": finding.region.as_ref().map(place_json),
        "word": finding.word.to_string(),
        "help": finding.help,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_reads_well() {
        let row = |threads: &[u32], what: &str, line| Row {
            threads: threads.to_vec(),
            who: "",
            what: what.to_owned(),
            place: Place { file: "a.c".to_owned(), line, ..Place::default() },
            note: String::new(),
        };
        let finding = Finding {
            rule: "omp_barrier_divergence",
            title: "a barrier is not reached by all threads of the team (4 threads)".to_owned(),
            rows: vec![
                row(&[0], "in a barrier", 10),
                row(&[1, 2, 3], "at the end of the parallel region", 5),
            ],
            region: None,
            word: Word::default(),
            help: "let all come",
        };
        let expected = "lockstep: error: a barrier is not reached by all threads of the team (4 \
                        threads) [lockstep::omp_barrier_divergence]\n\
                        \x20 thread  0    in a barrier                       a.c:10\n\
                        \x20 threads 1-3  at the end of the parallel region  a.c:5\n\
                        \x20 help: let all come\n";
        assert_eq!(text(&finding), expected);
        assert_eq!(finding_json(&finding)["threads"][1]["threads"], json!([1, 2, 3]));
    }
}
