// SPDX-License-Identifier: Apache-2.0
//
// Conversion between the storage types and what kernels compute in, vectorized for the processor at hand
// (chosen at run time). Narrowing rounds once, to nearest even; overflow gives infinity, subnormals are kept,
// NaN stays NaN.
#pragma once

#include <cstdint>

#include "base/dtype.h"

namespace openaclnn {

// Reads `count` contiguous elements of FLOAT16 or BFLOAT16 as float32.
void ConvertToFloat(DType dtype, const uint16_t* source, float* destination, int64_t count);

// How results go to memory. Streaming stores pass the caches by: for outputs that are larger than these,
// where reading the old content of each line first would be a third of the traffic. Their order is that of
// ordinary stores once the converting call has returned.
enum class Stores { kCached, kStreaming };

// Writes `count` float32 values as contiguous elements of FLOAT, FLOAT16 or BFLOAT16.
void ConvertTo(DType dtype, const float* source, void* destination, int64_t count, Stores stores);

// The same from float64, rounding once.
void ConvertTo(DType dtype, const double* source, void* destination, int64_t count, Stores stores);

}  // namespace openaclnn
