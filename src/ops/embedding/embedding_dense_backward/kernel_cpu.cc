// SPDX-License-Identifier: Apache-2.0
//
// The sort brings the occurrences of each table row together, in order of position; then every row of the
// output is written once, zeros included.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "kernels/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/embedding/embedding_dense_backward/kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/embedding/embedding_dense_backward/kernel_cpu.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "ops/embedding/embedding_dense_backward/rows-inl.h"
#include "simd/streaming-inl.h"

#ifndef OPENACLNN_EMBEDDING_DENSE_BACKWARD_ONCE  // this file is included once for each target
#define OPENACLNN_EMBEDDING_DENSE_BACKWARD_ONCE
namespace openaclnn {

// Elements of a task, read or written: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 64 * kTileElements;

// Occurrences that are summed in one go. Rows with more of them are hot: each chunk of so many is summed by a
// task, so that a table of a single row keeps all cores busy too.
constexpr int64_t kChunk = 256;

// How much of grad is on its way into the cache while it is summed.
constexpr int64_t kBytesAhead = 16384;
constexpr int64_t kMaxRowsAhead = 64;

// Rows of an output past the caches that are shorter are put together before they go there: reads in between,
// after every few lines, take all speed from streaming stores.
constexpr int64_t kStreamedRowBytes = 1024;
constexpr int64_t kStagingBytes = 16384;
using Staging = std::array<std::byte, kStagingBytes>;

}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <typename Word>
class RowSums {
 public:
  using Occurrence = IndexOccurrence<Word>;

  // `chunkSums` has ChunkSumElements elements.
  RowSums(const EmbeddingDenseBackwardArgs& args, std::span<const Occurrence> sorted, double* chunkSums,
          const backend::cpu::CpuContext& context)
      : args_(args),
        sorted_(sorted.data()),
        count_(static_cast<int64_t>(sorted.size())),
        tableRows_(args.out.dims[0]),
        rowLength_(args.out.dims[1]),
        gradSize_(static_cast<int64_t>(SizeOf(args.grad.dtype))),
        outSize_(static_cast<int64_t>(SizeOf(args.out.dtype))),
        gradContiguous_(args.grad.Contiguous()),
        outContiguous_(args.out.Contiguous()),
        byTiles_(!outContiguous_ ||
                 (StoresFor(args.out) == Stores::kStreaming && rowLength_ * outSize_ < kStreamedRowBytes)),
        streaming_(!byTiles_ && StoresFor(args.out) == Stores::kStreaming),
        rowsAhead_(std::clamp<int64_t>(kBytesAhead / (rowLength_ * gradSize_), 1, kMaxRowsAhead)),
        chunkSums_(chunkSums),
        context_(context),
        grad_(args.grad),
        out_(args.out) {
    // Row after row of a strided view is not worth looking for.
    if (!gradContiguous_) {
      rowsAhead_ = count_;
    }
  }

  // First: the chunks of hot rows.
  void SumChunks() const {
    if (!AnyHotRow()) {
      return;
    }
    const int64_t windows = CeilDivide(count_, kChunk);
    const int64_t columnTiles = CeilDivide(rowLength_, kTileElements);
    const int64_t windowsPerTask =
        std::max<int64_t>(1, kTaskElements / (kChunk * std::min(rowLength_, kTileElements)));
    context_.ParallelFor(CeilDivide(windows, windowsPerTask) * columnTiles, [&](int64_t task) {
      const Columns columns = ColumnsFrom(task % columnTiles * kTileElements, kTileElements, rowLength_);
      const int64_t begin = task / columnTiles * windowsPerTask;
      const int64_t end = std::min(windows, begin + windowsPerTask);
      for (int64_t window = begin; window < end; ++window) {
        SumChunksThatBeginIn({window * kChunk, std::min(count_, (window + 1) * kChunk)}, columns);
      }
    });
  }

