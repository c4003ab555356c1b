//! What is added to typical command lines, and that the user's words stay as they are.

use proptest::prelude::*;

use super::*;

fn installation() -> (tempfile::TempDir, Installation) {
    let folder = tempfile::Builder::new().prefix("lock step").tempdir().unwrap();
    for name in ["liblockstep_pass.so", "liblockstep_runtime.a", "liblockstep_runtime.so"] {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    let installation = Installation::in_folder(folder.path());
    (folder, installation)
}

/// The words around the user's own, without MPI.
fn added(line: &str, runtime: RuntimeKind) -> (String, String) {
    let (_folder, installation) = installation();
    let words: Vec<_> = shlex::split(line).unwrap().into_iter().map(OsString::from).collect();
    let options = OwnOptions { mpi: "none".parse().unwrap(), runtime, ..OwnOptions::default() };
    let line = CommandLine::read(&words);
    let additions = Additions::to(&line, Language::C, &options, &installation).unwrap();
    let text = |words: &[OsString]| {
        words.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    };
    (text(&additions.front), text(&additions.back))
}

#[test]
fn a_question_is_passed_on_as_it_is() {
    for line in ["", "--version", "-v", "-cc1 a.c", "-print-file-name=x"] {
        assert_eq!(added(line, RuntimeKind::Static), (String::new(), String::new()), "{line}");
    }
}

#[test]
fn a_compilation_gets_the_plugin_and_lines() {
    let (front, back) = added("-c a.c", RuntimeKind::Static);
    assert!(front.contains("-fpass-plugin=") && front.contains("-gline-tables-only"), "{front}");
    assert_eq!(back, "");
    assert!(!added("-c -g0 a.c", RuntimeKind::Static).0.contains("-gline-tables-only"));
    assert_eq!(added("-E a.c", RuntimeKind::Static).0, "");
}

#[test]
fn a_link_gets_the_runtime_behind_the_objects() {
    let (front, back) = added("a.o", RuntimeKind::Static);
    assert_eq!(front, "");
    assert!(back.contains("liblockstep_runtime.a") && !back.contains("-u,"), "{back}");
    assert!(added("a.o -lmpi", RuntimeKind::Static).1.contains(abi::ANCHOR));
    assert_eq!(added("-r a.o", RuntimeKind::Static).1, "");
    assert_eq!(added("a.o", RuntimeKind::None).1, "");
}

#[test]
fn a_shared_library_gets_the_shared_runtime_before_mpi() {
    let (front, back) = added("-shared a.o -lmpi", RuntimeKind::Static);
    assert!(front.contains("liblockstep_runtime.so") && front.contains("-rpath"), "{front}");
    assert_eq!(back, "");
    assert!(added("-shared a.o", RuntimeKind::Static).1.contains("--as-needed"));
}

#[test]
fn mpi_is_linked_only_where_needed() {
    let mpi = Flags { include_folders: vec!["/m".into()], link: vec!["-lmpi".into()] };
    let words = mpi_libraries(Some(&mpi), true);
    assert_eq!(words, ["-Wl,--push-state,--as-needed", "-lmpi", "-Wl,--pop-state"]);
    assert_eq!(header_flags(Some(&mpi)), ["-idirafter", "/m"]);
}

proptest! {
    #[test]
    fn the_users_words_stay_whole_and_in_order(
        words in prop::collection::vec("(-c|-o|--|-x|@f|-shared|-lmpi|-E|[-a-z./ ]{0,8})", 0..10),
    ) {
        let (_folder, installation) = installation();
        let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
        let line = CommandLine::read(&words);
        let options = OwnOptions { mpi: "none".parse().unwrap(), ..OwnOptions::default() };
        let additions = Additions::to(&line, Language::C, &options, &installation).unwrap();
        let (front, back) = (additions.front.len(), additions.back.len());
        let end = line.end_of_options;
        let mut all = additions.around(&words, end);
        let cut = front + end.unwrap_or(words.len());
        all.drain(cut..cut + back);
        all.drain(..front);
        prop_assert_eq!(all, words);
    }
}
