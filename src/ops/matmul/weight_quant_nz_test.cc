// SPDX-License-Identifier: Apache-2.0
//
// aclnnWeightQuantBatchMatmulNz: the bits of the plain weight, whatever blocks it lies in; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_weight_quant_batch_matmul_nz.h"
#include "aclnnop/aclnn_weight_quant_batch_matmul_v2.h"
#include "tests/support/device.h"
#include "tests/support/fractal.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/transposed.h"

namespace openaclnn::testing {
namespace {

struct Sizes {
  int64_t m;
  int64_t k;
  int64_t n;
  int64_t group;  // 0: none
};
const std::vector<Sizes> kSizes{{1, 64, 40, 32}, {1, 1000, 264, 24}, {7, 520, 72, 0},   {66, 265, 137, 96},
                                {3, 40, 9, 0},   {0, 8, 8, 0},       {2, 520, 137, 40}, {11, 300, 72, 0}};

struct Given {
  const aclTensor* x = nullptr;
  const aclTensor* weight = nullptr;
  const aclTensor* scale = nullptr;
  const aclTensor* offset = nullptr;
  const aclTensor* bias = nullptr;
  int group = 0;
  const aclTensor* y = nullptr;
};

std::vector<double> ResultOf(const Given& given, const DeviceTensor& y, bool blocks) {
  const auto phaseOne =
      blocks ? aclnnWeightQuantBatchMatmulNzGetWorkspaceSize : aclnnWeightQuantBatchMatmulV2GetWorkspaceSize;
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return phaseOne(given.x, given.weight, given.scale, given.offset, nullptr, nullptr,
                                  given.bias, given.group, y.Get(), size, executor);
                },
                blocks ? aclnnWeightQuantBatchMatmulNz : aclnnWeightQuantBatchMatmulV2),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(y.CanariesIntact());
  return y.Read().values;
}

// The sums are made in one order, so that blocks change no bit.
TEST(WeightQuantBatchMatmulNz, EveryTypeAndView) {
  Random random(96);
  constexpr int64_t kWidth = 32;
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const auto trace = TraceSeed(random);
      const auto [m, k, n, group] = sizes;
      const Array weight = random.Integers({k, n}, ACL_INT8, -128, 128);
      const Shape scales = group > 0 ? Shape{(k + group - 1) / group, n} : Shape{n};
      const DeviceTensor x(random.Normal({m, k}, dtype, 0, 1), dtype, Layout::Transposed(2));
      const DeviceTensor scale(random.Uniform(scales, dtype, 0.01, 0.1), dtype);
      const DeviceTensor offset(random.Integers(scales, dtype, -5, 5), dtype);
      const DeviceTensor bias(random.Normal({n}, ACL_FLOAT, 0, 1), ACL_FLOAT);
      for (const bool turned : {false, true}) {
        const Array held = turned ? Transposed(weight) : weight;
        const DeviceTensor plain(held, ACL_INT8);
        const Shape turnedStrides{1, k};
        Given given{.x = x.Get(),
                    .scale = scale.Get(),
                    .offset = offset.Get(),
                    .bias = bias.Get(),
                    .group = static_cast<int>(group)};
        const Shape dims{k, n};
        aclTensor* const view =
            aclCreateTensor(dims.data(), 2, ACL_INT8, turned ? turnedStrides.data() : nullptr, 0,
                            ACL_FORMAT_ND, held.shape.data(), 2, plain.Data());
        given.weight = view;
        const std::vector<double> expected = ResultOf(given, DeviceTensor::Output({m, n}, dtype), false);
        const Shape storage = FractalShape(held.shape, kWidth);
        const LabelledTensor shown(ToFractal(held, kWidth, 77), ACL_INT8, ACL_FORMAT_FRACTAL_NZ, dims,
                                   turned ? turnedStrides : Shape{}, storage);
        const LabelledTensor stored(ToFractal(held, kWidth, 77), ACL_INT8, ACL_FORMAT_FRACTAL_NZ, storage, {},
                                    storage);
        given.weight = shown.Get();
        EXPECT_EQ(ResultOf(given, DeviceTensor::Output({m, n}, dtype, Layout::Transposed(2)), true),
                  expected);
        // Storage dims that are those of the matrix and of the transposed one mean the matrix.
        if (!turned || storage != FractalShape(weight.shape, kWidth)) {
          given.weight = stored.Get();
          EXPECT_EQ(ResultOf(given, DeviceTensor::Output({m, n}, dtype), true), expected);
        }
        given.weight = view;
        EXPECT_EQ(ResultOf(given, DeviceTensor::Output({m, n}, dtype), true), expected);
        (void)aclDestroyTensor(view);
      }
    }
  }
}

class WeightQuantBatchMatmulNzChecks : public StatusTest {};

TEST_F(WeightQuantBatchMatmulNzChecks, Statuses) {
  const Descriptor x({2, 40});
  const Descriptor scale({9});
  const Descriptor y({2, 9});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* weight) {
    ExpectCall("aclnnWeightQuantBatchMatmulNz", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnWeightQuantBatchMatmulNzGetWorkspaceSize(x.Get(), weight, scale.Get(), nullptr, nullptr,
                                                           nullptr, nullptr, 0, y.Get(), size, executor);
    });
  };
  const auto with = [](aclDataType dtype, const Shape& view, const Shape& storage) {
    return aclCreateTensor(view.data(), view.size(), dtype, nullptr, 0, ACL_FORMAT_FRACTAL_NZ, storage.data(),
                           storage.size(), nullptr);
  };
  const std::vector<std::pair<aclTensor*, aclnnStatus>> weights{
      {with(ACL_INT8, {40, 9}, {1, 3, 16, 32}), ACL_SUCCESS},
      {with(ACL_INT8, {1, 3, 16, 32}, {1, 3, 16, 32}), ACL_SUCCESS},
      {with(ACL_INT8, {40, 9}, {40, 9}), ACL_SUCCESS},
      {with(ACL_INT8, {40, 9}, {1, 2, 16, 32}), kInvalid},
      {with(ACL_INT8, {1, 2, 16, 32}, {1, 2, 16, 32}), kInvalid},
      {with(ACL_INT32, {5, 9}, {1, 1, 16, 16}), kInvalid},
      {with(ACL_INT8, {1, 40, 9}, {1, 1, 3, 16, 32}), kInvalid}};
  for (const auto& [weight, status] : weights) {
    plan(status, "weight", weight);
    (void)aclDestroyTensor(weight);
  }
  plan(kNullptr, "weight", nullptr);
}

}  // namespace
}  // namespace openaclnn::testing
