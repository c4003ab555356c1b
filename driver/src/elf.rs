//! What a program file says about itself: the libraries it needs, and whether a symbol is in it.

use std::path::{Path, PathBuf};

use object::elf;
use object::read::elf::{Dyn, FileHeader, ProgramHeader};
use object::{Endianness, Object, ObjectSymbol, StringTable};

use crate::mpi::Implementation;

/// An ELF file, as far as launching it goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The libraries it names (`DT_NEEDED`), in order.
    pub needed: Vec<String>,
    /// Folders it brings along to look for them (`DT_RUNPATH`, `DT_RPATH`), unresolved.
    pub run_path: Vec<String>,
}

impl Program {
    /// Reads a file's bytes. `None`: not a whole ELF file with the tables where it says they are.
    pub fn read(data: &[u8]) -> Option<Self> {
        if let Ok(header) = elf::FileHeader64::<Endianness>::parse(data) {
            return dynamic(header, data);
        }
        dynamic(elf::FileHeader32::<Endianness>::parse(data).ok()?, data)
    }

    /// The MPI among the libraries it names itself.
    pub fn mpi(&self) -> Option<Implementation> {
        self.needed.iter().find_map(|library| implementation(library))
    }
}

/// Is it a library of an MPI?
pub fn is_of_mpi(library: &str) -> bool {
    implementation(library).is_some()
}

/// The implementation a library belongs to. Open MPI counts its library's versions from 20 on;
/// `libmpi.so.12` is the interface MPICH, Intel MPI and MVAPICH share.
fn implementation(library: &str) -> Option<Implementation> {
    let name = library.rsplit('/').next().unwrap_or(library);
    let version = name.split(".so.").nth(1).and_then(|text| text.split('.').next());
    if name.starts_with("libmpich") {
        Some(Implementation::Mpich)
    } else if ["libmpi_mpifh.", "libmpi_usempi", "libmpi_cxx."].iter().any(|n| name.starts_with(n))
    {
        Some(Implementation::OpenMpi)
    } else if name.starts_with("libmpi.so") || name.starts_with("libmpifort.") {
        let mpich = version == Some("12") || name.starts_with("libmpifort.");
        Some(if mpich { Implementation::Mpich } else { Implementation::OpenMpi })
    } else {
        None
    }
}

fn dynamic<H: FileHeader<Endian = Endianness>>(header: &H, data: &[u8]) -> Option<Program> {
    let endian = header.endian().ok()?;
    let segments = header.program_headers(endian, data).ok()?;
    let Some(entries) = segments.iter().find_map(|s| s.dynamic(endian, data).ok().flatten()) else {
        // Linked statically.
        return Some(Program::default());
    };
    let value = |tag: elf::DynamicTag| {
        let entry = entries.iter().find(|entry| entry.tag(endian) == tag)?;
        Some(entry.d_val(endian).into())
    };
    let (address, size): (u64, u64) = (value(elf::DT_STRTAB)?, value(elf::DT_STRSZ)?);
    let text = segments
        .iter()
        .find_map(|segment| segment.data_range(endian, data, address, size).ok().flatten())?;
    let strings = StringTable::new(text, 0, text.len() as u64);
    let mut program = Program::default();
    for entry in entries {
        let string = || {
            let bytes = entry.string(endian, strings).ok()?;
            Some(String::from_utf8_lossy(bytes).into_owned())
        };
        match entry.tag(endian) {
            elf::DT_NULL => break,
            elf::DT_NEEDED => program.needed.extend(string()),
            elf::DT_RUNPATH | elf::DT_RPATH => {
                let path = string().unwrap_or_default();
                program.run_path.extend(path.split(':').map(str::to_owned));
            }
            _ => {}
        }
    }
    Some(program)
}

/// Why an ELF file cannot be run, and the remedy; `None`: nothing speaks against it.
pub fn flaw(data: &[u8]) -> Option<(&'static str, &'static str)> {
    if let Ok(header) = elf::FileHeader64::<Endianness>::parse(data) {
        return flaw_of(header, data);
    }
    flaw_of(elf::FileHeader32::<Endianness>::parse(data).ok()?, data)
}

fn flaw_of<H: FileHeader<Endian = Endianness>>(
    header: &H,
    data: &[u8],
) -> Option<(&'static str, &'static str)> {
    let endian = header.endian().ok()?;
    match header.e_type(endian) {
        elf::ET_REL => return Some(("is an object", "link it first, with `lockstep cc`")),
        elf::ET_CORE => return Some(("is a core dump", "give the program it came from")),
        _ => {}
    }
    let segments = header.program_headers(endian, data).ok()?;
    let is_cut = segments.iter().any(|segment| {
        let end = segment.p_offset(endian).into().checked_add(segment.p_filesz(endian).into());
        segment.p_type(endian) == elf::PT_LOAD && end.is_none_or(|end| end > data.len() as u64)
    });
    is_cut.then_some(("is cut short: a part it should have is missing", "link or copy it again"))
}

