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
    /// Is it all elements of the array that starts there, as one?
    pub array: bool,
    /// Bytes between the elements of an array that goes on before the address it is known by, as one does that is
    /// filled from its end: `*--end = x`. 0: it starts there.
    pub back: u32,
}

impl Place {
    /// The first bytes of an object.
    #[must_use]
    pub fn start(root: Root) -> Self {
        Self { root, offset: 0, array: false, back: 0 }
    }

    /// The place that others name as `inside`, seen from an address that leads here.
    #[must_use]
    pub fn at(self, inside: Self) -> Self {
        let offset = self.offset.wrapping_add(inside.offset);
        let behind = Self { offset, array: self.array || inside.array, ..self };
        match inside.back {
            0 => behind,
            step => Self { array: self.array, ..behind }.with_elements_before(step),
        }
    }

    /// All elements of the array that a place is one of, so many bytes each, also those before it.
    #[must_use]
    pub fn with_elements_before(self, bytes: u32) -> Self {
        let offset = self.offset.checked_rem_euclid(i64::from(bytes)).unwrap_or(self.offset);
        // Of an object that is known all elements lie behind its start.
        let is_whole = matches!(self.root, Root::Stack(_) | Root::Heap(_) | Root::Global(_));
        let back = if self.array || is_whole { self.back } else { bytes };
        Self { offset, array: true, back, ..self }
    }
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
