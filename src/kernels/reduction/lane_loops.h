// SPDX-License-Identifier: Apache-2.0
//
// The loops that reduce a block of elements in lanes: an expression's own one, compiled for each type of
// elements, and the folding of lanes, which it shares with all expressions that are joined alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/complex_number.h"
#include "base/dtype.h"

namespace openaclnn {

// Rows that lie side by side and are reduced at a time, at most.
inline constexpr int64_t kMostLines = 128;
// Elements of a lane that are reduced one after the other, before what they give is joined with the lane:
// long chains of additions would add up their rounding errors.
inline constexpr int64_t kChain = 8;
// The lanes of a block take so many bytes: 16 of float32, as kSumLanes.
inline constexpr int64_t kLaneBytes = 64;

// The type in which lanes are joined.
template <typename T>
using WideOf = std::conditional_t<std::is_same_v<T, float>, double, T>;

template <typename T>
constexpr DType TypeOf() {
  return std::is_same_v<T, float>                   ? DType::kFloat
         : std::is_same_v<T, double>                ? DType::kDouble
         : std::is_same_v<T, int32_t>               ? DType::kInt32
         : std::is_same_v<T, int64_t>               ? DType::kInt64
         : std::is_same_v<T, ComplexNumber<double>> ? DType::kComplex128
                                                    : DType::kBool;
}

// Groups of lanes, each of which takes elements that lie a step apart.
struct LaneWork {
  const std::byte* data;
  int64_t groups;
  int64_t groupStride;  // in bytes
  int64_t width;        // lanes of a group, whose elements lie side by side
  int64_t step;         // in bytes, from an element of a lane to the next
  int64_t count;        // elements of a lane
  int64_t rest;      // the first `rest` lanes of each group have one more; of these the width is kLaneBytes
  std::byte* lanes;  // numbers of the type that is computed in; whole vectors are written
  int64_t pitch;     // from a group's lanes to the next one's, in numbers
  bool first;        // nothing has been reduced to the lanes yet
  // The expression's parameter: one for all, or a number for each group, or for each lane of a group.
  double parameter;
  const std::byte* parameters;
  bool parameterOfGroup;
  // A second operand, of loops that take one.
  const std::byte* second;
  int64_t secondGroupStride;
  int64_t secondStep;
};

// How lanes are joined. In the type of results: float64 for lanes of float32, else that of the lanes.
enum class LaneJoin { kSum, kProduct, kLargest, kSmallest };
struct LaneFolds {
  // The lanes of blocks, one behind the other: lane l and lane l + half of them, of these l and l + a
  // quarter, and so on. Joining with neutral lanes changes nothing.
  void (*rows)(const std::byte* lanes, int64_t blocks, std::byte* to);
  // The same of blocks side by side, whose lane l begins at l * pitch; of the lanes the first `used` hold
  // something.
  void (*columns)(const std::byte* lanes, int64_t pitch, int64_t used, int64_t columns, std::byte* to);
  // Joins each of some results with what comes after it.
  void (*joinEach)(std::byte* results, const std::byte* next, int64_t count);
  // Joins neighbouring results, in order, into the first of them. There is at least one.
  void (*joinAll)(std::byte* results, int64_t count);
};

struct LaneLoops {
  void (*run)(const LaneWork& work);
  // The same in less work, where nothing was reduced before; null where there is no such loop. False where an
  // element is NaN, perhaps where one is infinite: then what it wrote means nothing.
  bool (*runNumbers)(const LaneWork& work);
  LaneFolds folds;
  bool takesElements;                // a lane of one element is that element as it is stored
  bool inAnyOrder;                   // of integers: a row needs no blocks
  int64_t elementBytes;              // of an element as it is stored
  int64_t numberBytes;               // of a lane
  int64_t resultBytes;               // of a lane as it is joined
  std::array<std::byte, 8> nothing;  // the result of no element
};

}  // namespace openaclnn
