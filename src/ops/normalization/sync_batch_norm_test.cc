// SPDX-License-Identifier: Apache-2.0
//
// The parts of batch norm over several devices against their formulas in float64; a batch in two parts against
// the whole of it; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_batch_norm_backward_reduce.h"
#include "aclnnop/aclnn_batch_norm_elemt.h"
#include "aclnnop/aclnn_batch_norm_elemt_backward.h"
#include "aclnnop/aclnn_batch_norm_gather_stats_with_counts.h"
#include "aclnnop/aclnn_batch_norm_stats.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kEpsilon = 1e-3;
constexpr double kUlps = 8;

const std::vector<Shape> kShapes{{3, 5, 4, 7}, {70, 3},         {2, 19, 33},
                                 {1, 2, 3000}, {5, 1, 2, 3, 4}, {4, 0, 3}};

struct Channels {
  explicit Channels(const Shape& shape)
      : count(shape[1]), positions(NumElements(Shape(shape.begin() + 2, shape.end()))) {}
  [[nodiscard]] size_t Of(size_t element) const {
    return element / static_cast<size_t>(positions) % static_cast<size_t>(count);
  }
  int64_t count;
  int64_t positions;
};

// visit(element, channel) for all.
void ForEach(const Shape& shape, const std::function<void(size_t, size_t)>& visit) {
  const Channels channels(shape);
  for (size_t i = 0; i < static_cast<size_t>(NumElements(shape)); ++i) {
    visit(i, channels.Of(i));
  }
}

class SyncBatchNorm : public ::testing::TestWithParam<aclDataType> {
 protected:
  Random random_{91};
};

TEST_P(SyncBatchNorm, Stats) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : kShapes) {
    const auto trace = TraceSeed(random_);
    const Array x = random_.Normal(shape, dtype, 3, 2);
    const Shape channels{shape[1]};
    Array mean = Full(channels, 0);
    Array invstd = Full(channels, 0);
    const double m = static_cast<double>(NumElements(shape)) / std::max(1.0, static_cast<double>(shape[1]));
    ForEach(shape, [&](size_t i, size_t c) { mean.values[c] += x.values[i] / m; });
    ForEach(shape, [&](size_t i, size_t c) {
      invstd.values[c] += (x.values[i] - mean.values[c]) * (x.values[i] - mean.values[c]) / m;
    });
    for (double& value : invstd.values) {
      value = 1 / std::sqrt(value + kEpsilon);
    }
    for (const Layout& layout : UsualLayouts(shape.size())) {
      const DeviceTensor input(x, dtype, layout);
      const auto first = DeviceTensor::Output(channels, ACL_FLOAT);
      const auto second = DeviceTensor::Output(channels, ACL_FLOAT, Layout::Stepped({2}));
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnBatchNormStatsGetWorkspaceSize(input.Get(), kEpsilon, first.Get(),
                                                                 second.Get(), size, executor);
                    },
                    aclnnBatchNormStats),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(first.Read(), mean, Tolerance::For(ACL_FLOAT)));
      EXPECT_TRUE(Near(second.Read(), invstd, Tolerance::For(ACL_FLOAT)));
      EXPECT_TRUE(second.CanariesIntact());
    }
  }
}

// Statistics without elements.
TEST(SyncBatchNormOfNothing, Stats) {
  const DeviceTensor input(Full({0, 2, 3}, 0), ACL_FLOAT);
  const auto mean = DeviceTensor::Output({2}, ACL_FLOAT);
  const auto invstd = DeviceTensor::Output({2}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnBatchNormStatsGetWorkspaceSize(input.Get(), kEpsilon, mean.Get(), invstd.Get(),
                                                             size, executor);
                },
                aclnnBatchNormStats),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(mean.Read().values, std::vector<double>(2, 0));
  EXPECT_TRUE(std::isnan(invstd.Read().values[0]) && std::isnan(invstd.Read().values[1]));
}

