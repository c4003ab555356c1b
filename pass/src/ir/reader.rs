//! From LLVM's representation to ours.

use std::collections::HashMap;
use std::sync::Arc;

use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::debuginfo;
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMModuleRef, LLVMValueRef};
use inkwell::llvm_sys::target::{self, LLVMTargetDataRef};
use inkwell::llvm_sys::{
    LLVMAtomicOrdering, LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMTypeKind,
};
use lockstep_core::finding::Location;
use lockstep_core::jump_threading;
use lockstep_core::program::{
    BinaryOperator, Block, BlockId, CallSite, Callee, Cast, Comparison, Elements, Event, Function,
    FunctionId, Global, GlobalId, InitialAddress, Linkage, Program, Terminator, Value, ValueId,
};
use lockstep_core::value::{cpp, fortran, intended_size, library, strings};

use super::fortran_source::{self, FortranSources};
use super::{
    Promoted, TAG, UNTAGGED, aggregates, attributes, coerced::Coerced, constants, constructors,
    demangled, descriptors, expanded, functions, moved, name_of, tables, tag_of, types, variables,
};

/// Reads a whole module, with local variables in registers.
#[must_use]
pub fn read(module: LLVMModuleRef) -> Program {
    let mut reader = Reader::new(module);
    reader.declare_globals();
    reader.declare_functions();
    reader.initialize_globals();
    for (index, function) in reader.function_values.clone().into_iter().enumerate() {
        let body = FunctionReader::new(&mut reader, function).read();
        reader.program.functions[index] = body;
    }
    reader.mark_taken_addresses();
    for constructor in constructors::of(module) {
        let id = reader.function_ids[&constructor];
        reader.program.functions[id.index()].before_main = true;
    }
    intended_size::note(&mut reader.program);
    reader.program
}

struct Reader {
    module: LLVMModuleRef,
    layout: LLVMTargetDataRef,
    tag_kind: u32,
    program: Program,
    function_values: Vec<LLVMValueRef>,
    function_ids: HashMap<LLVMValueRef, FunctionId>,
    global_ids: HashMap<LLVMValueRef, GlobalId>,
    /// Functions that stand as operands other than the callee.
    taken: Vec<FunctionId>,
    files: HashMap<(String, String), Arc<str>>,
    fortran: FortranSources,
}

impl Reader {
    fn new(module: LLVMModuleRef) -> Self {
        // SAFETY: questions about the module; the layout belongs to it.
        let (layout, tag_kind) = unsafe {
            let context = llvm::LLVMGetModuleContext(module);
            let kind =
                llvm::LLVMGetMDKindIDInContext(context, TAG.as_ptr().cast(), TAG.len() as u32);
            (target::LLVMGetModuleDataLayout(module), kind)
        };
        Self {
            module,
            layout,
            tag_kind,
            program: Program::default(),
            function_values: Vec::new(),
            function_ids: HashMap::new(),
            global_ids: HashMap::new(),
            taken: Vec::new(),
            files: HashMap::new(),
            fortran: FortranSources::default(),
        }
    }

    fn declare_globals(&mut self) {
        for global in variables(self.module) {
            // SAFETY: questions about a live variable.
            let (initializer, constant, defined) = unsafe {
                let constant = llvm::LLVMIsGlobalConstant(global) != 0;
                let defined = llvm::LLVMIsDeclaration(global) == 0;
                (llvm::LLVMGetInitializer(global), constant, defined)
            };
            self.global_ids.insert(global, GlobalId::new(self.program.globals.len()));
            let (name, linkage) = (name_of(global), linkage(global));
            let read = Global { name, linkage, constant, defined, ..Global::default() };
            self.program.globals.push(read);
            self.note_functions_in(initializer, 0);
        }
    }

    /// Reads initialisers, when all functions and variables have their numbers.
    fn initialize_globals(&mut self) {
        for (&variable, &id) in &self.global_ids {
            // SAFETY: a question about a live variable.
            let initializer = unsafe { llvm::LLVMGetInitializer(variable) };
            if initializer.is_null() {
                continue;
            }
            let read = constants::Reader {
                layout: self.layout,
                functions: &self.function_ids,
                globals: &self.global_ids,
            };
            let found = read.initializer(initializer);
            let global = &mut self.program.globals[id.index()];
            global.initial_known = found.known;
            (global.initial, global.addresses) = (found.integers, found.addresses);
            let is_function =
                |(_, address): &(i64, _)| matches!(address, InitialAddress::Function(_));
            global.constant |=
                global.addresses.iter().any(is_function) && tables::is_only_read(variable);
        }
    }

    /// Function tables: functions in initialisers can be called through pointers.
    fn note_functions_in(&mut self, constant: LLVMValueRef, depth: u32) {
        if constant.is_null() || depth > 4 {
            return;
        }
        // SAFETY: walks the operands of a live constant.
        unsafe {
            if !llvm::LLVMIsAFunction(constant).is_null() {
                // Numbered below; remembered by value until then.
                self.function_ids.entry(constant).or_insert(FunctionId(u32::MAX));
                return;
            }
            if llvm::LLVMIsAConstant(constant).is_null()
                || !llvm::LLVMIsAGlobalVariable(constant).is_null()
            {
                return;
            }
            let count = llvm::LLVMGetNumOperands(constant).clamp(0, 4096);
            for index in 0..count {
                self.note_functions_in(llvm::LLVMGetOperand(constant, index as u32), depth + 1);
            }
        }
    }

    fn declare_functions(&mut self) {
        let in_tables: Vec<LLVMValueRef> = self.function_ids.keys().copied().collect();
        for function in functions(self.module) {
            let id = FunctionId::new(self.function_values.len());
            self.function_ids.insert(function, id);
            self.function_values.push(function);
            self.program.functions.push(Function::default());
        }
        self.taken.extend(in_tables.iter().map(|function| self.function_ids[function]));
    }

    fn mark_taken_addresses(&mut self) {
        for id in std::mem::take(&mut self.taken) {
            if let Some(function) = self.program.functions.get_mut(id.index()) {
                function.address_taken = true;
            }
        }
    }

    /// Where an instruction stands in the source.
    fn location(&mut self, instruction: LLVMValueRef) -> Location {
        // SAFETY: questions about a live instruction's debug location.
        unsafe {
            let debug = debuginfo::LLVMInstructionGetDebugLoc(instruction);
            if debug.is_null() {
                return Location::default();
            }
            let line = debuginfo::LLVMDILocationGetLine(debug);
            let column = debuginfo::LLVMDILocationGetColumn(debug);
            let scope = debuginfo::LLVMDILocationGetScope(debug);
            self.in_file(debuginfo::LLVMDIScopeGetFile(scope), line, column)
        }
    }

