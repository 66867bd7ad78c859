// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

// What callbacks did, in order. A test's process has one of these tests at a time.
std::vector<std::string> calls;
std::function<aclError()> duringInit;
std::function<aclError()> duringFinalize;

aclError OnInit(const char* text, size_t length, void* name) {
  calls.push_back(std::string("init ") + static_cast<const char*>(name) + ' ' + std::string(text, length));
  return duringInit ? duringInit() : ACL_SUCCESS;
}
aclError OnInitToo(const char* text, size_t length, void* name) {
  return OnInit(text, length, name);
}
aclError OnFinalize(void* name) {
  calls.push_back(std::string("finalize ") + static_cast<const char*>(name));
  return duringFinalize ? duringFinalize() : ACL_SUCCESS;
}
aclError OnFinalizeToo(void* name) {
  return OnFinalize(name);
}

void* Name(const char* name) {
  return const_cast<char*>(name);
}

using Calls = std::vector<std::string>;

constexpr aclRegisterCallbackType kType = ACL_REG_TYPE_OTHER;
constexpr aclError kOfACallback = ACL_ERROR_PROFILING_FAILURE;

class InitCallbacksTest : public testing::Test {
 protected:
  void SetUp() override { TakeMessages(); }
  void TearDown() override {
    aclrtResetDeviceForce(0);
    duringInit = nullptr;
    duringFinalize = nullptr;
    for (const aclRegisterCallbackType type : {kType, ACL_REG_TYPE_ACL_MODEL}) {
      aclInitCallbackUnRegister(type, OnInit);
      aclInitCallbackUnRegister(type, OnInitToo);
      aclFinalizeCallbackUnRegister(type, OnFinalize);
      aclFinalizeCallbackUnRegister(type, OnFinalizeToo);
    }
    aclFinalize();
    calls.clear();
    TakeMessages();
  }
};

TEST_F(InitCallbacksTest, RunWithTheTextOfTheConfiguration) {
  const std::string path = testing::TempDir() + "/openaclnn_callbacks_" + std::to_string(getpid()) + ".json";
  std::ofstream(path) << R"({"err_msg_mode": "0"})" << '\n';
  ASSERT_EQ(aclInitCallbackRegister(kType, OnInit, Name("a")), ACL_SUCCESS);
  ASSERT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_ACL_MODEL, OnInitToo, Name("b")), ACL_SUCCESS);
  EXPECT_EQ(calls, Calls());
  ASSERT_EQ(aclInit(path.c_str()), ACL_SUCCESS);
  const std::string text = "{\"err_msg_mode\": \"0\"}\n";
  EXPECT_EQ(calls, (Calls{"init a " + text, "init b " + text}));
  EXPECT_EQ(aclInit(path.c_str()), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(calls.size(), 2U) << "once for each initialization";
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(calls.size(), 4U) << "registrations outlast aclFinalize";
  EXPECT_EQ(calls[2], "init a ");
}

TEST_F(InitCallbacksTest, ALateOneRunsAtOnce) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclInitCallbackRegister(kType, OnInit, Name("late")), ACL_SUCCESS);
  EXPECT_EQ(calls, Calls{"init late "});
  duringInit = [] { return kOfACallback; };
  ExpectFailure(aclInitCallbackRegister(kType, OnInitToo, Name("too")), kOfACallback,
                {"aclInitCallbackRegister", "returned 500005"});
  EXPECT_EQ(aclInitCallbackUnRegister(kType, OnInitToo), ACL_ERROR_RT_PARAM_INVALID) << "it was not kept";
}

TEST_F(InitCallbacksTest, AFailureFailsTheInit) {
  ASSERT_EQ(aclInitCallbackRegister(kType, OnInit, Name("a")), ACL_SUCCESS);
  ASSERT_EQ(aclInitCallbackRegister(kType, OnInitToo, Name("b")), ACL_SUCCESS);
  ASSERT_EQ(aclFinalizeCallbackRegister(kType, OnFinalize, Name("a")), ACL_SUCCESS);
  duringInit = [] { return kOfACallback; };
  ExpectFailure(aclInit(nullptr), kOfACallback, {"aclInit", "callback", "500005"});
  EXPECT_EQ(calls, Calls{"init a "}) << "the first failure ends it";
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_UNINITIALIZE);
  duringInit = nullptr;
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(calls.size(), 3U);
}

TEST_F(InitCallbacksTest, AnExceptionIsAFailure) {
  ASSERT_EQ(aclInitCallbackRegister(kType, OnInit, Name("a")), ACL_SUCCESS);
  duringInit = []() -> aclError { throw std::runtime_error("thrown by the client"); };
  ExpectFailure(aclInit(nullptr), ACL_ERROR_INTERNAL_ERROR, {"exception"});
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_UNINITIALIZE);
}

