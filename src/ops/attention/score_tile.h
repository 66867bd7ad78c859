// SPDX-License-Identifier: Apache-2.0
//
// Tiles of scores: some keys, one a row, with a few queries side by side. All arithmetic of attention besides
// products runs down the rows, a query in each lane, so that nothing depends on how many lanes a vector has;
// a single query has its keys in lanes, kRowLanes of them.
#pragma once

#include <cstdint>

namespace openaclnn {

/// Products of queries and keys, and what makes scores of them:
/// score = scale * product + biasScale * bias, or -infinity where the query does not see the key.
struct ScoreTile {
  float* products = nullptr;  // [keys][width]; overwritten with the results
  int64_t keys = 0;
  int64_t width = 0;
  float scale = 1;
  const float* bias = nullptr;  // [keys][width]; null: none
  float biasScale = 1;
  const uint8_t* masked = nullptr;  // [keys][width], not 0: not seen; null: all are seen
  const float* begin = nullptr;     // [width], whole numbers: keys [begin, end) are seen; null: all are
  const float* end = nullptr;
  const float* kept = nullptr;  // [keys][width], what dropout multiplies by; null: there is none
};

/// What a row of an attention matrix has come to so far, a query in each lane.
struct RowState {
  float* largest;  // of the scores; -FLT_MAX before the first
  float* sum;      // of exp(score - largest)
};

/// The loops over tiles.
struct ScoreLoops {
  /// Takes the keys of a tile into `state`, and leaves exp(score - largest) * kept in the tile. What was
  /// summed up before has to be multiplied by `factor` [width]; false if that is 1 for all.
  bool (*softmaxStep)(const ScoreTile& tile, const RowState& state, float* factor);
  /// The same of a tile that is one query wide: its keys lie side by side.
  bool (*softmaxRow)(const ScoreTile& tile, const RowState& state, float* factor);

  /// Of rows that are known: leaves their probabilities * kept in the tile, and in `gradients`, which has the
  /// gradients of the probabilities * kept, those of the scores: p * (gradient * kept - correction).
  /// `inverse`: 1 / sum.
  void (*gradientStep)(const ScoreTile& tile, float* gradients, const float* largest, const float* inverse,
                       const float* correction);

  /// Each row of [rows][width] times, or divided by, `factor` [width].
  void (*multiplyRows)(float* values, int64_t rows, int64_t width, const float* factor);
  void (*divideRows)(float* values, int64_t rows, int64_t width, const float* factor);

  /// Cuts [keys][width] into two numbers of BFLOAT16 each, which add up to it but for 2^-17 of it: pairs of
  /// keys [pair][width], the first key in the lower half.
  void (*splitPairs)(const float* values, int64_t keys, int64_t width, uint32_t* large, uint32_t* small);
  /// The same of numbers of one query, which stay in their order.
  void (*splitRow)(const float* values, int64_t keys, uint16_t* large, uint16_t* small);

  /// sums [width] = the products a * b of [rows][width], added up along the rows.
  void (*sumProducts)(const float* a, const float* b, int64_t rows, int64_t width, float* sums);
};

[[nodiscard]] const ScoreLoops& BestScoreLoops();

}  // namespace openaclnn
