// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

using SystemTest = InitializedTest;

TEST(Versions, ThePackagesThatAreThereHaveOne) {
  for (const aclCANNPackageName name :
       {ACL_PKG_NAME_CANN, ACL_PKG_NAME_RUNTIME, ACL_PKG_NAME_TOOLKIT, ACL_PKG_NAME_OPP, ACL_PKG_NAME_HCCL}) {
    aclCANNPackageVersion version;
    std::memset(&version, 0xff, sizeof version);
    EXPECT_EQ(aclsysGetCANNVersion(name, &version), ACL_SUCCESS);
    EXPECT_STREQ(version.version, "9.0.0");
    EXPECT_STREQ(version.majorVersion, "9");
    EXPECT_STREQ(version.minorVersion, "0");
    EXPECT_STREQ(version.releaseVersion, "0");
    EXPECT_STREQ(version.patchVersion, "0");
  }
  for (const char* const name :
       {"cann", "runtime", "toolkit", "opp", "hccl", "ops_math", "ops_nn", "ops_cv", "ops_transformer"}) {
    std::string package = name;
    char text[128] = {};
    int32_t number = 0;
    EXPECT_EQ(aclsysGetVersionStr(package.data(), text), ACL_SUCCESS);
    EXPECT_STREQ(text, "9.0.0");
    EXPECT_EQ(aclsysGetVersionNum(package.data(), &number), ACL_SUCCESS);
    EXPECT_EQ(number, 90000000);
  }
}

