// SPDX-License-Identifier: Apache-2.0
//
// aclnnFFN, V2 and V3 against loops over rows in float64; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "aclnnop/aclnn_ffn.h"
#include "aclnnop/aclnn_ffn_v2.h"
#include "aclnnop/aclnn_ffn_v3.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

struct Given {
  const aclTensor* x = nullptr;
  const aclTensor* weight1 = nullptr;
  const aclTensor* weight2 = nullptr;
  const aclTensor* bias1 = nullptr;
  const aclTensor* bias2 = nullptr;
  const char* activation = "relu";
  const aclTensor* y = nullptr;
  const aclIntArray* list = nullptr;
  const aclTensor* tokens = nullptr;
  int version = 1;
  bool ends = false;
  const aclTensor* scale = nullptr;
  int64_t innerPrecise = 0;
};

aclnnStatus PhaseOneOf(const Given& given, uint64_t* size, aclOpExecutor** executor) {
  const auto& [x, w1, w2, b1, b2, act, y, list, tokens, version, ends, scale, precise] = given;
  if (version == 1) {
    return aclnnFFNGetWorkspaceSize(x, w1, w2, list, b1, b2, scale, nullptr, nullptr, nullptr, nullptr,
                                    nullptr, nullptr, nullptr, act, precise, y, size, executor);
  }
  if (version == 2) {
    return aclnnFFNV2GetWorkspaceSize(x, w1, w2, list, b1, b2, scale, nullptr, nullptr, nullptr, nullptr,
                                      nullptr, nullptr, nullptr, act, precise, ends, y, size, executor);
  }
  return aclnnFFNV3GetWorkspaceSize(x, w1, w2, tokens, b1, b2, scale, nullptr, nullptr, nullptr, nullptr,
                                    nullptr, nullptr, nullptr, act, precise, ends, y, size, executor);
}

aclnnStatus RunOf(const Given& given) {
  const auto phaseTwo = given.version == 1 ? aclnnFFN : given.version == 2 ? aclnnFFNV2 : aclnnFFNV3;
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) { return PhaseOneOf(given, size, executor); }, phaseTwo);
}

double Sigmoid(double number) {
  return 1 / (1 + std::exp(-number));
}
double Activated(std::string_view name, double number) {
  if (name == "relu" || name == "reglu") {
    return number < 0 ? 0 : number;
  }
  if (name == "gelu" || name == "geglu") {
    constexpr double kRoot = 0.7978845608028654;  // of 2 / pi
    return 0.5 * number * (1 + std::tanh(kRoot * (number + 0.044715 * number * number * number)));
  }
  return number * Sigmoid(name == "fastgelu" ? 1.702 * number : number);
}

struct Sizes {
  std::vector<int64_t> counts;  // rows of experts
  int64_t depth;
  int64_t between;
  int64_t columns;
};

struct Arrays {
  Array x;
  Array weight1;
  Array weight2;
  Array bias1;
  Array bias2;
};

Arrays Draw(Random& random, const Sizes& sizes, bool gated, aclDataType dtype, aclDataType bias) {
  const auto experts = static_cast<int64_t>(sizes.counts.size());
  const int64_t rows = std::accumulate(sizes.counts.begin(), sizes.counts.end(), int64_t{0});
  const int64_t wide = gated ? 2 * sizes.between : sizes.between;
  return {random.Normal({rows, sizes.depth}, dtype, 0, 1),
          random.Normal({experts, sizes.depth, wide}, dtype, 0, 0.3),
          random.Normal({experts, sizes.between, sizes.columns}, dtype, 0, 0.3),
          random.Normal({experts, wide}, bias, 0, 1), random.Normal({experts, sizes.columns}, bias, 0, 1)};
}

