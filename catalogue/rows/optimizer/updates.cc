// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/optimizer/updates.h"

#include <algorithm>
#include <utility>

namespace openaclnn::catalogue::optimizer {
namespace {

// All tensors, in shapes of the parameters.
Arguments Call(const Operator& row, const std::vector<Shape>& shapes, aclDataType dtype,
               const std::vector<std::string>& absent) {
  Arguments all;
  for (const Argument& argument : row.arguments) {
    if (!argument.IsRead() || std::ranges::find(absent, argument.name) != absent.end()) {
      continue;
    }
    const bool list = argument.type == CType::kTensorList;
    std::vector<TensorSpec>& tensors = all.tensors[argument.name];
    for (size_t i = 0; i < (list ? shapes.size() : 1); ++i) {
      if (argument.single) {
        tensors.push_back({{1}, argument.dtypes.front()});
      } else {
        tensors.push_back({shapes[i], dtype});
      }
    }
  }
  return all;
}

}  // namespace

Argument Updated(std::string name, std::string meaning, const std::string& as) {
  Argument argument = Read(std::move(name), std::move(meaning), as);
  argument.role = Role::kInPlace;
  return argument;
}

Argument Read(std::string name, std::string meaning, const std::string& as) {
  const bool leads = name == as;
  Argument argument = Tensor(std::move(name), std::move(meaning), leads ? "any" : "that of " + as, Floats());
  if (!leads) {
    argument.dtype = SameAs(as);
    argument.shape = SameShapeAs(as);
  }
  return argument;
}

Argument One(std::string name, std::string meaning, DTypes dtypes) {
  Argument argument = Tensor(std::move(name), std::move(meaning), "one element", std::move(dtypes));
  argument.shape = [](const Arguments&) { return Shape{1}; };
  argument.single = true;
  argument.holds = Meaning::kProbabilities;
  return argument;
}

Operator Update(Operator row, const std::string& lead, const std::string& flag,
                const std::vector<std::string>& ofFlag) {
  row.lead = lead;
  for (Argument& argument : row.arguments) {
    if (std::ranges::find(ofFlag, argument.name) != ofFlag.end()) {
      argument.optional = true;
      const CallRule isSet = [flag](const Arguments& known) { return known.Integer(flag) != 0; };
      argument.needed = isSet;
      argument.written = isSet;
    }
  }
  row = MakeOperator(std::move(row));
  const std::vector<std::string> absent = flag.empty() ? std::vector<std::string>() : ofFlag;
  row.samples = {
      {.name = "plain", .arguments = Call(row, {{3, 7, 310}, {17}, {1}}, ACL_DT_UNDEFINED, absent)},
      {.name = "one_element", .arguments = Call(row, {{1}}, ACL_DT_UNDEFINED, absent)},
      {.name = "large", .arguments = Call(row, {{40001}, {}, {5, 300}}, ACL_DT_UNDEFINED, absent)}};
  if (!flag.empty()) {
    Sample sample{.name = "with_" + NameOfFunction("acl" + flag),
                  .arguments = Call(row, {{33, 70}, {2, 2}}, ACL_DT_UNDEFINED, {})};
    sample.arguments.attributes[flag] = int64_t{1};
    row.samples.push_back(std::move(sample));
  }
  row.draw = [row, flag, absent](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    std::vector<Shape> shapes;
    for (size_t count = 1 + choices.Below(4); count > 0; --count) {
      shapes.push_back(choices.AnyShape(4));
    }
    const bool isSet = !flag.empty() && choices.Chance(128);
    Arguments drawn = Call(row, shapes, dtype, isSet ? std::vector<std::string>() : absent);
    if (!flag.empty()) {
      drawn.attributes[flag] = int64_t{isSet};
    }
    return drawn;
  };
  return row;
}

}  // namespace openaclnn::catalogue::optimizer
