// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace openaclnn::cli {
namespace {

std::string Format(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace

CLI::App* AddCommand(CLI::App& parent, const std::string& name, const std::string& description,
                     Outcome* outcome) {
  CLI::App* command = parent.add_subcommand(name, description);
  command->set_help_flag("-h,--help", "Print this help");
  command->add_flag("--json", outcome->json, "Print one JSON object on one line, errors included");
  return command;
}

const CLI::Validator& NotEmpty() {
  static const CLI::Validator validator(
      [](const std::string& value) {
        return std::string(value.empty() ? "expected a value, got an empty one" : "");
      },
      "");
  return validator;
}

void AddExamples(CLI::App* command, const std::vector<std::string>& examples) {
  std::string text = "Examples:\n";
  for (const std::string& example : examples) {
    text += "  " + example + "\n";
  }
  command->footer(text);
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
