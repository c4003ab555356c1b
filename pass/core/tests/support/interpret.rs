//! Runs a program of the mini IR on every rank, and says by definition whether the ranks of each
//! communicator make the same collective calls.
//!
//! Only what makes a communicator has to wait for the other ranks; every other collective is written
//! down and passed, so that the sequences are those of ranks that nobody keeps waiting.

use rustc_hash::FxHashMap as HashMap;

use lockstep_core::program::{
    BinaryOperator, CallSite, Callee, Cast, Comparison, Event, Function, FunctionId, Program,
    Terminator, Value, ValueId,
};

/// What a job showed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Two ranks of one communicator make different calls, or one of them ends too early.
    pub diverged: bool,
    /// Ranks wait for each other for ever, if a collective lets nobody go on before all have come: by
    /// what they call on several communicators, too.
    pub stuck: bool,
    /// They make the same call with different roots.
    pub roots_differ: bool,
    /// Some rank ends the job.
    pub aborted: bool,
    /// Nothing can be said: ranks of several communicators wait for each other in a circle, the
    /// program did not end, or it used a null communicator.
    pub inconclusive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Word {
    Integer(i64),
    Pointer(Object, i64),
    Function(FunctionId),
    Communicator(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Object {
    Global(u32),
    Stack(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    operation: String,
    /// Which communicator of those with the same ranks.
    instance: usize,
    root: Option<i64>,
    /// Colour and key; a duplicate has one colour.
    split: Option<(i64, i64)>,
}

#[derive(Debug)]
struct Instance {
    members: Vec<usize>,
    /// By member: its calls.
    calls: Vec<Vec<Token>>,
    /// The instance of which it is a copy, or itself: calls on copies stand in one sequence, as
    /// their order among each other matters to the same ranks.
    family: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Running,
    /// At the call of this number of this family, which makes a communicator.
    Waiting(usize, usize),
    Ended,
    Aborted,
    Lost,
}

struct Frame {
    function: FunctionId,
    block: usize,
    event: usize,
    slots: HashMap<ValueId, Word>,
    objects: HashMap<ValueId, Object>,
    /// Where the caller puts the result.
    result: Option<ValueId>,
}

struct Rank {
    frames: Vec<Frame>,
    memory: HashMap<(Object, i64), Word>,
    objects: u32,
    state: State,
    steps: usize,
    /// Its calls in order: the family, and the number of the call there.
    trail: Vec<(usize, usize)>,
}

struct Job<'p> {
    program: &'p Program,
    size: usize,
    data: u64,
    ranks: Vec<Rank>,
    instances: Vec<Instance>,
    /// Communicators made: by family, number of the call, and colour.
    made: HashMap<(usize, usize, i64), usize>,
    world: u32,
    null: u32,
}

const STEP_LIMIT: usize = 20_000;

/// Runs `program` with `size` ranks. `data` decides what broadcasts bring.
pub fn run(program: &Program, size: usize, data: u64) -> Outcome {
    let main = program.functions.iter().position(|f| f.name == "main").expect("a main");
    let global = |name: &str| {
        let found = program.globals.iter().position(|g| g.name == name);
        found.map_or(u32::MAX, |index| u32::try_from(index).unwrap())
    };
    let frame = || Frame {
        function: FunctionId::new(main),
        block: 0,
        event: 0,
        slots: HashMap::default(),
        objects: HashMap::default(),
        result: None,
    };
    let rank = || Rank {
        frames: vec![frame()],
        memory: HashMap::default(),
        objects: 0,
        state: State::Running,
        steps: 0,
        trail: Vec::new(),
    };
    let mut job = Job {
        program,
        size,
        data,
        ranks: (0..size).map(|_| rank()).collect(),
        instances: vec![Instance {
            members: (0..size).collect(),
            calls: vec![Vec::new(); size],
            family: 0,
        }],
        made: HashMap::default(),
        world: global("ompi_mpi_comm_world"),
        null: global("ompi_mpi_comm_null"),
    };
    job.run()
}

impl<'p> Job<'p> {
    fn run(&mut self) -> Outcome {
        loop {
            let mut moved = false;
            for rank in 0..self.size {
                while self.advance(rank) {
                    moved = true;
                }
            }
            if !moved {
                break;
            }
        }
        self.judge()
    }

    fn judge(&self) -> Outcome {
        let mut outcome = Outcome::default();
        for rank in &self.ranks {
            match rank.state {
                State::Aborted => outcome.aborted = true,
                State::Lost => outcome.inconclusive = true,
                _ => {}
            }
        }
        for instance in &self.instances {
            for a in 0..instance.members.len() {
                for b in a + 1..instance.members.len() {
                    self.compare(instance, a, b, &mut outcome);
                }
            }
        }
        outcome.stuck = self.is_stuck_before_the_end();
        outcome.diverged |= outcome.aborted && outcome.stuck;
        let waits = self.ranks.iter().any(|rank| matches!(rank.state, State::Waiting(..)));
        if waits && !outcome.diverged && !outcome.aborted {
            outcome.inconclusive = true;
        }
        outcome
    }

    /// Do ranks wait for ever before any of them comes to end the job, if a collective lets nobody go
    /// on before all have come?
    fn is_stuck_before_the_end(&self) -> bool {
        let mut at = vec![0; self.size];
        loop {
            let next = |rank: usize| self.ranks[rank].trail.get(at[rank]).copied();
            let ends =
                |rank: usize| next(rank).is_none() && self.ranks[rank].state == State::Aborted;
            if (0..self.size).any(ends) || (0..self.size).all(|rank| next(rank).is_none()) {
                return false;
            }
            let complete = (0..self.size).filter_map(next).find(|(family, number)| {
                let members = &self.instances[*family].members;
                members.iter().all(|member| next(*member) == Some((*family, *number)))
            });
            let Some((family, _)) = complete else { return true };
            self.instances[family].members.iter().for_each(|member| at[*member] += 1);
        }
    }

    fn compare(&self, instance: &Instance, a: usize, b: usize, outcome: &mut Outcome) {
        let (calls_a, calls_b) = (&instance.calls[a], &instance.calls[b]);
        for (one, other) in calls_a.iter().zip(calls_b) {
            if (&one.operation, one.instance) != (&other.operation, other.instance) {
                outcome.diverged = true;
                return;
            }
            if one.root != other.root {
                outcome.roots_differ = true;
            }
        }
        let shorter = match calls_a.len().cmp(&calls_b.len()) {
            std::cmp::Ordering::Less => a,
            std::cmp::Ordering::Equal => return,
            std::cmp::Ordering::Greater => b,
        };
        if self.ranks[instance.members[shorter]].state == State::Ended {
            outcome.diverged = true;
        }
    }

    /// One step of a rank; is there more to do?
    fn advance(&mut self, rank: usize) -> bool {
        match self.ranks[rank].state {
            State::Running => {}
            State::Waiting(family, number) => return self.try_split(rank, family, number),
            _ => return false,
        }
        self.ranks[rank].steps += 1;
        if self.ranks[rank].steps > STEP_LIMIT || self.ranks[rank].frames.len() > 64 {
            self.ranks[rank].state = State::Lost;
            return false;
        }
        let frame = self.frame(rank);
        let function = self.function(frame.function);
        let block = &function.blocks[frame.block];
        let event = frame.event;
        match block.events.get(event) {
            Some(Event::Load(value)) => {
                let Value::Load { address } = function.value(*value) else { panic!("no load") };
                let word = match self.value(rank, *address) {
                    Word::Pointer(object, offset) => {
                        let memory = &self.ranks[rank].memory;
                        memory.get(&(object, offset)).copied().unwrap_or(Word::Integer(0))
                    }
                    other => panic!("a load through {other:?}"),
                };
                let frame = self.frame_mut(rank);
                frame.slots.insert(*value, word);
                frame.event += 1;
            }
            Some(Event::Store { address, value }) => {
                let word = self.value(rank, *value);
                self.store(rank, *address, word);
                self.frame_mut(rank).event += 1;
            }
            Some(Event::Copy { .. }) => panic!("copies are not generated"),
            Some(Event::Call(call)) => self.call(rank, call),
            None => self.leave_block(rank, &block.terminator),
        }
        true
    }

    fn function(&self, id: FunctionId) -> &'p Function {
        self.program.function(id)
    }

    fn frame(&self, rank: usize) -> &Frame {
        self.ranks[rank].frames.last().expect("a running rank is in a function")
    }

    fn frame_mut(&mut self, rank: usize) -> &mut Frame {
        self.ranks[rank].frames.last_mut().expect("a running rank is in a function")
    }

    fn store(&mut self, rank: usize, address: ValueId, word: Word) {
        let Word::Pointer(object, offset) = self.value(rank, address) else { panic!("no address") };
        self.ranks[rank].memory.insert((object, offset), word);
    }

    fn leave_block(&mut self, rank: usize, terminator: &Terminator) {
        let target = match terminator {
            Terminator::Jump(target) => *target,
            Terminator::Branch { condition, then, otherwise } => {
                if self.integer(rank, *condition) == 0 { *otherwise } else { *then }
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.integer(rank, *value);
                let case = cases.iter().find(|(constant, _)| *constant == value);
                case.map_or(*default, |(_, target)| *target)
            }
            Terminator::Return(value) => {
                let word = value.map(|value| self.value(rank, value));
                let frame = self.ranks[rank].frames.pop().expect("a frame");
                match self.ranks[rank].frames.last_mut() {
                    None => self.ranks[rank].state = State::Ended,
                    Some(caller) => {
                        if let (Some(result), Some(word)) = (frame.result, word) {
                            caller.slots.insert(result, word);
                        }
                    }
                }
                return;
            }
            other => panic!("not generated: {other:?}"),
        };
        let from = self.frame(rank).block;
        let function = self.function(self.frame(rank).function);
        let mut joined = Vec::new();
        for (index, value) in function.values.iter().enumerate() {
            if let Value::Phi { block, incoming } = value
                && *block == target
            {
                let way = incoming.iter().find(|(block, _)| block.index() == from);
                let (_, value) = way.expect("a value for every edge");
                joined.push((ValueId::new(index), self.value(rank, *value)));
            }
        }
        let frame = self.frame_mut(rank);
        frame.slots.extend(joined);
        frame.block = target.index();
        frame.event = 0;
    }

    // ---- values -------------------------------------------------------------------------------

    fn integer(&mut self, rank: usize, value: ValueId) -> i64 {
        match self.value(rank, value) {
            Word::Integer(value) => value,
            other => panic!("{other:?} is no number"),
        }
    }

    fn value(&mut self, rank: usize, id: ValueId) -> Word {
        let function = self.function(self.frame(rank).function);
        match function.value(id) {
            Value::Integer(value) => Word::Integer(*value),
            Value::Null | Value::Undefined => Word::Integer(0),
            Value::Global(global) => Word::Pointer(Object::Global(global.0), 0),
            Value::Function(function) => Word::Function(*function),
            Value::Stack => {
                if let Some(object) = self.frame(rank).objects.get(&id) {
                    return Word::Pointer(*object, 0);
                }
                self.ranks[rank].objects += 1;
                let object = Object::Stack(self.ranks[rank].objects);
                self.frame_mut(rank).objects.insert(id, object);
                Word::Pointer(object, 0)
            }
            Value::Offset { base, bytes } => match self.value(rank, *base) {
                Word::Pointer(object, offset) => Word::Pointer(object, offset + bytes),
                other => panic!("an offset from {other:?}"),
            },
            Value::Binary { operator, operands: [a, b], .. } => {
                let (a, b) = (self.integer(rank, *a), self.integer(rank, *b));
                Word::Integer(arithmetic(*operator, a, b))
            }
            Value::Compare { comparison, operands: [a, b], .. } => {
                let (a, b) = (self.value(rank, *a), self.value(rank, *b));
                Word::Integer(i64::from(self.holds(*comparison, a, b)))
            }
            Value::Cast { cast, operand, .. } => {
                assert_eq!(*cast, Cast::ZeroExtend);
                self.value(rank, *operand)
            }
            Value::Select { condition, then, otherwise } => {
                let chosen = if self.integer(rank, *condition) == 0 { otherwise } else { then };
                self.value(rank, *chosen)
            }
            Value::Parameter(_) | Value::Phi { .. } | Value::Load { .. } | Value::Result { .. } => {
                let slot = self.frame(rank).slots.get(&id);
                *slot.unwrap_or_else(|| panic!("{id} is used before it is known"))
            }
            other => panic!("not generated: {other:?}"),
        }
    }

    fn holds(&self, comparison: Comparison, a: Word, b: Word) -> bool {
        if let (Word::Integer(a), Word::Integer(b)) = (a, b) {
            return match comparison {
                Comparison::Equal => a == b,
                Comparison::NotEqual => a != b,
                Comparison::Less => a < b,
                Comparison::LessEqual => a <= b,
                Comparison::Greater => a > b,
                Comparison::GreaterEqual => a >= b,
                other => panic!("not generated: {other:?}"),
            };
        }
        match comparison {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            other => panic!("{other:?} of handles"),
        }
    }

    // ---- calls --------------------------------------------------------------------------------

    fn call(&mut self, rank: usize, call: &CallSite) {
        let Callee::Direct(callee) = call.callee else { panic!("not generated") };
        let function = self.function(callee);
        let words: Vec<Word> = call.arguments.iter().map(|a| self.value(rank, *a)).collect();
        if function.is_defined() {
            self.frame_mut(rank).event += 1;
            let slots =
                words.into_iter().enumerate().map(|(index, word)| (ValueId::new(index), word));
            let frame = Frame {
                function: callee,
                block: 0,
                event: 0,
                slots: slots.collect(),
                objects: HashMap::default(),
                result: call.result,
            };
            self.ranks[rank].frames.push(frame);
            return;
        }
        match function.name.as_str() {
            "exit" => self.ranks[rank].state = State::Ended,
            "MPI_Abort" => self.ranks[rank].state = State::Aborted,
            name => {
                if !self.mpi(rank, name, &words) {
                    self.ranks[rank].state = State::Lost;
                }
            }
        }
    }

    /// The instance a handle stands for; `None`: the null communicator.
    fn instance(&self, word: Word) -> Option<usize> {
        match word {
            Word::Communicator(instance) => Some(instance),
            Word::Pointer(Object::Global(global), 0) if global == self.world => Some(0),
            _ => None,
        }
    }

    /// False: the program is wrong in a way this oracle does not judge.
    fn mpi(&mut self, rank: usize, name: &str, words: &[Word]) -> bool {
        let number = |at: usize| match words[at] {
            Word::Integer(value) => Some(value),
            _ => None,
        };
        let last = words.last().copied().unwrap_or(Word::Integer(0));
        let handle = match name {
            "MPI_Init" | "MPI_Finalize" => Some(0),
            "MPI_Comm_rank" | "MPI_Comm_size" | "MPI_Comm_split" | "MPI_Comm_dup" => {
                self.instance(words[0])
            }
            _ => self.instance(last),
        };
        let Some(instance) = handle else { return false };
        let members = &self.instances[instance].members;
        let Some(position) = members.iter().position(|member| *member == rank) else {
            return false;
        };
        let to = |address: Word| match address {
            Word::Pointer(object, offset) => (object, offset),
            other => panic!("{other:?} is no address"),
        };
        match name {
            "MPI_Comm_rank" | "MPI_Comm_size" => {
                let value = if name == "MPI_Comm_rank" { position } else { members.len() };
                let word = Word::Integer(i64::try_from(value).unwrap());
                self.ranks[rank].memory.insert(to(words[1]), word);
                self.frame_mut(rank).event += 1;
                return true;
            }
            _ => {}
        }
        let split = match name {
            "MPI_Comm_split" => number(1).zip(number(2)),
            "MPI_Comm_dup" => Some((0, 0)),
            _ => None,
        };
        let root = match name {
            "MPI_Bcast" => number(3),
            "MPI_Reduce" => number(5),
            _ => None,
        };
        let family = self.instances[instance].family;
        let operation = name.to_owned();
        let calls = &mut self.instances[family].calls[position];
        calls.push(Token { operation, instance, root, split });
        let count = calls.len();
        self.ranks[rank].trail.push((family, count - 1));
        if split.is_some() {
            self.ranks[rank].state = State::Waiting(family, count - 1);
            return true;
        }
        if name == "MPI_Bcast" {
            let data = self.datum(family, count);
            self.ranks[rank].memory.insert(to(words[0]), Word::Integer(data));
        }
        self.frame_mut(rank).event += 1;
        true
    }

    /// What the `count`-th call of a family of communicators brings.
    fn datum(&self, family: usize, count: usize) -> i64 {
        let family = self.instances[family].members.len() * 7 + family;
        let mut random =
            super::Random::new(self.data ^ ((count as u64) << 20) ^ ((family as u64) << 40));
        i64::try_from(random.below(4)).unwrap()
    }

    /// Makes the communicator if all have come.
    fn try_split(&mut self, rank: usize, family: usize, number: usize) -> bool {
        let members = self.instances[family].members.clone();
        let position = members.iter().position(|member| *member == rank).expect("a member");
        let mine = self.instances[family].calls[position][number].clone();
        let mut colors = Vec::new();
        for (index, _) in members.iter().enumerate() {
            let Some(token) = self.instances[family].calls[index].get(number) else { return false };
            if token.operation != mine.operation || token.instance != mine.instance {
                return false;
            }
            colors.push(token.split.expect("a split"));
        }
        let (color, _) = mine.split.expect("a split");
        let word = if color < 0 {
            Word::Pointer(Object::Global(self.null), 0)
        } else {
            let key = (family, number, color);
            let made = match self.made.get(&key) {
                Some(made) => *made,
                None => {
                    let made = self.instances.len();
                    let inside = members.iter().zip(&colors).filter(|(_, c)| c.0 == color);
                    let members: Vec<usize> = inside.map(|(member, _)| *member).collect();
                    let copy = mine.operation == "MPI_Comm_dup";
                    self.instances.push(Instance {
                        calls: vec![Vec::new(); members.len()],
                        members,
                        family: if copy { family } else { made },
                    });
                    self.made.insert(key, made);
                    made
                }
            };
            Word::Communicator(made)
        };
        let frame = self.frame(rank);
        let function = self.function(frame.function);
        let Event::Call(call) = &function.blocks[frame.block].events[frame.event] else {
            panic!("waits at a call")
        };
        let target = *call.arguments.last().expect("an argument for the new communicator");
        self.store(rank, target, word);
        self.frame_mut(rank).event += 1;
        self.ranks[rank].state = State::Running;
        true
    }
}

fn arithmetic(operator: BinaryOperator, a: i64, b: i64) -> i64 {
    match operator {
        BinaryOperator::Add => a + b,
        BinaryOperator::Subtract => a - b,
        BinaryOperator::Multiply => a * b,
        BinaryOperator::Divide => a / b,
        BinaryOperator::Remainder => a % b,
        BinaryOperator::And => a & b,
        BinaryOperator::Xor => a ^ b,
        other => panic!("not generated: {other:?}"),
    }
}
