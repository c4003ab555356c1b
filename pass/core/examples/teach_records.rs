//! Writes what the model of records is to know of the programs whose records are in these files, each the content
//! of an object's section `lockstep`: `teach_records OUT FILE...`.

use std::process::ExitCode;

use lockstep_core::record::{self, Unit};

fn main() -> ExitCode {
    match teach() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("teach_records: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn teach() -> Result<(), String> {
    let mut files = std::env::args().skip(1);
    let out = files.next().ok_or("name the file to write")?;
    let mut units: Vec<Unit> = Vec::new();
    for file in files {
        let section = std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
        let read = record::decode(&section).map_err(|error| format!("{file}: {error}"))?;
        units.extend(read.into_iter().map(|(_, unit)| unit));
    }
    std::fs::write(&out, record::teach(&units)).map_err(|error| format!("{out}: {error}"))
}
