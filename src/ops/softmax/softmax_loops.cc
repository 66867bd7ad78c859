// SPDX-License-Identifier: Apache-2.0
#include "ops/softmax/softmax_loops.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "kernels/reduction/lane_blocks.h"

namespace openaclnn::softmax {
namespace {

// Bytes of each input whose rows go through all steps together: they stay in level-one cache.
constexpr int64_t kTogether = 1 << 13;
constexpr int64_t kMostTogether = 32;

// The tile of a call: the largest elements, then sums of terms, then results. T is the type that is computed
// in.
template <Kind kKind, typename T>
class Runner {
 public:
  Runner(const Steps& steps, const RowTile& tile, int64_t element, bool termsInScratch)
      : steps_(steps), tile_(tile), element_(element) {
    whole_.inputs = {tile.inputs[0], IsForward(kKind) ? tile.inputs[0] : tile.inputs[1]};
    whole_.inputStrides = {tile.inputStrides[0], tile.inputStrides[IsForward(kKind) ? 0 : 1]};
    whole_.output = tile.outputs[0];
    whole_.outputStride = tile.outputStrides[0];
    const int64_t side = tile.across ? tile.lines : tile.elements;
    whole_.terms = termsInScratch ? tile.scratch : tile.outputs[0];
    whole_.termStride = termsInScratch ? side * kSize : tile.outputStrides[0];
    whole_.ofRow = !tile.across;
    if (IsForward(kKind)) {
      whole_.largest = largest_.data();
    }
    whole_.sums = sums_.data();
    whole_.inverses = inverses_.data();
  }

  void Run() {
    if (tile_.across) {
      RunColumns();
      return;
    }
    const int64_t most =
        std::clamp(kTogether / std::max(int64_t{1}, tile_.elements * element_), int64_t{1}, kMostTogether);
    for (int64_t line = 0; line < tile_.lines; line += most) {
      RunRows(line, std::min(most, tile_.lines - line));
    }
  }

 private:
  static constexpr auto kSize = static_cast<int64_t>(sizeof(T));

  // A part of the tile: some rows of the memory from one on, and some columns.
  Plane PartOf(int64_t row, int64_t rows, int64_t column, int64_t columns) const {
    Plane part = whole_;
    part.rows = rows;
    part.columns = columns;
    for (size_t k = 0; k < 2; ++k) {
      part.inputs[k] += row * part.inputStrides[k] + column * element_;
    }
    part.output += row * part.outputStride + column * element_;
    part.terms += row * part.termStride + column * kSize;
    return part;
  }

  void RunRows(int64_t line, int64_t rows) {
    const Plane all = PartOf(line, rows, 0, tile_.elements);
    if (IsForward(kKind)) {
      FindLargest(all);
    }
    if (rows == 1) {
      AddUpRow(line);
    } else {
      AddUpRows(line, rows);
    }
    Conclude(rows);
    steps_.writeResults(all);
  }

  // The elements of a row lie a stride apart.
  void RunColumns() {
    const int64_t columns = tile_.lines;
    const Plane all = PartOf(0, tile_.elements, 0, columns);
    if (IsForward(kKind)) {
      steps_.findLargestOfColumns(all, largest_.data());
    }
    for (int64_t begin = 0; begin < tile_.elements; begin += kSumBlock) {
      const int64_t block = std::min(kSumBlock, tile_.elements - begin);
      const Plane part = PartOf(begin, block, 0, columns);
      AddUp(part, columns, begin == 0,
            [&](const Operand& operand, const LaneParameters& parameters, double* to) {
              ReduceColumnBlocks(*steps_.sum, operand.data, operand.stride, block, columns, parameters, to);
            });
    }
    Conclude(columns);
    steps_.writeResults(all);
  }

  void FindLargest(const Plane& rows) {
    alignas(64) std::array<double, kMostTogether> found;
    if (rows.columns <= kSumBlock) {
      ReduceRowBlocks(*steps_.largest, rows.inputs[0], rows.inputStrides[0], rows.rows, rows.columns, {},
                      found.data());
    } else {
      ReductionTile tile{};
      tile.lines = rows.rows;
      tile.lineStride = rows.inputStrides[0];
      tile.elementStride = element_;
      tile.partials = reinterpret_cast<std::byte*>(found.data());
      tile.lanes = steps_.largest;
      for (int64_t begin = 0; begin < rows.columns; begin += kSegment) {
        tile.data = rows.inputs[0] + begin * element_;
        tile.elements = std::min(kSegment, rows.columns - begin);
        tile.first = begin == 0;
        ReduceInLanes(tile);
      }
    }
    std::transform(found.begin(), found.begin() + rows.rows, largest_.begin(),
                   [](double value) { return static_cast<T>(value); });
  }

  struct Operand {
    const std::byte* data;
    int64_t stride;
  };

  // What is added up of a part. Terms of softmax are computed first.
  Operand OperandOf(const Plane& part, LaneParameters& parameters) {
    if (kKind == Kind::kSoftmax) {
      steps_.writeTerms(part);
      return {part.terms, part.termStride};
    }
    if (kKind == Kind::kSoftmaxGradient) {
      parameters.second = part.inputs[1];
      parameters.secondStride = part.inputStrides[1];
    }
    return {part.inputs[0], part.inputStrides[0]};
  }

