// SPDX-License-Identifier: Apache-2.0
//
// Products with quantized weights against loops in float64; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_weight_quant_batch_matmul_v2.h"
#include "aclnnop/aclnn_weight_quant_batch_matmul_v3.h"
#include "ops/quantization/quantized_testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/transposed.h"

namespace openaclnn::testing {
namespace {

struct Sizes {
  int64_t m;
  int64_t k;
  int64_t n;
  int64_t group;  // 0: none; -1: one scale for all
};
const std::vector<Sizes> kSizes{
    {1, 64, 40, 32},    {1, 520, 328, 0},   {1, 1000, 264, 24},  {1, 40, 8, -1},    {1, 1040, 288, 32},
    {1, 528, 272, 128}, {7, 520, 72, 0},    {66, 264, 136, 96},  {3, 40, 8, -1},    {0, 8, 8, 0},
    {2, 520, 72, 40},   {5, 1040, 288, 32}, {12, 1000, 264, 24}, {16, 528, 136, -1}};

// The bytes of INT4: two in each, the first one in the lower half.
Array NibbleBytes(const Array& numbers) {
  Array bytes{{numbers.shape[0], numbers.shape[1] / 2}, {}};
  for (size_t i = 0; i < numbers.values.size(); i += 2) {
    const auto low = static_cast<uint32_t>(static_cast<int32_t>(numbers.values[i])) & 15U;
    const auto high = static_cast<uint32_t>(static_cast<int32_t>(numbers.values[i + 1])) & 15U;
    bytes.values.push_back(static_cast<double>(static_cast<int8_t>(low | (high << 4))));
  }
  return bytes;
}

enum class Storage { kBytes, kWords, kInt4 };

TEST(WeightQuantBatchMatmul, EveryTypeStorageAndGroup) {
  Random random(95);
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const Storage storage : {Storage::kBytes, Storage::kWords, Storage::kInt4}) {
        for (const bool transposed : {false, true}) {
          const auto trace = TraceSeed(random);
          const auto [m, k, n, group] = sizes;
          const bool third = random.Integer(0, 2) == 0;
          const int64_t most = storage == Storage::kBytes ? 128 : 8;
          const Array x = random.Normal({m, k}, dtype, 0, 1);
          const Array weight = random.Integers({k, n}, ACL_INT8, -most, most);
          const Shape scaleShape = group > 0 ? Shape{(k + group - 1) / group, n} : Shape{group < 0 ? 1 : n};
          const Array scale = random.Uniform(scaleShape, dtype, 0.01, 0.1);
          const Array offset = random.Integers(scaleShape, dtype, -5, 5);
          const Array bias = random.Normal({n}, ACL_FLOAT, 0, 1);
          Array expected{{m, n}, {}};
          Array magnitudes{{m, n}, {}};
          for (int64_t i = 0; i < m; ++i) {
            for (int64_t j = 0; j < n; ++j) {
              double sum = bias.values[static_cast<size_t>(j)];
              double magnitude = std::fabs(sum);
              for (int64_t p = 0; p < k; ++p) {
                const auto at = static_cast<size_t>(group > 0 ? p / group * n + j : group < 0 ? 0 : j);
                const double term = x.values[static_cast<size_t>(i * k + p)] *
                                    (weight.values[static_cast<size_t>(p * n + j)] + offset.values[at]) *
                                    scale.values[at];
                sum += term;
                magnitude += std::fabs(term);
              }
              expected.values.push_back(sum);
              magnitudes.values.push_back(magnitude);
            }
          }
          const Array stored = transposed ? Transposed(weight) : weight;
          const Array packed = storage == Storage::kBytes   ? stored
                               : storage == Storage::kWords ? PackedWords(stored)
                                                            : NibbleBytes(stored);
          const DeviceTensor memory(packed, storage == Storage::kWords ? ACL_INT32 : ACL_INT8);
          // The weight as [k, n], or of words an eighth of one of these, whatever lies side by side.
          const int64_t part = storage == Storage::kWords ? 8 : 1;
          const Shape dims = transposed ? Shape{k / part, n} : Shape{k, n / part};
          const Shape strides = transposed ? Shape{1, k / part} : Shape{n / part, 1};
          aclTensor* const weightIn =
              aclCreateTensor(dims.data(), 2,
                              storage == Storage::kBytes   ? ACL_INT8
                              : storage == Storage::kWords ? ACL_INT32
                                                           : ACL_INT4,
                              strides.data(), 0, ACL_FORMAT_ND, dims.data(), 2, memory.Data());
          const DeviceTensor xIn(x, dtype, Layout::Transposed(2));
          const DeviceTensor offsetIn(offset, dtype);
          const DeviceTensor biasIn(bias, ACL_FLOAT);
          const int size = static_cast<int>(std::max<int64_t>(group, 0));
          const double terms = 4 + static_cast<double>(k) / 16;
          // Scales that lie side by side are read in their place, others as copies.
          std::optional<Array> before;
          for (const Layout& layout : {Layout(), Layout::Transposed(scaleShape.size())}) {
            const DeviceTensor scaleIn(scale, dtype, layout);
            const DeviceTensor y = DeviceTensor::Output({m, n}, dtype, Layout::Transposed(2));
            ASSERT_EQ(RunTwoPhase(
                          [&](uint64_t* bytes, aclOpExecutor** executor) {
                            return third ? aclnnWeightQuantBatchMatmulV3GetWorkspaceSize(
                                               xIn.Get(), weightIn, scaleIn.Get(), offsetIn.Get(), nullptr,
                                               nullptr, biasIn.Get(), size, 1, y.Get(), bytes, executor)
                                         : aclnnWeightQuantBatchMatmulV2GetWorkspaceSize(
                                               xIn.Get(), weightIn, scaleIn.Get(), offsetIn.Get(), nullptr,
                                               nullptr, biasIn.Get(), size, y.Get(), bytes, executor);
                          },
                          third ? aclnnWeightQuantBatchMatmulV3 : aclnnWeightQuantBatchMatmulV2),
                      ACL_SUCCESS)
                << LastMessage();
            const Array result = y.Read();
            EXPECT_TRUE(Near(result, expected, Tolerance::For(dtype, magnitudes, terms)));
            EXPECT_TRUE(y.CanariesIntact());
            EXPECT_EQ(before.value_or(result).values, result.values);
            before = result;
          }
          (void)aclDestroyTensor(weightIn);
        }
      }
    }
  }
}

