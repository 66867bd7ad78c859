// SPDX-License-Identifier: Apache-2.0
#pragma once

// Data for calls whose results must not depend on who computed what: made as bits, since bits are compared.

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "catalogue/catalogue.h"
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

/// The data of one call, seeded by the call's name.
class Source {
 public:
  explicit Source(const std::string& name);

  /// Of either sign and any fraction, with exponents from `low` to `high`.
  Values Exponents(const Shape& shape, aclDataType dtype, int low, int high);
  /// Exponents as far apart as the products and sums of the operators bear without overflow: beyond the
  /// digits of a float64, so that the order of a sum is in its last digits.
  Values Spread(const Shape& shape, aclDataType dtype);
  /// Between 1/4 and 4 in magnitude: scales, means, weights.
  Values NearOne(const Shape& shape, aclDataType dtype) { return Exponents(shape, dtype, -2, 1); }
  /// Whole numbers of [0, end), of any dtype.
  Values Integers(const Shape& shape, aclDataType dtype, int64_t end);
  /// Of integers, and 0 and 1 of BOOL.
  Values AnyBits(const Shape& shape, aclDataType dtype);

 private:
  std::mt19937_64 engine_;
};

/// Integers, all 1.
Values Ones(const Shape& shape, aclDataType dtype);

/// See catalogue::Mirror. Integers are never negated: their sums have no rounding errors.
Values Mirrored(Values values, const catalogue::Mirror& mirror);

/// Without their signs.
Values Absolute(Values values);
/// Square matrices with the diagonals of others.
Values WithDiagonal(Values values, const Values& diagonals);

/// Integers, every second of them 2.
Values Skewed(Values values);

/// With the first of all slices along dim 0 in place of the others.
Values ConstantAlongFirst(Values values);

/// With some NaNs, infinities, zeros of both signs and subnormals among the elements.
Values WithSpecials(Values values);

/// With the same NaN wherever there was one.
Values WithOneNan(Values values);

}  // namespace openaclnn::testing
