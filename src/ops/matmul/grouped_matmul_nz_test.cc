// SPDX-License-Identifier: Apache-2.0
//
// Products of groups with weights in FRACTAL_NZ against loops in float64, for every kind of groups and views.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grouped_matmul_weight_nz.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/fractal.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

using Tensors = std::vector<const aclTensor*>;

struct Given {
  Tensors x;
  Tensors weight;
  Tensors scale{};
  Tensors rowScale{};
  const aclTensor* groups = nullptr;
  Tensors out;
  int64_t splitItem = 3;
  int64_t groupType = 0;
  int64_t quantGroupSize = 0;
};

aclnnStatus PhaseOneOf(const Given& given, uint64_t* size, aclOpExecutor** executor) {
  const TensorList x(given.x);
  const TensorList weight(given.weight);
  const TensorList scale(given.scale);
  const TensorList rowScale(given.rowScale);
  const TensorList out(given.out);
  return aclnnGroupedMatmulWeightNzGetWorkspaceSize(
      x.Get(), weight.Get(), nullptr, given.scale.empty() ? nullptr : scale.Get(), nullptr, nullptr, nullptr,
      given.rowScale.empty() ? nullptr : rowScale.Get(), given.groups, nullptr, nullptr, nullptr,
      given.splitItem, given.groupType, 1, 0, nullptr, given.quantGroupSize, out.Get(), nullptr, nullptr,
      size, executor);
}

aclnnStatus RunGrouped(const Given& given) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) { return PhaseOneOf(given, size, executor); },
      aclnnGroupedMatmulWeightNz);
}

enum class View { kMatrices, kTransposed, kStorage };

// Matrices [..., k, n] in blocks, with numbers around them that no result may have.
std::unique_ptr<LabelledTensor> InBlocks(const Array& matrices, aclDataType dtype, View view) {
  const int64_t width = dtype == ACL_INT8 ? 32 : dtype == ACL_FLOAT ? 8 : 16;
  Array stored = matrices;
  Shape strides;
  if (view == View::kTransposed) {
    const size_t rank = matrices.shape.size();
    const int64_t k = matrices.shape[rank - 2];
    const int64_t n = matrices.shape[rank - 1];
    std::swap(stored.shape[rank - 2], stored.shape[rank - 1]);
    for (size_t i = 0; i < matrices.values.size(); ++i) {
      const auto flat = static_cast<int64_t>(i);
      const int64_t batch = flat / (k * n);
      stored.values[static_cast<size_t>((batch * n + flat % n) * k + flat / n % k)] = matrices.values[i];
    }
    strides = rank == 3 ? Shape{k * n, 1, k} : Shape{1, k};
  }
  const Array blocks = ToFractal(stored, width, 77);
  return std::make_unique<LabelledTensor>(blocks, dtype, ACL_FORMAT_FRACTAL_NZ,
                                          view == View::kStorage ? blocks.shape : matrices.shape, strides,
                                          blocks.shape);
}

// Products of rows of x, those of group g by its matrix: or of the depths of group g, [groups, rows, columns].
struct Products {
  std::vector<double> values;
  std::vector<double> magnitudes;

  void Add(const Array& x, std::pair<int64_t, int64_t> rows, std::pair<int64_t, int64_t> depths,
           const double* weight, int64_t n) {
    for (int64_t i = rows.first; i < rows.second; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        double sum = 0;
        double magnitude = 0;
        for (int64_t p = depths.first; p < depths.second; ++p) {
          const double term = x.values[static_cast<size_t>(i * x.shape[1] + p)] * weight[p * n + j];
          sum += term;
          magnitude += std::fabs(term);
        }
        values.push_back(sum);
        magnitudes.push_back(magnitude);
      }
    }
  }
};

struct Sizes {
  std::vector<int64_t> counts;
  int64_t k;
  int64_t n;
};
const std::vector<Sizes> kSizes{{{3, 0, 5, 1}, 33, 17}, {{1}, 300, 70}, {{64, 90, 2}, 257, 130}};
constexpr std::array<View, 3> kViews{View::kMatrices, View::kTransposed, View::kStorage};

Array Slice(const Array& matrices, int64_t g) {
  const int64_t size = matrices.shape[1] * matrices.shape[2];
  return MakeArray({matrices.shape[1], matrices.shape[2]},
                   {matrices.values.begin() + g * size, matrices.values.begin() + (g + 1) * size});
}

