// SPDX-License-Identifier: Apache-2.0
//
// Transposition between planes and rows, in registers: a plane holds one channel of many positions side by
// side, a row all channels of one position. Elements are moved, not looked at: any type of 1, 2, 4 or 8
// bytes. For files that are compiled once for each instruction set; include after highway.h.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_SIMD_TRANSPOSE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_TRANSPOSE_INL
#undef OPENACLNN_SIMD_TRANSPOSE_INL
#else
#define OPENACLNN_SIMD_TRANSPOSE_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Edge of the squares that are transposed in registers: one of their sides is a block of 16 bytes.
template <typename T>
inline constexpr size_t kSquareEdge = 16 / sizeof(T);

#if HWY_TARGET != HWY_SCALAR
/// Transposes squares, one in each 16-byte block of the vectors: element i of vector k becomes element k of
/// vector i. Interleaving the first half of the vectors with the second one moves the top bit of a vector's
/// number to the bottom of its elements' numbers; so many times as there are bits, and they have changed
/// places.
template <class D>
HWY_INLINE void TransposeSquares(D d, std::array<hn::Vec<D>, kSquareEdge<hn::TFromD<D>>>& square) {
  constexpr size_t kEdge = kSquareEdge<hn::TFromD<D>>;
  for (size_t turned = 1; turned < kEdge; turned *= 2) {
    std::array<hn::Vec<D>, kEdge> next;
    for (size_t i = 0; i < kEdge / 2; ++i) {
      next[2 * i] = hn::InterleaveLower(d, square[i], square[i + kEdge / 2]);
      next[2 * i + 1] = hn::InterleaveUpper(d, square[i], square[i + kEdge / 2]);
    }
    square = next;
  }
}

/// Blocks of 16 bytes that a vector has.
template <class D>
inline constexpr size_t kBlocksOf = hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) / 16;

/// Whether the squares of as many vectors as fill whole vectors of rows stay in registers.
template <typename T>
inline constexpr bool kJoinsBlocks = sizeof(T) >= 4 && kBlocksOf<hn::ScalableTag<T>> > 1;

/// Transposes the blocks of as many vectors as one has blocks: block i of vector k becomes block k of vector i.
template <class D>
HWY_INLINE void TransposeBlocks(D d, std::array<hn::Vec<D>, 2>& pair) {
  pair = {hn::ConcatLowerLower(d, pair[1], pair[0]), hn::ConcatUpperUpper(d, pair[1], pair[0])};
}
template <class D>
HWY_INLINE void TransposeBlocks(D d, std::array<hn::Vec<D>, 4>& four) {
  const auto turn = [&](size_t a, size_t b) HWY_ATTR {
    const auto even = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(four[b]), four[a]);
    four[b] = hn::OddEvenBlocks(four[b], hn::SwapAdjacentBlocks(four[a]));
    four[a] = even;
  };
  turn(0, 1);
  turn(2, 3);
  four = {hn::ConcatLowerLower(d, four[2], four[0]), hn::ConcatLowerLower(d, four[3], four[1]),
          hn::ConcatUpperUpper(d, four[2], four[0]), hn::ConcatUpperUpper(d, four[3], four[1])};
}

/// Calls store(block, i) for the 16-byte blocks of a vector.
template <class D, class Store>
HWY_INLINE void ForEachBlock([[maybe_unused]] D d, hn::Vec<D> v, size_t first, const Store& store) {
  if constexpr (hn::MaxLanes(D()) <= kSquareEdge<hn::TFromD<D>>) {
    store(v, first);
  } else {
    const hn::Half<D> half;
    constexpr size_t kBlocks = hn::MaxLanes(hn::Half<D>()) / kSquareEdge<hn::TFromD<D>>;
    ForEachBlock(half, hn::LowerHalf(half, v), first, store);
    ForEachBlock(half, hn::UpperHalf(half, v), first + kBlocks, store);
  }
}

/// A square in each block of vectors, from the planes on that begin here. Of these, `channels` exist; the others are zero.
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE auto LoadSquares(D d, const T* planes, int64_t stride, int64_t channels) {
  std::array<hn::Vec<D>, kSquareEdge<T>> square;
  for (size_t k = 0; k < kSquareEdge<T>; ++k) {
    const auto channel = static_cast<int64_t>(k);
    square[k] = channel < channels ? hn::LoadU(d, planes + channel * stride) : hn::Zero(d);
  }
  TransposeSquares(d, square);
  return square;
}

/// As many rows as a vector has elements, and as many columns: to[column * toStride + row] = from[row * stride + column].
/// Of the rows, `existing` are read; the others are zero.
template <class D, typename T = hn::TFromD<D>>
HWY_INLINE void TransposeSteps(D d, const T* from, int64_t stride, int64_t existing, T* to,
                               int64_t toStride) {
  constexpr size_t kEdge = kSquareEdge<T>;
  constexpr size_t kBlocks = kBlocksOf<D>;
  std::array<std::array<hn::Vec<D>, kEdge>, kBlocks> squares;
  for (size_t b = 0; b < kBlocks; ++b) {
    const auto first = static_cast<int64_t>(b * kEdge);
    squares[b] = LoadSquares(d, from + first * stride, stride, existing - first);
  }
  for (size_t k = 0; k < kEdge; ++k) {
    std::array<hn::Vec<D>, kBlocks> joined;
    for (size_t b = 0; b < kBlocks; ++b) {
      joined[b] = squares[b][k];
    }
    TransposeBlocks(d, joined);
    for (size_t b = 0; b < kBlocks; ++b) {
      hn::StoreU(joined[b], d, to + static_cast<int64_t>(b * kEdge + k) * toStride);
    }
  }
}

/// Positions from `position` on, a whole vector of `d` at a time; returns the first one that is left. kJoined: as many
/// squares as a vector has blocks become whole vectors of rows. Of their channels, `channels` exist; the others are zero.
template <bool kJoined, class D, typename T = hn::TFromD<D>>
HWY_INLINE int64_t SquaresToRows(D d, const T* planes, int64_t stride, int64_t channels, int64_t position,
                                 int64_t positions, T* rows, int64_t lanes) {
  constexpr size_t kEdge = kSquareEdge<T>;
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(D()));
  for (; position + kStep <= positions; position += kStep) {
    const auto rowOf = [&](size_t number)
                           HWY_ATTR { return rows + (position + static_cast<int64_t>(number)) * lanes; };
    if constexpr (kJoined) {
      TransposeSteps(d, planes + position, stride, channels, rowOf(0), lanes);
    } else {
      const auto square = LoadSquares(d, planes + position, stride, channels);
      for (size_t k = 0; k < kEdge; ++k) {
        ForEachBlock(d, square[k], 0, [&](auto block, size_t i) HWY_ATTR {
          hn::StoreU(block, hn::CappedTag<T, kEdge>(), rowOf(i * kEdge + k));
        });
      }
    }
  }
  return position;
}

/// The planes of kSquares squares, whose rows begin at `rows`. Positions from `position` on.
template <size_t kSquares, typename T>
HWY_INLINE void SomePlanesToRows(const T* planes, int64_t stride, int64_t channels, int64_t position,
                                 int64_t positions, T* rows, int64_t lanes) {
  constexpr bool kJoined = kSquares > 1;
  constexpr size_t kEdge = kSquareEdge<T>;
  const hn::ScalableTag<T> d;
  position = SquaresToRows<kJoined>(d, planes, stride, channels, position, positions, rows, lanes);
  for (int64_t k = 0; k < static_cast<int64_t>(kSquares * kEdge); k += static_cast<int64_t>(kEdge)) {
    const T* const from = planes + k * stride;
    const int64_t done = SquaresToRows<false>(hn::CappedTag<T, kEdge>(), from, stride, channels - k, position,
                                              positions, rows + k, lanes);
    for (int64_t last = done; last < positions; ++last) {
      for (int64_t i = 0; i < static_cast<int64_t>(kEdge); ++i) {
        rows[last * lanes + k + i] = i < channels - k ? from[i * stride + last] : T{0};
      }
    }
  }
}

/// Rows of two to four elements that lie one behind the other: all stores are whole vectors. The positions
/// that are done.
template <typename T>
HWY_INLINE int64_t InterleaveToRows(const T* planes, int64_t stride, int64_t channels, int64_t positions,
                                    T* rows, int64_t lanes) {
  const hn::ScalableTag<T> d;
  const auto step = static_cast<int64_t>(hn::Lanes(d));
  const auto plane = [&](int64_t channel, int64_t position) HWY_ATTR {
    return channel < channels ? hn::LoadU(d, planes + channel * stride + position) : hn::Zero(d);
  };
  int64_t position = 0;
  for (; position + step <= positions; position += step) {
    T* const to = rows + position * lanes;
    if (lanes == 2) {
      hn::StoreInterleaved2(plane(0, position), plane(1, position), d, to);
    } else if (lanes == 3) {
      hn::StoreInterleaved3(plane(0, position), plane(1, position), plane(2, position), d, to);
    } else {
      hn::StoreInterleaved4(plane(0, position), plane(1, position), plane(2, position), plane(3, position), d,
                            to);
    }
  }
  return position;
}

