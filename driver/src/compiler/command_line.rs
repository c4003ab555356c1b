//! What a compiler's command line asks for, found without changing it.
//!
//! Only what decides which flags Lockstep adds is looked at. A word that is not understood is
//! taken for an option without a value, which at worst leaves Lockstep's flags out of, or
//! superfluous in, a command line nobody writes; it never changes the user's own.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// How far the compiler goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// It answers a question (`--version`) or has no input: nothing is compiled.
    Answer,
    /// It reads sources and makes no code (`-E`, `-M`, `-fsyntax-only`).
    Read,
    /// It makes code (`-c`, `-S`, a precompiled header).
    Compile,
    /// It makes a program or a shared library, perhaps compiling before.
    Link,
}

/// What is linked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Product {
    /// A program.
    #[default]
    Executable,
    /// A shared library (`-shared`).
    SharedLibrary,
    /// An object made of objects (`-r`), or a program without any library (`-nostdlib`): nothing
    /// is added to it.
    Bare,
}

/// What the user wants of warnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    /// None at all (`-w`).
    pub off: bool,
    /// They are errors (`-Werror`).
    pub are_errors: bool,
    /// In colour or not; `None`: as the terminal is.
    pub coloured: Option<bool>,
}

/// A compiler's command line, read.
#[derive(Clone, Debug)]
pub struct CommandLine {
    /// How far the compiler goes.
    pub action: Action,
    /// What is linked, where something is.
    pub product: Product,
    /// An option about debug information is given, `-g0` too.
    pub debug_option: bool,
    /// Folders of `-I`, `-isystem` and their like, in order.
    pub include_folders: Vec<PathBuf>,
    /// A library of MPI is named: `-lmpi…` or a file `libmpi…`.
    pub names_mpi_library: bool,
    /// A linker other than the system's is chosen (`-fuse-ld=`, `--ld-path=`).
    pub other_linker: bool,
    /// The files that are not linker input: sources, and `-` for standard input.
    pub sources: Vec<PathBuf>,
    /// Objects and archives that are named as files.
    pub objects: Vec<PathBuf>,
    /// The file that is made, if it is named.
    pub output: Option<PathBuf>,
    /// What becomes of warnings.
    pub warnings: Warnings,
    /// Where `--` stands in the user's own arguments: all behind it are files.
    pub end_of_options: Option<usize>,
}

/// Options whose value is the next word.
const TAKE_A_VALUE: &[&str] = &[
    "-A",
    "-B",
    "-D",
    "-F",
    "-G",
    "-I",
    "-J",
    "-L",
    "-MF",
    "-MJ",
    "-MQ",
    "-MT",
    "-T",
    "-U",
    "-V",
    "-Xanalyzer",
    "-Xarch_device",
    "-Xarch_host",
    "-Xassembler",
    "-Xclang",
    "-Xcuda-fatbinary",
    "-Xcuda-ptxas",
    "-Xflang",
    "-Xlinker",
    "-Xoffload-linker",
    "-Xopenmp-target",
    "-Xpreprocessor",
    "-Xthinlto-backend",
    "-allowable_client",
    "-arch",
    "-arcmt-migrate-report-output",
    "-b",
    "-bundle_loader",
    "-client_name",
    "-cxx-isystem",
    "-dependency-dot",
    "-dependency-file",
    "-dumpbase",
    "-dumpdir",
    "-dylib_file",
    "-e",
    "-framework",
    "-idirafter",
    "-iframework",
    "-imacros",
    "-imultilib",
    "-include",
    "-include-pch",
    "-index-store-path",
    "-install_name",
    "-intrinsic-modules-path",
    "-iprefix",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-isystem-after",
    "-ivfsoverlay",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-iwithsysroot",
    "-l",
    "-lazy_framework",
    "-lazy_library",
    "-mllvm",
    "-mmlir",
    "-module-dir",
    "-o",
    "-rpath",
    "-segaddr",
    "-serialize-diagnostics",
    "-stdlib++-isystem",
    "-target",
    "-u",
    "-undefined",
    "-weak_framework",
    "-weak_library",
    "-working-directory",
    "-x",
    "-z",
    "--config",
    "--include-directory",
    "--include-directory-after",
    "--language",
    "--output",
    "--param",
    "--sysroot",
    "--system-header-prefix",
    "--target",
    "--define-macro",
    "--undefine-macro",
    "--include",
    "--imacros",
    "--library-directory",
    "--prefix",
    "--serialize-diagnostics",
    "--for-linker",
    "--hip-path",
    "--cuda-path",
    "--gcc-toolchain",
    "--dyld-prefix",
];

/// Options that name a folder headers are looked for in, joined or as the next word. `-iquote` does for the program's
/// own headers alone: an `mpi.h` there is not MPI's.
const NAME_AN_INCLUDE_FOLDER: &[&str] = &[
    "-isystem-after",
    "-cxx-isystem",
    "-idirafter",
    "-isystem",
    "-I",
    "--include-directory=",
    "--include-directory",
];

