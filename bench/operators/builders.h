// SPDX-License-Identifier: Apache-2.0
//
// Cases from shapes: how the name of each reads and how its tensors are made.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/operators/cases.h"

namespace bench {

using Dims = std::vector<int64_t>;

struct MseShape {
  Dims dims;  // of self
  Dims gradDims = dims;
  Dims targetDims = dims;
  int64_t reduction = 0;
  Dims outDims = {};  // where it is not that of self
};
[[nodiscard]] Case MakeCase(const MseShape& shape, DType dtype, Layout layout = Layout::kContiguous);

struct PreluShape {
  Dims dims;
  int64_t weights;
};
[[nodiscard]] Case MakeCase(const PreluShape& shape, DType dtype, Layout layout = Layout::kContiguous);

struct GroupNormShape {
  Dims dims;
  int64_t n;
  int64_t c;
  int64_t hxw;
  int64_t group;
};
[[nodiscard]] Case MakeCase(const GroupNormShape& shape, DType dtype, Layout layout = Layout::kContiguous);

enum class Grid { kRandom, kAffine, kIdentity, kOnePixel };

struct GridShape {
  int64_t n, c, height, width, outHeight, outWidth;
  Grid grid = Grid::kRandom;
  int64_t interpolation = 0;
  int64_t padding = 0;
  bool alignCorners = false;
};
[[nodiscard]] Case MakeCase(const GridShape& shape, DType dtype, Layout layout = Layout::kContiguous);

enum class Indices { kUniform, kZipf, kAllEqual, kSorted };

struct EmbeddingShape {
  int64_t count, rows, width;
  Indices indices = Indices::kUniform;
  bool scaleByFrequency = false;
};
[[nodiscard]] Case MakeCase(const EmbeddingShape& shape, DType dtype, DType indexType = DType::kInt64);

}  // namespace bench
