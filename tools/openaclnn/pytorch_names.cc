// SPDX-License-Identifier: Apache-2.0
#include "pytorch_names.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include <nlohmann/json.hpp>

namespace openaclnn::cli {
namespace {

constexpr const char* kNames =
#include "aten_names.inc"
    ;

constexpr size_t kFew = 3;

// "aten::_softmax" and "aclnnSoftmax" are both "softmax".
std::string Plain(std::string_view name) {
  std::string plain;
  for (const char character : name) {
    if (character != '_') {
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    }
  }
  return plain;
}

}  // namespace

std::string PytorchNames(const std::string& function) {
  static const nlohmann::json all = nlohmann::json::parse(kNames);
  constexpr std::string_view kPrefix = "aclnn";
  const auto found = all.find(function);
  if (found == all.end() || !function.starts_with(kPrefix)) {
    return "";
  }
  const std::string own = Plain(std::string_view(function).substr(kPrefix.size()));
  std::set<std::string> names;
  std::set<std::string> alike;
  for (const std::string full : *found) {
    const size_t space = full.find("::");
    std::string name = space == std::string::npos ? full : full.substr(space + 2);
    name = name.substr(0, name.find('.'));
    names.insert(name);
    const std::string plain = Plain(name);
    if (own.find(plain) != std::string::npos || plain.find(own) != std::string::npos) {
      alike.insert(name);
    }
  }
  if (alike.empty() && names.size() > kFew) {
    return "";
  }
  std::string text;
  for (const std::string& name : alike.empty() ? names : alike) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

}  // namespace openaclnn::cli
