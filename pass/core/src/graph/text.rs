//! The text form of augmented graphs: what tests are written in and what is printed for people.
//!
//! ```text
//! function main at solver.c:10
//! b0:
//!   branch "rank == 0" rank at solver.c:12:7 -> b1 b2
//! b1:
//!   collective MPI_Barrier on MPI_COMM_WORLD at solver.c:13:5
//!   goto b2
//! b2:
//!   return
//! ```
//!
//! A block is its number, at most one event, and its ending; blocks are numbered in their order, and
//! `b0` is the entry. `at FILE:LINE:COLUMN` may be left out, as may the column.
//!
//! | event | |
//! |---|---|
//! | `collective NAME on COMMUNICATOR` | a collective call |
//! | `point_to_point NAME` | a point-to-point call |
//! | `begin CONSTRUCT`, `end CONSTRUCT` | the ends of an OpenMP region |
//! | `barrier`, `implicit_barrier` | an OpenMP barrier |
//! | `call NAME` | a call of a function of the program |
//! | `exit NAME`, `abort NAME` | a call that ends this rank; that ends all ranks |
//!
//! Endings are `goto b1`, `branch "TEXT" DEPENDENCE -> b1 b2` with `uniform`, `unknown` or `rank` for
//! the dependence, `return`, `unwind` and `stop`. A name is a word of letters, digits and `_ . $ / + -`,
//! or stands in quotes with `\"`, `\\`, `\n`, `\t` and `\u{..}`. Blank lines and lines that begin
//! with `#` say nothing.

use std::fmt;

use super::augmented::{
    AugmentedBlock, AugmentedCfg, Condition, Construct, Dependence, Ending, Event, EventKind,
};
use super::flow::Block;
use crate::finding::Location;

/// Why a text is not the form of augmented graphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Counted from 1.
    pub line: u32,
    /// In characters, counted from 1.
    pub column: u32,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// The functions that `text` describes.
///
/// # Errors
/// At the first place where the text is not in the form, or not UTF-8.
pub fn parse(text: impl AsRef<[u8]>) -> Result<Vec<AugmentedCfg>, ParseError> {
    let mut functions = Functions::default();
    for (number, bytes) in (1..).zip(text.as_ref().split(|&byte| byte == b'\n')) {
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            ParseError {
                line: number,
                column: count(String::from_utf8_lossy(before).chars().count()).saturating_add(1),
                message: "not UTF-8".to_owned(),
            }
        })?;
        let mut line = Line { text, at: 0, number };
        line.skip_spaces();
        if !line.rest().is_empty() && !line.rest().starts_with('#') {
            functions.read(&mut line)?;
        }
    }
    functions.finish()
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// What is read so far.
#[derive(Default)]
struct Functions {
    done: Vec<AugmentedCfg>,
    /// The function being read, with where it began.
    name: Option<(String, Location, ParseError)>,
    blocks: Vec<AugmentedBlock>,
    /// The block being read: its event, and where it began.
    open: Option<(Option<Event>, ParseError)>,
    /// Blocks led to, and where that is said.
    targets: Vec<(Block, ParseError)>,
}

impl Functions {
    fn read(&mut self, line: &mut Line<'_>) -> Result<(), ParseError> {
        let start = line.error("");
        let word = line.word("a line of a function")?;
        if word == "function" {
            self.end_function()?;
            let name = line.name("the function's name")?;
            let location = line.location()?;
            line.end()?;
            let error = ParseError { message: "a function without blocks".to_owned(), ..start };
            self.name = Some((name, location, error));
            return Ok(());
        }
        if self.name.is_none() {
            return Err(start.saying("expected `function`"));
        }
        if line.rest().starts_with(':') {
            return self.read_label(word, line, start);
        }
        let Some((event, _)) = &mut self.open else {
            let next = Block::new(self.blocks.len());
            return Err(start.saying(format!("expected `{next}:`")));
        };
        if let Some(kind) = read_event(word, line)? {
            if event.is_some() {
                return Err(start.saying("a second event in one block"));
            }
            *event = Some(Event { kind, location: line.location()? });
            return line.end();
        }
        let Some(ending) = self.read_ending(word, line)? else {
            return Err(start.saying(format!("`{word}` is no event and no ending")));
        };
        line.end()?;
        if let Some((event, _)) = self.open.take() {
            self.blocks.push(AugmentedBlock { event, ending });
        }
        Ok(())
    }

