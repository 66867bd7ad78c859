// SPDX-License-Identifier: Apache-2.0
#include "kernels/tiles/copy_numbers.h"

#include "kernels/tiles/row_tasks.h"
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
  const TileReader reader(from);
  const TileWriter writer(to);
  ForEachPiece(cpu, to.NumElements(), kTileElements, kTilesOfTask, [&](int64_t begin, int64_t count) {
    TileBuffer buffer;
    writer.Write(begin, count, reader.Read(begin, count, buffer));
  });
}

}  // namespace openaclnn
