// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

using MemoryTest = DeviceTest;

// Whether `bytes` of the block may be used.
bool Usable(void* block, size_t bytes) {
  const bool usable = aclrtMemset(block, bytes, 0, bytes) == ACL_SUCCESS;
  TakeMessages();
  return usable;
}

TEST_F(MemoryTest, BlocksAreAlignedAndSizedAsDocumented) {
  for (const size_t size : {size_t{1}, size_t{31}, size_t{32}, size_t{33}, size_t{1000}, size_t{3} << 20}) {
    const size_t rounded = (size + 31) / 32 * 32;
    void* block = nullptr;
    ASSERT_EQ(aclrtMalloc(&block, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0U);
    EXPECT_TRUE(Usable(block, rounded + 32)) << size;
    EXPECT_FALSE(Usable(block, rounded + 33)) << size;
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
    ASSERT_EQ(aclrtMallocAlign32(&block, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0U);
    EXPECT_TRUE(Usable(block, rounded)) << size;
    EXPECT_FALSE(Usable(block, rounded + 1)) << size;
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
    ASSERT_EQ(aclrtMalloc(&block, size, ACL_MEM_MALLOC_HUGE1G_ONLY), ACL_SUCCESS);
    EXPECT_TRUE(Usable(block, rounded)) << size;
    EXPECT_FALSE(Usable(block, rounded + 1)) << size;
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  }
}

TEST_F(MemoryTest, ThePolicyIsAHint) {
  for (int policy = 0; policy <= 8; ++policy) {
    void* block = nullptr;
    EXPECT_EQ(aclrtMalloc(&block, 64, AnyEnum<aclrtMemMallocPolicy>(policy)), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  }
}

TEST_F(MemoryTest, ArgumentsAreChecked) {
  void* block = &block;
  void* const untouched = block;
  ExpectFailure(aclrtMalloc(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM,
                {"aclrtMalloc", "devPtr", "null"});
  ExpectFailure(aclrtMalloc(&block, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM, {"size", "0"});
  ExpectFailure(aclrtMallocAlign32(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM,
                {"devPtr"});
  ExpectFailure(aclrtMallocAlign32(&block, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM, {"size"});
  ExpectFailure(aclrtMallocHost(nullptr, 1), ACL_ERROR_INVALID_PARAM, {"hostPtr", "null"});
  ExpectFailure(aclrtMallocHost(&block, 0), ACL_ERROR_INVALID_PARAM, {"size", "0"});
  ExpectFailure(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM, {"devPtr", "null"});
  ExpectFailure(aclrtFreeHost(nullptr), ACL_ERROR_INVALID_PARAM, {"hostPtr", "null"});
  EXPECT_EQ(block, untouched);
}

TEST_F(MemoryTest, ExhaustionIsAnError) {
  void* block = nullptr;
  for (const size_t size : {size_t{1} << 40, SIZE_MAX, SIZE_MAX - 31, SIZE_MAX - 63, SIZE_MAX - 64}) {
    ExpectFailure(aclrtMalloc(&block, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_MEMORY_ALLOCATION,
                  {"aclrtMalloc", "Failed to allocate", "bytes of device memory"});
  }
  for (const size_t size : {SIZE_MAX / 2, SIZE_MAX}) {
    ExpectFailure(aclrtMallocHost(&block, size), ACL_ERROR_RT_MEMORY_ALLOCATION,
                  {"aclrtMallocHost", "Failed to allocate", "bytes of host memory"});
  }
  EXPECT_EQ(block, nullptr);
  // Block by block to the end, and everything is there again afterwards.
  std::vector<void*> blocks;
  while (aclrtMalloc(&block, size_t{16} << 20, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS) {
    blocks.push_back(block);
    ASSERT_LE(blocks.size(), 16U);
  }
  EXPECT_GE(blocks.size(), 14U);
  for (void* each : blocks) {
    EXPECT_EQ(aclrtFree(each), ACL_SUCCESS);
  }
  size_t free = 0;
  size_t total = 0;
  EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
  EXPECT_EQ(free, total);
}

TEST_F(MemoryTest, InfoFollowsAllocations) {
  size_t free = 0;
  size_t total = 0;
  ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
  EXPECT_EQ(total, size_t{256} << 20);
  void* block = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, size_t{10} << 20, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  for (const aclrtMemAttr attribute : {ACL_HBM_MEM, ACL_HBM_MEM_HUGE, ACL_DDR_MEM, ACL_MEM_NORMAL}) {
    size_t freeNow = 0;
    EXPECT_EQ(aclrtGetMemInfo(attribute, &freeNow, &total), ACL_SUCCESS);
    EXPECT_LE(freeNow, free - (size_t{10} << 20));
  }
  OnNewThread([free] {
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    size_t otherFree = 0;
    size_t otherTotal = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &otherFree, &otherTotal), ACL_SUCCESS);
    EXPECT_EQ(otherFree, free) << "each device has its own";
  });
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  size_t freeNow = 0;
  EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &freeNow, &total), ACL_SUCCESS);
  EXPECT_EQ(freeNow, free);
  ExpectFailure(aclrtGetMemInfo(ACL_HBM_MEM, nullptr, &total), ACL_ERROR_INVALID_PARAM, {"free"});
  ExpectFailure(aclrtGetMemInfo(ACL_HBM_MEM, &free, nullptr), ACL_ERROR_INVALID_PARAM, {"total"});
  ExpectFailure(aclrtGetMemInfo(AnyEnum<aclrtMemAttr>(18), &free, &total), ACL_ERROR_RT_PARAM_INVALID,
                {"18"});
}

TEST_F(MemoryTest, AWrongFreeIsNamed) {
  char* device = nullptr;
  char* host = nullptr;
  ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&device), 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclrtMallocHost(reinterpret_cast<void**>(&host), 64), ACL_SUCCESS);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(host) % 64, 0U);
  ExpectFailure(aclrtFree(device + 8), ACL_ERROR_RT_PARAM_INVALID,
                {"devPtr", "8 bytes behind the start", "96 bytes"});
  ExpectFailure(aclrtFree(host), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "aclrtMallocHost"});
  ExpectFailure(aclrtFreeHost(device), ACL_ERROR_RT_PARAM_INVALID, {"hostPtr", "aclrtMalloc"});
  ExpectFailure(aclrtFreeHost(host + 1), ACL_ERROR_RT_PARAM_INVALID, {"hostPtr", "1 bytes behind the start"});
  int local = 0;
  ExpectFailure(aclrtFree(&local), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "never allocated"});
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
  ExpectFailure(aclrtFree(device), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "freed before"});
  EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
  ExpectFailure(aclrtFreeHost(host), ACL_ERROR_RT_PARAM_INVALID, {"hostPtr", "freed before"});
}

