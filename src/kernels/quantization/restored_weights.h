// SPDX-License-Identifier: Apache-2.0
//
// Quantized weights as numbers again.
#pragma once

#include <cstdint>

namespace openaclnn {

/// to[i] = (from[i] + offset[i]) * scale[i], in float32. `single`: one scale and one offset for all.
void RestoreWeights(const int8_t* from, int64_t count, const float* scale, const float* offset, bool single,
                    float* to);

}  // namespace openaclnn
