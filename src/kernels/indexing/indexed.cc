// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/indexed.h"

#include <algorithm>
#include <array>

#include "base/checked_math.h"
#include "base/merged_dims.h"
#include "kernels/indexing/slices.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {
namespace {

// Bytes that a task moves.
constexpr int64_t kTaskBytes = int64_t{1} << 16;
// Parts of slices that threads may share are not cut finer.
constexpr int64_t kLeastPart = 16;

int64_t SizeOfElement(const SlicesAt& slices) {
  return static_cast<int64_t>(SizeOf(slices.table.dtype));
}

// visit(places in the table, offset in the other tensor, step there), in bytes, for runs of positions [begin,
// end) in order.
template <typename Visit>
void ForEachRun(const SlicesAt& slices, int64_t begin, int64_t end, const Visit& visit) {
  const int64_t size = SizeOfElement(slices);
  TensorView positions = slices.other;
  positions.rank = static_cast<int>(slices.dims);
  const MergedDims others(positions);
  const std::optional<IndexSpace::Plain> plain = slices.positions.AsPlain();
  IndexReader::Buffer buffer;
  for (; begin < end; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, end - begin);
    if (!plain) {
      slices.positions.Read(begin, count, buffer.data());
    }
    const int64_t* next = plain ? plain->values.ReadTile(begin, count, buffer) : buffer.data();
    int64_t position = begin;
    others.ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
      int64_t other = offset * size;
      const int64_t step = stride * size;
      if (!plain) {
        visit(Places{next, 1, 1, run}, other, step);
        next += run;
        return;
      }
      plain->steps.ForEachPlane(position, run, [&](const MergedDims::Plane& plane) {
        visit(Places{next, plain->stride, plane.rows, plane.columns, plain->first + plane.offset,
                     plane.rowStride, plane.columnStride},
              other, step);
        next += plane.rows * plane.columns;
        other += plane.rows * plane.columns * step;
      });
      position += run;
    });
  }
}

// Some of the work: positions, or elements of the dims outside of them.
struct Span {
  int64_t begin;
  int64_t end;
};

void Gather(const SlicesAt& slices, const SlicesAt::Nest& nest, Span positions, Span outer) {
  const int64_t size = SizeOfElement(slices);
  const Slice& slice = nest.inner;
  const std::byte* const table = slices.table.data;
  std::byte* const out = slices.other.data;
  const bool isBlock = slice.IsBlock(size);
  const int64_t bytes = slice.length * size;
  const BlockCopy copyBlocks = FindBlockCopy(bytes);
  const RowCombination copyRow = FindCombination(slices.table.dtype, ScatterMode::kReplace).rows;
  ForEachRun(slices, positions.begin, positions.end, [&](const Places& sources, int64_t place, int64_t step) {
    nest.outer.ForEach(outer.begin, outer.end, [&](int64_t from, int64_t to) {
      if (isBlock) {
        return copyBlocks(table + from, sources, {out + place + to, step}, bytes);
      }
      sources.ForEach([&](int64_t i, int64_t source) {
        slice.rows.ForEach(0, slice.rows.Count(), [&](int64_t tableRow, int64_t outRow) {
          copyRow({table + from + source + tableRow, slice.tableStep},
                  {out + place + to + i * step + outRow, slice.otherStep}, slice.length, {});
        });
      });
    });
  });
}

void Scatter(const SlicesAt& slices, const Combination& combination, const ScalarValue& scale) {
  const SlicesAt::Nest nest = slices.Nested();
  const Slice& slice = nest.inner;
  const int64_t outer = nest.outer.Count();
  const bool isBlock = slice.IsBlock(SizeOfElement(slices));
  ForEachRun(slices, 0, slices.positions.Count(), [&](const Places& targets, int64_t place, int64_t step) {
    nest.outer.ForEach(0, outer, [&](int64_t to, int64_t from) {
      const std::byte* const values = slices.other.data + place + from;
      std::byte* const table = slices.table.data + to;
      if (isBlock) {
        return combination.blocks({values, step}, slice.length, table, targets, scale);
      }
      targets.ForEach([&](int64_t i, int64_t target) {
        slice.rows.ForEach(0, slice.rows.Count(), [&](int64_t tableRow, int64_t valueRow) {
          combination.rows({values + i * step + valueRow, slice.otherStep},
                           {table + target + tableRow, slice.tableStep}, slice.length, scale);
        });
      });
    });
  });
}

