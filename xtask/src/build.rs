//! `cargo xtask build`: the plugin, the runtime and the command.

use std::os::unix::fs::symlink;
use std::path::Path;

use xshell::cmd;

use crate::Problem;
use crate::prelink;
use crate::workspace::{Workspace, run};

/// Names under which the command stands for a compiler, where a build system takes one word only.
pub const COMPILER_NAMES: &[&str] = &["lockstep-cc", "lockstep-c++", "lockstep-fc"];

/// Builds all three into `target/release`.
pub fn build(workspace: &Workspace) -> Result<(), Problem> {
    let shell = &workspace.shell;
    run(cmd!(shell, "cargo build --release -p lockstep-pass -p lockstep-runtime -p lockstep"))?;
    let folder = workspace.target.join("release");
    prelink::prelink(workspace, &folder)?;
    link_names(&folder)
}

/// Makes the compiler names beside the command.
pub fn link_names(folder: &Path) -> Result<(), Problem> {
    for name in COMPILER_NAMES {
        let link = folder.join(name);
        // One that was there before is replaced, whatever it points at.
        let _ = std::fs::remove_file(&link);
        symlink("lockstep", &link).map_err(|error| format!("{}: {error}", link.display()))?;
    }
    Ok(())
}