/// And back.
template <typename T>
HWY_INLINE int64_t InterleaveToPlanes(const T* rows, int64_t lanes, T* planes, int64_t stride,
                                      int64_t channels, int64_t positions) {
  const hn::ScalableTag<T> d;
  const auto step = static_cast<int64_t>(hn::Lanes(d));
  int64_t position = 0;
  for (; position + step <= positions; position += step) {
    std::array<hn::Vec<decltype(d)>, 4> row;
    const T* const from = rows + position * lanes;
    if (lanes == 2) {
      hn::LoadInterleaved2(d, from, row[0], row[1]);
    } else if (lanes == 3) {
      hn::LoadInterleaved3(d, from, row[0], row[1], row[2]);
    } else {
      hn::LoadInterleaved4(d, from, row[0], row[1], row[2], row[3]);
    }
    for (size_t k = 0; static_cast<int64_t>(k) < channels; ++k) {
      hn::StoreU(row[k], d, planes + static_cast<int64_t>(k) * stride + position);
    }
  }
  return position;
}
#endif  // HWY_TARGET != HWY_SCALAR

/// Planes to rows: element `channel` of row `position` from planes[channel * stride + position]. Rows are
/// `lanes` elements long, at least as many as there are channels; what no channel fills becomes zero.
template <typename T>
void PlanesToRows(const T* planes, int64_t stride, int64_t channels, int64_t positions, T* rows,
                  int64_t lanes) {
  int64_t channel = 0;
#if HWY_TARGET != HWY_SCALAR
  constexpr auto kEdge = static_cast<int64_t>(kSquareEdge<T>);
  int64_t interleaved = 0;
  if (lanes >= 2 && lanes <= 4) {
    interleaved = InterleaveToRows(planes, stride, channels, positions, rows, lanes);
  }
  // A few planes at a time: only so many lines of a cache lie at the same distance. As many as fill a vector, if these can
  // be joined: lines of rows are then written once.
  if constexpr (kJoinsBlocks<T>) {
    constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(hn::ScalableTag<T>()));
    constexpr size_t kSquares = kBlocksOf<hn::ScalableTag<T>>;
    for (; channel + kStep <= lanes; channel += kStep) {
      SomePlanesToRows<kSquares>(planes + channel * stride, stride, channels - channel, interleaved,
                                 positions, rows + channel, lanes);
    }
  }
  for (; channel + kEdge <= lanes; channel += kEdge) {
    SomePlanesToRows<1>(planes + channel * stride, stride, channels - channel, interleaved, positions,
                        rows + channel, lanes);
  }
#else
  constexpr int64_t interleaved = 0;
#endif
  for (; channel < lanes; ++channel) {
    for (int64_t position = interleaved; position < positions; ++position) {
      rows[position * lanes + channel] = channel < channels ? planes[channel * stride + position] : T{0};
    }
  }
}

/// Rows to planes: planes[channel * stride + position] from element `channel` of row `position`. Rows are
/// `lanes` elements long, of which the first `channels` are taken.
template <typename T>
void RowsToPlanes(const T* rows, int64_t lanes, T* planes, int64_t stride, int64_t channels,
                  int64_t positions) {
  int64_t channel = 0;
#if HWY_TARGET != HWY_SCALAR
  constexpr auto kEdge = static_cast<int64_t>(kSquareEdge<T>);
  int64_t interleaved = 0;
  if (lanes >= 2 && lanes <= 4) {
    interleaved = InterleaveToPlanes(rows, lanes, planes, stride, channels, positions);
  }
  const auto copy = [&](int64_t first, int64_t count, int64_t position) HWY_ATTR {
    for (; position < positions; ++position) {
      for (int64_t k = first; k < first + count; ++k) {
        planes[k * stride + position] = rows[position * lanes + k];
      }
    }
  };
  if constexpr (kJoinsBlocks<T>) {
    const hn::ScalableTag<T> d;
    constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(hn::ScalableTag<T>()));
    for (; channel + kStep <= channels; channel += kStep) {
      int64_t position = interleaved;
      for (; position + kStep <= positions; position += kStep) {
        TransposeSteps(d, rows + position * lanes + channel, lanes, kStep,
                       planes + channel * stride + position, stride);
      }
      copy(channel, kStep, position);
    }
  }
  const hn::CappedTag<T, kSquareEdge<T>> d;
  for (; channel < channels && channel + kEdge <= lanes; channel += kEdge) {
    const T* from = rows + channel;
    T* to = planes + channel * stride;
    const int64_t left = std::min(kEdge, channels - channel);
    int64_t position = interleaved;
    for (; position + kEdge <= positions; position += kEdge) {
      const auto square = LoadSquares(d, from + position * lanes, lanes, kEdge);
      for (size_t k = 0; k < kSquareEdge<T>; ++k) {
        if (static_cast<int64_t>(k) < left) {
          hn::StoreU(square[k], d, to + static_cast<int64_t>(k) * stride + position);
        }
      }
    }
    copy(channel, left, position);
  }
#else
  constexpr int64_t interleaved = 0;
#endif
  for (; channel < channels; ++channel) {
    for (int64_t position = interleaved; position < positions; ++position) {
      planes[channel * stride + position] = rows[position * lanes + channel];
    }
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_TRANSPOSE_INL
