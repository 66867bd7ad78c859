// SPDX-License-Identifier: Apache-2.0
//
// Shapes of a call of attention for inference.
#pragma once

#include <cstddef>

#include "ops/attention/inference.h"
#include "ops/attention/inference_call.h"

namespace openaclnn {

/// Heads, sizes and rows of query, key, value, prefix and rotary parts, which `args` is told. Returns how
/// many sequences there are, but of ragged calls.
size_t CheckInferenceHeads(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args);
/// The table of pages, for so many sequences.
void CheckInferenceTable(ArgumentChecks& check, const InferenceCall& call, size_t sequences);
/// Mask, bias, padding and sinks.
void CheckInferenceConditions(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args);
void CheckInferenceResults(ArgumentChecks& check, const InferenceCall& call, const InferenceArgs& args);

}  // namespace openaclnn
