// SPDX-License-Identifier: Apache-2.0
//
// The arguments of one call by name, and rules that say what follows from them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "catalogue/model/dtypes.h"

namespace openaclnn::catalogue {

using Shape = std::vector<int64_t>;

/// What phase one sees of a tensor, but for its layout. Where an operator is described for all its types,
/// ACL_DT_UNDEFINED stands for the one that a call is made with (see Sample).
struct TensorSpec {
  Shape shape{};
  aclDataType dtype = ACL_DT_UNDEFINED;
};

/// A number with a type of its own, as aclScalar holds it. 64-bit integers beyond 2^53 are out of its range.
struct Scalar {
  aclDataType dtype = ACL_DOUBLE;
  double value = 0;

  bool operator==(const Scalar&) const = default;
};

/// The value of an attribute: integers, flags, choices and data types are int64_t; arrays of integers and of
/// bools are vectors of it.
using Value =
    std::variant<int64_t, double, Scalar, std::vector<int64_t>, std::vector<double>, std::vector<Scalar>>;

/// What is known of a call, by the names of the prototype.
struct Arguments {
  /// Inputs that are given; outputs whose shape or type shall not be the usual one. One entry, but for tensor
  /// lists.
  std::map<std::string, std::vector<TensorSpec>, std::less<>> tensors{};
  std::map<std::string, Value, std::less<>> attributes{};
  /// Outputs that the output mask leaves out. An attribute of the mask's name, a list, takes the mask's
  /// place.
  std::set<std::string, std::less<>> leftOut{};
  /// Attributes that are objects, and the output mask, for which a null pointer is passed.
  std::set<std::string, std::less<>> nulls{};

  /// Null if it is left out.
  [[nodiscard]] const TensorSpec* Find(std::string_view name) const;
  /// A scalar's if it is left out.
  [[nodiscard]] const Shape& ShapeOf(std::string_view name) const;
  /// ACL_DT_UNDEFINED if it is left out.
  [[nodiscard]] aclDataType DTypeOf(std::string_view name) const;
  /// Of attributes that are known to be there.
  [[nodiscard]] int64_t Integer(std::string_view name) const;
  [[nodiscard]] const std::vector<int64_t>& Integers(std::string_view name) const;
  [[nodiscard]] const Scalar& ScalarOf(std::string_view name) const;
};

/// Rules give an answer for whatever arguments: that a call is wrong is for the library to find.
using ShapeRule = std::function<Shape(const Arguments&)>;
using TensorsRule = std::function<std::vector<TensorSpec>(const Arguments&)>;
using ValueRule = std::function<Value(const Arguments&)>;
using IntegerRule = std::function<int64_t(const Arguments&)>;
using CallRule = std::function<bool(const Arguments&)>;
struct DTypeRule {
  std::string text{};  // "as self"
  std::function<aclDataType(const Arguments&)> of{};
};

[[nodiscard]] ShapeRule SameShapeAs(std::string name);
/// All of them broadcast together.
[[nodiscard]] ShapeRule BroadcastOf(std::vector<std::string> names);

[[nodiscard]] DTypeRule SameAs(std::string name);
[[nodiscard]] DTypeRule Always(aclDataType dtype);
/// As the attribute of type aclDataType says.
[[nodiscard]] DTypeRule AsAttribute(std::string name);
/// Of tensors, and scalars, computed together.
[[nodiscard]] DTypeRule Promoted(std::vector<std::string> tensors, std::vector<std::string> scalars = {});

/// Those, and FLOAT where they are integers or BOOL.
[[nodiscard]] DTypeRule PromotedToFloating(std::vector<std::string> tensors,
                                           std::vector<std::string> scalars = {});

/// Of shapes; none of them minds shapes that make no sense.
[[nodiscard]] int64_t Extent(const Shape& shape, size_t dim);            // 1 where there is no such dim
[[nodiscard]] int64_t Product(const Shape& shape, size_t firstDim = 0);  // wraps around
[[nodiscard]] Shape Broadcast(const Shape& a, const Shape& b);  // of what does not broadcast: something
/// Without some dims (all if there are none), or with extent 1 in their place. Negative ones count from the
/// end.
[[nodiscard]] Shape Reduced(const Shape& shape, const std::vector<int64_t>& dims, bool keepDims);

}  // namespace openaclnn::catalogue
