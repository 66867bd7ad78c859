// SPDX-License-Identifier: Apache-2.0
//
// aclnnBatchNormReduce and aclnnSyncBatchNormGatherStats against their formulas in float64; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_batch_norm_reduce.h"
#include "aclnnop/aclnn_sync_batch_norm_gather_stats.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr float kEpsilon = 0.0625F;
constexpr float kMomentum = 0.125F;

class ChannelSums : public StatusTest {
 protected:
  Random random_{103};
};

TEST_F(ChannelSums, ReduceOfEveryTypeShapeAndLayout) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Shape& shape : {Shape{3, 5, 4, 7}, Shape{70, 3, 1, 1}, Shape{2, 19, 33, 2},
                               Shape{1, 2, 1, 3000}, Shape{4, 0, 3, 3}, Shape{0, 2, 3, 3}}) {
      const Array x = random_.Normal(shape, dtype, 3, 2);
      const Shape channels{shape[1]};
      Array sums = Full(channels, 0);
      Array squares = Full(channels, 0);
      Array magnitudes = Full(channels, 0);
      for (int64_t i = 0; i < NumElements(shape); ++i) {
        const double number = x.values[static_cast<size_t>(i)];
        const auto channel = static_cast<size_t>(IndexOf(shape, i)[1]);
        sums.values[channel] += number;
        squares.values[channel] += number * number;
        magnitudes.values[channel] += std::fabs(number);
      }
      for (const Layout& layout : UsualLayouts(4)) {
        const DeviceTensor input(x, dtype, layout);
        const auto first = DeviceTensor::Output(channels, ACL_FLOAT, Layout::Stepped({2}));
        const auto second = DeviceTensor::Output(channels, ACL_FLOAT);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnBatchNormReduceGetWorkspaceSize(input.Get(), first.Get(), second.Get(),
                                                                    size, executor);
                      },
                      aclnnBatchNormReduce),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(first.Read(), sums, Tolerance::For(ACL_FLOAT, magnitudes)));
        EXPECT_TRUE(Near(second.Read(), squares, Tolerance::For(ACL_FLOAT)));
        EXPECT_TRUE(first.CanariesIntact() && second.CanariesIntact());
      }
    }
  }
}

TEST_F(ChannelSums, GatherOfEveryTypeAndCount) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const aclDataType counted : {dtype, ACL_INT32}) {
      for (const auto& [devices, channels] :
           {std::pair{3, 5}, std::pair{1, 300}, std::pair{8, 1}, std::pair{2, 0}}) {
        const Shape all{devices, channels};
        const Shape row{channels};
        const Array counts = random_.Integers({devices}, counted, 2, 9);
        const Array sums = random_.Normal(all, dtype, 0, 2);
        const Array squares = random_.Uniform(all, dtype, 20, 40);
        const Array mean = random_.Normal(row, dtype, 0, 1);
        const Array variance = random_.Uniform(row, dtype, 0.5, 2);
        Array batchMean = Full(row, 0);
        Array batchInvstd = Full(row, 0);
        Array newMean = mean;
        Array newVariance = variance;
        Array sizes = Full(row, 0);
        double count = 0;
        for (const double one : counts.values) {
          count += one;
        }
        for (size_t c = 0; c < static_cast<size_t>(channels); ++c) {
          double sum = 0;
          double square = 0;
          for (size_t d = 0; d < static_cast<size_t>(devices); ++d) {
            sum += sums.values[d * static_cast<size_t>(channels) + c];
            square += squares.values[d * static_cast<size_t>(channels) + c];
          }
          const double m = sum / count;
          const double v = square / count - m * m;
          batchMean.values[c] = m;
          batchInvstd.values[c] = 1 / std::sqrt(v + static_cast<double>(kEpsilon));
          newMean.values[c] =
              (1 - static_cast<double>(kMomentum)) * mean.values[c] + static_cast<double>(kMomentum) * m;
          newVariance.values[c] = (1 - static_cast<double>(kMomentum)) * variance.values[c] +
                                  static_cast<double>(kMomentum) * v * count / (count - 1);
          sizes.values[c] = 16;
        }
        const DeviceTensor totals(sums, dtype, Layout::Transposed(2));
        const DeviceTensor totalSquares(squares, dtype);
        const DeviceTensor samples(counts, counted);
        const DeviceTensor runningMean(mean, dtype);
        const DeviceTensor runningVar(variance, dtype, Layout::Stepped({2}));
        const auto first = DeviceTensor::Output(row, dtype);
        const auto second = DeviceTensor::Output(row, ACL_FLOAT);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnSyncBatchNormGatherStatsGetWorkspaceSize(
                            totals.Get(), totalSquares.Get(), samples.Get(), runningMean.Get(),
                            runningVar.Get(), kMomentum, kEpsilon, first.Get(), second.Get(), size, executor);
                      },
                      aclnnSyncBatchNormGatherStats),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(first.Read(), batchMean, Tolerance::For(dtype, sizes)));
        EXPECT_TRUE(Near(second.Read(), batchInvstd, Tolerance::For(ACL_FLOAT)));
        EXPECT_TRUE(Near(runningMean.Read(), newMean, Tolerance::For(dtype, sizes)));
        EXPECT_TRUE(Near(runningVar.Read(), newVariance, Tolerance::For(dtype)));
        EXPECT_TRUE(runningVar.CanariesIntact());
      }
    }
  }
}

