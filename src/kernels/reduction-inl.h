// SPDX-License-Identifier: Apache-2.0
//
// The inner loops of reductions: an expression (kernels/reduction_blocks-inl.h), or another kind of block,
// led through a tile. For files that are compiled once for each instruction set; include after highway.h.
//
//   ReductionLoops loops = LoopsOf<Sum, float>(FinishPlainly<double>);
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/complex_number.h"
#include "kernels/reduction.h"

#if defined(OPENACLNN_KERNELS_REDUCTION_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KERNELS_REDUCTION_INL
#undef OPENACLNN_KERNELS_REDUCTION_INL
#else
#define OPENACLNN_KERNELS_REDUCTION_INL
#endif

#include <hwy/highway.h>

#include "kernels/reduction_blocks-inl.h"
#include "simd/formats-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A block of some rows: where it begins among the elements that are reduced to one result.
struct ReductionBlock {
  int64_t begin;
  int64_t elements;  // of each row
  ReductionNumbers numbers;
  // How much later the next row's begins: 0, but where the rows are blocks of one row.
  int64_t step = 0;
};

// The loops of a reduction that goes block by block. A kind of it says what is kept of a block, and how that
// is joined:
//
//   struct Kind {
//     using Element = float;
//     using Partial = double;
//     static constexpr bool kSingleBlocks = true;  // whole blocks are not given several at once
//     static Partial OfNothing();
//     static Partial Join(const Partial& a, const Partial& b);  // b's elements come after those of a
//     // The block of kStreams rows at once, or of rows that lie side by side.
//     template <size_t kStreams>
//     static void Rows(const Element* const (&from)[kStreams], const ReductionBlock& block,
//                      Partial (&to)[kStreams]);
//     static void Columns(const std::byte* data, int64_t stride, int64_t columns,
//                         const ReductionBlock& block, Partial* to);
//   };
template <class Kind>
class BlockReduction {
 public:
  using T = typename Kind::Element;
  using Partial = typename Kind::Partial;
  using Finish = void (*)(const std::byte* partials, int64_t count, const ReductionNumbers& numbers,
                          const std::array<std::byte*, kMostResults>& results);

  static void Reduce(const ReductionTile& tile) {
    auto* const partials = reinterpret_cast<Partial*>(tile.partials);
    if (tile.elements == 0) {
      std::fill_n(partials, tile.lines, Kind::OfNothing());
    } else if (tile.elementStride == sizeof(T)) {
      ReduceRows(tile, partials);
    } else {
      ReduceAcross(tile, partials);
    }
  }

  static void JoinAll(std::byte* partials, int64_t count) {
    auto* const values = reinterpret_cast<Partial*>(partials);
    Partial all = values[0];
    for (int64_t i = 1; i < count; ++i) {
      all = Kind::Join(all, values[i]);
    }
    values[0] = all;
  }

 private:
  static constexpr int64_t kStreams = 4;
  // Elements with which a row by itself keeps the arithmetic units busy.
  static constexpr int64_t kLongRow = 128;

  static HWY_INLINE void Add(const Partial& block, bool first, Partial* partial) {
    *partial = first ? block : Kind::Join(*partial, block);
  }

  static HWY_INLINE ReductionBlock BlockOf(const ReductionTile& tile, int64_t begin) {
    return {tile.begin + begin, std::min(kSumBlock, tile.elements - begin), tile.numbers};
  }

  static void ReduceRows(const ReductionTile& tile, Partial* partials) {
    const auto rowOf = [&](int64_t line) {
      return reinterpret_cast<const T*>(tile.data + line * tile.lineStride);
    };
    Partial blocks[kStreams];
    int64_t line = 0;
    const bool singly = Kind::kSingleBlocks && tile.elements >= kLongRow;
    for (; !singly && line + kStreams <= tile.lines; line += kStreams) {
      for (int64_t begin = 0; begin < tile.elements; begin += kSumBlock) {
        const T* const from[kStreams] = {rowOf(line) + begin, rowOf(line + 1) + begin,
                                         rowOf(line + 2) + begin, rowOf(line + 3) + begin};
        Kind::Rows(from, BlockOf(tile, begin), blocks);
        for (int64_t s = 0; s < kStreams; ++s) {
          Add(blocks[s], tile.first && begin == 0, partials + line + s);
        }
      }
    }
    for (; line < tile.lines; ++line) {
      const T* const row = rowOf(line);
      int64_t begin = 0;
      for (; !singly && begin + kStreams * kSumBlock <= tile.elements; begin += kStreams * kSumBlock) {
        const T* const from[kStreams] = {row + begin, row + begin + kSumBlock, row + begin + 2 * kSumBlock,
                                         row + begin + 3 * kSumBlock};
        Kind::Rows(from, {tile.begin + begin, kSumBlock, tile.numbers, kSumBlock}, blocks);
        for (int64_t s = 0; s < kStreams; ++s) {
          Add(blocks[s], tile.first && begin == 0 && s == 0, partials + line);
        }
      }
      const auto reduce = [&](const ReductionBlock& block) HWY_ATTR {
        const T* const from[1] = {row + begin};
        Partial partial[1];
        Kind::Rows(from, block, partial);
        Add(partial[0], tile.first && begin == 0, partials + line);
      };
      for (; singly && begin + kSumBlock <= tile.elements; begin += kSumBlock) {
        reduce({tile.begin + begin, kSumBlock, tile.numbers});  // a constant, with which loops are unrolled
      }
      for (; begin < tile.elements; begin += kSumBlock) {
        reduce(BlockOf(tile, begin));
      }
    }
  }

