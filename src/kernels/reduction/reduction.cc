// SPDX-License-Identifier: Apache-2.0
#include "kernels/reduction/reduction.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/checked_math.h"
#include "kernels/elementwise/conversion.h"
#include "kernels/tiles/pack.h"

namespace openaclnn {
namespace {

// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = int64_t{1} << 16;
// Of a tile of whole rows.
constexpr int64_t kRowTileElements = int64_t{1} << 15;
// Of what is gathered or converted at a time, row by row: four blocks, which loops reduce at once.
constexpr int64_t kBufferElements = 4 * kSumBlock;
// The same of a block of rows that lie side by side.
constexpr int64_t kBufferBytes = int64_t{1} << 17;
// Rows shorter than this are turned, so that vectors hold elements of many.
constexpr int64_t kShortRow = 16;
// Fewer rows than this that lie side by side are not worth vectors.
constexpr int64_t kFewLines = 8;
// Tiles of fewer elements than this are joined with their neighbours along the next dim.
constexpr int64_t kSmallTile = 2048;
// Tiles are narrower where there would be fewer than this; the wider they are, the more of each page is read
// at a time.
constexpr int64_t kEnoughTiles = 8;
constexpr int64_t kNarrowLines = 32;

int64_t Bytes(DType dtype) {
  return static_cast<int64_t>(SizeOf(dtype));
}

bool Contains(DimSet dims, int d) {
  return ((dims >> static_cast<unsigned>(d)) & 1U) != 0;
}

// A view without elements may have any sizes beside that of zero: their product need not fit.
TensorView WithoutFreeSizes(const TensorView& self, DimSet reduced) {
  TensorView view = self;
  if (!self.Empty()) {
    return view;
  }
  for (int d = 0; d < self.rank; ++d) {
    if (Contains(reduced, d)) {
      view.dims[static_cast<size_t>(d)] = 0;
    }
  }
  return view;
}

}  // namespace

ReductionPlan::ReductionPlan(const TensorView& self, DimSet reduced, DType cast,
                             std::span<const TensorView> results, const ReductionLoops& loops)
    : loops_(loops), size_(Bytes(self.dtype)), resultCount_(results.size()) {
  for (size_t k = 0; k < resultCount_; ++k) {
    const bool keepsDims = results[k].rank == self.rank;
    TensorView kept = results[k];
    kept.rank = 0;
    int next = 0;
    for (int d = 0; d < self.rank; ++d) {
      if (!Contains(reduced, d)) {
        const auto from = static_cast<size_t>(keepsDims ? d : next++);
        const auto to = static_cast<size_t>(kept.rank++);
        kept.dims[to] = results[k].dims[from];
        kept.strides[to] = results[k].strides[from];
      }
    }
    const bool converts = loops.results[k] != kept.dtype;
    results_[k] = {converts ? FindConversion(loops.results[k], kept.dtype) : nullptr, Bytes(kept.dtype),
                   kept};
  }
  kept_ = results_[0].kept.NumElements();
  if (kept_ == 0) {
    return;
  }
  const TensorView elements = WithoutFreeSizes(self, reduced);
  SetRows(elements, reduced);
  SetLines(elements, reduced);
  SortAndMergeLines();
  SetConversions(self.dtype, cast);
  ChooseLayout();
  cost_ = static_cast<size_t>(kept_ * rows_ * rowLength_ * size_);
}

void ReductionPlan::SetRows(const TensorView& self, DimSet reduced) {
  row_ = self;
  row_.rank = 0;
  rowLength_ = 1;
  std::array<size_t, kMaxRank> dims{};
  for (int d = self.rank; d-- > 0;) {
    const int64_t size = self.dims[static_cast<size_t>(d)];
    if (!Contains(reduced, d) || size == 1) {
      continue;
    }
    if (rowLength_ < kSumBlock || size == 0) {
      dims[static_cast<size_t>(row_.rank++)] = static_cast<size_t>(d);
      rowLength_ *= size;
    } else {
      rows_ *= size;
    }
  }
  rows_ = rowLength_ == 0 ? 1 : rows_;
  rowIsRun_ = true;
  rowStride_ = size_;
  for (size_t i = 0; i < static_cast<size_t>(row_.rank); ++i) {
    const size_t d = dims[static_cast<size_t>(row_.rank) - 1 - i];
    row_.dims[i] = self.dims[d];
    row_.strides[i] = self.strides[d];
    rowIsRun_ = rowIsRun_ && (i == 0 || row_.strides[i - 1] == row_.strides[i] * row_.dims[i]);
    rowStride_ = row_.strides[i] * size_;
  }
  segments_ = std::max(int64_t{1}, CeilDivide(rowLength_, kSegment));
  parts_ = rows_ * segments_;
}

void ReductionPlan::SetLines(const TensorView& self, DimSet reduced) {
  int64_t keptStride = parts_;
  int64_t reducedStride = segments_;
  int64_t rowsLeft = rowLength_;  // of the row's dims, which come first from the end
  auto resultDim = static_cast<size_t>(results_[0].kept.rank);
  for (int dim = self.rank; dim-- > 0;) {
    const auto d = static_cast<size_t>(dim);
    LineDim line{self.dims[d], self.strides[d] * size_, 0, {}};
    if (!Contains(reduced, dim)) {
      --resultDim;
      for (size_t k = 0; k < resultCount_; ++k) {
        line.resultStrides[k] = results_[k].kept.strides[resultDim] * results_[k].size;
      }
      line.partialStride = keptStride;
      keptStride *= line.size;
    } else if (line.size > 1 && rowsLeft == 1) {
      line.partialStride = reducedStride;
      reducedStride *= line.size;
    } else {
      rowsLeft = line.size > 1 ? rowsLeft / line.size : rowsLeft;
      continue;
    }
    if (line.size > 1) {
      lines_.push_back(line);
    }
  }
}

void ReductionPlan::SortAndMergeLines() {
  // Those along which nothing moves come first: the same elements are reduced again.
  const auto rank = [](const LineDim& line) { return line.stride == 0 ? INT64_MAX : line.stride; };
  std::ranges::reverse(lines_);
  std::ranges::stable_sort(lines_, std::greater<>(), rank);
  size_t count = 0;
  for (const LineDim& line : lines_) {
    bool merges = count > 0;
    if (merges) {
      const LineDim& outer = lines_[count - 1];
      merges =
          outer.stride == line.stride * line.size && outer.partialStride == line.partialStride * line.size;
      for (size_t k = 0; k < resultCount_; ++k) {
        merges = merges && outer.resultStrides[k] == line.resultStrides[k] * line.size;
      }
    }
    if (merges) {
      const int64_t outerSize = lines_[count - 1].size;
      lines_[count - 1] = line;
      lines_[count - 1].size *= outerSize;
    } else {
      lines_[count++] = line;
    }
  }
  lines_.resize(count);
  if (lines_.empty()) {
    lines_.push_back({1, 0, 0, {}});
  }
}

void ReductionPlan::SetConversions(DType self, DType cast) {
  castSize_ = size_;
  if (cast != self && cast != loops_.compute) {
    cast_ = FindConversion(self, cast);
    castSize_ = Bytes(cast);
    self = cast;
  }
  readSize_ = Bytes(self);
  if (self == loops_.compute) {
    return;
  }
  const bool half = self == DType::kFloat16 || self == DType::kBfloat16;
  const LaneLoops* const lanes = half ? loops_.halfLanes[self == DType::kFloat16 ? 0 : 1] : nullptr;
  if (lanes != nullptr) {
    loops_.lanes = lanes;
  } else {
    conversion_ = FindConversion(self, loops_.compute);
    readSize_ = Bytes(loops_.compute);
  }
}

void ReductionPlan::ChooseLayout() {
  const LineDim& inner = lines_.back();
  const bool sideBySide = rowIsRun_ && rowStride_ == size_;
  if (rowLength_ <= 1) {
    across_ = true;
    packed_ = inner.stride != size_;
  } else if (sideBySide) {
    across_ = rowLength_ < kShortRow && inner.size >= kShortRow;
    packed_ = across_;
  } else {
    const int64_t innermost = row_.strides[static_cast<size_t>(row_.rank) - 1] * size_;
    across_ = inner.size >= kFewLines && inner.stride < innermost;
    packed_ = !(across_ && rowIsRun_ && inner.stride == size_);
  }
  const int64_t elements = std::clamp(rowLength_, int64_t{1}, kSegment);
  if (!across_) {
    tileLines_ = kRowTileElements / elements;
  } else if (packed_ || cast_ != nullptr || conversion_ != nullptr) {
    tileLines_ = BufferedLines(elements);
  } else {
    const int64_t strips = kept_ * parts_ / kEnoughTiles;
    tileLines_ = std::clamp(strips, std::min(kNarrowLines, loops_.acrossLines), loops_.acrossLines);
  }
  tileLines_ = std::min(std::clamp(tileLines_, int64_t{1}, kMostLines), inner.size);
  if (!sideBySide && inner.size * elements < kSmallTile) {
    JoinSmallTiles();
  }
  tiles_ = segments_ * CeilDivide(inner.size, tileLines_);
  for (size_t d = 0; d + 1 < lines_.size(); ++d) {
    tiles_ *= CeilDivide(lines_[d].size, d + 2 == lines_.size() ? tileGroups_ : 1);
  }
  tilesOfTask_ = std::max(int64_t{1}, kTaskElements / (tileGroups_ * tileLines_ * elements));
}

// Rows of so many elements, side by side, of which a block fits into the buffers.
int64_t ReductionPlan::BufferedLines(int64_t elements) const {
  const int64_t largest = std::max({size_, castSize_, readSize_});
  return std::min(kBufferBytes / largest / std::clamp(elements, int64_t{1}, kSumBlock), loops_.acrossLines);
}

// What a tile costs beside its elements would else be most of the work.
void ReductionPlan::JoinSmallTiles() {
  const LineDim& inner = lines_.back();
  const int64_t most = BufferedLines(rowLength_);
  if (lines_.size() < 2 || !rowIsRun_ || rowLength_ <= 1 || parts_ > 1 || 2 * inner.size > most) {
    return;
  }
  across_ = true;
  packed_ = true;
  tileLines_ = inner.size;
  tileGroups_ = std::min(most / inner.size, lines_[lines_.size() - 2].size);
}

size_t ReductionPlan::WorkspaceBytes() const {
  return parts_ > 1 ? static_cast<size_t>(kept_ * parts_) * loops_.partialBytes : 0;
}

// One task: buffers for what is gathered or converted.
class ReductionPlan::Runner {
 public:
  Runner(const ReductionPlan& plan, const std::byte* self, std::span<std::byte* const> results,
         const ReductionNumbers& numbers, std::byte* workspace)
      : plan_(plan),
        self_(self),
        results_(results),
        workspace_(workspace),
        numbers_(numbers),
        row_(plan.row_) {}

