// SPDX-License-Identifier: Apache-2.0
#include "completion.h"

#include "catalogue/catalogue.h"

namespace openaclnn::cli {
namespace {

std::vector<std::string> OperatorNames() {
  std::vector<std::string> names;
  for (const catalogue::Operator& description : catalogue::Operators()) {
    names.push_back(description.name);
  }
  return names;
}

// Options say with their type's name which values they take: "none|mean|sum".
std::vector<std::string> ValuesOf(const Option& option) {
  const std::string type = option.TypeName();
  if (type == "OPERATOR") {
    return OperatorNames();
  }
  return type.find('|') == std::string::npos ? std::vector<std::string>{} : Split(type, '|');
}

std::vector<std::string> OptionNames(const Command& command) {
  std::vector<std::string> names;
  for (const Option& option : command.Options()) {
    for (const std::string& name : option.LongNames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

}  // namespace

std::vector<std::string> Completions(const Command& top, const Words& words) {
  Command command = top;
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    command = command.FindSubcommand(words[i]).value_or(command);
  }
  if (words.size() > 1) {
    const std::optional<Option> option = command.FindOption(words[words.size() - 2]);
    if (option && !option->IsPositional() && option->TakesValue()) {
      return ValuesOf(*option);
    }
  }
  if (words.back().starts_with('-')) {
    return OptionNames(command);
  }
  std::vector<std::string> names;
  for (const Command& subcommand : command.Subcommands()) {
    names.push_back(subcommand.Name());
  }
  for (const Option& option : command.Options()) {
    if (option.IsPositional()) {
      const std::vector<std::string> values = ValuesOf(option);
      names.insert(names.end(), values.begin(), values.end());
    }
  }
  return names;
}

}  // namespace openaclnn::cli
