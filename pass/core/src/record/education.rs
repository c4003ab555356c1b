//! The model all records begin with: one that knows the usual words. The build script teaches it.

use super::coder::{CONTEXTS, EXPERIENCES, FIELDS, Model, SLOT_BITS, Slot};

/// Its numbers: the slots', then the weights, little-endian.
static NUMBERS: &[u8; SLOTS + FIELDS * EXPERIENCES * CONTEXTS * 4] =
    include_bytes!(concat!(env!("OUT_DIR"), "/model.bin"));

/// The bytes of the slots' numbers.
const SLOTS: usize = 4 << SLOT_BITS;

/// A model that knows the usual words.
pub fn educated() -> Model {
    let (slots, weights) = NUMBERS.split_at(SLOTS);
    let slot = |bytes: &[u8; 4]| Slot {
        one: u16::from_le_bytes([bytes[0], bytes[1]]),
        seen: u16::from_le_bytes([bytes[2], bytes[3]]),
    };
    let (sets, _) = weights.as_chunks::<{ 4 * CONTEXTS }>();
    let set = |bytes: &[u8; 4 * CONTEXTS]| {
        std::array::from_fn(|at| {
            i32::from_le_bytes(std::array::from_fn(|byte| bytes[4 * at + byte]))
        })
    };
    Model {
        slots: slots.as_chunks().0.iter().map(slot).collect(),
        weights: sets.iter().map(set).collect(),
    }
}
