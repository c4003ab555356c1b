//! Sends of standard mode (`MPI_Send`) that do not return: large messages wait for their receives, and two ranks that
//! send them to each other first wait for ever. Whether they do is up to the MPI library (MPI 4.0, 3.4), and not to be
//! known before.
//!
//! So a rank says that it is in one, and what would be a deadlock if all of them waited is only a doubt. Who is the last to
//! come to where it would be one does not go on into MPI (one that sends itself begins that in another way, and looks
//! whether it is complete), until one of the others goes on, or all of those that send have worked so long in their
//! calls that they can only wait: a message that MPI keeps is kept at once. The work is told by the time their processes
//! have had, not by the clock: one that is stopped, or has no turn, does not work.
//!
//! With `LOCKSTEP_SENDS=synchronous` there is no doubt: what is sent in standard mode is sent synchronously, as MPI allows,
//! and a program that counts on its library to keep small messages is found as well.

use std::collections::HashMap;
use std::ffi::{CString, c_int, c_void};
use std::fs;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use crate::board::{Board, Conflict, RankIndex};
use crate::call::{ARGUMENTS, Call};
use crate::dispatch::forward;
use crate::job::{Job, Pause};
use crate::mpi::{self, Word};
use crate::symbols::Symbol;

/// How long a rank has to have worked in its send.
const WORK: Duration = Duration::from_millis(200);
/// How often a send of this rank's own has to have been looked at.
const LOOKS: u32 = 10_000;
/// Between how many looks at the others their work is asked for.
const SPARE: u32 = 16;
/// Where the arguments of a send end.
const REQUEST: usize = 6;

/// See [`are_synchronous`].
static SYNCHRONOUS: AtomicBool = AtomicBool::new(false);

/// Whether sends of standard mode are made synchronous.
#[must_use]
pub fn are_synchronous() -> bool {
    SYNCHRONOUS.load(Relaxed)
}

/// From now on sends of standard mode are synchronous.
pub fn make_synchronous() {
    SYNCHRONOUS.store(true, Relaxed);
}

/// What is called instead of a procedure that sends in standard mode, if that is to be synchronous.
#[must_use]
pub fn find_instead(symbol: &Symbol) -> Option<*mut c_void> {
    let is_other = symbol.standard && are_synchronous();
    let name = is_other.then(|| with_letter(symbol.real().to_str().ok()?, 's')).flatten()?;
    find(&name)
}

/// What was seen of those in sends, while a doubt stands.
#[derive(Debug, Default)]
pub(crate) struct Doubt {
    looks: u32,
    /// What changes with every call of a rank, and what its process had worked, when it was seen there first.
    seen: HashMap<RankIndex, ((u64, u64), Duration)>,
}

impl Doubt {
    /// Have all others of a conflict that are in sends worked there long enough?
    fn is_over(&mut self, board: &Board, conflict: &Conflict, me: RankIndex) -> bool {
        self.looks = self.looks.wrapping_add(1);
        let Conflict::Deadlock { ranks } = conflict else { return true };
        if self.looks % SPARE != 1 {
            return false;
        }
        let sending = |rank: &&RankIndex| **rank != me && board.may_wait_in_send(**rank);
        // All are looked at, also behind one that has not worked long enough.
        ranks.iter().filter(sending).fold(true, |all, &rank| {
            let moment = board.moment(rank);
            let Some(worked) = work_of(board.process(rank)) else { return false };
            let first = self.seen.entry(rank).or_insert((moment, worked));
            if first.0 != moment {
                *first = (moment, worked);
            }
            all && worked.saturating_sub(first.1) >= WORK
        })
    }
}

