// SPDX-License-Identifier: Apache-2.0
#include "tests/reference/mse_loss_backward.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "tests/reference/testing.h"

namespace openaclnn::reference {
namespace {

using testing::BroadcastAt;

/// sum over the broadcast elements of gradOutput * loss, where loss is l for none and sum, l / numel(self)
/// for mean.
long double Forward(const Array& gradOutput, const Array& self, const Array& target, int64_t reduction) {
  const Shape shape =
      testing::BroadcastShape(testing::BroadcastShape(gradOutput.shape, self.shape), target.shape);
  long double loss = 0;
  for (int64_t flat = 0; flat < testing::NumElements(shape); ++flat) {
    const Shape index = testing::IndexOf(shape, flat);
    const long double difference = BroadcastAt(self, index) - BroadcastAt(target, index);
    loss += BroadcastAt(gradOutput, index) * difference * difference;
  }
  return reduction == 1 ? loss / static_cast<long double>(testing::NumElements(self.shape)) : loss;
}

TEST(MseLossBackwardReference, FiniteDifferences) {
  Random random(11);
  const auto trace = testing::TraceSeed(random);
  const Array self = random.Normal({2, 3, 4}, ACL_FLOAT, 0, 2);
  const Array target = random.Normal({2, 3, 4}, ACL_FLOAT, 1, 2);
  for (int64_t reduction = 0; reduction <= 2; ++reduction) {
    for (const Shape& gradShape : {Shape{}, Shape{4}, Shape{3, 1}, Shape{2, 3, 4}}) {
      const Array gradOutput = random.Normal(gradShape, ACL_FLOAT, 0, 1);
      const Array numeric = testing::CentralDifference(
          self, [&](const Array& moved) { return Forward(gradOutput, moved, target, reduction); }, 1e-2);
      const Array out = MseLossBackward(gradOutput, self, target, reduction);
      EXPECT_LT(LargestDifference(out, numeric), 1e-12);
    }
  }
}

TEST(MseLossBackwardReference, BroadcastOutputsSumUpToTheGradient) {
  // out keeps the broadcast shape; summed over the broadcast dims it is the derivative.
  Random random(12);
  const auto trace = testing::TraceSeed(random);
  const Array self = random.Normal({3}, ACL_FLOAT, 0, 2);
  const Array target = random.Normal({2, 3}, ACL_FLOAT, 0, 2);
  const Array gradOutput = random.Normal({4, 1, 1}, ACL_FLOAT, 0, 2);
  for (int64_t reduction = 0; reduction <= 2; ++reduction) {
    const Array out = MseLossBackward(gradOutput, self, target, reduction);
    ASSERT_EQ(out.shape, Shape({4, 2, 3}));
    Array summed = Full({3}, 0);
    for (size_t i = 0; i < out.values.size(); ++i) {
      summed.values[i % 3] += out.values[i];
    }
    const Array numeric = testing::CentralDifference(
        self, [&](const Array& moved) { return Forward(gradOutput, moved, target, reduction); }, 1e-2);
    EXPECT_LT(LargestDifference(summed, numeric), 1e-12);
  }
}

TEST(MseLossBackwardReference, PublishedExample) {
  const Array gradOutput = MakeArray({2, 2}, {0, 1, 2, 3});
  const Array self = MakeArray({2, 2}, {0, 1, 2, 3});
  const Array out = MseLossBackward(gradOutput, self, Full({2, 2}, 1), 1);
  EXPECT_EQ(out.values, (std::vector<double>{0, 0, 1, 3}));
}

TEST(MseLossBackwardReference, MeanDividesBySelfBeforeBroadcasting) {
  const Array out = MseLossBackward(Full({}, 1), Full({3}, 4), Full({2, 3}, 1), 1);
  EXPECT_EQ(out.shape, Shape({2, 3}));
  EXPECT_EQ(out.values[0], 2.0);
  EXPECT_EQ(MseLossBackward(Full({}, 1), Full({}, 4), Full({}, 1), 1).values[0], 6.0);
}

TEST(MseLossBackwardReference, FloatRange) {
  const double largest = std::numeric_limits<float>::max();
  const double smallest = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(MseLossBackward(Full({}, smallest), Full({}, largest), Full({}, -largest), 0).values[0],
            4 * largest * smallest);
  EXPECT_TRUE(
      std::isfinite(MseLossBackward(Full({}, largest), Full({}, largest), Full({}, -largest), 0).values[0]));
}

TEST(MseLossBackwardReference, NonFinite) {
  const auto at = [](double g, double s, double t) {
    return MseLossBackward(Full({}, g), Full({}, s), Full({}, t), 2).values[0];
  };
  EXPECT_TRUE(std::isnan(at(1, kInfinity, kInfinity)));
  EXPECT_TRUE(std::isnan(at(0, kInfinity, 1)));
  EXPECT_TRUE(std::isnan(at(kInfinity, 1, 1)));
  EXPECT_TRUE(std::isnan(at(kNan, 1, 2)));
  EXPECT_EQ(at(1, 1, kInfinity), -kInfinity);
  EXPECT_EQ(at(-kInfinity, 1, 2), kInfinity);
}

TEST(MseLossBackwardReference, EmptyAndInvalid) {
  const Array empty = MseLossBackward(Full({1, 0, 1, 2}, 0), Full({1, 1, 0, 2}, 0), Full({1, 0, 1, 2}, 0), 1);
  EXPECT_EQ(empty.shape, Shape({1, 0, 0, 2}));
  EXPECT_THROW((void)MseLossBackward(Full({}, 0), Full({2}, 0), Full({3}, 0), 0), std::invalid_argument);
  EXPECT_THROW((void)MseLossBackward(Full({}, 0), Full({2}, 0), Full({2}, 0), 3), std::invalid_argument);
}

}  // namespace
}  // namespace openaclnn::reference
