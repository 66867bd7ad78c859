// SPDX-License-Identifier: Apache-2.0
//
// Tokens copied for the experts that a map chooses, and brought back: a map has a one for each copy. Copies lie
// expert by expert, and of an expert token by token; or each expert has `capacity` rows, of chosen tokens first.
#pragma once

#include <cstdint>

#include "executor/kernel.h"

namespace openaclnn {

/// Copies tokens. places: of the copies in order of tokens, their rows; of capacities, the tokens of rows.
struct MapPermuteArgs {
  TensorView tokens;         // [tokens, hidden]
  TensorView map;            // [tokens, experts], BOOL or INT8
  TensorView probs;          // [tokens, experts]
  TensorView permuted;       // [rows, hidden]
  TensorView permutedProbs;  // [rows]
  TensorView places;         // [rows]
  int64_t rows = 0;
  int64_t capacity = 0;  // 0: as many rows as copies
};
extern const KernelEntry<MapPermuteArgs> kMapPermuteCpu;

/// out[token] = the sum of its rows, each times its probability. Without a map, all tokens have as many copies.
struct MapSumArgs {
  TensorView rows;         // [rows, hidden]
  TensorView places;       // what MapPermuteArgs has
  TensorView map;          // of no capacities
  TensorView probs;        // [tokens, experts]
  TensorView gradProbs;    // [rows]; written to gradients of probabilities as they are
  TensorView out;          // [tokens, hidden]
  TensorView order;        // [rows]: rows in order of tokens
  TensorView orderTokens;  // their tokens
  TensorView rowProbs;     // [rows]: probabilities of rows
  TensorView gradOfProbs;  // [tokens, experts]
  bool drops = false;      // there are capacities
};
extern const KernelEntry<MapSumArgs> kMapSumCpu;

/// The gradients of such sums.
struct MapSumGradArgs {
  TensorView gradOut;      // [tokens, hidden]
  TensorView order;        // [rows]
  TensorView orderTokens;  // [rows], of capacities
  TensorView map;          // of no capacities
  TensorView rows;         // [rows, hidden], for those of probabilities
  TensorView probs;
  TensorView gradRows;     // [rows, hidden]
  TensorView gradOfProbs;  // [tokens, experts]
  bool drops = false;
};
extern const KernelEntry<MapSumGradArgs> kMapSumGradCpu;

}  // namespace openaclnn
