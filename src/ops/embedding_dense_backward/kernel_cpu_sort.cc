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
#include "ops/common/scratch_layout.h"
#include "ops/common/tiles.h"
#include "ops/embedding_dense_backward/kernel.h"

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
      for (int64_t i = 0; i < run; ++i) {
        results[i] = convert(source[offset + i * stride]);
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
    target_ = reinterpret_cast<Occurrence*>(scratch + layout.target);
    counts_ = reinterpret_cast<Word*>(scratch + layout.counts);
    offenders_ = reinterpret_cast<int64_t*>(scratch + layout.offenders);
  }

  // Fills source_, padding as the row after the last.
  Status ReadIndices() {
    // What is no integer must not be taken for padding.
    const IndexReader indices(args_.indices, args_.paddingIdx == -1 ? -2 : -1);
    context_.ParallelFor(plan_.blocks, [&](int64_t block) { offenders_[block] = ReadBlock(indices, block); });
    const int64_t* const end = offenders_ + plan_.blocks;
    const int64_t* const found = std::find_if_not(offenders_, offenders_ + plan_.blocks,
                                                  [](int64_t offender) { return offender < 0; });
    if (found == end) {
      return Status::Ok();
    }
    return {code::kRtVectorCoreException,
            "indices: expected values in [0, " + std::to_string(plan_.tableRows) + "), got " +
                indices.Text(*found) + " at position " + std::to_string(*found)};
  }

  // One stable counting sort for each digit of the row, the lowest first.
  std::span<const Occurrence> ByRow() {
    for (int pass = 0; pass < plan_.passes; ++pass) {
      SortByDigit(pass * plan_.digitBits);
      std::swap(source_, target_);
    }
    const Occurrence* const padding = std::partition_point(
        source_, source_ + plan_.positions,
        [&](const Occurrence& occurrence) { return occurrence.row < static_cast<Word>(plan_.tableRows); });
    return {source_, padding};
  }

 private:
  [[nodiscard]] int64_t BlockBegin(int64_t block) const { return block * plan_.blockSize; }
  [[nodiscard]] int64_t BlockEnd(int64_t block) const {
    return std::min(plan_.positions, (block + 1) * plan_.blockSize);
  }

  // Returns the first position outside the table, -1 if there is none.
  int64_t ReadBlock(const IndexReader& indices, int64_t block) {
    std::array<int64_t, kTileElements> tile;
    int64_t offender = -1;
    const int64_t end = BlockEnd(block);
    for (int64_t begin = BlockBegin(block); begin < end; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, end - begin);
      indices.Read(begin, count, tile.data());
      for (int64_t i = 0; i < count; ++i) {
        const int64_t index = tile[static_cast<size_t>(i)];
        const bool padding = index == args_.paddingIdx;
        const bool inTable = index >= 0 && index < plan_.tableRows;
        if (!inTable && !padding && offender < 0) {
          offender = begin + i;
        }
        const int64_t row = inTable && !padding ? index : plan_.tableRows;
        source_[begin + i] = {static_cast<Word>(row), static_cast<Word>(begin + i)};
      }
    }
    return offender;
  }

  // Moves source_ to target_.
  void SortByDigit(int shift) {
    const int64_t digits = int64_t{1} << plan_.digitBits;
    const auto digitOf = [shift, mask = static_cast<Word>(digits - 1)](const Occurrence& occurrence) {
      return static_cast<size_t>((occurrence.row >> shift) & mask);
    };
    context_.ParallelFor(plan_.blocks, [&](int64_t block) {
      Word* const counts = counts_ + block * digits;
      std::fill_n(counts, digits, Word{0});
      for (int64_t i = BlockBegin(block); i < BlockEnd(block); ++i) {
        ++counts[digitOf(source_[i])];
      }
    });
    // A block's occurrences of a digit go behind those of smaller digits and those of the blocks before it.
    std::array<Word, kMaxDigits> starts{};
    for (int64_t block = 0; block < plan_.blocks; ++block) {
      Word* const counts = counts_ + block * digits;
      for (int64_t digit = 0; digit < digits; ++digit) {
        Word& total = starts[static_cast<size_t>(digit)];
        const Word count = std::exchange(counts[digit], total);
        total += count;
      }
    }
    std::exclusive_scan(starts.begin(), starts.end(), starts.begin(), Word{0});
    context_.ParallelFor(plan_.blocks, [&](int64_t block) {
      Word* const places = counts_ + block * digits;
      std::transform(places, places + digits, starts.begin(), places, std::plus<Word>());
      for (int64_t i = BlockBegin(block); i < BlockEnd(block); ++i) {
        target_[places[digitOf(source_[i])]++] = source_[i];
      }
    });
  }

  const Args& args_;
  const IndexSortPlan& plan_;
  const backend::cpu::CpuContext& context_;
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
                   backend::ExecutionContext& context, std::span<const IndexOccurrence<Word>>& sorted) {
  Sort<Word> sort(args, plan, scratch, static_cast<const backend::cpu::CpuContext&>(context));
  Status status = sort.ReadIndices();
  if (status.IsOk()) {
    sorted = sort.ByRow();
  }
  return status;
}

template Status SortIndices(const Args&, const IndexSortPlan&, std::byte*, backend::ExecutionContext&,
                            std::span<const IndexOccurrence<uint32_t>>&);
template Status SortIndices(const Args&, const IndexSortPlan&, std::byte*, backend::ExecutionContext&,
                            std::span<const IndexOccurrence<uint64_t>>&);

}  // namespace openaclnn
