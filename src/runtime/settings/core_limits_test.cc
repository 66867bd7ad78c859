// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

constexpr aclrtDevResLimitType kCube = ACL_RT_DEV_RES_CUBE_CORE;
constexpr aclrtDevResLimitType kVector = ACL_RT_DEV_RES_VECTOR_CORE;

class CoreLimitTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtResetDeviceResLimit(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDeviceResLimit(1), ACL_SUCCESS);
    if (stream_ != nullptr) {
      EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(stream_), ACL_SUCCESS);
      EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
    }
    DeviceTest::TearDown();
  }
  static uint32_t OfDevice(int32_t device, aclrtDevResLimitType type) {
    uint32_t value = 0;
    EXPECT_EQ(aclrtGetDeviceResLimit(device, type, &value), ACL_SUCCESS);
    return value;
  }
  static uint32_t OfStream(aclrtStream stream, aclrtDevResLimitType type) {
    uint32_t value = 0;
    EXPECT_EQ(aclrtGetStreamResLimit(stream, type, &value), ACL_SUCCESS);
    return value;
  }
  static uint32_t OfThread(aclrtDevResLimitType type) {
    uint32_t value = 0;
    EXPECT_EQ(aclrtGetResInCurrentThread(type, &value), ACL_SUCCESS);
    return value;
  }
  static uint32_t Cores(aclrtDevResLimitType type) {
    int64_t cores = 0;
    EXPECT_EQ(aclGetDeviceCapability(
                  0, type == kCube ? ACL_DEVICE_INFO_AI_CORE_NUM : ACL_DEVICE_INFO_VECTOR_CORE_NUM, &cores),
              ACL_SUCCESS);
    EXPECT_GT(cores, 0);
    return static_cast<uint32_t>(cores);
  }
  aclrtStream stream_ = nullptr;
};

TEST_F(CoreLimitTest, WithoutLimitsAllCores) {
  EXPECT_EQ(OfDevice(0, kCube), Cores(kCube));
  EXPECT_EQ(OfDevice(0, kVector), Cores(kVector));
  EXPECT_EQ(OfDevice(1, kVector), Cores(kVector)) << "the device need not be set";
  EXPECT_EQ(OfStream(stream_, kCube), Cores(kCube));
  EXPECT_EQ(OfStream(nullptr, kVector), Cores(kVector));
  EXPECT_EQ(OfThread(kCube), Cores(kCube));
  EXPECT_EQ(OfThread(kVector), Cores(kVector));
}

TEST_F(CoreLimitTest, ADeviceHasItsOwn) {
  EXPECT_EQ(aclrtSetDeviceResLimit(0, kCube, 1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDeviceResLimit(0, kCube, 8), ACL_SUCCESS) << "the last one holds";
  EXPECT_EQ(aclrtSetDeviceResLimit(1, kVector, UINT32_MAX), ACL_SUCCESS) << "more than there are";
  EXPECT_EQ(OfDevice(1, kVector), UINT32_MAX);
  EXPECT_EQ(OfDevice(0, kCube), 8U);
  EXPECT_EQ(OfDevice(0, kVector), Cores(kVector));
  EXPECT_EQ(OfDevice(1, kCube), Cores(kCube));
  EXPECT_EQ(OfStream(stream_, kCube), 8U);
  EXPECT_EQ(OfThread(kCube), 8U);
  OnNewThread([] { EXPECT_EQ(OfDevice(0, kCube), 8U) << "of the process"; });
  EXPECT_EQ(aclrtResetDeviceResLimit(0), ACL_SUCCESS);
  EXPECT_EQ(OfDevice(0, kCube), Cores(kCube));
  EXPECT_EQ(OfThread(kCube), Cores(kCube));
}

TEST_F(CoreLimitTest, AStreamHasItsOwn) {
  EXPECT_EQ(aclrtSetDeviceResLimit(0, kCube, 8), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetStreamResLimit(stream_, kCube, 20), ACL_SUCCESS);
  EXPECT_EQ(OfStream(stream_, kCube), 20U) << "before the device's, also where it is larger";
  EXPECT_EQ(OfStream(stream_, kVector), Cores(kVector));
  EXPECT_EQ(OfStream(nullptr, kCube), 8U);
  EXPECT_EQ(aclrtSetStreamResLimit(nullptr, kCube, 4), ACL_SUCCESS);
  EXPECT_EQ(OfStream(nullptr, kCube), 4U);
  EXPECT_EQ(OfDevice(0, kCube), 8U);
  EXPECT_EQ(OfThread(kCube), 8U) << "no stream is in use";
  EXPECT_EQ(aclrtResetStreamResLimit(stream_), ACL_SUCCESS);
  EXPECT_EQ(OfStream(stream_, kCube), 8U);
  EXPECT_EQ(OfStream(nullptr, kCube), 4U);
  EXPECT_EQ(aclrtResetStreamResLimit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(OfStream(nullptr, kCube), 8U);
}

TEST_F(CoreLimitTest, AThreadHasThoseOfTheStreamInUse) {
  EXPECT_EQ(aclrtSetDeviceResLimit(0, kVector, 40), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetStreamResLimit(stream_, kCube, 2), ACL_SUCCESS);
  EXPECT_EQ(aclrtUseStreamResInCurrentThread(stream_), ACL_SUCCESS);
  EXPECT_EQ(OfThread(kCube), 2U);
  EXPECT_EQ(OfThread(kVector), 40U) << "the stream has no limit of its own";
  EXPECT_EQ(aclrtSetStreamResLimit(stream_, kCube, 3), ACL_SUCCESS);
  EXPECT_EQ(OfThread(kCube), 3U);
  OnNewThread([] {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(OfThread(kCube), Cores(kCube)) << "of the thread that uses the stream alone";
  });
  EXPECT_EQ(aclrtSetStreamResLimit(nullptr, kCube, 4), ACL_SUCCESS);
  EXPECT_EQ(aclrtUseStreamResInCurrentThread(nullptr), ACL_SUCCESS);
  EXPECT_EQ(OfThread(kCube), 4U) << "the last stream";
  EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(stream_), ACL_SUCCESS);
  EXPECT_EQ(OfThread(kCube), 4U) << "another stream is in use";
  EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(nullptr), ACL_SUCCESS);
  EXPECT_EQ(OfThread(kCube), Cores(kCube));
  EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(nullptr), ACL_SUCCESS);
}

