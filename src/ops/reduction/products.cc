// SPDX-License-Identifier: Apache-2.0
//
// Products.
#include "aclnnop/aclnn_prod.h"
#include "aclnnop/aclnn_prod_dim.h"
#include "ops/reduction/entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/reduction/products.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "base/complex_number.h"
#include "kernels/reduction_expressions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace products {

struct Product {
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

// Complex numbers one after the other, in float64.
struct ComplexProduct {
  using Element = ComplexNumber<double>;
  using Partial = Element;
  static constexpr bool kSingleBlocks = false;

  static Partial OfNothing() { return {1, 0}; }
  static Partial Join(const Partial& a, const Partial& b) { return a * b; }
  template <size_t kStreams>
  static void Rows(const Element* const (&from)[kStreams], const ReductionBlock& block,
                   Partial (&to)[kStreams]) {
    for (size_t s = 0; s < kStreams; ++s) {
      to[s] = from[s][0];
      for (int64_t i = 1; i < block.elements; ++i) {
        to[s] = to[s] * from[s][i];
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

void FinishComplex(const std::byte* partials, int64_t count, const ReductionNumbers& /*numbers*/,
                   const std::array<std::byte*, kMostResults>& results) {
  const auto* const from = reinterpret_cast<const ComplexNumber<double>*>(partials);
  for (int64_t i = 0; i < count; ++i) {
    reinterpret_cast<ComplexNumber<double>*>(results[0])[i] = {WithOneNan(from[i].real),
                                                               WithOneNan(from[i].imaginary)};
  }
}

}  // namespace products

ReductionLoops FindProductLoops(DType compute) {
  switch (compute) {
    case DType::kBool:
      return LoopsOf<ExtremeElement<false>, uint8_t>(FinishEach<TruthOf, uint8_t>);
    case DType::kInt64:
      return LoopsOf<products::Product, int64_t>(FinishPlainly<int64_t>);
    case DType::kDouble:
      return LoopsOf<products::Product, double>(FinishPlainly<double>);
    case DType::kComplex128:
      return BlockLoopsOf<products::ComplexProduct>({DType::kComplex128, DType::kUndefined},
                                                    products::FinishComplex);
    default:
      return LoopsOf<products::Product, float>(FinishPlainly<double>);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindProductLoops);

Status BindProduct(PhaseOneCall& call, ReductionCall& checked, const aclDataType& dtype,
                   const aclTensor* out) {
  checked.CheckDtype("dtype", dtype);
  checked.CheckShapes();
  if (checked.Failed()) {
    return checked.Result();
  }
  const DType compute =
      ClassOf(out->dtype) == DTypeClass::kComplex ? DType::kComplex128 : ComputeTypeOf(out->dtype);
  return checked.Bind(call, out->dtype, HWY_DYNAMIC_DISPATCH(FindProductLoops)(compute));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_REDUCTION(aclnnProd, (const aclTensor* self, aclDataType dtype, aclTensor* out),
                    (kReducibleDtypes, kReducibleDtypes), self, (out), DimsArgument::All(), false,
                    BindProduct(call, checked, dtype, out))
OPENACLNN_REDUCTION(aclnnProdDim,
                    (const aclTensor* self, int64_t dim, bool keepDim, aclDataType dtype, aclTensor* out),
                    (kReducibleDtypes, kReducibleDtypes), self, (out), DimsArgument::One("dim", dim), keepDim,
                    BindProduct(call, checked, dtype, out))
#endif  // HWY_ONCE
