//! Compiles small MPI programs with the runtime linked in and runs them, each under a time limit
//! that ends the whole process group.

#![allow(dead_code, reason = "each test program uses its own part of the harness")]

// What the suite's programs are run with as well, made from one source.
#[path = "../../../testsuite/src/yielding.rs"]
mod yielding;

use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Both MPI libraries, as Debian names their commands.
pub const LIBRARIES: [&str; 2] = ["openmpi", "mpich"];

/// No run takes longer; one that does hangs.
const TIME_LIMIT: Duration = Duration::from_secs(90);

/// How a run ended.
#[derive(Debug)]
pub struct Outcome {
    /// The launcher's exit status; `None`: it was killed, by the time limit for one.
    pub status: Option<i32>,
    /// Everything on stdout and stderr.
    pub output: String,
}

/// What a program is linked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The static library.
    Static,
    /// Nothing: the shared library is preloaded.
    Preload,
}

/// A folder for what the tests make.
pub fn scratch() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// The folder the runtime was built into: two above the test program, which is in `deps`.
fn library_folder() -> PathBuf {
    let test = std::env::current_exe().expect("a test program has a path");
    let deps = test.parent().expect("it is in a folder");
    deps.parent().expect("which is in the profile's").to_owned()
}

/// The runtime's static and shared library. `cargo test` builds the rlib only, so ask for the others.
fn libraries() -> &'static (PathBuf, PathBuf) {
    static LIBRARIES: OnceLock<(PathBuf, PathBuf)> = OnceLock::new();
    LIBRARIES.get_or_init(|| {
        let folder = library_folder();
        let release = folder.ends_with("release");
        let mut command = Command::new(env!("CARGO"));
        command.args(["build", "--quiet", "--package", "lockstep-runtime", "--manifest-path"]);
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).arg("--target-dir");
        command.arg(folder.parent().expect("the target folder"));
        if release {
            command.arg("--release");
        }
        assert!(command.status().expect("cargo runs").success(), "the runtime does not build");
        (folder.join("liblockstep_runtime.a"), folder.join("liblockstep_runtime.so"))
    })
}

/// The shared library.
pub fn shared_library() -> &'static Path {
    &libraries().1
}

/// What links the static library.
pub fn static_link() -> Vec<String> {
    let mut flags = vec![format!("-Wl,-u,{}", lockstep_core::abi::ANCHOR)];
    flags.push(libraries().0.display().to_string());
    flags.extend(
        ["MPI_*", "mpi_*", "ompt_start_tool", "__lockstep_v2_*"]
            .map(|name| format!("-Wl,--export-dynamic-symbol={name}")),
    );
    flags.extend(["-ldl", "-lm", "-lgcc_s"].map(ToOwned::to_owned));
    flags
}

/// Compiles `tests/programs/SOURCE` against an MPI library, once per test program.
pub fn compile(source: &str, library: &str, link: Link) -> PathBuf {
    static COMPILING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = COMPILING.lock().unwrap_or_else(PoisonError::into_inner);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(source);
    let process = std::process::id();
    let program = scratch().join(format!("{source}-{library}-{link:?}-{process}"));
    if program.exists() {
        return program;
    }
    let mut command = Command::new(format!("mpicc.{library}"));
    command.env("OMPI_CC", "clang-22").env("MPICH_CC", "clang-22");
    command.args(["-g", "-Wall", "-Werror", "-pthread"]).arg(path).arg("-o").arg(&program);
    if link == Link::Static {
        command.args(static_link());
    }
    assert!(command.status().expect("the compiler runs").success(), "{source} does not compile");
    program
}

