//! The model all records begin with: one that knows the usual words. The build script teaches it.

use super::coder::{CONTEXTS, EXPERIENCES, FIELDS, Model, SLOTS, Slot};

/// Its numbers: the slots', then the weights, little-endian.
static NUMBERS: &[u8; 4 * (SLOTS + FIELDS * EXPERIENCES * CONTEXTS)] =
    include_bytes!(concat!(env!("OUT_DIR"), "/model.bin"));

/// A model that knows the usual words.
pub fn educated() -> Model {
    let (slots, weights) = NUMBERS.split_at(4 * SLOTS);
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
    let slots: Box<[Slot]> = slots.as_chunks().0.iter().map(slot).collect();
    Model {
        slots: slots.try_into().expect("so many were split off"),
        weights: sets.iter().map(set).collect(),
    }
}
