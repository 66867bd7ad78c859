// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "backend/waits.h"

namespace openaclnn::backend {

// Whether a value that was found passes a test against the given one.
[[nodiscard]] inline bool Passes(uint64_t found, ValueTest test, uint64_t value) {
  switch (test) {
    case ValueTest::kGreaterOrEqual:
      return static_cast<int64_t>(found - value) >= 0;
    case ValueTest::kEqual:
      return found == value;
    case ValueTest::kAnd:
      return (found & value) != 0;
    case ValueTest::kNor:
      break;
  }
  return ~(found | value) != 0;
}

}  // namespace openaclnn::backend
