// SPDX-License-Identifier: Apache-2.0
//
// aclnnUnfoldGrad against a loop over windows; and the statuses.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "aclnnop/aclnn_unfold_grad.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

aclnnStatus UnfoldGrad(const aclTensor* gradOut, const std::vector<int64_t>& sizes, int64_t dim, int64_t size,
                       int64_t step, aclTensor* gradIn) {
  const IntArray list(sizes);
  return RunTwoPhase(
      [&](uint64_t* bytes, aclOpExecutor** executor) {
        return aclnnUnfoldGradGetWorkspaceSize(gradOut, list.Get(), dim, size, step, gradIn, bytes, executor);
      },
      aclnnUnfoldGrad);
}

struct Case {
  Shape input;
  int64_t dim;
  int64_t size;
  int64_t step;
};

TEST(UnfoldGrad, EveryTypeAndLayout) {
  Random random(17);
  for (const Case& given : std::vector<Case>{{{8}, 0, 3, 1},
                                             {{8, 5}, 0, 2, 7},
                                             {{8, 5}, -1, 2, 2},
                                             {{3, 20, 4}, 1, 12, 19},
                                             {{3, 20, 4}, 1, 6, 2},
                                             {{3, 7}, 1, 7, 1},
                                             {{3, 7}, 1, 0, 2},
                                             {{0, 7}, 1, 3, 2},
                                             {{2, 3, 4, 5, 6}, 2, 2, 1},
                                             {{70, 300}, 1, 30, 3}}) {
    const auto rank = static_cast<int64_t>(given.input.size());
    const auto dim = static_cast<size_t>(given.dim < 0 ? given.dim + rank : given.dim);
    Shape windows = given.input;
    windows[dim] = (given.input[dim] - given.size) / given.step + 1;
    windows.push_back(given.size);
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      const Array gradOut = random.Integers(windows, dtype, -3, 4);  // whose sums are exact
      Array expected = Full(given.input, 0);
      for (int64_t i = 0; i < NumElements(windows); ++i) {
        Shape at = IndexOf(windows, i);
        at[dim] = at[dim] * given.step + at.back();
        int64_t flat = 0;
        for (size_t d = 0; d < given.input.size(); ++d) {
          flat = flat * given.input[d] + at[d];
        }
        expected.values[static_cast<size_t>(flat)] += gradOut.values[static_cast<size_t>(i)];
      }
      for (const bool transposed : {false, true}) {
        const auto layout = [&](const Shape& shape) {
          return transposed ? Layout::Transposed(shape.size()).WithOffset(2) : Layout();
        };
        const DeviceTensor input(gradOut, dtype, layout(windows));
        const DeviceTensor out = DeviceTensor::Output(given.input, dtype, layout(given.input));
        ASSERT_EQ(UnfoldGrad(input.Get(), given.input, given.dim, given.size, given.step, out.Get()),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

// A half type, or float32, would lose each 1 next to the large number.
TEST(UnfoldGrad, SumsAreRoundedOnce) {
  for (const auto& [dtype, large] : {std::pair{ACL_FLOAT16, 4096.0}, {ACL_FLOAT, 33554432.0}}) {
    Array gradOut = Full({1025, 1025}, 0);
    for (int64_t w = 0; w < 1025; ++w) {  // what meets in element 1024
      gradOut.values[FlatIndex(gradOut.shape, {w, 1024 - w})] = w == 0 ? large : 1;
    }
    const DeviceTensor input(gradOut, dtype);
    const DeviceTensor out = DeviceTensor::Output({2049}, dtype);
    ASSERT_EQ(UnfoldGrad(input.Get(), {2049}, 0, 1025, 1, out.Get()), ACL_SUCCESS) << LastMessage();
    EXPECT_EQ(out.Read().values[1024], large + 1024);
  }
}

TEST(UnfoldGrad, Statuses) {
  const DeviceTensor windows = DeviceTensor::Output({4, 3, 3}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({4, 5}, ACL_FLOAT);
  const DeviceTensor halves = DeviceTensor::Output({4, 5}, ACL_FLOAT16);
  const DeviceTensor wholes = DeviceTensor::Output({4, 3, 3}, ACL_INT32);
  const auto call = [&](const aclTensor* gradOut, const std::vector<int64_t>& sizes, int64_t dim,
                        int64_t size, int64_t step,
                        aclTensor* gradIn) { return UnfoldGrad(gradOut, sizes, dim, size, step, gradIn); };
  EXPECT_EQ(call(windows.Get(), {4, 5}, 1, 3, 1, out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(call(nullptr, {4, 5}, 1, 3, 1, out.Get()), kNullptr);
  EXPECT_EQ(call(windows.Get(), {4, 5}, 1, 3, 1, nullptr), kNullptr);
  EXPECT_EQ(call(windows.Get(), {4, 5}, 2, 3, 1, out.Get()), kInvalid);
  EXPECT_NE(LastMessage().find("dim"), std::string::npos) << LastMessage();
  EXPECT_EQ(call(windows.Get(), {4, 5}, 1, 6, 1, out.Get()), kInvalid);
  EXPECT_NE(LastMessage().find("size"), std::string::npos) << LastMessage();
  EXPECT_EQ(call(windows.Get(), {4, 5}, 1, 3, 0, out.Get()), kInvalid);
  EXPECT_EQ(call(windows.Get(), {4, 5}, 1, 3, 2, out.Get()), kInvalid);
  EXPECT_NE(LastMessage().find("gradOut"), std::string::npos) << LastMessage();
  EXPECT_EQ(call(windows.Get(), {}, 0, 3, 1, out.Get()), kInvalid);
  EXPECT_EQ(call(windows.Get(), {4, -5}, 1, 3, 1, out.Get()), kInvalid);
  EXPECT_EQ(call(windows.Get(), {4, 5}, 1, 3, 1, windows.Get()), kInvalid);
  EXPECT_EQ(call(windows.Get(), {4, 5}, 1, 3, 1, halves.Get()), kInvalid);
  EXPECT_EQ(call(wholes.Get(), {4, 5}, 1, 3, 1, out.Get()), kInvalid);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnUnfoldGradGetWorkspaceSize(windows.Get(), nullptr, 1, 3, 1, out.Get(), &size, &executor),
            kNullptr);
}

}  // namespace
}  // namespace openaclnn::testing
