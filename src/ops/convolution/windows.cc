// SPDX-License-Identifier: Apache-2.0
#include "ops/convolution/windows.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <span>
#include <type_traits>

#include "kernels/gemm/panel_rows.h"
#include "simd/convert.h"
#include "simd/transpose.h"

namespace openaclnn {
namespace {

constexpr int64_t kMostLanes = 64;
constexpr int64_t kFewInRow = 8;                // positions, that are not worth runs of their own
constexpr int64_t kMostPlaces = INT32_MAX / 2;  // of planes whose places are counted in 32 bits

int64_t CeilDivideSigned(int64_t a, int64_t b) {
  return a > 0 ? (a + b - 1) / b : -(-a / b);
}

// Neighbouring positions of one row seen through one tap: those in [low, high) lie inside.
struct Run {
  int64_t offset;  // of the first one that is inside, in elements
  int64_t low;
  int64_t high;
};

// Some neighbouring positions of one row.
struct Row {
  int64_t sample;
  Spatial position;
  int64_t count;
};

template <typename E>
class Packer {
 public:
  Packer(const WindowSource& source, const Windows& windows)
      : data_(reinterpret_cast<const E*>(source.data)), source_(source), windows_(windows) {}

  void Positions(const GemmPiece& piece, int64_t width, E* panel) const {
    std::array<Row, kMostLanes> rows;
    size_t count = 0;
    ForEachRow(piece.lane, piece.lanes, [&](const Row& row, int64_t /*lane*/) { rows[count++] = row; });
    const bool even = piece.lanes == width && LinesUp(rows[0], rows[count - 1]);
    const Line line = even ? LineOf({rows.data(), count}) : Line{};
    const bool scattered = static_cast<int64_t>(count) * kFewInRow > piece.lanes &&
                           windows_.channels >= kFewInRow &&
                           std::ranges::all_of(windows_.extents, [](int64_t extent) { return extent > 0; });
    Places places;
    if (scattered) {
      FindPlaces({rows.data(), count}, &places);
    }
    ForEachTap(piece.depth, piece.depths,
               [&](const Spatial& tap, int64_t channel, int64_t channels, int64_t at) {
                 E* to = panel + at * width;
                 if (even && PositionsInLine(line, tap, channel, channels, width, to)) {
                   return;
                 }
                 for (int64_t c = 0; c < channels && piece.lanes < width; ++c) {
                   std::fill(to + c * width + piece.lanes, to + (c + 1) * width, E{0});
                 }
                 if (scattered) {
                   PositionsAnywhere(places, tap, channel, channels, piece.lanes, width, to);
                   return;
                 }
                 for (size_t r = 0; r < count; ++r) {
                   const Row& row = rows[r];
                   const Run run = Look(row, tap, channel);
                   const E* from = data_ + run.offset;
                   const bool whole = row.count == width && run.low == 0 && run.high == width;
                   if (whole && PositionStride() == 1) {
                     CopyPanelRows(from, source_.channelStride, channels, width, to);
                   } else if (whole && source_.channelStride == 1) {
                     PlanesToRows(sizeof(E), from, PositionStride(), width, channels, to);
                   } else {
                     PositionsOneByOne(from, run, row.count, channels, width, to);
                   }
                   to += row.count;
                 }
               });
  }

