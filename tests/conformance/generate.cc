// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/generate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tests/conformance/number.h"
#include "tests/conformance/parallel.h"

namespace openaclnn::conformance {
namespace {

constexpr int64_t kBlock = 4096;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The finalizer of splitmix64: every bit of the result depends on every bit of the argument.
uint64_t Mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

/// Numbers that are found by their position, so that threads can start anywhere.
class Stream {
 public:
  explicit Stream(uint64_t key) : key_(Mix(key)) {}

  uint64_t Bits(uint64_t position) const { return Mix(key_ + (position + 1) * 0x9E3779B97F4A7C15); }
  /// In [0, 1).
  double Unit(uint64_t position) const { return static_cast<double>(Bits(position) >> 11) * 0x1p-53; }
  Stream Split(uint64_t number) const { return Stream(Bits(~number)); }

 private:
  uint64_t key_;
};

/// FNV-1a.
uint64_t Hash(std::string_view text) {
  uint64_t hash = 0xCBF29CE484222325;
  for (const char c : text) {
    hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001B3;
  }
  return hash;
}

/// The draws of one tensor: one operator() for each way, all called with an element's position.
class Drawer {
 public:
  Drawer(aclDataType dtype, const Stream& stream, FullRange fullRange)
      : dtype_(dtype),
        stream_(stream),
        second_(stream.Split(1)),
        third_(stream.Split(2)),
        fullRange_(fullRange) {}

  double Draw(const Uniform& range, uint64_t at) const {
    if (std::isfinite(range.low) && std::isfinite(range.high)) {
      return range.low + (range.high - range.low) * stream_.Unit(at);
    }
    return DrawFullRange(range, at);
  }

  double Draw(const Normal& ranges, uint64_t at) const {
    constexpr double kTwoPi = 6.283185307179586;
    // One mean and one deviation for the whole tensor.
    const double mean = ranges.lowMean + (ranges.highMean - ranges.lowMean) * third_.Unit(0);
    const double deviation =
        ranges.lowDeviation + (ranges.highDeviation - ranges.lowDeviation) * third_.Unit(1);
    const double radius = std::sqrt(-2.0 * std::log(1.0 - stream_.Unit(at)));
    return mean + deviation * radius * std::cos(kTwoPi * second_.Unit(at));
  }

  double Draw(const Fill& fill, uint64_t /*at*/) const { return fill.value; }

  double Draw(const RandInt& range, uint64_t at) const {
    const uint64_t width = static_cast<uint64_t>(range.high) - static_cast<uint64_t>(range.low);
    // The bias of the remainder is of no concern.
    return static_cast<double>(
        static_cast<int64_t>(static_cast<uint64_t>(range.low) + stream_.Bits(at) % width));
  }

  double Draw(const List& list, uint64_t at) const { return list.values[at]; }

 private:
  double DrawFullRange(const Uniform& range, uint64_t at) const {
    constexpr uint64_t kOneInfinityIn = uint64_t{1} << 20;
    const uint64_t choice = second_.Bits(at);
    if (choice % kOneInfinityIn == 0) {  // patterns alone would hardly ever give one
      const bool negative = range.low == -kInfinity && (range.high != kInfinity || (choice >> 40 & 1) != 0);
      return negative ? -kInfinity : kInfinity;
    }
    const bool pattern =
        fullRange_ == FullRange::kPatterns || (fullRange_ == FullRange::kMixed && (choice >> 41 & 1) != 0);
    if (pattern) {
      constexpr uint64_t kAttempts = 64;  // a narrow range may hold few patterns
      for (uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
        const double value = FromBits(dtype_, third_.Bits(at * kAttempts + attempt));
        if (value >= range.low && value <= range.high) {  // false for NaN
          return value;
        }
      }
    }
    const double largest = FormatOf(dtype_).LargestFinite();
    const double low = std::max(range.low, -largest);
    const double high = std::min(range.high, largest);
    return low + (high - low) * stream_.Unit(at);
  }

  aclDataType dtype_;
  Stream stream_;
  Stream second_;
  Stream third_;
  FullRange fullRange_;
};

}  // namespace

TensorMap Generate(const Case& testCase, const GenerationOptions& options) {
  TensorMap tensors;
  const Stream ofCase =
      Stream(Hash(testCase.Operator()) ^ options.seed).Split(static_cast<uint64_t>(testCase.Id()));
  for (const auto& [name, spec] : testCase.Tensors()) {
    Tensor tensor(spec.dtype, spec.shape);
    const Drawer drawer(spec.dtype, ofCase.Split(Hash(name)), options.fullRange);
    std::visit(
        [&](const auto& how) {
          ForPieces(tensor.Count(), kBlock, [&](int64_t begin, int64_t end) {
            std::vector<double> values(kBlock);
            for (int64_t first = begin; first < end; first += kBlock) {
              const int64_t count = std::min(kBlock, end - first);
              for (int64_t i = 0; i < count; ++i) {
                values[static_cast<size_t>(i)] = drawer.Draw(how, static_cast<uint64_t>(first + i));
              }
              tensor.Write(first, count, values.data());
            }
          });
        },
        spec.values);
    tensors.emplace(name, std::move(tensor));
  }
  return tensors;
}

}  // namespace openaclnn::conformance
