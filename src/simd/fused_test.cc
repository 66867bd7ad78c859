// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/fused_test.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "simd/fused-inl.h"
#include "tests/support/simd_targets.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// What MulAdd, MulSub and NegMulAdd give for three numbers, in every lane of a vector.
template <typename T>
std::array<T, 3> FusedResults(T a, T b, T c) {
  const hn::ScalableTag<T> tag;
  const auto x = hn::Set(tag, a);
  const auto y = hn::Set(tag, b);
  const auto z = hn::Set(tag, c);
  const auto only = [=](auto vector) HWY_ATTR {
    EXPECT_TRUE(hn::AllTrue(tag, hn::Eq(vector, hn::Set(tag, hn::GetLane(vector)))));
    return hn::GetLane(vector);
  };
  return {only(MulAdd(tag, x, y, z)), only(MulSub(tag, x, y, z)), only(NegMulAdd(tag, x, y, z))};
}

std::array<float, 3> FusedFloats(float a, float b, float c) {
  return FusedResults(a, b, c);
}

std::array<double, 3> FusedDoubles(double a, double b, double c) {
  return FusedResults(a, b, c);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FusedFloats);
HWY_EXPORT(FusedDoubles);

// Products that do not fit the type, whose low part alone is left by the sum, and plain ones.
TEST(FusedMultiplyAdd, RoundsOnceOnEveryTarget) {
  testing::ForEachTarget([&] {
    for (const float c : {1.0F, -1.0F, 0.1F, -0.0F, 1e30F}) {
      const float a = 1.0F + 0x1p-23F;
      const float b = -1.0F + 0x1p-23F;
      EXPECT_EQ(HWY_DYNAMIC_DISPATCH(FusedFloats)(a, b, c),
                (std::array{std::fma(a, b, c), std::fma(a, b, -c), std::fma(-a, b, c)}));
    }
    for (const double c : {1.0, -1.0, 0.1, -0.0, 1e300}) {
      const double a = 1.0 + 0x1p-52;
      const double b = -1.0 + 0x1p-52;
      EXPECT_EQ(HWY_DYNAMIC_DISPATCH(FusedDoubles)(a, b, c),
                (std::array{std::fma(a, b, c), std::fma(a, b, -c), std::fma(-a, b, c)}));
    }
  });
}

}  // namespace
}  // namespace openaclnn
#endif  // HWY_ONCE
