// SPDX-License-Identifier: Apache-2.0
//
// The inner loops of element-by-element operators: an expression, compiled for the types of its operands. For
// files that are compiled once for each instruction set; include after highway.h.
//
//   struct Add {
//     template <class T>
//     static T Compute(T self, T other, T alpha) { return MulAdd(alpha, other, self); }
//   };
//   ElementwiseLoop FindAdd(DType dtype) { return FindLoop<Add, 2>(ArithmeticFormats(), dtype); }
//
// The first operands of an expression are tensors (above: two), the others scalars.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>

#include "kernels/elementwise_tile.h"

#if defined(OPENACLNN_KERNELS_ELEMENTWISE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KERNELS_ELEMENTWISE_INL
#undef OPENACLNN_KERNELS_ELEMENTWISE_INL
#else
#define OPENACLNN_KERNELS_ELEMENTWISE_INL
#endif

#include <hwy/highway.h>

#include "simd/formats-inl.h"
#include "simd/lanes-inl.h"
#include "simd/streaming-inl.h"

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

using ElementwiseScalars = std::array<ScalarValue, kMostScalars>;
using ElementwiseSources = std::array<const std::byte*, kMostInputs>;
using ElementwiseSteps = std::array<int64_t, kMostInputs>;  // 1 or 0

// An input of a row: elements side by side, or a vector of one element that stands for all.
template <class Format, bool kMayRepeat>
struct RowInput {
  const typename Format::Element* data;
  int64_t places;  // all bits of a place, or none

  [[nodiscard]] HWY_INLINE const typename Format::Element* At(int64_t i) const {
    return data + (kMayRepeat ? i & places : i);
  }
};

// The same as numbers. What stands for all is converted once.
template <class Format>
class RowNumbers {
 public:
  using Type = typename Numbers<Format>::Type;

  HWY_INLINE explicit RowNumbers(const RowInput<Format, true>& row)
      : row_(row), all_(row.places == 0 ? Numbers<Format>::Load(row.data) : Type(typename Type::Number{})) {}

  [[nodiscard]] HWY_INLINE Type At(int64_t i) const {
    return row_.places == 0 ? all_ : Numbers<Format>::Load(row_.data + i);
  }

 private:
  const RowInput<Format, true>& row_;
  Type all_;
};

// Computes `count` neighbouring elements; the inputs' lie side by side, too.
template <class Expression, class Out, class... In>
struct ElementwiseRow {
  using Result = typename Out::Element;
  using Lead = Numbers<std::tuple_element_t<0, std::tuple<In..., Out>>>;
  // BFLOAT16 elements come in pairs that share a word: two vectors, and no shuffles.
  static constexpr bool kPairs =
      HWY_TARGET != HWY_SCALAR && std::is_same_v<Out, Bfloat16> && (std::is_same_v<In, Bfloat16> && ...);
  static constexpr size_t kMost = kPairs ? 2 * Lead::kMost : Lead::kMost;
  // Where it is compilers that make the vectors, they make none of what may be repeated.
  static constexpr bool kMayRepeat = sizeof...(In) > 1 && Lead::kMost > 1;

  // Inputs whose step is 0 have kMost elements, all the same; kRepeats: there are such.
  template <size_t kScalars, bool kRepeats>
  static void Compute(const ElementwiseScalars& scalars, const ElementwiseSources& inputs,
                      const ElementwiseSteps& steps, std::byte* out, int64_t count) {
    [&]<size_t... kInput, size_t... kScalar>(std::index_sequence<kInput...> /*input*/,
                                             std::index_sequence<kScalar...> /*scalar*/) HWY_ATTR {
      ComputeEach<kRepeats>(
          std::tuple{(static_cast<void>(kScalar), Lead::Set(scalars[kScalar]))...},
          std::index_sequence<kScalar...>(),
          RowInput<In, kRepeats>{reinterpret_cast<const typename In::Element*>(inputs[kInput]),
                                 -steps[kInput]}...,
          reinterpret_cast<Result*>(out), count);
    }
    (std::index_sequence_for<In...>(), std::make_index_sequence<kScalars>());
  }

