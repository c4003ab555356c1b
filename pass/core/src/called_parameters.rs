//! Calls through parameters that are the same function wherever a whole program calls theirs.
//!
//! C++'s `std::stoi` and its kin hand `strtol` to a template that calls it, as a program's own helpers hand on what they are
//! to do. Where every call of such a function names one and the same, that is what it calls.

use rustc_hash::FxHashMap;

use crate::program::{CallSite, Callee, Event, Function, FunctionId, Program, Value};

/// A parameter of a function, by its number.
type Parameter = (FunctionId, u32);

/// What is handed over for a parameter: so far nothing, one function, or what is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Handed {
    #[default]
    Nothing,
    One(FunctionId),
    Unknown,
}

impl Handed {
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, one) | (one, Self::Nothing) => one,
            (Self::One(one), Self::One(other)) if one == other => self,
            _ => Self::Unknown,
        }
    }
}

/// Makes direct calls of those through parameters for which all callers name one function. The program is whole: nobody else
/// calls its functions, but those whose addresses are taken.
pub fn resolve(program: &mut Program) {
    let handed = handed(program);
    if handed.is_empty() {
        return;
    }
    for index in 0..program.functions.len() {
        for (block, event, parameter, signature) in called(&program.functions[index]) {
            let function = FunctionId::new(index);
            let Some(&Handed::One(callee)) = handed.get(&(function, parameter)) else { continue };
            if program.function(callee).signature != signature {
                continue;
            }
            let block = &mut program.functions[index].blocks[block];
            if let Event::Call(call) = &mut block.events[event] {
                call.callee = Callee::Direct(callee);
            }
        }
    }
}

/// Calls of a function through its own parameters: block and event, which parameter, the type it is called by.
fn called(function: &Function) -> Vec<(usize, usize, u32, u64)> {
    let mut found = Vec::new();
    for (block, events) in function.blocks.iter().map(|block| &block.events).enumerate() {
        for (event, it) in events.iter().enumerate() {
            if let Event::Call(CallSite { callee, .. }) = it
                && let Callee::Indirect { pointer, signature } = callee
                && let Value::Parameter(parameter) = function.value(*pointer)
            {
                found.push((block, event, *parameter, *signature));
            }
        }
    }
    found
}

/// What is handed over for the parameters that are called, and for those that are handed on for them.
fn handed(program: &Program) -> FxHashMap<Parameter, Handed> {
    let is_known = |id: FunctionId| {
        let function = program.function(id);
        function.is_defined() && !function.address_taken && !function.is_main()
    };
    let mut work: Vec<Parameter> = Vec::new();
    for id in program.function_ids().filter(|id| is_known(*id)) {
        work.extend(called(program.function(id)).iter().map(|(.., parameter, _)| (id, *parameter)));
    }
    if work.is_empty() {
        return FxHashMap::default();
    }
    let callers = callers(program);
    // Those whose callers hand on parameters of their own come to be asked for as well.
    let mut handed: FxHashMap<Parameter, Handed> = FxHashMap::default();
    let mut from: FxHashMap<Parameter, Vec<Parameter>> = FxHashMap::default();
    while let Some((id, parameter)) = work.pop() {
        if handed.contains_key(&(id, parameter)) {
            continue;
        }
        let mut joined = if is_known(id) { Handed::Nothing } else { Handed::Unknown };
        for (caller, call) in callers.get(&id).into_iter().flatten() {
            let argument = call.arguments.get(parameter as usize);
            let value = argument.map(|argument| program.function(*caller).value(*argument));
            joined = joined.join(match value {
                Some(Value::Function(function)) => Handed::One(*function),
                Some(Value::Parameter(own)) => {
                    from.entry((*caller, *own)).or_default().push((id, parameter));
                    work.push((*caller, *own));
                    Handed::Nothing
                }
                _ => Handed::Unknown,
            });
        }
        handed.insert((id, parameter), joined);
    }
    let mut changed: Vec<Parameter> = from.keys().copied().collect();
    while let Some(parameter) = changed.pop() {
        for to in from.get(&parameter).into_iter().flatten() {
            let joined = handed[to].join(handed[&parameter]);
            if joined != handed[to] {
                handed.insert(*to, joined);
                changed.push(*to);
            }
        }
    }
    handed
}

/// By function: where it is called by its name.
fn callers(program: &Program) -> FxHashMap<FunctionId, Vec<(FunctionId, &CallSite)>> {
    let mut callers: FxHashMap<FunctionId, Vec<(FunctionId, &CallSite)>> = FxHashMap::default();
    for id in program.function_ids() {
        for event in program.function(id).blocks.iter().flat_map(|block| &block.events) {
            if let Event::Call(call) = event
                && let Callee::Direct(callee) = call.callee
            {
                callers.entry(callee).or_default().push((id, call));
            }
        }
    }
    callers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Location;
    use crate::program::{Block, Terminator, ValueId};

    /// A function with one parameter that makes these calls.
    fn function(values: Vec<Value>, calls: Vec<(Callee, Vec<ValueId>)>) -> Function {
        let call = |(callee, arguments)| {
            let location = Location::default();
            Event::Call(CallSite { callee, arguments, result: None, location, tag: 0 })
        };
        let events = calls.into_iter().map(call).collect();
        let terminator = Terminator::Return(None);
        let values = [vec![Value::Parameter(0)], values].concat();
        let blocks = vec![Block { events, terminator, location: Location::default() }];
        Function { parameters: 1, signature: 7, values, blocks, ..Function::default() }
    }

    fn calls_parameter() -> Function {
        let pointer = ValueId::new(0);
        function(Vec::new(), vec![(Callee::Indirect { pointer, signature: 7 }, Vec::new())])
    }

    fn hands(to: usize, value: Value) -> Function {
        let callee = Callee::Direct(FunctionId::new(to));
        function(vec![value], vec![(callee, vec![ValueId::new(1)])])
    }

    fn callee(functions: Vec<Function>) -> Callee {
        let mut program = Program { functions, ..Program::default() };
        resolve(&mut program);
        match &program.functions[0].blocks[0].events[0] {
            Event::Call(call) => call.callee.clone(),
            _ => unreachable!(),
        }
    }

    #[test]
    fn one_function_for_all_callers_is_called() {
        let work = FunctionId::new(3);
        let handed = |value| {
            let between = function(
                Vec::new(),
                vec![(Callee::Direct(FunctionId::new(0)), vec![ValueId::new(0)])],
            );
            // The first one is called by the second, that by the others.
            callee(vec![
                calls_parameter(),
                between,
                hands(1, Value::Function(work)),
                hands(1, value),
            ])
        };
        assert_eq!(handed(Value::Function(work)), Callee::Direct(work));
        let open = Callee::Indirect { pointer: ValueId::new(0), signature: 7 };
        assert_eq!(handed(Value::Function(FunctionId::new(2))), open);
        assert_eq!(handed(Value::Null), open);
    }

    #[test]
    fn who_is_called_by_others_and_what_has_another_type_stays() {
        let open = Callee::Indirect { pointer: ValueId::new(0), signature: 7 };
        let work = FunctionId::new(1);
        let taken = Function { address_taken: true, ..calls_parameter() };
        assert_eq!(callee(vec![taken, hands(0, Value::Function(work))]), open);
        let other = Function { signature: 8, ..hands(0, Value::Function(work)) };
        assert_eq!(callee(vec![calls_parameter(), other]), open);
        assert_eq!(callee(vec![calls_parameter()]), open);
    }
}
