// SPDX-License-Identifier: Apache-2.0
#include "ops/convolution/direct.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <type_traits>

#include "base/checked_math.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/convolution/direct_tile.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"

namespace openaclnn::direct {

// The sums of some positions that follow each other in a tile, of some channels.
template <typename T>
struct Sums {
  const T* tile;          // what the first position sees
  const int64_t* places;  // of each number of a window, behind it
  int64_t first;          // of the numbers of a block that are summed up
  int64_t depth;          // of them, at most kGemmDepth
  int64_t numbersOfTap;
  const T* weight;  // [depth][channels]
  int64_t channels;
  int64_t positions;     // a multiple of kMostElements may be read, and written
  int64_t pitch;         // positions from a row to the next
  const Reach* reaches;  // of each row, in taps
  T* sums;               // [channels][stride]
  int64_t stride;
  bool adds;  // to the sums of other numbers of the windows
};

// The numbers, of those that are summed up, that any of some positions sees inside. Others are zeros, and
// would add nothing.
template <typename T>
Reach ReachOfPositions(const Sums<T>& call, int64_t position, int64_t count) {
  const int64_t end = std::min(position + count, call.positions);
  Reach reach = call.reaches[position / call.pitch];
  for (int64_t row = position / call.pitch + 1; row * call.pitch < end; ++row) {
    reach.begin = std::min(reach.begin, call.reaches[row].begin);
    reach.end = std::max(reach.end, call.reaches[row].end);
  }
  return {std::clamp<int64_t>(reach.begin * call.numbersOfTap - call.first, 0, call.depth),
          std::clamp<int64_t>(reach.end * call.numbersOfTap - call.first, 0, call.depth)};
}

}  // namespace openaclnn::direct