  // Adds the sums of a block of each row, or of each column, to the totals.
  template <class Reduce>
  void AddUp(const Plane& part, int64_t count, bool first, const Reduce& reduce) {
    alignas(64) std::array<double, kRowLines> sums;
    LaneParameters parameters;
    if (kKind == Kind::kLogSoftmax) {
      parameters.each = largest_.data();
    }
    reduce(OperandOf(part, parameters), parameters, first ? totals_.data() : sums.data());
    for (size_t i = 0; !first && i < static_cast<size_t>(count); ++i) {
      totals_[i] += sums[i];
    }
  }

  // The sums of some rows, block by block.
  void AddUpRows(int64_t line, int64_t rows) {
    for (int64_t begin = 0; begin < tile_.elements; begin += kSumBlock) {
      const int64_t block = std::min(kSumBlock, tile_.elements - begin);
      const Plane part = PartOf(line, rows, begin, block);
      AddUp(part, rows, begin == 0,
            [&](const Operand& operand, const LaneParameters& parameters, double* to) {
              ReduceRowBlocks(*steps_.sum, operand.data, operand.stride, rows, block, parameters, to);
            });
    }
  }

  // The sum of one row, several blocks at a time.
  void AddUpRow(int64_t line) {
    const int64_t size = kKind == Kind::kSoftmax ? kSize : element_;
    for (int64_t begin = 0; begin < tile_.elements;) {
      const int64_t blocks = std::clamp((tile_.elements - begin) / kSumBlock, int64_t{1}, kMostTogether);
      const int64_t block = std::min(kSumBlock, tile_.elements - begin);
      alignas(64) std::array<double, kMostTogether> sums;
      LaneParameters parameters;
      if (kKind == Kind::kLogSoftmax) {
        parameters.all = static_cast<double>(largest_[0]);
      }
      const Operand operand = OperandOf(PartOf(line, 1, begin, blocks * block), parameters);
      parameters.secondStride = kSumBlock * element_;
      ReduceRowBlocks(*steps_.sum, operand.data, kSumBlock * size, blocks, block, parameters, sums.data());
      double total = begin == 0 ? sums[0] : totals_[0] + sums[0];
      for (size_t b = 1; b < static_cast<size_t>(blocks); ++b) {
        total += sums[b];
      }
      totals_[0] = total;
      begin += blocks * block;
    }
  }

  // The sums as results take them.
  void Conclude(int64_t count) {
    if (kKind == Kind::kLogSoftmax) {
      TakeLogarithms(totals_.data(), count);
    }
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      sums_[i] = static_cast<T>(totals_[i]);
      inverses_[i] = kKind == Kind::kSoftmax ? T{1} / sums_[i] : T{0};
    }
  }

  const Steps& steps_;
  const RowTile& tile_;
  int64_t element_;  // bytes of one
  Plane whole_{};
  alignas(64) std::array<double, kRowLines> totals_;
  alignas(64) std::array<T, kRowLines> largest_;
  alignas(64) std::array<T, kRowLines> sums_;
  alignas(64) std::array<T, kRowLines> inverses_;
};

template <Kind kKind, DType kType>
struct Loops {
  using T = std::conditional_t<kType == DType::kDouble, double, float>;
  // Terms that are kept are numbers of that type: in the place of results, or in scratch where these are of
  // another.
  static constexpr bool kTermsInScratch =
      kKind == Kind::kSoftmax && kType != DType::kFloat && kType != DType::kDouble;

  static void Run(const RowTile& tile) {
    static const Steps kSteps = FindSteps(kKind, kType);
    Runner<kKind, T>(kSteps, tile, static_cast<int64_t>(SizeOf(kType)), kTermsInScratch).Run();
  }
};

template <Kind kKind, DType kType>
RowLoops LoopsOf() {
  RowLoops loops{Loops<kKind, kType>::Run, {kType, kType}, {kType}};
  if (Loops<kKind, kType>::kTermsInScratch) {
    loops.scratchOfTileElement = sizeof(float);
  }
  return loops;
}

template <Kind kKind>
RowLoops LoopsOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
      return LoopsOf<kKind, DType::kFloat16>();
    case DType::kBfloat16:
      return LoopsOf<kKind, DType::kBfloat16>();
    case DType::kDouble:
      return LoopsOf<kKind, DType::kDouble>();
    default:
      return LoopsOf<kKind, DType::kFloat>();
  }
}

}  // namespace

RowLoops FindRowLoops(Kind kind, DType dtype) {
  switch (kind) {
    case Kind::kSoftmax:
      return LoopsOf<Kind::kSoftmax>(dtype);
    case Kind::kLogSoftmax:
      return LoopsOf<Kind::kLogSoftmax>(dtype);
    case Kind::kSoftmaxGradient:
      return LoopsOf<Kind::kSoftmaxGradient>(dtype);
    case Kind::kLogSoftmaxGradient:
      return LoopsOf<Kind::kLogSoftmaxGradient>(dtype);
  }
  return {};
}

}  // namespace openaclnn::softmax