  void Do(int64_t number) {
    const size_t inner = plan_.lines_.size() - 1;
    const int64_t strips = CeilDivide(plan_.lines_[inner].size, plan_.tileLines_);
    int64_t segment = 0;
    // Neighbours in memory one after the other.
    if (plan_.across_) {
      segment = number / (plan_.tiles_ / plan_.segments_);
      number %= plan_.tiles_ / plan_.segments_;
    } else {
      segment = number % plan_.segments_;
      number /= plan_.segments_;
    }
    int64_t offset = 0;
    int64_t partial = 0;
    int64_t lines = 0;
    std::array<int64_t, kMostResults> resultOffsets{};
    for (size_t d = inner + 1; d-- > 0;) {
      const LineDim& line = plan_.lines_[d];
      const int64_t count = d == inner       ? strips
                            : d + 1 == inner ? CeilDivide(line.size, plan_.tileGroups_)
                                             : line.size;
      int64_t index = number % count;
      number /= count;
      if (d == inner) {
        index *= plan_.tileLines_;
        lines = std::min(plan_.tileLines_, line.size - index);
      } else if (d + 1 == inner) {
        index *= plan_.tileGroups_;
        groups_ = std::min(plan_.tileGroups_, line.size - index);
      }
      offset += index * line.stride;
      partial += index * line.partialStride;
      for (size_t k = 0; k < plan_.resultCount_; ++k) {
        resultOffsets[k] += index * line.resultStrides[k];
      }
    }
    const int64_t begin = segment * kSegment;
    Reduce(self_ + offset, groups_ * lines, begin, std::min(kSegment, plan_.rowLength_ - begin));
    const LineDim& line = plan_.lines_[inner];
    if (plan_.parts_ == 1) {
      const std::array<std::byte*, kMostResults> wide{wide_[0].data(), wide_[1].data()};
      plan_.loops_.finish(partials_.data(), groups_ * lines, numbers_, wide);
      for (size_t k = 0; k < plan_.resultCount_; ++k) {
        const int64_t step = inner > 0 ? plan_.lines_[inner - 1].resultStrides[k] : 0;
        // Groups whose results follow each other are one.
        const bool joined = step == lines * line.resultStrides[k];
        const int64_t count = joined ? groups_ * lines : lines;
        for (int64_t at = 0; at < groups_ * lines; at += count) {
          plan_.results_[k].Store(wide[k] + at * Bytes(plan_.loops_.results[k]), count, line.resultStrides[k],
                                  results_[k] + resultOffsets[k] + at / lines * step);
        }
      }
    } else {
      const size_t bytes = plan_.loops_.partialBytes;
      for (int64_t i = 0; i < lines; ++i) {
        const auto place = static_cast<size_t>(partial + i * line.partialStride + segment);
        std::copy_n(partials_.data() + static_cast<size_t>(i) * bytes, bytes, workspace_ + place * bytes);
      }
    }
  }

