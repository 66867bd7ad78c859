// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

constexpr aclError kFailure = ACL_ERROR_RT_VECTOR_CORE_EXCEPTION;

class StreamAttributeTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
    DeviceTest::TearDown();
  }
  // A value with all bytes set, so that what is not written shows.
  static aclrtStreamAttrValue Filled() {
    aclrtStreamAttrValue value;
    std::memset(&value, 0xa5, sizeof value);
    return value;
  }
  // The attributes but the failure mode are 32-bit numbers.
  static aclError Set(aclrtStream stream, aclrtStreamAttr attribute, uint32_t number) {
    aclrtStreamAttrValue value = Filled();
    if (attribute == ACL_STREAM_ATTR_FAILURE_MODE) {
      value.failureMode = number;
    } else {
      value.userCustomTag = number;
    }
    return aclrtSetStreamAttribute(stream, attribute, &value);
  }
  static uint64_t Get(aclrtStream stream, aclrtStreamAttr attribute) {
    aclrtStreamAttrValue value = Filled();
    EXPECT_EQ(aclrtGetStreamAttribute(stream, attribute, &value), ACL_SUCCESS);
    return value.failureMode;  // the number, if the bytes behind it are 0
  }
  aclrtStream stream_ = nullptr;
};

TEST_F(StreamAttributeTest, AllAreZeroAtFirst) {
  for (aclrtStream stream : {stream_, aclrtStream{nullptr}}) {
    for (int attribute = 1; attribute <= 5; ++attribute) {
      EXPECT_EQ(Get(stream, AnyEnum<aclrtStreamAttr>(attribute)), 0U) << attribute;
    }
  }
}

TEST_F(StreamAttributeTest, EachIsKeptForItself) {
  for (aclrtStream stream : {stream_, aclrtStream{nullptr}}) {
    EXPECT_EQ(Set(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, 1), ACL_SUCCESS);
    EXPECT_EQ(Set(stream, ACL_STREAM_ATTR_USER_CUSTOM_TAG, UINT32_MAX), ACL_SUCCESS);
    EXPECT_EQ(Set(stream, ACL_STREAM_ATTR_CACHE_OP_INFO, 1), ACL_SUCCESS);
    EXPECT_EQ(Set(stream, ACL_STREAM_ATTR_PRIORITY, 7), ACL_SUCCESS);
    EXPECT_EQ(Get(stream, ACL_STREAM_ATTR_FAILURE_MODE), 0U);
    EXPECT_EQ(Get(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK), 1U);
    EXPECT_EQ(Get(stream, ACL_STREAM_ATTR_USER_CUSTOM_TAG), UINT32_MAX);
    EXPECT_EQ(Get(stream, ACL_STREAM_ATTR_CACHE_OP_INFO), 1U);
    EXPECT_EQ(Get(stream, ACL_STREAM_ATTR_PRIORITY), 7U);
    EXPECT_EQ(Set(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, 0), ACL_SUCCESS);
    EXPECT_EQ(Get(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK), 0U);
  }
}

