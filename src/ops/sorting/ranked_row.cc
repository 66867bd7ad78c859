// SPDX-License-Identifier: Apache-2.0
#include "ops/sorting/ranked_row.h"

#include <algorithm>
#include <numeric>

#include "ops/sorting/row_sort.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/math-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(ExponentialsOf, void(const float* from, int64_t count, float max, float* to));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

void ExponentialsOf(const float* from, int64_t count, float max, float* to) {
  ForEachVector(hn::ScalableTag<float>(), count, [=](auto floats, int64_t i) HWY_ATTR {
    const Lanes<decltype(floats)> distance(hn::Sub(hn::LoadU(floats, from + i), hn::Set(floats, max)));
    hn::StoreU(Exp(distance).vector, floats, to + i);
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

RankedRowRoom::RankedRowRoom(ScratchLayout& layout, int64_t columns)
    : scores(layout.Book<float>(columns)),
      values(layout.Book<float>(columns)),
      weights(layout.Book<float>(columns)),
      places(layout.Book<int64_t>(columns)),
      origins(layout.Book<int64_t>(columns)),
      scratch(layout.Book<std::byte>(columns *
                                     FindRowSort(RowSort::kSort, DType::kFloat, columns).scratchOfElement)) {}

RankedRow::RankedRow(const RankedRowRoom& room, int64_t columns, std::byte* workspace)
    : columns_(columns),
      scores_(room.scores.In(workspace)),
      values_(room.values.In(workspace)),
      weights_(room.weights.In(workspace)),
      places_(room.places.In(workspace)),
      origins_(room.origins.In(workspace)),
      scratch_(room.scratch.In(workspace)) {}

void RankedRow::Read(const TileReader& reader, int64_t row) {
  for (int64_t begin = 0; begin < columns_; begin += kTileElements) {
    TileBuffer buffer;
    const int64_t count = std::min(kTileElements, columns_ - begin);
    std::copy_n(reader.Read(row * columns_ + begin, count, buffer), count, scores_ + begin);
  }
  size_ = static_cast<size_t>(columns_);
}

void RankedRow::Run(const RowLoops& loops, const float* from, size_t elements, RowNumbers numbers) {
  RowTile tile{};
  tile.inputs[0] = reinterpret_cast<const std::byte*>(from);
  tile.outputs[0] = reinterpret_cast<std::byte*>(values_);
  tile.outputs[1] = reinterpret_cast<std::byte*>(places_);
  tile.lines = 1;
  tile.elements = static_cast<int64_t>(elements);
  tile.scratch = scratch_;
  tile.numbers = numbers;
  loops.run(tile);
}

void RankedRow::TakeLargest(int64_t count) {
  Run(FindRowSort(RowSort::kTopK, DType::kFloat, columns_), scores_, size_, {count, true});
  valueCount_ = static_cast<size_t>(count);
  fromOrigins_ = false;
}

void RankedRow::Sort(bool descending) {
  Run(FindRowSort(RowSort::kSort, DType::kFloat, columns_), scores_, size_, {0, descending});
  valueCount_ = size_;
  fromOrigins_ = false;
}

void RankedRow::SortFrom(float least) {
  size_t kept = 0;
  for (size_t i = 0; i < size_; ++i) {
    if (!(scores_[i] < least)) {
      weights_[kept] = scores_[i];
      origins_[kept++] = static_cast<int64_t>(i);
    }
  }
  Run(FindRowSort(RowSort::kSort, DType::kFloat, columns_), weights_, kept, {0, false});
  valueCount_ = kept;
  fromOrigins_ = true;
}

void RankedRow::TakeAll() {
  std::copy_n(scores_, size_, values_);
  std::iota(places_, places_ + size_, int64_t{0});
  valueCount_ = size_;
  fromOrigins_ = false;
}

double RankedRow::Weigh(float max) {
  HWY_DYNAMIC_DISPATCH(ExponentialsOf)(values_, static_cast<int64_t>(valueCount_), max, weights_);
  return std::accumulate(weights_, weights_ + valueCount_, 0.0);
}

void RankedRow::WeighAsTheyAre() {
  std::copy_n(values_, valueCount_, weights_);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
