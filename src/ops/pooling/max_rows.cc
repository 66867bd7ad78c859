// SPDX-License-Identifier: Apache-2.0
#include "ops/pooling/max_rows.h"

#include <algorithm>
#include <limits>
#include <type_traits>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(CopyFloats,
                     void(const MaxLines& lines, const PoolAxis& axis, const float* row, float* line));
OPENACLNN_PER_TARGET(CopyDoubles,
                     void(const MaxLines& lines, const PoolAxis& axis, const double* row, double* line));
OPENACLNN_PER_TARGET(TakeFloats, void(const MaxRow<float>& row));
OPENACLNN_PER_TARGET(TakeDoubles, void(const MaxRow<double>& row));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace max_rows {

// Every second element, by vectors of which the last one takes some again. False, and nothing is copied, where there are
// not enough for a vector.
template <class D, typename T>
HWY_INLINE bool CopySecond(D d, const T* from, int64_t count, T* to) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  if (count <= lanes) {
    return false;
  }
  // The vectors that hold them end before the last one.
  for (int64_t i = 0; i < count - 1; i += lanes) {
    const int64_t at = std::min(i, count - 1 - lanes);
    hn::Vec<D> taken;
    hn::Vec<D> other;
    hn::LoadInterleaved2(d, from + at * 2, taken, other);
    hn::StoreU(taken, d, to + at);
  }
  to[count - 1] = from[(count - 1) * 2];
  return true;
}

// Every `step`-th element.
template <typename T>
void CopySteps(const T* from, int64_t step, int64_t count, T* to) {
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<T> d;
  if (step == 2 && (CopySecond(d, from, count, to) || CopySecond(hn::CappedTag<T, 4>(), from, count, to))) {
    return;
  }
#endif
  for (int64_t i = 0; i < count; ++i) {
    to[i] = from[i * step];
  }
}

template <typename T>
void Copy(const MaxLines& lines, const PoolAxis& axis, const T* row, T* line) {
  constexpr T kLowest = -std::numeric_limits<T>::infinity();
  for (const int64_t within : lines.parts) {
    // Place i of the part is place i * stride + first of the row.
    const int64_t first = within - axis.padding;
    const int64_t low = std::min(first >= 0 ? 0 : (axis.stride - 1 - first) / axis.stride, lines.partLength);
    const int64_t places = axis.extent - first;
    const int64_t high = std::clamp(places <= 0 ? 0 : (places - 1) / axis.stride + 1, low, lines.partLength);
    std::fill_n(line, low, kLowest);
    const T* const from = row + first + low * axis.stride;
    if (axis.stride == 1) {
      std::copy_n(from, high - low, line + low);
    } else {
      CopySteps(from, axis.stride, high - low, line + low);
    }
    std::fill(line + high, line + lines.partLength, kLowest);
    line += lines.partLength;
  }
}

template <typename T>
void Take(const MaxRow<T>& row) {
  const hn::ScalableTag<T> d;
  // Places have lanes of the elements' size; as doubles they are whole numbers.
  using Place = std::conditional_t<sizeof(T) == 4, int32_t, double>;
  const hn::Rebind<Place, decltype(d)> dPlaces;
  const hn::Rebind<int32_t, decltype(d)> dFound;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto steps =
      hn::Mul(hn::Iota(dPlaces, Place{0}), hn::Set(dPlaces, static_cast<Place>(row.axis->stride)));
  const MaxLines& lines = *row.lines;
  for (int64_t column = 0; column < row.axis->windows; column += lanes) {
    auto best = hn::LoadU(d, row.best + column);
    hn::Vec<decltype(dPlaces)> found;
    if constexpr (sizeof(T) == 4) {
      found = hn::LoadU(dFound, row.found + column);
    } else {
      found = hn::PromoteTo(dPlaces, hn::LoadU(dFound, row.found + column));
    }
    const T* line = row.line + column;
    int64_t place = row.place + column * row.axis->stride;
    for (int64_t y = 0; y < row.rows; ++y) {
      for (const MaxLines::Tap& tap : lines.taps) {
        const auto number = hn::LoadU(d, line + tap.offset);
        const auto larger = hn::Or(hn::Gt(number, best), hn::IsNaN(number));
        const auto at = hn::Add(steps, hn::Set(dPlaces, static_cast<Place>(place + tap.distance)));
        best = hn::IfThenElse(larger, number, best);
        found = hn::IfThenElse(hn::RebindMask(dPlaces, larger), at, found);
      }
      line += row.lineStep;
      place += row.placeStep;
    }
    hn::StoreU(best, d, row.best + column);
    if constexpr (sizeof(T) == 4) {
      hn::StoreU(found, dFound, row.found + column);
    } else {
      hn::StoreU(hn::DemoteTo(dFound, found), dFound, row.found + column);
    }
  }
}

}  // namespace max_rows

void CopyFloats(const MaxLines& lines, const PoolAxis& axis, const float* row, float* line) {
  max_rows::Copy(lines, axis, row, line);
}
void CopyDoubles(const MaxLines& lines, const PoolAxis& axis, const double* row, double* line) {
  max_rows::Copy(lines, axis, row, line);
}
void TakeFloats(const MaxRow<float>& row) {
  max_rows::Take(row);
}
void TakeDoubles(const MaxRow<double>& row) {
  max_rows::Take(row);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

constexpr int64_t kMostLanes = 16;
constexpr int64_t kFewWindows = 4;
constexpr int64_t kMostTaps = 64;

}  // namespace

bool MaxLines::Suit(const PoolAxis& axis) {
  return !axis.adaptive && axis.windows >= kFewWindows && axis.kernel <= kMostTaps;
}

MaxLines::MaxLines(const PoolAxis& axis) {
  pitch = CeilDivide(axis.windows, kMostLanes) * kMostLanes;
  partLength = pitch + (axis.kernel - 1) * axis.dilation / axis.stride + 1;
  for (int64_t tap = 0; tap < axis.kernel; ++tap) {
    const int64_t distance = tap * axis.dilation;
    const int64_t within = distance % axis.stride;
    auto* const part = std::find(parts.begin(), parts.end(), within);
    const int64_t at = part - parts.begin();
    if (part == parts.end()) {
      parts.push_back(within);
    }
    taps.push_back({at * partLength + distance / axis.stride, distance});
  }
  length = static_cast<int64_t>(parts.size()) * partLength;
}

template <>
void CopyToLine(const MaxLines& lines, const PoolAxis& axis, const float* row, float* line) {
  HWY_DYNAMIC_DISPATCH(CopyFloats)(lines, axis, row, line);
}
template <>
void CopyToLine(const MaxLines& lines, const PoolAxis& axis, const double* row, double* line) {
  HWY_DYNAMIC_DISPATCH(CopyDoubles)(lines, axis, row, line);
}
template <>
void TakeMaxRow(const MaxRow<float>& row) {
  HWY_DYNAMIC_DISPATCH(TakeFloats)(row);
}
template <>
void TakeMaxRow(const MaxRow<double>& row) {
  HWY_DYNAMIC_DISPATCH(TakeDoubles)(row);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
