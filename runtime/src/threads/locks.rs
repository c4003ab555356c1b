//! A thread that takes a lock, or enters a critical region, it is inside of already waits for itself.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Release};

use crate::job::lock;
use crate::threads::ompt;
use crate::threads::task::{Held, Task};

/// Locks that one task took and another gave back. The standard has no such use of them, but what we know
/// of their holder would be wrong.
static SHARED: Mutex<Vec<u64>> = Mutex::new(Vec::new());

/// There are such locks.
static ANY_SHARED: AtomicBool = AtomicBool::new(false);

/// The task is about to wait for a lock. Where it holds it already, how it does.
#[must_use]
pub fn held_by(task: &Task, wanted: u64) -> Option<Held> {
    let mut next = Some(task);
    while let Some(task) = next {
        if let Some(held) = task.locks.iter().find(|held| held.lock == wanted) {
            let shared = ANY_SHARED.load(Acquire) && lock(&SHARED).contains(&wanted);
            return (!shared).then_some(held);
        }
        // Those that wait for this one to end cannot give their locks back before. Of other tasks the
        // thread has begun nothing is said: they may be untied and go on elsewhere.
        next = task.outer();
    }
    None
}

/// The task got a lock.
pub fn acquired(task: &Task, held: Held) {
    task.locks.push(held);
}

/// The task gave a lock back.
pub fn released(task: &Task, released: u64) {
    if !task.locks.remove(|held| held.lock == released) {
        let mut shared = lock(&SHARED);
        if !shared.contains(&released) {
            shared.push(released);
        }
        ANY_SHARED.store(true, Release);
    }
}

/// What keeps locks that are not OpenMP's apart from those that are: no address has the bit.
const FOREIGN: u64 = 1 << 63;

/// The thread took a lock that is not OpenMP's. It may be recursive, so it is no deadlock to take it
/// twice, but what stands under it is in order.
pub fn taken(lock: u64) {
    if let Some(task) = ompt::current() {
        task.locks.push(Held { lock: lock | FOREIGN, address: 0, is_region: false });
    }
}

/// The thread gives a lock back that is not OpenMP's.
pub fn given_back(lock: u64) {
    if let Some(task) = ompt::current() {
        task.locks.remove(|held| held.lock == lock | FOREIGN);
    }
}
