// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl_prof.h"
#include "mstx/ms_tools_ext.h"
#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr uint64_t kEverything = ACL_PROF_ACL_API | ACL_PROF_TASK_TIME | ACL_PROF_MSPROFTX;

class Profiling : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    std::string name = testing::TempDir() + "profile_XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    path_ = name;
  }
  void TearDown() override {
    aclprofFinalize();
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    fs::remove_all(path_);
    TakeMessages();
  }

  [[nodiscard]] aclError Init() const { return aclprofInit(path_.c_str(), path_.native().size()); }
  static aclprofConfig* Config(std::vector<uint32_t> devices, uint64_t types = kEverything) {
    return aclprofCreateConfig(devices.data(), static_cast<uint32_t>(devices.size()), ACL_AICORE_NONE,
                               nullptr, types);
  }
  // The folders of results, in the order of their names.
  [[nodiscard]] std::vector<fs::path> Results() const {
    std::vector<fs::path> results;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_)) {
      results.push_back(entry.path());
    }
    std::sort(results.begin(), results.end());
    return results;
  }
  // The names of a category of events of the only result.
  [[nodiscard]] std::vector<std::string> Events(const std::string& category) const {
    std::vector<std::string> names;
    std::ifstream file(Results().at(0) / "host/data/events.json");
    for (const json& event : json::parse(file)) {
      if (event.value("cat", "") == category) {
        names.push_back(category == "marker" ? event["args"]["message"] : event["name"]);
      }
    }
    return names;
  }
  static void FillMemory(aclrtStream stream) {
    void* memory = nullptr;
    ASSERT_EQ(aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemsetAsync(memory, 4096, 1, 4096, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  }

  fs::path path_;
};

long Count(const std::vector<std::string>& names, const std::string& name) {
  return std::count(names.begin(), names.end(), name);
}

TEST_F(Profiling, CollectsWhatRunsBetweenStartAndStop) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS) << "before the collection";
  FillMemory(stream);
  ASSERT_EQ(Init(), ACL_SUCCESS);
  EXPECT_TRUE(Results().empty()) << "the first start makes the folder";
  aclprofConfig* const config = Config({0});
  ASSERT_NE(config, nullptr);
  ASSERT_EQ(aclprofStart(config), ACL_SUCCESS);
  FillMemory(stream);
  ASSERT_EQ(aclprofStop(config), ACL_SUCCESS);
  FillMemory(stream);
  ASSERT_EQ(aclprofStart(config), ACL_SUCCESS);
  FillMemory(stream);
  ASSERT_EQ(aclprofStop(config), ACL_SUCCESS);
  EXPECT_EQ(aclprofDestroyConfig(config), ACL_SUCCESS);
  EXPECT_EQ(aclprofFinalize(), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);

  ASSERT_EQ(Results().size(), 1U);
  EXPECT_TRUE(Results()[0].filename().string().starts_with("PROF_000"));
  EXPECT_TRUE(fs::is_directory(Results()[0] / "device_0/data"));
  EXPECT_EQ(Count(Events("fill"), "fill"), 2);
  EXPECT_EQ(Count(Events("api"), "aclrtMemsetAsync"), 2);
  std::ifstream info(Results()[0] / "host/start_info");
  const json start = json::parse(info);
  EXPECT_TRUE(start.contains("collectionTimeBegin"));
  EXPECT_TRUE(start.contains("clockMonotonicRaw"));
}

TEST_F(Profiling, CollectsWhatTheConfigurationNames) {
  ASSERT_EQ(Init(), ACL_SUCCESS);
  aclprofConfig* const other = Config({1}, ACL_PROF_TASK_TIME);
  ASSERT_EQ(aclprofStart(other), ACL_SUCCESS);
  FillMemory(nullptr);
  mstxMarkA("unseen", nullptr);
  ASSERT_EQ(aclprofStop(other), ACL_SUCCESS);
  EXPECT_EQ(aclprofDestroyConfig(other), ACL_SUCCESS);
  EXPECT_TRUE(Events("fill").empty()) << "of another device";
  EXPECT_TRUE(Events("api").empty());
  EXPECT_TRUE(Events("marker").empty());
}

