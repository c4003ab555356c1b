//! Reading what compilers and linkers make: objects, archives, shared libraries, programs.

use std::fs::File;
use std::path::{Path, PathBuf};

use lockstep_core::record::{self, Unit, UnitId};
use memmap2::Mmap;
use object::read::archive::{ArchiveFile, ArchiveMember};
use object::{FileKind, Object, ObjectSection, ObjectSymbol};

use crate::elf;
use crate::failure::Failure;

/// What a file says about the program it is or belongs to.
#[derive(Debug, Default)]
pub struct Binary {
    /// The records of its translation units, in order.
    pub units: Vec<(UnitId, Unit)>,
    /// Its dynamic table, if it is a program or a shared library.
    pub dynamic: Option<elf::Program>,
}

/// What a library's symbols say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// It calls MPI procedures that are defined elsewhere.
    pub calls_mpi: bool,
    /// It defines MPI procedures: MPI itself, Lockstep's runtime, a profiler.
    pub is_mpi: bool,
}

/// Reads a file.
///
/// # Errors
/// It cannot be read, is nothing of the kind, or has damaged records.
pub fn read(path: &Path) -> Result<Binary, Failure> {
    parse(path, &bytes(path)?)
}

/// The bytes of a file.
///
/// # Errors
/// It cannot be read.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| {
        Failure::new(
            format!("{} cannot be read: {error}", path.display()),
            "give a program, a library or an object",
        )
    })
}

/// A library's bytes, of which only the parts that are looked at are read. `None`: it cannot be read.
pub fn mapped(path: &Path) -> Option<Mmap> {
    let file = File::open(path).ok()?;
    // SAFETY: a linker maps the libraries it reads as well: nobody writes into a library in place while it is used.
    unsafe { Mmap::map(&file) }.ok()
}

/// Reads the bytes of a file.
///
/// # Errors
/// They are nothing of the kind, or have damaged records.
pub fn parse(path: &Path, data: &[u8]) -> Result<Binary, Failure> {
    let mut binary = Binary::default();
    let name = path.display().to_string();
    match FileKind::parse(data) {
        Ok(FileKind::Archive) => binary.add_archive(path, data)?,
        Ok(FileKind::Elf32 | FileKind::Elf64) => {
            binary.add_object(&name, data)?;
            binary.dynamic = elf::Program::read(data).filter(|_| !is_relocatable(data));
        }
        _ => return Err(foreign(&name, data)),
    }
    Ok(binary)
}

/// What the symbols of a shared library say; `defined` is called with those it defines.
pub fn symbols(data: &[u8], mut defined: impl FnMut(&str)) -> Symbols {
    let mut found = Symbols::default();
    let Ok(file) = object::File::parse(data) else { return found };
    for symbol in file.symbols().chain(file.dynamic_symbols()) {
        let Ok(name) = symbol.name() else { continue };
        let mpi = lockstep_core::mpi::lookup(name).is_some();
        if symbol.is_undefined() {
            found.calls_mpi |= mpi;
        } else if symbol.is_global() || symbol.is_weak() {
            found.is_mpi |= mpi;
            defined(name);
        }
    }
    found
}

impl Binary {
    fn add_archive(&mut self, path: &Path, data: &[u8]) -> Result<(), Failure> {
        let name = path.display().to_string();
        let damaged = |error: object::Error| damaged(&name, &error);
        let archive = ArchiveFile::parse(data).map_err(damaged)?;
        for member in archive.members() {
            let member = member.map_err(damaged)?;
            let own = String::from_utf8_lossy(member.name()).into_owned();
            let content = content(&archive, &member, path, data, &own)?;
            if matches!(FileKind::parse(&*content), Ok(FileKind::Elf32 | FileKind::Elf64)) {
                self.add_object(&format!("{name}({own})"), &content)?;
            } else if content.starts_with(BITCODE) {
                return Err(foreign(&format!("{name}({own})"), &content));
            }
        }
        Ok(())
    }

