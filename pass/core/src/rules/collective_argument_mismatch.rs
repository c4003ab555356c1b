//! `collective_argument_mismatch`: a collective whose root, operator or datatype differs between ranks.

use super::Rule;

/// A collective whose root, operator or datatype differs between ranks.
pub const RULE: Rule = Rule {
    id: "collective_argument_mismatch",
    summary: "a collective whose root, operator or datatype differs between ranks",
    page: include_str!("../../../../docs/rules/collective_argument_mismatch.md"),
};
