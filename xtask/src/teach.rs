//! `cargo xtask teach-records`: what the model of records begins with, learnt from the records of the test suite's
//! clean programs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use xshell::cmd;

use crate::Problem;
use crate::build;
use crate::workspace::{Workspace, run};

/// What is written, and where the programs are.
const TAUGHT: &str = "pass/core/src/record/taught.bin";
const CASES: &str = "testsuite/cases";

/// Compiles the programs, takes their records out of the objects, and teaches a model with them.
pub fn teach(workspace: &Workspace) -> Result<(), Problem> {
    build::build(workspace)?;
    let shell = &workspace.shell;
    let folder = workspace.target.join("teach-records");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let programs = lessons(&workspace.root.join(CASES))?;
    let lockstep = workspace.release("lockstep");
    let records: Vec<PathBuf> =
        programs.iter().filter_map(|program| record_of(&lockstep, program, &folder)).collect();
    println!("{} programs, {} with a record", programs.len(), records.len());
    let taught = workspace.root.join(TAUGHT);
    let example = ["--release", "-p", "lockstep-core", "--example", "teach_records", "--"];
    // Hundreds of names are nothing to show.
    run(cmd!(shell, "cargo run --quiet {example...} {taught} {records...}").quiet())?;
    println!("{TAUGHT} is written: raise the version of records (pass/core/src/record/mod.rs)");
    std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// The languages, and every how many programs is a lesson: C++'s library is in each of its programs, and would be all
/// that is known. What comes last counts most.
const LANGUAGES: [(&str, usize); 3] = [("c", 2), ("cpp", 6), ("f90", 1)];

/// The programs to learn from, in order.
fn lessons(cases: &Path) -> Result<Vec<PathBuf>, Problem> {
    let mut programs = Vec::new();
    find_clean(cases, &mut programs)?;
    programs.sort();
    let of_language = |(name, every): (&'static str, usize)| {
        let is_one = move |program: &&PathBuf| program.extension().is_some_and(|it| it == name);
        programs.iter().filter(is_one).step_by(every).cloned()
    };
    Ok(LANGUAGES.into_iter().flat_map(of_language).collect())
}

/// All programs in folders called `clean`.
fn find_clean(folder: &Path, programs: &mut Vec<PathBuf>) -> Result<(), Problem> {
    let entries = folder.read_dir().map_err(|error| format!("{}: {error}", folder.display()))?;
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        if path.is_dir() {
            find_clean(&path, programs)?;
        } else if folder.ends_with("clean") {
            programs.push(path);
        }
    }
    Ok(())
}

/// The file with the record of one program; `None`: it does not compile with these options alone.
fn record_of(lockstep: &Path, program: &Path, folder: &Path) -> Option<PathBuf> {
    let language = match program.extension()?.to_str()? {
        "c" => "cc",
        "cpp" => "c++",
        "f90" => "fc",
        _ => return None,
    };
    let rule = program.parent()?.parent()?.file_name()?.to_string_lossy().into_owned();
    let name = format!("{rule}-{}", program.file_name()?.to_string_lossy());
    let (object, record) = (folder.join(format!("{name}.o")), folder.join(&name));
    let mut compile = Command::new(lockstep);
    compile.args([language, "--mpi=openmpi", "-O2", "-g", "-fopenmp", "-w", "-c"]);
    compile.arg(program).arg("-o").arg(&object).current_dir(folder);
    let mut extract = Command::new("llvm-objcopy-22");
    extract.args(["-O", "binary", "--only-section=lockstep", "--set-section-flags=lockstep=alloc"]);
    extract.arg(&object).arg(&record);
    for command in [&mut compile, &mut extract] {
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success()).then_some(())?;
    }
    Some(record)
}