    fn read_label(
        &mut self,
        word: &str,
        line: &mut Line<'_>,
        start: ParseError,
    ) -> Result<(), ParseError> {
        if let Some((_, error)) = &self.open {
            return Err(error.clone());
        }
        let next = Block::new(self.blocks.len());
        if word != next.to_string() {
            return Err(start.saying(format!("expected `{next}:`")));
        }
        line.at += 1;
        line.end()?;
        self.open = Some((None, start.saying("a block without an ending")));
        Ok(())
    }

    fn read_ending(
        &mut self,
        word: &str,
        line: &mut Line<'_>,
    ) -> Result<Option<Ending>, ParseError> {
        Ok(Some(match word {
            "goto" => Ending::Goto(self.target(line)?),
            "branch" => {
                let text = line.name("the condition")?;
                let error = line.error("expected `uniform`, `unknown` or `rank`");
                let dependence = DEPENDENCES
                    .iter()
                    .find(|(_, word)| line.keyword(word))
                    .map(|(dependence, _)| *dependence)
                    .ok_or(error)?;
                let location = line.location()?;
                if !line.rest().starts_with("->") {
                    return Err(line.error("expected `->`"));
                }
                line.at += 2;
                line.skip_spaces();
                let mut targets = vec![self.target(line)?];
                while !line.rest().is_empty() {
                    targets.push(self.target(line)?);
                }
                Ending::Branch { condition: Condition { text, dependence, location }, targets }
            }
            "return" => Ending::Return,
            "unwind" => Ending::Unwind,
            "stop" => Ending::Stop,
            _ => return Ok(None),
        }))
    }

    fn target(&mut self, line: &mut Line<'_>) -> Result<Block, ParseError> {
        let error = line.error("expected a block, as `b0`");
        let word = line.word("a block, as `b0`")?;
        let digits = word.strip_prefix('b').filter(|digits| {
            digits.bytes().all(|byte| byte.is_ascii_digit())
                && (!digits.starts_with('0') || digits.len() == 1)
        });
        let number = digits.and_then(|digits| digits.parse().ok());
        let target = Block(number.ok_or(error.clone())?);
        self.targets.push((target, error.saying(format!("there is no block {target}"))));
        Ok(target)
    }

    fn end_function(&mut self) -> Result<(), ParseError> {
        if let Some((_, error)) = self.open.take() {
            return Err(error);
        }
        let Some((name, location, error)) = self.name.take() else { return Ok(()) };
        let blocks = std::mem::take(&mut self.blocks);
        if blocks.is_empty() {
            return Err(error);
        }
        for (target, error) in self.targets.drain(..) {
            if target.index() >= blocks.len() {
                return Err(error);
            }
        }
        self.done.push(AugmentedCfg { name, location, blocks });
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<AugmentedCfg>, ParseError> {
        self.end_function()?;
        Ok(self.done)
    }
}

const DEPENDENCES: [(Dependence, &str); 3] = [
    (Dependence::Uniform, "uniform"),
    (Dependence::Unknown, "unknown"),
    (Dependence::RankDependent, "rank"),
];

fn read_event(word: &str, line: &mut Line<'_>) -> Result<Option<EventKind>, ParseError> {
    Ok(Some(match word {
        "collective" => {
            let name = line.name("the procedure")?;
            let error = line.error("expected `on` and the communicator");
            if !line.keyword("on") {
                return Err(error);
            }
            let communicator = line.name("the communicator")?;
            EventKind::Collective { name, communicator }
        }
        "point_to_point" => EventKind::PointToPoint { name: line.name("the procedure")? },
        "begin" => EventKind::Begin(line.construct()?),
        "end" => EventKind::End(line.construct()?),
        "barrier" => EventKind::Barrier { implicit: false },
        "implicit_barrier" => EventKind::Barrier { implicit: true },
        "call" => EventKind::Call { name: line.name("the function called")? },
        "exit" => EventKind::Exit { name: line.name("the function called")? },
        "abort" => EventKind::Abort { name: line.name("the function called")? },
        _ => return Ok(None),
    }))
}

impl ParseError {
    fn saying(self, message: impl Into<String>) -> Self {
        ParseError { message: message.into(), ..self }
    }
}

/// Whether a name with this character in it needs no quotes.
fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || "_.$/+-".contains(character)
}

