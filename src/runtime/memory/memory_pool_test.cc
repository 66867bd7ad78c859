// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <vector>

#include "acl/acl_rt_memory_soma.h"
#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kMib = size_t{1} << 20;

class MemoryPoolTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&other_), ACL_SUCCESS);
    free_ = FreeBytes();
    const aclrtMemPoolProps properties = Properties();
    ASSERT_EQ(aclrtMemPoolCreate(&pool_, &properties), ACL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtMemPoolDestroy(pool_), ACL_SUCCESS);
    EXPECT_EQ(FreeBytes(), free_) << "all memory is given back";
    EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(other_), ACL_SUCCESS);
    DeviceTest::TearDown();
  }

  static aclrtMemPoolProps Properties() {
    aclrtMemPoolProps properties{};
    properties.allocType = ACL_MEM_ALLOCATION_TYPE_PINNED;
    properties.handleType = ACL_MEM_HANDLE_TYPE_NONE;
    properties.location = {0, ACL_MEM_LOCATION_TYPE_DEVICE};
    return properties;
  }
  static size_t FreeBytes() {
    size_t free = 0;
    size_t total = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
    return free;
  }
  char* Allocate(size_t bytes, aclrtStream stream) {
    void* data = nullptr;
    EXPECT_EQ(aclrtMemPoolMallocAsync(&data, bytes, pool_, stream), ACL_SUCCESS);
    return static_cast<char*>(data);
  }
  void Free(void* data, aclrtStream stream) { EXPECT_EQ(aclrtMemPoolFreeAsync(data, stream), ACL_SUCCESS); }
  uint64_t Counter(aclrtMemPoolAttr attribute) {
    uint64_t value = 0;
    EXPECT_EQ(aclrtMemPoolGetAttr(pool_, attribute, &value), ACL_SUCCESS);
    return value;
  }
  uint64_t Reserved() { return Counter(ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT); }
  uint64_t Used() { return Counter(ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT); }
  void SetThreshold(uint64_t bytes) {
    EXPECT_EQ(aclrtMemPoolSetAttr(pool_, ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, &bytes), ACL_SUCCESS);
  }

  aclrtStream stream_ = nullptr;
  aclrtStream other_ = nullptr;
  aclrtMemPool pool_ = nullptr;
  size_t free_ = 0;
};

TEST_F(MemoryPoolTest, MemoryIsDeviceMemoryOfTheSizeAskedFor) {
  char* const data = Allocate(1000, stream_);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 64, 0U);
  EXPECT_EQ(aclrtMemsetAsync(data, 1024, 7, 1024, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  std::vector<char> host(1024);
  EXPECT_EQ(aclrtMemcpy(host.data(), 1024, data, 1024, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(host, std::vector<char>(1024, 7));
  ExpectFailure(aclrtMemset(data, 1025, 0, 1025), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "1024"});
  ExpectFailure(aclrtFree(data), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "aclrtMemPoolMallocAsync"});
  Free(data, stream_);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemset(data, 1, 0, 1), ACL_ERROR_RT_PARAM_INVALID) << "freed";
}

