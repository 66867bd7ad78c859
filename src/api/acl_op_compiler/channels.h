// SPDX-License-Identifier: Apache-2.0
//
// Images have their channels at axis 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace openaclnn::single_operator {

// A number for each channel, broadcast to the operand with channels at axis 1.
inline std::vector<int64_t> PerChannel(size_t rank, int64_t channels) {
  std::vector<int64_t> dims(rank < 2 ? 1 : rank - 1, 1);
  dims.front() = channels;
  return dims;
}

// All axes but that of the channels.
inline std::vector<int64_t> AllButChannels(size_t rank) {
  std::vector<int64_t> axes;
  for (size_t axis = 0; axis < rank; ++axis) {
    if (axis != 1) {
      axes.push_back(static_cast<int64_t>(axis));
    }
  }
  return axes;
}

}  // namespace openaclnn::single_operator
