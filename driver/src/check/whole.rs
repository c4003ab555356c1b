//! A whole program: the units of its files and of the libraries it needs, linked and analysed.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};

use lockstep_core::abi;
use lockstep_core::analysis::{CheckedCall, Options, analyze};
use lockstep_core::called_parameters;
use lockstep_core::finding::{Finding, Location};
use lockstep_core::mpi;
use lockstep_core::program::{Callee, Event, Program};
use lockstep_core::record::{self, Told, Unit, UnitId};
use lockstep_core::threads::{Asked, Survey, openmp};
use lockstep_core::value::sources::Sources;
use memmap2::Mmap;

use super::binary::{self, Binary};
use super::drawing::Drawing;
use super::unseen::Unseen;
use crate::elf;
use crate::failure::Failure;

/// Stack of the thread that analyses: address space only, touched as needed.
const STACK: usize = 1 << 30;

/// The units of a program, and what is known of the rest of it.
#[derive(Debug, Default)]
pub struct Gathered {
    units: Vec<(UnitId, Unit)>,
    seen: HashSet<UnitId>,
    /// By symbol that the units leave open: does a library that never calls MPI define it?
    by_library: HashMap<String, bool>,
    unseen: Unseen,
}

/// What the analysis of a whole program says.
#[derive(Debug)]
pub struct Checked {
    /// All findings, sorted.
    pub findings: Vec<Finding>,
    /// Those the user was told of while a file was compiled.
    pub told: BTreeSet<Told>,
    /// Files compiled with Lockstep.
    pub units: usize,
    /// Functions with a body.
    pub functions: usize,
    /// Collective calls.
    pub collectives: usize,
    /// Of those, the ones not proven, each with its place and why.
    pub unproven: Vec<String>,
    /// Nothing has to be checked while the program runs: all of it was seen, and is proven.
    pub proven: bool,
    /// Something of what was seen is not proven.
    pub doubtful: bool,
    /// Functions that were not analysed, as the program is too large.
    pub given_up: usize,
    /// What was not seen.
    pub unseen: Unseen,
    /// The level of thread support the program needs and asks for, in words; `None`: it has no threads
    /// that call MPI.
    pub threads: Option<String>,
    /// What its threads do has to be looked at while it runs.
    pub threads_unproven: bool,
    /// Its ranks wait for messages, which is looked at while it runs.
    pub awaits_messages: bool,
}

impl Checked {
    /// What the marks of the program say: the checks it needs, or might need for what was not seen.
    pub fn wanted(&self) -> u32 {
        let collectives = if self.proven { 0 } else { abi::CHECKED };
        let messages = if self.awaits_messages { abi::CHECKED_MESSAGES } else { 0 };
        collectives | messages | self.of_threads()
    }

    /// The checks that something which was seen needs.
    pub fn needs_checks(&self) -> u32 {
        let collectives = if self.doubtful { abi::CHECKED } else { 0 };
        collectives | self.of_threads()
    }

    const fn of_threads(&self) -> u32 {
        if self.threads_unproven { abi::CHECKED_THREADS } else { 0 }
    }

    /// What to tell of a program that was not analysed to the end; `None`: it was.
    pub fn limit(&self) -> Option<String> {
        (self.given_up > 0).then(|| {
            format!(
                "the program is too large for {} of its {} functions to be analysed as parts of it: what they do is \
                 checked while it runs",
                self.given_up, self.functions
            )
        })
    }

    /// The findings no single file's compilation has told.
    pub fn news(&self) -> Vec<Finding> {
        let is_new = |finding: &&Finding| !self.told.contains(&Told::from(*finding));
        self.findings.iter().filter(is_new).cloned().collect()
    }
}

impl Gathered {
    /// Reads files and the libraries they need.
    ///
    /// # Errors
    /// A file that was named cannot be read, is no such file, or has damaged records.
    pub fn from_files(files: &[PathBuf]) -> Result<Self, Failure> {
        let read = files.iter().map(|file| Ok((file.as_path(), binary::read(file)?)));
        Ok(Self::gather(read.collect::<Result<_, Failure>>()?))
    }

    /// Reads a program, of which the bytes are known, and the libraries it needs.
    ///
    /// # Errors
    /// It has damaged records.
    pub fn from_program(file: &Path, data: &[u8]) -> Result<Self, Failure> {
        Ok(Self::gather(vec![(file, binary::parse(file, data)?)]))
    }

