// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "aclnnop/aclnn_celu.h"
#include "aclnnop/aclnn_elu.h"
#include "aclnnop/aclnn_elu_backward.h"
#include "aclnnop/aclnn_softplus.h"
#include "aclnnop/aclnn_softplus_backward.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/softplus.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/math-inl.h"

#ifndef OPENACLNN_SOFTPLUS_ONCE  // this file is included once for each target
#define OPENACLNN_SOFTPLUS_ONCE
namespace openaclnn {
enum class SoftForm { kSoftplus, kSoftplusGradient, kElu, kCelu, kEluGradient, kEluGradientOfResult };
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace softplus {

using Formats = FormatList<Float32, Float64>;

struct Softplus {
  template <class T>
  static HWY_INLINE T Compute(T self, T beta, T threshold) {
    const T scaled = self * beta;
    const T above = Larger(scaled, Constant<T>(0));
    const T smooth = (above + Log1p(Exp(-Absolute(scaled)))) / beta;
    return Choose(scaled > threshold, self, smooth);
  }
};
struct SoftplusGradient {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T self, T beta, T threshold) {
    const T scaled = self * beta;
    return Choose(scaled > threshold, gradOutput, gradOutput * Sigmoid(scaled));
  }
};
struct Elu {
  template <class T>
  static HWY_INLINE T Compute(T self, T alpha, T scale, T inputScale) {
    return Choose(self > Constant<T>(0), self * scale, Expm1(self * inputScale) * (alpha * scale));
  }
};
struct Celu {
  template <class T>
  static HWY_INLINE T Compute(T self, T alpha) {
    return Choose(self > Constant<T>(0), self, Expm1(self / alpha) * alpha);
  }
};
struct EluGradient {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T self, T alpha, T scale, T inputScale) {
    const T slope = inputScale * (alpha * scale) * Exp(self * inputScale);
    return gradOutput * Choose(self > Constant<T>(0), scale, slope);
  }
};
struct EluGradientOfResult {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T result, T alpha, T scale, T inputScale) {
    const T slope = inputScale * MulAdd(alpha, scale, result);
    return gradOutput * Choose(result > Constant<T>(0), scale, slope);
  }
};
}  // namespace softplus