TEST(GroupedMatmulWeightNz, GroupsOfRowsOfEveryType) {
  Random random(95);
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8}) {
      for (const View view : kViews) {
        for (const bool listed : {false, true}) {
          const auto trace = TraceSeed(random);
          const auto groups = static_cast<int64_t>(sizes.counts.size());
          const int64_t m = std::accumulate(sizes.counts.begin(), sizes.counts.end(), int64_t{0});
          const bool whole = dtype == ACL_INT8;
          const aclDataType to = whole ? ACL_FLOAT16 : dtype;
          const Array x = whole ? random.Integers({m, sizes.k}, dtype, -128, 128)
                                : random.Normal({m, sizes.k}, dtype, 0, 1);
          const Shape shape{groups, sizes.k, sizes.n};
          const Array weight =
              whole ? random.Integers(shape, dtype, -128, 128) : random.Normal(shape, dtype, 0, 1);
          const Array scale = random.Uniform({groups, sizes.n}, ACL_FLOAT, 1e-5, 1e-4);
          const Array rowScale = random.Uniform({m}, ACL_FLOAT, 0.5, 2);
          Products expected;
          int64_t begin = 0;
          std::vector<std::unique_ptr<LabelledTensor>> weights;
          std::vector<DeviceTensor> scales;
          for (int64_t g = 0; g < groups; ++g) {
            const int64_t count = sizes.counts[static_cast<size_t>(g)];
            expected.Add(x, {begin, begin + count}, {0, sizes.k},
                         weight.values.data() + g * sizes.k * sizes.n, sizes.n);
            for (auto at = static_cast<size_t>(begin * sizes.n); whole && at < expected.values.size(); ++at) {
              const size_t column = at % static_cast<size_t>(sizes.n);
              expected.values[at] *= scale.values[static_cast<size_t>(g * sizes.n) + column] *
                                     rowScale.values[at / static_cast<size_t>(sizes.n)];
            }
            begin += count;
            if (listed) {
              weights.push_back(InBlocks(Slice(weight, g), dtype, view));
              scales.emplace_back(MakeArray({sizes.n}, {scale.values.begin() + g * sizes.n,
                                                        scale.values.begin() + (g + 1) * sizes.n}),
                                  ACL_FLOAT);
            }
          }
          if (!listed) {
            weights.push_back(InBlocks(weight, dtype, view));
            scales.emplace_back(scale, ACL_FLOAT);
          }
          const DeviceTensor xIn(x, dtype, Layout::Transposed(2));
          const DeviceTensor rowIn(rowScale, ACL_FLOAT);
          const DeviceTensor counts(FromIntegers({groups}, sizes.counts), ACL_INT64);
          const DeviceTensor out = DeviceTensor::Output({m, sizes.n}, to, Layout::Transposed(2));
          Given given{.x = {xIn.Get()}, .weight = {}, .groups = counts.Get(), .out = {out.Get()}};
          for (size_t i = 0; i < weights.size(); ++i) {
            given.weight.push_back(weights[i]->Get());
            if (whole) {
              given.scale.push_back(scales[i].Get());
            }
          }
          if (whole) {
            given.rowScale = {rowIn.Get()};
          }
          ASSERT_EQ(RunGrouped(given), ACL_SUCCESS) << LastMessage();
          const double terms = 4 + static_cast<double>(sizes.k) / 16;
          EXPECT_TRUE(Near(out.Read(), {{m, sizes.n}, expected.values},
                           whole ? Tolerance::For(to)
                                 : Tolerance::For(to, Array{{m, sizes.n}, expected.magnitudes}, terms)));
          EXPECT_TRUE(out.CanariesIntact());
        }
      }
    }
  }
}

