// SPDX-License-Identifier: Apache-2.0
//
// Activations and their gradients against what their formulas give in long double.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_celu.h"
#include "aclnnop/aclnn_elu_backward.h"
#include "aclnnop/aclnn_gelu_backward.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_gelu_v2.h"
#include "aclnnop/aclnn_logit.h"
#include "aclnnop/aclnn_logit_grad.h"
#include "aclnnop/aclnn_logsigmoid.h"
#include "aclnnop/aclnn_sigmoid_backward.h"
#include "aclnnop/aclnn_swish.h"
#include "aclnnop/aclnn_swish_backward.h"
#include "aclnnop/aclnn_tanh_backward.h"
#include "tests/pointwise/oracle.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

using Real = long double;

Real Logistic(Real x) {
  return 1 / (1 + std::exp(-x));
}
Real Normal(Real x) {
  return std::erfc(-x / std::sqrt(Real(2))) / 2;
}
Real Density(Real x) {
  return std::exp(-x * x / 2) / std::sqrt(2 * std::acos(Real(-1)));
}
// The slope in the tanh form, (1 + tanh(u)) / 2 = Logistic(2 u), and the derivative of 2 u.
Real Inner(Real x) {
  return 2 * std::sqrt(2 / std::acos(Real(-1))) * (x + 0.044715L * x * x * x);
}
Real InnerSlope(Real x) {
  return 2 * std::sqrt(2 / std::acos(Real(-1))) * (1 + 3 * 0.044715L * x * x);
}
Real TanhOfSoftplus(Real x) {
  return x > 30 ? 1 : std::tanh(std::log1p(std::exp(x)));
}
Real Gelu(Real x, bool tanh) {
  return x * (tanh ? Logistic(Inner(x)) : Normal(x));
}
// Where factors meet infinities, PyTorch's formulas have NaN, too.
Real GeluGradient(Real g, Real x, bool tanh) {
  if (!tanh) {
    return g * (Normal(x) + x * Density(x));
  }
  const Real s = Logistic(Inner(x));
  return g * (s + (std::fabs(x) > 100 ? 0 : x * s * (1 - s) * InnerSlope(x)));
}
Real Elu(Real x, Real alpha, Real scale, Real inputScale) {
  return x > 0 ? scale * x : alpha * scale * std::expm1(inputScale * x);
}
constexpr Real kSeluScale = 1.0507009873554805L;
constexpr Real kSeluAlpha = 1.6732632423543772L;
Real Selu(Elements x) {
  return Elu(x[0], kSeluAlpha, kSeluScale, 1);
}
Real SeluGradient(Elements x) {
  return x[0] * (x[1] > 0 ? kSeluScale : x[1] + kSeluAlpha * kSeluScale);
}
// The larger terms of sums, all of them about the size of the gradient.
Real OfGradient(Elements x) {
  return 2 * x[0];
}

Real LogitOf(Real x) {
  return std::log(x) - std::log1p(-x);
}
Real SwishGradient(Real g, Real x, Real beta) {
  const Real s = Logistic(beta * x);
  return g * s * (1 + beta * x * (1 - s));
}

Real LogLogistic(Elements x) {
  return x[0] < 0 ? x[0] - std::log1p(std::exp(x[0])) : -std::log1p(std::exp(-x[0]));
}

PointwiseOracle Row(const char* name, std::function<Real(Elements)> result, double ulps = 4) {
  return {.function = name, .result = std::move(result), .ulps = ulps};
}
PointwiseOracle Gradient(const char* name, std::function<Real(Elements)> result,
                         std::function<Real(Elements)> magnitude = OfGradient) {
  return {.function = name,
          .result = std::move(result),
          .ulps = 4,
          .magnitude = std::move(magnitude),
          .finite = true};
}
// Some operands beyond 0 and 1, too.
PointwiseOracle OfProbabilities(PointwiseOracle row) {
  row.largest = 1.25;
  return row;
}
PointwiseOracle Floating(PointwiseOracle row) {
  row.floating = true;
  return row;
}

