// SPDX-License-Identifier: Apache-2.0
//
// Products of groups against loops in float64; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_grouped_matmul.h"
#include "aclnnop/aclnn_grouped_matmul_v2.h"
#include "aclnnop/aclnn_grouped_matmul_v3.h"
#include "aclnnop/aclnn_grouped_matmul_v4.h"
#include "aclnnop/aclnn_grouped_matmul_v5.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

using Tensors = std::vector<const aclTensor*>;

// What differs between calls.
struct Given {
  Tensors x;
  Tensors weight;
  Tensors bias{};
  Tensors scale{};
  Tensors rowScale{};
  const aclTensor* groups = nullptr;
  Tensors out;
  int64_t splitItem = 3;
  int64_t groupType = 0;
  int64_t listType = 1;
  int64_t actType = 0;
  Tensors antiquant{};
};

aclnnStatus PhaseOneOf(bool fifth, const Given& given, uint64_t* size, aclOpExecutor** executor) {
  const TensorList x(given.x);
  const TensorList weight(given.weight);
  const TensorList bias(given.bias);
  const TensorList scale(given.scale);
  const TensorList rowScale(given.rowScale);
  const TensorList out(given.out);
  const TensorList antiquant(given.antiquant);
  const auto orNull = [](const Tensors& tensors, const TensorList& list) {
    return tensors.empty() ? nullptr : list.Get();
  };
  return fifth ? aclnnGroupedMatmulV5GetWorkspaceSize(
                     orNull(given.x, x), orNull(given.weight, weight), orNull(given.bias, bias),
                     orNull(given.scale, scale), nullptr, orNull(given.antiquant, antiquant), nullptr,
                     orNull(given.rowScale, rowScale), given.groups, nullptr, nullptr, nullptr,
                     given.splitItem, given.groupType, given.listType, given.actType, nullptr,
                     orNull(given.out, out), nullptr, nullptr, size, executor)
               : aclnnGroupedMatmulV4GetWorkspaceSize(
                     orNull(given.x, x), orNull(given.weight, weight), orNull(given.bias, bias),
                     orNull(given.scale, scale), nullptr, orNull(given.antiquant, antiquant), nullptr,
                     orNull(given.rowScale, rowScale), given.groups, nullptr, nullptr, nullptr,
                     given.splitItem, given.groupType, given.listType, given.actType, orNull(given.out, out),
                     nullptr, nullptr, size, executor);
}

aclnnStatus RunGrouped(bool fifth, const Given& given) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) { return PhaseOneOf(fifth, given, size, executor); },
      fifth ? aclnnGroupedMatmulV5 : aclnnGroupedMatmulV4);
}

// One product; rows [begin, end) of x by a matrix at `weight`, and the magnitudes of its terms.
struct Product {
  std::vector<double> values;
  std::vector<double> magnitudes;
};
void Append(Product& product, const Array& x, int64_t begin, int64_t end, const double* weight, int64_t n,
            const double* bias) {
  const int64_t k = x.shape[1];
  for (int64_t i = begin; i < end; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      double sum = bias == nullptr ? 0 : bias[j];
      double magnitude = std::fabs(sum);
      for (int64_t p = 0; p < k; ++p) {
        const double term = x.values[static_cast<size_t>(i * k + p)] * weight[p * n + j];
        sum += term;
        magnitude += std::fabs(term);
      }
      product.values.push_back(sum);
      product.magnitudes.push_back(magnitude);
    }
  }
}

struct Sizes {
  std::vector<int64_t> counts;
  int64_t k;
  int64_t n;
};
const std::vector<Sizes> kSizes{
    {{3, 0, 5, 1}, 33, 17}, {{1}, 300, 70}, {{64, 100, 2}, 257, 129}, {{0, 0}, 8, 8}};

Array GroupsOf(const std::vector<int64_t>& counts, int64_t listType) {
  std::vector<int64_t> values = counts;
  if (listType == 0) {
    std::partial_sum(values.begin(), values.end(), values.begin());
  }
  const auto groups = static_cast<int64_t>(counts.size());
  if (listType < 2) {
    return FromIntegers({groups}, values);
  }
  std::vector<int64_t> pairs;
  for (size_t g = 0; g < counts.size(); ++g) {
    pairs.insert(pairs.end(), {static_cast<int64_t>(g), counts[g]});
  }
  return FromIntegers({groups, 2}, pairs);
}