  void Taps(const GemmPiece& piece, int64_t width, E* panel) const {
    if (piece.lanes < width) {
      for (int64_t k = 0; k < piece.depths; ++k) {
        std::fill(panel + k * width + piece.lanes, panel + (k + 1) * width, E{0});
      }
    }
    ForEachRow(piece.depth, piece.depths, [&](const Row& row, int64_t depth) {
      ForEachTap(piece.lane, piece.lanes,
                 [&](const Spatial& tap, int64_t channel, int64_t channels, int64_t at) {
                   const Run run = Look(row, tap, channel);
                   E* to = panel + depth * width + at;
                   for (int64_t q = 0; q < row.count; ++q) {
                     if (q < run.low || q >= run.high) {
                       std::fill_n(to + q * width, channels, E{0});
                     }
                   }
                   const E* from = data_ + run.offset;
                   E* inside = to + run.low * width;
                   const int64_t count = run.high - run.low;
                   if (channels == width && PositionStride() == 1) {
                     PlanesToRows(sizeof(E), from, source_.channelStride, width, count, inside);
                   } else if (channels == width && source_.channelStride == 1) {
                     CopyPanelRows(from, PositionStride(), count, width, inside);
                   } else {
                     for (int64_t q = 0; q < count; ++q) {
                       for (int64_t c = 0; c < channels; ++c) {
                         inside[q * width + c] = from[q * PositionStride() + c * source_.channelStride];
                       }
                     }
                   }
                 });
    });
  }

 private:
  using Bits = std::conditional_t<
      sizeof(E) == 1, uint8_t,
      std::conditional_t<sizeof(E) == 2, uint16_t, std::conditional_t<sizeof(E) == 4, uint32_t, uint64_t>>>;

  // From a position to the next one in its row.
  [[nodiscard]] int64_t PositionStride() const { return windows_.step[2] * source_.strides[2]; }

  void PositionsOneByOne(const E* from, const Run& run, int64_t count, int64_t channels, int64_t width,
                         E* to) const {
    const int64_t inside = run.high - run.low;
    for (int64_t c = 0; c < channels; ++c) {
      E* row = to + c * width;
      const E* channel = from + c * source_.channelStride;
      // Mostly a few elements, or none: calls would cost more than they do.
      for (int64_t q = 0; q < run.low; ++q) {
        row[q] = E{0};
      }
      switch (PositionStride()) {
        case 1:
          CopySteps<1>(channel, 1, inside, row + run.low);
          break;
        case 2:
          CopySteps<2>(channel, 2, inside, row + run.low);
          break;
        default:
          CopySteps<0>(channel, PositionStride(), inside, row + run.low);
      }
      for (int64_t q = run.high; q < count; ++q) {
        row[q] = E{0};
      }
    }
  }

  // Whether what positions see lies in one line, across the ends of rows: where windows step by single places
  // and rows of the source are as long as those of positions. What is beyond the ends has to be left out
  // then.
  [[nodiscard]] bool LinesUp(const Row& first, const Row& last) const {
    return PositionStride() == 1 && windows_.step[1] == 1 && source_.strides[1] == windows_.positions[2] &&
           windows_.extents[2] == windows_.positions[2] && first.sample == last.sample &&
           first.position[0] == last.position[0];
  }

  // Positions that lie in a line: the first one, and where each is in its plane.
  struct Line {
    Row first{};
    std::array<int32_t, kMostLanes> x{};
    std::array<int32_t, kMostLanes> y{};
  };
  static Line LineOf(std::span<const Row> rows) {
    Line line{.first = rows[0]};
    size_t lane = 0;
    for (const Row& row : rows) {
      for (int64_t q = 0; q < row.count; ++q) {
        line.x[lane] = static_cast<int32_t>(row.position[2] + q);
        line.y[lane++] = static_cast<int32_t>(row.position[1]);
      }
    }
    return line;
  }

