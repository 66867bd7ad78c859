// SPDX-License-Identifier: Apache-2.0
//
// Dropout: what a call draws, masks and scales, and the kernel that does it.
#pragma once

#include <array>
#include <cstdint>

#include "base/scalar_value.h"
#include "executor/operator.h"
#include "kernels/random/random_words.h"

namespace openaclnn {

// How likely an element is dropped, and by which random numbers.
struct Chance {
  uint64_t threshold;  // words below it drop: of 2^32
  RandomSequence sequence;
};

struct DropoutArgs {
  TensorView self;  // not defined: only a mask is made
  TensorView mask;  // not defined: `maskOut` is made first
  TensorView out;
  TensorView maskOut;
  TensorView seedTensor;  // where defined, SequenceAt says what is drawn
  TensorView offsetTensor;
  int64_t count = 0;  // elements
  Chance chance{};
  bool divides = false;
  ScalarValue factor{};
};

extern const KernelEntry<DropoutArgs> kDropoutCpu;
inline constexpr std::array<const KernelEntry<DropoutArgs>*, 1> kDropoutKernels{&kDropoutCpu};

}  // namespace openaclnn
