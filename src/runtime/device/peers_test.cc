// SPDX-License-Identifier: Apache-2.0
#include "runtime/device/peers.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

class PeersTest : public DeviceTest {
 protected:
  void TearDown() override {
    for (const int32_t device : {0, 1}) {
      EXPECT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
      EXPECT_EQ(aclrtDeviceDisablePeerAccess(1 - device), ACL_SUCCESS);
    }
    DeviceTest::TearDown();
  }
};

int32_t Access(int32_t device, int32_t peer) {
  int32_t status = -1;
  EXPECT_EQ(aclrtDevicePeerAccessStatus(device, peer, &status), ACL_SUCCESS);
  return status;
}

TEST_F(PeersTest, EveryTwoDevicesCanBePeers) {
  int32_t can = -1;
  EXPECT_EQ(aclrtDeviceCanAccessPeer(&can, 0, 1), ACL_SUCCESS);
  EXPECT_EQ(can, 1);
  uint64_t link = 0;
  EXPECT_EQ(aclrtGetDevicesTopo(1, 0, &link), ACL_SUCCESS);
  EXPECT_EQ(link, ACL_RT_DEVS_TOPOLOGY_SYS);
}

TEST_F(PeersTest, AccessHasADirection) {
  EXPECT_EQ(Access(0, 1), 0);
  EXPECT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS) << "clients open before every copy";
  EXPECT_EQ(Access(0, 1), 1);
  EXPECT_EQ(Access(1, 0), 0);
  OnNewThread([] {
    EXPECT_EQ(Access(0, 1), 1);
    EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    EXPECT_EQ(aclrtDeviceDisablePeerAccess(0), ACL_SUCCESS);
    EXPECT_EQ(Access(0, 1), 1) << "the other way";
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtDeviceDisablePeerAccess(1), ACL_SUCCESS);
  });
  EXPECT_EQ(Access(0, 1), 0);
}

