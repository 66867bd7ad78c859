// SPDX-License-Identifier: Apache-2.0
//
// What streams are created with.
#include <gtest/gtest.h>

#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

class StreamConfigTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    config_ = aclrtCreateStreamConfigHandle();
    ASSERT_NE(config_, nullptr);
  }
  void TearDown() override {
    if (config_ != nullptr) {
      EXPECT_EQ(aclrtDestroyStreamConfigHandle(config_), ACL_SUCCESS);
    }
    DeviceTest::TearDown();
  }
  template <typename Value>
  aclError Set(aclrtStreamConfigAttr attribute, Value value) {
    return aclrtSetStreamConfigOpt(config_, attribute, &value, sizeof value);
  }
  static void ExpectStream(aclrtStream stream, uint32_t priority, uint32_t flags) {
    uint32_t value = 99;
    EXPECT_EQ(aclrtStreamGetPriority(stream, &value), ACL_SUCCESS);
    EXPECT_EQ(value, priority);
    value = 99;
    EXPECT_EQ(aclrtStreamGetFlags(stream, &value), ACL_SUCCESS);
    EXPECT_EQ(value, flags);
  }
  aclrtStreamConfigHandle* config_ = nullptr;
};

TEST_F(StreamConfigTest, DefaultsMakeAPlainStream) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStreamV2(&stream, config_), ACL_SUCCESS);
  ExpectStream(stream, 0, 0);
  std::atomic<int> runs{0};
  EXPECT_EQ(Launch(stream, 0, &runs), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamConfigTest, SettingsReachTheStreamsMadeLater) {
  aclrtStream plain = nullptr;
  ASSERT_EQ(aclrtCreateStreamV2(&plain, config_), ACL_SUCCESS);
  EXPECT_EQ(Set(ACL_RT_STREAM_PRIORITY, uint32_t{5}), ACL_SUCCESS);
  EXPECT_EQ(Set(ACL_RT_STREAM_FLAG, size_t{ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC}), ACL_SUCCESS);
  int area = 0;
  EXPECT_EQ(Set(ACL_RT_STREAM_WORK_ADDR_PTR, static_cast<void*>(&area)), ACL_SUCCESS);
  EXPECT_EQ(Set(ACL_RT_STREAM_WORK_SIZE, sizeof area), ACL_SUCCESS);
  EXPECT_EQ(config_->workptr, &area);
  EXPECT_EQ(config_->workSize, sizeof area);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStreamV2(&stream, config_), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStreamConfigHandle(std::exchange(config_, nullptr)), ACL_SUCCESS);
  ExpectStream(plain, 0, 0);
  ExpectStream(stream, 5, 3);
  EXPECT_EQ(aclrtDestroyStream(plain), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamConfigTest, NumbersOfBothSizes) {
  EXPECT_EQ(Set(ACL_RT_STREAM_PRIORITY, uint64_t{7}), ACL_SUCCESS);
  EXPECT_EQ(Set(ACL_RT_STREAM_FLAG, uint32_t{ACL_STREAM_HUGE}), ACL_SUCCESS);
  EXPECT_EQ(Set(ACL_RT_STREAM_WORK_SIZE, uint32_t{4096}), ACL_SUCCESS);
  EXPECT_EQ(config_->priority, 7U);
  EXPECT_EQ(config_->flag, 8U);
  EXPECT_EQ(config_->workSize, 4096U);
}

