// SPDX-License-Identifier: Apache-2.0
//
// The mean squared error against the formula in float64, over types, shapes, layouts and reductions.
#include "aclnnop/aclnn_mse_loss.h"

#include <array>
#include <cmath>

#include "tests/support/array.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

enum Reduction : int64_t { kNone = 0, kMean = 1, kSum = 2 };

class MseLoss : public ::testing::Test {
 protected:
  static aclnnStatus Run(const DeviceTensor& self, const DeviceTensor& target, int64_t reduction,
                         const DeviceTensor& out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnMseLossGetWorkspaceSize(self.Get(), target.Get(), reduction, out.Get(), size, executor);
        },
        aclnnMseLoss);
  }

  struct Types {
    aclDataType self = ACL_FLOAT;
    aclDataType target = ACL_FLOAT;
    aclDataType out = ACL_FLOAT;
  };

  void Expect(const Shape& selfShape, const Shape& targetShape, int64_t reduction, const Types& types,
              const Layout& selfLayout = {}, const Layout& targetLayout = {}) {
    SCOPED_TRACE(::testing::Message()
                 << ::testing::PrintToString(selfShape) << " " << types.self << " reduction " << reduction);
    const Array self = random_.Normal(selfShape, types.self, 1, 2);
    const Array target = random_.Normal(targetShape, types.target, 0, 2);
    const DeviceTensor selfTensor(self, types.self, selfLayout);
    const DeviceTensor targetTensor(target, types.target, targetLayout);
    const Shape all = BroadcastShape(selfShape, targetShape);
    const DeviceTensor out = DeviceTensor::Output(reduction == kNone ? all : Shape{}, types.out);
    ASSERT_EQ(Run(selfTensor, targetTensor, reduction, out), ACL_SUCCESS) << LastMessage();
    Array expected = Full(all, 0);
    double sum = 0;
    for (int64_t i = 0; i < NumElements(all); ++i) {
      const Shape index = IndexOf(all, i);
      const double difference = BroadcastAt(self, index) - BroadcastAt(target, index);
      expected.values[static_cast<size_t>(i)] = difference * difference;
      sum += difference * difference;
    }
    if (reduction != kNone) {
      expected = {{}, {reduction == kMean ? sum / static_cast<double>(NumElements(all)) : sum}};
    }
    EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(types.out)));
    EXPECT_TRUE(out.CanariesIntact());
  }

  Random random_{61};
};

TEST_F(MseLoss, TypesAndReductions) {
  for (const int64_t reduction : {kNone, kMean, kSum}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      Expect({30, 41}, {30, 41}, reduction, {dtype, dtype, dtype});
    }
    Expect({30, 41}, {30, 41}, reduction, {ACL_FLOAT16, ACL_BF16, ACL_FLOAT});
    Expect({30, 41}, {30, 41}, reduction, {ACL_FLOAT16, ACL_FLOAT, ACL_FLOAT});
  }
  Expect({3000}, {3000}, kSum, {ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT});
}

TEST_F(MseLoss, SizesAndBroadcasting) {
  for (const int64_t size : {1, 15, 17, 511, 513, 1025, 8191, 8193, 30011}) {
    Expect({size}, {size}, kMean, {});
    Expect({size}, {size}, kNone, {});
  }
  for (const int64_t reduction : {kNone, kMean, kSum}) {
    Expect({}, {}, reduction, {});
    Expect({4, 300}, {300}, reduction, {});
    Expect({4, 300}, {4, 1}, reduction, {ACL_BF16, ACL_BF16, ACL_BF16});
    Expect({5, 1}, {1, 70}, reduction, {});
    Expect({2, 3, 4, 5}, {3, 1, 5}, reduction, {});
  }
}

TEST_F(MseLoss, Layouts) {
  for (const Layout& layout :
       {Layout::Transposed(4), Layout::ChannelsLast(4), Layout::Stepped({1, 2, 1, 3})}) {
    for (const int64_t reduction : {kNone, kMean}) {
      Expect({5, 12, 7, 6}, {5, 12, 7, 6}, reduction, {}, layout);
      Expect({5, 12, 7, 6}, {5, 12, 7, 6}, reduction, {ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT16}, layout,
             layout);
    }
  }
}

TEST_F(MseLoss, EmptyTensors) {
  Expect({0, 3}, {0, 3}, kNone, {});
  Expect({0, 3}, {0, 3}, kSum, {});
  const DeviceTensor none(Array{{0}, {}}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({1}, ACL_FLOAT);
  ASSERT_EQ(Run(none, none, kMean, out), ACL_SUCCESS);
  EXPECT_TRUE(std::isnan(out.Read().values[0]));
}

class MseLossStatus : public PhaseOneTest {};

TEST_F(MseLossStatus, Table) {
  const Descriptor self({4, 5});
  const Descriptor row({5});
  const Descriptor other({4});
  const Descriptor scalar({});
  const Descriptor wide({4, 5}, ACL_DOUBLE);
  const auto loss = [&](const aclTensor* x, const aclTensor* y, int64_t reduction, aclTensor* out) {
    return Call("aclnnMseLoss", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMseLossGetWorkspaceSize(x, y, reduction, out, size, executor);
    });
  };
  EXPECT_EQ(loss(self.Get(), row.Get(), kMean, scalar.Get()), ACL_SUCCESS);
  EXPECT_EQ(loss(self.Get(), row.Get(), kNone, self.Get()), ACL_SUCCESS);
  EXPECT_EQ(loss(nullptr, row.Get(), kMean, scalar.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(loss(self.Get(), nullptr, kMean, scalar.Get()), kNullptr);
  ExpectMessage({"target"});
  EXPECT_EQ(loss(self.Get(), row.Get(), kMean, nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(loss(wide.Get(), row.Get(), kMean, scalar.Get()), kInvalid);
  ExpectMessage({"self", "DOUBLE"});
  EXPECT_EQ(loss(self.Get(), other.Get(), kMean, scalar.Get()), kInvalid);
  ExpectMessage({"target", "[4] against [4, 5]"});
  EXPECT_EQ(loss(self.Get(), row.Get(), 3, scalar.Get()), kInvalid);
  ExpectMessage({"reduction", "3"});
  EXPECT_EQ(loss(self.Get(), row.Get(), kMean, self.Get()), kInvalid);
  ExpectMessage({"out", "one element"});
  EXPECT_EQ(loss(self.Get(), row.Get(), kNone, scalar.Get()), kInvalid);
  ExpectMessage({"out", "[4, 5]"});
}

}  // namespace
}  // namespace openaclnn::testing
