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

// Bytes of one element; 0 for types without a whole number of bytes and for unknown numbers.
[[nodiscard]] size_t SizeOf(DType dtype);

// The name that the specifications use ("FLOAT16", "BFLOAT16", ...); "UNKNOWN" for unknown numbers.
[[nodiscard]] const char* NameOf(DType dtype);

}  // namespace openaclnn
