// SPDX-License-Identifier: Apache-2.0
//
// How an operator describes itself to the executor: its name, its tensors, and a kernel for each backend.
#pragma once

#include <span>

#include "base/tensor_view.h"
#include "executor/operator_call.h"

namespace openaclnn {

template <typename Args>
struct TensorArgument {
  const char* name;
  Role role;
  TensorView Args::*view;  // null: the argument is a list
  // Of an output: the kernel has read element i of every input of this shape for the last time when it writes
  // element i, so that an input with the very same layout and address may be overwritten. Other overlaps are
  // staged. Of a list: the same for the inputs at the same place of their lists.
  bool inPlace = false;
  // Of an input: it is read after outputs have been written, so that none may lie on it, whatever the layout.
  bool apart = false;
  TensorViews Args::*list = nullptr;
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
  [[nodiscard]] [[gnu::noinline]] TensorView& ViewIn(Args& args, const TensorSlot& slot) const {
    const TensorArgument<Args>& argument = arguments[slot.facts.argument];
    return argument.list == nullptr ? args.*argument.view
                                    : (args.*argument.list)[static_cast<size_t>(slot.facts.name.element)];
  }
};

}  // namespace openaclnn
