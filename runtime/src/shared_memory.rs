//! The board's memory: an anonymous file of the node's first rank, which the others open through
//! `/proc`. It has no name in any folder, so nothing is left behind however the ranks end.

use std::ffi::c_void;
use std::fs::OpenOptions;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr::NonNull;

use crate::board::{Board, bytes_for};

/// The memory of the rank that made it; the file is closed when this is dropped, the memory stays.
#[derive(Debug)]
pub struct Created {
    /// The board in it.
    pub board: Board,
    file: OwnedFd,
    nonce: u64,
}

impl Created {
    /// What the other ranks need to open it.
    #[must_use]
    pub fn name(&self) -> [u64; 3] {
        [u64::from(std::process::id()), u64::from(self.file.as_raw_fd().unsigned_abs()), self.nonce]
    }
}

/// Makes the memory; `None`: the system does not let us.
#[must_use]
pub fn create(ranks: u32) -> Option<Created> {
    let length = bytes_for(ranks);
    // SAFETY: a plain system call with a constant name, which shows in /proc only.
    let file = unsafe { libc::memfd_create(c"lockstep".as_ptr(), libc::MFD_CLOEXEC) };
    if file < 0 {
        return None;
    }
    // SAFETY: the descriptor is new, nobody else closes it.
    let file = unsafe { OwnedFd::from_raw_fd(file) };
    let file = std::fs::File::from(file);
    file.set_len(length as u64).ok()?;
    let base = map(file.as_raw_fd(), length)?;
    let nonce = nonce(base);
    // SAFETY: fresh pages are zero, and stay mapped until `unmap`.
    let board = unsafe { Board::create(base, ranks, nonce) };
    Some(Created { board, file: OwnedFd::from(file), nonce })
}

/// Maps what another rank made; `None`: the system does not let us, or it is something else.
#[must_use]
pub fn open(name: [u64; 3], ranks: u32) -> Option<Board> {
    let [process, descriptor, nonce] = name;
    let path = format!("/proc/{process}/fd/{descriptor}");
    let file = OpenOptions::new().read(true).write(true).open(path).ok()?;
    let length = bytes_for(ranks);
    if file.metadata().ok()?.len() != length as u64 {
        return None;
    }
    let base = map(file.as_raw_fd(), length)?;
    // SAFETY: the mapping has the length the layout asks for.
    let board = unsafe { Board::open(base, ranks, nonce) };
    if board.is_none() {
        // SAFETY: just mapped, and not handed out.
        unsafe { libc::munmap(base.as_ptr().cast(), length) };
    }
    board
}

fn map(descriptor: i32, length: usize) -> Option<NonNull<u8>> {
    // SAFETY: a new mapping at an address of the system's choice.
    let base = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            length,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_SHARED,
            descriptor,
            0,
        )
    };
    if base == libc::MAP_FAILED { None } else { NonNull::new(base.cast()) }
}

/// Gives the memory back.
pub fn unmap(board: Board) {
    let (base, length) = board.memory();
    // SAFETY: the mapping of `create` or `open`; the caller has given up the board.
    unsafe { libc::munmap(base.as_ptr().cast::<c_void>(), length) };
}

/// A number no other board has: two processes with the same id in different containers must not
/// take each other's file for the right one.
fn nonce(base: NonNull<u8>) -> u64 {
    let mut bytes = [0u8; 8];
    // SAFETY: the buffer has the length given.
    let got = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    if got == 8 { u64::from_ne_bytes(bytes) | 1 } else { base.as_ptr() as u64 | 1 }
}
