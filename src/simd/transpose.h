// SPDX-License-Identifier: Apache-2.0
//
// Transposition between planes and rows for callers that are compiled once, vectorized for the processor at
// hand (chosen at run time). A plane holds one channel of many positions side by side, a row all channels of
// one position.
#pragma once

#include <cstddef>
#include <cstdint>

namespace openaclnn {

/// rows[position * channels + channel] = planes[channel * stride + position]
///
/// Elements are of 1, 2, 4 or 8 bytes, the stride is counted in elements. Rows and planes do not overlap.
void PlanesToRows(size_t elementSize, const void* planes, int64_t stride, int64_t channels, int64_t positions,
                  void* rows);

/// The same, to rows of `width` elements, at least as many as there are channels. What no channel fills becomes zero.
void PlanesToWideRows(size_t elementSize, const void* planes, int64_t stride, int64_t channels,
                      int64_t positions, void* rows, int64_t width);

/// planes[channel * stride + position] = rows[position * channels + channel]
void RowsToPlanes(size_t elementSize, const void* rows, int64_t channels, int64_t positions, void* planes,
                  int64_t stride);

}  // namespace openaclnn
