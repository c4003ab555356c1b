//! Bits as few as they are surprising: an arithmetic coder whose probabilities follow what was coded
//! before in the same context. Records are small; a general compressor needs kilobytes to learn what
//! these contexts know from the start.
//!
//! The predictions of several contexts are mixed as in M. Mahoney, "Adaptive Weighing of Context
//! Models for Lossless Data Compression" (2005), in integers: the same bits on every machine.

use std::cell::Cell;

use super::taught::Taught;

/// Writes or reads bits of given probability.
pub trait Coder {
    /// It reads: what it is handed is not looked at.
    const READS: bool;

    /// Codes one bit, of which `one` says in 65536ths how likely it is set.
    fn bit(&mut self, bit: bool, one: u32) -> bool;

    /// More was read than there is.
    fn is_exhausted(&self) -> bool {
        false
    }
}

/// What is left of the interval `low..=high` when it is divided by the probability of a set bit.
const fn divide(low: u32, high: u32, one: u32) -> u32 {
    let range = (high - low) as u64;
    low + ((range * one as u64) >> 16) as u32
}

/// Bytes of an interval's bounds that agree are final.
const fn is_final(low: u32, high: u32) -> bool {
    (low ^ high) >> 24 == 0
}

/// Writes to memory.
#[derive(Debug)]
pub struct Writer {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Writer {
    pub fn new() -> Self {
        Self { low: 0, high: u32::MAX, bytes: Vec::new() }
    }

    /// All that was written. What is missing at the end reads as zeroes.
    pub fn finish(mut self) -> Vec<u8> {
        // The number within the bounds that ends with the most zeroes.
        let end = (0..=32)
            .rev()
            .map(|zeroes| if zeroes == 32 { 0 } else { self.high >> zeroes << zeroes })
            .find(|end| *end >= self.low);
        self.bytes.extend(end.unwrap_or(self.high).to_be_bytes());
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

impl Coder for Writer {
    const READS: bool = false;

    fn bit(&mut self, bit: bool, one: u32) -> bool {
        let middle = divide(self.low, self.high, one);
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while is_final(self.low, self.high) {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
        }
        bit
    }
}

/// Reads from memory.
#[derive(Debug)]
pub struct Reader<'b> {
    low: u32,
    high: u32,
    value: u32,
    rest: &'b [u8],
    /// Bytes read behind the end.
    beyond: usize,
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        let mut reader = Self { low: 0, high: u32::MAX, value: 0, rest: bytes, beyond: 0 };
        for _ in 0..4 {
            reader.next();
        }
        reader
    }

    fn next(&mut self) {
        let byte = match self.rest.split_first() {
            Some((byte, rest)) => {
                self.rest = rest;
                *byte
            }
            None => {
                self.beyond += 1;
                0
            }
        };
        self.value = self.value << 8 | u32::from(byte);
    }
}

impl Coder for Reader<'_> {
    const READS: bool = true;

    fn bit(&mut self, _: bool, one: u32) -> bool {
        let middle = divide(self.low, self.high, one);
        let bit = self.value <= middle;
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while is_final(self.low, self.high) {
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
            self.next();
        }
        bit
    }

    fn is_exhausted(&self) -> bool {
        // The end of what was written may be the four bytes of an interval that are all zeroes, and
        // then what costs next to nothing.
        self.beyond > 8
    }
}

/// How likely a bit is set in one context: in 65536ths, and how often it was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub one: u16,
    pub seen: u16,
}

impl Slot {
    /// Nothing was seen.
    pub const NEW: Self = Self { one: 1 << 15, seen: 0 };

    const fn of_word(word: u32) -> Self {
        Self { one: word as u16, seen: (word >> 16) as u16 }
    }

    pub const fn word(self) -> u32 {
        self.one as u32 | (self.seen as u32) << 16
    }

    /// After one more bit: all of it at first, then less and less, 2 / (2 * seen + 3).
    fn after(self, bit: bool) -> Self {
        let share = SHARES[usize::from(self.seen.min(MEMORY))];
        let step = |distance: u16| ((u32::from(distance) * share) >> 16) as u16;
        let one = match bit {
            true => self.one + step(CERTAIN.saturating_sub(self.one)),
            false => self.one - step(self.one.saturating_sub(u16::MAX - CERTAIN)),
        };
        Self { one, seen: (self.seen + 1).min(MEMORY) }
    }
}

/// The most a slot believes in a set bit; in a clear one, what this lacks of a certainty.
const CERTAIN: u16 = 65_519;

/// By how often a slot was seen, what part of the way to the next bit it goes, in 65536ths.
static SHARES: [u32; MEMORY as usize + 1] = {
    let mut shares = [0; MEMORY as usize + 1];
    let mut seen = 0;
    while seen < shares.len() {
        shares[seen] = (1 << 17) / (2 * seen as u32 + 3);
        seen += 1;
    }
    shares
};

