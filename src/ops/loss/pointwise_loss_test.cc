// SPDX-License-Identifier: Apache-2.0
//
// Losses place by place and their gradients against their formulas in float64, over types, shapes, layouts
// and reductions; gradients also against differences of the losses; statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_binary_cross_entropy.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"
#include "aclnnop/aclnn_kl_div.h"
#include "aclnnop/aclnn_l1_loss.h"
#include "aclnnop/aclnn_smooth_l1_loss.h"
#include "ops/loss/pointwise_loss_testing.h"
#include "tests/support/array.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

class PointwiseLoss : public ::testing::TestWithParam<Loss> {
 protected:
  struct Shapes {
    Shape self;
    Shape target;
    Shape weight;
    Shape grad;
  };

  // Weights are given, or left out.
  void Expect(const Shapes& shapes, aclDataType dtype, int64_t reduction, const Layout& layout = {},
              bool weighted = true) {
    const Loss& loss = GetParam();
    SCOPED_TRACE(::testing::Message() << loss.name << " " << ::testing::PrintToString(shapes.self) << " type "
                                      << dtype << " reduction " << reduction);
    const Shape target = loss.oneShape ? shapes.self : shapes.target;
    const Array selfValues = random_.Uniform(shapes.self, dtype, loss.selfFrom, loss.selfTo);
    const Array targetValues = random_.Uniform(target, dtype, loss.targetFrom, loss.targetTo);
    const Array weightValues = random_.Uniform(shapes.weight, dtype, 0.5, 2);
    const Array posWeightValues = random_.Uniform(shapes.weight, dtype, 0.5, 2);
    const DeviceTensor self(selfValues, dtype, layout);
    const DeviceTensor targets(targetValues, dtype);
    const DeviceTensor weight(weightValues, dtype);
    const DeviceTensor posWeight(posWeightValues, dtype);
    Tensors tensors{nullptr, self.Get(), targets.Get()};
    tensors.weight = weighted && loss.weights > 0 ? weight.Get() : nullptr;
    tensors.posWeight = weighted && loss.weights > 1 ? posWeight.Get() : nullptr;
    const Shape all = loss.oneShape ? shapes.self : BroadcastShape(shapes.self, target);
    const auto placeAt = [&](const Shape& index) {
      Place place{BroadcastAt(selfValues, index), BroadcastAt(targetValues, index)};
      place.weight = tensors.weight != nullptr ? BroadcastAt(weightValues, index) : 1;
      place.posWeight = tensors.posWeight != nullptr ? BroadcastAt(posWeightValues, index) : 1;
      return place;
    };

    Array terms = Full(all, 0);
    double sum = 0;
    double magnitude = 0;
    for (size_t i = 0; i < terms.values.size(); ++i) {
      terms.values[i] = loss.term(placeAt(IndexOf(all, static_cast<int64_t>(i))));
      sum += terms.values[i];
      magnitude += std::fabs(terms.values[i]);
    }
    const auto count = static_cast<double>(terms.values.size());
    const double batch = shapes.self.empty() ? 1 : static_cast<double>(shapes.self.front());
    const double divisor = reduction == kMean ? count : reduction == kBatchMean ? batch : 1;
    const DeviceTensor out = DeviceTensor::Output(reduction == kNone ? all : Shape{}, dtype);
    tensors.out = out.Get();
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return loss.forward(tensors, reduction, size, executor);
                  },
                  loss.runForward),
              ACL_SUCCESS)
        << LastMessage();
    // Terms of at most 8 cancel; logarithms and exponentials have errors of about one last place each.
    if (reduction == kNone) {
      EXPECT_TRUE(Near(out.Read(), terms, Tolerance::For(dtype, Full(all, 8), 2)));
    } else {
      EXPECT_TRUE(Near(out.Read(), {{}, {sum / divisor}},
                       Tolerance::For(dtype, Array{{}, {std::max(magnitude, 8.0) / divisor}})));
    }
    EXPECT_TRUE(out.CanariesIntact());

    const Array gradValues = random_.Uniform(shapes.grad, dtype, -2, 2);
    const DeviceTensor grad(gradValues, dtype);
    tensors.grad = grad.Get();
    const Shape whole = BroadcastShape(all, shapes.grad);
    const auto gradient = [&](const auto& derivative, const auto& phaseOne, PhaseTwo phaseTwo) {
      const DeviceTensor result = DeviceTensor::Output(whole, dtype, Layout::Transposed(whole.size()));
      tensors.out = result.Get();
      ASSERT_EQ(
          RunTwoPhase([&](uint64_t* size,
                          aclOpExecutor** executor) { return phaseOne(tensors, reduction, size, executor); },
                      phaseTwo),
          ACL_SUCCESS)
          << LastMessage();
      Array expected = Full(whole, 0);
      Array magnitudes = Full(whole, 0);
      for (size_t i = 0; i < expected.values.size(); ++i) {
        const Shape index = IndexOf(whole, static_cast<int64_t>(i));
        const double factor = BroadcastAt(gradValues, index) / divisor;
        expected.values[i] = factor * derivative(placeAt(index));
        // Of the terms of a sum that cancel, which are at most 16 (8 times 2).
        magnitudes.values[i] = std::max(std::fabs(expected.values[i]), 16 * std::fabs(factor));
      }
      EXPECT_TRUE(Near(result.Read(), expected, Tolerance::For(dtype, magnitudes, 4)));
      EXPECT_TRUE(result.CanariesIntact());
    };
    gradient(loss.forSelf, loss.backward, loss.runBackward);
    if (loss.forTarget) {
      gradient(loss.forTarget, loss.targetBackward, loss.runTargetBackward);
    }
  }

  Random random_{71};
};
INSTANTIATE_TEST_SUITE_P(All, PointwiseLoss, ::testing::ValuesIn(Losses()),
                         [](const auto& loss) { return std::string(loss.param.name); });

