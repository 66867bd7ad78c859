// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/attention/heads.h"

#include <utility>

namespace openaclnn::catalogue::attention {

void DrawHeads(Choices& choices, HeadSizes& sizes) {
  sizes.keyHeads = 1 + static_cast<int64_t>(choices.Below(2));
  sizes.heads = sizes.keyHeads * (1 + static_cast<int64_t>(choices.Below(3)));
}

void DrawRows(Choices& choices, bool oneQuery, HeadSizes& sizes) {
  sizes.queries = oneQuery ? 1 : choices.Extent();
  sizes.keys = choices.Extent();
  sizes.size = choices.Extent(false);
  sizes.valueSize = choices.Extent(false);
}

Arguments OfType(Arguments arguments, aclDataType dtype) {
  for (auto& [name, tensors] : arguments.tensors) {
    if (tensors.front().dtype == ACL_DT_UNDEFINED) {
      tensors.front().dtype = dtype;
    }
  }
  return arguments;
}

Argument Floating(std::string name, std::string meaning, std::string shapeText) {
  Argument argument = Tensor(std::move(name), std::move(meaning), std::move(shapeText), Floats());
  if (argument.name != "query") {
    argument.dtype = SameAs("query");
  }
  return argument;
}

Argument Optional(Argument argument) {
  argument.optional = true;
  return argument;
}

Argument Integer(std::string name, std::string meaning, int64_t value) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = value};
}

Argument HeadCount(std::string name, std::string derivation) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = "heads of query",
          .derive = [](const Arguments& known) { return Value(Extent(known.ShapeOf("query"), 1)); },
          .derivation = std::move(derivation)};
}

std::vector<Choice> LayoutChoices(std::span<const char* const> names) {
  std::vector<Choice> choices;
  for (size_t i = 0; i < names.size(); ++i) {
    choices.push_back({names[i], static_cast<int64_t>(i)});
  }
  return choices;
}

std::string LayoutName(std::span<const char* const> names, int64_t layout) {
  const auto index = static_cast<size_t>(layout);
  return index < names.size() ? names[index] : std::to_string(layout);
}

}  // namespace openaclnn::catalogue::attention
