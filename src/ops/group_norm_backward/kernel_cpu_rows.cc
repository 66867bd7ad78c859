// SPDX-License-Identifier: Apache-2.0
//
// Float64 per element: products of inputs from anywhere in the float32 range stay far inside its range, and
// (x - mean) keeps its digits however close the two are.
#include <array>

#include "ops/group_norm_backward/kernel.h"

// Compiled once for each instruction set; the compiler makes the vectors, Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/group_norm_backward/kernel_cpu_rows.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

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

void SumRows(const float* gradOut, const float* input, double mean, int64_t rows, int64_t columns,
             GroupNormRowSums* sums) {
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t begin = row * columns;
    sums[row] = input == nullptr ? SumRow<false>(gradOut + begin, nullptr, mean, columns)
                                 : SumRow<true>(gradOut + begin, input + begin, mean, columns);
  }
}

void ComputeRows(const float* HWY_RESTRICT gradOut, const float* HWY_RESTRICT input,
                 const float* HWY_RESTRICT gamma, const GroupNormCoefficients& by, int64_t rows,
                 int64_t columns, double* HWY_RESTRICT gradInput) {
  const GroupNormCoefficients c = by;  // a copy, which gradInput cannot reach
  for (int64_t row = 0; row < rows; ++row) {
    const double scale = c.rstd * static_cast<double>(gamma[row]);
    const int64_t end = (row + 1) * columns;
    for (int64_t i = row * columns; i < end; ++i) {
      const double pull = c.constant + (static_cast<double>(input[i]) - c.mean) * c.slope;
      gradInput[i] = scale * static_cast<double>(gradOut[i]) - pull;
    }
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(SumRows);
HWY_EXPORT(ComputeRows);

void SumGroupNormRows(const float* gradOut, const float* input, double mean, int64_t rows, int64_t columns,
                      GroupNormRowSums* sums) {
  HWY_DYNAMIC_DISPATCH(SumRows)(gradOut, input, mean, rows, columns, sums);
}

void ComputeGroupNormRows(const float* gradOut, const float* input, const float* gamma,
                          const GroupNormCoefficients& coefficients, int64_t rows, int64_t columns,
                          double* gradInput) {
  HWY_DYNAMIC_DISPATCH(ComputeRows)(gradOut, input, gamma, coefficients, rows, columns, gradInput);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
