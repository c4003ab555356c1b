//! Structured statements, and how they become blocks of the mini IR.
//!
//! It writes what a compiler's front end writes after promotion of plain variables: `rank` and other
//! variables whose address is taken stay in memory, loop counters and `&&` become φ-nodes.

use std::collections::BTreeMap;
use std::fmt::Write;

use lockstep_core::finding::Location;
use lockstep_core::program::{
    BinaryOperator, Block, BlockId, CallSite, Callee, Comparison, Event, Function, FunctionId,
    Global, GlobalId, Linkage, Program, Terminator, Value, ValueId,
};

/// A variable of type `int`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variable {
    /// A local variable of its function.
    Local(usize),
    /// A global variable.
    Global(usize),
    /// Where the parameter of this number points.
    Pointed(u32),
}

/// A communicator by what names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Communicator {
    World,
    Local(usize),
    Parameter(u32),
}

#[derive(Clone, Debug)]
pub enum Expression {
    Constant(i64),
    Variable(Variable),
    Parameter(u32),
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    Compare(Comparison, Box<Expression>, Box<Expression>),
    /// `a && b`, with a branch.
    Both(Box<Expression>, Box<Expression>),
    /// `a || b`, with a branch.
    Either(Box<Expression>, Box<Expression>),
    /// `c ? a : b`, without a branch.
    Choice(Box<Expression>, Box<Expression>, Box<Expression>),
    NotNull(Communicator),
}

#[derive(Clone, Debug)]
pub enum Argument {
    Integer(Expression),
    Communicator(Communicator),
    Address(Variable),
}

#[derive(Clone, Debug)]
pub enum Statement {
    /// An MPI collective without a result the program looks at; the root where it has one.
    Collective(&'static str, Communicator, Expression),
    Rank(Variable, Communicator),
    Size(Variable, Communicator),
    /// The variable gets data that rank 0 of the communicator broadcasts.
    Data(Variable, Communicator),
    Assign(Variable, Expression),
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// Cases, each with its constant, its statements, and whether it falls through to the next.
    Switch(Expression, Vec<(i64, Vec<Statement>, bool)>, Vec<Statement>),
    /// `for (i = 0; i < bound; i++) body`
    Loop(Expression, Vec<Statement>),
    /// `do body while (condition)`
    Repeat(Vec<Statement>, Expression),
    Break,
    Return(Option<Expression>),
    Exit,
    Abort,
    Call(usize, Vec<Argument>, Option<Variable>),
    Split(Communicator, Expression, usize),
    Duplicate(Communicator, usize),
}

/// A function in statements. `main` is the last one of a program.
#[derive(Clone, Debug, Default)]
pub struct Procedure {
    pub name: String,
    pub parameters: u32,
    pub body: Vec<Statement>,
}

/// How blocks are laid out and calls are made; none of it changes what the program does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Swap the arms of every `if` and negate its condition.
    pub negate: bool,
    /// Put every MPI collective in a function of its own.
    pub wrap: bool,
    /// A new block after every statement.
    pub split: bool,
    /// Keep parameters of type `int` in memory.
    pub spill: bool,
}

/// The symbol of the null communicator's handle.
const NULL: &str = "ompi_mpi_comm_null";

pub fn assemble(procedures: &[Procedure], style: Style) -> Program {
    let mut unit = Unit { style, ..Unit::default() };
    let first = unit.program.functions.len();
    for procedure in procedures {
        unit.program.functions.push(Function {
            name: procedure.name.clone(),
            linkage: Linkage::External,
            parameters: procedure.parameters,
            ..Function::default()
        });
    }
    for (index, procedure) in procedures.iter().enumerate() {
        let mut body = Body::new(&mut unit, procedure.parameters);
        body.statements(&procedure.body);
        if !body.closed {
            let zero = body.constant(0);
            body.close(Terminator::Return(Some(zero)));
        }
        let (values, blocks) = body.finish();
        let function = &mut unit.program.functions[first + index];
        function.values = values;
        function.blocks = blocks;
    }
    unit.program
}

#[derive(Default)]
struct Unit {
    program: Program,
    style: Style,
    declared: BTreeMap<String, FunctionId>,
    globals: BTreeMap<String, GlobalId>,
    wrappers: usize,
    line: u32,
}

