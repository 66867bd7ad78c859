// SPDX-License-Identifier: Apache-2.0
//
// What operators share that read or write where index tensors say.
#pragma once

#include <array>
#include <cstdint>

#include "base/scalar_value.h"
#include "executor/phases.h"
#include "kernels/indexing/indexed.h"
#include "ops/common/move_checks.h"
#include "ops/common/number.h"
#include "ops/common/self_copy.h"

namespace openaclnn {

struct IndexArgs {
  TensorView self;
  TensorView index;
  TensorView source;
  TensorView out;
  size_t dim = 0;
  bool negative = false;  // indices count from the end, too
  ScatterMode mode = ScatterMode::kReplace;
  ScalarValue value;  // instead of a source; or what it is multiplied by
};

inline constexpr std::array<DType, 2> kIndexDtypes{DType::kInt64, DType::kInt32};

// What a kernel prepares that puts elements into a copy of self.
struct ScatterState : Prepared {
  SelfCopy copy;
};

// `kMoved`: the tensor of as many bytes as are read, and written.
template <TensorView IndexArgs::*kMoved>
ScatterState PrepareScatter(const IndexArgs& args) {
  const TensorView& moved = args.*kMoved;
  ScatterState state;
  state.copy = SelfCopy(args.self, args.out);
  state.cost = state.copy.Cost() + static_cast<size_t>(2 * moved.NumElements()) * SizeOf(moved.dtype);
  return state;
}

// A view of one dim where there is none.
inline TensorView AtLeastOneDim(TensorView view) {
  if (view.rank == 0) {
    view.rank = 1;
    view.dims[0] = 1;
    view.strides[0] = 1;
  }
  return view;
}

// The dims of a tensor that has passed its checks; one without dims counts as one of one dim.
inline Dims AtLeastOneDim(const aclTensor& tensor) {
  Dims dims{std::span<const int64_t>(tensor.viewDims)};
  if (dims.empty()) {
    dims.push_back(1);
  }
  return dims;
}

// As many dims as another tensor.
inline ArgumentChecks& CheckSameRank(ArgumentChecks& check, const NamedTensor& argument,
                                     const NamedTensor& as) {
  if (!check.Failed() && AtLeastOneDim(*argument.tensor).size() != AtLeastOneDim(*as.tensor).size()) {
    check.Rank(argument, as.tensor->viewDims.size());
  }
  return check;
}

// The view without a dim.
inline TensorView WithoutDim(const TensorView& view, size_t dim) {
  TensorView rest = view;
  rest.rank = 0;
  for (size_t d = 0; d < view.Dims().size(); ++d) {
    if (d != dim) {
      rest.dims[static_cast<size_t>(rest.rank)] = view.dims[d];
      rest.strides[static_cast<size_t>(rest.rank)] = view.strides[d];
      ++rest.rank;
    }
  }
  return rest;
}

// The view with dims [dim, dim + count) in front.
inline TensorView WithDimsInFront(const TensorView& view, size_t dim, size_t count) {
  TensorView moved = view;
  size_t next = 0;
  const auto take = [&](size_t d) {
    moved.dims[next] = view.dims[d];
    moved.strides[next] = view.strides[d];
    ++next;
  };
  for (size_t d = dim; d < dim + count; ++d) {
    take(d);
  }
  for (size_t d = 0; d < view.Dims().size(); ++d) {
    if (d < dim || d >= dim + count) {
      take(d);
    }
  }
  return moved;
}

// A number for all positions and slices: of the slices' type, it is kept at `element`.
inline TensorView Repeated(const ScalarValue& value, std::span<const int64_t> positions,
                           const TensorView& slice, std::byte* element) {
  StoreNumber(value, slice.dtype, element);
  TensorView one = slice;
  one.data = element;
  one.rank = 0;
  Dims dims(positions);
  for (const int64_t extent : slice.Dims()) {
    dims.push_back(extent);
  }
  return BroadcastTo(one, {dims.begin(), dims.size()});
}

}  // namespace openaclnn
