// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>

#include "aclnnop/aclnn_pow.h"
#include "aclnnop/aclnn_pow_tensor_tensor.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "ops/common/power-inl.h"
#include "simd/math-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using Formats = FormatList<Float32, Float64, Int32, Int64, Complex64, Complex128>;

namespace powers {

// e^(exponent log(base)), in float64.
template <typename Real>
ComplexNumber<Real> Power(ComplexNumber<Real> base, ComplexNumber<Real> exponent) {
  using Tag = hn::CappedTag<double, 1>;
  using Lane = Lanes<Tag>;
  const auto one = [](Lane lane) HWY_ATTR { return hn::GetLane(lane.vector); };
  const double x = base.real;
  const double y = base.imaginary;
  const double u = exponent.real;
  const double v = exponent.imaginary;
  if (u == 0 && v == 0) {
    return {1, 0};
  }
  if (x == 0 && y == 0) {
    return {u > 0 ? Real{0} : std::numeric_limits<Real>::quiet_NaN(),
            u > 0 ? Real{0} : std::numeric_limits<Real>::quiet_NaN()};
  }
  // The logarithm of |base|, by the larger part and the ratio of both.
  const double larger = std::max(std::fabs(x), std::fabs(y));
  const double ratio = std::min(std::fabs(x), std::fabs(y)) / larger;
  const double size = one(Log(Lane(larger))) + one(Log1p(Lane(ratio * ratio))) / 2;
  const double angle = one(Atan2(Lane(y), Lane(x)));
  const double turn = v * size + u * angle;
  const double length = one(Exp(Lane(u * size - v * angle)));
  return {static_cast<Real>(length * one(Cos(Lane(turn)))), static_cast<Real>(length * one(Sin(Lane(turn))))};
}

}  // namespace powers

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

// clang-format off
OPENACLNN_LOOP(PowTensorTensor, (T self, T exponent), powers::Power(self, exponent), 2, 0, Formats)
OPENACLNN_LOOP(PowTensorScalar, (T self, T exponent), powers::Power(self, exponent), 1, 1, Formats)
OPENACLNN_LOOP(PowScalarTensor, (T exponent, T self), powers::Power(self, exponent), 1, 1, Formats)
OPENACLNN_LOOP(PowSquare, (T self), self * self, 1, 0, FloatAndDouble)
OPENACLNN_LOOP(PowCube, (T self), self * self * self, 1, 0, FloatAndDouble)
OPENACLNN_LOOP(PowRoot, (T self), SquareRoot(self), 1, 0, FloatAndDouble)
OPENACLNN_LOOP(PowInverse, (T self), Constant<T>(1) / self, 1, 0, FloatAndDouble)
OPENACLNN_LOOP(PowInverseSquare, (T self), Constant<T>(1) / (self * self), 1, 0, FloatAndDouble)
OPENACLNN_LOOP(PowInverseRoot, (T self), Constant<T>(1) / SquareRoot(self), 1, 0, FloatAndDouble)
// clang-format on

