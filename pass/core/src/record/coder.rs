//! Bits as few as they are surprising: an arithmetic coder whose probabilities follow what was coded
//! before in the same context. Records are small; a general compressor needs kilobytes to learn what
//! these contexts know from the start.
//!
//! The predictions of several contexts are mixed as in M. Mahoney, "Adaptive Weighing of Context
//! Models for Lossless Data Compression" (2005), in integers: the same bits on every machine.

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

/// How likely a bit is set in one context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub one: u16,
    pub seen: u16,
}

/// Contexts one bit is predicted from at most.
pub const CONTEXTS: usize = 7;
/// Slots: contexts that fall on the same one are rare in units of usual size.
pub const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 18;
/// How many bits a slot looks back to, about.
const MEMORY: u16 = 160;
/// Sets of weights: by field, and by how much the last context has seen.
pub const FIELDS: usize = 64;
pub const EXPERIENCES: usize = 4;

/// What was learnt so far. The build script makes the one all records begin with.
#[derive(Clone, Debug)]
pub struct Model {
    pub slots: Box<[Slot; SLOTS]>,
    pub weights: Vec<[i32; CONTEXTS]>,
}

impl Model {
    /// Codes a bit of `field` in the first `count` of `contexts`, the most general first.
    pub fn bit<C: Coder>(
        &mut self,
        coder: &mut C,
        field: u8,
        contexts: &[u32; CONTEXTS],
        count: usize,
        bit: bool,
    ) -> bool {
        let slots = &mut *self.slots;
        let places = contexts.map(index_of);
        let places = &places[..count.min(CONTEXTS)];
        let mut inputs = [0_i32; CONTEXTS];
        let inputs = &mut inputs[..places.len()];
        let mut seen = 0;
        for (input, place) in inputs.iter_mut().zip(places) {
            let slot = slots[*place];
            seen = usize::from(slot.seen.min(EXPERIENCES as u16 - 1));
            // A context that has seen little says little.
            let confidence = [8, 11, 14, 16][seen];
            *input = (i32::from(STRETCHED[usize::from(slot.one >> 4)]) * confidence) >> 4;
        }
        let weights = &mut self.weights[usize::from(field) % FIELDS * EXPERIENCES + seen];
        let mut sum = 0;
        for (input, weight) in inputs.iter().zip(&*weights) {
            sum += i64::from(*input) * i64::from(*weight);
        }
        let one = squash((sum >> 16).clamp(-2047, 2047) as i32);
        // Never quite certain.
        let probability = (one << 4).clamp(24, 65_536 - 24) as u32;
        let bit = coder.bit(bit, probability);
        let error = ((i32::from(bit) << 12) - one) * 6;
        for (input, weight) in inputs.iter().zip(weights) {
            *weight += (input * error + (1 << 9)) >> 10;
        }
        for place in places {
            slots[*place].learn(bit);
        }
        bit
    }
}

impl Slot {
    fn learn(&mut self, bit: bool) {
        // All of it at first, then less and less: 2 / (2 * seen + 3), rounded to zero.
        let share = 2 * SHARES[usize::from(self.seen.min(MEMORY))];
        let step = |distance: u16| ((u64::from(distance) * share) >> 32) as u16;
        self.one = if bit {
            (self.one + step(u16::MAX - self.one)).min(65_519)
        } else {
            (self.one - step(self.one)).max(16)
        };
        self.seen = (self.seen + 1).min(MEMORY);
    }
}

/// By how often a slot was seen: 2^32 / (2 * seen + 3), rounded up, which divides what a slot's
/// distances are (below 2^17) exactly.
static SHARES: [u64; MEMORY as usize + 1] = {
    let mut shares = [0; MEMORY as usize + 1];
    let mut seen = 0;
    while seen < shares.len() {
        shares[seen] = (1 << 32) / (2 * seen as u64 + 3) + 1;
        seen += 1;
    }
    shares
};

const fn index_of(context: u32) -> usize {
    (context.wrapping_mul(0x9E37_79B1) >> (32 - SLOT_BITS)) as usize
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
