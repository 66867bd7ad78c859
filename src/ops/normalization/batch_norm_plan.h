// SPDX-License-Identifier: Apache-2.0
//
// How the kernels of batch norm cut tensors [N, C, ...] whose channels they sum up.
#pragma once

#include <cstdint>

#include "base/tensor_view.h"
#include "kernels/layout/channels.h"

namespace openaclnn::batch_norm {

struct Plan {
  // What fixes the bits of sums, from shapes alone: a slot is some samples, or one of large ones; the sums of
  // the parts of its channels are added up in order.
  ChannelShape shape{};
  int64_t slotSamples = 1;
  int64_t slots = 0;
  int64_t parts = 0;
  // What does not.
  ChannelWalk walk = ChannelWalk::kAlong;
  ChannelTasks sumTasks{};  // one slot and part each
  ChannelTasks writeTasks{};

  // Elements of a channel.
  [[nodiscard]] int64_t Count() const { return shape.samples * shape.positions; }
  // Sums of a channel before they are added up, and the place of a task's among them.
  [[nodiscard]] int64_t Rows() const { return slots * parts; }
  [[nodiscard]] int64_t RowOf(const ChannelRegion& region) const;
};

// A view as the kernels walk through it: samples of a single position count as positions of one sample.
[[nodiscard]] TensorView AsBatch(const TensorView& view);

// For tensors of the shape of `view`, whose strides decide the walk; it has passed AsBatch.
[[nodiscard]] Plan PlanBatch(const TensorView& view);

}  // namespace openaclnn::batch_norm
