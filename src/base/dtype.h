// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace openaclnn {

// Element types, numbered as aclDataType numbers them so that the C boundary is a cast. Values outside this
// list can arrive through the API; every function below takes them.
enum class DType : int32_t {
  kUndefined = -1,
  kFloat = 0,
  kFloat16 = 1,
  kInt8 = 2,
  kInt32 = 3,
  kUint8 = 4,
  kInt16 = 6,
  kUint16 = 7,
  kUint32 = 8,
  kInt64 = 9,
  kUint64 = 10,
  kDouble = 11,
  kBool = 12,
  kString = 13,
  kComplex64 = 16,
  kComplex128 = 17,
  kBfloat16 = 27,
  kInt4 = 29,
  kUint1 = 30,
  kComplex32 = 33,
  kHifloat8 = 34,
  kFloat8E5m2 = 35,
  kFloat8E4m3fn = 36,
  kFloat8E8m0 = 37,
  kFloat6E3m2 = 38,
  kFloat6E2m3 = 39,
  kFloat4E2m1 = 40,
  kFloat4E1m2 = 41,
};

// What kind of numbers a type holds. kOther: none that anybody computes with here.
enum class DTypeClass { kBool, kSigned, kUnsigned, kFloating, kComplex, kOther };
[[nodiscard]] DTypeClass ClassOf(DType dtype);

// Bytes of one element; 0 for types without a whole number of bytes and for unknown numbers. In the header,
// as every call asks a dozen times.
[[nodiscard]] constexpr size_t SizeOf(DType dtype) {
  switch (dtype) {
    case DType::kInt8:
    case DType::kUint8:
    case DType::kBool:
    case DType::kHifloat8:
    case DType::kFloat8E5m2:
    case DType::kFloat8E4m3fn:
    case DType::kFloat8E8m0:
      return 1;
    case DType::kFloat16:
    case DType::kBfloat16:
    case DType::kInt16:
    case DType::kUint16:
      return 2;
    case DType::kFloat:
    case DType::kInt32:
    case DType::kUint32:
    case DType::kComplex32:
      return 4;
    case DType::kInt64:
    case DType::kUint64:
    case DType::kDouble:
    case DType::kComplex64:
      return 8;
    case DType::kComplex128:
      return 16;
    case DType::kUndefined:
    case DType::kString:
    case DType::kInt4:
    case DType::kUint1:
    case DType::kFloat6E3m2:
    case DType::kFloat6E2m3:
    case DType::kFloat4E2m1:
    case DType::kFloat4E1m2:
      return 0;
  }
  return 0;  // a number that arrived through the API
}

// The name that the specifications use ("FLOAT16", "BFLOAT16", ...); "UNKNOWN" for unknown numbers.
[[nodiscard]] const char* NameOf(DType dtype);

}  // namespace openaclnn
