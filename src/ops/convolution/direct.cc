// SPDX-License-Identifier: Apache-2.0
#include "ops/convolution/direct.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <type_traits>

#include "base/checked_math.h"
#include "kernels/scratch.h"
#include "kernels/task_slots.h"
#include "simd/convert.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/convolution/direct.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"

#ifndef OPENACLNN_DIRECT_ONCE  // this file is included once for each target
#define OPENACLNN_DIRECT_ONCE
namespace openaclnn::direct {

inline constexpr int64_t kMostChannels = 12;   // of the result, that are summed up together
inline constexpr int64_t kMostElements = 128;  // of vectors that are, too

// The sums of some positions that follow each other in a tile, of some channels.
template <typename T>
struct Sums {
  const T* tile;          // what the first position sees
  const int64_t* places;  // of each number of a window, behind it
  int64_t depth;          // numbers of a window, at most kGemmDepth of them
  const T* weight;        // [depth][channels]
  int64_t channels;
  int64_t positions;  // a multiple of kMostElements may be read, and written
  T* sums;            // [channels][stride]
  int64_t stride;
  bool adds;  // to the sums of other numbers of the windows
};

}  // namespace openaclnn::direct
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace direct {
namespace hn = hwy::HWY_NAMESPACE;
using openaclnn::direct::Sums;

// As many sums as registers hold beside their operands.
template <int64_t kChannels, int64_t kVectors, typename T>
HWY_INLINE void SumVectors(const Sums<T>& call, int64_t position) {
  const hn::ScalableTag<T> d;
  constexpr size_t kLanes = hn::MaxLanes(d);
  std::array<std::array<hn::Vec<decltype(d)>, kVectors>, kChannels> totals;
  for (auto& row : totals) {
    row.fill(hn::Zero(d));
  }
  const T* const tile = call.tile + position;
  const T* weight = call.weight;
  for (int64_t k = 0; k < call.depth; ++k, weight += kChannels) {
    const T* const from = tile + call.places[k];
    std::array<hn::Vec<decltype(d)>, kVectors> values;
    for (size_t v = 0; v < kVectors; ++v) {
      values[v] = hn::LoadU(d, from + v * kLanes);
    }
    for (size_t c = 0; c < kChannels; ++c) {
      const auto factor = hn::Set(d, weight[c]);
      for (size_t v = 0; v < kVectors; ++v) {
        totals[c][v] = MulAdd(d, factor, values[v], totals[c][v]);
      }
    }
  }
  for (size_t c = 0; c < kChannels; ++c) {
    T* const sums = call.sums + static_cast<int64_t>(c) * call.stride + position;
    for (size_t v = 0; v < kVectors; ++v) {
      auto total = totals[c][v];
      if (call.adds) {
        total = hn::Add(hn::LoadU(d, sums + v * kLanes), total);
      }
      hn::StoreU(WithOneNan(d, total), d, sums + v * kLanes);
    }
  }
}

template <int64_t kChannels, int64_t kVectors, typename T>
void SumAll(const Sums<T>& call) {
  constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(hn::ScalableTag<T>()));
  static_assert(kVectors * kLanes <= openaclnn::direct::kMostElements);
  int64_t position = 0;
  for (; position + kVectors * kLanes <= call.positions; position += kVectors * kLanes) {
    SumVectors<kChannels, kVectors>(call, position);
  }
  for (; position < call.positions; position += kLanes) {
    SumVectors<kChannels, 1>(call, position);
  }
}

template <typename T>
void Sum(const Sums<T>& call) {
#if HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64
  constexpr int64_t kVectors = 24;  // of 32 registers
#else
  constexpr int64_t kVectors = 12;  // of 16
#endif
  switch (call.channels) {
    case 12:
      return SumAll<12, kVectors / 12>(call);
    case 8:
      return SumAll<8, kVectors / 8>(call);
    case 4:
      return SumAll<4, kVectors / 4>(call);
    case 2:
      return SumAll<2, 4>(call);
    default:
      return SumAll<1, 8>(call);
  }
}

}  // namespace direct

