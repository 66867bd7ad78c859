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

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>

#include "aclnn/acl_meta.h"
#include "backend/registry.h"
#include "base/errors.h"
#include "base/status.h"
#include "executor/bound_call.h"
#include "executor/operator.h"
#include "tensor/objects.h"

namespace openaclnn {

// What phase one builds up; becomes what an aclOpExecutor is the handle of if nothing fails.
class PhaseOneCall {
 public:
  // Finds the kernel of the backend, makes a call of it with a copy of `args`, whose views it fills in from `tensors` (in
  // the operator's order; those that are used are checked), and lets the kernel prepare.
  template <typename Args, typename Tensors = std::initializer_list<TensorOfCall>>
  [[nodiscard]] Status Bind(const Operator<Args>& op, const Args& args, const Tensors& tensors) {
    return BindMade(op, FunctionRef<Args()>([&args] { return args; }), tensors);
  }
  // The same of the arguments that `make` returns, which are then nowhere else before.
  template <typename Args, std::invocable Make, typename Tensors = std::initializer_list<TensorOfCall>>
  [[nodiscard]] Status Bind(const Operator<Args>& op, const Make& make, const Tensors& tensors) {
    return BindMade(op, FunctionRef<Args()>(make), tensors);
  }

 private:
  friend Status FinishPhaseOne(PhaseOneCall& call, uint64_t* workspaceSize, aclOpExecutor** executor);

  template <typename Args, typename Tensors>
  [[nodiscard]] Status BindMade(const Operator<Args>& op, FunctionRef<Args()> make, const Tensors& tensors) {
    for (const KernelEntry<Args>* kernel : op.kernels) {
      if (kernel->backend == backend::SelectedKind()) {
        call_ = kernel->bind(op, kernel->kernel, make, {tensors.begin(), tensors.size()});
        return Status::Ok();
      }
    }
    return {code::kInnerFindKernel, "the operator has no kernel for the selected backend"};
  }

  std::shared_ptr<OperatorCall> call_;
};

// What to say where one of the two output pointers is null.
[[nodiscard]] Status NullOutputOfPhaseOne(const uint64_t* workspaceSize);
// Hands the executor out; writes the outputs only on success.
[[nodiscard]] Status FinishPhaseOne(PhaseOneCall& call, uint64_t* workspaceSize, aclOpExecutor** executor);

template <typename Body>
aclnnStatus PhaseOne(const char* function, uint64_t* workspaceSize, aclOpExecutor** executor,
                     const Body& body) noexcept {
  return Boundary(
      function,
      [&]() -> Status {
        trace::Annotate([](trace::Details& details) { details.phase = "plan"; });
        if (workspaceSize == nullptr || executor == nullptr) [[unlikely]] {
          return NullOutputOfPhaseOne(workspaceSize);
        }
        PhaseOneCall call;
        Status status = body(call);
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
