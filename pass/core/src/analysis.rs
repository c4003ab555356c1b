//! The analysis of a program: functions bottom-up, then the comparison of ranks at the roots of the
//! call graph, then findings.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::behaviour::beside_messages::{MessageWaits, beside_messages};
use crate::behaviour::budget::Budget;
use crate::behaviour::compare::{compare, compare_to_tell};
use crate::behaviour::difference::{Comparison, Divergence, Elsewhere};
use crate::behaviour::effort::Effort;
use crate::behaviour::handed::HandedOver;
use crate::behaviour::project::groups;
use crate::behaviour::told::Told;
use crate::behaviour::{Behaviour, CollectiveCall, Decision, Ending, Step};
use crate::behaviour::{assume, build, choice, in_use, owner, unite};
use crate::components::{reachable, strongly_connected};
use crate::exceptions;
use crate::finding::{Finding, Findings, Location};
use crate::mpi;
use crate::program::{
    BlockId, CallSite, Callee, Event, Function, FunctionId, Linkage, Program, Terminator, Value,
    ValueId,
};
use crate::rules::{collective_argument_mismatch, collective_divergence};
use crate::threads::{self, InitialContext, Survey, openmp};
use crate::value::evaluate::{Evaluator, Sample};
use crate::value::expression::{Binding, Dependence, Expression, ExpressionId, Expressions, Input};
use crate::value::place::{PlaceId, Root};
use crate::value::variables::Variables;
use crate::value::{Context, cpp, function, library, pending, pointed_to};

/// Functions that call each other are put in their calls' place so often, if they are so few and have
/// no more steps.
const UNROLLED_ROUNDS: usize = 3;
const UNROLLED_FUNCTIONS: usize = 4;
const UNROLLED_STEPS: usize = 48;

/// Where there are more expressions, no further functions are looked at, and no further roots compared: they take
/// memory, some hundred bytes each, and time. Functions come bottom-up, so that it is the callers that are given up.
const EXPRESSION_LIMITS: Limits = Limits { functions: 12_000_000, roots: 14_000_000 };

/// How many expressions there may be.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Where another function is looked at.
    functions: usize,
    /// Where another root is compared.
    roots: usize,
}

/// What is asked of the analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Warn as the thesis does: function by function, about every condition not proven uniform.
    pub per_function: bool,
    /// The program is whole: every part of it that could be seen is in it. What its start does not
    /// lead to is then never run, and functions that are not in it make no collective calls (in a part
    /// of a program they may make what other ranks wait for).
    pub complete: bool,
    /// OpenMP's rules by the letter: threads that meet at different barriers part too.
    pub strict: bool,
    /// How functions are called of which no caller is seen.
    pub initial_context: InitialContext,
}

/// A collective call of the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckedCall {
    /// The function it stands in.
    pub function: FunctionId,
    /// The reader's number of the call.
    pub tag: u32,
    /// Where the conditions stand at which ranks may part before it, and what is said about them; those that are told of
    /// first.
    pub conditions: Vec<(Location, String)>,
}

/// Something called of which the analysis does not know what it does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnseenCall {
    /// A function that is declared only.
    Function(FunctionId),
    /// In this function at this place: what a pointer leads to.
    Pointer(FunctionId, crate::finding::Location),
    /// In this function at this place: inline assembly.
    Assembly(FunctionId, crate::finding::Location),
}

/// What the analysis found.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// What the program's own text proves, sorted.
    pub findings: Vec<Finding>,
    /// Collectives that could not be proven safe, sorted.
    pub unproven: Vec<CheckedCall>,
    /// Nothing may be called proven: something was too large to analyse, or a call of an unknown
    /// function that may lead to collectives stands under a condition that may differ between ranks, or
    /// each thread of a team calls one in its turn, or persistent collectives are started.
    pub unknown_calls_may_part: bool,
    /// What the program calls and the analysis did not see.
    pub unseen: BTreeSet<UnseenCall>,
    /// What its threads do; `None`: it has but one.
    pub threads: Option<Survey>,
    /// Ranks wait for messages. Whether each is sent is not followed.
    pub awaits_messages: bool,
    /// Functions that were not looked at, or roots that were not compared, as the program is too large: nothing is
    /// known of what they do.
    pub given_up: usize,
}

impl Analysis {
    /// What its threads do has to be looked at while it runs.
    #[must_use]
    pub fn has_unproven_threads(&self) -> bool {
        self.threads.as_ref().is_some_and(|threads| threads.unproven)
    }
}

/// Does the program start persistent collectives? Which of them a start begins is not followed, and not all
/// ranks may start all of them: that is left to the run.
fn starts_collectives(program: &Program) -> bool {
    let declared = program.functions.iter().filter(|function| !function.is_defined());
    let called = || declared.clone().filter_map(|function| mpi::lookup(&function.name));
    let is_start = |call: mpi::Call| call.procedure.name.starts_with("MPI_Start");
    let is_persistent = |call: mpi::Call| {
        let collective = call.procedure.collective();
        collective.is_some_and(|collective| collective.mode == mpi::Mode::Persistent)
    };
    called().any(is_start) && called().any(is_persistent)
}

/// Analyses a program.
#[must_use]
pub fn analyze(program: &Program, options: Options) -> Analysis {
    let survey = (openmp::is_used(program) || openmp::makes_threads(program)).then(|| {
        let (complete, strict) = (options.complete, options.strict);
        let initial_context = options.initial_context;
        threads::survey(program, threads::Options { complete, strict, initial_context })
    });
    let called_per_thread =
        survey.as_ref().map_or_else(Default::default, |survey| survey.called_per_thread.clone());
    let depends_on_teams = !called_per_thread.is_empty();
    let mut analysis = Analysis::default();
    if program.functions.iter().any(|f| !f.is_defined() && mpi::lookup(&f.name).is_some()) {
        analysis = analyze_with(program, options, |analyzer| {
            analyzer.called_per_thread = called_per_thread;
            analyzer.run(None)
        });
        analysis.unknown_calls_may_part |= starts_collectives(program);
    }
    if let Some(survey) = survey {
        analysis.findings.extend(survey.findings.iter().cloned());
        analysis.findings.sort();
        analysis.unknown_calls_may_part |= depends_on_teams;
        analysis.threads = Some(survey);
    }
    analysis
}