  // Then: all rows. A task takes some of them, or a part of the columns of one.
  void WriteRows() const {
    const int64_t taskColumns = std::min(rowLength_, outContiguous_ ? kTaskElements / 4 : kTileElements);
    const int64_t columnTasks = CeilDivide(rowLength_, taskColumns);
    const int64_t length = PathLength();
    const int64_t step = std::max<int64_t>(1, kTaskElements / taskColumns);
    context_.ParallelFor(CeilDivide(length, step) * columnTasks, [&](int64_t task) {
      const Columns columns = ColumnsFrom(task % columnTasks * taskColumns, taskColumns, rowLength_);
      const int64_t begin = task / columnTasks * step;
      const Place first = PlaceAt(begin);
      const int64_t end = PlaceAt(std::min(length, begin + step)).row;
      if (byTiles_) {
        WriteByTiles(first, end, columns);
      } else {
        WriteRowsTo(first, end, columns, Out(first.row, columns), rowLength_ * outSize_);
      }
      hwy::FlushStream();
    });
  }

 private:
  // Sorted occurrences [begin, end): of one row, but for windows.
  struct Range {
    int64_t begin;
    int64_t end;
    [[nodiscard]] int64_t Size() const { return end - begin; }
  };

  // Columns [begin, begin + width) of a row.
  struct Columns {
    int64_t begin;
    int64_t width;
  };

  // A row and its first occurrence, or if it has none that of a later row.
  struct Place {
    int64_t row;
    int64_t occurrence;
  };

  // At most `width` columns, none from `end` on.
  static Columns ColumnsFrom(int64_t begin, int64_t width, int64_t end) {
    return {begin, std::min(width, end - begin)};
  }

  // Writing a row takes about as long as reading an occurrence: all of them, row by row and each followed by
  // its occurrences, are a path that tasks share evenly.
  [[nodiscard]] int64_t PathLength() const { return tableRows_ + count_; }

  // The first row that starts at `distance` on the path, or later.
  [[nodiscard]] Place PlaceAt(int64_t distance) const {
    const auto isBefore = [&](const Occurrence& other) {
      return static_cast<int64_t>(other.row) + (&other - sorted_) < distance;
    };
    const int64_t occurrence = std::partition_point(sorted_, sorted_ + count_, isBefore) - sorted_;
    const int64_t row = distance - occurrence;
    if (occurrence > 0 && static_cast<int64_t>(sorted_[occurrence - 1].row) >= row) {
      const auto here = static_cast<int64_t>(sorted_[occurrence - 1].row);
      return {here + 1, OccurrencesFrom(occurrence, here).end};
    }
    return {row, occurrence};
  }

  // Among the first `end` occurrences the first one of `row`, or else of a later row.
  [[nodiscard]] int64_t FirstOccurrence(int64_t row, int64_t end) const {
    const auto isBefore = [row = static_cast<Word>(row)](const Occurrence& other) { return other.row < row; };
    return std::partition_point(sorted_, sorted_ + end, isBefore) - sorted_;
  }

  // The occurrences of `row`, of which the first, if there is any, is `begin`.
  [[nodiscard]] Range OccurrencesFrom(int64_t begin, int64_t row) const {
    const auto isSame = [row = static_cast<Word>(row)](const Occurrence& other) { return other.row == row; };
    int64_t end = begin;
    while (end < count_ && end - begin <= kChunk && isSame(sorted_[end])) {
      ++end;
    }
    if (end - begin > kChunk) {
      end = std::partition_point(sorted_ + end, sorted_ + count_, isSame) - sorted_;
    }
    return {begin, end};
  }

  // A hot row reaches from one multiple of half a chunk to the next.
  [[nodiscard]] bool AnyHotRow() const {
    for (int64_t i = kChunk / 2; i < count_; i += kChunk / 2) {
      if (sorted_[i].row == sorted_[i - kChunk / 2].row) {
        return true;
      }
    }
    return false;
  }

