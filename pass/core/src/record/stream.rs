//! Numbers, choices and texts as bits in contexts.

use super::coder::{CONTEXTS, Coder, GROUP};
use super::education::Education;
use super::texts::{LEAST_REPEATED, TextContext, Texts};
use super::trail::Trail;

/// What a number stands for: what is coded for one field says nothing about another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the parts of a program they stand for")]
pub enum Field {
    Text,
    Count,
    Flags,
    Kind,
    Reference,
    Parameter,
    Stack,
    Integer,
    Bytes,
    Mention,
    Operator,
    Width,
    Item,
    Callee,
    Arguments,
    HasResult,
    Tag,
    TagNumber,
    Terminator,
    Target,
    Cases,
    Case,
    Where,
    Line,
    Column,
    File,
    Phis,
    Regular,
    Signature,
    Initial,
    CopyBytes,
    Inputs,
    InitialAddress,
    Stride,
    Extent,
    Repeat,
    TargetKind,
    TargetFar,
}

/// Elements a record of no length may have, and how many more each byte may bring: what says
/// otherwise is damaged, or made to fill memory.
const ELEMENTS: (usize, usize) = (4096, 256);

/// Reads or writes a record's body.
#[derive(Debug)]
pub struct Stream<C> {
    coder: C,
    education: Education,
    texts: Texts,
    trail: Trail,
    /// Texts, values and so on so far.
    elements: usize,
    limit: usize,
    failed: bool,
}

impl<C: Coder> Stream<C> {
    /// A stream over a body of `length` bytes, if that is known.
    pub fn new(coder: C, education: Education, length: Option<usize>) -> Self {
        let limit = length.map_or(usize::MAX, most_elements);
        let (texts, trail) = (Texts::default(), Trail::default());
        Self { coder, education, texts, trail, elements: 0, limit, failed: false }
    }

    /// It was not written like this. What is read from then on is nothing.
    pub fn fail(&mut self) {
        self.failed = C::READS;
    }

    pub const fn has_failed(&self) -> bool {
        self.failed
    }

    /// One more element; false: they are too many, or nothing more can be read.
    pub fn element(&mut self) -> bool {
        self.elements += 1;
        if self.elements > self.limit || (C::READS && self.coder.is_exhausted()) {
            self.fail();
        }
        !self.failed
    }

    /// The coder, how many elements there were, and what was learnt from them.
    pub fn finish(self) -> (C, usize, Education) {
        (self.coder, self.elements, self.education)
    }

    /// The texts so far in the dictionary's symbols, each behind a zero.
    pub fn texts(&self) -> &[u8] {
        self.texts.all()
    }

    /// Up to [`GROUP`] bits; `start` tells what of the same thing was coded before them.
    fn group(&mut self, field: Field, contexts: &[u32], start: u32, bits: u32, value: u32) -> u32 {
        let mut groups = [0; CONTEXTS];
        let count = contexts.len().min(CONTEXTS);
        for (group, context) in groups.iter_mut().zip(contexts) {
            *group = mix(*context, start);
        }
        self.education.model.group(&mut self.coder, field as u8, &groups[..count], bits, value)
    }

    /// One of `2^bits` choices. `contexts`: what it may follow from, the most general first.
    pub fn choice(&mut self, field: Field, contexts: &[u32], bits: u32, value: u32) -> u32 {
        let contexts = Contexts::new(field, contexts, self.trail.expected(field));
        let value = self.tree(field, &contexts, 0, bits, value);
        self.trail.push(field, value.into());
        value
    }

    /// A symbol of a text, which is no step of a program.
    fn symbol(&mut self, contexts: &[u32], symbol: u8) -> u8 {
        let contexts = Contexts::within(Field::Text, contexts);
        self.tree(Field::Text, &contexts, 0, 8, symbol.into()) as u8
    }

    /// So many bits, below 32.
    fn tree(
        &mut self,
        field: Field,
        contexts: &Contexts,
        start: u32,
        bits: u32,
        value: u32,
    ) -> u32 {
        let mut node = 1;
        let mut left = bits;
        while left > 0 {
            let next = left.min(GROUP);
            left -= next;
            let told = value >> left & ((1 << next) - 1);
            node = node << next | self.group(field, contexts.all(), start << 8 | node, next, told);
        }
        node & ((1 << bits) - 1)
    }

    pub fn flag(&mut self, field: Field, contexts: &[u32], value: bool) -> bool {
        self.choice(field, contexts, 1, u32::from(value)) == 1
    }

    /// A number, most likely a small one.
    pub fn number(&mut self, field: Field, contexts: &[u32], value: u64) -> u64 {
        if self.failed {
            return 0;
        }
        let contexts = Contexts::new(field, contexts, self.trail.expected(field));
        let length = 64 - value.leading_zeros();
        // Lengths up to 6 by themselves, others behind them.
        let short = self.tree(field, &contexts, 1, 3, length.min(7));
        let length = match short {
            7 => 7 + self.tree(field, &contexts, 2, 6, length.wrapping_sub(7) & 63),
            short => short,
        };
        if length > 64 {
            self.fail();
            return 0;
        }
        let mut number = u64::from(length > 0);
        let mut left = length.saturating_sub(1);
        while left > 0 {
            // The first bits in context.
            let is_first = left == length - 1;
            let next = left.min(GROUP);
            left -= next;
            let used = if is_first { contexts.all() } else { &contexts.all()[..1] };
            let start = (3 + length) << 8 | if is_first { 0 } else { 64 + left };
            let told = (value >> left) as u32 & ((1 << next) - 1);
            number = number << next | u64::from(self.group(field, used, start, next, told));
        }
        self.trail.push(field, number);
        number
    }

