//! Constant initialisers of global variables.

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::target::{self, LLVMTargetDataRef};

/// Integers kept of one initialiser.
const LIMIT: usize = 256;

/// The integers of an initialiser by byte offset, zeroes left out; false: something in it is not an
/// integer we know, or it is too large.
pub fn integers(layout: LLVMTargetDataRef, initializer: LLVMValueRef) -> (Vec<(i64, i64)>, bool) {
    let mut found = Vec::new();
    let known = collect(layout, initializer, 0, &mut found);
    (found, known)
}

fn collect(
    layout: LLVMTargetDataRef,
    value: LLVMValueRef,
    offset: i64,
    found: &mut Vec<(i64, i64)>,
) -> bool {
    if found.len() >= LIMIT {
        return false;
    }
    // SAFETY: questions about a live constant.
    unsafe {
        if llvm::LLVMIsNull(value) != 0 {
            return true;
        }
        if !llvm::LLVMIsAConstantInt(value).is_null() {
            if llvm::LLVMGetIntTypeWidth(llvm::LLVMTypeOf(value)) <= 64 {
                found.push((offset, llvm::LLVMConstIntGetSExtValue(value)));
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
                    let at = target::LLVMOffsetOfElement(layout, kind, index).cast_signed();
                    !element.is_null() && collect(layout, element, offset + at, found)
                })
            }
            LLVMTypeKind::LLVMArrayTypeKind => array(layout, value, kind, offset, found),
            _ => false,
        }
    }
}

fn array(
    layout: LLVMTargetDataRef,
    value: LLVMValueRef,
    kind: LLVMTypeRef,
    offset: i64,
    found: &mut Vec<(i64, i64)>,
) -> bool {
    // SAFETY: questions about a live constant and its type.
    unsafe {
        let count = llvm::LLVMGetArrayLength2(kind);
        if count > LIMIT as u64 {
            return false;
        }
        let size = target::LLVMABISizeOfType(layout, llvm::LLVMGetElementType(kind)).cast_signed();
        (0..count).all(|index| {
            let element = llvm::LLVMGetAggregateElement(value, index as u32);
            !element.is_null()
                && collect(layout, element, offset + size * index.cast_signed(), found)
        })
    }
}
