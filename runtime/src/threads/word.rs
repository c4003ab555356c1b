//! The execution parallelism word of a thread: which constructs it is inside of, from the start of the
//! program (chapters 2 and 4 of the thesis, Algorithms 10 and 21), and which level of thread support a
//! call of MPI at such a place needs.
//!
//! The letters are those of the thesis, with two of our own: it has no critical regions, and takes a
//! `master` region for a `single` one.

use std::fmt;

/// Letters a word can hold. What is deeper is not told; [`Word::level`] answers for what is there.
pub const CAPACITY: usize = 24;

/// One letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Letter {
    /// `P`: a parallel region with several threads.
    #[default]
    Parallel,
    /// `P1`: a parallel region whose team is one thread.
    Alone,
    /// `S`: a region one thread executes, whichever it is: single, section, task.
    Single,
    /// `M`: a region one certain thread executes: master, masked.
    Master,
    /// `C`: a region threads execute one at a time: critical, ordered, a lock that is held.
    Critical,
    /// `B`: so many barriers of the team were passed.
    Barriers(u32),
}

/// A level of thread support, in MPI's order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `MPI_THREAD_SINGLE`
    #[default]
    Single,
    /// `MPI_THREAD_FUNNELED`
    Funneled,
    /// `MPI_THREAD_SERIALIZED`
    Serialized,
    /// `MPI_THREAD_MULTIPLE`
    Multiple,
}

impl Level {
    /// The level MPI's number stands for; the numbers are the same in all libraries.
    #[must_use]
    pub fn from_number(number: i32) -> Self {
        match number {
            i32::MIN..=0 => Self::Single,
            1 => Self::Funneled,
            2 => Self::Serialized,
            _ => Self::Multiple,
        }
    }

    /// MPI's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "MPI_THREAD_SINGLE",
            Self::Funneled => "MPI_THREAD_FUNNELED",
            Self::Serialized => "MPI_THREAD_SERIALIZED",
            Self::Multiple => "MPI_THREAD_MULTIPLE",
        }
    }
}

/// A word, outermost construct first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Word {
    letters: [Letter; CAPACITY],
    length: usize,
}

impl Word {
    /// Adds a letter at the end.
    pub fn push(&mut self, letter: Letter) {
        if letter == Letter::Barriers(0) {
            return;
        }
        if let Some(slot) = self.letters.get_mut(self.length) {
            *slot = letter;
            self.length += 1;
        }
    }

    /// The letters.
    #[must_use]
    pub fn letters(&self) -> &[Letter] {
        self.letters.get(..self.length).unwrap_or_default()
    }

