// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cmath>

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/whole_numbers_test.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "simd/whole_numbers-inl.h"
#include "tests/support/simd_targets.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The nearest, the lower and the upper whole number.
template <typename T>
std::array<T, 3> WholeNumbers(T value) {
  const auto vector = hn::Set(hn::ScalableTag<T>(), value);
  return {hn::GetLane(RoundEven(vector)), hn::GetLane(RoundDown(vector)), hn::GetLane(RoundUp(vector))};
}

std::array<float, 3> WholeFloats(float value) {
  return WholeNumbers(value);
}

std::array<double, 3> WholeDoubles(double value) {
  return WholeNumbers(value);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(WholeFloats);
HWY_EXPORT(WholeDoubles);

template <typename T>
void ExpectSame(const std::array<T, 3>& actual, T value) {
  const std::array<T, 3> expected{std::nearbyint(value), std::floor(value), std::ceil(value)};
  for (size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE(::testing::Message() << value << ", " << i);
    EXPECT_EQ(actual[i], expected[i]);
    EXPECT_EQ(std::signbit(actual[i]), std::signbit(expected[i]));
  }
}

// Ties, zeros of both signs, the neighbours of a half and where whole numbers begin to be all that there is.
TEST(WholeNumbers, OnEveryTarget) {
  testing::ForEachTarget([&] {
    for (const float value : {0.0F, 0.5F, std::nextafter(0.5F, 0.0F), std::nextafter(0.5F, 1.0F), 1.5F, 2.5F,
                              8388607.5F, 8388609.0F, 0x1p31F, 0x1p100F, INFINITY}) {
      ExpectSame(HWY_DYNAMIC_DISPATCH(WholeFloats)(value), value);
      ExpectSame(HWY_DYNAMIC_DISPATCH(WholeFloats)(-value), -value);
    }
    for (const double value : {0.0, 0.5, std::nextafter(0.5, 0.0), std::nextafter(0.5, 1.0), 1.5, 2.5,
                               4503599627370495.5, 0x1p63, 0x1p300}) {
      ExpectSame(HWY_DYNAMIC_DISPATCH(WholeDoubles)(value), value);
      ExpectSame(HWY_DYNAMIC_DISPATCH(WholeDoubles)(-value), -value);
    }
  });
}

}  // namespace
}  // namespace openaclnn
#endif  // HWY_ONCE
