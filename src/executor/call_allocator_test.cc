// SPDX-License-Identifier: Apache-2.0
#include "executor/call_allocator.h"

#include <gtest/gtest.h>

#include <cstring>
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

TEST(CallMemory, TwoAtOnceAreApart) {
  void* const first = Taken(kSmall);
  void* const second = Taken(kSmall);
  EXPECT_NE(first, second);
  GiveBackCallMemory(first, kSmall);
  GiveBackCallMemory(second, kSmall);
  void* const third = Taken(kSmall);
  void* const fourth = Taken(kSmall);
  EXPECT_NE(third, fourth);
  GiveBackCallMemory(third, kSmall);
  GiveBackCallMemory(fourth, kSmall);
}

TEST(CallMemory, WhatIsKeptIsLargeEnoughForTheNext) {
  for (const size_t bytes : {kSmall, kLarge, size_t{2048}, size_t{1}, kLarge, size_t{2047}, size_t{2049}}) {
    GiveBackCallMemory(Taken(bytes), bytes);
  }
}

TEST(CallMemory, AnotherThreadMayGiveItBack) {
  void* const memory = Taken(kSmall);
  std::thread([&] { GiveBackCallMemory(memory, kSmall); }).join();  // its end gives back what it kept
  GiveBackCallMemory(Taken(kSmall), kSmall);
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
