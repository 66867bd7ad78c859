// SPDX-License-Identifier: Apache-2.0
#include "kernels/channels.h"

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

float& At(const TensorView& view, int64_t sample, int64_t channel, int64_t position) {
  const int64_t offset = sample * view.strides[0] + channel * view.strides[1] +
                         position / view.dims[3] * view.strides[2] +
                         position % view.dims[3] * view.strides[3];
  return reinterpret_cast<float*>(view.data)[offset];
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

TEST(Channels, AreReadFromAnyLayout) {
  std::vector<float> memory(500);
  std::iota(memory.begin(), memory.end(), 0.0F);
  for (const TensorView& view : Views(memory.data())) {
    const ChannelReader reader(view, kShape);
    const ChannelReader::Slice slice(reader, 1, 2, 3);
    TileBuffer buffer;
    const Rows<const void*> rows = slice.Read(4, 7, buffer);
    for (int64_t position = 0; position < 7; ++position) {
      for (int64_t channel = 0; channel < 3; ++channel) {
        ASSERT_EQ(static_cast<const float*>(rows.data)[position * rows.stride + channel],
                  At(view, 1, 2 + channel, 4 + position));
      }
    }
  }
}

TEST(Channels, AreWrittenToAnyLayoutAndNothingElseIs) {
  for (size_t layout = 0; layout < 4; ++layout) {
    std::vector<float> memory(500, -1.0F);
    const TensorView view = Views(memory.data())[layout];
    const ChannelWriter writer(view, kShape);
    const ChannelWriter::Slice slice(writer, 1, 2, 3);
    TileBuffer buffer;
    const Rows<float*> rows = slice.Prepare(4, buffer);
    for (int64_t i = 0; i < 21; ++i) {
      rows.data[i / 3 * rows.stride + i % 3] = static_cast<float>(i);
    }
    slice.Write(4, 7, rows);
    for (int64_t i = 0; i < 21; ++i) {
      ASSERT_EQ(At(view, 1, 2 + i % 3, 4 + i / 3), static_cast<float>(i));
    }
    EXPECT_EQ(std::count(memory.begin(), memory.end(), -1.0F), static_cast<int64_t>(memory.size()) - 21);
  }
}

TEST(Channels, AreWrittenInTheTensorsOwnType) {
  for (size_t layout = 0; layout < 4; ++layout) {
    std::vector<float> memory(500, -1.0F);
    const TensorView view = Views(memory.data())[layout];
    const ChannelWriter writer(view, kShape);
    const ChannelWriter::Slice slice(writer, 1, 2, 3);
    TileBuffer buffer;
    const Rows<void*> rows = slice.PrepareRaw(4, buffer);
    for (int64_t i = 0; i < 21; ++i) {
      static_cast<float*>(rows.data)[i / 3 * rows.stride + i % 3] = static_cast<float>(i);
    }
    slice.WriteRaw(4, 7, rows);
    EXPECT_FALSE(slice.StreamsRaw());
    for (int64_t i = 0; i < 21; ++i) {
      ASSERT_EQ(At(view, 1, 2 + i % 3, 4 + i / 3), static_cast<float>(i));
    }
    EXPECT_EQ(std::count(memory.begin(), memory.end(), -1.0F), static_cast<int64_t>(memory.size()) - 21);
  }
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

TEST(Channels, OfASinglePositionMayHaveAnyDims) {
  std::vector<float> memory(40);
  std::iota(memory.begin(), memory.end(), 0.0F);
  const ChannelShape shape{2, 5, 1};
  for (const TensorView& view : {View(memory.data(), {10}, {1}), View(memory.data(), {10}, {3})}) {
    const ChannelReader reader(view, shape);
    TileBuffer buffer;
    const Rows<const void*> rows = ChannelReader::Slice(reader, 1, 2, 3).Read(0, 1, buffer);
    for (int64_t channel = 0; channel < 3; ++channel) {
      EXPECT_EQ(static_cast<const float*>(rows.data)[channel],
                memory[static_cast<size_t>((7 + channel) * view.strides[0])]);
    }
  }
}

}  // namespace
}  // namespace openaclnn
