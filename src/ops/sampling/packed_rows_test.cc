// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sampling/packed_rows_test.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "ops/sampling/packed_rows-inl.h"
#include "tests/support/simd_targets.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace {

template <class Format>
void ExpectThereAndBack(int64_t channels, int64_t channelStride, int64_t positions, int64_t positionStride,
                        int64_t lanes) {
  using Element = typename Format::Element;
  SCOPED_TRACE(std::to_string(channels) + " channels by " + std::to_string(channelStride) + ", " +
               std::to_string(positions) + " positions by " + std::to_string(positionStride) + ", lanes " +
               std::to_string(lanes));
  const hn::CappedTag<float, 1> one;
  const auto extent = static_cast<size_t>((channels - 1) * channelStride + (positions - 1) * positionStride);
  std::vector<Element> tensor(extent + 1, Element{});
  std::vector<float> expected(static_cast<size_t>(positions * lanes), 0.0F);
  for (int64_t position = 0; position < positions; ++position) {
    for (int64_t channel = 0; channel < channels; ++channel) {
      const auto value = static_cast<float>((position * 7 + channel) % 251 + 1);  // exact in every format
      Format::Store(one, hn::Set(one, value),
                    tensor.data() + channel * channelStride + position * positionStride);
      expected[static_cast<size_t>(position * lanes + channel)] = value;
    }
  }
  std::vector<float> rows(expected.size(), -1.0F);
  ReadRows<Format>({tensor.data(), channels, channelStride, positions, positionStride}, rows.data(), lanes);
  EXPECT_EQ(rows, expected);
  std::vector<Element> back(tensor.size(), Element{});
  WriteRows<Format>(rows.data(), lanes, {back.data(), channels, channelStride, positions, positionStride});
  EXPECT_EQ(back, tensor);
}

template <class Format>
void ExpectEveryLayout() {
  for (const int64_t positions : {1, 5, 64, 131}) {
    for (const auto& [channels, lanes] :
         {std::pair<int64_t, int64_t>{1, 1}, {3, 4}, {8, 8}, {13, 16}, {32, 32}}) {
      ExpectThereAndBack<Format>(channels, positions + 2, positions, 1, lanes);     // planes
      ExpectThereAndBack<Format>(channels, 1, positions, channels, lanes);          // channels last
      ExpectThereAndBack<Format>(channels, 2, positions, 2 * channels + 1, lanes);  // neither
    }
  }
  ExpectThereAndBack<Format>(1000, 70, 7, 1, kMaxPackedLanes);
}

void ExpectPackedRows() {
  ExpectEveryLayout<Float32>();
  ExpectEveryLayout<Float16>();
  ExpectEveryLayout<Bfloat16>();
}

}  // namespace
void PackedRowsOfThisTarget() {
  ExpectPackedRows();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(PackedRowsOfThisTarget);

// On every SIMD target of this processor in turn.
TEST(PackedRows, ThereAndBackInEveryLayout) {
  testing::ForEachTarget([&] { HWY_DYNAMIC_DISPATCH(PackedRowsOfThisTarget)(); });
}

}  // namespace
}  // namespace openaclnn
#endif  // HWY_ONCE
