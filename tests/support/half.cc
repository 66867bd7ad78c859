// SPDX-License-Identifier: Apache-2.0
#include "tests/support/half.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace openaclnn::testing {
namespace {

/// A binary interchange format: 1 sign bit, then the exponent, then the fraction without its leading one.
struct BinaryFormat {
  int exponentBits;
  int fractionBits;

  int MaxExponent() const { return (1 << (exponentBits - 1)) - 1; }
  int MinExponent() const { return 1 - MaxExponent(); }
  double LargestFinite() const { return std::ldexp(2.0 - std::ldexp(1.0, -fractionBits), MaxExponent()); }
};

constexpr BinaryFormat kFloat16{5, 10};
constexpr BinaryFormat kBfloat16{8, 7};
constexpr BinaryFormat kFloat32{8, 23};
constexpr BinaryFormat kFloat64{11, 52};

const BinaryFormat& FormatOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return kFloat16;
    case ACL_BF16:
      return kBfloat16;
    case ACL_FLOAT:
      return kFloat32;
    case ACL_DOUBLE:
      return kFloat64;
    default:
      throw std::invalid_argument("not a floating dtype of these tests");
  }
}

/// The exponent of the binade that holds `magnitude` (finite), subnormals counting to the lowest one.
int BinadeOf(const BinaryFormat& format, double magnitude) {
  if (magnitude == 0) {
    return format.MinExponent();
  }
  int exponent = 0;
  std::frexp(magnitude, &exponent);  // magnitude = m * 2^exponent with m in [0.5, 1)
  return std::max(exponent - 1, format.MinExponent());
}

double SpacingAt(const BinaryFormat& format, double magnitude) {
  return std::ldexp(1.0, BinadeOf(format, magnitude) - format.fractionBits);
}

double RoundUnboundedTo(const BinaryFormat& format, double value) {
  if (std::isnan(value) || std::isinf(value)) {
    return value;
  }
  // Scaling by powers of two is exact here, so that nearbyint does the only rounding.
  const int quantum = BinadeOf(format, std::fabs(value)) - format.fractionBits;
  return std::ldexp(std::nearbyint(std::ldexp(value, -quantum)), quantum);
}

double RoundToFormat(const BinaryFormat& format, double value) {
  const double rounded = RoundUnboundedTo(format, value);
  if (std::fabs(rounded) > format.LargestFinite()) {
    return std::copysign(std::numeric_limits<double>::infinity(), value);
  }
  return rounded;
}

/// How many values of the format lie in (0, magnitude]: the bits without the sign. Needs a representable
/// magnitude.
uint64_t PositionOf(const BinaryFormat& format, double magnitude) {
  const uint64_t binadeSize = uint64_t{1} << format.fractionBits;
  if (std::isinf(magnitude)) {
    return static_cast<uint64_t>(2 * format.MaxExponent() + 1) * binadeSize;
  }
  const int binade = BinadeOf(format, magnitude);
  // Steps from zero at this binade's spacing: below binadeSize only if subnormal.
  const auto steps = static_cast<uint64_t>(std::ldexp(magnitude, format.fractionBits - binade));
  return static_cast<uint64_t>(binade - format.MinExponent()) * binadeSize + steps;
}

uint64_t Encode(const BinaryFormat& format, double value) {
  const uint64_t sign = std::signbit(value) ? uint64_t{1} << (format.exponentBits + format.fractionBits) : 0;
  if (std::isnan(value)) {
    const uint64_t infinity = PositionOf(format, std::numeric_limits<double>::infinity());
    return sign + infinity + (uint64_t{1} << (format.fractionBits - 1));
  }
  return sign + PositionOf(format, std::fabs(RoundToFormat(format, value)));
}

double Decode(const BinaryFormat& format, uint64_t bits) {
  const uint64_t binadeSize = uint64_t{1} << format.fractionBits;
  const auto fraction = static_cast<double>(bits % binadeSize);
  const auto exponentCount = uint64_t{1} << format.exponentBits;
  const auto biased = static_cast<int>(bits / binadeSize % exponentCount);
  const double sign = bits / binadeSize / exponentCount != 0 ? -1.0 : 1.0;
  if (biased == static_cast<int>(exponentCount) - 1) {
    return std::copysign(
        fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN(),
        sign);
  }
  const double leading = biased == 0 ? 0.0 : static_cast<double>(binadeSize);
  const int exponent = (biased == 0 ? format.MinExponent() : biased - format.MaxExponent());
  return sign * std::ldexp(leading + fraction, exponent - format.fractionBits);
}

template <typename Integer>
Integer ToInteger(double value) {
  if (std::isnan(value)) {
    throw std::invalid_argument("NaN has no integer value");
  }
  // 2^digits is exact as a double, the largest 64-bit integer is not.
  const double end = std::ldexp(1.0, std::numeric_limits<Integer>::digits);
  if (value >= end) {
    return std::numeric_limits<Integer>::max();
  }
  if (value <= static_cast<double>(std::numeric_limits<Integer>::min())) {
    return std::numeric_limits<Integer>::min();
  }
  return static_cast<Integer>(value);
}

template <typename Element>
void Store(Element element, uint8_t* bytes) {
  std::memcpy(bytes, &element, sizeof(Element));
}

template <typename Element>
Element Load(const uint8_t* bytes) {
  Element element;
  std::memcpy(&element, bytes, sizeof(Element));
  return element;
}

}  // namespace

