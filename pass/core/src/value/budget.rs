//! How much is spent on the values of a program. The larger it is, the less is left for each of its
//! functions, so that the time for all of them is bounded. What is beyond a limit is not known.

use crate::program::{Function, Program};

/// A program with more functions is a large one.
const LARGE_PROGRAM: usize = 5_000;
/// Steps spent on all functions of a program, about.
const PROGRAM_STEPS: usize = 150_000_000;
/// Steps for each value of a function, at least and at most.
const STEPS_OF_VALUE: (usize, usize) = (16, 20_000);
/// Steps for a function however small it is.
const LEAST_STEPS: usize = 4_000;

/// What the analysis of each function may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    steps_of_value: usize,
    /// Outputs a summary keeps at most: each call writes all of them, and each join joins them.
    pub outputs: usize,
    /// Inputs of a function that its callers bind at most.
    pub inputs: usize,
    /// The program is a large one.
    pub is_large: bool,
}

impl Budget {
    /// What a program of this size is worth.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let functions = program.functions.iter().filter(|function| function.is_defined()).count();
        let values: usize = program.functions.iter().map(|function| function.values.len()).sum();
        let (least, most) = STEPS_OF_VALUE;
        let is_large = functions > LARGE_PROGRAM;
        let [outputs, inputs] = if is_large { [32, 64] } else { [512, usize::MAX] };
        let steps_of_value = (PROGRAM_STEPS / values.max(1)).clamp(least, most);
        Self { steps_of_value, outputs, inputs, is_large }
    }

    /// Steps for one function.
    #[must_use]
    pub fn steps(&self, function: &Function) -> usize {
        LEAST_STEPS.saturating_add(self.steps_of_value.saturating_mul(function.values.len()))
    }
}