TEST_F(StreamConfigTest, WrongSettingsAreRefused) {
  ExpectFailure(Set(ACL_RT_STREAM_PRIORITY, uint32_t{8}), ACL_ERROR_RT_PARAM_INVALID, {"priority", "8"});
  ExpectFailure(Set(ACL_RT_STREAM_PRIORITY, uint64_t{1} << 32), ACL_ERROR_RT_PARAM_INVALID,
                {"priority", "4294967296"});
  for (const aclrtStreamConfigAttr attribute :
       {ACL_RT_STREAM_PRIORITY, ACL_RT_STREAM_FLAG, ACL_RT_STREAM_WORK_SIZE, ACL_RT_STREAM_WORK_ADDR_PTR}) {
    ExpectFailure(Set(attribute, uint16_t{1}), ACL_ERROR_RT_PARAM_INVALID, {"valueSize", "2"});
    ExpectFailure(aclrtSetStreamConfigOpt(config_, attribute, nullptr, 8), ACL_ERROR_INVALID_PARAM,
                  {"attrValue", "null"});
  }
  ExpectFailure(Set(ACL_RT_STREAM_WORK_ADDR_PTR, uint32_t{1}), ACL_ERROR_RT_PARAM_INVALID, {"valueSize"});
  for (const int attribute : {-1, 4}) {
    ExpectFailure(Set(AnyEnum<aclrtStreamConfigAttr>(attribute), uint64_t{1}), ACL_ERROR_RT_PARAM_INVALID,
                  {"attr", std::to_string(attribute).c_str()});
  }
  EXPECT_EQ(config_->priority, 0U);
  EXPECT_EQ(config_->flag, 0U);
  EXPECT_EQ(config_->workSize, 0U);
  EXPECT_EQ(config_->workptr, nullptr);
}

TEST_F(StreamConfigTest, TheStructureIsPublicAndCheckedAgain) {
  config_->priority = 8;
  aclrtStream stream = nullptr;
  ExpectFailure(aclrtCreateStreamV2(&stream, config_), ACL_ERROR_RT_PARAM_INVALID, {"priority", "8"});
  config_->priority = 0;
  config_->flag = ACL_STREAM_PERSISTENT | ACL_STREAM_DEVICE_USE_ONLY;
  ExpectFailure(aclrtCreateStreamV2(&stream, config_), ACL_ERROR_RT_PARAM_INVALID, {"flag", "36"});
  EXPECT_EQ(stream, nullptr);
}

TEST_F(StreamConfigTest, WrongHandlesAreFoundOut) {
  aclrtStream stream = nullptr;
  aclrtStreamConfigHandle own = {};
  aclrtStreamConfigHandle* const gone = aclrtCreateStreamConfigHandle();
  EXPECT_EQ(aclrtDestroyStreamConfigHandle(gone), ACL_SUCCESS);
  const uint32_t priority = 1;
  for (aclrtStreamConfigHandle* handle : {&own, gone}) {
    ExpectFailure(aclrtCreateStreamV2(&stream, handle), ACL_ERROR_RT_INVALID_HANDLE, {"handle"});
    ExpectFailure(aclrtSetStreamConfigOpt(handle, ACL_RT_STREAM_PRIORITY, &priority, sizeof priority),
                  ACL_ERROR_RT_INVALID_HANDLE, {"handle"});
    ExpectFailure(aclrtDestroyStreamConfigHandle(handle), ACL_ERROR_RT_INVALID_HANDLE, {"handle"});
  }
  ExpectFailure(aclrtCreateStreamV2(&stream, nullptr), ACL_ERROR_INVALID_PARAM, {"handle", "null"});
  ExpectFailure(aclrtSetStreamConfigOpt(nullptr, ACL_RT_STREAM_PRIORITY, &priority, sizeof priority),
                ACL_ERROR_INVALID_PARAM, {"handle", "null"});
  ExpectFailure(aclrtDestroyStreamConfigHandle(nullptr), ACL_ERROR_INVALID_PARAM, {"handle", "null"});
  ExpectFailure(aclrtCreateStreamV2(nullptr, config_), ACL_ERROR_INVALID_PARAM, {"stream", "null"});
  EXPECT_EQ(stream, nullptr);
}

