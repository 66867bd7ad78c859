// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/four_sums_test.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "simd/four_sums-inl.h"
#include "tests/support/simd_targets.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The four sums of kLanes lanes each, which lie one behind the other.
template <size_t kLanes>
std::array<double, 4> Sum(const std::vector<float>& lanes) {
  const hn::CappedTag<float, kLanes> d;
  constexpr size_t kStep = hn::MaxLanes(hn::CappedTag<float, kLanes>());
  std::array<std::array<hn::Vec<decltype(d)>, kLanes / kStep>, 4> vectors;
  for (size_t sum = 0; sum < 4; ++sum) {
    for (size_t lane = 0; lane < kLanes; lane += kStep) {
      vectors[sum][lane / kStep] = hn::LoadU(d, lanes.data() + sum * kLanes + lane);
    }
  }
  alignas(64) std::array<double, 4> sums;
  StoreFourSums(d, vectors, sums.data());
  return sums;
}

std::array<double, 4> SumOf(size_t lanes, const std::vector<float>& values) {
  switch (lanes) {
    case 1:
      return Sum<1>(values);
    case 4:
      return Sum<4>(values);
    case 8:
      return Sum<8>(values);
    default:
      return Sum<16>(values);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(SumOf);

// Halves are added until one number is left, the last two in float64: what an order is, without a tolerance.
double Folded(std::vector<float> lanes) {
  while (lanes.size() > 2) {
    const size_t half = lanes.size() / 2;
    for (size_t i = 0; i < half; ++i) {
      lanes[i] += lanes[i + half];
    }
    lanes.resize(half);
  }
  return std::accumulate(lanes.begin(), lanes.end(), 0.0);
}

class FourSums : public ::testing::TestWithParam<size_t> {};

TEST_P(FourSums, AddHalvesInOneOrderOnEveryTarget) {
  const size_t lanes = GetParam();
  std::vector<float> values;
  for (size_t i = 0; i < 4 * lanes; ++i) {
    // Numbers so far apart that another order has other bits.
    values.push_back(static_cast<float>((i * 37 + 11) % 64) * (i % 3 == 0 ? 1.0e-4F : 1.1F));
  }
  testing::ForEachTarget([&] {
    const std::array<double, 4> sums = HWY_DYNAMIC_DISPATCH(SumOf)(lanes, values);
    for (size_t sum = 0; sum < 4; ++sum) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(sum * lanes);
      EXPECT_EQ(sums[sum], Folded({first, first + static_cast<std::ptrdiff_t>(lanes)})) << "sum " << sum;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Lanes, FourSums, ::testing::Values(1, 4, 8, 16),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace openaclnn
#endif  // HWY_ONCE
