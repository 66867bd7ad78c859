// SPDX-License-Identifier: Apache-2.0
//
// Scaled products of groups of rows that are gated and quantized, or summed up by token, against loops in float64;
// and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grouped_matmul_finalize_routing.h"
#include "aclnnop/aclnn_grouped_matmul_finalize_routing_v2.h"
#include "aclnnop/aclnn_grouped_matmul_finalize_routing_v3.h"
#include "aclnnop/aclnn_grouped_matmul_finalize_routing_weight_nz.h"
#include "aclnnop/aclnn_grouped_matmul_finalize_routing_weight_nz_v2.h"
#include "aclnnop/aclnn_grouped_matmul_swiglu_quant.h"
#include "aclnnop/aclnn_grouped_matmul_swiglu_quant_weight_nz.h"
#include "ops/matmul/grouped_quantized_testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/transposed.h"

namespace openaclnn::testing {
namespace {

using namespace grouped;

struct Gated {
  const aclTensor* x = nullptr;
  const aclTensor* weight = nullptr;
  const aclTensor* columnScale = nullptr;
  const aclTensor* rowScale = nullptr;
  const aclTensor* groups = nullptr;
  aclTensor* output = nullptr;
  aclTensor* scale = nullptr;
  const aclTensor* bias = nullptr;
  bool blocks = true;
};

aclnnStatus PhaseOneOf(const Gated& given, uint64_t* size, aclOpExecutor** executor) {
  const auto phaseOne = given.blocks ? aclnnGroupedMatmulSwigluQuantWeightNZGetWorkspaceSize
                                     : aclnnGroupedMatmulSwigluQuantGetWorkspaceSize;
  return phaseOne(given.x, given.weight, given.bias, nullptr, given.columnScale, given.rowScale, given.groups,
                  given.output, given.scale, nullptr, size, executor);
}

TEST(GroupedMatmulSwigluQuant, EveryWeight) {
  Random random(81);
  for (const Sizes& sizes : kSizes) {
    for (const Weights kind : kWeights) {
      for (const aclDataType scaleType : {ACL_FLOAT, ACL_BF16}) {
        const auto trace = TraceSeed(random);
        const Factors given = Draw(random, sizes, scaleType, 2);
        const int64_t rows = given.x.shape[0];
        const int64_t half = sizes.columns / 2;
        const Array products = Products(sizes, given);
        const DeviceTensor x(given.x, ACL_INT8, Layout::Transposed(2));
        const WeightTensor weight(given.weight, kind);
        const DeviceTensor columnScale(given.columnScale, scaleType, Layout::Transposed(2));
        const DeviceTensor rowScale(given.rowScale, ACL_FLOAT, Layout::Stepped({2}));
        const DeviceTensor ends(EndsOf(sizes), ACL_INT64);
        const DeviceTensor output = DeviceTensor::Output({rows, half}, ACL_INT8, Layout::Transposed(2));
        const DeviceTensor scale = DeviceTensor::Output({rows}, ACL_FLOAT, Layout::Stepped({3}));
        const bool blocks = kind != Weights::kPlain && kind != Weights::kPermuted;
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return PhaseOneOf({.x = x.Get(),
                                           .weight = weight.Get(),
                                           .columnScale = columnScale.Get(),
                                           .rowScale = rowScale.Get(),
                                           .groups = ends.Get(),
                                           .output = output.Get(),
                                           .scale = scale.Get(),
                                           .blocks = blocks},
                                          size, executor);
                      },
                      blocks ? aclnnGroupedMatmulSwigluQuantWeightNZ : aclnnGroupedMatmulSwigluQuant),
                  ACL_SUCCESS)
            << LastMessage();
        const Array numbers = output.Read();
        const Array scales = scale.Read();
        EXPECT_TRUE(output.CanariesIntact());
        EXPECT_TRUE(scale.CanariesIntact());
        for (int64_t row = 0; row < rows; ++row) {
          std::vector<double> gated;
          double largest = 0;
          for (int64_t j = 0; j < half; ++j) {
            const double gate = products.values[static_cast<size_t>(row * sizes.columns + j)];
            const double factor = products.values[static_cast<size_t>(row * sizes.columns + half + j)];
            gated.push_back(gate / (1 + std::exp(-gate)) * factor);
            largest = std::max(largest, std::fabs(gated.back()));
          }
          const double expected = largest / 127;
          EXPECT_NEAR(scales.values[static_cast<size_t>(row)], expected, 1e-5 * expected);
          for (int64_t j = 0; j < half; ++j) {
            // Quotients in the middle of two integers may go to either.
            const double quotient = expected > 0 ? gated[static_cast<size_t>(j)] / expected : 0;
            EXPECT_NEAR(numbers.values[static_cast<size_t>(row * half + j)], quotient, 0.5 + 1e-3);
          }
        }
      }
    }
  }
}