  // False where what they see leaves the plane. The width that the compiler knows, or 0.
  template <int64_t kWidth>
  bool PositionsInLine(const Line& line, const Spatial& tap, int64_t channel, int64_t channels, int64_t width,
                       E* to) const {
    const auto lanes = static_cast<size_t>(kWidth == 0 ? width : kWidth);
    Spatial off;
    for (size_t d = 0; d < kMostSpatial; ++d) {
      off[d] = windows_.first[d] + tap[d] * windows_.tapStep[d];
    }
    const int64_t z = line.first.position[0] * windows_.step[0] + off[0];
    const int64_t place =
        (line.first.position[1] + off[1]) * source_.strides[1] + line.first.position[2] + off[2];
    if (z < 0 || z >= windows_.extents[0] || place < 0 ||
        place + width > windows_.extents[1] * source_.strides[1]) {
      return false;
    }
    if (std::abs(off[1]) > kMostPlaces || std::abs(off[2]) > kMostPlaces) {
      return false;
    }
    const auto distanceX = static_cast<int32_t>(off[2]);
    const auto distanceY = static_cast<int32_t>(off[1]);
    const auto extentX = static_cast<uint32_t>(windows_.extents[2]);
    const auto extentY = static_cast<uint32_t>(windows_.extents[1]);
    std::array<Bits, kMostLanes> inside;
    uint32_t all = 1;
    for (size_t lane = 0; lane < lanes; ++lane) {
      const uint32_t sees = static_cast<uint32_t>(static_cast<uint32_t>(line.x[lane] + distanceX) < extentX) &
                            static_cast<uint32_t>(static_cast<uint32_t>(line.y[lane] + distanceY) < extentY);
      inside[lane] = static_cast<Bits>(Bits{0} - static_cast<Bits>(sees));
      all &= sees;
    }
    const E* from = data_ + line.first.sample * source_.sampleStride + channel * source_.channelStride +
                    z * source_.strides[0] + place;
    if (all != 0) {
      CopyPanelRows(from, source_.channelStride, channels, width, to);
      return true;
    }
    for (int64_t c = 0; c < channels; ++c) {
      std::array<Bits, kMostLanes> row;
      std::memcpy(row.data(), from + c * source_.channelStride, lanes * sizeof(E));
      for (size_t lane = 0; lane < lanes; ++lane) {
        row[lane] &= inside[lane];
      }
      std::memcpy(to + c * width, row.data(), lanes * sizeof(E));
    }
    return true;
  }
  bool PositionsInLine(const Line& line, const Spatial& tap, int64_t channel, int64_t channels, int64_t width,
                       E* to) const {
    switch (width) {
      case 16:  // of kernels for AVX2 and AVX-512
        return PositionsInLine<16>(line, tap, channel, channels, width, to);
      case 32:
        return PositionsInLine<32>(line, tap, channel, channels, width, to);
      default:
        return PositionsInLine<0>(line, tap, channel, channels, width, to);
    }
  }

  // Positions of short rows: where each begins to see, and its place in memory.
  struct Places {
    std::array<Spatial, kMostLanes> begin;
    std::array<int64_t, kMostLanes> offset;
  };
  void FindPlaces(std::span<const Row> rows, Places* places) const {
    size_t lane = 0;
    for (const Row& row : rows) {
      for (int64_t q = 0; q < row.count; ++q) {
        int64_t offset = row.sample * source_.sampleStride;
        for (size_t d = 0; d < kMostSpatial; ++d) {
          const int64_t position = row.position[d] + (d + 1 == kMostSpatial ? q : 0);
          const int64_t begin = position * windows_.step[d] + windows_.first[d];
          places->begin[lane][d] = begin;
          offset += begin * source_.strides[d];
        }
        places->offset[lane++] = offset;
      }
    }
  }

  // Each position by itself: what a tap makes of its place is found once for all channels.
  void PositionsAnywhere(const Places& places, const Spatial& tap, int64_t channel, int64_t channels,
                         int64_t count, int64_t width, E* to) const {
    Spatial off;
    int64_t distance = 0;
    for (size_t d = 0; d < kMostSpatial; ++d) {
      off[d] = tap[d] * windows_.tapStep[d];
      distance += off[d] * source_.strides[d];
    }
    std::array<int64_t, kMostLanes> at;
    std::array<Bits, kMostLanes> inside;
    for (size_t lane = 0; lane < static_cast<size_t>(count); ++lane) {
      bool sees = true;
      for (size_t d = 0; d < kMostSpatial; ++d) {
        const int64_t place = places.begin[lane][d] + off[d];
        sees = sees && place >= 0 && place < windows_.extents[d];
      }
      // Elsewhere the first element is read, and does not count.
      at[lane] = sees ? places.offset[lane] + distance : 0;
      inside[lane] = static_cast<Bits>(Bits{0} - static_cast<Bits>(sees));
    }
    for (int64_t c = 0; c < channels; ++c) {
      const E* const from = data_ + (channel + c) * source_.channelStride;
      E* const row = to + c * width;
      for (size_t lane = 0; lane < static_cast<size_t>(count); ++lane) {
        Bits bits;
        std::memcpy(&bits, from + at[lane], sizeof bits);
        bits &= inside[lane];
        std::memcpy(row + lane, &bits, sizeof bits);
      }
    }
  }