class WeightQuantStatus : public StatusTest {};

TEST_F(WeightQuantStatus, All) {
  const Descriptor x({4, 64});
  const Descriptor half({4, 64}, ACL_FLOAT16);
  const Descriptor weight({64, 16}, ACL_INT8);
  const Descriptor floats({64, 16});
  const Descriptor narrow({63, 16}, ACL_INT8);
  const Descriptor odd({64, 13}, ACL_INT4);
  const Descriptor scale({16});
  const Descriptor groups({2, 16});
  const Descriptor y({4, 16});
  struct Case {
    aclnnStatus status;
    const char* said;
    const aclTensor* x;
    const aclTensor* weight;
    const aclTensor* scale;
    const aclTensor* y;
    int group = 0;
    const aclTensor* quantScale = nullptr;
    const aclTensor* bias = nullptr;
    const aclTensor* offset = nullptr;
  };
  const std::vector<Case> cases{
      {ACL_SUCCESS, "", x.Get(), weight.Get(), scale.Get(), y.Get()},
      {ACL_SUCCESS, "", x.Get(), weight.Get(), groups.Get(), y.Get(), 32},
      {kNullptr, "x:", nullptr, weight.Get(), scale.Get(), y.Get()},
      {kNullptr, "weight:", x.Get(), nullptr, scale.Get(), y.Get()},
      {kNullptr, "antiquantScale:", x.Get(), weight.Get(), nullptr, y.Get()},
      {kNullptr, "y:", x.Get(), weight.Get(), scale.Get(), nullptr},
      {kInvalid, "weight: expected dtype", x.Get(), floats.Get(), scale.Get(), y.Get()},
      {kInvalid, "y: expected the dtype of x", half.Get(), weight.Get(), scale.Get(), y.Get()},
      {kInvalid, "x: expected dim 1", x.Get(), narrow.Get(), scale.Get(), y.Get()},
      {kInvalid, "weight: expected INT4 side by side", x.Get(), odd.Get(), scale.Get(), y.Get()},
      {kInvalid, "antiquantScale: expected [1], [n] or [1, n]", x.Get(), weight.Get(), groups.Get(), y.Get()},
      {kInvalid, "antiquantScale: expected [k / antiquantGroupSize", x.Get(), weight.Get(), scale.Get(),
       y.Get(), 32},
      {kInvalid, "antiquantGroupSize: expected 0 or more", x.Get(), weight.Get(), scale.Get(), y.Get(), -1},
      {kInvalid, "quantScaleOptional: expected null", x.Get(), weight.Get(), scale.Get(), y.Get(), 0,
       scale.Get()},
      {kInvalid, "biasOptional: expected [n] or [1, n]", x.Get(), weight.Get(), scale.Get(), y.Get(), 0,
       nullptr, groups.Get()},
      {kInvalid, "antiquantOffsetOptional: expected", x.Get(), weight.Get(), scale.Get(), y.Get(), 0, nullptr,
       nullptr, y.Get()},
      {kInvalid, "y: expected shape [rows of x, columns of weight]", x.Get(), weight.Get(), scale.Get(),
       x.Get()},
  };
  for (const Case& row : cases) {
    ExpectCall(
        "aclnnWeightQuantBatchMatmulV2", row.status, row.said, [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnWeightQuantBatchMatmulV2GetWorkspaceSize(row.x, row.weight, row.scale, row.offset,
                                                               row.quantScale, nullptr, row.bias, row.group,
                                                               row.y, size, executor);
        });
  }
}

}  // namespace
}  // namespace openaclnn::testing
