//! Makes the table of what the model all records begin with was taught (`src/record/education.rs`).

#[allow(dead_code, reason = "what reads and writes records")]
#[path = "src/record/coder.rs"]
mod coder;
#[allow(dead_code, reason = "what teaches")]
#[path = "src/record/taught.rs"]
mod taught;

use std::path::Path;

/// What `cargo xtask teach-records` wrote.
const TAUGHT: &str = "src/record/taught.bin";

fn main() {
    for file in [TAUGHT, "src/record/coder.rs", "src/record/taught.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let file = std::fs::read(TAUGHT).expect("what was taught is part of the source");
    let folder = std::env::var("OUT_DIR").expect("cargo sets it");
    std::fs::write(Path::new(&folder).join("taught"), taught::table(&file))
        .expect("cargo's folder can be written");
}
