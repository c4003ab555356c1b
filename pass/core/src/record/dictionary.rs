//! Words that names are made of: texts are coded in symbols, of which those above ASCII stand for what names like
//! theirs have in common. Each symbol takes as long as a byte would.
//!
//! The words are found as in P. Gage, "A New Algorithm for Data Compression" (1994): the pair of symbols met most
//! often becomes a symbol, until there are many more than wanted; those that save least are left out.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

/// The symbol behind which one stands that is a byte itself.
const LITERAL: u8 = 128;
/// The first word's symbol.
const FIRST: u8 = LITERAL + 1;
/// Words there may be, and how many are looked at for each of them while learning.
const WORDS: usize = 256 - FIRST as usize;
const CANDIDATES: usize = 6;
/// Bytes of a word, at most: what is damaged tells no long texts.
const LONGEST: usize = 40;

/// The words, and where to look for them.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    /// By first byte, the longer first.
    words: Vec<Vec<u8>>,
    /// By first byte, less 32: where its words end.
    ends: Vec<usize>,
}

impl Dictionary {
    fn new(mut words: Vec<Vec<u8>>) -> Self {
        words.retain(|word| (2..=LONGEST).contains(&word.len()));
        words.sort_by_key(|word| (word[0], std::cmp::Reverse(word.len()), word.clone()));
        words.dedup();
        words.truncate(WORDS);
        let end = |first: u8| words.partition_point(|word| word[0] <= first);
        Self { ends: (0..=u8::MAX).map(end).collect(), words }
    }

    /// As [`Self::bytes`] writes it.
    pub fn read(bytes: &[u8]) -> Self {
        let words = bytes.split(|byte| *byte == 0).filter(|word| !word.is_empty());
        Self::new(words.map(<[u8]>::to_vec).collect())
    }

    /// The words, with a zero between them.
    pub fn bytes(&self) -> Vec<u8> {
        self.words.join(&0)
    }

    /// The word a text begins with, the longest: its symbol and length.
    fn word_of(&self, text: &[u8]) -> Option<(u8, usize)> {
        let first = usize::from(*text.first()?);
        let from =
            first.checked_sub(1).map_or(0, |before| self.ends.get(before).copied().unwrap_or(0));
        let words = self.words.get(from..*self.ends.get(first)?)?;
        let at = words.iter().position(|word| text.starts_with(word))?;
        Some((FIRST + (from + at) as u8, words[at].len()))
    }

    /// A text's symbols. None is zero.
    pub fn symbols(&self, text: &[u8]) -> Vec<u8> {
        let mut symbols = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.first() {
            let length = match self.word_of(rest) {
                Some((symbol, length)) => {
                    symbols.push(symbol);
                    length
                }
                None => {
                    if *first >= LITERAL {
                        symbols.push(LITERAL);
                    }
                    symbols.push((*first).max(1));
                    1
                }
            };
            rest = &rest[length..];
        }
        symbols
    }

