// SPDX-License-Identifier: Apache-2.0
//
// Batch norm and its gradients against their formulas in float64, over types, shapes, layouts and options;
// and their statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_batch_norm.h"
#include "aclnnop/aclnn_batch_norm_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/finite_difference.h"
#include "tests/support/half.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kEpsilon = 1e-5;
constexpr double kMomentum = 0.25;

// Beside the rounding of the output: a difference, a product, a sum and rounded statistics in float32, each
// half a last place of a term.
constexpr double kNormUlps = 4;
// And two averages of a channel, of sums in float32 lanes.
constexpr double kGradientUlps = 8;

// Calls visit(element, channel) for all elements of a tensor [N, C, ...].
void ForEachElement(const Shape& shape, const std::function<void(size_t, size_t)>& visit) {
  const int64_t positions = NumElements({shape.begin() + 2, shape.end()});
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    visit(static_cast<size_t>(i), static_cast<size_t>(i / positions % shape[1]));
  }
}

struct Statistics {
  Array mean;
  Array variance;  // 1/m
};

Statistics StatisticsOf(const Array& input) {
  const auto channels = static_cast<size_t>(input.shape[1]);
  const auto count = static_cast<long double>(input.values.size() / channels);
  std::vector<long double> sums(channels, 0);
  ForEachElement(input.shape, [&](size_t i, size_t c) { sums[c] += input.values[i]; });
  std::vector<long double> squares(channels, 0);
  ForEachElement(input.shape, [&](size_t i, size_t c) {
    const long double distance = input.values[i] - sums[c] / count;
    squares[c] += distance * distance;
  });
  Statistics statistics{Full({input.shape[1]}, 0), Full({input.shape[1]}, 0)};
  for (size_t c = 0; c < channels; ++c) {
    statistics.mean.values[c] = static_cast<double>(sums[c] / count);
    statistics.variance.values[c] = static_cast<double>(squares[c] / count);
  }
  return statistics;
}

Array Invstd(const Array& variance) {
  Array invstd = variance;
  for (double& value : invstd.values) {
    value = 1 / std::sqrt(value + kEpsilon);
  }
  return invstd;
}

struct Normalized {
  Array out;
  Array magnitudes;  // of its terms
};

Normalized Normalize(const Array& input, const Statistics& statistics, const std::optional<Array>& weight,
                     const std::optional<Array>& bias) {
  Normalized result{input, input};
  const Array invstd = Invstd(statistics.variance);
  ForEachElement(input.shape, [&](size_t i, size_t c) {
    const double by = (weight ? weight->values[c] : 1) * invstd.values[c];
    const double plus = bias ? bias->values[c] : 0;
    const double mean = statistics.mean.values[c];
    result.out.values[i] = (input.values[i] - mean) * by + plus;
    result.magnitudes.values[i] =
        (std::fabs(input.values[i]) + std::fabs(mean)) * std::fabs(by) + std::fabs(plus);
  });
  return result;
}

struct Gradients {
  Array input;
  Array weight;
  Array bias;
};

// With magnitudes in place of the terms if `absolute`.
Gradients GradientsOf(const Array& gradOut, const Array& input, const Array& mean, const Array& invstd,
                      const Array& weight, bool training, bool absolute) {
  const auto term = [&](double value) { return absolute ? std::fabs(value) : value; };
  Gradients result{input, Full(weight.shape, 0), Full(weight.shape, 0)};
  const auto normalized = [&](size_t i, size_t c) {
    return term((input.values[i] - mean.values[c]) * invstd.values[c]);
  };
  ForEachElement(input.shape, [&](size_t i, size_t c) {
    result.weight.values[c] += term(gradOut.values[i]) * normalized(i, c);
    result.bias.values[c] += term(gradOut.values[i]);
  });
  const auto count = static_cast<double>(input.values.size() / weight.values.size());
  const double sign = absolute ? 1 : -1;
  ForEachElement(input.shape, [&](size_t i, size_t c) {
    double gradient = term(gradOut.values[i]);
    if (training) {
      gradient += sign * (result.bias.values[c] + normalized(i, c) * result.weight.values[c]) / count;
    }
    result.input.values[i] = term(weight.values[c]) * invstd.values[c] * gradient;
  });
  return result;
}

double Largest(const Array& array) {
  double largest = 0;
  for (const double value : array.values) {
    largest = std::fmax(largest, std::fabs(value));
  }
  return largest;
}

