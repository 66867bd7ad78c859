// SPDX-License-Identifier: Apache-2.0
#include "kernels/quantization/whole_numbers.h"

#include <cmath>

#include "base/visit_number.h"

namespace openaclnn {
namespace {

// Clamped to the range, and 0 for NaN.
float Clamped(float value, const WholeRange& range) {
  const float number = value == value ? value : 0.0F;  // NOLINT(misc-redundant-expression): NaN is not
  const float above = number > range.lowest ? number : range.lowest;
  return above < range.highest ? above : range.highest;
}

template <typename Round>
void RoundAll(const float* from, int64_t count, const WholeRange& range, float* to, const Round& round) {
  for (int64_t i = 0; i < count; ++i) {
    to[i] = round(Clamped(from[i], range));
  }
}

bool IsFloat(DType dtype) {
  return ClassOf(dtype) == DTypeClass::kFloating;
}

constexpr int64_t kWords = kTileElements / kPackedInWord;
using Words = std::array<uint32_t, kWords>;

// Elements of `view` that are of type T, one after the other.
template <typename T, typename Visit>
void ForEachElement(const std::byte* data, const MergedDims& dims, int64_t begin, int64_t count,
                    const Visit& visit) {
  const auto* const elements = reinterpret_cast<const T*>(data);
  int64_t done = 0;
  dims.ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t length) {
    for (int64_t i = 0; i < length; ++i) {
      visit(done + i, elements[offset + i * stride]);
    }
    done += length;
  });
}

}  // namespace

void RoundToRange(const float* from, int64_t count, RoundMode mode, const WholeRange& range, float* to) {
  switch (mode) {
    case RoundMode::kFloor:
      return RoundAll(from, count, range, to, [](float value) { return std::floor(value); });
    case RoundMode::kCeil:
      return RoundAll(from, count, range, to, [](float value) { return std::ceil(value); });
    case RoundMode::kTrunc:
      return RoundAll(from, count, range, to, [](float value) { return std::trunc(value); });
    case RoundMode::kNearest:
      break;
  }
  if (range.highest > kUint8Range.highest) {
    return RoundAll(from, count, range, to, [](float value) { return std::nearbyint(value); });
  }
  // So large a number has no fraction: adding it rounds to the nearest integer.
  constexpr float kWhole = 12582912.0F;  // 1.5 * 2^23
  RoundAll(from, count, range, to, [](float value) { return (value + kWhole) - kWhole; });
}

MixedReader::MixedReader(const TensorView& view, bool packed)
    : data_(view.data), dtype_(view.dtype), packed_(packed), dims_(view), floats_(view) {}

const float* MixedReader::Read(int64_t begin, int64_t count, TileBuffer& buffer) const {
  if (packed_) {
    ForEachElement<uint32_t>(data_, dims_, begin / kPackedInWord, count / kPackedInWord,
                             [&](int64_t word, uint32_t bits) {
                               float* const to = &buffer[static_cast<size_t>(word * kPackedInWord)];
                               for (int64_t i = 0; i < kPackedInWord; ++i) {
                                 const uint32_t top = bits << (28 - 4 * i);  // the sign is the highest bit
                                 to[i] = static_cast<float>(static_cast<int32_t>(top) >> 28);
                               }
                             });
    return buffer.data();
  }
  if (IsFloat(dtype_)) {
    return floats_.Read(begin, count, buffer);
  }
  VisitInteger(dtype_, [&](auto number) {
    using T = decltype(number);
    ForEachElement<T>(data_, dims_, begin, count, [&](int64_t i, T value) {
      buffer[static_cast<size_t>(i)] = static_cast<float>(value);
    });
  });
  return buffer.data();
}

float MixedReader::At(int64_t element) const {
  TileBuffer buffer;
  return *Read(element, 1, buffer);
}

WholeWriter::WholeWriter(const TensorView& view, bool packed)
    : data_(view.data), dtype_(view.dtype), packed_(packed), dims_(view) {}

void WholeWriter::Write(int64_t begin, int64_t count, const float* tile) const {
  Words words;
  if (packed_) {
    for (int64_t word = 0; word < count / kPackedInWord; ++word) {
      uint32_t bits = 0;
      for (int64_t i = 0; i < kPackedInWord; ++i) {
        const auto number = static_cast<int32_t>(tile[word * kPackedInWord + i]);
        bits |= (static_cast<uint32_t>(number) & 15U) << (4 * i);
      }
      words[static_cast<size_t>(word)] = bits;
    }
  }
  const int64_t values = packed_ ? kPackedInWord : 1;
  VisitInteger(dtype_, [&](auto number) {
    using T = decltype(number);
    auto* const elements = reinterpret_cast<T*>(data_);
    int64_t done = 0;
    dims_.ForEachRun(begin / values, count / values, [&](int64_t offset, int64_t stride, int64_t length) {
      for (int64_t i = 0; i < length; ++i) {
        elements[offset + i * stride] =
            packed_ ? static_cast<T>(words[static_cast<size_t>(done + i)]) : static_cast<T>(tile[done + i]);
      }
      done += length;
    });
  });
}

}  // namespace openaclnn