// The dim with the most elements; none of a single one.
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
  if (positions.Count() == 0 || table.Empty()) {
    return;
  }
  const SlicesAt slices(positions, table, out, true);
  const int64_t count = slices.positions.Count();
  const SlicesAt::Nest nest = slices.Nested();
  const int64_t outer = nest.outer.Count();
  const int64_t slice = slices.table.NumElements() / outer * SizeOfElement(slices);
  // Tasks of some positions, and of some of the dims outside of these, which share what is read of the
  // indices; where both are few, of a part of the slices.
  const int64_t most = outer > 1 ? std::min(count, kTileElements) : count;
  const int64_t positionsOfTask = std::clamp<int64_t>(kTaskBytes / slice, 1, most);
  const int64_t outersOfTask = std::clamp<int64_t>(kTaskBytes / (slice * positionsOfTask), 1, outer);
  const int64_t chunks = CeilDivide(count, positionsOfTask);
  const std::optional<size_t> cut = LongestDim(slices.table);
  if (slice > kTaskBytes && chunks * outer < 4 * cpu.Threads() && cut) {
    const int64_t extent = slices.table.dims[*cut];
    const int64_t parts = std::clamp<int64_t>(slice * outer / kTaskBytes, 1, CeilDivide(extent, kLeastPart));
    cpu.ParallelFor(chunks * parts, [&](int64_t task) {
      const int64_t from = extent * (task % parts) / parts;
      const int64_t to = extent * (task % parts + 1) / parts;
      const SlicesAt part = slices.PartOfTable(*cut, from, to - from);
      const SlicesAt::Nest some = part.Nested();
      const int64_t begin = task / parts * positionsOfTask;
      Gather(part, some, {begin, std::min(count, begin + positionsOfTask)}, {0, some.outer.Count()});
    });
    return;
  }
  const int64_t groups = CeilDivide(outer, outersOfTask);
  cpu.ParallelFor(chunks * groups, [&](int64_t task) {
    const int64_t begin = task % chunks * positionsOfTask;
    const int64_t first = task / chunks * outersOfTask;
    Gather(slices, nest, {begin, std::min(count, begin + positionsOfTask)},
           {first, std::min(outer, first + outersOfTask)});
  });
}

void ScatterSlices(const IndexSpace& positions, const TensorView& values, ScatterMode mode,
                   const TensorView& table, std::optional<size_t> apart, const backend::cpu::CpuContext& cpu,
                   const ScalarValue& scale) {
  if (positions.Count() == 0 || table.Empty()) {
    return;
  }
  const Combination combination = FindCombination(table.dtype, mode);
  const SlicesAt slices(positions, table, values, false);
  // Each element has one owner, who writes in the order of positions.
  const std::optional<size_t> cut = LongestDim(slices.table);
  const std::optional<size_t> own = apart ? slices.PlaceOf(*apart) : std::nullopt;
  const int64_t extent = own ? slices.positions.Dims()[*own] : cut ? slices.table.dims[*cut] : 1;
  const int64_t work =
      slices.positions.Count() * slices.table.NumElements() * SizeOfElement(slices) / kTaskBytes;
  const int64_t most = cpu.Threads() == 1 ? 1 : 4 * cpu.Threads();
  const int64_t parts =
      std::clamp<int64_t>(std::min(work, most), 1, std::max<int64_t>(extent / kLeastPart, 1));
  cpu.ParallelFor(parts, [&](int64_t part) {
    const int64_t from = extent * part / parts;
    const int64_t length = extent * (part + 1) / parts - from;
    if (parts == 1) {
      Scatter(slices, combination, scale);
    } else {
      Scatter(own ? slices.PartOfPositions(*own, from, length) : slices.PartOfTable(*cut, from, length),
              combination, scale);
    }
  });
}

}  // namespace openaclnn
