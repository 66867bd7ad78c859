// SPDX-License-Identifier: Apache-2.0
//
// The sort brings the occurrences of each table row together, in order of position; then every row of the
// output is written once, zeros included.
#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "ops/common/accumulate.h"
#include "ops/common/tiles.h"
#include "ops/embedding_dense_backward/kernel.h"

namespace openaclnn {
namespace {

using Args = EmbeddingDenseBackwardArgs;

// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 16 * kTileElements;

// Occurrences that are summed in one go. Rows with more of them are hot: each chunk of so many is summed by a
// task, so that a table of a single row keeps all cores busy too.
constexpr int64_t kChunk = 256;

// How much of grad is on its way into the cache while it is summed.
constexpr int64_t kBytesAhead = 8192;
constexpr int64_t kMaxRowsAhead = 32;
constexpr int64_t kLine = 64;

int64_t ChunkSumElements(const Args& args, int64_t positions) {
  return positions <= kChunk ? 0 : 2 * CeilDivide(positions, kChunk) * args.out.dims[1];
}

template <typename Word>
class RowSums {
 public:
  using Occurrence = IndexOccurrence<Word>;

  // `chunkSums` has ChunkSumElements elements.
  RowSums(const Args& args, std::span<const Occurrence> sorted, double* chunkSums,
          const backend::cpu::CpuContext& context)
      : args_(args),
        sorted_(sorted.data()),
        count_(static_cast<int64_t>(sorted.size())),
        tableRows_(args.out.dims[0]),
        rowLength_(args.out.dims[1]),
        columnTiles_(CeilDivide(rowLength_, kTileElements)),
        elementSize_(static_cast<int64_t>(SizeOf(args.grad.dtype))),
        rowsAhead_(std::clamp<int64_t>(kBytesAhead / (rowLength_ * elementSize_), 1, kMaxRowsAhead)),
        chunkSums_(chunkSums),
        context_(context),
        grad_(args.grad),
        out_(args.out) {
    // Row after row of a strided view is not worth looking for.
    if (!args.grad.Contiguous()) {
      rowsAhead_ = count_;
    }
  }

  // First: the chunks of hot rows.
  void SumChunks() const {
    if (count_ <= kChunk) {
      return;
    }
    const int64_t windows = CeilDivide(count_, kChunk);
    const int64_t windowsPerTask = std::max<int64_t>(1, kTaskElements / (kChunk * ColumnTile(0).width));
    context_.ParallelFor(CeilDivide(windows, windowsPerTask) * columnTiles_, [&](int64_t task) {
      const Columns columns = ColumnTile(task % columnTiles_);
      const int64_t begin = task / columnTiles_ * windowsPerTask;
      const int64_t end = std::min(windows, begin + windowsPerTask);
      for (int64_t window = begin; window < end; ++window) {
        SumChunksThatBeginIn({window * kChunk, std::min(count_, (window + 1) * kChunk)}, columns);
      }
    });
  }

