// SPDX-License-Identifier: Apache-2.0
#include "kernels/tiles/copy_numbers.h"

#include <algorithm>

#include "base/checked_math.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {

TensorView MatrixView(float* numbers, int64_t rows, int64_t columns, int64_t rowStride) {
  TensorView view;
  view.data = reinterpret_cast<std::byte*>(numbers);
  view.dtype = DType::kFloat;
  view.rank = 2;
  view.dims = {rows, columns};
  view.strides = {rowStride, 1};
  return view;
}

void CopyNumbers(const TensorView& from, const TensorView& to, const backend::cpu::CpuContext& cpu) {
  constexpr int64_t kTilesOfTask = 16;
  const int64_t count = to.NumElements();
  const TileReader reader(from);
  const TileWriter writer(to);
  cpu.ParallelFor(CeilDivide(count, kTilesOfTask * kTileElements), [&](int64_t task) {
    TileBuffer buffer;
    const int64_t begin = task * kTilesOfTask * kTileElements;
    const int64_t end = std::min(count, begin + kTilesOfTask * kTileElements);
    for (int64_t at = begin; at < end; at += kTileElements) {
      const int64_t some = std::min(kTileElements, end - at);
      writer.Write(at, some, reader.Read(at, some, buffer));
    }
  });
}

}  // namespace openaclnn