TEST_F(Profiling, HasAFolderForEachInit) {
  for (int time = 0; time < 2; ++time) {
    ASSERT_EQ(Init(), ACL_SUCCESS);
    aclprofConfig* const config = Config({0, 1});
    ASSERT_EQ(aclprofStart(config), ACL_SUCCESS);
    ASSERT_EQ(aclprofFinalize(), ACL_SUCCESS) << "ends what runs";
    ExpectFailure(aclprofStop(config), ACL_ERROR_PROF_NOT_RUN, {"aclprofStop", "aclprofInit first"});
    EXPECT_EQ(aclprofDestroyConfig(config), ACL_SUCCESS);
  }
  EXPECT_EQ(Results().size(), 2U);
}

TEST_F(Profiling, NeedsItsInit) {
  aclprofConfig* const config = Config({0});
  ExpectFailure(aclprofStart(config), ACL_ERROR_PROF_NOT_RUN, {"aclprofStart", "aclprofInit first"});
  ExpectFailure(aclprofStop(config), ACL_ERROR_PROF_NOT_RUN, {});
  ExpectFailure(aclprofFinalize(), ACL_ERROR_PROF_NOT_RUN, {"aclprofFinalize"});
  ASSERT_EQ(Init(), ACL_SUCCESS);
  ExpectFailure(Init(), ACL_ERROR_PROF_ALREADY_RUN, {"aclprofFinalize first"});
  ExpectFailure(aclprofStop(config), ACL_ERROR_PROF_NOT_RUN,
                {"profilerConfig: expected one that a collection"});
  EXPECT_EQ(aclprofDestroyConfig(config), ACL_SUCCESS);
  EXPECT_EQ(aclprofFinalize(), ACL_SUCCESS);
  ExpectFailure(aclprofFinalize(), ACL_ERROR_PROF_NOT_RUN, {});
}

TEST_F(Profiling, ChecksThePath) {
  ExpectFailure(aclprofInit(nullptr, 1), ACL_ERROR_INVALID_PARAM, {"profilerResultPath: expected a pointer"});
  ExpectFailure(aclprofInit("x", 0), ACL_ERROR_INVALID_PARAM, {"length: expected 1 to 4096, got 0"});
  const std::string longest(4097, 'x');
  ExpectFailure(aclprofInit(longest.c_str(), longest.size()), ACL_ERROR_INVALID_PARAM, {"got 4097"});
  std::ofstream(path_ / "file") << "x";
  const std::string file = path_ / "file";
  ExpectFailure(aclprofInit(file.c_str(), file.size()), ACL_ERROR_INVALID_FILE,
                {"profilerResultPath", "file"});
  const std::string made = path_ / "a/b";
  EXPECT_EQ(aclprofInit(made.c_str(), made.size() + 1), ACL_SUCCESS) << "with the closing null";
  EXPECT_TRUE(fs::is_directory(made));
}

TEST_F(Profiling, StartsADeviceOnce) {
  ASSERT_EQ(Init(), ACL_SUCCESS);
  aclprofConfig* const first = Config({0});
  aclprofConfig* const both = Config({0, 1});
  aclprofConfig* const second = Config({1});
  ASSERT_EQ(aclprofStart(first), ACL_SUCCESS);
  ExpectFailure(aclprofStart(first), ACL_ERROR_PROF_ALREADY_RUN, {"profilerConfig"});
  ExpectFailure(aclprofStart(both), ACL_ERROR_PROF_ALREADY_RUN, {"device 0"});
  EXPECT_EQ(aclprofStart(second), ACL_SUCCESS);
  EXPECT_EQ(aclprofStop(first), ACL_SUCCESS);
  ExpectFailure(aclprofStop(first), ACL_ERROR_PROF_NOT_RUN, {});
  EXPECT_EQ(aclprofStop(second), ACL_SUCCESS);
  EXPECT_EQ(aclprofStart(both), ACL_SUCCESS);
  EXPECT_EQ(aclprofStop(both), ACL_SUCCESS);
  for (aclprofConfig* const config : {first, both, second}) {
    EXPECT_EQ(aclprofDestroyConfig(config), ACL_SUCCESS);
    ExpectFailure(aclprofDestroyConfig(config), ACL_ERROR_INVALID_PARAM,
                  {"profilerConfig: expected a live aclprofConfig", "destroyed before"});
  }
  ExpectFailure(aclprofStart(first), ACL_ERROR_INVALID_PARAM, {"profilerConfig"});
  ExpectFailure(aclprofStop(nullptr), ACL_ERROR_INVALID_PARAM, {"profilerConfig"});
}