impl Job {
    /// Before a call that waits: if that would be a deadlock if others in sends of standard mode wait, stays out of MPI
    /// as long as they may.
    pub(crate) fn stay_out_in_doubt(&self) {
        let Some(board) = self.board.if_standard_sends_wait() else { return };
        let (mut doubt, mut pause) = (Doubt::default(), Pause::default());
        while let Err(conflict) = board.check_deadlock(self.me) {
            if doubt.is_over(&board, &conflict, self.me) {
                // One of them may have gone on meanwhile.
                self.check_on(&board, board.check_deadlock(self.me));
            }
            self.stay_if_ending();
            self.progress();
            pause.rest();
        }
    }

    /// A rank that has left looks whether others are in sends to it.
    pub(crate) fn look_at_those_left(&self, doubt: &mut Doubt) {
        let Some(board) = self.board.if_standard_sends_wait() else { return };
        if let Some(conflict) = board.any_deadlock()
            && doubt.is_over(&board, &conflict, self.me)
        {
            self.check_on(&board, board.any_deadlock().map_or(Ok(()), Err));
        }
    }

    /// Sends what would close a circle of sends, so that it can be looked at; what the call returns. `None`: there is no
    /// circle, and it is to be passed on.
    pub(crate) fn send_in_doubt(&self, call: &Call) -> Option<Word> {
        let board = self.board.if_standard_sends_wait()?;
        board.check_deadlock(self.me).err()?;
        let mut sent = Sent::begin(call)?;
        let (mut doubt, mut looks, since) = (Doubt::default(), 0, Instant::now());
        while !sent.is_over(call) {
            looks += 1;
            if let Err(conflict) = board.check_deadlock(self.me)
                && doubt.is_over(&board, &conflict, self.me)
                && looks > LOOKS
                && since.elapsed() >= WORK
                && !sent.is_over(call)
            {
                self.check_on(&board, board.check_deadlock(self.me));
            }
            self.stay_if_ending();
            std::thread::yield_now();
        }
        call.tell_error(sent.error);
        Some(sent.error)
    }
}

/// A message that is sent by `MPI_Isend` in place of `MPI_Send`, in the program's own language.
struct Sent {
    test: *mut c_void,
    request: Box<Word>,
    error: Word,
}

impl Sent {
    fn begin(call: &Call) -> Option<Self> {
        let send = call.symbol.real().to_str().ok()?;
        let (isend, test) = (find(&with_letter(send, 'i')?)?, find(&test_beside(send))?);
        let (mut request, mut ierror) = (Box::new(0), 0);
        let mut arguments: [Word; ARGUMENTS] = [0; ARGUMENTS];
        for (argument, given) in arguments.iter_mut().zip(call.arguments).take(REQUEST) {
            *argument = *given;
        }
        arguments[REQUEST] = (&raw mut *request) as Word;
        arguments[REQUEST + 1] = (&raw mut ierror) as Word;
        // SAFETY: the arguments of MPI_Send, and room for a request and an error.
        let result = unsafe { forward(isend, &arguments) };
        Some(Self { test, request, error: error_of(call, result, ierror) })
    }

    fn is_over(&mut self, call: &Call) -> bool {
        if self.error != 0 {
            return true;
        }
        let (mut flag, mut ierror): (c_int, c_int) = (0, 0);
        let mut status: [c_int; 16] = [0; 16];
        let status = if call.symbol.fortran {
            status.as_mut_ptr() as Word
        } else {
            call.mpi.constants.status_ignore as Word
        };
        let mut arguments: [Word; ARGUMENTS] = [0; ARGUMENTS];
        arguments[..4].copy_from_slice(&[
            (&raw mut *self.request) as Word,
            (&raw mut flag) as Word,
            status,
            (&raw mut ierror) as Word,
        ]);
        // SAFETY: a request of ours, and room for what is told of it.
        let result = unsafe { forward(self.test, &arguments) };
        self.error = error_of(call, result, ierror);
        flag != 0 || self.error != 0
    }
}

/// What a call has told of an error.
fn error_of(call: &Call, result: Word, ierror: c_int) -> Word {
    if call.symbol.fortran { ierror as Word } else { result as c_int as Word }
}

