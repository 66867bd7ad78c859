// SPDX-License-Identifier: Apache-2.0
//
// Checks of a call of attention for inference, and its translation to what the kernel works from.
#pragma once

#include <cstdint>

#include "ops/attention/inference.h"
#include "ops/attention/inference_call.h"
#include "ops/common/checks.h"

namespace openaclnn {

/// What has to be there is, and all that may be followed is live. Sets the call's keys and values, which are
/// those of the lists if `listed`.
void CheckInferencePointers(ArgumentChecks& check, bool listed, InferenceCall* call);
/// Everything else. Fills in what `args` says besides tensors.
void CheckInference(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args);

}  // namespace openaclnn
