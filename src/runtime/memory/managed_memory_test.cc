// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

using ManagedMemoryTest = DeviceTest;

TEST_F(ManagedMemoryTest, HostAndDeviceUseTheSameBytes) {
  constexpr size_t kCount = 1000;
  int32_t* shared = nullptr;
  ASSERT_EQ(aclrtMemAllocManaged(reinterpret_cast<void**>(&shared), kCount * sizeof(int32_t),
                                 ACL_RT_MEM_ATTACH_GLOBAL),
            ACL_SUCCESS);
  std::iota(shared, shared + kCount, 0);
  int32_t* device = nullptr;
  ASSERT_EQ(
      aclrtMalloc(reinterpret_cast<void**>(&device), kCount * sizeof(int32_t), ACL_MEM_MALLOC_HUGE_FIRST),
      ACL_SUCCESS);
  // As the device's memory, and as the host's.
  for (const aclrtMemcpyKind kind : {ACL_MEMCPY_DEVICE_TO_DEVICE, ACL_MEMCPY_HOST_TO_DEVICE}) {
    ASSERT_EQ(aclrtMemset(device, kCount * sizeof(int32_t), 0, kCount * sizeof(int32_t)), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemcpy(device, kCount * sizeof(int32_t), shared, kCount * sizeof(int32_t), kind),
              ACL_SUCCESS);
    std::vector<int32_t> found(kCount);
    ASSERT_EQ(aclrtMemcpy(found.data(), kCount * sizeof(int32_t), device, kCount * sizeof(int32_t),
                          ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    EXPECT_TRUE(std::equal(found.begin(), found.end(), shared));
  }
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtMemsetAsync(shared, kCount * sizeof(int32_t), 1, kCount * sizeof(int32_t), stream),
            ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(shared[kCount - 1], 0x01010101);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(shared), ACL_SUCCESS);
}

TEST_F(ManagedMemoryTest, ItsAttributesSayWhatItIs) {
  char* shared = nullptr;
  ASSERT_EQ(aclrtMemAllocManaged(reinterpret_cast<void**>(&shared), 100, ACL_RT_MEM_ATTACH_GLOBAL),
            ACL_SUCCESS);
  aclrtPtrAttributes attributes{};
  ASSERT_EQ(aclrtPointerGetAttributes(shared + 99, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_MANAGED);
  EXPECT_EQ(attributes.location.id, 0U);
  EXPECT_EQ(aclrtFree(shared), ACL_SUCCESS);
  ASSERT_EQ(aclrtPointerGetAttributes(shared, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
}

TEST_F(ManagedMemoryTest, ItCountsAsTheDevicesMemory) {
  size_t before = 0;
  size_t after = 0;
  size_t total = 0;
  constexpr size_t kBytes = size_t{4} << 20;
  ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total), ACL_SUCCESS);
  void* shared = nullptr;
  ASSERT_EQ(aclrtMemAllocManaged(&shared, kBytes, ACL_RT_MEM_ATTACH_GLOBAL), ACL_SUCCESS);
  ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), ACL_SUCCESS);
  EXPECT_LE(after + kBytes, before);
  EXPECT_EQ(aclrtFree(shared), ACL_SUCCESS);
}

TEST_F(ManagedMemoryTest, ArgumentsAreChecked) {
  void* shared = nullptr;
  ExpectFailure(aclrtMemAllocManaged(nullptr, 8, ACL_RT_MEM_ATTACH_GLOBAL), ACL_ERROR_INVALID_PARAM, {"ptr"});
  ExpectFailure(aclrtMemAllocManaged(&shared, 0, ACL_RT_MEM_ATTACH_GLOBAL), ACL_ERROR_INVALID_PARAM,
                {"size"});
  ExpectFailure(aclrtMemAllocManaged(&shared, 8, 2), ACL_ERROR_RT_PARAM_INVALID, {"flag"});
  OnNewThread([&shared] {
    ExpectFailure(aclrtMemAllocManaged(&shared, 8, ACL_RT_MEM_ATTACH_GLOBAL), ACL_ERROR_RT_CONTEXT_NULL, {});
  });
  EXPECT_EQ(shared, nullptr);
}

}  // namespace
}  // namespace openaclnn::runtime