    fn gather(files: Vec<(&Path, Binary)>) -> Self {
        let mut gathered = Self::default();
        let mut work = VecDeque::new();
        let mut known = HashSet::new();
        for (file, read) in files {
            gathered.look_for_libraries(file, &read, &mut known, &mut work);
            gathered.add_units(read);
        }
        let mut libraries = Vec::new();
        while let Some((name, file)) = work.pop_front() {
            if elf::is_of_mpi(&name) {
                continue;
            }
            // A library that cannot be read is one that was not seen.
            let data = binary::mapped(&file);
            let parsed = data.and_then(|data| Some((binary::parse(&file, &data).ok()?, data)));
            let Some((read, data)) = parsed else {
                gathered.unseen.missing.insert(name);
                continue;
            };
            let symbols = binary::symbols(&data, |_| {});
            if symbols.is_mpi {
                continue;
            }
            gathered.look_for_libraries(&file, &read, &mut known, &mut work);
            if symbols.calls_mpi && read.units.is_empty() {
                gathered.unseen.libraries.insert(name);
            }
            libraries.push((data, !symbols.calls_mpi && read.units.is_empty()));
            gathered.add_units(read);
        }
        gathered.by_library = gathered.definitions(&libraries);
        gathered
    }

    /// By symbol that the units leave open: is it in a library that never calls MPI? Of those that
    /// define it, the first one counts. `libraries`: their bytes, and whether they never call MPI.
    fn definitions(&self, libraries: &[(Mmap, bool)]) -> HashMap<String, bool> {
        let functions = self.units.iter().flat_map(|(_, unit)| &unit.program.functions);
        let open: HashSet<&str> =
            functions.filter(|f| !f.is_defined()).map(|f| f.name.as_str()).collect();
        let mut definitions = HashMap::new();
        for (data, inert) in libraries {
            binary::symbols(data, |symbol| {
                if open.contains(symbol) && !definitions.contains_key(symbol) {
                    definitions.insert(symbol.to_owned(), *inert);
                }
            });
        }
        definitions
    }

    fn add_units(&mut self, binary: Binary) {
        for (id, unit) in binary.units {
            if self.seen.insert(id) {
                self.units.push((id, unit));
            }
        }
    }

    fn look_for_libraries(
        &mut self,
        file: &Path,
        read: &Binary,
        known: &mut HashSet<String>,
        work: &mut VecDeque<(String, PathBuf)>,
    ) {
        let Some(dynamic) = &read.dynamic else { return };
        for (name, found) in elf::libraries(file, dynamic) {
            if !known.insert(name.to_owned()) {
                continue;
            }
            match found {
                Some(found) => work.push_back((name.to_owned(), found)),
                None => drop(self.unseen.missing.insert(name.to_owned())),
            }
        }
    }

    /// No file was compiled with Lockstep.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Some unit calls MPI.
    pub fn calls_mpi(&self) -> bool {
        let functions = self.units.iter().flat_map(|(_, unit)| &unit.program.functions);
        functions.into_iter().any(|f| !f.is_defined() && mpi::lookup(&f.name).is_some())
    }

    /// Some unit uses OpenMP.
    pub fn has_threads(&self) -> bool {
        self.units.iter().any(|(_, unit)| openmp::is_used(&unit.program))
    }

    /// Links the units: the program is as the analysis reads it.
    fn program(&mut self, sources: &Sources) -> Program {
        let mut program = record::link(std::mem::take(&mut self.units)).program;
        if is_whole(&program) {
            called_parameters::resolve(&mut program);
        }
        sources.apply(&mut program);
        for function in &mut program.functions {
            function.inert =
                !function.is_defined() && self.by_library.get(&function.name) == Some(&true);
        }
        program
    }

    /// Links the units and draws the graphs of one function. `strict`: OpenMP's rules by the letter.
    ///
    /// # Errors
    /// There is no such function, or the analysis fails, which is an error of ours.
    pub fn draw(
        mut self,
        drawing: &Drawing,
        function: &str,
        sources: &Sources,
        strict: bool,
    ) -> Result<String, Failure> {
        let program = self.program(sources);
        apart(|| drawing.draw(function, &program, strict))?
    }

