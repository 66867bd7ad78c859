// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace openaclnn::runtime {

// The values of the aclSysParamOpt of one scope: the process, or a context. Thread safe.
class OptionValues {
 public:
  OptionValues() {
    for (std::atomic<int64_t>& value : values_) {
      value.store(kUnset, std::memory_order_relaxed);
    }
  }

  // Both want an aclSysParamOpt.
  void Set(int32_t option, int64_t value) { values_[static_cast<size_t>(option)].store(value); }
  // Empty before the first Set.
  [[nodiscard]] std::optional<int64_t> Get(int32_t option) const {
    const int64_t value = values_[static_cast<size_t>(option)].load();
    return value == kUnset ? std::nullopt : std::optional(value);
  }

 private:
  static constexpr int64_t kUnset = -1;

  std::array<std::atomic<int64_t>, 4> values_;
};

}  // namespace openaclnn::runtime
