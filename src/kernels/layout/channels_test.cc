// SPDX-License-Identifier: Apache-2.0
#include "kernels/layout/channels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "kernels/testing.h"

namespace openaclnn {
namespace {

constexpr ChannelShape kShape{2, 5, 12};

// The layouts of a [2, 5, 3, 4] tensor.
std::vector<TensorView> Views(float* data) {
  const std::vector<int64_t> dims{2, 5, 3, 4};
  return {View(data, dims, {60, 12, 4, 1}), View(data, dims, {60, 1, 20, 5}),
          View(data, dims, {60, 12, 1, 3}), View(data, dims, {240, 2, 40, 10})};
}

TEST(Channels, KnowTheirDim) {
  std::vector<float> memory(500);
  EXPECT_TRUE(HasChannelDim(Views(memory.data())[0], kShape));
  EXPECT_FALSE(HasChannelDim(View(memory.data(), {10, 12}, {12, 1}), kShape));
  EXPECT_FALSE(HasChannelDim(View(memory.data(), {2, 60}, {60, 1}), kShape));
  EXPECT_TRUE(HasChannelDim(View(memory.data(), {10}, {1}), {2, 5, 1}));
}

TEST(Channels, KnowWhetherTheyAreInnermost) {
  std::vector<float> memory(500);
  const std::vector<TensorView> views = Views(memory.data());
  EXPECT_FALSE(ChannelsInnermost(views[0]));
  EXPECT_TRUE(ChannelsInnermost(views[1]));
  EXPECT_FALSE(ChannelsInnermost(views[2]));
  EXPECT_TRUE(ChannelsInnermost(views[3]));
}

TEST(ChannelTasks, CoverTheRegionOnceAndLieSideBySide) {
  for (const ChannelWalk walk : {ChannelWalk::kAlong, ChannelWalk::kAcross}) {
    const ChannelTasks tasks{{1, 5, 3, 7, 2, 100}, 2, 3, 40, walk};
    ASSERT_EQ(tasks.Count(), 3 * 3 * 3);
    std::vector<int> seen(6 * 10 * 102);
    for (int64_t task = 0; task < tasks.Count(); ++task) {
      const ChannelRegion region = tasks.At(task);
      for (int64_t sample = region.sample; sample < region.sample + region.samples; ++sample) {
        for (int64_t channel = region.channel; channel < region.channel + region.channels; ++channel) {
          for (int64_t at = region.position; at < region.position + region.positions; ++at) {
            ++seen.at(static_cast<size_t>((sample * 10 + channel) * 102 + at));
          }
        }
      }
    }
    EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), 0), 5 * 7 * 100);
    EXPECT_EQ(*std::max_element(seen.begin(), seen.end()), 1);
    const ChannelRegion second = tasks.At(1);
    EXPECT_EQ(second.channel, walk == ChannelWalk::kAcross ? 6 : 3);
    EXPECT_EQ(second.position, walk == ChannelWalk::kAcross ? 2 : 42);
  }
}

TEST(ChannelLayout, KnowsWhichRowsAreUsedWhereTheyLie) {
  std::vector<float> memory(500);
  const std::vector<TensorView> views = Views(memory.data());
  const auto direct = [](const TensorView& view, const ChannelShape& shape, ChannelWalk walk) {
    return LayoutOf(view, shape, walk).direct;
  };
  const std::vector<bool> along{true, false, false, false};
  const std::vector<bool> across{false, true, false, false};
  for (size_t i = 0; i < views.size(); ++i) {
    EXPECT_EQ(direct(views[i], kShape, ChannelWalk::kAlong), along[i]) << i;
    EXPECT_EQ(direct(views[i], kShape, ChannelWalk::kAcross), across[i]) << i;
  }
  // Gaps between channels, or between positions, do not matter.
  EXPECT_TRUE(direct(View(memory.data(), {2, 5, 3, 4}, {75, 15, 4, 1}), kShape, ChannelWalk::kAlong));
  EXPECT_TRUE(direct(View(memory.data(), {2, 5, 3, 4}, {96, 1, 32, 8}), kShape, ChannelWalk::kAcross));
  // Other dims than samples and channels: only where nothing lies between elements.
  EXPECT_TRUE(direct(View(memory.data(), {10, 12}, {12, 1}), kShape, ChannelWalk::kAlong));
  EXPECT_FALSE(direct(View(memory.data(), {10, 12}, {13, 1}), kShape, ChannelWalk::kAlong));
}

}  // namespace
}  // namespace openaclnn
