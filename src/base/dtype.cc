// SPDX-License-Identifier: Apache-2.0
#include "base/dtype.h"

#include <array>

namespace openaclnn {
namespace {

struct NamedDType {
  DType dtype;
  const char* name;
};

constexpr std::array<NamedDType, 28> kNames{{
    {DType::kUndefined, "UNDEFINED"},
    {DType::kFloat, "FLOAT"},
    {DType::kFloat16, "FLOAT16"},
    {DType::kInt8, "INT8"},
    {DType::kInt32, "INT32"},
    {DType::kUint8, "UINT8"},
    {DType::kInt16, "INT16"},
    {DType::kUint16, "UINT16"},
    {DType::kUint32, "UINT32"},
    {DType::kInt64, "INT64"},
    {DType::kUint64, "UINT64"},
    {DType::kDouble, "DOUBLE"},
    {DType::kBool, "BOOL"},
    {DType::kString, "STRING"},
    {DType::kComplex64, "COMPLEX64"},
    {DType::kComplex128, "COMPLEX128"},
    {DType::kBfloat16, "BFLOAT16"},
    {DType::kInt4, "INT4"},
    {DType::kUint1, "UINT1"},
    {DType::kComplex32, "COMPLEX32"},
    {DType::kHifloat8, "HIFLOAT8"},
    {DType::kFloat8E5m2, "FLOAT8_E5M2"},
    {DType::kFloat8E4m3fn, "FLOAT8_E4M3FN"},
    {DType::kFloat8E8m0, "FLOAT8_E8M0"},
    {DType::kFloat6E3m2, "FLOAT6_E3M2"},
    {DType::kFloat6E2m3, "FLOAT6_E2M3"},
    {DType::kFloat4E2m1, "FLOAT4_E2M1"},
    {DType::kFloat4E1m2, "FLOAT4_E1M2"},
}};

// By number, from kUndefined on; null where there is no type.
constexpr auto kByNumber = [] {
  std::array<const char*, static_cast<size_t>(DType::kFloat4E1m2) + 2> names{};
  for (const NamedDType& named : kNames) {
    names[static_cast<size_t>(static_cast<int32_t>(named.dtype)) + 1] = named.name;
  }
  return names;
}();

}  // namespace

// No default: a new type has to find its place here.
DTypeClass ClassOf(DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return DTypeClass::kBool;
    case DType::kInt8:
    case DType::kInt16:
    case DType::kInt32:
    case DType::kInt64:
      return DTypeClass::kSigned;
    case DType::kUint8:
    case DType::kUint16:
    case DType::kUint32:
    case DType::kUint64:
      return DTypeClass::kUnsigned;
    case DType::kFloat:
    case DType::kFloat16:
    case DType::kBfloat16:
    case DType::kDouble:
      return DTypeClass::kFloating;
    case DType::kComplex64:
    case DType::kComplex128:
      return DTypeClass::kComplex;
    case DType::kComplex32:
    case DType::kUndefined:
    case DType::kString:
    case DType::kInt4:
    case DType::kUint1:
    case DType::kHifloat8:
    case DType::kFloat8E5m2:
    case DType::kFloat8E4m3fn:
    case DType::kFloat8E8m0:
    case DType::kFloat6E3m2:
    case DType::kFloat6E2m3:
    case DType::kFloat4E2m1:
    case DType::kFloat4E1m2:
      return DTypeClass::kOther;
  }
  return DTypeClass::kOther;  // a number that arrived through the API
}

const char* NameOf(DType dtype) {
  const auto number = static_cast<size_t>(int64_t{static_cast<int32_t>(dtype)} + 1);
  return number < kByNumber.size() && kByNumber[number] != nullptr ? kByNumber[number] : "UNKNOWN";
}

}  // namespace openaclnn
