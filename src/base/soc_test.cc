// SPDX-License-Identifier: Apache-2.0
#include "base/soc.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace openaclnn {
namespace {

struct Expectation {
  const char* name;
  Series series;
  bool bfloat16;
};

class SocNames : public testing::TestWithParam<Expectation> {};

TEST_P(SocNames, AreFound) {
  const Soc* const soc = FindSoc(GetParam().name);
  ASSERT_NE(soc, nullptr);
  EXPECT_STREQ(soc->socName, GetParam().name);
  EXPECT_EQ(soc->series, GetParam().series);
  EXPECT_EQ(FactsOf(soc->series).bfloat16, GetParam().bfloat16);
}

INSTANTIATE_TEST_SUITE_P(All, SocNames,
                         testing::Values(Expectation{"Ascend910A", Series::kAtlasTraining, false},
                                         Expectation{"Ascend910PremiumA", Series::kAtlasTraining, false},
                                         Expectation{"Ascend910B", Series::kAtlasTraining, false},
                                         Expectation{"Ascend910ProB", Series::kAtlasTraining, false},
                                         Expectation{"Ascend910B1", Series::kAtlasA2, true},
                                         Expectation{"Ascend910B2C", Series::kAtlasA2, true},
                                         Expectation{"Ascend910B4-1", Series::kAtlasA2, true},
                                         Expectation{"Ascend910_9391", Series::kAtlasA3, true},
                                         Expectation{"Ascend910_9363", Series::kAtlasA3, true},
                                         Expectation{"Ascend310P3", Series::kAtlasInference, false},
                                         Expectation{"Ascend310B4", Series::kAtlas200I, false},
                                         Expectation{"Ascend950PR_9599", Series::kAscend950, true},
                                         Expectation{"Ascend950DT_95a1", Series::kAscend950, true},
                                         Expectation{"Ascend910_95", Series::kAscend950, true}));

TEST(Soc, EachSeriesHasItsArchitecture) {
  EXPECT_EQ(FactsOf(Series::kAtlasTraining).npuArch, 1001);
  EXPECT_EQ(FactsOf(Series::kAtlasInference).npuArch, 2002);
  EXPECT_EQ(FactsOf(Series::kAtlas200I).npuArch, 3002);
  EXPECT_EQ(FactsOf(Series::kAtlasA2).npuArch, 2201);
  EXPECT_EQ(FactsOf(Series::kAtlasA3).npuArch, 2201);
  EXPECT_EQ(FactsOf(Series::kAscend950).npuArch, 3510);
}

TEST(Soc, UnknownNamesAreNull) {
  for (const char* name : {"", "Ascend", "ascend910b1", "Ascend910B5", "Ascend910B1 ", "Ascend950",
                           "Ascend950PR_95", "Ascend950PR_95999", "Ascend950PR_95-1", "Ascend950XX_9599"}) {
    EXPECT_EQ(FindSoc(name), nullptr) << name;
  }
}

TEST(Soc, TheNameOutlivesTheCallersString) {
  const Soc* soc = nullptr;
  {
    const std::string name = "Ascend950DT_9571";
    soc = FindSoc(name);
  }
  ASSERT_NE(soc, nullptr);
  EXPECT_STREQ(soc->socName, "Ascend950DT_9571");
  EXPECT_EQ(FindSoc("Ascend950DT_9571"), soc);
}

// For ThreadSanitizer, above all: nobody writes to what others read.
TEST(Soc, ANameMayBeAskedForByManyThreads) {
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int round = 0; round < 100; ++round) {
        const Soc* const soc = FindSoc("Ascend950PR_9573");
        ASSERT_NE(soc, nullptr);
        EXPECT_STREQ(soc->socName, "Ascend950PR_9573");
        EXPECT_EQ(soc->series, Series::kAscend950);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

// EmulatedSoc reads the environment once, so each case needs a process of its own.
class EmulatedSocDeathTest : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  static void ExitWithResult(const char* variable, const char* expected) {
    setenv("OPENACLNN_SOC", variable, 1);  // NOLINT(concurrency-mt-unsafe)
    const Soc* const soc = EmulatedSoc();
    const bool good =
        expected == nullptr ? soc == nullptr : soc != nullptr && std::string(soc->socName) == expected;
    std::exit(good ? 0 : 1);  // NOLINT(concurrency-mt-unsafe)
  }
};

TEST_F(EmulatedSocDeathTest, FollowsTheEnvironment) {
  EXPECT_EXIT(ExitWithResult("", "Ascend910B1"), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(ExitWithResult("Ascend310P3", "Ascend310P3"), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(ExitWithResult("Ascend1", nullptr), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace openaclnn