TEST(GroupedMatmul, RowsOfEveryType) {
  Random random(91);
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const int64_t listType : {0, 1, 2}) {
        for (const bool listed : {false, true}) {
          const auto trace = TraceSeed(random);
          const auto groups = static_cast<int64_t>(sizes.counts.size());
          const int64_t used = std::accumulate(sizes.counts.begin(), sizes.counts.end(), int64_t{0});
          const int64_t m = listed ? used : used + 2;  // rows behind the last group
          const Array x = random.Normal({m, sizes.k}, dtype, 0, 1);
          const Array weight = random.Normal({groups, sizes.k, sizes.n}, dtype, 0, 1);
          const aclDataType biasType = dtype == ACL_BF16 ? ACL_FLOAT : dtype;
          const Array bias = random.Normal({groups, sizes.n}, biasType, 0, 1);
          const DeviceTensor xIn(x, dtype, Layout::Transposed(2));
          const DeviceTensor weightIn(weight, dtype, Layout::Permuted({0, 2, 1}));
          const DeviceTensor biasIn(bias, biasType);
          const DeviceTensor groupsIn(GroupsOf(sizes.counts, listType), ACL_INT64);
          std::vector<DeviceTensor> weights;
          std::vector<DeviceTensor> outs;
          Given given{.x = {xIn.Get()},
                      .weight = {weightIn.Get()},
                      .bias = {biasIn.Get()},
                      .groups = groupsIn.Get(),
                      .out = {}};
          given.listType = listType;
          given.splitItem = listed ? 0 : 2;
          Product product;
          int64_t begin = 0;
          for (int64_t g = 0; g < groups; ++g) {
            const auto at = static_cast<size_t>(g);
            const auto place = static_cast<ptrdiff_t>(g * sizes.k * sizes.n);
            Append(product, x, begin, begin + sizes.counts[at], weight.values.data() + place, sizes.n,
                   bias.values.data() + g * sizes.n);
            begin += sizes.counts[at];
            if (listed) {
              const Array one = MakeArray(
                  {sizes.k, sizes.n},
                  {weight.values.begin() + place, weight.values.begin() + place + sizes.k * sizes.n});
              weights.emplace_back(one, dtype);
              outs.push_back(DeviceTensor::Output({sizes.counts[at], sizes.n}, dtype, Layout::Transposed(2)));
            }
          }
          if (listed) {
            given.weight.clear();
            for (size_t g = 0; g < weights.size(); ++g) {
              given.weight.push_back(weights[g].Get());
              given.out.push_back(outs[g].Get());
            }
          } else {
            outs.push_back(DeviceTensor::Output({m, sizes.n}, dtype));
            given.out = {outs[0].Get()};
          }
          ASSERT_EQ(RunGrouped(listType == 1, given), ACL_SUCCESS) << LastMessage();
          std::vector<double> values;
          for (const DeviceTensor& out : outs) {
            const Array read = out.Read();
            values.insert(values.end(), read.values.begin(), read.values.end());
            EXPECT_TRUE(out.CanariesIntact());
          }
          if (!listed) {  // rows of no group
            product.values.resize(values.size(), 0);
            product.magnitudes.resize(values.size(), 0);
          }
          const Shape shape{static_cast<int64_t>(values.size())};
          const double terms = 4 + static_cast<double>(sizes.k) / 16;
          EXPECT_TRUE(Near({shape, values}, {shape, product.values},
                           Tolerance::For(dtype, Array{shape, product.magnitudes}, terms)));
        }
      }
    }
  }
}

