//! Times of the whole analysis on large programs of several shapes: `cargo run --release --example
//! analysis_scale [name]`. The times must grow about as the programs do: by two from column to column.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::Instant;

use lockstep_core::analysis::{Options, analyze};
use lockstep_core::program::{
    BinaryOperator, Comparison, Event, Program, Terminator, Value, ValueId,
};
use support::assemble::{
    Argument, Communicator, Expression, Procedure, Statement, Style, Variable, assemble,
};

const WORLD: Communicator = Communicator::World;
const RANK: Variable = Variable::Local(1);
const SIZE: Variable = Variable::Local(2);

fn number(value: usize) -> Expression {
    Expression::Constant(i64::try_from(value).unwrap_or(i64::MAX))
}

fn is(variable: Variable, value: usize) -> Expression {
    let (a, b) = (Box::new(Expression::Variable(variable)), Box::new(number(value)));
    Expression::Compare(Comparison::Equal, a, b)
}

fn barrier() -> Statement {
    Statement::Collective("MPI_Barrier", WORLD, number(0))
}

fn set(value: usize) -> Statement {
    Statement::Assign(Variable::Local(3), number(value))
}

/// One collective in ten blocks.
fn stretch() -> Vec<Statement> {
    (0..9).map(set).chain([barrier()]).collect()
}

fn main_with(body: Vec<Statement>) -> Procedure {
    let mut all = vec![
        Statement::Collective("MPI_Init", WORLD, number(0)),
        Statement::Rank(RANK, WORLD),
        Statement::Size(SIZE, WORLD),
    ];
    all.extend(body);
    all.push(Statement::Collective("MPI_Finalize", WORLD, number(0)));
    Procedure { name: "main".to_owned(), parameters: 0, body: all }
}

fn alone(body: Vec<Statement>) -> Program {
    assemble(&[main_with(body)], Style { split: true, ..Style::default() })
}

fn straight(count: usize) -> Program {
    alone((0..count / 10).flat_map(|_| stretch()).collect())
}

fn one_loop(count: usize) -> Program {
    let body = (0..count / 10).flat_map(|_| stretch()).collect();
    alone(vec![Statement::Loop(Expression::Variable(SIZE), body)])
}

fn many_loops(count: usize) -> Program {
    let short = || Statement::Loop(Expression::Variable(SIZE), stretch());
    alone((0..count / 14).map(|_| short()).collect())
}

fn left_early(count: usize) -> Program {
    let one = |n: usize| [Statement::If(is(RANK, n), vec![Statement::Break], vec![]), barrier()];
    let body = (0..count / 6).flat_map(one).collect();
    alone(vec![Statement::Loop(Expression::Variable(SIZE), body)])
}

fn uniform_ifs(count: usize) -> Program {
    let one = |n| Statement::If(is(SIZE, n), stretch(), vec![]);
    alone((0..count / 13).map(one).collect())
}

fn nested_uniform_ifs(count: usize) -> Program {
    let nest = |n: usize| {
        (0..20)
            .fold(vec![barrier()], |inner, m| vec![Statement::If(is(SIZE, n + m), inner, vec![])])
    };
    alone((0..count / 62).flat_map(nest).collect())
}

fn rank_ifs(count: usize) -> Program {
    let one = |n| Statement::If(is(RANK, n), stretch(), vec![]);
    alone((0..count / 13).map(one).collect())
}

fn equal_arms(count: usize) -> Program {
    let one = |n| Statement::If(is(RANK, n), stretch(), stretch());
    alone((0..count / 23).map(one).collect())
}

fn early_returns(count: usize) -> Program {
    let one = |n: usize| {
        let leave = Statement::If(is(RANK, n), vec![Statement::Return(Some(number(1)))], vec![]);
        [leave, barrier()]
    };
    alone((0..count / 6).flat_map(one).collect())
}

fn early_aborts(count: usize) -> Program {
    let one = |n: usize| [Statement::If(is(RANK, n), vec![Statement::Abort], vec![]), barrier()];
    alone((0..count / 6).flat_map(one).collect())
}

