// SPDX-License-Identifier: Apache-2.0
//
// Attention to cached keys, block by block, as forward_cpu.cc computes it: a query keeps what its row has come
// to so far. All queries of the heads that share keys are rows of one task, so that keys are read once for
// them. Few rows go through keys and values where these are; more are packed as panels.
#include <algorithm>
#include <array>
#include <limits>

#include "kernels/tiles/task_slots.h"
#include "ops/attention/few_rows.h"
#include "ops/attention/inference.h"
#include "ops/attention/inference_conditions.h"
#include "ops/attention/inference_partition.h"
#include "ops/attention/inference_rows.h"
#include "ops/attention/inference_state.h"
#include "ops/attention/key_reader.h"
#include "ops/attention/panels.h"
#include "ops/attention/score_tile.h"
#include "ops/attention/tile_rows.h"
#include "ops/common/cpu_kernel.h"
#include "simd/convert.h"
#include "simd/transpose.h"

namespace openaclnn {
namespace {

using Args = InferenceArgs;
using State = InferenceState;

constexpr int64_t kKeyBlock = kInferenceKeyBlock;

// One run.
class Inference {
 public:
  Inference(const Args& args, const State& state, std::byte* workspace)
      : args_(args),
        state_(state),
        partition_(state.partition),
        tiles_(BestScoreLoops()),
        loops_(BestFewRowLoops()),
        keys_(args, kKeyTensors),
        values_(args, kValueTensors),
        ropes_(args, kRopeTensors),
        rows_(args),
        workspace_(workspace) {}

  [[nodiscard]] Status Run(const backend::cpu::CpuContext& cpu) const {
    Status status = rows_.Check();
    if (!status.IsOk()) {
      return status;
    }
    rows_.ClearOthers();
    const int64_t together = state_.headsTogether;
    ForEachTaskInSlots(cpu, partition_.Tasks() / together, state_.slots / together,
                       [&](int64_t index, int64_t slot) {
                         std::byte* const at = SlotAt(state_.slotsAt.In(workspace_), slot * together);
                         const InferenceTask task = partition_.TaskOf(index * together);
                         if (InferencePartition::HasFewRows(partition_.CutOf(task.sequence))) {
                           RunRows(task, at);
                         } else {
                           RunPanels(task, at);
                         }
                       });
    if (partition_.PartialFloats() > 0) {
      cpu.ParallelFor(static_cast<int64_t>(args_.sequences.size()) * args_.keyHeads, [&](int64_t index) {
        Combine({.sequence = index / args_.keyHeads, .keyHead = index % args_.keyHeads});
      });
    }
    return status;
  }

 private:
  [[nodiscard]] const InferenceSequence& SequenceOf(int64_t sequence) const {
    return args_.sequences[static_cast<size_t>(sequence)];
  }

  void ReadQueries(const InferenceTask& task, std::byte* slot) const {
    const int64_t depth = args_.size + args_.ropeSize;
    for (int64_t row = 0; row < task.rows; ++row) {
      rows_.Read(task.sequence, task.keyHead, task.firstRow + row, state_.queryRows.In(slot) + row * depth);
    }
    const int64_t lanes = CeilDivide(task.rows, state_.queries.width) * state_.queries.width;
    std::fill_n(state_.largest.In(slot), lanes, std::numeric_limits<float>::lowest());
  }

  void PackQueries(const InferenceTask& task, const PanelShape& shape, std::byte* slot) const {
    const int64_t depth = args_.size + args_.ropeSize;
    float* const rows = state_.queryRows.In(slot);
    HeadMatrix queries(reinterpret_cast<std::byte*>(rows), DType::kFloat, depth, 1);
    if (shape.tiles) {
      queries.dtype = DType::kBfloat16;
      queries.data = state_.queryHalves.In(slot);
      ConvertTo(queries.dtype, rows, queries.data, task.rows * depth, Stores::kCached);
    }
    PackRows(queries, 0, task.rows, depth, shape, state_.queryPanels.In(slot), GemmSide::kColumns);
  }

