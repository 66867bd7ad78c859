// SPDX-License-Identifier: Apache-2.0
//
// Products.
#include "aclnnop/aclnn_prod.h"
#include "base/complex_number.h"
#include "kernels/reduction/block_reduction.h"
#include "kernels/reduction/sums_and_extremes.h"
#include "ops/reduction/entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/reduction/lane_blocks-inl.h"
#include "simd/numbers-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindProduct, const LaneLoops&(DType element));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace products {

struct Product {
  static constexpr LaneJoin kJoin = LaneJoin::kProduct;
  static constexpr double kEmpty = 1;
  template <class T>
  static HWY_INLINE T Neutral() {
    return Constant<T>(1);
  }
  template <class T>
  static HWY_INLINE T Step(T lane, T x, T /*parameter*/) {
    return lane * x;
  }
  template <class T>
  static HWY_INLINE T Join(T a, T b) {
    return a * b;
  }
};

}  // namespace products

const LaneLoops& FindProduct(DType element) {
  return element == DType::kInt64 ? LaneLoopsOf<products::Product, int64_t>()
                                  : LaneLoopsOfFloats<products::Product>(element);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

// Complex numbers one after the other, in float64.
struct ComplexProduct {
  using Element = ComplexNumber<double>;
  using Partial = Element;
  static Partial OfNothing() { return {1, 0}; }
  static Partial Join(const Partial& a, const Partial& b) { return a * b; }
  static void Rows(const std::byte* data, int64_t stride, int64_t rows, const ReductionBlock& block,
                   Partial* to) {
    for (int64_t r = 0; r < rows; ++r) {
      const auto* const from = reinterpret_cast<const Element*>(data + r * stride);
      to[r] = from[0];
      for (int64_t i = 1; i < block.elements; ++i) {
        to[r] = to[r] * from[i];
      }
    }
  }
  static void Columns(const std::byte* data, int64_t stride, int64_t columns, const ReductionBlock& block,
                      Partial* to) {
    std::copy_n(reinterpret_cast<const Element*>(data), columns, to);
    for (int64_t i = 1; i < block.elements; ++i) {
      const auto* const row = reinterpret_cast<const Element*>(data + i * stride);
      for (int64_t c = 0; c < columns; ++c) {
        to[c] = to[c] * row[c];
      }
    }
  }
};

ReductionLoops ProductLoopsOf(DType compute) {
  const auto find = [](DType element) -> const LaneLoops& {
    return HWY_DYNAMIC_DISPATCH(FindProduct)(element);
  };
  switch (compute) {
    case DType::kBool:
      return LaneReduction(compute, FinishEach<TruthOf, uint8_t>, [](DType element) -> const LaneLoops& {
        return FindExtremeLanes(element, false);
      });
    case DType::kInt64:
      return LaneReduction(compute, FinishPlainly<int64_t>, find);
    case DType::kComplex128:
      return BlockLoopsOf<ComplexProduct>({DType::kComplex128, DType::kUndefined},
                                          FinishPlainly<ComplexNumber<double> >);
    default:
      return LaneReduction(compute, FinishPlainly<double>, find);
  }
}

Status BindProduct(PhaseOneCall& call, ReductionCall& checked, const aclDataType& dtype,
                   const aclTensor* out) {
  checked.CheckDtype("dtype", dtype);
  checked.CheckShapes();
  if (checked.Failed()) {
    return checked.Result();
  }
  const DType compute =
      ClassOf(out->dtype) == DTypeClass::kComplex ? DType::kComplex128 : ComputeTypeOf(out->dtype);
  return checked.Bind(call, out->dtype, ProductLoopsOf(compute));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_REDUCTION(aclnnProd, (const aclTensor* self, aclDataType dtype, aclTensor* out),
                    (kPromotingDtypes, kPromotingDtypes), self, (out), DimsArgument::All(), false,
                    BindProduct(call, checked, dtype, out))
OPENACLNN_REDUCTION(aclnnProdDim,
                    (const aclTensor* self, int64_t dim, bool keepDim, aclDataType dtype, aclTensor* out),
                    (kPromotingDtypes, kPromotingDtypes), self, (out), DimsArgument::One("dim", dim), keepDim,
                    BindProduct(call, checked, dtype, out))
#endif  // HWY_ONCE
