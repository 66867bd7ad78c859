// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/combine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "base/complex_number.h"
#include "base/integers.h"
#include "base/quiet_nan.h"
#include "base/visit_number.h"
#include "simd/convert.h"

namespace openaclnn {
namespace {

template <typename Element>
Element Load(const std::byte* from) {
  Element element;
  std::memcpy(&element, from, sizeof element);
  return element;
}

// Calls loop(step of the one, step of the other); as constants where elements lie side by side.
template <int64_t kSize, typename Loop>
void WithSteps(ConstElementRow from, ElementRow to, const Loop& loop) {
  constexpr std::integral_constant<int64_t, kSize> kSideBySide;
  if (from.step == kSize && to.step == kSize) {
    loop(kSideBySide, kSideBySide);
  } else {
    loop(from.step, to.step);
  }
}

template <typename Element>
void Replace(ConstElementRow from, ElementRow to, int64_t count, const ScalarValue& /*scale*/) {
  constexpr auto kSize = static_cast<int64_t>(sizeof(Element));
  if (from.step == kSize && to.step == kSize) {
    std::memmove(to.data, from.data, static_cast<size_t>(count) * sizeof(Element));
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to.data + i * to.step, from.data + i * from.step, sizeof(Element));
  }
}

template <typename Element>
void ReplaceEach(ConstElementRow from, std::byte* table, const int64_t* targets, int64_t count,
                 const ScalarValue& /*scale*/) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(table + targets[i] * static_cast<int64_t>(sizeof(Element)), from.data + i * from.step,
                sizeof(Element));
  }
}

Combination FindCopy(size_t size) {
  switch (size) {
    case 1:
      return {Replace<uint8_t>, ReplaceEach<uint8_t>};
    case 2:
      return {Replace<uint16_t>, ReplaceEach<uint16_t>};
    case 4:
      return {Replace<uint32_t>, ReplaceEach<uint32_t>};
    case 8:
      return {Replace<uint64_t>, ReplaceEach<uint64_t>};
    default:
      return {Replace<std::array<uint64_t, 2>>, ReplaceEach<std::array<uint64_t, 2>>};
  }
}

// The number that a scale is in a type.
template <typename Number>
Number ScaleAs(const ScalarValue& scale) {
  if constexpr (requires { Number::value; }) {
    return {scale.As<decltype(Number::value)>()};
  } else {
    return scale.As<Number>();
  }
}

template <ScatterMode kMode>
constexpr bool kIsExtreme = kMode == ScatterMode::kMaximum || kMode == ScatterMode::kMinimum;

template <ScatterMode kMode, typename Number>
Number Combined(Number to, Number from, Number scale) {
  if constexpr (kIsExtreme<kMode>) {
    const bool further = kMode == ScatterMode::kMaximum ? from > to : from < to;
    return to == to && (further || from != from) ? from : to;
  } else if constexpr (kMode == ScatterMode::kAdd) {
    return to + from;
  } else if constexpr (kMode == ScatterMode::kMultiply) {
    return to * from;
  } else if constexpr (std::is_floating_point_v<Number>) {
    return std::fma(from, scale, to);
  } else {
    return MulAdd(from, scale, to);
  }
}

// An element of a table, and what it becomes.
template <typename Number, ScatterMode kMode>
void CombineOne(const std::byte* from, std::byte* to, Number factor) {
  const Number result = WithQuietNan(Combined<kMode>(Load<Number>(to), Load<Number>(from), factor));
  std::memcpy(to, &result, sizeof result);
}

template <typename Number, ScatterMode kMode>
void Combine(ConstElementRow from, ElementRow to, int64_t count, const ScalarValue& scale) {
  const auto factor = ScaleAs<Number>(scale);
  WithSteps<sizeof(Number)>(from, to, [&](auto fromStep, auto toStep) {
    for (int64_t i = 0; i < count; ++i) {
      CombineOne<Number, kMode>(from.data + i * fromStep, to.data + i * toStep, factor);
    }
  });
}

template <typename Number, ScatterMode kMode>
void CombineEach(ConstElementRow from, std::byte* table, const int64_t* targets, int64_t count,
                 const ScalarValue& scale) {
  const auto factor = ScaleAs<Number>(scale);
  for (int64_t i = 0; i < count; ++i) {
    CombineOne<Number, kMode>(from.data + i * from.step,
                              table + targets[i] * static_cast<int64_t>(sizeof(Number)), factor);
  }
}

// Of types that are combined by rows alone.
template <RowCombination kRows, int64_t kSize>
void RowsEach(ConstElementRow from, std::byte* table, const int64_t* targets, int64_t count,
              const ScalarValue& scale) {
  for (int64_t i = 0; i < count; ++i) {
    kRows({from.data + i * from.step, kSize}, {table + targets[i] * kSize, kSize}, 1, scale);
  }
}

template <ScatterMode kMode>
void CombineBools(ConstElementRow from, ElementRow to, int64_t count, const ScalarValue& scale) {
  const auto factor = ScaleAs<Boolean>(scale);
  for (int64_t i = 0; i < count; ++i) {
    std::byte& place = to.data[i * to.step];
    const Boolean a{place != std::byte{0}};
    const Boolean b{from.data[i * from.step] != std::byte{0}};
    place = Combined<kMode>(a, b, factor).value ? std::byte{1} : std::byte{0};
  }
}

