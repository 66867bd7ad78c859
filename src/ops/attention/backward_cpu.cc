// SPDX-License-Identifier: Apache-2.0
//
// Gradients of attention in blocks of queries and keys. A task has some keys of a head of key and value: it
// goes through all queries of all heads that share it, and alone adds up the gradients of its keys and
// values. Where heads are few, their keys are cut into parts, each with gradients for the queries of its own,
// which are added up in order. All of this follows from the shape.
#include <algorithm>

#include "kernels/tiles/task_slots.h"
#include "kernels/tiles/tiles.h"
#include "ops/attention/gradient_blocks.h"
#include "ops/attention/rope.h"
#include "ops/attention/sequences.h"
#include "ops/common/cpu_kernel.h"
#include "simd/transpose.h"

namespace openaclnn {
namespace {

using Args = AttentionArgs;

constexpr int64_t kFewTasks = 16;
constexpr int64_t kMostSlots = 64;

struct State : Prepared {
  AttentionShape shape;
  GradientBlocks blocks;
  DropMaskBytes dropMask;
  PanelShape elements;  // row panels of blocks: elements are lanes
  int64_t parts = 0;
  int64_t blocksOfPart = 0;
  int64_t tasks = 0;
  int64_t slots = 0;
  size_t slotBytes = 0;
  ScratchArray<std::byte> slotsAt;
  ScratchArray<float> queryParts;  // [batches, heads, parts, queries, size], where there are several
  BiasGradientState bias;
  // In a slot. Of all blocks of a part:
  ScratchArray<float> keys;
  ScratchArray<float> keyElements;
  ScratchArray<float> keyGradients;
  ScratchArray<float> valueGradients;
  // Of a block:
  ScratchArray<float> queryElements;
  ScratchArray<float> outElements;
  ScratchArray<float> queryGradients;
  ScratchArray<float> turnedProbabilities;
  ScratchArray<float> turnedGradients;
  ScratchArray<float> rows;
};

// Sizes may be anything then.
bool HasNothing(const Args& args) {
  return args.queryGradient.Empty() && args.keyGradient.Empty() && args.valueGradient.Empty();
}

State Prepare(const Args& args) {
  State state;
  const AttentionShape& shape = state.shape = ShapeOf(args);
  if (HasNothing(args)) {
    return state;
  }
  ScratchLayout slot;
  state.blocks = GradientBlocks(args, shape, &slot);
  const int64_t lanes = state.blocks.Lanes();
  state.elements = {BestGemmKernel<float>().rows, lanes};
  const int64_t heads = shape.batches * shape.keyHeads;
  if (heads > 0) {
    const int64_t keyBlocks = std::max(state.blocks.KeyBlocks(), int64_t{1});
    state.parts = std::min(CeilDivide(kFewTasks, heads), keyBlocks);
    state.blocksOfPart = CeilDivide(keyBlocks, state.parts);
    state.parts = CeilDivide(keyBlocks, state.blocksOfPart);
  }
  state.tasks = heads * state.parts;
  state.slots = std::min(state.tasks, kMostSlots);

  state.keys = slot.Book<float>(state.blocksOfPart * state.blocks.KeyFloats());
  state.keyElements = slot.Book<float>(state.blocksOfPart * state.elements.Floats(shape.size));
  state.keyGradients = slot.Book<float>(state.blocksOfPart * lanes * shape.size);
  state.valueGradients = slot.Book<float>(state.blocksOfPart * lanes * shape.valueSize);
  state.queryElements = slot.Book<float>(state.elements.Floats(shape.size));
  state.outElements = slot.Book<float>(state.elements.Floats(shape.valueSize));
  state.queryGradients = slot.Book<float>(lanes * shape.size);
  state.turnedProbabilities = slot.Book<float>(lanes * lanes);
  state.turnedGradients = slot.Book<float>(lanes * lanes);
  state.rows = slot.Book<float>(state.blocks.Width() * std::max(shape.size, shape.valueSize));
  slot.Reserve(kGemmReadAhead, 1);
  state.slotBytes = slot.Bytes();

  ScratchLayout workspace;
  state.slotsAt = workspace.Book<std::byte>(state.slots * static_cast<int64_t>(state.slotBytes));
  if (state.parts > 1) {
    state.queryParts =
        workspace.Book<float>(shape.batches * shape.heads * state.parts * shape.queries * shape.size);
  }
  state.dropMask.Book(args, &workspace);
  if (args.biasGradient.Defined()) {
    state.bias = PrepareBiasGradient(args, &workspace);
  }
  state.workspaceBytes = workspace.Bytes();
  constexpr double kMultiplicationsOfAByte = 4;
  constexpr int64_t kExponential = 16;  // multiplications in the time of one
  const double multiplications =
      static_cast<double>(shape.batches * shape.heads * shape.queries) *
      static_cast<double>(shape.keys * (3 * shape.size + 2 * shape.valueSize + kExponential));
  state.cost = static_cast<size_t>(std::min(multiplications / kMultiplicationsOfAByte, 1e18));
  return state;
}

class AttentionGradient {
 public:
  AttentionGradient(const Args& args, const State& state, const std::byte* dropMask, std::byte* workspace)
      : args_(args),
        state_(state),
        shape_(state.shape),
        blocks_(state.blocks),
        width_(state.blocks.Width()),
        lanes_(state.blocks.Lanes()),
        dropMask_(dropMask),
        workspace_(workspace) {}

