// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/merged_dims.h"
#include "base/tensor_view.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {

// Reads a tensor of indices as int64, whatever its strides and whichever of their dtypes
// (FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL). Floating values lose their fraction; any
// BOOL byte but zero is 1.
class IndexReader {
 public:
  // Floating values that no int64 holds, NaN among them, read as `outside`.
  IndexReader(const TensorView& view, int64_t outside);

  // Elements [begin, begin + count) of the row-major order, count <= kTileElements.
  void Read(int64_t begin, int64_t count, int64_t* indices) const;
  // The same in `buffer`, or where they lie.
  using Buffer = std::array<int64_t, kTileElements>;
  const int64_t* ReadTile(int64_t begin, int64_t count, Buffer& buffer) const;

  // One element as a message shows it: its value, before any conversion.
  [[nodiscard]] std::string Text(int64_t position) const;

 private:
  template <typename T, typename Convert, typename Result>
  void ReadAs(int64_t begin, int64_t count, const Convert& convert, Result* results) const;
  [[nodiscard]] int64_t Truncate(double value) const;

  TensorView view_;
  MergedDims dims_;
  int64_t outside_;
};

}  // namespace openaclnn
