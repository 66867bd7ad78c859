// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/id_pool.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

namespace openaclnn::runtime {
namespace {

TEST(IdPool, TakesTheSmallestFreeId) {
  IdPool pool(4);
  for (size_t id = 0; id < 4; ++id) {
    EXPECT_EQ(pool.Take(), id);
  }
  pool.GiveBack(2);
  pool.GiveBack(1);
  EXPECT_EQ(pool.Take(), 1U);
  EXPECT_EQ(pool.Take(), 2U);
}

TEST(IdPool, IsEmptyAtItsLimit) {
  IdPool pool(2);
  EXPECT_EQ(pool.Free(), 2U);
  EXPECT_EQ(pool.Take(), 0U);
  EXPECT_EQ(pool.Take(), 1U);
  EXPECT_EQ(pool.Free(), 0U);
  EXPECT_EQ(pool.Take(), std::nullopt);
  EXPECT_EQ(pool.Free(), 0U);
}

TEST(IdPool, GivesAllBackAtOnce) {
  IdPool pool(3);
  EXPECT_EQ(pool.Take(), 0U);
  EXPECT_EQ(pool.Take(), 1U);
  pool.GiveBackAll();
  EXPECT_EQ(pool.Free(), 3U);
  EXPECT_EQ(pool.Take(), 0U);
}

TEST(DeviceIdPools, DevicesHaveIdsOfTheirOwn) {
  DeviceIdPools pools(1);
  const auto first = pools.Take(0);
  const auto second = pools.Take(5);
  ASSERT_NE(first, nullptr);
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(first->Value(), 0U);
  EXPECT_EQ(second->Value(), 0U);
  EXPECT_EQ(pools.Take(0), nullptr);
  EXPECT_EQ(pools.Free(0), 0U);
  EXPECT_EQ(pools.Free(3), 1U);
  EXPECT_EQ(pools.Free(9), 1U);
}

TEST(DeviceIdPools, AnIdComesBackWhenItsOwnerGoes) {
  DeviceIdPools pools(1);
  auto id = pools.Take(0);
  id.reset();
  EXPECT_EQ(pools.Free(0), 1U);
  EXPECT_NE(pools.Take(0), nullptr);
}

TEST(DeviceIdPools, ThreadsNeverShareAnId) {
  constexpr int kThreads = 4;
  constexpr int kEach = 200;
  DeviceIdPools pools(size_t{kThreads} * kEach);
  std::vector<std::unique_ptr<const DeviceIdPools::Id>> ids(size_t{kThreads} * kEach);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kEach; ++i) {
        auto& place = ids[static_cast<size_t>(thread) * kEach + static_cast<size_t>(i)];
        place = pools.Take(0);
        place.reset();
        place = pools.Take(0);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  std::set<uint32_t> values;
  for (const auto& id : ids) {
    ASSERT_NE(id, nullptr);
    values.insert(id->Value());
  }
  EXPECT_EQ(values.size(), ids.size());
  EXPECT_EQ(pools.Take(0), nullptr);
}

}  // namespace
}  // namespace openaclnn::runtime
