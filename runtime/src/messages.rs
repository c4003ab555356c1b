//! Communicators whose ranks are on several nodes, or on no board: before each collective, one small
//! reduction on the same communicator (Algorithm 14 of the thesis), active for all its collectives
//! alike.
//!
//! What is reduced with a bitwise AND are the words of the signature and their complements: a bit that
//! survives in neither is one about which ranks disagree. The reduction is itself non-blocking in MPI's
//! terms, so that it matches whatever the ranks are about to call, and a rank that finalises begins it on
//! all its communicators at once. Only if all are at a call that blocks, and so all learn of the conflict
//! at the same step, do they exchange where each of them is.

use std::ffi::c_int;

use lockstep_core::abi;

use crate::board::Signature;
use crate::communicators::Communicator;
use crate::job::{Job, lock};
use crate::location;
use crate::mpi::{BAND, Word};
use crate::report::{self, CallText, Member, Presence};

/// The words of one comparison.
const WORDS: usize = 5;

/// What a rank tells of itself when it comes to the worst.
const DETAILS: usize = 8;

/// What a rank is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// A collective that blocks.
    Blocking,
    /// One that does not.
    Nonblocking,
    /// It frees the communicator, and goes on.
    Freeing,
    /// It finalises.
    Leaving,
}

/// A comparison under way. The buffers are MPI's until the request is complete.
#[derive(Debug)]
pub struct Pending {
    request: Word,
    sent: Box<[u64; WORDS]>,
    received: Box<[u64; WORDS]>,
    communicator: About,
    signature: Signature,
    how: How,
}

/// What is left to know of a communicator that may be gone when its comparison ends.
#[derive(Clone, Copy, Debug)]
struct About {
    handle: Word,
    channel: Word,
    inter: bool,
    leads: bool,
    rank: u32,
    size: u32,
}

impl About {
    fn new(communicator: &Communicator) -> Self {
        let Communicator { handle, channel, inter, leads, rank, size, .. } = *communicator;
        Self { handle, channel, inter, leads, rank, size }
    }
}

/// The words whose AND tells whether ranks agree.
fn words(signature: &Signature, how: How) -> [u64; WORDS] {
    let (first, second) = match how {
        // Whoever finalises need not have freed it.
        How::Freeing | How::Leaving => (u64::MAX, 0),
        How::Blocking | How::Nonblocking => (signature.first_word(), signature.second_word()),
    };
    let second = match second {
        0 => [u64::MAX; 2],
        known => [known, !known],
    };
    let stays = matches!(how, How::Blocking | How::Leaving);
    [first, !first, second[0], second[1], if stays { u64::MAX } else { 0 }]
}

/// Whether the ranks whose words these are the AND of agree among each other.
fn agree(all: &[u64; WORDS]) -> bool {
    let [first, not_first, second, not_second, _] = *all;
    first | not_first == u64::MAX && second | not_second == u64::MAX
}

impl Job {
    /// Compares before a collective on a communicator without a board.
    pub fn compare_by_messages(
        &self,
        communicator: &Communicator,
        signature: &Signature,
        how: How,
    ) {
        let pending = self.begin(communicator, signature, how);
        if how != How::Blocking {
            lock(&self.pending).push(pending);
            self.look_at_pending(false);
            return;
        }
        // What was begun earlier on this communicator is complete when this is; look at it first, as
        // the earlier difference is the cause of later ones.
        let mut pending = pending;
        while !self.is_complete(&mut pending) {
            self.look_at_pending(false);
            std::thread::yield_now();
        }
        self.look_at_pending(false);
        self.judge(&pending);
    }

    /// This rank finalises: compares on all its communicators at once, in whatever order the others come.
    pub fn leave_by_messages(&self, signature: &Signature) {
        let live = self.with_live(|live| live.clone());
        for address in live {
            // SAFETY: in the list of those that live.
            let communicator = unsafe { (address as *const Communicator).as_ref() };
            if let Some(communicator) = communicator.filter(|found| found.is_by_messages()) {
                let pending = self.begin(communicator, signature, How::Leaving);
                lock(&self.pending).push(pending);
            }
        }
        self.look_at_pending(true);
    }

