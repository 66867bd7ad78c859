// SPDX-License-Identifier: Apache-2.0
#include "command_line_errors.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/nearest_name.h"

namespace openaclnn::cli {
namespace {

// The option in a word: "--self" of "--self=x.npy", "-o" of "-ox.npy".
std::string NameOf(const std::string& word) {
  return word.starts_with("--") ? word.substr(0, word.find('=')) : word.substr(0, 2);
}

// Its subcommands are the operators, which are too many to be named.
bool TakesOperator(const Command& command) {
  return command.IsCalled("run") || command.IsCalled("bench");
}

std::string UnknownCommand(const Command& command, const std::string& word) {
  std::vector<std::string> names;
  for (const Command& subcommand : command.Subcommands()) {
    names.push_back(subcommand.Name());
    names.insert(names.end(), subcommand.Aliases().begin(), subcommand.Aliases().end());
  }
  return (TakesOperator(command) ? "unknown operator '" : "unknown command '") + word + "'" +
         Suggestion(word, names);
}

// Options of one letter are all near to each other: meant can be the same letter in the other case.
std::string UnknownLetter(const Command& command, const std::string& word) {
  for (const Option& option : command.Options()) {
    for (const std::string& letter : option.Letters()) {
      if (std::tolower(static_cast<unsigned char>(letter[0])) ==
          std::tolower(static_cast<unsigned char>(word[1]))) {
        return "unknown option '" + word + "'; did you mean -" + letter + "?";
      }
    }
  }
  return "unknown option '" + word + "'";
}

// "list, run or compare"
std::string Enumeration(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return text;
}

std::string MissingSubcommand(const Command& command) {
  if (TakesOperator(command)) {
    return command.Name() + ": expected an operator; openaclnn list names them";
  }
  std::vector<std::string> names;
  for (const Command& subcommand : command.Subcommands()) {
    names.push_back(subcommand.Name());
  }
  return (command.IsTop() ? "" : command.Name() + ": ") + "expected a command: " + Enumeration(names);
}

std::string MissingOptions(const Command& command) {
  std::string missing;
  size_t count = 0;
  for (const Option& option : command.Options()) {
    if (option.IsMissing()) {
      missing += (missing.empty() ? "" : ", ") + option.Name();
      ++count;
    }
  }
  return missing.empty() ? "" : missing + (count == 1 ? " is required" : " are required");
}

}  // namespace

std::string UnknownOption(const Command& command, const std::string& word) {
  if (word.size() == 2) {
    return UnknownLetter(command, word);
  }
  std::vector<std::string> names;
  for (const Option& option : command.Options()) {
    for (const std::string& name : option.LongNames()) {
      names.push_back("--" + name);
    }
  }
  return "unknown option '" + word + "'" + Suggestion(word, names);
}

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
    const size_t distance = EditDistance(word, name);
    if (distance < least) {
      least = distance;
      nearest = &name;
    }
  }
  return nearest == nullptr ? "" : "; did you mean " + *nearest + "?";
}

std::string ExplainError(const Command& top, const Words& words) {
  Command command = top;
  for (size_t i = 0; i < words.size() && !command.TakesRest(); ++i) {
    const std::string& word = words[i];
    if (word.starts_with('-')) {
      const std::string name = NameOf(word);
      const std::optional<Option> option = command.FindOption(name);
      const bool isNumber = word.size() > 1 && word.find_first_not_of("-0123456789.e") == std::string::npos;
      if (!option && word != "-" && word != "--" && !isNumber) {
        return UnknownOption(command, word.substr(0, word.find('=')));
      }
      const bool hasValue = option && option->TakesValue();
      i += hasValue && name == word ? 1 : 0;
      continue;
    }
    if (const std::optional<Command> found = command.FindSubcommand(word)) {
      command = *found;
    } else if (!command.Subcommands().empty()) {
      return UnknownCommand(command, word);
    }
  }
  return command.RequiresSubcommand() ? MissingSubcommand(command) : MissingOptions(command);
}

}  // namespace openaclnn::cli
