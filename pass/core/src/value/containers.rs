//! C++'s containers: how long they are after what sets their length.
//!
//! Whether a vector has to move its elements, and whether it grows or shrinks, depends on how long it was: the
//! paths through `resize` part ranks that had different vectors, though all leave it with the length they
//! were told. So what such methods leave in the vector itself is taken from what they are defined to do
//! (C++ standard, `[vector.capacity]`, `[vector.modifiers]`) and not from how they do it. What they leave in
//! the elements is followed as everywhere.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::cpp::Signature;
use super::expression::{Dependence, Expression, ExpressionId, Input};
use super::place::{Place, PlaceId, Root};
use super::sums::ADDRESS_BITS;
use super::{Context, Origin};
use crate::program::{BinaryOperator, FunctionId};

/// Where a vector keeps the address of its first element: the same in the libraries of GCC and of LLVM.
const BEGIN: i64 = 0;
/// Where that of the end of its elements.
const END: i64 = 8;
/// Where that of the end of its memory.
const LIMIT: i64 = 16;

/// How long a vector is after a call, by the call's parameters; the vector itself is parameter 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// So many elements.
    Of(u32),
    /// Those between two iterators.
    Between(u32, u32),
    /// As long as another vector.
    As(u32),
    /// It has none.
    Empty,
    /// As before.
    Kept,
}

/// How long the function of this symbol makes a vector, and its elements' type; `None`: it is none of those that say
/// so.
fn length(symbol: &str) -> Option<(Length, String)> {
    // `_ZNSt6vector…`, `_ZNSt3__16vector…`: most functions need no more than this look.
    if !symbol.starts_with("_ZNSt") || !symbol.contains("6vectorI") {
        return None;
    }
    let method = Signature::of(symbol)?;
    let (space, elements) = method.scope.strip_prefix("std::")?.split_once("vector<")?;
    // In an inline namespace, or none; the one that checks iterators keeps more than its elements.
    let is_plain = space.is_empty()
        || space.starts_with("__") && space.ends_with("::") && space != "__debug::";
    // That of truth values is no array of them. An allocator with a state stands before the elements.
    if !is_plain || elements.starts_with("bool,") || !is_allocated_as_usual(elements) {
        return None;
    }
    let takes = |kind: &str| method.parameters.first().is_some_and(|first| first.starts_with(kind));
    let length = match method.name.as_str() {
        "clear" => Length::Empty,
        "reserve" | "shrink_to_fit" => Length::Kept,
        "resize" => Length::Of(1),
        "assign" if takes("unsigned long") => Length::Of(1),
        // Its address and its length.
        "assign" | "operator=" if takes("std::initializer_list<") => Length::Of(2),
        "assign" if method.is_instance && method.parameters.iter().all(|kind| is_address(kind)) => {
            Length::Between(1, 2)
        }
        "operator=" if takes("std::") && method.parameters[0].ends_with(" const&") => Length::As(1),
        _ => return None,
    };
    Some((length, elements.to_owned()))
}

/// How many bytes an element has, of the types of which the language says it on 64-bit systems; the type stands first
/// among a vector's template arguments.
fn size_of(elements: &str) -> Option<i64> {
    match elements.split(',').next()? {
        "char" | "signed char" | "unsigned char" => Some(1),
        "short" | "unsigned short" => Some(2),
        "int" | "unsigned int" | "float" => Some(4),
        "long" | "unsigned long" | "long long" | "unsigned long long" | "double" => Some(8),
        _ => None,
    }
}

/// Does the allocator among a vector's template arguments, the last of them, have no state?
fn is_allocated_as_usual(arguments: &str) -> bool {
    let mut depth = 0_i32;
    let last = arguments.char_indices().filter(|(_, c)| {
        depth += match c {
            '<' | '(' => 1,
            '>' | ')' => -1,
            _ => 0,
        };
        depth == 0 && *c == ','
    });
    let last = last.last().map(|(at, _)| arguments[at + 1..].trim_start());
    last.is_some_and(|last| {
        ["std::allocator<", "std::__1::allocator<"].iter().any(|usual| last.starts_with(usual))
    })
}

/// Are iterators of this type addresses of elements that stand one behind the other? Of others the
/// difference says nothing about how many elements are between them.
fn is_address(kind: &str) -> bool {
    kind.ends_with('*')
        || kind.starts_with("__gnu_cxx::__normal_iterator<")
        || kind.starts_with("std::__1::__wrap_iter<")
}

/// What a function is defined to leave in the vector it is a method of; empty: nothing is known of it.
pub(super) fn left_by(
    context: &mut Context<'_>,
    function: FunctionId,
) -> Vec<(PlaceId, ExpressionId)> {
    let Some((length, elements)) = length(&context.program.function(function).name) else {
        return Vec::new();
    };
    let [begin, end, limit] = match length {
        Length::Kept => [BEGIN, END, LIMIT].map(|offset| before(context, 0, offset)),
        _ => {
            let bytes = bytes_left(context, length, &elements);
            // No program asks for the numbers that addresses are: it is enough that they are the same if the
            // length is, and follow from it.
            let key = Context::site_key(function, 0);
            let text = "where a vector keeps its elements";
            let new = Origin { calls: Some(0), ..Origin::memory(Dependence::Uniform, text, key) };
            let new = context.origin(new);
            let [begin, limit] = [0, 1].map(|tag| {
                let key = FxBuildHasher.hash_one((function, tag));
                context.expressions.opaque(key, [new, bytes])
            });
            let end = context.expressions.offset(begin, bytes);
            [begin, end, limit]
        }
    };
    let at = [BEGIN, END, LIMIT].map(|offset| place(context, 0, offset));
    at.into_iter().zip([begin, end, limit]).collect()
}

