// SPDX-License-Identifier: Apache-2.0
//
// How an operator describes itself to the executor: its name, its tensors, and a kernel for each backend.
#pragma once

#include <span>

#include "base/tensor_view.h"
#include "executor/operator_call.h"

namespace openaclnn {

template <typename Args>
struct TensorArgument : ArgumentFacts {
  constexpr TensorArgument() = default;
  constexpr TensorArgument(const char* named, Role as, TensorView Args::*viewed, bool mayBeInPlace = false,
                           bool mustBeApart = false, TensorViews Args::*listed = nullptr)
      : ArgumentFacts{named, as, mayBeInPlace, mustBeApart}, view(viewed), list(listed) {}

  TensorView Args::*view = nullptr;   // null: the argument is a list
  TensorViews Args::*list = nullptr;  // null: it is a tensor
};

// A list of tensors as an argument.
template <typename Args>
constexpr TensorArgument<Args> ListArgument(const char* name, Role role, TensorViews Args::*list,
                                            bool inPlace = false) {
  return {name, role, nullptr, inPlace, false, list};
}

// The constants of one operator. Arguments stand in prototype order.
template <typename Args>
struct Operator {
  const char* name;
  std::span<const TensorArgument<Args>> arguments;
  std::span<const KernelEntry<Args>* const> kernels;

  // Not inlined: GCC 12 would take a copy of arguments that hold no view for one that is read uninitialized.
  [[nodiscard]] [[gnu::noinline]] static TensorView& ViewIn(Args& args, const TensorSlot& slot) {
    const auto& argument = static_cast<const TensorArgument<Args>&>(*slot.argument);
    return argument.list == nullptr ? args.*argument.view
                                    : (args.*argument.list)[static_cast<size_t>(slot.element)];
  }
};

}  // namespace openaclnn
