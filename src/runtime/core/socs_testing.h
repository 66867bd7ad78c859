// SPDX-License-Identifier: Apache-2.0
//
// The SoC is read once, so a test of another one needs a process of its own.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <utility>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {

// The name of a class of such tests must end in DeathTest; it must not initialize the process.
class SocDeathTest : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  // Runs the body in a process that stands in for the SoC, with device 0 set. A failed expectation there
  // fails the test here.
  template <typename Body>
  static void OnSoc(const char* name, Body&& body) {
    EXPECT_EXIT(RunAndExit(name, std::forward<Body>(body)), testing::ExitedWithCode(0), "") << name;
  }

 private:
  template <typename Body>
  static void RunAndExit(const char* name, Body&& body) {
    setenv("OPENACLNN_SOC", name, 1);  // NOLINT(concurrency-mt-unsafe)
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    std::forward<Body>(body)();
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    const testing::TestResult& result = *testing::UnitTest::GetInstance()->current_test_info()->result();
    for (int part = 0; part < result.total_part_count(); ++part) {
      // gtest shows what such a process writes there.
      std::cerr << result.GetTestPartResult(part).line_number() << ": "
                << result.GetTestPartResult(part).message() << '\n';
    }
    std::exit(HasFailure() ? 1 : 0);  // NOLINT(concurrency-mt-unsafe)
  }
};

}  // namespace openaclnn::runtime