    unsafe fn in_file(
        &mut self,
        file: inkwell::llvm_sys::prelude::LLVMMetadataRef,
        line: u32,
        column: u32,
    ) -> Location {
        if file.is_null() || line == 0 {
            return Location::default();
        }
        let text = |get: unsafe extern "C" fn(_, *mut u32) -> *const std::ffi::c_char| {
            let mut length = 0;
            // SAFETY: the file lives as long as the module; the text has the length answered.
            unsafe {
                let start = get(file, &raw mut length);
                if start.is_null() {
                    return String::new();
                }
                let bytes = std::slice::from_raw_parts(start.cast(), length as usize);
                String::from_utf8_lossy(bytes).into_owned()
            }
        };
        let name = text(debuginfo::LLVMDIFileGetFilename);
        let directory = text(debuginfo::LLVMDIFileGetDirectory);
        let path = self.files.entry((directory, name)).or_insert_with_key(|(directory, name)| {
            // As the compiler was given it, where that can be found from here.
            let relative = std::path::Path::new(name);
            if relative.is_absolute() || relative.exists() || directory.is_empty() {
                name.as_str().into()
            } else {
                std::path::Path::new(directory).join(name).to_string_lossy().into()
            }
        });
        Location { file: path.clone(), line, column }
    }
}

/// Who can refer to a symbol.
pub fn linkage(value: LLVMValueRef) -> Linkage {
    // SAFETY: a question about a live global value.
    match unsafe { llvm::LLVMGetLinkage(value) } {
        LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage => Linkage::Internal,
        LLVMLinkage::LLVMLinkOnceAnyLinkage
        | LLVMLinkage::LLVMLinkOnceODRLinkage
        | LLVMLinkage::LLVMAvailableExternallyLinkage => Linkage::Once,
        LLVMLinkage::LLVMWeakAnyLinkage | LLVMLinkage::LLVMWeakODRLinkage => Linkage::Weak,
        _ => Linkage::External,
    }
}

struct FunctionReader<'r> {
    reader: &'r mut Reader,
    function: LLVMValueRef,
    /// The copy of its body that is read.
    body: Option<Promoted>,
    /// What is remembered of that copy's variables: the next function's may stand where they stood.
    coerced: Coerced,
    values: Vec<Value>,
    value_ids: HashMap<LLVMValueRef, ValueId>,
    block_ids: HashMap<LLVMBasicBlockRef, BlockId>,
    /// By call whose result is a structure: the address of that structure.
    results: HashMap<LLVMValueRef, ValueId>,
    /// The structure the function returns: it is written where the function returns, and its address
    /// stands for it.
    returned: Option<ValueId>,
    next_tag: u32,
}

/// Is it a function of C++'s library of which its name says more than its body? Of those that are in the library anyway
/// optimising compilers have the bodies at hand, and others have not.
fn is_known_by_name(function: LLVMValueRef) -> bool {
    let symbol = name_of(function);
    // SAFETY: a question about the module's own function.
    let is_in_library =
        || unsafe { llvm::LLVMGetLinkage(function) == LLVMLinkage::LLVMAvailableExternallyLinkage };
    strings::is_known_by_name(&symbol)
        || cpp::answers_stream(&symbol)
        || is_in_library() && library::is_of_cpp(&symbol)
}

impl<'r> FunctionReader<'r> {
    fn new(reader: &'r mut Reader, function: LLVMValueRef) -> Self {
        // SAFETY: a question about the module's own function.
        let is_defined =
            unsafe { llvm::LLVMIsDeclaration(function) == 0 } && !is_known_by_name(function);
        let coerced = Coerced::new(reader.layout);
        Self {
            reader,
            function,
            body: is_defined.then(|| Promoted::of(function)),
            coerced,
            values: Vec::new(),
            value_ids: HashMap::new(),
            block_ids: HashMap::new(),
            results: HashMap::new(),
            returned: None,
            next_tag: UNTAGGED,
        }
    }

    fn read(mut self) -> Function {
        let name = name_of(self.function);
        let display = demangled(&name);
        let mut result = Function {
            display,
            name,
            linkage: self.body.as_ref().map_or(Linkage::External, |_| linkage(self.function)),
            never_returns: attributes::has(self.function, "noreturn"),
            never_throws: attributes::has(self.function, "nounwind"),
            ..Function::default()
        };
        // SAFETY: questions about the module's own function.
        unsafe {
            result.signature = types::signature(llvm::LLVMGlobalGetValueType(self.function));
            result.parameters = llvm::LLVMCountParams(self.function);
            let read = self.body.as_ref().map_or(self.function, |body| body.0);
            for index in 0..result.parameters {
                let parameter = llvm::LLVMGetParam(read, index);
                self.value_ids.insert(parameter, ValueId::new(self.values.len()));
                self.values.push(Value::Parameter(index));
                if attributes::is_by_value(self.function, index) {
                    result.by_value.push(index);
                }
            }
            let subprogram = debuginfo::LLVMGetSubprogram(self.function);
            if !subprogram.is_null() {
                let line = debuginfo::LLVMDISubprogramGetLine(subprogram);
                let file = debuginfo::LLVMDIScopeGetFile(subprogram);
                result.location = self.reader.in_file(file, line, 0);
            }
            // Another module has the body for sure: this copy is only there to be inlined.
            if self.body.is_some() {
                result.blocks = self.read_blocks(read);
            }
        }
        result.values = self.values;
        strings::define(&mut result);
        jump_threading::narrow(&mut result);
        result
    }

    /// Numbers blocks and instructions, then fills them in.
    unsafe fn read_blocks(&mut self, function: LLVMValueRef) -> Vec<Block> {
        let mut blocks = Vec::new();
        // SAFETY: walks the function's own lists.
        unsafe {
            let mut block = llvm::LLVMGetFirstBasicBlock(function);
            while !block.is_null() {
                self.block_ids.insert(block, BlockId::new(blocks.len()));
                blocks.push(block);
                let mut instruction = llvm::LLVMGetFirstInstruction(block);
                while !instruction.is_null() {
                    if !types::is_void(instruction) {
                        self.value_ids.insert(instruction, ValueId::new(self.values.len()));
                        self.values.push(Value::Undefined);
                    }
                    instruction = llvm::LLVMGetNextInstruction(instruction);
                }
                block = llvm::LLVMGetNextBasicBlock(block);
            }
        }
        blocks.into_iter().map(|block| self.read_block(block)).collect()
    }