impl Unit {
    fn declare(&mut self, name: &str, parameters: u32) -> FunctionId {
        if let Some(known) = self.declared.get(name) {
            return *known;
        }
        let id = FunctionId::new(self.program.functions.len());
        self.program.functions.push(Function {
            name: name.to_owned(),
            parameters,
            never_returns: matches!(name, "exit" | "MPI_Abort"),
            ..Function::default()
        });
        self.declared.insert(name.to_owned(), id);
        id
    }

    fn global(&mut self, name: &str, defined: bool) -> GlobalId {
        if let Some(known) = self.globals.get(name) {
            return *known;
        }
        let id = GlobalId::new(self.program.globals.len());
        self.program.globals.push(Global {
            name: name.to_owned(),
            defined,
            initial_known: defined,
            ..Global::default()
        });
        self.globals.insert(name.to_owned(), id);
        id
    }

    fn place(&mut self) -> Location {
        self.line += 1;
        Location { file: "random.c".into(), line: self.line, column: 5 }
    }
}

struct Body<'u> {
    unit: &'u mut Unit,
    values: Vec<Value>,
    blocks: Vec<Block>,
    events: Vec<Event>,
    /// The number of the block being written; later blocks are reserved ahead of it.
    at: usize,
    closed: bool,
    locals: BTreeMap<usize, ValueId>,
    communicators: BTreeMap<usize, ValueId>,
    spilled: BTreeMap<u32, ValueId>,
    scratch: Option<ValueId>,
    /// Where `break` goes.
    breaks: Vec<usize>,
}

impl<'u> Body<'u> {
    fn new(unit: &'u mut Unit, parameters: u32) -> Self {
        let values = (0..parameters).map(Value::Parameter).collect();
        let mut body = Self {
            unit,
            values,
            blocks: Vec::new(),
            events: Vec::new(),
            at: 0,
            closed: false,
            locals: BTreeMap::new(),
            communicators: BTreeMap::new(),
            spilled: BTreeMap::new(),
            scratch: None,
            breaks: Vec::new(),
        };
        body.reserve();
        if body.unit.style.spill {
            for parameter in 0..parameters {
                let slot = body.value(Value::Stack);
                body.events.push(Event::Store { address: slot, value: ValueId(parameter) });
                body.spilled.insert(parameter, slot);
            }
        }
        body
    }

    fn finish(self) -> (Vec<Value>, Vec<Block>) {
        (self.values, self.blocks)
    }

    fn value(&mut self, value: Value) -> ValueId {
        self.values.push(value);
        ValueId::new(self.values.len() - 1)
    }

    fn constant(&mut self, value: i64) -> ValueId {
        self.value(Value::Integer(value))
    }

    fn reserve(&mut self) -> usize {
        self.blocks.push(Block {
            events: Vec::new(),
            terminator: Terminator::Unreachable,
            location: Location::default(),
        });
        self.blocks.len() - 1
    }

    fn close(&mut self, terminator: Terminator) {
        if self.closed {
            return;
        }
        let location = self.unit.place();
        self.blocks[self.at] =
            Block { events: std::mem::take(&mut self.events), terminator, location };
        self.closed = true;
    }

    fn jump(&mut self, to: usize) {
        self.close(Terminator::Jump(BlockId::new(to)));
    }

    fn open(&mut self, block: usize) {
        assert!(self.closed && self.events.is_empty());
        self.at = block;
        self.closed = false;
    }

    fn branch(&mut self, condition: ValueId, then: usize, otherwise: usize) {
        let (then, otherwise) = (BlockId::new(then), BlockId::new(otherwise));
        let terminator = if self.unit.style.negate {
            let condition = self.opposite(condition);
            Terminator::Branch { condition, then: otherwise, otherwise: then }
        } else {
            Terminator::Branch { condition, then, otherwise }
        };
        self.close(terminator);
    }

