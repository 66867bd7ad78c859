// SPDX-License-Identifier: Apache-2.0
#include "ops/common/promotion.h"

#include <utility>

namespace openaclnn {
namespace {

bool GoesAlone(DType dtype) {
  return dtype == DType::kUint16 || dtype == DType::kUint32 || dtype == DType::kUint64 ||
         ClassOf(dtype) == DTypeClass::kOther;
}

DType PromoteIntegers(DType a, DType b) {
  if (ClassOf(a) == ClassOf(b)) {
    return SizeOf(a) >= SizeOf(b) ? a : b;
  }
  const DType other = a == DType::kUint8 ? b : a;
  return other == DType::kInt8 ? DType::kInt16 : other;
}

}  // namespace

int RankOf(DType dtype) {
  switch (ClassOf(dtype)) {
    case DTypeClass::kBool:
      return 0;
    case DTypeClass::kSigned:
    case DTypeClass::kUnsigned:
      return 1;
    case DTypeClass::kFloating:
      return 2;
    case DTypeClass::kComplex:
      return 3;
    case DTypeClass::kOther:
      break;
  }
  return 4;
}

std::optional<DType> Promote(DType a, DType b) {
  if (a == b) {
    return ClassOf(a) == DTypeClass::kOther ? std::nullopt : std::optional(a);
  }
  if (GoesAlone(a) || GoesAlone(b)) {
    return std::nullopt;
  }
  if (RankOf(a) < RankOf(b)) {
    std::swap(a, b);
  }
  if (RankOf(a) > RankOf(b)) {
    // A complex number of float32 parts does not hold what float64 does.
    return a == DType::kComplex64 && b == DType::kDouble ? DType::kComplex128 : a;
  }
  if (RankOf(a) == 1) {
    return PromoteIntegers(a, b);
  }
  if (SizeOf(a) == SizeOf(b)) {
    return DType::kFloat;  // the two half types
  }
  return SizeOf(a) > SizeOf(b) ? a : b;
}

DType PromoteWithScalar(DType tensor, const ScalarValue& scalar) {
  if (RankOf(scalar.dtype) <= RankOf(tensor)) {
    return tensor;
  }
  switch (ClassOf(scalar.dtype)) {
    case DTypeClass::kComplex:
      return tensor == DType::kDouble ? DType::kComplex128 : DType::kComplex64;
    case DTypeClass::kFloating:
      return DType::kFloat;
    case DTypeClass::kSigned:
    case DTypeClass::kUnsigned:
      return DType::kInt64;
    case DTypeClass::kBool:
    case DTypeClass::kOther:
      break;
  }
  return tensor;
}

bool CanStore(DType result, DType out) {
  return RankOf(result) >= 0 && RankOf(result) <= RankOf(out);
}

}  // namespace openaclnn
