// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_gcd.h"
#include "aclnnop/aclnn_left_shift.h"
#include "aclnnop/aclnn_right_shift.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::integers {
namespace {

Argument Whole(Argument argument) {
  return With(std::move(argument), {ACL_UINT16, ACL_UINT32, ACL_UINT64});
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Pointwise(TwoPhases<&aclnnGcdGetWorkspaceSize, &aclnnGcd>("aclnnGcd"), "greatest common divisor",
                {"out = gcd(self, other)"},
                {Whole(Input("self", Integers())), Whole(Input("other", Integers())),
                 Whole(Output("out", Integers()))}),
      Pointwise(TwoPhases<&aclnnLeftShiftGetWorkspaceSize, &aclnnLeftShift>("aclnnLeftShift"),
                "bits shifted to the left", {"out = self << shiftBits"},
                {Whole(Input("self", Integers())), Whole(Input("shiftBits", Integers())),
                 Whole(Output("out", Integers()))}),
      Pointwise(TwoPhases<&aclnnLeftShiftsGetWorkspaceSize, &aclnnLeftShifts>("aclnnLeftShifts"),
                "bits shifted to the left by a number", {"out = self << shiftBits"},
                {Whole(Input("self", Integers())), NumberOperand("shiftBits", 1),
                 Whole(Output("out", Integers()))}),
      Pointwise(TwoPhases<&aclnnRightShiftGetWorkspaceSize, &aclnnRightShift>("aclnnRightShift"),
                "bits shifted to the right", {"out = input >> shiftBits"},
                {Whole(Input("input", Integers())), Whole(Input("shiftBits", Integers())),
                 Whole(Output("out", Integers()))}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::integers
