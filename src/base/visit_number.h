// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/dtype.h"

namespace openaclnn {

// Returns visit(number) with a number of the C++ type that holds a dtype's elements, which are integers.
template <typename Visit>
auto VisitInteger(DType dtype, const Visit& visit) {
  switch (dtype) {
    case DType::kInt8:
      return visit(int8_t{});
    case DType::kInt16:
      return visit(int16_t{});
    case DType::kInt32:
      return visit(int32_t{});
    case DType::kInt64:
      return visit(int64_t{});
    case DType::kUint8:
      return visit(uint8_t{});
    case DType::kUint16:
      return visit(uint16_t{});
    case DType::kUint32:
      return visit(uint32_t{});
    default:
      return visit(uint64_t{});
  }
}

// The same for FLOAT and DOUBLE, too.
template <typename Visit>
auto VisitNumber(DType dtype, const Visit& visit) {
  switch (dtype) {
    case DType::kFloat:
      return visit(float{});
    case DType::kDouble:
      return visit(double{});
    default:
      return VisitInteger(dtype, visit);
  }
}

}  // namespace openaclnn
