//! `collective_divergence`: a collective that not all ranks of its communicator call.

use super::Rule;

/// A collective that not all ranks of its communicator call.
pub const RULE: Rule = Rule {
    id: "collective_divergence",
    summary: "a collective that not all ranks of its communicator call",
    page: include_str!("../../../../docs/rules/collective_divergence.md"),
};
