//! The texts of a record so far, and where the next one may repeat them: mangled names do, at length. What is
//! repeated is coded as one number, after J. Ziv and A. Lempel, "A Universal Algorithm for Sequential Data
//! Compression" (1977): each symbol's eight bits in their contexts would take longer than all else of a record.

use super::stream::mix;

/// Repetitions are at least so long.
pub const LEAST_REPEATED: usize = 5;
/// Symbols that agree before a repetition is looked for.
const AGREED: usize = 3;
/// Symbols behind a place that repeats nothing before another is looked for.
const PAUSE: usize = 3;
const TABLE_BITS: u32 = 13;

/// What was read or written so far.
#[derive(Debug)]
pub struct Texts {
    /// With a zero before each text.
    symbols: Vec<u8>,
    /// By the last symbols: what followed them the last time. Zero: nothing.
    after: Vec<u32>,
    /// What may be repeated next.
    candidate: Option<usize>,
    /// Where the text begins.
    begin: usize,
    /// Up to here nothing is repeated.
    pause: usize,
}

impl Default for Texts {
    fn default() -> Self {
        let after = vec![0; 1 << TABLE_BITS];
        Self { symbols: Vec::new(), after, candidate: None, begin: 0, pause: 0 }
    }
}

impl Texts {
    /// Begins a text, perhaps as the one before.
    pub fn begin(&mut self) {
        self.candidate = (self.begin > 0).then_some(self.begin);
        self.symbols.push(0);
        self.begin = self.symbols.len();
        self.pause = self.begin;
    }

    /// All texts.
    pub fn all(&self) -> &[u8] {
        &self.symbols
    }

    /// The text that was begun last.
    pub fn current(&self) -> &[u8] {
        &self.symbols[self.begin..]
    }

    /// One more symbol of it.
    pub fn push(&mut self, symbol: u8) {
        self.symbols.push(symbol);
        let here = self.symbols.len();
        self.candidate = None;
        let Some(last) = self.symbols.last_chunk::<AGREED>() else { return };
        let number = last.iter().fold(0, |number, symbol| number << 8 | u64::from(*symbol));
        let hash = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - TABLE_BITS);
        let after = &mut self.after[hash as usize];
        let before = std::mem::replace(after, u32::try_from(here).unwrap_or(0)) as usize;
        if before >= AGREED && self.symbols[before - AGREED..before] == *last {
            self.candidate = Some(before);
        }
    }

    /// What may be repeated here: what followed the same symbols before, or the text before this one.
    pub fn candidate(&mut self) -> Option<usize> {
        let here = self.symbols.len();
        let candidate = self.candidate.filter(|_| here >= self.pause)?;
        self.pause = here + PAUSE;
        Some(candidate)
    }

    /// How far `rest` goes on as what stands at `from` does.
    pub fn common(&self, from: usize, rest: &[u8]) -> usize {
        let before = self.symbols[from..].iter();
        before.zip(rest).take_while(|(before, now)| before == now).count()
    }

    /// Repeats a symbol; `None`: the text there has ended.
    pub fn repeat(&mut self, from: usize) -> Option<u8> {
        let symbol = *self.symbols.get(from).filter(|symbol| **symbol != 0)?;
        self.push(symbol);
        // What this was taken from does not go on like this.
        self.pause = self.symbols.len() + 1;
        Some(symbol)
    }
}

/// What a symbol of a text may follow from.
#[derive(Debug, Default)]
pub struct TextContext {
    /// The last four symbols.
    recent: u32,
    /// The word so far.
    word: u32,
}

impl TextContext {
    /// The most general first.
    pub fn contexts(&self) -> [u32; 4] {
        [self.recent & 0xff, self.recent & 0xffff, self.recent & 0xff_ffff, self.word]
    }

    /// The next symbol is behind this one.
    pub fn see(&mut self, symbol: u8) {
        self.recent = self.recent << 8 | u32::from(symbol);
        self.word = match symbol.is_ascii_alphanumeric() || !symbol.is_ascii() {
            true => mix(self.word, u32::from(symbol)) | 1,
            false => 0,
        };
    }
}
