//! What may be spent on comparing ranks: what one function of a program does not need, the others may.
//!
//! Counted are the steps, states and pairs of states that are looked at, so that one program costs the
//! same on every machine. Where nothing is left, nothing more is said, and the run decides.

use std::cell::Cell;

/// What is left for comparing ranks in a program's functions.
#[derive(Debug)]
pub struct Effort {
    /// For all comparisons that are still to come.
    left: Cell<usize>,
    /// For this one.
    here: Cell<usize>,
    comparisons: Cell<usize>,
}

impl Effort {
    /// Looked at in all comparisons together, about, for each value of the program; at least and at most.
    const OF_VALUE: usize = 5_000;
    const WHOLE: [usize; 2] = [10_000_000, 100_000_000];
    /// Looked at in a comparison whatever was spent on others.
    const LEAST: usize = 20_000;
    /// A comparison may need so many times its share: most need none.
    const SHARES: usize = 8;

    /// For a program of so many values in which ranks are compared so many times.
    #[must_use]
    pub fn new(values: usize, comparisons: usize) -> Self {
        let [least, most] = Self::WHOLE;
        let whole = values.saturating_mul(Self::OF_VALUE).clamp(least, most);
        let comparisons = Cell::new(comparisons);
        Self { left: Cell::new(whole), here: Cell::new(whole), comparisons }
    }

    /// For one comparison of which nothing can be proven: of so many steps the first conditions are found.
    #[must_use]
    pub const fn for_conditions(steps: usize) -> Self {
        let some = Self::LEAST + 50 * steps;
        Self { left: Cell::new(some), here: Cell::new(some), comparisons: Cell::new(0) }
    }

    /// The next comparison begins.
    pub fn begin(&self) {
        let left = self.left.get();
        let share = left / self.comparisons.get().max(1);
        self.comparisons.set(self.comparisons.get().saturating_sub(1));
        let here = share.saturating_mul(Self::SHARES).clamp(Self::LEAST, left.max(Self::LEAST));
        self.here.set(here);
    }

    /// So much was looked at.
    pub fn spend(&self, count: usize) {
        self.left.set(self.left.get().saturating_sub(count));
        self.here.set(self.here.get().saturating_sub(count));
    }

    /// Nothing is left for this comparison: what was found since it is known may be wrong.
    #[must_use]
    pub const fn is_spent(&self) -> bool {
        self.here.get() == 0
    }
}
