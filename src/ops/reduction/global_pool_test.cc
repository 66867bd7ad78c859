// SPDX-License-Identifier: Apache-2.0
//
// aclnnGlobalMaxPool and aclnnGlobalAveragePool against loops in float64; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "aclnnop/aclnn_global_average_pool.h"
#include "aclnnop/aclnn_global_max_pool.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

using PoolPhaseOne = aclnnStatus (*)(const aclTensor*, aclTensor*, uint64_t*, aclOpExecutor**);

struct Pool {
  const char* name;
  PoolPhaseOne phaseOne;
  PhaseTwo phaseTwo;
  bool mean;
};
const std::vector<Pool> kPools{
    {"aclnnGlobalMaxPool", aclnnGlobalMaxPoolGetWorkspaceSize, aclnnGlobalMaxPool, false},
    {"aclnnGlobalAveragePool", aclnnGlobalAveragePoolGetWorkspaceSize, aclnnGlobalAveragePool, true}};

class GlobalPool : public StatusTest {
 protected:
  static aclnnStatus Run(const Pool& pool, const aclTensor* self, aclTensor* out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) { return pool.phaseOne(self, out, size, executor); },
        pool.phaseTwo);
  }
};

TEST_F(GlobalPool, EveryTypeShapeAndLayout) {
  Random random(9);
  for (const Pool& pool : kPools) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      if (!pool.mean && dtype == ACL_BF16) {
        continue;
      }
      for (const Shape& shape : {Shape{1, 1, 1, 1}, Shape{2, 3, 5, 7}, Shape{3, 4, 65, 33},
                                 Shape{2, 2, 3, 4, 5}, Shape{2, 3, 2, 1, 3, 2, 2, 2}}) {
        const Array self = random.Normal(shape, dtype, 0, 3);
        Shape result(shape.size(), 1);
        std::copy_n(shape.begin(), 2, result.begin());
        Array expected = Full(result, 0);
        Array magnitudes = expected;
        const auto planes = expected.values.size();
        const size_t count = self.values.size() / planes;
        for (size_t plane = 0; plane < planes; ++plane) {
          const auto* const from = self.values.data() + plane * count;
          long double sum = 0;
          long double magnitude = 0;
          for (size_t i = 0; i < count; ++i) {
            sum += from[i];
            magnitude += std::fabs(from[i]);
          }
          expected.values[plane] = pool.mean ? static_cast<double>(sum / static_cast<long double>(count))
                                             : *std::max_element(from, from + count);
          magnitudes.values[plane] = static_cast<double>(magnitude / static_cast<long double>(count));
        }
        ExpectInEachLayout(expected, pool.mean ? Tolerance::For(dtype, magnitudes) : Tolerance::Exact(dtype),
                           [&](const Layout& layout, const DeviceTensor& out) {
                             const DeviceTensor input(self, dtype, layout);
                             return Run(pool, input.Get(), out.Get());
                           });
      }
    }
  }
}

TEST_F(GlobalPool, NanAndNothing) {
  Array self = Full({1, 2, 2, 2}, 1);
  self.values[2] = std::numeric_limits<double>::quiet_NaN();
  const DeviceTensor input(self, ACL_FLOAT);
  const DeviceTensor empty(Full({0, 3, 4, 4}, 0), ACL_FLOAT);
  const DeviceTensor none(Full({1, 2, 0, 2}, 0), ACL_FLOAT);
  for (const Pool& pool : kPools) {
    const DeviceTensor out = DeviceTensor::Output({1, 2, 1, 1}, ACL_FLOAT);
    ASSERT_EQ(Run(pool, input.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
    EXPECT_TRUE(std::isnan(out.Read().values[0]));
    EXPECT_EQ(out.Read().values[1], 1);
    const DeviceTensor nothing = DeviceTensor::Output({0, 3, 1, 1}, ACL_FLOAT);
    EXPECT_EQ(Run(pool, empty.Get(), nothing.Get()), ACL_SUCCESS) << LastMessage();
    // A mean of nothing is NaN; there is no maximum.
    EXPECT_EQ(Run(pool, none.Get(), out.Get()), pool.mean ? ACL_SUCCESS : kInvalid);
  }
}

TEST_F(GlobalPool, Statuses) {
  const Descriptor self({2, 3, 4, 5});
  const Descriptor out({2, 3, 1, 1});
  for (const Pool& pool : kPools) {
    const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* input, aclTensor* result) {
      ExpectCall(pool.name, status, said, [&](uint64_t* size, aclOpExecutor** executor) {
        return pool.phaseOne(input, result, size, executor);
      });
    };
    plan(ACL_SUCCESS, "", self.Get(), out.Get());
    plan(kNullptr, "self", nullptr, out.Get());
    plan(kNullptr, "out", self.Get(), nullptr);
    plan(kInvalid, "self", Descriptor({2, 3, 4, 5}, ACL_INT32).Get(), out.Get());
    plan(kInvalid, "self", Descriptor({2, 3, 4}).Get(), out.Get());
    plan(kInvalid, "self", Descriptor({2, 3}).Get(), out.Get());
    plan(kInvalid, "self", Descriptor({1, 1, 1, 1, 1, 1, 1, 1, 1}).Get(), out.Get());
    plan(kInvalid, "out", self.Get(), Descriptor({2, 3, 1, 1}, ACL_FLOAT16).Get());
    plan(kInvalid, "out", self.Get(), Descriptor({2, 3}).Get());
  }
}

}  // namespace
}  // namespace openaclnn::testing
