// SPDX-License-Identifier: Apache-2.0
#pragma once

// Data for calls whose results must not depend on who computed what: made as bits, since bits are compared.

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "tests/support/array.h"

namespace openaclnn::testing {

/// The elements of a tensor as bits, row-major.
struct Values {
  Shape shape;
  aclDataType dtype = ACL_FLOAT;
  std::vector<std::byte> bits;
  /// Dims along which all elements are equal: storage may hold them once, with stride 0.
  std::vector<size_t> constantDims;
};

/// Of the dtypes used here.
size_t SizeOf(aclDataType dtype);

/// A tensor seen as [outer, middle, inner].
struct Axes {
  size_t outer;
  size_t middle;
  size_t inner;
};

/// The data of one call, seeded by the call's name.
class Source {
 public:
  Source(const std::string& name, aclDataType dtype);

  /// Of either sign and any fraction, with exponents from `low` to `high`.
  Values Exponents(const Shape& shape, int low, int high);
  /// Exponents as far apart as the products and sums of the operators bear without overflow: beyond the
  /// digits of a float64, so that the order of a sum is in its last digits.
  Values Spread(const Shape& shape);
  /// Between 1/4 and 4 in magnitude: scales, means, weights.
  Values NearOne(const Shape& shape) { return Exponents(shape, -2, 1); }
  /// Integers of [0, end), of INT32 or INT64.
  Values Integers(const Shape& shape, aclDataType dtype, int64_t end);

 private:
  aclDataType dtype_;
  std::mt19937_64 engine_;
};

enum class Mirror { kEqual, kNegated };

/// Makes element (outer - 1 - o, m, inner - 1 - i) equal to element (o, m, i), or its negative. Sums over
/// outer and inner of the negated cancel: only their rounding errors are left, and those show the order.
Values Mirrored(Values values, const Axes& axes, Mirror mirror);

/// With the first of all slices along dim 0 in place of the others.
Values ConstantAlongFirst(Values values);

/// With some NaNs, infinities, zeros of both signs and subnormals among the elements.
Values WithSpecials(Values values);

/// With the same NaN wherever there was one.
Values WithOneNan(Values values);

}  // namespace openaclnn::testing
