// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace openaclnn::backend::cpu {
namespace {

constexpr size_t kKib = size_t{1} << 10;
constexpr size_t kMib = size_t{1} << 20;
constexpr size_t kCapacity = 256 * kMib;

// Sizes around every rounding step, both sides of the border between size classes and mappings included.
std::vector<size_t> InterestingSizes() {
  std::vector<size_t> sizes{1, 2, 31, 32, 33};
  for (size_t power = 64; power <= 8 * kMib; power *= 2) {
    for (const size_t step : {power, power + power / 4, power + power / 2, power + 3 * (power / 4)}) {
      sizes.insert(sizes.end(), {step - 1, step, step + 1});
    }
  }
  return sizes;
}

TEST(MemoryPool, BlocksAreAlignedAndWritableToTheLastByte) {
  MemoryPool pool(kCapacity);
  for (const size_t bytes : InterestingSizes()) {
    void* const data = pool.Allocate(bytes);
    ASSERT_NE(data, nullptr) << bytes;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 64, 0U) << bytes;
    if (bytes > kMib) {
      EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % (2 * kMib), 0U) << bytes;
    }
    std::memset(data, 0x5a, bytes);
    pool.Free(data, bytes);
    EXPECT_EQ(pool.Info().free, kCapacity) << bytes;
  }
}

TEST(MemoryPool, LiveBlocksDoNotOverlap) {
  MemoryPool pool(kCapacity);
  std::vector<std::pair<uintptr_t, size_t>> blocks;
  for (const size_t bytes : InterestingSizes()) {
    void* const data = pool.Allocate(bytes);
    if (data != nullptr) {
      blocks.emplace_back(reinterpret_cast<uintptr_t>(data), bytes);
    }
  }
  std::sort(blocks.begin(), blocks.end());
  for (size_t next = 1; next < blocks.size(); ++next) {
    EXPECT_LE(blocks[next - 1].first + blocks[next - 1].second, blocks[next].first);
  }
}

TEST(MemoryPool, RoundingWastesAtMostAQuarterAndTheLowestStep) {
  MemoryPool pool(kCapacity);
  for (const size_t bytes : InterestingSizes()) {
    void* const data = pool.Allocate(bytes);
    ASSERT_NE(data, nullptr);
    const size_t occupied = kCapacity - pool.Info().free;
    EXPECT_GE(occupied, bytes);
    EXPECT_LE(occupied, std::max(bytes + 63, bytes + bytes / 4)) << bytes;
    pool.Free(data, bytes);
  }
}

TEST(MemoryPool, ReusesFreedBlocks) {
  MemoryPool pool(kCapacity);
  for (const size_t bytes : {size_t{100}, 5 * kKib, kMib, 3 * kMib, 16 * kMib}) {
    void* const first = pool.Allocate(bytes);
    pool.Free(first, bytes);
    void* const second = pool.Allocate(bytes);
    EXPECT_EQ(first, second) << bytes;
    pool.Free(second, bytes);
  }
}

TEST(MemoryPool, ReusesALargeBlockOnlyWhereLittleIsWasted) {
  MemoryPool pool(kCapacity);
  void* const large = pool.Allocate(16 * kMib);
  pool.Free(large, 16 * kMib);
  void* const half = pool.Allocate(8 * kMib);
  EXPECT_NE(half, large);
  void* const close = pool.Allocate(15 * kMib);
  EXPECT_EQ(close, large);
  EXPECT_EQ(pool.Info().free, kCapacity - 24 * kMib) << "the whole reused block counts";
  pool.Free(half, 8 * kMib);
  pool.Free(close, 15 * kMib);
  EXPECT_EQ(pool.Info().free, kCapacity);
}

TEST(MemoryPool, KeepsABoundedNumberOfFreedBlocks) {
  MemoryPool pool(kCapacity);  // keeps 32 MiB
  void* const tooLarge = pool.Allocate(64 * kMib);
  pool.Free(tooLarge, 64 * kMib);
  std::vector<void*> blocks;
  blocks.reserve(8);
  for (int block = 0; block < 8; ++block) {
    blocks.push_back(pool.Allocate(8 * kMib));
  }
  for (void* const block : blocks) {
    pool.Free(block, 8 * kMib);
  }
  EXPECT_EQ(pool.Info().free, kCapacity);
  void* const all = pool.Allocate(kCapacity);
  EXPECT_NE(all, nullptr) << "kept blocks do not count as used";
  pool.Free(all, kCapacity);
}

