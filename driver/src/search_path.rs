//! Finding programs as the shell does.

use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The file `name` stands for: itself when it has a folder, else the first match in `PATH`.
/// `None`: there is no such executable file.
pub fn find(name: impl AsRef<OsStr>) -> Option<PathBuf> {
    find_in(name.as_ref(), std::env::var_os("PATH").as_deref())
}

fn find_in(name: &OsStr, path: Option<&OsStr>) -> Option<PathBuf> {
    let named = Path::new(name);
    if named.components().count() != 1 || name.to_string_lossy().contains('/') {
        return is_executable(named).then(|| named.to_owned());
    }
    std::env::split_paths(path?).map(|folder| folder.join(named)).find(|file| is_executable(file))
}

/// Whether this is a file somebody may execute.
pub fn is_executable(file: &Path) -> bool {
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_executable_files_are_programs() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tool");
        std::fs::write(&file, "#!/bin/sh\n").unwrap();
        assert_eq!(find_in("tool".as_ref(), Some(folder.path().as_os_str())), None);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(find_in("tool".as_ref(), Some(folder.path().as_os_str())), Some(file.clone()));
        assert_eq!(find_in(file.as_os_str(), None), Some(file));
        assert_eq!(find_in("".as_ref(), Some(folder.path().as_os_str())), None);
    }
}
