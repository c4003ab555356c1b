//! A program without what no analysis asks for.

use crate::program::Program;

/// The part of a program a record keeps.
#[must_use]
pub fn of(program: &Program) -> Program {
    program.clone()
}
