// SPDX-License-Identifier: Apache-2.0
//
// A row of the result is made from whole rows of the source, which vectors go along, and then within that one
// row: there the taps are gathered, or vectors go along channels that lie side by side.
#include "kernels/layout/separable.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "base/checked_math.h"
#include "kernels/layout/channels.h"
#include "kernels/tiles/number_tiles.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "kernels/tiles/tiles.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"
#include "simd/vector_parts-inl.h"

namespace openaclnn::separable {

// Taps that are added up before they come to those before them: so the error of a sum does not grow with its
// length.
inline constexpr int64_t kGroup = 16;

// [N, C, H, W], with the channels behind if they go together.
inline TensorView Reordered(TensorView view, bool channelsLast) {
  if (channelsLast) {
    std::rotate(view.dims.begin() + 1, view.dims.begin() + 2, view.dims.begin() + 4);
    std::rotate(view.strides.begin() + 1, view.strides.begin() + 2, view.strides.begin() + 4);
  }
  return view;
}

}  // namespace openaclnn::separable

namespace openaclnn {
OPENACLNN_PER_TARGET(RunPlaneMap, void(const PlaneMap& map, const PlaneMapState& state,
                                       const TensorView& source, const TensorView& result,
                                       std::byte* workspace, const backend::cpu::CpuContext& cpu));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace separable {
namespace hn = hwy::HWY_NAMESPACE;
using openaclnn::separable::kGroup;

// Sums of at most kGroup rows, weighted, to a row; added to it if it holds sums already.
template <class T>
void SumRows(const std::array<const T*, kGroup>& rows, const std::array<T, kGroup>& weights, int64_t taps,
             bool adds, int64_t count, T* to) {
  ForEachVectorPart(hn::ScalableTag<T>(), 0, count, [&](auto tag, int64_t i) HWY_ATTR {
    auto sum = hn::Mul(hn::Set(tag, weights[0]), hn::LoadU(tag, rows[0] + i));
    for (size_t tap = 1; tap < static_cast<size_t>(taps); ++tap) {
      sum = MulAdd(tag, hn::Set(tag, weights[tap]), hn::LoadU(tag, rows[tap] + i), sum);
    }
    hn::StoreU(adds ? hn::Add(hn::LoadU(tag, to + i), sum) : sum, tag, to + i);
  });
}

// Columns from one on, gathered from a row.
template <class T>
struct Columns {
  int64_t taps;   // of each
  int64_t pitch;  // from tap to tap
  const int32_t* sources;
  const T* weights;
};

template <class D>
HWY_INLINE hn::Vec<hn::RebindToSigned<D>> Indices(D /*tag*/, const int32_t* from) {
  const hn::RebindToSigned<D> ints;
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    return hn::LoadU(ints, from);
  } else {
    return hn::PromoteTo(ints, hn::LoadU(hn::Rebind<int32_t, D>(), from));
  }
}

template <class T>
void SumColumns(const Columns<T>& columns, const T* row, int64_t count, T* to) {
  ForEachVectorPart(hn::ScalableTag<T>(), 0, count, [&](auto tag, int64_t i) HWY_ATTR {
    auto total = hn::Zero(tag);
    for (int64_t first = 0; first < columns.taps; first += kGroup) {
      auto sum = hn::Zero(tag);
      for (int64_t tap = first; tap < std::min(columns.taps, first + kGroup); ++tap) {
        const int64_t at = tap * columns.pitch + i;
        const auto values = hn::GatherIndex(tag, row, Indices(tag, columns.sources + at));
        const auto weights = hn::LoadU(tag, columns.weights + at);
        sum = tap == first ? hn::Mul(weights, values) : MulAdd(tag, weights, values, sum);
      }
      total = first == 0 ? sum : hn::Add(total, sum);
    }
    hn::StoreU(WithOneNan(tag, total), tag, to + i);
  });
}

// Some channels of one column.
template <class T>
void SumChannels(const Columns<T>& columns, int64_t column, const T* row, int64_t inner, int64_t count,
                 T* to) {
  ForEachVectorPart(hn::ScalableTag<T>(), 0, count, [&](auto tag, int64_t i) HWY_ATTR {
    auto total = hn::Zero(tag);
    for (int64_t first = 0; first < columns.taps; first += kGroup) {
      auto sum = hn::Zero(tag);
      for (int64_t tap = first; tap < std::min(columns.taps, first + kGroup); ++tap) {
        const int64_t at = tap * columns.pitch + column;
        const auto values = hn::LoadU(tag, row + columns.sources[at] * inner + i);
        const auto weight = hn::Set(tag, columns.weights[at]);
        sum = tap == first ? hn::Mul(weight, values) : MulAdd(tag, weight, values, sum);
      }
      total = first == 0 ? sum : hn::Add(total, sum);
    }
    hn::StoreU(WithOneNan(tag, total), tag, to + i);
  });
}

// Leaves a NaN as it is.
template <class T>
void Divide(T* numbers, int64_t count, const double* divisors, double by) {
  for (int64_t i = 0; i < count; ++i) {
    numbers[i] /= static_cast<T>(by * divisors[i]);
  }
}

template <class T>
class Run {
 public:
  Run(const PlaneMap& map, const PlaneMapState& state, const TensorView& source, const TensorView& result)
      : map_(map),
        state_(state),
        height_(map.vertical.sources),
        rowLength_(map.horizontal.sources * state.inner),
        pitch_(rowLength_ + state.inner),
        resultRows_(map.vertical.Results()),
        resultLength_(map.horizontal.Results() * state.inner),
        reader_(openaclnn::separable::Reordered(source, state.channelsLast)),
        writer_(openaclnn::separable::Reordered(result, state.channelsLast)) {}

