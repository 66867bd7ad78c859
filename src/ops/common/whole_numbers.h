// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "base/tensor_view.h"
#include "kernels/elementwise/converted.h"

namespace openaclnn {

// Writes numberAt(i), an int64_t, as element i of an output of any integer type, for all of its elements.
template <typename NumberAt>
void WriteWholeNumbers(const TensorView& out, const backend::cpu::CpuContext& cpu, const NumberAt& numberAt) {
  constexpr int64_t kChunksOfTask = 16;
  constexpr int64_t kTask = kChunksOfTask * kConvertedChunk;
  const int64_t count = out.NumElements();
  cpu.ParallelFor(CeilDivide(count, kTask), [&](int64_t task) {
    const ConvertedWriter writer(out, DType::kInt64);
    std::array<int64_t, static_cast<size_t>(kConvertedChunk)> numbers;
    const int64_t end = std::min(count, (task + 1) * kTask);
    for (int64_t begin = task * kTask; begin < end; begin += kConvertedChunk) {
      const int64_t some = std::min(kConvertedChunk, end - begin);
      for (int64_t i = 0; i < some; ++i) {
        numbers[static_cast<size_t>(i)] = numberAt(begin + i);
      }
      writer.Write(begin, some, reinterpret_cast<const std::byte*>(numbers.data()));
    }
  });
}

}  // namespace openaclnn
