// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/random/seeded.h"

namespace openaclnn::catalogue::random {

Argument Seed() {
  return {.name = "seed",
          .role = Role::kAttribute,
          .meaning = "key of the random numbers (Philox)",
          .defaultValue = int64_t{0}};
}

Argument Offset() {
  return {.name = "offset",
          .role = Role::kAttribute,
          .meaning = "position in the sequence of random numbers",
          .defaultValue = int64_t{0}};
}

}  // namespace openaclnn::catalogue::random
