// SPDX-License-Identifier: Apache-2.0
#include "ops/reduction/euclidean.h"

#include <algorithm>
#include <array>

#include "ops/reduction/distance_terms.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(EuclideanDistances,
                     void(const float* rows, int64_t stride, int64_t count, const float* panel,
                          int64_t columns, float* distances, int64_t step));
OPENACLNN_PER_TARGET(AddEuclideanGradients, void(const EuclideanGradients& gradients));
OPENACLNN_PER_TARGET(DivideGradients,
                     bool(const float* gradients, const float* distances, int64_t count, float* factors));
}  // namespace openaclnn

#if !HWY_ONCE
#include "simd/fused-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace euclidean {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, static_cast<size_t>(kPanelRows)>;
using Doubles = hn::CappedTag<double, static_cast<size_t>(kPanelRows)>;
using Halves = hn::Rebind<float, Doubles>;  // as many as there are doubles
using Vector = hn::Vec<Floats>;

// sums[i] += numbers[i], for a vector.
HWY_INLINE void AddTo(Vector numbers, double* sums) {
  constexpr size_t kLanes = hn::MaxLanes(Floats());
  constexpr size_t kStep = hn::MaxLanes(Doubles());
  HWY_ALIGN float lanes[kLanes];
  hn::Store(numbers, Floats(), lanes);
  for (size_t i = 0; i < kLanes; i += kStep) {
    const auto wide = hn::PromoteTo(Doubles(), hn::LoadU(Halves(), lanes + i));
    hn::StoreU(hn::Add(hn::LoadU(Doubles(), sums + i), wide), Doubles(), sums + i);
  }
}

// Sums of squares of some rows' differences from those of a panel.
template <int64_t kRows>
HWY_INLINE void AddSquares(const float* rows, int64_t stride, const float* panel, int64_t columns,
                           double (&sums)[kRows][kPanelRows]) {
  constexpr auto kWidth = static_cast<int64_t>(hn::MaxLanes(Floats()));
  for (int64_t begin = 0; begin < columns; begin += kEuclideanBlock) {
    const int64_t end = std::min(columns, begin + kEuclideanBlock);
    for (int64_t place = 0; place < kPanelRows; place += kWidth) {
      Vector squares[kRows];
      for (Vector& square : squares) {
        square = hn::Zero(Floats());
      }
      for (int64_t column = begin; column < end; ++column) {
        const Vector others = hn::LoadU(Floats(), panel + column * kPanelRows + place);
        for (int64_t row = 0; row < kRows; ++row) {
          const Vector difference = hn::Sub(hn::Set(Floats(), rows[row * stride + column]), others);
          squares[row] = MulAdd(Floats(), difference, difference, squares[row]);
        }
      }
      for (int64_t row = 0; row < kRows; ++row) {
        AddTo(squares[row], sums[row] + place);
      }
    }
  }
}

// Rounds a row's sums and takes their roots. Returns whether all squares had enough digits.
HWY_INLINE bool StoreRoots(const double (&sums)[kPanelRows], float* distances) {
  constexpr size_t kStep = hn::MaxLanes(Doubles());
  // Far below what FLOAT holds, so that the sums of blocks are finite, and so far above its smallest numbers that
  // squares without all digits are small beside the sum. NaNs are neither.
  const auto least = hn::Set(Doubles(), 0x1p-90);
  const auto most = hn::Set(Doubles(), 0x1p120);
  auto fits = hn::FirstN(Doubles(), kStep);
  for (size_t i = 0; i < kPanelRows; i += kStep) {
    const auto sum = hn::LoadU(Doubles(), sums + i);
    fits = hn::And(fits, hn::And(hn::Ge(sum, least), hn::Le(sum, most)));
    hn::StoreU(hn::Sqrt(hn::DemoteTo(Halves(), sum)), Halves(), distances + i);
  }
  return hn::AllTrue(Doubles(), fits);
}

template <int64_t kRows>
HWY_INLINE void Take(const float* rows, int64_t stride, const float* panel, int64_t columns, float* distances,
                     int64_t step) {
  HWY_ALIGN double sums[kRows][kPanelRows];
  for (auto& ofRow : sums) {
    std::fill_n(ofRow, kPanelRows, 0.0);
  }
  AddSquares<kRows>(rows, stride, panel, columns, sums);
  for (int64_t row = 0; row < kRows; ++row) {
    float* const to = distances + row * step;
    if (!StoreRoots(sums[row], to)) {
      std::array<double, kPanelRows> exact;
      DistancesFromPanel(2, rows + row * stride, stride, 1, panel, columns, exact.data(), kPanelRows);
      for (size_t i = 0; i < kPanelRows; ++i) {
        if (!(sums[row][i] >= 0x1p-90 && sums[row][i] <= 0x1p120)) {
          to[i] = static_cast<float>(exact[i]);
        }
      }
    }
  }
}