  // The blocks of a task's part that its queries see any key of.
  struct Blocks {
    int64_t begin;
    int64_t end;
    int64_t lastKey;  // one behind it
  };
  [[nodiscard]] Blocks BlocksOf(const InferenceTask& task) const {
    const InferenceSequence& sequence = SequenceOf(task.sequence);
    const SequenceCut& cut = partition_.CutOf(task.sequence);
    const int64_t first = VisibleTo(args_, sequence, task.firstRow / args_.Sharing()).begin;
    const int64_t last = VisibleTo(args_, sequence, (task.firstRow + task.rows - 1) / args_.Sharing()).end;
    return {std::max(task.part * cut.blocksOfPart, first / kKeyBlock),
            std::min((task.part + 1) * cut.blocksOfPart, CeilDivide(last, kKeyBlock)), last};
  }

  [[nodiscard]] KeyReader::Place KeysOf(const InferenceTask& task, int64_t first, int64_t count) const {
    return {task.sequence, task.keyHead, first, count, rows_.KeysBefore(SequenceOf(task.sequence))};
  }
  [[nodiscard]] InferencePlace ScoresOf(const InferenceTask& task, int64_t row, int64_t rows, int64_t key,
                                        int64_t keys) const {
    const InferenceSequence& sequence = SequenceOf(task.sequence);
    return {task.sequence, task.keyHead, task.firstRow + row,           rows,
            key,           keys,         rows_.QueriesBefore(sequence), rows_.KeysBefore(sequence)};
  }

  [[nodiscard]] std::byte* SlotAt(std::byte* first, int64_t number) const {
    return first + number * static_cast<int64_t>(state_.slotBytes);
  }

  // A task's heads, which read together, each with a slot of its own.
  template <class Body>
  void ForEachHead(const InferenceTask& task, std::byte* slot, const Body& body) const {
    InferenceTask ofHead = task;
    for (int64_t head = 0; head < state_.headsTogether; ++head, ++ofHead.keyHead) {
      body(ofHead, SlotAt(slot, head));
    }
  }

  void RunRows(const InferenceTask& task, std::byte* slot) const {
    ForEachHead(task, slot, [&](const InferenceTask& ofHead, std::byte* at) { BeginRows(ofHead, at); });
    const Blocks blocks = BlocksOf(task);
    if (state_.tileRows) {
      const PanelScope scope(state_.fewQueries);
      for (int64_t block = blocks.begin; block < blocks.end; ++block) {
        ForEachHead(task, slot, [&](const InferenceTask& ofHead, std::byte* at) {
          TakeTiles(ofHead, block * kKeyBlock, blocks, at);
        });
      }
    } else if (blocks.begin < blocks.end) {
      for (int64_t block = blocks.begin; block <= blocks.end; ++block) {
        TakeRows(task, block, blocks, slot);
      }
    }
    ForEachHead(task, slot, [&](const InferenceTask& ofHead, std::byte* at) {
      for (int64_t row = 0; row < task.rows; ++row) {
        Leave(ofHead, task.firstRow + row, state_.largest.In(at)[row], state_.total.In(at)[row],
              state_.sums.In(at) + row * args_.valueSize);
      }
    });
  }

  void BeginRows(const InferenceTask& task, std::byte* slot) const {
    ReadQueries(task, slot);
    if (state_.tileRows) {
      PackQueries(task, state_.fewQueries, slot);
      std::fill_n(state_.tileWeights.In(slot), 2 * kFewRows * kKeyBlock, TileNumber{});
    }
    std::fill_n(state_.sums.In(slot), task.rows * args_.valueSize, 0.0F);
    std::fill_n(state_.total.In(slot), task.rows, 0.0F);
  }

  // The queries' products with the keys of a block, while the values of the block before are added up: heads of keys
  // lie side by side, so that memory is read in its order, at two places at a time.
  void TakeRows(const InferenceTask& task, int64_t block, const Blocks& blocks, std::byte* slot) const {
    const HeadQueries queries{task.rows, args_.size + args_.ropeSize, false, kKeyBlock};
    std::array<HeadRows, kMostHeadsTogether> heads;
    int64_t count = 0;
    ForEachHead(task, slot, [&](const InferenceTask& ofHead, std::byte* at) {
      std::byte** const pointers = state_.pointers.In(at);
      std::fill_n(state_.blockSums.In(at), task.rows * args_.valueSize, 0.0F);
      heads[static_cast<size_t>(count++)] = {
          .keys = Find(keys_, ofHead, block, blocks, pointers, state_.keyCopies.In(at)),
          .queries = state_.queryRows.In(at),
          .products = ProductsOf(block, at),
          .values = Find(values_, ofHead, block - 1, blocks, pointers + kKeyBlock + kRowsAhead,
                         state_.valueCopies.In(at)),
          .weights = ProductsOf(block - 1, at),
          .sums = state_.blockSums.In(at)};
    });
    loops_.takeRows(heads.data(), count, queries);
    if (args_.ropeSize > 0 && block < blocks.end) {
      AddRopes(task, block, blocks, slot);
    }
    ForEachHead(task, slot, [&](const InferenceTask& ofHead, std::byte* at) {
      if (block > blocks.begin) {
        AddBlock(ofHead, at);
      }
      if (block < blocks.end) {
        TakeScores(ofHead, block * kKeyBlock, blocks, ProductsOf(block, at), at);
      }
    });
  }