void SumDirectFloat(const openaclnn::direct::Sums<float>& call) {
  direct::Sum(call);
}
void SumDirectDouble(const openaclnn::direct::Sums<double>& call) {
  direct::Sum(call);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(SumDirectFloat);
HWY_EXPORT(SumDirectDouble);

namespace direct {
namespace {

// The tile of a task stays in a level-two cache, with its sums beside it.
constexpr int64_t kTileBytes = int64_t{256} << 10;
constexpr int64_t kMostTileBytes = int64_t{512} << 10;
constexpr int64_t kMostSlots = 128;
// Tasks that keep a machine busy, and rows of positions that a task has in any case: it copies what lies
// between it and the next one, too.
constexpr int64_t kWantedTasks = 16;
constexpr int64_t kFewestRows = 4;
constexpr int64_t kMostSteps = 4;
constexpr int64_t kMostExtent = int64_t{1} << 16;
// What a product does better: more numbers, or, of windows that step further, more channels of the result
// from more channels.
constexpr int64_t kMostDepth = 1024;
constexpr int64_t kFewRows = 16;
constexpr int64_t kFewChannels = 4;

void Sum(const Sums<float>& call) {
  HWY_DYNAMIC_DISPATCH(SumDirectFloat)(call);
}
void Sum(const Sums<double>& call) {
  HWY_DYNAMIC_DISPATCH(SumDirectDouble)(call);
}

// What windows see along a dim of the copy.
struct Axis {
  explicit Axis(const Windows& windows, size_t d)
      : step(windows.step[d]), tapStep(windows.tapStep[d]), first(windows.first[d]) {
    const int64_t reach = (windows.taps[d] - 1) * std::abs(tapStep);
    lowest = first + std::min<int64_t>(0, (windows.taps[d] - 1) * tapStep);
    planes = std::min(step, reach + 1);
    more = reach / step;
  }

  // Of a tap: behind the first place that a position sees.
  [[nodiscard]] int64_t Distance(int64_t tap) const { return first + tap * tapStep - lowest; }

  int64_t step;
  int64_t tapStep;
  int64_t first;
  int64_t lowest;  // place of position 0
  int64_t planes;
  int64_t more;  // places of a plane beyond the positions
};

// The places that a band of rows of positions sees: [tap along the depth][channel][plane][row][place].
struct TileShape {
  TileShape(const Windows& windows, int64_t band)
      : y(windows, 1),
        x(windows, 2),
        rows(band + y.more),
        pitch(windows.positions[2] + x.more),
        plane(rows * pitch),
        channel(plane * y.planes * x.planes),
        elements(channel * windows.channels * windows.taps[0] + kMostElements) {}

  Axis y;
  Axis x;
  int64_t rows;
  int64_t pitch;
  int64_t plane;    // elements
  int64_t channel;  // elements
  int64_t elements;
};

int64_t PositionsOf(const TileShape& shape, int64_t band) {
  return CeilDivide(band * shape.pitch, kMostElements) * kMostElements;
}

template <typename T>
struct Slot {
  T* tile;
  T* sums;
};

template <typename T>
size_t LayOut(const Windows& windows, int64_t band, std::byte* memory, Slot<T>* slot) {
  const TileShape shape(windows, band);
  ScratchLayout layout;
  slot->tile = reinterpret_cast<T*>(memory + layout.Reserve(shape.elements, sizeof(T)));
  slot->sums =
      reinterpret_cast<T*>(memory + layout.Reserve(PositionsOf(shape, band) * kMostChannels, sizeof(T)));
  return layout.Bytes();
}

// Elements of a source, so many apart, as T.
template <typename T>
void CopyElements(const WindowSource& source, int64_t offset, int64_t stride, int64_t count, T* to) {
  const auto gather = [&](auto element, int64_t from, int64_t elements, auto* into) {
    using Element = decltype(element);
    const auto* first = reinterpret_cast<const Element*>(source.data) + offset + from * stride;
    if (stride == 1) {
      std::copy_n(first, elements, into);
      return;
    }
    for (int64_t i = 0; i < elements; ++i) {
      into[i] = first[i * stride];
    }
  };
  if (source.dtype == DType::kDouble) {
    if constexpr (std::is_same_v<T, double>) {
      gather(double{}, 0, count, to);
    }
  } else if (source.dtype == DType::kFloat) {
    gather(float{}, 0, count, to);
  } else {
    constexpr int64_t kRun = 256;
    std::array<uint16_t, kRun> halves;
    std::array<float, kRun> floats;
    for (int64_t done = 0; done < count; done += kRun) {
      const int64_t run = std::min(kRun, count - done);
      gather(uint16_t{}, done, run, halves.data());
      if constexpr (std::is_same_v<T, float>) {
        ConvertToFloat(source.dtype, halves.data(), to + done, run);
      } else {
        ConvertToFloat(source.dtype, halves.data(), floats.data(), run);
        std::copy_n(floats.data(), run, to + done);
      }
    }
  }
}

// Of a task: a band of positions of a sample, at depth z.
struct Band {
  int64_t sample;
  int64_t z;
  int64_t y;
  int64_t rows;
};

template <typename T>
void FillTile(const WindowSource& source, const Windows& windows, const TileShape& shape, const Band& band,
              T* tile) {
  std::fill_n(tile + shape.elements - kMostElements, kMostElements, T{0});
  const auto row = [&](int64_t depth, int64_t channel, int64_t line, int64_t planeX, T* to) {
    const Axis& x = shape.x;
    const int64_t begin = x.lowest + planeX;  // the place of position 0
    // Places inside, of the row.
    const int64_t low = begin >= 0 ? 0 : std::min(shape.pitch, CeilDivide(-begin, x.step));
    const int64_t high = begin >= windows.extents[2]
                             ? low
                             : std::clamp(CeilDivide(windows.extents[2] - begin, x.step), low, shape.pitch);
    if (depth < 0 || depth >= windows.extents[0] || line < 0 || line >= windows.extents[1] || low == high) {
      std::fill_n(to, shape.pitch, T{0});
      return;
    }
    std::fill_n(to, low, T{0});
    CopyElements(source,
                 band.sample * source.sampleStride + channel * source.channelStride +
                     depth * source.strides[0] + line * source.strides[1] +
                     (begin + low * x.step) * source.strides[2],
                 x.step * source.strides[2], high - low, to + low);
    std::fill(to + high, to + shape.pitch, T{0});
  };
  for (int64_t tap = 0; tap < windows.taps[0]; ++tap) {
    const int64_t depth = band.z * windows.step[0] + windows.first[0] + tap * windows.tapStep[0];
    for (int64_t channel = 0; channel < windows.channels; ++channel) {
      T* const planes = tile + (tap * windows.channels + channel) * shape.channel;
      for (int64_t planeY = 0; planeY < shape.y.planes; ++planeY) {
        for (int64_t planeX = 0; planeX < shape.x.planes; ++planeX) {
          T* const plane = planes + (planeY * shape.x.planes + planeX) * shape.plane;
          for (int64_t i = 0; i < band.rows + shape.y.more; ++i) {
            const int64_t line = (band.y + i) * shape.y.step + shape.y.lowest + planeY;
            row(depth, channel, line, planeX, plane + i * shape.pitch);
          }
        }
      }
    }
  }
}

// Where each number of a window lies behind what its position sees first: [tap][channel].
void FindPlaces(const Windows& windows, const TileShape& shape, int64_t* places) {
  for (int64_t tap = 0; tap < windows.Taps(); ++tap) {
    const int64_t z = tap / (windows.taps[1] * windows.taps[2]);
    const int64_t down = shape.y.Distance(tap / windows.taps[2] % windows.taps[1]);
    const int64_t right = shape.x.Distance(tap % windows.taps[2]);
    const int64_t plane = down % shape.y.step * shape.x.planes + right % shape.x.step;
    const int64_t place = down / shape.y.step * shape.pitch + right / shape.x.step;
    for (int64_t channel = 0; channel < windows.channels; ++channel) {
      *places++ = (z * windows.channels + channel) * shape.channel + plane * shape.plane + place;
    }
  }
}

// How many of the channels that are left are summed up at a time.
int64_t ChannelsOf(int64_t left) {
  for (const int64_t channels : {kMostChannels, int64_t{8}, int64_t{4}, int64_t{2}}) {
    if (left >= channels) {
      return channels;
    }
  }
  return 1;
}

// The weight of a group, which lies in panels, as it is summed up: [channels that are together][k][channel].
template <typename T>
void PackWeight(const T* panels, int64_t panelRows, int64_t rows, int64_t depth, T* to) {
  for (int64_t row = 0; row < rows;) {
    const int64_t channels = ChannelsOf(rows - row);
    for (int64_t c = 0; c < channels; ++c) {
      const T* const from = panels + (row + c) / panelRows * panelRows * depth + (row + c) % panelRows;
      for (int64_t k = 0; k < depth; ++k) {
        to[k * channels + c] = from[k * panelRows];
      }
    }
    to += channels * depth;
    row += channels;
  }
}

// Stores the sums of a channel, of rows of positions that lie `pitch` apart. Overwrites them.
template <typename T>
void StoreBand(const GemmResult& result, const Windows& windows, const Band& band, int64_t row, int64_t pitch,
               T* sums) {
  const int64_t width = windows.positions[2];
  const int64_t column = (band.z * windows.positions[1] + band.y) * width;
  const bool asTheyAre = result.outDtype == (std::is_same_v<T, float> ? DType::kFloat : DType::kDouble) &&
                         result.added == nullptr && result.outColumns.SideBySide();
  T* const to = asTheyAre ? reinterpret_cast<T*>(result.out) + row * result.outRowStride + column : sums;
  for (int64_t y = 0; y < band.rows; ++y) {
    std::copy(sums + y * pitch, sums + y * pitch + width, to + y * width);
  }
  for (int64_t done = 0; !asTheyAre && done < band.rows * width; done += kGemmMostColumns) {
    FinishRow(result, 1, 1, row, column + done, std::min(kGemmMostColumns, band.rows * width - done),
              sums + done);
  }
}

template <typename T>
void SumBand(const DirectPartition& partition, const Windows& windows, const DirectCall<T>& call,
             const int64_t* places, const T* weight, int64_t group, const Band& band, const Slot<T>& slot) {
  const TileShape shape(windows, partition.band);
  const int64_t depth = windows.Taps() * windows.channels;
  WindowSource source = call.source;
  source.data += group * windows.channels * source.channelStride * static_cast<int64_t>(SizeOf(source.dtype));
  FillTile(source, windows, shape, band, slot.tile);
  GemmResult result = call.result(group);
  result.out += band.sample * call.sampleStride * static_cast<int64_t>(SizeOf(result.outDtype));
  const int64_t stride = PositionsOf(shape, partition.band);
  for (int64_t row = 0; row < partition.rows;) {
    const int64_t channels = ChannelsOf(partition.rows - row);
    for (int64_t k = 0; k < depth; k += kGemmDepth) {
      Sum(Sums<T>{.tile = slot.tile,
                  .places = places + k,
                  .depth = std::min(kGemmDepth, depth - k),
                  .weight = weight + row * depth + k * channels,
                  .channels = channels,
                  .positions = band.rows * shape.pitch,
                  .sums = slot.sums,
                  .stride = stride,
                  .adds = k > 0});
    }
    for (int64_t c = 0; c < channels; ++c) {
      StoreBand(result, windows, band, row + c, shape.pitch, slot.sums + c * stride);
    }
    row += channels;
  }
}

}  // namespace
}  // namespace direct

bool DirectPartition::Suits(const Windows& windows, int64_t rows, size_t elementSize) {
  const int64_t depth = windows.Taps() * windows.channels;
  if (windows.Taps() <= 1 || depth == 0 || depth > direct::kMostDepth || rows == 0 || windows.samples == 0) {
    return false;
  }
  const bool single = windows.step[1] == 1 && windows.step[2] == 1;
  if (!single && rows > direct::kFewRows && windows.channels > direct::kFewChannels) {
    return false;
  }
  for (size_t d = 1; d < kMostSpatial; ++d) {
    if (windows.positions[d] == 0 || windows.positions[d] > direct::kMostExtent ||
        windows.step[d] > direct::kMostSteps ||
        std::abs(windows.tapStep[d]) > direct::kMostExtent / windows.taps[d] ||
        std::abs(windows.first[d]) > direct::kMostExtent) {
      return false;
    }
  }
  const direct::TileShape shape(windows, 1);
  return shape.elements * static_cast<int64_t>(elementSize) <= direct::kMostTileBytes &&
         shape.x.more * 4 <= shape.pitch && windows.positions[1] * shape.pitch >= direct::kMostElements / 2;
}

DirectPartition::DirectPartition(const Windows& windows, int64_t allGroups, int64_t rowsOfGroup,
                                 size_t elementSize)
    : groups(allGroups), rows(rowsOfGroup) {
  const auto bytes = [&](int64_t lines) {
    return direct::TileShape(windows, lines).elements * static_cast<int64_t>(elementSize);
  };
  band = 1;
  if (bytes(2) <= direct::kTileBytes) {
    band = std::min(windows.positions[1], 1 + (direct::kTileBytes - bytes(1)) / (bytes(2) - bytes(1)));
  }
  const int64_t planes = windows.samples * groups * windows.positions[0];
  band = std::min(band, std::max(direct::kFewestRows,
                                 CeilDivide(windows.positions[1], CeilDivide(direct::kWantedTasks, planes))));
  band = CeilDivide(windows.positions[1], CeilDivide(windows.positions[1], band));  // bands of one size
  slots = std::min(planes * CeilDivide(windows.positions[1], band), direct::kMostSlots);
  if (elementSize == sizeof(float)) {
    direct::Slot<float> slot;
    slotBytes = direct::LayOut<float>(windows, band, nullptr, &slot);
  } else {
    direct::Slot<double> slot;
    slotBytes = direct::LayOut<double>(windows, band, nullptr, &slot);
  }
  ScratchLayout workspace;
  workspace.Reserve(slots, slotBytes);
  const int64_t depth = windows.Taps() * windows.channels;
  placesAt = workspace.Reserve(depth, sizeof(int64_t));
  weightAt = workspace.Reserve(groups * rows * depth, elementSize);
  workspaceBytes = workspace.Bytes();
}

template <typename T>
void RunDirect(const DirectPartition& partition, const Windows& windows, const DirectCall<T>& call,
               std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const Spatial& positions = windows.positions;
  const int64_t bands = CeilDivide(positions[1], partition.band);
  const int64_t depth = windows.Taps() * windows.channels;
  auto* const places = reinterpret_cast<int64_t*>(workspace + partition.placesAt);
  direct::FindPlaces(windows, direct::TileShape(windows, partition.band), places);
  auto* const weight = reinterpret_cast<T*>(workspace + partition.weightAt);
  cpu.ParallelFor(partition.groups, [&](int64_t group) {
    direct::PackWeight(
        call.weight + group * CeilDivide(partition.rows, call.panelRows) * call.panelRows * depth,
        call.panelRows, partition.rows, depth, weight + group * partition.rows * depth);
  });
  ForEachTaskInSlots(cpu, windows.samples * partition.groups * positions[0] * bands, partition.slots,
                     [&](int64_t task, int64_t number) {
                       direct::Slot<T> slot;
                       direct::LayOut(windows, partition.band,
                                      workspace + static_cast<size_t>(number) * partition.slotBytes, &slot);
                       const int64_t y = task % bands * partition.band;
                       const int64_t group = task / bands / positions[0] % partition.groups;
                       direct::SumBand(partition, windows, call, places,
                                       weight + group * partition.rows * depth, group,
                                       {.sample = task / bands / positions[0] / partition.groups,
                                        .z = task / bands % positions[0],
                                        .y = y,
                                        .rows = std::min(partition.band, positions[1] - y)},
                                       slot);
                     });
}

template void RunDirect(const DirectPartition&, const Windows&, const DirectCall<float>&, std::byte*,
                        const backend::cpu::CpuContext&);
template void RunDirect(const DirectPartition&, const Windows&, const DirectCall<double>&, std::byte*,
                        const backend::cpu::CpuContext&);

}  // namespace openaclnn
#endif  // HWY_ONCE
