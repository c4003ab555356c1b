//! `lockstep explain`: the page of a rule, or the list of rules.

use std::io::{self, Write};

use lockstep_core::rules::{self, Rule};

use crate::failure::Failure;

/// How alike two names must be for one to be offered for the other.
const ALIKE: f64 = 0.7;

/// Prints the page of this rule, or the list of all.
pub fn explain(rule: Option<&str>) -> Result<(), Failure> {
    let Some(name) = rule else { return print(&list()) };
    // A message names the rule as `lockstep::collective_divergence`.
    let id = name.trim_start_matches("lockstep::").replace('-', "_");
    match rules::find(&id) {
        Some(rule) => print(rule.page),
        None => Err(unknown(name, &id)),
    }
}

fn list() -> String {
    let width = rules::ALL.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    let line = |rule: &&Rule| format!("{:width$}  {}\n", rule.id, rule.summary);
    rules::ALL.iter().map(line).collect()
}

/// Prints; a reader that has seen enough (`| head`) is no failure.
fn print(text: &str) -> Result<(), Failure> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::new(
            format!("the page could not be written: {error}"),
            "check where it goes",
        )),
        _ => Ok(()),
    }
}

fn unknown(name: &str, id: &str) -> Failure {
    let mut near: Vec<_> = rules::ALL
        .iter()
        .map(|rule| (strsim::jaro_winkler(id, rule.id), rule.id))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let names: Vec<_> = near.into_iter().map(|(_, id)| id).collect();
    let remedy = if names.is_empty() {
        "`lockstep explain` lists all rules".to_owned()
    } else {
        format!("did you mean {}?", names.join(" or "))
    };
    Failure::new(format!("there is no rule {name:?}"), remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_rule_gets_the_nearest_names() {
        let failure = explain(Some("colective_divergence")).unwrap_err().to_string();
        assert!(failure.contains("did you mean collective_divergence"), "{failure}");
        let failure = explain(Some("zzz")).unwrap_err().to_string();
        assert!(failure.contains("lists all rules"), "{failure}");
    }

    #[test]
    fn every_rule_is_listed_and_explained() {
        for rule in rules::ALL {
            assert!(list().contains(rule.id));
            assert!(explain(Some(&format!("lockstep::{}", rule.id))).is_ok());
        }
    }
}
