//! Of what kinds the leaves of an expression are.

use super::expression::{Dependence, Expression, ExpressionId, Expressions, operands};
use super::origins::Origin;
use super::{BROADCAST, Context, HANDED_ON};

/// The kinds of an expression's leaves.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "a set")]
pub(super) struct Kinds {
    /// Data that one rank broadcast.
    broadcast: bool,
    /// Data that ranks hand on to each other by messages.
    message: bool,
    /// What differs between ranks.
    source: bool,
    /// The rank.
    rank: bool,
    /// What is neither the rank nor the number of ranks.
    more: bool,
    /// The severest of what they may be; inputs may be anything.
    pub severity: Dependence,
}

/// What is known of what has an origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct OriginTraits {
    /// It is the same on all ranks, whatever the communicator.
    pub given: bool,
    /// It is another value at each call of its function.
    pub anew: bool,
    /// It is the address of something.
    pub is_address: bool,
    /// A communicator of all ranks of another one may leave some of them out.
    pub leaves_out: bool,
    /// What MPI says of whether it is in use, where it is.
    pub said_in_use: Option<bool>,
    /// Of a leaf that is not known.
    own: Kinds,
    /// Of a leaf that ranks agree on.
    agreed: Kinds,
}

/// What makes a grid of the ranks of a communicator, and gives those beyond it none (MPI 4.0, 8.5.1, 8.5.3).
pub(super) const LEAVING_OUT: [&str; 2] = ["MPI_Cart_create", "MPI_Graph_create"];

impl Kinds {
    /// Those of a constant.
    pub const NONE: Self = Self {
        broadcast: false,
        message: false,
        source: false,
        rank: false,
        more: false,
        severity: Dependence::Uniform,
    };

    const fn more(severity: Dependence) -> Self {
        Self { more: true, severity, ..Self::NONE }
    }

    /// Those of both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            broadcast: self.broadcast || other.broadcast,
            message: self.message || other.message,
            source: self.source || other.source,
            rank: self.rank || other.rank,
            more: self.more || other.more,
            severity: self.severity.max(other.severity),
        }
    }

    /// That of a constant or of a leaf; `origin`: of its origin, if it has one.
    pub fn of_leaf(leaf: &Expression, origin: OriginTraits) -> Self {
        match leaf {
            Expression::Integer(_)
            | Expression::Function(_)
            | Expression::World
            | Expression::OwnCommunicator
            | Expression::NullCommunicator
            | Expression::Size(_) => Self::NONE,
            Expression::Rank(_) => {
                Self { rank: true, severity: Dependence::RankDependent, ..Self::NONE }
            }
            Expression::Origin(_) => origin.own,
            Expression::Agreed(..) => origin.agreed,
            Expression::Content(..) | Expression::Doubtful(_) => Self::more(Dependence::Unknown),
            _ => Self::more(Dependence::RankDependent),
        }
    }
}

impl OriginTraits {
    /// Of an origin of which nothing is known.
    pub const UNKNOWN: Self = Self {
        given: false,
        anew: false,
        is_address: false,
        leaves_out: true,
        said_in_use: None,
        own: Kinds::more(Dependence::Unknown),
        agreed: Kinds::more(Dependence::Uniform),
    };

    /// Of an origin.
    pub fn of(origin: &Origin) -> Self {
        let given = origin.dependence == Dependence::Uniform;
        let own = Kinds {
            message: origin.text.starts_with(HANDED_ON),
            source: origin.dependence == Dependence::RankDependent,
            ..Kinds::more(origin.dependence)
        };
        let agreed =
            Kinds { broadcast: origin.text == BROADCAST, ..Kinds::more(Dependence::Uniform) };
        let (anew, is_address) = (origin.calls.is_some() && !given, origin.is_address);
        let leaves_out = LEAVING_OUT.contains(&&*origin.text);
        let said_in_use = match &*origin.text {
            "a result of MPI_Initialized" => Some(true),
            "a result of MPI_Finalized" => Some(false),
            _ => None,
        };
        Self { given, anew, is_address, leaves_out, said_in_use, own, agreed }
    }
}

impl Expressions {
    /// Is something in it that is known to differ between ranks?
    #[must_use]
    pub fn is_known_to_differ(&self, expression: ExpressionId) -> bool {
        let kinds = self.kinds(expression);
        kinds.source || kinds.rank
    }

    /// The kinds of what an expression is made of, or is.
    pub(super) fn kinds_of(&self, expression: &Expression) -> Kinds {
        match expression {
            Expression::Opaque { .. }
            | Expression::Binary(..)
            | Expression::Compare(..)
            | Expression::Cast(..)
            | Expression::Offset(..)
            | Expression::Select(..) => {
                operands(expression).map(|part| self.kinds(part)).fold(Kinds::NONE, Kinds::with)
            }
            Expression::Origin(origin) | Expression::Agreed(origin, _) => {
                Kinds::of_leaf(expression, self.origin_traits(*origin))
            }
            leaf => Kinds::of_leaf(leaf, OriginTraits::UNKNOWN),
        }
    }
}

impl Context<'_> {
    /// Does it follow from data that one rank gave the others, and from nothing that is known to differ?
    #[must_use]
    pub fn is_spread(&self, expression: ExpressionId) -> bool {
        let kinds = self.expressions.kinds(expression);
        (kinds.broadcast || kinds.message) && !self.expressions.is_known_to_differ(expression)
    }

    /// Does it follow from data that ranks hand on to each other by messages?
    #[must_use]
    pub fn is_handed_on(&self, expression: ExpressionId) -> bool {
        self.expressions.kinds(expression).message
    }

    /// Is it a number of which nothing is known, not even that ranks differ in it? All of them may have the same.
    #[must_use]
    pub fn may_be_given_to_all(&self, expression: ExpressionId) -> bool {
        let kinds = self.expressions.kinds(expression);
        kinds.more && kinds.severity != Dependence::RankDependent
    }

    /// Does it follow from nothing but the rank and the number of ranks?
    #[must_use]
    pub fn is_of_rank_alone(&self, expression: ExpressionId) -> bool {
        !self.expressions.kinds(expression).more
    }
}