TEST_F(Profiling, ChecksConfigurations) {
  uint32_t device = 0;
  EXPECT_EQ(aclprofCreateConfig(nullptr, 1, ACL_AICORE_NONE, nullptr, kEverything), nullptr);
  EXPECT_EQ(aclprofCreateConfig(&device, 0, ACL_AICORE_NONE, nullptr, kEverything), nullptr);
  EXPECT_EQ(aclprofCreateConfig(&device, 1, AnyEnum<aclprofAicoreMetrics>(9), nullptr, kEverything), nullptr);
  EXPECT_EQ(Config({2}), nullptr) << "there are two devices";
  EXPECT_EQ(Config({0, 0}), nullptr);
  EXPECT_NE(TakeMessages().find("deviceIdList: expected different devices, got device 0 twice"),
            std::string::npos);
}

struct Option {
  int type;
  const char* value;
  bool isRight;
};

TEST_F(Profiling, ChecksOptions) {
  constexpr std::array kOptions = {
      Option{ACL_PROF_STORAGE_LIMIT, "200", true},
      Option{ACL_PROF_STORAGE_LIMIT, "4294967295", true},
      Option{ACL_PROF_STORAGE_LIMIT, "199", false},
      Option{ACL_PROF_STORAGE_LIMIT, "4294967296", false},
      Option{ACL_PROF_STORAGE_LIMIT, "200MB", false},
      Option{ACL_PROF_SYS_HARDWARE_MEM_FREQ, "100", true},
      Option{ACL_PROF_SYS_HARDWARE_MEM_FREQ, "101", false},
      Option{ACL_PROF_SYS_HARDWARE_MEM_FREQ, "0", false},
      Option{ACL_PROF_SYS_INTERCONNECTION_FREQ, "50", true},
      Option{ACL_PROF_SYS_INTERCONNECTION_FREQ, "51", false},
      Option{ACL_PROF_LLC_MODE, "read", true},
      Option{ACL_PROF_LLC_MODE, "both", false},
      Option{ACL_PROF_HOST_SYS, "cpu,mem", true},
      Option{ACL_PROF_HOST_SYS, "", false},
      Option{ACL_PROF_ARGS_MIN, "1", false},
      Option{2, "1", false},
      Option{ACL_PROF_ARGS_MAX, "1", false},
  };
  for (const Option& option : kOptions) {
    EXPECT_EQ(
        aclprofSetConfig(AnyEnum<aclprofConfigType>(option.type), option.value, std::strlen(option.value)),
        option.isRight ? ACL_SUCCESS : ACL_ERROR_INVALID_PARAM)
        << option.type << " " << option.value;
  }
  const std::string longest(257, '1');
  EXPECT_EQ(aclprofSetConfig(ACL_PROF_HOST_SYS, longest.c_str(), longest.size()), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclprofSetConfig(ACL_PROF_HOST_SYS, nullptr, 1), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Profiling, CollectsMarks) {
  ASSERT_EQ(Init(), ACL_SUCCESS);
  aclprofConfig* const config = Config({0});
  ASSERT_EQ(aclprofStart(config), ACL_SUCCESS);
  void* const stamp = aclprofCreateStamp();
  ASSERT_NE(stamp, nullptr);
  const auto name = [stamp](const std::string& text) {
    EXPECT_EQ(aclprofSetStampTraceMessage(stamp, text.c_str(), static_cast<uint32_t>(text.size())),
              ACL_SUCCESS);
  };
  name("moment");
  EXPECT_EQ(aclprofMark(stamp), ACL_SUCCESS);
  name("outer");
  EXPECT_EQ(aclprofPush(stamp), ACL_SUCCESS);
  name("inner");
  EXPECT_EQ(aclprofPush(stamp), ACL_SUCCESS);
  EXPECT_EQ(aclprofPop(), ACL_SUCCESS);
  EXPECT_EQ(aclprofPop(), ACL_SUCCESS);
  ExpectFailure(aclprofPop(), ACL_ERROR_INVALID_PARAM, {"got none that is open"});
  name("range");
  uint32_t range = 0;
  ASSERT_EQ(aclprofRangeStart(stamp, &range), ACL_SUCCESS);
  OnNewThread([range] { EXPECT_EQ(aclprofRangeStop(range), ACL_SUCCESS); });
  ExpectFailure(aclprofRangeStop(range), ACL_ERROR_INVALID_PARAM, {"rangeId: expected a range that is open"});
  EXPECT_EQ(aclprofMarkEx("of a stream", 11, nullptr), ACL_SUCCESS);

  mstxDomainHandle_t const domain = mstxDomainCreateA("domain");
  mstxDomainRangeEnd(domain, mstxDomainRangeStartA(domain, "in a domain", nullptr));
  mstxDomainMarkA(domain, "moment in a domain", nullptr);
  mstxRangeEnd(mstxRangeStartA("mstx", nullptr));
  mstxDomainDestroy(domain);
  mstxDomainMarkA(domain, "of none", nullptr);
  EXPECT_EQ(mstxDomainRangeStartA(domain, "of none", nullptr), 0U);
  EXPECT_EQ(mstxRangeStartA(nullptr, nullptr), 0U);
  EXPECT_EQ(mstxDomainCreateA(nullptr), nullptr);
  mstxRangeEnd(12345);

  aclprofStepInfo* const step = aclprofCreateStepInfo();
  EXPECT_EQ(aclprofGetStepTimestamp(step, ACL_STEP_START, nullptr), ACL_SUCCESS);
  ExpectFailure(aclprofGetStepTimestamp(step, ACL_STEP_START, nullptr), ACL_ERROR_INVALID_PARAM,
                {"tag: expected one that was not marked"});
  EXPECT_EQ(aclprofGetStepTimestamp(step, ACL_STEP_END, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclprofGetStepTimestamp(step, AnyEnum<aclprofStepTag>(2), nullptr), ACL_ERROR_INVALID_PARAM);
  aclprofDestroyStepInfo(step);
  EXPECT_EQ(aclprofGetStepTimestamp(step, ACL_STEP_END, nullptr), ACL_ERROR_INVALID_PARAM);
  ASSERT_EQ(aclprofStop(config), ACL_SUCCESS);
  EXPECT_EQ(aclprofDestroyConfig(config), ACL_SUCCESS);
  EXPECT_EQ(aclprofMark(stamp), ACL_SUCCESS) << "later: nothing is collected";
  aclprofDestroyStamp(stamp);

  const std::vector<std::string> expected = {
      "moment", "inner",      "outer",   "range", "of a stream", "in a domain", "moment in a domain",
      "mstx",   "step start", "step end"};
  EXPECT_EQ(Events("marker"), expected);
}

TEST_F(Profiling, ChecksStamps) {
  void* const stamp = aclprofCreateStamp();
  uint32_t range = 0;
  ExpectFailure(aclprofSetStampTraceMessage(stamp, nullptr, 1), ACL_ERROR_INVALID_PARAM, {"msg"});
  ExpectFailure(aclprofSetStampTraceMessage(stamp, "x", 0), ACL_ERROR_INVALID_PARAM, {"msgLen"});
  ExpectFailure(aclprofRangeStart(stamp, nullptr), ACL_ERROR_INVALID_PARAM, {"rangeId"});
  ExpectFailure(aclprofMarkEx(nullptr, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"msg"});
  aclprofDestroyStamp(stamp);
  for (void* const gone : {stamp, static_cast<void*>(nullptr), static_cast<void*>(&range)}) {
    EXPECT_EQ(aclprofSetStampTraceMessage(gone, "x", 1), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclprofMark(gone), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclprofPush(gone), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclprofRangeStart(gone, &range), ACL_ERROR_INVALID_PARAM);
  }
  EXPECT_EQ(aclprofStr2Id("a"), aclprofStr2Id("a"));
  EXPECT_NE(aclprofStr2Id("a"), aclprofStr2Id("b"));
  EXPECT_EQ(aclprofStr2Id(nullptr), UINT64_MAX);
}

}  // namespace
}  // namespace openaclnn::runtime
