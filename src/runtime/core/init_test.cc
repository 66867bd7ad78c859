// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <unistd.h>

#include <atomic>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

class InitTest : public testing::Test {
 protected:
  void SetUp() override { TakeMessages(); }
  void TearDown() override {
    aclrtResetDeviceForce(0);
    aclrtResetDeviceForce(1);
    aclFinalize();
    TakeMessages();
  }
  static std::string WriteConfig(const std::string& text) {
    std::string path = testing::TempDir() + "/openaclnn_acl_" + std::to_string(getpid()) + ".json";
    std::ofstream(path) << text;
    return path;
  }
};

// In a process of its own, because other tests have initialized before.
TEST(InitDeathTest, WhatTakesADeviceDoesNotWorkBefore) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    void* pointer = nullptr;
    int32_t id = 0;
    char byte = 0;
    const bool good =
        aclrtGetDevice(&id) == ACL_ERROR_RT_CONTEXT_NULL &&
        aclrtCreateContext(&pointer, 0) == ACL_ERROR_UNINITIALIZE &&
        aclrtCreateStream(&pointer) == ACL_ERROR_UNINITIALIZE &&
        aclrtCreateEvent(&pointer) == ACL_ERROR_UNINITIALIZE &&
        aclrtMalloc(&pointer, 1, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_ERROR_UNINITIALIZE &&
        aclrtMallocHost(&pointer, 1) == ACL_ERROR_UNINITIALIZE &&
        aclrtMemcpy(&byte, 1, &byte, 1, ACL_MEMCPY_HOST_TO_HOST) == ACL_ERROR_UNINITIALIZE &&
        aclrtSynchronizeDevice() == ACL_ERROR_UNINITIALIZE && Launch(nullptr, 0) == ACL_ERROR_UNINITIALIZE &&
        aclFinalize() == ACL_ERROR_UNINITIALIZE && aclFinalizeReference(nullptr) == ACL_ERROR_UNINITIALIZE &&
        aclGetRecentErrMsg() != nullptr;
    std::_Exit(good ? 0 : 1);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

// Settings that are only kept, and then the device, as frameworks order them.
TEST(InitDeathTest, SettingsAndTheDeviceMayComeBefore) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [](bool withConfig) {
    uint64_t microseconds = 0;
    uint32_t milliseconds = 0;
    int64_t option = 0;
    int32_t id = 99;
    aclrtFloatOverflowMode mode = ACL_RT_OVERFLOW_MODE_UNDEF;
    bool good = aclrtSetOpWaitTimeout(1) == ACL_SUCCESS && aclrtSetOpExecuteTimeOut(10) == ACL_SUCCESS &&
                aclrtSetOpExecuteTimeOutWithMs(10000) == ACL_SUCCESS &&
                aclrtSetOpExecuteTimeOutV2(10000000, &microseconds) == ACL_SUCCESS &&
                aclrtGetOpTimeOutInterval(&microseconds) == ACL_SUCCESS &&
                aclrtGetOpExecuteTimeout(&milliseconds) == ACL_SUCCESS && milliseconds >= 10000 &&
                aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1) == ACL_SUCCESS &&
                aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &option) == ACL_SUCCESS && option == 1 &&
                aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION) == ACL_SUCCESS &&
                aclGetRecentErrMsg() == nullptr;
    good = good && aclrtSetDevice(1) == ACL_SUCCESS && aclrtGetDevice(&id) == ACL_SUCCESS && id == 1;
    void* memory = nullptr;
    good = good && aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS;
    // aclInit is the first one all the same.
    const std::string path = testing::TempDir() + "openaclnn_early.json";
    std::ofstream(path) << R"({"err_msg_mode": "1"})";
    good = good && aclInit(withConfig ? path.c_str() : nullptr) == ACL_SUCCESS &&
           aclInit(nullptr) == ACL_ERROR_REPEAT_INITIALIZE;
    OnNewThread([] { aclrtMalloc(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST); });
    good = good && (TakeMessages().find("aclrtMalloc") != std::string::npos) == withConfig;
    good = good && aclrtGetDeviceSatMode(&mode) == ACL_SUCCESS && mode == ACL_RT_OVERFLOW_MODE_SATURATION &&
           aclrtGetOpExecuteTimeout(&milliseconds) == ACL_SUCCESS && milliseconds < 20000 &&
           aclrtFree(memory) == ACL_SUCCESS && aclFinalize() == ACL_SUCCESS &&
           aclrtSetDevice(0) == ACL_ERROR_UNINITIALIZE;
    std::_Exit(good ? 0 : 1);
  };
  EXPECT_EXIT(run(false), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(run(true), testing::ExitedWithCode(0), "");
}

TEST(InitDeathTest, RunsOnTheBackendThatTheEnvironmentNames) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [](const char* name) {
    setenv("OPENACLNN_BACKEND", name, 1);  // NOLINT(concurrency-mt-unsafe)
    uint32_t count = 0;
    const bool good = aclInit(nullptr) == ACL_SUCCESS && aclrtGetDeviceCount(&count) == ACL_SUCCESS &&
                      count == 2 && aclrtSetDevice(0) == ACL_SUCCESS;
    std::_Exit(good ? 0 : 1);
  };
  for (const char* name : {"cpu", "auto", ""}) {
    EXPECT_EXIT(run(name), testing::ExitedWithCode(0), "") << name;
  }
}

