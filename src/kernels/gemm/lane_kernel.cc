// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/lane_kernel.h"

#include <algorithm>
#include <array>
#include <type_traits>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/fused-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(MultiplyLanesOfFloats, void(const LaneBlock<float>& block));
OPENACLNN_PER_TARGET(MultiplyLanesOfDoubles, void(const LaneBlock<double>& block));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace lane_kernel {
namespace hn = hwy::HWY_NAMESPACE;

// Sums that stay in registers, beside the vectors that they come from.
#if HWY_ARCH_X86 && HWY_MAX_BYTES < 64
inline constexpr int64_t kMostVectors = 2;
template <int64_t kVectors>
inline constexpr int64_t kMostOthers = 6;
#else
inline constexpr int64_t kMostVectors = 4;
template <int64_t kVectors>
inline constexpr int64_t kMostOthers = kVectors == kMostVectors ? 6 : 8;
#endif
inline constexpr int64_t kStreamedOthers = 4;
inline constexpr int64_t kStreamedVectors = 16;
inline constexpr int64_t kStreamedRows = 16;
inline constexpr int64_t kMostSquare = 4;  // rows and others that both have lanes

// Masks that leave memory alone where they are not set.
#if HWY_ARCH_X86 && HWY_MAX_BYTES >= 32
inline constexpr bool kMasksMemory = true;
#else
inline constexpr bool kMasksMemory = false;
#endif

// The last vector of a group, whose first `count` lanes exist.
template <class D>
class LastVector {
 public:
  using T = hn::TFromD<D>;

  LastVector(D d, int64_t count) : d_(d), count_(count), mask_(hn::FirstN(d, static_cast<size_t>(count))) {}

  [[nodiscard]] HWY_INLINE hn::Vec<D> Load(const T* from) const {
    if constexpr (kMasksMemory) {
      return hn::MaskedLoad(mask_, d_, from);
    } else {
      if (count_ == static_cast<int64_t>(hn::Lanes(d_))) {
        return hn::LoadU(d_, from);
      }
      HWY_ALIGN std::array<T, hn::MaxLanes(D())> lanes{};
      std::copy_n(from, count_, lanes.data());
      return hn::Load(d_, lanes.data());
    }
  }
  HWY_INLINE void Store(hn::Vec<D> value, T* to) const {
    if constexpr (kMasksMemory) {
      hn::BlendedStore(value, mask_, d_, to);
    } else {
      if (count_ == static_cast<int64_t>(hn::Lanes(d_))) {
        hn::StoreU(value, d_, to);
        return;
      }
      HWY_ALIGN std::array<T, hn::MaxLanes(D())> lanes;
      hn::Store(value, d_, lanes.data());
      std::copy_n(lanes.data(), count_, to);
    }
  }

 private:
  D d_;
  int64_t count_;
  hn::Mask<D> mask_;
};

// Calls visit(count as a constant, first) until all are done: as many as kMost at a time, then fewer.
template <int64_t kMost, class Visit>
HWY_INLINE void InGroups(int64_t count, const Visit& visit) {
  int64_t first = 0;
  for (; first + kMost <= count; first += kMost) {
    visit(std::integral_constant<int64_t, kMost>(), first);
  }
  if constexpr (kMost > 4) {
    if (first + 4 <= count) {
      visit(std::integral_constant<int64_t, 4>(), first);
      first += 4;
    }
  }
  if constexpr (kMost > 3) {
    if (first + 3 <= count) {
      visit(std::integral_constant<int64_t, 3>(), first);
      first += 3;
    }
  }
  if constexpr (kMost > 2) {
    if (first + 2 <= count) {
      visit(std::integral_constant<int64_t, 2>(), first);
      first += 2;
    }
  }
  if constexpr (kMost > 1) {
    if (first < count) {
      visit(std::integral_constant<int64_t, 1>(), first);
    }
  }
}

// Some of the depth; its sums go on from those that are there, if it is not the beginning.
struct Depths {
  int64_t begin;
  int64_t end;
};

// Some vectors of lanes, from `lane` on, by kOthers numbers.
template <int64_t kVectors, int64_t kOthers, class D, typename T>
HWY_INLINE void MultiplyByNumbers(D d, const LastVector<D>& last, const LaneBlock<T>& block, int64_t lane,
                                  int64_t first, const Depths& depths) {
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(D()));
  hn::Vec<D> sums[kOthers][kVectors];
#pragma GCC unroll 8
  for (int64_t j = 0; j < kOthers; ++j) {
    const T* const from = block.sums + (first + j) * block.sumsOther + lane;
#pragma GCC unroll 8
    for (int64_t v = 0; v < kVectors; ++v) {
      sums[j][v] = hn::Zero(d);
      if (depths.begin > 0) {
        sums[j][v] = v + 1 < kVectors ? hn::LoadU(d, from + v * kStep) : last.Load(from + v * kStep);
      }
    }
  }
  const T* many = block.many + depths.begin * block.manyDepth + lane;
  const T* other = block.other + first * block.otherRow + depths.begin * block.otherDepth;
  for (int64_t k = depths.begin; k < depths.end; ++k) {
    hn::Vec<D> lanes[kVectors];
#pragma GCC unroll 8
    for (int64_t v = 0; v + 1 < kVectors; ++v) {
      lanes[v] = hn::LoadU(d, many + v * kStep);
    }
    lanes[kVectors - 1] = last.Load(many + (kVectors - 1) * kStep);
#pragma GCC unroll 8
    for (int64_t j = 0; j < kOthers; ++j) {
      const auto number = hn::Set(d, other[j * block.otherRow]);
#pragma GCC unroll 8
      for (int64_t v = 0; v < kVectors; ++v) {
        sums[j][v] = MulAdd(d, lanes[v], number, sums[j][v]);
      }
    }
    many += block.manyDepth;
    other += block.otherDepth;
  }
#pragma GCC unroll 8
  for (int64_t j = 0; j < kOthers; ++j) {
    T* const to = block.sums + (first + j) * block.sumsOther + lane;
#pragma GCC unroll 8
    for (int64_t v = 0; v + 1 < kVectors; ++v) {
      const auto sum = block.add ? hn::Add(hn::LoadU(d, to + v * kStep), sums[j][v]) : sums[j][v];
      hn::StoreU(sum, d, to + v * kStep);
    }
    T* const end = to + (kVectors - 1) * kStep;
    const auto sum = sums[j][kVectors - 1];
    last.Store(block.add ? hn::Add(last.Load(end), sum) : sum, end);
  }
}

