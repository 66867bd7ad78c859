// SPDX-License-Identifier: Apache-2.0
#include "checker/settings.h"

#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "trace/comma_list.h"

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
  std::optional<uint8_t> checks = 0;
  trace::ForEachItem(list, [&](std::string_view name) {
    const uint8_t check = name == "memory" ? kMemory : name == "races" ? kRaces : 0;
    checks = check != 0 && checks ? std::optional<uint8_t>(*checks | check) : std::nullopt;
  });
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
