//! What the names of C++'s functions tell (Itanium C++ ABI, 5.1): the class, the method, and the types of the
//! parameters.

use cpp_demangle::{DemangleOptions, Symbol};

/// A function by the parts of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    /// The class or namespace it is in.
    pub scope: String,
    /// Its name, without template arguments.
    pub name: String,
    /// It is an instance of a template of its own.
    pub is_instance: bool,
    /// The types of its parameters, without the object it is a method of.
    pub parameters: Vec<String>,
    /// It is a method that does not change its object.
    pub is_const: bool,
}

/// What a function writes where an argument points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Nothing: it only reads.
    Nothing,
    /// So many bytes.
    Bytes(i64),
    /// Perhaps all of the object.
    Object,
}

/// Bytes of the smallest stream of libstdc++, `std::ostringstream`. The state of each one is among them.
const STREAM: i64 = 376;

/// Bytes of a string of libstdc++.
const STRING: i64 = 32;

/// Is a type a string of libstdc++?
fn is_string(name: &str) -> bool {
    name.strip_prefix("std::__cxx11::basic_string<").is_some_and(|rest| {
        // Not what belongs to a string, as the type of its positions does.
        !rest.contains(">::") && rest.ends_with('>')
    })
}

/// Is a type a stream of C++'s library?
fn is_stream(name: &str) -> bool {
    const ENDS: [&str; 3] = ["stream", "basic_ios", "ios_base"];
    let name = name.split('<').next().unwrap_or(name).trim_end();
    name.strip_prefix("std::").is_some_and(|name| {
        let name = name.strip_prefix("__cxx11::").unwrap_or(name);
        !name.contains("::") && ENDS.iter().any(|end| name.ends_with(end))
    })
}

/// Does the function of this symbol answer the stream that it is handed first, as `<<` and `>>` do (C++ standard,
/// `[ostream.formatted]`, `[ostream.unformatted]`, `[istream.formatted]`)?
#[must_use]
pub fn answers_stream(symbol: &str) -> bool {
    /// Those of libstdc++, and of libc++.
    const BEGINS: [&str; 14] = [
        "_ZNSols",
        "_ZStls",
        "_ZNSirs",
        "_ZStrs",
        "_ZNSo9_M_insert",
        "_ZSt16__ostream_insert",
        "_ZNSi10_M_extract",
        "_ZSt4endl",
        "_ZSt5flush",
        "_ZNSo3put",
        "_ZNSo5write",
        "_ZNSo5flush",
        "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEEls",
        "_ZNSt3__1lsI",
    ];
    BEGINS.iter().any(|begin| symbol.starts_with(begin))
}

/// Is it the destructor that also gives back the memory of its object, as `delete` calls it for classes with virtual
/// destructors (Itanium C++ ABI, 5.1.4.3)?
#[must_use]
pub fn is_deleting_destructor(symbol: &str) -> bool {
    symbol.starts_with("_ZN") && symbol.ends_with("D0Ev")
}

impl Signature {
    /// The parts of a linker symbol; `None`: it is no function of C++'s in a class or namespace.
    pub(super) fn of(symbol: &str) -> Option<Self> {
        if !symbol.starts_with("_Z") {
            return None;
        }
        let options = DemangleOptions::new().no_return_type();
        let mut found =
            Self::parse(&Symbol::new(symbol).ok()?.demangle_with_options(&options).ok()?)?;
        // The crate takes the first parameter of such a constructor for what it returns, and leaves it out.
        if found.is_instance && found.is_constructor() {
            found.parameters.insert(0, "?".to_owned());
        }
        Some(found)
    }

    fn is_constructor(&self) -> bool {
        let class = self.scope.split('<').next().unwrap_or(&self.scope);
        class.rsplit("::").next() == Some(&self.name)
    }