TEST(GroupedMatmul, PairsOfListsAndGroupsOfDepth) {
  Random random(92);
  const Array x = random.Normal({20, 90}, ACL_FLOAT16, 0, 1);
  const Array weight = random.Normal({90, 31}, ACL_FLOAT16, 0, 1);
  const DeviceTensor xIn(x, ACL_FLOAT16, Layout::Transposed(2));
  const DeviceTensor weightIn(weight, ACL_FLOAT16);
  const DeviceTensor one = DeviceTensor::Output({20, 31}, ACL_FLOAT16);
  const DeviceTensor two = DeviceTensor::Output({20, 31}, ACL_FLOAT16);
  Given pairs{
      .x = {xIn.Get(), xIn.Get()}, .weight = {weightIn.Get(), weightIn.Get()}, .out = {one.Get(), two.Get()}};
  pairs.groupType = -1;
  pairs.splitItem = 0;
  ASSERT_EQ(RunGrouped(false, pairs), ACL_SUCCESS) << LastMessage();
  Product whole;
  Append(whole, x, 0, 20, weight.values.data(), 31, nullptr);
  for (const DeviceTensor* out : {&one, &two}) {
    EXPECT_TRUE(Near(out->Read(), {{20, 31}, whole.values},
                     Tolerance::For(ACL_FLOAT16, Array{{20, 31}, whole.magnitudes})));
  }
  const std::vector<int64_t> counts{30, 0, 55};  // not all of the depth
  const DeviceTensor groups(GroupsOf(counts, 1), ACL_INT64);
  const DeviceTensor out = DeviceTensor::Output({3, 20, 31}, ACL_FLOAT16, Layout::Transposed(3));
  Given depth{.x = {xIn.Get()}, .weight = {weightIn.Get()}, .groups = groups.Get(), .out = {out.Get()}};
  depth.groupType = 2;
  ASSERT_EQ(RunGrouped(true, depth), ACL_SUCCESS) << LastMessage();
  Product product;
  int64_t begin = 0;
  for (const int64_t count : counts) {
    Array part{{20, count}, {}};
    for (int64_t i = 0; i < 20; ++i) {
      for (int64_t p = begin; p < begin + count; ++p) {
        part.values.push_back(x.values[static_cast<size_t>(i * 90 + p)]);
      }
    }
    Append(product, part, 0, 20, weight.values.data() + begin * 31, 31, nullptr);
    begin += count;
  }
  EXPECT_TRUE(Near(out.Read(), {{3, 20, 31}, product.values},
                   Tolerance::For(ACL_FLOAT16, Array{{3, 20, 31}, product.magnitudes})));
}

TEST(GroupedMatmul, QuantizedRows) {
  Random random(93);
  const Sizes sizes{{3, 0, 66, 1}, 300, 70};
  const Array x = random.Integers({72, 300}, ACL_INT8, -128, 128);
  const Array weight = random.Integers({4, 300, 70}, ACL_INT8, -128, 128);
  const Array bias = random.Integers({4, 70}, ACL_INT32, -999, 999);
  const Array scale = random.Uniform({4, 70}, ACL_BF16, 1e-4, 1e-3);
  const Array rowScale = random.Uniform({72}, ACL_FLOAT, 0.5, 2);
  for (const aclDataType to : {ACL_FLOAT16, ACL_BF16, ACL_INT32}) {
    const DeviceTensor xIn(x, ACL_INT8);
    const DeviceTensor weightIn(weight, ACL_INT8, Layout::Permuted({0, 2, 1}));
    const DeviceTensor biasIn(bias, ACL_INT32);
    const DeviceTensor scaleIn(scale, ACL_BF16);
    const DeviceTensor rowIn(rowScale, ACL_FLOAT);
    const DeviceTensor groups(GroupsOf(sizes.counts, 0), ACL_INT64);
    const DeviceTensor out = DeviceTensor::Output({72, 70}, to);
    Given given{.x = {xIn.Get()},
                .weight = {weightIn.Get()},
                .bias = {biasIn.Get()},
                .groups = groups.Get(),
                .out = {out.Get()}};
    if (to != ACL_INT32) {
      given.scale = {scaleIn.Get()};
      given.rowScale = {rowIn.Get()};
    }
    given.listType = 0;
    ASSERT_EQ(RunGrouped(true, given), ACL_SUCCESS) << LastMessage();
    Product product;
    int64_t begin = 0;
    for (size_t g = 0; g < 4; ++g) {
      Append(product, x, begin, begin + sizes.counts[g], weight.values.data() + g * 300 * 70, 70,
             bias.values.data() + g * 70);
      for (int64_t i = begin * 70; to != ACL_INT32 && i < (begin + sizes.counts[g]) * 70; ++i) {
        product.values[static_cast<size_t>(i)] *=
            scale.values[g * 70 + static_cast<size_t>(i % 70)] * rowScale.values[static_cast<size_t>(i / 70)];
      }
      begin += sizes.counts[g];
    }
    const std::vector<double> values = out.Read().values;
    product.values.resize(values.size(), 0);
    const Shape shape{static_cast<int64_t>(values.size())};
    EXPECT_TRUE(Near({shape, values}, {shape, product.values},
                     to == ACL_INT32 ? Tolerance::Exact(to) : Tolerance::For(to)));
  }
}