// The result, and how large the terms are that errors of the first products go into.
std::array<Array, 2> Expected(const Sizes& sizes, const Arrays& given, std::string_view name, bool biased) {
  const bool gated = name == "reglu" || name == "geglu" || name == "swiglu";
  const int64_t wide = gated ? 2 * sizes.between : sizes.between;
  const Shape shape{given.x.shape[0], sizes.columns};
  std::array<Array, 2> result{Full(shape, 0), Full(shape, 0)};
  int64_t row = 0;
  for (size_t expert = 0; expert < sizes.counts.size(); ++expert) {
    const auto e = static_cast<int64_t>(expert);
    for (int64_t r = 0; r < sizes.counts[expert]; ++r, ++row) {
      std::vector<double> sums(static_cast<size_t>(wide), 0);
      std::vector<double> sizesOf(static_cast<size_t>(wide), 0);
      for (int64_t j = 0; j < wide; ++j) {
        double& sum = sums[static_cast<size_t>(j)];
        sum = biased ? given.bias1.values[static_cast<size_t>(e * wide + j)] : 0;
        sizesOf[static_cast<size_t>(j)] = std::fabs(sum);
        for (int64_t k = 0; k < sizes.depth; ++k) {
          const double term = given.x.values[static_cast<size_t>(row * sizes.depth + k)] *
                              given.weight1.values[static_cast<size_t>((e * sizes.depth + k) * wide + j)];
          sum += term;
          sizesOf[static_cast<size_t>(j)] += std::fabs(term);
        }
      }
      for (int64_t j = 0; j < sizes.columns; ++j) {
        const auto at = static_cast<size_t>(row * sizes.columns + j);
        result[0].values[at] = biased ? given.bias2.values[static_cast<size_t>(e * sizes.columns + j)] : 0;
        result[1].values[at] = std::fabs(result[0].values[at]);
        for (int64_t k = 0; k < sizes.between; ++k) {
          const auto one = static_cast<size_t>(k);
          const auto other = static_cast<size_t>(k + sizes.between);
          const double gate = gated ? sums[other] : 1;
          const double weight =
              given.weight2.values[static_cast<size_t>((e * sizes.between + k) * sizes.columns + j)];
          result[0].values[at] += Activated(name, sums[one]) * gate * weight;
          const double most = sizesOf[one] * (gated ? sizesOf[other] : 1.0);
          result[1].values[at] += most * std::fabs(weight);
        }
      }
    }
  }
  return result;
}

// A call with x, and y in each layout.
void ExpectResult(const Array& expected, const Array& magnitudes, const Array& rows, aclDataType dtype,
                  const Given& given) {
  ExpectInEachLayout(expected, Tolerance::For(dtype, magnitudes),
                     [&](const Layout& layout, const DeviceTensor& out) {
                       const DeviceTensor x(rows, dtype, layout);
                       Given all = given;
                       all.x = x.Get();
                       all.y = out.Get();
                       return RunOf(all);
                     });
}

constexpr std::array<const char*, 7> kActivations{"relu",  "gelu",  "fastgelu", "silu",
                                                  "reglu", "geglu", "swiglu"};

TEST(Ffn, EveryActivationTypeAndVersion) {
  Random random(79);
  const std::vector<Sizes> all{{{17}, 33, 40, 21}, {{3, 0, 30, 1}, 16, 70, 16}, {{1}, 300, 9, 2}};
  for (const Sizes& sizes : all) {
    for (const char* activation : kActivations) {
      for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
        for (const int version : {1, 2, 3}) {
          const auto trace = TraceSeed(random);
          SCOPED_TRACE(activation);
          const bool gated = std::string_view(activation).ends_with("glu");
          const bool biased = version != 2;
          const aclDataType biasType = version == 3 ? ACL_FLOAT : dtype;
          const Arrays arrays = Draw(random, sizes, gated, dtype, biasType);
          const auto [expected, magnitudes] = Expected(sizes, arrays, activation, biased);
          std::vector<int64_t> list = sizes.counts;
          if (version == 2) {
            std::partial_sum(list.begin(), list.end(), list.begin());
          }
          const IntArray tokens(list);
          const auto experts = static_cast<int64_t>(sizes.counts.size());
          const DeviceTensor counts(FromIntegers({experts}, list), ACL_INT64);
          const DeviceTensor weight1(arrays.weight1, dtype, Layout::Permuted({0, 2, 1}));
          const DeviceTensor weight2(arrays.weight2, dtype);
          const DeviceTensor bias1(arrays.bias1, biasType, Layout::Transposed(2));
          const DeviceTensor bias2(arrays.bias2, biasType);
          ExpectResult(expected, magnitudes, arrays.x, dtype,
                       {.weight1 = weight1.Get(),
                        .weight2 = weight2.Get(),
                        .bias1 = biased ? bias1.Get() : nullptr,
                        .bias2 = biased ? bias2.Get() : nullptr,
                        .activation = activation,
                        .list = tokens.Get(),
                        .tokens = counts.Get(),
                        .version = version,
                        .ends = version == 2});
        }
      }
    }
  }
}

// Dims of x before the last are rows, in any layout.
TEST(Ffn, RowsOfSeveralDims) {
  Random random(80);
  const Sizes sizes{{24}, 9, 14, 5};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
    Arrays arrays = Draw(random, sizes, false, dtype, dtype);
    auto [expected, magnitudes] = Expected(sizes, arrays, "silu", true);
    arrays.x.shape = {2, 3, 4, 9};
    expected.shape = {2, 3, 4, 5};
    magnitudes.shape = expected.shape;
    for (Array* array : {&arrays.weight1, &arrays.weight2, &arrays.bias1, &arrays.bias2}) {
      array->shape.erase(array->shape.begin());
    }
    const DeviceTensor weight1(arrays.weight1, dtype);
    const DeviceTensor weight2(arrays.weight2, dtype);
    const DeviceTensor bias1(arrays.bias1, dtype);
    const DeviceTensor bias2(arrays.bias2, dtype);
    ExpectResult(expected, magnitudes, arrays.x, dtype,
                 {.weight1 = weight1.Get(),
                  .weight2 = weight2.Get(),
                  .bias1 = bias1.Get(),
                  .bias2 = bias2.Get(),
                  .activation = "silu"});
  }
}

