//! What types tell of flang's descriptors: how many dimensions those have that are components of others, or
//! variables of modules.

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};

/// The kinds of what every descriptor begins with (`flang/include/flang/ISO_Fortran_binding.h`): address,
/// length of an element, and a header with the number of dimensions in it.
const BEGIN: usize = 7;

/// How many dimensions the descriptor has that a pointer leads to, if the type of that says so.
pub fn dimensions(pointer: LLVMValueRef) -> Option<i64> {
    // SAFETY: questions about a live value.
    let pointed = unsafe {
        if !llvm::LLVMIsAGetElementPtrInst(pointer).is_null() {
            element_type(pointer)?
        } else if !llvm::LLVMIsAGlobalVariable(pointer).is_null() {
            llvm::LLVMGlobalGetValueType(pointer)
        } else {
            return None;
        }
    };
    of_type(pointed)
}

/// How many dimensions a descriptor has that is a function's own.
pub fn own_dimensions(variable: LLVMValueRef) -> Option<i64> {
    // SAFETY: questions about a live value.
    unsafe {
        let is_variable = !llvm::LLVMIsAAllocaInst(variable).is_null();
        is_variable.then(|| of_type(llvm::LLVMGetAllocatedType(variable)))?
    }
}

/// The type of what `getelementptr` leads to.
///
/// # Safety
/// `instruction` is a live `getelementptr`.
unsafe fn element_type(instruction: LLVMValueRef) -> Option<LLVMTypeRef> {
    // SAFETY: the caller's, and questions about the types behind it.
    unsafe {
        let mut at = llvm::LLVMGetGEPSourceElementType(instruction);
        let operands = u32::try_from(llvm::LLVMGetNumOperands(instruction)).ok()?;
        // The first index counts objects.
        for number in 2..operands {
            let index = llvm::LLVMGetOperand(instruction, number);
            at = match llvm::LLVMGetTypeKind(at) {
                LLVMTypeKind::LLVMStructTypeKind => {
                    if llvm::LLVMIsAConstantInt(index).is_null() {
                        return None;
                    }
                    let field = u32::try_from(llvm::LLVMConstIntGetZExtValue(index)).ok()?;
                    (field < llvm::LLVMCountStructElementTypes(at))
                        .then(|| llvm::LLVMStructGetTypeAtIndex(at, field))?
                }
                LLVMTypeKind::LLVMArrayTypeKind => llvm::LLVMGetElementType(at),
                _ => return None,
            };
        }
        Some(at)
    }
}

fn of_type(descriptor: LLVMTypeRef) -> Option<i64> {
    // SAFETY: questions about a live type.
    unsafe {
        if llvm::LLVMGetTypeKind(descriptor) != LLVMTypeKind::LLVMStructTypeKind {
            return None;
        }
        let count = llvm::LLVMCountStructElementTypes(descriptor) as usize;
        let mut fields = vec![std::ptr::null_mut(); count];
        llvm::LLVMGetStructElementTypes(descriptor, fields.as_mut_ptr());
        let integer = |field: LLVMTypeRef, bits| {
            llvm::LLVMGetTypeKind(field) == LLVMTypeKind::LLVMIntegerTypeKind
                && llvm::LLVMGetIntTypeWidth(field) == bits
        };
        let [address, length, version, header @ ..] = fields.get(..BEGIN)? else { return None };
        let begins = llvm::LLVMGetTypeKind(*address) == LLVMTypeKind::LLVMPointerTypeKind
            && integer(*length, 64)
            && integer(*version, 32)
            && header.iter().all(|field| integer(*field, 8));
        if !begins {
            return None;
        }
        // The dimensions, of three numbers each; behind them may stand the type of the elements.
        match fields.get(BEGIN) {
            Some(field) if llvm::LLVMGetTypeKind(*field) == LLVMTypeKind::LLVMArrayTypeKind => {
                i64::try_from(llvm::LLVMGetArrayLength2(*field)).ok()
            }
            _ => Some(0),
        }
    }
}
