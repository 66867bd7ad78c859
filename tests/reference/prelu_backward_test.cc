// SPDX-License-Identifier: Apache-2.0
#include "tests/reference/prelu_backward.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tests/reference/testing.h"

namespace openaclnn::reference {
namespace {

long double Forward(const Array& gradOutput, const Array& self, const Array& weight) {
  long double loss = 0;
  for (size_t flat = 0; flat < self.values.size(); ++flat) {
    const Shape index = testing::IndexOf(self.shape, static_cast<int64_t>(flat));
    const size_t channel = weight.values.size() == 1 ? 0 : static_cast<size_t>(index.at(1));
    const long double x = self.values[flat];
    loss += testing::BroadcastAt(gradOutput, index) * (x > 0 ? x : weight.values[channel] * x);
  }
  return loss;
}

/// Values of either sign with |x| in [0.1, 2]: smooth within the steps.
Array AwayFromZero(Random& random, const Shape& shape) {
  Array self = random.Uniform(shape, ACL_FLOAT, 0.1, 2);
  for (double& x : self.values) {
    x = random.Unit() < 0.5 ? -x : x;
  }
  return self;
}

void TestFiniteDifferences(Random& random, const Shape& selfShape, const Shape& gradShape,
                           const Shape& weightShape) {
  const Array self = AwayFromZero(random, selfShape);
  const Array gradOutput = random.Normal(gradShape, ACL_FLOAT, 0, 1);
  const Array weight = random.Normal(weightShape, ACL_FLOAT, 0, 1);
  const PreluBackwardResult result = PreluBackward(gradOutput, self, weight);
  const Array numericInput = testing::CentralDifference(
      self, [&](const Array& moved) { return Forward(gradOutput, moved, weight); }, 1e-2);
  EXPECT_LT(LargestDifference(result.gradInput, numericInput), 1e-12);
  Array numericWeight = testing::CentralDifference(
      weight, [&](const Array& moved) { return Forward(gradOutput, self, moved); }, 1e-2);
  numericWeight.shape = result.gradWeight.shape;
  EXPECT_LT(LargestDifference(result.gradWeight, numericWeight), 1e-12);
}

TEST(PreluBackwardReference, FiniteDifferences) {
  Random random(21);
  const auto trace = testing::TraceSeed(random);
  TestFiniteDifferences(random, {2, 3, 4, 2}, {2, 3, 4, 2}, {3});
  TestFiniteDifferences(random, {2, 4, 3}, {2, 4, 3}, {2, 2});
  TestFiniteDifferences(random, {2, 3, 4}, {2, 3, 4}, {1});
  TestFiniteDifferences(random, {5}, {5}, {1});
  TestFiniteDifferences(random, {}, {}, {1});
  TestFiniteDifferences(random, {4, 3}, {4, 1}, {3});
  TestFiniteDifferences(random, {4, 3}, {}, {3});
}

TEST(PreluBackwardReference, PublishedExample) {
  const PreluBackwardResult result =
      PreluBackward(Full({4, 2}, 1), MakeArray({4, 2}, {0, 1, 2, 3, 4, 5, 6, 7}), MakeArray({2}, {0.5, 0.5}));
  EXPECT_EQ(result.gradInput.values, (std::vector<double>{0.5, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(result.gradWeight.values, (std::vector<double>{0, 0}));
}

TEST(PreluBackwardReference, ZeroAndNanTakeTheSecondBranch) {
  const Array self = MakeArray({1, 4}, {0.0, -0.0, kNan, -kInfinity});
  const PreluBackwardResult result = PreluBackward(Full({1, 4}, 2), self, Full({4}, 3));
  EXPECT_EQ(result.gradInput.values, (std::vector<double>{6, 6, 6, 6}));
  EXPECT_EQ(result.gradWeight.values[0], 0);
  EXPECT_EQ(result.gradWeight.values[1], 0);
  EXPECT_TRUE(std::isnan(result.gradWeight.values[2]));
  EXPECT_EQ(result.gradWeight.values[3], -kInfinity);
}

TEST(PreluBackwardReference, PositiveElementsAddExactlyNothing) {
  const Array self = MakeArray({1, 3}, {1, kInfinity, 2});
  const Array gradOutput = MakeArray({1, 3}, {kNan, kInfinity, -kInfinity});
  const PreluBackwardResult result = PreluBackward(gradOutput, self, Full({1}, kNan));
  EXPECT_TRUE(std::isnan(result.gradInput.values[0]));
  EXPECT_EQ(result.gradInput.values[1], kInfinity);
  EXPECT_EQ(result.gradInput.values[2], -kInfinity);
  EXPECT_EQ(result.gradWeight.values[0], 0);
  // At zero, the gradient does take part.
  EXPECT_TRUE(std::isnan(PreluBackward(Full({}, kInfinity), Full({}, 0), Full({1}, 1)).gradWeight.values[0]));
}

TEST(PreluBackwardReference, Shapes) {
  EXPECT_EQ(PreluBackward(Full({2, 3}, 1), Full({2, 3}, -1), Full({1, 1}, 1)).gradWeight.shape,
            Shape({1, 1}));
  EXPECT_EQ(PreluBackward(Full({2, 4}, 1), Full({2, 4}, -1), Full({2, 2}, 1)).gradWeight.shape, Shape({4}));
  EXPECT_THROW((void)PreluBackward(Full({2, 3}, 1), Full({2, 3}, 1), Full({2}, 1)), std::invalid_argument);
  EXPECT_THROW((void)PreluBackward(Full({3}, 1), Full({3}, 1), Full({3}, 1)), std::invalid_argument);
  EXPECT_THROW((void)PreluBackward(Full({2, 3}, 1), Full({1, 3}, 1), Full({1}, 1)), std::invalid_argument);
}

TEST(PreluBackwardReference, Empty) {
  const PreluBackwardResult result = PreluBackward(Full({1, 2, 3}, 1), Full({0, 2, 3}, 1), Full({2}, 1));
  EXPECT_TRUE(result.gradInput.values.empty());
  EXPECT_EQ(result.gradWeight.values, (std::vector<double>{0, 0}));
}

TEST(PreluBackwardReference, AbsoluteGradientsGiveTheMagnitude) {
  const Array gradOutput = MakeArray({2, 1}, {1, -1});
  const Array self = Full({2, 1}, -3);
  EXPECT_EQ(PreluBackward(gradOutput, self, Full({1}, 1)).gradWeight.values[0], 0);
  const Array magnitude = Abs(PreluBackward(Abs(gradOutput), self, Full({1}, 1)).gradWeight);
  EXPECT_EQ(magnitude.values[0], 6);
}

}  // namespace
}  // namespace openaclnn::reference