std::optional<DeviceTensor> Maybe(const std::optional<Array>& values, aclDataType dtype) {
  return values ? std::optional<DeviceTensor>(std::in_place, *values, dtype) : std::nullopt;
}
aclTensor* OrNull(const std::optional<DeviceTensor>& tensor) {
  return tensor ? tensor->Get() : nullptr;
}

struct Layouts {
  Layout input;
  Layout out;
};
std::vector<Layouts> SomeLayouts(size_t rank) {
  std::vector<Layouts> layouts{{},
                               {Layout::Transposed(rank), Layout::Contiguous()},
                               {Layout::Offset(3), Layout::Transposed(rank)},
                               {Layout::Stepped(std::vector<int64_t>(rank, 2)), Layout::Offset(1)}};
  if (rank >= 3) {
    layouts.push_back({Layout::ChannelsLast(rank), Layout::ChannelsLast(rank)});
    layouts.push_back({Layout::Contiguous(), Layout::ChannelsLast(rank)});
  }
  return layouts;
}

// Without and with few and many positions, samples and channels; around vectors, blocks, parts and slots.
const std::vector<Shape> kShapes{{2, 3},           {33, 40},       {2100, 5},       {2, 3, 1},
                                 {5, 4, 7, 9},     {3, 20, 3, 3},  {40, 33, 2, 2},  {2, 17, 9, 57},
                                 {2, 2, 2, 3, 41}, {3, 2, 63, 67}, {1, 18, 70, 33}, {70, 3, 31, 2}};

struct Options {
  bool weight = true;
  bool bias = true;
  bool running = true;
};

class BatchNorm : public ::testing::TestWithParam<aclDataType> {
 protected:
  // Runs in every layout.
  void ExpectTraining(const Array& input, aclDataType parameters, const Options& options = {}) {
    const Shape channels{input.shape[1]};
    const auto draw = [&](bool wanted) {
      return wanted ? std::optional(random.Normal(channels, parameters, 0, 1)) : std::nullopt;
    };
    const auto weight = draw(options.weight);
    const auto bias = draw(options.bias);
    const auto oldMean = draw(options.running);
    const auto oldVar = draw(options.running);
    const Statistics statistics = StatisticsOf(input);
    const Normalized expected = Normalize(input, statistics, weight, bias);
    const auto weightOnDevice = Maybe(weight, parameters);
    const auto biasOnDevice = Maybe(bias, parameters);
    std::optional<std::vector<double>> first;
    for (const Layouts& layout : SomeLayouts(input.shape.size())) {
      const DeviceTensor in(input, GetParam(), layout.input);
      const auto out = DeviceTensor::Output(input.shape, GetParam(), layout.out);
      const auto mean = DeviceTensor::Output(channels, ACL_FLOAT);
      const auto invstd = DeviceTensor::Output(channels, ACL_FLOAT);
      const auto runningMean = Maybe(oldMean, parameters);
      const auto runningVar = Maybe(oldVar, parameters);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnBatchNormGetWorkspaceSize(
                          in.Get(), OrNull(weightOnDevice), OrNull(biasOnDevice), OrNull(runningMean),
                          OrNull(runningVar), true, kMomentum, kEpsilon, out.Get(), mean.Get(), invstd.Get(),
                          size, executor);
                    },
                    aclnnBatchNorm),
                ACL_SUCCESS)
          << LastMessage();
      const Array actual = out.Read();
      EXPECT_TRUE(Near(actual, expected.out, Tolerance::For(GetParam(), expected.magnitudes, kNormUlps)));
      EXPECT_TRUE(out.CanariesIntact());
      ExpectChannels(mean, statistics.mean, Largest(input));
      const Array invstds = Invstd(statistics.variance);
      ExpectChannels(invstd, invstds, Largest(invstds));
      if (options.running) {
        ExpectMoved(*runningMean, *oldMean, statistics.mean, 1, Largest(input));
        const double count = static_cast<double>(input.values.size()) / static_cast<double>(channels[0]);
        ExpectMoved(*runningVar, *oldVar, statistics.variance, count / (count - 1),
                    Largest(statistics.variance));
      }
      first = first.value_or(actual.values);
      EXPECT_EQ(actual.values, *first) << "other bits in another layout";
    }
  }

  // Sums take up to 32 terms in a float32 lane: statistics to a few last places of the largest number.
  static void ExpectChannels(const DeviceTensor& actual, const Array& expected, double magnitude) {
    EXPECT_TRUE(
        Near(actual.Read(), expected, Tolerance::For(actual.Dtype(), Full(expected.shape, magnitude))));
    EXPECT_TRUE(actual.CanariesIntact());
  }

  static void ExpectMoved(const DeviceTensor& actual, const Array& old, const Array& measured, double factor,
                          double magnitude) {
    Array expected = old;
    for (size_t c = 0; c < old.values.size(); ++c) {
      expected.values[c] = (1 - kMomentum) * old.values[c] + kMomentum * (factor * measured.values[c]);
    }
    ExpectChannels(actual, expected, magnitude + Largest(old));
  }

  Random random{20251122};
  ::testing::ScopedTrace trace = TraceSeed(random);
};

