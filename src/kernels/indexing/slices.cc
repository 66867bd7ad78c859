// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/slices.h"

#include "base/inplace_vector.h"

namespace openaclnn {
namespace {

int64_t BytesOf(const TensorView& view) {
  return static_cast<int64_t>(SizeOf(view.dtype));
}

TensorView Narrowed(TensorView view, size_t dim, int64_t start, int64_t count) {
  view.data += start * view.strides[dim] * BytesOf(view);
  view.dims[dim] = count;
  return view;
}

// A dim of a table, and where it is in the other tensor.
struct Dim {
  int64_t extent;
  int64_t tableStride;
  int64_t otherStride;

  [[nodiscard]] bool IsFurtherThan(const Dim& dim) const {
    return otherStride != dim.otherStride ? otherStride > dim.otherStride : tableStride > dim.tableStride;
  }
};

void Append(const Dim& dim, CommonDims& dims) {
  const size_t last = dims.rank - 1;
  if (dims.rank > 0 && dims.tableStrides[last] == dim.tableStride * dim.extent &&
      dims.otherStrides[last] == dim.otherStride * dim.extent) {
    dims.dims[last] *= dim.extent;
    dims.tableStrides[last] = dim.tableStride;
    dims.otherStrides[last] = dim.otherStride;
    return;
  }
  dims.dims[dims.rank] = dim.extent;
  dims.tableStrides[dims.rank] = dim.tableStride;
  dims.otherStrides[dims.rank] = dim.otherStride;
  ++dims.rank;
}

void AppendDim(int64_t extent, int64_t stride, TensorView& view) {
  view.dims[static_cast<size_t>(view.rank)] = extent;
  view.strides[static_cast<size_t>(view.rank)] = stride;
  ++view.rank;
}

}  // namespace

SlicesAt::SlicesAt(const IndexSpace& all, const TensorView& slice, const TensorView& given, bool reads)
    : positions(all.Scaled(BytesOf(slice))), table(slice), other(given) {
  table.rank = 0;
  other.rank = 0;
  const size_t count = all.Dims().size();
  std::array<bool, kMaxRank> moved{};
  for (size_t d = 0; d < count; ++d) {
    moved[d] = reads ? all.OnlySteps(d) : all.OnlyStepsApart(d);
    if (moved[d]) {
      AppendDim(all.Dims()[d], all.Step(d), table);
    } else {
      places[d] = static_cast<size_t>(other.rank);
      AppendDim(all.Dims()[d], given.strides[d], other);
    }
  }
  dims = static_cast<size_t>(other.rank);
  for (size_t d = 0; d < count; ++d) {
    if (moved[d]) {
      places[d] = static_cast<size_t>(other.rank);
      AppendDim(all.Dims()[d], given.strides[d], other);
    }
  }
  for (size_t d = count; d-- > 0;) {
    if (moved[d]) {
      positions = positions.WithoutDim(d);
    }
  }
  for (size_t d = 0; d < slice.Dims().size(); ++d) {
    AppendDim(slice.dims[d], slice.strides[d], table);
    AppendDim(slice.dims[d], given.strides[count + d], other);
  }
}

SlicesAt::Nest SlicesAt::Nested() const {
  const int64_t size = BytesOf(table);
  Dim nearest{1, INT64_MAX, INT64_MAX};
  for (size_t d = 0; d < dims; ++d) {
    if (other.dims[d] != 1) {
      nearest.otherStride = std::min(nearest.otherStride, other.strides[d] * size);
      nearest.tableStride = positions.LeastStride();
    }
  }
  InplaceVector<Dim, kMaxRank> order;
  for (size_t d = 0; d < table.Dims().size(); ++d) {
    if (table.dims[d] != 1) {
      order.push_back({table.dims[d], table.strides[d] * size, other.strides[dims + d] * size});
    }
  }
  std::stable_sort(order.begin(), order.end(), [](const Dim& a, const Dim& b) { return a.IsFurtherThan(b); });
  Nest nest;
  for (const Dim& dim : order) {
    Append(dim, dim.IsFurtherThan(nearest) ? nest.outer : nest.inner.rows);
  }
  CommonDims& rows = nest.inner.rows;
  if (rows.rank > 0) {
    --rows.rank;
    nest.inner.length = rows.dims[rows.rank];
    nest.inner.tableStep = rows.tableStrides[rows.rank];
    nest.inner.otherStep = rows.otherStrides[rows.rank];
  }
  return nest;
}

SlicesAt SlicesAt::PartOfTable(size_t dim, int64_t start, int64_t count) const {
  SlicesAt part = *this;
  part.table = Narrowed(table, dim, start, count);
  part.other = Narrowed(other, dims + dim, start, count);
  return part;
}

SlicesAt SlicesAt::PartOfPositions(size_t dim, int64_t start, int64_t count) const {
  SlicesAt part = *this;
  part.positions = positions.Narrowed(dim, start, count);
  part.other = Narrowed(other, dim, start, count);
  return part;
}

}  // namespace openaclnn