    fn read_block(&mut self, block: LLVMBasicBlockRef) -> Block {
        let id = self.block_ids[&block];
        let mut events = Vec::new();
        let mut terminator = Terminator::Unreachable;
        let mut location = Location::default();
        // SAFETY: walks the block's own list.
        unsafe {
            let mut instruction = llvm::LLVMGetFirstInstruction(block);
            while !instruction.is_null() {
                let value = self.value_ids.get(&instruction).copied();
                if types::is_call(instruction) {
                    self.read_call(instruction, value, id, &mut events);
                } else if self.read_aggregate(instruction, &mut events)
                    || self.read_memory(instruction, value, &mut events)
                {
                    // All of it is told by its events.
                } else if let Some(value) = value {
                    self.values[value.index()] = self.read_value(instruction, id);
                }
                if !llvm::LLVMIsATerminatorInst(instruction).is_null() {
                    self.return_elements(instruction, &mut events);
                    terminator = self.read_terminator(instruction);
                    location = self.terminator_location(instruction);
                }
                instruction = llvm::LLVMGetNextInstruction(instruction);
            }
        }
        Block { events, terminator, location }
    }

    /// Where a branch stands; if that is not known, where its condition was computed.
    fn terminator_location(&mut self, instruction: LLVMValueRef) -> Location {
        let location = self.reader.location(instruction);
        if location.line > 0 {
            return location;
        }
        // SAFETY: questions about a live instruction.
        unsafe {
            if llvm::LLVMGetNumOperands(instruction) == 0 {
                return location;
            }
            let condition = llvm::LLVMGetOperand(instruction, 0);
            if condition.is_null() || llvm::LLVMIsAInstruction(condition).is_null() {
                return location;
            }
            self.reader.location(condition)
        }
    }

    // ---- operands -------------------------------------------------------------------------------

    fn push(&mut self, value: Value) -> ValueId {
        self.values.push(value);
        ValueId::new(self.values.len() - 1)
    }

    fn operand(&mut self, value: LLVMValueRef) -> ValueId {
        if value.is_null() {
            return self.push(Value::Undefined);
        }
        if let Some(&id) = self.value_ids.get(&value) {
            return id;
        }
        let constant = self.constant(value, 0);
        let id = self.push(constant);
        self.value_ids.insert(value, id);
        id
    }

    fn constant(&mut self, value: LLVMValueRef, depth: u32) -> Value {
        // SAFETY: questions about a live constant.
        unsafe {
            if !llvm::LLVMIsAConstantInt(value).is_null() {
                let width = llvm::LLVMGetIntTypeWidth(llvm::LLVMTypeOf(value));
                return match width {
                    1 => Value::Integer(llvm::LLVMConstIntGetZExtValue(value).cast_signed()),
                    2..=64 => Value::Integer(llvm::LLVMConstIntGetSExtValue(value)),
                    _ => Value::Opaque(Vec::new()),
                };
            }
            if !llvm::LLVMIsAConstantPointerNull(value).is_null() {
                return Value::Null;
            }
            if llvm::LLVMIsUndef(value) != 0 {
                return Value::Undefined;
            }
            if let Some(&global) = self.reader.global_ids.get(&value) {
                return Value::Global(global);
            }
            if let Some(&function) = self.reader.function_ids.get(&value) {
                self.reader.taken.push(function);
                return Value::Function(function);
            }
            if !llvm::LLVMIsAGlobalAlias(value).is_null() && depth < 8 {
                return self.constant(llvm::LLVMAliasGetAliasee(value), depth + 1);
            }
            if !llvm::LLVMIsAConstantFP(value).is_null() {
                let mut loses = 0;
                let number = llvm::LLVMConstRealGetDouble(value, &raw mut loses);
                return Value::Integer(number.to_bits().cast_signed());
            }
            if !llvm::LLVMIsAConstantExpr(value).is_null() && depth < 8 {
                return self.constant_expression(value);
            }
        }
        Value::Opaque(Vec::new())
    }

    unsafe fn constant_expression(&mut self, value: LLVMValueRef) -> Value {
        // SAFETY: questions about a live constant expression.
        unsafe {
            match llvm::LLVMGetConstOpcode(value) {
                LLVMOpcode::LLVMGetElementPtr => self.element_address(value),
                LLVMOpcode::LLVMPtrToInt
                | LLVMOpcode::LLVMIntToPtr
                | LLVMOpcode::LLVMBitCast
                | LLVMOpcode::LLVMAddrSpaceCast => {
                    let base = self.operand(llvm::LLVMGetOperand(value, 0));
                    Value::Offset { base, bytes: 0 }
                }
                _ => Value::Opaque(Vec::new()),
            }
        }
    }

    // ---- values ---------------------------------------------------------------------------------

    fn read_value(&mut self, instruction: LLVMValueRef, block: BlockId) -> Value {
        use LLVMOpcode as Op;
        // SAFETY: questions about a live instruction.
        unsafe {
            let opcode = llvm::LLVMGetInstructionOpcode(instruction);
            match opcode {
                Op::LLVMAlloca => Value::Stack,
                Op::LLVMGetElementPtr => self.element_address(instruction),
                Op::LLVMPHI => self.phi(instruction, block),
                Op::LLVMSelect => {
                    let [condition, then, otherwise] =
                        [0, 1, 2].map(|i| self.operand(llvm::LLVMGetOperand(instruction, i)));
                    Value::Select { condition, then, otherwise }
                }
                Op::LLVMICmp => self.comparison(instruction),
                Op::LLVMTrunc => self.cast(instruction, Cast::Truncate),
                Op::LLVMZExt => self.cast(instruction, Cast::ZeroExtend),
                Op::LLVMSExt => self.cast(instruction, Cast::SignExtend),
                Op::LLVMPtrToInt | Op::LLVMIntToPtr | Op::LLVMBitCast | Op::LLVMFreeze => {
                    let base = self.operand(llvm::LLVMGetOperand(instruction, 0));
                    Value::Offset { base, bytes: 0 }
                }
                _ => match binary_operator(opcode) {
                    Some(operator) if types::bits(instruction) > 0 => {
                        let operands =
                            [0, 1].map(|i| self.operand(llvm::LLVMGetOperand(instruction, i)));
                        Value::Binary { operator, bits: types::bits(instruction), operands }
                    }
                    _ => self.opaque(instruction),
                },
            }
        }
    }

