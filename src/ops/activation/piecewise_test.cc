// SPDX-License-Identifier: Apache-2.0
//
// Activation functions of straight pieces, and their gradients, against their formulas in long double.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "aclnnop/aclnn_hardswish.h"
#include "aclnnop/aclnn_hardswish_backward.h"
#include "aclnnop/aclnn_hardswish_backward_v2.h"
#include "aclnnop/aclnn_prelu.h"
#include "aclnnop/aclnn_shrink.h"
#include "aclnnop/aclnn_softshrink.h"
#include "tests/pointwise/oracle.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

using Oracles = std::vector<PointwiseOracle>;

long double Bounded(long double x, long double lower, long double upper) {
  return std::isnan(x) ? x : std::min(std::max(x, lower), upper);
}

Oracles ActivationOracles() {
  using One = long double (*)(Elements);
  const One relu = [](Elements x) { return x[0] <= 0 ? 0 : x[0]; };
  const One threshold = [](Elements x) { return x[0] <= x[1] ? x[2] : x[0]; };
  const One hardtanh = [](Elements x) { return Bounded(x[0], x[1], x[2]); };
  const One leaky = [](Elements x) { return x[0] > 0 ? x[0] : x[1] * x[0]; };
  const One hardswish = [](Elements x) { return x[0] * Bounded(x[0] + 3, 0, 6) / 6; };
  const One hardsigmoid = [](Elements x) { return Bounded(x[0] + 3, 0, 6) / 6; };
  const One hardshrink = [](Elements x) { return std::fabs(x[0]) <= x[1] ? 0 : x[0]; };
  const One softshrink = [](Elements x) {
    return std::isnan(x[0]) ? x[0] : x[0] > x[1] ? x[0] - x[1] : x[0] < -x[1] ? x[0] + x[1] : 0;
  };
  const One shrink = [](Elements x) { return x[0] > x[1] ? x[0] - x[2] : x[0] < -x[1] ? x[0] + x[2] : 0; };
  // self + 3 is rounded at the magnitude of 3.
  const One magnitude = [](Elements x) { return (std::fabs(x[0]) + 3) * std::max(1.0L, std::fabs(x[0])); };
  return {
      {.function = "aclnnRelu", .result = relu},
      {.function = "aclnnInplaceRelu", .result = relu},
      {.function = "aclnnThreshold", .result = threshold},
      {.function = "aclnnInplaceThreshold", .result = threshold},
      {.function = "aclnnHardtanh", .result = hardtanh},
      {.function = "aclnnInplaceHardtanh", .result = hardtanh},
      {.function = "aclnnSquaredRelu", .result = [](Elements x) { return x[0] <= 0 ? 0 : x[0] * x[0]; }},
      {.function = "aclnnLeakyRelu", .result = leaky},
      {.function = "aclnnInplaceLeakyRelu", .result = leaky},
      {.function = "aclnnHardswish", .result = hardswish, .ulps = 4, .magnitude = magnitude},
      {.function = "aclnnInplaceHardswish", .result = hardswish, .ulps = 4, .magnitude = magnitude},
      {.function = "aclnnHardsigmoid", .result = hardsigmoid, .ulps = 4, .magnitude = magnitude},
      {.function = "aclnnInplaceHardsigmoid", .result = hardsigmoid, .ulps = 4, .magnitude = magnitude},
      {.function = "aclnnPrelu", .result = leaky},
      {.function = "aclnnHardshrink", .result = hardshrink, .roundsNumbers = true},
      {.function = "aclnnShrink", .result = shrink},
      {.function = "aclnnSoftshrink", .result = softshrink},
  };
}
OPENACLNN_POINTWISE_TESTS(PiecewiseActivations, ActivationOracles());

Oracles GradientOracles() {
  using One = long double (*)(Elements);
  const One threshold = [](Elements x) { return x[1] <= x[2] ? 0 : x[0]; };
  const One hardtanh = [](Elements x) { return x[1] <= x[2] || x[1] >= x[3] ? 0 : x[0]; };
  const One leaky = [](Elements x) { return x[1] > 0 ? x[0] : x[2] * x[0]; };
  const One hardswish = [](Elements x) {
    return x[1] < -3 ? 0 : x[1] <= 3 ? x[0] * (x[1] / 3 + 0.5L) : x[0];
  };
  const One continuous = [](Elements x) {
    return x[1] <= -3 ? 0 : x[1] >= 3 ? x[0] : x[0] * (x[1] / 3 + 0.5L);
  };
  const One hardsigmoid = [](Elements x) { return x[1] > -3 && x[1] < 3 ? x[0] / 6 : 0; };
  const One shrink = [](Elements x) { return std::fabs(x[1]) <= x[2] ? 0 : x[0]; };
  const One magnitude = [](Elements x) { return std::fabs(x[0]) * 2; };
  return {
      {.function = "aclnnHardshrinkBackward", .result = shrink, .roundsNumbers = true},
      {.function = "aclnnSoftshrinkBackward", .result = shrink, .roundsNumbers = true},
      {.function = "aclnnThresholdBackward", .result = threshold},
      {.function = "aclnnHardtanhBackward", .result = hardtanh},
      {.function = "aclnnLeakyReluBackward", .result = leaky},
      {.function = "aclnnHardswishBackward", .result = hardswish, .ulps = 4, .magnitude = magnitude},
      {.function = "aclnnHardswishBackwardV2", .result = continuous, .ulps = 4, .magnitude = magnitude},
      {.function = "aclnnHardsigmoidBackward", .result = hardsigmoid},
  };
}
OPENACLNN_POINTWISE_TESTS(PiecewiseGradients, GradientOracles());