/// As [`analyze`], as if the program were so large that functions with more steps than `limit` are
/// not put in their calls' place.
#[must_use]
pub fn analyze_as_large(program: &Program, options: Options, limit: usize) -> Analysis {
    analyze_with(program, options, |analyzer| analyzer.run(Some(Budget::of_each(limit))))
}

/// As [`analyze_as_large`], as if the program were so large, too, that callers are told next to nothing of what functions
/// write.
#[must_use]
pub fn analyze_told_little(program: &Program, options: Options, limit: usize) -> Analysis {
    analyze_with(program, options, |analyzer| {
        analyzer.context.tell_little();
        analyzer.run(Some(Budget::of_each(limit)));
    })
}

/// As [`analyze`], but no function is looked at where there are more expressions than `limit`.
#[must_use]
pub fn analyze_below(program: &Program, options: Options, limit: usize) -> Analysis {
    analyze_with(program, options, |analyzer| {
        analyzer.limits.functions = limit;
        analyzer.run(None);
    })
}

/// What `run` finds in a program, with the ways that exceptions take.
fn analyze_with(
    program: &Program,
    options: Options,
    run: impl FnOnce(&mut Analyzer<'_>),
) -> Analysis {
    let program = exceptions::followed(program);
    let mut analyzer = Analyzer::new(&program, options);
    run(&mut analyzer);
    analyzer.conclude(options)
}

/// The blocks at whose end a condition decides that depends on the rank, as far as its function shows that.
#[must_use]
pub fn decided_by_rank(program: &Program, options: Options) -> FxHashSet<(FunctionId, BlockId)> {
    let mut analyzer = Analyzer::new(program, options);
    analyzer.by_rank = Some(FxHashSet::default());
    analyzer.run(None);
    analyzer.by_rank.unwrap_or_default()
}

/// A call of the source: its function, and its tag there.
type Site = (FunctionId, u32);

/// Where ranks may part, and by what.
type Reason = (Location, ExpressionId);

/// Conditions kept of one call: two calls that ranks make instead of each other have the one in common by which they part.
const REASONS: usize = 6;
/// Conditions of one call among which those are chosen.
const KEPT: usize = 24;

/// Conditions at which ranks may part before a call.
#[derive(Debug, Default)]
struct Reasons {
    /// Those that are told of.
    told: Vec<Reason>,
    others: Vec<Reason>,
}

/// The calls that are not proven.
#[derive(Debug, Default)]
struct Unproven(BTreeMap<Site, Reasons>);

impl Unproven {
    fn at(&mut self, site: Site) -> &mut Reasons {
        self.0.entry(site).or_default()
    }

    fn into_calls(self, context: &Context<'_>) -> Vec<CheckedCall> {
        let call = |((function, tag), reasons): (Site, Reasons)| {
            let mut conditions: Vec<(Location, String)> = Vec::new();
            let Reasons { told, mut others } = reasons;
            // What differs says more than what nothing is known of.
            others.sort_by_key(|(_, condition)| Reverse(context.expressions.severity(*condition)));
            for (location, condition) in told.into_iter().chain(others) {
                if conditions.len() < REASONS && conditions.iter().all(|(at, _)| *at != location) {
                    let text = collective_divergence::condition_reason(context, condition);
                    conditions.push((location, text));
                }
            }
            CheckedCall { function, tag, conditions }
        };
        self.0.into_iter().map(call).collect()
    }
}

/// Keeps a condition, if there is room and it is another one.
fn keep(reasons: &mut Vec<Reason>, reason: Reason) {
    if reasons.len() < KEPT && !reasons.contains(&reason) {
        reasons.push(reason);
    }
}

struct Analyzer<'p> {
    context: Context<'p>,
    behaviours: Vec<Option<Rc<Behaviour>>>,
    /// Inputs the behaviours mention.
    behaviour_inputs: Vec<Vec<Input>>,
    matters: Vec<bool>,
    unknown_calls_may_part: bool,
    /// The address of some function with collectives is taken.
    may_hand_over: bool,
    unseen: BTreeSet<UnseenCall>,
    has_callers: Vec<bool>,
    /// Some caller does not look into it: recursion, size.
    stays_call: Vec<bool>,
    /// It may call itself, directly or not.
    recursive: Vec<bool>,
    /// The functions that were analysed, callees first.
    order: Vec<FunctionId>,
    /// What callers that do not look into functions hand over.
    handed: HandedOver,
    /// Functions that findings are of, with their constants in place.
    folded: FxHashMap<FunctionId, Rc<Function>>,
    /// The functions that wait for messages.
    waits: MessageWaits,
    /// Steps a function's behaviour may have.
    steps: Budget,
    /// What there may be at most.
    limits: Limits,
    /// How many functions were not looked at, or not compared.
    given_up: usize,
    /// By function: one calls it that was given up, with whatever arguments.
    called_by_given_up: Vec<bool>,
    /// Collectives that each thread of a team calls in its turn: of others' calls only the run knows whether they are as many.
    called_per_thread: FxHashSet<&'static str>,
    /// Blocks whose conditions depend on the rank, if somebody asks.
    by_rank: Option<FxHashSet<(FunctionId, BlockId)>>,
}

impl<'p> Analyzer<'p> {
    fn new(program: &'p Program, options: Options) -> Self {
        let count = program.functions.len();
        let mut context = Context::new(program);
        context.complete = options.complete;
        Self {
            context,
            behaviours: vec![None; count],
            behaviour_inputs: vec![Vec::new(); count],
            matters: vec![false; count],
            unknown_calls_may_part: false,
            may_hand_over: false,
            unseen: BTreeSet::new(),
            has_callers: vec![false; count],
            stays_call: vec![false; count],
            folded: FxHashMap::default(),
            recursive: vec![false; count],
            called_per_thread: FxHashSet::default(),
            order: Vec::new(),
            handed: HandedOver::default(),
            waits: MessageWaits::new(program),
            steps: Budget::of_each(0),
            limits: EXPRESSION_LIMITS,
            given_up: 0,
            called_by_given_up: vec![false; count],
            by_rank: None,
        }
    }

