// SPDX-License-Identifier: Apache-2.0
#include "refusal.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <vector>

#include "command.h"
#include "element_type.h"
#include "options.h"
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

// Whether what came is a type: "..., got DOUBLE", "..., got DOUBLE with operands of FLOAT".
bool IsAboutType(std::string_view sentence) {
  constexpr std::string_view kGot = ", got ";
  const size_t got = sentence.rfind(kGot);
  if (got == std::string_view::npos) {
    return false;
  }
  const std::string_view came = sentence.substr(got + kGot.size());
  const auto* const end = std::find_if_not(came.begin(), came.end(), IsOfWord);
  return FindType(std::string_view(came.begin(), end)) != nullptr;
}

// Whether --dtype makes of an input one that the operator admits.
bool BecomesAdmitted(const Argument& input, const std::vector<Array>& arrays, aclDataType type) {
  return !FollowsDtype(input) ||
         (catalogue::Contains(input.dtypes, type) &&
          std::ranges::all_of(arrays, [](const Array& array) { return TypeOf(array.dtype).floating; }));
}

bool AllBecomeAdmitted(const catalogue::Operator& description, const Inputs& inputs, aclDataType type) {
  return std::ranges::all_of(inputs, [&](const auto& input) {
    return BecomesAdmitted(description.Get(input.first), input.second, type);
  });
}

// The option that gives the argument that a sentence begins with another type; empty where it would not help:
// where something else than a type is refused, where the argument is an output or keeps its type, and where
// another input cannot be given the type.
std::string Advice(std::string_view sentence, const catalogue::Operator& description, const Inputs& inputs) {
  const auto* const end = std::find_if_not(sentence.begin(), sentence.end(), IsOfWord);
  const Argument* const refused = Find(description, std::string_view(sentence.begin(), end));
  if (refused == nullptr || !refused->IsRead() || !FollowsDtype(*refused) || !IsAboutType(sentence)) {
    return {};
  }
  const catalogue::DTypes& types = description.LeadDTypes();
  const auto helps = std::ranges::find_if(types, [&](aclDataType type) {
    return TypeOf(type).floating && AllBecomeAdmitted(description, inputs, type);
  });
  return helps == types.end() ? ""
                              : std::string("\nWith --dtype ") + TypeOf(*helps).name +
                                    " the floating-point inputs are taken as that type.";
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
  return text + Contents(files, inputs) + Advice(sentence, description, inputs);
}

}  // namespace openaclnn::cli
