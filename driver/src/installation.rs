//! Where the files of Lockstep itself are: the plugin and the runtime.

use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The folders Lockstep's files are looked for in.
#[derive(Clone, Debug)]
pub struct Installation {
    folders: Vec<PathBuf>,
    /// The user named the folder.
    named: bool,
}

impl Installation {
    /// The folders of the running command: the one the user names (`LOCKSTEP_LIB`) and no other; else
    /// the one the command stands in (a build), and `../lib/lockstep` beside it (an installation).
    pub fn of_this_command() -> Self {
        if let Some(folder) = std::env::var_os("LOCKSTEP_LIB").filter(|value| !value.is_empty()) {
            return Self { folders: vec![folder.into()], named: true };
        }
        let mut folders = Vec::new();
        if let Ok(command) = std::env::current_exe()
            && let Some(folder) = command.parent()
        {
            folders.push(folder.to_owned());
            if let Some(prefix) = folder.parent() {
                folders.push(prefix.join("lib/lockstep"));
            }
        }
        Self { folders, named: false }
    }

    /// An installation whose files are all in one folder.
    #[cfg(test)]
    pub fn in_folder(folder: &Path) -> Self {
        Self { folders: vec![folder.to_owned()], named: false }
    }

    /// The plugin clang and flang load.
    pub fn plugin(&self) -> Result<PathBuf, Failure> {
        self.find("liblockstep_pass.so")
    }

    /// The runtime as an archive that is linked into an executable.
    pub fn static_runtime(&self) -> Result<PathBuf, Failure> {
        let archive = self.find("liblockstep_runtime.a")?;
        // In a build folder: the same in one object, which links faster (`cargo xtask build`).
        let prelinked = archive.with_file_name("liblockstep_runtime_prelinked.a");
        let age = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
        let is_current = age(&prelinked).is_some_and(|time| Some(time) >= age(&archive));
        Ok(if is_current { prelinked } else { archive })
    }

    /// The runtime as a shared library.
    pub fn shared_runtime(&self) -> Result<PathBuf, Failure> {
        self.find("liblockstep_runtime.so")
    }

    fn find(&self, name: &str) -> Result<PathBuf, Failure> {
        let found = self.folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
        found.map(|path| absolute(&path)).ok_or_else(|| {
            let folders: Vec<_> = self.folders.iter().map(|f| f.display().to_string()).collect();
            let folders = folders.join(", ");
            if self.named {
                return Failure::new(
                    format!("{name} was not found in {folders}, which LOCKSTEP_LIB names"),
                    "set LOCKSTEP_LIB to the folder it is in, or unset it",
                );
            }
            Failure::new(
                format!("{name} was not found in {folders}"),
                "build it with `cargo xtask build`, or set LOCKSTEP_LIB to the folder it is in",
            )
        })
    }
}

/// The path from the root, so that it stays right in a build that changes folders.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn the_prelinked_runtime_is_taken_unless_it_is_stale() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| std::fs::File::create(folder.path().join(name)).unwrap();
        let name = || {
            let path = Installation::in_folder(folder.path()).static_runtime().unwrap();
            path.file_name().unwrap().to_string_lossy().into_owned()
        };
        let archive = file("liblockstep_runtime.a");
        assert_eq!(name(), "liblockstep_runtime.a");
        file("liblockstep_runtime_prelinked.a");
        assert_eq!(name(), "liblockstep_runtime_prelinked.a");
        archive.set_modified(SystemTime::now() + Duration::from_secs(60)).unwrap();
        assert_eq!(name(), "liblockstep_runtime.a");
    }

    #[test]
    fn a_missing_plugin_is_named_with_the_folders_that_were_searched() {
        let folder = tempfile::tempdir().unwrap();
        let failure = Installation::in_folder(folder.path()).plugin().unwrap_err().to_string();
        assert!(failure.contains("liblockstep_pass.so"), "{failure}");
        assert!(failure.contains(&folder.path().display().to_string()), "{failure}");
        assert!(failure.contains("LOCKSTEP_LIB"), "{failure}");
    }
}