    /// Notes by function what it does with MPI, itself or in what it calls: by name, or in any way.
    fn note_users_of_mpi(&mut self, by_name: &[Vec<usize>], all: &[Vec<usize>]) {
        let program = self.context.program;
        let is_one = |function: &Function, wanted: &dyn Fn(&mpi::Procedure) -> bool| {
            mpi::lookup(&function.name).is_some_and(|called| wanted(called.procedure))
        };
        let begins = |procedure: &mpi::Procedure| {
            let collective = procedure.collective();
            collective.is_some_and(|collective| collective.mode != mpi::Mode::Blocking)
        };
        let starts =
            |procedure: &mpi::Procedure| matches!(procedure.name, "MPI_Init" | "MPI_Init_thread");
        let calls_any = |function: &Function| {
            let mut events = function.blocks.iter().flat_map(|block| &block.events);
            events.any(|event| matches!(event, Event::Call(call) if !matches!(call.callee, Callee::Direct(_))))
        };
        let context = &mut self.context;
        context.begins_collectives =
            leading_to(program, by_name, &|function| is_one(function, &begins));
        context.initialises = leading_to(program, all, &|function| is_one(function, &starts));
        context.uses_mpi = leading_to(program, all, &|function| {
            is_one(function, &|_| true) || library::is_unseen(function) || calls_any(function)
        });
    }

    fn run(&mut self, steps: Option<Budget>) {
        let program = self.context.program;
        let (direct, all): (Vec<_>, Vec<_>) =
            program.function_ids().map(|id| self.callees(program.function(id))).unzip();
        for (caller, callees) in all.iter().enumerate() {
            // It calls what it was handed, and may be handed anything.
            if library::is_of_rust(&program.functions[caller].name) {
                continue;
            }
            for callee in callees {
                if *callee != caller {
                    self.has_callers[*callee] = true;
                }
            }
        }
        let makes_collectives = |function: &Function| calls_collectives(program, function);
        self.context.makes_collectives = leading_to(program, &direct, &makes_collectives);
        self.context.may_make_collectives = leading_to(program, &all, &makes_collectives);
        self.note_handed_out();
        self.note_users_of_mpi(&direct, &all);
        let communicates =
            |function: &Function| calls_procedure(program, function, mpi::Procedure::communicates);
        self.context.communicates = leading_to(program, &direct, &communicates);
        let completes = |function: &Function| pending::completes(program, function);
        self.context.completes = leading_to(program, &all, &completes);
        self.steps = steps.unwrap_or_else(|| Budget::new(count_mattering(program, &all)));
        for component in strongly_connected(&all) {
            let recursive = component.len() > 1 || all[component[0]].contains(&component[0]);
            if recursive {
                let matters = component.iter().any(|index| {
                    let function = program.function(FunctionId::new(*index));
                    may_matter(program, function)
                        || all[*index].iter().any(|callee| self.matters[*callee])
                });
                for index in &component {
                    self.recursive[*index] = true;
                    self.matters[*index] = matters;
                }
            }
            let members: Vec<FunctionId> = bottom_up(&component, &direct)
                .into_iter()
                .map(FunctionId::new)
                .filter(|id| program.function(*id).is_defined())
                .collect();
            let looked_at = self.analyze_functions(&members, recursive);
            for id in &members[looked_at..] {
                self.give_up(&all[id.index()]);
            }
            self.order.extend(&members[..looked_at]);
        }
        for behaviour in self.behaviours.iter().flatten() {
            for step in &behaviour.steps {
                if let Step::Call(call, _) = step {
                    self.stays_call[call.function.index()] = true;
                }
            }
        }
    }

    /// Looks at functions that call each other in a circle, or at one that does not; the number of those that were
    /// looked at.
    fn analyze_functions(&mut self, members: &[FunctionId], recursive: bool) -> usize {
        if recursive && self.has_room(self.limits.functions) {
            let inputs = &self.behaviour_inputs;
            let extra = |callee: FunctionId| inputs[callee.index()].clone();
            self.context.find_written_in_circle(members, &extra);
        }
        for (looked_at, id) in members.iter().enumerate() {
            if !self.has_room(self.limits.functions) {
                return looked_at;
            }
            self.analyze_function(*id);
        }
        if recursive {
            self.unroll(members);
        }
        members.len()
    }

    /// Is there room for more expressions?
    fn has_room(&self, limit: usize) -> bool {
        self.context.expressions.len() <= limit
    }

    /// A function is not looked at. All that call it come later, or saw that it was not known yet: what it calls is
    /// looked at by itself, and nothing is proven.
    fn give_up(&mut self, callees: &[usize]) {
        self.given_up += 1;
        self.context.gave_up = true;
        for callee in callees {
            self.called_by_given_up[*callee] = true;
        }
    }

    /// May other ranks notice what the function does? A language's own library makes no MPI calls.
    fn is_seen(&self, function: usize) -> bool {
        !library::is_of_rust(&self.context.program.functions[function].name)
    }

    /// The functions a function may call: by name, and those together with the ones its pointers may
    /// lead to.
    fn callees(&self, function: &Function) -> (Vec<usize>, Vec<usize>) {
        let mut direct = Vec::new();
        let mut indirect = Vec::new();
        for event in function.blocks.iter().flat_map(|block| &block.events) {
            let Event::Call(call) = event else { continue };
            match &call.callee {
                Callee::Direct(callee) => direct.push(callee.index()),
                Callee::Indirect { signature, .. } => {
                    let found = self.context.candidates(*signature);
                    indirect.extend(found.iter().map(|id| id.index()));
                }
                Callee::Assembly => {}
            }
        }
        indirect.extend(&direct);
        for callees in [&mut direct, &mut indirect] {
            callees.sort_unstable();
            callees.dedup();
        }
        (direct, indirect)
    }

