//! A row of numbers that answers "which places of this range hold less than that", in time
//! proportional to the answer (times the logarithm of the row's length).

use std::ops::Range;

/// A complete binary tree of minima over the row.
#[derive(Clone, Debug)]
pub(super) struct MinimumTree {
    /// Number of leaves, a power of two.
    width: usize,
    /// Node 1 is the root, `2n` and `2n + 1` are the children of `n`, leaves start at `width`.
    minimum: Vec<u32>,
}

impl MinimumTree {
    /// A row with these values.
    pub(super) fn new(values: &[u32]) -> Self {
        let width = values.len().next_power_of_two();
        let mut minimum = vec![u32::MAX; 2 * width];
        minimum[width..width + values.len()].copy_from_slice(values);
        for node in (1..width).rev() {
            minimum[node] = minimum[2 * node].min(minimum[2 * node + 1]);
        }
        MinimumTree { width, minimum }
    }

    /// Writes one value.
    pub(super) fn set(&mut self, place: usize, value: u32) {
        let mut node = self.width + place;
        self.minimum[node] = value;
        while node > 1 {
            node /= 2;
            self.minimum[node] = self.minimum[2 * node].min(self.minimum[2 * node + 1]);
        }
    }

    /// Appends the places of `range` whose value is less than `bound`, in ascending order.
    pub(super) fn places_below(&self, range: Range<usize>, bound: u32, places: &mut Vec<usize>) {
        if range.is_empty() {
            return;
        }
        // (node, the places under it)
        let mut stack = vec![(1, 0..self.width)];
        while let Some((node, under)) = stack.pop() {
            let outside = under.end <= range.start || range.end <= under.start;
            if outside || self.minimum[node] >= bound {
                continue;
            }
            if node >= self.width {
                places.push(node - self.width);
                continue;
            }
            let middle = usize::midpoint(under.start, under.end);
            stack.push((2 * node + 1, middle..under.end));
            stack.push((2 * node, under.start..middle));
        }
    }
}
