// SPDX-License-Identifier: Apache-2.0
//
// Along a dim, places of the result and of the source belong together in at most three stretches: those of
// the tensor itself, and those on either side. A padded tensor has each of its places in one of them, and
// copies. A gradient has some in several, and some in none: there it sums, for each place of its own, over
// what comes from there. Sums are made in float64, in row-major order of the source, and rounded once; what
// comes from a single place is copied.
//
// Tasks are rows of the result, along the dim that is innermost in memory.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "base/checked_math.h"
#include "base/function_ref.h"
#include "kernels/tiles/element_size.h"
#include "kernels/tiles/pack.h"
#include "ops/common/cpu_kernel.h"
#include "ops/shape/padding.h"
#include "simd/convert.h"

namespace openaclnn {
namespace {

constexpr int64_t kTaskElements = int64_t{1} << 15;
constexpr int64_t kChunk = 512;  // sums that are made at a time
constexpr int64_t kFew = 16;

// Places [begin, end) of the result: the first comes from places [first, first + places) of the source, the
// next from those `step` further.
struct Stretch {
  int64_t begin;
  int64_t end;
  int64_t first;
  int64_t step;
  int64_t places = 1;

  [[nodiscard]] int64_t SourceOf(int64_t place) const { return first + (place - begin) * step; }
};

using Stretches = std::array<Stretch, 3>;  // by ascending sources; some are empty

// From a tensor of `extent` to one of `padded` places, `before` of them in front.
Stretches Padded(PadMode mode, int64_t extent, int64_t before, int64_t padded) {
  const int64_t begin = std::clamp<int64_t>(before, 0, padded);
  const int64_t end = std::clamp<int64_t>(before + extent, begin, padded);
  const Stretch inside{begin, end, begin - before, 1};
  if (mode == PadMode::kReflection) {
    return {{{0, begin, before, -1}, inside, {end, padded, 2 * (extent - 1) + before - end, -1}}};
  }
  if (mode == PadMode::kCircular) {
    return {{{0, begin, inside.first + end - 2 * begin, 1}, inside, {end, padded, inside.first, 1}}};
  }
  return {{{0, begin, 0, 0}, inside, {end, padded, extent - 1, 0}}};
}

// The other way round.
Stretches Gradient(PadMode mode, int64_t extent, int64_t before, int64_t padded) {
  const int64_t begin = std::max<int64_t>(0, -before);
  const Stretch inside{begin, std::min(extent, padded - before), begin + before, 1};
  if (mode == PadMode::kReflection) {
    const int64_t front = std::max<int64_t>(1, before - padded + 1);
    const int64_t last = before + 2 * (extent - 1);  // where the mirror image of place 0 would be
    const int64_t behind = std::max<int64_t>(0, last - padded + 1);
    return {{{front, std::min(before + 1, extent), before - front, -1},
             inside,
             {behind, std::min(extent - 1, last + 1), last - behind, -1}}};
  }
  const int64_t front = std::clamp<int64_t>(before, 0, padded);
  const int64_t behind = std::clamp<int64_t>(before + extent, 0, padded);
  if (mode == PadMode::kCircular) {
    return {{{inside.end - front, inside.end, 0, 1}, inside, {begin, begin + padded - behind, behind, 1}}};
  }
  return {{{0, front > 0 ? 1 : 0, 0, 1, front},
           inside,
           {extent - 1, behind < padded ? extent : 0, behind, 1, padded - behind}}};
}

// A dim of the result. Strides in bytes.
struct Axis {
  int64_t extent;
  int64_t stride;
  int64_t sourceStride;
  Stretches stretches;
  bool plain;  // not padded
};

// Places of a row that lie in the same stretches.
struct Segment {
  int64_t begin;
  int64_t end;
  int64_t sources;     // of each place, if a row has one source
  size_t stretch = 0;  // which, if there is one source
};

struct State : Prepared {
  std::vector<Axis> outer;
  Axis inner;
  std::vector<Segment> segments;  // of the inner axis
  int64_t rows = 0;
  int64_t rowsOfTask = 0;
  int64_t columnsOfTask = 0;
};

// In bytes; that of a single place may be any.
int64_t StrideOf(const TensorView& view, size_t d) {
  return view.dims[d] > 1 ? view.strides[d] * static_cast<int64_t>(SizeOf(view.dtype)) : 0;
}

std::vector<Axis> AxesOf(const PadArgs& args) {
  std::vector<Axis> axes;
  for (size_t d = 0; d < static_cast<size_t>(args.result.rank); ++d) {
    const int64_t extent = args.result.dims[d];
    const int64_t other = args.source.dims[d];
    const int64_t before = args.before[d];
    const bool plain = before == 0 && extent == other;
    if (!plain || extent > 1) {
      axes.push_back({extent, StrideOf(args.result, d), StrideOf(args.source, d),
                      args.gradient ? Gradient(args.mode, extent, before, other)
                                    : Padded(args.mode, other, before, extent),
                      plain});
    }
  }
  const std::vector<Axis> given = axes;
  const auto isOutside = [](const Axis& a, const Axis& b) {
    return (a.extent > 1 ? a.stride : INT64_MAX) > (b.extent > 1 ? b.stride : INT64_MAX);
  };
  std::ranges::stable_sort(axes, isOutside);
  if (args.gradient) {
    // The order of sums follows from the shape alone: padded axes stay in their order.
    auto next = given.begin();
    for (Axis& axis : axes) {
      if (!axis.plain) {
        next = std::find_if(next, given.end(), [](const Axis& one) { return !one.plain; });
        axis = *next++;
      }
    }
  }
  // Neighbours that are not padded and that one stride steps through.
  std::vector<Axis> merged;
  for (const Axis& axis : axes) {
    if (!merged.empty() && merged.back().plain && axis.plain &&
        merged.back().stride == axis.extent * axis.stride &&
        merged.back().sourceStride == axis.extent * axis.sourceStride) {
      const int64_t extent = merged.back().extent * axis.extent;
      merged.back() = axis;
      merged.back().extent = extent;
      merged.back().stretches = Padded(args.mode, extent, 0, extent);
    } else {
      merged.push_back(axis);
    }
  }
  if (merged.empty()) {
    merged.push_back({1, 0, 0, Padded(args.mode, 1, 0, 1), true});
  }
  return merged;
}

std::vector<Segment> SegmentsOf(const Axis& axis) {
  std::vector<int64_t> borders{0, axis.extent};
  for (const Stretch& stretch : axis.stretches) {
    if (stretch.begin < stretch.end) {
      borders.push_back(stretch.begin);
      borders.push_back(stretch.end);
    }
  }
  std::ranges::sort(borders);
  std::vector<Segment> segments;
  for (size_t i = 1; i < borders.size(); ++i) {
    Segment segment{borders[i - 1], borders[i], 0};
    for (size_t s = 0; s < axis.stretches.size(); ++s) {
      const Stretch& stretch = axis.stretches[s];
      if (stretch.begin <= segment.begin && segment.end <= stretch.end) {
        segment.sources += stretch.places;
        segment.stretch = s;
      }
    }
    if (segment.begin < segment.end) {
      segments.push_back(segment);
    }
  }
  return segments;
}

State Prepare(const PadArgs& args) {
  State state;
  if (args.result.Empty()) {
    return state;
  }
  state.outer = AxesOf(args);
  state.inner = state.outer.back();
  state.outer.pop_back();
  state.segments = SegmentsOf(state.inner);
  state.rows = 1;
  for (const Axis& axis : state.outer) {
    state.rows *= axis.extent;
  }
  state.columnsOfTask = std::min(state.inner.extent, kTaskElements);
  state.rowsOfTask = std::min(state.rows, kTaskElements / state.columnsOfTask);
  state.cost =
      static_cast<size_t>(args.source.NumElements() + args.result.NumElements()) * SizeOf(args.result.dtype);
  return state;
}

// Some elements at even distances. Strides in bytes.
struct Strip {
  const std::byte* from;
  int64_t fromStride;
  std::byte* to;
  int64_t toStride;
  int64_t count;
};

template <int64_t kSize>
void CopyElements(const Strip& strip, int64_t fromStride, int64_t toStride) {
  for (int64_t i = 0; i < strip.count; ++i) {
    std::memcpy(strip.to + i * toStride, strip.from + i * fromStride, kSize);
  }
}

// Loops of their own where the strides are known.
template <int64_t kSize>
void CopyStrip(const Strip& strip) {
  if (strip.toStride != kSize) {
    CopyElements<kSize>(strip, strip.fromStride, strip.toStride);
  } else if (strip.fromStride == kSize) {
    std::memcpy(strip.to, strip.from, static_cast<size_t>(strip.count * kSize));
  } else if (strip.fromStride == -kSize) {
    CopyElements<kSize>(strip, -kSize, kSize);
  } else if (strip.fromStride == 0) {
    CopyElements<kSize>(strip, 0, kSize);
  } else {
    CopyElements<kSize>(strip, strip.fromStride, kSize);
  }
}

// Calls visit(pointer, stride) for a run as numbers: float32 for the half types, or where they lie.
template <typename Visit>
void AsNumbers(DType dtype, const std::byte* from, int64_t stride, int64_t count, const Visit& visit) {
  if (dtype == DType::kDouble) {
    visit(reinterpret_cast<const double*>(from), stride / 8);
    return;
  }
  if (dtype == DType::kFloat) {
    visit(reinterpret_cast<const float*>(from), stride / 4);
    return;
  }
  std::array<uint16_t, kChunk> halves;
  std::array<float, kChunk> numbers;
  PackPlane(2, {1, count, 0, stride}, from, reinterpret_cast<std::byte*>(halves.data()));
  ConvertToFloat(dtype, halves.data(), numbers.data(), count);
  visit(numbers.data(), 1);
}

// At most kChunk elements, each to a sum of its own.
void AddEach(DType dtype, const std::byte* from, int64_t stride, int64_t count, double* sums) {
  AsNumbers(dtype, from, stride, count, [&](const auto* numbers, int64_t step) {
    if (step == 1) {
      for (int64_t i = 0; i < count; ++i) {
        sums[i] += static_cast<double>(numbers[i]);
      }
      return;
    }
    for (int64_t i = 0; i < count; ++i) {
      sums[i] += static_cast<double>(numbers[i * step]);
    }
  });
}

// Any number of elements to one sum, in order.
void AddAll(DType dtype, const std::byte* from, int64_t stride, int64_t count, double& sum) {
  for (int64_t begin = 0; begin < count; begin += kChunk) {
    const int64_t piece = std::min(kChunk, count - begin);
    AsNumbers(dtype, from + begin * stride, stride, piece, [&](const auto* numbers, int64_t step) {
      for (int64_t i = 0; i < piece; ++i) {
        sum += static_cast<double>(numbers[i * step]);
      }
    });
  }
}

// Rounds at most kChunk sums once. A NaN is the same one wherever it comes from.
void Store(DType dtype, std::array<double, kChunk>& sums, int64_t count, std::byte* to, int64_t stride) {
  for (int64_t i = 0; i < count; ++i) {
    double& sum = sums[static_cast<size_t>(i)];
    sum = std::isnan(sum) ? std::numeric_limits<double>::quiet_NaN() : sum;
  }
  if (dtype == DType::kFloat) {  // mostly a few of them
    for (int64_t i = 0; i < count; ++i) {
      const auto sum = static_cast<float>(sums[static_cast<size_t>(i)]);
      std::memcpy(to + i * stride, &sum, sizeof(sum));
    }
    return;
  }
  std::array<std::byte, kChunk * sizeof(float)> rounded;
  const auto* from = reinterpret_cast<const std::byte*>(sums.data());
  if (dtype != DType::kDouble) {
    ConvertTo(dtype, sums.data(), rounded.data(), count, Stores::kCached);
    from = rounded.data();
  }
  UnpackPlane(static_cast<int64_t>(SizeOf(dtype)), {1, count, 0, stride}, from, to);
}

template <typename Visit>
void ForEachStretchAt(const Axis& axis, int64_t place, const Visit& visit) {
  for (const Stretch& stretch : axis.stretches) {
    if (place >= stretch.begin && place < stretch.end) {
      visit(stretch);
    }
  }
}

// One row of the result after another: where it lies, how many rows of the source it comes from, and where the first
// of them lies.
class RowPlace {
 public:
  RowPlace(const PadArgs& args, const State& state, int64_t row) : outer_(state.outer) {
    for (size_t d = outer_.size(); d-- > 0;) {
      index_[d] = row % outer_[d].extent;
      row /= outer_[d].extent;
    }
    of_[0] = {args.result.data, args.source.data, 1};
    Locate(0);
  }

