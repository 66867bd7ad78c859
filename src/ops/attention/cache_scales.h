// SPDX-License-Identifier: Apache-2.0
//
// Checks of the scales of cached integers, in a call of attention for inference.
#pragma once

#include "ops/attention/inference.h"
#include "ops/attention/inference_call.h"
#include "ops/common/checks.h"

namespace openaclnn {

/// Which of them there are, their types and views.
void CheckScaleTypes(ArgumentChecks& check, const InferenceCall& call);
/// Their modes and shapes, when everything else of `args` is known. Tells it how they lie.
void CheckScales(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args);

}  // namespace openaclnn
