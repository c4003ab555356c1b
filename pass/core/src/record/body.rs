//! The body of a record: a unit in as few bits as it takes. One description serves both directions:
//! what is written is handed in, what is read comes out, and both build the same program.
//!
//! Declarations and variables are described where they are first mentioned, values where they are
//! first used ([`FunctionCoder`]). What is not mentioned is not written.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::coder::{Coder, Reader, Writer};
use super::education::Education;
use super::function::FunctionCoder;
use super::stream::{Field, Stream, mix, most_elements};
use super::{Told, Unit, display};
use crate::finding::Location;
use crate::program::{Function, FunctionId, Global, GlobalId, InitialAddress, Linkage, Program};

/// The body of a unit's record.
#[must_use]
pub fn write(unit: &Unit) -> Vec<u8> {
    write_from(unit, Education::whole()).0
}

/// The body of a record that begins with this education, and what that has become.
#[must_use]
pub fn write_from(unit: &Unit, education: Education) -> (Vec<u8>, Education) {
    let (writer, elements, education) = written(unit, education).finish();
    let mut bytes = writer.finish();
    // A reader takes no more elements than the length allows.
    while most_elements(bytes.len()) < elements {
        bytes.push(0);
    }
    (bytes, education)
}

/// The texts of a unit's record in the dictionary's symbols, each behind a zero.
#[must_use]
pub fn texts(unit: &Unit, education: Education) -> Vec<u8> {
    written(unit, education).texts().to_vec()
}

fn written(unit: &Unit, education: Education) -> Stream<Writer> {
    let nothing = Function::default();
    let stream = Stream::new(Writer::new(), education, None);
    let mut body = Body::new(stream, &unit.program, &nothing);
    body.unit(unit);
    body.stream
}

/// The unit of a body; `None`: it was not written by [`write()`].
#[must_use]
pub fn read(bytes: &[u8]) -> Option<Unit> {
    let (unit, nothing) = (Unit::default(), Function::default());
    let stream = Stream::new(Reader::new(bytes), Education::whole(), Some(bytes.len()));
    let mut body = Body::new(stream, &unit.program, &nothing);
    let unit = body.unit(&unit);
    (!body.stream.has_failed()).then_some(unit)
}

/// Where a function or variable is mentioned: in an initialiser.
const IN_INITIALIZER: u32 = 7;

/// Writes or reads one unit.
pub(super) struct Body<'u, C> {
    pub(super) stream: Stream<C>,
    source: &'u Program,
    /// Stands for every function when reading.
    nothing: &'u Function,
    /// What was written or read so far.
    program: Program,
    /// By id of the source: the id in what is written.
    functions: FxHashMap<FunctionId, FunctionId>,
    globals: FxHashMap<GlobalId, GlobalId>,
    files: Vec<Arc<str>>,
    signatures: Vec<u64>,
    /// By function of what is written: its name, as a number.
    called: Vec<u32>,
    /// The function and the variable mentioned last, to tell what may follow.
    last_function: u32,
    last_global: u32,
    /// By variable of what is written: the source's.
    global_sources: Vec<Option<GlobalId>>,
    /// The tag of the last call that has one of its own.
    pub(super) last_tag: u32,
}

impl<'u, C: Coder> Body<'u, C> {
    fn new(stream: Stream<C>, source: &'u Program, nothing: &'u Function) -> Self {
        Self {
            stream,
            source,
            nothing,
            program: Program::default(),
            functions: FxHashMap::default(),
            globals: FxHashMap::default(),
            files: Vec::new(),
            signatures: Vec::new(),
            called: Vec::new(),
            last_function: 0,
            last_global: 0,
            global_sources: Vec::new(),
            last_tag: u32::MAX,
        }
    }

    fn unit(&mut self, unit: &Unit) -> Unit {
        let directory = self.stream.text(&unit.directory);
        let source = self.stream.text(&unit.source);
        // Most locations are in the source file, found from where it was compiled or not.
        self.files.push(source.as_str().into());
        let told = self.all_told(&unit.told);
        let source_program = self.source;
        let all = source_program.function_ids();
        let defined: Vec<FunctionId> =
            all.filter(|id| source_program.function(*id).is_defined()).collect();
        let count = self.stream.count(Field::Count, &[0], defined.len());
        for index in 0..count {
            if let Some(id) = defined.get(index) {
                self.functions.insert(*id, FunctionId::new(index));
            }
            self.interface(true, defined.get(index).copied());
        }
        for index in 0..count {
            if self.stream.has_failed() {
                break;
            }
            self.definition(FunctionId::new(index), defined.get(index).copied());
        }
        self.for_other_units();
        self.initial_addresses();
        self.in_tables();
        Unit { source, directory, told, program: std::mem::take(&mut self.program) }
    }

