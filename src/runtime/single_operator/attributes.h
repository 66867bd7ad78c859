// SPDX-License-Identifier: Apache-2.0
//
// Attributes of the single-operator interface: what aclopAttr stands for.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "acl/acl_op.h"
#include "base/object_slabs.h"

namespace openaclnn::single_operator {

// An element type as an attribute, by its number: any can come.
struct DataTypeNumber {
  int32_t number;
};

using AttributeValue =
    std::variant<bool, int64_t, float, std::string, DataTypeNumber, std::vector<bool>, std::vector<int64_t>,
                 std::vector<float>, std::vector<std::vector<int64_t>>>;

}  // namespace openaclnn::single_operator

struct aclopAttr {
  std::map<std::string, openaclnn::single_operator::AttributeValue, std::less<>> values;
};

namespace openaclnn::single_operator {

[[nodiscard]] ObjectSlabs<aclopAttr>& AttributeSets();

// For messages: "axis = 1, keep_dims = true"; empty if there are none.
[[nodiscard]] std::string TextOf(const aclopAttr& attributes);

}  // namespace openaclnn::single_operator
