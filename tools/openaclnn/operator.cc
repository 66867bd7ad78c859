// SPDX-License-Identifier: Apache-2.0
#include "operator.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "error.h"

namespace openaclnn::cli {
namespace {

constexpr std::array kFloatingTypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
constexpr std::array kIndexTypes{ACL_INT64, ACL_INT32, ACL_INT16,   ACL_INT8,  ACL_UINT8,
                                 ACL_BOOL,  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE};

}  // namespace

const TensorInfo* Arguments::Input(std::string_view name) const {
  const auto entry = inputs.find(name);
  return entry == inputs.end() ? nullptr : &entry->second;
}

const Shape& Arguments::ShapeOf(std::string_view name) const {
  static const Shape scalar;
  const TensorInfo* input = Input(name);
  return input == nullptr ? scalar : input->shape;
}

int64_t Arguments::Attribute(std::string_view name) const {
  return attributes.find(name)->second;
}

std::span<const aclDataType> AdmittedTypes(Types types) {
  if (types == Types::kIndices) {
    return kIndexTypes;
  }
  return kFloatingTypes;
}

const Operator& FindOperator(std::string_view name) {
  for (const Operator* description : Operators()) {
    if (name == description->name || name == description->function) {
      return *description;
    }
  }
  throw InputError("no operator is called '" + std::string(name) + "'; openaclnn list names all");
}

std::string OptionName(std::string_view name) {
  std::string option = "--";
  for (size_t i = 0; i < name.size(); ++i) {
    const auto letter = static_cast<unsigned char>(name[i]);
    const bool beforeLowercase =
        i + 1 < name.size() && std::islower(static_cast<unsigned char>(name[i + 1])) != 0;
    if (i > 0 && std::isupper(letter) != 0 && beforeLowercase) {
      option.push_back('-');  // a word starts; HxW is one
    }
    option.push_back(static_cast<char>(std::tolower(letter)));
  }
  return option;
}

void CompleteAttributes(const Operator& description, Arguments* arguments) {
  for (const AttributeDescription& attribute : description.attributes) {
    const auto given = arguments->attributes.find(attribute.name);
    if (given != arguments->attributes.end()) {
      if (given->second < attribute.lowest) {
        throw InputError(OptionName(attribute.name) + ": expected at least " +
                         std::to_string(attribute.lowest) + ", got " + std::to_string(given->second));
      }
      continue;
    }
    if (attribute.defaultValue) {
      arguments->attributes[attribute.name] = *attribute.defaultValue;
    } else if (attribute.derive != nullptr) {
      arguments->attributes[attribute.name] = attribute.derive(*arguments);
    } else {
      throw InputError(OptionName(attribute.name) + " is required: " + attribute.meaning);
    }
  }
}

int64_t ParseChoice(const AttributeDescription& attribute, const std::string& text) {
  std::string known;
  for (const Choice& choice : attribute.choices) {
    if (text == choice.name || text == std::to_string(choice.value)) {
      return choice.value;
    }
    known +=
        (known.empty() ? "" : ", ") + std::string(choice.name) + " (" + std::to_string(choice.value) + ")";
  }
  throw InputError(OptionName(attribute.name) + ": expected one of " + known + ", got '" + text + "'");
}

int64_t Extent(const Shape& shape, size_t dim) {
  return dim < shape.size() ? shape[dim] : 1;
}

int64_t Product(const Shape& shape, size_t firstDim) {
  const auto first = static_cast<std::ptrdiff_t>(std::min(firstDim, shape.size()));
  return NumElements(Shape(shape.begin() + first, shape.end()), 1);
}

Shape Broadcast(const Shape& a, const Shape& b) {
  const Shape& longer = a.size() < b.size() ? b : a;
  const Shape& shorter = a.size() < b.size() ? a : b;
  Shape result = longer;
  const size_t lead = longer.size() - shorter.size();
  for (size_t dim = 0; dim < shorter.size(); ++dim) {
    if (result[lead + dim] == 1) {
      result[lead + dim] = shorter[dim];
    }
  }
  return result;
}

}  // namespace openaclnn::cli
