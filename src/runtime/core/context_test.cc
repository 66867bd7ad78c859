// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

using ContextTest = InitializedTest;

aclrtContext Current() {
  aclrtContext context = nullptr;
  return aclrtGetCurrentContext(&context) == ACL_SUCCESS ? context : nullptr;
}

TEST_F(ContextTest, AThreadStartsWithout) {
  OnNewThread([] {
    aclrtContext context = &context;
    ExpectFailure(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL, {"aclrtGetCurrentContext"});
    EXPECT_EQ(context, &context);
    void* pointer = nullptr;
    size_t number = 0;
    char byte = 0;
    EXPECT_EQ(aclrtCreateStream(&pointer), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtCreateEvent(&pointer), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtMalloc(&pointer, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtMallocAlign32(&pointer, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtMemcpy(&byte, 1, &byte, 1, ACL_MEMCPY_HOST_TO_HOST), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtMemset(&byte, 1, 0, 1), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &number, &number), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtCtxGetCurrentDefaultStream(&pointer), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(Launch(nullptr, 0), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(pointer, nullptr);
    EXPECT_EQ(aclrtMallocHost(&pointer, 64), ACL_SUCCESS) << "pinned memory needs no device";
    EXPECT_EQ(aclrtFreeHost(pointer), ACL_SUCCESS);
  });
}

TEST_F(ContextTest, TheDefaultContextIsSharedByThreads) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtContext const here = Current();
  ASSERT_NE(here, nullptr);
  OnNewThread([here] {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(Current(), here);
    EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    EXPECT_NE(Current(), here);
  });
}

TEST_F(ContextTest, CreateMakesCurrent) {
  OnNewThread([] {
    aclrtContext context = nullptr;
    EXPECT_EQ(aclrtCreateContext(&context, 1), ACL_SUCCESS) << "the device need not be set";
    EXPECT_EQ(Current(), context);
    int32_t device = -1;
    EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(device, 1);
    EXPECT_EQ(aclrtResetDevice(1), ACL_ERROR_RT_PARAM_INVALID) << "the count has not changed";
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  });
  ExpectFailure(aclrtCreateContext(nullptr, 0), ACL_ERROR_INVALID_PARAM, {"context", "null"});
}

TEST_F(ContextTest, SetDeviceReturnsToTheDefaultContext) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtContext const primary = Current();
  aclrtContext explicitOne = nullptr;
  ASSERT_EQ(aclrtCreateContext(&explicitOne, 0), ACL_SUCCESS);
  EXPECT_NE(explicitOne, primary);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(Current(), primary);
  EXPECT_EQ(aclrtSetCurrentContext(explicitOne), ACL_SUCCESS);
  EXPECT_EQ(Current(), explicitOne);
  EXPECT_EQ(aclrtSetCurrentContext(primary), ACL_SUCCESS) << "a default context is accepted";
  EXPECT_EQ(aclrtDestroyContext(explicitOne), ACL_SUCCESS);
  EXPECT_EQ(Current(), primary);
}

TEST_F(ContextTest, ThreadsMayShareAnExplicitContext) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  OnNewThread([context, stream] {
    EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
    std::atomic<int> runs{0};
    EXPECT_EQ(Launch(stream, 0, &runs), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(runs, 1);
  });
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
}

TEST_F(ContextTest, ADestroyedContextIsGoneForAllThreads) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  OnNewThread([context] { EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS); });
  aclrtContext current = nullptr;
  ExpectFailure(aclrtGetCurrentContext(&current), ACL_ERROR_RT_CONTEXT_NULL, {"destroyed"});
  ExpectFailure(aclrtSetCurrentContext(context), ACL_ERROR_RT_CONTEXT_NULL, {"context", "destroyed"});
  ExpectFailure(aclrtDestroyContext(context), ACL_ERROR_RT_INVALID_HANDLE, {"context", "destroyed"});
}

TEST_F(ContextTest, AContextOfAResetDeviceMayOnlyBeDestroyed) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtContext const primary = Current();
  aclrtContext explicitOne = nullptr;
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateContext(&explicitOne, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  ExpectFailure(aclrtSetCurrentContext(primary), ACL_ERROR_RT_CONTEXT_NULL, {"reset"});
  ExpectFailure(aclrtSetCurrentContext(explicitOne), ACL_ERROR_RT_CONTEXT_NULL, {"reset"});
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(explicitOne), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(explicitOne), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(ContextTest, WrongHandlesAreFoundOut) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtContext const primary = Current();
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  int local = 0;
  ExpectFailure(aclrtSetCurrentContext(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"context", "null"});
  ExpectFailure(aclrtDestroyContext(nullptr), ACL_ERROR_INVALID_PARAM, {"context", "null"});
  ExpectFailure(aclrtSetCurrentContext(&local), ACL_ERROR_RT_INVALID_HANDLE, {"context"});
  ExpectFailure(aclrtDestroyContext(&local), ACL_ERROR_RT_INVALID_HANDLE, {"context"});
  ExpectFailure(aclrtSetCurrentContext(stream), ACL_ERROR_RT_INVALID_HANDLE, {"context"});
  ExpectFailure(aclrtDestroyContext(primary), ACL_ERROR_RT_PARAM_INVALID, {"context", "default context"});
  EXPECT_EQ(Current(), primary);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(ContextTest, DestroyWaitsAndReleasesItsStreams) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtContext context = nullptr;
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  std::atomic<int> runs{0};
  for (int task = 0; task < 10; ++task) {
    EXPECT_EQ(Launch(stream, 0, &runs), ACL_SUCCESS);
    EXPECT_EQ(Launch(nullptr, 0, &runs), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  EXPECT_EQ(runs, 20);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(ContextTest, TheDefaultStreamHasAHandle) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&stream), ACL_SUCCESS);
  ASSERT_NE(stream, nullptr);
  Gate gate;
  gate.Block(nullptr);
  aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
  EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY) << "it is the stream that null means";
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  ExpectFailure(aclrtDestroyStream(stream), ACL_ERROR_RT_PARAM_INVALID, {"stream", "default stream"});
  aclrtContext context = nullptr;
  aclrtStream other = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtCtxGetCurrentDefaultStream(&other), ACL_SUCCESS);
  EXPECT_NE(other, stream);
  EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  ExpectFailure(aclrtCtxGetCurrentDefaultStream(nullptr), ACL_ERROR_INVALID_PARAM, {"stream", "null"});
}

}  // namespace
}  // namespace openaclnn::runtime
