// SPDX-License-Identifier: Apache-2.0
//
// openaclnn list: what the operators take and give.
#include <cstdio>
#include <string>

#include "command.h"
#include "operator.h"

namespace openaclnn::cli {
namespace {

std::string TypeNames(Types types) {
  std::string names;
  for (const aclDataType dtype : AdmittedTypes(types)) {
    names += (names.empty() ? "" : " ") + std::string(TypeOf(dtype).name);
  }
  return names;
}

// How the option of an attribute is written.
std::string Usage(const AttributeDescription& attribute) {
  std::string usage = OptionName(attribute.name);
  switch (attribute.kind) {
    case AttributeKind::kFlag:
      break;
    case AttributeKind::kInteger:
      usage += " INTEGER";
      break;
    case AttributeKind::kChoice:
      for (const Choice& choice : attribute.choices) {
        usage += (&choice == attribute.choices.data() ? " " : "|") + std::string(choice.name);
      }
  }
  return usage;
}

std::string DefaultText(const AttributeDescription& attribute) {
  if (attribute.derivation != nullptr) {
    return attribute.derivation;
  }
  if (!attribute.defaultValue || attribute.kind == AttributeKind::kFlag) {
    return "";
  }
  for (const Choice& choice : attribute.choices) {
    if (choice.value == *attribute.defaultValue) {
      return choice.name;
    }
  }
  return std::to_string(*attribute.defaultValue);
}

Json Describe(const Operator& description) {
  Json json{{"name", description.name},       {"function", description.function},
            {"summary", description.summary}, {"formula", description.formula},
            {"inputs", Json::array()},        {"attributes", Json::array()},
            {"outputs", Json::array()}};
  for (const InputDescription& input : description.inputs) {
    Json types = Json::array();
    for (const aclDataType dtype : AdmittedTypes(input.types)) {
      types.push_back(TypeOf(dtype).name);
    }
    json["inputs"].push_back({{"name", input.name},
                              {"option", OptionName(input.name)},
                              {"optional", input.optional},
                              {"dtypes", types},
                              {"shape", input.shape},
                              {"meaning", input.meaning}});
  }
  for (const AttributeDescription& attribute : description.attributes) {
    static constexpr const char* kKinds[] = {"integer", "flag", "choice"};
    Json entry{{"name", attribute.name},
               {"option", OptionName(attribute.name)},
               {"kind", kKinds[static_cast<size_t>(attribute.kind)]},
               {"required", !attribute.defaultValue && attribute.derive == nullptr},
               {"meaning", attribute.meaning}};
    if (!attribute.choices.empty()) {
      entry["values"] = Json::object();
      for (const Choice& choice : attribute.choices) {
        entry["values"][choice.name] = choice.value;
      }
    }
    if (attribute.defaultValue) {
      entry["default"] = *attribute.defaultValue;
    }
    if (attribute.derivation != nullptr) {
      entry["derived_from"] = attribute.derivation;
    }
    json["attributes"].push_back(entry);
  }
  for (const OutputDescription& output : description.outputs) {
    json["outputs"].push_back({{"name", output.name},
                               {"option", OptionName(output.name)},
                               {"shape", output.shapeText},
                               {"any_dtype", output.anyType},
                               {"meaning", output.meaning}});
  }
  return json;
}

void PrintBriefly(const Operator& description) {
  std::printf("%s\n  %s\n  inputs:    ", description.name, description.summary);
  for (const InputDescription& input : description.inputs) {
    std::printf(input.optional ? " [%s]" : " %s", input.name);
  }
  std::printf("\n");
  if (!description.attributes.empty()) {
    std::printf("  attributes:");
    for (const AttributeDescription& attribute : description.attributes) {
      std::printf(" %s", attribute.name);
      for (const Choice& choice : attribute.choices) {
        std::printf("%s%s", &choice == attribute.choices.data() ? " (" : ", ", choice.name);
      }
      std::printf(attribute.choices.empty() ? "" : ")");
    }
    std::printf("\n");
  }
  std::printf("  outputs:   ");
  for (const OutputDescription& output : description.outputs) {
    std::printf(" %s", output.name);
  }
  std::printf("\n\n");
}

void PrintInFull(const Operator& description) {
  std::printf("%s (%s)\n%s\n\n", description.name, description.function, description.summary);
  for (const char* line : description.formula) {
    std::printf("  %s\n", line);
  }
  std::printf("\nInputs, .npy files\n");
  for (const InputDescription& input : description.inputs) {
    std::printf("  %s FILE%s\n      %s\n      shape: %s\n      types: %s\n", OptionName(input.name).c_str(),
                input.optional ? "  (optional)" : "", input.meaning, input.shape,
                TypeNames(input.types).c_str());
  }
  if (!description.attributes.empty()) {
    std::printf("\nAttributes\n");
  }
  for (const AttributeDescription& attribute : description.attributes) {
    const std::string standard = DefaultText(attribute);
    std::printf("  %s\n      %s%s%s\n", Usage(attribute).c_str(), attribute.meaning,
                standard.empty() ? "" : "; default: ", standard.c_str());
  }
  std::printf("\nOutputs, .npy files\n");
  for (const OutputDescription& output : description.outputs) {
    std::printf("  %s FILE\n      %s\n      shape: %s\n%s", OptionName(output.name).c_str(), output.meaning,
                output.shapeText, output.anyType ? "      type: as the inputs, or by --out-dtype\n" : "");
  }
  std::printf("\nbf16: where the emulated product has it (OPENACLNN_SOC; openaclnn info).\n");
  std::printf("\nExamples:\n  openaclnn run %s %s\n  openaclnn bench %s %s\n", description.name,
              description.runExample, description.name, description.benchExample);
}

void List(const std::string& name, const Outcome& outcome) {
  if (!name.empty()) {
    const Operator& description = FindOperator(name);
    outcome.json ? Print(Describe(description)) : PrintInFull(description);
    return;
  }
  if (outcome.json) {
    Json all{{"operators", Json::array()}};
    for (const Operator* description : Operators()) {
      all["operators"].push_back(Describe(*description));
    }
    Print(all);
    return;
  }
  for (const Operator* description : Operators()) {
    PrintBriefly(*description);
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
