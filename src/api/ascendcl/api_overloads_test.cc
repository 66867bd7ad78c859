// SPDX-License-Identifier: Apache-2.0
//
// acl_rt_api.h: each overload reaches the function it stands for, beside the C functions of the same names.
#include "acl/acl_rt_api.h"

#include <gtest/gtest.h>

#include <array>

#include "runtime/core/testing.h"

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

TEST_F(ApiOverloadTest, WaitTakesATimeout) {
  aclrtStream stream = nullptr;
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  ASSERT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(stream, event, 1), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_NE(aclrtStreamWaitEvent(stream, event, -1), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(ApiOverloadTest, MemoryComesToPointersOfAnyType) {
  float* typed = nullptr;
  void* untyped = nullptr;
  ASSERT_EQ(aclrtMalloc(&typed, 64, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(typed), ACL_SUCCESS);
  ASSERT_EQ(aclrtMalloc(&typed, 64, ACL_MEM_MALLOC_NORMAL_ONLY, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(typed), ACL_SUCCESS);
  ASSERT_EQ(aclrtMalloc(&untyped, 64, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(untyped), ACL_SUCCESS);
  ASSERT_EQ(aclrtMallocHost(&typed, 64, nullptr), ACL_SUCCESS);
  typed[15] = 1;
  EXPECT_EQ(aclrtFreeHost(typed), ACL_SUCCESS);
  float* untouched = nullptr;
  EXPECT_EQ(aclrtMalloc(&untouched, 0, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMallocHost(&untouched, 0, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(untouched, nullptr);
  EXPECT_EQ(aclrtMalloc(static_cast<float**>(nullptr), 64, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMallocHost(static_cast<float**>(nullptr), 64, nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST_F(ApiOverloadTest, CopiesOfPointersOfAnyType) {
  std::array<float*, 2> device = {};
  for (float*& each : device) {
    ASSERT_EQ(aclrtMalloc(&each, 16, nullptr), ACL_SUCCESS);
  }
  const std::array<float, 4> sent = {1, 2, 3, 4};
  std::array<float, 4> received = {};
  EXPECT_EQ(aclrtMemcpy2d(device[0], 8, sent.data(), 8, 8, 2, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  std::array<float*, 1> destinations = {received.data()};
  size_t bytes = 16;
  aclrtMemcpyBatchAttr attributes = {};
  attributes.dstLoc.type = ACL_MEM_LOCATION_TYPE_HOST;
  attributes.srcLoc.type = ACL_MEM_LOCATION_TYPE_DEVICE;
  size_t first = 0;
  size_t failed = 0;
  EXPECT_EQ(aclrtMemcpyBatch(destinations.data(), &bytes, device.data(), &bytes, 1, &attributes, &first, 1,
                             &failed),
            ACL_SUCCESS);
  EXPECT_EQ(received, sent);
  for (float* each : device) {
    EXPECT_EQ(aclrtFree(each), ACL_SUCCESS);
  }
}

TEST_F(ApiOverloadTest, HostMemoryIsRegisteredWithPointersOfAnyType) {
  alignas(4096) static std::array<float, 1024> host = {};
  float* device = nullptr;
  ASSERT_EQ(aclrtHostRegister(host.data(), sizeof host, ACL_HOST_REGISTER_MAPPED, &device), ACL_SUCCESS);
  EXPECT_NE(device, nullptr);
  EXPECT_EQ(aclrtHostUnregister(host.data()), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::runtime
