// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/sorted_indices.h"

namespace openaclnn {
namespace {

// The first number of [begin, end) for which `isBefore` does not hold, as it does for all smaller ones.
template <typename IsBefore>
int64_t PartitionPoint(int64_t begin, int64_t end, const IsBefore& isBefore) {
  while (begin < end) {
    const int64_t middle = begin + (end - begin) / 2;
    if (isBefore(middle)) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

}  // namespace

SortedIndices SortedIndices::Before(int64_t row) const {
  const int64_t count = PartitionPoint(0, count_, [&](int64_t i) { return Row(i) < row; });
  return {occurrences_, count, positionBits_};
}

SortedIndices::Range SortedIndices::LongSegmentFrom(int64_t begin, int64_t row) const {
  return {begin, PartitionPoint(begin, count_, [&](int64_t i) { return Row(i) == row; })};
}

std::optional<SortedIndices::Range> SortedIndices::SegmentOver(int64_t length, int64_t occurrence) const {
  const int64_t row = Row(occurrence);
  const auto reaches = [&](int64_t other) { return other >= 0 && other < count_ && Row(other) == row; };
  // One that long goes half of it to one side at least. A glance, since most segments are short.
  if (!reaches(occurrence - length / 2) && !reaches(occurrence + length / 2)) {
    return std::nullopt;
  }
  const int64_t begin = PartitionPoint(0, occurrence, [&](int64_t i) { return Row(i) < row; });
  const Range segment = LongSegmentFrom(begin, row);
  return segment.Size() > length ? std::optional(segment) : std::nullopt;
}

bool SortedIndices::MayHaveOver(int64_t length) const {
  // One that long reaches from one multiple of half the length to the next.
  for (int64_t i = length / 2; i < count_; i += length / 2) {
    if (Row(i) == Row(i - length / 2)) {
      return true;
    }
  }
  return false;
}

SortedIndices::Place SortedIndices::PlaceAt(int64_t distance) const {
  const int64_t occurrence = PartitionPoint(0, count_, [&](int64_t i) { return Row(i) + i < distance; });
  const int64_t row = distance - occurrence;
  if (occurrence > 0 && Row(occurrence - 1) >= row) {
    const int64_t here = Row(occurrence - 1);
    return {here + 1, SegmentFrom(occurrence, here).end};
  }
  return {row, occurrence};
}

}  // namespace openaclnn
