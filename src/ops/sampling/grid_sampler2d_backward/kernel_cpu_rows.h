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

// Whether the rows of a [N, C, H, W] tensor's images follow each other as the elements of one long row do.
[[nodiscard]] inline bool HasEvenRows(const TensorView& view) {
  return view.dims[2] == 1 || view.dims[3] == 1 || view.strides[2] == view.dims[3] * view.strides[3];
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

// Rows of elements of the tensor's own type, that of pixel i as row places[i], or one after the
// other if there are no places.
void PackGridRows(const GridPatch<const std::byte*>& patch, const int64_t* places, void* rows, int64_t lanes);
// The same from gradOutput: some channels of an image's samples from `begin` on.
struct GridChannels {
  int64_t image;
  int64_t channel;
  int64_t channels;
};
struct GridSamples {
  int64_t begin;
  int64_t count;
};
void PackGridGradients(const TensorView& gradOutput, const GridChannels& part, const GridSamples& samples,
                       const int64_t* places, void* rows, int64_t lanes);
// Rows of float32, one after the other.
void ReadGridRows(const GridPatch<const std::byte*>& patch, float* rows, int64_t lanes);
// From rows of float64, rounding once. Leaves zeros there.
void WriteGridRows(const GridPatch<std::byte*>& patch, double* rows, int64_t lanes);

}  // namespace openaclnn