    fn opaque(&mut self, instruction: LLVMValueRef) -> Value {
        // SAFETY: questions about a live instruction.
        unsafe {
            let count = llvm::LLVMGetNumOperands(instruction).max(0) as u32;
            let mut inputs = Vec::new();
            for index in 0..count {
                let operand = llvm::LLVMGetOperand(instruction, index);
                let constant = !operand.is_null() && llvm::LLVMIsConstant(operand) != 0;
                if !constant && self.value_ids.contains_key(&operand) {
                    inputs.push(self.operand(operand));
                }
            }
            Value::Opaque(inputs)
        }
    }

    unsafe fn phi(&mut self, instruction: LLVMValueRef, block: BlockId) -> Value {
        // SAFETY: questions about a live phi.
        let incoming = unsafe {
            let count = llvm::LLVMCountIncoming(instruction);
            (0..count)
                .map(|index| {
                    let from = llvm::LLVMGetIncomingBlock(instruction, index);
                    let value = llvm::LLVMGetIncomingValue(instruction, index);
                    (self.block_ids[&from], self.operand(value))
                })
                .collect()
        };
        Value::Phi { block, incoming }
    }

    unsafe fn comparison(&mut self, instruction: LLVMValueRef) -> Value {
        use LLVMIntPredicate as P;
        // SAFETY: questions about a live comparison.
        unsafe {
            let comparison = match llvm::LLVMGetICmpPredicate(instruction) {
                P::LLVMIntEQ => Comparison::Equal,
                P::LLVMIntNE => Comparison::NotEqual,
                P::LLVMIntSLT => Comparison::Less,
                P::LLVMIntSLE => Comparison::LessEqual,
                P::LLVMIntSGT => Comparison::Greater,
                P::LLVMIntSGE => Comparison::GreaterEqual,
                P::LLVMIntULT => Comparison::LessUnsigned,
                P::LLVMIntULE => Comparison::LessEqualUnsigned,
                P::LLVMIntUGT => Comparison::GreaterUnsigned,
                P::LLVMIntUGE => Comparison::GreaterEqualUnsigned,
            };
            let left = llvm::LLVMGetOperand(instruction, 0);
            let bits = types::bits(left);
            if bits == 0 {
                return self.opaque(instruction);
            }
            let operands = [0, 1].map(|i| self.operand(llvm::LLVMGetOperand(instruction, i)));
            Value::Compare { comparison, bits, operands }
        }
    }

    unsafe fn cast(&mut self, instruction: LLVMValueRef, cast: Cast) -> Value {
        // SAFETY: questions about a live conversion.
        unsafe {
            let operand = llvm::LLVMGetOperand(instruction, 0);
            let (from, to) = (types::bits(operand), types::bits(instruction));
            if from == 0 || to == 0 {
                return self.opaque(instruction);
            }
            Value::Cast { cast, from, to, operand: self.operand(operand) }
        }
    }

    /// An address computed from another: constant bytes, and indices only the run knows.
    unsafe fn element_address(&mut self, address: LLVMValueRef) -> Value {
        let layout = self.reader.layout;
        // SAFETY: questions about a live address computation and its types.
        unsafe {
            let base = self.operand(llvm::LLVMGetOperand(address, 0));
            let count = llvm::LLVMGetNumOperands(address).max(1) as u32;
            let mut kind = llvm::LLVMGetGEPSourceElementType(address);
            let (mut bytes, mut indices) = (0_i64, Vec::new());
            let mut elements: Option<Elements> = None;
            let mut length = self.object_bytes(address);
            for position in 1..count {
                let index = llvm::LLVMGetOperand(address, position);
                let constant = (!llvm::LLVMIsAConstantInt(index).is_null())
                    .then(|| llvm::LLVMConstIntGetSExtValue(index));
                if position > 1 && llvm::LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMStructTypeKind {
                    let field = constant.unwrap_or(0).max(0) as u32;
                    bytes += target::LLVMOffsetOfElement(layout, kind, field).cast_signed();
                    kind = llvm::LLVMStructGetTypeAtIndex(kind, field);
                    continue;
                }
                if position > 1 {
                    length = target::LLVMABISizeOfType(layout, kind);
                    kind = llvm::LLVMGetElementType(kind);
                }
                let size = target::LLVMABISizeOfType(layout, kind);
                match constant {
                    Some(constant) => {
                        bytes = bytes.wrapping_add(size.cast_signed().wrapping_mul(constant));
                    }
                    None => {
                        indices.push(self.operand(index));
                        let inner = Elements::new(size, length);
                        elements = Some(elements.map_or(inner, |outer| outer.of(inner)));
                    }
                }
            }
            if indices.is_empty() {
                return Value::Offset { base, bytes };
            }
            let base = if bytes == 0 { base } else { self.push(Value::Offset { base, bytes }) };
            Value::Element { base, indices, elements: elements.unwrap_or_default() }
        }
    }

    /// Bytes of the array whose elements an address is one of, where that is a variable; 0: not known.
    unsafe fn object_bytes(&self, address: LLVMValueRef) -> u64 {
        // SAFETY: questions about a live address computation, its base and their types.
        unsafe {
            let base = llvm::LLVMGetOperand(address, 0);
            let kind = if !llvm::LLVMIsAAllocaInst(base).is_null() {
                llvm::LLVMGetAllocatedType(base)
            } else if !llvm::LLVMIsAGlobalVariable(base).is_null() {
                llvm::LLVMGlobalGetValueType(base)
            } else {
                return 0;
            };
            match llvm::LLVMGetTypeKind(kind) {
                LLVMTypeKind::LLVMArrayTypeKind => {
                    target::LLVMABISizeOfType(self.reader.layout, kind)
                }
                _ => 0,
            }
        }
    }

    // ---- aggregates -----------------------------------------------------------------------------

    /// Loads, stores and extractions of structures kept as values; false: it is none of these.
    fn read_aggregate(&mut self, instruction: LLVMValueRef, events: &mut Vec<Event>) -> bool {
        // SAFETY: questions about a live instruction.
        unsafe {
            match llvm::LLVMGetInstructionOpcode(instruction) {
                LLVMOpcode::LLVMLoad if aggregates::is_aggregate(llvm::LLVMTypeOf(instruction)) => {
                    self.load_elements(instruction, events);
                    true
                }
                LLVMOpcode::LLVMStore => {
                    let stored = llvm::LLVMGetOperand(instruction, 0);
                    let aggregate = aggregates::is_aggregate(llvm::LLVMTypeOf(stored));
                    if aggregate {
                        let address = self.operand(llvm::LLVMGetOperand(instruction, 1));
                        self.store_elements(stored, address, events);
                    }
                    aggregate
                }
                LLVMOpcode::LLVMExtractValue => self.extract(instruction, events),
                _ => false,
            }
        }
    }