/// How many bytes the elements have afterwards that a vector has to itself.
fn bytes_left(context: &mut Context<'_>, length: Length, elements: &str) -> ExpressionId {
    let (operator, left, right) = match length {
        Length::Of(parameter) => {
            let size = match size_of(elements) {
                Some(bytes) => context.expressions.integer(bytes),
                // The same in all methods of vectors of this type.
                None => context.origin(Origin::memory(
                    Dependence::Uniform,
                    "the size of an element",
                    FxBuildHasher.hash_one(elements),
                )),
            };
            (BinaryOperator::Multiply, handed(context, parameter), size)
        }
        Length::Between(first, last) => {
            (BinaryOperator::Subtract, handed(context, last), handed(context, first))
        }
        Length::As(other) => {
            let [end, begin] = [END, BEGIN].map(|offset| before(context, other, offset));
            (BinaryOperator::Subtract, end, begin)
        }
        Length::Empty | Length::Kept => return context.expressions.integer(0),
    };
    context.expressions.binary(operator, ADDRESS_BITS, left, right)
}

fn handed(context: &mut Context<'_>, parameter: u32) -> ExpressionId {
    context.expressions.leaf(Expression::Input(Input::Parameter(parameter)))
}

/// So many bytes behind where a parameter leads.
fn place(context: &mut Context<'_>, parameter: u32, offset: i64) -> PlaceId {
    context.places.intern(Place { offset, ..Place::start(Root::Parameter(parameter)) })
}

/// What stands there when the function is called.
fn before(context: &mut Context<'_>, parameter: u32, offset: i64) -> ExpressionId {
    let place = place(context, parameter, offset);
    context.expressions.leaf(Expression::Input(Input::Memory(place)))
}

#[cfg(test)]
mod tests {
    use super::{Length, length, size_of};

    #[test]
    fn methods_that_set_the_length_are_known_by_their_names() {
        let known = [
            ("_ZNSt6vectorIdSaIdEE6resizeEm", Length::Of(1)),
            ("_ZNSt6vectorIdSaIdEE6resizeEmRKd", Length::Of(1)),
            ("_ZNSt3__16vectorIdNS_9allocatorIdEEE6resizeEm", Length::Of(1)),
            ("_ZNSt6vectorIS_IiSaIiEESaIS1_EE6resizeEm", Length::Of(1)),
            ("_ZNSt6vectorIiSaIiEE6assignEmRKi", Length::Of(1)),
            ("_ZNSt6vectorIiSaIiEE6assignIPivEEvT_S4_", Length::Between(1, 2)),
            (
                "_ZNSt6vectorIiSaIiEE6assignIN9__gnu_cxx17__normal_iteratorIPiS1_EEvEEvT_S6_",
                Length::Between(1, 2),
            ),
            ("_ZNSt6vectorIiSaIiEE6assignESt16initializer_listIiE", Length::Of(2)),
            ("_ZNSt6vectorIiSaIiEEaSESt16initializer_listIiE", Length::Of(2)),
            ("_ZNSt6vectorIiSaIiEEaSERKS1_", Length::As(1)),
            ("_ZNSt6vectorIiSaIiEE5clearEv", Length::Empty),
            ("_ZNSt6vectorIiSaIiEE7reserveEm", Length::Kept),
        ];
        for (symbol, expected) in known {
            let found = length(symbol).map(|(length, _)| length);
            assert_eq!(found, Some(expected), "{symbol}");
        }
        let others = [
            "_ZNSt6vectorIbSaIbEE6resizeEmb",
            "_ZNSt6vectorIiSt20polymorphic_allocatorIiEE6resizeEm",
            "_ZNSt7__debug6vectorIiSaIiEE6resizeEm",
            "_ZNSt6vectorIiSaIiEE6assignISt16istream_iteratorIicSt11char_traitsIcElEvEEvT_S7_",
            "_ZNSt6vectorIiSaIiEE6assignISt14_List_iteratorIiEvEEvT_S5_",
            "_ZNSt6vectorIiSaIiEEaSEOS1_",
            "_ZNSt6vectorIiSaIiEE9push_backERKi",
            "_ZNKSt6vectorIiSaIiEE4sizeEv",
            "_ZN4grid6vectorIiE6resizeEm",
            "_ZNSt3mapIiSt6vectorIiSaIiEESt4lessIiESaISt4pairIKiS2_EEE5clearEv",
            "_ZNSt6vectorI",
            "resize",
        ];
        for symbol in others {
            assert_eq!(length(symbol), None, "{symbol}");
        }
    }

    #[test]
    fn elements_of_the_languages_own_types_have_their_sizes() {
        let size = |symbol| length(symbol).and_then(|(_, elements)| size_of(&elements));
        assert_eq!(size("_ZNSt6vectorIdSaIdEE6resizeEm"), Some(8));
        assert_eq!(size("_ZNSt6vectorIjSaIjEE6resizeEm"), Some(4));
        assert_eq!(size("_ZNSt6vectorIhSaIhEE6resizeEm"), Some(1));
        assert_eq!(size("_ZNSt6vectorI5pointSaIS0_EE6resizeEm"), None);
    }
}
