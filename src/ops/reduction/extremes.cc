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
#include "aclnnop/aclnn_global_max_pool.h"
#include "aclnnop/aclnn_max.h"
#include "aclnnop/aclnn_max_v2.h"
#include "aclnnop/aclnn_min.h"
#include "kernels/reduction/block_reduction.h"
#include "kernels/reduction/sums_and_extremes.h"
#include "ops/reduction/entries.h"
#include "ops/reduction/plane_dims.h"

namespace openaclnn {
namespace {

ReductionLoops ExtremeLoopsOf(DType compute, bool largest) {
  const auto find = [largest](DType element) -> const LaneLoops& {
    return FindExtremeLanes(element, largest);
  };
  switch (compute) {
    case DType::kFloat:
    case DType::kDouble:
      return LaneReduction(compute, FinishPlainly<double>, find);
    case DType::kBool:
      return LaneReduction(compute, FinishEach<TruthOf, uint8_t>, find);
    default:
      return LaneReduction(compute, FinishPlainly<int64_t>, find);
  }
}

template <typename T>
struct BothExtremes {
  using Element = T;
  using Wide = WideOf<T>;
  struct Partial {
    Wide smallest;
    Wide largest;
  };

  // There are no extremes of nothing: no call asks for them.
  static Partial OfNothing() { return {}; }
  static Partial Join(const Partial& a, const Partial& b) {
    return {JoinOne(false, a.smallest, b.smallest), JoinOne(true, a.largest, b.largest)};
  }
  static void Rows(const std::byte* data, int64_t stride, int64_t rows, const ReductionBlock& block,
                   Partial* to) {
    std::array<Wide, kBlocksAtOnce> smallest;
    std::array<Wide, kBlocksAtOnce> largest;
    ReduceRowBlocks(Lanes(false), data, stride, rows, block.elements, {}, smallest.data());
    ReduceRowBlocks(Lanes(true), data, stride, rows, block.elements, {}, largest.data());
    for (size_t r = 0; r < static_cast<size_t>(rows); ++r) {
      to[r] = {smallest[r], largest[r]};
    }
  }
  static void Columns(const std::byte* data, int64_t stride, int64_t columns, const ReductionBlock& block,
                      Partial* to) {
    alignas(64) std::array<Wide, kMostLines> smallest;
    alignas(64) std::array<Wide, kMostLines> largest;
    ReduceColumnBlocks(Lanes(false), data, stride, block.elements, columns, {}, smallest.data());
    ReduceColumnBlocks(Lanes(true), data, stride, block.elements, columns, {}, largest.data());
    for (size_t c = 0; c < static_cast<size_t>(columns); ++c) {
      to[c] = {smallest[c], largest[c]};
    }
  }

