// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/holds.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

namespace openaclnn::backend::cpu {
namespace {

constexpr std::chrono::milliseconds kAtOnce(0);

std::shared_ptr<Hold> Begin(Holds& holds) {
  std::shared_ptr<Hold> hold = holds.Make();
  holds.Begin(*hold);
  return hold;
}

TEST(Holds, BeginWhenTheyAreTold) {
  const auto holds = std::make_shared<Holds>();
  auto hold = holds->Make();
  EXPECT_TRUE(holds->HaveEnded());
  EXPECT_TRUE(holds->WaitForEnds(holds->Begun(), kAtOnce));
  holds->Begin(*hold);
  EXPECT_FALSE(holds->HaveEnded());
  hold.reset();
  holds->Make().reset();  // never begins
  EXPECT_TRUE(holds->HaveEnded());
}

TEST(Holds, WhoWaitsWaitsForThoseBegunBefore) {
  const auto holds = std::make_shared<Holds>();
  const auto before = holds->Begun();
  EXPECT_TRUE(holds->WaitForEnds(before, kAtOnce));
  auto first = Begin(*holds);
  EXPECT_TRUE(holds->WaitForEnds(before, kAtOnce));
  EXPECT_FALSE(holds->WaitForEnds(holds->Begun(), kAtOnce));
  first.reset();
  EXPECT_TRUE(holds->WaitForEnds(holds->Begun(), kAtOnce));
}

TEST(Holds, MayEndInAnyOrder) {
  const auto holds = std::make_shared<Holds>();
  auto first = Begin(*holds);
  auto second = Begin(*holds);
  const auto begun = holds->Begun();
  auto third = Begin(*holds);
  third.reset();
  second.reset();
  EXPECT_FALSE(holds->WaitForEnds(begun, kAtOnce)) << "as many have ended as had begun, but not those";
  EXPECT_FALSE(holds->HaveEnded());
  auto fourth = Begin(*holds);
  first.reset();
  EXPECT_TRUE(holds->WaitForEnds(begun, {}));
  EXPECT_FALSE(holds->HaveEnded());
  fourth.reset();
  EXPECT_TRUE(holds->HaveEnded());
}

}  // namespace
}  // namespace openaclnn::backend::cpu
