//! What the analysis looks at of a call: which arguments, and whether it is there at all.

use rustc_hash::FxHashSet;

use crate::exceptions;
use crate::mpi::{self, ParamKind};
use crate::program::{
    CallSite, Callee, Event, Function, FunctionId, Program, Terminator, Value, ValueId,
};
use crate::threads::openmp;
use crate::value::{
    self, exception_types, interrupts,
    library::{self, Effect},
};

/// What a call is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Others notice it, or memory changes.
    Always,
    /// For its result alone.
    Result,
}

/// The functions of a unit as their callers see them.
pub struct Callees<'p> {
    program: &'p Program,
    /// By function: it does nothing but compute its result.
    silent: Vec<bool>,
    /// By function: what it does, no other rank can notice, and nothing in it differs between ranks
    /// but by what it is handed.
    quiet: Vec<bool>,
    /// Which thread makes a call matters.
    has_threads: bool,
    /// The functions that throw again what they handle: which exception that is follows from where handlers end.
    throw_again: FxHashSet<&'p str>,
}

impl<'p> Callees<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            silent: vec![false; program.functions.len()],
            quiet: vec![false; program.functions.len()],
            has_threads: openmp::is_used(program) || openmp::makes_threads(program),
            throw_again: exceptions::throw_again(program),
        }
    }

    /// Takes note of what is left of a function.
    pub fn note(&mut self, id: FunctionId, skeleton: &Function) {
        // Another copy of a weak function may do more; those of C++ are all the same.
        let function = self.program.function(id);
        let final_copy = !function.linkage.gives_way() || function.name.starts_with("_Z");
        self.silent[id.index()] = final_copy && is_silent(skeleton);
        self.quiet[id.index()] = final_copy && self.only_computes(skeleton);
    }

    /// Nothing in the function is ever told of.
    pub fn is_quiet(&self, id: FunctionId) -> bool {
        self.quiet[id.index()]
    }

    fn only_computes(&self, function: &Function) -> bool {
        let is_quiet = |event: &Event| {
            let Event::Call(call) = event else { return true };
            let Some((id, callee)) = self.direct(call) else { return false };
            let computes = matches!(
                library::effect(&callee.name),
                Some(
                    Effect::Numeric
                        | Effect::Pure
                        | Effect::Allocates
                        | Effect::Fills
                        | Effect::Given
                )
            );
            self.quiet[id.index()] || !callee.is_defined() && !callee.never_returns && computes
        };
        function.blocks.iter().all(|block| {
            let stays = !matches!(block.terminator, Terminator::Resume | Terminator::Unreachable);
            stays && block.events.iter().all(is_quiet)
        })
    }

    pub fn function(&self, id: FunctionId) -> &'p Function {
        self.program.function(id)
    }

    fn direct(&self, call: &CallSite) -> Option<(FunctionId, &'p Function)> {
        match call.callee {
            Callee::Direct(id) => Some((id, self.program.function(id))),
            _ => None,
        }
    }

    /// What the call is needed for.
    pub fn need(&self, call: &CallSite, function: &Function) -> Need {
        let Some((id, callee)) = self.direct(call) else { return Need::Always };
        if callee.is_defined() {
            return if self.silent[id.index()] { Need::Result } else { Need::Always };
        }
        if callee.never_returns || interrupts::is_entering(&callee.name) {
            return Need::Always;
        }
        if exceptions::ends_handler(&callee.name)
            && self.throw_again.contains(function.name.as_str())
        {
            return Need::Always;
        }
        if let Some(mpi) = mpi::lookup(&callee.name) {
            let procedure = mpi.procedure;
            let writes = (0..procedure.params.len())
                .any(|parameter| mpi::output(procedure, parameter).is_some());
            let seen = procedure.collective().is_some()
                || mpi::ends_job(procedure)
                || procedure.name.contains("errhandler")
                || mpi.ierror().is_some()
                || value::sends_to_one(procedure)
                || self.has_threads && procedure.communicates();
            return if writes || seen { Need::Always } else { Need::Result };
        }
        let is_number = |value: &crate::program::ValueId| {
            matches!(function.value(*value), Value::Integer(_) | Value::Null | Value::Undefined)
        };
        match library::effect(&callee.name) {
            Some(Effect::Numeric | Effect::Pure | Effect::Allocates | Effect::Given) => {
                Need::Result
            }
            Some(Effect::Source(_)) if call.arguments.iter().all(is_number) => Need::Result,
            _ => Need::Always,
        }
    }

    /// By argument: is it looked at?
    pub fn arguments(&self, call: &CallSite, function: &Function) -> Vec<bool> {
        let all = |looked_at: bool| vec![looked_at; call.arguments.len()];
        let Some((_, callee)) = self.direct(call) else { return all(true) };
        if callee.is_defined() || interrupts::is_entering(&callee.name) {
            return all(true);
        }
        // Another unit may define it, and do this or that by what it is handed.
        let may_be_defined = callee.never_returns && library::is_unseen(callee);
        let departs = library::departure(&callee.name).is_some() || callee.never_returns;
        if departs && !may_be_defined {
            let is_looked_at = |value: &ValueId| match *function.value(*value) {
                Value::Global(of_type) => exception_types::is_type(self.program, of_type),
                _ => false,
            };
            return call.arguments.iter().map(is_looked_at).collect();
        }
        if let Some(mpi) = mpi::lookup(&callee.name) {
            let mut needed = all(mpi.descriptors);
            for (parameter, _) in mpi.procedure.params.iter().enumerate() {
                if let Some(place) = mpi.argument(parameter).and_then(|at| needed.get_mut(at)) {
                    // What is sent from the place it was received in is handed on.
                    *place |= is_needed(mpi.procedure, parameter)
                        || value::is_sent_from(mpi.procedure, parameter);
                }
            }
            if let Some(place) = mpi.ierror().and_then(|at| needed.get_mut(at)) {
                *place = true;
            }
            return needed;
        }
        let makes_new = library::effect(&callee.name) == Some(Effect::Allocates);
        all(!makes_new || library::copies_content(&callee.name))
    }
}

