// SPDX-License-Identifier: Apache-2.0
#include "ops/convolution/depthwise.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <type_traits>

#include "base/checked_math.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "simd/convert.h"
#include "simd/transpose.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"

namespace openaclnn::depthwise {
inline constexpr int64_t kLanes = 16;  // channels side by side
}  // namespace openaclnn::depthwise

namespace openaclnn {
OPENACLNN_PER_TARGET(SumRowFloat,
                     void(const float* tile, int64_t step, const int64_t* places, int64_t taps,
                          const float* weight, const float* added, int64_t positions, float* sums));
OPENACLNN_PER_TARGET(SumRowDouble,
                     void(const double* tile, int64_t step, const int64_t* places, int64_t taps,
                          const double* weight, const double* added, int64_t positions, double* sums));
OPENACLNN_PER_TARGET(AddRowFloat, void(const float* tile, int64_t step, const int64_t* places, int64_t taps,
                                       const float* gradient, int64_t positions, float* sums));
OPENACLNN_PER_TARGET(AddRowDouble, void(const double* tile, int64_t step, const int64_t* places, int64_t taps,
                                        const double* gradient, int64_t positions, double* sums));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace depthwise {
namespace hn = hwy::HWY_NAMESPACE;
using openaclnn::depthwise::kLanes;

// Some sums at a time: as many as registers hold beside their operands.
template <class D, int64_t kCount>
HWY_INLINE void SumPositions(D d, const hn::TFromD<D>* tile, int64_t step, const int64_t* places,
                             int64_t taps, const hn::TFromD<D>* weight, hn::Vec<D> added,
                             hn::TFromD<D>* sums) {
  std::array<hn::Vec<D>, kCount> totals;
  totals.fill(hn::Zero(d));
  for (int64_t tap = 0; tap < taps; ++tap) {
    const auto factor = hn::LoadU(d, weight + tap * kLanes);
    const auto* from = tile + places[tap];
#pragma GCC unroll 8
    for (size_t i = 0; i < kCount; ++i) {
      totals[i] = MulAdd(d, factor, hn::LoadU(d, from + static_cast<int64_t>(i) * step), totals[i]);
    }
  }
#pragma GCC unroll 8
  for (size_t i = 0; i < kCount; ++i) {
    hn::StoreU(WithOneNan(d, hn::Add(totals[i], added)), d, sums + static_cast<int64_t>(i) * kLanes);
  }
}

// Calls visit with the count, 1 to kMost, as a constant.
template <int64_t kMost, class Visit>
HWY_INLINE void WithCount(int64_t count, const Visit& visit) {
  if constexpr (kMost > 1) {
    if (count < kMost) {
      return WithCount<kMost - 1>(count, visit);
    }
  }
  visit(std::integral_constant<int64_t, kMost>());
}

// A row of positions, `step` elements apart in the tile: sums of taps at `places` behind each. They are taken in groups
// of one size, as far as possible: a position by itself would wait for each of its sums.
template <typename T>
void SumRow(const T* tile, int64_t step, const int64_t* places, int64_t taps, const T* weight, const T* added,
            int64_t positions, T* sums) {
  const hn::CappedTag<T, kLanes> d;
  constexpr int64_t kTogether = 8;
  for (int64_t lane = 0; lane < kLanes; lane += static_cast<int64_t>(hn::Lanes(d))) {
    const auto bias = hn::LoadU(d, added + lane);
    int64_t groups = (positions + kTogether - 1) / kTogether;
    for (int64_t position = 0; position < positions; --groups) {
      const int64_t count = (positions - position + groups - 1) / groups;
      WithCount<kTogether>(
          count, [&]<int64_t kCount>(std::integral_constant<int64_t, kCount> /*count*/) HWY_ATTR {
            SumPositions<decltype(d), kCount>(d, tile + position * step + lane, step, places, taps,
                                              weight + lane, bias, sums + position * kLanes + lane);
          });
      position += count;
    }
  }
}

template <class D, int64_t kCount>
HWY_INLINE void SumTaps(D d, const hn::TFromD<D>* tile, int64_t step, const int64_t* places,
                        const hn::TFromD<D>* gradient, int64_t positions, hn::TFromD<D>* sums) {
  std::array<hn::Vec<D>, kCount> totals;
  for (size_t i = 0; i < kCount; ++i) {
    totals[i] = hn::LoadU(d, sums + static_cast<int64_t>(i) * kLanes);
  }
  for (int64_t position = 0; position < positions; ++position) {
    const auto factor = hn::LoadU(d, gradient + position * kLanes);
    const auto* from = tile + position * step;
    for (size_t i = 0; i < kCount; ++i) {
      totals[i] = MulAdd(d, factor, hn::LoadU(d, from + places[i]), totals[i]);
    }
  }
  for (size_t i = 0; i < kCount; ++i) {
    hn::StoreU(totals[i], d, sums + static_cast<int64_t>(i) * kLanes);
  }
}

// Adds to the sums of all taps what a row of positions gives.
template <typename T>
void AddRow(const T* tile, int64_t step, const int64_t* places, int64_t taps, const T* gradient,
            int64_t positions, T* sums) {
  const hn::CappedTag<T, kLanes> d;
  for (int64_t lane = 0; lane < kLanes; lane += static_cast<int64_t>(hn::Lanes(d))) {
    int64_t tap = 0;
    const auto add = [&]<int64_t kCount>(std::integral_constant<int64_t, kCount> /*count*/) HWY_ATTR {
      for (; tap + kCount <= taps; tap += kCount) {
        SumTaps<decltype(d), kCount>(d, tile + lane, step, places + tap, gradient + lane, positions,
                                     sums + tap * kLanes + lane);
      }
    };
    add(std::integral_constant<int64_t, 9>());
    add(std::integral_constant<int64_t, 4>());
    add(std::integral_constant<int64_t, 1>());
  }
}

}  // namespace depthwise

void SumRowFloat(const float* tile, int64_t step, const int64_t* places, int64_t taps, const float* weight,
                 const float* added, int64_t positions, float* sums) {
  depthwise::SumRow(tile, step, places, taps, weight, added, positions, sums);
}
void SumRowDouble(const double* tile, int64_t step, const int64_t* places, int64_t taps, const double* weight,
                  const double* added, int64_t positions, double* sums) {
  depthwise::SumRow(tile, step, places, taps, weight, added, positions, sums);
}
void AddRowFloat(const float* tile, int64_t step, const int64_t* places, int64_t taps, const float* gradient,
                 int64_t positions, float* sums) {
  depthwise::AddRow(tile, step, places, taps, gradient, positions, sums);
}
void AddRowDouble(const double* tile, int64_t step, const int64_t* places, int64_t taps,
                  const double* gradient, int64_t positions, double* sums) {
  depthwise::AddRow(tile, step, places, taps, gradient, positions, sums);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

namespace depthwise {

void SumRow(const float* tile, int64_t step, const int64_t* places, int64_t taps, const float* weight,
            const float* added, int64_t positions, float* sums) {
  HWY_DYNAMIC_DISPATCH(SumRowFloat)(tile, step, places, taps, weight, added, positions, sums);
}
void SumRow(const double* tile, int64_t step, const int64_t* places, int64_t taps, const double* weight,
            const double* added, int64_t positions, double* sums) {
  HWY_DYNAMIC_DISPATCH(SumRowDouble)(tile, step, places, taps, weight, added, positions, sums);
}
void AddRow(const float* tile, int64_t step, const int64_t* places, int64_t taps, const float* gradient,
            int64_t positions, float* sums) {
  HWY_DYNAMIC_DISPATCH(AddRowFloat)(tile, step, places, taps, gradient, positions, sums);
}
void AddRow(const double* tile, int64_t step, const int64_t* places, int64_t taps, const double* gradient,
            int64_t positions, double* sums) {
  HWY_DYNAMIC_DISPATCH(AddRowDouble)(tile, step, places, taps, gradient, positions, sums);
}

namespace {

// A tile and what lies beside it stay in a level-two cache.
constexpr int64_t kTileBytes = int64_t{192} << 10;
constexpr int64_t kMostTileBytes = int64_t{1} << 20;
constexpr int64_t kMostSlots = 128;
// Positions that are transposed or converted at a time.
constexpr int64_t kRun = 128;

// Places that windows at `positions` neighbouring positions see along a dim.
int64_t Reach(const Windows& windows, size_t d, int64_t positions) {
  return (positions - 1) * windows.step[d] + (windows.taps[d] - 1) * std::abs(windows.tapStep[d]) + 1;
}

// The first place that a position sees along a dim.
int64_t LowestPlace(const Windows& windows, size_t d, int64_t position) {
  return position * windows.step[d] + windows.first[d] +
         std::min<int64_t>(0, (windows.taps[d] - 1) * windows.tapStep[d]);
}

int64_t TileElements(const Windows& windows, int64_t band) {
  return windows.taps[0] * Reach(windows, 1, band) * Reach(windows, 2, windows.positions[2]) * kLanes;
}

// Some channels of a sample, and rows of them as rows of kLanes elements, zero where there is no channel.
template <typename T>
class Rows {
 public:
  Rows(const WindowSource& source, int64_t sample, int64_t channel, int64_t channels)
      : source_(source),
        data_(source.data +
              (sample * source.sampleStride + channel * source.channelStride) * ElementSize(source)),
        channels_(channels) {}

  // Elements [x, x + count) of row (z, y).
  void Pack(int64_t z, int64_t y, int64_t x, int64_t count, T* to) const {
    const int64_t offset = z * source_.strides[0] + y * source_.strides[1] + x * source_.strides[2];
    const std::byte* from = data_ + offset * ElementSize(source_);
    if (source_.dtype == (std::is_same_v<T, float> ? DType::kFloat : DType::kDouble)) {
      PackElements(reinterpret_cast<const T*>(from), count, to);
      return;
    }
    for (int64_t done = 0; done < count; done += kRun) {
      const int64_t run = std::min(kRun, count - done);
      PackHalves(from + done * source_.strides[2] * ElementSize(source_), run, to + done * kLanes);
    }
  }

 private:
  static int64_t ElementSize(const WindowSource& source) {
    return static_cast<int64_t>(SizeOf(source.dtype));
  }

  void PackHalves(const std::byte* from, int64_t count, T* to) const {
    if constexpr (std::is_same_v<T, float>) {
      std::array<uint16_t, kRun * kLanes> halves;
      PackElements(reinterpret_cast<const uint16_t*>(from), count, halves.data());
      ConvertToFloat(source_.dtype, halves.data(), to, count * kLanes);
    } else {
      std::array<float, kRun * kLanes> floats;
      if (source_.dtype == DType::kFloat) {
        PackElements(reinterpret_cast<const float*>(from), count, floats.data());
      } else {
        std::array<uint16_t, kRun * kLanes> halves;
        PackElements(reinterpret_cast<const uint16_t*>(from), count, halves.data());
        ConvertToFloat(source_.dtype, halves.data(), floats.data(), count * kLanes);
      }
      std::copy_n(floats.data(), count * kLanes, to);
    }
  }

  template <typename E>
  void PackElements(const E* from, int64_t count, E* to) const {
    if (channels_ == kLanes && source_.strides[2] == 1) {
      PlanesToRows(sizeof(E), from, source_.channelStride, kLanes, count, to);
      return;
    }
    for (int64_t x = 0; x < count; ++x) {
      const E* place = from + x * source_.strides[2];
      if (source_.channelStride == 1) {
        std::copy_n(place, channels_, to);
      } else {
        for (int64_t c = 0; c < channels_; ++c) {
          to[c] = place[c * source_.channelStride];
        }
      }
      std::fill(to + channels_, to + kLanes, E{0});
      to += kLanes;
    }
  }

  const WindowSource& source_;
  const std::byte* data_;
  int64_t channels_;
};

// The places that the windows of a band of rows see, [tap along the depth][row][place][kLanes], with zeros
// where there is none.
template <typename T>
class Tile {
 public:
  Tile(const DepthwisePartition& partition, const Windows& windows, std::byte* memory)
      : windows_(windows),
        width_(partition.width),
        height_(Reach(windows, 1, partition.band)),
        data_(reinterpret_cast<T*>(memory)) {
    const Spatial lowest = Lowest({0, 0, 0});
    size_t tap = 0;
    for (int64_t z = 0; z < windows.taps[0]; ++z) {
      for (int64_t y = 0; y < windows.taps[1]; ++y) {
        for (int64_t x = 0; x < windows.taps[2]; ++x) {
          const int64_t row = windows.first[1] + y * windows.tapStep[1] - lowest[1];
          const int64_t place = windows.first[2] + x * windows.tapStep[2] - lowest[2];
          places_[tap++] = ((z * height_ + row) * width_ + place) * kLanes;
        }
      }
    }
  }

  // For rows of positions [y, y + rows) at depth z.
  void Fill(const Rows<T>& source, const Spatial& extents, int64_t z, int64_t y, int64_t rows) {
    const Spatial lowest = Lowest({z, y, 0});
    const int64_t left = std::clamp<int64_t>(-lowest[2], 0, width_);
    const int64_t right = std::clamp<int64_t>(extents[2] - lowest[2], left, width_);
    for (int64_t tap = 0; tap < windows_.taps[0]; ++tap) {
      const int64_t plane = z * windows_.step[0] + windows_.first[0] + tap * windows_.tapStep[0];
      for (int64_t row = 0; row < Reach(windows_, 1, rows); ++row) {
        T* to = data_ + (tap * height_ + row) * width_ * kLanes;
        const int64_t line = lowest[1] + row;
        if (plane < 0 || plane >= extents[0] || line < 0 || line >= extents[1] || left == right) {
          std::fill_n(to, width_ * kLanes, T{0});
          continue;
        }
        std::fill_n(to, left * kLanes, T{0});
        source.Pack(plane, line, lowest[2] + left, right - left, to + left * kLanes);
        std::fill(to + right * kLanes, to + width_ * kLanes, T{0});
      }
    }
  }

  // What position x sees in the given row of the band; the taps' places are behind it.
  [[nodiscard]] const T* At(int64_t row, int64_t x) const {
    return data_ + (row * windows_.step[1] * width_ + x * windows_.step[2]) * kLanes;
  }
  [[nodiscard]] int64_t Step() const { return windows_.step[2] * kLanes; }
  [[nodiscard]] const int64_t* Places() const { return places_.data(); }

 private:
  [[nodiscard]] Spatial Lowest(const Spatial& position) const {
    Spatial lowest;
    for (size_t d = 0; d < kMostSpatial; ++d) {
      lowest[d] = LowestPlace(windows_, d, position[d]);
    }
    return lowest;
  }

  const Windows& windows_;
  const int64_t width_;
  const int64_t height_;
  T* const data_;
  std::array<int64_t, kGemmDepth> places_;
};

// [tap][kLanes] of weights that are [channel][tap].
template <typename T>
void PackWeight(const T* weight, int64_t taps, int64_t channels, T* packed) {
  for (int64_t tap = 0; tap < taps; ++tap) {
    for (int64_t c = 0; c < kLanes; ++c) {
      packed[tap * kLanes + c] = c < channels ? weight[c * taps + tap] : T{0};
    }
  }
}

// Elements that need no conversion, in the runs that their columns make up.
template <typename T>
void StoreRuns(const GemmResult& result, int64_t channel, int64_t channels, int64_t column, int64_t count,
               const T* rows) {
  const GemmColumns& columns = result.outColumns;
  const int64_t stride = columns.Step();
  while (count > 0) {
    const int64_t run = std::min(count, columns.RunFrom(column));
    T* to = reinterpret_cast<T*>(result.out) + channel * result.outRowStride + columns.OffsetOf(column);
    if (stride == 1 && channels == kLanes) {
      RowsToPlanes(sizeof(T), rows, kLanes, run, to, result.outRowStride);
    } else if (result.outRowStride == 1) {
      for (int64_t q = 0; q < run; ++q) {
        std::copy_n(rows + q * kLanes, channels, to + q * stride);
      }
    } else {
      for (int64_t c = 0; c < channels; ++c) {
        for (int64_t q = 0; q < run; ++q) {
          to[c * result.outRowStride + q * stride] = rows[q * kLanes + c];
        }
      }
    }
    rows += run * kLanes;
    column += run;
    count -= run;
  }
}

// Stores positions [column, column + count) of channels from `channel` on.
template <typename T>
void StoreRows(const GemmResult& result, int64_t channel, int64_t channels, int64_t column, int64_t count,
               const T* rows) {
  if (SizeOf(result.outDtype) == sizeof(T)) {
    StoreRuns(result, channel, channels, column, count, rows);
    return;
  }
  std::array<T, kLanes * kRun> planes;
  for (int64_t done = 0; done < count; done += kRun) {
    const int64_t run = std::min(kRun, count - done);
    RowsToPlanes(sizeof(T), rows + done * kLanes, kLanes, run, planes.data(), kRun);
    for (int64_t c = 0; c < channels; ++c) {
      FinishRow(result, 1, 0, channel + c, column + done, run, planes.data() + c * kRun);
    }
  }
}

template <typename T>
struct Slot {
  std::byte* tile;
  T* rows;
  T* weight;
  T* added;
};

template <typename T>
Slot<T> SlotIn(const DepthwisePartition& partition, const Windows& windows, std::byte* memory) {
  ScratchLayout layout;
  const auto book = [&](int64_t count) {
    return reinterpret_cast<T*>(memory + layout.Reserve(count, sizeof(T)));
  };
  T* tile = book(TileElements(windows, partition.band));
  T* rows = book(partition.band * windows.positions[2] * kLanes);
  T* weight = book(windows.Taps() * kLanes);
  return {reinterpret_cast<std::byte*>(tile), rows, weight, book(windows.Taps() * kLanes)};
}

}  // namespace
}  // namespace depthwise

using depthwise::kLanes;

bool DepthwisePartition::Fits(const Windows& windows, size_t elementSize) {
  constexpr int64_t kMostExtent = int64_t{1} << 16;
  if (windows.Taps() == 0 || windows.Taps() > kGemmDepth) {
    return false;
  }
  for (size_t d = 1; d < kMostSpatial; ++d) {
    if (windows.positions[d] == 0 || windows.positions[d] > kMostExtent || windows.step[d] > kMostExtent ||
        std::abs(windows.tapStep[d]) > kMostExtent) {
      return false;
    }
  }
  return depthwise::TileElements(windows, 1) * static_cast<int64_t>(elementSize) <= depthwise::kMostTileBytes;
}

DepthwisePartition::DepthwisePartition(const Windows& windows, int64_t allChannels, size_t elementSize)
    : channels(allChannels) {
  const auto bytes = [&](int64_t rows) {
    return depthwise::TileElements(windows, rows) * static_cast<int64_t>(elementSize);
  };
  band = 1;
  if (const int64_t more = bytes(2) - bytes(1); bytes(2) <= depthwise::kTileBytes) {
    band =
        std::min(windows.positions[1], 1 + (depthwise::kTileBytes - bytes(1)) / std::max(more, int64_t{1}));
  }
  width = depthwise::Reach(windows, 2, windows.positions[2]);
  const int64_t blocks = CeilDivide(channels, kLanes);
  const GemmPartition sums({channels, 1, windows.Taps(), windows.Positions()}, elementSize);
  parts = sums.parts;
  positionsOfPart = sums.depthOfPart;
  const int64_t tasks = blocks * std::max(parts, windows.samples * windows.positions[0] *
                                                     CeilDivide(windows.positions[1], band));
  slots = std::min(tasks, depthwise::kMostSlots);
  ScratchLayout slot;
  slot.Reserve(depthwise::TileElements(windows, band), elementSize);
  slot.Reserve(band * windows.positions[2] * kLanes, elementSize);
  slot.Reserve(windows.Taps() * kLanes, elementSize);
  slot.Reserve(windows.Taps() * kLanes, elementSize);
  slotBytes = slot.Bytes();
  ScratchLayout workspace;
  workspace.Reserve(slots, slotBytes);
  partsAt = workspace.Reserve(blocks * parts * windows.Taps() * kLanes, elementSize);
  workspaceBytes = workspace.Bytes();
}

template <typename T>
void RunDepthwise(const DepthwisePartition& partition, const Windows& windows, const DepthwiseCall<T>& call,
                  std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const int64_t taps = windows.Taps();
  const BandTasks tasks(windows, CeilDivide(partition.channels, kLanes), partition.band);
  ForEachTaskInSlots(cpu, tasks.Count(), partition.slots, [&](int64_t task, int64_t slot) {
    const auto scratch =
        depthwise::SlotIn<T>(partition, windows, workspace + static_cast<size_t>(slot) * partition.slotBytes);
    const int64_t channel = tasks.GroupOf(task) * kLanes;
    const auto [sample, z, y, rows] = tasks.BandOf(task);
    const int64_t channels = std::min(kLanes, partition.channels - channel);
    const int64_t width = windows.positions[2];

    depthwise::Tile<T> tile(partition, windows, scratch.tile);
    tile.Fill(depthwise::Rows<T>(call.source, sample, channel, channels), windows.extents, z, y, rows);
    depthwise::PackWeight(call.weight + channel * taps, taps, channels, scratch.weight);
    std::fill_n(scratch.added, kLanes, T{0});
    GemmResult result = call.result;
    if (result.added != nullptr) {
      const auto size = static_cast<int64_t>(SizeOf(result.addedDtype));
      PackMatrix<T>({result.added + channel * result.addedRowStride * size, result.addedDtype,
                     result.addedRowStride, 0},
                    {0, channels, 0, 1}, kLanes, scratch.added);
      result.added = nullptr;
    }
    for (int64_t row = 0; row < rows; ++row) {
      depthwise::SumRow(tile.At(row, 0), tile.Step(), tile.Places(), taps, scratch.weight, scratch.added,
                        width, scratch.rows + row * width * kLanes);
    }
    result.out += sample * call.sampleStride * static_cast<int64_t>(SizeOf(result.outDtype));
    depthwise::StoreRows(result, channel, channels, (z * windows.positions[1] + y) * width, rows * width,
                         scratch.rows);
  });
}

namespace depthwise {
namespace {

// Adds up what positions [begin, end) of all give to the taps of a block of channels: `sums`, [tap][kLanes].
template <typename T>
void SumPart(const DepthwisePartition& partition, const Windows& windows, const DepthwiseWeightCall& call,
             int64_t channel, int64_t begin, int64_t end, const Slot<T>& scratch, T* sums) {
  const int64_t channels = std::min(kLanes, partition.channels - channel);
  const Spatial& positions = windows.positions;
  const int64_t elements = windows.Taps() * kLanes;
  T* block = scratch.weight;
  Tile<T> tile(partition, windows, scratch.tile);
  int64_t filled = -1;  // the first row of the tile's, of all
  int64_t filledRows = 0;
  std::fill_n(sums, elements, T{0});
  std::fill_n(block, elements, T{0});
  for (int64_t at = begin; at < end;) {
    const int64_t x = at % positions[2];
    const int64_t row = at / positions[2];
    const int64_t y = row % positions[1];
    const int64_t z = row / positions[1] % positions[0];
    const int64_t sample = row / positions[1] / positions[0];
    const int64_t blockEnd = begin + ((at - begin) / kGemmDepth + 1) * kGemmDepth;
    const int64_t count = std::min({end - at, positions[2] - x, blockEnd - at});
    if (filled < 0 || row >= filled + filledRows) {
      filled = row;
      filledRows = std::min({partition.band, positions[1] - y, (end - 1) / positions[2] - row + 1});
      tile.Fill(Rows<T>(call.source, sample, channel, channels), windows.extents, z, y, filledRows);
    }
    Rows<T>(call.gradient, sample, channel, channels).Pack(z, y, x, count, scratch.rows);
    AddRow(tile.At(row - filled, x), tile.Step(), tile.Places(), windows.Taps(), scratch.rows, count, block);
    at += count;
    if (at == blockEnd || at == end) {
      for (int64_t i = 0; i < elements; ++i) {
        sums[i] += block[i];
        block[i] = 0;
      }
    }
  }
}

}  // namespace
}  // namespace depthwise

template <typename T>
void RunDepthwiseWeight(const DepthwisePartition& partition, const Windows& windows,
                        const DepthwiseWeightCall& call, std::byte* workspace,
                        const backend::cpu::CpuContext& cpu) {
  const int64_t blocks = CeilDivide(partition.channels, kLanes);
  const int64_t taps = windows.Taps();
  auto* sums = reinterpret_cast<T*>(workspace + partition.partsAt);
  ForEachTaskInSlots(cpu, blocks * partition.parts, partition.slots, [&](int64_t task, int64_t slot) {
    const auto scratch =
        depthwise::SlotIn<T>(partition, windows, workspace + static_cast<size_t>(slot) * partition.slotBytes);
    const int64_t begin = task % partition.parts * partition.positionsOfPart;
    const int64_t end = std::min(begin + partition.positionsOfPart, windows.Positions());
    depthwise::SumPart(partition, windows, call, task / partition.parts * kLanes, begin, end, scratch,
                       sums + task * taps * kLanes);
  });
  cpu.ParallelFor(blocks, [&](int64_t block) {
    const T* of = sums + block * partition.parts * taps * kLanes;
    for (int64_t c = 0; c < std::min(kLanes, partition.channels - block * kLanes); ++c) {
      std::array<T, kGemmDepth> row;
      for (int64_t tap = 0; tap < taps; ++tap) {
        double sum = 0;
        for (int64_t part = 0; part < partition.parts; ++part) {
          sum += of[(part * taps + tap) * kLanes + c];
        }
        row[static_cast<size_t>(tap)] = static_cast<T>(sum);
      }
      FinishRow(call.result, 1, 0, block * kLanes + c, 0, taps, row.data());
    }
  });
}

template void RunDepthwise(const DepthwisePartition&, const Windows&, const DepthwiseCall<float>&, std::byte*,
                           const backend::cpu::CpuContext&);
template void RunDepthwise(const DepthwisePartition&, const Windows&, const DepthwiseCall<double>&,
                           std::byte*, const backend::cpu::CpuContext&);
template void RunDepthwiseWeight<float>(const DepthwisePartition&, const Windows&, const DepthwiseWeightCall&,
                                        std::byte*, const backend::cpu::CpuContext&);
template void RunDepthwiseWeight<double>(const DepthwisePartition&, const Windows&,
                                         const DepthwiseWeightCall&, std::byte*,
                                         const backend::cpu::CpuContext&);

}  // namespace openaclnn
#endif  // HWY_ONCE