TEST_F(StreamAttributeTest, ThePriorityIsThatOfTheStream) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 3, 0), ACL_SUCCESS);
  EXPECT_EQ(Get(stream, ACL_STREAM_ATTR_PRIORITY), 3U);
  EXPECT_EQ(Set(stream, ACL_STREAM_ATTR_PRIORITY, 4), ACL_SUCCESS);
  uint32_t priority = 0;
  EXPECT_EQ(aclrtStreamGetPriority(stream, &priority), ACL_SUCCESS);
  EXPECT_EQ(priority, 4U);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamAttributeTest, TheFailureModeIsThatOfTheStream) {
  EXPECT_EQ(aclrtSetStreamFailureMode(stream_, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  EXPECT_EQ(Get(stream_, ACL_STREAM_ATTR_FAILURE_MODE), 1U);
  EXPECT_EQ(Get(nullptr, ACL_STREAM_ATTR_FAILURE_MODE), 0U) << "set on the other stream alone";
}

TEST_F(StreamAttributeTest, StopModeBySettingTheAttribute) {
  EXPECT_EQ(Set(stream_, ACL_STREAM_ATTR_FAILURE_MODE, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  EXPECT_EQ(Get(stream_, ACL_STREAM_ATTR_FAILURE_MODE), 1U);
  EXPECT_EQ(Launch(stream_, kFailure), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), kFailure) << "it stays";
}

TEST_F(StreamAttributeTest, TheOverflowSwitchIsThatOfTheStream) {
  for (aclrtStream stream : {stream_, aclrtStream{nullptr}}) {
    EXPECT_EQ(aclrtSetStreamOverflowSwitch(stream, 1), ACL_SUCCESS);
    EXPECT_EQ(Get(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK), 1U);
    EXPECT_EQ(Set(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, 0), ACL_SUCCESS);
    uint32_t flag = 99;
    EXPECT_EQ(aclrtGetStreamOverflowSwitch(stream, &flag), ACL_SUCCESS);
    EXPECT_EQ(flag, 0U);
  }
}

TEST_F(StreamAttributeTest, OverflowSwitchErrors) {
  ExpectFailure(aclrtSetStreamOverflowSwitch(stream_, 2), ACL_ERROR_RT_PARAM_INVALID, {"flag", "2"});
  ExpectFailure(aclrtGetStreamOverflowSwitch(stream_, nullptr), ACL_ERROR_INVALID_PARAM, {"flag", "null"});
  uint32_t flag = 99;
  int local = 0;
  ExpectFailure(aclrtSetStreamOverflowSwitch(&local, 1), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  ExpectFailure(aclrtGetStreamOverflowSwitch(&local, &flag), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  OnNewThread([&flag] {
    ExpectFailure(aclrtSetStreamOverflowSwitch(nullptr, 1), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
    ExpectFailure(aclrtGetStreamOverflowSwitch(nullptr, &flag), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
  });
  EXPECT_EQ(flag, 99U);
}

TEST_F(StreamAttributeTest, WrongValuesChangeNothing) {
  ExpectFailure(Set(stream_, ACL_STREAM_ATTR_FAILURE_MODE, 2), ACL_ERROR_RT_PARAM_INVALID, {"mode", "2"});
  ExpectFailure(Set(stream_, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, 2), ACL_ERROR_RT_PARAM_INVALID,
                {"value", "2"});
  ExpectFailure(Set(stream_, ACL_STREAM_ATTR_CACHE_OP_INFO, 2), ACL_ERROR_RT_PARAM_INVALID, {"value", "2"});
  ExpectFailure(Set(stream_, ACL_STREAM_ATTR_PRIORITY, 8), ACL_ERROR_RT_PARAM_INVALID, {"priority", "8"});
  for (int attribute = 1; attribute <= 5; ++attribute) {
    EXPECT_EQ(Get(stream_, AnyEnum<aclrtStreamAttr>(attribute)), 0U) << attribute;
  }
}

TEST_F(StreamAttributeTest, WrongArguments) {
  aclrtStreamAttrValue value = Filled();
  for (const int attribute : {-1, 0, 6}) {
    const std::string number = std::to_string(attribute);
    ExpectFailure(aclrtSetStreamAttribute(stream_, AnyEnum<aclrtStreamAttr>(attribute), &value),
                  ACL_ERROR_RT_PARAM_INVALID, {"stmAttrType", number.c_str()});
    ExpectFailure(aclrtGetStreamAttribute(stream_, AnyEnum<aclrtStreamAttr>(attribute), &value),
                  ACL_ERROR_RT_PARAM_INVALID, {"stmAttrType", number.c_str()});
  }
  for (int attribute = 1; attribute <= 5; ++attribute) {
    const auto type = AnyEnum<aclrtStreamAttr>(attribute);
    ExpectFailure(aclrtSetStreamAttribute(stream_, type, nullptr), ACL_ERROR_INVALID_PARAM, {"value"});
    ExpectFailure(aclrtGetStreamAttribute(stream_, type, nullptr), ACL_ERROR_INVALID_PARAM, {"value"});
    int local = 0;
    ExpectFailure(aclrtSetStreamAttribute(&local, type, &value), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
    ExpectFailure(aclrtGetStreamAttribute(&local, type, &value), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
    OnNewThread([&] {
      ExpectFailure(aclrtSetStreamAttribute(nullptr, type, &value), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
      ExpectFailure(aclrtGetStreamAttribute(nullptr, type, &value), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
    });
  }
  for (const uint32_t part : value.reserve) {
    EXPECT_EQ(part, 0xa5a5a5a5U) << "untouched";
  }
}

}  // namespace
}  // namespace openaclnn::runtime
