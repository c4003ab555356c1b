//! Command lines as people and build systems write them, and random ones.

use proptest::prelude::*;

use super::*;

fn read(line: &str) -> CommandLine {
    let words: Vec<_> = shlex::split(line).unwrap().into_iter().map(OsString::from).collect();
    CommandLine::read(&words)
}

#[test]
fn the_end_of_the_work_is_found() {
    for (line, action) in [
        ("", Action::Answer),
        ("--version", Action::Answer),
        ("-v", Action::Answer),
        ("-Wl,--version", Action::Answer),
        ("-print-search-dirs a.c", Action::Answer),
        ("-cc1 -emit-obj a.c", Action::Answer),
        ("-o a.c", Action::Answer),
        ("-include a.h -I b", Action::Answer),
        ("-E a.c", Action::Read),
        ("-M a.c", Action::Read),
        ("-fsyntax-only a.f90", Action::Read),
        ("-c -E a.c", Action::Read),
        ("-c a.c b.c c.c", Action::Compile),
        ("-S -o - a.c", Action::Compile),
        ("-MD -MF a.d -c a.c -o a.o", Action::Compile),
        ("a.hpp", Action::Compile),
        ("-x c++-header a.inc", Action::Compile),
        ("a.c", Action::Link),
        ("-###  a.c", Action::Link),
        ("-x c -", Action::Link),
        ("-MD a.c", Action::Link),
        ("a.o -o 'my program'", Action::Link),
        ("-- a.c", Action::Link),
        ("-o a -- -c", Action::Link),
        ("-emit-llvm -c a.c", Action::Compile),
    ] {
        assert_eq!(read(line).action, action, "{line}");
    }
}

#[test]
fn debug_options_are_told_from_their_neighbours() {
    for line in ["-g a.c", "-g0 a.c", "-ggdb3 a.c", "-gline-tables-only a.c", "-gdwarf-5 a.c"] {
        assert!(read(line).debug_option, "{line}");
    }
    for line in ["a.c", "-gcc-toolchain /x a.c", "-o -g a.c", "-I -g a.c", "-D g a.c"] {
        assert!(!read(line).debug_option, "{line}");
    }
}

#[test]
fn libraries_of_mpi_are_seen_in_every_spelling() {
    for line in [
        "a.o -lmpi",
        "a.o -l mpich",
        "a.o -lmpi_mpifh",
        "a.o /usr/lib/libmpi.so",
        "a.o libmpich.a",
        "a.o -Wl,-lmpi",
        "a.o -Xlinker /opt/lib/libmpi.so.40",
        "a.o -l:libmpi.so.12",
    ] {
        assert!(read(line).names_mpi_library, "{line}");
    }
    for line in ["a.o -lm", "libmpi.c", "a.o -L/usr/lib/openmpi", "a.o -o libmpi.so"] {
        assert!(!read(line).names_mpi_library, "{line}");
    }
}

#[test]
fn include_folders_are_kept_in_order() {
    let line = read("-I a -Ib -isystem c -isystemd -idirafter e -iquote f -c x.c");
    let folders: Vec<_> = line.include_folders.iter().map(|f| f.to_str().unwrap()).collect();
    assert_eq!(folders, ["a", "b", "c", "d", "e"]);
}

#[test]
fn what_is_linked_is_known() {
    assert_eq!(read("-shared a.o").product, Product::SharedLibrary);
    assert_eq!(read("-r a.o").product, Product::Bare);
    assert_eq!(read("a.o").product, Product::Executable);
    assert!(read("-fuse-ld=lld a.o").other_linker);
    assert!(!read("-fuse-ld=bfd a.o").other_linker);
}

#[test]
fn what_is_made_and_how_warnings_are_told_is_known() {
    for (line, output) in [
        ("a.o", None),
        ("-o app a.o", Some("app")),
        ("a.o -oapp", Some("app")),
        ("--output=app a.o", Some("app")),
        ("-o one -o two a.o", Some("two")),
        ("-Wl,-o,x a.o", None),
    ] {
        assert_eq!(read(line).output.as_deref(), output.map(Path::new), "{line}");
    }
    assert!(read("-w a.o").warnings.off);
    assert!(read("-Werror a.o").warnings.are_errors);
    assert!(!read("-Werror -Wno-error a.o").warnings.are_errors);
    assert_eq!(read("a.o").warnings, Warnings::default());
    assert_eq!(read("-fdiagnostics-color=always a.o").warnings.coloured, Some(true));
    assert_eq!(read("-fno-color-diagnostics a.o").warnings.coloured, Some(false));
}

#[test]
fn response_files_are_read_like_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    let outer = folder.path().join("outer");
    std::fs::write(&inner, "-c 'my file.c' \"-I\"x\\ y").unwrap();
    std::fs::write(&outer, format!("-g\n@{}\n", inner.display())).unwrap();
    let line = CommandLine::read(&[OsString::from(format!("@{}", outer.display()))]);
    assert_eq!(line.action, Action::Compile);
    assert!(line.debug_option);
    assert_eq!(line.sources, [Path::new("my file.c")]);
    assert_eq!(line.include_folders, [Path::new("x y")]);
}

#[test]
fn a_response_file_that_names_itself_ends() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("self");
    std::fs::write(&file, format!("-c @{} a.c", file.display())).unwrap();
    assert_eq!(CommandLine::read(&[format!("@{}", file.display()).into()]).action, Action::Compile);
}

proptest! {
    #[test]
    fn any_bytes_are_read(words in prop::collection::vec(prop::collection::vec(1u8.., 0..12), 0..12)) {
        let words: Vec<_> = words.into_iter().map(OsString::from_vec).collect();
        CommandLine::read(&words);
    }

    #[test]
    fn an_option_before_c_does_not_hide_it(words in prop::collection::vec("-[a-wyzA-Z]{2,9}=[a-z]{0,5}", 0..9)) {
        let mut words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
        prop_assume!(!words.iter().any(|word| word.as_bytes().starts_with(b"-print")
            || word.as_bytes().starts_with(b"-cc1")));
        words.extend(["-c".into(), "a.c".into()]);
        prop_assert_eq!(CommandLine::read(&words).action, Action::Compile);
    }
}
