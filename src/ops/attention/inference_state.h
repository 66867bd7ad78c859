// SPDX-License-Identifier: Apache-2.0
//
// What a run of attention to cached keys is prepared with.
#pragma once

#include <cstddef>
#include <cstdint>

#include "executor/bound_call.h"
#include "kernels/gemm/tile_kernel.h"
#include "kernels/tiles/scratch.h"
#include "ops/attention/inference.h"
#include "ops/attention/inference_conditions.h"
#include "ops/attention/inference_partition.h"
#include "ops/attention/panels.h"

namespace openaclnn {

/// What a run has to know: how it is cut, how its panels lie, and where its scratch is.
struct InferenceState : Prepared {
  InferencePartition partition;
  InferenceConditions panelConditions;
  InferenceConditions rowConditions;
  PanelShape keys;        // of a block: rows are lanes
  PanelShape values;      // of a block: elements are lanes
  PanelShape queries;     // column panels
  PanelShape fewQueries;  // likewise, of few rows
  bool tileRows = false;  // whether few rows go through tiles
  int64_t slots = 0;
  int64_t headsTogether = 1;  // tasks of few rows, heads of a sequence, that read together, with a slot each
  size_t slotBytes = 0;
  ScratchArray<float> partials;
  ScratchArray<std::byte> slotsAt;
  // In a slot.
  ScratchArray<std::byte*> pointers;      // of keys and of values, and ahead
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
  ScratchArray<float> products;       // of few rows those of two blocks
  ScratchArray<float> probabilities;  // of tiles
  ScratchArray<float> tileProducts;   // of few rows, as their probabilities
  ScratchArray<TileNumber> tileWeights;
  ScratchArray<float> rows;
  ScratchArray<std::byte> conditionsAt;
};

[[nodiscard]] InferenceState PrepareInference(const InferenceArgs& args);

}  // namespace openaclnn
