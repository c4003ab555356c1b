//! The texts of a record so far, and where the next one may repeat them: mangled names do, at length. What is
//! repeated is coded as one number, after J. Ziv and A. Lempel, "A Universal Algorithm for Sequential Data
//! Compression" (1977): each byte's eight bits in their contexts would take longer than all else of a record.

use super::coder::CONTEXTS;
use super::stream::mix;

/// Repetitions are at least so long.
pub const LEAST_REPEATED: usize = 8;
/// Bytes that agree before a repetition is looked for.
const AGREED: usize = 6;
/// Bytes behind a place that repeats nothing before another is looked for.
const PAUSE: usize = 3;
const TABLE_BITS: u32 = 13;

/// What was read or written so far.
#[derive(Debug)]
pub struct Texts {
    /// With a zero before each text.
    bytes: Vec<u8>,
    /// By the last bytes: what followed them the last time. Zero: nothing.
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
        Self { bytes: Vec::new(), after, candidate: None, begin: 0, pause: 0 }
    }
}

impl Texts {
    /// Begins a text, perhaps as the one before.
    pub fn begin(&mut self) {
        self.candidate = (self.begin > 0).then_some(self.begin);
        self.bytes.push(0);
        self.begin = self.bytes.len();
        self.pause = self.begin;
    }

    /// The text that was begun last.
    pub fn current(&self) -> &[u8] {
        &self.bytes[self.begin..]
    }

    /// One more byte of it.
    pub fn push(&mut self, byte: u8) {
        self.bytes.push(byte);
        let here = self.bytes.len();
        self.candidate = None;
        let Some(last) = self.bytes.last_chunk::<AGREED>() else { return };
        let number = last.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
        let hash = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - TABLE_BITS);
        let after = &mut self.after[hash as usize];
        let before = std::mem::replace(after, u32::try_from(here).unwrap_or(0)) as usize;
        if before >= AGREED && self.bytes[before - AGREED..before] == *last {
            self.candidate = Some(before);
        }
    }

    /// What may be repeated here: what followed the same bytes before, or the text before this one.
    pub fn candidate(&mut self) -> Option<usize> {
        let here = self.bytes.len();
        let candidate = self.candidate.filter(|_| here >= self.pause)?;
        self.pause = here + PAUSE;
        Some(candidate)
    }

    /// How far `rest` goes on as what stands at `from` does.
    pub fn common(&self, from: usize, rest: &[u8]) -> usize {
        let before = self.bytes[from..].iter();
        before.zip(rest).take_while(|(before, now)| before == now).count()
    }

    /// Repeats a byte; `None`: the text there has ended.
    pub fn repeat(&mut self, from: usize) -> Option<u8> {
        let byte = *self.bytes.get(from).filter(|byte| **byte != 0)?;
        self.push(byte);
        // What this was taken from does not go on like this.
        self.pause = self.bytes.len() + 1;
        Some(byte)
    }
}

/// What a byte of a text may follow from.
#[derive(Debug, Default)]
pub struct TextContext {
    /// The last eight bytes.
    history: u64,
    /// The word so far.
    word: u32,
}

impl TextContext {
    /// The most general first.
    pub fn contexts(&self) -> [u32; CONTEXTS - 1] {
        let recent = self.history as u32;
        [
            recent & 0xff,
            recent & 0xffff,
            recent & 0xff_ffff,
            recent,
            mix(recent, (self.history >> 32) as u32 & 0xffff),
            self.word,
        ]
    }

    /// The next byte is behind this one.
    pub fn see(&mut self, byte: u8) {
        self.history = self.history << 8 | u64::from(byte);
        self.word = match byte.is_ascii_alphanumeric() {
            true => mix(self.word, u32::from(byte)) | 1,
            false => 0,
        };
    }
}
