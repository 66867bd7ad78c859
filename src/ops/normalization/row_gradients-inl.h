// SPDX-License-Identifier: Apache-2.0
//
// Lanes of the gradients of normalized rows: what is added up of them, and what is written. Include after
// simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "ops/normalization/moments-inl.h"
#include "simd/formats-inl.h"
#include "simd/lane_sums.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace row_norm_backward {

// Of a row: what of its elements is normalized, and the averages of g and of g * xh.
struct Row {
  float mean;
  float rstd;
  float gradient = 0;
  float product = 0;
};

template <class D, class V>
HWY_INLINE V Normalized(D floats, V value, const Row& row) {
  return hn::Mul(hn::Sub(value, hn::Set(floats, row.mean)), hn::Set(floats, row.rstd));
}

struct RowSums {
  double gradient = 0;
  double product = 0;
};

// What some rows are made of from an element on, and the sums over rows there.
template <size_t kRows>
struct RowPointers {
  std::array<const float*, kRows> gradOut;
  std::array<const float*, kRows> input;
  const float* scale;
  float* gradScale;
  float* gradShift;
};

// What is left of some rows that fills no lanes, with zeros behind it: nothing beyond the rows is touched.
template <size_t kRows>
class PaddedRows {
 public:
  PaddedRows(const RowPointers<kRows>& from, int64_t begin, int64_t count) : begin_(begin), count_(count) {
    for (size_t r = 0; r < kRows; ++r) {
      pointers_.gradOut[r] = Pad(from.gradOut[r]);
      pointers_.input[r] = Pad(from.input[r]);
    }
    pointers_.scale = Pad(from.scale);
    if (from.gradScale != nullptr) {
      pointers_.gradScale = Pad(from.gradScale);
      pointers_.gradShift = Pad(from.gradShift);
    }
  }

  [[nodiscard]] const RowPointers<kRows>& Pointers() const { return pointers_; }

  // Writes the sums over rows back to where they were read.
  void KeepSums(const RowPointers<kRows>& to) const {
    std::copy_n(pointers_.gradScale, count_, to.gradScale + begin_);
    std::copy_n(pointers_.gradShift, count_, to.gradShift + begin_);
  }

 private:
  float* Pad(const float* row) {
    float* to = padded_[next_++].data();
    std::copy_n(row + begin_, count_, to);
    return to;
  }

  int64_t begin_;
  int64_t count_;
  std::array<std::array<float, static_cast<size_t>(kSumLanes)>, 2 * kRows + 3> padded_{};
  size_t next_ = 0;
  RowPointers<kRows> pointers_{};
};

// Adds up kSumLanes elements, of which usedOf(v) are used, of some rows: g and g * xh of each row to its own
// sums, and, kOverRows, gradOut and gradOut * xh to the sums over rows, which are loaded and stored the less
// often the more rows there are.
template <bool kOverRows, size_t kRows, class UsedOf>
HWY_INLINE void AddLanes(const RowPointers<kRows>& from, int64_t begin, const std::array<Row, kRows>& rows,
                         const UsedOf& usedOf, LaneSums (&gradient)[kRows], LaneSums (&product)[kRows]) {
  const LaneTag floats;
  for (size_t v = 0; v < kLaneVectors; ++v) {
    const int64_t i = begin + static_cast<int64_t>(v * hn::MaxLanes(floats));
    const auto by = hn::LoadU(floats, from.scale + i);
    auto overScale = kOverRows ? hn::LoadU(floats, from.gradScale + i) : by;
    auto overShift = kOverRows ? hn::LoadU(floats, from.gradShift + i) : by;
    for (size_t r = 0; r < kRows; ++r) {
      const auto out = hn::LoadU(floats, from.gradOut[r] + i);
      const auto xh = usedOf(v).Keep(Normalized(floats, hn::LoadU(floats, from.input[r] + i), rows[r]));
      const auto g = hn::Mul(out, by);
      gradient[r].lanes[v] = hn::Add(gradient[r].lanes[v], g);
      product[r].lanes[v] = MulAdd(floats, g, xh, product[r].lanes[v]);
      overScale = MulAdd(floats, out, xh, overScale);
      overShift = hn::Add(overShift, out);
    }
    if constexpr (kOverRows) {
      hn::StoreU(overScale, floats, from.gradScale + i);
      hn::StoreU(overShift, floats, from.gradShift + i);
    }
  }
}

// The same of at most kSumBlock elements. Rows are copied, so that no store can be one to them.
template <bool kOverRows, size_t kRows>
void AddBlock(const RowPointers<kRows>& from, int64_t count, const std::array<Row, kRows>& rows,
              std::array<RowSums, kRows>& sums) {
  LaneSums gradient[kRows];
  LaneSums product[kRows];
  int64_t i = 0;
  {
    RowPointers<kRows> pointers = from;
    std::array<Row, kRows> copies = rows;
    for (; i + kSumLanes <= count; i += kSumLanes) {
      AddLanes<kOverRows>(
          pointers, i, copies, [](size_t /*v*/) { return AllLanes(); }, gradient, product);
    }
  }
  if (i < count) {
    const PaddedRows<kRows> padded(from, i, count - i);
    const auto usedOf = [=](size_t v) {
      constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(LaneTag()));
      const int64_t used = std::clamp(count - i - static_cast<int64_t>(v) * kStep, int64_t{0}, kStep);
      return FirstLanes{static_cast<size_t>(used)};
    };
    AddLanes<kOverRows>(padded.Pointers(), 0, rows, usedOf, gradient, product);
    if constexpr (kOverRows) {
      padded.KeepSums(from);
    }
  }
  for (size_t r = 0; r < kRows; ++r) {
    sums[r].gradient += gradient[r].Fold();
    sums[r].product += product[r].Fold();
  }
}

// Calls beside(i) for each vector.
template <class Beside>
void WriteGradients(const float* gradOut, const float* input, const float* scale, int64_t count,
                    const Row& row, float* to, const Beside& beside) {
  ForEachVector(hn::ScalableTag<float>(), count, [=](auto floats, int64_t i) HWY_ATTR {
    beside(i);
    const auto xh = Normalized(floats, hn::LoadU(floats, input + i), row);
    const auto centred = MulSub(floats, hn::LoadU(floats, gradOut + i), hn::LoadU(floats, scale + i),
                                hn::Set(floats, row.gradient));
    const auto result = NegMulAdd(floats, xh, hn::Set(floats, row.product), centred);
    Float32::Store(floats, hn::Mul(hn::Set(floats, row.rstd), result), to + i);
  });
}

}  // namespace row_norm_backward
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
