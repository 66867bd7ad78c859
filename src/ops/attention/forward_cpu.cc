// SPDX-License-Identifier: Apache-2.0
//
// Attention in blocks of keys: a task takes some queries of a head through all keys, block by block, and
// keeps for each query what its row has come to so far (Milakov and Gimelshein 2018; Dao et al. 2022). No
// matrix of queries by keys exists. Blocks follow from the number of keys alone, and a query's result from
// its own lane: how queries are shared out to tasks shows in no bit. A single query, of which most lanes of a
// panel would be idle, goes through keys and values where they lie.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/gemm/matrix_vector.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/attention/attention.h"
#include "ops/attention/panels.h"
#include "ops/attention/rope.h"
#include "ops/attention/score_conditions.h"
#include "ops/attention/score_tile.h"
#include "ops/attention/sequences.h"
#include "ops/common/cpu_kernel.h"

namespace openaclnn {
namespace {

using Args = AttentionArgs;

constexpr int64_t kKeyBlock = 256;  // keys whose scores with a panel of queries stay in the level-one cache
static_assert(kKeyBlock <= kGemmDepth);
constexpr int64_t kQueriesOfTask = 128;  // about; keys are read from beyond level two once for so many
constexpr int64_t kFewTasks = 16;
constexpr int64_t kMostSlots = 128;

struct State : Prepared {
  AttentionShape shape;
  ScoreConditions conditions;
  DropMaskBytes dropMask;
  PanelShape keys;     // of a block: rows are lanes
  PanelShape values;   // of a block: elements are lanes
  PanelShape queries;  // column panels
  int64_t keyBlocks = 0;
  int64_t blockFloats = 0;  // keys and values of a block, packed
  int64_t panelsOfTask = 0;
  int64_t tasksOfHead = 0;
  int64_t tasks = 0;
  int64_t slots = 0;
  bool single = false;      // query
  bool packsFirst = false;  // keys and values are packed once, for all tasks; else by the only task they have
  ScratchArray<float> packed;
  ScratchArray<std::byte> slotsAt;
  size_t slotBytes = 0;
  // In a slot.
  ScratchArray<float> block;
  ScratchArray<float> query;
  ScratchArray<float> sums;  // of values, for each panel
  ScratchArray<float> largest;
  ScratchArray<float> total;
  ScratchArray<float> factor;
  ScratchArray<float> products;
  ScratchArray<float> probabilities;  // of tiles
  ScratchArray<float> rows;
  ScratchArray<std::byte> conditionsAt;
};

void CutTasks(State* state) {
  const AttentionShape& shape = state->shape;
  const int64_t width = state->queries.width;
  const int64_t panels = CeilDivide(shape.queries, width);
  state->panelsOfTask = std::clamp(kQueriesOfTask / width, int64_t{1}, std::max(panels, int64_t{1}));
  const auto count = [&] {
    state->tasksOfHead = CeilDivide(panels, state->panelsOfTask);
    return shape.batches * shape.heads * state->tasksOfHead;
  };
  while (count() < kFewTasks && state->panelsOfTask > 1) {
    state->panelsOfTask = (state->panelsOfTask + 1) / 2;
  }
  state->tasks = count();
  state->slots = std::min(state->tasks, kMostSlots);
  state->packsFirst = !state->single && state->tasksOfHead * shape.Sharing() > 1;
}

State Prepare(const Args& args) {
  State state;
  const AttentionShape& shape = state.shape = ShapeOf(args);
  if (args.out.Empty()) {
    return state;
  }
  state.single = shape.queries == 1;
  const bool tiles = !state.single && HasTileKernel() && args.query.dtype == DType::kBfloat16 &&
                     args.key.dtype == DType::kBfloat16 && args.value.dtype == DType::kBfloat16;
  const auto [panelRows, panelColumns] = PanelWidthsOf(tiles);
  state.keys = {panelRows, shape.size, tiles};
  state.values = {panelRows, kKeyBlock, tiles};
  state.queries = {panelColumns, shape.size, tiles};
  const int64_t width = state.single ? 1 : panelColumns;
  state.queries.width = width;
  state.conditions = ScoreConditions(args, shape, width, kKeyBlock);
  state.keyBlocks = CeilDivide(shape.keys, kKeyBlock);
  state.blockFloats = state.keys.Floats(kKeyBlock) + state.values.Floats(shape.valueSize);
  CutTasks(&state);

  ScratchLayout slot;
  state.block = slot.Book<float>(state.packsFirst || state.single ? 0 : state.blockFloats);
  state.query = slot.Book<float>(state.panelsOfTask * state.queries.Stride());
  state.sums = slot.Book<float>(state.panelsOfTask * shape.valueSize * width);
  state.largest = slot.Book<float>(state.panelsOfTask * width);
  state.total = slot.Book<float>(state.panelsOfTask * width);
  state.factor = slot.Book<float>(width);
  state.products = slot.Book<float>(kKeyBlock * width);
  state.probabilities = slot.Book<float>(tiles ? 2 * state.values.Stride() : 0);
  state.rows = slot.Book<float>(shape.valueSize * width);
  state.conditionsAt = slot.Book<std::byte>(static_cast<int64_t>(state.conditions.ScratchBytes()));
  slot.Reserve(kGemmReadAhead, 1);
  state.slotBytes = slot.Bytes();

  ScratchLayout workspace;
  if (state.packsFirst) {
    state.packed =
        workspace.Book<float>(shape.batches * shape.keyHeads * state.keyBlocks * state.blockFloats);
  }
  state.slotsAt = workspace.Book<std::byte>(state.slots * static_cast<int64_t>(state.slotBytes));
  state.dropMask.Book(args, &workspace);
  state.workspaceBytes = workspace.Bytes();
  constexpr int64_t kExponential = 16;  // multiplications in the time of one
  constexpr double kMultiplicationsOfAByte = 4;
  const double multiplications =
      static_cast<double>(shape.batches * shape.heads * shape.queries) *
      static_cast<double>(shape.keys * (shape.size + shape.valueSize + kExponential));
  state.cost = static_cast<size_t>(std::min(multiplications / kMultiplicationsOfAByte, 1e18));
  return state;
}

class Attention {
 public:
  Attention(const Args& args, const State& state, std::byte* workspace)
      : args_(args), state_(state), shape_(state.shape), loops_(BestScoreLoops()), workspace_(workspace) {}

