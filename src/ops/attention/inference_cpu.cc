// SPDX-License-Identifier: Apache-2.0
//
// Attention to cached keys, block by block, as forward_cpu.cc computes it: a query keeps what its row has come
// to so far. All queries of the heads that share keys are rows of one task, so that keys are read once for
// them. Few rows go through keys and values where these are; more are packed as panels.
#include <algorithm>
#include <limits>
#include <optional>

#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/attention/few_rows.h"
#include "ops/attention/inference.h"
#include "ops/attention/inference_conditions.h"
#include "ops/attention/inference_partition.h"
#include "ops/attention/inference_rows.h"
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

constexpr int64_t kKeyBlock = kInferenceKeyBlock;
static_assert(kKeyBlock <= kGemmDepth);
constexpr int64_t kMostSlots = 64;

struct State : Prepared {
  InferencePartition partition;
  InferenceConditions panelConditions;
  InferenceConditions rowConditions;
  PanelShape keys;        // of a block: rows are lanes
  PanelShape values;      // of a block: elements are lanes
  PanelShape queries;     // column panels
  PanelShape fewQueries;  // likewise, of few rows
  bool tileRows = false;  // whether few rows go through tiles
  int64_t slots = 0;
  int64_t headsTogether =
      1;  // tasks of few rows, heads of a sequence, that take each block together, with a slot each
  size_t slotBytes = 0;
  ScratchArray<float> partials;
  ScratchArray<std::byte> slotsAt;
  // In a slot.
  ScratchArray<std::byte*> pointers;      // of keys, of values, and ahead
  ScratchArray<std::byte*> ropePointers;  // likewise
  ScratchArray<std::byte> keyCopies;
  ScratchArray<std::byte> valueCopies;
  ScratchArray<std::byte> ropeCopies;
  ScratchArray<float> queryRows;
  ScratchArray<std::byte> queryHalves;  // of tiles
  ScratchArray<float> queryPanels;
  ScratchArray<float> block;
  ScratchArray<float> sums;
  ScratchArray<float> blockSums;
  ScratchArray<float> largest;
  ScratchArray<float> total;
  ScratchArray<float> factor;
  ScratchArray<float> products;
  ScratchArray<float> probabilities;  // of tiles
  ScratchArray<float> tileProducts;   // of few rows, as their probabilities
  ScratchArray<TileNumber> tileWeights;
  ScratchArray<float> rows;
  ScratchArray<std::byte> conditionsAt;
};

void BookSlot(const Args& args, State* state) {
  const InferencePartition& partition = state->partition;
  const int64_t width = state->queries.width;
  const int64_t depth = args.size + args.ropeSize;
  const int64_t panelRows = partition.PanelRows();
  const int64_t fewRows = partition.FewRows();
  const int64_t rows = std::max(panelRows, fewRows);
  const auto copies = [&](const KeyTensors& tensors) {
    const bool scattered = panelRows > 0 && (args.Paged() || args.prefixKeys > 0);
    const int64_t bytes = kKeyBlock * args.*tensors.size * static_cast<int64_t>(SizeOf(args.query.dtype));
    return std::max(scattered ? bytes : 0, KeyReader::CopyBytes(args, tensors, kKeyBlock));
  };
  ScratchLayout slot;
  state->pointers = slot.Book<std::byte*>(2 * kKeyBlock + kRowsAhead);
  state->ropePointers = slot.Book<std::byte*>(kKeyBlock + kRowsAhead);
  state->keyCopies = slot.Book<std::byte>(copies(kKeyTensors));
  state->valueCopies = slot.Book<std::byte>(copies(kValueTensors));
  state->ropeCopies = slot.Book<std::byte>(args.ropeSize == 0 ? 0 : copies(kRopeTensors));
  state->queryRows = slot.Book<float>(rows * depth);
  state->queryHalves = slot.Book<std::byte>(state->queries.tiles ? rows * depth * 2 : 0);
  state->queryPanels =
      slot.Book<float>(std::max(state->queries.Floats(panelRows),
                                state->tileRows && fewRows > 0 ? state->fewQueries.Floats(fewRows) : 0));
  state->block = slot.Book<float>(
      panelRows == 0 ? 0 : state->keys.Floats(kKeyBlock) + state->values.Floats(args.valueSize));
  state->sums = slot.Book<float>(rows * args.valueSize);
  state->blockSums = slot.Book<float>(fewRows * args.valueSize);
  state->largest = slot.Book<float>(std::max(rows, width));
  state->total = slot.Book<float>(rows);
  state->factor = slot.Book<float>(std::max(width, fewRows));
  state->products = slot.Book<float>(kKeyBlock * std::max(width, fewRows));
  state->probabilities = slot.Book<float>(state->values.tiles ? 2 * state->values.Stride() : 0);
  state->tileProducts = slot.Book<float>(state->tileRows && fewRows > 0 ? kKeyBlock * kTileQueries : 0);
  state->tileWeights = slot.Book<TileNumber>(state->tileRows && fewRows > 0 ? 2 * kFewRows * kKeyBlock : 0);
  state->rows = slot.Book<float>(args.valueSize * width);
  state->conditionsAt = slot.Book<std::byte>(static_cast<int64_t>(
      std::max(state->panelConditions.ScratchBytes(), state->rowConditions.ScratchBytes())));
  slot.Reserve(kGemmReadAhead, 1);
  state->slotBytes = slot.Bytes();
}

