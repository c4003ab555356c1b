//! Which copy of the runtime acts, if a process has several: one linked into the program and one
//! preloaded, or one in each of two libraries. The copy the dynamic linker finds first acts; the others
//! hand every call over to it. So there is one board and one count of calls.

use std::ffi::{CStr, c_char, c_void};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use lockstep_core::abi::{self, Site, UnitMark};

use crate::dispatch::dispatch;
use crate::mpi::Word;
use crate::symbols::{SYMBOL_COUNT, SYMBOLS};

/// Calls a copy through [`dispatch`].
type Dispatch = unsafe extern "C-unwind" fn(usize, *const Word, *const Word, usize) -> Word;

/// Asks a copy for its index of a symbol.
type Find = unsafe extern "C" fn(*const c_char) -> usize;

/// Turns a copy's checks on.
type Activate = unsafe extern "C" fn(*const UnitMark);

/// Another copy of the runtime, which acts instead of this one.
#[derive(Debug)]
pub struct Other {
    dispatch: Dispatch,
    find: Find,
    enter: extern "C" fn(*const Site),
    activate: Activate,
}

/// The other copy's index of each symbol plus 1, 0: not asked yet. Copies may be of different builds.
static INDICES: [AtomicU32; SYMBOL_COUNT] = [const { AtomicU32::new(0) }; SYMBOL_COUNT];

/// The copy that acts; `None`: this one.
pub fn other() -> Option<&'static Other> {
    static OTHER: OnceLock<Option<Other>> = OnceLock::new();
    OTHER.get_or_init(find).as_ref()
}

fn find() -> Option<Other> {
    let entry = symbol(c"__lockstep_v2_dispatch")?;
    if entry == __lockstep_v2_dispatch as *mut c_void {
        return None;
    }
    let find = symbol(c"__lockstep_v2_find")?;
    let enter = symbol(&name_of(abi::ENTER)?)?;
    let activate = symbol(&name_of(abi::ACTIVATE)?)?;
    // SAFETY: symbols with the version in their names have the signatures of that version.
    unsafe {
        Some(Other {
            dispatch: std::mem::transmute::<*mut c_void, Dispatch>(entry),
            find: std::mem::transmute::<*mut c_void, Find>(find),
            enter: std::mem::transmute::<*mut c_void, extern "C" fn(*const Site)>(enter),
            activate: std::mem::transmute::<*mut c_void, Activate>(activate),
        })
    }
}

fn name_of(name: &str) -> Option<std::ffi::CString> {
    std::ffi::CString::new(name).ok()
}

fn symbol(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: a plain look-up by name.
    let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

impl Other {
    /// Hands a call over; `None`: the other copy does not know it.
    ///
    /// # Safety
    /// As for [`dispatch`].
    pub unsafe fn call(
        &self,
        index: usize,
        registers: *const Word,
        stack: *const Word,
        return_address: usize,
    ) -> Option<Word> {
        let cached = INDICES.get(index)?;
        let mut theirs = cached.load(Relaxed);
        if theirs == 0 {
            // SAFETY: the name of a symbol ends with NUL.
            let found = unsafe { (self.find)(SYMBOLS.get(index)?.name().as_ptr()) };
            theirs = u32::try_from(found).ok()?.checked_add(1)?;
            cached.store(theirs, Relaxed);
        }
        // SAFETY: the caller's promise.
        Some(unsafe { (self.dispatch)(theirs as usize - 1, registers, stack, return_address) })
    }

    /// Hands a site over.
    pub fn enter(&self, site: *const Site) {
        (self.enter)(site);
    }

    /// Turns the other copy's checks on if the unit asks for them.
    ///
    /// # Safety
    /// `unit` is null or a mark of the program's image.
    pub unsafe fn activate(&self, unit: *const UnitMark) {
        // SAFETY: the caller's promise.
        unsafe { (self.activate)(unit) };
    }
}

/// What other copies call: [`dispatch`].
///
/// # Safety
/// As for [`dispatch`].
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn __lockstep_v2_dispatch(
    index: usize,
    registers: *const Word,
    stack: *const Word,
    return_address: usize,
) -> Word {
    // SAFETY: the caller's promise.
    unsafe { dispatch(index, registers, stack, return_address) }
}

/// The index of a symbol in this copy; `usize::MAX`: it is not known.
///
/// # Safety
/// `name` is null or a text that ends with NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __lockstep_v2_find(name: *const c_char) -> usize {
    if name.is_null() {
        return usize::MAX;
    }
    // SAFETY: the caller's promise.
    let name = unsafe { CStr::from_ptr(name) };
    SYMBOLS.iter().position(|symbol| symbol.name() == name).unwrap_or(usize::MAX)
}