    /// Looks at functions that call themselves once more, with what was found of them in the place of
    /// those calls: how deep ranks go is known then for a few rounds.
    fn unroll(&mut self, members: &[FunctionId]) {
        let is_small = |analyzer: &Self| {
            members.iter().all(|id| {
                let behaviour = analyzer.behaviours[id.index()].as_ref();
                behaviour.is_some_and(|behaviour| behaviour.steps.len() <= UNROLLED_STEPS)
            })
        };
        let matters = members.iter().any(|id| self.matters[id.index()]);
        if !matters || members.len() > UNROLLED_FUNCTIONS {
            return;
        }
        for _ in 0..UNROLLED_ROUNDS {
            if !is_small(self) {
                return;
            }
            members.iter().for_each(|id| self.analyze_function(*id));
        }
    }

    fn analyze_function(&mut self, id: FunctionId) {
        self.context.begin(id, self.limits.functions);
        let inputs = &self.behaviour_inputs;
        let extra = |callee: FunctionId| inputs[callee.index()].clone();
        let (values, summary) = function::analyze(&mut self.context, id, &extra);
        if let Some(by_rank) = &mut self.by_rank {
            let function = self.context.program.function(id);
            let all = &self.context.expressions;
            let depends = |condition: ValueId| {
                let leaves = all.leaves_of_kind(values.of(condition), |leaf| {
                    !matches!(leaf, Expression::Input(_))
                });
                leaves.iter().any(|leaf| all.severity(*leaf) == Dependence::RankDependent)
            };
            let blocks = function.blocks.iter().enumerate();
            let blocks =
                blocks.filter(|(_, block)| block.terminator.condition().is_some_and(depends));
            by_rank.extend(blocks.map(|(index, _)| (id, BlockId::new(index))));
        }
        let behaviour = build::build(
            &mut self.context,
            id,
            &values,
            &self.behaviours,
            &self.matters,
            &mut self.steps,
        );
        self.matters[id.index()] = !behaviour.is_silent() && self.is_seen(id.index());
        // A function that may throw comes back to somebody.
        self.context.never_returns[id.index()] =
            !behaviour.can_end(Ending::Return) && !behaviour.can_end(Ending::Throw);
        self.behaviour_inputs[id.index()] = build::inputs(&self.context, &behaviour);
        self.look_at_unknown_calls(id, &values);
        self.behaviours[id.index()] = Some(Rc::new(behaviour));
        self.context.summaries[id.index()] = Some(summary);
    }

    /// A function we know nothing of may make collective calls; is one called only by some ranks?
    fn look_at_unknown_calls(&mut self, id: FunctionId, values: &function::FunctionValues) {
        let function = self.context.program.function(id);
        let mut may_make_calls = false;
        let mut pointers = Vec::new();
        for site in &values.sites {
            let Event::Call(call) = &function.blocks[site.block.index()].events[site.event] else {
                continue;
            };
            self.unknown_calls_may_part |= self.hands_over_collectives(site, call, values);
            if matches!(site.target, function::Target::Unknown)
                && let Some(unseen) = self.unseen(id, call)
            {
                may_make_calls |= !matches!(unseen, UnseenCall::Assembly(..));
                self.unseen.insert(unseen);
                if let Callee::Indirect { pointer, .. } = call.callee {
                    pointers.push(values.of(pointer));
                }
            }
        }
        if !may_make_calls || self.unknown_calls_may_part {
            return;
        }
        let world = self.context.expressions.leaf(Expression::World);
        let sample = Sample::whole(world, 4);
        let mut evaluator = Evaluator::new(&self.context, &sample);
        let mut differs =
            |expression| evaluator.evaluate(expression).dependence() != Dependence::Uniform;
        let conditions = function.blocks.iter().filter_map(|block| block.terminator.condition());
        let conditions_differ = conditions.map(|value| values.of(value)).any(&mut differs);
        // Which function is called may be up to the rank as well: one of a table, say. What was handed
        // over is the callers' to look at.
        let agreed = std::mem::replace(&mut self.context.inputs_agree, true);
        let mut evaluator = Evaluator::new(&self.context, &sample);
        let pointers_differ = pointers
            .into_iter()
            .any(|pointer| evaluator.evaluate(pointer).dependence() != Dependence::Uniform);
        self.context.inputs_agree = agreed;
        self.unknown_calls_may_part = conditions_differ || pointers_differ;
    }

    /// Notes whether functions with collectives may be called by what is not looked into.
    fn note_handed_out(&mut self) {
        let program = self.context.program;
        self.may_hand_over = program.function_ids().any(|id| {
            let function = program.function(id);
            let makes_collectives = self.context.may_make_collectives[id.index()];
            function.address_taken && function.is_defined() && makes_collectives
        });
        self.unknown_calls_may_part |= self.may_hand_over && self.hands_out_collectives();
    }

    /// Does the program hand on, or keep, a function with collectives that nothing in it calls? Then something calls it that
    /// is not looked into (`std::call_once`, a library's hooks).
    fn hands_out_collectives(&self) -> bool {
        let program = self.context.program;
        let is_called_unseen = |id: FunctionId| {
            self.context.may_make_collectives[id.index()]
                && !self.has_callers[id.index()]
                && program.function(id).is_defined()
        };
        let values = program.functions.iter().flat_map(|function| &function.values);
        values
            .into_iter()
            .any(|value| matches!(value, Value::Function(id) if is_called_unseen(*id)))
    }

