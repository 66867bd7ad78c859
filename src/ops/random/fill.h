// SPDX-License-Identifier: Apache-2.0
//
// Tensors of random numbers: what is drawn for each element, and the kernel that fills a tensor.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "executor/operator.h"
#include "kernels/random/random_words.h"
#include "ops/random/draw.h"

namespace openaclnn {

enum class Distribution {
  kNormal,     // mean + std * a standard normal number
  kUniform,    // least + width * a number in [0, 1), and at most `most`
  kWhole,      // base + an integer in [0, range), from `lowest` to `highest`
  kBernoulli,  // 0 where a word is below `zeros`, else 1
};

// How many of 2^32 words give 0: the lowest ones, so that 1 is what a dropout keeps whose words are the same.
inline uint64_t ZerosOf(double probability) {
  return (uint64_t{1} << 32U) - WordsOf(probability);
}

struct FillArgs {
  TensorView out;
  TensorView model;  // whose shape counts; not looked at
  TensorView mean;   // where not defined, the number
  TensorView std;
  TensorView prob;
  TensorView seedTensor;  // where defined, SequenceAt says what is drawn
  TensorView offsetTensor;
  Distribution distribution{};
  RandomSequence sequence{};
  double meanNumber = 0;
  double stdNumber = 1;
  double least = 0;
  double width = 1;
  double most = 0;
  int digits = 0;  // of uniform numbers
  int64_t base = 0;
  uint64_t range = 0;
  int64_t lowest = std::numeric_limits<int64_t>::min();
  int64_t highest = std::numeric_limits<int64_t>::max();
  uint64_t zeros = 0;  // of 2^32 words
};

inline FillArgs FillOf(Distribution distribution, const RandomSequence& sequence) {
  FillArgs args;
  args.distribution = distribution;
  args.sequence = sequence;
  return args;
}

extern const KernelEntry<FillArgs> kFillCpu;
inline constexpr std::array<const KernelEntry<FillArgs>*, 1> kFillKernels{&kFillCpu};

}  // namespace openaclnn
