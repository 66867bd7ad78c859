// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <nlohmann/json.hpp>

namespace openaclnn::cli {
namespace {

std::string Format(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace

Command AddCommand(const Command& parent, const std::string& name, const std::string& description,
                   Outcome* outcome) {
  const Command command = parent.AddSubcommand(name, description);
  command.AddFlag("--json", &outcome->json, "Print one JSON object on one line, errors included");
  return command;
}

void ForEachSubcommand(const std::string& command, const Words& words,
                       const std::function<void(const catalogue::Operator&)>& add) {
  const auto isNoOption = [](const std::string& word) { return !word.starts_with('-'); };
  const auto first = std::ranges::find_if(words, isNoOption);
  if (first == words.end() || *first != command) {
    return;
  }
  const auto second = std::find_if(first + 1, words.end(), isNoOption);
  if (second == words.end() &&
      (std::ranges::find(words, "--help") != words.end() || std::ranges::find(words, "-h") != words.end())) {
    return;  // hundreds of lines would hide the help
  }
  const catalogue::Operator* const named = second == words.end() ? nullptr : catalogue::FindOperator(*second);
  if (named != nullptr) {
    add(*named);
    return;
  }
  for (const catalogue::Operator& description : catalogue::Operators()) {
    add(description);
  }
}

void AddExamples(const Command& command, const std::vector<std::string>& examples) {
  std::string text = "Examples:\n";
  for (const std::string& example : examples) {
    text += "  " + example + "\n";
  }
  command.AddFooter(text);
}

void Print(const Json& json) {
  std::printf("%s\n", json.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
}

Json Number(double value) {
  if (std::isfinite(value)) {
    return value;
  }
  return NumberText(value);
}

std::string ByteText(double bytes) {
  static constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < kUnits.size()) {
    bytes /= 1024;
    ++unit;
  }
  return Format(unit == 0 ? "%.0f " : "%.1f ", bytes) + kUnits[unit];
}

std::string TimeText(double seconds) {
  return seconds < 1e-3 ? Format("%.1f us", seconds * 1e6)
         : seconds < 1  ? Format("%.2f ms", seconds * 1e3)
                        : Format("%.2f s", seconds);
}

std::string NumberText(double value) {
  return std::isnan(value) ? "nan" : std::isinf(value) ? (value < 0 ? "-inf" : "inf") : Format("%.9g", value);
}

}  // namespace openaclnn::cli
