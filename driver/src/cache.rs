//! The user's cache folder: what is found out about an MPI once and needed in every compilation.
//!
//! Everything in it can be deleted at any time. Entries are written beside their place and renamed
//! into it, so compilers that run side by side see a whole entry or none.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The cache's folder, made if need be: `$XDG_CACHE_HOME/lockstep`, `~/.cache/lockstep`, or a
/// folder of this user in the temporary folder where neither can be written (a build daemon).
pub fn folder() -> io::Result<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let wanted = variable("XDG_CACHE_HOME")
        .filter(|path| path.is_absolute())
        .or_else(|| variable("HOME").map(|home| home.join(".cache")))
        .map(|parent| parent.join("lockstep"));
    if let Some(folder) = wanted
        && make(&folder).is_ok()
        && rustix::fs::access(&folder, rustix::fs::Access::WRITE_OK).is_ok()
    {
        return Ok(folder);
    }
    let user = rustix::process::geteuid().as_raw();
    let folder = std::env::temp_dir().join(format!("lockstep-{user}"));
    make(&folder)?;
    // Anybody may make that name in a shared folder; only our own is trusted.
    let data = folder.symlink_metadata()?;
    if data.is_dir() && data.uid() == user && data.mode() & 0o022 == 0 {
        return Ok(folder);
    }
    Err(io::Error::other(format!("{} belongs to somebody else", folder.display())))
}

fn make(folder: &Path) -> io::Result<()> {
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// What an entry depends on, as a name for it: the version of this command and the state of files.
pub struct Key(DefaultHasher);

impl Key {
    /// A key of entries of this kind.
    pub fn new(kind: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        (env!("CARGO_PKG_VERSION"), kind).hash(&mut hasher);
        Self(hasher)
    }

    /// Adds a file: its name, what it resolves to, its size and its time of modification.
    #[must_use]
    pub fn file(mut self, path: &Path) -> Self {
        path.hash(&mut self.0);
        path.canonicalize().ok().hash(&mut self.0);
        if let Ok(data) = path.metadata() {
            let modified =
                data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            (data.len(), modified).hash(&mut self.0);
        }
        self
    }

    /// The entry's name.
    pub fn name(&self) -> String {
        format!("{:016x}", self.0.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_gives_another_key() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mpif.h");
        std::fs::write(&file, "one").unwrap();
        let before = Key::new("test").file(&file).name();
        assert_eq!(before, Key::new("test").file(&file).name());
        std::fs::write(&file, "three").unwrap();
        assert_ne!(before, Key::new("test").file(&file).name());
        assert_ne!(before, Key::new("other").file(&file).name());
    }
}
