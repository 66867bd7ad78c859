// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/config.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "acl/acl.h"

namespace openaclnn::runtime {
namespace {

int32_t Parse(const std::string& text) {
  Config config;
  return ParseConfig(text, 2, &config).Code();
}

// `levels` levels of {} or [], the outermost object included.
std::string Nested(int levels, bool objects) {
  std::string open;
  std::string close;
  for (int level = objects ? 1 : 0; level < levels; ++level) {
    open += objects ? "{\"a\":" : "[";
    close += objects ? "}" : "]";
  }
  return "{\"a\":" + open + "1" + close + "}";
}

TEST(Config, EmptyMeansDefaults) {
  Config config;
  config.messageScope = MessageScope::kProcess;
  config.defaultDevice = 1;
  EXPECT_TRUE(ParseConfig("{}", 2, &config).IsOk());
  EXPECT_EQ(config.messageScope, MessageScope::kThread);
  EXPECT_FALSE(config.defaultDevice.has_value());
}

TEST(Config, UnknownKeysAreIgnored) {
  EXPECT_EQ(Parse(R"({"acl": {"x": [1, "2"]}, "y": null})"), 0);
}

TEST(Config, ReadsTheMessageScope) {
  Config config;
  EXPECT_TRUE(ParseConfig(R"({"err_msg_mode": "1"})", 2, &config).IsOk());
  EXPECT_EQ(config.messageScope, MessageScope::kProcess);
  EXPECT_TRUE(ParseConfig(R"({"err_msg_mode": "0"})", 2, &config).IsOk());
  EXPECT_EQ(config.messageScope, MessageScope::kThread);
  EXPECT_EQ(Parse(R"({"err_msg_mode": "2"})"), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(Parse(R"({"err_msg_mode": "yes"})"), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(Parse(R"({"err_msg_mode": []})"), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(Config, ReadsTheDefaultDevice) {
  Config config;
  EXPECT_TRUE(ParseConfig(R"({"defaultDevice": {"default_device": "1"}})", 2, &config).IsOk());
  EXPECT_EQ(config.defaultDevice, 1);
  EXPECT_TRUE(ParseConfig(R"({"defaultDevice": {"default_device": 0}})", 2, &config).IsOk());
  EXPECT_EQ(config.defaultDevice, 0);
  EXPECT_TRUE(ParseConfig(R"({"defaultDevice": {}})", 2, &config).IsOk());
  EXPECT_FALSE(config.defaultDevice.has_value());
  EXPECT_EQ(Parse(R"({"defaultDevice": {"default_device": "2"}})"), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(Parse(R"({"defaultDevice": {"default_device": "-1"}})"), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(Parse(R"({"defaultDevice": {"default_device": "one"}})"), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(Parse(R"({"defaultDevice": {"default_device": 1.0}})"), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(Parse(R"({"defaultDevice": "1"})"), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(Config, AFailureLeavesTheOutputAlone) {
  Config config;
  config.messageScope = MessageScope::kProcess;
  config.defaultDevice = 1;
  EXPECT_FALSE(
      ParseConfig(R"({"err_msg_mode": "0", "defaultDevice": {"default_device": "9"}})", 2, &config).IsOk());
  EXPECT_EQ(config.messageScope, MessageScope::kProcess);
  EXPECT_EQ(config.defaultDevice, 1);
}

TEST(Config, RefusesWhatIsNotAJsonObject) {
  for (const char* text : {"", " ", "{", "}", "{\"a\":}", "{\"a\":1,}", "[]", "1", "null", "\"text\"",
                           "{} {}", "{\"a\": \"\xff\"}"}) {
    EXPECT_EQ(Parse(text), ACL_ERROR_PARSE_FILE) << text;
  }
}

TEST(Config, LimitsTheNesting) {
  EXPECT_EQ(Parse(Nested(10, true)), 0);
  EXPECT_EQ(Parse(Nested(11, true)), ACL_ERROR_PARSE_FILE);
  EXPECT_EQ(Parse(Nested(10, false)), 0);
  EXPECT_EQ(Parse(Nested(11, false)), ACL_ERROR_PARSE_FILE);
  EXPECT_EQ(Parse(std::string(1 << 20, '[')), ACL_ERROR_PARSE_FILE);
  EXPECT_EQ(Parse(R"({"a": "{{{{{{{{{{{{[[[[[[[[[[[["})"), 0) << "inside of text brackets are text";
  EXPECT_EQ(Parse(R"({"a":[{},{},{},{},{},{},{},{},{},{},{},{}]})"), 0) << "neighbours are not nested";
}

TEST(Config, ChecksTheDumpSection) {
  EXPECT_EQ(Parse(R"({"dump": {}})"), 0);
  EXPECT_EQ(Parse(R"({"dump": {"dump_path": "/tmp", "dump_debug": "on"}})"), 0);
  EXPECT_EQ(Parse(R"({"dump": {"dump_scene": "lite_exception"}})"), 0);
  EXPECT_EQ(
      Parse(R"({"dump": {"dump_path": "/tmp", "dump_list": [{"model_name": "m"}], "dump_level": "op"}})"), 0);
  EXPECT_EQ(
      Parse(R"({"dump": {"dump_path": "/tmp", "dump_scene": "watcher", "dump_list": [{"layer": []}]}})"), 0);
  const int32_t error = ACL_ERROR_INVALID_DUMP_CONFIG;
  EXPECT_EQ(Parse(R"({"dump": []})"), error);
  EXPECT_EQ(Parse(R"({"dump": {"dump_debug": "yes"}})"), error);
  EXPECT_EQ(Parse(R"({"dump": {"dump_scene": "all"}})"), error);
  EXPECT_EQ(Parse(R"({"dump": {"dump_level": 1}})"), error);
  EXPECT_EQ(Parse(R"({"dump": {"dump_debug": "on"}})"), error) << "needs a path";
  EXPECT_EQ(Parse(R"({"dump": {"dump_scene": "watcher", "dump_path": ""}})"), error) << "needs a path";
  EXPECT_EQ(Parse(R"({"dump": {"dump_path": "/tmp", "dump_debug": "on", "dump_scene": "lite_exception"}})"),
            error);
  EXPECT_EQ(Parse(R"({"dump": {"dump_path": "/tmp", "dump_debug": "on", "dump_op_switch": "on"}})"), error);
}

TEST(Config, ChecksTheOtherSections) {
  EXPECT_EQ(Parse(R"({"profiler": {"switch": "on"}})"), 0);
  EXPECT_EQ(Parse(R"({"profiler": "on"})"), ACL_ERROR_INVALID_PROFILING_CONFIG);
  EXPECT_EQ(Parse(R"({"max_opqueue_num": "20000"})"), 0);
  EXPECT_EQ(Parse(R"({"max_opqueue_num": "0"})"), ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG);
  EXPECT_EQ(Parse(R"({"max_opqueue_num": "many"})"), ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG);
  EXPECT_EQ(Parse(R"({"max_opqueue_num": 18446744073709551615})"), ACL_ERROR_INVALID_MAX_OPQUEUE_NUM_CONFIG);
  EXPECT_EQ(Parse(R"({"StackSize": {"aicore_stack_size": 32768}})"), 0);
  EXPECT_EQ(Parse(R"({"StackSize": {"aicore_stack_size": -1}})"), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(Parse(R"({"StackSize": 32768})"), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(Parse(R"({"simt_printf_fifo_size": 1048576, "simd_printf_fifo_size_per_core": 1024})"), 0);
  EXPECT_EQ(Parse(R"({"simt_printf_fifo_size": 1024})"), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(Parse(R"({"simd_printf_fifo_size_per_core": 67108865})"), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(Config, ReadsTheLimits) {
  Config config;
  EXPECT_TRUE(ParseConfig("{}", 2, &config).IsOk());
  EXPECT_EQ(config.limits, kDefaultLimits);
  EXPECT_TRUE(ParseConfig(R"({"StackSize": {"aicore_stack_size": 65536, "simt_stack_size": "256",
                                            "simt_divergence_stack_size": 0},
                              "simt_printf_fifo_size": 1048576, "simd_printf_fifo_size_per_core": "1024"})",
                          2, &config)
                  .IsOk());
  EXPECT_EQ(config.limits, (LimitValues{256, 0, 65536, 1024, 1048576}));
  EXPECT_EQ(Parse(R"({"StackSize": {"aicore_stack_size": 32767}})"), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(Parse(R"({"StackSize": {"aicore_stack_size": "big"}})"), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(Parse(R"({"StackSize": {"simt_stack_size": 0, "simt_divergence_stack_size": 0}})"),
            ACL_ERROR_RT_PARAM_INVALID);
}

TEST(Config, KnowsWhatIsAskedForInVain) {
  Config config;
  EXPECT_TRUE(ParseConfig(R"({"dump": {}, "profiler": {}})", 2, &config).IsOk());
  EXPECT_TRUE(config.withoutEffect.empty());
  EXPECT_TRUE(
      ParseConfig(R"({"dump": {"dump_path": "/tmp"}, "profiler": {"switch": "on"}})", 2, &config).IsOk());
  EXPECT_EQ(config.withoutEffect, (std::vector<std::string>{"dump", "profiler"}));
}

TEST(Config, MessagesNameKeyAndValue) {
  Config config;
  const Status status = ParseConfig(R"({"err_msg_mode": "both"})", 2, &config);
  EXPECT_NE(status.Message().find("err_msg_mode"), std::string::npos);
  EXPECT_NE(status.Message().find("both"), std::string::npos);
}

TEST(Config, AFileThatCannotBeReadIsToldFromABadOne) {
  std::string text = "as before";
  EXPECT_EQ(ReadConfigFile("/nonexistent/acl.json", &text).Code(), ACL_ERROR_INVALID_FILE);
  EXPECT_EQ(ReadConfigFile("/tmp", &text).Code(), ACL_ERROR_INVALID_FILE);
  EXPECT_EQ(ReadConfigFile("/dev/zero", &text).Code(), ACL_ERROR_INVALID_FILE);
  EXPECT_EQ(text, "as before");
}

}  // namespace
}  // namespace openaclnn::runtime
