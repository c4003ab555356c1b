//! What a case says about itself: marks at the end of lines and directives in comments.

use std::collections::BTreeSet;
use std::fmt;

use lockstep_core::rules;

use crate::toolchain::Mpi;

/// The language of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// `.c`, and headers
    C,
    /// `.cpp`
    Cpp,
    /// `.f90`, free form
    Fortran,
}

impl Language {
    /// The language of a file name's extension; `None`: not the source of a case.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "c" | "h" => Some(Self::C),
            "cpp" => Some(Self::Cpp),
            "f90" => Some(Self::Fortran),
            _ => None,
        }
    }

    fn comment(self) -> &'static str {
        match self {
            Self::C | Self::Cpp => "//",
            Self::Fortran => "!",
        }
    }
}

/// A finding that is expected: on this line, of this rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// Line, counted from 1.
    pub line: u32,
    /// Id of the rule.
    pub rule: String,
}

/// How a run of the program has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// Lockstep ends the job before it hangs, and says why.
    Abort,
    /// Status 0, the same output as without Lockstep, and not a word from Lockstep.
    Clean,
    /// The program is only compiled.
    None,
}

/// Everything a case's source says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Expected findings of this file.
    pub marks: BTreeSet<Mark>,
    /// `ranks`: how many ranks the program is started with.
    pub ranks: Option<u32>,
    /// `args`: what the program is given.
    pub args: Vec<String>,
    /// `flags`: what the compiler is given beside the optimisation level.
    pub flags: Vec<String>,
    /// `levels`: optimisation levels. The first is also run.
    pub levels: Vec<String>,
    /// `run`: how a run ends.
    pub run: Option<Run>,
    /// `says`: each must occur in the text of the abort or of a warning.
    pub says: Vec<String>,
    /// `threads`: the value of `OMP_NUM_THREADS`.
    pub threads: Option<u32>,
    /// `repeat`: how often the program is run.
    pub repeat: Option<u32>,
    /// `mpi`: the only MPI the case is for; `Some(Mpi::None)`: it needs none.
    pub mpi: Option<Mpi>,
    /// `why`: the reason of a known miss.
    pub why: Option<String>,
    /// `static: none`: a fault only the run can see.
    pub runtime_only: bool,
    /// `check: all`: also what is proven is checked while the program runs.
    pub checks_all: bool,
    /// `check: nothing`: the whole program is proven, and nothing is left to check while it runs.
    pub proven: bool,
    /// `sends: synchronous`: sends of standard mode wait for their receives.
    pub synchronous_sends: bool,
    /// `files`: further sources, relative to the case.
    pub files: Vec<String>,
    /// `deterministic: no`: the output differs from run to run and is not compared.
    pub output_varies: bool,
}

/// A line that looks like an annotation and cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnotationError {
    /// Line, counted from 1.
    pub line: u32,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for AnnotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for AnnotationError {}

/// Reads the marks and directives of a source text.
///
/// # Errors
/// The first line that looks like an annotation and cannot be read: a misspelt rule or key must
/// not turn an expectation off.
pub fn parse(text: &str, language: Language) -> Result<Annotations, AnnotationError> {
    let mark_start = format!("{}~", language.comment());
    let directive_start = format!("{}@", language.comment());
    let mut annotations = Annotations::default();
    for (line, content) in (1u32..).zip(text.lines()) {
        let result = if let Some(directive) = content.trim_start().strip_prefix(&directive_start) {
            annotations.read_directive(directive)
        } else if let Some(start) = content.rfind(&mark_start) {
            annotations.read_mark(line, &content[start + mark_start.len()..])
        } else {
            Ok(())
        };
        result.map_err(|problem| AnnotationError { line, problem })?;
    }
    Ok(annotations)
}

impl Annotations {
    fn read_mark(&mut self, line: u32, rule_ids: &str) -> Result<(), String> {
        let before = self.marks.len();
        for rule in rule_ids.split_whitespace() {
            if rules::find(rule).is_none() {
                return Err(format!("`{rule}` is not the id of a rule"));
            }
            self.marks.insert(Mark { line, rule: rule.to_owned() });
        }
        if self.marks.len() == before {
            return Err("a mark without a rule".to_owned());
        }
        Ok(())
    }