  // There is one more row.
  void Next() {
    size_t d = outer_.size();
    while (d > 0 && ++index_[d - 1] == outer_[d - 1].extent) {
      index_[--d] = 0;
    }
    Locate(d == 0 ? 0 : d - 1);
  }

  [[nodiscard]] std::byte* To() const { return of_[outer_.size()].to; }
  [[nodiscard]] const std::byte* From() const { return of_[outer_.size()].from; }
  [[nodiscard]] int64_t Sources() const { return of_[outer_.size()].sources; }
  [[nodiscard]] const std::array<int64_t, kMaxRank>& Index() const { return index_; }

 private:
  struct Row {
    std::byte* to;
    const std::byte* from;
    int64_t sources;
  };

  // From axis `d` on.
  void Locate(size_t d) {
    for (; d < outer_.size(); ++d) {
      const Axis& axis = outer_[d];
      Row row = of_[d];
      row.to += index_[d] * axis.stride;
      int64_t ofAxis = 0;
      ForEachStretchAt(axis, index_[d], [&](const Stretch& stretch) {
        ofAxis += stretch.places;
        row.from += ofAxis == 1 ? stretch.SourceOf(index_[d]) * axis.sourceStride : 0;
      });
      row.sources *= ofAxis;
      of_[d + 1] = row;
    }
  }

