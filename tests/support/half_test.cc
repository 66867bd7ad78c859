// SPDX-License-Identifier: Apache-2.0
#include "tests/support/half.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Every pattern decodes and encodes back; neighbours are one ulp apart; just beside and at their midpoint,
/// rounding goes to the nearer and to the even one.
template <typename Encoder, typename Decoder>
void TestAllPatterns(const Encoder& encode, const Decoder& decode, uint16_t infinityBits, aclDataType dtype) {
  for (uint32_t pattern = 0; pattern <= 0xFFFF; ++pattern) {
    const auto bits = static_cast<uint16_t>(pattern);
    const double value = decode(bits);
    if ((bits & 0x7FFF) > infinityBits) {
      ASSERT_TRUE(std::isnan(value)) << pattern;
      ASSERT_TRUE(std::isnan(decode(encode(value)))) << pattern;
      continue;
    }
    ASSERT_EQ(encode(value), bits);
    ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0);
    if ((bits & 0x7FFF) == infinityBits) {
      ASSERT_TRUE(std::isinf(value)) << pattern;
      continue;
    }
    const auto next = static_cast<uint16_t>(bits + 1);  // away from zero
    const bool overflows = (next & 0x7FFF) == infinityBits;
    const double nextValue = overflows ? std::copysign(OverflowThreshold(dtype), value) : decode(next);
    const double midpoint = (value + nextValue) / 2;
    ASSERT_EQ(UlpDistance(dtype, value, decode(next)), 1) << pattern;
    ASSERT_EQ(UlpSize(dtype, value), std::fabs(nextValue - value)) << pattern;
    ASSERT_EQ(encode(midpoint), bits % 2 == 0 ? bits : next) << pattern;
    ASSERT_EQ(encode(std::nextafter(midpoint, 0.0)), bits) << pattern;
    ASSERT_EQ(encode(std::nextafter(midpoint, 2 * midpoint)), next) << pattern;
  }
}

TEST(HalfTest, Float16Exhaustive) {
  TestAllPatterns(EncodeFloat16, DecodeFloat16, 0x7C00, ACL_FLOAT16);
}

TEST(HalfTest, Bfloat16Exhaustive) {
  TestAllPatterns(EncodeBfloat16, DecodeBfloat16, 0x7F80, ACL_BF16);
}

TEST(HalfTest, KnownPatterns) {
  EXPECT_EQ(EncodeFloat16(1.0), 0x3C00);
  EXPECT_EQ(EncodeFloat16(-2.0), 0xC000);
  EXPECT_EQ(EncodeFloat16(65504.0), 0x7BFF);
  EXPECT_EQ(EncodeFloat16(65519.99), 0x7BFF);
  EXPECT_EQ(EncodeFloat16(65520.0), 0x7C00);
  EXPECT_EQ(EncodeFloat16(1e300), 0x7C00);
  EXPECT_EQ(EncodeFloat16(-kInfinity), 0xFC00);
  EXPECT_EQ(EncodeFloat16(std::ldexp(1.0, -24)), 0x0001);
  EXPECT_EQ(EncodeFloat16(std::ldexp(1.0, -25)), 0x0000);  // a tie goes to even: zero
  EXPECT_EQ(EncodeFloat16(std::ldexp(1.0, -14)), 0x0400);
  EXPECT_EQ(EncodeFloat16(-0.0), 0x8000);
  EXPECT_EQ(EncodeFloat16(kNan), 0x7E00);
  EXPECT_EQ(EncodeBfloat16(1.0), 0x3F80);
  EXPECT_EQ(EncodeBfloat16(3.4e38), 0x7F80);
  EXPECT_EQ(EncodeBfloat16(kNan), 0x7FC0);
  EXPECT_EQ(EncodeBfloat16(std::ldexp(1.0, -133)), 0x0001);
  EXPECT_EQ(EncodeFloat32(1.0), 0x3F800000U);
  EXPECT_EQ(EncodeFloat32(kNan), 0x7FC00000U);
}

TEST(HalfTest, OneRoundingNotTwo) {
  // Just above the midpoint of 1 and the next half; through float32 it would become the midpoint, then 1.
  const double value = 1 + std::ldexp(1.0, -11) + std::ldexp(1.0, -40);
  EXPECT_EQ(EncodeFloat16(value), 0x3C01);
  EXPECT_EQ(EncodeBfloat16(1 + std::ldexp(1.0, -8) + std::ldexp(1.0, -40)), 0x3F81);
}

