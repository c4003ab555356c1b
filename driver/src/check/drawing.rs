//! `lockstep check --dump-graph`: the graphs of one function.

use std::borrow::Cow;
use std::path::PathBuf;
use std::str::FromStr;

use lockstep_core::analysis::{Options, decided_by_rank};
use lockstep_core::program::Program;
use lockstep_core::threads::dump;

use crate::failure::Failure;

/// Names that are like an unknown one, at most.
const NEAR: usize = 3;

/// How like a name has to be (Jaro-Winkler, 0 to 1).
const LIKE: f64 = 0.7;

/// A form of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Dot,
    Text,
}

/// Which graphs, and in which form: `dot:solve`, or `dot` with the function before the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    form: Form,
    function: Option<String>,
}

impl FromStr for Drawing {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (form, function) = match text.split_once(':') {
            Some((form, function)) => (form, Some(function)),
            None => (text, None),
        };
        let form = match form {
            "dot" => Some(Form::Dot),
            "text" => Some(Form::Text),
            _ => None,
        };
        match form {
            Some(form) if function != Some("") => {
                Ok(Self { form, function: function.map(str::to_owned) })
            }
            _ => {
                Err("expected `dot` or `text`, and the function behind a colon or before the files")
            }
        }
    }
}

impl Drawing {
    /// The function that is drawn, and the files it is looked for in: of what the command names, the first is
    /// the function if the option names none.
    ///
    /// # Errors
    /// No function is named, or no file.
    pub fn split<'a>(
        &'a self,
        named: &'a [PathBuf],
    ) -> Result<(Cow<'a, str>, &'a [PathBuf]), Failure> {
        match (&self.function, named) {
            (Some(function), files) => Ok((function.into(), files)),
            (None, [function, files @ ..]) if !files.is_empty() => {
                Ok((function.to_string_lossy(), files))
            }
            (None, _) => Err(Failure::new(
                "--dump-graph needs a function and a file",
                "say for example `lockstep check --dump-graph=dot solve ./solver`",
            )),
        }
    }

    /// The graphs of a function in a program. `strict`: OpenMP's rules by the letter.
    ///
    /// # Errors
    /// There is no such function.
    pub fn draw(&self, function: &str, program: &Program, strict: bool) -> Result<String, Failure> {
        let functions = dump::find(program, function).map_err(|unknown| {
            Failure::new(
                format!("no function `{function}` is defined in what was read"),
                advice(function, &unknown.names),
            )
        })?;
        let by_rank = decided_by_rank(program, Options { strict, ..Options::default() });
        let graphs = dump::graphs(program, &functions, strict, &by_rank);
        Ok(match self.form {
            Form::Dot => dump::dot(function, &graphs),
            Form::Text => dump::text(&graphs),
        })
    }
}

/// The names that are most like an unknown one.
fn advice(name: &str, names: &[String]) -> String {
    let likeness = |known: &&String| {
        // Parameters and scopes are seldom what was mistyped.
        let bare = known.split('(').next().unwrap_or(known);
        let last = bare.rsplit("::").next().unwrap_or(bare);
        let like = |known: &str| strsim::jaro_winkler(name, known);
        like(known).max(like(bare)).max(like(last))
    };
    let mut near: Vec<(f64, &String)> =
        names.iter().map(|known| (likeness(&known), known)).filter(|(l, _)| *l >= LIKE).collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let near: Vec<String> = near.iter().take(NEAR).map(|(_, name)| format!("`{name}`")).collect();
    if near.is_empty() {
        return "give the name as the source has it, or the linker symbol".to_owned();
    }
    format!("there is {}", near.join(", "))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Drawing, advice};

    #[test]
    fn forms_and_names() {
        let files = ["solve", "solver", "libgrid.a"].map(PathBuf::from);
        for text in ["dot:solve", "text:grid::solve(int)"] {
            let drawing: Drawing = text.parse().expect("a form and a name");
            let (function, of) = drawing.split(&files).expect("a function");
            assert_eq!(function, text.split_once(':').expect("a colon").1);
            assert_eq!(of, files);
        }
        for text in ["dot", "text"] {
            let drawing: Drawing = text.parse().expect("a form");
            let (function, of) = drawing.split(&files).expect("a function");
            assert_eq!((&*function, of), ("solve", &files[1..]));
            assert!(drawing.split(&files[..1]).is_err(), "no file");
        }
        for text in ["", "solve", "dot:", "svg", "svg:solve"] {
            assert!(text.parse::<Drawing>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_mistyped_function_gets_the_nearest_names() {
        let names = ["exchange(int)", "grid::solve(double*)", "main"].map(str::to_owned);
        assert_eq!(advice("slove", &names), "there is `grid::solve(double*)`");
        assert!(advice("quux", &names).starts_with("give the name"));
    }
}
