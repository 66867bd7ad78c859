// SPDX-License-Identifier: Apache-2.0
//
// The largest and the smallest element along a dim, and where it is: the first of equals, the first NaN if
// there is one.
#include "aclnnop/aclnn_argmax.h"
#include "aclnnop/aclnn_argmin.h"
#include "aclnnop/aclnn_max_dim.h"
#include "aclnnop/aclnn_min_dim.h"
#include "kernels/reduction/block_reduction.h"
#include "kernels/reduction/sums_and_extremes.h"
#include "ops/reduction/entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/reduction/lane_blocks-inl.h"
#include "simd/numbers-inl.h"
#include "simd/vector_parts-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindPositionLoops, ReductionLoops(DType dtype, bool largest, bool values));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace positions {

template <bool kLargest, typename T>
struct ExtremePosition {
  using Element = T;
  struct Partial {
    T value;
    int64_t index;
  };

  // There is no extreme of nothing: no call asks for it.
  static Partial OfNothing() { return {T{}, 0}; }

  // NaN is better than any number.
  static bool Better(T a, T than) {
    const bool worse = kLargest ? a <= than : a >= than;
    return !worse && than == than;
  }
  template <class D>
  static HWY_INLINE Truths<D> BetterLanes(Lanes<D> a, Lanes<D> than) {
    if constexpr (std::is_floating_point_v<T>) {
      return (kLargest ? !(a <= than) : !(a >= than)) & (than == than);
    } else {
      return kLargest ? a > than : a < than;
    }
  }
  static Partial Join(const Partial& a, const Partial& b) { return Better(b.value, a.value) ? b : a; }

  // The extreme of a block, and where the block begins.
  static void Rows(const std::byte* data, int64_t stride, int64_t rows, const ReductionBlock& block,
                   Partial* to) {
    std::array<WideOf<T>, kBlocksAtOnce> extremes;
    ReduceRowBlocks(FindExtremeLanes(TypeOf<T>(), kLargest), data, stride, rows, block.elements, {},
                    extremes.data());
    for (int64_t r = 0; r < rows; ++r) {
      to[r] = {static_cast<T>(extremes[static_cast<size_t>(r)]), block.begin + r * block.step};
    }
  }

  // The first element of the best block that is equal to its extreme, unless the block was in an earlier
  // tile; and that element itself, as zeros of both signs are equal.
  static void Settle(const ReductionTile& tile, const std::byte* row, Partial& best) {
    const int64_t begin = best.index - tile.begin;
    if (begin >= 0) {
      const T* const block = reinterpret_cast<const T*>(row) + begin;
      const int64_t first = FirstOf(best.value, block, std::min(kSumBlock, tile.elements - begin));
      best.index += first;
      best.value = best.value == best.value ? block[first] : best.value;
    }
  }

  // A few rows of the memory at a time, so that a column's best is loaded and stored once for all of them.
  static void Columns(const std::byte* data, int64_t stride, int64_t columns, const ReductionBlock& block,
                      Partial* to) {
    using Index = hwy::MakeSigned<T>;
    HWY_ALIGN T best[kMostLines];
    HWY_ALIGN Index places[kMostLines];
    const auto row = [&](int64_t r) { return reinterpret_cast<const T*>(data + r * stride); };
    std::copy_n(row(0), columns, best);
    std::fill_n(places, columns, Index{0});
    for (int64_t first = 1; first < block.elements; first += kChain) {
      const int64_t end = std::min(block.elements, first + kChain);
      ForEachVectorPart(typename ReductionLanes<T>::Tag(), 0, columns, [&](auto part, int64_t c) HWY_ATTR {
        using Vector = Lanes<std::remove_const_t<decltype(part)>>;
        const hn::RebindToSigned<std::remove_const_t<decltype(part)>> indices;
        Vector value(hn::LoadU(part, best + c));
        auto place = hn::LoadU(indices, places + c);
        for (int64_t r = first; r < end; ++r) {
          const Vector x(hn::LoadU(part, row(r) + c));
          const auto better = BetterLanes(x, value);
          value = Choose(better, x, value);
          place = hn::IfThenElse(hn::RebindMask(indices, better.mask),
                                 hn::Set(indices, static_cast<Index>(r)), place);
        }
        hn::StoreU(value.vector, part, best + c);
        hn::StoreU(place, indices, places + c);
      });
    }
    for (int64_t c = 0; c < columns; ++c) {
      to[c] = {best[c], block.begin + places[c]};
    }
  }

