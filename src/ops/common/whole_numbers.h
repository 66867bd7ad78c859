// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/tensor_view.h"
#include "kernels/elementwise/converted.h"
#include "kernels/tiles/row_tasks.h"

namespace openaclnn {

// Writes numberAt(i), an int64_t, as element i of an output of any integer type, for all of its elements.
template <typename NumberAt>
void WriteWholeNumbers(const TensorView& out, const backend::cpu::CpuContext& cpu, const NumberAt& numberAt) {
  constexpr int64_t kChunksOfTask = 16;
  const ConvertedWriter writer(out, DType::kInt64);
  ForEachPiece(cpu, out.NumElements(), kConvertedChunk, kChunksOfTask, [&](int64_t begin, int64_t count) {
    std::array<int64_t, static_cast<size_t>(kConvertedChunk)> numbers;
    for (int64_t i = 0; i < count; ++i) {
      numbers[static_cast<size_t>(i)] = numberAt(begin + i);
    }
    writer.Write(begin, count, reinterpret_cast<const std::byte*>(numbers.data()));
  });
}

}  // namespace openaclnn