  void Run(const backend::cpu::CpuContext& cpu) const {
    ForEachTaskInSlots(cpu, state_.tasks, state_.slots, [&](int64_t task, int64_t slot) {
      RunTask(task, state_.slotsAt.In(workspace_) + slot * static_cast<int64_t>(state_.slotBytes));
    });
    if (state_.parts > 1) {
      cpu.ParallelFor(shape_.batches * shape_.heads * blocks_.QueryBlocks(), [&](int64_t index) {
        AddParts(index / blocks_.QueryBlocks(), index % blocks_.QueryBlocks());
      });
    }
  }

 private:
  // Keys of a head of key and value.
  struct Task {
    int64_t batch;
    int64_t keyHead;
    int64_t part;
    int64_t firstBlock;
    int64_t endBlock;
    std::byte* slot;
  };

  void RunTask(int64_t index, std::byte* slot) const {
    const int64_t part = index % state_.parts;
    const int64_t head = index / state_.parts;
    const int64_t first = part * state_.blocksOfPart;
    const Task task{head / shape_.keyHeads,
                    head % shape_.keyHeads,
                    part,
                    first,
                    std::min(first + state_.blocksOfPart, blocks_.KeyBlocks()),
                    slot};
    const HeadMatrix keys(args_.key, StridesOf(args_.key, args_.layout, shape_.size), task.batch,
                          task.keyHead);
    for (int64_t block = task.firstBlock; block < task.endBlock; ++block) {
      blocks_.PackKeys(args_, task.batch, task.keyHead, block, KeysOf(task, block));
      PackElements(keys, block * lanes_, blocks_.KeysOf(block), shape_.size, state_.elements,
                   KeyElementsOf(task, block));
    }
    std::fill_n(state_.keyGradients.In(slot), state_.blocksOfPart * lanes_ * shape_.size, 0.0F);
    std::fill_n(state_.valueGradients.In(slot), state_.blocksOfPart * lanes_ * shape_.valueSize, 0.0F);
    for (int64_t shared = 0; shared < shape_.Sharing(); ++shared) {
      for (int64_t block = 0; block < blocks_.QueryBlocks(); ++block) {
        TakeQueries(task, {task.batch, task.keyHead * shape_.Sharing() + shared}, block);
      }
    }
    Write(task, args_.keyGradient, shape_.size, args_.scale, state_.keyGradients.In(slot));
    Write(task, args_.valueGradient, shape_.valueSize, 1, state_.valueGradients.In(slot));
  }

  [[nodiscard]] float* KeysOf(const Task& task, int64_t block) const {
    return state_.keys.In(task.slot) + (block - task.firstBlock) * blocks_.KeyFloats();
  }
  [[nodiscard]] float* KeyElementsOf(const Task& task, int64_t block) const {
    return state_.keyElements.In(task.slot) + (block - task.firstBlock) * state_.elements.Floats(shape_.size);
  }

  // A block of queries with all keys of the task.
  void TakeQueries(const Task& task, const GradientBlocks::Head& head, int64_t queryBlock) const {
    const int64_t first = queryBlock * lanes_;
    const int64_t queries = blocks_.QueriesOf(queryBlock);
    const GradientBlocks::Source source{args_, dropMask_, task.slot};
    blocks_.PackQueries(source, head, queryBlock);
    const HeadMatrix query(args_.query, StridesOf(args_.query, args_.layout, shape_.size), head.batch,
                           head.head);
    const HeadMatrix outGradient(args_.outGradient,
                                 StridesOf(args_.outGradient, args_.layout, shape_.valueSize), head.batch,
                                 head.head);
    PackElements(query, first, queries, shape_.size, state_.elements, state_.queryElements.In(task.slot));
    PackElements(outGradient, first, queries, shape_.valueSize, state_.elements,
                 state_.outElements.In(task.slot));
    std::fill_n(state_.queryGradients.In(task.slot), lanes_ * shape_.size, 0.0F);
    for (int64_t block = task.firstBlock; block < task.endBlock; ++block) {
      if (blocks_.MakeTiles(source, head, queryBlock, block, KeysOf(task, block))) {
        AddToQueries(task, queries, block);
        AddToKeys(task, queries, block);
      }
    }
    WriteQueries(task, head, first, queries);
  }

  void AddToQueries(const Task& task, int64_t queries, int64_t block) const {
    for (int64_t panel = 0; panel * width_ < queries; ++panel) {
      if (const int64_t seen = blocks_.Seen(task.slot, panel); seen > 0) {
        MultiplyPanels(KeyElementsOf(task, block), state_.elements, shape_.size, seen,
                       blocks_.Gradients(task.slot, panel), true,
                       state_.queryGradients.In(task.slot) + panel * width_ * shape_.size);
      }
    }
  }

