//! Locks that are not OpenMP's: those of POSIX threads and C11, C++'s that are made of them, and functions
//! that are not seen and have names of locks.

/// What a call does to a lock, which is its first argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It returns with the lock.
    Takes,
    /// It returns with the lock if its answer is 0, or nothing.
    TakesIfZero,
    /// It gives the lock back.
    GivesBack,
}

/// What the function of this symbol does to a lock.
#[must_use]
pub fn effect(symbol: &str) -> Option<Effect> {
    Some(match symbol {
        "mtx_lock" | "pthread_mutex_lock" | "pthread_rwlock_wrlock" | "pthread_spin_lock" => {
            Effect::Takes
        }
        "mtx_timedlock"
        | "mtx_trylock"
        | "pthread_mutex_clocklock"
        | "pthread_mutex_timedlock"
        | "pthread_mutex_trylock"
        | "pthread_rwlock_clockrdlock"
        | "pthread_rwlock_clockwrlock"
        | "pthread_rwlock_rdlock"
        | "pthread_rwlock_timedrdlock"
        | "pthread_rwlock_timedwrlock"
        | "pthread_rwlock_tryrdlock"
        | "pthread_rwlock_trywrlock"
        | "pthread_spin_trylock"
        | "sem_clockwait"
        | "sem_timedwait"
        | "sem_trywait"
        | "sem_wait" => Effect::TakesIfZero,
        "mtx_unlock"
        | "pthread_mutex_unlock"
        | "pthread_rwlock_unlock"
        | "pthread_spin_unlock"
        | "sem_post" => Effect::GivesBack,
        // Methods of a class of locks that is compiled elsewhere: libc++'s, Qt's.
        _ if symbol.starts_with("_ZN") && symbol.ends_with("4lockEv") => Effect::TakesIfZero,
        _ if symbol.starts_with("_ZN") && symbol.ends_with("6unlockEv") => Effect::GivesBack,
        _ => return None,
    })
}

/// Do the words of a name say that the function takes a lock?
#[must_use]
pub fn is_named_as_lock(symbol: &str) -> bool {
    /// What such functions are called.
    const TAKES: &[&str] =
        &["acquire", "lock", "mtx", "mutex", "rwlock", "sem", "semaphore", "spinlock", "trylock"];
    /// What other functions of locks are called.
    const DOES_NOT: &[&str] = &["destroy", "init", "omp", "post", "release", "unlock"];
    // Nearly all names are done with here.
    if !["ock", "tex", "mtx", "sem", "cquire"].iter().any(|part| symbol.contains(part)) {
        return false;
    }
    let words = words(symbol);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    has(TAKES) && !has(DOES_NOT)
}

/// The words of a symbol, in lower case: `comm_lock`, `commLock`, `_ZN4Comm4lockEv`.
fn words(symbol: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for character in symbol.chars() {
        if !character.is_ascii_lowercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| character.is_ascii_alphabetic()) {
            word.push(character.to_ascii_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_locks_are_told_by_their_words() {
        for name in ["my_mutex_enter", "_ZN6QMutex4lockEv", "commLock", "lock", "lock_"] {
            assert!(is_named_as_lock(name), "{name}");
        }
        for name in ["clock", "block_compute", "omp_init_lock", "pthread_mutex_init", "unlockAll"] {
            assert!(!is_named_as_lock(name), "{name}");
        }
    }

    #[test]
    fn methods_of_classes_that_are_compiled_elsewhere() {
        assert_eq!(effect("_ZNSt3__15mutex4lockEv"), Some(Effect::TakesIfZero));
        assert_eq!(effect("_ZNSt3__15mutex6unlockEv"), Some(Effect::GivesBack));
        assert_eq!(effect("_ZNSt3__15mutex8try_lockEv"), None);
    }
}
