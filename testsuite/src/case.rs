//! A case: one program with what is expected of it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::annotation::{self, Annotations, Language, Run};
use crate::toolchain::Mpi;

/// Ranks a program is started with when it does not say.
const DEFAULT_RANKS: u32 = 3;

/// Threads an OpenMP program gets when neither it nor its case says how many.
const DEFAULT_THREADS: u32 = 4;

/// Optimisation levels a program is compiled at when it does not say.
const DEFAULT_LEVELS: [&str; 2] = ["-O0", "-O2"];

/// Which answer is right for a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The program has the rule's fault.
    Faulty,
    /// The program is correct.
    Clean,
    /// Lockstep's answer is wrong today; the case holds it and says why.
    KnownMiss,
}

impl Kind {
    /// All kinds with the name of their folder.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Faulty, "faulty"), (Self::Clean, "clean"), (Self::KnownMiss, "known_miss")];
}

/// One source of a case with its annotations.
#[derive(Clone, Debug)]
pub struct Source {
    /// Absolute path.
    pub path: PathBuf,
    /// The language of its extension.
    pub language: Language,
    /// What it says about itself. Directives of files beside the first are not looked at.
    pub annotations: Annotations,
}

/// One program with what is expected of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// `rule/kind/file`, unique.
    pub name: String,
    /// Id of the rule whose folder it stands in.
    pub rule: String,
    /// Which answer is right.
    pub kind: Kind,
    /// Its sources. The first is the one that stands in the folder and carries the directives.
    pub sources: Vec<Source>,
}

impl Case {
    /// Reads the case whose first source is `path`.
    ///
    /// # Errors
    /// Files that cannot be read, annotations that cannot be, and what contradicts itself.
    pub fn read(path: &Path, rule: &str, kind: Kind, folder: &str) -> Result<Self, String> {
        let file_name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{rule}/{folder}/{file_name}");
        let complete = |problem: String| format!("{name}: {problem}");
        let first = Source::read(path).map_err(complete)?;
        let folder_path = path.parent().unwrap_or(Path::new("."));
        let further: Vec<PathBuf> =
            first.annotations.files.iter().map(|file| folder_path.join(file)).collect();
        let mut sources = vec![first];
        for file in &further {
            sources.push(Source::read(file).map_err(complete)?);
        }
        let case = Self { name: name.clone(), rule: rule.to_owned(), kind, sources };
        match case.contradiction() {
            Some(problem) => Err(complete(problem.to_owned())),
            None => Ok(case),
        }
    }

    fn contradiction(&self) -> Option<&'static str> {
        let annotations = self.annotations();
        let marked = self.sources.iter().any(|source| !source.annotations.marks.is_empty());
        match self.kind {
            Kind::Faulty if marked == annotations.runtime_only => Some(
                "a faulty case has marks, or says `static: none` if only the run can see the fault",
            ),
            Kind::Faulty if self.run() == Run::Clean => Some("a faulty case cannot run clean"),
            Kind::Clean if marked => Some("a clean case has no marks"),
            Kind::Clean if self.run() == Run::Abort => Some("a clean case cannot abort"),
            Kind::Faulty if annotations.proven => Some("a fault cannot be proven not to be there"),
            _ if annotations.mpi == Some(Mpi::None) && annotations.ranks.is_some() => {
                Some("a case without MPI has no ranks")
            }
            _ if annotations.repeat.is_some() && self.run() == Run::None => {
                Some("a case that is not run cannot be run again")
            }
            Kind::KnownMiss if annotations.why.is_none() => {
                Some("a known miss says why in a directive")
            }
            _ => None,
        }
    }

    /// The sources that are compiled.
    pub fn compiled(&self) -> impl DoubleEndedIterator<Item = &Source> {
        self.sources.iter().filter(|source| !source.is_header())
    }

    /// The annotations of the first source.
    #[must_use]
    pub fn annotations(&self) -> &Annotations {
        // `read` puts the first source there before anything else.
        &self.sources[0].annotations
    }

    /// How many ranks it is started with.
    #[must_use]
    pub fn ranks(&self) -> u32 {
        self.annotations().ranks.unwrap_or(DEFAULT_RANKS)
    }

    /// The optimisation levels it is compiled at; never empty.
    #[must_use]
    pub fn levels(&self) -> Vec<String> {
        match self.annotations().levels.as_slice() {
            [] => DEFAULT_LEVELS.map(str::to_owned).to_vec(),
            levels => levels.to_vec(),
        }
    }

    /// How its run ends.
    #[must_use]
    pub fn run(&self) -> Run {
        self.annotations().run.unwrap_or(match self.kind {
            Kind::Faulty => Run::Abort,
            Kind::Clean => Run::Clean,
            Kind::KnownMiss => Run::None,
        })
    }

    /// The value of `OMP_NUM_THREADS` it is run with.
    #[must_use]
    pub fn threads(&self) -> u32 {
        self.annotations().threads.unwrap_or(DEFAULT_THREADS)
    }

    /// How often it is run.
    #[must_use]
    pub fn repeat(&self) -> u32 {
        self.annotations().repeat.unwrap_or(1)
    }

    /// What it is compiled and run with, one after the other; never empty.
    #[must_use]
    pub fn mpis(&self) -> Vec<Mpi> {
        match self.annotations().mpi {
            Some(only) => vec![only],
            None => Mpi::ALL.to_vec(),
        }
    }

    /// What it is run with where one is enough: MPICH's launcher takes a fraction of Open MPI's time.
    #[must_use]
    pub fn quickest_mpi(&self) -> Mpi {
        self.annotations().mpi.unwrap_or(Mpi::Mpich)
    }

    /// The language that links: Fortran before C++ before C.
    #[must_use]
    pub fn link_language(&self) -> Language {
        self.compiled().map(|source| source.language).max().unwrap_or(Language::C)
    }
}