    /// Reads what is later taken out of a loaded structure, where it is loaded.
    unsafe fn load_elements(&mut self, load: LLVMValueRef, events: &mut Vec<Event>) {
        // SAFETY: questions about a live load and its uses.
        let (base, kind) =
            unsafe { (self.operand(llvm::LLVMGetOperand(load, 0)), llvm::LLVMTypeOf(load)) };
        for (extraction, path) in aggregates::extractions(load) {
            let bytes = aggregates::offset_of(self.reader.layout, kind, &path);
            let address = self.push(Value::Offset { base, bytes });
            if let Some(&value) = self.value_ids.get(&extraction) {
                self.values[value.index()] = Value::Load { address };
                events.push(Event::Load(value));
            }
        }
        if !aggregates::is_used_whole(load) {
            return;
        }
        // Passed on as one: it depends on all of its elements.
        let mut parts = Vec::new();
        for element in aggregates::elements(self.reader.layout, kind) {
            let address = self.push(Value::Offset { base, bytes: element.offset });
            let part = self.push(Value::Load { address });
            events.push(Event::Load(part));
            parts.push(part);
        }
        if let Some(&value) = self.value_ids.get(&load) {
            self.values[value.index()] = Value::Opaque(parts);
        }
    }

    unsafe fn store_elements(
        &mut self,
        stored: LLVMValueRef,
        to: ValueId,
        events: &mut Vec<Event>,
    ) {
        let layout = self.reader.layout;
        // SAFETY: questions about live values.
        unsafe {
            let kind = llvm::LLVMTypeOf(stored);
            let loaded = !llvm::LLVMIsALoadInst(stored).is_null();
            if loaded {
                let from = self.operand(llvm::LLVMGetOperand(stored, 0));
                let bytes = target::LLVMABISizeOfType(layout, kind).cast_signed();
                events.push(Event::Copy { to, from, bytes: Some(bytes) });
                return;
            }
            if let Some(&from) = self.results.get(&stored) {
                let bytes = target::LLVMABISizeOfType(layout, kind).cast_signed();
                events.push(Event::Copy { to, from, bytes: Some(bytes) });
                return;
            }
            for element in aggregates::elements(layout, kind) {
                let value = match aggregates::origin(stored, &element.path) {
                    aggregates::Origin::Inserted(value) => self.operand(value),
                    aggregates::Origin::Part(whole) => self.part(whole, element.offset, events),
                };
                let address = self.push(Value::Offset { base: to, bytes: element.offset });
                events.push(Event::Store { address, value });
            }
        }
    }

    /// What stands at an offset of a structure.
    fn part(&mut self, whole: LLVMValueRef, bytes: i64, events: &mut Vec<Event>) -> ValueId {
        let Some(&base) = self.results.get(&whole) else {
            let whole = self.operand(whole);
            return self.push(Value::Opaque(vec![whole]));
        };
        let address = self.push(Value::Offset { base, bytes });
        let part = self.push(Value::Load { address });
        events.push(Event::Load(part));
        part
    }

    /// A call's result is a structure: its address stands for it, and where it is passed on as one, all
    /// of its elements. Behind a call that may throw they are not known.
    unsafe fn structured_result(&mut self, call: LLVMValueRef, events: &mut Vec<Event>) {
        let (Some(&base), Some(&whole)) = (self.results.get(&call), self.value_ids.get(&call))
        else {
            return;
        };
        // SAFETY: questions about a live call.
        let (kind, invoked) = unsafe {
            let opcode = llvm::LLVMGetInstructionOpcode(call);
            (llvm::LLVMTypeOf(call), opcode == LLVMOpcode::LLVMInvoke)
        };
        let mut parts = Vec::new();
        for element in aggregates::elements(self.reader.layout, kind) {
            let address = self.push(Value::Offset { base, bytes: element.offset });
            let part = self.push(Value::Load { address });
            if !invoked {
                events.push(Event::Load(part));
            }
            parts.push(part);
        }
        self.values[whole.index()] = Value::Opaque(parts);
    }

    /// Writes the elements of a structure the function returns.
    unsafe fn return_elements(&mut self, instruction: LLVMValueRef, events: &mut Vec<Event>) {
        // SAFETY: questions about a live terminator.
        unsafe {
            if llvm::LLVMGetInstructionOpcode(instruction) != LLVMOpcode::LLVMRet
                || llvm::LLVMGetNumOperands(instruction) == 0
            {
                return;
            }
            let value = llvm::LLVMGetOperand(instruction, 0);
            if aggregates::is_aggregate(llvm::LLVMTypeOf(value)) {
                let to = match self.returned {
                    Some(known) => known,
                    None => self.push(Value::Stack),
                };
                self.returned = Some(to);
                self.store_elements(value, to, events);
            }
        }
    }

    /// An element taken out of a structure that was put together here; true: it is read already.
    unsafe fn extract(&mut self, instruction: LLVMValueRef, events: &mut Vec<Event>) -> bool {
        let Some(&value) = self.value_ids.get(&instruction) else { return true };
        // An element of a loaded structure was read where that was loaded.
        if matches!(self.values[value.index()], Value::Load { .. }) {
            return true;
        }
        // SAFETY: questions about a live extraction.
        unsafe {
            let aggregate = llvm::LLVMGetOperand(instruction, 0);
            let path = aggregates::path_of(instruction);
            if let aggregates::Origin::Inserted(inserted) = aggregates::origin(aggregate, &path) {
                let base = self.operand(inserted);
                self.values[value.index()] = Value::Offset { base, bytes: 0 };
                return true;
            }
            if let Some(&base) = self.results.get(&aggregate) {
                let kind = llvm::LLVMTypeOf(aggregate);
                let bytes = aggregates::offset_of(self.reader.layout, kind, &path);
                let address = self.push(Value::Offset { base, bytes });
                self.values[value.index()] = Value::Load { address };
                events.push(Event::Load(value));
                return true;
            }
        }
        false
    }

