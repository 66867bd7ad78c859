// SPDX-License-Identifier: Apache-2.0
#include "ops/sorting/bisection.h"

#include <algorithm>
#include <array>

namespace openaclnn {
namespace {

// Values that are searched side by side: their loads do not wait for each other.
constexpr int64_t kSideBySide = 32;

// Whether a number belongs behind an element; never behind a NaN.
template <bool kUpper, typename T>
bool Behind(T element, T value) {
  return kUpper ? element <= value : element < value;
}

// A NaN belongs before the first of a sequence, or behind all.
template <bool kUpper, typename T>
int64_t PlaceOfNan(const T* sequence, int64_t length) {
  return kUpper ? length : std::partition_point(sequence, sequence + length, [](T element) {
                             return element == element;
                           }) - sequence;
}

// The steps depend on the length alone, not on what is found: no branch that is guessed wrong half the time.
template <typename T, bool kUpper>
void BisectSome(const T* sequences, int64_t length, const T* values, int64_t count, int64_t* places) {
  for (int64_t left = length; left > 1;) {
    const int64_t half = left / 2;
    for (int64_t i = 0; i < count; ++i) {
      const auto behind = static_cast<int64_t>(Behind<kUpper>(sequences[places[i] + half - 1], values[i]));
      places[i] += half & -behind;
    }
    left -= half;
  }
  for (int64_t i = 0; i < count; ++i) {
    places[i] += static_cast<int64_t>(Behind<kUpper>(sequences[places[i]], values[i]));
  }
}

template <typename T, bool kUpper>
void Bisect(const BisectionTile& tile) {
  const auto* const sequences = reinterpret_cast<const T*>(tile.sequences);
  const auto* const values = reinterpret_cast<const T*>(tile.values);
  if (tile.length == 0) {
    std::fill_n(tile.places, tile.count, 0);
    return;
  }
  int64_t start = tile.perSequence == 0 ? 0 : tile.first / tile.perSequence * tile.length;
  int64_t left = tile.perSequence == 0 ? INT64_MAX : tile.perSequence - tile.first % tile.perSequence;
  for (int64_t begin = 0; begin < tile.count; begin += kSideBySide) {
    const int64_t some = std::min(kSideBySide, tile.count - begin);
    std::array<int64_t, kSideBySide> starts;
    for (int64_t i = 0; i < some; ++i) {
      starts[static_cast<size_t>(i)] = start;
      if (--left == 0) {
        start += tile.length;
        left = tile.perSequence;
      }
    }
    std::array<int64_t, kSideBySide> places = starts;
    if (some == kSideBySide) {
      BisectSome<T, kUpper>(sequences, tile.length, values + begin, kSideBySide, places.data());
    } else {
      BisectSome<T, kUpper>(sequences, tile.length, values + begin, some, places.data());
    }
    for (int64_t i = 0; i < some; ++i) {
      const auto at = static_cast<size_t>(i);
      const T value = values[begin + i];
      tile.places[begin + i] =
          value != value ? PlaceOfNan<kUpper>(sequences + starts[at], tile.length) : places[at] - starts[at];
    }
  }
}

template <typename T>
Bisection BisectionOf(DType type, bool upper) {
  return {upper ? Bisect<T, true> : Bisect<T, false>, type};
}

}  // namespace

Bisection FindBisection(DType dtype, bool upper) {
  switch (dtype) {
    case DType::kDouble:
      return BisectionOf<double>(DType::kDouble, upper);
    case DType::kInt64:
      return BisectionOf<int64_t>(DType::kInt64, upper);
    case DType::kFloat:
    case DType::kFloat16:
    case DType::kBfloat16:
      return BisectionOf<float>(DType::kFloat, upper);
    default:
      return BisectionOf<int32_t>(DType::kInt32, upper);
  }
}

}  // namespace openaclnn