TEST(GroupedMatmul, GroupsThatDoNotFit) {
  const DeviceTensor x(Full({5, 4}, 1), ACL_FLOAT);
  const DeviceTensor weight(Full({2, 4, 3}, 1), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({5, 3}, ACL_FLOAT);
  const std::vector<uint8_t> bytes = out.Bytes();
  for (const std::vector<int64_t>& values : {std::vector<int64_t>{2, 4}, {-1, 2}, {6, 0}}) {
    const DeviceTensor groups(FromIntegers({2}, values), ACL_INT64);
    EXPECT_EQ(
        RunGrouped(true,
                   {.x = {x.Get()}, .weight = {weight.Get()}, .groups = groups.Get(), .out = {out.Get()}}),
        507035);
    EXPECT_NE(LastMessage().find("groupList: expected groups"), std::string::npos) << LastMessage();
    EXPECT_EQ(out.Bytes(), bytes);
  }
}

// The first versions give what the fourth does, whose results are compared with loops above.
TEST(GroupedMatmul, FirstVersions) {
  Random random(96);
  const std::vector<int64_t> ends{3, 3, 10};
  aclIntArray* const list = aclCreateIntArray(ends.data(), ends.size());
  const DeviceTensor groups(FromIntegers({3}, ends), ACL_INT64);
  for (const int64_t groupType : {0, 2}) {
    const Array x = random.Normal({12, 12}, ACL_FLOAT16, 0, 1);
    const Array weight = random.Normal(groupType == 0 ? Shape{3, 12, 7} : Shape{12, 7}, ACL_FLOAT16, 0, 1);
    const Shape shape = groupType == 0 ? Shape{12, 7} : Shape{3, 12, 7};
    const DeviceTensor xIn(x, ACL_FLOAT16, Layout::Transposed(2));
    const DeviceTensor weightIn(weight, ACL_FLOAT16);
    const TensorList xs({xIn.Get()});
    const TensorList weights({weightIn.Get()});
    const auto expected = DeviceTensor::Output(shape, ACL_FLOAT16);
    Given given{
        .x = {xIn.Get()}, .weight = {weightIn.Get()}, .groups = groups.Get(), .out = {expected.Get()}};
    given.groupType = groupType;
    given.listType = 0;
    ASSERT_EQ(RunGrouped(false, given), ACL_SUCCESS) << LastMessage();
    for (const int version : {1, 2, 3}) {
      if (version == 1 && groupType != 0) {
        continue;  // it has groups of rows alone
      }
      const auto y = DeviceTensor::Output(shape, ACL_FLOAT16);
      const TensorList ys({y.Get()});
      constexpr std::array<PhaseTwo, 3> kRuns{aclnnGroupedMatmul, aclnnGroupedMatmulV2, aclnnGroupedMatmulV3};
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      switch (version) {
                        case 1:
                          return aclnnGroupedMatmulGetWorkspaceSize(xs.Get(), weights.Get(), nullptr, nullptr,
                                                                    nullptr, nullptr, nullptr, list, 3,
                                                                    ys.Get(), size, executor);
                        case 2:
                          return aclnnGroupedMatmulV2GetWorkspaceSize(
                              xs.Get(), weights.Get(), nullptr, nullptr, nullptr, nullptr, nullptr, list, 3,
                              groupType, ys.Get(), size, executor);
                        default:
                          return aclnnGroupedMatmulV3GetWorkspaceSize(
                              xs.Get(), weights.Get(), nullptr, nullptr, nullptr, nullptr, nullptr,
                              groups.Get(), 3, groupType, ys.Get(), size, executor);
                      }
                    },
                    kRuns[static_cast<size_t>(version - 1)]),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(y.Read(), expected.Read(), Tolerance::Exact(ACL_FLOAT16)));
    }
  }
  aclDestroyIntArray(list);
}

// Without groups, pairs of tensors; and ends that do not fit are refused in phase one.
TEST(GroupedMatmul, FirstVersionsWithoutGroups) {
  Random random(97);
  const Array x = random.Normal({5, 8}, ACL_FLOAT, 0, 1);
  const Array weight = random.Normal({8, 3}, ACL_FLOAT, 0, 1);
  const DeviceTensor xIn(x, ACL_FLOAT);
  const DeviceTensor weightIn(weight, ACL_FLOAT);
  const auto y = DeviceTensor::Output({5, 3}, ACL_FLOAT);
  const TensorList xs({xIn.Get()});
  const TensorList weights({weightIn.Get()});
  const TensorList ys({y.Get()});
  const auto phaseOne = [&](const aclIntArray* list, uint64_t* size, aclOpExecutor** executor) {
    return aclnnGroupedMatmulGetWorkspaceSize(xs.Get(), weights.Get(), nullptr, nullptr, nullptr, nullptr,
                                              nullptr, list, 0, ys.Get(), size, executor);
  };
  ASSERT_EQ(
      RunTwoPhase([&](uint64_t* size, aclOpExecutor** executor) { return phaseOne(nullptr, size, executor); },
                  aclnnGroupedMatmul),
      ACL_SUCCESS)
      << LastMessage();
  Product product;
  Append(product, x, 0, 5, weight.values.data(), 3, nullptr);
  EXPECT_TRUE(Near(y.Read(), {{5, 3}, product.values},
                   Tolerance::For(ACL_FLOAT, Array{{5, 3}, product.magnitudes}, 5)));
  for (const std::vector<int64_t>& ends : {std::vector<int64_t>{6}, {3, 2}, {-1}}) {
    aclIntArray* const list = aclCreateIntArray(ends.data(), ends.size());
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(phaseOne(list, &size, &executor), kInvalid);
    EXPECT_NE(RecentMessage().find("groupListOptional: expected ends of groups"), std::string::npos);
    aclDestroyIntArray(list);
  }
}

