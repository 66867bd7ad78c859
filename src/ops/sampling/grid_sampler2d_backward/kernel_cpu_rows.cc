// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_rows.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "kernels/tiles.h"
#include "simd/convert.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sampling/grid_sampler2d_backward/kernel_cpu_rows.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "simd/formats-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Edge of the squares that are transposed in registers.
inline constexpr int64_t kSquare = 4;

// Where the row of each pixel goes: one after the other, or as a list says.
template <typename T>
struct RowsInOrder {
  T* operator[](int64_t pixel) const { return rows + pixel * lanes; }
  T* rows;
  int64_t lanes;
};

template <typename T>
struct RowsAtPlaces {
  T* operator[](int64_t pixel) const { return rows + places[pixel] * lanes; }
  T* rows;
  int64_t lanes;
  const int64_t* places;
};

// Pixels whose lines of a plane stay in level-one cache until the next channels have filled up the lines of
// the rows.
inline constexpr int64_t kStrip = 64;

// The next strip of these channels, or of the next row: the processor does not see so many streams coming.
template <typename T>
void FetchAhead(const T* planes, int64_t stride, int64_t channel, int64_t channels, int64_t pixels) {
  constexpr auto kLine = static_cast<int64_t>(64 / sizeof(T));
  for (int64_t ahead = channel; ahead < channel + channels; ++ahead) {
    for (int64_t pixel = 0; pixel < pixels; pixel += kLine) {
      hwy::Prefetch(planes + ahead * stride + kStrip + pixel);
    }
  }
}

// A vector, which leaves zeros where it was.
template <class D>
HWY_INLINE hn::Vec<D> Take(D d, double* from) {
  const auto value = hn::LoadU(d, from);
  hn::StoreU(hn::Zero(d), d, from);
  return value;
}

#if HWY_TARGET != HWY_SCALAR
// Vectors of four channels, or of all fourth pixels: element i of vector k becomes element k of vector i, in
// each block of four.
template <class D>
struct Squares {
  using V = hn::Vec<D>;
  V v0, v1, v2, v3;
};

template <class D>
HWY_INLINE Squares<D> Transpose(D d, const Squares<D>& s) {
  const hn::RepartitionToWide<hn::RebindToUnsigned<D>> pairs;
  const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(d, s.v0, s.v1));
  const auto low23 = hn::BitCast(pairs, hn::InterleaveLower(d, s.v2, s.v3));
  const auto high01 = hn::BitCast(pairs, hn::InterleaveUpper(d, s.v0, s.v1));
  const auto high23 = hn::BitCast(pairs, hn::InterleaveUpper(d, s.v2, s.v3));
  return {hn::BitCast(d, hn::InterleaveLower(pairs, low01, low23)),
          hn::BitCast(d, hn::InterleaveUpper(pairs, low01, low23)),
          hn::BitCast(d, hn::InterleaveLower(pairs, high01, high23)),
          hn::BitCast(d, hn::InterleaveUpper(pairs, high01, high23))};
}

// Calls store(part, i) for the parts of kSize elements of a vector.
template <int64_t kSize, class D, class Store>
HWY_INLINE void ForEachPart(D d, hn::Vec<D> v, int64_t first, const Store& store) {
  if constexpr (hn::MaxLanes(d) == kSize) {
    store(v, first);
  } else {
    const hn::Half<D> half;
    ForEachPart<kSize>(half, hn::LowerHalf(half, v), first, store);
    ForEachPart<kSize>(half, hn::UpperHalf(half, v), first + static_cast<int64_t>(hn::MaxLanes(half)) / kSize,
                       store);
  }
}

// A vector of the blocks load(i).
template <class D, class Load>
HWY_INLINE hn::Vec<D> CollectBlocks(D d, int64_t first, const Load& load) {
  if constexpr (hn::MaxLanes(d) == kSquare) {
    return load(first);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d,
                       CollectBlocks(half, first + static_cast<int64_t>(hn::MaxLanes(half)) / kSquare, load),
                       CollectBlocks(half, first, load));
  }
}