TEST_P(PointwiseLoss, FormulasOfGradientsAreThoseOfTheLoss) {
  constexpr double kStep = 1e-6;
  const Loss& loss = GetParam();
  for (int i = 0; i < 200; ++i) {
    Place place{loss.selfFrom + (loss.selfTo - loss.selfFrom) * random_.Unit(),
                loss.targetFrom + (loss.targetTo - loss.targetFrom) * random_.Unit(), 1.25, 1.5};
    const double exact = loss.forSelf(place);
    const auto difference = [&](double Place::*of) {
      Place up = place;
      Place down = place;
      up.*of += kStep;
      down.*of -= kStep;
      return (loss.term(up) - loss.term(down)) / (2 * kStep);
    };
    EXPECT_NEAR(difference(&Place::self), exact, 1e-4 * std::max(1.0, std::fabs(exact)));
    if (loss.forTarget) {
      EXPECT_NEAR(difference(&Place::target), loss.forTarget(place), 1e-3);
    }
  }
}

TEST_P(PointwiseLoss, TypesAndReductions) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const int64_t reduction : {kNone, kMean, kSum, kBatchMean}) {
      if (reduction != kBatchMean || GetParam().batchMean) {
        Expect({{7, 41}, {7, 41}, {41}, {7, 41}}, dtype, reduction);
      }
    }
  }
  Expect({{7, 41}, {7, 41}, {41}, {}}, ACL_FLOAT, kMean, {}, false);
}

TEST_P(PointwiseLoss, SizesBroadcastingAndLayouts) {
  for (const int64_t size : {1, 15, 16, 17, 511, 512, 513, 8191, 8193, 20011}) {
    Expect({{size}, {size}, {1}, {}}, ACL_FLOAT, kMean);
    Expect({{size}, {size}, {size}, {size}}, ACL_FLOAT16, kNone);
  }
  Expect({{}, {}, {}, {}}, ACL_FLOAT, kMean);
  Expect({{4, 300}, {300}, {4, 1}, {1}}, ACL_FLOAT, kNone);
  Expect({{5, 1, 7}, {9, 1}, {}, {}}, ACL_FLOAT, kSum);
  for (const Layout& layout :
       {Layout::Transposed(4), Layout::ChannelsLast(4), Layout::Stepped({1, 2, 1, 3})}) {
    Expect({{5, 12, 7, 6}, {5, 12, 7, 6}, {12, 1, 1}, {5, 12, 7, 6}}, ACL_FLOAT, kNone, layout);
    Expect({{5, 12, 7, 6}, {5, 12, 7, 6}, {12, 1, 1}, {}}, ACL_BF16, kSum, layout);
  }
  Expect({{0, 3}, {0, 3}, {3}, {0, 3}}, ACL_FLOAT, kNone);
  Expect({{0, 3}, {0, 3}, {3}, {}}, ACL_FLOAT, kSum);
}

