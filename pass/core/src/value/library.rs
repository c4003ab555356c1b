//! What the analysis knows about functions of the C, C++ and Fortran libraries.

use rustc_hash::FxHashSet;

use super::cpp::{Signature, Written};
use super::expression::Dependence;
use super::{fortran, strings};
use crate::program::{CallSite, Callee, Event, Function, FunctionId, Program};

/// What a library function does, as far as rank dependence goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Its result follows from its arguments, which are numbers.
    Numeric,
    /// Its result follows from its arguments and what they point to; it writes nothing the program
    /// tests.
    Pure,
    /// As [`Effect::Pure`], and what its pointer arguments point to is written from its arguments.
    Fills,
    /// It answers a new object.
    Allocates,
    /// It answers what all processes of a job are started with alike.
    Given,
    /// It answers the process it makes, whose number says nothing; what the new process does is no rank's.
    MakesProcess,
    /// It answers a thread whether to run what one thread of a team runs for all: of a process, one does.
    OneThread,
    /// Its result, and what it writes, differ in this way between ranks.
    Source(Dependence),
}

/// Functions whose result follows from their arguments, which are numbers.
const NUMERIC: &[&str] = &[
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "div",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "ilogb",
    "isalnum",
    "isalpha",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "labs",
    "lgamma",
    "llabs",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "lrint",
    "lround",
    "nearbyint",
    "nextafter",
    "omp_get_level",
    "omp_get_max_threads",
    "omp_get_num_procs",
    "omp_set_num_threads",
    "pow",
    "remainder",
    "rint",
    "round",
    "scalbn",
    "sin",
    "sinh",
    "sleep",
    "sqrt",
    "srand",
    "srand48",
    "srandom",
    "tan",
    "tanh",
    "tgamma",
    "tolower",
    "toupper",
    "trunc",
    "usleep",
];

/// Functions whose result follows from their arguments and what those point to.
const PURE: &[&str] = &[
    "atof",
    "atoi",
    "atol",
    "atoll",
    "fclose",
    "fflush",
    "fprintf",
    "fputc",
    "fputs",
    "free",
    "fwrite",
    "memchr",
    "memcmp",
    "perror",
    "printf",
    "putchar",
    "puts",
    "setbuf",
    "setvbuf",
    "strcasecmp",
    "strchr",
    "strcmp",
    "strlen",
    "strncasecmp",
    "strncmp",
    "strrchr",
    "strstr",
    "vfprintf",
    "vprintf",
    "_ZdlPv",
    "_ZdlPvm",
    "_ZdaPv",
    "_ZdaPvm",
    "__cxa_free_exception",
    "signal",
    "sigaction",
    "atexit",
    "setlocale",
    "__cxa_atexit",
    "__cxa_begin_catch",
    "__cxa_end_catch",
    "_ZSt9terminatev",
];

/// Functions that write through their pointer arguments what follows from the others.
const FILLS: &[&str] = &[
    // Memory runs out anywhere or nowhere, as for `malloc`.
    "posix_memalign",
    "memcpy",
    "memmove",
    "memset",
    "snprintf",
    "sprintf",
    "strcat",
    "strcpy",
    "strncat",
    "strncpy",
    "vsnprintf",
    "qsort",
    // Generators whose state is handed to them.
    "rand_r",
    "erand48",
    "nrand48",
    "jrand48",
    "sscanf",
    "vsscanf",
    "strtod",
    "strtof",
    "strtoimax",
    "strtol",
    "strtold",
    "strtoll",
    "strtoul",
    "strtoull",
    "strtoumax",
    "getopt",
    "getopt_long",
    "getopt_long_only",
    "getsubopt",
];

/// Functions that answer parts of the environment, of which the locale is one.
const GIVEN: &[&str] = &[
    "getenv",
    "secure_getenv",
    // The tables by which `isdigit` and its like tell characters apart, as glibc's macros ask for them.
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
];

/// Functions that set variables of the environment.
const ENVIRONMENT_SETTERS: &[&str] = &["setenv", "putenv", "unsetenv", "clearenv"];

