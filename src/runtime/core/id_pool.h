// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace openaclnn::runtime {

// The ids 0 to limit - 1, for things of which there are only so many. Not thread safe.
class IdPool {
 public:
  explicit IdPool(size_t limit) : limit_(limit) {}

  // The smallest id that is free, which is taken from then on; empty if none is free.
  [[nodiscard]] std::optional<size_t> Take() {
    if (taken_.empty()) {
      taken_.resize(limit_);
    }
    const auto free =
        std::find(taken_.begin() + static_cast<std::ptrdiff_t>(allTakenBelow_), taken_.end(), false);
    allTakenBelow_ = static_cast<size_t>(free - taken_.begin());
    if (free == taken_.end()) {
      return std::nullopt;
    }
    *free = true;
    ++count_;
    return allTakenBelow_;
  }

  // `id` is a taken one.
  void GiveBack(size_t id) noexcept {
    taken_[id] = false;
    allTakenBelow_ = std::min(allTakenBelow_, id);
    --count_;
  }

  void GiveBackAll() noexcept {
    std::fill(taken_.begin(), taken_.end(), false);
    allTakenBelow_ = 0;
    count_ = 0;
  }

  [[nodiscard]] size_t Free() const { return limit_ - count_; }

 private:
  size_t limit_;
  std::vector<bool> taken_;  // empty before the first Take
  size_t allTakenBelow_ = 0;
  size_t count_ = 0;
};

// An IdPool for each device; ids come back by themselves. Thread safe.
class DeviceIdPools {
 public:
  explicit DeviceIdPools(size_t limit) : limit_(limit) {}
  DeviceIdPools(const DeviceIdPools&) = delete;
  DeviceIdPools& operator=(const DeviceIdPools&) = delete;
  ~DeviceIdPools() = default;

  // An id that is taken as long as this lives.
  class Id {
   public:
    Id(DeviceIdPools& pools, size_t device, size_t value) : pools_(pools), device_(device), value_(value) {}
    Id(const Id&) = delete;
    Id& operator=(const Id&) = delete;
    ~Id() { pools_.GiveBack(device_, value_); }
    [[nodiscard]] uint32_t Value() const { return static_cast<uint32_t>(value_); }

   private:
    DeviceIdPools& pools_;
    const size_t device_;
    const size_t value_;
  };

  // Of each device.
  [[nodiscard]] size_t Limit() const { return limit_; }

  // The device's smallest id that is free; null if none is.
  [[nodiscard]] std::unique_ptr<const Id> Take(int deviceId) {
    const auto device = static_cast<size_t>(deviceId);
    std::optional<size_t> id;
    {
      const std::lock_guard lock(mutex_);
      if (devices_.size() <= device) {
        devices_.resize(device + 1, IdPool(limit_));
      }
      id = devices_[device].Take();
    }
    if (!id) {
      return nullptr;
    }
    try {
      return std::make_unique<const Id>(*this, device, *id);
    } catch (...) {
      GiveBack(device, *id);
      throw;
    }
  }

  [[nodiscard]] size_t Free(int deviceId) const {
    const std::lock_guard lock(mutex_);
    const auto device = static_cast<size_t>(deviceId);
    return device < devices_.size() ? devices_[device].Free() : limit_;
  }

 private:
  void GiveBack(size_t device, size_t id) noexcept {
    const std::lock_guard lock(mutex_);
    devices_[device].GiveBack(id);
  }

  const size_t limit_;
  mutable std::mutex mutex_;
  std::vector<IdPool> devices_;
};

}  // namespace openaclnn::runtime