  static void ReduceAcross(const ReductionTile& tile, Partial* partials) {
    HWY_ALIGN std::array<Partial, kMostLines> blocks;
    for (int64_t begin = 0; begin < tile.elements; begin += kSumBlock) {
      Kind::Columns(tile.data + begin * tile.elementStride, tile.elementStride, tile.lines,
                    BlockOf(tile, begin), blocks.data());
      for (int64_t line = 0; line < tile.lines; ++line) {
        Add(blocks[static_cast<size_t>(line)], tile.first && begin == 0, partials + line);
      }
    }
  }
};

// The kind of an expression: a number is kept of a block.
template <class Expression, typename Number, class Source = AsStored<Number>>
struct LaneBlocks {
  using Element = typename Source::Element;
  using Partial = typename ReductionLanes<Number>::Wide;
  static constexpr bool kSingleBlocks = true;

  static HWY_INLINE Partial OfNothing() { return static_cast<Partial>(Expression::kEmpty); }
  static HWY_INLINE Partial Join(Partial a, Partial b) { return JoinNumbers<Expression>(a, b); }

  template <size_t kStreams>
  static HWY_INLINE void Rows(const Element* const (&from)[kStreams], const ReductionBlock& block,
                              Partial (&to)[kStreams]) {
    Number parameters[kStreams];
    std::fill_n(parameters, kStreams, static_cast<Number>(block.numbers.parameter));
    ReduceBlocks<Expression, Number, Source>(from, block.elements, parameters, to);
  }

  static void Columns(const std::byte* data, int64_t stride, int64_t columns, const ReductionBlock& block,
                      Partial* to) {
    HWY_ALIGN std::array<Number, kMostLines> parameters{};
    std::fill_n(parameters.begin(), columns, static_cast<Number>(block.numbers.parameter));
    ReduceColumns<Expression, Number, Source>(data, stride, block.elements, columns, parameters.data(), to);
  }
};

template <class Expression, typename T>
using LaneReduction = BlockReduction<LaneBlocks<Expression, T>>;

// A result with one NaN for all: which one it is would depend on the processor.
template <typename T>
HWY_INLINE T WithOneNan(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return value != value ? std::numeric_limits<T>::quiet_NaN() : value;
  } else {
    return value;
  }
}

// Results that are the partials themselves.
template <typename Wide>
void FinishPlainly(const std::byte* partials, int64_t count, const ReductionNumbers& /*numbers*/,
                   const std::array<std::byte*, kMostResults>& results) {
  for (int64_t i = 0; i < count; ++i) {
    reinterpret_cast<Wide*>(results[0])[i] = WithOneNan(reinterpret_cast<const Wide*>(partials)[i]);
  }
}

// Those of finish(partial, numbers).
template <auto kFinish, typename Wide>
void FinishEach(const std::byte* partials, int64_t count, const ReductionNumbers& numbers,
                const std::array<std::byte*, kMostResults>& results) {
  for (int64_t i = 0; i < count; ++i) {
    const Wide result = kFinish(reinterpret_cast<const Wide*>(partials)[i], numbers);
    reinterpret_cast<Wide*>(results[0])[i] = WithOneNan(result);
  }
}

template <typename T>
constexpr DType TypeOf() {
  return std::is_same_v<T, float>                   ? DType::kFloat
         : std::is_same_v<T, double>                ? DType::kDouble
         : std::is_same_v<T, int32_t>               ? DType::kInt32
         : std::is_same_v<T, int64_t>               ? DType::kInt64
         : std::is_same_v<T, ComplexNumber<double>> ? DType::kComplex128
                                                    : DType::kBool;
}

// The loops of a kind, whose finish writes results of these types.
template <class Kind>
constexpr ReductionLoops BlockLoopsOf(const std::array<DType, kMostResults>& results,
                                      typename BlockReduction<Kind>::Finish finish,
                                      int64_t acrossLines = kMostLines) {
  using Loops = BlockReduction<Kind>;
  static_assert(sizeof(typename Kind::Partial) <= kMostPartialBytes);
  return {TypeOf<typename Kind::Element>(),
          results,
          sizeof(typename Kind::Partial),
          acrossLines,
          Loops::Reduce,
          {},
          Loops::JoinAll,
          finish};
}

template <class Expression, typename T>
constexpr ReductionLoops LoopsOf(typename LaneReduction<Expression, T>::Finish finish) {
  using Kind = LaneBlocks<Expression, T>;
  ReductionLoops loops = BlockLoopsOf<Kind>({TypeOf<typename Kind::Partial>(), DType::kUndefined}, finish);
  if constexpr (std::is_same_v<T, float>) {
    loops.reduceHalf = {BlockReduction<LaneBlocks<Expression, T, Float16>>::Reduce,
                        BlockReduction<LaneBlocks<Expression, T, Bfloat16>>::Reduce};
  }
  return loops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_KERNELS_REDUCTION_INL
