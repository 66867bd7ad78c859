// SPDX-License-Identifier: Apache-2.0
//
// The scores of one row of a vocabulary, put in order as far as a filter needs it, and their probabilities.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/layout/rows.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {

// Room for one row in a workspace. Rows have at most 2^31 - 1 elements.
struct RankedRowRoom {
  ScratchArray<float> scores;
  ScratchArray<float> values;
  ScratchArray<float> weights;
  ScratchArray<int64_t> places;
  ScratchArray<int64_t> origins;
  ScratchArray<std::byte> scratch;

  RankedRowRoom() = default;
  RankedRowRoom(ScratchLayout& layout, int64_t columns);
};

class RankedRow {
 public:
  RankedRow(const RankedRowRoom& room, int64_t columns, std::byte* workspace);

  // Reads row `row` of a view of [rows, columns].
  void Read(const TileReader& reader, int64_t row);
  [[nodiscard]] std::span<const float> Scores() const { return {scores_, size_}; }

  // Makes values of scores, in order: of equal ones the first come first, NaN is larger than any number.
  void TakeLargest(int64_t count);  // the largest first
  void Sort(bool descending);
  // Those that are not less than `least`, the smallest first.
  void SortFrom(float least);
  // As they are.
  void TakeAll();
  [[nodiscard]] std::span<const float> Values() const { return {values_, valueCount_}; }
  // Where value i is among the scores.
  [[nodiscard]] int64_t PlaceOf(size_t i) const { return fromOrigins_ ? origins_[places_[i]] : places_[i]; }

  // e^(value - max) of the values, and their sum in this order.
  double Weigh(float max);
  // Values that are probabilities already.
  void WeighAsTheyAre();
  [[nodiscard]] std::span<const float> Weights() const { return {weights_, valueCount_}; }

 private:
  void Run(const RowLoops& loops, const float* from, size_t elements, RowNumbers numbers);

  int64_t columns_;
  size_t size_ = 0;        // of scores
  size_t valueCount_ = 0;  // of values
  bool fromOrigins_ = false;
  float* scores_;
  float* values_;
  float* weights_;
  int64_t* places_;
  int64_t* origins_;
  std::byte* scratch_;
};

}  // namespace openaclnn
