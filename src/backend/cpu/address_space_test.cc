// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/address_space.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "backend/known_ranges.h"

namespace openaclnn::backend::cpu {
namespace {

constexpr size_t kMib = size_t{1} << 20;
constexpr size_t kGranule = 2 * kMib;

bool IsHeap(const std::byte* data) {
  return KnownRanges::Instance().TouchesHeap(data, 1);
}

// Asks the system, which answers with an error where this program would crash.
bool IsReadable(const std::byte* data) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  const bool readable = write(ends[1], data, 1) == 1;
  EXPECT_TRUE(readable || errno == EFAULT);
  close(ends[0]);
  close(ends[1]);
  return readable;
}

TEST(AddressSpace, MapsAlignedMemory) {
  AddressSpace space;
  for (const size_t bytes : {size_t{4096}, kGranule, 3 * kMib, 8 * kMib + 4096}) {
    std::byte* const data = space.Map(bytes);
    ASSERT_NE(data, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % kGranule, 0U);
    std::memset(data, 1, bytes);
    EXPECT_TRUE(IsHeap(data));
    EXPECT_TRUE(IsHeap(data + bytes - 1));
  }
}

TEST(AddressSpace, WhatIsUnmappedStaysReservedAndClosed) {
  AddressSpace space;
  std::byte* const data = space.Map(4 * kMib);
  ASSERT_NE(data, nullptr);
  EXPECT_TRUE(IsReadable(data));
  space.Unmap(data, 4 * kMib);
  EXPECT_TRUE(IsHeap(data));
  EXPECT_FALSE(IsReadable(data));
  EXPECT_FALSE(IsReadable(data + 4 * kMib - 1));
  std::byte* const again = space.Map(4 * kMib);
  EXPECT_EQ(again, data);
  EXPECT_TRUE(IsReadable(again));
  EXPECT_EQ(again[0], std::byte{0}) << "the pages were returned";
}

TEST(AddressSpace, FreeRangesAreSplitAndMerged) {
  AddressSpace space;
  std::byte* const whole = space.Map(5 * kGranule);
  ASSERT_NE(whole, nullptr);
  space.Unmap(whole, 5 * kGranule);
  std::vector<std::byte*> parts;
  for (size_t part = 0; part < 5; ++part) {
    parts.push_back(space.Map(kGranule - 4096));
    EXPECT_EQ(parts.back(), whole + part * kGranule);
  }
  // Every way to meet a neighbour: none, the next, the one before, both.
  for (const size_t part : {1U, 4U, 3U, 0U, 2U}) {
    space.Unmap(parts[part], kGranule - 4096);
  }
  EXPECT_EQ(space.Map(5 * kGranule), whole);
}

TEST(AddressSpace, TakesTheSmallestRangeThatFits) {
  AddressSpace space;
  std::byte* const whole = space.Map(20 * kGranule);
  space.Unmap(whole, 20 * kGranule);
  std::byte* const large = space.Map(16 * kGranule);
  EXPECT_NE(space.Map(kGranule), nullptr);  // stays between the two
  std::byte* const small = space.Map(2 * kGranule);
  EXPECT_NE(space.Map(kGranule), nullptr);
  space.Unmap(large, 16 * kGranule);
  space.Unmap(small, 2 * kGranule);
  EXPECT_EQ(space.Map(2 * kGranule), small);
  EXPECT_EQ(space.Map(16 * kGranule), large);
}

TEST(AddressSpace, ReturnsEverythingAtItsEnd) {
  std::byte* kept = nullptr;
  std::byte* unmapped = nullptr;
  {
    AddressSpace space;
    kept = space.Map(kGranule);
    unmapped = space.Map(kGranule);
    space.Unmap(unmapped, kGranule);
  }
  EXPECT_FALSE(IsHeap(kept));
  EXPECT_FALSE(IsHeap(unmapped));
}

TEST(AddressSpace, RefusesWhatTheSystemRefuses) {
  AddressSpace space;
  EXPECT_EQ(space.Map(size_t{1} << 61), nullptr);
  EXPECT_NE(space.Map(kGranule), nullptr);
}

TEST(AddressSpace, ServesManyThreads) {
  AddressSpace space;
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (unsigned thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&space, thread] {
      std::minstd_rand random(thread + 1);
      for (int round = 0; round < 100; ++round) {
        const size_t bytes = (1 + random() % 4) * kMib;
        std::byte* const data = space.Map(bytes);
        ASSERT_NE(data, nullptr);
        data[0] = data[bytes - 1] = static_cast<std::byte>(thread);
        EXPECT_EQ(data[0], static_cast<std::byte>(thread));
        space.Unmap(data, bytes);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace
}  // namespace openaclnn::backend::cpu
