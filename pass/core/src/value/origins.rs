//! Where values come from that are not known.

use std::borrow::Cow;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::expression::{Dependence, OriginId};
use crate::finding::Location;

/// Where a value comes from that is not known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// How it differs between ranks.
    pub dependence: Dependence,
    /// What it is, for a note: "data received by MPI_Recv".
    pub text: Cow<'static, str>,
    /// Where.
    pub location: Location,
    /// The site, to tell apart two origins in one line.
    pub site: u64,
    /// Of what a call answers or leaves: the calls of functions it came by, 0 if none tells. Such a value is
    /// another one each time the function is called. `None`: what stands in memory, and stays.
    pub calls: Option<u64>,
    /// It is one number, and not all that a call leaves or that stands in memory.
    pub is_number: bool,
    /// It is the address of something, and so not null.
    pub is_address: bool,
    /// Of what a message brought: who sent it, where that is not known to differ between those who receive it.
    pub sender: Option<Sender>,
}

/// The rank a message is received from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sender {
    /// All who receive it name the same one.
    Same,
    /// What the function is given says which.
    Given,
}

impl Origin {
    /// What stands in memory, or is given.
    #[must_use]
    pub fn memory(dependence: Dependence, text: impl Into<Cow<'static, str>>, site: u64) -> Self {
        let (text, location) = (text.into(), Location::default());
        let (calls, is_number, is_address, sender) = (None, false, false, None);
        Self { dependence, text, location, site, calls, is_number, is_address, sender }
    }
}

/// All origins of an analysis.
#[derive(Debug)]
pub struct Origins {
    all: Vec<Origin>,
    /// Their ids, each at the hash of its origin.
    ids: HashTable<OriginId>,
}

impl Default for Origins {
    /// The first one is `TOO_MUCH`.
    fn default() -> Self {
        let too_much = Origin::memory(Dependence::Unknown, "more than is followed", 0);
        Self { all: vec![too_much], ids: HashTable::new() }
    }
}

impl Origins {
    /// The origin of this id.
    #[must_use]
    pub fn get(&self, id: OriginId) -> &Origin {
        &self.all[id.index()]
    }

    /// The id of an origin.
    pub fn intern(&mut self, origin: Origin) -> OriginId {
        let (all, hash) = (&mut self.all, FxBuildHasher.hash_one(&origin));
        if let Some(known) = self.ids.find(hash, |id| all[id.index()] == origin) {
            return *known;
        }
        let id = OriginId::new(all.len());
        all.push(origin);
        self.ids.insert_unique(hash, id, |id| FxBuildHasher.hash_one(&all[id.index()]));
        id
    }

    /// The origin as a call of the function makes it in which it is.
    pub fn by_call(&mut self, id: OriginId, call: u64) -> OriginId {
        let mut origin = self.get(id).clone();
        let Some(calls) = &mut origin.calls else { return id };
        *calls = FxBuildHasher.hash_one((*calls, call));
        self.intern(origin)
    }
}