TEST_P(SyncBatchNorm, Elemt) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : kShapes) {
    for (const bool scaled : {true, false}) {
      const auto trace = TraceSeed(random_);
      const Shape channels{shape[1]};
      const aclDataType other = scaled ? ACL_FLOAT : dtype;
      const Array x = random_.Normal(shape, dtype, 1, 2);
      const Array mean = random_.Normal(channels, other, 1, 1);
      const Array invstd = random_.Uniform(channels, other, 0.5, 2);
      const Array weight = random_.Normal(channels, dtype, 0, 1);
      const Array bias = random_.Normal(channels, dtype, 0, 1);
      Array expected = x;
      Array magnitudes = x;
      ForEach(shape, [&](size_t i, size_t c) {
        const double factor = invstd.values[c] * (scaled ? weight.values[c] : 1);
        const double shift = scaled ? bias.values[c] : 0;
        expected.values[i] = (x.values[i] - mean.values[c]) * factor + shift;
        magnitudes.values[i] =
            (std::fabs(x.values[i]) + std::fabs(mean.values[c])) * std::fabs(factor) + std::fabs(shift);
      });
      const DeviceTensor means(mean, other);
      const DeviceTensor invstds(invstd, other);
      const DeviceTensor weights(weight, dtype);
      const DeviceTensor biases(bias, dtype);
      ExpectInEachLayout(
          expected, Tolerance::For(dtype, magnitudes), [&](const Layout& layout, const DeviceTensor& out) {
            const DeviceTensor input(x, dtype, layout);
            return RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnBatchNormElemtGetWorkspaceSize(
                      input.Get(), scaled ? weights.Get() : nullptr, scaled ? biases.Get() : nullptr,
                      means.Get(), invstds.Get(), kEpsilon, out.Get(), size, executor);
                },
                aclnnBatchNormElemt);
          });
    }
  }
}

TEST_P(SyncBatchNorm, ReduceBackward) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : kShapes) {
    const auto trace = TraceSeed(random_);
    const Shape channels{shape[1]};
    const Array g = random_.Normal(shape, dtype, 0, 1);
    const Array x = random_.Normal(shape, dtype, 1, 2);
    const Array mean = random_.Normal(channels, ACL_FLOAT, 1, 1);
    const Array invstd = random_.Uniform(channels, ACL_FLOAT, -2, 2);
    Array sum = Full(channels, 0);
    Array product = sum;
    Array ofSum = sum;
    Array ofProduct = sum;
    ForEach(shape, [&](size_t i, size_t c) {
      const double term = g.values[i] * (x.values[i] - mean.values[c]);
      sum.values[c] += g.values[i];
      ofSum.values[c] += std::fabs(g.values[i]);
      product.values[c] += term;
      ofProduct.values[c] += std::fabs(g.values[i]) * (std::fabs(x.values[i]) + std::fabs(mean.values[c]));
    });
    Array weight = product;
    Array ofWeight = ofProduct;
    for (size_t c = 0; c < weight.values.size(); ++c) {
      weight.values[c] *= invstd.values[c];
      ofWeight.values[c] *= std::fabs(invstd.values[c]);
    }
    const DeviceTensor means(mean, ACL_FLOAT);
    const DeviceTensor invstds(invstd, ACL_FLOAT);
    for (const Layout& layout : UsualLayouts(shape.size())) {
      const DeviceTensor grad(g, dtype, layout);
      const DeviceTensor input(x, dtype, layout);
      for (const unsigned asked : {7U, 1U, 2U, 4U, 0U}) {
        const bool inputG = (asked & 1U) != 0;
        const bool weightG = (asked & 2U) != 0;
        const bool biasG = (asked & 4U) != 0;
        const auto sumDy = DeviceTensor::Output(channels, dtype);
        const auto sumDyXmu = DeviceTensor::Output(channels, ACL_FLOAT);
        const auto gradWeight = DeviceTensor::Output(channels, dtype, Layout::Stepped({3}));
        const auto gradBias = DeviceTensor::Output(channels, dtype);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnBatchNormReduceBackwardGetWorkspaceSize(
                            grad.Get(), input.Get(), means.Get(), invstds.Get(), nullptr, inputG, weightG,
                            biasG, inputG ? sumDy.Get() : nullptr, inputG ? sumDyXmu.Get() : nullptr,
                            weightG ? gradWeight.Get() : nullptr, biasG ? gradBias.Get() : nullptr, size,
                            executor);
                      },
                      aclnnBatchNormReduceBackward),
                  ACL_SUCCESS)
            << LastMessage();
        if (inputG) {
          EXPECT_TRUE(Near(sumDy.Read(), sum, Tolerance::For(dtype, ofSum)));
          EXPECT_TRUE(Near(sumDyXmu.Read(), product, Tolerance::For(ACL_FLOAT, ofProduct)));
        }
        if (weightG) {
          EXPECT_TRUE(Near(gradWeight.Read(), weight, Tolerance::For(dtype, ofWeight)));
          EXPECT_TRUE(gradWeight.CanariesIntact());
        }
        if (biasG) {
          EXPECT_TRUE(Near(gradBias.Read(), sum, Tolerance::For(dtype, ofSum)));
        }
      }
    }
  }
}

