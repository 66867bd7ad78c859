// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include "type_names.h"

namespace openaclnn::cli {

using catalogue::Argument;
using catalogue::OptionName;

bool FollowsDtype(const Argument& input) {
  return input.holds != catalogue::Meaning::kIndices && input.holds != catalogue::Meaning::kOnes;
}

void AddInputOptions(CLI::App* command, const catalogue::Operator& description, const std::string& valueName,
                     const std::string& group, bool (*required)(const Argument&), CallOptions* options) {
  for (const Argument* input : description.Inputs()) {
    const bool isList = input->type == catalogue::CType::kTensorList;
    CLI::Option* option = command->add_option(
        OptionName(input->name), options->inputs[input->name],
        input->meaning + "; " + input->shapeText + (isList ? "; several with commas between them" : ""));
    option->type_name(valueName + (isList ? ",..." : ""))
        ->check(NotEmpty())
        ->required(required(*input))
        ->group(group);
  }
}

void AddAttributeOptions(CLI::App* command, const catalogue::Operator& description, CallOptions* options) {
  for (const Argument* attribute : description.Attributes()) {
    const std::string name = OptionName(attribute->name);
    CLI::Option* option = nullptr;
    if (attribute->type == catalogue::CType::kBool) {
      option = command->add_flag(name, options->flags[attribute->name], attribute->meaning);
    } else {
      const std::string standard = DefaultText(*attribute);
      option = command->add_option(name, options->attributes[attribute->name],
                                   attribute->meaning + (standard.empty() ? "" : "; default: " + standard));
      option->type_name(ValueName(*attribute))->check(NotEmpty())->required(IsRequired(*attribute));
    }
    option->group("Attributes");
  }
}

void AddOutputTypeOptions(CLI::App* command, const catalogue::Operator& description, const std::string& group,
                          CallOptions* options) {
  for (const Argument* output : description.Outputs()) {
    if (output->anyDType) {
      command
          ->add_option(OptionName(output->name) + "-dtype", options->outputTypes[output->name],
                       "type of " + output->name + " where it is not that of the inputs")
          ->type_name(TypeNames(output->dtypes, "|"))
          ->check(NotEmpty())
          ->group(group);
    }
  }
}

std::map<std::string, catalogue::Value, std::less<>> ParseAttributes(const catalogue::Operator& description,
                                                                     const CallOptions& options) {
  std::map<std::string, catalogue::Value, std::less<>> values;
  for (const Argument* attribute : description.Attributes()) {
    if (attribute->type == catalogue::CType::kBool) {
      values[attribute->name] = int64_t{options.flags.at(attribute->name) ? 1 : 0};
      continue;
    }
    const std::string& text = options.attributes.at(attribute->name);
    if (!text.empty()) {
      values[attribute->name] = ParseValue(*attribute, text);
    }
  }
  return values;
}

void SetOutputTypes(const catalogue::Operator& description, const CallOptions& options,
                    catalogue::Arguments* arguments) {
  for (const auto& [name, type] : options.outputTypes) {
    if (!type.empty()) {
      const Argument& output = description.Get(name);
      const aclDataType dtype = ParseType(OptionName(name) + "-dtype", type, output.dtypes);
      arguments->tensors[name] = {{output.shape(*arguments), dtype}};
    }
  }
}

}  // namespace openaclnn::cli
