//! Where in the program a call stands: told to other ranks as an address, and turned into file and
//! line only when a report needs it.
//!
//! Each rank has the program and its libraries at other addresses. So a rank puts on the board where
//! it has which library, once, and a report finds the same library in its own memory.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::size_of;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use lockstep_core::abi::{self, Site, SiteCondition};

use crate::board::{Board, MODULES, RankIndex};
use crate::names;

/// A place in the source, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The source file; empty: not known.
    pub file: String,
    /// The line, 0: not known.
    pub line: u32,
    /// The column, 0: not known.
    pub column: u32,
    /// The function; empty: not known.
    pub function: String,
    /// The conditions that decide whether the call is reached, the one to be told of first.
    pub conditions: Vec<Condition>,
}

/// A condition at which ranks part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The source file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// What is said about it.
    pub text: String,
}

impl Condition {
    /// Are both at one place? Without one, do they say the same?
    #[must_use]
    pub fn is_at(&self, other: &Self) -> bool {
        let is_same =
            (&self.file, self.line, self.column) == (&other.file, other.line, other.column);
        is_same && (self.line > 0 || self.text == other.text)
    }
}

/// `file:line:column`, as much of it as is known.
#[must_use]
pub fn position(file: &str, line: u32, column: u32) -> String {
    match (file.is_empty(), line, column) {
        (true, ..) => String::new(),
        (false, 0, _) => file.to_owned(),
        (false, _, 0) => format!("{file}:{line}"),
        (false, ..) => format!("{file}:{line}:{column}"),
    }
}

/// The program or a library as it is loaded in this process.
struct Loaded {
    start: usize,
    end: usize,
    identity: u64,
}

/// The ranges that are on the board already.
static STARTS: [AtomicUsize; MODULES] = [const { AtomicUsize::new(0) }; MODULES];
static ENDS: [AtomicUsize; MODULES] = [const { AtomicUsize::new(0) }; MODULES];
static COUNT: AtomicUsize = AtomicUsize::new(0);
/// Code that is in no library, made while the program runs.
static NOWHERE: AtomicUsize = AtomicUsize::new(0);
static ADDING: Mutex<()> = Mutex::new(());

/// Makes sure that other ranks can find the library `address` is in.
pub fn publish(board: &Board, me: RankIndex, address: usize) {
    if !is_known(address) && NOWHERE.load(Relaxed) != address {
        add(board, me, address);
    }
}

fn is_known(address: usize) -> bool {
    let count = COUNT.load(Acquire);
    STARTS
        .iter()
        .zip(&ENDS)
        .take(count)
        .any(|(start, end)| start.load(Relaxed) <= address && address < end.load(Relaxed))
}

fn add(board: &Board, me: RankIndex, address: usize) {
    let Ok(_adding) = ADDING.lock() else { return };
    let found = loaded().into_iter().find(|loaded| (loaded.start..loaded.end).contains(&address));
    let count = COUNT.load(Acquire);
    let (Some(found), Some(start), Some(end)) = (found, STARTS.get(count), ENDS.get(count)) else {
        NOWHERE.store(address, Relaxed);
        return;
    };
    if board.add_module(me, found.start as u64, found.end as u64, found.identity) {
        start.store(found.start, Relaxed);
        end.store(found.end, Relaxed);
        COUNT.store(count + 1, Release);
    } else {
        NOWHERE.store(address, Relaxed);
    }
}

/// What a place in a library is in this process; `None`: it is not loaded here.
fn translate(identity: u64, offset: u64, room: usize) -> Option<usize> {
    let here = loaded().into_iter().find(|loaded| loaded.identity == identity)?;
    let address = here.start.checked_add(usize::try_from(offset).ok()?)?;
    (address.checked_add(room)? <= here.end).then_some(address)
}

/// The place of a call of `rank`.
#[must_use]
pub fn resolve(board: &Board, rank: RankIndex, address: u64, is_site: bool) -> Place {
    board
        .find_module(rank, address)
        .map(|(identity, offset)| resolve_in_module(identity, offset, is_site))
        .unwrap_or_default()
}

/// The place of a call given as a library and the distance from its start.
#[must_use]
pub fn resolve_in_module(identity: u64, offset: u64, is_site: bool) -> Place {
    let room = if is_site { size_of::<Site>() } else { 0 };
    match translate(identity, offset, room) {
        None => Place::default(),
        Some(address) if is_site => site(address),
        Some(address) => code(address),
    }
}

