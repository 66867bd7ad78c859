// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/number.h"

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>

#include "tests/support/half.h"

namespace openaclnn::conformance {
namespace {

constexpr FloatFormat kFloat{23, 127};
constexpr FloatFormat kFloat16{10, 15};
constexpr FloatFormat kBfloat16{7, 127};

struct NamedDtype {
  const char* name;
  aclDataType dtype;
};
constexpr std::array<NamedDtype, 10> kDtypes{{
    {"fp32", ACL_FLOAT},
    {"fp16", ACL_FLOAT16},
    {"bf16", ACL_BF16},
    {"fp64", ACL_DOUBLE},
    {"int8", ACL_INT8},
    {"int16", ACL_INT16},
    {"int32", ACL_INT32},
    {"int64", ACL_INT64},
    {"uint8", ACL_UINT8},
    {"bool", ACL_BOOL},
}};

template <typename Element>
Element Load(const uint8_t* bytes) {
  Element element;
  std::memcpy(&element, bytes, sizeof(Element));
  return element;
}

double FromBfloat16(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

double FromFloat16(uint16_t bits) {
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  const uint32_t magnitude = bits & 0x7FFF;
  if (magnitude >= 0x7C00) {
    return magnitude == 0x7C00 ? sign * std::numeric_limits<double>::infinity()
                               : std::numeric_limits<double>::quiet_NaN();
  }
  // Read as a float32 whose exponent is 127 - 15 too small; as a multiplication, the scaling also makes
  // subnormals right.
  return sign * std::bit_cast<float>(magnitude << 13) * 0x1p112;
}

uint16_t ToBfloat16(double value) {
  const auto rounded = static_cast<float>(kBfloat16.Round(value));  // exact: the value fits
  const auto bits = static_cast<uint16_t>(std::bit_cast<uint32_t>(rounded) >> 16);
  return std::isnan(value) ? static_cast<uint16_t>(bits | 0x0040) : bits;
}

uint16_t ToFloat16(double value) {
  const auto sign = static_cast<uint32_t>(std::signbit(value) ? 0x8000 : 0);
  if (std::isnan(value)) {
    return static_cast<uint16_t>(sign | 0x7E00);
  }
  const double magnitude = std::fabs(kFloat16.Round(value));
  if (std::isinf(magnitude)) {
    return static_cast<uint16_t>(sign | 0x7C00);
  }
  const auto scaled = static_cast<float>(magnitude * 0x1p-112);  // exact, the inverse of FromFloat16
  return static_cast<uint16_t>(sign | std::bit_cast<uint32_t>(scaled) >> 13);
}

template <typename Element, typename Convert>
void DecodeEach(const uint8_t* bytes, size_t count, double* values, const Convert& convert) {
  for (size_t i = 0; i < count; ++i) {
    values[i] = convert(Load<Element>(bytes + i * sizeof(Element)));
  }
}

template <typename Convert>
void EncodeEach(const double* values, size_t count, uint8_t* bytes, const Convert& convert) {
  for (size_t i = 0; i < count; ++i) {
    const auto element = convert(values[i]);
    std::memcpy(bytes + i * sizeof(element), &element, sizeof(element));
  }
}

}  // namespace

const FloatFormat& FormatOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT:
      return kFloat;
    case ACL_FLOAT16:
      return kFloat16;
    case ACL_BF16:
      return kBfloat16;
    default:
      throw std::invalid_argument("fp32, fp16 or bf16 is needed here");
  }
}

aclDataType DtypeOf(const char* name) {
  for (const NamedDtype& entry : kDtypes) {
    if (std::strcmp(entry.name, name) == 0) {
      return entry.dtype;
    }
  }
  throw std::invalid_argument("unknown dtype \"" + std::string(name) + "\"");
}

const char* NameOf(aclDataType dtype) {
  for (const NamedDtype& entry : kDtypes) {
    if (entry.dtype == dtype) {
      return entry.name;
    }
  }
  throw std::invalid_argument("a dtype that case files do not know");
}

void Decode(aclDataType dtype, const uint8_t* bytes, size_t count, double* values) {
  switch (dtype) {
    case ACL_FLOAT:
      return DecodeEach<float>(bytes, count, values, [](float x) { return static_cast<double>(x); });
    case ACL_FLOAT16:
      return DecodeEach<uint16_t>(bytes, count, values, FromFloat16);
    case ACL_BF16:
      return DecodeEach<uint16_t>(bytes, count, values, FromBfloat16);
    case ACL_INT32:
      return DecodeEach<int32_t>(bytes, count, values, [](int32_t x) { return static_cast<double>(x); });
    case ACL_INT64:
      return DecodeEach<int64_t>(bytes, count, values, [](int64_t x) { return static_cast<double>(x); });
    default:
      for (size_t i = 0; i < count; ++i) {
        values[i] = testing::DecodeElement(dtype, bytes + i * testing::ElementSize(dtype));
      }
  }
}

void Encode(aclDataType dtype, const double* values, size_t count, uint8_t* bytes) {
  switch (dtype) {
    case ACL_FLOAT:
      return EncodeEach(values, count, bytes, [](double x) { return static_cast<float>(kFloat.Round(x)); });
    case ACL_FLOAT16:
      return EncodeEach(values, count, bytes, ToFloat16);
    case ACL_BF16:
      return EncodeEach(values, count, bytes, ToBfloat16);
    default:
      for (size_t i = 0; i < count; ++i) {
        testing::EncodeElement(dtype, values[i], bytes + i * testing::ElementSize(dtype));
      }
  }
}

double FromBits(aclDataType dtype, uint64_t bits) {
  // The machine is little-endian, as the library is: the low bytes come first.
  std::array<uint8_t, sizeof(bits)> bytes{};
  std::memcpy(bytes.data(), &bits, sizeof(bits));
  double value = 0;
  Decode(dtype, bytes.data(), 1, &value);
  return value;
}

}  // namespace openaclnn::conformance