/// How the names of variables begin that launchers of MPI programs set for each process, or each machine: as much of
/// them as records keep of a text.
const LAUNCHERS: &[&[u8; 4]] = &[
    b"PMI_", b"PMIX", b"OMPI", b"MPI_", b"MV2_", b"SLUR", b"PALS", b"ALPS", b"FLUX", b"JSM_",
    b"PBS_", b"HOST", b"CUDA", b"HIP_", b"ROCR", b"ZE_A",
];

/// Does the function set variables of the environment?
#[must_use]
pub fn sets_environment(symbol: &str) -> bool {
    ENVIRONMENT_SETTERS.contains(&symbol)
}

/// Is this, byte by byte, the name of a variable that may be another one in each process?
#[must_use]
pub fn is_set_by_launchers(name: &[(i64, i64)]) -> bool {
    let byte = |at: i64| name.iter().find(|(offset, _)| *offset == at).map_or(0, |(_, byte)| *byte);
    LAUNCHERS.iter().any(|start| (0..).zip(*start).all(|(at, known)| byte(at) == i64::from(*known)))
}

/// Variables of the C library that hold parts of the command line or the environment.
const GIVEN_VARIABLES: &[&str] =
    &["environ", "optarg", "opterr", "optind", "optopt", "program_invocation_name"];

/// Functions that answer new memory.
const ALLOCATES: &[&str] = &[
    "aligned_alloc",
    "calloc",
    "malloc",
    "memalign",
    "realloc",
    "strdup",
    "strndup",
    "valloc",
    "_Znam",
    "_ZnamSt11align_val_t",
    "_Znwm",
    "_ZnwmSt11align_val_t",
    "_ZnwmRKSt9nothrow_t",
    "__cxa_allocate_exception",
];

/// Functions of the C library that write nothing where their arguments point: names of files, mostly.
const READS: &[&str] = &[
    "access",
    "asctime",
    "bcmp",
    "bsearch",
    "chdir",
    "chmod",
    "creat",
    "ctime",
    "dlopen",
    "dlsym",
    "fopen",
    "gmtime",
    "link",
    "localtime",
    "mkdir",
    "open",
    "opendir",
    "popen",
    "putenv",
    "remove",
    "rename",
    "rmdir",
    "setenv",
    "shm_open",
    "shm_unlink",
    "strcoll",
    "strcspn",
    "strpbrk",
    "strspn",
    "symlink",
    "system",
    "truncate",
    "unlink",
    "unsetenv",
    "utime",
];

/// Functions whose results differ from rank to rank.
const RANK_SOURCES: &[&str] = &[
    "_FortranACpuTime",
    "_FortranADateAndTime",
    "_FortranASystemClockCount",
    "clock",
    "clock_gettime",
    "gethostid",
    "gethostname",
    "getpid",
    "getppid",
    "gettimeofday",
    "time",
    "times",
    "uname",
    "omp_get_wtime",
    "_ZNSt6chrono3_V212steady_clock3nowEv",
    "_ZNSt6chrono3_V212system_clock3nowEv",
    "sched_getcpu",
];

/// Functions whose results are the same on all ranks unless the user made them differ.
const UNIFORM_SOURCES: &[&str] = &[
    "drand48",
    "lrand48",
    "rand",
    "random",
    "_FortranACommandArgumentCount",
    "_FortranARandomNumber",
];

/// Functions that write text out, and answer no number below zero. That this may fail on one rank, as on a full disk, is no
/// reason to warn of all that is done then: it is taken to succeed, as memory is taken to be had.
const WRITING_OUT: &[&str] =
    &["fprintf", "fputc", "fputs", "printf", "putc", "putchar", "puts", "vfprintf", "vprintf"];

/// The least and the greatest number that a function answers; `None`: any.
#[must_use]
pub fn range_of_answer(name: &str) -> Option<(i64, i64)> {
    match name {
        "fflush" => Some((0, 0)),
        _ => WRITING_OUT.contains(&name).then_some((0, i64::from(i32::MAX))),
    }
}

