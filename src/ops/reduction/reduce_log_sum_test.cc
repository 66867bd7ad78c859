// SPDX-License-Identifier: Apache-2.0
//
// aclnnReduceLogSum against the formula in long double; and the statuses.
#include "aclnnop/aclnn_reduce_log_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

class ReduceLogSum : public StatusTest {
 protected:
  static aclnnStatus RunOn(const aclTensor* data, const Shape& axes, bool keep, bool noop, aclTensor* out) {
    const IntArray list(axes);
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnReduceLogSumGetWorkspaceSize(data, list.Get(), keep, noop, out, size, executor);
        },
        aclnnReduceLogSum);
  }

  Random random_{107};
};

TEST_F(ReduceLogSum, EveryTypeShapeAndLayout) {
  struct Case {
    Shape shape;
    Shape axes;
    Shape reduced;  // with size 1 where it is reduced
  };
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const auto& [shape, axes, reduced] : std::vector<Case>{{{5, 7}, {1}, {5, 1}},
                                                                {{5, 7}, {-2}, {1, 7}},
                                                                {{5, 7}, {}, {1, 1}},
                                                                {{3, 4, 5}, {0, 2}, {1, 4, 1}},
                                                                {{2, 3001}, {1}, {2, 1}},
                                                                {{700, 3}, {0}, {1, 3}},
                                                                {{2, 3, 4, 5}, {1, 2}, {2, 1, 1, 5}}}) {
      const Array data = random_.Uniform(shape, dtype, 0.5, 2);
      Array sums = Full(reduced, 0);
      for (int64_t i = 0; i < NumElements(shape); ++i) {
        Shape index = IndexOf(shape, i);
        size_t place = 0;
        for (size_t d = 0; d < shape.size(); ++d) {
          place =
              place * static_cast<size_t>(reduced[d]) + static_cast<size_t>(reduced[d] == 1 ? 0 : index[d]);
        }
        sums.values[place] += data.values[static_cast<size_t>(i)];
      }
      Array expected = sums;
      for (double& value : expected.values) {
        value = std::log(value);
      }
      for (const bool keep : {true, false}) {
        Array result = expected;
        if (!keep) {
          result.shape.clear();
          for (size_t d = 0; d < shape.size(); ++d) {
            const bool gone = axes.empty() || std::ranges::any_of(axes, [&](int64_t axis) {
                                return static_cast<size_t>(
                                           axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis) == d;
                              });
            if (!gone) {
              result.shape.push_back(shape[d]);
            }
          }
        }
        // The logarithm of a sum next to 1 has the sum's error.
        ExpectInEachLayout(result, Tolerance::For(dtype, Full(result.shape, 2)),
                           [&, axesOfCase = axes](const Layout& /*layout*/, const DeviceTensor& out) {
                             const DeviceTensor input(data, dtype, Layout::Transposed(data.shape.size()));
                             return RunOn(input.Get(), axesOfCase, keep, false, out.Get());
                           });
      }
    }
  }
}

TEST_F(ReduceLogSum, WithoutAxesDataMayStay) {
  const Array data = random_.Normal({4, 9}, ACL_FLOAT16, 0, 1);
  const DeviceTensor input(data, ACL_FLOAT16);
  const DeviceTensor out = DeviceTensor::Output({4, 9}, ACL_FLOAT16);
  ASSERT_EQ(RunOn(input.Get(), {}, false, true, out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read().values, data.values);
}

TEST_F(ReduceLogSum, OfNothingAndOfNegativeSums) {
  const DeviceTensor nothing(Array{{2, 0}, {}}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({2}, ACL_FLOAT);
  ASSERT_EQ(RunOn(nothing.Get(), {1}, false, false, out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read().values, std::vector<double>(2, -std::numeric_limits<double>::infinity()));
  const DeviceTensor negative(MakeArray({2, 2}, {1, -3, 1, 0}), ACL_FLOAT);
  ASSERT_EQ(RunOn(negative.Get(), {1}, false, false, out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_TRUE(std::isnan(out.Read().values[0]));
  EXPECT_EQ(out.Read().values[1], 0);
}

TEST_F(ReduceLogSum, Statuses) {
  const Descriptor data({2, 3});
  const Descriptor row({2});
  const Descriptor half({2}, ACL_FLOAT16);
  const Descriptor whole({2, 3}, ACL_INT32);
  const IntArray last({1});
  const IntArray beyond({2});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* x, const aclIntArray* axes,
                        aclTensor* out) {
    ExpectCall("aclnnReduceLogSum", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnReduceLogSumGetWorkspaceSize(x, axes, false, false, out, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", data.Get(), last.Get(), row.Get());
  plan(kNullptr, "data", nullptr, last.Get(), row.Get());
  plan(kNullptr, "axes", data.Get(), nullptr, row.Get());
  plan(kNullptr, "reduce", data.Get(), last.Get(), nullptr);
  plan(kInvalid, "data", whole.Get(), last.Get(), row.Get());
  plan(kInvalid, "axes", data.Get(), beyond.Get(), row.Get());
  plan(kInvalid, "reduce", data.Get(), last.Get(), half.Get());
  plan(kInvalid, "reduce", data.Get(), last.Get(), data.Get());
}

}  // namespace
}  // namespace openaclnn::testing