INSTANTIATE_TEST_SUITE_P(Dtypes, BatchNorm, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16),
                         [](const auto& dtype) {
                           return std::string(dtype.param == ACL_FLOAT     ? "Float"
                                              : dtype.param == ACL_FLOAT16 ? "Float16"
                                                                           : "Bfloat16");
                         });

TEST_P(BatchNorm, TrainingInEveryShape) {
  for (const Shape& shape : kShapes) {
    SCOPED_TRACE(::testing::PrintToString(shape));
    ExpectTraining(random.Normal(shape, GetParam(), 3, 2), ACL_FLOAT);
  }
}

TEST_P(BatchNorm, TrainingWithAndWithoutParameters) {
  const Array input = random.Normal({4, 18, 5, 6}, GetParam(), 3, 2);
  for (const int options : {0, 1, 2, 4, 7}) {
    ExpectTraining(input, GetParam(), {(options & 1) != 0, (options & 2) != 0, (options & 4) != 0});
  }
}

// A mean much larger than the deviation; and first elements far from it, which are a bad centre.
TEST_P(BatchNorm, TrainingFarFromZero) {
  ExpectTraining(random.Normal({4, 18, 30, 31}, GetParam(), 500, 4), ACL_FLOAT);
  Array input = random.Normal({4, 18, 30, 31}, GetParam(), 500, 4);
  ForEachElement(input.shape, [&](size_t i, size_t) {
    if (i % 930 < 16) {
      input.values[i] = RoundTo(GetParam(), -700);
    }
  });
  ExpectTraining(input, ACL_FLOAT);
}

TEST_P(BatchNorm, ConstantChannels) {
  Array input = Full({3, 4, 5, 5}, RoundTo(GetParam(), 0.1));
  ExpectTraining(input, ACL_FLOAT);
}

TEST_P(BatchNorm, InPlace) {
  const Array input = random.Normal({9, 20, 7}, GetParam(), 1, 2);
  const Normalized expected = Normalize(input, StatisticsOf(input), std::nullopt, std::nullopt);
  const DeviceTensor tensor(input, GetParam());
  const auto mean = DeviceTensor::Output({20}, GetParam());
  const auto invstd = DeviceTensor::Output({20}, GetParam());
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnBatchNormGetWorkspaceSize(tensor.Get(), nullptr, nullptr, nullptr, nullptr,
                                                        true, 0.1, kEpsilon, tensor.Get(), mean.Get(),
                                                        invstd.Get(), size, executor);
                },
                aclnnBatchNorm),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(Near(tensor.Read(), expected.out, Tolerance::For(GetParam(), expected.magnitudes, kNormUlps)));
}