TEST_P(SyncBatchNorm, ElemtBackward) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : kShapes) {
    for (const aclDataType counted : {ACL_INT32, ACL_FLOAT, dtype}) {
      const auto trace = TraceSeed(random_);
      const Shape channels{shape[1]};
      const Array g = random_.Normal(shape, dtype, 0, 1);
      const Array x = random_.Normal(shape, dtype, 1, 2);
      const Array mean = random_.Normal(channels, dtype, 1, 1);
      const Array invstd = random_.Uniform(channels, dtype, 0.5, 2);
      const Array weight = random_.Normal(channels, dtype, 0, 1);
      const Array sumDy = random_.Normal(channels, ACL_FLOAT, 0, 5);
      const Array sumDyXmu = random_.Normal(channels, dtype, 0, 5);
      const Array counts = random_.Integers({2, 2}, counted, 1, 30);
      double n = 0;
      for (const double one : counts.values) {
        n += one;
      }
      const bool scaled = counted == ACL_INT32;
      Array expected = x;
      Array magnitudes = x;
      ForEach(shape, [&](size_t i, size_t c) {
        const double r = invstd.values[c];
        const double factor = r * (scaled ? weight.values[c] : 1);
        const double slope = r * r * sumDyXmu.values[c] / n;
        expected.values[i] =
            ((g.values[i] - sumDy.values[c] / n) - (x.values[i] - mean.values[c]) * slope) * factor;
        magnitudes.values[i] = (std::fabs(g.values[i]) + std::fabs(sumDy.values[c] / n) +
                                (std::fabs(x.values[i]) + std::fabs(mean.values[c])) * std::fabs(slope)) *
                               std::fabs(factor);
      });
      const DeviceTensor means(mean, dtype);
      const DeviceTensor invstds(invstd, dtype);
      const DeviceTensor weights(weight, dtype);
      const DeviceTensor sums(sumDy, ACL_FLOAT);
      const DeviceTensor products(sumDyXmu, dtype);
      const DeviceTensor counter(counts, counted);
      ExpectInEachLayout(expected, Tolerance::For(dtype, magnitudes, kUlps),
                         [&](const Layout& layout, const DeviceTensor& out) {
                           const DeviceTensor grad(g, dtype, layout);
                           const DeviceTensor input(x, dtype, layout);
                           return RunTwoPhase(
                               [&](uint64_t* size, aclOpExecutor** executor) {
                                 return aclnnBatchNormElemtBackwardGetWorkspaceSize(
                                     grad.Get(), input.Get(), means.Get(), invstds.Get(),
                                     scaled ? weights.Get() : nullptr, sums.Get(), products.Get(),
                                     counter.Get(), out.Get(), size, executor);
                               },
                               aclnnBatchNormElemtBackward);
                         });
    }
  }
}