  // All occurrences of the row of one of them, if it is hot.
  [[nodiscard]] std::optional<Range> HotRowOf(int64_t occurrence) const {
    const Word row = sorted_[occurrence].row;
    const auto reaches = [&](int64_t other) {
      return other >= 0 && other < count_ && sorted_[other].row == row;
    };
    // A hot row goes that far to one side at least. A glance, since most rows are not hot.
    if (!reaches(occurrence - kChunk / 2) && !reaches(occurrence + kChunk / 2)) {
      return std::nullopt;
    }
    const auto rowNumber = static_cast<int64_t>(row);
    const Range range = OccurrencesFrom(FirstOccurrence(rowNumber, occurrence), rowNumber);
    return range.Size() > kChunk ? std::optional(range) : std::nullopt;
  }

  // Where the sum of the chunk from `chunk` on is kept. The occurrences are seen as windows of kChunk, in
  // which at most two chunks begin: one of a row from an earlier window, as its chunks are kChunk apart, and
  // the first one of a row, which reaches beyond the window.
  [[nodiscard]] double* ChunkSum(const Range& hotRow, int64_t chunk) const {
    const int64_t slot = 2 * (chunk / kChunk) + (chunk == hotRow.begin ? 1 : 0);
    return chunkSums_ + slot * rowLength_;
  }

  void SumChunksThatBeginIn(const Range& window, const Columns& columns) const {
    const auto sum = [&](const Range& hotRow, int64_t chunk) {
      AddRows({chunk, std::min(hotRow.end, chunk + kChunk)}, columns,
              ChunkSum(hotRow, chunk) + columns.begin);
    };
    if (const auto hotRow = HotRowOf(window.begin); hotRow && hotRow->begin < window.begin) {
      const int64_t chunk = hotRow->begin + CeilDivide(window.begin - hotRow->begin, kChunk) * kChunk;
      if (chunk < hotRow->end) {
        sum(*hotRow, chunk);
      }
    }
    if (const auto hotRow = HotRowOf(window.end - 1); hotRow && hotRow->begin >= window.begin) {
      sum(*hotRow, hotRow->begin);
    }
  }

  // Where the columns of an occurrence begin in grad.
  [[nodiscard]] int64_t Element(int64_t occurrence, const Columns& columns) const {
    return static_cast<int64_t>(sorted_[occurrence].position) * rowLength_ + columns.begin;
  }

  // Columns of an occurrence in the type of grad: in `buffer`, or where they lie.
  const void* Row(int64_t occurrence, const Columns& columns, TileBuffer& buffer) const {
    // The rows of grad lie anywhere, so no processor foresees them. In place: as a function of its own,
    // without visible effect, this is compiled to nothing.
    if (occurrence + rowsAhead_ < count_) {
      const std::byte* ahead = args_.grad.data + Element(occurrence + rowsAhead_, columns) * gradSize_;
      for (int64_t byte = 0; byte < columns.width * gradSize_; byte += static_cast<int64_t>(kLineBytes)) {
        __builtin_prefetch(ahead + byte, 0, 2);
      }
    }
    const int64_t element = Element(occurrence, columns);
    return gradContiguous_ ? args_.grad.data + element * gradSize_
                           : grad_.ReadRaw(element, columns.width, buffer);
  }

  void AddRows(const Range& range, const Columns& columns, double* sums) const {
    std::array<TileBuffer, kRowsAtATime> buffers;
    for (int64_t i = range.begin; i < range.end; i += kRowsAtATime) {
      RowGroup group;
      group.count = std::min(kRowsAtATime, static_cast<size_t>(range.end - i));
      for (size_t r = 0; r < group.count; ++r) {
        group.rows[r] = Row(i + static_cast<int64_t>(r), columns, buffers[r]);
      }
      if (i == range.begin) {
        AddGroup<true>(args_.grad.dtype, group, columns.width, sums);
      } else {
        AddGroup<false>(args_.grad.dtype, group, columns.width, sums);
      }
    }
  }

  void AddChunks(const Range& hotRow, const Columns& columns, double* sums) const {
    std::fill_n(sums, columns.width, 0.0);
    for (int64_t chunk = hotRow.begin; chunk < hotRow.end; chunk += kChunk) {
      AddTo(sums, ChunkSum(hotRow, chunk) + columns.begin, columns.width);
    }
  }

  [[nodiscard]] std::byte* Out(int64_t row, const Columns& columns) const {
    return args_.out.data + (row * rowLength_ + columns.begin) * outSize_;
  }