/// Contexts one bit is predicted from at most.
pub const CONTEXTS: usize = 8;
/// Bits that share a bucket.
pub const GROUP: u32 = 4;
/// How many bits a slot looks back to, about.
const MEMORY: u16 = 160;
/// What is coded, at most.
const FIELDS: usize = 40;
const EXPERIENCES: usize = 4;
/// Sets of weights: by field and how much the last context has seen, and by field and the bits before.
pub const WEIGHTS: usize = FIELDS * (EXPERIENCES + BUCKET_WORDS);
/// Bits of a weight behind the point.
const FRACTION: u32 = 16;
/// How fast weights follow, as a power of two: slowly. Those all records begin with are near to what they become.
const RATE: u32 = 10;

/// How much each context's prediction counts.
pub type Weights = [i32; CONTEXTS];

/// What one context has seen of the next bits, up to [`GROUP`], a line of the cache: its mark, then slots by the bits
/// before, behind a one.
///
/// The mark says which context's it is, of those that fall on the same place: odd, or zero for none.
pub type Bucket = [u32; BUCKET_WORDS];

/// Words of a bucket.
pub const BUCKET_WORDS: usize = 1 << GROUP;

/// One that has seen nothing.
pub const fn new_bucket(mark: u32) -> Bucket {
    let mut bucket = [Slot::NEW.word(); BUCKET_WORDS];
    bucket[0] = mark;
    bucket
}

/// How often a context was met.
pub const fn met(bucket: &Bucket) -> u16 {
    Slot::of_word(bucket[1]).seen
}

/// A bucket's slots, each with the bits before it behind a one.
pub fn slots(bucket: &Bucket) -> impl Iterator<Item = (usize, Slot)> + Clone {
    bucket.iter().enumerate().skip(1).map(|(node, word)| (node, Slot::of_word(*word)))
}

/// The pair of places a mark may stand at, of so many, a power of two.
pub const fn pair_of(mark: u32, pairs: usize) -> usize {
    ((mark as u64 * pairs as u64) >> 32) as usize
}

/// Where a bucket is found.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// Zero: it is free.
    mark: u32,
    /// Which of the model's own buckets it is.
    bucket: u32,
}

/// Pairs of places a model begins with, and has at most: memory is bounded, whatever is coded.
const PAIRS: (usize, usize) = (1 << 8, 1 << 14);

/// What was learnt so far. What was taught is not copied before it changes: a record changes a small part.
#[derive(Clone, Debug)]
pub struct Model {
    taught: Taught,
    own: Vec<Bucket>,
    places: Vec<[Place; 2]>,
    most_pairs: usize,
    weights: Vec<Weights>,
}

impl Model {
    /// A model that was taught, and begins with [`WEIGHTS`] sets of weights.
    pub fn new(taught: Taught, weights: Vec<Weights>) -> Self {
        let places = vec![Default::default(); PAIRS.0];
        Self { taught, own: Vec::with_capacity(PAIRS.0), places, most_pairs: PAIRS.1, weights }
    }

    /// A model that knows nothing, and has room for so many pairs of contexts, a power of two.
    pub fn ignorant(most_pairs: usize) -> Self {
        let weights = vec![[(1 << FRACTION) / 5; CONTEXTS]; WEIGHTS];
        Self { most_pairs, ..Self::new(Taught::NOTHING, weights) }
    }

    /// The buckets that are not as they were taught.
    pub fn learnt(&self) -> &[Bucket] {
        &self.own
    }

    pub fn weights(&self) -> &[Weights] {
        &self.weights
    }

    /// The bucket of a context, as a position in `own`.
    fn find(&mut self, context: u32) -> u32 {
        let mark = context.wrapping_mul(0x9E37_79B1) | 1;
        let [one, two] = self.places[pair_of(mark, self.places.len())];
        if one.mark == mark {
            one.bucket
        } else if two.mark == mark {
            two.bucket
        } else {
            self.add(mark)
        }
    }

    /// A bucket for a mark that was not met before. Where there is no room, it takes the place of the one that was
    /// met less.
    #[cold]
    fn add(&mut self, mark: u32) -> u32 {
        if self.own.len() >= self.places.len() && self.places.len() < self.most_pairs {
            self.grow();
        }
        let bucket = self.taught.bucket(mark).unwrap_or(new_bucket(mark));
        let pairs = self.places.len();
        let pair = &mut self.places[pair_of(mark, pairs)];
        if let Some(free) = pair.iter_mut().find(|place| place.mark == 0) {
            *free = Place { mark, bucket: self.own.len() as u32 };
            self.own.push(bucket);
            return free.bucket;
        }
        let [one, two] = pair.map(|place| met(&self.own[place.bucket as usize]));
        let place = &mut pair[usize::from(one > two)];
        place.mark = mark;
        self.own[place.bucket as usize] = bucket;
        place.bucket
    }