    fn parse(text: &str) -> Option<Self> {
        let (mut depth, mut last, mut at) = (0_i32, None, 0);
        let bytes = text.as_bytes();
        let open = loop {
            match *bytes.get(at)? {
                b'(' if depth == 0 && !text[at..].starts_with("(anonymous") => break at,
                b'<' | b'(' | b'[' | b'{' => depth += 1,
                b'>' | b')' | b']' | b'}' => depth -= 1,
                b':' if depth == 0 && text[..at].ends_with(':') => {
                    last = Some(at + 1);
                    at += operator(&text[at + 1..]);
                }
                _ => {}
            }
            at += 1;
        };
        let last = last?;
        let skipped = last + operator(&text[last..]);
        let template = text[skipped..open].find('<').map(|found| skipped + found);
        let (parameters, rest) = list(&text[open + 1..])?;
        Some(Self {
            scope: text[..last].strip_suffix("::")?.to_owned(),
            name: text[last..template.unwrap_or(open)].trim_end().to_owned(),
            is_instance: template.is_some(),
            parameters,
            is_const: rest.trim_start().starts_with("const"),
        })
    }

    /// What the function writes where its `count` arguments point, as compilers hand them over, as far as its types
    /// tell.
    pub(super) fn arguments_written(&self, count: usize) -> Vec<Written> {
        // A string that is made of others leaves them as they were.
        if is_string(&self.scope) && self.is_instance && self.is_constructor() {
            let written = (0..count).map(|position| match position {
                0 => Written::Bytes(STRING),
                _ => Written::Nothing,
            });
            return written.collect();
        }
        let mut written = vec![Written::Object; count];
        // What is handed over in several registers, or where the result goes, shifts the others.
        if !self.parameters.iter().all(|parameter| is_one_argument(parameter)) {
            return written;
        }
        let Some(before) = count.checked_sub(self.parameters.len()) else { return written };
        // The object, and where the result goes before it.
        if before > 2 {
            return written;
        }
        if before > 0 {
            written[before - 1] = match is_stream(&self.scope) {
                _ if self.is_const => Written::Nothing,
                true => Written::Bytes(STREAM),
                false if is_string(&self.scope) => Written::Bytes(STRING),
                false => Written::Object,
            };
        }
        for (written, parameter) in written[before..].iter_mut().zip(&self.parameters) {
            let is_read = parameter.ends_with(" const&") || parameter.ends_with(" const*");
            if is_read || is_number(parameter) {
                *written = Written::Nothing;
            } else if parameter.strip_suffix('&').is_some_and(is_stream) {
                *written = Written::Bytes(STREAM);
            } else if parameter.strip_suffix("&&").is_some_and(is_string)
                || parameter.strip_suffix('&').is_some_and(is_string)
            {
                *written = Written::Bytes(STRING);
            }
        }
        written
    }
}

/// How long the name of an operator is that the text begins with, if it has what could be taken for brackets.
fn operator(text: &str) -> usize {
    const NAME: &str = "operator";
    const SYMBOLS: &[&str] =
        &["<<=", ">>=", "<=>", "->*", "()", "[]", "<<", ">>", "<=", ">=", "->", "<", ">"];
    let Some(rest) = text.strip_prefix(NAME) else { return 0 };
    SYMBOLS
        .iter()
        .find(|symbol| rest.starts_with(**symbol))
        .map_or(0, |found| NAME.len() + found.len())
}

