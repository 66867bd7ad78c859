// SPDX-License-Identifier: Apache-2.0
#include "mistakes.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <string_view>

namespace openaclnn::cli {
namespace {

using Apps = std::vector<const CLI::App*>;

// How many letters have to be changed, left out, added or exchanged with the next one.
size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> rows(a.size() + 1, std::vector<size_t>(b.size() + 1));
  std::iota(rows[0].begin(), rows[0].end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    rows[i][0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t changed = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      rows[i][j] = std::min({changed, rows[i - 1][j] + 1, rows[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[a.size()][b.size()];
}

// The option in a word: "--self" of "--self=x.npy", "-o" of "-ox.npy".
std::string NameOf(const std::string& word) {
  return word.starts_with("--") ? word.substr(0, word.find('=')) : word.substr(0, 2);
}

Apps Subcommands(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App*) { return true; });
}

std::string UnknownCommand(const CLI::App& command, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : Subcommands(command)) {
    names.push_back(subcommand->get_name());
    names.insert(names.end(), subcommand->get_aliases().begin(), subcommand->get_aliases().end());
  }
  const bool isTop = command.get_parent() == nullptr;
  return (isTop ? "unknown command '" : "unknown operator '") + word + "'" + Suggestion(word, names);
}

// Options of one letter are all near to each other: meant can be the same letter in the other case.
std::string UnknownLetter(const CLI::App& command, const std::string& word) {
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& letter : option->get_snames()) {
      if (std::tolower(static_cast<unsigned char>(letter[0])) ==
          std::tolower(static_cast<unsigned char>(word[1]))) {
        return "unknown option '" + word + "'; did you mean -" + letter + "?";
      }
    }
  }
  return "unknown option '" + word + "'";
}

std::string UnknownOption(const CLI::App& command, const std::string& word) {
  if (word.size() == 2) {
    return UnknownLetter(command, word);
  }
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return "unknown option '" + word + "'" + Suggestion(word, names);
}

// "list, run or compare"
std::string Enumeration(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return text;
}

std::string MissingSubcommand(const CLI::App& command) {
  if (command.get_parent() != nullptr) {
    return command.get_name() + ": expected an operator; openaclnn list names them";
  }
  std::vector<std::string> names;
  for (const CLI::App* subcommand : Subcommands(command)) {
    names.push_back(subcommand->get_name());
  }
  return "expected a command: " + Enumeration(names);
}

std::string MissingOptions(const CLI::App& command) {
  std::string missing;
  size_t count = 0;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_required() && option->count() == 0) {
      const std::string name = option->get_positional() ? option->get_type_name() : option->get_name();
      missing += (missing.empty() ? "" : ", ") + name;
      ++count;
    }
  }
  return missing.empty() ? "" : missing + (count == 1 ? " is required" : " are required");
}

}  // namespace

std::string Suggestion(const std::string& word, const std::vector<std::string>& names) {
  const std::string* nearest = nullptr;
  for (const std::string& name : names) {  // of which it is the beginning, and of no other
    if (word.size() > 2 && name.starts_with(word)) {
      if (nearest != nullptr) {
        nearest = nullptr;
        break;
      }
      nearest = &name;
    }
  }
  if (nearest != nullptr) {
    return "; did you mean " + *nearest + "?";
  }
  size_t least = std::max<size_t>(word.size() / 3, 1) + 1;
  for (const std::string& name : names) {
    const size_t distance = Distance(word, name);
    if (distance < least) {
      least = distance;
      nearest = &name;
    }
  }
  return nearest == nullptr ? "" : "; did you mean " + *nearest + "?";
}

std::string ExplainMistake(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  for (size_t i = 0; i < words.size() && !command->get_prefix_command(); ++i) {
    const std::string& word = words[i];
    if (word.starts_with('-')) {
      const std::string name = NameOf(word);
      const CLI::Option* const option = command->get_option_no_throw(name);
      const bool isNumber = word.size() > 1 && word.find_first_not_of("-0123456789.e") == std::string::npos;
      if (option == nullptr && word != "-" && word != "--" && !isNumber) {
        return UnknownOption(*command, word.substr(0, word.find('=')));
      }
      const bool hasValue = option != nullptr && option->get_items_expected_max() > 0;
      i += hasValue && name == word ? 1 : 0;
      continue;
    }
    const Apps subcommands = Subcommands(*command);
    const auto found = std::find_if(subcommands.begin(), subcommands.end(),
                                    [&](const CLI::App* candidate) { return candidate->check_name(word); });
    if (found != subcommands.end()) {
      command = *found;
    } else if (!subcommands.empty()) {
      return UnknownCommand(*command, word);
    }
  }
  return command->get_require_subcommand_min() > 0 ? MissingSubcommand(*command) : MissingOptions(*command);
}

}  // namespace openaclnn::cli