  const std::vector<Axis>& outer_;
  std::array<int64_t, kMaxRank> index_{};
  std::array<Row, kMaxRank + 1> of_{};  // of the axes before each
};

// Makes rows of the result, of elements of a size.
template <int64_t kSize>
class Rows {
 public:
  Rows(const PadArgs& args, const State& state)
      : source_(args.source.data), dtype_(args.result.dtype), state_(state) {}

  // Places [begin, end) of a row.
  void Make(const RowPlace& row, int64_t begin, int64_t end) const {
    std::byte* const to = row.To();
    const std::byte* const from = row.From();
    if (row.Sources() > 1) {
      Sum(to, begin, end,
          [&](FunctionRef<void(const std::byte*)> add) { ForEachSource(row.Index(), 0, source_, add); });
      return;
    }
    for (const Segment& segment : state_.segments) {
      const int64_t first = std::max(begin, segment.begin);
      const int64_t last = std::min(end, segment.end);
      if (first >= last) {
        continue;
      }
      std::byte* const target = to + first * state_.inner.stride;
      const int64_t count = last - first;
      if (row.Sources() * segment.sources == 0) {
        static constexpr std::array<std::byte, 16> kZero{};
        CopyStrip<kSize>({kZero.data(), 0, target, state_.inner.stride, count});
      } else if (segment.sources == 1) {
        const Stretch& stretch = state_.inner.stretches[segment.stretch];
        CopyStrip<kSize>({from + stretch.SourceOf(first) * state_.inner.sourceStride,
                          stretch.step * state_.inner.sourceStride, target, state_.inner.stride, count});
      } else if (dtype_ == DType::kFloat && count <= kFew) {
        SumFew(from, first, last, to);
      } else {
        Sum(to, first, last, [&](const auto& add) { add(from); });
      }
    }
  }

