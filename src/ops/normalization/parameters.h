// SPDX-License-Identifier: Apache-2.0
//
// Parameters of norms as numbers side by side: scales, shifts and statistics.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/tiles/tiles.h"

namespace openaclnn {

// The numbers of a parameter, or `usual` where it is left out.
inline void ReadParameter(const TensorView& view, int64_t count, float usual, float* to) {
  if (!view.Defined()) {
    std::fill_n(to, count, usual);
    return;
  }
  const TileReader reader(view);
  for (int64_t begin = 0; begin < count; begin += kTileElements) {
    TileBuffer buffer;
    const int64_t some = std::min(kTileElements, count - begin);
    std::copy_n(reader.Read(begin, some, buffer), some, to + begin);
  }
}

template <class Number>
void WriteParameter(const TensorView& view, int64_t count, const Number* numbers) {
  if (view.Defined()) {
    const TileWriter writer(view);
    for (int64_t begin = 0; begin < count; begin += kTileElements) {
      writer.Write(begin, std::min(kTileElements, count - begin), numbers + begin);
    }
  }
}

}  // namespace openaclnn
