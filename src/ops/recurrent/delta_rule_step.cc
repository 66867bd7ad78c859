// SPDX-License-Identifier: Apache-2.0
#include "ops/recurrent/delta_rule_step.h"

#include <algorithm>
#include <cstddef>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"

#include "kernels/gemm/row_products-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindDeltaLoop, recurrent::DeltaLoop());
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace delta_rule {

static_assert(recurrent::kDeltaLanes == row_products::kRowProductLanes);
using Types = row_products::Types<float>;
using Vector = Types::Vector;

// What a row becomes from body(place, vector of it), and its product with `factors`.
template <class Body>
HWY_INLINE float MultiplyRow(const recurrent::DeltaStep& step, float* row, const float* factors,
                             const Body& body) {
  const Types::Tag tag;
  Vector sums[Types::kVectors];
  std::fill_n(sums, Types::kVectors, hn::Zero(tag));
  for (int64_t k = 0; k < step.stride; k += recurrent::kDeltaLanes) {
    for (size_t v = 0; v < Types::kVectors; ++v) {
      const int64_t at = k + static_cast<int64_t>(v) * Types::kStep;
      const Vector numbers = body(at, hn::LoadU(tag, row + at));
      hn::StoreU(numbers, tag, row + at);
      sums[v] = MulAdd(tag, numbers, hn::LoadU(tag, factors + at), sums[v]);
    }
  }
  return row_products::Fold<float>(sums);
}

void Run(const recurrent::DeltaStep& step) {
  const Types::Tag tag;
  for (int64_t r = 0; r < step.rows; ++r) {
    float* const row = step.state + r * step.stride;
    const float product = MultiplyRow(step, row, step.key, [&](int64_t at, Vector numbers) HWY_ATTR {
      return hn::Mul(numbers, hn::LoadU(tag, step.decay + at));
    });
    const Vector change = hn::Set(tag, step.beta * (step.values[r] - product));
    step.out[r] = MultiplyRow(step, row, step.query, [&](int64_t at, Vector numbers) HWY_ATTR {
      // The padding stays 0, even if the change is infinite.
      const auto left = static_cast<size_t>(std::clamp(step.elements - at, int64_t{0}, Types::kStep));
      const Vector changes = hn::IfThenElseZero(hn::FirstN(tag, left), change);
      return MulAdd(tag, changes, hn::LoadU(tag, step.key + at), numbers);
    });
  }
}

}  // namespace delta_rule

recurrent::DeltaLoop FindDeltaLoop() {
  return delta_rule::Run;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn::recurrent {

DeltaLoop BestDeltaLoop() {
  return HWY_DYNAMIC_DISPATCH(FindDeltaLoop)();
}

}  // namespace openaclnn::recurrent
#endif  // HWY_ONCE