TEST_P(BatchNorm, Evaluation) {
  for (const Shape& shape : {Shape{33, 40}, Shape{2, 3, 5, 7}, Shape{3, 20, 40, 33}, Shape{0, 3, 4}}) {
    const Shape channels{shape[1]};
    const Array input = random.Normal(shape, GetParam(), 1, 2);
    const Statistics statistics{random.Normal(channels, ACL_FLOAT, 1, 1),
                                random.Uniform(channels, ACL_FLOAT, 0.5, 4)};
    const Array weight = random.Normal(channels, GetParam(), 0, 1);
    const Array bias = random.Normal(channels, GetParam(), 0, 1);
    const Normalized expected = Normalize(input, statistics, weight, bias);
    for (const Layouts& layout : SomeLayouts(shape.size())) {
      const DeviceTensor in(input, GetParam(), layout.input);
      const DeviceTensor w(weight, GetParam());
      const DeviceTensor b(bias, GetParam());
      const DeviceTensor runningMean(statistics.mean, ACL_FLOAT);
      const DeviceTensor runningVar(statistics.variance, ACL_FLOAT);
      const auto out = DeviceTensor::Output(shape, GetParam(), layout.out);
      const auto mean = DeviceTensor::Output(channels, GetParam());
      const auto invstd = DeviceTensor::Output(channels, GetParam());
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnBatchNormGetWorkspaceSize(
                          in.Get(), w.Get(), b.Get(), runningMean.Get(), runningVar.Get(), false, kMomentum,
                          kEpsilon, out.Get(), mean.Get(), invstd.Get(), size, executor);
                    },
                    aclnnBatchNorm),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(out.Read(), expected.out, Tolerance::For(GetParam(), expected.magnitudes, kNormUlps)));
      EXPECT_TRUE(out.CanariesIntact());
      ExpectChannels(mean, statistics.mean, Largest(statistics.mean));
      const Array invstds = Invstd(statistics.variance);
      ExpectChannels(invstd, invstds, Largest(invstds));
      EXPECT_TRUE(Near(runningMean.Read(), statistics.mean, Tolerance::Exact(ACL_FLOAT)));
      EXPECT_TRUE(Near(runningVar.Read(), statistics.variance, Tolerance::Exact(ACL_FLOAT)));
    }
  }
}

// Training on nothing leaves the running statistics; on one element their variance is 0 / 0.
TEST(BatchNormExtremes, NoElementAndOne) {
  for (const int64_t samples : {0, 1}) {
    const DeviceTensor in(Full({samples, 2}, 3), ACL_FLOAT);
    const DeviceTensor runningMean(Full({2}, 5), ACL_FLOAT);
    const DeviceTensor runningVar(Full({2}, 7), ACL_FLOAT);
    const auto out = DeviceTensor::Output({samples, 2}, ACL_FLOAT);
    const auto mean = DeviceTensor::Output({2}, ACL_FLOAT);
    const auto invstd = DeviceTensor::Output({2}, ACL_FLOAT);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnBatchNormGetWorkspaceSize(in.Get(), nullptr, nullptr, runningMean.Get(),
                                                          runningVar.Get(), true, 0.5, 0.25, out.Get(),
                                                          mean.Get(), invstd.Get(), size, executor);
                  },
                  aclnnBatchNorm),
              ACL_SUCCESS)
        << LastMessage();
    const bool empty = samples == 0;
    EXPECT_EQ(runningMean.Read().values[1], empty ? 5 : 4);
    EXPECT_EQ(mean.Read().values[1], empty ? 0 : 3);
    if (empty) {
      EXPECT_EQ(runningVar.Read().values[1], 7);
      EXPECT_TRUE(std::isnan(invstd.Read().values[1]));
    } else {
      EXPECT_TRUE(std::isnan(runningVar.Read().values[1]));
      EXPECT_EQ(invstd.Read().values[1], 2);
      EXPECT_EQ(out.Read().values, std::vector<double>({0, 0}));
    }
  }
}

