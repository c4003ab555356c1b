//! C++'s strings: how long they are after what sets their length.
//!
//! The methods are compiled once, in libstdc++, and not seen. What they are defined to do (C++ standard,
//! `[string.capacity]`, `[string.modifiers]`) tells how long the string is afterwards. What it says then is left
//! unknown. As for vectors (`containers.rs`), the length is what ranks agree on that have different texts.

use super::cpp::Signature;
use super::function::Builder;
use super::memory::{Node, NodeId};
use super::place::{Place, PlaceId};
use crate::program::{BlockId, CallSite, Callee, Value, ValueId};

/// Where a string of libstdc++ keeps its length.
const LENGTH: i64 = 8;

/// How long a string is after a call, by the call's arguments; the string itself is argument 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// This argument says it.
    Of(usize),
    /// As long as another string was.
    As(usize),
    /// It has no characters.
    Empty,
    /// From the position that argument 1 says, as many characters as argument 2 says are replaced by as many as
    /// argument 4 says.
    Replaced,
}

/// Methods of `std::string` that are left to libstdc++ where a program is compiled for C++17 or before: those that
/// `bits/basic_string.tcc` defines, and the forms of the same name beside them. Of `resize` it is the one that is told what
/// to fill the string with.
const COMPILED: [&str; 21] = [
    "4copyE",
    "4findE",
    "4swapE",
    "5rfindE",
    "6resizeEmc",
    "7compareE",
    "7reserveE",
    "8_M_eraseE",
    "9_M_appendE",
    "9_M_assignE",
    "9_M_createE",
    "9_M_mutateE",
    "10_M_replaceE",
    "12_M_constructEmc",
    "12find_last_ofE",
    "13find_first_ofE",
    "14_M_replace_auxE",
    "15_M_replace_coldE",
    "16find_last_not_ofE",
    "17find_first_not_ofE",
    "18_M_construct_aux_2E",
];

/// Is it a method of `std::string` that is not looked into? From C++20 on units have its body, as all of them may be called
/// while compiling; but what they do to a string shows better by what they are defined to do.
#[must_use]
pub fn is_known_by_name(symbol: &str) -> bool {
    let method = symbol.strip_prefix("_ZN").map(|rest| rest.strip_prefix('K').unwrap_or(rest));
    let class = "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";
    let method = method.and_then(|method| method.strip_prefix(class));
    method.is_some_and(|method| COMPILED.iter().any(|known| method.starts_with(known)))
}

/// Is it a method of `std::string`? Addresses that it keeps are those of text.
#[must_use]
pub fn is_method(symbol: &str) -> bool {
    let method = symbol.strip_prefix("_ZN").map(|rest| rest.strip_prefix('K').unwrap_or(rest));
    method.is_some_and(|method| method.starts_with("St7__cxx1112basic_stringI"))
}

/// How long the function of this symbol makes a string; `None`: it is none of those that say so.
fn length(symbol: &str) -> Option<Length> {
    // Most functions need no more than this look. Strings of the library before C++11 are kept otherwise.
    if !symbol.starts_with("_ZNSt7__cxx1112basic_stringI") {
        return None;
    }
    let method = Signature::of(symbol)?;
    if !method.scope.starts_with("std::__cxx11::basic_string<") || method.scope.contains(">::") {
        return None;
    }
    let types: Vec<&str> = method.parameters.iter().map(String::as_str).collect();
    match (method.name.as_str(), &types[..]) {
        ("clear", _) => Some(Length::Empty),
        ("resize" | "_M_construct", ["unsigned long", ..]) => Some(Length::Of(1)),
        ("assign" | "_M_assign" | "operator=" | "basic_string", [other])
            if other.starts_with("std::__cxx11::basic_string<") && !other.ends_with('*') =>
        {
            Some(Length::As(1))
        }
        ("_M_replace", ["unsigned long", "unsigned long", _, "unsigned long"]) => {
            Some(Length::Replaced)
        }
        _ => None,
    }
}

impl Builder<'_, '_> {
    /// How long a call makes the string it is handed.
    fn string_length(&self, call: &CallSite) -> Option<Length> {
        let Callee::Direct(callee) = call.callee else { return None };
        length(&self.context.program.function(callee).name)
    }