TEST(InitDeathTest, RefusesABackendThatIsNotThere) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [](const char* name) {
    setenv("OPENACLNN_BACKEND", name, 1);  // NOLINT(concurrency-mt-unsafe)
    uint32_t count = 99;
    void* memory = nullptr;
    bool good = aclInit(nullptr) == ACL_ERROR_INVALID_PARAM;
    const std::string message = TakeMessages();
    for (const char* const part : {"aclInit", "OPENACLNN_BACKEND", "auto, cpu", name}) {
      good = good && message.find(part) != std::string::npos;
    }
    // The process goes on, without devices.
    good = good && aclrtGetDeviceCount(&count) == ACL_SUCCESS && count == 0;
    good = good && aclrtSetDevice(0) != ACL_SUCCESS && aclrtMallocHost(&memory, 64) != ACL_SUCCESS &&
           aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS;
    good = good && aclInit(nullptr) == ACL_ERROR_INVALID_PARAM;
    std::_Exit(good ? 0 : 1);
  };
  for (const char* name : {"cuda", "nonsense", "CPU"}) {
    EXPECT_EXIT(run(name), testing::ExitedWithCode(0), "") << name;
  }
}

TEST(InitDeathTest, RefusesAnUnknownProduct) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    setenv("OPENACLNN_SOC", "Ascend999", 1);  // NOLINT(concurrency-mt-unsafe)
    const bool refused = aclInit(nullptr) == ACL_ERROR_INVALID_PARAM;
    const char* const message = aclGetRecentErrMsg();
    std::_Exit(refused && message != nullptr && std::strstr(message, "OPENACLNN_SOC") != nullptr &&
                       aclrtGetSocName() != nullptr
                   ? 0
                   : 1);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

TEST(InitDeathTest, RefusesValuesOfItsVariablesThatCannotBeUsed) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [](const char* variable, const char* value) {
    setenv(variable, value, 1);  // NOLINT(concurrency-mt-unsafe)
    const bool refused = aclInit(nullptr) == ACL_ERROR_INVALID_PARAM;
    const char* const message = aclGetRecentErrMsg();
    const std::string text = message == nullptr ? "" : message;
    std::_Exit(refused && text.find(std::string(variable) + ": expected ") != std::string::npos &&
                       text.find(std::string(", got ") + value) != std::string::npos
                   ? 0
                   : 1);
  };
  for (const auto& [variable, values] : std::map<const char*, std::vector<const char*>>{
           {"OPENACLNN_CHECK", {"speed", "Memory", "memory races"}},
           {"OPENACLNN_CPU_DEVICES", {"0", "65", "two", "-1", "1.5", " 1"}},
           {"OPENACLNN_CPU_MEMORY", {"0", "much", "1T", "-1", "18446744073709551616"}},
           {"OPENACLNN_NUM_THREADS", {"0", "1025", "all", "2x", "+2"}},
           {"OPENACLNN_SPIN", {"-1", "100001", "50us", "off"}},
           {"OPENACLNN_TRACE_LIMIT", {"0", "1MB", "-1", "unlimited"}},
           {"OPENACLNN_VERBOSE", {"2", "yes", "true"}}}) {
    for (const char* const value : values) {
      EXPECT_EXIT(run(variable, value), testing::ExitedWithCode(0), "") << variable << "=" << value;
    }
  }
}

TEST(InitDeathTest, AnEmptyValueIsNone) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    for (const char* const variable :
         {"OPENACLNN_BACKEND", "OPENACLNN_CHECK", "OPENACLNN_CPU_DEVICES", "OPENACLNN_CPU_MEMORY",
          "OPENACLNN_NUM_THREADS", "OPENACLNN_SPIN", "OPENACLNN_TRACE", "OPENACLNN_TRACE_FILTER",
          "OPENACLNN_TRACE_LIMIT", "OPENACLNN_VERBOSE"}) {
      setenv(variable, "", 1);  // NOLINT(concurrency-mt-unsafe)
    }
    std::_Exit(aclInit(nullptr));
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

TEST(InitDeathTest, TheProductIsASetting) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    setenv("OPENACLNN_SOC", "Ascend310P3", 1);  // NOLINT(concurrency-mt-unsafe)
    const bool named = std::strcmp(aclrtGetSocName(), "Ascend310P3") == 0;
    // A product without a failure mode for the default stream.
    const bool initialized = aclInit(nullptr) == ACL_SUCCESS && aclrtSetDevice(0) == ACL_SUCCESS;
    const aclError mode = aclrtSetStreamFailureMode(nullptr, ACL_STOP_ON_FAILURE);
    std::_Exit(named && initialized && mode == ACL_ERROR_RT_PARAM_INVALID ? 0 : 1);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