impl Source {
    /// Whether it is only included by others, not compiled.
    #[must_use]
    pub fn is_header(&self) -> bool {
        self.path.extension().is_some_and(|extension| extension == "h")
    }

    fn read(path: &Path) -> Result<Self, String> {
        let complete = |error: io::Error| format!("{}: {error}", path.display());
        let language = path
            .extension()
            .and_then(|extension| Language::of_extension(&extension.to_string_lossy()))
            .ok_or_else(|| format!("{}: not a .c, .cpp, .f90 or .h file", path.display()))?;
        let text = fs::read_to_string(path).map_err(complete)?;
        let annotations = annotation::parse(&text, language)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { path: path.canonicalize().map_err(complete)?, language, annotations })
    }
}

/// Reads all cases below `root` (`<rule>/<kind>/<file>`), sorted by name.
///
/// # Errors
/// Every case that cannot be read, with its reason.
pub fn read_all(root: &Path) -> Result<Vec<Case>, Vec<String>> {
    let mut cases = Vec::new();
    let mut problems = Vec::new();
    for rule in lockstep_core::rules::ALL {
        for (kind, folder) in Kind::ALL {
            let directory = root.join(rule.id).join(folder);
            let Ok(entries) = fs::read_dir(&directory) else { continue };
            let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            paths.sort();
            for path in paths.into_iter().filter(|path| path.is_file()) {
                match Case::read(&path, rule.id, kind, folder) {
                    Ok(case) => cases.push(case),
                    Err(problem) => problems.push(problem),
                }
            }
        }
    }
    problems.extend(unpaired(&cases));
    if problems.is_empty() { Ok(cases) } else { Err(problems) }
}

/// Faulty cases without a correct twin of the same stem.
fn unpaired(cases: &[Case]) -> Vec<String> {
    let stem = |case: &Case| {
        let stem = case.sources[0].path.file_stem().unwrap_or_default();
        (case.rule.clone(), stem.to_string_lossy().into_owned())
    };
    let clean: BTreeSet<_> =
        cases.iter().filter(|case| case.kind == Kind::Clean).map(stem).collect();
    cases
        .iter()
        .filter(|case| case.kind == Kind::Faulty && !clean.contains(&stem(case)))
        .map(|case| format!("{}: has no correct twin of the same stem in clean/", case.name))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// The blocking collectives of MPI 3.1 behind `MPI_`. Each has a non-blocking form.
    const COLLECTIVES: [&str; 22] = [
        "Allgather",
        "Allgatherv",
        "Allreduce",
        "Alltoall",
        "Alltoallv",
        "Alltoallw",
        "Barrier",
        "Bcast",
        "Exscan",
        "Gather",
        "Gatherv",
        "Neighbor_allgather",
        "Neighbor_allgatherv",
        "Neighbor_alltoall",
        "Neighbor_alltoallv",
        "Neighbor_alltoallw",
        "Reduce",
        "Reduce_scatter",
        "Reduce_scatter_block",
        "Scan",
        "Scatter",
        "Scatterv",
    ];

    fn cases() -> Vec<Case> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
        read_all(&root).unwrap_or_else(|problems| panic!("{}", problems.join("\n")))
    }

    /// A clean case in C with these directives.
    fn with_directives(directives: &str) -> Result<Case, String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("lockstep-case-{}-{count}.c", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, format!("{directives}int main(void) {{ return 0; }}\n"))
            .expect("a temporary file");
        let case = Case::read(&path, "collective_divergence", Kind::Clean, "clean");
        fs::remove_file(&path).expect("it was ours");
        case
    }

    #[test]
    fn a_case_runs_under_both_or_one_or_no_mpi() {
        let case = with_directives("").expect("a case");
        assert_eq!((case.mpis(), case.threads(), case.repeat()), (Mpi::ALL.to_vec(), 4, 1));
        let case = with_directives("//@ mpi: none\n//@ threads: 2\n//@ repeat: 50\n");
        let case = case.expect("a case");
        assert_eq!((case.mpis(), case.threads(), case.repeat()), (vec![Mpi::None], 2, 50));
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        for directives in ["//@ mpi: none\n//@ ranks: 2\n", "//@ run: none\n//@ repeat: 2\n"] {
            assert!(with_directives(directives).is_err(), "{directives}");
        }
    }

    /// The MPI calls on the marked lines of faulty cases, or on all lines of clean ones.
    fn calls(kind: Kind) -> String {
        let mut lines = String::new();
        for case in cases().iter().filter(|case| case.kind == kind) {
            let text = fs::read_to_string(&case.sources[0].path).unwrap_or_default();
            for line in text.lines().filter(|line| kind == Kind::Clean || line.contains('~')) {
                lines += line;
                lines.push('\n');
            }
        }
        lines
    }

    #[test]
    fn every_collective_of_mpi_3_1_is_faulty_once_and_clean_once() {
        for kind in [Kind::Faulty, Kind::Clean] {
            let calls = calls(kind);
            for name in COLLECTIVES {
                let nonblocking = format!("MPI_I{}(", name.to_lowercase());
                for call in [format!("MPI_{name}("), nonblocking] {
                    assert!(calls.contains(&call), "{call}) is in no {kind:?} case");
                }
            }
        }
    }

    #[test]
    fn names_are_unique_and_both_rules_have_cases() {
        let cases = cases();
        let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names.len(), cases.len());
        for rule in lockstep_core::rules::ALL {
            assert!(cases.iter().any(|case| case.rule == rule.id), "{}", rule.id);
        }
    }
}
