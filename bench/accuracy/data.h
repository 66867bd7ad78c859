// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/determinism/values.h"
#include "tests/support/array.h"
#include "tests/support/random.h"

namespace openaclnn::accuracy {

/// A tensor seen as [outer, middle, inner]; see catalogue::Mirror.
struct Axes {
  size_t outer;
  size_t middle;
  size_t inner;
};

/// What the values of a case are like.
enum class Range {
  kOrdinary,    // standard normal
  kCancelling,  // each gradient has a partner in the sum, its negative but for a thousandth
  kTiny,        // products, or gradients where there is no product, are subnormal
  kWhole,       // any finite value, each bit pattern equally likely
};

/// Whether float32 on the way loses what the goals ask for, in PyTorch as well: where it overflows or is
/// subnormal; and where terms cancel, the digits that the result of a half type would still show.
[[nodiscard]] constexpr bool IsHostile(Range range, aclDataType dtype) {
  return range == Range::kTiny || range == Range::kWhole ||
         (range == Range::kCancelling && dtype != ACL_FLOAT);
}

/// Makes the inputs of a problem, rounded to its dtype.
class Data {
 public:
  Data(aclDataType dtype, Range range) : dtype_(dtype), range_(range), random_(20240229) {}

  /// The other factor of a product: input, weight.
  testing::Array Factor(const testing::Shape& shape);
  /// A factor that is the same in both partners of a cancellation.
  testing::Array Factor(const testing::Shape& shape, const Axes& axes);
  /// A gradient that is multiplied by a Factor.
  testing::Array Gradient(const testing::Shape& shape, const Axes& axes);
  /// A gradient that is not: subnormal itself if tiny.
  testing::Array PlainGradient(const testing::Shape& shape, const Axes& axes);

  testing::Random& Generator() { return random_; }

 private:
  testing::Array Scaled(const testing::Shape& shape, int exponent);
  testing::Array WithPartners(testing::Array array, const Axes& axes, bool negated);

  aclDataType dtype_;
  Range range_;
  testing::Random random_;
};

/// The array, already rounded to `dtype`, as bits, and back.
testing::Values Encode(const testing::Array& array, aclDataType dtype);
std::vector<double> Decode(const std::vector<std::byte>& bits, aclDataType dtype);

/// Indices, as INT64.
testing::Values EncodeIndices(const std::vector<int64_t>& indices);

}  // namespace openaclnn::accuracy
