// SPDX-License-Identifier: Apache-2.0
//
// The gradient of what is added to scores. A task has some keys of a head, and some queries or, where they
// share a row, all; it goes through the batches that share them, and adds up in order.
#include <algorithm>

#include "kernels/tiles/task_slots.h"
#include "ops/attention/gradient_blocks.h"

namespace openaclnn {
namespace {

constexpr int64_t kMostSlots = 64;

class BiasGradient {
 public:
  BiasGradient(const AttentionArgs& args, const BiasGradientState& state, const std::byte* dropMask,
               std::byte* workspace)
      : args_(args), state_(state), blocks_(state.blocks), dropMask_(dropMask), workspace_(workspace) {}

  void Run(const backend::cpu::CpuContext& cpu) const {
    ForEachTaskInSlots(cpu, state_.tasks, state_.slots, [&](int64_t task, int64_t slot) {
      RunTask(task, state_.slotsAt.In(workspace_) + slot * static_cast<int64_t>(state_.slotBytes));
    });
  }

 private:
  struct Task {
    int64_t batch;  // of the bias
    int64_t head;
    int64_t queryBlock;
    int64_t keyBlock;
    std::byte* slot;
  };

  void RunTask(int64_t index, std::byte* slot) const {
    const int64_t keyBlock = index % blocks_.KeyBlocks();
    index /= blocks_.KeyBlocks();
    const int64_t queryBlock = index % state_.queryBlocks;
    index /= state_.queryBlocks;
    const Task task{index / state_.shape.heads, index % state_.shape.heads, queryBlock, keyBlock, slot};
    std::fill_n(state_.sums.In(slot), blocks_.Lanes() * blocks_.Lanes(), 0.0F);
    std::fill_n(state_.rowSums.In(slot), blocks_.Lanes(), 0.0);
    const bool all = state_.batches != state_.shape.batches;
    const int64_t end = all ? state_.shape.batches : task.batch + 1;
    for (int64_t batch = all ? 0 : task.batch; batch < end; ++batch) {
      blocks_.PackKeys(args_, batch, task.head / state_.shape.Sharing(), keyBlock, state_.keys.In(slot));
      if (state_.sharesRows) {
        for (int64_t block = 0; block < blocks_.QueryBlocks(); ++block) {
          Take(task, batch, block);
        }
      } else {
        Take(task, batch, queryBlock);
      }
    }
    Write(task);
  }

  void Take(const Task& task, int64_t batch, int64_t queryBlock) const {
    const GradientBlocks::Source source{args_, dropMask_, task.slot};
    const GradientBlocks::Head head{batch, task.head};
    blocks_.PackQueries(source, head, queryBlock);
    if (!blocks_.MakeTiles(source, head, queryBlock, task.keyBlock, state_.keys.In(task.slot))) {
      return;
    }
    const int64_t width = blocks_.Width();
    const int64_t queries = blocks_.QueriesOf(queryBlock);
    for (int64_t panel = 0; panel * width < queries; ++panel) {
      const float* const gradients = blocks_.Gradients(task.slot, panel);
      if (state_.sharesRows) {
        for (int64_t key = 0; key < blocks_.Seen(task.slot, panel); ++key) {
          double sum = 0;
          for (int64_t lane = 0; lane < std::min(width, queries - panel * width); ++lane) {
            sum += gradients[key * width + lane];
          }
          state_.rowSums.In(task.slot)[key] += sum;
        }
        continue;
      }
      float* const sums = state_.sums.In(task.slot) + panel * blocks_.Lanes() * width;
      for (int64_t i = 0; i < blocks_.Seen(task.slot, panel) * width; ++i) {
        sums[i] += gradients[i];
      }
    }
  }

  void Write(const Task& task) const {
    const HeadStrides strides = BroadcastStrides(args_.biasGradient);
    HeadMatrix out(args_.biasGradient, strides, task.batch, task.head);
    const int64_t firstKey = task.keyBlock * blocks_.Lanes();
    out.data += firstKey * strides.element * static_cast<int64_t>(SizeOf(out.dtype));
    const int64_t keys = blocks_.KeysOf(task.keyBlock);
    const double factor = args_.scalesBias ? args_.scale : 1;
    float* const rows = state_.rows.In(task.slot);
    if (state_.sharesRows) {
      std::copy_n(state_.rowSums.In(task.slot), keys, rows);
      WriteRows(out, 0, 1, keys, factor, rows);
      return;
    }
    const int64_t width = blocks_.Width();
    const int64_t queries = blocks_.QueriesOf(task.queryBlock);
    for (int64_t done = 0; done < queries; done += width) {
      WriteRows(out, task.queryBlock * blocks_.Lanes() + done, std::min(width, queries - done), keys, width,
                factor, state_.sums.In(task.slot) + done * blocks_.Lanes(), rows);
    }
  }

  const AttentionArgs& args_;
  const BiasGradientState& state_;
  const GradientBlocks& blocks_;
  const std::byte* dropMask_;
  std::byte* workspace_;
};

}  // namespace

BiasGradientState PrepareBiasGradient(const AttentionArgs& args, ScratchLayout* workspace) {
  BiasGradientState state;
  state.shape = ShapeOf(args);
  ScratchLayout slot;
  state.blocks = GradientBlocks(args, state.shape, &slot);
  const int64_t lanes = state.blocks.Lanes();
  state.batches = args.biasGradient.dims[0];
  state.sharesRows = args.biasGradient.dims[2] != state.shape.queries;
  state.queryBlocks = state.sharesRows ? 1 : state.blocks.QueryBlocks();
  state.tasks = state.batches * state.shape.heads * state.queryBlocks * state.blocks.KeyBlocks();
  state.slots = std::min(state.tasks, kMostSlots);
  state.keys = slot.Book<float>(state.blocks.KeyFloats());
  state.sums = slot.Book<float>(lanes * lanes);
  state.rowSums = slot.Book<double>(lanes);
  state.rows = slot.Book<float>(lanes * state.blocks.Width());
  slot.Reserve(kGemmReadAhead, 1);
  state.slotBytes = slot.Bytes();
  state.slotsAt = workspace->Book<std::byte>(state.slots * static_cast<int64_t>(state.slotBytes));
  return state;
}

void RunBiasGradient(const AttentionArgs& args, const BiasGradientState& state, const std::byte* dropMask,
                     std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  BiasGradient(args, state, dropMask, workspace).Run(cpu);
}

}  // namespace openaclnn