    /// Where the string that an argument is the address of keeps its length.
    fn length_place(&mut self, call: &CallSite, argument: usize) -> Option<PlaceId> {
        let string = self.resolve(*call.arguments.get(argument)?).filter(|place| !place.array)?;
        let length = Place { offset: string.offset.checked_add(LENGTH)?, ..string };
        let id = self.note_place(length);
        (self.context.places.get(id) == length).then_some(id)
    }

    /// The parts of strings that a call is defined to read and write.
    pub(super) fn find_string_places(&mut self, call: &CallSite) {
        match self.string_length(call) {
            Some(Length::As(other)) => {
                self.length_place(call, other);
            }
            Some(_) => {}
            None => return,
        }
        self.length_place(call, 0);
    }

    /// Writes how long a string is that a call leaves, behind what it may have written to the string.
    pub(super) fn define_string_length(&mut self, at: (BlockId, usize), call: &CallSite) {
        let Some(length) = self.string_length(call) else { return };
        let argument = |index: usize| call.arguments.get(index).copied();
        let node = match length {
            Length::Empty => Some(self.memory.push(Node::Number(0))),
            Length::Of(index) => argument(index).map(|count| NodeId::new(count.index())),
            Length::As(other) => {
                let other = self.length_place(call, other);
                other.map(|place| self.read_lazily(place, at.0, at.1))
            }
            Length::Replaced if self.is_replaced_as_a_whole(call) => {
                argument(4).map(|count| NodeId::new(count.index()))
            }
            Length::Replaced => None,
        };
        if let Some(node) = node
            && let Some(place) = self.length_place(call, 0)
        {
            self.memory.define(at.0, at.1, place, node);
        }
    }

    /// From its first character on, as many as the string has: `text = "words"` is compiled to that.
    fn is_replaced_as_a_whole(&mut self, call: &CallSite) -> bool {
        let value = |index: usize| call.arguments.get(index).map(|at| self.function.value(*at));
        let (Some(Value::Integer(0)), Some(Value::Load { address })) = (value(1), value(2)) else {
            return false;
        };
        let address: ValueId = *address;
        let length = self.length_place(call, 0).map(|id| self.context.places.get(id));
        length.is_some() && self.resolve(address) == length
    }
}

#[cfg(test)]
mod tests {
    use super::{Length, is_known_by_name, length};

    #[test]
    fn methods_are_told_from_templates_and_what_is_inline() {
        let of = |rest: &str| {
            is_known_by_name(&format!(
                "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE{rest}"
            ))
        };
        assert!(["6resizeEmc", "9_M_createERmm", "10_M_replaceEmmPKcm"].into_iter().all(of));
        let others = ["6resizeEm", "C2Ev", "12_M_constructIPKcEEvT_S8_St20forward_iterator_tag"];
        assert!(!others.into_iter().any(of));
        assert!(is_known_by_name(
            "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4findEPKcmm"
        ));
        assert!(!is_known_by_name("_ZNSt6vectorIcSaIcEE6resizeEmc"));
    }

    #[test]
    fn methods_that_set_the_length_are_known_by_their_names() {
        let string = "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";
        let known = [
            ("6resizeEmc", Some(Length::Of(1))),
            ("6resizeEm", Some(Length::Of(1))),
            ("12_M_constructEmc", Some(Length::Of(1))),
            ("5clearEv", Some(Length::Empty)),
            ("9_M_assignERKS4_", Some(Length::As(1))),
            ("aSERKS4_", Some(Length::As(1))),
            ("aSEOS4_", Some(Length::As(1))),
            ("C1ERKS4_", Some(Length::As(1))),
            ("10_M_replaceEmmPKcm", Some(Length::Replaced)),
            ("12_M_constructIPKcEEvT_S8_St20forward_iterator_tag", None),
            ("9_M_appendEPKcm", None),
            ("7reserveEm", None),
            ("aSEPKc", None),
            ("6assignEPKcm", None),
        ];
        for (method, expected) in known {
            let symbol = format!("_Z{string}{method}");
            assert_eq!(length(&symbol), expected, "{symbol}");
        }
        for symbol in
            ["_ZNSs6resizeEmc", "_ZN4text6resizeEm", "resize", "_ZNSt7__cxx1112basic_stringI"]
        {
            assert_eq!(length(symbol), None, "{symbol}");
        }
    }
}