  void RunTask(int64_t task, T* scratch) const {
    const int64_t row = task % state_.bands * state_.band;
    const int64_t plane = task / state_.bands * state_.taskPlanes;
    Rows rows{reader_, rowLength_, std::min(state_.planes, plane + state_.taskPlanes) * height_, state_.rows,
              scratch};
    T* sums = scratch + state_.rows * rowLength_;
    for (int64_t r = 0; r < state_.together; ++r) {
      std::fill_n(sums + r * pitch_ + rowLength_, state_.inner, T{0});
    }
    const int64_t planesEnd = std::min(state_.planes, plane + state_.taskPlanes);
    const int64_t end = std::min(resultRows_, row + state_.band);
    int64_t held = 0;
    for (int64_t p = plane; p < planesEnd; ++p) {
      for (int64_t r = row; r < end; ++r) {
        SumVertically(rows, p, r, sums + held * pitch_);
        ++held;
        // Whole planes lie one behind the other.
        const bool last = r + 1 == end && (state_.bands > 1 || p + 1 == planesEnd);
        if (held == state_.together || last) {
          Finish(p * resultRows_ + r + 1 - held, held, sums);
          held = 0;
        }
      }
    }
  }

 private:
  // Rows of the source, counted over all planes; some are kept where they have to be copied.
  struct Rows {
    const NumberReader<T>& reader;
    int64_t length;
    int64_t end;       // behind the last that will be asked for
    int64_t capacity;  // rows
    T* kept;
    int64_t first = 0;
    int64_t count = 0;

    // Makes rows [row, row + wanted) available, at most `capacity`.
    void Keep(int64_t row, int64_t wanted) {
      if (reader.Find(0) == nullptr && (row < first || row + wanted > first + count)) {
        first = row;
        count = std::min(capacity, end - row);
        reader.Copy(first * length, count * length, kept);
      }
    }
    [[nodiscard]] const T* At(int64_t row) const {
      const T* found = reader.Find(row * length);
      return found != nullptr ? found : kept + (row - first) * length;
    }
  };

  // Rows of the result, counted over all planes, from what was summed up for each.
  void Finish(int64_t first, int64_t rows, const T* sums) const {
    const int64_t total = rows * resultLength_;
    for (int64_t begin = 0; begin < total; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, total - begin);
      typename NumberWriter<T>::Buffer buffer;
      T* const found = writer_.Find(first * resultLength_ + begin);
      T* const tile = found != nullptr ? found : buffer.data();
      SumHorizontally(sums, begin, count, tile);
      for (int64_t done = 0; done < count;) {
        const int64_t at = (begin + done) % resultLength_;
        const int64_t piece = std::min(count - done, resultLength_ - at);
        DivideBy((first + (begin + done) / resultLength_) % resultRows_, at, piece, tile + done);
        done += piece;
      }
      if (found == nullptr) {
        writer_.Write(first * resultLength_ + begin, count, tile);
      }
    }
  }

