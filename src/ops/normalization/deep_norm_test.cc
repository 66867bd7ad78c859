// SPDX-License-Identifier: Apache-2.0
//
// aclnnDeepNorm and its gradients against their formulas in float64; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "aclnnop/aclnn_deep_norm.h"
#include "aclnnop/aclnn_deep_norm_grad.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kEpsilon = 1e-5;
constexpr double kUlps = 8;
// Is what float32 has.
constexpr double kAlpha = 0.8125;

struct Shapes {
  Shape rows;
  Shape normalized;
  [[nodiscard]] Shape All() const {
    Shape all = rows;
    all.insert(all.end(), normalized.begin(), normalized.end());
    return all;
  }
};
const std::vector<Shapes> kShapes{{{4, 3}, {40}}, {{2}, {3, 700}}, {{3}, {16393}},
                                  {{}, {5}},      {{70}, {1}},     {{0, 2}, {9}}};

class DeepNorm : public ::testing::TestWithParam<aclDataType> {
 protected:
  Random random_{31};
};

TEST_P(DeepNorm, Forward) {
  const aclDataType dtype = GetParam();
  for (const Shapes& shapes : kShapes) {
    const auto trace = TraceSeed(random_);
    const Shape shape = shapes.All();
    const Array x = random_.Normal(shape, dtype, 0.5, 2);
    const Array gx = random_.Normal(shape, dtype, -1, 1);
    const Array gamma = random_.Normal(shapes.normalized, dtype, 0, 1);
    const Array beta = random_.Normal(shapes.normalized, ACL_FLOAT, 0, 1);
    const Shape count{NumElements(shapes.rows)};
    Array y = x;
    Array magnitudes = x;
    Array mean = Full(count, 0);
    Array rstd = mean;
    const size_t length = gamma.values.size();
    for (size_t row = 0; row < mean.values.size(); ++row) {
      const auto h = [&](size_t i) {
        return kAlpha * x.values[row * length + i] + gx.values[row * length + i];
      };
      long double sum = 0;
      long double squares = 0;
      for (size_t i = 0; i < length; ++i) {
        sum += h(i);
      }
      const auto average = static_cast<double>(sum / length);
      for (size_t i = 0; i < length; ++i) {
        squares += static_cast<long double>(h(i) - average) * (h(i) - average);
      }
      mean.values[row] = average;
      rstd.values[row] = 1 / std::sqrt(static_cast<double>(squares / length) + kEpsilon);
      for (size_t i = 0; i < length; ++i) {
        const size_t at = row * length + i;
        y.values[at] = (h(i) - average) * rstd.values[row] * gamma.values[i] + beta.values[i];
        magnitudes.values[at] =
            (std::fabs(kAlpha * x.values[at]) + std::fabs(gx.values[at]) + std::fabs(average)) *
                rstd.values[row] * std::fabs(gamma.values[i]) +
            std::fabs(beta.values[i]);
      }
    }
    const DeviceTensor by(gamma, dtype);
    const DeviceTensor plus(beta, ACL_FLOAT);
    for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(shape.size()).WithOffset(3)}) {
      const DeviceTensor first(x, dtype, layout);
      const DeviceTensor second(gx, dtype, layout);
      const auto out = DeviceTensor::Output(shape, dtype, layout);
      const auto means = DeviceTensor::Output(count, ACL_FLOAT);
      const auto factors = DeviceTensor::Output(count, ACL_FLOAT);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnDeepNormGetWorkspaceSize(first.Get(), second.Get(), plus.Get(), by.Get(),
                                                           kAlpha, kEpsilon, means.Get(), factors.Get(),
                                                           out.Get(), size, executor);
                    },
                    aclnnDeepNorm),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(out.Read(), y, Tolerance::For(dtype, magnitudes, kUlps)));
      EXPECT_TRUE(Near(means.Read(), mean, Tolerance::For(ACL_FLOAT, Full(count, 4))));
      EXPECT_TRUE(Near(factors.Read(), rstd, Tolerance::For(ACL_FLOAT, Abs(rstd), kUlps)));
      EXPECT_TRUE(out.CanariesIntact() && means.CanariesIntact() && factors.CanariesIntact());
    }
  }
}