// Pixels from `pixel` on, a whole vector at a time; returns the first one that is left. `channels` of the
// four exist.
template <bool kAll, class D, typename T, class Rows>
int64_t PackSquares(D d, const T* planes, int64_t stride, int64_t channel, int64_t channels, int64_t pixel,
                    int64_t pixels, const Rows rows) {
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(d));
  for (; pixel + kStep <= pixels; pixel += kStep) {
    const T* from = planes + channel * stride + pixel;
    const auto load = [=](int64_t k) HWY_ATTR {
      return kAll || k < channels ? hn::LoadU(d, from + k * stride) : hn::Zero(d);
    };
    const Squares<D> squares = Transpose(d, Squares<D>{load(0), load(1), load(2), load(3)});
    const auto store = [&](hn::Vec<D> vector, int64_t k) HWY_ATTR {
      ForEachPart<kSquare>(d, vector, 0, [&](auto block, int64_t i) HWY_ATTR {
        hn::StoreU(block, hn::CappedTag<T, kSquare>(), rows[pixel + i * kSquare + k] + channel);
      });
    };
    store(squares.v0, 0);
    store(squares.v1, 1);
    store(squares.v2, 2);
    store(squares.v3, 3);
  }
  return pixel;
}

// The same for eight channels, all of which exist: half as many stores.
template <class D, typename T, class Rows>
int64_t PackTwoSquares(D d, const T* planes, int64_t stride, int64_t channel, int64_t pixel, int64_t pixels,
                       const Rows rows) {
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(d));
  for (; pixel + kStep <= pixels; pixel += kStep) {
    const T* from = planes + channel * stride + pixel;
    const auto load = [=](int64_t k) HWY_ATTR { return hn::LoadU(d, from + k * stride); };
    const Squares<D> low = Transpose(d, Squares<D>{load(0), load(1), load(2), load(3)});
    const Squares<D> high = Transpose(d, Squares<D>{load(4), load(5), load(6), load(7)});
    const auto store = [&](hn::Vec<D> a, hn::Vec<D> b, int64_t k) HWY_ATTR {
      const auto even = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(b), a);
      const auto odd = hn::OddEvenBlocks(b, hn::SwapAdjacentBlocks(a));
      const auto put = [&](auto row, int64_t i) HWY_ATTR {
        hn::StoreU(row, hn::CappedTag<T, 2 * kSquare>(), rows[pixel + i * kSquare + k] + channel);
      };
      ForEachPart<2 * kSquare>(d, even, 0, [&](auto row, int64_t i) HWY_ATTR { put(row, 2 * i); });
      ForEachPart<2 * kSquare>(d, odd, 0, [&](auto row, int64_t i) HWY_ATTR { put(row, 2 * i + 1); });
    };
    store(low.v0, high.v0, 0);
    store(low.v1, high.v1, 1);
    store(low.v2, high.v2, 2);
    store(low.v3, high.v3, 3);
  }
  return pixel;
}

template <class Format>
HWY_INLINE hn::Vec<hn::CappedTag<float, kSquare>> TakeFour(double* from) {
  const hn::CappedTag<float, kSquare> floats;
  const hn::CappedTag<double, kSquare> doubles;
  if constexpr (hn::MaxLanes(doubles) == kSquare) {
    return ToFloat<Format>(doubles, Take(doubles, from));
  } else {
    return hn::Combine(floats, ToFloat<Format>(doubles, Take(doubles, from + kSquare / 2)),
                       ToFloat<Format>(doubles, Take(doubles, from)));
  }
}

template <class Format, class D>
int64_t UnpackSquares(D d, double* rows, int64_t lanes, typename Format::Element* planes, int64_t stride,
                      int64_t channels, int64_t pixel, int64_t pixels) {
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(d));
  for (; pixel + kStep <= pixels; pixel += kStep) {
    const auto load = [=](int64_t k) HWY_ATTR {
      return CollectBlocks(d, 0, [=](int64_t i) HWY_ATTR {
        return TakeFour<Format>(rows + (pixel + i * kSquare + k) * lanes);
      });
    };
    const Squares<D> squares = Transpose(d, Squares<D>{load(0), load(1), load(2), load(3)});
    Format::Store(d, squares.v0, planes + pixel);
    if (channels > 1) {
      Format::Store(d, squares.v1, planes + stride + pixel);
    }
    if (channels > 2) {
      Format::Store(d, squares.v2, planes + 2 * stride + pixel);
    }
    if (channels > 3) {
      Format::Store(d, squares.v3, planes + 3 * stride + pixel);
    }
  }
  return pixel;
}
#endif  // HWY_TARGET != HWY_SCALAR

// ---- Packing

