// SPDX-License-Identifier: Apache-2.0
#include "kernels/memory_order.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "kernels/testing.h"

namespace openaclnn {
namespace {

TensorView View(std::vector<int64_t> dims, std::vector<int64_t> strides) {
  return openaclnn::View(nullptr, std::move(dims), std::move(strides));
}

std::vector<int64_t> ToVector(std::span<const int64_t> values) {
  return {values.begin(), values.end()};
}

TEST(FollowMemory, ContiguousViewsStayAsTheyAre) {
  TensorView view = View({2, 3, 4}, {12, 4, 1});
  FollowMemory({&view});
  EXPECT_EQ(ToVector(view.Dims()), (std::vector<int64_t>{2, 3, 4}));
  EXPECT_EQ(ToVector(view.Strides()), (std::vector<int64_t>{12, 4, 1}));
}

TEST(FollowMemory, AllViewsArePermutedLikeTheFirst) {
  TensorView first = View({2, 3, 4, 5}, {60, 1, 15, 3});  // channels last
  TensorView second = View({2, 3, 4, 5}, {60, 20, 5, 1});
  FollowMemory({&first, &second});
  for (const TensorView& view : {first, second}) {
    EXPECT_EQ(ToVector(view.Dims()), (std::vector<int64_t>{2, 4, 5, 3}));
  }
  EXPECT_TRUE(first.Contiguous());
  EXPECT_EQ(ToVector(second.Strides()), (std::vector<int64_t>{60, 5, 1, 20}));
}

TEST(FollowMemory, DimsOfSizeOneMayHaveAnyStride) {
  TensorView view = View({3, 1, 4}, {1, 7, 3});
  FollowMemory({&view});
  EXPECT_TRUE(view.Contiguous());
}

TEST(FollowMemory, ScalarsHaveNoOrder) {
  TensorView view = View({}, {});
  FollowMemory({&view});
  EXPECT_EQ(view.rank, 0);
}

}  // namespace
}  // namespace openaclnn
