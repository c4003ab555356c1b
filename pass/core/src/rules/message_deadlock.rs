//! `message_deadlock`: ranks wait for messages that nobody sends. Only a run can see it.

use super::Rule;

/// Ranks wait for messages that nobody sends.
pub const RULE: Rule = Rule {
    id: "message_deadlock",
    summary: "ranks wait for messages that nobody sends (while running)",
    page: include_str!("../../../../docs/rules/message_deadlock.md"),
};