 private:
  template <bool kRepeats, class Values, size_t... kScalar>
  static void ComputeEach(const Values& values, std::index_sequence<kScalar...> scalar,
                          const RowInput<In, kRepeats>&... in, Result* out, int64_t count) {
    const int64_t step = kPairs ? 2 * Lead::Count() : Lead::Count();
    const auto numbers = [&]() HWY_ATTR {
      if constexpr (kRepeats && !kPairs) {
        return std::tuple{RowNumbers<In>(in)...};
      } else {
        return std::tuple{};
      }
    }();
    int64_t i = 0;
#pragma GCC ivdep
    for (; i + step <= count; i += step) {
      if constexpr (kPairs) {
        const auto compute = [&](auto... vectors) HWY_ATTR {
          return Expression::Compute(typename Lead::Type(vectors)..., std::get<kScalar>(values)...).vector;
        };
        std::apply(
            [&](const auto&... pairs) HWY_ATTR {
              Out::StorePairs(typename Lead::Tag(), {compute(pairs.even...), compute(pairs.odd...)}, out + i);
            },
            std::tuple{In::LoadPairs(typename Lead::Tag(), in.At(i))...});
      } else if constexpr (kRepeats) {
        std::apply(
            [&](const auto&... row) HWY_ATTR {
              StoreResult<Out>(Expression::Compute(row.At(i)..., std::get<kScalar>(values)...), out + i);
            },
            numbers);
      } else {
        StoreResult<Out>(Expression::Compute(Numbers<In>::Load(in.At(i))..., std::get<kScalar>(values)...),
                         out + i);
      }
    }
    if constexpr (Lead::kMost > 1) {
      if (i < count) {
        // What is left, as a whole vector beside the tensors: no element is computed in another way, and the
        // expression is compiled once.
        const auto left = static_cast<size_t>(count - i);
        std::tuple<std::array<typename In::Element, kMost>...> padded{};
        std::array<Result, kMost> results;
        std::apply(
            [&](auto&... pads) HWY_ATTR {
              (std::copy_n(in.At(i), left, pads.data()), ...);
              ComputeEach<kRepeats>(values, scalar, RowInput<In, kRepeats>{pads.data(), in.places}...,
                                    results.data(), step);
            },
            padded);
        std::copy_n(results.data(), left, out + i);
      }
    }
  }
};

// Elements that are computed at a time where operands are repeated or results pass the caches by.
inline constexpr int64_t kElementwiseChunk = 512;

// A loop but for its types: what all of them share is compiled once.
struct ElementwiseRows {
  using Compute = void (*)(const ElementwiseScalars& scalars, const ElementwiseSources& inputs,
                           const ElementwiseSteps& steps, std::byte* out, int64_t count);

  Compute compute;
  // Where inputs are repeated; null: these are buffers of as many elements as there are.
  Compute computeRepeated;
  int64_t most;  // elements that are computed at once
  size_t inputs;
  std::array<int64_t, kMostInputs> inputSizes;  // of an element
  int64_t resultSize;
};

inline constexpr int64_t kLargestElement = 16;
using ElementwiseBuffer = std::array<std::byte, kElementwiseChunk * kLargestElement>;

// `count` times the element at `from`, and some more: the buffer holds whole vectors.
inline void RepeatElement(const std::byte* from, int64_t size, int64_t count, ElementwiseBuffer& to) {
  const auto repeat = [&]<typename T>(T element) HWY_ATTR {
    const hn::ScalableTag<T> tag;
    std::memcpy(&element, from, sizeof element);
    const auto vector = hn::Set(tag, element);
    for (int64_t i = 0; i < count; i += static_cast<int64_t>(hn::Lanes(tag))) {
      hn::Store(vector, tag, reinterpret_cast<T*>(to.data()) + i);
    }
  };
  switch (size) {
    case 1:
      return repeat(uint8_t{});
    case 2:
      return repeat(uint16_t{});
    case 4:
      return repeat(uint32_t{});
    case 8:
      return repeat(uint64_t{});
    default:
      for (int64_t i = 0; i < count; ++i) {
        std::memcpy(to.data() + i * size, from, static_cast<size_t>(size));
      }
  }
}

