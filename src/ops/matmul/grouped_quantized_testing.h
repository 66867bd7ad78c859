// SPDX-License-Identifier: Apache-2.0
//
// Quantized factors of grouped products for tests, and weights as they may lie in memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "tests/support/device.h"
#include "tests/support/fractal.h"
#include "tests/support/random.h"

namespace openaclnn::testing::grouped {

struct Sizes {
  std::vector<int64_t> counts;
  int64_t depth;
  int64_t columns;
};
inline const std::vector<Sizes> kSizes{
    {{3, 0, 5, 1}, 33, 18}, {{1}, 300, 70}, {{20, 41}, 64, 130}, {{0, 0}, 8, 8}};

inline int64_t GroupsOf(const Sizes& sizes) {
  return static_cast<int64_t>(sizes.counts.size());
}
inline int64_t RowsOf(const Sizes& sizes) {
  return std::accumulate(sizes.counts.begin(), sizes.counts.end(), int64_t{0});
}
inline Array EndsOf(const Sizes& sizes) {
  std::vector<int64_t> ends = sizes.counts;
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  return FromIntegers({GroupsOf(sizes)}, ends);
}

struct Factors {
  Array x;
  Array weight;
  Array columnScale;
  Array rowScale;
};

inline Factors Draw(Random& random, const Sizes& sizes, aclDataType scale, int64_t further = 0) {
  const int64_t rows = RowsOf(sizes) + further;
  return {random.Integers({rows, sizes.depth}, ACL_INT8, -128, 128),
          random.Integers({GroupsOf(sizes), sizes.depth, sizes.columns}, ACL_INT8, -128, 128),
          random.Uniform({GroupsOf(sizes), sizes.columns}, scale, 1e-4, 1e-3),
          random.Uniform({rows}, ACL_FLOAT, 0.01, 0.1)};
}

// The scaled products; of rows of no group 0.
inline Array Products(const Sizes& sizes, const Factors& given) {
  Array products = Full({given.x.shape[0], sizes.columns}, 0);
  int64_t row = 0;
  for (size_t group = 0; group < sizes.counts.size(); ++group) {
    const auto g = static_cast<int64_t>(group);
    for (int64_t r = 0; r < sizes.counts[group]; ++r, ++row) {
      for (int64_t j = 0; j < sizes.columns; ++j) {
        double sum = 0;
        for (int64_t k = 0; k < sizes.depth; ++k) {
          sum += given.x.values[static_cast<size_t>(row * sizes.depth + k)] *
                 given.weight.values[static_cast<size_t>((g * sizes.depth + k) * sizes.columns + j)];
        }
        products.values[static_cast<size_t>(row * sizes.columns + j)] =
            sum * given.columnScale.values[static_cast<size_t>(g * sizes.columns + j)] *
            given.rowScale.values[static_cast<size_t>(row)];
      }
    }
  }
  return products;
}

inline Array Turned(const Array& matrices) {
  Array result = matrices;
  std::swap(result.shape[1], result.shape[2]);
  for (int64_t i = 0; i < NumElements(result.shape); ++i) {
    const Shape at = IndexOf(result.shape, i);
    result.values[static_cast<size_t>(i)] = matrices.values[FlatIndex(matrices.shape, {at[0], at[2], at[1]})];
  }
  return result;
}

// How weights lie in memory.
enum class Weights { kPlain, kPermuted, kBlocks, kBlocksOfTurned, kStorage };
inline constexpr std::array<Weights, 5> kWeights{Weights::kPlain, Weights::kPermuted, Weights::kBlocks,
                                                 Weights::kBlocksOfTurned, Weights::kStorage};

// A tensor of them; one of blocks shows the matrices, transposed by strides where it holds transposed ones.
class WeightTensor {
 public:
  WeightTensor(const Array& matrices, Weights kind) {
    constexpr int64_t kWidth = 32;
    if (kind == Weights::kPlain || kind == Weights::kPermuted) {
      plain_.emplace_back(matrices, ACL_INT8,
                          kind == Weights::kPlain ? Layout::Contiguous() : Layout::Permuted({2, 0, 1}));
      return;
    }
    const bool turned = kind == Weights::kBlocksOfTurned;
    const Array held = turned ? Turned(matrices) : matrices;
    const Shape storage = FractalShape(held.shape, kWidth);
    Shape strides;
    if (turned) {
      strides = ContiguousStrides(held.shape);
      std::swap(strides[1], strides[2]);
    }
    blocks_ = std::make_unique<LabelledTensor>(ToFractal(held, kWidth, 77), ACL_INT8, ACL_FORMAT_FRACTAL_NZ,
                                               kind == Weights::kStorage ? storage : matrices.shape, strides,
                                               storage);
  }
  [[nodiscard]] aclTensor* Get() const { return blocks_ ? blocks_->Get() : plain_.front().Get(); }

 private:
  std::vector<DeviceTensor> plain_;
  std::unique_ptr<LabelledTensor> blocks_;
};

}  // namespace openaclnn::testing::grouped
