// SPDX-License-Identifier: Apache-2.0
#include "base/bounded_spin.h"

#include <gtest/gtest.h>

#include <thread>

namespace openaclnn {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(BoundedSpin, EndsByItself) {
  BoundedSpin spin(milliseconds(1));
  while (spin.Again()) {
  }
  EXPECT_FALSE(spin.Again());
}

TEST(BoundedSpin, GivesUpWhereItsThreadDidNotRun) {
  BoundedSpin spin{std::chrono::hours(1)};
  std::this_thread::sleep_for(milliseconds(1));
  EXPECT_FALSE(spin.Again());
  EXPECT_FALSE(spin.Again());
}

TEST(BoundedSpin, OfNoTimeLooksOnce) {
  BoundedSpin spin{microseconds(0)};
  EXPECT_FALSE(spin.Again());
}

TEST(BoundedSpin, Values) {
  EXPECT_EQ(BoundedSpin::Parse("0"), microseconds(0));
  EXPECT_EQ(BoundedSpin::Parse("100000"), BoundedSpin::kMost);
  for (const char* const text : {"", "-1", "100001", "99999999999", "1.5", "5us", " 5", "+5"}) {
    EXPECT_FALSE(BoundedSpin::Parse(text)) << text;
  }
}

}  // namespace
}  // namespace openaclnn