template <DType kHalf, ScatterMode kMode>
void CombineHalves(ConstElementRow from, ElementRow to, int64_t count, const ScalarValue& scale) {
  constexpr int64_t kTile = 64;
  std::array<uint16_t, kTile> halves;
  std::array<float, kTile> sums;
  std::array<float, kTile> others;
  const auto factor = ScaleAs<float>(scale);
  for (int64_t begin = 0; begin < count; begin += kTile) {
    const int64_t some = std::min(kTile, count - begin);
    const auto read = [&](const std::byte* data, int64_t step, float* numbers) {
      if (step == sizeof(uint16_t)) {
        std::memcpy(halves.data(), data + begin * step, static_cast<size_t>(some) * sizeof(uint16_t));
        ConvertToFloat(kHalf, halves.data(), numbers, some);
        return;
      }
      for (int64_t i = 0; i < some; ++i) {
        halves[static_cast<size_t>(i)] = Load<uint16_t>(data + (begin + i) * step);
      }
      ConvertToFloat(kHalf, halves.data(), numbers, some);
    };
    read(to.data, to.step, sums.data());
    read(from.data, from.step, others.data());
    for (size_t i = 0; i < static_cast<size_t>(some); ++i) {
      sums[i] = Combined<kMode>(sums[i], others[i], factor);
    }
    ConvertTo(kHalf, sums.data(), halves.data(), some, Stores::kCached);
    for (int64_t i = 0; i < some; ++i) {
      std::memcpy(to.data + (begin + i) * to.step, &halves[static_cast<size_t>(i)], sizeof(uint16_t));
    }
  }
}

// Of floating-point numbers; null for others.
template <ScatterMode kMode>
Combination FindFloating(DType dtype) {
  switch (dtype) {
    case DType::kFloat:
      return {Combine<float, kMode>, CombineEach<float, kMode>};
    case DType::kFloat16:
      return {CombineHalves<DType::kFloat16, kMode>, RowsEach<CombineHalves<DType::kFloat16, kMode>, 2>};
    case DType::kBfloat16:
      return {CombineHalves<DType::kBfloat16, kMode>, RowsEach<CombineHalves<DType::kBfloat16, kMode>, 2>};
    case DType::kDouble:
      return {Combine<double, kMode>, CombineEach<double, kMode>};
    default:
      return {};
  }
}

template <ScatterMode kMode>
Combination FindArithmetic(DType dtype) {
  switch (dtype) {
    case DType::kFloat:
    case DType::kFloat16:
    case DType::kBfloat16:
    case DType::kDouble:
      return FindFloating<kMode>(dtype);
    case DType::kInt8:
    case DType::kUint8:
      return {Combine<Wrapping<uint8_t>, kMode>, CombineEach<Wrapping<uint8_t>, kMode>};
    case DType::kInt16:
    case DType::kUint16:
      return {Combine<Wrapping<uint16_t>, kMode>, CombineEach<Wrapping<uint16_t>, kMode>};
    case DType::kInt32:
    case DType::kUint32:
      return {Combine<Wrapping<uint32_t>, kMode>, CombineEach<Wrapping<uint32_t>, kMode>};
    case DType::kInt64:
    case DType::kUint64:
      return {Combine<Wrapping<uint64_t>, kMode>, CombineEach<Wrapping<uint64_t>, kMode>};
    case DType::kComplex64:
      return {Combine<ComplexNumber<float>, kMode>, CombineEach<ComplexNumber<float>, kMode>};
    case DType::kComplex128:
      return {Combine<ComplexNumber<double>, kMode>, CombineEach<ComplexNumber<double>, kMode>};
    default:
      return {CombineBools<kMode>, RowsEach<CombineBools<kMode>, 1>};
  }
}

template <ScatterMode kMode>
Combination FindExtreme(DType dtype) {
  switch (ClassOf(dtype)) {
    case DTypeClass::kFloating:
      return FindFloating<kMode>(dtype);
    case DTypeClass::kSigned:
    case DTypeClass::kUnsigned:
      return VisitInteger(dtype, [](auto number) {
        using Number = decltype(number);
        return Combination{Combine<Number, kMode>, CombineEach<Number, kMode>};
      });
    case DTypeClass::kBool: {  // or, and and
      constexpr bool kIsOr = kMode == ScatterMode::kMaximum;
      return FindArithmetic < kIsOr ? ScatterMode::kAdd : ScatterMode::kMultiply > (dtype);
    }
    default:
      return {};
  }
}

}  // namespace

Combination FindCombination(DType dtype, ScatterMode mode) {
  switch (mode) {
    case ScatterMode::kReplace:
      return FindCopy(SizeOf(dtype));
    case ScatterMode::kAdd:
      return FindArithmetic<ScatterMode::kAdd>(dtype);
    case ScatterMode::kMultiply:
      return FindArithmetic<ScatterMode::kMultiply>(dtype);
    case ScatterMode::kAddScaled:
      return FindArithmetic<ScatterMode::kAddScaled>(dtype);
    case ScatterMode::kMaximum:
      return FindExtreme<ScatterMode::kMaximum>(dtype);
    case ScatterMode::kMinimum:
      return FindExtreme<ScatterMode::kMinimum>(dtype);
  }
  return {};
}

}  // namespace openaclnn
