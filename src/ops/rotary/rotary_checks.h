// SPDX-License-Identifier: Apache-2.0
//
// What operators check that rotate rows by angles given as tensors of cosines and sines.
#pragma once

#include <string>

#include "kernels/functions/rotation.h"
#include "ops/common/checks.h"

namespace openaclnn {

inline void CheckRotaryMode(ArgumentChecks& check, const char* name, int64_t mode) {
  check.InRange(name, mode, 0, kRotaryModes - 1, "from 0 to 3");
}

// The last extent: rows that fall into pairs, and quarters where the mode takes them.
inline void CheckRotaryRows(ArgumentChecks& check, const NamedTensor& x, RotaryMode mode) {
  const bool quarters = mode == RotaryMode::kQuarter;
  check.Require(
      x.name,
      quarters ? "a last dim that is a multiple of 4 up to 1024" : "a last dim that is even, up to 1024",
      [&] {
        const int64_t last = x.tensor->viewDims.back();
        return last % (quarters ? 4 : 2) == 0 && last <= kMostRotated;
      },
      [&] { return ShapeText(x.tensor->viewDims); });
}

// Angles of as many dims as x, each of which is x's or 1, but for the last one.
inline void CheckAngles(ArgumentChecks& check, const NamedTensor& angles, const NamedTensor& x) {
  check.Require(
      angles.name, "as many dims as the rotated tensor, each as there or 1, and its last one",
      [&] {
        const auto& own = angles.tensor->viewDims;
        const auto& rotated = x.tensor->viewDims;
        bool fits = own.size() == rotated.size() && own.back() == rotated.back();
        for (size_t d = 0; fits && d + 1 < own.size(); ++d) {
          fits = own[d] == 1 || own[d] == rotated[d];
        }
        return fits;
      },
      [&] { return ShapeText(angles.tensor->viewDims) + " for " + ShapeText(x.tensor->viewDims); });
}

// Three dims or four.
inline void CheckRotaryRank(ArgumentChecks& check, const NamedTensor& x) {
  check.Require(
      x.name, "3 or 4 dims", [&] { return x.tensor->viewDims.size() == 3 || x.tensor->viewDims.size() == 4; },
      [&] { return ShapeText(x.tensor->viewDims); });
}

}  // namespace openaclnn
