// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "base/tensor_view.h"
#include "kernels/elementwise/converted.h"
#include "kernels/tiles/scratch.h"

namespace openaclnn {

// Bins that the elements of a tensor are counted in, or weights summed up in: parts of the elements have bins
// of their own, which are added in the order of parts. The parts follow from the shapes alone, and with them
// the bits of sums.
template <typename T>
class PartialCounts {
 public:
  PartialCounts() = default;
  PartialCounts(int64_t elements, int64_t bins, ScratchLayout& scratch)
      : elements_(elements),
        bins_(bins),
        // As many at most as there are elements: bins are cleared and added up in no more time than elements
        // are counted.
        parts_(std::clamp<int64_t>(elements / std::max(bins, kLeastPart), 1, kMostParts)),
        partSize_(RoundUp(CeilDivide(elements, parts_), kConvertedChunk)),
        pitch_(RoundUp(bins, kCacheLine) + kCacheLine),
        counts_(scratch.Book<T>(parts_ * pitch_)) {}

  [[nodiscard]] int64_t Parts() const { return parts_; }
  // Bytes that are moved for the bins alone.
  [[nodiscard]] size_t Cost() const { return 3 * static_cast<size_t>(parts_ * pitch_) * sizeof(T); }

  // Calls body(part, begin, end) for the elements of each part, in parallel; there is one at least.
  template <typename Body>
  void ForEachPart(const backend::cpu::CpuContext& cpu, const Body& body) const {
    cpu.ParallelFor(parts_, [&](int64_t part) {
      const int64_t begin = std::min(elements_, part * partSize_);
      body(part, begin, std::min(elements_, begin + partSize_));
    });
  }

  // A part's bins, all 0, and one more behind them for what is not counted.
  T* Clear(int64_t part, std::byte* workspace) const {
    T* const counts = counts_.In(workspace) + part * pitch_;
    std::fill_n(counts, bins_ + 1, T{});
    return counts;
  }

  // Adds up those of all parts.
  void Store(std::byte* workspace, const TensorView& out, const backend::cpu::CpuContext& cpu) const {
    const T* const counts = counts_.In(workspace);
    const ConvertedWriter writer(out, std::is_same_v<T, double> ? DType::kDouble : DType::kInt64);
    cpu.ParallelFor(CeilDivide(bins_, kConvertedChunk), [&](int64_t chunk) {
      const int64_t begin = chunk * kConvertedChunk;
      const int64_t some = std::min(kConvertedChunk, bins_ - begin);
      std::array<T, kConvertedChunk> sums;
      std::copy_n(counts + begin, some, sums.data());
      for (int64_t part = 1; part < parts_; ++part) {
        const T* const more = counts + part * pitch_ + begin;
        for (int64_t i = 0; i < some; ++i) {
          sums[static_cast<size_t>(i)] += more[i];
        }
      }
      writer.Write(begin, some, reinterpret_cast<const std::byte*>(sums.data()));
    });
  }

 private:
  static constexpr int64_t kLeastPart = 32 * kConvertedChunk;
  static constexpr int64_t kMostParts = 64;
  static constexpr int64_t kCacheLine = 64 / sizeof(T);

  static int64_t RoundUp(int64_t value, int64_t to) { return CeilDivide(value, to) * to; }

  int64_t elements_ = 0;
  int64_t bins_ = 0;
  int64_t parts_ = 1;
  int64_t partSize_ = 0;
  int64_t pitch_ = 0;
  ScratchArray<T> counts_;
};

}  // namespace openaclnn
