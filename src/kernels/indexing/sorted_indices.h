// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace openaclnn {

// Occurrences: positions of an index tensor, each with the row that its index names. They lie sorted: by row,
// and within a row by position. A segment is all occurrences of one row.
class SortedIndices {
 public:
  SortedIndices() = default;
  // An occurrence is row << positionBits | position.
  SortedIndices(const uint64_t* occurrences, int64_t count, int positionBits)
      : occurrences_(occurrences), count_(count), positionBits_(positionBits) {}

  [[nodiscard]] int64_t Count() const { return count_; }
  [[nodiscard]] int64_t Row(int64_t i) const {
    return static_cast<int64_t>(occurrences_[i] >> static_cast<unsigned>(positionBits_));
  }
  [[nodiscard]] int64_t Position(int64_t i) const {
    return static_cast<int64_t>(occurrences_[i] &
                                ((uint64_t{1} << static_cast<unsigned>(positionBits_)) - 1));
  }

  // Those of the rows before `row`.
  [[nodiscard]] SortedIndices Before(int64_t row) const;

  // Occurrences [begin, end).
  struct Range {
    int64_t begin;
    int64_t end;
    [[nodiscard]] int64_t Size() const { return end - begin; }
  };

  // The segment of `row`, which starts at `begin` if there is one.
  [[nodiscard]] Range SegmentFrom(int64_t begin, int64_t row) const {
    int64_t end = begin;
    while (end < count_ && end - begin < kGlance && Row(end) == row) {
      ++end;
    }
    return end - begin < kGlance ? Range{begin, end} : LongSegmentFrom(begin, row);
  }

  // The segment that holds an occurrence, if it has more than `length`, a multiple of 2.
  [[nodiscard]] std::optional<Range> SegmentOver(int64_t length, int64_t occurrence) const;
  // Whether a segment may have more than `length`, a multiple of 2: never wrong if none is said to.
  [[nodiscard]] bool MayHaveOver(int64_t length) const;

  // A row and its first occurrence, or if it has none that of the next row that has.
  struct Place {
    int64_t row;
    int64_t occurrence;
  };
  // Rows and occurrences as a path: each row is a step, followed by a step for each of its occurrences. Work
  // on both is shared evenly by cutting the path. The first row that begins at `distance` or later.
  [[nodiscard]] Place PlaceAt(int64_t distance) const;

 private:
  // Most segments are short.
  static constexpr int64_t kGlance = 16;

  [[nodiscard]] Range LongSegmentFrom(int64_t begin, int64_t row) const;

  const uint64_t* occurrences_ = nullptr;
  int64_t count_ = 0;
  int positionBits_ = 0;
};

}  // namespace openaclnn