  void AddToKeys(const Task& task, int64_t queries, int64_t block) const {
    float* const probabilities = state_.turnedProbabilities.In(task.slot);
    float* const gradients = state_.turnedGradients.In(task.slot);
    const int64_t firstLane = (block - task.firstBlock) * lanes_;
    for (int64_t key = 0; key < blocks_.KeysOf(block); key += width_) {
      // A panel with keys side by side from those with queries side by side.
      for (int64_t panel = 0; panel * width_ < queries; ++panel) {
        const int64_t to = panel * width_ * width_;
        PlanesToRows(sizeof(float), blocks_.Probabilities(task.slot, panel) + key * width_, width_, width_,
                     width_, probabilities + to);
        PlanesToRows(sizeof(float), blocks_.Gradients(task.slot, panel) + key * width_, width_, width_,
                     width_, gradients + to);
      }
      MultiplyPanels(state_.outElements.In(task.slot), state_.elements, shape_.valueSize, queries,
                     probabilities, true,
                     state_.valueGradients.In(task.slot) + (firstLane + key) * shape_.valueSize);
      MultiplyPanels(state_.queryElements.In(task.slot), state_.elements, shape_.size, queries, gradients,
                     true, state_.keyGradients.In(task.slot) + (firstLane + key) * shape_.size);
    }
  }

  void WriteQueries(const Task& task, const GradientBlocks::Head& head, int64_t first,
                    int64_t queries) const {
    const HeadMatrix out(args_.queryGradient, StridesOf(args_.queryGradient, args_.layout, shape_.size),
                         head.batch, head.head);
    for (int64_t done = 0; done < queries; done += width_) {
      const float* const panel = state_.queryGradients.In(task.slot) + done * shape_.size;
      const int64_t rows = std::min(width_, queries - done);
      if (state_.parts == 1) {
        WriteRows(out, first + done, rows, shape_.size, width_, args_.scale, panel,
                  state_.rows.In(task.slot));
      } else {
        PlanesToRows(sizeof(float), panel, width_, shape_.size, rows,
                     PartOf(head.batch * shape_.heads + head.head, task.part, first + done));
      }
    }
  }

  [[nodiscard]] float* PartOf(int64_t head, int64_t part, int64_t query) const {
    return state_.queryParts.In(workspace_) +
           ((head * state_.parts + part) * shape_.queries + query) * shape_.size;
  }

  void AddParts(int64_t head, int64_t queryBlock) const {
    const int64_t first = queryBlock * lanes_;
    const int64_t queries = blocks_.QueriesOf(queryBlock);
    float* const sums = PartOf(head, 0, first);
    for (int64_t i = 0; i < queries * shape_.size; ++i) {
      double sum = sums[i];
      for (int64_t part = 1; part < state_.parts; ++part) {
        sum += PartOf(head, part, first)[i];
      }
      sums[i] = static_cast<float>(sum);
    }
    const HeadMatrix out(args_.queryGradient, StridesOf(args_.queryGradient, args_.layout, shape_.size),
                         head / shape_.heads, head % shape_.heads);
    WriteRows(out, first, queries, shape_.size, args_.scale, sums);
  }

  // The gradients of all keys, or values, of a task.
  void Write(const Task& task, const TensorView& view, int64_t size, double factor,
             const float* panels) const {
    const HeadMatrix out(view, StridesOf(view, args_.layout, size), task.batch, task.keyHead);
    const int64_t end = std::min(task.endBlock * lanes_, shape_.keys);
    for (int64_t key = task.firstBlock * lanes_; key < end; key += width_) {
      WriteRows(out, key, std::min(width_, end - key), size, width_, factor, panels,
                state_.rows.In(task.slot));
      panels += width_ * size;
    }
  }

  const Args& args_;
  const State& state_;
  const AttentionShape& shape_;
  const GradientBlocks& blocks_;
  int64_t width_;
  int64_t lanes_;
  const std::byte* dropMask_;
  std::byte* workspace_;
};

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (HasNothing(args)) {
    if (args.biasGradient.Defined()) {
      FillZero(args.biasGradient);  // of no batch
    }
    return;
  }
  const std::byte* const dropMask = state.dropMask.In(args, workspace);
  AttentionGradient(args, state, dropMask, workspace).Run(cpu);
  if (args.biasGradient.Defined()) {
    RunBiasGradient(args, state.bias, dropMask, workspace, cpu);
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:attention", Prepare);

using Each = OfSequences<State, Prepare, Run>;
constexpr auto kKernelOfSequences = CpuKernel<Each::Run>("cpu:attention_of_sequences", Each::Prepare);
constexpr auto kKernelWithRope =
    CpuKernel<WithRope<Each>::Run>("cpu:attention_with_rope", WithRope<Each>::Prepare);

}  // namespace

constinit const KernelEntry<AttentionArgs> kAttentionGradientCpu = Entry(kKernel);
constinit const KernelEntry<AttentionArgs> kAttentionGradientOfSequencesCpu = Entry(kKernelOfSequences);
constinit const KernelEntry<AttentionArgs> kAttentionGradientWithRopeCpu = Entry(kKernelWithRope);

}  // namespace openaclnn