/// Functions of the C library that are none of the above: their results are not known, but they make
/// no MPI calls.
const SILENT: &[&str] = &[
    "access",
    "alarm",
    "asprintf",
    "asctime",
    "basename",
    "bcmp",
    "bsearch",
    "chdir",
    "chmod",
    "clearerr",
    "close",
    "closedir",
    "confstr",
    "creat",
    "ctime",
    "difftime",
    "dirname",
    "dlclose",
    "dlerror",
    "dlopen",
    "dlsym",
    "dup",
    "dup2",
    "erand48",
    "fcntl",
    "fdopen",
    "feof",
    "ferror",
    "fgetc",
    "fgetpos",
    "fgets",
    "fileno",
    "flock",
    "fopen",
    "fpclassify",
    "fread",
    "freopen",
    "frexp",
    "fscanf",
    "fseek",
    "fseeko",
    "fsetpos",
    "fstat",
    "fsync",
    "ftell",
    "ftello",
    "ftruncate",
    "fwide",
    "getc",
    "getchar",
    "getcwd",
    "getdelim",
    "getline",
    "getpagesize",
    "getpwuid",
    "getrlimit",
    "getrusage",
    "getuid",
    "gmtime",
    "gmtime_r",
    "isatty",
    "isinf",
    "isnan",
    "jrand48",
    "ldexp",
    "link",
    "localtime",
    "localtime_r",
    "lseek",
    "lstat",
    "malloc_usable_size",
    "memmem",
    "mkdir",
    "mkstemp",
    "mktime",
    "mlock",
    "mmap",
    "modf",
    "mprotect",
    "mrand48",
    "munmap",
    "nanosleep",
    "nrand48",
    "open",
    "opendir",
    "open_memstream",
    "pause",
    "pclose",
    "pipe",
    "poll",
    "popen",
    "posix_memalign",
    "posix_fallocate",
    "pread",
    "pthread_join",
    "pthread_mutex_destroy",
    "pthread_mutex_init",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "pthread_self",
    "putc",
    "putenv",
    "pwrite",
    "raise",
    "rand_r",
    "read",
    "readdir",
    "readlink",
    "realpath",
    "remove",
    "rename",
    "rewind",
    "rmdir",
    "scanf",
    "sched_yield",
    "select",
    "setbuffer",
    "setenv",
    "setlinebuf",
    "shm_open",
    "shm_unlink",
    "sincos",
    "sprintf",
    "stat",
    "strcoll",
    "strcspn",
    "strerror",
    "strerror_r",
    "strftime",
    "strpbrk",
    "strsep",
    "strsignal",
    "strspn",
    "strtok",
    "strtok_r",
    "symlink",
    "sync",
    "sysconf",
    "system",
    "tmpfile",
    "truncate",
    "umask",
    "ungetc",
    "unlink",
    "unsetenv",
    "utime",
    "vasprintf",
    "vfscanf",
    "waitpid",
    "write",
    "__assert",
    "__dynamic_cast",
    "__errno_location",
];

/// May the function of this symbol, which the program does not define, make MPI calls?
#[must_use]
pub fn may_communicate(symbol: &str) -> bool {
    effect(symbol).is_none()
        && departure(symbol).is_none()
        && !is_of_a_language(symbol)
        && !is_of_mpi(symbol)
}

/// Is it a function that the program does not define, and that may make MPI calls?
#[must_use]
pub fn is_unseen(function: &Function) -> bool {
    !function.is_defined() && !function.inert && may_communicate(&function.name)
}

/// `sqrtf` and `sqrtl` are what `sqrt` is.
fn is_mathematical(symbol: &str) -> bool {
    symbol.strip_suffix(['f', 'l']).is_some_and(|double| NUMERIC.contains(&double))
}

/// LLVM names the types of arguments in the names of its intrinsic functions, that of pointers `p0`.
fn is_numeric_intrinsic(symbol: &str) -> bool {
    symbol.starts_with("llvm.") && symbol.split('.').any(is_number_type) && !symbol.contains(".p0")
}

/// `f64`, `i32`, `v4f32`.
fn is_number_type(part: &str) -> bool {
    let scalar = part.trim_start_matches('v').trim_start_matches(|c: char| c.is_ascii_digit());
    let bits = scalar.strip_prefix(['f', 'i']).unwrap_or("");
    !bits.is_empty() && bits.bytes().all(|byte| byte.is_ascii_digit())
}

