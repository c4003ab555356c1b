//! `cargo xtask demo`: a faulty program, the warning, the abort, and its corrected twin. The README's
//! transcript is what it prints.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use lockstep_core::abi;

use crate::workspace::Workspace;
use crate::{Problem, build, setup};

/// The rule the faulty program breaks.
const RULE: &str = "[lockstep::collective_divergence]";

/// Long enough for the slowest machine; the job ends by itself in a second.
const LIMIT: &str = "120";

/// Shows all three; fails if one of them did not happen as told.
pub fn demo(workspace: &Workspace) -> Result<(), Problem> {
    setup::setup(workspace)?;
    build::build(workspace)?;
    let folder = workspace.target.join("demo");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let show = Show { command: workspace.release("lockstep"), folder };
    let sources = workspace.root.join("testsuite/demo");

    println!("\n1. A program with a mistake is compiled:\n");
    let warning = show.compile(&sources, Path::new("faulty.c"))?;
    expect(warning.contains(RULE), "the compiler warns about the faulty program")?;

    println!("\n2. It runs on 4 ranks, and ends before it hangs:\n");
    let (status, output) = show.run("faulty")?;
    expect(status == Some(abi::EXIT_STATUS), "the job ends with Lockstep's status")?;
    expect(
        output.contains("MPI_Bcast") && output.contains("MPI_Allreduce"),
        "both calls are told",
    )?;

    println!("\n3. The corrected program is compiled and runs, and Lockstep is silent:\n");
    let warning = show.compile(&sources, Path::new("corrected.c"))?;
    expect(warning.is_empty(), "the compiler is silent about the corrected program")?;
    let (status, output) = show.run("corrected")?;
    expect(status == Some(0) && output.contains("settled"), "the corrected program does its work")?;
    expect(!output.to_lowercase().contains("lockstep"), "Lockstep is silent while it runs")?;
    println!("\nAll three happened as told.");
    Ok(())
}

fn expect(happened: bool, what: &str) -> Result<(), Problem> {
    if happened { Ok(()) } else { Err(format!("the demo expected that {what}; it did not happen")) }
}

struct Show {
    /// `lockstep`.
    command: PathBuf,
    /// Where programs are put.
    folder: PathBuf,
}

impl Show {
    /// Compiles a program; answers what the compiler said.
    fn compile(&self, folder: &Path, source: &Path) -> Result<String, Problem> {
        let stem = source.file_stem().unwrap_or_default();
        println!("$ lockstep cc -O2 {} -o {} -lm", source.display(), stem.display());
        let mut compiler = Command::new(&self.command);
        compiler.current_dir(folder).args(["cc", "-O2"]).arg(source).arg("-o");
        let output = self.shown(compiler.arg(self.folder.join(stem)).arg("-lm"))?;
        if !output.status.success() {
            return Err(format!("{} was not compiled", source.display()));
        }
        Ok(String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Runs a program on 4 ranks; answers the exit status and all that was printed. The time
    /// limit is for the case that Lockstep fails to end it.
    fn run(&self, program: &str) -> Result<(Option<i32>, String), Problem> {
        println!("$ lockstep run -n 4 ./{program}");
        let mut launcher = Command::new("timeout");
        launcher.args(["--kill-after=5", LIMIT]).arg(&self.command);
        let program = format!("./{program}");
        let output =
            self.shown(launcher.current_dir(&self.folder).args(["run", "-n", "4", &program]))?;
        let text = [output.stdout.as_slice(), &output.stderr].concat();
        println!("(exit status {})", output.status.code().unwrap_or(-1));
        Ok((output.status.code(), String::from_utf8_lossy(&text).into_owned()))
    }

    /// Runs to the end and prints what was said.
    fn shown(&self, command: &mut Command) -> Result<Output, Problem> {
        let output = command.output().map_err(|error| {
            format!("{} does not start: {error}", command.get_program().display())
        })?;
        print!("{}", String::from_utf8_lossy(&output.stdout));
        print!("{}", String::from_utf8_lossy(&output.stderr));
        Ok(output)
    }
}
