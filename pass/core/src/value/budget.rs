//! How much is spent on the values of a program. The larger it is, the less is left for each of its
//! functions, so that the time for all of them is bounded. What is beyond a limit is not known.

use crate::program::{Function, Program};

/// A program with as many functions is a large one.
const LARGE_PROGRAM: usize = 5_001;
/// Steps spent on all functions of a program, about.
const PROGRAM_STEPS: usize = 150_000_000;
/// Steps for each value of a function, at least and at most.
const STEPS_OF_VALUE: (usize, usize) = (16, 20_000);
/// Steps for a function however small it is.
const LEAST_STEPS: usize = 4_000;
/// Steps for functions of a program that need more, all together.
const SPARE_STEPS: usize = 64_000_000;
/// One function gets such a part at most of those that are left: a few large ones do not take them all.
const PART_OF_SPARE: usize = 16;

/// What the analysis of each function may cost.
#[derive(Debug)]
pub struct Budget {
    steps_of_value: usize,
    /// Steps that are left for functions that need more than others.
    spare: usize,
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
        let is_large = functions >= LARGE_PROGRAM;
        let [outputs, inputs] = if is_large { [32, 64] } else { [512, usize::MAX] };
        let steps_of_value = (PROGRAM_STEPS / values.max(1)).clamp(least, most);
        Self { steps_of_value, spare: SPARE_STEPS, outputs, inputs, is_large }
    }

    /// Steps for one function.
    #[must_use]
    pub fn steps(&self, function: &Function) -> usize {
        self.share(function).saturating_add(self.spare / PART_OF_SPARE)
    }

    /// So many were taken by a function.
    pub fn spend(&mut self, function: &Function, taken: usize) {
        let more = taken.saturating_sub(self.share(function));
        self.spare = self.spare.saturating_sub(more);
    }

    /// What a function may take in any case.
    fn share(&self, function: &Function) -> usize {
        LEAST_STEPS.saturating_add(self.steps_of_value.saturating_mul(function.values.len()))
    }
}
