//! Random well-formed programs that no compiler would write: any graph, any instruction anywhere.

use lockstep_core::finding::Location;
use lockstep_core::program::{
    BinaryOperator, Block, BlockId, CallSite, Callee, Cast, Comparison, Elements, Event, Function,
    FunctionId, Global, GlobalId, InitialAddress, Linkage, Program, Terminator, Value, ValueId,
};

use super::Random;

/// Symbols worth calling: every kind of effect, right and wrong numbers of arguments.
const SYMBOLS: [&str; 34] = [
    "MPI_Init",
    "MPI_Finalize",
    "MPI_Comm_rank",
    "MPI_Comm_size",
    "MPI_Barrier",
    "MPI_Bcast",
    "MPI_Allreduce",
    "MPI_Reduce",
    "MPI_Comm_split",
    "MPI_Comm_dup",
    "MPI_Comm_create",
    "MPI_Comm_group",
    "MPI_Group_rank",
    "MPI_Recv",
    "MPI_Wait",
    "MPI_Win_create",
    "MPI_Win_fence",
    "MPI_File_open",
    "MPI_Abort",
    "mpi_barrier_",
    "mpi_comm_rank_",
    "mpi_bcast_",
    "mpi_comm_split_f08_",
    "MPI_Comm_c2f",
    "MPI_Comm_set_errhandler",
    "exit",
    "abort",
    "malloc",
    "memcpy",
    "rand",
    "__cxa_throw",
    "_Unwind_Resume",
    "unknown_function",
    "getenv",
];

const GLOBALS: [&str; 5] =
    ["ompi_mpi_comm_world", "ompi_mpi_comm_null", "ompi_mpi_int", "ompi_mpi_op_sum", "variable"];

fn address(random: &mut Random, own: usize) -> InitialAddress {
    match random.below(4) {
        0 => InitialAddress::Function(FunctionId::new(random.below(own + SYMBOLS.len()))),
        1 => InitialAddress::Global(GlobalId::new(random.below(GLOBALS.len())), 8),
        2 => InitialAddress::Constant,
        _ => InitialAddress::Other,
    }
}

pub fn program(random: &mut Random, most_blocks: usize) -> Program {
    let own = 1 + random.below(5);
    let mut program = Program::default();
    for name in GLOBALS {
        program.globals.push(Global {
            name: name.to_owned(),
            linkage: Linkage::External,
            constant: random.chance(4),
            defined: random.chance(2),
            initial: vec![(0, i64::try_from(random.below(3)).unwrap())],
            addresses: (0..random.below(3))
                .map(|at| (8 + 8 * at as i64, address(random, own)))
                .collect(),
            initial_known: random.chance(2),
        });
    }
    for index in 0..own + SYMBOLS.len() {
        let defined = index < own;
        let parameters = if defined { u32::try_from(random.below(4)).unwrap() } else { 0 };
        program.functions.push(Function {
            name: match index {
                0 => "main".to_owned(),
                _ if defined => format!("function_{index}"),
                _ => SYMBOLS[index - own].to_owned(),
            },
            address_taken: random.chance(2),
            signature: random.next() % 2,
            parameters,
            never_returns: random.chance(12),
            before_main: random.chance(12),
            intended_size: random.chance(12).then_some(4),
            ..Function::default()
        });
    }
    let callees = program.functions.len();
    for index in 0..own {
        let parameters = program.functions[index].parameters;
        let (values, blocks) = body(random, parameters, own, callees, most_blocks);
        let function = &mut program.functions[index];
        function.values = values;
        function.blocks = blocks;
    }
    program
}

fn body(
    random: &mut Random,
    parameters: u32,
    own: usize,
    callees: usize,
    most_blocks: usize,
) -> (Vec<Value>, Vec<Block>) {
    let count = 1 + random.below(most_blocks);
    let mut maker =
        Maker { values: (0..parameters).map(Value::Parameter).collect(), random, own, callees };
    for _ in 0..6 {
        let number = i64::try_from(maker.random.below(4)).unwrap();
        maker.values.push(Value::Integer(number));
    }
    maker.values.extend([Value::Integer(i64::MAX), Value::Integer(i64::MIN)]);
    maker.values.extend([Value::Null, Value::Undefined, Value::Stack, Value::Stack]);
    for global in 0..GLOBALS.len() {
        maker.values.push(Value::Global(GlobalId::new(global)));
    }
    let mut blocks: Vec<Block> = (0..count).map(|block| maker.block(block, count)).collect();
    // Cycles of values: a φ may join what is made later, an address may lead to itself.
    let total = maker.values.len();
    for index in 0..total {
        let any = ValueId::new(maker.random.below(total));
        match &mut maker.values[index] {
            Value::Phi { incoming, .. } => {
                if let Some(first) = incoming.first_mut() {
                    first.1 = any;
                }
            }
            Value::Offset { base, .. } | Value::Element { base, .. }
                if any.index().is_multiple_of(4) =>
            {
                *base = any;
            }
            Value::Select { then, .. } if any.index().is_multiple_of(4) => *then = any,
            _ => {}
        }
    }
    let last = blocks.len() - 1;
    if maker.random.chance(3) {
        blocks[last].terminator = Terminator::Return(None);
    }
    (maker.values, blocks)
}

