// SPDX-License-Identifier: Apache-2.0
#include "ops/normalization/batch_norm_plan.h"

#include <algorithm>

#include "kernels/tiles/tiles.h"
#include "simd/lane_sums.h"

namespace openaclnn::batch_norm {
namespace {

// Elements of a channel that are summed in one go, at least and at most if a sample has so many.
constexpr int64_t kPartElements = 4 * kSumBlock;
// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 16 * kTileElements;
// Channels of a task where channels lie side by side: some cache lines, and more where tasks are many.
constexpr int64_t kSideBySide = 64;
constexpr int64_t kManySideBySide = 256;
constexpr int64_t kManyRows = 64;

}  // namespace

int64_t Plan::RowOf(const ChannelRegion& region) const {
  return region.sample / slotSamples * parts + region.position / kPartElements;
}

TensorView AsBatch(const TensorView& view) {
  for (size_t d = 2; d < static_cast<size_t>(view.rank); ++d) {
    if (view.dims[d] != 1) {
      return view;
    }
  }
  TensorView batch = view;
  batch.rank = 3;
  batch.dims = {1, view.dims[1], view.dims[0]};
  batch.strides = {0, view.strides[1], view.strides[0]};
  return batch;
}

Plan PlanBatch(const TensorView& view) {
  Plan plan;
  plan.shape.channels = view.dims[1];
  if (view.Empty()) {
    return plan;
  }
  plan.shape.samples = view.dims[0];
  plan.shape.positions = 1;
  for (size_t d = 2; d < static_cast<size_t>(view.rank); ++d) {
    plan.shape.positions *= view.dims[d];
  }
  const auto [samples, channels, positions] = plan.shape;
  plan.slotSamples = std::max(int64_t{1}, kPartElements / positions);
  plan.slots = CeilDivide(samples, plan.slotSamples);
  plan.parts = CeilDivide(positions, kPartElements);

  // With few channels, vectors of them would be short.
  const bool across =
      positions == 1 || (channels >= kSumLanes && (positions < kSumLanes || ChannelsInnermost(view)));
  plan.walk = across ? ChannelWalk::kAcross : ChannelWalk::kAlong;
  const ChannelRegion whole{0, samples, 0, channels, 0, positions};
  const int64_t partElements = std::min(samples, plan.slotSamples) * std::min(positions, kPartElements);
  if (across) {
    const int64_t band = plan.Rows() < kManyRows ? kSideBySide : kManySideBySide;
    plan.sumTasks = {whole, plan.slotSamples, band, kPartElements, plan.walk};
    // Neighbouring positions lie side by side: whole ones.
    plan.writeTasks = {whole, 1, channels, std::max(int64_t{1}, 4 * kTaskElements / channels), plan.walk};
  } else {
    const int64_t band = std::max(int64_t{1}, 2 * kTaskElements / partElements);
    plan.sumTasks = {whole, plan.slotSamples, band, kPartElements, plan.walk};
    const int64_t rows = std::clamp(2 * kTaskElements / positions, int64_t{1}, channels);
    plan.writeTasks = {whole, 1, rows, 2 * kTaskElements, plan.walk};
  }
  plan.writeTasks.samples = std::max(int64_t{1}, kTaskElements / (channels * positions));
  return plan;
}

}  // namespace openaclnn::batch_norm
