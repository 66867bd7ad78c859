// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/index_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/testing.h"
#include "tests/support/random.h"

namespace openaclnn {
namespace {

using Occurrences = std::vector<std::pair<int64_t, int64_t>>;  // row, position

// Sorts with some threads.
class Sorted {
 public:
  Sorted(std::vector<int64_t>& indices, int64_t rows, std::optional<int64_t> leftOut, int threads) {
    const auto positions = static_cast<int64_t>(indices.size());
    ScratchLayout scratch;
    const IndexSort sort(positions, rows, scratch);
    memory_.resize(scratch.Bytes() / sizeof(uint64_t));
    backend::cpu::Arena arena(threads);
    const backend::cpu::CpuContext cpu(&arena);
    status_ = sort.Run("indices", View(indices.data(), DType::kInt64, {positions}, {1}), leftOut,
                       reinterpret_cast<std::byte*>(memory_.data()), cpu, sorted_);
  }

  [[nodiscard]] const Status& GetStatus() const { return status_; }

  [[nodiscard]] Occurrences Get() const {
    Occurrences occurrences;
    for (int64_t i = 0; i < sorted_.Count(); ++i) {
      occurrences.emplace_back(sorted_.Row(i), sorted_.Position(i));
    }
    return occurrences;
  }

 private:
  std::vector<uint64_t> memory_;
  Status status_;
  SortedIndices sorted_;
};

Occurrences Expected(const std::vector<int64_t>& indices, std::optional<int64_t> leftOut) {
  Occurrences occurrences;
  for (size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] != leftOut) {
      occurrences.emplace_back(indices[i], i);
    }
  }
  std::sort(occurrences.begin(), occurrences.end());
  return occurrences;
}

TEST(IndexSort, SortsStably) {
  testing::Random random(31);
  const auto trace = TraceSeed(random);
  for (const size_t positions : {0, 1, 2, 100, 8191, 8192, 8193, 30000}) {
    for (const int64_t rows : {int64_t{1}, int64_t{2}, int64_t{300}, int64_t{2047}, int64_t{2048},
                               int64_t{70000}, int64_t{1} << 22, (int64_t{1} << 22) + 1, int64_t{1} << 40}) {
      std::vector<int64_t> indices = random.Indices(positions, 0, rows);
      for (const int threads : {1, 4}) {
        const Sorted sorted(indices, rows, std::nullopt, threads);
        ASSERT_TRUE(sorted.GetStatus().IsOk());
        ASSERT_EQ(sorted.Get(), Expected(indices, std::nullopt)) << positions << " " << rows;
      }
    }
  }
}

TEST(IndexSort, LeavesOut) {
  testing::Random random(32);
  const auto trace = TraceSeed(random);
  std::vector<int64_t> indices = random.Indices(9000, 0, 50);
  for (const int64_t leftOut : {0, 7, 49, 1000}) {
    EXPECT_EQ(Sorted(indices, 50, leftOut, 2).Get(), Expected(indices, leftOut));
  }
  for (const int64_t leftOut : {int64_t{-1}, int64_t{50}, INT64_MIN, INT64_MAX}) {
    indices[0] = indices[8999] = indices[5000] = leftOut;
    EXPECT_EQ(Sorted(indices, 50, leftOut, 2).Get(), Expected(indices, leftOut));
  }
  std::vector<int64_t> all(300, 4);
  EXPECT_EQ(Sorted(all, 5, 4, 1).Get(), Occurrences());
  EXPECT_TRUE(Sorted(all, 0, 4, 1).GetStatus().IsOk()) << "no rows";
}

TEST(IndexSort, NamesTheFirstIndexThatNamesNoRow) {
  const auto message = [](const std::vector<std::pair<size_t, int64_t>>& values, int64_t rows,
                          std::optional<int64_t> leftOut) {
    std::vector<int64_t> indices(30000, 0);
    for (const auto& [position, value] : values) {
      indices[position] = value;
    }
    const Sorted sorted(indices, rows, leftOut, 4);
    EXPECT_EQ(sorted.GetStatus().Code(), code::kRtVectorCoreException);
    return sorted.GetStatus().Message();
  };
  EXPECT_EQ(message({{29999, 11}, {20001, 12}, {8999, 10}, {9000, 13}}, 10, std::nullopt),
            "indices: expected values in [0, 10), got 10 at position 8999");
  EXPECT_EQ(message({{8192, -1}}, 10, std::nullopt),
            "indices: expected values in [0, 10), got -1 at position 8192");
  EXPECT_EQ(message({{3, 12}, {5, INT64_MIN}}, 10, 12),
            "indices: expected values in [0, 10), got -9223372036854775808 at position 5");
  EXPECT_EQ(message({}, 0, std::nullopt), "indices: expected values in [0, 0), got 0 at position 0");
}

// Segments and places, against the definition.
TEST(SortedIndices, SegmentsAndPlaces) {
  testing::Random random(33);
  const auto trace = TraceSeed(random);
  for (const int64_t rows : {1, 3, 40, 900}) {
    for (const int64_t count : {0, 1, 7, 100, 400}) {
      std::vector<int64_t> named = random.Indices(static_cast<size_t>(count), 0, rows);
      for (size_t i = 0; i < named.size() / 3; ++i) {
        named[i] = rows / 2;  // a long segment
      }
      std::sort(named.begin(), named.end());
      std::vector<uint64_t> occurrences;
      for (size_t i = 0; i < named.size(); ++i) {
        occurrences.push_back(static_cast<uint64_t>(named[i]) << 9U | i);
      }
      const SortedIndices sorted(occurrences.data(), count, 9);
      const auto segment = [&](int64_t row) {
        const auto range = std::equal_range(named.begin(), named.end(), row);
        return std::pair(range.first - named.begin(), range.second - named.begin());
      };
      int64_t distance = 0;
      for (int64_t row = 0; row < rows; ++row) {
        const auto [begin, end] = segment(row);
        const SortedIndices::Range range = sorted.SegmentFrom(begin, row);
        EXPECT_EQ(std::pair(range.begin, range.end), std::pair(begin, end));
        EXPECT_EQ(sorted.Before(row).Count(), begin);
        // The row is found from all distances after the row before, up to its own.
        const int64_t own = row + begin;
        for (; distance <= own; ++distance) {
          const SortedIndices::Place place = sorted.PlaceAt(distance);
          EXPECT_EQ(std::pair(place.row, place.occurrence), std::pair(row, begin)) << distance;
        }
      }
      EXPECT_EQ(sorted.PlaceAt(rows + count).row, rows);
      for (const int64_t length : {2, 8, 64}) {
        bool any = false;
        for (int64_t i = 0; i < count; ++i) {
          const auto [begin, end] = segment(named[static_cast<size_t>(i)]);
          const auto found = sorted.SegmentOver(length, i);
          EXPECT_EQ(found.has_value(), end - begin > length);
          EXPECT_TRUE(!found || (found->begin == begin && found->end == end));
          any = any || found;
        }
        EXPECT_TRUE(sorted.MayHaveOver(length) || !any);
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn
