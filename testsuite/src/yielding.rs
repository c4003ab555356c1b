//! A library to preload into ranks of MPICH. They wait by asking again and again, and so keep the core from the
//! rank they wait for where there are more ranks than cores: a job of four ranks on two cores takes ten times as long.
//! With it a rank that finds nothing to do yields, as those of Open MPI do by `mpi_yield_when_idle`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The library, made in `folder` when it is first asked for.
///
/// # Panics
/// It cannot be made.
pub fn library(folder: &Path) -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let path = |kind: &str| folder.join(format!("yielding-{}.{kind}", std::process::id()));
        let (source, made) = (path("c"), path("so"));
        fs::write(&source, include_str!("yielding.c")).expect("the folder can be written to");
        let mut command = Command::new("clang-22");
        command.args(["-D_GNU_SOURCE", "-O1", "-fPIC", "-shared"]).arg(&source);
        let status = command.arg("-o").arg(&made).arg("-ldl").status();
        assert!(status.expect("clang-22 starts").success(), "{} fails", source.display());
        // One name for all: nothing is left of a process.
        let library = folder.join("yielding.so");
        fs::rename(&made, &library).expect("in one folder");
        fs::remove_file(&source).expect("it was written");
        library
    })
}
