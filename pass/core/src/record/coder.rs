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
/// Bits that share a bucket.
pub const GROUP: u32 = 4;
/// Slots of a bucket.
pub const SLOTS: usize = (1 << GROUP) - 1;
/// How many bits a slot looks back to, about.
const MEMORY: u16 = 160;
/// How fast weights follow. Those all records begin with are near to what they become.
const RATE: i32 = 1;
/// What is coded, at most.
const FIELDS: usize = 40;
const EXPERIENCES: usize = 4;
/// Sets of weights: by field and how much the last context has seen, and by field and the bits before.
pub const WEIGHTS: usize = FIELDS * (EXPERIENCES + SLOTS + 1);

/// What one context has seen of the next bits, up to [`GROUP`]: a line of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// Which context's it is, of those that fall on the same place: odd, or zero for none.
    pub mark: u32,
    /// By the bits before, behind a one.
    pub slots: [Slot; SLOTS],
}

/// Bytes of a bucket in a table.
pub const BUCKET_BYTES: usize = 4 << GROUP;

impl Bucket {
    /// One that has seen nothing.
    pub const fn new(mark: u32) -> Self {
        Self { mark, slots: [Slot { one: 1 << 15, seen: 0 }; SLOTS] }
    }

    /// As [`Self::bytes`] writes it.
    fn read(bytes: &[u8; BUCKET_BYTES]) -> Self {
        let mut bucket = Self::new(mark_of(bytes));
        let (words, _) = bytes.as_chunks::<4>();
        for (slot, word) in bucket.slots.iter_mut().zip(&words[1..]) {
            slot.one = u16::from_le_bytes([word[0], word[1]]);
            slot.seen = u16::from_le_bytes([word[2], word[3]]);
        }
        bucket
    }

    /// Its numbers, little-endian.
    pub fn bytes(&self) -> impl Iterator<Item = u8> {
        let slots = self.slots.into_iter().flat_map(|slot| [slot.one, slot.seen]);
        self.mark.to_le_bytes().into_iter().chain(slots.flat_map(u16::to_le_bytes))
    }
}

fn mark_of(bytes: &[u8; BUCKET_BYTES]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

/// The place of a mark among so many, a power of two; the other one it may stand at is the neighbour
/// whose number differs in the last bit.
pub const fn place_of(mark: u32, places: usize) -> usize {
    (mark >> (32 - places.trailing_zeros())) as usize
}

/// What was learnt so far. What was taught is not copied before it changes: a record changes a small part.
#[derive(Clone, Debug)]
pub struct Model {
    taught: &'static [[u8; BUCKET_BYTES]],
    own: Vec<Bucket>,
    /// By place: which of `own` stands there, counted from 1. Zero: what was taught.
    places: Vec<u32>,
    weights: Vec<[i32; CONTEXTS]>,
}

impl Model {
    /// A model that knows a table of buckets, and [`WEIGHTS`] sets of weights.
    pub fn new(taught: &'static [[u8; BUCKET_BYTES]], weights: Vec<[i32; CONTEXTS]>) -> Self {
        Self { taught, own: Vec::with_capacity(512), places: vec![0; taught.len()], weights }
    }

    /// A model that has seen nothing, with so many places, a power of two.
    pub fn ignorant(places: usize) -> Self {
        // Weights are 65536ths.
        let weights = vec![[(1 << 16) * 2 / 5; CONTEXTS]; WEIGHTS];
        Self { taught: &[], own: Vec::new(), places: vec![0; places], weights }
    }

    /// The buckets that are not as they were taught.
    pub fn learnt(&self) -> &[Bucket] {
        &self.own
    }

    pub fn weights(&self) -> &[[i32; CONTEXTS]] {
        &self.weights
    }

    /// The mark at a place, and how often what stands there was met.
    fn look(&self, at: usize) -> (u32, u16) {
        match self.places[at] {
            0 => self
                .taught
                .get(at)
                .map_or((0, 0), |bytes| (mark_of(bytes), u16::from_le_bytes([bytes[6], bytes[7]]))),
            own => {
                let bucket = &self.own[own as usize - 1];
                (bucket.mark, bucket.slots[0].seen)
            }
        }
    }

    /// The bucket of a context, as a position in `own`. A context that was not met before takes the place of
    /// the one that was met less.
    fn find(&mut self, context: u32) -> u32 {
        let mark = context.wrapping_mul(0x9E37_79B1) | 1;
        let first = place_of(mark, self.places.len());
        let second = first ^ 1;
        let ((one, met_one), (two, met_two)) = (self.look(first), self.look(second));
        let (at, known) = match () {
            () if one == mark => (first, true),
            () if two == mark => (second, true),
            () if met_one <= met_two => (first, false),
            () => (second, false),
        };
        match self.places[at] {
            0 => {
                let taught = self.taught.get(at).filter(|_| known);
                self.own.push(taught.map_or(Bucket::new(mark), Bucket::read));
                self.places[at] = self.own.len() as u32;
            }
            own if !known => self.own[own as usize - 1] = Bucket::new(mark),
            _ => {}
        }
        self.places[at] - 1
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
        let mut buckets = [0; CONTEXTS];
        let count = contexts.len().min(CONTEXTS);
        for (bucket, context) in buckets.iter_mut().zip(contexts) {
            *bucket = self.find(*context);
        }
        let mut node = 1;
        for at in (0..bits).rev() {
            let bit = self.bit(coder, field, &buckets[..count], node, value >> at & 1 == 1);
            node = node << 1 | usize::from(bit);
        }
        node as u32 & ((1 << bits) - 1)
    }

    /// Codes a bit behind those of `node`.
    fn bit<C: Coder>(
        &mut self,
        coder: &mut C,
        field: u8,
        buckets: &[u32],
        node: usize,
        bit: bool,
    ) -> bool {
        let own = &mut *self.own;
        let mut inputs = [0_i32; CONTEXTS];
        let inputs = &mut inputs[..buckets.len()];
        let mut seen = 0;
        for (input, bucket) in inputs.iter_mut().zip(buckets) {
            let slot = own[*bucket as usize].slots[node - 1];
            seen = usize::from(slot.seen.min(EXPERIENCES as u16 - 1));
            // A context that has seen little says little.
            let confidence = [8, 11, 14, 16][seen];
            *input = (i32::from(STRETCHED[usize::from(slot.one >> 4)]) * confidence) >> 4;
        }
        let field = usize::from(field) % FIELDS;
        let sets = [field * EXPERIENCES + seen, FIELDS * EXPERIENCES + field * (SLOTS + 1) + node];
        let mut sum = 0;
        for set in sets {
            for (input, weight) in inputs.iter().zip(&self.weights[set]) {
                sum += i64::from(*input) * i64::from(*weight);
            }
        }
        let one = squash((sum >> 17).clamp(-2047, 2047) as i32);
        // Never quite certain.
        let probability = (one << 4).clamp(24, 65_536 - 24) as u32;
        let bit = coder.bit(bit, probability);
        let error = ((i32::from(bit) << 12) - one) * RATE;
        for set in sets {
            for (input, weight) in inputs.iter().zip(&mut self.weights[set]) {
                *weight += (input * error + (1 << 9)) >> 10;
            }
        }
        for bucket in buckets {
            own[*bucket as usize].slots[node - 1].learn(bit);
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
