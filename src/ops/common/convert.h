// SPDX-License-Identifier: Apache-2.0
//
// Conversion between the storage types and float32, vectorized for the processor at hand (chosen at run
// time). Narrowing rounds once, to nearest even; overflow gives infinity, subnormals are kept, NaN stays NaN.
#pragma once

#include <cstdint>

#include "base/dtype.h"

namespace openaclnn {

// Reads `count` contiguous elements of FLOAT16 or BFLOAT16 as float32.
void ConvertToFloat(DType dtype, const uint16_t* source, float* destination, int64_t count);

// Writes `count` float32 values as contiguous elements of FLOAT16 or BFLOAT16.
void ConvertFromFloat(DType dtype, const float* source, uint16_t* destination, int64_t count);

}  // namespace openaclnn