TEST_F(StreamConfigTest, FlagsAreOredAndTold) {
  for (const uint32_t flag : {0U, 1U, 2U, 3U, 4U, 7U, 8U, 16U, 32U, 43U}) {
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 6, flag), ACL_SUCCESS) << flag;
    ExpectStream(stream, 6, flag);
    EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
  }
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 0, 0xffffffc1U), ACL_SUCCESS);
  ExpectStream(stream, 0, ACL_STREAM_FAST_LAUNCH);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamConfigTest, AStreamIsForOneThing) {
  aclrtStream stream = nullptr;
  for (const uint32_t flag : {0x14U, 0x24U, 0x30U, 0x34U, 0x3fU, 0xffffffffU}) {
    ExpectFailure(aclrtCreateStreamWithConfig(&stream, 0, flag), ACL_ERROR_RT_PARAM_INVALID,
                  {"flag", "ACL_STREAM_PERSISTENT", std::to_string(flag).c_str()});
  }
  EXPECT_EQ(stream, nullptr);
}

TEST_F(StreamConfigTest, TheDefaultStreamIsPlain) {
  ExpectStream(nullptr, 0, 0);
  ExpectFailure(aclrtStreamGetPriority(nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"priority", "null"});
  ExpectFailure(aclrtStreamGetFlags(nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"flags", "null"});
  uint32_t value = 99;
  int local = 0;
  ExpectFailure(aclrtStreamGetPriority(&local, &value), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  ExpectFailure(aclrtStreamGetFlags(&local, &value), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  OnNewThread([&value] {
    ExpectFailure(aclrtStreamGetPriority(nullptr, &value), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
    ExpectFailure(aclrtStreamGetFlags(nullptr, &value), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
  });
  EXPECT_EQ(value, 99U);
}

TEST_F(StreamConfigTest, PrioritiesReachFromSevenToZero) {
  int32_t least = -1;
  int32_t greatest = -1;
  EXPECT_EQ(aclrtDeviceGetStreamPriorityRange(&least, &greatest), ACL_SUCCESS);
  EXPECT_EQ(least, 7);
  EXPECT_EQ(greatest, 0);
  ExpectFailure(aclrtDeviceGetStreamPriorityRange(nullptr, &greatest), ACL_ERROR_INVALID_PARAM,
                {"leastPriority", "null"});
  ExpectFailure(aclrtDeviceGetStreamPriorityRange(&least, nullptr), ACL_ERROR_INVALID_PARAM,
                {"greatestPriority", "null"});
}

TEST_F(StreamConfigTest, AvailableStreamsAreCounted) {
  ReleaseDevices();
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  uint32_t before = 0;
  ASSERT_EQ(aclrtGetStreamAvailableNum(&before), ACL_SUCCESS);
  EXPECT_EQ(before, 1983U) << "the default stream counts";
  std::vector<aclrtStream> streams(3);
  for (aclrtStream& stream : streams) {
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  }
  uint32_t now = 0;
  EXPECT_EQ(aclrtGetStreamAvailableNum(&now), ACL_SUCCESS);
  EXPECT_EQ(now, 1980U);
  for (aclrtStream stream : streams) {
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetStreamAvailableNum(&now), ACL_SUCCESS);
  EXPECT_EQ(now, 1982U) << "each context has its default stream";
  EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  ExpectFailure(aclrtGetStreamAvailableNum(&now), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetStreamAvailableNum(&now), ACL_SUCCESS);
  EXPECT_EQ(now, 1983U);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetStreamAvailableNum(&now), ACL_SUCCESS);
  EXPECT_EQ(now, 1983U) << "each device has its own";
  ExpectFailure(aclrtGetStreamAvailableNum(nullptr), ACL_ERROR_INVALID_PARAM, {"streamCount", "null"});
}

TEST(StreamConfig, NeedsAnInitializedProcess) {
  TakeMessages();
  EXPECT_EQ(aclrtCreateStreamConfigHandle(), nullptr);
  EXPECT_NE(TakeMessages().find("aclInit"), std::string::npos);
  int32_t least = 0;
  int32_t greatest = 0;
  EXPECT_EQ(aclrtDeviceGetStreamPriorityRange(&least, &greatest), ACL_ERROR_UNINITIALIZE);
  TakeMessages();
}

}  // namespace
}  // namespace openaclnn::runtime