/// glibc's redirected and checked names (`__isoc99_sscanf`, `__isoc23_strtol`, `__printf_chk`) mean
/// the plain ones.
fn plain(symbol: &str) -> &str {
    let redirected = ["__isoc99_", "__isoc23_"];
    let name = redirected.iter().find_map(|prefix| symbol.strip_prefix(prefix)).unwrap_or(symbol);
    let checked = name.strip_prefix("__").and_then(|name| name.strip_suffix("_chk"));
    let large = name.strip_suffix("64").filter(|name| SILENT.contains(name));
    checked.or(large).unwrap_or(name)
}

/// What makes a `va_list`: names begin so.
const VARIABLE_ARGUMENTS: &[&str] = &["llvm.va_start", "llvm.va_copy"];

/// What stands before the regions of OpenMP that one thread of a team runs.
const ONE_THREAD: &[&str] = &["__kmpc_masked", "__kmpc_master", "__kmpc_single"];

/// What the library function of this linker symbol does; `None`: not a function we know.
#[must_use]
pub fn effect(symbol: &str) -> Option<Effect> {
    if departure(symbol).is_some() {
        return None;
    }
    let name = plain(symbol);
    if NUMERIC.contains(&name) || is_mathematical(name) || is_numeric_intrinsic(name) {
        Some(Effect::Numeric)
    } else if VARIABLE_ARGUMENTS.iter().any(|begin| name.starts_with(begin)) {
        // What the callers hand over behind the named parameters.
        Some(Effect::Source(Dependence::Unknown))
    } else if PURE.contains(&name) || name.starts_with("llvm.") {
        Some(Effect::Pure)
    } else if FILLS.contains(&name) || strings::changes(name) {
        Some(Effect::Fills)
    } else if GIVEN.contains(&name) {
        Some(Effect::Given)
    } else if ONE_THREAD.contains(&name) {
        Some(Effect::OneThread)
    } else if matches!(name, "fork" | "vfork") {
        Some(Effect::MakesProcess)
    } else if ALLOCATES.contains(&name) {
        Some(Effect::Allocates)
    } else if RANK_SOURCES.contains(&name) {
        Some(Effect::Source(Dependence::RankDependent))
    } else if UNIFORM_SOURCES.contains(&name) || fortran::is_internal_output(name) {
        Some(Effect::Source(Dependence::Unknown))
    } else if is_of_fortran(name) {
        // flang's runtime: descriptors filled from bounds, text and numbers converted.
        Some(Effect::Fills)
    } else {
        None
    }
}

/// Does the function answer new memory with the content of what its first argument points to?
#[must_use]
pub fn copies_content(symbol: &str) -> bool {
    matches!(symbol, "realloc" | "strdup" | "strndup")
}

/// Does the function answer new memory that holds nothing yet?
#[must_use]
pub fn leaves_undefined(symbol: &str) -> bool {
    ALLOCATES.contains(&symbol) && symbol != "calloc" && !copies_content(symbol)
}

/// Functions that write text where an argument points.
const WRITING_TEXT: &[&str] = &[
    "asctime_r",
    "ctime_r",
    "fgets",
    "getcwd",
    "gethostname",
    "readlink",
    "realpath",
    "snprintf",
    "sprintf",
    "stpcpy",
    "strcat",
    "strcpy",
    "strerror_r",
    "strftime",
    "strncat",
    "strncpy",
    "vsnprintf",
    "vsprintf",
];

/// Does the library function of this symbol write text? It ends somewhere in the array it is written to, of which the end
/// is not known, and fields of a structure behind that keep what they hold.
#[must_use]
pub fn writes_text(symbol: &str) -> bool {
    WRITING_TEXT.contains(&plain(symbol))
}

/// By argument of a call: what the library function of this symbol writes where that points.
#[must_use]
pub fn arguments_written(symbol: &str, count: usize) -> Vec<Written> {
    if is_of_cpp(symbol)
        && let Some(signature) = Signature::of(symbol)
    {
        return signature.arguments_written(count);
    }
    let written = |position| match only_reads(symbol, position) {
        true => Written::Nothing,
        false => Written::Object,
    };
    (0..count).map(written).collect()
}

