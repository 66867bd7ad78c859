// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/inference_partition.h"

#include <algorithm>

#include "base/checked_math.h"
#include "ops/attention/few_rows.h"

namespace openaclnn {
namespace {

constexpr int64_t kMostRowsOfTask = 256;  // about; keys are packed once for so many
constexpr int64_t kLeastRowsOfTask = 64;  // below, packing takes longer than products
constexpr int64_t kFewTasks = 16;         // keys are cut too where rows make fewer
constexpr int64_t kTasksOfParts = 32;     // about, then
constexpr int64_t kLeastBlocksOfPart = 2;
static_assert(kTasksOfParts < kMostParts);

}  // namespace

bool InferencePartition::HasFewRows(const SequenceCut& cut) {
  return cut.rows <= kFewRows;
}

InferencePartition::InferencePartition(const InferenceArgs& args, int64_t width) {
  cuts_.reserve(args.sequences.size());
  for (const InferenceSequence& sequence : args.sequences) {
    cuts_.push_back({.rows = sequence.queries * args.Sharing()});
  }
  const auto rowTasksOf = [&](const SequenceCut& cut) {
    return cut.rows == 0 ? 0 : HasFewRows(cut) ? 1 : CeilDivide(cut.rows, rowsOfTask_);
  };
  const auto unitsOf = [&] {
    int64_t units = 0;
    for (const SequenceCut& cut : cuts_) {
      units += args.keyHeads * rowTasksOf(cut);
    }
    return units;
  };
  const auto panels = [&](int64_t rows) { return CeilDivide(rows, width) * width; };
  rowsOfTask_ = panels(kMostRowsOfTask);
  while (rowsOfTask_ > panels(kLeastRowsOfTask) && unitsOf() < kFewTasks) {
    rowsOfTask_ = panels(rowsOfTask_ / 2);
  }
  const int64_t units = unitsOf();
  const int64_t parts = units == 0 || units >= kFewTasks ? 1 : CeilDivide(kTasksOfParts, units);
  for (size_t s = 0; s < cuts_.size(); ++s) {
    SequenceCut& cut = cuts_[s];
    cut.rowTasks = rowTasksOf(cut);
    const int64_t blocks = CeilDivide(args.KeysOf(args.sequences[s]), kInferenceKeyBlock);
    cut.blocksOfPart =
        parts == 1 ? std::max(blocks, int64_t{1}) : std::max(kLeastBlocksOfPart, CeilDivide(blocks, parts));
    cut.parts = std::max(CeilDivide(blocks, cut.blocksOfPart), int64_t{1});
    cut.firstTask = tasks_;
    tasks_ += args.keyHeads * cut.rowTasks * cut.parts;
    if (cut.parts > 1) {
      cut.firstPartial = partialFloats_;
      partialFloats_ += args.keyHeads * cut.rows * cut.parts * (args.valueSize + 2);
    }
    int64_t& most = HasFewRows(cut) ? fewRows_ : panelRows_;
    most = std::max(most, std::min(cut.rows, HasFewRows(cut) ? kFewRows : rowsOfTask_));
  }
  panelRows_ = panels(panelRows_);
}

int64_t InferencePartition::HeadsTogether(const InferenceArgs& args) const {
  const bool whole =
      std::ranges::all_of(cuts_, [](const SequenceCut& cut) { return HasFewRows(cut) && cut.parts == 1; });
  int64_t together = whole ? std::min(args.keyHeads, kMostHeadsTogether) : 1;
  while (args.keyHeads % together != 0 || (together > 1 && tasks_ / together < kFewTasks)) {
    --together;
  }
  return together;
}

InferenceTask InferencePartition::TaskOf(int64_t index) const {
  const auto behind = std::ranges::upper_bound(cuts_, index, {}, &SequenceCut::firstTask);
  // Sequences without tasks begin where the next one does.
  const auto cut = behind - 1;
  InferenceTask task;
  task.sequence = cut - cuts_.begin();
  index -= cut->firstTask;
  task.part = index % cut->parts;
  index /= cut->parts;
  const int64_t rowsOfTask = HasFewRows(*cut) ? cut->rows : rowsOfTask_;
  task.firstRow = index % cut->rowTasks * rowsOfTask;
  task.rows = std::min(rowsOfTask, cut->rows - task.firstRow);
  task.keyHead = index / cut->rowTasks;
  return task;
}

int64_t InferencePartition::PartialOf(const InferenceArgs& args, const InferenceTask& task,
                                      int64_t row) const {
  const SequenceCut& cut = CutOf(task.sequence);
  return cut.firstPartial + (task.keyHead * cut.rows + row) * cut.parts * (args.valueSize + 2);
}

}  // namespace openaclnn
