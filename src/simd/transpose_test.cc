// SPDX-License-Identifier: Apache-2.0
#include "simd/transpose.h"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/simd_targets.h"

namespace openaclnn::testing {
namespace {

template <typename T>
class Transpose : public ::testing::Test {};

using Elements = ::testing::Types<uint8_t, uint16_t, uint32_t, uint64_t>;
TYPED_TEST_SUITE(Transpose, Elements);

// Around the edges of squares and vectors; what lies between planes and behind the rows stays as it was.
TYPED_TEST(Transpose, ThereAndBackLeavesTheRestAlone) {
  using T = TypeParam;
  constexpr T kGap = 0x5A;
  ForEachTarget([&] {
    for (const int64_t channels : {1, 2, 3, 4, 5, 8, 15, 16, 17, 33}) {
      for (const int64_t positions : {1, 2, 3, 4, 7, 8, 16, 17, 31, 64, 70}) {
        SCOPED_TRACE(std::to_string(channels) + " channels, " + std::to_string(positions) + " positions");
        const int64_t stride = positions + 3;
        std::vector<T> planes(static_cast<size_t>(channels * stride), kGap);
        std::vector<T> expected(static_cast<size_t>(channels * positions) + 5, kGap);
        for (int64_t channel = 0; channel < channels; ++channel) {
          for (int64_t position = 0; position < positions; ++position) {
            const auto value = static_cast<T>(channel * 71 + position + 1);
            planes[static_cast<size_t>(channel * stride + position)] = value;
            expected[static_cast<size_t>(position * channels + channel)] = value;
          }
        }
        std::vector<T> rows(expected.size(), kGap);
        PlanesToRows(sizeof(T), planes.data(), stride, channels, positions, rows.data());
        EXPECT_EQ(rows, expected);
        // In rows that are longer, zeros follow.
        for (const int64_t width : {channels, channels + 1, channels + 6}) {
          std::vector<T> wide(static_cast<size_t>(width * positions) + 5, kGap);
          PlanesToWideRows(sizeof(T), planes.data(), stride, channels, positions, wide.data(), width);
          for (int64_t i = 0; i < width * positions; ++i) {
            const int64_t channel = i % width;
            const T value =
                channel < channels ? expected[static_cast<size_t>(i / width * channels + channel)] : T{0};
            ASSERT_EQ(wide[static_cast<size_t>(i)], value) << i << " of rows of " << width;
          }
          EXPECT_EQ(std::count(wide.end() - 5, wide.end(), kGap), 5);
        }
        std::vector<T> back(planes.size(), kGap);
        RowsToPlanes(sizeof(T), rows.data(), channels, positions, back.data(), stride);
        EXPECT_EQ(back, planes);
      }
    }
  });
}

}  // namespace
}  // namespace openaclnn::testing