    /// Is a function with collectives handed to one that is not looked into (`qsort`, `pthread_once`, a library's own)?
    /// How often that calls it, and for whom, is not known. Teams of threads are looked at apart.
    fn hands_over_collectives(
        &self,
        site: &function::Site,
        call: &CallSite,
        values: &function::FunctionValues,
    ) -> bool {
        use function::Target;
        let Callee::Direct(callee) = call.callee else { return false };
        if !self.may_hand_over
            || matches!(site.target, Target::Known(_) | Target::Candidates(_))
            || openmp::is_of_library(&self.context.program.function(callee).name)
        {
            return false;
        }
        let all = &self.context.expressions;
        let is_function = |leaf: &Expression| matches!(leaf, Expression::Function(_));
        let arguments = call.arguments.iter().map(|argument| values.of(*argument));
        let mut handed = arguments.flat_map(|argument| all.leaves_of_kind(argument, is_function));
        handed.any(|leaf| match all.get(leaf) {
            Expression::Function(handed) => self.context.may_make_collectives[handed.index()],
            _ => false,
        })
    }

    /// What a call of something unknown says was not seen; `None`: it makes no MPI call.
    fn unseen(&self, caller: FunctionId, call: &CallSite) -> Option<UnseenCall> {
        match call.callee {
            Callee::Direct(id) => {
                let is_unseen = library::is_unseen(self.context.program.function(id));
                is_unseen.then_some(UnseenCall::Function(id))
            }
            Callee::Indirect { pointer, .. } => {
                let program = self.context.program;
                let of_exception =
                    pointed_to::is_of_exception(program, program.function(caller), pointer);
                (!of_exception).then(|| UnseenCall::Pointer(caller, call.location.clone()))
            }
            Callee::Assembly => Some(UnseenCall::Assembly(caller, call.location.clone())),
        }
    }

    // ---- roots ----------------------------------------------------------------------------------

    /// Functions no other function of the program is known to call, or not looked into where they are.
    /// Where the program's start is known, what nothing leads to is never run; but functions that were
    /// not seen may call what other units can.
    fn roots(&self, options: Options) -> Vec<FunctionId> {
        let program = self.context.program;
        let has_start = program.functions.iter().any(|f| f.is_main() && f.is_defined());
        let all_seen = !self.unseen.iter().any(|call| matches!(call, UnseenCall::Function(_)));
        let may_be_run = |id: &FunctionId| {
            let function = program.function(*id);
            let only_seen = all_seen || function.linkage == Linkage::Internal;
            let is_whole = has_start && options.complete;
            // Tables of virtual functions name it; what deletes an object by its base class is in sight.
            if cpp::is_deleting_destructor(&function.name) {
                return !is_whole;
            }
            !(is_whole && only_seen) || function.address_taken
        };
        // Callers first: what they hand over is known where a function is looked at by itself.
        let defined = self.order.iter().rev().copied();
        defined
            .filter(|id| self.matters[id.index()])
            .filter(|id| {
                options.per_function
                    || program.function(*id).is_main()
                    || (!self.has_callers[id.index()]
                        && may_be_run(id)
                        && !library::is_of_mpi(&program.function(*id).name))
                    || self.stays_call[id.index()]
                    || self.called_by_given_up[id.index()]
            })
            .collect()
    }

    /// Values of global variables that one assignment of the program gives: `rank`, set once.
    fn global_values(&self) -> FxHashMap<PlaceId, Option<ExpressionId>> {
        let mut values: FxHashMap<PlaceId, Option<ExpressionId>> = FxHashMap::default();
        let mut wholes = FxHashSet::default();
        let summaries = || self.context.summaries.iter().flatten();
        if self.given_up > 0 || summaries().any(|summary| summary.writes_anything) {
            return values;
        }
        let mut variables = Variables::default();
        for summary in summaries() {
            variables.join(&summary.variables);
            let written = summary.objects_written();
            wholes.extend(written.map(|(place, ..)| self.context.places.get(place).root));
            let unchanged = |(place, expression): &&(PlaceId, ExpressionId)| {
                let before = Expression::Input(Input::Memory(*place));
                *self.context.expressions.get(*expression) == before
            };
            let thrown = summary.thrown_outputs.iter().filter(|output| !unchanged(output));
            for (place, expression) in summary.outputs.iter().chain(thrown) {
                if !matches!(self.context.places.get(*place).root, Root::Global(_)) {
                    continue;
                }
                let closed = !self.context.expressions.mentions_input(*expression);
                let value = closed.then_some(*expression);
                values
                    .entry(*place)
                    .and_modify(|known| {
                        if *known != value {
                            *known = None;
                        }
                    })
                    .or_insert(value);
            }
        }
        values.retain(|place, _| {
            let root = self.context.places.get(*place).root;
            !wholes.contains(&root) && !variables.contains(root)
        });
        values
    }

    /// The behaviour with what is known about the program's start in place of the inputs.
    fn rooted(
        &mut self,
        id: FunctionId,
        globals: &FxHashMap<PlaceId, Option<ExpressionId>>,
    ) -> Option<Behaviour> {
        let mut behaviour = self.behaviours[id.index()].as_deref()?.clone();
        let main = self.context.program.function(id).is_main();
        let bindings = self.root_bindings(id, main, globals);
        let mut cache = FxHashMap::default();
        let expressions = &mut self.context.expressions;
        let mut bind = |expression: &mut ExpressionId, cache: &mut _| {
            let inputs = &mut |all: &mut Expressions, input| {
                let known = bindings.get(&input).copied();
                known.unwrap_or_else(|| all.leaf(Expression::Input(input)))
            };
            let binding = &mut Binding { inputs, anew: None };
            *expression = expressions.substitute(*expression, binding, cache);
        };
        for step in &mut behaviour.steps {
            for expression in step.expressions_mut() {
                bind(expression, &mut cache);
            }
            if let Step::End(ending, _) = step
                && main
            {
                *ending = match *ending {
                    Ending::Leave => Ending::Return,
                    // Nobody catches it: `std::terminate` ends the process by a signal.
                    Ending::Throw => Ending::EndOfJob,
                    other => other,
                };
            }
        }
        for step in &mut behaviour.steps {
            step.name_communicators(&mut self.context.expressions);
        }
        unite::unite(&mut self.context, &mut behaviour);
        choice::decide(&mut self.context, &mut behaviour);
        owner::name_owners(&self.context, &mut behaviour);
        let in_use = !self.context.initialises[id.index()];
        in_use::assume_in_use(&mut self.context, &mut behaviour, in_use);
        assume::assume(&mut self.context, &mut behaviour);
        // What is still an input is not known to anybody.
        behaviour.simplify(&self.context.expressions, &|all, condition| {
            all.is_telling(condition) && !all.mentions_input(condition)
        });
        choice::restrict(&mut self.context, &mut behaviour);
        Some(behaviour)
    }

