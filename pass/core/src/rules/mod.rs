//! The rules: one file each, listed once in [`ALL`].
//!
//! To add a rule: a file here with its [`Rule`], a page `docs/rules/<id>.md`, cases under
//! `testsuite/cases/<id>/`, and one line in [`ALL`].

pub mod collective_argument_mismatch;
pub mod collective_divergence;
pub mod collective_in_parallel;
pub mod concurrent_collectives;
pub mod message_deadlock;
pub mod omp_barrier_divergence;
pub mod omp_invalid_nesting;
pub mod omp_lock_deadlock;
pub mod omp_worksharing_divergence;
pub mod thread_level_exceeded;

/// What is told about a rule.
#[derive(Debug)]
pub struct Rule {
    /// `snake_case`; also the name of the file, the page and the folder of cases.
    pub id: &'static str,
    /// One line for a list of rules.
    pub summary: &'static str,
    /// The page in Markdown: what it finds, why it is wrong, an example, what it can miss.
    pub page: &'static str,
}

/// Every rule.
pub const ALL: &[&Rule] = &[
    &collective_argument_mismatch::RULE,
    &collective_divergence::RULE,
    &collective_in_parallel::RULE,
    &concurrent_collectives::RULE,
    &message_deadlock::RULE,
    &omp_barrier_divergence::RULE,
    &omp_invalid_nesting::RULE,
    &omp_lock_deadlock::RULE,
    &omp_worksharing_divergence::RULE,
    &thread_level_exceeded::RULE,
];

/// The rule of this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.id == id)
}
