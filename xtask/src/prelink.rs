//! The runtime's archive, linked into one object.
//!
//! The archive cargo makes holds the whole of Rust's library with its debug information, in thousands
//! of sections, and every link of a user's program would read them all: five times the time the link
//! of a small program takes. Optimised as a whole, with merged sections, it takes a tenth of that and
//! is a third as large in the program. Its symbols are the exported ones only, so a program that has
//! Rust in it keeps its own library.

use std::path::Path;

use lockstep_core::abi;
use xshell::cmd;

use crate::Problem;
use crate::workspace::{Workspace, run};

/// The archive of the one object, beside the one cargo makes.
pub const PRELINKED: &str = "liblockstep_runtime_prelinked.a";

/// The list of its symbols, as linkers take it.
pub const EXPORTS: &str = "liblockstep_runtime_prelinked.exports";

/// What stands for thousands of sections. Others keep their names, and with them their order.
const SECTIONS: &str = "\
SECTIONS {
  .text : { *(.text .text.*) }
  .rodata : { *(.rodata .rodata.*) }
  .data.rel.ro : { *(.data.rel.ro .data.rel.ro.*) }
  .data : { *(.data .data.*) }
  .bss : { *(.bss .bss.*) }
  .tdata : { *(.tdata .tdata.*) }
  .tbss : { *(.tbss .tbss.*) }
  .gcc_except_table : { *(.gcc_except_table .gcc_except_table.*) }
}
";

/// Makes [`PRELINKED`] in `folder`, where the shared library tells which symbols are exported.
pub fn prelink(workspace: &Workspace, folder: &Path) -> Result<(), Problem> {
    let shell = &workspace.shell;
    let work = folder.join("prelink");
    let failure = |error: std::io::Error| format!("{}: {error}", work.display());
    std::fs::create_dir_all(&work).map_err(failure)?;
    let path = |name: &str| work.join(name);
    let target = workspace.target.join("prelink");
    let (archive, library) =
        (target.join("release/liblockstep_runtime.a"), folder.join("liblockstep_runtime.so"));
    let (bare, linked, object) = (path("bare.a"), path("linked.o"), path("lockstep_runtime.o"));
    let (script, exported, finished) = (path("sections"), path("exported"), path(PRELINKED));
    let list = folder.join(EXPORTS);

    let symbols = cmd!(shell, "nm --dynamic --defined-only --format=just-symbols {library}");
    let symbols = symbols.quiet().read().map_err(|error| error.to_string())?;
    std::fs::write(&exported, &symbols).map_err(failure)?;
    let names: String = symbols.lines().map(|name| format!("{name};\n")).collect();
    std::fs::write(&list, format!("{{\n{names}}};\n")).map_err(failure)?;
    std::fs::write(&script, SECTIONS).map_err(failure)?;
    // Of a crate that is other kinds of library, too, cargo does not optimise the archive as a whole.
    let build = cmd!(shell, "cargo rustc --release -p lockstep-runtime --crate-type staticlib");
    let build = build.env("CARGO_TARGET_DIR", &target).env("CARGO_PROFILE_RELEASE_LTO", "fat");
    run(build.env("CARGO_PROFILE_RELEASE_DEBUG", "false"))?;
    let remove = ["--remove-section=.llvmbc", "--remove-section=.llvmcmd"];
    run(cmd!(shell, "objcopy --strip-debug {remove...} {archive} {bare}"))?;
    let anchor = abi::ANCHOR;
    run(cmd!(shell, "ld -r -T {script} -u {anchor} -o {linked} {bare}"))?;
    // Without its group, the reference to the personality is this object's own, too.
    let group = "--remove-section=.group";
    run(cmd!(
        shell,
        "objcopy --strip-unneeded {group} --keep-global-symbols={exported} {linked} {object}"
    ))?;
    let _ = std::fs::remove_file(&finished);
    run(cmd!(shell, "ar rcs {finished} {object}"))?;
    std::fs::rename(&finished, folder.join(PRELINKED)).map_err(failure)?;
    std::fs::remove_dir_all(&work).map_err(failure)
}