struct Routed {
  const aclTensor* x = nullptr;
  aclTensor* weight = nullptr;
  const aclTensor* scale = nullptr;
  const aclTensor* rowScale = nullptr;
  const aclTensor* groups = nullptr;
  const aclTensor* shared = nullptr;
  const aclTensor* logit = nullptr;
  const aclTensor* index = nullptr;
  aclTensor* out = nullptr;
  int version = 0;
  float weightOfShared = 1;
  int64_t offset = 0;
  bool turned = false;
  int64_t listType = 0;
  const aclTensor* bias = nullptr;
  int64_t dtype = 0;
  bool transposeX = false;
};

aclnnStatus PhaseOneOf(const Routed& g, uint64_t* size, aclOpExecutor** executor) {
  switch (g.version) {
    case 0:
      return aclnnGroupedMatmulFinalizeRoutingGetWorkspaceSize(
          g.x, g.weight, g.scale, g.bias, g.rowScale, g.groups, g.shared, g.logit, g.index, g.dtype,
          g.weightOfShared, g.offset, g.transposeX, g.turned, g.listType, g.out, size, executor);
    case 1:
      return aclnnGroupedMatmulFinalizeRoutingWeightNzGetWorkspaceSize(
          g.x, g.weight, g.scale, g.bias, g.rowScale, g.groups, g.shared, g.logit, g.index, g.dtype,
          g.weightOfShared, g.offset, g.transposeX, g.turned, g.listType, g.out, size, executor);
    case 2:
      return aclnnGroupedMatmulFinalizeRoutingV2GetWorkspaceSize(
          g.x, g.weight, g.scale, g.bias, nullptr, nullptr, nullptr, g.rowScale, g.groups, g.shared, g.logit,
          g.index, g.dtype, g.weightOfShared, g.offset, g.transposeX, g.turned, g.listType, g.out, size,
          executor);
    case 3:
      return aclnnGroupedMatmulFinalizeRoutingV3GetWorkspaceSize(
          g.x, g.weight, g.scale, g.bias, nullptr, nullptr, nullptr, g.rowScale, g.groups, g.shared, g.logit,
          g.index, g.dtype, g.weightOfShared, g.offset, g.transposeX, g.turned, g.listType, nullptr, g.out,
          size, executor);
    default:
      return aclnnGroupedMatmulFinalizeRoutingWeightNzV2GetWorkspaceSize(
          g.x, g.weight, g.scale, g.bias, nullptr, nullptr, nullptr, g.rowScale, g.groups, g.shared, g.logit,
          g.index, g.dtype, g.weightOfShared, g.offset, g.transposeX, g.turned, g.listType, nullptr, g.out,
          size, executor);
  }
}

aclnnStatus RunOf(const Routed& given) {
  constexpr std::array<PhaseTwo, 5> kPhaseTwo{
      aclnnGroupedMatmulFinalizeRouting, aclnnGroupedMatmulFinalizeRoutingWeightNz,
      aclnnGroupedMatmulFinalizeRoutingV2, aclnnGroupedMatmulFinalizeRoutingV3,
      aclnnGroupedMatmulFinalizeRoutingWeightNzV2};
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) { return PhaseOneOf(given, size, executor); },
      kPhaseTwo.at(static_cast<size_t>(given.version)));
}

