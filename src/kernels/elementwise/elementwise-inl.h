// SPDX-License-Identifier: Apache-2.0
//
// The inner loops of element-by-element operators: an expression, compiled for the types of its operands.
// Include after simd/per_target.h.
//
//   struct Add {
//     template <class T>
//     static T Compute(T self, T other, T alpha) { return MulAdd(alpha, other, self); }
//   };
//   ElementwiseLoop FindAdd(DType dtype) { return FindLoop<Add, 2, 1>(FloatFormats(), dtype); }
//
// The first operands of an expression are tensors (above: two), the others scalars (one). A loop computes
// whole vectors; what else a tile may want is elementwise_rows.cc's business.
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "kernels/elementwise/elementwise_rows-inl.h"
#include "kernels/elementwise/elementwise_tile.h"
#include "simd/formats-inl.h"
#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// How a loop sees the elements of a format: as numbers, kMost or fewer of them at once.
template <class Format, bool kVector = std::is_floating_point_v<typename Format::Compute>>
struct Numbers {
  using Tag = hn::ScalableTag<typename Format::Compute>;
  using Type = Lanes<Tag>;
  static constexpr size_t kMost = hn::MaxLanes(Tag());

  static int64_t Count() { return static_cast<int64_t>(hn::Lanes(Tag())); }
  static HWY_INLINE Type Load(const typename Format::Element* from) {
    return Type(Format::Load(Tag(), from));
  }
  static Type Set(const ScalarValue& scalar) { return Type(scalar.As<typename Format::Compute>()); }
};
template <class Format>
struct Numbers<Format, false> {
  using Type = typename Format::Compute;
  static constexpr size_t kMost = 1;

  static constexpr int64_t Count() { return 1; }
  static HWY_INLINE Type Load(const typename Format::Element* from) { return Format::Load(from); }
  static Type Set(const ScalarValue& scalar) {
    if constexpr (requires(Type value) { value.real; }) {
      return scalar.As<Type>();
    } else {
      return {scalar.As<decltype(Type::value)>()};
    }
  }
};

template <class Result>
inline constexpr bool kIsTruth = std::is_same_v<Result, Boolean>;
template <class D>
inline constexpr bool kIsTruth<Truths<D>> = true;

// What an expression gave, as elements of a format.
template <class Format, class D>
HWY_INLINE void StoreResult(Lanes<D> value, typename Format::Element* to) {
  Format::Store(D(), value.vector, to);
}
template <class Format, class D>
HWY_INLINE void StoreResult(Truths<D> value, typename Format::Element* to) {
  StoreTruths(value, to);
}
template <class Format>
HWY_INLINE void StoreResult(typename Format::Compute value, typename Format::Element* to) {
  Format::Store(value, to);
}

// Whether an expression has a loop of its own for operands of which one element stands for all: those that
// are called with a row and a column so often that it pays.
template <class Expression>
inline constexpr bool kHasRepeatedLoop = requires {
  Expression::kRepeatedLoop;
};

// Computes neighbouring elements, whole vectors of them; the inputs' lie side by side, too.
template <class Expression, size_t kScalars, class Out, class... In>
struct ElementwiseRow {
  using Result = typename Out::Element;
  using Lead = Numbers<std::tuple_element_t<0, std::tuple<In..., Out>>>;
  // BFLOAT16 elements come in pairs that share a word: two vectors, and no shuffles.
  static constexpr bool kPairs =
      HWY_TARGET != HWY_SCALAR && std::is_same_v<Out, Bfloat16> && (std::is_same_v<In, Bfloat16> && ...);

  // Compilers need no loop for what is left, either, where they know of whole vectors.
  static constexpr bool kByCompiler =
      HWY_TARGET != HWY_SCALAR && Lead::kMost == 1 && std::is_integral_v<Result>;
  static constexpr int64_t kOfCompiler =
      64 / static_cast<int64_t>(std::min({sizeof(Result), sizeof(typename In::Element)...}));

  static HWY_INLINE int64_t Vector() {
    return kByCompiler ? kOfCompiler : kPairs ? 2 * Lead::Count() : Lead::Count();
  }

  static void Compute(const ElementwiseScalars& scalars, const ElementwiseSources& inputs, std::byte* out,
                      int64_t count) {
    ComputeEach(scalars, inputs, out, count, [](size_t /*input*/, int64_t i) HWY_ATTR { return i; });
  }

