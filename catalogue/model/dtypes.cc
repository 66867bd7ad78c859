// SPDX-License-Identifier: Apache-2.0
#include "catalogue/model/dtypes.h"

#include <algorithm>

namespace openaclnn::catalogue {
namespace {

enum class Category { kBool, kInteger, kFloating };

Category CategoryOf(aclDataType dtype) {
  if (dtype == ACL_BOOL) {
    return Category::kBool;
  }
  return IsFloating(dtype) ? Category::kFloating : Category::kInteger;
}

bool IsWideUnsigned(aclDataType dtype) {
  return dtype == ACL_UINT16 || dtype == ACL_UINT32 || dtype == ACL_UINT64;
}

}  // namespace

DTypes Floats() {
  return {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
}

DTypes FloatsAndDouble() {
  return {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
}

DTypes Integers() {
  return {ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8};
}

DTypes NumbersButBool() {
  DTypes dtypes = FloatsAndDouble();
  const DTypes integers = Integers();
  dtypes.insert(dtypes.end(), integers.begin(), integers.end());
  return dtypes;
}

DTypes Numbers() {
  DTypes dtypes = NumbersButBool();
  dtypes.push_back(ACL_BOOL);
  return dtypes;
}

bool Contains(const DTypes& dtypes, aclDataType dtype) {
  return std::find(dtypes.begin(), dtypes.end(), dtype) != dtypes.end();
}

size_t SizeOf(int dtype) {
  switch (dtype) {
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_BOOL:
    case ACL_FLOAT8_E5M2:
    case ACL_FLOAT8_E4M3FN:
      return 1;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16:
      return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
    case ACL_COMPLEX32:
      return 4;
    case ACL_DOUBLE:
    case ACL_INT64:
    case ACL_UINT64:
    case ACL_COMPLEX64:
      return 8;
    case ACL_COMPLEX128:
      return 16;
    default:
      return 0;
  }
}

std::string NameOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT:
      return "FLOAT";
    case ACL_FLOAT16:
      return "FLOAT16";
    case ACL_BF16:
      return "BF16";
    case ACL_DOUBLE:
      return "DOUBLE";
    case ACL_INT64:
      return "INT64";
    case ACL_INT32:
      return "INT32";
    case ACL_INT16:
      return "INT16";
    case ACL_INT8:
      return "INT8";
    case ACL_FLOAT8_E5M2:
      return "FLOAT8_E5M2";
    case ACL_FLOAT8_E4M3FN:
      return "FLOAT8_E4M3FN";
    case ACL_UINT64:
      return "UINT64";
    case ACL_UINT32:
      return "UINT32";
    case ACL_UINT16:
      return "UINT16";
    case ACL_UINT8:
      return "UINT8";
    case ACL_BOOL:
      return "BOOL";
    case ACL_COMPLEX32:
      return "COMPLEX32";
    case ACL_COMPLEX64:
      return "COMPLEX64";
    case ACL_COMPLEX128:
      return "COMPLEX128";
    default:
      return "type " + std::to_string(static_cast<int>(dtype));
  }
}

bool IsFloating(aclDataType dtype) {
  return Contains(FloatsAndDouble(), dtype);
}

bool IsSigned(aclDataType dtype) {
  return IsFloating(dtype) || Contains({ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8}, dtype);
}

bool IsComplex(aclDataType dtype) {
  return Contains({ACL_COMPLEX64, ACL_COMPLEX128}, dtype);
}

aclDataType Promote(aclDataType a, aclDataType b) {
  if (a == b) {
    return a;
  }
  if (IsComplex(a) || IsComplex(b)) {
    const DTypes wide{ACL_DOUBLE, ACL_COMPLEX128};
    return Contains(wide, a) || Contains(wide, b) ? ACL_COMPLEX128 : ACL_COMPLEX64;
  }
  if (IsWideUnsigned(a) || IsWideUnsigned(b)) {
    return ACL_DT_UNDEFINED;
  }
  const Category first = CategoryOf(a);
  const Category second = CategoryOf(b);
  if (first != second) {
    return first > second ? a : b;
  }
  if (SizeOf(a) != SizeOf(b)) {
    return SizeOf(a) > SizeOf(b) ? a : b;
  }
  return first == Category::kFloating ? ACL_FLOAT : ACL_INT16;  // FLOAT16 with BFLOAT16, INT8 with UINT8
}

aclDataType PromoteWithScalar(aclDataType tensor, aclDataType scalar) {
  if (IsComplex(tensor) || CategoryOf(scalar) <= CategoryOf(tensor)) {
    return tensor;
  }
  return IsFloating(scalar) ? ACL_FLOAT : ACL_INT64;
}

}  // namespace openaclnn::catalogue
