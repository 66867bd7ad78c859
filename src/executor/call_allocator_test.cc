// SPDX-License-Identifier: Apache-2.0
#include "executor/call_allocator.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <thread>

namespace openaclnn {
namespace {

constexpr size_t kSmall = 100;
constexpr size_t kLarge = size_t{1} << 16;

// As large as it says: valgrind and AddressSanitizer watch.
void* Taken(size_t bytes) {
  void* const memory = TakeCallMemory(bytes);
  std::memset(memory, 0xff, bytes);
  return memory;
}

TEST(CallMemory, BlocksAtOnceAreApart) {
  for (int turn = 0; turn < 2; ++turn) {
    std::set<void*> blocks;
    for (int block = 0; block < 5; ++block) {  // more than are kept
      blocks.insert(Taken(kSmall));
    }
    EXPECT_EQ(blocks.size(), 5);
    for (void* const block : blocks) {
      GiveBackCallMemory(block, kSmall);
    }
  }
}

TEST(CallMemory, WhatIsKeptIsLargeEnoughForTheNext) {
  for (const size_t bytes : {kSmall, kLarge, size_t{4096}, size_t{1}, kLarge, size_t{4095}, size_t{4097}}) {
    GiveBackCallMemory(Taken(bytes), bytes);
  }
}

TEST(CallMemory, AnotherThreadMayGiveItBack) {
  void* const memory = Taken(kSmall);
  std::thread([&] { GiveBackCallMemory(memory, kSmall); }).join();  // its end gives back what it kept
  GiveBackCallMemory(Taken(kSmall), kSmall);
}

TEST(CallMemory, HoldsSharedObjects) {
  const auto first = std::allocate_shared<std::string>(CallAllocator<std::string>(), kSmall, 'a');
  const auto second = std::allocate_shared<std::string>(CallAllocator<std::string>(), kSmall, 'b');
  EXPECT_EQ(*first, std::string(kSmall, 'a'));
  EXPECT_EQ(*second, std::string(kSmall, 'b'));
}

TEST(CallMemory, AThreadThatEndsStillTakesIt) {
  struct Late {
    ~Late() { GiveBackCallMemory(Taken(kSmall), kSmall); }
  };
  std::thread([] {
    thread_local const Late late;  // made first, destroyed last
    GiveBackCallMemory(Taken(kSmall), kSmall);
  }).join();
}

}  // namespace
}  // namespace openaclnn