/// A line and how far it is read: always at the begin of a word, or at the end.
struct Line<'t> {
    text: &'t str,
    /// In bytes, on the border of a character.
    at: usize,
    number: u32,
}

impl<'t> Line<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn error(&self, message: &str) -> ParseError {
        let before = self.text.get(..self.at).unwrap_or_default().chars().count();
        ParseError {
            line: self.number,
            column: count(before).saturating_add(1),
            message: message.to_owned(),
        }
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    fn end(&mut self) -> Result<(), ParseError> {
        self.skip_spaces();
        if self.rest().is_empty() {
            Ok(())
        } else {
            Err(self.error("expected the end of the line"))
        }
    }

    /// The plain characters from here on; none is an error.
    fn word(&mut self, what: &str) -> Result<&'t str, ParseError> {
        let rest = self.rest();
        let length = rest.find(|character| !is_plain(character)).unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default();
        if word.is_empty() {
            return Err(self.error(&format!("expected {what}")));
        }
        self.at += length;
        self.skip_spaces();
        Ok(word)
    }

    /// Reads `keyword` if it is the next word.
    fn keyword(&mut self, keyword: &str) -> bool {
        let follows =
            self.rest().strip_prefix(keyword).is_some_and(|after| !after.starts_with(is_plain));
        if follows {
            self.at += keyword.len();
            self.skip_spaces();
        }
        follows
    }

    /// A word, or anything in quotes. Spaces after it are left.
    fn name_alone(&mut self, what: &str) -> Result<String, ParseError> {
        if !self.rest().starts_with('"') {
            let word = self.word(what)?;
            // Back before the spaces: what follows may have to follow at once.
            self.at =
                self.text.get(..self.at).unwrap_or_default().trim_end_matches([' ', '\t']).len();
            return Ok(word.to_owned());
        }
        let error = self.error("a quote that does not end on its line");
        self.at += 1;
        let mut name = String::new();
        loop {
            let mut characters = self.rest().chars();
            let character = characters.next().ok_or_else(|| error.clone())?;
            self.at += character.len_utf8();
            match character {
                '"' => return Ok(name),
                '\\' => name.push(self.escaped()?),
                _ => name.push(character),
            }
        }
    }

    /// What a backslash that was just read stands for.
    fn escaped(&mut self) -> Result<char, ParseError> {
        let error = self.error(r#"expected `"`, `\`, `n`, `t` or `u{..}` after `\`"#);
        let rest = self.rest();
        let (length, character) = match rest.chars().next() {
            Some('"') => (1, Some('"')),
            Some('\\') => (1, Some('\\')),
            Some('n') => (1, Some('\n')),
            Some('t') => (1, Some('\t')),
            Some('u') => {
                let code = rest.strip_prefix("u{").and_then(|rest| rest.split_once('}'));
                let digits = code.map_or("", |(digits, _)| digits);
                let is_code = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
                let value = u32::from_str_radix(digits, 16).ok().filter(|_| is_code);
                (digits.len() + 3, value.and_then(char::from_u32))
            }
            _ => (0, None),
        };
        let character = character.ok_or(error)?;
        self.at += length;
        Ok(character)
    }

    fn name(&mut self, what: &str) -> Result<String, ParseError> {
        let name = self.name_alone(what)?;
        self.skip_spaces();
        Ok(name)
    }

    fn construct(&mut self) -> Result<Construct, ParseError> {
        let error = self.error("expected an OpenMP construct");
        let word = self.word("an OpenMP construct")?;
        let known = Construct::WORDS.iter().find(|(_, known)| *known == word);
        known.map(|(construct, _)| *construct).ok_or(error)
    }

    /// `at FILE:LINE:COLUMN`, if it is next.
    fn location(&mut self) -> Result<Location, ParseError> {
        self.skip_spaces();
        if !self.keyword("at") {
            return Ok(Location::default());
        }
        let file = self.name_alone("the file")?;
        let line =
            self.number_after_colon()?.ok_or_else(|| self.error("expected `:` and a line"))?;
        let column = self.number_after_colon()?.unwrap_or(0);
        self.skip_spaces();
        Ok(Location { file: file.into(), line, column })
    }

    fn number_after_colon(&mut self) -> Result<Option<u32>, ParseError> {
        let Some(rest) = self.rest().strip_prefix(':') else { return Ok(None) };
        let digits =
            rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        let number = rest.get(..digits).and_then(|digits| digits.parse().ok());
        self.at += 1;
        let number = number.ok_or_else(|| self.error("expected a number"))?;
        self.at += digits;
        Ok(Some(number))
    }
}