/// Does the library function of this symbol only read what its argument at `position` points to?
#[must_use]
fn only_reads(symbol: &str, position: usize) -> bool {
    match plain(symbol) {
        "memcpy" | "memmove" | "snprintf" | "sprintf" | "strcat" | "strcpy" | "strncat"
        | "strncpy" | "vsnprintf" => position > 0,
        "sscanf" | "vsscanf" => position < 2,
        "asprintf" | "vasprintf" => position > 0,
        "strtod" | "strtof" | "strtoimax" | "strtol" | "strtold" | "strtoll" | "strtoul"
        | "strtoull" | "strtoumax" => position == 0,
        "gmtime_r" | "localtime_r" | "lstat" | "nanosleep" | "readlink" | "realpath" | "stat" => {
            position == 0
        }
        "fdopen" | "pwrite" | "strtok" | "strtok_r" | "write" => position == 1,
        // A stream that is read is no object of the program's.
        "fgetc" | "getc" | "feof" | "ferror" | "fileno" | "ftell" | "ftello" => true,
        "fscanf" | "vfscanf" => position < 2,
        "fgets" | "getline" => position == 2,
        "fread" | "getdelim" => position == 3,
        "ungetc" => position == 1,
        "freopen" => position < 2,
        "scanf" => position == 0,
        "strftime" => position >= 2,
        name => READS.contains(&name),
    }
}

/// Does the library function of this symbol put something where its argument at `position` points without a look at what
/// stood there? It may leave that as it was: where text does not match, or a file ends.
#[must_use]
pub fn overwrites(symbol: &str, position: usize) -> bool {
    match plain(symbol) {
        "sscanf" | "vsscanf" | "fscanf" | "vfscanf" => position >= 2,
        "scanf" => position >= 1,
        "snprintf" | "sprintf" | "vsnprintf" | "strcpy" | "strncpy" | "strftime" | "fgets"
        | "fread" | "getcwd" | "gethostname" | "gettimeofday" | "time" => position == 0,
        "read" | "clock_gettime" | "gmtime_r" | "localtime_r" | "lstat" | "stat" | "readlink"
        | "realpath" | "strtod" | "strtof" | "strtoimax" | "strtol" | "strtold" | "strtoll"
        | "strtoul" | "strtoull" | "strtoumax" => position == 1,
        name => fortran::reads_file(name) && position == 1,
    }
}

/// Does the variable of this symbol, which the program does not define, hold what all processes of a
/// job are started with alike, or what the C library made of that?
#[must_use]
pub fn is_given(symbol: &str) -> bool {
    GIVEN_VARIABLES.contains(&symbol)
}

/// Is it a function of flang's runtime library?
#[must_use]
pub fn is_of_fortran(symbol: &str) -> bool {
    symbol.starts_with("_FortranA")
}

/// How symbols of languages' libraries begin: those of Fortran and OpenMP, and the compilers' own.
const LANGUAGE_PREFIXES: &[&str] = &[
    "_FortranA",
    "__rust",
    "__kmpc",
    "omp_",
    "llvm.",
    "__builtin_",
    "__cxa_",
    "_Unwind_",
    "__gxx_",
    "__atomic_",
    "__sync_",
];

/// Is it of C++'s library? Names in `std`, with the short forms of its streams and strings, and in the
/// namespaces of those who made it (Itanium C++ ABI, 5.1).
#[must_use]
pub fn is_of_cpp(symbol: &str) -> bool {
    /// `std`, its allocator, string, streams; libstdc++'s and the ABI's own.
    const NAMESPACES: &[&str] =
        &["St", "Sa", "Ss", "Sb", "Si", "So", "Sd", "9__gnu_cxx", "10__cxxabiv1"];
    // What is local to a function is named behind that.
    let Some(name) = symbol.strip_prefix("_Z").map(|name| name.trim_start_matches('Z')) else {
        return false;
    };
    match name.strip_prefix('N') {
        // Qualifiers of methods.
        Some(nested) => {
            let nested = nested.trim_start_matches(['r', 'V', 'K', 'R', 'O']);
            NAMESPACES.iter().any(|namespace| nested.starts_with(namespace))
        }
        None => name.starts_with("St"),
    }
}