namespace openaclnn {
OPENACLNN_PER_TARGET(SumDirectFloat, void(const openaclnn::direct::Sums<float>& call));
OPENACLNN_PER_TARGET(SumDirectDouble, void(const openaclnn::direct::Sums<double>& call));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace direct {
namespace hn = hwy::HWY_NAMESPACE;
using openaclnn::direct::Reach;
using openaclnn::direct::ReachOfPositions;
using openaclnn::direct::Sums;

// As many sums as registers hold beside their operands.
template <int64_t kChannels, int64_t kVectors, typename T>
HWY_INLINE void SumVectors(const Sums<T>& call, int64_t position, const Reach& reach) {
  const hn::ScalableTag<T> d;
  constexpr size_t kLanes = hn::MaxLanes(d);
  std::array<std::array<hn::Vec<decltype(d)>, kVectors>, kChannels> totals;
  for (auto& row : totals) {
    row.fill(hn::Zero(d));
  }
  const T* const tile = call.tile + position;
  const T* weight = call.weight + reach.begin * kChannels;
  for (int64_t k = reach.begin; k < reach.end; ++k, weight += kChannels) {
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
      // Zero has one sign, whichever zeros were left out.
      const auto before = call.adds ? hn::LoadU(d, sums + v * kLanes) : hn::Zero(d);
      hn::StoreU(WithOneNan(d, hn::Add(before, totals[c][v])), d, sums + v * kLanes);
    }
  }
}

template <int64_t kChannels, int64_t kVectors, typename T>
void SumAll(const Sums<T>& call) {
  constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(hn::ScalableTag<T>()));
  static_assert(kVectors * kLanes <= openaclnn::direct::kMostElements);
  int64_t position = 0;
  for (; position + kVectors * kLanes <= call.positions; position += kVectors * kLanes) {
    SumVectors<kChannels, kVectors>(call, position, ReachOfPositions(call, position, kVectors * kLanes));
  }
  for (; position < call.positions; position += kLanes) {
    SumVectors<kChannels, 1>(call, position, ReachOfPositions(call, position, kLanes));
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

#else
namespace openaclnn {

namespace direct {
namespace {

constexpr int64_t kMostTileBytes = 2 * kTileBytes;
// Rows of positions, and positions, that a task has in any case: it copies what lies between it and the next one, and it
// reads all of the weight.
constexpr int64_t kFewestRows = 4;
constexpr int64_t kFewestPositions = 96;
// What a product does better: more numbers, or, of windows that step further, more channels of the result
// from more channels.
constexpr int64_t kMostDepth = 4096;
constexpr int64_t kFewRows = 16;
constexpr int64_t kThinRows = 32;
constexpr int64_t kFewChannels = 4;

void Sum(const Sums<float>& call) {
  HWY_DYNAMIC_DISPATCH(SumDirectFloat)(call);
}
void Sum(const Sums<double>& call) {
  HWY_DYNAMIC_DISPATCH(SumDirectDouble)(call);
}

// Even blocks whose numbers are summed up at a time; of many taps all channels are one.
int64_t ChannelsOfBlock(const Windows& windows) {
  if (windows.Taps() > kGemmDepth) {
    return windows.channels;
  }
  return CeilDivide(windows.channels, CeilDivide(windows.channels, kGemmDepth / windows.Taps()));
}

int64_t PositionsOf(const TileShape& shape, int64_t band) {
  return CeilDivide(band * shape.pitch, kMostElements) * kMostElements;
}

// Of a plane of the tile.
int64_t LinesOf(const Windows& windows, int64_t band) {
  return band + Axis(windows, 1).more;
}

template <typename T>
struct Slot {
  T* tile;
  T* sums;
  Reach* reaches;
  size_t bytes;
};

template <typename T>
Slot<T> LayOut(const Windows& windows, int64_t band, std::byte* memory) {
  const TileShape shape(windows, LinesOf(windows, band));
  ScratchLayout layout;
  Slot<T> slot{};
  slot.tile = reinterpret_cast<T*>(memory + layout.Reserve(shape.elements, sizeof(T)));
  slot.sums = reinterpret_cast<T*>(
      memory + layout.Reserve(PositionsOf(shape, band) * DirectPartition::kMostTogether, sizeof(T)));
  slot.reaches = reinterpret_cast<Reach*>(memory + layout.Reserve(band, sizeof(Reach)));
  slot.bytes = layout.Bytes();
  return slot;
}

template <typename T>
bool AllFinite(const T* numbers, int64_t count) {
  bool finite = true;
  for (int64_t i = 0; i < count; ++i) {
    finite &= std::abs(numbers[i]) <= std::numeric_limits<T>::max();
  }
  return finite;
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

// What is the same for all bands.
struct Numbers {
  const int64_t* places;
  bool finite;  // taps beyond the edge add nothing, and are left out where a whole row sees nothing else
};

// Channels of the result in a group.
struct Channels {
  int64_t begin;
  int64_t end;
};

template <typename T>
void SumBand(const DirectPartition& partition, const Windows& windows, const DirectCall<T>& call,
             const Numbers& numbers, int64_t group, const Band& band, const Channels& some,
             const Slot<T>& slot) {
  const TileShape shape(windows, LinesOf(windows, partition.band));
  const int64_t depth = windows.Taps() * windows.channels;
  WindowSource source = call.source;
  source.data += group * windows.channels * source.channelStride * static_cast<int64_t>(SizeOf(source.dtype));
  FillTile(source, windows, shape, band, 0, slot.tile);
  EndTile(shape, slot.tile);
  for (int64_t y = 0; y < band.rows; ++y) {
    slot.reaches[y] = numbers.finite ? ReachOf(windows, band.z, band.y + y) : Reach{0, windows.Taps()};
  }
  GemmResult result = call.result(group);
  result.out += band.sample * call.sampleStride * static_cast<int64_t>(SizeOf(result.outDtype));
  const int64_t stride = PositionsOf(shape, partition.band);
  for (int64_t row = some.begin; row < some.end;) {
    const int64_t channels = DirectPartition::Together(some.end - row);
    const T* const weight = call.weight + (group * partition.rows + row) * depth;
    for (int64_t block = 0; block < windows.channels; block += partition.together) {
      const int64_t numbersOfTap = std::min(partition.together, windows.channels - block);
      const int64_t first = block * windows.Taps();
      for (int64_t k = 0; k < windows.Taps() * numbersOfTap; k += kGemmDepth) {
        Sum(Sums<T>{.tile = slot.tile,
                    .places = numbers.places + first + k,
                    .first = k,
                    .depth = std::min(kGemmDepth, windows.Taps() * numbersOfTap - k),
                    .numbersOfTap = numbersOfTap,
                    .weight = weight + (first + k) * channels,
                    .channels = channels,
                    .positions = band.rows * shape.pitch,
                    .pitch = shape.pitch,
                    .reaches = slot.reaches,
                    .sums = slot.sums,
                    .stride = stride,
                    .adds = first + k > 0});
      }
    }
    for (int64_t c = 0; c < channels; ++c) {
      StoreBand(result, windows, band, row + c, shape.pitch, slot.sums + c * stride);
    }
    row += channels;
  }
}

}  // namespace
}  // namespace direct

int64_t DirectPartition::Together(int64_t left) {
  for (const int64_t channels : {kMostTogether, int64_t{8}, int64_t{4}, int64_t{2}}) {
    if (left >= channels) {
      return channels;
    }
  }
  return 1;
}

bool DirectPartition::Suits(const Windows& windows, int64_t rows, size_t elementSize) {
  const int64_t depth = windows.Taps() * windows.channels;
  if (windows.Taps() <= 1 || depth == 0 || depth > direct::kMostDepth || rows == 0 || windows.samples == 0) {
    return false;
  }
  const bool single = windows.step[1] == 1 && windows.step[2] == 1;
  if (!single && rows > direct::kFewRows && windows.channels > direct::kFewChannels) {
    return false;
  }
  // What few rows waste costs less than to pack windows for them.
  if (!direct::FitsTiles(windows, rows <= direct::kThinRows ? 2 : 4)) {
    return false;
  }
  const direct::TileShape shape(windows, direct::LinesOf(windows, 1));
  return shape.elements * static_cast<int64_t>(elementSize) <= direct::kMostTileBytes &&
         windows.positions[1] * shape.pitch >= direct::kMostElements / 2;
}

DirectPartition::DirectPartition(const Windows& windows, int64_t allGroups, int64_t rowsOfGroup,
                                 size_t elementSize)
    : groups(allGroups), rows(rowsOfGroup), together(direct::ChannelsOfBlock(windows)) {
  const auto bytes = [&](int64_t positionRows) {
    return direct::TileShape(windows, direct::LinesOf(windows, positionRows)).elements *
           static_cast<int64_t>(elementSize);
  };
  band = 1;
  if (bytes(2) <= direct::kTileBytes) {
    band = std::min(windows.positions[1], 1 + (direct::kTileBytes - bytes(1)) / (bytes(2) - bytes(1)));
  }
  const int64_t planes = windows.samples * groups * windows.positions[0];
  const int64_t pitch = direct::TileShape(windows, direct::LinesOf(windows, 1)).pitch;
  band =
      std::min(band, std::max({direct::kFewestRows, CeilDivide(direct::kFewestPositions, pitch),
                               CeilDivide(windows.positions[1], CeilDivide(direct::kWantedTasks, planes))}));
  band = CeilDivide(windows.positions[1], CeilDivide(windows.positions[1], band));  // bands of one size
  slots = std::min(std::max(planes * CeilDivide(windows.positions[1], band), direct::kWantedTasks),
                   direct::kMostSlots);
  slotBytes = elementSize == sizeof(float) ? direct::LayOut<float>(windows, band, nullptr).bytes
                                           : direct::LayOut<double>(windows, band, nullptr).bytes;
  ScratchLayout workspace;
  workspace.Reserve(slots, slotBytes);
  const int64_t depth = windows.Taps() * windows.channels;
  placesAt = workspace.Reserve(depth, sizeof(int64_t));
  workspaceBytes = workspace.Bytes();
}

template <typename T>
void RunDirect(const DirectPartition& partition, const Windows& windows, const DirectCall<T>& call,
               std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const BandTasks tasks(windows, partition.groups, partition.band);
  const int64_t depth = windows.Taps() * windows.channels;
  auto* const places = reinterpret_cast<int64_t*>(workspace + partition.placesAt);
  direct::FindPlaces(windows, direct::TileShape(windows, direct::LinesOf(windows, partition.band)),
                     partition.together, places);
  std::atomic<bool> finite = true;
  cpu.ParallelFor(partition.groups, [&](int64_t group) {
    const int64_t elements = partition.rows * depth;
    if (!direct::AllFinite(call.weight + group * elements, elements)) {
      finite = false;
    }
  });
  // Where there are more threads than bands, several share one: each copies it, for some channels of the result.
  constexpr int64_t kTogether = DirectPartition::kMostTogether;
  const int64_t wanted = CeilDivide(int64_t{cpu.Threads()}, tasks.Count());
  const int64_t channels = CeilDivide(CeilDivide(partition.rows, wanted), 2 * kTogether) * 2 * kTogether;
  const int64_t parts = CeilDivide(partition.rows, channels);
  ForEachTaskInSlots(cpu, tasks.Count() * parts, partition.slots, [&](int64_t number, int64_t slot) {
    std::byte* const memory = workspace + static_cast<size_t>(slot) * partition.slotBytes;
    const int64_t task = number / parts;
    const int64_t begin = number % parts * channels;
    direct::SumBand(partition, windows, call, {places, finite}, tasks.GroupOf(task), tasks.BandOf(task),
                    {begin, std::min(begin + channels, partition.rows)},
                    direct::LayOut<T>(windows, partition.band, memory));
  });
}

template void RunDirect(const DirectPartition&, const Windows&, const DirectCall<float>&, std::byte*,
                        const backend::cpu::CpuContext&);
template void RunDirect(const DirectPartition&, const Windows&, const DirectCall<double>&, std::byte*,
                        const backend::cpu::CpuContext&);

}  // namespace openaclnn
#endif  // HWY_ONCE
