//! Structures of a few bytes that functions are handed, and return, as one number: clang loads
//! `struct { int rank, size; }` as `i64` and stores it as that on the other side. Such loads and stores are
//! read field by field. Members of a local union are fields of each other.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::target::{self, LLVMTargetDataRef};

use super::aggregates;

/// Uses of a variable that are looked at for copies of it.
const LIMIT: usize = 64;
/// Bytes of the largest number that structures are passed as.
const LARGEST: u64 = 16;

/// Fields among them at most.
const MOST: usize = 16;

/// A field among the bytes that are loaded or stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// From the first byte that is loaded or stored.
    pub offset: i64,
    /// How many bytes.
    pub bytes: u64,
}

/// Where the fields of a function's variables end, found once for each variable: every load and store asks.
pub struct Coerced {
    layout: LLVMTargetDataRef,
    bounds: RefCell<HashMap<LLVMValueRef, Rc<[i64]>>>,
}

impl Coerced {
    /// None is known yet.
    pub fn new(layout: LLVMTargetDataRef) -> Self {
        Self { layout, bounds: RefCell::default() }
    }

    /// The fields, in order, that a load or store of a value of type `kind` goes over at `pointer`; empty where
    /// it is one field, or none is known.
    pub fn pieces(&self, pointer: LLVMValueRef, kind: LLVMTypeRef) -> Vec<Piece> {
        // SAFETY: questions about a live type.
        let (bytes, is_number) = unsafe {
            let is_number = matches!(
                llvm::LLVMGetTypeKind(kind),
                LLVMTypeKind::LLVMIntegerTypeKind
                    | LLVMTypeKind::LLVMVectorTypeKind
                    | LLVMTypeKind::LLVMDoubleTypeKind
            );
            (target::LLVMStoreSizeOfType(self.layout, kind), is_number)
        };
        if !is_number || !(2..=LARGEST).contains(&bytes) {
            return Vec::new();
        }
        let Some((variable, start)) = variable(self.layout, pointer) else { return Vec::new() };
        let end = start + bytes.cast_signed();
        let bounds = self.bounds(variable);
        let inner = bounds.iter().copied().filter(|bound| (start + 1..end).contains(bound));
        // Numbers are copied to and from a variable of the number's type.
        let ends: Vec<i64> = [start].into_iter().chain(inner).chain([end]).collect();
        if ends.len() < 3 || ends.len() > MOST + 1 {
            return Vec::new();
        }
        let piece = |ends: &[i64]| Piece {
            offset: ends[0] - start,
            bytes: (ends[1] - ends[0]).cast_unsigned(),
        };
        ends.windows(2).map(piece).collect()
    }

    /// Where the fields of a variable, and of those it is copied to or from, begin and end, in order.
    fn bounds(&self, of: LLVMValueRef) -> Rc<[i64]> {
        if let Some(known) = self.bounds.borrow().get(&of) {
            return Rc::clone(known);
        }
        let mut bounds = BTreeSet::new();
        for variable in std::iter::once(of).chain(copied(self.layout, of)) {
            let parts =
                fields(self.layout, variable).into_iter().chain(accessed(self.layout, variable));
            bounds.extend(
                parts.flat_map(|part| [part.offset, part.offset + part.bytes.cast_signed()]),
            );
        }
        let bounds: Rc<[i64]> = bounds.into_iter().collect();
        self.bounds.borrow_mut().insert(of, Rc::clone(&bounds));
        bounds
    }
}

/// The fields of a structure that a variable is.
fn fields(layout: LLVMTargetDataRef, variable: LLVMValueRef) -> Vec<Piece> {
    // SAFETY: questions about a live variable and its type.
    let (kind, is_structure) = unsafe {
        let kind = match llvm::LLVMIsAAllocaInst(variable).is_null() {
            true => llvm::LLVMGlobalGetValueType(variable),
            false => llvm::LLVMGetAllocatedType(variable),
        };
        (kind, llvm::LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMStructTypeKind)
    };
    // Memory of any kind is an array of bytes.
    if !is_structure {
        return Vec::new();
    }
    let elements = aggregates::elements(layout, kind).into_iter();
    elements
        .map(|element| Piece {
            offset: element.offset,
            bytes: aggregates::bytes_at(layout, kind, &element.path),
        })
        .collect()
}

