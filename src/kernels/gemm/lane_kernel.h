// SPDX-License-Identifier: Apache-2.0
//
// The innermost product of lane_product.h and of thin matrices: neighbouring lanes of one operand by a few numbers of
// the other.
#pragma once

#include <cstdint>

namespace openaclnn {

/// sums[i * sumsRow + j * sumsOther + l] = or += the sum over k, in order, of
///
///     many[i * manyRow + k * manyDepth + l] * other[j * otherRow + k * otherDepth (+ l)]
///
/// for rows i, others j and lanes l. Strides in elements.
template <typename T>
struct LaneBlock {
  const T* many;
  int64_t manyRow;
  int64_t manyDepth;
  const T* other;
  int64_t otherRow;
  int64_t otherDepth;
  bool otherHasLanes;  // else there is a single row
  int64_t rows;
  int64_t others;
  int64_t lanes;
  int64_t depths;
  bool add;
  T* sums;
  int64_t sumsRow;
  int64_t sumsOther;
};

/// Of float and double.
template <typename T>
void MultiplyLanes(const LaneBlock<T>& block);

}  // namespace openaclnn