    /// A structure loaded as one number: put together of its fields. False: it is none.
    fn load_pieces(
        &mut self,
        load: LLVMValueRef,
        value: ValueId,
        base: ValueId,
        events: &mut Vec<Event>,
    ) -> bool {
        // SAFETY: questions about a live load.
        let (kind, pointer, bits) = unsafe {
            let kind = llvm::LLVMTypeOf(load);
            (kind, llvm::LLVMGetOperand(load, 0), types::bits(load))
        };
        let pieces = self.coerced.pieces(pointer, kind);
        let mut parts = Vec::new();
        for piece in &pieces {
            let address = self.push(Value::Offset { base, bytes: piece.offset });
            let part = self.push(Value::Load { address });
            events.push(Event::Load(part));
            parts.push(part);
        }
        if bits == 0 && !parts.is_empty() {
            self.values[value.index()] = Value::Opaque(parts);
            return true;
        }
        let mut whole = None;
        for (piece, part) in pieces.iter().zip(parts) {
            let from = u8::try_from(piece.bytes * 8).unwrap_or(bits);
            let part = Value::Cast { cast: Cast::ZeroExtend, from, to: bits, operand: part };
            let mut made = self.push(part);
            if piece.offset > 0 {
                let places = self.push(Value::Integer(piece.offset * 8));
                let operator = BinaryOperator::ShiftLeft;
                made = self.push(Value::Binary { operator, bits, operands: [made, places] });
            }
            whole = Some(match whole {
                None => made,
                Some(before) => {
                    let operator = BinaryOperator::Or;
                    self.push(Value::Binary { operator, bits, operands: [before, made] })
                }
            });
        }
        if let Some(whole) = whole {
            self.values[value.index()] = Value::Offset { base: whole, bytes: 0 };
        }
        whole.is_some()
    }

    /// A part of what a call answers, stored as one number, which may be several fields: copied. False: it is
    /// none.
    fn store_extracted(
        &mut self,
        store: LLVMValueRef,
        to: ValueId,
        events: &mut Vec<Event>,
    ) -> bool {
        // SAFETY: questions about a live store and what it stores.
        unsafe {
            let stored = llvm::LLVMGetOperand(store, 0);
            let is_part = !llvm::LLVMIsAInstruction(stored).is_null()
                && llvm::LLVMGetInstructionOpcode(stored) == LLVMOpcode::LLVMExtractValue;
            if !is_part {
                return false;
            }
            let whole = llvm::LLVMGetOperand(stored, 0);
            let Some(&base) = self.results.get(&whole) else { return false };
            let (layout, path) = (self.reader.layout, aggregates::path_of(stored));
            let kind = llvm::LLVMTypeOf(whole);
            let offset = aggregates::offset_of(layout, kind, &path);
            let from = self.push(Value::Offset { base, bytes: offset });
            let bytes = target::LLVMStoreSizeOfType(layout, llvm::LLVMTypeOf(stored));
            events.push(Event::Copy { to, from, bytes: Some(bytes.cast_signed()) });
        }
        true
    }

    /// A structure stored as one number: its fields are taken out of that. False: it is none.
    fn store_pieces(
        &mut self,
        store: LLVMValueRef,
        whole: ValueId,
        base: ValueId,
        events: &mut Vec<Event>,
    ) -> bool {
        // SAFETY: questions about a live store.
        let (kind, pointer, bits) = unsafe {
            let stored = llvm::LLVMGetOperand(store, 0);
            (llvm::LLVMTypeOf(stored), llvm::LLVMGetOperand(store, 1), types::bits(stored))
        };
        let pieces = self.coerced.pieces(pointer, kind);
        for piece in &pieces {
            let value = if bits == 0 {
                self.push(Value::Opaque(vec![whole]))
            } else {
                let mut operand = whole;
                if piece.offset > 0 {
                    let places = self.push(Value::Integer(piece.offset * 8));
                    let operator = BinaryOperator::ShiftRightUnsigned;
                    operand =
                        self.push(Value::Binary { operator, bits, operands: [whole, places] });
                }
                let to = u8::try_from(piece.bytes * 8).unwrap_or(bits);
                self.push(Value::Cast { cast: Cast::Truncate, from: bits, to, operand })
            };
            let address = self.push(Value::Offset { base, bytes: piece.offset });
            events.push(Event::Store { address, value });
        }
        !pieces.is_empty()
    }

    // ---- memory and calls -----------------------------------------------------------------------

    /// Reads what loads and stores; false: the instruction does neither.
    fn read_memory(
        &mut self,
        instruction: LLVMValueRef,
        value: Option<ValueId>,
        events: &mut Vec<Event>,
    ) -> bool {
        // SAFETY: questions about a live instruction.
        let (opcode, operand) = unsafe {
            let operand = |number| llvm::LLVMGetOperand(instruction, number);
            (llvm::LLVMGetInstructionOpcode(instruction), operand)
        };
        match (opcode, value) {
            (LLVMOpcode::LLVMLoad, Some(value)) => {
                let address = self.operand(operand(0));
                if self.load_pieces(instruction, value, address, events) {
                    return true;
                }
                self.values[value.index()] = Value::Load { address };
                events.push(Event::Load(value));
                // As an update that changes nothing: others may store there at any time. `LLVMIsAtomic` would
                // ask the same, but older compilers, which must be able to load the plugin, have none.
                // SAFETY: a live load.
                let ordering = unsafe { llvm::LLVMGetOrdering(instruction) };
                let is_atomic = ordering != LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic;
                events.extend(is_atomic.then_some(Event::Store { address, value }));
            }
            (LLVMOpcode::LLVMStore, _) => {
                let [value, address] = [0, 1].map(|number| self.operand(operand(number)));
                if !self.store_extracted(instruction, address, events)
                    && !self.store_pieces(instruction, value, address, events)
                {
                    events.push(Event::Store { address, value });
                }
            }
            // What was there before, and what is made of that: with the new value, or with the expected and
            // the new one.
            (LLVMOpcode::LLVMAtomicRMW | LLVMOpcode::LLVMAtomicCmpXchg, Some(value)) => {
                let address = self.operand(operand(0));
                let mut inputs = vec![value, self.operand(operand(1))];
                if opcode == LLVMOpcode::LLVMAtomicCmpXchg {
                    inputs.push(self.operand(operand(2)));
                }
                self.values[value.index()] = Value::Load { address };
                let made = self.push(Value::Opaque(inputs));
                events.extend([Event::Load(value), Event::Store { address, value: made }]);
            }
            _ => return false,
        }
        true
    }