TEST(Ffn, RowsOfNoExpert) {
  const DeviceTensor x(Full({3, 1}, 1), ACL_FLOAT);
  const DeviceTensor weight(Full({1, 1, 1}, 2), ACL_FLOAT);
  const DeviceTensor y = DeviceTensor::Output({3, 1}, ACL_FLOAT);
  Given given{.x = x.Get(), .weight1 = weight.Get(), .weight2 = weight.Get(), .y = y.Get(), .version = 3};
  const DeviceTensor two(FromIntegers({1}, {2}), ACL_INT64);
  given.tokens = two.Get();
  ASSERT_EQ(RunOf(given), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(y.Read().values, (std::vector<double>{4, 4, 0}));
  const DeviceTensor four(FromIntegers({1}, {4}), ACL_INT64);
  given.tokens = four.Get();
  EXPECT_EQ(RunOf(given), 507035);
  EXPECT_EQ(y.Read().values, (std::vector<double>{4, 4, 0}));
}

class FfnChecks : public StatusTest {};

TEST_F(FfnChecks, Statuses) {
  const Descriptor x({6, 3});
  const Descriptor weight1({2, 3, 8});
  const Descriptor weight2({2, 8, 5});
  const Descriptor bias1({2, 8});
  const Descriptor bias2({2, 5});
  const Descriptor y({6, 5});
  const Descriptor tokens({2}, ACL_INT64);
  const IntArray list({2, 4});
  const Given usual{.x = x.Get(),
                    .weight1 = weight1.Get(),
                    .weight2 = weight2.Get(),
                    .bias1 = bias1.Get(),
                    .bias2 = bias2.Get(),
                    .y = y.Get(),
                    .list = list.Get(),
                    .version = 2};
  const auto plan = [&](aclnnStatus status, const char* said, const auto& change) {
    Given given = usual;
    change(given);
    ExpectCall("aclnnFFN", status, said,
               [&](uint64_t* size, aclOpExecutor** executor) { return PhaseOneOf(given, size, executor); });
  };
  const Descriptor gated({2, 4, 5});
  const Descriptor half({6, 3}, ACL_FLOAT16);
  const IntArray less({2, 3});
  const IntArray more({2, 5});
  const IntArray negative({-1, 7});
  const IntArray ends({6, 2});
  plan(ACL_SUCCESS, "", [](Given&) {});
  plan(ACL_SUCCESS, "", [&](Given& given) {
    given.activation = "geglu";
    given.weight2 = gated.Get();
  });
  plan(kNullptr, "x", [](Given& given) { given.x = nullptr; });
  plan(kNullptr, "weight1", [](Given& given) { given.weight1 = nullptr; });
  plan(kNullptr, "weight2", [](Given& given) { given.weight2 = nullptr; });
  plan(kNullptr, "activation", [](Given& given) { given.activation = nullptr; });
  plan(kNullptr, "y", [](Given& given) { given.y = nullptr; });
  plan(kInvalid, "activation", [](Given& given) { given.activation = "tanh"; });
  plan(kInvalid, "innerPrecise", [](Given& given) { given.innerPrecise = 2; });
  plan(kInvalid, "scale", [&](Given& given) { given.scale = x.Get(); });
  plan(kInvalid, "weight1", [&](Given& given) { given.x = half.Get(); });
  plan(kInvalid, "weight2", [](Given& given) { given.activation = "swiglu"; });
  plan(kInvalid, "weight1", [&](Given& given) { given.weight1 = weight2.Get(); });
  plan(kInvalid, "weight1", [](Given& given) { given.list = nullptr; });
  plan(kInvalid, "bias1", [&](Given& given) { given.bias1 = bias2.Get(); });
  plan(kInvalid, "bias2", [&](Given& given) { given.bias2 = bias1.Get(); });
  plan(kInvalid, "y", [&](Given& given) { given.y = x.Get(); });
  for (const IntArray* wrong : {&less, &more, &negative}) {
    plan(kInvalid, "expertTokens", [&](Given& given) { given.list = wrong->Get(); });
  }
  plan(kInvalid, "expertTokens", [&](Given& given) {
    given.list = ends.Get();
    given.ends = true;
  });
  plan(ACL_SUCCESS, "", [&](Given& given) {
    given.version = 3;
    given.tokens = tokens.Get();
  });
  plan(kInvalid, "expertTokensOptional", [&](Given& given) {
    given.version = 3;
    given.tokens = y.Get();
  });
  const Descriptor three({3}, ACL_INT64);
  plan(kInvalid, "weight1", [&](Given& given) {
    given.version = 3;
    given.tokens = three.Get();
  });
}

}  // namespace
}  // namespace openaclnn::testing