  // Then: all rows.
  void WriteRows() const {
    // The elements that a row reads and writes, on average.
    const int64_t occurrences = std::min(args_.indices.NumElements() / tableRows_, kTaskElements);
    const int64_t rowElements = ColumnTile(0).width * (1 + occurrences);
    // Short rows share a tile of the output.
    const int64_t rowsPerTile = std::max<int64_t>(1, kTileElements / rowElements);
    const int64_t rowsPerTask = std::max<int64_t>(1, kTaskElements / rowElements);
    context_.ParallelFor(CeilDivide(tableRows_, rowsPerTask) * columnTiles_, [&](int64_t task) {
      const Columns columns = ColumnTile(task % columnTiles_);
      const int64_t first = task / columnTiles_ * rowsPerTask;
      const int64_t last = std::min(tableRows_, first + rowsPerTask);
      int64_t next = FirstOccurrence(first, count_);
      for (int64_t begin = first; begin < last; begin += rowsPerTile) {
        next = WriteTile(begin, std::min(last, begin + rowsPerTile), columns, next);
      }
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

  [[nodiscard]] Columns ColumnTile(int64_t tile) const {
    const int64_t begin = tile * kTileElements;
    return {begin, std::min(kTileElements, rowLength_ - begin)};
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

  const float* ReadRow(int64_t occurrence, const Columns& columns, TileBuffer& buffer) const {
    // The rows of grad lie anywhere, so no processor foresees them. In place: as a function of its own,
    // without visible effect, this is compiled to nothing.
    if (occurrence + rowsAhead_ < count_) {
      const int64_t ahead = Element(occurrence + rowsAhead_, columns) * elementSize_;
      const int64_t bytes = columns.width * elementSize_;
      for (int64_t line = 0; line < bytes; line += kLine) {
        __builtin_prefetch(args_.grad.data + ahead + line);
      }
    }
    return grad_.Read(Element(occurrence, columns), columns.width, buffer);
  }

  // Where the columns of an occurrence begin in grad.
  [[nodiscard]] int64_t Element(int64_t occurrence, const Columns& columns) const {
    return static_cast<int64_t>(sorted_[occurrence].position) * rowLength_ + columns.begin;
  }

  // Float64 keeps small terms beside large ones, and does not overflow.
  void AddRows(const Range& range, const Columns& columns, double* sums) const {
    TileBuffer buffer;
    std::copy_n(ReadRow(range.begin, columns, buffer), columns.width, sums);
    for (int64_t i = range.begin + 1; i < range.end; ++i) {
      AddTo(sums, ReadRow(i, columns, buffer), columns.width);
    }
  }

  void AddChunks(const Range& hotRow, const Columns& columns, double* sums) const {
    std::fill_n(sums, columns.width, 0.0);
    for (int64_t chunk = hotRow.begin; chunk < hotRow.end; chunk += kChunk) {
      const double* chunkSum = ChunkSum(hotRow, chunk) + columns.begin;
      AddTo(sums, chunkSum, columns.width);
    }
  }

  // Writes table rows [begin, end), whose occurrences start at `next`; returns where those of `end` do.
  int64_t WriteTile(int64_t begin, int64_t end, const Columns& columns, int64_t next) const {
    DoubleTileBuffer tile;
    double* sums = tile.data();
    for (int64_t row = begin; row < end; ++row, sums += columns.width) {
      const Range range = OccurrencesFrom(next, row);
      SumRow(range, columns, sums);
      next = range.end;
    }
    out_.Write(begin * rowLength_ + columns.begin, (end - begin) * columns.width, tile.data());
    return next;
  }

  void SumRow(const Range& range, const Columns& columns, double* sums) const {
    if (range.Size() == 0) {
      std::fill_n(sums, columns.width, 0.0);
    } else if (range.Size() <= kChunk) {
      AddRows(range, columns, sums);
    } else {
      AddChunks(range, columns, sums);
    }
    if (args_.scaleGradByFreq && range.Size() > 1) {
      const auto divisor = static_cast<double>(range.Size());
      std::for_each_n(sums, columns.width, [divisor](double& sum) { sum /= divisor; });
    }
  }

  const Args& args_;
  const Occurrence* sorted_;
  int64_t count_;
  int64_t tableRows_;
  int64_t rowLength_;
  int64_t columnTiles_;
  int64_t elementSize_;
  int64_t rowsAhead_;  // fetched before they are read
  double* chunkSums_;
  const backend::cpu::CpuContext& context_;
  TileReader grad_;
  TileWriter out_;
};

template <typename Word>
Status SortAndSum(const Args& args, const IndexSortPlan& sort, std::byte* workspace,
                  backend::ExecutionContext& context) {
  std::span<const IndexOccurrence<Word>> sorted;
  Status status = SortIndices(args, sort, workspace, context, sorted);
  if (status.IsOk() && !args.out.Empty()) {
    auto* const chunkSums = reinterpret_cast<double*>(workspace + sort.scratchBytes);
    const RowSums<Word> sums(args, sorted, chunkSums, static_cast<const backend::cpu::CpuContext&>(context));
    sums.SumChunks();
    sums.WriteRows();
  }
  return status;
}

}  // namespace

Plan PlanEmbeddingDenseBackwardCpu(const Args& args) {
  const int64_t gradElements = args.grad.NumElements();
  if (args.out.dims[1] == 0) {
    return {};
  }
  const IndexSortPlan sort(args);
  const auto chunkSums = static_cast<size_t>(ChunkSumElements(args, sort.positions));
  const size_t workspaceBytes = sort.scratchBytes + chunkSums * sizeof(double);
  return {.workspaceBytes = workspaceBytes,
          .bytes = workspaceBytes + static_cast<size_t>(gradElements) * SizeOf(args.grad.dtype) +
                   static_cast<size_t>(sort.positions) * SizeOf(args.indices.dtype) +
                   static_cast<size_t>(args.out.NumElements()) * SizeOf(args.out.dtype)};
}

Status RunEmbeddingDenseBackwardCpu(const Args& args, std::byte* workspace,
                                    backend::ExecutionContext& context) {
  if (args.out.dims[1] == 0) {
    return Status::Ok();  // nothing to write, whatever the indices are
  }
  const IndexSortPlan sort(args);
  return sort.wide ? SortAndSum<uint64_t>(args, sort, workspace, context)
                   : SortAndSum<uint32_t>(args, sort, workspace, context);
}

}  // namespace openaclnn
