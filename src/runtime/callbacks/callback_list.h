// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace openaclnn::runtime {

// Functions that clients registered, each under a key of its own, in the order of registration.
//
// Not thread safe: its owner guards it, and must not hold that lock while it calls a function, which may
// register, unregister or call anything else. So a round of calls steps from number to number: it finds only
// what is still registered, and nothing that was registered after it began.
template <typename Key, typename Function>
class CallbackList {
 public:
  struct Callback {
    uint64_t number;
    Function function;
    void* argument;
  };

  // False if the key is taken.
  bool Add(Key key, Function function, void* argument) {
    if (Find(key) != entries_.end()) {
      return false;
    }
    entries_.push_back({{next_, function, argument}, std::move(key)});
    ++next_;
    return true;
  }

  // False if there is no such key.
  bool Remove(const Key& key) {
    const auto found = Find(key);
    if (found == entries_.end()) {
      return false;
    }
    entries_.erase(found);
    return true;
  }

  // Above the number of every entry so far; numbers begin at 0.
  [[nodiscard]] uint64_t End() const { return next_; }

  // The first one with begin <= number < end.
  [[nodiscard]] std::optional<Callback> First(uint64_t begin, uint64_t end) const noexcept {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& entry) { return entry.number >= begin; });
    return found == entries_.end() || found->number >= end ? std::nullopt : std::optional<Callback>(*found);
  }

  // The last one with number < end.
  [[nodiscard]] std::optional<Callback> Last(uint64_t end) const noexcept {
    const auto found = std::find_if(entries_.rbegin(), entries_.rend(),
                                    [&](const Entry& entry) { return entry.number < end; });
    return found == entries_.rend() ? std::nullopt : std::optional<Callback>(*found);
  }

 private:
  struct Entry : Callback {
    Key key;
  };

  auto Find(const Key& key) {
    return std::find_if(entries_.begin(), entries_.end(),
                        [&](const Entry& entry) { return entry.key == key; });
  }

  std::vector<Entry> entries_;  // by number
  uint64_t next_ = 0;
};

}  // namespace openaclnn::runtime