// Computed in FLOAT, and truncated.
PointwiseOracle OfIntegers(PointwiseOracle row) {
  row.ofIntegers = [result = row.result](Elements x) { return std::trunc(result(x)); };
  return row;
}

const std::vector<PointwiseOracle> kForward{
    Row("aclnnCelu", [](Elements x) { return Elu(x[0], x[1], 1, 1 / x[1]); }),
    Row("aclnnInplaceCelu", [](Elements x) { return Elu(x[0], x[1], 1, 1 / x[1]); }),
    Row("aclnnElu", [](Elements x) { return Elu(x[0], x[1], x[2], x[3]); }),
    Row("aclnnInplaceElu", [](Elements x) { return Elu(x[0], x[1], x[2], x[3]); }),
    // Four roundings of factors, and those of e^(-x^2/2), a quotient and a polynomial.
    Row(
        "aclnnGelu", [](Elements x) { return Gelu(x[0], false); }, 6),
    // In the tail, the rounding of e's exponent counts as often as that is large.
    Row(
        "aclnnGeluV2", [](Elements x) { return Gelu(x[0], x[1] == 1); }, 32),
    OfIntegers(Row("aclnnSelu", Selu)),
    OfIntegers(Row("aclnnInplaceSelu", Selu)),
    Row(
        "aclnnFastGelu", [](Elements x) { return x[0] * Logistic(1.702L * x[0]); }, 64),
    Row(
        "aclnnSwish", [](Elements x) { return x[0] * Logistic(x[1] * x[0]); }, 64),
    OfProbabilities(Row("aclnnLogit", [](Elements x) { return LogitOf(std::clamp(x[0], x[1], 1 - x[1])); })),
    Row("aclnnLogSigmoid", LogLogistic),
    Row("aclnnLogSigmoidForward", LogLogistic),
    Row("aclnnMish", [](Elements x) { return x[0] * TanhOfSoftplus(x[0]); }),
    Row("aclnnInplaceMish", [](Elements x) { return x[0] * TanhOfSoftplus(x[0]); }),
    Row("aclnnSilu", [](Elements x) { return x[0] * Logistic(x[0]); }),
    Row(
        "aclnnSoftplus",
        [](Elements x) { return x[1] * x[0] > x[2] ? x[0] : std::log1p(std::exp(x[1] * x[0])) / x[1]; }, 20),
};
OPENACLNN_POINTWISE_TESTS(Activations, kForward);

