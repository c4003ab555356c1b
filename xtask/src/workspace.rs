//! Where things are, and how commands are run.

use std::path::{Path, PathBuf};

use xshell::{Cmd, Shell, cmd};

use crate::Problem;

/// The source tree and its build folder.
pub struct Workspace {
    /// The folder with the workspace's `Cargo.toml`.
    pub root: PathBuf,
    /// Where cargo builds.
    pub target: PathBuf,
    /// Runs commands in [`Self::root`].
    pub shell: Shell,
}

impl Workspace {
    /// The workspace this command belongs to.
    pub fn find() -> Result<Self, Problem> {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = manifest.parent().ok_or("the workspace has no folder")?.to_owned();
        let shell = Shell::new().map_err(|error| error.to_string())?;
        shell.change_dir(&root);
        let metadata = cmd!(shell, "cargo metadata --no-deps --format-version 1").quiet().read();
        let metadata = metadata.map_err(|error| error.to_string())?;
        let metadata: serde_json::Value =
            serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
        let target = metadata["target_directory"].as_str().ok_or("cargo names no build folder")?;
        Ok(Self { target: target.into(), root, shell })
    }

    /// A file of the release build.
    pub fn release(&self, name: &str) -> PathBuf {
        self.target.join("release").join(name)
    }

    /// The files of the project, relative to the root: all but what git ignores.
    pub fn files(&self) -> Result<Vec<PathBuf>, Problem> {
        let listing = cmd!(self.shell, "git ls-files -z --cached --others --exclude-standard");
        let listing = listing.quiet().read().map_err(|error| error.to_string())?;
        let mut files: Vec<_> = listing
            .split('\0')
            .filter(|name| !name.is_empty())
            .map(PathBuf::from)
            .filter(|file| self.root.join(file).is_file())
            .collect();
        files.sort();
        files.dedup();
        Ok(files)
    }

    /// The text of a file. `None`: it is not there, or not text.
    pub fn text(&self, file: &Path) -> Option<String> {
        std::fs::read_to_string(self.root.join(file)).ok()
    }
}

/// Runs a command whose failure is a problem, showing it before.
pub fn run(command: Cmd<'_>) -> Result<(), Problem> {
    command.run().map_err(|error| error.to_string())
}
