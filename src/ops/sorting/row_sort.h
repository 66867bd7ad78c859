// SPDX-License-Identifier: Apache-2.0
//
// Sorting the elements of rows: loops for kernels/layout/rows.h. NaN is larger than any number; of equal
// elements the first ones come first.
#pragma once

#include "base/dtype.h"
#include "kernels/layout/rows.h"

namespace openaclnn {

enum class RowSort {
  kSort,     // outputs: values, indices; the flag: largest first
  kArgsort,  // indices; the same flag
  kTopK,     // the first `count` values and indices of kSort
  kKth,      // the `count`-th smallest element, and where the first such element is
  // The lower one of the middle elements, and where the first such element is; the flag: NaNs are left out,
  // else one of them is the median.
  kMedian,
  kMedianValue,  // without its place
};

// The loops for rows of so many elements of this type.
[[nodiscard]] RowLoops FindRowSort(RowSort what, DType dtype, int64_t length);

}  // namespace openaclnn
