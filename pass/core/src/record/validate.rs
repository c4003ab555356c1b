//! Is what was read a program: does every id name something of the kind it must? A record comes from
//! a file, and later stages take programs to be whole.

use crate::program::{
    Block, BlockId, CallSite, Callee, Event, Function, InitialAddress, Program, Terminator, Value,
    ValueId,
};

/// Every id of the program is in range, and what refers to each other fits together.
#[must_use]
pub fn is_whole(program: &Program) -> bool {
    let addresses = program.globals.iter().flat_map(|global| &global.addresses);
    let mut named = addresses.map(|(_, address)| match address {
        InitialAddress::Function(id) => id.index() < program.functions.len(),
        InitialAddress::Global(id, _) => id.index() < program.globals.len(),
        InitialAddress::Constant | InitialAddress::Other => true,
    });
    named.all(|in_range| in_range)
        && program.functions.iter().all(|function| Checker { program, function }.function())
}

/// The checks of one function.
struct Checker<'p> {
    program: &'p Program,
    function: &'p Function,
}

impl Checker<'_> {
    fn function(&self) -> bool {
        let Function { values, blocks, parameters, .. } = self.function;
        let parameters = *parameters as usize;
        // Of a declaration the record need not say more than how many parameters it has.
        let complete = blocks.is_empty() && values.is_empty() || parameters <= values.len();
        complete
            && values.iter().enumerate().all(|(index, value)| self.value(index, value))
            && (0..blocks.len()).all(|index| self.block(BlockId::new(index)))
    }

    fn has_value(&self, id: ValueId) -> bool {
        id.index() < self.function.values.len()
    }

    fn have_values(&self, ids: &[ValueId]) -> bool {
        ids.iter().all(|id| self.has_value(*id))
    }

    fn has_block(&self, id: BlockId) -> bool {
        id.index() < self.function.blocks.len()
    }

    fn value(&self, index: usize, value: &Value) -> bool {
        let parameters = self.function.parameters as usize;
        // Values `0..parameters` are the parameters, and no others are.
        let own_number = match value {
            Value::Parameter(number) => *number as usize == index && index < parameters,
            _ => index >= parameters,
        };
        own_number
            && match value {
                Value::Parameter(_)
                | Value::Integer(_)
                | Value::Null
                | Value::Undefined
                | Value::Stack => true,
                Value::Global(global) => global.index() < self.program.globals.len(),
                Value::Function(function) => function.index() < self.program.functions.len(),
                Value::Offset { base, .. } => self.has_value(*base),
                Value::Element { base, indices, .. } => {
                    self.has_value(*base) && self.have_values(indices)
                }
                Value::Binary { operands, .. } | Value::Compare { operands, .. } => {
                    self.have_values(operands)
                }
                Value::Cast { operand, .. } => self.has_value(*operand),
                Value::Select { condition, then, otherwise } => {
                    self.have_values(&[*condition, *then, *otherwise])
                }
                Value::Phi { block, incoming } => {
                    self.has_block(*block)
                        && incoming.iter().all(|(b, v)| self.has_block(*b) && self.has_value(*v))
                }
                Value::Load { address } => self.has_value(*address),
                Value::Result { block, event } => {
                    let call = self.call(*block, *event);
                    call.is_some_and(|call| call.result == Some(ValueId::new(index)))
                }
                Value::Opaque(inputs) => self.have_values(inputs),
            }
    }

    fn call(&self, block: BlockId, event: u32) -> Option<&CallSite> {
        match self.function.blocks.get(block.index())?.events.get(event as usize)? {
            Event::Call(call) => Some(call),
            _ => None,
        }
    }

    fn block(&self, id: BlockId) -> bool {
        let block: &Block = &self.function.blocks[id.index()];
        block.events.iter().enumerate().all(|(index, event)| self.event(id, index, event))
            && self.terminator(&block.terminator)
    }

    fn event(&self, block: BlockId, index: usize, event: &Event) -> bool {
        match event {
            Event::Load(value) => {
                matches!(self.function.values.get(value.index()), Some(Value::Load { .. }))
            }
            Event::Store { address, value } => self.have_values(&[*address, *value]),
            Event::Copy { to, from, .. } => self.have_values(&[*to, *from]),
            Event::Call(call) => {
                let callee = match &call.callee {
                    Callee::Direct(callee) => callee.index() < self.program.functions.len(),
                    Callee::Indirect { pointer, .. } => self.has_value(*pointer),
                    Callee::Assembly => true,
                };
                let result = call.result.is_none_or(|value| {
                    let told = self.function.values.get(value.index());
                    matches!(told, Some(Value::Result { block: b, event: e })
                        if *b == block && *e as usize == index)
                });
                callee && result && self.have_values(&call.arguments)
            }
        }
    }

    fn terminator(&self, terminator: &Terminator) -> bool {
        let decides = match terminator {
            Terminator::Return(value) => *value,
            other => other.condition(),
        };
        decides.is_none_or(|value| self.has_value(value))
            && terminator.successors().into_iter().all(|target| self.has_block(target))
    }
}
