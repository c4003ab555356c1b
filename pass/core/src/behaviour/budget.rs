//! How many steps the behaviours of a program's functions may have: each its share, which is smaller in a larger
//! program, and some of them more.

/// Steps of all functions of a program together, about.
const PROGRAM_STEPS: usize = 3_000_000;
/// The share of a function in a small and in a large program.
const SHARE: (usize, usize) = (20_000, 64);
/// Steps beyond their shares that functions of a program may have, all together.
const SPARE_STEPS: usize = 6_000_000;
/// A function that needs more than its share may have so many, as long as some of those are left. With many more,
/// ranks could not be compared in it.
const WITH_SPARE: usize = 2_000;

/// What is left for the functions of a program.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    share: usize,
    spare: usize,
}

impl Budget {
    /// For a program with so many functions that matter.
    #[must_use]
    pub fn new(functions: usize) -> Self {
        let (most, least) = SHARE;
        Self { share: (PROGRAM_STEPS / functions.max(1)).clamp(least, most), spare: SPARE_STEPS }
    }

    /// As many for each function.
    #[must_use]
    pub const fn of_each(steps: usize) -> Self {
        Self { share: steps, spare: 0 }
    }

    /// How many steps a function may have before its callees are no longer put in their calls' place; `frugal`: no
    /// more than its share.
    #[must_use]
    pub fn steps(&self, frugal: bool) -> usize {
        if self.spare > 0 && !frugal { self.share.max(WITH_SPARE) } else { self.share }
    }

    /// A function has so many.
    pub const fn spend(&mut self, steps: usize) {
        self.spare = self.spare.saturating_sub(steps.saturating_sub(self.share));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_large_programs_have_more_than_their_share_until_nothing_is_spare() {
        let mut budget = Budget::new(1_000_000);
        assert_eq!(budget.steps(false), WITH_SPARE);
        assert_eq!(budget.steps(true), SHARE.1);
        budget.spend(SHARE.1);
        assert_eq!(budget.spare, SPARE_STEPS, "its share takes nothing from others");
        budget.spend(SPARE_STEPS + SHARE.1);
        assert_eq!(budget.steps(false), SHARE.1);
    }

    #[test]
    fn a_share_that_is_larger_stays() {
        assert_eq!(Budget::new(1).steps(false), SHARE.0);
        assert_eq!(Budget::of_each(4).steps(false), 4);
    }
}
