// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/index_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "base/checked_math.h"
#include "kernels/indexing/index_reader.h"

namespace openaclnn {
namespace {

// The sort counts in blocks of positions: of at least this many, so that the counters stay small against what
// they count, and not too many, so that the counters are quickly combined.
constexpr int64_t kMinBlockSize = 8192;
constexpr int64_t kMaxBlocks = 256;

// The counters of a digit fit in level-one cache.
constexpr int kMaxDigitBits = 11;
constexpr size_t kMaxDigits = size_t{1} << kMaxDigitBits;

int BitWidth(int64_t value) {
  return static_cast<int>(std::bit_width(static_cast<uint64_t>(value)));
}

}  // namespace

IndexSort::IndexSort(int64_t positions, int64_t rows, ScratchLayout& scratch)
    : positions_(positions), rows_(rows), positionBits_(BitWidth(std::max<int64_t>(positions - 1, 1))) {
  // The row after the last takes part: it holds what is left out.
  const int rowBits = BitWidth(rows);
  passes_ = (rowBits + kMaxDigitBits - 1) / kMaxDigitBits;
  digitBits_ = passes_ == 0 ? 0 : (rowBits + passes_ - 1) / passes_;
  blockSize_ = std::max(kMinBlockSize, CeilDivide(positions, kMaxBlocks));
  blocks_ = CeilDivide(positions, blockSize_);
  source_ = scratch.Reserve(positions, sizeof(uint64_t));
  target_ = scratch.Reserve(positions, sizeof(uint64_t));
  counts_ = scratch.Reserve(blocks_ << digitBits_, sizeof(int64_t));
  offenders_ = scratch.Reserve(blocks_, sizeof(int64_t));
  if (positionBits_ + rowBits > 64) {
    // Both beyond 2^32 or nearly so: the sort alone would take hundreds of gigabytes.
    scratch.Reserve(INT64_MAX, sizeof(uint64_t));
  }
}

// One run: the counting sorts by each digit of the row, the lowest first.
class IndexSort::Pass {
 public:
  Pass(const IndexSort& sort, std::byte* workspace, const backend::cpu::CpuContext& cpu)
      : sort_(sort),
        cpu_(cpu),
        source_(reinterpret_cast<uint64_t*>(workspace + sort.source_)),
        target_(reinterpret_cast<uint64_t*>(workspace + sort.target_)),
        counts_(reinterpret_cast<int64_t*>(workspace + sort.counts_)),
        offenders_(reinterpret_cast<int64_t*>(workspace + sort.offenders_)) {}

  // Makes the occurrences, in order of position, and counts their lowest digits. What is left out gets the
  // row after the last. The position of the first index that names no row; negative if there is none.
  int64_t ReadIndices(const IndexReader& indices, std::optional<int64_t> leftOut) {
    cpu_.ParallelFor(sort_.blocks_,
                     [&](int64_t block) { offenders_[block] = ReadBlock(indices, leftOut, block); });
    int64_t* const end = offenders_ + sort_.blocks_;
    int64_t* const found = std::find_if_not(offenders_, end, [](int64_t offender) { return offender < 0; });
    return found == end ? -1 : *found;
  }

  const uint64_t* ByRow() {
    for (int pass = 0; pass < sort_.passes_; ++pass) {
      const auto shift = static_cast<unsigned>(sort_.positionBits_ + pass * sort_.digitBits_);
      if (pass > 0) {
        cpu_.ParallelFor(sort_.blocks_, [&](int64_t block) { CountDigits(shift, block); });
      }
      MoveByDigit(shift);
      std::swap(source_, target_);
    }
    return source_;
  }

 private:
  [[nodiscard]] size_t Digits() const { return size_t{1} << static_cast<unsigned>(sort_.digitBits_); }
  [[nodiscard]] size_t Digit(uint64_t occurrence, unsigned shift) const {
    return (occurrence >> shift) & (Digits() - 1);
  }
  [[nodiscard]] int64_t* Counts(int64_t block) const {
    return counts_ + block * static_cast<int64_t>(Digits());
  }
  [[nodiscard]] std::span<uint64_t> Block(int64_t block) const {
    const int64_t begin = block * sort_.blockSize_;
    return {source_ + begin, static_cast<size_t>(std::min(sort_.blockSize_, sort_.positions_ - begin))};
  }