#if HWY_ONCE
namespace openaclnn {
namespace {

// Bases and exponents are rounded to the promoted type, as PyTorch does.
constexpr ElementwiseRules kRoundedNumbers{.roundsNumbers = true};

// Exponents that products, quotients and roots compute faster and, as PyTorch does, in place of a power.
// Integers and complex numbers have none.
template <ElementwiseLoop (*kFindLoop)(DType dtype)>
ElementwiseLoop LoopOfExponent(DType dtype) {
  const ElementwiseLoop loop = kFindLoop(dtype);
  const bool wider = dtype == DType::kFloat16 || dtype == DType::kBfloat16;
  return loop != nullptr || wider ? loop : LoopPowTensorScalar(dtype);
}

struct PowRow {
  double exponent;
  ElementwiseOperator row;
  ElementwiseOperator inplaceRow;
};
template <ElementwiseLoop (*kFindLoop)(DType dtype)>
constexpr PowRow RowOfExponent(double exponent) {
  return {exponent,
          ElementwiseRow("aclnnPowTensorScalar", kSelf, LoopOfExponent<kFindLoop>, kPromotingDtypes,
                         kRoundedNumbers),
          ElementwiseRow("aclnnInplacePowTensorScalar", kSelfRef, LoopOfExponent<kFindLoop>, kPromotingDtypes,
                         kRoundedNumbers)};
}
// The last one is that of all other exponents.
constexpr PowRow kPowRows[]{
    RowOfExponent<LoopPowSquare>(2),         RowOfExponent<LoopPowCube>(3),
    RowOfExponent<LoopPowRoot>(0.5),         RowOfExponent<LoopPowInverse>(-1),
    RowOfExponent<LoopPowInverseSquare>(-2), RowOfExponent<LoopPowInverseRoot>(-0.5),
    RowOfExponent<LoopPowTensorScalar>(0),
};

const PowRow& RowFor(const aclScalar* exponent) {
  if (IsLive(exponent) && (ClassOf(exponent->dtype) == DTypeClass::kFloating ||
                           ClassOf(exponent->dtype) == DTypeClass::kSigned)) {
    for (const PowRow& row : kPowRows) {
      if (row.exponent == ValueOf(*exponent).As<double>()) {
        return row;
      }
    }
  }
  return *std::prev(std::end(kPowRows));
}

aclnnStatus PowTensorScalar(const char* function, const ElementwiseOperator& row, const aclTensor* self,
                            const aclScalar* exponent, const aclTensor* out, uint64_t* workspaceSize,
                            aclOpExecutor** executor) {
  const auto check = [&](ArgumentChecks& checks) {
    checks.Require(
        "exponent", "not negative where integers stay integers",
        [&] {
          const auto isWhole = [](DType dtype) {
            const DTypeClass of = ClassOf(dtype);
            return of == DTypeClass::kSigned || of == DTypeClass::kUnsigned || of == DTypeClass::kBool;
          };
          return !(isWhole(self->dtype) && isWhole(exponent->dtype)) || ValueOf(*exponent).As<int64_t>() >= 0;
        },
        [&] { return std::to_string(ValueOf(*exponent).As<int64_t>()); });
  };
  return PhaseOneOf(function, row, {self}, {OperandScalar("exponent", exponent)}, out, workspaceSize,
                    executor, check);
}

constexpr auto kSelfAndExponent = BinaryArguments("self", "exponent", "out");
constexpr auto kSelfRefAndExponent = BinaryArguments("selfRef", "exponent", "selfRef");
constexpr auto kExponent = UnaryArguments("exponent", "out");

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnPowTensorScalar, (const aclTensor* self, const aclScalar* exponent, aclTensor* out), {
  return PowTensorScalar(__func__, RowFor(exponent).row, self, exponent, out, workspaceSize, executor);
})

OPENACLNN_ENTRY(aclnnInplacePowTensorScalar, (aclTensor * selfRef, const aclScalar* exponent), {
  return PowTensorScalar(__func__, RowFor(exponent).inplaceRow, selfRef, exponent, selfRef, workspaceSize,
                         executor);
})

OPENACLNN_ELEMENTWISE(aclnnPowScalarTensor,
                      (const aclScalar* self, const aclTensor* exponent, aclTensor* out),
                      (kExponent, LoopPowScalarTensor, kPromotingDtypes, kRoundedNumbers), {exponent},
                      {OperandScalar("self", self)}, out)
OPENACLNN_ELEMENTWISE(aclnnPowTensorTensor,
                      (const aclTensor* self, const aclTensor* exponent, aclTensor* out),
                      (kSelfAndExponent, LoopPowTensorTensor, kPromotingDtypes), {self, exponent}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnInplacePowTensorTensor, (aclTensor * selfRef, const aclTensor* exponent),
                      (kSelfRefAndExponent, LoopPowTensorTensor, kPromotingDtypes), {selfRef, exponent}, {},
                      selfRef)
#endif  // HWY_ONCE