const std::vector<PointwiseOracle> kGradients{
    Gradient(
        "aclnnEluBackward",
        [](Elements x) {
          const Real slope = x[4] != 0 ? x[5] + x[1] * x[2] : x[1] * x[2] * std::exp(x[3] * x[5]);
          return x[0] * (x[5] > 0 ? x[2] : x[3] * slope);
        },
        [](Elements x) { return x[0] * x[3] * (std::fabs(x[5]) + x[1] * x[2]); }),
    OfIntegers(Gradient("aclnnSeluBackward", SeluGradient,
                        [](Elements x) { return x[0] * (std::fabs(x[1]) + kSeluAlpha * kSeluScale); })),
    Gradient("aclnnGeluBackward", [](Elements x) { return GeluGradient(x[0], x[1], false); }),
    Gradient(
        "aclnnGeluBackwardV2", [](Elements x) { return GeluGradient(x[0], x[1], x[2] == 1); },
        [](Elements x) { return 8 * x[0]; }),
    Gradient(
        "aclnnFastGeluBackward", [](Elements x) { return SwishGradient(x[0], x[1], 1.702L); },
        [](Elements x) { return 8 * x[0]; }),
    Gradient(
        "aclnnSwishBackward", [](Elements x) { return SwishGradient(x[0], x[1], x[2]); },
        [](Elements x) { return 8 * x[0] * std::fmax(1, std::fabs(x[2])); }),
    OfProbabilities(Gradient(
        "aclnnLogitGrad",
        [](Elements x) {
          const bool inside = x[0] >= x[2] && x[0] <= 1 - x[2];
          return inside ? x[1] / (x[0] * (1 - x[0])) : 0;
        },
        [](Elements) -> Real { return 0; })),
    Gradient("aclnnLogSigmoidBackward", [](Elements x) { return x[0] * Logistic(-x[1]); }),
    Gradient("aclnnMishBackward",
             [](Elements x) {
               const Real t = TanhOfSoftplus(x[1]);
               return x[0] * (t + x[1] * Logistic(x[1]) * (1 - t * t));
             }),
    Gradient(
        "aclnnSigmoidBackward", [](Elements x) { return x[0] * x[1] * (1 - x[1]); },
        [](Elements x) { return x[0] * x[1] * x[1]; }),
    Gradient("aclnnSiluBackward",
             [](Elements x) {
               const Real s = Logistic(x[1]);
               return x[0] * s * (1 + x[1] * (1 - s));
             }),
    Floating(Gradient(
        "aclnnSoftplusBackward",
        [](Elements x) { return x[2] * x[1] > x[3] ? x[0] : x[0] * Logistic(x[2] * x[1]); },
        [](Elements x) { return 4 * x[0]; })),
    Gradient(
        "aclnnTanhBackward", [](Elements x) { return x[0] * (1 - x[1] * x[1]); },
        [](Elements x) { return x[0] * (1 + x[1] * x[1]); }),
};
OPENACLNN_POINTWISE_TESTS(ActivationGradients, kGradients);

// What rows of the catalogue do not try.
class ActivationChecks : public ::testing::Test {
 protected:
  const DeviceTensor tensor_{Array{{2}, {1, 2}}, ACL_FLOAT};
  uint64_t size_ = 0;
  aclOpExecutor* executor_ = nullptr;
};

TEST_F(ActivationChecks, FormsOfGelu) {
  EXPECT_EQ(aclnnGeluV2GetWorkspaceSize(tensor_.Get(), 2, tensor_.Get(), &size_, &executor_), 161002);
  EXPECT_NE(RecentMessage().find("approximate"), std::string::npos) << RecentMessage();
  std::string text = "sigmoid";
  EXPECT_EQ(aclnnGeluBackwardV2GetWorkspaceSize(tensor_.Get(), tensor_.Get(), text.data(), tensor_.Get(),
                                                &size_, &executor_),
            161002);
  EXPECT_NE(RecentMessage().find("sigmoid"), std::string::npos) << RecentMessage();
  EXPECT_EQ(aclnnGeluBackwardV2GetWorkspaceSize(tensor_.Get(), tensor_.Get(), nullptr, tensor_.Get(), &size_,
                                                &executor_),
            161001);
}

// One tensor of integers is promoted; two are not floating-point numbers.
TEST(GeluBackward, Integers) {
  const RawTensor<int32_t> grad({2, -3}, ACL_INT32);
  const RawTensor<float> self({0, 100}, ACL_FLOAT);
  const RawTensor<float> out({7, 7}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnGeluBackwardGetWorkspaceSize(grad.Get(), self.Get(), out.Get(), size, executor);
                },
                aclnnGeluBackward),
            ACL_SUCCESS)
      << RecentMessage();
  EXPECT_EQ(out.Read(), (std::vector<float>{1, -3}));
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnGeluBackwardGetWorkspaceSize(grad.Get(), grad.Get(), out.Get(), &size, &executor), 161002);
  EXPECT_NE(RecentMessage().find("INT32 with INT32"), std::string::npos) << RecentMessage();
}