// Vectors [i, i + kVectors) of some rows' sums.
template <int64_t kRows, int64_t kVectors>
HWY_INLINE void AddDifferences(const EuclideanGradients& from, int64_t first, int64_t i) {
  constexpr auto kWidth = static_cast<int64_t>(hn::MaxLanes(Floats()));
  const float* const rows = from.rows + first * from.stride + i;
  const float* const factors = from.factors + first * from.factorStride;
  double* const to = from.sums + first * from.stride + i;
  for (int64_t row = 0; row < kRows; ++row) {
    std::fill_n(to + row * from.stride, kVectors * kWidth, 0.0);
  }
  for (int64_t begin = 0; begin < from.otherCount; begin += kEuclideanBlock) {
    const int64_t end = std::min(from.otherCount, begin + kEuclideanBlock);
    Vector sums[kRows][kVectors];
    for (auto& ofRow : sums) {
      for (Vector& sum : ofRow) {
        sum = hn::Zero(Floats());
      }
    }
    for (int64_t other = begin; other < end; ++other) {
      const float* const numbers = from.others + other * from.stride + i;
      for (int64_t row = 0; row < kRows; ++row) {
        const Vector factor = hn::Set(Floats(), factors[row * from.factorStride + other]);
        for (int64_t v = 0; v < kVectors; ++v) {
          const Vector difference = hn::Sub(hn::LoadU(Floats(), rows + row * from.stride + v * kWidth),
                                            hn::LoadU(Floats(), numbers + v * kWidth));
          sums[row][v] = MulAdd(Floats(), factor, difference, sums[row][v]);
        }
      }
    }
    for (int64_t row = 0; row < kRows; ++row) {
      for (int64_t v = 0; v < kVectors; ++v) {
        AddTo(sums[row][v], to + row * from.stride + v * kWidth);
      }
    }
  }
}

template <int64_t kRows>
HWY_INLINE void AddRows(const EuclideanGradients& from, int64_t first) {
  constexpr auto kWidth = static_cast<int64_t>(hn::MaxLanes(Floats()));
  constexpr int64_t kVectors = 2;
  int64_t i = 0;
  for (; i + kVectors * kWidth <= from.stride; i += kVectors * kWidth) {
    AddDifferences<kRows, kVectors>(from, first, i);
  }
  for (; i < from.stride; i += kWidth) {
    AddDifferences<kRows, 1>(from, first, i);
  }
}

}  // namespace euclidean

void EuclideanDistances(const float* rows, int64_t stride, int64_t count, const float* panel, int64_t columns,
                        float* distances, int64_t step) {
  if (count == kRowsWithPanel) {
    euclidean::Take<kRowsWithPanel>(rows, stride, panel, columns, distances, step);
    return;
  }
  for (int64_t row = 0; row < count; ++row) {
    euclidean::Take<1>(rows + row * stride, stride, panel, columns, distances + row * step, step);
  }
}

void AddEuclideanGradients(const EuclideanGradients& gradients) {
  if (gradients.count == kGradientRows) {
    euclidean::AddRows<kGradientRows>(gradients, 0);
    return;
  }
  for (int64_t row = 0; row < gradients.count; ++row) {
    euclidean::AddRows<1>(gradients, row);
  }
}

bool DivideGradients(const float* gradients, const float* distances, int64_t count, float* factors) {
  namespace hn = hwy::HWY_NAMESPACE;
  const euclidean::Floats tag;
  const auto zero = hn::Zero(tag);
  const auto least = hn::Set(tag, 0x1p-90F);
  const auto most = hn::Set(tag, 0x1p90F);
  bool fits = true;
  for (int64_t i = 0; i < count; i += static_cast<int64_t>(hn::MaxLanes(tag))) {
    const auto gradient = hn::LoadU(tag, gradients + i);
    const auto distance = hn::LoadU(tag, distances + i);
    const auto factor = hn::IfThenElse(hn::Eq(distance, zero), zero, hn::Div(gradient, distance));
    const auto size = hn::Abs(factor);
    const auto isRegular = hn::And(hn::Ge(size, least), hn::Le(size, most));
    fits &= hn::AllTrue(tag, hn::Or(isRegular, hn::Or(hn::Eq(distance, zero), hn::Eq(gradient, zero))));
    hn::StoreU(factor, tag, factors + i);
  }
  return fits;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

void EuclideanFromPanel(const float* rows, int64_t stride, int64_t count, const float* panel, int64_t columns,
                        float* distances, int64_t step) {
  HWY_DYNAMIC_DISPATCH(EuclideanDistances)(rows, stride, count, panel, columns, distances, step);
}

void SumEuclideanGradients(const EuclideanGradients& gradients) {
  HWY_DYNAMIC_DISPATCH(AddEuclideanGradients)(gradients);
}

bool EuclideanFactors(const float* gradients, const float* distances, int64_t count, float* factors) {
  return HWY_DYNAMIC_DISPATCH(DivideGradients)(gradients, distances, count, factors);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
