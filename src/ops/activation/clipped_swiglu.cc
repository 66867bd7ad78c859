// SPDX-License-Identifier: Apache-2.0
//
// Gated linear units of bounded halves, whose gate is SiLU: aclnnClippedSwiglu, aclnnClippedSwigluV2 and
// aclnnClippedSwigluGrad.
#include <array>

#include "aclnnop/aclnn_clipped_swiglu.h"
#include "aclnnop/aclnn_clipped_swiglu_grad.h"
#include "aclnnop/aclnn_clipped_swiglu_v2.h"
#include "ops/activation/glu.h"
#include "ops/common/entry.h"

namespace openaclnn {
namespace {

using Argument = TensorArgument<GluArgs>;

constexpr GluForm Forward(GluPart part) {
  return {{{{part, {GluSource::kGated, GluSource::kGate}}}}, 1};
}
constexpr std::array<GluForm, 2> kForms{Forward(GluPart::kClipped), Forward(GluPart::kCappedGate)};
constexpr GluForm kGradient{
    {{{GluPart::kClippedGated, {GluSource::kGradOutput, GluSource::kGated, GluSource::kGate}},
      {GluPart::kClippedGate, {GluSource::kGradOutput, GluSource::kGated, GluSource::kGate}}}},
    2};

constexpr std::array<Argument, 3> kForwardArguments{{{"x", Role::kInput, &GluArgs::self},
                                                     {"groupIndexOptional", Role::kInput, &GluArgs::groups},
                                                     {"out", Role::kOutput, &GluArgs::out}}};
constexpr std::array<Argument, 4> kBackwardArguments{{{"gradY", Role::kInput, &GluArgs::gradOutput},
                                                      {"x", Role::kInput, &GluArgs::self},
                                                      {"groupIndexOptional", Role::kInput, &GluArgs::groups},
                                                      {"gradX", Role::kOutput, &GluArgs::out}}};
constexpr Operator<GluArgs> kClippedSwiglu{"aclnnClippedSwiglu", kForwardArguments, kGluKernels};
constexpr Operator<GluArgs> kClippedSwigluV2{"aclnnClippedSwigluV2", kForwardArguments, kGluKernels};
constexpr Operator<GluArgs> kClippedSwigluGrad{"aclnnClippedSwigluGrad", kBackwardArguments, kGluKernels};

// What the prototypes share, of bounds before the gate's function.
GluCall CallOf(int64_t dim, double alpha, double limit, double bias, bool interleaved) {
  return {.dim = dim,
          .gateFirst = true,
          .forms = std::span(kForms).first(1),
          .interleaved = interleaved,
          .scalars = {ScalarOf(alpha), ScalarOf(limit), ScalarOf(bias)}};
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnClippedSwiglu,
                (const aclTensor* x, const aclTensor* groupIndexOptional, int64_t dim, double alpha,
                 double limit, double bias, bool interleaved, aclTensor* out),
                {
                  return PhaseOneOfGlu(__func__, kClippedSwiglu, CallOf(dim, alpha, limit, bias, interleaved),
                                       {x, groupIndexOptional, out}, workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnClippedSwigluV2,
                (const aclTensor* x, const aclTensor* groupIndexOptional, int64_t dim, double alpha,
                 double limit, double bias, bool interleaved, int64_t clampMode, aclTensor* out),
                {
                  GluCall call = CallOf(dim, alpha, limit, bias, interleaved);
                  call.approximate = clampMode;
                  call.forms = kForms;
                  call.formName = "clampMode";
                  call.formMeaning = "0: bounds before the gate's function, 1: after it";
                  return PhaseOneOfGlu(__func__, kClippedSwigluV2, call, {x, groupIndexOptional, out},
                                       workspaceSize, executor);
                })

OPENACLNN_ENTRY(aclnnClippedSwigluGrad,
                (const aclTensor* gradY, const aclTensor* x, const aclTensor* groupIndexOptional, int64_t dim,
                 double alpha, double limit, double bias, bool interleaved, aclTensor* gradX),
                {
                  GluCall call = CallOf(dim, alpha, limit, bias, interleaved);
                  call.forms = {&kGradient, 1};
                  call.backward = true;
                  return PhaseOneOfGlu(__func__, kClippedSwigluGrad, call,
                                       {gradY, x, groupIndexOptional, gradX}, workspaceSize, executor);
                })
