// SPDX-License-Identifier: Apache-2.0
//
// Positions that index tensors name in another tensor: what gathers read from and scatters write to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "backend/cpu/parallel.h"
#include "base/inplace_vector.h"
#include "base/merged_dims.h"
#include "base/status.h"
#include "base/tensor_name.h"
#include "base/tensor_view.h"
#include "kernels/indexing/index_reader.h"

namespace openaclnn {

// A box of positions, each of which leads to an offset: the sum of what each index tensor and each step say.
class IndexSpace {
 public:
  IndexSpace() = default;
  explicit IndexSpace(std::span<const int64_t> dims);

  // The values of a tensor that broadcasts to the box, each times `stride`. They lie in [0, extent), or in
  // [-extent, extent) where negative ones count from the end.
  struct Indices {
    TensorName name;
    TensorView view;
    int64_t extent = 0;
    int64_t stride = 0;
    bool negative = false;
    // Where it is defined, values are numbers of its elements, in row-major order, and `stride` does not
    // count.
    TensorView flat{};
    const char* unit = "position";  // what messages count
  };
  void Add(const Indices& indices);
  // The position's own index along one of its dims, times `stride`. `apart`: different ones lead to different
  // elements, as no index tensor steps along the same dim of the table.
  void AddStep(size_t dim, int64_t stride, bool apart = true) {
    steps_.strides[dim] += stride;
    apart_[dim] = apart && stride != 0;
  }

  // Looks at all indices, once at those that repeat along a dim. Names the first that is out of its range: "NAME: expected values in [0, EXTENT),
  // got VALUE at position POSITION".
  [[nodiscard]] Status Check(const backend::cpu::CpuContext& cpu) const;

  // The offsets of positions [begin, begin + count) of the row-major order, count <= kTileElements. The
  // indices have been checked.
  void Read(int64_t begin, int64_t count, int64_t* offsets) const;

  // A single index tensor whose values count from the beginning: each position's value times `stride`, the
  // step of its dims, and `first`.
  struct Plain {
    IndexReader values;
    MergedDims steps;
    int64_t first;
    int64_t stride;
  };
  // None where there are others, or runs of steps are so short that the offsets are better added up.
  [[nodiscard]] std::optional<Plain> AsPlain() const;

  // A part of the box: indices [start, start + count) of a dim.
  [[nodiscard]] IndexSpace Narrowed(size_t dim, int64_t start, int64_t count) const;

  // Whether all indices repeat along a dim: what it adds to the offset is its step.
  [[nodiscard]] bool OnlySteps(size_t dim) const;
  // And whether positions along it are sure to lead to different elements.
  [[nodiscard]] bool OnlyStepsApart(size_t dim) const {
    return OnlySteps(dim) && (apart_[dim] || steps_.dims[dim] == 1);
  }
  [[nodiscard]] int64_t Step(size_t dim) const { return steps_.strides[dim]; }
  // The positions at the beginning of such a dim.
  [[nodiscard]] IndexSpace WithoutDim(size_t dim) const;
  // How far apart different indices lead at least; INT64_MAX where there are none.
  [[nodiscard]] int64_t LeastStride() const;

  // With offsets of so many times the size.
  [[nodiscard]] IndexSpace Scaled(int64_t factor) const;

  [[nodiscard]] int64_t Count() const { return steps_.NumElements(); }
  [[nodiscard]] std::span<const int64_t> Dims() const { return steps_.Dims(); }

 private:
  TensorView steps_;  // the box; its strides are the steps
  std::array<bool, kMaxRank> apart_{};
  int64_t offset_ = 0;  // of the first position of a part
  InplaceVector<Indices, kMaxRank> indices_;
};

}  // namespace openaclnn