  void SumVertically(Rows& rows, int64_t plane, int64_t result, T* sums) const {
    const AxisMap& axis = map_.vertical;
    const int64_t begin = axis.BeginOf(result);
    const int64_t end = axis.EndOf(result);
    if (begin == end) {
      std::fill_n(sums, rowLength_, T{0});
    }
    for (int64_t first = begin; first < end; first += kGroup) {
      const int64_t taps = std::min(kGroup, end - first);
      const auto tapAt = [&](int64_t tap) { return axis.taps[static_cast<size_t>(first + tap)]; };
      const int64_t top = plane * height_ + tapAt(0).source;
      rows.Keep(top, tapAt(taps - 1).source - tapAt(0).source + 1);
      std::array<const T*, kGroup> pointers;
      std::array<T, kGroup> weights;
      for (int64_t tap = 0; tap < taps; ++tap) {
        pointers[static_cast<size_t>(tap)] = rows.At(plane * height_ + tapAt(tap).source);
        weights[static_cast<size_t>(tap)] = static_cast<T>(tapAt(tap).weight);
      }
      SumRows(pointers, weights, taps, first > begin, rowLength_, sums);
    }
  }

  [[nodiscard]] Columns<T> ColumnsFrom(int64_t column) const {
    const T* weights = nullptr;
    if constexpr (std::is_same_v<T, float>) {
      weights = state_.columnWeights.data();
    } else {
      weights = state_.columnDoubleWeights.data();
    }
    return {state_.columnTaps, map_.horizontal.Results() * state_.together,
            state_.columnSources.data() + column, weights + column};
  }

  void SumHorizontally(const T* sums, int64_t begin, int64_t count, T* to) const {
    if (state_.inner == 1) {
      SumColumns(ColumnsFrom(begin), sums, count, to);
      return;
    }
    for (int64_t done = 0; done < count;) {
      const int64_t column = (begin + done) / state_.inner;
      const int64_t channel = (begin + done) % state_.inner;
      const int64_t piece = std::min(count - done, state_.inner - channel);
      SumChannels(ColumnsFrom(0), column, sums + channel, state_.inner, piece, to + done);
      done += piece;
    }
  }

  void DivideBy(int64_t result, int64_t begin, int64_t count, T* tile) const {
    if (map_.verticalDivisors.empty()) {
      return;
    }
    const double by = map_.verticalDivisors[static_cast<size_t>(result)];
    const double* columns = map_.horizontalDivisors.data();
    if (state_.inner == 1) {
      Divide(tile, count, columns + begin, by);
      return;
    }
    for (int64_t i = 0; i < count; ++i) {
      tile[i] /= static_cast<T>(by * columns[(begin + i) / state_.inner]);
    }
  }

  const PlaneMap& map_;
  const PlaneMapState& state_;
  const int64_t height_;
  const int64_t rowLength_;
  const int64_t pitch_;  // of what is summed up for each row of the result
  const int64_t resultRows_;
  const int64_t resultLength_;
  const NumberReader<T> reader_;
  const NumberWriter<T> writer_;
};

template <class T>
void RunTasks(const PlaneMap& map, const PlaneMapState& state, const TensorView& source,
              const TensorView& result, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const Run<T> run(map, state, source, result);
  const int64_t tasks = CeilDivide(state.planes, state.taskPlanes) * state.bands;
  ForEachTaskInSlots(cpu, tasks, state.slots, [&](int64_t task, int64_t slot) {
    run.RunTask(task, reinterpret_cast<T*>(workspace + slot * state.slotBytes));
  });
}

}  // namespace separable