 private:
  // The place of the first element that is this value, NaN if that is one. There is such an element.
  static HWY_INLINE int64_t FirstOf(T value, const T* from, int64_t count) {
    using Tag = typename ReductionLanes<T>::Tag;
    const Tag tag;
    const bool isNan = value != value;
    const Lanes<Tag> wanted(value);
    int64_t i = 0;
    for (; i + ReductionLanes<T>::kStep <= count; i += ReductionLanes<T>::kStep) {
      const Lanes<Tag> x(hn::LoadU(tag, from + i));
      const auto found = isNan ? IsNan(x) : x == wanted;
      const intptr_t at = hn::FindFirstTrue(tag, found.mask);
      if (at >= 0) {
        return i + at;
      }
    }
    while (i + 1 < count && !(isNan ? from[i] != from[i] : from[i] == value)) {
      ++i;
    }
    return i;
  }
};

template <bool kLargest, typename T>
void FinishPositions(const std::byte* partials, int64_t count, const ReductionNumbers& /*numbers*/,
                     const std::array<std::byte*, kMostResults>& results) {
  const auto* const from = reinterpret_cast<const typename ExtremePosition<kLargest, T>::Partial*>(partials);
  for (int64_t i = 0; i < count; ++i) {
    reinterpret_cast<int64_t*>(results[0])[i] = from[i].index;
  }
}
template <bool kLargest, typename T>
void FinishBoth(const std::byte* partials, int64_t count, const ReductionNumbers& /*numbers*/,
                const std::array<std::byte*, kMostResults>& results) {
  const auto* const from = reinterpret_cast<const typename ExtremePosition<kLargest, T>::Partial*>(partials);
  for (int64_t i = 0; i < count; ++i) {
    reinterpret_cast<T*>(results[0])[i] = from[i].value;
    reinterpret_cast<int64_t*>(results[1])[i] = from[i].index;
  }
}

template <bool kLargest, typename T>
ReductionLoops LoopsOfType(bool values) {
  using Kind = ExtremePosition<kLargest, T>;
  return values ? BlockLoopsOf<Kind>({TypeOf<T>(), DType::kInt64}, FinishBoth<kLargest, T>)
                : BlockLoopsOf<Kind>({DType::kInt64, DType::kUndefined}, FinishPositions<kLargest, T>);
}

template <bool kLargest>
ReductionLoops Find(DType dtype, bool values) {
  switch (dtype) {
    case DType::kDouble:
      return LoopsOfType<kLargest, double>(values);
    case DType::kInt64:
      return LoopsOfType<kLargest, int64_t>(values);
    case DType::kFloat:
    case DType::kFloat16:
    case DType::kBfloat16:
      return LoopsOfType<kLargest, float>(values);
    default:
      return LoopsOfType<kLargest, int32_t>(values);
  }
}

}  // namespace positions

// The values, too, or the positions alone.
ReductionLoops FindPositionLoops(DType dtype, bool largest, bool values) {
  return largest ? positions::Find<true>(dtype, values) : positions::Find<false>(dtype, values);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

Status BindPositions(PhaseOneCall& call, ReductionCall& checked, const aclTensor* self, bool largest,
                     bool values) {
  if (values) {
    checked.CheckSameDtype();
  }
  checked.CheckShapes();
  return checked.Failed()
             ? checked.Result()
             : checked.Bind(call, self->dtype,
                            HWY_DYNAMIC_DISPATCH(FindPositionLoops)(self->dtype, largest, values));
}

constexpr auto kSelfToBoth = ReductionArguments("self", "out", "indices");
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt64, DType::kInt32};
// Without BOOL.

}  // namespace
}  // namespace openaclnn

OPENACLNN_REDUCTION(aclnnMaxDim,
                    (const aclTensor* self, int64_t dim, bool keepdim, aclTensor* out, aclTensor* indices),
                    (kSelfToBoth, kRealDtypes, kRealDtypes, kIndexDtypes, false), self, (out, indices),
                    DimsArgument::One("dim", dim), keepdim, BindPositions(call, checked, self, true, true))
OPENACLNN_REDUCTION(aclnnMinDim,
                    (const aclTensor* self, int64_t dim, bool keepdim, aclTensor* out, aclTensor* indices),
                    (kSelfToBoth, kRealDtypes, kRealDtypes, kIndexDtypes, false), self, (out, indices),
                    DimsArgument::One("dim", dim), keepdim, BindPositions(call, checked, self, false, true))
OPENACLNN_REDUCTION(aclnnArgMax, (const aclTensor* self, int64_t dim, bool keepdim, aclTensor* out),
                    (kRealDtypesButBool, kIndexDtypes, false), self, (out), DimsArgument::One("dim", dim),
                    keepdim, BindPositions(call, checked, self, true, false))
OPENACLNN_REDUCTION(aclnnArgMin, (const aclTensor* self, int64_t dim, bool keepdim, aclTensor* out),
                    (kRealDtypesButBool, kIndexDtypes, false), self, (out), DimsArgument::One("dim", dim),
                    keepdim, BindPositions(call, checked, self, false, false))
#endif  // HWY_ONCE
