//! C++'s strings: how long they are after what sets their length.
//!
//! The methods are compiled once, in libstdc++, and not seen. What they are defined to do (C++ standard,
//! `[string.capacity]`, `[string.modifiers]`) tells how long the string is afterwards. What it says then is left
//! unknown. As for vectors (`containers.rs`), the length is what ranks agree on that have different texts. Methods that
//! only ask for where a string keeps its text, and how long that is, are given bodies.

use super::cpp::Signature;
use super::function::Builder;
use super::memory::{Node, NodeId};
use super::place::{Place, PlaceId};
use crate::finding::Location;
use crate::program::{
    Block, BlockId, CallSite, Callee, Comparison, Elements, Event, Function, Linkage, Terminator,
    Value, ValueId,
};

/// Where a string of libstdc++ keeps the address of its text.
const TEXT: i64 = 0;
/// Where it keeps its length.
const LENGTH: i64 = 8;

/// What a method answers that changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Length,
    IsEmpty,
    /// The address of the first character.
    Text,
    /// That behind the last character.
    End,
    /// That of a character, by its number.
    Character,
    /// Nothing: the usual allocator has no state that begins or ends, and nobody looks at a string that has ended.
    Nothing,
}

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

/// Constructors that are templates, of text, of a number of equal characters, of what stands between two addresses, and of
/// views.
const CONSTRUCTING: [&str; 5] =
    ["IN9__gnu_cxx17__normal_iteratorI", "IPKcvE", "IPcvE", "IS3_E", "ISt17basic_string_viewI"];

/// Is it such a constructor, by its name and parameters?
fn constructs(method: &str) -> bool {
    let template = method.strip_prefix("C1").or_else(|| method.strip_prefix("C2"));
    template.is_some_and(|rest| CONSTRUCTING.iter().any(|known| rest.starts_with(known)))
}