  // Adds the products of ropes to those of a block's keys.
  void AddRopes(const InferenceTask& task, int64_t block, const Blocks& blocks, std::byte* slot) const {
    const HeadQueries queries{task.rows, args_.size + args_.ropeSize, true, kKeyBlock};
    std::array<HeadRows, kMostHeadsTogether> heads;
    int64_t count = 0;
    ForEachHead(task, slot, [&](const InferenceTask& ofHead, std::byte* at) {
      HeadRows& head = heads[static_cast<size_t>(count++)];
      head.keys = Find(ropes_, ofHead, block, blocks, state_.ropePointers.In(at), state_.ropeCopies.In(at));
      head.queries = state_.queryRows.In(at) + args_.size;
      head.products = ProductsOf(block, at);
    });
    loops_.takeRows(heads.data(), count, queries);
  }

  // Of few rows: rows of kKeyBlock, of which two blocks' are needed at a time.
  [[nodiscard]] float* ProductsOf(int64_t block, std::byte* slot) const {
    return state_.products.In(slot) + (block & 1) * kKeyBlock * partition_.FewRows();
  }

  // Rows of a block, none if it is not the task's; behind them some of the next block, to be read ahead.
  [[nodiscard]] CachedRows Find(const KeyReader& reader, const InferenceTask& task, int64_t block,
                                const Blocks& blocks, std::byte** pointers, std::byte* copies) const {
    if (block < blocks.begin || block >= blocks.end) {
      return {};
    }
    const int64_t first = block * kKeyBlock;
    const int64_t count = std::min(kKeyBlock, blocks.lastKey - first);
    reader.Find(KeysOf(task, first, count), pointers, copies);
    const bool goesOn = block + 1 < blocks.end && !reader.MakesCopies();
    const int64_t ahead = goesOn ? std::min(kRowsAhead, blocks.lastKey - first - count) : 0;
    if (ahead > 0) {
      reader.Find(KeysOf(task, first + count, ahead), pointers + count, nullptr);
    }
    std::fill(pointers + count + ahead, pointers + count + kRowsAhead, pointers[count - 1]);
    return {pointers, count, reader.Size(), reader.Dtype()};
  }

  // Makes probabilities of a block's products, rows of kKeyBlock, 0 behind the last key.
  void TakeScores(const InferenceTask& task, int64_t first, const Blocks& blocks, float* products,
                  std::byte* slot) const {
    const int64_t count = std::min(kKeyBlock, blocks.lastKey - first);
    float* const factor = state_.factor.In(slot);
    for (int64_t row = 0; row < task.rows; ++row) {
      float* const scores = products + row * kKeyBlock;
      const ScoreTile tile = state_.rowConditions.TileOf(args_, ScoresOf(task, row, 1, first, count), scores,
                                                         state_.conditionsAt.In(slot));
      factor[row] = 1;
      if (tile.keys > 0) {
        tiles_.softmaxRow(tile, {state_.largest.In(slot) + row, state_.total.In(slot) + row}, factor + row);
      }
      std::fill(scores + tile.keys, scores + kKeyBlock, 0.0F);
    }
  }

  // Adds a block's sums to those of the blocks before.
  void AddBlock(const InferenceTask& task, std::byte* slot) const {
    const int64_t size = args_.valueSize;
    const float* const factor = state_.factor.In(slot);
    const float* const blockSums = state_.blockSums.In(slot);
    float* const sums = state_.sums.In(slot);
    for (int64_t row = 0; row < task.rows; ++row) {
      for (int64_t i = row * size; i < (row + 1) * size; ++i) {
        sums[i] = sums[i] * factor[row] + blockSums[i];
      }
    }
  }

