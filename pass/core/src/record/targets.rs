//! Where blocks of a function go on, as far as that is told: most lead to one nothing leads to yet, or to where one did
//! shortly before, as to the function's end.

use crate::program::BlockId;

/// Where blocks go on.
#[derive(Debug, Default)]
pub struct Targets {
    /// By block: another goes on there.
    led_to: Vec<bool>,
    /// No block before it is one nothing leads to.
    fresh: usize,
    /// Where blocks went on, in order.
    pub told: Vec<BlockId>,
    /// How those were told.
    pub history: u32,
}

impl Targets {
    /// How far back one is looked for that was told before.
    const BACK: usize = 64;

    pub fn new(blocks: usize) -> Self {
        Self { led_to: vec![false; blocks], ..Self::default() }
    }

    /// The first block behind `from` that nothing leads to yet.
    pub fn first_new(&mut self, from: usize) -> BlockId {
        self.fresh = self.fresh.max(from + 1);
        while self.led_to.get(self.fresh).copied().unwrap_or(false) {
            self.fresh += 1;
        }
        BlockId(u32::try_from(self.fresh).unwrap_or(u32::MAX))
    }

    /// How many were told since it was.
    pub fn since(&self, target: BlockId) -> Option<usize> {
        self.told.iter().rev().take(Self::BACK).position(|told| *told == target)
    }

    pub fn push(&mut self, target: BlockId) {
        if let Some(led_to) = self.led_to.get_mut(target.index()) {
            *led_to = true;
        }
        self.told.push(target);
    }
}
