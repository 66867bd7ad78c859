// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include "element_type.h"
#include "type_names.h"

namespace openaclnn::cli {

using catalogue::Argument;
using catalogue::OptionName;

namespace {

constexpr const char* kAttributes = "Attributes";

}  // namespace

bool FollowsDtype(const Argument& input) {
  return input.holds != catalogue::Meaning::kIndices && input.holds != catalogue::Meaning::kOnes;
}

void AddInputOptions(const Command& command, const catalogue::Operator& description,
                     const std::string& valueName, const std::string& group,
                     bool (*required)(const Argument&), CallOptions* options) {
  for (const Argument* input : description.Inputs()) {
    const bool isList = input->type == catalogue::CType::kTensorList;
    command
        .AddOption(
            OptionName(input->name), &options->inputs[input->name],
            input->meaning + "; " + input->shapeText + (isList ? "; several with commas between them" : ""))
        .TypeName(valueName + (isList ? ",..." : ""))
        .NotEmpty()
        .Require(required(*input))
        .Group(group);
  }
}

void AddAttributeOptions(const Command& command, const catalogue::Operator& description,
                         CallOptions* options) {
  for (const Argument* attribute : description.Attributes()) {
    const std::string name = OptionName(attribute->name);
    if (attribute->type == catalogue::CType::kBool) {
      command.AddFlag(name, &options->flags[attribute->name], attribute->meaning).Group(kAttributes);
    } else {
      const std::string standard = DefaultText(*attribute);
      command
          .AddOption(name, &options->attributes[attribute->name],
                     attribute->meaning + (standard.empty() ? "" : "; default: " + standard))
          .TypeName(ValueName(*attribute))
          .NotEmpty()
          .Require(IsRequired(*attribute))
          .Group(kAttributes);
    }
  }
}

void AddOutputTypeOptions(const Command& command, const catalogue::Operator& description,
                          const std::string& group, CallOptions* options) {
  for (const Argument* output : description.Outputs()) {
    if (output->anyDType) {
      command
          .AddOption(OptionName(output->name) + "-dtype", &options->outputTypes[output->name],
                     "type of " + output->name + " where it is not that of the inputs")
          .TypeName(TypeNames(AdmittedTypes(*output), "|"))
          .NotEmpty()
          .Group(group);
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
  // The rules of the catalogue are for real numbers: a magnitude has the type of its number.
  for (const Argument* output : description.Outputs()) {
    const aclDataType dtype = output->IsRead() || output->list || !output->dtype.of
                                  ? ACL_DT_UNDEFINED
                                  : output->dtype.of(*arguments);
    const ElementType* const type = FindType(dtype);
    if (type != nullptr && PartsOf(*type) > 1 && !catalogue::Contains(AdmittedTypes(*output), dtype)) {
      arguments->tensors[output->name] = {{output->shape(*arguments), PartOf(*type).dtype}};
    }
  }
  for (const auto& [name, type] : options.outputTypes) {
    if (!type.empty()) {
      const Argument& output = description.Get(name);
      const aclDataType dtype = ParseType(OptionName(name) + "-dtype", type, AdmittedTypes(output));
      arguments->tensors[name] = {{output.shape(*arguments), dtype}};
    }
  }
}

}  // namespace openaclnn::cli
