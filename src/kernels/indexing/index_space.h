// SPDX-License-Identifier: Apache-2.0
//
// Positions that index tensors name in another tensor: what gathers read from and scatters write to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "backend/cpu/parallel.h"
#include "base/inplace_vector.h"
#include "base/status.h"
#include "base/tensor_name.h"
#include "base/tensor_view.h"

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
  };
  void Add(const Indices& indices);
  // The position's own index along one of its dims, times `stride`.
  void AddStep(size_t dim, int64_t stride) { steps_.strides[dim] += stride; }

  // Looks at all indices. Names the first that is out of its range: "NAME: expected values in [0, EXTENT),
  // got VALUE at position POSITION".
  [[nodiscard]] Status Check(const backend::cpu::CpuContext& cpu) const;

  // The offsets of positions [begin, begin + count) of the row-major order, count <= kTileElements. The
  // indices have been checked.
  void Read(int64_t begin, int64_t count, int64_t* offsets) const;

  // A part of the box: indices [start, start + count) of a dim.
  [[nodiscard]] IndexSpace Narrowed(size_t dim, int64_t start, int64_t count) const;

  [[nodiscard]] int64_t Count() const { return steps_.NumElements(); }
  [[nodiscard]] std::span<const int64_t> Dims() const { return steps_.Dims(); }

 private:
  TensorView steps_;    // the box; its strides are the steps
  int64_t offset_ = 0;  // of the first position of a part
  InplaceVector<Indices, kMaxRank> indices_;
};

}  // namespace openaclnn