TEST_F(InitCallbacksTest, MayCallTheLibrary) {
  ASSERT_EQ(aclInitCallbackRegister(kType, OnInit, Name("a")), ACL_SUCCESS);
  ASSERT_EQ(aclFinalizeCallbackRegister(kType, OnFinalize, Name("a")), ACL_SUCCESS);
  duringInit = [] {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
    EXPECT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclInitCallbackRegister(kType, OnInitToo, Name("nested")), ACL_SUCCESS);
    return ACL_SUCCESS;
  };
  // The nested registration runs the same function again.
  duringInit = [first = true, body = duringInit]() mutable {
    const bool isFirst = std::exchange(first, false);
    return isFirst ? body() : ACL_SUCCESS;
  };
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(calls, (Calls{"init a ", "init nested "})) << "each once";
  duringFinalize = [] {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    ExpectFailure(aclInit(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"aclInit", "finalize callback"});
    EXPECT_EQ(aclFinalizeCallbackUnRegister(kType, OnFinalize), ACL_SUCCESS);
    return ACL_SUCCESS;
  };
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(calls.back(), "finalize a");
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
}

TEST_F(InitCallbacksTest, FinalizeRunsThemBackwardsAndAllOfThem) {
  ASSERT_EQ(aclFinalizeCallbackRegister(kType, OnFinalize, Name("a")), ACL_SUCCESS);
  ASSERT_EQ(aclFinalizeCallbackRegister(kType, OnFinalizeToo, Name("b")), ACL_SUCCESS);
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS);
  EXPECT_EQ(calls, Calls()) << "not the last one";
  duringFinalize = [] { return kOfACallback; };
  uint64_t left = 99;
  ExpectFailure(aclFinalizeReference(&left), kOfACallback, {"aclFinalizeReference", "500005"});
  EXPECT_EQ(left, 99U) << "outputs stay untouched on failure";
  EXPECT_EQ(calls, (Calls{"finalize b", "finalize a"}));
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ExpectFailure(aclFinalize(), kOfACallback, {"aclFinalize"});
  EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
}

TEST_F(InitCallbacksTest, AnInitOfAnotherThreadWaitsForTheEnd) {
  ASSERT_EQ(aclFinalizeCallbackRegister(kType, OnFinalize, Name("a")), ACL_SUCCESS);
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  std::promise<void> started;
  std::thread other;
  std::atomic<aclError> status{-1};
  duringFinalize = [&] {
    other = std::thread([&] {
      started.set_value();
      status = aclInit(nullptr);
    });
    started.get_future().wait();
    return ACL_SUCCESS;
  };
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  other.join();
  EXPECT_EQ(status, ACL_SUCCESS) << "a new initialization, not a repeat";
  duringFinalize = nullptr;
}

