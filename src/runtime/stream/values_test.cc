// SPDX-License-Identifier: Apache-2.0
//
// Values in device memory.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kBytes = 64;

class ValuesTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtCreateStream(&first_), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&second_), ACL_SUCCESS);
    void* block = nullptr;
    ASSERT_EQ(aclrtMalloc(&block, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemset(block, kBytes, 0, kBytes), ACL_SUCCESS);
    block_ = static_cast<std::byte*>(block);
    cell_ = block_ + 8;
  }
  void TearDown() override {
    aclrtDestroyStreamForce(first_);
    aclrtDestroyStreamForce(second_);
    if (block_ != nullptr) {
      aclrtFree(block_);
    }
    DeviceTest::TearDown();
  }
  void Store(uint64_t value) const {
    EXPECT_EQ(aclrtMemcpy(cell_, sizeof value, &value, sizeof value, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  }
  [[nodiscard]] uint64_t Load() const {
    uint64_t value = 0;
    EXPECT_EQ(aclrtMemcpy(&value, sizeof value, cell_, sizeof value, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    return value;
  }
  static bool IsWaiting(aclrtStream stream) {
    return aclrtSynchronizeStreamWithTimeout(stream, 2) == ACL_ERROR_RT_STREAM_SYNC_TIMEOUT;
  }

  aclrtStream first_ = nullptr;
  aclrtStream second_ = nullptr;
  std::byte* block_ = nullptr;
  std::byte* cell_ = nullptr;
};

TEST_F(ValuesTest, WritesInStreamOrder) {
  Gate gate;
  gate.Block(first_);
  EXPECT_EQ(aclrtValueWrite(cell_, 0x0123456789ABCDEF, 0, first_), ACL_SUCCESS);
  EXPECT_EQ(Load(), 0U);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(first_), ACL_SUCCESS);
  EXPECT_EQ(Load(), 0x0123456789ABCDEFU);
  EXPECT_EQ(aclrtValueWrite(cell_, 5, 0, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(Load(), 5U);
}

TEST_F(ValuesTest, AnotherStreamMayWriteTheValue) {
  std::atomic<int> runs{0};
  EXPECT_EQ(aclrtValueWait(cell_, 3, ACL_STREAM_WAIT_VALUE_GEQ, second_), ACL_SUCCESS);
  EXPECT_EQ(Launch(second_, 0, &runs), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting(second_));
  EXPECT_EQ(aclrtValueWrite(cell_, 2, 0, first_), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting(second_));
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(aclrtValueWrite(cell_, 3, 0, first_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS);
  EXPECT_EQ(runs, 1);
}

TEST_F(ValuesTest, AStreamOfAnotherDeviceMayWriteTheValue) {
  EXPECT_EQ(aclrtValueWait(cell_, 3, ACL_STREAM_WAIT_VALUE_EQ, second_), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtValueWrite(cell_, 3, 0, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS);
}

TEST_F(ValuesTest, TheHostMayWriteTheValue) {
  EXPECT_EQ(aclrtValueWait(cell_, 1, ACL_STREAM_WAIT_VALUE_EQ, second_), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting(second_));
  Store(1);
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS);
  EXPECT_EQ(aclrtValueWait(cell_, 0xFFFFFFFFFFFFFFFF, ACL_STREAM_WAIT_VALUE_EQ, second_), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting(second_));
  EXPECT_EQ(aclrtMemset(block_, kBytes, 0xFF, kBytes), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS);
}

TEST_F(ValuesTest, TasksMayWriteTheValue) {
  EXPECT_EQ(aclrtValueWait(cell_, 0x0202020202020202, ACL_STREAM_WAIT_VALUE_EQ, second_), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting(second_));
  EXPECT_EQ(aclrtMemsetAsync(block_, kBytes, 2, kBytes, first_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS);

  void* pinned = nullptr;
  const uint64_t value = 77;
  ASSERT_EQ(aclrtMallocHost(&pinned, sizeof value), ACL_SUCCESS);
  std::memcpy(pinned, &value, sizeof value);
  EXPECT_EQ(aclrtValueWait(cell_, value, ACL_STREAM_WAIT_VALUE_EQ, second_), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting(second_));
  EXPECT_EQ(aclrtMemcpyAsync(cell_, sizeof value, pinned, sizeof value, ACL_MEMCPY_HOST_TO_DEVICE, first_),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(first_), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
}

// As torch_npu uses it: cells of 32 bytes, each waited for and cleared by one stream.
TEST_F(ValuesTest, ThousandStreamsHandOnAValue) {
  constexpr size_t kStreams = 1000;
  constexpr size_t kStride = 32;
  void* cells = nullptr;
  ASSERT_EQ(aclrtMalloc(&cells, (kStreams + 1) * kStride, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclrtMemset(cells, (kStreams + 1) * kStride, 0, (kStreams + 1) * kStride), ACL_SUCCESS);
  auto* cell = static_cast<std::byte*>(cells);
  std::vector<aclrtStream> streams(kStreams);
  for (aclrtStream& stream : streams) {
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtValueWait(cell, 1, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtValueWrite(cell, 0, 0, stream), ACL_SUCCESS);
    cell += kStride;
    ASSERT_EQ(aclrtValueWrite(cell, 1, 0, stream), ACL_SUCCESS);
  }
  EXPECT_EQ(Launch(first_, 0), ACL_SUCCESS);
  EXPECT_EQ(SynchronizeByThePool(first_), ACL_SUCCESS) << "others go on meanwhile";
  EXPECT_TRUE(IsWaiting(streams.back()));
  EXPECT_EQ(aclrtValueWrite(cells, 1, 0, first_), ACL_SUCCESS);
  for (aclrtStream stream : streams) {
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
  uint64_t last = 0;
  EXPECT_EQ(aclrtMemcpy(&last, sizeof last, cell, sizeof last, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(last, 1U);
  EXPECT_EQ(aclrtFree(cells), ACL_SUCCESS);
}

TEST_F(ValuesTest, MemoryThatIsFreedFailsTheTask) {
  Gate gate;
  EXPECT_EQ(aclrtValueWait(cell_, 1, ACL_STREAM_WAIT_VALUE_EQ, second_), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting(second_));
  gate.Block(first_);
  EXPECT_EQ(aclrtValueWrite(cell_, 1, 0, first_), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(block_), ACL_SUCCESS);
  block_ = nullptr;
  gate.Open();
  ExpectFailure(aclrtSynchronizeStream(first_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, {"devAddr", "freed"});
  ExpectFailure(aclrtSynchronizeStream(second_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, {"devAddr", "freed"});
}

TEST_F(ValuesTest, AForcedDestroyEndsAWait) {
  aclrtStream waiting = nullptr;
  ASSERT_EQ(aclrtCreateStream(&waiting), ACL_SUCCESS);
  EXPECT_EQ(aclrtValueWait(cell_, 1, ACL_STREAM_WAIT_VALUE_EQ, waiting), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting(waiting));
  EXPECT_EQ(aclrtDestroyStreamForce(waiting), ACL_SUCCESS);
}

TEST_F(ValuesTest, ArgumentsAreChecked) {
  uint64_t onHost = 0;
  void* pinned = nullptr;
  ASSERT_EQ(aclrtMallocHost(&pinned, 64), ACL_SUCCESS);
  const auto bothFail = [this](void* address, aclError expected,
                               std::initializer_list<const char*> fragments) {
    ExpectFailure(aclrtValueWrite(address, 1, 0, first_), expected, fragments);
    ExpectFailure(aclrtValueWait(address, 1, 0, first_), expected, fragments);
  };
  bothFail(nullptr, ACL_ERROR_INVALID_PARAM, {"devAddr", "null"});
  bothFail(block_ + 4, ACL_ERROR_RT_ADDR_UNALIGNED, {"devAddr", "multiple of 8"});
  bothFail(&onHost, ACL_ERROR_RT_PARAM_INVALID, {"devAddr", "ordinary host memory"});
  bothFail(pinned, ACL_ERROR_RT_PARAM_INVALID, {"devAddr", "aclrtMallocHost"});
  ExpectFailure(aclrtValueWrite(cell_, 1, 1, first_), ACL_ERROR_RT_PARAM_INVALID, {"flag", "1"});
  ExpectFailure(aclrtValueWait(cell_, 1, 4, first_), ACL_ERROR_RT_PARAM_INVALID, {"flag", "4"});
  ExpectFailure(aclrtValueWait(cell_, 1, 0, cell_), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  EXPECT_EQ(aclrtFree(block_), ACL_SUCCESS);
  bothFail(cell_, ACL_ERROR_RT_PARAM_INVALID, {"devAddr", "freed"});
  block_ = nullptr;
  EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
  EXPECT_EQ(onHost, 0U);
  OnNewThread([this] {
    ExpectFailure(aclrtValueWrite(cell_, 1, 0, first_), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
  });
}

TEST(SynchronizationDeathTest, AProcessMayEndWhileStreamsWait) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    std::array<aclrtStream, 3> streams{};
    void* block = nullptr;
    aclrtNotify notify = nullptr;
    aclInit(nullptr);
    aclrtSetDevice(0);
    for (aclrtStream& stream : streams) {
      aclrtCreateStream(&stream);
    }
    aclrtMalloc(&block, kBytes, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemset(block, kBytes, 0, kBytes);
    aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT);
    aclrtSubscribeReport(1, streams[2]);
    const bool accepted = aclrtValueWait(block, 1, ACL_STREAM_WAIT_VALUE_EQ, streams[0]) == ACL_SUCCESS &&
                          aclrtWaitAndResetNotify(notify, streams[1], 3600) == ACL_SUCCESS &&
                          aclrtLaunchCallback([](void* /*userData*/) {}, nullptr, ACL_CALLBACK_BLOCK,
                                              streams[2]) == ACL_SUCCESS;
    aclrtSynchronizeStreamWithTimeout(streams[0], 5);
    std::exit(accepted ? 0 : 1);  // NOLINT(concurrency-mt-unsafe)
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace openaclnn::runtime