ElementwiseLoop FindSoftplus(SoftForm which, DType dtype) {
  using namespace softplus;
  switch (which) {
    case SoftForm::kSoftplus:
      return FindLoop<Softplus, 1, 2>(FloatFormatsAndDouble(), dtype);
    case SoftForm::kSoftplusGradient:
      return FindLoop<SoftplusGradient, 2, 2>(Formats(), dtype);
    case SoftForm::kElu:
      return FindLoop<Elu, 1, 3>(Formats(), dtype);
    case SoftForm::kCelu:
      return FindLoop<Celu, 1, 1>(Formats(), dtype);
    case SoftForm::kEluGradient:
      return FindLoop<EluGradient, 2, 3>(Formats(), dtype);
    case SoftForm::kEluGradientOfResult:
      return FindLoop<EluGradientOfResult, 2, 3>(Formats(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindSoftplus);

template <SoftForm kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindSoftplus)(kWhich, dtype);
}

constexpr auto kGradient = BinaryArguments("gradOutput", "self", "gradInput");
constexpr auto kGradientOfEither = BinaryArguments("gradOutput", "selfOrResult", "gradInput");

constexpr ElementwiseOperator kCelu =
    ElementwiseRow("aclnnCelu", kSelf, Loop<SoftForm::kCelu>, kFloatingDtypes, kOneType);
constexpr ElementwiseOperator kInplaceCelu =
    ElementwiseRow("aclnnInplaceCelu", kSelfRef, Loop<SoftForm::kCelu>, kFloatingDtypes);
constexpr ElementwiseOperator kEluBackward =
    ElementwiseRow("aclnnEluBackward", kGradientOfEither, Loop<SoftForm::kEluGradient>, kFloatingDtypes);
constexpr ElementwiseOperator kEluBackwardOfResult = ElementwiseRow(
    "aclnnEluBackward", kGradientOfEither, Loop<SoftForm::kEluGradientOfResult>, kFloatingDtypes);

// What is no number is refused later.
double NumberOf(const aclScalar* scalar) {
  return ClassOf(scalar->dtype) == DTypeClass::kOther ? 1 : ValueOf(*scalar).As<double>();
}

void CheckNotZero(ArgumentChecks& check, const char* name, const aclScalar* scalar) {
  check.Require(
      name, "not 0", [&] { return NumberOf(scalar) != 0; }, [] { return "0"; });
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ELEMENTWISE(aclnnSoftplus,
                      (const aclTensor* self, const aclScalar* beta, const aclScalar* threshold,
                       aclTensor* out),
                      (kSelf, Loop<SoftForm::kSoftplus>, kFloatingDtypes, kOneType), {self},
                      {ParameterScalar("beta", beta), ParameterScalar("threshold", threshold)}, out)
OPENACLNN_ELEMENTWISE(aclnnSoftplusBackward,
                      (const aclTensor* gradOutput, const aclTensor* self, const aclScalar* beta,
                       const aclScalar* threshold, aclTensor* gradInput),
                      (kGradient, Loop<SoftForm::kSoftplusGradient>, kRealDtypes, kFloatingResult),
                      {gradOutput, self},
                      {ParameterScalar("beta", beta), ParameterScalar("threshold", threshold)}, gradInput)

OPENACLNN_ELEMENTWISE(aclnnElu,
                      (const aclTensor* self, const aclScalar* alpha, const aclScalar* scale,
                       const aclScalar* inputScale, aclTensor* out),
                      (kSelf, Loop<SoftForm::kElu>, kFloatingDtypes, kOneType), {self},
                      {ParameterScalar("alpha", alpha), ParameterScalar("scale", scale),
                       ParameterScalar("inputScale", inputScale)},
                      out)
OPENACLNN_ELEMENTWISE(aclnnInplaceElu,
                      (aclTensor * selfRef, const aclScalar* alpha, const aclScalar* scale,
                       const aclScalar* inputScale),
                      (kSelfRef, Loop<SoftForm::kElu>, kFloatingDtypes), {selfRef},
                      {ParameterScalar("alpha", alpha), ParameterScalar("scale", scale),
                       ParameterScalar("inputScale", inputScale)},
                      selfRef)

aclnnStatus aclnnCeluGetWorkspaceSize(const aclTensor* self, const aclScalar* alpha, aclTensor* out,
                                      uint64_t* workspaceSize, aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOneOf(__func__, kCelu, {self}, {ParameterScalar("alpha", alpha)}, out, workspaceSize, executor,
                    [&](ArgumentChecks& check) { CheckNotZero(check, "alpha", alpha); });
}
OPENACLNN_PHASE_TWO(aclnnCelu)

aclnnStatus aclnnInplaceCeluGetWorkspaceSize(aclTensor* selfRef, const aclScalar* alpha,
                                             uint64_t* workspaceSize, aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOneOf(__func__, kInplaceCelu, {selfRef}, {ParameterScalar("alpha", alpha)}, selfRef,
                    workspaceSize, executor,
                    [&](ArgumentChecks& check) { CheckNotZero(check, "alpha", alpha); });
}
OPENACLNN_PHASE_TWO(aclnnInplaceCelu)

aclnnStatus aclnnEluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclScalar* alpha,
                                             const aclScalar* scale, const aclScalar* inputScale,
                                             bool isResult, const aclTensor* selfOrResult,
                                             aclTensor* gradInput, uint64_t* workspaceSize,
                                             aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOneOf(__func__, isResult ? kEluBackwardOfResult : kEluBackward, {gradOutput, selfOrResult},
                    {ParameterScalar("alpha", alpha), ParameterScalar("scale", scale),
                     ParameterScalar("inputScale", inputScale)},
                    gradInput, workspaceSize, executor, [&](ArgumentChecks& check) {
                      check.Require(
                          "alpha", "not negative where isResult is set",
                          [&] { return !isResult || !(NumberOf(alpha) < 0); },
                          [&] { return std::to_string(NumberOf(alpha)); });
                    });
}
OPENACLNN_PHASE_TWO(aclnnEluBackward)
#endif  // HWY_ONCE
