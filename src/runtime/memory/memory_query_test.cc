// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "runtime/copy/copy_testing.h"

namespace openaclnn::runtime {
namespace {

using MemoryQueryTest = CopyTest;

TEST_F(MemoryQueryTest, UsageFollowsAllocations) {
  constexpr size_t kLarge = size_t{20} << 20;
  aclrtMemUsageInfo before[2];
  std::memset(before, 0x5a, sizeof before);
  size_t count = 0;
  ASSERT_EQ(aclrtGetMemUsageInfo(0, before, 2, &count), ACL_SUCCESS);
  ASSERT_EQ(count, 1U);
  EXPECT_EQ(std::string(before[0].name), "APP");
  EXPECT_EQ(before[1].name[0], 0x5a) << "nothing behind the entries";
  void* block = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, kLarge, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  aclrtMemUsageInfo now;
  ASSERT_EQ(aclrtGetMemUsageInfo(0, &now, 1, &count), ACL_SUCCESS);
  EXPECT_GE(now.curMemSize, before[0].curMemSize + kLarge);
  EXPECT_GE(now.memPeakSize, now.curMemSize);
  const uint64_t peak = now.memPeakSize;
  ASSERT_EQ(aclrtFree(block), ACL_SUCCESS);
  ASSERT_EQ(aclrtGetMemUsageInfo(0, &now, 1, &count), ACL_SUCCESS);
  EXPECT_EQ(now.curMemSize, before[0].curMemSize);
  EXPECT_EQ(now.memPeakSize, peak);
  ASSERT_EQ(aclrtGetMemUsageInfo(1, &now, 1, &count), ACL_SUCCESS) << "needs no current device";
  EXPECT_EQ(now.curMemSize, 0U);
  count = 7;
  ExpectFailure(aclrtGetMemUsageInfo(0, nullptr, 1, &count), ACL_ERROR_INVALID_PARAM,
                {"memUsageInfo", "null"});
  ExpectFailure(aclrtGetMemUsageInfo(0, &now, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"outputNum", "null"});
  ExpectFailure(aclrtGetMemUsageInfo(0, &now, 0, &count), ACL_ERROR_INVALID_PARAM, {"inputNum", "0"});
  for (const int32_t device : {2, -1}) {
    ExpectFailure(aclrtGetMemUsageInfo(device, &now, 1, &count), ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId"});
  }
  EXPECT_EQ(count, 7U);
}

TEST_F(MemoryQueryTest, KnownRangesAreThoseOfBlocks) {
  void* base = nullptr;
  size_t bytes = 0;
  EXPECT_EQ(aclrtMemGetAddressRange(device_ + 5, &base, &bytes), ACL_SUCCESS);
  EXPECT_EQ(base, device_);
  EXPECT_EQ(bytes, kUsable);
  EXPECT_EQ(aclrtMemGetAddressRange(pinned_ + kBytes - 1, &base, &bytes), ACL_SUCCESS);
  EXPECT_EQ(base, pinned_);
  EXPECT_EQ(bytes, kBytes);
  ExpectFailure(aclrtMemGetAddressRange(host_.data(), &base, &bytes), ACL_ERROR_RT_PARAM_INVALID, {"ptr"});
  ExpectFailure(aclrtMemGetAddressRange(device_ + kUsable, &base, &bytes), ACL_ERROR_RT_PARAM_INVALID,
                {"ptr"});
  ExpectFailure(aclrtMemGetAddressRange(nullptr, &base, &bytes), ACL_ERROR_INVALID_PARAM, {"ptr", "null"});
  ExpectFailure(aclrtMemGetAddressRange(device_, nullptr, &bytes), ACL_ERROR_INVALID_PARAM,
                {"pbase", "null"});
  ExpectFailure(aclrtMemGetAddressRange(device_, &base, nullptr), ACL_ERROR_INVALID_PARAM, {"psize", "null"});
  EXPECT_EQ(base, pinned_);
}

TEST_F(MemoryQueryTest, KindsAreThoseOfAllAddresses) {
  void* addresses[3] = {device_, other_ + 9, pinned_};
  uint32_t result = 7;
  EXPECT_EQ(aclrtCheckMemType(addresses, 2, ACL_RT_MEM_TYPE_DEV, &result, 0), ACL_SUCCESS);
  EXPECT_EQ(result, 1U);
  EXPECT_EQ(aclrtCheckMemType(addresses, 2, ACL_RT_MEM_TYPE_DEV | ACL_RT_MEM_TYPE_DVPP, &result, 0),
            ACL_SUCCESS);
  EXPECT_EQ(result, 1U);
  EXPECT_EQ(aclrtCheckMemType(addresses, 3, ACL_RT_MEM_TYPE_DEV, &result, 0), ACL_SUCCESS);
  EXPECT_EQ(result, 0U);
  for (void* const stranger : {static_cast<void*>(host_.data()), static_cast<void*>(nullptr)}) {
    addresses[1] = stranger;
    result = 7;
    EXPECT_EQ(aclrtCheckMemType(addresses, 2, ACL_RT_MEM_TYPE_DEV, &result, 0), ACL_SUCCESS);
    EXPECT_EQ(result, 0U);
  }
  EXPECT_EQ(aclrtCheckMemType(addresses, 1, ACL_RT_MEM_TYPE_DVPP | ACL_RT_MEM_TYPE_RSVD, &result, 0),
            ACL_SUCCESS);
  EXPECT_EQ(result, 0U);
  result = 7;
  ExpectFailure(aclrtCheckMemType(nullptr, 1, ACL_RT_MEM_TYPE_DEV, &result, 0), ACL_ERROR_INVALID_PARAM,
                {"addrList", "null"});
  ExpectFailure(aclrtCheckMemType(addresses, 0, ACL_RT_MEM_TYPE_DEV, &result, 0), ACL_ERROR_INVALID_PARAM,
                {"size", "0"});
  ExpectFailure(aclrtCheckMemType(addresses, 1, ACL_RT_MEM_TYPE_DEV, nullptr, 0), ACL_ERROR_INVALID_PARAM,
                {"checkResult", "null"});
  for (const uint32_t kinds : {0U, 1U, 4U, 0x22U}) {
    ExpectFailure(aclrtCheckMemType(addresses, 1, kinds, &result, 0), ACL_ERROR_RT_PARAM_INVALID,
                  {"memType"});
  }
  ExpectFailure(aclrtCheckMemType(addresses, 1, ACL_RT_MEM_TYPE_DEV, &result, 1), ACL_ERROR_RT_PARAM_INVALID,
                {"reserve", "1"});
  EXPECT_EQ(result, 7U);
}

TEST_F(MemoryQueryTest, CacheMaintenanceIsChecked) {
  for (aclError (*const maintain)(void*, size_t) : {aclrtMemFlush, aclrtMemInvalidate}) {
    EXPECT_EQ(maintain(device_ + 1, 100), ACL_SUCCESS);
    ExpectFailure(maintain(nullptr, 1), ACL_ERROR_INVALID_PARAM, {"devPtr", "null"});
    ExpectFailure(maintain(device_, 0), ACL_ERROR_INVALID_PARAM, {"size", "0"});
    ExpectFailure(maintain(device_, kUsable + 1), ACL_ERROR_RT_PARAM_INVALID, {"devPtr"});
    ExpectFailure(maintain(pinned_, 1), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "device memory"});
    OnNewThread([&] { ExpectFailure(maintain(device_, 1), ACL_ERROR_RT_CONTEXT_NULL, {"context"}); });
  }
}

TEST_F(MemoryQueryTest, PrefetchIsAHint) {
  EXPECT_EQ(aclrtCmoAsync(device_, 100, ACL_RT_CMO_TYPE_PREFETCH, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtCmoAsync(device_, 0, ACL_RT_CMO_TYPE_PREFETCH, nullptr), ACL_SUCCESS);
  for (const aclrtCmoType type :
       {ACL_RT_CMO_TYPE_WRITEBACK, ACL_RT_CMO_TYPE_INVALID, ACL_RT_CMO_TYPE_FLUSH}) {
    ExpectFailure(aclrtCmoAsync(device_, 100, type, stream_), ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  {"aclrtCmoAsync", "cmoType", "ACL_RT_CMO_TYPE_PREFETCH"});
  }
  for (const int type : {-1, 4}) {
    ExpectFailure(aclrtCmoAsync(device_, 100, AnyEnum<aclrtCmoType>(type), stream_),
                  ACL_ERROR_RT_PARAM_INVALID, {"cmoType"});
  }
  const aclrtCmoType prefetch = ACL_RT_CMO_TYPE_PREFETCH;
  ExpectFailure(aclrtCmoAsync(nullptr, 1, prefetch, stream_), ACL_ERROR_INVALID_PARAM, {"src", "null"});
  ExpectFailure(aclrtCmoAsync(device_, kUsable + 1, prefetch, stream_), ACL_ERROR_RT_PARAM_INVALID, {"src"});
  ExpectFailure(aclrtCmoAsync(host_.data(), 1, prefetch, stream_), ACL_ERROR_RT_PARAM_INVALID,
                {"src", "device memory"});
  ExpectFailure(aclrtCmoAsync(device_, 1, prefetch, &host_), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  OnNewThread([&] {
    ExpectFailure(aclrtCmoAsync(device_, 1, prefetch, stream_), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
  });
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ExpectFailure(aclrtCmoAsync(device_, 1, prefetch, stream_), ACL_ERROR_RT_STREAM_CONTEXT, {"stream"});
  ExpectFailure(aclrtCmoAsync(device_, 1, prefetch, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                {"src", "the stream's device 1", "device 0"});
}

TEST_F(MemoryQueryTest, PeerMappingsAreChecked) {
  ExpectFailure(aclrtMemP2PMap(device_, kBytes, 1, 0), ACL_ERROR_RT_PARAM_INVALID,
                {"aclrtDeviceEnablePeerAccess"});
  ASSERT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemP2PMap(device_, kBytes, 1, 0), ACL_SUCCESS);
  ExpectFailure(aclrtMemP2PMap(nullptr, 1, 1, 0), ACL_ERROR_INVALID_PARAM,
                {"aclrtMemP2PMap", "devPtr", "null"});
  ExpectFailure(aclrtMemP2PMap(device_, 0, 1, 0), ACL_ERROR_INVALID_PARAM, {"size", "0"});
  ExpectFailure(aclrtMemP2PMap(device_, kUsable + 1, 1, 0), ACL_ERROR_RT_PARAM_INVALID, {"devPtr"});
  ExpectFailure(aclrtMemP2PMap(pinned_, 1, 1, 0), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "device memory"});
  ExpectFailure(aclrtMemP2PMap(device_, 1, 0, 0), ACL_ERROR_RT_PARAM_INVALID, {"dstDevId", "another device"});
  ExpectFailure(aclrtMemP2PMap(device_, 1, 1, 1), ACL_ERROR_RT_PARAM_INVALID, {"flags", "1"});
  ExpectFailure(aclrtMemP2PMap(device_, 1, 2, 0), ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId", "2"});
  OnNewThread(
      [&] { ExpectFailure(aclrtMemP2PMap(device_, 1, 1, 0), ACL_ERROR_RT_CONTEXT_NULL, {"context"}); });
  EXPECT_EQ(aclrtDeviceDisablePeerAccess(1), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::runtime
