// SPDX-License-Identifier: Apache-2.0
//
// The tile of a task: a copy of the places that some rows of positions see, with zeros around, as [tap along
// the depth][channel][plane][line][place]. Where windows step by more than one place, there is a plane for
// each place within a step, so that neighbouring positions see neighbours. Lines follow each other; where
// zeros end one and begin the next, the two have them in common.
#pragma once

#include <cstdint>

#include "ops/convolution/windows.h"

namespace openaclnn::direct {

/// Elements behind a position that may be read with it.
inline constexpr int64_t kMostElements = 128;

/// What windows see along a dim of the copy.
struct Axis {
  Axis(const Windows& windows, size_t d);

  /// Of a tap: behind the first place that a position sees.
  [[nodiscard]] int64_t Distance(int64_t tap) const { return first + tap * tapStep - lowest; }

  int64_t step;
  int64_t tapStep;
  int64_t first;
  int64_t lowest;  // place of position 0
  int64_t planes;
  int64_t more;  // places of a plane beyond the positions
};

/// How a tile lies in memory.
struct TileShape {
  TileShape(const Windows& windows, int64_t linesOfPlane);

  Axis y;
  Axis x;
  int64_t lines;
  int64_t pitch;    // elements from a line to the next
  int64_t plane;    // elements
  int64_t channel;  // elements
  int64_t elements;
};

/// Whether tiles can be made for these windows, and waste little: one part in `wasted` at most.
[[nodiscard]] bool FitsTiles(const Windows& windows, int64_t wasted = 4);

/// The tile of a task stays in a level-two cache, with its sums beside it.
inline constexpr int64_t kTileBytes = int64_t{256} << 10;
inline constexpr int64_t kMostSlots = 128;
/// Tasks that keep a machine busy.
inline constexpr int64_t kWantedTasks = 16;

/// Copies what a band sees to the lines from `line` on.
template <typename T>
void FillTile(const WindowSource& source, const Windows& windows, const TileShape& shape, const Band& band,
              int64_t line, T* tile);

/// Writes zeros where vectors read behind the last line.
template <typename T>
void EndTile(const TileShape& shape, T* tile);

/// Where each number of a window lies behind what its position sees first: [block of `together` channels][tap][channel of the
/// block].
void FindPlaces(const Windows& windows, const TileShape& shape, int64_t together, int64_t* places);

/// Some taps, or numbers of a window, that follow each other.
struct Reach {
  int64_t begin;
  int64_t end;
};

/// The taps among which are all those that lie inside, for some position of a row.
[[nodiscard]] Reach ReachOf(const Windows& windows, int64_t z, int64_t y);

}  // namespace openaclnn::direct