    /// The negation of a condition, as compilers write it.
    fn opposite(&mut self, condition: ValueId) -> ValueId {
        let opposite = match self.values[condition.index()] {
            Value::Compare { comparison, bits, operands } => {
                let comparison = match comparison {
                    Comparison::Equal => Comparison::NotEqual,
                    Comparison::NotEqual => Comparison::Equal,
                    Comparison::Less => Comparison::GreaterEqual,
                    Comparison::LessEqual => Comparison::Greater,
                    Comparison::Greater => Comparison::LessEqual,
                    Comparison::GreaterEqual => Comparison::Less,
                    other => panic!("not generated: {other:?}"),
                };
                Value::Compare { comparison, bits, operands }
            }
            _ => {
                let operands = [condition, self.constant(0)];
                Value::Compare { comparison: Comparison::Equal, bits: 1, operands }
            }
        };
        self.value(opposite)
    }

    fn load(&mut self, address: ValueId) -> ValueId {
        let value = self.value(Value::Load { address });
        self.events.push(Event::Load(value));
        value
    }

    fn address(&mut self, variable: Variable) -> ValueId {
        match variable {
            Variable::Local(index) => {
                if let Some(known) = self.locals.get(&index) {
                    return *known;
                }
                let slot = self.value(Value::Stack);
                self.locals.insert(index, slot);
                slot
            }
            Variable::Global(index) => {
                let id = self.unit.global(&format!("variable_{index}"), true);
                self.value(Value::Global(id))
            }
            Variable::Pointed(parameter) => self.parameter(parameter),
        }
    }

    fn parameter(&mut self, parameter: u32) -> ValueId {
        match self.spilled.get(&parameter) {
            Some(slot) => {
                let slot = *slot;
                self.load(slot)
            }
            None => ValueId(parameter),
        }
    }

    fn handle(&mut self, name: &str) -> ValueId {
        let id = self.unit.global(name, false);
        self.value(Value::Global(id))
    }

    fn slot(&mut self, communicator: usize) -> ValueId {
        if let Some(known) = self.communicators.get(&communicator) {
            return *known;
        }
        let slot = self.value(Value::Stack);
        self.communicators.insert(communicator, slot);
        slot
    }

    fn communicator(&mut self, communicator: Communicator) -> ValueId {
        match communicator {
            Communicator::World => self.handle("ompi_mpi_comm_world"),
            Communicator::Parameter(index) => self.parameter(index),
            Communicator::Local(index) => {
                let slot = self.slot(index);
                self.load(slot)
            }
        }
    }

    fn scratch(&mut self) -> ValueId {
        match self.scratch {
            Some(scratch) => scratch,
            None => {
                let scratch = self.value(Value::Stack);
                self.scratch = Some(scratch);
                scratch
            }
        }
    }

    // ---- expressions ------------------------------------------------------------------------

    /// The number of an expression.
    fn number(&mut self, expression: &Expression) -> ValueId {
        match expression {
            Expression::Constant(value) => self.constant(*value),
            Expression::Variable(variable) => {
                let address = self.address(*variable);
                self.load(address)
            }
            Expression::Parameter(index) => self.parameter(*index),
            Expression::Binary(operator, a, b) => {
                let operands = [self.number(a), self.number(b)];
                self.value(Value::Binary { operator: *operator, bits: 32, operands })
            }
            Expression::Compare(..)
            | Expression::Both(..)
            | Expression::Either(..)
            | Expression::NotNull(_) => {
                let operand = self.truth(expression);
                let cast = lockstep_core::program::Cast::ZeroExtend;
                self.value(Value::Cast { cast, from: 1, to: 32, operand })
            }
            Expression::Choice(condition, then, otherwise) => {
                let condition = self.truth(condition);
                let (then, otherwise) = (self.number(then), self.number(otherwise));
                self.value(Value::Select { condition, then, otherwise })
            }
        }
    }

    /// An expression as a condition.
    fn truth(&mut self, expression: &Expression) -> ValueId {
        match expression {
            Expression::Compare(comparison, a, b) => {
                let operands = [self.number(a), self.number(b)];
                self.value(Value::Compare { comparison: *comparison, bits: 32, operands })
            }
            Expression::Both(a, b) => self.shortcut(a, b, false),
            Expression::Either(a, b) => self.shortcut(a, b, true),
            Expression::NotNull(communicator) => {
                let operands = [self.communicator(*communicator), self.handle(NULL)];
                let comparison = Comparison::NotEqual;
                self.value(Value::Compare { comparison, bits: 64, operands })
            }
            _ => {
                let operands = [self.number(expression), self.constant(0)];
                let comparison = Comparison::NotEqual;
                self.value(Value::Compare { comparison, bits: 32, operands })
            }
        }
    }