TEST(GroupedMatmulWeightNz, PairsOfListsAndGroupsOfDepth) {
  Random random(97);
  for (const View view : kViews) {
    const auto trace = TraceSeed(random);
    const Array x = random.Normal({20, 90}, ACL_BF16, 0, 1);
    const Array weight = random.Normal({90, 31}, ACL_BF16, 0, 1);
    const Array narrow = random.Normal({90, 5}, ACL_BF16, 0, 1);
    const DeviceTensor xIn(x, ACL_BF16, Layout::Transposed(2));
    const auto weightIn = InBlocks(weight, ACL_BF16, view);
    const auto narrowIn = InBlocks(narrow, ACL_BF16, view);
    const DeviceTensor one = DeviceTensor::Output({20, 31}, ACL_BF16);
    const DeviceTensor two = DeviceTensor::Output({20, 5}, ACL_BF16);
    ASSERT_EQ(RunGrouped({.x = {xIn.Get(), xIn.Get()},
                          .weight = {weightIn->Get(), narrowIn->Get()},
                          .out = {one.Get(), two.Get()},
                          .splitItem = 0,
                          .groupType = -1}),
              ACL_SUCCESS)
        << LastMessage();
    Products first;
    first.Add(x, {0, 20}, {0, 90}, weight.values.data(), 31);
    EXPECT_TRUE(Near(one.Read(), {{20, 31}, first.values},
                     Tolerance::For(ACL_BF16, Array{{20, 31}, first.magnitudes})));
    Products second;
    second.Add(x, {0, 20}, {0, 90}, narrow.values.data(), 5);
    EXPECT_TRUE(Near(two.Read(), {{20, 5}, second.values},
                     Tolerance::For(ACL_BF16, Array{{20, 5}, second.magnitudes})));
    const DeviceTensor counts(FromIntegers({3}, {30, 0, 55}), ACL_INT64);
    const DeviceTensor out = DeviceTensor::Output({3, 20, 31}, ACL_BF16, Layout::Transposed(3));
    ASSERT_EQ(RunGrouped({.x = {xIn.Get()},
                          .weight = {weightIn->Get()},
                          .groups = counts.Get(),
                          .out = {out.Get()},
                          .groupType = 2}),
              ACL_SUCCESS)
        << LastMessage();
    Products parts;
    for (const auto& depths : {std::pair<int64_t, int64_t>{0, 30}, {30, 30}, {30, 85}}) {
      parts.Add(x, {0, 20}, depths, weight.values.data(), 31);
    }
    EXPECT_TRUE(Near(out.Read(), {{3, 20, 31}, parts.values},
                     Tolerance::For(ACL_BF16, Array{{3, 20, 31}, parts.magnitudes})));
  }
}

TEST(GroupedMatmulWeightNz, LabelOfAPlainWeight) {
  const DeviceTensor x(FromIntegers({2, 2}, {1, 2, 3, 4}), ACL_FLOAT);
  const LabelledTensor weight(FromIntegers({1, 2, 3}, {1, 2, 3, 4, 5, 6}), ACL_FLOAT, ACL_FORMAT_FRACTAL_NZ,
                              {1, 2, 3}, {}, {1, 2, 3});
  const DeviceTensor counts(FromIntegers({1}, {2}), ACL_INT64);
  const DeviceTensor out = DeviceTensor::Output({2, 3}, ACL_FLOAT);
  ASSERT_EQ(
      RunGrouped({.x = {x.Get()}, .weight = {weight.Get()}, .groups = counts.Get(), .out = {out.Get()}}),
      ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read().values, (std::vector<double>{9, 12, 15, 19, 26, 33}));
}

class GroupedMatmulNzStatus : public StatusTest {};

TEST_F(GroupedMatmulNzStatus, WhatDoesNotFit) {
  const Array matrices = Full({2, 20, 40}, 1);
  const auto blocks = InBlocks(matrices, ACL_FLOAT16, View::kMatrices);
  const auto one = InBlocks(Full({20, 40}, 1), ACL_FLOAT16, View::kMatrices);
  const auto other = InBlocks(Full({20, 40}, 1), ACL_FLOAT16, View::kTransposed);
  const LabelledTensor wrong(Full({2, 3, 1, 16, 16}, 1), ACL_FLOAT16, ACL_FORMAT_FRACTAL_NZ, {2, 20, 40}, {},
                             {2, 3, 1, 16, 16});
  const Descriptor x({6, 20}, ACL_FLOAT16);
  const Descriptor groups({2}, ACL_INT64);
  const Descriptor out({6, 40}, ACL_FLOAT16);
  const Given right{.x = {x.Get()}, .weight = {blocks->Get()}, .groups = groups.Get(), .out = {out.Get()}};
  const auto call = [](const Given& given) {
    return [given](uint64_t* size, aclOpExecutor** executor) { return PhaseOneOf(given, size, executor); };
  };
  constexpr const char* kName = "aclnnGroupedMatmulWeightNz";
  ExpectCall(kName, ACL_SUCCESS, "", call(right));
  Given given = right;
  given.quantGroupSize = 32;
  ExpectCall(kName, kInvalid, "quantGroupSize: expected 0", call(given));
  given = right;
  given.weight = {wrong.Get()};
  ExpectCall(kName, kInvalid, "weight[0]: expected the view of a contiguous tensor in FRACTAL_NZ",
             call(given));
  given.weight = {one->Get(), other->Get()};
  ExpectCall(kName, kInvalid, "weight[1]: expected weights that are all arranged alike", call(given));
  given.weight = {nullptr};
  ExpectCall(kName, kNullptr, "weight[0]:", call(given));
}

}  // namespace
}  // namespace openaclnn::testing
