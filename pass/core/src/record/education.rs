//! The model all records begin with: one that has seen the records of many programs. Most records are small,
//! and all that they could learn from is themselves.
//!
//! `cargo xtask teach-records` makes the file it comes from, of the programs of the test suite. Another file is
//! another layout of all records, for which [`VERSION`](super::VERSION) has to be raised.

use super::coder::{BUCKET_BYTES, CONTEXTS, Model};
use super::taught::{PLACES, WEIGHT_BYTES, file};
use super::{Unit, body};

/// The table the build script makes of `taught.bin`.
static TABLE: &[u8; PLACES * BUCKET_BYTES + WEIGHT_BYTES] =
    include_bytes!(concat!(env!("OUT_DIR"), "/taught"));

/// A model that knows what was taught.
pub fn educated() -> Model {
    let (buckets, weights) = TABLE.split_at(PLACES * BUCKET_BYTES);
    let (sets, _) = weights.as_chunks::<{ 4 * CONTEXTS }>();
    let set = |bytes: &[u8; 4 * CONTEXTS]| {
        std::array::from_fn(|at| {
            i32::from_le_bytes(std::array::from_fn(|byte| bytes[4 * at + byte]))
        })
    };
    Model::new(buckets.as_chunks().0, sets.iter().map(set).collect())
}

/// Places while learning: nearly no context takes the place of another.
const ALL_PLACES: usize = 1 << 20;

/// What is to be known of units like these: the content of `taught.bin`. Where they stand is not learnt.
#[must_use]
pub fn teach(units: &[Unit]) -> Vec<u8> {
    let mut model = Model::ignorant(ALL_PLACES);
    for unit in units {
        let source = unit.source.rsplit('/').next().unwrap_or_default().to_owned();
        let unit = Unit { source, directory: String::new(), ..unit.clone() };
        model = body::write_from(&unit, model).1;
    }
    file(&model)
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
            (11, 0x83B2_3B43_6B71_51E9),
            "raise VERSION and write the new checksum here"
        );
    }

    #[test]
    fn what_was_taught_is_told_in_fewer_bytes() {
        let unit = Unit { source: "unheard_of_pneumonia.c".to_owned(), ..Unit::default() };
        let learnt = teach(&[unit.clone(), unit.clone()]);
        let taught: &'static [u8] = table(&learnt).leak();
        let (buckets, _) = taught.split_at(PLACES * BUCKET_BYTES);
        let ignorant = Model::ignorant(PLACES);
        let educated = Model::new(buckets.as_chunks().0, ignorant.weights().to_vec());
        let length = |model| body::write_from(&unit, model).0.len();
        assert!(length(educated) * 2 < length(ignorant));
    }

    #[test]
    fn a_file_that_is_cut_short_is_one_that_knows_less() {
        for length in [0, 1, WEIGHT_BYTES, WEIGHT_BYTES + 5, WEIGHT_BYTES + 7] {
            assert_eq!(table(&vec![255; length]).len(), TABLE.len());
        }
    }
}