/// A name as [`Line::name`] reads it.
struct Name<'n>(&'n str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_empty() && self.0.chars().all(is_plain) {
            formatter.write_str(self.0)
        } else {
            Quoted(self.0).fmt(formatter)
        }
    }
}

struct Quoted<'n>(&'n str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("\"")?;
        for character in self.0.chars() {
            match character {
                '"' => formatter.write_str("\\\"")?,
                '\\' => formatter.write_str("\\\\")?,
                '\n' => formatter.write_str("\\n")?,
                '\t' => formatter.write_str("\\t")?,
                _ if character.is_control() => {
                    write!(formatter, "\\u{{{:x}}}", u32::from(character))?;
                }
                _ => write!(formatter, "{character}")?,
            }
        }
        formatter.write_str("\"")
    }
}

/// ` at FILE:LINE:COLUMN`, or nothing.
struct At<'l>(&'l Location);

impl fmt::Display for At<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location { file, line, column } = self.0;
        if *self.0 == Location::default() {
            return Ok(());
        }
        write!(formatter, " at {}:{line}", Name(file))?;
        if *column > 0 {
            write!(formatter, ":{column}")?;
        }
        Ok(())
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventKind::Collective { name, communicator } => {
                write!(formatter, "collective {} on {}", Name(name), Name(communicator))
            }
            EventKind::PointToPoint { name } => write!(formatter, "point_to_point {}", Name(name)),
            EventKind::Begin(construct) => write!(formatter, "begin {}", construct.word()),
            EventKind::End(construct) => write!(formatter, "end {}", construct.word()),
            EventKind::Barrier { implicit: false } => formatter.write_str("barrier"),
            EventKind::Barrier { implicit: true } => formatter.write_str("implicit_barrier"),
            EventKind::Call { name } => write!(formatter, "call {}", Name(name)),
            EventKind::Exit { name } => write!(formatter, "exit {}", Name(name)),
            EventKind::Abort { name } => write!(formatter, "abort {}", Name(name)),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Goto(target) => write!(formatter, "goto {target}"),
            Ending::Branch { condition: Condition { text, dependence, location }, targets } => {
                let word = DEPENDENCES.iter().find(|(known, _)| known == dependence);
                let word = word.map_or("", |(_, word)| word);
                write!(formatter, "branch {} {word}{} ->", Quoted(text), At(location))?;
                targets.iter().try_for_each(|target| write!(formatter, " {target}"))
            }
            Ending::Return => formatter.write_str("return"),
            Ending::Unwind => formatter.write_str("unwind"),
            Ending::Stop => formatter.write_str("stop"),
        }
    }
}

impl fmt::Display for AugmentedCfg {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "function {}{}", Name(&self.name), At(&self.location))?;
        for (number, AugmentedBlock { event, ending }) in self.blocks.iter().enumerate() {
            writeln!(formatter, "{}:", Block::new(number))?;
            if let Some(Event { kind, location }) = event {
                writeln!(formatter, "  {kind}{}", At(location))?;
            }
            writeln!(formatter, "  {ending}")?;
        }
        Ok(())
    }
}
