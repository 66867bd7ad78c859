// SPDX-License-Identifier: Apache-2.0
#include "base/half.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/half.h"

namespace openaclnn {
namespace {

// Against the tests' own decoding, which knows nothing of this one.
TEST(Half, EveryPattern) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    const double float16 = testing::DecodeFloat16(half);
    const double bfloat16 = testing::DecodeBfloat16(half);
    if (std::isnan(float16)) {
      EXPECT_TRUE(std::isnan(FromFloat16(half))) << bits;
    } else {
      EXPECT_EQ(FromFloat16(half), float16) << bits;
      EXPECT_EQ(std::signbit(FromFloat16(half)), std::signbit(float16)) << bits;
    }
    if (std::isnan(bfloat16)) {
      EXPECT_TRUE(std::isnan(FromBfloat16(half))) << bits;
    } else {
      EXPECT_EQ(FromBfloat16(half), bfloat16) << bits;
    }
  }
}

}  // namespace
}  // namespace openaclnn
