// SPDX-License-Identifier: Apache-2.0
//
// The two phases of an operator, as its entry points write them:
//
//   aclnnStatus aclnnXxxGetWorkspaceSize(const aclTensor* self, aclTensor* out, uint64_t* size,
//                                        aclOpExecutor** executor) {
//     return PhaseOne("aclnnXxxGetWorkspaceSize", size, executor, [&](PhaseOneCall& call) -> Status {
//       ... checks ...
//       XxxArgs args;
//       args.attribute = ...;
//       return call.Bind(kXxx, args, {self, out});
//     });
//   }
//   OPENACLNN_PHASE_TWO(aclnnXxx)
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "aclnn/acl_meta.h"
#include "backend/registry.h"
#include "base/errors.h"
#include "base/small_vector.h"
#include "base/status.h"
#include "executor/bound_call.h"
#include "executor/executor.h"
#include "executor/memory_ranges.h"
#include "executor/operator.h"
#include "executor/staging.h"
#include "tensor/objects.h"

namespace openaclnn {

// A tensor or a list of tensors that a client gave, or null. One that the call leaves out keeps its place in
// the client's counting, and is not looked at. Null for a list is one without elements.
struct TensorOfCall {
  TensorOfCall() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): most calls use all that they are given
  TensorOfCall(const aclTensor* given, bool isUsed = true)
      : tensor(given), seen(given), used(isUsed && given != nullptr) {}
  // One of a private format, which the kernel sees as a plain tensor on the same memory. That is not kept.
  TensorOfCall(const aclTensor* given, const aclTensor& seenAs) : tensor(given), seen(&seenAs), used(true) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  TensorOfCall(const aclTensorList* given) : list(given) {}
  const aclTensor* tensor = nullptr;
  const aclTensor* seen = nullptr;
  bool used = false;
  const aclTensorList* list = nullptr;
};
using TensorsOfCall = SmallVector<TensorOfCall, kUsualTensors>;

// What phase one builds up; becomes an aclOpExecutor if nothing fails.
class PhaseOneCall {
 public:
  // Fills the views of `args` from `tensors` (in the operator's order; those that are used are checked),
  // finds the kernel of the backend, and lets it prepare.
  template <typename Args>
  [[nodiscard]] Status Bind(const Operator<Args>& op, Args& args, const TensorsOfCall& tensors) {
    for (const KernelEntry<Args>* kernel : op.kernels) {
      if (kernel->backend == backend::SelectedKind()) {
        TensorSlots& slots = NewSlots();
        auto tensor = tensors.begin();
        for (size_t number = 0; number < op.arguments.size(); ++number, ++tensor) {
          const TensorArgument<Args>& argument = op.arguments[number];
          const ArgumentOfCall facts{argument.name, number, argument.role, argument.inPlace, argument.apart};
          if (argument.list != nullptr) {
            AddList(facts, tensor->list, args.*argument.list);
          } else {
            AddSlot(facts, *tensor, args.*argument.view);
          }
        }
        outputsMeet_ = OutputsMeet(slots, ranges_);
        executor_->call = outputsMeet_ ? BindWithStaged(op, *kernel, args)
                                       : kernel->bind(op, kernel->kernel, args, args, runnable_);
        return Status::Ok();
      }
    }
    return {code::kInnerFindKernel, "the operator has no kernel for the selected backend"};
  }
  template <typename Args>
  [[nodiscard]] Status Bind(const Operator<Args>& op, Args&& args, const TensorsOfCall& tensors) {
    return Bind(op, args, tensors);
  }

 private:
  friend Status FinishPhaseOne(PhaseOneCall& call, uint64_t* workspaceSize, aclOpExecutor** executor);

  // Expanded views can claim more elements than any memory or patience holds. Kernels prepare nothing for
  // them, so that they can multiply sizes without care.
  [[nodiscard]] static bool Runnable(const TensorView& view) {
    constexpr int64_t kMostElements = int64_t{1} << 48;
    return view.NumElements() <= kMostElements;
  }

  // The kernel prepares for the outputs as it will see them: those that are staged are contiguous.
  template <typename Args>
  [[gnu::cold, gnu::noinline]] std::unique_ptr<OperatorCall> BindWithStaged(const Operator<Args>& op,
                                                                            const KernelEntry<Args>& kernel,
                                                                            Args& args) const {
    const TensorSlots& slots = executor_->slots;
    const auto viewOf = [&](size_t slot) -> const TensorView& { return op.ViewIn(args, slots[slot]); };
    const Conflicts conflicts(slots, viewOf);
    Args seen = args;
    for (size_t slot = 0; slot < slots.size(); ++slot) {
      if (conflicts.Find(slot) != nullptr) {
        op.ViewIn(seen, slots[slot]) = StagedView(viewOf(slot));
      }
    }
    return kernel.bind(op, kernel.kernel, args, seen, runnable_);
  }

  // Makes the executor; its slots, of which there are none yet.
  [[nodiscard]] TensorSlots& NewSlots();
  // What slots say of their argument.
  struct ArgumentOfCall {
    TensorName name;
    size_t number;
    Role role;
    bool inPlace;
    bool apart;
  };
  // Adds a slot for what there is, and fills in the view.
  void AddSlot(const ArgumentOfCall& argument, const TensorOfCall& given, TensorView& view);
  void AddList(const ArgumentOfCall& argument, const aclTensorList* given, TensorViews& views);

  std::shared_ptr<aclOpExecutor> executor_;
  ByteRanges ranges_;  // of its slots
  bool runnable_ = true;
  bool outputsMeet_ = false;  // with other tensors of the call
};

// Checks the two output pointers.
[[nodiscard]] Status CheckPhaseOneOutputs(const uint64_t* workspaceSize, aclOpExecutor* const* executor);
// Hands the executor out; writes the outputs only on success.
[[nodiscard]] Status FinishPhaseOne(PhaseOneCall& call, uint64_t* workspaceSize, aclOpExecutor** executor);

template <typename Body>
aclnnStatus PhaseOne(const char* function, uint64_t* workspaceSize, aclOpExecutor** executor,
                     const Body& body) noexcept {
  return Boundary(
      function,
      [&]() -> Status {
        trace::Annotate([](trace::Details& details) { details.phase = "plan"; });
        PhaseOneCall call;
        Status status = CheckPhaseOneOutputs(workspaceSize, executor);
        if (status.IsOk()) {
          status = body(call);
        }
        return status.IsOk() ? FinishPhaseOne(call, workspaceSize, executor) : status;
      },
      Api::kOperator);
}

// Checks workspace, addresses and stream, and enqueues the call. Frees the executor, success or not, unless
// it was made repeatable. `function` is the operator's name: an executor of another operator is refused.
aclnnStatus PhaseTwo(const char* function, void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                     aclrtStream stream) noexcept;

}  // namespace openaclnn

// Defines the second phase of an operator: the same function under each name.
#define OPENACLNN_PHASE_TWO(name)                                                                          \
  aclnnStatus name(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor, aclrtStream stream) { \
    return openaclnn::PhaseTwo(#name, workspace, workspaceSize, executor, stream);                         \
  }
