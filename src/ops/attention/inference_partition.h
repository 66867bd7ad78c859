// SPDX-License-Identifier: Apache-2.0
//
// How a call's rows and keys are cut into tasks: from lengths alone, so that threads show in no bit.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/attention/inference.h"

namespace openaclnn {

/// Keys whose scores with a panel of queries stay in the level-one cache. Blocks follow from the number of
/// keys alone.
inline constexpr int64_t kInferenceKeyBlock = 256;
/// Heads of keys that are read together at most: a block of so many fits in a level-two cache.
inline constexpr int64_t kMostHeadsTogether = 4;

/// One sequence's. A row is a query of one of the heads that share keys.
struct SequenceCut {
  int64_t rows = 0;      // of each head of keys
  int64_t rowTasks = 0;  // of these
  int64_t parts = 0;     // of the keys
  int64_t blocksOfPart = 0;
  int64_t firstTask = 0;
  int64_t firstPartial = 0;  // numbers, of sequences with more than one part
};

struct InferenceTask {
  int64_t sequence = 0;
  int64_t keyHead = 0;
  int64_t firstRow = 0;
  int64_t rows = 0;
  int64_t part = 0;
};

class InferencePartition {
 public:
  InferencePartition() = default;
  /// `width`: lanes of a panel.
  InferencePartition(const InferenceArgs& args, int64_t width);

  [[nodiscard]] int64_t Tasks() const { return tasks_; }
  [[nodiscard]] InferenceTask TaskOf(int64_t index) const;
  [[nodiscard]] const SequenceCut& CutOf(int64_t sequence) const {
    return cuts_[static_cast<size_t>(sequence)];
  }
  /// Rows of a task at most, of those with panels and of those with few rows; 0: there are none.
  [[nodiscard]] int64_t PanelRows() const { return panelRows_; }
  [[nodiscard]] int64_t FewRows() const { return fewRows_; }
  /// Whether a task has so few rows that panels would be idle.
  [[nodiscard]] static bool HasFewRows(const SequenceCut& cut);

  /// Heads of keys of a sequence, whose tasks follow each other, that are worth reading together: tasks remain
  /// for some threads.
  [[nodiscard]] int64_t HeadsTogether(const InferenceArgs& args) const;

  /// What a part leaves of a row: its largest score, its sum, and sums of values; all parts' of each in turn.
  [[nodiscard]] int64_t PartialOf(const InferenceArgs& args, const InferenceTask& task, int64_t row) const;
  [[nodiscard]] int64_t PartialFloats() const { return partialFloats_; }

 private:
  std::vector<SequenceCut> cuts_;
  int64_t rowsOfTask_ = 0;
  int64_t panelRows_ = 0;
  int64_t fewRows_ = 0;
  int64_t tasks_ = 0;
  int64_t partialFloats_ = 0;
};

}  // namespace openaclnn