class GroupedMatmulStatus : public StatusTest {
 protected:
  void Expect(aclnnStatus status, const Given& given, const char* said) {
    ExpectCall("aclnnGroupedMatmulV5", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return PhaseOneOf(true, given, size, executor);
    });
  }
};

TEST_F(GroupedMatmulStatus, All) {
  const Descriptor x({5, 4});
  const Descriptor halfX({5, 4}, ACL_FLOAT16);
  const Descriptor weight({2, 4, 3});
  const Descriptor matrix({4, 3});
  const Descriptor vector({3});
  const Descriptor bias({2, 3});
  const Descriptor groups({2}, ACL_INT64);
  const Descriptor shortGroups({2}, ACL_INT32);
  const Descriptor out({5, 3});
  const Descriptor eight({5, 4}, ACL_INT8);
  const Descriptor eightWeight({2, 4, 3}, ACL_INT8);
  const Given good{.x = {x.Get()},
                   .weight = {weight.Get()},
                   .bias = {bias.Get()},
                   .groups = groups.Get(),
                   .out = {out.Get()}};
  Expect(ACL_SUCCESS, good, "");
  const auto expect = [&](aclnnStatus status, const char* said, const auto& change) {
    Given given = good;
    change(given);
    Expect(status, given, said);
  };
  expect(kNullptr, "x:", [](Given& g) { g.x.clear(); });
  expect(kNullptr, "weight:", [](Given& g) { g.weight.clear(); });
  expect(kNullptr, "out:", [](Given& g) { g.out.clear(); });
  expect(kNullptr, "groupListOptional:", [](Given& g) { g.groups = nullptr; });
  expect(kNullptr, "x[0]:", [](Given& g) { g.x = {nullptr}; });
  expect(kInvalid, "groupType: expected -1, 0 or 2", [](Given& g) { g.groupType = 1; });
  expect(kInvalid, "splitItem: expected 0 to 3", [](Given& g) { g.splitItem = 4; });
  expect(kInvalid, "groupListType: expected 0, 1 or 2", [](Given& g) { g.listType = 3; });
  expect(kInvalid, "actType: expected 0", [](Given& g) { g.actType = 1; });
  expect(kInvalid, "antiquantScaleOptional: expected null", [&](Given& g) { g.antiquant = {bias.Get()}; });
  expect(kInvalid, "weight[0]: expected the dtype of x[0]", [&](Given& g) { g.x = {halfX.Get()}; });
  expect(kInvalid, "weight[0]: expected shape [groups, columns of x, n]",
         [&](Given& g) { g.x = {out.Get()}; });
  expect(kInvalid, "weight: expected one tensor for all groups",
         [&](Given& g) { g.weight = {matrix.Get()}; });
  expect(kInvalid, "weight: expected matrices", [&](Given& g) { g.weight = {vector.Get()}; });
  expect(kInvalid, "groupListOptional: expected dtype INT64",
         [&](Given& g) { g.groups = shortGroups.Get(); });
  expect(kInvalid, "biasOptional: expected one tensor", [&](Given& g) { g.bias = {vector.Get()}; });
  expect(kInvalid, "out[0]: expected dim 1", [&](Given& g) { g.out = {x.Get()}; });
  expect(kInvalid, "out: expected one for each group", [](Given& g) { g.splitItem = 0; });
  expect(kInvalid, "scaleOptional: expected null", [&](Given& g) { g.scale = {bias.Get()}; });
  expect(kInvalid, "scaleOptional: expected scales", [&](Given& g) {
    g.x = {eight.Get()};
    g.weight = {eightWeight.Get()};
    g.bias.clear();
  });
}

}  // namespace
}  // namespace openaclnn::testing