/// Does a parameter say with whom, of what kind, or what is known of the results?
fn is_needed(procedure: &mpi::Procedure, parameter: usize) -> bool {
    let param = &procedure.params[parameter];
    let outputs: Vec<mpi::Output> = (0..procedure.params.len())
        .filter_map(|parameter| mpi::output(procedure, parameter))
        .collect();
    if mpi::ends_job(procedure) {
        return false;
    }
    let from_inputs = outputs.iter().any(|output| mpi::effects::follows_from_inputs(*output));
    if procedure.returns_value || from_inputs || mpi::output(procedure, parameter).is_some() {
        return true;
    }
    // What stands in the buffer counts, or where it is.
    let is_kept = procedure.name.starts_with("MPI_Win_")
        || matches!(procedure.name, "MPI_Allreduce" | "MPI_Get_address" | "MPI_Address")
        || mpi::dealt(procedure) == Some(parameter);
    if is_kept && param.kind == ParamKind::Buffer {
        return true;
    }
    let fills = procedure.params.iter().any(|p| p.kind == ParamKind::Buffer && p.is_written());
    match param.kind {
        ParamKind::Communicator
        | ParamKind::Group
        | ParamKind::Window
        | ParamKind::File
        | ParamKind::Root
        | ParamKind::Operation
        | ParamKind::Color
        | ParamKind::Key
        | ParamKind::Session
        | ParamKind::Request
        | ParamKind::Message
        | ParamKind::Errhandler
        | ParamKind::ThreadLevel => true,
        ParamKind::Datatype => procedure.collective().is_some() || fills,
        // Of what is received as one basic element, more is known.
        ParamKind::Count => fills || procedure.collective().is_some() && !param.array,
        ParamKind::Rank => mpi::source(procedure) == Some(parameter),
        _ => param.is_written(),
    }
}

/// Does a function nothing but compute its result from what it is handed and from memory?
fn is_silent(function: &Function) -> bool {
    function.is_defined()
        && function.blocks.iter().all(|block| {
            block.events.iter().all(|event| matches!(event, Event::Load(_)))
                && matches!(
                    block.terminator,
                    Terminator::Jump(_)
                        | Terminator::Branch { .. }
                        | Terminator::Switch { .. }
                        | Terminator::Return(_)
                )
        })
        && function.blocks.iter().any(|block| matches!(block.terminator, Terminator::Return(_)))
}
