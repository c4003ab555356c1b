//! Objects that another version of Lockstep compiled: the linker would only tell of symbols.

use std::path::{Path, PathBuf};

use lockstep_core::abi;

use crate::failure::Failure;

/// What every symbol of the line between pass and runtime begins with; the version follows.
const PREFIX: &[u8] = b"__lockstep_v";

/// Fails if one of these objects and archives calls the runtime of another version.
pub fn check(objects: &[PathBuf]) -> Result<(), Failure> {
    let found = objects.iter().find_map(|object| {
        // What cannot be read the linker complains about.
        let content = std::fs::read(object).ok()?;
        other_version(&content).map(|version| (object.as_path(), version))
    });
    found.map_or(Ok(()), |(object, version)| Err(of_another_version(object, version)))
}

fn of_another_version(object: &Path, version: u32) -> Failure {
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
            (b"x__lockstep_v1_enter\0__lockstep_v12_activate", Some(12)),
            (b"__lockstep_v1_enter", None),
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
        let failure = check(&["/no/such/file.o".into(), object]).unwrap_err().to_string();
        assert!(failure.contains("old.o") && failure.contains("compile"), "{failure}");
    }
}
