// SPDX-License-Identifier: Apache-2.0
//
// Exception callbacks, and what else can be asked about failures of tasks.
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstring>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

constexpr aclError kFailure = ACL_ERROR_RT_VECTOR_CORE_EXCEPTION;
constexpr uint32_t kNothing = 0xFFFFFFFF;

struct Call {
  char callback;
  uint32_t task;
  uint32_t stream;
  uint32_t thread;
  uint32_t device;
  uint32_t code;
  std::thread::id ranOn;
};

std::mutex callsMutex;
std::vector<Call> calls;

void Note(char callback, const aclrtExceptionInfo* info) {
  const std::lock_guard lock(callsMutex);
  calls.push_back({callback, aclrtGetTaskIdFromExceptionInfo(info), aclrtGetStreamIdFromExceptionInfo(info),
                   aclrtGetThreadIdFromExceptionInfo(info), aclrtGetDeviceIdFromExceptionInfo(info),
                   aclrtGetErrorCodeFromExceptionInfo(info), std::this_thread::get_id()});
}

void NoteA(aclrtExceptionInfo* info) {
  Note('a', info);
}
void NoteB(aclrtExceptionInfo* info) {
  Note('b', info);
}
void Throw(aclrtExceptionInfo* /*info*/) {
  throw std::runtime_error("thrown by the client's callback");
}

std::string Names() {
  const std::lock_guard lock(callsMutex);
  std::string names;
  for (const Call& call : calls) {
    names += call.callback;
  }
  return names;
}

// A task that is run at once where its stream is idle.
class TinyFailure final : public backend::Work {
 public:
  [[nodiscard]] const char* Name() const override { return "TinyFailure"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(backend::ExecutionContext& /*context*/) override { return {kFailure, "tiny"}; }
};

aclError LaunchTiny(aclrtStream stream) {
  std::shared_ptr<backend::Stream> queue;
  const Status status = FindStream(stream, &queue);
  return status.IsOk() ? queue->Launch(std::make_unique<TinyFailure>()).Code() : status.Code();
}

class ExceptionTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
    calls.clear();
  }
  void TearDown() override {
    aclrtDestroyStream(stream_);
    aclrtSetExceptionInfoCallback(nullptr);
    for (const auto callback : {NoteA, NoteB, Throw}) {
      aclrtExceptionInfoCallbackUnregister(callback);
    }
    DeviceTest::TearDown();
  }
  aclrtStream stream_ = nullptr;
};

TEST_F(ExceptionTest, TellsWhatFailedBeforeASynchronizeReturns) {
  ASSERT_EQ(aclrtSetExceptionInfoCallback(NoteA), ACL_SUCCESS);
  int32_t streamId = 0;
  ASSERT_EQ(aclrtStreamGetId(stream_, &streamId), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, 0), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
  ASSERT_EQ(Names(), "a");
  EXPECT_EQ(calls[0].task, 2U);
  EXPECT_EQ(calls[0].stream, static_cast<uint32_t>(streamId));
  EXPECT_EQ(calls[0].thread, static_cast<uint32_t>(gettid())) << "who issued the task";
  EXPECT_EQ(calls[0].device, 0U);
  EXPECT_EQ(calls[0].code, static_cast<uint32_t>(kFailure));
}

TEST_F(ExceptionTest, ATinyTaskFailsOnTheCallersThread) {
  ASSERT_EQ(aclrtSetExceptionInfoCallback(NoteA), ACL_SUCCESS);
  EXPECT_EQ(LaunchTiny(stream_), ACL_SUCCESS);
  ASSERT_EQ(Names(), "a");
  EXPECT_EQ(calls[0].task, 1U);
  EXPECT_EQ(calls[0].thread, static_cast<uint32_t>(gettid()));
  EXPECT_EQ(calls[0].ranOn, std::this_thread::get_id());
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
}

TEST_F(ExceptionTest, HostFunctionsThatThrowFail) {
  ASSERT_EQ(aclrtSetExceptionInfoCallback(NoteA), ACL_SUCCESS);
  EXPECT_EQ(aclrtLaunchHostFunc(
                stream_, [](void* /*args*/) { throw 5; }, nullptr),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_INTERNAL_ERROR);
  ASSERT_EQ(Names(), "a");
  EXPECT_EQ(calls[0].code, static_cast<uint32_t>(ACL_ERROR_INTERNAL_ERROR));
}

TEST_F(ExceptionTest, WhatACallbackGotIsGoneWhenItReturns) {
  static aclrtExceptionInfo* kept = nullptr;
  ASSERT_EQ(aclrtSetExceptionInfoCallback([](aclrtExceptionInfo* info) { kept = info; }), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
  ASSERT_NE(kept, nullptr);
  EXPECT_EQ(aclrtGetErrorCodeFromExceptionInfo(kept), 0xFFFFFFFF);
}

TEST_F(ExceptionTest, NothingIsToldWithoutAFailure) {
  ASSERT_EQ(aclrtSetExceptionInfoCallback(NoteA), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Names(), "");
}

TEST_F(ExceptionTest, TheSlotHoldsTheLastOne) {
  ASSERT_EQ(aclrtSetExceptionInfoCallback(NoteA), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetExceptionInfoCallback(NoteB), ACL_SUCCESS);
  EXPECT_EQ(LaunchTiny(stream_), ACL_SUCCESS);
  EXPECT_EQ(Names(), "b");
  ASSERT_EQ(aclrtSetExceptionInfoCallback(nullptr), ACL_SUCCESS);
  EXPECT_EQ(LaunchTiny(stream_), ACL_SUCCESS);
  EXPECT_EQ(Names(), "b");
}

TEST_F(ExceptionTest, TheListHoldsEachOnceBesidesTheSlot) {
  for (const auto callback : {NoteA, NoteB, NoteA}) {
    ASSERT_EQ(aclrtExceptionInfoCallbackRegister(callback), ACL_SUCCESS);
  }
  EXPECT_EQ(LaunchTiny(stream_), ACL_SUCCESS);
  EXPECT_EQ(Names(), "ab");
  ASSERT_EQ(aclrtSetExceptionInfoCallback(NoteA), ACL_SUCCESS);
  ASSERT_EQ(aclrtExceptionInfoCallbackUnregister(NoteB), ACL_SUCCESS);
  ASSERT_EQ(aclrtExceptionInfoCallbackUnregister(NoteB), ACL_SUCCESS) << "unknown is fine";
  EXPECT_EQ(LaunchTiny(stream_), ACL_SUCCESS);
  EXPECT_EQ(Names(), "abaa");
}

TEST_F(ExceptionTest, WhatACallbackThrowsIsItsOwnAffair) {
  ASSERT_EQ(aclrtExceptionInfoCallbackRegister(Throw), ACL_SUCCESS);
  ASSERT_EQ(aclrtExceptionInfoCallbackRegister(NoteA), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(LaunchTiny(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
  EXPECT_EQ(Names(), "aa");
}

TEST_F(ExceptionTest, CallbacksMayQueryAndRegister) {
  const auto callback = [](aclrtExceptionInfo* info) {
    aclrtExceptionInfoCallbackUnregister(NoteB);
    aclrtSetExceptionInfoCallback(nullptr);
    void* arguments = info;
    uint32_t bytes = 7;
    EXPECT_EQ(aclrtGetArgsFromExceptionInfo(info, &arguments, &bytes), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    EXPECT_EQ(aclrtGetFuncHandleFromExceptionInfo(info, &arguments), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    EXPECT_EQ(arguments, info);
    EXPECT_EQ(bytes, 7U);
    Note('c', info);
  };
  ASSERT_EQ(aclrtExceptionInfoCallbackRegister(NoteB), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetExceptionInfoCallback(callback), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
  EXPECT_EQ(Names(), "cb") << "both were in force when the first task failed";
}

TEST_F(ExceptionTest, NullArguments) {
  ExpectFailure(aclrtExceptionInfoCallbackRegister(nullptr), ACL_ERROR_INVALID_PARAM, {"callback", "null"});
  ExpectFailure(aclrtExceptionInfoCallbackUnregister(nullptr), ACL_ERROR_INVALID_PARAM, {"callback", "null"});
  // NOLINTNEXTLINE(performance-no-int-to-ptr): what programs do wrong
  for (auto* const info :
       {static_cast<aclrtExceptionInfo*>(nullptr), reinterpret_cast<aclrtExceptionInfo*>(0x10)}) {
    EXPECT_EQ(aclrtGetTaskIdFromExceptionInfo(info), kNothing);
    EXPECT_EQ(aclrtGetStreamIdFromExceptionInfo(info), kNothing);
    EXPECT_EQ(aclrtGetThreadIdFromExceptionInfo(info), kNothing);
    EXPECT_EQ(aclrtGetDeviceIdFromExceptionInfo(info), kNothing);
    EXPECT_EQ(aclrtGetErrorCodeFromExceptionInfo(info), kNothing);
  }
  void* pointer = nullptr;
  uint32_t bytes = 0;
  ExpectFailure(aclrtGetArgsFromExceptionInfo(nullptr, &pointer, &bytes), ACL_ERROR_INVALID_PARAM, {"info"});
  ExpectFailure(aclrtGetFuncHandleFromExceptionInfo(nullptr, &pointer), ACL_ERROR_INVALID_PARAM, {"info"});
  ExpectFailure(aclrtGetThreadLastTaskId(nullptr), ACL_ERROR_INVALID_PARAM, {"taskId"});
  ExpectFailure(aclrtGetErrorVerbose(0, nullptr), ACL_ERROR_INVALID_PARAM, {"errorInfo"});
}

TEST_F(ExceptionTest, LastTaskOfAThread) {
  OnNewThread([&] {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    uint32_t task = 99;
    EXPECT_EQ(aclrtGetThreadLastTaskId(&task), ACL_SUCCESS);
    EXPECT_EQ(task, 0U) << "none yet";
    EXPECT_EQ(Launch(stream_, 0), ACL_SUCCESS);
    EXPECT_EQ(Launch(stream_, 0), ACL_SUCCESS);
    EXPECT_EQ(Launch(nullptr, 0), ACL_SUCCESS) << "the default stream does not count";
    EXPECT_EQ(aclrtGetThreadLastTaskId(&task), ACL_SUCCESS);
    EXPECT_EQ(task, 2U);
    OnNewThread([&] {
      uint32_t others = 99;
      EXPECT_EQ(aclrtGetThreadLastTaskId(&others), ACL_SUCCESS);
      EXPECT_EQ(others, 0U);
    });
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  });
}

TEST_F(ExceptionTest, TheDevicesHaveNoFaults) {
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
  aclrtErrorInfo info;
  std::memset(&info, 0xFF, sizeof info);
  EXPECT_EQ(aclrtGetErrorVerbose(1, &info), ACL_SUCCESS) << "the device need not be set";
  EXPECT_EQ(info.errorType, ACL_RT_NO_ERROR);
  EXPECT_EQ(info.tryRepair, 0);
  EXPECT_EQ(info.hasDetail, 0);
  ExpectFailure(aclrtGetErrorVerbose(2, &info), ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId", "2"});
  ExpectFailure(aclrtGetErrorVerbose(-1, &info), ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId", "-1"});
}

}  // namespace
}  // namespace openaclnn::runtime
