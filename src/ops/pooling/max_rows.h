// SPDX-License-Identifier: Apache-2.0
//
// The largest elements of rows of windows, neighbouring windows as the lanes of vectors. Rows of the input are copied to
// lines in which neighbouring windows see neighbours, with what no element exceeds where windows leave the row: a line
// has a part for each place within a step that a tap falls on.
#pragma once

#include <cstdint>

#include "base/small_vector.h"
#include "ops/pooling/max_pool.h"

namespace openaclnn {

/// The lines of a row, and what the taps of windows along it see.
struct MaxLines {
  MaxLines() = default;
  explicit MaxLines(const PoolAxis& axis);

  /// Whether vectors pay off.
  static bool Suit(const PoolAxis& axis);

  struct Tap {
    int64_t offset;    // in the line, of what the first window sees
    int64_t distance;  // from where a window begins
  };
  SmallVector<int64_t, 4> parts;  // places within a step, counted from where the first window begins
  SmallVector<Tap, 8> taps;
  int64_t pitch = 0;       // windows of a row, and some more
  int64_t partLength = 0;  // elements
  int64_t length = 0;
};

/// Some windows of one row so far, and what they meet.
template <typename T>
struct MaxRow {
  const MaxLines* lines;
  const PoolAxis* axis;
  const T* line;      // of the first row of the input that they see
  int64_t lineStep;   // elements from such a row to the next
  int64_t rows;       // of the input
  int64_t place;      // of the first window's beginning, in its plane or volume: maybe before the row
  int64_t placeStep;  // from row to row
  T* best;            // of lines->pitch windows
  int32_t* found;
};

/// Copies a row of the input.
template <typename T>
void CopyToLine(const MaxLines& lines, const PoolAxis& axis, const T* row, T* line);

/// best = the largest element, found = its place: of equal ones the first, of NaNs the last.
template <typename T>
void TakeMaxRow(const MaxRow<T>& row);

}  // namespace openaclnn
