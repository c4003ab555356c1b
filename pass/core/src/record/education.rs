//! What all records begin with: a model that has seen the records of many programs, and the words of their names.
//! Most records are small, and all that they could learn from is themselves.
//!
//! `cargo xtask teach-records` makes the file it comes from, of the programs of the test suite. Another file is
//! another layout of all records, for which [`VERSION`](super::VERSION) has to be raised.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use super::coder::Model;
use super::dictionary::Dictionary;
use super::taught::{Taught, file};
use super::{Unit, body, visit_files};

/// The table the build script makes of `taught.bin`.
static TABLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/taught"));

/// What is known of records.
#[derive(Clone, Debug)]
pub struct Education {
    pub model: Model,
    pub dictionary: Arc<Dictionary>,
}

impl Education {
    /// All that was taught.
    pub fn whole() -> Self {
        static DICTIONARY: LazyLock<Arc<Dictionary>> =
            LazyLock::new(|| Arc::new(Dictionary::read(Taught::read(TABLE).2)));
        let (taught, weights, _) = Taught::read(TABLE);
        Self { model: Model::new(taught, weights), dictionary: DICTIONARY.clone() }
    }

    /// Nothing but a dictionary, and room for all there may be to learn: nearly no context takes the place of another.
    fn none(dictionary: Dictionary) -> Self {
        Self { model: Model::ignorant(1 << 19), dictionary: Arc::new(dictionary) }
    }
}

/// What is to be known of units like these: the content of `taught.bin`. Where they stand is not learnt.
#[must_use]
pub fn teach(units: &[Unit]) -> Vec<u8> {
    let mut texts = BTreeSet::new();
    let mut placeless = Vec::new();
    for unit in units {
        let mut unit = Unit { directory: String::new(), ..unit.clone() };
        let name = unit.source.rfind('/').map_or(0, |slash| slash + 1);
        let folder: String = unit.source.drain(..name).collect();
        visit_files(&mut unit, |file| {
            if let Some(rest) = file.strip_prefix(&folder) {
                *file = rest.into();
            }
        });
        let all = body::texts(&unit, Education::none(Dictionary::default()));
        // Places of OpenMP's constructs are texts of the program.
        let has_no_place = |text: &&[u8]| {
            folder.is_empty() || !text.windows(folder.len()).any(|it| it == folder.as_bytes())
        };
        let all = all.split(|byte| *byte == 0).filter(has_no_place);
        texts.extend(all.map(<[u8]>::to_vec));
        placeless.push(unit);
    }
    let dictionary = Dictionary::learn(&texts);
    let words = dictionary.bytes();
    let mut education = Education::none(dictionary);
    for unit in &placeless {
        education = body::write_from(unit, education).1;
    }
    file(&education.model, &words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::VERSION;
    use crate::record::taught::table;

    /// Records are read by those who know the same.
    #[test]
    fn another_table_is_another_version() {
        let checksum = xxhash_rust::xxh3::xxh3_64(TABLE);
        assert_eq!(
            (VERSION, checksum),
            (15, 0x1CA5_58E8_3FC8_4366),
            "raise VERSION and write the new checksum here"
        );
    }

    #[test]
    fn what_was_taught_is_told_in_fewer_bytes() {
        let unit = Unit { source: "unheard_of_pneumonia.c".to_owned(), ..Unit::default() };
        let learnt = teach(&[unit.clone(), unit.clone()]);
        let (taught, weights, words) = Taught::read(table(&learnt).leak());
        let educated = Education {
            model: Model::new(taught, weights),
            dictionary: Arc::new(Dictionary::read(words)),
        };
        let length = |education| body::write_from(&unit, education).0.len();
        assert!(length(educated) * 2 < length(Education::none(Dictionary::default())));
    }

    #[test]
    fn a_file_that_is_cut_short_is_one_that_knows_less() {
        let file = include_bytes!("taught.bin");
        let whole = table(file).len();
        for length in [0, 1, file.len() / 2, file.len() - 1] {
            assert!(table(&file[..length]).len() <= whole);
        }
    }
}
