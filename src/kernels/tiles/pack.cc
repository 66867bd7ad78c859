// SPDX-License-Identifier: Apache-2.0
#include "kernels/tiles/pack.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "simd/transpose.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/element_types-inl.h"
#include "simd/repeat-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(PackElements,
                     void(int64_t size, const StridedPlane& plane, const std::byte* from, std::byte* to));
OPENACLNN_PER_TARGET(UnpackElements,
                     void(int64_t size, const StridedPlane& plane, const std::byte* from, std::byte* to));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace pack {

// An element of 16 bytes.
struct Large {
  std::array<uint64_t, 2> words;
};
template <typename T>
inline constexpr bool kInVectors = !std::is_same_v<T, Large>;

// Rows whose elements are moved together where they lie closer than columns: a line of the tensor would else
// be gone from the cache before its next element is due.
constexpr int64_t kLineRows = 16;

// The largest step, in elements, for which there are loads that take a row apart.
constexpr int64_t kMostStep = 4;

template <typename T>
HWY_INLINE T Load(const std::byte* from) {
  T element;
  std::memcpy(&element, from, sizeof element);
  return element;
}

#if HWY_TARGET != HWY_SCALAR
// Every kStep-th element. The vectors that hold them end before the last one, which may be the last of its
// memory. Returns how many are done.
template <int kStep, typename T>
HWY_INLINE int64_t Deinterleave(const T* from, int64_t count, T* to) {
  const hn::ScalableTag<T> tag;
  const auto lanes = static_cast<int64_t>(hn::Lanes(tag));
  int64_t i = 0;
  for (; i + lanes < count; i += lanes) {
    hn::Vec<decltype(tag)> taken;
    hn::Vec<decltype(tag)> other;
    if constexpr (kStep == 2) {
      hn::LoadInterleaved2(tag, from + i * kStep, taken, other);
    } else if constexpr (kStep == 3) {
      hn::LoadInterleaved3(tag, from + i * kStep, taken, other, other);
    } else {
      hn::LoadInterleaved4(tag, from + i * kStep, taken, other, other, other);
    }
    hn::StoreU(taken, tag, to + i);
  }
  return i;
}

template <class D>
HWY_INLINE hn::Vec<D> ReversedVector(D tag, hn::Vec<D> vector) {
  if constexpr (sizeof(hn::TFromD<D>) == 1) {
    // There is no such instruction for bytes everywhere: pairs of them, and the two of each pair.
    const hn::RepartitionToWide<D> pairs;
    const auto reversed = hn::Reverse(pairs, hn::BitCast(pairs, vector));
    return hn::BitCast(tag, hn::Or(hn::ShiftLeft<8>(reversed), hn::ShiftRight<8>(reversed)));
  } else {
    return hn::Reverse(tag, vector);
  }
}

// Elements from the last one in memory, at `from`, to the first. Returns how many are done.
template <typename T>
HWY_INLINE int64_t Reverse(const T* from, int64_t count, T* to) {
  const hn::ScalableTag<T> tag;
  const auto lanes = static_cast<int64_t>(hn::Lanes(tag));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(ReversedVector(tag, hn::LoadU(tag, from - i - (lanes - 1))), tag, to + i);
  }
  return i;
}
#endif

// Elements at a distance, side by side.
template <typename T>
HWY_INLINE void GatherRow(const std::byte* from, int64_t stride, int64_t count, T* to) {
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  if constexpr (kInVectors<T>) {
    constexpr auto kSize = static_cast<int64_t>(sizeof(T));
    const auto* elements = reinterpret_cast<const T*>(from);
    if (stride == 2 * kSize) {
      i = Deinterleave<2>(elements, count, to);
    } else if (stride == 3 * kSize) {
      i = Deinterleave<3>(elements, count, to);
    } else if (stride == 4 * kSize) {
      i = Deinterleave<4>(elements, count, to);
    } else if (stride == -kSize) {
      i = Reverse(elements, count, to);
    }
  }
#endif
  for (; i < count; ++i) {
    to[i] = Load<T>(from + i * stride);
  }
}

