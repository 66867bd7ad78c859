// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "runtime/copy/copy_testing.h"

namespace openaclnn::runtime {
namespace {

std::array<char, 16> ordinary{};

TEST_F(CopyTest, CopiesInAllDirections) {
  EXPECT_EQ(aclrtMemcpy(device_, kBytes, host_.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(other_, kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(pinned_, kBytes, other_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(result_.data(), kBytes, pinned_, kBytes, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(result_, host_);
}

TEST_F(CopyTest, TheDirectionFollowsFromTheAddresses) {
  EXPECT_EQ(aclrtMemcpy(device_, kBytes, host_.data(), kBytes, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(other_, kBytes, device_, kBytes, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(device_, kBytes, other_, kBytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(result_.data(), kBytes, device_, kBytes, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
  EXPECT_EQ(result_, host_);
}

TEST_F(CopyTest, TakesAnyAddressInsideABlock) {
  EXPECT_EQ(aclrtMemcpy(device_ + 3, 100, host_.data(), 100, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(other_ + 7, 100, device_ + 3, 100, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(result_.data(), 100, other_ + 7, 100, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(std::memcmp(result_.data(), host_.data(), 100), 0);
  EXPECT_EQ(aclrtMemcpy(device_ + kUsable - 1, 1, host_.data(), 1, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
}

TEST_F(CopyTest, PointersAndCountsAreChecked) {
  ExpectFailure(aclrtMemcpy(nullptr, 1, host_.data(), 1, ACL_MEMCPY_DEFAULT), ACL_ERROR_INVALID_PARAM,
                {"aclrtMemcpy", "dst", "null"});
  ExpectFailure(aclrtMemcpy(device_, 1, nullptr, 1, ACL_MEMCPY_DEFAULT), ACL_ERROR_INVALID_PARAM,
                {"src", "null"});
  ExpectFailure(aclrtMemcpy(device_, 10, host_.data(), 11, ACL_MEMCPY_HOST_TO_DEVICE),
                ACL_ERROR_INVALID_PARAM, {"count", "destMax = 10", "11"});
  ExpectFailure(aclrtMemcpyAsync(device_, 10, pinned_, 11, ACL_MEMCPY_HOST_TO_DEVICE, stream_),
                ACL_ERROR_INVALID_PARAM, {"aclrtMemcpyAsync", "count"});
  for (const int kind : {-1, 8}) {
    ExpectFailure(aclrtMemcpyAsync(device_, 1, host_.data(), 1, AnyEnum<aclrtMemcpyKind>(kind), stream_),
                  ACL_ERROR_RT_PARAM_INVALID, {"kind"});
    ExpectFailure(aclrtMemcpy(device_, 1, host_.data(), 1, AnyEnum<aclrtMemcpyKind>(kind)),
                  ACL_ERROR_INVALID_PARAM, {"aclrtMemcpy", "kind: expected an aclrtMemcpyKind (0 to 7)"});
  }
  EXPECT_EQ(aclrtMemcpy(device_, kBytes, host_.data(), 0, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(device_, 0, host_.data(), 0, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpyAsync(device_, 0, host_.data(), 0, ACL_MEMCPY_HOST_TO_DEVICE, stream_), ACL_SUCCESS);
}

TEST_F(CopyTest, OverrunsOnEitherSideAreNamed) {
  std::vector<char> large(2 * kBytes);
  ExpectFailure(aclrtMemcpy(device_, 2 * kBytes, large.data(), kUsable + 1, ACL_MEMCPY_HOST_TO_DEVICE),
                ACL_ERROR_RT_PARAM_INVALID,
                {"dst", "at most 1048608 bytes", "1048609 bytes", "device block"});
  ExpectFailure(aclrtMemcpy(large.data(), 2 * kBytes, device_ + 32, kUsable - 31, ACL_MEMCPY_DEVICE_TO_HOST),
                ACL_ERROR_RT_PARAM_INVALID, {"src", "offset 32", "device block of 1048608 bytes"});
  ExpectFailure(aclrtMemcpy(pinned_, 2 * kBytes, device_, kBytes + 1, ACL_MEMCPY_DEVICE_TO_HOST),
                ACL_ERROR_RT_PARAM_INVALID, {"dst", "pinned host block of 1048576 bytes"});
  ExpectFailure(aclrtMemcpyAsync(device_ + 1, kUsable, other_, kUsable, ACL_MEMCPY_DEVICE_TO_DEVICE, stream_),
                ACL_ERROR_RT_PARAM_INVALID, {"dst", "offset 1"});
  ExpectFailure(aclrtMemcpy(device_, SIZE_MAX, large.data(), SIZE_MAX, ACL_MEMCPY_HOST_TO_DEVICE),
                ACL_ERROR_RT_PARAM_INVALID, {"dst"});
}

// An ordinary address, and how far it is from there to behind the block: copies that begin in ordinary memory
// and reach across all of a block.
TEST_F(CopyTest, ARangeAcrossAWholeBlockIsNamed) {
  char* begin = ordinary.data();
  ASSERT_LT(begin, device_) << "static data lies below what is mapped";
  const auto span = static_cast<size_t>(device_ - begin) + kUsable + (size_t{1} << 20);
  ExpectFailure(aclrtMemcpy(begin, SIZE_MAX, begin + 1, span, ACL_MEMCPY_DEFAULT), ACL_ERROR_RT_PARAM_INVALID,
                {"dst", "runs into the", "block"});
  ExpectFailure(aclrtMemcpy(device_, SIZE_MAX, begin, SIZE_MAX, ACL_MEMCPY_DEFAULT),
                ACL_ERROR_RT_PARAM_INVALID, {"dst"});
  ExpectFailure(aclrtMemcpy(begin, SIZE_MAX, begin + 1, SIZE_MAX - 1, ACL_MEMCPY_DEFAULT),
                ACL_ERROR_RT_PARAM_INVALID, {"dst", "wraps around"});
}

TEST_F(CopyTest, AHostPointerIsNoDevicePointer) {
  ExpectFailure(
      aclrtMemcpyAsync(result_.data(), kBytes, host_.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream_),
      ACL_ERROR_RT_PARAM_INVALID, {"dst", "device memory", "ordinary host memory"});
  ExpectFailure(
      aclrtMemcpyAsync(result_.data(), kBytes, host_.data(), kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream_),
      ACL_ERROR_RT_PARAM_INVALID, {"src", "device memory"});
  ExpectFailure(aclrtMemcpyAsync(device_, kBytes, pinned_, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream_),
                ACL_ERROR_RT_PARAM_INVALID, {"src", "device memory", "pinned host block"});
  EXPECT_EQ(result_[0], 0) << "nothing was copied";
}

TEST_F(CopyTest, AFreedBlockIsNoMemory) {
  // Small blocks and large ones, ones that are kept for later and ones that are returned to the system.
  for (const size_t bytes : {size_t{64}, size_t{1} << 16, size_t{4} << 20, size_t{64} << 20}) {
    char* device = nullptr;
    char* pinned = nullptr;
    ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&device), bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(aclrtMallocHost(reinterpret_cast<void**>(&pinned), bytes), ACL_SUCCESS);
    ASSERT_EQ(aclrtFree(device), ACL_SUCCESS);
    ASSERT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
    for (char* const freed : {device, device + bytes - 1, pinned, pinned + bytes - 1}) {
      for (const aclrtMemcpyKind kind : {ACL_MEMCPY_DEFAULT, ACL_MEMCPY_HOST_TO_HOST,
                                         ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEVICE_TO_HOST}) {
        ExpectFailure(aclrtMemcpy(freed, 1, host_.data(), 1, kind), ACL_ERROR_RT_PARAM_INVALID,
                      {"dst", "freed"});
        ExpectFailure(aclrtMemcpy(result_.data(), 1, freed, 1, kind), ACL_ERROR_RT_PARAM_INVALID,
                      {"src", "freed"});
      }
      ExpectFailure(aclrtMemcpyAsync(freed, 1, device_, 1, ACL_MEMCPY_DEFAULT, stream_),
                    ACL_ERROR_RT_PARAM_INVALID, {"dst", "freed"});
      ExpectFailure(aclrtMemset(freed, 1, 0, 1), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "freed"});
    }
  }
}

TEST_F(CopyTest, CopiesBetweenDevices) {
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  void* there = nullptr;
  ASSERT_EQ(aclrtMalloc(&there, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(device_, kBytes, host_.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  ExpectFailure(aclrtMemcpy(there, kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE),
                ACL_ERROR_RT_PARAM_INVALID,
                {"src, dst", "aclrtDeviceEnablePeerAccess", "device 0 to device 1 without"});
  ASSERT_EQ(aclrtDeviceEnablePeerAccess(0, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(there, kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(result_.data(), kBytes, there, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(result_, host_);
  ExpectFailure(aclrtMemcpyAsync(there, kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream_),
                ACL_ERROR_RT_STREAM_CONTEXT, {"stream", "device 1"});
  EXPECT_EQ(aclrtDeviceDisablePeerAccess(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(there), ACL_SUCCESS);
}

TEST_F(CopyTest, PinnedMemoryIsCopiedAsynchronously) {
  std::memset(pinned_, 1, kBytes);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtMemcpyAsync(device_, kBytes, pinned_, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream_),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpyAsync(other_, kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream_),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetAsync(device_, kBytes, 3, kBytes, stream_), ACL_SUCCESS);
  std::memset(pinned_, 2, kBytes);  // not copied yet
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(result_.data(), kBytes, other_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(result_, std::vector<unsigned char>(kBytes, 2));
  EXPECT_EQ(aclrtMemcpy(result_.data(), kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(result_, std::vector<unsigned char>(kBytes, 3));
}

TEST_F(CopyTest, OrdinaryMemoryIsCopiedWhenTheCallReturnsInStreamOrder) {
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtMemsetAsync(device_, kBytes, 7, kBytes, stream_), ACL_SUCCESS);
  std::thread opener([&gate] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    gate.Open();
  });
  EXPECT_EQ(aclrtMemcpyAsync(result_.data(), kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream_),
            ACL_SUCCESS);
  EXPECT_EQ(result_, std::vector<unsigned char>(kBytes, 7));
  opener.join();
}

TEST_F(CopyTest, ABufferedSourceMayBeReusedAtOnce) {
  std::memset(pinned_, 1, kBytes);
  EXPECT_EQ(aclrtMemcpyAsync(device_, kBytes, pinned_, kBytes, ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE, stream_),
            ACL_SUCCESS);
  std::memset(pinned_, 2, kBytes);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(result_.data(), kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(result_, std::vector<unsigned char>(kBytes, 1));
}

TEST_F(CopyTest, NoAsynchronousCopyFromHostToHost) {
  ExpectFailure(
      aclrtMemcpyAsync(result_.data(), kBytes, host_.data(), kBytes, ACL_MEMCPY_HOST_TO_HOST, stream_),
      ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"kind"});
  ExpectFailure(aclrtMemcpyAsync(result_.data(), kBytes, pinned_, kBytes, ACL_MEMCPY_DEFAULT, stream_),
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"kind"});
}

TEST_F(CopyTest, AFailureOfEarlierWorkStaysForTheSynchronize) {
  EXPECT_EQ(Launch(stream_, ACL_ERROR_RT_VECTOR_CORE_EXCEPTION), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpyAsync(device_, kBytes, host_.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream_),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
}

TEST_F(CopyTest, QueuedWorkHoldsAFreedBlock) {
  void* block = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, size_t{8} << 20, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtMemsetAsync(block, size_t{8} << 20, 1, size_t{8} << 20, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpyAsync(block, kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream_),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  // Would be the same memory again, if the queue did not hold it.
  void* next = nullptr;
  ASSERT_EQ(aclrtMalloc(&next, size_t{8} << 20, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_NE(next, block);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(next), ACL_SUCCESS);
}

TEST_F(CopyTest, FillsDeviceAndPinnedMemory) {
  EXPECT_EQ(aclrtMemset(device_, kBytes, 0x1ff, kBytes), ACL_SUCCESS) << "the low 8 bits count";
  EXPECT_EQ(aclrtMemset(device_ + 1, kBytes, -2, 1), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(result_.data(), kBytes, device_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(result_[0], 0xff);
  EXPECT_EQ(result_[1], 0xfe);
  EXPECT_EQ(result_[kBytes - 1], 0xff);
  EXPECT_EQ(aclrtMemset(pinned_, kBytes, 5, kBytes), ACL_SUCCESS);
  EXPECT_EQ(pinned_[kBytes - 1], 5);
  EXPECT_EQ(aclrtMemset(device_, kBytes, 0, 0), ACL_SUCCESS);
  ExpectFailure(aclrtMemset(device_, 10, 0, 11), ACL_ERROR_INVALID_PARAM, {"count", "maxCount = 10", "11"});
  ExpectFailure(aclrtMemset(nullptr, 10, 0, 10), ACL_ERROR_INVALID_PARAM, {"devPtr", "null"});
  ExpectFailure(aclrtMemset(device_, SIZE_MAX, 0, kUsable + 1), ACL_ERROR_RT_PARAM_INVALID,
                {"devPtr", "at most"});
  ExpectFailure(aclrtMemset(result_.data(), 1, 0, 1), ACL_ERROR_RT_PARAM_INVALID,
                {"devPtr", "ordinary host memory"});
  ExpectFailure(aclrtMemsetAsync(device_, 10, 0, 11, stream_), ACL_ERROR_INVALID_PARAM,
                {"count", "maxCount"});
  ExpectFailure(aclrtMemsetAsync(nullptr, 10, 0, 1, stream_), ACL_ERROR_INVALID_PARAM, {"devPtr", "null"});
  ExpectFailure(aclrtMemsetAsync(result_.data(), 1, 0, 1, stream_), ACL_ERROR_RT_PARAM_INVALID, {"devPtr"});
}

TEST_F(CopyTest, TheConditionalCopyIsTheSame) {
  EXPECT_EQ(aclrtMemcpyAsyncWithCondition(device_, kBytes, host_.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE,
                                          stream_),
            ACL_SUCCESS);
  EXPECT_EQ(Read(device_, kBytes), host_);
  ExpectFailure(aclrtMemcpyAsyncWithCondition(device_, 10, pinned_, 11, ACL_MEMCPY_HOST_TO_DEVICE, stream_),
                ACL_ERROR_INVALID_PARAM, {"aclrtMemcpyAsyncWithCondition", "count"});
  ExpectFailure(aclrtMemcpyAsyncWithCondition(pinned_, 1, pinned_, 1, ACL_MEMCPY_HOST_TO_HOST, stream_),
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"kind"});
}

TEST_F(CopyTest, FillsWords) {
  ASSERT_EQ(aclrtMemset(device_, kBytes, 0xaa, kBytes), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetD32(device_ + 1, 12, 0x04030201, 2), ACL_SUCCESS) << "at any address";
  EXPECT_EQ(Read(device_, 10), (std::vector<unsigned char>{0xaa, 1, 2, 3, 4, 1, 2, 3, 4, 0xaa}));
  EXPECT_EQ(aclrtMemsetD32(pinned_, kBytes, 0x04030201, kBytes / 4), ACL_SUCCESS);
  EXPECT_EQ(pinned_[kBytes - 1], 4);
  EXPECT_EQ(aclrtMemsetD32(device_, 3, 0, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetD32Async(device_, 3, 0, 0, stream_), ACL_SUCCESS);
}

TEST_F(CopyTest, WordFillsAreChecked) {
  ExpectFailure(aclrtMemsetD32(nullptr, 4, 0, 1), ACL_ERROR_INVALID_PARAM, {"aclrtMemsetD32", "ptr", "null"});
  ExpectFailure(aclrtMemsetD32(device_, 7, 0, 2), ACL_ERROR_INVALID_PARAM, {"N", "memSize / 4 = 1", "2"});
  ExpectFailure(aclrtMemsetD32(device_, SIZE_MAX, 0, SIZE_MAX / 4 + 1), ACL_ERROR_INVALID_PARAM, {"N"});
  ExpectFailure(aclrtMemsetD32(device_, SIZE_MAX, 0, kUsable / 4 + 1), ACL_ERROR_RT_PARAM_INVALID,
                {"ptr", "at most 1048608 bytes"});
  ExpectFailure(aclrtMemsetD32(result_.data(), 4, 0, 1), ACL_ERROR_RT_PARAM_INVALID,
                {"ptr", "ordinary host memory"});
  ExpectFailure(aclrtMemsetD32Async(nullptr, 4, 0, 1, stream_), ACL_ERROR_INVALID_PARAM, {"ptr"});
  ExpectFailure(aclrtMemsetD32Async(device_, 7, 0, 2, stream_), ACL_ERROR_INVALID_PARAM, {"N"});
  ExpectFailure(aclrtMemsetD32Async(result_.data(), 4, 0, 1, stream_), ACL_ERROR_RT_PARAM_INVALID, {"ptr"});
  ExpectFailure(aclrtMemsetD32Async(device_, 4, 0, 1, &result_), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  OnNewThread([this] {
    ExpectFailure(aclrtMemsetD32(device_, 4, 0, 1), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
    ExpectFailure(aclrtMemsetD32Async(device_, 4, 0, 1, stream_), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
  });
}

TEST_F(CopyTest, WordFillsOfDeviceMemoryTakeTheirPlaceInTheStream) {
  ASSERT_EQ(aclrtMemset(device_, kBytes, 1, kBytes), ACL_SUCCESS);
  std::memset(pinned_, 1, kBytes);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtMemsetD32Async(device_, kBytes, 0x02020202, kBytes / 4, stream_), ACL_SUCCESS);
  EXPECT_EQ(Read(device_, kBytes), std::vector<unsigned char>(kBytes, 1)) << "not yet";
  EXPECT_EQ(aclrtMemsetD32Async(pinned_, kBytes, 0x02020202, kBytes / 4, stream_), ACL_SUCCESS);
  EXPECT_EQ(Read(pinned_, kBytes), std::vector<unsigned char>(kBytes, 2)) << "host memory: at once";
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Read(device_, kBytes), std::vector<unsigned char>(kBytes, 2));
}

TEST_F(CopyTest, ManyThreadsCopyWhileOthersAllocate) {
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&wrong, thread] {
      wrong += aclrtSetDevice(0) == ACL_SUCCESS ? 0 : 1;
      std::vector<char> host(100, static_cast<char>(thread));
      std::vector<char> back(100);
      for (int round = 0; round < 200; ++round) {
        void* block = nullptr;
        void* pinned = nullptr;
        wrong += aclrtMalloc(&block, 100, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS ? 0 : 1;
        wrong += aclrtMallocHost(&pinned, 100) == ACL_SUCCESS ? 0 : 1;
        wrong += aclrtMemcpy(block, 100, host.data(), 100, ACL_MEMCPY_HOST_TO_DEVICE) == ACL_SUCCESS ? 0 : 1;
        wrong += aclrtMemcpy(pinned, 100, block, 100, ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS ? 0 : 1;
        wrong += aclrtMemcpy(back.data(), 100, pinned, 100, ACL_MEMCPY_HOST_TO_HOST) == ACL_SUCCESS ? 0 : 1;
        wrong += back == host ? 0 : 1;
        wrong += aclrtFree(block) == ACL_SUCCESS ? 0 : 1;
        wrong += aclrtFreeHost(pinned) == ACL_SUCCESS ? 0 : 1;
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