    fn root_bindings(
        &mut self,
        id: FunctionId,
        main: bool,
        globals: &FxHashMap<PlaceId, Option<ExpressionId>>,
    ) -> FxHashMap<Input, ExpressionId> {
        let mut bindings = FxHashMap::default();
        for input in self.behaviour_inputs[id.index()].clone() {
            let handed = self.knows_callers(id).then(|| self.handed.bound(id, input)).flatten();
            let bound = handed.or_else(|| match input {
                Input::Parameter(_) => main.then(|| self.context.given()),
                Input::Memory(place) => self.initial_value(place, main, globals),
            });
            if let Some(expression) = bound {
                bindings.insert(input, expression);
            }
        }
        bindings
    }

    /// Are all calls of the function among those that were looked at?
    fn knows_callers(&self, id: FunctionId) -> bool {
        let function = self.context.program.function(id);
        let named_here = self.context.complete || function.linkage == Linkage::Internal;
        let all_seen = !self.recursive[id.index()] && !self.called_by_given_up[id.index()];
        named_here && !function.address_taken && !function.is_main() && all_seen
    }

    /// Does some rank come to call it, or something that was not looked at?
    fn is_run(&self, id: FunctionId) -> bool {
        self.is_run_by_others(id) || self.handed.is_called(id)
    }

    /// Is it called by something that was not looked at? Whether functions are that are only called where callers
    /// were given up is not known: it may be where no rank comes to, or not all of them.
    fn is_run_by_others(&self, id: FunctionId) -> bool {
        (!self.stays_call[id.index()] || !self.knows_callers(id))
            && !self.called_by_given_up[id.index()]
    }

    /// What stands in memory when a root is entered, if that is known.
    fn initial_value(
        &mut self,
        place: PlaceId,
        main: bool,
        globals: &FxHashMap<PlaceId, Option<ExpressionId>>,
    ) -> Option<ExpressionId> {
        let at = self.context.places.get(place);
        let outermost = self.context.places.outermost(at);
        match at.root {
            Root::Global(_) if main => self.context.at_start(at),
            Root::Global(_) => globals.get(&place).copied().flatten(),
            _ if main && matches!(outermost, Root::Parameter(_)) => Some(self.context.given()),
            _ => None,
        }
    }

    // ---- conclusions ----------------------------------------------------------------------------

    fn conclude(mut self, options: Options) -> Analysis {
        let globals = self.global_values();
        let mut findings = Findings::default();
        let mut unproven = Unproven::default();
        let mut conditions = FxHashSet::default();
        let mut unseen = FxHashSet::default();
        let told = OnceCell::new();
        let roots = self.roots(options);
        if !options.per_function {
            self.note_handed_over(&roots, &globals);
        }
        let compared = roots.iter().filter(|id| self.has_communicators(**id));
        let values = self.context.program.functions.iter().map(|known| known.values.len()).sum();
        let effort = Effort::new(values, 2 * compared.count());
        for id in roots {
            if !self.has_room(self.limits.roots) {
                self.context.gave_up = true;
                self.given_up += 1;
                continue;
            }
            let Some(behaviour) = self.settled(id, &globals) else { continue };
            let called = !options.per_function && self.has_callers[id.index()];
            self.context.inputs_agree = called;
            let strict = compare(&self.context, &behaviour, true, &effort);
            self.context.gave_up |= strict.gave_up;
            self.note_unproven(&strict, &mut unseen, &mut unproven);
            self.note_beside_messages(&behaviour, &mut unproven);
            let mut shown = if options.per_function {
                strict
            } else if self.is_run(id) {
                compare_to_tell(&self.context, &behaviour, &effort)
            } else {
                Comparison::default()
            };
            self.drop_consequences(&mut shown);
            // What ranks are told to part at where the program is compiled is what they part at where it runs.
            for (site, reason) in self.reasons(&shown) {
                keep(&mut unproven.at(site).told, reason);
            }
            if !options.per_function {
                let program = self.context.program;
                let told = || told.get_or_init(|| Told::new(program, options.complete));
                self.drop_what_is_up_to_others(id, &mut shown, &told);
            }
            for finding in self.word(&shown, &mut conditions) {
                findings.add(finding);
            }
        }
        Analysis {
            findings: findings.into_sorted(),
            unproven: unproven.into_calls(&self.context),
            unknown_calls_may_part: self.unknown_calls_may_part || self.context.gave_up,
            unseen: self.unseen,
            threads: None,
            awaits_messages: library::is_used_by(self.context.program, mpi::messages::awaits),
            given_up: self.given_up,
        }
    }

