// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "base/merged_dims.h"
#include "kernels/scratch.h"
#include "kernels/tiles.h"
#include "ops/embedding/embedding_dense_backward/kernel.h"

namespace openaclnn {
namespace {

using Args = EmbeddingDenseBackwardArgs;

// The sort counts in blocks of positions: of at least this many, so that the counters stay small against what
// they count, and not too many, so that the counters are quickly combined.
constexpr int64_t kMinBlockSize = 8192;
constexpr int64_t kMaxBlocks = 256;

// The counters of a digit fit in level-one cache.
constexpr int kMaxDigitBits = 11;
constexpr int64_t kMaxDigits = int64_t{1} << kMaxDigitBits;

// Reads `indices`, of any admitted type, as int64.
class IndexReader {
 public:
  // Floating values that are not finite, or beyond int64, read as `outside`.
  IndexReader(const TensorView& view, int64_t outside)
      : data_(view.data), dtype_(view.dtype), dims_(view), floats_(view), outside_(outside) {}

  // Elements [begin, begin + count), count <= kTileElements.
  void Read(int64_t begin, int64_t count, int64_t* indices) const {
    const auto whole = [](auto value) { return static_cast<int64_t>(value); };
    const auto truth = [](uint8_t value) { return static_cast<int64_t>(value != 0); };
    const auto truncated = [this](double value) { return Truncate(value); };
    switch (dtype_) {
      case DType::kInt64:
        return ReadAs<int64_t>(begin, count, whole, indices);
      case DType::kInt32:
        return ReadAs<int32_t>(begin, count, whole, indices);
      case DType::kInt16:
        return ReadAs<int16_t>(begin, count, whole, indices);
      case DType::kInt8:
        return ReadAs<int8_t>(begin, count, whole, indices);
      case DType::kUint8:
        return ReadAs<uint8_t>(begin, count, whole, indices);
      case DType::kBool:
        return ReadAs<uint8_t>(begin, count, truth, indices);
      case DType::kDouble:
        return ReadAs<double>(begin, count, truncated, indices);
      default: {
        TileBuffer buffer;
        const float* tile = floats_.Read(begin, count, buffer);
        std::transform(tile, tile + count, indices, truncated);
      }
    }
  }

  // One element as a message shows it.
  [[nodiscard]] std::string Text(int64_t position) const {
    double value = 0;
    if (dtype_ == DType::kDouble) {
      ReadAs<double>(position, 1, std::identity(), &value);
    } else if (dtype_ == DType::kFloat || dtype_ == DType::kFloat16) {
      TileBuffer buffer;
      value = *floats_.Read(position, 1, buffer);
    } else {
      int64_t index = 0;
      Read(position, 1, &index);
      return std::to_string(index);
    }
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
  }

 private:
  template <typename T, typename Convert, typename Result>
  void ReadAs(int64_t begin, int64_t count, const Convert& convert, Result* results) const {
    const auto* source = reinterpret_cast<const T*>(data_);
    dims_.ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
      if (stride == 1) {
        std::transform(source + offset, source + offset + run, results, convert);
      } else {
        for (int64_t i = 0; i < run; ++i) {
          results[i] = convert(source[offset + i * stride]);
        }
      }
      results += run;
    });
  }

  [[nodiscard]] int64_t Truncate(double value) const {
    constexpr double kEnd = 9223372036854775808.0;  // 2^63
    return value >= -kEnd && value < kEnd ? static_cast<int64_t>(value) : outside_;
  }

  const std::byte* data_;
  DType dtype_;
  MergedDims dims_;
  TileReader floats_;
  int64_t outside_;
};

// Where the arrays of a sort lie in its scratch.
struct SortLayout {
  explicit SortLayout(const IndexSortPlan& plan) {
    const size_t word = plan.wide ? sizeof(uint64_t) : sizeof(uint32_t);
    source = layout.Reserve(plan.positions, 2 * word);
    target = layout.Reserve(plan.positions, 2 * word);
    counts = layout.Reserve(plan.blocks << plan.digitBits, word);
    offenders = layout.Reserve(plan.blocks, sizeof(int64_t));
  }

