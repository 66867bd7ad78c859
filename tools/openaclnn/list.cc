// SPDX-License-Identifier: Apache-2.0
//
// openaclnn list: what the operators take and give.
#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

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

Json TypesJson(const catalogue::DTypes& dtypes) {
  Json types = Json::array();
  for (const aclDataType dtype : dtypes) {
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
            {"bench_example", description.benchExample},
            {"dtypes", TypesJson(description.LeadDTypes())}};
  for (const Argument* input : description.Inputs()) {
    json["inputs"].push_back({{"name", input->name},
                              {"option", OptionName(input->name)},
                              {"optional", input->optional},
                              {"dtypes", TypesJson(input->dtypes)},
                              {"other_dtypes", TypesJson(OtherTypes(*input))},
                              {"shape", input->shapeText},
                              {"meaning", input->meaning}});
  }
  for (const Argument* attribute : description.Attributes()) {
    json["attributes"].push_back(AttributeJson(*attribute));
  }
  for (const Argument* output : description.Outputs()) {
    json["outputs"].push_back({{"name", output->name},
                               {"option", OutputOption(*output)},
                               {"dtypes", TypesJson(output->dtypes)},
                               {"other_dtypes", TypesJson(OtherTypes(*output))},
                               {"shape", output->shapeText},
                               {"any_dtype", output->anyDType},
                               {"meaning", output->meaning}});
  }
  return json;
}

void PrintLine(const catalogue::Operator& description, size_t width) {
  std::printf("%-*s  %s\n", static_cast<int>(width), description.name.c_str(), description.summary.c_str());
}

// "ChannelShuffle" and "channel_shuffle" are both "channelshuffle".
std::string Plain(std::string_view name) {
  std::string plain;
  for (const char character : name) {
    if (character != '_') {
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    }
  }
  return plain;
}

// Those whose name or function the pattern, with * and ?, fits as a whole; one without them: those that contain it.
std::vector<const catalogue::Operator*> Matching(const std::string& pattern) {
  std::string plain = Plain(pattern);
  if (plain.find_first_of("*?[") == std::string::npos) {
    plain = "*" + plain + "*";
  }
  std::vector<const catalogue::Operator*> found;
  for (const catalogue::Operator& description : catalogue::Operators()) {
    if (fnmatch(plain.c_str(), Plain(description.name).c_str(), 0) == 0 ||
        fnmatch(plain.c_str(), Plain(description.Function()).c_str(), 0) == 0) {
      found.push_back(&description);
    }
  }
  return found;
}

void PrintInFull(const catalogue::Operator& description) {
  std::printf("%s (%s)\n%s\n\n", description.name.c_str(), description.Function(),
              description.summary.c_str());
  for (const std::string& line : description.formula) {
    std::printf("  %s\n", line.c_str());
  }
  std::printf("\nInputs, .npy files\n");
  for (const Argument* input : description.Inputs()) {
    const std::string meaning = input->meaning.empty() ? "" : "      " + input->meaning + "\n";
    std::printf("  %s FILE%s\n%s      shape: %s\n      types: %s\n", OptionName(input->name).c_str(),
                input->optional ? "  (optional)" : "", meaning.c_str(), input->shapeText.c_str(),
                TypeNames(AdmittedTypes(*input), " ").c_str());
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

void List(const std::string& pattern, const Outcome& outcome) {
  const catalogue::Operator* const named = catalogue::FindOperator(pattern);
  const std::vector<const catalogue::Operator*> found =
      named != nullptr ? std::vector{named} : Matching(pattern);
  if (found.empty()) {
    (void)FindOperator(pattern);  // throws, with a suggestion
  }
  const bool one = !pattern.empty() && found.size() == 1;
  if (one) {
    outcome.json ? Print(Describe(*found[0])) : PrintInFull(*found[0]);
    return;
  }
  if (outcome.json) {
    Json all{{"operators", Json::array()}};
    for (const catalogue::Operator* description : found) {
      all["operators"].push_back(Describe(*description));
    }
    Print(all);
    return;
  }
  size_t width = 0;
  for (const catalogue::Operator* description : found) {
    width = std::max(width, description->name.size());
  }
  for (const catalogue::Operator* description : found) {
    PrintLine(*description, width);
  }
}

}  // namespace

void AddListCommand(const Command& top, Outcome* outcome) {
  const Command command =
      AddCommand(top, "list", "List the operators; of one, show inputs, attributes, outputs", outcome);
  auto name = std::make_shared<std::string>();
  command
      .AddOption("operator", name.get(),
                 "One operator, in full, or those whose names contain this or fit a pattern with * and ?")
      .TypeName("OPERATOR");
  AddExamples(command,
              {"openaclnn list", "openaclnn list mse_loss_backward", "openaclnn list conv",
               "openaclnn list '*_norm_backward'", "openaclnn list --json | jq -r '.operators[].name'"});
  command.OnCall([name, outcome] { List(*name, *outcome); });
}

}  // namespace openaclnn::cli
