// SPDX-License-Identifier: Apache-2.0
#include "ops/reduction/distance_terms.h"

#include <cmath>

#include "ops/reduction/norms.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/math-inl.h"
#include "simd/numbers-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(PanelDistances,
                     void(DistanceKind kind, double order, const float* rows, int64_t stride, int64_t count,
                          const float* panel, int64_t columns, double* distances, int64_t step));
OPENACLNN_PER_TARGET(AddDerivatives, void(DistanceKind kind, const float* x, const float* y, int64_t count,
                                          double order, double factor, double* sums));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace distances {

using Tag = hn::CappedTag<double, static_cast<size_t>(kPanelRows)>;
using Number = Lanes<Tag>;

HWY_INLINE Number Read(const float* numbers) {
  return Number(hn::PromoteTo(Tag(), hn::LoadU(hn::Rebind<float, Tag>(), numbers)));
}

HWY_INLINE Number Sign(Number x) {
  const Number zero = Constant<Number>(0);
  return Choose(x > zero, Constant<Number>(1), Choose(x < zero, Constant<Number>(-1), x));
}

struct Panel {
  const float* rows;
  int64_t stride;
  const float* numbers;
  int64_t columns;
  double* distances;
  int64_t step;
};

// So many rows and, of the panel's, Vectors vectors: step(sum, difference) for all columns.
template <int Rows, int Vectors, class Step, class Finish>
HWY_INLINE void Take(const Panel& panel, int64_t place, const Step& step, const Finish& finish) {
  const auto width = static_cast<int64_t>(hn::Lanes(Tag()));
  hn::Vec<Tag> sums[Rows][Vectors];
  for (auto& ofRow : sums) {
    for (hn::Vec<Tag>& sum : ofRow) {
      sum = hn::Zero(Tag());
    }
  }
  for (int64_t column = 0; column < panel.columns; ++column) {
    hn::Vec<Tag> others[Vectors];
    for (int v = 0; v < Vectors; ++v) {
      others[v] = Read(panel.numbers + column * kPanelRows + place + v * width).vector;
    }
    for (int row = 0; row < Rows; ++row) {
      const Number mine(static_cast<double>(panel.rows[row * panel.stride + column]));
      for (int v = 0; v < Vectors; ++v) {
        sums[row][v] = step(Number(sums[row][v]), mine - Number(others[v])).vector;
      }
    }
  }
  for (int row = 0; row < Rows; ++row) {
    for (int v = 0; v < Vectors; ++v) {
      hn::StoreU(finish(Number(sums[row][v])).vector, Tag(),
                 panel.distances + row * panel.step + place + v * width);
    }
  }
}

template <int Rows, class Step, class Finish>
HWY_INLINE void TakeRows(const Panel& panel, const Step& step, const Finish& finish) {
  const auto width = static_cast<int64_t>(hn::Lanes(Tag()));
  constexpr int kVectors = 2;
  if (width * kVectors > kPanelRows) {
    Take<Rows, 1>(panel, 0, step, finish);
    return;
  }
  for (int64_t place = 0; place < kPanelRows; place += kVectors * width) {
    Take<Rows, kVectors>(panel, place, step, finish);
  }
}

struct AsItIs {
  HWY_INLINE Number operator()(Number sum) const { return sum; }
};

template <class Step, class Finish = AsItIs>
HWY_INLINE void TakeAll(Panel panel, int64_t count, const Step& step, const Finish& finish = {}) {
  constexpr int kRows = 4;
  const auto advance = [&panel](int64_t rows) {
    panel.rows += rows * panel.stride;
    panel.distances += rows * panel.step;
  };
  int64_t row = 0;
  for (; row + kRows <= count; row += kRows) {
    TakeRows<kRows>(panel, step, finish);
    advance(kRows);
  }
  for (; row < count; ++row) {
    TakeRows<1>(panel, step, finish);
    advance(1);
  }
}

template <class Derivative>
HWY_INLINE void Add(const float* x, const float* y, int64_t count, double factor, double* sums,
                    const Derivative& derivative) {
  const auto width = static_cast<int64_t>(hn::Lanes(Tag()));
  const Number scale(factor);
  for (int64_t i = 0; i < count; i += width) {
    const Number sum(hn::LoadU(Tag(), sums + i));
    hn::StoreU((sum + scale * derivative(Read(x + i) - Read(y + i))).vector, Tag(), sums + i);
  }
}

}  // namespace distances

