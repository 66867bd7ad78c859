// SPDX-License-Identifier: Apache-2.0
#include "kernels/combine.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/complex_number.h"
#include "base/integers.h"
#include "simd/convert.h"

namespace openaclnn {
namespace {

template <typename Element>
Element Load(const std::byte* from) {
  Element element;
  std::memcpy(&element, from, sizeof element);
  return element;
}

template <typename Element>
void Replace(ConstElementRow from, ElementRow to, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to.data + i * to.step, from.data + i * from.step, sizeof(Element));
  }
}

RowCombination FindCopy(size_t size) {
  switch (size) {
    case 1:
      return Replace<uint8_t>;
    case 2:
      return Replace<uint16_t>;
    case 4:
      return Replace<uint32_t>;
    case 8:
      return Replace<uint64_t>;
    default:
      return Replace<std::array<uint64_t, 2>>;
  }
}

template <typename T>
T Combined(T a, T b, bool multiplies) {
  return multiplies ? a * b : a + b;
}

template <typename Number, bool kMultiplies>
void Combine(ConstElementRow from, ElementRow to, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    std::byte* const place = to.data + i * to.step;
    const Number result = Combined(Load<Number>(place), Load<Number>(from.data + i * from.step), kMultiplies);
    std::memcpy(place, &result, sizeof result);
  }
}

template <bool kMultiplies>
void CombineBools(ConstElementRow from, ElementRow to, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    std::byte& place = to.data[i * to.step];
    const Boolean a{place != std::byte{0}};
    const Boolean b{from.data[i * from.step] != std::byte{0}};
    place = Combined(a, b, kMultiplies).value ? std::byte{1} : std::byte{0};
  }
}

template <DType kHalf, bool kMultiplies>
void CombineHalves(ConstElementRow from, ElementRow to, int64_t count) {
  constexpr int64_t kTile = 64;
  std::array<uint16_t, kTile> halves;
  std::array<float, kTile> sums;
  std::array<float, kTile> others;
  for (int64_t begin = 0; begin < count; begin += kTile) {
    const int64_t some = std::min(kTile, count - begin);
    const auto read = [&](const std::byte* data, int64_t step, float* numbers) {
      for (int64_t i = 0; i < some; ++i) {
        halves[static_cast<size_t>(i)] = Load<uint16_t>(data + (begin + i) * step);
      }
      ConvertToFloat(kHalf, halves.data(), numbers, some);
    };
    read(to.data, to.step, sums.data());
    read(from.data, from.step, others.data());
    for (size_t i = 0; i < static_cast<size_t>(some); ++i) {
      sums[i] = Combined(sums[i], others[i], kMultiplies);
    }
    ConvertTo(kHalf, sums.data(), halves.data(), some, Stores::kCached);
    for (int64_t i = 0; i < some; ++i) {
      std::memcpy(to.data + (begin + i) * to.step, &halves[static_cast<size_t>(i)], sizeof(uint16_t));
    }
  }
}

template <bool kMultiplies>
RowCombination FindArithmetic(DType dtype) {
  switch (dtype) {
    case DType::kFloat:
      return Combine<float, kMultiplies>;
    case DType::kFloat16:
      return CombineHalves<DType::kFloat16, kMultiplies>;
    case DType::kBfloat16:
      return CombineHalves<DType::kBfloat16, kMultiplies>;
    case DType::kDouble:
      return Combine<double, kMultiplies>;
    case DType::kInt8:
    case DType::kUint8:
      return Combine<Wrapping<uint8_t>, kMultiplies>;
    case DType::kInt16:
    case DType::kUint16:
      return Combine<Wrapping<uint16_t>, kMultiplies>;
    case DType::kInt32:
    case DType::kUint32:
      return Combine<Wrapping<uint32_t>, kMultiplies>;
    case DType::kInt64:
    case DType::kUint64:
      return Combine<Wrapping<uint64_t>, kMultiplies>;
    case DType::kComplex64:
      return Combine<ComplexNumber<float>, kMultiplies>;
    case DType::kComplex128:
      return Combine<ComplexNumber<double>, kMultiplies>;
    default:
      return CombineBools<kMultiplies>;
  }
}

}  // namespace

RowCombination FindCombination(DType dtype, ScatterMode mode) {
  switch (mode) {
    case ScatterMode::kReplace:
      return FindCopy(SizeOf(dtype));
    case ScatterMode::kAdd:
      return FindArithmetic<false>(dtype);
    case ScatterMode::kMultiply:
      return FindArithmetic<true>(dtype);
  }
  return nullptr;
}

}  // namespace openaclnn
