// SPDX-License-Identifier: Apache-2.0
#include "completion.h"

#include <algorithm>

#include "catalogue/operator.h"

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
std::vector<std::string> ValuesOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type == "OPERATOR") {
    return OperatorNames();
  }
  return type.find('|') == std::string::npos ? std::vector<std::string>{} : CLI::detail::split(type, '|');
}

std::vector<std::string> OptionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

const CLI::App* Subcommand(const CLI::App& command, const std::string& name) {
  for (const CLI::App* subcommand : command.get_subcommands([](const CLI::App*) { return true; })) {
    if (subcommand->check_name(name)) {
      return subcommand;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> Completions(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    const CLI::App* subcommand = Subcommand(*command, words[i]);
    command = subcommand == nullptr ? command : subcommand;
  }
  if (words.size() > 1) {
    const CLI::Option* option = command->get_option_no_throw(words[words.size() - 2]);
    if (option != nullptr && !option->get_positional() && option->get_items_expected_max() > 0) {
      return ValuesOf(*option);
    }
  }
  if (words.back().starts_with('-')) {
    return OptionNames(*command);
  }
  std::vector<std::string> names;
  for (const CLI::App* subcommand : command->get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(subcommand->get_name());
  }
  for (const CLI::Option* option : command->get_options()) {
    if (option->get_positional()) {
      const std::vector<std::string> values = ValuesOf(*option);
      names.insert(names.end(), values.begin(), values.end());
    }
  }
  return names;
}

}  // namespace openaclnn::cli
