//! Structures and arrays that are values as a whole: flang keeps array descriptors this way, clang
//! what functions return in registers. They are read element by element.

use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::target::{self, LLVMTargetDataRef};
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};

/// Elements read of one aggregate.
const LIMIT: usize = 64;

/// One element: the indices that lead to it, and its byte offset.
#[derive(Clone, Debug)]
pub struct Element {
    /// From the outside in.
    pub path: Vec<u32>,
    /// From the start of the aggregate.
    pub offset: i64,
}

/// Is the type a structure or an array?
pub fn is_aggregate(kind: LLVMTypeRef) -> bool {
    // SAFETY: a question about a live type.
    let kind = unsafe { llvm::LLVMGetTypeKind(kind) };
    matches!(kind, LLVMTypeKind::LLVMStructTypeKind | LLVMTypeKind::LLVMArrayTypeKind)
}

/// The elements of an aggregate type that are no aggregates themselves, in order; the first ones of a
/// large one.
pub fn elements(layout: LLVMTargetDataRef, kind: LLVMTypeRef) -> Vec<Element> {
    let mut found = Vec::new();
    collect(layout, kind, &mut Vec::new(), 0, &mut found);
    found
}

fn collect(
    layout: LLVMTargetDataRef,
    kind: LLVMTypeRef,
    path: &mut Vec<u32>,
    offset: i64,
    found: &mut Vec<Element>,
) {
    if found.len() >= LIMIT {
        return;
    }
    if !is_aggregate(kind) {
        found.push(Element { path: path.clone(), offset });
        return;
    }
    for index in 0..element_count(kind).min(LIMIT as u32) {
        let (element, at) = element(layout, kind, index);
        path.push(index);
        collect(layout, element, path, offset + at, found);
        path.pop();
    }
}

fn element_count(kind: LLVMTypeRef) -> u32 {
    // SAFETY: questions about a live aggregate type.
    unsafe {
        if llvm::LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMStructTypeKind {
            llvm::LLVMCountStructElementTypes(kind)
        } else {
            u32::try_from(llvm::LLVMGetArrayLength2(kind)).unwrap_or(u32::MAX)
        }
    }
}

/// The type and byte offset of one element.
fn element(layout: LLVMTargetDataRef, kind: LLVMTypeRef, index: u32) -> (LLVMTypeRef, i64) {
    // SAFETY: questions about a live aggregate type; the index is within it.
    unsafe {
        if llvm::LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMStructTypeKind {
            let at = target::LLVMOffsetOfElement(layout, kind, index).cast_signed();
            (llvm::LLVMStructGetTypeAtIndex(kind, index), at)
        } else {
            let element = llvm::LLVMGetElementType(kind);
            let size = target::LLVMABISizeOfType(layout, element).cast_signed();
            (element, size * i64::from(index))
        }
    }
}

/// The byte offset of the element at `path`.
pub fn offset_of(layout: LLVMTargetDataRef, mut kind: LLVMTypeRef, path: &[u32]) -> i64 {
    let mut offset = 0;
    for &index in path {
        if !is_aggregate(kind) || index >= element_count(kind) {
            break;
        }
        let (inner, at) = element(layout, kind, index);
        kind = inner;
        offset += at;
    }
    offset
}

/// How many bytes the element at `path` has.
pub fn bytes_at(layout: LLVMTargetDataRef, mut kind: LLVMTypeRef, path: &[u32]) -> u64 {
    for &index in path {
        if !is_aggregate(kind) || index >= element_count(kind) {
            break;
        }
        kind = element(layout, kind, index).0;
    }
    // SAFETY: a question about a live type.
    unsafe { target::LLVMStoreSizeOfType(layout, kind) }
}

/// The indices of an `extractvalue` or `insertvalue`.
pub fn path_of(instruction: LLVMValueRef) -> Vec<u32> {
    // SAFETY: the instruction has as many indices as it says.
    unsafe {
        let count = llvm::LLVMGetNumIndices(instruction) as usize;
        let indices = llvm::LLVMGetIndices(instruction);
        if indices.is_null() {
            Vec::new()
        } else {
            std::slice::from_raw_parts(indices, count).to_vec()
        }
    }
}

/// What is known of an element of an aggregate value.
pub enum Origin {
    /// It is this value, put in on its own.
    Inserted(LLVMValueRef),
    /// It is an element of this aggregate.
    Part(LLVMValueRef),
}

/// Where the element at `path` of `aggregate` comes from, through `insertvalue`s.
pub fn origin(mut aggregate: LLVMValueRef, path: &[u32]) -> Origin {
    for _ in 0..LIMIT * 4 {
        // SAFETY: questions about a live value.
        unsafe {
            if llvm::LLVMIsAInstruction(aggregate).is_null()
                || llvm::LLVMGetInstructionOpcode(aggregate) != LLVMOpcode::LLVMInsertValue
            {
                break;
            }
            let inserted = path_of(aggregate);
            if inserted == path {
                return Origin::Inserted(llvm::LLVMGetOperand(aggregate, 1));
            }
            if path.starts_with(&inserted) {
                return Origin::Part(llvm::LLVMGetOperand(aggregate, 1));
            }
            aggregate = llvm::LLVMGetOperand(aggregate, 0);
        }
    }
    constant_part(aggregate, path).map_or(Origin::Part(aggregate), Origin::Inserted)
}

/// The element of a constant: what values were put into.
fn constant_part(aggregate: LLVMValueRef, path: &[u32]) -> Option<LLVMValueRef> {
    // SAFETY: questions about a live value; of what is no constant, or has no such element, null is
    // answered.
    unsafe {
        let mut element = llvm::LLVMIsAConstant(aggregate);
        for index in path {
            if element.is_null() {
                return None;
            }
            element = llvm::LLVMGetAggregateElement(element, *index);
        }
        (!element.is_null()).then_some(element)
    }
}

/// Is a loaded aggregate used as a whole: returned, passed on, joined?
pub fn is_used_whole(load: LLVMValueRef) -> bool {
    // SAFETY: walks the uses of a live value.
    unsafe {
        let mut used = llvm::LLVMGetFirstUse(load);
        while !used.is_null() {
            let user = llvm::LLVMGetUser(used);
            used = llvm::LLVMGetNextUse(used);
            let opcode = llvm::LLVMGetInstructionOpcode(user);
            if !matches!(opcode, LLVMOpcode::LLVMExtractValue | LLVMOpcode::LLVMStore) {
                return true;
            }
        }
    }
    false
}

/// The `extractvalue`s that take elements out of `aggregate`, with the elements' paths.
pub fn extractions(aggregate: LLVMValueRef) -> Vec<(LLVMValueRef, Vec<u32>)> {
    let mut found = Vec::new();
    let mut work = vec![(aggregate, Vec::new())];
    while let Some((value, prefix)) = work.pop() {
        // SAFETY: walks the uses of a live value.
        unsafe {
            let mut used = llvm::LLVMGetFirstUse(value);
            while !used.is_null() {
                let user = llvm::LLVMGetUser(used);
                used = llvm::LLVMGetNextUse(used);
                if llvm::LLVMIsAInstruction(user).is_null()
                    || llvm::LLVMGetInstructionOpcode(user) != LLVMOpcode::LLVMExtractValue
                {
                    continue;
                }
                let mut path = prefix.clone();
                path.extend(path_of(user));
                if is_aggregate(llvm::LLVMTypeOf(user)) {
                    work.push((user, path));
                } else {
                    found.push((user, path));
                }
            }
        }
    }
    found
}