struct Gradients {
  Array gx;
  Array gamma;
  Array beta;
};

// With magnitudes: the sums of what is added up, without its signs.
Gradients Reference(const Array& dy, const Array& x, const Array& gx, const Array& gamma, const Array& mean,
                    const Array& rstd, bool magnitudes) {
  const size_t length = gamma.values.size();
  const auto sized = [&](double value) { return magnitudes ? std::fabs(value) : value; };
  Gradients result{Full(x.shape, 0), Full(gamma.shape, 0), Full(gamma.shape, 0)};
  for (size_t row = 0; row < mean.values.size(); ++row) {
    const auto xh = [&](size_t i) {
      const size_t at = row * length + i;
      return (sized(kAlpha * x.values[at]) + sized(gx.values[at]) + sized(-mean.values[row])) *
             rstd.values[row];
    };
    double sum = 0;
    double product = 0;
    for (size_t i = 0; i < length; ++i) {
      const double out = sized(dy.values[row * length + i]);
      const double g = out * sized(gamma.values[i]);
      sum += g / static_cast<double>(length);
      product += g * xh(i) / static_cast<double>(length);
      result.gamma.values[i] += out * xh(i);
      result.beta.values[i] += out;
    }
    const double sign = magnitudes ? 1 : -1;
    for (size_t i = 0; i < length; ++i) {
      const double g = sized(dy.values[row * length + i]) * sized(gamma.values[i]);
      result.gx.values[row * length + i] = rstd.values[row] * (g + sign * (sum + xh(i) * product));
    }
  }
  return result;
}

Array Times(Array array, double factor) {
  for (double& value : array.values) {
    value *= factor;
  }
  return array;
}

