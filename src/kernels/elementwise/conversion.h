// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/dtype.h"
#include "kernels/elementwise/elementwise_tile.h"

namespace openaclnn {

// The loop that converts elements of one type to another; null if one of them holds no numbers.
//   to a narrower floating-point type: rounded once, to nearest even; too large gives infinity, or NaN where
//   the type has none
//   to an integer: truncated; what does not fit gives the nearest number that does, NaN gives 0
//   between integers: the low bits
//   to BOOL: whether it is not zero; NaN is not
//   from a complex type to a real one: the real part
[[nodiscard]] ElementwiseLoop FindConversion(DType from, DType to);

}  // namespace openaclnn
