//! Random programs in statements.

use lockstep_core::program::{BinaryOperator, Comparison};

use super::Random;
use super::assemble::{Argument, Communicator, Expression, Procedure, Statement, Variable};

/// What kind of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Conditions are functions of ranks, sizes and constants. No loops.
    Ranks,
    /// And some of broadcast data, which also bounds loops; data and ranks do not meet in one
    /// condition, nothing depends on data where ranks have parted, and no rank leaves a loop alone.
    Data,
    /// And loops by constants, sizes and ranks, whose counters and whose variables are compared with
    /// ranks: what the analysis cannot evaluate, so that it may warn where nothing is wrong.
    Mixed,
}

/// Operations without a root, and with one.
const PLAIN: [&str; 2] = ["MPI_Barrier", "MPI_Allreduce"];
const ROOTED: [&str; 2] = ["MPI_Bcast", "MPI_Reduce"];

/// What a caller must know of a procedure.
#[derive(Clone, Copy, Debug, Default)]
struct Interface {
    /// It loops or takes broadcast data.
    uses_data: bool,
    /// What it returns and writes follows from ranks and sizes.
    exact_result: bool,
}

struct Scope {
    /// Variables that follow from ranks, sizes and constants.
    ranks: Vec<Variable>,
    /// Variables with broadcast data.
    data: Vec<Variable>,
    /// Communicators of which every rank here is a member.
    communicators: Vec<Communicator>,
    /// Communicators of which not every rank here is a member.
    partial: Vec<Communicator>,
    /// Plain ranks, to split by.
    plain: Vec<Expression>,
    /// Ranks may be elsewhere.
    parted: bool,
    /// Data decides whether this place is reached, or how often.
    by_data: bool,
    loops: usize,
}

struct Generator<'r> {
    random: &'r mut Random,
    kind: Kind,
    done: Vec<Interface>,
    budget: usize,
    locals: usize,
    made: usize,
    own: Interface,
    is_main: bool,
    /// Ranks left the arm being written: `return`, `exit`, `break`.
    left: bool,
}

/// A random program; its last procedure is `main`.
pub fn program(random: &mut Random, kind: Kind) -> Vec<Procedure> {
    let helpers = random.below(3);
    let mut procedures = Vec::new();
    let mut done = Vec::new();
    for index in 0..=helpers {
        let is_main = index == helpers;
        let budget = if is_main { 5 + random.below(14) } else { 2 + random.below(6) };
        let mut generator = Generator {
            random,
            kind,
            done,
            budget,
            locals: 0,
            made: 0,
            own: Interface { uses_data: false, exact_result: true },
            is_main,
            left: false,
        };
        let body = if is_main { generator.main() } else { generator.helper() };
        let own = generator.own;
        done = generator.done;
        done.push(own);
        let name = if is_main { "main".to_owned() } else { format!("helper_{index}") };
        procedures.push(Procedure { name, parameters: if is_main { 0 } else { 3 }, body });
    }
    keep_called(procedures)
}

/// Empties helpers that `main` does not lead to: nobody runs them, but the analysis looks at them.
fn keep_called(mut procedures: Vec<Procedure>) -> Vec<Procedure> {
    let mut called = vec![false; procedures.len()];
    let mut work = vec![procedures.len() - 1];
    while let Some(index) = work.pop() {
        if !std::mem::replace(&mut called[index], true) {
            callees(&procedures[index].body, &mut work);
        }
    }
    for (procedure, called) in procedures.iter_mut().zip(called) {
        if !called {
            procedure.body.clear();
        }
    }
    procedures
}

fn callees(statements: &[Statement], found: &mut Vec<usize>) {
    for statement in statements {
        match statement {
            Statement::Call(index, ..) => found.push(*index),
            Statement::If(_, then, otherwise) => {
                callees(then, found);
                callees(otherwise, found);
            }
            Statement::Switch(_, cases, default) => {
                cases.iter().for_each(|(_, body, _)| callees(body, found));
                callees(default, found);
            }
            Statement::Loop(_, body) | Statement::Repeat(body, _) => callees(body, found),
            _ => {}
        }
    }
}

