// SPDX-License-Identifier: Apache-2.0
#include "ops/experts/token_rows.h"

#include <cstring>

#include "kernels/tiles/row_tasks.h"

namespace openaclnn {
namespace {

void CopyRow(const TileReader& from, int64_t source, size_t size, int64_t hidden, const TileWriter& to,
             int64_t row) {
  for (int64_t begin = 0; begin < hidden; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, hidden - begin);
    TileBuffer target;
    void* const place = to.PrepareRaw(row * hidden + begin, target);
    if (source < 0) {
      std::memset(place, 0, static_cast<size_t>(count) * size);
    } else {
      TileBuffer buffer;
      const void* const numbers = from.ReadRaw(source * hidden + begin, count, buffer);
      std::memcpy(place, numbers, static_cast<size_t>(count) * size);
    }
    to.WriteRaw(row * hidden + begin, count, place);
  }
}

}  // namespace

void CopyRows(const TensorView& from, const TensorView& to, int64_t hidden, const int64_t* sources,
              int64_t rows, const backend::cpu::CpuContext& cpu) {
  const TileReader reader(from);
  const TileWriter writer(to);
  const auto size = static_cast<size_t>(SizeOf(from.dtype));
  ForEachRow(cpu, rows, hidden,
             [&](int64_t row) { CopyRow(reader, sources[row], size, hidden, writer, row); });
}

void WriteScaledRow(const TileReader& from, int64_t source, float weight, int64_t hidden,
                    const TileWriter& to, int64_t row) {
  for (int64_t begin = 0; begin < hidden; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, hidden - begin);
    TileBuffer buffer;
    TileBuffer result{};
    if (source >= 0) {
      const float* const numbers = from.Read(source * hidden + begin, count, buffer);
      for (int64_t i = 0; i < count; ++i) {
        result[static_cast<size_t>(i)] = numbers[i] * weight;
      }
    }
    to.Write(row * hidden + begin, count, result.data());
  }
}

}  // namespace openaclnn