  // What TakeRows does, of one head whose rows go through tiles: keys and values of a block one after the other.
  void TakeTiles(const InferenceTask& task, int64_t first, const Blocks& blocks, std::byte* slot) const {
    const int64_t count = std::min(kKeyBlock, blocks.lastKey - first);
    std::byte** const pointers = state_.pointers.In(slot);
    keys_.Find(KeysOf(task, first, count), pointers, state_.keyCopies.In(slot));
    values_.Find(KeysOf(task, first, count), pointers + count, state_.valueCopies.In(slot));
    // Behind the values the next block's keys are read ahead. Copies are made of them later.
    std::byte** const ahead = pointers + 2 * count;
    const int64_t behind = first + count;
    const bool goesOn = !keys_.MakesCopies() && behind < std::min(blocks.end * kKeyBlock, blocks.lastKey);
    const int64_t next = goesOn ? std::min(kRowsAhead, blocks.lastKey - behind) : 0;
    if (next > 0) {
      keys_.Find(KeysOf(task, behind, next), ahead, nullptr);
    }
    std::fill(ahead + next, ahead + kRowsAhead, pointers[count - 1]);

    const auto* const queries = reinterpret_cast<const TileNumber*>(state_.queryPanels.In(slot));
    float* const tiles = state_.tileProducts.In(slot);
    MultiplyTileRows({pointers, count, args_.size, keys_.Dtype()}, queries, false, tiles);
    if (args_.ropeSize > 0) {
      std::byte** const found = state_.ropePointers.In(slot);
      ropes_.Find(KeysOf(task, first, count), found, state_.ropeCopies.In(slot));
      std::fill(found + count, found + count + kRowsAhead, found[count - 1]);
      MultiplyTileRows({found, count, args_.ropeSize, ropes_.Dtype()}, queries + args_.size * kTileQueries,
                       true, tiles);
    }
    float* const products = state_.products.In(slot);
    PlanesToWideRows(sizeof(float), tiles, kTileQueries, count, task.rows, products, kKeyBlock);
    TakeScores(task, first, blocks, products, slot);

    TileNumber* const parts = state_.tileWeights.In(slot);
    for (int64_t row = 0; row < task.rows; ++row) {
      tiles_.splitRow(products + row * kKeyBlock, CeilDivide(count, kTileKeys) * kTileKeys,
                      &parts[row * kKeyBlock].bits, &parts[(kFewRows + row) * kKeyBlock].bits);
    }
    float* const sums = state_.blockSums.In(slot);
    std::fill_n(sums, task.rows * args_.valueSize, 0.0F);
    AddTileRows({pointers + count, count, args_.valueSize, values_.Dtype()}, {parts, kKeyBlock}, task.rows,
                sums);
    AddBlock(task, slot);
  }

  void RunPanels(const InferenceTask& task, std::byte* slot) const {
    ReadQueries(task, slot);
    const int64_t width = state_.queries.width;
    const int64_t panels = CeilDivide(task.rows, width);
    PackQueries(task, state_.queries, slot);
    const PanelScope scope(state_.keys);
    float* const sums = state_.sums.In(slot);
    float* const total = state_.total.In(slot);
    std::fill_n(sums, panels * width * args_.valueSize, 0.0F);
    std::fill_n(total, panels * width, 0.0F);
    const Blocks blocks = BlocksOf(task);
    for (int64_t block = blocks.begin; block < blocks.end; ++block) {
      const int64_t first = block * kKeyBlock;
      const int64_t count = std::min(kKeyBlock, blocks.lastKey - first);
      PackBlock(task, first, count, slot);
      for (int64_t panel = 0; panel < panels; ++panel) {
        TakePanel(task, panel, first, count, slot);
      }
    }
    float* const rows = state_.rows.In(slot);
    for (int64_t panel = 0; panel < panels; ++panel) {
      const int64_t count = std::min(width, task.rows - panel * width);
      PlanesToRows(sizeof(float), sums + panel * width * args_.valueSize, width, args_.valueSize, count,
                   rows);
      for (int64_t lane = 0; lane < count; ++lane) {
        const int64_t row = panel * width + lane;
        Leave(task, task.firstRow + row, state_.largest.In(slot)[row], total[row],
              rows + lane * args_.valueSize);
      }
    }
  }

