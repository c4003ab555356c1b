//! Threads that are not OpenMP's, whose calls of MPI nothing tells to be at the same time but that they are.
//!
//! What orders such threads is not known: mutexes and joins could be listened to, an atomic flag could not. So
//! only calls that really meet are wrong. Two that nothing orders may still miss each other by chance, run after
//! run, as a call takes microseconds. While the process has other threads, the first calls therefore stay inside
//! for a moment longer before MPI is called, so that who comes without having waited comes in the meantime. The
//! order of a correct program's calls is its own, and it loses a tenth of a second at most.

use std::os::unix::fs::MetadataExt;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// How often the calls of the process are looked at for company. A look costs a microsecond.
const LOOKS: u32 = 20_000;
/// After so many calls, only one of [`EVERY`] is looked at.
const FIRST: u32 = 2_000;
/// See [`FIRST`].
const EVERY: u32 = 64;

/// The calls that stay longer, and how long: first some that wait for threads that have just been made, then
/// more for those that meet later.
const STAYS: [(u32, Duration); 2] = [(8, Duration::from_millis(5)), (64, Duration::from_millis(1))];

/// Threads the process had when MPI was initialised.
static AT_START: AtomicU32 = AtomicU32::new(0);
/// Threads OpenMP has made and not ended.
static WORKERS: AtomicU32 = AtomicU32::new(0);
/// Calls that might have had company.
static CALLS: AtomicU32 = AtomicU32::new(0);
/// Calls that had.
static ACCOMPANIED: AtomicU32 = AtomicU32::new(0);

/// MPI is initialised: the threads it has made itself do not count.
pub fn start() {
    AT_START.store(threads().saturating_sub(WORKERS.load(Relaxed)), Relaxed);
}

/// OpenMP has made a thread of its own.
pub fn worker_begins() {
    WORKERS.fetch_add(1, Relaxed);
}

/// A thread of OpenMP's has ended.
pub fn worker_ends() {
    WORKERS.fetch_sub(1, Relaxed);
}

/// How many threads the process has; 0: not known.
fn threads() -> u32 {
    // A folder for each, besides the two every folder has.
    let links = std::fs::metadata("/proc/self/task").map_or(0, |folder| folder.nlink());
    u32::try_from(links.saturating_sub(2)).unwrap_or(0)
}

/// The thread is inside a call: stays there for a moment if others of the process might come.
pub fn wait() {
    let number = CALLS.fetch_add(1, Relaxed);
    if !is_looked_at(number) || ACCOMPANIED.load(Relaxed) >= most_stays() {
        return;
    }
    let known = AT_START.load(Relaxed).saturating_add(WORKERS.load(Relaxed));
    if threads() <= known {
        return;
    }
    if let Some(stay) = stay(ACCOMPANIED.fetch_add(1, Relaxed)) {
        std::thread::sleep(stay);
    }
}

fn is_looked_at(number: u32) -> bool {
    number < FIRST || number.is_multiple_of(EVERY) && number / EVERY < LOOKS
}

fn most_stays() -> u32 {
    STAYS.iter().map(|(calls, _)| calls).sum()
}

/// How long the call of this number, of those that have company, stays.
fn stay(number: u32) -> Option<Duration> {
    let mut before = 0;
    STAYS.iter().find_map(|(calls, stay)| {
        before += calls;
        (number < before).then_some(*stay)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_calls_stay_longest_and_all_of_them_a_tenth_of_a_second() {
        let stays: Vec<Duration> = (0..most_stays()).filter_map(stay).collect();
        assert_eq!(stays.len(), 72);
        assert!(stays.is_sorted_by(|one, next| one >= next));
        let all: Duration = stays.iter().sum();
        assert!(all <= Duration::from_millis(104), "{all:?}");
        assert_eq!(stay(most_stays()), None);
    }

    #[test]
    fn of_many_calls_few_are_looked_at() {
        assert!((0..FIRST).all(is_looked_at));
        let later = (FIRST..FIRST + 64 * 1_000).filter(|&number| is_looked_at(number)).count();
        assert_eq!(later, 1_000);
        assert!((u32::MAX - 1_000..u32::MAX).all(|number| !is_looked_at(number)));
    }

    #[test]
    fn threads_of_the_process_are_counted() {
        let before = threads();
        assert!(before > 0);
        let (sender, receiver) = std::sync::mpsc::channel::<()>();
        let waits = std::thread::spawn(move || receiver.recv());
        // Other tests of this process may begin and end threads of their own.
        assert!((0..1_000).any(|_| threads() > 1));
        drop(sender);
        assert!(waits.join().is_ok());
    }
}
