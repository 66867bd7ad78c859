// SPDX-License-Identifier: Apache-2.0
//
// Rows of experts brought back to their tokens: weighted sums of rows that indices name, and their gradients.
#pragma once

#include <cstdint>

#include "executor/kernel.h"

namespace openaclnn {

/// out[token] = first + second + the sum over j of weights[token, j] * (rows[index(token, j)] +
/// bias[experts[token, j]]). An index that names no row counts as a row of zeros.
struct CombineArgs {
  TensorView rows;     // [.., hidden]
  TensorView index;    // of token * k + j
  TensorView weights;  // [tokens, k]; left out: 1
  TensorView bias;     // [experts, hidden]
  TensorView experts;  // [tokens, k]
  TensorView first;    // [tokens, hidden]
  TensorView second;
  TensorView out;  // [tokens, hidden]
  int64_t k = 1;
  int64_t mostRows = INT64_MAX;  // later ones count as zeros
  bool columnOrder = false;      // the index of (token, j) is at j * tokens + token
};

extern const KernelEntry<CombineArgs> kCombineCpu;

/// The gradients of it, of rows and weights: each row is named by one index at most; of several the last
/// counts.
struct CombineGradArgs {
  TensorView gradOut;  // [tokens, hidden]
  TensorView rows;     // [.., hidden]; needed for those of weights
  TensorView index;
  TensorView weights;
  TensorView bias;
  TensorView experts;
  TensorView gradRows;     // [.., hidden]
  TensorView gradWeights;  // [tokens, k]
  int64_t k = 1;
};

extern const KernelEntry<CombineGradArgs> kCombineGradCpu;

}  // namespace openaclnn