  void PackBlock(const InferenceTask& task, int64_t first, int64_t count, std::byte* slot) const {
    std::byte** const pointers = state_.pointers.In(slot);
    float* const block = state_.block.In(slot);
    const auto matrixOf = [&](const KeyReader& reader, std::byte* copies) {
      reader.Find(KeysOf(task, first, count), pointers, copies);
      return reader.MatrixOf(pointers, count, copies);
    };
    PackRows(matrixOf(keys_, state_.keyCopies.In(slot)), 0, count, args_.size, state_.keys, block,
             GemmSide::kRows);
    if (args_.ropeSize > 0) {
      PackRows(matrixOf(ropes_, state_.ropeCopies.In(slot)), 0, count, args_.ropeSize, state_.keys, block,
               GemmSide::kRows, args_.size);
    }
    PackElements(matrixOf(values_, state_.valueCopies.In(slot)), 0, count, args_.valueSize, state_.values,
                 block + state_.keys.Floats(kKeyBlock));
  }

  void TakePanel(const InferenceTask& task, int64_t panel, int64_t first, int64_t count,
                 std::byte* slot) const {
    const int64_t width = state_.queries.width;
    float* const products = state_.products.In(slot);
    const ScoreTile tile = state_.panelConditions.TileOf(
        args_, ScoresOf(task, panel * width, std::min(width, task.rows - panel * width), first, count),
        products, state_.conditionsAt.In(slot));
    if (tile.keys == 0) {
      return;
    }
    const float* const block = state_.block.In(slot);
    MultiplyPanels(block, state_.keys, tile.keys, args_.size + args_.ropeSize,
                   state_.queryPanels.In(slot) + panel * state_.queries.Stride(), false, products);
    const RowState rows{state_.largest.In(slot) + panel * width, state_.total.In(slot) + panel * width};
    float* const factor = state_.factor.In(slot);
    float* const sums = state_.sums.In(slot) + panel * width * args_.valueSize;
    if (tiles_.softmaxStep(tile, rows, factor)) {
      tiles_.multiplyRows(sums, args_.valueSize, width, factor);
    }
    const float* const values = block + state_.keys.Floats(kKeyBlock);
    AddProduct(values, state_.values, args_.valueSize, tile.keys, products, state_.probabilities.In(slot),
               sums);
  }

  // What a task has of a row: the result, or a part of it. Overwrites `values`.
  void Leave(const InferenceTask& task, int64_t row, float largest, float total, float* values) const {
    const SequenceCut& cut = partition_.CutOf(task.sequence);
    if (cut.parts == 1) {
      rows_.Finish(task.sequence, task.keyHead, row, {&largest, &total, values, 1, args_.valueSize}, values);
      return;
    }
    float* const partial = state_.partials.In(workspace_) + partition_.PartialOf(args_, task, row);
    partial[task.part] = largest;
    partial[cut.parts + task.part] = total;
    std::copy_n(values, args_.valueSize, partial + 2 * cut.parts + task.part * args_.valueSize);
  }

  // All parts of the rows of a sequence's head of keys.
  void Combine(const InferenceTask& task) const {
    const SequenceCut& cut = partition_.CutOf(task.sequence);
    if (cut.parts == 1) {
      return;
    }
    for (int64_t row = 0; row < cut.rows; ++row) {
      float* const partial = state_.partials.In(workspace_) + partition_.PartialOf(args_, task, row);
      float* const values = partial + 2 * cut.parts;
      rows_.Finish(task.sequence, task.keyHead, row,
                   {partial, partial + cut.parts, values, cut.parts, args_.valueSize}, values);
    }
  }

  const Args& args_;
  const State& state_;
  const InferencePartition& partition_;
  const ScoreLoops& tiles_;
  const FewRowLoops& loops_;
  KeyReader keys_;
  KeyReader values_;
  KeyReader ropes_;
  InferenceRows rows_;
  std::byte* workspace_;
};

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  return args.out.Empty() ? Status::Ok() : Inference(args, state, workspace).Run(cpu);
}

constexpr auto kKernel = CpuKernel<Run>("cpu:attention_to_a_cache", PrepareInference);

}  // namespace

constinit const KernelEntry<InferenceArgs> kInferenceCpu = Entry(kKernel);

}  // namespace openaclnn