// Elements side by side to places at a distance.
template <typename T>
HWY_INLINE void ScatterRow(const T* from, int64_t count, std::byte* to, int64_t stride) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * stride, from + i, sizeof(T));
  }
}

// Of one size that the compiler knows: a few moves, in place of a call.
template <size_t kBytes>
void CopyShortRows(int64_t rows, const std::byte* from, int64_t fromStride, std::byte* to, int64_t toStride) {
  for (int64_t row = 0; row < rows; ++row) {
    std::memcpy(to + row * toStride, from + row * fromStride, kBytes);
  }
}

void CopyRows(int64_t rows, size_t bytes, const std::byte* from, int64_t fromStride, std::byte* to,
              int64_t toStride) {
  switch (bytes) {
    case 4:
      return CopyShortRows<4>(rows, from, fromStride, to, toStride);
    case 8:
      return CopyShortRows<8>(rows, from, fromStride, to, toStride);
    case 16:
      return CopyShortRows<16>(rows, from, fromStride, to, toStride);
    case 32:
      return CopyShortRows<32>(rows, from, fromStride, to, toStride);
    case 64:
      return CopyShortRows<64>(rows, from, fromStride, to, toStride);
    default:
      for (int64_t row = 0; row < rows; ++row) {
        std::memcpy(to + row * toStride, from + row * fromStride, bytes);
      }
  }
}

template <typename T>
void PackRows(const StridedPlane& plane, const std::byte* from, std::byte* to) {
  const auto bytes = static_cast<size_t>(plane.columns) * sizeof(T);
  if (plane.rowStride != 0) {
    return CopyRows(plane.rows, bytes, from, plane.rowStride, to, static_cast<int64_t>(bytes));
  }
  // One row, repeated: twice as many at each step.
  const size_t all = bytes * static_cast<size_t>(plane.rows);
  std::memcpy(to, from, bytes);
  for (size_t done = bytes; done < all; done *= 2) {
    std::memcpy(to + done, to, std::min(done, all - done));
  }
}

template <typename T>
void Pack(const StridedPlane& plane, const std::byte* from, std::byte* to) {
  constexpr auto kSize = static_cast<int64_t>(sizeof(T));
  auto* packed = reinterpret_cast<T*>(to);
  if (plane.columnStride == kSize) {
    return PackRows<T>(plane, from, to);
  }
  if (plane.columnStride == 0) {
    for (int64_t row = 0; row < plane.rows; ++row) {
      const std::byte* const element = from + row * plane.rowStride;
      if constexpr (kInVectors<T>) {
        RepeatElementOf(element, plane.columns, packed + row * plane.columns);
      } else {
        std::fill_n(packed + row * plane.columns, plane.columns, Load<T>(element));
      }
    }
    return;
  }
  if constexpr (kInVectors<T>) {
    if (plane.rowStride == kSize && plane.rows > 1 && plane.columnStride > kMostStep * kSize &&
        plane.columnStride % kSize == 0) {
      return PlanesToRows(sizeof(T), from, plane.columnStride / kSize, plane.columns, plane.rows, to);
    }
  }
  if (plane.rows == 1 || plane.rowStride >= plane.columnStride || plane.columnStride <= kMostStep * kSize) {
    for (int64_t row = 0; row < plane.rows; ++row) {
      GatherRow(from + row * plane.rowStride, plane.columnStride, plane.columns,
                packed + row * plane.columns);
    }
    return;
  }
  for (int64_t first = 0; first < plane.rows; first += kLineRows) {
    const int64_t end = std::min(plane.rows, first + kLineRows);
    for (int64_t column = 0; column < plane.columns; ++column) {
      for (int64_t row = first; row < end; ++row) {
        packed[row * plane.columns + column] =
            Load<T>(from + row * plane.rowStride + column * plane.columnStride);
      }
    }
  }
}

