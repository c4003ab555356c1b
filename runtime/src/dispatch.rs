//! Where every wrapper comes to: look at the call, pass it on, look at the result.

use std::cell::Cell;
use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::{Relaxed, SeqCst};

use lockstep_core::abi::Site;

use crate::call::{ARGUMENTS, Call};
use crate::instance;
use crate::job::{self, Job, Token};
use crate::mpi::{self, Mpi, Word};
use crate::report;
use crate::standard_sends;
use crate::symbols::{SYMBOLS, Symbol};
use crate::threads::calls::{self, Presence};
use crate::wrappers::{ACTIVE, IN_REGISTERS, REAL, UNDECIDED, WATCHED};

/// A `PMPI_*` function, called with more arguments than it has: the surplus is not looked at.
type Real = unsafe extern "C-unwind" fn(
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
    Word,
) -> Word;

thread_local! {
    /// The site the thread's next call belongs to.
    static SITE: Cell<*const Site> = const { Cell::new(std::ptr::null()) };
    /// Where on the stack the wrapper is that this thread is inside, 0: none. MPI libraries call `MPI_*`
    /// functions themselves, from their Fortran bindings for one; such a call is further down on the
    /// stack, and part of the program's call. One further up shows that the program left the wrapper by
    /// `longjmp`, from an error handler.
    static INSIDE: Cell<usize> = const { Cell::new(0) };
}

/// Where a call comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// Address of a [`Site`], or of the code after the call.
    pub address: usize,
    /// It is a site.
    pub is_site: bool,
}

/// Sets the site of this thread's next call.
pub fn set_site(site: *const Site) {
    // A thread may already be ending; then there is no site.
    let _ = SITE.try_with(|cell| cell.set(site));
}

/// A thread is inside a wrapper until this is dropped, also when a C++ exception leaves it.
struct Inside;

impl Inside {
    /// `None`: the thread is inside one already (or ending).
    fn enter(stack: usize) -> Option<Self> {
        let enter = |inside: &Cell<usize>| {
            let before = inside.get();
            // One from the same place is not inside: there is `dispatch` in between.
            if before > stack {
                return None;
            }
            inside.set(stack);
            Some(before != 0)
        };
        let was_left = INSIDE.try_with(enter).ok().flatten()?;
        if was_left {
            job::left_early();
            calls::left_early();
        }
        Some(Self)
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        let _ = INSIDE.try_with(|inside| inside.set(0));
    }
}

/// Dropped only where a C++ exception, thrown by an error handler, leaves the call that was passed on.
struct Left;

impl Drop for Left {
    fn drop(&mut self) {
        job::left_early();
    }
}

/// What every wrapper calls: `index` is that of its symbol, `registers` and `stack` hold the arguments,
/// `return_address` is where the caller goes on.
///
/// # Safety
/// Called by the wrappers only.
pub unsafe extern "C-unwind" fn dispatch(
    index: usize,
    registers: *const Word,
    stack: *const Word,
    return_address: usize,
) -> Word {
    let Some(symbol) = SYMBOLS.get(index) else { std::process::abort() };
    if let Some(other) = instance::other() {
        let origin = take_origin(return_address);
        if origin.is_site {
            other.enter(origin.address as *const Site);
        }
        // SAFETY: the wrapper's arguments as they came.
        if let Some(result) = unsafe { other.call(index, registers, stack, return_address) } {
            return result;
        }
    } else if ACTIVE.load(Relaxed) == UNDECIDED {
        // This copy acts, and `MPI_Init` has not said that checks are on.
        let _ = ACTIVE.compare_exchange(UNDECIDED, 0, SeqCst, Relaxed);
        let _ = WATCHED.compare_exchange(UNDECIDED, 0, SeqCst, Relaxed);
    }
    // SAFETY: the wrapper's arguments as they came.
    let mut arguments = unsafe { all_arguments(registers, stack) };
    let real = real(index, symbol);
    let active = if symbol.watched {
        WATCHED.load(Relaxed) == 1
    } else {
        ACTIVE.load(Relaxed) != 0 || job::is_always(symbol)
    };
    if !active {
        // SAFETY: the caller's arguments as they came.
        return unsafe { forward(real, &arguments) };
    }
    let Some(_inside) = Inside::enter(stack as usize) else {
        job::within(symbol, return_address);
        // SAFETY: as above.
        return unsafe { forward(real, &arguments) };
    };
    let origin = take_origin(return_address);
    let (presence, token) = before(symbol, &mut arguments, origin);
    let left = Left;
    let result = match token.as_ref().and_then(job::result_of) {
        Some(result) => result,
        // SAFETY: as above.
        None => unsafe { forward(real, &arguments) },
    };
    std::mem::forget(left);
    let after = || {
        if let Ok(mpi) = Mpi::get() {
            job::after(&Call { symbol, arguments: &arguments, mpi }, token, result);
        }
    };
    let _ = catch_unwind(AssertUnwindSafe(after));
    drop(presence);
    result
}