/// What is loaded from and stored to a local variable: a union's members.
fn accessed(layout: LLVMTargetDataRef, variable: LLVMValueRef) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut work = vec![variable];
    let mut steps = 0;
    // SAFETY: walks the uses of a live value.
    unsafe {
        if llvm::LLVMIsAAllocaInst(variable).is_null() {
            return found;
        }
        while let Some(address) = work.pop() {
            let mut used = llvm::LLVMGetFirstUse(address);
            while !used.is_null() && steps < LIMIT {
                steps += 1;
                let user = llvm::LLVMGetUser(used);
                used = llvm::LLVMGetNextUse(used);
                if !llvm::LLVMIsAGetElementPtrInst(user).is_null() {
                    work.push(user);
                    continue;
                }
                let kind = if !llvm::LLVMIsALoadInst(user).is_null() {
                    llvm::LLVMTypeOf(user)
                } else if !llvm::LLVMIsAStoreInst(user).is_null()
                    && llvm::LLVMGetOperand(user, 1) == address
                {
                    llvm::LLVMTypeOf(llvm::LLVMGetOperand(user, 0))
                } else {
                    continue;
                };
                if let Some((_, offset)) = self::variable(layout, address)
                    && !aggregates::is_aggregate(kind)
                {
                    found.push(Piece { offset, bytes: target::LLVMStoreSizeOfType(layout, kind) });
                }
            }
        }
    }
    found
}

/// The variable an address lies in, and how far behind its start.
fn variable(layout: LLVMTargetDataRef, mut pointer: LLVMValueRef) -> Option<(LLVMValueRef, i64)> {
    let mut offset = 0_i64;
    for _ in 0..LIMIT {
        // SAFETY: questions about a live value.
        unsafe {
            let is_variable = !llvm::LLVMIsAAllocaInst(pointer).is_null()
                || !llvm::LLVMIsAGlobalVariable(pointer).is_null();
            if is_variable {
                return Some((pointer, offset));
            }
            if llvm::LLVMIsAGetElementPtrInst(pointer).is_null() {
                return None;
            }
            offset = offset.checked_add(constant_offset(layout, pointer)?)?;
            pointer = llvm::LLVMGetOperand(pointer, 0);
        }
    }
    None
}

/// The bytes an address computation adds, if they are constant.
unsafe fn constant_offset(layout: LLVMTargetDataRef, address: LLVMValueRef) -> Option<i64> {
    // SAFETY: questions about a live address computation, its operands and types.
    unsafe {
        let mut path = Vec::new();
        let count = u32::try_from(llvm::LLVMGetNumOperands(address)).ok()?;
        for index in 1..count {
            let index = llvm::LLVMGetOperand(address, index);
            if llvm::LLVMIsAConstantInt(index).is_null() {
                return None;
            }
            path.push(llvm::LLVMConstIntGetSExtValue(index));
        }
        let (first, inner) = path.split_first()?;
        let kind = llvm::LLVMGetGEPSourceElementType(address);
        let size = target::LLVMABISizeOfType(layout, kind).cast_signed();
        let inner: Option<Vec<u32>> =
            inner.iter().map(|index| u32::try_from(*index).ok()).collect();
        Some(size.checked_mul(*first)? + aggregates::offset_of(layout, kind, &inner?))
    }
}

/// The variables that a variable is copied to or from as a whole.
fn copied(layout: LLVMTargetDataRef, variable: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut found = Vec::new();
    let mut steps = 0;
    // SAFETY: walks the uses of a live value.
    unsafe {
        let mut used = llvm::LLVMGetFirstUse(variable);
        while !used.is_null() && steps < LIMIT {
            steps += 1;
            let user = llvm::LLVMGetUser(used);
            used = llvm::LLVMGetNextUse(used);
            if llvm::LLVMIsACallInst(user).is_null() || !is_copy(user) {
                continue;
            }
            for side in [0, 1] {
                let other = llvm::LLVMGetOperand(user, side);
                if other != variable
                    && let Some((other, 0)) = self::variable(layout, other)
                {
                    found.push(other);
                }
            }
        }
    }
    found
}

/// Is it a copy of memory?
unsafe fn is_copy(call: LLVMValueRef) -> bool {
    // SAFETY: questions about a live call.
    unsafe { !llvm::LLVMIsAMemCpyInst(call).is_null() || !llvm::LLVMIsAMemMoveInst(call).is_null() }
}