template <typename T>
void Unpack(const StridedPlane& plane, const std::byte* from, std::byte* to) {
  constexpr auto kSize = static_cast<int64_t>(sizeof(T));
  const auto* packed = reinterpret_cast<const T*>(from);
  if (plane.columnStride == kSize) {
    const int64_t bytes = plane.columns * kSize;
    return CopyRows(plane.rows, static_cast<size_t>(bytes), from, bytes, to, plane.rowStride);
  }
  if constexpr (kInVectors<T>) {
    if (plane.rowStride == kSize && plane.rows > 1 && plane.columnStride % kSize == 0) {
      return RowsToPlanes(sizeof(T), from, plane.columns, plane.rows, to, plane.columnStride / kSize);
    }
  }
  if (plane.rows == 1 || plane.rowStride >= plane.columnStride) {
    for (int64_t row = 0; row < plane.rows; ++row) {
      ScatterRow(packed + row * plane.columns, plane.columns, to + row * plane.rowStride, plane.columnStride);
    }
    return;
  }
  for (int64_t first = 0; first < plane.rows; first += kLineRows) {
    const int64_t end = std::min(plane.rows, first + kLineRows);
    for (int64_t column = 0; column < plane.columns; ++column) {
      for (int64_t row = first; row < end; ++row) {
        std::memcpy(to + row * plane.rowStride + column * plane.columnStride,
                    packed + row * plane.columns + column, sizeof(T));
      }
    }
  }
}

// Calls visit with a type of the size.
template <class Visit>
HWY_INLINE void VisitElement(int64_t size, const Visit& visit) {
  return size == sizeof(Large) ? visit(Large{}) : VisitUnsigned(static_cast<size_t>(size), visit);
}

}  // namespace pack

void PackElements(int64_t size, const StridedPlane& plane, const std::byte* from, std::byte* to) {
  pack::VisitElement(size, [&]<typename T>(T /*element*/) HWY_ATTR { pack::Pack<T>(plane, from, to); });
}

void UnpackElements(int64_t size, const StridedPlane& plane, const std::byte* from, std::byte* to) {
  pack::VisitElement(size, [&]<typename T>(T /*element*/) HWY_ATTR { pack::Unpack<T>(plane, from, to); });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

void PackPlane(int64_t size, const StridedPlane& plane, const std::byte* from, std::byte* to) {
  HWY_DYNAMIC_DISPATCH(PackElements)(size, plane, from, to);
}

void UnpackPlane(int64_t size, const StridedPlane& plane, const std::byte* from, std::byte* to) {
  HWY_DYNAMIC_DISPATCH(UnpackElements)(size, plane, from, to);
}

void PackTile(int64_t size, const StridedTile& tile, const std::byte* from, std::byte* to) {
  if (tile.rank <= 2) {
    return PackPlane(size, tile.Plane(), from, to);
  }
  const StridedTile part = tile.Inner();
  const auto bytes = static_cast<size_t>(part.Elements() * size);
  for (int64_t i = 0; i < tile.dims[0]; ++i) {
    std::byte* const place = to + i * static_cast<int64_t>(bytes);
    if (i > 0 && tile.strides[0] == 0) {
      std::memcpy(place, to, bytes);
    } else {
      PackTile(size, part, from + i * tile.strides[0], place);
    }
  }
}

void UnpackTile(int64_t size, const StridedTile& tile, const std::byte* from, std::byte* to) {
  if (tile.rank <= 2) {
    return UnpackPlane(size, tile.Plane(), from, to);
  }
  const StridedTile part = tile.Inner();
  const int64_t bytes = part.Elements() * size;
  for (int64_t i = 0; i < tile.dims[0]; ++i) {
    UnpackTile(size, part, from + i * bytes, to + i * tile.strides[0]);
  }
}

}  // namespace openaclnn
#endif  // HWY_ONCE
