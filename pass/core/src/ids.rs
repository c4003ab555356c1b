//! Dense typed ids: an index into one kind of table, printed with that kind's letter.

/// Defines a dense id type printed as its letter and index.
macro_rules! dense_id {
    ($(#[$meta:meta])* $name:ident, $letter:literal) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        pub struct $name(pub u32);

        impl $name {
            /// The id of the entry at `index`.
            ///
            /// # Panics
            /// With more than `u32::MAX` entries, which no table of a program reaches.
            #[must_use]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than u32::MAX entries in one table"))
            }

            /// The index in its table.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}
pub(crate) use dense_id;