  // As WriteRowsTo, into a view with any strides, or past the caches.
  void WriteByTiles(Place place, int64_t end, const Columns& columns) const {
    const int64_t tileElements = outContiguous_ ? kStagingBytes / outSize_ : kTileElements;
    const int64_t rowsPerTile = columns.width == rowLength_ ? tileElements / rowLength_ : 1;
    while (place.row < end) {
      alignas(kLineBytes) Staging tile;
      const int64_t row = place.row;
      const int64_t last = std::min(end, row + rowsPerTile);
      const int64_t elements = (last - row) * columns.width;
      place = WriteRowsTo(place, last, columns, tile.data(), columns.width * outSize_);
      if (outContiguous_) {
        StreamCopy(Out(row, columns), tile.data(), static_cast<size_t>(elements * outSize_));
      } else {
        out_.WriteRaw(row * rowLength_ + columns.begin, elements, tile.data());
      }
    }
  }

  // Writes rows up to `end`, `pitch` bytes apart; returns the place of `end`.
  Place WriteRowsTo(Place place, int64_t end, const Columns& columns, std::byte* to, int64_t pitch) const {
    while (place.row < end) {
      const int64_t next =
          place.occurrence < count_ ? static_cast<int64_t>(sorted_[place.occurrence].row) : end;
      const int64_t zeroRows = std::min(end, next) - place.row;
      WriteZeros(zeroRows, columns.width * outSize_, to, pitch);
      to += zeroRows * pitch;
      place.row += zeroRows;
      if (place.row < end) {
        const Range range = OccurrencesFrom(place.occurrence, place.row);
        for (int64_t done = 0; done < columns.width; done += kTileElements) {
          WriteColumns(range, ColumnsFrom(columns.begin + done, kTileElements, columns.begin + columns.width),
                       to + done * outSize_);
        }
        to += pitch;
        place = {place.row + 1, range.end};
      }
    }
    return place;
  }

  void WriteZeros(int64_t rows, int64_t rowBytes, std::byte* to, int64_t pitch) const {
    if (rowBytes == pitch) {
      rowBytes *= rows;
      rows = std::min<int64_t>(rows, 1);
    }
    for (int64_t row = 0; row < rows; ++row, to += pitch) {
      if (streaming_) {
        StreamZeros(to, static_cast<size_t>(rowBytes));
      } else {
        std::memset(to, 0, static_cast<size_t>(rowBytes));
      }
    }
  }

  // A tile of columns of a row that has occurrences.
  void WriteColumns(const Range& range, const Columns& columns, std::byte* to) const {
    const auto bytes = static_cast<size_t>(columns.width * outSize_);
    const bool sameType = args_.grad.dtype == args_.out.dtype;
    TileBuffer first;
    if (sameType && range.Size() == 1) {
      const void* row = Row(range.begin, columns, first);
      if (streaming_) {
        StreamCopy(to, static_cast<const std::byte*>(row), bytes);
      } else {
        std::memcpy(to, row, bytes);
      }
      return;
    }
    alignas(kLineBytes) TileBuffer tile;
    std::byte* const rounded = streaming_ ? reinterpret_cast<std::byte*>(tile.data()) : to;
    if (sameType && range.Size() == 2 && !args_.scaleGradByFreq) {
      TileBuffer second;
      AddPair(args_.grad.dtype, Row(range.begin, columns, first), Row(range.begin + 1, columns, second),
              columns.width, rounded);
    } else {
      SumColumns(range, columns, rounded);
    }
    if (streaming_) {
      StreamCopy(to, rounded, bytes);
    }
  }

  void SumColumns(const Range& range, const Columns& columns, std::byte* to) const {
    alignas(kLineBytes) DoubleTileBuffer sums;
    if (range.Size() <= kChunk) {
      AddRows(range, columns, sums.data());
    } else {
      AddChunks(range, columns, sums.data());
    }
    if (args_.scaleGradByFreq && range.Size() > 1) {
      DivideBy(static_cast<double>(range.Size()), columns.width, sums.data());
    }
    Round(sums.data(), columns.width, args_.out.dtype, to);
  }

