// SPDX-License-Identifier: Apache-2.0
//
// Losses whose terms follow from a prediction and a target in one place, and their gradients: what is
// computed for each place, and the kernel that leads it through the tensors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "executor/operator.h"

namespace openaclnn {

// What is computed for each place.
enum class LossExpression {
  kL1,
  kSmoothL1,
  kBinaryCrossEntropy,
  kWithLogits,
  kKlDiv,
  kKlDivOfLogarithms,
  kSoftMargin,
  kL1Gradient,
  kSmoothL1Gradient,
  kBinaryCrossEntropyGradient,
  kWithLogitsGradient,
  kWithLogitsTargetGradient,
  kKlDivGradient,
  kKlDivOfLogarithmsGradient,
  kKlDivTargetGradient,
  kKlDivOfLogarithmsTargetGradient,
  kSoftMarginGradient,
};

// What becomes of the terms.
enum LossReduction : int64_t { kEachTerm = 0, kMeanOfTerms = 1, kSumOfTerms = 2, kMeanOfBatch = 3 };

enum LossInput : size_t {
  kSelfInput,
  kTargetInput,
  kWeightInput,
  kPosWeightInput,
  kGradOutputInput,
  kLossInputs
};

struct LossArgs {
  TensorView self;
  TensorView target;
  TensorView weight;      // not defined: ones
  TensorView posWeight;   // not defined: ones
  TensorView gradOutput;  // defined: a gradient is computed
  TensorView out;
  LossExpression expression{};
  LossReduction reduction = kEachTerm;
  DType computed{};  // FLOAT, DOUBLE; kL1 also INT64
  double parameter = 0;
};

// Places that are computed at a time, all tensors' in the computed type.
struct LossTile {
  std::array<const std::byte*, kLossInputs> inputs;
  std::byte* out;
  int64_t count;  // a multiple of kLossStep
  double parameter;
  double factor;  // of gradOutput
};
inline constexpr int64_t kLossStep = 16;
using LossLoop = void (*)(const LossTile& tile);

[[nodiscard]] LossLoop FindLossLoop(LossExpression expression, DType computed);
// The sum of at most kSumBlock terms of FLOAT or DOUBLE.
[[nodiscard]] double SumOfTerms(DType computed, const std::byte* terms, int64_t count);

extern const KernelEntry<LossArgs> kPointwiseLossCpu;
inline constexpr std::array<const KernelEntry<LossArgs>*, 1> kPointwiseLossKernels{&kPointwiseLossCpu};

}  // namespace openaclnn
