// SPDX-License-Identifier: Apache-2.0
//
// Between tensors as they lie in memory and rows of channels, one row a pixel or a sample. Rows are as long
// as GridRowLanes says, so that they are whole vectors; the lanes that no channel fills are zero.
#pragma once

#include <cstdint>

#include "base/dtype.h"
#include "base/tensor_view.h"

namespace openaclnn {

// 1, 2, 4 or a multiple of 8.
[[nodiscard]] constexpr int64_t GridRowLanes(int64_t channels) {
  if (channels > 4) {
    return (channels + 7) / 8 * 8;
  }
  return channels > 2 ? 4 : channels;
}

// Element [n, c, h, w], in bytes from the tensor's first.
[[nodiscard]] inline int64_t GridByteOffset(const TensorView& view, int64_t n, int64_t c, int64_t h,
                                            int64_t w) {
  return (n * view.strides[0] + c * view.strides[1] + h * view.strides[2] + w * view.strides[3]) *
         static_cast<int64_t>(SizeOf(view.dtype));
}

// Some channels of some neighbouring pixels or samples of a tensor.
template <typename Pointer>
struct GridPatch {
  Pointer data;  // the first channel of the first pixel
  DType dtype;
  int64_t channels;
  int64_t channelStride;  // in elements
  int64_t pixels;
  int64_t pixelStride;
};

// Rows of elements of the tensor's own type, that of pixel i as row places[i].
void PackGridRows(const GridPatch<const std::byte*>& patch, const int64_t* places, void* rows, int64_t lanes);
// Rows of float32, one after the other.
void ReadGridRows(const GridPatch<const std::byte*>& patch, float* rows, int64_t lanes);
// From rows of float64, rounding once.
void WriteGridRows(const GridPatch<std::byte*>& patch, const double* rows, int64_t lanes);

}  // namespace openaclnn
