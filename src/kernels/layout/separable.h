// SPDX-License-Identifier: Apache-2.0
//
// Linear maps of planes that are one along the height after one along the width: pooling by averages,
// resizing, and the gradients of both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/cpu/parallel.h"
#include "base/tensor_view.h"

namespace openaclnn {

// A map along one axis. Element i of the result is the sum of its taps, weights times elements of the source.
// The taps of one result ascend, by at most 1 each.
struct AxisMap {
  struct Tap {
    int64_t source;
    double weight;
  };

  explicit AxisMap(int64_t extent = 0) : sources(extent) {}

  [[nodiscard]] int64_t Results() const { return static_cast<int64_t>(ends.size()); }
  [[nodiscard]] int64_t BeginOf(int64_t result) const {
    return result == 0 ? 0 : ends[static_cast<size_t>(result - 1)];
  }
  [[nodiscard]] int64_t EndOf(int64_t result) const { return ends[static_cast<size_t>(result)]; }
  // The map of the gradients.
  [[nodiscard]] AxisMap Transposed() const;

  int64_t sources;
  std::vector<Tap> taps;      // of one result after the other
  std::vector<int64_t> ends;  // behind the taps of each result
};

// A result is the sum over the taps of its row, and of its column for each, divided by both divisors: first
// along the height, then along the width.
struct PlaneMap {
  AxisMap vertical;
  AxisMap horizontal;
  // Of the results along each axis; none: 1.
  std::vector<double> verticalDivisors{};
  std::vector<double> horizontalDivisors{};
};

struct PlaneMapState {
  size_t workspaceBytes = 0;
  size_t cost = 0;  // as Prepared has it
  // Channels that lie side by side go through the rows together.
  bool channelsLast = false;
  int64_t planes = 0;
  int64_t inner = 0;       // numbers of a place
  int64_t taskPlanes = 0;  // of a task
  int64_t band = 0;        // and its rows of the result
  int64_t bands = 0;       // of a plane
  int64_t slots = 0;       // tasks that run at a time
  int64_t rows = 0;        // of the source that are read at a time
  int64_t slotBytes = 0;   // scratch of a task
  int64_t together = 1;    // rows of the result that are finished at a time
  // The taps of each column as vectors take them: [tap][row][column], those that a column lacks name the
  // place behind a row, which is 0.
  int64_t columnTaps = 0;
  std::vector<int32_t> columnSources{};
  std::vector<float> columnWeights{};
  std::vector<double> columnDoubleWeights{};  // in place of those, for DOUBLE
};

// `source` and `result` are [N, C, H, W], both DOUBLE or each FLOAT, FLOAT16 or BFLOAT16. A row of the
// source or the result has fewer than 2^31 numbers. Sums are made in the order of the taps.
[[nodiscard]] PlaneMapState PrepareMap(const PlaneMap& map, const TensorView& source,
                                       const TensorView& result);
void RunMap(const PlaneMap& map, const PlaneMapState& state, const TensorView& source,
            const TensorView& result, std::byte* workspace, const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
