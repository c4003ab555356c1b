//! `cargo xtask bench`: runs `benchmarks/`.

use xshell::cmd;

use crate::Problem;
use crate::build::build;
use crate::workspace::{Workspace, run};

/// Builds what is measured, then measures.
pub fn bench(workspace: &Workspace, arguments: &[String]) -> Result<(), Problem> {
    build(workspace)?;
    let shell = &workspace.shell;
    let script = workspace.root.join("benchmarks/run.sh");
    if script.is_file() {
        let command = workspace.release("lockstep");
        return run(cmd!(shell, "bash {script} {arguments...}").env("LOCKSTEP_BIN", command));
    }
    Err(format!("{} is not there: nothing was measured", script.display()))
}
