// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/random/seeded.h"

#include <string>
#include <utility>

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

Argument Position(std::string name) {
  return {.name = std::move(name),
          .meaning = "a number of the sequence, in device memory",
          .shapeText = "one element",
          .dtypes = {ACL_INT64},
          .holds = Meaning::kOnes,
          .shape = [](const Arguments& /*known*/) { return Shape{1}; },
          .single = true};
}

}  // namespace openaclnn::catalogue::random