/// Is it a method of `std::string` that is not looked into? From C++20 on units have its body, as all of them may be called
/// while compiling; but what they do to a string shows better by what they are defined to do.
#[must_use]
pub fn is_known_by_name(symbol: &str) -> bool {
    method(symbol).is_some_and(|method| {
        constructs(method) || COMPILED.iter().any(|known| method.starts_with(known))
    })
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
        ("basic_string", []) => Some(Length::Empty),
        ("assign", ["unsigned long", "char"]) => Some(Length::Of(1)),
        // A template, of which the first parameter is not told.
        ("basic_string", [_, "char", ..]) => Some(Length::Of(1)),
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

/// The name and parameters of a method of `std::string` as they are mangled.
fn method(symbol: &str) -> Option<&str> {
    let method = symbol.strip_prefix("_ZN").map(|rest| rest.strip_prefix('K').unwrap_or(rest))?;
    method.strip_prefix("St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE")
}

/// Methods that make a string of another text, or answer such a one: how long it is follows from how long it was and from
/// what they are handed.
const CHANGING: [&str; 21] = [
    "C1E",
    "C2E",
    "aSE",
    "pLE",
    "5eraseE",
    "6appendE",
    "6assignE",
    "6insertE",
    "6resizeE",
    "6substrE",
    "7replaceE",
    "7reserveE",
    "8_M_eraseE",
    "8pop_backE",
    "9_M_appendE",
    "9_M_assignE",
    "9_M_mutateE",
    "9push_backE",
    "10_M_replaceE",
    "12_M_constructEmc",
    "14_M_replace_auxE",
];

/// Does the method of this symbol make a string of another text (C++ standard, `[string.modifiers]`)?
#[must_use]
pub fn changes(symbol: &str) -> bool {
    method(symbol).is_some_and(|method| {
        constructs(method) || CHANGING.iter().any(|known| method.starts_with(known))
    })
}

/// Does the method of this symbol answer the string that it is called for?
#[must_use]
pub fn answers_itself(symbol: &str) -> bool {
    const ANSWERING: [&str; 7] =
        ["aSE", "pLE", "6appendE", "6assignE", "5eraseEm", "6insertEm", "7replaceE"];
    method(symbol).is_some_and(|method| ANSWERING.iter().any(|known| method.starts_with(known)))
}

/// What the method of this symbol answers of a string; `None`: it is none of those that only look.
fn answer(symbol: &str) -> Option<Answer> {
    if let Some(method) = symbol.strip_prefix("_ZNSaIcE") {
        let is_usual = ["C1Ev", "C2Ev", "C1ERKS_", "C2ERKS_", "D1Ev", "D2Ev"].contains(&method);
        return is_usual.then_some(Answer::Nothing);
    }
    match method(symbol)? {
        "4sizeEv" | "6lengthEv" => Some(Answer::Length),
        "5emptyEv" => Some(Answer::IsEmpty),
        "4dataEv" | "5c_strEv" | "5beginEv" | "6cbeginEv" | "5frontEv" => Some(Answer::Text),
        "3endEv" | "4cendEv" => Some(Answer::End),
        "ixEm" => Some(Answer::Character),
        "D1Ev" | "D2Ev" => Some(Answer::Nothing),
        _ => None,
    }
}

/// Gives a method of `std::string` that is not defined here, and only asks the string, the body that libstdc++ has for it.
pub fn define(function: &mut Function) {
    let Some(answer) = answer(&function.name).filter(|_| !function.is_defined()) else { return };
    if function.parameters == 0 || answer == Answer::Character && function.parameters < 2 {
        return;
    }
    let mut push = |value| {
        function.values.push(value);
        ValueId::new(function.values.len() - 1)
    };
    let (string, mut events) = (ValueId::new(0), Vec::new());
    let mut field = |offset, push: &mut dyn FnMut(Value) -> ValueId| {
        let address = push(Value::Offset { base: string, bytes: offset });
        let loaded = push(Value::Load { address });
        events.push(Event::Load(loaded));
        loaded
    };
    let elements = Elements::new(1, 0);
    let answered = match answer {
        Answer::Nothing => None,
        Answer::Length => Some(field(LENGTH, &mut push)),
        Answer::Text => Some(field(TEXT, &mut push)),
        Answer::IsEmpty => {
            let operands = [field(LENGTH, &mut push), push(Value::Integer(0))];
            Some(push(Value::Compare { comparison: Comparison::Equal, bits: 64, operands }))
        }
        Answer::End => {
            let (base, length) = (field(TEXT, &mut push), field(LENGTH, &mut push));
            Some(push(Value::Element { base, indices: vec![length], elements }))
        }
        Answer::Character => {
            let base = field(TEXT, &mut push);
            Some(push(Value::Element { base, indices: vec![ValueId::new(1)], elements }))
        }
    };
    let terminator = Terminator::Return(answered);
    function.blocks = vec![Block { events, terminator, location: Location::default() }];
    // As of a function that is inline: every object that calls it has it.
    function.linkage = Linkage::Once;
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
    use super::*;

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
    fn methods_that_change_a_string_are_told_from_those_that_look() {
        let symbol =
            |rest: &str| format!("_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE{rest}");
        let changing =
            ["aSEPKc", "pLERKS4_", "6appendEPKc", "C2IS3_EEPKcRKS3_", "C1EOS4_", "5eraseEmm"];
        assert!(changing.into_iter().all(|rest| changes(&symbol(rest))));
        let others =
            ["4sizeEv", "7compareEPKc", "2atEm", "D1Ev", "12_M_constructISt20istream_iterator"];
        assert!(!others.into_iter().any(|rest| changes(&symbol(rest))));
        assert!(answers_itself(&symbol("pLERKS4_")) && answers_itself(&symbol("5eraseEmm")));
        // An iterator.
        assert!(!answers_itself(&symbol("5eraseEN9__gnu_cxx17__normal_iteratorIPKcS4_EE")));
    }

    #[test]
    fn a_method_that_looks_has_a_body() {
        let body = |rest: &str, parameters: u32| {
            let name = format!("_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE{rest}");
            let values = (0..parameters).map(Value::Parameter).collect();
            let mut function = Function { name, parameters, values, ..Function::default() };
            define(&mut function);
            function
        };
        let empty = body("5emptyEv", 1);
        let Terminator::Return(Some(answer)) = empty.blocks[0].terminator else { panic!() };
        let Value::Compare { comparison: Comparison::Equal, operands: [length, zero], .. } =
            empty.value(answer)
        else {
            panic!()
        };
        let Value::Load { address } = empty.value(*length) else { panic!() };
        assert_eq!(empty.value(*zero), &Value::Integer(0));
        let place = Value::Offset { base: ValueId::new(0), bytes: LENGTH };
        assert_eq!(empty.value(*address), &place);
        assert_eq!(empty.blocks[0].events, [Event::Load(*length)]);
        assert!(body("ixEm", 2).is_defined() && body("D1Ev", 1).is_defined());
        assert!(!body("4findEPKcmm", 4).is_defined() && !body("4sizeEv", 0).is_defined());
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
            ("C1Ev", Some(Length::Empty)),
            ("C2IS3_EEmcRKS3_", Some(Length::Of(1))),
            ("C2IS3_EEPKcRKS3_", None),
            ("6assignEmc", Some(Length::Of(1))),
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