 private:
  // To partials_.
  void Reduce(const std::byte* data, int64_t lines, int64_t begin, int64_t elements) {
    const int64_t lineStride = plan_.lines_.back().stride;
    ReductionTile tile{};
    tile.numbers = numbers_;
    tile.lanes = plan_.loops_.lanes;
    if (!plan_.packed_ && plan_.cast_ == nullptr && plan_.conversion_ == nullptr) {
      tile.data = data + begin * plan_.rowStride_;
      tile.lines = lines;
      tile.lineStride = lineStride;
      tile.elements = elements;
      tile.elementStride = plan_.rowStride_;
      tile.begin = begin;
      tile.first = true;
      tile.partials = partials_.data();
      plan_.loops_.reduce(tile);
      return;
    }
    const int64_t most = std::min(elements, plan_.across_ ? kSumBlock : kBufferElements);
    const int64_t together =
        plan_.across_ ? lines : std::clamp(kBufferElements / std::max(most, int64_t{1}), int64_t{1}, lines);
    for (int64_t line = 0; line < lines; line += together) {
      tile.lines = std::min(together, lines - line);
      tile.partials = partials_.data() + static_cast<size_t>(line) * plan_.loops_.partialBytes;
      int64_t at = 0;
      do {
        tile.elements = std::min(most, elements - at);
        tile.data = Gather(data + line * lineStride, tile.lines, begin + at, tile.elements);
        const int64_t size = plan_.readSize_;
        tile.lineStride = plan_.across_ ? size : tile.elements * size;
        tile.elementStride = plan_.across_ ? tile.lines * size : size;
        tile.begin = begin + at;
        tile.first = at == 0;
        plan_.loops_.reduce(tile);
        at += most;
      } while (at < elements);
    }
  }

