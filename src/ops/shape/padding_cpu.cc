// SPDX-License-Identifier: Apache-2.0
//
// What comes from a single place is copied. A gradient sums, for each place of its own, over what comes from there: in
// float64, in row-major order of the source, rounded once.
//
// Tasks are rows of the result, along the dim that is innermost in memory. Rows that come from neighbours are
// copied together, piece by piece.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include "base/checked_math.h"
#include "base/function_ref.h"
#include "kernels/tiles/element_size.h"
#include "kernels/tiles/pack.h"
#include "ops/common/cpu_kernel.h"
#include "ops/shape/padding_axes.h"
#include "simd/convert.h"

namespace openaclnn {
namespace {

constexpr int64_t kTaskElements = int64_t{1} << 15;
constexpr int64_t kChunk = 512;  // sums that are made at a time
constexpr int64_t kFew = 16;
constexpr int64_t kTogether = 4096;  // elements of rows that are copied together: few enough for the caches

struct State : Prepared {
  std::vector<Axis> outer;
  Axis inner;
  std::vector<Segment> segments;  // of the inner axis
  std::vector<Segment> lines;     // of the last outer axis
  int64_t rows = 0;
  int64_t rowsOfTask = 0;
  int64_t columnsOfTask = 0;
};

State Prepare(const PadArgs& args) {
  State state;
  if (args.result.Empty()) {
    return state;
  }
  state.outer = AxesOf(args);
  state.inner = state.outer.back();
  state.outer.pop_back();
  state.segments = SegmentsOf(state.inner);
  // The longest first: memory is written line after line, and the edges find theirs in the cache.
  std::ranges::stable_sort(state.segments, std::greater<>(),
                           [](const Segment& one) { return one.end - one.begin; });
  if (!state.outer.empty()) {
    state.lines = SegmentsOf(state.outer.back());
  }
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

// Rows of some elements at even distances. Strides in bytes.
struct Strips {
  const std::byte* from;
  int64_t fromStride;
  std::byte* to;
  int64_t toStride;
  int64_t count;
  int64_t rows = 1;
  int64_t fromRow = 0;
  int64_t toRow = 0;

  template <typename Visit>
  void ForEachRow(const Visit& visit) const {
    for (int64_t row = 0; row < rows; ++row) {
      visit(from + row * fromRow, to + row * toRow);
    }
  }
};

template <int64_t kSize>
void CopyElements(const Strips& strips, int64_t fromStride, int64_t toStride) {
  strips.ForEachRow([=, count = strips.count](const std::byte* from, std::byte* to) {
    for (int64_t i = 0; i < count; ++i) {
      std::memcpy(to + i * toStride, from + i * fromStride, kSize);
    }
  });
}

// Rows of at least kBytes, in moves of so many. The last ones may overlap.
template <int64_t kBytes>
void CopyShortRows(const Strips& strips, int64_t bytes) {
  strips.ForEachRow([=](const std::byte* from, std::byte* to) {
    for (int64_t i = 0; i < bytes - kBytes; i += kBytes) {
      std::memcpy(to + i, from + i, kBytes);
    }
    std::memcpy(to + bytes - kBytes, from + bytes - kBytes, kBytes);
  });
}

// Rows without gaps.
void CopyRows(const Strips& strips, int64_t bytes) {
  constexpr int64_t kShort = 256;  // a call takes as long
  if (bytes > kShort) {
    strips.ForEachRow(
        [=](const std::byte* from, std::byte* to) { std::memcpy(to, from, static_cast<size_t>(bytes)); });
  } else if (bytes >= 16) {
    CopyShortRows<16>(strips, bytes);
  } else if (bytes >= 8) {
    CopyShortRows<8>(strips, bytes);
  } else if (bytes >= 4) {
    CopyShortRows<4>(strips, bytes);
  } else {
    CopyShortRows<1>(strips, bytes);
  }
}

// Loops of their own where the strides are known.
template <int64_t kSize>
void CopyStrips(const Strips& strips) {
  if (strips.toStride != kSize) {
    CopyElements<kSize>(strips, strips.fromStride, strips.toStride);
  } else if (strips.fromStride == kSize) {
    CopyRows(strips, strips.count * kSize);
  } else if (strips.fromStride == -kSize) {
    CopyElements<kSize>(strips, -kSize, kSize);
  } else if (strips.fromStride == 0) {
    CopyElements<kSize>(strips, 0, kSize);
  } else {
    CopyElements<kSize>(strips, strips.fromStride, kSize);
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

// Rows at even distances, in bytes.
struct RowRun {
  int64_t rows;
  int64_t toRow;
  int64_t fromRow;
};

// One row of the result after another: where it lies, how many rows of the source it comes from, and where the first
// of them lies.
class RowPlace {
 public:
  RowPlace(const PadArgs& args, const State& state, int64_t row) : outer_(state.outer), lines_(state.lines) {
    for (size_t d = outer_.size(); d-- > 0;) {
      index_[d] = row % outer_[d].extent;
      row /= outer_[d].extent;
    }
    of_[0] = {args.result.data, args.source.data, 1};
    Locate(0);
  }

  // Rows from here on, this one among them, that lie and come from the source at even distances.
  [[nodiscard]] RowRun Run() const {
    if (outer_.empty()) {
      return {1, 0, 0};
    }
    const Axis& axis = outer_.back();
    const int64_t place = index_[outer_.size() - 1];
    const auto line = std::ranges::find_if(lines_, [&](const Segment& one) { return place < one.end; });
    return {Sources() > 1 ? 1 : line->end - place, axis.stride,
            line->sources == 1 ? axis.stretches[line->stretch].step * axis.sourceStride : 0};
  }

  // So many of a run are done, and there are more.
  void Skip(int64_t rows) {
    size_t d = outer_.size();
    index_[d - 1] += rows;
    while (index_[d - 1] == outer_[d - 1].extent) {
      index_[--d] = 0;
      ++index_[d - 1];
    }
    Locate(d - 1);
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
  const std::vector<Segment>& lines_;
  std::array<int64_t, kMaxRank> index_{};
  std::array<Row, kMaxRank + 1> of_{};  // of the axes before each
};

// Makes rows of the result, of elements of a size.
template <int64_t kSize>
class Rows {
 public:
  Rows(const PadArgs& args, const State& state)
      : source_(args.source.data), dtype_(args.result.dtype), state_(state) {}

  // Places [begin, end) of a run of rows.
  void Make(const RowPlace& row, const RowRun& run, int64_t begin, int64_t end) const {
    if (row.Sources() > 1) {  // the run is one row
      Sum(row.To(), begin, end,
          [&](FunctionRef<void(const std::byte*)> add) { ForEachSource(row.Index(), 0, source_, add); });
      return;
    }
    for (const Segment& segment : state_.segments) {
      const int64_t first = std::max(begin, segment.begin);
      const int64_t last = std::min(end, segment.end);
      if (first < last) {
        MakePlaces(row, run, segment, first, last);
      }
    }
  }

 private:
  // Those of a segment, of rows that come from one row of the source or from none.
  void MakePlaces(const RowPlace& row, const RowRun& run, const Segment& segment, int64_t first,
                  int64_t last) const {
    std::byte* const target = row.To() + first * state_.inner.stride;
    const int64_t count = last - first;
    if (row.Sources() * segment.sources == 0) {
      static constexpr std::array<std::byte, 16> kZero{};
      CopyStrips<kSize>({kZero.data(), 0, target, state_.inner.stride, count, run.rows, 0, run.toRow});
    } else if (segment.sources == 1) {
      const Stretch& stretch = state_.inner.stretches[segment.stretch];
      CopyStrips<kSize>({row.From() + stretch.SourceOf(first) * state_.inner.sourceStride,
                         stretch.step * state_.inner.sourceStride, target, state_.inner.stride, count,
                         run.rows, run.fromRow, run.toRow});
    } else {
      for (int64_t i = 0; i < run.rows; ++i) {
        SumPlaces(row.From() + i * run.fromRow, first, last, row.To() + i * run.toRow);
      }
    }
  }

  void SumPlaces(const std::byte* from, int64_t first, int64_t last, std::byte* to) const {
    if (dtype_ == DType::kFloat && last - first <= kFew) {
      SumFew(from, first, last, to);
    } else {
      Sum(to, first, last, [&](const auto& add) { add(from); });
    }
  }

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
    for (int64_t row = first; row < last;) {
      RowRun run = place.Run();
      run.rows = std::min({run.rows, last - row, std::max<int64_t>(1, kTogether / (end - begin))});
      rows.Make(place, run, begin, end);
      row += run.rows;
      if (row < last) {
        place.Skip(run.rows);
      }
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