/// The types up to the bracket that closes the list, and what stands behind it.
fn list(text: &str) -> Option<(Vec<String>, &str)> {
    let (mut depth, mut start, mut types) = (0_i32, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b')' | b',' if depth == 0 => {
                let one = text[start..at].trim();
                if !one.is_empty() {
                    types.push(one.to_owned());
                }
                if byte == b')' {
                    return Some((types, &text[at + 1..]));
                }
                start = at + 1;
            }
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' | b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Is a parameter of this type one argument: an address, a number, a constant of the library's?
fn is_one_argument(parameter: &str) -> bool {
    const ADDRESSES: &[char] = &['&', '*'];
    parameter.ends_with(ADDRESSES) || is_number(parameter) || parameter.starts_with("std::_Ios_")
}

/// Is a parameter of this type a number, which leads nowhere?
fn is_number(parameter: &str) -> bool {
    const NUMBERS: &[&str] =
        &["bool", "char", "short", "int", "long", "float", "double", "unsigned", "signed"];
    parameter.split(' ').all(|word| NUMBERS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::{STREAM, STRING, Signature, Written, is_stream};

    fn of(symbol: &str) -> Signature {
        Signature::of(symbol).unwrap_or_else(|| panic!("{symbol} has parts"))
    }

    #[test]
    fn operators_of_streams_answer_the_stream() {
        let answering = [
            "_ZNSolsEi",
            "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc",
            "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_",
            "_ZNSo9_M_insertIdEERSoT_",
        ];
        assert!(answering.into_iter().all(super::answers_stream));
        let others =
            ["_ZNSo5seekpElSt12_Ios_Seekdir", "_ZNKSt9basic_iosIcSt11char_traitsIcEE5rdbufEv"];
        assert!(!others.into_iter().any(super::answers_stream));
    }

    #[test]
    fn methods_operators_and_templates_have_their_parts() {
        let resize = of("_ZNSt6vectorIdSaIdEE6resizeEmRKd");
        assert_eq!(resize.scope, "std::vector<double, std::allocator<double> >");
        assert_eq!(
            (resize.name.as_str(), resize.is_instance, resize.is_const),
            ("resize", false, false)
        );
        assert_eq!(resize.parameters, ["unsigned long", "double const&"]);
        let assign = of("_ZNSt6vectorIiSaIiEE6assignIPivEEvT_S4_");
        assert_eq!((assign.name.as_str(), assign.is_instance), ("assign", true));
        assert_eq!(assign.parameters, ["int*", "int*"]);
        let shift = of("_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc");
        assert_eq!((shift.scope.as_str(), shift.name.as_str()), ("std", "operator<<"));
        assert_eq!(shift.parameters.len(), 2);
        let shift = of("_ZNSolsEi");
        assert_eq!(
            (shift.name.as_str(), shift.parameters.as_slice()),
            ("operator<<", &["int".to_owned()][..])
        );
        let size = of("_ZNKSt6vectorIiSaIiEE4sizeEv");
        assert!(size.is_const && size.parameters.is_empty());
        assert_eq!(of("_ZNKSt4lessIiEclERKiS2_").name, "operator()");
        assert_eq!(Signature::of("main"), None);
        assert_eq!(Signature::of("_Z"), None);
        assert_eq!(Signature::of("_Z4freev"), None);
    }

    #[test]
    fn what_is_const_is_only_read() {
        use Written::{Bytes, Nothing, Object};
        let written = |symbol, count| of(symbol).arguments_written(count);
        let open = "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1ERKNSt7__cxx1112basic_stringIcS1_SaIcEEESt13_Ios_Openmode";
        assert_eq!(written(open, 3), [Bytes(STREAM), Nothing, Object]);
        let compare = "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc";
        assert_eq!(written(compare, 2), [Nothing, Nothing]);
        let part = "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6substrEmm";
        assert_eq!(written(part, 4), [Object, Nothing, Nothing, Nothing], "the result goes first");
        assert_eq!(written("_ZNSolsEi", 2), [Bytes(STREAM), Nothing], "a number leads nowhere");
        let read = "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE";
        assert_eq!(written(read, 2), [Bytes(STREAM), Bytes(STRING)]);
        // A view is handed over in two registers.
        let by_value =
            Signature::parse("std::f(std::basic_string_view<char>, int const&)").unwrap();
        assert_eq!(by_value.arguments_written(3), [Object; 3]);
    }

    #[test]
    fn strings_are_told_by_their_names() {
        let class = "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";
        for (symbol, expected) in [
            (format!("_ZN{class}aSEPKc"), [Written::Bytes(STRING), Written::Nothing]),
            (format!("_ZN{class}4swapERS4_"), [Written::Bytes(STRING); 2]),
            (format!("_ZN{class}aSEOS4_"), [Written::Bytes(STRING); 2]),
            (format!("_ZNK{class}7compareERKS4_"), [Written::Nothing; 2]),
            (format!("_ZN{class}C2IS3_EEPKcRKS3_"), [Written::Bytes(STRING), Written::Nothing]),
        ] {
            assert_eq!(of(&symbol).arguments_written(2), expected, "{symbol}");
        }
    }

    #[test]
    fn streams_are_told_by_their_names() {
        for (symbol, count) in [
            ("_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", 2),
            ("_ZNSolsEi", 2),
            ("_ZNSo9_M_insertIdEERSoT_", 2),
            ("_ZNSt14basic_ofstreamIcSt11char_traitsIcEE5closeEv", 1),
            ("_ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate", 2),
        ] {
            assert_eq!(of(symbol).arguments_written(count)[0], Written::Bytes(STREAM), "{symbol}");
        }
        assert!(!is_stream("std::vector<std::ofstream>"));
        assert!(!is_stream("mine::ostream"));
    }
}
