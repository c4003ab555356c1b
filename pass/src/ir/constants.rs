//! Constant initialisers of global variables.

use std::collections::HashMap;

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::target::{self, LLVMTargetDataRef};
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind::LLVMPointerTypeKind};
use lockstep_core::program::{FunctionId, GlobalId, InitialAddress};

/// Integers and addresses kept of one initialiser.
const LIMIT: usize = 256;
/// How many expressions an address may be computed by.
const DEPTH: usize = 8;

/// What stands in an initialiser.
#[derive(Debug, Default)]
pub struct Initializer {
    /// Its integers by byte offset, zeroes left out.
    pub integers: Vec<(i64, i64)>,
    /// Its addresses by byte offset.
    pub addresses: Vec<(i64, InitialAddress)>,
    /// False: something in it is neither, or it is too large.
    pub known: bool,
}

/// Reads initialisers.
pub struct Reader<'m> {
    /// The module's.
    pub layout: LLVMTargetDataRef,
    /// The numbers of its functions.
    pub functions: &'m HashMap<LLVMValueRef, FunctionId>,
    /// The numbers of its variables.
    pub globals: &'m HashMap<LLVMValueRef, GlobalId>,
}

impl Reader<'_> {
    /// The integers and addresses of an initialiser.
    pub fn initializer(&self, initializer: LLVMValueRef) -> Initializer {
        let mut found = Initializer::default();
        found.known = self.collect(initializer, 0, &mut found);
        found
    }

    fn collect(&self, value: LLVMValueRef, offset: i64, found: &mut Initializer) -> bool {
        if found.integers.len() + found.addresses.len() >= LIMIT {
            return false;
        }
        // SAFETY: questions about a live constant.
        unsafe {
            if llvm::LLVMIsNull(value) != 0 {
                return true;
            }
            if !llvm::LLVMIsAConstantInt(value).is_null() {
                if llvm::LLVMGetIntTypeWidth(llvm::LLVMTypeOf(value)) <= 64 {
                    found.integers.push((offset, llvm::LLVMConstIntGetSExtValue(value)));
                    return true;
                }
                return false;
            }
            let kind = llvm::LLVMTypeOf(value);
            match llvm::LLVMGetTypeKind(kind) {
                LLVMTypeKind::LLVMStructTypeKind => {
                    let count = llvm::LLVMCountStructElementTypes(kind);
                    (0..count).all(|index| {
                        let element = llvm::LLVMGetAggregateElement(value, index);
                        let at = target::LLVMOffsetOfElement(self.layout, kind, index);
                        !element.is_null()
                            && self.collect(element, offset + at.cast_signed(), found)
                    })
                }
                LLVMTypeKind::LLVMArrayTypeKind => self.array(value, kind, offset, found),
                LLVMPointerTypeKind => {
                    let address = self.address(value).unwrap_or(InitialAddress::Other);
                    found.addresses.push((offset, address));
                    true
                }
                _ => false,
            }
        }
    }

    fn array(
        &self,
        value: LLVMValueRef,
        kind: LLVMTypeRef,
        offset: i64,
        found: &mut Initializer,
    ) -> bool {
        // SAFETY: questions about a live constant and its type.
        unsafe {
            let count = llvm::LLVMGetArrayLength2(kind);
            if count > LIMIT as u64 {
                return false;
            }
            let element = llvm::LLVMGetElementType(kind);
            let size = target::LLVMABISizeOfType(self.layout, element).cast_signed();
            (0..count).all(|index| {
                let element = llvm::LLVMGetAggregateElement(value, index as u32);
                let at = offset + size * index.cast_signed();
                !element.is_null() && self.collect(element, at, found)
            })
        }
    }

    /// What a constant is the address of, if that is told by its parts.
    fn address(&self, mut value: LLVMValueRef) -> Option<InitialAddress> {
        let mut bytes = 0_i64;
        for _ in 0..DEPTH {
            if let Some(&function) = self.functions.get(&value) {
                return (bytes == 0).then_some(InitialAddress::Function(function));
            }
            if let Some(&global) = self.globals.get(&value) {
                return Some(InitialAddress::Global(global, bytes));
            }
            // SAFETY: questions about a live constant.
            unsafe {
                if !llvm::LLVMIsAGlobalAlias(value).is_null() {
                    value = llvm::LLVMAliasGetAliasee(value);
                    continue;
                }
                if llvm::LLVMIsAConstantExpr(value).is_null() {
                    return None;
                }
                match llvm::LLVMGetConstOpcode(value) {
                    LLVMOpcode::LLVMGetElementPtr => bytes += self.moved_by(value)?,
                    LLVMOpcode::LLVMBitCast | LLVMOpcode::LLVMAddrSpaceCast => {}
                    _ => return None,
                }
                value = llvm::LLVMGetOperand(value, 0);
            }
        }
        None
    }

    /// By how many bytes a constant address computation moves its base.
    unsafe fn moved_by(&self, address: LLVMValueRef) -> Option<i64> {
        // SAFETY: questions about a live address computation and its types.
        unsafe {
            let count = llvm::LLVMGetNumOperands(address).max(1) as u32;
            let mut kind = llvm::LLVMGetGEPSourceElementType(address);
            let mut bytes = 0_i64;
            for position in 1..count {
                let index = llvm::LLVMGetOperand(address, position);
                if llvm::LLVMIsAConstantInt(index).is_null() {
                    return None;
                }
                let index = llvm::LLVMConstIntGetSExtValue(index);
                if position > 1 && llvm::LLVMGetTypeKind(kind) == LLVMTypeKind::LLVMStructTypeKind {
                    let field = u32::try_from(index).ok()?;
                    let at = target::LLVMOffsetOfElement(self.layout, kind, field);
                    bytes = bytes.checked_add(at.cast_signed())?;
                    kind = llvm::LLVMStructGetTypeAtIndex(kind, field);
                    continue;
                }
                if position > 1 {
                    kind = llvm::LLVMGetElementType(kind);
                }
                let size = target::LLVMABISizeOfType(self.layout, kind).cast_signed();
                bytes = bytes.checked_add(size.checked_mul(index)?)?;
            }
            Some(bytes)
        }
    }
}

