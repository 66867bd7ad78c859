// SPDX-License-Identifier: Apache-2.0
#include "checker/settings.h"

#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace openaclnn::checker {
namespace internal {

constinit std::atomic<uint8_t> checks{kUnread};

}  // namespace internal

namespace {

constexpr const char* kVariable = "OPENACLNN_CHECK";

std::string_view Value() {
  const char* const value = std::getenv(kVariable);  // NOLINT(concurrency-mt-unsafe): read at the start
  return value == nullptr ? std::string_view() : value;
}

// The checks of a list of names with commas; empty if one is none.
std::optional<uint8_t> Parse(std::string_view list) {
  uint8_t checks = 0;
  while (!list.empty()) {
    const size_t comma = list.find(',');
    const std::string_view name = list.substr(0, comma);
    list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    if (name == "memory") {
      checks |= kMemory;
    } else if (name == "races") {
      checks |= kRaces;
    } else {
      return std::nullopt;
    }
  }
  return checks;
}

}  // namespace

uint8_t internal::ReadSettings() noexcept {
  static constinit std::once_flag once;
  std::call_once(once, [] { checks.store(Parse(Value()).value_or(0), std::memory_order_relaxed); });
  return checks.load(std::memory_order_relaxed);
}

Status CheckSettings() {
  return Parse(Value())
             ? Status::Ok()
             : Status(code::kInvalidParam, std::string(kVariable) +
                                               ": expected memory, races or both with a comma, got " +
                                               std::string(Value()));
}

}  // namespace openaclnn::checker
