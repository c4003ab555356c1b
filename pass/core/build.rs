//! Teaches the model that all records begin with: what it learns from the usual words is the same in
//! every compilation, and learning takes longer than a small unit's whole record.

#[allow(dead_code, reason = "what reads and writes records")]
#[path = "src/record/coder.rs"]
mod coder;
#[allow(dead_code, reason = "what reads and writes records")]
#[path = "src/record/stream.rs"]
mod stream;
#[allow(dead_code, reason = "what reads and writes records")]
#[path = "src/record/texts.rs"]
mod texts;

use std::path::Path;

use coder::{CONTEXTS, Coder, EXPERIENCES, FIELDS, Model, SLOTS, Slot};
use stream::Stream;

/// What records' texts are made of. Whatever is changed here changes the layout of all records.
const WORDS: &str = "src/record/words.txt";

/// Takes note of nothing: for a model to learn from.
struct Nowhere;

impl Coder for Nowhere {
    const READS: bool = false;

    fn bit(&mut self, bit: bool, _: u32) -> bool {
        bit
    }
}

fn main() {
    for file in [WORDS, "src/record/coder.rs", "src/record/stream.rs", "src/record/texts.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let words = std::fs::read_to_string(WORDS).expect("the words are part of the source");
    let mut stream = Stream::new(Nowhere, ignorant(), None);
    for word in words.lines() {
        stream.text(word);
    }
    let (_, _, model) = stream.finish();
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    std::fs::write(Path::new(&folder).join("model.bin"), bytes(&model))
        .expect("cargo's folder can be written");
}

/// A model that has seen nothing.
fn ignorant() -> Model {
    // Weights are 65536ths.
    let initial = (1 << 16) * 2 / 5;
    let slots = vec![Slot { one: 1 << 15, seen: 0 }; SLOTS].into_boxed_slice();
    Model {
        slots: slots.try_into().expect("there are so many"),
        weights: vec![[initial; CONTEXTS]; FIELDS * EXPERIENCES],
    }
}

/// The model's numbers in their order, little-endian (`src/record/education.rs` reads them).
fn bytes(model: &Model) -> Vec<u8> {
    let slots = model.slots.iter().flat_map(|slot| [slot.one, slot.seen]);
    let weights = model.weights.iter().flatten();
    slots
        .flat_map(u16::to_le_bytes)
        .chain(weights.flat_map(|weight| weight.to_le_bytes()))
        .collect()
}
