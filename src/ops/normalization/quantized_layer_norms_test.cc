// SPDX-License-Identifier: Apache-2.0
//
// Quantized layer norms of sums against their formulas in float64, which whole numbers lie next to; and the
// statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "aclnnop/aclnn_add_layer_norm_quant.h"
#include "aclnnop/aclnn_add_layer_norm_quant_v2.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/whole_numbers.h"

namespace openaclnn::testing {
namespace {

constexpr double kEpsilon = 1e-3;

struct Given {
  const aclTensor* x1 = nullptr;
  const aclTensor* x2 = nullptr;
  const aclTensor* gamma = nullptr;
  const aclTensor* beta = nullptr;
  const aclTensor* bias = nullptr;
  const aclTensor* scales1 = nullptr;
  const aclTensor* scales2 = nullptr;
  const aclTensor* zeros1 = nullptr;
  const aclTensor* zeros2 = nullptr;
  const char* mode = "static";
  bool sum = true;
  bool divides = true;
  aclTensor* y1 = nullptr;
  aclTensor* y2 = nullptr;
  aclTensor* x = nullptr;
  aclTensor* norm = nullptr;
  aclTensor* outScales1 = nullptr;
  aclTensor* outScales2 = nullptr;
};

aclnnStatus PlanFirst(const Given& of, uint64_t* size, aclOpExecutor** executor) {
  return aclnnAddLayerNormQuantGetWorkspaceSize(
      of.x1, of.x2, of.gamma, of.beta, of.bias, of.scales1, of.scales2, of.zeros1, of.zeros2, of.mode,
      kEpsilon, of.sum, of.divides, of.y1, of.y2, of.x, of.outScales1, of.outScales2, size, executor);
}
aclnnStatus PlanSecond(const Given& of, uint64_t* size, aclOpExecutor** executor) {
  return aclnnAddLayerNormQuantV2GetWorkspaceSize(of.x1, of.x2, of.gamma, of.beta, of.bias, of.scales1,
                                                  of.scales2, of.zeros1, of.zeros2, of.mode, kEpsilon, of.sum,
                                                  of.divides, of.y1, of.y2, of.x, of.norm, of.outScales1,
                                                  of.outScales2, size, executor);
}

struct Shapes {
  Shape rows;
  Shape row;
};
const std::vector<Shapes> kShapes{{{4, 3}, {40}}, {{2}, {3, 700}}, {{3}, {5001}},
                                  {{}, {5}},      {{70}, {1}},     {{0, 2}, {9}}};

class QuantizedLayerNorms : public ::testing::TestWithParam<aclDataType> {
 protected:
  Random random_{37};
};

struct Reference {
  Array sum;
  Array magnitudes;
  Array norm;
};

// `bias` has the elements of a row, of all rows, or none.
Reference Normalize(const Array& x1, const Array& x2, const Array& bias, const Array& gamma,
                    const Array& beta) {
  Reference result{x1, x1, x1};
  const size_t length = gamma.values.size();
  for (size_t row = 0; row < x1.values.size() / length; ++row) {
    long double mean = 0;
    for (size_t i = row * length; i < (row + 1) * length; ++i) {
      const double more = bias.values.empty() ? 0 : bias.values[i % bias.values.size()];
      result.sum.values[i] = x1.values[i] + x2.values[i] + more;
      result.magnitudes.values[i] = std::fabs(x1.values[i]) + std::fabs(x2.values[i]) + std::fabs(more);
      mean += result.sum.values[i] / static_cast<long double>(length);
    }
    long double variance = 0;
    for (size_t i = row * length; i < (row + 1) * length; ++i) {
      const long double distance = result.sum.values[i] - mean;
      variance += distance * distance / static_cast<long double>(length);
    }
    for (size_t i = 0; i < length; ++i) {
      const size_t at = row * length + i;
      const auto centred = static_cast<double>(result.sum.values[at] - mean);
      result.norm.values[at] =
          centred / std::sqrt(static_cast<double>(variance) + kEpsilon) * gamma.values[i] + beta.values[i];
    }
  }
  return result;
}

TEST_P(QuantizedLayerNorms, EveryModeAndLayout) {
  const aclDataType dtype = GetParam();
  for (const Shapes& shapes : kShapes) {
    Shape shape = shapes.rows;
    shape.insert(shape.end(), shapes.row.begin(), shapes.row.end());
    for (const int bias : {0, 1, 2}) {  // none, a row, of the whole shape
      for (const char* mode : {"static", "dynamic"}) {
        const auto trace = TraceSeed(random_);
        SCOPED_TRACE(mode);
        const bool dynamic = std::string_view(mode) == "dynamic";
        const bool divides = bias != 1;
        const Array x1 = random_.Normal(shape, dtype, 0.5, 2);
        const Array x2 = random_.Normal(shape, dtype, -1, 1);
        const Array third = random_.Normal(bias == 2 ? shape : shapes.row, dtype, 0, 1);
        const Array gamma = random_.Normal(shapes.row, ACL_FLOAT, 0, 1);
        const Array beta = random_.Normal(shapes.row, dtype, 0, 1);
        const Array scales = random_.Uniform(shapes.row, ACL_FLOAT, 0.02, 0.1);
        const Array zeros = random_.Integers(shapes.row, ACL_INT32, -20, 20);
        const size_t length = gamma.values.size();
        const Reference exact = Normalize(x1, x2, bias == 0 ? Array{} : third, gamma, beta);
        const auto scaled = [&](double one, bool each) {
          Array numbers = exact.norm;
          for (size_t i = 0; i < numbers.values.size(); ++i) {
            const double by = each ? scales.values[i % length] : one;
            const double product = divides && !dynamic ? numbers.values[i] / by : numbers.values[i] * by;
            numbers.values[i] = product + (dynamic ? 0 : each ? zeros.values[i % length] : -7);
          }
          return numbers;
        };
        constexpr double kOne = 0.0625;
        const DeviceTensor by(gamma, ACL_FLOAT);
        const DeviceTensor plus(beta, dtype);
        const DeviceTensor each(scales, ACL_FLOAT);
        const DeviceTensor one(Full({1}, kOne), dtype);
        const DeviceTensor eachZero(zeros, ACL_INT32);
        const DeviceTensor oneZero(Full({1}, -7), ACL_INT8);
        const DeviceTensor given(third, dtype);
        const Shape count{NumElements(shapes.rows)};
        for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(shape.size()).WithOffset(3)}) {
          const DeviceTensor first(x1, dtype, layout);
          const DeviceTensor second(x2, dtype, layout);
          const auto y1 = DeviceTensor::Output(shape, ACL_INT8, layout);
          const auto y2 = DeviceTensor::Output(shape, ACL_INT8);
          const auto x = DeviceTensor::Output(shape, dtype, layout);
          const auto norm = DeviceTensor::Output(shape, dtype, layout);
          const auto outScales1 = DeviceTensor::Output(count, ACL_FLOAT);
          const auto outScales2 = DeviceTensor::Output(count, ACL_FLOAT);
          Given call{.x1 = first.Get(),
                     .x2 = second.Get(),
                     .gamma = by.Get(),
                     .beta = plus.Get(),
                     .bias = bias == 0 ? nullptr : given.Get(),
                     .scales1 = each.Get(),
                     .scales2 = one.Get(),
                     .zeros1 = dynamic ? nullptr : eachZero.Get(),
                     .zeros2 = dynamic ? nullptr : oneZero.Get(),
                     .mode = mode,
                     .divides = divides,
                     .y1 = y1.Get(),
                     .y2 = y2.Get(),
                     .x = x.Get(),
                     .norm = norm.Get(),
                     .outScales1 = outScales1.Get(),
                     .outScales2 = outScales2.Get()};
          ASSERT_EQ(RunTwoPhase([&](uint64_t* size,
                                    aclOpExecutor** executor) { return PlanSecond(call, size, executor); },
                                aclnnAddLayerNormQuantV2),
                    ACL_SUCCESS)
              << LastMessage();
          if (dynamic) {
            const Array expected1 = ExpectRows(y1.Read(), scaled(0, true), length);
            const Array expected2 = ExpectRows(y2.Read(), scaled(kOne, false), length);
            EXPECT_TRUE(Near(outScales1.Read(), expected1, Tolerance::For(ACL_FLOAT, Full(count, 1), 8)));
            EXPECT_TRUE(Near(outScales2.Read(), expected2, Tolerance::For(ACL_FLOAT, Full(count, 1), 8)));
          } else {
            ExpectRounded(y1.Read(), scaled(0, true));
            ExpectRounded(y2.Read(), scaled(kOne, false));
          }
          EXPECT_TRUE(Near(x.Read(), exact.sum, Tolerance::For(dtype, exact.magnitudes)));
          Array sizes = exact.norm;
          for (size_t i = 0; i < sizes.values.size(); ++i) {
            sizes.values[i] = 8 * std::fabs(gamma.values[i % length]) + std::fabs(beta.values[i % length]);
          }
          EXPECT_TRUE(Near(norm.Read(), exact.norm, Tolerance::For(dtype, sizes, 8)));
          EXPECT_TRUE(y1.CanariesIntact() && y2.CanariesIntact() && x.CanariesIntact());
          // The first version, with the first result alone: the same numbers.
          const auto alone = DeviceTensor::Output(shape, ACL_INT8, layout);
          call.scales2 = call.zeros2 = nullptr;
          call.y1 = alone.Get();
          call.y2 = call.x = call.outScales2 = nullptr;
          call.sum = false;
          ASSERT_EQ(RunTwoPhase([&](uint64_t* size,
                                    aclOpExecutor** executor) { return PlanFirst(call, size, executor); },
                                aclnnAddLayerNormQuant),
                    ACL_SUCCESS)
              << LastMessage();
          EXPECT_EQ(alone.Bytes(), y1.Bytes());
          if (dynamic) {  // without any scales
            call.scales1 = nullptr;
            ASSERT_EQ(RunTwoPhase([&](uint64_t* size,
                                      aclOpExecutor** executor) { return PlanFirst(call, size, executor); },
                                  aclnnAddLayerNormQuant),
                      ACL_SUCCESS)
                << LastMessage();
            ExpectRows(alone.Read(), exact.norm, length);
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, QuantizedLayerNorms, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

class QuantizedLayerNormChecks : public StatusTest {};

TEST_F(QuantizedLayerNormChecks, Statuses) {
  const Descriptor x({4, 6}, ACL_FLOAT16);
  const Descriptor whole({4, 6}, ACL_INT8);
  const Descriptor row({6}, ACL_FLOAT16);
  const Descriptor wideRow({1, 6}, ACL_FLOAT);
  const Descriptor five({5}, ACL_FLOAT16);
  const Descriptor integers({6}, ACL_INT32);
  const Descriptor rows({4});
  const Given usual{.x1 = x.Get(),
                    .x2 = x.Get(),
                    .gamma = row.Get(),
                    .beta = row.Get(),
                    .scales1 = row.Get(),
                    .y1 = whole.Get(),
                    .x = x.Get()};
  const auto plan = [&](aclnnStatus status, const char* said, const auto& change) {
    Given given = usual;
    change(given);
    ExpectCall("aclnnAddLayerNormQuant", status, said,
               [&](uint64_t* size, aclOpExecutor** executor) { return PlanFirst(given, size, executor); });
    ExpectCall("aclnnAddLayerNormQuantV2", status, said,
               [&](uint64_t* size, aclOpExecutor** executor) { return PlanSecond(given, size, executor); });
  };
  plan(ACL_SUCCESS, "", [](Given&) {});
  plan(ACL_SUCCESS, "", [&](Given& given) { given.gamma = given.beta = wideRow.Get(); });
  plan(ACL_SUCCESS, "", [&](Given& given) { given.bias = wideRow.Get(); });
  plan(ACL_SUCCESS, "", [&](Given& given) { given.sum = false, given.x = nullptr; });
  plan(kNullptr, "x1", [](Given& given) { given.x1 = nullptr; });
  plan(kNullptr, "x2", [](Given& given) { given.x2 = nullptr; });
  plan(kNullptr, "gamma", [](Given& given) { given.gamma = nullptr; });
  plan(kNullptr, "beta", [](Given& given) { given.beta = nullptr; });
  plan(kNullptr, "quantMode", [](Given& given) { given.mode = nullptr; });
  plan(kNullptr, "scales1Optional", [](Given& given) { given.scales1 = nullptr; });
  plan(kNullptr, "y1Out", [](Given& given) { given.y1 = nullptr; });
  plan(kNullptr, "y2Out", [&](Given& given) { given.scales2 = row.Get(); });
  plan(kNullptr, "xOut", [](Given& given) { given.x = nullptr; });
  plan(kNullptr, "outScales1Out", [](Given& given) { given.mode = "dynamic"; });
  plan(kInvalid, "quantMode", [](Given& given) { given.mode = "other"; });
  plan(kInvalid, "x2", [&](Given& given) { given.x2 = row.Get(); });
  plan(kInvalid, "gamma", [&](Given& given) { given.gamma = five.Get(); });
  plan(kInvalid, "beta", [&](Given& given) { given.beta = five.Get(); });
  plan(kInvalid, "biasOptional", [&](Given& given) { given.bias = five.Get(); });
  plan(kInvalid, "biasOptional", [&](Given& given) { given.bias = integers.Get(); });
  plan(kInvalid, "scales1Optional", [&](Given& given) { given.scales1 = five.Get(); });
  plan(kInvalid, "scales1Optional", [&](Given& given) { given.scales1 = integers.Get(); });
  plan(kInvalid, "zeroPoints1Optional", [&](Given& given) { given.zeros1 = five.Get(); });
  plan(kInvalid, "zeroPoints2Optional", [&](Given& given) { given.zeros2 = integers.Get(); });
  plan(kInvalid, "zeroPoints2Optional", [&](Given& given) {
    given.scales2 = row.Get();
    given.y2 = whole.Get();
    given.zeros1 = integers.Get();
  });
  plan(kInvalid, "y1Out", [&](Given& given) { given.y1 = x.Get(); });
  const auto dynamic = [&](aclnnStatus status, const char* said, const auto& change) {
    plan(status, said, [&](Given& given) {
      given.mode = "dynamic";
      given.outScales1 = rows.Get();
      change(given);
    });
  };
  dynamic(ACL_SUCCESS, "", [](Given&) {});
  dynamic(ACL_SUCCESS, "", [](Given& given) { given.scales1 = nullptr; });
  dynamic(kInvalid, "outScales1Out", [&](Given& given) { given.outScales1 = row.Get(); });
  dynamic(kInvalid, "zeroPoints1Optional", [&](Given& given) { given.zeros1 = integers.Get(); });
  dynamic(kInvalid, "scales2Optional", [&](Given& given) {
    given.scales1 = nullptr;
    given.scales2 = row.Get();
    given.y2 = whole.Get();
    given.outScales2 = rows.Get();
  });
  dynamic(kNullptr, "outScales2Out", [&](Given& given) {
    given.scales2 = row.Get();
    given.y2 = whole.Get();
  });
}

}  // namespace
}  // namespace openaclnn::testing