    pub fn signed(&mut self, field: Field, contexts: &[u32], value: i64) -> i64 {
        let folded = (value << 1 ^ value >> 63).cast_unsigned();
        let folded = self.number(field, contexts, folded);
        (folded >> 1).cast_signed() ^ -(folded & 1).cast_signed()
    }

    /// A number of things that follow. Nothing follows what cannot be read.
    pub fn count(&mut self, field: Field, contexts: &[u32], value: usize) -> usize {
        let count = usize::try_from(self.number(field, contexts, value as u64)).unwrap_or(0);
        if count > self.limit.saturating_sub(self.elements) {
            self.fail();
        }
        if self.failed { 0 } else { count }
    }

    pub fn index(&mut self, field: Field, contexts: &[u32], value: usize) -> usize {
        usize::try_from(self.number(field, contexts, value as u64)).unwrap_or(usize::MAX)
    }

    /// A text, in the dictionary's symbols: it ends with a zero, which is none of them.
    pub fn text(&mut self, value: &str) -> String {
        let given = self.education.dictionary.symbols(value.as_bytes());
        let mut context = TextContext::default();
        self.texts.begin();
        while self.element() {
            let is_start = self.texts.current().is_empty();
            let rest = given.get(self.texts.current().len()..).unwrap_or_default();
            if let Some(from) = self.texts.candidate()
                && self.repeats(from, is_start, rest, &mut context)
            {
                continue;
            }
            let next = rest.first().copied().unwrap_or(0);
            let symbol = self.symbol(&context.contexts(), next);
            if symbol == 0 {
                break;
            }
            self.texts.push(symbol);
            context.see(symbol);
        }
        self.education.dictionary.text(self.texts.current())
    }

    /// Does a text go on, for long enough, as texts before it did at `from`?
    fn repeats(
        &mut self,
        from: usize,
        is_start: bool,
        rest: &[u8],
        context: &mut TextContext,
    ) -> bool {
        // 0: it does not. Fewer symbols are told one by one.
        let told = (self.texts.common(from, rest) + 1).saturating_sub(LEAST_REPEATED);
        let told = self.count(Field::Repeat, &[u32::from(is_start)], told);
        if told == 0 {
            return false;
        }
        for at in from..from + told + LEAST_REPEATED - 1 {
            match self.texts.repeat(at) {
                Some(symbol) if self.element() => context.see(symbol),
                _ => {
                    self.fail();
                    return false;
                }
            }
        }
        true
    }
}

/// Elements a body of so many bytes may have.
pub const fn most_elements(length: usize) -> usize {
    ELEMENTS.0.saturating_add(length.saturating_mul(ELEMENTS.1))
}

/// Two numbers as one that hardly any other two are.
pub const fn mix(a: u32, b: u32) -> u32 {
    let mixed = (a.rotate_left(5) ^ b).wrapping_mul(0x85EB_CA6B);
    mixed ^ mixed >> 15
}

/// The contexts of one number: its field alone, with each of what it may follow from, and with what is expected.
struct Contexts {
    all: [u32; CONTEXTS],
    count: usize,
}

impl Contexts {
    fn new(field: Field, given: &[u32], expected: u32) -> Self {
        let mut made = Self::within(field, &given[..given.len().min(CONTEXTS - 2)]);
        made.push(mix(mix(made.all[0], u32::MAX), expected));
        made
    }

    fn within(field: Field, given: &[u32]) -> Self {
        let own = mix(0x5EED, field as u32);
        let mut made = Self { all: [own; CONTEXTS], count: 1 };
        for (index, context) in given.iter().take(CONTEXTS - 1).enumerate() {
            made.push(mix(mix(own, index as u32 + 1), *context));
        }
        made
    }

    fn push(&mut self, context: u32) {
        self.all[self.count] = context;
        self.count += 1;
    }

    fn all(&self) -> &[u32] {
        &self.all[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::super::coder::{Reader, Writer};
    use super::super::education::Education;
    use super::Stream;

    fn written(texts: &[String]) -> Vec<u8> {
        let mut stream = Stream::new(Writer::new(), Education::whole(), None);
        for text in texts {
            assert_eq!(stream.text(text), *text);
        }
        stream.finish().0.finish()
    }

    proptest::proptest! {
        #[test]
        fn texts_that_repeat_each_other_are_read_as_written(
            parts in proptest::collection::vec("[ab_é]{0,30}", 1..4),
            texts in proptest::collection::vec(proptest::collection::vec(0_usize..4, 0..6), 1..12),
        ) {
            let text = |all: &Vec<usize>| all.iter().map(|at| parts[at % parts.len()].as_str()).collect();
            let texts: Vec<String> = texts.iter().map(text).collect();
            let bytes = written(&texts);
            let mut stream = Stream::new(Reader::new(&bytes), Education::whole(), Some(bytes.len()));
            for text in &texts {
                proptest::prop_assert_eq!(&stream.text(""), text);
            }
            proptest::prop_assert!(!stream.has_failed());
        }
    }

    #[test]
    fn a_name_like_another_takes_a_few_bytes() {
        let name = "_ZNSt6vectorISt4pairIdiESaIS1_EE17_M_realloc_insertIJS1_EEEvN9__gnu_cxx17__normal_iteratorE";
        let once = written(&[name.to_owned()]).len();
        let twice = written(&[name.to_owned(), name.replace("insert", "append")]).len();
        assert!(once > 20 && twice < once + 12, "{once} bytes, {twice} with another");
    }
}
