// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernels/indexing/combine.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindFloats, Combination(DType dtype, ScatterMode mode));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace combine {

// What elements of a table become.
template <ScatterMode kMode, class D, class V = hn::Vec<D>>
HWY_INLINE V Combined(D tag, V to, V from, [[maybe_unused]] V scale) {
  if constexpr (kMode == ScatterMode::kMaximum || kMode == ScatterMode::kMinimum) {
    const auto further = kMode == ScatterMode::kMaximum ? hn::Gt(from, to) : hn::Lt(from, to);
    const V best = hn::IfThenElse(hn::Or(further, hn::IsNaN(from)), from, to);
    return hn::IfThenElse(hn::IsNaN(to), to, best);
  } else if constexpr (kMode == ScatterMode::kAdd) {
    return hn::Add(to, from);
  } else if constexpr (kMode == ScatterMode::kMultiply) {
    return hn::Mul(to, from);
  } else if constexpr (kMode == ScatterMode::kDivide) {
    return hn::Div(to, from);
  } else {
    return MulAdd(tag, from, scale, to);
  }
}

// The same of single numbers. Which of two is larger nobody foresees: without a branch. NaNs are rare.
template <ScatterMode kMode, typename Number>
HWY_INLINE Number CombinedOne(Number to, Number from, [[maybe_unused]] Number scale) {
  if constexpr (kMode == ScatterMode::kMaximum || kMode == ScatterMode::kMinimum) {
    const bool further = kMode == ScatterMode::kMaximum ? from > to : from < to;
    const Number best = further ? from : to;
    return HWY_UNLIKELY(from != from) && to == to ? from : best;
  } else if constexpr (kMode == ScatterMode::kAdd) {
    return to + from;
  } else if constexpr (kMode == ScatterMode::kMultiply) {
    return to * from;
  } else if constexpr (kMode == ScatterMode::kDivide) {
    return to / from;
  } else {
    const hn::CappedTag<Number, 1> tag;
    return hn::GetLane(MulAdd(tag, hn::Set(tag, from), hn::Set(tag, scale), hn::Set(tag, to)));
  }
}

// A single number of BFLOAT16, and one rounded to it: what Bfloat16 does in vectors, without the moves to these
// and back.
HWY_INLINE float WidenOne(uint16_t pattern) {
  return std::bit_cast<float>(uint32_t{pattern} << 16U);
}
HWY_INLINE uint16_t RoundOne(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t rounded = bits + 0x7FFF + (bits >> 16U & 1U);
  constexpr uint16_t kNan = 0x7FC0;
  return HWY_LIKELY(value == value) ? static_cast<uint16_t>(rounded >> 16U) : kNan;
}

template <class Format, ScatterMode kMode>
struct Floats {
  using Element = typename Format::Element;
  using Number = typename Format::Compute;
  static constexpr int64_t kSize = sizeof(Element);
  using One = hn::CappedTag<Number, 1>;

  template <class D>
  static HWY_INLINE void Some(D tag, const Element* from, Element* to, Number scale) {
    const auto result =
        Combined<kMode>(tag, Format::Load(tag, to), Format::Load(tag, from), hn::Set(tag, scale));
    Format::Store(tag, result, to);
  }

  // One element: without moves between vectors of its size and memory, and NaNs are rare.
  static HWY_INLINE void Single(const Element* from, Element* to, Number scale) {
    if constexpr (std::is_same_v<Element, Number>) {
      const Number result = CombinedOne<kMode>(*to, *from, scale);
      *to = HWY_LIKELY(result == result) ? result : std::numeric_limits<Number>::quiet_NaN();
    } else if constexpr (std::is_same_v<Format, Bfloat16>) {
      *to = RoundOne(CombinedOne<kMode>(WidenOne(*to), WidenOne(*from), scale));
    } else {
      const One tag;
      const hn::Rebind<uint32_t, One> bits;
      const auto read = [&](const Element* element)
                            HWY_ATTR { return Format::Widen(tag, hn::Set(bits, uint32_t{*element})); };
      const Number result = CombinedOne<kMode>(hn::GetLane(read(to)), hn::GetLane(read(from)), scale);
      *to = static_cast<Element>(hn::GetLane(Format::Narrow(tag, hn::Set(tag, result))));
    }
  }

