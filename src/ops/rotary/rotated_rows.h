// SPDX-License-Identifier: Apache-2.0
//
// The rows of a tensor, each rotated by rows of cosines and sines that broadcast to it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "executor/kernel.h"
#include "kernels/functions/rotation.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {

struct RotatedTensor {
  const TensorView& x;
  const TensorView& cosines;
  const TensorView& sines;
  const TensorView& out;
};

/// What the kernels prepare.
struct RotationState : Prepared {
  RotationState() = default;
  /// Of x and of tensors like it, which have so many elements that are read, or written.
  RotationState(RotaryMode mode, const TensorView& x, int64_t elements)
      : rows(mode, x.dims[static_cast<size_t>(x.rank - 1)]) {
    cost = static_cast<size_t>(elements) * SizeOf(x.dtype);
  }

  RotaryRows rows;
};

/// `rotate` is rotary::Rotate or rotary::RotateBack.
template <auto rotate>
void RotateRows(const RotaryRows& rows, const RotatedTensor& tensor, const backend::cpu::CpuContext& cpu) {
  constexpr int64_t kTaskTiles = 16;
  const TileReader inputs(tensor.x);
  const TileReader cosines(BroadcastTo(tensor.cosines, tensor.x.Dims()));
  const TileReader sines(BroadcastTo(tensor.sines, tensor.x.Dims()));
  const TileWriter results(tensor.out);
  const int64_t elements = tensor.x.NumElements();
  const int64_t length = rows.Length();
  const int64_t tile = kTileElements / length * length;
  cpu.ParallelFor(CeilDivide(elements, kTaskTiles * tile), [&](int64_t task) {
    TileBuffer inputBuffer;
    TileBuffer cosineBuffer;
    TileBuffer sineBuffer;
    TileBuffer resultBuffer;
    const int64_t end = std::min(elements, (task + 1) * kTaskTiles * tile);
    for (int64_t begin = task * kTaskTiles * tile; begin < end; begin += tile) {
      const int64_t count = std::min(tile, end - begin);
      const float* input = inputs.Read(begin, count, inputBuffer);
      const float* cosine = cosines.Read(begin, count, cosineBuffer);
      const float* sine = sines.Read(begin, count, sineBuffer);
      float* result = results.Prepare(begin, resultBuffer);
      for (int64_t i = 0; i < count; i += length) {
        rotate(rows, input + i, cosine + i, sine + i, result + i);
      }
      results.Write(begin, count, result);
    }
  });
}

}  // namespace openaclnn
