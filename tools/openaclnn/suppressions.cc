// SPDX-License-Identifier: Apache-2.0
#include "suppressions.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "error.h"
#include "findings.h"

namespace openaclnn::cli {
namespace {

// torch_npu keeps what it creates for itself until the process ends: streams of its pool, events, memory that
// its allocator caches. What a program's own extension creates is reported: torch_npu is not its caller.
constexpr std::string_view kDefaults = R"(
leak:caller=libtorch_npu.so
leak:caller=libop_plugin_atb.so
)";

// A pattern may match any part of a text.
bool IsIn(const std::string& text, const std::string& pattern) {
  return fnmatch(("*" + pattern + "*").c_str(), text.c_str(), 0) == 0;
}

bool IsFrame(const Json& frame, const std::string& pattern) {
  static constexpr std::array<const char*, 3> kNames{"function", "module", "file"};
  return std::any_of(kNames.begin(), kNames.end(), [&](const char* name) {
    const auto value = frame.find(name);
    return value != frame.end() && IsIn(value->get<std::string>(), pattern);
  });
}

// The function that called the library: the first of compiled code.
const Json* CallerIn(const Json& stack) {
  const auto found =
      std::find_if(stack.begin(), stack.end(), [](const Json& frame) { return frame.contains("module"); });
  return found == stack.end() ? nullptr : &*found;
}

std::string Trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

}  // namespace

void Suppressions::Add(const std::string& line, const std::string& place) {
  const std::string text = Trimmed(line);
  if (text.empty() || text[0] == '#') {
    return;
  }
  const size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  std::string pattern = colon == std::string::npos ? "" : Trimmed(text.substr(colon + 1));
  Where where = Where::kAnyFrame;
  for (const auto& [prefix, meaning] : {std::pair("caller=", Where::kCaller), {"text=", Where::kText}}) {
    if (pattern.starts_with(prefix)) {
      where = meaning;
      pattern.erase(0, std::string_view(prefix).size());
    }
  }
  if ((kind != "*" && !IsKind(kind)) || pattern.empty()) {
    throw InputError(place + ": expected KIND:PATTERN, where KIND is * or one of " + KindNames() + ", got " +
                     text);
  }
  rules_.push_back({kind, where, pattern});
}

void Suppressions::AddDefaults() {
  for (const std::string& line : Split(std::string(kDefaults), '\n')) {
    Add(line, "the default suppressions");
  }
}

void Suppressions::AddFile(const std::filesystem::path& path) {
  std::ifstream file(path);
  size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    Add(line, path.string() + ":" + std::to_string(++number));
  }
  if (!file.eof()) {
    throw InputError(path.string() + " cannot be read");
  }
}

bool Suppressions::Match(const Json& finding) const {
  const std::vector<const Json*> stacks = StacksOf(finding);
  return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
    if (rule.kind != "*" && rule.kind != finding["kind"]) {
      return false;
    }
    if (rule.where == Where::kText) {
      return IsIn(finding["text"], rule.pattern);
    }
    return std::any_of(stacks.begin(), stacks.end(), [&](const Json* stack) {
      if (rule.where == Where::kCaller) {
        const Json* const caller = CallerIn(*stack);
        return caller != nullptr && IsFrame(*caller, rule.pattern);
      }
      return std::any_of(stack->begin(), stack->end(),
                         [&](const Json& frame) { return IsFrame(frame, rule.pattern); });
    });
  });
}

}  // namespace openaclnn::cli
