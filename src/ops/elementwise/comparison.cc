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

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using Formats = FormatList<Float32, Float64, Int32, Int64>;
using FormatsOfEquality = FormatList<Float32, Float64, Int32, Int64, Complex64, Complex128>;

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

constexpr ElementwiseRules kTruth{.truth = true, .roundsNumbers = true};

constexpr std::array<DType, 13> kEqualityDtypes{
    DType::kFloat, DType::kFloat16,   DType::kBfloat16,  DType::kDouble, DType::kInt8,
    DType::kInt16, DType::kInt32,     DType::kInt64,     DType::kUint8,  DType::kUint16,
    DType::kBool,  DType::kComplex64, DType::kComplex128};
constexpr std::span<const DType> kOrderDtypes = std::span(kEqualityDtypes).first(11);

}  // namespace
}  // namespace openaclnn
#endif

OPENACLNN_BINARY_AND_INPLACE(EqTensor, self == other, FormatsOfEquality, kEqualityDtypes, kTruth)
OPENACLNN_WITH_SCALAR_AND_INPLACE(EqScalar, self == other, FormatsOfEquality, kEqualityDtypes, kTruth)
OPENACLNN_BINARY_AND_INPLACE(NeTensor, self != other, FormatsOfEquality, kEqualityDtypes, kTruth)
OPENACLNN_WITH_SCALAR_AND_INPLACE(NeScalar, self != other, FormatsOfEquality, kEqualityDtypes, kTruth)
OPENACLNN_BINARY_AND_INPLACE(GtTensor, self > other, Formats, kOrderDtypes, kTruth)
OPENACLNN_WITH_SCALAR_AND_INPLACE(GtScalar, self > other, Formats, kOrderDtypes, kTruth)
OPENACLNN_BINARY_AND_INPLACE(GeTensor, self >= other, Formats, kOrderDtypes, kTruth)
OPENACLNN_WITH_SCALAR_AND_INPLACE(GeScalar, self >= other, Formats, kOrderDtypes, kTruth)
OPENACLNN_BINARY_AND_INPLACE(LtTensor, self < other, Formats, kOrderDtypes, kTruth)
OPENACLNN_WITH_SCALAR_AND_INPLACE(LtScalar, self < other, Formats, kOrderDtypes, kTruth)
OPENACLNN_BINARY_AND_INPLACE(LeTensor, self <= other, Formats, kOrderDtypes, kTruth)
OPENACLNN_WITH_SCALAR_AND_INPLACE(LeScalar, self <= other, Formats, kOrderDtypes, kTruth)
