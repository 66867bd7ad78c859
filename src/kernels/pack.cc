// SPDX-License-Identifier: Apache-2.0
#include "kernels/pack.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace openaclnn {
namespace {

// Rows whose elements are moved together where they lie closer than columns: a line of the tensor would else
// be gone from the cache before its next element is due.
constexpr int64_t kLineRows = 16;

// move(offset in the packed rows, offset in the plane) for each element of a plane.
template <int64_t kSize, typename Move>
void ForEachElement(const StridedPlane& plane, const Move& move) {
  const bool across = plane.rows > 1 && plane.rowStride < plane.columnStride;
  const int64_t together = across ? kLineRows : 1;
  for (int64_t first = 0; first < plane.rows; first += together) {
    const int64_t end = std::min(plane.rows, first + together);
    for (int64_t column = 0; column < plane.columns; ++column) {
      for (int64_t row = first; row < end; ++row) {
        move((row * plane.columns + column) * kSize, row * plane.rowStride + column * plane.columnStride);
      }
    }
  }
}

template <int64_t kSize>
void Pack(const StridedPlane& plane, const std::byte* from, std::byte* to) {
  if (plane.columnStride == kSize) {
    for (int64_t row = 0; row < plane.rows; ++row) {
      std::memcpy(to + row * plane.columns * kSize, from + row * plane.rowStride,
                  static_cast<size_t>(plane.columns * kSize));
    }
    return;
  }
  ForEachElement<kSize>(
      plane, [=](int64_t packed, int64_t strided) { std::memcpy(to + packed, from + strided, kSize); });
}

template <int64_t kSize>
void Unpack(const StridedPlane& plane, const std::byte* from, std::byte* to) {
  if (plane.columnStride == kSize) {
    for (int64_t row = 0; row < plane.rows; ++row) {
      std::memcpy(to + row * plane.rowStride, from + row * plane.columns * kSize,
                  static_cast<size_t>(plane.columns * kSize));
    }
    return;
  }
  ForEachElement<kSize>(
      plane, [=](int64_t packed, int64_t strided) { std::memcpy(to + strided, from + packed, kSize); });
}

}  // namespace

void PackPlane(int64_t size, const StridedPlane& plane, const std::byte* from, std::byte* to) {
  switch (size) {
    case 1:
      return Pack<1>(plane, from, to);
    case 2:
      return Pack<2>(plane, from, to);
    case 4:
      return Pack<4>(plane, from, to);
    case 8:
      return Pack<8>(plane, from, to);
    default:
      return Pack<16>(plane, from, to);
  }
}

void UnpackPlane(int64_t size, const StridedPlane& plane, const std::byte* from, std::byte* to) {
  switch (size) {
    case 1:
      return Unpack<1>(plane, from, to);
    case 2:
      return Unpack<2>(plane, from, to);
    case 4:
      return Unpack<4>(plane, from, to);
    case 8:
      return Unpack<8>(plane, from, to);
    default:
      return Unpack<16>(plane, from, to);
  }
}

}  // namespace openaclnn