    fn begin(&self, communicator: &Communicator, signature: &Signature, how: How) -> Pending {
        let mut pending = Pending {
            request: 0,
            sent: Box::new(words(signature, how)),
            received: Box::new([0; WORDS]),
            communicator: About::new(communicator),
            signature: *signature,
            how,
        };
        let constants = &self.mpi.constants;
        // SAFETY: the buffers live in boxes until the request is complete.
        unsafe {
            (self.mpi.functions.iallreduce)(
                pending.sent.as_ptr().cast(),
                pending.received.as_mut_ptr().cast(),
                WORDS as c_int,
                constants.uint64,
                constants.operators[BAND],
                communicator.channel,
                &raw mut pending.request,
            );
        }
        pending
    }

    fn is_complete(&self, pending: &mut Pending) -> bool {
        let mut flag = 0;
        // SAFETY: a request of ours.
        unsafe {
            (self.mpi.functions.test)(
                &raw mut pending.request,
                &raw mut flag,
                self.mpi.constants.status_ignore,
            );
        }
        flag != 0
    }

    /// Judges what is complete; with `all`, waits until everything is.
    fn look_at_pending(&self, all: bool) {
        loop {
            let complete: Vec<Pending> = {
                let mut pending = lock(&self.pending);
                let (complete, rest) =
                    pending.drain(..).map(|mut one| (self.is_complete(&mut one), one)).fold(
                        (Vec::new(), Vec::new()),
                        |(mut complete, mut rest), (is_complete, one)| {
                            if is_complete { &mut complete } else { &mut rest }.push(one);
                            (complete, rest)
                        },
                    );
                *pending = rest;
                complete
            };
            for one in &complete {
                self.judge(one);
                self.close(one);
            }
            if !all || lock(&self.pending).is_empty() {
                return;
            }
            std::thread::yield_now();
        }
    }

    /// Gives the channel back after the last comparison over it.
    fn close(&self, pending: &Pending) {
        if matches!(pending.how, How::Freeing | How::Leaving) {
            let mut channel = pending.communicator.channel;
            // SAFETY: every member does so after this very comparison.
            unsafe { (self.mpi.functions.comm_free)(&raw mut channel) };
        }
    }

    /// Ends the job if the ranks do not agree.
    fn judge(&self, pending: &Pending) {
        let all = &*pending.received;
        // On an intercommunicator what comes back is the AND of the other group.
        let same = agree(all)
            && (!pending.communicator.inter
                || agree(&std::array::from_fn(|word| all[word] & pending.sent[word])));
        if same {
            return;
        }
        // If all ranks block in this very step (on an intercommunicator: of both groups), all of them
        // are here now.
        let all_here =
            all[WORDS - 1] & pending.sent[WORDS - 1] == u64::MAX && !pending.communicator.inter;
        let speaks = if all_here {
            pending.communicator.leads
        } else {
            // Who else finds out, and when, is not known. One after the other, and the first ends the
            // job; those that block know best.
            let patience = if pending.how == How::Blocking { 0 } else { 2 };
            let about = pending.communicator;
            let turn = if about.inter { self.world_rank } else { about.rank };
            let turn = u64::from(turn.min(10));
            std::thread::sleep(std::time::Duration::from_secs(patience + turn));
            self.board.take_report(self.me)
        };
        let members = if all_here { self.gather(pending) } else { vec![self.myself(pending)] };
        if speaks {
            let size = pending.communicator.size;
            // A communicator that was freed has no name any more.
            let freed = matches!(pending.how, How::Freeing);
            let handle =
                if freed { pending.communicator.channel } else { pending.communicator.handle };
            let report = report::by_messages(self, handle, size, members);
            report::publish(self, &report);
            self.abort(abi::EXIT_STATUS);
        }
        // The rank that speaks ends the job.
        self.await_end(|| {});
        self.abort(abi::EXIT_STATUS)
    }

