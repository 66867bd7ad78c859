// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/pixel_rows.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"
#include "simd/vector_parts-inl.h"

#include "kernels/gemm/row_products-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindPixelRows, PixelRows());
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace pixel_rows {

// kVectors vectors from element i on: so many sums are under way at one time.
template <int64_t kVectors, class D>
HWY_INLINE void CombineAt(D tag, const float* const* rows, const float* weights, int64_t count, float scale,
                          int64_t i, float* to) {
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(D()));
  hn::Vec<D> sums[kVectors];
  for (int64_t v = 0; v < kVectors; ++v) {
    sums[v] = hn::Zero(tag);
  }
  for (int64_t k = 0; k < count; ++k) {
    const auto weight = hn::Set(tag, weights[k]);
    for (int64_t v = 0; v < kVectors; ++v) {
      sums[v] = MulAdd(tag, weight, hn::LoadU(tag, rows[k] + i + v * kStep), sums[v]);
    }
  }
  for (int64_t v = 0; v < kVectors; ++v) {
    const auto sum = hn::Mul(sums[v], hn::Set(tag, scale));
    hn::StoreU(WithOneNan(tag, sum), tag, to + i + v * kStep);
  }
}

void Combine(const float* const* rows, const float* weights, int64_t count, float scale, int64_t length,
             float* to) {
  const hn::ScalableTag<float> tag;
  constexpr int64_t kVectors = 4;
  constexpr auto kStep = kVectors * static_cast<int64_t>(hn::MaxLanes(hn::ScalableTag<float>()));
  int64_t i = 0;
  for (; i + kStep <= length; i += kStep) {
    CombineAt<kVectors>(tag, rows, weights, count, scale, i, to);
  }
  ForEachVectorPart(tag, i, length, [&](auto part, int64_t at) HWY_ATTR {
    CombineAt<1>(part, rows, weights, count, scale, at, to);
  });
}

void Spread(const float* row, const float* weights, int64_t length, double* const* sums) {
  for (size_t k = 0; k < kCorners; ++k) {
    double* const to = sums[k];
    const auto weight = static_cast<double>(weights[k]);
    ForEachVectorPart(hn::ScalableTag<double>(), 0, length, [&](auto tag, int64_t i) HWY_ATTR {
      const hn::Rebind<float, decltype(tag)> floats;
      const auto numbers = hn::PromoteTo(tag, hn::LoadU(floats, row + i));
      hn::StoreU(MulAdd(tag, hn::Set(tag, weight), numbers, hn::LoadU(tag, to + i)), tag, to + i);
    });
  }
}

void MultiplyCorners(const float* row, const float* const* rows, int64_t length, float* products) {
  row_products::MultiplyRows<Float32, static_cast<int64_t>(kCorners), 1>(
      [&](int64_t k) HWY_ATTR { return rows[k]; }, length, row, 0,
      [&](int64_t /*other*/, const float* found) HWY_ATTR { std::copy_n(found, kCorners, products); });
}

}  // namespace pixel_rows

PixelRows FindPixelRows() {
  return {pixel_rows::Combine, pixel_rows::Spread, pixel_rows::MultiplyCorners};
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

const PixelRows& BestPixelRows() {
  static const PixelRows rows = HWY_DYNAMIC_DISPATCH(FindPixelRows)();
  return rows;
}

}  // namespace openaclnn
#endif  // HWY_ONCE
