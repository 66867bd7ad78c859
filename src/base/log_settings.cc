// SPDX-License-Identifier: Apache-2.0
#include "base/log_settings.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace openaclnn::log {
namespace {

constexpr int kDefaultLevel = 3;
constexpr size_t kDefaultFiles = 10;
constexpr size_t kMostFiles = 1000;

// Modules that other programs' settings name; nothing is written for them here.
constexpr std::array<std::string_view, 3> kForeignModules = {"DRV", "GE", "RUNTIME"};

std::string_view ValueOf(Lookup lookup, const char* variable) {
  const char* const value = lookup(variable);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// 0 debug, 1 info, 2 warning, 3 error, 4 none.
std::optional<int> ParseLevel(std::string_view text) {
  return text.size() == 1 && text[0] >= '0' && text[0] <= '4' ? std::optional(text[0] - '0') : std::nullopt;
}

uint8_t BitsFrom(int level) {
  constexpr unsigned kAll =
      BitOf(Level::kDebug) | BitOf(Level::kInfo) | BitOf(Level::kWarning) | BitOf(Level::kError);
  return static_cast<uint8_t>((kAll << static_cast<unsigned>(level)) & kAll);
}

// "NAME=level:NAME=level". Any mistake voids the whole value.
std::optional<std::array<uint8_t, kModules>> ParseModules(std::string_view text,
                                                          std::array<uint8_t, kModules> levels) {
  while (true) {
    const std::string_view item = text.substr(0, text.find(':'));
    const size_t equals = item.find('=');
    if (equals == std::string_view::npos) {
      return std::nullopt;
    }
    const std::string_view name = item.substr(0, equals);
    const std::optional<int> level = ParseLevel(item.substr(equals + 1));
    bool known = std::find(kForeignModules.begin(), kForeignModules.end(), name) != kForeignModules.end();
    for (const Module module : {Module::kApi, Module::kApplication}) {
      if (level && name == NameOf(module)) {
        levels[static_cast<size_t>(module)] = BitsFrom(*level);
        known = true;
      }
    }
    if (!level || !known) {
      return std::nullopt;
    }
    if (item.size() == text.size()) {
      return levels;
    }
    text.remove_prefix(item.size() + 1);
  }
}

std::string RootOf(Lookup lookup) {
  for (const char* const variable : {"ASCEND_PROCESS_LOG_PATH", "ASCEND_WORK_PATH"}) {
    if (const std::string_view path = ValueOf(lookup, variable); !path.empty()) {
      return std::string(path);
    }
  }
  const std::string_view home = ValueOf(lookup, "HOME");
  return home.empty() ? std::string() : std::string(home) + "/ascend/log";
}

size_t MaxFilesOf(Lookup lookup) {
  const std::string_view text = ValueOf(lookup, "ASCEND_HOST_LOG_FILE_NUM");
  size_t count = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const bool usable = error == std::errc() && rest == text.data() + text.size();
  return usable && count >= 1 && count <= kMostFiles ? count : kDefaultFiles;
}

}  // namespace

std::string_view NameOf(Module module) {
  return module == Module::kApi ? "ASCENDCL" : "APP";
}

Settings ReadSettings(Lookup lookup) {
  Settings settings;
  const std::string_view global = ValueOf(lookup, "ASCEND_GLOBAL_LOG_LEVEL");
  settings.levels.fill(BitsFrom(ParseLevel(global).value_or(kDefaultLevel)));
  if (const auto levels = ParseModules(ValueOf(lookup, "ASCEND_MODULE_LOG_LEVEL"), settings.levels)) {
    settings.levels = *levels;
  }
  if (ValueOf(lookup, "ASCEND_GLOBAL_EVENT_ENABLE") != "0") {
    for (uint8_t& levels : settings.levels) {
      levels = static_cast<uint8_t>(levels | BitOf(Level::kEvent));
    }
  }
  // The second is the old name; where both are set, the new one decides.
  const char* const toStdout = lookup("ASCEND_LOG_PRINT_TO_STDOUT");
  settings.toStdout = toStdout != nullptr ? std::string_view(toStdout) == "1"
                                          : ValueOf(lookup, "ASCEND_SLOG_PRINT_TO_STDOUT") == "1";
  settings.root = RootOf(lookup);
  settings.maxFiles = MaxFilesOf(lookup);
  return settings;
}

}  // namespace openaclnn::log
