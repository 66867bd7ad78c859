// SPDX-License-Identifier: Apache-2.0
//
// aclnnGroupedMatmulSwigluQuantV2 and aclnnGroupedMatmulSwigluQuantWeightNzV2 against their formulas; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_grouped_matmul_swiglu_quant_v2.h"
#include "aclnnop/aclnn_grouped_matmul_swiglu_quant_weight_nz_v2.h"
#include "ops/matmul/grouped_quantized_testing.h"
#include "tests/support/device.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

using namespace grouped;

struct Gated {
  const aclTensor* x = nullptr;
  const aclTensorList* weight = nullptr;
  const aclTensorList* columnScale = nullptr;
  const aclTensorList* assist = nullptr;
  const aclTensor* bias = nullptr;
  const aclTensor* rowScale = nullptr;
  const aclTensor* smooth = nullptr;
  const aclTensor* groups = nullptr;
  int64_t dequantMode = 0;
  int64_t dequantDtype = ACL_FLOAT;
  int64_t quantMode = 0;
  int64_t listType = 0;
  aclTensor* output = nullptr;
  aclTensor* scale = nullptr;
  bool blocks = false;
};

aclnnStatus PhaseOneOf(const Gated& given, uint64_t* size, aclOpExecutor** executor) {
  const auto phaseOne = given.blocks ? aclnnGroupedMatmulSwigluQuantWeightNzV2GetWorkspaceSize
                                     : aclnnGroupedMatmulSwigluQuantV2GetWorkspaceSize;
  return phaseOne(given.x, given.weight, given.columnScale, given.assist, given.bias, given.rowScale,
                  given.smooth, given.groups, given.dequantMode, given.dequantDtype, given.quantMode,
                  given.listType, nullptr, given.output, given.scale, size, executor);
}

// How rows are smoothed: not, by one factor of a group, or by one for each element.
enum class Smooth { kNot, kGroups, kElements };

double SmoothingOf(const Sizes& sizes, Smooth kind, const Array& factors, int64_t row, int64_t element) {
  int64_t group = 0;
  for (const int64_t count : sizes.counts) {
    if (row < count) {
      break;
    }
    row -= count;
    ++group;
  }
  if (kind == Smooth::kNot || group == GroupsOf(sizes)) {
    return 1;
  }
  return factors
      .values[static_cast<size_t>(kind == Smooth::kGroups ? group : group * (sizes.columns / 2) + element)];
}

void ExpectGated(const Sizes& sizes, Weights kind, Smooth smooth, bool counts, Random& random) {
  const Factors given = Draw(random, sizes, ACL_FLOAT, 2);
  const int64_t rows = given.x.shape[0];
  const int64_t half = sizes.columns / 2;
  const Array products = Products(sizes, given);
  const Array factors = random.Uniform(
      smooth == Smooth::kGroups ? Shape{GroupsOf(sizes)} : Shape{GroupsOf(sizes), half}, ACL_FLOAT, 0.5, 2);
  const DeviceTensor x(given.x, ACL_INT8, Layout::Transposed(2));
  const WeightTensor weight(given.weight, kind);
  const DeviceTensor columnScale(given.columnScale, ACL_FLOAT, Layout::Transposed(2));
  const DeviceTensor rowScale(given.rowScale, ACL_FLOAT, Layout::Stepped({2}));
  const DeviceTensor smoothScale(factors, ACL_FLOAT, Layout::Transposed(factors.shape.size()));
  const DeviceTensor groups(counts ? FromIntegers({GroupsOf(sizes)}, sizes.counts) : EndsOf(sizes),
                            ACL_INT64);
  const DeviceTensor output = DeviceTensor::Output({rows, half}, ACL_INT8, Layout::Transposed(2));
  const DeviceTensor scale = DeviceTensor::Output({rows}, ACL_FLOAT, Layout::Stepped({3}));
  const TensorList weights({weight.Get()});
  const TensorList scales({columnScale.Get()});
  const bool blocks = kind != Weights::kPlain && kind != Weights::kPermuted;
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return PhaseOneOf({.x = x.Get(),
                                     .weight = weights.Get(),
                                     .columnScale = scales.Get(),
                                     .rowScale = rowScale.Get(),
                                     .smooth = smooth == Smooth::kNot ? nullptr : smoothScale.Get(),
                                     .groups = groups.Get(),
                                     .listType = counts ? 1 : 0,
                                     .output = output.Get(),
                                     .scale = scale.Get(),
                                     .blocks = blocks},
                                    size, executor);
                },
                blocks ? aclnnGroupedMatmulSwigluQuantWeightNzV2 : aclnnGroupedMatmulSwigluQuantV2),
            ACL_SUCCESS)
      << LastMessage();
  const Array numbers = output.Read();
  const Array actualScales = scale.Read();
  EXPECT_TRUE(output.CanariesIntact() && scale.CanariesIntact());
  for (int64_t row = 0; row < rows; ++row) {
    std::vector<double> gated;
    double largest = 0;
    for (int64_t j = 0; j < half; ++j) {
      const double gate = products.values[static_cast<size_t>(row * sizes.columns + j)];
      const double factor = products.values[static_cast<size_t>(row * sizes.columns + half + j)];
      gated.push_back(gate / (1 + std::exp(-gate)) * factor * SmoothingOf(sizes, smooth, factors, row, j));
      largest = std::max(largest, std::fabs(gated.back()));
    }
    const double expected = largest / 127;
    // A few roundings of float32.
    EXPECT_NEAR(actualScales.values[static_cast<size_t>(row)], expected, 1e-5 * expected);
    for (int64_t j = 0; j < half; ++j) {
      // Quotients in the middle of two integers may go to either.
      const double quotient = expected > 0 ? gated[static_cast<size_t>(j)] / expected : 0;
      EXPECT_NEAR(numbers.values[static_cast<size_t>(row * half + j)], quotient, 0.5 + 1e-3);
    }
  }
}

