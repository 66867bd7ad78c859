// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace openaclnn {

// An angle beyond a number of right angles.
struct ReducedAngle {
  int quadrant;  // the right angles, modulo 4
  double high;   // from -pi/4 to pi/4
  double low;    // what `high` has no digits for
};

// For angles of any size, exactly reduced: slow. NaN for what is not finite.
ReducedAngle ReduceAngle(double angle);

}  // namespace openaclnn
