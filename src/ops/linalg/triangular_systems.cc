// SPDX-License-Identifier: Apache-2.0
#include "ops/linalg/triangular_systems.h"

#include <algorithm>

#include "simd/per_target.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(SolveFloats, void(const TriangularSystems& systems));
OPENACLNN_PER_TARGET(SolveDoubles, void(const TriangularSystems& systems));
}  // namespace openaclnn

#if !HWY_ONCE
#include "simd/fused-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Rows whose sums are in registers at a time, and solved rows that are summed up before they are subtracted.
constexpr int64_t kRows = 8;
constexpr int64_t kDepth = 64;
// Vectors of a row: with 32 registers three of each row fit.
constexpr int64_t kMostVectors = HWY_TARGET <= HWY_AVX3 ? 3 : 1;

template <typename T>
struct Systems {
  explicit Systems(const TriangularSystems& given)
      : a(reinterpret_cast<const T*>(given.a)), x(reinterpret_cast<T*>(given.x)), of(given) {}

  const T* a;
  T* x;
  const TriangularSystems& of;

  HWY_INLINE const T* RowOf(int64_t row) const { return a + row * of.rowStride; }
};

// Subtracts rows [from, end) of x, times the matrix, from rows [first, first + kCount).
template <int64_t kCount, int64_t kVectors, class D, typename T>
HWY_INLINE void SubtractSolved(D tag, const Systems<T>& systems, int64_t first, int64_t from, int64_t end,
                               T* x) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(tag));
  hn::Vec<D> sums[kCount][kVectors];
  const T* rows[kCount];
  for (int64_t r = 0; r < kCount; ++r) {
    rows[r] = systems.RowOf(first + r);
    for (int64_t v = 0; v < kVectors; ++v) {
      sums[r][v] = hn::Zero(tag);
    }
  }
  const T* solved = x + from * systems.of.xStride;
  for (int64_t k = from; k < end; ++k, solved += systems.of.xStride) {
    const int64_t at = k * systems.of.columnStride;
    hn::Vec<D> values[kVectors];
    for (int64_t v = 0; v < kVectors; ++v) {
      values[v] = hn::LoadU(tag, solved + v * lanes);
    }
    for (int64_t r = 0; r < kCount; ++r) {
      const auto factor = hn::Set(tag, rows[r][at]);
      for (int64_t v = 0; v < kVectors; ++v) {
        sums[r][v] = MulAdd(tag, factor, values[v], sums[r][v]);
      }
    }
  }
  for (int64_t r = 0; r < kCount; ++r) {
    T* const row = x + (first + r) * systems.of.xStride;
    for (int64_t v = 0; v < kVectors; ++v) {
      hn::StoreU(hn::Sub(hn::LoadU(tag, row + v * lanes), sums[r][v]), tag, row + v * lanes);
    }
  }
}

// Solves rows [first, first + kCount), of which those before have been subtracted.
template <int64_t kCount, int64_t kVectors, class D, typename T>
HWY_INLINE void SolveDiagonal(D tag, const Systems<T>& systems, int64_t first, T* x) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(tag));
  hn::Vec<D> values[kCount][kVectors];
  for (int64_t r = 0; r < kCount; ++r) {
    for (int64_t v = 0; v < kVectors; ++v) {
      values[r][v] = hn::LoadU(tag, x + (first + r) * systems.of.xStride + v * lanes);
    }
  }
  for (int64_t r = 0; r < kCount; ++r) {
    const int64_t at = (first + r) * systems.of.columnStride;
    T* const row = x + (first + r) * systems.of.xStride;
    for (int64_t v = 0; v < kVectors; ++v) {
      if (!systems.of.unit) {
        values[r][v] = hn::Div(values[r][v], hn::Set(tag, systems.RowOf(first + r)[at]));
      }
      hn::StoreU(values[r][v], tag, row + v * lanes);
    }
    for (int64_t below = r + 1; below < kCount; ++below) {
      const auto factor = hn::Set(tag, systems.RowOf(first + below)[at]);
      for (int64_t v = 0; v < kVectors; ++v) {
        values[below][v] = NegMulAdd(tag, factor, values[r][v], values[below][v]);
      }
    }
  }
}

template <int64_t kCount, int64_t kVectors, class D, typename T>
HWY_INLINE void SolveRows(D tag, const Systems<T>& systems, int64_t first, T* x) {
  for (int64_t from = 0; from < first; from += kDepth) {
    SubtractSolved<kCount, kVectors>(tag, systems, first, from, std::min(first, from + kDepth), x);
  }
  SolveDiagonal<kCount, kVectors>(tag, systems, first, x);
}

// Some columns of x.
template <int64_t kVectors, class D, typename T>
void SolveColumns(D tag, const Systems<T>& systems, T* x) {
  int64_t first = 0;
  for (; first + kRows <= systems.of.rows; first += kRows) {
    SolveRows<kRows, kVectors>(tag, systems, first, x);
  }
  if (first + 4 <= systems.of.rows) {
    SolveRows<4, kVectors>(tag, systems, first, x);
    first += 4;
  }
  for (; first < systems.of.rows; ++first) {
    SolveRows<1, kVectors>(tag, systems, first, x);
  }
}

template <typename T>
void Solve(const TriangularSystems& given) {
  const hn::ScalableTag<T> tag;
  const auto lanes = static_cast<int64_t>(hn::Lanes(tag));
  const Systems<T> systems(given);
  int64_t column = 0;
  for (; given.width - column > (kMostVectors - 1) * lanes; column += kMostVectors * lanes) {
    SolveColumns<kMostVectors>(tag, systems, systems.x + column);
  }
  for (; column < given.width; column += lanes) {
    SolveColumns<1>(tag, systems, systems.x + column);
  }
}

}  // namespace

void SolveFloats(const TriangularSystems& systems) {
  Solve<float>(systems);
}

void SolveDoubles(const TriangularSystems& systems) {
  Solve<double>(systems);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else  // compiled once
namespace openaclnn {

void SolveFloatSystems(const TriangularSystems& systems) {
  HWY_DYNAMIC_DISPATCH(SolveFloats)(systems);
}

void SolveDoubleSystems(const TriangularSystems& systems) {
  HWY_DYNAMIC_DISPATCH(SolveDoubles)(systems);
}

}  // namespace openaclnn
#endif