uint16_t EncodeFloat16(double value) {
  return static_cast<uint16_t>(Encode(kFloat16, value));
}
uint16_t EncodeBfloat16(double value) {
  return static_cast<uint16_t>(Encode(kBfloat16, value));
}
uint32_t EncodeFloat32(double value) {
  return static_cast<uint32_t>(Encode(kFloat32, value));
}

double DecodeFloat16(uint16_t bits) {
  return Decode(kFloat16, bits);
}
double DecodeBfloat16(uint16_t bits) {
  return Decode(kBfloat16, bits);
}
double DecodeFloat32(uint32_t bits) {
  return Decode(kFloat32, bits);
}

bool IsFloating(aclDataType dtype) {
  return dtype == ACL_FLOAT || dtype == ACL_FLOAT16 || dtype == ACL_BF16 || dtype == ACL_DOUBLE;
}

size_t ElementSize(aclDataType dtype) {
  switch (dtype) {
    case ACL_DOUBLE:
    case ACL_INT64:
      return 8;
    case ACL_FLOAT:
    case ACL_INT32:
      return 4;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
      return 2;
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_BOOL:
      return 1;
    default:
      throw std::invalid_argument("not a dtype of these tests");
  }
}

void EncodeElement(aclDataType dtype, double value, uint8_t* bytes) {
  switch (dtype) {
    case ACL_DOUBLE:
      return Store(value, bytes);
    case ACL_FLOAT:
      return Store(EncodeFloat32(value), bytes);
    case ACL_FLOAT16:
      return Store(EncodeFloat16(value), bytes);
    case ACL_BF16:
      return Store(EncodeBfloat16(value), bytes);
    case ACL_INT64:
      return Store(ToInteger<int64_t>(value), bytes);
    case ACL_INT32:
      return Store(ToInteger<int32_t>(value), bytes);
    case ACL_INT16:
      return Store(ToInteger<int16_t>(value), bytes);
    case ACL_INT8:
      return Store(ToInteger<int8_t>(value), bytes);
    case ACL_UINT8:
      return Store(ToInteger<uint8_t>(value), bytes);
    case ACL_BOOL:
      return Store(static_cast<uint8_t>(value != 0), bytes);
    default:
      throw std::invalid_argument("not a dtype of these tests");
  }
}

double DecodeElement(aclDataType dtype, const uint8_t* bytes) {
  switch (dtype) {
    case ACL_DOUBLE:
      return Load<double>(bytes);
    case ACL_FLOAT:
      return DecodeFloat32(Load<uint32_t>(bytes));
    case ACL_FLOAT16:
      return DecodeFloat16(Load<uint16_t>(bytes));
    case ACL_BF16:
      return DecodeBfloat16(Load<uint16_t>(bytes));
    case ACL_INT64:
      return static_cast<double>(Load<int64_t>(bytes));
    case ACL_INT32:
      return Load<int32_t>(bytes);
    case ACL_INT16:
      return Load<int16_t>(bytes);
    case ACL_INT8:
      return Load<int8_t>(bytes);
    case ACL_UINT8:
    case ACL_BOOL:
      return Load<uint8_t>(bytes);
    default:
      throw std::invalid_argument("not a dtype of these tests");
  }
}

double RoundTo(aclDataType dtype, double value) {
  if (IsFloating(dtype)) {
    return RoundToFormat(FormatOf(dtype), value);
  }
  uint8_t bytes[8] = {};
  EncodeElement(dtype, value, bytes);
  return DecodeElement(dtype, bytes);
}

int64_t WrapTo(aclDataType dtype, int64_t whole) {
  switch (dtype) {
    case ACL_INT8:
      return static_cast<int8_t>(whole);
    case ACL_UINT8:
      return static_cast<uint8_t>(whole);
    case ACL_INT16:
      return static_cast<int16_t>(whole);
    case ACL_INT32:
      return static_cast<int32_t>(whole);
    default:
      return whole;
  }
}

double RoundUnbounded(aclDataType dtype, double value) {
  return IsFloating(dtype) ? RoundUnboundedTo(FormatOf(dtype), value) : RoundTo(dtype, value);
}

double OverflowThreshold(aclDataType dtype) {
  // For DOUBLE this is infinity itself: no larger double can stand for it.
  return std::ldexp(1.0, FormatOf(dtype).MaxExponent() + 1);
}

double UlpSize(aclDataType dtype, double x) {
  if (!IsFloating(dtype)) {
    return 1;
  }
  const double magnitude = std::fabs(x);
  return std::isnan(magnitude) || std::isinf(magnitude) ? magnitude : SpacingAt(FormatOf(dtype), magnitude);
}

int64_t UlpDistance(aclDataType dtype, double a, double b) {
  constexpr auto kFarthest = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  if (std::isnan(a) || std::isnan(b)) {
    return std::isnan(a) && std::isnan(b) ? 0 : static_cast<int64_t>(kFarthest);
  }
  const double roundedA = RoundTo(dtype, a);
  const double roundedB = RoundTo(dtype, b);
  if (!IsFloating(dtype)) {
    return ToInteger<int64_t>(std::fabs(roundedA - roundedB));
  }
  const BinaryFormat& format = FormatOf(dtype);
  const uint64_t positionA = PositionOf(format, std::fabs(roundedA));
  const uint64_t positionB = PositionOf(format, std::fabs(roundedB));
  const bool sameSide = std::signbit(roundedA) == std::signbit(roundedB);
  const uint64_t distance = sameSide ? std::max(positionA, positionB) - std::min(positionA, positionB)
                                     : positionA + positionB;  // below 2^64: each is below 2^63
  return static_cast<int64_t>(std::min(distance, kFarthest));
}

}  // namespace openaclnn::testing
