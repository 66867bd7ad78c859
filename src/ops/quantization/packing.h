// SPDX-License-Identifier: Apache-2.0
//
// Tensors of INT32 that hold INT4: eight along the last dim of each element's numbers.
#pragma once

#include <string>

#include "kernels/quantization/whole_numbers.h"
#include "ops/common/checks.h"

namespace openaclnn {

/// The shape of x with its last dim divided by what an element of `packed` holds, if that is INT32.
inline void CheckPackedShape(ArgumentChecks& check, const NamedTensor& packed, const NamedTensor& x) {
  if (check.Failed()) {
    return;
  }
  if (packed.tensor->dtype != DType::kInt32) {
    check.SameShape(packed, x);
    return;
  }
  check.Require(
      packed.name, "the shape of the unpacked tensor, with 8 of its last dim in an element of INT32",
      [&] {
        const auto& own = packed.tensor->viewDims;
        const auto& whole = x.tensor->viewDims;
        bool fits = own.size() == whole.size() && !own.empty() && whole.back() % kPackedInWord == 0 &&
                    own.back() == whole.back() / kPackedInWord;
        for (size_t d = 0; fits && d + 1 < own.size(); ++d) {
          fits = own[d] == whole[d];
        }
        return fits;
      },
      [&] { return ShapeText(packed.tensor->viewDims) + " for " + ShapeText(x.tensor->viewDims); });
}

/// Attributes that name the type of a result again; of INT4 packed in INT32 they may name either.
inline void CheckDstType(ArgumentChecks& check, const char* name, int64_t dtype, const NamedTensor& result) {
  check.Require(
      name, "the type of the result",
      [&] {
        const DType own = result.tensor->dtype;
        return dtype == static_cast<int64_t>(own) ||
               (own == DType::kInt32 && dtype == static_cast<int64_t>(DType::kInt4));
      },
      [&] { return std::to_string(dtype) + " for " + NameOf(result.tensor->dtype); });
}

}  // namespace openaclnn