 private:
  // The rows of the source that a row of the result comes from, in order; from outer axis `d` on.
  void ForEachSource(const std::array<int64_t, kMaxRank>& index, size_t d, const std::byte* from,
                     FunctionRef<void(const std::byte*)> visit) const {
    if (d == state_.outer.size()) {
      visit(from);
      return;
    }
    const Axis& axis = state_.outer[d];
    ForEachStretchAt(axis, index[d], [&](const Stretch& stretch) {
      const std::byte* at = from + stretch.SourceOf(index[d]) * axis.sourceStride;
      for (int64_t place = 0; place < stretch.places; ++place) {
        ForEachSource(index, d + 1, at + place * axis.sourceStride, visit);
      }
    });
  }

  // Places [begin, end) of a row that lies at `to`. `forEachSource(add)` calls add for each row that it comes
  // from.
  template <typename ForEach>
  void Sum(std::byte* to, int64_t begin, int64_t end, const ForEach& forEachSource) const {
    for (int64_t first = begin; first < end; first += kChunk) {
      const int64_t count = std::min(kChunk, end - first);
      std::array<double, kChunk> sums;
      std::fill_n(sums.begin(), count, 0.0);
      forEachSource([&](const std::byte* from) { AddRow(from, first, first + count, sums.data()); });
      Store(dtype_, sums, count, to + first * state_.inner.stride, state_.inner.stride);
    }
  }

