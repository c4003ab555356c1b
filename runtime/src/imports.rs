//! What the program and its libraries import from others, read from their dynamic symbol tables.

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_int, c_void};
use std::fs;
use std::ops::Range;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use object::{Object as _, ObjectSymbol as _};

use crate::mpi::looks_like_mpi;

/// Entries of a dynamic section (System V ABI, "Dynamic Section"; GNU's hash table).
const DT_STRTAB: i64 = 5;
const DT_SYMTAB: i64 = 6;
const DT_STRSZ: i64 = 10;
const DT_GNU_HASH: i64 = 0x6fff_fef5;

/// Whether anything loaded but the MPI library imports a function of such a name.
pub fn any_outside_of_mpi(is_wanted: impl Fn(&str) -> bool) -> bool {
    struct Search<'a> {
        is_wanted: &'a dyn Fn(&str) -> bool,
        found: bool,
    }
    unsafe extern "C" fn look(
        object: *mut libc::dl_phdr_info,
        _size: usize,
        search: *mut c_void,
    ) -> c_int {
        // SAFETY: `dl_iterate_phdr` hands over a valid entry and our own pointer.
        unsafe {
            let search = &mut *search.cast::<Search>();
            let object = &*object;
            let path = object.dlpi_name;
            let is_mpi = !path.is_null() && looks_like_mpi(CStr::from_ptr(path));
            if !is_mpi && let Some(imports) = Imports::of(object) {
                search.found = imports.any(search.is_wanted);
            }
            c_int::from(search.found)
        }
    }
    let mut search = Search { is_wanted: &is_wanted, found: false };
    // SAFETY: `look` keeps to the protocol and the search outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut search).cast()) };
    search.found
}

/// Files of which is known whether they import what is looked for; `None`: they cannot be read.
pub type Known = HashMap<String, Option<bool>>;

/// As [`any_outside_of_mpi`] in another process of this machine, by the files it has mapped; what they import is added
/// to `known`. `None`: nobody can tell, as one of them is gone.
pub fn any_in_process(
    process: u32,
    is_wanted: impl Fn(&str) -> bool,
    known: &mut Known,
) -> Option<bool> {
    let maps = fs::read_to_string(format!("/proc/{process}/maps")).ok()?;
    // Address, rights, offset, device, inode, and the path, which may have blanks.
    let code =
        maps.lines().filter(|line| line.split(' ').nth(1).is_some_and(|may| may.contains('x')));
    let files = code.filter_map(|line| line.find('/').map(|at| &line[at..]));
    let mut found = false;
    for file in files.filter(|file| !file.starts_with("/memfd:")) {
        if !known.contains_key(file) {
            known.insert(file.to_owned(), file_imports(file, &is_wanted));
        }
        found |= known[file]?;
    }
    Some(found)
}

/// Does a file import this, if it is none of MPI's? `None`: it cannot be read.
fn file_imports(file: &str, is_wanted: impl Fn(&str) -> bool) -> Option<bool> {
    let is_file = fs::metadata(file).ok()?.is_file();
    if !is_file || CString::new(file).is_ok_and(|path| looks_like_mpi(&path)) {
        return Some(false);
    }
    let bytes = fs::read(file).ok()?;
    let Ok(object) = object::File::parse(&*bytes) else { return Some(false) };
    Some(
        object
            .dynamic_symbols()
            .any(|symbol| symbol.is_undefined() && symbol.name().is_ok_and(&is_wanted)),
    )
}

/// The memory of the library of MPI's that an address was last found in.
static FOUND_IN: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

/// Whether an address is in a library of MPI's.
pub fn is_in_mpi(address: usize) -> bool {
    struct Search {
        address: usize,
        found: Option<Range<usize>>,
    }
    unsafe extern "C" fn look(
        object: *mut libc::dl_phdr_info,
        _size: usize,
        search: *mut c_void,
    ) -> c_int {
        // SAFETY: `dl_iterate_phdr` hands over a valid entry and our own pointer.
        unsafe {
            let search = &mut *search.cast::<Search>();
            let object = &*object;
            let memory = memory_of(object);
            if !memory.contains(&search.address) {
                return 0;
            }
            let path = object.dlpi_name;
            let is_mpi = !path.is_null() && looks_like_mpi(CStr::from_ptr(path));
            search.found = is_mpi.then_some(memory);
            1
        }
    }
    let [start, end] = &FOUND_IN;
    if (start.load(Acquire)..end.load(Relaxed)).contains(&address) {
        return true;
    }
    let mut search = Search { address, found: None };
    // SAFETY: `look` keeps to the protocol and the search outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut search).cast()) };
    let Some(found) = search.found else { return false };
    // One thread at a time calls MPI where this is asked. Another one would see nothing in between.
    start.store(usize::MAX, Release);
    end.store(found.end, Release);
    start.store(found.start, Release);
    true
}

