// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/indexed.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/checked_math.h"
#include "base/merged_dims.h"
#include "kernels/tiles/element_size.h"
#include "kernels/tiles/pack.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {
namespace {

// Bytes that a task moves.
constexpr int64_t kTaskBytes = int64_t{1} << 16;
// Parts of slices that threads may share are not cut finer.
constexpr int64_t kLeastPart = 16;

// The dims of a slice as both tensors have them, neighbours merged; the innermost one, in which the other
// tensor's elements lie closest, makes its rows. Strides in bytes.
struct Slice {
  size_t rank = 0;  // without the rows
  std::array<int64_t, kMaxRank> dims{};
  std::array<int64_t, kMaxRank> tableStrides{};
  std::array<int64_t, kMaxRank> otherStrides{};
  int64_t length = 1;
  int64_t tableStep = 0;
  int64_t otherStep = 0;

  // visit(offset in the table, offset in the other tensor) for each row.
  template <typename Visit>
  void ForEachRow(const Visit& visit) const {
    std::array<int64_t, kMaxRank> index{};
    int64_t table = 0;
    int64_t other = 0;
    while (true) {
      visit(table, other);
      size_t d = rank;
      while (d-- > 0) {
        table += tableStrides[d];
        other += otherStrides[d];
        if (++index[d] < dims[d]) {
          break;
        }
        table -= dims[d] * tableStrides[d];
        other -= dims[d] * otherStrides[d];
        index[d] = 0;
      }
      if (d == SIZE_MAX) {
        return;
      }
    }
  }
};

// `other` has `first` dims before those of the slice.
Slice SliceOf(const TensorView& table, const TensorView& other, size_t first) {
  const auto size = static_cast<int64_t>(SizeOf(table.dtype));
  InplaceVector<size_t, kMaxRank> order;
  for (size_t d = 0; d < table.Dims().size(); ++d) {
    if (table.dims[d] != 1) {
      order.push_back(d);
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return other.strides[first + a] > other.strides[first + b]; });
  Slice slice;
  for (const size_t d : order) {
    const int64_t tableStride = table.strides[d] * size;
    const int64_t otherStride = other.strides[first + d] * size;
    if (slice.rank > 0 && slice.tableStrides[slice.rank - 1] == tableStride * table.dims[d] &&
        slice.otherStrides[slice.rank - 1] == otherStride * table.dims[d]) {
      --slice.rank;
      slice.dims[slice.rank] *= table.dims[d];
    } else {
      slice.dims[slice.rank] = table.dims[d];
    }
    slice.tableStrides[slice.rank] = tableStride;
    slice.otherStrides[slice.rank] = otherStride;
    ++slice.rank;
  }
  if (slice.rank > 0) {
    --slice.rank;
    slice.length = slice.dims[slice.rank];
    slice.tableStep = slice.tableStrides[slice.rank];
    slice.otherStep = slice.otherStrides[slice.rank];
  }
  return slice;
}

// The positions' dims of the other tensor.
TensorView PositionsOf(const TensorView& other, size_t dims) {
  TensorView view = other;
  view.rank = static_cast<int>(dims);
  return view;
}

TensorView Narrowed(TensorView view, size_t dim, int64_t start, int64_t count) {
  view.data += start * view.strides[dim] * static_cast<int64_t>(SizeOf(view.dtype));
  view.dims[dim] = count;
  return view;
}

// visit(table offset, other offset) in bytes, for positions [begin, end) in order.
template <typename Visit>
void ForEachPosition(const IndexSpace& positions, const TensorView& table, const TensorView& other,
                     int64_t begin, int64_t end, const Visit& visit) {
  const auto size = static_cast<int64_t>(SizeOf(table.dtype));
  const MergedDims places(PositionsOf(other, positions.Dims().size()));
  std::array<int64_t, kTileElements> offsets;
  for (; begin < end; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, end - begin);
    positions.Read(begin, count, offsets.data());
    const int64_t* next = offsets.data();
    places.ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
      for (int64_t i = 0; i < run; ++i) {
        visit(*next++ * size, (offset + i * stride) * size);
      }
    });
  }
}

void MoveSingle(const IndexSpace& positions, const TensorView& table, const TensorView& out, int64_t begin,
                int64_t end) {
  VisitElementSize(SizeOf(table.dtype), [&](auto size) {
    ForEachPosition(positions, table, out, begin, end, [&](int64_t from, int64_t to) {
      std::memcpy(out.data + to, table.data + from, static_cast<size_t>(size));
    });
  });
}

void GatherPart(const IndexSpace& positions, const TensorView& table, const TensorView& out, int64_t begin,
                int64_t end) {
  const auto size = static_cast<int64_t>(SizeOf(table.dtype));
  const Slice slice = SliceOf(table, out, positions.Dims().size());
  if (slice.length == 1 && slice.rank == 0) {
    MoveSingle(positions, table, out, begin, end);
    return;
  }
  const RowCombination copy = FindCombination(table.dtype, ScatterMode::kReplace).rows;
  const bool wholeRows = slice.tableStep == size && slice.otherStep == size;
  const auto bytes = static_cast<size_t>(slice.length * size);
  ForEachPosition(positions, table, out, begin, end, [&](int64_t from, int64_t to) {
    slice.ForEachRow([&](int64_t tableRow, int64_t outRow) {
      std::byte* const target = out.data + to + outRow;
      const std::byte* const source = table.data + from + tableRow;
      if (wholeRows) {
        std::memcpy(target, source, bytes);
      } else {
        copy({source, slice.tableStep}, {target, slice.otherStep}, slice.length, {});
      }
    });
  });
}

