// SPDX-License-Identifier: Apache-2.0
//
// What a kernel is: two functions, found by (operator, backend).
//
//   State prepare(const Args& args);
//   Status run(const Args& args, const State& state, std::byte* workspace,
//              backend::ExecutionContext& context);
//
// `Args` is the operator's plain struct: a TensorView for each tensor and the attributes. Phase one calls
// prepare, which makes all decisions from dtypes, shapes, strides and attributes alone: how the work is cut,
// which variant runs, where in the workspace what lies. No address is known yet, and none may be kept: data
// pointers of the views are set or replaced between the phases. Phase two calls run, which decides nothing
// again.
//
// What fixes the bits of a result (a Partition: from shapes alone) and what does not (a Schedule: how many
// elements a task takes, which may depend on threads) are two types in a state.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "backend/backend.h"
#include "base/function_ref.h"
#include "base/status.h"

namespace openaclnn {

// What every State says of itself, by deriving from this.
struct Prepared {
  size_t workspaceBytes = 0;
  // What the run takes, in bytes that memory moves in that time: for most kernels what they read and write.
  // Decides where a call runs, never what it computes.
  size_t cost = 0;
};

// The kernel of one backend for one operator.
template <typename Args, typename State>
struct Kernel {
  backend::BackendKind backend;
  const char* name;  // printable, e.g. "cpu:tiles"
  State (*prepare)(const Args& args);
  // Runs on the stream. `workspace` is 64-byte aligned and as large as prepared. Must not throw.
  Status (*run)(const Args& args, const State& state, std::byte* workspace,
                backend::ExecutionContext& context);
};

class OperatorCall;
struct TensorOfCall;
template <typename Args>
struct Operator;

// A kernel in an operator's list, whatever its state: `Entry(kernel)` of executor/bound_call.h makes it.
template <typename Args>
struct KernelEntry {
  backend::BackendKind backend;
  const void* kernel;
  // Makes a call of the arguments that `make` returns, whose views it fills in from the tensors, in the operator's
  // order. So the arguments are made where they stay.
  std::shared_ptr<OperatorCall> (*bind)(const Operator<Args>& op, const void* kernel,
                                        FunctionRef<Args()> make, std::span<const TensorOfCall> tensors);
};

}  // namespace openaclnn
