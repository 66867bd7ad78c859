// SPDX-License-Identifier: Apache-2.0
//
// openaclnn list: what the operators take and give.
#include <cstdio>
#include <string>

#include "attributes.h"
#include "command.h"
#include "element_type.h"
#include "type_names.h"

namespace openaclnn::cli {
namespace {

using catalogue::Argument;
using catalogue::Choice;
using catalogue::OptionName;
using catalogue::OutputOption;
using catalogue::Role;

Json TypesJson(const Argument& tensor) {
  Json types = Json::array();
  for (const aclDataType dtype : tensor.dtypes) {
    types.push_back(TypeOf(dtype).name);
  }
  return types;
}

Json AttributeJson(const Argument& attribute) {
  Json entry{{"name", attribute.name},
             {"option", OptionName(attribute.name)},
             {"kind", KindOf(attribute)},
             {"required", IsRequired(attribute)},
             {"meaning", attribute.meaning}};
  if (!attribute.choices.empty()) {
    entry["values"] = Json::object();
    for (const Choice& choice : attribute.choices) {
      entry["values"][choice.name] = choice.value;
    }
  }
  if (attribute.defaultValue) {
    entry["default"] = ValueJson(attribute, *attribute.defaultValue);
  }
  if (!attribute.derivation.empty()) {
    entry["derived_from"] = attribute.derivation;
  }
  return entry;
}

// The prototype of phase one, but for workspaceSize and executor.
Json PrototypeJson(const catalogue::Operator& description) {
  Json arguments = Json::array();
  for (const Argument& argument : description.arguments) {
    const char* role = "attribute";
    switch (argument.role) {
      case Role::kInput:
        role = "input";
        break;
      case Role::kOutput:
        role = "output";
        break;
      case Role::kInPlace:
        role = "in place";
        break;
      case Role::kOutputMask:
        role = "output mask";
        break;
      case Role::kAttribute:
        break;
    }
    arguments.push_back({{"name", argument.name}, {"role", role}});
  }
  return arguments;
}

Json Describe(const catalogue::Operator& description) {
  Json json{{"name", description.name},
            {"function", description.Function()},
            {"family", description.family},
            {"summary", description.summary},
            {"formula", description.formula},
            {"prototype", PrototypeJson(description)},
            {"inputs", Json::array()},
            {"attributes", Json::array()},
            {"outputs", Json::array()},
            {"run_example", description.runExample},
            {"bench_example", description.benchExample}};
  for (const Argument* input : description.Inputs()) {
    json["inputs"].push_back({{"name", input->name},
                              {"option", OptionName(input->name)},
                              {"optional", input->optional},
                              {"dtypes", TypesJson(*input)},
                              {"shape", input->shapeText},
                              {"meaning", input->meaning}});
  }
  for (const Argument* attribute : description.Attributes()) {
    json["attributes"].push_back(AttributeJson(*attribute));
  }
  for (const Argument* output : description.Outputs()) {
    json["outputs"].push_back({{"name", output->name},
                               {"option", OutputOption(*output)},
                               {"dtypes", TypesJson(*output)},
                               {"shape", output->shapeText},
                               {"any_dtype", output->anyDType},
                               {"meaning", output->meaning}});
  }
  return json;
}

void PrintBriefly(const catalogue::Operator& description) {
  std::printf("%s\n  %s\n  inputs:    ", description.name.c_str(), description.summary.c_str());
  for (const Argument* input : description.Inputs()) {
    std::printf(input->optional ? " [%s]" : " %s", input->name.c_str());
  }
  std::printf("\n");
  if (!description.Attributes().empty()) {
    std::printf("  attributes:");
    for (const Argument* attribute : description.Attributes()) {
      std::printf(" %s", attribute->name.c_str());
      for (const Choice& choice : attribute->choices) {
        std::printf("%s%s", &choice == attribute->choices.data() ? " (" : ", ", choice.name);
      }
      std::printf(attribute->choices.empty() ? "" : ")");
    }
    std::printf("\n");
  }
  std::printf("  outputs:   ");
  for (const Argument* output : description.Outputs()) {
    std::printf(" %s", output->name.c_str());
  }
  std::printf("\n\n");
}

void PrintInFull(const catalogue::Operator& description) {
  std::printf("%s (%s)\n%s\n\n", description.name.c_str(), description.Function(),
              description.summary.c_str());
  for (const std::string& line : description.formula) {
    std::printf("  %s\n", line.c_str());
  }
  std::printf("\nInputs, .npy files\n");
  for (const Argument* input : description.Inputs()) {
    std::printf("  %s FILE%s\n      %s\n      shape: %s\n      types: %s\n", OptionName(input->name).c_str(),
                input->optional ? "  (optional)" : "", input->meaning.c_str(), input->shapeText.c_str(),
                TypeNames(input->dtypes, " ").c_str());
  }
  if (!description.Attributes().empty()) {
    std::printf("\nAttributes\n");
  }
  for (const Argument* attribute : description.Attributes()) {
    const std::string value = ValueName(*attribute);
    const std::string standard = DefaultText(*attribute);
    std::printf("  %s%s%s\n      %s%s%s\n", OptionName(attribute->name).c_str(), value.empty() ? "" : " ",
                value.c_str(), attribute->meaning.c_str(),
                standard.empty() ? "" : "; default: ", standard.c_str());
  }
  std::printf("\nOutputs, .npy files\n");
  for (const Argument* output : description.Outputs()) {
    const std::string type = output->anyDType ? "      type: " + output->dtype.text + ", or by " +
                                                    OptionName(output->name) + "-dtype\n"
                                              : "";
    std::printf("  %s FILE\n      %s\n      shape: %s\n%s", OutputOption(*output).c_str(),
                output->meaning.c_str(), output->shapeText.c_str(), type.c_str());
  }
  std::printf("\nbf16: where the emulated product has it (OPENACLNN_SOC; openaclnn info).\n");
  std::printf("\nExamples:\n  openaclnn run %s %s\n  openaclnn bench %s %s\n", description.name.c_str(),
              description.runExample.c_str(), description.name.c_str(), description.benchExample.c_str());
}

void List(const std::string& name, const Outcome& outcome) {
  if (!name.empty()) {
    const catalogue::Operator& description = FindOperator(name);
    outcome.json ? Print(Describe(description)) : PrintInFull(description);
    return;
  }
  if (outcome.json) {
    Json all{{"operators", Json::array()}};
    for (const catalogue::Operator& description : catalogue::Operators()) {
      all["operators"].push_back(Describe(description));
    }
    Print(all);
    return;
  }
  for (const catalogue::Operator& description : catalogue::Operators()) {
    PrintBriefly(description);
  }
  std::printf("openaclnn list OPERATOR tells shapes, types, formula and options.\n");
}

}  // namespace

void AddListCommand(CLI::App& app, Outcome* outcome) {
  CLI::App* command = AddCommand(app, "list", "Show the operators: inputs, attributes, outputs", outcome);
  auto name = std::make_shared<std::string>();
  command->add_option("operator", *name, "One operator, in full")->type_name("OPERATOR");
  AddExamples(command, {"openaclnn list", "openaclnn list mse_loss_backward",
                        "openaclnn list --json | jq -r '.operators[].name'"});
  command->callback([name, outcome] { List(*name, *outcome); });
}

}  // namespace openaclnn::cli
