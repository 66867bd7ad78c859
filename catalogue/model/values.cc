// SPDX-License-Identifier: Apache-2.0
#include "catalogue/model/values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace openaclnn::catalogue {
namespace {

template <typename Distribution>
std::vector<double> Draw(Distribution distribution, size_t count, std::mt19937_64& random) {
  std::vector<double> values(count);
  for (double& value : values) {
    value = static_cast<double>(distribution(random));
  }
  return values;
}

/// How many whole numbers from 0 on a type can name.
int64_t NameableIndices(aclDataType dtype) {
  int bits = static_cast<int>(8 * SizeOf(dtype)) - 1;
  if (dtype == ACL_BOOL) {
    bits = 1;
  } else if (dtype == ACL_FLOAT16) {
    bits = 11;
  } else if (IsFloating(dtype)) {
    bits = 24;
  }
  return bits >= 63 ? INT64_MAX : int64_t{1} << bits;
}

uint16_t Bfloat16Of(double value) {
  const auto single = static_cast<float>(value);
  const auto bits = std::bit_cast<uint32_t>(single);
  if (std::isnan(single)) {
    return static_cast<uint16_t>(bits >> 16 | 0x40);
  }
  return static_cast<uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

template <typename Element, typename Convert>
std::vector<std::byte> EncodeWith(const std::vector<double>& values, const Convert& convert) {
  std::vector<std::byte> bytes(values.size() * sizeof(Element));
  for (size_t i = 0; i < values.size(); ++i) {
    const Element element = convert(values[i]);
    std::memcpy(&bytes[i * sizeof element], &element, sizeof element);
  }
  return bytes;
}

template <typename Integer>
std::vector<std::byte> EncodeIntegers(const std::vector<double>& values) {
  return EncodeWith<Integer>(values, [](double value) {
    // The highest of 64 bits is no float64: what is not below it is beyond it.
    constexpr auto kLowest = std::numeric_limits<Integer>::lowest();
    constexpr auto kHighest = std::numeric_limits<Integer>::max();
    return value <= static_cast<double>(kLowest)   ? kLowest
           : value < static_cast<double>(kHighest) ? static_cast<Integer>(value)
                                                   : kHighest;
  });
}

/// Square matrices; elements are at most 1, those of the diagonal more than their number in a row.
std::vector<double> DrawDefinite(const Shape& shape, size_t count, std::mt19937_64& random) {
  std::vector<double> values = Draw(std::uniform_real_distribution<double>(-1, 1), count, random);
  const auto extent = static_cast<size_t>(shape.empty() ? 1 : std::max<int64_t>(shape.back(), 1));
  for (size_t i = 0; i < count; ++i) {
    const size_t row = i / extent % extent;
    const size_t column = i % extent;
    if (row == column) {
      values[i] += static_cast<double>(extent) + 1;
    } else if (row > column) {
      values[i] = values[i - row * extent - column + column * extent + row];
    }
  }
  return values;
}

}  // namespace

std::vector<double> DrawValues(const Argument& argument, aclDataType dtype, const Arguments& arguments,
                               size_t count, std::mt19937_64& random) {
  switch (argument.holds) {
    case Meaning::kPositive:
      return Draw(std::uniform_real_distribution<double>(0.5, 1.5), count, random);
    case Meaning::kOnes:
      return std::vector<double>(count, 1.0);
    case Meaning::kCoordinates:
      return Draw(std::uniform_real_distribution<double>(-1, 1), count, random);
    case Meaning::kProbabilities:
      return Draw(std::uniform_real_distribution<double>(0, 1), count, random);
    case Meaning::kIndices: {
      const int64_t end = std::min(argument.bound(arguments), NameableIndices(dtype));
      return Draw(std::uniform_int_distribution<int64_t>(0, std::max<int64_t>(end - 1, 0)), count, random);
    }
    case Meaning::kDefinite:
      return DrawDefinite(arguments.ShapeOf(argument.name), count, random);
    case Meaning::kAnything:
      break;
  }
  if (!IsFloating(dtype)) {
    const int64_t lowest = IsSigned(dtype) ? -100 : 0;
    return Draw(std::uniform_int_distribution<int64_t>(lowest, dtype == ACL_BOOL ? 1 : 100), count, random);
  }
  return Draw(std::normal_distribution<double>(), count, random);
}

std::vector<std::byte> Encode(aclDataType dtype, const std::vector<double>& values) {
  switch (dtype) {
    case ACL_FLOAT:
      return EncodeWith<float>(values, [](double value) { return static_cast<float>(value); });
    case ACL_DOUBLE:
      return EncodeWith<double>(values, [](double value) { return value; });
    case ACL_FLOAT16:
      return EncodeWith<aclFloat16>(
          values, [](double value) { return aclFloatToFloat16(static_cast<float>(value)); });
    case ACL_BF16:
      return EncodeWith<uint16_t>(values, Bfloat16Of);
    case ACL_BOOL:
      return EncodeWith<uint8_t>(values,
                                 [](double value) { return static_cast<uint8_t>(value != 0 ? 1 : 0); });
    case ACL_INT8:
      return EncodeIntegers<int8_t>(values);
    case ACL_INT16:
      return EncodeIntegers<int16_t>(values);
    case ACL_INT32:
      return EncodeIntegers<int32_t>(values);
    case ACL_INT64:
      return EncodeIntegers<int64_t>(values);
    case ACL_UINT8:
      return EncodeIntegers<uint8_t>(values);
    case ACL_UINT16:
      return EncodeIntegers<uint16_t>(values);
    case ACL_UINT32:
      return EncodeIntegers<uint32_t>(values);
    case ACL_UINT64:
      return EncodeIntegers<uint64_t>(values);
    default:
      return {};
  }
}

std::vector<std::byte> DrawElements(const Call& call, const Operand& operand, std::mt19937_64& random) {
  const auto count = static_cast<size_t>(operand.Elements());
  return Encode(operand.tensor.dtype,
                DrawValues(*operand.argument, operand.tensor.dtype, call.arguments, count, random));
}

}  // namespace openaclnn::catalogue