// From channels that lie in planes.
template <typename T, class Rows>
void PackPlanes(const GridPatch<const std::byte*>& patch, const Rows& rows) {
  const auto* planes = reinterpret_cast<const T*>(patch.data);
  const int64_t stride = patch.channelStride;
  int64_t packed = 0;
#if HWY_TARGET != HWY_SCALAR
  if (rows.lanes % kSquare == 0) {
    int64_t channel = 0;
    const hn::ScalableTag<T> wide;
    if constexpr (std::is_same_v<T, float> && hn::MaxLanes(wide) >= 2 * kSquare) {
      for (; channel + 2 * kSquare <= patch.channels; channel += 2 * kSquare) {
        FetchAhead(planes, stride, channel, 2 * kSquare, patch.pixels);
        packed = PackTwoSquares(wide, planes, stride, channel, 0, patch.pixels, rows);
        for (int64_t half : {channel, channel + kSquare}) {
          PackSquares<true>(hn::CappedTag<T, kSquare>(), planes, stride, half, kSquare, packed, patch.pixels,
                            rows);
        }
        packed = patch.pixels / kSquare * kSquare;
      }
    }
    for (; channel < rows.lanes; channel += kSquare) {
      FetchAhead(planes, stride, channel, std::min(kSquare, patch.channels - channel), patch.pixels);
      const int64_t channels = patch.channels - channel;
      const auto pack = [&](auto d) HWY_ATTR {
        return channels >= kSquare
                   ? PackSquares<true>(d, planes, stride, channel, channels, packed, patch.pixels, rows)
                   : PackSquares<false>(d, planes, stride, channel, channels, packed, patch.pixels, rows);
      };
      packed = 0;
      if constexpr (std::is_same_v<T, float>) {
        packed = pack(hn::ScalableTag<float>());
      }
      packed = pack(hn::CappedTag<T, kSquare>());
    }
  }
#endif
  for (int64_t channel = 0; channel < rows.lanes; ++channel) {
    for (int64_t pixel = packed; pixel < patch.pixels; ++pixel) {
      rows[pixel][channel] = channel < patch.channels ? planes[channel * stride + pixel] : T{0};
    }
  }
}

// From any strides.
template <typename T, class Rows>
void PackAny(const GridPatch<const std::byte*>& patch, const Rows& rows) {
  const auto* from = reinterpret_cast<const T*>(patch.data);
  for (int64_t pixel = 0; pixel < patch.pixels; ++pixel) {
    T* row = rows[pixel];
    if (patch.channelStride == 1) {
      std::copy_n(from, patch.channels, row);
    } else {
      for (int64_t channel = 0; channel < patch.channels; ++channel) {
        row[channel] = from[channel * patch.channelStride];
      }
    }
    std::fill(row + patch.channels, row + rows.lanes, T{0});
    from += patch.pixelStride;
  }
}

template <typename T>
void Pack(GridPatch<const std::byte*> patch, const int64_t* places, T* rows, int64_t lanes) {
  for (int64_t left = patch.pixels; left > 0; left -= kStrip) {
    patch.pixels = std::min(left, kStrip);
    const auto pack = [&](const auto& to) HWY_ATTR {
      if (patch.pixelStride == 1) {
        PackPlanes<T>(patch, to);
      } else {
        PackAny<T>(patch, to);
      }
    };
    if (places != nullptr) {
      pack(RowsAtPlaces<T>{rows, lanes, places});
      places += kStrip;
    } else {
      pack(RowsInOrder<T>{rows, lanes});
      rows += kStrip * lanes;
    }
    patch.data += kStrip * patch.pixelStride * static_cast<int64_t>(sizeof(T));
  }
}

void PackRows(const GridPatch<const std::byte*>& patch, const int64_t* places, void* rows, int64_t lanes) {
  if (patch.dtype == DType::kFloat) {
    Pack(patch, places, static_cast<float*>(rows), lanes);
  } else {
    Pack(patch, places, static_cast<uint16_t*>(rows), lanes);
  }
}

// ---- Unpacking

template <class Format>
void Round(double* from, typename Format::Element* to) {
  const hn::CappedTag<double, 1> d;
  Format::Store(hn::Rebind<float, decltype(d)>(), ToFloat<Format>(d, Take(d, from)), to);
}

template <class Format>
void UnpackPlanes(const GridPatch<std::byte*>& patch, double* rows, int64_t lanes) {
  auto* planes = reinterpret_cast<typename Format::Element*>(patch.data);
  const int64_t stride = patch.channelStride;
  int64_t done = 0;
#if HWY_TARGET != HWY_SCALAR
  if (lanes % kSquare == 0) {
    for (int64_t channel = 0; channel < patch.channels; channel += kSquare) {
      FetchAhead(planes, stride, channel, std::min(kSquare, patch.channels - channel), patch.pixels);
      const auto unpack = [&](auto d) HWY_ATTR {
        return UnpackSquares<Format>(d, rows + channel, lanes, planes + channel * stride, stride,
                                     patch.channels - channel, done, patch.pixels);
      };
      done = 0;
      done = unpack(hn::ScalableTag<float>());
      done = unpack(hn::CappedTag<float, kSquare>());
    }
  }
#endif
  for (int64_t channel = 0; channel < patch.channels; ++channel) {
    for (int64_t pixel = done; pixel < patch.pixels; ++pixel) {
      Round<Format>(rows + pixel * lanes + channel, planes + channel * stride + pixel);
    }
  }
}