void PanelDistances(DistanceKind kind, double order, const float* rows, int64_t stride, int64_t count,
                    const float* panel, int64_t columns, double* distances, int64_t step) {
  using distances::Number;
  const distances::Panel all{rows, stride, panel, columns, distances, step};
  switch (kind) {
    case DistanceKind::kNonzeros:
      return distances::TakeAll(all, count, [](Number sum, Number d) HWY_ATTR {
        return sum + Choose(d == Constant<Number>(0), Constant<Number>(0),
                            Choose(d == d, Constant<Number>(1), d));  // NaN stays
      });
    case DistanceKind::kMagnitudes:
      return distances::TakeAll(all, count, [](Number sum, Number d) HWY_ATTR { return sum + Absolute(d); });
    case DistanceKind::kSquares:
      return distances::TakeAll(
          all, count, [](Number sum, Number d) HWY_ATTR { return MulAdd(d, d, sum); },
          [](Number sum) HWY_ATTR { return SquareRoot(sum); });
    case DistanceKind::kPowers: {
      const Number exponent(order);
      return distances::TakeAll(
          all, count, [exponent](Number sum, Number d) HWY_ATTR { return sum + Pow(Absolute(d), exponent); });
    }
    default:
      return distances::TakeAll(all, count,
                                [](Number sum, Number d) HWY_ATTR { return Larger(sum, Absolute(d)); });
  }
}

void AddDerivatives(DistanceKind kind, const float* x, const float* y, int64_t count, double order,
                    double factor, double* sums) {
  using distances::Number;
  if (kind == DistanceKind::kMagnitudes) {
    distances::Add(x, y, count, factor, sums, [](Number d) HWY_ATTR { return distances::Sign(d); });
  } else if (kind == DistanceKind::kSquares) {
    distances::Add(x, y, count, factor, sums, [](Number d) HWY_ATTR { return d; });
  } else {
    const Number exponent(order - 1);
    distances::Add(x, y, count, factor, sums, [exponent](Number d) HWY_ATTR {
      return Choose(d == Constant<Number>(0), d, distances::Sign(d) * Pow(Absolute(d), exponent));
    });
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

DistanceKind DistanceKindOf(double order) {
  return order == 0          ? DistanceKind::kNonzeros
         : order == 1        ? DistanceKind::kMagnitudes
         : order == 2        ? DistanceKind::kSquares
         : std::isinf(order) ? DistanceKind::kLargest
                             : DistanceKind::kPowers;
}

void DistancesFromPanel(double order, const float* rows, int64_t stride, int64_t count, const float* panel,
                        int64_t columns, double* distances, int64_t step) {
  const DistanceKind kind = DistanceKindOf(order);
  HWY_DYNAMIC_DISPATCH(PanelDistances)
  (kind, order, rows, stride, count, panel, columns, distances, step);
  for (int64_t row = 0; kind == DistanceKind::kPowers && row < count; ++row) {
    for (int64_t i = row * step; i < row * step + kPanelRows; ++i) {
      distances[i] = PowerOf(distances[i], 1 / order);
    }
  }
}

void AddDistanceDerivatives(double order, const float* x, const float* y, int64_t count, double factor,
                            double* sums) {
  HWY_DYNAMIC_DISPATCH(AddDerivatives)(DistanceKindOf(order), x, y, count, order, factor, sums);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
