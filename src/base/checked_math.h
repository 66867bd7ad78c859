// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>

namespace openaclnn {

// Integer arithmetic on sizes that callers choose: no value, however absurd, may wrap around into a plausible
// one.

[[nodiscard]] inline std::optional<int64_t> CheckedAdd(int64_t a, int64_t b) {
  int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::nullopt : std::optional(sum);
}

[[nodiscard]] inline std::optional<int64_t> CheckedMultiply(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
}

// The product of all factors, a zero among them winning over an overflow. Empty if it does not fit, or if a
// factor is negative. The product of no factors is 1.
[[nodiscard]] inline std::optional<int64_t> CheckedProduct(std::span<const int64_t> factors) {
  bool overflow = false;
  bool zero = false;
  int64_t product = 1;
  for (const int64_t factor : factors) {
    if (factor < 0) {
      return std::nullopt;
    }
    zero = zero || factor == 0;
    overflow = overflow || __builtin_mul_overflow(product, factor, &product);
  }
  if (zero) {
    return 0;
  }
  return overflow ? std::nullopt : std::optional(product);
}

[[nodiscard]] inline std::optional<int64_t> CheckedProduct(std::initializer_list<int64_t> factors) {
  return CheckedProduct(std::span<const int64_t>(factors.begin(), factors.size()));
}

[[nodiscard]] constexpr int64_t CeilDivide(int64_t a, int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace openaclnn
