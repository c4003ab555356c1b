//! What an object file says about its program, for the analysis of whole programs: one record a
//! translation unit, in the section [`SECTION`].
//!
//! A record is a header of `HEADER` bytes (magic, version, length and checksum of what follows) and
//! a body, the unit's `skeleton` in as few bits as it takes (`body`). The linker puts the records
//! of all units one behind the other, those of static libraries too, whatever the language; zeroes
//! between them are padding.

mod body;
mod coder;
mod dictionary;
pub mod display;
mod education;
mod function;
mod link;
mod plan;
mod skeleton;
mod stream;
mod targets;
#[allow(dead_code, reason = "the build script makes the table")]
mod taught;
mod texts;
mod trail;
mod validate;

use std::fmt;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::finding::{Finding, Location};
use crate::program::{Event, Program};

pub use education::teach;
pub use link::{CallOrigin, Linked, link};

/// The section of an object file records stand in.
pub const SECTION: &str = "lockstep";

/// Version of the body's layout.
pub const VERSION: u32 = 15;

const MAGIC: [u8; 4] = *b"LKSP";
/// Magic (4), version (2), length of the body (4), checksum of the body (8); little-endian.
const HEADER: usize = 18;

/// One translation unit.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Unit {
    /// Its source file as the compiler was given it.
    pub source: String,
    /// The folder it was compiled in; relative paths start there.
    pub directory: String,
    /// What the user was told when it was compiled.
    pub told: Vec<Told>,
    /// The program's part in it.
    pub program: Program,
}

/// A finding the user knows: what tells it apart from others.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Told {
    /// The rule.
    pub rule: String,
    /// Where.
    pub location: Location,
    /// The function in which it is decided, if it has one.
    pub decided_in: Option<Location>,
}

impl From<&Finding> for Told {
    fn from(finding: &Finding) -> Self {
        Self {
            rule: finding.rule.clone(),
            location: finding.location.clone(),
            decided_in: finding.decided_in.clone(),
        }
    }
}

/// A number that tells units apart: the checksum of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub u64);

/// Why a section's records cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// Something that is no record.
    Foreign,
    /// A record of another version of Lockstep: which one.
    Version(u32),
    /// A record is cut short.
    Truncated,
    /// A record's bytes are not what was written.
    Damaged,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => write!(f, "the section `{SECTION}` holds something else than records"),
            Self::Version(version) => write!(
                f,
                "a record has version {version}, this Lockstep reads version {VERSION}: compile \
                 the file again"
            ),
            Self::Truncated => write!(f, "a record is cut short: compile the file again"),
            Self::Damaged => write!(f, "a record is damaged: compile the file again"),
        }
    }
}

impl std::error::Error for RecordError {}

/// The record of a unit, and its number. Equal units have equal records.
#[must_use]
pub fn encode(unit: &Unit) -> (Vec<u8>, UnitId) {
    let unit = Unit {
        source: unit.source.clone(),
        directory: unit.directory.clone(),
        told: unit.told.clone(),
        program: skeleton::of(&unit.program),
    };
    let body = body::write(&unit);
    let id = UnitId(xxh3_64(&body));
    let mut record = Vec::with_capacity(HEADER + body.len());
    record.extend(MAGIC);
    record.extend(&VERSION.to_le_bytes()[..2]);
    let length = u32::try_from(body.len()).expect("no unit has a record of gigabytes");
    record.extend(length.to_le_bytes());
    record.extend(id.0.to_le_bytes());
    record.extend(body);
    (record, id)
}

/// The units of a section, each once, in order.
///
/// # Errors
/// The first record that cannot be read.
pub fn decode(section: &[u8]) -> Result<Vec<(UnitId, Unit)>, RecordError> {
    let mut units = Vec::new();
    let mut seen = FxHashSet::default();
    let mut rest = section;
    loop {
        let padding = rest.iter().take_while(|byte| **byte == 0).count();
        rest = &rest[padding..];
        if rest.is_empty() {
            return Ok(units);
        }
        let (id, body, after) = split(rest)?;
        if seen.insert(id) {
            units.push((id, read_body(body)?));
        }
        rest = after;
    }
}

/// The version of a section's first record that is not of this Lockstep's version; `None`: there is no such record.
#[must_use]
pub fn other_version(section: &[u8]) -> Option<u32> {
    let mut rest = section;
    loop {
        let padding = rest.iter().take_while(|byte| **byte == 0).count();
        rest = match split(&rest[padding..]) {
            Ok((_, _, after)) if after.len() < rest.len() => after,
            Err(RecordError::Version(version)) => return Some(version),
            _ => return None,
        };
    }
}

/// The first record's number and body, and what follows it.
fn split(bytes: &[u8]) -> Result<(UnitId, &[u8], &[u8]), RecordError> {
    if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
        return Err(RecordError::Foreign);
    }
    let (header, rest) = bytes.split_at_checked(HEADER).ok_or(RecordError::Truncated)?;
    let number = |from: usize, to: usize| {
        header[from..to].iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte))
    };
    let version = number(4, 6);
    if version != u64::from(VERSION) {
        return Err(RecordError::Version(u32::try_from(version).unwrap_or(u32::MAX)));
    }
    let length = usize::try_from(number(6, 10)).map_err(|_| RecordError::Truncated)?;
    let (body, after) = rest.split_at_checked(length).ok_or(RecordError::Truncated)?;
    let id = UnitId(number(10, 18));
    if xxh3_64(body) != id.0 { Err(RecordError::Damaged) } else { Ok((id, body, after)) }
}

fn read_body(body: &[u8]) -> Result<Unit, RecordError> {
    let mut unit = body::read(body).ok_or(RecordError::Damaged)?;
    if !validate::is_whole(&unit.program) {
        return Err(RecordError::Damaged);
    }
    share_paths(&mut unit);
    Ok(unit)
}

/// Paths from where the unit was compiled, each in memory once.
fn share_paths(unit: &mut Unit) {
    let mut known: FxHashSet<Arc<str>> = FxHashSet::default();
    let directory = std::path::PathBuf::from(&unit.directory);
    let mut share = |file: &mut Arc<str>| {
        if file.is_empty() {
            return;
        }
        let whole = directory.join(&**file);
        // As the user wrote it, where that can be found from here.
        let path: Arc<str> = match std::path::Path::new(&**file).exists() {
            true => file.clone(),
            false => whole.to_string_lossy().into(),
        };
        *file = known.get(&path).cloned().unwrap_or_else(|| {
            known.insert(path.clone());
            path
        });
    };
    let mut shared: FxHashMap<Arc<str>, Arc<str>> = FxHashMap::default();
    visit_files(unit, |file| {
        let known = shared.entry(file.clone()).or_insert_with_key(|file| {
            let mut file = file.clone();
            share(&mut file);
            file
        });
        *file = known.clone();
    });
}

/// The files of all places in a unit.
fn visit_files(unit: &mut Unit, mut visit: impl FnMut(&mut Arc<str>)) {
    for told in &mut unit.told {
        visit(&mut told.location.file);
    }
    for function in &mut unit.program.functions {
        visit(&mut function.location.file);
        for block in &mut function.blocks {
            visit(&mut block.location.file);
            for event in &mut block.events {
                if let Event::Call(call) = event {
                    visit(&mut call.location.file);
                }
            }
        }
    }
}
