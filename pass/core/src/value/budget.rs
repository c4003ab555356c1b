//! How much is spent on the values of a program. The larger it is, the less is left for each of its
//! functions, so that the time for all of them is bounded. What is beyond a limit is not known.

use crate::program::{Function, Program};

/// A program with as many functions is a large one.
const LARGE_PROGRAM: usize = 5_001;
/// Steps spent on all functions of a program, about.
const PROGRAM_STEPS: usize = 150_000_000;
/// The same, if none of them led to a collective call: what they compute decides seldom about one.
const PROGRAM_STEPS_ASIDE: usize = 2_000_000;
/// Steps for each value of a function, at least and at most.
const STEPS_OF_VALUE: (usize, usize) = (16, 20_000);
/// Steps for a function however small it is.
const LEAST_STEPS: usize = 4_000;
/// Steps for functions of a program that need more, all together.
const SPARE_STEPS: usize = 64_000_000;
/// The same for those that lead to no collective call.
const SPARE_STEPS_ASIDE: usize = 200_000;
/// One function gets such a part at most of those that are left: a few large ones do not take them all.
const PART_OF_SPARE: usize = 16;

/// Expressions that may be made ahead of those due for the functions looked at. Where there are more, callers are told
/// less, so that there is room for all of them.
const AHEAD: usize = 1_000_000;
/// What is told of a function and bound at its calls then.
const FRUGAL: [usize; 2] = [4, 16];

/// What all calls of one function of a large program are told of it at most, about, and what each is told at least: of
/// what is called everywhere, as those are that report errors, little is asked.
const TOLD_AT_CALLS: usize = 64_000;
const LEAST_TOLD: usize = 2;

/// Steps for functions of one kind.
#[derive(Clone, Copy, Debug)]
struct Steps {
    of_value: usize,
    /// Those that are left for functions that need more than others.
    spare: usize,
}

/// A function that is looked at next.
#[derive(Clone, Copy, Debug)]
pub struct Next<'p> {
    /// What it is.
    pub function: &'p Function,
    /// In how many places it is called.
    pub calls: usize,
    /// A collective call may be made in it or by what it calls.
    pub leads_to_collectives: bool,
}

/// What the analysis of each function may cost.
#[derive(Debug)]
pub struct Budget {
    /// Of functions that lead to collective calls.
    leading: Steps,
    /// Of all others.
    aside: Steps,
    /// The function that is looked at is one of the others.
    is_aside: bool,
    outputs: usize,
    inputs: usize,
    /// Values of the functions that were looked at, and of all.
    values: [usize; 2],
    /// More was spent than is due for the functions looked at.
    pub is_frugal: bool,
    ahead: usize,
    told_at_calls: usize,
    /// What calls of the function that is looked at are told at most.
    told: usize,
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
        let steps = |of_program: usize, spare| {
            let of_value = (of_program / values.max(1)).clamp(least, most);
            Steps { of_value, spare }
        };
        Self {
            leading: steps(PROGRAM_STEPS, SPARE_STEPS),
            aside: steps(PROGRAM_STEPS_ASIDE, SPARE_STEPS_ASIDE),
            is_aside: false,
            outputs,
            inputs,
            values: [0, values],
            is_frugal: false,
            ahead: AHEAD,
            told_at_calls: TOLD_AT_CALLS,
            told: usize::MAX,
            is_large,
        }
    }

    /// As little is told of each function as of those called everywhere in a program that is too large.
    pub const fn be_meagre(&mut self) {
        (self.is_large, self.told_at_calls) = (true, 0);
        (self.values, self.ahead) = ([0, usize::MAX], 0);
    }

    /// The next function is looked at. There are so many expressions; of more than `most` none is looked at.
    pub fn begin(&mut self, next: Next<'_>, expressions: usize, most: usize) {
        let Next { function, calls, leads_to_collectives } = next;
        self.is_aside = !leads_to_collectives;
        let [looked_at, all] = self.values;
        let due = (most as u128 * looked_at as u128 / all.max(1) as u128) as usize;
        self.is_frugal = expressions > due.saturating_add(self.ahead);
        let told = self.told_at_calls / calls.max(1);
        self.told = if self.is_large { told.max(LEAST_TOLD) } else { usize::MAX };
        self.values[0] = looked_at.saturating_add(function.values.len()).min(all);
    }

    /// Outputs a summary keeps at most: each call writes all of them, and each join joins them.
    #[must_use]
    pub fn outputs(&self) -> usize {
        let most = if self.is_frugal { self.outputs.min(FRUGAL[0]) } else { self.outputs };
        most.min(self.told)
    }

    /// Are callers not told what stands in objects that are written?
    #[must_use]
    pub fn is_brief(&self) -> bool {
        self.told <= FRUGAL[0]
    }

    /// Inputs of a function that its callers bind at most.
    #[must_use]
    pub fn inputs(&self) -> usize {
        if self.is_frugal { self.inputs.min(FRUGAL[1]) } else { self.inputs }
    }

    /// Steps for the function that is looked at.
    #[must_use]
    pub fn steps(&self, function: &Function) -> usize {
        let Steps { spare, .. } = self.pot();
        let spare = if self.is_frugal { 0 } else { spare / PART_OF_SPARE };
        self.share(function).saturating_add(spare)
    }

    /// So many were taken by it.
    pub fn spend(&mut self, function: &Function, taken: usize) {
        let more = taken.saturating_sub(self.share(function));
        let pot = if self.is_aside { &mut self.aside } else { &mut self.leading };
        pot.spare = pot.spare.saturating_sub(more);
    }

    /// What it may take in any case.
    fn share(&self, function: &Function) -> usize {
        LEAST_STEPS.saturating_add(self.pot().of_value.saturating_mul(function.values.len()))
    }

    const fn pot(&self) -> Steps {
        if self.is_aside { self.aside } else { self.leading }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Value;

    #[test]
    fn what_leads_to_no_collective_call_may_take_less() {
        let function = Function { values: vec![Value::Undefined; 10_000], ..Function::default() };
        let mut budget =
            Budget::new(&Program { functions: vec![function.clone()], ..Program::default() });
        let mut steps_if = |leads_to_collectives| {
            let next = Next { function: &function, calls: 1, leads_to_collectives };
            budget.begin(next, 0, usize::MAX);
            let steps = budget.steps(&function);
            budget.spend(&function, usize::MAX);
            (steps, budget.steps(&function))
        };
        let (leading, leading_without_spare) = steps_if(true);
        let (aside, aside_without_spare) = steps_if(false);
        assert!(aside < leading && aside_without_spare < leading_without_spare);
        assert!(leading_without_spare < leading && aside_without_spare < aside);
        assert!(aside_without_spare >= LEAST_STEPS);
    }
}