/// The crate that defines what a Rust symbol names. In the mangling v0 it is the first root of a path:
/// `Cs`, a number in base 62, `_`, and a name behind its length. The mangling before looks like that of
/// C++, where namespaces may have the same names, but ends in a hash.
fn crate_of(symbol: &str) -> Option<&str> {
    if let Some(path) = symbol.strip_prefix("_R") {
        return name_behind_length(path[path.find("Cs")?..].split_once('_')?.1);
    }
    let (path, hash) = symbol.strip_prefix("_ZN")?.strip_suffix('E')?.rsplit_once("17h")?;
    let is_hash = hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| name_behind_length(path)).flatten()
}

fn name_behind_length(text: &str) -> Option<&str> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let length: usize = text[..digits].parse().ok()?;
    // Names that could be taken for a part of the number stand behind a `_`.
    let name = &text[digits..];
    name.strip_prefix('_').unwrap_or(name).get(..length)
}

/// Is it a function of Rust's library as that is delivered? Those call functions of the program through
/// pointers they were handed, and make no MPI calls.
#[must_use]
pub fn is_of_rust(symbol: &str) -> bool {
    matches!(crate_of(symbol), Some("core" | "alloc" | "std" | "__rustc"))
        || matches!(symbol, "rust_begin_unwind" | "rust_eh_personality" | "rust_panic")
}

/// How symbols begin that MPI libraries have besides MPI's own: what their headers' inline functions
/// call, and the methods of MPI-2's classes, which are inline functions.
const MPI_PREFIXES: &[&str] = &["ompi_", "MPIR_", "_ZN3MPI", "_ZNK3MPI", "_ZThn8_N3MPI"];

/// Is it a part of the MPI library, also where its headers put it into the program? A program whose code
/// does not call it never runs it.
#[must_use]
pub fn is_of_mpi(symbol: &str) -> bool {
    MPI_PREFIXES.iter().any(|prefix| symbol.starts_with(prefix))
}

/// Does the program itself call, or hand on, a function of this kind? MPI's C++ classes, which their header puts into
/// every program, say nothing until one of them is called.
#[must_use]
pub fn is_used_by(program: &Program, is_one: impl Fn(&str) -> bool) -> bool {
    let is_declared_one = |id: &FunctionId| {
        let function = program.function(*id);
        !function.is_defined() && is_one(&function.name)
    };
    let kind: FxHashSet<FunctionId> = program.function_ids().filter(is_declared_one).collect();
    if kind.is_empty() {
        return false;
    }
    let calls = |function: &Function, which: &FxHashSet<FunctionId>| {
        function.blocks.iter().flat_map(|block| &block.events).any(|event| {
            matches!(event, Event::Call(CallSite { callee: Callee::Direct(callee), .. })
                if which.contains(callee))
        })
    };
    let is_class = |function: &Function| function.is_defined() && is_of_mpi(&function.name);
    let (classes, own): (Vec<FunctionId>, Vec<FunctionId>) =
        program.function_ids().partition(|id| is_class(program.function(*id)));
    let of_classes = classes.into_iter().filter(|id| calls(program.function(*id), &kind));
    let of_both = kind.iter().copied().chain(of_classes).collect();
    kind.iter().any(|id| program.function(*id).address_taken)
        || own.into_iter().any(|id| calls(program.function(id), &of_both))
}

/// Does the symbol belong to the library of a language, which makes no MPI calls?
#[must_use]
pub fn is_of_a_language(symbol: &str) -> bool {
    LANGUAGE_PREFIXES.iter().any(|prefix| symbol.starts_with(prefix))
        || is_of_cpp(symbol)
        || is_of_rust(symbol)
        || (SILENT.contains(&plain(symbol)) || is_mathematical(symbol))
}

/// How a function that never returns leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Departure {
    /// The whole job ends: `abort` kills the process by a signal, and the launcher then the job.
    EndsJob,
    /// This process alone ends, without an error a launcher must act on: `exit`.
    Leaves,
    /// An exception is thrown.
    Throws,
}

