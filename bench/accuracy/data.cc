// SPDX-License-Identifier: Apache-2.0
#include "bench/accuracy/data.h"

#include <cmath>
#include <cstring>
#include <utility>

#include "tests/support/half.h"

namespace openaclnn::accuracy {
namespace {

using testing::Array;
using testing::Shape;
using testing::Values;

/// Powers of two that bring a product of two standard normal values below the smallest normal one of a
/// dtype, though not below its last places.
struct TinyExponents {
  int gradient;
  int factor;
};

TinyExponents TinyExponentsOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      return {-10, -9};
    case ACL_BF16:
      return {-65, -65};
    default:
      return {-75, -65};
  }
}

}  // namespace

Array Data::Scaled(const Shape& shape, int exponent) {
  return random_.Normal(shape, dtype_, 0, std::ldexp(1.0, exponent));
}

Array Data::WithPartners(Array array, const Axes& axes, bool negated) {
  for (size_t element = 0; element < array.values.size(); ++element) {
    const size_t inner = axes.inner - 1 - element % axes.inner;
    const size_t middle = element / axes.inner % axes.middle;
    const size_t outer = axes.outer - 1 - element / axes.inner / axes.middle;
    const size_t partner = (outer * axes.middle + middle) * axes.inner + inner;
    if (partner > element) {
      const double value = array.values[element];
      const double rest = 1e-3 * random_.StandardNormal();
      array.values[partner] = negated ? testing::RoundTo(dtype_, rest - value) : value;
    }
  }
  return array;
}

Array Data::Factor(const Shape& shape) {
  switch (range_) {
    case Range::kTiny:
      return Scaled(shape, TinyExponentsOf(dtype_).factor);
    case Range::kWhole:
      return random_.AnyValue(shape, dtype_, false);
    default:
      return Scaled(shape, 0);
  }
}

Array Data::Factor(const Shape& shape, const Axes& axes) {
  Array array = Factor(shape);
  return range_ == Range::kCancelling ? WithPartners(std::move(array), axes, false) : array;
}

Array Data::Gradient(const Shape& shape, const Axes& axes) {
  switch (range_) {
    case Range::kTiny:
      return Scaled(shape, TinyExponentsOf(dtype_).gradient);
    case Range::kWhole:
      return random_.AnyValue(shape, dtype_, false);
    case Range::kCancelling:
      return WithPartners(Scaled(shape, 0), axes, true);
    default:
      return Scaled(shape, 0);
  }
}

Array Data::PlainGradient(const Shape& shape, const Axes& axes) {
  if (range_ == Range::kTiny) {
    const TinyExponents exponents = TinyExponentsOf(dtype_);
    return Scaled(shape, exponents.gradient + exponents.factor);
  }
  return Gradient(shape, axes);
}

Values Encode(const Array& array, aclDataType dtype) {
  const size_t size = catalogue::SizeOf(dtype);
  Values values{array.shape, dtype, std::vector<std::byte>(array.values.size() * size), {}};
  for (size_t element = 0; element < array.values.size(); ++element) {
    testing::EncodeElement(dtype, array.values[element],
                           reinterpret_cast<uint8_t*>(values.bits.data() + element * size));
  }
  return values;
}

std::vector<double> Decode(const std::vector<std::byte>& bits, aclDataType dtype) {
  const size_t size = catalogue::SizeOf(dtype);
  std::vector<double> values(bits.size() / size);
  for (size_t element = 0; element < values.size(); ++element) {
    values[element] =
        testing::DecodeElement(dtype, reinterpret_cast<const uint8_t*>(bits.data() + element * size));
  }
  return values;
}

Values EncodeIndices(const std::vector<int64_t>& indices) {
  const auto count = static_cast<int64_t>(indices.size());
  Values values{{count}, ACL_INT64, std::vector<std::byte>(indices.size() * sizeof(int64_t)), {}};
  std::memcpy(values.bits.data(), indices.data(), values.bits.size());
  return values;
}

}  // namespace openaclnn::accuracy
