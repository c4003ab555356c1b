//! What an MPI's compiler wrapper would add to a command line.
//!
//! The wrappers are the only authority on it, and all of them answer `-show`. The answer is kept
//! in the cache: a process for every compilation is what a build would feel first.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use crate::cache;
use crate::failure::Failure;

/// What an MPI adds to a command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flags {
    /// Folders with its headers.
    pub include_folders: Vec<PathBuf>,
    /// Arguments for the linker, as the compiler takes them: `-L…`, `-l…`, `-Wl,-rpath,…`, files.
    pub link: Vec<String>,
}

/// The flags of this wrapper, from the cache or by asking it.
pub fn flags(wrapper: &Path) -> Result<Flags, Failure> {
    let key = cache::Key::new("mpi-flags").file(wrapper).name();
    let entry = cache::folder().ok().map(|folder| folder.join(format!("{key}.json")));
    if let Some(content) = entry.as_ref().and_then(|file| std::fs::read(file).ok())
        && let Ok(flags) = serde_json::from_slice(&content)
    {
        return Ok(flags);
    }
    let flags = ask(wrapper)?;
    if let Some(entry) = entry {
        // A cache that cannot be written costs a question the next time, nothing else.
        let _ = keep(&entry, &flags);
    }
    Ok(flags)
}

fn keep(entry: &Path, flags: &Flags) -> std::io::Result<()> {
    let folder = entry.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer(&mut file, flags)?;
    file.persist(entry)?;
    Ok(())
}

fn ask(wrapper: &Path) -> Result<Flags, Failure> {
    let failure = |what: String| {
        Failure::new(
            format!("{} does not say what it adds: {what}", wrapper.display()),
            "choose another MPI (--mpi=…, LOCKSTEP_MPI), or --mpi=none and pass its flags yourself",
        )
    };
    let answer = Command::new(wrapper)
        .arg("-show")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| failure(error.to_string()))?;
    let text = String::from_utf8_lossy(&answer.stdout);
    if !answer.status.success() {
        return Err(failure(String::from_utf8_lossy(&answer.stderr).trim().to_owned()));
    }
    let words = shlex::split(&text).ok_or_else(|| failure(text.trim().to_owned()))?;
    Ok(pick(words.into_iter().skip(1)))
}

/// The words that are about MPI. The wrapper's own compiler (gcc as a rule) has further ones, for
/// hardening and the like, which another compiler need not know.
fn pick(words: impl Iterator<Item = String>) -> Flags {
    let mut flags = Flags::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        if let Some(folder) = word.strip_prefix("-I").filter(|folder| !folder.is_empty()) {
            let folder = PathBuf::from(folder);
            if !flags.include_folders.contains(&folder) {
                flags.include_folders.push(folder);
            }
        } else if word == "-I" || word == "-isystem" {
            flags.include_folders.extend(words.next().map(PathBuf::from));
        } else if is_for_the_linker(&word) {
            flags.link.push(word);
        } else if matches!(word.as_str(), "-Xlinker" | "-L" | "-l") {
            flags.link.push(word);
            flags.link.extend(words.next());
        }
    }
    flags
}

fn is_for_the_linker(word: &str) -> bool {
    let library = ["-L", "-l"].iter().any(|option| word.len() > 2 && word.starts_with(option));
    let file = !word.starts_with('-') && (word.ends_with(".a") || word.contains(".so"));
    library || file || word.starts_with("-Wl,")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(line: &str) -> Flags {
        pick(shlex::split(line).unwrap().into_iter().skip(1))
    }

    #[test]
    fn the_answers_of_both_implementations_are_understood() {
        let openmpi = picked("gcc -I/o/include -I/o/include/openmpi -L/o/lib -lmpi");
        assert_eq!(
            openmpi.include_folders,
            [Path::new("/o/include"), Path::new("/o/include/openmpi")]
        );
        assert_eq!(openmpi.link, ["-L/o/lib", "-lmpi"]);
        let mpich = picked(
            "gfortran -O2 -fallow-argument-mismatch -Wl,-z,relro -I/m -I/m -L/l -lmpichfort -lmpich",
        );
        assert_eq!(mpich.include_folders, [Path::new("/m")]);
        assert_eq!(mpich.link, ["-Wl,-z,relro", "-L/l", "-lmpichfort", "-lmpich"]);
    }

    #[test]
    fn private_installations_bring_their_run_path() {
        let flags =
            picked("cc -I '/my mpi/include' -Wl,-rpath -Wl,/m/lib /m/lib/libmpi.so -pthread");
        assert_eq!(flags.include_folders, [Path::new("/my mpi/include")]);
        assert_eq!(flags.link, ["-Wl,-rpath", "-Wl,/m/lib", "/m/lib/libmpi.so"]);
    }
}