TEST_F(MemoryPoolTest, AFreeTakesEffectInStreamOrder) {
  char* const data = Allocate(4 * kMib, stream_);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtMemsetAsync(data, 4 * kMib, 1, 4 * kMib, stream_), ACL_SUCCESS);
  Free(data, stream_);
  EXPECT_GE(Used(), 4 * kMib) << "the stream has not come to it";
  char* const different = Allocate(4 * kMib, other_);
  EXPECT_NE(different, data) << "not for other streams yet";
  Free(different, other_);
  ExpectFailure(aclrtMemPoolFreeAsync(data, stream_), ACL_ERROR_RT_PARAM_INVALID, {"ptr", "freed before"});
  // For the same stream it can be used at once; what was queued before still runs on it.
  char* const again = Allocate(4 * kMib, stream_);
  EXPECT_EQ(again, data);
  EXPECT_EQ(aclrtMemsetAsync(again, 4 * kMib, 2, 4 * kMib, stream_), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  char byte = 0;
  EXPECT_EQ(aclrtMemcpy(&byte, 1, again, 1, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS)
      << "the old free is over";
  EXPECT_EQ(byte, 2);
  Free(again, stream_);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemset(again, 1, 0, 1), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
}

TEST_F(MemoryPoolTest, TheSameMemoryServesALoopOnOneStream) {
  Gate gate;
  gate.Block(stream_);
  char* const first = Allocate(64 * kMib, stream_);
  Free(first, stream_);
  for (int round = 0; round < 20; ++round) {  // five times what the device has
    char* const data = Allocate(64 * kMib, stream_);
    EXPECT_EQ(data, first);
    EXPECT_EQ(aclrtMemsetAsync(data, 64, round, 64, stream_), ACL_SUCCESS);
    Free(data, stream_);
  }
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

TEST_F(MemoryPoolTest, IdleMemoryAboveTheThresholdGoesAtASynchronize) {
  SetThreshold(10 * kMib);
  char* const small = Allocate(4 * kMib, stream_);
  char* const large = Allocate(16 * kMib, stream_);
  const size_t both = Reserved();
  Free(small, stream_);
  Free(large, stream_);
  while (Used() > 0) {
    std::this_thread::yield();
  }
  EXPECT_EQ(Reserved(), both) << "before the synchronize";
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Reserved(), 4 * kMib);
  EXPECT_EQ(Allocate(3 * kMib, stream_), small) << "idle memory is used again";
  EXPECT_EQ(Reserved(), 4 * kMib);
  SetThreshold(0);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(Reserved(), 4 * kMib) << "in use";
  Free(small, stream_);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(Reserved(), 0U);
}

TEST_F(MemoryPoolTest, TrimmingOverridesTheThreshold) {
  SetThreshold(UINT64_MAX);
  char* const used = Allocate(2 * kMib, stream_);
  std::vector<char*> blocks;
  blocks.reserve(4);
  for (int block = 0; block < 4; ++block) {
    blocks.push_back(Allocate(2 * kMib, stream_));
  }
  for (char* const block : blocks) {
    Free(block, stream_);
  }
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Reserved(), 10 * kMib);
  EXPECT_EQ(aclrtMemPoolTrimTo(pool_, 100 * kMib), ACL_SUCCESS);
  EXPECT_EQ(Reserved(), 10 * kMib);
  EXPECT_EQ(aclrtMemPoolTrimTo(pool_, 7 * kMib), ACL_SUCCESS);
  EXPECT_EQ(Reserved(), 6 * kMib);
  EXPECT_EQ(aclrtMemPoolTrimTo(pool_, 0), ACL_SUCCESS);
  EXPECT_EQ(Reserved(), 2 * kMib) << "in use";
  Free(used, stream_);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Reserved(), 2 * kMib);
  ExpectFailure(aclrtMemPoolTrimTo(nullptr, 0), ACL_ERROR_INVALID_PARAM, {"memPool"});
  ExpectFailure(aclrtMemPoolTrimTo(stream_, 0), ACL_ERROR_RT_INVALID_HANDLE, {"memPool"});
}

TEST_F(MemoryPoolTest, OtherStreamsGetIdleMemoryByLeave) {
  SetThreshold(UINT64_MAX);
  char* const data = Allocate(2 * kMib, stream_);
  Free(data, stream_);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  uint32_t leave = 0;
  EXPECT_EQ(aclrtMemPoolSetAttr(pool_, ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC, &leave), ACL_SUCCESS);
  char* const different = Allocate(2 * kMib, other_);
  EXPECT_NE(different, data);
  leave = 1;
  EXPECT_EQ(aclrtMemPoolSetAttr(pool_, ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC, &leave), ACL_SUCCESS);
  EXPECT_EQ(Allocate(2 * kMib, other_), data);
  Free(data, other_);
  Free(different, other_);
  EXPECT_EQ(aclrtSynchronizeStream(other_), ACL_SUCCESS);
}