    /// Makes two pairs of each: the next bit of the marks tells which is whose.
    fn grow(&mut self) {
        let mut places = vec![[Place::default(); 2]; 2 * self.places.len()];
        let pairs = places.len();
        for place in self.places.iter().flatten().filter(|place| place.mark != 0) {
            let free = places[pair_of(place.mark, pairs)].iter_mut().find(|free| free.mark == 0);
            if let Some(free) = free {
                *free = *place;
            }
        }
        self.places = places;
    }

    /// Codes up to [`GROUP`] bits of `field`, the highest of `value` first, in these contexts, the most general
    /// first.
    pub fn group<C: Coder>(
        &mut self,
        coder: &mut C,
        field: u8,
        contexts: &[u32],
        bits: u32,
        value: u32,
    ) -> u32 {
        let count = contexts.len().min(CONTEXTS);
        let mut found = [0; CONTEXTS];
        for (found, context) in found.iter_mut().zip(contexts) {
            *found = self.find(*context);
        }
        let nothing = &[const { Cell::new(0) }; BUCKET_WORDS];
        let own = Cell::from_mut(&mut *self.own).as_slice_of_cells();
        let mut buckets = [nothing; CONTEXTS];
        for (bucket, found) in buckets.iter_mut().zip(&found[..count]) {
            *bucket = own[*found as usize].as_array_of_cells();
        }
        let mut mixer = Mixer { weights: &mut self.weights, field: usize::from(field) % FIELDS };
        let mut node = 1;
        for at in (0..bits).rev() {
            let bit = mixer.bit(coder, &buckets[..count], node, value >> at & 1 == 1);
            node = node << 1 | usize::from(bit);
        }
        node as u32 & ((1 << bits) - 1)
    }
}

/// What several contexts say of the bits of one field.
struct Mixer<'m> {
    weights: &'m mut [Weights],
    field: usize,
}

impl Mixer<'_> {
    /// Codes a bit behind those of `node`.
    fn bit<C: Coder>(
        &mut self,
        coder: &mut C,
        buckets: &[&[Cell<u32>; BUCKET_WORDS]],
        node: usize,
        bit: bool,
    ) -> bool {
        let node = node % BUCKET_WORDS;
        let mut inputs = [0; CONTEXTS];
        let inputs = &mut inputs[..buckets.len()];
        let mut experience = 0;
        for (input, bucket) in inputs.iter_mut().zip(buckets) {
            let slot = Slot::of_word(bucket[node].get());
            experience = usize::from(slot.seen).min(EXPERIENCES - 1);
            // A context that has seen little says little.
            let confidence = [8, 11, 14, 16][experience];
            *input = (i32::from(STRETCHED[usize::from(slot.one >> 4)]) * confidence) >> 4;
        }
        // How much the last context has seen tells whom to trust.
        let sets = [
            self.field * EXPERIENCES + experience,
            FIELDS * EXPERIENCES + self.field * BUCKET_WORDS + node,
        ];
        let Ok([by_experience, by_node]) = self.weights.get_disjoint_mut(sets) else {
            return false;
        };
        let mut sum = 0;
        for ((input, one), two) in inputs.iter().zip(&*by_experience).zip(&*by_node) {
            sum += i64::from(*input) * i64::from(*one + *two);
        }
        let one = i32::from(SQUASHED[((sum >> FRACTION).clamp(-2048, 2047) + 2048) as usize]);
        // Never quite certain.
        let probability = (one << 4).clamp(24, 65_536 - 24) as u32;
        let bit = coder.bit(bit, probability);
        let error = (i32::from(bit) << 12) - one;
        for ((input, one), two) in inputs.iter().zip(by_experience).zip(by_node) {
            let step = (input * error + (1 << (RATE - 1))) >> RATE;
            *one += step;
            *two += step;
        }
        for bucket in buckets {
            let word = &bucket[node];
            word.set(Slot::of_word(word.get()).after(bit).word());
        }
        bit
    }
}

/// 4096 / (1 + e^(-x/256)), by linear interpolation between exact values.
const fn squash(x: i32) -> i32 {
    const TABLE: [i32; 33] = [
        1, 2, 4, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2048, 2550, 2994,
        3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
    ];
    if x >= 2047 {
        return 4095;
    }
    if x <= -2047 {
        return 1;
    }
    let weight = x & 127;
    let at = ((x >> 7) + 16) as usize;
    (TABLE[at] * (128 - weight) + TABLE[at + 1] * weight + 64) >> 7
}

/// [`squash`] of numbers from -2048.
static SQUASHED: [u16; 4096] = {
    let mut table = [0; 4096];
    let mut at = 0;
    while at < table.len() {
        table[at] = squash(at as i32 - 2048) as u16;
        at += 1;
    }
    table
};

/// The inverse of [`squash`], by 4096ths.
static STRETCHED: [i16; 4096] = {
    let mut table = [2047; 4096];
    let (mut next, mut x) = (0, -2047);
    while x <= 2047 {
        let reached = squash(x as i32) as usize;
        while next <= reached {
            table[next] = x;
            next += 1;
        }
        x += 1;
    }
    table
};
