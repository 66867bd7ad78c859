// SPDX-License-Identifier: Apache-2.0
#include "refusal.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <set>
#include <string_view>

#include "command.h"
#include "element_type.h"
#include "type_names.h"

namespace openaclnn::cli {
namespace {

using catalogue::Argument;

bool IsOfWord(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

// "argument: expected ..., got ...", of a message as aclGetRecentErrMsg returns it; empty if it has none.
std::string_view SentenceOf(std::string_view message, const std::string& function) {
  const std::string begin = function + ": ";
  const size_t at = message.find(begin);
  if (at == std::string_view::npos) {
    return {};
  }
  message.remove_prefix(at + begin.size());
  return message.substr(0, message.find('\n'));
}

const Argument* Find(const catalogue::Operator& description, std::string_view name) {
  const auto found = std::find_if(description.arguments.begin(), description.arguments.end(),
                                  [&](const Argument& argument) { return argument.name == name; });
  return found == description.arguments.end() ? nullptr : &*found;
}

// The names of attributes are everyday words too: they are translated where they are what is refused.
std::string Translated(const std::string& word, bool isFirst, const catalogue::Operator& description,
                       const std::map<std::string, std::string>& files) {
  const Argument* const argument = Find(description, word);
  if (argument != nullptr && (isFirst || argument->IsTensor())) {
    const auto file = files.find(word);
    return (argument->role == catalogue::Role::kOutput ? catalogue::OutputOption(*argument)
                                                       : catalogue::OptionName(word)) +
           (file == files.end() || file->second.empty() ? "" : " " + file->second);
  }
  const bool isUpper =
      std::none_of(word.begin(), word.end(), [](unsigned char letter) { return std::islower(letter) != 0; });
  const ElementType* const type = isUpper && word.size() > 1 ? FindType(word) : nullptr;
  return type == nullptr ? word : type->name;
}

std::string Contents(const std::map<std::string, std::string>& files, const Inputs& inputs) {
  std::string text;
  for (const auto& [name, arrays] : inputs) {
    text += "\n  " + catalogue::OptionName(name) + " " + files.at(name) + " holds";
    for (const Array& array : arrays) {
      text += std::string(" ") + TypeOf(array.dtype).name + " " + ShapeText(array.shape);
    }
  }
  return text;
}

// Of floating-point files whose types do not fit the operator or each other: what would make them fit.
std::string Advice(const catalogue::Operator& description, const Inputs& inputs) {
  const catalogue::DTypes types = description.LeadDTypes();
  std::set<aclDataType> held;
  for (const auto& [name, arrays] : inputs) {
    for (const Array& array : arrays) {
      if (TypeOf(array.dtype).floating) {
        held.insert(array.dtype);
      }
    }
  }
  const bool fits = held.size() <= 1 && std::ranges::all_of(held, [&](aclDataType type) {
                      return catalogue::Contains(types, type);
                    });
  return fits || types.empty() ? ""
                               : std::string("\nWith --dtype ") + TypeOf(types.front()).name +
                                     " all of them are taken as that type.";
}

}  // namespace

std::string ExplainRefusal(const LibraryError& error, const catalogue::Operator& description,
                           const std::map<std::string, std::string>& files, const Inputs& inputs) {
  const std::string_view sentence = SentenceOf(error.what(), error.Function());
  if (sentence.empty()) {
    return {};
  }
  std::string text;
  std::string word;
  for (const char letter : sentence) {
    if (IsOfWord(letter)) {
      word += letter;
      continue;
    }
    text += Translated(word, text.empty(), description, files) + letter;
    word.clear();
  }
  text += Translated(word, text.empty(), description, files);
  return text + Contents(files, inputs) + Advice(description, inputs);
}

}  // namespace openaclnn::cli
