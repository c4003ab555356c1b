//! The marks of a program's instrumented units ([`UnitMark`]): whether they ask for checks.

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::Path;

use lockstep_core::abi::{self, UnitMark};
use object::{Object, ObjectSection};

use crate::failure::Failure;

const SIZE: usize = size_of::<UnitMark>();

/// The marks of a program file.
#[derive(Debug, PartialEq, Eq)]
pub struct Marks {
    /// Where they start in the file, and what they ask for.
    found: Vec<(u64, u32)>,
}

impl Marks {
    /// Finds the marks in a file's bytes; a file that is no ELF file has none.
    ///
    /// # Errors
    /// What stands in their section are no marks of this version.
    pub fn find(name: &str, data: &[u8]) -> Result<Self, Failure> {
        let mut found = Vec::new();
        let Ok(file) = object::File::parse(data) else { return Ok(Self { found }) };
        let section = file.section_by_name(abi::UNITS_SECTION);
        let place = section.and_then(|section| section.file_range().zip(section.data().ok()));
        let Some(((start, _), bytes)) = place else { return Ok(Self { found }) };
        for (index, mark) in bytes.chunks_exact(SIZE).enumerate() {
            let number = |at: usize| {
                let bytes = mark[at..at + 4].try_into().expect("four bytes of a mark");
                if file.is_little_endian() {
                    u32::from_le_bytes(bytes)
                } else {
                    u32::from_be_bytes(bytes)
                }
            };
            if number(0) != abi::VERSION {
                return Err(Failure::new(
                    format!("{name} has units of another version of Lockstep"),
                    "compile its sources again",
                ));
            }
            found.push((start + (index * SIZE) as u64, number(4)));
        }
        Ok(Self { found })
    }

    /// There are none: no unit can be asked to check.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Writes into the file what its units ask to be checked, the sum of [`abi::CHECKED`],
    /// [`abi::CHECKED_THREADS`] and [`abi::CHECKED_MESSAGES`]; what the user asked for stays.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn apply(&self, path: &Path, data: &[u8], wanted: u32) -> Result<(), Failure> {
        let changed: Vec<u64> = self
            .found
            .iter()
            .filter(|(_, now)| *now != wanted && now & abi::CHECKED_ALWAYS == 0)
            .map(|(place, _)| place + 4)
            .collect();
        if changed.is_empty() {
            return Ok(());
        }
        let little = object::File::parse(data).is_ok_and(|file| file.is_little_endian());
        let bytes = if little { wanted.to_le_bytes() } else { wanted.to_be_bytes() };
        let write = || {
            let file = OpenOptions::new().write(true).open(path)?;
            changed.iter().try_for_each(|place| file.write_all_at(&bytes, *place))
        };
        write().map_err(|error| {
            Failure::new(
                format!("{} cannot be changed: {error}", path.display()),
                "end what runs it, and see to it that you may write it",
            )
        })
    }
}
