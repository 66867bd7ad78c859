// SPDX-License-Identifier: Apache-2.0
//
// The negative log-likelihood loss and its gradient against the formula in float64, over types, shapes,
// layouts and reductions; targets out of range; statuses.
#include "aclnnop/aclnn_nll_loss.h"

#include <cmath>
#include <optional>

#include "aclnnop/aclnn_nll_loss2d.h"
#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "aclnnop/aclnn_nll_loss_backward.h"
#include "tests/support/array.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

enum Reduction : int64_t { kNone = 0, kMean = 1, kSum = 2 };
constexpr int64_t kIgnored = -100;

struct Problem {
  Shape shape;  // of self
  aclDataType dtype = ACL_FLOAT;
  aclDataType targetDtype = ACL_INT64;
  int64_t reduction = kMean;
  bool weighted = true;
  int64_t ignoreIndex = kIgnored;
  Layout layout{};
};

class NllLoss : public ::testing::Test {
 protected:
  static Shape PositionsOf(const Shape& shape) {
    Shape positions = shape;
    positions.erase(positions.begin() + (shape.size() == 1 ? 0 : 1));
    return positions;
  }

  // Where self has the class of a position.
  static size_t PlaceOf(const Shape& shape, int64_t position, int64_t target) {
    if (shape.size() == 1) {
      return static_cast<size_t>(target);
    }
    const int64_t inner = NumElements(Shape(shape.begin() + 2, shape.end()));
    return static_cast<size_t>((position / inner * shape[1] + target) * inner + position % inner);
  }

  static aclnnStatus RunLoss(const Problem& problem, const DeviceTensor& self, const DeviceTensor& target,
                             const aclTensor* weight, const DeviceTensor& out, const DeviceTensor& total) {
    const bool planes = problem.shape.size() == 4;
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          const auto phaseOne = planes ? aclnnNLLLoss2dGetWorkspaceSize : aclnnNLLLossGetWorkspaceSize;
          return phaseOne(self.Get(), target.Get(), weight, problem.reduction, problem.ignoreIndex, out.Get(),
                          total.Get(), size, executor);
        },
        planes ? aclnnNLLLoss2d : aclnnNLLLoss);
  }

  static aclnnStatus RunGradient(const Problem& problem, const DeviceTensor& gradOutput,
                                 const DeviceTensor& self, const DeviceTensor& target,
                                 const aclTensor* weight, const DeviceTensor& total,
                                 const DeviceTensor& out) {
    const bool planes = problem.shape.size() == 4;
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          const auto phaseOne =
              planes ? aclnnNLLLoss2dBackwardGetWorkspaceSize : aclnnNLLLossBackwardGetWorkspaceSize;
          return phaseOne(gradOutput.Get(), self.Get(), target.Get(), weight, problem.reduction,
                          problem.ignoreIndex, total.Get(), out.Get(), size, executor);
        },
        planes ? aclnnNLLLoss2dBackward : aclnnNLLLossBackward);
  }

  void Expect(const Problem& problem) {
    SCOPED_TRACE(::testing::Message() << ::testing::PrintToString(problem.shape) << " dtype " << problem.dtype
                                      << " reduction " << problem.reduction);
    const Shape& shape = problem.shape;
    const int64_t classes = shape.size() == 1 ? shape[0] : shape[1];
    const Shape positions = PositionsOf(shape);
    const Array self = random_.Uniform(shape, problem.dtype, -8, 0);
    const Array weight = random_.Uniform({classes}, problem.dtype, 0.2, 2);
    Array target = random_.Integers(positions, problem.targetDtype, 0, classes);
    for (size_t i = 0; i < target.values.size(); i += 5) {
      target.values[i] = i > 0 ? static_cast<double>(problem.ignoreIndex) : target.values[i];
    }
    const Shape lossShape = problem.reduction == kNone ? positions : Shape{};
    const Array gradOutput = random_.Normal(lossShape, problem.dtype, 0, 2);
    const DeviceTensor selfTensor(self, problem.dtype, problem.layout);
    const DeviceTensor targetTensor(target, problem.targetDtype);
    const DeviceTensor weightTensor(weight, problem.dtype);
    const DeviceTensor gradTensor(gradOutput, problem.dtype);
    const aclTensor* const given = problem.weighted ? weightTensor.Get() : nullptr;
    const DeviceTensor out = DeviceTensor::Output(lossShape, problem.dtype);
    const DeviceTensor total = DeviceTensor::Output({}, problem.dtype);
    ASSERT_EQ(RunLoss(problem, selfTensor, targetTensor, given, out, total), ACL_SUCCESS) << LastMessage();

    Array losses = Full(positions, 0);
    Array gradients = Full(shape, 0);
    double loss = 0;
    double weights = 0;
    for (size_t i = 0; i < target.values.size(); ++i) {
      const auto place = static_cast<int64_t>(target.values[i]);
      if (place == problem.ignoreIndex) {
        continue;
      }
      const double factor = problem.weighted ? weight.values[static_cast<size_t>(place)] : 1;
      const size_t at = PlaceOf(shape, static_cast<int64_t>(i), place);
      losses.values[i] = -factor * self.values[at];
      loss += losses.values[i];
      weights += factor;
      gradients.values[at] = -factor * gradOutput.values[problem.reduction == kNone ? i : 0];
    }
    const Array expected =
        problem.reduction == kNone ? losses : Array{{}, {problem.reduction == kMean ? loss / weights : loss}};
    EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(problem.dtype)));
    EXPECT_TRUE(Near(total.Read(), {{}, {weights}}, Tolerance::For(problem.dtype)));

    const DeviceTensor gradient = DeviceTensor::Output(shape, problem.dtype, problem.layout);
    ASSERT_EQ(RunGradient(problem, gradTensor, selfTensor, targetTensor, given, total, gradient), ACL_SUCCESS)
        << LastMessage();
    for (double& value : gradients.values) {
      value /= problem.reduction == kMean ? total.Read().values[0] : 1;
    }
    EXPECT_TRUE(Near(gradient.Read(), gradients, Tolerance::For(problem.dtype)));
    EXPECT_TRUE(gradient.CanariesIntact());
  }

  Random random_{53};
};

