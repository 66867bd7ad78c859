// SPDX-License-Identifier: Apache-2.0
#include "simd/convert.h"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/half.h"
#include "tests/support/simd_targets.h"

namespace openaclnn::testing {
namespace {

struct Format {
  DType dtype;
  uint16_t (*encode)(double);
  double (*decode)(uint16_t);
};

class Conversions : public ::testing::TestWithParam<Format> {};

INSTANTIATE_TEST_SUITE_P(Formats, Conversions,
                         ::testing::Values(Format{DType::kFloat16, EncodeFloat16, DecodeFloat16},
                                           Format{DType::kBfloat16, EncodeBfloat16, DecodeBfloat16}),
                         [](const auto& format) { return NameOf(format.param.dtype); });

TEST_P(Conversions, WidenEveryBitPattern) {
  std::vector<uint16_t> source(65536);
  for (size_t i = 0; i < source.size(); ++i) {
    source[i] = static_cast<uint16_t>(i);
  }
  ForEachTarget([&] {
    std::vector<float> widened(source.size());
    ConvertToFloat(GetParam().dtype, source.data(), widened.data(), 65536);
    for (size_t i = 0; i < source.size(); ++i) {
      const double expected = GetParam().decode(source[i]);
      if (std::isnan(expected)) {
        ASSERT_TRUE(std::isnan(widened[i])) << i;
      } else {
        ASSERT_EQ(widened[i], expected) << i;
      }
      ASSERT_EQ(std::signbit(widened[i]), (i & 0x8000U) != 0) << i;
    }
  });
}

// All neighbourhoods of the format's own values and of the points halfway between them, where rounding
// decides.
TEST_P(Conversions, NarrowAroundEveryValueAndTie) {
  std::vector<float> source;
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto value = static_cast<float>(GetParam().decode(static_cast<uint16_t>(bits)));
    const auto next = static_cast<float>(GetParam().decode(static_cast<uint16_t>(bits + 1)));
    if (std::isnan(value)) {
      continue;
    }
    const float tie = std::isfinite(value) && std::isfinite(next) ? value / 2 + next / 2 : value;
    for (const float centre : {value, tie}) {
      source.push_back(centre);
      source.push_back(std::nextafter(centre, std::numeric_limits<float>::infinity()));
      source.push_back(std::nextafter(centre, -std::numeric_limits<float>::infinity()));
    }
  }
  source.insert(source.end(),
                {65504.0F, 65519.996F, 65520.0F, 65535.0F, 65536.0F, 3.4e38F, -3.4e38F, 1e-45F, -1e-45F,
                 std::numeric_limits<float>::max(), std::numeric_limits<float>::quiet_NaN()});
  ForEachTarget([&] {
    std::vector<uint16_t> narrowed(source.size());
    ConvertTo(GetParam().dtype, source.data(), narrowed.data(), static_cast<int64_t>(source.size()),
              Stores::kCached);
    for (size_t i = 0; i < source.size(); ++i) {
      if (std::isnan(source[i])) {
        ASSERT_TRUE(std::isnan(GetParam().decode(narrowed[i])));
      } else {
        ASSERT_EQ(narrowed[i], GetParam().encode(source[i])) << source[i];
      }
    }
  });
}

// Float64 right beside a tie, or beside a value, is rounded once: by way of the nearest float32 it would go
// wrong.
TEST_P(Conversions, NarrowDoublesAroundEveryValueAndTie) {
  std::vector<double> source;
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const double value = GetParam().decode(static_cast<uint16_t>(bits));
    const double next = GetParam().decode(static_cast<uint16_t>(bits + 1));
    if (std::isnan(value)) {
      continue;
    }
    const double tie = std::isfinite(value) && std::isfinite(next) ? value / 2 + next / 2 : value;
    for (const double centre : {value, tie}) {
      source.push_back(centre);
      source.push_back(std::nextafter(centre, std::numeric_limits<double>::infinity()));
      source.push_back(std::nextafter(centre, -std::numeric_limits<double>::infinity()));
      source.push_back(centre * (1 + 0x1p-25));
    }
  }
  source.insert(source.end(), {65519.999999, 65520.0, 3.5e38, -3.5e38, 1e300, 5e-324, -5e-324, 1e-46,
                               std::numeric_limits<double>::quiet_NaN()});
  ForEachTarget([&] {
    std::vector<uint16_t> narrowed(source.size());
    ConvertTo(GetParam().dtype, source.data(), narrowed.data(), static_cast<int64_t>(source.size()),
              Stores::kStreaming);
    for (size_t i = 0; i < source.size(); ++i) {
      if (std::isnan(source[i])) {
        ASSERT_TRUE(std::isnan(GetParam().decode(narrowed[i])));
      } else {
        ASSERT_EQ(narrowed[i], GetParam().encode(source[i])) << source[i];
      }
    }
  });
}