struct Maker<'r> {
    values: Vec<Value>,
    random: &'r mut Random,
    own: usize,
    callees: usize,
}

impl Maker<'_> {
    fn any(&mut self) -> ValueId {
        ValueId::new(self.random.below(self.values.len()))
    }

    fn push(&mut self, value: Value) -> ValueId {
        self.values.push(value);
        ValueId::new(self.values.len() - 1)
    }

    fn block(&mut self, block: usize, count: usize) -> Block {
        let target = |random: &mut Random| BlockId::new(random.below(count));
        if self.random.chance(2) {
            let ways = self.random.below(4);
            let incoming = (0..ways).map(|_| (target(self.random), self.any())).collect();
            self.push(Value::Phi { block: BlockId::new(block), incoming });
        }
        let mut events = Vec::new();
        for _ in 0..self.random.below(5) {
            let event = self.event(block, events.len());
            events.push(event);
        }
        let terminator = match self.random.below(12) {
            0 | 1 => Terminator::Jump(target(self.random)),
            2..=4 => Terminator::Branch {
                condition: self.any(),
                then: target(self.random),
                otherwise: target(self.random),
            },
            5 | 6 => {
                let cases = (0..self.random.below(5))
                    .map(|_| {
                        let constant = i64::try_from(self.random.below(3)).unwrap();
                        (constant, target(self.random))
                    })
                    .collect();
                Terminator::Switch { value: self.any(), cases, default: target(self.random) }
            }
            7 => Terminator::Invoke { normal: target(self.random), unwind: target(self.random) },
            8 => {
                let targets = (0..self.random.below(4)).map(|_| target(self.random)).collect();
                Terminator::Indirect { value: self.any(), targets }
            }
            9 => {
                let value = self.any();
                Terminator::Return(self.random.chance(2).then_some(value))
            }
            10 => Terminator::Resume,
            _ => Terminator::Unreachable,
        };
        let line = u32::try_from(block + 1).unwrap();
        let location = Location { file: "odd.c".into(), line, column: 1 };
        Block { events, terminator, location }
    }

    fn event(&mut self, block: usize, at: usize) -> Event {
        if self.random.chance(2) {
            self.operation();
        }
        match self.random.below(8) {
            0 | 1 => {
                let address = self.any();
                Event::Load(self.push(Value::Load { address }))
            }
            2 => Event::Store { address: self.any(), value: self.any() },
            3 => {
                let bytes = [None, Some(4), Some(-1), Some(i64::MAX)][self.random.below(4)];
                Event::Copy { to: self.any(), from: self.any(), bytes }
            }
            _ => self.call(block, at),
        }
    }

    fn call(&mut self, block: usize, at: usize) -> Event {
        let callee = match self.random.below(10) {
            0 => Callee::Assembly,
            1 => Callee::Indirect { pointer: self.any(), signature: self.random.next() % 2 },
            2..=4 => Callee::Direct(FunctionId::new(self.random.below(self.own))),
            _ => Callee::Direct(FunctionId::new(self.random.below(self.callees))),
        };
        let arguments = (0..self.random.below(8)).map(|_| self.any()).collect();
        let event = u32::try_from(at).unwrap();
        let result = self
            .random
            .chance(2)
            .then(|| self.push(Value::Result { block: BlockId::new(block), event }));
        let tag = u32::try_from(block * 16 + at).unwrap();
        let location = Location { file: "odd.c".into(), line: tag + 1, column: 3 };
        Event::Call(CallSite { callee, arguments, result, location, tag })
    }

    fn operation(&mut self) {
        const OPERATORS: [BinaryOperator; 8] = [
            BinaryOperator::Add,
            BinaryOperator::Multiply,
            BinaryOperator::Divide,
            BinaryOperator::RemainderUnsigned,
            BinaryOperator::ShiftLeft,
            BinaryOperator::ShiftRight,
            BinaryOperator::And,
            BinaryOperator::Minimum,
        ];
        const WIDTHS: [u8; 7] = [0, 1, 8, 32, 64, 128, 255];
        let bits = *self.random.pick(&WIDTHS);
        let operands = [self.any(), self.any()];
        let value = match self.random.below(8) {
            0 | 1 => Value::Binary { operator: *self.random.pick(&OPERATORS), bits, operands },
            2 => Value::Compare { comparison: Comparison::LessUnsigned, bits, operands },
            3 => Value::Cast { cast: Cast::SignExtend, from: bits, to: 64, operand: operands[0] },
            4 => Value::Select { condition: self.any(), then: operands[0], otherwise: operands[1] },
            5 => Value::Offset {
                base: operands[0],
                bytes: [0, 4, i64::MAX, i64::MIN][self.random.below(4)],
            },
            6 => Value::Element {
                base: operands[0],
                indices: vec![operands[1]],
                elements: Elements::new([0, 4, u64::MAX][self.random.below(3)], 32),
            },
            _ => Value::Opaque(operands.to_vec()),
        };
        self.push(value);
    }
}
