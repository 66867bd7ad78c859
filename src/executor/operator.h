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
  std::span<const KernelEntry<Args>* const> kernels;
};

}  // namespace openaclnn
