// SPDX-License-Identifier: Apache-2.0
//
// The largest and the smallest element, or both; all and any of truth values, which are their smallest and
// largest.
#include "aclnnop/aclnn_all.h"
#include "aclnnop/aclnn_amax.h"
#include "aclnnop/aclnn_amin.h"
#include "aclnnop/aclnn_aminmax.h"
#include "aclnnop/aclnn_aminmax_all.h"
#include "aclnnop/aclnn_aminmax_dim.h"
#include "aclnnop/aclnn_any.h"
#include "aclnnop/aclnn_max.h"
#include "aclnnop/aclnn_min.h"
#include "ops/reduction/entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/reduction/extremes.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/reduction_expressions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace extremes {

template <bool kLargest>
ReductionLoops Find(DType compute) {
  switch (compute) {
    case DType::kFloat:
      return LoopsOf<ExtremeElement<kLargest>, float>(FinishPlainly<double>);
    case DType::kDouble:
      return LoopsOf<ExtremeElement<kLargest>, double>(FinishPlainly<double>);
    case DType::kBool:
      return LoopsOf<ExtremeElement<kLargest>, uint8_t>(FinishEach<TruthOf, uint8_t>);
    default:
      return LoopsOf<ExtremeElement<kLargest>, int64_t>(FinishPlainly<int64_t>);
  }
}

template <typename T>
struct BothExtremes {
  using Element = T;
  using Wide = typename ReductionLanes<T>::Wide;
  using Smallest = LaneBlocks<ExtremeElement<false>, T>;
  using Largest = LaneBlocks<ExtremeElement<true>, T>;
  struct Partial {
    Wide smallest;
    Wide largest;
  };

  static constexpr bool kSingleBlocks = true;

  // There are no extremes of nothing: no call asks for them.
  static HWY_INLINE Partial OfNothing() { return {}; }
  static HWY_INLINE Partial Join(const Partial& a, const Partial& b) {
    return {Smallest::Join(a.smallest, b.smallest), Largest::Join(a.largest, b.largest)};
  }
  template <size_t kStreams>
  static HWY_INLINE void Rows(const T* const (&from)[kStreams], const ReductionBlock& block,
                              Partial (&to)[kStreams]) {
    Wide smallest[kStreams];
    Wide largest[kStreams];
    Smallest::Rows(from, block, smallest);
    Largest::Rows(from, block, largest);
    for (size_t s = 0; s < kStreams; ++s) {
      to[s] = {smallest[s], largest[s]};
    }
  }
  static void Columns(const std::byte* data, int64_t stride, int64_t columns, const ReductionBlock& block,
                      Partial* to) {
    HWY_ALIGN Wide smallest[kMostLines];
    HWY_ALIGN Wide largest[kMostLines];
    Smallest::Columns(data, stride, columns, block, smallest);
    Largest::Columns(data, stride, columns, block, largest);
    for (int64_t c = 0; c < columns; ++c) {
      to[c] = {smallest[c], largest[c]};
    }
  }
};

template <typename T>
void FinishBoth(const std::byte* partials, int64_t count, const ReductionNumbers& numbers,
                const std::array<std::byte*, kMostResults>& results) {
  using Kind = BothExtremes<T>;
  const auto* const from = reinterpret_cast<const typename Kind::Partial*>(partials);
  const auto result = [&](typename Kind::Wide value) {
    if constexpr (std::is_same_v<T, uint8_t>) {
      return TruthOf(value, numbers);
    } else {
      return WithOneNan(value);
    }
  };
  for (int64_t i = 0; i < count; ++i) {
    reinterpret_cast<typename Kind::Wide*>(results[0])[i] = result(from[i].smallest);
    reinterpret_cast<typename Kind::Wide*>(results[1])[i] = result(from[i].largest);
  }
}

template <typename T>
ReductionLoops LoopsOfBoth() {
  // A block is read twice: what lies side by side has to stay in a cache.
  constexpr int64_t kLines = 32;
  constexpr DType kType = TypeOf<typename BothExtremes<T>::Wide>();
  return BlockLoopsOf<BothExtremes<T>>({kType, kType}, FinishBoth<T>, kLines);
}

}  // namespace extremes

ReductionLoops FindExtremeLoops(DType compute, bool largest) {
  return largest ? extremes::Find<true>(compute) : extremes::Find<false>(compute);
}

