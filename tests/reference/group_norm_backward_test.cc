// SPDX-License-Identifier: Apache-2.0
#include "tests/reference/group_norm_backward.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <vector>

#include "tests/reference/testing.h"

namespace openaclnn::reference {
namespace {

constexpr double kEps = 1e-5;

struct Dims {
  int64_t N;
  int64_t C;
  int64_t HxW;
  int64_t group;
};

/// sum of gradOut * GroupNorm(x), mean and variance included: the whole chain from x.
long double Forward(const Array& gradOut, const Array& x, const Array& gamma, const Array& beta,
                    const Dims& dims) {
  long double loss = 0;
  const int64_t channels = dims.C / dims.group;
  for (int64_t n = 0; n < dims.N; ++n) {
    for (int64_t c = 0; c < dims.C; ++c) {
      const int64_t first = c / channels * channels;
      long double sum = 0;
      long double squares = 0;
      for (int64_t other = first; other < first + channels; ++other) {
        for (int64_t s = 0; s < dims.HxW; ++s) {
          const long double value = x.values[static_cast<size_t>((n * dims.C + other) * dims.HxW + s)];
          sum += value;
          squares += value * value;
        }
      }
      const auto m = static_cast<long double>(channels * dims.HxW);
      const long double mean = sum / m;
      const long double deviation = std::sqrt(squares / m - mean * mean + kEps);
      for (int64_t s = 0; s < dims.HxW; ++s) {
        const auto at = static_cast<size_t>((n * dims.C + c) * dims.HxW + s);
        const auto channel = static_cast<size_t>(c);
        const long double y =
            (x.values[at] - mean) / deviation * gamma.values[channel] + beta.values[channel];
        loss += gradOut.values[at] * y;
      }
    }
  }
  return loss;
}

GroupNormBackwardResult Backward(const Array& gradOut, const Array& input, const std::optional<Array>& gamma,
                                 const Dims& dims) {
  const GroupNormStatistics statistics =
      ComputeGroupNormStatistics(input, dims.N, dims.C, dims.HxW, dims.group, kEps);
  return GroupNormBackward(gradOut, input, statistics.mean, statistics.rstd, gamma, dims.N, dims.C, dims.HxW,
                           dims.group);
}

TEST(GroupNormBackwardReference, FiniteDifferences) {
  Random random(41);
  const auto trace = testing::TraceSeed(random);
  // More than one sample and channels of unequal gamma in a group are what tells group norm from its sister
  // norms.
  for (const Dims& dims : {Dims{2, 6, 5, 2}, Dims{3, 4, 3, 1}, Dims{2, 3, 4, 3}, Dims{1, 4, 1, 2}}) {
    const Shape shape{dims.N, dims.C, dims.HxW};
    const Array gradOut = random.Normal(shape, ACL_FLOAT, 0.3, 1);
    const Array input = random.Normal(shape, ACL_FLOAT, 1, 2);
    const Array gamma = random.Normal({dims.C}, ACL_FLOAT, 1, 1);
    const Array beta = random.Normal({dims.C}, ACL_FLOAT, 0, 1);
    const GroupNormBackwardResult result = Backward(gradOut, input, gamma, dims);

    const Array numericInput = testing::CentralDifference(
        input, [&](const Array& moved) { return Forward(gradOut, moved, gamma, beta, dims); }, 1e-3);
    EXPECT_LT(LargestDifference(result.gradInput, numericInput), 1e-9);
    const Array numericGamma = testing::CentralDifference(
        gamma, [&](const Array& moved) { return Forward(gradOut, input, moved, beta, dims); }, 1e-2);
    EXPECT_LT(LargestDifference(result.gradGammaOut, numericGamma), 1e-12);
    const Array numericBeta = testing::CentralDifference(
        beta, [&](const Array& moved) { return Forward(gradOut, input, gamma, moved, dims); }, 1e-2);
    EXPECT_LT(LargestDifference(result.gradBetaOut, numericBeta), 1e-12);
  }
}

TEST(GroupNormBackwardReference, PublishedExample) {
  std::vector<double> counting(24);
  std::iota(counting.begin(), counting.end(), 1.0);
  const Array ramp = MakeArray({2, 3, 4}, counting);
  // The program passes this as a float, the published values (six decimals) come from it as a double.
  const double rstd = 0.2896827;
  const GroupNormBackwardResult result = GroupNormBackward(
      ramp, ramp, MakeArray({2, 1}, {6.5, 18.5}), MakeArray({2, 1}, {rstd, rstd}), Full({3}, 1), 2, 3, 4, 1);
  EXPECT_LT(LargestDifference(result.gradInput, Full({2, 3, 4}, 0)), 5e-7);
  // The signs of the printed zeros.
  const std::vector<double> signs{-1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1,
                                  -1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1};
  for (size_t i = 0; i < signs.size(); ++i) {
    EXPECT_EQ(std::signbit(result.gradInput.values[i]), std::signbit(signs[i])) << i;
  }
  EXPECT_LT(LargestDifference(result.gradGammaOut, MakeArray({3}, {-75.896867, 2.896827, 155.849293})),
            5.1e-7);
  EXPECT_EQ(result.gradBetaOut.values, (std::vector<double>{68, 100, 132}));
}

TEST(GroupNormBackwardReference, StatisticsAreTakenAsGiven) {
  // One sample, one channel, two elements: by hand with mean 1, rstd 2, gamma 3.
  const Array x = MakeArray({1, 1, 2}, {2, 5});  // xh = 2, 8
  const Array g = MakeArray({1, 1, 2}, {1, 4});  // u = 3, 12; S1 = 15, S2 = 102
  const GroupNormBackwardResult result =
      GroupNormBackward(g, x, Full({1, 1}, 1), Full({1, 1}, 2), Full({1}, 3), 1, 1, 2, 1);
  EXPECT_EQ(result.gradInput.values, (std::vector<double>{2 * (3 - 219.0 / 2), 2 * (12 - 831.0 / 2)}));
  EXPECT_EQ(result.gradGammaOut.values[0], 34);
  EXPECT_EQ(result.gradBetaOut.values[0], 5);
}

TEST(GroupNormBackwardReference, WithoutGammaCountsAsOnes) {
  Random random(42);
  const auto trace = testing::TraceSeed(random);
  const Dims dims{2, 4, 3, 2};
  const Array gradOut = random.Normal({2, 4, 3}, ACL_FLOAT, 0, 1);
  const Array input = random.Normal({2, 4, 3}, ACL_FLOAT, 0, 1);
  const GroupNormBackwardResult without = Backward(gradOut, input, std::nullopt, dims);
  const GroupNormBackwardResult ones = Backward(gradOut, input, Full({1, 4, 1}, 1), dims);
  EXPECT_EQ(without.gradInput.values, ones.gradInput.values);
  EXPECT_EQ(without.gradGammaOut.values, ones.gradGammaOut.values);
  EXPECT_EQ(without.gradGammaOut.shape, Shape({4}));
  EXPECT_EQ(ones.gradGammaOut.shape, Shape({1, 4, 1}));
  EXPECT_EQ(ones.gradBetaOut.shape, Shape({1, 4, 1}));
}

TEST(GroupNormBackwardReference, FloatRangeStaysFinite) {
  Random random(43);
  const auto trace = testing::TraceSeed(random);
  const Dims dims{2, 4, 64, 2};
  const Array input = random.AnyValue({2, 4, 64}, ACL_FLOAT, false);
  const Array gradOut = random.AnyValue({2, 4, 64}, ACL_FLOAT, false);
  const Array gamma = Full({4}, std::numeric_limits<float>::max());
  const GroupNormBackwardResult result = Backward(gradOut, input, gamma, dims);
  for (const Array& output : {result.gradInput, result.gradGammaOut, result.gradBetaOut}) {
    for (const double value : output.values) {
      ASSERT_TRUE(std::isfinite(value));
    }
  }
  // Extremes of every factor at once.
  const double largest = std::numeric_limits<float>::max();
  const GroupNormBackwardResult extreme =
      GroupNormBackward(MakeArray({1, 1, 2}, {largest, -largest}), MakeArray({1, 1, 2}, {largest, largest}),
                        Full({1}, -largest), Full({1}, largest), Full({1}, largest), 1, 1, 2, 1);
  EXPECT_TRUE(std::isfinite(extreme.gradInput.values[0]));
  const double smallest = std::numeric_limits<float>::denorm_min();
  // By hand: xh = r * largest for both, S1 = 0, S2 = 0, so gradInput = r * gamma * gradOut.
  const GroupNormBackwardResult tiny =
      GroupNormBackward(MakeArray({1, 1, 2}, {1, -1}), Full({1, 1, 2}, largest), Full({1}, 0),
                        Full({1}, smallest), Full({1}, largest), 1, 1, 2, 1);
  EXPECT_EQ(tiny.gradInput.values, (std::vector<double>{smallest * largest, -smallest * largest}));
}

TEST(GroupNormBackwardReference, NonFiniteStaysInItsSlab) {
  Random random(44);
  const auto trace = testing::TraceSeed(random);
  const Dims dims{2, 4, 3, 2};
  const Array mean = Full({2, 2}, 0);
  const Array rstd = Full({2, 2}, 1);
  const Array gamma = random.Uniform({4}, ACL_FLOAT, 1, 2);
  for (const double bad : {kNan, kInfinity}) {
    const Array gradOut = random.Uniform({2, 4, 3}, ACL_FLOAT, 1, 2);
    Array input = random.Uniform({2, 4, 3}, ACL_FLOAT, 1, 2);
    input.values[4] = bad;  // sample 0, channel 1, group 0
    const GroupNormBackwardResult result =
        GroupNormBackward(gradOut, input, mean, rstd, gamma, dims.N, dims.C, dims.HxW, dims.group);
    for (size_t i = 0; i < 24; ++i) {
      EXPECT_EQ(std::isfinite(result.gradInput.values[i]), i >= 6) << i;
    }
    for (size_t c = 0; c < 4; ++c) {
      EXPECT_EQ(std::isfinite(result.gradGammaOut.values[c]), c != 1) << c;
      EXPECT_TRUE(std::isfinite(result.gradBetaOut.values[c])) << c;
    }
  }
}

TEST(GroupNormBackwardReference, Empty) {
  const GroupNormBackwardResult noSamples = GroupNormBackward(
      Full({0, 4, 3}, 0), Full({0, 4, 3}, 0), Full({0, 2}, 0), Full({0, 2}, 0), Full({4}, 1), 0, 4, 3, 2);
  EXPECT_EQ(noSamples.gradGammaOut.values, std::vector<double>(4, 0.0));
  EXPECT_EQ(noSamples.gradBetaOut.values, std::vector<double>(4, 0.0));
  // Even when the statistics of nothing are NaN.
  const GroupNormBackwardResult noPixels =
      GroupNormBackward(Full({2, 4, 0}, 0), Full({2, 4, 0}, 0), Full({2, 2}, kNan), Full({2, 2}, kNan),
                        Full({4}, 1), 2, 4, 0, 2);
  EXPECT_EQ(noPixels.gradGammaOut.values, std::vector<double>(4, 0.0));
  EXPECT_EQ(noPixels.gradBetaOut.values, std::vector<double>(4, 0.0));
  const GroupNormBackwardResult noChannels = GroupNormBackward(
      Full({2, 0, 3}, 0), Full({2, 0, 3}, 0), Full({2, 1}, 0), Full({2, 1}, 0), std::nullopt, 2, 0, 3, 1);
  EXPECT_TRUE(noChannels.gradGammaOut.values.empty());
}

TEST(GroupNormBackwardReference, MagnitudesBoundTheResult) {
  Random random(45);
  const auto trace = testing::TraceSeed(random);
  const Array gradOut = random.Normal({2, 4, 3}, ACL_FLOAT, 0, 1);
  const Array input = random.Normal({2, 4, 3}, ACL_FLOAT, 0, 1);
  const Array mean = random.Normal({2, 2}, ACL_FLOAT, 0, 1);
  const Array rstd = random.Uniform({2, 2}, ACL_FLOAT, 1, 2);
  const Array gamma = random.Normal({4}, ACL_FLOAT, 0, 1);
  const GroupNormBackwardResult result = GroupNormBackward(gradOut, input, mean, rstd, gamma, 2, 4, 3, 2);
  const GroupNormBackwardResult magnitude =
      GroupNormBackwardMagnitudes(gradOut, input, mean, rstd, gamma, 2, 4, 3, 2);
  for (size_t i = 0; i < result.gradInput.values.size(); ++i) {
    EXPECT_GT(magnitude.gradInput.values[i], std::fabs(result.gradInput.values[i]));
  }
  for (size_t c = 0; c < 4; ++c) {
    EXPECT_GT(magnitude.gradGammaOut.values[c], std::fabs(result.gradGammaOut.values[c]));
    EXPECT_GT(magnitude.gradBetaOut.values[c], std::fabs(result.gradBetaOut.values[c]));
  }
  // By hand, the example with given statistics: all terms positive but the subtraction.
  const GroupNormBackwardResult byHand = GroupNormBackwardMagnitudes(
      MakeArray({2}, {-1, 4}), MakeArray({2}, {2, 5}), Full({1}, 1), Full({1}, 2), Full({1}, -3), 1, 1, 2, 1);
  EXPECT_EQ(byHand.gradInput.values, (std::vector<double>{2 * (3 + 219.0 / 2), 2 * (12 + 831.0 / 2)}));
}

TEST(GroupNormBackwardReference, RejectsWrongSizes) {
  const Array x = Full({2, 4, 3}, 1);
  const Array s = Full({2, 2}, 1);
  EXPECT_THROW((void)GroupNormBackward(x, x, s, s, std::nullopt, 2, 4, 3, 3), std::invalid_argument);
  EXPECT_THROW((void)GroupNormBackward(x, x, s, s, std::nullopt, 2, 4, 3, 0), std::invalid_argument);
  EXPECT_THROW((void)GroupNormBackward(x, x, s, s, std::nullopt, 2, 4, 4, 2), std::invalid_argument);
  EXPECT_THROW((void)GroupNormBackward(x, x, s, s, Full({3}, 1), 2, 4, 3, 2), std::invalid_argument);
}

}  // namespace
}  // namespace openaclnn::reference
