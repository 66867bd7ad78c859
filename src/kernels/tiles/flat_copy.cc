// SPDX-License-Identifier: Apache-2.0
#include "kernels/tiles/flat_copy.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/merged_dims.h"
#include "kernels/tiles/pack.h"

namespace openaclnn {
namespace {

// Bytes that are packed at a time.
constexpr int64_t kBufferBytes = 8192;

}  // namespace

void CopyFlat(const TensorView& from, int64_t fromBegin, const TensorView& to, int64_t toBegin,
              int64_t count) {
  const MergedDims source(from);
  const MergedDims target(to);
  const auto size = static_cast<int64_t>(SizeOf(from.dtype));
  const auto planeOf = [&](const MergedDims::Plane& plane) {
    return StridedPlane{plane.rows, plane.columns, plane.rowStride * size, plane.columnStride * size};
  };
  alignas(64) std::array<std::byte, kBufferBytes> buffer;
  for (int64_t done = 0; done < count;) {
    const int64_t now = std::min(count - done, kBufferBytes / size);
    std::byte* packed = buffer.data();
    source.ForEachPlane(fromBegin + done, now, [&](const MergedDims::Plane& plane) {
      PackPlane(size, planeOf(plane), from.data + plane.offset * size, packed);
      packed += plane.rows * plane.columns * size;
    });
    packed = buffer.data();
    target.ForEachPlane(toBegin + done, now, [&](const MergedDims::Plane& plane) {
      UnpackPlane(size, planeOf(plane), packed, to.data + plane.offset * size);
      packed += plane.rows * plane.columns * size;
    });
    done += now;
  }
}

}  // namespace openaclnn
