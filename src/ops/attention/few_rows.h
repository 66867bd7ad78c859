// SPDX-License-Identifier: Apache-2.0
//
// Attention of a few queries to many keys, where the time is that of reading keys and values: each is read
// once for all queries that share it, from where it is in memory, and converted in registers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dtype.h"

namespace openaclnn {

/// Pointers that follow those of the rows in hand, and are read ahead: any rows that memory holds.
inline constexpr int64_t kRowsAhead = 32;
/// Queries that MultiplyRows and AddRows take at most.
inline constexpr int64_t kFewRows = 8;

/// Rows of keys or values, wherever they are; the elements of each lie side by side.
struct CachedRows {
  const std::byte* const* rows = nullptr;  // count + kRowsAhead pointers
  int64_t count = 0;
  int64_t size = 0;
  DType dtype = DType::kUndefined;
};

/// What integers stand for: (integer + offset) * scale, with numbers for each element or one for all.
struct IntegerScales {
  const float* scales = nullptr;
  const float* offsets = nullptr;
  bool ofElements = false;
};

/// What the parts of a query's keys have come to.
struct RowParts {
  const float* largest = nullptr;  // of each part's scores; -FLT_MAX without any
  const float* sum = nullptr;      // of exp(score - largest)
  const float* values = nullptr;   // [count][size], sums of exp(score - largest) * value
  int64_t count = 0;
  int64_t size = 0;
};
inline constexpr int64_t kMostParts = 64;

/// What a head takes at a time: products of some keys, and values of others, whose weights are known.
struct HeadRows {
  CachedRows keys;  // none if their count is 0
  const float* queries = nullptr;
  float* products = nullptr;
  CachedRows values;  // likewise
  const float* weights = nullptr;
  float* sums = nullptr;
};

/// Queries of a head.
struct HeadQueries {
  int64_t number = 0;
  int64_t stride = 0;  // from one query to the next, in numbers
  bool add = false;    // to the products
  int64_t keys = 0;    // products and weights have rows of so many
};

struct FewRowLoops {
  /// Of each head: products[q * of.keys + k] = or += query q times row k of the keys, and
  /// sums[q * size + d] += the sum over rows k, in order, of weights[q * of.keys + k] * element d of the value.
  /// Takes some keys and some values of each head in turn: memory is read faster at several places at a time.
  void (*takeRows)(const HeadRows* heads, int64_t count, const HeadQueries& of);
  /// Writes what integers stand for. They may lie in the last quarter of what is written.
  void (*readIntegers)(const int8_t* from, int64_t size, const IntegerScales& by, float* to);
  /// Combines parts: `row` becomes the sum over all keys of probability * value, 0 without any key. Returns
  /// the logarithm of the sum of all exp(score), or infinity. `sink`: null, or one more score without a
  /// value.
  float (*finishRow)(const RowParts& parts, const float* sink, float* row);
};

[[nodiscard]] const FewRowLoops& BestFewRowLoops();

}  // namespace openaclnn
