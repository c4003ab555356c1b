//! What Lockstep adds to a compiler's command line, and where.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use lockstep_core::abi;

use super::command_line::{Action, CommandLine, Product};
use super::own_options::{OwnOptions, RuntimeKind};
use super::{Language, fortran};
use crate::failure::Failure;
use crate::installation::Installation;
use crate::mpi::Flags;
use crate::search_path;

/// The words in front of and behind the user's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Additions {
    /// In front of all: what the user says later wins.
    pub front: Vec<OsString>,
    /// Behind all: libraries come after the objects that need them.
    pub back: Vec<OsString>,
}

impl Additions {
    /// What this command line needs.
    pub fn to(
        line: &CommandLine,
        language: Language,
        options: &OwnOptions,
        installation: &Installation,
    ) -> Result<Self, Failure> {
        let mut additions = Self::default();
        if line.action == Action::Answer {
            return Ok(additions);
        }
        let links = line.action == Action::Link && line.product != Product::Bare;
        let header = if language == Language::Fortran { "mpif.h" } else { "mpi.h" };
        let names_headers = line.folder_with(header).is_some();
        let mpi = if names_headers && (!links || line.names_mpi_library) {
            None
        } else {
            options.mpi.flags(language)?
        };
        if !line.sources.is_empty() {
            additions.compile(line, language, installation, mpi.as_ref())?;
        }
        if links {
            let mpi = mpi.filter(|_| !line.names_mpi_library);
            additions.link(line, options.runtime, installation, mpi.as_ref())?;
        }
        Ok(additions)
    }

    fn compile(
        &mut self,
        line: &CommandLine,
        language: Language,
        installation: &Installation,
        mpi: Option<&Flags>,
    ) -> Result<(), Failure> {
        let mut flags = Vec::new();
        if line.action >= Action::Compile {
            flags = plugin_flags(&installation.plugin()?, line.debug_option);
        }
        if language == Language::Fortran {
            flags.extend(fortran_flags(line, mpi)?);
        } else {
            let folders = mpi.filter(|_| line.folder_with("mpi.h").is_none());
            flags.extend(header_flags(folders));
            if !flags.is_empty() {
                // An assembler file or the like makes no use of them, which is no mistake.
                flags.insert(0, "--start-no-unused-arguments".into());
                flags.push("--end-no-unused-arguments".into());
            }
        }
        self.front.extend(flags);
        Ok(())
    }

    fn link(
        &mut self,
        line: &CommandLine,
        kind: RuntimeKind,
        installation: &Installation,
        mpi: Option<&Flags>,
    ) -> Result<(), Failure> {
        let kind = match (kind, line.product) {
            // The archive in a shared library would be a second runtime in the process.
            (RuntimeKind::Static, Product::SharedLibrary) => RuntimeKind::Shared,
            (kind, _) => kind,
        };
        // Behind `--` there are only files, so ours stand before the objects.
        let before_objects = line.end_of_options.is_some();
        let libraries = match kind {
            RuntimeKind::Shared if line.names_mpi_library || before_objects => {
                // Whoever is first among the libraries a module needs answers its MPI calls.
                self.front.extend(shared_runtime(&installation.shared_runtime()?, true));
                mpi_libraries(mpi, !before_objects)
            }
            RuntimeKind::Shared => {
                let mut words = shared_runtime(&installation.shared_runtime()?, false);
                words.extend(mpi_libraries(mpi, line.product == Product::SharedLibrary));
                words
            }
            RuntimeKind::Static => {
                // Where the program brings objects only, MPI first: a linker that drops libraries
                // nobody needs must see the need before the archive fills it. LLD looks at the
                // end, and would drop an MPI of which the archive defines every call.
                let mut words = mpi_libraries(mpi, !(before_objects || line.other_linker));
                let archive = installation.static_runtime()?;
                let list = exported_symbols(&archive).filter(|_| !line.other_linker);
                let whole = line.names_mpi_library || before_objects;
                words.extend(static_runtime(&archive, whole, list.as_deref()));
                words
            }
            RuntimeKind::None => mpi_libraries(mpi, !before_objects),
        };
        self.back.extend(libraries);
        Ok(())
    }

    /// The whole command line: the user's words in their order, ours around them.
    pub fn around(self, arguments: &[OsString], end_of_options: Option<usize>) -> Vec<OsString> {
        let end = end_of_options.unwrap_or(arguments.len());
        let mut words = self.front;
        words.extend_from_slice(&arguments[..end]);
        words.extend(self.back);
        words.extend_from_slice(&arguments[end..]);
        words
    }
}

/// The plugin, and lines for its messages where the user asked for no debug information.
pub fn plugin_flags(plugin: &Path, debug_option: bool) -> Vec<OsString> {
    let mut flag = OsString::from("-fpass-plugin=");
    flag.push(plugin);
    let mut flags = vec![flag];
    if !debug_option {
        flags.push("-gline-tables-only".into());
    }
    flags
}