fn call_tree(count: usize) -> Program {
    let call = |callee: usize| {
        let rank = Argument::Integer(Expression::Variable(RANK));
        Statement::Call(callee, vec![rank], None)
    };
    // Callees first: function n calls those from 4n + 1 to 4n + 4, numbered from the end.
    let of = |number: usize| count - 1 - number;
    let mut procedures: Vec<Procedure> = (0..count)
        .rev()
        .map(|n| {
            let children = (4 * n + 1..=4 * n + 4).filter(|child| *child < count);
            let mut body: Vec<_> = children.map(|child| call(of(child))).collect();
            if body.is_empty() {
                let positive = Expression::Compare(
                    Comparison::GreaterEqual,
                    Box::new(Expression::Parameter(0)),
                    Box::new(number(0)),
                );
                body.push(Statement::If(positive, vec![barrier()], vec![]));
            }
            Procedure { name: format!("function_{n}"), parameters: 1, body }
        })
        .collect();
    procedures.push(main_with(vec![call(of(0))]));
    assemble(&procedures, Style::default())
}

/// Ten layers of functions, each of which calls three of the next layer under conditions on what it is
/// given; the last ones have collectives. Put in place of their calls they would be three to the
/// tenth times as many.
fn layers(count: usize) -> Program {
    const DEPTH: usize = 10;
    let width = count / DEPTH;
    let parameter = || Box::new(Expression::Parameter(0));
    let more_than = |value: usize| {
        Expression::Compare(Comparison::Greater, parameter(), Box::new(number(value)))
    };
    let call = |callee: usize| {
        let next =
            Expression::Binary(BinaryOperator::Add, parameter(), Box::new(number(callee % 3)));
        Statement::Call(callee, vec![Argument::Integer(next)], None)
    };
    // The last layer comes first.
    let mut procedures: Vec<Procedure> = (0..width * DEPTH)
        .map(|n| {
            let (layer, at) = (n / width, n % width);
            let below = |step: usize| (layer - 1) * width + (at * 7 + step * 13 + 1) % width;
            let body = if layer == 0 {
                vec![Statement::If(more_than(at % 5), vec![barrier()], vec![barrier(), barrier()])]
            } else {
                vec![
                    call(below(0)),
                    Statement::If(more_than(at % 4), vec![call(below(1))], vec![call(below(2))]),
                ]
            };
            Procedure { name: format!("function_{n}"), parameters: 1, body }
        })
        .collect();
    let top = width * (DEPTH - 1)..width * DEPTH;
    let start = |callee| {
        let size = Argument::Integer(Expression::Variable(SIZE));
        Statement::Call(callee, vec![size], None)
    };
    procedures.push(main_with(top.map(start).collect()));
    assemble(&procedures, Style::default())
}

fn recursion(count: usize) -> Program {
    let call = |callee: usize| {
        let more = Expression::Binary(
            BinaryOperator::Subtract,
            Box::new(Expression::Parameter(0)),
            Box::new(number(1)),
        );
        Statement::Call(callee % count, vec![Argument::Integer(more)], None)
    };
    let mut procedures: Vec<Procedure> = (0..count)
        .map(|n| {
            let body = vec![call(n + 1), barrier(), call(n * 7 + 3)];
            let positive = Expression::Compare(
                Comparison::Greater,
                Box::new(Expression::Parameter(0)),
                Box::new(number(0)),
            );
            let body = vec![Statement::If(positive, body, vec![])];
            Procedure { name: format!("function_{n}"), parameters: 1, body }
        })
        .collect();
    let first = vec![Argument::Integer(number(9))];
    procedures.push(main_with(vec![Statement::Call(0, first, None)]));
    assemble(&procedures, Style::default())
}

fn wide_switch(count: usize) -> Program {
    let case = |n: usize| (i64::try_from(n).unwrap_or(0), vec![set(n), barrier()], false);
    let by = |variable, cases| Statement::Switch(Expression::Variable(variable), cases, vec![]);
    alone(vec![by(SIZE, (0..count).map(case).collect()), by(RANK, (0..count).map(case).collect())])
}

fn nested_splits(count: usize) -> Program {
    let two = Box::new(number(2));
    let by =
        Expression::Binary(BinaryOperator::Remainder, Box::new(Expression::Variable(RANK)), two);
    let mut body = vec![Statement::Split(WORLD, by, 0)];
    for n in 0..count {
        let parent = Communicator::Local(n);
        body.push(Statement::Collective("MPI_Barrier", parent, number(0)));
        body.push(Statement::Duplicate(parent, n + 1));
    }
    alone(body)
}

fn many_communicators(count: usize) -> Program {
    let one = |n: usize| {
        let by = Box::new(number(n % 5 + 2));
        let rank = Box::new(Expression::Variable(RANK));
        let color = Expression::Binary(BinaryOperator::Remainder, rank, by);
        let made = Communicator::Local(n);
        [Statement::Split(WORLD, color, n), Statement::Collective("MPI_Barrier", made, number(0))]
    };
    alone((0..count).flat_map(one).collect())
}

