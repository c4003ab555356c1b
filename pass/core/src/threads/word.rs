//! Parallelism words: in which regions of OpenMP a point of a program stands (thesis, section 2.1.1).
//!
//! A word has a letter for each region that is open, outermost first: `P` for a team of threads, `S` for a
//! region one of them runs, `M` for one the first of them runs. The thesis adds a `B` for each barrier that
//! was passed; whether two points are apart by barriers is asked of the graph here ([`super::execution`]),
//! which counts loops right.

use std::fmt;

use crate::ids::dense_id;
use crate::program::{BlockId, FunctionId, GlobalId, ValueId};
use crate::threads::team::NodeId;

dense_id!(
    /// An open region of a team's graph.
    RegionId, "r"
);

/// The place of a construct in the program: a function, its block, and the event there.
pub type Site = (FunctionId, BlockId, u32);

/// What names a lock or a critical region.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LockName {
    /// A variable, at a constant distance.
    Variable(GlobalId, i64),
    /// The order of a loop's iterations.
    Order,
    /// What a value of a function points to, at a constant distance; of each instance of the function
    /// another.
    Value(u32, ValueId, i64),
}

impl LockName {
    /// It is the same lock whoever comes, and no other name is one of it.
    #[must_use]
    pub const fn is_fixed(&self) -> bool {
        matches!(self, Self::Variable(..) | Self::Order)
    }
}

/// A letter of a parallelism word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Letter {
    /// All threads of a team.
    Parallel,
    /// A team of one thread.
    Alone,
    /// One thread, whichever comes first.
    Single,
    /// The first thread of the team.
    Masked,
    /// One of several sections.
    Section(usize),
    /// Sections as a whole: where none of them is run.
    Sections,
    /// Iterations of a loop, shared out among the threads.
    Loop,
    /// One thread at a time.
    Critical(LockName),
    /// One iteration at a time, in order.
    Ordered,
    /// A task, run by any thread of the team.
    Task,
}

impl Letter {
    /// How the letter is written.
    #[must_use]
    pub const fn symbol(&self) -> char {
        match self {
            Self::Parallel => 'P',
            Self::Alone => 'A',
            Self::Single => 'S',
            Self::Masked => 'M',
            Self::Section(_) => 's',
            Self::Sections | Self::Loop => 'W',
            Self::Critical(_) => 'C',
            Self::Ordered => 'O',
            Self::Task => 'T',
        }
    }

    /// The region in the words of the OpenMP specification.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Parallel => "parallel region",
            Self::Alone => "parallel region of one thread",
            Self::Single => "single region",
            Self::Masked => "masked region",
            Self::Section(_) | Self::Sections => "sections region",
            Self::Loop => "worksharing loop",
            Self::Critical(_) => "critical region",
            Self::Ordered => "ordered region",
            Self::Task => "task",
        }
    }

    /// One thread of the team runs the region, once.
    #[must_use]
    pub const fn is_single(&self) -> bool {
        matches!(self, Self::Single | Self::Masked | Self::Section(_) | Self::Task)
    }

    /// Neither barriers nor worksharing regions may stand in it without a team of their own between
    /// (OpenMP 5.2, 17.1).
    #[must_use]
    pub const fn forbids_collectives(&self) -> bool {
        !matches!(self, Self::Parallel | Self::Alone)
    }
}

/// An open region.
#[derive(Clone, Debug)]
pub struct Region {
    /// What it is.
    pub letter: Letter,
    /// Where it was entered.
    pub enter: NodeId,
    /// The region around it in the same team.
    pub outer: Option<RegionId>,
}

/// A word in its written form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word(pub Vec<(char, u32)>);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return write!(f, "-");
        }
        self.0.iter().try_for_each(|(letter, region)| write!(f, "{letter}{region}"))
    }
}