// A product of an infinity and 0 in both forms, as in PyTorch.
TEST(GeluBackward, OfAnInfinity) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const RawTensor<float> grad({1, 1, 1, 1}, ACL_FLOAT);
  const RawTensor<float> self({kInfinity, -kInfinity, 200, -200}, ACL_FLOAT);
  for (std::string form : {"none", "tanh"}) {
    const RawTensor<float> out({7, 7, 7, 7}, ACL_FLOAT);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnGeluBackwardV2GetWorkspaceSize(grad.Get(), self.Get(), form.data(), out.Get(),
                                                               size, executor);
                  },
                  aclnnGeluBackwardV2),
              ACL_SUCCESS)
        << RecentMessage();
    const std::vector<float> actual = out.Read();
    EXPECT_TRUE(std::isnan(actual[0])) << form;
    EXPECT_TRUE(std::isnan(actual[1])) << form;
    EXPECT_EQ(actual[2], 1) << form;
    EXPECT_EQ(actual[3], 0) << form;
  }
}

std::vector<float> LogitOf(const std::vector<float>& values, double eps) {
  const RawTensor<float> input(values, ACL_FLOAT);
  const RawTensor<float> out(std::vector<float>(values.size(), 7), ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnLogitGetWorkspaceSize(input.Get(), eps, out.Get(), size, executor);
                },
                aclnnLogit),
            ACL_SUCCESS)
      << RecentMessage();
  return out.Read();
}
std::vector<float> LogitGradient(const std::vector<float>& values, const std::vector<float>& grads,
                                 double eps) {
  const RawTensor<float> x(values, ACL_FLOAT);
  const RawTensor<float> dy(grads, ACL_FLOAT);
  const RawTensor<float> out(std::vector<float>(values.size(), 7), ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnLogitGradGetWorkspaceSize(x.Get(), dy.Get(), eps, out.Get(), size, executor);
                },
                aclnnLogitGrad),
            ACL_SUCCESS)
      << RecentMessage();
  return out.Read();
}

// The catalogue's calls clamp. Without, the ends are infinite, and what is beyond them is NaN.
TEST(Logit, WithoutClamping) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<float> values{0,    -0.0F,  1,     -0.25F, 1.5F,  std::nanf(""),
                                  0.5F, 1e-30F, 0.25F, 0.75F,  1e-40F};
  const std::vector<float> actual = LogitOf(values, -1);
  EXPECT_EQ(actual[0], -kInfinity);
  EXPECT_EQ(actual[1], -kInfinity);
  EXPECT_EQ(actual[2], kInfinity);
  for (size_t i : {3, 4, 5}) {
    EXPECT_TRUE(std::isnan(actual[i])) << i;
  }
  EXPECT_EQ(actual[6], 0);
  for (size_t i : {7, 8, 9, 10}) {
    EXPECT_FLOAT_EQ(actual[i], static_cast<float>(LogitOf(Real(values[i])))) << i;
  }
  const std::vector<float> slopes = LogitGradient(values, std::vector<float>(values.size(), 2), -1);
  for (size_t i : {0, 1, 2}) {
    EXPECT_EQ(slopes[i], kInfinity) << i;
  }
  for (size_t i : {3, 4, 5}) {
    EXPECT_TRUE(std::isnan(slopes[i])) << i;
  }
  EXPECT_EQ(slopes[6], 8);
  EXPECT_TRUE(std::isnan(LogitGradient({1}, {0}, -1)[0]));
}

TEST(Logit, ClampedAtTheEnds) {
  const std::vector<float> actual = LogitOf({-1, 0, 1, 2, std::nanf("")}, 0);
  EXPECT_EQ(actual[0], -std::numeric_limits<float>::infinity());
  EXPECT_EQ(actual[1], actual[0]);
  EXPECT_EQ(actual[2], -actual[0]);
  EXPECT_EQ(actual[3], -actual[0]);
  EXPECT_TRUE(std::isnan(actual[4]));
  EXPECT_EQ(LogitGradient({-1, 2, 0.5F, 0.25F}, {1, 1, 1, 1}, 0.375), (std::vector<float>{0, 0, 4, 0}));
}

