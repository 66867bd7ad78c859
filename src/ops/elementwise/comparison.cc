// SPDX-License-Identifier: Apache-2.0
//
// Comparisons of two tensors, or of a tensor and a number.
#include "aclnnop/aclnn_eq_scalar.h"
#include "aclnnop/aclnn_eq_tensor.h"
#include "aclnnop/aclnn_ge_scalar.h"
#include "aclnnop/aclnn_ge_tensor.h"
#include "aclnnop/aclnn_gt_scalar.h"
#include "aclnnop/aclnn_gt_tensor.h"
#include "aclnnop/aclnn_le_scalar.h"
#include "aclnnop/aclnn_le_tensor.h"
#include "aclnnop/aclnn_lt_scalar.h"
#include "aclnnop/aclnn_lt_tensor.h"
#include "aclnnop/aclnn_ne_scalar.h"
#include "aclnnop/aclnn_ne_tensor.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/comparison.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/numbers-inl.h"

#ifndef OPENACLNN_COMPARISON_ONCE  // this file is included once for each target
#define OPENACLNN_COMPARISON_ONCE
namespace openaclnn {
enum class Comparison {
  kEq,
  kEqScalar,
  kNe,
  kNeScalar,
  kGt,
  kGtScalar,
  kGe,
  kGeScalar,
  kLt,
  kLtScalar,
  kLe,
  kLeScalar
};
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace comparison {

using Formats = FormatList<Float32, Float64, Int32, Int64>;
using FormatsOfEquality = FormatList<Float32, Float64, Int32, Int64, Complex64, Complex128>;

struct Eq {
  template <class T>
  static HWY_INLINE auto Compute(T self, T other) {
    return self == other;
  }
};

struct Ne {
  template <class T>
  static HWY_INLINE auto Compute(T self, T other) {
    return self != other;
  }
};

struct Gt {
  template <class T>
  static HWY_INLINE auto Compute(T self, T other) {
    return self > other;
  }
};

struct Ge {
  template <class T>
  static HWY_INLINE auto Compute(T self, T other) {
    return self >= other;
  }
};

struct Lt {
  template <class T>
  static HWY_INLINE auto Compute(T self, T other) {
    return self < other;
  }
};

struct Le {
  template <class T>
  static HWY_INLINE auto Compute(T self, T other) {
    return self <= other;
  }
};

}  // namespace comparison

ElementwiseLoop FindComparison(Comparison which, DType dtype) {
  using namespace comparison;
  switch (which) {
    case Comparison::kEq:
      return FindTruthLoop<Eq, 2, 0>(FormatsOfEquality(), dtype);
    case Comparison::kEqScalar:
      return FindTruthLoop<Eq, 1, 1>(FormatsOfEquality(), dtype);
    case Comparison::kNe:
      return FindTruthLoop<Ne, 2, 0>(FormatsOfEquality(), dtype);
    case Comparison::kNeScalar:
      return FindTruthLoop<Ne, 1, 1>(FormatsOfEquality(), dtype);
    case Comparison::kGt:
      return FindTruthLoop<Gt, 2, 0>(Formats(), dtype);
    case Comparison::kGtScalar:
      return FindTruthLoop<Gt, 1, 1>(Formats(), dtype);
    case Comparison::kGe:
      return FindTruthLoop<Ge, 2, 0>(Formats(), dtype);
    case Comparison::kGeScalar:
      return FindTruthLoop<Ge, 1, 1>(Formats(), dtype);
    case Comparison::kLt:
      return FindTruthLoop<Lt, 2, 0>(Formats(), dtype);
    case Comparison::kLtScalar:
      return FindTruthLoop<Lt, 1, 1>(Formats(), dtype);
    case Comparison::kLe:
      return FindTruthLoop<Le, 2, 0>(Formats(), dtype);
    case Comparison::kLeScalar:
      return FindTruthLoop<Le, 1, 1>(Formats(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindComparison);

template <Comparison kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindComparison)(kWhich, dtype);
}

constexpr ElementwiseRules kTruth{.truth = true, .roundsNumbers = true};

constexpr std::array<DType, 13> kEqualityDtypes{
    DType::kFloat, DType::kFloat16,   DType::kBfloat16,  DType::kDouble, DType::kInt8,
    DType::kInt16, DType::kInt32,     DType::kInt64,     DType::kUint8,  DType::kUint16,
    DType::kBool,  DType::kComplex64, DType::kComplex128};
constexpr std::span<const DType> kOrderDtypes = std::span(kEqualityDtypes).first(11);

}  // namespace
}  // namespace openaclnn

OPENACLNN_BINARY(aclnnEqTensor, Loop<Comparison::kEq>, kEqualityDtypes, kTruth)
OPENACLNN_INPLACE_BINARY(aclnnInplaceEqTensor, Loop<Comparison::kEq>, kEqualityDtypes, kTruth)
OPENACLNN_WITH_SCALAR(aclnnEqScalar, Loop<Comparison::kEqScalar>, kEqualityDtypes, kTruth)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceEqScalar, Loop<Comparison::kEqScalar>, kEqualityDtypes, kTruth)
OPENACLNN_BINARY(aclnnNeTensor, Loop<Comparison::kNe>, kEqualityDtypes, kTruth)
OPENACLNN_INPLACE_BINARY(aclnnInplaceNeTensor, Loop<Comparison::kNe>, kEqualityDtypes, kTruth)
OPENACLNN_WITH_SCALAR(aclnnNeScalar, Loop<Comparison::kNeScalar>, kEqualityDtypes, kTruth)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceNeScalar, Loop<Comparison::kNeScalar>, kEqualityDtypes, kTruth)
OPENACLNN_BINARY(aclnnGtTensor, Loop<Comparison::kGt>, kOrderDtypes, kTruth)
OPENACLNN_INPLACE_BINARY(aclnnInplaceGtTensor, Loop<Comparison::kGt>, kOrderDtypes, kTruth)
OPENACLNN_WITH_SCALAR(aclnnGtScalar, Loop<Comparison::kGtScalar>, kOrderDtypes, kTruth)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceGtScalar, Loop<Comparison::kGtScalar>, kOrderDtypes, kTruth)
OPENACLNN_BINARY(aclnnGeTensor, Loop<Comparison::kGe>, kOrderDtypes, kTruth)
OPENACLNN_INPLACE_BINARY(aclnnInplaceGeTensor, Loop<Comparison::kGe>, kOrderDtypes, kTruth)
OPENACLNN_WITH_SCALAR(aclnnGeScalar, Loop<Comparison::kGeScalar>, kOrderDtypes, kTruth)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceGeScalar, Loop<Comparison::kGeScalar>, kOrderDtypes, kTruth)
OPENACLNN_BINARY(aclnnLtTensor, Loop<Comparison::kLt>, kOrderDtypes, kTruth)
OPENACLNN_INPLACE_BINARY(aclnnInplaceLtTensor, Loop<Comparison::kLt>, kOrderDtypes, kTruth)
OPENACLNN_WITH_SCALAR(aclnnLtScalar, Loop<Comparison::kLtScalar>, kOrderDtypes, kTruth)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceLtScalar, Loop<Comparison::kLtScalar>, kOrderDtypes, kTruth)
OPENACLNN_BINARY(aclnnLeTensor, Loop<Comparison::kLe>, kOrderDtypes, kTruth)
OPENACLNN_INPLACE_BINARY(aclnnInplaceLeTensor, Loop<Comparison::kLe>, kOrderDtypes, kTruth)
OPENACLNN_WITH_SCALAR(aclnnLeScalar, Loop<Comparison::kLeScalar>, kOrderDtypes, kTruth)
OPENACLNN_INPLACE_WITH_SCALAR(aclnnInplaceLeScalar, Loop<Comparison::kLeScalar>, kOrderDtypes, kTruth)
#endif  // HWY_ONCE