/// Options that begin like `-o` with its value in one word.
const NAMED_LIKE_AN_OUTPUT: &[&str] =
    &["-object", "-objcmt-migrate-all", "-objcmt-migrate-literals"];

impl CommandLine {
    /// Reads the arguments behind the compiler's name.
    pub fn read(arguments: &[OsString]) -> Self {
        let mut reader = Reader::default();
        let end_of_options = arguments.iter().position(|word| word == "--");
        for word in expand_response_files(arguments) {
            reader.word(&word);
        }
        let mut line = reader.finish();
        line.end_of_options = end_of_options;
        // `clang -cc1` is another program behind the same name.
        if arguments.first().is_some_and(|word| word.as_bytes().starts_with(b"-cc1")) {
            line.action = Action::Answer;
        }
        line
    }

    /// The first include folder the user names that has this header.
    pub fn folder_with(&self, header: &str) -> Option<&Path> {
        self.include_folders.iter().find(|f| f.join(header).is_file()).map(PathBuf::as_path)
    }
}

/// The state of reading, word by word.
#[derive(Default)]
struct Reader {
    stop: Option<Action>,
    answers: bool,
    product: Product,
    debug_option: bool,
    include_folders: Vec<PathBuf>,
    names_mpi_library: bool,
    other_linker: bool,
    sources: Vec<PathBuf>,
    objects: Vec<PathBuf>,
    output: Option<PathBuf>,
    warnings: Warnings,
    has_linker_input: bool,
    has_source_that_is_no_header: bool,
    only_files: bool,
    /// The option that waits for its value.
    pending: Option<String>,
    /// `-x` is in force: the file's suffix says nothing.
    language: Option<String>,
}

impl Reader {
    fn word(&mut self, word: &OsStr) {
        let text = word.to_string_lossy();
        if let Some(option) = self.pending.take() {
            return self.value(&option, word);
        }
        if self.only_files || text == "-" || !text.starts_with('-') {
            return self.file(Path::new(word));
        }
        if text == "--" {
            self.only_files = true;
        } else if TAKE_A_VALUE.contains(&&*text) {
            self.pending = Some(text.into_owned());
        } else {
            self.option(&text, word);
        }
    }

    /// An option's value that stood in its own word.
    fn value(&mut self, option: &str, value: &OsStr) {
        if NAME_AN_INCLUDE_FOLDER.contains(&option) {
            self.include_folders.push(value.into());
        } else if option == "-x" || option == "--language" {
            self.language = Some(value.to_string_lossy().into_owned());
        } else if option == "-o" || option == "--output" {
            self.output = Some(value.into());
        } else if option == "-l" {
            self.library(&value.to_string_lossy());
        } else if option == "-Xlinker" {
            self.file_name_of_mpi(Path::new(value));
        }
    }

    fn option(&mut self, text: &str, word: &OsStr) {
        match text {
            "-c" | "-S" | "--compile" | "--assemble" | "--precompile" => {
                self.stop_at(Action::Compile)
            }
            "-E"
            | "-M"
            | "-MM"
            | "-fsyntax-only"
            | "--analyze"
            | "--preprocess"
            | "--dependencies"
            | "--user-dependencies"
            | "-emit-ast"
            | "-verify-pch"
            | "-extract-api"
            | "-module-file-info" => self.stop_at(Action::Read),
            "--version" | "--help" | "-help" | "-dumpversion" | "-dumpmachine" | "-dumpspecs"
            | "--help-hidden" | "-fdriver-only" => self.answers = true,
            "-shared" | "--shared" | "-dynamiclib" | "-bundle" => {
                self.product = Product::SharedLibrary;
            }
            "-r" | "-nostdlib" | "-nodefaultlibs" | "--no-standard-libraries" | "-nolibc" => {
                self.product = Product::Bare;
            }
            "-w" | "--no-warnings" => self.warnings.off = true,
            "-Werror" => self.warnings.are_errors = true,
            "-Wno-error" => self.warnings.are_errors = false,
            "-fdiagnostics-color" | "-fcolor-diagnostics" | "-fdiagnostics-color=always" => {
                self.warnings.coloured = Some(true);
            }
            "-fno-diagnostics-color" | "-fno-color-diagnostics" | "-fdiagnostics-color=never" => {
                self.warnings.coloured = Some(false);
            }
            "-fdiagnostics-color=auto" => self.warnings.coloured = None,
            _ => self.option_by_its_beginning(text, word),
        }
    }