    /// Functions of other units that no function names, but a variable's initialiser does.
    fn in_tables(&mut self) {
        let source = self.source;
        let is_left = |id: &FunctionId| {
            source.function(*id).address_taken && !self.functions.contains_key(id)
        };
        let left: Vec<FunctionId> = source.function_ids().filter(is_left).collect();
        let count = self.stream.count(Field::Count, &[4], left.len());
        for index in 0..count {
            self.interface(false, left.get(index).copied());
        }
    }

    fn all_told(&mut self, told: &[Told]) -> Vec<Told> {
        let count = self.stream.count(Field::Count, &[1], told.len());
        let (nothing, nowhere) = (Told::default(), Location::default());
        let mut result = Vec::new();
        for index in 0..count {
            let told = told.get(index).unwrap_or(&nothing);
            let rule = self.stream.text(&told.rule);
            let location = self.location(&told.location, &nowhere, 0);
            let decided_in = told.decided_in.as_ref().unwrap_or(&nowhere);
            let decided_in = self.location(decided_in, &location, 0);
            let decided_in = (decided_in != nowhere).then_some(decided_in);
            result.push(Told { rule, location, decided_in });
        }
        result
    }

    // ---- functions ------------------------------------------------------------------------------

    /// What callers see of a function, which is the program's next one.
    fn interface(&mut self, defined: bool, source: Option<FunctionId>) {
        let source = source.map_or(self.nothing, |source| self.source.function(source));
        let name = self.stream.text(&source.name);
        let flags = linkage_number(source.linkage)
            | u32::from(source.address_taken) << 2
            | u32::from(source.never_returns) << 3
            | u32::from(source.never_throws) << 4
            | u32::from(source.before_main) << 5
            | u32::from(source.intended_size.is_some()) << 6;
        let flags = self.stream.choice(Field::Flags, &[u32::from(defined)], 7, flags);
        let address_taken = flags >> 2 & 1 == 1;
        let signature = if address_taken { self.signature(source.signature) } else { 0 };
        let mut intended_size = None;
        if flags >> 6 & 1 == 1 {
            let given = source.intended_size.unwrap_or(0) as usize;
            let size = self.stream.count(Field::Count, &[6], given);
            intended_size = u32::try_from(size).ok().filter(|size| *size > 1);
        }
        let (mut parameters, mut by_value) = (0, Vec::new());
        if defined {
            let given = source.parameters as usize;
            parameters = self.stream.count(Field::Parameter, &[u32::MAX], given);
            by_value = self.by_value(&source.by_value);
        }
        self.called.push(name.bytes().fold(0, |hash, byte| mix(hash, u32::from(byte))));
        self.program.functions.push(Function {
            display: if C::READS { display::of(&name) } else { String::new() },
            name,
            linkage: linkage_of(flags & 3),
            address_taken,
            signature,
            parameters: u32::try_from(parameters).unwrap_or(0),
            never_returns: flags >> 3 & 1 == 1,
            never_throws: flags >> 4 & 1 == 1,
            before_main: flags >> 5 & 1 == 1,
            by_value,
            intended_size,
            ..Function::default()
        });
    }

    /// Which parameters are structures handed over by value: of most functions none.
    fn by_value(&mut self, given: &[u32]) -> Vec<u32> {
        if self.stream.choice(Field::Flags, &[2], 1, u32::from(!given.is_empty())) == 0 {
            return Vec::new();
        }
        let count = self.stream.count(Field::Count, &[7], given.len());
        let mut number = |index: usize| {
            let given = given.get(index).map_or(0, |number| *number as usize);
            u32::try_from(self.stream.count(Field::Parameter, &[7], given)).unwrap_or(0)
        };
        (0..count).map(&mut number).collect()
    }

    fn definition(&mut self, id: FunctionId, source: Option<FunctionId>) {
        let source = source.map_or(self.nothing, |source| self.source.function(source));
        let location = self.location(&source.location, &Location::default(), 1);
        let parameters = self.program.function(id).parameters;
        let mut coder = FunctionCoder::new(self, source, parameters, location.clone());
        coder.code();
        let (values, blocks) = coder.finish();
        let function = &mut self.program.functions[id.index()];
        (function.values, function.blocks, function.location) = (values, blocks, location);
    }