// A NaN is stored as the same one, whatever its sign and digits.
TEST_P(Conversions, StoreOneNan) {
  std::vector<float> floats;
  std::vector<double> doubles;
  for (const uint32_t bits : {0x7FC00000U, 0xFFC00000U, 0x7FFFFFFFU, 0xFFC12345U, 0x7FC0E000U}) {
    floats.insert(floats.end(), 17, std::bit_cast<float>(bits));
    doubles.insert(doubles.end(), 17, std::bit_cast<double>(uint64_t{bits} << 32U | 0x7FF8000000000007U));
  }
  const auto count = static_cast<int64_t>(floats.size());
  const uint16_t nan = GetParam().dtype == DType::kFloat16 ? 0x7E00 : 0x7FC0;
  ForEachTarget([&] {
    std::vector<uint16_t> halves(floats.size());
    ConvertTo(GetParam().dtype, floats.data(), halves.data(), count, Stores::kCached);
    EXPECT_EQ(halves, std::vector<uint16_t>(floats.size(), nan));
    ConvertTo(GetParam().dtype, doubles.data(), halves.data(), count, Stores::kCached);
    EXPECT_EQ(halves, std::vector<uint16_t>(floats.size(), nan));
    std::vector<float> stored(floats.size());
    ConvertTo(DType::kFloat, doubles.data(), stored.data(), count, Stores::kCached);
    for (const float value : stored) {
      EXPECT_EQ(std::bit_cast<uint32_t>(value), 0x7FC00000U);
    }
  });
}

// Nothing outside [0, count) is touched, whatever the remainder and alignment.
TEST_P(Conversions, EveryLengthAndAlignment) {
  ForEachTarget([&] {
    for (int64_t count = 0; count <= 67; ++count) {
      for (size_t shift = 0; shift < 4; ++shift) {
        const auto size = static_cast<size_t>(count) + shift;
        std::vector<float> values(size + 1, -7.0F);
        for (size_t i = shift; i < size; ++i) {
          values[i] = static_cast<float>(i);
        }
        std::vector<uint16_t> halves(size + 1, 0x1234);
        const Stores stores = count % 2 == 0 ? Stores::kCached : Stores::kStreaming;
        ConvertTo(GetParam().dtype, values.data() + shift, halves.data() + shift, count, stores);
        std::vector<float> back(size + 1, -7.0F);
        ConvertToFloat(GetParam().dtype, halves.data() + shift, back.data() + shift, count);
        ASSERT_EQ(back, values);
        ASSERT_EQ(halves.back(), 0x1234);
        for (size_t i = 0; i < shift; ++i) {
          ASSERT_EQ(halves[i], 0x1234);
          ASSERT_EQ(back[i], -7.0F);
        }
      }
    }
  });
}

TEST(ConversionsOfDoubles, FloatIsTheNearest) {
  std::vector<double> source{0.1, -0.1, 1e300, 1e-46, -0.0, 16777217.0, 1.0 / 3.0};
  for (size_t i = 0; i < 60; ++i) {
    source.push_back(std::ldexp(1.0 + static_cast<double>(i) / 77.0, static_cast<int>(i) * 5 - 150));
  }
  ForEachTarget([&] {
    for (const Stores stores : {Stores::kCached, Stores::kStreaming}) {
      std::vector<float> narrowed(source.size() + 1, 7.0F);
      ConvertTo(DType::kFloat, source.data(), narrowed.data(), static_cast<int64_t>(source.size()), stores);
      for (size_t i = 0; i < source.size(); ++i) {
        ASSERT_EQ(std::bit_cast<uint32_t>(narrowed[i]), EncodeFloat32(source[i])) << source[i];
      }
      ASSERT_EQ(narrowed.back(), 7.0F);
    }
  });
}

}  // namespace
}  // namespace openaclnn::testing
