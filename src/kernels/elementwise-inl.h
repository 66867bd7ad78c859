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
  static HWY_INLINE void Store(Type value, typename Format::Element* to) {
    Format::Store(Tag(), value.vector, to);
  }
  static Type Set(const ScalarValue& scalar) { return Type(scalar.As<typename Format::Compute>()); }
};
template <class Format>
struct Numbers<Format, false> {
  using Type = typename Format::Compute;
  static constexpr size_t kMost = 1;

  static constexpr int64_t Count() { return 1; }
  static HWY_INLINE Type Load(const typename Format::Element* from) { return Format::Load(from); }
  static HWY_INLINE void Store(Type value, typename Format::Element* to) { Format::Store(value, to); }
  static Type Set(const ScalarValue& scalar) {
    if constexpr (requires(Type value) { value.real; }) {
      return scalar.As<Type>();
    } else {
      return {scalar.As<decltype(Type::value)>()};
    }
  }
};

// One operand of an expression that is compiled for In... -> Out.
template <class Expression, class Out, class... In>
class ElementwiseRow {
 public:
  using Result = typename Out::Element;
  using Scalars = std::array<ScalarValue, kMostScalars>;
  static constexpr size_t kInputs = sizeof...(In);

  // Computes `count` neighbouring elements; the inputs' lie side by side, too.
  template <size_t... kScalar>
  static HWY_INLINE void Compute(const Scalars& scalars, std::index_sequence<kScalar...> /*scalar*/,
                                 const typename In::Element*... in, Result* out, int64_t count) {
    using Numbers0 = Numbers<Out>;
    const std::tuple values{(static_cast<void>(kScalar), Numbers0::Set(scalars[kScalar]))...};
    const int64_t step = Numbers0::Count();
    int64_t i = 0;
#pragma GCC ivdep
    for (; i + step <= count; i += step) {
      Numbers0::Store(Expression::Compute(Numbers<In>::Load(in + i)..., std::get<kScalar>(values)...),
                      out + i);
    }
    if constexpr (Numbers0::kMost > 1) {
      if (i < count) {
        // What is left, as a whole vector beside the tensors: no element is computed in another way.
        const auto left = static_cast<size_t>(count - i);
        std::tuple<std::array<typename In::Element, Numbers0::kMost>...> padded{};
        std::array<Result, Numbers0::kMost> results;
        std::apply(
            [&](auto&... pads) HWY_ATTR {
              (std::copy_n(in + i, left, pads.data()), ...);
              Numbers0::Store(
                  Expression::Compute(Numbers<In>::Load(pads.data())..., std::get<kScalar>(values)...),
                  results.data());
            },
            padded);
        std::copy_n(results.data(), left, out + i);
      }
    }
  }
};

// Elements that are computed at a time where operands are repeated or results pass the caches by.
inline constexpr int64_t kElementwiseChunk = 512;

template <class Expression, size_t kScalars, class Out, class... In>
void RunElementwise(const ElementwiseTile& tile) {
  using Row = ElementwiseRow<Expression, Out, In...>;
  using Result = typename Out::Element;
  constexpr size_t kInputs = sizeof...(In);
  std::tuple<std::array<typename In::Element, kElementwiseChunk>...> repeated;
  alignas(64) std::array<Result, kElementwiseChunk> results;
  bool chunked = tile.stream;
  for (size_t k = 0; k < kInputs; ++k) {
    chunked = chunked || tile.inputs[k].step == 0;
  }
  const int64_t most = chunked ? kElementwiseChunk : tile.columns;
  const auto repeats = static_cast<size_t>(std::clamp(tile.columns, int64_t{0}, kElementwiseChunk));
  [&]<size_t... kInput>(std::index_sequence<kInput...> /*input*/) HWY_ATTR {
    for (int64_t row = 0; row < tile.rows; ++row) {
      const std::tuple<const typename In::Element*...> inputs{reinterpret_cast<const typename In::Element*>(
          tile.inputs[kInput].data + row * tile.inputs[kInput].rowStride)...};
      (
          [&] {
            if (tile.inputs[kInput].step == 0) {
              std::fill_n(std::get<kInput>(repeated).begin(), repeats, *std::get<kInput>(inputs));
            }
          }(),
          ...);
      auto* const out = reinterpret_cast<Result*>(tile.out + row * tile.outRowStride);
      // A first chunk that ends at a cache line, for the streaming stores.
      int64_t count = tile.stream ? static_cast<int64_t>(BytesToLine(out) / sizeof(Result)) : most;
      for (int64_t begin = 0; begin < tile.columns; begin += count, count = most) {
        count = std::min(count, tile.columns - begin);
        Row::Compute(tile.scalars, std::make_index_sequence<kScalars>(),
                     (tile.inputs[kInput].step == 0 ? std::get<kInput>(repeated).data()
                                                    : std::get<kInput>(inputs) + begin)...,
                     tile.stream ? results.data() : out + begin, count);
        if (tile.stream) {
          StreamCopy(reinterpret_cast<std::byte*>(out + begin),
                     reinterpret_cast<const std::byte*>(results.data()),
                     static_cast<size_t>(count) * sizeof(Result));
        }
      }
    }
  }
  (std::make_index_sequence<kInputs>());
  if (tile.stream) {
    hwy::FlushStream();
  }
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

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_KERNELS_ELEMENTWISE_INL