/// How the function of this symbol leaves, if it is known never to return.
#[must_use]
pub fn departure(symbol: &str) -> Option<Departure> {
    match symbol {
        "exit"
        | "_exit"
        | "_Exit"
        | "quick_exit"
        | "_FortranAExit"
        | "_FortranAStopStatement"
        | "_FortranAStopStatementText"
        | "_FortranAProgramEndStatement" => Some(Departure::Leaves),
        "abort"
        | "__assert_fail"
        | "_ZSt9terminatev"
        | "__stack_chk_fail"
        | "__clang_call_terminate"
        | "_FortranAAbort"
        | "__cxa_pure_virtual"
        | "__cxa_call_unexpected"
        | "__assert_rtn"
        | "_FortranACrash"
        | "_FortranAReportFatalUserError" => Some(Departure::EndsJob),
        // More elements than memory can hold, or a stream without the facets that all have (`std::endl`): as little a
        // choice between two ways as `bad_alloc` is.
        "_ZSt16__throw_bad_castv"
        | "_ZSt20__throw_length_errorPKc"
        | "_ZSt17__throw_bad_allocv"
        | "_ZSt28__throw_bad_array_new_lengthv" => Some(Departure::EndsJob),
        "__cxa_throw" | "__cxa_rethrow" | "_Unwind_Resume" | "__cxa_bad_cast"
        | "__cxa_bad_typeid" => Some(Departure::Throws),
        "_ZNKSt16nested_exception14rethrow_nestedEv" => Some(Departure::Throws),
        _ if symbol.starts_with("_ZSt17rethrow_exception") => Some(Departure::Throws),
        // libstdc++'s `std::__throw_out_of_range` and its kin.
        _ if symbol.starts_with("_ZSt") && symbol.contains("__throw_") => Some(Departure::Throws),
        _ => None,
    }
}

/// What C++'s library throws because it was called wrongly: `std::__throw_out_of_range_fmt` and its kin, but for what tells
/// of text that could not be read.
#[must_use]
pub fn is_complaint(symbol: &str) -> bool {
    let of_text = ["__throw_invalid_argument", "__throw_regex_error", "__throw_ios_failure"];
    matches!(symbol, "__cxa_bad_cast" | "__cxa_bad_typeid")
        || symbol.starts_with("_ZSt")
            && symbol.contains("__throw_")
            && !of_text.iter().any(|name| symbol.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_of_cpps_library_are_known_whatever_their_qualifiers() {
        for symbol in [
            "_ZNKRSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv",
            "_ZNOSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv",
            "_ZNSolsEi",
            "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_",
            "_ZZNSt8__detail18__to_chars_10_implIjEEvPcjT_E8__digits",
            "_ZNK9__gnu_cxx17__normal_iteratorIPiSt6vectorIiSaIiEEEdeEv",
        ] {
            assert!(is_of_a_language(symbol), "{symbol}");
        }
        for symbol in ["_ZN5Solve4stepEv", "_ZNK3Run3stdEv", "_Z5startv", "_ZN2StC1Ev"] {
            assert!(!is_of_a_language(symbol), "{symbol}");
        }
    }

    #[test]
    fn rusts_library_is_told_from_namespaces_of_the_same_names() {
        for symbol in [
            "_ZN4core9panicking5panic17h0123456789abcdefE",
            "_ZN3std2io5stdio6_print17hfedcba9876543210E",
            "_RNvNtCs5YBPgmztrOR_4core9panicking5panic",
            "__rust_alloc",
            "rust_eh_personality",
        ] {
            assert!(is_of_a_language(symbol), "{symbol}");
        }
        for symbol in [
            "_ZN4core5shareEPi",
            "_ZN5alloc7balanceEv",
            "_ZN3std17hello_to_everybodyEv",
            "rust_exchange",
            "_RNvCs5YBPgmztrOR_6solver4step",
        ] {
            assert!(!is_of_a_language(symbol), "{symbol}");
        }
    }

    #[test]
    fn what_cpps_library_throws_is_told_from_what_text_says() {
        for symbol in ["_ZSt24__throw_out_of_range_fmtPKcz", "_ZSt19__throw_logic_errorPKc"] {
            assert!(is_complaint(symbol), "{symbol}");
        }
        for symbol in ["_ZSt24__throw_invalid_argumentPKc", "__cxa_throw", "_Z7__throw_v"] {
            assert!(!is_complaint(symbol), "{symbol}");
        }
    }
}
