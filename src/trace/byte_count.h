// SPDX-License-Identifier: Apache-2.0
//
// Sizes as environment variables give them.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

namespace openaclnn::trace {

// A whole number of bytes, at least 1; with the suffix K, M or G of 2^10, 2^20 or 2^30. Empty if it is none.
[[nodiscard]] inline std::optional<uint64_t> ParseByteCount(std::string_view text) {
  uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || end - rest > 1) {
    return std::nullopt;
  }
  int shift = 0;
  if (rest != end) {
    const size_t suffix = std::string_view("KMGkmg").find(*rest);
    if (suffix == std::string_view::npos) {
      return std::nullopt;
    }
    shift = 10 * static_cast<int>(suffix % 3 + 1);
  }
  return value == 0 || value > std::numeric_limits<uint64_t>::max() >> shift ? std::nullopt
                                                                             : std::optional(value << shift);
}

}  // namespace openaclnn::trace