    /// Leaves out what is up to others: to those that call a root, and to where ranks have left the loops that it goes
    /// round in.
    fn drop_what_is_up_to_others<'t>(
        &mut self,
        id: FunctionId,
        shown: &mut Comparison,
        told: &dyn Fn() -> &'t Told<'p>,
    ) where
        'p: 't,
    {
        self.drop_consequences_of_leaving(shown);
        let per_thread = &self.called_per_thread;
        shown
            .divergences
            .retain(|found| !per_thread.contains(found.collective.call.procedure.name));
        shown
            .divergences
            .retain(|found| !told().is_up_to_others(id, found, &mut |id| self.folded(id)));
        if self.has_callers[id.index()] {
            // Its callers are there, and know more than it does.
            let all = &self.context.expressions;
            shown.divergences.retain(|found| !all.is_up_to_callers(found.decision.condition));
        }
    }

    /// What a root does, with what its callers hand over.
    fn settled(
        &mut self,
        id: FunctionId,
        globals: &FxHashMap<PlaceId, Option<ExpressionId>>,
    ) -> Option<Behaviour> {
        let mut behaviour = self.rooted(id, globals)?;
        self.handed.settle(&mut behaviour, &|callee| self.knows_callers(callee));
        Some(behaviour)
    }

    /// Are there ranks to compare: does the function make calls on a communicator, itself or in others?
    fn has_communicators(&self, id: FunctionId) -> bool {
        let behaviour = self.behaviours[id.index()].as_ref();
        behaviour.is_some_and(|behaviour| !groups(&self.context, behaviour).is_empty())
    }

    /// Notes what callers that do not look into functions hand over.
    fn note_handed_over(
        &mut self,
        roots: &[FunctionId],
        globals: &FxHashMap<PlaceId, Option<ExpressionId>>,
    ) {
        for id in roots {
            if !self.has_room(self.limits.roots) {
                // What all callers hand over is known of all callers or not at all.
                self.handed = HandedOver::default();
                self.called_by_given_up.fill(true);
                return;
            }
            let Some(behaviour) = self.rooted(*id, globals) else { continue };
            let runs = self.is_run_by_others(*id);
            self.handed.note(&mut self.context, *id, &behaviour, runs);
        }
    }

    /// The function with the constants in place that its values are known to be.
    fn folded(&mut self, id: FunctionId) -> Rc<Function> {
        // Many findings may be of one function, and all its values are computed for this.
        if let Some(known) = self.folded.get(&id) {
            return known.clone();
        }
        let folded = Rc::new(self.fold(id));
        self.folded.insert(id, folded.clone());
        folded
    }

    fn fold(&mut self, id: FunctionId) -> Function {
        let inputs = &self.behaviour_inputs;
        let extra = |callee: FunctionId| inputs[callee.index()].clone();
        let (values, _) = function::analyze(&mut self.context, id, &extra);
        let mut folded = self.context.program.function(id).clone();
        for (index, value) in folded.values.iter_mut().enumerate() {
            let known = values.of(ValueId::new(index));
            if let Some(number) = self.context.expressions.as_integer(known) {
                *value = Value::Integer(number);
            }
        }
        folded
    }

    /// Ranks that did not take part in making a communicator do not take part in what is called on it:
    /// that was said where it was made.
    fn drop_consequences(&self, comparison: &mut Comparison) {
        let site = |call: &CollectiveCall| Context::site_key(call.function, call.tag);
        let faulty: FxHashSet<u64> =
            comparison.divergences.iter().map(|found| site(&found.collective)).collect();
        let expressions = &self.context.expressions;
        comparison.divergences.retain(|found| {
            let mut communicator = found.collective.communicator;
            while let Expression::Communicator { parent, origin, .. } =
                expressions.get(communicator)
            {
                if faulty.contains(&self.context.origin_of(*origin).site) {
                    return false;
                }
                communicator = *parent;
            }
            true
        });
    }

    /// Ranks that have left a loop do not decide in it any more: that is said where they leave.
    fn drop_consequences_of_leaving(&self, comparison: &mut Comparison) {
        let found = std::mem::take(&mut comparison.divergences);
        let (follow, part): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|found| self.follows_from_leaving(found));
        let is_said = |found: &Divergence| {
            part.iter().any(|other| other.decision.is_below(found.decision.function))
        };
        let unsaid = follow.into_iter().filter(|found| !is_said(found));
        // Where something is thrown, or a function called ends them, that is said there or not at all.
        let causes: Vec<_> = unsaid
            .filter_map(|found| {
                let decision = found.decision.cause(&self.context.expressions)?;
                Some(Divergence { decision, ..found })
            })
            .collect();
        comparison.divergences = part;
        comparison.divergences.extend(causes);
    }

    fn follows_from_leaving(&self, found: &Divergence) -> bool {
        found.decision.is_consequence(&self.context.expressions)
    }

    /// The calls that ranks may part at, each with the decisions where they do, those of callers last.
    fn reasons(&self, comparison: &Comparison) -> Vec<(Site, Reason)> {
        let (follow, part): (Vec<_>, Vec<_>) =
            comparison.divergences.iter().partition(|found| self.follows_from_leaving(found));
        let mut told: Vec<(&Divergence, Cow<'_, Decision>)> = part
            .into_iter()
            .chain(follow)
            .map(|found| {
                let cause = found.decision.cause(&self.context.expressions);
                (found, cause.map_or(Cow::Borrowed(&found.decision), Cow::Owned))
            })
            .collect();
        told.sort_by_key(|(found, _)| Reverse(found.decision.depth()));
        // One place may decide several times (`a || b`): what may differ explains more than what nothing is known of.
        let mut conditions: FxHashMap<Location, ExpressionId> = FxHashMap::default();
        let severity = |condition| self.context.expressions.severity(condition);
        for (_, decision) in &told {
            let location = decision.users_location(self.context.program).clone();
            let known = conditions.entry(location).or_insert(decision.condition);
            if severity(decision.condition) > severity(*known) {
                *known = decision.condition;
            }
        }
        let of_each = told.into_iter().flat_map(|(divergence, decision)| {
            let location = decision.users_location(self.context.program);
            let condition = conditions[location];
            let site = |call: &CollectiveCall| (call.function, call.tag);
            let sites: Vec<Site> = divergence.involved.iter().map(site).collect();
            let reason = (location.clone(), condition);
            sites.into_iter().map(move |site| (site, reason.clone()))
        });
        of_each.collect()
    }

    fn note_unproven(
        &self,
        comparison: &Comparison,
        unseen: &mut FxHashSet<FunctionId>,
        unproven: &mut Unproven,
    ) {
        for call in self.collectives_in(&comparison.unproven_calls, unseen) {
            unproven.at(call);
        }
        for (site, reason) in self.reasons(comparison) {
            keep(&mut unproven.at(site).others, reason);
        }
        for mismatch in &comparison.mismatches {
            let calls = [Some(&mismatch.collective), mismatch.other.as_ref()];
            for call in calls.into_iter().flatten() {
                unproven.at((call.function, call.tag));
            }
        }
    }

    /// Notes the collectives that ranks come to by ways on which they also wait for messages.
    fn note_beside_messages(&self, behaviour: &Behaviour, unproven: &mut Unproven) {
        for (decision, call) in beside_messages(&self.context, behaviour, &self.waits) {
            let reason = (decision.location.clone(), decision.condition);
            keep(&mut unproven.at((call.function, call.tag)).others, reason);
        }
    }

    /// The collective calls of functions, and of those they call, that were not `seen` before.
    fn collectives_in(
        &self,
        functions: &BTreeSet<FunctionId>,
        seen: &mut FxHashSet<FunctionId>,
    ) -> BTreeSet<Site> {
        let mut found = BTreeSet::new();
        let mut work: Vec<FunctionId> =
            functions.iter().copied().filter(|function| seen.insert(*function)).collect();
        while let Some(function) = work.pop() {
            let Some(behaviour) = &self.behaviours[function.index()] else { continue };
            for step in &behaviour.steps {
                match step {
                    Step::Collective(call, _) => {
                        found.insert((call.function, call.tag));
                    }
                    Step::Call(call, _) if seen.insert(call.function) => work.push(call.function),
                    _ => {}
                }
            }
        }
        found
    }

    /// Findings of a comparison, one per condition of the source, and one per call of the way there.
    fn word(
        &self,
        comparison: &Comparison,
        conditions: &mut FxHashSet<(FunctionId, u32)>,
    ) -> Vec<Finding> {
        let mut findings: Vec<Finding> = Vec::new();
        // One mistake shows at the decisions that follow from it, too: those of its callers come last.
        let mut divergences: Vec<&Divergence> = comparison.divergences.iter().collect();
        divergences
            .retain(|found| conditions.insert((found.decision.function, found.decision.block)));
        divergences.sort_by_key(|found| Reverse(found.decision.depth()));
        // Who misses one call for another, and who the other for the one, miss each other once.
        let key = |call: &CollectiveCall| (call.function, call.tag, call.chain.clone());
        let mut by_calls: FxHashMap<_, usize> = FxHashMap::default();
        for divergence in divergences {
            let finding = collective_divergence::finding(&self.context, divergence);
            let call = key(&divergence.collective);
            let other = match &divergence.elsewhere {
                Some(Elsewhere::Collective(call)) => Some(key(call)),
                _ => None,
            };
            let known = by_calls.get(&(call.clone(), None));
            let known = known.or_else(|| by_calls.get(&(other.clone()?, Some(call.clone()))));
            if let Some(known) = known {
                findings[*known].absorb(finding);
                continue;
            }
            by_calls.insert((call.clone(), None), findings.len());
            by_calls.insert((call, other), findings.len());
            findings.push(finding);
        }
        for mismatch in &comparison.mismatches {
            findings.push(collective_argument_mismatch::finding(&self.context, mismatch));
        }
        findings
    }
}

