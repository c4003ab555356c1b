//! Links of programs: the compiler, then the analysis of the whole program.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use lockstep_core::abi;
use lockstep_core::settings::switch;

use super::command_line::{Action, CommandLine, Product};
use super::own_options::{OwnOptions, RuntimeKind};
use super::{Language, command, not_started, same_end};
use crate::check::{AfterLink, LinkedProgram, after_link};
use crate::failure::Failure;

/// Is the whole program analysed when this is linked?
pub fn is_checked(line: &CommandLine, options: &OwnOptions) -> Result<bool, Failure> {
    let value = std::env::var("LOCKSTEP_LINK").ok().filter(|value| !value.is_empty());
    let wanted = match value.as_deref() {
        None => true,
        value => switch("LOCKSTEP_LINK", value)
            .map_err(|error| Failure::new(error.to_string(), "set it right or unset it"))?,
    };
    let program = line.action == Action::Link && line.product == Product::Executable;
    Ok(wanted && program && !options.per_file)
}

/// Runs the compiler with these words, and analyses the program it makes.
pub fn link(
    language: Language,
    options: &OwnOptions,
    line: &CommandLine,
    words: &[OsString],
) -> Result<ExitCode, Failure> {
    let run = |command: &mut Command| command.status().map_err(|e| not_started(language, &e));
    let status = run(command(language, options)?.args(words))?;
    if !status.success() {
        return Ok(same_end(status));
    }
    let file = line.output.clone().unwrap_or_else(|| "a.out".into());
    let linked = LinkedProgram {
        file: &file,
        quiet: line.warnings.off,
        warnings_are_errors: line.warnings.are_errors,
        coloured: line.warnings.coloured,
        json: options.json.clone(),
        rank_dependent: options.rank_dependent.clone(),
        strict: options.strict,
    };
    match after_link(&linked) {
        Ok(AfterLink::Done) => Ok(ExitCode::SUCCESS),
        Ok(AfterLink::Refused) => {
            remove_refused(&file);
            Ok(ExitCode::FAILURE)
        }
        Ok(AfterLink::NeedsChecks(_)) if options.runtime == RuntimeKind::None => {
            Ok(ExitCode::SUCCESS)
        }
        Ok(AfterLink::NeedsChecks(what)) => link_with_checks(language, options, words, what),
        Err(failure) => {
            eprintln!("{}", failure.as_warning("the program is as it was linked"));
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// As a compiler leaves nothing behind that it refused. What is no file is not of its making (`-o /dev/null`).
fn remove_refused(program: &Path) {
    if std::fs::metadata(program).is_ok_and(|data| data.is_file()) {
        let _ = std::fs::remove_file(program);
    }
}

/// Links again, with an object that asks for checks: no unit of the program does, for each is safe by
/// itself and all together are not.
fn link_with_checks(
    language: Language,
    options: &OwnOptions,
    words: &[OsString],
    what: u32,
) -> Result<ExitCode, Failure> {
    let folder = tempfile::tempdir().map_err(|error| {
        Failure::new(format!("no temporary file: {error}"), "see to it that TMPDIR can be written")
    })?;
    let mut again = command(language, options)?;
    // All there is to say was said the first time.
    again.env("LOCKSTEP_WARNINGS", "0").env_remove("LOCKSTEP_JSON").arg("-w");
    let object = mark_object(folder.path(), what)?;
    let status = again.arg("-Xlinker").arg(object).args(words).status();
    let status = status.map_err(|error| not_started(language, &error))?;
    Ok(same_end(status))
}

/// An object with nothing but a mark, and what instrumented units have with theirs.
fn mark_object(folder: &Path, checked: u32) -> Result<PathBuf, Failure> {
    let source = format!(
        "static const struct {{ unsigned abi, checked; unsigned long long record; }} unit \
         __attribute__((used, section(\"{section}\"), aligned(8))) = {{ {version}, {checked}, 0 }};\n\
         extern void {activate}(const void *);\n\
         extern char {anchor};\n\
         char *const lockstep_anchor __attribute__((used, visibility(\"hidden\"))) = &{anchor};\n\
         __attribute__((constructor)) static void activate(void) {{ {activate}(&unit); }}\n",
        section = abi::UNITS_SECTION,
        version = abi::VERSION,
        activate = abi::ACTIVATE,
        anchor = abi::ANCHOR,
    );
    let object = folder.join("lockstep_checks.o");
    let failed = |why: String| {
        Failure::new(
            format!("the program cannot be made to check itself: {why}"),
            "set LOCKSTEP_LINK=0 to link it without",
        )
    };
    let mut compiler = Language::C.compiler().into_iter();
    let name = compiler.next().unwrap_or_default();
    let mut child = Command::new(&name)
        .args(compiler)
        .args(["-x", "c", "-O1", "-fPIC", "-w", "-c", "-", "-o"])
        .arg(&object)
        .stdin(Stdio::piped())
        .spawn()
        .map_err(|error| not_started(Language::C, &error))?;
    let written = child.stdin.take().map(|mut input| input.write_all(source.as_bytes()));
    let status = child.wait().map_err(|error| failed(error.to_string()))?;
    match written {
        Some(Ok(())) if status.success() => Ok(object),
        _ => Err(failed(format!("{} does not compile it", name.display()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let [file, device] = ["program", "null"].map(|name| folder.path().join(name));
        std::fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink("/dev/null", &device).unwrap();
        remove_refused(&file);
        remove_refused(&device);
        assert!(!file.exists() && device.exists());
    }
}