TEST(MemoryPool, IsExhaustedAtTheCapacity) {
  MemoryPool pool(8 * kMib);
  EXPECT_EQ(pool.Allocate(8 * kMib + 1), nullptr);
  EXPECT_EQ(pool.Allocate(SIZE_MAX), nullptr);
  void* const most = pool.Allocate(6 * kMib);
  ASSERT_NE(most, nullptr);
  EXPECT_EQ(pool.Allocate(4 * kMib), nullptr);
  std::vector<void*> small;
  while (void* const block = pool.Allocate(64 * kKib)) {
    small.push_back(block);
  }
  EXPECT_EQ(small.size(), 32U);
  EXPECT_EQ(pool.Info().free, 0U);
  EXPECT_EQ(pool.Allocate(1), nullptr);
  for (void* const block : small) {
    pool.Free(block, 64 * kKib);
  }
  pool.Free(most, 6 * kMib);
  EXPECT_EQ(pool.Info().free, 8 * kMib);
  void* const all = pool.Allocate(8 * kMib);
  EXPECT_NE(all, nullptr);
  pool.Free(all, 8 * kMib);
}

TEST(MemoryPool, RefusesWhatTheSystemRefuses) {
  MemoryPool pool(size_t{1} << 62);
  EXPECT_EQ(pool.Allocate(size_t{1} << 61), nullptr);
  EXPECT_EQ(pool.Info().free, size_t{1} << 62);
}

TEST(MemoryPool, ServesManyThreads) {
  constexpr int kThreads = 4;
  constexpr int kSteps = 3000;
  MemoryPool pool(kCapacity);
  std::vector<std::thread> threads;
  std::atomic<int> corrupted{0};
  threads.reserve(kThreads);
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&pool, &corrupted, thread] {
      struct Block {
        unsigned char* data;
        size_t bytes;
        unsigned char mark;
      };
      std::minstd_rand random(static_cast<unsigned>(thread + 1));
      std::vector<Block> blocks;
      for (int step = 0; step < kSteps; ++step) {
        if (blocks.size() < 16 && random() % 2 == 0) {
          const size_t bytes = 1 + random() % (random() % 20 == 0 ? 2 * kMib : 4 * kKib);
          auto* const data = static_cast<unsigned char*>(pool.Allocate(bytes));
          if (data != nullptr) {
            const auto mark = static_cast<unsigned char>(random());
            data[0] = data[bytes - 1] = mark;
            blocks.push_back({data, bytes, mark});
          }
        } else if (!blocks.empty()) {
          const size_t victim = random() % blocks.size();
          const Block block = blocks[victim];
          corrupted += block.data[0] != block.mark || block.data[block.bytes - 1] != block.mark ? 1 : 0;
          pool.Free(block.data, block.bytes);
          blocks[victim] = blocks.back();
          blocks.pop_back();
        }
      }
      for (const Block& block : blocks) {
        pool.Free(block.data, block.bytes);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(corrupted, 0);
  EXPECT_EQ(pool.Info().free, kCapacity);
}

#ifdef __SANITIZE_ADDRESS__
TEST(MemoryPoolDeathTest, AddressSanitizerSeesOverrunsAndUseAfterFree) {
  MemoryPool pool(kCapacity);
  for (const size_t bytes : {size_t{100}, 3 * kMib + 8}) {
    auto* const data = static_cast<volatile char*>(pool.Allocate(bytes));
    EXPECT_DEATH(data[bytes] = 1, "use-after-poison");
    pool.Free(const_cast<char*>(data), bytes);
    EXPECT_DEATH(data[0] = 1, "use-after-poison");
  }
}
#endif

TEST(ParseBytes, TakesSuffixes) {
  EXPECT_EQ(ParseBytes("1"), 1U);
  EXPECT_EQ(ParseBytes("64K"), 64 * kKib);
  EXPECT_EQ(ParseBytes("64m"), 64 * kMib);
  EXPECT_EQ(ParseBytes("3G"), 3072 * kMib);
  EXPECT_EQ(ParseBytes("17179869183G"), size_t{17179869183U} << 30);
}

TEST(ParseBytes, RejectsEverythingElse) {
  for (const char* text : {"", "0", "G", "-1", " 1", "1 ", "1T", "1GB", "1.5G", "0x10",
                           "18446744073709551616", "17179869184G", "18446744073709551615K"}) {
    EXPECT_EQ(ParseBytes(text), 0U) << text;
  }
}

TEST(DefaultCapacity, FollowsTheEnvironment) {
  const char* const before = std::getenv("OPENACLNN_CPU_MEMORY");  // NOLINT(concurrency-mt-unsafe)
  const std::string saved = before == nullptr ? "" : before;
  setenv("OPENACLNN_CPU_MEMORY", "123M", 1);  // NOLINT(concurrency-mt-unsafe)
  EXPECT_EQ(DefaultCapacity(), 123 * kMib);
  setenv("OPENACLNN_CPU_MEMORY", "much", 1);  // NOLINT(concurrency-mt-unsafe)
  const size_t machine = DefaultCapacity();
  EXPECT_GT(machine, 64 * kMib);
  unsetenv("OPENACLNN_CPU_MEMORY");  // NOLINT(concurrency-mt-unsafe)
  EXPECT_EQ(DefaultCapacity(), machine);
  if (before != nullptr) {
    setenv("OPENACLNN_CPU_MEMORY", saved.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
  }
}

}  // namespace
}  // namespace openaclnn::backend::cpu