/// The members of a component, callees first as far as calls by name tell: pointers may lead to more
/// functions than they ever hold, and would make most of a program one recursion.
fn bottom_up(component: &[usize], direct: &[Vec<usize>]) -> Vec<usize> {
    let position: FxHashMap<usize, usize> =
        component.iter().enumerate().map(|(at, member)| (*member, at)).collect();
    let inside = |member: &usize| -> Vec<usize> {
        direct[*member].iter().filter_map(|callee| position.get(callee).copied()).collect()
    };
    let edges: Vec<Vec<usize>> = component.iter().map(inside).collect();
    strongly_connected(&edges).into_iter().flatten().map(|at| component[at]).collect()
}

/// How many functions there are that may do what other ranks notice, by themselves or in what they
/// call.
fn count_mattering(program: &Program, callees: &[Vec<usize>]) -> usize {
    let matters = leading_to(program, callees, &|function| may_matter(program, function));
    matters.into_iter().filter(|matters| *matters).count()
}

/// By function: it, or what it calls, is one of the functions `wanted` answers.
fn leading_to(
    program: &Program,
    callees: &[Vec<usize>],
    wanted: &dyn Fn(&Function) -> bool,
) -> Vec<bool> {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); callees.len()];
    for (caller, callees) in callees.iter().enumerate() {
        callees.iter().for_each(|callee| callers[*callee].push(caller));
    }
    let functions = 0..callees.len();
    reachable(functions.filter(|index| wanted(&program.functions[*index])).collect(), &callers)
}

/// Does the function itself make a collective call?
fn calls_collectives(program: &Program, function: &Function) -> bool {
    calls_procedure(program, function, |procedure| procedure.collective().is_some())
}

/// Does the function itself call one of these procedures of MPI?
fn calls_procedure(
    program: &Program,
    function: &Function,
    is_one: impl Fn(&mpi::Procedure) -> bool,
) -> bool {
    function.blocks.iter().flat_map(|block| &block.events).any(|event| {
        let Event::Call(call) = event else { return false };
        let Callee::Direct(callee) = call.callee else { return false };
        mpi::lookup(&program.function(callee).name).is_some_and(|call| is_one(call.procedure))
    })
}

/// Could other ranks notice what the function itself does?
fn may_matter(program: &Program, function: &Function) -> bool {
    function.blocks.iter().any(|block| {
        matches!(block.terminator, Terminator::Resume)
            || block.events.iter().any(|event| {
                let Event::Call(call) = event else { return false };
                let Callee::Direct(callee) = call.callee else { return false };
                let callee = program.function(callee);
                let collective = mpi::lookup(&callee.name)
                    .is_some_and(|call| call.procedure.collective().is_some());
                collective || library::departure(&callee.name).is_some()
            })
    })
}
