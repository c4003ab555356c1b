//! `cargo xtask bench`: runs `benchmarks/`.

use xshell::cmd;

use crate::Problem;
use crate::build::build;
use crate::workspace::{Workspace, run};

/// Builds what is measured, then measures.
pub fn bench(workspace: &Workspace, arguments: &[String]) -> Result<(), Problem> {
    build(workspace)?;
    let shell = &workspace.shell;
    let script = workspace.root.join("benchmarks/run");
    if !script.is_file() {
        return Err(format!("{} is not there: nothing was measured", script.display()));
    }
    let command = workspace.release("lockstep");
    run(cmd!(shell, "python3 {script} {arguments...}").env("LOCKSTEP", command))
}