impl Generator<'_> {
    fn main(&mut self) -> Vec<Statement> {
        let world = Communicator::World;
        let rank = if self.random.chance(3) { Variable::Global(0) } else { self.local() };
        let size = if self.random.chance(3) { Variable::Global(1) } else { self.local() };
        let mut body = vec![
            Statement::Collective("MPI_Init", world, Expression::Constant(0)),
            Statement::Rank(rank, world),
            Statement::Size(size, world),
        ];
        let mut scope = Scope {
            ranks: vec![rank, size],
            data: Vec::new(),
            communicators: vec![world],
            partial: Vec::new(),
            plain: vec![Expression::Variable(rank)],
            parted: false,
            by_data: false,
            loops: 0,
        };
        body.extend(self.some(&mut scope, 6));
        body.push(Statement::Collective("MPI_Finalize", world, Expression::Constant(0)));
        body.push(Statement::Return(Some(Expression::Constant(0))));
        body
    }

    /// Parameters: a number, a communicator, the address of a variable.
    fn helper(&mut self) -> Vec<Statement> {
        let communicator = Communicator::Parameter(1);
        let rank = self.local();
        let mut body = vec![Statement::Rank(rank, communicator)];
        let mut scope = Scope {
            ranks: vec![rank],
            data: Vec::new(),
            communicators: vec![communicator],
            partial: Vec::new(),
            plain: vec![Expression::Variable(rank)],
            parted: false,
            by_data: false,
            loops: 0,
        };
        if self.random.chance(2) {
            scope.communicators.push(Communicator::World);
        }
        body.extend(self.some(&mut scope, 4));
        if self.random.chance(2) {
            let value = self.arithmetic(&scope);
            body.push(Statement::Assign(Variable::Pointed(2), value));
        } else {
            body.push(Statement::Assign(Variable::Pointed(2), Expression::Variable(rank)));
        }
        let value = self.arithmetic(&scope);
        body.push(Statement::Return(Some(value)));
        body
    }

    fn local(&mut self) -> Variable {
        self.locals += 1;
        Variable::Local(self.locals)
    }

    fn some(&mut self, scope: &mut Scope, most: usize) -> Vec<Statement> {
        let count = self.random.below(most) + 1;
        let mut statements = Vec::new();
        for _ in 0..count {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            let end = self.one(scope, &mut statements);
            if end {
                break;
            }
        }
        statements
    }

    /// True: nothing comes after it.
    fn one(&mut self, scope: &mut Scope, out: &mut Vec<Statement>) -> bool {
        match self.random.below(if self.kind == Kind::Ranks { 21 } else { 25 }) {
            0..=5 => out.push(self.collective(scope)),
            6..=9 => out.push(self.choice(scope)),
            10 => out.push(self.switch(scope)),
            11 | 12 => self.assign(scope, out),
            13 => self.communicator(scope, out),
            14 => self.member(scope, out),
            15 | 16 => self.call(scope, out),
            17 => self.looped(scope, out),
            18 => return self.leave(scope, out),
            19 | 20 => self.both_ways(scope, out),
            21..=23 => self.looped(scope, out),
            _ => self.data(scope, out),
        }
        false
    }

    fn collective(&mut self, scope: &Scope) -> Statement {
        let communicator = *self.random.pick(&scope.communicators);
        if self.random.chance(3) {
            let root = match self.random.below(4) {
                0 => self.small(scope),
                1 => Expression::Constant(1),
                _ => Expression::Constant(0),
            };
            return Statement::Collective(
                ROOTED[self.random.below(ROOTED.len())],
                communicator,
                root,
            );
        }
        let zero = Expression::Constant(0);
        Statement::Collective(PLAIN[self.random.below(PLAIN.len())], communicator, zero)
    }

    // ---- expressions ------------------------------------------------------------------------

    fn atom(&mut self, scope: &Scope) -> Expression {
        match self.random.below(5) {
            0 => Expression::Constant(self.constant()),
            1 if !self.is_main => Expression::Parameter(0),
            _ => Expression::Variable(*self.random.pick(&scope.ranks)),
        }
    }

    fn constant(&mut self) -> i64 {
        i64::try_from(self.random.below(5)).unwrap()
    }

    fn arithmetic(&mut self, scope: &Scope) -> Expression {
        let atom = self.atom(scope);
        let two = |a, operator, b| Expression::Binary(operator, Box::new(a), Box::new(b));
        match self.random.below(9) {
            0 => two(atom, BinaryOperator::Add, self.atom(scope)),
            1 => two(atom, BinaryOperator::Subtract, self.atom(scope)),
            2 => two(atom, BinaryOperator::Remainder, Expression::Constant(2)),
            3 => two(atom, BinaryOperator::Remainder, Expression::Constant(3)),
            4 => two(atom, BinaryOperator::Divide, Expression::Constant(2)),
            5 => two(atom, BinaryOperator::And, Expression::Constant(1)),
            6 => {
                let condition = Box::new(self.comparison(scope));
                let other = self.atom(scope);
                Expression::Choice(condition, Box::new(atom), Box::new(other))
            }
            7 => self.comparison(scope),
            _ => atom,
        }
    }

    /// Never negative.
    fn small(&mut self, scope: &Scope) -> Expression {
        let value = Box::new(self.arithmetic(scope));
        Expression::Binary(BinaryOperator::And, value, Box::new(Expression::Constant(1)))
    }

    fn comparison(&mut self, scope: &Scope) -> Expression {
        const ALL: [Comparison; 6] = [
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::Less,
            Comparison::LessEqual,
            Comparison::Greater,
            Comparison::GreaterEqual,
        ];
        let (a, b) = (self.atom(scope), self.atom(scope));
        Expression::Compare(*self.random.pick(&ALL), Box::new(a), Box::new(b))
    }

    fn condition(&mut self, scope: &Scope) -> Expression {
        match self.random.below(8) {
            0 => {
                let (a, b) = (self.comparison(scope), self.comparison(scope));
                Expression::Both(Box::new(a), Box::new(b))
            }
            1 => {
                let (a, b) = (self.comparison(scope), self.comparison(scope));
                Expression::Either(Box::new(a), Box::new(b))
            }
            2 | 3 => {
                let (a, b) = (self.arithmetic(scope), Expression::Constant(self.constant()));
                Expression::Compare(Comparison::Equal, Box::new(a), Box::new(b))
            }
            4 => self.arithmetic(scope),
            _ => self.comparison(scope),
        }
    }

    fn data_condition(&mut self, scope: &Scope) -> Expression {
        let variable = Expression::Variable(*self.random.pick(&scope.data));
        let constant = Expression::Constant(self.constant().min(2));
        let comparison = if self.random.chance(2) { Comparison::Equal } else { Comparison::Less };
        Expression::Compare(comparison, Box::new(variable), Box::new(constant))
    }

    // ---- statements ---------------------------------------------------------------------------

    /// The scope of an arm: what is declared in it is not known behind it.
    fn arm(&mut self, scope: &mut Scope, parted: bool, by_data: bool) -> Vec<Statement> {
        let mut inner = Scope {
            ranks: scope.ranks.clone(),
            data: scope.data.clone(),
            communicators: scope.communicators.clone(),
            partial: scope.partial.clone(),
            plain: scope.plain.clone(),
            parted: scope.parted || parted,
            by_data: scope.by_data || by_data,
            loops: scope.loops,
        };
        let left = std::mem::replace(&mut self.left, false);
        let statements = self.some(&mut inner, 3);
        // Ranks that left in there are elsewhere from here on.
        scope.parted |= self.left && inner.parted;
        self.left |= left;
        statements
    }

    fn choice(&mut self, scope: &mut Scope) -> Statement {
        let by_data = !scope.data.is_empty() && !scope.parted && self.random.chance(3);
        let condition = if by_data { self.data_condition(scope) } else { self.condition(scope) };
        let then = self.arm(scope, !by_data, by_data);
        let otherwise = match self.random.below(4) {
            0 => self.arm(scope, !by_data, by_data),
            1 => self.alike(scope, &then),
            _ => Vec::new(),
        };
        Statement::If(condition, then, otherwise)
    }

    /// Statements that do the same, or nearly.
    fn alike(&mut self, scope: &Scope, statements: &[Statement]) -> Vec<Statement> {
        let mut copy = statements.to_vec();
        if self.random.chance(4) && !copy.is_empty() {
            let at = self.random.below(copy.len());
            copy.remove(at);
        } else if self.random.chance(4) {
            let one = self.collective(scope);
            let at = self.random.below(copy.len() + 1);
            copy.insert(at, one);
        }
        copy
    }

    /// One condition twice, the second time the other way round.
    fn both_ways(&mut self, scope: &mut Scope, out: &mut Vec<Statement>) {
        let condition = self.condition(scope);
        let then = self.arm(scope, true, false);
        let other = self.alike(scope, &then);
        let opposite = Expression::Compare(
            Comparison::Equal,
            Box::new(condition.clone()),
            Box::new(Expression::Constant(0)),
        );
        let truth = Expression::Compare(
            Comparison::NotEqual,
            Box::new(condition),
            Box::new(Expression::Constant(0)),
        );
        out.push(Statement::If(truth, then, Vec::new()));
        if self.random.chance(2) {
            out.push(self.collective(scope));
        }
        out.push(Statement::If(opposite, other, Vec::new()));
    }

    fn switch(&mut self, scope: &mut Scope) -> Statement {
        let by_data = !scope.data.is_empty() && !scope.parted && self.random.chance(3);
        let value = if by_data {
            Expression::Variable(*self.random.pick(&scope.data))
        } else {
            self.arithmetic(scope)
        };
        let count = 1 + self.random.below(3);
        let model =
            if self.random.chance(2) { Some(self.arm(scope, !by_data, by_data)) } else { None };
        let cases = (0..count)
            .map(|constant| {
                let body = match &model {
                    Some(model) => self.alike(scope, model),
                    None => self.arm(scope, !by_data, by_data),
                };
                (i64::try_from(constant).unwrap(), body, model.is_none() && self.random.chance(4))
            })
            .collect();
        let default = match &model {
            Some(model) => self.alike(scope, model),
            None => self.arm(scope, !by_data, by_data),
        };
        Statement::Switch(value, cases, default)
    }

    fn assign(&mut self, scope: &mut Scope, out: &mut Vec<Statement>) {
        let value = self.arithmetic(scope);
        let shared = !scope.by_data && (scope.loops == 0 || self.kind == Kind::Mixed);
        if shared && self.random.chance(2) {
            // Not the plain ranks: splits go by them.
            let plain: Vec<_> = scope.plain.clone();
            let free: Vec<Variable> = scope
                .ranks
                .iter()
                .copied()
                .filter(|v| {
                    let is = |e: &Expression| matches!(e, Expression::Variable(p) if p == v);
                    !plain.iter().any(is)
                })
                .collect();
            if !free.is_empty() {
                let variable = *self.random.pick(&free);
                // Choices between large expressions grow beyond what is kept.
                let value = if scope.parted { self.atom(scope) } else { value };
                out.push(Statement::Assign(variable, value));
                return;
            }
        }
        let variable = self.local();
        out.push(Statement::Assign(variable, value));
        scope.ranks.push(variable);
    }

    fn communicator(&mut self, scope: &mut Scope, out: &mut Vec<Statement>) {
        // Where ranks have parted not all may come to make it.
        if scope.parted {
            return;
        }
        self.made += 1;
        let into = self.made;
        let parent = *self.random.pick(&scope.communicators);
        if self.random.chance(3) {
            out.push(Statement::Duplicate(parent, into));
            scope.communicators.push(Communicator::Local(into));
            return;
        }
        if self.random.chance(3) {
            self.made_in_arms(scope, parent, into, out);
            return;
        }
        let (color, partial) = self.color(scope);
        out.push(Statement::Split(parent, color, into));
        let made = Communicator::Local(into);
        if partial { &mut scope.partial } else { &mut scope.communicators }.push(made);
    }

    /// Each arm of a decision, or of two of them, makes the communicator.
    fn made_in_arms(
        &mut self,
        scope: &mut Scope,
        parent: Communicator,
        into: usize,
        out: &mut Vec<Statement>,
    ) {
        let mut partial = false;
        let mut arm = |generator: &mut Self| {
            let (color, some) = match generator.random.below(4) {
                0 => (Expression::Constant(generator.constant()), false),
                1 => (Expression::Constant(-32766), true),
                _ => generator.color(scope),
            };
            partial |= some;
            Statement::Split(parent, color, into)
        };
        let (first, second, third) = (arm(self), arm(self), arm(self));
        let condition = self.comparison(scope);
        let otherwise = if self.random.chance(3) {
            let inner = self.comparison(scope);
            Statement::If(inner, vec![second], vec![third])
        } else {
            second
        };
        out.push(Statement::If(condition, vec![first], vec![otherwise]));
        let made = Communicator::Local(into);
        if partial { &mut scope.partial } else { &mut scope.communicators }.push(made);
    }

    /// A colour, and whether it leaves ranks out.
    fn color(&mut self, scope: &Scope) -> (Expression, bool) {
        let rank = self.random.pick(&scope.plain).clone();
        let two = |operator, by| {
            Expression::Binary(operator, Box::new(rank.clone()), Box::new(Expression::Constant(by)))
        };
        match self.random.below(5) {
            0 => (two(BinaryOperator::Remainder, 2), false),
            1 => (two(BinaryOperator::Divide, 2), false),
            2 => (two(BinaryOperator::And, 1), false),
            3 => (two(BinaryOperator::Subtract, 1), true),
            _ => {
                let condition = Expression::Compare(
                    Comparison::Less,
                    Box::new(rank),
                    Box::new(Expression::Constant(self.constant() + 1)),
                );
                let (a, b) = (Expression::Constant(1), Expression::Constant(-32766));
                (Expression::Choice(Box::new(condition), Box::new(a), Box::new(b)), true)
            }
        }
    }

    /// Work of the members of a communicator, with their rank in it.
    fn member(&mut self, scope: &mut Scope, out: &mut Vec<Statement>) {
        let not_world = |c: &&Communicator| matches!(c, Communicator::Local(_));
        let whole: Vec<_> = scope.communicators.iter().filter(not_world).copied().collect();
        if !scope.partial.is_empty() && self.random.chance(2) {
            let communicator = *self.random.pick(&scope.partial);
            let rank = self.local();
            scope.communicators.push(communicator);
            scope.ranks.push(rank);
            let mut body = vec![Statement::Rank(rank, communicator)];
            body.extend(self.arm(scope, true, false));
            scope.ranks.pop();
            scope.communicators.retain(|c| *c != communicator);
            out.push(Statement::If(Expression::NotNull(communicator), body, Vec::new()));
        } else if !whole.is_empty() {
            let communicator = *self.random.pick(&whole);
            let variable = self.local();
            if self.random.chance(3) {
                out.push(Statement::Size(variable, communicator));
            } else {
                out.push(Statement::Rank(variable, communicator));
                scope.plain.push(Expression::Variable(variable));
            }
            scope.ranks.push(variable);
        }
    }

    fn call(&mut self, scope: &mut Scope, out: &mut Vec<Statement>) {
        if self.done.is_empty() {
            return;
        }
        let index = self.random.below(self.done.len());
        let callee = self.done[index];
        if callee.uses_data && scope.parted {
            return;
        }
        self.own.uses_data |= callee.uses_data;
        let number = self.atom(scope);
        let communicator = *self.random.pick(&scope.communicators);
        let (written, result) = (self.local(), self.local());
        out.push(Statement::Call(
            index,
            vec![
                Argument::Integer(number),
                Argument::Communicator(communicator),
                Argument::Address(written),
            ],
            Some(result),
        ));
        if callee.exact_result {
            scope.ranks.push(result);
            // Not written where the callee returns early.
            if self.random.chance(2) {
                out.insert(out.len() - 1, Statement::Assign(written, Expression::Constant(0)));
                scope.ranks.push(written);
            }
        }
    }

    fn looped(&mut self, scope: &mut Scope, out: &mut Vec<Statement>) {
        if self.kind == Kind::Ranks || scope.parted || scope.loops > 1 {
            return;
        }
        self.own.uses_data = true;
        let world = Communicator::World;
        let bound = self.local();
        // How often ranks come by may differ, so what data decides inside is not looked at together.
        let by_ranks = self.kind == Kind::Mixed && self.random.chance(2);
        let bound_value = if by_ranks {
            self.atom(scope)
        } else {
            out.push(Statement::Data(bound, world));
            Expression::Variable(bound)
        };
        scope.loops += 1;
        if !by_ranks && self.random.chance(4) {
            let mut body = self.arm(scope, false, true);
            let again = self.local();
            if scope.parted {
                // Somebody left: nothing is exchanged any more.
                out.push(Statement::Repeat(body, Expression::Constant(0)));
            } else {
                body.push(Statement::Data(again, world));
                let zero = Box::new(Expression::Constant(0));
                let variable = Box::new(Expression::Variable(again));
                let condition = Expression::Compare(Comparison::Greater, variable, zero);
                out.push(Statement::Repeat(body, condition));
            }
        } else {
            let body = self.arm(scope, by_ranks, true);
            out.push(Statement::Loop(bound_value, body));
        }
        scope.loops -= 1;
    }

    fn leave(&mut self, scope: &mut Scope, out: &mut Vec<Statement>) -> bool {
        // Whether the ranks that left a loop are known to be nobody is not always evaluated.
        if scope.loops > 0 && scope.parted && self.kind == Kind::Data {
            return false;
        }
        if scope.loops > 0 && self.random.chance(2) {
            out.push(Statement::Break);
            self.left = true;
            return true;
        }
        // A place that all ranks reach surely is no place to leave.
        if !scope.parted && !scope.by_data {
            return false;
        }
        if scope.by_data {
            self.own.exact_result = false;
        }
        let statement = match self.random.below(5) {
            0 => Statement::Exit,
            1 => Statement::Abort,
            _ => Statement::Return(Some(self.arithmetic(scope))),
        };
        self.left |= !matches!(statement, Statement::Abort);
        out.push(statement);
        true
    }

    fn data(&mut self, scope: &mut Scope, out: &mut Vec<Statement>) {
        if self.kind == Kind::Ranks || scope.parted {
            out.push(self.collective(scope));
            return;
        }
        self.own.uses_data = true;
        let variable = self.local();
        out.push(Statement::Data(variable, Communicator::World));
        scope.data.push(variable);
    }
}
