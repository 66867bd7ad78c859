// SPDX-License-Identifier: Apache-2.0
//
// One token's step of the gated delta rule on rows of a head's state.
#pragma once

#include <cstdint>

namespace openaclnn::recurrent {

// Rows of states, keys and what goes with them are padded to a multiple of this.
inline constexpr int64_t kDeltaLanes = 16;

struct DeltaStep {
  int64_t rows;
  int64_t elements;     // of a row
  int64_t stride;       // from row to row, with the padding
  const float* decay;   // [elements], padded; what the state is multiplied by first
  const float* key;     // [elements], padded with zeros
  const float* query;   // likewise
  float beta;           // how much of a row's error is corrected
  const float* values;  // [rows]
  float* state;         // [rows, elements], padded with zeros
  float* out;           // [rows]
};

// With s = decay * state of a row: state = s + beta * (value - s . key) * key and out = state . query.
using DeltaLoop = void (*)(const DeltaStep& step);
[[nodiscard]] DeltaLoop BestDeltaLoop();

}  // namespace openaclnn::recurrent
