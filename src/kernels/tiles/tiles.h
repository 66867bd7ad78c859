// SPDX-License-Identifier: Apache-2.0
//
// How kernels see tensors: as rows of float32, whatever the dtype and strides. A tile is a short run of
// consecutive elements in the row-major order of the view's dims; reading one costs a pass over level-one
// cache at most, and nothing for contiguous FLOAT, where it is the tensor's own memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/merged_dims.h"
#include "base/tensor_view.h"
#include "simd/convert.h"

namespace openaclnn {

// Elements of a tile: a few tiles of float32 fit in any level-one cache, and the bookkeeping for one is a
// small part of the work on it.
inline constexpr int64_t kTileElements = 1024;

using TileBuffer = std::array<float, kTileElements>;
using DoubleTileBuffer = std::array<double, kTileElements>;

// Elements that lie side by side (step 1), or one and the same (step 0), of which there are kRepeated copies
// at `data`, enough for a vector.
struct TileRun {
  const void* data;
  int64_t step;
};
inline constexpr int64_t kRepeated = 64;

// Reads tiles of a FLOAT, FLOAT16 or BFLOAT16 view.
class TileReader {
 public:
  explicit TileReader(const TensorView& view);

  // Elements [begin, begin + count), count <= kTileElements: in `buffer`, or where they lie.
  const float* Read(int64_t begin, int64_t count, TileBuffer& buffer) const;
  // The same in the tensor's own type, for kernels that convert in registers.
  const void* ReadRaw(int64_t begin, int64_t count, TileBuffer& buffer) const;
  // How many elements from `begin` on are a run of the tensor itself; 0 where its stride is a longer one.
  [[nodiscard]] int64_t RunLength(int64_t begin) const;
  // As ReadRaw, but leaves runs as they are; of these, `count` may be all.
  TileRun ReadRun(int64_t begin, int64_t count, TileBuffer& buffer) const;

 private:
  const std::byte* data_;
  DType dtype_;
  MergedDims dims_;
};

// How a tensor as large as this one is written.
[[nodiscard]] Stores StoresFor(const TensorView& view);

// Writes tiles of a FLOAT, FLOAT16 or BFLOAT16 view, rounding once, to nearest even.
class TileWriter {
 public:
  explicit TileWriter(const TensorView& view);

  // Where to compute the tile [begin, begin + count): `buffer`, or the tensor's own memory. Then Write it.
  float* Prepare(int64_t begin, TileBuffer& buffer) const;
  void Write(int64_t begin, int64_t count, const float* tile) const;
  // A tile that was computed in float64.
  void Write(int64_t begin, int64_t count, const double* tile) const;
  // The same in the tensor's own type, for kernels that round in registers. Of the tensor's own memory as
  // many elements may be written as there are.
  void* PrepareRaw(int64_t begin, TileBuffer& buffer) const;
  void WriteRaw(int64_t begin, int64_t count, const void* tile) const;

 private:
  template <typename T>
  void WriteTile(int64_t begin, int64_t count, const T* tile) const;

  std::byte* data_;
  DType dtype_;
  MergedDims dims_;
  Stores stores_;
};

// Sets every element of the view to zero, or those of a range, on the calling thread. Any type.
void FillZero(const TensorView& view);
void FillZero(const TensorView& view, int64_t begin, int64_t end);

}  // namespace openaclnn