TEST_F(ChannelSums, StatusesOfReduce) {
  const Descriptor x({2, 3, 4, 5});
  const Descriptor row({3});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* input, aclTensor* sum,
                        aclTensor* squareSum) {
    ExpectCall("aclnnBatchNormReduce", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnBatchNormReduceGetWorkspaceSize(input, sum, squareSum, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", x.Get(), row.Get(), row.Get());
  plan(kNullptr, "x", nullptr, row.Get(), row.Get());
  plan(kNullptr, "sum", x.Get(), nullptr, row.Get());
  plan(kNullptr, "squareSum", x.Get(), row.Get(), nullptr);
  plan(kInvalid, "x", Descriptor({2, 3, 4}).Get(), row.Get(), row.Get());
  plan(kInvalid, "x", Descriptor({2, 3, 4, 5}, ACL_DOUBLE).Get(), row.Get(), row.Get());
  plan(kInvalid, "sum", x.Get(), Descriptor({3}, ACL_FLOAT16).Get(), row.Get());
  plan(kInvalid, "squareSum", x.Get(), row.Get(), Descriptor({2}).Get());
}

TEST_F(ChannelSums, StatusesOfGather) {
  const Descriptor sums({2, 3});
  const Descriptor counts({2}, ACL_INT32);
  const Descriptor row({3});
  struct Tensors {
    const aclTensor* sums;
    const aclTensor* squares;
    const aclTensor* counts;
    aclTensor* mean;
    aclTensor* variance;
    aclTensor* batchMean;
    aclTensor* batchInvstd;
  };
  const auto plan = [&](aclnnStatus status, const char* said, const Tensors& t, float epsilon = kEpsilon) {
    ExpectCall("aclnnSyncBatchNormGatherStats", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnSyncBatchNormGatherStatsGetWorkspaceSize(t.sums, t.squares, t.counts, t.mean, t.variance,
                                                           kMomentum, epsilon, t.batchMean, t.batchInvstd,
                                                           size, executor);
    });
  };
  const Tensors usual{sums.Get(), sums.Get(), counts.Get(), row.Get(), row.Get(), row.Get(), row.Get()};
  plan(ACL_SUCCESS, "", usual);
  plan(kInvalid, "eps", usual, -1);
  const auto expect = [&](aclnnStatus status, const char* said, auto Tensors::*argument,
                          decltype(row.Get()) value) {
    Tensors tensors = usual;
    tensors.*argument = value;
    plan(status, said, tensors);
  };
  const Descriptor two({2});
  const Descriptor half({3}, ACL_FLOAT16);
  expect(kNullptr, "totalSum", &Tensors::sums, nullptr);
  expect(kNullptr, "totalSquareSum", &Tensors::squares, nullptr);
  expect(kInvalid, "totalSquareSum", &Tensors::squares, row.Get());
  expect(kNullptr, "sampleCount", &Tensors::counts, nullptr);
  expect(kInvalid, "sampleCount", &Tensors::counts, row.Get());
  expect(kNullptr, "mean", &Tensors::mean, nullptr);
  expect(kNullptr, "variance", &Tensors::variance, nullptr);
  expect(kInvalid, "variance", &Tensors::variance, two.Get());
  expect(kNullptr, "batchMean", &Tensors::batchMean, nullptr);
  expect(kNullptr, "batchInvstd", &Tensors::batchInvstd, nullptr);
  expect(kInvalid, "batchInvstd", &Tensors::batchInvstd, half.Get());
}

}  // namespace
}  // namespace openaclnn::testing
