// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "ops/common/checks.h"

namespace openaclnn {

// Losses of vocabularies do not smooth labels.
inline void CheckNoSmoothing(ArgumentChecks& check, float labelSmoothing) {
  check.Require(
      "labelSmoothing", "0", [&] { return labelSmoothing == 0; },
      [&] { return std::to_string(labelSmoothing); });
}

}  // namespace openaclnn
