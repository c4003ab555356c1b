// What LLVM's C API cannot do: register a pass, copy a function with memory promoted to registers, report a
// diagnostic with its source line, append to module lists, demangle. Nothing else belongs here.

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

using namespace llvm;

extern "C" {
// Rust: analyses and instruments; answers whether the module was changed.
bool lockstep_run(LLVMModuleRef module);
}

namespace {

struct LockstepPass : PassInfoMixin<LockstepPass> {
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    return lockstep_run(wrap(&module)) ? PreservedAnalyses::none()
                                       : PreservedAnalyses::all();
  }
  // At -O0 too, and on functions marked optnone.
  static bool isRequired() { return true; }
};

} // namespace

extern "C" {

void lockstep_register(PassBuilder &builder) {
  // At the start, while the program still has the shape of its source: later, two calls on two arms
  // may have become one call without a line.
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager &passes, OptimizationLevel) {
        passes.addPass(LockstepPass());
      });
  builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &passes,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (name != "lockstep")
          return false;
        passes.addPass(LockstepPass());
        return true;
      });
}

// Puts the local variables of a function into registers, as PromotePass does.
static void promote(Function &function) {
  DominatorTree dominators;
  AssumptionCache assumptions(function);
  for (bool first = true;; first = false) {
    std::vector<AllocaInst *> variables;
    for (Instruction &instruction : function.getEntryBlock())
      if (auto *variable = dyn_cast<AllocaInst>(&instruction))
        if (isAllocaPromotable(variable))
          variables.push_back(variable);
    if (variables.empty())
      return;
    if (first)
      dominators.recalculate(function);
    PromoteMemToReg(variables, dominators, &assumptions);
  }
}

// A copy of a function's code, in the same module, with local variables in registers; without the
// debug records of variables, which took most of CloneModule's time. For lockstep_erase to remove.
LLVMValueRef lockstep_promoted_copy(LLVMValueRef original) {
  auto *from = unwrap<Function>(original);
  Function *copy = Function::Create(from->getFunctionType(), GlobalValue::InternalLinkage,
                                    from->getAddressSpace(), "", from->getParent());
  DenseMap<Value *, Value *> copies;
  for (Argument &argument : from->args())
    copies[&argument] = copy->getArg(argument.getArgNo());
  for (BasicBlock &block : *from)
    copies[&block] = BasicBlock::Create(from->getContext(), "", copy);
  for (BasicBlock &block : *from)
    for (Instruction &instruction : block) {
      auto *into = cast<BasicBlock>(copies[&block]);
      Instruction *fresh = instruction.clone();
      // By this number, what is done to the copy would be done to the original's debug records.
      fresh->setMetadata(LLVMContext::MD_DIAssignID, nullptr);
      fresh->insertInto(into, into->end());
      copies[&instruction] = fresh;
    }
  for (Instruction &instruction : instructions(copy)) {
    for (Use &operand : instruction.operands())
      if (Value *fresh = copies.lookup(operand.get()))
        operand.set(fresh);
    if (auto *phi = dyn_cast<PHINode>(&instruction))
      for (unsigned index = 0; index < phi->getNumIncomingValues(); ++index)
        phi->setIncomingBlock(index, cast<BasicBlock>(copies[phi->getIncomingBlock(index)]));
  }
  promote(*copy);
  return wrap(copy);
}

void lockstep_erase(LLVMValueRef function) {
  unwrap<Function>(function)->eraseFromParent();
}

// One line of a source file; of one that cannot be read (standard input, generated and deleted, a
// device) blanks, so long that clang does not show them.
static std::string source_line(const char *file, unsigned line) {
  sys::fs::file_status status;
  const uint64_t largest = uint64_t(1) << 28;
  if (!sys::fs::status(file, status) && sys::fs::is_regular_file(status) &&
      status.getSize() < largest)
    if (auto buffer = MemoryBuffer::getFile(file, /*IsText=*/true)) {
      StringRef rest = (*buffer)->getBuffer();
      for (unsigned skipped = 1; skipped < line && !rest.empty(); ++skipped)
        rest = rest.drop_front(std::min(rest.find('\n'), rest.size() - 1) + 1);
      if (!rest.empty())
        return rest.take_until([](char c) { return c == '\n' || c == '\r'; }).str();
    }
  return std::string(5000, ' ');
}

// A source with nothing but that line, at its number: the host copies all of it for every message.
static std::unique_ptr<MemoryBuffer> source_text(const char *file, unsigned line,
                                                 unsigned column) {
  const unsigned last = 10000000, widest = 100000;
  if (line > last || column > widest)
    return nullptr;
  std::string text(line - 1, '\n');
  std::string shown = source_line(file, line);
  if (shown.size() < column)
    shown.append(column - shown.size(), ' ');
  return MemoryBuffer::getMemBufferCopy(text + shown + '\n', file);
}

// severity: 0 error, 1 warning, 2 note. print: 0 through the host's handler, so that its own options
// decide on colour, -w and -Werror; 1 to standard error, 2 the same in colour.
void lockstep_diagnose(LLVMModuleRef module, unsigned severity, const char *file,
                       unsigned line, unsigned column, const char *message,
                       unsigned print) {
  static const SourceMgr::DiagKind kinds[] = {
      SourceMgr::DK_Error, SourceMgr::DK_Warning, SourceMgr::DK_Note};
  SourceMgr::DiagKind kind = kinds[severity < 3 ? severity : 0];
  SourceMgr sources;
  SMLoc location;
  if (line != 0)
    if (auto buffer = source_text(file, line, column)) {
      unsigned id = sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
      location = sources.FindLocForLineAndColumn(id, line, column ? column : 1);
    }
  std::string text = message;
  if (line != 0 && !location.isValid())
    text = std::string(file) + ":" + std::to_string(line) + ":" +
           std::to_string(column) + ": " + text;
  SMDiagnostic diagnostic = location.isValid()
                                ? sources.GetMessage(location, kind, text)
                                : SMDiagnostic("", kind, text);
  if (print) {
    if (print == 2) {
      errs().enable_colors(true);
      WithColor::setAutoDetectFunction([](const raw_ostream &) { return true; });
    }
    if (location.isValid() && diagnostic.getLineContents().trim().empty())
      diagnostic = SMDiagnostic(sources, location, file, int(line), int(column) - 1,
                                kind, text, "", {}, {});
    diagnostic.print(nullptr, errs(), /*ShowColors=*/print == 2);
    return;
  }
  DiagnosticInfoSrcMgr info(diagnostic, unwrap(module)->getName(),
                            /*InlineAsmDiag=*/false);
  unwrap(module)->getContext().diagnose(info);
}

void lockstep_append_constructor(LLVMModuleRef module, LLVMValueRef function) {
  appendToGlobalCtors(*unwrap(module), unwrap<Function>(function), 65535);
}

void lockstep_append_used(LLVMModuleRef module, LLVMValueRef global) {
  appendToUsed(*unwrap(module), {unwrap<GlobalValue>(global)});
}

// The constant of a switch's case, counted from 0: no operand any more since LLVM 22. Wider ones are
// cut to 64 bits.
int64_t lockstep_case_value(LLVMValueRef instruction, unsigned index) {
  auto *choice = unwrap<SwitchInst>(instruction);
  return (choice->case_begin() + index)->getCaseValue()->getValue().sextOrTrunc(64).getSExtValue();
}

// To be freed with free().
char *lockstep_demangle(const char *symbol) {
  return strdup(demangle(symbol).c_str());
}

} // extern "C"
