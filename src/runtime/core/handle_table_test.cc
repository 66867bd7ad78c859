// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/handle_table.h"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

namespace openaclnn::runtime {
namespace {

using Table = HandleTable<int>;

void* Forged(uintptr_t bits) {
  return reinterpret_cast<void*>(bits);  // NOLINT(performance-no-int-to-ptr)
}

TEST(HandleTable, FindsWhatItHolds) {
  Table table(HandleKind::kStream);
  void* const one = table.Insert(std::make_shared<int>(1));
  void* const two = table.Insert(std::make_shared<int>(2));
  EXPECT_NE(one, nullptr);
  EXPECT_NE(one, two);
  EXPECT_EQ(*table.Find(one), 1);
  EXPECT_EQ(*table.Find(two), 2);
  EXPECT_FALSE(table.WasLive(one));
}

TEST(HandleTable, AsksWhatIsLive) {
  Table table(HandleKind::kStream);
  void* const handle = table.Insert(std::make_shared<int>(20));
  const auto successor = [](int number) { return number + 1; };
  EXPECT_EQ(table.Ask(handle, successor), 21);
  table.Remove(handle);
  EXPECT_EQ(table.Ask(handle, successor), std::nullopt);
  EXPECT_EQ(table.Ask(nullptr, successor), std::nullopt);
}

TEST(HandleTable, ForgetsWhatWasRemoved) {
  Table table(HandleKind::kStream);
  void* const handle = table.Insert(std::make_shared<int>(1));
  EXPECT_EQ(*table.Remove(handle), 1);
  EXPECT_EQ(table.Find(handle), nullptr);
  EXPECT_EQ(table.Remove(handle), nullptr);
  EXPECT_TRUE(table.WasLive(handle));
  EXPECT_FALSE(table.WasReleased(handle));
  EXPECT_FALSE(table.ForgetReleased(handle));
}

TEST(HandleTable, AReusedSlotHasANewHandle) {
  Table table(HandleKind::kStream);
  std::set<void*> handles;
  for (int round = 0; round < 100; ++round) {
    void* const handle = table.Insert(std::make_shared<int>(round));
    EXPECT_TRUE(handles.insert(handle).second);
    table.Remove(handle);
  }
  void* const live = table.Insert(std::make_shared<int>(100));
  for (void* const handle : handles) {
    EXPECT_EQ(table.Find(handle), nullptr);
    EXPECT_TRUE(table.WasLive(handle));
  }
  EXPECT_EQ(*table.Find(live), 100);
}

TEST(HandleTable, AReleasedHandleMayBeDestroyedOnce) {
  Table table(HandleKind::kEvent);
  void* const handle = table.Insert(std::make_shared<int>(1));
  EXPECT_EQ(*table.Release(handle), 1);
  EXPECT_EQ(table.Find(handle), nullptr);
  EXPECT_EQ(table.Release(handle), nullptr);
  EXPECT_TRUE(table.WasReleased(handle));
  EXPECT_TRUE(table.ForgetReleased(handle));
  EXPECT_FALSE(table.WasReleased(handle));
  EXPECT_FALSE(table.ForgetReleased(handle));
}

TEST(HandleTable, RemembersAReleasedHandleWhileItsSlotIsReused) {
  Table table(HandleKind::kEvent);
  void* const released = table.Insert(std::make_shared<int>(1));
  table.Release(released);
  void* const next = table.Insert(std::make_shared<int>(2));
  EXPECT_EQ(*table.Find(next), 2);
  EXPECT_TRUE(table.ForgetReleased(released));
  EXPECT_EQ(*table.Find(next), 2);
}

TEST(HandleTable, RemembersAReleasedHandleHoweverOftenOthersComeAndGo) {
  Table table(HandleKind::kEvent);
  void* const released = table.Insert(std::make_shared<int>(1));
  table.Release(released);
  for (size_t round = 1; round < Table::kMostRemembered; ++round) {
    void* const other = table.Insert(std::make_shared<int>(2));
    table.Release(other);
    ASSERT_TRUE(table.ForgetReleased(other));
  }
  EXPECT_TRUE(table.ForgetReleased(released));
  EXPECT_FALSE(table.ForgetReleased(released));
}

// A lack of memory is no reason to forget one.
static_assert(noexcept(std::declval<Table>().Release(nullptr)));

TEST(HandleTable, ForgetsReleasedHandlesInAnyOrder) {
  for (const std::vector<size_t>& order : std::vector<std::vector<size_t>>{{1, 0, 2}, {2, 1, 0}, {0, 2, 1}}) {
    Table table(HandleKind::kEvent);
    std::vector<void*> released;
    for (int index = 0; index < 3; ++index) {
      released.push_back(table.Insert(std::make_shared<int>(index)));
      table.Release(released.back());
    }
    for (const size_t index : order) {
      EXPECT_TRUE(table.ForgetReleased(released[index]));
      EXPECT_FALSE(table.ForgetReleased(released[index]));
      void* const next = table.Insert(std::make_shared<int>(9));
      EXPECT_EQ(*table.Release(next), 9);
    }
  }
}

TEST(HandleTable, ForgetsTheOldestOfVeryManyReleasedHandles) {
  Table table(HandleKind::kEvent);
  std::vector<void*> released;
  for (size_t round = 0; round < Table::kMostRemembered + 2; ++round) {
    released.push_back(table.Insert(std::make_shared<int>(1)));
    table.Release(released.back());
  }
  EXPECT_FALSE(table.WasReleased(released[0]));
  EXPECT_FALSE(table.ForgetReleased(released[1]));
  EXPECT_TRUE(table.ForgetReleased(released[2]));
  EXPECT_TRUE(table.ForgetReleased(released.back()));
}

TEST(HandleTable, UsesTheOldestFreeSlotFirst) {
  Table table(HandleKind::kEvent);
  std::vector<void*> handles;
  handles.reserve(8);
  for (int index = 0; index < 8; ++index) {
    handles.push_back(table.Insert(std::make_shared<int>(index)));
  }
  for (void* const handle : handles) {
    table.Remove(handle);
  }
  constexpr uintptr_t kSlotMask = 0xff;
  for (void* const handle : handles) {
    void* const next = table.Insert(std::make_shared<int>(0));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(next) & kSlotMask, reinterpret_cast<uintptr_t>(handle) & kSlotMask);
  }
}

TEST(HandleTable, AnyValueAtAllMayBeLookedUp) {
  Table table(HandleKind::kStream);
  Table others(HandleKind::kEvent);
  void* const live = table.Insert(std::make_shared<int>(1));
  others.Insert(std::make_shared<int>(2));
  int local = 0;
  std::vector<void*> forged{nullptr, &local, Forged(~uintptr_t{0}), Forged(1), static_cast<char*>(live) + 1};
  for (int bit = 0; bit < 64; ++bit) {
    forged.push_back(Forged(reinterpret_cast<uintptr_t>(live) ^ (uintptr_t{1} << bit)));
  }
  for (void* const handle : forged) {
    EXPECT_EQ(table.Find(handle), nullptr) << handle;
    EXPECT_EQ(table.Remove(handle), nullptr) << handle;
    EXPECT_EQ(table.Release(handle), nullptr) << handle;
    EXPECT_FALSE(table.ForgetReleased(handle)) << handle;
    EXPECT_FALSE(table.WasLive(handle)) << handle;
  }
  EXPECT_EQ(others.Find(live), nullptr) << "a handle of another kind";
  EXPECT_EQ(*table.Find(live), 1);
}

TEST(HandleTable, TheObjectLivesWhileSomebodyHoldsIt) {
  Table table(HandleKind::kContext);
  void* const handle = table.Insert(std::make_shared<int>(7));
  const std::shared_ptr<int> held = table.Find(handle);
  table.Remove(handle);
  EXPECT_EQ(*held, 7);
  EXPECT_EQ(held.use_count(), 1);
}

TEST(HandleTable, ServesManyThreads) {
  Table table(HandleKind::kStream);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&table, &wrong, thread] {
      for (int round = 0; round < 2000; ++round) {
        void* const handle = table.Insert(std::make_shared<int>(thread));
        const std::shared_ptr<int> found = table.Find(handle);
        wrong += found == nullptr || *found != thread ? 1 : 0;
        wrong += table.Remove(handle) != found ? 1 : 0;
        wrong += table.Find(handle) != nullptr ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace openaclnn::runtime