  void Run(const backend::cpu::CpuContext& cpu) {
    dropMask_ = state_.dropMask.In(args_, workspace_);
    if (state_.packsFirst) {
      cpu.ParallelFor(shape_.batches * shape_.keyHeads * state_.keyBlocks, [&](int64_t index) {
        const int64_t head = index / state_.keyBlocks;
        PackBlock(head / shape_.keyHeads, head % shape_.keyHeads, index % state_.keyBlocks,
                  state_.packed.In(workspace_) + index * state_.blockFloats);
      });
    }
    ForEachTaskInSlots(cpu, state_.tasks, state_.slots, [&](int64_t task, int64_t slot) {
      RunTask(task, state_.slotsAt.In(workspace_) + slot * static_cast<int64_t>(state_.slotBytes));
    });
  }

 private:
  // Some queries of a head, a lane each.
  struct Task {
    int64_t batch;
    int64_t head;
    int64_t firstQuery;
    int64_t queries;
    std::byte* slot;
  };

  [[nodiscard]] int64_t KeysOf(int64_t block) const {
    return std::min(kKeyBlock, shape_.keys - block * kKeyBlock);
  }

  void PackBlock(int64_t batch, int64_t keyHead, int64_t block, float* to) const {
    const HeadMatrix keys(args_.key, StridesOf(args_.key, args_.layout, shape_.size), batch, keyHead);
    const HeadMatrix values(args_.value, StridesOf(args_.value, args_.layout, shape_.valueSize), batch,
                            keyHead);
    PackRows(keys, block * kKeyBlock, KeysOf(block), shape_.size, state_.keys, to, GemmSide::kRows);
    PackElements(values, block * kKeyBlock, KeysOf(block), shape_.valueSize, state_.values,
                 to + state_.keys.Floats(kKeyBlock));
  }

