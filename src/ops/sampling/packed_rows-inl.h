// SPDX-License-Identifier: Apache-2.0
//
// Packed rows: some positions of a tensor as rows of float32, all channels of a position side by side,
// however the tensor lies in memory. For files that are compiled once for each instruction set; include after
// highway.h.
#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "simd/formats-inl.h"
#include "simd/transpose-inl.h"

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_OPS_SAMPLING_PACKED_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SAMPLING_PACKED_ROWS_INL
#undef OPENACLNN_OPS_SAMPLING_PACKED_ROWS_INL
#else
#define OPENACLNN_OPS_SAMPLING_PACKED_ROWS_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Some channels of some positions at equal distances. Strides are counted in elements.
template <typename T>
struct Patch {
  T* data;  // the first channel of the first position
  int64_t channels;
  int64_t channelStride;
  int64_t positions;
  int64_t positionStride;

  [[nodiscard]] Patch From(int64_t position, int64_t count) const {
    return {data + position * positionStride, channels, channelStride, count, positionStride};
  }
};

/// The longest row, and how much of the rows is worked on at a time: it stays in level-one cache.
inline constexpr int64_t kMaxPackedLanes = 1024;
inline constexpr int64_t kPackedElements = 2048;
/// Positions whose lines of a plane stay in level-one cache until the next planes have filled up the rows.
inline constexpr int64_t kPackedPositions = 64;

/// Fetches what follows a patch in its planes: the processor does not see so many streams coming.
template <typename T>
HWY_INLINE void FetchFollowing(const Patch<T>& patch) {
  constexpr auto kLine = static_cast<int64_t>(64 / sizeof(T));
  for (int64_t channel = 0; channel < patch.channels; ++channel) {
    const T* following = patch.data + channel * patch.channelStride + patch.positions;
    for (int64_t position = 0; position < patch.positions; position += kLine) {
      hwy::Prefetch(following + position);
    }
  }
}

/// The elements of a patch as rows of their own type, zeros where no channel is.
template <typename T>
void PackElements(const Patch<const T>& patch, T* rows, int64_t lanes) {
  if (patch.positionStride == 1) {
    FetchFollowing(patch);
    PlanesToRows(patch.data, patch.channelStride, patch.channels, patch.positions, rows, lanes);
    return;
  }
  for (int64_t position = 0; position < patch.positions; ++position) {
    const T* from = patch.data + position * patch.positionStride;
    T* row = rows + position * lanes;
    if (patch.channelStride == 1) {
      std::copy_n(from, patch.channels, row);
    } else {
      for (int64_t channel = 0; channel < patch.channels; ++channel) {
        row[channel] = from[channel * patch.channelStride];
      }
    }
    std::fill(row + patch.channels, row + lanes, T{0});
  }
}

template <typename T>
void UnpackElements(const T* rows, int64_t lanes, const Patch<T>& patch) {
  if (patch.positionStride == 1) {
    FetchFollowing(patch);
    RowsToPlanes(rows, lanes, patch.data, patch.channelStride, patch.channels, patch.positions);
    return;
  }
  for (int64_t position = 0; position < patch.positions; ++position) {
    T* to = patch.data + position * patch.positionStride;
    const T* row = rows + position * lanes;
    if (patch.channelStride == 1) {
      std::copy_n(row, patch.channels, to);
    } else {
      for (int64_t channel = 0; channel < patch.channels; ++channel) {
        to[channel * patch.channelStride] = row[channel];
      }
    }
  }
}

/// Calls visit(first position, positions) for the parts of some rows.
template <class Visit>
void ForEachPackedPart(int64_t positions, int64_t lanes, const Visit& visit) {
  const int64_t step = std::min(kPackedPositions, kPackedElements / lanes);
  for (int64_t position = 0; position < positions; position += step) {
    visit(position, std::min(step, positions - position));
  }
}

template <class Format>
HWY_INLINE void WidenElements(const typename Format::Element* from, int64_t count, float* to) {
  ForEachVector(hn::ScalableTag<float>(), count,
                [=](auto d, int64_t i) HWY_ATTR { hn::StoreU(Format::Load(d, from + i), d, to + i); });
}

template <class Format>
HWY_INLINE void NarrowElements(const float* from, int64_t count, typename Format::Element* to) {
  ForEachVector(hn::ScalableTag<float>(), count,
                [=](auto d, int64_t i) HWY_ATTR { Format::Store(d, hn::LoadU(d, from + i), to + i); });
}

/// Whether planes of a half type are better transposed in float32: rows are shorter than a square of halves.
template <class Format, typename T>
bool TransposesFloats(const Patch<T>& patch, int64_t lanes) {
  return patch.positionStride == 1 && lanes < static_cast<int64_t>(kSquareEdge<typename Format::Element>);
}

/// Reads a patch of Format's elements as rows of `lanes` float32 numbers, at least as many as it has channels
/// and at most kMaxPackedLanes; zeros where no channel is.
template <class Format>
void ReadRows(const Patch<const typename Format::Element>& patch, float* rows, int64_t lanes) {
  ForEachPackedPart(patch.positions, lanes, [&](int64_t position, int64_t count) HWY_ATTR {
    const auto part = patch.From(position, count);
    float* to = rows + position * lanes;
    if constexpr (std::is_same_v<Format, Float32>) {
      PackElements(part, to, lanes);
    } else if (TransposesFloats<Format>(patch, lanes)) {
      std::array<float, kPackedElements> planes;
      for (int64_t channel = 0; channel < part.channels; ++channel) {
        WidenElements<Format>(part.data + channel * part.channelStride, count,
                              planes.data() + channel * count);
      }
      PlanesToRows(planes.data(), count, part.channels, count, to, lanes);
    } else {
      std::array<typename Format::Element, kPackedElements> packed;
      PackElements(part, packed.data(), lanes);
      WidenElements<Format>(packed.data(), count * lanes, to);
    }
  });
}

/// Writes rows of float32 as Format's elements, rounding once.
template <class Format>
void WriteRows(const float* rows, int64_t lanes, const Patch<typename Format::Element>& patch) {
  ForEachPackedPart(patch.positions, lanes, [&](int64_t position, int64_t count) HWY_ATTR {
    const auto part = patch.From(position, count);
    const float* from = rows + position * lanes;
    if constexpr (std::is_same_v<Format, Float32>) {
      UnpackElements(from, lanes, part);
    } else if (TransposesFloats<Format>(patch, lanes)) {
      std::array<float, kPackedElements> planes;
      RowsToPlanes(from, lanes, planes.data(), count, part.channels, count);
      for (int64_t channel = 0; channel < part.channels; ++channel) {
        NarrowElements<Format>(planes.data() + channel * count, count,
                               part.data + channel * part.channelStride);
      }
    } else {
      std::array<typename Format::Element, kPackedElements> packed;
      NarrowElements<Format>(from, count * lanes, packed.data());
      UnpackElements(packed.data(), lanes, part);
    }
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_OPS_SAMPLING_PACKED_ROWS_INL