    fn add_object(&mut self, name: &str, data: &[u8]) -> Result<(), Failure> {
        let file = object::File::parse(data).map_err(|error| damaged(name, &error))?;
        for section in file.sections() {
            if section.name_bytes() != Ok(record::SECTION.as_bytes()) {
                continue;
            }
            let bytes = section.data().map_err(|error| damaged(name, &error))?;
            let units = record::decode(bytes).map_err(|error| {
                Failure::new(format!("{name}: {error}"), "compile its sources with `lockstep cc`")
            })?;
            self.units.extend(units);
        }
        Ok(())
    }
}

/// What LLVM's bitcode begins with.
const BITCODE: &[u8] = b"BC\xc0\xde";

fn is_relocatable(data: &[u8]) -> bool {
    object::File::parse(data).is_ok_and(|file| file.kind() == object::ObjectKind::Relocatable)
}

/// The bytes of an archive's member, which a thin archive only names.
fn content<'d>(
    archive: &ArchiveFile<'d>,
    member: &ArchiveMember<'d>,
    path: &Path,
    data: &'d [u8],
    own: &str,
) -> Result<std::borrow::Cow<'d, [u8]>, Failure> {
    if !archive.is_thin() {
        let bytes = member.data(data).map_err(|e| damaged(&path.display().to_string(), &e))?;
        return Ok(bytes.into());
    }
    let file: PathBuf = path.parent().unwrap_or(Path::new("")).join(own);
    let bytes = std::fs::read(&file).map_err(|error| {
        Failure::new(
            format!("{} names {}, which cannot be read: {error}", path.display(), file.display()),
            "build the library again",
        )
    })?;
    Ok(bytes.into())
}

fn damaged(name: &str, error: &object::Error) -> Failure {
    Failure::new(format!("{name} is damaged: {error}"), "build it again")
}

fn foreign(name: &str, data: &[u8]) -> Failure {
    if data.starts_with(BITCODE) {
        return Failure::new(
            format!("{name} is LLVM's bitcode (-flto)"),
            "check the program it is linked into",
        );
    }
    Failure::new(
        format!("{name} is no program, library or object of this system (ELF)"),
        "give what `lockstep cc` made of your sources",
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn unit() -> Vec<u8> {
        record::encode(&Unit { source: "a.c".to_owned(), ..Unit::default() }).0
    }

    /// An object with a section of records.
    fn object_with(section: &[u8]) -> Vec<u8> {
        use object::write::{Object as Writer, StandardSegment};
        let mut object = Writer::new(
            object::BinaryFormat::Elf,
            object::Architecture::X86_64,
            object::Endianness::Little,
        );
        let segment = object.segment_name(StandardSegment::Data).to_vec();
        let id =
            object.add_section(segment, b"lockstep".to_vec(), object::SectionKind::ReadOnlyData);
        object.append_section_data(id, section, 1);
        object.write().unwrap()
    }

    fn read_bytes(bytes: &[u8]) -> Result<Binary, Failure> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.o");
        std::fs::write(&path, bytes).unwrap();
        read(&path)
    }

    #[test]
    fn records_are_found() {
        let binary = read_bytes(&object_with(&[unit(), unit()].concat())).unwrap();
        assert_eq!(binary.units.len(), 1, "equal units are one");
        assert_eq!(binary.units[0].1.source, "a.c");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let whole = unit();
        let cut = object_with(&whole[..whole.len() - 1]);
        for (bytes, said) in [
            (&b"int main;"[..], "is no program"),
            (b"", "is no program"),
            (b"BC\xc0\xde1234", "bitcode"),
            (b"!<arch>\nnonsense", "damaged"),
            (&cut, "cut short"),
            (&object_with(b"x"), "something else"),
        ] {
            let failure = read_bytes(bytes).unwrap_err().to_string();
            assert!(failure.contains(said) && failure.contains("a.o"), "{failure}");
        }
        assert!(read("/no/such/file".as_ref()).unwrap_err().to_string().contains("/no/such/file"));
    }

    proptest! {
        #[test]
        fn cut_and_bent_files_are_survived(
            cut in 0usize..1200,
            bent in prop::collection::vec((0usize..1200, any::<u8>()), 0..6)
        ) {
            let mut bytes = object_with(&unit());
            for (place, byte) in bent {
                let length = bytes.len();
                bytes[place % length] = byte;
            }
            bytes.truncate(cut);
            let _ = read_bytes(&bytes);
        }
    }
}