TEST_F(InitCallbacksTest, ConcurrentComponentsSeeThemInTurn) {
  static std::atomic<int> open{0};  // +1 in an init callback, -1 in a finalize callback: always 0 or 1
  static std::atomic<int> wrong{0};
  const aclInitCallbackFunc onInit = [](const char*, size_t, void*) {
    wrong += open.fetch_add(1) != 0 ? 1 : 0;
    return aclError{ACL_SUCCESS};
  };
  const aclFinalizeCallbackFunc onFinalize = [](void*) {
    wrong += open.fetch_sub(1) != 1 ? 1 : 0;
    return aclError{ACL_SUCCESS};
  };
  ASSERT_EQ(aclInitCallbackRegister(kType, onInit, nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclFinalizeCallbackRegister(kType, onFinalize, nullptr), ACL_SUCCESS);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([] {
      for (int round = 0; round < 200; ++round) {
        const aclError status = aclInit(nullptr);
        wrong += status != ACL_SUCCESS && status != ACL_ERROR_REPEAT_INITIALIZE ? 1 : 0;
        wrong += aclFinalizeReference(nullptr) != ACL_SUCCESS ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(open, 0);
  EXPECT_EQ(aclInitCallbackUnRegister(kType, onInit), ACL_SUCCESS);
  EXPECT_EQ(aclFinalizeCallbackUnRegister(kType, onFinalize), ACL_SUCCESS);
}

TEST_F(InitCallbacksTest, AreKnownByTypeAndFunction) {
  ASSERT_EQ(aclInitCallbackRegister(kType, OnInit, Name("a")), ACL_SUCCESS);
  ExpectFailure(aclInitCallbackRegister(kType, OnInit, Name("b")), ACL_ERROR_RT_PARAM_INVALID,
                {"cbFunc", "not yet registered"});
  ASSERT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_ACL_MODEL, OnInit, Name("b")), ACL_SUCCESS);
  ASSERT_EQ(aclInitCallbackUnRegister(kType, OnInit), ACL_SUCCESS);
  ExpectFailure(aclInitCallbackUnRegister(kType, OnInit), ACL_ERROR_RT_PARAM_INVALID, {"cbFunc"});
  ASSERT_EQ(aclFinalizeCallbackRegister(kType, OnFinalize, Name("a")), ACL_SUCCESS);
  ExpectFailure(aclFinalizeCallbackRegister(kType, OnFinalize, Name("b")), ACL_ERROR_RT_PARAM_INVALID,
                {"cbFunc"});
  ASSERT_EQ(aclFinalizeCallbackRegister(ACL_REG_TYPE_ACL_MODEL, OnFinalize, Name("b")), ACL_SUCCESS);
  ASSERT_EQ(aclFinalizeCallbackUnRegister(kType, OnFinalize), ACL_SUCCESS);
  ExpectFailure(aclFinalizeCallbackUnRegister(kType, OnFinalize), ACL_ERROR_RT_PARAM_INVALID, {"cbFunc"});
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(calls, (Calls{"init b ", "finalize b"}));
}

TEST_F(InitCallbacksTest, OneMayUnregisterALaterOne) {
  ASSERT_EQ(aclInitCallbackRegister(kType, OnInit, Name("a")), ACL_SUCCESS);
  ASSERT_EQ(aclInitCallbackRegister(kType, OnInitToo, Name("b")), ACL_SUCCESS);
  duringInit = [] { return aclInitCallbackUnRegister(kType, OnInitToo); };
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(calls, Calls{"init a "});
}

TEST_F(InitCallbacksTest, ArgumentsAreChecked) {
  ExpectFailure(aclInitCallbackRegister(kType, nullptr, nullptr), ACL_ERROR_INVALID_PARAM,
                {"aclInitCallbackRegister", "cbFunc", "null"});
  ExpectFailure(aclInitCallbackUnRegister(kType, nullptr), ACL_ERROR_INVALID_PARAM, {"cbFunc"});
  ExpectFailure(aclFinalizeCallbackRegister(kType, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"cbFunc"});
  ExpectFailure(aclFinalizeCallbackUnRegister(kType, nullptr), ACL_ERROR_INVALID_PARAM, {"cbFunc"});
  for (const int type : {-1, 8, 0xfffe, 0x10000}) {
    const auto any = AnyEnum<aclRegisterCallbackType>(type);
    ExpectFailure(aclInitCallbackRegister(any, OnInit, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                  {"type", std::to_string(type).c_str()});
    ExpectFailure(aclInitCallbackUnRegister(any, OnInit), ACL_ERROR_RT_PARAM_INVALID, {"type"});
    ExpectFailure(aclFinalizeCallbackRegister(any, OnFinalize, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                  {"type"});
    ExpectFailure(aclFinalizeCallbackUnRegister(any, OnFinalize), ACL_ERROR_RT_PARAM_INVALID, {"type"});
  }
}

TEST_F(InitCallbacksTest, WhatHasNoEffectIsSaid) {
  const std::string path = testing::TempDir() + "/openaclnn_dump_" + std::to_string(getpid()) + ".json";
  std::ofstream(path) << R"({"dump": {"dump_path": "/tmp", "dump_debug": "on"}})";
  aclrtGetLastError(ACL_RT_THREAD_LEVEL);
  ASSERT_EQ(aclInit(path.c_str()), ACL_SUCCESS);
  const std::string messages = TakeMessages();
  EXPECT_NE(messages.find("aclInit: configPath: dump has no effect"), std::string::npos) << messages;
  EXPECT_EQ(messages.find("profiler"), std::string::npos);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS) << "it is no failure";
}

// A client's whole message is that of the call that failed.
TEST_F(InitCallbacksTest, WhatHasNoEffectIsNotSaidWithAFailure) {
  const std::string path = testing::TempDir() + "/openaclnn_dump_" + std::to_string(getpid()) + ".json";
  std::ofstream(path) << R"({"dump": {"dump_path": "/tmp", "dump_debug": "on"}})";
  TakeMessages();
  ASSERT_EQ(aclInit(path.c_str()), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
  const std::string messages = TakeMessages();
  EXPECT_NE(messages.find("aclrtFree"), std::string::npos) << messages;
  EXPECT_EQ(messages.find("aclInit"), std::string::npos) << messages;
}

}  // namespace
}  // namespace openaclnn::runtime
