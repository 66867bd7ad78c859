// SPDX-License-Identifier: Apache-2.0
//
// Float64 per element: products of inputs from anywhere in the float32 range stay far inside its range, and
// (x - mean) keeps its digits however close the two are.
#include <array>

#include "ops/common/rounding.h"
#include "ops/group_norm_backward/kernel.h"

namespace openaclnn {
namespace {

// The sums of one row in a fixed number of lanes, which the compiler makes vectors of.
template <bool kProducts>
GroupNormRowSums SumRow(const float* gradOut, const float* input, double mean, int64_t count) {
  constexpr int64_t kLanes = 8;
  GroupNormRowSums sums{};
  int64_t i = 0;
  if (count >= kLanes) {
    std::array<double, kLanes> gradients{};
    std::array<double, kLanes> products{};
    for (; i + kLanes <= count; i += kLanes) {
      for (int64_t lane = 0; lane < kLanes; ++lane) {
        const auto gradient = static_cast<double>(gradOut[i + lane]);
        gradients[static_cast<size_t>(lane)] += gradient;
        if constexpr (kProducts) {
          products[static_cast<size_t>(lane)] += gradient * (static_cast<double>(input[i + lane]) - mean);
        }
      }
    }
    for (size_t lane = 0; lane < kLanes; ++lane) {
      sums.gradient += gradients[lane];
      sums.product += products[lane];
    }
  }
  for (; i < count; ++i) {
    const auto gradient = static_cast<double>(gradOut[i]);
    sums.gradient += gradient;
    if constexpr (kProducts) {
      sums.product += gradient * (static_cast<double>(input[i]) - mean);
    }
  }
  return sums;
}

template <typename Round>
void ComputeRow(const float* gradOut, const float* input, const GroupNormCoefficients& by, double scale,
                int64_t count, Round round, float* gradInput) {
  const GroupNormCoefficients c = by;  // a copy, which gradInput cannot reach
  for (int64_t i = 0; i < count; ++i) {
    const double pull = c.constant + (static_cast<double>(input[i]) - c.mean) * c.slope;
    gradInput[i] = round(scale * static_cast<double>(gradOut[i]) - pull);
  }
}

}  // namespace

void SumGroupNormRows(const float* gradOut, const float* input, double mean, int64_t rows, int64_t columns,
                      GroupNormRowSums* sums) {
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t begin = row * columns;
    sums[row] = input == nullptr ? SumRow<false>(gradOut + begin, nullptr, mean, columns)
                                 : SumRow<true>(gradOut + begin, input + begin, mean, columns);
  }
}

void ComputeGroupNormRows(const float* gradOut, const float* input, const float* gamma,
                          const GroupNormCoefficients& coefficients, int64_t rows, int64_t columns,
                          DType dtype, float* gradInput) {
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t begin = row * columns;
    const double scale = coefficients.rstd * static_cast<double>(gamma[row]);
    if (dtype == DType::kFloat) {
      ComputeRow(gradOut + begin, input + begin, coefficients, scale, columns, RoundToNearest(),
                 gradInput + begin);
    } else {
      ComputeRow(gradOut + begin, input + begin, coefficients, scale, columns, RoundForHalf(),
                 gradInput + begin);
    }
  }
}

}  // namespace openaclnn