// A vector of lanes of kRows rows by one of kOthers others.
template <int64_t kRows, int64_t kOthers, class D, typename T>
HWY_INLINE void MultiplyByLanes(D d, const LastVector<D>& last, const LaneBlock<T>& block, int64_t lane,
                                int64_t row, int64_t first) {
  hn::Vec<D> sums[kRows][kOthers];
#pragma GCC unroll 8
  for (auto& ofRow : sums) {
#pragma GCC unroll 8
    for (auto& sum : ofRow) {
      sum = hn::Zero(d);
    }
  }
  const T* many = block.many + row * block.manyRow + lane;
  const T* other = block.other + first * block.otherRow + lane;
  for (int64_t k = 0; k < block.depths; ++k) {
    hn::Vec<D> others[kOthers];
#pragma GCC unroll 8
    for (int64_t j = 0; j < kOthers; ++j) {
      others[j] = last.Load(other + j * block.otherRow);
    }
#pragma GCC unroll 8
    for (int64_t i = 0; i < kRows; ++i) {
      const auto lanes = last.Load(many + i * block.manyRow);
#pragma GCC unroll 8
      for (int64_t j = 0; j < kOthers; ++j) {
        sums[i][j] = MulAdd(d, lanes, others[j], sums[i][j]);
      }
    }
    many += block.manyDepth;
    other += block.otherDepth;
  }
#pragma GCC unroll 8
  for (int64_t i = 0; i < kRows; ++i) {
#pragma GCC unroll 8
    for (int64_t j = 0; j < kOthers; ++j) {
      T* const to = block.sums + (row + i) * block.sumsRow + (first + j) * block.sumsOther + lane;
      last.Store(block.add ? hn::Add(last.Load(to), sums[i][j]) : sums[i][j], to);
    }
  }
}

template <typename T>
void Multiply(const LaneBlock<T>& block) {
  const hn::ScalableTag<T> d;
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(hn::ScalableTag<T>()));
  const int64_t vectors = (block.lanes + kStep - 1) / kStep;
  const auto lastOf = [&](int64_t end) HWY_ATTR {
    return LastVector(d, std::min(kStep, block.lanes - (end - 1) * kStep));
  };
  if (block.otherHasLanes) {
    for (int64_t v = 0; v < vectors; ++v) {
      const auto last = lastOf(v + 1);
      InGroups<kMostSquare>(block.rows, [&](auto rows, int64_t row) HWY_ATTR {
        InGroups<kMostSquare>(block.others, [&](auto others, int64_t first) HWY_ATTR {
          MultiplyByLanes<decltype(rows)::value, decltype(others)::value>(d, last, block, v * kStep, row,
                                                                          first);
        });
      });
    }
    return;
  }
  // Long rows of lanes that meet few numbers are read a few at a time, from end to end, as memory likes it.
  const bool streams = !block.add && block.others <= kStreamedOthers && vectors >= kStreamedVectors;
  const int64_t step = streams ? kStreamedRows : block.depths;
  for (int64_t begin = 0; begin < block.depths; begin += step) {
    const Depths depths{begin, std::min(begin + step, block.depths)};
    InGroups<kMostVectors>(vectors, [&](auto together, int64_t v) HWY_ATTR {
      constexpr int64_t kVectors = decltype(together)::value;
      const auto last = lastOf(v + kVectors);
      InGroups<kMostOthers<kVectors>>(block.others, [&](auto others, int64_t first) HWY_ATTR {
        MultiplyByNumbers<kVectors, decltype(others)::value>(d, last, block, v * kStep, first, depths);
      });
    });
  }
}

}  // namespace lane_kernel

void MultiplyLanesOfFloats(const LaneBlock<float>& block) {
  lane_kernel::Multiply(block);
}
void MultiplyLanesOfDoubles(const LaneBlock<double>& block) {
  lane_kernel::Multiply(block);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

template <>
void MultiplyLanes(const LaneBlock<float>& block) {
  HWY_DYNAMIC_DISPATCH(MultiplyLanesOfFloats)(block);
}
template <>
void MultiplyLanes(const LaneBlock<double>& block) {
  HWY_DYNAMIC_DISPATCH(MultiplyLanesOfDoubles)(block);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