/// From the first to the last address of a loaded object.
///
/// # Safety
/// `object` is what `dl_iterate_phdr` describes.
unsafe fn memory_of(object: &libc::dl_phdr_info) -> Range<usize> {
    if object.dlpi_phdr.is_null() {
        return 0..0;
    }
    // SAFETY: the loader's own table.
    let headers =
        unsafe { std::slice::from_raw_parts(object.dlpi_phdr, usize::from(object.dlpi_phnum)) };
    let loaded = headers.iter().filter(|header| header.p_type == libc::PT_LOAD);
    let base = object.dlpi_addr;
    let start = loaded.clone().map(|header| base.wrapping_add(header.p_vaddr)).min();
    let end =
        loaded.map(|header| base.wrapping_add(header.p_vaddr).wrapping_add(header.p_memsz)).max();
    let address = |address: Option<u64>| address.and_then(|at| usize::try_from(at).ok());
    address(start).unwrap_or(0)..address(end).unwrap_or(0)
}

/// How often objects were loaded into this process so far.
pub fn loads() -> u64 {
    unsafe extern "C" fn look(
        object: *mut libc::dl_phdr_info,
        _size: usize,
        loads: *mut c_void,
    ) -> c_int {
        // SAFETY: `dl_iterate_phdr` hands over a valid entry and our own pointer.
        unsafe { *loads.cast::<u64>() = (*object).dlpi_adds };
        1
    }
    let mut loads = 0u64;
    // SAFETY: `look` keeps to the protocol and the number outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut loads).cast()) };
    loads
}

/// The symbols an object does not define itself.
struct Imports {
    symbols: *const libc::Elf64_Sym,
    /// Those that have no place in the hash table: undefined ones are all among them.
    count: u32,
    strings: *const u8,
    length: usize,
}

impl Imports {
    /// `None`: the object has no table of the usual form.
    ///
    /// # Safety
    /// `object` is what `dl_iterate_phdr` describes.
    unsafe fn of(object: &libc::dl_phdr_info) -> Option<Self> {
        if object.dlpi_phdr.is_null() {
            return None;
        }
        let base = usize::try_from(object.dlpi_addr).ok()?;
        // SAFETY: the loader's own tables. Nothing but the kernel's object, whose addresses are not
        // relocated, has entries below its base.
        unsafe {
            let headers =
                std::slice::from_raw_parts(object.dlpi_phdr, usize::from(object.dlpi_phnum));
            let dynamic = headers.iter().find(|header| header.p_type == libc::PT_DYNAMIC)?;
            let start = base.wrapping_add(usize::try_from(dynamic.p_vaddr).ok()?);
            let length = usize::try_from(dynamic.p_memsz).ok()? / size_of::<[u64; 2]>();
            let entries = std::slice::from_raw_parts(start as *const [u64; 2], length);
            let value = |tag: i64| {
                let entry = entries.iter().take_while(|entry| entry[0] != 0);
                let found = entry.clone().find(|entry| entry[0] == tag as u64)?;
                usize::try_from(found[1]).ok()
            };
            let address = |tag: i64| value(tag).filter(|&address| address >= base.max(1));
            let hash = address(DT_GNU_HASH)? as *const u32;
            Some(Self {
                symbols: address(DT_SYMTAB)? as *const libc::Elf64_Sym,
                // The index of the first symbol that is in the hash table.
                count: hash.add(1).read_unaligned(),
                strings: address(DT_STRTAB)? as *const u8,
                length: value(DT_STRSZ)?,
            })
        }
    }

    /// Whether one of the names is wanted.
    ///
    /// # Safety
    /// The object is still loaded.
    unsafe fn any(&self, is_wanted: &dyn Fn(&str) -> bool) -> bool {
        (0..self.count as usize).any(|index| {
            // SAFETY: the table has so many symbols, and names end with NUL inside of the strings.
            let name = unsafe {
                let symbol = self.symbols.add(index).read_unaligned();
                let at = symbol.st_name as usize;
                if symbol.st_shndx != 0 || at == 0 || at >= self.length {
                    return false;
                }
                CStr::from_ptr(self.strings.add(at).cast())
            };
            name.to_str().is_ok_and(is_wanted)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, any_in_process, any_outside_of_mpi, is_in_mpi, loads};

    #[test]
    fn this_program_is_no_library_of_mpi() {
        assert!(!is_in_mpi(std::ptr::from_ref(&super::FOUND_IN) as usize));
        assert!(!is_in_mpi(0));
        assert!(loads() > 0);
    }

    #[test]
    fn what_is_imported_is_found_and_nothing_else() {
        assert!(any_outside_of_mpi(|name| name == "dl_iterate_phdr"));
        assert!(!any_outside_of_mpi(|name| name == "PMPI_Send"));
        let me = std::process::id();
        let in_process = |process, wanted: &str| {
            any_in_process(process, |name| name == wanted, &mut Known::new())
        };
        assert_eq!(in_process(me, "dl_iterate_phdr"), Some(true));
        assert_eq!(in_process(me, "PMPI_Send"), Some(false));
        assert_eq!(in_process(u32::MAX, "PMPI_Send"), None);
    }
}
