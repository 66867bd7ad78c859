// SPDX-License-Identifier: Apache-2.0
//
// What operators share that read or write where index tensors say.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/scalar_value.h"
#include "executor/describe.h"
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
  size_t batch = 0;       // first dims that the index shares with self
  bool negative = false;  // indices count from the end, too
  ScatterMode mode = ScatterMode::kReplace;
  ScalarValue value;  // instead of a source; or what it is multiplied by
  bool anew = false;  // what is scattered to counts as `value` at first, not as self's element
  bool mean = false;  // sums are divided by how many they have
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

// The view with dims [dim, dim + count) in front, but behind the first ones.
inline TensorView WithDimsInFront(const TensorView& view, size_t dim, size_t count, size_t first = 0) {
  TensorView moved = view;
  size_t next = 0;
  const auto take = [&](size_t d) {
    moved.dims[next] = view.dims[d];
    moved.strides[next] = view.strides[d];
    ++next;
  };
  for (size_t d = 0; d < first; ++d) {
    take(d);
  }
  for (size_t d = dim; d < dim + count; ++d) {
    take(d);
  }
  for (size_t d = first; d < view.Dims().size(); ++d) {
    if (d < dim || d >= dim + count) {
      take(d);
    }
  }
  return moved;
}

// The part of a view at one place of its last dim.
inline TensorView LastDimAt(const TensorView& view, size_t place) {
  const auto last = static_cast<size_t>(view.rank - 1);
  TensorView part = WithoutDim(view, last);
  part.data += static_cast<int64_t>(place) * view.strides[last] * static_cast<int64_t>(SizeOf(view.dtype));
  return part;
}

// Rows of indices, each of which names the first dims of a table, and the slice that is left of that.
struct IndexRows {
  IndexSpace positions;
  TensorView slice;
};
inline IndexRows RowsOf(const TensorView& indices, const TensorView& table, bool negative) {
  const std::span<const int64_t> dims = indices.Dims();
  IndexRows rows{IndexSpace(dims.first(dims.size() - 1)), table};
  for (size_t k = 0; k < static_cast<size_t>(dims.back()); ++k) {
    rows.positions.Add({"indices", LastDimAt(indices, k), table.dims[k], table.strides[k], negative});
    rows.slice = WithoutDim(rows.slice, 0);
  }
  return rows;
}

// Checks that the last dim of indices names dims of the table.
inline ArgumentChecks& CheckRows(ArgumentChecks& check, const NamedTensor& table,
                                 const NamedTensor& indices) {
  if (check.Failed()) {
    return check;
  }
  const auto& own = table.tensor->viewDims;
  const auto& given = indices.tensor->viewDims;
  return check.Require(
      indices.name, "a last dim of at most as many elements as there are dims to index, and 1 at least",
      [&] { return !given.empty() && given.back() >= 1 && given.back() <= static_cast<int64_t>(own.size()); },
      [&] { return ShapeText(given) + " for " + ShapeText(own); });
}

// The shape of the slices that rows of indices name.
inline std::vector<int64_t> ShapeOfRows(const aclTensor& table, const aclTensor& indices) {
  const auto& own = table.viewDims;
  const auto& given = indices.viewDims;
  std::vector<int64_t> shape(given.begin(), given.end() - 1);
  shape.insert(shape.end(), own.begin() + static_cast<ptrdiff_t>(given.back()), own.end());
  return shape;
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
