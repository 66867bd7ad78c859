// SPDX-License-Identifier: Apache-2.0
//
// What aclSysParamOpt names. Kernels here are deterministic in any case and have no variants to choose from:
// the options are stored and returned.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/status.h"

namespace openaclnn::runtime {

// The options of one scope. Thread safe.
class SystemOptions {
 public:
  SystemOptions() {
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

[[nodiscard]] Status SetProcessOption(int32_t option, int64_t value);
// 0 before the first set.
[[nodiscard]] Status GetProcessOption(int32_t option, int64_t* value);

// Those of the current context, which stand before the process's. kRtSysParamOptNotSet before the first set.
[[nodiscard]] Status SetContextOption(int32_t option, int64_t value);
[[nodiscard]] Status GetContextOption(int32_t option, int64_t* value);

}  // namespace openaclnn::runtime
