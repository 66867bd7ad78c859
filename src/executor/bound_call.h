// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "executor/call_allocator.h"
#include "executor/describe.h"
#include "executor/kernel.h"
#include "executor/operator.h"
#include "executor/staging.h"

namespace openaclnn {

// The call of an operator whose arguments are Args, by whichever kernel.
template <typename Args>
class CallWithArguments : public OperatorCall {
 public:
  CallWithArguments(const Operator<Args>& op, FunctionRef<Args()> make, std::span<const TensorOfCall> tensors)
      : op_(&op), args_(make()) {
    for (size_t number = 0; number < op.arguments.size(); ++number) {
      const TensorArgument<Args>& argument = op.arguments[number];
      if (argument.list != nullptr) {
        AddList(argument, tensors[number].list, args_.*argument.list);
      } else {
        AddSlot(argument, tensors[number], args_.*argument.view);
      }
    }
    LookWhetherOutputsMeet();
  }

  [[nodiscard]] const char* OperatorName() const override { return op_->name; }
  [[nodiscard]] TensorView& View(const TensorSlot& slot) override {
    return Operator<Args>::ViewIn(args_, slot);
  }

 protected:
  [[nodiscard]] const Args& Arguments() const { return args_; }
  // The arguments as the kernel will see them: outputs that are staged are contiguous.
  [[nodiscard]] Args WithStaged() {
    const auto viewOf = [&](size_t slot) -> const TensorView& { return View(slots[slot]); };
    const Conflicts conflicts(slots, viewOf);
    Args seen = args_;
    for (size_t slot = 0; slot < slots.size(); ++slot) {
      if (conflicts.Find(slot) != nullptr) {
        Operator<Args>::ViewIn(seen, slots[slot]) = StagedView(viewOf(slot));
      }
    }
    return seen;
  }
  void DescribeArguments(trace::Details& details) const {
    details.name = op_->name;
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
  const Operator<Args>* op_;
  Args args_;
};

// The same, by a kernel whose state is State.
template <typename Args, typename State>
class BoundCall final : public CallWithArguments<Args> {
 public:
  BoundCall(const Operator<Args>& op, const Kernel<Args, State>& kernel, FunctionRef<Args()> make,
            std::span<const TensorOfCall> tensors)
      : CallWithArguments<Args>(op, make, tensors), kernel_(&kernel), state_(Prepare()) {
    this->needs = state_;
  }

  [[nodiscard]] std::shared_ptr<OperatorCall> Clone() const override {
    return std::allocate_shared<BoundCall>(CallAllocator<BoundCall>(), *this);
  }
  [[nodiscard]] Status Run(std::byte* workspace, backend::ExecutionContext& context) const override {
    return kernel_->run(this->Arguments(), state_, workspace, context);
  }
  void Describe(trace::Details& details) const override {
    details.kernel = kernel_->name;
    this->DescribeArguments(details);
  }

 private:
  [[nodiscard]] State Prepare() {
    if (!this->runnable_ || this->outputsMeet) [[unlikely]] {
      return PrepareSpecial();
    }
    return kernel_->prepare(this->Arguments());
  }
  [[nodiscard]] [[gnu::cold, gnu::noinline]] State PrepareSpecial() {
    if (this->runnable_) {
      return kernel_->prepare(this->WithStaged());
    }
    // A workspace that nobody can provide.
    State state{};
    state.workspaceBytes = size_t{1} << 62;
    state.cost = size_t{1} << 62;
    return state;
  }

  const Kernel<Args, State>* kernel_;
  State state_;
};

// The entry of a kernel, which has to be a constant of static storage.
template <typename Args, typename State>
constexpr KernelEntry<Args> Entry(const Kernel<Args, State>& kernel) {
  return {kernel.backend, &kernel,
          [](const Operator<Args>& op, const void* bound, FunctionRef<Args()> make,
             std::span<const TensorOfCall> tensors) -> std::shared_ptr<OperatorCall> {
            using Call = BoundCall<Args, State>;
            return std::allocate_shared<Call>(CallAllocator<Call>(), op,
                                              *static_cast<const Kernel<Args, State>*>(bound), make, tensors);
          }};
}

}  // namespace openaclnn
