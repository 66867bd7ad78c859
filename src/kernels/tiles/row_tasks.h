// SPDX-License-Identifier: Apache-2.0
//
// Rows and elements cut into tasks for all threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {

// Tiles that a task goes through which does little with each element.
inline constexpr int64_t kTilesOfTask = 16;

// Rows that a task goes through whose work on each is that of so many elements.
[[nodiscard]] inline int64_t RowsOfTask(int64_t length) {
  return std::max<int64_t>(1, kTilesOfTask * kTileElements / std::max<int64_t>(length, 1));
}

// Calls body(row) for all rows; a task goes through so many of them in their order.
template <class Body>
void ForEachRowOfTasks(const backend::cpu::CpuContext& cpu, int64_t rows, int64_t rowsOfTask,
                       const Body& body) {
  cpu.ParallelFor(CeilDivide(rows, rowsOfTask), [&](int64_t task) {
    const int64_t end = std::min(rows, (task + 1) * rowsOfTask);
    for (int64_t row = task * rowsOfTask; row < end; ++row) {
      body(row);
    }
  });
}

// Calls body(row) for all rows whose work on each is that of so many elements.
template <class Body>
void ForEachRow(const backend::cpu::CpuContext& cpu, int64_t rows, int64_t length, const Body& body) {
  ForEachRowOfTasks(cpu, rows, RowsOfTask(length), body);
}

// Calls body(begin, count) for the pieces of so many elements, of which all but the last have `piece`. A task goes
// through `together` of them in their order.
template <class Body>
void ForEachPiece(const backend::cpu::CpuContext& cpu, int64_t elements, int64_t piece, int64_t together,
                  const Body& body) {
  const int64_t ofTask = piece * together;
  cpu.ParallelFor(CeilDivide(elements, ofTask), [&](int64_t task) {
    const int64_t end = std::min(elements, (task + 1) * ofTask);
    for (int64_t begin = task * ofTask; begin < end; begin += piece) {
      body(begin, std::min(piece, end - begin));
    }
  });
}

}  // namespace openaclnn