  ScratchLayout layout;
  size_t source;
  size_t target;
  size_t counts;
  size_t offenders;
};

template <typename Word>
class Sort {
 public:
  using Occurrence = IndexOccurrence<Word>;

  Sort(const Args& args, const IndexSortPlan& plan, std::byte* scratch,
       const backend::cpu::CpuContext& context)
      : args_(args), plan_(plan), context_(context) {
    const SortLayout layout(plan);
    source_ = reinterpret_cast<Occurrence*>(scratch + layout.source);
    rows_ = reinterpret_cast<Word*>(scratch + layout.source);
    target_ = reinterpret_cast<Occurrence*>(scratch + layout.target);
    counts_ = reinterpret_cast<Word*>(scratch + layout.counts);
    offenders_ = reinterpret_cast<int64_t*>(scratch + layout.offenders);
  }

  // Fills rows_, padding as the row after the last, and counts their lowest digits.
  Status ReadIndices() {
    // What is no integer must not be taken for padding.
    const IndexReader indices(args_.indices, args_.paddingIdx == -1 ? -2 : -1);
    context_.ParallelFor(plan_.blocks, [&](int64_t block) { offenders_[block] = ReadBlock(indices, block); });
    int64_t* const end = offenders_ + plan_.blocks;
    const int64_t* const found =
        std::find_if_not(offenders_, end, [](int64_t offender) { return offender < 0; });
    if (found == end) {
      return Status::Ok();
    }
    return {code::kRtVectorCoreException,
            "indices: expected values in [0, " + std::to_string(plan_.tableRows) + "), got " +
                indices.Text(*found) + " at position " + std::to_string(*found)};
  }

  // One stable counting sort for each digit of the row, the lowest first.
  std::span<const Occurrence> ByRow() {
    if (plan_.tableRows == 0) {
      return {};
    }
    MoveByDigit(0, [this](int64_t i) { return Occurrence{rows_[i], static_cast<Word>(i)}; });
    for (int pass = 1; pass < plan_.passes; ++pass) {
      std::swap(source_, target_);
      const int shift = pass * plan_.digitBits;
      context_.ParallelFor(plan_.blocks, [&](int64_t block) {
        Word* const counts = Counts(block);
        std::fill_n(counts, Digits(), Word{0});
        for (int64_t i = BlockBegin(block); i < BlockEnd(block); ++i) {
          ++counts[Digit(source_[i].row, shift)];
        }
      });
      MoveByDigit(shift, [this](int64_t i) { return source_[i]; });
    }
    const Occurrence* const padding = std::partition_point(
        target_, target_ + plan_.positions,
        [&](const Occurrence& occurrence) { return occurrence.row < static_cast<Word>(plan_.tableRows); });
    return {target_, padding};
  }

 private:
  [[nodiscard]] int64_t BlockBegin(int64_t block) const { return block * plan_.blockSize; }
  [[nodiscard]] int64_t BlockEnd(int64_t block) const {
    return std::min(plan_.positions, (block + 1) * plan_.blockSize);
  }

  [[nodiscard]] int64_t Digits() const { return int64_t{1} << plan_.digitBits; }
  [[nodiscard]] Word* Counts(int64_t block) const { return counts_ + block * Digits(); }
  [[nodiscard]] size_t Digit(Word row, int shift) const {
    return static_cast<size_t>((row >> shift) & static_cast<Word>(Digits() - 1));
  }

