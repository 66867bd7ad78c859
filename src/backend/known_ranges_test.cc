// SPDX-License-Identifier: Apache-2.0
#include "backend/known_ranges.h"

#include <gtest/gtest.h>

#include "backend/registry.h"

#include <array>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace openaclnn::backend {
namespace {

// Addresses to name, nothing more: no range is ever read.
class KnownRangesTest : public testing::Test {
 protected:
  std::byte* At(size_t offset) { return space_.data() + offset; }

  std::shared_ptr<Allocation> Memory(size_t offset, size_t bytes) {
    return std::make_shared<Allocation>(*SelectedBackend(), 0, MemoryKind::kRegisteredHost, At(offset),
                                        bytes);
  }
  bool Register(size_t offset, size_t bytes) {
    return ranges_.Register({Memory(offset, bytes), true, false});
  }

  std::array<std::byte, 1000> space_{};
  KnownRanges ranges_;
};

TEST_F(KnownRangesTest, HeapsAreFoundFromTheirFirstToTheirLastByte) {
  ranges_.AddHeap(At(100), 50);
  ranges_.AddHeap(At(150), 50);
  ranges_.AddHeap(At(300), 1);
  EXPECT_FALSE(ranges_.TouchesHeap(At(0), 100));
  EXPECT_TRUE(ranges_.TouchesHeap(At(0), 101));
  EXPECT_TRUE(ranges_.TouchesHeap(At(0), 1000)) << "also one that lies inside of the range";
  EXPECT_TRUE(ranges_.TouchesHeap(At(100), 1));
  EXPECT_TRUE(ranges_.TouchesHeap(At(149), 1));
  EXPECT_TRUE(ranges_.TouchesHeap(At(199), 1));
  EXPECT_FALSE(ranges_.TouchesHeap(At(200), 100));
  EXPECT_TRUE(ranges_.TouchesHeap(At(200), 101));
  ranges_.RemoveHeap(At(150));
  EXPECT_FALSE(ranges_.TouchesHeap(At(150), 50));
  EXPECT_TRUE(ranges_.TouchesHeap(At(149), 1));
}

TEST_F(KnownRangesTest, RegistrationsDoNotOverlap) {
  EXPECT_TRUE(Register(100, 100));
  for (const size_t offset : {size_t{50}, size_t{100}, size_t{199}}) {
    EXPECT_FALSE(Register(offset, 60)) << offset;
  }
  EXPECT_FALSE(Register(0, 1000));
  EXPECT_TRUE(Register(40, 60));
  EXPECT_TRUE(Register(200, 60));
  EXPECT_FALSE(ranges_.Unregister(At(101)));
  EXPECT_TRUE(ranges_.Unregister(At(100)));
  EXPECT_FALSE(ranges_.Unregister(At(100)));
  EXPECT_TRUE(Register(150, 50)) << "there is room again";
}

TEST_F(KnownRangesTest, FindsTheRegistrationThatHoldsAllBytes) {
  const std::shared_ptr<Allocation> memory = Memory(100, 100);
  ASSERT_TRUE(ranges_.Register({memory, false, true}));
  ASSERT_TRUE(Register(200, 100));
  EXPECT_EQ(ranges_.FindRegistered(At(100), 100).memory, memory);
  const Registration found = ranges_.FindRegistered(At(199), 1);
  EXPECT_EQ(found.memory, memory);
  EXPECT_FALSE(found.mapped);
  EXPECT_TRUE(found.pinned);
  EXPECT_EQ(ranges_.FindRegistered(At(99), 2).memory, nullptr);
  EXPECT_EQ(ranges_.FindRegistered(At(199), 2).memory, nullptr) << "two registrations are not one";
  EXPECT_EQ(ranges_.FindRegistered(At(300), 1).memory, nullptr);
  EXPECT_FALSE(memory->Freed());
  EXPECT_TRUE(ranges_.Unregister(At(100)));
  EXPECT_TRUE(memory->Freed()) << "queued work finds out";
}

TEST_F(KnownRangesTest, RegistrationsThatTheirOwnerForgotAreDropped) {
  const std::shared_ptr<Allocation> before = Memory(0, 101);
  const std::shared_ptr<Allocation> inside = Memory(150, 10);
  const std::shared_ptr<Allocation> behind = Memory(200, 10);
  for (const std::shared_ptr<Allocation>& memory : {before, inside, behind}) {
    ASSERT_TRUE(ranges_.Register({memory, true, true}));
  }
  ranges_.AddHeap(At(100), 100);
  EXPECT_TRUE(before->Freed());
  EXPECT_TRUE(inside->Freed());
  EXPECT_FALSE(behind->Freed());
  EXPECT_EQ(ranges_.FindRegistered(At(0), 1).memory, nullptr);
  ranges_.UnregisterTouching(At(209), 100);
  EXPECT_TRUE(behind->Freed());
  ranges_.UnregisterTouching(At(0), 1000);  // nothing is left
}

TEST_F(KnownRangesTest, ServesManyThreads) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  threads.reserve(4);
  for (size_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([this, thread, &wrong] {
      for (int round = 0; round < 200; ++round) {
        wrong += Register(thread * 100, 100) ? 0 : 1;
        wrong += ranges_.FindRegistered(At(thread * 100 + 50), 50).memory != nullptr ? 0 : 1;
        wrong += ranges_.Unregister(At(thread * 100)) ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace openaclnn::backend
