// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "executor/kernel.h"
#include "kernels/channels.h"

namespace openaclnn {

struct PreluBackwardArgs {
  TensorView gradOutput;
  TensorView self;
  TensorView weight;
  TensorView gradInput;
  TensorView gradWeight;
};

// gradInput = self > 0 ? gradOutput : gradOutput * weight, element by element over the shape of self, to
// which gradOutput broadcasts; gradWeight = the sum of self > 0 ? 0 : gradOutput * self over the elements of
// a weight: those of its channel (dim 1 of self), or all if there is one weight.
extern const KernelEntry<PreluBackwardArgs> kPreluBackwardCpu;

// Of the inner loops.

inline constexpr int64_t kPreluLanes = 8;

// Positions of a flat self that are added to the sums together.
inline constexpr int64_t kPreluRowsAtOnce = 4;

// A part of the tensors, in their type. A row is some positions of a channel or some channels of a position.
struct PreluTile {
  DType dtype;
  Rows<const void*> gradOutput;
  Rows<const void*> self;
  Rows<void*> gradInput;
  int64_t rows;
  int64_t columns;
};

// Sums of some channels, in lanes.
struct PreluLanes {
  double* sums;    // [lane][channel]
  int64_t stride;  // from lane to lane
  int64_t count;
  int64_t position;  // of the first row, in its block
};

}  // namespace openaclnn