TEST_F(InitTest, SomeCallsNeedNoInit) {
  uint32_t count = 0;
  EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
  EXPECT_EQ(count, 2U);
  ExpectFailure(aclrtGetDeviceCount(nullptr), ACL_ERROR_INVALID_PARAM,
                {"aclrtGetDeviceCount", "count", "null"});
  EXPECT_STREQ(aclrtGetSocName(), "Ascend910B1");
  int32_t major = 0;
  int32_t minor = 0;
  int32_t patch = -1;
  EXPECT_EQ(aclrtGetVersion(&major, &minor, &patch), ACL_SUCCESS);
  EXPECT_EQ(major, ACL_MAJOR_VERSION);
  EXPECT_EQ(minor, ACL_MINOR_VERSION);
  EXPECT_EQ(patch, ACL_PATCH_VERSION);
  ExpectFailure(aclrtGetVersion(&major, nullptr, &patch), ACL_ERROR_INVALID_PARAM, {"minorVersion"});
  EXPECT_EQ(aclDataTypeSize(ACL_FLOAT), 4U);
}

TEST_F(InitTest, CountsItsCalls) {
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ExpectFailure(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE, {"aclInit"});
  EXPECT_EQ(aclInit("/nonexistent"), ACL_ERROR_REPEAT_INITIALIZE) << "only the first configuration is read";
  uint64_t left = 99;
  EXPECT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
  EXPECT_EQ(left, 2U);
  EXPECT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS) << "still initialized";
  EXPECT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
  EXPECT_EQ(left, 0U);
  left = 99;
  ExpectFailure(aclFinalizeReference(&left), ACL_ERROR_REPEAT_FINALIZE, {"aclFinalizeReference"});
  EXPECT_EQ(left, 99U) << "outputs stay untouched on failure";
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
}

TEST_F(InitTest, OneFinalizeUndoesAllInits) {
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  ExpectFailure(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE, {"aclFinalize"});
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
}

TEST_F(InitTest, TheProcessMayInitializeAgain) {
  for (int round = 0; round < 3; ++round) {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  }
}

TEST_F(InitTest, TakesNoConfigurationAsDefaults) {
  EXPECT_EQ(aclInit(""), ACL_SUCCESS);
  aclFinalize();
  EXPECT_EQ(aclInit(WriteConfig("{}").c_str()), ACL_SUCCESS);
}

TEST_F(InitTest, AFailureLeavesTheProcessUninitialized) {
  ExpectFailure(aclInit("/nonexistent/acl.json"), ACL_ERROR_INVALID_FILE,
                {"configPath", "/nonexistent/acl.json"});
  ExpectFailure(aclInit(WriteConfig("{").c_str()), ACL_ERROR_PARSE_FILE, {"configPath", "JSON"});
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_UNINITIALIZE);
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
}

TEST_F(InitTest, EachInitReadsItsOwnConfiguration) {
  EXPECT_EQ(aclInit(WriteConfig(R"({"err_msg_mode": "1"})").c_str()), ACL_SUCCESS);
  OnNewThread([] { EXPECT_EQ(aclrtMalloc(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM); });
  EXPECT_NE(TakeMessages().find("aclrtMalloc"), std::string::npos) << "messages of all threads";
  aclFinalize();
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  OnNewThread([] { EXPECT_EQ(aclrtMalloc(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM); });
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr) << "messages of this thread";
}

TEST_F(InitTest, ADefaultDeviceServesThreadsThatSetNone) {
  EXPECT_EQ(aclInit(WriteConfig(R"({"defaultDevice": {"default_device": "1"}})").c_str()), ACL_SUCCESS);
  OnNewThread([] {
    int32_t device = -1;
    EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(device, 1);
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  });
  OnNewThread([] {
    aclrtContext context = nullptr;
    ExpectFailure(aclrtCreateContext(&context, 0), ACL_ERROR_RT_PARAM_INVALID, {"aclrtSetDevice"});
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS) << "an explicit choice wins";
    int32_t device = -1;
    EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(device, 0);
    EXPECT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  });
  ExpectFailure(aclrtResetDevice(1), ACL_ERROR_RT_PARAM_INVALID, {"deviceId", "1"});
}

TEST_F(InitTest, ConcurrentComponentsPairTheirCalls) {
  std::vector<std::thread> threads;
  std::atomic<int> first{0};
  std::atomic<int> wrong{0};
  threads.reserve(4);
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&first, &wrong] {
      for (int round = 0; round < 200; ++round) {
        const aclError status = aclInit(nullptr);
        first += status == ACL_SUCCESS ? 1 : 0;
        wrong += status != ACL_SUCCESS && status != ACL_ERROR_REPEAT_INITIALIZE ? 1 : 0;
        aclrtRunMode mode = ACL_DEVICE;
        wrong += aclrtGetRunMode(&mode) != ACL_SUCCESS || mode != ACL_HOST ? 1 : 0;
        wrong += aclFinalizeReference(nullptr) != ACL_SUCCESS ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GE(first, 1);
  EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
}

}  // namespace
}  // namespace openaclnn::runtime
