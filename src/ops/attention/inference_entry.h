// SPDX-License-Identifier: Apache-2.0
//
// Phase one of every operator of attention for inference: an entry point translates its arguments to an
// InferenceCall.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "executor/phases.h"
#include "ops/attention/inference_checks.h"

namespace openaclnn {

/// The kernels of all these operators. Arguments whose view is InferenceArgs::unused are not supported.
inline constexpr std::array<const KernelEntry<InferenceArgs>*, 1> kInferenceKernels{&kInferenceCpu};

/// The first `count` of some inputs, and the outputs behind them.
template <size_t count, size_t inputs, size_t outputs>
constexpr auto ArgumentsOf(const std::array<TensorArgument<InferenceArgs>, inputs>& from,
                           const std::array<TensorArgument<InferenceArgs>, outputs>& results) {
  std::array<TensorArgument<InferenceArgs>, count + outputs> arguments{};
  for (size_t i = 0; i < count; ++i) {
    arguments[i] = from[i];
  }
  for (size_t i = 0; i < outputs; ++i) {
    arguments[count + i] = results[i];
  }
  return arguments;
}

/// `absent`: what is given for the arguments that are not supported, in the operator's order.
aclnnStatus InferencePhaseOne(const char* function, const Operator<InferenceArgs>& op, InferenceCall call,
                              std::span<const aclTensor* const> absent, uint64_t* workspaceSize,
                              aclOpExecutor** executor);

}  // namespace openaclnn