  // A part of some rows, side by side or row by row, in the type that the loop reads.
  const std::byte* Gather(const std::byte* data, int64_t lines, int64_t begin, int64_t elements) {
    const int64_t lineStride = plan_.lines_.back().stride;
    const int64_t rows = plan_.across_ ? elements : lines;
    const int64_t columns = plan_.across_ ? lines : elements;
    const std::byte* from = data + begin * plan_.rowStride_;
    int64_t stride = plan_.across_ ? plan_.rowStride_ : lineStride;
    if (plan_.packed_) {
      Pack(data, lines, begin, elements);
      from = packed_.data();
      stride = columns * plan_.size_;
    }
    if (plan_.cast_ != nullptr) {
      from =
          Convert(plan_.cast_, {from, stride, 1}, rows, columns, plan_.size_, plan_.castSize_, cast_.data());
      stride = columns * plan_.castSize_;
    }
    if (plan_.conversion_ != nullptr) {
      from = Convert(plan_.conversion_, {from, stride, 1}, rows, columns, plan_.castSize_, plan_.readSize_,
                     converted_.data());
    }
    return from;
  }

  void Pack(const std::byte* data, int64_t lines, int64_t begin, int64_t elements) {
    const int64_t size = plan_.size_;
    const int64_t lineStride = plan_.lines_.back().stride;
    const int64_t rowStride = plan_.rowStride_;
    std::byte* to = packed_.data();
    if (groups_ > 1) {
      const int64_t groupStride = plan_.lines_[plan_.lines_.size() - 2].stride;
      PackTile(size, {3, {elements, groups_, lines / groups_}, {rowStride, groupStride, lineStride}},
               data + begin * rowStride, to);
    } else if (plan_.rowIsRun_) {
      const StridedPlane plane = plan_.across_ ? StridedPlane{elements, lines, rowStride, lineStride}
                                               : StridedPlane{lines, elements, lineStride, rowStride};
      PackPlane(size, plane, data + begin * rowStride, to);
    } else if (plan_.across_) {
      row_.ForEachRun(begin, elements, [&](int64_t offset, int64_t stride, int64_t count) {
        PackPlane(size, {count, lines, stride * size, lineStride}, data + offset * size, to);
        to += count * lines * size;
      });
    } else {
      for (int64_t line = 0; line < lines; ++line) {
        row_.ForEachPlane(begin, elements, [&](const MergedDims::Plane& plane) {
          PackPlane(size, {plane.rows, plane.columns, plane.rowStride * size, plane.columnStride * size},
                    data + line * lineStride + plane.offset * size, to);
          to += plane.rows * plane.columns * size;
        });
      }
    }
  }