TEST_F(CoreLimitTest, UseEndsWithTheStream) {
  EXPECT_EQ(aclrtSetStreamResLimit(stream_, kCube, 2), ACL_SUCCESS);
  EXPECT_EQ(aclrtUseStreamResInCurrentThread(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(OfThread(kCube), Cores(kCube));
  EXPECT_EQ(aclrtUnuseStreamResInCurrentThread(stream_), ACL_SUCCESS);
  ExpectFailure(aclrtUnuseStreamResInCurrentThread(std::exchange(stream_, nullptr)),
                ACL_ERROR_RT_INVALID_HANDLE, {"stream", "destroyed"});
}

TEST_F(CoreLimitTest, WrongDevices) {
  uint32_t value = 99;
  for (const int32_t device : {-1, 2}) {
    ExpectFailure(aclrtGetDeviceResLimit(device, kCube, &value), ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId"});
    ExpectFailure(aclrtSetDeviceResLimit(device, kCube, 1), ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId"});
    ExpectFailure(aclrtResetDeviceResLimit(device), ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId"});
  }
  EXPECT_EQ(value, 99U);
}

TEST_F(CoreLimitTest, WrongTypesAndNumbers) {
  uint32_t value = 99;
  for (const int number : {-1, 2}) {
    const auto type = AnyEnum<aclrtDevResLimitType>(number);
    const std::string text = std::to_string(number);
    ExpectFailure(aclrtGetDeviceResLimit(0, type, &value), ACL_ERROR_RT_PARAM_INVALID,
                  {"type", text.c_str()});
    ExpectFailure(aclrtSetDeviceResLimit(0, type, 1), ACL_ERROR_RT_PARAM_INVALID, {"type", text.c_str()});
    ExpectFailure(aclrtGetStreamResLimit(stream_, type, &value), ACL_ERROR_RT_PARAM_INVALID, {"type"});
    ExpectFailure(aclrtSetStreamResLimit(stream_, type, 1), ACL_ERROR_RT_PARAM_INVALID, {"type"});
    ExpectFailure(aclrtGetResInCurrentThread(type, &value), ACL_ERROR_RT_PARAM_INVALID, {"type"});
  }
  EXPECT_EQ(value, 99U);
  ExpectFailure(aclrtSetDeviceResLimit(0, kCube, 0), ACL_ERROR_RT_PARAM_INVALID, {"value", "0"});
  ExpectFailure(aclrtSetStreamResLimit(stream_, kCube, 0), ACL_ERROR_RT_PARAM_INVALID, {"value", "0"});
  EXPECT_EQ(OfDevice(0, kCube), Cores(kCube));
  EXPECT_EQ(OfStream(stream_, kCube), Cores(kCube));
}

TEST_F(CoreLimitTest, WrongPointersAndStreams) {
  ExpectFailure(aclrtGetDeviceResLimit(0, kCube, nullptr), ACL_ERROR_INVALID_PARAM, {"value", "null"});
  ExpectFailure(aclrtGetStreamResLimit(stream_, kCube, nullptr), ACL_ERROR_INVALID_PARAM, {"value", "null"});
  ExpectFailure(aclrtGetResInCurrentThread(kCube, nullptr), ACL_ERROR_INVALID_PARAM, {"value", "null"});
  const auto expectAll = [](aclrtStream stream, aclError expected) {
    uint32_t value = 99;
    ExpectFailure(aclrtGetStreamResLimit(stream, kCube, &value), expected, {});
    ExpectFailure(aclrtSetStreamResLimit(stream, kCube, 1), expected, {});
    ExpectFailure(aclrtResetStreamResLimit(stream), expected, {});
    ExpectFailure(aclrtUseStreamResInCurrentThread(stream), expected, {});
    ExpectFailure(aclrtUnuseStreamResInCurrentThread(stream), expected, {});
    EXPECT_EQ(value, 99U);
  };
  int local = 0;
  expectAll(&local, ACL_ERROR_RT_INVALID_HANDLE);
  OnNewThread([&expectAll] {
    expectAll(nullptr, ACL_ERROR_RT_CONTEXT_NULL);
    uint32_t value = 99;
    ExpectFailure(aclrtGetResInCurrentThread(kCube, &value), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
    EXPECT_EQ(value, 99U);
  });
}

TEST(CoreLimit, NeedsAnInitializedProcess) {
  uint32_t value = 99;
  EXPECT_EQ(aclrtGetDeviceResLimit(0, kCube, &value), ACL_ERROR_UNINITIALIZE);
  EXPECT_EQ(aclrtSetDeviceResLimit(0, kCube, 1), ACL_ERROR_UNINITIALIZE);
  EXPECT_EQ(aclrtResetDeviceResLimit(0), ACL_ERROR_UNINITIALIZE);
  EXPECT_EQ(value, 99U);
  TakeMessages();
}

}  // namespace
}  // namespace openaclnn::runtime
