// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "aclnnop/aclnn_abs.h"
#include "aclnnop/aclnn_ceil.h"
#include "aclnnop/aclnn_floor.h"
#include "aclnnop/aclnn_frac.h"
#include "aclnnop/aclnn_heaviside.h"
#include "aclnnop/aclnn_is_inf.h"
#include "aclnnop/aclnn_isfinite.h"
#include "aclnnop/aclnn_isneginf.h"
#include "aclnnop/aclnn_isposinf.h"
#include "aclnnop/aclnn_nan_to_num.h"
#include "aclnnop/aclnn_neg.h"
#include "aclnnop/aclnn_reciprocal.h"
#include "aclnnop/aclnn_round.h"
#include "aclnnop/aclnn_rsqrt.h"
#include "aclnnop/aclnn_sign.h"
#include "aclnnop/aclnn_signbit.h"
#include "aclnnop/aclnn_sqrt.h"
#include "aclnnop/aclnn_trunc.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::rounding {
namespace {}  // namespace

std::vector<Operator> Rows() {
  return {
      Pointwise(TwoPhases<&aclnnNegGetWorkspaceSize, &aclnnNeg>("aclnnNeg"), "opposite numbers",
                {"out = -self"},
                {WithComplex(Input("self", NumbersButBool())),
                 WithComplex(OutputOfThatType("out", NumbersButBool()))}),
      Pointwise(TwoPhases<&aclnnInplaceNegGetWorkspaceSize, &aclnnInplaceNeg>("aclnnInplaceNeg"),
                "opposite numbers, in place", {"selfRef = -selfRef"},
                {WithComplex(InPlace("selfRef", NumbersButBool()))}),
      Pointwise(TwoPhases<&aclnnAbsGetWorkspaceSize, &aclnnAbs>("aclnnAbs"), "magnitudes", {"out = |self|"},
                {WithComplex(Input("self", Numbers())), OutputOfThatType("out", Numbers())}),
      Pointwise(TwoPhases<&aclnnSignGetWorkspaceSize, &aclnnSign>("aclnnSign"), "signs",
                {"out = -1, 0 or 1 as self"},
                {WithComplex(Input("self", Numbers())), WithComplex(OutputOfThatType("out", Numbers()))}),
      Pointwise(TwoPhases<&aclnnInplaceSignGetWorkspaceSize, &aclnnInplaceSign>("aclnnInplaceSign"),
                "signs, in place", {"selfRef = -1, 0 or 1 as selfRef"},
                {WithComplex(InPlace("selfRef", Numbers()))}),
      Pointwise(TwoPhases<&aclnnHeavisideGetWorkspaceSize, &aclnnHeaviside>("aclnnHeaviside"), "steps at 0",
                {"out = 0 if input < 0 or NaN, values if 0, 1 if input > 0"},
                {Input("input", Floats()), InputAs("values", Floats(), "input"),
                 OutputOfThatType("out", Floats())}),
      Pointwise(TwoPhases<&aclnnCeilGetWorkspaceSize, &aclnnCeil>("aclnnCeil"), "rounding up",
                {"out = ceil(self)"},
                {Input("self", NumbersButBool()), OutputOfThatType("out", NumbersButBool())}),
      Pointwise(TwoPhases<&aclnnInplaceCeilGetWorkspaceSize, &aclnnInplaceCeil>("aclnnInplaceCeil"),
                "rounding up, in place", {"selfRef = ceil(selfRef)"}, {InPlace("selfRef", NumbersButBool())}),
      Pointwise(TwoPhases<&aclnnFloorGetWorkspaceSize, &aclnnFloor>("aclnnFloor"), "rounding down",
                {"out = floor(self)"},
                {Input("self", NumbersButBool()), OutputOfThatType("out", NumbersButBool())}),
      Pointwise(TwoPhases<&aclnnInplaceFloorGetWorkspaceSize, &aclnnInplaceFloor>("aclnnInplaceFloor"),
                "rounding down, in place", {"selfRef = floor(selfRef)"},
                {InPlace("selfRef", NumbersButBool())}),
      Pointwise(TwoPhases<&aclnnTruncGetWorkspaceSize, &aclnnTrunc>("aclnnTrunc"), "rounding towards zero",
                {"out = trunc(self)"},
                {Input("self", NumbersButBool()), OutputOfThatType("out", NumbersButBool())}),
      Pointwise(TwoPhases<&aclnnInplaceTruncGetWorkspaceSize, &aclnnInplaceTrunc>("aclnnInplaceTrunc"),
                "rounding towards zero, in place", {"selfRef = trunc(selfRef)"},
                {InPlace("selfRef", NumbersButBool())}),
      Pointwise(TwoPhases<&aclnnFracGetWorkspaceSize, &aclnnFrac>("aclnnFrac"), "fractions",
                {"out = self - trunc(self)"},
                {Input("self", FloatsAndDouble()), OutputOfThatType("out", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnInplaceFracGetWorkspaceSize, &aclnnInplaceFrac>("aclnnInplaceFrac"),
                "fractions, in place", {"selfRef = selfRef - trunc(selfRef)"},
                {InPlace("selfRef", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnRoundGetWorkspaceSize, &aclnnRound>("aclnnRound"), "rounding to nearest even",
                {"out = round(self)"},
                {Input("self", NumbersButBool()), OutputOfThatType("out", NumbersButBool())}),
      Pointwise(TwoPhases<&aclnnInplaceRoundGetWorkspaceSize, &aclnnInplaceRound>("aclnnInplaceRound"),
                "rounding to nearest even, in place", {"selfRef = round(selfRef)"},
                {InPlace("selfRef", NumbersButBool())}),
      Pointwise(TwoPhases<&aclnnRoundDecimalsGetWorkspaceSize, &aclnnRoundDecimals>("aclnnRoundDecimals"),
                "rounding to decimals", {"out = round(self * 10^decimals) / 10^decimals"},
                {Input("self", FloatsAndDouble()),
                 Mode("decimals", "places behind the point", {{"two", 2}, {"none", 0}, {"tens", -1}}),
                 OutputOfThatType("out", FloatsAndDouble())}),
      Pointwise(TwoPhases<&aclnnInplaceRoundDecimalsGetWorkspaceSize, &aclnnInplaceRoundDecimals>(
                    "aclnnInplaceRoundDecimals"),
                "rounding to decimals, in place", {"selfRef = round(selfRef * 10^decimals) / 10^decimals"},
                {InPlace("selfRef", FloatsAndDouble()),
                 Mode("decimals", "places behind the point", {{"two", 2}, {"none", 0}, {"tens", -1}})}),
      Pointwise(TwoPhases<&aclnnSqrtGetWorkspaceSize, &aclnnSqrt>("aclnnSqrt"), "square roots",
                {"out = sqrt(self)"},
                {WithComplex(Input("self", Numbers())),
                 WithComplex(Output("out", Numbers(), PromotedToFloating({"self"})))}),
      Pointwise(TwoPhases<&aclnnInplaceSqrtGetWorkspaceSize, &aclnnInplaceSqrt>("aclnnInplaceSqrt"),
                "square roots, in place", {"selfRef = sqrt(selfRef)"},
                {WithComplex(InPlace("selfRef", FloatsAndDouble()))}),
      Pointwise(TwoPhases<&aclnnRsqrtGetWorkspaceSize, &aclnnRsqrt>("aclnnRsqrt"), "inverse square roots",
                {"out = 1 / sqrt(self)"},
                {WithComplex(Input("self", Numbers())),
                 WithComplex(Output("out", Numbers(), PromotedToFloating({"self"})))}),
      Pointwise(TwoPhases<&aclnnInplaceRsqrtGetWorkspaceSize, &aclnnInplaceRsqrt>("aclnnInplaceRsqrt"),
                "inverse square roots, in place", {"selfRef = 1 / sqrt(selfRef)"},
                {WithComplex(InPlace("selfRef", FloatsAndDouble()))}),
      Pointwise(TwoPhases<&aclnnReciprocalGetWorkspaceSize, &aclnnReciprocal>("aclnnReciprocal"), "inverses",
                {"out = 1 / self"},
                {WithComplex(Input("self", Numbers())),
                 WithComplex(Output("out", Numbers(), PromotedToFloating({"self"})))}),
      Pointwise(TwoPhases<&aclnnInplaceReciprocalGetWorkspaceSize, &aclnnInplaceReciprocal>(
                    "aclnnInplaceReciprocal"),
                "inverses, in place", {"selfRef = 1 / selfRef"},
                {WithComplex(InPlace("selfRef", FloatsAndDouble()))}),
      Pointwise(TwoPhases<&aclnnIsFiniteGetWorkspaceSize, &aclnnIsFinite>("aclnnIsFinite"), "what is finite",
                {"out = self is neither infinite nor NaN"},
                {WithComplex(Input("self", Numbers())), TruthOutput("out")}),
      Pointwise(TwoPhases<&aclnnIsInfGetWorkspaceSize, &aclnnIsInf>("aclnnIsInf"), "what is infinite",
                {"out = x is inf or -inf"}, {Input("x", Numbers()), TruthOutput("out")}),
      Pointwise(TwoPhases<&aclnnIsNegInfGetWorkspaceSize, &aclnnIsNegInf>("aclnnIsNegInf"),
                "what is minus infinity", {"out = self is -inf"},
                {WithComplex(Input("self", Numbers())), TruthOutput("out")}),
      Pointwise(TwoPhases<&aclnnIsPosInfGetWorkspaceSize, &aclnnIsPosInf>("aclnnIsPosInf"),
                "what is plus infinity", {"out = self is inf"},
                {WithComplex(Input("self", Numbers())), TruthOutput("out")}),
      Pointwise(TwoPhases<&aclnnNanToNumGetWorkspaceSize, &aclnnNanToNum>("aclnnNanToNum"),
                "numbers in place of NaN and infinities", {"out = self, or nan, posinf, neginf in its place"},
                {Input("self", Numbers()), Real("nan", "what replaces NaN", 0),
                 Real("posinf", "what replaces inf", 1000), Real("neginf", "what replaces -inf", -1000),
                 OutputOfThatType("out", Numbers())}),
      Pointwise(
          TwoPhases<&aclnnInplaceNanToNumGetWorkspaceSize, &aclnnInplaceNanToNum>("aclnnInplaceNanToNum"),
          "numbers in place of NaN and infinities, in place",
          {"selfRef = selfRef, or nan, posinf, neginf in its place"},
          {InPlace("selfRef", Numbers()), Real("nan", "what replaces NaN", 0),
           Real("posinf", "what replaces inf", 1000), Real("neginf", "what replaces -inf", -1000)}),
      Pointwise(TwoPhases<&aclnnSignbitGetWorkspaceSize, &aclnnSignbit>("aclnnSignbit"),
                "what has a minus sign", {"out = self has a minus sign"},
                {WithComplex(Input("self", Numbers())), TruthOutput("out")}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::rounding