inline void RunRows(const ElementwiseTile& tile, const ElementwiseRows& rows) {
  alignas(64) std::array<ElementwiseBuffer, kMostInputs> repeated;
  alignas(64) ElementwiseBuffer results;
  ElementwiseSteps steps{};
  bool repeats = false;
  for (size_t k = 0; k < rows.inputs; ++k) {
    steps[k] = tile.inputs[k].step;
    repeats = repeats || steps[k] == 0;
  }
  if (!repeats && !tile.stream) {
    for (int64_t row = 0; row < tile.rows; ++row) {
      ElementwiseSources inputs{};
      for (size_t k = 0; k < rows.inputs; ++k) {
        inputs[k] = tile.inputs[k].data + row * tile.inputs[k].rowStride;
      }
      rows.compute(tile.scalars, inputs, steps, tile.out + row * tile.outRowStride, tile.columns);
    }
    return;
  }
  const bool inLoop = repeats && rows.computeRepeated != nullptr;
  const auto compute = inLoop ? rows.computeRepeated : rows.compute;
  const int64_t most = tile.stream || (repeats && !inLoop) ? kElementwiseChunk : tile.columns;
  const int64_t copies = inLoop ? rows.most : std::min(tile.columns, kElementwiseChunk);
  for (int64_t row = 0; row < tile.rows; ++row) {
    ElementwiseSources starts{};
    for (size_t k = 0; k < rows.inputs; ++k) {
      starts[k] = tile.inputs[k].data + row * tile.inputs[k].rowStride;
      if (steps[k] == 0) {
        RepeatElement(starts[k], rows.inputSizes[k], copies, repeated[k]);
        starts[k] = repeated[k].data();
      }
    }
    std::byte* const out = tile.out + row * tile.outRowStride;
    // A first chunk that ends at a cache line, for the streaming stores.
    int64_t count = tile.stream ? static_cast<int64_t>(BytesToLine(out)) / rows.resultSize : most;
    for (int64_t begin = 0; begin < tile.columns; begin += count, count = most) {
      count = std::min(count, tile.columns - begin);
      ElementwiseSources inputs{};
      for (size_t k = 0; k < rows.inputs; ++k) {
        inputs[k] = starts[k] + begin * steps[k] * rows.inputSizes[k];
      }
      std::byte* const place = out + begin * rows.resultSize;
      compute(tile.scalars, inputs, steps, tile.stream ? results.data() : place, count);
      if (tile.stream) {
        StreamCopy(place, results.data(), static_cast<size_t>(count * rows.resultSize));
      }
    }
  }
  if (tile.stream) {
    hwy::FlushStream();
  }
}

template <class Expression, size_t kScalars, class Out, class... In>
constexpr ElementwiseRows::Compute RepeatedRow() {
  using Row = ElementwiseRow<Expression, Out, In...>;
  if constexpr (Row::kMayRepeat) {
    return &Row::template Compute<kScalars, true>;
  } else {
    return nullptr;
  }
}

template <class Expression, size_t kScalars, class Out, class... In>
void RunElementwise(const ElementwiseTile& tile) {
  using Row = ElementwiseRow<Expression, Out, In...>;
  constexpr ElementwiseRows kRows{&Row::template Compute<kScalars, false>,
                                  RepeatedRow<Expression, kScalars, Out, In...>(),
                                  static_cast<int64_t>(Row::kMost),
                                  sizeof...(In),
                                  {static_cast<int64_t>(sizeof(typename In::Element))...},
                                  static_cast<int64_t>(sizeof(typename Out::Element))};
  RunRows(tile, kRows);
}

template <class Expression, size_t kScalars, class Out, class In, size_t... kInput>
constexpr ElementwiseLoop LoopOf(std::index_sequence<kInput...> /*input*/) {
  return RunElementwise<Expression, kScalars, Out, std::enable_if_t<(kInput >= 0), In>...>;
}

// The loop of an expression of kTensors tensors and kScalars scalars, all of `dtype` as the result is; null
// if that is not in the list.
template <class Expression, size_t kTensors, size_t kScalars, class... Formats>
ElementwiseLoop FindLoop(FormatList<Formats...> list, DType dtype) {
  ElementwiseLoop loop = nullptr;
  (void)VisitFormat(list, dtype, [&](auto format) {
    using Format = decltype(format);
    loop = LoopOf<Expression, kScalars, Format, Format>(std::make_index_sequence<kTensors>());
  });
  return loop;
}

// The same of an expression that gives truth values.
template <class Expression, size_t kTensors, size_t kScalars, class... Formats>
ElementwiseLoop FindTruthLoop(FormatList<Formats...> list, DType dtype) {
  ElementwiseLoop loop = nullptr;
  (void)VisitFormat(list, dtype, [&](auto format) {
    loop = LoopOf<Expression, kScalars, Bool, decltype(format)>(std::make_index_sequence<kTensors>());
  });
  return loop;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_KERNELS_ELEMENTWISE_INL
