// SPDX-License-Identifier: Apache-2.0
//
// How an operator describes itself to the executor: its arguments, and a kernel for each backend.
//
// An operator has one plain struct of arguments, `Args`: a TensorView for each tensor and the attributes. It
// names the tensors in an Operator<Args>, and phase one binds them:
//
//   aclnnStatus aclnnXxxGetWorkspaceSize(const aclTensor* self, aclTensor* out, uint64_t* size,
//   aclOpExecutor** executor) {
//     return PhaseOne("aclnnXxxGetWorkspaceSize", size, executor, [&](PhaseOneCall& call) -> Status {
//       ... checks ...
//       XxxArgs args;
//       args.attribute = ...;
//       return call.Bind(kXxx, args, {self, out});
//     });
//   }
//   aclnnStatus aclnnXxx(void* workspace, uint64_t size, aclOpExecutor* executor, aclrtStream stream) {
//     return PhaseTwo(kXxx.name, workspace, size, executor, stream);
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "aclnn/acl_meta.h"
#include "backend/backend.h"
#include "base/errors.h"
#include "base/inplace_vector.h"
#include "base/status.h"
#include "base/tensor_view.h"
#include "executor/describe.h"
#include "tensor/objects.h"

namespace openaclnn {

enum class Role { kInput, kOutput };

// What a kernel says in phase one, from shapes and attributes alone.
struct Plan {
  size_t workspaceBytes = 0;
  // Read and written by the run, roughly; of a kernel that memory does not limit, what would take as long.
  size_t bytes = 0;
  // Of a kernel that is faster than memory while its tensors are in the caches: the bytes that memory moves
  // in the time it then takes. Otherwise 0.
  size_t cachedEffort = 0;
};

template <typename Args>
struct Kernel {
  backend::BackendKind backend;
  const char* name;  // printable, e.g. "cpu:tiles"
  Plan (*plan)(const Args& args);
  // Runs on the stream. `workspace` is 64-byte aligned and as large as planned. Must not throw.
  Status (*run)(const Args& args, std::byte* workspace, backend::ExecutionContext& context);
};

template <typename Args>
struct TensorArgument {
  const char* name;
  Role role;
  TensorView Args::*view;
  // Of an output: the kernel has read element i of every input of this shape for the last time when it writes
  // element i, so that an input with the very same layout and address may be overwritten. Other overlaps are
  // staged.
  bool inPlace = false;
};

// The constants of one operator. Arguments stand in prototype order.
template <typename Args>
struct Operator {
  const char* name;
  std::span<const TensorArgument<Args>> arguments;
  std::span<const Kernel<Args>> kernels;
};

// One tensor argument of a call: what the address-setting functions and the launch need to know of it.
struct TensorSlot {
  const char* name = nullptr;
  Role role = Role::kInput;
  const aclTensor* tensor = nullptr;  // identity only, never followed after phase one; null: not given
  int64_t offset = 0;                 // of the view from the tensor's base, in bytes
  bool inPlace = false;               // as TensorArgument::inPlace
  // Where in the workspace the output is made before it is copied to its place; negative: it is made in
  // place.
  int64_t stagedAt = -1;
};

inline constexpr size_t kMostTensors = 8;  // that an operator has
using TensorSlots = InplaceVector<TensorSlot, kMostTensors>;

// An operator with its arguments bound, whatever its type.
class OperatorCall {
 public:
  OperatorCall() = default;
  OperatorCall& operator=(const OperatorCall&) = delete;
  virtual ~OperatorCall() = default;

  [[nodiscard]] virtual const char* OperatorName() const = 0;
  [[nodiscard]] virtual std::unique_ptr<OperatorCall> Clone() const = 0;
  [[nodiscard]] virtual TensorView& View(size_t slot) = 0;
  [[nodiscard]] virtual Status Run(std::byte* workspace, backend::ExecutionContext& context) const = 0;
  // The operator, its kernel and its tensors, for the timeline.
  virtual void Describe(trace::Details& details) const = 0;

