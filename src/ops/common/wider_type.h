// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/dtype.h"

namespace openaclnn {

/// Where an expression has no loop for a type: a wider one that holds its numbers, or their bits.
[[nodiscard]] constexpr DType WiderType(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
    case DType::kBfloat16:
      return DType::kFloat;
    case DType::kInt8:
    case DType::kInt16:
    case DType::kUint8:
    case DType::kUint16:
    case DType::kBool:
      return DType::kInt32;
    case DType::kUint32:
    case DType::kUint64:
      return DType::kInt64;  // the same bits
    default:
      return dtype;
  }
}

}  // namespace openaclnn
