//! A Rust program on the `mpi` crate: rustc's bitcode goes through the plugin by `opt`, and what is
//! found has its Rust places. Needs libclang for the crate's bindings, and the network (or a full
//! cargo cache) the first time.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use lockstep_core::finding::{Finding, Location};
use lockstep_testsuite::check::read_findings;
use lockstep_testsuite::toolchain;

/// The bitcode of one of the two programs.
fn bitcode(binary: &str, scratch: &Path) -> Result<PathBuf, String> {
    let file = scratch.join(format!("{binary}.bc"));
    let libraries = stdout(Command::new("llvm-config-22").arg("--libdir"))?;
    let mut command = Command::new(env!("CARGO"));
    command.args(["rustc", "--locked", "--bin", binary, "--manifest-path"]);
    command.arg(folder().join("Cargo.toml")).arg("--target-dir").arg(scratch.join("target"));
    command.arg("--").arg(format!("--emit=llvm-bc={}", file.display()));
    command.env("LIBCLANG_PATH", libraries.trim()).env("MPICC", "mpicc.openmpi");
    stdout(&mut command)?;
    match file.is_file() {
        true => Ok(file),
        false => Err(format!("rustc has not written {}", file.display())),
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rust_program")
}

/// What a command prints, if it succeeds.
fn stdout(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("{command:?} does not start: {e}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// The findings in a program.
fn findings(binary: &str) -> Result<Vec<Finding>, String> {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust_program");
    fs::create_dir_all(&scratch).map_err(|e| format!("{}: {e}", scratch.display()))?;
    let bitcode = bitcode(binary, &scratch)?;
    let json = scratch.join(format!("{binary}.jsonl"));
    if json.exists() {
        fs::remove_file(&json).map_err(|e| e.to_string())?;
    }
    let plugin = stdout(Command::new(toolchain::find_lockstep()?).arg("plugin"))?;
    let mut command = Command::new("opt-22");
    command.arg(format!("-load-pass-plugin={}", plugin.trim()));
    command.arg("-passes=default<O2>").arg(bitcode).args(["-o", "/dev/null"]);
    stdout(command.env("LOCKSTEP_JSON", &json))?;
    read_findings(&json)
}

/// The lines of a program marked `//~ NAME`, by name.
fn marks(binary: &str) -> BTreeMap<String, u32> {
    let path = folder().join("src/bin").join(format!("{binary}.rs"));
    let text = fs::read_to_string(path).expect("the program is in the repository");
    let marked = |(line, text): (u32, &str)| Some((text.split_once("//~ ")?.1.to_owned(), line));
    (1..).zip(text.lines()).filter_map(marked).collect()
}

#[test]
fn a_finding_in_a_rust_program_has_rust_places() {
    let found = findings("faulty").expect("the program is built and analysed");
    let [finding] = &found[..] else { panic!("one finding is expected: {found:#?}") };
    assert_eq!(finding.rule, "collective_divergence");
    let notes = || finding.notes.iter().map(|note| &note.location);
    let places = || std::iter::once(&finding.location).chain(notes());
    for place in places() {
        assert!(place.file.ends_with(".rs") && place.line > 0, "{finding:#?}");
    }
    let is_at = |line: u32| {
        move |place: &Location| place.file.ends_with("src/bin/faulty.rs") && place.line == line
    };
    for (mark, line) in marks("faulty") {
        assert!(places().any(is_at(line)), "no place at the {mark}, line {line}: {finding:#?}");
    }
}

#[test]
fn the_clean_twin_is_left_alone() {
    let found = findings("clean").expect("the program is built and analysed");
    assert!(found.is_empty(), "{found:#?}");
}
