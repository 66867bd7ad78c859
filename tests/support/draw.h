// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/random.h"

namespace openaclnn::testing {

/// Integers in [low, high); of BOOL and UINT8 all that there are.
inline Array DrawIntegers(Random& random, const Shape& shape, aclDataType dtype, int64_t low, int64_t high) {
  switch (dtype) {
    case ACL_BOOL:
      return random.Integers(shape, dtype, 0, 2);
    case ACL_UINT8:
      return random.Integers(shape, dtype, 0, 256);
    default:
      return random.Integers(shape, dtype, low, high);
  }
}

}  // namespace openaclnn::testing