TEST(Swish, BetaIsOneUnlessGiven) {
  const RawTensor<float> self({-2, 0, 3}, ACL_FLOAT);
  const Scalar one(1, ACL_INT64);
  const auto swish = [&](const aclScalar* beta, bool backward) {
    const RawTensor<float> out({7, 7, 7}, ACL_FLOAT);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return backward ? aclnnSwishBackwardGetWorkspaceSize(self.Get(), self.Get(), beta,
                                                                         out.Get(), size, executor)
                                    : aclnnSwishGetWorkspaceSize(self.Get(), beta, out.Get(), size, executor);
                  },
                  backward ? aclnnSwishBackward : aclnnSwish),
              ACL_SUCCESS)
        << RecentMessage();
    return out.Read();
  };
  for (const bool backward : {false, true}) {
    EXPECT_EQ(swish(nullptr, backward), swish(one.Get(), backward));
    EXPECT_EQ(swish(nullptr, backward)[1], 0);
  }
}

// gradOutput times the conjugate of the derivative.
TEST(GradientsOfComplexNumbers, SigmoidAndTanh) {
  using Number = std::complex<double>;
  const std::vector<Number> grads{{1, 2}, {-0.5, 0.25}};
  const std::vector<Number> outputs{{0.5, -0.75}, {2, 1}};
  const RawTensor<Number> grad(grads, ACL_COMPLEX128);
  const RawTensor<Number> output(outputs, ACL_COMPLEX128);
  const RawTensor<Number> sigmoid({0, 0}, ACL_COMPLEX128);
  const RawTensor<Number> tanh({0, 0}, ACL_COMPLEX128);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnSigmoidBackwardGetWorkspaceSize(grad.Get(), output.Get(), sigmoid.Get(), size,
                                                              executor);
                },
                aclnnSigmoidBackward),
            ACL_SUCCESS)
      << RecentMessage();
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnTanhBackwardGetWorkspaceSize(grad.Get(), output.Get(), tanh.Get(), size,
                                                           executor);
                },
                aclnnTanhBackward),
            ACL_SUCCESS)
      << RecentMessage();
  for (size_t i = 0; i < grads.size(); ++i) {
    const Number one(1);
    EXPECT_EQ(sigmoid.Read()[i], grads[i] * std::conj((one - outputs[i]) * outputs[i])) << i;
    EXPECT_EQ(tanh.Read()[i], grads[i] * std::conj(one - outputs[i] * outputs[i])) << i;
  }
}

TEST_F(ActivationChecks, AlphaOfElu) {
  const Scalar zero(0, ACL_INT64);
  const Scalar negative(-1, ACL_DOUBLE);
  EXPECT_EQ(aclnnCeluGetWorkspaceSize(tensor_.Get(), zero.Get(), tensor_.Get(), &size_, &executor_), 161002);
  EXPECT_NE(RecentMessage().find("alpha"), std::string::npos) << RecentMessage();
  const auto gradient = [&](bool isResult) {
    return aclnnEluBackwardGetWorkspaceSize(tensor_.Get(), negative.Get(), negative.Get(), negative.Get(),
                                            isResult, tensor_.Get(), tensor_.Get(), &size_, &executor_);
  };
  EXPECT_EQ(gradient(true), 161002);
  EXPECT_NE(RecentMessage().find("alpha"), std::string::npos) << RecentMessage();
  EXPECT_EQ(gradient(false), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
}

// PyTorch's backend gives one without elements.
TEST_F(ActivationChecks, TheBufferOfLogSigmoidIsNotLookedAt) {
  const DeviceTensor buffer(Array{{0}, {}}, ACL_INT8);
  EXPECT_EQ(
      aclnnLogSigmoidForwardGetWorkspaceSize(tensor_.Get(), tensor_.Get(), buffer.Get(), &size_, &executor_),
      0);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
}

}  // namespace
}  // namespace openaclnn::testing
