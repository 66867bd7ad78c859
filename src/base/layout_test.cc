// SPDX-License-Identifier: Apache-2.0
#include "base/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace openaclnn {
namespace {

std::string LayoutOf(const std::vector<int64_t>& dims, const std::vector<int64_t>& strides) {
  TensorView view;
  view.dtype = DType::kFloat;
  view.rank = static_cast<int>(dims.size());
  std::ranges::copy(dims, view.dims.begin());
  std::ranges::copy(strides, view.strides.begin());
  return LayoutName(view);
}

TEST(Layout, RowMajorWithoutGapsIsContiguous) {
  EXPECT_EQ(LayoutOf({}, {}), "contiguous");
  EXPECT_EQ(LayoutOf({2, 3, 4}, {12, 4, 1}), "contiguous");
  EXPECT_EQ(LayoutOf({2, 1, 4}, {4, 99, 1}), "contiguous") << "a dim of size 1 has no stride to speak of";
}

TEST(Layout, ChannelsLastHasDimOneInnermost) {
  EXPECT_EQ(LayoutOf({2, 3, 4, 5}, {60, 1, 15, 3}), "channels-last");
  EXPECT_EQ(LayoutOf({2, 3, 4}, {12, 1, 3}), "channels-last");
  EXPECT_EQ(LayoutOf({2, 3, 4, 5, 6}, {360, 1, 90, 18, 3}), "channels-last");
  EXPECT_EQ(LayoutOf({2, 3}, {1, 2}), "permuted") << "a matrix has no channels to speak of";
}

TEST(Layout, OtherOrdersWithoutGapsArePermuted) {
  EXPECT_EQ(LayoutOf({2, 3, 4}, {1, 2, 6}), "permuted");
  EXPECT_EQ(LayoutOf({2, 1, 4, 3}, {12, 7, 1, 4}), "permuted");
}

TEST(Layout, RepeatedDimsAreBroadcast) {
  EXPECT_EQ(LayoutOf({2, 3}, {0, 1}), "broadcast");
  EXPECT_EQ(LayoutOf({1, 3}, {0, 1}), "contiguous") << "nothing is repeated";
}

TEST(Layout, GapsAndOverlapsAreStrided) {
  EXPECT_EQ(LayoutOf({2, 3}, {6, 2}), "strided");
  EXPECT_EQ(LayoutOf({2, 3}, {4, 1}), "strided");
  EXPECT_EQ(LayoutOf({2, 3}, {1, 1}), "strided");
}

TEST(Layout, WithoutElementsIsEmpty) {
  EXPECT_EQ(LayoutOf({2, 0, 4}, {0, 4, 1}), "empty");
}

}  // namespace
}  // namespace openaclnn