TEST_P(DeepNorm, Gradients) {
  const aclDataType dtype = GetParam();
  for (const Shapes& shapes : kShapes) {
    const auto trace = TraceSeed(random_);
    const Shape shape = shapes.All();
    const Array dy = random_.Normal(shape, dtype, 0, 1);
    const Array x = random_.Normal(shape, dtype, 0.5, 1);
    const Array gx = random_.Normal(shape, dtype, 0, 1);
    const Array gamma = random_.Normal(shapes.normalized, dtype, 0, 1);
    const Shape count{NumElements(shapes.rows)};
    const Array mean = random_.Normal(count, ACL_FLOAT, 0.5, 0.1);
    const Array rstd = random_.Uniform(count, ACL_FLOAT, 0.5, 2);
    const auto expected = Reference(dy, x, gx, gamma, mean, rstd, false);
    const auto terms = Reference(dy, x, gx, gamma, mean, rstd, true);
    const DeviceTensor by(gamma, dtype);
    const DeviceTensor means(mean, ACL_FLOAT);
    const DeviceTensor factors(rstd, ACL_FLOAT);
    for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(shape.size()).WithOffset(3)}) {
      const DeviceTensor gradient(dy, dtype, layout);
      const DeviceTensor first(x, dtype, layout);
      const DeviceTensor second(gx, dtype, layout);
      const auto dx = DeviceTensor::Output(shape, dtype, layout);
      const auto dgx = DeviceTensor::Output(shape, dtype, layout);
      const auto dbeta = DeviceTensor::Output(shapes.normalized, ACL_FLOAT);
      const auto dgamma = DeviceTensor::Output(shapes.normalized, ACL_FLOAT);
      const auto run = [&](aclTensor* ofX, aclTensor* ofGx) {
        return RunTwoPhase(
            [&](uint64_t* size, aclOpExecutor** executor) {
              return aclnnDeepNormGradGetWorkspaceSize(gradient.Get(), first.Get(), second.Get(), by.Get(),
                                                       means.Get(), factors.Get(), kAlpha, ofX, ofGx,
                                                       dbeta.Get(), dgamma.Get(), size, executor);
            },
            aclnnDeepNormGrad);
      };
      ASSERT_EQ(run(dx.Get(), dgx.Get()), ACL_SUCCESS) << LastMessage();
      EXPECT_TRUE(Near(dgx.Read(), expected.gx, Tolerance::For(dtype, terms.gx, kUlps)));
      EXPECT_TRUE(
          Near(dx.Read(), Times(expected.gx, kAlpha), Tolerance::For(dtype, Times(terms.gx, kAlpha), kUlps)));
      EXPECT_TRUE(Near(dgamma.Read(), expected.gamma, Tolerance::For(ACL_FLOAT, terms.gamma, kUlps)));
      EXPECT_TRUE(Near(dbeta.Read(), expected.beta, Tolerance::For(ACL_FLOAT, terms.beta, kUlps)));
      EXPECT_TRUE(dx.CanariesIntact() && dgx.CanariesIntact() && dbeta.CanariesIntact());
      // Over the inputs.
      const Array ofX = dx.Read();
      const Array ofGx = dgx.Read();
      ASSERT_EQ(run(first.Get(), second.Get()), ACL_SUCCESS) << LastMessage();
      EXPECT_TRUE(Near(first.Read(), ofX, Tolerance::Exact(dtype)));
      EXPECT_TRUE(Near(second.Read(), ofGx, Tolerance::Exact(dtype)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, DeepNorm, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

class DeepNormChecks : public PhaseOneTest {};

TEST_F(DeepNormChecks, Statuses) {
  const Descriptor x({4, 6}, ACL_FLOAT16);
  const Descriptor floats({4, 6});
  const Descriptor gamma({6}, ACL_FLOAT16);
  const Descriptor sums({6});
  const Descriptor statistics({4, 1});
  const auto forward = [&](const aclTensor* gx, const aclTensor* beta, aclTensor* mean, aclTensor* out) {
    return Call("aclnnDeepNorm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnDeepNormGetWorkspaceSize(x.Get(), gx, beta, gamma.Get(), kAlpha, kEpsilon, mean,
                                           statistics.Get(), out, size, executor);
    });
  };
  EXPECT_EQ(forward(x.Get(), sums.Get(), statistics.Get(), x.Get()), ACL_SUCCESS);
  EXPECT_EQ(forward(nullptr, gamma.Get(), statistics.Get(), x.Get()), kNullptr);
  ExpectMessage({"gx"});
  EXPECT_EQ(forward(floats.Get(), gamma.Get(), statistics.Get(), x.Get()), kInvalid);
  ExpectMessage({"gx", "FLOAT16"});
  EXPECT_EQ(forward(x.Get(), Descriptor({4}).Get(), statistics.Get(), x.Get()), kInvalid);
  ExpectMessage({"beta", "[4]"});
  EXPECT_EQ(forward(x.Get(), gamma.Get(), sums.Get(), x.Get()), kInvalid);
  ExpectMessage({"meanOut"});
  EXPECT_EQ(forward(x.Get(), gamma.Get(), statistics.Get(), floats.Get()), kInvalid);
  ExpectMessage({"yOut"});
  const auto backward = [&](const aclTensor* dy, const aclTensor* mean, aclTensor* dgx, aclTensor* dbeta) {
    return Call("aclnnDeepNormGrad", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnDeepNormGradGetWorkspaceSize(dy, x.Get(), x.Get(), gamma.Get(), mean, statistics.Get(),
                                               kAlpha, Descriptor({4, 6}, ACL_FLOAT16).Get(), dgx, dbeta,
                                               sums.Get(), size, executor);
    });
  };
  EXPECT_EQ(backward(x.Get(), statistics.Get(), x.Get(), sums.Get()), ACL_SUCCESS);
  EXPECT_EQ(backward(x.Get(), nullptr, x.Get(), sums.Get()), kNullptr);
  ExpectMessage({"mean"});
  EXPECT_EQ(backward(gamma.Get(), statistics.Get(), x.Get(), sums.Get()), kInvalid);
  ExpectMessage({"dy"});
  EXPECT_EQ(backward(x.Get(), sums.Get(), x.Get(), sums.Get()), kInvalid);
  ExpectMessage({"mean"});
  EXPECT_EQ(backward(x.Get(), statistics.Get(), x.Get(), gamma.Get()), kInvalid);
  ExpectMessage({"dbetaOut", "FLOAT"});
}

}  // namespace
}  // namespace openaclnn::testing
