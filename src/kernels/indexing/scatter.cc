// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/scatter.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "base/checked_math.h"
#include "kernels/tiles/tiles.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/indexing/row_sums-inl.h"
#include "simd/streaming-inl.h"

namespace openaclnn {

// A tile of rows on their way to the output.
constexpr int64_t kStagingBytes = 16384;

// All that a scatter works on.
struct ScatterCall {
  const ScatterPlan& plan;
  const TensorView& source;
  const SortedIndices& sorted;
  ScatterResult result;
  const TensorView& out;
  double* chunkSums;  // two rows for each chunk's length of occurrences
  const backend::cpu::CpuContext& cpu;
};

OPENACLNN_PER_TARGET(RunScatter, void(const ScatterCall& call));

}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::scatter {

using Range = SortedIndices::Range;
using Place = SortedIndices::Place;

// Columns [begin, begin + width) of a row.
struct Columns {
  int64_t begin;
  int64_t width;

  // At most `most` of them, from `done` on.
  [[nodiscard]] Columns Part(int64_t done, int64_t most) const {
    return {begin + done, std::min(most, width - done)};
  }
};

// Formats of the source and of the output.
template <class From, class To>
class Scatter {
 public:
  using FromElement = typename From::Element;
  using ToElement = typename To::Element;

  explicit Scatter(const ScatterCall& call)
      : plan_(call.plan.schedule),
        chunk_(call.plan.partition.chunk),
        sorted_(call.sorted),
        mean_(call.result == ScatterResult::kMean),
        rows_(call.out.dims[0]),
        rowLength_(call.out.dims[1]),
        sourceData_(reinterpret_cast<const FromElement*>(call.source.data)),
        outData_(reinterpret_cast<ToElement*>(call.out.data)),
        chunkSums_(call.chunkSums),
        cpu_(call.cpu),
        source_(call.source),
        out_(call.out) {}

  // First: the chunks of long segments.
  void SumChunks() const {
    if (!sorted_.MayHaveOver(chunk_)) {
      return;
    }
    // At most two chunks begin in a window of a chunk's length: one of a segment from an earlier window, as
    // its chunks are so far apart, and the first one of a segment that reaches beyond the window.
    const int64_t windows = CeilDivide(sorted_.Count(), chunk_);
    const int64_t columnTiles = CeilDivide(rowLength_, kTileElements);
    const int64_t step = plan_.chunksPerTask;
    cpu_.ParallelFor(CeilDivide(windows, step) * columnTiles, [&](int64_t task) {
      const Columns columns = Row().Part(task % columnTiles * kTileElements, kTileElements);
      const int64_t begin = task / columnTiles * step;
      const int64_t end = std::min(windows, begin + step);
      for (int64_t window = begin; window < end; ++window) {
        SumChunksThatBeginIn({window * chunk_, std::min(sorted_.Count(), (window + 1) * chunk_)}, columns);
      }
    });
  }

  // Then: all rows. A task takes some of them, or a part of the columns of one.
  void WriteRows() const {
    const int64_t columnTasks = CeilDivide(rowLength_, plan_.columnsPerTask);
    const int64_t steps = rows_ + sorted_.Count();
    cpu_.ParallelFor(CeilDivide(steps, plan_.stepsPerTask) * columnTasks, [&](int64_t task) {
      const Columns columns = Row().Part(task % columnTasks * plan_.columnsPerTask, plan_.columnsPerTask);
      const int64_t begin = task / columnTasks * plan_.stepsPerTask;
      const Place first = sorted_.PlaceAt(begin);
      const int64_t end = sorted_.PlaceAt(std::min(steps, begin + plan_.stepsPerTask)).row;
      if (plan_.byTiles) {
        WriteByTiles(first, end, columns);
      } else {
        WriteRowsTo(first, end, columns, Out(first.row, columns), rowLength_);
      }
      hwy::FlushStream();
    });
  }

 private:
  [[nodiscard]] Columns Row() const { return {0, rowLength_}; }

  // Where the sum of a chunk of a segment is kept.
  [[nodiscard]] double* ChunkSum(const Range& segment, int64_t chunk, const Columns& columns) const {
    const int64_t slot = 2 * (chunk / chunk_) + (chunk == segment.begin ? 1 : 0);
    return chunkSums_ + slot * rowLength_ + columns.begin;
  }

  void SumChunksThatBeginIn(const Range& window, const Columns& columns) const {
    const auto sum = [&](const Range& segment, int64_t chunk) {
      SumRange({chunk, std::min(segment.end, chunk + chunk_)}, columns, ChunkSum(segment, chunk, columns));
    };
    if (const auto segment = sorted_.SegmentOver(chunk_, window.begin);
        segment && segment->begin < window.begin) {
      const int64_t chunk = segment->begin + CeilDivide(window.begin - segment->begin, chunk_) * chunk_;
      if (chunk < segment->end) {
        sum(*segment, chunk);
      }
    }
    if (const auto segment = sorted_.SegmentOver(chunk_, window.end - 1);
        segment && segment->begin >= window.begin) {
      sum(*segment, segment->begin);
    }
  }

  // Columns of the source row of an occurrence: where they lie, or in `buffer`.
  HWY_INLINE const FromElement* SourceRow(int64_t occurrence, const Columns& columns,
                                          TileBuffer& buffer) const {
    const int64_t element = sorted_.Position(occurrence) * rowLength_ + columns.begin;
    if (!plan_.sourceInPlace) {
      return static_cast<const FromElement*>(source_.ReadRaw(element, columns.width, buffer));
    }
    // The rows lie anywhere, so no processor foresees them. Fetched into level two, which takes more at a
    // time.
    const int64_t later = occurrence + plan_.rowsAhead;
    if (later < sorted_.Count()) {
      const FromElement* ahead = sourceData_ + sorted_.Position(later) * rowLength_ + columns.begin;
      constexpr int64_t kLineElements = kLineBytes / sizeof(FromElement);
      for (int64_t i = 0; i < columns.width; i += kLineElements) {
        __builtin_prefetch(ahead + i, 0, 2);
      }
    }
    return sourceData_ + element;
  }

  using Buffers = std::array<TileBuffer, row_sums::kBlockRows>;

  HWY_INLINE row_sums::Block<From> BlockOf(int64_t begin, int64_t rows, const Columns& columns,
                                           Buffers& buffers) const {
    row_sums::Block<From> block;
    for (int64_t row = 0; row < rows; ++row) {
      const auto r = static_cast<size_t>(row);
      block[r] = SourceRow(begin + row, columns, buffers[r]);
    }
    return block;
  }

  void SumRange(const Range& range, const Columns& columns, double* sums) const {
    Buffers buffers;
    for (int64_t i = range.begin; i < range.end; i += row_sums::kBlockRows) {
      const int64_t rows = std::min(row_sums::kBlockRows, range.end - i);
      const row_sums::Block<From> block = BlockOf(i, rows, columns, buffers);
      if (i == range.begin) {
        row_sums::StartWith<From>(block, rows, columns.width, sums);
      } else {
        row_sums::Add<From>(block, rows, columns.width, sums);
      }
    }
  }

  [[nodiscard]] ToElement* Out(int64_t row, const Columns& columns) const {
    return outData_ + row * rowLength_ + columns.begin;
  }

  // As WriteRowsTo, by way of tiles.
  void WriteByTiles(Place place, int64_t end, const Columns& columns) const {
    alignas(kLineBytes) std::array<ToElement, kStagingBytes / sizeof(ToElement)> tile;
    const int64_t rowsPerTile =
        columns.width == rowLength_ ? std::max<int64_t>(1, plan_.tileElements / rowLength_) : 1;
    while (place.row < end) {
      const int64_t row = place.row;
      const int64_t last = std::min(end, row + rowsPerTile);
      const int64_t elements = (last - row) * columns.width;
      place = WriteRowsTo(place, last, columns, tile.data(), columns.width);
      if (plan_.outInPlace) {
        StreamCopy(reinterpret_cast<std::byte*>(Out(row, columns)),
                   reinterpret_cast<const std::byte*>(tile.data()),
                   static_cast<size_t>(elements) * sizeof(ToElement));
      } else {
        out_.WriteRaw(row * rowLength_ + columns.begin, elements, tile.data());
      }
    }
  }

  // Writes columns of rows up to `end`, so many elements apart; returns the place of `end`.
  Place WriteRowsTo(Place place, int64_t end, const Columns& columns, ToElement* to, int64_t pitch) const {
    while (place.row < end) {
      const int64_t next = place.occurrence < sorted_.Count() ? sorted_.Row(place.occurrence) : end;
      const int64_t zeroRows = std::min(end, next) - place.row;
      WriteZeros(zeroRows, columns.width, to, pitch);
      to += zeroRows * pitch;
      place.row += zeroRows;
      if (place.row < end) {
        const Range segment = sorted_.SegmentFrom(place.occurrence, place.row);
        for (int64_t done = 0; done < columns.width; done += kTileElements) {
          WriteSegment(segment, columns.Part(done, kTileElements), to + done);
        }
        to += pitch;
        place = {place.row + 1, segment.end};
      }
    }
    return place;
  }

  void WriteZeros(int64_t rows, int64_t width, ToElement* to, int64_t pitch) const {
    if (width == pitch) {
      width *= rows;
      rows = std::min<int64_t>(rows, 1);
    }
    const size_t bytes = static_cast<size_t>(width) * sizeof(ToElement);
    for (int64_t row = 0; row < rows; ++row, to += pitch) {
      if (plan_.streaming) {
        StreamZeros(reinterpret_cast<std::byte*>(to), bytes);
      } else {
        std::memset(to, 0, bytes);
      }
    }
  }

  // At most a tile of columns of a row that has occurrences.
  void WriteSegment(const Range& segment, const Columns& columns, ToElement* to) const {
    Buffers buffers;
    if constexpr (std::is_same_v<From, To>) {
      if (segment.Size() == 1) {
        const FromElement* row = SourceRow(segment.begin, columns, buffers[0]);
        if (plan_.streaming) {
          Stream(row, columns.width, to);
        } else {
          row_sums::Copy<To>(row, columns.width, to);
        }
        return;
      }
    }
    alignas(kLineBytes) std::array<ToElement, kTileElements> tile;
    ToElement* const rounded = plan_.streaming ? tile.data() : to;
    const double divisor = mean_ ? static_cast<double>(segment.Size()) : 1;
    if (segment.Size() <= row_sums::kBlockRows) {
      row_sums::WriteBlock<From, To>(BlockOf(segment.begin, segment.Size(), columns, buffers), segment.Size(),
                                     columns.width, divisor, rounded);
    } else {
      alignas(kLineBytes) DoubleTileBuffer sums;
      if (segment.Size() <= chunk_) {
        SumRange(segment, columns, sums.data());
      } else {
        AddChunks(segment, columns, sums.data());
      }
      row_sums::WriteSums<To>(sums.data(), columns.width, divisor, rounded);
    }
    if (plan_.streaming) {
      Stream(rounded, columns.width, to);
    }
  }

  void AddChunks(const Range& segment, const Columns& columns, double* sums) const {
    std::copy_n(ChunkSum(segment, segment.begin, columns), columns.width, sums);
    for (int64_t chunk = segment.begin + chunk_; chunk < segment.end; chunk += chunk_) {
      row_sums::Add(ChunkSum(segment, chunk, columns), columns.width, sums);
    }
  }

  HWY_INLINE void Stream(const ToElement* from, int64_t count, ToElement* to) const {
    StreamCopy(reinterpret_cast<std::byte*>(to), reinterpret_cast<const std::byte*>(from),
               static_cast<size_t>(count) * sizeof(ToElement));
  }

  const ScatterSchedule& plan_;
  int64_t chunk_;
  const SortedIndices& sorted_;
  bool mean_;
  int64_t rows_;
  int64_t rowLength_;
  const FromElement* sourceData_;
  ToElement* outData_;
  double* chunkSums_;
  const backend::cpu::CpuContext& cpu_;
  TileReader source_;
  TileWriter out_;
};

}  // namespace openaclnn::HWY_NAMESPACE::scatter