/// MPI's headers, behind all folders of the user and the system.
pub fn header_flags(mpi: Option<&Flags>) -> Vec<OsString> {
    let folders = mpi.into_iter().flat_map(|flags| &flags.include_folders);
    folders.flat_map(|folder| ["-idirafter".into(), folder.into()]).collect()
}

/// MPI's headers and modules as flang can read them. Every MPI call with buffers of two types
/// gives flang's warning about implicit interfaces; `mpif.h` leaves a program no way to avoid it.
fn fortran_flags(line: &CommandLine, mpi: Option<&Flags>) -> Result<Vec<OsString>, Failure> {
    let named = line.folder_with("mpif.h");
    let folders = mpi.filter(|_| named.is_none()).map_or(&[][..], |flags| &flags.include_folders);
    let Some(headers) = named.or_else(|| with_mpif(folders)) else { return Ok(Vec::new()) };
    let mut flags = vec!["-Wno-incompatible-implicit-interfaces".into()];
    for folder in std::iter::once(&fortran::prepared(headers, folders)?).chain(folders) {
        flags.extend(["-I".into(), folder.into()]);
    }
    Ok(flags)
}

/// What `lockstep flags` prints for Fortran.
pub fn fortran_header_flags(mpi: &Flags) -> Result<Vec<OsString>, Failure> {
    fortran_flags(&CommandLine::read(&[]), Some(mpi))
}

fn with_mpif(folders: &[PathBuf]) -> Option<&Path> {
    folders.iter().find(|folder| folder.join("mpif.h").is_file()).map(PathBuf::as_path)
}

/// MPI's libraries, of which the linker takes those the program needs.
pub fn mpi_libraries(mpi: Option<&Flags>, only_as_needed: bool) -> Vec<OsString> {
    let Some(flags) = mpi else { return Vec::new() };
    let words = flags.link.iter().map(OsString::from);
    if only_as_needed { as_needed(words) } else { words.collect() }
}

fn as_needed(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut all = vec!["-Wl,--push-state,--as-needed".into()];
    all.extend(words);
    all.push("-Wl,--pop-state".into());
    all
}

/// The runtime's archive. `whole`: also into a program no object of which asks for it, so that it
/// stands before MPI for the shared libraries the program loads. `exported`: a list of the symbols a
/// module that is loaded later must find, for linkers that read it.
pub fn static_runtime(archive: &Path, whole: bool, exported: Option<&Path>) -> Vec<OsString> {
    let mut words = Vec::new();
    if whole {
        words.push(format!("-Wl,-u,{}", abi::ANCHOR).into());
    }
    // A word for the linker, because `-x c` would make a file of it source text.
    words.extend(["-Xlinker".into(), archive.into()]);
    // A module that is loaded later must find this runtime and its wrappers, not MPI behind them
    // or a second runtime.
    if let Some(list) = exported {
        let mut word = OsString::from("--export-dynamic-symbol-list=");
        word.push(list);
        words.extend(["-Xlinker".into(), word]);
    } else {
        let runtime = format!("__lockstep_v{}_*", abi::VERSION);
        // OpenMP's library, which may be loaded later as well, asks for a tool by this name.
        words.extend(
            ["MPI_*", "mpi_*", "ompt_start_tool", &runtime]
                .map(|symbols| OsString::from(format!("-Wl,--export-dynamic-symbol={symbols}"))),
        );
    }
    // Compilers name the others it needs at their end. To read `libm` and `libgcc_s` once more takes GNU ld an eighth
    // of the link of a small program.
    words.extend(as_needed(["-lpthread", "-ldl"].into_iter().map(OsString::from)));
    words
}

/// The list of the symbols this archive exports, if there is one and the linker reads such lists. GNU
/// ld compares every symbol of every library with every pattern, in twice the time of a small link;
/// names it looks up.
fn exported_symbols(archive: &Path) -> Option<PathBuf> {
    let list = archive.with_extension("exports");
    let linker = search_path::find("ld")?.canonicalize().ok()?;
    let gnu = linker.file_name()?.to_string_lossy().ends_with("ld.bfd");
    (gnu && list.is_file()).then_some(list)
}

/// The shared runtime, found again by its full path.
pub fn shared_runtime(library: &Path, always: bool) -> Vec<OsString> {
    let state = if always { "--no-as-needed" } else { "--as-needed" };
    let mut words = vec![format!("-Wl,--push-state,{state}").into()];
    words.extend(["-Xlinker".into(), library.into(), "-Wl,--pop-state".into()]);
    if let Some(folder) = library.parent() {
        words.extend(["-Xlinker".into(), "-rpath".into(), "-Xlinker".into(), folder.into()]);
    }
    words
}

#[cfg(test)]
#[path = "additions_tests.rs"]
mod tests;
