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

    /// Puts a number in; false: it was in.
    ///
    /// # Panics
    ///
    /// If the number is not below the bound.
    pub fn insert(&mut self, number: usize) -> bool {
        std::mem::replace(&mut self.rounds[number], self.round) != self.round
    }
}
