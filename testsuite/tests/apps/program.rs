//! The programs of `apps/`: how they are built and run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use lockstep_testsuite::annotation::Language;
use lockstep_testsuite::process::{self, Outcome};
use lockstep_testsuite::toolchain::{Compiler, Mpi};

const COMPILE_LIMIT: Duration = Duration::from_secs(180);

/// A program of `apps/`.
#[derive(Debug)]
pub struct Program {
    /// Its folder and the name of what is built.
    pub name: &'static str,
    /// What it is written in.
    pub language: Language,
    /// The sources in the order in which they are compiled.
    pub sources: &'static [&'static str],
    /// Flags of every compilation and of the link.
    pub flags: &'static [&'static str],
    /// Further arguments of the link.
    pub libraries: &'static [&'static str],
    /// The arguments of each run that is to succeed.
    pub runs: &'static [&'static str],
}

/// All of them.
pub const PROGRAMS: &[Program] = &[
    Program {
        name: "heat2d",
        language: Language::C,
        sources: &[
            "agree.c",
            "checkpoint.c",
            "domain.c",
            "field.c",
            "main.c",
            "options.c",
            "report.c",
            "solver.c",
        ],
        flags: &["-O2", "-g", "-std=c11", "-Wall", "-Wextra"],
        libraries: &["-lm"],
        runs: &["-r 24 -c 32 -n 60 -k 5 -o state.checkpoint", "-r 17 -c 19 -p -n 80 -t 0.2 -v"],
    },
    Program {
        name: "conjugate_gradient",
        language: Language::Cpp,
        sources: &[
            "collective_error.cpp",
            "communicator.cpp",
            "csr_matrix.cpp",
            "io_group.cpp",
            "main.cpp",
            "options.cpp",
            "partition.cpp",
            "problem.cpp",
        ],
        flags: &["-O2", "-g", "-std=c++17", "-Wall", "-Wextra"],
        libraries: &[],
        runs: &["--grid 18 --log log --log-every 5", "--grid 16 --plain --digits 6"],
    },
    Program {
        name: "sample_sort",
        language: Language::C,
        sources: &[
            "balance.c",
            "exchange.c",
            "input.c",
            "keys.c",
            "main.c",
            "sort.c",
            "splitters.c",
            "verify.c",
        ],
        flags: &["-O2", "-g", "-std=c11", "-Wall", "-Wextra"],
        libraries: &[],
        runs: &["-n 20000 -m 500", "-n 5001 -p skewed -m 100", "-f numbers.txt", "-n 2", "-n 0"],
    },
    Program {
        name: "multi_zone",
        language: Language::Fortran,
        // In the order in which the modules need each other.
        sources: &[
            "precision.f90",
            "failure.f90",
            "configuration.f90",
            "zones.f90",
            "kernels.f90",
            "exchange.f90",
            "diagnostics.f90",
            "multi_zone.f90",
        ],
        flags: &["-O2", "-g", "-fopenmp"],
        libraries: &[],
        runs: &["short.nml", "no_history.nml"],
    },
];

impl Program {
    /// Its sources in this repository.
    pub fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("apps").join(self.name)
    }

    /// Makes `folder` anew with a copy of the sources and of the input files.
    ///
    /// # Errors
    /// The file system's.
    pub fn copy_to(&self, folder: &Path) -> Result<(), String> {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        copy_files(&self.folder(), folder)?;
        let inputs = self.folder().join("inputs");
        if inputs.is_dir() { copy_files(&inputs, folder) } else { Ok(()) }
    }

    /// Compiles some of the sources in `folder`, file by file as a build would. Answers what the
    /// compiler wrote.
    ///
    /// # Errors
    /// The compiler's, with its output.
    pub fn compile(
        &self,
        sources: &[&str],
        compiler: &Compiler,
        environment: &[(&str, &str)],
        mpi: Mpi,
        folder: &Path,
    ) -> Result<String, String> {
        let mut written = String::new();
        for source in sources {
            let mut command = compiler.command(self.language, mpi)?;
            command.args(self.flags).args(["-c", source, "-o", &object(source)]);
            command.envs(environment.iter().copied());
            written += &finish(&mut command, folder)?;
        }
        Ok(written)
    }

    /// Links the objects in `folder` to `folder/<name>`. Answers what the compiler wrote.
    ///
    /// # Errors
    /// The compiler's, with its output.
    pub fn link(&self, compiler: &Compiler, mpi: Mpi, folder: &Path) -> Result<String, String> {
        let mut command = compiler.command(self.language, mpi)?;
        command.args(self.flags).args(self.sources.iter().map(|source| object(source)));
        command.args(["-o", self.name]).args(compiler.link_flags(self.language, mpi)?);
        finish(command.args(self.libraries), folder)
    }

    /// Runs the program that was linked in `folder`, there.
    ///
    /// # Errors
    /// `mpirun` is missing.
    pub fn run(
        &self,
        arguments: &[String],
        ranks: u32,
        mpi: Mpi,
        folder: &Path,
        limit: Duration,
    ) -> Result<Outcome, String> {
        let mut command = mpi.launch(ranks, &folder.join(self.name));
        process::run(command.args(arguments), folder, limit)
    }

    /// The sources that are to be compiled again after `file` has changed: itself, or all if it
    /// is a header.
    pub fn sources_after<'a>(&'a self, file: &'a str) -> Vec<&'a str> {
        match self.sources.contains(&file) {
            true => vec![file],
            false => self.sources.to_vec(),
        }
    }
}

/// The folder of a build and what the compilers wrote, or why there is none.
type Built = Result<(PathBuf, String), String>;

/// Complete builds of the unchanged programs, made when they are first asked for and used by all
/// trials.
#[derive(Debug, Default)]
pub struct Builds {
    made: Mutex<BTreeMap<String, Arc<Mutex<Option<Built>>>>>,
}

impl Builds {
    /// The folder with the build of `program` called `label`, and what the compilers wrote.
    ///
    /// # Errors
    /// Why it does not build.
    pub fn get(
        &self,
        program: &Program,
        label: &str,
        compiler: &Compiler,
        mpi: Mpi,
        scratch: &Path,
    ) -> Built {
        let name = format!("{}@{}-{label}", program.name, mpi.name());
        let slot = {
            let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(made.entry(name.clone()).or_default())
        };
        // Held while building: who comes second waits for the first instead of building too.
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        slot.get_or_insert_with(|| {
            let folder = scratch.join(&name);
            program.copy_to(&folder)?;
            let written = program.compile(program.sources, compiler, &[], mpi, &folder)?;
            let linked = program.link(compiler, mpi, &folder)?;
            Ok((folder, written + &linked))
        })
        .clone()
    }
}

/// Copies the files of a folder, not its folders.
///
/// # Errors
/// The file system's.
pub fn copy_files(from: &Path, to: &Path) -> Result<(), String> {
    let problem =
        |error: std::io::Error| format!("{} to {}: {error}", from.display(), to.display());
    fs::create_dir_all(to).map_err(problem)?;
    for entry in fs::read_dir(from).map_err(problem)?.flatten() {
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name())).map_err(problem)?;
        }
    }
    Ok(())
}

fn object(source: &str) -> String {
    Path::new(source).with_extension("o").to_string_lossy().into_owned()
}

fn finish(command: &mut std::process::Command, folder: &Path) -> Result<String, String> {
    let outcome = process::run(command, folder, COMPILE_LIMIT)?;
    match outcome.succeeded() {
        true => Ok(outcome.stdout + &outcome.stderr),
        false => Err(format!("{command:?} fails:\n{}{}", outcome.stdout, outcome.stderr)),
    }
}