 protected:
  OperatorCall(const OperatorCall&) = default;
};

template <typename Args>
class BoundCall final : public OperatorCall {
 public:
  BoundCall(const Operator<Args>& op, const Kernel<Args>& kernel, const Args& args)
      : op_(&op), kernel_(&kernel), args_(args) {}

  [[nodiscard]] const char* OperatorName() const override { return op_->name; }
  [[nodiscard]] std::unique_ptr<OperatorCall> Clone() const override {
    return std::make_unique<BoundCall<Args>>(*this);
  }
  [[nodiscard]] TensorView& View(size_t slot) override { return args_.*(op_->arguments[slot].view); }
  [[nodiscard]] Status Run(std::byte* workspace, backend::ExecutionContext& context) const override {
    return kernel_->run(args_, workspace, context);
  }
  void Describe(trace::Details& details) const override {
    details.name = op_->name;
    details.kernel = kernel_->name;
    for (const TensorArgument<Args>& argument : op_->arguments) {
      DescribeTensor(argument.name, args_.*argument.view, details);
    }
  }
  [[nodiscard]] Args& Arguments() { return args_; }

 private:
  const Operator<Args>* op_;
  const Kernel<Args>* kernel_;
  Args args_;
};

// A tensor that a client gave, or null. One that the call leaves out keeps its place in the client's
// counting, and is not looked at.
struct TensorOfCall {
  // NOLINTNEXTLINE(google-explicit-constructor): most calls use all that they are given
  TensorOfCall(const aclTensor* given, bool isUsed = true)
      : tensor(given), used(isUsed && given != nullptr) {}
  const aclTensor* tensor;
  bool used;
};

// What phase one builds up; becomes an aclOpExecutor if nothing fails.
class PhaseOneCall {
 public:
  // Fills the views of `args` from `tensors` (in the operator's order; those that are used are checked),
  // plans, and binds.
  template <typename Args>
  [[nodiscard]] Status Bind(const Operator<Args>& op, const Args& args,
                            std::initializer_list<TensorOfCall> tensors) {
    for (const Kernel<Args>& kernel : op.kernels) {
      if (kernel.backend == backend::SelectedBackend()) {
        auto call = std::make_unique<BoundCall<Args>>(op, kernel, args);
        auto tensor = tensors.begin();
        for (const TensorArgument<Args>& argument : op.arguments) {
          AddSlot(argument.name, argument.role, argument.inPlace, *tensor);
          if (tensor->used) {
            call->Arguments().*argument.view = ViewOf(*tensor->tensor);
          }
          ++tensor;
        }
        const Args& bound = call->Arguments();
        call_ = std::move(call);
        plan_ = Runnable() ? kernel.plan(bound) : Plan{.workspaceBytes = kNoMemory, .bytes = kNoMemory};
        return Status::Ok();
      }
    }
    return {code::kInnerFindKernel, "the operator has no kernel for the selected backend"};
  }

 private:
  friend Status FinishPhaseOne(PhaseOneCall& call, uint64_t* workspaceSize, aclOpExecutor** executor);

  // Expanded views can claim more elements than any memory or patience holds. No plan is made for them, so
  // that plans can multiply sizes without care; they ask for a workspace that nobody can provide.
  [[nodiscard]] bool Runnable() const;
  static constexpr size_t kNoMemory = size_t{1} << 62;

  void AddSlot(const char* name, Role role, bool inPlace, const TensorOfCall& argument);

  TensorSlots slots_;
  std::unique_ptr<OperatorCall> call_;
  Plan plan_;
};

// Checks the two output pointers.
[[nodiscard]] Status CheckPhaseOneOutputs(const uint64_t* workspaceSize, aclOpExecutor* const* executor);
// Makes the executor; writes the outputs only on success.
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
