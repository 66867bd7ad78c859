// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "backend/backend.h"

namespace openaclnn::backend::cpu {

// What an item of a ReadyQueue carries for it: an item is in one queue at most, and there once.
template <typename Item>
struct ReadyLink {
  uint32_t readyPriority = 0;  // 0 to kLeastPriority; fixed while the item is queued
  uint64_t readyTurn = 0;
  std::shared_ptr<Item> readyNext;
};

// Items that want to be served, by priority, and in order of arrival where it is the same. Allocates nothing:
// the links are in the items, which derive from ReadyLink. Not thread safe.
template <typename Item>
class ReadyQueue {
 public:
  [[nodiscard]] bool Empty() const { return size_ == 0; }
  [[nodiscard]] size_t Size() const { return size_; }

  void Push(std::shared_ptr<Item> item) noexcept {
    Level& level = levels_.at(item->readyPriority);
    item->readyTurn = pushes_++;
    ++size_;
    Item* const last = item.get();
    (level.first == nullptr ? level.first : level.last->readyNext) = std::move(item);
    level.last = last;
  }

  // The first of the most urgent items; every so often the one that has waited longest, so that none waits
  // forever. The queue must not be empty.
  [[nodiscard]] std::shared_ptr<Item> Pop() noexcept {
    constexpr uint64_t kFairTurn = 4;
    Level* chosen = nullptr;
    const bool fair = ++pops_ % kFairTurn == 0;
    for (Level& level : levels_) {
      if (level.first != nullptr &&
          (chosen == nullptr || (fair && level.first->readyTurn < chosen->first->readyTurn))) {
        chosen = &level;
      }
    }
    --size_;
    std::shared_ptr<Item> item = std::move(chosen->first);
    chosen->first = std::move(item->readyNext);
    return item;
  }

 private:
  struct Level {
    std::shared_ptr<Item> first;
    Item* last = nullptr;  // meaningless where there is no first
  };

  std::array<Level, kLeastPriority + 1> levels_;
  size_t size_ = 0;
  uint64_t pushes_ = 0;
  uint64_t pops_ = 0;
};

}  // namespace openaclnn::backend::cpu