  // Every so many elements: kStep of them, if that is known.
  template <int64_t kStep>
  static void CopySteps(const E* from, int64_t step, int64_t count, E* to) {
    constexpr int64_t kTogether = 4;
    const int64_t distance = kStep == 0 ? step : kStep;
    int64_t i = 0;
    for (; i + kTogether <= count; i += kTogether) {
      std::array<E, kTogether> elements;
      for (int64_t k = 0; k < kTogether; ++k) {
        elements[static_cast<size_t>(k)] = from[(i + k) * distance];
      }
      std::memcpy(to + i, elements.data(), sizeof elements);
    }
    for (; i < count; ++i) {
      to[i] = from[i * distance];
    }
  }

  // visit(tap, first channel, channels, place among those asked for) for [tap][channel] from `first` on.
  template <typename Visit>
  void ForEachTap(int64_t first, int64_t count, const Visit& visit) const {
    for (int64_t done = 0; done < count;) {
      const int64_t index = (first + done) / windows_.channels;
      const int64_t channel = (first + done) % windows_.channels;
      const int64_t channels = std::min(count - done, windows_.channels - channel);
      const Spatial tap{index / (windows_.taps[1] * windows_.taps[2]),
                        index / windows_.taps[2] % windows_.taps[1], index % windows_.taps[2]};
      visit(tap, channel, channels, done);
      done += channels;
    }
  }

  // visit(row, place among those asked for) for positions from `first` on.
  template <typename Visit>
  void ForEachRow(int64_t first, int64_t count, const Visit& visit) const {
    const Spatial& positions = windows_.positions;
    for (int64_t done = 0; done < count;) {
      const int64_t index = first + done;
      Row row{};
      row.position[2] = index % positions[2];
      row.position[1] = index / positions[2] % positions[1];
      row.position[0] = index / (positions[2] * positions[1]) % positions[0];
      row.sample = index / (positions[2] * positions[1] * positions[0]);
      row.count = std::min(count - done, positions[2] - row.position[2]);
      visit(row, done);
      done += row.count;
    }
  }

  [[nodiscard]] Run Look(const Row& row, const Spatial& tap, int64_t channel) const {
    Spatial at;
    for (size_t d = 0; d < kMostSpatial; ++d) {
      at[d] = row.position[d] * windows_.step[d] + windows_.first[d] + tap[d] * windows_.tapStep[d];
    }
    for (size_t d = 0; d < 2; ++d) {
      if (at[d] < 0 || at[d] >= windows_.extents[d]) {
        return {0, row.count, row.count};
      }
    }
    const int64_t step = windows_.step[2];
    const auto steps = [&](int64_t distance) {
      return step == 1 ? distance : CeilDivideSigned(distance, step);
    };
    const int64_t low = std::clamp<int64_t>(steps(-at[2]), 0, row.count);
    const int64_t high = std::clamp<int64_t>(steps(windows_.extents[2] - at[2]), low, row.count);
    if (low == high) {
      return {0, row.count, row.count};
    }
    const int64_t offset = row.sample * source_.sampleStride + channel * source_.channelStride +
                           at[0] * source_.strides[0] + at[1] * source_.strides[1] +
                           (at[2] + low * step) * source_.strides[2];
    return {offset, low, high};
  }