    /// What every rank of the communicator was about to call.
    fn gather(&self, pending: &Pending) -> Vec<Member> {
        let mine = self.details(&pending.signature);
        let size = pending.communicator.size as usize;
        let mut all = vec![0u64; DETAILS * size];
        let constants = &self.mpi.constants;
        // SAFETY: all ranks found the same and are here.
        unsafe {
            (self.mpi.functions.allgather)(
                mine.as_ptr().cast(),
                DETAILS as c_int,
                constants.uint64,
                all.as_mut_ptr().cast(),
                DETAILS as c_int,
                constants.uint64,
                pending.communicator.channel,
            );
        }
        let mut members: Vec<Member> = all.chunks_exact(DETAILS).filter_map(member).collect();
        members.sort_by_key(|member| member.rank);
        members
    }

    fn myself(&self, pending: &Pending) -> Member {
        member(&self.details(&pending.signature)).unwrap_or_else(|| Member {
            rank: self.world_rank,
            presence: Presence::Passed,
            last_calls: Vec::new(),
        })
    }

    /// This rank's call in words that mean the same in another process.
    fn details(&self, signature: &Signature) -> [u64; DETAILS] {
        let recent = self.board.recent(self.me);
        let record = recent.iter().find(|record| record.signature == *signature);
        let (identity, offset) = record
            .and_then(|record| self.board.find_module(self.me, record.location))
            .unwrap_or_default();
        [
            u64::from(self.world_rank),
            u64::from(signature.operation) | u64::from(signature.operator) << 32,
            signature.root.map_or(0, |root| u64::from(root) + 1),
            signature.bytes.map_or(0, |bytes| bytes.wrapping_add(1)),
            identity,
            offset,
            record.map_or(0, |record| u64::from(record.is_site)),
            record.map_or(0, |record| record.step),
        ]
    }
}

/// A rank as it described itself.
fn member(details: &[u64]) -> Option<Member> {
    let &[rank, what, root, bytes, identity, offset, is_site, step] = details else { return None };
    let signature = Signature {
        operation: (what & 0xffff) as u16,
        operator: (what >> 32 & 0xff) as u8,
        root: root.checked_sub(1).and_then(|root| u32::try_from(root).ok()),
        bytes: bytes.checked_sub(1),
    };
    let place = location::resolve_in_module(identity, offset, is_site != 0);
    let call = CallText::new(&signature, place, step + 1);
    let presence = if call.call == "MPI_Finalize" {
        Presence::Finalized(Some(call))
    } else {
        Presence::Here(call)
    };
    Some(Member { rank: u32::try_from(rank).ok()?, presence, last_calls: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn and(all: &[[u64; WORDS]]) -> [u64; WORDS] {
        all.iter()
            .fold([u64::MAX; WORDS], |sum, one| std::array::from_fn(|word| sum[word] & one[word]))
    }

    #[test]
    fn equal_calls_agree_and_different_ones_do_not() {
        let call = |operation, root, bytes| {
            let signature = Signature { operation, operator: 2, root, bytes };
            words(&signature, How::Blocking)
        };
        let bcast = call(3, Some(0), Some(8));
        assert!(agree(&and(&[bcast, bcast, bcast])));
        assert!(agree(&and(&[bcast, call(3, Some(0), None)])), "an unknown amount is no other");
        assert!(!agree(&and(&[bcast, bcast, call(4, Some(0), Some(8))])));
        assert!(!agree(&and(&[bcast, call(3, Some(1), Some(8))])));
        assert!(!agree(&and(&[bcast, call(3, Some(0), None), call(3, Some(0), Some(9))])));
        let signature = Signature { operation: 9, operator: 0, root: None, bytes: None };
        let leaving = words(&signature, How::Leaving);
        assert!(agree(&and(&[leaving, leaving])), "freeing and finalising go together");
        assert!(!agree(&and(&[bcast, leaving])));
    }
}
