// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/dtype.h"
#include "kernels/reduction/reduction_loops.h"

namespace openaclnn {

// The loops of the norm of an order, 0 and infinities among them, of real numbers in FLOAT or DOUBLE. Where it
// is a root of a sum of powers, the reduction's parameter is the order, too.
[[nodiscard]] ReductionLoops NormLoopsOf(double order, DType compute);

// A power of a number that is not negative: the same bits for any instruction set.
[[nodiscard]] double PowerOf(double number, double exponent);

}  // namespace openaclnn