    fn option_by_its_beginning(&mut self, text: &str, word: &OsStr) {
        let joined = |option: &str| word.as_bytes().get(option.len()..).map(OsStr::from_bytes);
        if let Some(option) = NAME_AN_INCLUDE_FOLDER.iter().find(|option| text.starts_with(*option))
            && let Some(folder) = joined(option)
        {
            self.include_folders.push(folder.into());
        } else if text.starts_with("-print-") || text.starts_with("--print-") {
            self.answers = true;
        } else if is_debug_option(text) {
            self.debug_option = true;
        } else if text.starts_with("-fuse-ld=") || text.starts_with("--ld-path=") {
            self.other_linker = text != "-fuse-ld=bfd";
        } else if let Some(library) = text.strip_prefix("-l") {
            self.library(library);
        } else if text.starts_with("--output=") {
            self.output = joined("--output=").map(PathBuf::from);
        } else if text.starts_with("-o") && !NAMED_LIKE_AN_OUTPUT.contains(&text) {
            self.output = joined("-o").map(PathBuf::from);
        } else if let Some(language) = text.strip_prefix("-x") {
            self.language = Some(language.to_owned());
        } else if let Some(items) = text.strip_prefix("-Wl,") {
            for item in items.split(',') {
                self.file_name_of_mpi(Path::new(item));
                if let Some(library) = item.strip_prefix("-l") {
                    self.library(library);
                }
            }
        }
    }

    fn stop_at(&mut self, action: Action) {
        // The compiler takes the earliest of several ends.
        self.stop = Some(self.stop.map_or(action, |before| before.min(action)));
    }

    fn library(&mut self, name: &str) {
        self.names_mpi_library |= name.trim_start_matches(":lib").starts_with("mpi");
    }

    /// Notes a library file of MPI: `libmpi.so`, `libmpich.a`.
    fn file_name_of_mpi(&mut self, file: &Path) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        self.names_mpi_library |= name.starts_with("libmpi") && is_linker_input(&name);
    }

    fn file(&mut self, file: &Path) {
        self.file_name_of_mpi(file);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let by_suffix = matches!(self.language.as_deref(), None | Some("none"));
        if by_suffix && is_linker_input(&name) {
            self.has_linker_input = true;
            if [".o", ".a", ".lo", ".obj"].iter().any(|suffix| name.ends_with(suffix)) {
                self.objects.push(file.to_owned());
            }
            return;
        }
        let header = if by_suffix {
            is_header(&name)
        } else {
            self.language.as_deref().is_some_and(|language| language.ends_with("-header"))
        };
        self.has_source_that_is_no_header |= !header;
        self.sources.push(file.to_owned());
    }

    fn finish(self) -> CommandLine {
        let nothing = self.sources.is_empty() && !self.has_linker_input;
        let action = if self.answers || nothing {
            Action::Answer
        } else if let Some(stop) = self.stop {
            stop
        } else if self.has_linker_input || self.has_source_that_is_no_header {
            Action::Link
        } else {
            Action::Compile
        };
        CommandLine {
            action,
            product: self.product,
            debug_option: self.debug_option,
            include_folders: self.include_folders,
            names_mpi_library: self.names_mpi_library,
            other_linker: self.other_linker,
            sources: self.sources,
            objects: self.objects,
            output: self.output,
            warnings: self.warnings,
            end_of_options: None,
        }
    }
}

/// Whether the option says something about debug information. `-gcc-toolchain` and its like are
/// about something else.
fn is_debug_option(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("-g") else { return false };
    let others = ["cc-", "en-", "pulibc", "mlt", "no-record", "record-", "dwarf-aranges"];
    !others.iter().any(|other| rest.starts_with(other))
}

/// Whether a file of this name goes to the linker as it is.
fn is_linker_input(name: &str) -> bool {
    let shared = name.ends_with(".so") || name.contains(".so.");
    shared || [".o", ".a", ".lo", ".obj", ".lib", ".ld", ".dylib"].iter().any(|s| name.ends_with(s))
}

/// Whether a file of this name is compiled into a precompiled header.
fn is_header(name: &str) -> bool {
    [".h", ".hh", ".hpp", ".hxx", ".H", ".h++"].iter().any(|suffix| name.ends_with(suffix))
}

/// How deep response files may name response files before it must be a circle.
const RESPONSE_FILE_DEPTH: usize = 16;

/// The words with every readable `@file` replaced by the words in it, as clang reads it.
fn expand_response_files(arguments: &[OsString]) -> Vec<OsString> {
    let mut words = Vec::new();
    for word in arguments {
        expand_into(word, RESPONSE_FILE_DEPTH, &mut words);
    }
    words
}

fn expand_into(word: &OsStr, depth: usize, words: &mut Vec<OsString>) {
    let file = word.as_bytes().strip_prefix(b"@").filter(|_| depth > 0);
    match file.and_then(|name| std::fs::read(Path::new(OsStr::from_bytes(name))).ok()) {
        Some(content) => {
            for inner in split_response_file(&content) {
                expand_into(&inner, depth - 1, words);
            }
        }
        None => words.push(word.to_owned()),
    }
}

/// Splits a response file as GNU tools do: blanks part words, quotes and `\` keep them together.
fn split_response_file(content: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = content.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', _) => word.get_or_insert_default().extend(bytes.next()),
            (_, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => word.get_or_insert_default().push(byte),
            (b'"' | b'\'', None) => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (_, None) if byte.is_ascii_whitespace() => words.extend(word.take()),
            (_, None) => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from_vec).collect()
}

#[cfg(test)]
#[path = "command_line_tests.rs"]
mod tests;