  void RunTask(int64_t index, std::byte* slot) const {
    const int64_t width = state_.queries.width;
    const int64_t part = index % state_.tasksOfHead;
    const int64_t head = index / state_.tasksOfHead;
    const int64_t first = part * state_.panelsOfTask * width;
    const Task task{head / shape_.heads, head % shape_.heads, first,
                    std::min(state_.panelsOfTask * width, shape_.queries - first), slot};
    const HeadMatrix queries(args_.query, StridesOf(args_.query, args_.layout, shape_.size), task.batch,
                             task.head);
    PackRows(queries, first, task.queries, shape_.size, state_.queries, state_.query.In(slot),
             GemmSide::kColumns);
    const int64_t lanes = state_.panelsOfTask * width;
    std::fill_n(state_.sums.In(slot), lanes * shape_.valueSize, 0.0F);
    std::fill_n(state_.largest.In(slot), lanes, std::numeric_limits<float>::lowest());
    std::fill_n(state_.total.In(slot), lanes, 0.0F);
    const int64_t keyHead = task.head / shape_.Sharing();
    const PanelScope scope(state_.keys);
    for (int64_t block = 0; block < state_.keyBlocks; ++block) {
      if (state_.single) {
        TakeKeys(task, block);
        continue;
      }
      const float* packed = state_.block.In(slot);
      if (state_.packsFirst) {
        const int64_t matrix = task.batch * shape_.keyHeads + keyHead;
        packed = state_.packed.In(workspace_) + (matrix * state_.keyBlocks + block) * state_.blockFloats;
      } else {
        PackBlock(task.batch, keyHead, block, state_.block.In(slot));
      }
      for (int64_t panel = 0; panel * width < task.queries; ++panel) {
        TakeBlock(task, panel, block, packed);
      }
    }
    for (int64_t panel = 0; panel * width < task.queries; ++panel) {
      Finish(task, panel);
    }
  }

  void TakeBlock(const Task& task, int64_t panel, int64_t block, const float* packed) const {
    const int64_t width = state_.queries.width;
    const ScorePlace place{task.batch,
                           task.head,
                           task.firstQuery + panel * width,
                           std::min(width, task.queries - panel * width),
                           block * kKeyBlock,
                           KeysOf(block)};
    float* const products = state_.products.In(task.slot);
    const ScoreTile tile =
        state_.conditions.TileOf(args_, dropMask_, place, products, state_.conditionsAt.In(task.slot));
    if (tile.keys == 0) {
      return;
    }
    MultiplyPanels(packed, state_.keys, tile.keys, shape_.size,
                   state_.query.In(task.slot) + panel * state_.queries.Stride(), false, products);
    const RowState rows{state_.largest.In(task.slot) + panel * width,
                        state_.total.In(task.slot) + panel * width};
    float* const factor = state_.factor.In(task.slot);
    float* const sums = SumsOf(task, panel);
    if (loops_.softmaxStep(tile, rows, factor)) {
      loops_.multiplyRows(sums, shape_.valueSize, width, factor);
    }
    const float* const values = packed + state_.keys.Floats(kKeyBlock);
    AddProduct(values, state_.values, shape_.valueSize, tile.keys, products,
               state_.probabilities.In(task.slot), sums);
  }

