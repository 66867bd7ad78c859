// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace openaclnn {

/// Elements from row to row of a matrix in scratch memory: `columns`, or somewhat more. Neighbouring rows do
/// not lie at nearly the same place of a page of memory, where processors would take a load from one for a
/// load of what was just stored in the other.
[[nodiscard]] constexpr int64_t PitchOf(int64_t columns, int64_t elementBytes) {
  constexpr int64_t kPage = 4096;
  constexpr int64_t kApart = 512;
  const int64_t bytes = columns * elementBytes;
  const int64_t rest = (bytes + kApart) % kPage;
  const bool isNear = bytes > kPage / 2 && rest < 2 * kApart;
  return isNear ? columns + (2 * kApart - rest + elementBytes - 1) / elementBytes : columns;
}

}  // namespace openaclnn