    /// Links the units and analyses the program. `strict`: OpenMP's rules by the letter.
    ///
    /// # Errors
    /// The analysis fails, which is an error of ours.
    pub fn check(mut self, sources: &Sources, strict: bool) -> Result<Checked, Failure> {
        let told = self.units.iter().flat_map(|(_, unit)| &unit.told).cloned().collect();
        let units = self.units.len();
        let program = self.program(sources);
        let complete = is_whole(&program);
        let options = Options { complete, strict, ..Options::default() };
        let analysis = apart(|| analyze(&program, options))?;
        let mut unseen = self.unseen;
        // The functions of a library that was named are no news.
        unseen.add(&program, &analysis.unseen, &|symbol| self.by_library.contains_key(symbol));
        let doubtful = !analysis.unproven.is_empty() || analysis.unknown_calls_may_part;
        Ok(Checked {
            threads: analysis.threads.as_ref().and_then(level),
            threads_unproven: analysis.has_unproven_threads(),
            awaits_messages: analysis.awaits_messages,
            told,
            units,
            functions: program.functions.iter().filter(|f| f.is_defined()).count(),
            collectives: collectives(&program),
            unproven: reasons(&program, &analysis.unproven),
            proven: complete && !doubtful && unseen.functions.is_empty(),
            doubtful,
            given_up: analysis.given_up,
            unseen,
            findings: analysis.findings,
        })
    }
}

/// Is it a program, and not a part of one?
fn is_whole(program: &Program) -> bool {
    program.functions.iter().any(|function| function.is_defined() && function.is_main())
}

/// The level of thread support a program needs and asks for.
fn level(threads: &Survey) -> Option<String> {
    let need = threads.need.as_ref()?;
    let at = &need.location;
    let asked = match &threads.asked {
        Asked::Level(level, ..) => format!("asks for {}", level.name()),
        Asked::Nowhere | Asked::Unknown => "what it asks for is not known".to_owned(),
    };
    Some(format!(
        "the program needs {} ({} at {}:{}); {asked}",
        need.level.name(),
        need.procedure,
        at.file,
        at.line
    ))
}

/// How many collective calls the program has.
fn collectives(program: &Program) -> usize {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let collective = |event: &&Event| {
        let Event::Call(call) = event else { return false };
        let Callee::Direct(callee) = call.callee else { return false };
        let callee = program.function(callee);
        !callee.is_defined()
            && mpi::lookup(&callee.name).is_some_and(|call| call.procedure.collective().is_some())
    };
    blocks.flat_map(|block| &block.events).filter(collective).count()
}

/// Why calls are not proven, those first of which a condition is known.
fn reasons(program: &Program, unproven: &[CheckedCall]) -> Vec<String> {
    let (alone, others): (Vec<_>, Vec<_>) =
        unproven.iter().partition(|call| !call.conditions.is_empty());
    alone.into_iter().chain(others).map(|call| reason(program, call)).collect()
}

/// A call that is not proven: `solver.c:43: MPI_Allreduce: …`.
fn reason(program: &Program, unproven: &CheckedCall) -> String {
    let events = program.function(unproven.function).blocks.iter().flat_map(|block| &block.events);
    let call = events.into_iter().find_map(|event| match event {
        Event::Call(call) if call.tag == unproven.tag => Some(call),
        _ => None,
    });
    let name = call.and_then(|call| match call.callee {
        Callee::Direct(callee) => mpi::lookup(&program.function(callee).name),
        _ => None,
    });
    let place = |at: &Location| format!("{}:{}", at.file, at.line);
    let why = match unproven.conditions.first() {
        Some((at, text)) => format!("{text} ({})", place(at)),
        None => {
            let collective = name.and_then(|call| call.procedure.collective());
            let has_arguments = collective.is_none_or(|collective| {
                collective.root.is_some()
                    || collective.operator.is_some()
                    || !collective.datatypes.is_empty()
            });
            let argument =
                if has_arguments { "an argument may differ between ranks, or " } else { "" };
            format!("{argument}it may be on the communicator of calls that are not proven")
        }
    };
    let at = call.map_or_else(String::new, |call| place(&call.location));
    format!("{at}: {}: {why}", name.map_or("a collective call", |call| call.procedure.name))
}

/// Analyses on a thread with a stack of its own, whose panic is a failure like others.
fn apart<T: Send>(analysis: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let failed = |why: String| {
        Failure::new(format!("the program was not analysed: {why}"), "report this as a bug")
    };
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, analysis)
            .map_err(|error| failed(error.to_string()))?
            .join()
            .map_err(|_| failed("an internal error".to_owned()))
    })
}
