// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "hccl/hccl.h"

namespace {

TEST(Hccl, NamesItsStatuses) {
  EXPECT_STREQ(HcclGetErrorString(HCCL_SUCCESS), "HCCL_SUCCESS");
  EXPECT_STREQ(HcclGetErrorString(HCCL_E_NOT_SUPPORT), "HCCL_E_NOT_SUPPORT");
  EXPECT_STREQ(HcclGetErrorString(HCCL_E_AGAIN), "HCCL_E_AGAIN");
  EXPECT_STREQ(HcclGetErrorString(HCCL_E_OOM), "HCCL_E_OOM");
  EXPECT_STREQ(HcclGetErrorString(static_cast<HcclResult>(25)), "not an HcclResult");
}

TEST(Hccl, KeepsItsConfiguration) {
  HcclConfigValue value{7};
  ASSERT_EQ(HcclGetConfig(HCCL_DETERMINISTIC, &value), HCCL_SUCCESS);
  EXPECT_EQ(value.value, 0);
  ASSERT_EQ(HcclSetConfig(HCCL_DETERMINISTIC, HcclConfigValue{2}), HCCL_SUCCESS);
  ASSERT_EQ(HcclGetConfig(HCCL_DETERMINISTIC, &value), HCCL_SUCCESS);
  EXPECT_EQ(value.value, 2);
}

TEST(Hccl, RefusesWhatIsNoConfiguration) {
  HcclConfigValue value{7};
  EXPECT_EQ(HcclSetConfig(HCCL_DETERMINISTIC, HcclConfigValue{3}), HCCL_E_PARA);
  EXPECT_EQ(HcclSetConfig(HCCL_CONFIG_RESERVED, HcclConfigValue{0}), HCCL_E_PARA);
  EXPECT_EQ(HcclGetConfig(HCCL_CONFIG_RESERVED, &value), HCCL_E_PARA);
  EXPECT_EQ(value.value, 7);
  EXPECT_EQ(HcclGetConfig(HCCL_DETERMINISTIC, nullptr), HCCL_E_PTR);
  const std::string message = aclGetRecentErrMsg();
  EXPECT_NE(message.find("HcclGetConfig: configValue"), std::string::npos) << message;
}

}  // namespace
