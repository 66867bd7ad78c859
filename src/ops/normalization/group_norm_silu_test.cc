// SPDX-License-Identifier: Apache-2.0
//
// aclnnGroupNormSilu and V2, aclnnGroupNormSwish and its gradients against their formulas in float64; and the
// statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_group_norm_silu.h"
#include "aclnnop/aclnn_group_norm_swish.h"
#include "aclnnop/aclnn_group_norm_swish_grad.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kEpsilon = 1e-5;
// Beside the rounding of the output: those of the norm, and of a quotient whose divisor is rounded twice.
constexpr double kSiluUlps = 8;

struct Expectation {
  Array out;
  Array magnitudes;
  Array mean;
  Array rstd;
};

Expectation Reference(const Array& self, const std::optional<Array>& gamma, const std::optional<Array>& beta,
                      int64_t group, bool swish, double scale = 1) {
  const int64_t samples = self.shape[0];
  const int64_t channels = self.shape[1];
  const int64_t positions = samples * channels == 0 ? 0 : NumElements(self.shape) / (samples * channels);
  const int64_t length = channels / group * positions;
  Expectation result{self, self, Full({samples, group}, 0), Full({samples, group}, 0)};
  for (int64_t row = 0; row < samples * group; ++row) {
    long double sum = 0;
    long double squares = 0;
    for (int64_t i = 0; i < length; ++i) {
      sum += self.values[static_cast<size_t>(row * length + i)];
    }
    const auto mean = static_cast<double>(sum / length);
    for (int64_t i = 0; i < length; ++i) {
      const long double distance = self.values[static_cast<size_t>(row * length + i)] - mean;
      squares += distance * distance;
    }
    const double rstd = 1 / std::sqrt(static_cast<double>(squares / length) + kEpsilon);
    result.mean.values[static_cast<size_t>(row)] = mean;
    result.rstd.values[static_cast<size_t>(row)] = rstd;
    for (int64_t i = 0; i < length; ++i) {
      const auto at = static_cast<size_t>(row * length + i);
      const auto channel = static_cast<size_t>(row % group * (channels / group) + i / positions);
      const double by = gamma ? gamma->values[channel] : 1;
      const double plus = beta ? beta->values[channel] : 0;
      const double z = (self.values[at] - mean) * rstd * by + plus;
      result.out.values[at] = swish ? z / (1 + std::exp(-scale * z)) : z;
      result.magnitudes.values[at] =
          (std::fabs(self.values[at]) + std::fabs(mean)) * rstd * std::fabs(by) + std::fabs(plus);
    }
  }
  return result;
}

struct Sizes {
  Shape shape;
  int64_t group;
};
const std::vector<Sizes> kSizes{
    {{2, 6, 5, 7}, 3}, {{3, 8}, 2}, {{2, 4, 90}, 4}, {{1, 4, 190, 191}, 1}, {{2, 32, 3, 3, 3}, 8}};

class GroupNormSilu : public ::testing::TestWithParam<aclDataType> {};

TEST_P(GroupNormSilu, EveryShapeLayoutAndOption) {
  const aclDataType dtype = GetParam();
  Random random(21);
  for (const Sizes& sizes : kSizes) {
    const int64_t channels = sizes.shape[1];
    for (const bool affine : {true, false}) {
      const auto trace = TraceSeed(random);
      const Array self = random.Normal(sizes.shape, dtype, 0.5, 2);
      const auto gamma = affine ? std::optional(random.Normal({channels}, dtype, 0, 1)) : std::nullopt;
      const auto beta = affine ? std::optional(random.Normal({channels}, ACL_FLOAT, 0, 1)) : std::nullopt;
      std::optional<DeviceTensor> scale;
      std::optional<DeviceTensor> shift;
      if (affine) {
        scale.emplace(*gamma, dtype);
        shift.emplace(*beta, ACL_FLOAT);
      }
      for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(sizes.shape.size())}) {
        const DeviceTensor input(self, dtype, layout);
        const auto out = DeviceTensor::Output(sizes.shape, dtype, layout);
        const auto mean = DeviceTensor::Output({sizes.shape[0], sizes.group}, dtype);
        const auto rstd = DeviceTensor::Output({sizes.shape[0], sizes.group}, ACL_FLOAT);
        for (const int form : {0, 1, 2}) {  // V1, V2 with SiLU, V2 without
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          aclTensor* by = scale ? scale->Get() : nullptr;
                          aclTensor* plus = shift ? shift->Get() : nullptr;
                          return form == 0 ? aclnnGroupNormSiluGetWorkspaceSize(
                                                 input.Get(), by, plus, sizes.group, kEpsilon, out.Get(),
                                                 mean.Get(), rstd.Get(), size, executor)
                                           : aclnnGroupNormSiluV2GetWorkspaceSize(
                                                 input.Get(), by, plus, sizes.group, kEpsilon, form == 1,
                                                 out.Get(), mean.Get(), rstd.Get(), size, executor);
                        },
                        form == 0 ? aclnnGroupNormSilu : aclnnGroupNormSiluV2),
                    ACL_SUCCESS)
              << LastMessage();
          const Expectation expected = Reference(self, gamma, beta, sizes.group, form != 2);
          EXPECT_TRUE(Near(out.Read(), expected.out, Tolerance::For(dtype, expected.magnitudes, kSiluUlps)));
          EXPECT_TRUE(Near(mean.Read(), expected.mean, Tolerance::For(dtype, Full(expected.mean.shape, 9))));
          EXPECT_TRUE(Near(rstd.Read(), expected.rstd, Tolerance::For(ACL_FLOAT)));
          EXPECT_TRUE(out.CanariesIntact());
        }
      }
    }
  }
}

