// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "runtime/testing.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kBytes = 1 << 20;
constexpr size_t kUsable = kBytes + 32;  // as aclrtMalloc has it

class CopyTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&device_), kBytes, ACL_MEM_MALLOC_HUGE_FIRST),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&other_), kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(aclrtMallocHost(reinterpret_cast<void**>(&pinned_), kBytes), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
    host_.resize(kBytes);
    std::iota(host_.begin(), host_.end(), static_cast<unsigned char>(1));
    result_.assign(kBytes, 0);
  }
  void TearDown() override {
    aclrtDestroyStream(stream_);
    aclrtFree(device_);
    aclrtFree(other_);
    aclrtFreeHost(pinned_);
    DeviceTest::TearDown();
  }

  char* device_ = nullptr;
  char* other_ = nullptr;
  char* pinned_ = nullptr;
  aclrtStream stream_ = nullptr;
  std::vector<unsigned char> host_;
  std::vector<unsigned char> result_;
};

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
    ExpectFailure(aclrtMemcpy(device_, 1, host_.data(), 1, AnyEnum<aclrtMemcpyKind>(kind)),
                  ACL_ERROR_RT_PARAM_INVALID, {"kind"});
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
  ExpectFailure(aclrtMemcpy(device_, kBytes, device_ - 1, 2, ACL_MEMCPY_HOST_TO_DEVICE),
                ACL_ERROR_RT_PARAM_INVALID, {"src", "runs into", "device block"});
}

TEST_F(CopyTest, AHostPointerIsNoDevicePointer) {
  ExpectFailure(aclrtMemcpy(result_.data(), kBytes, host_.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE),
                ACL_ERROR_RT_PARAM_INVALID, {"dst", "device memory", "ordinary host memory"});
  ExpectFailure(aclrtMemcpy(result_.data(), kBytes, host_.data(), kBytes, ACL_MEMCPY_DEVICE_TO_HOST),
                ACL_ERROR_RT_PARAM_INVALID, {"src", "device memory"});
  ExpectFailure(aclrtMemcpy(device_, kBytes, pinned_, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE),
                ACL_ERROR_RT_PARAM_INVALID, {"src", "device memory", "pinned host block"});
  EXPECT_EQ(result_[0], 0) << "nothing was copied";
}

TEST_F(CopyTest, AFreedBlockIsNoDeviceMemory) {
  void* freed = nullptr;
  ASSERT_EQ(aclrtMalloc(&freed, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclrtFree(freed), ACL_SUCCESS);
  ExpectFailure(aclrtMemcpy(freed, 64, host_.data(), 64, ACL_MEMCPY_HOST_TO_DEVICE),
                ACL_ERROR_RT_PARAM_INVALID, {"dst", "freed"});
  ExpectFailure(aclrtMemset(freed, 64, 0, 64), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "freed"});
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

}  // namespace
}  // namespace openaclnn::runtime