TEST(GroupedMatmulSwigluQuantV2, EveryWeightListAndFactor) {
  Random random(83);
  for (const Sizes& sizes : kSizes) {
    for (const Weights kind : kWeights) {
      for (const Smooth smooth : {Smooth::kNot, Smooth::kGroups, Smooth::kElements}) {
        for (const bool counts : {false, true}) {
          const auto trace = TraceSeed(random);
          ExpectGated(sizes, kind, smooth, counts, random);
        }
      }
    }
  }
}

class GatedV2Checks : public StatusTest {};

TEST_F(GatedV2Checks, Statuses) {
  const Descriptor x({6, 3}, ACL_INT8);
  const Descriptor weight({2, 3, 8}, ACL_INT8);
  const Descriptor columnScale({2, 8});
  const Descriptor rowScale({6});
  const Descriptor groups({2}, ACL_INT64);
  const Descriptor smooth({2, 4});
  const Descriptor output({6, 4}, ACL_INT8);
  const TensorList weights({weight.Get()});
  const TensorList scales({columnScale.Get()});
  const TensorList two({weight.Get(), weight.Get()});
  const TensorList none({});
  const TensorList null({nullptr});
  const Gated usual{.x = x.Get(),
                    .weight = weights.Get(),
                    .columnScale = scales.Get(),
                    .rowScale = rowScale.Get(),
                    .groups = groups.Get(),
                    .output = output.Get(),
                    .scale = rowScale.Get()};
  const auto plan = [&](aclnnStatus status, const char* said, const auto& change) {
    for (const bool blocks : {false, true}) {
      Gated given = usual;
      given.blocks = blocks;
      change(given);
      ExpectCall(blocks ? "aclnnGroupedMatmulSwigluQuantWeightNzV2" : "aclnnGroupedMatmulSwigluQuantV2",
                 status, said,
                 [&](uint64_t* size, aclOpExecutor** executor) { return PhaseOneOf(given, size, executor); });
    }
  };
  plan(ACL_SUCCESS, "", [](Gated&) {});
  plan(ACL_SUCCESS, "", [&](Gated& given) {
    given.smooth = smooth.Get();
    given.assist = none.Get();
    given.listType = 1;
  });
  plan(kNullptr, "x", [](Gated& given) { given.x = nullptr; });
  plan(kNullptr, "weight", [](Gated& given) { given.weight = nullptr; });
  plan(kNullptr, "weight[0]", [&](Gated& given) { given.weight = null.Get(); });
  plan(kNullptr, "weightScale", [](Gated& given) { given.columnScale = nullptr; });
  plan(kNullptr, "xScale", [](Gated& given) { given.rowScale = nullptr; });
  plan(kNullptr, "groupList", [](Gated& given) { given.groups = nullptr; });
  plan(kNullptr, "output", [](Gated& given) { given.output = nullptr; });
  plan(kNullptr, "outputScale", [](Gated& given) { given.scale = nullptr; });
  plan(kInvalid, "weight: expected one tensor", [&](Gated& given) { given.weight = two.Get(); });
  plan(kInvalid, "weight: expected one tensor", [&](Gated& given) { given.weight = none.Get(); });
  plan(kInvalid, "weightScale: expected one tensor", [&](Gated& given) { given.columnScale = two.Get(); });
  plan(kInvalid, "weightScale[0]", [&](Gated& given) { given.columnScale = weights.Get(); });
  plan(kInvalid, "weightAssistMatrix", [&](Gated& given) { given.assist = scales.Get(); });
  plan(kInvalid, "bias", [&](Gated& given) { given.bias = rowScale.Get(); });
  plan(kInvalid, "smoothScale", [&](Gated& given) { given.smooth = rowScale.Get(); });
  plan(kInvalid, "smoothScale", [&](Gated& given) { given.smooth = output.Get(); });
  plan(kInvalid, "dequantMode", [](Gated& given) { given.dequantMode = 1; });
  plan(kInvalid, "dequantDtype", [](Gated& given) { given.dequantDtype = ACL_BF16; });
  plan(kInvalid, "quantMode", [](Gated& given) { given.quantMode = 1; });
  plan(kInvalid, "groupListType", [](Gated& given) { given.listType = 2; });
  plan(kInvalid, "output", [&](Gated& given) { given.output = x.Get(); });
}

}  // namespace
}  // namespace openaclnn::testing
