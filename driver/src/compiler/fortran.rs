//! MPI's Fortran headers and its module `mpi` in a form flang can read.
//!
//! An MPI's `mpi.mod` is in the format of the compiler that built it, gfortran as a rule. And Open
//! MPI's `mpif.h` declares `MPI_Sizeof` with interfaces flang refuses in an include file. So each
//! MPI gets a folder in the cache, to be searched first: links to its `mpif*.h`, an empty file for
//! the refused one, a module `mpi` that flang made of them, and where `mpi_f08.mod` is gfortran's, one that flang
//! refuses in a line instead of hundreds.

use std::ffi::OsString;
use std::io::{self, Read as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Language;
use crate::cache;
use crate::failure::Failure;
use crate::search_path;

/// The header with the interfaces flang refuses. A program that calls `MPI_Sizeof` needs a
/// compiler of the MPI's own kind.
const REFUSED: &str = "mpif-sizeof.h";

const MODULE: &str = "\
! Made by Lockstep: the module `mpi` for flang, from this MPI's own mpif.h.
module mpi
  implicit none
  include 'mpif.h'
end module mpi
";

/// What stands for a module that flang cannot read.
const NO_MODULE: &str = "This MPI has none in the format of flang.\n";

/// The prepared folder for the MPI whose `mpif.h` is in `headers` and whose modules are in `folders`, made if need be.
pub fn prepared(headers: &Path, folders: &[PathBuf]) -> Result<PathBuf, Failure> {
    let cannot = |error: io::Error| {
        Failure::new(
            format!("the MPI module for flang could not be kept: {error}"),
            "set XDG_CACHE_HOME to a folder that can be written",
        )
    };
    let compiler = Language::Fortran.compiler();
    let has_f08 = !folders.iter().any(|folder| is_gfortrans(&folder.join("mpi_f08.mod")));
    let kind = if has_f08 { "fortran" } else { "fortran without mpi_f08" };
    let mut key = cache::Key::new(kind).file(&headers.join("mpif.h"));
    if let Some(program) = compiler.iter().rev().find_map(search_path::find) {
        key = key.file(&program);
    }
    let cache = cache::folder().map_err(cannot)?;
    let folder = cache.join(format!("fortran-{}", key.name()));
    if folder.is_dir() {
        return Ok(folder);
    }
    let made =
        tempfile::Builder::new().prefix("fortran-new-").tempdir_in(&cache).map_err(cannot)?;
    fill(made.path(), headers).map_err(cannot)?;
    if !has_f08 {
        std::fs::write(made.path().join("mpi_f08.mod"), NO_MODULE).map_err(cannot)?;
    }
    compile(made.path(), headers, &compiler)?;
    match std::fs::rename(made.path(), &folder) {
        Ok(()) => {
            // It has moved: nothing is left to be removed.
            let _ = made.keep();
        }
        // Another compiler was faster; its folder is the same as ours.
        Err(_) if folder.is_dir() => {}
        Err(error) => return Err(cannot(error)),
    }
    Ok(folder)
}

/// gfortran packs its modules (gzip, RFC 1952, 2.3.1).
fn is_gfortrans(module: &Path) -> bool {
    let mut start = [0; 2];
    let read = std::fs::File::open(module).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == [0x1f, 0x8b]
}

fn fill(folder: &Path, headers: &Path) -> io::Result<()> {
    let headers = std::path::absolute(headers)?;
    for entry in headers.read_dir()? {
        let name = entry?.file_name();
        let text = name.to_string_lossy();
        if text == REFUSED {
            std::fs::write(folder.join(REFUSED), "! flang refuses these interfaces\n")?;
        } else if text.starts_with("mpif") && text.ends_with(".h") {
            symlink(headers.join(&name), folder.join(&name))?;
        }
    }
    std::fs::write(folder.join("mpi.f90"), MODULE)
}

fn compile(folder: &Path, headers: &Path, compiler: &[OsString]) -> Result<(), Failure> {
    let (program, first) =
        compiler.split_first().ok_or_else(|| super::missing(Language::Fortran))?;
    let output = Command::new(program)
        .args(first)
        .arg("-fsyntax-only")
        .arg("-module-dir")
        .arg(folder)
        .arg("-I")
        .arg(folder)
        .arg("-I")
        .arg(headers)
        .arg(folder.join("mpi.f90"))
        .stdin(Stdio::null())
        .output()
        .map_err(|_| super::missing(Language::Fortran))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let first = text.lines().find(|line| line.contains("error")).unwrap_or_default().to_owned();
    Err(Failure::new(
        format!("{} cannot read {}/mpif.h: {first}", program.display(), headers.display()),
        "choose another MPI (--mpi=mpich, LOCKSTEP_MPI), or --mpi=none and pass its flags yourself",
    ))
}

/// Whether a source says `mpi_f08`. It is asked for the message after a failed compilation only.
pub fn mentions_mpi_f08(source: &Path) -> bool {
    std::fs::read(source).is_ok_and(|text| {
        text.windows(b"mpi_f08".len()).any(|window| window.eq_ignore_ascii_case(b"mpi_f08"))
    })
}

/// Options MPICH's Fortran wrapper passes on from the build of its gfortran. flang has no such
/// options, and none of them changes what a program means.
pub fn is_for_gfortran_only(word: &str) -> bool {
    ["-fallow-argument-mismatch", "-fallow-invalid-boz", "-fstack-protector-strong"].contains(&word)
        || word.starts_with("-ffile-prefix-map=")
}