TEST_F(NllLoss, TypesAndReductions) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t reduction : {kNone, kMean, kSum}) {
      for (const aclDataType target : {ACL_INT64, ACL_INT32, ACL_UINT8}) {
        Expect({{60, 11}, dtype, target, reduction, true, 3});
      }
      Expect({{60, 11}, dtype, ACL_INT64, reduction, false});
      Expect({{11}, dtype, ACL_INT64, reduction});
      Expect({{4, 5, 6, 7}, dtype, ACL_INT32, reduction});
      Expect({{4, 5, 6, 7}, dtype, ACL_INT64, reduction, false});
    }
  }
}

TEST_F(NllLoss, SizesAroundBlocks) {
  for (const int64_t rows : {1, 255, 256, 257, 4095, 4096, 4097, 9000}) {
    Expect({{rows, 3}, ACL_FLOAT, ACL_INT64, kMean});
    Expect({{rows, 3}, ACL_FLOAT16, ACL_INT64, kNone});
  }
}

TEST_F(NllLoss, Layouts) {
  for (const Layout& layout : {Layout::Transposed(2), Layout::Stepped({2, 3}), Layout::Offset(7)}) {
    Expect({{300, 11}, ACL_FLOAT, ACL_INT64, kMean, true, kIgnored, layout});
    Expect({{300, 11}, ACL_BF16, ACL_INT64, kNone, true, kIgnored, layout});
  }
  for (const Layout& layout :
       {Layout::ChannelsLast(4), Layout::Transposed(4), Layout::Stepped({1, 2, 1, 3})}) {
    Expect({{3, 7, 9, 5}, ACL_FLOAT, ACL_INT64, kNone, true, kIgnored, layout});
  }
}

TEST_F(NllLoss, NothingCounts) {
  const Problem problem{{3, 2}};
  const DeviceTensor self(Full({3, 2}, -1), ACL_FLOAT);
  const DeviceTensor target(Full({3}, kIgnored), ACL_INT64);
  const DeviceTensor out = DeviceTensor::Output({1}, ACL_FLOAT);
  const DeviceTensor total = DeviceTensor::Output({1}, ACL_FLOAT);
  ASSERT_EQ(RunLoss(problem, self, target, nullptr, out, total), ACL_SUCCESS);
  EXPECT_TRUE(std::isnan(out.Read().values[0]));
  EXPECT_EQ(total.Read().values[0], 0);
  const DeviceTensor none(Array{{0, 2}, {}}, ACL_FLOAT);
  const DeviceTensor noTarget(Array{{0}, {}}, ACL_INT64);
  ASSERT_EQ(RunLoss({{0, 2}, ACL_FLOAT, ACL_INT64, kSum}, none, noTarget, nullptr, out, total), ACL_SUCCESS);
  EXPECT_EQ(out.Read().values[0], 0);
}

// Found before anything is written.
TEST_F(NllLoss, TargetsOutOfRange) {
  for (const double wrong : {5.0, -1.0}) {
    const Problem problem{{3, 5}, ACL_FLOAT, ACL_INT64, kNone};
    const DeviceTensor self(Full({3, 5}, -1), ACL_FLOAT);
    const DeviceTensor target(Array{{3}, {0, wrong, 4}}, ACL_INT64);
    const DeviceTensor out = DeviceTensor::Output({3}, ACL_FLOAT);
    const DeviceTensor total = DeviceTensor::Output({}, ACL_FLOAT);
    EXPECT_EQ(RunLoss(problem, self, target, nullptr, out, total), 507035);
    EXPECT_NE(LastMessage().find("position 1"), std::string::npos) << LastMessage();
    EXPECT_TRUE(IsUnwritten(out.Read().values[0]));
    EXPECT_TRUE(IsUnwritten(total.Read().values[0]));
    const DeviceTensor gradient = DeviceTensor::Output({3, 5}, ACL_FLOAT);
    const DeviceTensor gradOutput(Full({3}, 1), ACL_FLOAT);
    const DeviceTensor one(Full({}, 1), ACL_FLOAT);
    EXPECT_EQ(RunGradient(problem, gradOutput, self, target, nullptr, one, gradient), 507035);
    EXPECT_TRUE(IsUnwritten(gradient.Read().values[0]));
  }
}

