// SPDX-License-Identifier: Apache-2.0
//
// The order in which real clients come and go.
#include <gtest/gtest.h>

#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

class TeardownTest : public testing::Test {
 protected:
  void TearDown() override {
    aclrtResetDeviceForce(0);
    aclrtResetDeviceForce(1);
    aclFinalize();
    TakeMessages();
  }
};

// The operators' example programs; the one with an explicit context too.
TEST_F(TeardownTest, Examples) {
  for (const bool withContext : {false, true, false}) {
    aclrtContext context = nullptr;
    aclrtStream stream = nullptr;
    void* block = nullptr;
    std::vector<float> values(8, 1.5F);
    const size_t bytes = values.size() * sizeof(float);
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    if (withContext) {
      ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
      ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
    }
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtMalloc(&block, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemcpy(block, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    EXPECT_EQ(Launch(stream, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    std::vector<float> result(values.size());
    EXPECT_EQ(aclrtMemcpy(result.data(), bytes, block, bytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    EXPECT_EQ(result, values);
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    if (withContext) {
      EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  }
}

// A component destroys its stream long after a reset released it; others have come and gone meanwhile.
TEST_F(TeardownTest, StreamDestroyedManyResetsLater) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  aclrtStream stale = nullptr;
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stale), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  for (int reset = 0; reset < 100; ++reset) {
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtDestroyStream(stale), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stale), ACL_ERROR_RT_INVALID_HANDLE);
}

// ggml initializes again and again, resets the device first, and aborts if anything that follows fails.
TEST_F(TeardownTest, Ggml) {
  for (int round = 0; round < 3; ++round) {
    const aclError initialized = aclInit(nullptr);
    EXPECT_TRUE(initialized == ACL_SUCCESS || initialized == ACL_ERROR_REPEAT_INITIALIZE);
    OnNewThread([] {
      aclrtStream stream = nullptr;
      aclrtEvent event = nullptr;
      aclrtEvent withFlag = nullptr;
      void* block = nullptr;
      void* pinned = nullptr;
      ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
      ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
      ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
      ASSERT_EQ(aclrtCreateEventWithFlag(&withFlag, ACL_EVENT_SYNC), ACL_SUCCESS);
      ASSERT_EQ(aclrtMalloc(&block, 1 << 20, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
      ASSERT_EQ(aclrtMallocHost(&pinned, 1 << 20), ACL_SUCCESS);
      EXPECT_EQ(aclrtMemcpyAsync(block, 1 << 20, pinned, 1 << 20, ACL_MEMCPY_HOST_TO_DEVICE, stream),
                ACL_SUCCESS);
      EXPECT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
      EXPECT_EQ(aclrtRecordEvent(withFlag, stream), ACL_SUCCESS);
      EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
      EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
      EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
      EXPECT_EQ(aclrtDestroyEvent(withFlag), ACL_SUCCESS);
      EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
      EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
      EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
    });
  }
}

// Everything may be given back after aclFinalize, in any order.
TEST_F(TeardownTest, AfterFinalize) {
  aclrtContext context = nullptr;
  aclrtStream stream = nullptr;
  aclrtEvent event = nullptr;
  void* block = nullptr;
  void* pinned = nullptr;
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  ASSERT_EQ(aclrtMalloc(&block, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclrtMallocHost(&pinned, 64), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

// Memory outlives its device's reset, with its contents.
TEST_F(TeardownTest, MemoryOutlivesAReset) {
  void* block = nullptr;
  int number = 42;
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtMalloc(&block, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclrtMemcpy(block, 64, &number, sizeof number, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  int result = 0;
  EXPECT_EQ(aclrtMemcpy(&result, sizeof result, block, sizeof result, ACL_MEMCPY_DEVICE_TO_HOST),
            ACL_SUCCESS);
  EXPECT_EQ(result, 42);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
}

// A program that gives nothing back ends all the same, with work still queued.
TEST(TeardownDeathTest, NothingNeedsToBeGivenBack) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    aclrtStream stream = nullptr;
    void* block = nullptr;
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtCreateStream(&stream);
    aclrtMalloc(&block, 64 << 20, ACL_MEM_MALLOC_HUGE_FIRST);
    for (int round = 0; round < 100; ++round) {
      aclrtMemsetAsync(block, 64 << 20, round, 64 << 20, stream);
    }
    std::exit(0);  // NOLINT(concurrency-mt-unsafe)
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace openaclnn::runtime