    unsafe fn read_call(
        &mut self,
        instruction: LLVMValueRef,
        result: Option<ValueId>,
        block: BlockId,
        events: &mut Vec<Event>,
    ) {
        // SAFETY: questions about a live call.
        unsafe {
            let callee = types::called_function(instruction);
            let name = callee.map_or_else(String::new, name_of);
            let debugging = ["llvm.dbg.", "llvm.lifetime.", "llvm.assume", "llvm.experimental."];
            if debugging.iter().any(|prefix| name.starts_with(prefix)) {
                return;
            }
            let count = llvm::LLVMGetNumArgOperands(instruction);
            let mut arguments: Vec<ValueId> = (0..count)
                .map(|index| self.operand(llvm::LLVMGetOperand(instruction, index)))
                .collect();
            if let Some(value) = self.read_intrinsic(&name, &arguments) {
                if let Some(result) = result {
                    self.values[result.index()] = value;
                }
                return;
            }
            let FunctionReader { values, reader: Reader { program, .. }, .. } = self;
            if let Some(moved) = moved::events(&name, &arguments, values, program) {
                events.extend(moved);
                return;
            }
            let called = (instruction, name.as_str());
            if expanded::read(called, &arguments, result, &mut self.values, events) {
                return;
            }
            self.tell_dimensions(instruction, &name, &arguments, events);
            if let Some(openmp) = name.strip_prefix("__kmpc_") {
                self.read_openmp(instruction, callee, openmp, &mut arguments, events);
            }
            let location = match name.strip_prefix("__kmpc_") {
                Some(openmp) => self.location_of_directive(instruction, openmp),
                None => self.reader.location(instruction),
            };
            let task = self.task(instruction, &name, &arguments);
            let callee = self.callee(instruction, callee, &name, &mut arguments);
            let place = location.clone();
            self.call_event((instruction, block, place), (callee, arguments), result, events);
            if let Some((code, arguments)) = task {
                self.next_tag += 1;
                let (callee, tag) = (Callee::Direct(code), self.next_tag);
                events.push(Event::Call(CallSite {
                    callee,
                    arguments,
                    result: None,
                    location,
                    tag,
                }));
            }
        }
    }

    /// How many dimensions the descriptors have that are handed to Fortran's runtime, as far as types tell:
    /// written where the number stands already.
    unsafe fn tell_dimensions(
        &mut self,
        instruction: LLVMValueRef,
        name: &str,
        arguments: &[ValueId],
        events: &mut Vec<Event>,
    ) {
        if fortran::writes(name).is_none() {
            return;
        }
        for (argument, number) in arguments.iter().zip(0..) {
            // SAFETY: an operand of a live call.
            let pointer = unsafe { llvm::LLVMGetOperand(instruction, number) };
            if let Some(dimensions) = descriptors::dimensions(pointer) {
                let address =
                    self.push(Value::Offset { base: *argument, bytes: fortran::RANK_OFFSET });
                let value = self.push(Value::Integer(dimensions));
                events.push(Event::Store { address, value });
            }
        }
    }

    /// The event of a call, and its result.
    unsafe fn call_event(
        &mut self,
        (instruction, block, location): (LLVMValueRef, BlockId, Location),
        (callee, arguments): (Callee, Vec<ValueId>),
        result: Option<ValueId>,
        events: &mut Vec<Event>,
    ) {
        // SAFETY: questions about a live call.
        unsafe {
            let tag = tag_of(instruction, self.reader.tag_kind).unwrap_or_else(|| {
                self.next_tag += 1;
                self.next_tag
            });
            let structured = aggregates::is_aggregate(llvm::LLVMTypeOf(instruction));
            let result = result.map(|result| match structured {
                true => self.push(Value::Undefined),
                false => result,
            });
            if let Some(result) = result {
                let event = u32::try_from(events.len()).unwrap_or(u32::MAX);
                self.values[result.index()] = Value::Result { block, event };
                if structured {
                    self.results.insert(instruction, result);
                }
            }
            events.push(Event::Call(CallSite { callee, arguments, result, location, tag }));
            self.structured_result(instruction, events);
        }
    }

    /// The code of a task that a call of OpenMP's runtime hands over, and what that is called with. To other
    /// ranks it does not matter which thread runs it, nor that it may be later.
    unsafe fn task(
        &mut self,
        instruction: LLVMValueRef,
        name: &str,
        arguments: &[ValueId],
    ) -> Option<(FunctionId, Vec<ValueId>)> {
        if !matches!(name, "__kmpc_omp_task" | "__kmpc_omp_task_with_deps") {
            return None;
        }
        // SAFETY: questions about a live call and about what it is handed.
        let code = unsafe {
            let made = llvm::LLVMIsACallInst(llvm::LLVMGetOperand(instruction, 2));
            if made.is_null() || llvm::LLVMGetNumArgOperands(made) < 6 {
                return None;
            }
            llvm::LLVMIsAFunction(llvm::LLVMGetOperand(made, 5))
        };
        let code = *self.reader.function_ids.get(&code)?;
        let thread = self.push(Value::Undefined);
        Some((code, vec![thread, *arguments.get(2)?]))
    }

    /// Where the directive stands that a call of OpenMP's runtime was made of. flang gives such calls the
    /// place of a statement near the directive, or none.
    fn location_of_directive(&mut self, instruction: LLVMValueRef, openmp: &str) -> Location {
        let mut location = self.reader.location(instruction);
        if location.line == 0 {
            location = self.location_near(instruction);
        }
        // The place of the call that makes a team is one inside of the region.
        let is_team = openmp.starts_with("fork_") && fortran_source::is_fortran(&location.file);
        // SAFETY: a question about a live call, which has the operand.
        let ident = is_team.then(|| unsafe { llvm::LLVMGetOperand(instruction, 0) });
        if let Some(line) = ident.and_then(constants::ident_line) {
            location = Location { line, column: 0, ..location };
        }
        match self.reader.fortran.directive(&location.file, location.line, openmp) {
            Some(line) => Location { line, column: 0, ..location },
            None => location,
        }
    }

    /// Where the nearest instruction of the block stands that has a place, rather one before than behind.
    fn location_near(&mut self, instruction: LLVMValueRef) -> Location {
        type Step = unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef;
        let steps: [Step; 2] = [llvm::LLVMGetPreviousInstruction, llvm::LLVMGetNextInstruction];
        for step in steps {
            let mut near = instruction;
            while !near.is_null() {
                let location = self.reader.location(near);
                if location.line > 0 {
                    return location;
                }
                // SAFETY: walks the instructions of a live block.
                near = unsafe { step(near) };
            }
        }
        Location::default()
    }