TEST_F(MemoryTest, AttributesTellWhereAnAddressLies) {
  char* device = nullptr;
  char* large = nullptr;
  char* host = nullptr;
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&device), 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&large), 4 << 20, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclrtMallocHost(reinterpret_cast<void**>(&host), 64), ACL_SUCCESS);
  aclrtPtrAttributes attributes;
  std::memset(&attributes, 0xff, sizeof attributes);
  EXPECT_EQ(aclrtPointerGetAttributes(device + 10, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_EQ(attributes.location.id, 1U);
  EXPECT_EQ(attributes.pageSize, 4096U);
  EXPECT_EQ(aclrtPointerGetAttributes(large, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.pageSize, 2U << 20);
  EXPECT_EQ(aclrtPointerGetAttributes(host + 63, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_HOST);
  EXPECT_EQ(aclrtPointerGetAttributes(&attributes, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  ExpectFailure(aclrtPointerGetAttributes(nullptr, &attributes), ACL_ERROR_INVALID_PARAM, {"ptr", "null"});
  ExpectFailure(aclrtPointerGetAttributes(device, nullptr), ACL_ERROR_INVALID_PARAM, {"attributes", "null"});
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
  EXPECT_EQ(aclrtPointerGetAttributes(device, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  EXPECT_EQ(aclrtFree(large), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
}

TEST_F(MemoryTest, CachedMemoryTakesFourPolicies) {
  void* block = nullptr;
  for (const aclrtMemMallocPolicy policy : {ACL_MEM_MALLOC_HUGE_FIRST, ACL_MEM_MALLOC_HUGE_ONLY,
                                            ACL_MEM_MALLOC_NORMAL_ONLY, ACL_MEM_MALLOC_HUGE1G_ONLY}) {
    ASSERT_EQ(aclrtMallocCached(&block, 33, policy), ACL_SUCCESS);
    EXPECT_TRUE(Usable(block, policy == ACL_MEM_MALLOC_HUGE1G_ONLY ? 64 : 96));
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  }
  void* untouched = &block;
  for (const int policy : {3, 4, 5, 7, 8, -1, 0x100}) {
    ExpectFailure(aclrtMallocCached(&untouched, 1, AnyEnum<aclrtMemMallocPolicy>(policy)),
                  ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"aclrtMallocCached", "policy"});
  }
  ExpectFailure(aclrtMallocCached(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM,
                {"devPtr"});
  ExpectFailure(aclrtMallocCached(&untouched, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM,
                {"size"});
  ExpectFailure(aclrtMallocCached(&untouched, SIZE_MAX, ACL_MEM_MALLOC_HUGE_FIRST),
                ACL_ERROR_RT_MEMORY_ALLOCATION, {"Failed to allocate"});
  OnNewThread([&] {
    ExpectFailure(aclrtMallocCached(&untouched, 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL,
                  {"context"});
  });
  EXPECT_EQ(untouched, &block);
}

using ConfiguredMalloc = aclError (*)(void**, size_t, aclrtMemMallocPolicy, aclrtMallocConfig*);
constexpr ConfiguredMalloc kConfiguredMallocs[] = {aclrtMallocWithCfg, aclrtMallocForTaskScheduler};

TEST_F(MemoryTest, PoliciesCanCarryFlags) {
  for (const ConfiguredMalloc allocate : kConfiguredMallocs) {
    for (const int policy : {0, 7, 0x100, 0x1001, 0x100002, 0x101006}) {
      void* block = nullptr;
      ASSERT_EQ(allocate(&block, 32, AnyEnum<aclrtMemMallocPolicy>(policy), nullptr), ACL_SUCCESS) << policy;
      EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0U);
      EXPECT_EQ(Usable(block, 64), (policy & 0xff) < ACL_MEM_MALLOC_HUGE1G_ONLY) << policy;
      EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
    }
    void* untouched = &untouched;
    for (const int policy : {8, 0x1100, 0x200, 0x200000, -1}) {
      ExpectFailure(allocate(&untouched, 32, AnyEnum<aclrtMemMallocPolicy>(policy), nullptr),
                    ACL_ERROR_RT_PARAM_INVALID, {"policy"});
    }
    ExpectFailure(allocate(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST, nullptr), ACL_ERROR_INVALID_PARAM,
                  {"devPtr"});
    ExpectFailure(allocate(&untouched, 0, ACL_MEM_MALLOC_HUGE_FIRST, nullptr), ACL_ERROR_INVALID_PARAM,
                  {"size"});
    ExpectFailure(allocate(&untouched, SIZE_MAX, ACL_MEM_MALLOC_HUGE_FIRST, nullptr),
                  ACL_ERROR_RT_MEMORY_ALLOCATION, {"Failed to allocate"});
    OnNewThread([&] {
      ExpectFailure(allocate(&untouched, 1, ACL_MEM_MALLOC_HUGE_FIRST, nullptr), ACL_ERROR_RT_CONTEXT_NULL,
                    {"context"});
    });
    EXPECT_EQ(untouched, static_cast<void*>(&untouched));
  }
}

TEST_F(MemoryTest, AttributesCanNameADevice) {
  aclrtMallocAttribute attributes[2] = {};
  aclrtMallocConfig config{attributes, 2};
  for (const ConfiguredMalloc allocate : kConfiguredMallocs) {
    attributes[0].attr = ACL_RT_MEM_ATTR_MODULE_ID;
    attributes[0].value.moduleId = 7;
    attributes[1].attr = ACL_RT_MEM_ATTR_DEVICE_ID;
    for (const uint32_t device : {0U, 1U}) {
      attributes[1].value.deviceId = device;
      void* block = nullptr;
      ASSERT_EQ(allocate(&block, 64, ACL_MEM_MALLOC_HUGE_FIRST, &config), ACL_SUCCESS);
      aclrtPtrAttributes found;
      EXPECT_EQ(aclrtPointerGetAttributes(block, &found), ACL_SUCCESS);
      EXPECT_EQ(found.location.id, device);
      EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
    }
    void* untouched = &config;
    attributes[1].value.deviceId = 2;
    ExpectFailure(allocate(&untouched, 64, ACL_MEM_MALLOC_HUGE_FIRST, &config), ACL_ERROR_RT_INVALID_DEVICEID,
                  {"deviceId", "2"});
    for (const int type : {0, 3, 4, -1}) {
      attributes[1].attr = AnyEnum<aclrtMallocAttrType>(type);
      ExpectFailure(allocate(&untouched, 64, ACL_MEM_MALLOC_HUGE_FIRST, &config), ACL_ERROR_RT_PARAM_INVALID,
                    {"cfg->attrs[1].attr"});
    }
    aclrtMallocConfig null{nullptr, 1};
    ExpectFailure(allocate(&untouched, 64, ACL_MEM_MALLOC_HUGE_FIRST, &null), ACL_ERROR_INVALID_PARAM,
                  {"cfg->attrs", "null"});
    EXPECT_EQ(untouched, &config);
  }
}

TEST_F(MemoryTest, FreesAfterTheDeviceIsDone) {
  void* block = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  std::atomic<int> runs{0};
  EXPECT_EQ(Launch(nullptr, 0, &runs), ACL_SUCCESS);
  EXPECT_EQ(Launch(nullptr, ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, &runs), ACL_SUCCESS);
  OnNewThread([block] { EXPECT_EQ(aclrtFreeWithDevSync(block), ACL_SUCCESS) << "needs no context"; });
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION) << "stays for the stream";
  ExpectFailure(aclrtFreeWithDevSync(block), ACL_ERROR_RT_PARAM_INVALID,
                {"aclrtFreeWithDevSync", "devPtr", "freed before"});
  ExpectFailure(aclrtFreeWithDevSync(nullptr), ACL_ERROR_INVALID_PARAM, {"devPtr", "null"});
}

TEST_F(MemoryTest, ManyThreadsAllocate) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  threads.reserve(4);
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&wrong] {
      wrong += aclrtSetDevice(0) != ACL_SUCCESS ? 1 : 0;
      for (size_t round = 1; round < 500; ++round) {
        void* block = nullptr;
        wrong += aclrtMalloc(&block, round * 17, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS ? 1 : 0;
        wrong += aclrtMemset(block, round * 17, 1, round * 17) != ACL_SUCCESS ? 1 : 0;
        wrong += aclrtFree(block) != ACL_SUCCESS ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace openaclnn::runtime
