// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

class FloatOverflowTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
    ASSERT_EQ(aclrtMalloc(&memory_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemset(memory_, kBytes, 0xff, kBytes), ACL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtFree(memory_), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
    DeviceTest::TearDown();
  }
  std::array<unsigned char, 128> Content() {
    std::array<unsigned char, kBytes> content{};
    EXPECT_EQ(aclrtMemcpy(content.data(), kBytes, memory_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    return content;
  }
  static constexpr size_t kBytes = 128;
  aclrtStream stream_ = nullptr;
  void* memory_ = nullptr;
};

TEST_F(FloatOverflowTest, TheStatusIsSixtyFourZeros) {
  for (aclrtStream stream : {stream_, aclrtStream{nullptr}}) {
    ASSERT_EQ(aclrtMemset(memory_, kBytes, 0xff, kBytes), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetOverflowStatus(memory_, 64, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetOverflowStatus(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    const std::array<unsigned char, kBytes> content = Content();
    for (size_t byte = 0; byte < kBytes; ++byte) {
      EXPECT_EQ(content[byte], byte < 64 ? 0 : 0xff) << byte;
    }
  }
}

TEST_F(FloatOverflowTest, TheStatusComesInStreamOrder) {
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtGetOverflowStatus(memory_, 64, stream_), ACL_SUCCESS);
  EXPECT_EQ(Content()[0], 0xff) << "the call does not wait, and nothing is written before its turn";
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Content()[0], 0);
}

TEST_F(FloatOverflowTest, WrongStatusArguments) {
  ExpectFailure(aclrtGetOverflowStatus(nullptr, 64, stream_), ACL_ERROR_INVALID_PARAM,
                {"outputAddr", "null"});
  for (const size_t size : {size_t{0}, size_t{63}, size_t{65}, SIZE_MAX}) {
    ExpectFailure(aclrtGetOverflowStatus(memory_, size, stream_), ACL_ERROR_RT_PARAM_INVALID,
                  {"outputSize", "64", std::to_string(size).c_str()});
  }
  std::array<char, 64> host{};
  void* pinned = nullptr;
  ASSERT_EQ(aclrtMallocHost(&pinned, 64), ACL_SUCCESS);
  for (void* wrong : {static_cast<void*>(host.data()), pinned,
                      static_cast<void*>(static_cast<char*>(memory_) + kBytes - 8)}) {
    ExpectFailure(aclrtGetOverflowStatus(wrong, 64, stream_), ACL_ERROR_RT_PARAM_INVALID,
                  {"outputAddr", "device memory"});
  }
  EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
  int local = 0;
  ExpectFailure(aclrtGetOverflowStatus(memory_, 64, &local), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  ExpectFailure(aclrtResetOverflowStatus(&local), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Content()[0], 0xff);
}

TEST_F(FloatOverflowTest, TheStatusTasksNeedAStreamOfTheDevice) {
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ExpectFailure(aclrtGetOverflowStatus(memory_, 64, stream_), ACL_ERROR_RT_STREAM_CONTEXT, {"stream"});
  ExpectFailure(aclrtResetOverflowStatus(stream_), ACL_ERROR_RT_STREAM_CONTEXT, {"stream"});
  OnNewThread([this] {
    ExpectFailure(aclrtGetOverflowStatus(memory_, 64, nullptr), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
    ExpectFailure(aclrtResetOverflowStatus(nullptr), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
  });
}

TEST_F(FloatOverflowTest, TheSaturationModeIsKeptForEachDevice) {
  aclrtFloatOverflowMode mode = ACL_RT_OVERFLOW_MODE_UNDEF;
  EXPECT_EQ(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_INFNAN);
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_SATURATION);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_INFNAN);
  OnNewThread([] {
    aclrtFloatOverflowMode seen = ACL_RT_OVERFLOW_MODE_UNDEF;
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetDeviceSatMode(&seen), ACL_SUCCESS);
    EXPECT_EQ(seen, ACL_RT_OVERFLOW_MODE_SATURATION);
    EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetDeviceSatMode(&seen), ACL_SUCCESS);
    EXPECT_EQ(seen, ACL_RT_OVERFLOW_MODE_INFNAN);
  });
}

TEST_F(FloatOverflowTest, TheSaturationModeWithoutADeviceIsThatOfAll) {
  OnNewThread([] { EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), ACL_SUCCESS); });
  for (const int device : {1, 0}) {
    ASSERT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
    aclrtFloatOverflowMode mode = ACL_RT_OVERFLOW_MODE_UNDEF;
    EXPECT_EQ(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
    EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_SATURATION);
    EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), ACL_SUCCESS);
  }
}

TEST_F(FloatOverflowTest, WrongSaturationModes) {
  for (const int mode : {-1, static_cast<int>(ACL_RT_OVERFLOW_MODE_UNDEF), 3}) {
    ExpectFailure(aclrtSetDeviceSatMode(AnyEnum<aclrtFloatOverflowMode>(mode)), ACL_ERROR_RT_PARAM_INVALID,
                  {"mode", std::to_string(mode).c_str()});
  }
  ExpectFailure(aclrtGetDeviceSatMode(nullptr), ACL_ERROR_INVALID_PARAM, {"mode", "null"});
  aclrtFloatOverflowMode mode = ACL_RT_OVERFLOW_MODE_UNDEF;
  OnNewThread(
      [&mode] { ExpectFailure(aclrtGetDeviceSatMode(&mode), ACL_ERROR_RT_CONTEXT_NULL, {"context"}); });
  EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_UNDEF);
}

}  // namespace
}  // namespace openaclnn::runtime