template <class Format>
void UnpackAny(const GridPatch<std::byte*>& patch, double* rows, int64_t lanes) {
  auto* to = reinterpret_cast<typename Format::Element*>(patch.data);
  for (int64_t pixel = 0; pixel < patch.pixels; ++pixel) {
    double* row = rows + pixel * lanes;
    if (patch.channelStride == 1) {
      ForEachVector(hn::ScalableTag<double>(), patch.channels, [=](auto d, int64_t channel) HWY_ATTR {
        const hn::Rebind<float, decltype(d)> floats;
        Format::Store(floats, ToFloat<Format>(d, Take(d, row + channel)), to + channel);
      });
    } else {
      for (int64_t channel = 0; channel < patch.channels; ++channel) {
        Round<Format>(row + channel, to + channel * patch.channelStride);
      }
    }
    to += patch.pixelStride;
  }
}

template <class Format>
void Unpack(GridPatch<std::byte*> patch, double* rows, int64_t lanes) {
  for (int64_t left = patch.pixels; left > 0; left -= kStrip) {
    patch.pixels = std::min(left, kStrip);
    if (patch.pixelStride == 1) {
      UnpackPlanes<Format>(patch, rows, lanes);
    } else {
      UnpackAny<Format>(patch, rows, lanes);
    }
    rows += kStrip * lanes;
    patch.data += kStrip * patch.pixelStride * static_cast<int64_t>(sizeof(typename Format::Element));
  }
}

void UnpackRows(const GridPatch<std::byte*>& patch, double* rows, int64_t lanes) {
  VisitFormat(patch.dtype, [&](auto format) HWY_ATTR { Unpack<decltype(format)>(patch, rows, lanes); });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(PackRows);
HWY_EXPORT(UnpackRows);

void PackGridRows(const GridPatch<const std::byte*>& patch, const int64_t* places, void* rows,
                  int64_t lanes) {
  HWY_DYNAMIC_DISPATCH(PackRows)(patch, places, rows, lanes);
}

void PackGridGradients(const TensorView& gradOutput, const GridChannels& part, const GridSamples& samples,
                       const int64_t* places, void* rows, int64_t lanes) {
  const int64_t columns = gradOutput.dims[3];
  const bool even = HasEvenRows(gradOutput);
  const int64_t end = samples.begin + samples.count;
  for (int64_t begin = samples.begin; begin < end;) {
    const int64_t row = begin / columns;
    const int64_t count = (even ? end : std::min(end, (row + 1) * columns)) - begin;
    PackGridRows(
        {.data = gradOutput.data + GridByteOffset(gradOutput, part.image, part.channel, row, begin % columns),
         .dtype = gradOutput.dtype,
         .channels = part.channels,
         .channelStride = gradOutput.strides[1],
         .pixels = count,
         .pixelStride = gradOutput.strides[columns == 1 ? 2 : 3]},
        places, rows, lanes);
    if (places != nullptr) {
      places += count;
    } else {
      rows = static_cast<std::byte*>(rows) + count * lanes * static_cast<int64_t>(SizeOf(gradOutput.dtype));
    }
    begin += count;
  }
}

void ReadGridRows(const GridPatch<const std::byte*>& patch, float* rows, int64_t lanes) {
  if (patch.dtype == DType::kFloat) {
    PackGridRows(patch, nullptr, rows, lanes);
    return;
  }
  std::array<uint16_t, kTileElements> packed;
  const int64_t step = std::max(kTileElements / lanes / 4 * 4, int64_t{1});
  for (int64_t begin = 0; begin < patch.pixels; begin += step) {
    GridPatch<const std::byte*> part = patch;
    part.data += begin * patch.pixelStride * static_cast<int64_t>(sizeof(uint16_t));
    part.pixels = std::min(step, patch.pixels - begin);
    PackGridRows(part, nullptr, packed.data(), lanes);
    ConvertToFloat(patch.dtype, packed.data(), rows + begin * lanes, part.pixels * lanes);
  }
}

void WriteGridRows(const GridPatch<std::byte*>& patch, double* rows, int64_t lanes) {
  HWY_DYNAMIC_DISPATCH(UnpackRows)(patch, rows, lanes);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
