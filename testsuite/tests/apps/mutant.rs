//! A mutant: a patch with a head that says what is wrong and who finds it. The form is told in
//! `apps/README.md`.

use std::fs;
use std::path::{Path, PathBuf};

/// Who sees a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finder {
    /// A warning while its file is compiled.
    Static,
    /// The same with `LOCKSTEP_PER_FILE=1`.
    PerFile,
    /// The run is ended before it hangs.
    Runtime,
    /// Only all files together prove it.
    WholeProgram,
}

/// A line of the mutated program, and a piece of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, without a folder.
    pub file: String,
    /// Counted from 1.
    pub line: u32,
    /// What stands in the line.
    pub text: String,
}

impl Place {
    fn parse(value: &str) -> Option<Self> {
        let (place, text) = value.split_once(' ')?;
        let (file, line) = place.split_once(':')?;
        let line = line.parse().ok()?;
        Some(Self { file: file.to_owned(), line, text: text.trim().to_owned() })
    }

    /// `file:line`, as warnings and reports write it.
    pub fn short(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }

    /// Fails when the line of the mutated program does not hold the text.
    fn check(&self, folder: &Path) -> Result<(), String> {
        let path = folder.join(&self.file);
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let line = text.lines().nth(self.line as usize - 1).unwrap_or_default();
        match line.contains(&self.text) {
            true => Ok(()),
            false => Err(format!("{} is stale: `{}` is not in `{line}`", self.short(), self.text)),
        }
    }
}

/// A mutant as its patch describes it.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The patch's file name without `.patch`.
    pub name: String,
    /// The file it changes.
    pub file: String,
    /// The rule it breaks.
    pub rule: String,
    /// Who sees it.
    pub finders: Vec<Finder>,
    /// The collective that is to be named.
    pub at: Place,
    /// The conditions of which a static finding must name one; empty: none is asked for.
    pub conditions: Vec<Place>,
    /// The collective the run's report names, where it is another.
    pub runtime_at: Option<Place>,
    /// The rule the run's report names.
    pub runtime_rule: String,
    /// Ranks of its run.
    pub ranks: u32,
    /// Arguments of its run.
    pub arguments: Vec<String>,
    patch: String,
}

impl Mutant {
    /// Whether `finder` sees it.
    pub fn is_found_by(&self, finder: Finder) -> bool {
        self.finders.contains(&finder)
    }

    /// The collective the report of a run names.
    pub fn reported_at(&self) -> &Place {
        self.runtime_at.as_ref().unwrap_or(&self.at)
    }

    /// Changes the copy of the program in `folder`, and checks that its places are where they are
    /// said to be.
    ///
    /// # Errors
    /// The patch does not fit, or a place is stale.
    pub fn apply(&self, folder: &Path) -> Result<(), String> {
        let path = folder.join(&self.file);
        let original = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let patch =
            diffy::Patch::from_str(&self.patch).map_err(|e| format!("{}: {e}", self.name))?;
        let changed = diffy::apply(&original, &patch).map_err(|e| format!("{}: {e}", self.name))?;
        fs::write(&path, changed).map_err(|e| format!("{}: {e}", path.display()))?;
        let places = [Some(&self.at), self.runtime_at.as_ref()];
        places.into_iter().flatten().chain(&self.conditions).try_for_each(|p| p.check(folder))
    }

    fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
        let (head, patch) = text.split_once("\n\n").ok_or("no empty line ends the head")?;
        let all = |key: &str| -> Vec<&str> {
            let lines = head.lines().filter_map(|line| line.split_once(": "));
            lines.filter(|(name, _)| *name == key).map(|(_, value)| value).collect()
        };
        let one = |key: &str| match all(key)[..] {
            [value] => Ok(value),
            _ => Err(format!("the head has not one line `{key}: ...`")),
        };
        let place = |value: &str| {
            Place::parse(value).ok_or_else(|| format!("`{value}` is not `file:line text`"))
        };
        one("Description")?;
        let file = patch.lines().find_map(|line| line.strip_prefix("+++ b/"));
        Ok(Self {
            name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            file: file.ok_or("no line `+++ b/FILE`")?.to_owned(),
            rule: one("Rule")?.to_owned(),
            finders: one("Finds")?.split(' ').map(finder).collect::<Result<_, _>>()?,
            at: place(one("At")?)?,
            conditions: all("Condition").into_iter().map(place).collect::<Result<_, _>>()?,
            runtime_at: all("Runtime-At").first().map(|value| place(value)).transpose()?,
            runtime_rule: all("Runtime-Rule").first().unwrap_or(&one("Rule")?).to_string(),
            ranks: one("Ranks")?.parse().map_err(|e| format!("Ranks: {e}"))?,
            arguments: one("Arguments")?.split_whitespace().map(str::to_owned).collect(),
            patch: patch.to_owned(),
        })
    }
}

fn finder(word: &str) -> Result<Finder, String> {
    match word {
        "static" => Ok(Finder::Static),
        "per_file" => Ok(Finder::PerFile),
        "runtime" => Ok(Finder::Runtime),
        "whole_program" => Ok(Finder::WholeProgram),
        _ => Err(format!("Finds: `{word}` is not known")),
    }
}

/// The mutants of a program, by name.
///
/// # Errors
/// The first patch whose head cannot be read.
pub fn read_all(app: &Path) -> Result<Vec<Mutant>, String> {
    let folder = app.join("mutants");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let read = |path: &PathBuf| Mutant::read(path).map_err(|e| format!("{}: {e}", path.display()));
    paths.iter().map(read).collect()
}
