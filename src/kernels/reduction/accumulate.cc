// SPDX-License-Identifier: Apache-2.0
#include "kernels/reduction/accumulate.h"

// Compiled once for each instruction set; the compiler makes the vectors, Highway chooses at run time.
#include "simd/per_target.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(AddFloats, void(double* sums, const float* values, int64_t rows, int64_t count));
OPENACLNN_PER_TARGET(AddDoubles, void(double* sums, const double* values, int64_t rows, int64_t count));
OPENACLNN_PER_TARGET(AddRowsOfFloats,
                     void(double* sums, const float* const* rows, int64_t number, int64_t count));
OPENACLNN_PER_TARGET(AddScaledFloats, void(double* sums, const float* values, float factor, int64_t count));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <class Number>
void AddRows(double* HWY_RESTRICT sums, const Number* HWY_RESTRICT values, int64_t rows, int64_t count) {
  for (int64_t row = 0; row < rows; ++row, values += count) {
    for (int64_t i = 0; i < count; ++i) {
      sums[i] += static_cast<double>(values[i]);
    }
  }
}

void AddFloats(double* sums, const float* values, int64_t rows, int64_t count) {
  AddRows(sums, values, rows, count);
}

void AddDoubles(double* sums, const double* values, int64_t rows, int64_t count) {
  AddRows(sums, values, rows, count);
}

// Of kVectors vectors of sums, which stay in registers.
template <size_t kVectors, class D>
HWY_INLINE void AddRowsOf(D d, double* sums, const float* const* rows, int64_t number, int64_t begin) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::Rebind<float, D> floats;
  constexpr size_t kLanes = hn::MaxLanes(d);
  hn::Vec<D> all[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    all[v] = hn::LoadU(d, sums + begin + v * kLanes);
  }
  for (int64_t row = 0; row < number; ++row) {
    for (size_t v = 0; v < kVectors; ++v) {
      all[v] = hn::Add(all[v], hn::PromoteTo(d, hn::LoadU(floats, rows[row] + begin + v * kLanes)));
    }
  }
  for (size_t v = 0; v < kVectors; ++v) {
    hn::StoreU(all[v], d, sums + begin + v * kLanes);
  }
}

void AddRowsOfFloats(double* sums, const float* const* rows, int64_t number, int64_t count) {
  namespace hn = hwy::HWY_NAMESPACE;
  using D = hn::CappedTag<double, 8>;
  constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(D()));
  constexpr size_t kVectors = 4;
  int64_t begin = 0;
  for (; begin + static_cast<int64_t>(kVectors) * kLanes <= count; begin += kVectors * kLanes) {
    AddRowsOf<kVectors>(D(), sums, rows, number, begin);
  }
  for (; begin + kLanes <= count; begin += kLanes) {
    AddRowsOf<1>(D(), sums, rows, number, begin);
  }
  for (; begin < count; ++begin) {
    AddRowsOf<1>(hn::CappedTag<double, 1>(), sums, rows, number, begin);
  }
}

void AddScaledFloats(double* HWY_RESTRICT sums, const float* HWY_RESTRICT values, float factor,
                     int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    sums[i] += static_cast<double>(values[i]) * static_cast<double>(factor);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

void AddTo(double* sums, const float* values, int64_t count) {
  AddRowsTo(sums, values, 1, count);
}

void AddTo(double* sums, const double* values, int64_t count) {
  AddRowsTo(sums, values, 1, count);
}

void AddRowsTo(double* sums, const float* values, int64_t rows, int64_t count) {
  HWY_DYNAMIC_DISPATCH(AddFloats)(sums, values, rows, count);
}

void AddRowsTo(double* sums, const double* values, int64_t rows, int64_t count) {
  HWY_DYNAMIC_DISPATCH(AddDoubles)(sums, values, rows, count);
}

void AddRowsTo(double* sums, const float* const* rows, int64_t number, int64_t count) {
  HWY_DYNAMIC_DISPATCH(AddRowsOfFloats)(sums, rows, number, count);
}

void AddScaledTo(double* sums, const float* values, float factor, int64_t count) {
  HWY_DYNAMIC_DISPATCH(AddScaledFloats)(sums, values, factor, count);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