TEST(HalfTest, Float32AgreesWithTheHardware) {
  Random random(1);
  const auto trace = TraceSeed(random);
  const Array anyDouble = random.AnyValue({100000}, ACL_DOUBLE, true);
  const Array anyFloat = random.AnyValue({100000}, ACL_FLOAT, true);
  for (size_t i = 0; i < anyDouble.values.size(); ++i) {
    const auto exact = static_cast<float>(anyFloat.values[i]);
    ASSERT_EQ(EncodeFloat32(exact), std::bit_cast<uint32_t>(exact));
    ASSERT_EQ(DecodeFloat32(std::bit_cast<uint32_t>(exact)), anyFloat.values[i]);
    const double between = anyFloat.values[i] * (1 + 1e-8 * random.Unit());
    ASSERT_EQ(EncodeFloat32(between), std::bit_cast<uint32_t>(static_cast<float>(between)));
    ASSERT_EQ(EncodeFloat32(anyDouble.values[i]),
              std::bit_cast<uint32_t>(static_cast<float>(anyDouble.values[i])));
  }
}

TEST(HalfTest, UlpDistance) {
  EXPECT_EQ(UlpDistance(ACL_FLOAT, 0.0, -0.0), 0);
  EXPECT_EQ(UlpDistance(ACL_FLOAT16, std::ldexp(1.0, -24), -std::ldexp(1.0, -24)), 2);
  EXPECT_EQ(UlpDistance(ACL_FLOAT16, 65504, kInfinity), 1);
  EXPECT_EQ(UlpDistance(ACL_FLOAT, kNan, kNan), 0);
  EXPECT_EQ(UlpDistance(ACL_FLOAT, kNan, 1.0), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(UlpDistance(ACL_FLOAT, 1.0, 2.0), 1 << 23);
  EXPECT_EQ(UlpDistance(ACL_DOUBLE, 1.0, std::nextafter(1.0, 2.0)), 1);
  EXPECT_EQ(UlpDistance(ACL_DOUBLE, -kInfinity, kInfinity), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(UlpDistance(ACL_INT32, -3, 4), 7);
}

TEST(HalfTest, UlpSizeGoesOnBeyondTheRange) {
  EXPECT_EQ(UlpSize(ACL_FLOAT16, 0.0), std::ldexp(1.0, -24));
  EXPECT_EQ(UlpSize(ACL_FLOAT16, 65504), 32);
  EXPECT_EQ(UlpSize(ACL_FLOAT16, 65536), 64);
  EXPECT_EQ(UlpSize(ACL_FLOAT, -1.5), std::ldexp(1.0, -23));
  EXPECT_EQ(UlpSize(ACL_FLOAT, kInfinity), kInfinity);
  EXPECT_EQ(RoundUnbounded(ACL_FLOAT16, 65530), 65536);
  EXPECT_EQ(RoundTo(ACL_FLOAT16, 65530), kInfinity);
}

TEST(HalfTest, ElementsOfEveryDtype) {
  for (const aclDataType dtype :
       {ACL_DOUBLE, ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8}) {
    std::array<uint8_t, 8> bytes{};
    EncodeElement(dtype, 97.0, bytes.data());
    EXPECT_EQ(DecodeElement(dtype, bytes.data()), 97.0) << dtype;
  }
  EXPECT_EQ(RoundTo(ACL_BOOL, 5.0), 1.0);
  EXPECT_EQ(RoundTo(ACL_INT8, -1.9), -1.0);
  EXPECT_EQ(RoundTo(ACL_INT8, 1000.0), 127.0);
  EXPECT_EQ(RoundTo(ACL_UINT8, -1.0), 0.0);
  EXPECT_EQ(RoundTo(ACL_INT64, 1e30), std::ldexp(1.0, 63));  // INT64_MAX as a double
  EXPECT_THROW(RoundTo(ACL_INT32, kNan), std::invalid_argument);
  EXPECT_THROW(ElementSize(ACL_COMPLEX64), std::invalid_argument);
}

}  // namespace
}  // namespace openaclnn::testing
