//! A set of small numbers that is emptied at no cost: walks that begin again millions of times ask which they have seen.

/// Numbers below a bound.
#[derive(Debug, Default)]
pub struct Marks {
    /// By number: the round in which it was put in last.
    rounds: Vec<u32>,
    round: u32,
}

impl Marks {
    /// Empties the set; from now on numbers are below `bound`.
    pub fn begin(&mut self, bound: usize) {
        self.rounds.resize(bound, 0);
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.rounds.fill(0);
            self.round = 1;
        }
    }

    /// From now on numbers are below `bound`, which is no less than before.
    pub fn extend(&mut self, bound: usize) {
        self.rounds.resize(bound, 0);
    }

    /// Is a number in? Above the bound none is.
    #[must_use]
    pub fn contains(&self, number: usize) -> bool {
        self.rounds.get(number).is_some_and(|round| *round == self.round)
    }

    /// Puts a number in; false: it was in.
    ///
    /// # Panics
    ///
    /// If the number is not below the bound.
    pub fn insert(&mut self, number: usize) -> bool {
        std::mem::replace(&mut self.rounds[number], self.round) != self.round
    }
}