namespace openaclnn::HWY_NAMESPACE {

void RunScatter(const ScatterCall& call) {
  VisitFormat(call.source.dtype, [&](auto from) {
    VisitFormat(call.out.dtype, [&](auto to) {
      const scatter::Scatter<decltype(from), decltype(to)> rows(call);
      rows.SumChunks();
      rows.WriteRows();
    });
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

constexpr int64_t kChunk = 256;

// Elements of a task, read or written: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 64 * kTileElements;

// How much of the source is on its way into the cache while it is summed.
constexpr int64_t kBytesAhead = 16384;
constexpr int64_t kMaxRowsAhead = 64;

// Rows of an output past the caches that are shorter are put together before they go there: reads in between,
// after every few lines, take all speed from streaming stores.
constexpr int64_t kStreamedRowBytes = 1024;

}  // namespace

ScatterPlan PlanScatter(const TensorView& source, int64_t positions, const TensorView& out,
                        ScratchLayout& scratch) {
  const int64_t rowLength = out.dims[1];
  const auto sourceSize = static_cast<int64_t>(SizeOf(source.dtype));
  const auto outSize = static_cast<int64_t>(SizeOf(out.dtype));
  const bool pastCaches = StoresFor(out) == Stores::kStreaming;
  ScatterPlan plan;
  plan.partition.chunk = kChunk;
  ScatterSchedule& schedule = plan.schedule;
  schedule.sourceInPlace = source.Contiguous();
  schedule.outInPlace = out.Contiguous();
  schedule.byTiles = !schedule.outInPlace || (pastCaches && rowLength * outSize < kStreamedRowBytes);
  schedule.streaming = !schedule.byTiles && pastCaches;
  schedule.tileElements = schedule.outInPlace ? kStagingBytes / outSize : kTileElements;
  schedule.rowsAhead = std::clamp<int64_t>(kBytesAhead / (rowLength * sourceSize), 1, kMaxRowsAhead);
  schedule.chunksPerTask =
      std::max<int64_t>(1, kTaskElements / (kChunk * std::min(rowLength, kTileElements)));
  schedule.columnsPerTask = std::min(rowLength, schedule.outInPlace ? kTaskElements / 4 : kTileElements);
  schedule.stepsPerTask = std::max<int64_t>(1, kTaskElements / schedule.columnsPerTask);
  plan.chunkSums = scratch.Reserve(positions <= kChunk ? 0 : 2 * CeilDivide(positions, kChunk) * rowLength,
                                   sizeof(double));
  return plan;
}

void ScatterRows(const ScatterPlan& plan, const TensorView& source, const SortedIndices& sorted,
                 ScatterResult result, const TensorView& out, std::byte* workspace,
                 const backend::cpu::CpuContext& cpu) {
  HWY_DYNAMIC_DISPATCH(RunScatter)
  ({plan, source, sorted, result, out, reinterpret_cast<double*>(workspace + plan.chunkSums), cpu});
}

}  // namespace openaclnn
#endif  // HWY_ONCE
