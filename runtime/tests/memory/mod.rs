//! A board that threads of a test share.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

use lockstep_runtime::board::{Board, bytes_for};

/// A board in ordinary memory.
pub struct Memory {
    pub base: NonNull<u8>,
    layout: Layout,
    pub board: Board,
}

impl Memory {
    pub fn new(ranks: u32) -> Self {
        let layout = Layout::from_size_align(bytes_for(ranks), 64).expect("a layout");
        // SAFETY: the size is not zero.
        let base = NonNull::new(unsafe { alloc_zeroed(layout) }).expect("memory");
        // SAFETY: zeroed, aligned and of the right length.
        let board = unsafe { Board::create(base, ranks, 1) };
        Self { base, layout, board }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.base.as_ptr(), self.layout) };
    }
}
