//! `lockstep check --dump-graph`: the graphs of one function.

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

/// Which graphs, and in which form: `dot:solve`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    form: Form,
    function: String,
}

impl FromStr for Drawing {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = match text.split_once(':') {
            Some(("dot", function)) => Some((Form::Dot, function)),
            Some(("text", function)) => Some((Form::Text, function)),
            _ => None,
        };
        match form {
            Some((form, function)) if !function.is_empty() => {
                Ok(Self { form, function: function.to_owned() })
            }
            _ => Err("expected `dot:FUNCTION` or `text:FUNCTION`"),
        }
    }
}

impl Drawing {
    /// The graphs of the function in a program. `strict`: OpenMP's rules by the letter.
    ///
    /// # Errors
    /// There is no such function.
    pub fn draw(&self, program: &Program, strict: bool) -> Result<String, Failure> {
        let functions = dump::find(program, &self.function).map_err(|unknown| {
            Failure::new(
                format!("no function `{}` is defined in what was read", self.function),
                advice(&self.function, &unknown.names),
            )
        })?;
        let by_rank = decided_by_rank(program, Options { strict, ..Options::default() });
        let graphs = dump::graphs(program, &functions, strict, &by_rank);
        Ok(match self.form {
            Form::Dot => dump::dot(&self.function, &graphs),
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
    use super::{Drawing, advice};

    #[test]
    fn forms_and_names() {
        for text in ["dot:solve", "text:grid::solve(int)"] {
            let drawing: Drawing = text.parse().expect("a form and a name");
            assert_eq!(drawing.function, text.split_once(':').expect("a colon").1);
        }
        for text in ["", "solve", "dot", "dot:", "svg:solve"] {
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