/// The flags of an `ident_t`, the constant OpenMP's runtime is told by what a call stands for; `None`:
/// not one.
pub fn ident_flags(value: LLVMValueRef) -> Option<i64> {
    // SAFETY: questions about an initialiser's element.
    unsafe {
        let flags = ident_element(value, 1)?;
        (!llvm::LLVMIsAConstantInt(flags).is_null()).then(|| llvm::LLVMConstIntGetSExtValue(flags))
    }
}

/// The line in the source string of an `ident_t`, `;file;function;line;column;;`. `None`: it has none.
pub fn ident_line(value: LLVMValueRef) -> Option<u32> {
    // SAFETY: questions about an initialiser's element, and about the variable it leads to.
    let text = unsafe {
        let source = ident_element(value, 4)?;
        let text = constant_initializer(source)?;
        if llvm::LLVMIsConstantString(text) == 0 {
            return None;
        }
        let mut length = 0;
        let bytes = llvm::LLVMGetAsString(text, &raw mut length);
        String::from_utf8_lossy(std::slice::from_raw_parts(bytes.cast(), length)).into_owned()
    };
    text.split(';').nth(3)?.parse().ok().filter(|line| *line > 0)
}

/// An element of an `ident_t`. `None`: the value is not one.
unsafe fn ident_element(value: LLVMValueRef, index: u32) -> Option<LLVMValueRef> {
    // SAFETY: questions about a live value and its initialiser.
    unsafe {
        let initializer = constant_initializer(value)?;
        if llvm::LLVMIsAConstantStruct(initializer).is_null() {
            return None;
        }
        let element = llvm::LLVMGetAggregateElement(initializer, index);
        (!element.is_null()).then_some(element)
    }
}

/// What a constant variable holds. `None`: the value is none, or it is not known.
unsafe fn constant_initializer(value: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: questions about a live value and its initialiser.
    unsafe {
        if llvm::LLVMIsAGlobalVariable(value).is_null() || llvm::LLVMIsGlobalConstant(value) == 0 {
            return None;
        }
        let initializer = llvm::LLVMGetInitializer(value);
        (!initializer.is_null()).then_some(initializer)
    }
}
