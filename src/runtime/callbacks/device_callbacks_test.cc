// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

struct Call {
  std::string who;
  int32_t device;
  aclrtDeviceState state;

  bool operator==(const Call&) const = default;
};

std::vector<Call> calls;

void Note(int32_t device, aclrtDeviceState state, void* who) {
  calls.push_back({static_cast<const char*>(who), device, state});
}

void* Who(const char* name) {
  return const_cast<char*>(name);
}

constexpr aclrtDeviceState kSetPre = ACL_RT_DEVICE_STATE_SET_PRE;
constexpr aclrtDeviceState kSetPost = ACL_RT_DEVICE_STATE_SET_POST;
constexpr aclrtDeviceState kResetPre = ACL_RT_DEVICE_STATE_RESET_PRE;
constexpr aclrtDeviceState kResetPost = ACL_RT_DEVICE_STATE_RESET_POST;

class DeviceCallbacksTest : public InitializedTest {
 protected:
  void TearDown() override {
    for (const char* const name : {"first", "second", "nested"}) {
      aclrtRegDeviceStateCallback(name, nullptr, nullptr);
    }
    InitializedTest::TearDown();
    calls.clear();
  }
};

TEST_F(DeviceCallbacksTest, RunAroundSetAndReset) {
  ASSERT_EQ(aclrtRegDeviceStateCallback("first", Note, Who("a")), ACL_SUCCESS);
  ASSERT_EQ(aclrtRegDeviceStateCallback("second", Note, Who("b")), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(calls, (std::vector<Call>{
                       {"a", 1, kSetPre}, {"b", 1, kSetPre}, {"a", 1, kSetPost}, {"b", 1, kSetPost}}));
  calls.clear();
  ASSERT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(calls,
            (std::vector<Call>{
                {"a", 1, kResetPre}, {"b", 1, kResetPre}, {"a", 1, kResetPost}, {"b", 1, kResetPost}}));
}

TEST_F(DeviceCallbacksTest, RunForEveryCallAndForForce) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtRegDeviceStateCallback("first", Note, Who("a")), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
  EXPECT_EQ(calls, (std::vector<Call>{{"a", 0, kSetPre},
                                      {"a", 0, kSetPost},
                                      {"a", 0, kResetPre},
                                      {"a", 0, kResetPost},
                                      {"a", 0, kResetPre},
                                      {"a", 0, kResetPost}}));
}

TEST_F(DeviceCallbacksTest, AWrongCallRunsNone) {
  ASSERT_EQ(aclrtRegDeviceStateCallback("first", Note, Who("a")), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(2), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtResetDevice(2), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtResetDeviceForce(0), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_TRUE(calls.empty());
}

TEST_F(DeviceCallbacksTest, TheDeviceIsAsTheStateSays) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  const auto look = [](int32_t device, aclrtDeviceState state, void* /*args*/) {
    int32_t current = -1;
    const aclError status = aclrtGetDevice(&current);
    int32_t active = -1;
    EXPECT_EQ(aclrtGetPrimaryCtxState(device, nullptr, &active), ACL_SUCCESS);
    switch (state) {
      case kSetPre:
        EXPECT_EQ(current, 0);
        EXPECT_EQ(active, 0);
        break;
      case kSetPost:
        EXPECT_EQ(current, 1);
        EXPECT_EQ(active, 1);
        break;
      case kResetPre:
        EXPECT_EQ(current, 1);
        EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
        break;
      case kResetPost:
        EXPECT_EQ(status, ACL_ERROR_RT_CONTEXT_NULL);
        EXPECT_EQ(active, 0);
        break;
    }
    calls.push_back({"look", device, state});
  };
  ASSERT_EQ(aclrtRegDeviceStateCallback("first", look, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(calls.size(), 4U);
}

TEST_F(DeviceCallbacksTest, MayCallTheLibrary) {
  const auto act = [](int32_t device, aclrtDeviceState state, void* /*args*/) {
    calls.push_back({"act", device, state});
    if (state == kSetPost) {
      EXPECT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
      EXPECT_EQ(aclrtResetDevice(device), ACL_SUCCESS);
      EXPECT_EQ(aclrtRegDeviceStateCallback("nested", Note, Who("nested")), ACL_SUCCESS);
      EXPECT_EQ(aclrtRegDeviceStateCallback("second", nullptr, nullptr), ACL_SUCCESS);
    }
  };
  ASSERT_EQ(aclrtRegDeviceStateCallback("first", act, nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtRegDeviceStateCallback("second", Note, Who("b")), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(calls, (std::vector<Call>{{"act", 0, kSetPre}, {"b", 0, kSetPre}, {"act", 0, kSetPost}}))
      << "neither for the nested calls, nor what came meanwhile, nor what went";
}

TEST_F(DeviceCallbacksTest, MayThrow) {
  const auto fling = [](int32_t device, aclrtDeviceState state, void* /*args*/) {
    calls.push_back({"fling", device, state});
    throw std::runtime_error("thrown by the client");
  };
  ASSERT_EQ(aclrtRegDeviceStateCallback("first", fling, nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtRegDeviceStateCallback("second", Note, Who("b")), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(calls.size(), 8U) << "everybody is told all the same";
  calls.clear();
  EXPECT_EQ(aclrtResetDevice(1), ACL_ERROR_RT_PARAM_INVALID) << "each call counted once";
  EXPECT_TRUE(calls.empty());
}

TEST_F(DeviceCallbacksTest, ArgumentsAreChecked) {
  ExpectFailure(aclrtRegDeviceStateCallback(nullptr, Note, nullptr), ACL_ERROR_INVALID_PARAM,
                {"aclrtRegDeviceStateCallback", "regName", "null"});
  ExpectFailure(aclrtRegDeviceStateCallback("", Note, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"regName"});
  ASSERT_EQ(aclrtRegDeviceStateCallback("first", Note, Who("a")), ACL_SUCCESS);
  ExpectFailure(aclrtRegDeviceStateCallback("first", Note, Who("b")), ACL_ERROR_RT_PARAM_INVALID,
                {"regName", "not registered", "first"});
  ExpectFailure(aclrtRegDeviceStateCallback("third", nullptr, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                {"regName", "third"});
  EXPECT_EQ(aclrtRegDeviceStateCallback("first", nullptr, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_TRUE(calls.empty());
}

TEST_F(DeviceCallbacksTest, ThePrimaryContextFollowsTheDevice) {
  int32_t active = -1;
  uint32_t flags = 7;
  EXPECT_EQ(aclrtGetPrimaryCtxState(0, nullptr, &active), ACL_SUCCESS);
  EXPECT_EQ(active, 0);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetPrimaryCtxState(0, &flags, &active), ACL_SUCCESS);
  EXPECT_EQ(active, 1);
  EXPECT_EQ(flags, 7U);
  EXPECT_EQ(aclrtGetPrimaryCtxState(1, nullptr, &active), ACL_SUCCESS);
  EXPECT_EQ(active, 0);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetPrimaryCtxState(0, nullptr, &active), ACL_SUCCESS);
  EXPECT_EQ(active, 0);
  ExpectFailure(aclrtGetPrimaryCtxState(0, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"active"});
  active = -1;
  ExpectFailure(aclrtGetPrimaryCtxState(2, nullptr, &active), ACL_ERROR_RT_INVALID_DEVICEID,
                {"deviceId", "0 to 1"});
  EXPECT_EQ(active, -1);
}

}  // namespace
}  // namespace openaclnn::runtime
