// SPDX-License-Identifier: Apache-2.0
//
// What the emulated soc decides about streams and float overflow.
#include <gtest/gtest.h>

#include "runtime/core/socs_testing.h"

namespace openaclnn::runtime {
namespace {

struct Expectation {
  const char* name;
  uint32_t streams;
  bool nullAttributes;  // the default stream has attributes
  bool priorities;
  bool infinities;
  bool saturation;
};

constexpr Expectation kSocs[] = {
    {"Ascend910A", 2048, false, true, false, true},   {"Ascend910ProB", 2048, false, true, false, true},
    {"Ascend310P1", 1024, false, false, false, true}, {"Ascend310P3", 1024, false, false, false, true},
    {"Ascend310B4", 512, false, false, false, true},  {"Ascend910B2C", 1984, true, true, true, true},
    {"Ascend910B4-1", 1984, true, true, true, true},  {"Ascend910_9382", 1984, true, true, true, true},
    {"Ascend910_9362", 1984, true, true, true, true}, {"Ascend950PR_9599", 1984, true, true, true, false},
};

void ExpectAttributes(const Expectation& soc, aclrtStream stream) {
  const aclError ofNull = soc.nullAttributes ? ACL_SUCCESS : ACL_ERROR_RT_PARAM_INVALID;
  aclrtStreamAttrValue value = {};
  EXPECT_EQ(aclrtSetStreamFailureMode(stream, ACL_CONTINUE_ON_FAILURE), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetStreamFailureMode(nullptr, ACL_CONTINUE_ON_FAILURE), ofNull);
  for (const aclrtStreamAttr attribute : {ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK,
                                          ACL_STREAM_ATTR_USER_CUSTOM_TAG, ACL_STREAM_ATTR_CACHE_OP_INFO}) {
    EXPECT_EQ(aclrtSetStreamAttribute(stream, attribute, &value), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetStreamAttribute(stream, attribute, &value), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetStreamAttribute(nullptr, attribute, &value), ofNull);
    EXPECT_EQ(aclrtGetStreamAttribute(nullptr, attribute, &value), ofNull);
  }
  EXPECT_EQ(aclrtSetStreamOverflowSwitch(nullptr, 1), ACL_SUCCESS) << "has no such limit";
}

void ExpectPriorityFunctions(const Expectation& soc, aclrtStream stream) {
  const aclError expected = soc.priorities ? ACL_SUCCESS : ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
  int32_t least = -1;
  int32_t greatest = -1;
  EXPECT_EQ(aclrtDeviceGetStreamPriorityRange(&least, &greatest), expected);
  EXPECT_EQ(least, soc.priorities ? 7 : -1);
  EXPECT_EQ(greatest, soc.priorities ? 0 : -1);
  aclrtStreamAttrValue value = {};
  EXPECT_EQ(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, &value), expected);
  EXPECT_EQ(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, &value), expected);
}

void ExpectOverflowModes(const Expectation& soc) {
  aclrtFloatOverflowMode mode = ACL_RT_OVERFLOW_MODE_UNDEF;
  EXPECT_EQ(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, soc.infinities ? ACL_RT_OVERFLOW_MODE_INFNAN : ACL_RT_OVERFLOW_MODE_SATURATION);
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN),
            soc.infinities ? ACL_SUCCESS : ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION),
            soc.saturation ? ACL_SUCCESS : ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, soc.saturation ? ACL_RT_OVERFLOW_MODE_SATURATION : ACL_RT_OVERFLOW_MODE_INFNAN);
}

using StreamSocDeathTest = SocDeathTest;

TEST_F(StreamSocDeathTest, EachHasItsOwnFacts) {
  for (const Expectation& soc : kSocs) {
    OnSoc(soc.name, [&soc] {
      uint32_t available = 0;
      EXPECT_EQ(aclrtGetStreamAvailableNum(&available), ACL_SUCCESS);
      EXPECT_EQ(available, soc.streams - 1);
      aclrtStream stream = nullptr;
      ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 7, 0), ACL_SUCCESS);
      ExpectAttributes(soc, stream);
      ExpectPriorityFunctions(soc, stream);
      ExpectOverflowModes(soc);
      EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    });
  }
}

}  // namespace
}  // namespace openaclnn::runtime