TEST_F(PeersTest, AStreamFillsMemoryThatItsDeviceMayReach) {
  void* here = nullptr;
  ASSERT_EQ(aclrtMalloc(&here, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  char host[64] = {};
  ASSERT_EQ(aclrtMemset(here, 64, 1, 64), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  const auto content = [&] {
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(host, 64, here, 64, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    return host[63];
  };
  ExpectFailure(aclrtMemsetAsync(here, 64, 7, 64, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                {"aclrtMemsetAsync", "devPtr", "the stream's device 1", "memory of device 0",
                 "aclrtDeviceEnablePeerAccess"});
  ExpectFailure(aclrtMemsetD32Async(here, 64, 7, 16, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                {"aclrtMemsetD32Async", "ptr", "the stream's device 1", "memory of device 0"});
  EXPECT_EQ(content(), 1) << "nothing was written";
  EXPECT_EQ(aclrtMemsetAsync(here, 64, 7, 0, nullptr), ACL_SUCCESS) << "nothing to fill";
  ASSERT_EQ(aclrtDeviceEnablePeerAccess(0, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetAsync(here, 64, 7, 64, nullptr), ACL_SUCCESS);
  EXPECT_EQ(content(), 7);
  EXPECT_EQ(aclrtMemsetD32Async(here, 64, 0x09090909, 16, nullptr), ACL_SUCCESS);
  EXPECT_EQ(content(), 9);
  EXPECT_EQ(aclrtFree(here), ACL_SUCCESS);
}

TEST_F(PeersTest, CopiesNeedOneOpenDirection) {
  void* here = nullptr;
  void* there = nullptr;
  ASSERT_EQ(aclrtMalloc(&here, 64, ACL_MEM_MALLOC_HUGE_FIRST_P2P), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ASSERT_EQ(aclrtMalloc(&there, 64, ACL_MEM_MALLOC_HUGE_FIRST_P2P), ACL_SUCCESS);
  const auto copy = [](void* to, void* from) {
    return aclrtMemcpy(to, 64, from, 64, ACL_MEMCPY_DEVICE_TO_DEVICE);
  };
  ExpectFailure(copy(here, there), ACL_ERROR_RT_PARAM_INVALID,
                {"aclrtMemcpy", "aclrtDeviceEnablePeerAccess", "device 1 to device 0"});
  ExpectFailure(aclrtMemcpyAsync(there, 64, here, 64, ACL_MEMCPY_DEVICE_TO_DEVICE, nullptr),
                ACL_ERROR_RT_PARAM_INVALID, {"aclrtMemcpyAsync", "device 0 to device 1"});
  EXPECT_EQ(aclrtMemcpy(there, 64, here, 0, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS) << "nothing to copy";
  EXPECT_EQ(copy(there, there), ACL_SUCCESS) << "on one device";
  ASSERT_EQ(aclrtDeviceEnablePeerAccess(0, 0), ACL_SUCCESS);
  char host[64] = {};
  ASSERT_EQ(aclrtMemset(there, 64, 7, 64), ACL_SUCCESS);
  EXPECT_EQ(copy(here, there), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(host, 64, here, 64, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(host[63], 7);
  EXPECT_EQ(aclrtMemcpyAsync(there, 64, here, 64, ACL_MEMCPY_INTER_DEVICE_TO_DEVICE, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtDeviceDisablePeerAccess(0), ACL_SUCCESS);
  EXPECT_EQ(copy(here, there), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtFree(here), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(there), ACL_SUCCESS);
}

TEST_F(PeersTest, AResetLeavesTheWayOpen) {
  ASSERT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
  EXPECT_EQ(Access(0, 1), 1);
}

TEST_F(PeersTest, PartsOfTheRuntimeMayOpenTheWay) {
  OpenPeerAccess(0, 1);
  EXPECT_EQ(Access(0, 1), 1);
  EXPECT_TRUE(ExpectPeerAccess(1, 0).IsOk());
  EXPECT_TRUE(ExpectPeerAccess(1, 1).IsOk());
}

TEST_F(PeersTest, ArgumentsAreChecked) {
  int32_t value = -1;
  uint64_t link = 9;
  ExpectFailure(aclrtDeviceCanAccessPeer(nullptr, 0, 1), ACL_ERROR_INVALID_PARAM,
                {"aclrtDeviceCanAccessPeer", "canAccessPeer"});
  ExpectFailure(aclrtDeviceCanAccessPeer(&value, 1, 1), ACL_ERROR_RT_PARAM_INVALID,
                {"peerDeviceId", "another device"});
  ExpectFailure(aclrtDeviceCanAccessPeer(&value, 2, 1), ACL_ERROR_RT_INVALID_DEVICEID,
                {"deviceId", "0 to 1", "got 2"});
  ExpectFailure(aclrtDeviceCanAccessPeer(&value, 0, -1), ACL_ERROR_RT_INVALID_DEVICEID,
                {"peerDeviceId", "-1"});
  ExpectFailure(aclrtDeviceEnablePeerAccess(1, 1), ACL_ERROR_RT_PARAM_INVALID, {"flags", "0", "1"});
  ExpectFailure(aclrtDeviceEnablePeerAccess(0, 0), ACL_ERROR_RT_PARAM_INVALID, {"peerDeviceId"});
  ExpectFailure(aclrtDeviceEnablePeerAccess(2, 0), ACL_ERROR_RT_INVALID_DEVICEID, {"peerDeviceId"});
  ExpectFailure(aclrtDeviceDisablePeerAccess(0), ACL_ERROR_RT_PARAM_INVALID, {"peerDeviceId"});
  ExpectFailure(aclrtDeviceDisablePeerAccess(-1), ACL_ERROR_RT_INVALID_DEVICEID, {"peerDeviceId"});
  ExpectFailure(aclrtDevicePeerAccessStatus(0, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"status"});
  for (const int32_t peer : {0, 2, -1}) {
    ExpectFailure(aclrtDevicePeerAccessStatus(0, peer, &value), ACL_ERROR_RT_PARAM_INVALID, {"peerDeviceId"});
  }
  ExpectFailure(aclrtDevicePeerAccessStatus(2, 0, &value), ACL_ERROR_RT_PARAM_INVALID, {"deviceId"});
  ExpectFailure(aclrtGetDevicesTopo(0, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"value"});
  ExpectFailure(aclrtGetDevicesTopo(1, 1, &link), ACL_ERROR_RT_PARAM_INVALID, {"otherDeviceId"});
  ExpectFailure(aclrtGetDevicesTopo(2, 1, &link), ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId"});
  ExpectFailure(aclrtGetDevicesTopo(0, UINT32_MAX, &link), ACL_ERROR_RT_INVALID_DEVICEID,
                {"otherDeviceId", "4294967295"});
  EXPECT_EQ(value, -1);
  EXPECT_EQ(link, 9U);
  OnNewThread([] {
    EXPECT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtDeviceDisablePeerAccess(1), ACL_ERROR_RT_CONTEXT_NULL);
  });
}

}  // namespace
}  // namespace openaclnn::runtime