TEST_P(SyncBatchNorm, GatherStats) {
  const aclDataType dtype = GetParam();
  constexpr double kMomentum = 0.125;
  for (const int64_t devices : {1, 2, 5}) {
    for (const int64_t count : {1, 7, 1500, 0}) {
      for (const bool running : {true, false}) {
        const auto trace = TraceSeed(random_);
        const Shape channels{count};
        const Array mean = random_.Normal({devices, count}, dtype, 1, 1);
        const Array invstd = random_.Uniform({devices, count}, ACL_FLOAT, 0.5, 2);
        const Array counts = random_.Integers({devices}, dtype, 2, 60);
        const Array oldMean = random_.Normal(channels, dtype, 0, 1);
        const Array oldVar = random_.Uniform(channels, dtype, 0.5, 2);
        double n = 0;
        for (const double one : counts.values) {
          n += one;
        }
        Array all = Full(channels, 0);
        Array invstdAll = all;
        Array newMean = oldMean;
        Array newVar = oldVar;
        for (size_t c = 0; c < static_cast<size_t>(count); ++c) {
          double variance = 0;
          for (size_t d = 0; d < static_cast<size_t>(devices); ++d) {
            all.values[c] += counts.values[d] / n * mean.values[d * static_cast<size_t>(count) + c];
          }
          for (size_t d = 0; d < static_cast<size_t>(devices); ++d) {
            const size_t at = d * static_cast<size_t>(count) + c;
            variance +=
                counts.values[d] / n *
                (std::pow(invstd.values[at], -2) - kEpsilon + std::pow(mean.values[at] - all.values[c], 2));
          }
          invstdAll.values[c] = std::pow(variance + kEpsilon, -0.5);
          newMean.values[c] += kMomentum * (all.values[c] - newMean.values[c]);
          newVar.values[c] += kMomentum * (variance * n / (n - 1) - newVar.values[c]);
        }
        const DeviceTensor input(Full({2, count, 1}, 0), dtype);
        const DeviceTensor means(mean, dtype, Layout::Transposed(2));
        const DeviceTensor invstds(invstd, ACL_FLOAT);
        const DeviceTensor numbers(counts, dtype);
        const DeviceTensor runningMean(oldMean, dtype, Layout::Stepped({2}));
        const DeviceTensor runningVar(oldVar, dtype);
        const auto first = DeviceTensor::Output(channels, dtype);
        const auto second = DeviceTensor::Output(channels, ACL_FLOAT);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnBatchNormGatherStatsWithCountsGetWorkspaceSize(
                            input.Get(), means.Get(), invstds.Get(), running ? runningMean.Get() : nullptr,
                            running ? runningVar.Get() : nullptr, kMomentum, kEpsilon, numbers.Get(),
                            first.Get(), second.Get(), size, executor);
                      },
                      aclnnBatchNormGatherStatsWithCounts),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(first.Read(), all, Tolerance::For(dtype, Full(channels, 1))));
        EXPECT_TRUE(Near(second.Read(), invstdAll, Tolerance::For(ACL_FLOAT)));
        EXPECT_TRUE(
            Near(runningMean.Read(), running ? newMean : oldMean, Tolerance::For(dtype, Full(channels, 1))));
        EXPECT_TRUE(Near(runningVar.Read(), running ? newVar : oldVar, Tolerance::For(dtype)));
        EXPECT_TRUE(runningMean.CanariesIntact());
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, SyncBatchNorm, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

class SyncBatchNormStatus : public PhaseOneTest {
 protected:
  Descriptor x{{2, 3, 4}};
  Descriptor c{{3}};
  Descriptor wrong{{4}};
  Descriptor half{{3}, ACL_FLOAT16};
  Descriptor integers{{2, 3, 4}, ACL_INT32};
  Descriptor row{{3}};
  Descriptor counts{{5}};
  Descriptor measured{{5, 3}};
};

TEST_F(SyncBatchNormStatus, Stats) {
  const auto plan = [&](const aclTensor* input, double eps, aclTensor* mean, aclTensor* invstd) {
    return Call("aclnnBatchNormStats", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnBatchNormStatsGetWorkspaceSize(input, eps, mean, invstd, size, executor);
    });
  };
  EXPECT_EQ(plan(x.Get(), 0, c.Get(), c.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, 0, c.Get(), c.Get()), kNullptr);
  ExpectMessage({"input"});
  EXPECT_EQ(plan(x.Get(), 0, nullptr, c.Get()), kNullptr);
  ExpectMessage({"mean"});
  EXPECT_EQ(plan(x.Get(), 0, c.Get(), nullptr), kNullptr);
  ExpectMessage({"invstd"});
  EXPECT_EQ(plan(integers.Get(), 0, c.Get(), c.Get()), kInvalid);
  ExpectMessage({"input", "INT32"});
  EXPECT_EQ(plan(x.Get(), 0, half.Get(), c.Get()), kInvalid);
  ExpectMessage({"mean", "FLOAT16"});
  EXPECT_EQ(plan(x.Get(), -1, c.Get(), c.Get()), kInvalid);
  ExpectMessage({"eps", "-1"});
  EXPECT_EQ(plan(row.Get(), 0, c.Get(), c.Get()), kInvalid);
  ExpectMessage({"input", "2 to 8 dims"});
  EXPECT_EQ(plan(x.Get(), 0, c.Get(), wrong.Get()), kInvalid);
  ExpectMessage({"invstd", "[3]", "[4]"});
}

