// SPDX-License-Identifier: Apache-2.0
#include "base/nearest_name.h"

#include <gtest/gtest.h>

#include <array>

namespace openaclnn {
namespace {

TEST(NearestNameTest, CountsLetters) {
  EXPECT_EQ(EditDistance("", ""), 0U);
  EXPECT_EQ(EditDistance("BAKEND", "BACKEND"), 1U);
  EXPECT_EQ(EditDistance("TARCE", "TRACE"), 1U);
  EXPECT_EQ(EditDistance("", "SOC"), 3U);
}

TEST(NearestNameTest, IsTheOneThatIsMeant) {
  constexpr std::array<std::string_view, 4> kNames{"BACKEND", "NUM_THREADS", "SOC", "TRACE"};
  EXPECT_EQ(NearestName("BAKEND", kNames), "BACKEND");
  EXPECT_EQ(NearestName("THREADS", kNames), "NUM_THREADS");
  EXPECT_EQ(NearestName("soc", kNames), "SOC");
  EXPECT_EQ(NearestName("ROOT", kNames), "");
  EXPECT_EQ(NearestName("PROGRAM", kNames), "");
  EXPECT_EQ(NearestName("", kNames), "");
}

}  // namespace
}  // namespace openaclnn
