// SPDX-License-Identifier: Apache-2.0
//
// acl_rt_api.h: each overload reaches the function it stands for, beside the C functions of the same names.
#include "acl/acl_rt_api.h"

#include <gtest/gtest.h>

#include <array>

#include "runtime/testing.h"

namespace openaclnn::runtime {
namespace {

using ApiOverloadTest = DeviceTest;

TEST_F(ApiOverloadTest, SynchronizeTakesATimeout) {
  aclrtStream stream = nullptr;
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  Gate gate;
  gate.Block(stream);
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream, 1), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_EQ(aclrtSynchronizeDevice(1), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_EQ(aclrtSynchronizeEvent(event, 1), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream, -1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDevice(-1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(event, -1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(ApiOverloadTest, CreateTakesFlags) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream, 2, ACL_STREAM_FAST_SYNC), ACL_SUCCESS);
  uint32_t value = 0;
  EXPECT_EQ(aclrtStreamGetPriority(stream, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 2U);
  EXPECT_EQ(aclrtStreamGetFlags(stream, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 2U);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
  aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
  EXPECT_EQ(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_COMPLETE) << "what an Ex event says before its first record";
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST_F(ApiOverloadTest, OperatorTimeoutsTellWhatTheyBecame) {
  uint64_t step = 0;
  uint64_t actual = 0;
  EXPECT_EQ(aclrtGetOpTimeOutInterval(&step), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetOpExecuteTimeOut(1, &actual), ACL_SUCCESS);
  EXPECT_EQ(actual, step);
  EXPECT_EQ(aclrtSetOpExecuteTimeOut(0), ACL_SUCCESS);
}

TEST_F(ApiOverloadTest, PointersOfAnyType) {
  void* memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, 16, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  auto* const device = static_cast<float*>(memory);
  const std::array<float, 4> sent = {1, 2, 3, 4};
  std::array<float, 4> received = {};
  EXPECT_EQ(aclrtMemcpy(device, 16, sent.data(), 16, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(received.data(), 16, device, 16, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(received, sent);
  EXPECT_EQ(aclrtMemcpy(received.data(), 8, memory, 16, ACL_MEMCPY_DEVICE_TO_HOST), ACL_ERROR_INVALID_PARAM);
  aclrtPtrAttributes attributes = {};
  EXPECT_EQ(aclrtPointerGetAttributes(device, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_EQ(aclrtPointerGetAttributes(sent.data(), &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::runtime