  const EmbeddingDenseBackwardArgs& args_;
  const Occurrence* sorted_;
  int64_t count_;
  int64_t tableRows_;
  int64_t rowLength_;
  int64_t gradSize_;
  int64_t outSize_;
  bool gradContiguous_;
  bool outContiguous_;
  bool byTiles_;
  bool streaming_;     // rows go past the caches one by one
  int64_t rowsAhead_;  // fetched before they are read
  double* chunkSums_;
  const backend::cpu::CpuContext& context_;
  TileReader grad_;
  TileWriter out_;
};

template <typename Word>
void SumAll(const EmbeddingDenseBackwardArgs& args, std::span<const IndexOccurrence<Word>> sorted,
            double* chunkSums, const backend::cpu::CpuContext& context) {
  const RowSums<Word> sums(args, sorted, chunkSums, context);
  sums.SumChunks();
  sums.WriteRows();
}

void SumNarrow(const EmbeddingDenseBackwardArgs& args, std::span<const IndexOccurrence<uint32_t>> sorted,
               double* chunkSums, const backend::cpu::CpuContext& context) {
  SumAll(args, sorted, chunkSums, context);
}

void SumWide(const EmbeddingDenseBackwardArgs& args, std::span<const IndexOccurrence<uint64_t>> sorted,
             double* chunkSums, const backend::cpu::CpuContext& context) {
  SumAll(args, sorted, chunkSums, context);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

using Args = EmbeddingDenseBackwardArgs;

HWY_EXPORT(SumNarrow);
HWY_EXPORT(SumWide);

int64_t ChunkSumElements(const Args& args, int64_t positions) {
  return positions <= kChunk ? 0 : 2 * CeilDivide(positions, kChunk) * args.out.dims[1];
}

template <typename Word, typename Sum>
Status SortAndSum(const Args& args, const IndexSortPlan& sort, std::byte* workspace,
                  const backend::cpu::CpuContext& cpu, const Sum& sum) {
  std::span<const IndexOccurrence<Word>> sorted;
  Status status = SortIndices(args, sort, workspace, cpu, sorted);
  if (status.IsOk() && !args.out.Empty()) {
    auto* const chunkSums = reinterpret_cast<double*>(workspace + sort.scratchBytes);
    sum(args, sorted, chunkSums, cpu);
  }
  return status;
}

Prepared Prepare(const Args& args) {
  const int64_t gradElements = args.grad.NumElements();
  if (args.out.dims[1] == 0) {
    return {};
  }
  const IndexSortPlan sort(args);
  const auto chunkSums = static_cast<size_t>(ChunkSumElements(args, sort.positions));
  const size_t workspaceBytes = sort.scratchBytes + chunkSums * sizeof(double);
  return {.workspaceBytes = workspaceBytes,
          .cost = workspaceBytes + static_cast<size_t>(gradElements) * SizeOf(args.grad.dtype) +
                  static_cast<size_t>(sort.positions) * SizeOf(args.indices.dtype) +
                  static_cast<size_t>(args.out.NumElements()) * SizeOf(args.out.dtype)};
}

Status Run(const Args& args, const Prepared& /*needs*/, std::byte* workspace,
           const backend::cpu::CpuContext& cpu) {
  if (args.out.dims[1] == 0) {
    return Status::Ok();  // nothing to write, whatever the indices are
  }
  const IndexSortPlan sort(args);
  return sort.wide ? SortAndSum<uint64_t>(args, sort, workspace, cpu, HWY_DYNAMIC_DISPATCH(SumWide))
                   : SortAndSum<uint32_t>(args, sort, workspace, cpu, HWY_DYNAMIC_DISPATCH(SumNarrow));
}

constexpr auto kKernel = CpuKernel<Run>("cpu:sorted", Prepare);

}  // namespace

constinit const KernelEntry<EmbeddingDenseBackwardArgs> kEmbeddingDenseBackwardCpu = Entry(kKernel);

}  // namespace openaclnn
#endif  // HWY_ONCE
