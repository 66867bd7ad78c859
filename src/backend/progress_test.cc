// SPDX-License-Identifier: Apache-2.0
#include "backend/progress.h"

#include <gtest/gtest.h>

#include <memory>
#include <mutex>

namespace openaclnn::backend {
namespace {

class Counted final : public Progress {
 public:
  explicit Counted(int moves) : movesLeft(moves) {}
  void Enter() noexcept override { ++entered; }
  Found GoOn() noexcept override {
    ++calls;
    return movesLeft > 0 && --movesLeft >= 0 ? Found::kMoved : Found::kWaits;
  }
  void Leave() noexcept override { ++left; }

  int movesLeft;
  int entered = 0;
  int calls = 0;
  int left = 0;
};

class Listed {
 public:
  explicit Listed(int moves) : progress(std::make_shared<Counted>(moves)) {
    ProgressList::Instance().Add(progress);
  }
  Listed(const Listed&) = delete;
  Listed& operator=(const Listed&) = delete;
  ~Listed() { ProgressList::Instance().Remove(*progress); }
  const std::shared_ptr<Counted> progress;
};

TEST(GoOnUntil, StopsAsSoonAsTheConditionHolds) {
  const Listed listed(1'000'000);
  std::mutex mutex;
  std::unique_lock lock(mutex);
  GoOnUntil(lock, [&] { return listed.progress->calls == 7; });
  EXPECT_TRUE(lock.owns_lock());
  EXPECT_EQ(listed.progress->calls, 7);
  EXPECT_EQ(listed.progress->entered, 1);
  EXPECT_EQ(listed.progress->left, 1);
}

TEST(GoOnUntil, GoesOnWhileSomethingMoves) {
  constexpr int kMoves = 20'000;  // takes longer than a spin
  const Listed listed(kMoves);
  std::mutex mutex;
  std::unique_lock lock(mutex);
  GoOnUntil(lock, [] { return false; });
  EXPECT_EQ(listed.progress->movesLeft, 0);
  EXPECT_GT(listed.progress->calls, kMoves);
}

TEST(GoOnUntil, HoldsNoLockMeanwhile) {
  class Locking final : public Progress {
   public:
    explicit Locking(std::mutex& mutex) : mutex_(mutex) {}
    void Enter() noexcept override { const std::lock_guard lock(mutex_); }
    Found GoOn() noexcept override {
      const std::lock_guard lock(mutex_);
      return Found::kNothing;
    }
    void Leave() noexcept override { const std::lock_guard lock(mutex_); }

   private:
    std::mutex& mutex_;
  };
  std::mutex mutex;
  const auto progress = std::make_shared<Locking>(mutex);
  ProgressList::Instance().Add(progress);
  std::unique_lock lock(mutex);
  GoOnUntil(lock, [] { return false; });
  EXPECT_TRUE(lock.owns_lock());
  lock.unlock();
  ProgressList::Instance().Remove(*progress);
}

TEST(GoOnUntil, LooksAtNothingThatWasRemoved) {
  std::shared_ptr<Counted> removed;
  {
    const Listed listed(1);
    removed = listed.progress;
  }
  std::mutex mutex;
  std::unique_lock lock(mutex);
  GoOnUntil(lock, [] { return false; });
  EXPECT_EQ(removed->calls, 0);
}

}  // namespace
}  // namespace openaclnn::backend
