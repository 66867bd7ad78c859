// SPDX-License-Identifier: Apache-2.0
#include "element_type.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <limits>
#include <vector>

#include "simd/convert.h"

namespace openaclnn::cli {
namespace {

constexpr std::array<ElementType, 15> kTypes{{
    {"fp32", "float32", "<f4", ACL_FLOAT, 4, true},
    {"fp16", "float16", "<f2", ACL_FLOAT16, 2, true},
    {"bf16", "bfloat16", "<u2", ACL_BF16, 2, true},
    {"fp64", "float64", "<f8", ACL_DOUBLE, 8, true},
    {"int64", "int64", "<i8", ACL_INT64, 8, false},
    {"int32", "int32", "<i4", ACL_INT32, 4, false},
    {"int16", "int16", "<i2", ACL_INT16, 2, false},
    {"int8", "int8", "|i1", ACL_INT8, 1, false},
    {"uint64", "uint64", "<u8", ACL_UINT64, 8, false},
    {"uint32", "uint32", "<u4", ACL_UINT32, 4, false},
    {"uint16", "uint16", "<u2", ACL_UINT16, 2, false},
    {"uint8", "uint8", "|u1", ACL_UINT8, 1, false},
    {"bool", "bool", "|b1", ACL_BOOL, 1, false},
    {"complex64", "complex64", "<c8", ACL_COMPLEX64, 8, false},
    {"complex128", "complex128", "<c16", ACL_COMPLEX128, 16, false},
}};

bool EqualIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

template <typename Stored>
void DecodeAs(const std::byte* elements, int64_t count, double* values) {
  for (int64_t i = 0; i < count; ++i) {
    Stored stored;
    std::memcpy(&stored, elements + static_cast<size_t>(i) * sizeof stored, sizeof stored);
    values[i] = static_cast<double>(stored);
  }
}

template <typename Stored>
void EncodeAs(const double* values, int64_t count, std::byte* elements) {
  constexpr auto kLowest = std::numeric_limits<Stored>::lowest();
  constexpr auto kHighest = std::numeric_limits<Stored>::max();
  for (int64_t i = 0; i < count; ++i) {
    // The highest of 64 bits is no float64: what is not below it is beyond it.
    const Stored stored = values[i] <= static_cast<double>(kLowest)   ? kLowest
                          : values[i] < static_cast<double>(kHighest) ? static_cast<Stored>(values[i])
                                                                      : kHighest;
    std::memcpy(elements + static_cast<size_t>(i) * sizeof stored, &stored, sizeof stored);
  }
}

void DecodeHalf(DType dtype, const std::byte* elements, int64_t count, double* values) {
  std::vector<uint16_t> bits(static_cast<size_t>(count));
  std::vector<float> floats(bits.size());
  std::memcpy(bits.data(), elements, bits.size() * sizeof(uint16_t));
  ConvertToFloat(dtype, bits.data(), floats.data(), count);
  std::copy(floats.begin(), floats.end(), values);
}

}  // namespace

std::span<const ElementType> ElementTypes() {
  return kTypes;
}

const ElementType* FindType(aclDataType dtype) {
  const auto* type = std::find_if(kTypes.begin(), kTypes.end(),
                                  [dtype](const ElementType& candidate) { return candidate.dtype == dtype; });
  return type == kTypes.end() ? nullptr : type;
}

const ElementType* FindType(std::string_view name) {
  const auto* type = std::find_if(kTypes.begin(), kTypes.end(), [&](const ElementType& candidate) {
    return EqualIgnoringCase(name, candidate.name) || EqualIgnoringCase(name, candidate.alias) ||
           EqualIgnoringCase(name, NameOf(static_cast<DType>(candidate.dtype)));
  });
  return type == kTypes.end() ? nullptr : type;
}

const ElementType& TypeOf(aclDataType dtype) {
  return *FindType(dtype);
}

const ElementType& PartOf(const ElementType& type) {
  return type.dtype == ACL_COMPLEX64    ? TypeOf(ACL_FLOAT)
         : type.dtype == ACL_COMPLEX128 ? TypeOf(ACL_DOUBLE)
                                        : type;
}

int64_t PartsOf(const ElementType& type) {
  return static_cast<int64_t>(type.size / PartOf(type).size);
}

void Decode(const ElementType& type, const std::byte* elements, int64_t count, double* values) {
  if (count == 0) {
    return;
  }
  switch (type.dtype) {
    case ACL_FLOAT16:
    case ACL_BF16:
      return DecodeHalf(static_cast<DType>(type.dtype), elements, count, values);
    case ACL_FLOAT:
      return DecodeAs<float>(elements, count, values);
    case ACL_DOUBLE:
      return DecodeAs<double>(elements, count, values);
    case ACL_INT64:
      return DecodeAs<int64_t>(elements, count, values);
    case ACL_INT32:
      return DecodeAs<int32_t>(elements, count, values);
    case ACL_INT16:
      return DecodeAs<int16_t>(elements, count, values);
    case ACL_INT8:
      return DecodeAs<int8_t>(elements, count, values);
    case ACL_UINT64:
      return DecodeAs<uint64_t>(elements, count, values);
    case ACL_UINT32:
      return DecodeAs<uint32_t>(elements, count, values);
    case ACL_UINT16:
      return DecodeAs<uint16_t>(elements, count, values);
    default:  // a bool in a file may be any byte
      return DecodeAs<uint8_t>(elements, count, values);
  }
}

void Encode(const ElementType& type, const double* values, int64_t count, std::byte* elements) {
  switch (type.dtype) {
    case ACL_FLOAT:
    case ACL_FLOAT16:
    case ACL_BF16:
      return ConvertTo(static_cast<DType>(type.dtype), values, elements, count, Stores::kCached);
    case ACL_DOUBLE:
      std::memcpy(elements, values, static_cast<size_t>(count) * sizeof(double));
      return;
    case ACL_INT64:
      return EncodeAs<int64_t>(values, count, elements);
    case ACL_INT32:
      return EncodeAs<int32_t>(values, count, elements);
    case ACL_INT16:
      return EncodeAs<int16_t>(values, count, elements);
    case ACL_INT8:
      return EncodeAs<int8_t>(values, count, elements);
    case ACL_UINT64:
      return EncodeAs<uint64_t>(values, count, elements);
    case ACL_UINT32:
      return EncodeAs<uint32_t>(values, count, elements);
    case ACL_UINT16:
      return EncodeAs<uint16_t>(values, count, elements);
    case ACL_BOOL:
      return EncodeAs<bool>(values, count, elements);
    default:
      return EncodeAs<uint8_t>(values, count, elements);
  }
}

}  // namespace openaclnn::cli