TEST_F(SyncBatchNormStatus, Elemt) {
  const auto plan = [&](const aclTensor* input, const aclTensor* weight, aclTensor* mean, aclTensor* invstd,
                        aclTensor* out) {
    return Call("aclnnBatchNormElemt", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnBatchNormElemtGetWorkspaceSize(input, weight, nullptr, mean, invstd, 0, out, size,
                                                 executor);
    });
  };
  EXPECT_EQ(plan(x.Get(), c.Get(), c.Get(), c.Get(), x.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, c.Get(), c.Get(), c.Get(), x.Get()), kNullptr);
  ExpectMessage({"input"});
  EXPECT_EQ(plan(x.Get(), c.Get(), nullptr, c.Get(), x.Get()), kNullptr);
  ExpectMessage({"mean"});
  EXPECT_EQ(plan(x.Get(), c.Get(), c.Get(), nullptr, x.Get()), kNullptr);
  ExpectMessage({"invstd"});
  EXPECT_EQ(plan(x.Get(), c.Get(), c.Get(), c.Get(), nullptr), kNullptr);
  ExpectMessage({"output"});
  EXPECT_EQ(plan(x.Get(), half.Get(), c.Get(), c.Get(), x.Get()), kInvalid);
  ExpectMessage({"weight", "FLOAT16"});
  EXPECT_EQ(plan(x.Get(), wrong.Get(), c.Get(), c.Get(), x.Get()), kInvalid);
  ExpectMessage({"weight", "[4]"});
  EXPECT_EQ(plan(x.Get(), nullptr, c.Get(), c.Get(), c.Get()), kInvalid);
  ExpectMessage({"output", "[2, 3, 4]"});
}

TEST_F(SyncBatchNormStatus, ReduceBackward) {
  const auto plan = [&](const aclTensor* grad, const aclTensor* input, const aclTensor* mean, bool inputG,
                        bool weightG, bool biasG, aclTensor* out) {
    return Call("aclnnBatchNormReduceBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnBatchNormReduceBackwardGetWorkspaceSize(grad, input, mean, c.Get(), nullptr, inputG,
                                                          weightG, biasG, out, out, out, out, size, executor);
    });
  };
  EXPECT_EQ(plan(x.Get(), x.Get(), c.Get(), true, true, true, c.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(x.Get(), x.Get(), c.Get(), false, false, false, nullptr), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, x.Get(), c.Get(), true, true, true, c.Get()), kNullptr);
  ExpectMessage({"gradOut"});
  EXPECT_EQ(plan(x.Get(), nullptr, c.Get(), true, true, true, c.Get()), kNullptr);
  ExpectMessage({"input"});
  EXPECT_EQ(plan(x.Get(), x.Get(), nullptr, true, true, true, c.Get()), kNullptr);
  ExpectMessage({"mean"});
  EXPECT_EQ(plan(x.Get(), x.Get(), c.Get(), true, false, false, nullptr), kNullptr);
  ExpectMessage({"sumDy"});
  EXPECT_EQ(plan(x.Get(), x.Get(), c.Get(), false, true, false, nullptr), kNullptr);
  ExpectMessage({"gradWeight"});
  EXPECT_EQ(plan(x.Get(), x.Get(), c.Get(), false, false, true, nullptr), kNullptr);
  ExpectMessage({"gradBias"});
  EXPECT_EQ(plan(x.Get(), c.Get(), c.Get(), true, true, true, c.Get()), kInvalid);
  ExpectMessage({"input"});
  EXPECT_EQ(plan(x.Get(), x.Get(), c.Get(), true, true, true, wrong.Get()), kInvalid);
  ExpectMessage({"sumDy", "[4]"});
  EXPECT_EQ(plan(x.Get(), x.Get(), half.Get(), true, true, true, c.Get()), kInvalid);
  ExpectMessage({"mean", "FLOAT16"});
}

