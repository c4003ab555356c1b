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

/// How long the function of this symbol makes a vector; `None`: it is none of those that say so.
fn length(symbol: &str) -> Option<Length> {
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
    match method.name.as_str() {
        "clear" => Some(Length::Empty),
        "reserve" | "shrink_to_fit" => Some(Length::Kept),
        "resize" => Some(Length::Of(1)),
        "assign" if takes("unsigned long") => Some(Length::Of(1)),
        // Its address and its length.
        "assign" | "operator=" if takes("std::initializer_list<") => Some(Length::Of(2)),
        "assign" if method.is_instance && method.parameters.iter().all(|kind| is_address(kind)) => {
            Some(Length::Between(1, 2))
        }
        "operator=" if takes("std::") && method.parameters[0].ends_with(" const&") => {
            Some(Length::As(1))
        }
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
    let Some(length) = length(&context.program.function(function).name) else {
        return Vec::new();
    };
    let place = |context: &mut Context<'_>, parameter, offset| {
        let root = Root::Parameter(parameter);
        context.places.intern(Place { offset, ..Place::start(root) })
    };
    let before = |context: &mut Context<'_>, parameter, offset| {
        let place = place(context, parameter, offset);
        context.expressions.leaf(Expression::Input(Input::Memory(place)))
    };
    let [begin, end, limit] = match length {
        Length::Kept => [BEGIN, END, LIMIT].map(|offset| before(context, 0, offset)),
        _ => {
            let origin = |text: &'static str, tag, calls| Origin {
                calls,
                ..Origin::memory(Dependence::Uniform, text, Context::site_key(function, tag))
            };
            let bytes = match length {
                Length::Of(parameter) => {
                    let size = context.origin(origin("the size of an element", 1, None));
                    let input = Expression::Input(Input::Parameter(parameter));
                    let count = context.expressions.leaf(input);
                    context.expressions.binary(BinaryOperator::Multiply, ADDRESS_BITS, count, size)
                }
                Length::Between(first, last) => {
                    let [last, first] = [last, first].map(|parameter| {
                        let input = Expression::Input(Input::Parameter(parameter));
                        context.expressions.leaf(input)
                    });
                    context.expressions.binary(BinaryOperator::Subtract, ADDRESS_BITS, last, first)
                }
                Length::As(other) => {
                    let [end, begin] = [END, BEGIN].map(|offset| before(context, other, offset));
                    context.expressions.binary(BinaryOperator::Subtract, ADDRESS_BITS, end, begin)
                }
                Length::Empty | Length::Kept => context.expressions.integer(0),
            };
            // No program asks for the numbers that addresses are: it is enough that they are the same if the
            // length is, and follow from it.
            let new = context.origin(origin("where a vector keeps its elements", 0, Some(0)));
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

#[cfg(test)]
mod tests {
    use super::{Length, length};

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
            assert_eq!(length(symbol), Some(expected), "{symbol}");
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
}
