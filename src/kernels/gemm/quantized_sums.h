// SPDX-License-Identifier: Apache-2.0
//
// Products of quantized weights with a vector, which restore weights in registers: they are read as they are in memory.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/gemm/matrix_vector.h"

namespace openaclnn {

/// The sums of a piece of weights, at most kPieceLanes and kGemmDepth of them, with the bits of MultiplyVector of what
/// RestoreWeights restores.
class QuantizedSums {
 public:
  /// `alongDepth`: whether numbers of a lane lie side by side, or those of a depth.
  QuantizedSums(int64_t lanes, bool alongDepth);

  /// Numbers that the same scales and offsets restore: one of each for all lanes, or one for each lane.
  struct Numbers {
    const int8_t* numbers;  // [lanes, depths], or [depths, lanes]
    int64_t begin;          // depths of the piece: [begin, end), after those before
    int64_t end;
    const float* scale;
    const float* offset;
    bool single;
  };
  /// `vector`: all depths of the piece.
  void Add(const Numbers& numbers, const float* vector);
  /// sums[lane] = or += the product of a lane.
  void Finish(bool add, float* sums);

 private:
  int64_t lanes_;
  bool alongDepth_;
  // Of each lane the sums of depths k modulo kVectorLanes: [lanes][kVectorLanes], or [kVectorLanes][kPieceLanes].
  alignas(64) std::array<float, kVectorLanes * kPieceLanes> partial_;
};

}  // namespace openaclnn
