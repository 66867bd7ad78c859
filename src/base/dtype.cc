// SPDX-License-Identifier: Apache-2.0
#include "base/dtype.h"

#include <array>

namespace openaclnn {
namespace {

struct DTypeFacts {
  DType dtype;
  size_t size;
  const char* name;
};

constexpr std::array<DTypeFacts, 28> kFacts{{
    {DType::kUndefined, 0, "UNDEFINED"},
    {DType::kFloat, 4, "FLOAT"},
    {DType::kFloat16, 2, "FLOAT16"},
    {DType::kInt8, 1, "INT8"},
    {DType::kInt32, 4, "INT32"},
    {DType::kUint8, 1, "UINT8"},
    {DType::kInt16, 2, "INT16"},
    {DType::kUint16, 2, "UINT16"},
    {DType::kUint32, 4, "UINT32"},
    {DType::kInt64, 8, "INT64"},
    {DType::kUint64, 8, "UINT64"},
    {DType::kDouble, 8, "DOUBLE"},
    {DType::kBool, 1, "BOOL"},
    {DType::kString, 0, "STRING"},
    {DType::kComplex64, 8, "COMPLEX64"},
    {DType::kComplex128, 16, "COMPLEX128"},
    {DType::kBfloat16, 2, "BFLOAT16"},
    {DType::kInt4, 0, "INT4"},
    {DType::kUint1, 0, "UINT1"},
    {DType::kComplex32, 4, "COMPLEX32"},
    {DType::kHifloat8, 1, "HIFLOAT8"},
    {DType::kFloat8E5m2, 1, "FLOAT8_E5M2"},
    {DType::kFloat8E4m3fn, 1, "FLOAT8_E4M3FN"},
    {DType::kFloat8E8m0, 1, "FLOAT8_E8M0"},
    {DType::kFloat6E3m2, 0, "FLOAT6_E3M2"},
    {DType::kFloat6E2m3, 0, "FLOAT6_E2M3"},
    {DType::kFloat4E2m1, 0, "FLOAT4_E2M1"},
    {DType::kFloat4E1m2, 0, "FLOAT4_E1M2"},
}};

// By number, from kUndefined on; no name where there is no type.
constexpr auto kByNumber = [] {
  std::array<DTypeFacts, static_cast<size_t>(DType::kFloat4E1m2) + 2> facts{};
  for (const DTypeFacts& fact : kFacts) {
    facts[static_cast<size_t>(static_cast<int32_t>(fact.dtype) + 1)] = fact;
  }
  return facts;
}();

const DTypeFacts* Find(DType dtype) {
  const auto number = static_cast<size_t>(int64_t{static_cast<int32_t>(dtype)} + 1);
  return number < kByNumber.size() && kByNumber[number].name != nullptr ? &kByNumber[number] : nullptr;
}

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

size_t SizeOf(DType dtype) {
  const DTypeFacts* facts = Find(dtype);
  return facts == nullptr ? 0 : facts->size;
}

const char* NameOf(DType dtype) {
  const DTypeFacts* facts = Find(dtype);
  return facts == nullptr ? "UNKNOWN" : facts->name;
}

}  // namespace openaclnn