void RunPlaneMap(const PlaneMap& map, const PlaneMapState& state, const TensorView& source,
                 const TensorView& result, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (source.dtype == DType::kDouble) {
    separable::RunTasks<double>(map, state, source, result, workspace, cpu);
  } else {
    separable::RunTasks<float>(map, state, source, result, workspace, cpu);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

constexpr int64_t kMostSlots = 128;
constexpr int64_t kTaskNumbers = 32768;
constexpr int64_t kSlotsBytes = int64_t{64} << 20;
// Rows of the source that are finished together, of which results and sums stay in the level-one cache.
constexpr int64_t kShortRow = 128;
constexpr int64_t kColumnsTogether = 64;
constexpr int64_t kRowsTogether = 32;
// Fewer channels make short vectors.
constexpr int64_t kSideBySide = 8;

// The most taps that a result has.
int64_t MostTaps(const AxisMap& axis) {
  int64_t most = 0;
  for (int64_t result = 0; result < axis.Results(); ++result) {
    most = std::max(most, axis.EndOf(result) - axis.BeginOf(result));
  }
  return most;
}

// Of rows that are finished together, each behind the one before.
void PlaceColumns(const AxisMap& axis, bool isDouble, PlaneMapState& state) {
  const int64_t columns = axis.Results() * state.together;
  state.columnTaps = MostTaps(axis);
  const auto size = static_cast<size_t>(state.columnTaps * columns);
  state.columnSources.assign(size, static_cast<int32_t>(axis.sources));
  state.columnWeights.resize(isDouble ? 0 : size);
  state.columnDoubleWeights.resize(isDouble ? size : 0);
  for (int64_t column = 0; column < columns; ++column) {
    const int64_t row = column / axis.Results();
    const int64_t result = column % axis.Results();
    for (int64_t tap = axis.BeginOf(result); tap < axis.EndOf(result); ++tap) {
      const auto at = static_cast<size_t>((tap - axis.BeginOf(result)) * columns + column);
      const AxisMap::Tap& from = axis.taps[static_cast<size_t>(tap)];
      state.columnSources[at] = static_cast<int32_t>(row * (axis.sources + 1) + from.source);
      if (isDouble) {
        state.columnDoubleWeights[at] = from.weight;
      } else {
        state.columnWeights[at] = static_cast<float>(from.weight);
      }
    }
  }
}

}  // namespace

AxisMap AxisMap::Transposed() const {
  AxisMap map(Results());
  map.ends.assign(static_cast<size_t>(sources), 0);
  for (const Tap& tap : taps) {
    ++map.ends[static_cast<size_t>(tap.source)];
  }
  int64_t end = 0;
  std::vector<int64_t> next;
  for (int64_t& count : map.ends) {
    next.push_back(end);
    end += count;
    count = end;
  }
  map.taps.resize(taps.size());
  for (int64_t result = 0; result < Results(); ++result) {
    for (int64_t tap = BeginOf(result); tap < EndOf(result); ++tap) {
      const Tap& from = taps[static_cast<size_t>(tap)];
      map.taps[static_cast<size_t>(next[static_cast<size_t>(from.source)]++)] = {result, from.weight};
    }
  }
  return map;
}

PlaneMapState PrepareMap(const PlaneMap& map, const TensorView& source, const TensorView& result) {
  PlaneMapState state;
  if (result.Empty()) {
    return state;
  }
  const bool isDouble = source.dtype == DType::kDouble;
  const int64_t channels = source.dims[1];
  state.channelsLast = channels >= kSideBySide && ChannelsInnermost(source) && ChannelsInnermost(result);
  state.inner = state.channelsLast ? channels : 1;
  state.planes = source.dims[0] * (state.channelsLast ? 1 : channels);
  // Short rows are finished together, so that they fill vectors.
  if (!state.channelsLast && map.horizontal.sources <= kShortRow) {
    state.together = std::clamp(kColumnsTogether / map.horizontal.Results(), int64_t{1}, kRowsTogether);
  }
  PlaceColumns(map.horizontal, isDouble, state);

  const int64_t height = map.vertical.sources;
  const int64_t rowLength = map.horizontal.sources * state.inner;
  const int64_t resultRows = map.vertical.Results();
  const int64_t resultLength = map.horizontal.Results() * state.inner;
  const int64_t numbers = std::max({int64_t{1}, height * rowLength, resultRows * resultLength});
  state.taskPlanes = std::clamp(kTaskNumbers / numbers, int64_t{1}, state.planes);
  state.band = std::max(int64_t{1}, kTaskNumbers * resultRows / numbers);
  state.bands = CeilDivide(resultRows, state.band);
  state.rows = std::max(std::min(MostTaps(map.vertical), separable::kGroup),
                        kTaskNumbers / std::max(int64_t{1}, rowLength));
  state.rows = std::min(state.rows, state.taskPlanes * height);
  ScratchLayout slot;
  slot.Reserve(state.rows * rowLength + state.together * (rowLength + state.inner),
               isDouble ? sizeof(double) : sizeof(float));
  state.slotBytes = static_cast<int64_t>(slot.Bytes());
  const int64_t tasks = CeilDivide(state.planes, state.taskPlanes) * state.bands;
  state.slots = std::clamp(kSlotsBytes / state.slotBytes, int64_t{1}, std::min(tasks, kMostSlots));
  state.workspaceBytes = static_cast<size_t>(state.slots * state.slotBytes);
  state.cost = static_cast<size_t>(source.NumElements() + result.NumElements()) * SizeOf(source.dtype);
  return state;
}

void RunMap(const PlaneMap& map, const PlaneMapState& state, const TensorView& source,
            const TensorView& result, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (state.planes > 0) {
    HWY_DYNAMIC_DISPATCH(RunPlaneMap)(map, state, source, result, workspace, cpu);
  }
}

}  // namespace openaclnn
#endif  // HWY_ONCE
