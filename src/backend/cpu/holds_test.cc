// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/holds.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

namespace openaclnn::backend::cpu {
namespace {

constexpr std::chrono::milliseconds kAtOnce(0);

TEST(Holds, WhoWaitsWaitsForThoseTakenBefore) {
  const auto holds = std::make_shared<Holds>();
  const auto before = holds->Taken();
  EXPECT_TRUE(holds->WaitForEnds(before, kAtOnce));
  auto first = holds->Take();
  EXPECT_TRUE(holds->WaitForEnds(before, kAtOnce));
  EXPECT_FALSE(holds->WaitForEnds(holds->Taken(), kAtOnce));
  first.reset();
  EXPECT_TRUE(holds->WaitForEnds(holds->Taken(), kAtOnce));
}

TEST(Holds, MayEndInAnyOrder) {
  const auto holds = std::make_shared<Holds>();
  auto first = holds->Take();
  auto second = holds->Take();
  const auto taken = holds->Taken();
  auto third = holds->Take();
  third.reset();
  second.reset();
  EXPECT_FALSE(holds->WaitForEnds(taken, kAtOnce)) << "as many have ended as were taken, but not those";
  EXPECT_FALSE(holds->HaveEnded());
  auto fourth = holds->Take();
  first.reset();
  EXPECT_TRUE(holds->WaitForEnds(taken, {}));
  EXPECT_FALSE(holds->HaveEnded());
  fourth.reset();
  EXPECT_TRUE(holds->HaveEnded());
}

}  // namespace
}  // namespace openaclnn::backend::cpu