TEST_P(GroupNormSilu, Swish) {
  const aclDataType dtype = GetParam();
  Random random(22);
  std::string format = "NCHW";
  for (const auto& [shape, group] : kSizes) {
    const Shape channels{shape[1]};
    const Array x = random.Normal(shape, dtype, 0.5, 2);
    const Array gamma = random.Normal(channels, ACL_FLOAT, 0, 1);
    const Array beta = random.Normal(channels, dtype, 0, 1);
    const DeviceTensor input(x, dtype, Layout::Transposed(shape.size()));
    const DeviceTensor by(gamma, ACL_FLOAT);
    const DeviceTensor plus(beta, dtype);
    const auto out = DeviceTensor::Output(shape, dtype);
    const auto mean = DeviceTensor::Output({shape[0], group}, dtype);
    const auto rstd = DeviceTensor::Output({shape[0], group}, ACL_FLOAT);
    for (const double scale : {1.0, -1.5, 0.0}) {
      for (const bool swish : {true, false}) {
        ASSERT_EQ(RunTwoPhase(
                      [&, groups = group](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnGroupNormSwishGetWorkspaceSize(
                            input.Get(), by.Get(), plus.Get(), groups, swish ? format.data() : nullptr,
                            kEpsilon, swish, scale, out.Get(), mean.Get(), rstd.Get(), size, executor);
                      },
                      aclnnGroupNormSwish),
                  ACL_SUCCESS)
            << LastMessage();
        const Expectation expected = Reference(x, gamma, beta, group, swish, scale);
        EXPECT_TRUE(Near(out.Read(), expected.out, Tolerance::For(dtype, expected.magnitudes, kSiluUlps)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

struct Gradients {
  Array x;
  Array gamma;
  Array beta;
};

// The chain rule for y = z * s(z), z = xh * gamma + beta and the norm, with given statistics; and the same of
// the magnitudes of what is summed.
Gradients ReferenceGradients(const Array& dy, const Array& x, const Array& mean, const Array& rstd,
                             const Array& gamma, const Array& beta, double scale, bool magnitudes) {
  const auto samples = static_cast<size_t>(x.shape[0]);
  const size_t channels = gamma.values.size();
  const size_t groups = mean.values.size() / samples;
  const size_t positions = x.values.size() / (samples * channels);
  const size_t length = channels / groups * positions;
  const auto sized = [&](double value) { return magnitudes ? std::fabs(value) : value; };
  Gradients result{Full(x.shape, 0), Full(gamma.shape, 0), Full(gamma.shape, 0)};
  for (size_t row = 0; row < samples * groups; ++row) {
    std::vector<double> g(length);
    std::vector<double> xh(length);
    double sum = 0;
    double product = 0;
    for (size_t i = 0; i < length; ++i) {
      const size_t at = row * length + i;
      const size_t channel = row % groups * (channels / groups) + i / positions;
      xh[i] = (x.values[at] - mean.values[row]) * rstd.values[row];
      const double z = xh[i] * gamma.values[channel] + beta.values[channel];
      const double s = 1 / (1 + std::exp(-scale * z));
      // Where both terms cancel, what is lost is a part of each.
      const double slope = magnitudes ? s + std::fabs(scale * z) * s * (1 - s) : s + scale * z * s * (1 - s);
      const double dz = sized(dy.values[at]) * slope;
      xh[i] = magnitudes ? (std::fabs(x.values[at]) + std::fabs(mean.values[row])) * rstd.values[row] : xh[i];
      result.gamma.values[channel] += dz * xh[i];
      result.beta.values[channel] += dz;
      g[i] = dz * sized(gamma.values[channel]);
      sum += g[i] / static_cast<double>(length);
      product += g[i] * xh[i] / static_cast<double>(length);
    }
    const double sign = magnitudes ? 1 : -1;
    for (size_t i = 0; i < length; ++i) {
      result.x.values[row * length + i] = rstd.values[row] * (g[i] + sign * (sum + xh[i] * product));
    }
  }
  return result;
}

TEST_P(GroupNormSilu, GradientsOfSwish) {
  const aclDataType dtype = GetParam();
  Random random(23);
  for (const auto& [shape, group] : kSizes) {
    const Shape channels{shape[1]};
    const Shape statistics{shape[0], group};
    const Array dy = random.Normal(shape, dtype, 0, 1);
    const Array x = random.Normal(shape, dtype, 0.5, 1);
    const Array gamma = random.Normal(channels, dtype, 0, 1);
    const Array beta = random.Normal(channels, dtype, 0, 1);
    const Array mean = random.Normal(statistics, dtype, 0.5, 0.1);
    const Array rstd = random.Uniform(statistics, ACL_FLOAT, 0.5, 2);
    for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(shape.size()).WithOffset(3)}) {
      const DeviceTensor gradient(dy, dtype, layout);
      const DeviceTensor input(x, dtype, layout);
      const DeviceTensor by(gamma, dtype);
      const DeviceTensor plus(beta, dtype);
      const DeviceTensor means(mean, dtype);
      const DeviceTensor factors(rstd, ACL_FLOAT);
      const auto dx = DeviceTensor::Output(shape, dtype, layout);
      const auto dgamma = DeviceTensor::Output(channels, ACL_FLOAT);
      const auto dbeta = DeviceTensor::Output(channels, dtype);
      for (const double scale : {1.0, -1.5}) {
        const auto run = [&, groups = group](bool both) {
          return RunTwoPhase(
              [&](uint64_t* size, aclOpExecutor** executor) {
                return aclnnGroupNormSwishGradGetWorkspaceSize(
                    gradient.Get(), means.Get(), factors.Get(), input.Get(), by.Get(), plus.Get(), groups,
                    nullptr, scale, both, both, dx.Get(), both ? dgamma.Get() : nullptr,
                    both ? dbeta.Get() : nullptr, size, executor);
              },
              aclnnGroupNormSwishGrad);
        };
        ASSERT_EQ(run(true), ACL_SUCCESS) << LastMessage();
        const Gradients expected = ReferenceGradients(dy, x, mean, rstd, gamma, beta, scale, false);
        const Gradients terms = ReferenceGradients(dy, x, mean, rstd, gamma, beta, scale, true);
        EXPECT_TRUE(Near(dx.Read(), expected.x, Tolerance::For(dtype, terms.x, kSiluUlps)));
        EXPECT_TRUE(Near(dgamma.Read(), expected.gamma, Tolerance::For(ACL_FLOAT, terms.gamma, kSiluUlps)));
        EXPECT_TRUE(Near(dbeta.Read(), expected.beta, Tolerance::For(dtype, terms.beta, kSiluUlps)));
        EXPECT_TRUE(dx.CanariesIntact() && dgamma.CanariesIntact() && dbeta.CanariesIntact());
        const Array all = dx.Read();
        ASSERT_EQ(run(false), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(dx.Read(), all, Tolerance::Exact(dtype)));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, GroupNormSilu, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

class GroupNormSiluChecks : public PhaseOneTest {};

TEST_F(GroupNormSiluChecks, Statuses) {
  const auto silu = [&](const Shape& shape, int64_t group, double eps, const Shape& scale,
                        const Shape& statistics) {
    const Descriptor self(shape);
    const Descriptor gamma(scale);
    const Descriptor out(shape);
    const Descriptor mean(statistics);
    return Call("aclnnGroupNormSilu", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGroupNormSiluGetWorkspaceSize(self.Get(), gamma.Get(), nullptr, group, eps, out.Get(),
                                                mean.Get(), mean.Get(), size, executor);
    });
  };
  EXPECT_EQ(silu({2, 6, 5}, 3, kEpsilon, {6}, {2, 3}), ACL_SUCCESS);
  EXPECT_EQ(silu({2, 6, 5}, 4, kEpsilon, {6}, {2, 4}), kInvalid);
  ExpectMessage({"group", "divisor"});
  EXPECT_EQ(silu({2, 6, 5}, 0, kEpsilon, {6}, {2, 3}), kInvalid);
  ExpectMessage({"group"});
  EXPECT_EQ(silu({6}, 3, kEpsilon, {6}, {3}), kInvalid);
  ExpectMessage({"self", "2 to 8 dims"});
  EXPECT_EQ(silu({2, 6, 5}, 3, -1, {6}, {2, 3}), kInvalid);
  ExpectMessage({"eps"});
  EXPECT_EQ(silu({2, 6, 5}, 3, kEpsilon, {5}, {2, 3}), kInvalid);
  ExpectMessage({"gammaOptional"});
  EXPECT_EQ(silu({2, 6, 5}, 3, kEpsilon, {6}, {2, 2}), kInvalid);
  ExpectMessage({"meanOut"});
}

TEST_F(GroupNormSiluChecks, StatusesOfSwish) {
  const Descriptor x({2, 6, 5}, ACL_FLOAT16);
  const Descriptor floats({2, 6, 5});
  const Descriptor gamma({6}, ACL_FLOAT16);
  const Descriptor statistics({2, 3}, ACL_FLOAT16);
  std::string format = "NCHW";
  const auto forward = [&](const aclTensor* scale, int64_t groups, char* layout, aclTensor* out) {
    return Call("aclnnGroupNormSwish", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGroupNormSwishGetWorkspaceSize(x.Get(), scale, gamma.Get(), groups, layout, kEpsilon, true,
                                                 1, out, statistics.Get(), statistics.Get(), size, executor);
    });
  };
  EXPECT_EQ(forward(gamma.Get(), 3, format.data(), x.Get()), ACL_SUCCESS);
  EXPECT_EQ(forward(nullptr, 3, nullptr, x.Get()), kNullptr);
  ExpectMessage({"gamma"});
  EXPECT_EQ(forward(gamma.Get(), 4, nullptr, x.Get()), kInvalid);
  ExpectMessage({"numGroups", "divisor"});
  EXPECT_EQ(forward(gamma.Get(), 3, nullptr, floats.Get()), kInvalid);
  ExpectMessage({"yOut"});
  format = "NHWC";
  EXPECT_EQ(forward(gamma.Get(), 3, format.data(), x.Get()), kInvalid);
  ExpectMessage({"dataFormatOptional", "NHWC"});
  const auto backward = [&](const aclTensor* dy, const aclTensor* beta, aclTensor* dgamma, bool required) {
    return Call("aclnnGroupNormSwishGrad", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGroupNormSwishGradGetWorkspaceSize(dy, statistics.Get(), statistics.Get(), x.Get(),
                                                     gamma.Get(), beta, 3, nullptr, 1, required, false,
                                                     x.Get(), dgamma, nullptr, size, executor);
    });
  };
  EXPECT_EQ(backward(x.Get(), gamma.Get(), gamma.Get(), true), ACL_SUCCESS);
  EXPECT_EQ(backward(x.Get(), gamma.Get(), nullptr, false), ACL_SUCCESS);
  EXPECT_EQ(backward(x.Get(), gamma.Get(), nullptr, true), kNullptr);
  ExpectMessage({"dgammaOut"});
  EXPECT_EQ(backward(x.Get(), nullptr, nullptr, false), kNullptr);
  ExpectMessage({"beta"});
  EXPECT_EQ(backward(floats.Get(), gamma.Get(), nullptr, false), kInvalid);
  ExpectMessage({"dy"});
  EXPECT_EQ(backward(x.Get(), Descriptor({5}, ACL_FLOAT16).Get(), nullptr, false), kInvalid);
  ExpectMessage({"beta", "[5]"});
}

}  // namespace
}  // namespace openaclnn::testing