    fn shortcut(&mut self, a: &Expression, b: &Expression, stops_at: bool) -> ValueId {
        let first = self.truth(a);
        let from = self.at;
        let (more, join) = (self.reserve(), self.reserve());
        if stops_at {
            self.branch(first, join, more);
        } else {
            self.branch(first, more, join);
        }
        self.open(more);
        let second = self.truth(b);
        let end_of_more = self.at;
        self.jump(join);
        self.open(join);
        let known = self.constant(i64::from(stops_at));
        let incoming = vec![(BlockId::new(from), known), (BlockId::new(end_of_more), second)];
        self.value(Value::Phi { block: BlockId::new(join), incoming })
    }

    // ---- calls --------------------------------------------------------------------------------

    fn call(&mut self, callee: FunctionId, arguments: Vec<ValueId>, used: bool) -> Option<ValueId> {
        let block = BlockId::new(self.at);
        let event = u32::try_from(self.events.len()).unwrap();
        let result = used.then(|| self.value(Value::Result { block, event }));
        let location = self.unit.place();
        let tag = self.unit.line;
        let callee = Callee::Direct(callee);
        self.events.push(Event::Call(CallSite { callee, arguments, result, location, tag }));
        result
    }

    fn mpi(&mut self, name: &str, arguments: Vec<ValueId>) {
        let count = u32::try_from(arguments.len()).unwrap();
        let callee = self.unit.declare(name, count);
        self.call(callee, arguments, false);
    }

    fn wrapped(&mut self, name: &str, arguments: Vec<ValueId>) {
        if !self.unit.style.wrap {
            return self.mpi(name, arguments);
        }
        let count = u32::try_from(arguments.len()).unwrap();
        self.unit.wrappers += 1;
        let number = self.unit.wrappers;
        let id = FunctionId::new(self.unit.program.functions.len());
        self.unit.program.functions.push(Function {
            name: format!("wrapper_{number}"),
            linkage: Linkage::Internal,
            parameters: count,
            ..Function::default()
        });
        let mut inner = Body::new(self.unit, count);
        let inner_arguments = (0..count).map(|index| inner.parameter(index)).collect();
        inner.mpi(name, inner_arguments);
        inner.close(Terminator::Return(None));
        let (values, blocks) = inner.finish();
        let function = &mut self.unit.program.functions[id.index()];
        function.values = values;
        function.blocks = blocks;
        self.call(id, arguments, false);
    }

    fn collective(&mut self, name: &str, communicator: Communicator, root: &Expression) {
        let communicator = self.communicator(communicator);
        let arguments = match name {
            "MPI_Init" => vec![self.value(Value::Null), self.value(Value::Null)],
            "MPI_Finalize" => Vec::new(),
            "MPI_Barrier" => vec![communicator],
            _ => {
                let buffer = self.scratch();
                let (one, kind) = (self.constant(1), self.handle("ompi_mpi_int"));
                let send = self.value(Value::Offset { base: buffer, bytes: 64 });
                match name {
                    "MPI_Bcast" => vec![buffer, one, kind, self.number(root), communicator],
                    "MPI_Reduce" => {
                        let sum = self.handle("ompi_mpi_op_sum");
                        vec![send, buffer, one, kind, sum, self.number(root), communicator]
                    }
                    "MPI_Allreduce" => {
                        let sum = self.handle("ompi_mpi_op_sum");
                        vec![send, buffer, one, kind, sum, communicator]
                    }
                    other => panic!("no arguments known for {other}"),
                }
            }
        };
        self.wrapped(name, arguments);
    }

