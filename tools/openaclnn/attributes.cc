// SPDX-License-Identifier: Apache-2.0
#include "attributes.h"

#include <cctype>
#include <charconv>
#include <iterator>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "command_line_errors.h"
#include "element_type.h"
#include "error.h"
#include "type_names.h"

namespace openaclnn::cli {
namespace {

using catalogue::Argument;
using catalogue::Choice;
using catalogue::CType;
using catalogue::OptionName;
using catalogue::Scalar;
using catalogue::Value;

template <typename Number>
std::optional<Number> ParseWhole(const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

int64_t ParseInteger(const std::string& option, const std::string& text) {
  if (const std::optional<int64_t> value = ParseWhole<int64_t>(text)) {
    return *value;
  }
  throw InputError(option + ": expected an integer of 64 bits, got '" + text + "'");
}

double ParseReal(const std::string& option, const std::string& text) {
  if (const std::optional<double> value = ParseWhole<double>(text)) {
    return *value;
  }
  throw InputError(option + ": expected a number, got '" + text + "'");
}

int64_t ParseFlag(const std::string& option, const std::string& text) {
  if (text == "true" || text == "false") {
    return text == "true" ? 1 : 0;
  }
  throw InputError(option + ": expected true or false, got '" + text + "'");
}

Scalar ParseScalar(const std::string& option, const std::string& text) {
  if (text == "true" || text == "false") {
    return {ACL_BOOL, text == "true" ? 1.0 : 0.0};
  }
  const bool whole = ParseWhole<int64_t>(text).has_value();
  return {whole ? ACL_INT64 : ACL_DOUBLE, ParseReal(option, text)};
}

int64_t ParseChoice(const Argument& attribute, const std::string& text) {
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

template <typename Element>
std::vector<Element> ParseList(const std::string& option, const std::string& text,
                               Element (*parse)(const std::string&, const std::string&)) {
  std::vector<Element> elements;
  for (const std::string& part : Split(text, ',')) {
    elements.push_back(parse(option, part));
  }
  return elements;
}

std::string FlagText(bool value) {
  return value ? "true" : "false";
}

// The fewest digits that are read as the number.
std::string RealText(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(std::begin(text), std::end(text), value);
  return {text, end};
}

std::string ScalarText(const Scalar& scalar) {
  return scalar.dtype == ACL_BOOL ? FlagText(scalar.value != 0) : RealText(scalar.value);
}

std::string IntegerText(const Argument& attribute, int64_t value) {
  for (const Choice& choice : attribute.choices) {
    if (choice.value == value) {
      return choice.name;
    }
  }
  const bool isFlag = attribute.type == CType::kBool || attribute.type == CType::kBoolArray;
  return isFlag ? FlagText(value != 0) : std::to_string(value);
}

template <typename Element, typename Text>
std::string ListText(const std::vector<Element>& elements, const Text& textOf) {
  std::string text;
  for (const Element& element : elements) {
    text += (text.empty() ? "" : ",") + textOf(element);
  }
  return text;
}

Json ScalarJson(const Scalar& scalar) {
  return {{"dtype", TypeOf(scalar.dtype).name}, {"value", Number(scalar.value)}};
}

}  // namespace

std::string KindOf(const Argument& attribute) {
  if (!attribute.choices.empty()) {
    return "choice";
  }
  switch (attribute.type) {
    case CType::kBool:
      return "flag";
    case CType::kReal:
      return "number";
    case CType::kScalar:
      return "scalar";
    case CType::kScalarList:
      return "scalars";
    case CType::kIntArray:
      return "integers";
    case CType::kFloatArray:
      return "numbers";
    case CType::kBoolArray:
      return "flags";
    case CType::kDType:
      return "dtype";
    case CType::kInteger:
    case CType::kTensor:
    case CType::kWritableTensor:
    case CType::kTensorList:
      break;
  }
  return "integer";
}

std::string ValueName(const Argument& attribute) {
  if (attribute.type == CType::kDType) {
    return TypeNames(AdmittedTypes(attribute), "|");
  }
  if (attribute.choices.empty()) {
    std::string name = attribute.type == CType::kBool ? "" : KindOf(attribute);
    for (char& letter : name) {
      letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    }
    return name;
  }
  std::string names;
  for (const Choice& choice : attribute.choices) {
    names += (names.empty() ? "" : "|") + std::string(choice.name);
  }
  return names;
}

bool IsRequired(const Argument& attribute) {
  return !attribute.defaultValue && !attribute.derive;
}

std::string DefaultText(const Argument& attribute) {
  if (!attribute.derivation.empty()) {
    return attribute.derivation;
  }
  if (!attribute.defaultValue || attribute.type == CType::kBool) {
    return "";
  }
  return ValueText(attribute, *attribute.defaultValue);
}

Value ParseValue(const Argument& attribute, const std::string& text) {
  const std::string option = OptionName(attribute.name);
  if (!attribute.choices.empty()) {
    return ParseChoice(attribute, text);
  }
  switch (attribute.type) {
    case CType::kReal:
      return ParseReal(option, text);
    case CType::kScalar:
      return ParseScalar(option, text);
    case CType::kScalarList:
      return ParseList(option, text, ParseScalar);
    case CType::kIntArray:
      return ParseList(option, text, ParseInteger);
    case CType::kFloatArray:
      return ParseList(option, text, ParseReal);
    case CType::kBoolArray:
      return ParseList(option, text, ParseFlag);
    case CType::kDType:
      return int64_t{ParseType(option, text, AdmittedTypes(attribute))};
    default:
      return ParseInteger(option, text);
  }
}

Json ValueJson(const Argument& attribute, const Value& value) {
  if (attribute.type == CType::kDType) {
    return TypeOf(static_cast<aclDataType>(std::get<int64_t>(value))).name;
  }
  if (const auto* scalar = std::get_if<Scalar>(&value); scalar != nullptr) {
    return ScalarJson(*scalar);
  }
  if (const auto* scalars = std::get_if<std::vector<Scalar>>(&value); scalars != nullptr) {
    Json json = Json::array();
    for (const Scalar& scalar : *scalars) {
      json.push_back(ScalarJson(scalar));
    }
    return json;
  }
  if (const auto* integer = std::get_if<int64_t>(&value); integer != nullptr) {
    return *integer;
  }
  if (const auto* real = std::get_if<double>(&value); real != nullptr) {
    return Number(*real);
  }
  if (const auto* integers = std::get_if<std::vector<int64_t>>(&value); integers != nullptr) {
    return *integers;
  }
  return std::get<std::vector<double>>(value);
}

std::string ValueText(const Argument& attribute, const Value& value) {
  if (attribute.type == CType::kDType) {
    return TypeOf(static_cast<aclDataType>(std::get<int64_t>(value))).name;
  }
  const auto integerText = [&](int64_t integer) { return IntegerText(attribute, integer); };
  if (const auto* integer = std::get_if<int64_t>(&value); integer != nullptr) {
    return integerText(*integer);
  }
  if (const auto* integers = std::get_if<std::vector<int64_t>>(&value); integers != nullptr) {
    return ListText(*integers, integerText);
  }
  if (const auto* real = std::get_if<double>(&value); real != nullptr) {
    return RealText(*real);
  }
  if (const auto* reals = std::get_if<std::vector<double>>(&value); reals != nullptr) {
    return ListText(*reals, RealText);
  }
  if (const auto* scalar = std::get_if<Scalar>(&value); scalar != nullptr) {
    return ScalarText(*scalar);
  }
  return ListText(std::get<std::vector<Scalar>>(value), ScalarText);
}

void CompleteAttributes(const catalogue::Operator& description, catalogue::Arguments* arguments) {
  for (const Argument* attribute : description.Attributes()) {
    const auto given = arguments->attributes.find(attribute->name);
    if (given != arguments->attributes.end()) {
      const auto* integer = std::get_if<int64_t>(&given->second);
      if (integer != nullptr && *integer < attribute->lowest) {
        throw InputError(OptionName(attribute->name) + ": expected at least " +
                         std::to_string(attribute->lowest) + ", got " + std::to_string(*integer));
      }
    } else if (attribute->defaultValue) {
      arguments->attributes[attribute->name] = *attribute->defaultValue;
    } else if (attribute->derive) {
      arguments->attributes[attribute->name] = attribute->derive(*arguments);
    } else {
      throw InputError(OptionName(attribute->name) + " is required: " + attribute->meaning);
    }
  }
}

const catalogue::Operator& FindOperator(std::string_view name) {
  if (const catalogue::Operator* description = catalogue::FindOperator(name); description != nullptr) {
    return *description;
  }
  std::vector<std::string> names;
  for (const catalogue::Operator& description : catalogue::Operators()) {
    names.insert(names.end(), {description.name, description.Function()});
  }
  const std::string suggestion = Suggestion(std::string(name), names);
  throw InputError("no operator is called '" + std::string(name) + "'" +
                   (suggestion.empty() ? "; openaclnn list names all" : suggestion));
}

}  // namespace openaclnn::cli