    /// The text of symbols.
    pub fn text(&self, symbols: &[u8]) -> String {
        let mut text = Vec::with_capacity(4 * symbols.len());
        let mut symbols = symbols.iter();
        while let Some(symbol) = symbols.next() {
            match symbol.checked_sub(FIRST) {
                Some(word) => {
                    text.extend(self.words.get(usize::from(word)).into_iter().flatten());
                }
                None if *symbol == LITERAL => text.extend(symbols.next()),
                None => text.push(*symbol),
            }
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    /// The words that make these texts shortest, about. What many programs name alike counts as what one does: what
    /// else they name is made of the same words.
    pub fn learn(texts: &BTreeSet<Vec<u8>>) -> Self {
        let mut words = pairs_of(texts);
        while words.len() > WORDS {
            let counts = uses(&words, texts);
            let saved = |word: &Vec<u8>| {
                (word.len() - 1) * counts.get(word.as_slice()).copied().unwrap_or(0)
            };
            let mut by_use: Vec<(usize, Vec<u8>)> =
                words.iter().map(|word| (saved(word), word.clone())).collect();
            by_use.sort_by(|a, b| b.cmp(a));
            // Those left share what the others saved.
            by_use.truncate(WORDS.max(words.len() * 15 / 16));
            words = by_use.into_iter().map(|(_, word)| word).collect();
        }
        Self::new(words)
    }
}

/// What becomes of the pairs met most often.
fn pairs_of(texts: &BTreeSet<Vec<u8>>) -> Vec<Vec<u8>> {
    // By symbol: its bytes.
    let mut words: Vec<Vec<u8>> = (0..=u8::MAX).map(|byte| vec![byte]).collect();
    let ended = texts.iter().flat_map(|text| text.iter().chain([&0]));
    let mut text: Vec<u16> = ended.map(|byte| u16::from(*byte)).collect();
    while words.len() < 256 + WORDS * CANDIDATES {
        let mut counts: FxHashMap<(u16, u16), usize> = FxHashMap::default();
        for pair in text.windows(2) {
            *counts.entry((pair[0], pair[1])).or_default() += 1;
        }
        let bytes = |(one, two): (u16, u16)| {
            [words[usize::from(one)].as_slice(), &words[usize::from(two)]].concat()
        };
        counts.retain(|pair, count| {
            let bytes = bytes(*pair);
            *count > 1
                && bytes.len() <= LONGEST
                && bytes.iter().all(|byte| (1..LITERAL).contains(byte))
        });
        let most = counts.into_iter().max_by_key(|(pair, count)| (*count, *pair));
        let Some((pair, _)) = most else { break };
        let symbol = words.len() as u16;
        words.push(bytes(pair));
        let mut paired: Vec<u16> = Vec::with_capacity(text.len());
        for next in text {
            match paired.last_mut() {
                Some(last) if (*last, next) == pair => *last = symbol,
                _ => paired.push(next),
            }
        }
        text = paired;
    }
    words.split_off(256)
}

/// How often each word is used in texts.
fn uses<'w>(words: &'w [Vec<u8>], texts: &BTreeSet<Vec<u8>>) -> FxHashMap<&'w [u8], usize> {
    let mut by_first: Vec<Vec<&[u8]>> = vec![Vec::new(); 256];
    for word in words {
        by_first[usize::from(word[0])].push(word);
    }
    for words in &mut by_first {
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    }
    let mut counts = FxHashMap::default();
    for text in texts {
        let mut rest = text.as_slice();
        while let Some(first) = rest.first() {
            let word = by_first[usize::from(*first)].iter().find(|word| rest.starts_with(word));
            if let Some(word) = word {
                *counts.entry(*word).or_default() += 1;
            }
            rest = &rest[word.map_or(1, |word| word.len())..];
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn texts_come_back(
            texts in proptest::collection::vec("[a-cA-C_é\u{10FFFF}]{0,20}", 0..20),
            text in "[a-cA-C_é\u{10FFFF}\\PC]{0,40}",
        ) {
            let dictionary = Dictionary::learn(&texts.into_iter().map(String::into_bytes).collect());
            proptest::prop_assert_eq!(&Dictionary::read(&dictionary.bytes()).words, &dictionary.words);
            let symbols = dictionary.symbols(text.as_bytes());
            proptest::prop_assert!(!symbols.contains(&0));
            proptest::prop_assert_eq!(dictionary.text(&symbols), text);
        }

        #[test]
        fn any_symbols_are_some_text(symbols: Vec<u8>) {
            let dictionary = Dictionary::learn(&[b"abcabcab".to_vec()].into());
            proptest::prop_assert!(dictionary.text(&symbols).len() <= symbols.len() * LONGEST);
        }
    }

    #[test]
    fn what_is_repeated_is_a_word() {
        let dictionary = Dictionary::learn(&[b"MPI_Send".to_vec(), b"MPI_Recv".to_vec()].into());
        assert!(dictionary.symbols(b"MPI_Test").len() < 8);
    }
}
