// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "executor/describe.h"
#include "executor/kernel.h"
#include "executor/operator.h"

namespace openaclnn {

// The call of an operator whose arguments are Args, by a kernel whose state is State.
template <typename Args, typename State>
class BoundCall final : public OperatorCall {
 public:
  BoundCall(const Operator<Args>& op, const Kernel<Args, State>& kernel, const Args& args, const Args& seen,
            bool runnable)
      : op_(&op), kernel_(&kernel), args_(args), state_(runnable ? kernel.prepare(seen) : Unobtainable()) {
    static_assert(alignof(BoundCall) <= alignof(std::max_align_t), "memory of calls is aligned for these");
  }

  [[nodiscard]] const char* OperatorName() const override { return op_->name; }
  [[nodiscard]] const Prepared& Needs() const override { return state_; }
  [[nodiscard]] std::unique_ptr<OperatorCall> Clone() const override {
    return std::make_unique<BoundCall>(*this);
  }
  [[nodiscard]] TensorView& View(const TensorSlot& slot) override { return op_->ViewIn(args_, slot); }
  [[nodiscard]] Status Run(std::byte* workspace, backend::ExecutionContext& context) const override {
    return kernel_->run(args_, state_, workspace, context);
  }
  void Describe(trace::Details& details) const override {
    details.name = op_->name;
    details.kernel = kernel_->name;
    for (const TensorArgument<Args>& argument : op_->arguments) {
      const bool isOutput = argument.role == Role::kOutput;
      if (argument.list == nullptr) {
        DescribeTensor(argument.name, isOutput, args_.*argument.view, details);
        continue;
      }
      for (const TensorView& view : args_.*argument.list) {
        DescribeTensor({argument.name, &view - (args_.*argument.list).data()}, isOutput, view, details);
      }
    }
  }

 private:
  // Asks for a workspace that nobody can provide.
  static State Unobtainable() {
    State state{};
    state.workspaceBytes = size_t{1} << 62;
    state.cost = size_t{1} << 62;
    return state;
  }

  const Operator<Args>* op_;
  const Kernel<Args, State>* kernel_;
  Args args_;
  State state_;
};

// The entry of a kernel, which has to be a constant of static storage.
template <typename Args, typename State>
constexpr KernelEntry<Args> Entry(const Kernel<Args, State>& kernel) {
  return {kernel.backend, &kernel,
          [](const Operator<Args>& op, const void* bound, const Args& args, const Args& seen,
             bool runnable) -> std::unique_ptr<OperatorCall> {
            return std::make_unique<BoundCall<Args, State>>(
                op, *static_cast<const Kernel<Args, State>*>(bound), args, seen, runnable);
          }};
}

}  // namespace openaclnn