  int64_t ReadBlock(const IndexReader& indices, std::optional<int64_t> leftOut, int64_t block) {
    const auto names = [rows = static_cast<uint64_t>(sort_.rows_)](int64_t index) {
      return static_cast<uint64_t>(index) < rows;
    };
    const auto staysOut = [some = leftOut.has_value(), which = leftOut.value_or(0)](int64_t index) {
      return some & (index == which);
    };
    const auto positionBits = static_cast<unsigned>(sort_.positionBits_);
    int64_t* const counts = Counts(block);
    std::fill_n(counts, Digits(), 0);
    std::array<int64_t, kTileElements> tile;
    int64_t begin = block * sort_.blockSize_;
    const int64_t end = std::min(sort_.positions_, begin + sort_.blockSize_);
    for (; begin < end; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, end - begin);
      indices.Read(begin, count, tile.data());
      bool allGood = true;
      for (int64_t i = 0; i < count; ++i) {
        const int64_t index = tile[static_cast<size_t>(i)];
        const bool isLeftOut = staysOut(index);
        allGood &= names(index) | isLeftOut;
        const auto row = static_cast<uint64_t>(names(index) && !isLeftOut ? index : sort_.rows_);
        const uint64_t occurrence = row << positionBits | static_cast<uint64_t>(begin + i);
        source_[begin + i] = occurrence;
        ++counts[Digit(occurrence, positionBits)];
      }
      if (!allGood) {
        const auto offends = [&](int64_t index) { return !names(index) && !staysOut(index); };
        return begin + (std::find_if(tile.begin(), tile.end(), offends) - tile.begin());
      }
    }
    return -1;
  }

  void CountDigits(unsigned shift, int64_t block) {
    int64_t* const counts = Counts(block);
    std::fill_n(counts, Digits(), 0);
    for (const uint64_t occurrence : Block(block)) {
      ++counts[Digit(occurrence, shift)];
    }
  }

  // Moves all occurrences to where the counts of their digits say: a block's behind those of smaller digits
  // and those of the blocks before it.
  void MoveByDigit(unsigned shift) {
    std::array<int64_t, kMaxDigits> starts;
    std::fill_n(starts.begin(), Digits(), 0);
    for (int64_t block = 0; block < sort_.blocks_; ++block) {
      int64_t* const counts = Counts(block);
      for (size_t digit = 0; digit < Digits(); ++digit) {
        starts[digit] += std::exchange(counts[digit], starts[digit]);
      }
    }
    std::exclusive_scan(starts.begin(), starts.begin() + Digits(), starts.begin(), int64_t{0});
    cpu_.ParallelFor(sort_.blocks_, [&](int64_t block) {
      int64_t* const places = Counts(block);
      std::transform(places, places + Digits(), starts.begin(), places, std::plus<>());
      for (const uint64_t occurrence : Block(block)) {
        target_[places[Digit(occurrence, shift)]++] = occurrence;
      }
    });
  }

  const IndexSort& sort_;
  const backend::cpu::CpuContext& cpu_;
  uint64_t* source_;
  uint64_t* target_;
  int64_t* counts_;
  int64_t* offenders_;
};

Status IndexSort::Run(const char* name, const TensorView& indices, std::optional<int64_t> leftOut,
                      std::byte* workspace, const backend::cpu::CpuContext& cpu,
                      SortedIndices& sorted) const {
  // What no int64 holds names no row, and must not be taken for what is left out.
  const IndexReader reader(indices, leftOut == -1 ? -2 : -1);
  Pass pass(*this, workspace, cpu);
  const int64_t offender = pass.ReadIndices(reader, leftOut);
  if (offender >= 0) {
    return {code::kRtVectorCoreException, std::string(name) + ": expected values in [0, " +
                                              std::to_string(rows_) + "), got " + reader.Text(offender) +
                                              " at position " + std::to_string(offender)};
  }
  sorted = SortedIndices(pass.ByRow(), positions_, positionBits_).Before(rows_);
  return Status::Ok();
}

}  // namespace openaclnn
