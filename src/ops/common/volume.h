// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/tensor_view.h"

namespace openaclnn {

// How a tensor of signals, images or volumes has its dims: [N, C, ...], or [C, ...] without N.
struct VolumeLayout {
  size_t spatial = 2;         // dims after the channels, 1 to 3
  bool channelsLast = false;  // [N, ..., C]
};

// The dims that are missing have one element: [N, C, D, H, W].
inline TensorView AsVolume(const TensorView& view, const VolumeLayout& layout) {
  TensorView volume;
  volume.data = view.data;
  volume.dtype = view.dtype;
  volume.rank = 5;
  volume.dims = {1, 1, 1, 1, 1};
  const auto take = [&](size_t to, size_t from) {
    volume.dims[to] = view.dims[from];
    volume.strides[to] = view.strides[from];
  };
  const auto rank = static_cast<size_t>(view.rank);
  const size_t samples = rank - layout.spatial - 1;
  if (samples > 0) {
    take(0, 0);
  }
  take(1, layout.channelsLast ? rank - 1 : samples);
  const size_t first = layout.channelsLast ? samples : samples + 1;
  for (size_t d = 0; d < layout.spatial; ++d) {
    take(5 - layout.spatial + d, first + d);
  }
  return volume;
}

// The image of a volume that so many of its dims make up, in their order.
inline TensorView Image(const TensorView& volume, const std::array<size_t, 4>& dims) {
  TensorView image = volume;
  image.rank = 4;
  for (size_t d = 0; d < 4; ++d) {
    image.dims[d] = volume.dims[dims[d]];
    image.strides[d] = volume.strides[dims[d]];
  }
  return image;
}

}  // namespace openaclnn