/// What a site says.
#[must_use]
pub fn site(address: usize) -> Place {
    if !address.is_multiple_of(align_of::<Site>()) {
        return Place::default();
    }
    // SAFETY: inside of the image of a library with the same identity as the one the other rank found
    // the site in.
    let site = unsafe { &*(address as *const Site) };
    if site.abi != abi::VERSION {
        return Place::default();
    }
    let conditions: &[SiteCondition] = if site.conditions.is_null() {
        &[]
    } else {
        // SAFETY: the site says how many there are.
        unsafe { std::slice::from_raw_parts(site.conditions, site.condition_count as usize) }
    };
    let condition = |condition: &SiteCondition| Condition {
        file: text(condition.file),
        line: condition.line,
        column: condition.column,
        text: text(condition.text),
    };
    Place {
        file: text(site.file),
        line: site.line,
        column: site.column,
        function: text(site.function),
        conditions: conditions.iter().map(condition).collect(),
    }
}

fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the strings of a site end with NUL.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// What debug information says about the call before a return address.
#[must_use]
pub fn code(address: usize) -> Place {
    let mut place = Place::default();
    let call = address.saturating_sub(1) as *mut c_void;
    backtrace::resolve(call, |symbol| {
        if place.line != 0 {
            return;
        }
        if let Some(file) = symbol.filename() {
            place.file = shorten(&file.display().to_string());
        }
        place.line = symbol.lineno().unwrap_or(0);
        place.column = symbol.colno().unwrap_or(0);
        if let Some(name) = symbol.name() {
            place.function = names::as_written(&format!("{name:#}"));
        }
    });
    place
}

/// A path relative to the current folder, if it is in it.
fn shorten(path: &str) -> String {
    let current = std::env::current_dir().ok();
    let relative = current.and_then(|current| {
        std::path::Path::new(path).strip_prefix(current).ok().map(ToOwned::to_owned)
    });
    relative.map_or_else(|| path.to_owned(), |relative| relative.display().to_string())
}

/// The program and all libraries of this process.
fn loaded() -> Vec<Loaded> {
    unsafe extern "C" fn add(
        library: *mut libc::dl_phdr_info,
        _size: usize,
        all: *mut c_void,
    ) -> c_int {
        // SAFETY: `dl_iterate_phdr` hands over a valid entry and our own pointer.
        unsafe {
            let all = &mut *all.cast::<Vec<Loaded>>();
            all.extend(describe(&*library));
        }
        0
    }
    let mut all: Vec<Loaded> = Vec::new();
    // SAFETY: `add` keeps to the protocol and the list outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(add), (&raw mut all).cast()) };
    all
}

/// Where a library is, and which.
///
/// # Safety
/// `library` is what `dl_iterate_phdr` describes.
unsafe fn describe(library: &libc::dl_phdr_info) -> Option<Loaded> {
    if library.dlpi_phdr.is_null() {
        return None;
    }
    // SAFETY: the loader's own table.
    let headers =
        unsafe { std::slice::from_raw_parts(library.dlpi_phdr, usize::from(library.dlpi_phnum)) };
    let base = usize::try_from(library.dlpi_addr).ok()?;
    let (mut start, mut end) = (usize::MAX, 0);
    let mut identity = Hash::new();
    for header in headers {
        let address = base.wrapping_add(usize::try_from(header.p_vaddr).ok()?);
        let length = usize::try_from(header.p_memsz).ok()?;
        if header.p_type == libc::PT_LOAD {
            start = start.min(address);
            end = end.max(address.wrapping_add(length));
            identity.add(&header.p_memsz.to_ne_bytes());
            identity.add(&header.p_vaddr.to_ne_bytes());
        } else if header.p_type == libc::PT_NOTE {
            // SAFETY: notes are part of the loaded image. The linker's build id is one of them.
            identity.add(unsafe { std::slice::from_raw_parts(address as *const u8, length) });
        }
    }
    // Without a build id, two programs could be laid out alike; then their file's name counts.
    if !library.dlpi_name.is_null() {
        // SAFETY: the loader's own text.
        let path = unsafe { CStr::from_ptr(library.dlpi_name) }.to_bytes();
        identity.add(path.rsplit(|&byte| byte == b'/').next().unwrap_or(path));
    }
    (start < end).then_some(Loaded { start, end, identity: identity.0 })
}

/// FNV-1a.
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}