TEST(GroupedMatmulFinalizeRouting, EveryVersionAndWeight) {
  Random random(82);
  int version = 0;
  for (const Sizes& sizes : kSizes) {
    for (const Weights kind : kWeights) {
      for (const bool turned : {false, true}) {
        for (const aclDataType sharedType : {ACL_DT_UNDEFINED, ACL_FLOAT, ACL_BF16, ACL_FLOAT16}) {
          const auto trace = TraceSeed(random);
          version = (version + 1) % 5;
          const bool shares = sharedType != ACL_DT_UNDEFINED;
          const bool weighted = random.Integer(0, 2) == 0;
          const bool counted = random.Integer(0, 2) == 0;
          Factors given = Draw(random, sizes, ACL_FLOAT, 1);
          if (!weighted) {
            given.rowScale = Full(given.rowScale.shape, 1);
          }
          const int64_t rows = given.x.shape[0];
          constexpr int64_t kTokens = 7;
          const Array logit = random.Normal({rows}, ACL_FLOAT, 0, 1);
          const Array index = random.Integers({rows}, ACL_INT64, 0, kTokens);
          const Array shared = random.Normal({3, sizes.columns}, shares ? sharedType : ACL_FLOAT, 0, 1);
          const Array products = Products(sizes, given);
          Array expected = Full({kTokens, sizes.columns}, 0);
          Array magnitudes = expected;
          const auto add = [&](int64_t token, int64_t column, double term) {
            const auto at = static_cast<size_t>(token * sizes.columns + column);
            expected.values[at] += term;
            magnitudes.values[at] += std::fabs(term);
          };
          for (int64_t i = 0; i < rows * sizes.columns; ++i) {
            const auto row = static_cast<size_t>(i / sizes.columns);
            add(static_cast<int64_t>(index.values[row]), i % sizes.columns,
                products.values[static_cast<size_t>(i)] * (weighted ? logit.values[row] : 1.0));
          }
          for (int64_t i = 0; shares && i < 3 * sizes.columns; ++i) {
            add(4 + i / sizes.columns, i % sizes.columns, 0.5 * shared.values[static_cast<size_t>(i)]);
          }
          const DeviceTensor x(given.x, ACL_INT8, Layout::Transposed(2));
          const WeightTensor weight(turned ? Transposed(given.weight) : given.weight, kind);
          const DeviceTensor scale(given.columnScale, ACL_FLOAT);
          const DeviceTensor rowScale(given.rowScale, ACL_FLOAT);
          const DeviceTensor logits(logit, ACL_FLOAT, Layout::Stepped({2}));
          const DeviceTensor indices(index, weighted ? ACL_INT64 : ACL_INT32);
          const DeviceTensor added(shared, shares ? sharedType : ACL_FLOAT, Layout::Transposed(2));
          const DeviceTensor groups(counted ? FromIntegers({GroupsOf(sizes)}, sizes.counts) : EndsOf(sizes),
                                    ACL_INT64);
          ExpectInEachLayout(expected, Tolerance::For(ACL_FLOAT, magnitudes),
                             [&](const Layout& /*layout*/, const DeviceTensor& out) {
                               return RunOf({.x = x.Get(),
                                             .weight = weight.Get(),
                                             .scale = scale.Get(),
                                             .rowScale = weighted ? rowScale.Get() : nullptr,
                                             .groups = groups.Get(),
                                             .shared = shares ? added.Get() : nullptr,
                                             .logit = weighted ? logits.Get() : nullptr,
                                             .index = indices.Get(),
                                             .out = out.Get(),
                                             .version = version,
                                             .weightOfShared = 0.5F,
                                             .offset = 4,
                                             .turned = turned,
                                             .listType = counted ? 1 : 0});
                             });
        }
      }
    }
  }
}

// Indices and groups are looked at before anything is written.
TEST(GroupedMatmulFinalizeRouting, IndicesWithoutARow) {
  const DeviceTensor x(Full({2, 1}, 1), ACL_INT8);
  const DeviceTensor weight(Full({1, 1, 1}, 1), ACL_INT8);
  const DeviceTensor scale(Full({1, 1}, 1), ACL_FLOAT);
  const DeviceTensor out(Full({2, 1}, 9), ACL_FLOAT);
  Routed given{.x = x.Get(), .weight = weight.Get(), .scale = scale.Get(), .out = out.Get()};
  const DeviceTensor two(FromIntegers({1}, {2}), ACL_INT64);
  const DeviceTensor three(FromIntegers({1}, {3}), ACL_INT64);
  const DeviceTensor index(FromIntegers({2}, {0, 1}), ACL_INT64);
  for (const int64_t wrong : {-1, 2}) {
    const DeviceTensor indices(FromIntegers({2}, {0, wrong}), ACL_INT64);
    given.groups = two.Get();
    given.index = indices.Get();
    EXPECT_EQ(RunOf(given), 507035);
  }
  given.groups = three.Get();
  given.index = index.Get();
  EXPECT_EQ(RunOf(given), 507035);
  EXPECT_EQ(out.Read().values, (std::vector<double>{9, 9}));
}

class GroupedQuantizedChecks : public StatusTest {};