/// Looks at a call before it is passed on. What is to be written where the caller wants nothing is put among the
/// arguments.
fn before(
    symbol: &'static Symbol,
    arguments: &mut [Word; ARGUMENTS],
    origin: Origin,
) -> (Option<Presence>, Option<Token>) {
    let look = || {
        let call = Call { symbol, arguments, mpi: Mpi::get().ok()? };
        let presence = calls::before(&call, origin);
        let token = job::before(&call, origin);
        let status = token.as_ref().and_then(|token| job::status_in_place(&call, token));
        Some((presence, token, status))
    };
    let seen = catch_unwind(AssertUnwindSafe(look)).ok().flatten();
    let Some((presence, token, status)) = seen else { return (None, None) };
    if let Some((position, address)) = status
        && let Some(argument) = arguments.get_mut(usize::from(position))
    {
        *argument = address;
    }
    (presence, token)
}

/// The arguments of a call, and what else stands behind them.
///
/// # Safety
/// `registers` and `stack` are a wrapper's.
unsafe fn all_arguments(registers: *const Word, stack: *const Word) -> [Word; ARGUMENTS] {
    std::array::from_fn(|position| {
        // SAFETY: the wrapper saved the registers; above the return address there is the caller's
        // frame, which is larger than the arguments read too many: no thread starts in user code.
        unsafe {
            match position.checked_sub(IN_REGISTERS) {
                None => registers.add(position).read(),
                Some(position) => stack.add(position).read(),
            }
        }
    })
}

/// The site of the call, or its address in the code.
fn take_origin(return_address: usize) -> Origin {
    let site = SITE.try_with(|cell| cell.replace(std::ptr::null())).unwrap_or(std::ptr::null());
    if site.is_null() {
        Origin { address: return_address, is_site: false }
    } else {
        Origin { address: site as usize, is_site: true }
    }
}

/// Calls the MPI library.
///
/// # Safety
/// `real` is the function the arguments are meant for.
pub(crate) unsafe fn forward(real: *mut c_void, arguments: &[Word; ARGUMENTS]) -> Word {
    // SAFETY: on the machines the wrappers are written for, a function called with more integer
    // arguments than it has ignores the surplus.
    let real: Real = unsafe { std::mem::transmute(real) };
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = *arguments;
    // SAFETY: the caller's promise.
    unsafe { real(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t) }
}

/// Where the symbol forwards to, looked up at its first call.
fn real(index: usize, symbol: &Symbol) -> *mut c_void {
    let known = REAL.get(index).map_or(std::ptr::null_mut(), |real| real.load(Relaxed));
    if !known.is_null() {
        return known;
    }
    // The bindings of mpi_f08 have no profiling names in MPICH; the next library's function of the
    // same name is its own.
    let found = standard_sends::find_instead(symbol)
        .or_else(|| mpi::find(symbol.real()))
        .or_else(|| mpi::find_next(symbol.name()));
    let Some(found) = found else { missing(symbol.real(), symbol.name()) };
    if let Some(real) = REAL.get(index) {
        real.store(found, SeqCst);
    }
    found
}

/// The program calls what its MPI library does not have.
fn missing(real: &CStr, name: &CStr) -> ! {
    eprintln!(
        "lockstep: error: the program calls {}, but the MPI library it runs with has no {}\n  help: run \
         it with the MPI library it was built for, or link that library dynamically",
        name.to_string_lossy(),
        real.to_string_lossy(),
    );
    if let Some(job) = Job::get() {
        report::drain();
        job.abort(2);
    }
    std::process::exit(127)
}

#[cfg(test)]
mod tests {
    use super::Inside;

    #[test]
    fn calls_within_a_call_are_part_of_it_however_many_there_are() {
        let outer = Inside::enter(0x3000);
        assert!(outer.is_some());
        for _ in 0..3 {
            assert!(Inside::enter(0x2000).is_none());
        }
        drop(outer);
        assert!(Inside::enter(0x2000).is_some());
    }

    #[test]
    fn a_call_further_up_shows_that_the_inner_one_was_left() {
        let left = Inside::enter(0x2000);
        assert!(Inside::enter(0x3000).is_some());
        assert!(Inside::enter(0x3000).is_some(), "from the same place");
        drop(left);
    }
}