    // ---- statements ---------------------------------------------------------------------------

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            if self.closed {
                return;
            }
            self.statement(statement);
            if self.unit.style.split && !self.closed {
                let next = self.reserve();
                self.jump(next);
                self.open(next);
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Collective(name, communicator, root) => {
                self.collective(name, *communicator, root);
            }
            Statement::Rank(variable, communicator) => {
                let arguments = vec![self.communicator(*communicator), self.address(*variable)];
                self.wrapped("MPI_Comm_rank", arguments);
            }
            Statement::Size(variable, communicator) => {
                let arguments = vec![self.communicator(*communicator), self.address(*variable)];
                self.wrapped("MPI_Comm_size", arguments);
            }
            Statement::Data(variable, communicator) => {
                let address = self.address(*variable);
                let (one, zero) = (self.constant(1), self.constant(0));
                let kind = self.handle("ompi_mpi_int");
                let communicator = self.communicator(*communicator);
                self.mpi("MPI_Bcast", vec![address, one, kind, zero, communicator]);
            }
            Statement::Assign(variable, expression) => {
                let value = self.number(expression);
                let address = self.address(*variable);
                self.events.push(Event::Store { address, value });
            }
            Statement::If(condition, then, otherwise) => self.choose(condition, then, otherwise),
            Statement::Switch(value, cases, default) => self.switch(value, cases, default),
            Statement::Loop(bound, body) => self.count(bound, body),
            Statement::Repeat(body, condition) => self.repeat(body, condition),
            Statement::Break => {
                let to = *self.breaks.last().expect("break in a loop");
                self.jump(to);
            }
            Statement::Return(value) => {
                let value = value.as_ref().map(|value| self.number(value));
                self.close(Terminator::Return(value));
            }
            Statement::Exit | Statement::Abort => self.leave(statement),
            Statement::Call(index, arguments, into) => self.known(*index, arguments, *into),
            Statement::Split(parent, color, into) => {
                let parent = self.communicator(*parent);
                let (color, key) = (self.number(color), self.constant(0));
                let slot = self.slot(*into);
                self.wrapped("MPI_Comm_split", vec![parent, color, key, slot]);
            }
            Statement::Duplicate(parent, into) => {
                let (parent, slot) = (self.communicator(*parent), self.slot(*into));
                self.wrapped("MPI_Comm_dup", vec![parent, slot]);
            }
        }
    }

    fn leave(&mut self, statement: &Statement) {
        let one = self.constant(1);
        if matches!(statement, Statement::Exit) {
            self.mpi("exit", vec![one]);
        } else {
            let world = self.communicator(Communicator::World);
            self.mpi("MPI_Abort", vec![world, one]);
        }
        self.close(Terminator::Unreachable);
    }

    fn known(&mut self, index: usize, arguments: &[Argument], into: Option<Variable>) {
        let arguments = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Integer(expression) => self.number(expression),
                Argument::Communicator(communicator) => self.communicator(*communicator),
                Argument::Address(variable) => self.address(*variable),
            })
            .collect();
        let result = self.call(FunctionId::new(index), arguments, into.is_some());
        if let (Some(variable), Some(value)) = (into, result) {
            let address = self.address(variable);
            self.events.push(Event::Store { address, value });
        }
    }

    fn choose(&mut self, condition: &Expression, then: &[Statement], otherwise: &[Statement]) {
        let condition = self.truth(condition);
        let (yes, no, join) = (self.reserve(), self.reserve(), self.reserve());
        self.branch(condition, yes, no);
        for (block, statements) in [(yes, then), (no, otherwise)] {
            self.open(block);
            self.statements(statements);
            self.jump(join);
        }
        self.open(join);
    }

    fn switch(
        &mut self,
        value: &Expression,
        cases: &[(i64, Vec<Statement>, bool)],
        default: &[Statement],
    ) {
        let value = self.number(value);
        let targets: Vec<usize> = cases.iter().map(|_| self.reserve()).collect();
        let (other, join) = (self.reserve(), self.reserve());
        let ways = cases.iter().zip(&targets).map(|(case, target)| (case.0, BlockId::new(*target)));
        self.close(Terminator::Switch {
            value,
            cases: ways.collect(),
            default: BlockId::new(other),
        });
        for (index, (_, statements, falls)) in cases.iter().enumerate() {
            self.open(targets[index]);
            self.statements(statements);
            let next = targets.get(index + 1).copied().unwrap_or(other);
            self.jump(if *falls { next } else { join });
        }
        self.open(other);
        self.statements(default);
        self.jump(join);
        self.open(join);
    }

    fn count(&mut self, bound: &Expression, body: &[Statement]) {
        let before = self.at;
        let zero = self.constant(0);
        let (head, inside, latch, after) =
            (self.reserve(), self.reserve(), self.reserve(), self.reserve());
        let from = self.at;
        debug_assert_eq!(before, from);
        self.jump(head);
        self.open(head);
        let counter = self.value(Value::Phi { block: BlockId::new(head), incoming: Vec::new() });
        let bound = self.number(bound);
        let comparison = Comparison::Less;
        let operands = [counter, bound];
        let test = self.value(Value::Compare { comparison, bits: 32, operands });
        self.branch(test, inside, after);
        self.open(inside);
        self.breaks.push(after);
        self.statements(body);
        self.breaks.pop();
        self.jump(latch);
        self.open(latch);
        let one = self.constant(1);
        let operands = [counter, one];
        let next = self.value(Value::Binary { operator: BinaryOperator::Add, bits: 32, operands });
        self.jump(head);
        self.values[counter.index()] = Value::Phi {
            block: BlockId::new(head),
            incoming: vec![(BlockId::new(from), zero), (BlockId::new(latch), next)],
        };
        self.open(after);
    }

    fn repeat(&mut self, body: &[Statement], condition: &Expression) {
        let (inside, test, after) = (self.reserve(), self.reserve(), self.reserve());
        self.jump(inside);
        self.open(inside);
        self.breaks.push(after);
        self.statements(body);
        self.breaks.pop();
        self.jump(test);
        self.open(test);
        let condition = self.truth(condition);
        self.branch(condition, inside, after);
        self.open(after);
    }
}