/// A procedure of the MPI library.
fn find(name: &str) -> Option<*mut c_void> {
    mpi::find(&CString::new(name).ok()?)
}

/// The name of a send with a letter before the word, in the spelling it has: `PMPI_Isend` for `PMPI_Send`, `pmpi_issend_`
/// for `pmpi_isend_`.
fn with_letter(send: &str, letter: char) -> Option<String> {
    let (before, after) = send.split_at_checked(send.to_ascii_lowercase().find("send")?)?;
    let (letter, after) = match after.strip_prefix("Send") {
        Some(rest) => (letter.to_ascii_uppercase(), format!("send{rest}")),
        None if after.starts_with('S') => (letter.to_ascii_uppercase(), after.to_owned()),
        None => (letter, after.to_owned()),
    };
    Some(format!("{before}{letter}{after}"))
}

/// The name of `MPI_Test` in the spelling of a send. What takes no buffer and no count has one form for all.
fn test_beside(send: &str) -> String {
    let words =
        [("send", "test"), ("Send", "Test"), ("SEND", "TEST"), ("_f08ts", "_f08"), ("_c", "")];
    words.iter().fold(send.to_owned(), |name, (word, other)| name.replace(word, other))
}

/// The processor time a process of this machine has had.
fn work_of(process: u32) -> Option<Duration> {
    work_told(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
}

/// The processor time in the text of `/proc/PID/stat` (proc(5)): user's and system's, in ticks of 10 ms. The name of the
/// program, in parentheses, may have any characters.
fn work_told(stat: &str) -> Option<Duration> {
    const TICK: u64 = 10;
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_ascii_whitespace().skip(11).map(str::parse::<u64>);
    let (user, system) = (times.next()?.ok()?, times.next()?.ok()?);
    Some(Duration::from_millis(user.saturating_add(system).saturating_mul(TICK)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn procedures_are_spelt_as_the_send_is() {
        for (send, isend, test) in [
            ("PMPI_Send", "PMPI_Isend", "PMPI_Test"),
            ("PMPI_Send_c", "PMPI_Isend_c", "PMPI_Test"),
            ("pmpi_send_", "pmpi_isend_", "pmpi_test_"),
            ("pmpi_send__", "pmpi_isend__", "pmpi_test__"),
            ("PMPI_SEND", "PMPI_ISEND", "PMPI_TEST"),
            ("pmpi_send_f08ts_", "pmpi_isend_f08ts_", "pmpi_test_f08_"),
        ] {
            assert_eq!(with_letter(send, 'i').as_deref(), Some(isend));
            assert_eq!(test_beside(send), test);
        }
    }

    #[test]
    fn synchronous_sends_are_spelt_alike() {
        for (send, instead) in [
            ("PMPI_Send", "PMPI_Ssend"),
            ("PMPI_Isend_c", "PMPI_Issend_c"),
            ("pmpi_isend_", "pmpi_issend_"),
            ("PMPI_SEND_INIT", "PMPI_SSEND_INIT"),
            ("PMPI_Send_init", "PMPI_Ssend_init"),
            ("pmpi_send_f08ts_", "pmpi_ssend_f08ts_"),
        ] {
            assert_eq!(with_letter(send, 's').as_deref(), Some(instead));
        }
        assert_eq!(with_letter("PMPI_Recv", 's'), None);
    }

    #[test]
    fn the_time_of_a_process_is_read_behind_its_name() {
        let told = work_told("7 (a ) b) R 1 7 7 0 -1 4194304 90 0 0 0 150 25 0 0 20 0 1 0 3 4 5");
        assert_eq!(told, Some(Duration::from_millis(1750)));
        assert_eq!(work_told("7 (a) R 1 7"), None);
        assert_eq!(work_told(""), None);
    }

    #[test]
    fn this_process_works() {
        assert!(work_of(std::process::id()).is_some());
        assert_eq!(work_of(0), None);
    }
}
