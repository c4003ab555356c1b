//! Which functions a pointer may lead to, by its type.

use rustc_hash::FxHashMap;

use crate::mpi;
use crate::program::{FunctionId, Program};

/// Functions of the program a pointer may lead to at most.
const CANDIDATE_LIMIT: usize = 64;

/// The functions of a program whose addresses are taken, by their types.
#[derive(Debug)]
pub struct PointedTo {
    by_signature: FxHashMap<u64, Vec<FunctionId>>,
}

impl PointedTo {
    /// Those of this program.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let mut by_signature: FxHashMap<u64, Vec<FunctionId>> = FxHashMap::default();
        for id in program.function_ids() {
            let function = program.function(id);
            let is_mpi = || mpi::lookup(&function.name).is_some();
            if function.address_taken && (function.is_defined() || is_mpi()) {
                by_signature.entry(function.signature).or_default().push(id);
            }
        }
        Self { by_signature }
    }

    /// Functions of the program a pointer to this type of function may lead to; none are named where they
    /// cannot be followed.
    #[must_use]
    pub fn candidates(&self, program: &Program, signature: u64) -> &[FunctionId] {
        let found = self.by_signature.get(&signature).map_or(&[][..], Vec::as_slice);
        if are_followed(program, found) { found } else { &[] }
    }
}

/// Can a call of any of these functions be followed? They may be too many, and the procedures of MPI are
/// followed only where they are called by name.
#[must_use]
pub fn are_followed(program: &Program, functions: &[FunctionId]) -> bool {
    let is_mpi = |id: &FunctionId| {
        let function = program.function(*id);
        !function.is_defined() && mpi::lookup(&function.name).is_some()
    };
    functions.len() <= CANDIDATE_LIMIT && !functions.iter().any(is_mpi)
}