/// The program as indented text, for a failing test's message.
pub fn print(procedures: &[Procedure]) -> String {
    let mut text = String::new();
    for procedure in procedures {
        let _ = writeln!(text, "{}({} parameters)", procedure.name, procedure.parameters);
        print_all(&mut text, &procedure.body, 1);
    }
    text
}

fn print_all(text: &mut String, statements: &[Statement], depth: usize) {
    let indent = "  ".repeat(depth);
    for statement in statements {
        match statement {
            Statement::If(condition, then, otherwise) => {
                let _ = writeln!(text, "{indent}if {}", show(condition));
                print_all(text, then, depth + 1);
                if !otherwise.is_empty() {
                    let _ = writeln!(text, "{indent}else");
                    print_all(text, otherwise, depth + 1);
                }
            }
            Statement::Switch(value, cases, default) => {
                let _ = writeln!(text, "{indent}switch {}", show(value));
                for (constant, statements, falls) in cases {
                    let falls = if *falls { " (falls through)" } else { "" };
                    let _ = writeln!(text, "{indent}case {constant}{falls}");
                    print_all(text, statements, depth + 1);
                }
                let _ = writeln!(text, "{indent}default");
                print_all(text, default, depth + 1);
            }
            Statement::Loop(bound, body) => {
                let _ = writeln!(text, "{indent}for i < {}", show(bound));
                print_all(text, body, depth + 1);
            }
            Statement::Repeat(body, condition) => {
                let _ = writeln!(text, "{indent}do");
                print_all(text, body, depth + 1);
                let _ = writeln!(text, "{indent}while {}", show(condition));
            }
            Statement::Assign(variable, value) => {
                let _ = writeln!(text, "{indent}{variable:?} = {}", show(value));
            }
            Statement::Collective(name, communicator, root) => {
                let _ = writeln!(text, "{indent}{name}({communicator:?}) root {}", show(root));
            }
            Statement::Split(parent, color, into) => {
                let _ = writeln!(text, "{indent}comm{into} = split({parent:?}, {})", show(color));
            }
            other => {
                let _ = writeln!(text, "{indent}{other:?}");
            }
        }
    }
}

fn show(expression: &Expression) -> String {
    match expression {
        Expression::Constant(value) => value.to_string(),
        Expression::Variable(variable) => format!("{variable:?}"),
        Expression::Parameter(index) => format!("p{index}"),
        Expression::Binary(operator, a, b) => format!("({} {operator:?} {})", show(a), show(b)),
        Expression::Compare(comparison, a, b) => {
            format!("({} {comparison:?} {})", show(a), show(b))
        }
        Expression::Both(a, b) => format!("({} && {})", show(a), show(b)),
        Expression::Either(a, b) => format!("({} || {})", show(a), show(b)),
        Expression::Choice(c, a, b) => format!("({} ? {} : {})", show(c), show(a), show(b)),
        Expression::NotNull(communicator) => format!("{communicator:?} != null"),
    }
}
