// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

namespace openaclnn {

// NaN has one bit pattern, whichever operands and processor it comes from.
inline double WithOneNan(double value) {
  return std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
}

}  // namespace openaclnn