TEST_F(GroupedQuantizedChecks, GatedStatuses) {
  const Descriptor x({6, 3}, ACL_INT8);
  const Descriptor weight({2, 3, 8}, ACL_INT8);
  const Descriptor columnScale({2, 8});
  const Descriptor rowScale({6});
  const Descriptor groups({2}, ACL_INT64);
  const Descriptor output({6, 4}, ACL_INT8);
  const Gated usual{.x = x.Get(),
                    .weight = weight.Get(),
                    .columnScale = columnScale.Get(),
                    .rowScale = rowScale.Get(),
                    .groups = groups.Get(),
                    .output = output.Get(),
                    .scale = rowScale.Get()};
  const auto plan = [&](aclnnStatus status, const char* said, const auto& change) {
    Gated given = usual;
    change(given);
    ExpectCall("aclnnGroupedMatmulSwigluQuant", status, said,
               [&](uint64_t* size, aclOpExecutor** executor) { return PhaseOneOf(given, size, executor); });
  };
  const Descriptor odd({2, 7});
  plan(ACL_SUCCESS, "", [](Gated&) {});
  plan(kNullptr, "x", [](Gated& given) { given.x = nullptr; });
  plan(kNullptr, "weight", [](Gated& given) { given.weight = nullptr; });
  plan(kNullptr, "weightScale", [](Gated& given) { given.columnScale = nullptr; });
  plan(kNullptr, "xScale", [](Gated& given) { given.rowScale = nullptr; });
  plan(kNullptr, "groupList", [](Gated& given) { given.groups = nullptr; });
  plan(kNullptr, "output", [](Gated& given) { given.output = nullptr; });
  plan(kNullptr, "outputScale", [](Gated& given) { given.scale = nullptr; });
  plan(kInvalid, "bias", [&](Gated& given) { given.bias = rowScale.Get(); });
  plan(kInvalid, "x", [&](Gated& given) { given.x = rowScale.Get(); });
  plan(kInvalid, "weight", [&](Gated& given) { given.weight = x.Get(); });
  plan(kInvalid, "weightScale", [&](Gated& given) { given.columnScale = odd.Get(); });
  plan(kInvalid, "weightScale", [&](Gated& given) { given.columnScale = rowScale.Get(); });
  plan(kInvalid, "xScale", [&](Gated& given) { given.rowScale = columnScale.Get(); });
  plan(kInvalid, "groupList", [&](Gated& given) { given.groups = rowScale.Get(); });
  plan(kInvalid, "output", [&](Gated& given) { given.output = x.Get(); });
  plan(kInvalid, "outputScale", [&](Gated& given) { given.scale = columnScale.Get(); });
}

TEST_F(GroupedQuantizedChecks, RoutedStatuses) {
  const Descriptor x({6, 3}, ACL_INT8);
  const Descriptor weight({2, 3, 8}, ACL_INT8);
  const Descriptor scale({2, 8});
  const Descriptor rowScale({6});
  const Descriptor groups({2}, ACL_INT64);
  const Descriptor index({6}, ACL_INT32);
  const Descriptor shared({2, 8}, ACL_BF16);
  const Descriptor out({4, 8});
  const Routed usual{.x = x.Get(),
                     .weight = weight.Get(),
                     .scale = scale.Get(),
                     .rowScale = rowScale.Get(),
                     .groups = groups.Get(),
                     .shared = shared.Get(),
                     .logit = rowScale.Get(),
                     .index = index.Get(),
                     .out = out.Get(),
                     .version = 1,
                     .offset = 2};
  const auto plan = [&](aclnnStatus status, const char* said, const auto& change) {
    Routed given = usual;
    change(given);
    ExpectCall("aclnnGroupedMatmulFinalizeRouting", status, said,
               [&](uint64_t* size, aclOpExecutor** executor) { return PhaseOneOf(given, size, executor); });
  };
  plan(ACL_SUCCESS, "", [](Routed&) {});
  plan(kNullptr, "x1", [](Routed& given) { given.x = nullptr; });
  plan(kNullptr, "x2", [](Routed& given) { given.weight = nullptr; });
  plan(kNullptr, "scale", [](Routed& given) { given.scale = nullptr; });
  plan(kNullptr, "groupList", [](Routed& given) { given.groups = nullptr; });
  plan(kNullptr, "rowIndex", [](Routed& given) { given.index = nullptr; });
  plan(kNullptr, "out", [](Routed& given) { given.out = nullptr; });
  plan(kInvalid, "bias", [&](Routed& given) { given.bias = rowScale.Get(); });
  plan(kInvalid, "dtype", [](Routed& given) { given.dtype = 1; });
  plan(kInvalid, "transposeX1", [](Routed& given) { given.transposeX = true; });
  plan(kInvalid, "x2", [](Routed& given) { given.turned = true; });
  plan(kInvalid, "groupListType", [](Routed& given) { given.listType = 2; });
  plan(kInvalid, "sharedInputOffset", [](Routed& given) { given.offset = 3; });
  plan(kInvalid, "sharedInputOffset", [](Routed& given) { given.offset = -1; });
  plan(kInvalid, "sharedInput", [&](Routed& given) { given.shared = rowScale.Get(); });
  plan(kInvalid, "logit", [&](Routed& given) { given.logit = scale.Get(); });
  plan(kInvalid, "rowIndex", [&](Routed& given) { given.index = groups.Get(); });
  plan(kInvalid, "pertokenScaleOptional", [&](Routed& given) { given.rowScale = scale.Get(); });
  plan(kInvalid, "scale", [&](Routed& given) { given.scale = rowScale.Get(); });
  plan(kInvalid, "out", [&](Routed& given) { given.out = rowScale.Get(); });
}

}  // namespace
}  // namespace openaclnn::testing
