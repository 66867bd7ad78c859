// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/combine.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#include "base/complex_number.h"
#include "base/integers.h"
#include "base/quiet_nan.h"
#include "base/visit_number.h"
#include "base/whole_division.h"

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
  if (from.step == 0 && to.step == kSize) {
    const Element element = Load<Element>(from.data);
    for (int64_t i = 0; i < count; ++i) {
      std::memcpy(to.data + i * kSize, &element, sizeof(Element));
    }
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to.data + i * to.step, from.data + i * from.step, sizeof(Element));
  }
}

// Calls visit with a number of bytes: a constant where copies of so many are a few instructions.
template <typename Visit>
auto VisitBytes(int64_t bytes, const Visit& visit) {
  switch (bytes) {
    case 1:
      return visit(std::integral_constant<size_t, 1>());
    case 2:
      return visit(std::integral_constant<size_t, 2>());
    case 4:
      return visit(std::integral_constant<size_t, 4>());
    case 8:
      return visit(std::integral_constant<size_t, 8>());
    case 16:
      return visit(std::integral_constant<size_t, 16>());
    case 32:
      return visit(std::integral_constant<size_t, 32>());
    case 64:
      return visit(std::integral_constant<size_t, 64>());
    default:
      return visit(std::integral_constant<size_t, 0>());
  }
}

// kBytes: 0 if they are not known.
template <size_t kBytes>
void CopyBlocks(const std::byte* table, Places sources, ElementRow to, int64_t bytes) {
  const size_t all = kBytes > 0 ? kBytes : static_cast<size_t>(bytes);
  sources.ForEach([=](int64_t i, int64_t place) { std::memcpy(to.data + i * to.step, table + place, all); });
}

template <size_t kSize>
void ReplaceBlocks(ConstElementRow from, int64_t length, std::byte* table, Places targets,
                   const ScalarValue& /*scale*/) {
  const auto bytes = static_cast<size_t>(length) * kSize;
  VisitBytes(static_cast<int64_t>(bytes), [&](auto constant) {
    const size_t all = constant > 0 ? constant : bytes;
    targets.ForEach(
        [=](int64_t i, int64_t place) { std::memcpy(table + place, from.data + i * from.step, all); });
  });
}

Combination FindCopy(size_t size) {
  switch (size) {
    case 1:
      return {Replace<uint8_t>, ReplaceBlocks<1>};
    case 2:
      return {Replace<uint16_t>, ReplaceBlocks<2>};
    case 4:
      return {Replace<uint32_t>, ReplaceBlocks<4>};
    case 8:
      return {Replace<uint64_t>, ReplaceBlocks<8>};
    default:
      return {Replace<std::array<uint64_t, 2>>, ReplaceBlocks<16>};
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
    return kMode == ScatterMode::kMaximum ? std::max(to, from) : std::min(to, from);
  } else if constexpr (kMode == ScatterMode::kAdd) {
    return to + from;
  } else if constexpr (kMode == ScatterMode::kMultiply) {
    return to * from;
  } else if constexpr (kMode == ScatterMode::kDivide) {
    return TruncatedDivision(to, from);
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
void CombineBlocks(ConstElementRow from, int64_t length, std::byte* table, Places targets,
                   const ScalarValue& scale) {
  constexpr auto kSize = static_cast<int64_t>(sizeof(Number));
  const auto factor = ScaleAs<Number>(scale);
  if (length == 1) {
    targets.ForEach([=](int64_t i, int64_t place) {
      CombineOne<Number, kMode>(from.data + i * from.step, table + place, factor);
    });
    return;
  }
  targets.ForEach([=](int64_t i, int64_t place) {
    const std::byte* const source = from.data + i * from.step;
    for (int64_t k = 0; k < length; ++k) {
      CombineOne<Number, kMode>(source + k * kSize, table + place + k * kSize, factor);
    }
  });
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

template <ScatterMode kMode>
void CombineBoolBlocks(ConstElementRow from, int64_t length, std::byte* table, Places targets,
                       const ScalarValue& scale) {
  targets.ForEach([&](int64_t i, int64_t place) {
    CombineBools<kMode>({from.data + i * from.step, 1}, {table + place, 1}, length, scale);
  });
}

template <ScatterMode kMode>
Combination FindArithmetic(DType dtype) {
  switch (dtype) {
    case DType::kFloat:
    case DType::kFloat16:
    case DType::kBfloat16:
    case DType::kDouble:
      return FindFloatCombination(dtype, kMode);
    case DType::kInt8:
    case DType::kUint8:
      return {Combine<Wrapping<uint8_t>, kMode>, CombineBlocks<Wrapping<uint8_t>, kMode>};
    case DType::kInt16:
    case DType::kUint16:
      return {Combine<Wrapping<uint16_t>, kMode>, CombineBlocks<Wrapping<uint16_t>, kMode>};
    case DType::kInt32:
    case DType::kUint32:
      return {Combine<Wrapping<uint32_t>, kMode>, CombineBlocks<Wrapping<uint32_t>, kMode>};
    case DType::kInt64:
    case DType::kUint64:
      return {Combine<Wrapping<uint64_t>, kMode>, CombineBlocks<Wrapping<uint64_t>, kMode>};
    case DType::kComplex64:
      return {Combine<ComplexNumber<float>, kMode>, CombineBlocks<ComplexNumber<float>, kMode>};
    case DType::kComplex128:
      return {Combine<ComplexNumber<double>, kMode>, CombineBlocks<ComplexNumber<double>, kMode>};
    default:
      return {CombineBools<kMode>, CombineBoolBlocks<kMode>};
  }
}

template <ScatterMode kMode>
Combination FindExtreme(DType dtype) {
  switch (ClassOf(dtype)) {
    case DTypeClass::kFloating:
      return FindFloatCombination(dtype, kMode);
    case DTypeClass::kSigned:
    case DTypeClass::kUnsigned:
      return VisitInteger(dtype, [](auto number) {
        using Number = decltype(number);
        return Combination{Combine<Number, kMode>, CombineBlocks<Number, kMode>};
      });
    case DTypeClass::kBool: {  // or, and and
      constexpr bool kIsOr = kMode == ScatterMode::kMaximum;
      return FindArithmetic < kIsOr ? ScatterMode::kAdd : ScatterMode::kMultiply > (dtype);
    }
    default:
      return {};
  }
}

Combination FindQuotient(DType dtype) {
  switch (ClassOf(dtype)) {
    case DTypeClass::kFloating:
      return FindFloatCombination(dtype, ScatterMode::kDivide);
    case DTypeClass::kSigned:
    case DTypeClass::kUnsigned:
      return VisitInteger(dtype, [](auto number) {
        using Number = Wrapping<decltype(number)>;
        return Combination{Combine<Number, ScatterMode::kDivide>,
                           CombineBlocks<Number, ScatterMode::kDivide>};
      });
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
    case ScatterMode::kDivide:
      return FindQuotient(dtype);
  }
  return {};
}

BlockCopy FindBlockCopy(int64_t bytes) {
  return VisitBytes(bytes, [](auto constant) -> BlockCopy { return CopyBlocks<constant>; });
}

}  // namespace openaclnn
