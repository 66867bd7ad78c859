// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "backend/cpu/parallel.h"
#include "base/status.h"
#include "base/tensor_view.h"
#include "kernels/indexing/sorted_indices.h"
#include "kernels/tiles/scratch.h"

namespace openaclnn {

// A stable sort of the positions of an index tensor by the rows that the indices name: what scatters need so
// that each row has one owner, who adds in the order of positions. How it is cut comes from the numbers of
// positions and rows; the result does not depend on it.
class IndexSort {
 public:
  IndexSort() = default;
  // Reserves what the sort keeps in the workspace, its result included.
  IndexSort(int64_t positions, int64_t rows, ScratchLayout& scratch);

  // Sorts all indices but those that equal `leftOut`. Fails at any other one outside [0, rows), and names the
  // first: "NAME: expected values in [0, ROWS), got VALUE at position POSITION".
  [[nodiscard]] Status Run(const char* name, const TensorView& indices, std::optional<int64_t> leftOut,
                           std::byte* workspace, const backend::cpu::CpuContext& cpu,
                           SortedIndices& sorted) const;

 private:
  class Pass;

  int64_t positions_ = 0;
  int64_t rows_ = 0;
  int positionBits_ = 0;  // of an occurrence
  int digitBits_ = 0;     // of a row, for each pass
  int passes_ = 0;
  int64_t blockSize_ = 0;
  int64_t blocks_ = 0;
  // Where in the workspace.
  size_t source_ = 0;
  size_t target_ = 0;
  size_t counts_ = 0;     // [blocks, digits]
  size_t offenders_ = 0;  // of each block
};

}  // namespace openaclnn
