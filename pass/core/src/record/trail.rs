//! What was coded so far, and where it went on as it does now: macros, and what compilers make of loops, are the same
//! steps over and over, but for a number here and there.
//!
//! After the match model of M. Mahoney, "Adaptive Weighing of Context Models for Lossless Data Compression" (2005),
//! with two differences: what is expected is a context like others, so that it was taught how far to trust it, and a
//! step that is another one does not end the agreement.

use super::stream::{Field, mix};

/// Steps that agree before it goes on as it did behind them.
const LEAST: usize = 4;
/// Steps that are compared where such a place was found.
const COMPARED: usize = 32;
/// What steps that are others may count.
const PATIENCE: u32 = 8;
/// Agreeing steps after which others before them are forgotten.
const FORGIVEN: u32 = 16;
const TABLE_BITS: u32 = 12;

/// A number of a field; of a large one, its low bits.
type Step = (Field, u32);

/// The steps so far.
#[derive(Debug)]
pub struct Trail {
    steps: Vec<Step>,
    /// By what the last steps were: how many there were when they were that the last time. Zero: never.
    after: Vec<u32>,
    /// Where it went on before as it does now.
    followed: Option<usize>,
    /// How many steps have agreed since the last that did not.
    agreed: u32,
    /// What those count that did not.
    missed: u32,
}

impl Default for Trail {
    fn default() -> Self {
        let after = vec![0; 1 << TABLE_BITS];
        Self { steps: Vec::new(), after, followed: None, agreed: 0, missed: 0 }
    }
}

impl Trail {
    /// What the next number is, and how sure that is, as a context; one of its own where nothing is expected.
    pub fn expected(&self, field: Field) -> u32 {
        match self.followed.map(|at| self.steps[at]) {
            Some((of, number)) if of == field => {
                let sureness = (u32::BITS - self.agreed.leading_zeros()).min(6);
                mix(mix(number, sureness), self.missed.min(3))
            }
            _ => u32::MAX,
        }
    }

    /// One more step.
    pub fn push(&mut self, field: Field, number: u64) {
        let step = (field, number as u32);
        self.follow(step);
        self.steps.push(step);
        let Some(last) = self.steps.last_chunk::<LEAST>() else { return };
        let mark = last.iter().fold(0, |mark, (of, it)| mix(mix(mark, *of as u32), *it));
        let here = self.steps.len();
        let before = std::mem::replace(
            &mut self.after[mark as usize & ((1 << TABLE_BITS) - 1)],
            u32::try_from(here).unwrap_or(0),
        );
        if before > 0 && (self.followed.is_none() || self.agreed < LEAST as u32) {
            self.lead(before as usize, here);
        }
    }

    /// Goes on where it was followed, if that still makes sense.
    fn follow(&mut self, step: Step) {
        let Some(at) = self.followed else { return };
        let expected = self.steps[at];
        if expected == step {
            self.agreed += 1;
            if self.agreed >= FORGIVEN {
                self.missed = 0;
            }
        } else {
            // Something else altogether is worse than another number.
            self.missed += if expected.0 == step.0 { 1 } else { PATIENCE + 1 };
            self.agreed = 0;
        }
        self.followed = (self.missed <= PATIENCE).then_some(at + 1);
    }

    /// Follows what came behind so many steps, if the last of them were those before `here`.
    fn lead(&mut self, before: usize, here: usize) {
        let steps = &self.steps;
        let both = steps[..before].iter().rev().zip(steps[..here].iter().rev());
        let same = both.take(COMPARED).take_while(|(one, other)| one == other).count();
        if same >= LEAST && before < here {
            self.followed = Some(before);
            self.agreed = same as u32;
            self.missed = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Trail;
    use crate::record::stream::Field;

    fn trail(numbers: &[u64]) -> Trail {
        let mut trail = Trail::default();
        numbers.iter().for_each(|number| trail.push(Field::Count, *number));
        trail
    }

    #[test]
    fn what_went_on_goes_on_like_that() {
        let again = trail(&[1, 2, 3, 4, 5, 9, 1, 2, 3, 4]);
        let expected = again.expected(Field::Count);
        assert_ne!(expected, u32::MAX, "five is expected");
        assert_ne!(expected, trail(&[1, 2, 3, 4, 6, 9, 1, 2, 3, 4]).expected(Field::Count));
        assert_eq!(again.expected(Field::Line), u32::MAX, "no line");
        assert_eq!(trail(&[1, 2, 3, 4, 5, 9, 1, 2, 3, 5]).expected(Field::Count), u32::MAX);
    }

    #[test]
    fn another_number_does_not_end_the_agreement() {
        let lap = [1, 2, 3, 4, 5, 6, 7];
        let other = [1, 2, 3, 4, 50, 6];
        let again = trail(&[&lap[..], &other].concat());
        assert_eq!(again.followed, Some(6));
    }
}