  const E* data_;
  const WindowSource& source_;
  const Windows& windows_;
};

// pack(packer, panel) in the source's own type, widened to T behind it, or arranged as tiles.
template <typename T, typename Pack>
void PackAs(const WindowSource& source, const Windows& windows, int64_t depths, int64_t width, GemmSide side,
            T* panel, const Pack& pack) {
  if constexpr (std::is_same_v<T, int8_t>) {
    pack(Packer<int8_t>(source, windows), panel);
  } else if constexpr (std::is_same_v<T, TileNumber>) {
    std::array<uint16_t, kMostLanes * kGemmDepth> halves;
    pack(Packer<uint16_t>(source, windows), halves.data());
    ArrangeTiles(reinterpret_cast<const TileNumber*>(halves.data()), depths, side, width, panel);
  } else {
    if (source.dtype == (std::is_same_v<T, float> ? DType::kFloat : DType::kDouble)) {
      pack(Packer<T>(source, windows), panel);
      return;
    }
    if constexpr (std::is_same_v<T, float>) {
      std::array<uint16_t, kMostLanes * kGemmDepth> halves;
      pack(Packer<uint16_t>(source, windows), halves.data());
      ConvertToFloat(source.dtype, halves.data(), panel, width * depths);
    } else {
      std::array<float, kMostLanes * kGemmDepth> floats;
      PackAs<float>(source, windows, depths, width, side, floats.data(), pack);
      std::copy_n(floats.data(), width * depths, panel);
    }
  }
}

}  // namespace

Spatial ExtentsOf(const TensorView& view) {
  Spatial extents{1, 1, 1};
  for (int d = 2; d < view.rank; ++d) {
    extents[kMostSpatial - static_cast<size_t>(view.rank - d)] = view.dims[static_cast<size_t>(d)];
  }
  return extents;
}

Spatial StridesOf(const TensorView& view) {
  Spatial strides{0, 0, 0};
  for (int d = 2; d < view.rank; ++d) {
    strides[kMostSpatial - static_cast<size_t>(view.rank - d)] = view.strides[static_cast<size_t>(d)];
  }
  return strides;
}

WindowSource SourceOf(const TensorView& view, int64_t group, int64_t channels) {
  const int64_t offset = group * channels * view.strides[1];
  return {.data = view.data + offset * static_cast<int64_t>(SizeOf(view.dtype)),
          .dtype = view.dtype,
          .sampleStride = view.strides[0],
          .channelStride = view.strides[1],
          .strides = StridesOf(view)};
}

template <typename T>
void PackPositions(const WindowSource& source, const Windows& windows, const GemmPiece& piece, int64_t width,
                   T* panel) {
  PackAs(source, windows, piece.depths, width, GemmSide::kColumns, panel,
         [&](const auto& packer, auto* to) { packer.Positions(piece, width, to); });
}

template <typename T>
void PackTaps(const WindowSource& source, const Windows& windows, const GemmPiece& piece, GemmSide side,
              int64_t width, T* panel) {
  PackAs(source, windows, piece.depths, width, side, panel,
         [&](const auto& packer, auto* to) { packer.Taps(piece, width, to); });
}

template void PackPositions(const WindowSource&, const Windows&, const GemmPiece&, int64_t, float*);
template void PackPositions(const WindowSource&, const Windows&, const GemmPiece&, int64_t, double*);
template void PackPositions(const WindowSource&, const Windows&, const GemmPiece&, int64_t, TileNumber*);
template void PackPositions(const WindowSource&, const Windows&, const GemmPiece&, int64_t, int8_t*);
template void PackTaps(const WindowSource&, const Windows&, const GemmPiece&, GemmSide, int64_t, float*);
template void PackTaps(const WindowSource&, const Windows&, const GemmPiece&, GemmSide, int64_t, double*);
template void PackTaps(const WindowSource&, const Windows&, const GemmPiece&, GemmSide, int64_t, TileNumber*);

}  // namespace openaclnn