/// Links `tests/programs/SOURCE...` into a program with `command`, a compiler and its flags, once per
/// test program and `name`.
pub fn build(name: &str, command: &[&str], sources: &[&str], link: &[String]) -> PathBuf {
    static BUILDING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    let program = scratch().join(format!("{name}-{}", std::process::id()));
    if program.exists() {
        return program;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let (compiler, flags) = command.split_first().expect("a compiler");
    let mut command = Command::new(compiler);
    command.env("OMPI_CC", "clang-22").env("MPICH_CC", "clang-22");
    command.env("OMPI_CXX", "clang++-22").env("MPICH_CXX", "clang++-22");
    command.arg("-g").args(flags).args(sources.iter().map(|source| folder.join(source)));
    command.arg("-o").arg(&program).args(link);
    assert!(command.status().expect("the compiler runs").success(), "{name} does not compile");
    program
}

/// What `mpifort.mpich -show` says, after the compiler's name.
fn fortran_flags() -> Vec<String> {
    let shown = Command::new("mpifort.mpich").arg("-show").output().expect("mpifort.mpich runs");
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    let flags = shown.split_whitespace().skip(1);
    // What is meant for gfortran alone.
    let wanted = |flag: &&str| ["-I", "-L", "-l"].iter().any(|start| flag.starts_with(start));
    flags.filter(wanted).map(ToOwned::to_owned).collect()
}

/// Compiles `tests/programs/SOURCE` with flang against MPICH.
pub fn fortran(source: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(source);
    let program = scratch().join(format!("{source}-{}", std::process::id()));
    let mut command = Command::new("flang-22");
    command.arg("-g").arg(path).arg("-o").arg(&program).args(static_link()).args(fortran_flags());
    assert!(command.status().expect("flang-22 runs").success(), "{source} does not compile");
    program
}

/// Runs a program without a launcher.
pub fn run_alone(program: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Outcome {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(scratch());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for name in
        ["LOCKSTEP_CHECK", "LOCKSTEP_BOARD", "LOCKSTEP_SENDS", "LOCKSTEP_REPORT", "OMP_NUM_THREADS"]
    {
        command.env_remove(name);
    }
    command.envs(environment.iter().copied());
    finish(command)
}

/// Runs a program on `ranks` ranks.
pub fn run(
    library: &str,
    ranks: u32,
    program: &Path,
    arguments: &[&str],
    environment: &[(&str, &str)],
) -> Outcome {
    // Launchers of four ranks each on a small machine get in each other's way: one at a time.
    static RUNNING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut command = Command::new(format!("mpirun.{library}"));
    command.arg("-n").arg(ranks.to_string()).arg(program).args(arguments);
    command
        .current_dir(scratch())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.envs([
        ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
        ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
        ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
        ("OMPI_MCA_mpi_yield_when_idle", "1"),
        ("OMPI_MCA_btl", "self,vader"),
    ]);
    for name in ["LOCKSTEP_CHECK", "LOCKSTEP_BOARD", "LOCKSTEP_SENDS", "LOCKSTEP_REPORT"] {
        command.env_remove(name);
    }
    command.envs(environment.iter().copied());
    if library == "mpich" {
        let preloaded = environment.iter().filter(|(name, _)| *name == "LD_PRELOAD");
        let mut preloaded: Vec<_> = preloaded.map(|(_, value)| (*value).to_owned()).collect();
        preloaded.push(yielding::library(&scratch()).display().to_string());
        command.env("LD_PRELOAD", preloaded.join(":"));
    }
    finish(command)
}

/// Waits for a launcher, with what it and its ranks write; ends all of them at the time limit.
fn finish(mut command: Command) -> Outcome {
    // Processes of Open MPI that start at once share a folder below /tmp, which the first to end takes away while another
    // makes one in it.
    let session = tempfile::tempdir().expect("a folder can be made");
    command.env("OMPI_MCA_orte_tmpdir_base", session.path());
    let mut child = command.process_group(0).spawn().expect("the launcher runs");
    let mut pipes: Vec<Box<dyn Read + Send>> = Vec::new();
    pipes.extend(child.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    pipes.extend(child.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    let readers: Vec<_> = pipes
        .into_iter()
        .map(|mut pipe| {
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                let _ = pipe.read_to_end(&mut bytes);
                String::from_utf8_lossy(&bytes).into_owned()
            })
        })
        .collect();
    let end = Instant::now() + TIME_LIMIT;
    let status = loop {
        if let Some(status) = child.try_wait().expect("the launcher can be waited for") {
            break Some(status);
        }
        if Instant::now() > end {
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-9", "--", &group]).status();
            let _ = child.wait();
            break None;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let output = readers.into_iter().map(|reader| reader.join().unwrap_or_default()).collect();
    // A launcher that dies by a signal passes on that of a rank.
    let code =
        status.and_then(|status| status.code().or(status.signal().map(|signal| 128 + signal)));
    Outcome { status: code, output }
}

/// Everything said in the report, with the columns' padding made single spaces.
pub fn report(outcome: &Outcome) -> String {
    let lines = outcome.output.lines().skip_while(|line| !line.contains("lockstep: error"));
    let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("\n")
}

/// How many reports there are.
pub fn reports(outcome: &Outcome) -> usize {
    outcome.output.matches("lockstep: error").count()
}