TEST_P(PointwiseLoss, TheMeanOfNothingIsNan) {
  const DeviceTensor none(Array{{0}, {}}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({1}, ACL_FLOAT);
  Tensors tensors{nullptr, none.Get(), none.Get()};
  tensors.out = out.Get();
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return GetParam().forward(tensors, kMean, size, executor);
                },
                GetParam().runForward),
            ACL_SUCCESS);
  EXPECT_TRUE(std::isnan(out.Read().values[0]));
}

TEST_P(PointwiseLoss, Statuses) {
  const Loss& loss = GetParam();
  const Descriptor self({4, 5});
  const Descriptor row({5});
  const Descriptor four({4});
  const Descriptor one({});
  const Descriptor whole({4, 5}, ACL_INT32);
  const auto attempt = [&](const Tensors& tensors, int64_t reduction) {
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    const aclnnStatus status = loss.forward(tensors, reduction, &size, &executor);
    if (status == ACL_SUCCESS) {
      EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
    }
    return status;
  };
  const auto given = [](const Descriptor& a, const Descriptor& b, const Descriptor& out) {
    Tensors tensors{nullptr, a.Get(), b.Get()};
    tensors.out = out.Get();
    return tensors;
  };
  EXPECT_EQ(attempt(given(self, self, self), kNone), ACL_SUCCESS);
  EXPECT_EQ(attempt(given(self, self, one), kMean), ACL_SUCCESS);
  EXPECT_EQ(attempt(given(self, row, self), kNone), loss.oneShape ? kInvalid : ACL_SUCCESS);
  EXPECT_EQ(attempt(given(self, four, self), kNone), kInvalid);
  EXPECT_EQ(attempt(given(self, self, self), kMean), kInvalid);
  EXPECT_EQ(attempt(given(self, self, one), kNone), kInvalid);
  EXPECT_EQ(attempt(given(self, self, one), 4), kInvalid);
  EXPECT_EQ(attempt(given(self, self, one), kBatchMean), loss.batchMean ? ACL_SUCCESS : kInvalid);
  EXPECT_EQ(attempt(given(whole, self, self), kNone), kInvalid);
  EXPECT_EQ(attempt(given(self, whole, self), kNone), kInvalid);
  EXPECT_EQ(attempt(given(self, self, whole), kNone), kInvalid);
  for (aclTensor* Tensors::*const tensor : {&Tensors::self, &Tensors::target, &Tensors::out}) {
    Tensors tensors = given(self, self, one);
    tensors.*tensor = nullptr;
    EXPECT_EQ(attempt(tensors, kMean), kNullptr);
  }
  if (loss.weights > 0) {
    Tensors tensors = given(self, self, one);
    tensors.weight = four.Get();
    EXPECT_EQ(attempt(tensors, kMean), kInvalid);
    EXPECT_NE(RecentMessage().find("weight"), std::string::npos);
  }
  Tensors tensors = given(self, self, self);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(loss.backward(tensors, kMean, &size, &executor), kNullptr);
  tensors.grad = four.Get();
  EXPECT_EQ(loss.backward(tensors, kMean, &size, &executor), kInvalid);
  tensors.grad = one.Get();
  tensors.out = one.Get();
  EXPECT_EQ(loss.backward(tensors, kMean, &size, &executor), kInvalid);
}

// What the formulas of PyTorch say of the ends of the range.
TEST(PointwiseLossEnds, ProbabilitiesOfZeroAndOne) {
  const DeviceTensor self(Array{{6}, {0, 0, 1, 1, 1.5, 0.5}}, ACL_FLOAT);
  const DeviceTensor target(Array{{6}, {0, 1, 1, 0, 0, 0.5}}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({6}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnBinaryCrossEntropyGetWorkspaceSize(self.Get(), target.Get(), nullptr, kNone,
                                                                 out.Get(), size, executor);
                },
                aclnnBinaryCrossEntropy),
            ACL_SUCCESS);
  const Array result = out.Read();
  EXPECT_EQ(result.values[0], 0);
  EXPECT_EQ(result.values[1], 100);
  EXPECT_EQ(result.values[2], 0);
  EXPECT_EQ(result.values[3], 100);
  EXPECT_TRUE(std::isnan(result.values[4]));
  EXPECT_NEAR(result.values[5], std::log(2), 1e-6);
}

