//! What calls answer and leave behind: functions of the program, MPI procedures, unknown ones.

use rustc_hash::FxHashMap;

use super::expression::{Anew, Binding, Dependence, Derivation, Expression, ExpressionId, Input};
use super::fortran::Writes;
use super::function::{Site, Target};
use super::library::{self, Effect};
use super::memory::NodeId;
use super::origins::Sender;
use super::solver::Solver;
use super::{Context, HANDED_ON, Origin, strings};
use crate::mpi::{self, ParamKind};
use crate::program::{BlockId, CallSite, Callee, Comparison, FunctionId, Value, ValueId};
use crate::threads::openmp;

/// Choices of an address that are looked into.
const MADE_DEPTH: u32 = 8;

impl Solver<'_, '_, '_> {
    pub(super) fn call_result(
        &mut self,
        value: ValueId,
        block: BlockId,
        event: u32,
    ) -> ExpressionId {
        let site = self.builder.site_at[&(block, event as usize)];
        match self.builder.sites[site].target.clone() {
            Target::Known(callee) if self.is_source(callee) => self.external(site),
            Target::Known(callee) => {
                let summary = self.builder.context.summaries[callee.index()].as_ref();
                match summary.and_then(|summary| summary.result) {
                    Some(result) => self.bound(site, result),
                    None => self.builder.context.expressions.integer(0),
                }
            }
            Target::Mpi(mpi) => self.mpi_result(site, mpi),
            Target::Library(Effect::Numeric | Effect::Pure | Effect::Fills) => {
                let key = self.key(NodeId::new(value.index()));
                let result = self.computed_from_arguments(site, key, None);
                self.allocation_status(site, result).unwrap_or(result)
            }
            Target::Library(Effect::Given) if self.is_of_process(site) => self.external(site),
            Target::Library(Effect::Given) => self.builder.context.given(),
            Target::Library(Effect::Allocates) => self.pointer(value),
            Target::Library(Effect::MakesProcess) => self.builder.context.expressions.integer(1),
            Target::Library(Effect::OneThread) if self.asks_for_any_team(site) => {
                self.builder.context.expressions.integer(1)
            }
            Target::Library(Effect::Source(_) | Effect::OneThread)
            | Target::Unknown
            | Target::Candidates(_) => self.external(site),
        }
    }

    /// May what a call answers of the environment be a process's own: a variable that launchers set for each, or any
    /// where the program sets some itself?
    fn is_of_process(&self, site: usize) -> bool {
        let (block, event) = (self.builder.sites[site].block, self.builder.sites[site].event);
        let Some(name) = self.builder.call(block, event).arguments.first() else { return false };
        let Value::Global(name) = self.builder.function.value(*name) else { return true };
        let context = &self.builder.context;
        context.sets_environment
            || library::is_set_by_launchers(&context.program.globals[name.index()].initial)
    }

    /// The status of Fortran's `allocate` and `deallocate`: 0, as memory is taken not to run out, unless there is
    /// something allocated already, or nothing yet. `otherwise`: what it is then.
    fn allocation_status(&mut self, site: usize, otherwise: ExpressionId) -> Option<ExpressionId> {
        let (block, event) = (self.builder.sites[site].block, self.builder.sites[site].event);
        let writes = self.builder.runtime_writes(self.builder.call(block, event))?;
        let address = self.known(*self.builder.sites[site].contents.first()?)?;
        let address = self.in_block(block, address);
        let success = self.builder.context.expressions.integer(0);
        match writes {
            // A pointer may be given new memory at any time.
            Writes::Allocation | Writes::AllocationOfCopy if self.is_of_pointer(block, event) => {
                Some(success)
            }
            Writes::Allocation | Writes::AllocationOfCopy => {
                Some(self.by_null(address, success, otherwise, MADE_DEPTH))
            }
            Writes::Release => Some(self.by_null(address, otherwise, success, MADE_DEPTH)),
            _ => None,
        }
    }

    fn is_of_pointer(&self, block: BlockId, event: usize) -> bool {
        let Callee::Direct(callee) = self.builder.call(block, event).callee else { return false };
        self.builder.context.program.function(callee).name.contains("Pointer")
    }

    /// One of two values, by whether an address is known to be null. Choices are looked into so deep.
    fn by_null(
        &mut self,
        address: ExpressionId,
        null: ExpressionId,
        other: ExpressionId,
        depth: u32,
    ) -> ExpressionId {
        let all = &self.builder.context.expressions;
        match (all.get(address), depth.checked_sub(1)) {
            (Expression::Integer(0), _) => null,
            (&Expression::Select(condition, then, otherwise), Some(depth)) => {
                let then = self.by_null(then, null, other, depth);
                let otherwise = self.by_null(otherwise, null, other, depth);
                self.builder.context.expressions.select(condition, then, otherwise)
            }
            _ => other,
        }
    }

    /// Has every team the thread that a region is for? A team may have no thread of another number than the
    /// first one's (the filter of `masked`).
    fn asks_for_any_team(&self, site: usize) -> bool {
        let (block, event) = (self.builder.sites[site].block, self.builder.sites[site].event);
        let filter = self.builder.call(block, event).arguments.get(2).copied();
        filter.is_none_or(|filter| *self.builder.function.value(filter) == Value::Integer(0))
    }

    /// Something that follows from a library call's arguments and what they point to; for what is
    /// written where an argument points, or where pointers there lead, that argument's address is
    /// nothing it follows from.
    pub(super) fn computed_from_arguments(
        &mut self,
        site: usize,
        key: u64,
        written: Option<(ValueId, bool)>,
    ) -> ExpressionId {
        let mut operands = self.result_operands(site);
        if let Some((argument, behind)) = written {
            operands.retain(|node| *node != NodeId::new(argument.index()));
            if behind {
                operands.extend(&self.builder.sites[site].behind);
            }
        }
        let block = self.builder.sites[site].block;
        let known: Vec<_> =
            operands.into_iter().filter_map(|node| Some((node, self.known(node)?))).collect();
        let is_text = self.changes_string(site);
        let mut parts = Vec::new();
        for (node, known) in known {
            let known = self.in_block(block, known);
            // Not where it lies counts, but what stands there, which is a part of its own.
            let Site { filled, overwritten, .. } = &self.builder.sites[site];
            let is_elsewhere = filled.contains(&node) || overwritten.contains(&node);
            parts.push(match is_text || is_elsewhere || self.is_one_of_objects(known) {
                true => self.builder.context.expressions.doubtful(known),
                false => known,
            });
        }
        self.builder.context.expressions.opaque(key, parts)
    }

    /// Does it call a method of C++'s strings? Different texts may be of one length.
    fn changes_string(&self, site: usize) -> bool {
        let (block, event) = (self.builder.sites[site].block, self.builder.sites[site].event);
        let Callee::Direct(callee) = self.builder.call(block, event).callee else { return false };
        strings::changes(&self.builder.context.program.function(callee).name)
    }

    /// Is it the address of one of several objects that the program fills?
    fn is_one_of_objects(&self, address: ExpressionId) -> bool {
        /// Parts that are looked at.
        const LIMIT: usize = 16;
        let context = &self.builder.context;
        let (mut work, mut objects, mut arms) = (vec![address], 0, 0);
        for _ in 0..LIMIT {
            let Some(next) = work.pop() else { break };
            match *context.expressions.get(next) {
                Expression::Select(_, then, otherwise) => {
                    arms += 1;
                    work.extend([then, otherwise]);
                }
                Expression::Offset(base, bytes)
                    if self.severity(bytes) != Dependence::RankDependent =>
                {
                    work.push(base);
                }
                // What stands there is known, and another thing in each.
                Expression::Address(place)
                    if self.builder.is_constant_object(context.places.get(place)) =>
                {
                    return false;
                }
                Expression::Address(_) => objects += 1,
                _ => {}
            }
        }
        arms > 0 && objects > 0 && work.is_empty()
    }

    /// Does the user say that what the function answers differs between ranks?
    fn is_source(&self, callee: FunctionId) -> bool {
        self.builder.context.program.rank_dependent.contains(&callee)
    }

    fn callee_name(&self, call: &CallSite) -> String {
        match &call.callee {
            Callee::Direct(callee) => {
                let function = self.builder.context.program.function(*callee);
                let name =
                    if function.display.is_empty() { &function.name } else { &function.display };
                if name.contains('(') { name.clone() } else { format!("{name}()") }
            }
            Callee::Indirect { .. } => "a function called through a pointer".to_owned(),
            Callee::Assembly => "inline assembly".to_owned(),
        }
    }

    /// What a function answers of which nothing is known, in words.
    fn answer_of(&self, call: &CallSite) -> String {
        let in_words = match call.callee {
            Callee::Direct(callee) => {
                openmp::answer_in_words(&self.builder.context.program.function(callee).name)
            }
            _ => None,
        };
        in_words.map_or_else(|| format!("the result of {}", self.callee_name(call)), str::to_owned)
    }

    /// What a call answers of which nothing is known.
    pub(super) fn external(&mut self, site: usize) -> ExpressionId {
        self.of_call(site, true)
    }

    /// What a call leaves in memory of which nothing is known.
    pub(super) fn left(&mut self, site: usize) -> ExpressionId {
        self.of_call(site, false)
    }

    fn of_call(&mut self, site: usize, is_number: bool) -> ExpressionId {
        let (block, event) = (self.builder.sites[site].block, self.builder.sites[site].event);
        let call = self.builder.call(block, event);
        let dependence = match self.builder.sites[site].target {
            Target::Library(Effect::Source(dependence)) => dependence,
            Target::Known(callee) if self.is_source(callee) => Dependence::RankDependent,
            _ => Dependence::Unknown,
        };
        let origin = Origin {
            dependence,
            text: self.answer_of(call).into(),
            location: call.location.clone(),
            site: Context::site_key(self.builder.id, call.tag),
            calls: Some(0),
            is_number,
            is_address: false,
            sender: None,
        };
        self.builder.context.origin(origin)
    }

    pub(super) fn known_output(&mut self, site: usize, output: usize) -> ExpressionId {
        let Target::Known(callee) = self.builder.sites[site].target else {
            return self.left(site);
        };
        let summary = self.builder.context.summaries[callee.index()].as_ref();
        match summary.map(|summary| summary.output(output)) {
            Some(expression) => self.bound(site, expression),
            None => self.left(site),
        }
    }

    /// A callee's expression in terms of this function, if all is known that it mentions.
    pub(super) fn bound_if_known(
        &mut self,
        site: usize,
        expression: ExpressionId,
    ) -> Option<ExpressionId> {
        let inputs = self.inputs_of(expression);
        let bindings = &self.builder.sites[site].bindings;
        let is_known =
            |input: &Input| bindings.get(input).is_some_and(|node| self.known(*node).is_some());
        inputs.iter().all(is_known).then(|| self.bound(site, expression))
    }

    /// A callee's expression with the site's nodes in place of the inputs.
    pub(super) fn bound(&mut self, site: usize, expression: ExpressionId) -> ExpressionId {
        let inputs = self.inputs_of(expression);
        if !self.spend(inputs.len()) {
            return self.left(site);
        }
        let mut bindings: FxHashMap<Input, ExpressionId> = FxHashMap::default();
        let block = self.builder.sites[site].block;
        for input in inputs.iter() {
            let node = self.builder.sites[site].bindings.get(input).copied();
            let known = node.and_then(|node| self.known(node));
            // Not known yet: it feeds back into itself.
            let known = known.or_else(|| self.fed_back.filter(|_| node.is_some()));
            let known = known.map(|known| self.in_block(block, known));
            let value = known.unwrap_or_else(|| self.unbound(site, *input));
            bindings.insert(*input, value);
        }
        // In a cycle more may be known the next time.
        let mut cache = match self.fed_back {
            None => self.bound.remove(&site).unwrap_or_default(),
            Some(_) => FxHashMap::default(),
        };
        let before = cache.len();
        let call = self.builder.sites[site].name;
        let Context { expressions, origins, .. } = &mut *self.builder.context;
        let anew = call.map(|call| Anew { origins, call });
        let binding = &mut Binding { inputs: &mut |_, input| bindings[&input], anew };
        let bound = expressions.substitute(expression, binding, &mut cache);
        self.spend(cache.len() - before);
        if self.fed_back.is_none() {
            self.bound.insert(site, cache);
        }
        bound
    }

    /// What stands for an input that the call does not bind.
    fn unbound(&mut self, site: usize, input: Input) -> ExpressionId {
        let (block, event) = (self.builder.sites[site].block, self.builder.sites[site].event);
        let call = Context::site_key(self.builder.id, self.builder.call(block, event).tag);
        self.builder.context.unbound(call, input)
    }

    pub(super) fn parameter(&self, site: usize, parameter: usize) -> Option<ExpressionId> {
        let node = (*self.builder.sites[site].parameters.get(parameter)?)?;
        self.known(node)
    }

    /// The communicator a parameter of kind communicator, window or file stands for.
    pub(super) fn communicator(&mut self, site: usize, parameter: usize) -> ExpressionId {
        let handle = self.parameter(site, parameter);
        match handle {
            Some(handle) => self.builder.context.expressions.communicator(handle),
            None => self.external(site),
        }
    }

    fn new_origin(&self, site: usize, dependence: Dependence, text: String) -> Origin {
        let (block, event) = (self.builder.sites[site].block, self.builder.sites[site].event);
        let call = self.builder.call(block, event);
        let site = Context::site_key(self.builder.id, call.tag);
        let location = call.location.clone();
        let (calls, is_number, is_address, sender) = (Some(0), false, false, None);
        let text = text.into();
        Origin { dependence, text, location, site, calls, is_number, is_address, sender }
    }

    /// The address of memory that a call makes; no more is known of it than that.
    pub(super) fn allocated(&mut self, site: usize) -> ExpressionId {
        let origin = self.new_origin(site, Dependence::Unknown, "memory that is allocated".into());
        let made = self.builder.context.origin(Origin { is_address: true, ..origin });
        self.builder.context.expressions.doubtful(made)
    }

    fn origin(&mut self, site: usize, dependence: Dependence, text: String) -> ExpressionId {
        let origin = self.new_origin(site, dependence, text);
        self.builder.context.origin(origin)
    }

    fn mpi_result(&mut self, site: usize, mpi: mpi::Call) -> ExpressionId {
        let name = mpi.procedure.name;
        if mpi.procedure.returns_value {
            return match mpi::result(mpi.procedure) {
                mpi::Output::RankDependent => {
                    let text = format!("the result of {name}");
                    self.origin(site, Dependence::RankDependent, text)
                }
                _ => {
                    let count = self.builder.sites[site].parameters.len();
                    let inputs: Vec<_> =
                        (0..count).filter_map(|index| self.parameter(site, index)).collect();
                    match inputs.as_slice() {
                        // Conversions of handles keep the handle.
                        [only] => *only,
                        _ => {
                            let tag = self.builder.sites[site].event as u64;
                            let key = (u64::from(self.builder.id.0) << 32) | tag | (1 << 60);
                            self.builder.context.expressions.opaque(key, inputs)
                        }
                    }
                }
            };
        }
        if self.builder.context.errors_are_fatal && !mpi::effects::errors_return(mpi.procedure) {
            return self.builder.context.expressions.integer(0);
        }
        self.origin(site, Dependence::Unknown, format!("the error code of {name}"))
    }

    pub(super) fn mpi_output(&mut self, site: usize, parameter: usize) -> ExpressionId {
        let Target::Mpi(mpi) = self.builder.sites[site].target else {
            return self.external(site);
        };
        if parameter == usize::MAX {
            return self.mpi_result(site, mpi);
        }
        let procedure = mpi.procedure;
        let name = procedure.name;
        match mpi::rank_source(procedure, parameter) {
            Some(mpi::RankSource::RankIn(communicator)) => {
                let communicator = self.communicator(site, usize::from(communicator));
                return self.builder.context.expressions.rank(communicator);
            }
            Some(mpi::RankSource::SizeOf(communicator)) => {
                let communicator = self.communicator(site, usize::from(communicator));
                return self.builder.context.expressions.size(communicator);
            }
            None => {}
        }
        if let Some(group) = self.group_number(site, mpi, parameter) {
            return group;
        }
        match mpi::output(procedure, parameter) {
            Some(mpi::Output::Handle) => self.handle(site, mpi, parameter),
            Some(mpi::Output::Uniform)
                if procedure.params[parameter].kind == ParamKind::Communicator =>
            {
                self.builder.context.expressions.leaf(Expression::NullCommunicator)
            }
            Some(mpi::Output::Uniform) => self.agreed_output(site, procedure),
            Some(output @ (mpi::Output::FromInputs | mpi::Output::FromState)) => {
                let nodes = self.mpi_operands(site, parameter);
                let inputs: Vec<_> =
                    nodes.into_iter().filter_map(|node| self.known(node)).collect();
                let block = self.builder.sites[site].block;
                let mut inputs: Vec<_> =
                    inputs.into_iter().map(|input| self.in_block(block, input)).collect();
                if output == mpi::Output::FromState && !self.is_set_by_library(site, procedure) {
                    let text = format!("a result of {name}");
                    inputs.push(self.origin(site, Dependence::Unknown, text));
                }
                let tag = (parameter as u64) << 20 | self.builder.sites[site].event as u64;
                let key = (u64::from(self.builder.id.0) << 32) | tag | (1 << 59);
                self.builder.context.expressions.opaque(key, inputs)
            }
            Some(mpi::Output::RankDependent) => self.received(site, procedure, parameter),
            _ => self.origin(site, Dependence::Unknown, format!("a result of {name}")),
        }
    }

    /// What is the same on all ranks of the call's communicator.
    fn agreed_output(&mut self, site: usize, procedure: &mpi::Procedure) -> ExpressionId {
        // A window or a file stands for the communicator it was made from.
        let kinds = [ParamKind::Communicator, ParamKind::Window, ParamKind::File];
        let is_given = |param: &mpi::Param| kinds.contains(&param.kind) && !param.is_written();
        let agreed = match procedure.params.iter().position(is_given) {
            Some(scope) => self.communicator(site, scope),
            None => self.builder.context.expressions.leaf(Expression::World),
        };
        let text = format!("a result of {}", procedure.name);
        let origin = self.new_origin(site, Dependence::Uniform, text);
        let origin = self.builder.context.origin_id(origin);
        self.builder.context.expressions.leaf(Expression::Agreed(origin, agreed))
    }

    /// Is it an attribute that the library sets, with a key that is a constant (9.1.2)?
    fn is_set_by_library(&self, site: usize, procedure: &mpi::Procedure) -> bool {
        let keyval = procedure.params.iter().position(|param| param.kind == ParamKind::Keyval);
        let keyval = keyval.and_then(|keyval| self.parameter(site, keyval));
        keyval.is_some_and(|key| self.builder.context.expressions.as_integer(key).is_some())
    }

    /// What differs between ranks when the call has written it.
    fn received(
        &mut self,
        site: usize,
        procedure: &mpi::Procedure,
        parameter: usize,
    ) -> ExpressionId {
        let name = procedure.name;
        let is_data = procedure.params[parameter].kind == ParamKind::Buffer;
        let (dependence, text) = match is_data {
            true if self.builder.handing_on.contains(&site) => {
                (Dependence::Unknown, format!("{HANDED_ON}{name}"))
            }
            true if self.is_got_of_one(site, procedure) => {
                (Dependence::Unknown, format!("data got by {name}"))
            }
            true if self.deals_alike(site) => {
                (Dependence::Unknown, format!("data received by {name}"))
            }
            true => (Dependence::RankDependent, format!("data received by {name}")),
            false if self.builder.polled.contains(&site) => {
                (Dependence::Unknown, format!("a result of {name}"))
            }
            false => (Dependence::RankDependent, format!("a result of {name}")),
        };
        let sender = self.sender(site, procedure);
        let origin = Origin { sender, ..self.new_origin(site, dependence, text) };
        self.builder.context.origin(origin)
    }

    /// Do all who get data from memory of another rank get it from the same place of the same one? Then it is the same, but
    /// for when they do.
    fn is_got_of_one(&self, site: usize, procedure: &mpi::Procedure) -> bool {
        let is_same = |named: usize| {
            self.parameter(site, named).is_some_and(|value| self.is_same_for_all(value))
        };
        mpi::got_from(procedure).is_some_and(|named| named.into_iter().all(is_same))
    }

    /// Who sends what a call receives, where ranks are not known to name different ones.
    fn sender(&self, site: usize, procedure: &mpi::Procedure) -> Option<Sender> {
        let source = self.parameter(site, mpi::source(procedure)?)?;
        let all = &self.builder.context.expressions;
        // Whoever receives from any rank (a negative number in all implementations) is told nothing by one.
        let is_any = all.as_integer(source).is_some_and(|rank| rank < 0);
        if is_any || all.is_known_to_differ(source) {
            return None;
        }
        Some(if self.is_same_for_all(source) { Sender::Same } else { Sender::Given })
    }

    /// `MPI_Group_rank` and `MPI_Group_size`: a group stands for a communicator of its members.
    fn group_number(
        &mut self,
        site: usize,
        mpi: mpi::Call,
        parameter: usize,
    ) -> Option<ExpressionId> {
        let output = mpi.procedure.params[parameter].name;
        let name = mpi.procedure.name;
        if !matches!((name, output), ("MPI_Group_rank", "rank") | ("MPI_Group_size", "size")) {
            return None;
        }
        let group = self.parameter(site, mpi.procedure.param("group")?)?;
        let all = &mut self.builder.context.expressions;
        Some(if output == "rank" { all.rank(group) } else { all.size(group) })
    }

    /// The communicator, window or file a collective MPI call makes.
    pub(super) fn made_handle(&mut self, site: usize) -> Option<ExpressionId> {
        let Target::Mpi(mpi) = self.builder.sites[site].target else { return None };
        mpi.procedure.collective()?;
        let made = mpi.procedure.params.iter().position(|param| {
            let (is_made, is_single) = (param.is_written(), !param.array);
            is_made
                && is_single
                && (param.kind == ParamKind::Communicator || is_made_on_one(param.kind))
        })?;
        let is_handle = mpi::output(mpi.procedure, made) == Some(mpi::Output::Handle);
        is_handle.then(|| self.mpi_output(site, made))
    }

    /// A new handle. A window or a file has the ranks of the communicator it was made from, and calls of its own.
    fn handle(&mut self, site: usize, mpi: mpi::Call, parameter: usize) -> ExpressionId {
        let procedure = mpi.procedure;
        let name = procedure.name;
        let parent = procedure
            .params
            .iter()
            .position(|param| param.kind == ParamKind::Communicator && !param.is_written());
        let Some(parent) = parent.map(|parent| self.communicator(site, parent)) else {
            return self.origin(site, Dependence::Unknown, format!("a handle from {name}"));
        };
        let kind = procedure.params[parameter].kind;
        // A communicator's group: its ranks are the communicator's.
        if name == "MPI_Comm_group" {
            return parent;
        }
        let is_made_on_it = is_made_on_one(kind);
        if !is_made_on_it && kind != ParamKind::Communicator {
            return self.origin(site, Dependence::Unknown, format!("a handle from {name}"));
        }
        let by_name = |wanted: &str| procedure.param(wanted).and_then(|p| self.parameter(site, p));
        // The members of a communicator made from a group are those with a rank in it.
        let group = by_name("group").filter(|_| name.starts_with("MPI_Comm_create"));
        let color_and_key = by_name("color").zip(by_name("key")).or(group.zip(group));
        let grid = self.grid(site, parent);
        let derivation = match name {
            "MPI_Comm_split" => Derivation::Split,
            "MPI_Cart_create" if grid.is_some() => Derivation::Split,
            "MPI_Comm_dup"
            | "MPI_Comm_dup_with_info"
            | "MPI_Comm_idup"
            | "MPI_Comm_idup_with_info"
            | "MPI_Cart_create"
            | "MPI_Graph_create"
            | "MPI_Dist_graph_create"
            | "MPI_Dist_graph_create_adjacent" => Derivation::Copy,
            _ if is_made_on_it => Derivation::Copy,
            _ => Derivation::Subset,
        };
        let origin = self.new_origin(site, Dependence::Unknown, name.to_owned());
        let origin = self.builder.context.origin_id(origin);
        self.builder.context.expressions.leaf(Expression::Communicator {
            derivation,
            parent,
            color_and_key: color_and_key.or(grid),
            origin,
        })
    }

    /// A grid of processes with constant extents, as colours and keys: ranks beyond it get no
    /// communicator.
    fn grid(&mut self, site: usize, parent: ExpressionId) -> Option<(ExpressionId, ExpressionId)> {
        let extents = self.builder.sites[site].contents.clone();
        let mut count = 1_i64;
        for extent in &extents {
            let extent = self.known(*extent)?;
            count = count.checked_mul(self.builder.context.expressions.as_integer(extent)?)?;
        }
        if extents.is_empty() || count < 1 {
            return None;
        }
        let all = &mut self.builder.context.expressions;
        let rank = all.rank(parent);
        let [count, inside, outside] = [count, 0, -1].map(|number| all.integer(number));
        let is_inside = all.compare(Comparison::Less, 32, rank, count);
        Some((all.select(is_inside, inside, outside), rank))
    }
}

/// Is an object of this kind made of a communicator, and has its ranks?
const fn is_made_on_one(kind: ParamKind) -> bool {
    matches!(kind, ParamKind::Window | ParamKind::File)
}