fn many_variables(count: usize) -> Program {
    // Each variable is written in one arm of one condition and read at the end.
    let one = |n: usize| {
        let write = Statement::Assign(Variable::Local(10 + n), number(n));
        Statement::If(is(SIZE, n % 7), vec![write], vec![])
    };
    let mut body: Vec<_> = (0..count).map(one).collect();
    for n in 0..count {
        body.push(Statement::If(is(Variable::Local(10 + n), 1), vec![barrier()], vec![]));
    }
    alone(body)
}

/// Changes `main` as an optimiser or a code generator may leave it.
fn with_main(
    body: Vec<Statement>,
    change: impl FnOnce(&mut Vec<Value>, &mut Vec<Event>),
) -> Program {
    let mut program = assemble(&[main_with(body)], Style::default());
    let main = &mut program.functions[0];
    debug_assert!(matches!(main.blocks[0].terminator, Terminator::Return(_)));
    change(&mut main.values, &mut main.blocks[0].events);
    program
}

fn stores_to_one_struct(count: usize) -> Program {
    with_main(vec![barrier()], |values, events| {
        values.push(Value::Stack);
        let base = ValueId::new(values.len() - 1);
        let mut reads = Vec::new();
        for n in 0..count {
            let bytes = i64::try_from(n * 4).unwrap_or(0);
            values.push(Value::Offset { base, bytes });
            let address = ValueId::new(values.len() - 1);
            values.push(Value::Load { address });
            let value = ValueId::new(values.len() - 1);
            reads.push(Event::Load(value));
            events.push(Event::Store { address, value });
        }
        events.splice(0..0, reads);
    })
}

fn copies_of_one_struct(count: usize) -> Program {
    with_main(vec![barrier()], |values, events| {
        let first = values.len();
        values.extend(std::iter::repeat_n(Value::Stack, count));
        for n in 0..16 {
            values.push(Value::Offset { base: ValueId::new(first), bytes: n * 8 });
            let address = ValueId::new(values.len() - 1);
            events.push(Event::Store { address, value: ValueId::new(first) });
        }
        for n in 1..count {
            let (to, from) = (ValueId::new(first + n), ValueId::new(first + n - 1));
            events.push(Event::Copy { to, from, bytes: Some(128) });
        }
    })
}

fn pointer_walk(count: usize) -> Program {
    with_main(vec![barrier()], |values, events| {
        values.push(Value::Stack);
        for _ in 0..count {
            let base = ValueId::new(values.len() - 1);
            values.push(Value::Offset { base, bytes: 8 });
        }
        let address = ValueId::new(values.len() - 1);
        events.push(Event::Store { address, value: address });
    })
}

type Make = fn(usize) -> Program;

const SHAPES: [(&str, usize, Make); 20] = [
    ("straight", 100_000, straight),
    ("one loop", 100_000, one_loop),
    ("many loops", 100_000, many_loops),
    ("left early", 20_000, left_early),
    ("uniform ifs", 100_000, uniform_ifs),
    ("nested uniform ifs", 100_000, nested_uniform_ifs),
    ("rank ifs", 100_000, rank_ifs),
    ("equal arms", 100_000, equal_arms),
    ("early returns", 50_000, early_returns),
    ("early aborts", 50_000, early_aborts),
    ("call tree", 10_000, call_tree),
    ("layers", 100_000, layers),
    ("recursion", 500, recursion),
    ("wide switch", 2_000, wide_switch),
    ("nested splits", 2_000, nested_splits),
    ("many communicators", 500, many_communicators),
    ("many variables", 1_000, many_variables),
    ("stores to one struct", 50_000, stores_to_one_struct),
    ("copies of one struct", 10_000, copies_of_one_struct),
    ("pointer walk", 50_000, pointer_walk),
];

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    // A second argument: only this part of the size, to measure memory by.
    let only: Option<usize> = std::env::args().nth(2).and_then(|part| part.parse().ok());
    println!("{:22} {:>8} {:>9} {:>9} {:>9}", "shape", "size", "1/4", "1/2", "1");
    for (name, size, make) in SHAPES.iter().filter(|(name, ..)| name.contains(&wanted)) {
        print!("{name:22} {size:>8}");
        let parts = only.map_or(vec![4, 2, 1], |part| vec![part]);
        for part in parts.into_iter().map(|part| size / part) {
            let program = make(part);
            let start = Instant::now();
            let analysis = analyze(&program, Options::default());
            let seconds = start.elapsed().as_secs_f64();
            print!(" {seconds:>8.2}s");
            std::hint::black_box(analysis);
        }
        println!();
    }
}
