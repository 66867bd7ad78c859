// SPDX-License-Identifier: Apache-2.0
#include "base/no_destructor.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

namespace openaclnn {
namespace {

struct Counted {
  Counted(int* theMade, int* theDestroyed) : destroyed(theDestroyed) { ++*theMade; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { ++*destroyed; }
  int* destroyed;
};

TEST(NoDestructor, MakesAndDoesNotDestroy) {
  int made = 0;
  int destroyed = 0;
  {
    const NoDestructor<Counted> counted(&made, &destroyed);
    EXPECT_EQ(made, 1);
    EXPECT_EQ(counted->destroyed, &destroyed);
  }
  EXPECT_EQ(made, 1);
  EXPECT_EQ(destroyed, 0);
  static_assert(std::is_trivially_destructible_v<NoDestructor<Counted>>);
}

TEST(NoDestructor, IsTheObjectInPlace) {
  struct alignas(64) Wide {
    int value = 7;
  };
  NoDestructor<Wide> wide;
  EXPECT_EQ(wide->value, 7);
  wide->value = 8;
  EXPECT_EQ((*wide).value, 8);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(&*wide) % 64, 0U);
}

TEST(NoDestructor, TakesWhatItsObjectIsMadeOf) {
  NoDestructor<std::unique_ptr<int>> owner(std::make_unique<int>(3));
  EXPECT_EQ(**owner, 3);
  owner->reset();
  static const NoDestructor<std::string> text(3, 'x');
  EXPECT_EQ(*text, "xxx");
}

}  // namespace
}  // namespace openaclnn
