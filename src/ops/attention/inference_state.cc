// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/inference_state.h"

#include <algorithm>

#include "ops/attention/few_rows.h"
#include "ops/attention/key_reader.h"
#include "ops/attention/tile_rows.h"

namespace openaclnn {
namespace {

constexpr int64_t kKeyBlock = kInferenceKeyBlock;
static_assert(kKeyBlock <= kGemmDepth);
constexpr int64_t kMostSlots = 64;

void BookSlot(const InferenceArgs& args, InferenceState* state) {
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
  state->pointers = slot.Book<std::byte*>(2 * (kKeyBlock + kRowsAhead));
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
  state->products = slot.Book<float>(kKeyBlock * std::max(width, 2 * fewRows));
  state->probabilities = slot.Book<float>(state->values.tiles ? 2 * state->values.Stride() : 0);
  state->tileProducts = slot.Book<float>(state->tileRows && fewRows > 0 ? kKeyBlock * kTileQueries : 0);
  state->tileWeights = slot.Book<TileNumber>(state->tileRows && fewRows > 0 ? 2 * kFewRows * kKeyBlock : 0);
  state->rows = slot.Book<float>(args.valueSize * width);
  state->conditionsAt = slot.Book<std::byte>(static_cast<int64_t>(
      std::max(state->panelConditions.ScratchBytes(), state->rowConditions.ScratchBytes())));
  slot.Reserve(kGemmReadAhead, 1);
  state->slotBytes = slot.Bytes();
}

size_t CostOf(const InferenceArgs& args) {
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

}  // namespace

InferenceState PrepareInference(const InferenceArgs& args) {
  InferenceState state;
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

}  // namespace openaclnn
