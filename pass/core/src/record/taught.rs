//! What was taught, in two forms: the file in the source, which holds what is worth knowing, and the table a
//! model looks things up in, which the build script makes of it.

use super::coder::{BUCKET_BYTES, Bucket, CONTEXTS, Model, SLOTS, WEIGHTS, place_of};

/// Places of the table.
pub const PLACES: usize = 1 << 15;
/// Contexts worth knowing: the table must leave room for those of each record.
const KNOWN: usize = 20_000;
/// How much of what they have seen counts against what a record shows: little.
const SEEN: u16 = 3;
/// Bytes of all weights.
pub const WEIGHT_BYTES: usize = WEIGHTS * CONTEXTS * 4;

/// The file of what a model has learnt: the weights, then each context's mark, which of its slots were seen, and
/// those, with how often they were in the last two bits. The contexts met most often are kept.
pub fn file(model: &Model) -> Vec<u8> {
    let mut buckets: Vec<&Bucket> =
        model.learnt().iter().filter(|bucket| bucket.mark != 0).collect();
    buckets.sort_by_key(|bucket| (std::cmp::Reverse(bucket.slots[0].seen), bucket.mark));
    // A mark stands at one of two places.
    let mut taken = vec![0; PLACES / 2];
    buckets.retain(|bucket| {
        let taken = &mut taken[place_of(bucket.mark, PLACES) / 2];
        *taken += 1;
        *taken <= 2
    });
    buckets.truncate(KNOWN);
    buckets.sort_by_key(|bucket| bucket.mark);
    let weights = model.weights().iter().flatten();
    let mut file: Vec<u8> = weights.flat_map(|weight| weight.to_le_bytes()).collect();
    for bucket in buckets {
        let seen = bucket.slots.iter().enumerate().filter(|(_, slot)| slot.seen > 0);
        let mask = seen.clone().fold(0_u16, |mask, (at, _)| mask | 1 << at);
        file.extend(bucket.mark.to_le_bytes());
        file.extend(mask.to_le_bytes());
        let slots = seen.map(|(_, slot)| slot.one & !3 | slot.seen.min(SEEN));
        file.extend(slots.flat_map(u16::to_le_bytes));
    }
    file
}

/// The table of such a file: its buckets by place, then the weights. What is missing in the file has not been seen.
pub fn table(file: &[u8]) -> Vec<u8> {
    let (weights, mut rest) = file.split_at(WEIGHT_BYTES.min(file.len()));
    let mut table = vec![Bucket::new(0); PLACES];
    let mut next = || {
        let (bytes, after) = rest.split_first_chunk::<2>()?;
        rest = after;
        Some(u16::from_le_bytes(*bytes))
    };
    while let (Some(low), Some(high), Some(mask)) = (next(), next(), next()) {
        let mut bucket = Bucket::new(u32::from(low) | u32::from(high) << 16);
        for at in (0..SLOTS).filter(|at| mask >> at & 1 == 1) {
            let number = next().unwrap_or(1 << 15);
            bucket.slots[at].one = number & !3;
            bucket.slots[at].seen = number & 3;
        }
        let place = place_of(bucket.mark, PLACES);
        let free = [place, place ^ 1].into_iter().find(|at| table[*at].mark == 0);
        if let Some(free) = free {
            table[free] = bucket;
        }
    }
    let mut bytes = Vec::with_capacity(PLACES * BUCKET_BYTES + WEIGHT_BYTES);
    bytes.extend(table.iter().flat_map(Bucket::bytes));
    bytes.extend(weights);
    bytes.resize(PLACES * BUCKET_BYTES + WEIGHT_BYTES, 0);
    bytes
}
