// SPDX-License-Identifier: Apache-2.0
#include "base/log_settings.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace openaclnn::log {
namespace {

constexpr unsigned kDebugUp =
    BitOf(Level::kDebug) | BitOf(Level::kInfo) | BitOf(Level::kWarning) | BitOf(Level::kError);
constexpr unsigned kWarningUp = BitOf(Level::kWarning) | BitOf(Level::kError);
constexpr unsigned kErrorUp = BitOf(Level::kError);
constexpr unsigned kEvents = BitOf(Level::kEvent);

Settings Read(const std::map<std::string, std::string>& variables) {
  return ReadSettings([&](const char* variable) -> const char* {
    const auto found = variables.find(variable);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

unsigned LevelsOf(Module module, const std::map<std::string, std::string>& variables) {
  return Read(variables).levels[static_cast<size_t>(module)];
}

TEST(LogSettings, Defaults) {
  const Settings settings = Read({{"HOME", "/home/somebody"}});
  for (const uint8_t levels : settings.levels) {
    EXPECT_EQ(levels, kErrorUp | kEvents);
  }
  EXPECT_FALSE(settings.toStdout);
  EXPECT_EQ(settings.root, "/home/somebody/ascend/log");
  EXPECT_EQ(settings.maxFiles, 10U);
}

TEST(LogSettings, GlobalLevel) {
  for (const auto& [text, levels] : std::map<std::string, unsigned>{{"0", kDebugUp},
                                                                    {"2", kWarningUp},
                                                                    {"3", kErrorUp},
                                                                    {"4", 0},
                                                                    {"5", kErrorUp},
                                                                    {"-1", kErrorUp},
                                                                    {"", kErrorUp},
                                                                    {"1 ", kErrorUp},
                                                                    {"debug", kErrorUp}}) {
    EXPECT_EQ(LevelsOf(Module::kApi, {{"ASCEND_GLOBAL_LOG_LEVEL", text}}), levels | kEvents) << text;
    EXPECT_EQ(LevelsOf(Module::kApplication, {{"ASCEND_GLOBAL_LOG_LEVEL", text}}), levels | kEvents) << text;
  }
}

TEST(LogSettings, ModuleLevelsOverrideTheGlobalOne) {
  const std::map<std::string, std::string> variables = {{"ASCEND_GLOBAL_LOG_LEVEL", "4"},
                                                        {"ASCEND_MODULE_LOG_LEVEL", "ASCENDCL=2:GE=1"}};
  EXPECT_EQ(LevelsOf(Module::kApi, variables), kWarningUp | kEvents);
  EXPECT_EQ(LevelsOf(Module::kApplication, variables), kEvents);
  EXPECT_EQ(LevelsOf(Module::kApplication, {{"ASCEND_MODULE_LOG_LEVEL", "RUNTIME=4:DRV=4:APP=0"}}),
            kDebugUp | kEvents);
}

TEST(LogSettings, AnyMistakeVoidsAllModuleLevels) {
  for (const char* const text :
       {"ASCENDCL=0:NOSUCH=1", "ASCENDCL=0:", "ASCENDCL=0:GE", "ASCENDCL=0:GE=", "ASCENDCL=0:GE=5",
        "ASCENDCL=0 :GE=1", "ASCENDCL=0;GE=1", "ascendcl=0", ":ASCENDCL=0", "=0", "0", "ASCENDCL==0"}) {
    EXPECT_EQ(LevelsOf(Module::kApi, {{"ASCEND_MODULE_LOG_LEVEL", text}}), kErrorUp | kEvents) << text;
  }
}

TEST(LogSettings, Events) {
  EXPECT_EQ(LevelsOf(Module::kApi, {{"ASCEND_GLOBAL_EVENT_ENABLE", "0"}}), kErrorUp);
  EXPECT_EQ(LevelsOf(Module::kApi, {{"ASCEND_GLOBAL_EVENT_ENABLE", "1"}}), kErrorUp | kEvents);
  EXPECT_EQ(LevelsOf(Module::kApi, {{"ASCEND_GLOBAL_EVENT_ENABLE", "off"}}), kErrorUp | kEvents);
}

TEST(LogSettings, TheNewNameOfPrintToStdoutWins) {
  EXPECT_TRUE(Read({{"ASCEND_LOG_PRINT_TO_STDOUT", "1"}}).toStdout);
  EXPECT_TRUE(Read({{"ASCEND_SLOG_PRINT_TO_STDOUT", "1"}}).toStdout);
  EXPECT_TRUE(Read({{"ASCEND_LOG_PRINT_TO_STDOUT", "1"}, {"ASCEND_SLOG_PRINT_TO_STDOUT", "0"}}).toStdout);
  EXPECT_FALSE(Read({{"ASCEND_LOG_PRINT_TO_STDOUT", "0"}, {"ASCEND_SLOG_PRINT_TO_STDOUT", "1"}}).toStdout);
  EXPECT_FALSE(Read({{"ASCEND_LOG_PRINT_TO_STDOUT", "yes"}, {"ASCEND_SLOG_PRINT_TO_STDOUT", "1"}}).toStdout);
  EXPECT_FALSE(Read({{"ASCEND_SLOG_PRINT_TO_STDOUT", "2"}}).toStdout);
}

TEST(LogSettings, RootByPrecedence) {
  std::map<std::string, std::string> variables = {
      {"HOME", "/home/somebody"}, {"ASCEND_WORK_PATH", "/work"}, {"ASCEND_PROCESS_LOG_PATH", "/log"}};
  EXPECT_EQ(Read(variables).root, "/log");
  variables["ASCEND_PROCESS_LOG_PATH"] = "";
  EXPECT_EQ(Read(variables).root, "/work");
  variables.erase("ASCEND_WORK_PATH");
  EXPECT_EQ(Read(variables).root, "/home/somebody/ascend/log");
  variables.erase("HOME");
  EXPECT_EQ(Read(variables).root, "");
}

TEST(LogSettings, NumberOfFiles) {
  for (const auto& [text, count] : std::map<std::string, size_t>{{"1", 1},
                                                                 {"1000", 1000},
                                                                 {"0", 10},
                                                                 {"1001", 10},
                                                                 {"-3", 10},
                                                                 {"5x", 10},
                                                                 {"", 10},
                                                                 {"99999999999999999999", 10}}) {
    EXPECT_EQ(Read({{"ASCEND_HOST_LOG_FILE_NUM", text}}).maxFiles, count) << text;
  }
}

}  // namespace
}  // namespace openaclnn::log
