// SPDX-License-Identifier: Apache-2.0
//
// What operators on the scores of a vocabulary share: [rows, columns], of which each row is filtered alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "backend/cpu/parallel.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/sorting/ranked_row.h"

namespace openaclnn {

// The rows of a call, in tasks of one.
class VocabularyRows {
 public:
  VocabularyRows() = default;
  explicit VocabularyRows(const TensorView& logits) : rows_(logits.dims[0]), columns_(logits.dims[1]) {
    constexpr int64_t kMostSlots = 16;
    if (rows_ == 0 || columns_ == 0) {
      return;
    }
    slots_ = std::min(kMostSlots, rows_);
    ScratchLayout slot;
    room_ = RankedRowRoom(slot, columns_);
    out_ = slot.Book<float>(columns_);
    slotBytes_ = slot.Bytes();
    ScratchLayout all;
    all.Reserve(slots_, slotBytes_);
    bytes_ = all.Bytes();
  }

  [[nodiscard]] size_t WorkspaceBytes() const { return bytes_; }
  [[nodiscard]] size_t Cost() const {
    // Elements are moved many times.
    constexpr size_t kArithmetic = 16;
    return static_cast<size_t>(rows_) * static_cast<size_t>(columns_) * kArithmetic;
  }

  // Calls body(row, ranked, out) for each row, with room for it, if there are columns.
  template <class Body>
  void ForEach(std::byte* workspace, const backend::cpu::CpuContext& cpu, const Body& body) const {
    ForEachTaskInSlots(cpu, slots_ == 0 ? 0 : rows_, slots_, [&](int64_t row, int64_t slot) {
      std::byte* const memory = workspace + static_cast<size_t>(slot) * slotBytes_;
      RankedRow ranked(room_, columns_, memory);
      body(row, ranked, std::span(out_.In(memory), static_cast<size_t>(columns_)));
    });
  }

 private:
  int64_t rows_ = 0;
  int64_t columns_ = 0;
  int64_t slots_ = 0;
  size_t slotBytes_ = 0;
  size_t bytes_ = 0;
  RankedRowRoom room_;
  ScratchArray<float> out_;
};

struct VocabularyState : Prepared {
  VocabularyState() = default;
  explicit VocabularyState(const TensorView& logits) : rows(logits) {
    workspaceBytes = rows.WorkspaceBytes();
    cost = rows.Cost();
  }

  VocabularyRows rows;
};

// One number a row: of floats, and of whole numbers.
inline double NumberOf(const TensorView& view, int64_t row) {
  TileBuffer buffer;
  return static_cast<double>(*TileReader(view).Read(row, 1, buffer));
}
inline int64_t WholeNumberOf(const TensorView& view, int64_t row) {
  int64_t number = 0;
  IndexReader(view, 0).Read(row, 1, &number);
  return number;
}

inline void WriteRow(const TileWriter& writer, int64_t row, std::span<const float> numbers) {
  const auto count = static_cast<int64_t>(numbers.size());
  for (int64_t begin = 0; begin < count; begin += kTileElements) {
    writer.Write(row * count + begin, std::min(kTileElements, count - begin), numbers.data() + begin);
  }
}

// Scores of [rows, columns].
inline void CheckLogits(ArgumentChecks& check, const NamedTensor& logits) {
  check.DtypeIn(logits, FloatDtypes()).ValidView(logits).Rank(logits, 2);
  check.Require(
      logits.name, "fewer than 2^31 columns",
      [&] { return logits.tensor->viewDims[1] <= std::numeric_limits<int32_t>::max(); },
      [&] { return ShapeText(logits.tensor->viewDims); });
}

// A tensor of one number a row.
inline void CheckOfRows(ArgumentChecks& check, const NamedTensor& tensor, const NamedTensor& logits) {
  if (!check.Failed()) {
    check.ValidView(tensor).Shape(tensor, {logits.tensor->viewDims[0]}, "[rows of logits]");
  }
}

inline constexpr std::array<DType, 1> kCounts{DType::kInt32};

}  // namespace openaclnn