TEST_F(MemoryPoolTest, MuchTooLargeMemoryIsNotUsed) {
  SetThreshold(UINT64_MAX);
  char* const data = Allocate(16 * kMib, stream_);
  Free(data, stream_);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  char* const small = Allocate(kMib, stream_);
  EXPECT_NE(small, data);
  Free(small, stream_);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

TEST_F(MemoryPoolTest, AttributesAreReadAndSet) {
  for (const auto attribute :
       {ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES, ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC,
        ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES}) {
    uint32_t value = 7;
    EXPECT_EQ(aclrtMemPoolGetAttr(pool_, attribute, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 1U);
    value = 0;
    EXPECT_EQ(aclrtMemPoolSetAttr(pool_, attribute, &value), ACL_SUCCESS);
    value = 7;
    EXPECT_EQ(aclrtMemPoolGetAttr(pool_, attribute, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0U);
    value = 2;
    ExpectFailure(aclrtMemPoolSetAttr(pool_, attribute, &value), ACL_ERROR_RT_PARAM_INVALID, {"value", "2"});
  }
  EXPECT_EQ(Counter(ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD), 0U);
  SetThreshold(5);
  EXPECT_EQ(Counter(ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD), 5U);

  char* const first = Allocate(2 * kMib, stream_);
  char* const second = Allocate(4 * kMib, stream_);
  EXPECT_EQ(Used(), 6 * kMib);
  EXPECT_EQ(Reserved(), 6 * kMib);
  Free(second, stream_);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Used(), 2 * kMib);
  EXPECT_EQ(Reserved(), 2 * kMib);
  uint64_t number = 0;
  for (const auto attribute : {ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH, ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH}) {
    EXPECT_EQ(Counter(attribute), 6 * kMib);
    number = 1;
    ExpectFailure(aclrtMemPoolSetAttr(pool_, attribute, &number), ACL_ERROR_RT_PARAM_INVALID, {"value"});
    number = 0;
    EXPECT_EQ(aclrtMemPoolSetAttr(pool_, attribute, &number), ACL_SUCCESS);
    EXPECT_EQ(Counter(attribute), 2 * kMib);
  }
  for (const int attribute : {5, 7, 0, 9, -1}) {
    ExpectFailure(aclrtMemPoolSetAttr(pool_, AnyEnum<aclrtMemPoolAttr>(attribute), &number),
                  ACL_ERROR_RT_PARAM_INVALID, {"attr"});
  }
  for (const int attribute : {0, 9, -1}) {
    ExpectFailure(aclrtMemPoolGetAttr(pool_, AnyEnum<aclrtMemPoolAttr>(attribute), &number),
                  ACL_ERROR_RT_PARAM_INVALID, {"attr"});
  }
  constexpr auto kThreshold = ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD;
  ExpectFailure(aclrtMemPoolSetAttr(nullptr, kThreshold, &number), ACL_ERROR_INVALID_PARAM, {"memPool"});
  ExpectFailure(aclrtMemPoolSetAttr(pool_, kThreshold, nullptr), ACL_ERROR_INVALID_PARAM, {"value"});
  ExpectFailure(aclrtMemPoolSetAttr(stream_, kThreshold, &number), ACL_ERROR_RT_INVALID_HANDLE, {"memPool"});
  ExpectFailure(aclrtMemPoolGetAttr(nullptr, kThreshold, &number), ACL_ERROR_INVALID_PARAM, {"memPool"});
  ExpectFailure(aclrtMemPoolGetAttr(pool_, kThreshold, nullptr), ACL_ERROR_INVALID_PARAM, {"value"});
  ExpectFailure(aclrtMemPoolGetAttr(stream_, kThreshold, &number), ACL_ERROR_RT_INVALID_HANDLE, {"memPool"});
  Free(first, stream_);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

TEST_F(MemoryPoolTest, PropertiesAreChecked) {
  aclrtMemPool made = nullptr;
  const auto expect = [&made](const aclrtMemPoolProps& properties, aclError status, const char* fragment) {
    ExpectFailure(aclrtMemPoolCreate(&made, &properties), status, {"aclrtMemPoolCreate", fragment});
  };
  aclrtMemPoolProps properties = Properties();
  ExpectFailure(aclrtMemPoolCreate(nullptr, &properties), ACL_ERROR_INVALID_PARAM, {"memPool"});
  ExpectFailure(aclrtMemPoolCreate(&made, nullptr), ACL_ERROR_INVALID_PARAM, {"poolProps"});
  properties.allocType = AnyEnum<aclrtMemAllocationType>(1);
  expect(properties, ACL_ERROR_RT_PARAM_INVALID, "allocType");
  properties = Properties();
  properties.handleType = ACL_MEM_HANDLE_TYPE_POSIX;
  expect(properties, ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "handleType");
  properties.handleType = AnyEnum<aclrtMemHandleType>(1);
  expect(properties, ACL_ERROR_RT_PARAM_INVALID, "handleType");
  properties = Properties();
  properties.location.type = ACL_MEM_LOCATION_TYPE_HOST;
  expect(properties, ACL_ERROR_RT_PARAM_INVALID, "location.type");
  properties = Properties();
  properties.location.id = 2;
  expect(properties, ACL_ERROR_RT_INVALID_DEVICEID, "2");
  properties = Properties();
  properties.reserved[31] = 1;
  expect(properties, ACL_ERROR_RT_PARAM_INVALID, "reserved");
  EXPECT_EQ(made, nullptr);
  ExpectFailure(aclrtMemPoolDestroy(nullptr), ACL_ERROR_INVALID_PARAM, {"memPool"});
  ExpectFailure(aclrtMemPoolDestroy(stream_), ACL_ERROR_RT_INVALID_HANDLE, {"memPool", "never was one"});
}

TEST_F(MemoryPoolTest, RequestsAreChecked) {
  void* data = &data;
  ExpectFailure(aclrtMemPoolMallocAsync(nullptr, 1, pool_, stream_), ACL_ERROR_INVALID_PARAM, {"ptr"});
  ExpectFailure(aclrtMemPoolMallocAsync(&data, 0, pool_, stream_), ACL_ERROR_INVALID_PARAM, {"size"});
  ExpectFailure(aclrtMemPoolMallocAsync(&data, 1, nullptr, stream_), ACL_ERROR_INVALID_PARAM, {"memPool"});
  ExpectFailure(aclrtMemPoolMallocAsync(&data, 1, stream_, stream_), ACL_ERROR_RT_INVALID_HANDLE,
                {"memPool"});
  ExpectFailure(aclrtMemPoolMallocAsync(&data, 1, pool_, pool_), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  for (const size_t size : {size_t{1} << 40, SIZE_MAX, SIZE_MAX - 511, SIZE_MAX - 1024}) {
    ExpectFailure(aclrtMemPoolMallocAsync(&data, size, pool_, stream_), ACL_ERROR_RT_MEMORY_ALLOCATION,
                  {"Failed to allocate"});
  }
  EXPECT_EQ(data, &data);
  ExpectFailure(aclrtMemPoolFreeAsync(nullptr, stream_), ACL_ERROR_INVALID_PARAM, {"ptr"});
  ExpectFailure(aclrtMemPoolFreeAsync(&data, stream_), ACL_ERROR_RT_PARAM_INVALID, {"ptr", "none"});
  char* const block = Allocate(100, nullptr);
  ExpectFailure(aclrtMemPoolFreeAsync(block + 1, stream_), ACL_ERROR_RT_PARAM_INVALID, {"ptr"});
  ExpectFailure(aclrtMemPoolFreeAsync(block, pool_), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  OnNewThread([&] {
    ExpectFailure(aclrtMemPoolMallocAsync(&data, 1, pool_, stream_), ACL_ERROR_RT_CONTEXT_NULL, {});
    ExpectFailure(aclrtMemPoolFreeAsync(block, stream_), ACL_ERROR_RT_CONTEXT_NULL, {});
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    ExpectFailure(aclrtMemPoolMallocAsync(&data, 1, pool_, stream_), ACL_ERROR_RT_STREAM_CONTEXT, {"stream"});
    ExpectFailure(aclrtMemPoolMallocAsync(&data, 1, pool_, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"stream"});
    ExpectFailure(aclrtMemPoolFreeAsync(block, stream_), ACL_ERROR_RT_STREAM_CONTEXT, {"stream"});
    ExpectFailure(aclrtMemPoolFreeAsync(block, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"stream"});
  });
  Free(block, nullptr);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  ExpectFailure(aclrtMemPoolFreeAsync(block, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"ptr"});
}

TEST_F(MemoryPoolTest, TheMaximumHolds) {
  aclrtMemPoolProps properties = Properties();
  properties.maxSize = 8 * kMib;
  aclrtMemPool bounded = nullptr;
  ASSERT_EQ(aclrtMemPoolCreate(&bounded, &properties), ACL_SUCCESS);
  void* data = nullptr;
  ExpectFailure(aclrtMemPoolMallocAsync(&data, 9 * kMib, bounded, stream_), ACL_ERROR_RT_MEMORY_ALLOCATION,
                {"Failed to allocate", "at most 8388608"});
  ASSERT_EQ(aclrtMemPoolMallocAsync(&data, 6 * kMib, bounded, stream_), ACL_SUCCESS);
  void* second = nullptr;
  ExpectFailure(aclrtMemPoolMallocAsync(&second, 3 * kMib, bounded, stream_), ACL_ERROR_RT_MEMORY_ALLOCATION,
                {"Failed to allocate"});
  Free(data, stream_);
  uint64_t used = 1;
  while (used > 0) {  // until the stream has come to the free
    ASSERT_EQ(aclrtMemPoolGetAttr(bounded, ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT, &used), ACL_SUCCESS);
    std::this_thread::yield();
  }
  EXPECT_EQ(aclrtMemPoolMallocAsync(&second, 2 * kMib, bounded, stream_), ACL_SUCCESS)
      << "idle memory made room";
  Free(second, stream_);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemPoolDestroy(bounded), ACL_SUCCESS);
}

TEST_F(MemoryPoolTest, IdleMemoryMakesRoomOnAFullDevice) {
  SetThreshold(UINT64_MAX);
  char* const large = Allocate(200 * kMib, stream_);
  Free(large, stream_);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Reserved(), 200 * kMib);
  char* const small = Allocate(70 * kMib, stream_);
  Free(small, stream_);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

TEST_F(MemoryPoolTest, MemoryOutlivesItsPool) {
  const aclrtMemPoolProps properties = Properties();
  aclrtMemPool pool = nullptr;
  ASSERT_EQ(aclrtMemPoolCreate(&pool, &properties), ACL_SUCCESS);
  void* data = nullptr;
  ASSERT_EQ(aclrtMemPoolMallocAsync(&data, kMib, pool, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemPoolDestroy(pool), ACL_SUCCESS);
  ExpectFailure(aclrtMemPoolDestroy(pool), ACL_ERROR_RT_INVALID_HANDLE, {"memPool", "destroyed before"});
  ExpectFailure(aclrtMemPoolMallocAsync(&data, kMib, pool, stream_), ACL_ERROR_RT_INVALID_HANDLE,
                {"memPool"});
  EXPECT_EQ(aclrtMemset(data, kMib, 1, kMib), ACL_SUCCESS);
  Free(data, stream_);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(FreeBytes(), free_) << "straight to the device";
}

TEST_F(MemoryPoolTest, AFreeThatTheStreamDropsIsNotLost) {
  char* const data = Allocate(kMib, stream_);
  Gate gate;
  gate.Block(stream_);
  Free(data, stream_);
  std::thread destroyer([this] { EXPECT_EQ(aclrtDestroyStreamForce(stream_), ACL_SUCCESS); });
  gate.Open();
  destroyer.join();
  while (Used() > 0) {  // the worker that comes by lets go of what was dropped
    std::this_thread::yield();
  }
  EXPECT_EQ(aclrtMemset(data, 1, 0, 1), ACL_ERROR_RT_PARAM_INVALID);
  ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
}

TEST_F(MemoryPoolTest, AStoppedContextRefusesTheFree) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  char* const data = Allocate(kMib, stream);
  EXPECT_EQ(Launch(stream, ACL_ERROR_RT_VECTOR_CORE_EXCEPTION), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
  EXPECT_EQ(aclrtMemPoolFreeAsync(data, stream), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
  EXPECT_EQ(aclrtMemset(data, kMib, 1, kMib), ACL_SUCCESS) << "still there";
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  Free(data, stream_);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

TEST_F(MemoryPoolTest, ManyThreadsAllocate) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  threads.reserve(4);
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([this, &wrong] {
      wrong += aclrtSetDevice(0) != ACL_SUCCESS ? 1 : 0;
      aclrtStream stream = nullptr;
      wrong += aclrtCreateStream(&stream) != ACL_SUCCESS ? 1 : 0;
      for (size_t round = 1; round < 300; ++round) {
        void* data = nullptr;
        wrong += aclrtMemPoolMallocAsync(&data, round * 700, pool_, stream) != ACL_SUCCESS ? 1 : 0;
        wrong += aclrtMemsetAsync(data, round * 700, 1, round * 700, stream) != ACL_SUCCESS ? 1 : 0;
        wrong += aclrtMemPoolFreeAsync(data, stream) != ACL_SUCCESS ? 1 : 0;
      }
      wrong += aclrtSynchronizeStream(stream) != ACL_SUCCESS ? 1 : 0;
      wrong += aclrtDestroyStream(stream) != ACL_SUCCESS ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(Used(), 0U);
}

TEST(MemoryPoolWithoutInitialization, Fails) {
  aclrtMemPoolProps properties{};
  aclrtMemPool pool = nullptr;
  EXPECT_EQ(aclrtMemPoolCreate(&pool, &properties), ACL_ERROR_UNINITIALIZE);
}

}  // namespace
}  // namespace openaclnn::runtime