    fn read_directive(&mut self, directive: &str) -> Result<(), String> {
        let (key, value) = directive
            .split_once(':')
            .map(|(key, value)| (key.trim(), value.trim()))
            .ok_or("a directive reads `key: value`")?;
        let words = || value.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        if value.is_empty() {
            return Err(format!("`{key}` has no value"));
        }
        match key {
            "ranks" => self.ranks = Some(number(key, value, 16)?),
            "threads" => self.threads = Some(number(key, value, 16)?),
            "repeat" => self.repeat = Some(number(key, value, 100)?),
            "args" => self.args = words(),
            "flags" => self.flags = words(),
            "levels" => self.levels = words(),
            "files" => self.files = words(),
            "says" => self.says.push(value.to_owned()),
            "why" => self.why = Some(value.to_owned()),
            "run" => {
                self.run = Some(match value {
                    "abort" => Run::Abort,
                    "clean" => Run::Clean,
                    "none" => Run::None,
                    _ => return Err(format!("`run: {value}` is not abort, clean or none")),
                });
            }
            "mpi" => {
                let known = [Mpi::OpenMpi, Mpi::Mpich, Mpi::None];
                let Some(mpi) = known.into_iter().find(|mpi| mpi.name() == value) else {
                    return Err(format!("`mpi: {value}` is not openmpi, mpich or none"));
                };
                self.mpi = Some(mpi);
            }
            "check" if value == "all" => self.checks_all = true,
            "check" if value == "nothing" => self.proven = true,
            "sends" if value == "synchronous" => self.synchronous_sends = true,
            "static" if value == "none" => self.runtime_only = true,
            "deterministic" if value == "no" => self.output_varies = true,
            _ => return Err(format!("`{key}: {value}` is not a directive")),
        }
        Ok(())
    }
}

/// The value of a directive that is a number from 1 to `most`.
fn number(key: &str, value: &str, most: u32) -> Result<u32, String> {
    match value.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("`{key}: {value}` is not a number from 1 to {most}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [Language; 3] = [Language::C, Language::Cpp, Language::Fortran];

    #[test]
    fn marks_stand_on_their_line() {
        let text = "int main(void) {\n  MPI_Barrier(c); //~ collective_divergence\n}\n";
        let marks = parse(text, Language::C).expect("a valid mark").marks;
        let expected = Mark { line: 2, rule: "collective_divergence".to_owned() };
        assert_eq!(marks.into_iter().collect::<Vec<_>>(), [expected]);
    }

    #[test]
    fn fortran_has_its_own_comment() {
        let text = "!@ ranks: 4\ncall MPI_Barrier(c, e) !~ collective_divergence\n";
        let annotations = parse(text, Language::Fortran).expect("valid annotations");
        assert_eq!(annotations.ranks, Some(4));
        assert_eq!(annotations.marks.len(), 1);
    }

    #[test]
    fn a_program_may_need_threads_repetition_and_no_mpi() {
        let text = "//@ mpi: none\n//@ threads: 3\n//@ repeat: 50\n";
        let annotations = parse(text, Language::C).expect("valid annotations");
        assert_eq!(annotations.mpi, Some(Mpi::None));
        assert_eq!((annotations.threads, annotations.repeat), (Some(3), Some(50)));
    }

    #[test]
    fn misspelt_annotations_are_errors() {
        for text in [
            "f(); //~ colective_divergence",
            "f(); //~",
            "//@ rank: 4",
            "//@ ranks: many",
            "//@ ranks: 0",
            "//@ run: maybe",
            "//@ static: some",
            "//@ mpi: lam",
            "//@ threads: all",
            "//@ threads: 17",
            "//@ repeat: 0",
            "//@ repeat: often",
            "//@ check: some",
            "//@ why:",
            "//@ why",
        ] {
            let error = parse(text, Language::C).expect_err(text);
            assert_eq!(error.line, 1, "{text}");
        }
    }

    #[test]
    fn plain_sources_say_nothing() {
        let text = "// a comment\nint x = ~1; /* ~ */\n";
        assert_eq!(parse(text, Language::C), Ok(Annotations::default()));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            for language in ALL {
                let _ = parse(&text, language);
            }
        }

        #[test]
        fn anything_after_a_marker_is_read_or_refused(
            lines in prop::collection::vec("[ a-z]{0,8}(//~|!~|//@|!@)[ -~é\\t]{0,40}", 0..6),
        ) {
            for language in ALL {
                let _ = parse(&lines.join("\n"), language);
            }
        }

        #[test]
        fn every_mark_is_kept(marked in prop::collection::btree_set(1u32..200, 0..20)) {
            for language in ALL {
                let text: String = (1..200)
                    .map(|line| match marked.contains(&line) {
                        true => format!("x {}~ collective_divergence\n", language.comment()),
                        false => "x\n".to_owned(),
                    })
                    .collect();
                let marks = parse(&text, language).expect("valid marks").marks;
                let lines: BTreeSet<u32> = marks.into_iter().map(|mark| mark.line).collect();
                prop_assert_eq!(lines, marked.clone());
            }
        }
    }
}
