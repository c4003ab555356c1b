//! Objects that another version of Lockstep compiled: the linker would only tell of symbols.

use std::path::{Path, PathBuf};

use lockstep_core::{abi, record};
use object::read::archive::ArchiveFile;
use object::{FileKind, Object, ObjectSection};

use crate::failure::Failure;

/// What every symbol of the line between pass and runtime begins with; the version follows.
const PREFIX: &[u8] = b"__lockstep_v";

/// Fails if one of these objects and archives calls the runtime of another version, or, where the program is analysed
/// as a whole, has a record of another version.
pub fn check(objects: &[PathBuf], is_analysed: bool) -> Result<(), Failure> {
    for object in objects {
        // What cannot be read the linker complains about.
        let Ok(content) = std::fs::read(object) else { continue };
        if let Some(version) = other_version(&content) {
            return Err(speaks_to_another(object, version));
        }
        if let Some(version) = other_record(&content).filter(|_| is_analysed) {
            return Err(has_another_record(object, version));
        }
    }
    Ok(())
}

fn speaks_to_another(object: &Path, version: u32) -> Failure {
    let name = object.display();
    Failure::new(
        format!(
            "{name} was compiled by another version of Lockstep: it speaks to version {version} of \
             the runtime, and this one has version {}",
            abi::VERSION
        ),
        format!("compile {name} again with this Lockstep"),
    )
}

fn has_another_record(object: &Path, version: u32) -> Failure {
    let name = object.display();
    Failure::new(
        format!(
            "{name} was compiled by another version of Lockstep: its record has version {version}, and \
             this Lockstep reads version {}",
            record::VERSION
        ),
        format!(
            "compile {name} again with this Lockstep, or set LOCKSTEP_LINK=0 to link without looking at the \
             whole program"
        ),
    )
}

/// The version of a record in an object or an archive of them, if it is not this Lockstep's. Of what is no such file
/// nothing.
fn other_record(content: &[u8]) -> Option<u32> {
    match FileKind::parse(content).ok()? {
        FileKind::Archive => {
            let archive = ArchiveFile::parse(content).ok().filter(|archive| !archive.is_thin())?;
            let members = archive.members().filter_map(|member| member.ok()?.data(content).ok());
            members.into_iter().find_map(other_record_of_object)
        }
        _ => other_record_of_object(content),
    }
}

fn other_record_of_object(content: &[u8]) -> Option<u32> {
    let file = object::File::parse(content).ok()?;
    record::other_version(file.section_by_name(record::SECTION)?.data().ok()?)
}

/// The version of the runtime the content names, if it is not this one's.
fn other_version(content: &[u8]) -> Option<u32> {
    memchr::memmem::find_iter(content, PREFIX).find_map(|place| {
        let rest = content.get(place + PREFIX.len()..)?;
        let end = rest.iter().position(|byte| !byte.is_ascii_digit())?;
        let version: u32 = std::str::from_utf8(&rest[..end]).ok()?.parse().ok()?;
        (rest[end] == b'_' && version != abi::VERSION).then_some(version)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_another_version_is_told() {
        for (content, version) in [
            (&b"\0__lockstep_v7_enter\0"[..], Some(7)),
            (b"x__lockstep_v2_enter\0__lockstep_v12_activate", Some(12)),
            (b"__lockstep_v2_enter", None),
            (b"__lockstep_v", None),
            (b"__lockstep_v7", None),
            (b"__lockstep_v_7", None),
            (b"__lockstep_v99999999999_", None),
            (b"", None),
        ] {
            assert_eq!(other_version(content), version);
        }
    }

    #[test]
    fn the_object_and_the_remedy_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let object = folder.path().join("old.o");
        std::fs::write(&object, "__lockstep_v9_enter").unwrap();
        let failure = check(&["/no/such/file.o".into(), object], true).unwrap_err().to_string();
        assert!(failure.contains("old.o") && failure.contains("compile"), "{failure}");
    }
}
