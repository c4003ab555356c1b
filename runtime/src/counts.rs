//! Counters by key in memory of a fixed size, of which only the owner writes and anybody reads.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

/// A key and its count. All zero: free.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Counter {
    key: AtomicU64,
    count: AtomicU64,
}

/// How many places are looked at for a key.
const PROBES: usize = 32;

/// Where a key may stand, its best place first.
fn places(counters: &[Counter], key: u64) -> impl Iterator<Item = &Counter> {
    let start = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
    (0..PROBES).filter_map(move |probe| {
        counters.get(start.wrapping_add(probe).checked_rem(counters.len())?)
    })
}

/// Counts one more of `key`, which is not 0. It may take the place of one that `is_dead`. False: there is no
/// room for it, and will not be unless a key dies; it is then counted from there on.
#[must_use]
pub fn add(counters: &[Counter], key: u64, is_dead: impl Fn(u64) -> bool) -> bool {
    let mut free = None;
    for counter in places(counters, key) {
        match counter.key.load(Relaxed) {
            0 => {
                free = free.or(Some(counter));
                break;
            }
            known if known == key => {
                counter.count.store(counter.count.load(Relaxed) + 1, Release);
                return true;
            }
            known if free.is_none() && is_dead(known) => free = Some(counter),
            _ => {}
        }
    }
    let Some(counter) = free else { return false };
    // Who still reads it for the key that was here before, and sees this count, sees as well that that one is dead.
    counter.count.store(1, Release);
    counter.key.store(key, Release);
    true
}

/// Takes back one that was counted.
pub fn take_back(counters: &[Counter], key: u64) {
    let known = places(counters, key).find(|counter| counter.key.load(Relaxed) == key);
    if let Some(counter) = known {
        counter.count.store(counter.count.load(Relaxed).saturating_sub(1), Release);
    }
}

/// How many of `key` were counted; `None`: there is no room for this key.
#[must_use]
pub fn get(counters: &[Counter], key: u64) -> Option<u64> {
    for counter in places(counters, key) {
        match counter.key.load(Acquire) {
            0 => return Some(0),
            known if known == key => return Some(counter.count.load(Acquire)),
            _ => {}
        }
    }
    None
}

/// All keys that have a place, with their counts.
pub fn all(counters: &[Counter]) -> impl Iterator<Item = (u64, u64)> + '_ {
    let read = |counter: &Counter| (counter.key.load(Acquire), counter.count.load(Acquire));
    counters.iter().map(read).filter(|&(key, _)| key != 0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn what_is_known_is_exact_and_what_has_no_room_is_not_known() {
        let counters: Vec<Counter> = std::iter::repeat_with(Counter::default).take(64).collect();
        let mut expected: HashMap<u64, u64> = HashMap::new();
        let mut refused = 0;
        for turn in 0..2000u64 {
            let key = 1 + (turn * turn) % 197;
            if turn % 7 == 3 && expected.get(&key).is_some_and(|count| *count > 0) {
                take_back(&counters, key);
                expected.entry(key).and_modify(|count| *count -= 1);
            } else if add(&counters, key, |_| false) {
                *expected.entry(key).or_default() += 1;
            } else {
                assert!(!expected.contains_key(&key), "a key that had room keeps it");
                refused += 1;
            }
        }
        assert!(refused > 0 && expected.len() > 8);
        for key in 1..=197 {
            match get(&counters, key) {
                Some(count) => assert_eq!(count, expected.get(&key).copied().unwrap_or(0)),
                None => assert!(!expected.contains_key(&key)),
            }
        }
    }

    #[test]
    fn the_dead_make_room() {
        let counters: Vec<Counter> = std::iter::repeat_with(Counter::default).take(64).collect();
        for key in 1..1000u64 {
            // Of fifty keys one stays.
            let is_dead = |known: u64| !known.is_multiple_of(50) && known + 5 < key;
            assert!(add(&counters, key, is_dead), "{key}");
        }
        assert_eq!(get(&counters, 50), Some(1));
        let before = (1..1000).filter(|&key| get(&counters, key) == Some(1)).count();
        assert!(before >= 19, "{before}");
    }

    #[test]
    fn without_any_room_nothing_is_known() {
        assert!(!add(&[], 5, |_| true));
        assert_eq!(get(&[], 5), None);
    }
}