  // Returns the first position outside the table, -1 if there is none.
  int64_t ReadBlock(const IndexReader& indices, int64_t block) {
    Word* const counts = Counts(block);
    std::fill_n(counts, Digits(), Word{0});
    std::array<int64_t, kTileElements> tile;
    const int64_t end = BlockEnd(block);
    for (int64_t begin = BlockBegin(block); begin < end; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, end - begin);
      indices.Read(begin, count, tile.data());
      bool allFit = true;
      for (int64_t i = 0; i < count; ++i) {
        const int64_t index = tile[static_cast<size_t>(i)];
        const bool padding = index == args_.paddingIdx;
        const bool inTable = InTable(index);
        allFit &= inTable | padding;
        const auto row = static_cast<Word>(inTable && !padding ? index : plan_.tableRows);
        rows_[begin + i] = row;
        ++counts[Digit(row, 0)];
      }
      if (!allFit) {
        const auto offends = [&](int64_t index) { return !InTable(index) && index != args_.paddingIdx; };
        return begin + (std::find_if(tile.begin(), tile.end(), offends) - tile.begin());
      }
    }
    return -1;
  }

  [[nodiscard]] bool InTable(int64_t index) const {
    return static_cast<uint64_t>(index) < static_cast<uint64_t>(plan_.tableRows);
  }

  // Moves all occurrences to target_, to where the counts of their digits say.
  template <typename OccurrenceAt>
  void MoveByDigit(int shift, const OccurrenceAt& occurrenceAt) {
    // A block's occurrences of a digit go behind those of smaller digits and those of the blocks before it.
    std::array<Word, kMaxDigits> starts;
    std::fill_n(starts.begin(), Digits(), Word{0});
    for (int64_t block = 0; block < plan_.blocks; ++block) {
      Word* const counts = Counts(block);
      for (int64_t digit = 0; digit < Digits(); ++digit) {
        Word& total = starts[static_cast<size_t>(digit)];
        const Word count = std::exchange(counts[digit], total);
        total += count;
      }
    }
    std::exclusive_scan(starts.begin(), starts.begin() + Digits(), starts.begin(), Word{0});
    context_.ParallelFor(plan_.blocks, [&](int64_t block) {
      Word* const places = Counts(block);
      std::transform(places, places + Digits(), starts.begin(), places, std::plus<Word>());
      for (int64_t i = BlockBegin(block); i < BlockEnd(block); ++i) {
        const Occurrence occurrence = occurrenceAt(i);
        target_[places[Digit(occurrence.row, shift)]++] = occurrence;
      }
    });
  }

  const Args& args_;
  const IndexSortPlan& plan_;
  const backend::cpu::CpuContext& context_;
  Word* rows_;  // of each position; the first pass reads them where later ones find source_
  Occurrence* source_;
  Occurrence* target_;
  Word* counts_;        // [blocks, digits]
  int64_t* offenders_;  // of each block
};

}  // namespace

IndexSortPlan::IndexSortPlan(const Args& args)
    : positions(args.indices.NumElements()), tableRows(args.out.dims[0]) {
  constexpr int64_t kMaxNarrow = std::numeric_limits<uint32_t>::max();
  wide = positions > kMaxNarrow || tableRows > kMaxNarrow;
  blockSize = std::max(kMinBlockSize, CeilDivide(positions, kMaxBlocks));
  blocks = CeilDivide(positions, blockSize);
  // The row after the last takes part: it holds the padding.
  const auto rowBits = static_cast<int>(std::bit_width(static_cast<uint64_t>(tableRows)));
  passes = (rowBits + kMaxDigitBits - 1) / kMaxDigitBits;
  digitBits = passes == 0 ? 0 : (rowBits + passes - 1) / passes;
  scratchBytes = SortLayout(*this).layout.Bytes();
}

template <typename Word>
Status SortIndices(const Args& args, const IndexSortPlan& plan, std::byte* scratch,
                   const backend::cpu::CpuContext& cpu, std::span<const IndexOccurrence<Word>>& sorted) {
  Sort<Word> sort(args, plan, scratch, cpu);
  Status status = sort.ReadIndices();
  if (status.IsOk()) {
    sorted = sort.ByRow();
  }
  return status;
}

template Status SortIndices(const Args&, const IndexSortPlan&, std::byte*, const backend::cpu::CpuContext&,
                            std::span<const IndexOccurrence<uint32_t>>&);
template Status SortIndices(const Args&, const IndexSortPlan&, std::byte*, const backend::cpu::CpuContext&,
                            std::span<const IndexOccurrence<uint64_t>>&);

}  // namespace openaclnn