  static const std::byte* Convert(ElementwiseLoop conversion, const ElementwiseInput& input, int64_t rows,
                                  int64_t columns, int64_t size, int64_t resultSize, std::byte* to) {
    ElementwiseTile tile{};
    tile.inputs[0] = input;
    tile.out = to;
    tile.outRowStride = columns * resultSize;
    const bool joined = input.rowStride == columns * size;
    tile.rows = joined ? 1 : rows;
    tile.columns = joined ? rows * columns : columns;
    conversion(tile);
    return to;
  }

  using Buffer = std::array<std::byte, kBufferBytes>;

  const ReductionPlan& plan_;
  const std::byte* self_;
  std::span<std::byte* const> results_;
  std::byte* workspace_;
  ReductionNumbers numbers_;
  MergedDims row_;
  int64_t groups_ = 1;  // of the tile, each of which has as many lines
  alignas(64) std::array<std::byte, static_cast<size_t>(kMostLines) * kMostPartialBytes> partials_;
  alignas(64) std::array<WideResults, kMostResults> wide_;
  alignas(64) Buffer packed_;
  alignas(64) Buffer cast_;
  alignas(64) Buffer converted_;
};

void ReductionPlan::Result::Store(const std::byte* wide, int64_t count, int64_t stride, std::byte* to) const {
  if (conversion == nullptr) {
    UnpackPlane(size, {1, count, 0, stride}, wide, to);
    return;
  }
  alignas(64) WideResults converted;
  ElementwiseTile tile{};
  tile.inputs[0] = {wide, 0, 1};
  tile.rows = 1;
  tile.columns = count;
  tile.out = stride == size ? to : converted.data();
  conversion(tile);
  if (stride != size) {
    UnpackPlane(size, {1, count, 0, stride}, converted.data(), to);
  }
}

// The partials of each result, in order.
void ReductionPlan::JoinAll(std::byte* partials, std::span<std::byte* const> results,
                            const ReductionNumbers& numbers, const backend::cpu::CpuContext& cpu) const {
  const size_t bytes = loops_.partialBytes;
  cpu.ParallelFor(CeilDivide(kept_, kMostLines), [&](int64_t task) {
    const int64_t begin = task * kMostLines;
    const int64_t count = std::min(kMostLines, kept_ - begin);
    alignas(64) std::array<std::byte, static_cast<size_t>(kMostLines) * kMostPartialBytes> joined;
    for (int64_t i = 0; i < count; ++i) {
      std::byte* const all = partials + static_cast<size_t>((begin + i) * parts_) * bytes;
      loops_.join(all, parts_);
      std::copy_n(all, bytes, joined.data() + static_cast<size_t>(i) * bytes);
    }
    alignas(64) std::array<WideResults, kMostResults> wide;
    loops_.finish(joined.data(), count, numbers, {wide[0].data(), wide[1].data()});
    for (size_t k = 0; k < resultCount_; ++k) {
      const Result& result = results_[k];
      const std::byte* from = wide[k].data();
      MergedDims(result.kept).ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
        result.Store(from, run, stride * result.size, results[k] + offset * result.size);
        from += run * Bytes(loops_.results[k]);
      });
    }
  });
}

void ReductionPlan::Run(const std::byte* self, std::span<std::byte* const> results, double parameter,
                        std::byte* workspace, const backend::cpu::CpuContext& cpu) const {
  const ReductionNumbers numbers{static_cast<double>(rows_ * rowLength_), parameter};
  cpu.ParallelFor(CeilDivide(tiles_, tilesOfTask_), [&](int64_t task) {
    Runner runner(*this, self, results, numbers, workspace);
    const int64_t end = std::min(tiles_, (task + 1) * tilesOfTask_);
    for (int64_t tile = task * tilesOfTask_; tile < end; ++tile) {
      runner.Do(tile);
    }
  });
  if (parts_ > 1) {
    JoinAll(workspace, results, numbers, cpu);
  }
}

}  // namespace openaclnn
