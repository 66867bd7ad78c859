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

/// Elements as unsigned integers of their size; of a COMPLEX128 the real part. Little-endian, as all machines that
/// the library supports are.
template <typename Bits>
struct Elements {
  std::byte* data;
  size_t step;

  void Put(size_t element, uint64_t bits) const {
    const auto narrow = static_cast<Bits>(bits);
    std::memcpy(data + element * step, &narrow, sizeof narrow);
  }
  uint64_t Get(size_t element) const {
    Bits bits = 0;
    std::memcpy(&bits, data + element * step, sizeof bits);
    return bits;
  }
};

size_t Count(const Values& values) {
  return values.bits.size() / catalogue::SizeOf(values.dtype);
}

/// Calls body(elements, count), with the size of an element as a constant: here are hundreds of millions of them.
template <typename Body>
void WithElements(Values& values, const Body& body) {
  const size_t size = catalogue::SizeOf(values.dtype);
  std::byte* const data = values.bits.data();
  switch (size) {
    case 1:
      return body(Elements<uint8_t>{data, size}, Count(values));
    case 2:
      return body(Elements<uint16_t>{data, size}, Count(values));
    case 4:
      return body(Elements<uint32_t>{data, size}, Count(values));
    default:
      return body(Elements<uint64_t>{data, size}, Count(values));
  }
}

/// The bits of each element from those that it has.
template <typename Change>
void Rewrite(Values& values, const Change& change) {
  WithElements(values, [&](auto elements, size_t count) {
    for (size_t element = 0; element < count; ++element) {
      elements.Put(element, change(elements.Get(element)));
    }
  });
}

/// The bits of each element.
template <typename Next>
void Fill(Values& values, const Next& next) {
  WithElements(values, [&](auto elements, size_t count) {
    for (size_t element = 0; element < count; ++element) {
      elements.Put(element, next());
    }
  });
}

Values Zeros(const Shape& shape, aclDataType dtype) {
  const auto elements = static_cast<size_t>(NumElements(shape));
  return {shape, dtype, std::vector<std::byte>(elements * catalogue::SizeOf(dtype)), {}};
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
  Fill(values, [&] {
    const uint64_t random = engine_();
    const uint64_t fraction = random & ((uint64_t{1} << format.fractionBits) - 1);
    const uint64_t sign = random >> 63;
    const uint64_t exponent = format.Bias() + (random >> 32) % width + static_cast<uint64_t>(low);
    return sign << format.SignAt() | exponent << format.fractionBits | fraction;
  });
  return values;
}

Values Source::Spread(const Shape& shape, aclDataType dtype) {
  const Format& format = FormatOf(dtype);
  return Exponents(shape, dtype, format.lowestSpread, format.highestSpread);
}

Values Source::Integers(const Shape& shape, aclDataType dtype, int64_t end) {
  Values values = Zeros(shape, dtype);
  Fill(values, [&] {
    uint64_t bits = engine_() % static_cast<uint64_t>(end);
    if (catalogue::IsFloating(dtype)) {
      const std::vector<std::byte> number = catalogue::Encode(dtype, {static_cast<double>(bits)});
      std::memcpy(&bits, number.data(), number.size());
    }
    return bits;
  });
  return values;
}

Values Ones(const Shape& shape, aclDataType dtype) {
  Values values = Zeros(shape, dtype);
  Fill(values, [] { return 1; });
  return values;
}

Values Source::AnyBits(const Shape& shape, aclDataType dtype) {
  Values values = Zeros(shape, dtype);
  const uint64_t kept = dtype == ACL_BOOL ? 1 : ~uint64_t{0};
  Fill(values, [&] { return engine_() & kept; });
  return values;
}

Values Mirrored(Values values, const catalogue::Mirror& mirror) {
  const auto outers = static_cast<size_t>(mirror.outer);
  const auto middles = static_cast<size_t>(mirror.middle);
  const auto inners = static_cast<size_t>(mirror.inner);
  Require(outers * middles * inners == Count(values), "the mirror does not fit the shape");
  const bool negated = mirror.negated && catalogue::IsFloating(values.dtype);
  const uint64_t sign = negated ? uint64_t{1} << FormatOf(values.dtype).SignAt() : uint64_t{0};
  WithElements(values, [&](auto elements, size_t /*count*/) {
    for (size_t outer = 0; outer < outers; ++outer) {
      for (size_t middle = 0; middle < middles; ++middle) {
        const size_t row = (outer * middles + middle) * inners;
        const size_t image = ((outers - 1 - outer) * middles + middle) * inners + inners - 1;
        for (size_t inner = 0; inner < inners && image - inner > row + inner; ++inner) {
          elements.Put(image - inner, elements.Get(row + inner) ^ sign);
        }
      }
    }
  });
  return values;
}

Values WithDiagonal(Values values, const Values& diagonals) {
  const auto extent = static_cast<size_t>(values.shape.back());
  const size_t size = catalogue::SizeOf(values.dtype);
  for (size_t row = 0; row * extent < Count(values); ++row) {
    const size_t at = (row * extent + row % extent) * size;
    std::memcpy(&values.bits[at], &diagonals.bits[at], size);
  }
  return values;
}

Values Absolute(Values values) {
  const uint64_t sign = uint64_t{1} << FormatOf(values.dtype).SignAt();
  Rewrite(values, [=](uint64_t bits) { return bits & ~sign; });
  return values;
}

Values Skewed(Values values) {
  WithElements(values, [](auto elements, size_t count) {
    for (size_t element = 0; element < count; element += 2) {
      elements.Put(element, 2);
    }
  });
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
  WithElements(values, [&](auto elements, size_t count) {
    for (size_t element = 17, which = 0; element < count; element += kEvery, ++which) {
      elements.Put(element, specials[which % specials.size()]);
    }
  });
  return values;
}

Values WithOneNan(Values values) {
  const Format& format = FormatOf(values.dtype);
  const uint64_t sign = uint64_t{1} << format.SignAt();
  Rewrite(values,
          [&](uint64_t bits) { return (bits & ~sign) > format.Infinity() ? format.QuietNan() : bits; });
  return values;
}

}  // namespace openaclnn::testing
