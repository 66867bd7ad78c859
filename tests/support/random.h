// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/array.h"
#include "tests/support/half.h"

namespace openaclnn::testing {

/// Seeded arrays, already rounded to the dtype they are meant for. The standard fixes mt19937_64 but not its
/// distributions, so these are spelled out: a seed means the same data with every library.
///
///   Random random(17);
///   const auto trace = TraceSeed(random);  // a failure prints the seed
///   const Array input = random.Uniform({2, 3, 4}, ACL_FLOAT16, -5, 5);
class Random {
 public:
  explicit Random(uint64_t seed) : seed_(seed), engine_(seed) {}

  uint64_t Seed() const { return seed_; }

  /// In [0, 1).
  double Unit() { return std::ldexp(static_cast<double>(engine_() >> 11), -53); }

  /// In [low, high).
  int64_t Integer(int64_t low, int64_t high) {
    Require(low < high, "there is no integer in the range");
    const uint64_t width = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
    return static_cast<int64_t>(static_cast<uint64_t>(low) + engine_() % width);  // the bias is of no concern
  }

  double StandardNormal() {
    constexpr double kTwoPi = 6.283185307179586;
    const double radius = std::sqrt(-2.0 * std::log(1.0 - Unit()));
    return radius * std::cos(kTwoPi * Unit());
  }

  Array Uniform(Shape shape, aclDataType dtype, double low, double high) {
    return Generate(std::move(shape), dtype, [&] { return low + (high - low) * Unit(); });
  }

  Array Normal(Shape shape, aclDataType dtype, double mean, double deviation) {
    return Generate(std::move(shape), dtype, [&] { return mean + deviation * StandardNormal(); });
  }

  /// Integers in [low, high), as an array.
  Array Integers(Shape shape, aclDataType dtype, int64_t low, int64_t high) {
    return Generate(std::move(shape), dtype, [&] { return static_cast<double>(Integer(low, high)); });
  }

  /// Integers in [low, high), as the embedding reference takes them.
  std::vector<int64_t> Indices(size_t count, int64_t low, int64_t high) {
    std::vector<int64_t> indices(count);
    for (int64_t& index : indices) {
      index = Integer(low, high);
    }
    return indices;
  }

  /// Any value of the dtype but NaN, each bit pattern equally likely: every exponent, subnormals, zeros, and
  /// infinities if wanted (the "[-inf, inf]" of the published cases).
  Array AnyValue(Shape shape, aclDataType dtype, bool withInfinities) {
    return Generate(std::move(shape), dtype, [&] {
      while (true) {
        std::array<uint8_t, 8> bytes{};
        for (uint8_t& byte : bytes) {
          byte = static_cast<uint8_t>(engine_() >> 56);
        }
        const double value = DecodeElement(dtype, bytes.data());
        if (std::isfinite(value) || (withInfinities && std::isinf(value))) {
          return value;
        }
      }
    });
  }

 private:
  template <typename Draw>
  Array Generate(Shape shape, aclDataType dtype, const Draw& draw) {
    Array array = Full(std::move(shape), 0.0);
    for (double& value : array.values) {
      value = RoundTo(dtype, draw());
    }
    return array;
  }

  uint64_t seed_;
  std::mt19937_64 engine_;
};

/// Names the seed in every failure of the enclosing scope, at the caller's line.
[[nodiscard]] inline ::testing::ScopedTrace TraceSeed(const Random& random,
                                                      const char* file = __builtin_FILE(),
                                                      int line = __builtin_LINE()) {
  return {file, line, "random seed " + std::to_string(random.Seed())};
}

}  // namespace openaclnn::testing
