// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "runtime/copy/copy_testing.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kWidth = 100;
constexpr size_t kHeight = 50;
constexpr size_t kDevicePitch = 128;
constexpr size_t kHostPitch = 104;
constexpr unsigned char kCanary = 0xa5;

class CopyRowsTest : public CopyTest {
 protected:
  void SetUp() override {
    CopyTest::SetUp();
    ASSERT_EQ(aclrtMemset(device_, kBytes, kCanary, kBytes), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemset(other_, kBytes, kCanary, kBytes), ACL_SUCCESS);
    std::memset(pinned_, kCanary, kBytes);
    std::fill(result_.begin(), result_.end(), kCanary);
  }

  // Expects the rows of the pattern at this pitch, and canaries everywhere else.
  void ExpectRows(const void* data, size_t pitch) {
    std::vector<unsigned char> expected(kBytes, kCanary);
    for (size_t row = 0; row < kHeight; ++row) {
      std::memcpy(expected.data() + row * pitch, host_.data() + row * kHostPitch, kWidth);
    }
    EXPECT_TRUE(Read(data, kBytes) == expected);
  }
};

TEST_F(CopyRowsTest, CopiesToTheDeviceAndBack) {
  EXPECT_EQ(aclrtMemcpy2d(device_, kDevicePitch, host_.data(), kHostPitch, kWidth, kHeight,
                          ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
  ExpectRows(device_, kDevicePitch);
  EXPECT_EQ(aclrtMemcpy2d(result_.data(), kHostPitch, device_, kDevicePitch, kWidth, kHeight,
                          ACL_MEMCPY_DEVICE_TO_HOST),
            ACL_SUCCESS);
  ExpectRows(result_.data(), kHostPitch);
  EXPECT_EQ(aclrtMemcpy2d(pinned_, kWidth, device_, kDevicePitch, kWidth, kHeight, ACL_MEMCPY_DEVICE_TO_HOST),
            ACL_SUCCESS);
  ExpectRows(pinned_, kWidth);
}

TEST_F(CopyRowsTest, TheLastRowNeedsNoMoreThanItsWidth) {
  const size_t height = (kUsable - kWidth) / kDevicePitch + 1;
  const size_t offset = kUsable - ((height - 1) * kDevicePitch + kWidth);
  EXPECT_EQ(aclrtMemcpy2d(device_ + offset, kDevicePitch, host_.data(), kWidth, kWidth, height,
                          ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
  ExpectFailure(aclrtMemcpy2d(device_ + offset + 1, kDevicePitch, host_.data(), kWidth, kWidth, height,
                              ACL_MEMCPY_HOST_TO_DEVICE),
                ACL_ERROR_RT_PARAM_INVALID, {"dst", "a range inside one block"});
}

TEST_F(CopyRowsTest, NothingToCopyIsNoError) {
  for (const auto& [width, height] : {std::pair<size_t, size_t>{0, 5}, {5, 0}, {0, 0}}) {
    EXPECT_EQ(aclrtMemcpy2d(device_, 8, host_.data(), 8, width, height, ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS);
    EXPECT_EQ(
        aclrtMemcpy2dAsync(device_, 8, host_.data(), 8, width, height, ACL_MEMCPY_HOST_TO_DEVICE, stream_),
        ACL_SUCCESS);
  }
}

TEST_F(CopyRowsTest, ArgumentsAreChecked) {
  const auto copy = [](void* destination, size_t pitch, const void* source, size_t sourcePitch,
                       aclrtMemcpyKind kind) {
    return aclrtMemcpy2d(destination, pitch, source, sourcePitch, kWidth, kHeight, kind);
  };
  const aclrtMemcpyKind toDevice = ACL_MEMCPY_HOST_TO_DEVICE;
  ExpectFailure(copy(nullptr, 100, host_.data(), 100, toDevice), ACL_ERROR_INVALID_PARAM,
                {"aclrtMemcpy2d", "dst", "null"});
  ExpectFailure(copy(device_, 100, nullptr, 100, toDevice), ACL_ERROR_INVALID_PARAM, {"src", "null"});
  ExpectFailure(copy(device_, 99, host_.data(), 100, toDevice), ACL_ERROR_INVALID_PARAM,
                {"width", "dpitch = 99", "100"});
  ExpectFailure(copy(device_, 100, host_.data(), 99, toDevice), ACL_ERROR_INVALID_PARAM,
                {"width", "spitch = 99", "100"});
  for (const int kind : {0, 3, 4, 5, 6, 7, -1, 8}) {
    ExpectFailure(copy(device_, 100, host_.data(), 100, AnyEnum<aclrtMemcpyKind>(kind)),
                  ACL_ERROR_INVALID_PARAM, {"kind"});
  }
  ExpectFailure(copy(host_.data(), 100, result_.data(), 100, toDevice), ACL_ERROR_RT_PARAM_INVALID,
                {"dst", "device memory", "ordinary"});
  ExpectFailure(copy(result_.data(), 100, pinned_, 100, ACL_MEMCPY_DEVICE_TO_HOST),
                ACL_ERROR_RT_PARAM_INVALID, {"src", "device memory", "pinned"});
  ExpectFailure(copy(device_, SIZE_MAX / 2, host_.data(), 100, toDevice), ACL_ERROR_RT_PARAM_INVALID,
                {"dst", "50 rows"});
  ExpectFailure(aclrtMemcpy2d(device_, 100, host_.data(), 100, 100, SIZE_MAX, toDevice),
                ACL_ERROR_RT_PARAM_INVALID, {"dst", "rows"});
  OnNewThread([&] {
    ExpectFailure(copy(device_, 100, host_.data(), 100, toDevice), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
  });
  EXPECT_EQ(Read(device_, kBytes), std::vector<unsigned char>(kBytes, kCanary));
}

TEST_F(CopyRowsTest, AsynchronousArgumentsAreChecked) {
  const auto copy = [this](size_t width, size_t height, int kind) {
    return aclrtMemcpy2dAsync(device_, 5000001, other_, 5000001, width, height,
                              AnyEnum<aclrtMemcpyKind>(kind), stream_);
  };
  ExpectFailure(copy(5000001, 1, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"aclrtMemcpy2dAsync", "width", "5000000"});
  ExpectFailure(copy(1, 5242881, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"height", "5242880"});
  ExpectFailure(copy(5000002, 1, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_ERROR_INVALID_PARAM, {"width", "dpitch"});
  for (const int kind : {0, 4, 5, 6, 7, -1, 8}) {
    ExpectFailure(copy(1, 1, kind), ACL_ERROR_INVALID_PARAM, {"kind", "ACL_MEMCPY_DEVICE_TO_DEVICE"});
  }
  EXPECT_EQ(copy(1, 1, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
  ExpectFailure(aclrtMemcpy2dAsync(nullptr, 1, other_, 1, 1, 1, ACL_MEMCPY_DEVICE_TO_DEVICE, stream_),
                ACL_ERROR_INVALID_PARAM, {"dst"});
  ExpectFailure(aclrtMemcpy2dAsync(device_, 1, host_.data(), 1, 1, 1, ACL_MEMCPY_DEVICE_TO_DEVICE, stream_),
                ACL_ERROR_RT_PARAM_INVALID, {"src", "device memory"});
  ExpectFailure(aclrtMemcpy2dAsync(device_, 1, other_, 1, 1, 1, ACL_MEMCPY_DEVICE_TO_DEVICE, &result_),
                ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ExpectFailure(copy(1, 1, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_ERROR_RT_STREAM_CONTEXT, {"stream"});
}

TEST_F(CopyRowsTest, PinnedRowsAreCopiedAsynchronously) {
  std::memcpy(pinned_, host_.data(), kBytes);
  std::memset(pinned_, 0, 1);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtMemcpy2dAsync(other_, kHostPitch, pinned_, kHostPitch, kWidth, kHeight,
                               ACL_MEMCPY_HOST_TO_DEVICE, stream_),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy2dAsync(device_, kDevicePitch, other_, kHostPitch, kWidth, kHeight,
                               ACL_MEMCPY_DEVICE_TO_DEVICE, stream_),
            ACL_SUCCESS);
  pinned_[0] = static_cast<char>(host_[0]);  // not copied yet
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  ExpectRows(other_, kHostPitch);
  ExpectRows(device_, kDevicePitch);
}

TEST_F(CopyRowsTest, OrdinaryRowsAreCopiedWhenTheCallReturnsInStreamOrder) {
  std::memcpy(pinned_, host_.data(), kBytes);
  EXPECT_EQ(aclrtMemcpyAsync(device_, kBytes, pinned_, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream_),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy2dAsync(result_.data(), kDevicePitch, device_, kHostPitch, kWidth, kHeight,
                               ACL_MEMCPY_DEVICE_TO_HOST, stream_),
            ACL_SUCCESS);
  ExpectRows(result_.data(), kDevicePitch);
}

TEST_F(CopyRowsTest, QueuedRowsHoldAFreedBlock) {
  void* block = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, size_t{8} << 20, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtMemcpy2dAsync(block, 1024, device_, 1024, 1000, 1000, ACL_MEMCPY_DEVICE_TO_DEVICE, stream_),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::runtime