TEST_P(BatchNorm, Backward) {
  for (const Shape& shape : kShapes) {
    SCOPED_TRACE(::testing::PrintToString(shape));
    const Shape channels{shape[1]};
    const Array gradOut = random.Normal(shape, GetParam(), 0.5, 1);
    const Array input = random.Normal(shape, GetParam(), 3, 2);
    const Array mean = random.Normal(channels, ACL_FLOAT, 3, 0.1);
    const Array variance = random.Uniform(channels, ACL_FLOAT, 2, 6);
    const Array weight = random.Normal(channels, GetParam(), 0, 1);
    Array invstd = Invstd(variance);
    for (double& value : invstd.values) {
      value = RoundTo(ACL_FLOAT, value);
    }
    const DeviceTensor w(weight, GetParam());
    const DeviceTensor mu(mean, ACL_FLOAT);
    const DeviceTensor runningVar(variance, ACL_FLOAT);
    const DeviceTensor saved(invstd, ACL_FLOAT);
    for (const bool training : {true, false}) {
      const Gradients expected = GradientsOf(gradOut, input, mean, invstd, weight, training, false);
      const Gradients magnitudes = GradientsOf(gradOut, input, mean, invstd, weight, training, true);
      std::optional<std::vector<double>> first;
      for (const Layouts& layout : SomeLayouts(shape.size())) {
        // Fewer outputs in the first layout alone.
        for (const int wanted : first ? std::vector<int>{7} : std::vector<int>{7, 1, 2, 4}) {
          const DeviceTensor g(gradOut, GetParam(), layout.out);
          const DeviceTensor x(input, GetParam(), layout.input);
          const auto gradInput = DeviceTensor::Output(shape, GetParam(), layout.out);
          const auto gradWeight = DeviceTensor::Output(channels, ACL_FLOAT);
          const auto gradBias = DeviceTensor::Output(channels, GetParam());
          const BoolArray mask{(wanted & 1) != 0, (wanted & 2) != 0, (wanted & 4) != 0};
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnBatchNormBackwardGetWorkspaceSize(
                              g.Get(), x.Get(), w.Get(), training ? nullptr : mu.Get(),
                              training ? nullptr : runningVar.Get(), training ? mu.Get() : nullptr,
                              training ? saved.Get() : nullptr, training, kEpsilon, mask.Get(),
                              (wanted & 1) != 0 ? gradInput.Get() : nullptr, gradWeight.Get(), gradBias.Get(),
                              size, executor);
                        },
                        aclnnBatchNormBackward),
                    ACL_SUCCESS)
              << LastMessage();
          if ((wanted & 1) != 0) {
            const Array actual = gradInput.Read();
            EXPECT_TRUE(
                Near(actual, expected.input, Tolerance::For(GetParam(), magnitudes.input, kGradientUlps)));
            first = first.value_or(actual.values);
            EXPECT_EQ(actual.values, *first) << "other bits in another layout";
          }
          if ((wanted & 2) != 0) {
            EXPECT_TRUE(
                Near(gradWeight.Read(), expected.weight, Tolerance::For(ACL_FLOAT, magnitudes.weight)));
          }
          if ((wanted & 4) != 0) {
            EXPECT_TRUE(Near(gradBias.Read(), expected.bias, Tolerance::For(GetParam(), magnitudes.bias)));
          }
          EXPECT_TRUE(gradInput.CanariesIntact() && gradWeight.CanariesIntact() && gradBias.CanariesIntact());
        }
      }
    }
  }
}

TEST(BatchNormExtremes, GradientsOfNothing) {
  const DeviceTensor g(Full({0, 2, 3}, 0), ACL_FLOAT);
  const DeviceTensor statistics(Full({2}, 1), ACL_FLOAT);
  const auto gradInput = DeviceTensor::Output({0, 2, 3}, ACL_FLOAT);
  const auto gradWeight = DeviceTensor::Output({2}, ACL_FLOAT);
  const auto gradBias = DeviceTensor::Output({2}, ACL_FLOAT);
  const BoolArray mask{true, true, true};
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnBatchNormBackwardGetWorkspaceSize(
                      g.Get(), g.Get(), nullptr, nullptr, nullptr, statistics.Get(), statistics.Get(), true,
                      kEpsilon, mask.Get(), gradInput.Get(), gradWeight.Get(), gradBias.Get(), size,
                      executor);
                },
                aclnnBatchNormBackward),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(gradWeight.Read().values, std::vector<double>({0, 0}));
  EXPECT_EQ(gradBias.Read().values, std::vector<double>({0, 0}));
}

// The reference's gradients are those of its norm: finite differences of sum(g * norm(x)).
TEST(BatchNormReference, BackwardIsTheDerivative) {
  Random random{7};
  const Array x = random.Normal({3, 2, 2}, ACL_DOUBLE, 1, 2);
  const Array g = random.Normal({3, 2, 2}, ACL_DOUBLE, 0, 1);
  const Array weight = random.Normal({2}, ACL_DOUBLE, 0, 1);
  const auto loss = [&](const Array& input, const Array& scale) {
    const Array out = Normalize(input, StatisticsOf(input), scale, std::nullopt).out;
    double sum = 0;
    for (size_t i = 0; i < out.values.size(); ++i) {
      sum += g.values[i] * out.values[i];
    }
    return sum;
  };
  const Statistics statistics = StatisticsOf(x);
  const Gradients gradients =
      GradientsOf(g, x, statistics.mean, Invstd(statistics.variance), weight, true, false);
  const auto byInput = [&](const Array& moved) { return loss(moved, weight); };
  const auto byWeight = [&](const Array& moved) { return loss(x, moved); };
  EXPECT_LT(LargestDifference(gradients.input, CentralDifference(x, byInput, 1e-3)), 1e-7);
  EXPECT_LT(LargestDifference(gradients.weight, CentralDifference(weight, byWeight, 1e-3)), 1e-7);
}

}  // namespace
}  // namespace openaclnn::testing