/// Whether the file defines this symbol.
pub fn defines(data: &[u8], symbol: &str) -> bool {
    let Ok(file) = object::File::parse(data) else { return false };
    file.symbols()
        .chain(file.dynamic_symbols())
        .any(|entry| !entry.is_undefined() && entry.name_bytes() == Ok(symbol.as_bytes()))
}

/// The implementation a program is linked with, itself or through a library it names. `None`: by
/// neither; it loads its MPI while it runs, or has none.
pub fn mpi_of(program: &Path, read: &Program) -> Option<Implementation> {
    read.mpi().or_else(|| {
        libraries(program, read)
            .find_map(|(_, file)| Program::read(&std::fs::read(file?).ok()?)?.mpi())
    })
}

/// The libraries a program or library names, each with its file, if that is found.
pub fn libraries<'r>(
    program: &Path,
    read: &'r Program,
) -> impl Iterator<Item = (&'r str, Option<PathBuf>)> + use<'r> {
    let folders = library_folders(program, read);
    read.needed.iter().map(move |name| {
        // A name with a folder is not searched for.
        let own = name.contains('/').then(|| PathBuf::from(name));
        let found = || folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file());
        (name.as_str(), own.or_else(found))
    })
}

/// Where the loader looks for libraries, as far as it matters for a program's own ones.
fn library_folders(program: &Path, read: &Program) -> Vec<PathBuf> {
    let origin = program.canonicalize().unwrap_or_else(|_| program.to_owned());
    let origin = origin.parent().unwrap_or(Path::new(".")).display().to_string();
    let own = read.run_path.iter().map(|folder| {
        PathBuf::from(folder.replace("${ORIGIN}", &origin).replace("$ORIGIN", &origin))
    });
    let variable = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let multiarch = format!("{}-linux-gnu", std::env::consts::ARCH);
    let system = ["/usr/local/lib", "/usr/lib", "/usr/lib64", "/lib"].map(PathBuf::from);
    own.chain(std::env::split_paths(&variable))
        .chain([PathBuf::from("/usr/lib").join(multiarch)])
        .chain(system)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;

    /// The tests' own program: an ELF file that is surely there.
    fn sample() -> Vec<u8> {
        std::fs::read(std::env::current_exe().unwrap()).unwrap()
    }

    #[test]
    fn a_real_program_is_read() {
        let data = sample();
        let program = Program::read(&data).unwrap();
        assert!(program.needed.iter().any(|name| name.starts_with("libc.so")), "{program:?}");
        assert_eq!(program.mpi(), None);
        assert!(defines(&data, "main"));
        assert!(!defines(&data, "no_such_symbol"));
    }

    #[test]
    fn libraries_name_their_implementation() {
        for name in ["libmpi.so.40", "libmpi_mpifh.so.40", "libmpi_cxx.so.40", "/opt/libmpi.so.20"]
        {
            assert_eq!(implementation(name), Some(Implementation::OpenMpi), "{name}");
        }
        for name in ["libmpich.so.12", "libmpichfort.so.12", "libmpi.so.12", "libmpifort.so.12"] {
            assert_eq!(implementation(name), Some(Implementation::Mpich), "{name}");
        }
        for name in ["libc.so.6", "libmpdec.so.3", "libmpi", "libmpir.so"] {
            assert_eq!(implementation(name), None, "{name}");
        }
    }

    #[test]
    fn other_files_are_not_programs() {
        for data in [&b""[..], b"#!/bin/sh\n", b"\x7fELF", b"!<arch>\n"] {
            assert_eq!(Program::read(data), None);
            assert!(!defines(data, "main"));
        }
    }

    /// The head of a program with its dynamic table, small enough to be bent many times.
    fn head() -> Vec<u8> {
        static HEAD: LazyLock<Vec<u8>> = LazyLock::new(|| {
            let mut data = sample();
            data.truncate(4096);
            data
        });
        HEAD.clone()
    }

    proptest! {
        #[test]
        fn cut_and_bent_programs_are_survived(cut in 0usize..4096, bent in prop::collection::vec((0usize..1024, any::<u8>()), 0..8)) {
            let mut data = head();
            for (place, byte) in bent {
                data[place] = byte;
            }
            data.truncate(cut);
            let _ = Program::read(&data);
            let _ = flaw(&data);
            let _ = defines(&data, "main");
        }
    }

    #[test]
    fn a_program_that_is_cut_short_is_told_from_a_whole_one() {
        let data = sample();
        assert_eq!(flaw(&data), None);
        assert!(flaw(&data[..8192]).is_some_and(|(text, _)| text.contains("cut short")));
        let mut object = data;
        object[16] = 1; // e_type: ET_REL
        assert!(flaw(&object).is_some_and(|(text, _)| text.contains("object")));
        assert_eq!(flaw(b"#!/bin/sh"), None);
    }

    #[test]
    fn a_whole_program_with_a_bent_header_is_survived() {
        let mut data = sample();
        for place in 0..128 {
            let before = data[place];
            for byte in [0, 1, 0x7f, 0xff] {
                data[place] = byte;
                let _ = Program::read(&data);
            }
            data[place] = before;
        }
    }
}