  static void ComputeRepeated(const ElementwiseScalars& scalars, const ElementwiseSources& inputs,
                              const ElementwiseSteps& steps, std::byte* out, int64_t count) {
    // All bits of a place, or none.
    const ElementwiseSteps places = {-steps[0], -steps[1], -steps[2]};
    ComputeEach(scalars, inputs, out, count,
                [&](size_t input, int64_t i) HWY_ATTR { return i & places[input]; });
  }

 private:
  template <class Place>
  static HWY_INLINE void ComputeEach(const ElementwiseScalars& scalars, const ElementwiseSources& inputs,
                                     std::byte* out, int64_t count, const Place& place) {
    [&]<size_t... kInput, size_t... kScalar>(std::index_sequence<kInput...> /*input*/,
                                             std::index_sequence<kScalar...> /*scalar*/) HWY_ATTR {
      const std::tuple values{(static_cast<void>(kScalar), Lead::Set(scalars[kScalar]))...};
      const std::tuple from{reinterpret_cast<const typename In::Element*>(inputs[kInput])...};
      auto* const to = reinterpret_cast<Result*>(out);
      if constexpr (kByCompiler) {
        count &= -kOfCompiler;
      }
      const int64_t step = kByCompiler ? 1 : Vector();
#pragma GCC ivdep
      for (int64_t i = 0; i < count; i += step) {
        if constexpr (kPairs) {
          const typename Lead::Tag tag;
          const auto compute = [&](auto... vectors) HWY_ATTR {
            return Expression::Compute(typename Lead::Type(vectors)..., std::get<kScalar>(values)...).vector;
          };
          std::apply(
              [&](const auto&... pairs) HWY_ATTR {
                Out::StorePairs(tag, {compute(pairs.even...), compute(pairs.odd...)}, to + i);
              },
              std::tuple{In::LoadPairs(tag, std::get<kInput>(from) + place(kInput, i))...});
        } else {
          StoreResult<Out>(
              Expression::Compute(Numbers<In>::Load(std::get<kInput>(from) + place(kInput, i))...,
                                  std::get<kScalar>(values)...),
              to + i);
        }
      }
    }
    (std::index_sequence_for<In...>(), std::make_index_sequence<kScalars>());
  }
};

template <class Row, class Expression, size_t kInputs>
constexpr ElementwiseRows::ComputeRepeated RepeatedLoop() {
  // Where it is compilers that make the vectors, they make none of what may be repeated.
  if constexpr (kHasRepeatedLoop<Expression> && kInputs > 1 && Row::Lead::kMost > 1) {
    return &Row::ComputeRepeated;
  } else {
    return nullptr;
  }
}

template <class Expression, size_t kScalars, class Out, class... In>
void RunElementwise(const ElementwiseTile& tile) {
  using Row = ElementwiseRow<Expression, kScalars, Out, In...>;
  const ElementwiseRows rows{&Row::Compute,
                             RepeatedLoop<Row, Expression, sizeof...(In)>(),
                             Row::Vector(),
                             sizeof...(In),
                             {static_cast<int64_t>(sizeof(typename In::Element))...},
                             static_cast<int64_t>(sizeof(typename Out::Element))};
  RunRows(tile, rows);
}

template <class Expression, size_t kScalars, class Out, class In, size_t... kInput>
constexpr ElementwiseLoop LoopOf(std::index_sequence<kInput...> /*input*/) {
  return RunElementwise<Expression, kScalars, Out, std::enable_if_t<(kInput >= 0), In>...>;
}

// What an expression makes of numbers of a format: truth values, or numbers of the same.
template <class Expression, class Format, size_t... kOperand>
auto ResultOf(std::index_sequence<kOperand...> /*operands*/) {
  using Number = typename Numbers<Format>::Type;
  using Result = decltype(Expression::Compute((static_cast<void>(kOperand), std::declval<Number>())...));
  return std::conditional_t<kIsTruth<Result>, Bool, Format>();
}

// The loop of an expression of kTensors tensors and kScalars scalars, all of `dtype` as the result is, or a
// truth value; null if that type is not in the list.
template <class Expression, size_t kTensors, size_t kScalars, class... Formats>
ElementwiseLoop FindLoop(FormatList<Formats...> list, DType dtype) {
  ElementwiseLoop loop = nullptr;
  (void)VisitFormat(list, dtype, [&](auto format) {
    using Format = decltype(format);
    using Result = decltype(ResultOf<Expression, Format>(std::make_index_sequence<kTensors + kScalars>()));
    loop = LoopOf<Expression, kScalars, Result, Format>(std::make_index_sequence<kTensors>());
  });
  return loop;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