 private:
  static const LaneLoops& Lanes(bool largest) { return FindExtremeLanes(TypeOf<T>(), largest); }
  static Wide JoinOne(bool largest, Wide a, Wide b) {
    Lanes(largest).folds.joinEach(reinterpret_cast<std::byte*>(&a), reinterpret_cast<const std::byte*>(&b),
                                  1);
    return a;
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
      return WithQuietNan(value);
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

ReductionLoops LoopsOfBothExtremes(DType compute) {
  switch (compute) {
    case DType::kFloat:
      return LoopsOfBoth<float>();
    case DType::kDouble:
      return LoopsOfBoth<double>();
    case DType::kBool:
      return LoopsOfBoth<uint8_t>();
    default:
      return LoopsOfBoth<int64_t>();
  }
}

Status BindExtreme(PhaseOneCall& call, ReductionCall& checked, const aclTensor* self, bool largest) {
  checked.CheckSameDtype();
  checked.CheckShapes();
  return checked.Failed()
             ? checked.Result()
             : checked.Bind(call, self->dtype, ExtremeLoopsOf(ComputeTypeOf(self->dtype), largest));
}

Status BindBothExtremes(PhaseOneCall& call, ReductionCall& checked, const aclTensor* self) {
  checked.CheckSameDtype(2);
  checked.CheckShapes();
  return checked.Failed() ? checked.Result()
                          : checked.Bind(call, self->dtype, LoopsOfBothExtremes(ComputeTypeOf(self->dtype)));
}

Status BindTruth(PhaseOneCall& call, ReductionCall& checked, bool largest) {
  checked.CheckShapes();
  return checked.Failed() ? checked.Result()
                          : checked.Bind(call, DType::kBool, ExtremeLoopsOf(DType::kBool, largest));
}

constexpr std::array<DType, 3> kPoolDtypes{DType::kFloat, DType::kFloat16, DType::kDouble};
constexpr std::array<DType, 2> kTruthDtypes{DType::kBool, DType::kUint8};
constexpr auto kSelfToBoth = ReductionArguments("self", "minOut", "maxOut");

}  // namespace
}  // namespace openaclnn

OPENACLNN_REDUCTION(aclnnMax, (const aclTensor* self, aclTensor* out), (kRealDtypes, kRealDtypes, false),
                    self, (out), DimsArgument::All(), false, BindExtreme(call, checked, self, true))
OPENACLNN_REDUCTION(aclnnMin, (const aclTensor* self, aclTensor* out), (kRealDtypes, kRealDtypes, false),
                    self, (out), DimsArgument::All(), false, BindExtreme(call, checked, self, false))
OPENACLNN_REDUCTION(aclnnAmax, (const aclTensor* self, const aclIntArray* dim, bool keepDim, aclTensor* out),
                    (kRealDtypes, kRealDtypes, false), self, (out), DimsArgument::List("dim", dim), keepDim,
                    BindExtreme(call, checked, self, true))
OPENACLNN_REDUCTION(aclnnMaxV2,
                    (const aclTensor* self, const aclIntArray* dims, bool keepDims, bool noopWithEmptyDims,
                     aclTensor* out),
                    (kRealDtypes, kRealDtypes, false), self, (out),
                    DimsArgument::List("dims", dims, noopWithEmptyDims), keepDims,
                    BindExtreme(call, checked, self, true))
OPENACLNN_REDUCTION(aclnnGlobalMaxPool, (const aclTensor* self, aclTensor* out),
                    (kPoolDtypes, kPoolDtypes, false), self, (out), PlaneDims(self), true,
                    BindExtreme(call, CheckPlanes(checked, self), self, true))
OPENACLNN_REDUCTION(aclnnAmin, (const aclTensor* self, const aclIntArray* dim, bool keepDim, aclTensor* out),
                    (kRealDtypes, kRealDtypes, false), self, (out), DimsArgument::List("dim", dim), keepDim,
                    BindExtreme(call, checked, self, false))
OPENACLNN_REDUCTION(aclnnAminmax,
                    (const aclTensor* self, const aclIntArray* dim, bool keepDim, aclTensor* minOut,
                     aclTensor* maxOut),
                    (kSelfToBoth, kRealDtypes, kRealDtypes, kRealDtypes, false), self, (minOut, maxOut),
                    DimsArgument::List("dim", dim), keepDim, BindBothExtremes(call, checked, self))
OPENACLNN_REDUCTION(aclnnAminmaxAll, (const aclTensor* self, aclTensor* minOut, aclTensor* maxOut),
                    (kSelfToBoth, kRealDtypes, kRealDtypes, kRealDtypes, false), self, (minOut, maxOut),
                    DimsArgument::All(), false, BindBothExtremes(call, checked, self))
OPENACLNN_REDUCTION(aclnnAminmaxDim,
                    (const aclTensor* self, int64_t dim, bool keepDim, aclTensor* minOut, aclTensor* maxOut),
                    (kSelfToBoth, kRealDtypes, kRealDtypes, kRealDtypes, false), self, (minOut, maxOut),
                    DimsArgument::One("dim", dim), keepDim, BindBothExtremes(call, checked, self))
OPENACLNN_REDUCTION(aclnnAll, (const aclTensor* self, const aclIntArray* dim, bool keepdim, aclTensor* out),
                    (kPromotingDtypes, kTruthDtypes), self, (out), DimsArgument::List("dim", dim), keepdim,
                    BindTruth(call, checked, false))
OPENACLNN_REDUCTION(aclnnAny, (const aclTensor* self, const aclIntArray* dim, bool keepdim, aclTensor* out),
                    (kPromotingDtypes, kTruthDtypes), self, (out), DimsArgument::List("dim", dim), keepdim,
                    BindTruth(call, checked, true))