    /// A function that is called or named.
    pub(super) fn function(&mut self, source: Option<FunctionId>, place: u32) -> FunctionId {
        let known = source.and_then(|source| self.functions.get(&source).copied());
        // 0: one that was not mentioned yet.
        let number = known.map_or(0, |known| known.index() + 1);
        let contexts = [place, self.last_function, self.last_called()];
        let number = self.stream.index(Field::Mention, &contexts, number);
        let id = match number.checked_sub(1) {
            Some(index) if index < self.program.functions.len() => FunctionId::new(index),
            Some(_) => {
                self.stream.fail();
                FunctionId(0)
            }
            None => {
                let id = FunctionId::new(self.program.functions.len());
                if let Some(source) = source {
                    self.functions.insert(source, id);
                }
                self.interface(false, source);
                id
            }
        };
        self.last_function = id.0;
        id
    }

    /// What a function is called, as a context of what is done with it: the same in all records.
    pub(super) fn called(&self, id: FunctionId) -> u32 {
        self.called.get(id.index()).copied().unwrap_or(0)
    }

    /// What the function mentioned last is called.
    pub(super) fn last_called(&self) -> u32 {
        self.called(FunctionId(self.last_function))
    }

    /// The fingerprint of a function's type.
    pub(super) fn signature(&mut self, source: u64) -> u64 {
        let known = self.signatures.iter().position(|known| *known == source);
        let number = known.map_or(0, |known| known + 1);
        match self.stream.index(Field::Signature, &[], number).checked_sub(1) {
            Some(index) => self.signatures.get(index).copied().unwrap_or_else(|| {
                self.stream.fail();
                0
            }),
            None => {
                let new = self.stream.number(Field::Signature, &[u32::MAX], source);
                self.signatures.push(new);
                new
            }
        }
    }

    // ---- variables ------------------------------------------------------------------------------

    /// A global variable whose address is used.
    pub(super) fn global(&mut self, source: Option<GlobalId>, place: u32) -> GlobalId {
        let known = source.and_then(|source| self.globals.get(&source).copied());
        let number = known.map_or(0, |known| known.index() + 1);
        let contexts = [place, self.last_global];
        let number = self.stream.index(Field::Mention, &contexts, number);
        let id = match number.checked_sub(1) {
            Some(index) if index < self.program.globals.len() => GlobalId::new(index),
            Some(_) => {
                self.stream.fail();
                GlobalId(0)
            }
            None => {
                let id = GlobalId::new(self.program.globals.len());
                if let Some(source) = source {
                    self.globals.insert(source, id);
                }
                self.new_global(source);
                id
            }
        };
        self.last_global = id.0;
        id
    }

    fn new_global(&mut self, source: Option<GlobalId>) {
        self.global_sources.push(source);
        let nothing = Global::default();
        let source = source.map_or(&nothing, |source| &self.source.globals[source.index()]);
        let flags = linkage_number(source.linkage)
            | u32::from(source.constant) << 2
            | u32::from(source.defined) << 3
            | u32::from(source.initial_known) << 4
            | u32::from(!source.initial.is_empty()) << 5;
        let flags = self.stream.choice(Field::Flags, &[2], 6, flags);
        let linkage = linkage_of(flags & 3);
        // What only this unit can name needs no name.
        let name = match linkage {
            Linkage::Internal => String::new(),
            _ => self.stream.text(&source.name),
        };
        let mut initial = Vec::new();
        if flags >> 5 & 1 == 1 {
            let count = self.stream.count(Field::Initial, &[0], source.initial.len());
            let (mut offset, mut step) = (0_i64, 0_i64);
            let mut before = (0, 0);
            for index in 0..count {
                if !self.stream.element() {
                    break;
                }
                let (at, value) = source.initial.get(index).copied().unwrap_or((0, 0));
                let moved = at.wrapping_sub(offset).wrapping_sub(step);
                let moved = self.stream.signed(Field::Initial, &[1, step as u32], moved);
                step = step.wrapping_add(moved);
                offset = offset.wrapping_add(step);
                let contexts =
                    [2, mix(3, before.0), mix(mix(4, before.0), before.1), mix(5, step as u32)];
                let value = self.stream.signed(Field::Initial, &contexts, value);
                before = (value as u32, before.0);
                initial.push((offset, value));
            }
        }
        self.program.globals.push(Global {
            name,
            linkage,
            constant: flags >> 2 & 1 == 1,
            defined: flags >> 3 & 1 == 1,
            initial,
            addresses: Vec::new(),
            initial_known: flags >> 4 & 1 == 1,
        });
    }