    /// The level a call needs if every thread the word lets through makes it.
    ///
    /// A team's many threads become one by `S` or `M` of that team; `C` lets the threads of all teams
    /// through one at a time. In the thesis's language `(S|P1|PB*S)*` is what needs no more than
    /// SERIALIZED.
    #[must_use]
    pub fn level(&self) -> Level {
        let mut level = Level::Single;
        // Teams whose threads are all still there, and whether the innermost is one of them.
        let (mut many, mut innermost) = (0u32, false);
        for letter in self.letters() {
            match letter {
                Letter::Barriers(_) => {}
                Letter::Alone => innermost = false,
                Letter::Parallel => {
                    (many, innermost) = (many + 1, true);
                    level = level.max(Level::Funneled);
                }
                Letter::Single | Letter::Master if innermost => {
                    (many, innermost) = (many - 1, false);
                    if *letter == Letter::Single {
                        level = Level::Serialized;
                    }
                }
                Letter::Critical if many > 0 => {
                    (many, innermost) = (0, false);
                    level = Level::Serialized;
                }
                // Of a team of one, or of serial code: nobody is chosen among many.
                Letter::Single | Letter::Master | Letter::Critical => {}
            }
        }
        if many > 0 { Level::Multiple } else { level }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, letter) in self.letters().iter().enumerate() {
            if index > 0 {
                out.write_str(" ")?;
            }
            match letter {
                Letter::Parallel => out.write_str("P")?,
                Letter::Alone => out.write_str("P1")?,
                Letter::Single => out.write_str("S")?,
                Letter::Master => out.write_str("M")?,
                Letter::Critical => out.write_str("C")?,
                Letter::Barriers(1) => out.write_str("B")?,
                Letter::Barriers(count) => write!(out, "B^{count}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Word {
        let mut word = Word::default();
        for letter in text.chars() {
            word.push(match letter {
                'P' => Letter::Parallel,
                '1' => Letter::Alone,
                'S' => Letter::Single,
                'M' => Letter::Master,
                'C' => Letter::Critical,
                _ => Letter::Barriers(1),
            });
        }
        word
    }

    /// All words up to a length.
    fn words(length: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut from = 0;
        for _ in 0..length {
            let to = all.len();
            for index in from..to {
                for letter in "P1SMCB".chars() {
                    all.push(format!("{}{letter}", all[index]));
                }
            }
            from = to;
        }
        all
    }

    /// Brute force: the threads that stand at the end of a word, as the paths of choices that lead
    /// there. Each `P` makes two of each; `S` lets one of a team through, not known which; `M` the first.
    fn oracle(text: &str) -> Level {
        // Each thread is its number in every team on the way: 2 is that of a team of one, `None` that
        // of whoever of the team came first.
        let mut threads: Vec<Vec<Option<u8>>> = vec![vec![]];
        let mut in_turns = false;
        for letter in text.chars() {
            threads = match letter {
                'P' => {
                    in_turns = false;
                    let twice = |path: &Vec<Option<u8>>| {
                        [0, 1].map(|number| {
                            let mut path = path.clone();
                            path.push(Some(number));
                            path
                        })
                    };
                    threads.iter().flat_map(twice).collect()
                }
                '1' => {
                    for path in &mut threads {
                        path.push(Some(2));
                    }
                    threads
                }
                'S' | 'M' => {
                    let mut kept: Vec<_> = threads
                        .into_iter()
                        .filter(|path| path.last().is_none_or(|&last| last != Some(1)))
                        .collect();
                    for path in &mut kept {
                        if letter == 'S'
                            && let Some(last) = path.last_mut()
                            && *last != Some(2)
                        {
                            *last = None;
                        }
                    }
                    kept
                }
                'C' => {
                    in_turns |= threads.len() > 1;
                    threads
                }
                _ => threads,
            };
        }
        let main =
            |path: &Vec<Option<u8>>| path.iter().all(|&number| matches!(number, Some(0 | 2)));
        let alone = |path: &Vec<Option<u8>>| path.iter().all(|&number| number == Some(2));
        match threads.as_slice() {
            [path] if alone(path) => Level::Single,
            [path] if main(path) => Level::Funneled,
            [_] => Level::Serialized,
            _ if in_turns => Level::Serialized,
            _ => Level::Multiple,
        }
    }

    /// Words as programs make them: in one team at most one of `S` and `M`, and `C` last.
    fn is_of_a_program(text: &str) -> bool {
        text.split(['P', '1']).enumerate().all(|(team, rest)| {
            let rest: String = rest.chars().filter(|&letter| letter != 'B').collect();
            // Outside of teams there is nothing to count; a team that is let in turns by C and makes
            // teams of its own holds them all in turns.
            matches!(rest.as_str(), "" | "S" | "M" | "C") && (team > 0 || rest.is_empty())
        }) && !text.contains('C')
            || text.find('C').is_some_and(|at| at + 1 == text.len() && is_of_a_program(&text[..at]))
    }

    #[test]
    fn levels_are_those_of_the_threads_that_stand_there() {
        let mut checked = 0;
        for text in words(6).iter().filter(|text| is_of_a_program(text)) {
            assert_eq!(word(text).level(), oracle(text), "{text}");
            checked += 1;
        }
        assert!(checked > 300, "{checked} words");
    }

    #[test]
    fn the_thesis_tables() {
        for (text, level) in [
            ("", Level::Single),
            ("1", Level::Single),
            ("1S", Level::Single),
            ("PM", Level::Funneled),
            ("PBBM", Level::Funneled),
            ("PS", Level::Serialized),
            ("PBS", Level::Serialized),
            ("1PS", Level::Serialized),
            ("PC", Level::Serialized),
            ("P", Level::Multiple),
            ("PB", Level::Multiple),
            ("PPS", Level::Multiple),
            ("PSP", Level::Multiple),
            ("PMPM", Level::Funneled),
            ("PMPS", Level::Serialized),
            ("P1S", Level::Multiple),
        ] {
            assert_eq!(word(text).level(), level, "{text}");
        }
    }

    #[test]
    fn words_are_told_with_their_barriers() {
        let mut told = Word::default();
        for letter in [
            Letter::Alone,
            Letter::Parallel,
            Letter::Barriers(3),
            Letter::Single,
            Letter::Barriers(0),
        ] {
            told.push(letter);
        }
        assert_eq!(told.to_string(), "P1 P B^3 S");
    }

    #[test]
    fn a_word_that_is_too_long_is_cut() {
        let mut long = Word::default();
        for _ in 0..2 * CAPACITY {
            long.push(Letter::Alone);
        }
        assert_eq!(long.letters().len(), CAPACITY);
    }
}
