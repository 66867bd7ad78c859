// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace openaclnn::runtime {

// The numbers 0 to limit - 1 of each device, for objects of which a device has only so many. Thread safe.
class DeviceNumbers {
 public:
  explicit DeviceNumbers(size_t limit) : limit_(limit) {}
  DeviceNumbers(const DeviceNumbers&) = delete;
  DeviceNumbers& operator=(const DeviceNumbers&) = delete;
  ~DeviceNumbers() = default;

  // A number that is taken as long as this lives.
  class Taken {
   public:
    Taken(DeviceNumbers& numbers, size_t device, size_t number)
        : numbers_(numbers), device_(device), number_(number) {}
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;
    ~Taken() { numbers_.GiveBack(device_, number_); }
    [[nodiscard]] uint32_t Value() const { return static_cast<uint32_t>(number_); }

   private:
    DeviceNumbers& numbers_;
    const size_t device_;
    const size_t number_;
  };

  [[nodiscard]] size_t Limit() const { return limit_; }

  // The smallest one that is free; null if none is.
  [[nodiscard]] std::unique_ptr<const Taken> Take(int deviceId) {
    const auto device = static_cast<size_t>(deviceId);
    size_t number = 0;
    {
      const std::lock_guard lock(mutex_);
      if (devices_.size() <= device) {
        devices_.resize(device + 1);
      }
      OfDevice& numbers = devices_[device];
      if (numbers.used.empty()) {
        numbers.used.resize(limit_);
      }
      const auto free = std::find(numbers.used.begin() + static_cast<std::ptrdiff_t>(numbers.allUsedBelow),
                                  numbers.used.end(), false);
      number = static_cast<size_t>(free - numbers.used.begin());
      numbers.allUsedBelow = number;
      if (free == numbers.used.end()) {
        return nullptr;
      }
      *free = true;
    }
    try {
      return std::make_unique<const Taken>(*this, device, number);
    } catch (...) {
      GiveBack(device, number);
      throw;
    }
  }

 private:
  struct OfDevice {
    std::vector<bool> used;
    size_t allUsedBelow = 0;
  };

  void GiveBack(size_t device, size_t number) {
    const std::lock_guard lock(mutex_);
    OfDevice& numbers = devices_[device];
    numbers.used[number] = false;
    numbers.allUsedBelow = std::min(numbers.allUsedBelow, number);
  }

  const size_t limit_;
  std::mutex mutex_;
  std::vector<OfDevice> devices_;
};

}  // namespace openaclnn::runtime