ReductionLoops FindLoopsOfBothExtremes(DType compute) {
  switch (compute) {
    case DType::kFloat:
      return extremes::LoopsOfBoth<float>();
    case DType::kDouble:
      return extremes::LoopsOfBoth<double>();
    case DType::kBool:
      return extremes::LoopsOfBoth<uint8_t>();
    default:
      return extremes::LoopsOfBoth<int64_t>();
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindExtremeLoops);
HWY_EXPORT(FindLoopsOfBothExtremes);

Status BindExtreme(PhaseOneCall& call, ReductionCall& checked, const aclTensor* self, bool largest) {
  checked.CheckSameDtype();
  checked.CheckShapes();
  return checked.Failed()
             ? checked.Result()
             : checked.Bind(call, self->dtype,
                            HWY_DYNAMIC_DISPATCH(FindExtremeLoops)(ComputeTypeOf(self->dtype), largest));
}

Status BindBothExtremes(PhaseOneCall& call, ReductionCall& checked, const aclTensor* self) {
  checked.CheckSameDtype(2);
  checked.CheckShapes();
  return checked.Failed()
             ? checked.Result()
             : checked.Bind(call, self->dtype,
                            HWY_DYNAMIC_DISPATCH(FindLoopsOfBothExtremes)(ComputeTypeOf(self->dtype)));
}

Status BindTruth(PhaseOneCall& call, ReductionCall& checked, const aclTensor* self, const aclTensor* out,
                 bool largest) {
  checked.Checks().Require(
      "out", "BOOL, or UINT8 as self is",
      [&] { return out->dtype == DType::kBool || self->dtype == DType::kUint8; },
      [&] { return std::string(NameOf(out->dtype)) + " for " + NameOf(self->dtype); });
  checked.CheckShapes();
  return checked.Failed() ? checked.Result()
                          : checked.Bind(call, DType::kBool,
                                         HWY_DYNAMIC_DISPATCH(FindExtremeLoops)(DType::kBool, largest));
}

constexpr std::array<DType, 2> kTruthDtypes{DType::kBool, DType::kUint8};
constexpr auto kSelfToBoth = ReductionArguments("self", "minOut", "maxOut");

}  // namespace
}  // namespace openaclnn

OPENACLNN_REDUCTION(aclnnMax, (const aclTensor* self, aclTensor* out),
                    (kOrderedDtypes, kOrderedDtypes, false), self, (out), DimsArgument::All(), false,
                    BindExtreme(call, checked, self, true))
OPENACLNN_REDUCTION(aclnnMin, (const aclTensor* self, aclTensor* out),
                    (kOrderedDtypes, kOrderedDtypes, false), self, (out), DimsArgument::All(), false,
                    BindExtreme(call, checked, self, false))
OPENACLNN_REDUCTION(aclnnAmax, (const aclTensor* self, const aclIntArray* dim, bool keepDim, aclTensor* out),
                    (kOrderedDtypes, kOrderedDtypes, false), self, (out), DimsArgument::List("dim", dim),
                    keepDim, BindExtreme(call, checked, self, true))
OPENACLNN_REDUCTION(aclnnAmin, (const aclTensor* self, const aclIntArray* dim, bool keepDim, aclTensor* out),
                    (kOrderedDtypes, kOrderedDtypes, false), self, (out), DimsArgument::List("dim", dim),
                    keepDim, BindExtreme(call, checked, self, false))
OPENACLNN_REDUCTION(aclnnAminmax,
                    (const aclTensor* self, const aclIntArray* dim, bool keepDim, aclTensor* minOut,
                     aclTensor* maxOut),
                    (kSelfToBoth, kOrderedDtypes, kOrderedDtypes, kOrderedDtypes, false), self,
                    (minOut, maxOut), DimsArgument::List("dim", dim), keepDim,
                    BindBothExtremes(call, checked, self))
OPENACLNN_REDUCTION(aclnnAminmaxAll, (const aclTensor* self, aclTensor* minOut, aclTensor* maxOut),
                    (kSelfToBoth, kOrderedDtypes, kOrderedDtypes, kOrderedDtypes, false), self,
                    (minOut, maxOut), DimsArgument::All(), false, BindBothExtremes(call, checked, self))
OPENACLNN_REDUCTION(aclnnAminmaxDim,
                    (const aclTensor* self, int64_t dim, bool keepDim, aclTensor* minOut, aclTensor* maxOut),
                    (kSelfToBoth, kOrderedDtypes, kOrderedDtypes, kOrderedDtypes, false), self,
                    (minOut, maxOut), DimsArgument::One("dim", dim), keepDim,
                    BindBothExtremes(call, checked, self))
OPENACLNN_REDUCTION(aclnnAll, (const aclTensor* self, const aclIntArray* dim, bool keepdim, aclTensor* out),
                    (kReducibleDtypes, kTruthDtypes), self, (out), DimsArgument::List("dim", dim), keepdim,
                    BindTruth(call, checked, self, out, false))
OPENACLNN_REDUCTION(aclnnAny, (const aclTensor* self, const aclIntArray* dim, bool keepdim, aclTensor* out),
                    (kReducibleDtypes, kTruthDtypes), self, (out), DimsArgument::List("dim", dim), keepdim,
                    BindTruth(call, checked, self, out, true))
#endif  // HWY_ONCE
