//! What was taught, in two forms: the file in the source, which holds what is worth knowing, and the table a
//! model looks things up in, which the build script makes of it.

use super::coder::{
    BUCKET_WORDS, Bucket, CONTEXTS, Model, Slot, WEIGHTS, Weights, met, new_bucket, pair_of, slots,
};

/// Pairs of places a context is looked up in.
const PAIRS: usize = 1 << 14;
/// Contexts worth knowing, at most.
const KNOWN: usize = 20_000;
/// How much of what they have seen counts against what a record shows: little.
const SEEN: u16 = 3;
/// Bytes of all weights.
const WEIGHT_BYTES: usize = WEIGHTS * CONTEXTS * 4;
/// Bytes of a pair: two marks, and for each which bucket is its, in two bytes.
const PAIR_BYTES: usize = 2 * (4 + 2);
/// Bytes of a bucket's slots.
const SLOTS_BYTES: usize = 4 * (BUCKET_WORDS - 1);
/// Where the parts of a table end: its weights, its pairs, its slots. The words are behind them.
const ENDS: [usize; 3] = {
    let pairs = WEIGHT_BYTES + PAIRS * PAIR_BYTES;
    [WEIGHT_BYTES, pairs, pairs + KNOWN * SLOTS_BYTES]
};

/// The contexts of a table.
#[derive(Clone, Copy, Debug)]
pub struct Taught {
    pairs: &'static [[u8; PAIR_BYTES]],
    /// Those met most often first: hardly any others are in memory.
    slots: &'static [[u8; SLOTS_BYTES]],
}

impl Taught {
    /// No contexts.
    pub const NOTHING: Self = Self { pairs: &[], slots: &[] };

    /// What a table holds: contexts, weights, words.
    pub fn read(table: &'static [u8]) -> (Self, Vec<Weights>, &'static [u8]) {
        let part = |from, to| table.get(from..to).unwrap_or_default();
        let numbers = part(0, ENDS[0]).as_chunks::<4>().0;
        let weights = numbers.as_chunks::<CONTEXTS>().0.iter();
        let taught = Self {
            pairs: part(ENDS[0], ENDS[1]).as_chunks().0,
            slots: part(ENDS[1], ENDS[2]).as_chunks().0,
        };
        let weights = weights.map(|set| set.map(i32::from_le_bytes)).collect();
        (taught, weights, part(ENDS[2], table.len()))
    }

    /// The bucket of a mark, if it is known.
    pub fn bucket(&self, mark: u32) -> Option<Bucket> {
        let pair = self.pairs.get(pair_of(mark, self.pairs.len()))?;
        let (marks, positions) = pair.split_at(8);
        let which = marks.as_chunks::<4>().0.iter().position(|it| *it == mark.to_le_bytes())?;
        let position = positions.as_chunks::<2>().0[which];
        let slots = self.slots.get(usize::from(u16::from_le_bytes(position)))?;
        let mut bucket = new_bucket(mark);
        for (word, bytes) in bucket[1..].iter_mut().zip(slots.as_chunks::<4>().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        Some(bucket)
    }
}

/// The file of what a model has learnt: the weights; the words with their length in four bytes before them; then of
/// the contexts met most often, those first, each one's mark, which of its slots were seen, and those, with how often
/// they were in the last two bits.
pub fn file(model: &Model, words: &[u8]) -> Vec<u8> {
    let mut buckets: Vec<&Bucket> = model.learnt().iter().collect();
    buckets.sort_by_key(|bucket| (std::cmp::Reverse(met(bucket)), bucket[0]));
    let mut taken = vec![0; PAIRS];
    buckets.retain(|bucket| {
        let taken = &mut taken[pair_of(bucket[0], PAIRS)];
        *taken += 1;
        *taken <= 2
    });
    buckets.truncate(KNOWN);
    let weights = model.weights().iter().flatten();
    let mut file: Vec<u8> = weights.flat_map(|weight| weight.to_le_bytes()).collect();
    file.extend((words.len() as u32).to_le_bytes());
    file.extend(words);
    for bucket in buckets {
        let seen = slots(bucket).filter(|(_, slot)| slot.seen > 0);
        let mask = seen.clone().fold(0_u16, |mask, (node, _)| mask | 1 << node);
        file.extend(bucket[0].to_le_bytes());
        file.extend(mask.to_le_bytes());
        let slots = seen.map(|(_, slot)| slot.one & !3 | slot.seen.min(SEEN));
        file.extend(slots.flat_map(u16::to_le_bytes));
    }
    file
}

/// The table of such a file. What is missing in the file has not been seen.
pub fn table(file: &[u8]) -> Vec<u8> {
    let (weights, rest) = file.split_at(WEIGHT_BYTES.min(file.len()));
    let (length, rest) = rest.split_first_chunk().unwrap_or((&[0; 4], &[]));
    let (words, mut rest) = rest.split_at((u32::from_le_bytes(*length) as usize).min(rest.len()));
    let mut next = || {
        let (bytes, after) = rest.split_first_chunk::<2>()?;
        rest = after;
        Some(u16::from_le_bytes(*bytes))
    };
    let mut table = weights.to_vec();
    table.resize(ENDS[2], 0);
    let mut known = 0..KNOWN;
    while let (Some(low), Some(high), Some(mask)) = (next(), next(), next()) {
        let mark = u32::from(low) | u32::from(high) << 16;
        let mut bucket = new_bucket(mark);
        for node in (1..bucket.len()).filter(|node| mask >> node & 1 == 1) {
            let number = next().unwrap_or(1 << 15);
            bucket[node] = Slot { one: number & !3, seen: number & 3 }.word();
        }
        let pair = ENDS[0] + pair_of(mark, PAIRS) * PAIR_BYTES;
        let free = (0..2).find(|which| table[pair + 4 * which..][..4] == [0; 4]);
        let (Some(which), Some(position)) = (free, known.next()) else { continue };
        table[pair + 4 * which..][..4].copy_from_slice(&mark.to_le_bytes());
        table[pair + 8 + 2 * which..][..2].copy_from_slice(&(position as u16).to_le_bytes());
        let slots = ENDS[1] + position * SLOTS_BYTES;
        for (at, word) in bucket[1..].iter().enumerate() {
            table[slots + 4 * at..][..4].copy_from_slice(&word.to_le_bytes());
        }
    }
    table.extend(words);
    table
}