size_t CostOf(const Args& args) {
  constexpr double kExponential = 16;  // multiplications in the time of one
  constexpr double kMultiplicationsOfAByte = 4;
  double multiplications = 0;
  double bytes = 0;
  for (const InferenceSequence& sequence : args.sequences) {
    const auto keys = static_cast<double>(args.KeysOf(sequence));
    const auto elements = static_cast<double>(args.size + args.ropeSize + args.valueSize);
    multiplications += static_cast<double>(args.heads) * static_cast<double>(sequence.queries) * keys *
                       (elements + kExponential);
    bytes += sequence.queries == 0 ? 0
                                   : static_cast<double>(args.keyHeads) * keys * elements *
                                         static_cast<double>(SizeOf(args.query.dtype));
  }
  return static_cast<size_t>(std::min(std::max(multiplications / kMultiplicationsOfAByte, bytes), 1e18));
}

State Prepare(const Args& args) {
  State state;
  if (args.out.Empty()) {
    return state;
  }
  // The elements of a rope come behind the others, at the beginning of a tile.
  const bool tiles = HasTileKernel() && args.query.dtype == DType::kBfloat16 && !args.integers &&
                     (args.ropeSize == 0 || args.size % kTileDepth == 0);
  const auto [rows, columns] = PanelWidthsOf(tiles);
  state.partition = InferencePartition(args, columns);
  state.keys = {rows, args.size + args.ropeSize, tiles};
  state.values = {rows, kKeyBlock, tiles};
  state.queries = {columns, args.size + args.ropeSize, tiles};
  state.fewQueries = {kTileQueries, args.size + args.ropeSize, tiles};
  state.tileRows = tiles && FillsTiles(args.size) && FillsTiles(args.ropeSize) && FillsTiles(args.valueSize);
  state.panelConditions = InferenceConditions(args, columns, kKeyBlock);
  state.rowConditions = InferenceConditions(args, 1, kKeyBlock);
  state.headsTogether = state.partition.HeadsTogether(args);
  state.slots = std::min(state.partition.Tasks() / state.headsTogether, kMostSlots / state.headsTogether) *
                state.headsTogether;
  BookSlot(args, &state);
  ScratchLayout workspace;
  state.partials = workspace.Book<float>(state.partition.PartialFloats());
  state.slotsAt = workspace.Book<std::byte>(state.slots * static_cast<int64_t>(state.slotBytes));
  state.workspaceBytes = workspace.Bytes();
  state.cost = CostOf(args);
  return state;
}

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
        keysTogether_(KeyReader::CopyBytes(args, kKeyTensors, 1) == 0),
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

  // Heads of keys lie side by side: memory is read in its order if they take each block one after the other.
  void RunRows(const InferenceTask& task, std::byte* slot) const {
    std::optional<PanelScope> scope;
    if (state_.tileRows) {
      scope.emplace(state_.fewQueries);
    }
    const auto forEachHead = [&](const auto& body) {
      InferenceTask ofHead = task;
      for (int64_t head = 0; head < state_.headsTogether; ++head, ++ofHead.keyHead) {
        body(ofHead, SlotAt(slot, head));
      }
    };
    forEachHead([&](const InferenceTask& ofHead, std::byte* at) { BeginRows(ofHead, at); });
    const Blocks blocks = BlocksOf(task);
    for (int64_t block = blocks.begin; block < blocks.end; ++block) {
      forEachHead([&](const InferenceTask& ofHead, std::byte* at) {
        TakeRows(ofHead, block * kKeyBlock, blocks, at);
      });
    }
    forEachHead([&](const InferenceTask& ofHead, std::byte* at) {
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

  void TakeRows(const InferenceTask& task, int64_t first, const Blocks& blocks, std::byte* slot) const {
    const int64_t count = std::min(kKeyBlock, blocks.lastKey - first);
    std::byte** const pointers = state_.pointers.In(slot);
    keys_.Find(KeysOf(task, first, count), pointers, state_.keyCopies.In(slot));
    values_.Find(KeysOf(task, first, count), pointers + count, state_.valueCopies.In(slot));
    // Behind the values the next block's keys are read ahead. Copies are made of them later.
    std::byte** const ahead = pointers + 2 * count;
    const int64_t behind = first + count;
    const bool goesOn = keysTogether_ && behind < std::min(blocks.end * kKeyBlock, blocks.lastKey);
    const int64_t next = goesOn ? std::min(kRowsAhead, blocks.lastKey - behind) : 0;
    if (next > 0) {
      keys_.Find(KeysOf(task, behind, next), ahead, nullptr);
    }
    std::fill(ahead + next, ahead + kRowsAhead, pointers[count - 1]);

    const CachedRows keys{pointers, count, args_.size, keys_.Dtype()};
    CachedRows ropes{state_.ropePointers.In(slot), count, args_.ropeSize, ropes_.Dtype()};
    if (args_.ropeSize > 0) {
      std::byte** const found = state_.ropePointers.In(slot);
      ropes_.Find(KeysOf(task, first, count), found, state_.ropeCopies.In(slot));
      std::fill(found + count, found + count + kRowsAhead, found[count - 1]);
    }
    float* const products = state_.products.In(slot);
    MultiplyRows(task, keys, ropes, slot);
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
    const int64_t size = args_.valueSize;
    float* const blockSums = state_.blockSums.In(slot);
    float* const sums = state_.sums.In(slot);
    std::fill_n(blockSums, task.rows * size, 0.0F);
    AddRows(task, {pointers + count, count, size, values_.Dtype()}, slot);
    for (int64_t row = 0; row < task.rows; ++row) {
      for (int64_t i = row * size; i < (row + 1) * size; ++i) {
        sums[i] = sums[i] * factor[row] + blockSums[i];
      }
    }
  }

  // Leaves products of each query with a block's keys, rows of kKeyBlock.
  void MultiplyRows(const InferenceTask& task, const CachedRows& keys, const CachedRows& ropes,
                    std::byte* slot) const {
    float* const products = state_.products.In(slot);
    const float* const queries = state_.queryRows.In(slot);
    if (!state_.tileRows) {
      const int64_t depth = args_.size + args_.ropeSize;
      loops_.multiplyRows(keys, queries, task.rows, depth, false, products, kKeyBlock);
      if (ropes.size > 0) {
        loops_.multiplyRows(ropes, queries + args_.size, task.rows, depth, true, products, kKeyBlock);
      }
      return;
    }
    const auto* const tiles = reinterpret_cast<const TileNumber*>(state_.queryPanels.In(slot));
    float* const ofTiles = state_.tileProducts.In(slot);
    MultiplyTileRows(keys, tiles, false, ofTiles);
    if (ropes.size > 0) {
      MultiplyTileRows(ropes, tiles + args_.size * kTileQueries, true, ofTiles);
    }
    PlanesToWideRows(sizeof(float), ofTiles, kTileQueries, keys.count, task.rows, products, kKeyBlock);
  }

  // Adds the values of a block, weighed with what MultiplyRows' products became, up.
  void AddRows(const InferenceTask& task, const CachedRows& values, std::byte* slot) const {
    const float* const weights = state_.products.In(slot);
    float* const sums = state_.blockSums.In(slot);
    if (!state_.tileRows) {
      loops_.addRows(values, weights, task.rows, kKeyBlock, sums);
      return;
    }
    TileNumber* const parts = state_.tileWeights.In(slot);
    const int64_t count = CeilDivide(values.count, kTileKeys) * kTileKeys;
    for (int64_t row = 0; row < task.rows; ++row) {
      tiles_.splitRow(weights + row * kKeyBlock, count, &parts[row * kKeyBlock].bits,
                      &parts[(kFewRows + row) * kKeyBlock].bits);
    }
    AddTileRows(values, {parts, kKeyBlock}, task.rows, sums);
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
  bool keysTogether_;
  std::byte* workspace_;
};

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  return args.out.Empty() ? Status::Ok() : Inference(args, state, workspace).Run(cpu);
}

constexpr auto kKernel = CpuKernel<Run>("cpu:attention_to_a_cache", Prepare);

}  // namespace

constinit const KernelEntry<InferenceArgs> kInferenceCpu = Entry(kKernel);

}  // namespace openaclnn