// Scatters slices of one element.
void ScatterElements(ElementCombination combine, const IndexSpace& positions, const TensorView& values,
                     const TensorView& table, const ScalarValue& scale) {
  const auto size = static_cast<int64_t>(SizeOf(table.dtype));
  const MergedDims places(PositionsOf(values, positions.Dims().size()));
  const int64_t end = positions.Count();
  std::array<int64_t, kTileElements> offsets;
  for (int64_t begin = 0; begin < end; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, end - begin);
    positions.Read(begin, count, offsets.data());
    const int64_t* next = offsets.data();
    places.ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
      combine({values.data + offset * size, stride * size}, table.data, next, run, scale);
      next += run;
    });
  }
}

// The dim of a slice with the most elements; none of a slice that is a single one.
std::optional<size_t> LongestDim(const TensorView& table) {
  const auto longest = std::ranges::max_element(table.Dims());
  if (longest == table.Dims().end() || *longest <= 1) {
    return std::nullopt;
  }
  return static_cast<size_t>(longest - table.Dims().begin());
}

}  // namespace

void GatherSlices(const IndexSpace& positions, const TensorView& table, const TensorView& out,
                  const backend::cpu::CpuContext& cpu) {
  const int64_t count = positions.Count();
  const int64_t slice = table.NumElements() * static_cast<int64_t>(SizeOf(table.dtype));
  if (count == 0 || slice == 0) {
    return;
  }
  // Tasks of some positions; where these are few, of a part of the slices.
  const int64_t positionsOfTask = std::clamp<int64_t>(kTaskBytes / slice, 1, count);
  const int64_t chunks = CeilDivide(count, positionsOfTask);
  const std::optional<size_t> cut = LongestDim(table);
  const int64_t most = cut ? CeilDivide(table.dims[*cut], kLeastPart) : 1;
  const int64_t parts = std::clamp<int64_t>(slice * positionsOfTask / kTaskBytes, 1, most);
  cpu.ParallelFor(chunks * parts, [&](int64_t task) {
    const int64_t begin = task / parts * positionsOfTask;
    const int64_t end = std::min(count, begin + positionsOfTask);
    if (parts == 1) {
      GatherPart(positions, table, out, begin, end);
      return;
    }
    const int64_t extent = table.dims[*cut];
    const int64_t from = extent * (task % parts) / parts;
    const int64_t to = extent * (task % parts + 1) / parts;
    GatherPart(positions, Narrowed(table, *cut, from, to - from),
               Narrowed(out, positions.Dims().size() + *cut, from, to - from), begin, end);
  });
}

void ScatterSlices(const IndexSpace& positions, const TensorView& values, ScatterMode mode,
                   const TensorView& table, std::optional<size_t> apart, const backend::cpu::CpuContext& cpu,
                   const ScalarValue& scale) {
  const int64_t count = positions.Count();
  if (count == 0 || table.Empty()) {
    return;
  }
  const Combination combination = FindCombination(table.dtype, mode);
  const auto scatter = [&](const IndexSpace& some, const TensorView& from, const TensorView& to) {
    const Slice slice = SliceOf(to, from, some.Dims().size());
    if (slice.rank == 0 && slice.length == 1) {
      ScatterElements(combination.elements, some, from, to, scale);
      return;
    }
    ForEachPosition(some, to, from, 0, some.Count(), [&](int64_t target, int64_t source) {
      slice.ForEachRow([&](int64_t tableRow, int64_t valueRow) {
        combination.rows({from.data + source + valueRow, slice.otherStep},
                         {to.data + target + tableRow, slice.tableStep}, slice.length, scale);
      });
    });
  };
  // Each element has one owner, who writes in the order of positions.
  const std::optional<size_t> cut = LongestDim(table);
  const int64_t extent = apart ? positions.Dims()[*apart] : cut ? table.dims[*cut] : 1;
  const int64_t work = count * table.NumElements() * static_cast<int64_t>(SizeOf(table.dtype)) / kTaskBytes;
  const int64_t parts = std::clamp<int64_t>(std::min<int64_t>(work, 4 * cpu.Threads()), 1,
                                            std::max<int64_t>(extent / kLeastPart, 1));
  cpu.ParallelFor(parts, [&](int64_t part) {
    const int64_t from = extent * part / parts;
    const int64_t length = extent * (part + 1) / parts - from;
    if (parts == 1) {
      scatter(positions, values, table);
    } else if (apart) {
      scatter(positions.Narrowed(*apart, from, length), Narrowed(values, *apart, from, length), table);
    } else {
      scatter(positions, Narrowed(values, positions.Dims().size() + *cut, from, length),
              Narrowed(table, *cut, from, length));
    }
  });
}

}  // namespace openaclnn