// One weight for each channel, whatever the dims of the weights are.
// The library multiplies with the reciprocal, and has to give what the division gives.
TEST(Hardswish, DividesBySix) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> numbers{-4,      -3,        -2.5F,     -0.0F,    0,         1,
                                   2,       3,         4,         7,        1e-7F,     1e30F,
                                   3.3e38F, 0x1p-126F, 0x1p-149F, infinity, -infinity, 5.3F};
  std::vector<double> values(numbers.begin(), numbers.end());
  const auto count = static_cast<int64_t>(values.size());
  const DeviceTensor self(MakeArray({count}, values), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({count}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnHardswishGetWorkspaceSize(self.Get(), out.Get(), size, executor);
                },
                aclnnHardswish),
            ACL_SUCCESS)
      << LastMessage();
  const std::vector<double> found = out.Read().values;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const float x = numbers[i];
    const double expected = x * std::min(std::max(x + 3, 0.0F), 6.0F) / 6;
    EXPECT_TRUE(std::isnan(expected) ? std::isnan(found[i]) : found[i] == expected) << x << ": " << found[i];
    EXPECT_EQ(std::signbit(found[i]), std::signbit(expected) && !std::isnan(expected)) << x;
  }
}

// Where the pieces meet, the slope is that of the middle one, or in the second form that of the outer ones.
TEST(HardswishBackward, AtTheEndsOfItsPieces) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE}) {
    const DeviceTensor self(MakeArray({4}, {-3, 3, -3.01, 3.01}), dtype);
    const DeviceTensor gradient(Full({4}, 1), dtype);
    const auto slopes = [&](auto phaseOne, auto phaseTwo) {
      const DeviceTensor out = DeviceTensor::Output({4}, dtype);
      EXPECT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return phaseOne(gradient.Get(), self.Get(), out.Get(), size, executor);
                    },
                    phaseTwo),
                ACL_SUCCESS)
          << LastMessage();
      return out.Read().values;
    };
    EXPECT_EQ(slopes(aclnnHardswishBackwardGetWorkspaceSize, aclnnHardswishBackward),
              (std::vector<double>{-0.5, 1.5, 0, 1}));
    EXPECT_EQ(slopes(aclnnHardswishBackwardV2GetWorkspaceSize, aclnnHardswishBackwardV2),
              (std::vector<double>{0, 1, 0, 1}));
  }
}

TEST(Shrinkage, RefusesANegativeWidth) {
  const DeviceTensor self(Full({4}, 1), ACL_FLOAT);
  for (const double width : {-0.1, std::numeric_limits<double>::quiet_NaN()}) {
    const Scalar lambd(width, ACL_DOUBLE);
    const Scalar bias(1, ACL_FLOAT);
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(aclnnSoftshrinkGetWorkspaceSize(self.Get(), lambd.Get(), self.Get(), &size, &executor), 161002);
    EXPECT_NE(RecentMessage().find("lambd: expected 0 or more"), std::string::npos) << RecentMessage();
    EXPECT_EQ(aclnnShrinkGetWorkspaceSize(self.Get(), lambd.Get(), bias.Get(), self.Get(), &size, &executor),
              161002);
    EXPECT_NE(RecentMessage().find("lambd: expected 0 or more"), std::string::npos) << RecentMessage();
  }
}

TEST(Prelu, AWeightForEachChannel) {
  const DeviceTensor self(MakeArray({2, 3, 2}, {-1, 1, -1, 1, -1, 1, -2, 2, -2, 2, -2, 2}), ACL_FLOAT);
  for (const Shape& shape : {Shape{3}, Shape{1, 3, 1}, Shape{3, 1}}) {
    const DeviceTensor weight(MakeArray(shape, {0.5, 2, 4}), ACL_FLOAT);
    const DeviceTensor out = DeviceTensor::Output({2, 3, 2}, ACL_FLOAT);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnPreluGetWorkspaceSize(self.Get(), weight.Get(), out.Get(), size, executor);
                  },
                  aclnnPrelu),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(out.Read().values, (std::vector<double>{-0.5, 1, -2, 1, -4, 1, -1, 2, -4, 2, -8, 2}));
  }
  const DeviceTensor two(MakeArray({2}, {1, 2}), ACL_FLOAT);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnPreluGetWorkspaceSize(self.Get(), two.Get(), self.Get(), &size, &executor), 161002);
}

TEST(Prelu, OneWeightIsAValidView) {
  const DeviceTensor self(MakeArray({2, 3}, {-1, 1, -1, 1, -1, 1}), ACL_FLOAT);
  constexpr int64_t kOne = 1;
  constexpr int64_t kBack = -1;
  aclTensor* const weight =
      aclCreateTensor(&kOne, 1, ACL_FLOAT, &kBack, 0, ACL_FORMAT_ND, &kOne, 1, self.Data());
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnPreluGetWorkspaceSize(self.Get(), weight, self.Get(), &size, &executor), 161002);
  const char* const text = aclGetRecentErrMsg();
  const std::string message = text == nullptr ? "" : text;
  EXPECT_NE(message.find("weight"), std::string::npos) << message;
  EXPECT_EQ(aclDestroyTensor(weight), 0);
}

}  // namespace
}  // namespace openaclnn::testing
