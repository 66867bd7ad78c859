// SPDX-License-Identifier: Apache-2.0
//
// aclnnMseLossOut against the formula in float64, over types, shapes, layouts and reductions; and the statuses.
#include "aclnnop/aclnn_mse_loss_out.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

enum Reduction : int64_t { kNone = 0, kMean = 1, kSum = 2 };

aclnnStatus RunLoss(const DeviceTensor& self, const DeviceTensor& target, int64_t reduction,
                    const DeviceTensor& out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnMseLossOutGetWorkspaceSize(self.Get(), target.Get(), reduction, out.Get(), size,
                                               executor);
      },
      aclnnMseLossOut);
}

struct Types {
  aclDataType self = ACL_FLOAT;
  aclDataType target = ACL_FLOAT;
  aclDataType out = ACL_FLOAT;
};

class MseLossOut : public StatusTest {
 protected:
  void Expect(const Shape& selfShape, const Shape& targetShape, int64_t reduction, const Types& types = {}) {
    const auto trace = TraceSeed(random_);
    const Array self = random_.Normal(selfShape, types.self, 1, 2);
    const Array target = random_.Normal(targetShape, types.target, 0, 2);
    const Shape all = BroadcastShape(selfShape, targetShape);
    Shape left = all;
    if (reduction != kNone && !all.empty()) {
      left.erase(left.begin());
    }
    Array expected = Full(left, 0);
    for (int64_t i = 0; i < NumElements(all); ++i) {
      const Shape index = IndexOf(all, i);
      const double difference = BroadcastAt(self, index) - BroadcastAt(target, index);
      expected.values[static_cast<size_t>(i % NumElements(left))] += difference * difference;
    }
    if (reduction == kMean && !all.empty()) {
      for (double& value : expected.values) {
        value /= static_cast<double>(all[0]);
      }
    }
    const DeviceTensor against(target, types.target, Layout::Transposed(targetShape.size()));
    ExpectInEachLayout(expected, Tolerance::For(types.out),
                       [&](const Layout& /*layout*/, const DeviceTensor& out) {
                         const DeviceTensor input(self, types.self, Layout::Transposed(selfShape.size()));
                         return RunLoss(input, against, reduction, out);
                       });
  }

  Random random_{67};
};

TEST_F(MseLossOut, TypesShapesAndReductions) {
  for (const int64_t reduction : {kNone, kMean, kSum}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      Expect({30, 41}, {30, 41}, reduction, {dtype, dtype, dtype});
    }
    Expect({30, 41}, {30, 41}, reduction, {ACL_FLOAT16, ACL_BF16, ACL_FLOAT});
    Expect({7, 2, 3}, {3}, reduction, {ACL_BF16, ACL_FLOAT, ACL_FLOAT});
    Expect({}, {}, reduction);
    Expect({700}, {1}, reduction);
    Expect({3, 5003}, {5003}, reduction);
    Expect({1, 4}, {9, 1}, reduction);
    Expect({30011, 3}, {30011, 3}, reduction);
    Expect({2, 3, 4, 5, 2, 1, 2, 3}, {3, 1, 5, 2, 1, 2, 1}, reduction);
    Expect({5, 0}, {5, 0}, reduction);
  }
  Expect({0, 3}, {0, 3}, kSum);
}

TEST_F(MseLossOut, TheMeanOfNothingIsNan) {
  const DeviceTensor none(Array{{0, 2}, {}}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({2}, ACL_FLOAT);
  ASSERT_EQ(RunLoss(none, none, kMean, out), ACL_SUCCESS) << LastMessage();
  EXPECT_TRUE(std::isnan(out.Read().values[0]) && std::isnan(out.Read().values[1]));
}

TEST_F(MseLossOut, OneElementTakesAllDims) {
  const DeviceTensor self(MakeArray({2, 2}, {1, 2, 3, 4}), ACL_FLOAT);
  const DeviceTensor target(MakeArray({2, 2}, {0, 0, 0, 2}), ACL_FLOAT);
  for (const Shape& shape : {Shape{}, Shape{1}, Shape{1, 1}}) {
    const DeviceTensor out = DeviceTensor::Output(shape, ACL_FLOAT);
    ASSERT_EQ(RunLoss(self, target, kMean, out), ACL_SUCCESS) << LastMessage();
    EXPECT_EQ(out.Read().values, (std::vector<double>{4.5}));
    ASSERT_EQ(RunLoss(self, target, kSum, out), ACL_SUCCESS) << LastMessage();
    EXPECT_EQ(out.Read().values, (std::vector<double>{18}));
  }
  const DeviceTensor columns = DeviceTensor::Output({2}, ACL_FLOAT);
  ASSERT_EQ(RunLoss(self, target, kMean, columns), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(columns.Read().values, (std::vector<double>{5, 4}));
}

TEST_F(MseLossOut, Statuses) {
  const Descriptor self({4, 5});
  const Descriptor row({5});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* x, const aclTensor* y,
                        int64_t reduction, aclTensor* out) {
    ExpectCall("aclnnMseLossOut", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMseLossOutGetWorkspaceSize(x, y, reduction, out, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", self.Get(), row.Get(), kMean, row.Get());
  plan(ACL_SUCCESS, "", self.Get(), row.Get(), kNone, self.Get());
  plan(kNullptr, "self", nullptr, row.Get(), kMean, row.Get());
  plan(kNullptr, "target", self.Get(), nullptr, kMean, row.Get());
  plan(kNullptr, "out", self.Get(), row.Get(), kMean, nullptr);
  plan(kInvalid, "self", Descriptor({4, 5}, ACL_DOUBLE).Get(), row.Get(), kMean, row.Get());
  plan(kInvalid, "target", self.Get(), Descriptor({4}).Get(), kMean, row.Get());
  plan(kInvalid, "target", self.Get(), Descriptor({5}, ACL_INT32).Get(), kMean, row.Get());
  plan(kInvalid, "reduction", self.Get(), row.Get(), 3, row.Get());
  plan(kInvalid, "out", self.Get(), row.Get(), kMean, self.Get());
  plan(kInvalid, "out", self.Get(), row.Get(), kMean, Descriptor({4}).Get());
  plan(kInvalid, "out", self.Get(), row.Get(), kNone, row.Get());
}

}  // namespace
}  // namespace openaclnn::testing
