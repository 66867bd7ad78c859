// SPDX-License-Identifier: Apache-2.0
#include "tests/determinism/values.h"

#include <array>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <utility>

#include "catalogue/model/values.h"

namespace openaclnn::testing {
namespace {

/// A binary interchange format: 1 sign bit, then the exponent, then the fraction without its leading one.
struct Format {
  int exponentBits;
  int fractionBits;
  int lowestSpread;
  int highestSpread;

  int SignAt() const { return exponentBits + fractionBits; }
  uint64_t Bias() const { return (uint64_t{1} << (exponentBits - 1)) - 1; }
  uint64_t Infinity() const { return ((uint64_t{1} << exponentBits) - 1) << fractionBits; }
  uint64_t QuietNan() const { return Infinity() | uint64_t{1} << (fractionBits - 1); }
};

const Format& FormatOf(aclDataType dtype) {
  static constexpr Format kFloat{8, 23, -40, 10};
  static constexpr Format kFloat16{5, 10, -10, 15};
  static constexpr Format kBfloat16{8, 7, -40, 10};
  static constexpr Format kDouble{11, 52, -80, 10};
  switch (dtype) {
    case ACL_FLOAT:
      return kFloat;
    case ACL_FLOAT16:
      return kFloat16;
    case ACL_BF16:
      return kBfloat16;
    case ACL_DOUBLE:
      return kDouble;
    default:
      throw std::invalid_argument("not a floating dtype of these calls");
  }
}

// Little-endian, as all machines that the library supports are.
void Put(Values& values, size_t element, uint64_t bits) {
  const size_t size = catalogue::SizeOf(values.dtype);
  std::memcpy(&values.bits[element * size], &bits, size);
}

uint64_t Get(const Values& values, size_t element) {
  const size_t size = catalogue::SizeOf(values.dtype);
  uint64_t bits = 0;
  std::memcpy(&bits, &values.bits[element * size], size);
  return bits;
}

Values Zeros(const Shape& shape, aclDataType dtype) {
  const auto elements = static_cast<size_t>(NumElements(shape));
  return {shape, dtype, std::vector<std::byte>(elements * catalogue::SizeOf(dtype)), {}};
}

size_t Count(const Values& values) {
  return values.bits.size() / catalogue::SizeOf(values.dtype);
}

/// The same on every machine, unlike std::hash.
uint64_t SeedOf(const std::string& name) {
  uint64_t hash = 14695981039346656037U;
  for (const char letter : name) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211U;
  }
  return hash;
}

}  // namespace

Source::Source(const std::string& name) : engine_(SeedOf(name)) {}

Values Source::Exponents(const Shape& shape, aclDataType dtype, int low, int high) {
  const Format& format = FormatOf(dtype);
  const auto width = static_cast<uint64_t>(high - low) + 1;
  Values values = Zeros(shape, dtype);
  for (size_t element = 0; element < Count(values); ++element) {
    const uint64_t random = engine_();
    const uint64_t fraction = random & ((uint64_t{1} << format.fractionBits) - 1);
    const uint64_t sign = random >> 63;
    const uint64_t exponent = format.Bias() + (random >> 32) % width + static_cast<uint64_t>(low);
    Put(values, element, sign << format.SignAt() | exponent << format.fractionBits | fraction);
  }
  return values;
}

Values Source::Spread(const Shape& shape, aclDataType dtype) {
  const Format& format = FormatOf(dtype);
  return Exponents(shape, dtype, format.lowestSpread, format.highestSpread);
}

Values Source::Integers(const Shape& shape, aclDataType dtype, int64_t end) {
  Values values = Zeros(shape, dtype);
  for (size_t element = 0; element < Count(values); ++element) {
    const uint64_t integer = engine_() % static_cast<uint64_t>(end);
    if (catalogue::IsFloating(dtype)) {
      const std::vector<std::byte> bits = catalogue::Encode(dtype, {static_cast<double>(integer)});
      std::memcpy(&values.bits[element * bits.size()], bits.data(), bits.size());
    } else {
      Put(values, element, integer);
    }
  }
  return values;
}

Values Ones(const Shape& shape, aclDataType dtype) {
  Values values = Zeros(shape, dtype);
  for (size_t element = 0; element < Count(values); ++element) {
    Put(values, element, 1);
  }
  return values;
}

Values Source::AnyBits(const Shape& shape, aclDataType dtype) {
  Values values = Zeros(shape, dtype);
  for (size_t element = 0; element < Count(values); ++element) {
    Put(values, element, dtype == ACL_BOOL ? engine_() & 1 : engine_());
  }
  return values;
}

Values Mirrored(Values values, const catalogue::Mirror& mirror) {
  const auto outers = static_cast<size_t>(mirror.outer);
  const auto middles = static_cast<size_t>(mirror.middle);
  const auto inners = static_cast<size_t>(mirror.inner);
  Require(outers * middles * inners == Count(values), "the mirror does not fit the shape");
  const bool negated = mirror.negated && catalogue::IsFloating(values.dtype);
  const uint64_t sign = negated ? uint64_t{1} << FormatOf(values.dtype).SignAt() : uint64_t{0};
  for (size_t element = 0; element < Count(values); ++element) {
    const size_t inner = inners - 1 - element % inners;
    const size_t middle = element / inners % middles;
    const size_t outer = outers - 1 - element / inners / middles;
    const size_t image = (outer * middles + middle) * inners + inner;
    if (image > element) {
      Put(values, image, Get(values, element) ^ sign);
    }
  }
  return values;
}

Values WithDiagonal(Values values, const Values& diagonals) {
  const auto extent = static_cast<size_t>(values.shape.back());
  for (size_t element = 0; element < Count(values); ++element) {
    if (element / extent % extent == element % extent) {
      Put(values, element, Get(diagonals, element));
    }
  }
  return values;
}

Values Absolute(Values values) {
  const uint64_t sign = uint64_t{1} << FormatOf(values.dtype).SignAt();
  for (size_t element = 0; element < Count(values); ++element) {
    Put(values, element, Get(values, element) & ~sign);
  }
  return values;
}

Values Skewed(Values values) {
  for (size_t element = 0; element < Count(values); element += 2) {
    Put(values, element, 2);
  }
  return values;
}

Values ConstantAlongFirst(Values values) {
  const size_t slice = values.bits.size() / static_cast<size_t>(values.shape.at(0));
  for (size_t at = slice; at < values.bits.size(); at += slice) {
    std::memcpy(&values.bits[at], values.bits.data(), slice);
  }
  values.constantDims = {0};
  return values;
}

Values WithSpecials(Values values) {
  const Format& format = FormatOf(values.dtype);
  const uint64_t sign = uint64_t{1} << format.SignAt();
  const uint64_t infinity = format.Infinity();
  const std::array<uint64_t, 7> specials{format.QuietNan(), infinity, infinity | sign, 0, sign, 1, sign | 3};
  // Few, and more than a tile apart: most results shall stay numbers.
  constexpr size_t kEvery = 4099;
  for (size_t element = 17, which = 0; element < Count(values); element += kEvery, ++which) {
    Put(values, element, specials[which % specials.size()]);
  }
  return values;
}

Values WithOneNan(Values values) {
  const Format& format = FormatOf(values.dtype);
  const uint64_t sign = uint64_t{1} << format.SignAt();
  for (size_t element = 0; element < Count(values); ++element) {
    if ((Get(values, element) & ~sign) > format.Infinity()) {
      Put(values, element, format.QuietNan());
    }
  }
  return values;
}

}  // namespace openaclnn::testing
