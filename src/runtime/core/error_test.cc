// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/status.h"
#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

using ErrorTest = InitializedTest;

// The numbers inside are those of the public headers.
static_assert(code::kOk == ACL_SUCCESS);
static_assert(code::kInvalidParam == ACL_ERROR_INVALID_PARAM);
static_assert(code::kUninitialized == ACL_ERROR_UNINITIALIZE);
static_assert(code::kRepeatInitialize == ACL_ERROR_REPEAT_INITIALIZE);
static_assert(code::kInvalidFile == ACL_ERROR_INVALID_FILE);
static_assert(code::kParseFile == ACL_ERROR_PARSE_FILE);
static_assert(code::kRepeatFinalize == ACL_ERROR_REPEAT_FINALIZE);
static_assert(code::kHostAllocation == ACL_ERROR_BAD_ALLOC);
static_assert(code::kInternal == ACL_ERROR_INTERNAL_ERROR);
static_assert(code::kRtParamInvalid == ACL_ERROR_RT_PARAM_INVALID);
static_assert(code::kRtInvalidDevice == ACL_ERROR_RT_INVALID_DEVICEID);
static_assert(code::kRtContextNull == ACL_ERROR_RT_CONTEXT_NULL);
static_assert(code::kRtStreamContext == ACL_ERROR_RT_STREAM_CONTEXT);
static_assert(code::kRtTimestampInvalid == ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
static_assert(code::kRtTimestampReversal == ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL);
static_assert(code::kRtAddressUnaligned == ACL_ERROR_RT_ADDR_UNALIGNED);
static_assert(code::kRtStreamSubscribe == ACL_ERROR_RT_STREAM_SUBSCRIBE);
static_assert(code::kRtThreadSubscribe == ACL_ERROR_RT_THREAD_SUBSCRIBE);
static_assert(code::kRtStreamNoCallbackThread == ACL_ERROR_RT_STREAM_NO_CB_REG);
static_assert(code::kRtWaitTimeout == ACL_ERROR_RT_WAIT_TIMEOUT);
static_assert(code::kRtNoNotifyResource == ACL_ERROR_RT_NO_NOTIFY_RESOURCE);
static_assert(code::kRtReportTimeout == ACL_ERROR_RT_REPORT_TIMEOUT);
static_assert(code::kRtInvalidHandle == ACL_ERROR_RT_INVALID_HANDLE);
static_assert(code::kRtSysParamOptNotSet == ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
static_assert(code::kRtFeatureNotSupported == ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
static_assert(code::kRtMemoryAllocation == ACL_ERROR_RT_MEMORY_ALLOCATION);
static_assert(code::kRtResourceAllocation == ACL_ERROR_RT_RESOURCE_ALLOC_FAIL);
static_assert(code::kRtNoPermission == ACL_ERROR_RT_NO_PERMISSION);
static_assert(code::kRtNoStreamResource == ACL_ERROR_RT_NO_STREAM_RESOURCE);
static_assert(code::kRtNoEventResource == ACL_ERROR_RT_NO_EVENT_RESOURCE);
static_assert(code::kRtSystemDma == ACL_ERROR_RT_SYS_DMA);
static_assert(code::kRtIpcError == ACL_ERROR_RT_IPC_ERROR);
static_assert(code::kRtLabelContext == ACL_ERROR_RT_LABEL_CONTEXT);
static_assert(code::kRtModelAborted == ACL_ERROR_RT_MODEL_ABORT_NORMAL);
static_assert(code::kRtStreamModel == ACL_ERROR_RT_STREAM_MODEL);
static_assert(code::kRtVectorCoreException == ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
static_assert(code::kRtStreamAbort == ACL_ERROR_RT_STREAM_ABORT);
static_assert(code::kRtStreamSyncTimeout == ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
static_assert(code::kRtEventSyncTimeout == ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
static_assert(code::kRtHostMemoryRegistered == ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
static_assert(code::kRtHostMemoryNotRegistered == ACL_ERROR_HOST_MEMORY_NOT_REGISTERED);
static_assert(code::kRtFileWrite == ACL_ERROR_RT_FILE_WRITE);
static_assert(code::kRtCaptureDependency == ACL_ERROR_RT_CAPTURE_DEPENDENCY);
static_assert(code::kRtStreamUnjoined == ACL_ERROR_RT_STREAM_UNJOINED);
static_assert(code::kRtModelCaptured == ACL_ERROR_RT_MODEL_CAPTURED);
static_assert(code::kRtStreamCaptured == ACL_ERROR_RT_STREAM_CAPTURED);
static_assert(code::kRtEventCaptured == ACL_ERROR_RT_EVENT_CAPTURED);
static_assert(code::kRtStreamNotCaptured == ACL_ERROR_RT_STREAM_NOT_CAPTURED);
static_assert(code::kRtCaptureMode == ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT);
static_assert(code::kRtCaptureImplicit == ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT);
static_assert(code::kRtCaptureConflict == ACL_ERROR_STREAM_CAPTURE_CONFLICT);
static_assert(code::kRtTaskGroupState == ACL_ERROR_STREAM_TASK_GROUP_STATUS);
static_assert(code::kRtTaskGroupInterrupted == ACL_ERROR_STREAM_TASK_GROUP_INTR);
static_assert(code::kRtCaptureUnmatched == ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED);
static_assert(code::kRtModelRunning == ACL_ERROR_RT_MODEL_RUNNING);
static_assert(code::kRtCaptureWrongThread == ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD);
static_assert(code::kRtArrayTooSmall == ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY);
static_assert(code::kRtModelUpdate == ACL_ERROR_RT_MODEL_UPDATE_FAILED);
static_assert(code::kRtCaptureBlocksAsync == ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC);
static_assert(code::kRtBodyCaptured == ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING);
static_assert(code::kRtTaskTypeNotSupported == ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT);
static_assert(code::kRtCaptureInvalidated == ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED);

TEST_F(ErrorTest, TheLatestFailureStaysUntilItIsTaken) {
  aclrtGetLastError(ACL_RT_THREAD_LEVEL);
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtSetDevice(99), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
}

TEST_F(ErrorTest, EachThreadHasItsOwn) {
  EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
  OnNewThread([] {
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
    EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
  });
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
  EXPECT_NE(aclGetRecentErrMsg(), nullptr);
}

TEST_F(ErrorTest, AFailureOfQueuedWorkCountsForTheThreadThatLearnsOfIt) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(Launch(nullptr, ACL_ERROR_RT_VECTOR_CORE_EXCEPTION), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
}

TEST_F(ErrorTest, TheLevelIsChecked) {
  ExpectFailure(aclrtGetLastError(AnyEnum<aclrtLastErrLevel>(1)), ACL_ERROR_RT_PARAM_INVALID, {"level", "1"});
  ExpectFailure(aclrtPeekAtLastError(AnyEnum<aclrtLastErrLevel>(-1)), ACL_ERROR_RT_PARAM_INVALID, {"level"});
}

TEST_F(ErrorTest, MessagesAreTakenNewestFirst) {
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
  EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtSetDevice(99), ACL_ERROR_RT_INVALID_DEVICEID);
  const std::string messages = TakeMessages();
  const size_t newest = messages.find("aclrtSetDevice");
  const size_t oldest = messages.find("aclrtFree");
  ASSERT_NE(newest, std::string::npos);
  ASSERT_NE(oldest, std::string::npos);
  EXPECT_LT(newest, oldest);
  EXPECT_NE(messages.find("TraceBack (most recent call last):"), std::string::npos);
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr) << "they were taken";
}

TEST_F(ErrorTest, AnOutOfMemoryIsRecognizable) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  void* block = nullptr;
  EXPECT_EQ(aclrtMalloc(&block, size_t{1} << 40, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_MEMORY_ALLOCATION);
  const std::string messages = TakeMessages();
  EXPECT_NE(messages.find("EL0004"), std::string::npos);
  EXPECT_NE(messages.find("Failed to allocate"), std::string::npos);
}

}  // namespace
}  // namespace openaclnn::runtime
