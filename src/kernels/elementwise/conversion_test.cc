// SPDX-License-Identifier: Apache-2.0
//
// All pairs of types, against numbers in long double, which holds those of every type. Rows of any length,
// repeated elements and streaming stores give the same.
#include "kernels/elementwise/conversion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "base/visit_number.h"

namespace openaclnn {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::array kTypes{DType::kFloat, DType::kFloat16,   DType::kBfloat16,  DType::kDouble,
                            DType::kInt8,  DType::kInt16,     DType::kInt32,     DType::kInt64,
                            DType::kUint8, DType::kUint16,    DType::kUint32,    DType::kUint64,
                            DType::kBool,  DType::kComplex64, DType::kComplex128};

static_assert(std::numeric_limits<long double>::digits >= 64, "the numbers of all types are exact in it");

struct Number {
  long double real = 0;
  long double imaginary = 0;
  bool whole = false;  // of an integer type, or BOOL
};

// The finite numbers of a binary format: 1 sign bit, `exponent` bits, and a fraction that has `digits` with
// the hidden one.
struct Half {
  int exponent;
  int digits;
};
constexpr Half kFloat16{5, 11};
constexpr Half kBfloat16{8, 8};

long double Decode(uint16_t bits, Half format) {
  const int fraction = format.digits - 1;
  const int bias = (1 << (format.exponent - 1)) - 1;
  const int power = (bits >> fraction) & ((1 << format.exponent) - 1);
  const int low = bits & ((1 << fraction) - 1);
  long double value = 0;
  if (power == (1 << format.exponent) - 1) {
    value = low == 0 ? std::numeric_limits<long double>::infinity()
                     : std::numeric_limits<long double>::quiet_NaN();
  } else if (power == 0) {
    value = std::ldexp(static_cast<long double>(low), 1 - bias - fraction);
  } else {
    value = std::ldexp(static_cast<long double>(low + (1 << fraction)), power - bias - fraction);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

uint16_t Encode(long double value, Half format) {
  const int fraction = format.digits - 1;
  const int bias = (1 << (format.exponent - 1)) - 1;
  const int infinity = ((1 << format.exponent) - 1) << fraction;
  if (std::isnan(value)) {
    return static_cast<uint16_t>(infinity | (1 << (fraction - 1)));
  }
  const int sign = std::signbit(value) ? 0x8000 : 0;
  const long double magnitude = std::fabs(value);
  int bits = infinity;
  if (magnitude == 0) {
    bits = 0;
  } else if (std::isfinite(magnitude)) {
    int power = 0;
    (void)std::frexp(magnitude, &power);
    const int unit = std::max(power - format.digits, 1 - bias - fraction);
    const auto whole = static_cast<long long>(std::nearbyint(std::ldexp(magnitude, -unit)));
    // A carry goes on into the exponent.
    const long long encoded = whole + (static_cast<long long>(unit - (1 - bias - fraction)) << fraction);
    bits = static_cast<int>(std::min(encoded, static_cast<long long>(infinity)));
  }
  return static_cast<uint16_t>(bits | sign);
}

template <typename T>
T Read(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

Number NumberOf(DType dtype, const std::byte* element) {
  switch (dtype) {
    case DType::kFloat16:
      return {Decode(Read<uint16_t>(element), kFloat16)};
    case DType::kBfloat16:
      return {Decode(Read<uint16_t>(element), kBfloat16)};
    case DType::kBool:
      return {Read<uint8_t>(element) != 0 ? 1.0L : 0.0L, 0, true};
    case DType::kComplex64:
      return {Read<float>(element), Read<float>(element + sizeof(float))};
    case DType::kComplex128:
      return {Read<double>(element), Read<double>(element + sizeof(double))};
    default:
      return VisitNumber(dtype, [&]<typename T>(T /*type*/) -> Number {
        return {static_cast<long double>(Read<T>(element)), 0, std::is_integral_v<T>};
      });
  }
}

template <typename Real>
Real OneNan(long double value) {
  return std::isnan(value) ? std::numeric_limits<Real>::quiet_NaN() : static_cast<Real>(value);
}

// Integers become others by their low bits, what has a point is truncated and kept in range.
template <typename T>
T WholeOf(const Number& number) {
  if (number.whole) {
    return static_cast<T>(number.real < 0 ? static_cast<uint64_t>(static_cast<int64_t>(number.real))
                                          : static_cast<uint64_t>(number.real));
  }
  if (std::isnan(number.real)) {
    return 0;
  }
  const long double whole = std::trunc(number.real);
  if (whole <= static_cast<long double>(std::numeric_limits<T>::lowest())) {
    return std::numeric_limits<T>::lowest();
  }
  return whole >= static_cast<long double>(std::numeric_limits<T>::max()) ? std::numeric_limits<T>::max()
                                                                          : static_cast<T>(whole);
}

template <typename T>
void Append(Bytes& to, T value) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&value);
  to.insert(to.end(), bytes, bytes + sizeof value);
}

void AppendConverted(const Number& number, DType dtype, Bytes& to) {
  switch (dtype) {
    case DType::kFloat16:
      return Append(to, Encode(number.real, kFloat16));
    case DType::kBfloat16:
      return Append(to, Encode(number.real, kBfloat16));
    case DType::kBool:
      return Append(to, static_cast<uint8_t>(number.real != 0 || number.imaginary != 0 ? 1 : 0));
    case DType::kComplex64:
      Append(to, static_cast<float>(number.real));
      return Append(to, static_cast<float>(number.imaginary));
    case DType::kComplex128:
      Append(to, static_cast<double>(number.real));
      return Append(to, static_cast<double>(number.imaginary));
    default:
      VisitNumber(dtype, [&]<typename T>(T /*type*/) {
        if constexpr (std::is_floating_point_v<T>) {
          Append(to, OneNan<T>(number.real));
        } else {
          Append(to, WholeOf<T>(number));
        }
      });
  }
}

// Zeros, borders of all formats and what lies beside them, numbers between two of a narrower format, NaN,
// infinities; and bits at random.
Bytes ElementsOf(DType dtype, size_t count) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<double> special{0.0, -0.0, 1, -1, 0.5, -1.5, 2.5, kInfinity, -kInfinity, std::nan("")};
  for (const int power : {-1074, -150, -149, -133, -126, -25, -24, -15, -14, 7,   8,   11,
                          15,    16,   24,   31,   32,   53,  63,  64,  127, 128, 1023}) {
    for (const double factor :
         {1.0, 1.5, 1 - 0x1p-53, 1 + 0x1p-9, 1 + 0x1p-8 + 0x1p-40, 1 + 0x1p-11, 1 + 0x1p-24, 1 + 0x1p-52}) {
      special.push_back(std::ldexp(factor, power));
      special.push_back(-std::ldexp(factor, power));
    }
  }
  std::mt19937_64 random(20240229);
  Bytes elements;
  for (const double value : special) {
    // Where a type cannot have it, it is what comes nearest: not the matter of this test.
    AppendConverted({value, value, false}, dtype, elements);
  }
  while (elements.size() < count * SizeOf(dtype)) {
    elements.push_back(static_cast<std::byte>(random()));
  }
  elements.resize(count * SizeOf(dtype));
  return elements;
}

// Of a complex number NaNs keep their bits, or not: one NaN is like another.
template <typename Real>
bool SameReals(const std::byte* a, const std::byte* b) {
  const bool nans = std::isnan(Read<Real>(a)) && std::isnan(Read<Real>(b));
  return nans || std::memcmp(a, b, sizeof(Real)) == 0;
}
bool Same(DType dtype, const std::byte* a, const std::byte* b) {
  switch (dtype) {
    case DType::kComplex64:
      return SameReals<float>(a, b) && SameReals<float>(a + sizeof(float), b + sizeof(float));
    case DType::kComplex128:
      return SameReals<double>(a, b) && SameReals<double>(a + sizeof(double), b + sizeof(double));
    default:
      return std::memcmp(a, b, SizeOf(dtype)) == 0;
  }
}

TEST(Conversion, OfAllTypesIsThatOfTheirNumbers) {
  constexpr size_t kCount = 1000;
  for (const DType from : kTypes) {
    const Bytes elements = ElementsOf(from, kCount);
    for (const DType to : kTypes) {
      Bytes expected;
      for (size_t i = 0; i < kCount; ++i) {
        AppendConverted(NumberOf(from, elements.data() + i * SizeOf(from)), to, expected);
      }
      if (from == to && from != DType::kBool) {
        expected = elements;  // as it is, whatever NaN it is
      }
      for (const bool stream : {false, true}) {
        Bytes converted(expected.size());
        ElementwiseTile tile{};
        tile.out = converted.data();
        tile.inputs[0] = {elements.data(), 0, 1};
        tile.rows = 1;
        tile.columns = kCount;
        tile.stream = stream;
        FindConversion(from, to)(tile);
        for (size_t i = 0; i < kCount; ++i) {
          ASSERT_TRUE(Same(to, converted.data() + i * SizeOf(to), expected.data() + i * SizeOf(to)))
              << NameOf(from) << " to " << NameOf(to) << ", element " << i << (stream ? ", streaming" : "");
        }
      }
    }
  }
}

TEST(Conversion, OfRowsAndRepeatedElementsIsThatOfOneRow) {
  constexpr size_t kCount = 1000;
  constexpr std::byte kUntouched{0xA5};
  for (const DType from : kTypes) {
    const Bytes elements = ElementsOf(from, kCount);
    const auto size = static_cast<int64_t>(SizeOf(from));
    for (const DType to : kTypes) {
      const auto resultSize = static_cast<int64_t>(SizeOf(to));
      Bytes all(kCount * SizeOf(to));
      ElementwiseTile tile{};
      tile.out = all.data();
      tile.inputs[0] = {elements.data(), 0, 1};
      tile.rows = 1;
      tile.columns = kCount;
      FindConversion(from, to)(tile);
      for (const int64_t columns : {1, 7, 32, 63, 64, 65, 129}) {
        for (const int64_t step : {1, 0}) {
          for (const int64_t gap : {0, 1}) {
            tile.rows = static_cast<int64_t>(kCount) / (columns + gap);
            tile.columns = columns;
            tile.outRowStride = (columns + gap) * resultSize;
            tile.inputs[0] = {elements.data(), (columns + gap) * size, step};
            Bytes converted(all.size(), kUntouched);
            tile.out = converted.data();
            FindConversion(from, to)(tile);
            for (int64_t i = 0; i < tile.rows * (columns + gap); ++i) {
              const int64_t column = i % (columns + gap);
              const std::byte* const element = converted.data() + i * resultSize;
              if (column == columns) {
                ASSERT_TRUE(std::all_of(element, element + resultSize,
                                        [](std::byte byte) { return byte == kUntouched; }));
              } else {
                const int64_t source = step == 1 ? i : i - column;
                ASSERT_EQ(std::memcmp(element, all.data() + source * resultSize, SizeOf(to)), 0)
                    << NameOf(from) << " to " << NameOf(to) << ", " << columns << " columns, step " << step;
              }
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn
