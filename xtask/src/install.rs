//! `cargo xtask install`: `PREFIX/bin` and `PREFIX/lib/lockstep`.

use std::path::Path;

use crate::Problem;
use crate::build::{build, link_names};
use crate::prelink::{EXPORTS, PRELINKED};
use crate::workspace::Workspace;

/// What lies in `lib/lockstep`: the name it was built by, and its name there.
const LIBRARIES: &[(&str, &str)] = &[
    ("liblockstep_pass.so", "liblockstep_pass.so"),
    (PRELINKED, "liblockstep_runtime.a"),
    (EXPORTS, "liblockstep_runtime.exports"),
    ("liblockstep_runtime.so", "liblockstep_runtime.so"),
];

/// Builds and copies.
pub fn install(workspace: &Workspace, prefix: &Path) -> Result<(), Problem> {
    build(workspace)?;
    let programs = prefix.join("bin");
    let libraries = prefix.join("lib/lockstep");
    for folder in [&programs, &libraries] {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
    }
    copy(&workspace.release("lockstep"), &programs.join("lockstep"))?;
    for (built, name) in LIBRARIES {
        copy(&workspace.release(built), &libraries.join(name))?;
    }
    link_names(&programs)?;
    println!("installed below {}", prefix.display());
    Ok(())
}

/// Copies by way of a new file: the old one may be in use by a program that runs.
fn copy(from: &Path, to: &Path) -> Result<(), Problem> {
    let new = to.with_extension("new");
    std::fs::copy(from, &new).and_then(|_| std::fs::rename(&new, to)).map_err(|error| {
        format!("{} cannot be copied to {}: {error}", from.display(), to.display())
    })
}