TEST(PointwiseLossEnds, LargeLogitsDoNotOverflow) {
  const DeviceTensor self(Array{{4}, {200, -200, 200, -200}}, ACL_FLOAT);
  const DeviceTensor target(Array{{4}, {1, 1, 0, 0}}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({4}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
                      self.Get(), target.Get(), nullptr, nullptr, kNone, out.Get(), size, executor);
                },
                aclnnBinaryCrossEntropyWithLogits),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read().values, (std::vector<double>{0, 200, 200, 0}));
}

TEST(PointwiseLossEnds, WhatHasNoProbabilityHasNoDivergence) {
  const double infinity = std::numeric_limits<double>::infinity();
  const DeviceTensor self(Array{{2}, {-infinity, 3}}, ACL_FLOAT);
  const DeviceTensor target(Array{{2}, {0, 0}}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnKlDivGetWorkspaceSize(self.Get(), target.Get(), kSum, false, out.Get(), size,
                                                    executor);
                },
                aclnnKlDiv),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read().values[0], 0);
}

TEST(PointwiseLossEnds, DivergenceOfWhatIsNoProbability) {
  const double infinity = std::numeric_limits<double>::infinity();
  const DeviceTensor self(Array{{3}, {-2, 3, 0}}, ACL_FLOAT);
  const DeviceTensor target(Array{{3}, {infinity, infinity, infinity}}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({3}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnKlDivGetWorkspaceSize(self.Get(), target.Get(), kNone, false, out.Get(), size,
                                                    executor);
                },
                aclnnKlDiv),
            ACL_SUCCESS);
  const std::vector<double> divergence = out.Read().values;
  EXPECT_EQ(divergence[0], infinity);
  EXPECT_TRUE(std::isnan(divergence[1]));
  EXPECT_TRUE(std::isnan(divergence[2]));

  const DeviceTensor negative(Array{{3}, {-0.5, 0, 2}}, ACL_FLOAT);
  const DeviceTensor grad(Array{{}, {3}}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnKlDivBackwardGetWorkspaceSize(grad.Get(), self.Get(), negative.Get(), kSum,
                                                            false, out.Get(), size, executor);
                },
                aclnnKlDivBackward),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read().values, (std::vector<double>{1.5, 0, -6}));
}

// Integers are exact, and wrap around.
TEST(L1Loss, Integers) {
  constexpr int64_t kLarge = (int64_t{1} << 60) + 1;
  const RawTensor<int64_t> self({kLarge, -5, 7, INT64_MIN}, ACL_INT64);
  const RawTensor<int64_t> target({-kLarge, 3, 7, INT64_MAX}, ACL_INT64);
  const RawTensor<int64_t> out({0, 0, 0, 0}, ACL_INT64);
  const RawTensor<int64_t> sum({0}, ACL_INT64);
  const auto run = [&](int64_t reduction, const RawTensor<int64_t>& result) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnL1LossGetWorkspaceSize(self.Get(), target.Get(), reduction, result.Get(), size,
                                             executor);
        },
        aclnnL1Loss);
  };
  ASSERT_EQ(run(kNone, out), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<int64_t>{2 * kLarge, 8, 0, 1}));
  ASSERT_EQ(run(kSum, sum), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(sum.Read(), (std::vector<int64_t>{2 * kLarge + 9}));
  EXPECT_EQ(run(kMean, sum), kInvalid);
  EXPECT_NE(LastMessage().find("integers have no mean"), std::string::npos) << LastMessage();
}

TEST(SmoothL1Loss, BetaIsNotNegative) {
  const Descriptor self({4});
  const Descriptor out({});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  for (const float beta : {-1.0F, std::nanf("")}) {
    EXPECT_EQ(
        aclnnSmoothL1LossGetWorkspaceSize(self.Get(), self.Get(), kMean, beta, out.Get(), &size, &executor),
        kInvalid);
    EXPECT_NE(RecentMessage().find("beta"), std::string::npos);
  }
}

}  // namespace
}  // namespace openaclnn::testing
