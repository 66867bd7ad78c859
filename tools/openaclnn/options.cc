// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <algorithm>
#include <charconv>

#include "error.h"

namespace openaclnn::cli {
namespace {

int64_t ParseInteger(const std::string& option, const std::string& text) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) {
    throw InputError(option + ": expected an integer of 64 bits, got '" + text + "'");
  }
  return value;
}

std::string ChoiceNames(const AttributeDescription& attribute) {
  std::string names;
  for (const Choice& choice : attribute.choices) {
    names += (names.empty() ? "" : "|") + std::string(choice.name);
  }
  return names;
}

}  // namespace

void AddInputOptions(CLI::App* command, const Operator& description, const std::string& valueName,
                     const std::string& group, bool (*required)(const InputDescription&),
                     CallOptions* options) {
  for (const InputDescription& input : description.inputs) {
    CLI::Option* option = command->add_option(OptionName(input.name), options->inputs[input.name],
                                              std::string(input.meaning) + "; " + input.shape);
    option->type_name(valueName)->check(NotEmpty())->required(required(input))->group(group);
  }
}

void AddAttributeOptions(CLI::App* command, const Operator& description, CallOptions* options) {
  for (const AttributeDescription& attribute : description.attributes) {
    const std::string name = OptionName(attribute.name);
    CLI::Option* option = nullptr;
    std::string meaning = attribute.meaning;
    if (attribute.kind == AttributeKind::kFlag) {
      option = command->add_flag(name, options->flags[attribute.name], meaning);
    } else {
      const bool choice = attribute.kind == AttributeKind::kChoice;
      if (attribute.derivation != nullptr) {
        meaning += std::string("; default: ") + attribute.derivation;
      } else if (attribute.defaultValue) {
        const auto usual =
            std::find_if(attribute.choices.begin(), attribute.choices.end(),
                         [&](const Choice& entry) { return entry.value == *attribute.defaultValue; });
        meaning += "; default: " + (usual == attribute.choices.end() ? std::to_string(*attribute.defaultValue)
                                                                     : std::string(usual->name));
      }
      option = command->add_option(name, options->attributes[attribute.name], meaning);
      option->type_name(choice ? ChoiceNames(attribute) : "INTEGER")
          ->check(NotEmpty())
          ->required(!attribute.defaultValue && attribute.derive == nullptr);
    }
    option->group("Attributes");
  }
}

void AddOutputTypeOptions(CLI::App* command, const Operator& description, CallOptions* options) {
  for (const OutputDescription& output : description.outputs) {
    if (output.anyType) {
      command
          ->add_option(OptionName(output.name) + "-dtype", options->outputTypes[output.name],
                       std::string("type of ") + output.name + " where it is not that of the inputs")
          ->type_name("fp32|fp16|bf16")
          ->check(NotEmpty())
          ->group("Outputs");
    }
  }
}

std::map<std::string, int64_t, std::less<>> ParseAttributes(const Operator& description,
                                                            const CallOptions& options) {
  std::map<std::string, int64_t, std::less<>> values;
  for (const AttributeDescription& attribute : description.attributes) {
    if (attribute.kind == AttributeKind::kFlag) {
      values[attribute.name] = options.flags.at(attribute.name) ? 1 : 0;
      continue;
    }
    const std::string& text = options.attributes.at(attribute.name);
    if (!text.empty()) {
      values[attribute.name] = attribute.kind == AttributeKind::kChoice
                                   ? ParseChoice(attribute, text)
                                   : ParseInteger(OptionName(attribute.name), text);
    }
  }
  return values;
}

std::map<std::string, aclDataType> ParseOutputTypes(const CallOptions& options) {
  std::map<std::string, aclDataType> types;
  for (const auto& [output, name] : options.outputTypes) {
    if (!name.empty()) {
      types[output] = ParseFloatingType(OptionName(output) + "-dtype", name);
    }
  }
  return types;
}

aclDataType ParseType(const std::string& option, const std::string& name) {
  if (const ElementType* type = FindType(name); type != nullptr) {
    return type->dtype;
  }
  std::string known;
  for (const ElementType& type : ElementTypes()) {
    known += std::string(known.empty() ? "" : ", ") + type.name;
  }
  throw InputError(option + ": expected one of " + known + ", got '" + name + "'");
}

aclDataType ParseFloatingType(const std::string& option, const std::string& name) {
  const aclDataType dtype = ParseType(option, name);
  if (dtype != ACL_FLOAT && dtype != ACL_FLOAT16 && dtype != ACL_BF16) {
    throw InputError(option + ": expected fp32, fp16 or bf16, got '" + name + "'");
  }
  return dtype;
}

}  // namespace openaclnn::cli