class NllLossStatus : public PhaseOneTest {};

TEST_F(NllLossStatus, Table) {
  const Descriptor self({4, 5});
  const Descriptor target({4}, ACL_INT64);
  const Descriptor weight({5});
  const Descriptor scalar({});
  const Descriptor rows({4});
  const Descriptor half({4, 5}, ACL_FLOAT16);
  const auto loss = [&](const aclTensor* x, const aclTensor* y, const aclTensor* w, int64_t reduction,
                        aclTensor* out, aclTensor* total) {
    return Call("aclnnNLLLoss", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnNLLLossGetWorkspaceSize(x, y, w, reduction, -100, out, total, size, executor);
    });
  };
  EXPECT_EQ(loss(self.Get(), target.Get(), weight.Get(), kMean, scalar.Get(), scalar.Get()), ACL_SUCCESS);
  EXPECT_EQ(loss(self.Get(), target.Get(), nullptr, kNone, rows.Get(), scalar.Get()), ACL_SUCCESS);
  EXPECT_EQ(loss(nullptr, target.Get(), weight.Get(), kMean, scalar.Get(), scalar.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(loss(self.Get(), nullptr, weight.Get(), kMean, scalar.Get(), scalar.Get()), kNullptr);
  ExpectMessage({"target"});
  EXPECT_EQ(loss(self.Get(), target.Get(), weight.Get(), kMean, nullptr, scalar.Get()), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(loss(self.Get(), target.Get(), weight.Get(), kMean, scalar.Get(), nullptr), kNullptr);
  ExpectMessage({"totalWeightOut"});
  EXPECT_EQ(loss(half.Get(), target.Get(), weight.Get(), kMean, scalar.Get(), scalar.Get()), kInvalid);
  ExpectMessage({"weight"});
  EXPECT_EQ(loss(self.Get(), rows.Get(), weight.Get(), kMean, scalar.Get(), scalar.Get()), kInvalid);
  ExpectMessage({"target", "FLOAT"});
  EXPECT_EQ(loss(self.Get(), target.Get(), weight.Get(), 3, scalar.Get(), scalar.Get()), kInvalid);
  ExpectMessage({"reduction", "3"});
  EXPECT_EQ(loss(self.Get(), target.Get(), rows.Get(), kMean, scalar.Get(), scalar.Get()), kInvalid);
  ExpectMessage({"weight", "[4]"});
  EXPECT_EQ(loss(self.Get(), target.Get(), weight.Get(), kNone, scalar.Get(), scalar.Get()), kInvalid);
  ExpectMessage({"out"});
  EXPECT_EQ(loss(self.Get(), target.Get(), weight.Get(), kSum, rows.Get(), scalar.Get()), kInvalid);
  ExpectMessage({"out", "one element"});
  EXPECT_EQ(Call("aclnnNLLLoss2d",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnNLLLoss2dGetWorkspaceSize(self.Get(), target.Get(), weight.Get(), kMean, -100,
                                                         scalar.Get(), scalar.Get(), size, executor);
                 }),
            kInvalid);
  ExpectMessage({"self", "4 dimensions"});
}

TEST_F(NllLossStatus, TableOfTheGradient) {
  const Descriptor self({4, 5});
  const Descriptor target({4}, ACL_INT64);
  const Descriptor weight({5});
  const Descriptor scalar({});
  const Descriptor rows({4});
  const auto gradient = [&](const aclTensor* g, const aclTensor* total, int64_t reduction, aclTensor* out) {
    return Call("aclnnNLLLossBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnNLLLossBackwardGetWorkspaceSize(g, self.Get(), target.Get(), weight.Get(), reduction, -100,
                                                  total, out, size, executor);
    });
  };
  EXPECT_EQ(gradient(scalar.Get(), scalar.Get(), kMean, self.Get()), ACL_SUCCESS);
  EXPECT_EQ(gradient(rows.Get(), scalar.Get(), kNone, self.Get()), ACL_SUCCESS);
  EXPECT_EQ(gradient(nullptr, scalar.Get(), kMean, self.Get()), kNullptr);
  ExpectMessage({"gradOutput"});
  EXPECT_EQ(gradient(scalar.Get(), nullptr, kMean, self.Get()), kNullptr);
  ExpectMessage({"totalWeight"});
  EXPECT_EQ(gradient(rows.Get(), scalar.Get(), kMean, self.Get()), kInvalid);
  ExpectMessage({"gradOutput"});
  EXPECT_EQ(gradient(scalar.Get(), scalar.Get(), kMean, rows.Get()), kInvalid);
  ExpectMessage({"out"});
}

}  // namespace
}  // namespace openaclnn::testing
