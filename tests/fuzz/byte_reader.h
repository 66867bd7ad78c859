// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace openaclnn::fuzz {

/// Turns the fuzzer's bytes into decisions. Behind the end there are zeros, and 0 stands for the plainest
/// choice everywhere, so that short inputs are valid calls.
class ByteReader {
 public:
  ByteReader(const uint8_t* data, size_t size) : data_(data), end_(data + size) {}

  uint8_t Byte() { return data_ == end_ ? uint8_t{0} : *data_++; }

  /// In [0, count).
  size_t Below(size_t count) { return count <= 1 ? 0 : Byte() % count; }

  /// True in about `of256` of 256 cases; never behind the end.
  bool Chance(unsigned of256) { return Byte() + of256 > 255; }

  template <typename T, size_t n>
  T Pick(const std::array<T, n>& choices) {
    return choices[Below(n)];
  }

  uint64_t Bits64() {
    uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) {
      bits = bits << 8 | Byte();
    }
    return bits;
  }

  /// What breaks arithmetic on sizes: around 0, around powers of two, the ends of the range, or anything.
  int64_t AnyInteger() {
    using Limits = std::numeric_limits<int64_t>;
    constexpr std::array<int64_t, 8> kEnds{Limits::max(), Limits::min(), -1, 0, 1, 2, 3, Limits::max() - 1};
    switch (Below(4)) {
      case 0:
        return Pick(kEnds);
      case 1:
        return static_cast<int64_t>(Byte()) - 64;
      case 2: {
        const uint64_t power = uint64_t{1} << Below(64);
        return static_cast<int64_t>(power + Below(3) - 1);
      }
      default:
        return static_cast<int64_t>(Bits64());
    }
  }

 private:
  const uint8_t* data_;
  const uint8_t* end_;
};

/// Spreads a few bytes of input over much data (splitmix64).
class Noise {
 public:
  explicit Noise(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15;
    uint64_t bits = state_;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
    return bits ^ (bits >> 31);
  }
  uint64_t Below(uint64_t count) { return Next() % count; }

 private:
  uint64_t state_;
};

}  // namespace openaclnn::fuzz