TEST_F(SyncBatchNormStatus, ElemtBackward) {
  const auto plan = [&](const aclTensor* grad, const aclTensor* sums, const aclTensor* products,
                        aclTensor* counter, aclTensor* out) {
    return Call("aclnnBatchNormElemtBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnBatchNormElemtBackwardGetWorkspaceSize(grad, x.Get(), c.Get(), c.Get(), nullptr, sums,
                                                         products, counter, out, size, executor);
    });
  };
  EXPECT_EQ(plan(x.Get(), c.Get(), c.Get(), counts.Get(), x.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, c.Get(), c.Get(), counts.Get(), x.Get()), kNullptr);
  ExpectMessage({"gradOut"});
  EXPECT_EQ(plan(x.Get(), nullptr, c.Get(), counts.Get(), x.Get()), kNullptr);
  ExpectMessage({"sumDy"});
  EXPECT_EQ(plan(x.Get(), c.Get(), nullptr, counts.Get(), x.Get()), kNullptr);
  ExpectMessage({"sumDyXmu"});
  EXPECT_EQ(plan(x.Get(), c.Get(), c.Get(), nullptr, x.Get()), kNullptr);
  ExpectMessage({"counter"});
  EXPECT_EQ(plan(x.Get(), c.Get(), c.Get(), counts.Get(), nullptr), kNullptr);
  ExpectMessage({"gradInput"});
  EXPECT_EQ(plan(x.Get(), wrong.Get(), c.Get(), counts.Get(), x.Get()), kInvalid);
  ExpectMessage({"sumDy", "[4]"});
  EXPECT_EQ(plan(x.Get(), c.Get(), c.Get(), Descriptor({5}, ACL_DOUBLE).Get(), x.Get()), kInvalid);
  ExpectMessage({"counter", "DOUBLE"});
  EXPECT_EQ(plan(x.Get(), c.Get(), c.Get(), counts.Get(), integers.Get()), kInvalid);
  ExpectMessage({"gradInput", "INT32"});
}

TEST_F(SyncBatchNormStatus, GatherStats) {
  const auto plan = [&](const aclTensor* input, const aclTensor* mean, const aclTensor* invstd,
                        aclTensor* running, double eps, const aclTensor* numbers, aclTensor* out) {
    return Call("aclnnBatchNormGatherStatsWithCounts", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnBatchNormGatherStatsWithCountsGetWorkspaceSize(input, mean, invstd, running, running, 0.1,
                                                                 eps, numbers, out, out, size, executor);
    });
  };
  EXPECT_EQ(plan(x.Get(), measured.Get(), measured.Get(), c.Get(), 0, counts.Get(), c.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, measured.Get(), measured.Get(), c.Get(), 0, counts.Get(), c.Get()), kNullptr);
  ExpectMessage({"input"});
  EXPECT_EQ(plan(x.Get(), nullptr, measured.Get(), c.Get(), 0, counts.Get(), c.Get()), kNullptr);
  ExpectMessage({"mean"});
  EXPECT_EQ(plan(x.Get(), measured.Get(), nullptr, c.Get(), 0, counts.Get(), c.Get()), kNullptr);
  ExpectMessage({"invstd"});
  EXPECT_EQ(plan(x.Get(), measured.Get(), measured.Get(), c.Get(), 0, nullptr, c.Get()), kNullptr);
  ExpectMessage({"counts"});
  EXPECT_EQ(plan(x.Get(), measured.Get(), measured.Get(), c.Get(), 0, counts.Get(), nullptr), kNullptr);
  ExpectMessage({"meanAll"});
  EXPECT_EQ(plan(x.Get(), measured.Get(), measured.Get(), wrong.Get(), 0, counts.Get(), c.Get()), kInvalid);
  ExpectMessage({"runningMean", "[4]"});
  EXPECT_EQ(plan(x.Get(), measured.Get(), measured.Get(), c.Get(), 0, wrong.Get(), c.Get()), kInvalid);
  ExpectMessage({"counts", "[5]", "[4]"});
  EXPECT_EQ(plan(x.Get(), c.Get(), measured.Get(), c.Get(), 0, counts.Get(), c.Get()), kInvalid);
  ExpectMessage({"mean"});
  EXPECT_EQ(plan(x.Get(), Descriptor({5, 4}).Get(), measured.Get(), c.Get(), 0, counts.Get(), c.Get()),
            kInvalid);
  ExpectMessage({"mean", "channels of input"});
  EXPECT_EQ(plan(x.Get(), measured.Get(), measured.Get(), c.Get(), -1, counts.Get(), c.Get()), kInvalid);
  ExpectMessage({"eps"});
}

}  // namespace
}  // namespace openaclnn::testing