// Clients ask for one after the other: none of it is in the message of a call that fails later.
TEST(Versions, OthersAreNotInstalledWithoutAWord) {
  TakeMessages();
  for (const aclCANNPackageName name :
       {ACL_PKG_NAME_COMPILER, ACL_PKG_NAME_OPP_KERNEL, ACL_PKG_NAME_DRIVER}) {
    aclCANNPackageVersion version{};
    EXPECT_EQ(aclsysGetCANNVersion(name, &version), ACL_ERROR_INVALID_FILE);
    EXPECT_STREQ(version.version, "");
  }
  for (const char* const name : {"driver", "firmware", "compiler", "ops_legacy", "Runtime", "", "../opp"}) {
    std::string package = name;
    char text[128] = "untouched";
    int32_t number = -1;
    EXPECT_EQ(aclsysGetVersionStr(package.data(), text), ACL_ERROR_INVALID_FILE);
    EXPECT_EQ(aclsysGetVersionNum(package.data(), &number), ACL_ERROR_INVALID_FILE);
    EXPECT_STREQ(text, "untouched");
    EXPECT_EQ(number, -1);
  }
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

TEST(Versions, ArgumentsAreChecked) {
  aclCANNPackageVersion version{};
  for (const int name : {-1, 8}) {
    ExpectFailure(aclsysGetCANNVersion(AnyEnum<aclCANNPackageName>(name), &version),
                  ACL_ERROR_RT_PARAM_INVALID, {"name", "0 to 7"});
  }
  ExpectFailure(aclsysGetCANNVersion(ACL_PKG_NAME_CANN, nullptr), ACL_ERROR_INVALID_PARAM, {"version"});
  char package[] = "runtime";
  char text[128] = {};
  int32_t number = 0;
  ExpectFailure(aclsysGetVersionStr(nullptr, text), ACL_ERROR_INVALID_PARAM, {"pkgName"});
  ExpectFailure(aclsysGetVersionStr(package, nullptr), ACL_ERROR_INVALID_PARAM, {"versionStr"});
  ExpectFailure(aclsysGetVersionNum(nullptr, &number), ACL_ERROR_INVALID_PARAM, {"pkgName"});
  ExpectFailure(aclsysGetVersionNum(package, nullptr), ACL_ERROR_INVALID_PARAM, {"versionNum"});
}

int32_t Compatible(const char* chip) {
  int32_t compatible = -1;
  EXPECT_EQ(aclrtCheckArchCompatibility(chip, &compatible), ACL_SUCCESS);
  return compatible;
}

TEST_F(SystemTest, ProgramsRunOnChipsOfTheirGeneration) {
  for (const char* const chip : {"Ascend910B1", "Ascend910B4-1", "Ascend910_9391"}) {
    EXPECT_EQ(Compatible(chip), 1) << chip;
  }
  for (const char* const chip :
       {"Ascend910B", "Ascend910A", "Ascend310P3", "Ascend310B1", "Ascend950PR_9599", "", "x"}) {
    EXPECT_EQ(Compatible(chip), 0) << chip;
  }
  int32_t compatible = -1;
  ExpectFailure(aclrtCheckArchCompatibility(nullptr, &compatible), ACL_ERROR_INVALID_PARAM, {"socVersion"});
  ExpectFailure(aclrtCheckArchCompatibility("Ascend910B1", nullptr), ACL_ERROR_INVALID_PARAM,
                {"canCompatible"});
  EXPECT_EQ(compatible, -1);
}

TEST_F(SystemTest, AnA2PartHasAllAttributes) {
  const aclCannAttr* list = nullptr;
  size_t count = 0;
  ASSERT_EQ(aclGetCannAttributeList(&list, &count), ACL_SUCCESS);
  EXPECT_EQ(std::set<int>(list, list + count), (std::set<int>{0, 1, 2}));
  for (const aclCannAttr attribute : {ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16, ACL_CANN_ATTR_JIT_COMPILE}) {
    int32_t value = -1;
    EXPECT_EQ(aclGetCannAttribute(attribute, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 1);
  }
  int32_t value = -1;
  for (const int attribute : {-1, 3}) {
    ExpectFailure(aclGetCannAttribute(AnyEnum<aclCannAttr>(attribute), &value), ACL_ERROR_RT_PARAM_INVALID,
                  {"cannAttr"});
  }
  EXPECT_EQ(value, -1);
  ExpectFailure(aclGetCannAttribute(ACL_CANN_ATTR_BF16, nullptr), ACL_ERROR_INVALID_PARAM, {"value"});
  ExpectFailure(aclGetCannAttributeList(nullptr, &count), ACL_ERROR_INVALID_PARAM, {"cannAttrList"});
  ExpectFailure(aclGetCannAttributeList(&list, nullptr), ACL_ERROR_INVALID_PARAM, {"num"});
}

constexpr aclSysParamOpt kOptions[] = {ACL_OPT_DETERMINISTIC, ACL_OPT_ENABLE_DEBUG_KERNEL,
                                       ACL_OPT_STRONG_CONSISTENCY, ACL_OPT_ENABLE_KERNEL_EARLY_START};

TEST_F(SystemTest, OptionsOfTheProcess) {
  for (const aclSysParamOpt option : kOptions) {
    const int64_t largest = option == ACL_OPT_DETERMINISTIC ? 3 : 1;
    int64_t value = -1;
    EXPECT_EQ(aclrtGetSysParamOpt(option, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0) << "the default";
    EXPECT_EQ(aclrtSetSysParamOpt(option, largest), ACL_SUCCESS);
    OnNewThread([&] { EXPECT_EQ(aclrtGetSysParamOpt(option, &value), ACL_SUCCESS); });
    EXPECT_EQ(value, largest);
    for (const int64_t wrong : {int64_t{-1}, largest + 1, INT64_MAX}) {
      ExpectFailure(aclrtSetSysParamOpt(option, wrong), ACL_ERROR_RT_PARAM_INVALID,
                    {"aclrtSetSysParamOpt", "value", std::to_string(wrong).c_str()});
    }
    EXPECT_EQ(aclrtSetSysParamOpt(option, 0), ACL_SUCCESS) << "the latest counts";
    EXPECT_EQ(aclrtGetSysParamOpt(option, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0);
  }
  int64_t value = -1;
  for (const int option : {-1, 4}) {
    ExpectFailure(aclrtSetSysParamOpt(AnyEnum<aclSysParamOpt>(option), 0), ACL_ERROR_RT_PARAM_INVALID,
                  {"opt"});
    ExpectFailure(aclrtGetSysParamOpt(AnyEnum<aclSysParamOpt>(option), &value), ACL_ERROR_RT_PARAM_INVALID,
                  {"opt"});
  }
  ExpectFailure(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, nullptr), ACL_ERROR_INVALID_PARAM, {"value"});
  EXPECT_EQ(value, -1);
}

TEST_F(SystemTest, OptionsOfAContext) {
  int64_t value = -1;
  EXPECT_EQ(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_ERROR_RT_CONTEXT_NULL);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtContext primary = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&primary), ACL_SUCCESS);
  for (const aclSysParamOpt option : kOptions) {
    ExpectFailure(aclrtCtxGetSysParamOpt(option, &value), ACL_ERROR_RT_SYSPARAMOPT_NOT_SET,
                  {"aclrtCtxGetSysParamOpt", "opt", "aclrtCtxSetSysParamOpt"});
    EXPECT_EQ(aclrtCtxSetSysParamOpt(option, 2),
              option == ACL_OPT_DETERMINISTIC ? ACL_SUCCESS : ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtCtxSetSysParamOpt(option, 1), ACL_SUCCESS);
    EXPECT_EQ(aclrtCtxGetSysParamOpt(option, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 1);
    EXPECT_EQ(aclrtGetSysParamOpt(option, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0) << "the process's is another";
  }
  aclrtContext other = nullptr;
  ASSERT_EQ(aclrtCreateContext(&other, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
  ASSERT_EQ(aclrtSetCurrentContext(primary), ACL_SUCCESS);
  EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(other), ACL_SUCCESS);
  for (const int option : {-1, 4}) {
    ExpectFailure(aclrtCtxSetSysParamOpt(AnyEnum<aclSysParamOpt>(option), 0), ACL_ERROR_RT_PARAM_INVALID,
                  {"opt"});
    ExpectFailure(aclrtCtxGetSysParamOpt(AnyEnum<aclSysParamOpt>(option), &value), ACL_ERROR_RT_PARAM_INVALID,
                  {"opt"});
  }
  ExpectFailure(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, nullptr), ACL_ERROR_INVALID_PARAM, {"value"});
}

// In a process of its own, because other tests have initialized before.
TEST(SystemDeathTest, SomeQuestionsNeedAnInit) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    int64_t number = 0;
    int32_t value = 0;
    uint64_t link = 0;
    size_t size = 0;
    const aclCannAttr* list = nullptr;
    aclrtUtilizationInfo load{};
    aclrtDeviceStatus status{};
    const aclError no = ACL_ERROR_UNINITIALIZE;
    bool good = aclrtCheckArchCompatibility("Ascend910B1", &value) == no &&
                aclGetCannAttributeList(&list, &size) == no &&
                aclGetCannAttribute(ACL_CANN_ATTR_BF16, &value) == no &&
                aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, &number) == no &&
                aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1) == no &&
                aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &number) == no;
    good = good && aclrtQueryDeviceStatus(0, &status) == no && aclrtDeviceCanAccessPeer(&value, 0, 1) == no &&
           aclrtDeviceEnablePeerAccess(1, 0) == no && aclrtDeviceDisablePeerAccess(1) == no &&
           aclrtDevicePeerAccessStatus(0, 1, &value) == no && aclrtGetDevicesTopo(0, 1, &link) == no &&
           aclrtGetDeviceInfo(0, ACL_DEV_ATTR_NPU_ARCH, &number) == no &&
           aclrtGetDeviceCapability(0, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV, &value) == no &&
           aclrtGetDeviceUtilizationRate(0, &load) == no &&
           aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, 16384) == no &&
           aclrtDeviceGetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, &size) == no;
    // Others tell what does not change.
    good = good && aclrtGetPrimaryCtxState(0, nullptr, &value) == ACL_SUCCESS && value == 0;
    std::_Exit(good ? 0 : 1);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace openaclnn::runtime