    /// Calls of OpenMP's runtime: the flags of the `ident_t` stand for it, and the number of the thread,
    /// which only the runtime looks at, for nothing. A team is made by an event of its own, in front of the
    /// call of what it runs: its condition, if it has one, is an argument.
    unsafe fn read_openmp(
        &mut self,
        instruction: LLVMValueRef,
        callee: Option<LLVMValueRef>,
        openmp: &str,
        arguments: &mut [ValueId],
        events: &mut Vec<Event>,
    ) {
        // SAFETY: questions about a live call.
        unsafe {
            if llvm::LLVMGetNumArgOperands(instruction) == 0 {
                return;
            }
            let ident = llvm::LLVMGetOperand(instruction, 0);
            if let Some(flags) = constants::ident_flags(ident) {
                arguments[0] = self.push(Value::Integer(flags));
                if let Some(thread) = arguments.get_mut(1)
                    && !openmp.starts_with("fork_")
                {
                    *thread = self.push(Value::Undefined);
                }
            }
            let Some(callee) = callee.filter(|_| openmp.starts_with("fork_")) else { return };
            let mut forks = vec![arguments[0]];
            forks.extend(arguments.get(3).filter(|_| openmp == "fork_call_if"));
            self.next_tag += 1;
            events.push(Event::Call(CallSite {
                callee: Callee::Direct(self.reader.function_ids[&callee]),
                arguments: forks,
                result: None,
                location: self.location_of_directive(instruction, openmp),
                tag: self.next_tag,
            }));
        }
    }

    /// Arithmetic in the form of an intrinsic.
    fn read_intrinsic(&self, name: &str, arguments: &[ValueId]) -> Option<Value> {
        let rest = name.strip_prefix("llvm.")?;
        let operator = match rest.split('.').next()? {
            "smin" => BinaryOperator::Minimum,
            "smax" => BinaryOperator::Maximum,
            "expect" => return Some(Value::Offset { base: *arguments.first()?, bytes: 0 }),
            _ => return None,
        };
        let bits = rest.rsplit('.').next()?.strip_prefix('i')?.parse().ok()?;
        match arguments {
            [a, b] => Some(Value::Binary { operator, bits, operands: [*a, *b] }),
            _ => None,
        }
    }

    unsafe fn callee(
        &mut self,
        instruction: LLVMValueRef,
        callee: Option<LLVMValueRef>,
        name: &str,
        arguments: &mut Vec<ValueId>,
    ) -> Callee {
        // SAFETY: questions about a live call.
        unsafe {
            // A parallel region: the outlined function is the third operand, what it captures follows.
            if matches!(name, "__kmpc_fork_call" | "__kmpc_fork_call_if" | "__kmpc_fork_teams")
                && let Some(region) = arguments.get(2).copied()
                && let Value::Function(region) = self.values[region.index()]
            {
                let captured = if name == "__kmpc_fork_call_if" { 4 } else { 3 };
                let thread_ids = [self.push(Value::Undefined), self.push(Value::Undefined)];
                let rest = arguments.get(captured..).unwrap_or_default();
                *arguments = thread_ids.into_iter().chain(rest.iter().copied()).collect();
                return Callee::Direct(region);
            }
            match callee {
                Some(callee) => Callee::Direct(self.reader.function_ids[&callee]),
                None => {
                    let pointer = llvm::LLVMGetCalledValue(instruction);
                    if !llvm::LLVMIsAInlineAsm(pointer).is_null() {
                        return Callee::Assembly;
                    }
                    let signature = types::signature(llvm::LLVMGetCalledFunctionType(instruction));
                    Callee::Indirect { pointer: self.operand(pointer), signature }
                }
            }
        }
    }

    // ---- terminators ----------------------------------------------------------------------------

    fn block(&self, block: LLVMBasicBlockRef) -> BlockId {
        self.block_ids[&block]
    }

    unsafe fn read_terminator(&mut self, instruction: LLVMValueRef) -> Terminator {
        use LLVMOpcode as Op;
        // SAFETY: questions about a live terminator.
        unsafe {
            let successor = |index| llvm::LLVMGetSuccessor(instruction, index);
            let count = llvm::LLVMGetNumSuccessors(instruction);
            match llvm::LLVMGetInstructionOpcode(instruction) {
                Op::LLVMRet => {
                    let value = (llvm::LLVMGetNumOperands(instruction) > 0)
                        .then(|| self.operand(llvm::LLVMGetOperand(instruction, 0)));
                    Terminator::Return(self.returned.or(value))
                }
                Op::LLVMInvoke => Terminator::Invoke {
                    normal: self.block(llvm::LLVMGetNormalDest(instruction)),
                    unwind: self.block(llvm::LLVMGetUnwindDest(instruction)),
                },
                Op::LLVMSwitch => {
                    let value = self.operand(llvm::LLVMGetOperand(instruction, 0));
                    let cases = (1..count)
                        .map(|index| {
                            let constant = super::lockstep_case_value(instruction, index - 1);
                            (constant, self.block(successor(index)))
                        })
                        .collect();
                    Terminator::Switch { value, cases, default: self.block(successor(0)) }
                }
                Op::LLVMResume | Op::LLVMCleanupRet => Terminator::Resume,
                Op::LLVMUnreachable => Terminator::Unreachable,
                _ if count == 1 => Terminator::Jump(self.block(successor(0))),
                // A jump to an address has as many operands.
                Op::LLVMBr if count == 2 => Terminator::Branch {
                    condition: self.operand(llvm::LLVMGetCondition(instruction)),
                    then: self.block(successor(0)),
                    otherwise: self.block(successor(1)),
                },
                _ => {
                    let value = if llvm::LLVMGetNumOperands(instruction) > 0 {
                        let first = llvm::LLVMGetOperand(instruction, 0);
                        if llvm::LLVMValueIsBasicBlock(first) == 0 {
                            self.operand(first)
                        } else {
                            self.push(Value::Undefined)
                        }
                    } else {
                        self.push(Value::Undefined)
                    };
                    let targets = (0..count).map(|index| self.block(successor(index))).collect();
                    Terminator::Indirect { value, targets }
                }
            }
        }
    }
}

fn binary_operator(opcode: LLVMOpcode) -> Option<BinaryOperator> {
    use LLVMOpcode as Op;
    Some(match opcode {
        Op::LLVMAdd => BinaryOperator::Add,
        Op::LLVMSub => BinaryOperator::Subtract,
        Op::LLVMMul => BinaryOperator::Multiply,
        Op::LLVMSDiv => BinaryOperator::Divide,
        Op::LLVMUDiv => BinaryOperator::DivideUnsigned,
        Op::LLVMSRem => BinaryOperator::Remainder,
        Op::LLVMURem => BinaryOperator::RemainderUnsigned,
        Op::LLVMShl => BinaryOperator::ShiftLeft,
        Op::LLVMAShr => BinaryOperator::ShiftRight,
        Op::LLVMLShr => BinaryOperator::ShiftRightUnsigned,
        Op::LLVMAnd => BinaryOperator::And,
        Op::LLVMOr => BinaryOperator::Or,
        Op::LLVMXor => BinaryOperator::Xor,
        _ => return None,
    })
}
