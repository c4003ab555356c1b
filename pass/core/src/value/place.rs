//! Places of memory: an object and a byte offset in it.

use rustc_hash::FxHashMap;

use crate::ids::dense_id;
use crate::program::{GlobalId, ValueId};

dense_id!(
    /// A place of memory.
    PlaceId, "m"
);

/// The object a place lies in, as one function names it. Different roots are taken not to overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Root {
    /// A local variable of the function.
    Stack(ValueId),
    /// An object the function allocated (the call's result).
    Heap(ValueId),
    /// A global variable.
    Global(GlobalId),
    /// What the n-th parameter points to.
    Parameter(u32),
    /// What the pointer in a place points to.
    Pointee(PlaceId),
    /// What the function's result points to, seen by its callers.
    Returned,
    /// What some other pointer points to.
    Pointer(ValueId),
}

/// A place of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The object.
    pub root: Root,
    /// Bytes from its start.
    pub offset: i64,
    /// All elements of the array that starts there, as one.
    pub array: bool,
}

/// All places of an analysis.
#[derive(Debug, Default)]
pub struct Places {
    table: Vec<Place>,
    ids: FxHashMap<Place, PlaceId>,
    objects: FxHashMap<Root, u32>,
}

impl Places {
    /// The place of this id.
    #[must_use]
    pub fn get(&self, id: PlaceId) -> Place {
        self.table[id.index()]
    }

    /// The id of a place.
    pub fn intern(&mut self, place: Place) -> PlaceId {
        *self.ids.entry(place).or_insert_with(|| {
            let count = self.objects.len();
            self.objects
                .entry(place.root)
                .or_insert_with(|| u32::try_from(count).unwrap_or(u32::MAX));
            self.table.push(place);
            PlaceId::new(self.table.len() - 1)
        })
    }

    /// The number of the object a place lies in.
    #[must_use]
    pub fn object(&self, place: Place) -> u32 {
        self.objects.get(&place.root).copied().unwrap_or(u32::MAX)
    }

    /// How many pointers are followed to get to the place.
    #[must_use]
    pub fn depth(&self, id: PlaceId) -> u32 {
        let mut depth = 0;
        let mut place = self.get(id);
        while let Root::Pointee(next) = place.root {
            depth += 1;
            place = self.get(next);
        }
        depth
    }

    /// The object that the pointers start from which are followed to get to the place.
    #[must_use]
    pub fn outermost(&self, place: Place) -> Root {
        let mut root = place.root;
        while let Root::Pointee(pointer) = root {
            root = self.get(pointer).root;
        }
        root
    }

    /// Is the place an object of one function alone (at the end of all pointers)?
    #[must_use]
    pub fn is_local(&self, id: PlaceId) -> bool {
        let root = self.outermost(self.get(id));
        matches!(root, Root::Stack(_) | Root::Heap(_) | Root::Pointer(_))
    }
}
