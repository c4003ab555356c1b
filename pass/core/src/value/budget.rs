//! How much is spent on the values of a program. The larger it is, the less is left for each of its
//! functions, so that the time for all of them is bounded. What is beyond a limit is not known.

use crate::program::{Function, Program};

/// A program with as many functions is a large one.
const LARGE_PROGRAM: usize = 5_001;
/// One with as many functions is a huge one: nearly each of them writes more than its callers could be told.
const HUGE_PROGRAM: usize = 15_000;
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
    /// Objects a summary tells to be written as a whole, or roughly, at most: each call writes all of them.
    pub objects: usize,
    /// The program is a large one.
    pub is_large: bool,
    /// It is a huge one.
    pub is_huge: bool,
}

impl Budget {
    /// What a program of this size is worth.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let functions = program.functions.iter().filter(|function| function.is_defined()).count();
        let values: usize = program.functions.iter().map(|function| function.values.len()).sum();
        let (least, most) = STEPS_OF_VALUE;
        let is_large = functions >= LARGE_PROGRAM;
        let [outputs, inputs, objects] = match functions {
            HUGE_PROGRAM.. => [32, 64, 96],
            LARGE_PROGRAM.. => [32, 64, 512],
            _ => [512, usize::MAX, 512],
        };
        let steps_of_value = (PROGRAM_STEPS / values.max(1)).clamp(least, most);
        Self {
            steps_of_value,
            outputs,
            inputs,
            objects,
            is_large,
            is_huge: functions >= HUGE_PROGRAM,
        }
    }

    /// Steps for one function.
    #[must_use]
    pub fn steps(&self, function: &Function) -> usize {
        LEAST_STEPS.saturating_add(self.steps_of_value.saturating_mul(function.values.len()))
    }
}