    /// Variables that no function here mentions: what others find in them when the program starts.
    fn for_other_units(&mut self) {
        let source = self.source;
        let is_left = |id: &GlobalId| {
            let global = &source.globals[id.index()];
            let seen = global.defined && global.linkage.is_for_others();
            seen && !self.globals.contains_key(id)
        };
        let left: Vec<GlobalId> =
            (0..source.globals.len()).map(GlobalId::new).filter(is_left).collect();
        let count = self.stream.count(Field::Count, &[5], left.len());
        for index in 0..count {
            let source = left.get(index).copied();
            if let Some(source) = source {
                self.globals.insert(source, GlobalId::new(self.program.globals.len()));
            }
            self.new_global(source);
        }
    }

    /// Addresses in initialisers. Variables that stand in them are told of in turn.
    fn initial_addresses(&mut self) {
        let mut index = 0;
        while index < self.program.globals.len() && !self.stream.has_failed() {
            let source = self.global_sources.get(index).copied().flatten();
            let source = source.map_or(&[][..], |id| &self.source.globals[id.index()].addresses);
            let count = self.stream.count(Field::InitialAddress, &[0], source.len());
            let (mut found, mut offset) = (Vec::new(), 0_i64);
            for position in 0..count {
                if !self.stream.element() {
                    break;
                }
                let (at, address) =
                    source.get(position).copied().unwrap_or((0, InitialAddress::Other));
                let moved = at.wrapping_sub(offset);
                let moved = self.stream.signed(Field::InitialAddress, &[1], moved);
                offset = offset.wrapping_add(moved);
                found.push((offset, self.initial_address(address)));
            }
            self.program.globals[index].addresses = found;
            index += 1;
        }
    }

    fn initial_address(&mut self, address: InitialAddress) -> InitialAddress {
        let (kind, function, global, bytes) = match address {
            InitialAddress::Other => (0, None, None, 0),
            InitialAddress::Function(id) => (1, Some(id), None, 0),
            InitialAddress::Global(id, bytes) => (2, None, Some(id), bytes),
            InitialAddress::Constant => (3, None, None, 0),
        };
        match self.stream.choice(Field::InitialAddress, &[2], 2, kind) {
            1 => InitialAddress::Function(self.function(function, IN_INITIALIZER)),
            2 => {
                let id = self.global(global, IN_INITIALIZER);
                let bytes = self.stream.signed(Field::InitialAddress, &[3], bytes);
                InitialAddress::Global(id, bytes)
            }
            3 => InitialAddress::Constant,
            _ => InitialAddress::Other,
        }
    }

    // ---- locations ------------------------------------------------------------------------------

    /// A place in the source, near `before`. `what`: of which kind of thing.
    pub(super) fn location(&mut self, source: &Location, before: &Location, what: u32) -> Location {
        let same_file = source.file == before.file;
        let how = match (source.line, same_file) {
            (0, _) if source.column == 0 => 0,
            (_, true) if source.line == before.line && source.column == before.column => 1,
            (_, true) => 2,
            (_, false) => 3,
        };
        let how = self.stream.choice(Field::Where, &[what], 2, how);
        if how < 2 {
            return if how == 0 { Location::default() } else { before.clone() };
        }
        let file = if how == 3 { self.file(&source.file) } else { before.file.clone() };
        let moved = i64::from(source.line) - i64::from(before.line);
        let moved = self.stream.signed(Field::Line, &[what], moved);
        let line = i64::from(before.line).wrapping_add(moved);
        let near = u32::try_from(moved.clamp(-2, 2) + 2).unwrap_or(0);
        let contexts = [what, near << 16 | before.column, what << 16 | near];
        let column = self.stream.number(Field::Column, &contexts, u64::from(source.column));
        Location {
            file,
            line: u32::try_from(line).unwrap_or(0),
            column: u32::try_from(column).unwrap_or(0),
        }
    }

    fn file(&mut self, source: &Arc<str>) -> Arc<str> {
        let known = self.files.iter().position(|known| known == source);
        let number = known.map_or(0, |known| known + 1);
        match self.stream.index(Field::File, &[], number).checked_sub(1) {
            Some(index) => self.files.get(index).cloned().unwrap_or_else(|| {
                self.stream.fail();
                Arc::default()
            }),
            None => {
                let new: Arc<str> = self.stream.text(source).into();
                self.files.push(new.clone());
                new
            }
        }
    }
}

const fn linkage_number(linkage: Linkage) -> u32 {
    match linkage {
        Linkage::External => 0,
        Linkage::Internal => 1,
        Linkage::Once => 2,
        Linkage::Weak => 3,
    }
}

const fn linkage_of(number: u32) -> Linkage {
    match number {
        0 => Linkage::External,
        1 => Linkage::Internal,
        2 => Linkage::Once,
        _ => Linkage::Weak,
    }
}