  // Those of FLOAT that come from one row: the same sums, without arrays of them.
  void SumFew(const std::byte* from, int64_t begin, int64_t end, std::byte* to) const {
    for (int64_t place = begin; place < end; ++place) {
      double sum = 0;
      ForEachStretchAt(state_.inner, place, [&](const Stretch& stretch) {
        const std::byte* at = from + stretch.SourceOf(place) * state_.inner.sourceStride;
        for (int64_t i = 0; i < stretch.places; ++i, at += state_.inner.sourceStride) {
          float number = 0;
          std::memcpy(&number, at, sizeof(number));
          sum += static_cast<double>(number);
        }
      });
      const float rounded =
          std::isnan(sum) ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(sum);
      std::memcpy(to + place * state_.inner.stride, &rounded, sizeof(rounded));
    }
  }

  void AddRow(const std::byte* from, int64_t begin, int64_t end, double* sums) const {
    const int64_t stride = state_.inner.sourceStride;
    for (const Stretch& stretch : state_.inner.stretches) {
      const int64_t first = std::max(begin, stretch.begin);
      const int64_t last = std::min(end, stretch.end);
      if (first >= last) {
        continue;
      }
      const std::byte* const at = from + stretch.SourceOf(first) * stride;
      if (stretch.places == 1) {
        AddEach(dtype_, at, stretch.step * stride, last - first, sums + (first - begin));
      } else {
        AddAll(dtype_, at, stride, stretch.places, sums[first - begin]);
      }
    }
  }

  const std::byte* source_;
  DType dtype_;
  const State& state_;
};

template <int64_t kSize>
void RunAs(const PadArgs& args, const State& state, const backend::cpu::CpuContext& cpu) {
  const Rows<kSize> rows(args, state);
  const int64_t pieces = CeilDivide(state.inner.extent, state.columnsOfTask);
  cpu.ParallelFor(CeilDivide(state.rows, state.rowsOfTask) * pieces, [&](int64_t task) {
    const int64_t begin = task % pieces * state.columnsOfTask;
    const int64_t end = std::min(state.inner.extent, begin + state.columnsOfTask);
    const int64_t first = task / pieces * state.rowsOfTask;
    const int64_t last = std::min(state.rows, first + state.rowsOfTask);
    RowPlace place(args, state, first);
    for (int64_t row = first; row < last; ++row) {
      if (row > first) {
        place.Next();
      }
      rows.Make(place, begin, end);
    }
  });
}

void Run(const PadArgs& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  if (state.rows == 0) {
    return;
  }
  VisitElementSize(SizeOf(args.result.dtype), [&](auto size) { RunAs<size>(args, state, cpu); });
}

constexpr auto kKernel = CpuKernel<Run>("cpu:pad_rows", Prepare);

}  // namespace

constinit const KernelEntry<PadArgs> kPadCpu = Entry(kKernel);

}  // namespace openaclnn