  // As TakeBlock, of a single query.
  void TakeKeys(const Task& task, int64_t block) const {
    const int64_t first = block * kKeyBlock;
    const ScorePlace place{task.batch, task.head, task.firstQuery, 1, first, KeysOf(block)};
    float* const products = state_.products.In(task.slot);
    const ScoreTile tile =
        state_.conditions.TileOf(args_, dropMask_, place, products, state_.conditionsAt.In(task.slot));
    if (tile.keys == 0) {
      return;
    }
    const int64_t keyHead = task.head / shape_.Sharing();
    const HeadMatrix keys(args_.key, StridesOf(args_.key, args_.layout, shape_.size), task.batch, keyHead);
    for (int64_t element = 0; element < shape_.size; element += kGemmDepth) {
      MultiplyVector({keys.data, keys.dtype, keys.rowStride, keys.elementStride},
                     {first, tile.keys, element, std::min(kGemmDepth, shape_.size - element)},
                     state_.query.In(task.slot) + element, element > 0, products);
    }
    float* const sums = SumsOf(task, 0);
    float* const factor = state_.factor.In(task.slot);
    if (loops_.softmaxRow(tile, {state_.largest.In(task.slot), state_.total.In(task.slot)}, factor)) {
      std::for_each_n(sums, shape_.valueSize, [&](float& sum) { sum *= factor[0]; });
    }
    const HeadMatrix values(args_.value, StridesOf(args_.value, args_.layout, shape_.valueSize), task.batch,
                            keyHead);
    for (int64_t element = 0; element < shape_.valueSize; element += kVectorMostRows) {
      MultiplyVector({values.data, values.dtype, values.elementStride, values.rowStride},
                     {element, std::min(kVectorMostRows, shape_.valueSize - element), first, tile.keys},
                     products, true, sums + element);
    }
  }

  [[nodiscard]] float* SumsOf(const Task& task, int64_t panel) const {
    return state_.sums.In(task.slot) + panel * shape_.valueSize * state_.queries.width;
  }

  void Finish(const Task& task, int64_t panel) const {
    const int64_t width = state_.queries.width;
    const int64_t first = task.firstQuery + panel * width;
    const int64_t queries = std::min(width, task.queries - panel * width);
    const float* const largest = state_.largest.In(task.slot) + panel * width;
    float* const total = state_.total.In(task.slot) + panel * width;
    // A query that sees no key gets 0, here and in gradients.
    std::replace(total, total + width, 0.0F, 1.0F);
    float* const sums = SumsOf(task, panel);
    loops_.divideRows(sums, shape_.valueSize, width, total);
    const HeadMatrix out(args_.out, StridesOf(args_.out, args_.layout, shape_.valueSize), task.batch,
                         task.head);
    WriteRows(out, first, queries, shape_.valueSize, width, 1, sums, state_.rows.In(task.slot));
    WriteNumbers(args_.largest, task, first, queries, largest);
    WriteNumbers(args_.sum, task, first, queries, total);
  }

  // A number for each of some rows, as often as it is stored.
  static void WriteNumbers(const TensorView& view, const Task& task, int64_t first, int64_t count,
                           const float* numbers) {
    const HeadStrides strides = StridesOf(view, HeadLayout::kBnsd, kRowCopies);
    const HeadMatrix matrix(view, strides, task.batch, task.head);
    auto* row = reinterpret_cast<float*>(matrix.data) + first * strides.row;
    for (int64_t i = 0; i < count; ++i, row += strides.row) {
      const float number = std::isnan(numbers[i]) ? std::numeric_limits<float>::quiet_NaN() : numbers[i];
      for (int64_t copy = 0; copy < kRowCopies; ++copy) {
        row[copy * strides.element] = number;
      }
    }
  }

  const Args& args_;
  const State& state_;
  const AttentionShape& shape_;
  const ScoreLoops& loops_;
  std::byte* workspace_;
  const std::byte* dropMask_ = nullptr;
};

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (!args.out.Empty()) {
    Attention(args, state, workspace).Run(cpu);
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:attention", Prepare);

using Each = OfSequences<State, Prepare, Run>;
constexpr auto kKernelOfSequences = CpuKernel<Each::Run>("cpu:attention_of_sequences", Each::Prepare);
constexpr auto kKernelWithRope =
    CpuKernel<WithRope<Each>::Run>("cpu:attention_with_rope", WithRope<Each>::Prepare);

}  // namespace

constinit const KernelEntry<AttentionArgs> kAttentionCpu = Entry(kKernel);
constinit const KernelEntry<AttentionArgs> kAttentionOfSequencesCpu = Entry(kKernelOfSequences);
constinit const KernelEntry<AttentionArgs> kAttentionWithRopeCpu = Entry(kKernelWithRope);

}  // namespace openaclnn
