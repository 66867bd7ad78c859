// SPDX-License-Identifier: Apache-2.0
//
// Reductions over no dimensions: an empty list is all of them, or none, as another argument says.
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <vector>

#include "aclnnop/aclnn_max_v2.h"
#include "aclnnop/aclnn_mean.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

aclnnStatus Max(const aclTensor* self, bool keep, bool noop, aclTensor* out) {
  const IntArray none(std::vector<int64_t>{});
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnMaxV2GetWorkspaceSize(self, none.Get(), keep, noop, out, size, executor);
      },
      aclnnMaxV2);
}
aclnnStatus Mean(const aclTensor* self, bool keep, bool noop, aclTensor* out) {
  const IntArray none(std::vector<int64_t>{});
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnMeanV2GetWorkspaceSize(self, none.Get(), keep, noop, out, size, executor);
      },
      aclnnMeanV2);
}

TEST(NoDims, LeaveSelfAsItIs) {
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8}) {
    Array values{{7, 30}, {}};
    for (int i = 0; i < 210; ++i) {
      values.values.push_back(i % 100);
    }
    for (const Layout& layout : {Layout(), Layout::Transposed(2)}) {
      for (const bool keep : {false, true}) {
        const DeviceTensor self(values, dtype, layout);
        const DeviceTensor largest = DeviceTensor::Output({7, 30}, dtype, Layout::Transposed(2));
        ASSERT_EQ(Max(self.Get(), keep, true, largest.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_EQ(largest.Read().values, values.values);
        EXPECT_TRUE(largest.CanariesIntact());
        const DeviceTensor mean = DeviceTensor::Output({7, 30}, dtype);
        ASSERT_EQ(Mean(self.Get(), keep, true, mean.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_EQ(mean.Read().values, values.values);
        const DeviceTensor one = DeviceTensor::Output(keep ? Shape{1, 1} : Shape{}, dtype);
        ASSERT_EQ(Max(self.Get(), keep, false, one.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_EQ(one.Read().values, (std::vector<double>{99}));
      }
    }
  }
}

TEST(NoDims, Statuses) {
  const DeviceTensor self = DeviceTensor::Output({2, 3}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({}, ACL_FLOAT);
  EXPECT_EQ(Max(self.Get(), false, true, out.Get()), 161002);
  EXPECT_EQ(Max(self.Get(), false, false, self.Get()), 161002);
  const DeviceTensor other = DeviceTensor::Output({2, 3}, ACL_DOUBLE);
  EXPECT_EQ(Mean(self.Get(), false, true, other.Get()), 161002);
  const DeviceTensor nothing = DeviceTensor::Output({0, 3}, ACL_FLOAT);
  EXPECT_EQ(Max(nothing.Get(), false, false, out.Get()), 161002);
  EXPECT_EQ(Max(nothing.Get(), false, true, nothing.Get()), 0) << LastMessage();
}

TEST(MeanV2, OfIntegersIsTruncated) {
  const RawTensor<int32_t> self({-7, 2, 1}, ACL_INT32);
  const RawTensor<int32_t> out({77}, ACL_INT32, {1});
  const IntArray dims(std::vector<int64_t>{0});
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnMeanV2GetWorkspaceSize(self.Get(), dims.Get(), true, false, out.Get(), size,
                                                     executor);
                },
                aclnnMeanV2),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<int32_t>{-1}));
}

TEST(MeanV2, OfComplexNumbers) {
  using Number = std::complex<float>;
  const RawTensor<Number> self({{1, 2}, {3, -6}}, ACL_COMPLEX64);
  const RawTensor<Number> out({{7, 7}}, ACL_COMPLEX64, {1});
  ASSERT_EQ(Mean(self.Get(), true, false, out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<Number>{{2, -2}}));
  const RawTensor<Number> same({{7, 7}, {7, 7}}, ACL_COMPLEX64);
  ASSERT_EQ(Mean(self.Get(), true, true, same.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(same.Read(), self.Read());
}

}  // namespace
}  // namespace openaclnn::testing