  // Elements side by side: whole vectors from `i` on.
  template <class D>
  static HWY_INLINE int64_t Vectors(D tag, const Element* from, Element* to, int64_t i, int64_t count,
                                    Number scale) {
    const auto lanes = static_cast<int64_t>(hn::Lanes(tag));
    for (; i + lanes <= count; i += lanes) {
      Some(tag, from + i, to + i, scale);
    }
    return i;
  }
  static HWY_INLINE void Row(const Element* from, Element* to, int64_t count, Number scale) {
    int64_t i = Vectors(hn::ScalableTag<Number>(), from, to, 0, count, scale);
    i = Vectors(hn::CappedTag<Number, 4>(), from, to, i, count, scale);
    for (; i < count; ++i) {
      Single(from + i, to + i, scale);
    }
  }

  static void Rows(ConstElementRow from, ElementRow to, int64_t count, const ScalarValue& scale) {
    const auto number = scale.As<Number>();
    if (from.step == kSize && to.step == kSize) {
      return Row(reinterpret_cast<const Element*>(from.data), reinterpret_cast<Element*>(to.data), count,
                 number);
    }
    for (int64_t i = 0; i < count; ++i) {
      Single(reinterpret_cast<const Element*>(from.data + i * from.step),
             reinterpret_cast<Element*>(to.data + i * to.step), number);
    }
  }

  // kLength: of blocks that are one vector, else 0.
  template <int64_t kLength>
  static void BlocksOf(ConstElementRow from, int64_t length, std::byte* table, Places targets, Number scale) {
    targets.ForEach([=](int64_t i, int64_t place) HWY_ATTR {
      const auto* const source = reinterpret_cast<const Element*>(from.data + i * from.step);
      auto* const target = reinterpret_cast<Element*>(table + place);
      if constexpr (kLength == 1) {
        Single(source, target, scale);
      } else if constexpr (kLength > 0) {
        Vectors(hn::CappedTag<Number, kLength>(), source, target, 0, kLength, scale);
      } else {
        Row(source, target, length, scale);
      }
    });
  }
  static void Blocks(ConstElementRow from, int64_t length, std::byte* table, Places targets,
                     const ScalarValue& scale) {
    const auto number = scale.As<Number>();
    switch (length) {
      case 1:
        return BlocksOf<1>(from, length, table, targets, number);
      case 4:
        return BlocksOf<4>(from, length, table, targets, number);
      case 8:
        return BlocksOf<8>(from, length, table, targets, number);
      case 16:
        return BlocksOf<16>(from, length, table, targets, number);
      default:
        return BlocksOf<0>(from, length, table, targets, number);
    }
  }
};

template <ScatterMode kMode>
Combination Find(DType dtype) {
  Combination found;
  (void)VisitFormat(FloatFormatsAndDouble(), dtype, [&](auto format) {
    using Of = Floats<decltype(format), kMode>;
    found = {Of::Rows, Of::Blocks};
  });
  return found;
}

}  // namespace combine

Combination FindFloats(DType dtype, ScatterMode mode) {
  switch (mode) {
    case ScatterMode::kAdd:
      return combine::Find<ScatterMode::kAdd>(dtype);
    case ScatterMode::kMultiply:
      return combine::Find<ScatterMode::kMultiply>(dtype);
    case ScatterMode::kAddScaled:
      return combine::Find<ScatterMode::kAddScaled>(dtype);
    case ScatterMode::kMaximum:
      return combine::Find<ScatterMode::kMaximum>(dtype);
    case ScatterMode::kMinimum:
      return combine::Find<ScatterMode::kMinimum>(dtype);
    case ScatterMode::kDivide:
      return combine::Find<ScatterMode::kDivide>(dtype);
    case ScatterMode::kReplace:
      break;
  }
  return {};
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

Combination FindFloatCombination(DType dtype, ScatterMode mode) {
  return HWY_DYNAMIC_DISPATCH(FindFloats)(dtype, mode);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
